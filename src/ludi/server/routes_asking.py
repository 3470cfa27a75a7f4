"""Questions to a match, which only its game understands, and rows of decisions."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request

from ludi.core import Asked, LudiError
from ludi.core.questions import answer
from ludi.server import schemas as s
from ludi.server.context import Maybe, SeatToken, TheHouse, eyes_for
from ludi.server.deciding import Decision, seat_to_use, walk
from ludi.server.languages import Lang
from ludi.server.limits import visitor
from ludi.server.refusals import Refused, from_game
from ludi.server.routes_match import look_in, state_of
from ludi.server.teaching import is_silent
from ludi.server.wire import Packed

router = APIRouter(prefix="/api", tags=["matches"])

MAX_QUESTION = 8 * 1024


@router.post("/matches/{match}/ask", response_model=s.Answer)
async def ask(
    home: TheHouse,
    player: Maybe,
    match: str,
    body: s.AskRequest,
    request: Request,
    token: SeatToken = None,
    lang: Lang = "en",
) -> Packed:
    """What the game answers about the position as a seat of yours, or a spectator, knows it; nothing is changed."""
    home.limiter.check("question", visitor(request.scope))
    if len(await request.body()) > MAX_QUESTION:
        raise Refused("too_large", "That is too much for one question.")
    room = await home.hall.room(match)
    eyes = look_in(home, room, player, token)
    seat = seat_to_use(eyes, room, body.seat) if body.seat is not None or eyes.seats else None
    async with room.lock:
        if room.table is None:
            raise Refused("wrong_status", "The match has not begun.")
        asked = Asked.of(room.table.state, seat, room.book(lang))
        version, _ = room.shown(seat)
        silent = is_silent(room.learning, body.question)
    if silent or (body.version is not None and body.version != version):
        # Asked just before somebody decided: nothing is wrong with the question, but nobody needs the answer any more.
        # Or the answer would be the solution of a puzzle.
        return Packed({"question": body.question, "seat": seat, "version": version, "answer": None})
    try:
        found = await asyncio.to_thread(answer, asked, body.question, body.arguments)
    except LudiError as error:
        raise from_game(error) from None
    return Packed({"question": body.question, "seat": seat, "version": version, "answer": found})


@router.post("/matches/{match}/line", response_model=s.Walked)
async def play_line(
    home: TheHouse, player: Maybe, match: str, body: s.LineRequest, token: SeatToken = None, lang: Lang = "en"
) -> Packed:
    """A row of decisions, each stored by itself; it stops by itself where something happens that one must see."""
    tokens = [token] if token else []
    asked = Decision(match, player.id if player else None, tokens, body.seat, None, body.version, lang)
    done = await walk(home.hall, asked, body.words)
    room = done.last.room
    state = await state_of(home, room, eyes_for(home, room, player, token)._replace(seat=done.last.seat), lang)
    left = list(done.left)
    halt = None if done.halt is None else done.halt._asdict()
    return Packed({"played": len(body.words) - len(left), "left": left, "halt": halt, "state": state})

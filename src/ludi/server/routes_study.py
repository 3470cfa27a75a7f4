"""Learning at a table and from a record: hints, why others moved so, and playing on from any moment."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Query, Request, Response

from ludi.server import hinting, leave, queries
from ludi.server import schemas as s
from ludi.server.context import House, Maybe, Person, SeatToken, TheHouse, eyes_for, finished_room
from ludi.server.deciding import seat_to_use
from ludi.server.identity import Player
from ludi.server.languages import Lang
from ludi.server.limits import visitor
from ludi.server.lines import Frame
from ludi.server.new_match import set_up_study
from ludi.server.reader import Begin, LastMove, Question, Upload, Why
from ludi.server.refusals import Refused
from ludi.server.room import Room
from ludi.server.routes_match import look_in, seated, state_of
from ludi.server.routes_replay import UPLOAD
from ludi.server.rows import Change
from ludi.server.study import said
from ludi.server.turns import Turn
from ludi.server.wire import Packed

router = APIRouter(prefix="/api", tags=["study"])

At = Annotated[int, Query(ge=0, le=1_000_000)]
Players = Annotated[list[s.Player], Query(min_length=1, max_length=16)]
BotSeat = Annotated[int, Query(ge=0, le=63)]


@router.post("/matches/{match}/hint", response_model=s.HintInfo)
async def hint(
    home: TheHouse,
    player: Maybe,
    match: str,
    body: s.HintRequest,
    request: Request,
    token: SeatToken = None,
    lang: Lang = "en",
) -> Packed:
    """What a master would do in your place, by what your seat knows, and why."""
    home.limiter.check("hint", visitor(request.scope))
    room = await home.hall.room(match)
    eyes = eyes_for(home, room, player, token)
    async with room.lock:
        seat = seat_to_use(eyes, room, body.seat)
        perspective = hinting.asked_by(room, seat, body.version)
        seen, book = room.due_since[seat], room.book(lang).addressing(seat)
        assert room.table is not None
        state = room.table.state.copy()
    if hinting.among_people(room.chairs) and not home.hints.given(match, seat, seen):
        await home.hall.change(match, lambda room, at: _noted(room, seat, body.version, at))
    turn = Turn(match, room.header.host, True, visitor(request.scope))
    found = await home.hints.give(match, seat, seen, perspective, turn)
    return Packed(
        {
            "seat": seat,
            "version": body.version,
            "choices": [
                {
                    "word": state.spell(each.action),
                    "label": book.say(state.label(each.action)),
                    "chance": round(each.chance, 4),
                    "plus_minus": round(each.plus_minus, 4),
                }
                for each in found.choices
            ],
            "reasons": said(found.reasons, book),
        }
    )


def _noted(room: Room, seat: int, version: int, at: float) -> Change:
    hinting.asked_by(room, seat, version)
    return hinting.note(room, seat, at)


@router.get("/matches/{match}/why", response_model=s.LastMove)
async def last_move(
    home: TheHouse,
    player: Maybe,
    match: str,
    request: Request,
    seat: BotSeat,
    token: SeatToken = None,
    lang: Lang = "en",
) -> Response:
    """What a bot did in its last move and why, made only from what you could see of it."""
    home.limiter.check("question", visitor(request.scope))
    room = await home.hall.room(match)
    eyes = look_in(home, room, player, token)
    if room.table is None:
        raise Refused("wrong_status", "The match has not begun.")
    hinting.check(room)
    if room.seat_for(seat).bot is None:
        raise Refused("not_yours", "Only bots are asked why.")
    if room.in_secret:  # an answer would tell whether it has decided already
        return Packed({"seat": seat, "moves": []})
    looks = None if not eyes.seats else min(eyes.seats)
    return await home.readers.answer(request, LastMove(room.record(), seat, looks, lang))


@router.get("/matches/{match}/replay/why", response_model=s.Explained)
async def why(
    home: TheHouse, player: Maybe, match: str, request: Request, at: At, token: SeatToken = None, lang: Lang = "en"
) -> Response:
    """Why a decision of a finished match was made, as far as its maker could know."""
    home.limiter.check("question", visitor(request.scope))
    room = await finished_room(home, match, player, token)
    return await home.readers.answer(request, Why(room.record(), at, lang))


@router.post("/replay/why", response_model=s.Explained, openapi_extra=UPLOAD)
async def why_upload(home: TheHouse, request: Request, at: At, lang: Lang = "en") -> Response:
    """The same for a record file."""
    home.limiter.check("record", visitor(request.scope))
    return await home.readers.answer(request, Why(Upload(await request.body()), at, lang))


# Taking back with leave


@router.post("/matches/{match}/plea", response_model=s.StateFrame)
async def ask_leave(
    home: TheHouse, player: Maybe, match: str, body: s.UndoRequest, token: SeatToken = None, lang: Lang = "en"
) -> Packed:
    """Take back your last decision and all that came since, if all others agree; bots always do."""
    asker = leave.Asker(match, player.id if player else None, [token] if token else [], body.seat)
    done = await leave.ask(home.hall, asker, body.version)
    return Packed(
        await state_of(home, done.room, eyes_for(home, done.room, player, token)._replace(seat=done.seat), lang)
    )


@router.post("/matches/{match}/plea/answer", response_model=s.StateFrame)
async def answer_plea(
    home: TheHouse, player: Maybe, match: str, body: s.PleaAnswer, token: SeatToken = None, lang: Lang = "en"
) -> Packed:
    """Agree that somebody takes something back, or decline."""
    asker = leave.Asker(match, player.id if player else None, [token] if token else [], body.seat)
    done = await leave.answer(home.hall, asker, body.agree)
    return Packed(
        await state_of(home, done.room, eyes_for(home, done.room, player, token)._replace(seat=done.seat), lang)
    )


# Playing on


@router.post("/matches/{match}/study", status_code=201, response_model=s.Seated)
async def study(
    home: TheHouse, player: Person, match: str, body: s.Study, request: Request, token: SeatToken = None
) -> Frame:
    """A new match from a moment of one that is over: all that was hidden lies as it lay, chance is new."""
    room = await finished_room(home, match, player, token)
    return await _play_on(home, player, request, Begin(room.record(), body.at), body.players)


@router.post("/replay/study", status_code=201, response_model=s.Seated, openapi_extra=UPLOAD)
async def study_upload(home: TheHouse, player: Person, request: Request, at: At, players: Players) -> Frame:
    """The same from a record file."""
    home.limiter.check("record", visitor(request.scope))
    return await _play_on(home, player, request, Begin(Upload(await request.body()), at), players)


async def _play_on(home: House, player: Player, request: Request, question: Question, players: list[str]) -> Frame:
    home.limiter.check("match", visitor(request.scope))
    found: dict[str, Any] = orjson.loads(await home.readers.read(request, question))
    header, chairs, tokens = await asyncio.to_thread(set_up_study, found, players, player)
    await home.store.write(queries.add_match, asdict(header), [chair.to_row() for chair in chairs])
    home.hall.take_in(Room(header, chairs))
    return await seated(home, header.id, player, tokens)

"""A finished match judged decision by decision: ask for it, look how far it is, read it."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import StringConstraints

from ludi import bots
from ludi.bots.levels import at_most
from ludi.bots.sample import Sample
from ludi.core import Record
from ludi.server import queries_analysis as queries
from ludi.server import schemas as s
from ludi.server.context import House, Maybe, SeatToken, TheHouse, finished_room
from ludi.server.identity import Player
from ludi.server.languages import Lang
from ludi.server.limits import visitor
from ludi.server.lines import Frame
from ludi.server.reader import Tell
from ludi.server.refusals import Refused
from ludi.server.room import Room
from ludi.server.store import Row

router = APIRouter(prefix="/api", tags=["analysis"])

Level = Annotated[str, StringConstraints(max_length=40)]

MOST_WAITING = 100
NOT_YET = "A match is analysed after its end, so that nobody gets advice while it is played."


async def _room(home: House, match: str, player: Player | None, token: str | None) -> Room:
    room = await finished_room(home, match, player, token, NOT_YET)
    assert room.table is not None
    if not room.table.decisions:
        raise Refused("wrong_status", "Nothing was decided in this match, so there is nothing to analyse.")
    return room


def _check(level: str) -> None:
    if level not in bots.OFFERED:
        *others, last = bots.OFFERED
        raise Refused("invalid", f"A game is judged by one of the levels {', '.join(others)} or {last}.")


@router.post("/matches/{match}/analysis", response_model=s.AnalysisInfo)
async def start(
    home: TheHouse,
    player: Maybe,
    match: str,
    body: s.AnalysisRequest,
    request: Request,
    response: Response,
    token: SeatToken = None,
) -> Frame:
    """Ask for the analysis of a finished match, or of a sample of it. Whoever may see the replay may ask.

    Nothing is judged twice: asking again for what is there changes nothing, asking for more adds to it.
    """
    room = await _room(home, match, player, token)
    _check(body.level)
    if not home.analysts.number:
        raise Refused(
            "wrong_status", "This server does not analyse games; 'ludi analyse' does, with the downloaded record."
        )
    home.limiter.check("analysis", visitor(request.scope))
    assert room.table is not None
    if body.seat is not None and body.seat >= room.table.box.seats:
        raise Refused("invalid", "There is no such seat.")
    sample = Sample(body.every, body.seat, body.seconds)
    numbers = sample.numbers(room.table.decisions)
    found = {row["level"]: row["status"] for row in await home.store.read(queries.analyses_of, match)}
    there = await home.store.read(queries.numbers_of, match, body.level)
    if found.get(body.level) != "waiting" and not (found.get(body.level) == "done" and there.issuperset(numbers)):
        if await home.store.read(queries.waiting) >= MOST_WAITING:
            raise Refused("too_fast", "Many games wait to be analysed already; try again later.", retry_after=60.0)
        await home.store.write(queries.ask, match, body.level, numbers, sample.to_json())
        home.analysts.wake()
    frame = await _info(home, room, body.level)
    response.status_code = 200 if frame["status"] == "done" else 202
    return frame


@router.post("/matches/{match}/analysis/stop", response_model=s.AnalysisInfo)
async def stop(home: TheHouse, player: Maybe, match: str, body: s.StopAnalysis, token: SeatToken = None) -> Frame:
    """Judge no more of it. Whoever may ask may stop it: what is judged stays, and asking again goes on from there."""
    room = await _room(home, match, player, token)
    _check(body.level)
    await home.store.write(queries.stop, match, body.level)
    return await _info(home, room, body.level)


@router.get("/matches/{match}/analysis", response_model=s.AnalysisInfo)
async def look(
    home: TheHouse,
    player: Maybe,
    match: str,
    request: Request,
    token: SeatToken = None,
    level: Level | None = None,
    lang: Lang = "en",
) -> Frame | Response:
    """How far it is and, once it is done, the analysis. Without a level: what is being made, else the best there is."""
    room = await _room(home, match, player, token)
    if level is not None:
        _check(level)
    frame = await _info(home, room, level)
    if frame["status"] == "done":
        moves = await home.store.read(queries.moves_of, match, frame["level"])
        question = Tell(_record(room), frame["level"], moves, frame, lang)
        return await home.readers.answer(request, question)
    return frame


@router.get("/matches/{match}/analysis/file", responses={200: {"content": {"application/json": {}}}})
async def file(
    home: TheHouse,
    player: Maybe,
    match: str,
    request: Request,
    token: SeatToken = None,
    level: Level | None = None,
) -> Response:
    """The analysis as ``ludi analyse`` keeps it beside a record."""
    room = await _room(home, match, player, token)
    if level is not None:
        _check(level)
    frame = await _info(home, room, level)
    if frame["status"] != "done":
        raise Refused("wrong_status", "This match is not analysed yet.")
    moves = await home.store.read(queries.moves_of, match, frame["level"])
    question = Tell(_record(room), frame["level"], moves, frame, None)
    answer = await home.readers.answer(request, question)
    answer.headers["Content-Disposition"] = f"attachment; filename={room.header.game}-{match}.analysis.json"
    return answer


def _record(room: Room) -> Record:
    assert room.table is not None
    return room.table.record()


async def _info(home: House, room: Room, level: str | None) -> Frame:
    """The state of an analysis: of one level, or of the one to show."""
    found = await home.store.read(queries.analyses_of, room.header.id)
    row = _to_show(found) if level is None else next((each for each in found if each["level"] == level), None)
    frame: Frame = {
        "status": "none",
        "level": level,
        "judged": 0,
        "decisions": room.header.decisions,
        "spent": 0.0,
        **Sample().to_json(),
        "plan": await _plan(home, room),
        "problem": "",
        "levels": list(bots.OFFERED) if home.analysts.number else [],
        "done": [each for each in bots.OFFERED if any(r["level"] == each and r["status"] == "done" for r in found)],
        "analysis": None,
    }
    if row is not None:
        frame |= {name: row[name] for name in ("status", "level", "judged", "decisions", "spent", "problem")}
        frame |= row["sample"]
        if row["status"] == "waiting" and row["owner"] is not None:
            frame["status"] = "running"
    return frame


async def _plan(home: House, room: Room) -> Frame:
    """What there is to judge, and how long it takes here."""
    assert room.table is not None
    made = Counter(seat for seat, _ in room.table.decisions)
    pace = await home.store.read(queries.pace, room.header.game)
    return {
        "by_seat": [made[seat] for seat in range(room.table.box.seats)],
        "pace": {name: round(pace.get(name, at_most(name)), 3) for name in bots.OFFERED},
    }


def _to_show(found: list[Row]) -> Row | None:
    """What is being made, else the strongest that is done, else the last one that failed."""

    def rank(row: Row) -> tuple[int, int, float]:
        strength = bots.OFFERED.index(row["level"]) if row["level"] in bots.OFFERED else -1
        order = {"waiting": 2, "done": 1, "failed": 0}[row["status"]]
        return order, strength if order == 1 else 0, row["asked"]

    return max(found, key=rank, default=None)

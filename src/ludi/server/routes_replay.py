"""After the game: the record, the replay from any seat, and the proof that the deal was fair."""

from __future__ import annotations

import asyncio
import hashlib
import json
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from ludi.core import BadRecord, LudiError, Phrase, Phrasebook, Record, State, Table
from ludi.server import schemas as s
from ludi.server.context import Maybe, SeatToken, TheHouse, finished_room
from ludi.server.frames import Frame, event_line, result_frame
from ludi.server.languages import Lang, game_talk, table_talk
from ludi.server.limits import visitor
from ludi.server.refusals import Refused, from_game
from ludi.server.room import Room

router = APIRouter(prefix="/api", tags=["replay"])

SeenFrom = Annotated[str, Query(pattern="^(open|watch|[0-9]{1,2})$")]
First = Annotated[int, Query(ge=0, le=1_000_000)]
Count = Annotated[int, Query(ge=1, le=200)]

MOST_DECISIONS = 200_000


def _record(room: Room) -> Record:
    assert room.table is not None
    return room.table.record()


@router.get("/matches/{match}/record", responses={200: {"content": {"application/json": {}}}})
async def record(home: TheHouse, player: Maybe, match: str, token: SeatToken = None) -> Response:
    """The record as a file: all decisions and the seed. Anyone can check it with ``ludi verify``."""
    room = await finished_room(home, match, player, token)
    name = f"{room.header.game}-{match}.json"
    headers = {"Content-Disposition": f"attachment; filename={name}"}
    return Response(_record(room).to_json(), media_type="application/json", headers=headers)


@router.get("/matches/{match}/replay", response_model=s.Replay)
async def replay(
    home: TheHouse,
    player: Maybe,
    match: str,
    token: SeatToken = None,
    seen_from: SeenFrom = "open",
    first: First = 0,
    count: Count = 50,
    lang: Lang = "en",
) -> Frame:
    """Positions and events of a finished match, from any seat."""
    room = await finished_room(home, match, player, token)
    frame = await asyncio.to_thread(_replay, _record(room), seen_from, first, count, lang)
    frame["result"] = result_frame(room.header, [chair.name for chair in room.chairs], lang)
    return frame


@router.post("/replay", response_model=s.Replay)
async def replay_upload(
    home: TheHouse,
    body: s.RecordUpload,
    request: Request,
    seen_from: SeenFrom = "open",
    first: First = 0,
    count: Count = 50,
    lang: Lang = "en",
) -> Frame:
    """The same for a record file."""
    home.limiter.check("record", visitor(request.scope))
    uploaded = await asyncio.to_thread(_read, body.record)
    return await asyncio.to_thread(_replay, uploaded, seen_from, first, count, lang)


def _read(data: dict[str, Any]) -> Record:
    try:
        found = Record.from_json(json.dumps(data), "This record")
    except LudiError as error:
        raise from_game(error) from None
    if len(found.decisions) > MOST_DECISIONS:
        raise Refused("too_large", "This record is too long.")
    return found


def _replay(record: Record, seen_from: str, first: int, count: int, lang: str) -> Frame:
    """Deal and play again; keep what was asked for."""
    try:
        whole = Table.from_record(record, source="This record")
        table = Table.from_record(record, source="This record", to=min(first, len(record.decisions)))
    except LudiError as error:
        raise from_game(error) from None
    seats = table.box.seats
    if seen_from.isdigit() and int(seen_from) >= seats:
        raise Refused("not_found", f"This match has {seats} seats.")
    book = game_talk(table.game, lang, [chair.name for chair in table.seats], table.box)
    steps: list[Frame] = []
    last = len(record.decisions)
    for number in range(first, min(first + count, last + 1)):
        step: Frame = {"number": number, "seat": None, "word": "", "label": ""}
        if number:
            seat, word = record.decisions[number - 1]
            if number == first:
                before = Table.from_record(record, to=number - 1).state
                step |= {"seat": seat, "word": word, "label": _label(before, word, book)}
            else:
                step |= {"seat": seat, "word": word, "label": _label(table.state, word, book)}
                table.play(seat, word)
        step["entries"] = _entries(table, number, seen_from, book)
        step["views"] = _views(table.state, seen_from)
        step["actors"] = list(table.state.actors())
        steps.append(step)
    outcome = whole.state.outcome()
    result = None
    if outcome is not None:
        result = {
            "winners": list(outcome.winners),
            "reason": outcome.reason,
            "text": book.say(outcome.phrase()),
            "rule": outcome.rule,
            "scores": list(outcome.scores),
            "reckoning": dict(outcome.reckoning),
            "conceded": [],
            "seed": record.seed,
            "commitment": record.commitment,
        }
    return {
        "game": record.game,
        "title": table.game.title,
        "options": record.options,
        "seats": [chair.name for chair in table.seats],
        "players": [chair.player for chair in table.seats],
        "commitment": record.commitment,
        "seed": record.seed,
        "decisions": last,
        "seen_from": seen_from,
        "steps": steps,
        "result": result,
    }


def _label(state: State, word: str, book: Phrasebook) -> str:
    return book.say(state.label(state.unspell(word)))


def _views(state: State, seen_from: str) -> list[dict[str, Any]]:
    if seen_from == "open":
        return [state.view(seat) for seat in range(state.box.seats)]
    return [state.view(None if seen_from == "watch" else int(seen_from))]


def _entries(table: Table, number: int, seen_from: str, book: Phrasebook) -> list[Frame]:
    lines = []
    for decision, event in reversed(table.events):
        if decision < number:
            break
        if seen_from == "open":
            phrase = event.opened()
        else:
            phrase = event.seen_by(None if seen_from == "watch" else int(seen_from))
        lines.append(event_line(decision, event, phrase, book))
    return lines[::-1]


# Check the deal


@router.get("/matches/{match}/verify", response_model=s.Proof)
async def verify(home: TheHouse, player: Maybe, match: str, token: SeatToken = None, lang: Lang = "en") -> Frame:
    """Deal and play the whole match again from its seed."""
    room = await finished_room(home, match, player, token)
    data = json.loads(_record(room).to_json())
    return await asyncio.to_thread(_prove, data, room.header.commitment, lang)


@router.post("/verify", response_model=s.Proof)
async def verify_upload(home: TheHouse, body: s.RecordUpload, request: Request, lang: Lang = "en") -> Frame:
    """The same for a record file."""
    home.limiter.check("record", visitor(request.scope))
    return await asyncio.to_thread(_prove, body.record, None, lang)


def _prove(data: dict[str, Any], published: str | None, lang: str) -> Frame:
    proof: Frame = {"ok": False, "seed": "", "seed_hash": "", "commitment": "", "decisions": 0, "position": ""}
    try:
        record = _read(data)
        proof |= {"seed": record.seed, "commitment": published or record.commitment}
        proof["seed_hash"] = hashlib.sha256(bytes.fromhex(record.seed)).hexdigest()
        if proof["seed_hash"] != proof["commitment"]:
            raise BadRecord("The seed is not the one that was committed to.")
        table = Table.from_record(record, source="This record")
    except (LudiError, Refused) as error:
        return {**proof, "message": str(error)}
    over = table.state.outcome() is not None
    said = table_talk(lang).say(Phrase("proof.good" if over else "proof.open", {"decisions": len(table.decisions)}))
    return {
        **proof,
        "ok": True,
        "message": said,
        "decisions": len(table.decisions),
        "position": table.state.fingerprint(),
    }

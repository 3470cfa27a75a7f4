"""After the game: the record, the replay from any seat, and the proof that the deal was fair."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from ludi.server import schemas as s
from ludi.server.context import Maybe, SeatToken, TheHouse, finished_room
from ludi.server.frames import result_frame
from ludi.server.languages import Lang
from ludi.server.limits import visitor
from ludi.server.reader import Board, Inquiry, Prove, Replay, Upload

router = APIRouter(prefix="/api", tags=["replay"])

SeenFrom = Annotated[str, Query(pattern="^(open|watch|[0-9]{1,2})$")]
First = Annotated[int, Query(ge=0, le=1_000_000)]
Count = Annotated[int, Query(ge=1, le=200)]

UPLOAD: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/RecordUpload"}}},
    }
}
"""The body is read in the process that plays the record, not here."""


@router.get("/matches/{match}/record", responses={200: {"content": {"application/json": {}}}})
async def record(home: TheHouse, player: Maybe, match: str, token: SeatToken = None) -> Response:
    """The record as a file: all decisions and the seed. Anyone can check it with ``ludi verify``."""
    room = await finished_room(home, match, player, token, record_only=True)
    name = f"{room.header.game}-{match}.json"
    headers = {"Content-Disposition": f"attachment; filename={name}"}
    return Response(room.record().to_json(), media_type="application/json", headers=headers)


@router.get("/matches/{match}/replay", response_model=s.Replay)
async def replay(
    home: TheHouse,
    player: Maybe,
    match: str,
    request: Request,
    token: SeatToken = None,
    seen_from: SeenFrom = "open",
    first: First = 0,
    count: Count = 50,
    lang: Lang = "en",
) -> Response:
    """Positions and events of a finished match, from any seat: ``count`` of them or as many as one answer holds."""
    room = await finished_room(home, match, player, token)
    result = result_frame(room.header, [chair.name for chair in room.chairs], lang)
    question = Replay(room.record(), seen_from, first, count, lang, result)
    return await home.readers.answer(request, question)


@router.post("/matches/{match}/replay/ask", response_model=s.Answer)
async def ask(
    home: TheHouse,
    player: Maybe,
    match: str,
    body: s.AskOfReplay,
    request: Request,
    token: SeatToken = None,
    seen_from: SeenFrom = "open",
    lang: Lang = "en",
) -> Response:
    """What the game answers about a moment of a finished match, as it was seen from there."""
    home.limiter.check("question", visitor(request.scope))
    room = await finished_room(home, match, player, token)
    question = Inquiry(room.record(), body.at, seen_from, body.question, body.arguments, lang)
    return await home.readers.answer(request, question)


@router.post("/replay", response_model=s.Replay, openapi_extra=UPLOAD)
async def replay_upload(
    home: TheHouse,
    request: Request,
    seen_from: SeenFrom = "open",
    first: First = 0,
    count: Count = 50,
    lang: Lang = "en",
) -> Response:
    """The same for a record file."""
    home.limiter.check("record", visitor(request.scope))
    question = Replay(Upload(await request.body()), seen_from, first, count, lang)
    return await home.readers.answer(request, question)


@router.post("/replay/board", response_model=s.BoardInfo, openapi_extra=UPLOAD)
async def board_upload(home: TheHouse, request: Request, lang: Lang = "en") -> Response:
    """The names of all things in a record file, and what its board must know once: with its owner's own data."""
    home.limiter.check("record", visitor(request.scope))
    return await home.readers.answer(request, Board(Upload(await request.body()), lang))


@router.get("/matches/{match}/verify", response_model=s.Proof)
async def verify(
    home: TheHouse, player: Maybe, match: str, request: Request, token: SeatToken = None, lang: Lang = "en"
) -> Response:
    """Deal and play the whole match again from its seed."""
    room = await finished_room(home, match, player, token)
    question = Prove(room.record(), room.header.commitment, lang)
    return await home.readers.answer(request, question)


@router.post("/verify", response_model=s.Proof, openapi_extra=UPLOAD)
async def verify_upload(home: TheHouse, request: Request, lang: Lang = "en") -> Response:
    """The same for a record file."""
    home.limiter.check("record", visitor(request.scope))
    question = Prove(Upload(await request.body()), None, lang)
    return await home.readers.answer(request, question)

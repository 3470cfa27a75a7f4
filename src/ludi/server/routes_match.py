"""Matches: set up, join, start, play, leave, concede, again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request, Response, WebSocket

from ludi.core import registry
from ludi.server import queries
from ludi.server import schemas as s
from ludi.server.context import House, Maybe, Person, SeatToken, TheHouse, eyes_for, house, told, who
from ludi.server.deciding import Decision, decide, seat_to_use
from ludi.server.frames import Eyes, Mark, board_info, log_lines, match_frame, state_frame
from ludi.server.identity import Player, new_token, token_hash
from ludi.server.languages import Lang
from ludi.server.limits import visitor
from ludi.server.lines import Frame
from ludi.server.new_match import check_level, rematch, set_up
from ludi.server.refusals import Refused
from ludi.server.room import Room
from ludi.server.rows import Change, Header, Seat, seat_from_row
from ludi.server.store import Conflict, now
from ludi.server.viewer import Viewer
from ludi.server.wire import Packed

router = APIRouter(prefix="/api", tags=["matches"])

SeatPath = Annotated[int, Path(ge=0, le=63)]
ABSENT_SECONDS = 300.0
"""How long the others must wait before a bot may play for one who is away."""

MOST_BOTS_ALONE = 5
"""Tables at which only bots play that one person may have, as far as they were played on in the last day."""
BOTS_ALONE_SECONDS = 86400.0
ENOUGH_BOTS_ALONE = f"You have {MOST_BOTS_ALONE} tables at which only bots play; watch one to its end before the next."
NOBODY_STAYS = f"Only bots would play on, and the host has {MOST_BOTS_ALONE} such tables already; concede, or stay."

SeatQuery = Annotated[int | None, Query(ge=0, le=63)]


# Setting up and finding


@router.post("/matches", status_code=201, response_model=s.Seated)
async def create(home: TheHouse, player: Person, body: s.NewMatch, request: Request) -> Frame:
    """Set up a table. If no seat is open, the match begins at once."""
    home.limiter.check("match", visitor(request.scope))
    header, chairs, tokens = await asyncio.to_thread(set_up, body, player, home.settings.own)
    await _allow_bots_alone(home, player.id, chairs)
    await home.store.write(queries.add_match, asdict(header), [chair.to_row() for chair in chairs])
    home.hall.take_in(Room(header, chairs))
    return await seated(home, header.id, player, tokens)


async def seated(home: House, match: str, player: Player, tokens: dict[int, str]) -> Frame:
    """Begin if all sit; then tell who sits where."""
    room = await home.hall.room(match)
    if room.header.status == "lobby" and all(chair.kind != "open" for chair in room.chairs):
        try:
            room = await home.hall.change(match, lambda room, at: room.start(at))
        except Refused:  # somebody else started it in the same moment
            room = await home.hall.room(match)
    home.hall.ask_for(match)
    eyes = eyes_for(home, room, player)
    return {"match": told(home, room, eyes), "seats": sorted(eyes.seats), "tokens": tokens}


async def _allow_bots_alone(home: House, host: str, others: Sequence[Seat], otherwise: str = ENOUGH_BOTS_ALONE) -> None:
    """:class:`Refused` if nobody else will play there and the host has tables enough at which bots play alone."""
    if any(chair.bot is None for chair in others):
        return
    if await home.store.read(queries.tables_of_bots, host, now() - BOTS_ALONE_SECONDS) >= MOST_BOTS_ALONE:
        raise Refused("too_fast", otherwise, retry_after=600.0)


@router.get("/matches", response_model=s.MatchList)
async def lists(
    home: TheHouse,
    player: Maybe,
    which: Annotated[Literal["mine", "open", "watch"], Query(alias="list")],
    lang: Lang = "en",
) -> Packed:
    """Mine (those waiting for me first), those with an open seat, those to watch."""
    if which == "mine":
        found = [] if player is None else await home.store.read(queries.my_matches, player.id)
    elif which == "open":
        found = await home.store.read(queries.open_matches)
    else:
        found = await home.store.read(queries.matches_to_watch)
    frames = []
    for row, seats in found:
        header, chairs = Header(**row), [seat_from_row(seat) for seat in seats]
        presence = home.hall.presence(header.id)
        invite = home.seal.invite(header.id) if which == "mine" else None
        eyes = Eyes(player.id if player else None)
        frames.append(match_frame(header, chairs, eyes, lang, presence, invite, home.hall.clock.now()))
    order = {"live": 1, "paused": 1, "lobby": 2, "finished": 3, "broken": 4}
    frames.sort(key=lambda each: 0 if each["waiting_for_me"] else order[each["status"]])
    return Packed({"matches": frames, "waiting": sum(each["waiting_for_me"] for each in frames)})


@router.get("/matches/{match}", response_model=s.MatchInfo)
async def one(home: TheHouse, player: Maybe, match: str, token: SeatToken = None, lang: Lang = "en") -> Frame:
    room = await home.hall.room(match)
    eyes = look_in(home, room, player, token)
    return told(home, room, eyes, lang)


@router.get("/matches/{match}/board", response_model=s.BoardInfo)
async def board(home: TheHouse, player: Maybe, match: str, token: SeatToken = None, lang: Lang = "en") -> Response:
    """The names of all things of this match, and what its board must know once: with its owner's own data."""
    room = await home.hall.room(match)
    look_in(home, room, player, token)
    game = registry.find(room.header.game)
    return Response(await asyncio.to_thread(board_info, game, lang, room.header.options), media_type="application/json")


def look_in(home: House, room: Room, player: Player | None, token: str | None = None) -> Eyes:
    """The eyes of somebody who may see this match; :class:`Refused` if not."""
    eyes = eyes_for(home, room, player, token)
    if not home.hall.may_look_in(room, eyes):
        raise Refused("not_yours", "This match may not be watched.")
    home.hall.ask_for(room.header.id)
    return eyes


@router.get("/invites/{invite}", response_model=s.MatchInfo)
async def invited(home: TheHouse, player: Maybe, invite: str, lang: Lang = "en") -> Frame:
    """The table one is invited to. Once the match has begun, an invitation opens no more than the link to watch."""
    room = await _invited(home, invite)
    if room.header.status == "lobby":
        return told(home, room, eyes_for(home, room, player), lang)
    return told(home, room, look_in(home, room, player), lang)


async def _invited(home: House, invite: str) -> Room:
    match = home.seal.read_invite(invite)
    if match is None:
        raise Refused("not_found", "This invitation is not valid.")
    return await home.hall.room(match)


@router.post("/invites/{invite}/join", response_model=s.Seated)
async def join_by_invite(home: TheHouse, player: Person, invite: str, body: s.Join) -> Frame:
    return await _join(home, await _invited(home, invite), player, body)


@router.post("/matches/{match}/join", response_model=s.Seated)
async def join_listed(home: TheHouse, player: Person, match: str, body: s.Join) -> Frame:
    """Take a seat at a table that is listed for everybody."""
    room = await home.hall.room(match)
    if not room.header.listed:
        raise Refused("not_yours", "You need an invitation to join this table.")
    return await _join(home, room, player, body)


async def _join(home: House, room: Room, player: Player, body: s.Join) -> Frame:
    token = new_token()
    taken: dict[int, str] = {}

    def work(room: Room, at: float) -> Change:
        taken.clear()  # somebody else may have been faster to the seat
        held = eyes_for(home, room, player).seats
        if held:
            raise SitsAlready(body.seat is None or body.seat in held)
        change = room.sit_down(body.seat, player.id, body.name or player.name, token_hash(token), at)
        taken[change.chairs[0].seat] = token
        return change

    try:
        await home.hall.change(room.header.id, work)
    except SitsAlready as sits:
        if not sits.there:
            raise
    return await seated(home, room.header.id, player, taken)


class SitsAlready(Refused):
    """One who asks twice (a double click) keeps the seat; ``there``: it is the one asked for."""

    def __init__(self, there: bool) -> None:
        super().__init__("taken", "You sit at this table already.")
        self.there = there


@router.post("/matches/{match}/claim", response_model=s.Seated)
async def claim(home: TheHouse, player: Person, match: str, body: s.Claim) -> Frame:
    """Take a seat to this device by its token."""
    room = await home.hall.room(match)
    held = home.hall.eyes(room, None, [body.token]).seats
    if not held:
        raise Refused("not_yours", "This link does not open a seat.")

    def work(room: Room, at: float) -> Change:
        change = Change(room.header.version)
        for seat in home.hall.eyes(room, None, [body.token]).seats:
            room.chairs[seat].player = player.id
            change.chairs.append(room.chairs[seat])
        room.changed()
        return change

    room = await home.hall.change(match, work)
    eyes = eyes_for(home, room, player)
    return {"match": told(home, room, eyes), "seats": sorted(eyes.seats), "tokens": {}}


# Before, during and after


async def _host(home: House, match: str, player: Player) -> Room:
    room = await home.hall.room(match)
    if room.header.host != player.id:
        raise Refused("not_yours", "Only the person who set up the table may do that.")
    return room


@router.post("/matches/{match}/start", response_model=s.MatchInfo)
async def start(home: TheHouse, player: Person, match: str, body: s.Start) -> Frame:
    """Begin; ``fill`` puts bots on the seats still open."""
    room = await _host(home, match, player)
    if room.header.status == "lobby" and body.fill is not None:
        level = check_level(body.fill, registry.find(room.header.game))
        await _allow_bots_alone(home, player.id, [each for each in room.chairs if each.kind != "open"])
        for chair in [each for each in room.chairs if each.kind == "open"]:
            seat = chair.seat
            await home.hall.change(match, lambda room, at, seat=seat: room.change_seat(seat, level, at))  # type: ignore[misc]
    room = await home.hall.change(match, lambda room, at: room.start(at))
    return told(home, room, eyes_for(home, room, player))


@router.put("/matches/{match}/seats/{seat}", response_model=s.MatchInfo)
async def change_seat(home: TheHouse, player: Person, match: str, seat: SeatPath, body: s.ChangeSeat) -> Frame:
    """In the lobby: a bot on a seat, or nobody."""
    room = await _host(home, match, player)
    level = check_level(body.level, registry.find(room.header.game)) if body.kind == "bot" else None
    if level is not None:
        await _allow_bots_alone(home, player.id, [each for each in room.chairs if each.seat != seat])
    await home.hall.change(match, lambda room, at: room.change_seat(seat, level, at))
    frame: Frame = (await seated(home, match, player, {}))["match"]
    return frame


async def _with_my_seats(
    home: House, player: Player, match: str, seat: int | None, work: Callable[[Room, int, float], Change]
) -> Frame:
    """Do something with one of my seats, or with all of them."""
    room = await home.hall.room(match)
    mine = eyes_for(home, room, player).seats
    if not mine or (seat is not None and seat not in mine):
        raise Refused("not_yours", "This seat is not yours.")
    for number, each in enumerate(sorted(mine) if seat is None else [seat]):
        if number and room.header.status == "finished":
            break  # the first of several has ended the match
        room = await home.hall.change(match, lambda room, at, each=each: work(room, each, at))  # type: ignore[misc]
    return told(home, room, eyes_for(home, room, player))


@router.post("/matches/{match}/leave", response_model=s.MatchInfo)
async def leave(home: TheHouse, player: Person, match: str, body: s.OneSeat) -> Frame:
    """In the lobby the seat is open again; later a bot plays until you return."""
    room = await home.hall.room(match)
    mine = eyes_for(home, room, player).seats
    if mine and room.live:
        staying = [each for each in room.chairs if each.seat not in (mine if body.seat is None else {body.seat})]
        await _allow_bots_alone(home, room.header.host, staying, NOBODY_STAYS)
    return await _with_my_seats(home, player, match, body.seat, lambda room, seat, at: room.stand_up(seat, at))


@router.post("/matches/{match}/return", response_model=s.MatchInfo)
async def come_back(home: TheHouse, player: Person, match: str, body: s.OneSeat) -> Frame:
    return await _with_my_seats(home, player, match, body.seat, lambda room, seat, at: room.come_back(seat, at))


@router.post("/matches/{match}/concede", response_model=s.MatchInfo)
async def concede(home: TheHouse, player: Person, match: str, body: s.OneSeat) -> Frame:
    return await _with_my_seats(home, player, match, body.seat, lambda room, seat, at: room.concede(seat, at))


@router.post("/matches/{match}/agree", response_model=s.MatchInfo)
async def agree(home: TheHouse, player: Person, match: str, body: s.Agree) -> Frame:
    """The rules have changed under a match: go on from the position that they lead to, or close it."""
    room = await home.hall.room(match)
    mine = eyes_for(home, room, player).seats
    if not mine or (body.seat is not None and body.seat not in mine):
        raise Refused("not_yours", "This seat is not yours.")
    asked = mine.intersection(room.waited_for()) or mine
    seats = sorted(asked) if body.seat is None else [body.seat]
    if not body.agree:
        room = await home.hall.change(match, lambda room, at: room.disagree(seats[0], at))
    else:
        for each in seats:
            room = await home.hall.change(match, lambda room, at, each=each: room.agree(each, at))  # type: ignore[misc]
    return told(home, room, eyes_for(home, room, player))


@router.post("/matches/{match}/replace", response_model=s.MatchInfo)
async def replace_absent(home: TheHouse, player: Person, match: str, body: s.Replace) -> Frame:
    """Let a bot play for a person who is away and holds up the table; the person may return."""
    room = await home.hall.room(match)
    if not eyes_for(home, room, player).seats:
        raise Refused("not_yours", "Only those who play may do that.")

    def work(room: Room, at: float) -> Change:
        if body.seat not in room.waited_for() or body.seat in home.hall.presence(match).seats:
            raise Refused("wrong_status", "This seat does not hold up the table, or the person is here.")
        if room.quiet_for() < ABSENT_SECONDS:
            raise Refused("wrong_status", f"Wait {ABSENT_SECONDS / 60:g} minutes for an absent person.")
        return room.replace_person(body.seat, "absent", at)

    room = await home.hall.change(match, work)
    return told(home, room, eyes_for(home, room, player))


@router.post("/matches/{match}/rematch", status_code=201, response_model=s.Seated)
async def again(home: TheHouse, player: Person, match: str, request: Request) -> Frame:
    """The same table again. The first who asks sets it up, the others take their old places in it."""
    home.limiter.check("match", visitor(request.scope))
    for _ in range(5):
        room = await home.hall.room(match)
        if room.header.status not in ("finished", "broken"):
            raise Refused("wrong_status", "A rematch comes after the end.")
        mine = eyes_for(home, room, player).seats
        if not mine:
            raise Refused("not_yours", "Only those who played may ask for a rematch.")
        if room.header.rematch is not None:
            return await _take_old_places(home, room, player, sorted(mine))
        header, chairs, tokens = rematch(room.header, room.chairs, player)
        rows = [chair.to_row() for chair in chairs]
        news = {"match": match, "version": room.header.version + 1}
        seen = room.header.version
        try:
            await home.store.write(queries.add_rematch, asdict(header), rows, match, seen, tell=[news])
        except Conflict:
            await home.hall.refresh(match)
            continue
        await home.hall.refresh(match)
        return await seated(home, header.id, player, tokens)
    raise Refused("stale", "The table has changed since; try again.")


async def _take_old_places(home: House, first: Room, player: Player, mine: list[int]) -> Frame:
    match = first.header.rematch
    assert match is not None
    tokens: dict[int, str] = {}
    room = await home.hall.room(match)
    for seat in mine:
        if room.chairs[seat].kind == "open":
            token = new_token()
            name = first.chairs[seat].name

            def work(room: Room, at: float, seat: int = seat, name: str = name, token: str = token) -> Change:
                return room.sit_down(seat, player.id, name, token_hash(token), at)

            room = await home.hall.change(match, work)
            tokens[seat] = token
    return await seated(home, match, player, tokens)


# Playing


async def state_of(home: House, room: Room, eyes: Eyes, lang: str) -> Frame:
    """All that somebody may know of a match now."""
    async with room.lock:
        presence = home.hall.presence(room.header.id)
        invite, at = home.hall.invite(room, eyes), home.hall.clock.now()
        frame, _ = state_frame(room, eyes, lang, Mark(), presence, invite, at)
    return frame


@router.get("/matches/{match}/state", response_model=s.StateFrame)
async def state(
    home: TheHouse, player: Maybe, match: str, token: SeatToken = None, seat: SeatQuery = None, lang: Lang = "en"
) -> Packed:
    """What the websocket would send."""
    room = await home.hall.room(match)
    eyes = look_in(home, room, player, token)
    if seat is not None or eyes.seats:
        eyes = eyes._replace(seat=seat_to_use(eyes, room, seat))
    return Packed(await state_of(home, room, eyes, lang))


@router.post("/matches/{match}/play", response_model=s.StateFrame)
async def play(
    home: TheHouse, player: Maybe, match: str, body: s.PlayRequest, token: SeatToken = None, lang: Lang = "en"
) -> Packed:
    """Make a decision; it is committed when this answers."""
    return await _act(home, player, match, token, body, body.word, lang)


@router.post("/matches/{match}/undo", response_model=s.StateFrame)
async def undo(
    home: TheHouse, player: Maybe, match: str, body: s.UndoRequest, token: SeatToken = None, lang: Lang = "en"
) -> Packed:
    """Take back the last decision."""
    return await _act(home, player, match, token, body, None, lang)


async def _act(
    home: House,
    player: Player | None,
    match: str,
    token: str | None,
    body: s.PlayRequest | s.UndoRequest,
    word: str | None,
    lang: str,
) -> Packed:
    tokens = [token] if token else []
    asked = Decision(match, player.id if player else None, tokens, body.seat, word, body.version, lang)
    done = await decide(home.hall, asked)
    eyes = eyes_for(home, done.room, player, token)._replace(seat=done.seat)
    return Packed(await state_of(home, done.room, eyes, lang))


@router.get("/matches/{match}/log", response_model=list[s.LogEntry])
async def whole_log(
    home: TheHouse, player: Maybe, match: str, token: SeatToken = None, seat: SeatQuery = None, lang: Lang = "en"
) -> Packed:
    """The whole log as a seat of yours (or a spectator) may know it."""
    room = await home.hall.room(match)
    eyes = look_in(home, room, player, token)
    if seat is not None and seat not in eyes.seats:
        raise Refused("not_yours", "This seat is not yours.")
    async with room.lock:
        return Packed(await asyncio.to_thread(log_lines, room, seat, lang))


@router.websocket("/matches/{match}/socket")
async def socket(websocket: WebSocket, match: str) -> None:
    home = house(websocket)
    player = await who(websocket)
    await Viewer(websocket, home.hall, match, player, home.settings.limits).run()

"""Setting up a match: from what somebody asked for to a header and seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludi import bots
from ludi.bots.romans import roman
from ludi.core import Box, Game, LudiError, Start, Table, commitment, new_seed, registry
from ludi.core.dice import SEED_BYTES
from ludi.core.lesson import Learning, Lesson
from ludi.core.lesson_file import ME
from ludi.server import schemas as s
from ludi.server.identity import MATCH_ID, Player, new_id, new_token, token_hash
from ludi.server.names import LONGEST, readable
from ludi.server.refusals import Refused, from_game
from ludi.server.rows import Header, Seat
from ludi.server.store import now
from ludi.server.teaching import lesson_of, written


def check_level(level: str | None, game: Game) -> str:
    """The name of a bot that exists."""
    chosen = level or bots.DEFAULT
    if "@" in chosen:
        raise Refused("invalid", "A bot at a table thinks as long as its level says; leave out what stands behind @.")
    try:
        bots.find(chosen, game)
    except LudiError as error:
        raise from_game(error) from None
    return chosen


def read_options(game: Game, asked: dict[str, Any]) -> dict[str, Any]:
    """Options as the game wants them; what was uploaded as a file is read."""
    readers = {option.name: option.read for option in game.options}
    chosen = dict(asked)
    for name, value in asked.items():
        read = readers.get(name)
        if isinstance(value, dict) and read is not None:
            text, file = value.get("text"), value.get("file", "the file")
            if not isinstance(text, str) or not isinstance(file, str):
                raise Refused("invalid", f"The option '{name}' needs a file: its name and its text.")
            chosen[name] = read(text, file)
    return chosen


def set_up(
    body: s.NewMatch, player: Player, own: Mapping[str, Mapping[str, Any]]
) -> tuple[Header, list[Seat], dict[int, str]]:
    """The header and seats of a new match, and the tokens of the seats that the asker takes.

    ``own`` are options that tables of a game have here unless they are asked for otherwise: the server's own data.
    """
    try:
        game = registry.find(body.game)
        if body.position is None:
            box = game.box({**own.get(game.name, {}), **read_options(game, body.options)})
        else:
            box = _begun(game, body)
    except LudiError as error:
        raise from_game(error) from None
    if body.dice and body.position is None:
        raise Refused("invalid", "'dice' are for a match that begins from a position.")
    if len(body.seats) != box.seats:
        raise Refused(
            "invalid",
            f"These options are for {box.seats} {'seat' if box.seats == 1 else 'seats'}, "
            f"but {len(body.seats)} are given.",
        )
    if all(seat.kind == "open" for seat in body.seats):
        raise Refused("invalid", "At least one seat must be yours or a bot's.")
    if body.clock.kind != "none" and body.clock.seconds < 1:
        raise Refused("invalid", "A clock needs at least one second.")
    chairs, tokens = _seated(game, body.seats, player)
    header = new_header(game.name, game.rules_version, box.options, body.clock.model_dump(), player.id)
    header.listed, header.watch, header.hints = body.listed, body.watch, body.hints
    if body.position is not None:
        header.start = {"position": body.position, "dice": body.dice}
    return header, chairs, tokens


def set_up_lesson(lesson: Lesson, player: Player) -> tuple[Header, list[Seat], dict[int, str]]:
    """The header and seats of a match in which a lesson is taught, and the token of the learner's seat."""
    game = registry.find(lesson.game)
    asked = [s.SeatRequest(kind="me") if who == ME else s.SeatRequest(kind="bot", level=who) for who in lesson.seats]
    chairs, tokens = _seated(game, asked, player)
    box = lesson.table(bytes(SEED_BYTES)).box
    header = new_header(game.name, game.rules_version, box.options, s.Clock().model_dump(), player.id)
    header.start = {"position": dict(lesson.start.position), "dice": list(lesson.start.dice)}
    header.lesson = written(Learning(lesson))
    return header, chairs, tokens


def set_up_study(
    found: Mapping[str, Any], players: Sequence[str], player: Player
) -> tuple[Header, list[Seat], dict[int, str]]:
    """A match that goes on from a position of another, whose names the seats keep."""
    game = registry.find(found["game"])
    names = found["seats"]
    if len(players) != len(names):
        raise Refused("invalid", f"This match has {len(names)} {'seat' if len(names) == 1 else 'seats'}.")
    if ME not in players:
        raise Refused("invalid", "At least one seat must be yours.")
    asked = [
        s.SeatRequest.model_construct(
            kind="me" if who == ME else "bot", level=None if who == ME else who, name=readable(name)[:LONGEST] or None
        )
        for who, name in zip(players, names, strict=True)
    ]
    chairs, tokens = _seated(game, asked, player)
    header = new_header(game.name, game.rules_version, found["options"], s.Clock().model_dump(), player.id)
    header.start = {"position": found["position"], "dice": []}
    header.hints = True
    return header, chairs, tokens


def _seated(game: Game, seats: Sequence[s.SeatRequest], player: Player) -> tuple[list[Seat], dict[int, str]]:
    """Who sits where, and the tokens of the seats that the asker takes."""
    chairs: list[Seat] = []
    tokens: dict[int, str] = {}
    for number, asked in enumerate(seats):
        chair = Seat(number, "open")
        if asked.kind == "bot":
            level = check_level(asked.level, game)
            chair = Seat(number, "bot", level=level, name=asked.name or "")
        elif asked.kind == "me":
            tokens[number] = new_token()
            chair = Seat(number, "person", player.id, asked.name or player.name, token=token_hash(tokens[number]))
        chairs.append(chair)
    for chair in chairs:
        if chair.kind == "bot" and not chair.name:
            chair.name = roman([each.name for each in chairs])
    _tell_apart(chairs)
    return chairs, tokens


def _begun(game: Game, body: s.NewMatch) -> Box:
    """The box of a match that begins from a position."""
    if body.options:
        raise Refused("invalid", "A position brings its own options: leave 'options' away.")
    assert body.position is not None
    for part in sorted(game.snapshot_parts & set(body.position)):
        raise Refused("invalid", f"A table does not take the part '{part}' of a position: tell it in plain words.")
    state = Table(game, {}, (), bytes(SEED_BYTES), Start(body.position, tuple(body.dice))).state
    if not state.actors():
        raise Refused("invalid", "The game is over in this position.")
    return state.box


def _tell_apart(chairs: Sequence[Seat]) -> None:
    """Two with one name get a number each, one that makes no third name of the table."""
    names = [chair.name for chair in chairs]
    taken = set(names)
    for chair in chairs:
        if chair.name and names.count(chair.name) > 1:
            free = (f"{chair.name[: LONGEST - 3]} {number}" for number in range(1, 2 * len(chairs) + 1))
            chair.name = next(name for name in free if name not in taken)
            taken.add(chair.name)


def new_header(game: str, rules: str, options: dict[str, Any], clock: dict[str, Any], host: str) -> Header:
    seed = new_seed()
    at = now()
    return Header(
        id=new_id(MATCH_ID),
        game=game,
        rules=rules,
        options=options,
        seed=seed.hex(),
        commitment=commitment(seed),
        host=host,
        status="lobby",
        listed=False,
        watch=True,
        clock=clock,
        version=0,
        decisions=0,
        due=[],
        bot_due=False,
        deadline=None,
        created=at,
        changed=at,
    )


def rematch(first: Header, chairs: Sequence[Seat], player: Player) -> tuple[Header, list[Seat], dict[int, str]]:
    """The same match again: bots and the asker sit, the others' places wait for them."""
    game = registry.find(first.game)
    header = new_header(first.game, game.rules_version, first.options, first.clock, player.id)
    header.listed, header.watch, header.rematch_of, header.start = False, first.watch, first.id, first.start
    header.hints = first.hints
    lesson = lesson_of(first)
    header.lesson = None if lesson is None else written(Learning(lesson))
    new: list[Seat] = []
    tokens: dict[int, str] = {}
    for old in chairs:
        if old.kind == "bot":
            new.append(Seat(old.seat, "bot", level=old.level, name=old.name))
        elif old.player == player.id:
            tokens[old.seat] = new_token()
            new.append(Seat(old.seat, "person", player.id, old.name, token=token_hash(tokens[old.seat])))
        else:
            new.append(Seat(old.seat, "open"))
    return header, new, tokens

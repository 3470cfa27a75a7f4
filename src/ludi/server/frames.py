"""What a viewer gets to see, built from what that viewer may know, in the viewer's language.

These are plain dictionaries because they are made for every viewer after every decision; the tests hold them to
:mod:`ludi.server.schemas`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

from ludi.core import Box, Event, Game, LudiError, Phrase, Phrasebook, Table, UnknownGame, registry
from ludi.core.lesson import say
from ludi.server import hinting, pleas, teaching
from ludi.server.lines import Frame, event_line
from ludi.server.refusals import from_game
from ludi.server.results import told
from ludi.server.room import Room, seconds_left
from ludi.server.rows import Header, Notice, Seat
from ludi.server.store import now
from ludi.server.talk import game_talk, table_talk
from ludi.server.wire import pack

LOG_LINES = 300


class Eyes(NamedTuple):
    """Who looks: a person, the seats this person may look through, and the one chosen."""

    player: str | None = None
    seats: frozenset[int] = frozenset()
    seat: int | None = None


class Presence(NamedTuple):
    seats: Collection[int] = ()
    watchers: int = 0


@lru_cache(maxsize=256)
def _word_for(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def shown_options(options: Mapping[str, Any]) -> Frame:
    """Options as everybody is told them: of an owner's own files only the names, each with a word for its text."""
    return {
        name: {file: _word_for(text) for file, text in value.items()} if isinstance(value, Mapping) else value
        for name, value in options.items()
    }


def board_info(game: Game, language: str, options: Mapping[str, Any]) -> bytes:
    """The names of all things of a match with these options, and what its board must know once, as JSON."""
    try:
        box = game.box(options)
    except LudiError as error:
        raise from_game(error) from None
    return _told_of(box, language)


@lru_cache(maxsize=16)
def _told_of(box: Box, language: str) -> bytes:
    book = game_talk(box.game, language, box=box)
    said = [key for table in box.game.board_tables for key in book.section(table)]
    return pack(
        {
            "names": {word: book.name(word) for word in sorted(book.names())},
            "phrases": {key: book.template(key) for key in said},
            "units": book.units() if said else {},
            "chart": box.chart(),
        }
    )


def result_frame(header: Header, names: Sequence[str], language: str) -> Frame | None:
    """The result of a finished match, with the seed."""
    if header.result is None:
        return None
    return told(header.result, registry.find(header.game), names, language, header.seed, header.commitment)


def _why(header: Header, title: str, names: Sequence[str], language: str) -> str:
    """Why a match waits for the players' agreement, or why it was closed."""
    if header.why is None:
        return ""
    facts = {"title": title, **{name: fact for name, fact in header.why.items() if name != "why"}}
    return table_talk(language, names).say(Phrase(f"why.{header.why['why']}", facts))


def match_frame(
    header: Header,
    chairs: Sequence[Seat],
    eyes: Eyes,
    language: str,
    presence: Presence,
    invite: str | None,
    at: float,
    room: Room | None = None,
) -> Frame:
    """The outside of a match: what anybody who may watch it may know. ``at`` is the time by which clocks run.

    It keeps to itself what others do in secret just now. Without the room that cannot be told from the rest, so of a
    match under way there is neither a version (it is 0) nor a clock.
    """
    mine = sorted(eyes.seats | {chair.seat for chair in chairs if eyes.player and chair.player == eyes.player})
    due = set(header.due) if header.status in ("live", "paused") else set()
    if room is None:
        unknown = header.status in ("live", "paused")
        version, decisions = 0 if unknown else header.version, header.decisions
        told_clocks: Collection[int] = () if unknown else range(len(chairs))
    else:
        version, decisions = room.shown(min(mine, default=None) if eyes.seat is None else eyes.seat)
        # A clock that starts again with every decision would tell of each.
        starts_again = header.clock["kind"] == "move" or header.clock["increment"]
        told_clocks = mine if room.in_secret and starts_again else range(len(chairs))
    try:
        title = registry.find(header.game).title
        result = result_frame(header, [chair.name for chair in chairs], language)
    except UnknownGame:
        title, result = header.game, None
    return {
        "id": header.id,
        "game": header.game,
        "title": title,
        "rules_version": header.rules,
        "options": shown_options(header.options),
        "status": header.status,
        "why": _why(header, title, [chair.name for chair in chairs], language),
        "version": version,
        "decisions": decisions,
        "seats": [
            {
                "seat": chair.seat,
                "kind": chair.kind,
                "name": chair.name,
                "level": chair.level,
                "stand_in": chair.stand_in,
                "conceded": chair.conceded,
                "mine": chair.seat in mine,
                "due": chair.seat in due,
                "present": chair.kind == "bot" or chair.seat in presence.seats,
                "clock": seconds_left(header.clock, chair, at) if chair.seat in told_clocks else None,
                "ticking": chair.since is not None and header.status == "live",
            }
            for chair in chairs
        ],
        "my_seats": mine,
        "host": eyes.player is not None and header.host == eyes.player,
        "waiting_for_me": any(seat in due and chairs[seat].bot is None for seat in mine),
        "clock": header.clock,
        "listed": header.listed,
        "watch": header.watch,
        "watchers": presence.watchers,
        "commitment": header.commitment,
        "created": header.created,
        "changed": header.changed,
        "finished": header.finished,
        "invite": f"/join/{invite}" if invite and header.status == "lobby" else None,
        "rematch": header.rematch,
        "result": result,
        "lesson": None if (lesson := teaching.lesson_of(header)) is None else say(lesson.title, language),
        "hints": hinting.open_to(header, chairs),
        "plea": None if room is None else pleas.told(room.plea, chairs),
        "server_time": now(),
    }


# The log


def notice_line(notice: Notice, talk: Phrasebook) -> Frame:
    kind = teaching.GIVEN_UP if notice.word == teaching.GIVEN_UP else notice.kind
    phrase = Phrase(f"notice.{kind}", {"seat": notice.seat, "word": notice.word})
    return {
        "decision": notice.decision,
        "type": "notice",
        "kind": notice.kind,
        "text": talk.say(phrase),
        "rule": "",
        "data": {"seat": notice.seat, "word": notice.word},
        "secret": False,
    }


def _events_after(table: Table, keep: int) -> Iterable[tuple[int, Event]]:
    events = table.events
    first = len(events)
    while first and events[first - 1][0] > keep:
        first -= 1
    return events[first:]


def _line(room: Room, number: int, event: Event, seat: int | None, book: Phrasebook, new: bool) -> Frame:
    """One line; what is new and no secret is the same for all who look."""
    if event.secret or not new:
        return event_line(number, event, event.seen_by(seat), book)
    return room.once((book.language, id(event)), lambda: event_line(number, event, event.seen_by(None), book))


def log_lines(room: Room, seat: int | None, language: str, keep: int = -1, seen: int = -1) -> list[Frame]:
    """The lines that a viewer who keeps those up to a decision, and has seen a version, does not have."""
    if room.table is None:
        return []
    book = room.book(language)
    lines = [_line(room, number, event, seat, book, keep >= 0) for number, event in _events_after(room.table, keep)]
    new = [notice for notice in room.notices if notice.version > seen or notice.decision > keep]
    if new:
        talk = table_talk(language, [chair.name for chair in room.chairs])
        known = room.shown(seat)[1]
        lines += [notice_line(replace(notice, decision=min(notice.decision, known)), talk) for notice in new]
        lines.sort(key=lambda line: int(line["decision"]))
    return lines


@dataclass(slots=True)
class Mark:
    """How much of the log a viewer has."""

    version: int = -1
    decisions: int = -1
    shown: int = -1
    """The number of decisions that it knows of."""


def state_frame(
    room: Room, eyes: Eyes, language: str, mark: Mark, presence: Presence, invite: str | None, at: float
) -> tuple[Frame, Mark]:
    """All that one viewer may know now, and what it then has of the log."""
    seat = eyes.seat
    table = room.table
    frame: Frame = {
        "type": "state",
        "version": room.shown(seat)[0],
        "lang": language,
        "seat": seat,
        "match": match_frame(room.header, room.chairs, eyes, language, presence, invite, at, room),
        "view": None,
        "prompt": None,
        "legal": [],
        "undo": False,
        "may_ask": False,
        "log": {"keep": -1, "entries": []},
        "last": [],
        "lesson": None,
    }
    if table is None:
        return frame, Mark()
    state = table.state
    book = room.book(language)
    if seat is None:
        frame["view"] = room.once("view", lambda: state.view(None))
    else:
        frame["view"] = state.view(seat)
        if room.learning is not None and room.learning.lesson.me == seat:
            frame["lesson"] = teaching.told(room.learning, language, book)
        asked = state.prompt(seat)
        frame["prompt"] = {"text": book.say(asked), "rule": asked.rule}
        if room.live and room.chairs[seat].bot is None:
            frame["legal"] = [_choice(table, action, book) for action in state.legal(seat)]
            frame["undo"] = table.can_undo(seat)
            frame["may_ask"] = pleas.may_ask(table, seat)
        last = room.last_seen[seat]
        if last is not None and last[0] == seat:
            frame["last"] = [str(seat), last[1]]
    keep = mark.decisions
    for version, decisions in reversed(room.trail):
        if version <= mark.version:
            break
        keep = min(keep, decisions)
    if seat is None:
        lines = room.once((language, keep, mark.version), lambda: log_lines(room, None, language, keep, mark.version))
    else:
        lines = log_lines(room, seat, language, keep, mark.version)
    frame["log"] = {"keep": min(keep, mark.shown), "entries": lines[-LOG_LINES:] if keep < 0 else lines}
    return frame, Mark(room.header.version, len(table.decisions), room.shown(seat)[1])


def _choice(table: Table, action: int, book: Phrasebook) -> Frame:
    state = table.state
    label, help_ = state.label(action), state.explain(action)
    vocabulary = table.box.vocabulary
    heading, thing = book.say_apart(label)
    return {
        "word": state.spell(action),
        "verb": vocabulary.verb(action),
        "argument": vocabulary.argument(action),
        "label": book.say(label),
        "heading": heading,
        "thing": thing,
        "manner": state.manner(action),
        "explanation": book.say(help_),
        "rule": label.rule,
    }

"""The process in which records are read and played again (see :mod:`ludi.server.readers`).

A record comes from anybody, so it is held to limits in everything before it is played, and what it makes of memory and
time is this process's own. An answer is as long as work and size allow; the rest is asked for with the next ``first``.
"""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import os
import pickle
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from time import process_time
from typing import Any

import orjson

from ludi.bots.analysis import as_text, compose
from ludi.core import Asked, BadRecord, LudiError, Phrase, Phrasebook, Record, State, Table, View, registry
from ludi.core.questions import answer as answer_to
from ludi.server import study
from ludi.server.frames import board_info, shown_options
from ludi.server.lines import Frame, event_line
from ludi.server.refusals import Refused, from_game
from ludi.server.results import kept, told
from ludi.server.talk import game_talk, table_talk
from ludi.server.thinker import receive, send
from ludi.server.wire import pack

MOST_SEATS = 16
MOST_LETTERS = 60
"""Of a name, as the store has it."""
MOST_DECISIONS = 20_000
MOST_WORD = 200
MOST_DICE = 200
MOST_BYTES = 128 * 1024
"""Of the options and of the result: an owner's own deck is the longest of these."""
MOST_DEPTH = 20
PAGE_BYTES = 2 * 1024 * 1024
PAGE_SECONDS = 0.5
MOST_MEMORY = 512 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Upload:
    """The body of a request: ``{"record": {...}}``, as it came."""

    body: bytes


Source = Upload | Record


@dataclass(frozen=True, slots=True)
class Replay:
    """Positions ``first`` to at most ``first + count - 1``; the result is the one given, or what the record says."""

    source: Source
    seen_from: str
    first: int
    count: int
    lang: str
    result: Frame | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """What the board of a record must know once, with its owner's own data."""

    source: Source
    lang: str


@dataclass(frozen=True, slots=True)
class Prove:
    """Is the deal the one that was committed to?"""

    source: Source
    published: str | None
    lang: str


@dataclass(frozen=True, slots=True)
class Tell:
    """An analysis in the game's own words, or (without a language) as the file that is kept beside a record."""

    source: Record
    level: str
    moves: Sequence[dict[str, Any]]
    frame: Frame
    lang: str | None


@dataclass(frozen=True, slots=True)
class Inquiry:
    """A question of the game about the moment after ``at`` decisions, as it was seen from there."""

    source: Record
    at: int
    seen_from: str
    question: str
    arguments: dict[str, Any]
    lang: str


@dataclass(frozen=True, slots=True)
class Begin:
    """The position after ``at`` decisions, to play on from it."""

    source: Source
    at: int


@dataclass(frozen=True, slots=True)
class Why:
    """Why the decision ``at`` of a finished game was made, as far as its maker could know."""

    source: Source
    at: int
    lang: str


@dataclass(frozen=True, slots=True)
class LastMove:
    """The last move of a seat in a game under way, and why, for another seat or a spectator."""

    source: Record
    seat: int
    eyes: int | None
    lang: str


Question = Replay | Board | Prove | Tell | Inquiry | Begin | Why | LastMove
Answer = bytes | tuple[str, str, str]
"""What is to be sent, compressed if that was asked for; or the code, the sentence and the rule of a refusal."""


# Limits


def read(source: Source) -> Record:
    """The record, if it is one and keeps within the limits."""
    if isinstance(source, Record):
        return source
    try:
        data = orjson.loads(source.body)
    except orjson.JSONDecodeError:
        raise Refused("malformed", "The body cannot be read as JSON.") from None
    if not isinstance(data, dict) or set(data) != {"record"} or not isinstance(data["record"], dict):
        raise Refused("invalid", 'The body must be {"record": {...}}.')
    found = data["record"]
    if _depth(found) > MOST_DEPTH:
        raise Refused("too_large", "This record is nested too deeply.")
    try:
        record = Record.from_json(orjson.dumps(found).decode(), "This record")
    except (LudiError, TypeError) as error:
        raise from_game(error) if isinstance(error, LudiError) else Refused("malformed", str(error)) from None
    _hold_to_limits(record)
    return record


def _depth(data: Any) -> int:
    """How deep lists and objects lie in one another; no more than one too many is counted."""
    depth = 0
    layer = [data]
    while layer and depth <= MOST_DEPTH:
        below: list[Any] = []
        for each in layer:
            if isinstance(each, dict):
                below += [value for value in each.values() if isinstance(value, (dict, list))]
            elif isinstance(each, list):
                below += [value for value in each if isinstance(value, (dict, list))]
        layer = below
        depth += 1
    return depth


def _hold_to_limits(record: Record) -> None:
    def check(good: bool, what: str) -> None:
        if not good:
            raise Refused("too_large", f"This record is too large: {what}.")

    check(len(record.seats) <= MOST_SEATS, f"at most {MOST_SEATS} seats")
    names = [name for chair in record.seats for name in (chair.name, chair.player)]
    names += [record.game, record.rules]
    check(all(len(name) <= MOST_LETTERS for name in names), f"names have at most {MOST_LETTERS} letters")
    check(len(record.decisions) <= MOST_DECISIONS, f"at most {MOST_DECISIONS} decisions")
    check(all(len(word) <= MOST_WORD for _, word in record.decisions), f"words have at most {MOST_WORD} letters")
    check(len(orjson.dumps(record.options)) <= MOST_BYTES, f"at most {MOST_BYTES // 1024} kB of options")
    if record.start is not None:
        check(len(orjson.dumps(record.start.position)) <= MOST_BYTES, f"at most {MOST_BYTES // 1024} kB of position")
        check(len(record.start.dice) <= MOST_DICE, f"at most {MOST_DICE} rolls in its script")
    check(len(orjson.dumps(record.result)) <= MOST_BYTES, f"at most {MOST_BYTES // 1024} kB of result")


# Replay


def replay(asked: Replay) -> bytes:
    """Deal and play again; keep what was asked for, as far as one answer goes."""
    record = read(asked.source)
    try:
        positions = Table.replay(record, source="This record")
        table = next(positions)
        names = [chair.name for chair in table.seats]
        seats = table.box.seats
        if asked.seen_from.isdigit() and int(asked.seen_from) >= seats:
            raise Refused("not_found", f"This match has {seats} {'seat' if seats == 1 else 'seats'}.")
        page = _Page(asked, record, game_talk(table.game, asked.lang, names, table.box))
        page.look(table)
        while not (page.full and asked.result) and next(positions, None) is not None:
            page.look(table)
    except LudiError as error:
        raise from_game(error) from None
    result, outcome = asked.result, table.state.outcome()
    if result is None and outcome is not None:
        result = told(kept(outcome), table.game, names, asked.lang, record.seed, record.commitment)
    return pack(
        {
            "game": record.game,
            "title": table.game.title,
            "options": shown_options(record.options),
            "seats": names,
            "players": [chair.player for chair in table.seats],
            "commitment": record.commitment,
            "seed": record.seed,
            "decisions": len(record.decisions),
            "seen_from": asked.seen_from,
            "steps": page.steps,
            "result": result,
        }
    )


class _Page:
    """What was asked for of a record that is being played, as far as one answer goes."""

    def __init__(self, asked: Replay, record: Record, book: Phrasebook) -> None:
        self.asked = asked
        self.record = record
        self.book = book
        self.steps: list[orjson.Fragment] = []
        self.full = False
        self._size = 0
        self._end = 0.0
        self._label = ""

    def look(self, table: Table) -> None:
        """At the table after its last decision, and at the next one, which has its label before it is carried out."""
        number = len(table.decisions)
        if not self.full and number >= self.asked.first:
            self._keep(table, number)
        following = number + 1
        self.full |= following >= self.asked.first + self.asked.count
        if not self.full and self.asked.first <= following <= len(self.record.decisions):
            self._label = _label_if_open(table.state, *self.record.decisions[number], self.book)

    def _keep(self, table: Table, number: int) -> None:
        self._end = self._end or process_time() + PAGE_SECONDS
        step = pack(self._step(table, number))
        self._size += len(step)
        if self.steps and (self._size > PAGE_BYTES or process_time() > self._end):
            self.full = True
        else:
            self.steps.append(orjson.Fragment(step))

    def _step(self, table: Table, number: int) -> Frame:
        """What there is after the decision ``number`` (0: the deal)."""
        seat, word = table.decisions[-1] if number else (None, "")
        return {
            "number": number,
            "seat": seat,
            "word": word,
            "label": self._label if number else "",
            "entries": _entries(table, number, self.asked.seen_from, self.book),
            "views": _views(table.state, self.asked.seen_from),
            "actors": list(table.state.actors()),
        }


def _label(state: State, word: str, book: Phrasebook) -> str:
    return book.say(state.label(state.unspell(word)))


def _label_if_open(state: State, seat: int, word: str, book: Phrasebook) -> str:
    """The label of a decision; '' of one that is not open and will be refused when it is played."""
    with contextlib.suppress(LudiError):
        if seat in state.actors() and state.unspell(word) in state.legal(seat):
            return _label(state, word, book)
    return ""


def _views(state: State, seen_from: str) -> list[View]:
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
        lines.append(event_line(decision, event, phrase, book, table.box))
    return lines[::-1]


def board(asked: Board) -> bytes:
    record = read(asked.source)
    try:
        return board_info(registry.find(record.game), asked.lang, record.options)
    except LudiError as error:
        raise from_game(error) from None


def inquire(asked: Inquiry) -> bytes:
    """Where all is open, it is answered as whoever decides next knew it."""
    if asked.at > len(asked.source.decisions):
        raise Refused("not_found", "The match did not last so long.")
    table = Table.from_record(asked.source, to=asked.at)
    if asked.seen_from == "open":
        seat = next(iter(table.state.actors()), None)
    else:
        seat = None if asked.seen_from == "watch" else int(asked.seen_from)
    if seat is not None and seat >= table.box.seats:
        raise Refused("not_found", "There is no such seat.")
    book = game_talk(table.game, asked.lang, [chair.name for chair in table.seats], table.box)
    try:
        found = answer_to(Asked.of(table.state, seat, book), asked.question, asked.arguments)
    except LudiError as error:
        raise from_game(error) from None
    return pack({"question": asked.question, "seat": seat, "version": asked.at, "answer": found})


# Check the deal


def prove(asked: Prove) -> bytes:
    proof: Frame = {"ok": False, "seed": "", "seed_hash": "", "commitment": "", "decisions": 0, "position": ""}
    try:
        record = read(asked.source)
        proof |= {"seed": record.seed, "commitment": asked.published or record.commitment}
        proof["seed_hash"] = hashlib.sha256(bytes.fromhex(record.seed)).hexdigest()
        if proof["seed_hash"] != proof["commitment"]:
            raise BadRecord("The seed is not the one that was committed to.")
        table = Table.from_record(record, source="This record")
    except LudiError as error:
        return pack({**proof, "message": str(error)})
    except Refused as refused:
        if refused.code != "invalid":
            raise
        return pack({**proof, "message": refused.message})
    over = table.state.outcome() is not None
    phrase = Phrase("proof.good" if over else "proof.open", {"decisions": len(table.decisions)})
    return pack(
        {
            **proof,
            "ok": True,
            "message": table_talk(asked.lang).say(phrase),
            "decisions": len(table.decisions),
            "position": table.state.fingerprint(),
        }
    )


# Tell an analysis


def tell(asked: Tell) -> bytes:
    if asked.lang is None:
        return as_text(compose(Table.from_record(asked.source), asked.level, list(asked.moves))).encode()
    table = Table.from_record(asked.source, to=0)
    book = game_talk(table.game, asked.lang, [chair.name for chair in table.seats], table.box)
    told = []
    for move in asked.moves:
        for seat, word in asked.source.decisions[len(table.decisions) : move["number"] - 1]:
            table.play(seat, word)
        best = [{**each, "label": _label(table.state, each["word"], book)} for each in move["best"]]
        told.append({**move, "label": _label(table.state, move["played"], book), "best": best})
    for seat, word in asked.source.decisions[len(table.decisions) :]:
        table.play(seat, word)
    return pack({**asked.frame, "analysis": compose(table, asked.level, told)})


def answer(question: Question, squeeze: bool) -> Answer:
    try:
        match question:
            case Replay():
                body = replay(question)
            case Board():
                body = board(question)
            case Prove():
                body = prove(question)
            case Tell():
                body = tell(question)
            case Inquiry():
                body = inquire(question)
            case Begin():
                body = study.begin(read(question.source), question.at)
            case Why():
                body = study.why(read(question.source), question.at, question.lang)
            case LastMove():
                body = study.last_move(question.source, question.seat, question.eyes, question.lang)
        return gzip.compress(body, 5) if squeeze else body
    except Refused as refused:
        return refused.code, refused.message, refused.rule
    except MemoryError:
        return "too_large", "This record needs more memory than there is.", ""


def main() -> None:
    with contextlib.suppress(AttributeError, OSError):
        os.nice(5)  # people who play come first
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
    questions = sys.stdin.buffer
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    send(answers, pickle.dumps("ready"))
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        while (question := receive(questions)) is not None:
            send(answers, pickle.dumps(answer(*pickle.loads(question))))  # from our own server, over a private pipe


if __name__ == "__main__":
    from ludi.server import reader  # questions are instances of that module's classes, not of __main__'s

    reader.main()

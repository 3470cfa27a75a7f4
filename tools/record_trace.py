"""What a record shows when it is played again, step by step, and the digests by which a change is seen and found.

Five sides of a match are followed, each on its own, so that one can say what changed: who must decide and what is open
to them, how it is asked and labelled, why other words are refused, what happens, and what the seats and spectators see.
Nothing is looked at that stands behind the doors of :mod:`ludi.core`, so a game may be rebuilt within.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ludi.core import BadRecord, LudiError, Phrase, Record, State, Table

SIDES = ("choices", "questions", "refusals", "events", "views")
MARKS = 8
"""How many digests along the way are kept of each side; the last one stands for the whole."""
LOOKS = 5
"""Before every fifth decision a spectator's view is looked at and that of one seat in turn; at the end all of them."""
LABELS = 6
"""How many labels of a menu are read, others each time."""
TRIES = 16
"""Before every sixteenth decision some words of other moments of the match are tried, which may be refused now,"""
TRIED = 8
"""so many."""


@dataclass
class Trace:
    """The digests of a match."""

    marks: dict[str, list[str]] = field(default_factory=lambda: {side: [] for side in SIDES})
    happened: Counter[str] = field(default_factory=Counter)
    """How often each kind of event was told."""
    again: Record | None = None
    """The match as it is written down after it was played to the last decision."""
    fault: str = ""
    """Why it could not be played to the end, or what its end should have been."""

    def parted(self, stored: Mapping[str, list[str]], decisions: int) -> dict[str, str]:
        """By side that is not as it was stored: between which decisions the first difference lies."""
        found = {}
        for side in SIDES:
            now, before = self.marks[side], stored[side]
            if now != before:
                pairs = zip(now, before, strict=False)
                mark = next((number for number, (new, old) in enumerate(pairs) if new != old), len(now))
                found[side] = f"{stop(mark - 1, decisions) + 1} to {stop(mark, decisions)}"
        return found


def stop(mark: int, decisions: int) -> int:
    """After how many decisions the mark of this number is set."""
    return decisions * (mark + 1) // MARKS


def follow(record: Record) -> Trace:
    """Play a record again and take the digests."""
    trace = Trace()
    running = {side: hashlib.sha256() for side in SIDES}
    try:
        for number, shown, table in steps(record):
            for side, what in shown.items():
                running[side].update(json.dumps(what, sort_keys=True).encode())
            if number >= len(record.decisions):
                trace.happened = Counter(event.kind for _, event in table.events)
                trace.again = table.record()
                trace.fault = _end(record, trace.again)
            while number >= stop(len(trace.marks["choices"]), len(record.decisions)) and not _full(trace):
                for side in SIDES:
                    trace.marks[side].append(running[side].hexdigest()[:8])
    except LudiError as error:
        trace.fault = str(error)
    return trace


def _full(trace: Trace) -> bool:
    return len(trace.marks["choices"]) == MARKS


def _end(record: Record, again: Record) -> str:
    if again == record:
        return ""
    if again.result is not None and record.result is not None:
        position = {"position": record.result.get("position")}
        if {**again.result, **position} == record.result:
            return (
                "The end is the same, but its fingerprint is not: finished games that people have kept would be called "
                "tampered with."
            )
    return f"It ends with {again.result} instead of {record.result}."


def steps(record: Record) -> Iterator[tuple[int, dict[str, Any], Table]]:
    """After how many decisions, what each side shows there, and the table."""
    table = Table.from_record(record, to=0) if record.decisions else Table.from_record(record)
    words = sorted({word for _, word in record.decisions})
    heard = 0
    last = len(record.decisions)
    for number in range(last + 1):
        state = table.state
        told = [event for _, event in table.events[heard:]]
        heard = len(table.events)
        shown = _asked(state, number)
        shown["events"] = [[each.kind, dict(each.facts), each.rule, dict(each.secret), each.seers] for each in told]
        if number % LOOKS == 0:
            shown["views"] = [state.view(None), state.view(number // LOOKS % state.box.seats)]
        if number == last:
            shown["views"] = [state.view(seat) for seat in (None, *range(state.box.seats))]
        if number % TRIES == 0:
            tried = _some(words, TRIED, number)
            shown["refusals"] = [[seat, _refused(state, seat, tried)] for seat in sorted(state.actors())]
        yield number, shown, table
        if number < last:
            seat, word = record.decisions[number]
            try:
                table.play(seat, word)
            except LudiError as error:
                raise BadRecord(f"Decision {number + 1} ('{seat} {word}') is refused: {error}") from None


def _asked(state: State, number: int) -> dict[str, Any]:
    choices, questions = [], []
    for seat in sorted(state.actors()):
        words = sorted(state.spell(action) for action in state.legal(seat))
        labels = [_said(state.label(state.unspell(word))) for word in _some(words, LABELS, number)]
        choices.append([seat, words])
        questions.append([seat, _said(state.prompt(seat)), labels])
    return {"choices": choices, "questions": questions}


def _some(words: list[str], number: int, start: int) -> list[str]:
    """So many of the words, spread evenly, others for another start."""
    if len(words) <= number:
        return words
    return [words[(start + turn * len(words) // number) % len(words)] for turn in range(number)]


def _refused(state: State, seat: int, words: list[str]) -> list[Any]:
    return [[word, why and _said(why)] for word in words for why in (state.why_not(seat, word),)]


def _said(phrase: Phrase) -> list[Any]:
    return [phrase.key, dict(phrase.facts), phrase.rule]

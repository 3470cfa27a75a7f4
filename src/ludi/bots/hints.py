"""What a strong player would do, and why: for people who learn.

The choice and the chances come from a search, which holds only the perspective of a seat. The reasons are sentences of
the game's own evaluation (:meth:`ludi.core.Insight.reasons`). A reason is given only if it holds in several positions
that the seat cannot tell from the true one: whatever hangs on a card that nobody there can see, or on a throw to come,
falls out by itself.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt

from ludi.bots.analysis import judge_for
from ludi.bots.base import insight_of
from ludi.bots.search import Judgement
from ludi.core import Event, LudiError, Perspective, Phrase, Record, State, Table

LEVEL = "master"
SHOWN = 4
"""So many choices are told, the advised one first."""
TRIED = 0.05
"""A choice on which the search spent less than this part of what it gave the best is not told: it hardly knows it."""
GLANCE = "search@64"
"""Judges what stands beside the advised choice, if nothing else does."""
FEWEST = 3
"""So many choices are told if there are as many: beside the best one those that come next."""
SOME = 8
"""A choice that was tried less often than this is not told: its chance would say nothing."""
IMAGINED = 8
"""In so many imagined positions a reason must hold."""
REASONS = 2
"""So many reasons are given at most."""


@dataclass(frozen=True, slots=True)
class Advised:
    """One choice, the chance of the seat to win by it, and how unsure that is."""

    action: int
    chance: float
    plus_minus: float


@dataclass(frozen=True, slots=True)
class Hint:
    """What a strong player would do (the first of the choices), what else was thought of, and why."""

    seat: int
    choices: tuple[Advised, ...]
    reasons: tuple[Phrase, ...]


def hint(perspective: Perspective, rng: random.Random, level: str = LEVEL) -> Hint:
    """The advice of a level for the seat of this perspective, which must have something to decide."""
    judge = judge_for(level, perspective.box.game)
    judged = judge.think(perspective, rng).judgements
    best = judged[0]
    known = [each for each in judged if each.visits >= TRIED * best.visits]
    # What is clearly worse a search soon leaves alone: its margin says so.
    known += [each for each in judged[len(known) : FEWEST] if each.visits >= SOME]
    if len(known) == 1 and len(perspective.legal()) > 1:
        known += _beside(perspective, judged, rng)
    choices = tuple(_advised(each, perspective.seat) for each in known[:SHOWN])
    return Hint(perspective.seat, choices, tuple(reasons(perspective, best.action, rng)))


def _beside(perspective: Perspective, judged: Sequence[Judgement], rng: random.Random) -> list[Judgement]:
    """What comes next where a search had eyes for one choice only: a short search is asked about it."""
    best = judged[0].action
    other = judged[1].action if len(judged) > 1 else next(each for each in perspective.legal() if each != best)
    seen = judge_for(GLANCE, perspective.box.game).think(perspective, rng, also=other).judgements
    return [each for each in seen if each.action == other]


def _advised(judged: Judgement, seat: int) -> Advised:
    chance = judged.chances[seat]
    return Advised(judged.action, chance, 1.96 * sqrt(0.25 / max(judged.visits, 1)))


def reasons(perspective: Perspective, action: int, rng: random.Random) -> list[Phrase]:
    """What speaks for an action, as far as its seat can know."""
    insight = insight_of(perspective.box.game)
    seat = perspective.seat
    sure: list[Phrase] | None = None
    for _ in range(IMAGINED):
        before = perspective.sample(rng)
        after = before.copy()
        after.play(seat, action)
        found = insight.reasons(before, after, seat, action)
        sure = list(found) if sure is None else [each for each in sure if each in found]
        if not sure:
            break
    return (sure or [])[:REASONS]


# A decision that was made


@dataclass(frozen=True, slots=True)
class Told:
    """A decision with what everybody who looks saw of it, and what spoke for it."""

    number: int
    """1 for the first of the match."""
    seat: int
    events: tuple[Event, ...]
    reasons: tuple[Phrase, ...]


def explain(record: Record, number: int) -> Told:
    """Why a decision of a finished game was made, as its maker could know."""
    seat, _ = _decision(record, number)
    return next(_told(record, number, number, seat))


def last_move(record: Record, seat: int, eyes: int | None) -> list[Told]:
    """The decisions of the last move of a seat in a game under way, for another seat or a spectator (``eyes``).

    Both positions are veiled for those who ask. A decision of which something is hidden from them, or which was made in
    secret, is left out: even that it was made may be more than they know.
    """
    end = next((at for at in range(len(record.decisions), 0, -1) if record.decisions[at - 1][0] == seat), 0)
    begin = end
    while begin > 1 and record.decisions[begin - 2][0] == seat:
        begin -= 1
    if not end:
        return []
    return [told for told in _told(record, begin, end, eyes) if _is_open(told, eyes)]


def _is_open(told: Told, eyes: int | None) -> bool:
    return bool(told.events) and all(not event.secret or eyes in event.seers for event in told.events)


def _told(record: Record, begin: int, end: int, eyes: int | None) -> Iterator[Told]:
    table = Table.from_record(record, to=begin - 1)
    for number in range(begin, end + 1):
        seat, word = record.decisions[number - 1]
        before, heard = table.state.copy(), len(table.events)
        table.play(seat, word)
        planned = before.in_secret() is not None or table.state.in_secret() is not None
        if planned and eyes != seat:
            continue
        events = tuple(event for _, event in table.events[heard:])
        yield Told(number, seat, events, tuple(_compared(before, table.state, seat, before.unspell(word), eyes)))


def _compared(before: State, after: State, seat: int, action: int, eyes: int | None) -> Sequence[Phrase]:
    insight = insight_of(before.box.game)
    return insight.reasons(before.veil(eyes), after.veil(eyes), seat, action)[:REASONS]


def _decision(record: Record, number: int) -> tuple[int, str]:
    if not 1 <= number <= len(record.decisions):
        raise LudiError(f"There is no decision {number}: the game has {len(record.decisions)}.")
    return record.decisions[number - 1]

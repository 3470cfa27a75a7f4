"""What a step of a lesson asks for, put to the position after a decision: there is no second set of rules.

It was one of these words, an event happened, the learner's view shows something, or the game is over.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from ludi.core.events import Event
from ludi.core.game import State


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision just made: whose, its word, the events that followed from it and the position after all of them."""

    seat: int
    word: str
    events: Sequence[Event]
    state: State


Goal = Callable[[Moment, int], bool]
"""Whether a moment is what the learner on a seat was asked for."""

COMPARE: Mapping[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    ">=": lambda found, value: found is not None and found >= value,
    "<=": lambda found, value: found is not None and found <= value,
    "has": lambda found, value: found is not None and value in found,
    "lacks": lambda found, value: found is None or value not in found,
}


@dataclass(frozen=True, slots=True)
class ByWord:
    """The learner decided one of these; ``*`` stands for anything."""

    words: tuple[str, ...]

    def __call__(self, moment: Moment, me: int) -> bool:
        return moment.seat == me and any(fnmatchcase(moment.word, word) for word in self.words)


@dataclass(frozen=True, slots=True)
class ByEvent:
    """An event of this kind happened, with these facts as the learner may know them."""

    kind: str
    facts: Mapping[str, Any]

    def __call__(self, moment: Moment, me: int) -> bool:
        seen = ((event.kind, event.seen_by(me).facts) for event in moment.events)
        return any(kind == self.kind and _holds(facts, self.facts) for kind, facts in seen)


def _holds(facts: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    return all(_plain(facts.get(name)) == value for name, value in wanted.items())


def _plain(fact: Any) -> Any:
    return list(fact) if isinstance(fact, tuple) else fact


@dataclass(frozen=True, slots=True)
class ByView:
    """The learner's view shows something: a path of names and places, parted by dots, compared with a value."""

    path: tuple[str, ...]
    compare: str
    value: Any

    def __call__(self, moment: Moment, me: int) -> bool:
        return self.holds(moment.state, me)

    def holds(self, state: State, me: int) -> bool:
        found: Any = state.view(me)
        for name in self.path:
            found = _part(found, name)
        return COMPARE[self.compare](found, self.value)


def _part(whole: Any, name: str) -> Any:
    if isinstance(whole, Mapping):
        return whole.get(name)
    if isinstance(whole, (list, tuple)) and name.isdigit() and int(name) < len(whole):
        return whole[int(name)]
    return None


@dataclass(frozen=True, slots=True)
class ByEnd:
    """The game is over; if need be, won by the learner."""

    won: bool

    def __call__(self, moment: Moment, me: int) -> bool:
        return self.holds(moment.state, me)

    def holds(self, state: State, me: int) -> bool:
        outcome = state.outcome()
        return outcome is not None and (me in outcome.winners or not self.won)

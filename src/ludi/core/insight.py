"""What a bot may ask of a game beyond its rules."""

from __future__ import annotations

import difflib
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from types import GetSetDescriptorType, MappingProxyType, MemberDescriptorType
from typing import TYPE_CHECKING, Any, ClassVar

from ludi.core.errors import BadInsight
from ludi.core.native import mypyc_attr, refuse_unfinished

if TYPE_CHECKING:
    from ludi.core.game import Box, State
    from ludi.core.text import Phrase

_ASKED = (
    "search_style",
    "manner",
    "iterations",
    "temperatures",
    "evaluate",
    "turn",
    "advise",
    "ideas",
    "carry_on",
    "aim",
    "reached",
    "assess",
    "weigh",
    "first_look",
    "pick",
    "chances",
    "unsettled",
    "reasons",
)
"""All that bots ask for."""
_AS_EVER: Mapping[str, Any] = MappingProxyType({})
_FIELDS = (GetSetDescriptorType, MemberDescriptorType)
"""As what a class shows the places of its instances' own data, if it has such (slots; a compiled class)."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Insight(ABC):
    """A game's own knowledge of itself, for bots (``insight.py`` of each game).

    Every game says how good a position is and where a turn ends. All else has an answer that fits any game (even
    priors, playouts by chance) and is better answered by the game. Only what stands here is ever asked: a class that
    offers anything else, like a misspelt ``wiegh``, is refused when it is read.
    """

    search_style: ClassVar[Mapping[str, Any]] = MappingProxyType({})
    """How a search should go about this game: the fields of :class:`ludi.bots.search.Style` that differ."""
    iterations: ClassVar[Mapping[str, int]] = MappingProxyType({})
    """How many iterations levels have, by name, where that differs from other games: fewer where one takes
    milliseconds, so that the levels differ by how they think and not by the clock."""
    temperatures: ClassVar[Mapping[str, float]] = MappingProxyType({})
    """How warm levels are (``Style.temperature``), by name, where that differs from other games: so that each is beaten
    by the one above where even little thinking plays as well as long thinking."""
    makes_plans: ClassVar[bool] = False
    """Whether it has an :meth:`advise` of its own; not to be set."""

    def __init__(self) -> None:
        refuse_unfinished(self, Insight, ("evaluate", "turn"))

    def __init_subclass__(cls) -> None:
        for name, offered in vars(cls).items():
            if not name.startswith("_") and name not in _ASKED and not isinstance(offered, _FIELDS):
                near = difflib.get_close_matches(name, _ASKED, 1)
                meant = f"do you mean '{near[0]}'?" if near else f"they ask for {', '.join(_ASKED)}."
                raise BadInsight(f"{cls.__name__} offers '{name}', which no bot asks for; {meant}")
        cls.makes_plans = cls.advise is not Insight.advise

    @abstractmethod
    def evaluate(self, state: State, seat: int) -> float:
        """How good the position is for ``seat``: its chance to win as well as can be told at a glance, 0 to 1."""

    @abstractmethod
    def turn(self, state: State) -> int:
        """A number that stays the same during one turn of one seat: how far a one-turn look ahead goes."""

    # For a game whose turns are too long to be tried out

    def advise(self, state: State, seat: int, legal: Sequence[int]) -> int:
        """The action that the seat's plan asks for."""
        raise NotImplementedError

    def ideas(self, state: State, seat: int, legal: Sequence[int]) -> Sequence[int]:
        """The actions worth trying out, the advised one first; that one alone where the decision is clear."""
        return [self.advise(state, seat, legal)]

    def carry_on(self, state: State, seat: int, legal: Sequence[int]) -> int:
        """What is played for every seat while an idea is tried out: as advised, but for what only a search does."""
        return self.advise(state, seat, legal)

    def aim(self, state: State) -> int:
        """How far an idea is to be played on from here, as :meth:`reached` understands it."""
        return self.turn(state)

    def reached(self, state: State, aim: int) -> bool:
        """Whether an idea has been played on so far that it can be judged."""
        return self.turn(state) != aim

    def assess(self, state: State) -> list[float]:
        """Every seat's chance to win where an idea has been played on: as well as can be told, at some cost."""
        return self.chances(state)

    # For a search

    def manner(self, box: Box) -> Mapping[str, Any]:
        """How a search should go about it at this table: what differs there from :attr:`search_style`."""
        return _AS_EVER

    def weigh(self, state: State, seat: int, legal: Sequence[int]) -> list[float]:
        """How promising each legal action looks at a glance: positive numbers that add up to 1."""
        return [1.0 / len(legal)] * len(legal)

    def first_look(self, state: State, seat: int, legal: Sequence[int]) -> list[float]:
        """The same of the decision itself that is thought about, at more cost: asked once in a search, so that it must
        be told by what the seat knows. Nothing if it is weighed in every imagined position like all others."""
        return []

    def pick(self, state: State, seat: int, legal: Sequence[int], chance: Callable[[], float]) -> int:
        """One sensible action, quickly; ``chance`` gives numbers from 0 to 1."""
        return legal[int(chance() * len(legal))]

    def chances(self, state: State) -> list[float]:
        """Every seat's chance to win, as well as can be told at a glance."""
        return [self.evaluate(state, seat) for seat in range(state.box.seats)]

    def unsettled(self, state: State) -> bool:
        """For a style without turns: whether something (a fight, a march) must be played out first."""
        return False

    # For a person who asks why

    def reasons(self, before: State, after: State, seat: int, action: int) -> Sequence[Phrase]:
        """What speaks for a decision of ``seat``, the weightiest first, told by comparing two positions.

        Both may be imagined or veiled: nothing may be said here that hangs on a blank card, and nothing is passed on
        that is not said of every position which the one who asks cannot tell from the true one
        (:mod:`ludi.bots.hints`).
        """
        return ()

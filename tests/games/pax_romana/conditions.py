"""What is legal and why something is not, held against each other: the condition of a choice forbids whatever is not
open, and nothing that is.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from ludi.core import SPAN
from ludi.games.pax_romana import PaxRomanaState
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.engine.stage import Choice, Stage

SAMPLE = 12
"""How many arguments of a verb are tried at a time, beside those that are open."""


def hold_conditions(state: PaxRomanaState, rng: random.Random) -> None:
    """For each choice of the stage and arguments of its verb: the condition forbids one if and only if it is closed."""
    top = state.stack[-1]
    stage = top.stages[top.stage]
    for power in top.deciders(state):
        legal = top.legal(state, power)
        assert len(set(legal)) == len(legal)
        for each in stage.choices:
            for argument in domain(state, each, legal, rng):
                action = each.verb + argument
                reason = each.forbids(stage, state, top, power, argument)
                where = f"{state.spell(action)} at {type(stage).__module__}.{type(stage).__name__}: {reason}"
                assert bool(reason) != (action in legal), where


def domain(state: PaxRomanaState, each: Choice, legal: list[int], rng: random.Random) -> set[int]:
    """All arguments of a verb if they are few, else those that are open and some others; none if the match lacks it."""
    verbs = state.box.vocabulary.verbs
    if each.verb // SPAN >= len(verbs):
        return set()
    size = len(verbs[each.verb // SPAN].arguments) or 1
    if size <= SAMPLE:
        return set(range(size))
    return {action - each.verb for action in legal if 0 <= action - each.verb < SPAN} | set(
        rng.sample(range(size), SAMPLE)
    )


class Holding:
    """Holds every list against the condition that stands apart from it, over all arguments of the verb."""

    MOST = 2
    """In so many positions in which one is open each is tried, and in as many in which none is."""

    def __init__(self) -> None:
        self.tried: Counter[tuple[str, bool]] = Counter()

    def __call__(self, state: PaxRomanaState) -> None:
        top = state.stack[-1]
        stage = top.stages[top.stage]
        verbs = state.box.vocabulary.verbs
        for each in filter(stands_apart, stage.choices):
            if each.verb // SPAN < len(verbs):
                for power in top.deciders(state):
                    self.hold(state, top, stage, each, power)

    def hold(self, state: PaxRomanaState, top: Procedure, stage: Stage[Any], each: Choice, power: int) -> None:
        verb = state.box.vocabulary.verbs[each.verb // SPAN]
        legal = {action for action in top.legal(state, power) if 0 <= action - each.verb < SPAN}
        key = name_of(stage, each), bool(legal)
        if self.tried[key] == self.MOST:
            return
        self.tried[key] += 1
        for argument in range(len(verb.arguments) or 1):
            reason = each.forbids(stage, state, top, power, argument)
            where = f"{state.spell(each.verb + argument)} at {key[0]}: {reason}"
            assert bool(reason) != (each.verb + argument in legal), where

    @property
    def shown(self) -> set[str]:
        """The choices that were open somewhere, and closed elsewhere or for other arguments."""
        return {name for name, is_open in self.tried if is_open}


def stands_apart(each: Choice) -> bool:
    """Whether a choice has a list of what is open, and a condition that says why the rest is not."""
    listed = each.among or each.exactly or each.together
    return listed is not None and (each.unless is not None or callable(each.otherwise))


def all_apart() -> Iterator[str]:
    for kind in Procedure.kinds.values():
        for stage in kind.stages.values():
            yield from (name_of(stage, each) for each in stage.choices if stands_apart(each))


def name_of(stage: Stage[Any], each: Choice) -> str:
    deed = getattr(each.deed, "__name__", type(each.deed).__name__)  # compiled, a function within another has no name
    return f"{type(stage).__module__.rpartition('.')[2]}.{type(stage).__name__}.{deed}"

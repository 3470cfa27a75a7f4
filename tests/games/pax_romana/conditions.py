"""What is legal and why something is not, held against each other: the condition of a choice forbids whatever is not
open, and nothing that is.
"""

from __future__ import annotations

import random

from ludi.core import SPAN
from ludi.games.pax_romana import PaxRomanaState
from ludi.games.pax_romana.engine.stage import Choice

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

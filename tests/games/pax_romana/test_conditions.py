"""One condition says of each choice whether it is open and why it is not."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from games.pax_romana.conditions import hold_conditions
from ludi.core import FastDice
from ludi.games.pax_romana import GAME, PaxRomanaState
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.words import KEEP, NO, YES

OPTIONS = {"rerolls": True, "talking": True, "event_markers": 2}


def stages() -> Iterator[Stage[Any]]:
    for kind in Procedure.kinds.values():
        yield from kind.stages.values()


def test_no_stage_has_a_second_list_of_what_is_legal() -> None:
    for stage in stages():
        assert type(stage).legal is Stage.legal, type(stage)
        assert type(stage).why_not is Stage.why_not, type(stage)


def test_each_choice_has_one_condition() -> None:
    for stage in stages():
        for each in stage.choices:
            where = f"{type(stage).__name__} {each.verb}"
            lists = [each.among, each.exactly, each.together]
            assert sum(one is not None for one in lists) <= 1, where
            assert each.among is None or each.unless is not None, where
            if each.exactly is not None or each.together is not None:
                assert (each.unless is None) == bool(each.otherwise), where
            else:
                assert not each.otherwise, where


def test_a_stage_keeps_the_choices_of_the_one_it_is_derived_from() -> None:
    class Doors(Stage[Procedure]):
        @choice(YES)
        def enter(self, s: Position, p: Procedure, power: int, argument: int) -> None: ...

        @choice(NO)
        def leave(self, s: Position, p: Procedure, power: int, argument: int) -> None: ...

    class WatchedDoors(Doors):
        @choice(KEEP)
        def wait(self, s: Position, p: Procedure, power: int, argument: int) -> None: ...

    class LockedDoors(WatchedDoors):
        def locked(self, s: Position, p: Procedure, power: int, argument: int) -> str:
            return "PR-3.1"

        @choice(YES, unless=locked)
        def enter(self, s: Position, p: Procedure, power: int, argument: int) -> None: ...

    assert [each.verb for each in WatchedDoors.choices] == [YES, NO, KEEP]
    assert [each.verb for each in LockedDoors.choices] == [NO, KEEP, YES]
    assert LockedDoors.by_verb[YES].unless is LockedDoors.locked


@pytest.mark.parametrize("scenario", ["I", "II", "V", "VII", "IX"])
def test_a_condition_forbids_what_is_not_open_and_nothing_else(scenario: str) -> None:
    rng = random.Random(scenario)
    state = GAME.deal(GAME.box({"scenario": scenario, **OPTIONS}), FastDice(rng))
    assert isinstance(state, PaxRomanaState)
    while actors := state.actors():
        if rng.random() < 0.25:
            hold_conditions(state, rng)
        seat = rng.choice(actors)
        state.play(seat, rng.choice(state.legal(seat)))

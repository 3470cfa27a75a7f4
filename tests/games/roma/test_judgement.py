"""The learned judgement: what it looks at, how it reckons, what it must see."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from ludi.core import FastDice, LudiError
from ludi.games.roma import GAME, RomaState
from ludi.games.roma.components import ACTIVATE, DRAW, END
from ludi.games.roma.features import SIZE, facts
from ludi.games.roma.judgement import decode, judgement
from ludi.games.roma.phases import ACTIONS, TRIPLE
from ludi.games.roma.policy import RomaPlayouts
from ludi.games.roma.position import position


def positions(games: int) -> Iterator[RomaState]:
    """All positions of some random games."""
    for seed in range(games):
        rng = random.Random(seed)
        state = GAME.deal(GAME.box({}), FastDice(rng))
        while actors := state.actors():
            yield state
            state.play(actors[0], rng.choice(state.legal(actors[0])))


def test_every_fact_is_told_once_and_has_a_number() -> None:
    for state in positions(15):
        for seat in range(2):
            found = facts(state, seat)
            assert len(set(found)) == len(found)
            assert 0 <= min(found) <= max(found) < SIZE


def test_facts_are_only_what_the_seat_knows() -> None:
    rng = random.Random(1)
    for number, state in enumerate(positions(15)):
        if number % 5 == 0:
            for seat in range(2):
                assert facts(state, seat) == facts(state.perspective(seat).sample(rng), seat)  # type: ignore[arg-type]


def test_the_dice_of_a_turn_that_has_just_begun_do_not_count_for_the_other() -> None:
    for state in positions(3):
        if state.phase in (TRIPLE, ACTIONS) and len(state.unused) == 3:
            other = 1 - state.turn
            before = facts(state, other)
            changed = state.copy()
            changed.unused = [1, 2, 3] if state.unused != [1, 2, 3] else [4, 5, 6]
            assert facts(changed, other) == before
            assert facts(changed, state.turn) != facts(state, state.turn)


def test_an_action_is_judged_by_the_position_it_leads_to() -> None:
    learned = judgement()
    checked = 0
    for state in positions(4):
        if state.phase != ACTIONS:
            continue
        legal = state.legal(state.turn)
        for action, worth in zip(legal, learned.worths(state, state.turn, legal), strict=True):
            after = state.copy()
            after.play(state.turn, action)
            if (after.irrevocable == state.irrevocable and not DRAW <= action < ACTIVATE) or action == END:
                assert worth == pytest.approx(learned.chance(after, state.turn))
                checked += 1
    assert checked > 100


def test_judging_changes_nothing() -> None:
    for state in positions(2):
        seat = state.actors()[0]
        before = state.fingerprint()
        judgement().worths(state, seat, state.legal(seat))
        assert state.fingerprint() == before


def test_chances_are_shared_out() -> None:
    playouts = RomaPlayouts()
    for state in positions(2):
        assert sum(playouts.chances(state)) == pytest.approx(1.0)
        seat = state.actors()[0]
        assert sum(playouts.weigh(state, seat, state.legal(seat))) == pytest.approx(1.0)


def test_it_sees_who_is_ahead() -> None:
    row = ["forum", "basilica", "legionarius", "turris", "velites", "senator"]

    def chance(mine: int, others: int) -> float:
        state = position(points=[mine, others], stock=36 - mine - others, rows=[row, row], unused=[1, 2, 4])
        return judgement().chance(state, 0)

    assert chance(18, 4) > 0.8
    assert chance(4, 18) < 0.2


def test_a_file_for_other_facts_is_refused() -> None:
    with pytest.raises(LudiError, match="learn the judgement anew"):
        decode({"facts": SIZE - 1, "hidden": 1, "scale": 1, "table": "", "bias": "", "out": "", "last": 0.0})

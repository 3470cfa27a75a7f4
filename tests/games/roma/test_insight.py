"""The evaluation sees what wins a game of Roma."""

from __future__ import annotations

import random

import pytest

from games.roma.tables import FULL, HARMLESS, play
from ludi import bots
from ludi.bots.simulation import play_out
from ludi.core import FastDice
from ludi.games.roma import GAME, RomaState, position
from ludi.games.roma.insight import RomaInsight, hand_worth

INSIGHT = RomaInsight()


def chosen(state: RomaState) -> str:
    seat = state.actors()[0]
    return state.spell(bots.find("greedy", GAME).choose(state.perspective(seat), random.Random(1)))


def test_a_finished_game_is_worth_what_it_brought() -> None:
    state = position(rows=[{2: "tribunus-plebis"}], points=[5, 1], unused=[2])
    play(state, "activate:2")
    assert [INSIGHT.evaluate(state, seat) for seat in (0, 1)] == [1.0, 0.0]


def test_more_is_better() -> None:
    plain = position(rows=[FULL, HARMLESS], unused=[], turn=1)
    for better in (
        position(rows=[FULL, HARMLESS], unused=[], turn=1, points=[12, 10]),
        position(rows=[FULL, HARMLESS], unused=[], turn=1, sestertii=[6, 0]),
        position(rows=[FULL, HARMLESS], unused=[], turn=1, hands=[["forum"]]),
        position(rows=[FULL, [*HARMLESS[:5], None]], unused=[], turn=1),
    ):
        assert INSIGHT.evaluate(better, 0) > INSIGHT.evaluate(plain, 0)
        assert INSIGHT.evaluate(better, 1) < INSIGHT.evaluate(plain, 1)


def test_greedy_takes_the_last_point() -> None:
    state = position(rows=[["tribunus-plebis", *FULL[:5]], HARMLESS], points=[5, 1], unused=[1, 6], hands=[["forum"]])
    assert chosen(state) == "activate:1"


def test_greedy_fills_a_disc_rather_than_pay_for_it() -> None:
    state = position(rows=[[*FULL[:5], None], [*HARMLESS[1:], None]], hands=[["consul"]], sestertii=[3, 0], unused=[])
    assert chosen(state) == "lay:consul-6"


def test_greedy_gives_the_high_die_to_the_forum() -> None:
    state = position(rows=[["forum", *FULL[:5]], HARMLESS], unused=[1, 2, 6])
    seen = []
    while state.turn == 0 and state.unused:
        word = chosen(state)
        seen.append(word)
        play(state, word)
    assert "points:6" in seen


@pytest.mark.long
def test_greedy_beats_random_clearly() -> None:
    greedy, chance = bots.find("greedy", GAME), bots.find("random", GAME)
    wins = 0.0
    for number in range(40):
        rng = random.Random(f"roma greedy {number}")
        state = GAME.deal(GAME.box(), FastDice(rng))
        seat = number % 2
        play_out(state, [greedy, chance] if seat == 0 else [chance, greedy], rng)
        outcome = state.outcome()
        assert outcome is not None
        wins += outcome.returns(2)[seat]
    assert wins >= 38


def test_an_empty_hand_is_worth_nothing_and_that_is_no_whole_number() -> None:
    """A compiled engine stops at a whole number where a fraction is declared."""
    state = position(hands=[[], []], unused=[1])
    assert isinstance(hand_worth(state, 0), float)
    assert hand_worth(state, 0) == 0.0

"""Bots play whole games of Pax Romana without help."""

from __future__ import annotations

import random

import pytest

from games.pax_romana.helpers import at, play, script, west
from ludi.bots import GreedyBot, RandomBot
from ludi.bots.base import Bot
from ludi.bots.simulation import play_out
from ludi.core import FastDice
from ludi.games.pax_romana import GAME
from ludi.games.pax_romana.campaigns import target_worth
from ludi.games.pax_romana.insight import PaxRomanaInsight
from ludi.games.pax_romana.pieces import LEGION, ONE


@pytest.mark.parametrize("seat", [0, 1])
def test_greedy_beats_random_in_the_punic_wars(seat: int) -> None:
    box = GAME.box({"scenario": "II"})
    wins = 0.0
    for number in range(3):
        bots: list[Bot] = [RandomBot(), RandomBot()]
        bots[seat] = GreedyBot(GAME, samples=1)
        rng = random.Random(f"punic {number}")
        state = GAME.deal(box, FastDice(rng))
        play_out(state, bots, rng)
        outcome = state.outcome()
        assert outcome is not None
        wins += outcome.returns(2)[seat]
    assert wins >= 2


def test_an_army_likes_what_it_can_take() -> None:
    s = west({"rome": {"roma": {"legion": 3}}})
    free = s.box.atlas.index["aleria"]
    assert target_worth(s, 0, 0, free, 3 * ONE[LEGION], 0, 2)[0] > 1.0
    assert target_worth(s, 0, 0, s.box.atlas.index["capua"], 3 * ONE[LEGION], 0, 2)[0] == 0.0
    guarded = west({"rome": {"roma": {"legion": 1}}, "carthage": {"aleria": {"heavy": 9}}})
    assert target_worth(guarded, 0, 0, free, ONE[LEGION], 0, 2)[0] < 0.0


def test_the_evaluation_is_a_chance() -> None:
    rng = random.Random(4)
    state = GAME.deal(GAME.box({"scenario": "IX"}), FastDice(rng))
    insight = PaxRomanaInsight()
    for _ in range(300):
        if not state.actors():
            break
        for seat in range(state.box.seats):
            assert 0.0 <= insight.evaluate(state, seat) <= 1.0
        seat = state.actors()[0]
        state.play(seat, rng.choice(state.legal(seat)))


def test_a_beaten_army_joins_a_reduced_unit_where_it_regroups() -> None:
    units = {"rome": {"roma": {"legion": 2, "reduced-legion": 1}}, "carthage": {"capua": {"heavy": 6}}}
    s = west(units, dice=[5])
    play(s, "major:roma", "take:legion", "take:legion", "go", "march:capua")
    script(s, [1, 1])
    play(s, "stand")
    while s.stack[-1].name in ("battle", "losses"):
        words = [s.spell(action) for action in s.legal(s.actors()[0])]
        play(s, "done" if "done" in words else words[0])
    assert sum(at(s, "rome", "roma").values()) == 3 or at(s, "rome", "roma") == {"legion": 2}
    play(s, "march:bavianum")

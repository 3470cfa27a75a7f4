"""The learned habits: what a seat knows, told as facts, and how good they make its actions look."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from importlib import resources

import pytest

from ludi.core import FastDice, LudiError
from ludi.games.pax import GAME, PaxState
from ludi.games.pax.components import CATEGORIES
from ludi.games.pax.habits import Layers, habits_for, habits_from, learned_habits
from ludi.games.pax.insight import PaxInsight
from ludi.games.pax.position import position
from ludi.games.pax.sight import KINDS, known_among


def decisions(players: int, games: int = 2) -> Iterator[tuple[PaxState, int]]:
    """Positions with a choice, and whose it is."""
    rng = random.Random(f"habits/{players}")
    for _ in range(games):
        state = GAME.deal(GAME.box({"players": players}), FastDice(rng))
        assert isinstance(state, PaxState)
        while actors := state.actors():
            seat = rng.choice(actors)
            if len(state.legal(seat)) > 1:
                yield state, seat
            state.play(seat, rng.choice(state.legal(seat)))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_fact_and_every_action_has_its_place(players: int) -> None:
    known = known_among(players)
    for state, seat in decisions(players):
        before = state.snapshot()
        facts = known.of(state, seat)
        assert len(set(facts)) == len(facts)
        assert min(facts) >= 0
        assert max(facts) < known.size
        places = known.places(state, state.legal(seat))
        assert len(set(places)) == len(places)
        assert max(places) < known.actions
        assert state.snapshot() == before


def test_the_facts_are_those_of_every_position_that_the_seat_cannot_tell_apart() -> None:
    rng = random.Random("swap")
    known = known_among(2)
    for state, seat in decisions(2):
        facts = sorted(known.of(state, seat))
        for _ in range(3):
            imagined = state.perspective(seat).sample(rng)
            assert isinstance(imagined, PaxState)
            assert sorted(known.of(imagined, seat)) == facts


@pytest.mark.rule("PAX-TURN-3")
def test_whoever_has_looked_at_romes_hidden_cards_reckons_with_them() -> None:
    known = known_among(2)
    blind, seen = (
        position(players=2, rome_hidden=[f"senator-2-4{mark}"] * 2 + [f"land-1-1{mark}"], hands=[[], []], deck=[])
        for mark in ("", "@0")
    )
    assert set(known.of(blind, 0)) != set(known.of(seen, 0))
    assert set(known.of(blind, 1)) == set(known.of(seen, 1))


def test_the_facts_are_told_from_the_seat_that_looks() -> None:
    """The same table one seat further round is the same position."""
    hands, displays = (["army-1-1"], ["land-2-3@01"]), (["intrigue-1-1"], ["religion-1-1"])
    other_hands = (["land-2-3@01"], ["army-1-1"])
    known = known_among(2)
    one = position(players=2, hands=hands, displays=displays, coins=(3, 7), turn=0, turns=0, starter=0, deck=[])
    other = position(
        players=2, hands=other_hands, displays=displays[::-1], coins=(7, 3), turn=1, turns=0, starter=1, deck=[]
    )
    assert sorted(known.of(one, 0)) == sorted(known.of(other, 1))


@pytest.mark.rule("PAX-ROUND-2")
def test_legions_are_told_in_the_order_in_which_rome_would_reap() -> None:
    """Which Legion a group lies at makes no difference but between equals."""
    known = known_among(2)
    groups = [["wealth-2-4"], ["fleet-1-2"], ["land-1-1"]]
    one, other = (position(players=2, legions=each, hands=[[], []], deck=[]) for each in (groups, groups[::-1]))
    assert sorted(known.of(one, 0)) == sorted(known.of(other, 0))
    act, turned = (
        position(players=2, phase="act", legions=each, hands=[[], []], deck=[]) for each in (groups, groups[::-1])
    )
    buy = known.places(act, [act.unspell("buy:legion-1")])
    assert buy == known.places(turned, [turned.unspell("buy:legion-3")])
    assert buy != known.places(turned, [turned.unspell("buy:legion-1")])


def test_the_numbers_that_come_with_the_game_fit_its_facts() -> None:
    text = (resources.files("ludi.games.pax") / "data" / "habits-2.json").read_text(encoding="utf-8")
    assert len(text) < 2_000_000
    assert "tools/learn_habits.py" in json.loads(text)["source"]
    habits = learned_habits()
    for state, seat in decisions(2, games=1):
        shares = habits.shares(state, seat, state.legal(seat))
        assert sum(shares) == pytest.approx(1.0)
        assert min(shares) >= 0.0


def test_a_network_of_other_facts_is_refused() -> None:
    with pytest.raises(LudiError, match="knows 3 facts, the game has 4072"):
        habits_from({"facts": 3}, "habits.json")


def test_layers_are_weighed_as_they_should_be() -> None:
    """Facts are added up, what is below nothing is dropped, the rest is weighed: here by hand."""
    rows = bytes(number % 256 for number in (2, -3, 4, 1, -8, 5))
    deep = [([[1, 2], [-1, 1], [3, 0]], [0, 4, -30]), ([[1, 1, 1], [0, 2, 0]], [5, 0])]
    layers = Layers(rows, [1, 0], deep, fine=1, scale=1)
    # 1 + 2 + 4 = 7 and -3 + 1 = -2, of which nothing is left; then 7, -7 + 4 and 21 - 30.
    assert layers.points([0, 1], [0, 1]) == [12.0, 0.0]
    # 1 - 8 and 5: only the second is left; then 10, 9 and nothing.
    assert layers.points([2], [0, 1]) == [24.0, 18.0]


def test_there_are_habits_for_two_with_the_deck_that_comes_with_the_game() -> None:
    assert habits_for(GAME.box({"players": 2})) is not None
    assert habits_for(GAME.box({"players": 3})) is None
    assert len(GAME.box({"players": 2}).kinds) == KINDS
    deck = [[kind.category, kind.symbols, kind.value, kind.copies] for kind in GAME.box({"players": 2}).kinds]
    own = GAME.box({"players": 2, "deck": [[CATEGORIES[each[0]], each[1], each[2] + 1, each[3]] for each in deck]})
    assert habits_for(own) is None
    state = GAME.deal(own, FastDice(random.Random(1)))
    assert PaxInsight().first_look(state, 0, state.legal(0)) == []

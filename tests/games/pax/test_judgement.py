"""What the learned judgement looks at is what a seat may know, and its numbers are added up as they should be."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from importlib import resources

import pytest

from ludi.core import FastDice, LudiError
from ludi.core.network import Network, decode
from ludi.games.pax import GAME, PaxState
from ludi.games.pax.features import facts_among
from ludi.games.pax.judgement import Judgement

PLAYERS = range(1, 9)


def positions(players: int, games: int = 2) -> Iterator[tuple[PaxState, int]]:
    rng = random.Random(f"facts/{players}")
    for _ in range(games):
        state = GAME.deal(GAME.box({"players": players}), FastDice(rng))
        assert isinstance(state, PaxState)
        while actors := state.actors():
            seat = rng.choice(actors)
            yield state, seat
            state.play(seat, rng.choice(state.legal(seat)))


@pytest.mark.parametrize("players", PLAYERS)
def test_every_fact_has_its_place_and_holds_once(players: int) -> None:
    known = facts_among(players)
    for state, seat in positions(players):
        for found in (known.of(state, seat), *(known.after(state, seat, action) for action in state.legal(seat))):
            assert len(set(found)) == len(found)
            assert min(found) >= 0
            assert max(found) < known.size


@pytest.mark.parametrize("players", [1, 2, 3, 4, 6])
def test_what_is_hidden_from_a_seat_is_no_fact_for_it(players: int) -> None:
    known = facts_among(players)
    rng = random.Random(7)
    for state, actor in positions(players):
        for seat in range(players):
            other = state.veil(seat).unveil(seat, rng)
            assert sorted(known.of(state, seat)) == sorted(known.of(other, seat))
        imagined = state.veil(actor).unveil(actor, rng)
        for action in state.legal(actor):
            assert sorted(known.after(state, actor, action)) == sorted(known.after(imagined, actor, action))


def test_asking_changes_nothing() -> None:
    known = facts_among(3)
    for state, seat in positions(3, games=1):
        before = state.snapshot()
        for action in state.legal(seat):
            known.after(state, seat, action)
        assert state.snapshot() == before


@pytest.mark.parametrize(
    "out", [[311, -877, 5, 0, -90], [1, 2, 3, 4, 5], [-1, -2, -3, -4, -5], [0] * 5, [0, 0, -32768, 32767, 0]]
)
@pytest.mark.parametrize("known", [0, 1, 7, 20])
def test_a_network_adds_the_rows_of_the_facts(out: list[int], known: int) -> None:
    """Exactly, whatever counts for or against the seat; also with all facts at once there is room for every sum."""
    rng = random.Random(known)
    for most in (1, 900, 32767):
        table = [[rng.choice((-most, most, rng.randint(-most, most))) for _ in range(5)] for _ in range(20)]
        bias = [rng.randint(-most, most) for _ in range(5)]
        network = Network(table, bias, out, 0.25, 100)
        for _ in range(20):
            facts = rng.sample(range(20), known)
            hidden = [max(0, bias[unit] + sum(table[fact][unit] for fact in facts)) for unit in range(5)]
            expected = 0.25 + sum(value * weight for value, weight in zip(hidden, out, strict=True)) / 100**2
            assert network.lead(facts) == expected


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_numbers_that_come_with_the_game_fit_its_facts(players: int) -> None:
    data = resources.files("ludi.games.pax") / "data"
    file = data / f"judgement-{players}.json"
    text = file.read_text(encoding="utf-8")
    assert len(text) < 2_000_000
    known = json.loads(text)
    assert "tools/learn_pax.py" in known["source"]
    facts = facts_among(players)
    judgement = Judgement(facts, decode(known, facts.size, file.name))
    for state, seat in positions(players, games=1):
        chances = judgement.chances(state)
        assert sum(chances) == pytest.approx(1.0)
        assert all(0.0 <= each <= 1.0 for each in chances)
        weights = judgement.weigh(state, seat, state.legal(seat))
        assert sum(weights) == pytest.approx(1.0)
        assert min(weights) > 0.0


def test_a_judgement_of_another_game_is_refused() -> None:
    with pytest.raises(LudiError, match="learn the judgement anew"):
        decode({"facts": 7}, facts_among(2).size, "judgement-2.json")

"""The learned prospects: facts of a whole position as a turn begins, and a search that asks for nothing else."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from importlib import resources
from math import exp
from typing import Any

import pytest

from ludi.bots.levels import style_for
from ludi.bots.search import Budget, SearchBot
from ludi.core import FastDice, LudiError
from ludi.core.network import Network
from ludi.games.pax import GAME, PaxState
from ludi.games.pax.insight import PaxInsight, chances_to_win
from ludi.games.pax.position import position
from ludi.games.pax.prospects import (
    MOST_PLAYERS,
    RIVAL,
    TABLE,
    Facts,
    OfRivals,
    facts_among,
    of_rivals,
    prospects_among,
    prospects_from,
    size_among,
)
from ludi.games.pax.state import TURN


def beginnings(players: int, games: int = 2) -> Iterator[PaxState]:
    """Positions in which a turn begins."""
    rng = random.Random(f"prospects/{players}")
    for _ in range(games):
        state = GAME.deal(GAME.box({"players": players}), FastDice(rng))
        assert isinstance(state, PaxState)
        while actors := state.actors():
            if state.phase == TURN:
                yield state
            seat = rng.choice(actors)
            state.play(seat, rng.choice(state.legal(seat)))


@pytest.mark.parametrize("players", [1, 2])
def test_every_fact_has_its_place_and_holds_once(players: int) -> None:
    known = facts_among(players)
    for state in beginnings(players):
        before = state.snapshot()
        found = known.of(state)
        assert len(set(found)) == len(found)
        assert min(found) >= 0
        assert max(found) < known.size
        assert state.snapshot() == before


def test_the_facts_are_told_from_the_seat_at_turn() -> None:
    """The same table one seat further round the other way is the same position."""
    hands, displays = (["army-1-1"], ["land-2-3"]), (["intrigue-1-1"], ["religion-1-1"])
    coins = (3, 7)
    facts = Facts(2)
    one = position(players=2, hands=hands, displays=displays, coins=coins, turn=0, turns=0, starter=0, deck=[])
    other = position(
        players=2, hands=hands[::-1], displays=displays[::-1], coins=coins[::-1], turn=1, turns=0, starter=1, deck=[]
    )
    assert one.conspirator == 0
    assert other.conspirator == 1
    assert sorted(facts.of(one)) == sorted(facts.of(other))


def test_hidden_cards_of_rome_count_in_the_imagined_position() -> None:
    facts = Facts(2)
    seen = [
        facts.of(position(players=2, rome_hidden=[card] * 3, hands=[[], []], deck=[]))
        for card in ("wealth-1-1", "senator-1-1")
    ]
    assert set(seen[0]) != set(seen[1])


@pytest.mark.parametrize(("players", "name"), [(1, "1"), (2, "2"), (4, "many")])
def test_the_numbers_that_come_with_the_game_fit_its_facts(players: int, name: str) -> None:
    file = resources.files("ludi.games.pax") / "data" / f"prospects-{name}.json"
    text = file.read_text(encoding="utf-8")
    assert len(text) < 2_000_000
    assert "tools/learn_prospects.py" in json.loads(text)["source"]
    prospects = prospects_among(players)
    assert prospects is not None
    for state in beginnings(players):
        chances = prospects.chances(state)
        assert len(chances) == players
        assert all(0.0 <= each <= 1.0 for each in chances)
        if players > 1:
            assert sum(chances) == pytest.approx(1.0)


def test_prospects_tell_a_lost_game_from_a_won_one() -> None:
    """The last turn, nothing in hand: who holds Primus Conspiratus wins with Rome, and loses where the revolt leads."""
    prospects = prospects_among(2)
    assert prospects is not None
    rome = ["wealth-2-4", "fleet-2-4", "army-2-4", "religion-2-4", "senator-2-4"]
    state = position(
        players=2,
        hands=[[], []],
        displays=[["intrigue-2-3"], ["land-1-1"]],
        rome=rome,
        deck=[],
        last_round=True,
        conspirator=0,
    )
    assert prospects.chances(state)[0] > 0.8


@pytest.mark.parametrize("players", range(3, 9))
def test_among_rivals_every_fact_has_its_place_and_holds_once(players: int) -> None:
    for state in beginnings(players):
        before = state.snapshot()
        *seats, table = of_rivals(state)
        assert len(seats) == players
        for found, room in (*((each, RIVAL) for each in seats), (table, TABLE)):
            assert len(set(found)) == len(found)
            assert min(found) >= 0
            assert max(found) < room
        assert state.snapshot() == before


def a_network_of_rivals(rng: random.Random) -> dict[str, Any]:
    numbers = [[rng.randrange(-200, 300) for _ in range(4)] for _ in range(size_among(3))]
    return {
        "table": numbers,
        "bias": [1, 2, 3, 4],
        "outs": [rng.randrange(-500, 500) for _ in range(4)],
        "lasts": [0.1],
        "scale": 1000,
    }


@pytest.mark.parametrize("players", [3, 5, 8])
def test_each_seat_is_looked_at_by_the_same_network(players: int) -> None:
    """By its own facts, those of each rival and those of the table, added up without the packing of the network."""
    data = a_network_of_rivals(random.Random(5))
    table, bias, out = data["table"], data["bias"], data["outs"]
    prospects = OfRivals(Network(table, bias, out, 0.1, 1000, MOST_PLAYERS))
    for state in beginnings(players, games=1):
        *seats, common = of_rivals(state)
        weights = []
        for place in range(players):
            rows = [fact if other == place else RIVAL + fact for other, facts in enumerate(seats) for fact in facts]
            rows += [2 * RIVAL + fact for fact in common]
            hidden = [max(0, bias[unit] + sum(table[row][unit] for row in rows)) for unit in range(4)]
            weights.append(exp(0.1 + sum(value * weight for value, weight in zip(hidden, out, strict=True)) / 1000**2))
        chances = prospects.chances(state)
        for place, weight in enumerate(weights):
            assert chances[(state.turn + place) % players] == pytest.approx(weight / sum(weights))


def test_hidden_cards_count_among_rivals_too() -> None:
    seen = [
        of_rivals(position(players=4, hands=[[], [card], [], []], deck=[], turn=0))
        for card in ("wealth-1-1", "senator-1-1")
    ]
    assert seen[0][1] != seen[1][1]
    assert seen[0][0] == seen[1][0]


def test_prospects_of_another_game_are_refused() -> None:
    data = {"facts": 7, "hidden": 1, "outs": "AAA=", "lasts": [0.0]}
    with pytest.raises(LudiError, match="learn the prospects anew"):
        prospects_from(data, 2, "prospects-2.json")


def test_among_so_many_players_nobody_has_learned_them() -> None:
    assert prospects_among(3) is None
    state = next(beginnings(3))
    insight = PaxInsight()
    assert not insight.manner(state.box)
    assert insight.chances(state) == chances_to_win(state)


def test_a_search_asks_for_prospects_only_where_a_turn_begins() -> None:
    asked: list[int] = []

    class Watched(PaxInsight):
        def chances(self, state: object) -> list[float]:
            assert isinstance(state, PaxState)
            if state.actors():
                asked.append(state.phase)
            return super().chances(state)

    state = next(beginnings(2))
    bot = SearchBot(GAME, Budget(40), style=style_for(GAME))
    bot.insight = Watched()
    bot.choose(state.perspective(state.turn), random.Random(1))
    assert asked
    assert set(asked) == {TURN}

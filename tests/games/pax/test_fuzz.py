"""Random play over all player counts and solitaire levels, with the contract and PAX's own invariants."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from contract import fuzz_games, play_and_check
from ludi.core import Event, State
from ludi.games.pax import PaxState, position
from ludi.games.pax.components import KIND_MASK
from ludi.games.pax.scoring import count_symbols

SET_UPS: list[dict[str, Any]] = [
    *({"players": 1, "solo": level} for level in range(1, 6)),
    *({"players": players} for players in range(2, 9)),
    {"players": 3, "last_harvest": True, "open_counts": True, "start": "2"},
]

EARNED = ("pass", "no-draw", "income")
SPENT = ("buy", "play")


class Ledger:
    """Follows the Aurei through the events: what is there must be what was received less what was paid."""

    def __init__(self, players: int) -> None:
        self.coins = [5] * players

    def __call__(self, state: State, events: Sequence[Event]) -> None:
        assert isinstance(state, PaxState)
        for event in events:
            if event.kind in EARNED:
                self.coins[int(str(event.facts["seat"]))] += int(str(event.facts["coins"]))
            elif event.kind in SPENT:
                self.coins[int(str(event.facts["seat"]))] -= int(str(event.facts["price"]))
        assert state.coins == self.coins
        assert min(state.coins) >= 0
        check_cards(state)


def check_cards(state: PaxState) -> None:
    """Every card is in exactly one place, and the sums kept at hand are right."""
    box = state.box
    places = [state.deck_cards(), state.aside, state.rome, state.rome_hidden, state.drawn]
    places += [*state.groups, *state.hands, *state.shown, *state.offers]
    left = [number * (1 if box.seats <= 4 else 2) for number in box.copies]
    for cards in places:
        for card in cards:
            left[card & KIND_MASK] -= 1
    assert not any(left), "all cards are there"
    assert state.worth == [sum(box.value[kind] for kind in group) for group in state.groups]
    for seat in range(box.seats):
        assert state.symbols[seat * 7 : seat * 7 + 7] == count_symbols(box, state.shown[seat])
        lengths = [sum(box.category[kind] == category for kind in state.shown[seat]) for category in range(7)]
        assert state.lengths[seat * 7 : seat * 7 + 7] == lengths


@pytest.mark.parametrize("options", SET_UPS, ids=str)
def test_fuzz_random_games_hold_the_contract(options: dict[str, Any]) -> None:
    for number in range(fuzz_games(6)):
        play_and_check("pax", options, f"pax fuzz {options} {number}", Ledger(options["players"]), bot="greedy")


@pytest.mark.parametrize("options", SET_UPS, ids=str)
def test_fuzz_a_snapshot_builds_the_same_position(options: dict[str, Any]) -> None:
    def rebuilt(state: State, events: Sequence[Event]) -> None:
        snapshot = state.snapshot()
        twin = position(**snapshot)
        assert twin.snapshot() == snapshot
        assert [twin.legal(seat) for seat in range(twin.box.seats)] == [
            state.legal(seat) for seat in range(twin.box.seats)
        ]

    for number in range(fuzz_games(1)):
        play_and_check("pax", options, f"pax snapshot {options} {number}", rebuilt, thorough=0.0)

"""Random play over all scenarios, with the contract and Pax Romana's own invariants."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from contract import fuzz_games, play_and_check
from ludi.core import Event, State
from ludi.games.pax_romana import PaxRomanaState, position
from ludi.games.pax_romana.atlas import LAND_POINT
from ludi.games.pax_romana.control import province_control
from ludi.games.pax_romana.pieces import BITS, BYTE, COMBAT, FULL_WALLS, KINDS, LAND, NODE_BITS, NODES, OCCUPY
from ludi.games.pax_romana.stability import HIGHEST, LOWEST

SET_UPS: list[dict[str, Any]] = [
    *({"scenario": number} for number in ("I", "II", "III", "VII", "VIII", "IX")),
    {"scenario": "V", "format": "basic-plus"},
    {"scenario": "V", "format": "basic", "people": 2, "random_order": True},
    {"scenario": "II", "event_markers": 2, "simple_odds": True, "talking": True, "rerolls": True},
    {"scenario": "VII", "rerolls": True, "legionary_cavalry": True},
]


def sane(state: State, events: Sequence[Event]) -> None:
    """What must hold after every decision."""
    assert isinstance(state, PaxRomanaState)
    box, atlas = state.box, state.box.atlas
    assert min(state.treasury) >= 0
    assert all(LOWEST <= level <= HIGHEST for level in state.stability)
    resting = [procedure.name for procedure in state.stack]
    between = resting[-1:] in ([], ["activation"], ["expansion"], ["maintenance"], ["manpower"])
    for key, stack in state.force.items():
        side, node = key >> NODE_BITS, key & NODES - 1
        assert stack > 0
        assert all(0 <= stack >> BITS * kind & BYTE < 250 for kind in range(KINDS))
        assert box.open[node]
        if between:
            assert not (atlas.kind[node] == LAND_POINT and stack & LAND), "no Army rests on a Transit Point"
            if node < atlas.spaces and side < 4 and not any(state.pass_rights):
                others = [s for s in range(4) if s != side and state.at(s, node) & OCCUPY]
                assert not stack & OCCUPY or not others, "two Powers in one Space"
            assert not (stack & LAND and not stack & OCCUPY and side < 4 and node < atlas.spaces), "Elephants alone"
    for node, site in state.sites.items():
        assert 1 <= site & 7 <= FULL_WALLS[site >> 3 & 7]
        assert node not in state.tribes
    if between and not state.dirty:
        for province in box.open_provinces:
            assert state.provinces[province] == province_control(state, province).who, atlas.province_ids[province]
    if resting == ["game-turn", "activation"]:
        assert not state.moved or state.stack[-1].stage == 2
    assert all(where < 0 or where < atlas.nodes for where in state.leader_at)
    for node in state.tribes:
        assert not any(state.at(side, node) & COMBAT for side in range(4)) or not between


@pytest.mark.parametrize("options", SET_UPS, ids=str)
def test_fuzz_random_games_hold_the_contract(options: dict[str, Any]) -> None:
    for number in range(fuzz_games(1)):
        play_and_check("pax-romana", options, f"pax-romana fuzz {options} {number}", sane, thorough=0.004, bot="greedy")


@pytest.mark.parametrize("options", SET_UPS[:6], ids=str)
def test_fuzz_a_snapshot_builds_the_same_position(options: dict[str, Any]) -> None:
    def rebuilt(state: State, events: Sequence[Event]) -> None:
        snapshot = state.snapshot()
        twin = position(**snapshot)
        assert twin.snapshot() == snapshot
        assert [twin.legal(seat) for seat in range(twin.box.seats)] == [
            state.legal(seat) for seat in range(twin.box.seats)
        ]

    for number in range(fuzz_games(1)):
        play_and_check("pax-romana", options, f"pax-romana snapshot {options} {number}", rebuilt, thorough=0.0)

"""Lines of communication (6.1.5 to 6.1.8) in positions of random play, walked step by step beside the engine."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from ludi.core import FastDice, registry
from ludi.games.pax_romana import PaxRomanaState
from ludi.games.pax_romana.ch06_treasury.communication import (
    communicating,
    communicating_by_rhodes,
    province_connected,
)
from ludi.games.pax_romana.ch12_special.pontus import found_pontus, pontic_spaces, pontus_lives
from ludi.games.pax_romana.ch12_special.soldier_of_fortune import land_sof, remove_sof
from ludi.games.pax_romana.engine.ground import held
from ludi.games.pax_romana.world.atlas import DEEP_POINT
from ludi.games.pax_romana.world.pieces import (
    COMBAT,
    GALLEY,
    GALLEYS,
    HEAVY,
    INDEPENDENT,
    NOBODY,
    ONE,
    PONTUS,
    SIDES,
    SOF,
)
from ludi.games.pax_romana.world.sets import members

SET_UPS: list[dict[str, Any]] = [
    {"scenario": "III"},
    {"scenario": "V", "format": "basic", "talking": True},
    {"scenario": "V", "format": "advanced"},
    {"scenario": "X"},
]
PAUSE = 40
"""Decisions between two positions that are looked at."""


def positions(options: dict[str, Any]) -> Iterator[PaxRomanaState]:
    """Some positions of a random game, in every second of them with Pirates in Tarsus."""
    game = registry.find("pax-romana")
    rng = random.Random("lines")
    state = game.deal(game.box(options), FastDice(rng))
    decisions = 0
    while (actors := state.actors()) and decisions < 20 * PAUSE:
        if decisions % PAUSE == 0:
            seen = state.copy()
            assert isinstance(seen, PaxRomanaState)
            tarsus = seen.box.atlas.index["tarsus"]
            if decisions % (2 * PAUSE) and tarsus not in seen.pirates:
                seen.pirates.append(tarsus)
                seen.forget()
            yield seen
        state.play(actors[0], rng.choice(state.legal(actors[0])))
        decisions += 1


def shut_at_sea(s: PaxRomanaState, power: int, node: int) -> bool:
    """Whether no line passes a place by sea: enemy Galleys in a Port, Pirates, and one Connection around Tarsus."""
    atlas = s.box.atlas
    tarsus = atlas.index["tarsus"]
    if node in s.pirates or atlas.kind[node] == DEEP_POINT:
        return True
    if tarsus in s.pirates and node in atlas.sea[tarsus] and not s.at(power, node) & GALLEYS:
        return True
    return node < atlas.spaces and any(
        s.at(side, node) & GALLEYS and side != power and not s.allied(power, side) for side in range(SIDES)
    )


def steps(s: PaxRomanaState, power: int, node: int, rhodes: bool) -> list[int]:
    """The places one Connection away that a line may pass."""
    atlas = s.box.atlas
    found = [near for near, _ in atlas.land[node]]
    free = rhodes and node == atlas.index["rhodes"]
    if free or not shut_at_sea(s, power, node):
        found += [near for near in atlas.sea[node] if not shut_at_sea(s, power, near)]
    return [near for near in found if may_pass(s, power, near)]


def may_pass(s: PaxRomanaState, power: int, node: int) -> bool:
    if node >= s.box.atlas.spaces:
        return True
    side = s.occupier(node)
    friendly = side == NOBODY or (side != INDEPENDENT and s.allied(power, side)) or (s.ways and s.welcome(power, node))
    return s.box.open[node] and bool(friendly)


def walked(s: PaxRomanaState, power: int, start: list[int], rhodes: bool = False) -> set[int]:
    """All places to which lines run from these."""
    seen, todo = {*start}, [*start]
    while todo:
        for near in steps(s, power, todo.pop(), rhodes):
            if near not in seen:
                seen.add(near)
                todo.append(near)
    return seen


@pytest.mark.rule(
    "PR-6.1.5b", "PR-6.1.6a", "PR-6.1.6b", "PR-6.1.6d", "PR-6.1.6e", "PR-6.1.6f", "PR-6.1.7", "PR-6.1.8", "PR-12.6.4a"
)
@pytest.mark.parametrize("options", SET_UPS, ids=str)
def test_lines_run_from_home_connection_by_connection(options: dict[str, Any]) -> None:
    reached = 0
    for s in positions(options):
        for power in range(len(s.box.powers)):
            spaces = [node for node in range(s.box.atlas.spaces) if s.holder(node) == power]
            assert members(held(s)[power]) == spaces
            found = walked(s, power, [node for node in spaces if s.box.home[node] == power and s.box.open[node]])
            assert members(communicating(s, power)) == sorted(found)
            reached += len(found)
    assert reached > 1000, "lines ran somewhere"


def worked_out(s: PaxRomanaState) -> list[tuple[int, int, int]]:
    """For each Power where its lines run, those by Rhodes too, and what it Controls."""
    return [
        (communicating(s, power), communicating_by_rhodes(s, power), held(s)[power])
        for power in range(len(s.box.powers))
    ]


def worked_out_anew(s: PaxRomanaState) -> list[tuple[int, int, int]]:
    fresh = s.copy()
    fresh.forget()
    return worked_out(fresh)


@pytest.mark.rule("PR-6.1.5b", "PR-6.1.6a", "PR-12.4.3", "PR-12.4.6", "PR-12.5.5a", "PR-12.5.5g")
def test_lines_are_worked_out_anew_when_the_soldier_of_fortune_or_pontus_comes_and_goes() -> None:
    """Whom they serve matters to lines where their Units are, and these come with the tie and go before it: so what is
    kept is dropped by the Units, and the tie alone changes nothing."""
    moved = {"soldier": 0, "pontus": 0}
    for s in positions(SET_UPS[2]):
        rng = random.Random(f"ties {len(s.force)}")
        power = rng.randrange(len(s.box.powers))
        if not s.places_of(SOF):
            before = worked_out(s)
            land_sof(s, power, rng.choice([node for node in s.box.open_spaces if s.occupier(node) == NOBODY]))
            came = worked_out(s)
            assert came == worked_out_anew(s)
            s.sof_owner = (power + 1) % len(s.box.powers)
            s.forget()
            moved["soldier"] += came != before and came != worked_out(s)
        worked_out(s)
        remove_sof(s)
        assert worked_out(s) == worked_out_anew(s)
        if s.pontus_player == NOBODY and pontic_spaces(s):
            before = worked_out(s)
            found_pontus(s, power)
            assert not s.places_of(PONTUS)
            assert worked_out(s) == before == worked_out_anew(s), "Pontus has no Units yet"
            for node in pontic_spaces(s):
                s.add(PONTUS, node, ONE[HEAVY] + ONE[GALLEY] * s.box.atlas.is_port[node])
                assert worked_out(s) == worked_out_anew(s)
            moved["pontus"] += worked_out(s) != before
            s.stack.pop()  # what waits below is not told of it
        for node, stack in s.places_of(PONTUS):
            s.remove(PONTUS, node, stack & COMBAT)
        worked_out(s)
        pontus_lives(s)
        assert s.pontus_player == NOBODY
        assert not s.places_of(PONTUS)
        assert worked_out(s) == worked_out_anew(s)
    assert all(moved.values()), moved


@pytest.mark.rule("PR-6.1.6c")
@pytest.mark.parametrize("options", SET_UPS[1:3], ids=str)
def test_independent_rhodes_is_passed_from_where_lines_reach_it(options: dict[str, Any]) -> None:
    sold = 0
    for s in positions(options):
        rhodes = s.box.atlas.index["rhodes"]
        for power in range(len(s.box.powers)):
            found = {*members(communicating(s, power))}
            ashore = [near for near, _ in s.box.atlas.land[rhodes] if near in found]
            by_sea = [near for near in s.box.atlas.sea[rhodes] if near in found and not shut_at_sea(s, power, near)]
            if s.occupier(rhodes) == INDEPENDENT and (ashore or by_sea):
                found |= walked(s, power, [rhodes], rhodes=True)
            assert members(communicating_by_rhodes(s, power)) == sorted(found)
            sold += rhodes in found
            for province in s.box.open_provinces:
                here = [node for node in s.box.atlas.spaces_of[province] if s.holder(node) == power]
                at_home = bool(here) and s.box.home_of_province[province] == power
                assert province_connected(s, power, province, by_rhodes=True) == (at_home or not found.isdisjoint(here))
    assert sold, "Rhodes was passed at all"

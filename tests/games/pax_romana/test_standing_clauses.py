"""Clauses of chapters 4, 11, 14, 15 and 16 that broken code showed to be untried."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.pax_romana.advanced_tools import CARTHAGE, EAST, GREECE, ROME
from games.pax_romana.helpers import (
    Units,
    actor,
    at,
    choices,
    city,
    mp,
    node,
    play,
    refused,
    script,
    stability,
    talents,
    west,
    world,
)
from ludi.core import FastDice
from ludi.games.pax_romana import PaxRomanaState, position
from ludi.games.pax_romana.ch04_diplomacy.agreements import agree
from ludi.games.pax_romana.ch04_diplomacy.bribery import ATTACK, offer_bribe
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch11_naval.afloat import FleetVoyage, Transport
from ludi.games.pax_romana.ch11_naval.landing import landing_cost, may_land
from ludi.games.pax_romana.ch11_naval.sailing import leg_ban, must_stop
from ludi.games.pax_romana.ch11_naval.transport import TransportStopped
from ludi.games.pax_romana.ch13_barbarians.invaders import scare_capitals
from ludi.games.pax_romana.ch14_stability.stability import change_stability
from ludi.games.pax_romana.ch15_victory.objectives import M, N, claim_bonus_objectives, show_objective
from ludi.games.pax_romana.ch15_victory.victory import award
from ludi.games.pax_romana.ch16_events.conqueror import conqueror
from ludi.games.pax_romana.ch16_events.events import SOLDIER_OF_FORTUNE, settle_pending
from ludi.games.pax_romana.ch16_events.revenues_and_stability import revenues
from ludi.games.pax_romana.world.pieces import ELEPHANT, GARRISON, GERMANS, LEGION_R, NOBODY, ONE, WEST_GAULS, stack_key
from ludi.games.pax_romana.world.sets import has
from ludi.games.pax_romana.world.words import PASSAGE

# 14 Stability


@pytest.mark.rule("PR-14.1.1")
def test_the_marker_moves_on_the_track() -> None:
    s = world({}, stability={"rome": 3})
    change_stability(s, s.box.powers.index("rome"), -5, "PR-14.2.1a")
    assert stability(s, "rome") == -2
    rome = next(mat for mat in s.view(None)["powers"] if mat["power"] == "rome")
    assert rome["stability"] == -2


@pytest.mark.rule("PR-14.2.1a")
def test_an_event_changes_stability_when_it_occurs() -> None:
    s = world({}, treasury={"rome": 2, "carthage": 13, "greece": 3, "east": 12})
    revenues(s)
    assert [stability(s, word) for word in ("rome", "carthage", "greece", "east")] == [-1, 1, 0, 0]


@pytest.mark.rule("PR-14.2.1h", "PR-13.4.4")
def test_each_army_of_barbarians_scares_a_capital_in_it_too() -> None:
    s = world({"western-gauls": {"roma": {"barbarian": 5}}}, operation="choose")
    before = stability(s, "rome")
    scare_capitals(s, WEST_GAULS)
    assert stability(s, "rome") == before - 1
    both = world(
        {"germans": {"arretium": {"barbarian": 5}}, "western-gauls": {"capua": {"barbarian": 3}}}, operation="choose"
    )
    scare_capitals(both, WEST_GAULS)
    scare_capitals(both, GERMANS)
    assert stability(both, "rome") == -2, "once for each Army"


@pytest.mark.rule("PR-14.2.1p")
def test_of_two_lost_capitals_a_turn_costs_one_level() -> None:
    levels = []
    for lost in ((), ("athens",), ("athens", "pella")):
        s = world({"rome": {word: {"legion": 1} for word in lost}})
        recount(s)
        s.stability = [4] * 4
        for power in range(4):
            s.gained[power] = (100, 50, 20, 0)[power]
        award(s, False)
        levels.append(stability(s, "greece"))
    assert levels[1] == levels[2] == levels[0] - 1, s.box.powers[ROME]


# 15 Objectives


def ultra(objectives: list[list[str]], **facts: Any) -> PaxRomanaState:
    """The Ultra Basic game of V, in a Phase."""
    return position(
        {"scenario": "V", "format": "ultra-basic"},
        operation="phase",
        objectives=objectives,
        markers={"rome": 1},
        dice=FastDice(random.Random(2)),
        **facts,
    )


@pytest.mark.rule("PR-15.4.4a", "PR-15.4.4b")
def test_why_no_other_objective_is_for_sale() -> None:
    s = ultra([[], [], [], ["A"]], phase="E", treasury={"rome": 9, "greece": 5, "east": 5, "carthage": 5})
    s.play(ROME, s.unspell("objective"))
    why = s.why_not(ROME, "objective")
    assert why is not None
    assert (why.key, why.rule) == ("why.one-objective", "PR-15.4.4a")
    full = ultra([[], [], [], ["A", "B", "C"]], phase="E", treasury={"rome": 9})
    why = full.why_not(ROME, "objective")
    assert why is not None
    assert (why.key, why.rule) == ("why.three-objectives", "PR-15.4.4b")


@pytest.mark.rule("PR-15.4.9-L")
def test_riches_are_revealed_earlier_than_in_the_victory_phase() -> None:
    s = ultra([[], [], [], ["L"]], phase="H", treasury={"rome": 30})
    assert refused(s, "rome", "reveal:L") == "PR-15.4.9-L"


@pytest.mark.rule("PR-15.4.9-M", "PR-15.4.7a")
def test_the_marker_m_goes_back_to_the_pool_with_its_points() -> None:
    s = ultra([[], [], [], ["M"]], phase="H")
    s.provinces[s.box.atlas.province_index["attica"]] = ROME
    show_objective(s, ROME, M)
    before = s.objective_pool.count(M)
    assert claim_bonus_objectives(s, ROME, (M, N)) == 3
    assert s.objectives[ROME] == []
    assert s.objective_pool.count(M) == before + 1


# 16 Events


@pytest.mark.rule("PR-16.2-SOLDIER-OF-FORTUNE")
def test_rome_rolls_until_it_is_no_soldier_of_fortune() -> None:
    table = position({"scenario": "V"}).box.tables["events"]
    soldier = next(total for total in range(2, 13) if table[str(total)] == "soldier-of-fortune")
    first = max(1, soldier - 6)
    s = world(
        {},
        operation="choose",
        treasury={"rome": 1, "carthage": 13, "greece": 5, "east": 5},
        dice=[first, soldier - first, first, soldier - first, 3, 4],
    )
    s.pending = [SOLDIER_OF_FORTUNE]
    settle_pending(s, ROME)
    assert (stability(s, "rome"), stability(s, "carthage")) == (-1, 1), "a 7 at last: revenues and stability"
    assert s.sof_owner == -1


@pytest.mark.rule("PR-16.2-CONQUEROR")
def test_only_his_own_elites_are_conquerors() -> None:
    s = world({"rome": {"roma": {"legion": 1}}, "greece": {"athens": {"heavy": 1}}}, operation="choose")
    for number, leader in enumerate(s.box.leaders):
        if leader.elite and leader.side in (0, ROME):
            s.leader_at[number] = node("roma" if leader.side == ROME else "athens")
    conqueror(s, ROME)
    mine = [number for number, where in enumerate(s.leader_at) if where >= 0 and has(s.conqueror, number)]
    assert mine
    assert {s.box.leaders[number].side for number in mine} == {ROME}


@pytest.mark.rule("PR-16.2-REBELLIONb")
def test_a_fleet_in_mutiny_is_bought_free_for_a_talent_a_squadron_when_another_comes() -> None:
    for talent, open_ in ((3, True), (2, False)):
        s = world(
            {"rome": {"roma": {"galley": 2}}, "carthage": {"ntp-campania": {"galley": 3}}},
            treasury={"carthage": talent, "rome": 5},
            dice=[6],
        )
        s.mutiny = stack_key(CARTHAGE, node("ntp-campania"))
        script(s, [1] * 4)
        play(s, "major:roma", "take:galley", "go", "sail:ntp-campania")
        assert actor(s) == "carthage"
        assert ("yes" in choices(s)) is open_
        if open_:
            play(s, "yes")
            assert talents(s, "carthage") == 0
            assert not s.mutinies(CARTHAGE, node("ntp-campania"))


# 4 Diplomacy


@pytest.mark.rule("PR-4.3.1e")
def test_passage_is_granted_both_ways() -> None:
    s = world({"rome": {"roma": {"legion": 1}}, "greece": {"capua": {"heavy": 1}}})
    agree(s, ROME, GREECE, [PASSAGE])
    assert s.lets_in(GREECE, ROME, node("capua"))
    assert s.lets_in(ROME, GREECE, node("roma"))


@pytest.mark.rule("PR-4.4")
def test_nobody_bribes_himself() -> None:
    s = position({"scenario": "V", "people": 2}, treasury={"rome": 9, "east": 9, "greece": 9, "carthage": 9})
    assert s.box.seat_of[ROME] == s.box.seat_of[EAST]
    assert not offer_bribe(s, ROME, EAST, ATTACK, node("roma"))
    assert offer_bribe(s, ROME, GREECE, ATTACK, node("roma"))


# 11 At sea


@pytest.mark.rule("PR-11.1.1a")
def test_nobody_sails_to_a_port_out_of_play() -> None:
    s = world({"rome": {"roma": {"galley": 1}}}, dice=[6])
    play(s, "major:roma", "take:galley", "go")
    voyage = s.stack[-1]
    assert isinstance(voyage, FleetVoyage)
    near = s.box.atlas.sea[voyage.node][0]
    s.box.open[near], before = False, s.box.open[near]
    try:
        assert leg_ban(s, voyage, near) == "PR-3.1"
    finally:
        s.box.open[near] = before


@pytest.mark.rule("PR-11.1.2b", "PR-11.1.2c")
def test_an_empty_port_at_home_stops_nobody() -> None:
    s = world({"rome": {"roma": {"legion": 1}}, "carthage": {"utica": {"light": 1}}})
    assert must_stop(s, ROME, node("paestum")) == ""
    assert must_stop(s, CARTHAGE, node("paestum")) == "PR-11.1.2b"
    s.allies[ROME], s.allies[CARTHAGE] = 1 << CARTHAGE, 1 << ROME
    assert must_stop(s, ROME, node("utica")) == ""
    assert must_stop(s, ROME, node("utica"), with_army=True) == "PR-11.1.2a", "an Army needs leave to land"


@pytest.mark.rule("PR-11.1.4a")
def test_a_leader_is_worth_one_and_no_more() -> None:
    for dice, goes_on in (([4, 4], True), ([5, 4], False)):
        s = west({"carthage": {"thapsus": {"galley": 1}}}, active="carthage", leaders={"carthage-9": "thapsus"})
        play(s, "major:thapsus", "take:galley", "take-leader:carthage-9", "go", "sail:melita")
        script(s, dice)
        play(s, "go")
        assert (s.stack[-1].name == "move") is goes_on


@pytest.mark.rule("PR-11.3.3b")
def test_who_lands_against_walls_bids_for_no_siege_expertise_and_brings_no_elephants() -> None:
    units: Units = {
        "rome": {"roma": {"legion": 6, "galley": 2}},
        "carthage": {"panormus": {"heavy": 3, "elephant": 1}},
    }
    for walls in (True, False):
        s = world(
            units,
            sites={"panormus": city("carthage")} if walls else {},
            treasury={"rome": 9, "carthage": 9},
            leaders={"rome-5": "roma"},
            dice=[6],
        )
        s.add(ROME, node("roma"), ONE[ELEPHANT])
        play(s, "major:roma", "take-all", "embark", "escort:2")
        script(s, [1] * 12)
        play(s, "sail:dstp-tyrrhenum", "sail:panormus", "debark")
        while "stand" in choices(s):
            play(s, "stand")
        if walls:
            play(s, "walls")
            assert [s.box.powers[p] for p in range(4) if s.box.seat_of[p] in s.actors()] == ["carthage"]
        else:
            assert actor(s) == "carthage", "his Elephants alone may charge"
            assert set(choices(s)) == {"elephants:0", "elephants:1"}


def landed_before(units: Units, walls: bool = False) -> tuple[PaxRomanaState, Transport]:
    """Rome's Army lies before Panormus, where it has Stopped."""
    s = world(
        {"rome": {"roma": {"legion": 6, "galley": 2}}, **units},
        sites={"panormus": city("carthage")} if walls else {},
        leaders={"rome-5": "roma"},
        dice=[6],
    )
    play(s, "major:roma", "take-all", "embark", "escort:2")
    script(s, [1] * 12)
    play(s, "sail:dstp-tyrrhenum", "sail:panormus")
    if s.stack[-1].name == "harbour":
        play(s, "hold")
    transport = s.stack[-1]
    assert isinstance(transport, Transport)
    return s, transport


@pytest.mark.rule("PR-11.3.6c", "PR-11.3.6a")
def test_a_port_with_enemies_is_passed_only_with_three_mp() -> None:
    s, transport = landed_before({"carthage": {"panormus": {"heavy": 3}}})
    assert transport.stage == "stopped"
    assert "go" in choices(s)
    stage = transport.stages[transport.stage]
    assert isinstance(stage, TransportStopped)
    transport.mp = 2
    assert stage.no_way_on(s, transport, ROME, 0) == "PR-11.3.6c"


@pytest.mark.rule("PR-11.3.3a", "PR-11.3.2d")
def test_to_land_among_enemies_takes_two_mp_and_units_that_fight() -> None:
    s, transport = landed_before({"carthage": {"panormus": {"heavy": 3}}})
    assert may_land(s, transport) == ""
    assert landing_cost(s, transport) == 2
    transport.mp = 1
    assert may_land(s, transport) == "PR-11.3.2d"
    transport.mp = 5
    transport.army = ONE[GARRISON]
    assert may_land(s, transport) == "PR-11.3.3a"


@pytest.mark.rule("PR-11.2.1f")
def test_an_army_that_cannot_go_on_from_the_deep_sea_is_lost() -> None:
    s = world({"rome": {"roma": {"legion": 2, "galley": 1}}}, leaders={"rome-5": "roma"}, dice=[6])
    play(s, "major:roma", "take-all", "embark", "escort:1")
    script(s, [3, 6, 6])
    play(s, "sail:dstp-tyrrhenum", "go")
    assert at(s, "rome", "dstp-tyrrhenum") == {}
    assert at(s, "rome", "roma") == {}
    assert s.leader_at[s.box.leader("rome-5")] == NOBODY


@pytest.mark.rule("PR-11.4.1b", "PR-11.1.6")
def test_who_has_let_a_fleet_pass_does_not_hold_it_in_his_port() -> None:
    units: Units = {"carthage": {"lilybaeum": {"galley": 1}}, "rome": {"melita": {"legion": 1, "galley": 1}}}
    s = west(units, active="carthage")
    play(s, "major:lilybaeum", "take:galley", "go")
    script(s, [1])
    play(s, "sail:ntp-melita", "sail:melita", "let-pass")
    assert (actor(s), s.stack[-1].stage) == ("carthage", "at-sea")


@pytest.mark.rule("PR-11.4.1a", "PR-11.4.6a")
def test_an_army_at_sea_without_squadrons_is_met_and_cannot_withdraw() -> None:
    s = world({"rome": {"roma": {"galley": 2}}, "carthage": {"ntp-campania": {"heavy": 2}}}, dice=[6])
    script(s, [1] * 4)
    play(s, "major:roma", "take:galley", "go", "sail:ntp-campania")
    assert actor(s) == "carthage"
    assert refused(s, "carthage", "withdraw") == "PR-11.4.2a"
    why = s.why_not(s.actors()[0], "withdraw")
    assert why is not None
    assert why.key == "why.no-squadrons-along"
    play(s, "fight")
    assert at(s, "carthage", "ntp-campania") == {}


@pytest.mark.rule("PR-11.1.1b", "PR-11.3.2a")
def test_an_army_pays_for_the_voyage_and_squadrons_alone_do_not() -> None:
    _, transport = landed_before({"carthage": {"panormus": {"heavy": 3}}})
    ashore = world({"rome": {"roma": {"legion": 6, "galley": 2}}}, leaders={"rome-5": "roma"}, dice=[6])
    play(ashore, "major:roma", "take-all")
    assert transport.mp == mp(ashore) - 2, "to embark and to sail, however far"
    fleet = world({"rome": {"roma": {"galley": 2}}}, dice=[6])
    script(fleet, [1] * 12)
    play(fleet, "major:roma", "take:galley", "go", "sail:dstp-tyrrhenum", "sail:panormus")
    assert at(fleet, "rome", "panormus") == {"galley": 1}


@pytest.mark.rule("PR-4.5")
def test_who_has_talked_before_his_operation_does_not_talk_again() -> None:
    s = west({}, options={"scenario": "II", "talking": True}, operation="choose")
    assert "meet" in choices(s)
    play(s, "meet", "done")
    assert refused(s, actor(s), "meet") == "PR-4.5"


@pytest.mark.rule("PR-9.2.4")
def test_a_reduced_legion_that_has_combined_is_no_longer_told_apart() -> None:
    s = world({"rome": {"roma": {"reduced-legion": 1}}})
    s.mark_moved(ROME, node("roma"), ONE[LEGION_R])
    s.add(ROME, node("roma"), ONE[LEGION_R])
    assert at(s, "rome", "roma") == {"legion": 1}
    assert not any(s.moved.values()), "nobody is marked who is not there"

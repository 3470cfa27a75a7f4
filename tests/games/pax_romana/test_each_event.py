"""Chapter 16: the Events one by one, and the markers that bring them."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.pax_romana.helpers import (
    WEST,
    actor,
    at,
    choices,
    city,
    node,
    play,
    refused,
    script,
    stability,
    talents,
    west,
    world,
)
from ludi.core import FastDice, ScriptedDice
from ludi.games.pax_romana import PaxRomanaState, position
from ludi.games.pax_romana.ch03_sequence.activation import Activation
from ludi.games.pax_romana.ch03_sequence.turn import draw_marker, next_turn
from ludi.games.pax_romana.ch16_events.disease import disease
from ludi.games.pax_romana.ch16_events.events import draw_event, settle_pending
from ludi.games.pax_romana.ch16_events.harvest_time import harvest
from ludi.games.pax_romana.ch16_events.rebellion import rebellion
from ludi.games.pax_romana.ch16_events.revenues_and_stability import revenues
from ludi.games.pax_romana.ch16_events.stability_check import civil_war, stability_check
from ludi.games.pax_romana.world.pieces import SLAVES, SOF


def event_position(units: Any | None = None, **facts: Any) -> PaxRomanaState:
    return world(units or {}, operation="choose", **facts)


@pytest.mark.rule("PR-16.1.2", "PR-3.2-F0", "PR-1.4-EVENT-MARKER", "PR-1.1a")
def test_an_event_marker_rolls_two_dice() -> None:
    s = event_position(treasury={"rome": 1, "carthage": 13, "greece": 5, "east": 5}, dice=[3, 4])
    draw_event(s, 3)
    assert (stability(s, "rome"), stability(s, "carthage"), stability(s, "greece")) == (-1, 1, 0)


@pytest.mark.rule("PR-16.2-REVENUES-AND-STABILITY")
def test_revenues() -> None:
    s = event_position(treasury={"rome": 2, "carthage": 13, "greece": 3, "east": 12})
    revenues(s)
    assert [stability(s, p) for p in ("rome", "carthage", "greece", "east")] == [-1, 1, 0, 0]


@pytest.mark.rule("PR-16.2-HARVEST-TIME")
def test_harvest_time() -> None:
    good = event_position(dice=[1, 4])
    harvest(good)
    assert stability(good, "rome") == 2
    bad = event_position(dice=[1, 3])
    harvest(bad)
    assert stability(bad, "rome") == -2
    nobody = event_position(dice=[5])
    harvest(nobody)
    assert nobody.stability == [0, 0, 0, 0]


@pytest.mark.rule("PR-16.2-REBELLION")
def test_a_standard_rebellion() -> None:
    units = {"rome": {"gades": {"garrison": 2}, "tarraco": {"legion": 1}}, "carthage": {"olisipo": {"light": 1}}}
    s = event_position(units, dice=[3, 4])
    rebellion(s, 0)
    assert at(s, "rome", "gades") == {}
    assert at(s, "rome", "tarraco") == {"legion": 1}
    assert stability(s, "rome") == -1 - 1, "and Baetica is lost"
    assert stability(s, "carthage") == -1


@pytest.mark.rule("PR-16.2-REBELLIONb")
def test_a_naval_mutiny_freezes_a_fleet_until_it_is_paid() -> None:
    s = world({"rome": {"roma": {"galley": 2, "legion": 1}}}, dice=[1, 1])
    top = s.stack.pop()
    rebellion(s, s.box.powers.index("rome"))
    s.run()
    assert choices(s) == ["place:roma"]
    play(s, "place:roma")
    s.push(top)
    s.run()
    script(s, [3])
    play(s, "minor:roma")
    assert "take:galley" not in choices(s)
    play(s, "take:legion", "halt")
    assert refused(s, "rome", "major:roma") == "PR-16.2-REBELLIONb"
    play(s, "yes")
    assert talents(s, "rome") == 8
    assert "major:roma" in choices(s)


@pytest.mark.rule("PR-16.2-SLAVE-REVOLT", "PR-12.7.1a", "PR-12.7.1b", "PR-14.2.1i")
def test_a_slave_revolt() -> None:
    s = event_position({"rome": {"roma": {"legion": 1}}}, sites={"capua": city("rome")}, dice=[1, 2])
    rome = s.box.powers.index("rome")
    draw_event(s, rome)
    s.run()
    assert stability(s, "rome") == -1
    assert actor(s) != "rome"
    assert "place:roma" not in choices(s)
    play(s, "place:capua")
    assert at(s, f"slaves-{rome}", "capua") == {"barbarian": 2}
    script(s, [1, 2])
    draw_event(s, rome)
    assert stability(s, "rome") <= -1
    assert s.slaves_due == 1 << rome


@pytest.mark.rule("PR-12.7.1c", "PR-12.7.1d", "PR-12.7.2", "PR-12.7.3a")
def test_slaves_grow_and_move_before_each_activation() -> None:
    s = position(
        WEST,
        units={"slaves-0": {"capua": {"barbarian": 2}}, "carthage": {"utica": {"light": 1}}},
        sites={"capua": city("rome")},
        active="rome",
        markers={"carthage": 1},
        treasury={"rome": 5, "carthage": 5},
        numbers={"slaves_due": 1},
    )
    play(s, "pass")
    assert actor(s) == "carthage"
    assert s.stack[-1].name == "slaves"
    assert at(s, "slaves-0", "capua") == {"barbarian": 3}
    play(s, "march:roma")
    assert at(s, "slaves-0", "roma") == {"barbarian": 2}
    assert at(s, "slaves-0", "capua") == {"barbarian": 1}
    from ludi.games.pax_romana.ch12_special.slaves import end_revolts

    for word in ("roma", "capua"):
        s.remove(SLAVES, node(word), s.at(SLAVES, node(word)))
    before = stability(s, "rome")
    end_revolts(s)
    assert stability(s, "rome") == before + 1
    assert s.slaves_due == 0


@pytest.mark.rule("PR-16.2-STABILITY-CHECK", "PR-16.2-STABILITY-CHECKb")
def test_a_stability_check_of_the_stable() -> None:
    s = event_position(stability={"rome": 2})
    rome = s.box.powers.index("rome")
    stability_check(s, rome)
    s.run()
    assert choices(s) == ["bid:0", "bid:1", "bid:2", "bid:3"]
    play(s, "bid:1")
    assert (stability(s, "rome"), talents(s, "rome")) == (0, 9)
    other = event_position(stability={"rome": 5, "carthage": 4, "greece": 1, "east": 4})
    stability_check(other, rome)
    other.run()
    assert choices(other) == ["against:greece"]
    none = event_position(stability={"rome": 5, "carthage": 4, "greece": 4, "east": 4})
    stability_check(none, rome)
    assert stability(none, "rome") == 4


@pytest.mark.rule("PR-16.2-STABILITY-CHECKc")
def test_a_stability_check_in_unrest() -> None:
    def check(legions: int) -> PaxRomanaState:
        units = {"rome": {"capua": {"legion": legions, "light": 2}, "gades": {"garrison": 1}}}
        s = west(units, stability={"rome": -2}, operation="choose", numbers={"guard_duty": 1}, dice=[3])
        play(s, "expand", "major:capua", "take-all", "march:roma", "halt")
        while s.stack[-1].name == "expansion":
            play(s, "done")
        return s

    obeyed = check(1)
    assert at(obeyed, "rome", "gades") == {"garrison": 1}
    failed = check(0)
    assert at(failed, "rome", "gades") == {}
    assert stability(failed, "rome") <= -3


@pytest.mark.rule("PR-16.2-STABILITY-CHECKd", "PR-16.2-STABILITY-CHECKe", "PR-16.2-STABILITY-CHECKf")
def test_civil_war() -> None:
    units = {"rome": {"roma": {"legion": 2}, "capua": {"legion": 2}, "pisae": {"galley": 1}}}
    s = event_position(
        units,
        stability={"rome": -5},
        sites={"roma": city("rome")},
        leaders={"rome-1": "roma"},
        markers={"rome": 2, "carthage": 1},
    )
    rome = s.box.powers.index("rome")
    script(s, [1, 2, 3])
    civil_war(s, rome)
    assert at(s, "rome", "roma") == {}
    assert at(s, "rome", "capua") == {"legion": 2}
    assert at(s, "rome", "pisae") == {}
    assert s.site_owner(node("roma")) == rome
    assert s.pool[rome] == 0
    assert [s.box.place(where) for n, where in enumerate(s.leader_at) if where >= 0] == ["roma"]
    assert stability(s, "rome") <= -1
    late = event_position(units, stability={"rome": -5}, markers={"carthage": 1})
    script(late, [2, 2, 2])
    civil_war(late, rome)
    assert late.double_cost >> rome & 1


@pytest.mark.rule("PR-16.2-STABILITY-CHECKd")
def test_markers_after_a_civil_war_are_dearer_for_one_turn() -> None:
    s = event_position({"rome": {"roma": {"legion": 1}}}, stability={"rome": -5}, markers={"carthage": 1})
    rome = s.box.powers.index("rome")
    s.dice = FastDice(random.Random(1))
    civil_war(s, rome)

    def price() -> int:
        return Activation(rome, False).cost(s)

    next_turn(s)
    assert price() == 2, "the following Game-Turn"
    next_turn(s)
    assert price() == 1, "and not the one after it"
    s.double_cost = 1 << rome
    next_turn(s)
    s.pool[rome] = 0
    s.order = []
    civil_war(s, rome)
    next_turn(s)
    assert price() == 2, "struck again in the dear turn itself"


def next_marker(event: int, **facts: Any) -> PaxRomanaState:
    s = event_position(facts.pop("units", {}), **facts)
    s.pending = [event]
    settle_pending(s, s.box.powers.index("rome"))
    return s


@pytest.mark.rule("PR-16.1.3", "PR-16.2-GALLEY-TECHNOLOGY")
def test_events_for_the_next_drawn_marker_wait() -> None:
    s = event_position(dice=[5, 5], markers={"rome": 1})
    draw_event(s, 0)
    assert s.pending
    assert s.galley_technology == 0
    play(s, "pass")
    assert actor(s) == "rome"
    assert s.galley_technology == 1 << s.box.powers.index("rome")
    from ludi.games.pax_romana.ch11_naval.fleets import galley_points

    assert galley_points(s, s.box.powers.index("rome")) == 3
    assert galley_points(s, s.box.powers.index("carthage")) == 2


@pytest.mark.rule("PR-16.2-DISEASE")
def test_disease_strikes_the_highest_rated_leader() -> None:
    leaders = {"rome-3": "roma", "rome-9": "roma"}
    s = event_position(leaders=leaders, dice=[5])
    rome = s.box.powers.index("rome")
    disease(s, rome)
    assert s.leader_at[s.box.leader("rome-3")] == -1
    assert s.leader_at[s.box.leader("rome-9")] >= 0
    s = event_position(leaders=leaders, dice=[6])
    disease(s, rome)
    assert s.leader_at[s.box.leader("rome-3")] >= 0


@pytest.mark.rule("PR-16.2-CONQUEROR", "PR-8.3d")
def test_a_conqueror_marches_twice() -> None:
    s = next_marker(0, leaders={"rome-1": "roma"}, units={"rome": {"roma": {"legion": 3}, "gades": {"legion": 1}}})
    assert s.conqueror == 1 << s.box.leader("rome-1")
    script(s, [1, 1])
    play(s, "expand", "major:roma", "take-all", "march:capua", "halt")
    assert "conquer:capua" in choices(s)
    assert "major:gades" not in choices(s)
    play(s, "conquer:capua", "take-all", "march:paestum", "halt")
    assert at(s, "rome", "paestum") == {"legion": 3}
    assert "major:paestum" not in choices(s)
    plain = next_marker(0, leaders={"rome-5": "roma"})
    assert plain.conqueror == 0


@pytest.mark.rule("PR-16.2-SOLDIER-OF-FORTUNE", "PR-12.4.2a", "PR-12.4.2b", "PR-12.4.2c", "PR-12.4.3", "PR-12.4.7a")
def test_the_soldier_of_fortune_event() -> None:
    s = world({"carthage": {"utica": {"heavy": 1}}}, active="carthage", operation="choose", dice=[4])
    carthage = s.box.powers.index("carthage")
    s.pending = [9]
    settle_pending(s, carthage)
    s.run()
    assert "no" in choices(s)
    assert "place:roma" not in choices(s)
    play(s, "place:thapsus")
    assert at(s, "soldier-of-fortune", "thapsus") == {"heavy": 4, "light": 2, "cavalry": 1, "elephant": 1}
    leader = s.box.leaders[s.box.side_leader[SOF]]
    assert (leader.tactical, leader.campaign) == (3, 4)
    play(s, "expand", "soldier:thapsus", "take-all", "march:carthago", "halt")
    assert "minor:utica" in choices(s)
    assert not any(word.startswith("major") for word in choices(s))
    rome = event_position(dice=[3, 4])
    rome.pending = [9]
    settle_pending(rome, rome.box.powers.index("rome"))
    assert not rome.pending
    assert rome.sof_owner == -1


@pytest.mark.rule("PR-12.4.4a", "PR-12.4.4b", "PR-12.4.4c", "PR-12.4.4d")
def test_the_soldier_of_fortune_marches_alone() -> None:
    units = {
        "carthage": {"utica": {"heavy": 2, "galley": 2}, "carthago": {"heavy": 1}},
        "soldier-of-fortune": {"carthago": {"heavy": 4}},
    }
    s = world(
        units, active="carthage", soldier_of_fortune="carthage", leaders={"soldier-of-fortune": "carthago"}, dice=[5]
    )
    play(s, "soldier:carthago", "take-all", "march:utica")
    assert "pick-up" not in choices(s)
    assert at(s, "carthage", "carthago") == {"heavy": 1}
    play(s, "embark")
    assert set(choices(s)) == {"escort:0", "escort:1"}


@pytest.mark.rule("PR-14.2.1a", "PR-16.2-PIRATES", "PR-12.6.1a", "PR-12.6.1b", "PR-12.6.1c")
def test_pirates_appear_where_no_fleet_is() -> None:
    s = event_position({"rome": {"ntp-cosa": {"galley": 1}}}, dice=[2, 2])
    draw_event(s, 0)
    s.run()
    words = set(choices(s))
    assert "place:ntp-cosa" not in words
    assert "place:ntp-campania" in words
    assert "place:tarsus" in words
    assert "place:melita" in words
    assert "place:roma" not in words
    assert not any("dstp" in word for word in words)
    rhodes = {s.box.place(n) for n in s.box.atlas.sea[node("rhodes")] if n < s.box.atlas.spaces}
    assert not {f"place:{word}" for word in rhodes} & words
    play(s, "place:ntp-campania")
    assert s.pirates == [node("ntp-campania")]


def test_an_event_marker_does_not_break_a_row() -> None:
    s = event_position()
    s.streak, s.active = 2, 0
    s.pool = [1, 1, 0, 0, 0]
    s.dice = ScriptedDice()
    assert draw_marker(s) == 1

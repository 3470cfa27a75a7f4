"""Chapter 3: the course of play; chapter 8: leaders; chapter 16: Events."""

from __future__ import annotations

import random
from collections import Counter
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
    town,
    west,
    world,
)
from ludi.core import FastDice, ScriptedDice
from ludi.games.pax_romana import GAME, PaxRomanaState, position
from ludi.games.pax_romana.events import disease, draw_event, harvest, rebellion, revenues, settle_pending
from ludi.games.pax_romana.leaders import LeaderSelection, draw_leaders
from ludi.games.pax_romana.operations import Activation
from ludi.games.pax_romana.pieces import MILITIA, ONE
from ludi.games.pax_romana.sequence import GameTurn, play_order, removal
from ludi.games.pax_romana.stability import TURMOIL, UNREST, change_stability, stability_range
from ludi.games.pax_romana.stability_check import civil_war, stability_check


def deal(options: dict[str, Any] | None = None, seed: int = 1) -> PaxRomanaState:
    return GAME.deal(GAME.box(options or WEST), FastDice(random.Random(seed)))


@pytest.mark.rule("PR-3.4.2-EX1", "PR-3.3", "PR-3.6", "PR-3.1")
def test_scenario_ii_begins_with_rome_and_three_markers_each_in_the_pool() -> None:
    s = deal()
    assert actor(s) == "rome"
    assert s.pool[:2] == [3, 3]
    assert [s.box.powers[p] for p in s.order] == ["carthage"]
    assert s.stack[0].stage == 5, "phases A to E are skipped on the first turn"
    assert talents(s, "rome") == 13
    assert at(s, "rome", "rhegium") == {"legion": 3}


@pytest.mark.rule("PR-3.2-F", "PR-3.4.1", "PR-3.4.2c", "PR-3.4.2d", "PR-3.2-F4", "PR-3.4.3", "PR-3.2")
def test_first_the_fixed_markers_then_the_pool_then_phase_g() -> None:
    s = deal({"scenario": "II", "event_markers": 0})
    seen = []
    while s.turn == 0:
        seen.append(actor(s))
        play(s, "pass")
        if s.stack[-1].name != "activation":
            break
    assert seen[:2] == ["rome", "carthage"]
    assert Counter(seen) == {"rome": 4, "carthage": 4}
    assert s.turn == 1


@pytest.mark.rule("PR-3.4.2e")
def test_no_third_activation_in_a_row() -> None:
    for seed in range(20):
        s = deal({"scenario": "V", "event_markers": 0}, seed)
        seen: list[str] = []
        while s.turn == 0 and s.stack[-1].name == "activation":
            left = s.pool[:4]
            if len(seen) >= 2 and seen[-1] == seen[-2] == actor(s):
                assert sum(left) == left[s.active], "only when nobody else has markers"
            seen.append(actor(s))
            play(s, "pass")


@pytest.mark.rule("PR-3.4.2f")
def test_the_limit_is_waived_when_all_markers_left_are_one_players() -> None:
    s = west({}, operation="choose", markers={"rome": 3, "carthage": 0, "events": 0})
    for _ in range(3):
        assert actor(s) == "rome"
        play(s, "pass")
    assert actor(s) == "rome"


@pytest.mark.rule("PR-3.4.2h")
def test_optional_random_order() -> None:
    s = deal({"scenario": "II", "random_order": True})
    assert s.order == []
    assert s.pool[:2] == [3, 4]


@pytest.mark.rule("PR-3.4.2a", "PR-3.4.2b", "PR-15.1.3a", "PR-15.1.3b", "PR-3.2-I")
def test_the_order_of_the_next_turn() -> None:
    s = world(
        {},
        vp={"rome": 3, "carthage": 1, "greece": 3, "east": 3},
        stability={"rome": 2, "greece": 1, "east": 2},
        sites={"roma": city("rome")},
    )
    assert [s.box.powers[p] for p in play_order(s)] == ["carthage", "greece", "east", "rome"]
    even = world({}, dice=[3, 3, 2, 2, 4, 3, 2, 1])
    assert play_order(even) == [3, 2, 1, 0]


@pytest.mark.rule("PR-3.8.1a", "PR-3.8.1b", "PR-3.8.1c", "PR-3.8.1d", "PR-16.1.1", "PR-15.4.3", "PR-15.4", "PR-2.3")
def test_the_formats_of_scenario_v() -> None:
    facts = {
        "basic": (5, 3, 0, "none"),
        "basic-2": (5, 3, 1, "one-random"),
        "basic-plus": (5, 4, 2, "one-random"),
        "ultra-basic": (10, 4, 2, "purchase"),
    }
    for word, (turns, markers, events, objectives) in facts.items():
        box = GAME.box({"scenario": "V", "format": word})
        assert (box.turns, box.markers[0], box.event_markers, box.objectives) == (turns, markers, events, objectives)
        s = deal({"scenario": "V", "format": word})
        assert [len(held) for held in s.objectives] == [1 if objectives == "one-random" else 0] * 4
    for word in ("I", "II", "III", "VII", "VIII"):
        assert GAME.box({"scenario": word}).objectives == "none"


@pytest.mark.rule("PR-3.8.1e")
def test_players_may_agree_on_event_markers() -> None:
    assert GAME.box({"scenario": "V", "event_markers": 2}).event_markers == 2


@pytest.mark.rule("PR-3.5.3")
def test_no_stacking_limit() -> None:
    s = west({"rome": {"roma": {"legion": 40}, "capua": {"legion": 40}}}, dice=[3])
    play(s, "major:roma", "take-all", "march:capua", "halt")
    assert at(s, "rome", "capua") == {"legion": 80}


# Phase C


@pytest.mark.rule(
    "PR-3.2-C",
    "PR-3.2-Cb",
    "PR-12.2.6a",
    "PR-12.2.1a",
    "PR-12.2.1-EX1",
    "PR-12.3.3d",
    "PR-12.4.6",
    "PR-13.4",
    "PR-13.2.5",
)
def test_the_removal_phase() -> None:
    units = {
        "rome": {"roma": {"legion": 1, "militia": 2}},
        "carthage": {"utica": {"mercenary": 2, "heavy": 1}, "gades": {"mercenary": 1, "elephant": 1}},
        "soldier-of-fortune": {"thapsus": {"heavy": 4}},
        "western-gauls": {"narbo": {"barbarian": 6}},
        "tribes": {"tolosa": {"barbarian": 3}},
        "independents": {"messana": {"heavy": 2}},
    }
    s = world(units, soldier_of_fortune="carthage", leaders={"rome-1": "roma", "soldier-of-fortune": "thapsus"})
    removal(s)
    assert at(s, "rome", "roma") == {"legion": 1}
    assert at(s, "carthage", "utica") == {"heavy": 1}
    assert at(s, "carthage", "gades") == {}
    assert at(s, "soldier-of-fortune", "thapsus") == {}
    assert at(s, "western-gauls", "narbo") == {}
    assert at(s, "tribes", "tolosa") == {"barbarian": 3}
    assert at(s, "independents", "messana") == {"heavy": 2}
    assert all(where < 0 for where in s.leader_at)
    assert s.sof_owner == -1


# Phase D


@pytest.mark.rule("PR-8.1.1", "PR-8.1.2a", "PR-8.1.5a", "PR-8.1.5b", "PR-8.1.5d", "PR-3.2-D")
def test_two_leaders_are_placed_in_secret() -> None:
    s = position(
        WEST,
        units={"rome": {"arretium": {"legion": 1}, "gades": {"galley": 1}}, "carthage": {"cirta": {"light": 1}}},
        sites={"capua": town("rome")},
        operation="phase",
        phase="D",
        markers={"rome": 1},
        dice=FastDice(random.Random(3)),
    )
    assert len(s.actors()) == 2
    assert choices(s) == ["lead:roma"]
    play(s, "lead:roma")
    assert set(choices(s)) == {"lead:arretium", "lead:capua"}
    s.play(0, s.unspell("lead:capua"))
    assert all(where < 0 for where in s.leader_at), "nothing is shown before all are placed"
    assert s.view(1)["plan"] == []
    assert s.actors() == (1,)
    while s.stack[-1].name == "leader-selection":
        play(s, choices(s)[-1])
    placed = [number for number, where in enumerate(s.leader_at) if where >= 0]
    assert Counter(s.box.leaders[number].side for number in placed) == {0: 2, 1: 2}


@pytest.mark.rule("PR-8.1.5c")
def test_with_an_occupied_capital_both_go_elsewhere() -> None:
    s = west({"carthage": {"roma": {"heavy": 1}}, "rome": {"capua": {"legion": 1}}}, operation="choose")
    selection = LeaderSelection()
    selection.drawn = [0, s.box.leader("rome-3"), 0, s.box.leader("rome-4")]
    selection.placed = [-1, -1]
    assert selection._places(s, 0) == [node("capua")]


@pytest.mark.rule("PR-8.1.4", "PR-8.3a", "PR-8.3b", "PR-8.3c")
def test_elite_leaders_rest_and_never_meet() -> None:
    s = west({}, operation="choose")
    for seed in range(60):
        s.dice = FastDice(random.Random(seed))
        s.elites_resting = 1 << s.box.leader("rome-1")
        drawn = draw_leaders(s, 0, 2, [])
        assert s.box.leader("rome-1") not in drawn
        s.elites_resting = 0
        both = draw_leaders(s, 0, 2, [])
        assert sum(s.box.leaders[number].elite for number in both) <= 1
        assert len(both) == 2
    s.leader_at[s.box.leader("rome-1")] = node("roma")
    s.leader_at[s.box.leader("rome-5")] = node("roma")
    removal(s)
    assert s.elites_resting == 1 << s.box.leader("rome-1")


@pytest.mark.rule("PR-8.1.2b")
def test_named_leaders_take_the_place_of_drawn_ones() -> None:
    s = position(
        {"scenario": "IX"},
        turn=1,
        operation="phase",
        phase="D",
        markers={"macedon": 1},
        dice=FastDice(random.Random(1)),
    )
    drawn = s.stack[-1].drawn  # type: ignore[attr-defined]
    words = {s.box.leaders[number].word for number in drawn[1::2]}
    assert {"antigonus", "demetrius", "seleucus", "patrocles"} <= words


@pytest.mark.rule("PR-8.2.4a", "PR-8.2.4b")
def test_of_several_leaders_the_best_counts_for_each_purpose() -> None:
    s = west({"rome": {"roma": {"legion": 2}}}, leaders={"rome-7": "roma", "rome-6": "roma"}, dice=[1])
    play(s, "major:roma", "take-all")
    move = s.stack[-1]
    assert move.mp == 1 + 4  # type: ignore[attr-defined]
    from ludi.games.pax_romana.leaders import best_tactical

    assert best_tactical(s, s.leaders_of(0, node("roma"))) == s.box.leader("rome-6")


# Stability


@pytest.mark.rule("PR-14.1.3", "PR-14.1.4")
def test_ranges_and_limits_of_stability() -> None:
    assert [stability_range(level) for level in (8, 0)] == [0, 0]
    assert [stability_range(level) for level in (-1, -4)] == [UNREST, UNREST]
    assert [stability_range(level) for level in (-5, -6)] == [TURMOIL, TURMOIL]
    s = west({}, operation="choose")
    change_stability(s, 0, 20, "PR-14.1.4")
    assert stability(s, "rome") == 8
    change_stability(s, 0, -30, "PR-14.1.4")
    assert stability(s, "rome") == -6


# Events


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
    from ludi.games.pax_romana.special_units import end_revolts

    for word in ("roma", "capua"):
        s.remove(9, node(word), s.at(9, node(word)))
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
    turns = next(procedure for procedure in s.stack if isinstance(procedure, GameTurn))

    def price() -> int:
        return Activation(rome, False).cost(s)

    turns._next_turn(s)
    assert price() == 2, "the following Game-Turn"
    turns._next_turn(s)
    assert price() == 1, "and not the one after it"
    s.double_cost = 1 << rome
    turns._next_turn(s)
    s.pool[rome] = 0
    s.order = []
    civil_war(s, rome)
    turns._next_turn(s)
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
    from ludi.games.pax_romana.fleets import galley_points

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
    assert "major:capua" in choices(s)
    assert "major:gades" not in choices(s)
    play(s, "major:capua", "take-all", "march:paestum", "halt")
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
    leader = s.box.leaders[s.box.side_leader[13]]
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
    turn = s.stack[0]
    assert isinstance(turn, GameTurn)
    s.streak, s.active = 2, 0
    s.pool = [1, 1, 0, 0, 0]
    s.dice = ScriptedDice()
    assert turn._draw(s) == 1


def test_militia_cost_no_upkeep() -> None:
    s = west({"rome": {"roma": {"militia": 40}}}, operation="choose")
    from ludi.games.pax_romana.treasury import heavy_units

    assert heavy_units(s, 0) == 0
    assert s.at(0, node("roma")) == 40 * ONE[MILITIA]

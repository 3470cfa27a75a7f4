"""Chapter 3: the course of play; chapter 8.1 to 8.3: leaders are drawn and placed; chapter 14.1: Stability."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from games.pax_romana.helpers import WEST, actor, at, choices, city, node, play, stability, talents, town, west, world
from ludi.core import FastDice, ScriptedDice
from ludi.games.pax_romana import GAME, PaxRomanaState, position
from ludi.games.pax_romana.ch03_sequence.turn import play_order, removal
from ludi.games.pax_romana.ch08_leaders.leaders import kill_leader
from ludi.games.pax_romana.ch08_leaders.selection import LeaderSelection, draw_leaders
from ludi.games.pax_romana.ch14_stability.stability import change_stability
from ludi.games.pax_romana.ch16_events.disease import disease
from ludi.games.pax_romana.ch16_events.stability_check import civil_war
from ludi.games.pax_romana.world.pieces import MILITIA, ONE
from ludi.games.pax_romana.world.stability_track import TURMOIL, UNREST, stability_range


def deal(options: dict[str, Any] | None = None, seed: int = 1) -> PaxRomanaState:
    return GAME.deal(GAME.box(options or WEST), FastDice(random.Random(seed)))


@pytest.mark.rule("PR-3.4.2-EX1", "PR-3.3", "PR-3.6", "PR-3.1")
def test_scenario_ii_begins_with_rome_and_three_markers_each_in_the_pool() -> None:
    s = deal()
    assert actor(s) == "rome"
    assert s.pool[:2] == [3, 3]
    assert [s.box.powers[p] for p in s.order] == ["carthage"]
    assert s.stack[0].stage == "F", "phases A to E are skipped on the first turn"
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
    assert selection.places(s, 0) == [node("capua")]


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


def leaves_by_battle(s: PaxRomanaState, leader: int) -> None:
    kill_leader(s, leader, "PR-8.4.1c", in_battle=True)


def leaves_by_disease(s: PaxRomanaState, leader: int) -> None:
    s.dice = ScriptedDice([1])
    disease(s, s.box.leaders[leader].side)


def leaves_in_civil_war(s: PaxRomanaState, leader: int) -> None:
    s.dice = FastDice(random.Random(1))
    civil_war(s, s.box.leaders[leader].side)


def leaves_at_the_turns_end(s: PaxRomanaState, leader: int) -> None:
    del s, leader


@pytest.mark.rule("PR-8.1.4", "PR-8.3a", "PR-8.3b", "PR-8.4.5")
@pytest.mark.parametrize("word", ["rome-1", "rome-2", "carthage-1", "greece-1", "east-1"])
@pytest.mark.parametrize("leaves", [leaves_by_battle, leaves_by_disease, leaves_in_civil_war, leaves_at_the_turns_end])
def test_an_elite_is_never_in_play_two_turns_in_a_row(leaves: Callable[[PaxRomanaState, int], None], word: str) -> None:
    s = world({}, operation="choose", leaders={word: "roma"})
    leader = s.box.leader(word)
    power = s.box.leaders[leader].side
    assert s.box.leaders[leader].elite
    leaves(s, leader)
    removal(s)
    for seed in range(40):
        s.dice = FastDice(random.Random(seed))
        assert leader not in draw_leaders(s, power, 2, [])
    removal(s)
    drawn = set()
    for seed in range(40):
        s.dice = FastDice(random.Random(seed))
        drawn |= set(draw_leaders(s, power, 2, []))
    assert leader in drawn, "the turn after he may come again"


@pytest.mark.rule("PR-8.3a", "PR-8.4.5", "PR-16.2-STABILITY-CHECKf")
def test_after_a_civil_war_neither_the_elite_of_this_turn_nor_of_the_last_takes_over() -> None:
    for seed in range(40):
        s = world({"rome": {"roma": {"legion": 1}}}, operation="choose", leaders={"rome-1": "roma", "rome-3": "roma"})
        s.elites_resting = 1 << s.box.leader("rome-2")
        s.dice = FastDice(random.Random(seed))
        civil_war(s, s.box.powers.index("rome"))
        (new,) = (n for n, where in enumerate(s.leader_at) if where >= 0)
        assert not s.box.leaders[new].elite
        assert new in s.box.pools[s.box.powers.index("rome")]


@pytest.mark.rule("PR-8.3a")
def test_an_elite_drawn_in_a_civil_war_rests_the_turn_after() -> None:
    seen = set()
    for seed in range(60):
        s = world({}, operation="choose")
        s.dice = FastDice(random.Random(seed))
        rome = s.box.powers.index("rome")
        civil_war(s, rome)
        (new,) = (n for n, where in enumerate(s.leader_at) if where >= 0)
        if s.box.leaders[new].elite:
            seen.add(new)
            kill_leader(s, new, "PR-8.4.4")
            removal(s)
            assert s.elites_resting == 1 << new
    assert seen


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
    from ludi.games.pax_romana.ch08_leaders.leaders import best_tactical

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


def test_militia_cost_no_upkeep() -> None:
    s = west({"rome": {"roma": {"militia": 40}}}, operation="choose")
    from ludi.games.pax_romana.ch06_treasury.maintenance import heavy_units

    assert heavy_units(s, 0) == 0
    assert s.at(0, node("roma")) == 40 * ONE[MILITIA]

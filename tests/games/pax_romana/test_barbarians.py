"""Chapters 12.4, 12.7, 13 and 16: Soldiers of Fortune, Slaves, Tribes, invasions and Events, corner by corner."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.pax_romana.helpers import (
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
    world,
)
from ludi.core import Event
from ludi.games.pax_romana import GAME, PaxRomanaState, position
from ludi.games.pax_romana.asking import questions as q
from ludi.games.pax_romana.ch09_movement.enemies import hostile
from ludi.games.pax_romana.ch09_movement.movement import Move
from ludi.games.pax_romana.ch10_battle.battle import Battle
from ludi.games.pax_romana.ch11_naval.fleets import galley_points
from ludi.games.pax_romana.ch13_barbarians.invaders import scare_capitals
from ludi.games.pax_romana.ch13_barbarians.invasion import Invasion, armenians, invasion_move
from ludi.games.pax_romana.ch16_events.disease import disease
from ludi.games.pax_romana.ch16_events.events import CONQUEROR, GALLEY_TECHNOLOGY, settle_pending
from ludi.games.pax_romana.ch16_events.rebellion import rebellion
from ludi.games.pax_romana.ch16_events.slave_revolt import slave_revolt
from ludi.games.pax_romana.ch16_events.stability_check import civil_war
from ludi.games.pax_romana.world.counters import REVEALED
from ludi.games.pax_romana.world.pieces import EAST_GAULS, GERMANS, ONE, SOF, TRIBES, WEST_GAULS


def number(s: PaxRomanaState, power: str) -> int:
    return s.box.powers.index(power)


def battle_of(s: PaxRomanaState) -> Battle:
    return next(p for p in reversed(s.stack) if isinstance(p, Battle))


def invaders(
    space: str, dice: list[int], *, side: int = WEST_GAULS, power: str = "carthage", **facts: Any
) -> PaxRomanaState:
    """An Invasion Army is put somewhere; ``dice`` are its size and its Movement, and what follows."""
    s = world(facts.pop("units", {}), operation="choose", active=power, **facts)
    s.push(Invasion(number(s, power), side))
    script(s, dice)
    s.run()
    return play(s, f"place:{space}")


def fight_on(s: PaxRomanaState, *prefer: str) -> PaxRomanaState:
    order = (*prefer, "done", "hold", "keep", "no")
    while s.stack[-1].name in ("battle", "losses", "retreat", "militia", "capture"):
        words = choices(s)
        play(s, next((word for word in order if word in words), words[0]))
    return s


# 13.1 Tribes


@pytest.mark.rule("PR-13.1.6", "PR-13.2.6", "PR-13.4.2a")
def test_invaders_may_pass_a_tribe_or_attack_it() -> None:
    tribe = "tolosa"
    near = next(
        GAME.box({"scenario": "V"}).place(n)
        for n, link in GAME.box({"scenario": "V"}).atlas.land[node(tribe)]
        if n < 222 and link == 0
    )
    s = invaders(near, [6, 6, 3], tribes={tribe: 3})
    before = s.stack[-1].mp  # type: ignore[attr-defined]
    play(s, f"march:{tribe}")
    assert s.stack[-1].name == "move", "no attack unless he wants it"
    assert s.stack[-1].mp == before - 1  # type: ignore[attr-defined]
    assert "halt" in choices(s), "he may stay among them"
    assert s.tribes[node(tribe)] == 3, "nobody looked"
    script(s, [6, 1] + [3, 4] * 3)
    play(s, "fight")
    fight_on(s, "raise")
    assert node(tribe) not in s.tribes or s.tribes[node(tribe)] & REVEALED
    assert at(s, "tribes", tribe) == {} or s.tribes == {}


@pytest.mark.rule("PR-13.1.2a", "PR-13.1.2b", "PR-13.1.3a", "PR-13.1.3b")
def test_a_tribe_is_revealed_and_replaced_by_infantry_when_it_bleeds() -> None:
    box = GAME.box({"scenario": "V"})
    target, start = next(
        (box.place(tribal), box.place(n))
        for tribal in box.tribal_spaces
        for n, link in box.atlas.land[tribal]
        if n < box.atlas.spaces and link == 0 and n not in box.tribal_spaces and not box.atlas.is_mountain[tribal]
    )
    s = world({"rome": {start: {"legion": 9}}}, tribes={target: 8}, dice=[5])
    pool = len(s.tribe_pool)
    play(s, f"major:{start}", "take-all")
    before = s.stack[-1].mp  # type: ignore[attr-defined]
    script(s, [2, 1] + [3, 4] * 4)
    play(s, f"march:{target}")
    move = next(p for p in s.stack if isinstance(p, Move))
    assert move.mp == before - 2, "1 to enter, 1 to attack"
    assert battle_of(s).start_points[1] == 8
    assert len(s.veil(1).unveil(1, random.Random(1)).tribe_pool) == pool, "all know which counter fights"
    fight_on(s, "done")
    left = at(s, "tribes", target).get("barbarian", 0)
    assert 0 < left < 8
    assert node(target) not in s.tribes, "the counter is off the map"
    assert len(s.tribe_pool) == pool + 1
    assert at(s, "rome", target) == {}, "it never leaves"


# 13.2 Barbarians


@pytest.mark.rule("PR-13.2.4b", "PR-13.2.3")
def test_a_player_who_is_not_active_takes_the_losses_of_barbarians() -> None:
    units = {"rome": {"roma": {"legion": 3}}, "germans": {"capua": {"barbarian": 5, "cavalry": 2}}}
    s = world(units, dice=[3])
    script(s, [3, 2, 4, 4, 4, 4])
    play(s, "major:roma", "take-all", "march:capua")
    assert s.stack[-1].name in ("battle", "losses"), "they do not Withdraw"
    while s.stack[-1].name != "losses":
        play(s, "done")
    order = s.box.play_order
    after = order[(order.index(number(s, "rome")) + 1) % len(order)]
    assert actor(s) == s.box.powers[after]
    assert actor(s) != "rome"
    assert set(choices(s)) == {"lose:barbarian", "lose:cavalry"}
    play(s, "lose:cavalry")
    assert at(s, "germans", "capua")["cavalry"] == 1


@pytest.mark.rule("PR-13.2.7", "PR-7.4.5a", "PR-7.5.4a")
def test_barbarians_may_destroy_what_they_took() -> None:
    s = invaders("narbo", [6, 6, 6, 6, 1], units={}, sites={"nemausus": town("rome", 1)})
    neighbours = [s.box.place(n) for n, _ in s.box.atlas.land[node("narbo")]]
    assert "nemausus" in neighbours
    script(s, [6, 1])
    play(s, "march:nemausus")
    assert q.who_controls_space(s, "nemausus")["who"] == "western-gauls"
    assert s.site_owner(node("nemausus")) == 4, "it is Independent now"
    before = s.stack[-1].mp  # type: ignore[attr-defined]
    assert {"raze", "halt"} <= set(choices(s)), "if their player wants it"
    play(s, "raze")
    assert node("nemausus") not in s.sites
    assert s.stack[-1].mp == before - 1  # type: ignore[attr-defined]
    assert talents(s, "carthage") == 10, "no Talents"


# 13.4 Invasions


@pytest.mark.rule("PR-13.4.5a", "PR-13.4.5b")
def test_invaders_put_on_an_enemy_attack_at_once_for_two_mp() -> None:
    units = {"rome": {"narbo": {"legion": 1}, "nemausus": {"legion": 1}}}
    s = invaders("narbo", [6, 6, 3, 3, 3], units=units)
    assert actor(s) == "carthage", "nobody intercepts a placement"
    assert s.stack[-1].name == "battle"
    assert next(p for p in s.stack if isinstance(p, Move)).mp == 3 + 5 - 2


@pytest.mark.rule("PR-13.4.5a", "PR-13.4.2b")
def test_invaders_beaten_where_they_were_put_go_where_their_player_says() -> None:
    s = invaders("narbo", [1, 1, 3, 1, 6] + [3, 4] * 4, units={"rome": {"narbo": {"legion": 9}}})
    fight_on(s, "lose:barbarian", "done")
    if at(s, "western-gauls", "narbo") or s.stack[-1].name == "scatter":
        assert actor(s) == "carthage"
        free = {word[6:] for word in choices(s)}
        assert free <= {s.box.place(n) for n, _ in s.box.atlas.land[node("narbo")]}
        goal = sorted(free)[0]
        play(s, f"march:{goal}")
        assert at(s, "western-gauls", goal)["barbarian"] >= 1
        assert s.leader_at[s.box.side_leader[WEST_GAULS]] == node(goal)
    assert at(s, "western-gauls", "narbo") == {}
    assert not any(isinstance(p, Move) for p in s.stack), "their Move is over"


@pytest.mark.rule("PR-13.4.5a")
def test_the_choice_of_beaten_invaders() -> None:
    from ludi.games.pax_romana.ch13_barbarians.scatter import Scatter

    s = world({"western-gauls": {"narbo": {"barbarian": 3}}, "rome": {"nemausus": {"legion": 1}}}, operation="choose")
    s.push(Scatter(WEST_GAULS, number(s, "carthage"), node("narbo")))
    s.run()
    beside = {s.box.place(n) for n, _ in s.box.atlas.land[node("narbo")] if n < s.box.atlas.spaces}
    assert {word[6:] for word in choices(s)} == beside - {"nemausus"}, "not among enemies"


@pytest.mark.rule("PR-13.4.2a")
def test_invaders_are_friends_of_their_player_only_and_of_no_sea() -> None:
    s = world({}, operation="choose")
    rome, greece = number(s, "rome"), number(s, "greece")
    for side in (WEST_GAULS, EAST_GAULS, GERMANS):
        assert not hostile(s, side, rome, rome)
        assert hostile(s, side, greece, rome)
        assert not hostile(s, side, TRIBES, rome)
    on_coast = invaders("narbo", [6, 6, 6])
    assert "embark" not in choices(on_coast)


@pytest.mark.rule("PR-13.4.4")
def test_a_capital_held_by_no_other_player_is_still_scared() -> None:
    units = {"western-gauls": {"arretium": {"barbarian": 5}}, "independents": {"roma": {"heavy": 1}}}
    s = world(units, operation="choose")
    before = stability(s, "rome")
    scare_capitals(s, WEST_GAULS)
    assert stability(s, "rome") == before - 1
    both = world({"germans": {"arretium": {"barbarian": 5}}}, operation="choose")
    both.add(WEST_GAULS, node("capua"), 3 * ONE[8])
    scare_capitals(both, WEST_GAULS)
    scare_capitals(both, GERMANS)
    assert stability(both, "rome") == -2, "once for each Army"


@pytest.mark.rule("PR-13.4.4", "PR-14.2.1h")
def test_a_capital_is_scared_when_invaders_pass_by() -> None:
    s = world({"germans": {"parma": {"barbarian": 5}}}, active="carthage", operation="choose", dice=[6])
    s.push(invasion_move(s, GERMANS, number(s, "carthage"), node("parma")))
    s.run()
    assert stability(s, "rome") == 0
    play(s, "march:arretium")
    assert stability(s, "rome") == -1, "at once, not where the Move ends"
    play(s, "march:pisae")
    assert stability(s, "rome") == -1, "once"


@pytest.mark.rule("PR-13.4-ARMENIANS")
def test_armenians_count_all_units_in_a_space() -> None:
    s = world({"east": {"edessa": {"garrison": 1}}}, operation="choose", dice=[2])
    s.add(SOF, node("edessa"), 2 * ONE[2])
    armenians(s)
    assert at(s, "east", "edessa") == {"garrison": 1}, "2 does not exceed three Units"
    empty = world({}, operation="choose", sites={"edessa": city("east")}, dice=[])
    armenians(empty)
    assert empty.site_owner(node("edessa")) == number(empty, "east"), "Cities alone are ignored"


@pytest.mark.rule("PR-13.4-GERMANSb")
def test_germans_do_not_go_home_again() -> None:
    s = invaders("noviomagus", [3, 3, 6], side=GERMANS)
    inside = {s.box.place(n) for n in s.box.atlas.spaces_of[s.box.atlas.province_of[node("noviomagus")]]}
    out = next(word for word in choices(s) if word.startswith("march") and word[6:] not in inside and "ltp" not in word)
    play(s, out)
    assert not {word[6:] for word in choices(s) if word.startswith("march")} & inside


# 12.4 Soldier of Fortune


def soldier(units: Any, **facts: Any) -> PaxRomanaState:
    return world(units, active="carthage", soldier_of_fortune="carthage", **facts)


@pytest.mark.rule("PR-12.4.2c", "PR-12.4.2b")
def test_his_units_make_minor_moves_and_may_split() -> None:
    units = {"soldier-of-fortune": {"carthago": {"heavy": 4, "light": 2}}, "carthage": {"gades": {"heavy": 1}}}
    s = soldier(units, leaders={"soldier-of-fortune": "carthago"}, dice=[4, 4])
    play(s, "soldier-minor:carthago")
    assert set(choices(s)) == {"take:heavy", "take:light", "take-leader:soldier-of-fortune"}, "no breaking down"
    play(s, "take:light", "march:utica", "halt")
    assert at(s, "soldier-of-fortune", "utica") == {"light": 1}
    words = set(choices(s))
    assert "soldier:carthago" in words
    assert not {"soldier:utica", "soldier-minor:utica"} & words, "that one has moved"
    play(s, "done")
    again = soldier(
        {"soldier-of-fortune": {"carthago": {"heavy": 4}, "utica": {"light": 1}}, "carthage": {"gades": {"heavy": 1}}}
    )
    assert {"soldier:carthago", "soldier:utica"} <= set(choices(again)), "all his Armies are at hand"


@pytest.mark.rule("PR-12.4.1", "PR-12.4.4b")
def test_a_soldier_of_fortune_denies_control() -> None:
    s = soldier({"soldier-of-fortune": {"gades": {"heavy": 4}}}, operation="choose")
    assert q.who_controls_space(s, "gades")["who"] not in ("carthage", "rome")
    foreign = soldier({"soldier-of-fortune": {"capua": {"heavy": 4}}}, operation="choose")
    assert q.who_controls_space(foreign, "capua")["who"] == "soldier-of-fortune"
    home = soldier({"soldier-of-fortune": {"utica": {"heavy": 4}}}, operation="choose")
    assert q.who_controls_space(home, "utica")["who"] == "carthage"


@pytest.mark.rule("PR-12.4.4b", "PR-12.4.4c")
def test_he_defends_with_his_players_units_and_may_withdraw() -> None:
    units = {
        "soldier-of-fortune": {"utica": {"heavy": 4}},
        "carthage": {"utica": {"heavy": 1}},
        "rome": {"carthago": {"legion": 9}},
    }
    s = world(units, soldier_of_fortune="carthage", dice=[4])
    play(s, "major:carthago", "take-all", "march:utica")
    script(s, [3, 3] + [3, 4] * 4)
    assert "withdraw" in choices(s)
    while "stand" in choices(s):
        assert actor(s) == "carthage"
        play(s, "stand")
    assert set(battle_of(s).defenders) == {number(s, "carthage"), SOF}


@pytest.mark.rule("PR-12.4.3", "PR-12.4.7a", "PR-16.2-SOLDIER-OF-FORTUNE")
def test_there_is_one_soldier_of_fortune() -> None:
    s = soldier({"soldier-of-fortune": {"carthago": {"heavy": 1}}}, operation="choose")
    s.pending = [9]
    settle_pending(s, number(s, "greece"))
    assert s.stack[-1].name == "activation", "his counters are on the map"
    assert s.sof_owner == number(s, "carthage")


# 12.7 Slaves


@pytest.mark.rule("PR-12.7.1b")
def test_an_ally_does_not_raise_slaves() -> None:
    s = world({}, operation="choose")
    order = s.box.play_order
    rome = number(s, "rome")
    after = [*order[order.index(rome) + 1 :], *order[: order.index(rome)]]
    slave_revolt(s, rome)
    s.run()
    assert actor(s) == s.box.powers[after[0]]
    allied = world({}, operation="choose")
    allied.allies[rome] = 1 << after[0]
    slave_revolt(allied, rome)
    allied.run()
    assert actor(allied) == allied.box.powers[after[1]]


@pytest.mark.rule("PR-12.7.1d", "PR-12.7.3a")
def test_slaves_move_by_land_and_may_stay_only_among_enemies() -> None:
    def slaves(rome: dict[str, Any]) -> PaxRomanaState:
        s = position(
            {"scenario": "II"},
            units={"slaves-0": {"capua": {"barbarian": 2}}, "rome": rome, "carthage": {"utica": {"light": 1}}},
            active="rome",
            markers={"carthage": 1},
            treasury={"rome": 5, "carthage": 5},
            numbers={"slaves_due": 1},
        )
        return play(s, "pass")

    s = slaves({})
    beside = {f"march:{s.box.place(n)}" for n, _ in s.box.atlas.land[node("capua")] if n < s.box.atlas.spaces}
    assert beside <= set(choices(s))
    assert "hold" not in choices(s), "they must move"
    steps = {word[6:] for word in choices(s)}
    boxed = slaves({space: {"legion": 1} for space in steps})
    assert "hold" in choices(boxed), "every way leads into an enemy"


@pytest.mark.rule("PR-12.7.3b")
def test_slaves_deny_a_city_without_owning_it() -> None:
    rome = GAME.box({"scenario": "V"}).powers.index("rome")
    free = world({}, sites={"capua": city("rome")}, operation="choose")
    held = world({f"slaves-{rome}": {"capua": {"barbarian": 2}}}, sites={"capua": city("rome")}, operation="choose")
    assert held.site_owner(node("capua")) == rome
    assert q.standings(free)["rome"]["cvp"] - q.standings(held)["rome"]["cvp"] == 3
    assert any(line["what"] == "capua" for line in q.income_of(free, "rome"))
    assert not any(line["what"] == "capua" and line["talents"] for line in q.income_of(held, "rome"))
    assert not q.line_of_communication(held, "rome", "capua")["open"]


# 16 Events


@pytest.mark.rule("PR-16.2-CONQUEROR")
def test_a_conquerors_move_is_led_by_him_in_any_order() -> None:
    units = {"rome": {"roma": {"legion": 3}, "gades": {"legion": 1}}}

    def conqueror() -> PaxRomanaState:
        s = world(units, operation="choose", leaders={"rome-1": "roma"})
        s.pending = [CONQUEROR]
        settle_pending(s, number(s, "rome"))
        return play(s, "expand")

    s = conqueror()
    assert {"major:roma", "major:gades", "conquer:roma"} <= set(choices(s))
    play(s, "conquer:roma", "take:legion")
    assert "go" not in choices(s), "not without him"
    script(s, [1])
    play(s, "take-leader:rome-1", "go", "march:capua", "halt")
    assert "major:gades" in choices(s), "the other Major Move is still to come"
    assert "conquer:capua" not in choices(s)
    twice = conqueror()
    script(twice, [1, 1])
    play(twice, "major:roma", "take-all", "march:capua", "halt")
    assert "conquer:capua" in choices(twice)
    assert "major:gades" not in choices(twice)
    both = conqueror()
    both.conqueror |= 1 << both.box.leader("carthage-1")
    assert both.conqueror >> both.box.leader("rome-1") & 1, "several players may have one"


@pytest.mark.rule("PR-16.2-DISEASE")
def test_of_equal_leaders_the_player_names_the_one_at_risk() -> None:
    s = world({}, operation="choose")
    rome = number(s, "rome")
    rated: dict[int, list[int]] = {}
    for leader in s.box.pools[rome]:
        facts = s.box.leaders[leader]
        rated.setdefault(facts.tactical + facts.campaign, []).append(leader)
    pair = next(
        (one, other)
        for group in rated.values()
        for one in group
        for other in group
        if s.box.leaders[one].campaign > s.box.leaders[other].campaign
    )
    for leader, place in zip(pair, ("roma", "capua"), strict=True):
        s.leader_at[leader] = node(place)
    disease(s, rome)
    s.run()
    words = [s.box.leaders[leader].word for leader in pair]
    assert set(choices(s)) == {f"take-leader:{word}" for word in words}
    script(s, [s.box.leaders[pair[0]].campaign])
    safe = s.copy()
    safe.dice = s.dice
    play(s, f"take-leader:{words[0]}")
    assert s.leader_at[pair[0]] == -1, "the same as his rating"
    script(safe, [s.box.leaders[pair[1]].campaign + 1])
    play(safe, f"take-leader:{words[1]}")
    assert safe.leader_at[pair[1]] >= 0, "above it"


@pytest.mark.rule("PR-16.2-DISEASE")
def test_of_two_equal_leaders_in_one_space_the_player_may_save_the_elite_one() -> None:
    leaders = {"fabius-rullianus": "roma", "curius-dentatus": "roma"}
    s = world({}, options={"scenario": "VIII"}, operation="choose", leaders=leaders, treasury={"rome": 10})
    elite, other = (s.box.leader(word) for word in leaders)
    assert s.box.leaders[elite].elite
    assert not s.box.leaders[other].elite
    assert s.box.leaders[elite].campaign == s.box.leaders[other].campaign
    disease(s, number(s, "rome"))
    s.run()
    assert set(choices(s)) == {f"take-leader:{word}" for word in leaders}
    script(s, [1])
    play(s, "take-leader:curius-dentatus")
    assert s.leader_at[other] == -1
    assert s.leader_at[elite] == node("roma")


@pytest.mark.rule("PR-16.2-REBELLIONb")
def test_a_mutiny_freezes_one_fleet_and_not_its_neighbour() -> None:
    units = {"rome": {"carthago": {"galley": 2}, "roma": {"legion": 1}}, "carthage": {"carthago": {"galley": 1}}}
    s = world(units, dice=[1, 1], treasury={"rome": 1, "carthage": 5})
    top = s.stack.pop()
    rebellion(s, number(s, "rome"))
    s.run()
    play(s, "place:carthago")
    assert set(choices(s)) == {"against:carthage", "against:rome"}
    play(s, "against:rome")
    s.push(top)
    s.run()
    assert refused(s, "rome", "major:carthago") == "PR-16.2-REBELLIONb"
    assert "yes" not in choices(s), "1T does not pay two Squadrons"
    s.treasury[number(s, "rome")] = 2
    s.run()
    play(s, "yes")
    assert talents(s, "rome") == 0
    assert "major:carthago" in choices(s)


@pytest.mark.rule("PR-16.2-REBELLIONb")
def test_a_mutinous_fleet_neither_withdraws_nor_escorts() -> None:
    units = {"carthage": {"utica": {"galley": 1}, "zama": {"light": 1}}, "rome": {"carthago": {"galley": 1}}}
    s = world(units, active="carthage")
    s.mutiny = number(s, "rome") << 9 | node("carthago")
    play(s, "major:utica", "take:galley", "go", "sail:carthago")
    assert set(choices(s)) == {"fight", "let-pass", "yes"}
    play(s, "yes")
    assert talents(s, "rome") == 9
    assert "withdraw" in choices(s), "paid, it may move"
    army = world({"rome": {"pisae": {"legion": 1, "galley": 2}}}, dice=[5])
    army.mutiny = number(army, "rome") << 9 | node("pisae")
    play(army, "minor:pisae", "take:legion", "embark")
    assert choices(army) == ["escort:0"], "the Army may sail without it"


@pytest.mark.rule("PR-16.2-STABILITY-CHECKc")
def test_raising_units_in_the_capital_is_no_army_moved_there() -> None:
    s = position(
        {"scenario": "II"},
        units={"rome": {"gades": {"garrison": 1}}},
        active="rome",
        operation="choose",
        stability={"rome": -2},
        treasury={"rome": 9},
        markers={"rome": 1},
        numbers={"guard_duty": 1},
    )
    play(s, "recruit", "legion:roma", "done")
    assert at(s, "rome", "gades") == {}
    assert stability(s, "rome") <= -3


@pytest.mark.rule("PR-16.2-STABILITY-CHECKf", "PR-16.2-STABILITY-CHECKd")
def test_after_a_civil_war_a_power_with_two_capitals_chooses() -> None:
    s = world({}, operation="choose", stability={"greece": -6}, markers={"greece": 1})
    greece = number(s, "greece")
    assert len(s.box.capitals[greece]) == 2
    civil_war(s, greece)
    s.run()
    assert stability(s, "greece") == -1
    assert actor(s) == "greece"
    capitals = [s.box.place(capital) for capital in s.box.capitals[greece]]
    assert set(choices(s)) == {f"place:{word}" for word in capitals}
    play(s, f"place:{capitals[1]}")
    assert [s.box.place(where) for where in s.leader_at if where >= 0] == [capitals[1]]


@pytest.mark.rule("PR-16.2-GALLEY-TECHNOLOGY")
def test_better_galleys_count_three_in_battle() -> None:
    units = {"carthage": {"utica": {"galley": 2}, "zama": {"light": 1}}, "rome": {"carthago": {"galley": 2}}}
    s = world(units, active="carthage")
    s.galley_technology = 1 << number(s, "carthage")
    assert galley_points(s, number(s, "carthage")) == 3
    play(s, "major:utica", "take:galley", "take:galley", "go", "sail:carthago")
    script(s, [3, 3, 2])
    play(s, "fight")
    assert at(s, "rome", "carthago") == {}, "9 to 7: one sunk, the other gone"
    assert at(s, "carthage", "carthago") == {"galley": 2}


@pytest.mark.rule("PR-12.4.7a", "PR-16.2-SOLDIER-OF-FORTUNE")
def test_rome_rolls_another_event_instead_of_a_soldier_of_fortune() -> None:
    s = world({}, operation="choose", treasury={"rome": 1, "carthage": 13, "greece": 5, "east": 5}, dice=[3, 4])
    s.pending = [9]
    settle_pending(s, number(s, "rome"))
    assert s.stack[-1].name == "activation", "nothing to place"
    assert (stability(s, "rome"), stability(s, "carthage")) == (-1, 1), "a 7: revenues and stability"
    assert s.sof_owner == -1


@pytest.mark.rule("PR-12.4.7a", "PR-16.1.3")
def test_the_event_that_rome_rolls_instead_is_told_to_all() -> None:
    s = world({}, operation="choose", dice=[5, 5])
    told: list[Event] = []
    s.listener = told.append
    s.pending = [9]
    settle_pending(s, number(s, "rome"))
    assert s.pending == [GALLEY_TECHNOLOGY]
    assert [event.facts["event"] for event in told] == ["galley-technology"]


@pytest.mark.rule("PR-16.2-REBELLIONb")
def test_why_a_mutinous_squadron_is_not_taken() -> None:
    s = world({"carthage": {"carthago": {"galley": 1, "light": 1}}}, active="carthage")
    s.mutiny = number(s, "carthage") << 9 | node("carthago")
    play(s, "major:carthago")
    assert number(s, "carthage") > 0, "the place alone does not name the Fleet"
    assert refused(s, "carthage", "take:galley") == "PR-16.2-REBELLIONb"

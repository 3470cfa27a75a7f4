"""Corners of the rules: interception into Cities, allies, Barbarians with Cities, voyages."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.pax_romana.helpers import (
    WORLD,
    actor,
    at,
    choices,
    city,
    mp,
    node,
    play,
    refused,
    script,
    talents,
    town,
    west,
    world,
)
from ludi.core import FastDice
from ludi.games.pax_romana import GAME, PaxRomanaState
from ludi.games.pax_romana.ch07_cities.capture import Capture, CaptureResult
from ludi.games.pax_romana.ch08_leaders.commanders import commander
from ludi.games.pax_romana.ch09_movement.enemies import foes
from ludi.games.pax_romana.ch10_battle.battle import Battle
from ludi.games.pax_romana.world.pieces import BARBARIAN, HEAVY, INDEPENDENT, LIGHT, ONE, SOF, WEST_GAULS


def battle_of(s: PaxRomanaState) -> Battle:
    return next(p for p in reversed(s.stack) if isinstance(p, Battle))


def fight_on(s: PaxRomanaState, *prefer: str) -> PaxRomanaState:
    order = (*prefer, "done", "hold", "keep", "no")
    while s.stack[-1].name in ("battle", "losses", "retreat", "militia", "capture"):
        words = choices(s)
        play(s, next((word for word in order if word in words), words[0]))
    return s


# Allies


@pytest.mark.rule("PR-4.3.1g", "PR-4.3.1h", "PR-4.3.1i")
def test_allies_defend_together() -> None:
    units = {"rome": {"bavianum": {"legion": 9}}, "greece": {"capua": {"heavy": 1}}}
    s = world(units, dice=[4])
    greece, carthage, rome = (s.box.powers.index(word) for word in ("greece", "carthage", "rome"))
    s.add(carthage, node("capua"), 3 * ONE[HEAVY])
    assert foes(s, rome, node("capua")) == sorted([greece, carthage])
    sides = tuple(foes(s, rome, node("capua")))
    assert commander(s, sides, node("capua")) == carthage, "most Battle Points"
    s.leader_at[s.box.leader("greece-9")] = node("capua")
    assert commander(s, sides, node("capua")) == greece, "the only leader"
    s.leader_at[s.box.leader("carthage-1")] = node("capua")
    assert commander(s, sides, node("capua")) == carthage, "the better leader"
    play(s, "major:bavianum", "take-all", "march:capua")
    script(s, [3, 3])
    while "stand" in choices(s):
        play(s, "stand")
    assert battle_of(s).defenders == sides
    assert battle_of(s).field(s).points() == (36, 12)


# Interception into Cities and beside Independents


def into_pisae(rome: dict[str, Any], site: dict[str, Any] | None, dice: list[int]) -> PaxRomanaState:
    """Carthage enters Pisae from Parma; Romans in Roma (a City) may intercept."""
    sites = {"roma": city("rome")} | ({"pisae": site} if site else {})
    units: Any = {"carthage": {"parma": {"heavy": 6}}, "rome": rome}
    s = world(units, active="carthage", sites=sites, leaders={"rome-1": "roma"}, dice=[5])
    play(s, "major:parma", "take-all", "march:pisae")
    script(s, dice)
    return s


@pytest.mark.rule("PR-9.3.4", "PR-10.3.1c")
def test_interceptors_join_the_army_in_the_space() -> None:
    s = into_pisae({"roma": {"legion": 2}, "pisae": {"legion": 1}}, None, [6, 6, 3, 3])
    play(s, "intercept:roma")
    assert battle_of(s).field(s).points() == (12, 18)
    assert battle_of(s).attackers == (s.box.powers.index("rome"),)


@pytest.mark.rule("PR-9.3.5a", "PR-9.3.5c")
def test_units_in_the_town_come_out() -> None:
    s = into_pisae({"roma": {"legion": 2}, "pisae": {"legion": 1}}, town("rome"), [6, 6, 3, 3])
    play(s, "intercept:roma")
    assert set(choices(s)) == {"walls", "field"}
    play(s, "field")
    assert battle_of(s).field(s).points() == (12, 18)
    assert not battle_of(s).walls


@pytest.mark.rule("PR-9.3.5d", "PR-7.3.2")
def test_units_in_the_town_stay_and_are_attacked_next() -> None:
    s = into_pisae({"roma": {"legion": 1}, "pisae": {"legion": 1}}, town("rome"), [6, 6, 1, 6, 3, 4, 3, 3])
    play(s, "intercept:roma", "walls")
    assert battle_of(s).start_points == (4, 18), "those in the Town take no part"
    before = next(p for p in s.stack if p.name == "move").mp  # type: ignore[attr-defined]
    while not (isinstance(s.stack[-1], Battle) and s.stack[-1].attackers[0] == s.box.powers.index("carthage")):
        words = choices(s)
        play(s, next((w for w in ("done", "hold", "keep", "no") if w in words), words[0]))
    assert next(p for p in s.stack if p.name == "move").mp == before, "at no extra MP"  # type: ignore[attr-defined]
    assert at(s, "rome", "pisae") == {"legion": 1}
    assert at(s, "rome", "roma") != {}


@pytest.mark.rule("PR-9.3.5e")
def test_after_a_failed_interception_all_defend_with_the_town() -> None:
    s = into_pisae({"roma": {"legion": 1}, "pisae": {"legion": 1}}, town("rome"), [1, 1])
    play(s, "intercept:roma", "walls")
    assert at(s, "rome", "pisae") == {"legion": 1}
    play(s, "stand")
    assert set(choices(s)) == {"walls", "field"}


@pytest.mark.rule("PR-9.3.1b")
def test_all_enemies_in_the_space_defend_together() -> None:
    units = {"carthage": {"parma": {"heavy": 2}, "pisae": {"heavy": 3}}, "rome": {"roma": {"legion": 2}}}
    s = world(units, active="carthage", sites={"roma": city("rome")}, dice=[4])
    play(s, "major:parma", "take-all", "march:pisae")
    script(s, [6, 6, 3, 3])
    play(s, "intercept:roma")
    assert battle_of(s).field(s).points() == (8, 15)


@pytest.mark.rule("PR-9.3.6a", "PR-9.3.6c")
def test_an_interceptor_helps_independents_and_goes_home() -> None:
    units = {
        "carthage": {"panormus": {"heavy": 2}},
        "independents": {"messana": {"heavy": 2}},
        "rome": {"syracuse": {"legion": 6}},
    }
    s = west(units, active="carthage", sites={"syracuse": city("rome")}, dice=[5])
    play(s, "major:panormus", "take-all", "march:messana")
    script(s, [6, 6, 6, 1, 3, 3])
    play(s, "intercept:syracuse")
    assert battle_of(s).attackers == (0, INDEPENDENT)
    assert battle_of(s).field(s).points() == (30, 6)
    fight_on(s, "force", "retreat", "raise", "march:panormus")
    assert at(s, "independents", "messana") == {"heavy": 2}
    assert "legion" in at(s, "rome", "syracuse")
    assert at(s, "rome", "messana") == {}


@pytest.mark.rule("PR-9.3.6b")
def test_independents_stay_to_be_attacked_when_the_interceptor_lost() -> None:
    units = {
        "carthage": {"panormus": {"heavy": 9}},
        "independents": {"messana": {"heavy": 1}},
        "rome": {"syracuse": {"legion": 1}},
    }
    s = west(units, active="carthage", sites={"syracuse": city("rome")}, dice=[5])
    play(s, "major:panormus", "take-all", "march:messana")
    script(s, [6, 6, 1, 2, 4, 4, 3, 3])
    play(s, "intercept:syracuse")
    while not (isinstance(s.stack[-1], Battle) and s.stack[-1].attackers == (1,)):
        words = choices(s)
        play(s, next((w for w in ("done", "hold", "keep", "lose:legion", "no") if w in words), words[0]))
    assert battle_of(s).defenders == (INDEPENDENT,)


@pytest.mark.rule("PR-9.3.9")
def test_an_army_landing_in_its_own_city_may_use_it() -> None:
    units = {"carthage": {"melita": {"heavy": 2}, "carthago": {"light": 1}}, "rome": {"zama": {"legion": 4}}}
    s = west(units, active="carthage", sites={"thapsus": city("carthage"), "zama": town("rome")}, dice=[5])
    play(s, "major:melita", "take-all", "embark", "escort:0", "sail:thapsus", "debark")
    assert actor(s) == "rome"
    script(s, [6, 6, 3, 3])
    play(s, "intercept:zama")
    assert set(choices(s)) == {"walls", "field"}
    assert actor(s) == "carthage"
    play(s, "walls")
    assert battle_of(s).walls
    while any(word.startswith("bid") for word in choices(s)):
        play(s, "bid:0")
    assert battle_of(s).field(s).points() == (16, 2 * 3 + 5)


@pytest.mark.rule("PR-9.4.5a", "PR-9.3.3b")
def test_the_intercepted_cannot_withdraw() -> None:
    s = into_pisae({"roma": {"legion": 2}}, None, [6, 6, 3, 3])
    play(s, "intercept:roma")
    assert s.stack[-1].name == "battle"


@pytest.mark.rule("PR-9.4.5c", "PR-3.4.5b")
def test_a_withdrawal_may_be_intercepted_but_not_by_the_army_that_caused_it() -> None:
    units = {"rome": {"roma": {"legion": 4}, "tarentum": {"legion": 2}}, "carthage": {"capua": {"heavy": 2}}}
    s = world(units, sites={"tarentum": city("rome")}, dice=[4])
    play(s, "major:roma", "take-all", "march:capua")
    script(s, [4])
    play(s, "withdraw", "take-all", "march:venusia")
    assert actor(s) == "rome"
    assert set(choices(s)) == {"no", "intercept:tarentum", "detach:tarentum"}


@pytest.mark.rule("PR-10.7.6b", "PR-10.7.7c", "PR-10.2-15")
def test_a_retreat_may_be_intercepted_by_another_army() -> None:
    units = {"rome": {"roma": {"legion": 4}, "tarentum": {"legion": 2}}, "carthage": {"capua": {"heavy": 2}}}
    s = world(units, sites={"tarentum": city("rome")}, dice=[4])
    play(s, "major:roma", "take-all", "march:capua")
    script(s, [5, 1])
    play(s, "stand", "done", "retreat", "march:venusia")
    assert actor(s) == "rome"
    assert set(choices(s)) == {"no", "intercept:tarentum", "detach:tarentum"}
    play(s, "no", "halt")
    assert s.stack[-1].name == "move", "the winner may move on"
    assert mp(s) == 2


@pytest.mark.rule("PR-10.7.6c")
def test_walls_bar_a_retreat_in_that_battle_only() -> None:
    units = {"rome": {"roma": {"legion": 9}}, "carthage": {"capua": {"heavy": 3}}}
    for use, retreats in (("walls", False), ("field", True)):
        s = world(units, sites={"capua": town("carthage")}, dice=[6])
        play(s, "major:roma", "take-all", "march:capua")
        script(s, [6, 1])
        play(s, "stand", use)
        while any(word.startswith("bid") for word in choices(s)):
            play(s, "bid:0")
        play(s, "done")
        assert ("retreat" in choices(s)) == retreats


# Barbarians, Soldiers of Fortune and Slaves with Cities


def captured(side: int, power: int, dice: list[int]) -> PaxRomanaState:
    s = world({}, sites={"capua": city("rome", 3)}, operation="choose", soldier_of_fortune="greece", dice=dice)
    s.add(side, node("capua"), 5 * ONE[BARBARIAN if side != SOF else HEAVY])
    s.push(Capture(side, power, node("capua"), 4))
    s.run()
    return s


@pytest.mark.rule("PR-7.4.5a", "PR-7.5.4a", "PR-13.2.7")
def test_barbarians_make_a_city_independent_and_take_no_talents(results: list[Any]) -> None:
    s = captured(WEST_GAULS, 0, [6, 5])
    assert s.site_owner(node("capua")) == INDEPENDENT
    assert s.treasury == [10, 10, 10, 10]
    assert results == [CaptureResult(army_stays=True)], "5 exceeds the rating of 4"
    captured(WEST_GAULS, 0, [6, 4])
    assert results[1:] == [CaptureResult(army_stays=False)]


@pytest.mark.rule("PR-7.4.5b", "PR-12.4.5", "PR-7.5.2c", "PR-7.5.1a")
def test_a_soldier_of_fortune_takes_cities_for_his_player() -> None:
    greece = GAME.box(WORLD).powers.index("greece")
    s = captured(SOF, greece, [5, 5, 1])
    assert s.site_owner(node("capua")) == greece
    play(s, "yes")
    assert talents(s, "greece") == 12, "half of 5"
    s = play(captured(SOF, greece, [4, 1]), "yes")
    assert talents(s, "greece") == 10, "his Units are no Mercenaries: nothing is added to the 4"


@pytest.mark.rule("PR-7.5.4b", "PR-12.7.4b", "PR-12.7.3b")
def test_slaves_and_those_who_beat_them_do_not_plunder() -> None:
    rome = GAME.box(WORLD).powers.index("rome")
    s = captured(9 + rome, rome, [])
    assert s.site_owner(node("capua")) == rome
    assert talents(s, "rome") == 10
    units = {"rome": {"roma": {"legion": 9}}, f"slaves-{rome}": {"capua": {"barbarian": 1}}}
    s = world(units, sites={"capua": city("rome", 3)}, dice=[5])
    script(s, [5, 6, 1])
    play(s, "major:roma", "take-all", "march:capua")
    while any(word.startswith("bid") for word in choices(s)):
        play(s, "bid:0")
    fight_on(s, "raise")
    assert at(s, f"slaves-{rome}", "capua") == {}
    assert talents(s, "rome") == 10


@pytest.mark.rule("PR-12.7.3c")
def test_slaves_use_the_walls() -> None:
    rome = GAME.box(WORLD).powers.index("rome")
    units = {"rome": {"roma": {"legion": 2}}, f"slaves-{rome}": {"capua": {"barbarian": 2}}}
    s = world(units, sites={"capua": city("rome")}, dice=[4])
    play(s, "major:roma", "take-all", "march:capua")
    assert battle_of(s).walls
    assert battle_of(s).field(s).points() == (8, 7)


@pytest.mark.rule("PR-13.4.5a", "PR-13.4.5b")
def test_invaders_put_on_an_enemy_attack_at_once_for_two_mp() -> None:
    from ludi.games.pax_romana.ch13_barbarians.invasion import Invasion

    units = {"rome": {"narbo": {"legion": 1}, "nemausus": {"legion": 1}}}
    s = world(units, operation="choose", active="carthage")
    carthage = s.box.powers.index("carthage")
    s.push(Invasion(carthage, WEST_GAULS))
    script(s, [6, 6, 3, 3, 3])
    s.run()
    play(s, "place:narbo")
    assert actor(s) == "carthage", "nobody intercepts a placement"
    assert s.stack[-1].name == "battle"
    move = next(p for p in s.stack if p.name == "move")
    assert move.mp == 3 + 5 - 2  # type: ignore[attr-defined]


# At sea


@pytest.mark.rule("PR-9.1.4b", "PR-11.3.2b")
def test_a_galley_escorts_twice_in_one_activation() -> None:
    s = west({"carthage": {"utica": {"light": 2, "galley": 1}}}, active="carthage", dice=[5, 5])
    play(s, "major:utica", "take:light", "go", "embark", "escort:1", "sail:carthago", "debark")
    assert at(s, "carthage", "carthago") == {"light": 1, "galley": 1}
    play(s, "halt")
    s.add(1, node("carthago"), ONE[LIGHT])
    play(s, "minor:carthago", "take:light", "embark")
    assert "escort:1" in choices(s)


@pytest.mark.rule("PR-11.3.4c")
def test_a_landing_that_breaks_the_guarantee_is_never_offered() -> None:
    units = {"rome": {"melita": {"legion": 4}}, "carthage": {"thapsus": {"heavy": 1}}}
    s = west(units, dice=[4])
    play(s, "major:melita", "take-all", "embark", "escort:0")
    assert "sail:thapsus" not in choices(s)


@pytest.mark.rule("PR-11.4.5b", "PR-11.4.5c")
def test_fleets_that_share_a_port_meet_again_when_one_moves() -> None:
    units = {"carthage": {"carthago": {"galley": 2}, "zama": {"light": 1}}, "rome": {"carthago": {"galley": 2}}}
    s = west(units, active="carthage")
    play(s, "minor:carthago", "take:galley")
    assert s.stack[-1].name == "encounter"
    assert actor(s) == "rome"
    move = s.stack[-2]
    assert move.galleys == 1, "only the one that moves fights"  # type: ignore[attr-defined]


@pytest.mark.rule("PR-11.4.7")
def test_fleets_take_no_part_in_land_battles() -> None:
    units = {"rome": {"panormus": {"legion": 2}}, "carthage": {"lilybaeum": {"heavy": 1, "galley": 5}}}
    s = west(units, dice=[5])
    play(s, "major:panormus", "take-all", "march:lilybaeum")
    script(s, [3, 3])
    play(s, "stand")
    assert battle_of(s).field(s).points() == (8, 3)


# Odds and ends


@pytest.mark.rule("PR-8.4.1d")
def test_of_several_leaders_chance_picks_the_victim() -> None:
    from ludi.games.pax_romana.ch08_leaders.leaders import check_leader_death

    fallen = set()
    for seed in range(300):
        s = west({}, operation="choose", leaders={"rome-3": "roma", "rome-4": "roma"})
        s.dice = FastDice(random.Random(seed))
        if check_leader_death(s, s.leaders_of(0, node("roma")), False):
            fallen.add(next(n for n in ("rome-3", "rome-4") if s.leader_at[s.box.leader(n)] < 0))
    assert fallen == {"rome-3", "rome-4"}


@pytest.mark.rule("PR-12.1.3b")
def test_garrisons_alone_do_not_hold_a_mountain_fortress() -> None:
    s = west({"carthage": {"cirta": {"light": 1, "garrison": 2}}}, active="carthage", dice=[3])
    play(s, "minor:cirta", "take:light")
    play(s, next(word for word in choices(s) if word.startswith("march") and "ltp" not in word), "halt")
    assert at(s, "carthage", "cirta") == {}


@pytest.mark.rule("PR-12.2.5a")
def test_what_mercenaries_cannot_do() -> None:
    s = west({"carthage": {"gades": {"mercenary": 2}}}, active="carthage", sites={"gades": town("carthage")})
    assert refused(s, "carthage", "city:gades") == "PR-7.1.2b"
    play(s, "minor:gades")
    assert not any(word.startswith("break") for word in choices(s))

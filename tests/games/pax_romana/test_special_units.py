"""Chapter 12, corner by corner: Garrisons, Mercenaries, Militia, the Soldier of Fortune, Pirates, Slaves."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.pax_romana.battle_tools import battle_of, finish
from games.pax_romana.helpers import (
    WEST,
    actor,
    at,
    choices,
    city,
    mp,
    node,
    play,
    script,
    stability,
    talents,
    town,
    west,
    world,
)
from ludi.core import FastDice
from ludi.games.pax_romana import PaxRomanaState, position
from ludi.games.pax_romana.asking import questions as q
from ludi.games.pax_romana.ch03_sequence.turn import removal
from ludi.games.pax_romana.ch06_treasury.communication import sea_blocks
from ludi.games.pax_romana.ch07_cities.capture import Capture
from ludi.games.pax_romana.ch11_naval.fleets import muster_rhodians
from ludi.games.pax_romana.ch12_special.militia import levy_spaces, may_raise_militia
from ludi.games.pax_romana.ch12_special.pirates import pirate_places
from ludi.games.pax_romana.ch12_special.slaves import slave_spaces, slave_steps
from ludi.games.pax_romana.ch13_barbarians.invasion import invasion_move
from ludi.games.pax_romana.world.atlas import NAVAL_POINT, atlas
from ludi.games.pax_romana.world.pieces import SLAVES, SOF, WEST_GAULS, pack
from ludi.games.pax_romana.world.sets import has


def number(s: PaxRomanaState, power: str) -> int:
    return s.box.powers.index(power)


# 12.1 Garrisons


@pytest.mark.rule("PR-12.1.1a")
def test_garrisons_add_no_points_to_an_army() -> None:
    s = world({"rome": {"roma": {"legion": 2}}, "carthage": {"capua": {"heavy": 1, "garrison": 5}}}, dice=[4])
    play(s, "major:roma", "take-all", "march:capua")
    script(s, [3, 3])
    play(s, "stand")
    assert battle_of(s).field(s).points() == (8, 3)


@pytest.mark.rule("PR-12.1.1d", "PR-9.4.4b")
def test_a_garrison_costs_those_who_withdraw_one_mp_more() -> None:
    units = {"rome": {"roma": {"legion": 4}, "bavianum": {"garrison": 1}}, "carthage": {"capua": {"heavy": 2}}}
    for die, passes in ((2, False), (3, True)):
        s = world(units, dice=[4])
        play(s, "major:roma", "take-all", "march:capua")
        script(s, [die])
        play(s, "withdraw", "take-all")
        assert ("march:bavianum" in choices(s)) == passes, "1 to enter, 1 for the Garrison, 1 to get off"
    play(s, "march:bavianum")
    assert mp(s) == 1


@pytest.mark.rule("PR-12.1.3a", "PR-12.1.4b")
def test_garrisons_move_singly_or_with_an_army() -> None:
    s = west({"rome": {"roma": {"garrison": 2, "legion": 1}}}, dice=[3, 3])
    play(s, "minor:roma", "take:garrison", "march:capua", "halt")
    assert at(s, "rome", "capua") == {"garrison": 1}
    play(s, "major:roma", "take:legion", "take:garrison", "go", "march:pisae", "halt")
    assert at(s, "rome", "pisae") == {"legion": 1, "garrison": 1}
    fresh = west({"rome": {"roma": {"legion": 1}}}, dice=[3])
    play(fresh, "minor:roma", "break:legion", "minor:roma", "take:garrison", "march:capua", "halt")
    assert at(fresh, "rome", "capua") == {"garrison": 1}, "new Garrisons may move in the same Activation"


@pytest.mark.rule("PR-12.1.6a", "PR-12.1.5", "PR-12.1.4a", "PR-12.1.4b")
@pytest.mark.parametrize(
    ("kind", "garrisons"), [("legion", 3), ("heavy", 3), ("light", 2), ("reduced-legion", 1), ("reduced-heavy", 1)]
)
def test_what_a_unit_breaks_down_into(kind: str, garrisons: int) -> None:
    small = west({"rome": {"gades": {kind: 1, "cavalry": 1}}})
    play(small, "minor:gades", f"break:{kind}")
    assert at(small, "rome", "gades") == {"garrison": garrisons, "cavalry": 1}
    large = west({"rome": {"gades": {kind: 1, "cavalry": 1}}}, dice=[4])
    play(large, "major:gades", "take-all", f"break:{kind}")
    assert mp(large) == 3
    play(large, "halt")
    assert at(large, "rome", "gades") == {"garrison": garrisons, "cavalry": 1}


@pytest.mark.rule("PR-12.1.4b")
def test_nobody_settles_at_sea() -> None:
    point = next(word for word, kind in zip(atlas().ids, atlas().kind, strict=True) if kind == NAVAL_POINT)
    s = west({"rome": {point: {"light": 1, "galley": 1}}})
    play(s, f"minor:{point}")
    assert "take:light" in choices(s)
    assert not any(word.startswith("break") for word in choices(s))


@pytest.mark.rule("PR-12.1.4b", "PR-9.1.4a")
def test_whoever_has_moved_settles_first() -> None:
    s = west({"rome": {"roma": {"light": 1}, "capua": {"light": 1}}}, dice=[3])
    play(s, "minor:roma", "take:light", "march:capua", "halt", "minor:capua", "break:light", "major:capua")
    assert at(s, "rome", "capua") == {"light": 1, "garrison": 2}
    assert "take:light" in choices(s), "the one that has not moved is left"


@pytest.mark.rule("PR-12.1.4a", "PR-9.1.4a")
def test_garrisons_made_on_the_march_move_by_a_later_minor_move() -> None:
    s = west({"rome": {"roma": {"light": 2}}}, dice=[4, 4])
    play(s, "major:roma", "take-all", "march:capua", "break:light", "halt", "minor:capua")
    assert "take:garrison" in choices(s)
    assert "take:light" not in choices(s), "the Army has moved"
    play(s, "take:garrison", "march:paestum", "halt")
    assert at(s, "rome", "paestum") == {"garrison": 1}
    dropped = west({"rome": {"roma": {"light": 2, "legion": 1}}}, dice=[4])
    play(dropped, "major:roma", "take-all", "march:capua", "break:light", "drop:garrison", "drop:light")
    play(dropped, "march:paestum", "halt", "minor:capua")
    assert [word for word in choices(dropped) if word.startswith("take")] == ["take:garrison"]


@pytest.mark.rule("PR-12.1.4a", "PR-9.1.4a")
def test_garrisons_that_marched_on_have_moved() -> None:
    s = west({"rome": {"roma": {"light": 2, "garrison": 1}}}, dice=[5])
    play(s, "major:roma", "take:light", "take:light", "go", "break:light", "march:capua", "halt", "minor:capua")
    assert at(s, "rome", "capua") == {"light": 1, "garrison": 2}
    assert choices(s) == ["break:light"]
    mixed = west({"rome": {"roma": {"light": 1, "garrison": 1, "legion": 1}}}, dice=[5])
    play(mixed, "major:roma", "take:light", "take:garrison", "take:legion", "go", "march:capua", "break:light", "halt")
    assert mixed.fresh(0, node("capua")) == pack({"garrison": 2}), "the one that came along has moved"


@pytest.mark.rule("PR-12.1.4a", "PR-9.2.1e")
def test_the_last_mp_breaks_down_any_number() -> None:
    s = west({"rome": {"roma": {"light": 2, "legion": 1}}}, dice=[2])
    play(s, "major:roma", "take-all", "march:capua", "break:light")
    assert mp(s) == 0
    assert choices(s) == ["halt", "break:legion", "break:light"]
    play(s, "break:legion", "break:light")
    assert at(s, "rome", "capua") == {"garrison": 7}
    assert s.stack[-1].name == "expansion", "nothing is left to do"
    spent = west({"rome": {"roma": {"light": 2}}}, dice=[1])
    play(spent, "major:roma", "take-all", "march:capua")
    assert spent.stack[-1].name == "expansion", "no MP was paid for Garrisons here"


@pytest.mark.rule("PR-12.1.7", "PR-12.2.5a")
def test_who_cannot_be_broken_down() -> None:
    units = {"carthage": {"utica": {"militia": 1, "mercenary": 1, "cavalry": 1}}}
    small = west(units, active="carthage")
    play(small, "minor:utica")
    large = west(units, active="carthage", dice=[4])
    play(large, "major:utica", "take-all")
    soldier = {"soldier-of-fortune": {"carthago": {"heavy": 4, "light": 2}}, "carthage": {"gades": {"heavy": 1}}}
    his_small = world(soldier, active="carthage", soldier_of_fortune="carthage")
    play(his_small, "soldier-minor:carthago")
    his_large = world(soldier, active="carthage", soldier_of_fortune="carthage", dice=[4])
    play(his_large, "soldier:carthago", "take-all")
    for s in (small, large, his_small, his_large):
        assert not any(word.startswith("break") for word in choices(s))


# 12.2 Mercenaries


@pytest.mark.rule("PR-12.2.2", "PR-12.2.4")
def test_mercenaries_cost_two_talents_wherever_units_stand() -> None:
    units = {"carthage": {"gades": {"light": 1}, "utica": {"light": 1}}}
    s = position(WEST, units=units, operation="phase", phase="E", treasury={"carthage": 5}, markers={"rome": 1})
    s.play(1, s.unspell("hire:gades"))
    s.play(1, s.unspell("hire:utica"))
    assert "hire:gades" not in [s.spell(action) for action in s.legal(1)], "1T is left"
    s.play(1, s.unspell("done"))
    s.play(0, s.unspell("done"))
    assert talents(s, "carthage") == 1
    assert at(s, "carthage", "gades") == {"light": 1, "mercenary": 1}
    assert at(s, "carthage", "utica") == {"light": 1, "mercenary": 1}


@pytest.mark.rule("PR-12.2.4")
def test_mercenaries_join_units_in_provinces_of_others() -> None:
    s = west({"carthage": {"capua": {"light": 1}}}, active="carthage")
    assert q.who_controls_province(s, "italia")["who"] == "rome"
    play(s, "hire:capua")
    assert at(s, "carthage", "capua") == {"light": 1, "mercenary": 1}


@pytest.mark.rule("PR-12.2.5c", "PR-7.5.1a")
def test_mercenaries_add_one_to_the_roll_for_plunder() -> None:
    for units, taken in (({"mercenary": 1}, 2), ({"heavy": 1}, 0)):
        s = world({}, sites={"gades": city("rome", 3)}, operation="choose")
        carthage = number(s, "carthage")
        s.add(carthage, node("gades"), pack(units))
        s.push(Capture(carthage, carthage, node("gades"), 4))
        s.run()
        script(s, [4, 5, 1] if taken else [4, 1])
        play(s, "yes")
        assert talents(s, "carthage") == 10 + taken, "4 + 1 exceeds 4; half of 5"


# 12.3 Militia


def defeat(rome: dict[str, int], dice: list[int], **facts: Any) -> PaxRomanaState:
    """Carthage attacks Romans in Capua; ``dice`` are those of the Battle."""
    units = {"carthage": {"bavianum": {"heavy": 5}}, "rome": {"capua": rome}}
    s = world(units, active="carthage", dice=[5], **facts)
    play(s, "major:bavianum", "take-all", "march:capua")
    script(s, dice)
    play(s, "stand")
    while s.stack[-1].name in ("battle", "losses"):
        words = choices(s)
        play(s, next(word for word in ("done", "hold", "keep", words[0]) if word in words))
    return s


@pytest.mark.rule("PR-12.3.1")
def test_when_militia_are_raised() -> None:
    assert defeat({"legion": 3}, [4, 1, 3, 3, 3, 3]).stack[-1].name == "militia"
    assert defeat({"legion": 3}, [1, 5, 3, 3, 3, 3]).stack[-1].name != "militia", "not after a victory"
    assert defeat({"militia": 9}, [4, 1, 3, 3, 3, 3]).stack[-1].name != "militia", "not for Militia lost"
    s = world({}, operation="choose")
    rome = number(s, "rome")
    for space, lost, rule in (("capua", 1, ""), ("capua", 0, "PR-12.3.1"), ("gades", 1, "PR-12.3.1")):
        assert may_raise_militia(s, rome, node(space), lost, False) == rule


@pytest.mark.rule("PR-12.3.1")
def test_who_leads_invaders_has_not_lost_their_battle() -> None:
    s = world({"western-gauls": {"roma": {"barbarian": 4}}, "greece": {"capua": {"heavy": 4}}}, operation="choose")
    rome = number(s, "rome")
    assert s.box.home[node("capua")] == rome
    script(s, [6])
    s.push(invasion_move(s, WEST_GAULS, rome, node("roma")))
    s.run()
    while "march:capua" in choices(s):
        play(s, "march:capua")
    script(s, [1, 6, 3, 3, 3, 3])
    play(s, "stand")
    while s.stack[-1].name in ("battle", "losses"):
        play(s, choices(s)[-1])
    assert at(s, "western-gauls", "capua") == {}, "they are beaten"
    assert s.stack[-1].name != "militia", "and Rome, which leads them, has lost nothing"


@pytest.mark.rule("PR-12.3.2b", "PR-12.3.2d")
def test_militia_in_unrest_cost_stability_even_if_none_come() -> None:
    s = defeat({"legion": 3}, [4, 1, 3, 3, 3, 3], stability={"rome": -2})
    script(s, [1])
    before = stability(s, "rome")
    play(s, "yes")
    assert stability(s, "rome") == before - 1
    assert s.stack[-1].name != "militia", "1 halved is 1, less 1"
    home = {s.box.place(n) for n in levy_spaces(s, number(s, "rome"))}
    assert home, "some home Spaces are free"
    assert all(s.box.home[node(word)] == number(s, "rome") for word in home)
    assert "bavianum" not in home, "the enemy is there"


@pytest.mark.rule("PR-12.3.3c")
def test_militia_are_raised_once_in_an_activation() -> None:
    s = west({}, operation="choose", markers={"rome": 1, "carthage": 1})
    assert may_raise_militia(s, 0, node("capua"), 1, False) == ""
    s.militia_raised = 1
    assert may_raise_militia(s, 0, node("capua"), 1, False) == "PR-12.3.3c"
    assert may_raise_militia(s, 1, node("utica"), 1, False) == "", "another Power may"
    play(s, "pass")
    assert may_raise_militia(s, 0, node("capua"), 1, False) == "", "in the next Activation again"


# 12.4 The Soldier of Fortune


def soldier(units: Any, **facts: Any) -> PaxRomanaState:
    facts.setdefault("active", "carthage")
    return world(units, soldier_of_fortune="carthage", leaders={"soldier-of-fortune": "carthago"}, **facts)


@pytest.mark.rule("PR-12.4.2a")
def test_a_scenario_may_hold_the_soldier_of_fortune_back() -> None:
    units = {"soldier-of-fortune": {"dyrrhachium": {"heavy": 4}}, "greece": {"pella": {"heavy": 1}}}
    for waits in (False, True):
        options = {"scenario": "V", "pyrrhus_waits": waits}
        s = world(units, active="greece", options=options, soldier_of_fortune="greece", dice=[6])
        play(s, "soldier:dyrrhachium", "take-all", "embark", "escort:0")
        script(s, [1, 1, 1])
        play(s, "sail:ntp-hydruntum", "sail:brundisium", "hold")
        assert ("debark" in choices(s)) != waits, "in the first turn he does not land in Italy"
        units_by_land = {"soldier-of-fortune": {"virunum": {"heavy": 4}}, "greece": {"pella": {"heavy": 1}}}
        march = world(units_by_land, active="greece", options=options, soldier_of_fortune="greece", dice=[6])
        play(march, "soldier:virunum", "take-all")
        assert ("march:aquileia" in choices(march)) != waits, "nor does he march there"


@pytest.mark.rule("PR-12.4.2c")
def test_he_serves_in_every_activation_of_the_turn() -> None:
    units = {"soldier-of-fortune": {"carthago": {"heavy": 4}}, "carthage": {"utica": {"heavy": 1}}}
    s = soldier(units, markers={"carthage": 2}, dice=[2, 2])
    play(s, "soldier:carthago", "take-all", "march:utica", "halt", "done")
    assert actor(s) == "carthage", "the next Activation"
    play(s, "expand")
    assert "soldier:utica" in choices(s)


@pytest.mark.rule("PR-12.4.4a")
def test_he_does_not_pick_up_units_of_his_player() -> None:
    units = {
        "soldier-of-fortune": {"carthago": {"heavy": 2}, "utica": {"light": 2}},
        "carthage": {"utica": {"heavy": 1}, "hippo-regius": {"heavy": 1}},
    }
    s = soldier(units, dice=[5])
    play(s, "soldier:carthago", "take-all", "march:utica", "pick-up")
    assert set(choices(s)) == {"go", "take:light"}, "his own, not those of his player"
    play(s, "take:light", "go", "march:hippo-regius")
    assert not {"pick-up", "take:heavy"} & set(choices(s))
    play(s, "halt")
    assert at(s, "soldier-of-fortune", "hippo-regius") == {"heavy": 2, "light": 1}
    assert at(s, "carthage", "utica") == {"heavy": 1}


@pytest.mark.rule("PR-12.4.4c")
def test_a_soldier_of_fortune_retreats_and_may_be_forced_to() -> None:
    units = {"soldier-of-fortune": {"carthago": {"heavy": 4}}, "rome": {"zama": {"legion": 9}}}
    for words in (("retreat",), ("hold", "force")):
        s = soldier(units, active="rome", dice=[5])
        play(s, "major:zama", "take-all", "march:carthago")
        script(s, [5, 1] + [3, 4] * 4)
        play(s, "stand", *words)
        while s.stack[-1].name == "losses":
            play(s, choices(s)[0])
        assert s.stack[-1].name == "retreat"
        assert actor(s) == "carthage", "his player moves him"
        play(s, "march:utica")
        assert at(s, "soldier-of-fortune", "utica").get("heavy", 0) >= 2


@pytest.mark.rule("PR-12.4.6")
def test_his_leader_leaves_with_him() -> None:
    s = soldier({"soldier-of-fortune": {"carthago": {"heavy": 4}}}, operation="choose")
    removal(s)
    assert s.leader_at[s.box.side_leader[SOF]] == -1
    assert at(s, "soldier-of-fortune", "carthago") == {}
    assert s.sof_owner == -1


# 12.5 Independents


@pytest.mark.rule("PR-12.5.1a")
def test_the_rhodian_fleet_stands_beside_own_galleys() -> None:
    for own in range(4):
        for rhodians in range(3):
            fleet = {"heavy": 1} | ({"galley": own} if own else {}) | ({"rhodian": rhodians} if rhodians else {})
            s = world({"greece": {"rhodes": fleet}})
            muster_rhodians(s)
            assert at(s, "greece", "rhodes") == fleet | {"rhodian": 2}


@pytest.mark.rule("PR-12.5.1f", "PR-12.5.2", "PR-12.5.3a")
@pytest.mark.parametrize("place", ["rhodes", "messana", "syracuse"])
def test_independents_never_leave_their_place(place: str) -> None:
    start = {"rhodes": "patara", "messana": "syracuse", "syracuse": "messana"}[place]
    units = {"independents": {place: {"heavy": 4}}, "greece": {start: {"heavy": 9}}}
    s = world(units, active="greece", dice=[6])
    if place == "rhodes":
        play(s, f"major:{start}", "take-all", "embark", "escort:0", f"sail:{place}")
        script(s, [5, 1] + [3, 4] * 4)
        play(s, "debark")
    else:
        play(s, f"major:{start}", "take-all")
        script(s, [5, 1] + [3, 4] * 4)
        play(s, f"march:{place}")
    while s.stack[-1].name in ("battle", "losses"):
        words = choices(s)
        assert not {"withdraw", "stand", "retreat", "force"} & set(words), "nobody goes, nobody is driven"
        play(s, next(word for word in ("done", "hold", "keep", words[0]) if word in words))
    assert all(key & 511 == node(place) for key in s.force if key >> 9 == 4)


@pytest.mark.rule("PR-12.5.2", "PR-12.5a")
def test_the_mamertines_stay_from_turn_to_turn() -> None:
    from ludi.games.pax_romana import GAME

    s = GAME.deal(GAME.box({"scenario": "V"}), FastDice(random.Random(1)))
    before = at(s, "independents", "messana")
    assert before
    removal(s)
    assert at(s, "independents", "messana") == before


@pytest.mark.rule("PR-12.5.3a", "PR-12.5-EX1")
def test_the_syracusan_fleet_does_not_flee() -> None:
    units = {
        "carthage": {"messana": {"galley": 4, "light": 1}},
        "independents": {"syracuse": {"heavy": 3, "galley": 3}},
    }
    s = west(units, active="carthage")
    play(s, "major:messana", *["take:galley"] * 4, "go")
    script(s, [3, 3, 2])
    play(s, "sail:syracuse")
    assert at(s, "independents", "syracuse") == {"heavy": 3, "galley": 2}, "11 to 9: one sunk, the rest stay"


# 12.6 Pirates


@pytest.mark.rule("PR-12.6.1c", "PR-12.6.1b")
def test_tarsus_takes_pirates_whoever_holds_it() -> None:
    s = world({"east": {"tarsus": {"garrison": 1}, "side": {"garrison": 1}}}, operation="choose")
    places = {s.box.place(n) for n in pirate_places(s)}
    assert "tarsus" in places
    assert "side" not in places, "no other Controlled Port"
    fleet = world({"east": {"tarsus": {"garrison": 1, "galley": 1}}}, operation="choose")
    assert node("tarsus") not in pirate_places(fleet)


@pytest.mark.rule("PR-12.6.3a", "PR-12.6.2b")
def test_a_leader_helps_against_pirates_and_the_victory_counts_for_continuity() -> None:
    def hunt(die: int, lead: bool) -> PaxRomanaState:
        s = west(
            {"carthage": {"lilybaeum": {"galley": 1, "light": 1}}},
            active="carthage",
            pirates=["ntp-melita"],
            leaders={"carthage-9": "lilybaeum"},
        )
        play(s, "major:lilybaeum", "take:galley", *(["take-leader:carthage-9"] if lead else []), "go")
        script(s, [die, 1])
        return play(s, "sail:ntp-melita")

    assert hunt(3, True).pirates == [], "3 + 2 + 1"
    assert hunt(3, False).pirates != []
    assert hunt(2, True).pirates != []
    for dice, passes in (([2, 3], True), ([3, 3], False)):
        s = hunt(4, False)
        script(s, dice)
        play(s, "go")
        assert (s.stack[-1].name == "move") == passes, "at +2, as after a Naval Battle"


@pytest.mark.rule("PR-12.6.4a")
def test_own_fleets_keep_a_way_past_the_cilicians() -> None:
    near = "ntp-issus"
    for units, closed in (({"greece": {near: {"galley": 1}}}, False), ({}, True)):
        s = world(units, operation="choose", pirates=["tarsus"])
        greece = number(s, "greece")
        assert has(sea_blocks(s, greece), node(near)) == closed
        assert has(sea_blocks(s, greece), node("seleucia"))
        assert has(sea_blocks(s, greece), node("tarsus"))


# 12.7 Slaves


def slaves(units: Any, **facts: Any) -> PaxRomanaState:
    """Before Carthage's Activation: the Slaves in Capua, in revolt against Rome."""
    s = position(
        WEST,
        units={"slaves-0": {"capua": {"barbarian": 2}}, "carthage": {"utica": {"light": 1}}} | units,
        active="rome",
        markers=facts.pop("markers", {"carthage": 1}),
        treasury={"rome": 5, "carthage": 5},
        numbers={"slaves_due": 1},
        **facts,
    )
    return play(s, "pass")


@pytest.mark.rule("PR-12.7.1b", "PR-16.2-SLAVE-REVOLT")
def test_revolts_break_out_at_home_only() -> None:
    s = world({"rome": {"roma": {"legion": 1}}}, operation="choose", sites={"gades": town("rome")})
    rome = number(s, "rome")
    found = {s.box.place(n) for n in slave_spaces(s, rome)}
    assert "gades" not in found
    assert "roma" not in found
    assert "capua" in found
    assert all(s.box.home[node(word)] == rome for word in found)


@pytest.mark.rule("PR-12.7.1c")
def test_the_victim_does_not_feed_the_revolt() -> None:
    s = slaves({"rome": {"pisae": {"legion": 1}}}, markers={"rome": 1})
    assert s.stack[-1].name == "activation"
    assert at(s, "slaves-0", "capua") == {"barbarian": 2}


@pytest.mark.rule("PR-12.7.1d")
def test_slaves_with_a_free_way_must_move() -> None:
    s = west({}, operation="choose")
    steps = {s.box.place(n) for n in slave_steps(s, SLAVES, node("capua"))}
    assert any(s.box.atlas.kind[n] for n, _ in s.box.atlas.land[node("rhegium")])
    over = {s.box.place(n) for n in slave_steps(s, SLAVES, node("rhegium"))}
    direct = {s.box.place(n) for n, _ in s.box.atlas.land[node("rhegium")] if n < s.box.atlas.spaces}
    assert direct < over, "beyond a Transit Point it is one Space too"
    one_free = slaves({"rome": {space: {"legion": 1} for space in sorted(steps)[1:]}})
    assert "hold" not in choices(one_free)
    boxed = slaves({"rome": {space: {"legion": 1} for space in steps}})
    assert "hold" in choices(boxed)
    script(boxed, [1, 6] + [3, 4] * 4)
    play(boxed, "march:roma")
    while "no" in choices(boxed):
        play(boxed, "no")
    finish(play(boxed, "stand"))
    assert at(boxed, "slaves-0", "roma") == {}, "it attacked, and three Slaves do not beat a Legion"


@pytest.mark.rule("PR-12.7.3a")
def test_slaves_do_not_take_ship() -> None:
    s = west({}, operation="choose")
    for port, over_sea in (("pisae", "aleria"), ("thapsus", "melita"), ("lilybaeum", "carthago")):
        assert node(over_sea) not in slave_steps(s, SLAVES, node(port))


@pytest.mark.rule("PR-12.7.3b")
def test_a_city_that_slaves_take_stays_its_owners() -> None:
    s = slaves({}, sites={"roma": city("rome", 3)})
    play(s, "march:roma")
    assert at(s, "slaves-0", "roma") == {"barbarian": 3}
    assert s.site_owner(node("roma")) == 0
    assert q.standings(s)["rome"]["cvp"] == 0
    assert s.occupier(node("roma")) == SLAVES
    guarded = slaves({"rome": {"pisae": {"legion": 1}}}, sites={"capua": city("rome")})
    assert guarded.occupier(node("capua")) == SLAVES, "Slaves come before the owner"


@pytest.mark.rule("PR-12.7.1d", "PR-12.7.3b")
def test_slaves_do_not_attack_a_city_that_they_hold() -> None:
    army = {"slaves-0": {"capua": {"barbarian": 1}, "roma": {"barbarian": 4}}}
    s = slaves(army, sites={"capua": city("rome")})
    play(s, "march:capua")
    assert s.stack[-1].name == "activation", "no Battle"
    assert at(s, "slaves-0", "capua") == {"barbarian": 6}
    around = {s.box.place(n) for n in slave_steps(s, SLAVES, node("roma"))} - {"capua"}
    legions = {"rome": {space: {"legion": 1} for space in around}}
    assert "hold" not in choices(slaves(army | legions, sites={"capua": city("rome")})), "that way is free"


@pytest.mark.rule("PR-12.7.4a")
def test_a_defeat_by_slaves_calls_no_militia() -> None:
    s = slaves({"rome": {"roma": {"light": 1}}, "slaves-0": {"capua": {"barbarian": 9}}})
    script(s, [6, 1] + [3, 4] * 4)
    play(s, "march:roma")
    while s.stack[-1].name in ("battle", "losses", "withdrawal"):
        words = choices(s)
        play(s, next(word for word in ("stand", "done", "hold", "keep", words[0]) if word in words))
    assert at(s, "rome", "roma") == {}
    assert s.stack[-1].name != "militia"
    twin = may_raise_militia(s, 0, node("roma"), 2, False)
    assert twin == "", "any other enemy would have called them"


@pytest.mark.rule("PR-12.7.4b")
def test_nobody_plunders_his_own_city() -> None:
    s = west({"rome": {"gades": {"legion": 1}}}, operation="choose", sites={"gades": city("rome", 3)}, dice=[])
    s.push(Capture(0, 0, node("gades"), 1))
    s.run()
    assert s.stack[-1].name == "activation", "his own before and after: no question of Sack and Plunder"
    assert s.treasury == [10, 10]

"""Chapters 6.2, 7.1, 12.2 and 12.8: what is raised, hired and built where, at home and abroad, and what it uses up."""

from __future__ import annotations

from typing import Any

import pytest

from games.pax_romana.helpers import (
    Units,
    actor,
    at,
    choices,
    node,
    play,
    refused,
    stability,
    talents,
    town,
    world,
)
from ludi.games.pax_romana import PaxRomanaState, position
from ludi.games.pax_romana.asking import questions as q
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch12_special.militia import levy_spaces
from ludi.games.pax_romana.ch12_special.slaves import slave_spaces
from ludi.games.pax_romana.world.pieces import HEAVY, ONE, SOF

WORLD = {"scenario": "V"}


def planning(units: Units, **facts: Any) -> PaxRomanaState:
    """The Manpower Phase of scenario V."""
    facts.setdefault("treasury", dict.fromkeys(("rome", "carthage", "greece", "east"), 20))
    return position(WORLD, units=units, operation="phase", phase="E", turn=1, markers={"rome": 1}, **facts)


def recruiting(power: str, units: Units, **facts: Any) -> PaxRomanaState:
    return world(units, active=power, operation="recruitment", treasury={power: 20}, **facts)


def plan(s: PaxRomanaState, power: str, *words: str) -> None:
    for word in words:
        s.play(s.box.seat_of[s.box.powers.index(power)], s.unspell(word))


def offers(s: PaxRomanaState, power: str) -> set[str]:
    return {s.spell(action) for action in s.legal(s.box.seat_of[s.box.powers.index(power)])}


# 12.8 Elephants

HERDS: list[tuple[str, str, dict[str, dict[str, int]]]] = [
    ("carthage", "zama", {}),
    ("carthage", "lambaesis", {}),
    ("east", "damascus", {}),
    ("rome", "damascus", {word: {"legion": 1} for word in ("antioch", "laodicea", "tyre", "palmyra")}),
    ("greece", "emesa", {word: {"heavy": 1} for word in ("antioch", "laodicea", "tyre", "palmyra")}),
]
"""A Power, an empty Space of a Province with elephants at home or abroad, and what it holds there."""


@pytest.mark.rule("PR-6.2.4c", "PR-12.8.1", "PR-12.8.2", "PR-6.2.7e")
@pytest.mark.parametrize(("power", "space", "units"), HERDS)
@pytest.mark.parametrize("kind", ["heavy", "light", "cavalry"])
def test_an_elephant_is_raised_together_with_the_unit_it_needs(
    power: str, space: str, units: dict[str, dict[str, int]], kind: str
) -> None:
    s = recruiting(power, {power: units} if units else {})
    if f"{kind}:{space}" not in choices(s):
        assert (kind, space) == ("heavy", "lambaesis"), "Numidia has no Heavy Infantry"
        return
    assert refused(s, power, f"elephant:{space}") == "PR-12.8.2"
    play(s, f"{kind}:{space}", f"elephant:{space}", f"elephant:{space}", "done")
    assert at(s, power, space) == {kind: 1, "elephant": 2}

    s = planning({power: units} if units else {})
    assert refused(s, power, f"elephant:{space}") == "PR-12.8.2"
    before = talents(s, power)
    plan(s, power, f"{kind}:{space}", f"elephant:{space}", "done")
    while s.stack[-1].name == "manpower":
        play(s, "done")
    assert at(s, power, space) == {kind: 1, "elephant": 1}
    assert before - talents(s, power) == {"heavy": 3, "light": 2, "cavalry": 3}[kind]


@pytest.mark.rule("PR-12.8.2", "PR-12.2.4")
def test_an_elephant_is_raised_beside_hired_units_and_not_beside_garrisons_or_galleys() -> None:
    s = planning({"carthage": {"utica": {"galley": 1}, "thapsus": {"garrison": 1}, "zama": {"light": 1}}})
    assert refused(s, "carthage", "elephant:utica") == refused(s, "carthage", "elephant:thapsus") == "PR-12.8.2"
    assert "elephant:zama" in offers(s, "carthage")
    plan(s, "carthage", "galley:utica")
    assert "elephant:utica" not in offers(s, "carthage")
    plan(s, "carthage", "hire:utica")
    assert "elephant:utica" in offers(s, "carthage")


@pytest.mark.rule("PR-12.8.1", "PR-6.2.4a", "PR-6.2.4c")
def test_elephants_need_their_province_even_together_with_others() -> None:
    s = recruiting("rome", {"rome": {word: {"legion": 1} for word in ("jerusalem", "gaza", "petra")}})
    assert refused(s, "rome", "elephant:jerusalem") == "PR-12.8.1"
    taken = {"rome": {word: {"legion": 1} for word in ("antioch", "laodicea", "tyre", "palmyra")}}
    s = recruiting("rome", {**taken, "east": {"emesa": {"garrison": 1}}})
    assert refused(s, "rome", "elephant:emesa") == "PR-6.2.4c"
    assert refused(recruiting("rome", {}), "rome", "elephant:zama") == "PR-6.2.4a"


@pytest.mark.rule("PR-6.4.3", "PR-10.6.6b", "PR-3.2-F3b", "PR-6.2.5b")
def test_only_carthage_at_its_maximum_is_refused_for_its_maximum() -> None:
    s = planning({"rome": {"roma": {"reduced-legion": 1}}})
    plan(s, "rome", "rebuild-legion:roma")
    assert refused(s, "rome", "rebuild-legion:roma") == "PR-10.6.6b", "planned already"

    s = recruiting("rome", {"rome": {"roma": {"reduced-legion": 1}}})
    play(s, "galley:roma")
    assert refused(s, "rome", "rebuild-legion:roma") == refused(s, "rome", "legion:roma") == "PR-3.2-F3b"

    full = {"carthage": {"carthago": {"heavy": 40}}}
    s = recruiting("carthage", full)
    assert refused(s, "carthage", "heavy:carthago") == "PR-6.4.3"
    assert refused(s, "carthage", "elephant:zama") == "PR-12.8.2"
    s = planning(full)
    assert refused(s, "carthage", "hire:carthago") == "PR-6.4.3"
    assert refused(world(full, active="carthage"), "carthage", "hire:carthago") == "PR-6.4.3"
    poor = recruiting("greece", {"greece": {"pella": {"heavy": 40}}})
    assert "heavy:pella" in choices(poor), "others may go beyond theirs"


# 6.2.3, 6.2.4, 12.4.1 Beside the Soldier of Fortune


@pytest.mark.rule("PR-6.2.3", "PR-6.2.4c", "PR-12.4.1")
def test_units_are_raised_beside_ones_own_soldier_of_fortune_at_home_only() -> None:
    soldier: Units = {"soldier-of-fortune": {"zama": {"heavy": 4}, "utica": {"light": 1}}}
    s = recruiting("carthage", soldier, soldier_of_fortune="carthage")
    assert {"heavy:zama", "light:zama", "cavalry:zama", "light:utica", "galley:utica"} <= set(choices(s))
    play(s, "light:zama", "elephant:zama", "done")
    assert at(s, "carthage", "zama") == {"light": 1, "elephant": 1}
    assert at(s, "soldier-of-fortune", "zama") == {"heavy": 4}

    foreign = recruiting("carthage", soldier, soldier_of_fortune="greece")
    assert refused(foreign, "carthage", "light:zama") == "PR-6.2.4c"
    assert refused(foreign, "carthage", "galley:utica") == "PR-6.3c"

    abroad: Units = {"carthage": {"gades": {"light": 1}}, "soldier-of-fortune": {"corduba": {"heavy": 4}}}
    s = recruiting("carthage", abroad, soldier_of_fortune="carthage")
    assert {"light:gades", "light:malacca"} <= set(choices(s))
    assert refused(s, "carthage", "light:corduba") == "PR-6.2.4c", "he gives no Control there, and it is not empty"


@pytest.mark.rule("PR-12.4.1", "PR-5.2.1b", "PR-5.4.1b", "PR-14.2.1b", "PR-14.2.1c")
def test_ones_own_soldier_of_fortune_does_not_deny_the_province_abroad() -> None:
    units: Units = {"carthage": {"gades": {"light": 1}}, "soldier-of-fortune": {"corduba": {"heavy": 4}}}
    for owner, holder in (("carthage", "carthage"), ("greece", "nobody")):
        s = world(units, active="carthage", soldier_of_fortune=owner)
        assert q.who_controls_province(s, "baetica")["who"] == holder, owner
        assert q.who_controls_space(s, "corduba")["who"] == "soldier-of-fortune"
    split: Units = {
        "carthage": {"gades": {"light": 1}},
        "soldier-of-fortune": {"corduba": {"heavy": 3}, "malacca": {"heavy": 1}},
    }
    s = world(split, active="carthage", soldier_of_fortune="carthage")
    assert q.who_controls_province(s, "baetica")["who"] == "carthage", "two Spaces of his, which Control nothing"
    alone = world({"soldier-of-fortune": {"corduba": {"heavy": 4}}}, soldier_of_fortune="carthage", operation="choose")
    assert q.who_controls_province(alone, "baetica")["who"] == "nobody"
    third: Units = {**split, "rome": {"malacca": {"garrison": 1}}, "soldier-of-fortune": {"corduba": {"heavy": 4}}}
    s = world(third, active="carthage", soldier_of_fortune="carthage")
    assert q.who_controls_province(s, "baetica")["who"] == "nobody", "Rome is somebody else"


@pytest.mark.rule("PR-12.4.1", "PR-5.2.1b", "PR-14.2.1b")
def test_his_coming_changes_no_stability_of_his_player() -> None:
    s = world({"carthage": {"gades": {"light": 1}}}, active="carthage", soldier_of_fortune="carthage")
    before = stability(s, "carthage")
    s.add(SOF, node("corduba"), 4 * ONE[HEAVY])
    recount(s)
    assert stability(s, "carthage") == before
    s.remove(SOF, node("corduba"), 4 * ONE[HEAVY])
    recount(s)
    assert stability(s, "carthage") == before


@pytest.mark.rule("PR-12.3.2d", "PR-12.7.1b")
def test_militia_gather_beside_ones_own_soldier_of_fortune_and_slaves_do_not_rise_there() -> None:
    soldier: Units = {"soldier-of-fortune": {"zama": {"heavy": 4}}}
    own = world(soldier, active="carthage", operation="choose", soldier_of_fortune="carthage")
    carthage = own.box.powers.index("carthage")
    assert node("zama") in levy_spaces(own, carthage)
    assert node("zama") not in slave_spaces(own, carthage)
    assert node("thevestis") in slave_spaces(own, carthage)
    foreign = world(soldier, active="carthage", operation="choose", soldier_of_fortune="greece")
    assert node("zama") not in levy_spaces(foreign, carthage)


# 12.2.4 Mercenaries join any Units


@pytest.mark.rule("PR-12.2.4", "PR-12.2.2")
@pytest.mark.parametrize("space", ["utica", "gades", "caralis"])
@pytest.mark.parametrize("units", [{"galley": 1}, {"garrison": 1}, {"light": 1}, {"galley": 2, "cavalry": 1}])
def test_mercenaries_join_any_units_even_a_lone_galley_squadron(space: str, units: dict[str, int]) -> None:
    s = world({"carthage": {space: units}}, active="carthage")
    play(s, f"hire:{space}")
    assert at(s, "carthage", space) == {**units, "mercenary": 1}
    assert q.who_controls_space(s, space)["who"] == "carthage"

    s = planning({"carthage": {space: units}})
    plan(s, "carthage", f"hire:{space}", f"hire:{space}", "done")
    while s.stack[-1].name == "manpower":
        play(s, "done")
    assert at(s, "carthage", space) == {**units, "mercenary": 2}


@pytest.mark.rule("PR-12.2.4", "PR-5.1.2a")
@pytest.mark.parametrize(
    "others",
    [
        {"units": {"rome": {"gades": {"garrison": 1}}}},
        {"units": {"rome": {"gades": {"legion": 1}}}},
        {"units": {"independents": {"gades": {"heavy": 1}}}},
        {"units": {"tribes": {"gades": {"barbarian": 1}}}},
        {"sites": {"gades": town("rome")}},
    ],
)
def test_mercenaries_do_not_land_from_galleys_among_others(others: dict[str, Any]) -> None:
    units = {"carthage": {"gades": {"galley": 1}, "utica": {"light": 1}}, **others.get("units", {})}
    rest = {key: value for key, value in others.items() if key != "units"}
    s = world(units, active="carthage", **rest)
    assert refused(s, "carthage", "hire:gades") == "PR-5.1.2a"
    s = planning(units, **rest)
    assert refused(s, "carthage", "hire:gades") == "PR-5.1.2a"


@pytest.mark.rule("PR-12.2.4", "PR-12.4.4b")
def test_mercenaries_are_hired_beside_ones_own_soldier_of_fortune() -> None:
    units: Units = {"carthage": {"utica": {"light": 1}}, "soldier-of-fortune": {"corduba": {"heavy": 4}}}
    s = world(units, active="carthage", soldier_of_fortune="carthage")
    play(s, "hire:corduba")
    assert at(s, "carthage", "corduba") == {"mercenary": 1}
    assert q.who_controls_space(s, "corduba")["who"] == "carthage"
    other = world(units, active="carthage", soldier_of_fortune="greece")
    assert refused(other, "carthage", "hire:corduba") == "PR-12.2.4"


@pytest.mark.rule("PR-12.2.1b", "PR-12.2.4")
def test_rome_hires_nobody_and_nobody_hires_where_he_has_no_units() -> None:
    s = world({"rome": {"roma": {"galley": 1}}})
    assert refused(s, "rome", "hire:roma") == "PR-12.2.1b"
    s = world({"carthage": {"utica": {"galley": 1}}}, active="carthage")
    assert refused(s, "carthage", "hire:gades") == "PR-12.2.4"


@pytest.mark.rule("PR-12.2.4")
def test_mercenaries_join_a_leader_who_is_alone() -> None:
    units: Units = {"carthage": {"utica": {"light": 1}}}
    leader = {"carthage-5": "gades"}
    s = world(units, active="carthage", leaders=leader)
    play(s, "hire:gades")
    assert at(s, "carthage", "gades") == {"mercenary": 1}, "leaders are Land Units"
    s = world(units, active="carthage", leaders={"greece-9": "gades"})
    assert refused(s, "carthage", "hire:gades") == "PR-12.2.4", "not one's own"
    s = planning(units, leaders=leader)
    assert "hire:gades" in offers(s, "carthage")


@pytest.mark.rule("PR-12.2.4", "PR-4.3.1e")
def test_a_mercenary_hired_beside_galleys_in_an_allys_port_is_his_guest() -> None:
    units: Units = {"carthage": {"gades": {"galley": 1}, "utica": {"light": 1}}, "greece": {"gades": {"garrison": 1}}}
    s = world(units, active="carthage")
    carthage, greece = s.box.powers.index("carthage"), s.box.powers.index("greece")
    s.allies[carthage], s.allies[greece] = 1 << greece, 1 << carthage
    s.pass_rights[greece] = 1 << carthage
    s._legal = {}
    play(s, "hire:gades")
    assert at(s, "carthage", "gades") == {"galley": 1, "mercenary": 1}
    assert q.who_controls_space(s, "gades")["who"] == "greece"


# 7.1.2 What a construction uses up


@pytest.mark.rule("PR-7.1.2b")
@pytest.mark.parametrize("given", ["legion", "heavy"])
@pytest.mark.parametrize("power", ["rome", "greece"])
def test_who_builds_a_city_chooses_the_unit_that_is_given_up(power: str, given: str) -> None:
    army = {"legion": 2, "heavy": 1, "reduced-heavy": 1, "mercenary": 1, "light": 1}
    s = world({power: {"gades": army}}, sites={"gades": town(power)}, active=power)
    play(s, "city:gades")
    assert actor(s) == power
    assert set(choices(s)) == {"lose:legion", "lose:heavy"}
    assert talents(s, power) == 10, "nothing is paid before"
    assert refused(s, power, "lose:light") == refused(s, power, "lose:mercenary") == "PR-7.1.2b"
    play(s, f"lose:{given}")
    left = {kind: number - (kind == given) for kind, number in army.items()}
    assert at(s, power, "gades") == {kind: number for kind, number in left.items() if number}
    assert q.who_controls_space(s, "gades")["who"] == power
    assert s.sites[node("gades")][1:] == (2, 5)
    assert talents(s, power) == 7
    assert s.stack[-1].name == "expansion"


@pytest.mark.rule("PR-7.1.2b", "PR-7.1.1c")
@pytest.mark.parametrize("kind", ["legion", "heavy"])
def test_a_city_is_built_without_a_question_where_one_kind_stands(kind: str) -> None:
    s = world({"rome": {"gades": {kind: 2}}}, sites={"gades": town("rome")})
    play(s, "city:gades")
    assert at(s, "rome", "gades") == {kind: 1}
    assert s.stack[-1].name == "expansion"


@pytest.mark.rule("PR-9.1.4a", "PR-7.1.2b", "PR-7.1.2a")
@pytest.mark.parametrize(
    ("work", "kind", "sites"), [("city", "legion", {"capua": town("rome")}), ("town", "garrison", {})]
)
def test_construction_uses_up_units_that_have_moved_first(work: str, kind: str, sites: dict[str, Any]) -> None:
    s = world({"rome": {"capua": {kind: 1}, "bavianum": {kind: 1}}}, sites=sites, dice=[6])
    play(s, "minor:bavianum", f"take:{kind}", "march:capua", "halt", f"{work}:capua")
    assert at(s, "rome", "capua") == {kind: 1}
    assert "major:capua" in choices(s), "the one that stood there has not moved"


# Every Power, every way of raising, at home and abroad, against who stands there

STANDING: dict[str, tuple[dict[str, Any], str, str]] = {
    # who or what is in the Port: (facts, what may be had there at home, what abroad in a Controlled Province)
    "nobody": ({}, "raise galley", "raise"),
    "own unit": ({"own": {"light": 1}}, "raise galley hire", "raise galley hire"),
    "own mercenary": ({"own": {"mercenary": 1}}, "raise galley hire", "raise galley hire"),
    "own garrison": ({"own": {"garrison": 1}}, "raise galley hire", "raise galley hire"),
    "own town": ({"site": "own"}, "raise galley", "raise galley"),
    "own galleys": ({"own": {"galley": 1}}, "raise galley hire", "raise hire"),
    "own leader": ({"leader": True}, "raise galley hire", "raise hire"),
    "own soldier of fortune": ({"soldier": "own"}, "raise galley hire", "hire"),
    "another's soldier of fortune": ({"soldier": "other"}, "", ""),
    "enemy unit": ({"other": {"cavalry": 1}}, "", ""),
    "enemy garrison": ({"other": {"garrison": 1}}, "", ""),
    "enemy galleys": ({"other": {"galley": 1}}, "raise", "raise"),
    "enemy galleys and an own unit": ({"other": {"galley": 1}, "own": {"light": 1}}, "raise hire", "raise hire"),
    "enemy garrison and own galleys": ({"other": {"garrison": 1}, "own": {"galley": 1}}, "", ""),
    "enemy town": ({"site": "other"}, "", ""),
    "independents": ({"independents": {"heavy": 1}}, "", ""),
    "gauls": ({"western-gauls": {"barbarian": 2}}, "", ""),
    "slaves": ({"slaves": {"barbarian": 2}}, "", ""),
}
PORTS = {"rome": "ancona", "carthage": "utica", "greece": "thessalonica", "east": "laodicea"}
CAPITALS = {"rome": "roma", "carthage": "carthago", "greece": "pella", "east": "antioch"}
LEVIES = {"rome": "legion", "carthage": "light", "greece": "heavy", "east": "light"}


def standing(power: str, space: str, facts: dict[str, Any], abroad: bool) -> dict[str, Any]:
    """The pieces of a row of the table, and abroad enough of the Province to Control it."""
    other = "greece" if power != "greece" else "carthage"
    names = {"own": power, "other": other, "slaves": f"slaves-{world({}).box.powers.index(power)}"}
    units: Units = {power: {"gades": {"light": 1}, "corduba": {"light": 1}} if abroad else {}}
    found: dict[str, Any] = {"units": units, "sites": {}, "leaders": {}}
    for key, value in facts.items():
        if key == "site":
            found["sites"] = {space: town(names[value])}
        elif key == "leader":
            found["leaders"] = {f"{power}-5": space}
        elif key == "soldier":
            units["soldier-of-fortune"] = {space: {"heavy": 2}}
            found["soldier_of_fortune"] = names[value]
        else:
            units.setdefault(names.get(key, key), {})[space] = value
    return found


@pytest.mark.rule("PR-6.2.3", "PR-6.2.4c", "PR-6.3c", "PR-12.2.4", "PR-12.2.1b", "PR-12.4.1", "PR-5.1.2a")
@pytest.mark.parametrize("abroad", [False, True], ids=["at home", "abroad"])
@pytest.mark.parametrize(
    ("power", "row"),
    [(power, row) for power in PORTS for row in STANDING if (power, row) != ("rome", "own soldier of fortune")],
)
def test_what_may_be_had_in_a_port_by_who_stands_there(power: str, row: str, abroad: bool) -> None:
    facts, at_home, elsewhere = STANDING[row]
    space = "malacca" if abroad else PORTS[power]
    expected = set((elsewhere if abroad else at_home).split())
    if power == "rome":
        expected -= {"hire"}
    words = {"raise": "light" if abroad else LEVIES[power], "galley": "galley", "hire": "hire"}
    pieces = standing(power, space, facts, abroad)
    s = world(active=power, operation="recruitment", treasury={power: 20}, **pieces)
    assert {way for way in ("raise", "galley") if f"{words[way]}:{space}" in choices(s)} == expected - {"hire"}
    s = planning(**pieces)
    assert {way for way, word in words.items() if f"{word}:{space}" in offers(s, power)} == expected
    pieces["units"][power][CAPITALS[power]] = {"light": 1}
    s = world(active=power, treasury={power: 20}, **pieces)
    assert (f"hire:{space}" in choices(s)) == ("hire" in expected)


@pytest.mark.rule("PR-12.2.4", "PR-6.2.2")
def test_mercenaries_do_not_come_where_another_has_raised_units_meanwhile() -> None:
    units: Units = {"east": {"iol": {"galley": 1}, "antioch": {"heavy": 1}}, "carthage": {"carthago": {"heavy": 1}}}
    s = planning(units)
    plan(s, "east", "hire:iol", "done")
    plan(s, "carthage", "cavalry:iol", "done")
    for power in ("rome", "greece"):
        if s.stack[-1].name == "manpower" and "done" in offers(s, power):
            plan(s, power, "done")
    assert at(s, "carthage", "iol") == {"cavalry": 1}
    assert at(s, "east", "iol") == {"galley": 1}, "no two Armies of enemies in one Space"
    assert talents(s, "east") == 20, "nor is anything paid"
    alone = planning(units)
    plan(alone, "east", "hire:iol", "done")
    for power in ("carthage", "rome", "greece"):
        plan(alone, power, "done")
    assert at(alone, "east", "iol") == {"galley": 1, "mercenary": 1}

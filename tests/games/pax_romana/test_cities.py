"""Chapter 7: building, repairing, capturing, sacking and destroying Cities and Towns."""

from __future__ import annotations

from typing import Any

import pytest

from games.pax_romana.helpers import at, choices, city, mp, node, play, refused, script, talents, town, west, world
from ludi.games.pax_romana import PaxRomanaState
from ludi.games.pax_romana.asking import questions as q
from ludi.games.pax_romana.ch07_cities.prizes import free_prize
from ludi.games.pax_romana.world.pieces import LEGION, LIGHT, ONE, SOF


@pytest.mark.rule("PR-7.1.1b", "PR-7.1.2a", "PR-7.1.2b", "PR-7.1.6")
@pytest.mark.parametrize(
    ("word", "units", "sites", "cost"),
    [
        ("town:gades", {"garrison": 1}, {}, 2),
        ("city:gades", {"legion": 1}, {"gades": town("rome")}, 3),
        ("repair:gades", {"legion": 1}, {"gades": city("rome", 4)}, 1),
    ],
)
def test_the_price_is_paid_at_once_or_nothing_is_built(word: str, units: Any, sites: Any, cost: int) -> None:
    s = west({"rome": {"gades": units, "roma": {"legion": 1}}}, sites=sites, treasury={"rome": cost, "carthage": 0})
    play(s, word)
    assert talents(s, "rome") == 0
    s = west({"rome": {"gades": units, "roma": {"legion": 1}}}, sites=sites, treasury={"rome": cost - 1, "carthage": 0})
    assert refused(s, "rome", word) == "PR-7.1.1b"


@pytest.mark.rule("PR-7.1.2a")
def test_a_town_takes_a_garrison_and_nothing_else() -> None:
    s = west({"rome": {"gades": {"garrison": 2, "legion": 1}, "malacca": {"legion": 2}}})
    assert refused(s, "rome", "town:malacca") == "PR-7.1.2a"
    play(s, "town:gades")
    assert at(s, "rome", "gades") == {"garrison": 1, "legion": 1}
    assert s.sites[node("gades")][1:] == (1, 2)
    assert refused(s, "rome", "town:gades") == "PR-7.1.2a", "there is one already"


@pytest.mark.rule("PR-7.1.2b", "PR-10.6.6a")
@pytest.mark.parametrize(
    ("units", "walls", "allowed"),
    [
        ({"legion": 1}, 2, True),
        ({"heavy": 1}, 2, True),
        ({"reduced-legion": 1}, 2, False),
        ({"reduced-heavy": 1}, 2, False),
        ({"light": 3, "cavalry": 2, "garrison": 1}, 2, False),
        ({"legion": 1}, 1, False),
    ],
)
def test_a_city_takes_a_full_town_and_a_full_legion_or_heavy(units: Any, walls: int, allowed: bool) -> None:
    s = west({"rome": {"gades": {**units, "light": 1}}}, sites={"gades": town("rome", walls)})
    if not allowed:
        assert refused(s, "rome", "city:gades") == "PR-7.1.2b"
        return
    play(s, "city:gades")
    assert at(s, "rome", "gades") == {"light": 1}
    assert s.sites[node("gades")][1:] == (2, 5)


@pytest.mark.rule("PR-7.1.2c", "PR-5.1.1a")
def test_the_space_is_enough_to_build_in() -> None:
    units = {
        "rome": {"gades": {"garrison": 1, "legion": 1}},
        "carthage": {"malacca": {"light": 1}, "corduba": {"light": 1}},
    }
    s = west(units)
    assert q.who_controls_province(s, "baetica")["who"] == "carthage"
    play(s, "town:gades", "city:gades")
    assert s.sites[node("gades")][1:] == (2, 5)


@pytest.mark.rule("PR-7.1.1a", "PR-1.4-MINOR", "PR-3.5.1c")
def test_two_constructions_use_up_both_minor_moves() -> None:
    s = west({"rome": {"gades": {"garrison": 1}, "malacca": {"garrison": 1}, "corduba": {"garrison": 1, "legion": 1}}})
    play(s, "town:gades", "town:malacca")
    assert refused(s, "rome", "town:corduba") == "PR-9.1.1b"
    assert refused(s, "rome", "minor:corduba") == "PR-9.1.1b"
    assert "major:corduba" in choices(s)


@pytest.mark.rule("PR-7.1.6", "PR-7.1.1a")
def test_one_minor_move_mends_one_site_as_far_as_one_likes() -> None:
    s = west({"rome": {"roma": {"legion": 1}}}, sites={"capua": city("rome", 3), "venusia": town("rome", 1)})
    assert q.standings(s)["rome"]["cvp"] == 1
    play(s, "repair:capua")
    assert choices(s) == ["done", "repair:capua"], "the same City, or enough"
    play(s, "repair:capua")
    assert q.standings(s)["rome"]["cvp"] == 3
    assert talents(s, "rome") == 8
    play(s, "repair:venusia")
    assert q.standings(s)["rome"]["cvp"] == 4
    assert refused(s, "rome", "minor:roma") == "PR-9.1.1b"
    whole = west({"rome": {"roma": {"legion": 1}}}, sites={"capua": city("rome")})
    assert refused(whole, "rome", "repair:capua") == "PR-7.1.6"


@pytest.mark.rule("PR-7.1.4")
def test_slaves_in_a_city_bar_its_repair() -> None:
    units = {"rome": {"roma": {"legion": 1}}, "slaves-0": {"capua": {"barbarian": 1}}}
    s = west(units, sites={"capua": city("rome", 3)})
    assert refused(s, "rome", "repair:capua") == "PR-7.1.4"


@pytest.mark.rule("PR-7.1.1c")
def test_nothing_is_built_in_a_recruitment() -> None:
    s = west({"rome": {"gades": {"garrison": 1}}}, operation="recruitment", sites={"capua": city("rome", 3)})
    assert not any(word.startswith(("town", "city", "repair")) for word in choices(s))


def storm(site: dict[str, Any], defenders: dict[str, int], dice: list[int], legions: int = 9) -> PaxRomanaState:
    """Rome attacks Gades from Corduba."""
    units: Any = {"rome": {"corduba": {"legion": legions}}}
    if defenders:
        units["carthage"] = {"gades": defenders}
    s = west(units, sites={"gades": site}, dice=[5])
    play(s, "major:corduba", "take-all", "march:gades")
    script(s, dice)
    return s


def on(s: PaxRomanaState, *prefer: str) -> PaxRomanaState:
    while s.stack[-1].name in ("withdrawal", "battle", "losses", "retreat", "militia", "capture"):
        words = choices(s)
        order = (*prefer, "stand", "walls", "bid:0", "raise", "done", "hold", "keep", "no")
        play(s, next((word for word in order if word in words), words[0]))
    return s


@pytest.mark.rule("PR-7.4.1a", "PR-7.3.4a", "PR-7.2.1b")
@pytest.mark.parametrize(("kind", "full", "least"), [("town", 2, 1), ("city", 5, 3)])
def test_walls_fall_no_lower_than_their_least_and_then_the_place_is_taken(kind: str, full: int, least: int) -> None:
    s = on(storm({"owner": "carthage", "kind": kind, "walls": full}, {}, [6, 1, *[3] * 6]))
    assert s.sites[node("gades")].walls == least
    assert s.site_owner(node("gades")) == 0
    assert at(s, "rome", "gades")


@pytest.mark.rule("PR-7.4.1a", "PR-7.4.4", "PR-5.1.2b")
def test_with_foot_left_inside_the_place_holds_and_the_attacker_goes_back() -> None:
    s = on(storm(city("carthage", 3), {"heavy": 9}, [1, 6, *[3] * 6], legions=2))
    assert s.site_owner(node("gades")) == 1
    assert at(s, "rome", "gades") == {}
    assert at(s, "carthage", "gades")
    assert at(s, "rome", "corduba") or not any(key >> 9 == 0 for key in s.force)


@pytest.mark.rule("PR-7.4.4", "PR-5.1.2b", "PR-7.3.5a")
def test_walls_that_still_stand_throw_the_attacker_back() -> None:
    s = on(storm(city("carthage"), {}, [1, 1, *[3] * 6], legions=1))
    assert s.sites[node("gades")].walls > 3
    assert s.site_owner(node("gades")) == 1
    assert at(s, "rome", "gades") == {}
    assert at(s, "rome", "corduba"), "back where it came from"


@pytest.mark.rule("PR-7.4.1b", "PR-12.1.1a", "PR-7.4.2")
def test_garrisons_in_a_place_that_falls_on_entry_are_lost() -> None:
    s = west(
        {"rome": {"corduba": {"legion": 2}}, "carthage": {"gades": {"garrison": 2}}},
        sites={"gades": town("carthage", 1)},
        dice=[4],
    )
    play(s, "major:corduba", "take-all", "march:gades")
    while s.stack[-1].name not in ("capture", "move", "expansion"):
        play(s, choices(s)[0])
    assert s.site_owner(node("gades")) == 0
    assert at(s, "carthage", "gades") == {}


@pytest.mark.rule("PR-7.4.2", "PR-7.3.5b")
@pytest.mark.parametrize(
    ("kind", "walls", "falls"), [("town", 1, True), ("town", 2, False), ("city", 3, True), ("city", 4, False)]
)
def test_an_empty_place_at_its_least_is_taken_on_entry(kind: str, walls: int, falls: bool) -> None:
    units = {"rome": {"corduba": {"legion": 3}}}
    s = west(units, sites={"gades": {"owner": "carthage", "kind": kind, "walls": walls}}, dice=[3])
    play(s, "major:corduba", "take-all")
    script(s, [3, 3])
    play(s, "march:gades")
    assert (s.site_owner(node("gades")) == 0) == falls
    assert mp(s) == (2 if falls else 1), "the attack costs a point"


@pytest.mark.rule("PR-7.4.2")
def test_friends_before_its_walls_do_not_defend_an_empty_place() -> None:
    s = world(
        {"soldier-of-fortune": {"corduba": {"heavy": 4}}},
        sites={"gades": city("rome", 3)},
        soldier_of_fortune="carthage",
        leaders={"soldier-of-fortune": "corduba"},
        dice=[3],
    )
    gades = node("gades")
    s.add(s.box.powers.index("carthage"), gades, ONE[LIGHT])
    assert free_prize(s, SOF, gades), "nobody else is there who would fight for it"
    s.add(s.box.powers.index("rome"), gades, ONE[LEGION])
    assert not free_prize(s, SOF, gades)


@pytest.mark.rule("PR-7.4.2")
def test_an_allys_empty_town_is_not_taken() -> None:
    s = world({"rome": {"corduba": {"legion": 3}}}, sites={"gades": town("carthage", 1)}, dice=[3])
    rome, carthage = s.box.powers.index("rome"), s.box.powers.index("carthage")
    s.pass_rights[carthage] |= 1 << rome
    play(s, "major:corduba", "take-all", "march:gades")
    assert s.site_owner(node("gades")) == carthage


@pytest.mark.rule("PR-7.4.1b")
def test_horse_and_elephants_left_in_a_taken_place_are_lost() -> None:
    s = storm(town("carthage", 2), {"cavalry": 2, "elephant": 1, "garrison": 1, "galley": 1}, [6, 1, *[3] * 6])
    on(s)
    assert s.site_owner(node("gades")) == 0
    assert at(s, "carthage", "gades") == {"galley": 1}


def taken(kind: str, dice: list[int], army: dict[str, int], leader: str = "", minor: bool = False) -> PaxRomanaState:
    """Carthage walks into an empty place of Rome abroad and decides about its plunder."""
    site = {"owner": "rome", "kind": kind, "walls": 3 if kind == "city" else 1}
    leaders = {leader: "corduba"} if leader else {}
    s = west({"carthage": {"corduba": army}}, active="carthage", sites={"gades": site}, leaders=leaders, dice=[6])
    unit = next(iter(army))
    play(s, *(("minor:corduba", f"take:{unit}") if minor else ("major:corduba", "take-all")), "march:gades")
    script(s, dice)
    return s


@pytest.mark.rule("PR-7.5.1a", "PR-7.5.1b", "PR-7.5.2a", "PR-7.5.2b", "PR-7.5.2c", "PR-7.5.3", "PR-12.2.5c")
@pytest.mark.parametrize(
    ("kind", "dice", "army", "leader", "coins", "goes_on"),
    [
        ("city", [5, 4, 4], {"heavy": 1}, "carthage-4", 4, True),
        ("city", [4, 4], {"heavy": 1}, "carthage-4", 0, True),
        ("city", [4, 5], {"heavy": 1}, "carthage-4", 0, False),
        ("city", [4, 5, 4], {"mercenary": 1}, "carthage-4", 2, True),
        ("city", [4, 5, 4], {"light-mercenary": 1}, "carthage-4", 2, True),
        ("city", [4, 5, 4], {"mercenary-cavalry": 1}, "carthage-4", 2, True),
        ("city", [3, 4], {"mercenary": 1}, "carthage-4", 0, True),
        ("town", [5, 1, 4], {"heavy": 1}, "carthage-4", 1, True),
        ("town", [5, 4, 4], {"heavy": 1}, "carthage-4", 2, True),
        ("town", [5, 5, 5], {"heavy": 1}, "carthage-4", 3, False),
        ("town", [1, 6, 1], {"heavy": 1}, "", 3, False),
    ],
)
def test_sacking_rolls_against_the_leaders_campaign_rating_of_four(
    kind: str, dice: list[int], army: dict[str, int], leader: str, coins: int, goes_on: bool
) -> None:
    s = taken(kind, dice, army, leader)
    if leader:
        assert s.box.leaders[s.box.leader(leader)].campaign == 4
    play(s, "yes")
    assert talents(s, "carthage") == 10 + coins
    assert (s.stack[-1].name == "move") == goes_on


@pytest.mark.rule("PR-7.5.1a")
def test_in_a_minor_move_no_leader_counts_and_nobody_must_sack() -> None:
    s = play(taken("city", [1, 6, 1], {"heavy": 1}, "carthage-1", minor=True), "yes")
    assert talents(s, "carthage") == 16
    site = {"gades": city("rome", 3)}
    there = west(
        {"carthage": {"corduba": {"heavy": 1}}},
        active="carthage",
        sites=site,
        leaders={"carthage-1": "gades"},
        dice=[6],
    )
    play(there, "minor:corduba", "take:heavy", "march:gades")
    script(there, [1, 6, 1])
    play(there, "yes")
    assert talents(there, "carthage") == 16, "nor does one who waits there"
    s = play(taken("city", [], {"heavy": 1}, "carthage-4"), "no")
    assert talents(s, "carthage") == 10
    assert s.stack[-1].name == "move", "no attempt, no roll"


@pytest.mark.rule("PR-7.5.5", "PR-7.2.1b")
def test_at_home_nothing_is_sacked() -> None:
    s = west({"rome": {"roma": {"legion": 3}}}, sites={"capua": city("carthage", 3)}, dice=[3])
    play(s, "major:roma", "take-all", "march:capua")
    assert s.site_owner(node("capua")) == 0
    assert s.stack[-1].name == "move", "nobody is asked, no die is rolled"


@pytest.mark.rule("PR-7.4.3a", "PR-7.4.3b", "PR-7.4.3c", "PR-7.2.1b")
def test_razing_costs_its_walls_in_movement_points() -> None:
    s = west({"rome": {"corduba": {"legion": 3}}}, sites={"gades": city("rome", 3)}, dice=[3])
    play(s, "major:corduba", "take-all", "march:gades")
    assert mp(s) == 2
    assert refused(s, "rome", "raze") == "PR-7.4.3a"
    s = west({"rome": {"corduba": {"legion": 3}}}, sites={"gades": city("carthage", 3)}, dice=[4])
    play(s, "major:corduba", "take-all", "march:gades", "no")
    assert mp(s) == 3
    play(s, "raze")
    assert s.stack[-1].name != "move" or mp(s) == 0
    assert node("gades") not in s.sites
    assert q.who_controls_space(s, "gades")["who"] == "rome"

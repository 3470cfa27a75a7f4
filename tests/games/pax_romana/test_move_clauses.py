"""Chapters 9.1, 9.2 and 9.5, clause by clause."""

from __future__ import annotations

import pytest

from games.pax_romana.battle_tools import attack, finish
from games.pax_romana.helpers import at, choices, city, mp, node, play, refused, script, town, west, world
from ludi.games.pax_romana import PaxRomanaState
from ludi.games.pax_romana.asking import questions as q
from ludi.games.pax_romana.world.pieces import CITY, ELEPHANT, ONE

# 9.1 Moves


@pytest.mark.rule("PR-9.1.1c")
def test_each_kind_of_construction_takes_a_minor_move() -> None:
    units = {"rome": {"gades": {"legion": 2, "garrison": 1}, "roma": {"legion": 1}}}
    s = west(units, sites={"gades": town("rome", 2), "capua": town("rome", 1), "pisae": town("rome", 1)})
    play(s, "city:gades")
    assert s.sites[node("gades")].kind == CITY
    play(s, "repair:capua", *(["done"] if s.stack[-1].stage == "repairing" and "done" in choices(s) else []))
    assert refused(s, "rome", "minor:roma") == "PR-9.1.1b"
    assert refused(s, "rome", "repair:pisae") == "PR-9.1.1b"


@pytest.mark.rule("PR-9.1.4b")
def test_an_escort_that_came_ashore_with_its_army_does_not_sail_alone() -> None:
    s = west({"rome": {"pisae": {"legion": 1, "galley": 2}}}, dice=[5])
    play(s, "major:pisae", "take:legion", "go", "embark", "escort:1", "sail:aleria", "debark", "halt")
    assert at(s, "rome", "aleria") == {"legion": 1, "galley": 1}
    assert "minor:pisae" in choices(s)
    play(s, "minor:aleria")
    assert refused(s, "rome", "take:galley") == "PR-9.1.4b"


@pytest.mark.rule("PR-9.1.4a")
def test_who_was_carried_over_the_sea_has_moved() -> None:
    s = west({"rome": {"pisae": {"legion": 1, "galley": 2}}}, dice=[5])
    play(s, "major:pisae", "take:legion", "go", "embark", "escort:1", "sail:aleria", "debark", "halt")
    play(s, "minor:aleria")
    assert refused(s, "rome", "take:legion") == "PR-9.1.4a"


# 9.2.1 What it costs


@pytest.mark.rule("PR-9.2.1a")
def test_a_step_takes_one_mp_whatever_fleets_lie_there() -> None:
    units = {"rome": {"roma": {"legion": 2}, "capua": {"light": 1}}, "carthage": {"paestum": {"galley": 3}}}
    s = west(units, dice=[5])
    play(s, "major:roma", "take-all", "march:capua")
    assert mp(s) == 4, "a friendly Space"
    play(s, "march:paestum")
    assert mp(s) == 3, "nobody is ashore"
    assert at(s, "carthage", "paestum") == {"galley": 3}
    assert q.cost_of_route(s, "rome", ["capua", "paestum"])[0]["mp"] == 1
    assert q.cost_of_route(s, "rome", ["rhegium", "ltp-lucania"])[0]["mp"] == 1, "a Land Transit Point"


@pytest.mark.rule("PR-9.2.1f")
def test_a_lone_leader_whose_single_allowance_is_spent_picks_nobody_up() -> None:
    s = west({"rome": {"capua": {"legion": 1}}}, leaders={"rome-4": "roma"}, dice=[1])
    play(s, "major:roma", "take-all")
    assert mp(s) == 2 * (1 + 4)
    for place in ("arretium", "roma", "arretium", "roma", "capua"):
        play(s, f"march:{place}")
    assert mp(s) == 5
    assert refused(s, "rome", "pick-up") == "PR-9.2.1f"


@pytest.mark.rule("PR-9.2.1f")
def test_units_picked_up_go_as_far_as_the_army() -> None:
    s = west({"rome": {"roma": {"legion": 1}, "capua": {"legion": 1}}}, dice=[3])
    play(s, "major:roma", "take-all", "march:capua", "pick-up", "take:legion", "go")
    assert mp(s) == 1
    play(s, "march:venusia")
    assert at(s, "rome", "venusia") == {"legion": 2}


@pytest.mark.rule("PR-9.2.1h")
def test_the_mp_after_a_lost_battle_is_paid_once() -> None:
    s = attack({"legion": 3}, {"heavy": 6}, [1, 4], move=6)
    finish(s)
    assert mp(s) == 4
    play(s, "march:arretium")
    assert mp(s) == 4 - 1 - 1
    play(s, "march:roma")
    assert mp(s) == 1


@pytest.mark.rule("PR-9.2.1i")
def test_without_an_mp_nobody_is_driven_out() -> None:
    s = attack({"legion": 3}, {"heavy": 3}, [4, 1], move=2)
    assert mp(s) == 0
    play(s, "done", "hold")
    assert "force" not in choices(s)
    rich = attack({"legion": 3}, {"heavy": 3}, [4, 1], move=3)
    play(rich, "done", "hold")
    assert "force" in choices(rich)


@pytest.mark.rule("PR-9.2.1k")
@pytest.mark.parametrize("site", [city("carthage"), town("carthage")])
@pytest.mark.parametrize("minor", [False, True])
def test_a_city_or_town_without_units_must_be_attacked(site: dict[str, object], minor: bool) -> None:
    s = west({"rome": {"roma": {"legion": 2}}}, sites={"capua": site}, dice=[4])
    start = ("minor:roma", "take:legion") if minor else ("major:roma", "take-all")
    script(s, [4, 3, 3])
    play(s, *start, "march:capua")
    assert s.stack[-1].name == "battle"
    assert mp(s) == 4 - 1 - 1


@pytest.mark.rule("PR-9.2.1k")
def test_leaders_and_elephants_alone_are_passed() -> None:
    s = west({"rome": {"roma": {"legion": 2}}}, leaders={"carthage-9": "capua"}, dice=[4])
    s.add(1, node("capua"), ONE[ELEPHANT])
    play(s, "major:roma", "take-all", "march:capua")
    assert s.stack[-1].name == "move"
    assert mp(s) == 3


@pytest.mark.rule("PR-9.2.1l")
def test_barbarian_units_must_be_attacked() -> None:
    for side in ("western-gauls", "tribes"):
        s = world({"rome": {"narbo": {"legion": 4}}, side: {"nemausus": {"barbarian": 3}}}, dice=[4, 3, 3])
        play(s, "major:narbo", "take-all", "march:nemausus")
        assert s.stack[-1].name == "battle"
        assert mp(s) == 2


@pytest.mark.rule("PR-9.2.1m", "PR-9.5.1b")
def test_beyond_a_transit_point_too_the_attack_must_be_paid_for() -> None:
    def open_with(die: int, **others: dict[str, dict[str, int]]) -> bool:
        s = world({"rome": {"saloniae": {"legion": 1}, "roma": {"legion": 1}}, **others}, dice=[die])
        play(s, "minor:saloniae", "take:legion")
        return "march:ltp-dalmatia" in choices(s)

    assert not open_with(1)
    assert open_with(2), "1 to the point, 1 to Lissa beyond it"
    assert not open_with(2, carthage={"lissa": {"light": 1}})
    assert open_with(3, carthage={"lissa": {"light": 1}})


# 9.2.2 to 9.2.4


@pytest.mark.rule("PR-9.2.2", "PR-9.2.2-EX1")
def test_without_a_connection_there_is_no_way() -> None:
    s = world({"rome": {"gergovia": {"legion": 1}}}, dice=[6])
    assert q.cost_of_route(s, "rome", ["gergovia", "uxellodorum"])[0]["mp"] == 99
    play(s, "minor:gergovia", "take:legion")
    assert refused(s, "rome", "march:uxellodorum") == "PR-9.2.2"
    assert "march:uxellodorum" not in choices(s)


@pytest.mark.rule("PR-9.2.2")
def test_land_units_cross_the_sea_only_by_naval_transport() -> None:
    s = west({"rome": {"pisae": {"legion": 1, "galley": 1}}}, dice=[5])
    play(s, "major:pisae", "take:legion", "go")
    assert refused(s, "rome", "march:aleria") == "PR-9.2.2"
    play(s, "embark", "escort:1", "sail:aleria", "debark")
    assert at(s, "rome", "aleria") == {"legion": 1, "galley": 1}


@pytest.mark.rule("PR-9.2.3", "PR-12.8.2")
@pytest.mark.parametrize("site", [None, city("carthage"), town("carthage")])
@pytest.mark.parametrize("garrison", [0, 1])
def test_elephants_without_land_combat_units_are_gone_in_cities_too(
    site: dict[str, object] | None, garrison: int
) -> None:
    units = {"heavy": 1, "elephant": 2} | ({"garrison": garrison} if garrison else {})
    sites = {"utica": site} if site else {}
    s = west({"carthage": {"utica": units}}, active="carthage", sites=sites, dice=[3])
    play(s, "minor:utica", "take:heavy", "march:carthago", "halt")
    assert at(s, "carthage", "utica") == ({"garrison": 1} if garrison else {})
    assert at(s, "carthage", "carthago") == {"heavy": 1}


@pytest.mark.rule("PR-9.2.4")
def test_two_reduced_heavy_infantry_combine_at_once_a_mixed_pair_does_not() -> None:
    units = {"rome": {"roma": {"reduced-heavy": 1}, "capua": {"reduced-heavy": 1, "reduced-legion": 1}}}
    s = west(units, dice=[3])
    play(s, "minor:roma", "take:reduced-heavy", "march:capua", "halt")
    assert at(s, "rome", "capua") == {"heavy": 1, "reduced-legion": 1}


# 9.5 Special points and Connections


def on_a_point() -> PaxRomanaState:
    s = west({"rome": {"rhegium": {"legion": 1}}}, dice=[3])
    return play(s, "minor:rhegium", "take:legion", "march:ltp-lucania")


@pytest.mark.rule("PR-9.5.1a")
def test_who_cannot_go_on_from_a_transit_point_is_back_where_he_came_from() -> None:
    s = on_a_point()
    s.stack[-1].mp = 0  # type: ignore[attr-defined]
    s._legal = {}
    s.run()
    assert at(s, "rome", "ltp-lucania") == {}
    assert at(s, "rome", "rhegium") == {"legion": 1}


@pytest.mark.rule("PR-9.5.2a", "PR-9.5.2b", "PR-9.2.1c")
@pytest.mark.parametrize("minor", [False, True])
def test_an_army_that_crosses_the_alps_loses_and_is_beyond_them(minor: bool) -> None:
    s = world({"rome": {"taurinorum": {"light": 4}}}, dice=[4])
    play(s, *(("minor:taurinorum", "take:light") if minor else ("major:taurinorum", "take-all")))
    script(s, [3])
    play(s, "march:valentia")
    assert at(s, "rome", "valentia") == ({} if minor else {"light": 3})
    assert at(s, "rome", "taurinorum") == ({"light": 3} if minor else {})
    if not minor:
        assert mp(s) == 1


@pytest.mark.rule("PR-9.5.3b", "PR-9.5.3c", "PR-9.5.3d")
@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("rhegium", "messana"),
        ("messana", "rhegium"),
        ("sestus", "abydos"),
        ("abydos", "sestus"),
        ("byzantium", "nicomedia"),
        ("nicomedia", "byzantium"),
    ],
)
def test_a_strait_is_crossed_to_friends_and_not_to_others(start: str, end: str) -> None:
    friendly = world({"rome": {start: {"legion": 1}, end: {"garrison": 1}}}, dice=[6])
    play(friendly, f"minor:{start}", "take:legion", f"march:{end}")
    assert mp(friendly) == 4
    for stack in ({"light": 1}, {"garrison": 1}):
        held = world({"rome": {start: {"legion": 1}}, "carthage": {end: stack}}, dice=[6])
        play(held, f"minor:{start}", "take:legion")
        assert refused(held, "rome", f"march:{end}").startswith("PR-9.5.3")


@pytest.mark.rule("PR-9.5.3a")
def test_into_mauretania_one_crosses_where_tingi_is_free_or_friendly() -> None:
    def crosses(**others: dict[str, dict[str, int]]) -> bool:
        mine = {"gades": {"legion": 1}} | others.pop("rome", {})
        s = world({"rome": mine, **others}, dice=[6])
        play(s, "minor:gades", "take:legion")
        words = choices(s)
        return "march:ltp-baetica" in words and "march:tingi" in choices(play(s, "march:ltp-baetica"))

    assert crosses()
    assert crosses(rome={"tingi": {"garrison": 1}})
    assert not crosses(carthage={"tingi": {"garrison": 1}})
    assert not crosses(carthage={"tingi": {"light": 1}})


@pytest.mark.rule("PR-9.5.3e")
@pytest.mark.parametrize(("start", "end"), [("sestus", "abydos"), ("nicomedia", "byzantium")])
@pytest.mark.parametrize("fleet", ["start", "end"])
def test_enemy_galleys_at_either_end_close_a_strait(start: str, end: str, fleet: str) -> None:
    where = start if fleet == "start" else end
    s = world({"rome": {start: {"legion": 1}}, "carthage": {where: {"galley": 1}}}, dice=[6])
    play(s, f"minor:{start}", "take:legion")
    assert refused(s, "rome", f"march:{end}") == "PR-9.5.3e"
    mine = world({"rome": {start: {"legion": 1}} | {end: {"galley": 1}}}, dice=[6])
    play(mine, f"minor:{start}", "take:legion")
    assert f"march:{end}" in choices(mine)

"""Chapters 7.3 to 7.5 and 10.5: Battles for Cities and Towns, and what comes of them."""

from __future__ import annotations

import pytest

from games.pax_romana.battle_tools import attack, battle_of, clash_of, finish
from games.pax_romana.helpers import (
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
from ludi.games.pax_romana import PaxRomanaState
from ludi.games.pax_romana.ch10_battle.battle import Battle
from ludi.games.pax_romana.ch10_battle.step_01_to_03_city import SiegeExpertise


@pytest.mark.rule("PR-10.2-3", "PR-7.3.1b", "PR-7.3.1c", "PR-10.5.1a", "PR-10.5.1b", "PR-10.5.2", "PR-7.3.6a")
def test_behind_the_walls() -> None:
    s = attack({"legion": 4, "cavalry": 2}, {"heavy": 1, "cavalry": 1}, [3, 3], sites={"capua": city("carthage")})
    assert set(choices(s)) == {"walls", "field"}
    play(s, "walls")
    assert len(s.actors()) == 2
    rome, carthage = s.box.powers.index("rome"), s.box.powers.index("carthage")
    s.play(s.box.seat_of[rome], s.unspell("bid:2"))
    assert talents(s, "rome") == 10
    assert "bid" not in str(s.view(s.box.seat_of[carthage])["under_way"])
    s.play(s.box.seat_of[carthage], s.unspell("bid:1"))
    assert (talents(s, "rome"), talents(s, "carthage")) == (8, 9)
    battle = clash_of(s)
    assert battle.field(s).points() == (16, 8)
    assert battle.shifts == 2 + 1
    play(s, "raise", "raise", "raise")
    assert actor(s) == "carthage"
    assert set(choices(s)) <= {"lose:heavy", "lose:wall"}, "no Retreat, no Cavalry"


@pytest.mark.rule("PR-7.3.1d", "PR-7.3.1e", "PR-7.3.5a", "PR-7.3.6b")
def test_in_the_open_field_and_then_against_the_walls() -> None:
    s = attack({"legion": 6}, {"light": 2}, [6, 1, 1, 1], sites={"capua": city("carthage")})
    play(s, "field", "done")
    assert set(choices(s)) == {"retreat", "hold"}
    play(s, "retreat", "march:paestum", "halt")
    while s.stack[-1].name == "losses":
        play(s, choices(s)[0])
    battle = s.stack[-1]
    assert isinstance(battle, Battle)
    assert battle.walls
    move = next(p for p in s.stack if p.name == "move")
    assert move.mp == 4  # type: ignore[attr-defined]
    assert battle.field(s).points()[1] == 5


@pytest.mark.rule("PR-7.3.5b", "PR-7.4.2", "PR-7.4.1a")
def test_an_open_town_is_captured_on_entry() -> None:
    s = world({"rome": {"roma": {"legion": 1}}}, sites={"capua": town("carthage", 1)}, dice=[3])
    play(s, "minor:roma", "take:legion", "march:capua")
    assert s.site_owner(node("capua")) == s.box.powers.index("rome")
    assert mp(s) == 2


@pytest.mark.rule("PR-7.4.1a", "PR-7.4.1b", "PR-10.4.2b", "PR-7.5.5")
def test_a_city_is_taken_when_walls_and_infantry_are_gone() -> None:
    s = attack({"legion": 9}, {"cavalry": 2}, [6, 1], sites={"capua": city("carthage", 4)})
    play(s, "walls")
    for seat in list(s.actors()):
        s.play(seat, s.unspell("bid:0"))
    play(s, *["raise"] * 4)
    finish(s)
    assert s.site_owner(node("capua")) == s.box.powers.index("rome")
    assert at(s, "carthage", "capua") == {}
    assert s.sites[node("capua")].walls == 3


@pytest.mark.rule("PR-7.5.1a", "PR-7.5.1b", "PR-7.5.2a", "PR-7.5.2b", "PR-7.5.2c", "PR-7.5.3")
def test_sack_and_plunder() -> None:
    def sack(kind: str, dice: list[int], leader: str = "", hired: int = 0) -> PaxRomanaState:
        site = {"owner": "rome", "kind": kind, "walls": 3 if kind == "city" else 1}
        army = {"heavy": 1, "mercenary": hired} if hired else {"heavy": 1}
        s = world(
            {"carthage": {"bavianum": army}},
            active="carthage",
            sites={"capua": site},
            leaders={leader: "bavianum"} if leader else {},
            dice=[5],
        )
        play(s, "major:bavianum", "take-all", "march:capua")
        script(s, dice)
        return play(s, "yes")

    s = sack("town", [1, 5, 1])
    assert talents(s, "carthage") == 10 + 3
    assert s.stack[-1].name == "expansion" or s.stack[-1].name == "activation", "1 exceeds a rating of 0"
    s = sack("city", [1, 5, 6])
    assert talents(s, "carthage") == 10 + 5
    s = sack("city", [4, 4], "carthage-4")
    assert talents(s, "carthage") == 10
    assert s.stack[-1].name == "move", "it may go on"
    s = sack("city", [4, 5, 4], "carthage-4", hired=1)
    assert talents(s, "carthage") == 10 + 2


@pytest.mark.rule("PR-7.4.3a", "PR-7.4.3b", "PR-7.4.3c", "PR-7.3.4b")
def test_destroying_a_town() -> None:
    s = world({"rome": {"gades": {"legion": 2}}}, sites={"corduba": town("rome")}, dice=[4])
    play(s, "major:gades", "take-all")
    assert refused(s, "rome", "raze") == "PR-7.4.3a"
    play(s, "march:corduba", "raze")
    assert node("corduba") not in s.sites
    assert mp(s) == 1
    home = world({"rome": {"roma": {"legion": 2}}}, sites={"capua": town("rome")}, dice=[4])
    play(home, "major:roma", "take-all", "march:capua")
    assert refused(home, "rome", "raze") == "PR-7.4.3c"


@pytest.mark.rule("PR-7.1.2b", "PR-7.1.6", "PR-7.1.3", "PR-7.1.2c", "PR-7.1.1b", "PR-7.3.1a", "PR-7.1.5")
def test_building_cities_and_walls() -> None:
    s = west(
        {"rome": {"gades": {"legion": 1}, "roma": {"legion": 1}}},
        sites={"gades": town("rome"), "capua": city("rome", 3)},
    )
    play(s, "city:gades")
    assert at(s, "rome", "gades") == {}
    assert s.sites[node("gades")][1:] == (2, 5)
    assert talents(s, "rome") == 7
    play(s, "repair:capua", "repair:capua")
    assert s.sites[node("capua")].walls == 5
    assert talents(s, "rome") == 5
    assert refused(s, "rome", "minor:roma") == "PR-9.1.1b"
    poor = west(
        {"rome": {"gades": {"legion": 1, "garrison": 1}}},
        sites={"gades": town("rome", 1)},
        treasury={"rome": 1, "carthage": 1},
    )
    assert refused(poor, "rome", "city:gades") == "PR-7.1.2b"
    assert refused(poor, "rome", "town:gades") == "PR-7.1.2a"
    fort = west({"rome": {"cirta": {"legion": 1, "garrison": 1}}})
    assert refused(fort, "rome", "town:cirta") == "PR-7.1.3"
    hired = west({"carthage": {"gades": {"mercenary": 1}}}, active="carthage", sites={"gades": town("carthage")})
    assert refused(hired, "carthage", "city:gades") == "PR-7.1.2b"
    other = west({"rome": {"gades": {"legion": 1}}}, sites={"utica": city("carthage", 3)})
    assert refused(other, "rome", "repair:utica") == "PR-7.1.4"


@pytest.mark.rule("PR-10.5.1a")
def test_a_bid_is_sealed_until_both_are_made() -> None:
    s = attack({"legion": 4}, {"heavy": 1}, [3, 3], sites={"capua": city("carthage")})
    play(s, "walls")
    rome, carthage = (s.box.seat_of[s.box.powers.index(word)] for word in ("rome", "carthage"))
    s.play(rome, s.unspell("bid:2"))
    own, other = battle_of(s.veil(rome)), battle_of(s.veil(carthage))
    assert isinstance(own, SiegeExpertise)
    assert isinstance(other, SiegeExpertise)
    assert own.bids == (2, -1)
    assert 2 not in other.bids


@pytest.mark.rule("PR-10.5.3", "PR-10.5.1a")
def test_from_ships_nobody_bids_for_siege_expertise() -> None:
    units = {"rome": {"melita": {"legion": 4}}, "carthage": {"thapsus": {"heavy": 1}, "carthago": {"light": 1}}}
    s = west(units, sites={"thapsus": city("carthage")}, dice=[6])
    play(s, "major:melita", "take-all", "embark", "escort:0", "sail:thapsus", "debark")
    while "no" in choices(s):
        play(s, "no")
    play(s, "stand", "walls")
    assert len(s.actors()) == 1
    assert actor(s) == "carthage"
    assert any(word.startswith("bid") for word in choices(s))

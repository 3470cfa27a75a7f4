"""Chapters 8.4.3 and 8.4.4: leaders who die with Army or Fleet."""

from __future__ import annotations

import pytest

from games.pax_romana.battle_tools import attack, finish
from games.pax_romana.helpers import at, choices, city, node, play, script, west
from games.pax_romana.sea_tools import alive
from ludi.core import Event, registry
from ludi.games.pax_romana import PaxRomanaState, position
from ludi.games.pax_romana.ch08_leaders.leaders import kill_leader
from ludi.games.pax_romana.world.pieces import LIGHT, count

GAME = registry.find("pax-romana")

# 8.4 Leaders who die with Army or Fleet


@pytest.mark.rule("PR-8.4.4")
def test_both_leaders_die_when_both_armies_are_destroyed() -> None:
    s = attack({"light": 1}, {"light": 1}, [5, 5], leaders={"rome-9": "roma", "carthage-9": "capua"})
    finish(s)
    assert (at(s, "rome", "capua"), at(s, "carthage", "capua")) == ({}, {})
    assert not alive(s, "rome-9")
    assert not alive(s, "carthage-9"), "an Army destroyed takes its leader along, whoever else dies"


@pytest.mark.rule("PR-8.4.4")
def test_a_leader_dies_with_the_army_in_a_city_that_holds() -> None:
    def besieged(army: dict[str, int]) -> PaxRomanaState:
        s = attack(
            {"legion": 3}, army, [2, 1, 3, 4], leaders={"carthage-9": "capua"}, sites={"capua": city("carthage")}
        )
        return finish(s, "walls", "bid:0", "lose:light", "lose:wall")

    s = besieged({"light": 1})
    assert at(s, "carthage", "capua") == {}
    assert s.sites[node("capua")].walls > 3, "the City holds"
    assert not alive(s, "carthage-9")
    garrison = besieged({"garrison": 1})
    assert at(garrison, "carthage", "capua") == {"garrison": 1}
    assert alive(garrison, "carthage-9"), "no Army was destroyed"
    left = besieged({"light": 1, "heavy": 2})
    assert at(left, "carthage", "capua")
    assert alive(left, "carthage-9")


@pytest.mark.rule("PR-8.4.4")
def test_a_leader_lives_while_a_garrison_of_his_army_does() -> None:
    units = {"rome": {"capua": {"light": 1, "garrison": 1}}, "carthage": {"venusia": {"heavy": 6}}}
    s = west(units, active="carthage", leaders={"rome-9": "capua"}, sites={"capua": city("rome")}, dice=[6])
    play(s, "major:venusia", "take-all", "march:capua")
    script(s, [3, 1, 3, 4])
    if "stand" in choices(s):
        play(s, "stand")
    finish(s, "walls", "bid:0", "lose:light", "lose:wall")
    assert at(s, "rome", "capua") == {"garrison": 1}
    assert s.sites[node("capua")].walls > 3, "the City holds"
    assert alive(s, "rome-9")
    both = attack({"light": 1}, {"light": 1, "garrison": 1}, [5, 5, 3, 4], leaders={"carthage-9": "capua"})
    finish(both)
    assert (at(both, "rome", "capua"), at(both, "carthage", "capua")) == ({}, {"garrison": 1})
    assert alive(both, "carthage-9"), "both Armies fell, but not all of his"
    taken = attack({"legion": 6}, {"light": 1, "garrison": 1}, [6, 1], leaders={"carthage-9": "capua"})
    finish(taken, "raise", "hold")
    assert at(taken, "carthage", "capua") == {}
    assert not alive(taken, "carthage-9")


def at_carthago(mine: int, theirs: dict[str, int], dice: list[int]) -> PaxRomanaState:
    """Carthage sails against a Roman Fleet in Carthago that has a leader with it."""
    units = {
        "carthage": {"utica": {"galley": mine}, "zama": {"light": 1}},
        "rome": {"carthago": theirs, "roma": {"legion": 1}},
    }
    s = west(units, active="carthage", leaders={"rome-9": "carthago"})
    play(s, "major:utica", *["take:galley"] * mine, "go", "sail:carthago")
    script(s, dice)
    return play(s, "fight")


@pytest.mark.rule("PR-8.4.3")
def test_a_leader_in_a_port_dies_with_the_fleet_he_helped() -> None:
    sunk = at_carthago(4, {"galley": 1}, [6, 1, 2])
    assert at(sunk, "rome", "carthago") == {}
    assert not alive(sunk, "rome-9")
    beaten = at_carthago(4, {"galley": 3}, [1, 1, 2])
    assert alive(beaten, "rome-9"), "some ships came away, and he with them"
    assert beaten.leader_at[beaten.box.leader("rome-9")] != node("carthago")
    army = at_carthago(4, {"galley": 1, "legion": 1}, [6, 1, 2])
    assert alive(army, "rome-9"), "he is with his Army"
    winner = at_carthago(1, {"galley": 1}, [1, 6, 1])
    assert at(winner, "rome", "carthago") == {}, "the odd die of the Winner takes his last Squadron"
    assert not alive(winner, "rome-9")


@pytest.mark.rule("PR-8.4.3", "PR-9.6.4")
def test_a_leader_dies_with_a_fleet_that_makes_no_friendly_port() -> None:
    units = {"rome": {"gades": {"galley": 1}, "roma": {"legion": 1}}}
    s = position(
        {"scenario": "II"}, units=units, leaders={"rome-9": "gades"}, operation="phase", phase="G", dice=[1, 2, 1, 2]
    )
    assert at(s, "rome", "gades") == {}
    assert not alive(s, "rome-9")


def storm(units: dict[str, int], words: tuple[str, ...], dice: list[int]) -> PaxRomanaState:
    """A Carthaginian voyage from Caralis over the deep sea, with a leader."""
    s = west(
        {"carthage": {"caralis": units, "zama": {"light": 1}}}, active="carthage", leaders={"carthage-9": "caralis"}
    )
    script(s, [6])
    play(s, "major:caralis", *words)
    deep = next(word for word in choices(s) if word.startswith("sail:dstp"))
    script(s, dice)
    return play(s, deep)


@pytest.mark.rule("PR-8.4.3")
def test_a_lone_leader_drowns_with_the_last_of_his_ships() -> None:
    words = ("take-leader:carthage-9", "go", "embark", "escort:2")
    assert not alive(storm({"galley": 2}, words, [5, 2]), "carthage-9")
    assert alive(storm({"galley": 3}, (*words[:-1], "escort:3"), [5, 2]), "carthage-9")


@pytest.mark.rule("PR-8.4.4", "PR-11.2.1d")
def test_a_leader_dies_with_the_army_a_storm_has_drowned() -> None:
    words = ("take:light", "take:light", "take-leader:carthage-9", "go", "embark", "escort:3")
    s = storm({"light": 2, "galley": 3}, words, [5, 2])
    assert sum(count(stack, LIGHT) for stack in s.force.values()) == 1, "only that of Zama is left"
    assert not alive(s, "carthage-9")
    assert alive(storm({"light": 2, "galley": 3}, words, [5, 1]), "carthage-9")


def test_a_leader_who_stands_nowhere_dies_without_a_place() -> None:
    s = west({"rome": {"roma": {"legion": 1}}}, leaders={"rome-9": "roma"})
    number = next(number for number, leader in enumerate(s.box.leaders) if leader.word == "rome-9")
    told: list[Event] = []
    s.listener = told.append
    kill_leader(s, number, "PR-8.4.4")
    kill_leader(s, number, "PR-8.4.4")
    assert [event.kind for event in told] == ["leader-dies", "leader-dies-away"]
    sentences = [GAME.phrases(language, s.box).say(told[1].opened()) for language in GAME.languages]
    assert [sentence.rpartition(" ")[2] for sentence in sentences] == ["dies.", "stirbt.", "sterft."]

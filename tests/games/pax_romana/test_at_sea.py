"""Fleets among friends and foes, leaders who die with Army or Fleet, escorts, and Rhodes."""

from __future__ import annotations

from typing import Any

import pytest

from games.pax_romana.battle_tools import attack, finish
from games.pax_romana.helpers import at, choices, city, node, play, script, west, world
from ludi.games.pax_romana import PaxRomanaState, position
from ludi.games.pax_romana.fleets import galley_points, nearest_port
from ludi.games.pax_romana.pieces import GALLEY, LIGHT, SOF, WEST_GAULS, count
from ludi.games.pax_romana.wording import phrasebook


def number(s: PaxRomanaState, power: str) -> int:
    return s.box.powers.index(power)


def alive(s: PaxRomanaState, leader: str) -> bool:
    return s.leader_at[s.box.leader(leader)] >= 0


def befriend(s: PaxRomanaState, one: str, other: str) -> None:
    """Two Powers are allies until the turn ends."""
    s.allies[number(s, one)] |= 1 << number(s, other)
    s.allies[number(s, other)] |= 1 << number(s, one)


def allied(one: str, other: str) -> dict[str, Any]:
    """The same, for a position that begins with a phase."""
    powers = list(world({}).box.powers)
    bits = [0] * len(powers)
    bits[powers.index(one)] = 1 << powers.index(other)
    bits[powers.index(other)] = 1 << powers.index(one)
    return {"allies": bits}


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
    assert s.sites[node("capua")] & 7 > 3, "the City holds"
    assert not alive(s, "carthage-9")
    garrison = besieged({"garrison": 1})
    assert at(garrison, "carthage", "capua") == {"garrison": 1}
    assert alive(garrison, "carthage-9"), "no Army was destroyed"
    left = besieged({"light": 1, "heavy": 2})
    assert at(left, "carthage", "capua")
    assert alive(left, "carthage-9")


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


# 9.6.4 and 1.4: the Ports of allies


@pytest.mark.rule("PR-9.6.4", "PR-3.2-G2", "PR-1.4-FRIENDLY")
def test_a_fleet_in_the_port_of_an_ally_is_safe_in_phase_g() -> None:
    units = {
        "rome": {"carthago": {"galley": 2}, "gades": {"galley": 1}, "roma": {"legion": 1}},
        "carthage": {"gades": {"light": 1}, "zama": {"light": 1}},
    }

    def after(**facts: Any) -> PaxRomanaState:
        return position(
            {"scenario": "V"}, units=units, operation="phase", phase="G", dice=[1, 2, 3, 4, 5, 6, 1, 2], **facts
        )

    friends = after(lists=allied("rome", "carthage"))
    assert (at(friends, "rome", "carthago"), at(friends, "rome", "gades")) == ({"galley": 2}, {"galley": 1})
    strangers = after()
    assert (at(strangers, "rome", "carthago"), at(strangers, "rome", "gades")) == ({}, {})
    others = after(lists=allied("rome", "greece"))
    assert at(others, "rome", "carthago") == {}, "an ally of somebody else is none of his"


@pytest.mark.rule("PR-11.4.4c", "PR-1.4-FRIENDLY")
def test_a_beaten_fleet_finds_refuge_with_an_ally() -> None:
    s = world({"rome": {"utica": {"galley": 1}, "roma": {"legion": 1}}, "carthage": {"zama": {"light": 1}}})
    rome = number(s, "rome")
    far = nearest_port(s, rome, node("utica"))
    befriend(s, "rome", "carthage")
    near = nearest_port(s, rome, node("utica"))
    assert s.holder(near) == number(s, "carthage") != s.holder(far)
    assert nearest_port(s, rome, node("utica"), with_army=True) == far, "Armies need leave to land"
    s.pass_rights[number(s, "carthage")] = 1 << rome
    assert nearest_port(s, rome, node("utica"), with_army=True) == near


# 11.4.4 and 16.2: Galley Technology


@pytest.mark.rule("PR-11.4.4b", "PR-11.4.3")
def test_a_squadron_of_better_technology_covers_three_points_of_a_loss() -> None:
    def left(technology: str, mine: int, theirs: int, dice: list[int]) -> tuple[int, int]:
        units = {
            "carthage": {"utica": {"galley": mine}, "zama": {"light": 1}},
            "rome": {"carthago": {"galley": theirs}, "roma": {"legion": 1}},
        }
        s = west(units, active="carthage")
        if technology:
            s.galley_technology = 1 << number(s, technology)
        play(s, "major:utica", *["take:galley"] * mine, "go", "sail:carthago")
        script(s, dice)
        play(s, "fight")

        def squadrons(power: str) -> int:
            return sum(count(v, GALLEY) for k, v in s.force.items() if k >> 9 == number(s, power))

        return squadrons("carthage"), squadrons("rome")

    assert left("", 4, 3, [4, 1, 2]) == (4, 0), "12 against 7: 5 points are three Squadrons of 2"
    assert left("rome", 6, 3, [4, 1, 2]) == (6, 1), "16 against 10: 6 points are two Squadrons of 3"
    assert left("rome", 6, 3, [3, 1, 2]) == (6, 1), "15 against 10: 5 points are two Squadrons of 3"
    assert left("carthage", 3, 5, [1, 5, 2]) == (1, 5), "10 against 15: 5 points of the moving Fleet, too"
    assert left("carthage", 4, 3, [1, 1, 2]) == (4, 0), "13 against 7: the other's are worth 2 as ever"


@pytest.mark.rule("PR-12.4.4d")
def test_the_squadron_lent_to_a_soldier_of_fortune_has_its_owners_technology() -> None:
    s = world({"soldier-of-fortune": {"roma": {"heavy": 1}}}, soldier_of_fortune="greece")
    s.galley_technology = 1 << number(s, "greece")
    assert galley_points(s, SOF) == 3


# 13.2.6: what an Army on land may attack


@pytest.mark.rule("PR-13.2.6")
def test_invaders_on_land_are_offered_a_tribe_and_no_fleet() -> None:
    from ludi.games.pax_romana.barbarians import invasion_move

    s = west({"western-gauls": {"numantia": {"barbarian": 9}}, "rome": {"roma": {"legion": 1}}}, dice=[6])
    s.set_tribe(node("numantia"), 4)
    s.push(invasion_move(s, WEST_GAULS, number(s, "rome"), node("numantia")))
    s.run()
    assert "fight" in choices(s)
    label = s.label(s.unspell("fight"))
    assert (label.key, label.rule) == ("label.fight-move-land", "PR-13.2.6")
    for language, words in (("en", "Attack the tribe at"), ("de", "Den Stamm bei"), ("nl", "De stam bij")):
        assert phrasebook(language, s.box).say(label).startswith(words)
    script(s, [6, 1, 6, 1, 6, 1])
    play(s, "fight")
    assert s.stack[-1].name == "battle", "a Battle on land"

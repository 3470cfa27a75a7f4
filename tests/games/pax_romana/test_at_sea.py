"""Fleets among friends and foes, leaders who die with Army or Fleet, escorts, and Rhodes."""

from __future__ import annotations

from typing import Any

import pytest

from games.pax_romana.battle_tools import attack, finish
from games.pax_romana.helpers import actor, at, choices, city, mp, node, play, refused, script, talents, west, world
from ludi.core import BadPosition
from ludi.games.pax_romana import PaxRomanaState, position
from ludi.games.pax_romana.asking import questions as q
from ludi.games.pax_romana.asking.wording import phrasebook
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch06_treasury.communication import communicating, only_by_rhodes
from ludi.games.pax_romana.ch06_treasury.treasury import income_lines
from ludi.games.pax_romana.ch07_cities.cities import Capture
from ludi.games.pax_romana.ch09_movement.movement import Move
from ludi.games.pax_romana.ch11_naval.fleets import galley_points, nearest_port
from ludi.games.pax_romana.ch11_naval.sailing import must_stop
from ludi.games.pax_romana.ch11_naval.withdrawal import ENTER, NavalWithdrawal
from ludi.games.pax_romana.world.atlas import DEEP_POINT
from ludi.games.pax_romana.world.pieces import (
    GALLEYS,
    INDEPENDENT,
    LIGHT,
    NOBODY,
    ONE,
    SOF,
    WEST_GAULS,
    count,
    squadrons,
    unpack,
)


def number(s: PaxRomanaState, power: str) -> int:
    return s.box.powers.index(power)


def alive(s: PaxRomanaState, leader: str) -> bool:
    return s.leader_at[s.box.leader(leader)] >= 0


def moving(s: PaxRomanaState) -> Move:
    return next(p for p in reversed(s.stack) if isinstance(p, Move))


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


@pytest.mark.rule("PR-11.1.2a", "PR-11.1.2b", "PR-1.4-FRIENDLY", "PR-4.3.1f")
def test_a_fleet_does_not_stop_where_an_ally_is() -> None:
    units = {
        "rome": {"roma": {"legion": 1, "galley": 1}},
        "carthage": {"utica": {"light": 1, "galley": 1}, "gades": {"garrison": 1}},
    }
    s = world(units)
    rome = number(s, "rome")
    for port in ("utica", "gades"):
        assert must_stop(s, rome, node(port)) == "PR-11.1.2a"
    assert s.foes_galleys(rome, node("utica")) == number(s, "carthage")
    befriend(s, "rome", "carthage")
    for port in ("utica", "gades"):
        assert must_stop(s, rome, node(port)) == "", "friendly Units are there"
        assert must_stop(s, rome, node(port), with_army=True) == "PR-11.1.2a", "an Army needs leave to land"
    assert s.foes_galleys(rome, node("utica")) == NOBODY
    assert must_stop(s, rome, node("carthago")) == "PR-11.1.2b", "unoccupied, and not at home"
    s.pass_rights[number(s, "carthage")] = 1 << rome
    for port in ("utica", "gades", "carthago"):
        assert must_stop(s, rome, node(port), with_army=True) == "", "what he Controls is treated as friendly"


@pytest.mark.rule("PR-11.1.2a", "PR-1.4-FRIENDLY")
def test_the_port_of_ones_own_soldier_of_fortune_is_no_stop() -> None:
    units = {"carthage": {"utica": {"galley": 1}}, "soldier-of-fortune": {"panormus": {"heavy": 4}}}
    mine = world(units, active="carthage", soldier_of_fortune="carthage")
    assert must_stop(mine, number(mine, "carthage"), node("panormus")) == ""
    other = world(units, active="carthage", soldier_of_fortune="greece")
    assert must_stop(other, number(other, "carthage"), node("panormus")) == "PR-11.1.2a"


@pytest.mark.rule("PR-11.4.1a", "PR-1.4-FRIENDLY")
def test_allied_fleets_do_not_meet_as_enemies() -> None:
    units = {
        "carthage": {"utica": {"galley": 3, "light": 1}},
        "rome": {"carthago": {"galley": 2}, "zama": {"light": 1}},
    }
    words = ("major:utica", "take:galley", "go", "sail:carthago")
    s = world(units, active="carthage")
    play(s, *words)
    assert "fight" in choices(s)
    s = world(units, active="carthage")
    befriend(s, "rome", "carthage")
    play(s, *words)
    assert (actor(s), "fight" in choices(s)) == ("carthage", False)
    assert "halt" in choices(s)


@pytest.mark.rule("PR-4.3.1e", "PR-11.3.3a")
def test_an_allys_fleet_may_bar_his_port_to_an_army_without_passage() -> None:
    units = {
        "rome": {"tarentum": {"galley": 2, "legion": 2}},
        "carthage": {"croton": {"galley": 2, "garrison": 1}},
    }
    for passage in (False, True):
        s = world(units, dice=[6])
        befriend(s, "rome", "carthage")
        if passage:
            s.pass_rights[number(s, "carthage")] = 1 << number(s, "rome")
        play(s, "major:tarentum", "take:legion", "go", "embark", "escort:1", "sail:croton")
        assert (actor(s) == "carthage") != passage


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

        def fleet(power: str) -> int:
            return sum(squadrons(v) for k, v in s.force.items() if k >> 9 == number(s, power))

        return fleet("carthage"), fleet("rome")

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
    from ludi.games.pax_romana.ch13_barbarians.barbarians import invasion_move

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


# 9.4.5, 10.7.5: by sea into a Port with enemy Galley Squadrons


def withdrawn(escort: int, answer: str, dice: list[int]) -> PaxRomanaState:
    """Carthage Withdraws by sea from Lilybaeum to Agrigentum, where a Roman Fleet lies."""
    units = {
        "rome": {"panormus": {"legion": 3}, "agrigentum": {"galley": 2}},
        "carthage": {"lilybaeum": {"heavy": 2, "galley": escort}, "agrigentum": {"light": 1}, "zama": {"light": 1}},
    }
    s = west(units, dice=[4], leaders={"carthage-9": "lilybaeum"})
    play(s, "major:panormus", "take-all", "march:lilybaeum")
    while "no" in choices(s):
        play(s, "no")
    script(s, [3])
    play(s, "withdraw", "take-all", "sail:agrigentum")
    assert (actor(s), s.stack[-1].name) == ("rome", "encounter")
    script(s, dice)
    return play(s, answer)


@pytest.mark.rule("PR-9.4.5d", "PR-11.4.1a")
def test_a_withdrawal_by_sea_into_a_port_with_an_enemy_fleet_meets_it() -> None:
    passed = withdrawn(1, "let-pass", [])
    assert at(passed, "carthage", "agrigentum") == {"heavy": 2, "light": 1, "galley": 1}
    assert at(passed, "carthage", "lilybaeum") == {}
    won = withdrawn(3, "fight", [6, 1, 2])
    assert at(won, "carthage", "agrigentum") == {"heavy": 2, "light": 1, "galley": 3}, "11 against 5"
    assert at(won, "rome", "agrigentum") == {}
    beaten = withdrawn(2, "fight", [1, 3, 2])
    while beaten.stack[-1].name == "losses":
        play(beaten, choices(beaten)[0])
    assert at(beaten, "carthage", "agrigentum") == {"light": 1}, "5 and 6 with the leader against 7: put elsewhere"
    assert sum(squadrons(v) for k, v in beaten.force.items() if k >> 9 == number(beaten, "carthage")) == 1
    assert alive(beaten, "carthage-9")
    sunk = withdrawn(1, "fight", [1, 6, 2])
    assert at(sunk, "carthage", "agrigentum") == {"light": 1}
    assert not alive(sunk, "carthage-9")
    bare = withdrawn(0, "fight", [])
    assert at(bare, "carthage", "agrigentum") == {"light": 1}, "unescorted it is lost"
    assert not alive(bare, "carthage-9")


def retreated(escort: int, answer: str, dice: list[int]) -> PaxRomanaState:
    """Carthage, beaten in Lilybaeum, Retreats by sea to Agrigentum, where a Roman Fleet lies."""
    units = {
        "rome": {"panormus": {"legion": 4}, "agrigentum": {"galley": 2}},
        "carthage": {"lilybaeum": {"heavy": 3, "galley": escort}, "agrigentum": {"light": 1}, "zama": {"light": 1}},
    }
    s = west(units, dice=[5], leaders={"carthage-9": "lilybaeum"})
    play(s, "major:panormus", "take-all", "march:lilybaeum")
    while "no" in choices(s):
        play(s, "no")
    script(s, [4, 1])
    play(s, "stand")
    while "retreat" not in choices(s):
        play(s, "done")
    play(s, "retreat")
    while s.stack[-1].name == "losses":
        play(s, choices(s)[0])
    assert "sail:agrigentum" in choices(s)
    script(s, dice)
    play(s, "sail:agrigentum")
    assert (actor(s), s.stack[-1].name) == ("rome", "encounter")
    twin = position(**s.snapshot())
    assert twin.snapshot() == s.snapshot()
    play(s, answer)
    while s.stack[-1].name in ("losses", "militia", "interception"):
        play(s, "no" if "no" in choices(s) else choices(s)[0])
    return s


@pytest.mark.rule("PR-10.7.5", "PR-11.4.1a")
def test_a_retreat_by_sea_into_a_port_with_an_enemy_fleet_meets_it() -> None:
    passed = retreated(2, "let-pass", [3, 4, 3, 4])
    assert at(passed, "carthage", "agrigentum")["galley"] == 2
    assert "heavy" in at(passed, "carthage", "agrigentum")
    assert passed.leader_at[passed.box.leader("carthage-9")] == node("agrigentum")
    won = retreated(3, "fight", [6, 1, 2, 3, 4, 3, 4])
    assert at(won, "rome", "agrigentum") == {}
    assert "heavy" in at(won, "carthage", "agrigentum")
    beaten = retreated(2, "fight", [1, 3, 2, 3, 4, 3, 4])
    assert at(beaten, "carthage", "agrigentum") == {"light": 1}
    refuge = beaten.leader_at[beaten.box.leader("carthage-9")]
    assert refuge not in (-1, node("agrigentum"), node("lilybaeum"))
    assert beaten.at(number(beaten, "carthage"), refuge)
    sunk = retreated(1, "fight", [1, 6, 2, 3, 4])
    assert at(sunk, "carthage", "agrigentum") == {"light": 1}, "those who were there are none of the beaten"
    assert not alive(sunk, "carthage-9")


@pytest.mark.rule("PR-12.4.4d", "PR-9.4.5d")
def test_a_soldier_of_fortune_gives_the_squadrons_back_after_a_withdrawal_by_sea() -> None:
    units = {
        "rome": {"capua": {"legion": 4}, "croton": {"galley": 1}},
        "soldier-of-fortune": {"tarentum": {"heavy": 3}},
        "greece": {"tarentum": {"galley": 1}, "croton": {"heavy": 1}, "athens": {"heavy": 1}},
    }
    s = world(units, soldier_of_fortune="greece", dice=[6])
    side = s.box.powers.index("greece")
    move = Move(SOF, side, node("tarentum"), 2)
    move.army, move.mp, move.stage = s.at(SOF, node("tarentum")), 4, 2
    s.push(move)
    s.run()
    port = next(word for word in choices(s) if word.startswith("sail"))
    play(s, port)
    if s.stack[-1].name == "encounter":
        play(s, "let-pass")
    place = port.partition(":")[2]
    assert at(s, "greece", place).get("galley") == 1
    assert "galley" not in at(s, "soldier-of-fortune", place)


# 11.1.1: a leg sailed again


@pytest.mark.rule("PR-11.1.1a", "PR-11.1.3")
def test_a_leg_may_be_sailed_again_after_a_stop() -> None:
    units = {"carthage": {"lilybaeum": {"galley": 1, "light": 1}}}
    s = west(units, active="carthage")
    play(s, "major:lilybaeum", "take:galley", "go")
    script(s, [6, 3, 3, 6, 3, 3])
    play(s, "sail:ntp-melita", "go", "sail:lilybaeum")
    assert "sail:ntp-melita" in choices(s), "there was a Stop since"
    play(s, "sail:ntp-melita", "go", "sail:lilybaeum")
    calm = west(units, active="carthage")
    play(calm, "major:lilybaeum", "take:galley", "go")
    script(calm, [1])
    play(calm, "sail:ntp-melita", "sail:lilybaeum")
    assert "sail:ntp-melita" not in choices(calm), "without a Stop a voyage does not go to and fro"


# 9.1.4, 11.2.2: escorts


@pytest.mark.rule("PR-11.2.2")
def test_an_army_on_a_naval_transit_point_may_take_its_escort_along() -> None:
    units = {"carthage": {"ntp-melita": {"light": 2, "galley": 2}, "lilybaeum": {"light": 1}}}
    for mode, words in (("major", ("take-all",)), ("minor", ("take:light",))):
        s = west(units, active="carthage", dice=[4])
        play(s, f"{mode}:ntp-melita", *words)
        assert choices(s) == ["escort:0", "escort:1", "escort:2"]
        play(s, "escort:2")
        assert mp(s) == 4, "no MP to embark"
        play(s, "sail:lilybaeum")
        assert at(s, "carthage", "lilybaeum")["galley"] == 2
        play(s, "debark")
        assert at(s, "carthage", "lilybaeum") == {"light": 3 if mode == "major" else 2, "galley": 2}
    left = west(units, active="carthage", dice=[4])
    play(left, "major:ntp-melita", "take-all", "escort:1", "sail:lilybaeum")
    assert at(left, "carthage", "ntp-melita") == {"galley": 1}
    alone = west({"carthage": {"ntp-melita": {"light": 2}, "lilybaeum": {"light": 1}}}, active="carthage", dice=[4])
    play(alone, "major:ntp-melita", "take-all")
    assert "sail:lilybaeum" in choices(alone), "without ships there is nothing to ask"


@pytest.mark.rule("PR-11.2.2", "PR-12.4.4d")
def test_the_squadron_lent_to_a_soldier_of_fortune_stays_with_him_at_sea() -> None:
    units = {
        "soldier-of-fortune": {"ntp-melita": {"heavy": 2, "galley": 1}},
        "greece": {"lilybaeum": {"heavy": 1}, "athens": {"heavy": 1}},
    }
    s = world(units, active="greece", soldier_of_fortune="greece", dice=[4])
    play(s, "soldier:ntp-melita", "take-all", "sail:lilybaeum", "debark")
    assert at(s, "soldier-of-fortune", "lilybaeum") == {"heavy": 2}
    assert at(s, "greece", "lilybaeum") == {"heavy": 1, "galley": 1}


def shuttle(galleys: int) -> PaxRomanaState:
    """A Light Infantry sails from Utica to Carthago with one Squadron as escort; a Minor Move each."""
    units = {"carthage": {"utica": {"light": 3, "galley": galleys}, "carthago": {"light": 1}, "zama": {"light": 1}}}
    s = west(units, active="carthage", dice=[4])
    play(s, "minor:utica", "take:light", "embark", "escort:1", "sail:carthago", "debark")
    return play(s, "halt") if "halt" in choices(s) else s


@pytest.mark.rule("PR-9.1.4b", "PR-11.3.2b")
def test_a_squadron_that_has_escorted_may_escort_again_and_nothing_else() -> None:
    s = shuttle(1)
    assert at(s, "carthage", "carthago") == {"light": 2, "galley": 1}
    assert s.stack[-1].name == "expansion"
    alone = s.copy()
    play(alone, "major:carthago")
    assert "take:galley" not in choices(alone)
    assert refused(alone, "carthage", "take:galley") == "PR-9.1.4b"
    play(alone, "take:light")
    script(s, [4])
    play(s, "minor:carthago", "take:light", "embark")
    assert choices(s) == ["escort:0", "escort:1"], "it escorts again"
    play(s, "escort:1", "sail:utica", "debark")
    assert at(s, "carthage", "utica") == {"light": 3, "galley": 1}
    twin = position(**s.snapshot())
    assert twin.snapshot() == s.snapshot()


@pytest.mark.rule("PR-9.1.4b")
def test_a_squadron_that_has_moved_alone_does_not_escort() -> None:
    units = {"carthage": {"utica": {"galley": 1}, "carthago": {"light": 2, "galley": 1}, "zama": {"light": 1}}}
    s = west(units, active="carthage")
    play(s, "minor:utica", "take:galley", "sail:carthago", "halt")
    script(s, [4])
    play(s, "major:carthago", "take:light", "go", "embark")
    assert choices(s) == ["escort:0", "escort:1"], "only the one that has lain here"
    assert refused(s, "carthage", "escort:2") == "PR-9.1.4b"
    play(s, "escort:1", "sail:utica", "debark")
    assert at(s, "carthage", "carthago") == {"light": 1, "galley": 1}
    assert at(s, "carthage", "utica") == {"light": 1, "galley": 1}


@pytest.mark.rule("PR-9.1.4b")
def test_who_has_escorted_goes_first_so_that_the_others_may_sail_alone() -> None:
    units = {"carthage": {"utica": {"light": 3, "galley": 1}, "carthago": {"light": 1, "galley": 1}}}
    s = west(units, active="carthage", dice=[4])
    play(s, "minor:utica", "take:light", "embark", "escort:1", "sail:carthago", "debark")
    if "halt" in choices(s):
        play(s, "halt")
    script(s, [4])
    play(s, "minor:carthago", "take:light", "embark", "escort:1", "sail:utica", "debark")
    if "halt" in choices(s):
        play(s, "halt")
    play(s, "major:carthago")
    assert "take:galley" in choices(s), "the Squadron of Carthago has not moved"


@pytest.mark.rule("PR-9.1.4b", "PR-11.1.7")
def test_ships_that_join_on_the_way_keep_to_their_duty() -> None:
    s = shuttle(2)
    play(s, "major:utica", "take:galley", "go", "sail:carthago")
    assert "take:galley" not in choices(s), "the escort does not join a Fleet without an Army"
    other = shuttle(2)
    script(other, [4])
    play(other, "minor:utica", "take:light", "embark", "escort:0", "sail:carthago")
    assert "take:galley" not in choices(other), "a Minor Move moves one Unit"
    other = shuttle(2)
    script(other, [4])
    play(other, "major:utica", "take:light", "go", "embark", "escort:0", "sail:carthago", "take:galley")
    assert moving(other).galleys == 1, "with an Army it may"


# 12.5.1: Rhodes

RHODES_HELD = {"greece": {"rhodes": {"heavy": 1}, "athens": {"heavy": 1}}, "rome": {"roma": {"legion": 1}}}


def next_turn(units: dict[str, dict[str, dict[str, int]]], **facts: Any) -> PaxRomanaState:
    """The beginning of the Game-Turn after this one."""
    return position({"scenario": "V"}, units=units, operation="phase", phase="I", dice=[1, 2, 3, 4], **facts)


@pytest.mark.rule("PR-12.5.1a")
def test_who_controls_rhodes_begins_each_turn_with_exactly_two_rhodian_squadrons() -> None:
    def fleet(*places: tuple[str, dict[str, int]]) -> dict[str, dict[str, int]]:
        units = {"rhodes": {"heavy": 1}, "athens": {"heavy": 1}} | dict(places)
        s = next_turn({"greece": units, "rome": {"roma": {"legion": 1}}})
        return {place: at(s, "greece", place) for place in ("rhodes", "athens")}

    both = {"rhodes": {"heavy": 1, "rhodian": 2}, "athens": {"heavy": 1}}
    assert fleet() == both, "whatever became of the last"
    assert fleet(("rhodes", {"heavy": 1, "rhodian": 1})) == both
    assert fleet(("athens", {"heavy": 1, "rhodian": 2})) == both, "sailing them away makes no more of them"
    own = fleet(("rhodes", {"heavy": 1, "galley": 3}), ("athens", {"heavy": 1, "galley": 1}))
    assert own == {"rhodes": {"heavy": 1, "galley": 3, "rhodian": 2}, "athens": {"heavy": 1, "galley": 1}}
    free = next_turn({"independents": {"rhodes": {"heavy": 2, "galley": 1}}, "greece": {"athens": {"heavy": 1}}})
    assert at(free, "independents", "rhodes") == {"heavy": 2, "galley": 1}, "Independent Rhodes is left as it is"
    empty = next_turn({"greece": {"athens": {"heavy": 1}}})
    assert at(empty, "greece", "rhodes") == {}


@pytest.mark.rule("PR-12.5.1a")
def test_rhodian_squadrons_sail_like_own_ones() -> None:
    port = "patara"
    units = {"greece": {"rhodes": {"heavy": 2, "galley": 1, "rhodian": 2}, port: {"heavy": 1}}}
    fleet = world(units, active="greece")
    play(fleet, "major:rhodes", "take:rhodian", "take:galley", "go", f"sail:{port}", "halt")
    assert at(fleet, "greece", port) == {"heavy": 1, "galley": 1, "rhodian": 1}
    single = world(units, active="greece")
    play(single, "minor:rhodes", "take:rhodian", f"sail:{port}")
    if single.stack[-1].name == "move":
        play(single, "halt")
    assert at(single, "greece", port) == {"heavy": 1, "rhodian": 1}
    escort = world(units, active="greece", dice=[5])
    play(escort, "major:rhodes", "take:heavy", "go", "embark")
    assert choices(escort) == ["take:rhodian", "escort:0", "escort:1"]
    play(escort, "take:rhodian", "take:rhodian")
    assert choices(escort) == ["escort:0", "escort:1"]
    play(escort, "escort:1")
    assert moving(escort).galleys == 3
    play(escort, f"sail:{port}", "debark")
    assert at(escort, "greece", port) == {"heavy": 2, "galley": 1, "rhodian": 2}


@pytest.mark.rule("PR-12.5.1a", "PR-11.4.4b", "PR-11.4.3")
def test_rhodian_squadrons_fight_and_are_lost_before_own_ones() -> None:
    units = {
        "greece": {"rhodes": {"heavy": 1, "galley": 2, "rhodian": 2}, "athens": {"heavy": 1}},
        "east": {"patara": {"galley": 5}, "antioch": {"heavy": 1}},
    }
    s = world(units, active="east")
    play(s, "major:patara", *["take:galley"] * 5, "go", "sail:rhodes")
    script(s, [1, 1, 2])
    play(s, "fight")
    left = {
        kind: n for k, v in s.force.items() if k >> 9 == number(s, "greece") for kind, n in unpack(v & GALLEYS).items()
    }
    assert left == {"galley": 2, "rhodian": 1}, "11 against 9: one Squadron"


@pytest.mark.rule("PR-12.5.1a")
def test_the_rhodian_navy_changes_hands_with_rhodes() -> None:
    units = {
        "greece": {"rhodes": {"light": 1, "rhodian": 1, "galley": 1}, "athens": {"heavy": 1, "rhodian": 1}},
        "east": {"patara": {"heavy": 1}},
    }
    s = world(units, active="east")
    east, greece = number(s, "east"), number(s, "greece")
    s.remove(greece, node("rhodes"), ONE[LIGHT])
    s.add(east, node("rhodes"), ONE[LIGHT])
    recount(s)
    assert at(s, "east", "rhodes") == {"light": 1, "rhodian": 1}
    assert at(s, "greece", "rhodes") == {"galley": 1}, "his own Squadrons stay his"
    assert at(s, "greece", "athens") == {"heavy": 1}, "he has no more use of the others"


@pytest.mark.rule("PR-12.5.1a")
def test_the_fleet_of_independent_rhodes_serves_whoever_takes_it() -> None:
    units = {"independents": {"rhodes": {"galley": 2}}, "greece": {"patara": {"heavy": 4}}}
    s = world(units, active="greece", sites={"rhodes": city("independents", 3)})
    s.add(number(s, "greece"), node("rhodes"), ONE[LIGHT])
    s.push(Capture(number(s, "greece"), number(s, "greece"), node("rhodes"), 0))
    s.run()
    assert at(s, "greece", "rhodes") == {"light": 1, "rhodian": 2}
    assert at(s, "independents", "rhodes") == {}


@pytest.mark.rule("PR-12.5c", "PR-6.4.1b")
def test_rhodian_squadrons_are_neither_paid_for_nor_scrapped_nor_given_away() -> None:
    units = {"greece": {"rhodes": {"heavy": 1, "galley": 1, "rhodian": 2}, "athens": {"heavy": 1}}}
    s = position({"scenario": "V"}, units=units, operation="phase", phase="B", treasury={"greece": 5})
    assert choices(s) == ["done", "scrap:rhodes"]
    play(s, "scrap:rhodes")
    assert choices(s) == ["done"]
    play(s, "done")
    assert talents(s, "greece") == 5
    assert at(s, "greece", "rhodes") == {"heavy": 1, "rhodian": 2}
    gift = world(units | {"rome": {"roma": {"legion": 1}}}, active="greece", operation="meeting")
    play(gift, "invite:rome")
    while "give-galley:rhodes" not in choices(gift):
        play(gift, choices(gift)[0])
    play(gift, "give-galley:rhodes")
    assert "give-galley:rhodes" not in choices(gift), "one own Squadron is all there is to give"


@pytest.mark.rule("PR-12.5.1a")
def test_positions_with_rhodian_squadrons_are_checked() -> None:
    with pytest.raises(BadPosition, match="does not hold Rhodes"):
        world({"greece": {"athens": {"heavy": 1, "rhodian": 1}}})
    with pytest.raises(BadPosition, match="There are 2"):
        world({"greece": {"rhodes": {"heavy": 1, "rhodian": 3}}})


# 6.1.6: lines of communication through Rhodes


def crete(units: dict[str, dict[str, int]], **facts: Any) -> PaxRomanaState:
    """Greece in Crete, Pirates on every way but that by Independent Rhodes."""
    stacks = {
        "independents": {"rhodes": {"heavy": 2, "galley": 2}},
        "greece": {"athens": {"heavy": 1}, **units},
        "rome": {"roma": {"legion": 1}},
    }
    facts.setdefault("treasury", {"greece": 10, "rome": 10})
    pirates = ["ntp-thera", "ntp-malea", "ntp-lisus"]
    return position({"scenario": "V"}, units=stacks, pirates=pirates, **facts)


@pytest.mark.rule("PR-6.1.6c")
def test_the_way_by_rhodes_is_told_and_tolled() -> None:
    s = crete({"cnossus": {"light": 1}}, active="greece")
    assert q.line_of_communication(s, "greece", "cnossus")["open"] is False
    assert q.line_of_communication(s, "greece", "cnossus")["toll"] == 1
    assert q.line_of_communication(s, "greece", "athens")["toll"] == 0


@pytest.mark.rule("PR-6.1.6c")
def test_a_space_that_pays_as_province_and_as_city_is_tolled_once() -> None:
    def toll(*sites: str) -> int:
        army = {"cnossus": {"light": 1}, "cydonia": {"light": 1}}
        s = crete(army, active="greece", sites={place: city("greece") for place in sites})
        found = {line.word: line.amount for line in income_lines(s, number(s, "greece"))}
        assert found["crete"] == 1
        return -found["rhodes-toll"]

    assert toll() == 1, "the Province"
    assert toll("cnossus") == 1, "one Space pays for both"
    assert toll("cnossus", "cydonia") == 2


@pytest.mark.rule("PR-6.1.6c", "PR-9.6.1")
def test_who_pays_rhodes_is_not_isolated() -> None:
    army = {"cnossus": {"light": 2}, "cydonia": {"light": 3}}

    def phase_g(**facts: Any) -> PaxRomanaState:
        return crete(army, operation="phase", phase="G", dice=[1, 1, *[1, 2, 3, 4] * 6], **facts)

    s = phase_g()
    assert (actor(s), s.stack[-1].name, choices(s)) == ("greece", "line-by-rhodes", ["yes", "no"])
    play(s, "yes")
    assert talents(s, "greece") == 9
    assert s.stack[-1].name == "line-by-rhodes", "1T for each Space"
    play(s, "no")
    assert at(s, "greece", "cnossus") == {"light": 2}
    assert at(s, "greece", "cydonia") == {"light": 2}, "10 per cent, rounded up"
    poor = phase_g(treasury={"greece": 0})
    assert at(poor, "greece", "cnossus") == {"light": 1}, "who has nothing is not asked"
    one = phase_g(treasury={"greece": 1})
    play(one, "yes")
    assert (at(one, "greece", "cnossus"), at(one, "greece", "cydonia")) == ({"light": 2}, {"light": 2})


@pytest.mark.rule("PR-6.1.6c", "PR-6.2.4a")
def test_units_are_raised_by_the_way_of_rhodes_for_a_talent_more() -> None:
    army = {"cnossus": {"light": 1}, "cydonia": {"light": 1}}
    s = crete(army, active="greece", operation="recruitment", treasury={"greece": 5})
    assert s.label(s.unspell("light:cnossus")).facts["price"] == 2
    assert s.label(s.unspell("heavy:athens")).facts["price"] == 2
    play(s, "light:cnossus")
    assert talents(s, "greece") == 3, "1T for the Unit, 1T for the line"
    play(s, "light:cydonia")
    assert talents(s, "greece") == 2, "the Province's line is paid"
    poor = crete(army, active="greece", operation="recruitment", treasury={"greece": 1})
    assert "light:cnossus" not in choices(poor)
    assert refused(poor, "greece", "light:cnossus") == "PR-6.2.5b"
    planned = crete(army, operation="phase", phase="E", treasury={"greece": 4})
    play(planned, "light:cnossus", "light:cnossus")
    assert planned.stack[-1].ask(planned, number(planned, "greece")).facts["talents"] == 1
    while planned.stack[-1].name == "manpower":
        play(planned, "done")
    assert talents(planned, "greece") == 1
    assert at(planned, "greece", "cnossus") == {"light": 3}


@pytest.mark.rule("PR-6.1.6c", "PR-10.6.6d")
def test_units_are_rebuilt_by_the_way_of_rhodes_for_a_talent_a_space() -> None:
    army = {"cnossus": {"heavy": 1, "reduced-heavy": 1}, "cydonia": {"reduced-heavy": 1}}
    s = crete(army, active="greece", operation="recruitment", treasury={"greece": 5})
    play(s, "rebuild-heavy:cnossus")
    assert talents(s, "greece") == 3
    play(s, "light:cnossus")
    assert talents(s, "greece") == 2, "the line of that Space is paid for all of its Province"
    play(s, "rebuild-heavy:cydonia")
    assert talents(s, "greece") == 0, "another Space traces a line of its own"


@pytest.mark.rule("PR-6.1.6c")
def test_only_independent_rhodes_sells_the_way() -> None:
    s = crete({"cnossus": {"light": 1}}, active="greece")
    rome, rhodes = number(s, "rome"), node("rhodes")
    s.remove(INDEPENDENT, rhodes, s.at(INDEPENDENT, rhodes))
    s.add(rome, rhodes, ONE[LIGHT])
    assert not only_by_rhodes(s, number(s, "greece"), node("cnossus"))
    s.remove(rome, rhodes, ONE[LIGHT])
    assert node("cnossus") in communicating(s, number(s, "greece")), "an empty Rhodes bars nobody"


@pytest.mark.rule("PR-12.4.4d", "PR-8.4.4")
def test_the_escort_of_a_landing_that_fails_goes_back_to_its_owner() -> None:
    units = {
        "soldier-of-fortune": {"utica": {"light": 1}},
        "greece": {"utica": {"galley": 1}, "athens": {"heavy": 1}},
        "carthage": {"carthago": {"heavy": 6}},
    }
    leaders = {"soldier-of-fortune": "utica"}
    s = world(units, active="greece", soldier_of_fortune="greece", leaders=leaders, dice=[6])
    play(s, "soldier:utica", "take-all", "embark", "escort:1", "sail:carthago", "debark")
    script(s, [1, 6, 3, 4, 3, 4])
    play(s, "stand")
    finish(s)
    assert at(s, "soldier-of-fortune", "carthago") == {}
    assert at(s, "greece", "carthago") == {"galley": 1}
    assert not alive(s, "soldier-of-fortune")


# 11.4.6 The Army on board pays, not those ashore


@pytest.mark.rule("PR-11.4.6b", "PR-8.4.4")
def test_an_army_beaten_at_sea_pays_with_units_on_board_and_keeps_its_leader_while_one_lives() -> None:
    def voyage(army: dict[str, int], dice: list[int]) -> PaxRomanaState:
        units = {
            "rome": {"tarentum": {"galley": 4, **army}, "croton": {"legion": 2}},
            "carthage": {"croton": {"galley": 5}},
        }
        s = west(units, leaders={"rome-9": "tarentum"}, dice=[6])
        play(s, "major:tarentum", *(f"take:{kind}" for kind, many in army.items() for _ in range(many)))
        play(s, "take-leader:rome-9", "go", "embark", "escort:4", "sail:croton")
        script(s, dice)
        return play(s, "fight")

    lost = voyage({"light": 1}, [4, 6, 2])
    assert at(lost, "rome", "croton") == {"legion": 2}, "the Legions ashore have no part in it"
    assert not alive(lost, "rome-9"), "his Army is gone"
    split = voyage({"light": 2, "legion": 1}, [5, 5, 2])
    assert choices(split) == ["lose:legion", "lose:light"]
    assert alive(split, "rome-9")
    twin = position(**split.snapshot())
    assert twin.snapshot() == split.snapshot()
    play(split, "lose:legion")
    assert at(split, "rome", "croton") == {"legion": 2}
    assert at(split, "rome", "tarentum") == {"galley": 3, "reduced-legion": 1, "light": 2}
    assert alive(split, "rome-9")


@pytest.mark.rule("PR-11.4.6b", "PR-8.4.4")
def test_a_convoy_driven_into_a_port_pays_with_units_on_board_only() -> None:
    def caught(army: dict[str, int], dice: list[int]) -> PaxRomanaState:
        units = {
            "rome": {"ntp-iapygium": {"galley": 4, **army}, "tarentum": {"legion": 2}},
            "carthage": {"croton": {"galley": 5}},
        }
        s = west(units, active="carthage", leaders={"rome-9": "ntp-iapygium"})
        script(s, [1])
        play(s, "major:croton", *["take:galley"] * 5, "go", "sail:ntp-iapygium")
        script(s, dice)
        return play(s, "fight")

    lost = caught({"light": 1}, [4, 2, 2])
    assert at(lost, "rome", "tarentum")["legion"] == 2, "the Legions ashore have no part in it"
    assert "light" not in at(lost, "rome", "tarentum")
    assert not alive(lost, "rome-9")
    split = caught({"light": 1, "legion": 1}, [4, 4, 2])
    play(split, "lose:light")
    while split.stack[-1].name == "losses":
        play(split, choices(split)[0])
    assert at(split, "rome", "tarentum")["legion"] >= 2
    assert alive(split, "rome-9")


@pytest.mark.rule("PR-11.2.1d", "PR-11.4.2b")
def test_a_legion_reduced_by_a_storm_sails_on_with_the_fleet_that_withdraws() -> None:
    s = west({"rome": {"ntp-iapygium": {"galley": 4, "legion": 2}}, "carthage": {"croton": {"galley": 5}}})
    rome, deep = number(s, "rome"), next(n for n, kind in enumerate(s.box.atlas.kind) if kind == DEEP_POINT)
    fleet = NavalWithdrawal(s, rome, node("ntp-iapygium"))
    s.push(fleet)
    s.shift(rome, fleet.node, deep, fleet.cargo)
    fleet.node, fleet.stage = deep, ENTER
    script(s, [5, 2, 1, 1])
    s.run()
    assert unpack(fleet.cargo) == {"legion": 1, "reduced-legion": 1, "galley": 2}
    assert fleet.cargo == s.at(rome, fleet.node)

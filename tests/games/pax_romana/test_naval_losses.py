"""Chapters 11.4.4 and 11.4.6: what a Naval Battle costs a Fleet, and the Army on board."""

from __future__ import annotations

import pytest

from games.pax_romana.helpers import actor, at, choices, node, play, script, west, world
from games.pax_romana.sea_tools import alive, number
from ludi.games.pax_romana import PaxRomanaState, position
from ludi.games.pax_romana.ch11_naval.fleets import galley_points
from ludi.games.pax_romana.ch11_naval.withdrawal import ENTER, NavalWithdrawal
from ludi.games.pax_romana.world.atlas import DEEP_POINT
from ludi.games.pax_romana.world.pieces import GALLEY, GALLEYS, ONE, RHODIAN, SOF, squadrons, unpack

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


# 11.4.4, 12.5.1: lent Squadrons are used as own ones, and which go down is the owner's to say


@pytest.mark.rule("PR-11.4.4b", "PR-12.5.1a")
def test_which_of_own_and_rhodian_squadrons_go_down_their_owner_says_one_by_one() -> None:
    units = {"rome": {"rhodes": {"garrison": 1}, "tarentum": {"galley": 4}}, "greece": {"croton": {"galley": 6}}}
    s = world(units, active="rome")
    rome, tarentum = number(s, "rome"), node("tarentum")
    s.add(rome, tarentum, 2 * ONE[RHODIAN])
    play(s, "major:tarentum", *["take:galley"] * 4, *["take:rhodian"] * 2, "go", "sail:croton")
    script(s, [1, 5, 2])
    play(s, "fight")
    assert actor(s) == "rome"
    assert choices(s) == ["lose:galley", "lose:rhodian"]
    play(s, "lose:rhodian")
    assert choices(s) == ["lose:galley", "lose:rhodian"], "13 against 17: two Squadrons"
    play(s, "lose:galley")
    afloat = [stack & GALLEYS for _, stack in s.places_of(rome) if stack & GALLEYS]
    assert afloat == [3 * ONE[GALLEY] + ONE[RHODIAN]]


@pytest.mark.rule("PR-11.4.4b", "PR-12.5.1a")
def test_so_does_the_owner_of_the_fleet_that_is_met() -> None:
    units = {"rome": {"rhodes": {"garrison": 1}, "croton": {"galley": 1}}, "greece": {"tarentum": {"galley": 2}}}
    s = world(units, active="greece")
    rome = number(s, "rome")
    s.add(rome, node("croton"), ONE[RHODIAN])
    play(s, "major:tarentum", *["take:galley"] * 2, "go", "sail:croton")
    script(s, [2, 1, 2])
    play(s, "fight")
    assert actor(s) == "rome"
    play(s, "lose:galley")
    afloat = [stack & GALLEYS for _, stack in s.places_of(rome) if stack & GALLEYS]
    assert afloat == [ONE[RHODIAN]]

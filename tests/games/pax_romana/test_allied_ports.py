"""Chapters 1.4, 4.3.1 and 9.6.4: Ports and Fleets of allies."""

from __future__ import annotations

from typing import Any

import pytest

from games.pax_romana.helpers import actor, at, choices, node, play, world
from games.pax_romana.sea_tools import allied, befriend, number
from ludi.games.pax_romana import PaxRomanaState, position
from ludi.games.pax_romana.ch11_naval.fleets import nearest_port
from ludi.games.pax_romana.ch11_naval.sailing import must_stop
from ludi.games.pax_romana.world.pieces import NOBODY

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

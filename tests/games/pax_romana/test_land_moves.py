"""Clauses of chapters 7, 9, 10 and 12 about Armies on the march, each with its neighbours."""

from __future__ import annotations

from typing import Any

import pytest

from games.pax_romana.battle_tools import battle_of, finish
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
    town,
    west,
    world,
)
from ludi.games.pax_romana import PaxRomanaState
from ludi.games.pax_romana.asking import questions as q
from ludi.games.pax_romana.ch09_movement.movement import Move
from ludi.games.pax_romana.ch10_battle.battle import FORCES_FREE


def move_of(s: PaxRomanaState) -> Move:
    """The outermost Move under way."""
    return next(p for p in s.stack if isinstance(p, Move))


# 9.2.1 f, 12.1.4: picking up and dropping where the Move starts


@pytest.mark.rule("PR-9.2.1f", "PR-12.1.4a")
def test_a_garrison_just_made_may_stay_in_the_starting_space() -> None:
    s = west({"rome": {"gades": {"legion": 2, "light": 1}}}, dice=[5, 4])
    play(s, "major:gades", "take-all", "break:light", "drop:garrison", "drop:garrison")
    assert mp(s) == 4, "1 MP for the Garrisons, nothing for leaving them"
    play(s, "march:corduba", "halt")
    assert at(s, "rome", "gades") == {"garrison": 2}
    assert at(s, "rome", "corduba") == {"legion": 2}
    play(s, "minor:gades")
    assert "take:garrison" in choices(s), "they have not moved"


@pytest.mark.rule("PR-9.2.1f")
def test_units_may_be_left_behind_in_the_starting_space_after_the_roll() -> None:
    s = west({"rome": {"gades": {"legion": 2, "light": 1}}}, leaders={"rome-1": "gades"}, dice=[5])
    play(s, "major:gades", "take-all")
    left = mp(s)
    play(s, "drop:light", "drop:legion")
    assert mp(s) == left, "free"
    assert "pick-up" not in choices(s), "who was dropped moves no further"
    play(s, "march:corduba", "halt", "minor:gades")
    assert at(s, "rome", "gades") == {"legion": 1, "light": 1}
    assert not any(word.startswith("take") for word in choices(s)), "dropped Units move no further in this Activation"


@pytest.mark.rule("PR-9.2.1f")
def test_units_are_picked_up_in_the_starting_space_for_one_mp() -> None:
    s = west({"rome": {"gades": {"legion": 2, "light": 1}}}, dice=[5])
    play(s, "major:gades", "take:legion", "go", "pick-up", "take:light", "go")
    assert mp(s) == 4
    play(s, "march:corduba", "halt")
    assert at(s, "rome", "corduba") == {"legion": 1, "light": 1}


@pytest.mark.rule("PR-9.2.1f", "PR-10.7.7a")
def test_a_beaten_army_regrouped_where_it_started_gathers_those_there() -> None:
    units = {"rome": {"roma": {"legion": 4, "light": 9}}, "carthage": {"capua": {"heavy": 4}}}
    s = world(units, dice=[6])
    play(s, "major:roma", *["take:light"] * 9, "go", "march:capua")
    script(s, [1, 4])
    play(s, "stand")
    finish(s)
    assert move_of(s).node == node("roma")
    assert mp(s) == 4
    play(s, "pick-up", "take:legion", "take:legion", "go")
    assert mp(s) == 3
    play(s, "march:capua")
    script(s, [3, 3])
    play(s, "stand")
    assert battle_of(s).field(s).points()[0] > 8


@pytest.mark.rule("PR-9.2.1f", "PR-9.1.1b")
def test_a_minor_move_picks_nobody_up() -> None:
    s = west({"rome": {"gades": {"legion": 2}, "corduba": {"light": 1}}}, dice=[5])
    play(s, "minor:gades", "take:legion")
    assert "pick-up" not in choices(s)
    play(s, "march:corduba")
    assert "pick-up" not in choices(s)


@pytest.mark.rule("PR-12.4.4a", "PR-9.2.1f")
def test_the_soldier_of_fortune_parts_with_and_gathers_his_own() -> None:
    units = {"soldier-of-fortune": {"carthago": {"heavy": 3, "light": 1}}, "carthage": {"carthago": {"heavy": 1}}}
    s = world(units, active="carthage", soldier_of_fortune="carthage", dice=[5])
    play(s, "soldier:carthago", "take:heavy", "go", "pick-up")
    assert set(choices(s)) == {"go", "take:heavy", "take:light"}
    play(s, "take:heavy", "take:heavy", "take:light", "go", "drop:light")
    assert mp(s) == 4
    assert at(s, "carthage", "carthago") == {"heavy": 1}, "none of his player's"
    assert refused(s, "carthage", "pick-up")


# 9.2.1 h, 10.2 step 15: going on after a lost Battle


def beaten_at_roma(die: int) -> PaxRomanaState:
    """Romans from Roma, a Port, have lost at Capua with so many MP."""
    units = {"rome": {"roma": {"legion": 3, "galley": 1}}, "carthage": {"capua": {"heavy": 6}}}
    s = world(units, dice=[die])
    play(s, "major:roma", "take:legion", "take:legion", "take:legion", "go", "march:capua")
    script(s, [1, 4])
    play(s, "stand")
    finish(s)
    assert move_of(s).node == node("roma")
    assert move_of(s).lost
    return s


@pytest.mark.rule("PR-9.2.1h", "PR-10.2-15", "PR-9.2.1d")
def test_embarking_after_a_lost_battle_costs_one_mp_more() -> None:
    s = beaten_at_roma(6)
    assert mp(s) == 4
    play(s, "embark", "escort:1")
    assert mp(s) == 4 - 1 - 1, "1 to begin again, 1 to embark"
    script(s, [1])
    play(s, next(word for word in choices(s) if word.startswith("sail:")))
    assert mp(s) == 4 - 1 - 1 - 1, "paid once: now only 1 to sail"
    poor = beaten_at_roma(5)
    assert mp(poor) == 3
    assert "embark" not in choices(poor), "1 to begin again, 1 to embark, 1 to sail, 1 to debark"
    assert refused(poor, "rome", "embark") == "PR-9.2.1n"


@pytest.mark.rule("PR-9.2.1h")
def test_a_later_victory_in_the_same_space_does_not_pay_for_the_defeat() -> None:
    s = into_town([6, 6, 5, 1, *[6, 1] * 8], others={"rome": {"roma": {"legion": 9}}})
    play(s, "intercept:roma")
    assert battle_of(s).forcing == FORCES_FREE
    while s.stack[-1].name != "move":
        words = choices(s)
        order = ("raise", "done", "hold", "keep", "bid:0", "no", "lose:wall", "lose:light")
        play(s, next((word for word in order if word in words), words[0]))
    assert s.site_owner(node("capua")) == s.box.powers.index("carthage"), "beaten by the interceptor, then it stormed"
    assert move_of(s).lost


# 7.3.2, 10.2 step 1: the MP for attacking


def into_town(dice: list[int], walls: int = 2, **facts: Any) -> PaxRomanaState:
    """A Carthaginian Army from Bavianum enters Capua, a Roman Town without Units, before Romans in Roma, a City."""
    units: Any = {"carthage": {"bavianum": {"heavy": 9, "light": 9}}, "rome": {"roma": {"legion": 1}}}
    units |= facts.pop("others", {})
    sites = {"roma": city("rome"), "capua": town("rome", walls)} | facts.pop("sites", {})
    s = world(units, active="carthage", sites=sites, dice=[6], **facts)
    play(s, "major:bavianum", "take-all", "march:capua")
    script(s, dice)
    return s


@pytest.mark.rule("PR-7.3.2", "PR-10.2-1", "PR-9.2.1g")
def test_the_attack_mp_is_spent_once_when_intercepted_before_a_town() -> None:
    s = into_town([6, 6, 1, 6, 6, 1, 3, 3, 3])
    assert move_of(s).mp == 5
    play(s, "intercept:roma")
    assert battle_of(s).forcing == FORCES_FREE
    assert move_of(s).mp == 4, "spent on entering, though the first Battle is against the interceptor"
    while battle_of(s).forcing == FORCES_FREE:
        words = choices(s)
        play(s, next((word for word in ("raise", "done", "hold", "keep", "no") if word in words), words[0]))
    assert battle_of(s).walls, "the storm follows at once"
    assert move_of(s).mp == 4, "and costs nothing more"


@pytest.mark.rule("PR-7.3.2", "PR-10.2-1", "PR-9.3.1e")
def test_two_interceptors_cost_the_attack_mp_only_once() -> None:
    s = into_town([6, 6, 1, 6, 6, 6, 1, 6, 6, 1], others={"rome": {"roma": {"legion": 1}, "venusia": {"legion": 1}}})
    play(s, "intercept:roma")
    while s.stack[-1].name != "interception":
        words = choices(s)
        play(s, next((word for word in ("raise", "done", "hold", "keep", "no") if word in words), words[0]))
    play(s, "intercept:venusia")
    assert battle_of(s).forcing == FORCES_FREE
    assert move_of(s).mp == 4


@pytest.mark.rule("PR-10.2-1", "PR-9.3.7")
def test_nothing_is_paid_for_an_interception_in_an_open_space() -> None:
    units = {"carthage": {"bavianum": {"heavy": 9}}, "rome": {"roma": {"legion": 1}}}
    s = world(units, active="carthage", sites={"roma": city("rome")}, dice=[6])
    play(s, "major:bavianum", "take-all", "march:capua")
    script(s, [6, 6, 1, 6])
    play(s, "intercept:roma")
    finish(s, "raise")
    assert mp(s) == 5


@pytest.mark.rule("PR-9.2.1g", "PR-9.3.5e")
def test_a_failed_interception_leaves_the_storm_its_price() -> None:
    s = into_town([1, 1, 3, 3])
    play(s, "intercept:roma")
    assert battle_of(s).walls
    assert move_of(s).mp == 4


@pytest.mark.rule("PR-9.3.1b", "PR-9.3.6c", "PR-9.4.1a", "PR-9.2.1g")
def test_where_a_third_side_stands_the_interceptor_fights_only_who_entered() -> None:
    units = {
        "carthage": {"bavianum": {"heavy": 9}},
        "rome": {"roma": {"legion": 2}},
        "greece": {"capua": {"heavy": 2}},
    }
    s = world(units, active="carthage", sites={"roma": city("rome")}, dice=[6])
    play(s, "major:bavianum", "take-all", "march:capua")
    script(s, [6, 6, 1, 6])
    play(s, "intercept:roma")
    carthage, rome = s.box.powers.index("carthage"), s.box.powers.index("rome")
    assert (battle_of(s).attackers, battle_of(s).defenders) == ((rome,), (carthage,))
    finish(s, "raise")
    assert at(s, "greece", "capua") == {"heavy": 2}, "the third side took no part"
    assert at(s, "rome", "capua") == {}
    assert actor(s) == "greece", "it may Withdraw before the Army that entered attacks it"
    assert move_of(s).mp == 5
    script(s, [3, 3])
    play(s, "stand")
    assert battle_of(s).defenders == (s.box.powers.index("greece"),)
    assert move_of(s).mp == 4


# 12.1.1: a Garrison in a City at 3 or Town at 1


@pytest.mark.rule("PR-12.1.1a", "PR-9.2.1g", "PR-7.3.5b")
@pytest.mark.parametrize("minor", [False, True])
def test_a_garrison_in_a_breached_city_costs_the_attack_mp(minor: bool) -> None:
    units = {"rome": {"corduba": {"legion": 2}}, "carthage": {"gades": {"garrison": 2}}}
    start = ("minor:corduba", "take:legion") if minor else ("major:corduba", "take-all")
    for walls in (city("carthage", 3), town("carthage", 1)):
        s = west(units, sites={"gades": walls}, dice=[4])
        play(s, *start, "march:gades", prizes=True)
        assert s.site_owner(node("gades")) == 0, "nobody is asked: it was not unoccupied"
        assert at(s, "carthage", "gades") == {}
        assert move_of(s).mp == 4 - 1 - 1
        poor = west(units, sites={"gades": walls}, dice=[1])
        play(poor, *start)
        assert poor.stack[-1].name == "expansion" or "march:gades" not in choices(poor)
    assert q.cost_of_route(s, "carthage", ["emerita", "gades"])[0]["mp"] == 2, "now Rome's Army is there"


@pytest.mark.rule("PR-12.1.1a", "PR-11.3.3b")
def test_landing_upon_a_garrison_in_a_breached_city_is_an_attack() -> None:
    s = west(
        {"rome": {"pisae": {"legion": 2, "galley": 1}}, "carthage": {"aleria": {"garrison": 1}}},
        sites={"aleria": town("carthage", 1)},
        dice=[6],
    )
    play(s, "major:pisae", "take:legion", "go", "embark", "escort:1", "sail:aleria", "hold")
    left = mp(s)
    play(s, "debark", prizes=True)
    assert s.site_owner(node("aleria")) == 0
    assert mp(s) == left - 2

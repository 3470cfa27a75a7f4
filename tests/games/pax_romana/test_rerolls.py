"""Chapters 10.3.5 and 10.3.6, options: re-rolls and simplified rounding."""

from __future__ import annotations

import pytest

from games.pax_romana.battle_tools import attack, battle_of, causes
from games.pax_romana.helpers import (
    actor,
    play,
    script,
    west,
)
from ludi.games.pax_romana import PaxRomanaState
from ludi.games.pax_romana.ch10_battle.battle import Battle
from ludi.games.pax_romana.ch10_battle.sums import ATTACKER, DEFENDER, odds_shifts


def unlucky(dice: list[int], leaders: dict[str, str]) -> PaxRomanaState:
    """Rome has twice the Battle Points but the lower die."""
    options = {"scenario": "V", "rerolls": True}
    return attack({"legion": 4}, {"heavy": 2}, [2, 5, *dice], leaders=leaders, options=options)


@pytest.mark.rule("PR-10.3.5a", "PR-10.3.5b")
def test_a_superior_army_may_reroll() -> None:
    s = unlucky([4, 4, 6], {"rome-4": "roma"})
    assert s.stack[-1].name == "reroll"
    assert actor(s) == "rome"
    fails = unlucky([3, 4], {"rome-4": "roma"})
    play(fails, "yes")
    assert actor(fails) == "carthage", "7 is above 2 + 4: the other may try, with ratings of 0"
    play(fails, "no")
    assert fails.stack[-1].name == "battle"
    s = unlucky([3, 3, 6], {"rome-4": "roma"})
    play(s, "yes", "raise")
    assert next(p for p in s.stack if isinstance(p, Battle)).dice[ATTACKER] == 5
    s = unlucky([3, 3, 1], {"rome-4": "roma"})
    play(s, "yes", "lower")
    assert next(p for p in s.stack if isinstance(p, Battle)).dice[DEFENDER] == 2
    elite = unlucky([3, 3, 6], {"rome-1": "roma"})
    play(elite, "yes", "raise")
    assert next(p for p in elite.stack if isinstance(p, Battle)).dice[ATTACKER] == 6
    lucky = attack(
        {"legion": 4}, {"heavy": 2}, [5, 2], leaders={"rome-4": "roma"}, options={"scenario": "V", "rerolls": True}
    )
    assert lucky.stack[-1].name == "battle"


@pytest.mark.rule("PR-10.3.5c")
def test_the_smaller_army_may_answer_a_failed_reroll() -> None:
    s = unlucky([6, 6, 4, 4, 3], {"rome-4": "roma", "carthage-4": "capua"})
    play(s, "yes")
    assert actor(s) == "carthage"
    play(s, "yes", "lower")
    assert next(p for p in s.stack if isinstance(p, Battle)).dice[ATTACKER] == 3


@pytest.mark.rule("PR-10.3.5b")
def test_an_elite_adds_one_to_the_die_of_his_own_side() -> None:
    def forced(die: int, leaders: dict[str, str]) -> int:
        s = unlucky([2, 2, die], leaders)
        play(s, "yes", "lower")
        return battle_of(s).dice[DEFENDER]

    assert forced(3, {"rome-4": "roma"}) == 3 + 1
    assert forced(3, {"rome-4": "roma", "carthage-4": "capua"}) == 3 + 1
    assert forced(3, {"rome-4": "roma", "carthage-1": "capua"}) == 3 + 1 + 1, "the opponent rolls with an Elite"
    assert forced(3, {"rome-1": "roma"}) == 3 + 1, "an Elite does not help the enemy's die"
    own = unlucky([2, 2, 3], {"rome-1": "roma"})
    play(own, "yes", "raise")
    assert battle_of(own).dice[ATTACKER] == 3 - 1 + 1


@pytest.mark.rule("PR-10.3.5c", "PR-8.2.2")
def test_the_answer_of_an_army_without_a_leader_needs_a_two() -> None:
    s = unlucky([6, 6, 1, 1, 4], {"rome-4": "roma"})
    play(s, "yes", "yes", "lower")
    assert battle_of(s).dice[ATTACKER] == 4, "2 - 2 is not above 0; no modifiers"
    s = unlucky([6, 6, 1, 2], {"rome-4": "roma"})
    play(s, "yes", "yes")
    assert s.stack[-1].name == "battle"
    elite = unlucky([6, 6, 2, 2, 4], {"rome-4": "roma", "carthage-1": "capua"})
    play(elite, "yes", "yes", "raise")
    assert battle_of(elite).dice[DEFENDER] == 4, "no modifiers, not even for an Elite"


@pytest.mark.rule("PR-10.3.5a")
def test_twice_the_points_are_needed_for_a_reroll() -> None:
    options = {"scenario": "V", "rerolls": True}
    s = attack({"legion": 4, "light": 1}, {"heavy": 3}, [2, 5], leaders={"rome-4": "roma"}, options=options)
    assert s.stack[-1].name == "battle", "17 against 9 is 2:1 on the table, not twice as many"
    defender = attack({"light": 2}, {"heavy": 2}, [5, 2], leaders={"carthage-4": "capua"}, options=options)
    assert defender.stack[-1].name == "reroll"
    assert actor(defender) == "carthage"
    off = attack({"legion": 4}, {"heavy": 2}, [2, 5], leaders={"rome-4": "roma"})
    assert off.stack[-1].name == "battle", "it is an option"


@pytest.mark.rule("PR-11.4.8")
def test_fleets_do_not_reroll() -> None:
    options = {"scenario": "II", "rerolls": True}
    units = {"carthage": {"utica": {"galley": 6}, "zama": {"light": 1}}, "rome": {"carthago": {"galley": 1}}}
    s = west(units, active="carthage", options=options)
    play(s, "major:utica", *["take:galley"] * 6, "go", "sail:carthago")
    script(s, [1, 6, 2])
    play(s, "fight")
    assert s.stack[-1].name == "move"


@pytest.mark.rule("PR-10.3.6a")
def test_simplified_rounding() -> None:
    pairs = ((7, 6), (11, 6), (12, 6), (17, 6), (18, 6), (24, 6), (6, 6))
    assert [odds_shifts(a, b, simple=True) for a, b in pairs] == [1, 1, 2, 2, 3, 4, 0]
    armies = ({"legion": 3}, {"light": 11})
    simple = attack(*armies, [3, 3], options={"scenario": "V", "simple_odds": True})
    assert causes(battle_of(simple).field(simple)) == {"odds": 1}
    assert causes(battle_of(s := attack(*armies, [4, 3])).field(s)) == {}

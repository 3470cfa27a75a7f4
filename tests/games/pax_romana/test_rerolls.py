"""Chapters 10.3.5 and 10.3.6, options: re-rolls and simplified rounding."""

from __future__ import annotations

import pytest

from games.pax_romana.battle_tools import attack
from games.pax_romana.helpers import (
    actor,
    play,
    script,
    west,
)
from ludi.games.pax_romana import PaxRomanaState
from ludi.games.pax_romana.battle import Battle
from ludi.games.pax_romana.reckoning import odds_shifts


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
    assert next(p for p in s.stack if isinstance(p, Battle)).attack_die == 5
    s = unlucky([3, 3, 1], {"rome-4": "roma"})
    play(s, "yes", "lower")
    assert next(p for p in s.stack if isinstance(p, Battle)).defence_die == 2
    elite = unlucky([3, 3, 6], {"rome-1": "roma"})
    play(elite, "yes", "raise")
    assert next(p for p in elite.stack if isinstance(p, Battle)).attack_die == 6
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
    assert next(p for p in s.stack if isinstance(p, Battle)).attack_die == 3


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
    s = west({"rome": {"roma": {"legion": 2}}}, options={"scenario": "II", "simple_odds": True})
    assert s.box.simple_odds

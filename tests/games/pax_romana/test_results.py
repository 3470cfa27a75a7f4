"""What a Battle, a Retreat and an Interception hand to whoever waits for them (9.3, 10.2, 10.7)."""

from __future__ import annotations

from typing import Any

import pytest

from games.pax_romana.battle_tools import attack, finish
from games.pax_romana.helpers import at, city, node, play, script, west, world
from ludi.games.pax_romana import PaxRomanaState
from ludi.games.pax_romana.ch09_movement.interception import UNTOUCHED, InterceptionResult
from ludi.games.pax_romana.ch10_battle.battle import BattleResult
from ludi.games.pax_romana.ch10_battle.losses import LossesTaken, attrition
from ludi.games.pax_romana.ch10_battle.retreat import Retreated
from ludi.games.pax_romana.ch10_battle.sums import ATTACKER, DEFENDER
from ludi.games.pax_romana.world.pieces import pack

TWELVE = [6, 6]


def of_kind(results: list[Any], kind: type) -> list[Any]:
    return [result for result in results if isinstance(result, kind)]


@pytest.mark.rule("PR-10.2-13", "PR-10.2-15")
def test_a_battle_says_who_won_and_who_holds_the_space(results: list[Any]) -> None:
    finish(attack({"legion": 9}, {"light": 1}, [6, 1]), "raise", "hold", "lose:light")
    assert of_kind(results, BattleResult) == [BattleResult(winner=ATTACKER, holds=True)]
    results.clear()
    finish(attack({"legion": 3}, {"heavy": 4}, [1, 3]), "done", "lose:legion")
    (lost,) = of_kind(results, BattleResult)
    assert lost == BattleResult(winner=DEFENDER)
    assert lost.attacker_lost
    results.clear()
    finish(attack({"legion": 3}, {"heavy": 4}, [3, 3]), "done")
    assert of_kind(results, BattleResult) == [BattleResult()], "a draw: the Defender still holds the Space"


@pytest.mark.rule("PR-10.2-13")
def test_a_battle_says_that_the_attackers_are_gone(results: list[Any]) -> None:
    finish(attack({"light": 1}, {"heavy": 9}, [1, 6]), "raise")
    assert of_kind(results, BattleResult) == [BattleResult(winner=DEFENDER, attackers_gone=True)]


@pytest.mark.rule("PR-10.7.2b", "PR-10.7.1")
def test_a_battle_says_where_the_beaten_went_and_whether_it_cost_mp(results: list[Any]) -> None:
    finish(attack({"legion": 6}, {"heavy": 4}, [5, 1]), "done", "retreat", "march:rhegium", "halt")
    (free,) = of_kind(results, BattleResult)
    (way,) = of_kind(results, Retreated)
    assert (free.winner, free.holds, free.forced) == (ATTACKER, True, False)
    assert free.fled_to == way.to != node("capua")
    results.clear()
    finish(attack({"legion": 6}, {"heavy": 4}, [5, 1]), "done", "hold", "force", "halt")
    (forced,) = of_kind(results, BattleResult)
    assert (forced.winner, forced.holds, forced.forced) == (ATTACKER, True, True)
    assert forced.fled_to == of_kind(results, Retreated)[0].to


@pytest.mark.rule("PR-10.2-14", "PR-8.4.1b")
def test_a_battle_says_whose_leader_died(results: list[Any]) -> None:
    leaders = {"rome-4": "roma", "carthage-2": "capua"}
    finish(attack({"legion": 6}, {"heavy": 6}, [3, 3, *TWELVE, 3, 4], leaders=leaders), "done")
    assert of_kind(results, BattleResult) == [BattleResult(leader_died=(True, False))]


def entered(dice: list[int], rome: dict[str, int], carthage: dict[str, int]) -> PaxRomanaState:
    """A Carthaginian Army enters Capua beside Roma, a City."""
    units = {"carthage": {"bavianum": carthage}, "rome": {"roma": rome}}
    s = world(units, active="carthage", sites={"roma": city("rome")}, dice=[5])
    play(s, "major:bavianum", "take-all", "march:capua")
    script(s, dice)
    return s


@pytest.mark.rule("PR-9.3.1a", "PR-9.3.2e")
def test_an_army_that_nobody_catches_is_untouched(results: list[Any]) -> None:
    play(entered([], {"legion": 2}, {"light": 2}), "no")
    assert of_kind(results, InterceptionResult) == [UNTOUCHED]
    results.clear()
    play(entered([1, 1], {"legion": 2}, {"light": 2}), "intercept:roma")
    assert of_kind(results, InterceptionResult) == [UNTOUCHED], "they did not come"


@pytest.mark.rule("PR-9.3.3a", "PR-9.3.3c")
def test_an_interception_says_that_the_army_is_gone_and_where_to(results: list[Any]) -> None:
    s = entered([*TWELVE, 6, 1], {"legion": 6}, {"heavy": 6})
    finish(play(s, "intercept:roma"), "done", "retreat", "halt", "march:bavianum")
    on_retreat, caught = of_kind(results, InterceptionResult)
    assert on_retreat == UNTOUCHED
    assert caught == InterceptionResult(gone=True, fled_to=node("bavianum"), lost=True)
    results.clear()
    s = entered([*TWELVE, 6, 1], {"legion": 9}, {"light": 1})
    finish(play(s, "intercept:roma"), "raise", "hold")
    (destroyed,) = of_kind(results, InterceptionResult)
    assert destroyed == InterceptionResult(gone=True, lost=True), "nobody got away"


@pytest.mark.rule("PR-9.6.3a")
def test_attrition_says_what_is_left_of_those_who_suffered_it(results: list[Any]) -> None:
    s = west({"rome": {"roma": {"light": 5}}})
    rome = s.box.powers.index("rome")
    script(s, [6])
    attrition(s, (rome,), rome, node("roma"), (pack({"light": 4}),), "PR-9.6.3a")
    s.run()
    assert results == [LossesTaken((pack({"light": 2}),))], "30 per cent of the 4 that suffered it are 2, fractions up"
    assert at(s, "rome", "roma") == {"light": 3}, "the fifth has no part in it"

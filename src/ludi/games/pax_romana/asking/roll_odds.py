"""Exact odds of single rolls and of a Naval Battle: interception, Continuity, Pirates, Fleets that fight.

Needed totals and sums are the engine's own. Chances are counted as whole numbers of cases, so nothing is rounded.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from ludi.games.pax_romana.asking.odds import TWO_DICE
from ludi.games.pax_romana.ch09_movement.interceptors import NEEDED, interception_chance
from ludi.games.pax_romana.ch11_naval.battle import squadrons_lost
from ludi.games.pax_romana.ch11_naval.perils import PIRATE_STRENGTH
from ludi.games.pax_romana.ch11_naval.sailing import CONTINUES, continuity_chance


@dataclass(frozen=True, slots=True)
class RollOdds:
    """A single roll: the chance of success, and the cases of each total."""

    success: Fraction
    needs: int
    totals: Mapping[int, Fraction]
    """Adjusted totals."""


def _two_dice(modifier: int) -> dict[int, Fraction]:
    found: dict[int, Fraction] = defaultdict(Fraction)
    for total in TWO_DICE:
        found[total + modifier] += Fraction(1, 36)
    return dict(sorted(found.items()))


def interception_distribution(modifier: int) -> RollOdds:
    """All totals of an interception with this sum of modifiers (9.3.2).

    >>> interception_distribution(5).success
    Fraction(7, 12)
    """
    _, cases = interception_chance(modifier)
    return RollOdds(Fraction(cases, 36), NEEDED, _two_dice(modifier))


def continuity_distribution(modifier: int = 0) -> RollOdds:
    """All totals of a Continuity roll (11.1.3)."""
    return RollOdds(Fraction(continuity_chance(modifier), 36), CONTINUES, _two_dice(modifier))


def pirate_distribution(galleys: int, leader: bool = False, cilician: bool = False, points_each: int = 2) -> RollOdds:
    """All totals of a fight with Pirates (12.6.3, 12.6.4)."""
    strength = galleys * points_each + leader - cilician
    totals = {die + strength: Fraction(1, 6) for die in range(1, 7)}
    success = sum((chance for total, chance in totals.items() if total >= PIRATE_STRENGTH), Fraction(0))
    return RollOdds(success, PIRATE_STRENGTH, totals)


def interception_odds(modifier: int) -> Fraction:
    """The chance of 12 or more with this sum of modifiers (9.3.2)."""
    return interception_distribution(modifier).success


def continuity_odds(modifier: int = 0) -> Fraction:
    """The chance that a Fleet sails on after a Stop (11.1.3)."""
    return continuity_distribution(modifier).success


def pirate_odds(galleys: int, leader: bool = False, cilician: bool = False, points_each: int = 2) -> Fraction:
    """The chance to defeat Pirates (12.6.3)."""
    return pirate_distribution(galleys, leader, cilician, points_each).success


@dataclass(frozen=True, slots=True)
class NavalOdds:
    """What a Naval Battle can come to; losses are Galley Squadrons, on average."""

    attacker_wins: Fraction
    defender_wins: Fraction
    draw: Fraction
    attacker_lost: Fraction
    defender_lost: Fraction
    attacker_sunk: Fraction
    """None of its Galley Squadrons is left."""
    defender_sunk: Fraction


def naval_odds(
    attacker: int,
    defender: int,
    *,
    attacker_leader: bool = False,
    defender_leader: bool = False,
    attacker_worth: int = 2,
    defender_worth: int = 2,
) -> NavalOdds:
    """The odds of two Fleets of so many Galley Squadrons of 2 BP each, or 3 with better technology (11.4.3, 11.4.4).

    >>> naval_odds(1, 1).attacker_wins
    Fraction(5, 12)
    """
    wins = draw = Fraction(0)
    lost = [Fraction(0), Fraction(0)]
    sunk = [Fraction(0), Fraction(0)]
    numbers, worth = (attacker, defender), (attacker_worth, defender_worth)
    strength = (attacker * attacker_worth + attacker_leader, defender * defender_worth + defender_leader)
    for mine, theirs in product(range(1, 7), repeat=2):
        difference = strength[0] + mine - strength[1] - theirs
        if not difference:
            draw += Fraction(1, 36)
            continue
        loser = 1 if difference > 0 else 0
        wins += Fraction(loser, 36)
        fallen = min(numbers[loser], squadrons_lost(abs(difference), worth[loser]))
        lost[loser] += Fraction(fallen, 36)
        sunk[loser] += Fraction(fallen == numbers[loser], 36)
        winner = 1 - loser
        lost[winner] += Fraction(min(1, numbers[winner]), 72)
        sunk[winner] += Fraction(numbers[winner] <= 1, 72)
    return NavalOdds(wins, 1 - wins - draw, draw, lost[0], lost[1], sunk[0], sunk[1])

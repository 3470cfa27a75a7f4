"""The odds of a single roll: an interception, Continuity, a fight with Pirates."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from ludi.games.pax_romana.asking.odds import TWO_DICE
from ludi.games.pax_romana.ch09_movement.interceptors import NEEDED, interception_chance
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

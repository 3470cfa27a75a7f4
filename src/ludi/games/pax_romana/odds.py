"""Exact odds: the full distribution of a Battle's outcome, of interception, Continuity, Pirates, by enumeration.

The sums are those of :mod:`reckoning`, :mod:`losses`, :mod:`interception` and :mod:`naval`: the engine's own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from ludi.core import BadPosition
from ludi.games.pax_romana.interception import interception_chance
from ludi.games.pax_romana.losses import loss_points
from ludi.games.pax_romana.naval import PIRATE_STRENGTH, continuity_chance
from ludi.games.pax_romana.pieces import CAVALRY, COMBAT, ONE, UNITS, count, pack, points
from ludi.games.pax_romana.reckoning import Field

POLICIES = ("spread", "raise", "lower")
SIXTH = Fraction(1, 6)


@dataclass(frozen=True, slots=True)
class BattleOdds:
    """What a Battle can come to.

    ``results`` gives the chance of each (per cent the attacker loses, per cent the defender loses, BP lost by each).
    """

    results: Mapping[tuple[int, int, int, int], Fraction]
    attacker_wins: Fraction
    defender_wins: Fraction
    draw: Fraction
    attacker_leader_dies: Fraction
    defender_leader_dies: Fraction
    attacker_points_lost: Fraction
    """On average."""
    defender_points_lost: Fraction


def shifted(attack: int, defence: int, net: int, policy: str) -> tuple[int, int]:
    """The dice after all Shifts: ``raise`` raises one's own roll first, ``lower`` lowers the enemy's first, ``spread``
    wins with as few as it takes by lowering and raises with the rest."""
    own, other = (attack, defence) if net >= 0 else (defence, attack)
    left = abs(net)
    order = {"raise": "r", "lower": "l", "spread": "l" if own + left > other else "r"}[policy]
    if policy == "spread":
        while left and other >= own and other > 0:
            other -= 1
            left -= 1
        order = "r"
    while left:
        if (order == "r" and own < 10) or other == 0:
            if own >= 10:
                break
            own += 1
        else:
            other -= 1
        left -= 1
    return (own, other) if net >= 0 else (other, own)


def elephant_outcomes(number: int) -> dict[tuple[int, int, int], Fraction]:
    """For so many Elephants: chances of (enemy Cavalry negated, enemy BP lost, own BP lost) (10.4.6)."""
    found: dict[tuple[int, int, int], Fraction] = {(0, 0, 0): Fraction(1)}
    for _ in range(number):
        after: dict[tuple[int, int, int], Fraction] = defaultdict(Fraction)
        for (negated, hits, own), chance in found.items():
            for die in range(1, 7):
                key = (negated + (die <= 3), hits + (die == 1), own + (die == 6))
                after[key] += chance * SIXTH
        found = dict(after)
    return found


def _without(stack: int, amount: int) -> int:
    """A stack after so many BP by Elephants: single points first."""
    stack &= COMBAT
    while amount > 0 and stack:
        for kind in (8, 4, 6, CAVALRY, 3, 1, 7, 2, 0):
            if count(stack, kind):
                stack -= ONE[kind]
                amount -= 1
                break
    return stack


def odds(
    attackers: Mapping[str, int],
    defenders: Mapping[str, int],
    *,
    attacker_leader: int | None = None,
    defender_leader: int | None = None,
    walls: int = 0,
    mountain: bool = False,
    amphibious: bool = False,
    elephants: tuple[int, int] = (0, 0),
    bids: tuple[int, int] = (0, 0),
    retreat: bool = False,
    policy: str = "spread",
    simple: bool = False,
) -> BattleOdds:
    """The exact odds of a Battle between Units given as counts by kind; leaders by their Tactical Rating.

    >>> result = odds({"heavy": 5, "light": 6}, {"heavy": 3, "light": 2}, attacker_leader=2, defender_leader=1)
    >>> result.attacker_wins + result.draw + result.defender_wins
    Fraction(1, 1)
    """
    if policy not in POLICIES:
        raise BadPosition(f"There is no policy '{policy}'; there are {', '.join(POLICIES)}.")
    for word in (*attackers, *defenders):
        if word not in UNITS:
            raise BadPosition(f"There is no unit '{word}'; the kinds are {', '.join(UNITS)}.")
    mine, theirs = pack(attackers), pack(defenders)
    if walls or mountain:
        elephants = (0, 0)
    if amphibious:
        elephants = (0, elephants[1])
    results: dict[tuple[int, int, int, int], Fraction] = defaultdict(Fraction)
    wins = [Fraction(0)] * 3
    charges = product(elephant_outcomes(elephants[0]).items(), elephant_outcomes(elephants[1]).items())
    for ((negated_d, hits_d, own_a), chance_a), ((negated_a, hits_a, own_d), chance_d) in charges:
        one, other = _without(mine, hits_a + own_a), _without(theirs, hits_d + own_d)
        gone = points(mine) - points(one), points(theirs) - points(other)
        field = Field(
            one,
            other,
            walls,
            mountain,
            amphibious,
            attacker_leader or 0,
            defender_leader or 0,
            (negated_a, negated_d),
            bids,
            simple,
        )
        net, bases = field.net(), field.bases()
        for attack, defence in product(range(1, 7), repeat=2):
            chance = chance_a * chance_d * SIXTH * SIXTH
            up, down = shifted(attack, defence, net, policy)
            wins[0 if up > down else 1 if down > up else 2] += chance
            taken = max(0, up - 1) if retreat and up > down and not walls else up
            lost_a = min(bases[0], loss_points(bases[0], down)) + gone[0]
            lost_d = min(bases[1], loss_points(bases[1], taken)) + gone[1]
            results[down * 10, taken * 10, lost_a, lost_d] += chance
    deaths = [Fraction(0), Fraction(0)]
    for side, leader in enumerate((attacker_leader, defender_leader)):
        if leader is not None:
            deaths[side] = wins[side] * Fraction(1, 36) + (1 - wins[side]) * Fraction(2, 36)
    return BattleOdds(
        dict(results),
        wins[0],
        wins[1],
        wins[2],
        deaths[0],
        deaths[1],
        sum((key[2] * chance for key, chance in results.items()), Fraction(0)),
        sum((key[3] * chance for key, chance in results.items()), Fraction(0)),
    )


def interception_odds(modifier: int) -> Fraction:
    """The chance of 12 or more with this sum of modifiers (9.3.2)."""
    return Fraction(interception_chance(modifier)[1], 36)


def continuity_odds(modifier: int = 0) -> Fraction:
    """The chance that a Fleet sails on after a Stop (11.1.3)."""
    return Fraction(continuity_chance(modifier), 36)


def pirate_odds(galleys: int, leader: bool = False, cilician: bool = False, points_each: int = 2) -> Fraction:
    """The chance to defeat Pirates (12.6.3)."""
    strength = galleys * points_each + leader - cilician
    return Fraction(sum(die + strength >= PIRATE_STRENGTH for die in range(1, 7)), 6)

"""Exact odds of a Battle on land: the full distribution of its outcome, by enumeration; others: :mod:`roll_odds`.

The sums are those of :mod:`sums`, :mod:`losses` and :mod:`leaders`: the engine's own. Chances are counted as whole
numbers of cases, so nothing is rounded.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product

from ludi.core import BadPosition
from ludi.games.pax_romana.ch10_battle.losses import loss_points, outlives
from ludi.games.pax_romana.ch10_battle.sums import (
    ATTACKER,
    DEFENDER,
    Field,
    army_points,
    battle_points,
    edge_over,
    loss_base,
)
from ludi.games.pax_romana.world.pieces import (
    CAVALRIES,
    CAVALRY,
    CITY,
    COMBAT,
    GARRISONS,
    LEAST_WALLS,
    MERCENARY_CAVALRY,
    MERCENARY_LIGHT,
    ONE,
    TOWN,
    UNITS,
    cavalry_in,
    count,
    pack,
)

POLICIES = ("spread", "raise", "lower")
TWO_DICE = tuple(a + b for a, b in product(range(1, 7), repeat=2))
NO_BATTLE = 99
WINNER_DIES, LOSER_DIES = sum(total == 12 for total in TWO_DICE), sum(total in (2, 12) for total in TWO_DICE)
"""Of 36 cases, those in which a leader who won, or did not win, falls (8.4.1)."""


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
    attacker_destroyed: Fraction
    """No Land Combat Unit is left, however its owner takes the losses; walls take what they can."""
    defender_destroyed: Fraction


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


def elephant_outcomes(number: int) -> dict[tuple[int, int, int], int]:
    """For n Elephants: of 6 to the n cases those of (enemy Cavalry negated, enemy BP lost, own BP lost) (10.4.6).

    >>> elephant_outcomes(1)
    {(1, 1, 0): 1, (1, 0, 0): 2, (0, 0, 0): 2, (0, 0, 1): 1}
    """
    found: dict[tuple[int, int, int], int] = {(0, 0, 0): 1}
    for _ in range(number):
        after: dict[tuple[int, int, int], int] = defaultdict(int)
        for (negated, hits, own), cases in found.items():
            for die in range(1, 7):
                after[negated + (die <= 3), hits + (die == 1), own + (die == 6)] += cases
        found = dict(after)
    return found


def _without(stack: int, amount: int) -> int:
    """A stack after so many BP by Elephants: single points first."""
    stack &= COMBAT
    while amount > 0 and stack:
        for kind in (8, 4, MERCENARY_LIGHT, 6, CAVALRY, MERCENARY_CAVALRY, 3, 1, 7, 2, 0):
            if count(stack, kind):
                stack -= ONE[kind]
                amount -= 1
                break
    return stack


def _charges(field: Field, side: int, number: int) -> list[list[tuple[int, int, tuple[int, int]]]]:
    """An Army by BP lost, then by Cavalry negated: the stack, BP that fight, Cavalry left (regular, within Legions)."""
    stack, walls = ((field.attackers, 0), (field.defenders, field.walls))[side]
    horse = field.horse[side]
    found = []
    for loss in range(number + 1):
        left = _without(stack, loss)
        regular, within = (cavalry_in(left), field.legionary[side]) if horse else (0, 0)
        row = []
        for negated in range(min(number, regular + within) + 1):
            lost = min(regular, negated)
            cavalry = regular - lost, max(0, within - negated + lost)
            row.append((left, battle_points(left, horse, negated, walls, field.late), cavalry))
        found.append(row)
    return found


def _charging(field: Field, elephants: tuple[int, int]) -> dict[tuple[int, int], dict[tuple[int, int], int]]:
    """Cases of what all charges of Elephants cost: by Cavalry negated of each side, then by BP lost by each.

    Negated Cavalry beyond what an Army has makes no difference and is not told apart.
    """
    most = []
    for side, stack in enumerate((field.attackers, field.defenders)):
        most.append(cavalry_in(stack) + field.legionary[side] if field.horse[side] else 0)
    charges: list[dict[int, dict[tuple[int, int], int]]] = []
    for number, limit in zip(elephants, reversed(most), strict=True):
        by_negated: dict[int, dict[tuple[int, int], int]] = {}
        for (negated, hits, own), cases in elephant_outcomes(number).items():
            row = by_negated.setdefault(min(negated, limit), {})
            row[hits, own] = row.get((hits, own), 0) + cases
        charges.append(by_negated)
    found = {}
    for negated_d, outgoing in charges[0].items():
        for negated_a, incoming in charges[1].items():
            lost: dict[tuple[int, int], int] = {}
            for (hits_d, own_a), cases in outgoing.items():
                for (hits_a, own_d), more in incoming.items():
                    key = hits_a + own_a, hits_d + own_d
                    lost[key] = lost.get(key, 0) + cases * more
            found[negated_a, negated_d] = lost
    return found


@cache
def _edges(mine: tuple[int, int], theirs: tuple[int, int]) -> tuple[int, int]:
    return edge_over(mine, theirs), edge_over(theirs, mine)


def _fields(field: Field, elephants: tuple[int, int]) -> dict[int, dict[tuple[int, int], int]]:
    """By net Shifts: cases of (BP lost to Elephants by attacker, by Defender).

    Net Shifts of NO_BATTLE say that Elephants have left nobody to fight.
    """
    number = sum(elephants)
    ours, others = _charges(field, ATTACKER, number), _charges(field, DEFENDER, number)
    nets: dict[tuple[int, int, tuple[int, int]], int] = {}
    found: dict[int, dict[tuple[int, int], int]] = {}
    for (negated_a, negated_d), lost in _charging(field, elephants).items():
        for pair, cases in lost.items():
            mine, theirs = ours[pair[0]], others[pair[1]]
            one, fights_a, cavalry_a = mine[min(negated_a, len(mine) - 1)]
            other, fights_d, cavalry_d = theirs[min(negated_d, len(theirs) - 1)]
            if not one or not (other or field.walls):
                net = NO_BATTLE
            else:
                key = fights_a, fights_d, _edges(cavalry_a, cavalry_d)
                if key not in nets:
                    nets[key] = field.changed(one, other, (negated_a, negated_d)).net()
                net = nets[key]
            row = found.setdefault(net, {})
            row[pair] = row.get(pair, 0) + cases
    return found


def _by_rolls(
    field: Field, elephants: tuple[int, int], policy: str, retreat: bool
) -> tuple[list[tuple[int, int]], dict[tuple[int, int, int], list[int]]]:
    """All (BP lost to Elephants by each), and the cases of each of them by what the dice come to, as in _rolls."""
    fields = _fields(field, elephants)
    pairs = sorted({pair for lost in fields.values() for pair in lost})
    found: dict[tuple[int, int, int], list[int]] = {}
    for net, lost in fields.items():
        row = [lost.get(pair, 0) for pair in pairs]
        for roll, ways in _rolls(net, policy, retreat):
            before = found.get(roll)
            if before is None:
                found[roll] = [ways * cases for cases in row]
            else:
                found[roll] = [sum_ + ways * cases for sum_, cases in zip(before, row, strict=True)]
    return pairs, found


def _losses(field: Field, side: int, most: int) -> list[list[int]]:
    """BP gone in all, by BP lost to Elephants, then by tens of per cent."""
    stack, walls = ((field.attackers, 0), (field.defenders, field.walls))[side]
    found = []
    for loss in range(most + 1):
        left = _without(stack, loss)
        gone = army_points(stack, field.late) - army_points(left, field.late)
        base = loss_base(left, field.horse[side], walls, field.late)
        found.append([min(base, loss_points(base, roll)) + gone for roll in range(11)])
    return found


ALIVE, BREACHED, HELD = range(3)
"""What becomes of an Army: it lives; it is destroyed, and with it the last that could hold the Space; or walls hold."""


def _fates(field: Field, side: int, most: int) -> list[list[int]]:
    """What becomes of an Army, by BP lost to Elephants, then by tens of per cent; its owner spares it if he can."""
    stack, walls = ((field.attackers, 0), (field.defenders, field.walls))[side]
    horse = field.horse[side]
    found = []
    for loss in range(most + 1):
        left = _without(stack, loss)
        base = loss_base(left, horse, walls, field.late)
        amounts = [loss_points(base, roll) for roll in range(11)]
        found.append([_fate(left, amount, horse, walls, field.late) if stack & COMBAT else ALIVE for amount in amounts])
    return found


def _fate(stack: int, amount: int, horse: bool, walls: int, late: bool) -> int:
    """Behind walls, which take 2 BP a point down to 3 or 1, Cavalry is left only while they stand higher (10.4.2)."""
    least = LEAST_WALLS[CITY if walls >= LEAST_WALLS[CITY] else TOWN] if walls else 0
    foot = stack if horse else stack & ~CAVALRIES
    if outlives(foot, amount, 2 * (walls - least), late):
        return ALIVE
    cavalry = not horse and stack & CAVALRIES
    if not walls:
        return ALIVE if cavalry else BREACHED
    stands = walls - max(0, amount - army_points(foot, late) + 1) // 2 > least
    return ALIVE if cavalry and stands else HELD if stands else BREACHED


@cache
def _rolls(net: int, policy: str, retreat: bool) -> list[tuple[tuple[int, int, int], int]]:
    """Of the 36 pairs of dice: cases of (tens of per cent lost by attacker and Defender, winner) after all Shifts."""
    if net == NO_BATTLE:
        return [((0, 0, 2), 36)]
    found: dict[tuple[int, int, int], int] = defaultdict(int)
    for attack, defence in product(range(1, 7), repeat=2):
        up, down = shifted(attack, defence, net, policy)
        taken = max(0, up - 1) if retreat and up > down else up
        found[down, taken, 0 if up > down else 1 if down > up else 2] += 1
    return list(found.items())


def odds_of(
    field: Field,
    *,
    elephants: tuple[int, int] = (0, 0),
    leaders: tuple[bool, bool] = (False, False),
    retreat: bool = False,
    policy: str = "spread",
) -> BattleOdds:
    """The exact odds of a Battle given as the engine's own :class:`Field`; both commit so many Elephants."""
    if policy not in POLICIES:
        raise BadPosition(f"There is no policy '{policy}'; there are {', '.join(POLICIES)}.")
    if field.walls or field.mountain:
        elephants = (0, 0)
    if field.amphibious:
        elephants = (0, elephants[1])
    whole = 36 * 6 ** sum(elephants)
    garrisons = bool(field.defenders & GARRISONS)
    results: dict[tuple[int, int, int, int], int] = defaultdict(int)
    wins = [0, 0, 0]
    destroyed = [0, 0]
    deaths = [0, 0]
    pairs, rolls = _by_rolls(field, elephants, policy, retreat and not field.walls)
    most = sum(elephants)
    lost_a, lost_d = _losses(field, ATTACKER, most), _losses(field, DEFENDER, most)
    fate_a, fate_d = _fates(field, ATTACKER, most), _fates(field, DEFENDER, most)
    for (down, taken, winner), row in rolls.items():
        wins[winner] += sum(row)
        for (loss_a, loss_d), cases in zip(pairs, row, strict=True):
            if not cases:
                continue
            gone = lost_a[loss_a][down], lost_d[loss_d][taken]
            results[down * 10, taken * 10, *gone] += cases
            fates = fate_a[loss_a][down], fate_d[loss_d][taken]
            spared = garrisons and (fates[DEFENDER] == HELD or fates[ATTACKER] != ALIVE)
            for side in (ATTACKER, DEFENDER):
                if fates[side] != ALIVE:
                    destroyed[side] += cases
                if leaders[side]:
                    falls = fates[side] != ALIVE and not (side == DEFENDER and spared)
                    dies = 36 if falls else WINNER_DIES if winner == side else LOSER_DIES
                    deaths[side] += cases * dies
    return BattleOdds(
        {key: Fraction(cases, whole) for key, cases in results.items()},
        Fraction(wins[0], whole),
        Fraction(wins[1], whole),
        Fraction(wins[2], whole),
        Fraction(deaths[0], 36 * whole),
        Fraction(deaths[1], 36 * whole),
        Fraction(sum(key[2] * cases for key, cases in results.items()), whole),
        Fraction(sum(key[3] * cases for key, cases in results.items()), whole),
        Fraction(destroyed[0], whole),
        Fraction(destroyed[1], whole),
    )


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

    ``elephants`` says how many of its Elephants each Army commits, ``bids`` what each offers for Siege Expertise.

    >>> result = odds({"heavy": 5, "light": 6}, {"heavy": 3, "light": 2}, attacker_leader=2, defender_leader=1)
    >>> result.attacker_wins + result.draw + result.defender_wins
    Fraction(1, 1)
    """
    for word, number in (*attackers.items(), *defenders.items()):
        if word not in UNITS:
            raise BadPosition(f"There is no unit '{word}'; the kinds are {', '.join(UNITS)}.")
        if not 0 <= number <= 99:
            raise BadPosition(f"There cannot be {number} of '{word}' in one army.")
    if not 0 <= walls <= 5:
        raise BadPosition(f"No town or city has {walls} wall points; they have 1 to 5.")
    for side, army, number, bid in zip(
        ("attackers", "defenders"), (attackers, defenders), elephants, bids, strict=True
    ):
        most = army.get("elephant", 0)
        if not 0 <= number <= most:
            raise BadPosition(
                f"The {side} cannot commit {number} elephants; they have {most} and may commit 0 to {most}."
            )
        if bid < 0:
            raise BadPosition(f"The {side} cannot bid {bid} talents; a bid is 0 or more.")
    field = Field(
        pack(attackers),
        pack(defenders),
        walls,
        mountain,
        amphibious,
        attacker_leader or 0,
        defender_leader or 0,
        (0, 0),
        bids,
        simple,
    )
    leaders = attacker_leader is not None, defender_leader is not None
    return odds_of(field, elephants=elephants, leaders=leaders, retreat=retreat, policy=policy)

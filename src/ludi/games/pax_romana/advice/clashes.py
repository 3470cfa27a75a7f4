"""Fights as a commander foresees them: who must be attacked, the chance to win, Battle Points lost and killed."""

from __future__ import annotations

from functools import lru_cache

from ludi.games.pax_romana.ch08_leaders.leaders import best_tactical, tactical
from ludi.games.pax_romana.ch09_movement.enemies import foes
from ludi.games.pax_romana.ch10_battle.sums import Field, odds_shifts
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.counters import is_revealed, tribe_strength
from ludi.games.pax_romana.world.pieces import BARBARIAN, COMBAT, NOBODY, ONE, TRIBES, points

TRIBE = 5
"""What an unknown Tribe is reckoned at."""


def win_chance(net: int) -> float:
    """The chance that the attacker's roll is higher, with so many net Shifts."""
    return WINS[max(-6, min(6, net)) + 6]


WINS = [sum(a + net > d for a in range(1, 7) for d in range(1, 7)) / 36.0 for net in range(-6, 7)]


def enemies_at(s: Position, side: int, node: int, power: int) -> tuple[int, int, int]:
    """Who must be attacked in a Space: stack, Wall Points, side of the first (NOBODY if nobody is there)."""
    stack = walls = 0
    whose = NOBODY
    for enemy in foes(s, side, node, power):
        if whose == NOBODY:
            whose = enemy
        stack += s.at(enemy, node)
        if enemy == TRIBES and node in s.tribes:
            tribe = s.tribes[node]
            stack += (tribe_strength(tribe) if is_revealed(tribe) else TRIBE) * ONE[BARBARIAN]
        site = s.sites.get(node)
        if site is not None and site.owner == enemy:
            walls = site.walls
    return stack, walls, whose


@lru_cache(20000)
def clash(field: Field, least: int, rounds: int) -> tuple[float, float, float]:
    """Chance to take a Space, BP lost and BP killed in so many attacks."""
    net = field.net()
    mine, theirs = float(points(field.attackers & COMBAT)), float(points(field.defenders & COMBAT))
    up, down = max(0, net), max(0, -net)
    # The side with Shifts lowers the other's roll where its own Army is the larger, else it raises its own.
    sparing = 0.8 if mine >= theirs else 0.2
    lost = mine * max(0.2, 3.5 - sparing * up + (0.2 if theirs >= mine else 0.8) * down) / 10.0
    roll = min(10.0, max(0.2, 3.5 + (1.0 - sparing) * up - (0.8 if theirs >= mine else 0.2) * down))
    if field.walls:
        return _siege(field, least, max(1, rounds), mine, theirs)
    chance = win_chance(net)
    if rounds >= 3:
        chance = 1.0 - (1.0 - chance) * (1.0 - 0.8 * chance)
    return chance, lost, theirs * roll / 10.0


def _siege(field: Field, least: int, rounds: int, mine: float, theirs: float) -> tuple[float, float, float]:
    """Attacks on a City or Town, one after another, by average rolls."""
    net = field.net()
    one, other = field.points()
    edge = net - (odds_shifts(one, other) if one > other else -odds_shifts(other, one))
    needed = max(0.5, theirs + 2.0 * (field.walls - least) - 1.0)
    base = theirs + field.walls
    left, dealt = mine, 0.0
    for _ in range(rounds):
        rest = base - dealt
        net = edge + (odds_shifts(round(left), round(rest)) if left > rest else -odds_shifts(round(rest), round(left)))
        up, down = max(0, net), max(0, -net)
        sparing = 0.8 if left >= 1.6 * rest else 0.2
        dealt += rest * min(10.0, max(0.2, 3.5 + (1.0 - sparing) * up - 0.8 * down)) / 10.0
        left -= left * min(10.0, max(0.2, 3.5 - sparing * up + 0.2 * down)) / 10.0
        if dealt >= needed:
            break
    chance = max(0.0, min(1.0, (dealt / needed - 0.45) / 0.75)) * min(1.0, 1.2 * left / max(1.0, mine) + 0.1)
    return chance, mine - left, min(theirs, dealt)


def skill_of(s: Position, leaders: list[int]) -> int:
    return tactical(s, best_tactical(s, leaders)) if leaders else 0

"""Chapter 17.1.5: cards for which a moment is just before a Battle, and as an enemy comes into a home Territory.

A card in Hand may be played at any time in an Operations Segment. The moments of these titles are asked for, by what
everybody sees: before a Land Battle THE ARCHIMEDES EFFECT of all who do not attack, THE POLIORCATES EFFECT of whoever
attacks walls, RAISE THE MILITIA of whoever is at home, MERCENARIES of whoever is attacked; before a Naval Battle GALLEY
TECH of whoever fights; as an enemy comes RAISE THE MILITIA of whoever is at home, and of Rome a Dictator.
"""

from __future__ import annotations

from ludi.games.pax_romana.ch09_movement.enemies import lets_by
from ludi.games.pax_romana.ch09_movement.movement import Entering
from ludi.games.pax_romana.ch10_battle.battle import Battle, may_use_walls
from ludi.games.pax_romana.ch12_special.mercenaries import may_join, own_sides
from ludi.games.pax_romana.ch17_cards.effect import Effect
from ludi.games.pax_romana.ch17_cards.window import offer, offer_each, others
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.cards import (
    ARCHIMEDES,
    GALLEY_TECH,
    MERCENARIES,
    POLIORCATES,
    RAISE_THE_MILITIA,
    SOLDIER_OF_FORTUNE,
)
from ludi.games.pax_romana.world.pieces import CITY, COMBAT, NOBODY, SOF, is_power
from ludi.games.pax_romana.world.sets import has
from ludi.games.pax_romana.world.stability_track import TURMOIL, stability_range

BEFORE_BATTLE = (ARCHIMEDES, POLIORCATES, RAISE_THE_MILITIA, MERCENARIES)

AT_HOME = (RAISE_THE_MILITIA, SOLDIER_OF_FORTUNE)
"""SOLDIER OF FORTUNE for Rome alone, which names a Dictator for it (12.4.7)."""


def before_battle(s: Position, p: Battle) -> bool:
    """A Land Battle is about to begin: whether anybody is asked for a card."""
    if not s.takes_cards():
        return False
    attacker = p.powers[0]
    fitting: dict[int, tuple[int, ...]] = {}
    for power in range(len(s.box.powers)) if attacker == NOBODY else others(s, attacker):
        titles = () if power in p.attackers else for_the_attacked(s, p, power)
        if titles:
            fitting[power] = titles
    for power in besiegers(s, p):
        fitting[power] = (*fitting.get(power, ()), POLIORCATES)
    return offer_each(s, fitting, BEFORE_BATTLE, attacker, p.node)


def for_the_attacked(s: Position, p: Battle, power: int) -> tuple[int, ...]:
    """What a Power that does not attack could play before a Battle."""
    found: tuple[int, ...] = ()
    site = s.sites.get(p.node)
    if site is not None and site.kind == CITY and may_use_walls(s, p):
        found = (ARCHIMEDES,)
    if s.box.home[p.node] == power and not isinstance(s.below(), Entering) and militia_would_come(s, power):
        found += (RAISE_THE_MILITIA,)
    if stands_there(s, p, power) and of_use(s, power, MERCENARIES):
        found += (MERCENARIES,)
    return found


def besiegers(s: Position, p: Battle) -> list[int]:
    """The Powers whose Armies attack walls and that could give them a Helepolis."""
    if not may_use_walls(s, p):
        return []
    owners = {s.sof_owner if side == SOF else side for side in p.attackers}
    return [power for power in sorted(owners) if is_power(power) and of_use(s, power, POLIORCATES)]


def stands_there(s: Position, p: Battle, power: int) -> bool:
    """Whether Mercenaries could join the attacked where they stand, his Soldier of Fortune's Army too (12.2.4, 12.4.4).

    An Army that was intercepted is on its way. Beside his Soldier of Fortune alone they would not fight whoever he has
    agreed to let pass (4.3.1).
    """
    on_the_way = s.engaged(p)
    if (power, p.node) in on_the_way or may_join(s, power, p.node):
        return False
    there = [side for side in own_sides(s, power) if side in p.defenders and (side, p.node) not in on_the_way]
    return bool(there) and (power in there or not lets_by(s, p.attackers[0], power, p.node))


def of_use(s: Position, power: int, title: int) -> bool:
    return not Effect.all[title].no_use(s, power)


def militia_would_come(s: Position, power: int) -> bool:
    """Whether RAISE THE MILITIA would bring any: Stability falls first (17.2)."""
    return stability_range(s.stability[power] - 1) != TURMOIL and of_use(s, power, RAISE_THE_MILITIA)


def before_naval_battle(s: Position, sides: tuple[int, ...], node: int) -> bool:
    """Fleets are about to fight: whether a Power of theirs is asked for better Galleys."""
    powers = [side for side in sides if is_power(side) and not has(s.galley_technology, side)]
    return bool(powers) and offer(s, GALLEY_TECH, among=powers, place=node)


def enemy_at_home(s: Position, move: Entering) -> bool:
    """An Army has come into a home Space of another: whether its Power is asked for a card against it."""
    if not s.box.advanced or move.node >= s.box.atlas.spaces or not move.army & COMBAT:
        return False
    home = s.box.home[move.node]
    if home not in others(s, move.power) or s.allied(home, move.side) or not s.hands[home]:
        return False
    titles: tuple[int, ...] = (RAISE_THE_MILITIA,) if militia_would_come(s, home) else ()
    if s.box.kind[home] == "rome" and of_use(s, home, SOLDIER_OF_FORTUNE):
        titles += (SOLDIER_OF_FORTUNE,)
    return bool(titles) and offer_each(s, {home: titles}, AT_HOME, move.power, move.node)

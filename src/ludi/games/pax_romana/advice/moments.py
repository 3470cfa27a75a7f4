"""What a card is worth at its moment: before a Battle, with an enemy at home, for an Army that is chased (17.1.5)."""

from __future__ import annotations

from ludi.games.pax_romana.advice.clashes import win_chance
from ludi.games.pax_romana.advice.planning import cost
from ludi.games.pax_romana.advice.reactions import stand_or_leave
from ludi.games.pax_romana.advice.worth import keep_worth, site_gain
from ludi.games.pax_romana.ch09_movement.withdrawal import Withdrawal
from ludi.games.pax_romana.ch10_battle.battle import Battle, may_use_walls
from ludi.games.pax_romana.ch10_battle.sums import field_of
from ludi.games.pax_romana.ch11_naval.encounter import Encounter
from ludi.games.pax_romana.ch12_special.mercenaries import own_sides
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.world.cards import ARCHIMEDES, CUNCTATOR, GALLEY_TECH, MERCENARIES, POLIORCATES
from ludi.games.pax_romana.world.pieces import is_power, points, squadrons

SHIFTS = 2
"""Of ARCHIMEDES and POLIORCATES."""
HIRED_SHIFTS = 1
"""What three Battle Points more are in a Battle, as a rule."""


def moment_worth(s: Position, below: Procedure | None, power: int, title: int) -> float | None:
    """What a card does for what the Power is asked about; None: the moment has nothing to do with it."""
    if isinstance(below, Battle):
        return before_battle(s, below, power, title)
    if isinstance(below, Encounter) and title in GALLEY_TECH:
        return better_galleys(s, below, power)
    if isinstance(below, Withdrawal) and title == CUNCTATOR:
        stand, leave = stand_or_leave(s, below, power)
        return max(0.0, leave - stand)
    return None


def before_battle(s: Position, battle: Battle, power: int, title: int) -> float | None:
    if title == POLIORCATES:
        return of_shifts(s, battle, power, SHIFTS) - cost(s, power, 2)
    own = any(side in battle.defenders for side in own_sides(s, power)) or s.site_owner(battle.node) == power
    if title == ARCHIMEDES:
        return of_shifts(s, battle, power, SHIFTS) if own else 0.0
    if title == MERCENARIES:
        return of_shifts(s, battle, power, HIRED_SHIFTS) - cost(s, power, 2) if own else 0.0
    return None


def of_shifts(s: Position, battle: Battle, power: int, more: int) -> float:
    """Shifts in a Battle that is about to begin: by so much more likely its stake is won."""
    walls = may_use_walls(s, battle)
    attacks = power in battle.attackers or (s.sof_owner == power and battle.powers[0] == power)
    net = field_of(s, battle.attackers, battle.defenders, battle.node, walls, battle.amphibious).net()
    better = win_chance(net + more) - win_chance(net) if attacks else win_chance(net) - win_chance(net - more)
    stake = site_gain(s, power, battle.node) if attacks and walls else keep_worth(s, power, battle.node)
    armies = [points(battle.units(s, side)) for side in (0, 1)]
    return better * (1.0 + stake + 0.2 * min(armies))


def better_galleys(s: Position, encounter: Encounter, power: int) -> float:
    """A BP more for each Galley Squadron, in this Naval Battle and until the turn ends."""
    moves = power in encounter.sides
    own = encounter.ships if moves else s.at(power, encounter.lair)
    others = s.at(encounter.other, encounter.lair) if moves else encounter.ships
    even = 1.0 if is_power(encounter.other) or not moves else 0.5
    return even * 0.15 * min(4, squadrons(own), 1 + squadrons(others))

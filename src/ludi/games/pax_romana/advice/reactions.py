"""How a Power answers: interception, withdrawal, the choices of a Battle, losses, offers. Points for each answer."""

from __future__ import annotations

from collections.abc import Sequence

from ludi.core import SPAN
from ludi.games.pax_romana.advice.clashes import skill_of, win_chance
from ludi.games.pax_romana.advice.marches import haven
from ludi.games.pax_romana.advice.planning import spare
from ludi.games.pax_romana.advice.worth import keep_worth
from ludi.games.pax_romana.ch07_cities.capture import OFFER, Capture
from ludi.games.pax_romana.ch09_movement.convoy import Convoy
from ludi.games.pax_romana.ch09_movement.interception import ASK, Interception, rider
from ludi.games.pax_romana.ch09_movement.interceptors import interception_chance, interception_modifiers
from ludi.games.pax_romana.ch09_movement.isolation import LineByRhodes
from ludi.games.pax_romana.ch09_movement.withdrawal import HINDER, Withdrawal
from ludi.games.pax_romana.ch10_battle.battle import (
    BIDDING,
    CHOICE,
    CITY_USE,
    ELEPHANTS_IN,
    ELEPHANTS_OUT,
    PRESS,
    PREVENT,
    SHIFTING,
    Battle,
)
from ludi.games.pax_romana.ch10_battle.losses import Losses
from ludi.games.pax_romana.ch10_battle.retreat import Retreat
from ludi.games.pax_romana.ch10_battle.step_05_to_09_dice import Clash
from ludi.games.pax_romana.ch10_battle.sums import ATTACKER, DEFENDER, Field, late_legions
from ludi.games.pax_romana.ch11_naval.encounter import LOSING, NAMING, Encounter
from ludi.games.pax_romana.ch11_naval.fleets import galley_points
from ludi.games.pax_romana.ch11_naval.wreck import Wreck
from ludi.games.pax_romana.ch12_special.militia import CALLING, RaiseMilitia
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.pieces import (
    CAVALRY,
    COMBAT,
    ELEPHANT,
    GALLEY,
    GARRISONS,
    HEAVY,
    HEAVY_R,
    LAND,
    LEGION,
    LEGION_R,
    LIGHT,
    MERCENARY,
    MERCENARY_CAVALRY,
    MERCENARY_LIGHT,
    MILITIA,
    SOF,
    WALL,
    cavalry_in,
    is_played,
    points,
    squadrons,
)
from ludi.games.pax_romana.world.words import (
    BID,
    DETACH,
    DONE,
    FIELD,
    FIGHT,
    FORCE,
    GO,
    HALT,
    HOLD,
    LET_PASS,
    LOSE,
    LOWER,
    NO,
    RAISE,
    RETREAT,
    SOLDIER,
    STAND,
    WALLS,
    WHOSE,
    WITHDRAW,
    YES,
)

ABSORBS = {
    WALL: 2.0,
    MERCENARY: 3.5,
    MILITIA: 2.5,
    LEGION: 1.6,
    HEAVY: 1.3,
    LEGION_R: 1.5,
    HEAVY_R: 0.9,
    LIGHT: 1.1,
    CAVALRY: 0.35,
    MERCENARY_LIGHT: 2.5,
    MERCENARY_CAVALRY: 0.3,
    ELEPHANT: 0.5,
}
"""Battle Points a loss takes up for what it costs to replace."""


def interception(s: Position, procedure: Interception, power: int, legal: Sequence[int]) -> list[float]:
    if procedure.stage != ASK:
        return [0.2 if action in (FIELD, GO) else 0.0 for action in legal]
    node, side = procedure.node, procedure.side
    enemy = s.at(side, node)
    chief = skill_of(s, s.leaders_of(side, node))
    mountain = s.box.atlas.is_mountain[node]
    stake = max(0.2, 0.4 * keep_worth(s, power, node))
    found = []
    for action in legal:
        if action == NO:
            found.append(0.0)
            continue
        verb, start = action // SPAN * SPAN, action % SPAN
        if verb == DETACH:
            found.append(-0.1)
            continue
        who = SOF if verb == SOLDIER else rider(s, power, start)
        army = s.at(who, start) & LAND & ~GARRISONS
        if not army & COMBAT:
            found.append(0.3)
            continue
        field = Field(
            army, enemy, 0, mountain, False, skill_of(s, s.leaders_of(who, start)), chief, late=late_legions(s)
        )
        bonus = sum(number for _, number, _ in interception_modifiers(s, who, start, node))
        chance = interception_chance(bonus)[1] / 36.0
        won = win_chance(field.net())
        mine, theirs = points(army), points(enemy)
        worth = won * (stake + 0.05 * theirs) - (1.0 - won) * 0.06 * mine - 0.1
        if not s.at(power, node) & COMBAT and start in s.box.capitals[power] and mine < theirs:
            worth -= 0.5
        found.append(chance * worth)
    return found


def withdrawal(s: Position, procedure: Withdrawal, power: int, legal: Sequence[int]) -> list[float]:
    if procedure.stage == HINDER:
        return [0.5 if action == YES else 0.0 for action in legal]
    stand, leave = stand_or_leave(s, procedure, power)
    return [stand if action == STAND else leave if action == WITHDRAW else stand - 0.3 for action in legal]


def stand_or_leave(s: Position, procedure: Withdrawal, power: int) -> tuple[float, float]:
    """What it is worth to fight, and to leave the Space."""
    node = procedure.node
    mine, enemy = s.at(power, node), s.at(procedure.attacker, node)
    site = s.sites.get(node)
    walls = site.walls if site is not None and site.owner == power else 0
    field = Field(
        enemy,
        mine,
        walls,
        s.box.atlas.is_mountain[node],
        procedure.amphibious,
        skill_of(s, s.leaders_of(procedure.attacker, node)),
        skill_of(s, s.leaders_of(power, node)),
        late=late_legions(s),
    )
    lost = win_chance(field.net())
    keep = keep_worth(s, power, node)
    army = points(mine)
    stand = -lost * (0.1 * army + keep) + (1.0 - lost) * 0.05 * points(enemy)
    leave = -keep - (0.5 if s.box.home[node] == power else 0.1)
    return stand, leave


def battle(s: Position, procedure: Battle, power: int, legal: Sequence[int]) -> list[float] | None:
    stage = procedure.stage
    side = ATTACKER if power == procedure.powers[ATTACKER] else DEFENDER
    if stage == CITY_USE:
        net = procedure.field(s).net()
        return [(0.4 if action == WALLS else 0.0) * (1 if net >= -1 else -1) for action in legal]
    if stage == BIDDING:
        rich = spare(s, power)
        wanted = 0 if rich < 3 else 1 if rich < 8 else 2
        return [-0.2 * abs(action - BID - wanted) for action in legal]
    if stage in (ELEPHANTS_OUT, ELEPHANTS_IN):
        other = procedure.units(s, 1 - side)
        horse = cavalry_in(other)
        return [(0.3 if horse else -0.05) * (action % SPAN) for action in legal]
    if isinstance(procedure, Clash) and stage == SHIFTING:
        return _shift(s, procedure, legal)
    if stage == CHOICE:
        mine, theirs = points(procedure.units(s, DEFENDER)), points(procedure.units(s, ATTACKER))
        hold = keep_worth(s, power, procedure.node) + (0.3 if mine >= theirs else 0.0)
        leave = 0.02 * mine + (0.4 if theirs > mine else 0.0)
        return [hold if action == HOLD else leave if action == RETREAT else 0.0 for action in legal]
    if stage == PREVENT:
        return [0.5 if action == YES else 0.0 for action in legal]
    if stage == PRESS:
        return [0.5 if action == FORCE else 0.0 for action in legal]
    return None


def _shift(s: Position, procedure: Clash, legal: Sequence[int]) -> list[float]:
    """A Shift saves own Units or costs the enemy some: whichever is more."""
    bases = procedure.field(s).bases()
    side = procedure.shifter
    mine, theirs = float(bases[side]), float(bases[1 - side])
    if side == ATTACKER:
        theirs *= 1.6 if procedure.walls else 1.15
    found = []
    for action in legal:
        if action == DONE:
            found.append(0.0)
        elif action == RAISE:
            found.append(0.1 + 0.02 * theirs)
        else:
            found.append(0.1 + 0.02 * mine if action == LOWER else 0.0)
    return found


def losses(s: Position, procedure: Losses, power: int, legal: Sequence[int]) -> list[float]:
    """What can best be spared; the opponent who distributes the losses of nobody's Army takes what hurts (13.2.4)."""
    battle = s.below()
    strangers = not any(is_played(side) for side in procedure.sides)
    opponent = isinstance(battle, Battle) and strangers and power in battle.powers
    found = []
    for action in legal:
        kind = action - LOSE
        worth = ABSORBS.get(kind, 0.5)
        if kind in (LEGION, HEAVY) and procedure.amount < (4 if kind == LEGION else 3):
            worth = 1.4 if procedure.amount == 2 else 0.6
        if kind == WALL and procedure.amount < 2:
            worth = 1.0
        found.append(-worth if opponent else worth)
    return found


def retreat(s: Position, procedure: Retreat, power: int, legal: Sequence[int]) -> list[float]:
    return [
        haven(s, power, procedure.here if action == HALT else action % SPAN, procedure.node)
        + (0.1 if action == HALT else 0.0)
        for action in legal
    ]


def wreck(s: Position, procedure: Encounter | Wreck, power: int, legal: Sequence[int]) -> list[float]:
    """Lent Galley Squadrons go down before own ones."""
    return [0.0 if action - LOSE == GALLEY else 0.1 for action in legal]


def encounter(s: Position, procedure: Encounter, power: int, legal: Sequence[int]) -> list[float]:
    """At sea: sink what comes without escort, fight as an equal, get out of the way of the stronger."""
    if procedure.stage == NAMING:
        return wreck(s, procedure, power, legal)
    if procedure.stage == LOSING:
        return [0.0 if action - WHOSE == power else 0.1 for action in legal]
    coming = squadrons(procedure.ships)
    theirs = coming * galley_points(s, procedure.sides[0])
    mine = squadrons(s.at(power, procedure.node)) * galley_points(s, power)
    found = []
    for action in legal:
        if action == FIGHT:
            found.append(3.0 if not coming else 0.6 if mine >= theirs else 0.3 - 0.2 * (theirs - mine))
        elif action == LET_PASS:
            found.append(0.0)
        else:
            found.append(0.05)
    return found


def capture(s: Position, procedure: Capture, power: int, legal: Sequence[int]) -> list[float]:
    below = s.below()
    if procedure.stage == OFFER:
        return [1.0 if action == YES else 0.0 for action in legal]
    going = isinstance(below, Convoy) and below.mp >= 4
    return [0.2 if action == NO else 0.1 if going else 0.5 for action in legal]


def line_by_rhodes(s: Position, procedure: LineByRhodes, power: int, legal: Sequence[int]) -> list[float]:
    """A Talent is less than the Unit that attrition takes at least."""
    return [1.0 if action == YES else 0.0 for action in legal]


def militia(s: Position, procedure: RaiseMilitia, power: int, legal: Sequence[int]) -> list[float]:
    if procedure.stage == CALLING:
        return [0.3 if action == YES and s.stability[power] >= 1 else 0.1 for action in legal]
    return [keep_worth(s, power, action % SPAN) - 0.05 * points(s.at(power, action % SPAN)) for action in legal]

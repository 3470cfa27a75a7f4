"""What a bot may ask: how a position looks to a seat.

The evaluation is in Victory Points: those in hand, those that the present map would bring in the turns to come (a rank
is treated softly), the means to earn more (Talents, Units, Stability) and what is in danger.
"""

from __future__ import annotations

from math import exp

from ludi.core import Insight, State
from ludi.core.native import mypyc_attr
from ludi.games.pax_romana.advice.memory import refresh
from ludi.games.pax_romana.advice.threats import danger
from ludi.games.pax_romana.advice.worth import (
    COIN,
    NEAR_CVP,
    NEAR_GOP,
    POINT,
    scorings,
    seasons,
    soft_rank,
    space_extra,
    standings,
)
from ludi.games.pax_romana.asking.state import PaxRomanaState
from ludi.games.pax_romana.ch03_sequence.activation import CARDS, OPERATION, OTHERS, Activation
from ludi.games.pax_romana.ch03_sequence.expansion import Expansion
from ludi.games.pax_romana.ch03_sequence.phases import PHASE_F
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch06_treasury.maintenance import heavy_units
from ludi.games.pax_romana.ch15_victory.victory import condition_holds, final_scores
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.pieces import COMBAT, ELEPHANT, GARRISON, count, points, squadrons

SOFTNESS = 3.0
"""How many Victory Points make a lead safe in the last turn."""
SOFTER = 1.6
"""How many more for each turn that is left."""
MAJOR_LEFT, MINOR_LEFT = 0.8, 0.3
"""Moves that may still be made in an Expansion under way."""
STEADY = 0.35
"""A level of Stability."""


@mypyc_attr(allow_interpreted_subclasses=True)
class PaxRomanaInsight(Insight):
    """Pax Romana's own evaluation. A turn of the look-ahead is one Move, one work, one Phase."""

    def turn(self, state: State) -> int:
        assert isinstance(state, PaxRomanaState)
        for procedure in state.stack:
            if isinstance(procedure, Expansion):
                step = procedure.minor + (4 if procedure.major else 0) + (8 if procedure.conquest else 0)
                return (state.activations * 16 + step) * 16 + state.phase
        return (state.activations * 16 + 15) * 16 + state.phase

    def evaluate(self, state: State, seat: int) -> float:
        return self.chances(state)[seat]

    def chances(self, state: State) -> list[float]:
        """Every seat's chance to win."""
        assert isinstance(state, PaxRomanaState)
        outcome = state.outcome()
        if outcome is not None:
            return outcome.returns(state.box.seats)
        s = counted(state)
        return shares(s, prospects(s))


def counted(s: Position) -> Position:
    """The position with Control as the pieces stand, and nothing kept that is out of date."""
    if s.dirty:
        s = s.copy()
        recount(s)
    refresh(s)
    return s


def shares(s: Position, worth: list[float]) -> list[float]:
    """Every seat's chance to win, from what every Power has and may expect."""
    seats = [sum([worth[power] for power in own]) / len(own) for own in s.box.seat_powers]
    soft = SOFTNESS + SOFTER * (s.box.turns - s.turn - 1)
    top = max(seats)
    weights = [exp(max(-30.0, (each - top) / soft)) for each in seats]
    total: float = sum(weights)
    return [each / total for each in weights]


def prospects(s: Position) -> list[float]:
    """What every Power has and may expect, in Victory Points."""
    box = s.box
    scoring = box.scenario["scoring"]
    times = scorings(s)
    gop, cvp = standings(s)
    totals = final_scores(s) if box.turns == 1 or s.turn + 1 == box.turns else s.vp
    found = []
    for power in range(len(box.powers)):
        worth = float(totals[power])
        rivals = [p for p in range(len(box.powers)) if p != power]
        worth += times * soft_rank(gop[power], [float(gop[p]) for p in rivals], scoring["gop"], NEAR_GOP)
        worth += times * soft_rank(cvp[power], [float(cvp[p]) for p in rivals], scoring["cvp"], NEAR_CVP)
        worth += COIN * seasons(s) * 0.6 * (gop[power] + cvp[power])
        for bonus in box.scenario["victory"].get("bonus", ()):
            if bonus["power"] in ("any", box.powers[power]) and condition_holds(s, bonus["when"], power):
                worth += bonus["points"] * (times if bonus["timing"] == "each-turn" else 1.0)
        found.append(worth + means(s, power))
    for procedure in s.stack:
        if isinstance(procedure, Expansion):
            found[procedure.power] += (MAJOR_LEFT if procedure.major else 0.0) + MINOR_LEFT * procedure.minor
        elif isinstance(procedure, Activation) and procedure.stage in (CARDS, OTHERS, OPERATION):
            found[procedure.power] += MAJOR_LEFT + 2 * MINOR_LEFT
    return found


def means(s: Position, power: int) -> float:
    """Talents, Stability, Units, and the fear for Capitals and Cities."""
    box = s.box
    last = s.turn + 1 >= box.turns and s.phase >= PHASE_F
    worth = purse(s, power, s.treasury[power])
    worth += STEADY * s.stability[power] * (0.3 if last else 1.0)
    future = 0.25 if last else 1.0
    for node, stack in s.places_of(power):
        strength = points(stack)
        worth += future * (POINT * strength + 0.12 * count(stack, GARRISON) + 0.06 * count(stack, ELEPHANT))
        worth += future * 0.2 * min(3, squadrons(stack))
        if node >= box.atlas.spaces:
            worth -= 0.5 * POINT * strength
        elif strength and stack & COMBAT and s.leaders_of(power, node):
            worth += 0.02 * future * min(20, strength)
    worth -= 0.2 * max(0, heavy_units(s, power) - standings(s)[1][power])
    for node, site in s.sites.items():
        if site.owner == power and s.occupier(node) == power:
            worth -= danger(s, power, node, points(s.at(power, node)))
    for capital in box.capitals[power]:
        if s.holder(capital) != power:
            worth -= 2.0 + max(
                (space_extra(s, p, capital, True) for p in range(len(box.powers)) if p != power), default=0.0
            )
    return worth


def purse(s: Position, power: int, talents: int) -> float:
    """So many Talents of a Power: most of all those that its markers still need."""
    markers = s.pool[power] + s.order.count(power) if s.phase == PHASE_F else s.box.markers[power]
    last = s.turn + 1 >= s.box.turns and s.phase >= PHASE_F
    paid = min(talents, markers)
    return (0.6 if not last else 0.3) * paid + (0.02 if last else COIN) * min(talents - paid, 20)

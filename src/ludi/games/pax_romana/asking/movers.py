"""Whom a question about a Move is about: the Army or Fleet under way, or one that could set out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ludi.core import Asked
from ludi.games.pax_romana.asking.naming import BadQuestion, node_number, power_number
from ludi.games.pax_romana.asking.state import PaxRomanaState
from ludi.games.pax_romana.ch08_leaders.leaders import best_campaign
from ludi.games.pax_romana.ch09_movement.convoy import Expedition
from ludi.games.pax_romana.ch09_movement.movement import WALK, March, Move
from ludi.games.pax_romana.ch11_naval.afloat import FleetVoyage
from ludi.games.pax_romana.world.pieces import GARRISONS, LAND, SOF, common, pack
from ludi.games.pax_romana.world.sets import has
from ludi.games.pax_romana.world.words import MAJOR, MINOR, SOLDIER, SOLDIER_MINOR, TAKE_ALL

TalkOf = Asked[PaxRomanaState]


class Mover(NamedTuple):
    """An Army on the move, or about to."""

    side: int
    power: int
    """Who decides for it."""
    node: int
    army: int
    leaders: Sequence[int]
    mp: int | None
    """None before the die is cast."""
    rating: int = 0
    begin: tuple[int, ...] = ()
    """The actions that begin the Move."""

    @property
    def alone(self) -> bool:
        """A leader without an Army: he has double MP (8.2.3)."""
        return not self.army

    @property
    def most_mp(self) -> int:
        """What it has at best."""
        return (6 + self.rating) * (2 if self.alone else 1) if self.mp is None else self.mp

    def chance_of(self, mp: int) -> float:
        """That it has so many MP."""
        if self.mp is not None:
            return float(mp <= self.mp)
        times = 2 if self.alone else 1
        return sum(times * (die + self.rating) >= mp for die in range(1, 7)) / 6


def power_of(asked: TalkOf, arguments: Mapping[str, Any]) -> int:
    """The Power that is named, else the one of the asking seat that decides or is Active, else its first."""
    s = asked.state
    if "power" in arguments:
        return power_number(s, arguments["power"])
    if asked.seat is None:
        return max(0, s.active)
    own = s.box.seat_powers[asked.seat]
    deciding = s.decider(asked.seat)
    return deciding if deciding >= 0 else s.active if s.active in own else own[0]


def move_under_way(s: PaxRomanaState) -> Expedition | FleetVoyage | None:
    """The Move that goes on, however deep in the stack."""
    return next((each for each in reversed(s.stack) if isinstance(each, (Expedition, FleetVoyage))), None)


def marcher(asked: TalkOf, arguments: Mapping[str, Any]) -> Mover:
    """The Army of a question about marching."""
    s = asked.state
    move = move_under_way(s)
    if isinstance(move, Move) and move.stage == WALK and "space" not in arguments:
        return Mover(move.side, move.power, move.node, move.army, move.leader_list(), max(0, move.marching_mp))
    if isinstance(move, March) and "space" not in arguments and not move.empty and not move.ships:
        rating = 0 if move.minor and move.army else best_campaign(s, move.leader_list())
        return Mover(move.side, move.power, move.node, move.army, move.leader_list(), None, rating)
    if "space" not in arguments:
        raise BadQuestion("No army is on the march; name the space where one could set out.")
    return could_set_out(asked, arguments)


def could_set_out(asked: TalkOf, arguments: Mapping[str, Any]) -> Mover:
    """An Army that could begin a Move in a place, with all that have not moved unless some are named."""
    s = asked.state
    node, power = node_number(s, arguments["space"]), power_of(asked, arguments)
    minor = bool(arguments.get("minor"))
    side = SOF if s.sof_owner == power and s.at(SOF, node) and not s.at(power, node) else power
    units = s.fresh(side, node) & LAND
    army = units & ~GARRISONS or units
    leaders = [number for number in s.leaders_of(side, node) if not has(s.leaders_moved, number)]
    if "units" in arguments:
        army = pack(arguments["units"])
        if common(army, units) != army:
            raise BadQuestion("These units are not there, or have moved.")
    if "leaders" in arguments:
        words = {s.box.leaders[number].word: number for number in leaders}
        if not words.keys() >= set(arguments["leaders"]):
            raise BadQuestion("These leaders are not there, or have moved.")
        leaders = [words[word] for word in arguments["leaders"]]
    if not army and not leaders:
        raise BadQuestion(f"Nobody of this power can set out from {arguments['space']}.")
    rating = 0 if minor and army else best_campaign(s, leaders)
    return Mover(side, power, node, army, leaders, None, rating, _begin(asked, side, node, minor, arguments))


def _begin(asked: TalkOf, side: int, node: int, minor: bool, arguments: Mapping[str, Any]) -> tuple[int, ...]:
    """What begins such a Move, if the asking seat may begin it now."""
    verb = (SOLDIER_MINOR if minor else SOLDIER) if side == SOF else MINOR if minor else MAJOR
    if asked.seat is None or verb + node not in asked.state.legal(asked.seat):
        return ()
    everybody = not minor and "units" not in arguments and "leaders" not in arguments
    return (verb + node, TAKE_ALL) if everybody else (verb + node,)

"""A position in the middle of things, in plain words: a march with 3 MP left, a voyage at a place, a Battle, losses.

``position(..., under_way={"march": {"space": "roma", "army": {"legion": 2}, "mp": 3}})``: what is under way stands on
the Operation of the active Power, so play goes on after it as it does in a match.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ludi.core import BadPosition
from ludi.games.pax_romana.asking.state import PaxRomanaState
from ludi.games.pax_romana.ch03_sequence.expansion import Expansion
from ludi.games.pax_romana.ch09_movement.enemies import foes
from ludi.games.pax_romana.ch09_movement.entering import attack
from ludi.games.pax_romana.ch09_movement.movement import March
from ludi.games.pax_romana.ch09_movement.ways import (
    by_sea_from,
)
from ludi.games.pax_romana.ch10_battle.losses import IN_BATTLE, Losses
from ludi.games.pax_romana.ch11_naval.afloat import FleetVoyage, Transport
from ludi.games.pax_romana.world.pieces import GALLEYS, LAND, SOF, UNITS, common, pack

PARTS = {
    "march": ("side", "space", "army", "leaders", "mp", "minor"),
    "voyage": ("side", "space", "army", "ships", "leaders", "mp", "minor", "sailed_from", "stopped"),
    "battle": ("side", "space", "from", "army", "leaders", "mp"),
    "losses": ("side", "space", "points", "walls"),
}
MOST_MP = 30


class Told:
    """What is told of a thing under way, read part by part."""

    def __init__(self, s: PaxRomanaState, kind: str, parts: Mapping[str, Any]) -> None:
        for part in parts:
            if part not in PARTS[kind]:
                raise BadPosition(f"A {kind} under way has no '{part}'; it has {', '.join(PARTS[kind])}.")
        self.s = s
        self.kind = kind
        self.parts = parts
        self.power = s.active

    @property
    def side(self) -> int:
        """The side on the move: the active Power, or its Soldier of Fortune."""
        named = self.parts.get("side", self.s.box.powers[self.power])
        if named == self.s.box.powers[self.power]:
            return self.power
        if named == self.s.box.side_word(SOF) and self.s.sof_owner == self.power:
            return SOF
        raise BadPosition(f"The {self.kind} under way is one of the active power or its soldier of fortune.")

    def node(self, part: str = "space") -> int:
        found = self.s.box.atlas.index.get(self.parts.get(part, ""))
        if found is None:
            raise BadPosition(f"A {self.kind} under way needs '{part}', a place on the map.")
        return found

    def number(self, part: str, most: int, default: int | None = None) -> int:
        value = self.parts.get(part, default)
        if type(value) is not int or not 0 <= value <= most:
            raise BadPosition(f"A {self.kind} under way needs '{part}', a number from 0 to {most}.")
        return value

    def flag(self, part: str) -> bool:
        value = self.parts.get(part, False)
        if type(value) is not bool:
            raise BadPosition(f"'{part}' of a {self.kind} under way is true or false.")
        return value

    def units(self, part: str, node: int, among: int) -> int:
        """Units that go along: those named, or all that are there."""
        here = self.s.at(self.side, node) & among
        named = self.parts.get(part)
        if named is None:
            return here
        if not isinstance(named, Mapping) or any(word not in UNITS for word in named):
            raise BadPosition(f"'{part}' of a {self.kind} under way are Units by kind and number.")
        wanted = pack(dict(named))
        if common(wanted, here) != wanted:
            raise BadPosition(f"The {self.kind} under way has Units that are not in {self.s.box.place(node)}.")
        return wanted

    def leaders(self, node: int) -> list[int]:
        """The leaders along: those named, or all that are there."""
        here = self.s.leaders_of(self.side, node)
        named = self.parts.get("leaders")
        if named is None:
            return here
        found = [number for number in here if self.s.box.leaders[number].word in named]
        if len(found) != len(named):
            raise BadPosition(f"The {self.kind} under way has a leader who is not in {self.s.box.place(node)}.")
        return found


def put_under_way(s: PaxRomanaState, told: Mapping[str, Mapping[str, Any]]) -> None:
    """Put what is told on the Operation under way, and let it go on to its next question."""
    if len(told) != 1 or not set(told) <= set(PARTS):
        raise BadPosition(f"One thing can be under way: {', '.join(PARTS)}.")
    (kind, parts), *_ = told.items()
    if not isinstance(parts, Mapping):
        raise BadPosition(f"A {kind} under way is told by its parts: {', '.join(PARTS[kind])}.")
    expansion = s.stack[-1]
    if not isinstance(expansion, Expansion):
        raise BadPosition(f"A {kind} can be under way in an expansion only: operation 'expansion'.")
    BEGIN[kind](s, expansion, Told(s, kind, parts))
    s.run()


def _set_out(s: PaxRomanaState, expansion: Expansion, told: Told, start: int) -> March:
    """The Army of a Move on its way; the Expansion has one Move less."""
    minor = told.flag("minor")
    move = March(told.side, told.power, start, minor)
    expansion.spend(minor)
    move.set_out(told.units("army", start, LAND), told.leaders(start), told.number("mp", MOST_MP, 0))
    return move


def _march(s: PaxRomanaState, expansion: Expansion, told: Told) -> None:
    move = _set_out(s, expansion, told, told.node())
    if move.empty:
        raise BadPosition(f"Nobody is on the march in {s.box.place(move.node)}.")
    s.push(move)


def _voyage(s: PaxRomanaState, expansion: Expansion, told: Told) -> None:
    node = told.node()
    if not s.box.atlas.sea[node]:
        raise BadPosition(f"No voyage leads to {s.box.place(node)}.")
    move = _set_out(s, expansion, told, node)
    move.board(told.units("ships", node, GALLEYS))
    if move.empty:
        raise BadPosition(f"Nobody is at sea in {s.box.place(node)}.")
    voyage: FleetVoyage | Transport = FleetVoyage.of(move) if move.ships and not move.army else Transport.of(move)
    start = told.node("sailed_from") if "sailed_from" in told.parts else node
    voyage.come_from(start, told.flag("stopped"))
    s.push(voyage)


def _battle(s: PaxRomanaState, expansion: Expansion, told: Told) -> None:
    """An Army comes from a Space and attacks whoever is in another: the Battle begins."""
    start, node = told.node("from"), told.node()
    move = _set_out(s, expansion, told, start)
    if not move.army:
        raise BadPosition(f"Nobody attacks from {s.box.place(start)}.")
    by_land = any(near == node for near, _ in s.box.atlas.land[start])
    if not by_land and node not in s.box.atlas.sea[start]:
        raise BadPosition(f"No connection leads from {s.box.place(start)} to {s.box.place(node)}.")
    move.come(s, start if by_land else by_sea_from(start), node)
    enemies = foes(s, move.side, node, move.power)
    if not enemies:
        raise BadPosition(f"There is nobody to fight in {s.box.place(node)}.")
    s.push(move)
    attack(s, move, enemies)


def _losses(s: PaxRomanaState, expansion: Expansion, told: Told) -> None:
    """Losses of a Battle are to be taken, by the Power whose Army it is."""
    node = told.node()
    points = told.number("points", 99)
    walls = told.flag("walls")
    if not s.at(told.side, node) & LAND:
        raise BadPosition(f"Nobody takes losses in {s.box.place(node)}.")
    horse = not walls and not s.box.atlas.is_mountain[node]
    s.push(Losses((told.side,), told.power, node, points, IN_BATTLE, horse, walls))


BEGIN: Mapping[str, Callable[[PaxRomanaState, Expansion, Told], None]] = {
    "march": _march,
    "voyage": _voyage,
    "battle": _battle,
    "losses": _losses,
}

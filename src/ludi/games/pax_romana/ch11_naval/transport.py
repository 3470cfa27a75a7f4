"""Chapter 11.3: an Army embarks, and lands in a Port."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludi.games.pax_romana.ch04_diplomacy.bribery import ATTACK, offer_bribe, threatened
from ludi.games.pax_romana.ch09_movement.stages import ARRIVE, ESCORTING, LANDING, MAY_STRIKE, SEA_MET
from ludi.games.pax_romana.ch09_movement.ways import open_prize, pyrrhus_waits, quick_foe
from ludi.games.pax_romana.ch11_naval.fleets import flag
from ludi.games.pax_romana.ch11_naval.meeting import settle
from ludi.games.pax_romana.ch11_naval.sailing import may_sail
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.atlas import NAVAL_POINT, PORT
from ludi.games.pax_romana.world.pieces import COMBAT, GALLEY, GALLEYS, INDEPENDENT, NODE_BITS, ONE, SOF, common

if TYPE_CHECKING:
    from ludi.games.pax_romana.ch09_movement.movement import Move


def safe_ports(s: Position, move: Move) -> bool:
    """Whether an Army that fails here could debark elsewhere without a Land Battle, there or on the way (11.3.4)."""
    atlas = s.box.atlas
    seen = {move.node}
    todo = [move.node]
    while todo:
        here = todo.pop()
        for near in atlas.sea[here]:
            if near in seen or not s.box.open[near]:
                continue
            seen.add(near)
            if near >= atlas.spaces:
                todo.append(near)
            elif not quick_foe(s, move.side, near):
                return True
    return False


def landing_cost(s: Position, move: Move) -> int:
    """MP to debark here: 1, with an Amphibious Attack 2; a lone leader pays nothing (9.2.1, 8.2.3)."""
    if not move.army:
        return 0
    if quick_foe(s, move.side, move.node, move.power) and not open_prize(s, move.side, move.node, move.power):
        return 2
    return 1


def may_land(s: Position, move: Move) -> str:
    """The rule that forbids debarking here, '' if it is allowed (11.3)."""
    node = move.node
    if node >= s.box.atlas.spaces or not s.box.atlas.flags[node] & PORT or move.fleet:
        return "PR-11.3.2d"
    if not move.sailed and any(may_sail(s, move, near) for near in s.box.atlas.sea[node]):
        return "PR-11.3.2a"
    if move.side == SOF and pyrrhus_waits(s, node):
        return "PR-12.4.2a"
    foe = quick_foe(s, move.side, node, move.power)
    if foe and not move.army & COMBAT:
        return "PR-11.3.3a"
    cost = landing_cost(s, move)
    if cost > move.mp:
        return "PR-11.3.2d"
    if cost == 2 and (move.mp < 3 or not safe_ports(s, move)):
        return "PR-11.3.4a"
    return ""


def escorts_left(s: Position, move: Move) -> int:
    """The Galley Squadrons here that may still join a transport; a Soldier of Fortune is lent one (12.4.4, 16.2)."""
    owner = flag(s, move.side)
    if s.mutiny == owner << NODE_BITS | move.node or (move.side == SOF and move.ships):
        return 0
    ready = s.escorts(owner, move.node)
    return ready - common(ready, move.ships)


def begin_at_sea(s: Position, move: Move) -> None:
    """A Move that begins on a Naval Transit Point: the escort that lies there may come along (11.2.2)."""
    if move.side == SOF:
        move.ships = s.at(SOF, move.node) & GALLEYS
    if escorts_left(s, move):
        move.stage = ESCORTING
    else:
        embark(s, move, 0)


def join(s: Position, move: Move, ship: int) -> None:
    """Galley Squadrons come along; one lent to a Soldier of Fortune is his meanwhile (12.4.4)."""
    owner = flag(s, move.side)
    if not move.fleet:
        s.set_out(owner, move.node, ship)
    if owner != move.side:
        s.remove(owner, move.node, ship)
        s.add(move.side, move.node, ship)
    move.ships += ship


def embark(s: Position, move: Move, number: int) -> None:
    """Go to sea with so many own Squadrons beside those of Rhodes that have joined; free for who is there (11.2.2)."""
    if move.army and s.box.atlas.kind[move.node] != NAVAL_POINT:
        move.mp -= 1
    if number:
        join(s, move, number * ONE[GALLEY])
    move.at_sea = True
    move.sailed = False
    move.last_port = move.sailed_from = move.node
    if move.army:
        move.legs = []
    move.met = MAY_STRIKE
    move.foreign = 0
    move.stage = SEA_MET


def approach(s: Position, move: Move) -> None:
    """Before a landing whoever is landed upon may try to buy the Army off (4.4)."""
    move.stage = LANDING
    if move.spared != move.node:
        victim = threatened(s, move.side, move.power, move.army, move.node)
        offer_bribe(s, victim, move.power, ATTACK, move.node)


def stay_aboard(s: Position, move: Move) -> None:
    """The Army was bought off and does not land here (4.4)."""
    move.spared = move.node
    settle(s, move)


def debark(s: Position, move: Move) -> None:
    """Debark; against enemies it is an Amphibious Attack (11.3.3)."""
    node = move.node
    cost = landing_cost(s, move)
    if cost:
        move.mp -= 1
    opposed = bool(quick_foe(s, move.side, node, move.power))
    move.entered = node
    move.last_space = node
    if opposed:
        if s.at(INDEPENDENT, node) & GALLEYS and s.box.place(node) == "rhodes":
            move.free_attack = True
            move.stage = SEA_MET
            return
        move.stage = ARRIVE
        return
    release_escort(s, move)
    move.entered = -2
    move.stage = ARRIVE


def release_escort(s: Position, move: Move) -> None:
    """The voyage is over, the escort stays; in a Port one lent to a Soldier of Fortune goes back (12.4.4)."""
    move.at_sea = False
    owner = flag(s, move.side)
    if owner != move.side and move.ships and move.node < s.box.atlas.spaces:
        s.remove(move.side, move.node, move.ships)
        s.add(owner, move.node, move.ships)
        s.mark_escort(owner, move.node, move.ships)
    else:
        s.mark_escort(move.side, move.node, move.ships)
    move.ships = 0

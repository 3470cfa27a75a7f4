"""Chapter 11.4 as the moving Fleet sees it: whom it meets, and what follows for its voyage."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludi.games.pax_romana.ch09_movement.stages import (
    AT_SEA,
    CONFRONT,
    FINISH,
    IN_HARBOUR,
    MAY_STRIKE,
    SEA_AFTER,
    SEA_MET,
    STOPPED,
    WAVED_BY,
    WAVED_ON,
)
from ludi.games.pax_romana.ch11_naval.fleets import flag, free_rhodes, nearest_haven, takes_toll
from ludi.games.pax_romana.ch11_naval.perils import sink
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.atlas import DEEP_POINT, NAVAL_POINT
from ludi.games.pax_romana.world.pieces import GALLEYS, INDEPENDENT, LAND, NOBODY

if TYPE_CHECKING:
    from ludi.games.pax_romana.ch09_movement.movement import Move

PASSED, WITHDREW, WON, BEATEN, DRAWN, SUNK = range(6)
"""What an Encounter tells the Move."""


def rivals(s: Position, move: Move) -> list[int]:
    """The sides with a Fleet in this place that this one has not met yet (11.4.1).

    Without Galley Squadrons on either side there is nobody to fight with (11.3.1).
    """
    node = move.node
    flags = {flag(s, side) for side in move.sides}
    kind = s.box.atlas.kind[node]
    if kind == DEEP_POINT:
        return []
    found = []
    for other in range(5):
        stack = s.at(other, node)
        if not stack or other in flags or move.met >> other & 1:
            continue
        if not stack & GALLEYS and not (kind == NAVAL_POINT and stack & LAND and move.ships):
            continue
        if all(s.allied(side, other) for side in flags) and not bars_landing(s, move, other):
            continue
        if other == INDEPENDENT and free_rhodes(s, node) and not move.free_attack:
            continue
        found.append(other)
    return found


def bars_landing(s: Position, move: Move, ally: int) -> bool:
    """Whether an ally's Fleet lies in his own Port before an Army that he has not agreed to let in (4.3.1)."""
    node = move.node
    if s.holder(node) != ally:
        return False
    return any(army and not s.lets_in(ally, flag(s, side), node) for side, army, _ in move.parts())


def prey(s: Position, move: Move) -> int:
    """The side whose Fleet the moving one may attack of its own will: after a Draw, and at Rhodes (11.4.5, 12.5.1)."""
    if not move.ships:
        return NOBODY
    if takes_toll(s, move.node):
        return INDEPENDENT
    return s.foes_galleys(flag(s, move.side), move.node) if move.met & MAY_STRIKE else NOBODY


def meet_fleets(s: Position, move: Move) -> None:
    move.muster(s)
    move.stage = SEA_AFTER
    s.answer = PASSED
    others = rivals(s, move)
    if others:
        from ludi.games.pax_romana.ch11_naval.battle import Encounter

        move.met |= 1 << others[0]
        s.push(Encounter(move.side, others[0], move.node))


def after_meeting(s: Position, move: Move) -> None:
    answer = s.answer
    move.muster(s)
    if not move.army and not move.ships and not move.leaders:
        move.stage = FINISH
        return
    if answer == BEATEN:
        beaten(s, move)
        return
    if answer in (WITHDREW, WON, DRAWN):
        move.stopped = True
        move.modifier = {WITHDREW: 1, WON: 2, DRAWN: 0}[answer]
    if rivals(s, move):
        move.stage = SEA_MET
        return
    if move.free_attack:
        move.free_attack = False
        move.stage = CONFRONT
        return
    foreign = move.foreign
    move.foreign = 0
    if foreign and not move.stopped:
        host = foreign - WAVED_ON
        if host < 0:
            move.stopped = True
        elif not move.met >> WAVED_BY + host & 1:
            from ludi.games.pax_romana.ch11_naval.battle import Harbour

            move.stage = IN_HARBOUR
            s.push(Harbour(move.side, host, move.node))
            return
    settle(s, move)


def settle(s: Position, move: Move) -> None:
    move.stage = STOPPED if move.stopped else AT_SEA


def beaten(s: Position, move: Move) -> None:
    """A beaten Active Fleet is put into its nearest friendly Port and is Finished; its Army debarks (11.4.4)."""
    port = nearest_haven(s, move.sides, move.node, bool(move.army))
    if port == NOBODY:
        sink(s, move, "PR-11.4.4c", in_battle=True)
        return
    move.carry(s, port)
    if not move.fleet:
        move.mp = max(0, move.mp - 1)
    move.at_sea = False
    move.stage = FINISH


def strike(s: Position, move: Move) -> None:
    """The moving Fleet starts a Naval Battle itself."""
    from ludi.games.pax_romana.ch11_naval.battle import FIGHTING, Encounter

    other = prey(s, move)
    encounter = Encounter(move.side, other, move.node)
    encounter.stage = FIGHTING
    move.met = move.met & ~MAY_STRIKE | 1 << other
    move.stage = SEA_AFTER
    s.answer = 0
    s.push(encounter)

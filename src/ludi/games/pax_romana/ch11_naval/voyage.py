"""Chapter 11.1: a voyage, the part of a Move that is at sea: its stages and choices, the leg, Continuity, the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludi.games.pax_romana.ch05_control.ports import friendly_port
from ludi.games.pax_romana.ch09_movement.stages import (
    ARRIVE,
    AT_SEA,
    ESCORTING,
    FINISH,
    IN_HARBOUR,
    LANDING,
    MAY_STRIKE,
    MINOR_MOVE,
    SEA_AFTER,
    SEA_ENTER,
    SEA_MET,
    STOPPED,
    TOLL,
    WAVED_ON,
    WITHDRAWAL,
)
from ludi.games.pax_romana.ch09_movement.ways import quick_foe
from ludi.games.pax_romana.ch11_naval.fleets import takes_toll
from ludi.games.pax_romana.ch11_naval.meeting import after_meeting, meet_fleets, prey, settle, strike
from ludi.games.pax_romana.ch11_naval.perils import fight_pirates, pay_toll, sink, weather
from ludi.games.pax_romana.ch11_naval.sailing import CONTINUES, continuity_modifier, may_sail, must_stop, no_assault
from ludi.games.pax_romana.ch11_naval.transport import (
    approach,
    debark,
    embark,
    escorts_left,
    join,
    landing_cost,
    may_land,
    release_escort,
)
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.atlas import DEEP_POINT, NAVAL_POINT
from ludi.games.pax_romana.world.pieces import (
    COMBAT,
    GALLEY,
    GALLEYS,
    NOBODY,
    NODE_BITS,
    NODES,
    ONE,
    RHODIAN,
    SOF,
    count,
    kinds,
)
from ludi.games.pax_romana.world.words import DEBARK, ESCORT, FIGHT, GO, HALT, MAX_NUMBER, NO, SAIL, TAKE, YES

if TYPE_CHECKING:
    from ludi.games.pax_romana.ch09_movement.movement import Move


def run_at_sea(s: Position, move: Move) -> bool:
    if move.stage == SEA_ENTER:
        _enter(s, move)
    elif move.stage == SEA_MET:
        meet_fleets(s, move)
    elif move.stage == SEA_AFTER:
        after_meeting(s, move)
    elif move.stage == IN_HARBOUR:
        move.stopped = not s.answer
        settle(s, move)
    elif move.stage == LANDING:
        debark(s, move)
    elif move.stage == TOLL:
        return True
    elif move.stage in (AT_SEA, STOPPED):
        if not move.army and not move.leaders and not move.ships:
            move.stage = FINISH
            return False
        if move.mode == WITHDRAWAL:
            release_escort(s, move)
            move.stage = ARRIVE
            return False
        options = legal_at_sea(s, move)
        if options in ([], [HALT]):
            _halt(s, move)
            return False
        s._legal[move.power] = options
        return True
    return False


def _enter(s: Position, move: Move) -> None:
    """Pirates first, then the weather."""
    node = move.node
    move.stopped = False
    move.modifier = 0
    if node in s.pirates and not fight_pirates(s, move):
        return
    move.stage = SEA_MET
    kind = s.box.atlas.kind[node]
    if kind in (NAVAL_POINT, DEEP_POINT):
        weather(s, move, kind)
    elif takes_toll(s, node):
        move.stage = TOLL
        if not s.treasury[move.power]:
            pay_toll(s, move, False)


def legal_at_sea(s: Position, move: Move) -> list[int]:
    atlas = s.box.atlas
    node = move.node
    if move.stage == ESCORTING:
        ready = escorts_left(s, move)
        most = min(1 if move.side == SOF else MAX_NUMBER, count(ready, GALLEY))
        rhodians = [TAKE + RHODIAN] if count(ready, RHODIAN) else []
        return [*rhodians, *(ESCORT + each for each in range(most + 1))]
    if move.stage == TOLL:
        stays = move.fleet or not no_assault(move)
        return [YES, NO] if stays else [YES]
    found = []
    deep = atlas.kind[node] == DEEP_POINT
    if not may_land(s, move):
        found.append(DEBARK)
    if move.stage == STOPPED:
        passing = move.fleet or node >= atlas.spaces or move.mp >= 3 or landing_cost(s, move) < 2
        if (any(may_sail(s, move, near) for near in atlas.sea[node]) and passing) or deep:
            found.append(GO)
    else:
        found += [SAIL + near for near in atlas.sea[node] if may_sail(s, move, near)]
        found += [TAKE + kind for kind in kinds(gathering(s, move))]
    if prey(s, move) != NOBODY:
        found.append(FIGHT)
    if not deep and (move.fleet or node >= atlas.spaces or not found):
        found.append(HALT)
    return found


def gathering(s: Position, move: Move) -> int:
    """Galley Squadrons in a Controlled Port that may join a passing Fleet, without Stop or MP (11.1.7)."""
    if move.side == SOF or move.node >= s.box.atlas.spaces or not friendly_port(s, move.side, move.node):
        return 0
    if (move.mode == MINOR_MOVE and (move.army or move.ships)) or s.mutiny == move.side << NODE_BITS | move.node:
        return 0
    return move.available(s) & GALLEYS if move.fleet else escorts_left(s, move)


def decide_at_sea(s: Position, move: Move, verb: int, argument: int) -> None:
    if verb == ESCORT:
        embark(s, move, argument)
    elif verb == SAIL:
        _sail(s, move, argument)
    elif verb == DEBARK:
        approach(s, move)
    elif verb == GO:
        _continue(s, move)
    elif verb == TAKE:
        join(s, move, ONE[argument])
    elif verb == FIGHT:
        strike(s, move)
    elif verb in (YES, NO):
        pay_toll(s, move, verb == YES)
    else:
        _halt(s, move)


def _sail(s: Position, move: Move, near: int) -> None:
    if not move.sailed and move.army:
        move.mp -= 1
    move.sailed = True
    if move.node < s.box.atlas.spaces:
        if not quick_foe(s, move.side, move.node, move.power):
            move.last_port = move.node
        if takes_toll(s, move.node):
            s.unpaid[move.power] = 0
    move.entered = move.sailed_from = move.node
    move.legs.append(move.node * NODES + near)
    move.met = 0
    move.foreign = 0
    if must_stop(s, move.side, near, bool(move.army)):
        host = s.holder(near)
        move.foreign = WAVED_ON + host if 0 <= host < 4 and host != move.power else 1
    move.carry(s, near)
    move.stage = SEA_ENTER
    if s.listener is not None:
        s.tell("sail", "PR-11.1.1a", side=s.box.side_word(move.side), space=s.box.place(near))


def _continue(s: Position, move: Move) -> None:
    """The Continuity roll (11.1.3)."""
    total = s.roll("continuity") + s.roll("continuity") + continuity_modifier(s, move)
    move.stopped = False
    passed = total <= CONTINUES
    if s.listener is not None:
        s.tell("continuity" if passed else "finished", "PR-11.1.3", space=s.box.place(move.node), total=total)
    if passed:
        move.legs = []
        move.met = MAY_STRIKE
        move.stage = SEA_MET
        return
    _halt(s, move)


def _halt(s: Position, move: Move) -> None:
    """Finished: on the deep sea all is lost; an Army in a Port must debark (11.1.5, 11.2.1)."""
    kind = s.box.atlas.kind[move.node]
    if kind == DEEP_POINT:
        sink(s, move, "PR-11.2.1f")
        return
    if move.fleet or kind == NAVAL_POINT:
        move.stage = FINISH
        return
    if quick_foe(s, move.side, move.node, move.power):
        if move.army & COMBAT and move.mp >= landing_cost(s, move):
            move.mp -= 1
            move.entered = move.last_space = move.node
            move.stage = ARRIVE
            return
        sink(s, move, "PR-11.1.5b")
        return
    if move.army and move.mp >= 1:
        move.mp -= 1
    release_escort(s, move)
    move.mp = 0
    move.entered = -2
    move.stage = ARRIVE

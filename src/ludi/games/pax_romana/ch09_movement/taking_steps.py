"""Chapter 9, the choices of a Move by land carried out: setting out, the step, Garrisons from Units, sailing away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludi.games.pax_romana.ch09_movement.entering import attack
from ludi.games.pax_romana.ch09_movement.stages import (
    ARRIVE,
    ESCORTING,
    FINISH,
    MINOR_MOVE,
    PICKING,
    READY,
    SEA_MET,
    WITHDRAWAL,
)
from ludi.games.pax_romana.ch09_movement.steps import marching_mp, need
from ludi.games.pax_romana.ch09_movement.ways import by_sea_from, quick_foe, ready_galleys, step_cost
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.atlas import ALPINE
from ludi.games.pax_romana.world.pieces import (
    GALLEYS,
    GARRISON,
    GARRISONS,
    GARRISONS_FROM,
    LAND,
    NODE_BITS,
    NODES,
    ONE,
    TRIBES,
    count,
)
from ludi.games.pax_romana.world.words import (
    BREAK,
    DROP,
    DROP_LEADER,
    EMBARK,
    FIGHT,
    GO,
    HALT,
    MARCH,
    PICK_UP,
    RAZE,
    TAKE,
    TAKE_ALL,
    TAKE_LEADER,
)

if TYPE_CHECKING:
    from ludi.games.pax_romana.ch09_movement.movement import Move


def decide_on_land(s: Position, move: Move, power: int, verb: int, argument: int) -> None:
    if verb == MARCH:
        march(s, move, argument)
    elif verb == HALT:
        move.stage = FINISH
    elif verb == PICK_UP:
        move.mp -= move.bonus + 1
        move.bonus = 0
        move.stage = PICKING
    elif verb == TAKE_LEADER:
        move.leaders |= 1 << argument
    elif verb == DROP:
        move.army -= ONE[argument]
        if argument == GARRISON and move.made:
            move.made -= 1
        else:
            move.wear_out(s, ONE[argument])
    elif verb == DROP_LEADER:
        move.leaders &= ~(1 << argument)
        move.parted |= 1 << argument
        if move.mode != WITHDRAWAL:
            move.retire(s, 1 << argument)
    elif verb == BREAK:
        break_up(s, move, argument)
    elif verb == RAZE:
        move.mp -= s.sites[move.node].walls
        s.drop_site(move.node)
        if s.listener is not None:
            s.tell("raze", "PR-7.4.3a", power=s.box.powers[power], space=s.box.place(move.node))
    elif verb == EMBARK:
        move.mp = marching_mp(move)
        move.lost = False
        move.stage = ESCORTING
    elif verb == FIGHT:
        move.owes = True
        attack(s, move, [TRIBES])
    else:
        sail_away(s, move, argument)


def select(s: Position, move: Move, verb: int, argument: int) -> None:
    if verb == TAKE:
        if ONE[argument] & GALLEYS:
            move.ships += ONE[argument]
            move.fleet = True
        else:
            move.army += ONE[argument]
    elif verb == TAKE_LEADER:
        move.leaders |= 1 << argument
    elif verb == BREAK:
        key = move.side << NODE_BITS | move.node
        if count(s.moved.get(key, 0), argument):
            s.moved[key] -= ONE[argument]
        s.remove(move.side, move.node, ONE[argument])
        s.add(move.side, move.node, GARRISONS_FROM[argument] * ONE[GARRISON])
        move.stage = FINISH
        return
    elif verb == TAKE_ALL:
        units = move.available(s)
        if s.mutiny == move.side << NODE_BITS | move.node:
            units &= ~GALLEYS
        move.army = units & LAND & ~GARRISONS or units & LAND
        for number in move.idle_leaders(s):
            move.leaders |= 1 << number
        if not move.army and units & GALLEYS:
            move.ships = units & GALLEYS
            move.fleet = True
    if verb in (GO, TAKE_ALL) or move.mode == MINOR_MOVE:
        move.stage = READY


def march(s: Position, move: Move, near: int) -> None:
    link = min(
        (link for other, link in s.box.atlas.land[move.node] if other == near),
        key=lambda each: need(s, move, near, each),
    )
    move.mp -= step_cost(s.box.atlas, near, link) + (1 if move.lost else 0)
    if move.mode == WITHDRAWAL and near < s.box.atlas.spaces and quick_foe(s, move.side, near):
        move.mp -= 1
    move.lost = False
    move.entered = move.node
    if move.node < s.box.atlas.spaces:
        move.last_space = move.node
    move.carry(s, near)
    move.stage = ARRIVE
    if s.listener is not None:
        s.tell("march", "PR-9.2.1a", side=s.box.side_word(move.side), space=s.box.place(near), mp=move.mp)
    if link == ALPINE:
        from ludi.games.pax_romana.ch10_battle.losses import attrition

        attrition(s, (move.side,), move.power, near, (move.army,), "PR-9.5.2a")


def break_up(s: Position, move: Move, kind: int) -> None:
    """Break a Unit down into Garrisons, 1 MP in a Space for any number (9.2.1 e, 12.1.4)."""
    if move.broke_at != move.node:
        move.broke_at = move.node
        move.mp -= 1
    number = GARRISONS_FROM[kind]
    move.made += number
    s.remove(move.side, move.node, ONE[kind])
    s.add(move.side, move.node, number * ONE[GARRISON])
    move.army += number * ONE[GARRISON] - ONE[kind]


def sail_away(s: Position, move: Move, port: int) -> None:
    """Withdrawal by sea to a friendly Port next to this one, with all Galley Squadrons here that obey (9.4.5)."""
    origin = move.node
    move.ships = ready_galleys(s, move.power, origin)
    if move.side != move.power:
        s.remove(move.power, origin, move.ships)
        s.add(move.side, origin, move.ships)
    move.carry(s, port)
    move.mp = 0
    move.legs = [origin * NODES + port]
    move.last_port = move.sailed_from = origin
    move.entered = by_sea_from(origin)
    move.at_sea = True
    move.met = 0
    move.stage = SEA_MET

"""Chapter 12.7: Slave Armies."""

from __future__ import annotations

from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch09_movement.enemies import foes
from ludi.games.pax_romana.ch09_movement.ways import (
    step_ban,
)
from ludi.games.pax_romana.ch14_stability.stability import change_stability
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.atlas import ALPINE
from ludi.games.pax_romana.world.pieces import (
    BARBARIAN,
    COMBAT,
    GARRISONS,
    LAND,
    NOBODY,
    OCCUPY,
    ONE,
    SIDES,
    SLAVES,
    count,
)
from ludi.games.pax_romana.world.sets import has, minus, plus


def slave_spaces(s: Position, victim: int) -> list[int]:
    """Home Spaces of the victim where a Revolt may break out: no Land Units of anybody (12.7.1, 16.2).

    In the Advanced Game a Garrison in a City or Town does not hinder it: only Land Combat Units do (17.2).
    """
    if s.box.advanced:
        return [node for node in range(s.box.atlas.spaces) if _unguarded(s, victim, node)]
    return [
        node
        for node in range(s.box.atlas.spaces)
        if s.box.home[node] == s.holder(node) == victim
        and not any(s.at(side, node) & LAND for side in range(SIDES))
        and not s.leaders_of(victim, node)
    ]


def _unguarded(s: Position, victim: int, node: int) -> bool:
    """Whether a home Space is unoccupied, or a City or Town without Land Combat Units (12.7.1)."""
    if s.box.home[node] != victim or s.holder(node) != victim:
        return False
    barring = COMBAT if node in s.sites else OCCUPY
    return not any(s.at(side, node) & barring for side in range(SIDES))


def raise_slaves(s: Position, victim: int, node: int) -> None:
    """A Revolt breaks out with 2 BI (12.7.1); a Garrison that nobody else defends is swept away (12.1.1)."""
    s.remove(victim, node, s.at(victim, node) & GARRISONS)
    s.add(SLAVES + victim, node, 2 * ONE[BARBARIAN])
    s.slaves_due = plus(s.slaves_due, victim)
    if s.listener is not None:
        s.tell("slaves-rise", "PR-12.7.1b", power=s.box.powers[victim], space=s.box.place(node))
    recount(s)


def slave_army(s: Position, victim: int) -> int:
    """Where the largest Slave Army against a Power is; NOBODY if there is none."""
    best = NOBODY
    most = 0
    for node, stack in s.places_of(SLAVES + victim):
        if count(stack, BARBARIAN) > most:
            best, most = node, count(stack, BARBARIAN)
    return best


def end_revolts(s: Position) -> None:
    """A Revolt whose Slaves are all gone is over: +1 Stability (12.7.2)."""
    if s.kept("revolts") == s.slaves_due:
        return
    for victim in range(len(s.box.powers)):
        if has(s.slaves_due, victim) and slave_army(s, victim) == NOBODY:
            s.slaves_due = minus(s.slaves_due, victim)
            change_stability(s, victim, 1, "PR-14.2.1i")
    s.keep("revolts", s.slaves_due)


def slave_steps(s: Position, side: int, node: int) -> dict[int, int]:
    """The Spaces one step away, Transit Points ignored (12.7.1), and the Connection by which each is entered.

    Straits are closed to Slaves as to others (9.5.3); an Alpine Pass is taken only where no other way leads.
    """
    known: dict[int, int] | None = s.kept(("slave steps", side, node))
    if known is not None:
        return known
    atlas = s.box.atlas
    army = s.at(side, node)
    found: dict[int, int] = {}
    seen = {node}
    todo = [node]
    while todo:
        here = todo.pop()
        for near, link in atlas.land[here]:
            if near in seen or step_ban(s, side, here, near, link, army):
                continue
            if near < atlas.spaces:
                if found.get(near, ALPINE) == ALPINE:
                    found[near] = link
            else:
                seen.add(near)
                todo.append(near)
    known = dict(sorted(found.items()))
    s.keep(("slave steps", side, node), known)
    return known


def slave_foes(s: Position, side: int, node: int, held: bool) -> list[int]:
    """Whom Slaves must attack in a Space; a City or Town that they hold is its owner's, yet no enemy (12.7.3)."""
    return [foe for foe in foes(s, side, node) if not held or s.at(foe, node) & OCCUPY]

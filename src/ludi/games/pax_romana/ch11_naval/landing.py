"""Chapters 11.3.2 to 11.3.4: an Army debarks in a Port, against enemies by an Amphibious Attack."""

from __future__ import annotations

from ludi.games.pax_romana.ch04_diplomacy.bribery import ATTACK, Bribed, offer_bribe, threatened
from ludi.games.pax_romana.ch09_movement.movement import ARRIVE, TURNED_BACK
from ludi.games.pax_romana.ch09_movement.ways import open_prize, pyrrhus_waits, quick_foe
from ludi.games.pax_romana.ch11_naval.afloat import AT_SEA, LANDING, MEET, STOPPED, Voyage
from ludi.games.pax_romana.ch11_naval.sailing import may_sail
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.stage import Stage
from ludi.games.pax_romana.world.atlas import PORT
from ludi.games.pax_romana.world.pieces import COMBAT, GALLEYS, INDEPENDENT, NOBODY, SOF


def safe_ports(s: Position, voyage: Voyage) -> bool:
    """Whether an Army that fails here could debark elsewhere without a Land Battle, there or on the way (11.3.4)."""
    atlas = s.box.atlas
    seen = {voyage.node}
    todo = [voyage.node]
    while todo:
        here = todo.pop()
        for near in atlas.sea[here]:
            if near in seen or not s.box.open[near]:
                continue
            seen.add(near)
            if near >= atlas.spaces:
                todo.append(near)
            elif not quick_foe(s, voyage.side, near):
                return True
    return False


def landing_cost(s: Position, voyage: Voyage) -> int:
    """MP to debark here: 1, with an Amphibious Attack 2; a lone leader pays nothing (9.2.1, 8.2.3)."""
    if not voyage.army:
        return 0
    if not quick_foe(s, voyage.side, voyage.node, voyage.power):
        return 1
    return 1 if open_prize(s, voyage.side, voyage.node, voyage.power) else 2


def may_land(s: Position, voyage: Voyage) -> str:
    """The rule that forbids debarking here, '' if it is allowed (11.3)."""
    node = voyage.node
    if node >= s.box.atlas.spaces or not s.box.atlas.flags[node] & PORT or voyage.fleet:
        return "PR-11.3.2d"
    if not voyage.sailed and any(may_sail(s, voyage, near) for near in s.box.atlas.sea[node]):
        return "PR-11.3.2a"
    if voyage.side == SOF and pyrrhus_waits(s, node):
        return "PR-12.4.2a"
    foe = quick_foe(s, voyage.side, node, voyage.power)
    if foe and not voyage.army & COMBAT:
        return "PR-11.3.3a"
    cost = landing_cost(s, voyage)
    if cost > voyage.mp:
        return "PR-11.3.2d"
    if cost == 2 and (voyage.mp < 3 or not safe_ports(s, voyage)):
        return "PR-11.3.4a"
    return ""


class Landing(Stage[Voyage], of=Voyage, at=LANDING):
    """Before a landing whoever is landed upon may try to buy the Army off (4.4)."""

    __slots__ = ()

    def run(self, s: Position, p: Voyage) -> bool:
        victim = NOBODY if p.spared == p.node else threatened(s, p.side, p.power, p.army, p.node)
        if not offer_bribe(s, victim, p.power, ATTACK, p.node):
            debark(s, p)
        return False

    def resumed(self, s: Position, p: Voyage, result: Bribed) -> None:
        if result.called_off:
            p.spared = p.node
            p.stage = STOPPED if p.stopped else AT_SEA
        else:
            debark(s, p)


def debark(s: Position, voyage: Voyage) -> None:
    """Debark; against enemies it is an Amphibious Attack, in Rhodes with its Fleet first (11.3.3, 12.5.1)."""
    node = voyage.node
    if landing_cost(s, voyage):
        voyage.mp -= 1
    voyage.last_space = node
    if not quick_foe(s, voyage.side, node, voyage.power):
        come_ashore(s, voyage)
        return
    voyage.entered = node
    if s.at(INDEPENDENT, node) & GALLEYS and s.box.place(node) == "rhodes":
        voyage.free_attack = True
        voyage.stage = MEET
    else:
        voyage.stage = ARRIVE


def come_ashore(s: Position, voyage: Voyage) -> None:
    """The Army debarks where nobody is to be fought."""
    voyage.entered = voyage.came
    voyage.landed(s).stage = ARRIVE


class BackOnBoard(Stage[Voyage], of=Voyage, at=TURNED_BACK):
    """An Army that was beaten on the shore, or paid to go, sails on (11.3.4)."""

    __slots__ = ()

    def run(self, s: Position, p: Voyage) -> bool:
        p.legs = []
        p.stage = AT_SEA
        return False

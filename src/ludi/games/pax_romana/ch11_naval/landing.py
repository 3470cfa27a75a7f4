"""Chapters 11.3.2 to 11.3.4: an Army debarks in a Port, against enemies by an :mod:`amphibious_attack`."""

from __future__ import annotations

from ludi.games.pax_romana.ch04_diplomacy.bribery import ATTACK, Bribed, offer_bribe, threatened
from ludi.games.pax_romana.ch07_cities.prizes import open_prize
from ludi.games.pax_romana.ch09_movement.enemies import quick_foe
from ludi.games.pax_romana.ch09_movement.movement import ARRIVE
from ludi.games.pax_romana.ch11_naval.afloat import ASSAULT, LANDING, Transport
from ludi.games.pax_romana.ch11_naval.fleets import takes_toll
from ludi.games.pax_romana.ch11_naval.sailing import can_sail
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.stage import Stage
from ludi.games.pax_romana.play_book.barred import barred
from ludi.games.pax_romana.world.pieces import COMBAT, NOBODY


def safe_ports(s: Position, transport: Transport) -> bool:
    """Whether an Army that fails here could debark elsewhere without a Land Battle, there or on the way (11.3.4)."""
    atlas = s.box.atlas
    seen = {transport.node}
    todo = [transport.node]
    while todo:
        here = todo.pop()
        for near in atlas.sea[here]:
            if near in seen or not s.box.open[near]:
                continue
            seen.add(near)
            if near >= atlas.spaces:
                todo.append(near)
            elif not quick_foe(s, transport.side, near):
                return True
    return False


def landing_cost(s: Position, transport: Transport) -> int:
    """MP to debark here: 1, with an Amphibious Attack 2; a lone leader pays nothing (9.2.1, 8.2.3)."""
    if not transport.army:
        return 0
    if not quick_foe(s, transport.side, transport.node, transport.power):
        return 1
    return 1 if open_prize(s, transport.side, transport.node, transport.power) else 2


def may_land(s: Position, transport: Transport) -> str:
    """The rule that forbids debarking here, '' if it is allowed (11.3)."""
    node = transport.node
    if node >= s.box.atlas.spaces or not s.box.atlas.is_port[node]:
        return "PR-11.3.2d"
    if not transport.course.sailed and can_sail(s, transport):
        return "PR-11.3.2a"
    if transport.army and s.kept_apart(transport.side, node):
        return "PR-12.5.5e"
    ban = barred(s, transport.side, transport.army, transport.course.sailed_from, node)
    if ban:
        return ban
    foe = quick_foe(s, transport.side, node, transport.power)
    if foe and not transport.army & COMBAT:
        return "PR-11.3.3a"
    cost = landing_cost(s, transport)
    if cost > transport.mp:
        return "PR-11.3.2d"
    if cost == 2 and (transport.mp < 3 or not safe_ports(s, transport)):
        return "PR-11.3.4a"
    return ""


class Landing(Stage[Transport], of=Transport, at=LANDING):
    """Before a landing whoever is landed upon may try to buy the Army off (4.4)."""

    def run(self, s: Position, p: Transport) -> bool:
        victim = NOBODY if p.course.spared == p.node else threatened(s, p.side, p.power, p.army, p.node)
        if not offer_bribe(s, victim, p.power, ATTACK, p.node):
            debark(s, p)
        return False

    def resumed(self, s: Position, p: Transport, result: Bribed) -> None:
        if result.called_off:
            p.course = p.course._replace(spared=p.node)
            p.go_on()
        else:
            debark(s, p)


def debark(s: Position, transport: Transport) -> None:
    """Debark; against enemies it is an Amphibious Attack, in Rhodes with its Fleet first (11.3.3, 12.5.1)."""
    node = transport.node
    if landing_cost(s, transport):
        transport.mp -= 1
    if quick_foe(s, transport.side, node, transport.power):
        assail(s, transport)
    else:
        come_ashore(s, transport)


def come_ashore(s: Position, transport: Transport) -> None:
    """The Army debarks where nobody is to be fought."""
    transport.landed(s)


def assail(s: Position, transport: Transport) -> None:
    """The Army must fight to come ashore, before Rhodes first with the Fleet that takes the toll there (12.5.1)."""
    if takes_toll(s, transport.node, transport.power):
        transport.stage = ASSAULT
    else:
        attack_the_shore(s, transport)


def attack_the_shore(s: Position, transport: Transport) -> None:
    """The Army debarks among enemies."""
    attack = transport.assault()
    attack.stage = ARRIVE
    s.become(attack)

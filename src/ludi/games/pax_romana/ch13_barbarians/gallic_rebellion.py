"""Chapter 13.3, Gaul: a Garrison lost, a Local Rebellion, or once in a game a Massive one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ludi.core import Fact
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch08_leaders.leaders import kill_leader
from ludi.games.pax_romana.ch09_movement.enemies import foes
from ludi.games.pax_romana.ch13_barbarians.invaders import MAINLAND_GAUL
from ludi.games.pax_romana.ch13_barbarians.invasion import invasion_move
from ludi.games.pax_romana.ch13_barbarians.rebellion import STRIP, Rebellion, area_spaces, eliminate, players_there
from ludi.games.pax_romana.ch13_barbarians.uprising import Uprising, rebels_rise
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Question
from ludi.games.pax_romana.engine.stage import ALONE, Stage, choice
from ludi.games.pax_romana.world.pieces import BARBARIAN, GALLIC_REBELS, LAND, NOBODY, ONE
from ludi.games.pax_romana.world.words import NO, PLACE, RISE, YES

LOCAL, STRUCK, HOME, MUSTER, COMMAND = "local", "struck", "home", "muster", "command"
MASSIVE = 7
"""The modified die from which on a Rebellion is Massive."""
LOCAL_REBELS = 3


def gaul(s: Position, power: int) -> None:
    """How great the Rebellion is depends on how much of Gaul players Control."""
    index = s.box.atlas.province_index
    held = sum(0 <= s.provinces[index[word]] < len(s.box.powers) for word in MAINLAND_GAUL)
    if not held:
        s.push(Rebellion(power, "gaul", STRIP))
        return
    massive = s.roll("gaul") + held >= MASSIVE and not s.gaul_rose
    s.push(GallicRebellion(power, HOME if massive else LOCAL))


class GallicRebellion(Question):
    """The player of the card says where Gaul rises, and how its Army sets out."""

    __slots__ = ("node", "province")

    name = "gallic-rebellion"
    rule = "PR-13.3-GAULb"

    def __init__(self, power: int, stage: str) -> None:
        super().__init__(power)
        self.stage = stage
        self.node = self.province = NOBODY


class Local(Stage[GallicRebellion], of=GallicRebellion, at=LOCAL):
    """One Space without City or Town: whoever is there is struck down; where nobody is, they rise in an empty one."""

    asks = "ask.gaul-local"
    rule = "PR-13.3-GAULc"

    def run(self, s: Position, p: GallicRebellion) -> bool:
        spots = self.spots(s, p, p.power)
        if len(spots) == 1:
            self.decide(s, p, p.power, PLACE + spots[0])
        elif not spots:
            s.pop()
        return len(spots) > 1

    def spots(self, s: Position, p: GallicRebellion, power: int) -> list[int]:
        spaces = [node for node in area_spaces(s, "gaul") if node not in s.sites]
        held = [node for node in spaces if players_there(s, node)]
        return held or [node for node in spaces if s.occupier(node) == NOBODY]

    @choice(PLACE, exactly=spots, otherwise="no-rebellion-there")
    def place(self, s: Position, p: GallicRebellion, power: int, node: int) -> None:
        p.node = node
        p.stage = STRUCK
        if players_there(s, node):
            eliminate(s, node, "PR-13.3-GAULc")


class Struck(Stage[GallicRebellion], of=GallicRebellion, at=STRUCK):
    """Barbarians rise there, against survivors too, and wherever nobody holds a Space of the Province."""

    def run(self, s: Position, p: GallicRebellion) -> bool:
        for node in s.box.atlas.spaces_of[s.box.atlas.province_of[p.node]]:
            if node == p.node:
                rebels_rise(s, node, LOCAL_REBELS, "gaulc")
            elif s.holder(node) == NOBODY and s.box.open[node]:
                rebels_rise(s, node, 1, "gauld")
        recount(s)
        s.become(Uprising(p.power, [p.node], beaten_die=False))
        return False


class Home(Stage[GallicRebellion], of=GallicRebellion, at=HOME):
    """One of the four Provinces is the home of a Massive Rebellion: players' Units in open country there are gone."""

    asks = "ask.gaul-home"
    rule = "PR-13.3-GAULe"

    def provinces(self, s: Position, p: GallicRebellion, power: int) -> list[int]:
        return [s.box.atlas.province_index[word] for word in MAINLAND_GAUL]

    @choice(RISE, "PR-13.3-GAULe", exactly=provinces, otherwise="no-rebellion-there")
    def rise(self, s: Position, p: GallicRebellion, power: int, province: int) -> None:
        s.gaul_rose = 1
        p.province = province
        p.stage = MUSTER
        for node in s.box.atlas.spaces_of[province]:
            if node in s.sites:
                continue
            for side in players_there(s, node):
                s.remove(side, node, s.at(side, node) & LAND)
                for number in s.leaders_of(side, node):
                    kill_leader(s, number, "PR-13.3-GAULe")
        recount(s)


class Muster(Stage[GallicRebellion], of=GallicRebellion, at=MUSTER):
    """The Gallic Army, 2d6 Barbarian Infantry with their leader, stands in any Space of the Province."""

    asks = "ask.gaul-muster"
    rule = "PR-13.3-GAULf"

    def spots(self, s: Position, p: GallicRebellion, power: int) -> list[int]:
        return [node for node in s.box.atlas.spaces_of[p.province] if s.box.open[node]]

    @choice(PLACE, exactly=spots, otherwise="no-rebellion-there")
    def place(self, s: Position, p: GallicRebellion, power: int, node: int) -> None:
        p.node = node
        strength = s.roll("rebels") + s.roll("rebels")
        s.add(GALLIC_REBELS, node, strength * ONE[BARBARIAN])
        s.leader_at[s.box.side_leader[GALLIC_REBELS]] = node
        if s.listener is not None:
            s.tell("rebels-rise", "PR-13.3-GAULf", number=strength, space=s.box.place(node))
        recount(s)
        if foes(s, GALLIC_REBELS, node, power) or node in s.tribes:
            p.stage = COMMAND
        else:
            s.pop()


class Command(Stage[GallicRebellion], of=GallicRebellion, at=COMMAND):
    """They attack whom they find there: with the player's Major Move, or without one."""

    asks = "ask.gaul-command"
    rule = "PR-13.3-GAULf"

    def facts(self, s: Position, p: GallicRebellion) -> Mapping[str, Fact]:
        return {"space": s.box.place(p.node)}

    def own_marker(self, s: Position, p: GallicRebellion, power: int) -> Iterable[int]:
        return ALONE if s.active == power else ()

    @choice(YES, exactly=own_marker, otherwise="not-active")
    def march(self, s: Position, p: GallicRebellion, power: int, argument: int) -> None:
        s.major_spent = 1
        s.become(invasion_move(s, GALLIC_REBELS, power, p.node, placed=True))

    @choice(NO)
    def attack_only(self, s: Position, p: GallicRebellion, power: int, argument: int) -> None:
        s.become(invasion_move(s, GALLIC_REBELS, power, p.node, placed=True, rooted=True))

"""Chapters 11.2, 12.5.1 and 12.6.3: storms, the toll of Rhodes and Pirates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludi.core import Phrase
from ludi.games.pax_romana.ch08_leaders.leaders import kill_leader, leader_numbers
from ludi.games.pax_romana.ch09_movement.stages import FINISH, SEA_MET
from ludi.games.pax_romana.ch10_battle.losses import IN_BATTLE, Losses, LossesTaken
from ludi.games.pax_romana.ch11_naval.fleets import galley_points
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.world.atlas import NAVAL_POINT
from ludi.games.pax_romana.world.pieces import COMBAT, GARRISONS, LAND, OCCUPY, first_squadrons, points

if TYPE_CHECKING:
    from ludi.games.pax_romana.ch09_movement.movement import Move

PIRATE_STRENGTH = 6
PAYING, PAID = range(2)


def pay_toll(s: Position, move: Move, paid: bool) -> None:
    """1T for entering Rhodes; who does not pay is Stopped and may only go back (12.5.1)."""
    move.stage = SEA_MET
    if paid:
        s.treasury[move.power] -= 1
        s.unpaid[move.power] = 0
        return
    move.stopped = True
    s.unpaid[move.power] = move.entered + 1


def fight_pirates(s: Position, move: Move) -> bool:
    """1d6 + Galleys' BP + 1 for a leader must reach 6, against the Cilicians at -1 (12.6.3, 12.6.4)."""
    node = move.node
    total = s.roll("pirates") + galley_points(s, move.side) * move.galleys + (1 if move.leaders else 0)
    if s.box.place(node) == "tarsus":
        total -= 1
    if total >= PIRATE_STRENGTH:
        s.pirates.remove(node)
        s._reach = {}
        move.stopped = True
        move.modifier = 2
        if s.listener is not None:
            s.tell("pirates-beaten", "PR-12.6.3a", side=s.box.side_word(move.side), space=s.box.place(node))
        return True
    if s.listener is not None:
        s.tell("pirates-win", "PR-12.6.3b", side=s.box.side_word(move.side), space=s.box.place(node))
    move.carry(s, move.last_port)
    move.at_sea = False
    move.stage = FINISH
    return False


def weather(s: Position, move: Move, kind: int) -> None:
    """Naval Disasters (11.2.1)."""
    die = s.roll("storm")
    if kind == NAVAL_POINT:
        move.stopped = move.stopped or die == 6
        return
    if die <= 2:
        return
    move.stopped = True
    if die <= 4:
        return
    lost = s.roll("storm-losses")
    if s.listener is not None:
        s.tell("storm", "PR-11.2.1d", side=s.box.side_word(move.side), space=s.box.place(move.node), galleys=lost)
    transport = bool(move.army or move.leaders) and not move.fleet
    if lost > move.galleys and transport:
        sink(s, move, "PR-11.2.1e")
        return
    lose_galleys(s, move, min(lost, move.galleys), army_points=lost if transport else 0)


def sink(s: Position, move: Move, rule: str, in_battle: bool = False) -> None:
    """The whole Fleet is lost with Army and leaders (8.4.3, 11.4.6)."""
    for side, army, ships in move.parts():
        s.remove(side, move.node, army + ships)
    for number in move.leader_list(s):
        kill_leader(s, number, rule, in_battle)
    move.founder()
    move.stage = FINISH
    if s.listener is not None:
        s.tell("sunk", rule, side=s.box.side_word(move.side), space=s.box.place(move.node))


def lose_galleys(s: Position, move: Move, number: int, army_points: int) -> None:
    """Galley Squadrons go down in a Storm, and so many BP of the Army they carry (11.2.1)."""
    if number:
        gone = first_squadrons(move.ships, number)
        s.remove(move.side, move.node, gone)
        move.ships -= gone
    if not move.ships and not move.army:
        for leader in move.leader_list(s):
            kill_leader(s, leader, "PR-8.4.3")
        move.leaders = 0
    soak(s, move, army_points, in_battle=False)


def soak(s: Position, move: Move, amount: int, in_battle: bool) -> None:
    """The Army on board of a moving Fleet loses so many BP, before the Move goes on (11.2.1, 11.4.6)."""
    if amount and move.army & COMBAT:
        armies = tuple(army for _, army, _ in move.parts())
        drowning = Drowning(move.sides, move.power, move.node, armies, amount, move.leaders, in_battle, True)
        s.stack.insert(s.stack.index(move) + 1, drowning)


def drown(s: Position, side: int, node: int, army: int, amount: int, leaders: list[int]) -> None:
    """A transported Army that is not the one moving loses so many BP in a Naval Battle (11.4.6)."""
    if army & COMBAT:
        s.push(Drowning((side,), side, node, (army,), amount, sum(1 << leader for leader in leaders), True, False))


class Drowning(Procedure):
    """An Army on board loses so many BP (11.2.1, 11.4.6); leaders die when none of their side's is left (8.4.4)."""

    __slots__ = ("amount", "army", "in_battle", "leaders", "moving", "node", "power", "sides")

    name = "drowning"
    rule = "PR-11.4.6b"
    tuples = ("army", "sides")

    def __init__(
        self,
        sides: tuple[int, ...],
        power: int,
        node: int,
        army: tuple[int, ...],
        amount: int,
        leaders: int,
        in_battle: bool,
        moving: bool,
    ) -> None:
        self.stage = PAYING
        self.sides = sides
        self.power = power
        self.node = node
        self.army = tuple(part & LAND for part in army)
        """What each side has on board."""
        self.amount = min(amount, sum(points(part) for part in army))
        self.leaders = leaders
        self.in_battle = in_battle
        self.moving = moving
        """Whether the procedure below is what moves this Army."""

    def run(self, s: Position) -> bool:
        if self.stage == PAYING:
            self.stage = PAID
            s.push(Losses(self.sides, self.power, self.node, self.amount, IN_BATTLE, True, False, self._trained()))
            return False
        alive = {side for side, part in zip(self.sides, self.army, strict=True) if part & OCCUPY}
        for leader in leader_numbers(self.leaders):
            if s.box.leaders[leader].side not in alive:
                kill_leader(s, leader, "PR-8.4.4", self.in_battle)
        s.stack.pop()
        if self.moving:
            s.stack[-1].endure(s, self._trained())
        return False

    def _trained(self) -> tuple[int, ...]:
        """The Units that can take the loss: Garrisons cannot."""
        return tuple(part & ~GARRISONS for part in self.army)

    def resumed(self, s: Position, result: object) -> None:
        if isinstance(result, LossesTaken):
            self.endure(s, result.among)

    def endure(self, s: Position, army: tuple[int, ...]) -> None:
        self.army = tuple(part & GARRISONS | left for part, left in zip(self.army, army, strict=True))

    def crumb(self, s: Position) -> Phrase:
        return Phrase("crumb.drowning", {"space": s.box.place(self.node)}, self.rule)

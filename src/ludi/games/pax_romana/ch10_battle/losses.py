"""Chapters 10.3, 10.6 and 9.6.3: how losses in Battle, at sea and by attrition are taken."""

from __future__ import annotations

from ludi.core import SPAN, Fact, Phrase
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.world.pieces import (
    CAVALRIES,
    COMBAT,
    ELEPHANT,
    ELEPHANTS,
    GARRISONS,
    HEAVY,
    HEAVY_R,
    LAND,
    LEGION,
    LEGION_R,
    LOSSES,
    NOBODY,
    ONE,
    POINTS,
    WALL,
    count,
    kinds,
    size,
)
from ludi.games.pax_romana.world.words import LOSE, WHOSE

IN_BATTLE, BY_ATTRITION, OF_ELEPHANTS = range(3)
REDUCES = {LEGION: LEGION_R, HEAVY: HEAVY_R}


def loss_points(base: int, roll: int) -> int:
    """``roll`` tens of per cent of ``base`` Battle Points, .5 up (10.3.3).

    >>> loss_points(9, 4), loss_points(5, 5), loss_points(24, 1)
    (4, 3, 2)
    """
    return (base * roll * 10 + 50) // 100


def attrition_losses(units: int, die: int) -> int:
    """10, 20 or 30 per cent of the Units, fractions up (9.6.3).

    >>> attrition_losses(6, 4)
    2
    """
    percent = (die + 1) // 2
    return -(-units * percent // 10)


class Losses(Procedure):
    """A side takes its losses Unit by Unit, as its owner chooses, or another for those whom nobody plays (13.2.4)."""

    __slots__ = ("among", "amount", "cavalry", "how", "kind", "node", "power", "sides", "walls")

    name = "losses"
    rule = "PR-10.3.2a"
    tuples = ("sides", "among")

    def __init__(
        self,
        sides: tuple[int, ...],
        power: int,
        node: int,
        amount: int,
        how: int,
        cavalry: bool,
        walls: bool,
        among: tuple[int, ...] = (),
    ) -> None:
        self.stage = 0
        self.sides = sides
        self.power = power
        self.node = node
        self.among = among
        """For each side the Units that may take the loss; empty: all that are in the place."""
        self.amount = amount
        """Battle Points, or Units in attrition and of Elephants."""
        self.how = how
        self.cavalry = cavalry
        self.walls = walls
        self.kind = NOBODY
        """The kind named, while it is open whose Unit of a combined Army it is (4.3.1)."""

    def stack(self, s: Position) -> int:
        return sum(self.part(s, side) for side in self.sides)

    def part(self, s: Position, side: int) -> int:
        """The Units of a side among which the loss is taken."""
        return self.among[self.sides.index(side)] if self.among else s.at(side, self.node)

    def choices(self, s: Position) -> list[int]:
        """The kinds of Units (or WALL) that may take the next loss: in Battle, one Reduced before (10.6.1, 10.6.2)."""
        stack = self.stack(s)
        if self.how == BY_ATTRITION:
            return self._attrition_choices(stack)
        if self.how == OF_ELEPHANTS:
            return kinds(stack & ELEPHANTS)
        stack &= COMBAT
        if not self.cavalry:
            stack &= ~CAVALRIES
        for kind in (HEAVY_R, LEGION_R):
            if count(stack, kind):
                return [kind]
        found = kinds(stack)
        site = s.sites.get(self.node)
        if self.walls and site is not None and not site.stripped:
            found.append(WALL)
        return found

    def _attrition_choices(self, stack: int) -> list[int]:
        """Any Unit; the last loss Reduces a full Legion or Heavy Infantry, so no second one can be (9.6.3)."""
        return kinds(stack & LAND & ~GARRISONS)

    def run(self, s: Position) -> bool:
        if self.kind != NOBODY:
            return True
        while self.amount > 0:
            options = self.choices(s)
            if not options:
                break
            if len(options) > 1:
                return True
            if len(self.owners(s, options[0])) > 1:
                self.kind = options[0]
                return True
            self.take(s, options[0])
        for side in self.sides:
            s.tidy(side, self.node)
        s.stack.pop()
        if self.among:
            s.stack[-1].endure(s, self.among)
        return False

    def owners(self, s: Position, kind: int) -> list[int]:
        """The sides of a combined Army that have a kind of Unit."""
        return [side for side in self.sides if kind < WALL and count(self.part(s, side), kind)]

    def take(self, s: Position, kind: int, side: int = NOBODY) -> None:
        if kind == WALL:
            site = s.sites[self.node]
            s.set_site(self.node, site.owner, site.kind, site.walls - 1)
            self.amount -= 2
            return
        if side == NOBODY:
            side = self.owners(s, kind)[0]
        if self.how != IN_BATTLE:
            self._waste(s, side, kind)
            return
        if kind in REDUCES and self.amount <= 2:
            self._reduce(s, side, kind)
            self.amount -= 2
            return
        self._remove(s, side, kind)
        self.amount -= POINTS[kind]
        if kind in REDUCES and self.amount < 0:
            self.amount = 0

    def _reduce(self, s: Position, side: int, kind: int) -> None:
        """The last loss Reduces, so one Legion or Heavy Infantry at most is Reduced at a time (10.6.4, 9.6.3)."""
        s.remove(side, self.node, ONE[kind])
        s.add(side, self.node, ONE[REDUCES[kind]])
        self._lessen(side, ONE[kind] - ONE[REDUCES[kind]])

    def _waste(self, s: Position, side: int, kind: int) -> None:
        if kind in REDUCES:
            if self.amount == 1:
                self._reduce(s, side, kind)
                self.amount -= 1
                return
            self.amount -= 1
        self._remove(s, side, kind)
        self.amount -= 1

    def _remove(self, s: Position, side: int, kind: int) -> None:
        s.remove(side, self.node, ONE[kind])
        self._lessen(side, ONE[kind])

    def _lessen(self, side: int, units: int) -> None:
        if self.among:
            self.among = tuple(
                part - units if each == side else part for each, part in zip(self.sides, self.among, strict=True)
            )

    def deciders(self, s: Position) -> tuple[int, ...]:
        return (self.power,)

    def legal(self, s: Position, power: int) -> list[int]:
        if self.kind != NOBODY:
            return [WHOSE + side for side in self.owners(s, self.kind)]
        return [LOSE + kind for kind in self.choices(s)]

    def decide(self, s: Position, power: int, action: int) -> None:
        argument = action % SPAN
        if self.kind != NOBODY:
            kind, self.kind = self.kind, NOBODY
            self.take(s, kind, argument)
        elif len(self.owners(s, argument)) > 1:
            self.kind = argument
        else:
            self.take(s, argument)

    def ask(self, s: Position, power: int) -> Phrase:
        facts: dict[str, Fact] = {"space": s.box.place(self.node), "amount": self.amount}
        if self.kind != NOBODY:
            return Phrase("ask.losses-whose", {**facts, "what": f"unit-{LOSSES[self.kind]}"}, "PR-4.3.1g")
        if self.how == BY_ATTRITION:
            return Phrase("ask.losses-attrition", facts, "PR-9.6.3a")
        return Phrase("ask.losses", facts, self.rule)

    def crumb(self, s: Position) -> Phrase:
        return Phrase("crumb.losses", {"space": s.box.place(self.node), "amount": max(0, self.amount)}, self.rule)


def attrition(s: Position, sides: tuple[int, ...], power: int, node: int, units: tuple[int, ...], rule: str) -> None:
    """Roll attrition, one die for the Units of all sides, and let their owner take the losses among them (9.6.3)."""
    among = tuple(each & LAND & ~GARRISONS for each in units)
    number = size(sum(among))
    if not number:
        return
    losses = attrition_losses(number, s.roll("attrition"))
    if s.listener is not None:
        s.tell("attrition", rule, side=s.box.side_word(sides[0]), space=s.box.place(node), units=losses)
    s.push(Losses(sides, power, node, losses, BY_ATTRITION, True, False, among))


def loss_options(
    s: Position, side: int, node: int, amount: int, cavalry: bool = True, walls: bool = False
) -> list[dict[str, int]]:
    """Every way in which a side could take a Battle loss now: what is gone or changed, each as a count by kind."""
    seen: dict[tuple[int, int], None] = {}
    first = s.at(side, node)
    todo: list[tuple[Position, Losses]] = [(s.copy(), Losses((side,), 0, node, amount, IN_BATTLE, cavalry, walls))]
    visited = set()
    while todo:
        here, losses = todo.pop()
        mark = (here.at(side, node), here.walls(node), losses.amount)
        if mark in visited:
            continue
        visited.add(mark)
        options = losses.choices(here) if losses.amount > 0 else []
        if not options:
            seen[here.at(side, node), here.walls(node)] = None
        for kind in options:
            other, copy = here.copy(), losses.copy()
            copy.take(other, kind)
            todo.append((other, copy))
    found = []
    before = s.walls(node)
    for stack, left in seen:
        lost = {}
        for kind in range(ELEPHANT + 1):
            change = count(first, kind) - count(stack, kind)
            if change:
                lost[LOSSES[kind]] = change
        if before != left:
            lost["wall"] = before - left
        found.append(lost)
    return found


def army_gone(s: Position, sides: tuple[int, ...], node: int) -> bool:
    """Whether no Land Combat Unit is left; Elephants and Garrisons that remain go too (10.4.9)."""
    left = 0
    for side in sides:
        left |= s.at(side, node) & COMBAT
    if left:
        return False
    for side in sides:
        rest = s.at(side, node) & (ELEPHANTS | GARRISONS)
        if rest:
            s.remove(side, node, rest)
    return True

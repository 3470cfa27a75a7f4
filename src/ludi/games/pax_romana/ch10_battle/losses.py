"""Chapters 10.3, 10.6 and 9.6.3: how losses in Battle, at sea and by attrition are taken."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ludi.core import Fact, Phrase
from ludi.games.pax_romana.ch10_battle.sums import army_points, late_legions
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.pieces import (
    CAVALRIES,
    COMBAT,
    ELEPHANTS,
    GARRISONS,
    HEAVY_R,
    LAND,
    LEGION,
    LEGION_R,
    LOSSES,
    NOBODY,
    ONE,
    PERGAMENE_HEAVY_R,
    PERGAMENES,
    POINTS,
    REDUCED_FROM,
    WALL,
    count,
    kinds,
    size,
)
from ludi.games.pax_romana.world.words import LOSE, WHOSE

NEXT, WHOSE_UNIT = "next", "whose"
IN_BATTLE, BY_ATTRITION, OF_ELEPHANTS = range(3)
REDUCES = {full: reduced for reduced, full in REDUCED_FROM}
REDUCED = tuple(REDUCES.values())
LAST_STAND = {full: POINTS[reduced] for full, reduced in REDUCES.items()}
"""Of the last full Legion or Heavy Infantry: the BP that must be spared it to be left, Reduced."""


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


def reduced_first(stack: int) -> list[int]:
    """The kinds that may take the next loss: a Reduced Unit before others (10.6.1). Pergamenes may always stand in for
    their ally's (17.2)."""
    for kind in (HEAVY_R, LEGION_R, PERGAMENE_HEAVY_R):
        if count(stack, kind):
            return [kind]
    return kinds(stack)


def outlives(stack: int, amount: int, walls: int = 0, late: bool = False) -> bool:
    """Whether Units can take so many BP and one be left, if their owner spares them (10.6).

    ``walls`` are the BP that Wall Points can take for them; Reduced Units take the first loss themselves. ``late``
    Legions have 5 BP (10.4.5).

    >>> outlives(ONE[LEGION], 2), outlives(ONE[LEGION], 3), outlives(ONE[LEGION], 3, walls=2)
    (True, False, True)
    >>> outlives(ONE[LEGION], 3, late=True), outlives(ONE[LEGION], 4, late=True)
    (True, False)
    """
    units = kinds(stack & COMBAT)
    whole = [kind for kind in units if kind not in REDUCED]
    if not units:
        return False
    if not whole:
        return army_points(stack, late) - amount >= POINTS[units[0]]
    return army_points(stack, late) + walls - amount >= min(LAST_STAND.get(kind, POINTS[kind]) for kind in whole)


@dataclass(frozen=True, slots=True)
class LossesTaken:
    """The losses are taken."""

    among: tuple[int, ...] = ()
    """What each side has left of the Units among which they were; empty if that was all in the place."""


class Losses(Procedure):
    """A side takes its losses Unit by Unit, as its owner chooses, or another for those whom nobody plays (13.2.4).

    Ends with :class:`LossesTaken`.
    """

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
        self.stage = NEXT
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
        found = reduced_first(stack & ~PERGAMENES) + reduced_first(stack & PERGAMENES)
        if any(kind in REDUCED for kind in found):
            return found
        site = s.sites.get(self.node)
        if self.walls and site is not None and not site.stripped:
            found.append(WALL)
        return found

    def _attrition_choices(self, stack: int) -> list[int]:
        """Any Unit; the last loss Reduces a full Legion or Heavy Infantry, so no second one can be (9.6.3)."""
        return kinds(stack & LAND & ~GARRISONS)

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
        more = int(kind == LEGION and late_legions(s))
        if kind in REDUCES and self.amount <= 2 + more:
            self._reduce(s, side, kind)
            self.amount -= 2 + more
            return
        self._remove(s, side, kind)
        self.amount -= POINTS[kind] + more
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

    def decider(self, s: Position) -> int:
        return self.power

    def crumb(self, s: Position) -> Phrase:
        return Phrase("crumb.losses", {"space": s.box.place(self.node), "amount": max(0, self.amount)}, self.rule)


class AtLosses(Stage[Losses]):
    """What the questions about losses have in common."""

    def facts(self, s: Position, p: Losses) -> Mapping[str, Fact]:
        return {"space": s.box.place(p.node), "amount": p.amount}


class NextLoss(AtLosses, of=Losses, at=NEXT):
    """The kind of Unit that takes the next loss, as long as there is a choice (10.6.1 to 10.6.4, 9.6.3)."""

    asks = "ask.losses"

    def run(self, s: Position, p: Losses) -> bool:
        while p.amount > 0:
            options = p.choices(s)
            if not options:
                break
            if len(options) > 1:
                return True
            if len(p.owners(s, options[0])) > 1:
                p.kind = options[0]
                p.stage = WHOSE_UNIT
                return True
            p.take(s, options[0])
        for side in p.sides:
            s.tidy(side, p.node)
        s.pop(LossesTaken(p.among))
        return False

    def ask(self, s: Position, p: Losses, power: int) -> Phrase:
        if p.how == BY_ATTRITION:
            return Phrase("ask.losses-attrition", self.facts(s, p), "PR-9.6.3a")
        return super().ask(s, p, power)

    def kinds(self, s: Position, p: Losses, power: int) -> list[int]:
        return p.choices(s)

    def not_that(self, s: Position, p: Losses, power: int, kind: int) -> Reason:
        if kind == WALL:
            return Phrase("why.no-walls-lost", {}, "PR-10.3.2a")
        missing = not count(p.stack(s), kind)
        return Phrase("why.no-such-unit" if missing else "why.takes-no-loss", {"what": LOSSES[kind]}, "PR-10.3.2a")

    @choice(LOSE, "PR-10.3.2a", exactly=kinds, otherwise=not_that)
    def lose(self, s: Position, p: Losses, power: int, kind: int) -> None:
        if len(p.owners(s, kind)) > 1:
            p.kind = kind
            p.stage = WHOSE_UNIT
        else:
            p.take(s, kind)


class WhoseLoss(AtLosses, of=Losses, at=WHOSE_UNIT):
    """Whose Unit of the named kind in a combined Army (4.3.1)."""

    asks = "ask.losses-whose"
    rule = "PR-4.3.1g"

    def facts(self, s: Position, p: Losses) -> Mapping[str, Fact]:
        return {**super().facts(s, p), "what": f"unit-{LOSSES[p.kind]}"}

    def sides(self, s: Position, p: Losses, power: int) -> list[int]:
        return p.owners(s, p.kind)

    @choice(WHOSE, "PR-4.3.1g", exactly=sides, otherwise="no-unit-of-theirs")
    def of_side(self, s: Position, p: Losses, power: int, side: int) -> None:
        kind, p.kind = p.kind, NOBODY
        p.stage = NEXT
        p.take(s, kind, side)

    def not_asked(self, s: Position, p: Losses, power: int, verb: int, argument: int) -> Phrase | None:
        return Phrase("why.whose-first", {"what": LOSSES[p.kind]}, "PR-4.3.1g") if verb == LOSE else None


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
        for kind in kinds(first | stack):
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

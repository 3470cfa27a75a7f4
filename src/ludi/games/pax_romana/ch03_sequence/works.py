"""Chapters 7.1.6 and 12.2.2: walls and Mercenaries, of which one Minor Move pays for any number."""

from __future__ import annotations

from collections.abc import Iterable

from ludi.core import Phrase
from ludi.games.pax_romana.ch03_sequence.expansion import (
    HIRING,
    OPERATION,
    REPAIRING,
    AtExpansion,
    Expansion,
    enlist,
    hires,
    no_hiring,
)
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch07_cities.building import may_repair, repair
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import choice
from ludi.games.pax_romana.world.words import (
    DONE,
    HIRE,
    REPAIR,
)


class Works(AtExpansion):
    """More of what has been begun in place of one Minor Move."""

    asks = "ask.works"

    def not_asked(self, s: Position, p: Expansion, power: int, verb: int, argument: int) -> Phrase | None:
        operation = p.stages[OPERATION]
        said = operation.why_not(s, p, power, verb + argument)
        if said is None and verb in operation.by_verb:
            return Phrase("why.works-first", {}, "PR-3.5.1b")
        return said

    def finish(self, s: Position, p: Expansion) -> None:
        p.stage = OPERATION


class Hiring(Works, of=Expansion, at=HIRING):
    """One Mercenary after another (12.2.2)."""

    def for_hire(self, s: Position, p: Expansion, power: int) -> Iterable[int]:
        return hires(s, power)

    def no_hire(self, s: Position, p: Expansion, power: int, node: int) -> Reason:
        return no_hiring(s, power, node)

    @choice(DONE, "PR-3.5.1b")
    def end(self, s: Position, p: Expansion, power: int, argument: int) -> None:
        self.finish(s, p)

    @choice(HIRE, "PR-12.2.2", exactly=for_hire, unless=no_hire, facts=AtExpansion.price)
    def hire_one(self, s: Position, p: Expansion, power: int, node: int) -> None:
        enlist(s, power, node)


class Repairing(Works, of=Expansion, at=REPAIRING):
    """One Wall Point after another (7.1.6)."""

    def here(self, s: Position, p: Expansion, power: int) -> Iterable[int]:
        return (p.node,)

    def no_repair(self, s: Position, p: Expansion, power: int, node: int) -> Reason:
        if node != p.node:
            return Phrase("why.other-walls", {"space": s.box.place(p.node)}, "PR-7.1.6")
        return may_repair(s, power, node)

    @choice(DONE, "PR-3.5.1b")
    def end(self, s: Position, p: Expansion, power: int, argument: int) -> None:
        self.finish(s, p)

    @choice(REPAIR, "PR-7.1.6", among=here, unless=no_repair)
    def mend(self, s: Position, p: Expansion, power: int, node: int) -> None:
        repair(s, power, node)
        recount(s)

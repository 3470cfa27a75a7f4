"""Chapter 11.1.6: who Controls a Port may wave on a Fleet that would have to Stop there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ludi.core import Fact, Phrase
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.words import HOLD, LET_PASS

ASK = "ask"


@dataclass(frozen=True, slots=True)
class Waved:
    """What the Port's holder said."""

    on: bool


class Harbour(Procedure):
    """A Fleet comes into the Port of a Power. Ends with :class:`Waved`."""

    __slots__ = ("node", "power", "side")

    name = "harbour"
    rule = "PR-11.1.6"

    def __init__(self, side: int, power: int, node: int) -> None:
        self.stage = ASK
        self.side = side
        self.power = power
        self.node = node

    def decider(self, s: Position) -> int:
        return self.power

    def crumb(self, s: Position) -> Phrase:
        return Phrase("crumb.harbour", {"space": s.box.place(self.node)}, self.rule)


class Ask(Stage[Harbour], of=Harbour, at=ASK):
    """To hold it, or to let it pass."""

    def facts(self, s: Position, p: Harbour) -> Mapping[str, Fact]:
        return {"space": s.box.place(p.node), "side": s.box.side_word(p.side)}

    @choice(HOLD, "PR-11.1.6")
    def hold(self, s: Position, p: Harbour, power: int, argument: int) -> None:
        s.pop(Waved(on=False))

    @choice(LET_PASS, "PR-11.1.6")
    def let_pass(self, s: Position, p: Harbour, power: int, argument: int) -> None:
        s.pop(Waved(on=True))

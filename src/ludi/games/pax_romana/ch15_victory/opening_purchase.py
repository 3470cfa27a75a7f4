"""Chapter 15.4.4: a scenario may let every Power buy its first Objective before the first Activation."""

from __future__ import annotations

from ludi.core import Phrase
from ludi.games.pax_romana.ch06_treasury.raising import OBJECTIVE_COST
from ludi.games.pax_romana.ch06_treasury.treasury import pay
from ludi.games.pax_romana.ch15_victory.markers import draw_objective
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import ASKED, Procedure
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.stability_track import stability_range
from ludi.games.pax_romana.world.words import DONE, OBJECTIVE


class OpeningPurchase(Procedure):
    """The Powers are asked in play order."""

    __slots__ = ("asked",)

    name = "opening-purchase"
    rule = "PR-15.4.4a"

    def __init__(self, asked: list[int]) -> None:
        self.stage = ASKED
        self.asked = asked
        """Who is still to be asked, the next first."""

    def decider(self, s: Position) -> int:
        return self.asked[0]


class Buying(Stage[OpeningPurchase], of=OpeningPurchase, at=ASKED):
    """One Objective for the usual price, or none."""

    asks = "ask.opening-purchase"

    def run(self, s: Position, p: OpeningPurchase) -> bool:
        if not p.asked:
            s.pop()
        return bool(p.asked)

    def facts(self, s: Position, p: OpeningPurchase) -> dict[str, int]:
        power = p.asked[0]
        return {"price": price(s, power), "talents": s.treasury[power]}

    def too_dear(self, s: Position, p: OpeningPurchase, power: int, argument: int) -> Reason:
        return "" if price(s, power) <= s.treasury[power] else Phrase("why.no-talents", {}, "PR-15.4.4a")

    @choice(OBJECTIVE, "PR-15.4.4a", unless=too_dear)
    def buy(self, s: Position, p: OpeningPurchase, power: int, argument: int) -> None:
        p.asked.pop(0)
        pay(s, power, price(s, power))
        draw_objective(s, power)

    @choice(DONE, "PR-15.4.4a")
    def go_without(self, s: Position, p: OpeningPurchase, power: int, argument: int) -> None:
        p.asked.pop(0)


def price(s: Position, power: int) -> int:
    return OBJECTIVE_COST[stability_range(s.stability[power])]

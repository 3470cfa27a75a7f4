"""The Recruitment Operation (3.2-F3): Land Units or Galley Squadrons, one after another."""

from __future__ import annotations

from ludi.core import SPAN, Phrase
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch06_treasury.buying import ONE_KIND, OTHERWISE, PURCHASES, Buying
from ludi.games.pax_romana.ch06_treasury.raising import build_options, carry_out_build, charge, price
from ludi.games.pax_romana.ch06_treasury.treasury import pay_rhodes
from ludi.games.pax_romana.ch17_cards.hand import WithHand
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.words import BUILD_GALLEY, DONE, HIRE

BEGINNING, RECRUITING = "beginning", "recruiting"
ANYTHING, LAND_UNITS, SQUADRONS = range(3)


class Recruitment(Procedure):
    """The Recruitment Operation: Land Units or Galley Squadrons, not both (3.2-F3)."""

    __slots__ = ("built", "kind", "options", "power")

    name = "recruitment"
    rule = "PR-3.2-F3b"

    def __init__(self, power: int) -> None:
        self.stage = BEGINNING
        self.power = power
        self.built: list[int] = []
        """What has been carried out: Rhodes is paid once for a Space (6.1.6 c)."""
        self.kind = ANYTHING
        """Which of the two it has become."""
        self.options: list[int] = []

    def decider(self, s: Position) -> int:
        return self.power


class Beginning(Stage[Recruitment], of=Recruitment, at=BEGINNING):
    """It is seen what the Power could build."""

    def run(self, s: Position, p: Recruitment) -> bool:
        p.options = build_options(s, p.power, False)
        p.stage = RECRUITING
        return False


class Recruiting(Buying[Recruitment], WithHand[Recruitment], of=Recruitment, at=RECRUITING):
    """The next Unit (6.2, 6.3), or a card (17.1.5)."""

    def ask(self, s: Position, p: Recruitment, power: int) -> Phrase:
        return Phrase("ask.recruitment", {"talents": s.treasury[power]}, p.rule)

    def resumed(self, s: Position, p: Recruitment, result: bool) -> None:
        """A card was played: it may have changed what can be built."""
        p.stage = BEGINNING

    def earlier(self, p: Recruitment, power: int) -> list[int]:
        return p.built

    def options(self, s: Position, p: Recruitment, power: int, plan: list[int]) -> tuple[int, ...]:
        if p.kind == ANYTHING:
            return tuple(p.options)
        ships = p.kind == SQUADRONS
        return tuple([action for action in p.options if (action - action % SPAN == BUILD_GALLEY) == ships])

    def misplaced(self, s: Position, p: Recruitment, power: int, verb: int, node: int) -> str:
        if verb == HIRE:
            return OTHERWISE
        if p.kind == (LAND_UNITS if verb == BUILD_GALLEY else SQUADRONS):
            return ONE_KIND
        return super().misplaced(s, p, power, verb, node)

    def buy(self, s: Position, p: Recruitment, power: int, action: int) -> None:
        p.kind = SQUADRONS if action // SPAN * SPAN == BUILD_GALLEY else LAND_UNITS
        pay_rhodes(s, power, charge(s, power, action, p.built) - price(s, power, action))
        p.built.append(action)
        carry_out_build(s, power, action)

    def finish(self, s: Position, p: Recruitment, power: int, argument: int) -> None:
        recount(s)
        s.pop()

    choices = (choice(DONE)(finish), *PURCHASES, *WithHand.choices)

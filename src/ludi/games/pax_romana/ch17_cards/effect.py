"""Chapter 17.2: what a card does. Each title is one :class:`Effect`, written in a module of this folder."""

from __future__ import annotations

from typing import ClassVar

from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.world.cards import ANSWERS, rule_of


class Effect:
    """One title: ``class Spies(Effect, of=SPIES)``."""

    all: ClassVar[dict[int, Effect]] = {}
    """The effects by title."""
    title: int
    rule: str
    answers: bool
    """Whether it is played only in answer to something (17.1.5): the procedure that asked carries it out."""

    def __init_subclass__(cls, of: int | tuple[int, ...] = ()) -> None:
        cls.enrol(of)

    @classmethod
    def enrol(cls, of: int | tuple[int, ...]) -> None:
        """It is what these titles do."""
        for title in of if isinstance(of, tuple) else (of,):
            effect = cls()
            effect.title = title
            effect.rule = rule_of(title)
            effect.answers = title in ANSWERS
            Effect.all[title] = effect

    def no_use(self, s: Position, power: int) -> Reason:
        """Why the Power cannot play it now; empty if it can."""
        return ""

    def happen(self, s: Position, power: int) -> None:
        """It takes effect; what is to be decided is put on the stack."""

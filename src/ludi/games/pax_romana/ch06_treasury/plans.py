"""Phases B and E: all Powers plan in secret at the same time, then everything is revealed and carried out (3.2)."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeVar

from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.engine.stage import Stage

PLANNING = "planning"


class Plans(Procedure):
    """What every Power plans in secret."""

    __slots__ = ("done", "plans")

    def __init__(self) -> None:
        self.stage = PLANNING
        self.done: list[int] = []
        """Who has finished."""
        self.plans: list[int] = []
        """Pairs: Power, action."""

    def plan(self, power: int) -> list[int]:
        """What a Power has planned so far."""
        whose = self.plans[::2]
        if power not in whose:
            return []
        return [action for each, action in zip(whose, self.plans[1::2], strict=True) if each == power]

    def finish(self, power: int) -> None:
        """A Power has finished; in which order they do is nobody's business."""
        self.done = sorted((*self.done, power))

    def progress(self) -> Hashable:
        return self.name, tuple(self.done)

    def hide(self, s: Position, own: tuple[int, ...]) -> None:
        kept = []
        for i in range(0, len(self.plans), 2):
            if self.plans[i] in own:
                kept += self.plans[i : i + 2]
        self.plans = kept


S = TypeVar("S", bound=Plans)


class Planning(Stage[S]):
    """All Powers plan; when the last one has finished, everything is carried out."""

    def run(self, s: Position, p: S) -> bool:
        if len(p.done) < len(s.box.powers):
            return True
        self.carry_out(s, p)
        return False

    def carry_out(self, s: Position, p: S) -> None:
        raise NotImplementedError

    def deciders(self, s: Position, p: S) -> tuple[int, ...]:
        done = p.done
        return tuple([power for power in range(len(s.box.powers)) if power not in done])

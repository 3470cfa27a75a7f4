"""The engine: it runs the stack of procedures until somebody must decide, and carries decisions to the one on top."""

from __future__ import annotations

from collections.abc import Hashable

from ludi.core.native import mypyc_attr
from ludi.games.pax_romana.engine.position import Position


@mypyc_attr(allow_interpreted_subclasses=True)
class PlayedPosition(Position):
    """A position that is played: who decides what now.

    What is asked at every decision is asked of the stage on top, without a word to the procedure between them.
    """

    __slots__ = ()

    def run(self) -> None:
        """Let the top procedure go on until somebody must decide or the game is over."""
        self._asked = None
        self._legal = {}
        stack = self.stack
        waiting = False
        while stack and not waiting:
            top = stack[-1]
            waiting = top.stages[top.stage].run(self, top)
            self.at_once()
        self._asked = None  # whoever listened may have asked meanwhile

    def at_once(self) -> None:
        """What follows at once wherever it came about, whatever procedure is under way."""

    def actors(self) -> tuple[int, ...]:
        powers = self._deciders()
        seat_of = self._box.seat_of
        if len(powers) == 1:
            return (seat_of[powers[0]],)
        return tuple(sorted({seat_of[power] for power in powers}))

    def in_secret(self) -> Hashable:
        return self.stack[-1].progress() if self.stack else None

    def decider(self, seat: int) -> int:
        """For which of its Powers a seat decides now; -1 if it need not."""
        seat_of = self._box.seat_of
        for power in self._deciders():
            if seat_of[power] == seat:
                return power
        return -1

    def legal(self, seat: int) -> list[int]:
        power = self.decider(seat)
        return [] if power < 0 else self._open_to(power)

    def play(self, seat: int, action: int) -> None:
        power = self.decider(seat)
        if power < 0 or action not in self._open_to(power):
            self.refuse(seat, action)
        self.decisions += 1
        top = self.stack[-1]
        top.stages[top.stage].decide(self, top, power, action)
        self.run()

    def _deciders(self) -> tuple[int, ...]:
        """The Powers that must decide; none once the game is over. Found once and kept until something happens."""
        found = self._asked
        if found is None:
            top = self.stack[-1] if self.stack else None
            found = () if top is None else top.stages[top.stage].deciders(self, top)
            self._asked = found
        return found

    def _open_to(self, power: int) -> list[int]:
        """What a Power that must decide may do; found once and kept until something happens."""
        found = self._legal.get(power)
        if found is None:
            top = self.stack[-1]
            found = top.stages[top.stage].legal(self, top, power)
            self._legal[power] = found
        return found

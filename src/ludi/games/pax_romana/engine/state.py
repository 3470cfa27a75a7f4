"""The engine: it runs the stack of procedures until somebody must decide, and carries decisions to the one on top."""

from __future__ import annotations

from collections.abc import Hashable

from ludi.core.native import mypyc_attr
from ludi.games.pax_romana.engine.position import Position


@mypyc_attr(allow_interpreted_subclasses=True)
class PlayedPosition(Position):
    """A position that is played: who decides what now."""

    __slots__ = ()

    def run(self) -> None:
        """Let the top procedure go on until somebody must decide or the game is over."""
        self._legal = {}
        waiting = False
        while self.stack and not waiting:
            waiting = self.stack[-1].run(self)
            self.at_once()

    def at_once(self) -> None:
        """What follows at once wherever it came about, whatever procedure is under way."""

    def actors(self) -> tuple[int, ...]:
        if not self.stack:
            return ()
        seat_of = self._box.seat_of
        powers = self.stack[-1].deciders(self)
        if len(powers) == 1:
            return (seat_of[powers[0]],)
        return tuple(sorted({seat_of[power] for power in powers}))

    def in_secret(self) -> Hashable:
        return self.stack[-1].progress() if self.stack else None

    def decider(self, seat: int) -> int:
        """For which of its Powers a seat decides now; -1 if it need not."""
        if self.stack:
            seat_of = self._box.seat_of
            for power in self.stack[-1].deciders(self):
                if seat_of[power] == seat:
                    return power
        return -1

    def legal(self, seat: int) -> list[int]:
        power = self.decider(seat)
        if power < 0:
            return []
        found = self._legal.get(power)
        if found is None:
            found = self.stack[-1].legal(self, power)
            self._legal[power] = found
        return found

    def play(self, seat: int, action: int) -> None:
        power = self.decider(seat)
        if power < 0 or action not in self.legal(seat):
            self.refuse(seat, action)
        self.decisions += 1
        self.stack[-1].decide(self, power, action)
        self.run()

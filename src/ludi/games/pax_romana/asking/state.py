"""The State of Pax Romana: the engine that runs the stack of procedures, and the protocol of a game."""

from __future__ import annotations

from collections.abc import Hashable

import ludi.games.pax_romana.chapters  # noqa: F401 - all stages of play
from ludi.core import Outcome, Phrase, View
from ludi.games.pax_romana.ch12_special.special_units import end_revolts
from ludi.games.pax_romana.ch15_victory.victory import outcome
from ludi.games.pax_romana.engine.position import Position


class PaxRomanaState(Position):
    """One position of one match."""

    __slots__ = ()

    def run(self) -> None:
        """Let the top procedure go on until somebody must decide or the game is over."""
        self._legal = {}
        waiting = False
        while self.stack and not waiting:
            waiting = self.stack[-1].run(self)
            if self.slaves_due:
                end_revolts(self)

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

    def why_not(self, seat: int, word: str) -> Phrase | None:
        from ludi.games.pax_romana.asking.refusals import why_not

        return why_not(self, seat, self.unspell(word))

    def prompt(self, seat: int) -> Phrase:
        from ludi.games.pax_romana.asking.wording import prompt

        return prompt(self, seat)

    def label(self, action: int) -> Phrase:
        from ludi.games.pax_romana.asking.wording import label

        return label(self, action)

    def explain(self, action: int) -> Phrase:
        from ludi.games.pax_romana.asking.wording import explain

        return explain(self, action)

    def outcome(self) -> Outcome | None:
        return outcome(self)

    def view(self, seat: int | None) -> View:
        from ludi.games.pax_romana.asking.view import view

        return view(self, seat)

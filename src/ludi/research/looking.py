"""What an environment asks of a game at every step: what a seat sees and may do, and what follows from what it does.

It is compiled with the engines where they are; the doors themselves are not, since they are classes of others.
"""

from __future__ import annotations

from typing import Any

from ludi.core import Dice, State
from ludi.research.encoding import Encoder
from ludi.research.reading import Reader

NOBODY = -1


class Window:
    """Through which the seats of one match see it and act."""

    def __init__(self, encoder: Encoder) -> None:
        self.encoder = encoder
        self.reader = Reader(encoder)
        self.numbers: list[Any] = list(encoder.box.vocabulary)
        self.places: dict[Any, Any] = {action: place for place, action in enumerate(self.numbers)}
        self.shut = bytes(len(self.numbers))
        """A mask in which nothing is open."""

    def __reduce__(self) -> tuple[Any, ...]:
        return Window, (self.encoder,)

    def look(self, state: State, seat: int, decides: bool) -> bytearray:
        """Read what a seat sees; what it may do, if it is the one that decides, comes as a mask."""
        self.reader.read(state, seat)
        mask: Any = bytearray(self.shut)
        if decides:
            places = self.places
            for action in state.legal(seat):
                mask[places[action]] = 1
        found: bytearray = mask
        return found

    def open(self, state: State, seat: int) -> list[int]:
        """The places of what a seat may do, in order."""
        places = self.places
        found: list[Any] = [places[action] for action in state.legal(seat)]
        found.sort()
        return found

    def play(self, state: State, seat: int, place: int) -> int:
        """Carry out an action by its place among all; who decides next, :data:`NOBODY` when the game is over."""
        state.play(seat, self.numbers[place])
        actors = state.actors()
        return actors[0] if actors else NOBODY


def tried(before: State, seat: int, action: int, dice: Dice, afterwards: Dice) -> State:
    """The position after a decision, played with these dice; it has others from then on."""
    after = before.copy()
    after.dice = dice
    after.play(seat, action)
    after.dice = afterwards
    return after

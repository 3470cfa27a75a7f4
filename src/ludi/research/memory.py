"""What each seat saw and did whenever it decided, as a short digest.

It is reckoned when somebody asks: until then the decisions are only noted, and played again from the position before
the first of them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any, final

from ludi.core import State
from ludi.research.reading import Reader

DIGEST = 12
"""Bytes that tell what a seat saw and did."""


@final
class Decision:
    """An action of a seat, and what chance has told of what follows; never changed."""

    __slots__ = ("action", "faces", "place", "seat")

    def __init__(self, seat: int, action: int, place: int, faces: tuple[int, ...]) -> None:
        self.seat = seat
        self.action = action
        """The action's number in the game."""
        self.place = place
        """Its number in the vocabulary."""
        self.faces = faces

    def __reduce__(self) -> tuple[Any, ...]:
        return Decision, (self.seat, self.action, self.place, self.faces)

    def with_faces(self, faces: Sequence[int]) -> Decision:
        """The same, when chance has told what follows."""
        return Decision(self.seat, self.action, self.place, tuple(faces))


Play = Callable[[State, Decision], State]


@final
class Memory:
    """The digests of all seats of one state, and what is not in them yet."""

    __slots__ = ("_before", "_digests", "_play", "_reader", "_since")

    def __init__(self, reader: Reader, play: Play) -> None:
        self._reader = reader
        self._play = play
        self._digests = [b""] * reader.encoder.seats
        self._since: list[Decision] = []
        self._before: State | None = None
        """The position before the first of these decisions; nobody changes it."""

    def __deepcopy__(self, memo: object) -> Memory:
        new = Memory(self._reader, self._play)
        new.take_up(*self.kept())
        return new

    def kept(self) -> tuple[list[bytes], list[Decision], State | None]:
        """All that it holds of this state."""
        return self._digests[:], self._since[:], self._before

    def take_up(self, digests: list[bytes], since: list[Decision], before: State | None) -> None:
        """Go on from what another one held."""
        self._digests, self._since, self._before = digests, since, before

    def note(self, before: State, decision: Decision) -> None:
        """A seat decides in this position."""
        if not self._since:
            self._before = before
        self._since.append(decision)

    def chance_has_told(self, faces: Sequence[int]) -> None:
        """What follows from the last decision."""
        if self._since:
            self._since[-1] = self._since[-1].with_faces(faces)

    def of(self, seat: int) -> bytes:
        """The digest of a seat: other experiences, another digest."""
        position = self._before
        for number, each in enumerate(self._since, 1):
            assert position is not None
            digest = hashlib.blake2b(self._digests[each.seat], digest_size=DIGEST)
            digest.update(self._reader.read(position, each.seat))
            digest.update(each.place.to_bytes(4, "little"))
            self._digests[each.seat] = digest.digest()
            if number < len(self._since):
                position = self._play(position, each)
        self._since.clear()
        self._before = None
        return self._digests[seat]

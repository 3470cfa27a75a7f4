"""A game on its way through the nodes of a tree: decisions, and chance nodes that tell what follows from them.

This is the innermost work of :mod:`ludi.research.openspiel`, and knows nothing of OpenSpiel but two numbers: it is
compiled with the engines where they are.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, Final, TypeVar, final

from ludi.core import Box, State
from ludi.research.chance import NeedsChance, ProbeDice, SpelledDice
from ludi.research.encoding import Encoder
from ludi.research.looking import Window, tried
from ludi.research.memory import Decision, Memory
from ludi.research.reading import Reader

FACES: Final = 16
"""The outcomes of a sampled chance node: whoever draws one looks at all of them, so that many nodes with few outcomes
cost less than few with many."""
DEAL_NODES: Final = 8
EVENT_NODES: Final = 4
CHANCE: Final = -1
TERMINAL: Final = -4
"""OpenSpiel's own numbers for who decides."""
PROBE: Final = ProbeDice()
WORDS: Final = 1 << 16
"""Nothing is thrown or drawn in nearly as many ways."""
T = TypeVar("T")


@final
class ToldDice:
    """Dice of which all follows from what chance nodes have told; to begin with them costs little."""

    __slots__ = ("_at", "_block", "_number", "_told")

    def __init__(self, faces: Sequence[int]) -> None:
        self._told = bytes(faces)
        self._number = 0
        self._block = b""
        self._at = 0

    def _below(self, most: int) -> int:
        limit = WORDS - WORDS % most
        while True:
            if self._at == len(self._block):
                self._block = hashlib.blake2b(self._told + self._number.to_bytes(4, "little")).digest()
                self._number += 1
                self._at = 0
            word = self._block[self._at] << 8 | self._block[self._at + 1]
            self._at += 2
            if word < limit:
                return word % most

    def roll(self, sides: int = 6, purpose: str = "") -> int:
        return self._below(sides) + 1

    def shuffle(self, items: list[T]) -> None:
        for last in range(len(items) - 1, 0, -1):
            other = self._below(last + 1)
            items[last], items[other] = items[other], items[last]

    def choose(self, items: Sequence[T]) -> T:
        return items[self._below(len(items))]


@final
class Match:
    """What is the same in all courses of a game."""

    def __init__(self, box: Box, spelled: bool, longest: int) -> None:
        self.box = box
        self.numbers: list[Any] = list(box.vocabulary)
        self.spelled = spelled
        """Whether every die and every card drawn is a chance node of its own."""
        self.longest = longest
        """After so many decisions the game ends."""
        encoder = Encoder.of_box(box)
        self.window = Window(encoder)
        self.remembering = Reader(encoder)
        """Another reader, for positions of the past."""

    def __deepcopy__(self, memo: object) -> Match:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Match, (self.box, self.spelled, self.longest)

    def dice(self, faces: Sequence[int], needed: int) -> Any:
        """Dice for what chance has told so far."""
        if self.spelled:
            return SpelledDice(faces)
        return ToldDice(faces) if len(faces) == needed else PROBE

    def after(self, before: State, decision: Decision) -> State:
        """The position after a decision, or :class:`NeedsChance`."""
        faces = decision.faces
        dice = self.dice(faces, EVENT_NODES) if faces or self.spelled else PROBE
        return tried(before, decision.seat, decision.action, dice, PROBE)


@final
class Course:
    """A position, or a chance node on the way to the next one."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.now: State | None = None
        """The position; None during the deal."""
        self.pending: Decision | None = None
        """The decision that waits for chance; None during the deal."""
        self.faces: list[int] = []
        self.sides = 0
        """How many outcomes this chance node has; 0 if it is none."""
        self.player = CHANCE
        """Who decides: a seat, or one of OpenSpiel's own numbers."""
        self.decisions = 0
        self.memory = Memory(match.remembering, match.after)

    def __deepcopy__(self, memo: object) -> Course:
        """What OpenSpiel asks for when it clones a state."""
        new = Course(self.match)
        now = self.now
        new.now = None if now is None else now.copy()
        new.pending = self.pending
        new.faces = self.faces[:]
        new.sides, new.player, new.decisions = self.sides, self.player, self.decisions
        new.memory = self.memory.__deepcopy__(memo)
        return new

    def __reduce__(self) -> tuple[Any, ...]:
        place = (self.now, self.pending, self.faces, self.sides, self.player, self.decisions)
        return _course_at, (self.match, *place, self.memory.kept())

    def at(self, position: State, seat: int) -> Course:
        """As far as this one, in a position that ``seat`` cannot tell from this one's."""
        new = Course(self.match)
        new.now = position
        position.dice = PROBE
        new.decisions = self.decisions
        new._see_who_decides(position)
        self.memory.of(seat)
        new.memory = self.memory.__deepcopy__(None)
        return new

    def apply(self, action: int) -> None:
        """An outcome of chance, or a decision by its place among all actions."""
        if self.sides:
            if not 0 <= action < self.sides:
                raise ValueError(f"Chance has {self.sides} outcomes here, from 0 on: {action} is none of them.")
            self.faces.append(action)
        else:
            position = self.now
            assert position is not None
            decision = Decision(self.player, self.match.numbers[action], action, ())
            self.pending = decision
            self.memory.note(position, decision)
            self.decisions += 1
        self.go_on()

    def go_on(self) -> None:
        """Deal, or carry out the decision, as far as what chance has told allows; else wait for more of it."""
        match, before, faces = self.match, self.now, self.faces
        if faces and not match.spelled and len(faces) < (DEAL_NODES if before is None else EVENT_NODES):
            return
        try:
            if before is None:
                after = match.box.game.deal(match.box, match.dice(faces, DEAL_NODES))
                after.dice = PROBE
            else:
                decision = self.pending
                assert decision is not None
                after = match.after(before, decision.with_faces(faces) if faces else decision)
        except NeedsChance as needs:
            self.sides = needs.sides if match.spelled else FACES
            self.player = CHANCE
            return
        self.now = after
        if faces:
            if before is not None:
                self.memory.chance_has_told(faces)
            self.faces = []
        self.pending = None
        self.sides = 0
        self._see_who_decides(after)

    def _see_who_decides(self, position: State) -> None:
        actors = position.actors()
        self.player = actors[0] if actors and self.decisions < self.match.longest else TERMINAL

    def legal(self, player: int) -> list[int]:
        """What is open to a player here, or to chance."""
        if self.sides:
            return list(range(self.sides))
        position = self.now
        if position is None or player < 0:
            return []
        return self.match.window.open(position, player)

    def show(self, player: int, cells: Any) -> None:
        """Write what a player sees into memory that holds as many 32-bit floats; nothing at all during the deal."""
        position = self.now
        if position is None:
            cells[:] = self.match.window.encoder.blank
            return
        cells[:] = self.match.window.reader.read(position, player)


def _course_at(
    match: Match,
    now: State | None,
    pending: Decision | None,
    faces: list[int],
    sides: int,
    player: int,
    decisions: int,
    remembered: tuple[Any, ...],
) -> Course:
    """A course that comes from another process."""
    new = Course(match)
    new.now, new.pending, new.faces = now, pending, faces
    new.sides, new.player, new.decisions = sides, player, decisions
    new.memory.take_up(*remembered)
    return new

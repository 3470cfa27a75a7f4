"""The header and the seats of a match as they are stored, and what a change of them has to write down."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from ludi.core import Chair, Start
from ludi.server.queries import CHANGING
from ludi.server.store import Row


@dataclass(slots=True)
class Header:
    """The row of a match."""

    id: str
    game: str
    rules: str
    options: dict[str, Any]
    seed: str
    commitment: str
    host: str
    status: str
    listed: bool
    watch: bool
    clock: dict[str, Any]
    version: int
    decisions: int
    due: list[int]
    bot_due: bool
    deadline: float | None
    created: float
    changed: float
    finished: float | None = None
    result: dict[str, Any] | None = None
    rematch: str | None = None
    rematch_of: str | None = None
    sight: str | None = None
    sight_at: int | None = None
    why: dict[str, Any] | None = None
    start: dict[str, Any] | None = None
    """The position and the first rolls of a match that did not begin with a deal; nobody is told them."""
    lesson: dict[str, Any] | None = None
    """The lesson that is taught here: its id, the step, whether it is done, whether it was left."""

    hints: bool = False
    """Whether those who play may be helped though several people do."""

    def beginning(self) -> Start | None:
        return None if self.start is None else Start(self.start["position"], tuple(self.start["dice"]))

    def changing(self) -> Row:
        """What a change of the match may change, except the version."""
        return {name: getattr(self, name) for name in CHANGING}


@dataclass(slots=True)
class Seat:
    """The row of a seat."""

    seat: int
    kind: str
    player: str | None = None
    name: str = ""
    level: str | None = None
    stand_in: str | None = None
    conceded: bool = False
    token: str | None = None
    bank: float | None = None
    since: float | None = None

    @property
    def bot(self) -> str | None:
        """The level of the bot that decides for this seat, if one does."""
        return self.level if self.kind == "bot" else self.stand_in

    def chair(self) -> Chair:
        return Chair(self.name or f"Seat {self.seat + 1}", self.level or "person")

    def to_row(self) -> Row:
        return asdict(self)


def seat_from_row(row: Row) -> Seat:
    return Seat(**{key: value for key, value in row.items() if key != "match"})


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that happened to the table rather than in the game."""

    decision: int
    version: int
    kind: str
    seat: int
    word: str


@dataclass(slots=True)
class Change:
    """What has to be written down."""

    seen: int
    kind: str = ""
    seat: int = -1
    word: str = ""
    chairs: list[Seat] = field(default_factory=list)
    known_to: frozenset[int] | None = None
    """The seats that may know of it; None: everybody."""

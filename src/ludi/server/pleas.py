"""Taking back with leave: who asks, who is still to agree, and when it lapses.

A plea lives as long as nothing is decided. It is granted when every other person at the table has agreed; bots always
do. What then happens is the table's own affair (:meth:`ludi.core.Table.take_back`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ludi.core import Table
from ludi.server.lines import Frame
from ludi.server.refusals import Refused
from ludi.server.rows import Seat

ASKED, GRANTED, DENIED, DONE = "plea", "grant", "deny", "back"
"""What the journal says of it."""


@dataclass(slots=True)
class Plea:
    """The wish of a seat to take back its last decision, and all that came since."""

    seat: int
    granted: set[int] = field(default_factory=set)

    def waits_for(self, chairs: Sequence[Seat]) -> list[int]:
        """The seats whose persons have not answered; whoever asks agrees at all seats of his own."""
        mine = chairs[self.seat].player
        return [
            each.seat
            for each in chairs
            if each.kind == "person" and each.bot is None and each.player != mine and each.seat not in self.granted
        ]


def after(plea: Plea | None, kind: str, seat: int) -> Plea | None:
    """What is left of a plea after an entry of the journal."""
    if kind == ASKED:
        return Plea(seat)
    if kind == GRANTED and plea is not None:
        plea.granted.add(seat)
        return plea
    return None if kind in (DENIED, DONE, "play", "undo", "start") else plea


def may_ask(table: Table, seat: int) -> bool:
    """Whether there is something that a seat cannot take back by itself."""
    if table.state.in_secret() is not None or table.can_undo(seat):
        return False
    return any(other == seat for other, _ in table.decisions)


def told(plea: Plea | None, chairs: Sequence[Seat]) -> Frame | None:
    return None if plea is None else {"seat": plea.seat, "waits_for": plea.waits_for(chairs)}


def check(table: Table, plea: Plea | None, chairs: Sequence[Seat], seat: int) -> None:
    """:class:`Refused` if a seat may not ask now."""
    if table.state.in_secret() is not None:
        raise Refused("wrong_status", "While all plan in secret nothing is taken back with leave.")
    if table.can_undo(seat):
        raise Refused("cannot_undo", "You can take that back without asking.")
    if plea is not None and plea.waits_for(chairs):
        raise Refused("wrong_status", "Somebody has asked already; the others have not all answered.")

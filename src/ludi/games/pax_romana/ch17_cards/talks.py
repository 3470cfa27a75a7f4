"""Chapters 4.2 and 17.2, ALLIANCE: talks with one other player, or the end of an alliance with Independents."""

from __future__ import annotations

from collections.abc import Iterable

from ludi.games.pax_romana.ch04_diplomacy.meeting import Meeting, nobody_to_meet, partners
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch12_special.pergamum import part_from_pergamum
from ludi.games.pax_romana.ch12_special.rhodes import part_from_rhodes
from ludi.games.pax_romana.ch17_cards.effect import Effect
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import ASKED, Question
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.cards import ALLIANCE
from ludi.games.pax_romana.world.pieces import NOBODY
from ludi.games.pax_romana.world.words import INVITE, PART_FROM


class Alliance(Effect, of=ALLIANCE):
    """The player opens talks with one other player, and no more."""

    def no_use(self, s: Position, power: int) -> Reason:
        return "" if partings(s) else nobody_to_meet(s, power)

    def happen(self, s: Position, power: int) -> None:
        s.push(Talks(power))


def partings(s: Position) -> list[int]:
    """The places whose Independents are somebody's allies: that may be ended instead of talking (17.2)."""
    index = s.box.atlas.index
    allies = (("pergamum", s.pergamum_ally), ("rhodes", s.rhodes_ally))
    return [index[place] for place, ally in allies if ally != NOBODY]


class Talks(Question):
    """With whom the talks are held (4.2)."""

    __slots__ = ()

    name = "talks"
    rule = "PR-4.2"


class Inviting(Stage[Talks], of=Talks, at=ASKED):
    """The player names one other player; the two then talk as at any Meeting (4.3)."""

    def strangers(self, s: Position, p: Talks, power: int) -> Iterable[int]:
        return partners(s, power)

    def allied(self, s: Position, p: Talks, power: int) -> Iterable[int]:
        return partings(s)

    @choice(PART_FROM, "PR-17.2-ALLIANCE", exactly=allied, otherwise="no-such-alliance")
    def end_alliance(self, s: Position, p: Talks, power: int, node: int) -> None:
        s.pop()
        if s.box.place(node) == "rhodes":
            part_from_rhodes(s)
        else:
            part_from_pergamum(s)
        recount(s)

    @choice(INVITE, "PR-4.2", exactly=strangers, otherwise="same-person")
    def invite(self, s: Position, p: Talks, power: int, other: int) -> None:
        meeting = Meeting(power, (other,))
        meeting.give_floor(s, power)
        s.become(meeting)

"""Chapter 9.4.5: a Withdrawal by sea, over one Naval Connection into a friendly Port."""

from __future__ import annotations

from typing import Self

from ludi.games.pax_romana.ch09_movement.movement import WithdrawalMarch
from ludi.games.pax_romana.ch11_naval.afloat import AMBUSHED, MEET, WATCHED, Afloat, release_escort
from ludi.games.pax_romana.ch11_naval.meeting import Meet
from ludi.games.pax_romana.ch11_naval.naval_ambush import Watched, watch
from ludi.games.pax_romana.engine.position import Position


class Crossing(WithdrawalMarch, Afloat):
    """A Withdrawal by sea, as it comes into the Port."""

    __slots__ = ("met",)

    name = "move"
    saved_as = "withdrawal-crossing"
    tuples = ("met",)

    met: tuple[int, ...]

    @classmethod
    def of(cls, march: WithdrawalMarch) -> Self:
        """A Withdrawal that goes to sea."""
        new = cls.taken_over(march)
        new.met = ()
        new.stage = MEET
        return new


class CrossingWatched(Watched[Crossing], of=Crossing, at=WATCHED):
    """Somebody lies in wait for it (17.2, NAVAL AMBUSH)."""


class CrossingAmbushed(Meet[Crossing], of=Crossing, at=AMBUSHED):
    """Beaten it is put into another Port; else it comes into this one, unless somebody falls upon it again."""

    def run(self, s: Position, p: Crossing) -> bool:
        p.stage = MEET
        watch(s, p)
        return False


class MeetInPort(Meet[Crossing], of=Crossing, at=MEET):
    """Enemy Fleets in the Port are met; then the Army is ashore (11.4.1)."""

    def clear(self, s: Position, p: Crossing) -> None:
        release_escort(s, p)
        march = WithdrawalMarch.taken_over(p)
        march.arrive()
        s.become(march)

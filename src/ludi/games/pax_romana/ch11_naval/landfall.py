"""Chapters 10.7.5 and 11.4.1: a beaten Army comes by sea into a friendly Port where an enemy Fleet lies."""

from __future__ import annotations

from ludi.core import Phrase
from ludi.games.pax_romana.ch09_movement.movement import Move
from ludi.games.pax_romana.ch09_movement.stages import SEA_AFTER, SEA_MET, WITHDRAWAL
from ludi.games.pax_romana.ch11_naval.meeting import after_meeting, meet_fleets
from ludi.games.pax_romana.ch11_naval.transport import release_escort
from ludi.games.pax_romana.engine.position import Position


class Landfall(Move):
    """The last leg of a Retreat by sea, as a Fleet that the enemy meets. Answer: node + 1, 0 if all is lost."""

    __slots__ = ()

    name = "landfall"
    rule = "PR-10.7.5"

    def __init__(
        self, s: Position, who: tuple[int, int], way: tuple[int, int], army: int, leaders: int, ships: int
    ) -> None:
        side, power = who
        super().__init__(side, power, way[1], WITHDRAWAL)
        self.start = self.last_port = self.sailed_from = way[0]
        self.army = army
        self.leaders = leaders
        self.ships = ships
        self.at_sea = True
        self.stage = SEA_MET
        if side != power:
            s.remove(power, self.node, ships)
            s.add(side, self.node, ships)

    def run(self, s: Position) -> bool:
        if self.stage == SEA_MET:
            meet_fleets(s, self)
        elif self.stage == SEA_AFTER:
            after_meeting(s, self)
        else:
            release_escort(s, self)
            s.tidy(self.side, self.node)
            s.pop(self.node + 1 if self.army else 0)
        return False

    def crumb(self, s: Position) -> Phrase:
        return Phrase("crumb.landfall", {"space": s.box.place(self.node)}, self.rule)

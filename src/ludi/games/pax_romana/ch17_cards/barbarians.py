"""Chapter 17.2, REBELLION and BARBARIAN INVASION: the tables of chapter 13."""

from __future__ import annotations

from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch13_barbarians.gallic_rebellion import gaul
from ludi.games.pax_romana.ch13_barbarians.invasion import invade
from ludi.games.pax_romana.ch13_barbarians.rebellion import ENTRIES
from ludi.games.pax_romana.ch17_cards.effect import Effect
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.cards import BARBARIAN_INVASION, REBELLION


class Rebellion(Effect, of=REBELLION):
    """2d6 name the area (13.3); one that the scenario leaves out is rolled again."""

    def happen(self, s: Position, power: int) -> None:
        area = ""
        while not (area == "naval-mutiny" or s.box.rebellion_areas.get(area)):
            area = s.box.tables["rebellion"][str(s.roll("rebellion") + s.roll("rebellion"))]
        if s.listener is not None:
            s.tell("rebellion", "PR-13.3a", area=area)
        if area == "gaul":
            gaul(s, power)
        else:
            ENTRIES[area](s, power)
        recount(s)


class BarbarianInvasion(Effect, of=BARBARIAN_INVASION):
    """2d6 name the group (13.4)."""

    def happen(self, s: Position, power: int) -> None:
        invade(s, power)

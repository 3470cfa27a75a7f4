"""Chapter 17.2, BOUNTEOUS HARVESTS, and FAMINE AND DROUGHT."""

from __future__ import annotations

from ludi.games.pax_romana.ch14_stability.stability import change_stability
from ludi.games.pax_romana.ch16_events.harvest_time import harvest_controller
from ludi.games.pax_romana.ch17_cards.effect import Effect
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.cards import BOUNTEOUS_HARVESTS, FAMINE_AND_DROUGHT
from ludi.games.pax_romana.world.pieces import NOBODY


class Harvest(Effect, of=(BOUNTEOUS_HARVESTS, FAMINE_AND_DROUGHT)):
    """A die names a Territory: good or bad years for whoever Controls it."""

    def happen(self, s: Position, power: int) -> None:
        owner = harvest_controller(s)
        if owner != NOBODY:
            change_stability(s, owner, 1 if self.title == BOUNTEOUS_HARVESTS else -1, self.rule)

"""Chapter 17.2, cards that answer a Battle or an Army on its way: the procedure that asks for them carries them out."""

from __future__ import annotations

from ludi.games.pax_romana.ch17_cards.effect import Effect
from ludi.games.pax_romana.world.cards import AMBUSH, NAVAL_AMBUSH, TACTICAL_SURPRISE


class TacticalSurprise(Effect, of=TACTICAL_SURPRISE):
    """Two Shifts for its player in one Land Battle (:mod:`~ludi.games.pax_romana.ch10_battle.step_05_to_09_dice`)."""


class Ambush(Effect, of=AMBUSH):
    """An Army on a Land Transit Point loses Units (:mod:`~ludi.games.pax_romana.ch09_movement.ambush`)."""


class NavalAmbush(Effect, of=NAVAL_AMBUSH):
    """A Fleet falls upon an Army at sea (:mod:`~ludi.games.pax_romana.ch11_naval.naval_ambush`)."""

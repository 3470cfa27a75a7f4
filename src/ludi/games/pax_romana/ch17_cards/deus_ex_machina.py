"""Chapter 17.2, DEUS EX MACHINA: it cancels a card of another player; the card itself asks for it (:mod:`playing`)."""

from __future__ import annotations

from ludi.games.pax_romana.ch17_cards.effect import Effect
from ludi.games.pax_romana.world.cards import DEUS_EX_MACHINA


class DeusExMachina(Effect, of=DEUS_EX_MACHINA):
    """It does nothing by itself."""

"""How choices are meant: which one is usual, which ends something, begins a fight or gives up something for good."""

from __future__ import annotations

from ludi.core import SPAN, Manner
from ludi.games.pax_romana.engine.state import PlayedPosition
from ludi.games.pax_romana.world.words import (
    BREAK,
    DISBAND_HEAVY,
    DISBAND_LEGION,
    DISBAND_MERCENARY,
    DISCARD,
    DISCARD_CARD,
    DONE,
    EXPAND,
    FIGHT,
    GO,
    HALT,
    KEEP,
    LET_PASS,
    NO,
    NOT_NOW,
    PASS,
    PROPOSE,
    RAZE,
    REJECT,
    SCRAP,
    STAND,
    TAKE_ALL,
)

_BY_VERB: dict[int, Manner] = {
    EXPAND: "usual",
    TAKE_ALL: "usual",
    GO: "usual",
    PROPOSE: "usual",
    PASS: "ends",
    DONE: "ends",
    HALT: "ends",
    NO: "ends",
    REJECT: "ends",
    KEEP: "ends",
    LET_PASS: "ends",
    FIGHT: "attack",
    STAND: "attack",
    RAZE: "grave",
    BREAK: "grave",
    SCRAP: "grave",
    DISBAND_LEGION: "grave",
    DISBAND_HEAVY: "grave",
    DISBAND_MERCENARY: "grave",
    DISCARD: "grave",
    DISCARD_CARD: "grave",
    NOT_NOW: "ends",
}


def manner(s: PlayedPosition, action: int) -> Manner:
    """How a choice that is open now is meant: as the stage says, else as its verb does everywhere."""
    return s.stack[-1].manner(s, action) or _BY_VERB.get(action // SPAN * SPAN, "")

"""How choices are meant: which one is usual, which ends something, begins a fight or gives up something for good."""

from __future__ import annotations

from ludi.core import SPAN, Manner
from ludi.games.pax_romana.ch07_cities.prizes import open_prize
from ludi.games.pax_romana.ch09_movement.convoy import Convoy
from ludi.games.pax_romana.ch09_movement.enemies import quick_foe
from ludi.games.pax_romana.engine.state import PlayedPosition
from ludi.games.pax_romana.world.words import (
    BREAK,
    DEBARK,
    DISBAND_HEAVY,
    DISBAND_LEGION,
    DISBAND_MERCENARY,
    DISCARD,
    DONE,
    EXPAND,
    FIGHT,
    GO,
    HALT,
    KEEP,
    LET_PASS,
    MARCH,
    NO,
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
}


def manner(s: PlayedPosition, action: int) -> Manner:
    """How a choice that is open now is meant."""
    argument = action % SPAN
    verb = action - argument
    convoy = s.stack[-1]
    if isinstance(convoy, Convoy) and verb in (MARCH, DEBARK):
        place = argument if verb == MARCH else convoy.node
        if quick_foe(s, convoy.side, place, convoy.power) and not open_prize(s, convoy.side, place, convoy.power):
            return "attack"
    return _BY_VERB.get(verb, "")

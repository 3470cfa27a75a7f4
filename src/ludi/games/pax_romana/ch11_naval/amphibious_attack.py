"""Chapters 11.3.3 and 11.3.4: an Amphibious Attack. The Army enters the Space and fights as one does that comes by land
(:mod:`ludi.games.pax_romana.ch09_movement.entering`); beaten it is back on board.
"""

from __future__ import annotations

from ludi.games.pax_romana.ch09_movement.entering import Arrive, AtHome, Captured, Confront, Entered, Fought, PressOn
from ludi.games.pax_romana.ch09_movement.movement import (
    ARRIVE,
    AT_HOME,
    CAPTURED,
    CONFRONT,
    ENTERED,
    FOUGHT,
    PRESS_ON,
    TURNED_BACK,
)
from ludi.games.pax_romana.ch11_naval.afloat import AT_SEA, AmphibiousAttack
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.stage import Stage


class ArriveFromSea(Arrive[AmphibiousAttack], of=AmphibiousAttack, at=ARRIVE):
    """The Army is ashore; others may intercept it (9.3.1)."""


class AtHomeFromSea(AtHome[AmphibiousAttack], of=AmphibiousAttack, at=AT_HOME):
    """Whose home it is may have played a card."""


class EnteredFromSea(Entered[AmphibiousAttack], of=AmphibiousAttack, at=ENTERED):
    """Before it landed it could be bought off (4.4)."""

    unharmed = CONFRONT


class ConfrontAshore(Confront[AmphibiousAttack], of=AmphibiousAttack, at=CONFRONT):
    """Who is there may Withdraw; who does not is attacked."""


class PressOnAshore(PressOn[AmphibiousAttack], of=AmphibiousAttack, at=PRESS_ON):
    """After a Battle here the attack goes on at once."""


class CapturedFromSea(Captured[AmphibiousAttack], of=AmphibiousAttack, at=CAPTURED):
    """A City or Town has fallen."""


class FoughtAshore(Fought[AmphibiousAttack], of=AmphibiousAttack, at=FOUGHT):
    """After the Battle: an Army that has not won Regroups nowhere, but is on board."""


class BackOnBoard(Stage[AmphibiousAttack], of=AmphibiousAttack, at=TURNED_BACK):
    """An Army that was beaten on the shore sails on (11.3.4)."""

    def run(self, s: Position, p: AmphibiousAttack) -> bool:
        transport = p.on_board()
        transport.course = transport.course._replace(legs=())
        transport.stage = AT_SEA
        s.become(transport)
        return False

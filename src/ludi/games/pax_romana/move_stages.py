"""The kinds of Moves and the stages of one, on land and at sea."""

from __future__ import annotations

MAJOR_MOVE, MINOR_MOVE, WITHDRAWAL, INVASION = range(4)

SELECT, READY, WALK, PICKING, ARRIVE, ENTERED, CONFRONT, WITHDREW, FOUGHT, CAPTURED, FINISH, STUCK = range(12)
THREAT, THREATENED, SCATTERED = 12, 13, 14
ESCORTING, SEA_ENTER, SEA_MET, SEA_AFTER, AT_SEA, STOPPED, LANDING, TOLL, IN_HARBOUR = range(20, 29)
MAY_STRIKE = 1 << 16
"""In ``Move.met``: the moving Fleet may start a Naval Battle here (11.4.5)."""

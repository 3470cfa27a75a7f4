"""The kinds of Moves, the stages of one on land and at sea, and what its fields ``met`` and ``foreign`` hold."""

from __future__ import annotations

MAJOR_MOVE, MINOR_MOVE, WITHDRAWAL, INVASION = range(4)

SELECT, READY, WALK, PICKING, ARRIVE, ENTERED, CONFRONT, WITHDREW, FOUGHT, CAPTURED, FINISH, STUCK = range(12)
THREAT, THREATENED, SCATTERED = 12, 13, 14
ESCORTING, SEA_ENTER, SEA_MET, SEA_AFTER, AT_SEA, STOPPED, LANDING, TOLL, IN_HARBOUR = range(20, 29)
MAY_STRIKE = 1 << 16
"""In ``Move.met``: the moving Fleet may start a Naval Battle here (11.4.5)."""
WAVED_BY = 8
"""``1 << WAVED_BY + side`` in ``Move.met``: that side let the Fleet pass."""
WAVED_ON = 2
"""``Move.foreign``: 1 the Port makes a Fleet Stop, ``WAVED_ON + power`` it does unless that Power waves it on."""

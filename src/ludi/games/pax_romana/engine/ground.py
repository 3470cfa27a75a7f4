"""Which Spaces a side occupies and which it Controls (1.4, 5.1.1), each as one set (:mod:`sets`)."""

from __future__ import annotations

from ludi.games.pax_romana.engine.board import Board
from ludi.games.pax_romana.world.pieces import NOBODY, SIDES
from ludi.games.pax_romana.world.sets import ALONE, all_below


def occupied(s: Board) -> list[int]:
    """For each side, and NOBODY last, the Spaces that it occupies."""
    known: list[int] | None = s.traced("occupied")
    if known is None:
        spaces = s.box.atlas.spaces
        known = [0] * (SIDES + 2)
        for space, side in zip(ALONE, s.occupiers()[:spaces], strict=False):
            if side != NOBODY:
                known[side] += space
        known[NOBODY] = all_below(spaces) - sum(known)
        s.trace("occupied", known)
    return known


def held(s: Board) -> list[int]:
    """For each side, and NOBODY last, the Spaces that it Controls."""
    known: list[int] | None = s.traced("held")
    if known is None:
        known = occupied(s)[:]
        empty = known[NOBODY]
        for power, home in enumerate(s.box.home_sets):
            known[power] |= empty & home
            known[NOBODY] &= ~home
        for node in s.special_spaces():
            here = s.occupier(node)
            known[s.box.home[node] if here == NOBODY else here] -= ALONE[node]
            known[s.holder(node)] += ALONE[node]
        s.trace("held", known)
    return known

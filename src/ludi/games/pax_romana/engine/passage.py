"""Passage that one Power grants another (4.3.1), as numbers of ``ways``."""

from __future__ import annotations

from typing import NamedTuple

from ludi.games.pax_romana.world.pieces import NOBODY, node_of

ONE_SPACE = 1 << 13
"""In a way: it is one through a single Space, not through a Province."""


def province_way(host: int, guest: int, province: int) -> int:
    """One Power lets another pass in a Province, as a number of ``ways`` (4.3.1)."""
    return host << 10 | guest << 8 | province


def space_way(host: int, guest: int, node: int) -> int:
    """One Power lets another pass in a single Space."""
    return ONE_SPACE | host << 11 | guest << 9 | node


class Way(NamedTuple):
    """Passage that one Power grants another, in a Province or in a single Space."""

    host: int
    guest: int
    province: int
    node: int


def read_way(way: int) -> Way:
    """A number of ``ways`` in words.

    >>> read_way(province_way(2, 1, 17)), read_way(space_way(3, 0, 100))
    (Way(host=2, guest=1, province=17, node=-1), Way(host=3, guest=0, province=-1, node=100))
    """
    if way & ONE_SPACE:
        return Way(way >> 11 & 3, way >> 9 & 3, NOBODY, node_of(way))
    return Way(way >> 10, way >> 8 & 3, way & 255, NOBODY)

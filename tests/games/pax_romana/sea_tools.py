"""What the tests of Fleets, escorts and allies at sea ask of a position."""

from __future__ import annotations

from typing import Any

from games.pax_romana.helpers import world
from ludi.games.pax_romana import PaxRomanaState
from ludi.games.pax_romana.ch09_movement.convoy import Convoy


def number(s: PaxRomanaState, power: str) -> int:
    return s.box.powers.index(power)


def alive(s: PaxRomanaState, leader: str) -> bool:
    return s.leader_at[s.box.leader(leader)] >= 0


def moving(s: PaxRomanaState) -> Convoy:
    return next(p for p in reversed(s.stack) if isinstance(p, Convoy))


def befriend(s: PaxRomanaState, one: str, other: str) -> None:
    """Two Powers are allies until the turn ends."""
    s.allies[number(s, one)] |= 1 << number(s, other)
    s.allies[number(s, other)] |= 1 << number(s, one)


def allied(one: str, other: str) -> dict[str, Any]:
    """The same, for a position that begins with a phase."""
    powers = list(world({}).box.powers)
    bits = [0] * len(powers)
    bits[powers.index(one)] = 1 << powers.index(other)
    bits[powers.index(other)] = 1 << powers.index(one)
    return {"allies": bits}

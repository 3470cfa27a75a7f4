"""Units of two rival lands that no Major Move takes along together (VI two courts, X the leagues)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.play_book.barred import in_lands
from ludi.games.pax_romana.world.pieces import COMBAT

NEITHER = 0


def rivals(s: Position, power: int) -> tuple[Sequence[str], Sequence[str]] | None:
    """The two lands, by Provinces and Territories, whose Units a Power's Major Moves keep apart now."""
    rule = s.box.special.get("two-courts")
    if rule is not None and s.box.powers[power] == rule["power"] and not s.courts_united:
        return rule["south"], rule["north"]
    rule = s.box.special.get("league-jealousy")
    if rule is not None and s.box.powers[power] == rule["power"] and not threatened(s, rule):
        one, other = rule["groups"]
        return (one,), (other,)
    return None


def unite_courts(s: Position, power: int) -> None:
    """VI: once a Capital was lost the two courts of the East hold together."""
    rule = s.box.special.get("two-courts")
    if rule is not None and s.box.powers[power] == rule["power"]:
        s.courts_united = 1


def threatened(s: Position, rule: Mapping[str, Any]) -> bool:
    """Whether the common enemy stands in one of the two lands."""
    enemy = s.box.powers.index(rule["enemy"])
    return any(
        stack & COMBAT and in_lands(s, node, (), rule["groups"])
        for node, stack in s.places_of(enemy)
        if node < s.box.atlas.spaces
    )


def land_of(s: Position, power: int, node: int) -> int:
    """Which of two rival lands a Space lies in, 1 or 2; NEITHER if in none or if there are no rivals."""
    lands = rivals(s, power) if node < s.box.atlas.spaces else None
    if lands is None:
        return NEITHER
    for number, words in enumerate(lands, 1):
        if in_lands(s, node, words, words):
            return number
    return NEITHER


def estranged(s: Position, power: int, start: int, node: int) -> bool:
    """Whether Units in a Space may not join a Major Move that began elsewhere, or was joined elsewhere before."""
    here = land_of(s, power, node)
    others = (land_of(s, power, start), s.joined_in)
    return here != NEITHER and any(other not in (NEITHER, here) for other in others)

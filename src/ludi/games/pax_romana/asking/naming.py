"""How questions name things: words of places, Powers and sides, and what is said of words that name nothing."""

from __future__ import annotations

from typing import Any

from ludi.core import BadQuestion
from ludi.games.pax_romana.asking.state import PaxRomanaState
from ludi.games.pax_romana.engine.reasons import because
from ludi.games.pax_romana.world.pieces import SIDE_NAMES

__all__ = ["Answer", "BadQuestion", "node_number", "power_number", "side_number", "why"]

Answer = dict[str, Any]


def node_number(s: PaxRomanaState, place: str) -> int:
    """The node of a Space or Transit Point."""
    node = s.box.atlas.index.get(place)
    if node is None:
        raise BadQuestion(f"There is no place '{place}' on the map.")
    return node


def power_number(s: PaxRomanaState, word: str) -> int:
    if word not in s.box.powers:
        raise BadQuestion(f"There is no power '{word}' in this scenario; there are {', '.join(s.box.powers)}.")
    return s.box.powers.index(word)


def side_number(s: PaxRomanaState, word: str) -> int:
    """A Power, or another side by its word (``tribes``, ``independents`` ...)."""
    for side, name in SIDE_NAMES.items():
        if name == word:
            return side
    return power_number(s, word)


def why(rule: str) -> Answer:
    """The answer for a rule that forbids something."""
    phrase = because(rule)
    return {"why": phrase.key, "rule": phrase.rule}

"""How strong the opponents of a game were found: ratings from games of one against one, for whoever chooses one.

The numbers lie in ``data/ladder.json``, made by ``tools/ladder.py`` from the arena's games. They are read when somebody
first asks.

>>> from ludi.bots.ratings import rate
>>> found = rate([("strong", "weak", 30.0, 40)], "weak")
>>> found["weak"], 1150 < found["strong"] < 1200
(1000, True)
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from math import log10
from types import MappingProxyType
from typing import Any

FIRST = 1000
"""What the opponent has whom the others are measured by."""
MEASURE = "greedy"
"""That opponent: every game has it, and it depends on no number of iterations."""
SCALE = 400
"""So many points more mean ten games won for each one lost."""
DRAWN = 1.0
"""Games taken as halved beside those played, so that who lost none is not thought unbeatable."""

Pairing = tuple[str, str, float, int]
"""Two bots, the games that the first one won, and the games."""


def rate(pairings: Sequence[Pairing], measure: str = MEASURE) -> dict[str, int]:
    """The ratings under which these results are likeliest (Bradley and Terry's model; Elo's scale).

    Whom no chain of games joins to the one that measures has none.
    """
    names = [measure]
    for name in names:
        for one, other, _, _ in pairings:
            if name in (one, other):
                names += sorted({one, other}.difference(names))
    pairings = [pairing for pairing in pairings if pairing[0] in names]
    strength = dict.fromkeys(names, 1.0)
    for _ in range(5000):
        for name in names:
            won = 0.0
            met = 0.0
            for one, other, wins, games in pairings:
                if name in (one, other):
                    against = other if name == one else one
                    won += (wins if name == one else games - wins) + DRAWN / 2
                    met += (games + DRAWN) / (strength[name] + strength[against])
            strength[name] = won / met
        scale = strength[measure]
        strength = {name: each / scale for name, each in strength.items()}
    return {name: round(FIRST + SCALE * log10(each)) for name, each in strength.items()}


def ratings(game: str) -> Mapping[str, int]:
    """The opponents of a game by their ratings; nothing for a game nobody has measured."""
    found = ladders().get(game)
    return MappingProxyType({} if found is None else found["ratings"])


@cache
def ladders() -> Mapping[str, Any]:
    """What was measured, by game: who met whom, how often, who won, and the ratings that follow."""
    text = (resources.files("ludi.bots") / "data" / "ladder.json").read_text(encoding="utf-8")
    return MappingProxyType(json.loads(text)["ladders"])

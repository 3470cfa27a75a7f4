"""A learned judgement: how likely a seat is to win, by a small network over the facts of a position.

The numbers in ``data/judgement-N.json`` (N players) were learned from games the network played against itself and
guests of other kinds (``tools/learn_pax.py``, docs/bots.md). They are read when somebody first asks.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib import resources
from math import exp

from ludi.core.network import Network, decode
from ludi.games.pax.features import Facts, facts_among
from ludi.games.pax.rules import PaxState

TRUSTED: frozenset[int] = frozenset()
"""Among how many players a search with the judgement was found stronger than one without it, in the same time."""
SHARPNESS = 30.0
"""How much less promising an action looks that costs a hundredth of the chance to win: e to the power of -0.3."""


class Judgement:
    """The network among so many players."""

    __slots__ = ("facts", "network")

    def __init__(self, facts: Facts, network: Network) -> None:
        self.facts = facts
        self.network = network

    def chance(self, state: PaxState, seat: int) -> float:
        """The chance of ``seat`` to win, by what it knows."""
        return _chance(self.network.lead(self.facts.of(state, seat)))

    def chances(self, state: PaxState) -> list[float]:
        """Every seat's chance, each by what that seat knows, so that they add up to 1."""
        players = self.facts.players
        found = [self.chance(state, seat) for seat in range(players)]
        if players == 1:
            return found
        total = sum(found)
        return [each / total for each in found]

    def worths(self, state: PaxState, seat: int, legal: Sequence[int]) -> list[float]:
        """The chance of ``seat`` after each action, before chance has its say."""
        return [_chance(self.network.lead(self.facts.after(state, seat, action))) for action in legal]

    def weigh(self, state: PaxState, seat: int, legal: Sequence[int]) -> list[float]:
        """How promising each action looks: parts of 1."""
        worths = self.worths(state, seat, legal)
        top = max(worths)
        weights = [exp(SHARPNESS * (worth - top)) for worth in worths]
        total = sum(weights)
        return [weight / total for weight in weights]


def _chance(lead: float) -> float:
    """The chance to win of one whose odds have this logarithm."""
    if lead < -30.0:
        return 1e-13
    return 1.0 / (1.0 + exp(-lead))


@cache
def judgement_among(players: int) -> Judgement | None:
    """The network with the numbers that come with the game; None among so many players that it is not trusted."""
    if players not in TRUSTED:
        return None
    name = f"judgement-{players}.json"
    file = resources.files("ludi.games.pax") / "data" / name
    facts = facts_among(players)
    return Judgement(facts, decode(json.loads(file.read_text(encoding="utf-8")), facts.size, name))

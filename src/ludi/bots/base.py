"""What a bot is."""

from __future__ import annotations

import random
from typing import Protocol

from ludi.core import BadInsight, Game, Insight, Perspective


class Bot(Protocol):
    """One class with one method.

    The contract (held by ``tests/bots``): the choice is one of ``perspective.legal()``, and depends on nothing but the
    perspective and the random stream.
    """

    @property
    def name(self) -> str: ...

    def choose(self, perspective: Perspective, rng: random.Random) -> int:
        """One of the legal actions."""


def insight_of(game: Game) -> Insight:
    """What the game knows of itself; :class:`BadInsight` if it is not declared as such and so was never checked."""
    found: object = game.insight
    if not isinstance(found, Insight):
        raise BadInsight(f"The insight of {game.title} must be a ludi.core.Insight; {type(found).__name__} is none.")
    return found

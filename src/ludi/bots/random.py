"""A bot that plays any legal action with equal chance."""

from __future__ import annotations

import random
from typing import ClassVar

from ludi.core import Game, Perspective


class RandomBot:
    """It does not even look at the table, so simulation need not show it (see :mod:`ludi.bots.simulation`)."""

    name: ClassVar[str] = "random"

    def __init__(self, game: Game | None = None) -> None:
        del game

    def choose(self, perspective: Perspective, rng: random.Random) -> int:
        return rng.choice(perspective.legal())

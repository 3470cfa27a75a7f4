"""What a bot is."""

from __future__ import annotations

import random
from typing import Protocol

from ludi.core import Perspective


class Bot(Protocol):
    """One class with one method.

    The contract (held by ``tests/bots``): the choice is one of ``perspective.legal()``, and depends on nothing but the
    perspective and the random stream.
    """

    @property
    def name(self) -> str: ...

    def choose(self, perspective: Perspective, rng: random.Random) -> int:
        """One of the legal actions."""

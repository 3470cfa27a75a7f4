from __future__ import annotations

import random

import pytest

from ludi.core import FastDice
from ludi.games.roma import GAME, RomaState


@pytest.fixture
def deal() -> RomaState:
    """A fresh deal; the first player starts."""
    return GAME.deal(GAME.box({"start": "1"}), FastDice(random.Random(52)))

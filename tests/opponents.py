"""Scripts that found a hole in the bots' play, kept as opponents: every level from regular on must beat each of them.

:func:`seat_them` lets the arena (with one job) find them by their names.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from ludi import bots
from ludi.bots import arena as arena_module
from ludi.core import SPAN, Game, Perspective
from ludi.games.pax.components import INTRIGUE, KIND_MASK
from ludi.games.pax.rules import BUY, DONE, DRAW_CARDS, HAND, LAY, PICK, PLAY, UNDER, PaxState
from ludi.games.pax.state import ACT, DRAW, TURN


class Intriguer:
    """PAX: collects Intrigue and lets Rome win. It plays nothing else and feeds Rome's next harvest."""

    name = "intrigue"

    def choose(self, perspective: Perspective, rng: random.Random) -> int:
        state = perspective.sample(rng)
        assert isinstance(state, PaxState)
        legal = perspective.legal()
        return max(legal, key=lambda action: self._points(state, perspective.seat, action))

    def _points(self, s: PaxState, seat: int, action: int) -> float:
        box = s.box
        if s.phase == TURN:
            return float(action == DRAW_CARDS)
        if s.phase == DRAW:
            if PICK <= action < HAND:
                return float(box.category[action - PICK] == INTRIGUE) * (1 if s.placed or s.sight == 3 else -1)
            intrigue = box.category[s.drawn[max(s.picked, 0)] & KIND_MASK] == INTRIGUE
            if action == HAND:
                return 2.0 if intrigue else 0.2
            if action == UNDER:
                return 1.0 if intrigue else 0.1
            return 0.0 if intrigue else 0.5 + 0.01 * s.worth[action - LAY]
        if s.phase == ACT:
            if BUY <= action < PLAY:
                return float(sum(box.symbols[k] for k in s.groups[action - BUY] if box.category[k] == INTRIGUE))
            if PLAY <= action < DONE:
                return 9.0 if box.category[action - PLAY] == INTRIGUE else -1.0
            return 0.5
        return float(box.category[action % SPAN] == INTRIGUE) if action < DRAW_CARDS else 0.0


SCRIPTS: dict[str, type[Any]] = {each.name: each for each in (Intriguer,)}


def seat_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the arena find these scripts by their names."""

    def find(name: str, game: Game) -> bots.Bot:
        script = SCRIPTS.get(name)
        return bots.find(name, game) if script is None else script()

    monkeypatch.setattr(arena_module, "find", find)

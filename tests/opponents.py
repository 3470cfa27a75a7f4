"""Scripts that found a hole in the bots' play, kept as opponents: every level from regular on must beat each of them.

:func:`seat_them` lets the arena (with one job) find them by their names.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from ludi import bots
from ludi.bots import arena as arena_module
from ludi.core import SPAN, Game, Perspective
from ludi.games.pax.components import INTRIGUE, KIND_MASK
from ludi.games.pax.rules import BUY, DONE, DRAW_CARDS, HAND, LAY, PICK, PLAY, UNDER, PaxState
from ludi.games.pax.state import ACT, DRAW, TURN
from ludi.games.pax_romana import GAME as PAX_ROMANA
from ludi.games.pax_romana.ch04_diplomacy.meeting import ANSWER, Meeting
from ludi.games.pax_romana.ch09_movement.movement import March
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.words import ADDRESS, ASK_TALENTS, GIVE_PASSAGE, HALT, INVITE, MARCH, MEET, PROPOSE
from ludi.games.pax_romana.world.words import DONE as TALKED


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


class Swindler:
    """Pax Romana: plays as greedy does, but calls every Meeting it may and offers passage after passage for Talents."""

    name = "swindler"
    most = 5

    def __init__(self) -> None:
        self.greedy = bots.find("greedy", PAX_ROMANA)

    def choose(self, perspective: Perspective, rng: random.Random) -> int:
        state = perspective.sample(rng)
        assert isinstance(state, Position)
        legal = perspective.legal()
        meeting = state.stack[-1] if state.stack else None
        if isinstance(meeting, Meeting) and meeting.stage != ANSWER:
            return self._said(meeting, legal)
        if MEET in legal:
            return MEET
        return self.greedy.choose(perspective, rng)

    def _said(self, meeting: Meeting, legal: Sequence[int]) -> int:
        by_verb: dict[int, list[int]] = {}
        for action in legal:
            by_verb.setdefault(action // SPAN * SPAN, []).append(action)
        for verb in (INVITE, ADDRESS):
            if verb in by_verb:
                return by_verb[verb][0]
        given = [action for action in meeting.terms if action // SPAN * SPAN == GIVE_PASSAGE]
        if len(meeting.terms) < self.most and len(given) < self.most and GIVE_PASSAGE in by_verb:
            return by_verb[GIVE_PASSAGE][0]
        if not any(action // SPAN * SPAN == ASK_TALENTS for action in meeting.terms) and ASK_TALENTS in by_verb:
            return max(action for action in by_verb[ASK_TALENTS] if action % SPAN <= self.most)
        if PROPOSE in legal and any(action // SPAN * SPAN == ASK_TALENTS for action in meeting.terms):
            return PROPOSE
        return next((action for action in legal if action == TALKED), legal[-1])


class NoReturn:
    """Pax Romana: plays as greedy does, but never marches back to where its Army has been within a Move."""

    name = "no-return"

    def __init__(self) -> None:
        self.greedy = bots.find("greedy", PAX_ROMANA)
        self.trodden: list[int] = []

    def choose(self, perspective: Perspective, rng: random.Random) -> int:
        state = perspective.sample(rng)
        assert isinstance(state, Position)
        legal = perspective.legal()
        chosen = self.greedy.choose(perspective, rng)
        march = next((each for each in reversed(state.stack) if isinstance(each, March)), None)
        if march is None or not march.army:
            self.trodden = []
            return chosen
        if not self.trodden or self.trodden[0] != march.start:
            self.trodden = [march.start]
        if march.node not in self.trodden:
            self.trodden.append(march.node)
        if chosen // SPAN * SPAN == MARCH and chosen % SPAN in self.trodden and HALT in legal:
            return HALT
        return chosen


SCRIPTS: dict[str, type[Any]] = {each.name: each for each in (Intriguer, Swindler, NoReturn)}


def seat_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the arena find these scripts by their names."""

    def find(name: str, game: Game) -> bots.Bot:
        script = SCRIPTS.get(name)
        return bots.find(name, game) if script is None else script()

    monkeypatch.setattr(arena_module, "find", find)

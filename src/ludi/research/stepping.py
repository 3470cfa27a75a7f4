"""Many games of one set-up, stepped one after another in one loop, each with its own row in somebody's arrays.

This is the innermost work of :mod:`ludi.research.vector`, and knows arrays only as memory: it is compiled with the
engines where they are.
"""

from __future__ import annotations

import random
from typing import Any, Final

from ludi.core import FastDice, State
from ludi.research.encoding import Encoder
from ludi.research.reading import Sheet

MANY: Final = 16
"""So many places are closed one by one; where more are open, the whole mask is written anew."""


class Rows:
    """The memory of some games: for each a row of what is seen, one of what is open, and single numbers."""

    def __init__(self, observations: list[Any], masks: list[Any], to_play: Any, returns: list[Any], over: Any) -> None:
        self.observations = observations
        self.masks = masks
        self.to_play = to_play
        self.returns = returns
        self.over = over


class Stepper:
    """Some games, stepped together."""

    def __init__(self, encoder: Encoder, rows: Rows, illegal: float) -> None:
        self.box = encoder.box
        self.rows = rows
        self.numbers: list[Any] = list(self.box.vocabulary)
        self.places: dict[Any, Any] = {action: place for place, action in enumerate(self.numbers)}
        self.shut = memoryview(bytes(len(self.numbers))).cast("b")
        """A mask in which nothing is open."""
        self.illegal = illegal
        self.sheets = [Sheet(encoder, cells) for cells in rows.observations]
        self.open: list[list[Any]] = [[] for _ in self.sheets]
        self.seats = [0] * len(self.sheets)
        self.chance = [random.Random() for _ in self.sheets]
        self.states: list[Any] = [None] * len(self.sheets)
        self.ended: list[int] = []

    def reset(self, seed: int, first: int) -> None:
        """Begin all games anew; the first of them has this number among all."""
        self._forget_ends()
        for game in range(len(self.sheets)):
            self.chance[game].seed(f"{seed}/{first + game}")
            self._begin(game)

    def step(self, actions: Any) -> None:
        """Play one decision in every game."""
        self._forget_ends()
        masks, numbers, states, seats = self.rows.masks, self.numbers, self.states, self.seats
        last = len(numbers)
        for game in range(len(states)):
            action: int = actions[game]
            if not 0 <= action < last or not masks[game][action]:
                self.rows.returns[game][seats[game]] = self.illegal
                self._end(game)
                continue
            state: State = states[game]
            state.play(seats[game], numbers[action])
            actors = state.actors()
            if actors:
                self._show(game, state, actors[0])
                continue
            outcome = state.outcome()
            assert outcome is not None
            returns = self.rows.returns[game]
            for seat, worth in enumerate(outcome.returns(self.box.seats)):
                returns[seat] = worth
            self._end(game)

    def _end(self, game: int) -> None:
        self.rows.over[game] = True
        self.ended.append(game)
        self._begin(game)

    def _forget_ends(self) -> None:
        for game in self.ended:
            self.rows.over[game] = False
            returns = self.rows.returns[game]
            for seat in range(self.box.seats):
                returns[seat] = 0.0
        self.ended.clear()

    def _begin(self, game: int) -> None:
        state = self.states[game] = self.box.game.deal(self.box, FastDice(self.chance[game]))
        self._show(game, state, state.actors()[0])

    def _show(self, game: int, state: State, seat: int) -> None:
        """Write down what the seat on turn sees and may do."""
        self.sheets[game].show(state, seat)
        mask, places, before = self.rows.masks[game], self.places, self.open[game]
        if len(before) > MANY:
            mask[:] = self.shut
        else:
            for place in before:
                mask[place] = 0
        found: list[Any] = []
        for action in state.legal(seat):
            place = places[action]
            mask[place] = 1
            found.append(place)
        self.open[game] = found
        if seat != self.seats[game]:
            self.seats[game] = seat
            self.rows.to_play[game] = seat

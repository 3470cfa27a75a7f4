"""Thinking for games whose turns are too long for a tree: the adviser's ideas are tried out side by side.

At a decision the game names the few actions that are worth a thought (``Insight.ideas``). Each of them is played on by
the adviser, for every seat, until it has shown what it brings (``Insight.aim``, ``Insight.reached``), and there the
position is judged. All ideas are tried in the same imagined positions with the same dice, so that a difference between
them is less a matter of luck; the worse half is dropped after each round (sequential halving: Karnin, Koren and Somekh,
2013), and at once what can hardly be the best any more. The advised action is given up only for one that did better by
more than the trials are unsure of.
"""

from __future__ import annotations

import random
import time
from math import exp, sqrt

from ludi.core import Insight, Perspective, State

PAIRED = 4
"""Trials of each idea before any is dropped as hopeless."""
HOPELESS = 3.0
"""By how many standard errors it must then stand behind."""
EVEN = 0.002
"""A chance to win that makes no difference."""
ALIKE = 8
"""After so many trials an idea is dropped that makes no difference to the advised action: two ways to the same goal."""
EACH = 6
"""A search that tries less often in all than this times the ideas tries fewer ideas."""
FEW = 30.0
"""Divided by the trials of a search: by how many standard errors an idea must do better where that is not little."""
ALONE = 16
"""How often an action is tried that has no other beside it, for whoever asks what it is worth."""
LONGEST = 2000
"""Decisions of a trial after which it is judged where it is: nobody waits for those who go round in circles."""
WAVERING = 0.1
"""How much of a chance to win a choice wavers at temperature 1."""
LOYAL = 0.01
"""By how much another idea must be better to be as dear to whoever wavers: who advised sees further than the trials."""


Found = dict[int, list[list[float]]]
"""By action, and of each trial: what it brought each seat."""


class Trials:
    """One decision, thought over from one perspective."""

    def __init__(
        self,
        perspective: Perspective,
        insight: Insight,
        breadth: int,
        doubt: float,
        rng: random.Random,
        also: int | None = None,
    ) -> None:
        self.perspective = perspective
        self.insight = insight
        self.doubt = doubt
        self.seat = perspective.seat
        self.seats = perspective.box.seats
        self.rng = rng
        self.also = also
        """An action that is tried as often as the best, however little promise it shows."""
        self.seeds: list[int] = []
        imagined = perspective.sample(random.Random(rng.getrandbits(64)))
        self.ideas = list(insight.ideas(imagined, self.seat, perspective.legal())[:breadth])
        self.advised = self.ideas[0]
        if also is not None and also not in self.ideas:
            self.ideas.append(also)
        self.found: Found = {action: [] for action in self.ideas}
        """What every trial of an idea brought each seat, in the order of the imagined positions."""
        self.beside: list[Found] = []
        """The same of the trials that others made of the same decision."""

    @property
    def clear(self) -> bool:
        """Whether there is nothing to think about."""
        return len(self.ideas) == 1

    def run(self, budget: int, deadline: float | None = None) -> None:
        """Try the ideas out, so often in all at most."""
        going = self.ideas[:]
        left = budget if len(going) > 1 else min(budget, ALONE)
        for rounds in range(max(1, (len(going) - 1).bit_length()), 0, -1):
            for step in range(max(1, left // (rounds * len(going)))):
                for action in going[: max(1, left)] if step == 0 else going:
                    self._try(action)
                left -= len(going)
                if left < len(going) or (deadline is not None and time.perf_counter() >= deadline):
                    return
                if step >= PAIRED - 1 and self.also is None and len(going) > 1:
                    going = self._still_open(going)
                    if len(going) <= 1:
                        return
            going = self._better_half(going)

    def _better_half(self, going: list[int]) -> list[int]:
        """Those that did better; the advised action, and whichever is asked about, stay as what the others are compared
        with."""
        order = sorted(going, key=self._mean, reverse=True)
        kept = order[: max(2, (len(going) + 1) // 2)]
        return kept + [action for action in order if action in (self.also, self.advised) and action not in kept]

    def _still_open(self, going: list[int]) -> list[int]:
        """Those that may still turn out the best, and better than what is advised."""
        best = max(going, key=self._mean)
        kept = []
        for action in going:
            gap, unsure = self._difference(best, action)
            hopeless = action != best and gap >= HOPELESS * unsure + EVEN
            if not hopeless and not self._alike(action):
                kept.append(action)
        return kept

    def _alike(self, action: int) -> bool:
        """Whether it makes no difference to play this instead of what is advised."""
        if action == self.advised or len(self.found[action]) < ALIKE:
            return False
        gap, unsure = self._difference(action, self.advised)
        return abs(gap) + 2.0 * unsure < EVEN

    def _mean(self, action: int) -> float:
        worth: float = sum([each[self.seat] for each in self.found[action]])
        return worth / len(self.found[action])

    def join(self, beside: Found) -> None:
        """Count in what others found who thought over the same decision, each with positions and dice of their own."""
        self.beside.append(beside)
        for action in beside:
            if action not in self.found:
                self.ideas.append(action)
                self.found[action] = []

    def _difference(self, one: int, other: int) -> tuple[float, float]:
        """By how much an idea did better than another where both were tried, and how unsure that is."""
        seat = self.seat
        gaps: list[float] = []
        for found in (self.found, *self.beside):
            for a, b in zip(found.get(one, ()), found.get(other, ()), strict=False):
                gaps.append(a[seat] - b[seat])
        number = len(gaps)
        if not number:
            return 0.0, 1.0
        mean: float = sum(gaps) / number
        if number < 2:
            return mean, 1.0
        spread: float = sum([(gap - mean) ** 2 for gap in gaps]) / (number - 1)
        return mean, sqrt(spread / number)

    def choice(self) -> int:
        """The advised action, or the one that did better by more than the trials are unsure of."""
        best = self.advised
        most: float = 0.0
        for action, worth in self._surely_better():
            if worth > most:
                best = action
                most = worth
        return best

    def wavering_choice(self, temperature: float) -> int:
        """Now and then another one, the less it is behind the more often."""
        found = [
            (action, worth if action == self.advised else worth - LOYAL) for action, worth in self._surely_better()
        ]
        top = max([worth for _, worth in found])
        weights = [exp(max(-30.0, (worth - top) / (WAVERING * temperature))) for _, worth in found]
        return self.rng.choices([action for action, _ in found], weights)[0]

    def _surely_better(self) -> list[tuple[int, float]]:
        """By how much each idea that was tried did better than the advised one, doubt taken off."""
        found = [(self.advised, 0.0)]
        for action in self.ideas:
            if action != self.advised and self._all(action):
                gap, unsure = self._difference(action, self.advised)
                found.append((action, gap - self.doubt * unsure))
        return found

    def counts(self) -> dict[int, tuple[int, list[float]]]:
        """For every action tried, how often, and the sum of what it brought each seat."""
        told: dict[int, tuple[int, list[float]]] = {}
        for action in self.found:
            found = self._all(action)
            if found:
                told[action] = (len(found), [sum([each[seat] for each in found]) for seat in range(self.seats)])
        return told

    def _all(self, action: int) -> list[list[float]]:
        """What every trial of an idea brought, whoever made it."""
        whole = self.found[action][:]
        for beside in self.beside:
            whole += beside.get(action, [])
        return whole

    def _try(self, action: int) -> None:
        """Play an idea on. The next trial of every other idea begins with the same position and dice."""
        number = len(self.found[action])
        if number == len(self.seeds):
            self.seeds.append(self.rng.getrandbits(64))
        state = self.perspective.sample(random.Random(self.seeds[number]))
        aim = self.insight.aim(state)
        state.play(self.seat, action)
        self._play_on(state, aim)
        outcome = state.outcome()
        self.found[action].append(self.insight.assess(state) if outcome is None else outcome.returns(self.seats))

    def _play_on(self, state: State, aim: int) -> None:
        """By the adviser, for every seat."""
        carry_on = self.insight.carry_on
        reached = self.insight.reached
        for _ in range(LONGEST):
            actors = state.actors()
            if not actors or reached(state, aim):
                return
            actor = actors[0]
            legal = state.legal(actor)
            state.play(actor, legal[0] if len(legal) == 1 else carry_on(state, actor, legal))

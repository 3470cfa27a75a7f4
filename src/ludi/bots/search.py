"""A bot that thinks ahead: Monte-Carlo tree search over what its seat knows.

The search never holds the true State. Again and again it imagines one that its seat cannot tell from the true one
(``perspective.sample``), walks down the tree it has grown so far, adds one decision, lets a quick policy play on, and
writes down for every decision on the way what came of it for the seat that made it (so it works for any number of
seats, friends or foes). This is single-observer information-set MCTS (Cowling, Powley and Whitehouse, 2012):

- Positions behind one path differ in what is hidden and in the dice, so the legal actions differ too. A decision is
  judged against those that were open *together with it*: each edge counts how often it was available.
- Chance is the State's own: the sampled position brings its dice, and the tree branches on decisions only.
- Where several seats decide independently, the others decide first, by the policy: nobody in the tree can answer a
  choice that is still secret.
- The game's ``insight`` lends priors, a quick policy, all seats' chances at once. A game that has none of its own is
  played out by chance and judged by ``evaluate``.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from math import exp, sqrt
from typing import Any

from ludi.bots.base import insight_of
from ludi.bots.trials import EACH, FEW, Found, Trials
from ludi.core import Game, Insight, Perspective, State
from ludi.core.native import mypyc_attr

SEAT_SHIFT = 24
"""An edge's key is the seat that decides and its action: ``seat << SEAT_SHIFT | action``."""


class Edge:
    """A decision in the tree: how often it was taken, what it brought the seat that took it, how often it was open."""

    __slots__ = ("available", "edges", "prior", "total", "visits")

    def __init__(self, prior: float) -> None:
        self.prior = prior
        self.visits = 0
        self.total = 0.0
        self.available = 0
        self.edges: dict[int, Edge] = {}


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a search thinks of one action: how often it was tried and each seat's chance to win after it."""

    action: int
    visits: int
    chances: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Thought:
    """What came out of a search: the judged actions, best first, and each seat's chance to win as things stand."""

    seat: int
    iterations: int
    judgements: tuple[Judgement, ...]
    chances: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Budget:
    """When to stop thinking: after so many iterations, or after so many seconds, whichever comes first.

    By iterations alone, the choice depends on nothing but the view and the random stream.
    """

    iterations: int | None = None
    seconds: float | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return Budget, (self.iterations, self.seconds)

    def __post_init__(self) -> None:
        if self.iterations is None and self.seconds is None:
            raise ValueError("a search needs a number of iterations or of seconds")


@dataclass(frozen=True, slots=True)
class Style:
    """How to search. The defaults were measured in the arena; ``docs/bots.md`` says how."""

    exploration: float = 0.7
    turns: int | None = None
    """How many turns a playout lasts before the position is judged at a glance (0: none, or until it is
    no longer ``unsettled``; None: until the end)."""
    glance: float = 0.0
    """How much of a playout's worth is the game's judgement at its beginning."""
    horizon: int | None = None
    """How many turns the tree reaches, with the present one (None: as far as it grows). Beyond a turn's end its edges
    stand for positions with all kinds of dice, and what is tried most is best for none of them."""
    keep_priors: bool = False
    """Whether an action is weighed once, when it is first met, or anew in every imagined position."""
    breadth: int = 0
    """Instead of a tree: how many of the adviser's ideas are tried out side by side (:mod:`ludi.bots.trials`)."""
    doubt: float = 0.5
    """By how many standard errors another idea must do better than the advised one; by more if the trials are few."""
    first_look: bool = True
    """Whether the game's first look at the decision itself is asked for, if it has one."""
    temperature: float = 0.0
    """0: the action tried most. Above: the less tried are chosen too, the more so the warmer."""
    rash: bool = False
    """Whether who errs may also take what the search did not find worth a single try; not where it tried only one."""

    def __reduce__(self) -> tuple[Any, ...]:
        return Style, tuple(getattr(self, each.name) for each in fields(self))


class Search:
    """One search from one perspective. It can be run on and on; ``thought`` tells what is known so far."""

    def __init__(
        self,
        perspective: Perspective,
        insight: Insight,
        style: Style,
        rng: random.Random,
        also: int | None = None,
    ) -> None:
        self.perspective = perspective
        self.also = also
        """An action that is tried often, however little promise it shows."""
        self.seat = perspective.seat
        self.seats = perspective.box.seats
        self.insight = insight
        self.style = style
        self.rng = rng
        self.turn = insight.turn
        self.root = Edge(1.0)
        self.opening: list[float] | None = None if style.first_look else []
        """How promising the seat's own actions look to it, once it has looked; empty if they are weighed each time."""
        self.sums: dict[int, list[float]] = {}
        self.iterations = 0

    def run(self, budget: Budget) -> None:
        """Think until the budget is spent, or until nothing more can change the choice. Whoever asks what an action is
        worth gets the whole budget."""
        most = 1 << 60 if budget.iterations is None else budget.iterations
        deadline = None if budget.seconds is None else time.perf_counter() + budget.seconds
        done = 0
        while done < most:
            self.iterate()
            done += 1
            if deadline is not None and time.perf_counter() >= deadline:
                return
            choosing = budget.iterations is not None and self.also is None
            if choosing and not done & 31 and self._settled(most - done):
                return

    def _settled(self, left: int) -> bool:
        """Whether no other action can overtake the one tried most in the iterations left."""
        tried = sorted((edge.visits for edge in self.root.edges.values()), reverse=True)
        return len(tried) > 1 and tried[0] - tried[1] > left

    def iterate(self) -> None:
        """Imagine a position, walk down the tree, add an edge, play on, write down what came of it."""
        state = self.perspective.sample(self.rng)
        chance = self.rng.random
        observer = self.seat
        exploration = self.style.exploration
        keep_priors = self.style.keep_priors
        weigh = self.insight.weigh
        edges = self.root.edges
        path: list[tuple[int, Edge]] = []
        parent = self.root
        first = -1
        horizon = self.style.horizon
        if horizon is not None:
            turn = self.turn
            now = turn(state)
        while True:
            actors = state.actors()
            if not actors:
                break
            if horizon is not None and turn(state) != now:
                now = turn(state)
                horizon -= 1
                if horizon <= 0:
                    break
            if len(actors) > 1:
                actors = self._let_others_decide(state, actors, chance)
            actor = observer if observer in actors else actors[0]
            legal: Sequence[int] = state.legal(actor)
            if first >= 0 and len(legal) == 1:
                state.play(actor, legal[0])
                continue
            base = actor << SEAT_SHIFT
            best = -1.0
            action = -1
            taken: Edge | None = None
            unseen = parent.total / parent.visits if parent.visits and first >= 0 else 0.5
            if first < 0 and self.opening is None:
                self.opening = self.insight.first_look(state, actor, legal)
            known = self.opening if first < 0 else None
            if not (known or keep_priors) or any(base + move not in edges for move in legal):
                for move, prior in zip(legal, known or weigh(state, actor, legal), strict=True):
                    edge = edges.get(base + move)
                    if edge is None:
                        edges[base + move] = Edge(prior)
                    elif not keep_priors:
                        edge.prior = prior
            if first < 0 and self.also is not None and not self.iterations & 1:
                legal = (self._due(base, legal, self.also),)
            for move in legal:
                edge = edges[base + move]
                prior = edge.prior
                edge.available = available = edge.available + 1
                visits = edge.visits
                if visits:
                    score = edge.total / visits + exploration * prior * sqrt(available) / (1 + visits)
                else:
                    score = unseen + exploration * prior * sqrt(available)
                if score > best:
                    best = score
                    action = move
                    taken = edge
            assert taken is not None
            if first < 0:
                first = action
            path.append((actor, taken))
            state.play(actor, action)
            if not taken.visits:
                break
            edges = taken.edges
            parent = taken
        worth = self._play_on(state, chance)
        for actor, edge in path:
            edge.visits += 1
            edge.total += worth[actor]
        self.root.visits += 1
        self.iterations += 1
        sums = self.sums.get(first)
        if sums is None:
            self.sums[first] = list(worth)
        else:
            for seat, value in enumerate(worth):
                sums[seat] += value

    def _due(self, base: int, legal: Sequence[int], also: int) -> int:
        """Half of the search goes to the action asked about and the best of the others by turns, so that both are known
        the better the longer it takes."""
        if not self.iterations & 2:
            return also
        edges = self.root.edges
        best = also
        most = -1
        for move in legal:
            visits = edges[base + move].visits
            if visits > most and move != also:
                best = move
                most = visits
        return best

    def _let_others_decide(self, state: State, actors: tuple[int, ...], chance: Callable[[], float]) -> tuple[int, ...]:
        """Let the policy decide for the others until the observer is alone (or, if it need not decide, one is left)."""
        pick = self.insight.pick
        while len(actors) > 1:
            other = actors[0] if actors[0] != self.seat else actors[1]
            state.play(other, pick(state, other, state.legal(other), chance))
            actors = state.actors()
        return actors

    def _play_on(self, state: State, chance: Callable[[], float]) -> list[float]:
        """What a position is worth to every seat: let the policy play, then count or judge."""
        style = self.style
        glance = style.glance
        judged = self.insight.chances(state) if glance and state.actors() else None
        if style.turns is None:
            while actors := state.actors():
                self._go_on(state, actors[0], chance)
        elif style.turns:
            turn = self.turn
            now = turn(state)
            turns = style.turns
            while actors := state.actors():
                self._go_on(state, actors[0], chance)
                if turn(state) != now:
                    now = turn(state)
                    turns -= 1
                    if turns <= 0:
                        break
        else:
            unsettled = self.insight.unsettled
            while (actors := state.actors()) and unsettled(state):
                self._go_on(state, actors[0], chance)
        outcome = state.outcome()
        worth = self.insight.chances(state) if outcome is None else outcome.returns(self.seats)
        if judged is None:
            return worth
        return [glance * early + (1.0 - glance) * late for early, late in zip(judged, worth, strict=True)]

    def _go_on(self, state: State, actor: int, chance: Callable[[], float]) -> None:
        """One decision by the policy."""
        legal = state.legal(actor)
        state.play(actor, legal[0] if len(legal) == 1 else self.insight.pick(state, actor, legal, chance))

    def counts(self) -> dict[int, tuple[int, list[float]]]:
        """For every action tried, how often, and the sum of what it brought each seat."""
        base = self.seat << SEAT_SHIFT
        return {action: (self.root.edges[base + action].visits, sums) for action, sums in self.sums.items()}


def summary(seat: int, seats: int, counts: dict[int, tuple[int, list[float]]], first: int = -1) -> Thought:
    """The thought behind these counts: ``first`` this action, then the most tried, of equals the better one."""
    judgements = [
        Judgement(action, visits, tuple(total / visits for total in sums)) for action, (visits, sums) in counts.items()
    ]
    judgements.sort(key=lambda each: (each.action != first, -each.visits, -each.chances[seat], each.action))
    iterations = sum(each.visits for each in judgements)
    overall = [sum(sums[other] for _, sums in counts.values()) / max(iterations, 1) for other in range(seats)]
    return Thought(seat, iterations, tuple(judgements), tuple(overall))


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class SearchBot:
    """Monte-Carlo tree search with a budget per decision; ``cores`` above 1 grows that many trees side by side, or
    tries the ideas out on so many."""

    def __init__(
        self, game: Game, budget: Budget, *, name: str = "search", style: Style | None = None, cores: int = 1
    ) -> None:
        self.name = name
        self.game = game
        self.budget = budget
        self.style = style or Style()
        self.cores = cores
        self.insight = insight_of(game)

    def choose(self, perspective: Perspective, rng: random.Random) -> int:
        legal = perspective.legal()
        if len(legal) == 1:
            return legal[0]
        if self.style.breadth:
            return self._chosen_by_trials(perspective, rng)
        judgements = self.think(perspective, rng).judgements
        if not self.style.temperature:
            return judgements[0].action
        visits = dict.fromkeys(legal, 0) if self.style.rash and len(judgements) > 1 else {}
        visits.update({each.action: each.visits for each in judgements})
        most = judgements[0].visits
        weights = [exp((number / most - 1.0) / self.style.temperature) for number in visits.values()]
        return rng.choices(list(visits), weights)[0]

    def _chosen_by_trials(self, perspective: Perspective, rng: random.Random) -> int:
        """What is clear costs nothing: the time goes where it counts."""
        trials = self._trials(perspective, rng, None)
        if not trials.clear:
            self._try_out(trials, perspective, rng, None)
        return trials.wavering_choice(self.style.temperature) if self.style.temperature else trials.choice()

    @property
    def _most(self) -> int:
        return 1 << 60 if self.budget.iterations is None else self.budget.iterations

    def _deadline(self) -> float | None:
        return None if self.budget.seconds is None else time.perf_counter() + self.budget.seconds

    def _trials(self, perspective: Perspective, rng: random.Random, also: int | None) -> Trials:
        breadth = max(2, min(self.style.breadth, self._most // EACH))
        doubt = max(self.style.doubt, FEW / self._most)
        return Trials(perspective, self.insight, breadth, doubt, rng, also)

    def _try_out(self, trials: Trials, perspective: Perspective, rng: random.Random, also: int | None) -> None:
        """By oneself, or by several cores that put together what they found."""
        if self.cores == 1:
            trials.run(self._most, self._deadline())
            return
        from ludi.bots.pool import try_together

        for found in try_together(self, perspective, rng, also):
            trials.join(found)

    def think(self, perspective: Perspective, rng: random.Random, also: int | None = None) -> Thought:
        """Judge every action that is found worth a try, and ``also`` this one."""
        if self.style.breadth:
            trials = self._trials(perspective, rng, also)
            self._try_out(trials, perspective, rng, also)
            return summary(perspective.seat, perspective.box.seats, trials.counts(), trials.choice())
        if self.cores > 1:
            from ludi.bots.pool import think_together

            return think_together(self, perspective, rng, also)
        return summary(perspective.seat, perspective.box.seats, self.grow(perspective, rng, also))

    def tried(self, perspective: Perspective, rng: random.Random, also: int | None = None) -> Found:
        """What one core finds that tries the ideas out."""
        trials = self._trials(perspective, rng, also)
        trials.run(self._most, self._deadline())
        return trials.found

    def grow(
        self, perspective: Perspective, rng: random.Random, also: int | None = None
    ) -> dict[int, tuple[int, list[float]]]:
        """One tree's counts."""
        manner = self.insight.manner(perspective.box)
        style = replace(self.style, **manner) if manner else self.style
        search = Search(perspective, self.insight, style, rng, also)
        search.run(self.budget)
        return search.counts()

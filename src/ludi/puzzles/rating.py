"""How strong a solver is: a rating against those of the puzzles, as Elo has it, and a streak.

Only the first attempt at a puzzle counts, as an even game against it: who solves it gains what it was unlikely to be
solved, who misses it (or asks for the solution) loses what it was likely.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

FIRST = 1000
"""The rating one begins with."""
QUICK, STEADY = 48, 24
"""How far a puzzle can move a rating: at first, and once it is known better."""
UNTIL_STEADY = 15
SCALE = 400


@dataclass(frozen=True, slots=True)
class Attempt:
    """A puzzle that was tried, and whether rightly."""

    game: str
    id: str
    puzzle: int
    """The puzzle's rating."""
    right: bool


@dataclass(slots=True)
class Solver:
    """How somebody stands."""

    rating: float = FIRST
    streak: int = 0
    """So many were solved at the first attempt, one after another, up to now."""
    best: int = 0
    """The longest streak so far."""
    solved: int = 0
    tried: dict[tuple[str, str], bool] = field(default_factory=dict)
    """What was tried, and whether the first attempt was right."""
    changes: list[int] = field(default_factory=list)
    """What each counted attempt did to the rating."""

    def take(self, attempt: Attempt) -> None:
        name = attempt.game, attempt.id
        if name in self.tried:
            return
        expected = 1 / (1 + 10 ** ((attempt.puzzle - self.rating) / SCALE))
        pace = QUICK if len(self.tried) < UNTIL_STEADY else STEADY
        before = round(self.rating)
        self.rating += pace * (attempt.right - expected)
        self.changes.append(round(self.rating) - before)
        self.tried[name] = attempt.right
        self.solved += attempt.right
        self.streak = self.streak + 1 if attempt.right else 0
        self.best = max(self.best, self.streak)


def solver(attempts: Iterable[Attempt]) -> Solver:
    """Where these attempts, in their order, have led."""
    found = Solver()
    for attempt in attempts:
        found.take(attempt)
    return found


def nearest(ratings: Sequence[tuple[str, str, int]], stands: Solver, most: int = 8) -> list[tuple[str, str]]:
    """Of puzzles (game, id, rating), those to offer next: not tried yet if there are any, and of fitting strength."""
    fresh = [each for each in ratings if each[:2] not in stands.tried]
    missed = [each for each in ratings if not stands.tried.get(each[:2], False)]
    pool = sorted(fresh or missed or ratings, key=lambda each: abs(each[2] - stands.rating))
    return [(game, id) for game, id, _ in pool[:most]]

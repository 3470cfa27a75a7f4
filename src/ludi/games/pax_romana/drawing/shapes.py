"""What a build of the page leaves for the drawn map: the coast of Natural Earth and the silhouettes of the counters.

Neither is stored in the repository. Where no page was built there is no file, and the map is drawn without them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

Point = tuple[float, float]
Ring = list[Point]

FILE = "shapes.json"


@dataclass(frozen=True, slots=True)
class Frame:
    """A rectangle of the map, in degrees of Mercator's projection, y growing southward."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Frame) -> bool:
        return (
            self.left < other.right and self.right > other.left and self.top < other.bottom and self.bottom > other.top
        )

    def holds(self, at: Point, beyond: float = 0.0) -> bool:
        return self.left - beyond <= at[0] <= self.right + beyond and self.top - beyond <= at[1] <= self.bottom + beyond


@dataclass(frozen=True, slots=True)
class Shore:
    """One ring of the coast."""

    ring: Ring
    frame: Frame
    area: float


@dataclass(frozen=True, eq=False, slots=True)
class Shapes:
    """The fine coast, and by name the path of a silhouette in a square of 512."""

    shores: tuple[Shore, ...]
    icons: Mapping[str, str]


def shapes_of(told: Mapping[str, Any]) -> Shapes:
    """Read what a build wrote: rings as steps from point to point, in parts of a degree."""
    coast = told["coast"]
    rings = [_ring(steps, coast["unit"]) for steps in coast["levels"][-1]]
    return Shapes(tuple(Shore(ring, frame_of(ring), area(ring)) for ring in rings), told["icons"])


@lru_cache(maxsize=1)
def stored() -> Shapes | None:
    """The shapes that a build has left, if there was one."""
    file = files("ludi.games.pax_romana.drawing").joinpath(FILE)
    return shapes_of(json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else None


def _ring(steps: Sequence[int], unit: int) -> Ring:
    x = y = 0
    found = []
    for index in range(0, len(steps), 2):
        x, y = x + steps[index], y + steps[index + 1]
        found.append((x / unit, y / unit))
    return found


def frame_of(ring: Ring) -> Frame:
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    return Frame(min(xs), min(ys), max(xs), max(ys))


def area(ring: Ring) -> float:
    """
    >>> area([(0, 0), (2, 0), (2, 3), (0, 3)])
    6.0
    """
    after = [*ring[1:], ring[0]]
    return abs(sum(x * v - u * y for (x, y), (u, v) in zip(ring, after, strict=True))) / 2


def holds(ring: Ring, at: Point) -> bool:
    """Whether a point lies inside.

    >>> holds([(0, 0), (2, 0), (2, 3), (0, 3)], (1, 1)), holds([(0, 0), (2, 0), (2, 3), (0, 3)], (3, 1))
    (True, False)
    """
    inside = False
    u, v = ring[-1]
    for x, y in ring:
        if (y > at[1]) != (v > at[1]) and at[0] < (u - x) * (at[1] - y) / (v - y) + x:
            inside = not inside
        u, v = x, y
    return inside


def within(ring: Ring, frame: Frame) -> Ring:
    """What of a ring lies in a frame, cut along its edges."""
    for axis, limit, sign in ((0, frame.left, 1), (0, frame.right, -1), (1, frame.top, 1), (1, frame.bottom, -1)):
        found: Ring = []
        before = ring[-1]
        for here in ring:
            inside = (here[axis] - limit) * sign >= 0
            if inside != ((before[axis] - limit) * sign >= 0):
                part = (limit - before[axis]) / (here[axis] - before[axis])
                found.append((before[0] + part * (here[0] - before[0]), before[1] + part * (here[1] - before[1])))
            if inside:
                found.append(here)
            before = here
        if not found:
            return found
        ring = found
    return ring

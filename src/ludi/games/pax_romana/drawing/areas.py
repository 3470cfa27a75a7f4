"""Which ground belongs to which Space: on each landmass the ground nearest to it, as the page draws it too.

Country far from every place is kept quiet by points that belong to nobody; an island without a Space falls to the
nearest one.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from ludi.games.pax_romana.drawing.land import clip, project, reached
from ludi.games.pax_romana.drawing.shapes import Frame, Point, Ring, Shapes, Shore, holds
from ludi.games.pax_romana.world.atlas import LAND_POINT, SPACE, STRAIT, Atlas

REACH = 3.4
"""Country farther than this from every place is ground that nobody uses."""
QUIET_STEP = 1.1
OFFSHORE = 1.1
"""An island without a Space belongs to the nearest one within this."""
ASTRAY = 0.35
ROCK, CONTINENT = 0.015, 60.0
NOBODY = -1


@dataclass(frozen=True, slots=True)
class Area:
    """The ground of one place, to be cut by the shore of its landmass."""

    space: int
    outline: Ring
    borders: tuple[tuple[Point, Point, int], ...]
    """Its edges with the Space behind each, or NOBODY."""


@dataclass(frozen=True, slots=True)
class Landmass:
    """One ring of the coast with the ground on it."""

    shore: Shore
    areas: list[Area]


@lru_cache(maxsize=4)
def landmasses(places: Atlas, shapes: Shapes) -> list[Landmass]:
    """Every landmass on which a Space has ground."""
    at = [project(places.lat[node], places.lon[node]) for node in range(places.nodes)]
    stands = _standing(places, shapes, at)
    owner = {node: _owner(places, at, node) for node in stands}
    members: dict[int, list[int]] = {}
    for node, number in stands.items():
        members.setdefault(number, []).append(node)
    found = []
    for number, shore in enumerate(shapes.shores):
        if number in members:
            found.append(Landmass(shore, _divide(shore, members[number], at, owner)))
            continue
        first = shore.ring[0]
        nearest = min(range(places.spaces), key=lambda space: math.dist(at[space], first))
        if math.dist(at[nearest], first) < OFFSHORE:
            found.append(Landmass(shore, [Area(nearest, shore.ring, ())]))
    return found


def _owner(places: Atlas, at: list[Point], node: int) -> int:
    if places.kind[node] == SPACE:
        return node
    return min(reached(places, node), key=lambda space: math.dist(at[space], at[node]))


def _standing(places: Atlas, shapes: Shapes, at: list[Point]) -> dict[int, int]:
    """By place on land its landmass: those with a way by land between them stand on the same, as most of them do."""
    found: dict[int, int] = {}
    for first in range(places.nodes):
        if first in found or places.kind[first] not in (SPACE, LAND_POINT):
            continue
        together, todo = {first}, [first]
        while todo:
            for near, link in places.land[todo.pop()]:
                if link != STRAIT and near not in together:
                    together.add(near)
                    todo.append(near)
        votes = Counter(_stands_on(shapes.shores, at[node]) for node in sorted(together))
        number = votes.most_common(1)[0][0]
        found.update(dict.fromkeys(sorted(together), number))
    return found


def _stands_on(shores: tuple[Shore, ...], at: Point) -> int:
    """The ring around a point; where a tenth of a degree has put a Port into the water, the nearest coast."""
    for number, shore in enumerate(shores):
        if shore.frame.holds(at) and holds(shore.ring, at):
            return number

    def away(number: int) -> float:
        shore = shores[number]
        if not shore.frame.holds(at, 1.0):
            return math.inf
        off = min((x - at[0]) ** 2 + (y - at[1]) ** 2 for x, y in shore.ring)
        return math.sqrt(off) + (ASTRAY if shore.area < ROCK else 0.0)

    return min(range(len(shores)), key=away)


def _quiet(places: list[Point], frame: Frame) -> list[Point]:
    """A grid over a continent wherever no place is near, in some disorder."""
    boxes: dict[tuple[int, int], list[Point]] = {}
    for x, y in places:
        boxes.setdefault((int(x // REACH), int(y // REACH)), []).append((x, y))
    found = []
    for row in range(int((frame.bottom - frame.top) / QUIET_STEP) + 1):
        for column in range(int((frame.right - frame.left) / QUIET_STEP) + 1):
            x = frame.left + (column + row % 2 / 2) * QUIET_STEP
            y = frame.top + row * QUIET_STEP
            point = x + 0.3 * math.sin(7 * y + 3 * x), y + 0.3 * math.cos(5 * x - 2 * y)
            i, j = int(point[0] // REACH), int(point[1] // REACH)
            near = (each for p in (i - 1, i, i + 1) for q in (j - 1, j, j + 1) for each in boxes.get((p, q), ()))
            if all(math.dist(each, point) > REACH for each in near):
                found.append(point)
    return found


def _divide(shore: Shore, members: list[int], at: list[Point], owner: dict[int, int]) -> list[Area]:
    """A landmass between its places: to each what is nearer to it than to any other."""
    sites = [at[node] for node in members]
    if shore.area > CONTINENT:
        sites += _quiet(sites, shore.frame)
    areas = []
    for number, node in enumerate(members):
        x, y = sites[number]
        wide = max(abs(x - edge) for edge in (shore.frame.left, shore.frame.right))
        high = max(abs(y - edge) for edge in (shore.frame.top, shore.frame.bottom))
        outline = [(x - wide, y - high), (x + wide, y - high), (x + wide, y + high), (x - wide, y + high)]
        beyond = [-1] * 4
        far = math.hypot(wide, high)
        others = sorted((math.dist((x, y), site), other) for other, site in enumerate(sites) if other != number)
        for distance, other in others:
            if distance > 2 * far:
                break
            u, v = sites[other]
            if clip(outline, beyond, ((x + u) / 2, (y + v) / 2), (u - x, v - y), other):
                far = max(math.dist((x, y), corner) for corner in outline)
        after = [*outline[1:], outline[0]]
        behind = [owner[members[other]] if 0 <= other < len(members) else NOBODY for other in beyond]
        areas.append(Area(owner[node], outline, tuple(zip(outline, after, behind, strict=True))))
    return areas

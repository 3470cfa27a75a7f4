"""The shape of land and sea, drawn from the map data alone.

No coastline is stored. Every place owns the ground that is nearer to it than to any other, up to a limit; so do points
strung along the Connections. What belongs to Spaces and Land Transit Points is land, what belongs to Naval and Deep Sea
Points is sea. The result is a stylised coast that follows the real one as far as the Connections do.

All numbers are degrees in Mercator's projection, y growing southward, so a picture (or a page) only has to scale them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from ludi.games.pax_romana.world.atlas import LAND_POINT, STRAIT, Atlas

Point = tuple[float, float]

REACH = 1.15
"""How far ground belongs to a place on land."""
SEA_REACH = 1.3
STEP = 0.42
"""How far apart the points along a Connection are strung."""
SEA = -1
CORNERS = 14
HAIR = 0.25
NEEDLE = -0.8
"""The cosine of the turn from which a corner is a needle."""


def project(lat: float, lon: float) -> Point:
    """Degrees of latitude and longitude in Mercator's projection.

    >>> x, y = project(0.0, 12.5)
    >>> x, abs(y) < 1e-9
    (12.5, True)
    """
    return lon, -math.degrees(math.log(math.tan(math.pi / 4 + math.radians(lat) / 2)))


@dataclass(frozen=True, slots=True)
class Cell:
    """The ground of one point."""

    node: int
    """The place it belongs to."""
    province: int
    """The Province of that place; SEA for water; for a Land Transit Point that of the nearest Space."""
    outline: tuple[Point, ...]
    beyond: tuple[int, ...]
    """For each edge of the outline (from this corner to the next) the number of the cell behind it, or -1."""


@dataclass(frozen=True, slots=True)
class Site:
    """A point that owns ground."""

    at: Point
    node: int
    province: int


def _sites(places: Atlas) -> list[Site]:
    at = [project(places.lat[node], places.lon[node]) for node in range(places.nodes)]
    province = list(places.province_of)
    for node in range(places.spaces, places.nodes):
        if places.kind[node] == LAND_POINT:
            nearest = min(reached(places, node), key=lambda space: math.dist(at[space], at[node]))
            province[node] = places.province_of[nearest]
        else:
            province[node] = SEA
    sites = [Site(at[node], node, province[node]) for node in range(places.nodes)]
    for a in range(places.nodes):
        links = [(b, False) for b, link in places.land[a] if link != STRAIT] + [(b, True) for b in places.sea[a]]
        for b, by_sea in links:
            if a < b:
                sites += _strung(at, province, a, b, by_sea)
    seen: dict[tuple[int, int], Site] = {}
    for site in sites:
        # Points that fall together would own nothing; the first one stays (a place before what is strung).
        seen.setdefault((round(site.at[0] * 12), round(site.at[1] * 12)), site)
    return list(seen.values())


def reached(places: Atlas, point: int) -> list[int]:
    """The Spaces to which the roads from a Land Transit Point lead first."""
    found: list[int] = []
    seen, todo = {point}, [point]
    while todo:
        for near, link in places.land[todo.pop()]:
            if near not in seen and link != STRAIT:
                seen.add(near)
                (found if near < places.spaces else todo).append(near)
    return found or list(range(places.spaces))


def _strung(at: list[Point], province: list[int], a: int, b: int, by_sea: bool) -> list[Site]:
    """Points along a Connection. By sea they are water, but for the first bit at a Port."""
    parts = int(math.dist(at[a], at[b]) / STEP) + 1
    found = []
    for part in range(1, parts):
        share = part / parts
        node = a if share < 0.5 else b
        point = (at[a][0] + share * (at[b][0] - at[a][0]), at[a][1] + share * (at[b][1] - at[a][1]))
        found.append(Site(point, node, SEA if by_sea else province[node]))
    return found


def clip(outline: list[Point], beyond: list[int], mid: Point, normal: Point, other: int) -> bool:
    """Cut away what lies behind the line through ``mid``, being nearer to the site ``other``; True if anything was."""
    sides = [(x - mid[0]) * normal[0] + (y - mid[1]) * normal[1] for x, y in outline]
    if max(sides) <= 0:
        return False
    kept: list[Point] = []
    edges: list[int] = []
    for index, side in enumerate(sides):
        after = (index + 1) % len(outline)
        if side <= 0:
            kept.append(outline[index])
            edges.append(beyond[index])
        if (side <= 0) != (sides[after] <= 0):
            share = side / (side - sides[after])
            (x, y), (u, v) = outline[index], outline[after]
            kept.append((x + share * (u - x), y + share * (v - y)))
            edges.append(other if side <= 0 else beyond[index])
    outline[:], beyond[:] = kept, edges
    return bool(kept)


def cells(places: Atlas) -> list[Cell]:
    """The ground of every point, land and sea. Gaps inland that belong to nobody are filled from around."""
    sites = _sites(places)
    found = _cells(sites)
    for _ in range(2):
        fillers = _fillers(sites[: places.nodes], found)
        if fillers:
            sites += fillers
            found = _cells(sites)
    return found


def _fillers(places: list[Site], found: list[Cell]) -> list[Site]:
    """Points inside the gaps of the land, each for the place that is nearest; gaps at sea stay as they are."""
    wet = {corner for cell in found if cell.province == SEA for corner in cell.outline}
    fillers = []
    for gap in loops(found, [1] * len(found)):
        if _area(gap) > 0 or any(corner in wet for corner in gap):
            continue
        middle = (sum(x for x, _ in gap) / len(gap), sum(y for _, y in gap) / len(gap))
        for x, y in [middle, *gap]:
            point = ((middle[0] + x) / 2, (middle[1] + y) / 2)
            nearest = min(places, key=lambda site: (site.at[0] - point[0]) ** 2 + (site.at[1] - point[1]) ** 2)
            fillers.append(Site(point, nearest.node, nearest.province))
    return fillers


def _area(outline: list[Point]) -> float:
    """Twice the signed area: positive around land, negative around a gap."""
    after = [*outline[1:], outline[0]]
    return sum(x * v - u * y for (x, y), (u, v) in zip(outline, after, strict=True))


def _cells(sites: list[Site]) -> list[Cell]:
    boxes: dict[tuple[int, int], list[int]] = {}
    side = 2 * SEA_REACH
    for number, site in enumerate(sites):
        boxes.setdefault((int(site.at[0] // side), int(site.at[1] // side)), []).append(number)
    found = []
    for number, site in enumerate(sites):
        (x, y), reach = site.at, SEA_REACH if site.province == SEA else REACH
        turn = 2 * math.pi / CORNERS
        outline = [(x + reach * math.cos(k * turn), y + reach * math.sin(k * turn)) for k in range(CORNERS)]
        beyond = [-1] * CORNERS
        column, row = int(x // side), int(y // side)
        near = [
            other
            for i in (column - 1, column, column + 1)
            for j in (row - 1, row, row + 1)
            for other in boxes.get((i, j), ())
            if other != number
        ]
        far = reach
        for distance, other in sorted((math.dist(site.at, sites[other].at), other) for other in near):
            if distance > 2 * far or not outline:
                break
            u, v = sites[other].at
            if clip(outline, beyond, ((x + u) / 2, (y + v) / 2), (u - x, v - y), other):
                far = max(math.dist(site.at, corner) for corner in outline)
        found.append(Cell(site.node, site.province, tuple(outline), tuple(beyond)))
    return found


def loops(found: list[Cell], inside: Sequence[int]) -> list[list[Point]]:
    """The outlines around the cells of the same mark; ``inside`` gives the mark of each cell, 0 for none wanted."""
    edges: list[tuple[Point, Point]] = []
    for number, cell in enumerate(found):
        if inside[number]:
            for index, other in enumerate(cell.beyond):
                if other < 0 or not inside[other]:
                    edges.append((cell.outline[index], cell.outline[(index + 1) % len(cell.outline)]))
    return _joined(edges)


def _joined(edges: list[tuple[Point, Point]]) -> list[list[Point]]:
    """Edges put end to start; ends that miss each other by a hair are taken as one."""
    starts: dict[tuple[int, int], list[int]] = {}
    for number, (start, _) in enumerate(edges):
        starts.setdefault(_box(start), []).append(number)
    used = [False] * len(edges)
    outlines = []
    for first in range(len(edges)):
        if used[first]:
            continue
        used[first] = True
        outline = [edges[first][0]]
        end = edges[first][1]
        while True:
            column, row = _box(end)
            near = [
                number
                for i in (column - 1, column, column + 1)
                for j in (row - 1, row, row + 1)
                for number in starts.get((i, j), ())
                if not used[number] and math.dist(edges[number][0], end) < HAIR
            ]
            if not near or math.dist(end, outline[0]) < 1e-6:
                break
            following = min(near, key=lambda number: (math.dist(edges[number][0], end), number))
            used[following] = True
            outline.append(edges[following][0])
            end = edges[following][1]
        outline = _blunt(outline)
        if len(outline) > 2:
            outlines.append(outline)
    return outlines


def _blunt(outline: list[Point]) -> list[Point]:
    """The outline without needles: corners at which it turns back on itself."""
    kept = list(outline)
    index = 0
    while len(kept) > 3 and index < len(kept):
        (x, y), (u, v), (p, q) = kept[index - 1], kept[index], kept[(index + 1) % len(kept)]
        length = math.dist((x, y), (u, v)) * math.dist((u, v), (p, q))
        turned = ((u - x) * (p - u) + (v - y) * (q - v)) / length if length else -1.0
        if turned < NEEDLE:
            del kept[index]
            index = max(0, index - 2)
        else:
            index += 1
    return kept


def _box(point: Point) -> tuple[int, int]:
    return int(point[0] // HAIR), int(point[1] // HAIR)


@dataclass(frozen=True, slots=True)
class Ground:
    """All that a picture of the map needs of land and sea."""

    coast: list[list[Point]]
    provinces: list[list[list[Point]]]
    """The outlines of each Province."""
    borders: list[tuple[Point, Point, bool]]
    """Edges between Provinces; True: between Territories."""
    channels: list[tuple[Point, Point]]
    """Edges between shores so near that no sea is left between them."""


def shapes(places: Atlas) -> Ground:
    """Coast, Provinces, borders and narrow channels."""
    found = cells(places)
    coast = loops(found, [int(cell.province != SEA) for cell in found])
    provinces = [
        loops(found, [int(cell.province == province) for cell in found]) for province in range(len(places.province_ids))
    ]
    lands, apart = _lands(places), _apart(places)
    borders: list[tuple[Point, Point, bool]] = []
    channels: list[tuple[Point, Point]] = []
    for number, cell in enumerate(found):
        for index, other in enumerate(cell.beyond):
            if other <= number or cell.province == SEA or found[other].province == SEA:
                continue
            edge = (cell.outline[index], cell.outline[(index + 1) % len(cell.outline)])
            a, b = cell.province, found[other].province
            if lands[cell.node] != lands[found[other].node] or frozenset((a, b)) in apart:
                channels.append(edge)
            elif a != b:
                borders.append((*edge, places.territory_of[a] != places.territory_of[b]))
    return Ground(coast, provinces, borders, channels)


def _lands(places: Atlas) -> list[int]:
    """Which island or mainland each place is on."""
    land = [-1] * places.nodes
    for first in range(places.nodes):
        if land[first] >= 0:
            continue
        land[first] = first
        todo = [first]
        while todo:
            for near, link in places.land[todo.pop()]:
                if link != STRAIT and land[near] < 0:
                    land[near] = first
                    todo.append(near)
    return land


def _apart(places: Atlas) -> set[frozenset[int]]:
    """Pairs of Provinces that only a strait joins."""
    straits: set[frozenset[int]] = set()
    joined: set[frozenset[int]] = set()
    for node in range(places.nodes):
        for near, link in places.land[node]:
            pair = frozenset((places.province_of[node], places.province_of[near]))
            (straits if link == STRAIT else joined).add(pair)
    return straits - joined


@lru_cache(maxsize=4)
def ground(places: Atlas) -> Ground:
    """The shapes of a map, made once."""
    return shapes(places)

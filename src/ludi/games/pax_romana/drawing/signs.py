"""The signs on the drawn map: Spaces, Cities, Armies, fleets, leaders, Tribes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludi.games.pax_romana.drawing.counters import SHIPS, letter, strength
from ludi.games.pax_romana.drawing.room import Box
from ludi.games.pax_romana.drawing.svg import Value, element, path, steps, text
from ludi.games.pax_romana.world.atlas import Atlas

INK, PAPER, WHITE = "#3b342b", "#f4eddd", "#fffdf7"
SIDES = {
    "red": ("#a63d32", "#eccfc2"),
    "green": ("#3f7a4a", "#d3e0c4"),
    "blue": ("#34648f", "#cfdde6"),
    "purple": ("#754a86", "#e0d2e2"),
    "orange": ("#b86a22", "#f0dcc0"),
    "yellow": ("#94791f", "#efe6bd"),
}
"""The deep and the pale colour of a Power, by its word in the scenario."""
OTHERS = ("#6d655a", "#e2dccf")

Colours = tuple[str, str]
ARMY, FLEET, LEADER, HIGH = 28.0, 22.0, 23.0, 21.0
GAP = 2.0


def spot(x: float, y: float, places: Atlas, node: int, fill: str) -> str:
    """A Space: a disc, a diamond for a capital, a triangle for a mountain fortress; a Port has a strong rim."""
    rim: dict[str, Value] = {"fill": fill, "stroke": INK, "stroke_width": 1.4 if places.is_port[node] else 0.8}
    if places.is_capital[node]:
        return path(steps("M", x - 6.4, y, "L", x, y - 6.4, "L", x + 6.4, y, "L", x, y + 6.4, "Z"), **rim)
    if places.is_mountain[node]:
        return path(steps("M", x - 5, y + 4, "L", x, y - 5, "L", x + 5, y + 4, "Z"), **rim)
    return element("circle", cx=x, cy=y, r=4, **rim)


def wall_size(kind: str) -> tuple[float, float]:
    return (17.0, 15.0) if kind == "city" else (14.0, 12.0)


def wall(box: Box, kind: str, points: int | str, deep: str) -> str:
    """A City or Town: a piece of wall with its points."""
    teeth = 4 if kind == "city" else 3
    step = box.width / (2 * teeth - 1)
    outline: list[str | float] = ["M", box.x, box.y + box.height, "V", box.y]
    for tooth in range(teeth):
        left = box.x + 2 * tooth * step
        outline += ["H", left + step]
        if tooth < teeth - 1:
            outline += ["V", box.y + 3, "H", left + 2 * step, "V", box.y]
    d = steps(*outline, "V", box.y + box.height, "Z")
    size = 9.5 if kind == "city" else 8.5
    middle, line = box.x + box.width / 2, box.y + box.height - 2.4
    return path(d, fill=WHITE, stroke=deep, stroke_width=1.3) + text(
        middle, line, str(points), size, text_anchor="middle", font_weight="bold", fill=deep
    )


def stack_width(stack: Mapping[str, int], leaders: int) -> float:
    """How much room a side's counters in one place need."""
    land = [kind for kind in stack if kind not in SHIPS]
    ships = len(land) < len(stack)
    parts = [ARMY + (3.0 if len(land) > 1 else 0.0)] * bool(land) + [FLEET] * ships + [LEADER] * leaders
    return sum(parts) + GAP * (len(parts) - 1)


def stack(box: Box, side: str, units: Mapping[str, int], leaders: Sequence[Mapping[str, Any]], colours: Colours) -> str:
    """One side's counters in one place side by side: land units, a fleet, leaders."""
    land = {kind: number for kind, number in units.items() if kind not in SHIPS}
    ships = sum(units.get(kind, 0) for kind in SHIPS)
    at, drawn = box.x, ""
    if land:
        drawn += army(at, box.y, letter(side), str(strength(land) or "g"), colours, several=len(land) > 1)
        at += ARMY + GAP + (3.0 if len(land) > 1 else 0.0)
    if ships:
        drawn += fleet(at, box.y, str(ships), colours)
        at += FLEET + GAP
    for each in leaders:
        drawn += leader(at, box.y, each["rating"], colours, elite=each["elite"])
        at += LEADER + GAP
    return drawn


PIECE, STEP = 21.0, 14.0
"""The edge of a counter with a silhouette, and how far the next of a stack lies from it."""


def row_width(stack: Mapping[str, int], leaders: int) -> float:
    """How much room a side's counters with silhouettes need in one place."""
    units = PIECE + STEP * (len(stack) - 1) + GAP if stack else 0.0
    return units + (LEADER + GAP) * leaders - GAP


def row(box: Box, units: Mapping[str, int], leaders: Sequence[Mapping[str, Any]], colours: Colours) -> str:
    """One side's counters in one place, a silhouette for each kind of Unit, the next over the last."""
    drawn, at = "", box.x
    for kind, number in units.items():
        drawn += piece(at, box.y, kind, number, colours)
        at += STEP
    if units:
        at += PIECE - STEP + GAP
    for each in leaders:
        drawn += leader(at, box.y, each["rating"], colours, elite=each["elite"])
        at += LEADER + GAP
    return drawn


def piece(x: float, y: float, kind: str, number: int, colours: Colours) -> str:
    """A counter: the silhouette of its kind, and how many there are; a reduced one is paler and has a broken rim."""
    deep, pale = colours
    reduced = kind.startswith("reduced-")
    broken: dict[str, Value] = {"stroke_dasharray": "3 1.5"} if reduced else {}
    body = element("rect", x=x, y=y, width=PIECE, height=PIECE, rx=3.2, fill=deep, stroke=WHITE, **broken)
    loss = steps("M", x, y + 13, "L", x + PIECE, y + 8, "V", y + PIECE, "H", x, "Z")
    icon = element(
        "use", href=f"#icon-{kind.removeprefix('reduced-')}", x=x + 2, y=y + 1.5, width=17, height=17, fill=WHITE
    )
    told = text(x + 18, y + 19.5, str(number), 9, text_anchor="middle", font_weight="bold", fill=WHITE)
    plate = element("rect", x=x + 13.5, y=y + 11.5, width=8.5, height=9.5, rx=2.5, fill=INK, fill_opacity="0.55")
    return body + (path(loss, fill=pale, fill_opacity="0.45") if reduced else "") + icon + (plate + told) * (number > 1)


def counter(x: float, y: float, width: float, fill: str, stroke: str) -> str:
    return element("rect", x=x, y=y, width=width, height=18, rx=2.5, fill=fill, stroke=stroke, stroke_width=0.9)


def army(x: float, y: float, mark: str, points: str, colours: Colours, *, several: bool) -> str:
    """Land units: the side's letter and the Battle Points ('g': Garrisons only); a second edge for several kinds."""
    deep, pale = colours
    below = counter(x + 3, y, ARMY - 1, pale, deep) if several else ""
    return (
        below
        + counter(x, y + 2, ARMY, deep, WHITE)
        + text(x + 4, y + 15.6, mark, 9, fill=WHITE)
        + text(x + 25, y + 16, points, 12, text_anchor="end", font_weight="bold", fill=WHITE)
    )


def fleet(x: float, y: float, number: str, colours: Colours) -> str:
    """Galley squadrons: a hull with their number."""
    deep, pale = colours
    deck, keel = y + 9, y + 20
    hull = steps("M", x, deck, "H", x + 22, "Q", x + 19, keel, x + 11, keel, "Q", x + 3, keel, x, deck, "Z")
    sail = steps("M", x + 11, deck, "V", y + 1, "L", x + 18, deck - 1, "Z")
    return (
        path(hull, fill=deep, stroke=WHITE, stroke_width=0.8)
        + path(sail, fill=pale, stroke=deep, stroke_width=0.8)
        + text(x + 11, y + 18, number, 9.5, text_anchor="middle", font_weight="bold", fill=WHITE)
    )


def leader(x: float, y: float, rating: str, colours: Colours, *, elite: bool) -> str:
    """A leader: his tactical and campaign rating; a thick rim for an Elite one."""
    rim = 2.2 if elite else 1.2
    plate = element(
        "rect", x=x, y=y + 4, width=LEADER, height=14, rx=7, fill=WHITE, stroke=colours[0], stroke_width=rim
    )
    return plate + text(x + 11.5, y + 14.2, rating, 9, text_anchor="middle", font_weight="bold", fill=colours[0])


def tribe(x: float, y: float, value: str) -> str:
    """A Tribal Counter: its strength, or a question mark."""
    disc = element("circle", cx=x + 7, cy=y + 7, r=6.6, fill=OTHERS[1], stroke=OTHERS[0], stroke_dasharray="2 1.5")
    return disc + text(x + 7, y + 10.2, value, 9, text_anchor="middle", fill=OTHERS[0])

"""The sheet a picture is drawn on: how much of the map is shown, and how large."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludi.games.pax_romana.drawing.shapes import Frame, Point, Ring
from ludi.games.pax_romana.drawing.svg import steps

MARGIN = 1.3
"""So many degrees of map are shown around the Spaces in play."""
WIDE = 1560.0
HAIR = 0.9
"""Less than this cannot be seen, in pixels."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A part of the map, and the pixels for a degree of it."""

    left: float
    top: float
    scale: float
    width: int
    height: int

    def place(self, point: Point) -> Point:
        return (point[0] - self.left) * self.scale, (point[1] - self.top) * self.scale

    def inside(self, point: Point, beyond: float) -> bool:
        """Whether a point of the sheet lies on it, or so near."""
        return -beyond < point[0] < self.width + beyond and -beyond < point[1] < self.height + beyond

    def frame(self, beyond: float) -> Frame:
        """The part of the map on it, and so many pixels more."""
        more = beyond / self.scale
        return Frame(
            self.left - more,
            self.top - more,
            self.left + self.width / self.scale + more,
            self.top + self.height / self.scale + more,
        )

    def line(self, a: Point, b: Point) -> str:
        (x, y), (u, v) = self.place(a), self.place(b)
        return steps("M", x, y, "L", u, v) if self.inside((x, y), 60.0) or self.inside((u, v), 60.0) else ""

    def ring(self, outline: Ring, least: float = HAIR) -> str:
        """A closed outline, as it is; steps that nobody sees are passed over."""
        told, left, top = "", 0.0, 0.0
        for point in outline:
            x, y = self.place(point)
            if not told or abs(x - left) + abs(y - top) >= least:
                # Steps from where the last one ended, rounding and all, so that no error adds up.
                across, down = round(x - left, 1), round(y - top, 1)
                told += steps("l" if told else "M", across, down)
                left, top = left + across, top + down
        return f"{told}Z" if told else ""

    def smooth(self, loop: Sequence[Point]) -> str:
        """A closed outline with its corners rounded off."""
        corners = [self.place(point) for point in loop]
        if not any(self.inside(point, 200.0) for point in corners):
            return ""
        (x, y), (u, v) = corners[-1], corners[0]
        told = f"M{(x + u) / 2:.0f} {(y + v) / 2:.0f}"
        for index, (x, y) in enumerate(corners):
            u, v = corners[(index + 1) % len(corners)]
            told += f"Q{x:.0f} {y:.0f} {(x + u) / 2:.0f} {(y + v) / 2:.0f}"
        return f"{told}Z"


def sheet_around(points: Sequence[Point]) -> Sheet:
    """A sheet with all these points on it."""
    left, right = min(x for x, _ in points) - MARGIN, max(x for x, _ in points) + MARGIN
    top, bottom = min(y for _, y in points) - MARGIN, max(y for _, y in points) + MARGIN
    scale = max(46.0, min(92.0, WIDE / (right - left)))
    return Sheet(left, top, scale, round((right - left) * scale), round((bottom - top) * scale))

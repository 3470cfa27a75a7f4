"""Finding room: labels and counters are put where they cover nothing that stands already."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

GRID = 40.0


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle by its upper left corner."""

    x: float
    y: float
    width: float
    height: float

    def overlap(self, other: Box) -> float:
        """The area that both cover."""
        across = min(self.x + self.width, other.x + other.width) - max(self.x, other.x)
        down = min(self.y + self.height, other.y + other.height) - max(self.y, other.y)
        return across * down if across > 0 and down > 0 else 0.0


@dataclass(slots=True)
class Room:
    """What is taken on a sheet, and what is still free."""

    width: float
    height: float
    _taken: dict[tuple[int, int], list[Box]] = field(default_factory=dict)

    def _squares(self, box: Box) -> Iterable[tuple[int, int]]:
        for i in range(int(box.x // GRID), int((box.x + box.width) // GRID) + 1):
            for j in range(int(box.y // GRID), int((box.y + box.height) // GRID) + 1):
                yield i, j

    def take(self, box: Box) -> Box:
        for square in self._squares(box):
            self._taken.setdefault(square, []).append(box)
        return box

    def covered(self, box: Box) -> float:
        """How much of what stands already a box would cover; what hangs over the edge counts as well."""
        seen: set[int] = set()
        total = 0.0
        for square in self._squares(box):
            for other in self._taken.get(square, ()):
                if id(other) not in seen:
                    seen.add(id(other))
                    total += box.overlap(other)
        sheet = Box(0.0, 0.0, self.width, self.height)
        return total + (box.width * box.height - box.overlap(sheet))

    def find(self, wanted: Sequence[Box]) -> Box:
        """Take the first of the wanted boxes that covers nothing, else the one that covers least."""
        best, least = wanted[0], float("inf")
        for box in wanted:
            covered = self.covered(box)
            if covered <= 0.01:
                return self.take(box)
            if covered < least - 0.01:
                best, least = box, covered
        return self.take(best)


def around(x: float, y: float, width: float, height: float, gaps: Sequence[float]) -> list[Box]:
    """Places for a box beside a point: right, left, above, below, then the corners; near ones first."""
    found = []
    for gap in gaps:
        half = gap * 0.7
        found += [
            Box(x + gap, y - height / 2, width, height),
            Box(x - gap - width, y - height / 2, width, height),
            Box(x - width / 2, y + gap, width, height),
            Box(x - width / 2, y - gap - height, width, height),
            Box(x + half, y + half, width, height),
            Box(x + half, y - half - height, width, height),
            Box(x - half - width, y + half, width, height),
            Box(x - half - width, y - half - height, width, height),
        ]
    return found

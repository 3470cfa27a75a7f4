"""``make figures``: write the table of set-ups in docs/research.md anew, and say what has changed.

Slots, actions and lengths follow from the games and are held by a test; times are processor time on this machine.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ludi.core import FastDice, registry
from ludi.research.encoding import Encoder
from ludi.research.openspiel import length_of
from ludi.research.reading import Reader

PAGE = Path(__file__).resolve().parent.parent / "docs" / "research.md"
BEGIN, END = "<!-- make figures -->\n", "<!-- end of figures -->\n"
SET_UPS: list[tuple[str, str, dict[str, Any]]] = [
    *((f"PAX, {players} seats", "pax", {"players": players}) for players in (2, 4, 8)),
    ("Roma", "roma", {}),
    *(
        (f"Pax Romana {scenario}", "pax-romana", {"scenario": scenario})
        for scenario in ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
    ),
    ("Pax Romana V, advanced", "pax-romana", {"scenario": "V", "format": "advanced"}),
]
HEAD = (
    "| set-up | slots | actions | `max_game_length` | making the layout | one vector | the next one |\n"
    "|---|---|---|---|---|---|---|\n"
)


def counted(game: str, options: dict[str, Any]) -> tuple[int, int, int]:
    """What follows from a set-up: slots, actions, the longest game of OpenSpiel."""
    box = registry.find(game).box(options)
    return Encoder.of_box(box).size, len(box.vocabulary), length_of(box)


def timed(game: str, options: dict[str, Any], positions: int = 60) -> tuple[float, float, float]:
    """Seconds of processor time: the layout, a vector from a view, the next vector of the same game."""
    box = registry.find(game).box(options)
    started = time.process_time()
    encoder = Encoder(box)
    made = time.process_time() - started
    rng = random.Random(1)
    state = box.game.deal(box, FastDice(rng))
    reader = Reader(encoder)
    whole = following = 0.0
    for number in range(2 * positions):
        actors = state.actors()
        if not actors:
            state = box.game.deal(box, FastDice(rng))
            continue
        started = time.process_time()
        encoder.encode(state.view(actors[0]))
        between = time.process_time()
        reader.read(state, actors[0])
        if number >= positions:
            whole += between - started
            following += time.process_time() - between
        state.play(actors[0], rng.choice(state.legal(actors[0])))
    return made, whole / positions, following / positions


def rows() -> Iterator[str]:
    for title, game, options in SET_UPS:
        slots, actions, longest = counted(game, options)
        made, whole, following = timed(game, options)
        figures = f"{slots:,} | {actions:,} | {longest:,} | {made:.2f} s"
        yield f"| {title} | {figures} | {1e6 * whole:,.0f} µs | {1e6 * following:,.0f} µs |\n"


def told() -> list[str]:
    """The rows that stand in the documentation."""
    return PAGE.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0].splitlines()[2:]


def main() -> int:
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    new = HEAD + "".join(rows())
    PAGE.write_text(before + BEGIN + new + END + after, encoding="utf-8")
    print(new)
    return 0


if __name__ == "__main__":
    sys.exit(main())

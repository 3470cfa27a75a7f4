"""``make golden``: write the golden playthroughs of ``tests/golden`` anew.

A golden playthrough is a whole game by chance with a fixed seed, or a scene (see :mod:`scenes`), told in sentences,
with every decision and the facts of the views, one a line. A change of rules, wording or views shows as a diff that
people read in review.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from ludi.core import Table, seed_from_text
from scenes import Scene, play_scene, scenes
from story import choice, facts, tell_end, tell_events, tell_menu, tell_view

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "golden"

WHOLE_GAMES: dict[str, tuple[str, dict[str, Any], str]] = {
    "pax-solo-4": ("pax", {"players": 1, "solo": 4}, "pax-solo-4"),
    "pax-2-players": ("pax", {"players": 2}, "pax-2-players"),
    "pax-6-players": ("pax", {"players": 6}, "pax-6-players"),
    "roma": ("roma", {}, "roma"),
    "pax-romana-1": ("pax-romana", {"scenario": "I"}, "pax-romana-1e"),
    "pax-romana-2": ("pax-romana", {"scenario": "II", "format": "short", "event_markers": 2}, "pax-romana-2ww"),
}
"""By name: the game, its options, and a seed with which much happens."""
LOOKS = 20
"""After so many decisions the view of the seat that decides is told: what changed since it was told last."""


def whole_game(name: str) -> str:
    """The text of a golden playthrough of a whole game."""
    game, options, seed = WHOLE_GAMES[name]
    table = Table.new(game, options, seed=seed_from_text(seed))
    book = table.phrases()
    lines = [f"{table.game.title} {json.dumps(options)}, seed '{seed}', rules version {table.game.rules_version}", ""]
    heard = 0
    menu: list[str] = []
    known: dict[int, dict[str, str]] = {}
    while True:
        lines += tell_events(book, (event for _, event in table.events[heard:]))
        heard = len(table.events)
        state = table.state
        if not state.actors():
            break
        number = len(table.decisions) + 1
        seat = int(choice([str(each) for each in state.actors()], f"{seed} {number}"))
        words = [state.spell(action) for action in state.legal(seat)]
        if number % LOOKS == 1:
            view = state.view(seat)
            lines.append(f"view of seat {seat}" + (", what changed:" if seat in known else ":"))
            lines += tell_view(view, known.get(seat), "  ")
            known[seat] = dict(facts(view))
        word = choice(words, f"{seed} {number}")
        lines += [f"{number}. seat {seat}: {word}", *tell_menu(words, menu, "   ")]
        menu = words
        table.play(seat, word)
    lines += ["", *tell_end(book, table.state)]
    return "\n".join(lines) + "\n"


def scene_told(scene: Scene) -> str:
    return play_scene(scene).text


def playthroughs() -> dict[str, Callable[[], str]]:
    """Every golden playthrough by its name, and what tells it."""
    whole = {name: partial(whole_game, name) for name in WHOLE_GAMES}
    return {**whole, **{scene.golden: partial(scene_told, scene) for scene in scenes()}}


def main() -> int:
    FOLDER.mkdir(exist_ok=True)
    told = playthroughs()
    for name, tell in told.items():
        (FOLDER / f"{name}.txt").write_text(tell(), encoding="utf-8")
        print(f"tests/golden/{name}.txt")
    for file in FOLDER.glob("*.txt"):
        if file.stem not in told:
            file.unlink()
            print(f"tests/golden/{file.name} is told no longer")
    return 0


if __name__ == "__main__":
    sys.exit(main())

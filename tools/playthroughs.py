"""``make golden``: write the golden playthroughs of ``tests/golden`` anew.

A golden playthrough is a whole game between random players with a fixed seed, told in sentences, with every decision
and the views at a few moments. A change of rules, wording or views shows as a diff that people read in review.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

from ludi.core import Table, seed_from_text

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "golden"

PLAYTHROUGHS: dict[str, tuple[str, dict[str, Any]]] = {
    "pax-solo-4": ("pax", {"players": 1, "solo": 4}),
    "pax-2-players": ("pax", {"players": 2}),
    "pax-6-players": ("pax", {"players": 6}),
    "roma": ("roma", {}),
    "pax-romana-1": ("pax-romana", {"scenario": "I"}),
    "pax-romana-2": ("pax-romana", {"scenario": "II", "format": "short", "event_markers": 2}),
}


def playthrough(name: str) -> str:
    """The text of one golden playthrough."""
    game, options = PLAYTHROUGHS[name]
    rng = random.Random(name)
    table = Table.new(game, options, seed=seed_from_text(name))
    book = table.phrases()
    lines = [f"{table.game.title} {json.dumps(options)}, seed '{name}', rules version {table.game.rules_version}", ""]
    heard = 0
    while True:
        for _, event in table.events[heard:]:
            phrase = event.opened()
            lines.append(f"  {book.say(phrase)} [{phrase.rule}]")
        heard = len(table.events)
        actors = table.state.actors()
        if not actors:
            break
        seat = rng.choice(actors)
        legal = table.state.legal(seat)
        words = [table.state.spell(action) for action in legal]
        action = rng.choice(legal)
        number = len(table.decisions) + 1
        if number % 60 == 1:
            lines.append(f"view of seat {seat}: {json.dumps(table.state.view(seat), sort_keys=True)}")
        lines.append(f"{number}. seat {seat}: {table.state.spell(action)}   (of {' '.join(words)})")
        table.play(seat, action)
    outcome = table.state.outcome()
    assert outcome is not None
    lines += ["", f"{book.say(outcome.phrase())} [{outcome.rule}] scores {list(outcome.scores)}"]
    lines.append(f"reckoning: {json.dumps(outcome.reckoning, sort_keys=True)}")
    return "\n".join(lines) + "\n"


def main() -> int:
    FOLDER.mkdir(exist_ok=True)
    for name in PLAYTHROUGHS:
        (FOLDER / f"{name}.txt").write_text(playthrough(name), encoding="utf-8")
        print(f"tests/golden/{name}.txt")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Games played for the comparison of plain with compiled engines: run as a program, it prints every decision.

``test_compiled.py`` starts it once with each kind of engines and compares what is printed.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections.abc import Iterator
from typing import Any

from ludi import bots, compiled
from ludi.core import Event, SeededDice, State, registry

SET_UPS: tuple[tuple[str, dict[str, Any], int], ...] = (
    ("pax", {"players": 1}, 1000),
    ("pax", {"players": 2}, 3000),
    ("pax", {"players": 4}, 6000),
    ("roma", {}, 10_000),
    ("pax-romana", {"scenario": "II"}, 4000),
    ("pax-romana", {"scenario": "V"}, 3000),
    ("pax-romana", {"scenario": "V", "format": "advanced"}, 3000),
)
"""Game, options, and how many decisions by chance: ten thousand for each game."""
BY_BOTS: tuple[tuple[str, dict[str, Any], str, int], ...] = (
    ("pax", {"players": 3}, "greedy", 60),
    ("roma", {}, "greedy", 40),
    ("pax-romana", {"scenario": "II"}, "greedy", 150),
    ("pax", {"players": 2}, "search@60", 12),
    ("pax", {"players": 4}, "search@60", 12),
    ("roma", {}, "master@40", 12),
    ("pax-romana", {"scenario": "II"}, "regular@8", 4),
)
LOOK = 250
"""After so many decisions the whole position and what everybody sees of it are compared too."""


def mark(data: object) -> str:
    return hashlib.blake2b(json.dumps(data, sort_keys=True, default=str).encode(), digest_size=8).hexdigest()


def whole(state: State) -> str:
    """The position, what each seat and a spectator see of it, and what is said to those who must decide."""
    views = [mark(state.view(seat)) for seat in (None, *range(state.box.seats))]
    asked = [mark(repr(state.prompt(seat))) for seat in state.actors()]
    veiled = [mark(state.veil(seat).snapshot()) for seat in range(state.box.seats)]
    return f"= {state.fingerprint()} {' '.join(views)} {' '.join(asked)} {' '.join(veiled)}"


def play(name: str, options: dict[str, Any], by: str, most: int) -> Iterator[str]:
    """Decision by decision: who, how many choices and which, what is chosen, what happened."""
    game = registry.find(name)
    box = game.box(options)
    rng = random.Random(f"{name} {options} {by}")
    bot = bots.find(by, game) if by else None
    events: list[Event] = []
    done = deals = 0
    while done < most:
        deals += 1
        state = game.deal(box, SeededDice(rng.randbytes(32)), events.append)
        while done < most and (actors := state.actors()):
            seat = rng.choice(actors)
            legal = state.legal(seat)
            words = " ".join(map(state.spell, legal))
            action = rng.choice(legal) if bot is None else bot.choose(state.perspective(seat), rng)
            events.clear()
            state.play(seat, action)
            told = mark([(event.kind, event.facts, event.rule, event.secret, event.seers) for event in events])
            yield f"{seat} {len(legal)} {mark(words)} {state.spell(action)} {told}"
            done += 1
            if done % LOOK == 0:
                yield whole(state)
        outcome = state.outcome()
        yield f"# {deals} {outcome and (outcome.reason, outcome.returns(box.seats))} {state.fingerprint()}"


def main() -> None:
    out = sys.stdout
    out.write(f"{compiled.runs()}\n")
    for name, options, most in SET_UPS:
        out.write(f"{name} {options}\n")
        out.writelines(f"{line}\n" for line in play(name, options, "", most))
    for name, options, by, most in BY_BOTS:
        out.write(f"{name} {options} {by}\n")
        out.writelines(f"{line}\n" for line in play(name, options, by, most))


if __name__ == "__main__":
    main()

"""Mining: game after game between bots, every find written down at once, so that it can go on where it stopped."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

from ludi.bots.pool import spread
from ludi.core import BadOption, registry
from ludi.puzzles.mining.find import Find, Quarry, positions, rate, written
from ludi.puzzles.mining.pax import Pax
from ludi.puzzles.mining.pax_romana import PaxRomana
from ludi.puzzles.mining.roma import Roma
from ludi.puzzles.shelf import texts

QUARRIES: Mapping[str, Callable[[], Quarry]] = {"pax": Pax, "pax-romana": PaxRomana, "roma": Roma}
A_GAME = 2
"""So many puzzles are taken from one game at most."""
AN_IDEA = 5
"""So many puzzles of one idea are taken at most."""
MOST_OF_A_KIND = 0.6
"""So great a part of the puzzles of a game is of one kind at most, if there are several."""
MOST_CHANCE = 0.34
"""What is found more often by chance is no puzzle."""

Told = Callable[[int, int], None]
"""Told how many puzzles there are, and how many games were looked through."""


def mine(
    name: str,
    number: int,
    path: Path,
    seed: str = "puzzles",
    tell: Told = lambda found, games: None,
    *,
    jobs: int = 1,
    cluster: str | None = None,
) -> None:
    """Look through games between bots until the file holds so many puzzles.

    Several games may be looked through at once, by processes or a Ray cluster; what they bring is taken in the order of
    the games.
    """
    game = registry.find(name)
    if game.name not in QUARRIES:
        raise BadOption(f"{game.title} has no puzzles to be mined; {', '.join(QUARRIES)} have.")
    if jobs < 1:
        raise BadOption("The number of jobs must be 1 or more.")
    lines = [json.loads(text) for text in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []
    if len(lines) >= number:
        return
    played = 1 + max((line["game"] for line in lines), default=-1)
    tasks = ({"game": name, "number": each, "seed": seed, "ideas": _ideas(lines)} for each in count(played))
    early: dict[int, list[dict[str, Any]]] = {}
    with closing(spread(look_through, tasks, jobs, cluster)) as found:
        for each, there in found:
            early[each] = there
            while played in early:
                for line in early.pop(played):
                    alike = sum(other["kind"] == line["kind"] for other in lines)
                    if len(lines) == number or (len(texts()[name]) > 1 and alike >= max(1, MOST_OF_A_KIND * number)):
                        continue
                    if _ideas(lines)[line["idea"]] >= AN_IDEA:
                        continue
                    lines.append({"id": f"{len(lines) + 1:03}", **line, "game": played})
                    with path.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(lines[-1], separators=(",", ":"), ensure_ascii=False) + "\n")
                played += 1
                tell(len(lines), played)
            if len(lines) >= number:
                return


def _ideas(lines: list[dict[str, Any]]) -> Counter[str]:
    """How many puzzles there are of each idea."""
    return Counter(line["idea"] for line in lines)


def look_through(task: Mapping[str, Any]) -> tuple[int, list[dict[str, Any]]]:
    """The puzzles of one game, each from another turn than those before it, and its number."""
    quarry = QUARRIES[task["game"]]()
    found: list[dict[str, Any]] = []
    ideas = Counter(task["ideas"])
    for state, seat, rng in positions(quarry, task["number"], task["seed"]):
        if len(found) == A_GAME:
            break
        line = _rated(quarry, quarry.look(state, seat, rng))
        if line is not None and ideas[line["idea"]] < AN_IDEA:
            ideas[line["idea"]] += 1
            found.append(line)
    return task["number"], found


def _rated(quarry: Quarry, found: Find | None) -> dict[str, Any] | None:
    if found is None:
        return None
    line = rate(quarry.game, written(quarry.game, found), found.chance, found.judges, found.more)
    return line if found.chance is not None or line["chance"] <= MOST_CHANCE else None

"""Measure the ladder of the levels: ``python tools/ladder.py roma --games 400 --jobs 16 --out ladder``.

Each level meets the one below, random and greedy are placed beside them, one against one, seats rotated, the same deal
for both seatings. Every finished game is kept in the folder at once; the same command goes on where it was interrupted.
With ``--write`` the results and the ratings that follow go into ``src/ludi/bots/data/ladder.json``: people see them
beside the names of their opponents (docs/bots.md).
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from ludi.bots.arena import arena
from ludi.bots.arena_results import interval
from ludi.bots.ratings import Pairing, rate
from ludi.core import registry

FILE = Path(__file__).resolve().parent.parent / "src" / "ludi" / "bots" / "data" / "ladder.json"
TABLES: dict[str, dict[str, Any]] = {"pax": {"players": 2}, "roma": {}}
"""What is played where a game's bots are rated."""
RUNGS = (
    ("novice", "random"),
    ("novice", "greedy"),
    ("regular", "novice"),
    ("regular", "greedy"),
    ("veteran", "regular"),
    ("veteran", "greedy"),
    ("master", "veteran"),
    ("master", "greedy"),
)
FEWEST = 10
WIDEST = 0.5
"""With fewer games, or where the share of games won could lie this far apart, a pairing is not kept: its luck would
be read as strength."""
GOAL = 0.65
"""What a level is to win against the one below."""


def measure(game: str, games: int, jobs: int, out: Path, only: list[str]) -> None:
    for strong, weak in RUNGS:
        pairing = f"{strong}-{weak}"
        if not only or pairing in only:
            folder = out / game / pairing
            bots = [strong, weak]
            arena(registry.find(game), TABLES[game], bots, games, seed="ladder", jobs=jobs, out=folder)
            wins, number = result(folder, strong)
            print(line(game, (strong, weak, wins, number)), flush=True)


def result(folder: Path, strong: str) -> tuple[float, int]:
    """How many games of a folder the stronger won, and of how many; also of an arena that was interrupted."""
    games = [json.loads(each) for each in (folder / "games.jsonl").read_text(encoding="utf-8").splitlines()]
    return sum(each["returns"][each["bots"].index(strong)] for each in games), len(games)


def says_something(wins: float, games: int) -> bool:
    low, high = interval(wins, games)
    return games >= FEWEST and high - low <= WIDEST


def line(game: str, pairing: Pairing) -> str:
    """A row of the table in docs/bots.md."""
    strong, weak, wins, games = pairing
    low, high = interval(wins, games)
    rung = (strong, weak) in {("regular", "novice"), ("veteran", "regular"), ("master", "veteran")}
    goal = f"{GOAL:.0%}" if rung else ""
    share = f"{wins / games:.0%} of {games} ({low:.0%} to {high:.0%})".replace("%", " %")
    return f"| {game} | {strong} against {weak} | {goal.replace('%', ' %')} | {share} |"


def write(out: Path) -> None:
    """Keep what the folder holds beside what is known; a pairing measured anew takes the place of the old one."""
    known = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {"ladders": {}}
    for game in TABLES:
        kept = {(each[0], each[1]): each for each in known["ladders"].get(game, {}).get("pairings", ())}
        for strong, weak in RUNGS:
            folder = out / game / f"{strong}-{weak}"
            if (folder / "games.jsonl").exists():
                wins, games = result(folder, strong)
                if says_something(wins, games):
                    kept[strong, weak] = [strong, weak, wins, games]
        pairings: list[Pairing] = [tuple(kept[each]) for each in RUNGS if each in kept]
        if pairings:
            known["ladders"][game] = {
                "options": TABLES[game],
                "pairings": [list(each) for each in pairings],
                "ratings": dict(sorted(rate(pairings).items(), key=lambda each: each[1])),
            }
            for each in pairings:
                print(line(game, each))
    known = {"source": "tools/ladder.py, seed ladder: each pairing with its games won and played", **known}
    FILE.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("game", nargs="?", choices=sorted(TABLES))
    ask.add_argument("--games", type=int, default=400, help="at each pairing")
    ask.add_argument("--jobs", type=int, default=1)
    ask.add_argument("--only", action="append", default=[], metavar="STRONG-WEAK", help="one pairing; may be repeated")
    ask.add_argument("--out", type=Path, required=True, help="a folder for the games")
    ask.add_argument("--write", action="store_true", help="keep the results of the folder with the program")
    given = ask.parse_args()
    if given.game:
        measure(given.game, given.games, given.jobs, given.out, given.only)
    if given.write:
        write(given.out)


if __name__ == "__main__":
    main()

"""Measure the ladder of the levels: ``python tools/ladder.py roma --games 400 --jobs 16 --out ladder``.

Each level meets the one below, random and greedy are placed beside them, one against one, seats rotated, the same deal
for both seatings. Every finished game is kept in the folder at once; the same command goes on where it was interrupted.
The levels think as many iterations as they are to, without the limit of seconds that keeps a slow machine from letting
people wait: so a busy machine weakens nobody (``--hurried``: with that limit).
With ``--write`` the results and the ratings that follow go into ``src/ludi/bots/data/ladder.json``: people see them
beside the names of their opponents (docs/bots.md). All games of a game's ladder go into ``docs/ladder-GAME.html``.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from ludi.bots import find
from ludi.bots.arena import arena, seat_names
from ludi.bots.arena_page import page
from ludi.bots.arena_results import interval, reckon
from ludi.bots.ratings import Pairing, rate
from ludi.bots.search import SearchBot
from ludi.core import Game, registry

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "src" / "ludi" / "bots" / "data" / "ladder.json"
PAGES = ROOT / "docs"
SEED = "ladder"
TABLES: dict[str, dict[str, Any]] = {"pax": {"players": 2}, "roma": {}, "pax-romana": {"scenario": "III"}}
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
SOURCE = f"tools/ladder.py, seed {SEED}: each pairing with its games won and played"
FEWEST = 10
WIDEST = 0.5
"""With fewer games, or where the share of games won could lie this far apart, a pairing is not kept: its luck would
be read as strength."""
GOAL = 0.65
"""What a level is to win against the one below."""


def measure(given: argparse.Namespace) -> None:
    game, played = given.game, registry.find(given.game)
    for strong, weak in RUNGS:
        pairing = f"{strong}-{weak}"
        if not given.only or pairing in given.only:
            folder = given.out / game / pairing
            bots = [each if given.hurried else by_iterations(played, each) for each in (strong, weak)]
            among = {"jobs": given.jobs, "cluster": given.ray}
            arena(played, TABLES[game], bots, given.games, seed=SEED, out=folder, **among)
            wins, number = result(folder, strong)
            print(line(game, (strong, weak, wins, number)), flush=True)


def by_iterations(game: Game, name: str) -> str:
    """The name of a bot that plays as this one where no second is counted: ``regular@150``."""
    bot = find(name, game)
    return f"{name}@{bot.budget.iterations}" if isinstance(bot, SearchBot) else name


def level_of(name: str) -> str:
    return name.partition("@")[0]


def games_of(folder: Path) -> list[dict[str, Any]]:
    """The games of an arena that are finished, also of one that was interrupted; under the names of the levels."""
    games = [json.loads(each) for each in (folder / "games.jsonl").read_text(encoding="utf-8").splitlines()]
    return [{**each, "bots": [level_of(name) for name in each["bots"]]} for each in games]


def result(folder: Path, strong: str) -> tuple[float, int]:
    """How many games of a folder the stronger won, and of how many."""
    games = games_of(folder)
    return sum(each["returns"][each["bots"].index(strong)] for each in games), len(games)


def whole_page(game: str, out: Path) -> str | None:
    """The arena's page of all games of a ladder, each pairing a table of its own; None if none was played."""
    played = [pairing for pairing in RUNGS if (out / game / "-".join(pairing) / "games.jsonl").exists()]
    if not played:
        return None
    lines = [
        {**line, "table": table}
        for table, pairing in enumerate(played)
        for line in games_of(out / game / "-".join(pairing))
    ]
    found = registry.find(game)
    options = found.box(TABLES[game]).options
    plan = {"game": game, "options": dict(options), "tables": [list(pairing) for pairing in played], "seed": SEED}
    return page({**reckon(plan, lines), "seat_names": seat_names(found, TABLES[game])})


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
        if (told := whole_page(game, out)) is not None:
            (PAGES / f"ladder-{game}.html").write_text(told, encoding="utf-8")
    known = {"source": SOURCE, **known}
    FILE.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")


def parser() -> argparse.ArgumentParser:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("game", nargs="?", choices=sorted(TABLES))
    ask.add_argument("--games", type=int, default=400, help="at each pairing")
    ask.add_argument("--jobs", type=int, default=1, help="processes that play")
    ask.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster ('local': one made here)")
    ask.add_argument("--only", action="append", default=[], metavar="STRONG-WEAK", help="one pairing; may be repeated")
    ask.add_argument("--out", type=Path, required=True, help="a folder for the games")
    ask.add_argument("--hurried", action="store_true", help="with the levels' limit of seconds")
    ask.add_argument("--write", action="store_true", help="keep the results of the folder with the program")
    return ask


def main() -> None:
    given = parser().parse_args()
    if given.game:
        measure(given)
    if given.write:
        write(given.out)


if __name__ == "__main__":
    main()

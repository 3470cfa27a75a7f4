"""``make balance``: how even the scenarios of Pax Romana are, and what one bot is worth against another there.

Every set-up is played by the same bot in all seats; with ``--against random`` each Power in turn is the bot's and the
others are the opponent's. Game number *n* of a set-up depends on the seed and on *n* only. With ``--out`` each finished
game is a line of ``games.jsonl`` at once; the same command goes on where it was interrupted.

    python tools/balance.py --games 40 --jobs 2 --out balance
    python tools/balance.py --only II --against random --games 100
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from ludi.bots import find
from ludi.bots.arena_results import interval
from ludi.bots.pool import spread
from ludi.bots.simulation import play_out
from ludi.core import FastDice, UnknownBot
from ludi.games.pax_romana import GAME

SETUPS: dict[str, dict[str, Any]] = {
    "I": {"scenario": "I"},
    "II": {"scenario": "II"},
    "III": {"scenario": "III"},
    "IV": {"scenario": "IV"},
    "V-basic": {"scenario": "V", "format": "basic"},
    "V-basic-2": {"scenario": "V", "format": "basic-2"},
    "V-basic-plus": {"scenario": "V", "format": "basic-plus"},
    "V-ultra-basic": {"scenario": "V", "format": "ultra-basic"},
    "V-advanced": {"scenario": "V", "format": "advanced"},
    "VI": {"scenario": "VI"},
    "VII": {"scenario": "VII"},
    "VII-advanced": {"scenario": "VII", "format": "advanced"},
    "VIII": {"scenario": "VIII"},
    "IX": {"scenario": "IX"},
    "IX-advanced": {"scenario": "IX", "format": "advanced"},
    "X": {"scenario": "X"},
}
LIMIT = 0.65
"""No side should win more than this share."""

Task = tuple[str, int, tuple[str, ...], str]
"""Set-up, number of the game, the bots by Power, seed."""


def play(task: Task) -> dict[str, Any]:
    """One game, as a line of the results."""
    setup, number, names, seed = task
    box = GAME.box(SETUPS[setup])
    rng = random.Random(f"{seed}/{setup}/{number}")
    state = GAME.deal(box, FastDice(rng))
    started = time.perf_counter()
    decisions = play_out(state, [find(name, GAME) for name in names], rng)
    outcome = state.outcome()
    assert outcome is not None
    return {
        "setup": setup,
        "number": number,
        "bots": list(names),
        "seed": seed,
        "powers": box.powers,
        "shares": outcome.returns(box.seats),
        "scores": list(outcome.scores),
        "reason": outcome.reason,
        "turn": state.turn + 1,
        "decisions": decisions,
        "seconds": round(time.perf_counter() - started, 2),
    }


def tasks(options: argparse.Namespace) -> list[Task]:
    """The games asked for, the first of each set-up before the second of any."""
    wanted = options.only.split(",") if options.only else list(SETUPS)
    found: list[Task] = []
    for number in range(options.games):
        for setup in wanted:
            seats = GAME.box(SETUPS[setup]).seats
            if not options.against:
                found.append((setup, number, (options.bot,) * seats, options.seed))
                continue
            for seat in range(seats):
                names = tuple(options.bot if each == seat else options.against for each in range(seats))
                found.append((setup, number, names, options.seed))
    return found


def mark(line: dict[str, Any]) -> tuple[str, int, tuple[str, ...], str]:
    return line["setup"], line["number"], tuple(line["bots"]), line["seed"]


def run(options: argparse.Namespace) -> list[dict[str, Any]]:
    """Play what is not played yet; all lines of this plan."""
    plan = tasks(options)
    known: dict[Task, dict[str, Any]] = {}
    file: Path | None = None
    if options.out:
        folder = Path(options.out)
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / "games.jsonl"
        if file.exists():
            for text in file.read_text(encoding="utf-8").splitlines():
                line = json.loads(text)
                known[mark(line)] = line
    todo = [task for task in plan if task not in known]
    started = time.perf_counter()

    def note(line: dict[str, Any], done: int) -> None:
        known[mark(line)] = line
        if file is not None:
            with file.open("a", encoding="utf-8") as out:
                out.write(json.dumps(line) + "\n")
        if sys.stderr.isatty() or done % 20 == 0 or done == len(todo):
            spent = time.perf_counter() - started
            left = spent / done * (len(todo) - done)
            end = "\r" if sys.stderr.isatty() and done < len(todo) else "\n"
            print(f"{done} of {len(todo)} games, {spent:.0f} s, about {left:.0f} s to go", end=end, file=sys.stderr)

    for done, line in enumerate(spread(play, todo, options.jobs, options.ray), 1):
        note(line, done)
    return [known[task] for task in plan]


def table(lines: list[dict[str, Any]], options: argparse.Namespace) -> str:
    """The results as Markdown."""
    groups: dict[tuple[str, tuple[str, ...]], list[dict[str, Any]]] = defaultdict(list)
    for line in lines:
        groups[line["setup"], tuple(line["bots"])].append(line)
    rows = ["| set-up | games | wins by power (95 % interval) | mean points | ended at once | s a game |"]
    rows.append("|---|---|---|---|---|---|")
    for (setup, names), found in groups.items():
        games = len(found)
        shares, points = [], []
        for seat, power in enumerate(found[0]["powers"]):
            if options.against and names[seat] != options.bot:
                continue
            wins = sum(line["shares"][seat] for line in found)
            low, high = interval(wins, games)
            warning = " (!)" if wins / games > LIMIT and not options.against else ""
            shares.append(
                f"{power} {wins:g}, {100 * wins / games:.0f} % ({100 * low:.0f} to {100 * high:.0f}){warning}"
            )
            points.append(f"{sum(line['scores'][seat] for line in found) / games:.1f}")
        ends = Counter(line["reason"] for line in found)
        seconds = sum(line["seconds"] for line in found) / games
        rows.append(
            f"| {setup} | {games} | {'; '.join(shares)} | {', '.join(points)} | {ends['automatic']} | {seconds:.1f} |"
        )
    return "\n".join(rows)


def read_options(words: list[str] | None = None) -> argparse.Namespace:
    """What the command line asks for; what makes no sense is refused."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=40, help="games of each set-up (default 40)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default 1)")
    parser.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster ('local': one made here)")
    parser.add_argument("--seed", default="balance", help="a word: the same word, the same games")
    parser.add_argument("--only", default="", help=f"some of {','.join(SETUPS)}")
    parser.add_argument("--bot", default="greedy", help="who plays (default greedy)")
    parser.add_argument("--against", default="", help="another bot for all Powers but one, each in turn")
    parser.add_argument("--out", default="", help="a folder for games.jsonl and table.md; a later run goes on there")
    options = parser.parse_args(words)
    if options.games < 1 or options.jobs < 1:
        parser.error("the numbers of games and of jobs must be 1 or more")
    for word in options.only.split(",") if options.only else ():
        if word not in SETUPS:
            parser.error(f"there is no set-up '{word}'; there are {', '.join(SETUPS)}")
    for name in (options.bot, options.against):
        try:
            if name:
                find(name, GAME)
        except UnknownBot as error:
            parser.error(str(error))
    return options


def main() -> None:
    options = read_options()
    text = table(run(options), options)
    print(text)
    if options.out:
        (Path(options.out) / "table.md").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

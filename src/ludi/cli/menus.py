"""The short menu of ``ludi play``: Enter takes the default everywhere."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.table import Table as Grid
from rich.text import Text

from ludi import bots
from ludi.cli import guide, saves, scenarios, setup
from ludi.cli.campaign import Campaign, levels
from ludi.cli.screen import Screen
from ludi.core import Game, LudiError, Record, clean, registry


@dataclass(slots=True)
class Wish:
    """What was chosen in the menu: a game to set up, or a file to go on with."""

    game: Game | None = None
    players: int | None = None
    level: int | None = None
    people: int = 1
    names: list[str] = field(default_factory=list)
    bots: str | None = None
    options: dict[str, Any] = field(default_factory=dict)
    """Options of the game that were chosen."""
    load: Path | None = None
    resume: Path | None = None


HELP = """\
  1, 2 ...     choose by number; Enter takes the one in brackets
  r            the rules of the games in short
  h, ?         this help
  q            leave"""


class Left(Exception):
    """A person has left the menu."""


def ask(screen: Screen, question: str) -> str:
    """A typed answer, after help and rules as often as they are wanted; raises :class:`Left` for q."""
    while True:
        answer = screen.ask(question)
        word = answer.lower()
        if word in ("q", "quit"):
            raise Left
        if word in ("?", "h", "help"):
            screen.say(HELP)
        elif word in ("r", "rules"):
            for name in registry.names():
                game = registry.find(name)
                guide.show(screen, game, game.phrases("en"))
        else:
            return answer


def pick(screen: Screen, title: str, items: Sequence[str], default: int) -> int:
    """One of several, by its number; Enter takes the default. Gives the index."""
    screen.say()
    screen.say(title, style="bold")
    grid = Grid.grid(padding=(0, 2))
    for number, item in enumerate(items, 1):
        grid.add_row(f"  {number}", Text(clean(item)))
    screen.say(grid)
    return number_of(screen, "Your choice", range(1, len(items) + 1), default + 1) - 1


def number_of(screen: Screen, question: str, allowed: Sequence[int], default: int) -> int:
    while True:
        answer = ask(screen, f"{question} [{default}]")
        if not answer:
            return default
        if answer.isascii() and answer.isdigit() and len(answer) < 4 and int(answer) in allowed:
            return int(answer)
        span = f"a number from {allowed[0]} to {allowed[-1]}" if len(allowed) > 1 else str(allowed[0])
        screen.say(f"Please type {span}, or just Enter; h helps.")


def menu(screen: Screen) -> Wish:
    """Ask for everything that a table needs."""
    screen.heading("Ludi Romani")
    screen.say("Type a number; r shows the rules in short, h helps, q leaves.", style="dim")
    games = [registry.find(name) for name in registry.names()]
    items = [f"{game.title}: {game.summary}" for game in games]
    actions: list[Callable[[], Wish]] = [lambda game=game: _new_game(screen, game) for game in games]  # type: ignore[misc]
    default = 0
    waiting = saves.unfinished()
    if waiting and saves.player_of(waiting[0]) is None:
        default = len(items)
        items.append(f"Go on with {_describe(waiting[0])}")
        actions.append(lambda: Wish(resume=waiting[0]))
    saved = saves.saved()[:9]
    items.append("Load a saved game")
    actions.append(lambda: _load(screen, saved))
    return actions[pick(screen, "What shall we play?", items, default)]()


def _describe(path: Path) -> str:
    try:
        record = Record.load(path)
        when = time.strftime("%d %B, %H:%M", time.localtime(path.stat().st_mtime))
    except (LudiError, OSError):
        return f"the unfinished game {path.name}"
    names = ", ".join(clean(chair.name) for chair in record.seats)
    what = "the unfinished game" if record.result is None else "the finished game, not saved yet,"
    return f"{what} of {registry.find(record.game).title} ({names}; {when})"


def _load(screen: Screen, saved: Sequence[Path]) -> Wish:
    if saved:
        index = pick(screen, "Which game?", [*(path.name for path in saved), "another file"], 0)
        if index < len(saved):
            return Wish(load=saved[index])
    while True:
        answer = ask(screen, "The file")
        if answer:
            return Wish(load=Path(answer).expanduser())


def _new_game(screen: Screen, game: Game) -> Wish:
    wish = Wish(game=game)
    if scenarios.has_scenarios(game):
        wish.options, wish.people = scenarios.choose(game, lambda *asked: pick(screen, *asked))
        _people_and_bots(screen, wish, game.box(wish.options).seats)
        return wish
    counts = list(game.seat_counts)
    alone = "; 1 plays the solitaire campaign" if 1 in counts and levels(game) else ""
    if len(counts) > 1:
        screen.say()
        screen.say(f"{game.title} is for {setup.counts(game)} players{alone}.")
        default = next((option.default for option in game.options if option.name == "players"), counts[0])
        wish.players = number_of(screen, "How many players?", counts, default)
    seats = wish.players or counts[0]
    if seats == 1 and levels(game):
        wish.level = _level(screen, game)
        return wish
    wish.people = number_of(screen, "How many of them are people at this keyboard?", range(1, seats + 1), 1)
    _people_and_bots(screen, wish, seats)
    return wish


def _people_and_bots(screen: Screen, wish: Wish, seats: int) -> None:
    for number in range(1, wish.people + 1):
        name = ask(screen, f"Name of player {number} [Player {number}]")
        wish.names.append(name or f"Player {number}")
    if wish.people < seats:
        known = [*bots.OFFERED, *(name for name in bots.names() if name not in bots.OFFERED)]
        described = [f"{name}: {bots.describe(name)}" for name in known]
        wish.bots = known[pick(screen, "Which bots fill the other seats?", described, known.index(bots.DEFAULT))]


def _level(screen: Screen, game: Game) -> int:
    campaign = Campaign()
    screen.say()
    screen.say("The solitaire campaign", style="bold")
    goals = {each.value: each.label.removeprefix(f"{each.value}: ") for each in game.offers("en").get("solo", ())}
    grid = Grid.grid(padding=(0, 2))
    for level, status in campaign.status(game):
        grid.add_row(f"  {level}", status, Text(goals.get(level, "")))
    screen.say(grid)
    highest = campaign.open_level(game)
    return number_of(screen, "Which level?", range(1, highest + 1), highest)

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
from ludi.bots.ratings import ratings
from ludi.cli import guide, saves, scenarios
from ludi.cli.campaign import Campaign, levels
from ludi.cli.screen import Screen
from ludi.cli.words import bot_rated, language_of, summary_of
from ludi.cli.words import counts as counts_of
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
            screen.tell("menu.help")
        elif word in ("r", "rules"):
            for name in registry.names():
                game = registry.find(name)
                guide.show(screen, game, game.phrases(language_of(game)))
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
    return number_of(screen, screen.words("menu.your-choice"), range(1, len(items) + 1), default + 1) - 1


def number_of(screen: Screen, question: str, allowed: Sequence[int], default: int) -> int:
    while True:
        answer = ask(screen, f"{question} [{default}]")
        if not answer:
            return default
        if answer.isascii() and answer.isdigit() and len(answer) < 4 and int(answer) in allowed:
            return int(answer)
        if len(allowed) > 1:
            screen.tell("menu.type-range", first=allowed[0], last=allowed[-1])
        else:
            screen.tell("menu.type-one", number=allowed[0])


def menu(screen: Screen) -> Wish:
    """Ask for everything that a table needs."""
    screen.heading("Ludi Romani")
    screen.tell("menu.keys", style="dim")
    games = [registry.find(name) for name in registry.names()]
    items = [f"{game.title}: {summary_of(game)}" for game in games]
    actions: list[Callable[[], Wish]] = [lambda game=game: _new_game(screen, game) for game in games]  # type: ignore[misc]
    default = 0
    waiting = saves.unfinished()
    if waiting and saves.player_of(waiting[0]) is None:
        default = len(items)
        items.append(screen.words("menu.go-on", game=_describe(screen, waiting[0])))
        actions.append(lambda: Wish(resume=waiting[0]))
    saved = saves.saved()[:9]
    if not waiting and not saved:
        screen.tell("menu.new-here", style="dim")
    items.append(screen.words("menu.load"))
    actions.append(lambda: _load(screen, saved))
    return actions[pick(screen, screen.words("menu.what-game"), items, default)]()


def _describe(screen: Screen, path: Path) -> str:
    words = screen.words
    try:
        record = Record.load(path)
        when = time.strftime(words("menu.time"), time.localtime(path.stat().st_mtime))
    except (LudiError, OSError):
        return words("menu.unreadable", file=path.name)
    names = ", ".join(clean(chair.name) for chair in record.seats)
    key = "menu.unfinished" if record.result is None else "menu.unsaved"
    return words(key, title=registry.find(record.game).title, names=names, when=when)


def _load(screen: Screen, saved: Sequence[Path]) -> Wish:
    if saved:
        items = [*(path.name for path in saved), screen.words("menu.other-file")]
        index = pick(screen, screen.words("menu.which-file"), items, 0)
        if index < len(saved):
            return Wish(load=saved[index])
    while True:
        answer = ask(screen, screen.words("menu.file"))
        if answer:
            return Wish(load=Path(answer).expanduser())


def _new_game(screen: Screen, game: Game) -> Wish:
    wish = Wish(game=game)
    if scenarios.has_scenarios(game):
        wish.options, wish.people = scenarios.choose(game, screen.words, lambda *asked: pick(screen, *asked))
        _people_and_bots(screen, wish, game.box(wish.options).seats)
        return wish
    counts = list(game.seat_counts)
    if len(counts) > 1:
        screen.say()
        key = "menu.players-alone" if 1 in counts and levels(game) else "menu.players"
        screen.tell(key, title=game.title, counts=counts_of(game))
        default = next((option.default for option in game.options if option.name == "players"), counts[0])
        wish.players = number_of(screen, screen.words("menu.how-many"), counts, default)
    seats = wish.players or counts[0]
    if seats == 1 and levels(game):
        wish.level = _level(screen, game)
        return wish
    wish.people = number_of(screen, screen.words("menu.how-many-people"), range(1, seats + 1), 1)
    _people_and_bots(screen, wish, seats)
    return wish


def _people_and_bots(screen: Screen, wish: Wish, seats: int) -> None:
    for number in range(1, wish.people + 1):
        usual = screen.words("menu.player", number=number)
        wish.names.append(ask(screen, screen.words("menu.name", number=number, name=usual)) or usual)
    if wish.people < seats:
        known = [*bots.OFFERED, *(name for name in bots.names() if name not in bots.OFFERED)]
        words = screen.words
        rated = ratings(wish.game.name) if wish.game is not None else {}
        described = [f"{bot_rated(words, name, rated)}: {words(f'bot.{name}')}" for name in known]
        wish.bots = known[pick(screen, words("menu.which-bots"), described, known.index(bots.DEFAULT))]


def _level(screen: Screen, game: Game) -> int:
    campaign = Campaign()
    screen.say()
    screen.tell("menu.campaign", style="bold")
    goals = {
        each.value: each.label.removeprefix(f"{each.value}: ")
        for each in game.offers(language_of(game)).get("solo", ())
    }
    grid = Grid.grid(padding=(0, 2))
    for level, status in campaign.status(game):
        grid.add_row(f"  {level}", screen.words(f"menu.{status}"), Text(goals.get(level, "")))
    screen.say(grid)
    highest = campaign.open_level(game)
    return number_of(screen, screen.words("menu.which-level"), range(1, highest + 1), highest)

"""How a game at the terminal begins: dealt, from the menu, from a position, or where it was left."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ludi.cli import campaign, menus, positions, saves, setup
from ludi.cli.play import Play
from ludi.cli.screen import Closed, Screen
from ludi.core import BadOption, BadPosition, BadRecord, Box, Chair, Game, Table, registry


@dataclass(frozen=True, slots=True)
class Asked:
    """What was typed to set up a game; None where nothing was."""

    game: str | None = None
    players: int | None = None
    seat: int | None = None
    people: int | None = None
    hot_seat: bool = False
    bots: str | None = None
    names: Sequence[str] | None = None
    seed: str | None = None
    powers: str | None = None
    options: Sequence[str] | None = None
    """``name=value``, the games' own flags among them."""
    auto: bool = False

    def sets_up(self) -> bool:
        """Whether anything was typed but how to play."""
        typed = (self.game, self.players, self.seat, self.people, self.bots, self.names, self.seed, self.powers)
        return self.hot_seat or bool(self.options) or any(each is not None for each in typed)


def deal(screen: Screen, game: Game, asked: Asked, wish: menus.Wish | None = None) -> Play:
    """A new match, ready to be played."""
    chosen = setup.options_of(game, asked.options or [], {"players": asked.players})
    if wish is not None:
        chosen |= wish.options | ({} if wish.level is None else {campaign.SOLO: wish.level})
    campaign.choose_level(game, chosen, locks=True)
    people = setup.share_powers(game, chosen, asked.powers, asked.people, asked.seat, asked.hot_seat)
    seats = chairs(game.box(chosen), asked, people)
    return Play(screen, Table(game, chosen, seats, setup.seed_of(asked.seed)), auto=asked.auto)


def chairs(box: Box, asked: Asked, people: int | None) -> list[Chair]:
    """Who sits where, from what was typed."""
    if asked.hot_seat:
        if people is not None or asked.seat is not None:
            raise BadOption("--hot-seat gives every seat to a person: leave --people and --seat away.")
        people = box.seats
    seats = setup.people_seats(box.seats, people, asked.seat)
    if asked.bots is not None and len(seats) == box.seats:
        alone = "You play alone" if box.seats == 1 else "People sit on all seats"
        raise BadOption(f"{alone}: there is no seat for a bot; leave --bots away.")
    return setup.chairs_for(box.game, box.seats, seats, setup.bot_names(asked.bots), asked.names or [])


def from_menu(screen: Screen, auto: bool) -> None:
    """Ask for everything. Whoever came this way (make play) and stops with Ctrl-C leaves without an error."""
    try:
        wish = menus.menu(screen)
    except Closed:
        screen.tell("menu.closed")
        return
    except (menus.Left, KeyboardInterrupt):
        screen.tell("word.vale")
        return
    path = wish.load or wish.resume
    with contextlib.suppress(KeyboardInterrupt):
        if path is not None:
            go_on(screen, path, auto, resumed=wish.resume is not None)
            return
        assert wish.game is not None
        asked = Asked(None, wish.players, people=wish.people, names=wish.names, bots=wish.bots, auto=auto)
        deal(screen, wish.game, asked, wish).run()


def from_file(screen: Screen, asked: Asked, file: Path, dice: str | None, *, called: str) -> None:
    """Go on with the saved game in a file, or begin from the position in it: what it is, it says itself.

    ``called``: what it was called, ``record`` or ``position``; what cannot be read is refused as that.
    """
    if (positions.kind_of(file) or called) == "position":
        from_position(screen, asked, file, dice)
        return
    if asked.sets_up():
        raise BadOption("A saved game brings its own set-up: leave the other options away.")
    if dice is not None:
        raise BadOption("--dice is for a position (--position FILE); other games throw dice from their seed.")
    go_on(screen, file, asked.auto, resumed=False)


def from_position(screen: Screen, asked: Asked, file: Path, dice: str | None) -> None:
    """A match that begins in the middle of things."""
    if asked.options or asked.players is not None:
        raise BadOption("A position brings its own options: leave --players, --start, --solo and such away.")
    seed = setup.seed_of(asked.seed)
    game = registry.find(asked.game) if asked.game else None
    begun, state = positions.begin(file, game, positions.rolls(dice), seed)
    if not state.actors():
        raise BadPosition(f"The game is over in {file}; look at it with 'ludi show'.")
    seats = chairs(state.box, asked, asked.people)
    Play(screen, Table(state.box.game, {}, seats, seed, begun), auto=asked.auto).run()


def resume(screen: Screen, auto: bool) -> None:
    """Go on with the game that was interrupted last; if there is none, with the one that was saved last."""
    waiting = saves.unfinished()
    if waiting:
        go_on(screen, waiting[0], auto, resumed=True)
        return
    path = saves.last_saved()
    if path is None:
        raise BadRecord("There is no interrupted game to go on with, nor a saved one that is not over.")
    screen.say_line(screen.words("begin.resume-saved"), str(path))
    go_on(screen, path, auto, resumed=False)


def go_on(screen: Screen, path: Path, auto: bool, *, resumed: bool) -> None:
    """Go on with the game in a file."""
    table = Table.load(path)
    # A finished game that was not saved yet is shown once more, and its record offered again.
    if not table.state.actors() and not resumed:
        raise BadRecord(f"{path} is a finished game; look at it with 'ludi replay'.")
    if all(chair.player != "person" for chair in table.seats):
        raise BadRecord(f"{path} is a game among bots; look at it with 'ludi replay'.")
    Play(screen, table, auto=auto, resumed=path if resumed else None).run()

"""Games that begin from a position in a file, for puzzles and lessons, and drawings of such positions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ludi.cli import boards, replay, telling
from ludi.cli.screen import Screen, command
from ludi.cli.words import language_of
from ludi.core import (
    BadOption,
    BadPosition,
    BadRecord,
    Game,
    LudiError,
    Phrasebook,
    Start,
    State,
    Table,
    View,
    registry,
)
from ludi.core.files import NamedTwice, read_json, read_text


def read(path: Path) -> dict[str, Any]:
    """The JSON object in a file."""
    try:
        text = read_text(path)
    except FileNotFoundError:
        raise BadPosition(f"There is no file {path}.") from None
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
        raise BadPosition(f"{path} cannot be read: {reason}.") from None
    except ValueError:
        raise BadPosition("That is no name of a file.") from None
    try:
        data = read_json(text)
    except NamedTwice as error:
        raise BadPosition(f"{path} is no position: it names '{error}' twice.") from None
    except json.JSONDecodeError as error:
        raise BadPosition(f"{path} is no position: line {error.lineno} is not JSON.") from None
    except (ValueError, RecursionError):
        raise BadPosition(f"{path} is no position: it is not JSON that can be read.") from None
    if not isinstance(data, dict):
        raise BadPosition(f"{path} is no position: it must be a JSON object with its parts by name.")
    return data


def kind_of(path: Path) -> str:
    """What a file holds: the ``record`` of a game, as ``s FILE`` writes it at the table, or a ``position``; empty if
    it cannot be read."""
    try:
        data = read(path)
    except BadPosition:
        return ""
    return "record" if "format" in data or "decisions" in data else "position"


def rolls(text: str | None) -> list[int]:
    """The coming throws in ``--dice 3,4,6``."""
    faces = [] if text is None else [each.strip() for each in text.split(",")]
    if any(face not in ("1", "2", "3", "4", "5", "6") for face in faces):
        raise BadOption(f"--dice takes numbers from 1 to 6, like 3,4,6; not '{text}'.")
    return [int(face) for face in faces]


def begin(path: Path, wanted: Game | None, dice: Sequence[int], seed: bytes | str) -> tuple[Start, State]:
    """What a match from the position in a file begins with, for this game or for the one the file is of."""
    data = read(path)
    named = data.pop("game", None)
    if named is not None and not isinstance(named, str):
        raise BadPosition(f"{path} is no position: 'game' must be the name of a game.")
    if wanted is not None and named not in (None, wanted.name):
        raise BadPosition(f"{path} is a position of {named}, not of {wanted.name}.")
    coming = list(dice) or data.pop("dice", [])
    data.pop("dice", None)
    if not isinstance(coming, list) or any(type(each) is not int or not 1 <= each <= 6 for each in coming):
        raise BadPosition(f"{path} is no position: 'dice' must be a list of numbers from 1 to 6.")
    games = [wanted or registry.find(named)] if wanted or named else [registry.find(name) for name in registry.names()]
    start = Start(data, tuple(coming))
    built: list[State] = []
    refusals = []
    for game in games:
        try:
            built.append(Table(game, {}, (), seed, start).state)
        except LudiError as error:
            refusals.append(f"{path} is no position of {game.title}: {error}")
    if len(built) == 1:
        return start, built[0]
    if len(refusals) == 1 and not built:
        raise BadPosition(refusals[0])
    names = " or ".join(game.name for game in games)
    problem = "it could be one of several games" if built else "it fits none of the games"
    raise BadPosition(f'{path}: {problem}; say which it is of with "game": {names}.')


def write(state: State, path: Path) -> None:
    """The position as JSON that ``--position`` reads, to play on from it; an existing file is left as it is."""
    data = {"game": state.box.game.name, **state.snapshot()}
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(json.dumps(data, indent=1, ensure_ascii=False) + "\n")
    except FileExistsError:
        raise BadRecord(f"{path} exists already; choose another name.") from None
    except FileNotFoundError:
        raise BadRecord(f"{path} cannot be written: there is no folder {path.parent}.") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "that is no name for a file"
        raise BadRecord(f"{path} cannot be written: {reason}.") from None


def show(
    screen: Screen,
    path: Path,
    dice: Sequence[int],
    seat: int | None,
    to: int | None,
    svg: Path | None = None,
    out: Path | None = None,
) -> None:
    """Draw a position, or a record as it stood after so many decisions (at its end, if none are named).

    With ``svg`` the picture goes into that file, with ``out`` the position itself.
    """
    if "format" in read(path):
        shown = replay.Replay(screen, path, seat)
        number = shown.length if to is None else to
        if not 0 <= number <= shown.length:
            raise BadOption(
                f"There is no position {number}: "
                f"the game has {shown.length} {'decision' if shown.length == 1 else 'decisions'}."
            )
        shown.go(number)
        if out is not None:
            _write_past(screen, shown, out)
        elif svg is None:
            shown.show()
        else:
            draw(screen, shown.table.game, shown.view(), shown.book, svg)
        return
    if to is not None or out is not None:
        raise BadOption("--to and --write are for a saved game; a position stands still.")
    _, state = begin(path, None, dice, bytes(32))
    if seat is not None and not 1 <= seat <= state.box.seats:
        raise BadOption(f"There is no seat {seat}: the seats are 1 to {state.box.seats}.")
    book = state.box.game.phrases(language_of(state.box.game), state.box)
    board = boards.find(state.box.game.name)
    view = replay.open_view(state) if seat is None else state.view(seat - 1)
    if svg is not None:
        draw(screen, state.box.game, view, book, svg)
        return
    screen.say(board.draw(view, book, screen.width))
    outcome = state.outcome()
    if outcome is not None:
        screen.heading(screen.words("table.reckoning"))
        screen.say(board.reckon(view, book, screen.width))
        screen.say(telling.with_rule(outcome.phrase(), book), style="bold")
        return
    for actor in state.actors():
        if seat in (None, actor + 1):
            screen.heading(screen.words("show.decides", player=book.name("player"), number=actor + 1))
            screen.say(telling.with_rule(state.prompt(actor), book))
            telling.choices(screen, state, state.legal(actor), book, cite=board.CITES)


def _write_past(screen: Screen, shown: replay.Replay, out: Path) -> None:
    """A position of a game that is over, to play on from it: of one that is not, it would tell what is hidden."""
    if shown.record.result is None:
        raise BadOption("The game is not over, and its position would tell what is hidden; go on with it with --load.")
    write(shown.table.state, out)
    screen.say_line(screen.words("show.written"), command("play", "--position", out))


def draw(screen: Screen, game: Game, view: View, book: Phrasebook, path: Path) -> None:
    """The picture of a view into a file."""
    if path.suffix.lower() != ".svg":
        raise BadOption(f"The picture is an SVG file: call it {path.name or 'map'}.svg, say.")
    drawn = boards.find(game.name).picture(view, book)
    if drawn is None:
        raise BadOption(f"{game.title} has no map to draw; --svg is for Pax Romana.")
    try:
        path.write_text(drawn, encoding="utf-8")
    except FileNotFoundError:
        raise BadOption(f"{path} cannot be written: there is no folder {path.parent}.") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "that is no name for a file"
        raise BadOption(f"{path} cannot be written: {reason}.") from None
    screen.say_line(screen.words("show.drawn"), str(path))

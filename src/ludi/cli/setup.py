"""From words on the command line to a table: options, seats, seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ludi import bots
from ludi.bots.romans import roman
from ludi.cli import data
from ludi.cli.words import bot_typed, counts, spoken, words_in
from ludi.core import BadOption, Chair, Game, Option, clean, new_seed
from ludi.core.dice import SEED_BYTES
from ludi.core.files import read_text

YES_NO = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}


def options_of(game: Game, pairs: Sequence[str], flags: Mapping[str, Any]) -> dict[str, Any]:
    """What was chosen with ``--option name=value`` and with the friendly flags (None: flag not given)."""
    declared = {option.name: option for option in game.options}
    chosen: dict[str, Any] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        name = name.strip().replace("-", "_")
        if not equals:
            raise BadOption(f"'{pair}' is no option: write --option name=value.")
        if name in chosen:
            raise BadOption(f"The option '{name}' is given twice.")
        chosen[name] = value_of(declared[name], text.strip()) if name in declared else text
    for name, value in flags.items():
        if value is None:
            continue
        if name in chosen:
            raise BadOption(f"The option '{name}' is given twice.")
        if name == "players" and name not in declared:
            if value not in game.seat_counts:
                raise BadOption(f"{game.title} is not for {value} players; {counts(game)} can play.")
            continue
        is_text = isinstance(value, str) and name in declared
        chosen[name] = value_of(declared[name], value) if is_text else value
    return {**data.options(game), **chosen}


def value_of(option: Option, text: str) -> Any:
    """A typed value in the type the option wants; whether it is allowed is for the game to say."""
    if option.read is not None and text != option.default:
        return option.read(_text_of(Path(text).expanduser()), text)
    if option.choices is not None and text not in option.choices:
        text = next((each for each in option.choices if isinstance(each, str) and each.lower() == text.lower()), text)
    if isinstance(option.default, bool):
        return YES_NO.get(text.lower(), text)
    if isinstance(option.default, int) and text.lstrip("-").isascii() and text.lstrip("-").isdigit() and len(text) < 10:
        return int(text)
    return text


def _text_of(path: Path) -> str:
    try:
        return read_text(path)
    except FileNotFoundError:
        raise BadOption(f"There is no file {path}.") from None
    except UnicodeDecodeError:
        raise BadOption(f"{path} cannot be read: it is no text.") from None
    except OSError as error:
        raise BadOption(f"{path} cannot be read: {error.strerror}.") from None
    except ValueError:
        raise BadOption(f"'{clean(str(path))}' is no name of a file.") from None


def seed_of(text: str | None) -> bytes | str:
    """The seed a person asked for: any word, or a revealed seed in its 64 hexadecimal digits; chance picks one where
    none was asked for."""
    if text is None:
        return new_seed()
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BadOption(f"The seed {text!a} is no text: type a word.") from None
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    return seed if len(seed) == SEED_BYTES else text


def bot_names(text: str | None) -> list[str]:
    """The names in ``--bots greedy,random``; what the table calls a bot is understood as well."""
    return [bot_typed(name) for name in (text or bots.DEFAULT).split(",")]


def chairs_for(
    game: Game, seats: int, people: Sequence[int], bots_named: Sequence[str], names: Sequence[str]
) -> list[Chair]:
    """Who sits where: people on the seats ``people``, bots on the others in the order they are named."""
    for name in bots_named:
        bots.find(name, game)
    others = seats - len(people)
    if others == 0:
        playing: list[str] = []
    elif len(bots_named) == 1:
        playing = list(bots_named) * others
    elif len(bots_named) == others:
        playing = list(bots_named)
    else:
        raise BadOption(f"Name one bot for all seats or one for each of the {others}; {len(bots_named)} are named.")
    called = [clean(name).strip() for name in names]
    if len(called) > len(people):
        raise BadOption(f"{len(called)} names are given for {len(people)} at the keyboard.")
    if not all(called) or len(set(called)) < len(called):
        raise BadOption("Every person needs a name of their own.")
    if any(len(name) > 30 for name in called):
        raise BadOption("A name may have 30 letters at most.")
    taken = list(called)
    chairs = []
    for seat in range(seats):
        if seat in people:
            number = list(people).index(seat)
            usual = words_in(spoken())("menu.player", number=seat + 1)
            chairs.append(Chair(called[number] if number < len(called) else usual))
        else:
            taken.append(roman(taken))
            chairs.append(Chair(taken[-1], playing.pop(0)))
    return chairs


def share_powers(
    game: Game, chosen: dict[str, Any], powers: str | None, people: int | None, seat: int | None, hot_seat: bool
) -> int | None:
    """In a game of powers: who holds which. Gives how many people sit at the keyboard (None: as in any game).

    ``--powers rome+east,carthage`` seats two people, the first with two powers; bots hold the rest. Without it,
    ``--people`` (else one) shares the powers out as the scenario says.
    """
    by_power = {"seats", "people"} <= {option.name for option in game.options}
    if powers is not None:
        if not by_power:
            raise BadOption(f"--powers is for games of powers; {game.title} has none.")
        if any(each is not None for each in (people, seat)) or hot_seat or chosen.keys() & {"seats", "people"}:
            raise BadOption("--powers seats the people already: leave --people, --seat, --hot-seat and such away.")
        chosen["seats"] = powers
        return len(powers.split(","))
    if by_power and seat is None and not hot_seat and not chosen.keys() & {"seats", "people"}:
        chosen["people"] = 1 if people is None else people
    return people


def people_seats(seats: int, people: int | None, seat: int | None) -> list[int]:
    """The seats of the people: the first ones, or the one chosen with ``--seat``."""
    if people is not None and not 1 <= people <= seats:
        if people < 1:
            raise BadOption("At least one person must play; 'ludi simulate' lets bots play among themselves.")
        raise BadOption(f"{people} people cannot sit on {seats} {'seat' if seats == 1 else 'seats'}.")
    if seat is None:
        return list(range(people or 1))
    if people is not None and people > 1:
        raise BadOption("--seat is for one person; with several people the first seats are theirs.")
    if not 1 <= seat <= seats:
        raise BadOption(f"There is no seat {seat}: the seats are 1 to {seats}.")
    return [seat - 1]

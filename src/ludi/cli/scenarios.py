"""Choosing a scenario in the menu, for games that have them: which, in what format, who holds which powers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ludi.core import Game
from ludi.games.pax_romana.world.box import PaxRomanaBox
from ludi.games.pax_romana.world.scenario import FILES, read_scenario

Pick = Callable[[str, Sequence[str], int], int]
"""Asks for one of several, by title, items and default."""


def has_scenarios(game: Game) -> bool:
    return any(option.name == "scenario" for option in game.options)


def choose(game: Game, pick: Pick) -> tuple[dict[str, Any], int]:
    """The options that were chosen, and how many people sit at the keyboard."""
    numbers = list(FILES)
    titles = [f"{number}  {_told(read_scenario(number))}" for number in numbers]
    default = next(option.default for option in game.options if option.name == "scenario")
    number = numbers[pick("Which scenario?", titles, numbers.index(default))]
    options: dict[str, Any] = {"scenario": number}
    formats = read_scenario(number)["formats"]
    if len(formats) > 1:
        names = [f"{each['name']}: until turn {_last(each['last_turn'])}" for each in formats]
        options["format"] = formats[pick("Which format?", names, 0)]["id"]
    box = game.box(options)
    assert isinstance(box, PaxRomanaBox)
    seatings = read_scenario(number)["people"]
    people = [word for word in seatings if word != "1"]
    items = [*box.titles, *(f"{word} people share the powers: {_shared(box, seatings[word])}" for word in people)]
    first = box.powers.index(seatings["1"]["seats"][0][0]) if "1" in seatings else 0
    chosen = pick("Which power is yours? Bots hold the others.", items, first)
    if chosen < len(box.powers):
        return {**options, "seats": box.powers[chosen]}, 1
    word = people[chosen - len(box.powers)]
    return {**options, "people": int(word)}, int(word)


def _last(turns: int | list[int]) -> str:
    """The last turn of a format; where the players choose among several, the first of them is taken here."""
    return str(turns[0] if isinstance(turns, list) else turns)


def _told(scenario: dict[str, Any]) -> str:
    years = scenario.get("turn_labels") or [""]
    span = f" ({years[0].split('-')[0]}-{years[-1].split('-')[-1].replace('BCE', 'BC')})" if years[0] else ""
    powers = len(scenario["powers"])
    return f"{scenario['title']}{span}, {powers} powers"


def _shared(box: PaxRomanaBox, seating: dict[str, Any]) -> str:
    titles = dict(zip(box.powers, box.titles, strict=True))
    return "; ".join(" and ".join(titles[power] for power in powers) for powers in seating["seats"])

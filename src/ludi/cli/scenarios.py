"""Choosing a scenario in the menu, for games that have them: which, in what format, who holds which powers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ludi.cli.words import Words, language_of
from ludi.core import Choice, Game, capital
from ludi.games.pax_romana.world.box import PaxRomanaBox
from ludi.games.pax_romana.world.scenario import FILES, read_scenario

Pick = Callable[[str, Sequence[str], int], int]
"""Asks for one of several, by title, items and default."""


def has_scenarios(game: Game) -> bool:
    return any(option.name == "scenario" for option in game.options)


def choose(game: Game, words: Words, pick: Pick) -> tuple[dict[str, Any], int]:
    """The options that were chosen, and how many people sit at the keyboard."""
    numbers = list(FILES)
    offers = game.offers(language_of(game))
    titles = [f"{each.label} ({each.about})" for each in offers["scenario"]]
    default = next(option.default for option in game.options if option.name == "scenario")
    number = numbers[pick(words("menu.which-scenario"), titles, numbers.index(default))]
    options: dict[str, Any] = {"scenario": number}
    formats = read_scenario(number)["formats"]
    if len(formats) > 1:
        names = [f"{each.label}: {each.about}" for each in offers["format"] if _is_of(each, number)]
        options["format"] = formats[pick(words("menu.which-format"), names, 0)]["id"]
    box = game.box(options)
    assert isinstance(box, PaxRomanaBox)
    seatings = read_scenario(number)["people"]
    people = [word for word in seatings if word != "1"]
    book = game.phrases(language_of(game), box)
    called = {power: capital(book.name(power)) for power in box.powers}
    items = [called[power] for power in box.powers]
    for word in people:
        shared = [words("word.and").join(called[power] for power in powers) for powers in seatings[word]["seats"]]
        items.append(words("menu.share", number=word, shared="; ".join(shared)))
    first = box.powers.index(seatings["1"]["seats"][0][0]) if "1" in seatings else 0
    chosen = pick(words("menu.which-power"), items, first)
    if chosen < len(box.powers):
        return {**options, "seats": box.powers[chosen]}, 1
    word = people[chosen - len(box.powers)]
    return {**options, "people": int(word)}, int(word)


def _is_of(choice: Choice, number: str) -> bool:
    return number in choice.when.get("scenario", ())

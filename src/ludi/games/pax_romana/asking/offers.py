"""The options of a match in words: scenarios, their formats and seatings, as their files describe them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ludi.core import Choice, Fact, Phrase, Phrasebook
from ludi.games.pax_romana.asking.wording import called, phrasebook
from ludi.games.pax_romana.world.files import BUILT_IN, Files
from ludi.games.pax_romana.world.scenario import FILES, read_scenario

YEARS = re.compile(r"(\d+)-(\d+) BCE")


@lru_cache(maxsize=32)
def offers(language: str, files: Files = BUILT_IN) -> dict[str, Sequence[Choice]]:
    """What can be chosen for each option, with a label, a line about it, and where it belongs."""
    book = phrasebook(language, None)
    scenarios = {number: read_scenario(number, files) for number in FILES}
    return {
        "scenario": [_scenario(book, number, each) for number, each in scenarios.items()],
        "format": [choice for number, each in scenarios.items() for choice in _formats(book, number, each)],
        "seats": [choice for number, each in scenarios.items() for choice in _seatings(book, number, each)],
        "event_markers": [
            Choice(-1, book.say(Phrase("setup.markers-as-format"))),
            *(Choice(number, book.say(Phrase("setup.markers", {"number": number}))) for number in range(3)),
        ],
    }


def _standard(scenario: dict[str, Any]) -> list[dict[str, Any]]:
    return [each for each in scenario["formats"] if each["game"] == "standard"]


def _titles(book: Phrasebook, scenario: dict[str, Any], powers: Sequence[str]) -> list[str]:
    return [called(book, scenario["powers"][power]["name"]) for power in powers]


def _scenario(book: Phrasebook, number: str, scenario: dict[str, Any]) -> Choice:
    lengths = sorted({each["last_turn"] - scenario["first_turn"] + 1 for each in _standard(scenario)})
    facts: dict[str, Fact] = {"least": lengths[0], "most": lengths[-1]}
    turns = book.say(Phrase("setup.turns" if len(lengths) == 1 else "setup.turns-between", facts))
    about = [_years(book, scenario), ", ".join(_titles(book, scenario, list(scenario["powers"]))), turns]
    return Choice(number, f"{number} · {called(book, scenario['title'])}", " · ".join(filter(None, about)))


def _years(book: Phrasebook, scenario: dict[str, Any]) -> str:
    labels = scenario.get("turn_labels") or [""]
    first, last = YEARS.match(labels[0]), YEARS.match(labels[-1])
    if first is None or last is None:
        return str(labels[0])
    return book.say(Phrase("setup.years", {"first": first[1], "last": last[2]}))


def _formats(book: Phrasebook, number: str, scenario: dict[str, Any]) -> list[Choice]:
    """The formats of a scenario; its first is also the one that is meant when none is named."""
    found = []
    for index, each in enumerate(_standard(scenario)):
        markers = each["activation_markers"]
        counts = sorted(set(markers.values())) if isinstance(markers, dict) else [markers]
        facts: dict[str, Fact] = {
            "turns": each["last_turn"] - scenario["first_turn"] + 1,
            "last": each["last_turn"],
            "markers": "-".join(str(count) for count in {counts[0]: 0, counts[-1]: 0}),
            "events": each["event_markers"],
            "objectives": book.say(Phrase(f"setup.objectives-{each['objectives']}")),
        }
        label, about = called(book, each["name"]), book.say(Phrase("setup.format-about", facts))
        found.append(Choice(each["id"] if index else "", label, about, {"scenario": (number,)}))
    return found


def _seatings(book: Phrasebook, number: str, scenario: dict[str, Any]) -> list[Choice]:
    """Who holds which Powers: each by its own seat, or shared out as the scenario proposes."""
    powers = list(scenario["powers"])
    where = {"scenario": (number,)}
    proposed = scenario["people"]
    first = proposed["1"]["seats"][0][0] if "1" in proposed else powers[0]
    label = book.say(Phrase("setup.seats-each"))
    found = [Choice("", label, "", where, tuple(_titles(book, scenario, powers)), powers.index(first))]
    for people, seating in proposed.items():
        seats = seating["seats"]
        if max(map(len, seats)) == 1:
            continue
        named = {power for seat in seats for power in seat}
        alone = [[power] for power in powers if power not in named]
        holders = [_together(book, _titles(book, scenario, seat)) for seat in seats + alone]
        label = book.say(Phrase("setup.seats-shared", {"number": int(people), "seats": "; ".join(holders)}))
        found.append(Choice(",".join("+".join(seat) for seat in seats), label, "", where, tuple(holders)))
    return found


def _together(book: Phrasebook, titles: list[str]) -> str:
    """The Powers of one seat."""
    *others, last = titles
    return book.say(Phrase("setup.both", {"first": others, "second": last})) if others else last

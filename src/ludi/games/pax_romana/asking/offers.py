"""The options of a match in words: scenarios, their formats and seatings, as their files describe them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from ludi.core import Choice, Fact, Phrase, Phrasebook
from ludi.games.pax_romana.asking.wording import called, phrasebook
from ludi.games.pax_romana.world.files import BUILT_IN, Files
from ludi.games.pax_romana.world.scenario import ADVANCED_OPTIONS, FILES, read_scenario

When = Mapping[str, Sequence[Any]]
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
        "last_turn": [choice for number, each in scenarios.items() for choice in _ends(book, number, each)],
        "event_markers": [
            Choice(value, label, "", when)
            for when in _where(scenarios, advanced=False)
            for value, label in (
                (-1, book.say(Phrase("setup.markers-as-format"))),
                *((number, book.say(Phrase("setup.markers", {"number": number}))) for number in range(3)),
            )
        ],
        **{
            option: [
                Choice(value, book.say(Phrase(f"setup.{'yes' if value else 'no'}")), "", when)
                for when in _where(scenarios, advanced=True)
                for value in (False, True)
            ]
            for option in ADVANCED_OPTIONS
        },
    }


def _named(scenario: dict[str, Any], index: int) -> str:
    """What a format is called as a value: the first of a scenario is meant where none is named."""
    return str(scenario["formats"][index]["id"]) if index else ""


def _where(scenarios: Mapping[str, dict[str, Any]], *, advanced: bool) -> list[When]:
    """By scenario the formats that are of the Advanced Game, or those that are not."""
    found: list[When] = []
    for number, scenario in scenarios.items():
        formats = [index for index, each in enumerate(scenario["formats"]) if (each["game"] == "advanced") is advanced]
        if formats:
            found.append({"scenario": (number,), "format": [_named(scenario, index) for index in formats]})
    return found


def _ends(book: Phrasebook, number: str, scenario: dict[str, Any]) -> list[Choice]:
    """The last turns from which the players of a format choose, the shortest game first."""
    found = []
    for index, each in enumerate(scenario["formats"]):
        when = {"scenario": (number,), "format": (_named(scenario, index),)}
        first, *later = _last_turns(each)
        if later:
            found.append(Choice(0, book.say(Phrase("setup.shortest", {"number": first})), "", when))
            found += [Choice(turn, book.say(Phrase("setup.after-turn", {"number": turn})), "", when) for turn in later]
    return found


def _last_turns(chosen: dict[str, Any]) -> list[int]:
    """The turns after which a format may end; some leave that to the players."""
    last = chosen["last_turn"]
    return list(last) if isinstance(last, list) else [int(last)]


def _titles(book: Phrasebook, scenario: dict[str, Any], powers: Sequence[str]) -> list[str]:
    return [called(book, scenario["powers"][power]["name"]) for power in powers]


def _scenario(book: Phrasebook, number: str, scenario: dict[str, Any]) -> Choice:
    turns = _turns(book, scenario, [last for each in scenario["formats"] for last in _last_turns(each)])
    about = [_years(book, scenario), ", ".join(_titles(book, scenario, list(scenario["powers"]))), turns]
    return Choice(number, f"{number} · {called(book, scenario['title'])}", " · ".join(filter(None, about)))


def _turns(book: Phrasebook, scenario: dict[str, Any], last: Sequence[int]) -> str:
    """How many turns are played if one of these is the last."""
    least, most = (turn - scenario["first_turn"] + 1 for turn in (min(last), max(last)))
    facts: dict[str, Fact] = {"least": least, "most": most}
    return book.say(Phrase("setup.turns" if least == most else "setup.turns-between", facts))


def _years(book: Phrasebook, scenario: dict[str, Any]) -> str:
    labels = scenario.get("turn_labels") or [""]
    first, last = YEARS.match(labels[0]), YEARS.match(labels[-1])
    if first is None or last is None:
        return str(labels[0])
    return book.say(Phrase("setup.years", {"first": first[1], "last": last[2]}))


def _formats(book: Phrasebook, number: str, scenario: dict[str, Any]) -> list[Choice]:
    """The formats of a scenario; its first is also the one that is meant when none is named."""
    found = []
    for index, each in enumerate(scenario["formats"]):
        markers = each["activation_markers"]
        counts = sorted(set(markers.values())) if isinstance(markers, dict) else [markers]
        facts: dict[str, Fact] = {
            "turns": _turns(book, scenario, _last_turns(each)),
            "last": _span(_last_turns(each)),
            "markers": _span(counts),
            "events": book.say(Phrase(*_events(each))),
            "objectives": book.say(Phrase(f"setup.objectives-{each['objectives']}")),
        }
        label, about = called(book, each["name"]), book.say(Phrase("setup.format-about", facts))
        if each.get("head_start"):
            about = f"{about} {_head_start(book, scenario, each['head_start'])}"
        found.append(Choice(_named(scenario, index), label, about, {"scenario": (number,)}))
    return found


def _head_start(book: Phrasebook, scenario: dict[str, Any], ahead: dict[str, int]) -> str:
    """Who begins with how many Victory Points more."""
    each = [f"{_titles(book, scenario, [power])[0]} {ahead[power]}" for power in scenario["powers"] if ahead.get(power)]
    return book.say(Phrase("setup.head-start", {"powers": ", ".join(each)}))


def _span(numbers: Sequence[int]) -> str:
    """From the first to the last of some numbers, like 5-10."""
    return "-".join(str(number) for number in {numbers[0]: 0, numbers[-1]: 0})


def _events(chosen: dict[str, Any]) -> tuple[str, dict[str, Fact]]:
    """Event markers, or in the Advanced Game cards."""
    if chosen["game"] == "advanced":
        return "setup.cards", {}
    return "setup.markers", {"number": chosen["event_markers"]}


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
    return book.fill(Phrase("setup.both", {"first": others, "second": last})) if others else last

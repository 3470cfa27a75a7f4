"""Who holds which Powers: one person each, fewer by the scenario's list, or as the option says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludi.core import BadOption


def seating(scenario: Mapping[str, Any], powers: Sequence[str], seats: str, people: int) -> list[tuple[int, ...]]:
    """The Powers of each seat."""
    if seats:
        return _as_written(scenario, powers, seats, people)
    if not people:
        return [(index,) for index in range(len(powers))]
    plan = scenario["people"].get(str(people))
    if plan is None:
        known = ", ".join(scenario["people"])
        raise BadOption(f"Scenario {scenario['number']} seats {known} people, not {people}.")
    return [tuple(powers.index(power) for power in seat) for seat in (*plan["seats"], *([bot] for bot in plan["bots"]))]


def _as_written(scenario: Mapping[str, Any], powers: Sequence[str], text: str, people: int) -> list[tuple[int, ...]]:
    """Powers joined by + sit together; a Power left out sits alone."""
    if people:
        raise BadOption("The options 'people' and 'seats' both seat the players; choose one.")
    seats = [[word.strip().lower() for word in seat.split("+")] for seat in text.split(",")]
    named = [word for seat in seats for word in seat]
    for word in named:
        if word not in powers:
            raise BadOption(f"Scenario {scenario['number']} has no power '{word}'; it has {', '.join(powers)}.")
        if named.count(word) > 1:
            raise BadOption(f"The power '{word}' can sit on one seat only.")
    seats += [[word] for word in powers if word not in named]
    if len(seats) < 2:
        raise BadOption("One seat cannot hold all powers: leave at least one for another player or a bot.")
    return [tuple(powers.index(word) for word in seat) for seat in seats]

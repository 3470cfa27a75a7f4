"""Chapter 16: the Events of the Standard Game. Each has a module of its own, or is told in chapter 12 or 13."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ludi.games.pax_romana.ch12_special.pirates import pirates_come
from ludi.games.pax_romana.ch12_special.soldier_of_fortune import soldier_comes
from ludi.games.pax_romana.ch13_barbarians.invasion import GROUPS, group_possible, invade
from ludi.games.pax_romana.ch16_events.conqueror import conqueror
from ludi.games.pax_romana.ch16_events.disease import disease
from ludi.games.pax_romana.ch16_events.galley_technology import galley_technology
from ludi.games.pax_romana.ch16_events.harvest_time import harvest, harvest_lands
from ludi.games.pax_romana.ch16_events.rebellion import rebellion
from ludi.games.pax_romana.ch16_events.revenues_and_stability import revenues
from ludi.games.pax_romana.ch16_events.slave_revolt import slave_revolt
from ludi.games.pax_romana.ch16_events.stability_check import stability_check
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.pieces import NOBODY
from ludi.games.pax_romana.world.scenario import EVENT_NAMES

(
    CONQUEROR,
    SLAVE_REVOLT,
    PIRATES,
    REBELLION,
    HARVEST_TIME,
    REVENUES,
    BARBARIAN_INVASION,
    STABILITY_CHECK,
    GALLEY_TECHNOLOGY,
    SOLDIER_OF_FORTUNE,
    DISEASE,
) = range(11)

AT_ONCE: Mapping[int, Callable[[Position, int], None]] = {
    SLAVE_REVOLT: slave_revolt,
    PIRATES: pirates_come,
    REBELLION: rebellion,
    HARVEST_TIME: lambda s, player: harvest(s),
    REVENUES: lambda s, player: revenues(s),
    STABILITY_CHECK: stability_check,
}
"""Events that are carried out when they are drawn, by the player of the last played marker."""
FOR_NEXT_MARKER: Mapping[int, Callable[[Position, int], None]] = {
    CONQUEROR: conqueror,
    BARBARIAN_INVASION: invade,
    GALLEY_TECHNOLOGY: galley_technology,
    SOLDIER_OF_FORTUNE: soldier_comes,
    DISEASE: disease,
}
"""Events that wait for the player of the next drawn marker (16.1.3)."""


def event_rule(event: int) -> str:
    return f"PR-16.2-{EVENT_NAMES[event].upper()}"


def roll_event(s: Position) -> int:
    """2d6 on the Events Table of the scenario (16.1.2)."""
    table = s.box.tables["events"]
    while True:
        event = EVENT_NAMES.index(table[str(s.roll("event") + s.roll("event"))])
        if not closed(s, event):
            return event


def closed(s: Position, event: int) -> bool:
    """Whether the scenario has no place for an Event, so that it is rolled again."""
    if event == SOLDIER_OF_FORTUNE:
        return s.box.special.get("pyrrhus", {}).get("turn") == s.turn + s.box.first_turn
    if event == BARBARIAN_INVASION:
        return not any(group_possible(s, group) for group in GROUPS)
    if event == HARVEST_TIME:
        return not harvest_lands(s)
    return False


def draw_event(s: Position, player: int) -> None:
    """An Event marker was drawn; ``player`` is the one of the last played marker."""
    happen(s, roll_event(s), player)


def happen(s: Position, event: int, player: int, next_one: bool = False) -> None:
    """An Event is announced, and carried out unless it waits for the next marker, before all others if it says so."""
    if s.listener is not None:
        s.tell("event", event_rule(event), event=EVENT_NAMES[event])
    if event in AT_ONCE:
        AT_ONCE[event](s, player)
    else:
        s.pending.insert(0 if next_one else len(s.pending), event)


def settle_pending(s: Position, power: int, before: int = NOBODY) -> None:
    """Carry out one waiting Event for the player of a drawn marker; ``before`` is the player of the one before it."""
    event = s.pending.pop(0)
    if event != SOLDIER_OF_FORTUNE or s.box.kind[power] != "rome":
        FOR_NEXT_MARKER[event](s, power)
        return
    while event == SOLDIER_OF_FORTUNE:
        event = roll_event(s)
    happen(s, event, power if before == NOBODY else before, next_one=True)

"""What follows from a few facts of a position, worked out once: pure functions of their keys, shared by all positions.

What ``Position.keep`` holds is forgotten whenever a piece moves. Most of what a plan asks does not change with every
step of an Army: it depends on who Controls the Provinces, on Cities and Towns, on the Spaces a scenario names. Those
facts are the key here, so an answer found once serves every position that shares them, and never another.
"""

from __future__ import annotations

from typing import Any

from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.box import PaxRomanaBox
from ludi.games.pax_romana.world.counters import is_shown
from ludi.games.pax_romana.world.pieces import COMBAT, SOF
from ludi.games.pax_romana.world.sets import set_of

MOST = 4000
"""Keys kept; then the memory starts anew."""

_memories: dict[PaxRomanaBox, dict[Any, dict[Any, Any]]] = {}
"""By box, which is a value: what was found for one match serves all that are set up like it."""


def _of(box: PaxRomanaBox) -> dict[Any, dict[Any, Any]]:
    known = _memories.get(box)
    if known is None:
        if len(_memories) > 8:
            _memories.clear()
        known = _memories[box] = {}
    if len(known) > MOST:
        known.clear()
    return known


def forget() -> None:
    """Start anew; nothing but speed depends on it."""
    _memories.clear()


def refresh(s: Position) -> None:
    """Forget what was found at hand (``keep``) if anything changed that it follows from besides the pieces."""
    stamp = (
        s.turn,
        s.phase,
        s.mutiny,
        s.leaders_moved,
        tuple(s.vp),
        tuple(s.treasury),
        tuple(s.pass_rights),
        tuple(s.leader_at),
        tuple(s.moved.items()),
        tuple(s.escorted.items()),
        tuple([marker for held in s.objectives for marker in held if is_shown(marker)]),
    )
    if s.kept("stamp") != stamp:
        s.changed()
        s.keep("stamp", stamp)


def under(s: Position, key: Any) -> dict[Any, Any]:
    """The answers known for a key of this match."""
    memory = _of(s.box)
    found = memory.get(key)
    if found is None:
        found = memory[key] = {}
    return found


def realm(s: Position) -> dict[Any, Any]:
    """The answers that follow from Control, Cities and Towns, and the Spaces that the scenario names."""
    found: dict[Any, Any] | None = s.kept("realm")
    if found is None:
        shown = tuple([marker for held in s.objectives for marker in held if is_shown(marker)])
        key = (s.turn, tuple(s.vp), tuple(s.provinces), tuple(s.sites.items()), named(s), shown)
        found = under(s, key)
        s.keep("realm", found)
    return found


def named_spaces(box: PaxRomanaBox) -> list[int]:
    """The Spaces in the scenario's conditions."""
    victory = box.scenario["victory"]
    words: set[str] = set()
    for bonus in victory.get("bonus", ()):
        words.update(bonus["when"].get("spaces", ()))
    for entry in victory.get("automatic", ()):
        for condition in entry["all"]:
            words.update(condition.get("spaces", ()))
    return sorted(box.atlas.index[word] for word in words)


def named(s: Position) -> tuple[int, ...]:
    """Who holds the Spaces that the scenario names, and who has Land Combat Units there."""
    memory = _of(s.box)
    places = memory.get("named")
    if places is None:
        places = memory["named"] = {"spaces": named_spaces(s.box)}
    sides = (*range(len(s.box.powers)), SOF)
    found = []
    for node in places["spaces"]:
        found.append(s.holder(node))
        found.append(set_of([side for side in sides if s.at(side, node) & COMBAT]))
    return tuple(found)

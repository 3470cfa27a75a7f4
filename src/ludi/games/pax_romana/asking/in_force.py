"""What cards and events have put in force, as everybody sees it: one short entry each, with its phrase."""

from __future__ import annotations

from collections.abc import Iterator

from ludi.games.pax_romana.asking.shape import InForce, Mark, Until
from ludi.games.pax_romana.ch16_events.stability_check import markers_are_dear, markers_will_be_dear
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.pieces import NOBODY, node_of, side_of
from ludi.games.pax_romana.world.sets import has, members


def in_force(s: Position) -> list[InForce]:
    """Alliances, Pontus, and every other mark that lasts: those of the longest duration first."""
    return [*_lasting(s), *_markers(s), *_of_powers(s)]


def depends_on(s: Position) -> tuple[int, ...]:
    """What these marks are read from: other values whenever anything in force is another."""
    conquerors = [s.leader_at[number] for number in members(s.conqueror)] if s.conqueror else ()
    return (
        s.rhodes_ally,
        s.pergamum_ally,
        s.pontus_player,
        s.sof_owner,
        s.inventor,
        s.helepolis,
        s.mutiny,
        s.cyprus_closed,
        s.cunctators,
        s.conquerors,
        s.galley_technology,
        s.guard_duty,
        s.uprising | s.civil_war,
        s.double_cost,
        s.conqueror,
        *conquerors,
    )


def _entry(s: Position, word: Mark, until: Until, side: int = NOBODY, node: int = NOBODY) -> InForce:
    return {
        "word": word,
        "side": None if side == NOBODY else s.box.side_word(side),
        "place": None if node == NOBODY else s.box.place(node),
        "until": until,
        "text": f"in-force.{word}",
    }


def _lasting(s: Position) -> Iterator[InForce]:
    """Who is served by others: Rhodes, Pergamum, Pontus, the Soldier of Fortune (12.4, 12.5)."""
    index = s.box.atlas.index
    if s.rhodes_ally != NOBODY:
        yield _entry(s, "alliance-with-rhodes", "alliance-card", s.rhodes_ally, index["rhodes"])
    if s.pergamum_ally != NOBODY:
        yield _entry(s, "alliance-with-pergamum", "alliance-card", s.pergamum_ally, index["pergamum"])
    if s.pontus_player != NOBODY:
        yield _entry(s, "pontus", "last-unit", s.pontus_player)
    if s.sof_owner != NOBODY:
        yield _entry(s, "soldier-of-fortune", "removal", s.sof_owner)


def _markers(s: Position) -> Iterator[InForce]:
    """What lies in a place: engines, a mutiny, an island that nobody may enter (13.3, 16.2, 17.2)."""
    if s.inventor:
        yield _entry(s, "inventor", "turn", NOBODY, s.inventor - 1)
    if s.helepolis:
        yield _entry(s, "helepolis", "battle", side_of(s.helepolis - 1), node_of(s.helepolis - 1))
    if s.mutiny != NOBODY:
        yield _entry(s, "mutiny", "paid", side_of(s.mutiny), node_of(s.mutiny))
    if s.cyprus_closed:
        yield _entry(s, "cyprus-closed", "turn")


def _of_powers(s: Position) -> Iterator[InForce]:
    """What lies upon a Power (16.2, 17.2)."""
    for number in members(s.conqueror):
        if s.leader_at[number] >= 0:
            yield _entry(s, "conqueror", "activation", s.box.leaders[number].side, s.leader_at[number])
    for power in range(len(s.box.powers)):
        if has(s.cunctators, power):
            yield _entry(s, "cunctator", "turn", power)
        if has(s.conquerors, power):
            yield _entry(s, "no-cunctator", "turn", power)
        if has(s.galley_technology, power):
            yield _entry(s, "galley-tech", "turn", power)
        if has(s.guard_duty, power):
            yield _entry(s, "disorder", "activation", power)
        if has(s.uprising, power) or has(s.civil_war, power):
            yield _entry(s, "civil-war", "activation", power)
        if markers_are_dear(s, power) or markers_will_be_dear(s, power):
            yield _entry(s, "dear-markers", "turn", power)

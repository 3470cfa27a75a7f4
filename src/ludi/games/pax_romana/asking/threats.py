"""Who may intercept an entry into a Space, and how likely each succeeds (9.3)."""

from __future__ import annotations

from ludi.games.pax_romana.asking.scene_shape import Interceptor
from ludi.games.pax_romana.ch09_movement.interceptors import interception_chance, interception_modifiers, interceptors
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.pieces import NOBODY


def chance_of(s: Position, who: int, start: int, node: int, lone: bool = False) -> Interceptor:
    """The chance of one that would ride from a Space to another."""
    modifiers = interception_modifiers(s, who, start, node)
    needs, cases = interception_chance(sum(number for _, number, _ in modifiers))
    return {
        "side": s.box.side_word(who),
        "start": s.box.place(start),
        "leader_alone": lone,
        "modifiers": [{"why": why, "number": number, "rule": rule} for why, number, rule in modifiers],
        "needs": needs,
        "chance": cases / 36,
        "rule": "PR-9.3.2e",
    }


def threats(s: Position, side: int, node: int, barred: int = NOBODY, power: int = NOBODY) -> list[Interceptor]:
    """Who may intercept an Army that enters a Space, and how likely each succeeds."""
    return [chance_of(s, who, start, node, lone) for who, start, lone in interceptors(s, side, node, barred, power)]

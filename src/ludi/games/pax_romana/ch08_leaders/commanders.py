"""Chapters 4.3.1 and 13.2.4: who decides for an Army, a combined one too."""

from __future__ import annotations

from ludi.games.pax_romana.ch08_leaders.leaders import best_tactical, tactical
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.pieces import NOBODY, PLAYED, is_power, points


def decider(s: Position, sides: tuple[int, ...]) -> int:
    """The Power that decides for an Army; NOBODY where nobody does (13.2.4)."""
    powers = [s.player_of(side) for side in sides if side in PLAYED]
    return powers[0] if powers else NOBODY


def commander(s: Position, sides: tuple[int, ...], node: int) -> int:
    """Who decides for a combined Army: the best leader's owner, then the most Battle Points, then chance (4.3.1)."""
    powers = [side for side in sides if is_power(side)]
    if len(powers) < 2:
        return decider(s, sides)
    skill = {p: tactical(s, best_tactical(s, s.leaders_of(p, node))) for p in powers}
    value = {p: (skill[p], points(s.at(p, node))) for p in powers}
    best = [p for p in powers if value[p] == max(value.values())]
    return best[0] if len(best) == 1 else s.pick(best)

"""Chapters 4.3.1 and 13.2.4: who decides for an Army in Battle, a combined one too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludi.games.pax_romana.ch08_leaders.leaders import best_tactical, tactical
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.pieces import NOBODY, SOF, points

if TYPE_CHECKING:
    from ludi.games.pax_romana.ch10_battle.battle import Battle


def decider(s: Position, sides: tuple[int, ...]) -> int:
    """The Power that decides for an Army; NOBODY where nobody does (13.2.4)."""
    powers = [s.sof_owner if side == SOF else side for side in sides if side < len(s.box.powers) or side == SOF]
    return powers[0] if powers else NOBODY


def commander(s: Position, sides: tuple[int, ...], node: int) -> int:
    """Who decides for a combined Army: the best leader's owner, then the most Battle Points, then chance (4.3.1)."""
    powers = [side for side in sides if side < len(s.box.powers)]
    if len(powers) < 2:
        return decider(s, sides)
    skill = {p: tactical(s, best_tactical(s, s.leaders_of(p, node))) for p in powers}
    value = {p: (skill[p], points(s.at(p, node))) for p in powers}
    best = [p for p in powers if value[p] == max(value.values())]
    return best[0] if len(best) == 1 else s.dice.choose(best)


def loss_taker(s: Position, battle: Battle, side: int) -> int:
    """Who distributes the losses of a side: whoever decides for it; for nobody's Army a bystander (13.2.4).

    That is the first non-Active player in play order, from the Active one on, who is no party; else the opponent.
    """
    if battle.powers[side] != NOBODY:
        return battle.powers[side]
    seat_of, order = s.box.seat_of, s.box.play_order
    armies = (decider(s, (each,)) for each in (*battle.attackers, *battle.defenders))
    parties = {seat_of[power] for power in (s.active, *battle.powers, *armies) if power != NOBODY}
    first = order.index(s.active) + 1 if s.active in order else 0
    bystanders = [power for power in (*order[first:], *order[:first]) if seat_of[power] not in parties]
    return bystanders[0] if bystanders else battle.powers[1 - side]

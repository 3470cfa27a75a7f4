"""Chapters 8.2 to 8.4: the ratings of leaders, Elites, and how leaders die."""

from __future__ import annotations

from ludi.games.pax_romana.ch14_stability.stability import change_stability
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.pieces import NOBODY, PERGAMUM
from ludi.games.pax_romana.world.sets import plus


def best_tactical(s: Position, leaders: list[int]) -> int:
    """The leader whose Tactical Rating counts in Battle (8.2.4); NOBODY if there is none."""
    known = s.box.leaders
    best = NOBODY
    for number in leaders:
        if best == NOBODY or (known[number].tactical, known[number].campaign) > (
            known[best].tactical,
            known[best].campaign,
        ):
            best = number
    return best


def worth_asking(s: Position, leaders: list[int]) -> list[int]:
    """Those of several leaders whom their owner might want to command a Battle (8.2.4), the best Tactical Rating first.

    Only the Tactical Rating counts, so the best is no question; with re-rolls the Campaign Rating and an Elite count
    too (10.3.5), and all stay whom no other surpasses.
    """
    best = best_tactical(s, leaders)
    if best == NOBODY or not s.box.use_rerolls:
        return [best]
    known = s.box.leaders

    def value(number: int) -> tuple[int, int, bool]:
        leader = known[number]
        return leader.tactical, leader.tactical + leader.campaign, leader.elite

    found = [best]
    for number in leaders:
        mine = value(number)
        if not any(all(a >= b for a, b in zip(value(other), mine, strict=True)) for other in found):
            beaten = [other for other in found[1:] if all(a <= b for a, b in zip(value(other), mine, strict=True))]
            found = [other for other in found if other not in beaten] + [number]
    return found


def best_campaign(s: Position, leaders: list[int]) -> int:
    """The highest Campaign Rating among leaders, 0 without any (8.2.2)."""
    return max((s.box.leaders[number].campaign for number in leaders), default=0)


def tactical(s: Position, leader: int) -> int:
    return 0 if leader == NOBODY else s.box.leaders[leader].tactical


def leave_map(s: Position, number: int) -> None:
    """A leader is taken off the map; an Elite who was in play in this Game-Turn may not be so in the next (8.3)."""
    leader = s.box.leaders[number]
    s.leader_at[number] = NOBODY
    if leader.elite and not leader.turns:
        s.elites_used = plus(s.elites_used, number)


def rest_elites(s: Position) -> None:
    """The Removal Phase: leaders leave the map, but for those of Pergamum (17.2); Elites who were in play go to the
    holding box (8.1.2, 8.3)."""
    for number, where in enumerate(s.leader_at):
        if where >= 0 and s.box.leaders[number].side != PERGAMUM:
            leave_map(s, number)
    s.elites_resting = s.elites_used
    s.elites_used = 0


def kill_leader(s: Position, number: int, rule: str, in_battle: bool = False) -> None:
    """A leader dies and goes back to the pool; one with a name or of Pergamum never returns (8.4.5, 17.2)."""
    leader = s.box.leaders[number]
    where = s.leader_at[number]
    leave_map(s, number)
    if leader.turns or leader.side == PERGAMUM:
        s.leaders_gone = plus(s.leaders_gone, number)
        if in_battle and leader.elite and "royal-death" in s.box.special:
            change_stability(s, leader.side, s.box.special["royal-death"]["stability"], "PR-8.1.2b")
    if s.listener is None:
        return
    if where >= 0:
        s.tell("leader-dies", rule, leader=leader.word, space=s.box.place(where))
    else:
        s.tell("leader-dies-away", rule, leader=leader.word)


def leaders_without_army(s: Position, side: int, node: int, rule: str, in_battle: bool = True) -> None:
    """Leaders die with an Army or Fleet that is wholly destroyed (8.4.3, 8.4.4)."""
    for number in s.leaders_of(side, node):
        kill_leader(s, number, rule, in_battle)


def check_leader_death(s: Position, leaders: list[int], winner: bool) -> bool:
    """2d6 after a Battle: the Winner's leader dies on 12, any other on 2 or 12 (8.4.1). Whether one died."""
    if not leaders:
        return False
    total = s.roll("leader-death") + s.roll("leader-death")
    if total == 12 or (total == 2 and not winner):
        victim = leaders[0] if len(leaders) == 1 else s.dice.choose(leaders)
        kill_leader(s, victim, "PR-8.4.1b" if winner else "PR-8.4.1c", in_battle=True)
        return True
    return False

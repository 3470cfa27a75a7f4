"""Why a decision is good, told by comparing two positions: Victory Points, the two scales, Control, means and dangers,
and where an Army is bound for.

What is compared lies open to all (the map, treasuries, Stability); both positions may be veiled.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludi.core import SPAN, Phrase
from ludi.games.pax_romana.advice.campaigns import best_landing, target_worth, tour
from ludi.games.pax_romana.advice.clashes import skill_of
from ludi.games.pax_romana.advice.insight import counted
from ludi.games.pax_romana.advice.planning import best_host
from ludi.games.pax_romana.advice.threats import danger
from ludi.games.pax_romana.advice.worth import (
    COIN,
    POINT,
    controller,
    hurt,
    keep_worth,
    owner_with,
    rates,
    site_worth,
    standings,
)
from ludi.games.pax_romana.asking.state import PaxRomanaState
from ludi.games.pax_romana.ch03_sequence.activation import Activation
from ludi.games.pax_romana.ch03_sequence.expansion import Expansion
from ludi.games.pax_romana.ch08_leaders.leaders import best_campaign
from ludi.games.pax_romana.ch09_movement.movement import SELECT, March
from ludi.games.pax_romana.ch11_naval.afloat import Transport
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.pieces import CITY, NOBODY, OCCUPY, points, side_of
from ludi.games.pax_romana.world.words import (
    DEBARK,
    DONE,
    EMBARK,
    EXPAND,
    GO,
    MAJOR,
    MARCH,
    SAIL,
    TAKE,
    TAKE_ALL,
    TAKE_LEADER,
)

Reason = tuple[float, Phrase]
"""What it weighs in Victory Points, and the sentence."""

Plan = tuple[float, int, bool]
"""What it is worth, the Space, whether by sea."""

NOWHERE: Plan = (0.0, NOBODY, False)
SAILING = (SAIL, DEBARK, GO)
SETTING_OUT = (TAKE, TAKE_ALL, TAKE_LEADER, GO)
WORTH_SAYING = 0.15
GUARDED = 0.25
"""So much less danger is worth a word."""


def reasons(before: PaxRomanaState, after: PaxRomanaState, seat: int, action: int) -> list[Phrase]:
    """What speaks for a decision, the weightiest first."""
    power = before.decider(seat)
    if power < 0:
        return []
    early, late = counted(before), counted(after)
    found: list[Reason] = []
    if action != DONE:  # what comes when a Phase ends comes without it
        for part in (_score, _control, _sites, _means, _strength, _safety):
            found += part(early, late, power)
    found += _bound_for(early, power, action)
    found.sort(key=lambda each: -each[0])
    return [phrase for _, phrase in found]


def _score(before: Position, after: Position, power: int) -> Iterator[Reason]:
    """Victory Points, and the two scales from which they come."""
    gain = after.vp[power] - before.vp[power]
    if gain > 0:
        yield float(gain), Phrase("reason.vp", {"points": gain}, "PR-15.1")
    if after.turn != before.turn:
        return
    early, late = standings(before), standings(after)
    for scale, rate, rule in ((0, "gop", "PR-15.2.1"), (1, "cvp", "PR-15.3.1")):
        more = late[scale][power] - early[scale][power]
        if more > 0:
            worth = more * rates(before, power)[scale]
            yield worth, Phrase(f"reason.{rate}", {"points": more}, rule)


def _control(before: Position, after: Position, power: int) -> Iterator[Reason]:
    """Provinces won, and those that a rival loses."""
    for province, was in enumerate(before.provinces):
        now = after.provinces[province]
        word = before.box.atlas.province_ids[province]
        if now == power != was:
            yield 1.5, Phrase("reason.province", {"province": word}, "PR-5.2.1a")
        elif 0 <= was < len(before.box.powers) and was != power and now != was:
            facts = {"province": word, "power": before.box.powers[was]}
            yield 1.5 * hurt(before, was), Phrase("reason.province-lost", facts, "PR-5.2.1a")


def _sites(before: Position, after: Position, power: int) -> Iterator[Reason]:
    """Cities and Towns that are taken or founded."""
    for node, site in after.sites.items():
        old = before.sites.get(node)
        if site.owner != power or (old is not None and old.owner == power and old.kind == site.kind):
            continue
        worth = site_worth(before, power, site.kind, site.walls)
        kind = "city" if site.kind == CITY else "town"
        facts = {"site": kind, "space": after.box.atlas.ids[node]}
        taken = old is not None and old.owner != power
        yield worth + 0.4, Phrase("reason.site-taken" if taken else "reason.site-founded", facts, "PR-15.3.1")


def _means(before: Position, after: Position, power: int) -> Iterator[Reason]:
    """Talents and Stability."""
    talents = after.treasury[power] - before.treasury[power]
    if talents > 0:
        yield COIN * talents, Phrase("reason.talents", {"talents": talents}, "PR-6.1.1a")
    steadier = after.stability[power] - before.stability[power]
    if steadier > 0:
        yield 0.35 * steadier, Phrase("reason.stability", {"levels": steadier}, "PR-2.6-T-STABILITY")


def _force(s: Position, side: int) -> int:
    return sum(points(stack) for place, stack in s.force.items() if side_of(place) == side)


def _strength(before: Position, after: Position, power: int) -> Iterator[Reason]:
    """Armies raised, and enemies beaten."""
    more = _force(after, power) - _force(before, power)
    if more > 0:
        yield POINT * more, Phrase("reason.raised", {"points": more}, "PR-6.2.1a")
    for rival, word in enumerate(before.box.powers):
        lost = _force(before, rival) - _force(after, rival)
        if rival != power and lost > 0:
            yield (
                hurt(before, rival) * POINT * lost,
                Phrase("reason.beaten", {"power": word, "points": lost}, "PR-10.6.1a"),
            )


def _safety(before: Position, after: Position, power: int) -> Iterator[Reason]:
    """The Space that becomes safer most."""
    best, where = GUARDED, NOBODY
    for node, site in before.sites.items():
        if site.owner != power or before.occupier(node) != power or after.occupier(node) != power:
            continue
        now = points(after.at(power, node))
        was = points(before.at(power, node))
        if now > was:
            safer = danger(before, power, node, was) - danger(before, power, node, now)
            if safer > best:
                best, where = safer, node
    if where != NOBODY:
        yield best, Phrase("reason.safer", {"space": before.box.atlas.ids[where]}, "PR-5.1.1a")


def _bound_for(s: Position, power: int, action: int) -> Iterator[Reason]:
    """Where the Army is to go that sets out, or is on the way."""
    verb, node = action - action % SPAN, action % SPAN
    procedure = s.stack[-1]
    plan: Plan = NOWHERE
    if isinstance(procedure, Expansion) and action == DONE:
        yield WORTH_SAYING, Phrase("reason.done", {}, "PR-3.5.1a")
    elif isinstance(procedure, Activation) and action == EXPAND:
        fresh = Expansion(power, s).legal(s, power)
        plans = [_from(s, power, each % SPAN) for each in fresh if each - each % SPAN == MAJOR]
        plan = max(plans, default=NOWHERE)
    elif isinstance(procedure, Expansion) and verb == MAJOR:
        plan = _from(s, power, node)
    elif isinstance(procedure, Transport) and procedure.power == procedure.side == power and verb in SAILING:
        plan = _landing(s, procedure, verb, node)
    elif isinstance(procedure, March) and procedure.side == power:
        plan = _march(s, procedure, verb, node)
    worth, goal, by_sea = plan
    if 0 <= goal < s.box.atlas.spaces and worth > WORTH_SAYING:
        yield worth, _goal(s, power, goal, by_sea)


def _from(s: Position, power: int, node: int) -> Plan:
    """What the best Army of a Space can go for."""
    army = best_host(s, power, node)[1]
    if not army & OCCUPY:
        return NOWHERE
    leaders = s.leaders_of(power, node)
    worth, goal, _, by_sea = tour(s, power, power, node, army, leaders, 3 + best_campaign(s, leaders), [], node)
    return worth, goal, by_sea


def _march(s: Position, march: March, verb: int, node: int) -> Plan:
    """An Army that is made up, or on the march: only the step that leads there is told of."""
    if march.stage == SELECT:
        return _from(s, march.power, march.node) if verb in SETTING_OUT else NOWHERE
    if verb not in (MARCH, EMBARK):
        return NOWHERE
    came = march.last_space if march.last_space != march.node else NOBODY
    worth, goal, step, by_sea = tour(
        *(s, march.side, march.power, march.node, march.army, march.leader_list(), march.marching_mp),
        *(march.visited, march.start, came),
    )
    return (worth, goal, by_sea) if by_sea == (verb == EMBARK) and (by_sea or step == node) else NOWHERE


def _landing(s: Position, ship: Transport, verb: int, node: int) -> Plan:
    """An Army at sea: where it is to land, or that it lands."""
    skill = skill_of(s, ship.leader_list())
    landed = (ship.side, ship.power, ship.node, ship.army, skill, ship.mp)
    if verb == DEBARK:
        return target_worth(s, *landed[:5], ship.mp)[0], ship.node, True
    worth, goal, step, _ = best_landing(s, *landed, ship.galleys, ship.course.visited)
    return (worth, goal, True) if verb == GO or step == node else NOWHERE


def _goal(s: Position, power: int, goal: int, by_sea: bool) -> Phrase:
    """What an Army wants in a Space."""
    atlas = s.box.atlas
    facts = {"space": atlas.ids[goal]}
    site = s.sites.get(goal)
    province = atlas.province_of[goal]
    way = "-sea" if by_sea else ""
    if site is not None and site.owner != power:
        return Phrase(f"reason.to-site{way}", {**facts, "site": "city" if site.kind == CITY else "town"}, "PR-15.3.1")
    if province >= 0 and controller(s, province) != power and owner_with(s, province, goal, power) == power:
        return Phrase(f"reason.to-province{way}", {**facts, "province": atlas.province_ids[province]}, "PR-5.2.1a")
    if s.holder(goal) == power and keep_worth(s, power, goal) > WORTH_SAYING:
        return Phrase(f"reason.to-guard{way}", facts, "PR-5.1.1a")
    return Phrase(f"reason.to-space{way}", facts, "PR-5.1.1a")

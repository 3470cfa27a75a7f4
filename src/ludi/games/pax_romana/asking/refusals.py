"""Why not? For every action that is not open now: the condition that fails, and its rule."""

from __future__ import annotations

from ludi.core import SPAN, Phrase
from ludi.games.pax_romana.asking.moments import elsewhere, lacking
from ludi.games.pax_romana.asking.wording import prompt
from ludi.games.pax_romana.ch06_treasury.raising import (
    RAISED,
    may_build_galley,
    may_raise,
)
from ludi.games.pax_romana.ch07_cities.cities import may_build_city, may_build_town, may_raze, may_repair
from ludi.games.pax_romana.ch09_movement.movement import Move
from ludi.games.pax_romana.ch09_movement.stages import AT_SEA, STOPPED, WALK, WITHDRAWAL
from ludi.games.pax_romana.ch09_movement.steps import embark_ban, marching_mp
from ludi.games.pax_romana.ch09_movement.ways import IMPOSSIBLE, attack_cost, exit_cost, step_ban, step_cost
from ludi.games.pax_romana.ch11_naval.sailing import sail_ban
from ludi.games.pax_romana.ch11_naval.transport import may_land
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.engine.reasons import because
from ludi.games.pax_romana.engine.state import PlayedPosition
from ludi.games.pax_romana.world.pieces import COMBAT, MILITIAS
from ludi.games.pax_romana.world.words import (
    BUILD_GALLEY,
    CITY,
    DEBARK,
    EMBARK,
    HIRE,
    MARCH,
    RAZE,
    REPAIR,
    SAIL,
    TOWN,
)

BUILDING = ("manpower", "recruitment", "expansion")
"""The procedures in which Units are built or hired: they say themselves why not."""
SITES = {TOWN: may_build_town, CITY: may_build_city, REPAIR: may_repair}


def why_not(s: PlayedPosition, seat: int, action: int) -> Phrase | None:
    if action in s.legal(seat):
        return None
    if not s.stack:
        return Phrase("why.over", {}, "PR-3.7")
    if not 0 <= seat < s.box.seats:
        return Phrase("why.no-seat", {}, "PR-1.0b")
    power = s.decider(seat)
    top = s.stack[-1]
    if power < 0:
        return Phrase("why.not-your-turn", {"seats": s.actors()}, top.rule)
    verb, argument = action // SPAN * SPAN, action % SPAN
    found = top.why_not(s, power, action)
    if found is not None:
        return found
    if isinstance(top, Move):
        found = _moving(s, top, verb, argument)
    found = found or before_its_time(s, top, power, verb, argument) or elsewhere(top, verb)
    return found or lacking(s, top, power, verb, argument) or _not_asked(s, seat)


def _not_asked(s: PlayedPosition, seat: int) -> Phrase:
    """The answer that is left: what is asked now, and by which verbs it is answered."""
    verbs = dict.fromkeys(s.box.vocabulary.verb(action) for action in s.legal(seat))
    return Phrase("why.not-now", {"open": list(verbs)}, prompt(s, seat).rule)


def before_its_time(s: PlayedPosition, top: Procedure, power: int, verb: int, node: int) -> Phrase | None:
    """What would forbid a construction even at the right moment, which the player would like to know first."""
    rule = ""
    if verb in SITES and top.name != "expansion":
        rule = SITES[verb](s, power, node)
    elif top.name not in BUILDING and node < s.box.atlas.spaces:
        if verb == BUILD_GALLEY:
            rule = may_build_galley(s, power, node)
        elif verb in RAISED and verb != HIRE:
            rule = may_raise(s, power, RAISED[verb], node)
    return because(rule) if rule else None


def _moving(s: PlayedPosition, move: Move, verb: int, argument: int) -> Phrase | None:
    if move.stage == WALK and verb == MARCH:
        return _marching(s, move, argument)
    if move.stage == WALK and verb == SAIL and move.mode == WITHDRAWAL and move.army & MILITIAS:
        return because("PR-12.3.3b")
    if move.stage == WALK and verb == RAZE:
        rule = may_raze(s, move.power, move.node, move.mp)
        return because(rule) if rule else None
    if move.stage == WALK and verb == EMBARK and s.box.atlas.sea[move.node]:
        rule = embark_ban(move)
        if rule == "PR-9.2.1n":
            return Phrase("why.mp", {"need": 3, "left": max(0, marching_mp(move))}, rule)
        return because(rule) if rule else None
    if move.stage in (AT_SEA, STOPPED) and verb == DEBARK:
        rule = may_land(s, move)
        return because(rule) if rule else None
    if move.stage == AT_SEA and verb == SAIL:
        if argument not in s.box.atlas.sea[move.node]:
            return Phrase("why.no-sea-way", {}, "PR-11.1.1a")
        rule = sail_ban(s, move, argument)
        if rule:
            return because(rule)
    return None


def _marching(s: PlayedPosition, move: Move, near: int) -> Phrase:
    links = [link for other, link in s.box.atlas.land[move.node] if other == near]
    if not links:
        return Phrase("why.no-land-way", {}, "PR-9.2.2")
    if near == move.barred:
        return Phrase("why.enemy-came-from-there", {}, "PR-9.4.4a")
    link = links[0]
    ban = step_ban(s, move.side, move.node, near, link, move.army)
    if ban:
        return because(ban)
    left = marching_mp(move)
    need = step_cost(s.box.atlas, near, link)
    rule = "PR-9.2.1n"
    if near >= s.box.atlas.spaces:
        need += exit_cost(s, move.side, near, move.node, move.army, move.power)
        rule = "PR-9.5.1b"
        if need >= IMPOSSIBLE:
            return Phrase("why.dead-end", {}, rule)
    elif attack_cost(s, move.side, near, move.power):
        need += 1
        rule = "PR-9.2.1m"
    if need > left:
        return Phrase("why.mp", {"need": need, "left": max(0, left)}, rule)
    if move.mode != WITHDRAWAL and not move.army & COMBAT:
        return Phrase("why.no-attackers", {}, "PR-9.2.1k")
    return Phrase("why.enemy-there", {}, "PR-9.4.4b")

"""Why not? For every action that is not open now: the condition that fails, and its rule."""

from __future__ import annotations

from ludi.core import SPAN, Phrase
from ludi.games.pax_romana.asking.moments import elsewhere
from ludi.games.pax_romana.asking.wording import prompt
from ludi.games.pax_romana.ch06_treasury.raising import (
    RAISED,
    may_build_galley,
    may_raise,
)
from ludi.games.pax_romana.ch07_cities.building import may_build_city, may_build_town, may_repair
from ludi.games.pax_romana.engine.reasons import because
from ludi.games.pax_romana.engine.state import PlayedPosition
from ludi.games.pax_romana.world.words import (
    BUILD_GALLEY,
    CITY,
    HIRE,
    REPAIR,
    TOWN,
)

SITES = {TOWN: may_build_town, CITY: may_build_city, REPAIR: may_repair, BUILD_GALLEY: may_build_galley}


def why_not(s: PlayedPosition, seat: int, action: int) -> Phrase | None:
    if action in s.legal(seat):
        return None
    if not s.stack:
        return Phrase("why.over", {}, "PR-3.7")
    if not 0 <= seat < s.box.seats:
        return Phrase("why.no-seat", {"seats": s.box.seats}, "PR-1.0b")
    power = s.decider(seat)
    top = s.stack[-1]
    if power < 0:
        return Phrase("why.not-your-turn", {"seats": s.actors()}, top.rule)
    verb, argument = action // SPAN * SPAN, action % SPAN
    found = top.why_not(s, power, action) or before_its_time(s, power, verb, argument) or elsewhere(top, verb)
    return found or Phrase("why.not-now", {}, prompt(s, seat).rule)


def before_its_time(s: PlayedPosition, power: int, verb: int, node: int) -> Phrase | None:
    """What would forbid a construction even at the right moment, which the player would like to know first.

    Whoever is asked for constructions says that himself.
    """
    rule = ""
    if verb in SITES:
        rule = SITES[verb](s, power, node)
    elif verb in RAISED and verb != HIRE:
        rule = may_raise(s, power, RAISED[verb], node)
    return because(rule) if rule else None

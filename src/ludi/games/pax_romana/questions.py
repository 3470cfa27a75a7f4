"""Questions that a page, a bot, a lesson or a test may put to any position; answers carry reasons and rule ids.

Places, Powers and Units are named by their words. The rules themselves use the functions behind these.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludi.games.pax_romana.cities import may_build_city, may_build_town, may_repair
from ludi.games.pax_romana.control import (
    communicating,
    loc_blocks,
    province_control,
    realm_controller,
    space_control,
)
from ludi.games.pax_romana.interception import interception_chance, interception_modifiers, interceptors
from ludi.games.pax_romana.losses import loss_options
from ludi.games.pax_romana.manpower import build_options, price
from ludi.games.pax_romana.marching import route_cost, within_reach
from ludi.games.pax_romana.naval import continuity_chance, must_stop
from ludi.games.pax_romana.pieces import NOBODY, SIDE_NAMES, SIDES
from ludi.games.pax_romana.reckoning import ATTACKER, field_of, odds_label
from ludi.games.pax_romana.retreat import retreat_spaces, sea_retreats
from ludi.games.pax_romana.rules import PaxRomanaState
from ludi.games.pax_romana.treasury import income_lines
from ludi.games.pax_romana.victory import civilization, final_scores, geography, gop_lines
from ludi.games.pax_romana.withdrawal import withdrawal_spaces

Answer = dict[str, Any]


def side_number(s: PaxRomanaState, word: str) -> int:
    for side, name in SIDE_NAMES.items():
        if name == word:
            return side
    return s.box.powers.index(word)


def who_controls_space(s: PaxRomanaState, space: str) -> Answer:
    """Who Controls a Space, and why (5.1)."""
    reason = space_control(s, s.box.atlas.index[space])
    return {"who": s.box.side_word(reason.who), "why": f"control.{reason.key}", "rule": reason.rule}


def who_controls_province(s: PaxRomanaState, province: str) -> Answer:
    """Who Controls a Province, and why (5.2)."""
    reason = province_control(s, s.box.atlas.province_index[province])
    return {"who": s.box.side_word(reason.who), "why": f"control.{reason.key}", "rule": reason.rule}


def who_controls_territory(s: PaxRomanaState, territory: str) -> Answer:
    """Who Controls a Territory (5.3)."""
    for number, realm in enumerate(s.box.realms):
        if realm.word == territory:
            return {"who": s.box.side_word(realm_controller(s, number)), "rule": "PR-5.3.1"}
    raise KeyError(territory)


def line_of_communication(s: PaxRomanaState, power: str, space: str) -> Answer:
    """Whether a line runs from a Space to a friendly home Space; if not, what blocks it where (6.1.5, 6.1.6)."""
    side, node = side_number(s, power), s.box.atlas.index[space]
    blocks = loc_blocks(s, side, node)
    return {
        "open": node in communicating(s, side),
        "blocks": [{"space": s.box.place(place), "by": key, "rule": rule} for place, key, rule in blocks],
    }


def income_of(s: PaxRomanaState, power: str) -> list[Answer]:
    """Income line by line (6.1)."""
    return [
        {"what": line.word, "talents": line.amount, "rule": line.rule}
        for line in income_lines(s, side_number(s, power))
    ]


def cost_of_route(s: PaxRomanaState, side: str, route: Sequence[str]) -> list[Answer]:
    """MP for each step of a route by land, attacks included (9.2)."""
    nodes = [s.box.atlas.index[place] for place in route]
    return [
        {"space": s.box.place(node), "mp": mp, "rule": rule}
        for node, mp, rule in route_cost(s, side_number(s, side), nodes)
    ]


def reach(s: PaxRomanaState, side: str, space: str, mp: int) -> dict[str, int]:
    """All Spaces within so many MP by land and what each costs."""
    found = within_reach(s, side_number(s, side), s.box.atlas.index[space], mp)
    return {s.box.place(node): cost for node, cost in sorted(found.items())}


def who_may_intercept(s: PaxRomanaState, side: str, space: str) -> list[Answer]:
    """Who may intercept an Army of ``side`` that enters a Space, with modifiers and the roll needed (9.3)."""
    node = s.box.atlas.index[space]
    found = []
    for who, start, lone in interceptors(s, side_number(s, side), node):
        modifiers = interception_modifiers(s, who, start, node)
        need, cases = interception_chance(sum(number for _, number, _ in modifiers))
        found.append(
            {
                "power": s.box.side_word(who),
                "from": s.box.place(start),
                "leader_alone": lone,
                "modifiers": [{"why": why, "number": number, "rule": rule} for why, number, rule in modifiers],
                "needs": need,
                "cases_of_36": cases,
            }
        )
    return found


def withdrawals(s: PaxRomanaState, power: str, space: str, enemy_from: str = "") -> list[str]:
    """The first steps open to a Pre-Battle Withdrawal (9.4.4)."""
    barred = s.box.atlas.index[enemy_from] if enemy_from else NOBODY
    steps = withdrawal_spaces(s, side_number(s, power), s.box.atlas.index[space], barred)
    return s.box.places(steps)


def battle_sums(
    s: PaxRomanaState,
    attacker: str,
    defender: str,
    space: str,
    *,
    start: str = "",
    walls: bool = False,
    amphibious: bool = False,
) -> Answer:
    """Battle Points, odds row, Shifts by cause and net Shifts, were ``attacker`` (standing at ``start``) to attack."""
    twin = s.copy()
    side, node = side_number(s, attacker), s.box.atlas.index[space]
    if start:
        origin = s.box.atlas.index[start]
        twin.add(side, node, twin.at(side, origin))
        for number in twin.leaders_of(side, origin):
            twin.leader_at[number] = node
    field = field_of(twin, (side,), (side_number(s, defender),), node, walls, amphibious)
    mine, theirs = field.points()
    return {
        "points": [mine, theirs],
        "odds": odds_label(max(mine, theirs), min(mine, theirs)),
        "shifts": [
            {
                "for": attacker if each.side == ATTACKER else defender,
                "why": each.cause,
                "number": each.number,
                "rule": each.rule,
            }
            for each in field.shifts()
        ],
        "net": field.net(),
    }


def ways_to_lose(s: PaxRomanaState, side: str, space: str, points: int, *, walls: bool = False) -> list[dict[str, int]]:
    """The legal ways to take a Battle loss (10.3.2, 10.6)."""
    return loss_options(s, side_number(s, side), s.box.atlas.index[space], points, not walls, walls)


def retreats(s: PaxRomanaState, side: str, space: str, enemy_from: str = "") -> Answer:
    """Where an Army may Retreat by land (with BP lost on the way) and by sea (10.7)."""
    barred = s.box.atlas.index[enemy_from] if enemy_from else NOBODY
    number, node = side_number(s, side), s.box.atlas.index[space]
    lands = retreat_spaces(s, (number,), node, barred)
    return {
        "land": {s.box.place(place): toll for place, toll in sorted(lands.items())},
        "sea": s.box.places(sea_retreats(s, (number,), node)),
    }


def continuity(s: PaxRomanaState, side: str, space: str, modifier: int = 0) -> Answer:
    """Whether a Fleet must Stop on entering a place, why, and in how many of 36 cases it may sail on (11.1)."""
    rule = must_stop(s, side_number(s, side), s.box.atlas.index[space])
    return {"stops": bool(rule), "rule": rule or "PR-11.1.7", "cases_of_36": continuity_chance(modifier)}


def buildable(s: PaxRomanaState, power: str) -> list[Answer]:
    """What may be raised, built or founded where, and what it costs."""
    number = side_number(s, power)
    found: list[Answer] = []
    for action in build_options(s, number, True):
        what, _, space = s.spell(action).partition(":")
        found.append({"what": what, "space": space, "talents": price(s, number, action)})
    for what, cost, check in (("town", 2, may_build_town), ("city", 3, may_build_city), ("repair", 1, may_repair)):
        for node in range(s.box.atlas.spaces):
            if not check(s, number, node):
                found.append({"what": what, "space": s.box.place(node), "talents": cost})
    return found


def standings(s: PaxRomanaState) -> dict[str, Answer]:
    """GOP (line by line), CVP and Victory Points of every Power."""
    scores = final_scores(s)
    return {
        word: {
            "gop": geography(s, power),
            "gop_lines": [
                {"what": line.word, "points": line.amount, "rule": line.rule} for line in gop_lines(s, power)
            ],
            "cvp": civilization(s, power),
            "vp": s.vp[power],
            "score": scores[power],
        }
        for power, word in enumerate(s.box.powers)
    }


def units_in(s: PaxRomanaState, space: str) -> dict[str, dict[str, int]]:
    """All Units in a Space by side."""
    from ludi.games.pax_romana.pieces import unpack

    node = s.box.atlas.index[space]
    return {s.box.side_word(side): unpack(s.at(side, node)) for side in range(SIDES) if s.at(side, node)}

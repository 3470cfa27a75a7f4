"""Questions that a page, a bot, a lesson or a test may put to any position; answers carry reasons and rule ids.

Places, Powers, sides and Units are named by their words. The rules themselves use the functions behind these.
What is asked about Control, money, building and victory stands here; movement and Battle are in :mod:`war_questions`,
the sea in :mod:`sea_questions`, what is put on the map in :mod:`placing_questions`; all can be asked from here.
``docs/pax-romana-questions.md`` shows each of them.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from ludi.games.pax_romana.asking.naming import Answer, BadQuestion, node_number, power_number, side_number, why
from ludi.games.pax_romana.asking.placing_questions import where_to_put
from ludi.games.pax_romana.asking.sea_questions import continuity, naval_battle, sea_reach, sea_route
from ludi.games.pax_romana.asking.state import PaxRomanaState
from ludi.games.pax_romana.asking.war_questions import (
    battle_odds,
    battle_sums,
    cost_of_route,
    reach,
    retreats,
    ways_to_lose,
    who_may_intercept,
    withdrawals,
)
from ludi.games.pax_romana.ch05_control.control import province_control, realm_controller, space_control
from ludi.games.pax_romana.ch06_treasury.communication import communicating, line_route, loc_blocks, only_by_rhodes
from ludi.games.pax_romana.ch06_treasury.income import income_lines
from ludi.games.pax_romana.ch06_treasury.maintenance import galleys_to_keep, heavy_units, manpower_maximum
from ludi.games.pax_romana.ch06_treasury.raising import (
    RAISE_VERB,
    build_options,
    charge,
    lonely,
    may_build_galley,
    may_raise,
    may_rebuild,
)
from ludi.games.pax_romana.ch07_cities.building import (
    CITY_COST,
    TOWN_COST,
    WALL_COST,
    may_build_city,
    may_build_town,
    may_repair,
)
from ludi.games.pax_romana.ch12_special.mercenaries import may_hire
from ludi.games.pax_romana.ch15_victory.points import (
    civilization,
    civilization_lines,
    geography,
    gop_lines,
    share_ranks,
)
from ludi.games.pax_romana.ch15_victory.victory import condition_holds, final_scores
from ludi.games.pax_romana.world.pieces import HEAVY, LEGION, NOBODY, SIDES, UNITS, unpack
from ludi.games.pax_romana.world.sets import has
from ludi.games.pax_romana.world.stability_track import RANGES, stability_range
from ludi.games.pax_romana.world.words import NUMBER

__all__ = [
    "Answer",
    "BadQuestion",
    "battle_odds",
    "battle_sums",
    "buildable",
    "continuity",
    "cost_of_route",
    "income_of",
    "line_of_communication",
    "manpower_of",
    "naval_battle",
    "reach",
    "retreats",
    "sea_reach",
    "sea_route",
    "side_number",
    "standings",
    "units_in",
    "victory_points_now",
    "ways_to_lose",
    "where_to_put",
    "who_controls_province",
    "who_controls_space",
    "who_controls_territory",
    "who_may_intercept",
    "why_not_build",
    "withdrawals",
]

SITES = {"town": (TOWN_COST, may_build_town), "city": (CITY_COST, may_build_city), "repair": (WALL_COST, may_repair)}
BUILD_RULES = {
    "galley": "PR-6.3b",
    "hire": "PR-12.2.2",
    "rebuild-legion": "PR-10.6.6b",
    "rebuild-heavy": "PR-10.6.6b",
    "legion": "PR-6.2.7a",
    "heavy": "PR-6.2.7b",
    "light": "PR-6.2.7c",
    "cavalry": "PR-6.2.7d",
    "elephant": "PR-6.2.7e",
    "town": "PR-7.1.2a",
    "city": "PR-7.1.2b",
    "repair": "PR-7.1.6",
}
"""What may be built, and the rule that gives its price."""


# 5 Control


def who_controls_space(s: PaxRomanaState, space: str) -> Answer:
    """Who Controls a Space, and why (5.1)."""
    reason = space_control(s, node_number(s, space))
    return {"who": s.box.side_word(reason.who), "why": f"control.{reason.key}", "rule": reason.rule}


def who_controls_province(s: PaxRomanaState, province: str) -> Answer:
    """Who Controls a Province, and why (5.2)."""
    if province not in s.box.atlas.province_index:
        raise BadQuestion(f"There is no province '{province}' on the map.")
    reason = province_control(s, s.box.atlas.province_index[province])
    return {"who": s.box.side_word(reason.who), "why": f"control.{reason.key}", "rule": reason.rule}


def who_controls_territory(s: PaxRomanaState, territory: str) -> Answer:
    """Who Controls a Territory, who has each of its Provinces, and which of them the strongest lacks (5.3)."""
    for number, realm in enumerate(s.box.realms):
        if realm.word == territory:
            owners = {s.box.atlas.province_ids[p]: s.provinces[p] for p in realm.provinces}
            who = realm_controller(s, number)
            held = Counter(owner for owner in owners.values() if owner != NOBODY)
            best = held.most_common(1)[0][0] if held else NOBODY
            return {
                "who": s.box.side_word(who),
                "why": "control.all-provinces" if who != NOBODY else "control.not-all-provinces",
                "rule": "PR-5.3.1",
                "provinces": {word: s.box.side_word(owner) for word, owner in owners.items()},
                "missing": [word for word, owner in owners.items() if owner == NOBODY or owner != best],
            }
    known = ", ".join(realm.word for realm in s.box.realms)
    raise BadQuestion(f"There is no territory '{territory}' in this scenario; there are {known}.")


def units_in(s: PaxRomanaState, space: str) -> dict[str, dict[str, int]]:
    """All Units in a place by side."""
    node = node_number(s, space)
    return {s.box.side_word(side): unpack(s.at(side, node)) for side in range(SIDES) if s.at(side, node)}


# 6.1 Lines of communication, income


def line_of_communication(s: PaxRomanaState, power: str, space: str) -> Answer:
    """Whether a line runs from a place to a friendly home Space, and which way; if not, what blocks it (6.1.5 to 8)."""
    side, node = power_number(s, power), node_number(s, space)
    blocks = loc_blocks(s, side, node)
    is_open = has(communicating(s, side), node)
    return {
        "open": is_open,
        "rule": "PR-6.1.5b" if is_open else "PR-6.1.5a",
        "route": s.box.places(line_route(s, side, node)),
        "toll": int(only_by_rhodes(s, side, node)),
        "blocks": [{"space": s.box.place(place), "by": key, "rule": rule} for place, key, rule in blocks],
    }


def income_of(s: PaxRomanaState, power: str) -> list[Answer]:
    """Income line by line (6.1); what a cut line of communication keeps back stands there with 0 Talents."""
    return [
        {"what": line.word, "talents": line.amount, "rule": line.rule}
        for line in income_lines(s, power_number(s, power))
    ]


# 6.2 to 7.1 What may be built


def buildable(s: PaxRomanaState, power: str) -> list[Answer]:
    """What may be raised, hired, rebuilt, built or founded where, what it costs and by which rule (6.2, 6.3, 7.1)."""
    number = power_number(s, power)
    found: list[Answer] = []
    for action in build_options(s, number, True):
        if lonely(s, number, action, ()):
            continue
        what, _, space = s.spell(action).partition(":")
        found.append(
            {"what": what, "space": space, "talents": charge(s, number, action, ()), "rule": BUILD_RULES[what]}
        )
    for what, (cost, check) in SITES.items():
        for node in range(s.box.atlas.spaces):
            if not check(s, number, node):
                found.append({"what": what, "space": s.box.place(node), "talents": cost, "rule": BUILD_RULES[what]})
    return found


def why_not_build(s: PaxRomanaState, power: str, what: str, space: str) -> Answer | None:
    """Why a Power cannot raise or build something in a Space, its Treasury included; None if it can."""
    number, node = power_number(s, power), node_number(s, space)
    if what not in BUILD_RULES:
        raise BadQuestion(f"Nobody builds '{what}'; there are {', '.join(BUILD_RULES)}.")
    cost = 1
    if what in SITES:
        cost, check = SITES[what]
        rule = check(s, number, node)
    elif what == "galley":
        cost, rule = 2, may_build_galley(s, number, node)
    elif what == "hire":
        cost, rule = 2, may_hire(s, number, node)
    elif what.startswith("rebuild"):
        rule = may_rebuild(s, number, LEGION if what == "rebuild-legion" else HEAVY, node)
        cost = charge(s, number, NUMBER[what] + node, ())
    else:
        kind = UNITS.index(what)
        cost = charge(s, number, RAISE_VERB[kind] + node, ())
        rule = may_raise(s, number, kind, node)
    if rule:
        return why(rule)
    if cost > s.treasury[number]:
        return {"why": "why.too-dear", "rule": "PR-6.2.5b", "talents": cost}
    heavy = what in ("heavy", "legion", "hire")
    if heavy and s.box.kind[number] == "carthage" and heavy_units(s, number) >= manpower_maximum(s, number):
        return {"why": "why.manpower-full", "rule": "PR-6.4.3"}
    return None


def manpower_of(s: PaxRomanaState, power: str) -> Answer:
    """Heavy Units against the maximum of the Stability range, Galleys to keep, and what that would cost now (6.4)."""
    number = power_number(s, power)
    heavy, most, galleys = heavy_units(s, number), manpower_maximum(s, number), galleys_to_keep(s, number)
    return {
        "range": RANGES[stability_range(s.stability[number])],
        "heavy": heavy,
        "maximum": most,
        "galleys": galleys,
        "due": [
            {"what": "heavy", "talents": max(0, heavy - most), "rule": "PR-6.4.2a"},
            {"what": "galleys", "talents": galleys, "rule": "PR-6.4.1a"},
        ],
    }


# 15 Victory


def standings(s: PaxRomanaState) -> dict[str, Answer]:
    """GOP and CVP (line by line) and Victory Points of every Power (15.2, 15.3)."""
    scores = final_scores(s)
    return {
        word: {
            "gop": geography(s, power),
            "gop_lines": [
                {"what": line.word, "points": line.amount, "rule": line.rule} for line in gop_lines(s, power)
            ],
            "cvp": civilization(s, power),
            "cvp_lines": [
                {"what": line.word, "points": line.amount, "rule": line.rule} for line in civilization_lines(s, power)
            ],
            "vp": s.vp[power],
            "score": scores[power],
        }
        for power, word in enumerate(s.box.powers)
    }


def victory_points_now(s: PaxRomanaState) -> dict[str, list[Answer]]:
    """What a Victory Phase at this moment would bring every Power, by cause; Objectives not yet shown apart (15.1)."""
    powers = range(len(s.box.powers))
    scoring: dict[str, Any] = s.box.scenario["scoring"]
    by_land = share_ranks([geography(s, power) for power in powers], scoring["gop"])
    by_towns = share_ranks([civilization(s, power) for power in powers], scoring["cvp"])
    found: dict[str, list[Answer]] = {}
    for power, word in enumerate(s.box.powers):
        lines: list[Answer] = [
            {"what": "gop", "points": by_land[power], "rule": "PR-15.2.3a"},
            {"what": "cvp", "points": by_towns[power], "rule": "PR-15.3.3a"},
        ]
        for bonus in s.box.scenario["victory"].get("bonus", ()):
            if bonus["power"] in ("any", word) and condition_holds(s, bonus["when"], power):
                lines.append({"what": bonus["text"], "points": bonus["points"], "rule": "PR-3.7"})
        if s.gained[power]:
            lines.append({"what": "so far", "points": s.gained[power], "rule": "PR-15.4.7a"})
        found[word] = lines
    return found

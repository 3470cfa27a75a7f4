"""Spaces that a scenario bars to somebody: by land, on landing, and on board of a Fleet that would enter a Port."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.pieces import HEAVY, HEAVY_R, LAND, LEGION, LEGION_R, SOF, count

SCENARIO = "PR-3.0"
"""The rule by which a scenario has rules of its own."""


def barred(s: Position, side: int, army: int, node: int, near: int) -> str:
    """The rule that keeps an Army which stands in one place from entering another, '' if none does."""
    for word in s.box.barring:
        if BANS[word](s, s.box.special[word], side, army, node, near):
            return "PR-12.4.2a" if side == SOF else SCENARIO
    return ""


def in_lands(s: Position, node: int, territories: Sequence[str], provinces: Sequence[str] = ()) -> bool:
    """Whether a Space lies in one of some Territories, as the map has them, or Provinces."""
    atlas = s.box.atlas
    province = atlas.province_of[node]
    if province < 0:
        return False
    return atlas.province_ids[province] in provinces or atlas.territory_ids[atlas.territory_of[province]] in territories


def is_space(s: Position, node: int) -> bool:
    return node < s.box.atlas.spaces


def pyrrhus_waits(s: Position, rule: Mapping[str, Any], side: int, army: int, node: int, near: int) -> bool:
    """Option of scenario V: on turn I the Soldier of Fortune stays out of a Territory."""
    now = s.turn + s.box.first_turn == rule["turn"]
    return now and side == SOF and in_lands(s, near, [rule["territory"]])


def pyrrhus_sails_west(s: Position, rule: Mapping[str, Any], side: int, army: int, node: int, near: int) -> bool:
    """IV: the Soldier of Fortune enters no Space but those of some Territories and Provinces."""
    return side == SOF and is_space(s, near) and not in_lands(s, near, rule["territories"], rule["provinces"])


def treaty_of_philinus(s: Position, rule: Mapping[str, Any], side: int, army: int, node: int, near: int) -> bool:
    """VI: on turn I Rome's and Carthage's Land Units keep out of each other's lands."""
    if s.turn + s.box.first_turn != rule["turn"] or not 0 <= side < len(s.box.powers) or not army & LAND:
        return False
    lands = rule.get(f"{s.box.powers[side]}_bars", ())
    return in_lands(s, near, lands)


def hannibal_in_italy(s: Position, rule: Mapping[str, Any], side: int, army: int, node: int, near: int) -> bool:
    """X: for some turns no more than so many Legions, full or Reduced, leave Rome's home."""
    limit = rule["legion_limit"]
    power = s.box.powers.index(rule["power"])
    if side != power or s.turn + s.box.first_turn not in limit["turns"] or not legions(army):
        return False
    if not is_space(s, near) or s.box.home[near] == power:
        return False
    abroad = sum(legions(stack) for place, stack in s.places_of(power) if s.box.home[place] != power)
    already = legions(army) if s.box.home[node] != power else 0
    return abroad - already + legions(army) > int(limit["legions"])


def eastern_distraction(s: Position, rule: Mapping[str, Any], side: int, army: int, node: int, near: int) -> bool:
    """IV: so many Heavy Infantry stay in a Territory; a Transit Point belongs to it if all Spaces joined to it do."""
    leaves = within(s, node, rule["territory"]) and not within(s, near, rule["territory"])
    return leaves and side == s.box.powers.index(rule["power"]) and too_few_left(s, rule, heavies(army))


def too_few_left(s: Position, rule: Mapping[str, Any], leaving: int) -> bool:
    """Whether a Territory would have fewer Heavy Infantry than the scenario asks for."""
    if not leaving or s.turn + s.box.first_turn < rule["from_turn"]:
        return False
    power = s.box.powers.index(rule["power"])
    there = sum(heavies(stack) for place, stack in s.places_of(power) if within(s, place, rule["territory"]))
    return there - leaving < int(rule["heavy_infantry"])


def within(s: Position, node: int, territory: str) -> bool:
    if is_space(s, node):
        return in_lands(s, node, [territory])
    joined = [near for near, _ in s.box.atlas.land[node] if is_space(s, near)]
    return bool(joined) and all(in_lands(s, near, [territory]) for near in joined)


def legions(stack: int) -> int:
    return count(stack, LEGION) + count(stack, LEGION_R)


def heavies(stack: int) -> int:
    return count(stack, HEAVY) + count(stack, HEAVY_R)


def may_break_down(s: Position, side: int, node: int, kind: int) -> bool:
    """Whether a scenario lets a Unit be broken down into Garrisons where it stands."""
    rule = s.box.special.get("eastern-distraction")
    if rule is None or kind not in (HEAVY, HEAVY_R) or side != s.box.powers.index(rule["power"]):
        return True
    return not within(s, node, rule["territory"]) or not too_few_left(s, rule, 1)


Ban = Callable[[Position, Mapping[str, Any], int, int, int, int], bool]
BANS: Mapping[str, Ban] = {
    "pyrrhus-waits": pyrrhus_waits,
    "pyrrhus-sails-west": pyrrhus_sails_west,
    "treaty-of-philinus": treaty_of_philinus,
    "hannibal-in-italy": hannibal_in_italy,
    "eastern-distraction": eastern_distraction,
}

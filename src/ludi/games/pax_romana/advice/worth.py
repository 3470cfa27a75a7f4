"""What things are worth to a Power, in Victory Points: Provinces, Cities, Talents, Spaces to take and to keep.

A rank on the scales of 15.2.3 and 15.3.3 is treated softly: one more point is worth most where the next rival is near.
"""

from __future__ import annotations

from math import exp
from typing import Any

from ludi.games.pax_romana.advice.memory import realm
from ludi.games.pax_romana.ch05_control.control import alone_in, counts_as_province, province_control, spaces_held
from ludi.games.pax_romana.ch15_victory.points import civilization, geography
from ludi.games.pax_romana.ch15_victory.victory import condition_holds
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.pieces import CITY, FULL_WALLS, GARRISON, HEAVY, LEGION, NOBODY, TOWN, count

COIN = 0.22
"""A Talent in hand."""
POINT = 0.1
"""A Battle Point on the map."""
FADE = 0.85
"""What is scored a turn later counts so much of what is scored now."""
NEAR_GOP, NEAR_CVP = 2.2, 3.2
"""How many points a rival may be away and still be caught."""
WIN = 14.0
"""To win at once."""


def scorings(s: Position) -> float:
    """How often the present map will still be scored, later times counting less."""
    left = s.box.turns - s.turn
    return (1.0 - FADE ** max(0, left)) / (1.0 - FADE)


def seasons(s: Position) -> float:
    """How many incomes are still to come, later ones counting less."""
    left = min(4, s.box.turns - s.turn - 1)
    return (1.0 - FADE ** max(0, left)) / (1.0 - FADE)


def hurt(s: Position, rival: int) -> float:
    """How much the others gain by what a rival loses: most when he leads."""
    powers = len(s.box.powers)
    if powers == 2 or rival >= powers:
        return 0.9 if powers == 2 else 0.3
    lead = s.vp[rival] - (sum(s.vp) - s.vp[rival]) / (powers - 1)
    return max(0.2, min(0.8, 0.38 + 0.035 * lead))


def soft_rank(mine: float, others: list[float], scale: list[int], near: float) -> float:
    """The points of a scale for a score among others, as if every score were a little uncertain."""
    rank = 0.0
    for each in others:
        rank += 1.0 / (1.0 + exp(max(-30.0, min(30.0, (mine - each) / near))))
    low = int(rank)
    if low >= len(scale) - 1:
        return float(scale[-1])
    return scale[low] + (rank - low) * (scale[low + 1] - scale[low])


def standings(s: Position) -> tuple[list[int], list[int]]:
    """GOP and CVP of all Powers; kept at hand until something moves."""
    known: tuple[list[int], list[int]] | None = s.kept("standings")
    if known is None:
        powers = range(len(s.box.powers))
        sites = [s.occupier(node) for node in s.sites]
        memory = realm(s)
        key = ("standings", tuple(sites))
        known = memory.get(key)
        if known is None:
            known = [geography(s, power) for power in powers], [civilization(s, power) for power in powers]
            memory[key] = known
        s.keep("standings", known)
    return known


def rates_key(s: Position) -> tuple[int, ...]:
    """What the rates of all Powers follow from, besides Control."""
    known: tuple[int, ...] | None = s.kept("rates")
    if known is None:
        gop, cvp = standings(s)
        known = (*gop, *cvp)
        s.keep("rates", known)
    return known


def rates(s: Position, power: int) -> tuple[float, float]:
    """What one more GOP and one more CVP bring a Power by the end of the game."""
    key = ("rates", power, rates_key(s))
    memory = realm(s)
    known: tuple[float, float] | None = memory.get(key)
    if known is not None:
        return known
    scoring = s.box.scenario["scoring"]
    times = scorings(s)
    found = []
    for scores, word, near in zip(standings(s), ("gop", "cvp"), (NEAR_GOP, NEAR_CVP), strict=True):
        scale = scoring[word]
        mine = scores[power]
        others = [float(each) for rival, each in enumerate(scores) if rival != power]
        step = soft_rank(mine + 1, others, scale, near) - soft_rank(mine, others, scale, near)
        found.append(times * max(step, 0.09 * scale[0]))
    rule = s.box.special.get("gains-count")
    if rule:
        found = [found[0] + rule["gop_change"], found[1] + rule["cvp_change"]]
    known = memory[key] = (found[0], found[1])
    return known


def site_worth(s: Position, power: int, kind: int, walls: int) -> float:
    """A City or Town with so many Wall Points."""
    full = walls == FULL_WALLS[kind]
    amount = (3 if full else 1) if kind == CITY else (1 if full else 0)
    worth = amount * (rates(s, power)[1] + COIN * seasons(s))
    return worth if full else worth + 0.3 * (rates(s, power)[1] + COIN * seasons(s))


def province_worth(s: Position, power: int, province: int) -> float:
    """Control of a Province, Stability included."""
    key = ("province", power, province, rates_key(s))
    memory = realm(s)
    known: float | None = memory.get(key)
    if known is None:
        known = memory[key] = _province_worth(s, power, province)
    return known


def _province_worth(s: Position, power: int, province: int) -> float:
    box = s.box
    province_proper = counts_as_province(s, province)
    worth = (0.3 if province_proper else 0.0) + COIN * box.atlas.income[province] * seasons(s)
    realm = box.realm_of[province]
    home = box.home_of_province[province] == power
    rate = rates(s, power)[0]
    if province_proper and (not home or box.scenario["scoring"].get("gop_home", True)):
        worth += rate
    if home:
        worth += 0.5
    for bonus in box.scenario["victory"].get("bonus", ()):
        when = bonus["when"]
        if when["kind"] == "controls-provinces" and bonus["power"] in ("any", box.powers[power]):
            word = box.atlas.province_ids[province]
            if word in when["provinces"]:
                need = int(when.get("at_least", len(when["provinces"])))
                others = [w for w in when["provinces"] if w != word]
                held = sum(s.provinces[box.atlas.province_index[w]] == power for w in others)
                worth += _bonus(s, bonus) * (1.0 if held == need - 1 else 0.35 if held < need else 0.0)
    if realm != NOBODY and box.realms[realm].home != power:
        rest = [each for each in box.realms[realm].provinces if each != province]
        held = sum(s.provinces[each] == power for each in rest)
        if not box.realms[realm].undivided or box.realms[realm].barbarian:
            worth += rate * (1.0 if held == len(rest) else 0.25 * held / max(1, len(rest)))
    return worth


def _bonus(s: Position, bonus: dict[str, Any]) -> float:
    return float(bonus["points"]) * (scorings(s) if bonus["timing"] == "each-turn" else 1.0)


def owner_with(s: Position, province: int, node: int, power: int) -> int:
    """Who would Control a Province if a Power held one of its Spaces (5.2)."""
    box = s.box
    counts = spaces_held(s, province)
    before = s.holder(node)
    if before != NOBODY:
        counts[before] -= 1
        if not counts[before]:
            del counts[before]
    if power != NOBODY:
        counts[power] = counts.get(power, 0) + 1
    home = box.home_of_province[province]
    if home != NOBODY:
        for capital in box.capitals[home]:
            if box.atlas.province_of[capital] == province and (power if capital == node else s.holder(capital)) == home:
                return home
    most = NOBODY
    for side, number in counts.items():
        if 2 * number > len(box.atlas.spaces_of[province]):
            most = side
    if home != NOBODY and counts.get(home) and most in (NOBODY, home):
        return home
    if most != NOBODY:
        return most if most < len(box.powers) else NOBODY
    return alone_in(s, counts) if home == NOBODY else NOBODY


def controller(s: Position, province: int) -> int:
    """Who Controls a Province by the pieces as they stand."""
    return province_control(s, province).who


def space_extra(s: Position, power: int, node: int, combat: bool) -> float:
    """What the scenario itself gives for a Space: points, a bonus, the victory."""
    key = ("extra", power, node, combat)
    memory = realm(s)
    known: float | None = memory.get(key)
    if known is not None:
        return known
    box = s.box
    victory = box.scenario["victory"]
    word = box.atlas.ids[node] if node < box.atlas.spaces else ""
    worth = float(victory.get("space_points", {}).get(word, 0))
    for bonus in victory.get("bonus", ()):
        when = bonus["when"]
        if bonus["power"] not in ("any", box.powers[power]) or word not in when.get("spaces", ()):
            continue
        if when["kind"] == "occupies-spaces":
            if combat and not condition_holds(s, when, power):
                worth += 0.8 * _bonus(s, bonus)
        elif when["kind"] == "controls-spaces":
            missing = sum(s.holder(box.atlas.index[w]) != power for w in when["spaces"] if w != word)
            worth += _bonus(s, bonus) / (1 + missing)
    for entry in victory.get("automatic", ()):
        if entry["power"] not in ("any", box.powers[power]):
            continue
        for condition in entry["all"]:
            if condition["kind"] == "controls-spaces" and word in condition["spaces"]:
                others = [w for w in condition["spaces"] if w != word]
                need = int(condition.get("at_least", len(condition["spaces"]))) - 1
                missing = max(0, need - sum(s.holder(box.atlas.index[w]) == power for w in others))
                worth += WIN / (1 + 2 * missing) ** 2
    memory[key] = worth
    return worth


def hold_gain(s: Position, power: int, node: int, combat: bool = True) -> float:
    """What it brings a Power to hold a Space that it does not hold now."""
    key = ("hold", power, node, combat)
    known: float | None = s.kept(key)
    if known is not None:
        return known
    province = s.box.atlas.province_of[node]
    memory = realm(s)
    deep = ("hold", power, node, combat, rates_key(s), holders(s, province))
    found: float | None = memory.get(deep)
    if found is None:
        found = memory[deep] = _hold_gain(s, power, node, combat, province)
    s.keep(key, found)
    return found


def holders(s: Position, province: int) -> tuple[int, ...]:
    """Who holds the Spaces of a Province."""
    if province < 0:
        return ()
    known: tuple[int, ...] | None = s.kept(("holders", province))
    if known is None:
        known = tuple([s.holder(node) for node in s.box.atlas.spaces_of[province]])
        s.keep(("holders", province), known)
    return known


def _hold_gain(s: Position, power: int, node: int, combat: bool, province: int) -> float:
    box = s.box
    holder = s.holder(node)
    worth = 0.0
    if province >= 0 and holder != power:
        before = controller(s, province)
        after = owner_with(s, province, node, power)
        if after == power and before != power:
            worth += province_worth(s, power, province)
        elif before != power:
            spaces = len(box.atlas.spaces_of[province])
            mine = 1 + spaces_held(s, province).get(power, 0)
            worth += 0.5 * province_worth(s, power, province) * min(1.0, mine / (spaces // 2 + 1)) * 0.8
        else:
            worth += 0.08
        if 0 <= before < len(box.powers) and before != power and after != before:
            worth += hurt(s, before) * province_worth(s, before, province)
        worth += space_extra(s, power, node, combat)
        if 0 <= holder < len(box.powers):
            worth += hurt(s, holder) * space_extra(s, holder, node, True)
            if node in box.capitals[holder]:
                worth += 2.0
    elif province >= 0 and combat:
        worth += _occupation(s, power, node)
    return worth


def _occupation(s: Position, power: int, node: int) -> float:
    """A bonus for Units that stand in a Space already held."""
    box = s.box
    word = box.atlas.ids[node]
    worth = 0.0
    for bonus in box.scenario["victory"].get("bonus", ()):
        when = bonus["when"]
        if when["kind"] != "occupies-spaces" or bonus["power"] != box.powers[power] or word not in when["spaces"]:
            continue
        if not condition_holds(s, when, power):
            worth += 0.8 * _bonus(s, bonus)
    return worth


def site_gain(s: Position, power: int, node: int) -> float:
    """What it brings to capture the City or Town in a Space."""
    site = s.sites.get(node)
    if site is None or site.owner == power:
        return 0.0
    kind, owner = site.kind, site.owner
    worth = site_worth(s, power, kind, site.walls) + 0.4
    if owner < len(s.box.powers):
        worth += hurt(s, owner) * site_worth(s, owner, kind, site.walls)
    return worth


def keep_worth(s: Position, power: int, node: int) -> float:
    """What a Power would lose with a Space that it holds."""
    key = ("keep", power, node)
    known: float | None = s.kept(key)
    if known is not None:
        return known
    province = s.box.atlas.province_of[node]
    memory = realm(s)
    deep = ("keep", power, node, rates_key(s), holders(s, province))
    found: float | None = memory.get(deep)
    if found is None:
        found = memory[deep] = _keep_worth(s, power, node, province)
    s.keep(key, found)
    return found


def _keep_worth(s: Position, power: int, node: int, province: int) -> float:
    box = s.box
    worth = 0.0
    if province >= 0 and s.holder(node) == power:
        site = s.sites.get(node)
        if site is not None and site.owner == power:
            worth += site_worth(s, power, site.kind, site.walls)
        if controller(s, province) == power:
            enemy = next((rival for rival in range(len(box.powers)) if rival != power), NOBODY)
            if owner_with(s, province, node, enemy) != power:
                worth += province_worth(s, power, province)
            else:
                worth += 0.1
        worth += space_extra(s, power, node, True) * 0.5
        if node in box.capitals[power]:
            worth += 2.5
            for rival in range(len(box.powers)):
                if rival != power:
                    worth += 0.6 * space_extra(s, rival, node, True)
    return worth


def may_found(s: Position, node: int) -> bool:
    """Whether a Town could stand in a Space."""
    atlas = s.box.atlas
    return node < atlas.spaces and node not in s.sites and not atlas.is_mountain[node]


def seed_worth(s: Position, power: int, node: int) -> float:
    """A Garrison for a Town to come, in a Space that the Power holds."""
    if s.treasury[power] < 4 or not may_found(s, node) or count(s.at(power, node), GARRISON):
        return 0.0
    return max(0.0, 0.4 * (town_worth(s, power) - 2 * COIN) - 0.05)


def growth_worth(s: Position, power: int, node: int) -> float:
    """A Legion or Heavy Infantry for a Town that may become a City."""
    site = s.sites.get(node)
    if site is None or site.owner != power or site.kind != TOWN or not site.whole:
        return 0.0
    stack = s.at(power, node)
    if s.treasury[power] < 4 or count(stack, LEGION) or count(stack, HEAVY):
        return 0.0
    return max(0.0, 0.5 * (city_worth(s, power) - 3 * COIN - 0.35))


def town_worth(s: Position, power: int) -> float:
    """A new Town, its price apart."""
    return site_worth(s, power, TOWN, FULL_WALLS[TOWN])


def city_worth(s: Position, power: int) -> float:
    """A Town made a City, its price apart."""
    return site_worth(s, power, CITY, FULL_WALLS[CITY]) - site_worth(s, power, TOWN, FULL_WALLS[TOWN])

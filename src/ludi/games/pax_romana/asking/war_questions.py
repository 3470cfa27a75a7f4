"""Questions about marching, interception, Withdrawal, Battle, losses and Retreat (chapters 9 and 10)."""

from __future__ import annotations

from collections.abc import Sequence

from ludi.games.pax_romana.asking.naming import Answer, node_number, power_number, side_number
from ludi.games.pax_romana.asking.odds import BattleOdds, odds_of
from ludi.games.pax_romana.asking.state import PaxRomanaState
from ludi.games.pax_romana.ch09_movement.interceptors import interception_chance, interception_modifiers, interceptors
from ludi.games.pax_romana.ch09_movement.ways import attack_cost, route_cost, within_reach
from ludi.games.pax_romana.ch09_movement.withdrawal import costs_stability, hindrance, withdrawal_spaces
from ludi.games.pax_romana.ch10_battle.losses import loss_options
from ludi.games.pax_romana.ch10_battle.retreat_ways import retreat_spaces, sea_retreats
from ludi.games.pax_romana.ch10_battle.sums import ATTACKER, Field, field_of, odds_label
from ludi.games.pax_romana.world.pieces import ELEPHANT, NOBODY, count

# 9 Land movement


def cost_of_route(s: PaxRomanaState, side: str, route: Sequence[str]) -> list[Answer]:
    """MP for each step of a route by land, attacks included (9.2). 99 MP: that step is not possible, and why."""
    nodes = [node_number(s, place) for place in route]
    return [
        {"space": s.box.place(node), "mp": mp, "rule": rule}
        for node, mp, rule in route_cost(s, side_number(s, side), nodes)
    ]


def reach(s: PaxRomanaState, side: str, space: str, mp: int) -> list[Answer]:
    """All Spaces within so many MP by land, what each costs, and whether it must be attacked (9.2.1)."""
    number = side_number(s, side)
    found = within_reach(s, number, node_number(s, space), mp)
    answers = []
    for node, cost in sorted(found.items()):
        attack = bool(attack_cost(s, number, node))
        rule = "PR-9.2.1g" if attack else "PR-9.2.1a"
        answers.append({"space": s.box.place(node), "mp": cost, "attack": attack, "rule": rule})
    return answers


def who_may_intercept(s: PaxRomanaState, side: str, space: str) -> list[Answer]:
    """Who may intercept an Army of ``side`` that enters a Space, with modifiers and the roll needed (9.3)."""
    node = node_number(s, space)
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
                "rule": "PR-9.3.2e",
            }
        )
    return found


def withdrawals(s: PaxRomanaState, power: str, space: str, enemy_from: str = "", attacker: str = "") -> Answer:
    """The first steps open to a Pre-Battle Withdrawal, what the attacker's Cavalry takes from its roll, and its cost in
    Stability (9.4)."""
    barred = node_number(s, enemy_from) if enemy_from else NOBODY
    number, node = power_number(s, power), node_number(s, space)
    sea = set(s.box.atlas.sea[node])
    steps = withdrawal_spaces(s, number, node, barred)
    by_land = {near for near, _ in s.box.atlas.land[node]}
    hindered = 0
    if attacker:
        start = barred if barred != NOBODY else node
        amphibious = start != node and start not in by_land
        hindered = hindrance(s, side_number(s, attacker), start, number, node, amphibious)
    return {
        "spaces": [
            {
                "space": s.box.place(near),
                "by": "land" if near in by_land else "sea",
                "rule": "PR-9.4.4a" if near in by_land or near not in sea else "PR-9.4.5d",
            }
            for near in steps
        ],
        "hindrance": {"mp": hindered, "rule": "PR-9.4.3a"},
        "stability": {"change": -1 if costs_stability(s, number, node) else 0, "rule": "PR-9.4.5e"},
        "rule": "PR-9.4.1a",
    }


# 10 Battle


def _field(
    s: PaxRomanaState, attacker: str, defender: str, space: str, start: str, walls: bool, amphibious: bool
) -> tuple[Field, tuple[int, int], tuple[bool, bool]]:
    """The Battle were ``attacker`` (standing at ``start``) to attack: its sums, Elephants, leaders of both."""
    twin = s.copy()
    side, other, node = side_number(s, attacker), side_number(s, defender), node_number(s, space)
    if start:
        origin = node_number(s, start)
        twin.add(side, node, twin.at(side, origin))
        if twin.has_engines(side, origin):
            twin.put_engines(side, node)
        for number in twin.leaders_of(side, origin):
            twin.leader_at[number] = node
    field = field_of(twin, (side,), (other,), node, walls, amphibious)
    elephants = count(twin.at(side, node), ELEPHANT), count(twin.at(other, node), ELEPHANT)
    chiefs = bool(twin.leaders_of(side, node)), bool(twin.leaders_of(other, node))
    return field, elephants, chiefs


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
    field, elephants, _ = _field(s, attacker, defender, space, start, walls, amphibious)
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
        "loss_base": list(field.bases()),
        "elephants": list(elephants),
        "rule": "PR-10.3.1e",
    }


def battle_odds(
    s: PaxRomanaState,
    attacker: str,
    defender: str,
    space: str,
    *,
    start: str = "",
    walls: bool = False,
    amphibious: bool = False,
    retreat: bool = False,
) -> BattleOdds:
    """The exact odds of that Battle, all Elephants committed (:func:`odds.odds_of`)."""
    field, elephants, chiefs = _field(s, attacker, defender, space, start, walls, amphibious)
    return odds_of(field, elephants=elephants, leaders=chiefs, retreat=retreat)


def ways_to_lose(s: PaxRomanaState, side: str, space: str, points: int, *, walls: bool = False) -> list[dict[str, int]]:
    """The legal ways to take a Battle loss: what is gone (or, below zero, what is new) by kind (10.3.2, 10.6)."""
    node = node_number(s, space)
    horse = not walls and not s.box.atlas.is_mountain[node]
    return loss_options(s, side_number(s, side), node, points, horse, walls)


def retreats(s: PaxRomanaState, side: str, space: str, enemy_from: str = "") -> Answer:
    """Where an Army may Retreat by land (with BP lost on the way) and by sea (10.7)."""
    barred = node_number(s, enemy_from) if enemy_from else NOBODY
    number, node = side_number(s, side), node_number(s, space)
    lands = retreat_spaces(s, (number,), node, barred)
    return {
        "land": {s.box.place(place): toll for place, toll in sorted(lands.items())},
        "sea": s.box.places(sea_retreats(s, (number,), node)),
        "rules": {"land": "PR-10.7.4a", "toll": "PR-10.7.6e", "sea": "PR-10.7.5"},
    }

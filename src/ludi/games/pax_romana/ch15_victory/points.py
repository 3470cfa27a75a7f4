"""Chapters 15.2 and 15.3: Geographic Objective Points and Civilization Points."""

from __future__ import annotations

from ludi.games.pax_romana.ch05_control.control import counts_as_province, realm_controllers
from ludi.games.pax_romana.ch15_victory.objectives import L, objective_worth
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.reckoning import Line
from ludi.games.pax_romana.world.counters import is_shown, letter_of
from ludi.games.pax_romana.world.pieces import CITY, Site
from ludi.games.pax_romana.world.words import LETTERS

# 15.2 Geographic Objective Points


def gop_lines(s: Position, power: int) -> list[Line]:
    """The Geographic Objective Points of a Power, line by line (15.2.2)."""
    box = s.box
    lines = []
    count_home = bool(box.scenario["scoring"].get("gop_home", True))
    for province in box.open_provinces:
        if s.provinces[province] != power:
            continue
        if box.home_of_province[province] == power and not count_home:
            continue
        if not counts_as_province(s, province):
            continue
        lines.append(Line(box.atlas.province_ids[province], 1, "PR-15.2.2a"))
    for realm, owner in zip(box.realms, realm_controllers(s), strict=True):
        if owner != power or realm.home == power:
            continue
        if not realm.undivided or realm.barbarian:
            lines.append(Line(realm.word, 1, "PR-15.2.2b"))
    for marker in s.objectives[power]:
        if is_shown(marker) and letter_of(marker) < L:
            worth = objective_worth(s, power, letter_of(marker))
            if worth:
                lines.append(Line(f"objective-{LETTERS[letter_of(marker)]}", worth, "PR-15.2.2d"))
    return lines


def geography(s: Position, power: int) -> int:
    """GOP."""
    return sum(line.amount for line in gop_lines(s, power))


# 15.3 Civilization Points


def civilization_lines(s: Position, power: int) -> list[Line]:
    """The Civilization Points of a Power, site by site (15.3.2)."""
    lines = []
    for node, site in sorted(s.sites.items()):
        if site.owner == power:
            held = s.occupier(node) == power
            rule = "PR-15.3.2" if held else "PR-12.7.3b"
            lines.append(Line(s.box.place(node), site_worth(site) if held else 0, rule))
    return lines


def site_worth(site: Site) -> int:
    """CVP of a City or Town: full Town 1, full City 3, reduced City 1 (15.3.2)."""
    if site.kind == CITY:
        return 3 if site.whole else 1
    return 1 if site.whole else 0


def civilization(s: Position, power: int) -> int:
    """CVP: full Town 1, full City 3, reduced City 1; none while Slaves hold it (15.3.2, 12.7.3)."""
    total = 0
    for node, site in s.sites.items():
        if site.owner != power or s.occupier(node) != power:
            continue
        total += site_worth(site)
    return total


def share_ranks(scores: list[int], scale: list[int]) -> list[int]:
    """VP by rank; those who tie share their ranks' VP, rounded down (15.2.3, 15.3.3).

    >>> share_ranks([8, 8, 6, 4], [7, 4, 2, 0])
    [5, 5, 2, 0]
    """
    worth = [0] * len(scores)
    rank = 0
    for score in sorted(set(scores), reverse=True):
        tied = [index for index, each in enumerate(scores) if each == score]
        pot = sum(scale[rank : rank + len(tied)])
        for index in tied:
            worth[index] = pot // len(tied)
        rank += len(tied)
    return worth

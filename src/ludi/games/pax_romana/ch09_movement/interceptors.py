"""Chapters 9.3.1 and 9.3.2: who may intercept, and how likely it succeeds."""

from __future__ import annotations

from ludi.games.pax_romana.ch08_leaders.leaders import best_tactical, tactical
from ludi.games.pax_romana.ch09_movement.enemies import hostile
from ludi.games.pax_romana.ch09_movement.ways import (
    kept_back,
)
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.atlas import LAND_LINK
from ludi.games.pax_romana.world.pieces import CITY, COMBAT, LAND, NOBODY, PONTUS, SOF, TOWN, is_power

NEEDED = 12


def player_of(s: Position, side: int) -> int:
    """Who decides for an Army that may intercept: the player of the Soldier of Fortune or of Pontus for theirs."""
    return s.player_of(side)


def own_site(s: Position, power: int, node: int) -> int:
    """The kind of the City or Town a Power has in a Space, 0 if none."""
    site = s.sites.get(node)
    return 0 if site is None or site.owner != power else site.kind


def interception_modifiers(
    s: Position, who: int, origin: int, target: int, leaders: list[int] | None = None
) -> list[tuple[str, int, str]]:
    """What is added to the 2d6: (what, number, rule) (9.3.2). ``leaders`` are those who go, all there unless told."""
    found = []
    power = player_of(s, who)
    rating = tactical(s, best_tactical(s, s.leaders_of(who, origin) if leaders is None else leaders))
    if rating:
        found.append(("leader", rating, "PR-9.3.2a"))
    site = own_site(s, power, origin)
    if site == CITY:
        found.append(("from-city", 3, "PR-9.3.2b"))
    elif site == TOWN:
        found.append(("from-town", 1, "PR-9.3.2c"))
    if own_site(s, power, target) == CITY:
        found.append(("into-city", 1, "PR-9.3.2d"))
    return found


def interception_chance(modifier: int) -> tuple[int, int]:
    """The 2d6 needed for 12 or more, and in how many of 36 cases it comes (9.3.2 e)."""
    need = max(2, NEEDED - modifier)
    return need, sum(a + b >= need for a in range(1, 7) for b in range(1, 7))


def fighters(s: Position, who: int, near: int, node: int) -> int:
    """The Land Units of a side that could ride from one Space into another."""
    units = s.at(who, near) & LAND
    return units - kept_back(s, who, units, node)


def friends_there(s: Position, who: int, node: int) -> bool:
    """Whether a friendly Army is in a Space, so that a leader alone may ride to it (9.3.1)."""
    return any(s.at(side, node) & COMBAT for side in (*range(len(s.box.powers)), SOF) if s.friends(side, who))


def interceptors(
    s: Position, side: int, node: int, barred: int = NOBODY, power: int = NOBODY
) -> list[tuple[int, int, bool]]:
    """Who may intercept an Army of ``side`` that enters a Space: (side, from where, whether a leader alone).

    ``power`` is who decides for the Army that entered, ``barred`` a Space whose Army may not (9.4.5, 10.7.6).
    """
    found = []
    atlas = s.box.atlas
    sides = [who for who in range(len(s.box.powers)) if who != side and hostile(s, side, who, power)]
    if s.ways and is_power(side):
        sides = [who for who in sides if not s.lets_in(who, side, node)]
    if s.sof_owner != NOBODY and hostile(s, side, SOF, power):
        sides.append(SOF)
    if s.pontus_player != NOBODY and side != PONTUS and hostile(s, side, PONTUS, power):
        sides.append(PONTUS)
    sides = [who for who in sides if not s.kept_apart(who, node)]
    for near, link in atlas.land[node]:
        if link != LAND_LINK or near >= atlas.spaces or near == barred:
            continue
        led = near in s.leader_at
        for who in sides:
            if s.at(who, near) & COMBAT and fighters(s, who, near, node) & COMBAT:
                found.append((who, near, False))
            elif led and s.leaders_of(who, near) and friends_there(s, who, node):
                found.append((who, near, True))
    return found

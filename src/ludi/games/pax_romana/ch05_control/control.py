"""Chapter 5: Control of Spaces, Provinces and Territories, and what follows when it changes."""

from __future__ import annotations

from typing import NamedTuple

from ludi.games.pax_romana.ch11_naval.fleets import rhodians_obey
from ludi.games.pax_romana.ch12_special.pergamum import keep_what_is_held
from ludi.games.pax_romana.ch13_barbarians.rebels import ungoverned
from ludi.games.pax_romana.ch14_stability.stability import change_stability
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.play_book.rivals import unite_courts
from ludi.games.pax_romana.world.pieces import NOBODY
from ludi.games.pax_romana.world.sets import has, members, minus, plus


class Reason(NamedTuple):
    """An answer with its reason: a key of the phrasebook and the rule it rests on."""

    who: int
    key: str
    rule: str


# 5.1 Spaces


def space_control(s: Position, node: int) -> Reason:
    """Who Controls a Space, and why (5.1)."""
    who = s.holder(node)
    side = s.occupier(node)
    if who == NOBODY:
        return Reason(NOBODY, "unoccupied-abroad", "PR-5.1.1c")
    if side == NOBODY:
        return Reason(who, "unoccupied-home", "PR-5.1.4a" if s.box.atlas.is_port[node] else "PR-5.1.1b")
    if who != side:
        return Reason(who, "unoccupied-home", "PR-12.4.1")
    if side >= len(s.box.powers):
        return Reason(side, "held-by-others", "PR-5.4.1a")
    return Reason(side, "occupied", "PR-5.1.1a")


# 5.2 Provinces


def spaces_held(s: Position, province: int) -> dict[int, int]:
    """How many Spaces of a Province each side Controls."""
    counts: dict[int, int] = {}
    for node in s.box.atlas.spaces_of[province]:
        side = s.holder(node)
        if side != NOBODY:
            counts[side] = counts.get(side, 0) + 1
    return counts


def province_control(s: Position, province: int) -> Reason:
    """Who Controls a Province by the pieces now on the map, and why (5.2)."""
    box = s.box
    spaces = box.atlas.spaces_of[province]
    powers = len(box.powers)
    home = box.home_of_province[province]
    if ungoverned(s, province):
        return Reason(NOBODY, "rebels", f"PR-13.3-{box.atlas.province_ids[province].upper()}")
    if home != NOBODY:
        for capital in box.capitals[home]:
            if box.atlas.province_of[capital] == province and s.holder(capital) == home:
                return Reason(home, "holds-capital", "PR-5.2.2a")
    counts = spaces_held(s, province)
    most = NOBODY
    for side, number in counts.items():
        if 2 * number > len(spaces):
            most = side
    if home != NOBODY:
        if counts.get(home) and most in (NOBODY, home):
            return Reason(home, "present-at-home", "PR-5.2.2b")
        if 0 <= most < powers:
            with_capital = any(box.atlas.province_of[capital] == province for capital in box.capitals[home])
            return Reason(most, "majority-abroad", "PR-5.2.3a" if with_capital else "PR-5.2.3b")
        return Reason(NOBODY, "no-majority", "PR-5.2.3b")
    if 0 <= most < powers:
        return Reason(most, "majority", "PR-5.2.1a")
    only = alone_in(s, counts)
    if only != NOBODY:
        return Reason(only, "alone", "PR-5.2.1b")
    return Reason(NOBODY, "contested" if counts else "empty", "PR-5.2.1b")


def alone_in(s: Position, counts: dict[int, int]) -> int:
    """The Power beside which no one holds a Space of a Province (5.2.1 b); its own Soldier of Fortune is no other."""
    powers = [side for side in counts if side < len(s.box.powers)]
    if len(powers) == 1 and all(s.friends(powers[0], side) for side in counts):
        return powers[0]
    return NOBODY


# 5.3 Territories


def counts_as_province(s: Position, province: int) -> bool:
    """A Barbarian Territory is tested for Control like a Province, but is none (2.1.1)."""
    atlas = s.box.atlas
    return atlas.territory_types[atlas.territory_of[province]] != "barbarian"


def realm_controller(s: Position, realm: int) -> int:
    """The Power that Controls every Province of a Territory (5.3.1), as of the last recount."""
    return realm_controllers(s)[realm]


def realm_controllers(s: Position) -> list[int]:
    """The same for each Territory."""
    known: list[int] | None = s.kept("realms")
    if known is None:
        owners = s.provinces
        known = []
        for realm in s.box.realms:
            first = owners[realm.provinces[0]]
            known.append(first if all(owners[province] == first for province in realm.provinces) else NOBODY)
        s.keep("realms", known)
    return known


def recount(s: Position, quiet: bool = False) -> None:
    """Read Control anew wherever something changed; Stability follows at once (14.2.1 b to e, m, q)."""
    if not s.dirty:
        return
    atlas = s.box.atlas
    if has(s.dirty, atlas.province_of[atlas.index["rhodes"]]):
        rhodians_obey(s)
    keep_what_is_held(s)
    dirty, s.dirty = s.dirty, 0
    for province in members(dirty):
        _recount_province(s, province, quiet)
    recount_capitals(s, quiet)


def recount_at(s: Position, node: int) -> None:
    """The same in one Province alone: a capture is counted before the Move it belongs to has ended."""
    atlas = s.box.atlas
    province = atlas.province_of[node]
    if not has(s.dirty, province):
        return
    if province == atlas.province_of[atlas.index["rhodes"]]:
        rhodians_obey(s)
    s.dirty = minus(s.dirty, province)
    _recount_province(s, province, False)
    recount_capitals(s)


def _recount_province(s: Position, province: int, quiet: bool) -> None:
    before = s.provinces[province]
    after = province_control(s, province).who
    if after != before:
        s.provinces[province] = after
        s.changed()
        if not quiet:
            _province_changed(s, province, before, after)


def recount_capitals(s: Position, quiet: bool = False) -> None:
    """Each Capital lost or regained moves Stability at once, in the middle of a Move too (14.2.1 m, q)."""
    for power, capitals in enumerate(s.box.capitals):
        held = 0
        for number, capital in enumerate(capitals):
            if s.holder(capital) == power:
                held = plus(held, number)
        before = s.capital_held[power]
        if held != before:
            s.capital_held[power] = held
            if not quiet:
                lost = sum(has(before, number) > has(held, number) for number in range(len(capitals)))
                regained = sum(has(held, number) > has(before, number) for number in range(len(capitals)))
                if lost:
                    unite_courts(s, power)
                    change_stability(s, power, -lost, "PR-14.2.1m")
                if regained:
                    change_stability(s, power, regained, "PR-14.2.1q")


def _province_changed(s: Position, province: int, before: int, after: int) -> None:
    home = s.box.home_of_province[province]
    if s.listener is not None:
        word = s.box.atlas.province_ids[province]
        s.tell("province", "PR-5.2.1a", province=word, side=s.box.side_word(after), before=s.box.side_word(before))
    if not counts_as_province(s, province):
        return
    if before != NOBODY:
        own = home == before
        change_stability(s, before, -2 if own else -1, "PR-14.2.1d" if own else "PR-14.2.1c")
    if after != NOBODY:
        own = home == after
        change_stability(s, after, 2 if own else 1, "PR-14.2.1e" if own else "PR-14.2.1b")

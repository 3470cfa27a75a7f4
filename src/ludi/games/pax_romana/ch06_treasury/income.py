"""Chapter 6.1: Income, phase A of a Game-Turn."""

from __future__ import annotations

from typing import Final

from ludi.games.pax_romana.ch05_control.control import realm_controllers
from ludi.games.pax_romana.ch06_treasury.communication import communicating, communicating_by_rhodes
from ludi.games.pax_romana.ch13_barbarians.rebels import pays_nothing
from ludi.games.pax_romana.engine.ground import held
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.reckoning import Line
from ludi.games.pax_romana.world.pieces import CITY
from ludi.games.pax_romana.world.sets import has

UNKNOWN: Final = -1


class Account:
    """What a Power would collect, as it is reckoned up: the sum, and its lines where somebody wants to read them.

    It knows whose lines of communication run, and which of them pass Independent Rhodes for 1T a Space (6.1.6 c).
    """

    def __init__(self, s: Position, power: int, written: bool) -> None:
        self.s = s
        self.power = power
        self.written = written
        """Whether lines are wanted."""
        self.lines: list[Line] = []
        self.sum = 0
        self.spaces: set[int] = set()
        """Spaces whose line passes Rhodes: one of a Province is enough for what the Province pays."""
        self.provinces: set[int] = set()
        self._near = UNKNOWN
        self._far = UNKNOWN

    def put(self, word: str, amount: int, rule: str) -> None:
        self.sum += amount
        if self.written:
            self.lines.append(Line(word, amount, rule))

    def near(self) -> int:
        """The places that a line reaches without Rhodes, as a set."""
        if self._near == UNKNOWN:
            self._near = communicating(self.s, self.power)
        return self._near

    def far(self) -> int:
        """The places that a line reaches."""
        if self._far == UNKNOWN:
            self._far = communicating_by_rhodes(self.s, self.power)
        return self._far

    def due(self) -> int:
        """What Rhodes gets."""
        paid = {self.s.box.atlas.province_of[node] for node in self.spaces}
        return len(self.spaces) + len(self.provinces - paid)


def income_lines(s: Position, power: int) -> list[Line]:
    """What a Power would collect now, line by line (6.1)."""
    return _account(s, power, written=True).lines


def _account(s: Position, power: int, written: bool) -> Account:
    account = Account(s, power, written)
    _put_provinces(s, power, account)
    _put_sites(s, power, account)
    _put_mines(s, power, account)
    subsidy = s.box.scenario["powers"][s.box.powers[power]].get("subsidy")
    if subsidy:
        held = sum(s.holder(s.box.atlas.index[space]) == power for space in subsidy["while_controls"])
        if held >= subsidy["at_least"]:
            account.put("subsidy", subsidy["talents"], "PR-6.1.2")
    due = account.due()
    if due:
        account.put("rhodes-toll", -due, "PR-6.1.6c")
    return account


def _put_provinces(s: Position, power: int, account: Account) -> None:
    """Provinces and whole Territories (6.1.1 a, b)."""
    box = s.box
    atlas = box.atlas
    connected: set[int] = set()
    for province in box.open_provinces:
        if s.provinces[province] != power:
            continue
        amount = atlas.income[province]
        if pays_nothing(s, atlas.spaces_of[province][0]):
            account.put(atlas.province_ids[province], 0, "PR-13.3-AFRICAc")
            continue
        if box.home_of_province[province] != power:
            here = held(s)[power] & atlas.space_sets[province]
            if not here & account.near():
                if not here & account.far():
                    account.put(atlas.province_ids[province], 0, "PR-6.1.5a")
                    continue
                if amount:
                    account.provinces.add(province)
        connected.add(province)
        account.put(atlas.province_ids[province], amount, "PR-6.1.1a" if amount else "PR-6.1.4")
    for realm, owner in zip(box.realms, realm_controllers(s), strict=True):
        if owner != power or realm.undivided or realm.barbarian:
            continue
        if connected.intersection(realm.provinces):
            account.put(realm.word, 1, "PR-6.1.1b")


def _put_sites(s: Position, power: int, account: Account) -> None:
    """Cities and Towns (6.1.1 c to f)."""
    for node, site in s.sites.items():
        if site.owner != power or s.occupier(node) != power:
            continue
        word = s.box.atlas.ids[node]
        if site.kind == CITY:
            amount, rule = (3, "PR-6.1.1e") if site.whole else (1, "PR-6.1.1f")
        else:
            amount, rule = (1, "PR-6.1.1c") if site.whole else (0, "PR-6.1.1d")
        if pays_nothing(s, node):
            account.put(word, 0, "PR-13.3-AFRICAc")
            continue
        if s.box.home[node] != power and not has(account.near(), node):
            if not has(account.far(), node):
                account.put(word, 0, "PR-6.1.5a")
                continue
            if amount:
                account.spaces.add(node)
        account.put(word, amount, rule)


def _put_mines(s: Position, power: int, account: Account) -> None:
    """Mines (6.1.1 g)."""
    atlas = s.box.atlas
    for node in atlas.mines:
        if s.holder(node) == power:
            if pays_nothing(s, node):
                account.put(f"mine-{atlas.ids[node]}", 0, "PR-13.3-AFRICAc")
                continue
            reached = has(account.near(), node) or has(account.far(), node)
            account.put(f"mine-{atlas.ids[node]}", int(reached), "PR-6.1.1g" if reached else "PR-6.1.5a")
            if reached and not has(account.near(), node):
                account.spaces.add(node)


def income(s: Position, power: int) -> int:
    known: int | None = s.kept(("income", power))
    if known is None:
        known = max(0, _account(s, power, written=False).sum)
        s.keep(("income", power), known)
    return known


def collect_income(s: Position) -> None:
    """Phase A."""
    for power in range(len(s.box.powers)):
        amount = income(s, power)
        s.treasury[power] += amount
        if s.listener is not None:
            s.tell("income", "PR-3.2-A", power=s.box.powers[power], talents=amount)

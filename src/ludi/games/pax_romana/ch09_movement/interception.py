"""Chapter 9.3.1: who tries to intercept.

Who may try, and how likely it succeeds, is in :mod:`interceptors`; who stays behind walls meanwhile in
:mod:`interception_city`; from the dice on in :mod:`interception_battle`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from ludi.core import Fact, Phrase
from ludi.games.pax_romana.ch04_diplomacy.bribery import INTERCEPT_ACT, Bribed, offer_bribe
from ludi.games.pax_romana.ch09_movement.enemies import foes
from ludi.games.pax_romana.ch09_movement.interceptors import (
    fighters,
    friends_there,
    interception_chance,
    interception_modifiers,
    interceptors,
    own_site,
    player_of,
)
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.pieces import (
    COMBAT,
    GARRISONS,
    INDEPENDENT,
    KINDS,
    LAND,
    LOSSES,
    NOBODY,
    ONE,
    PONTUS,
    SOF,
    TRIBES,
    common,
    count,
    kinds,
    size,
)
from ludi.games.pax_romana.world.sets import has, plus, set_of
from ludi.games.pax_romana.world.words import DETACH, GO, INTERCEPT, NO, SOLDIER, TAKE, TAKE_LEADER

ASK, PICK, CITY_CHOICE, INSIDE = "ask", "pick", "city", "inside"
ROLL, BATTLE, SIEGE, TAKEN = "roll", "battle", "siege", "taken"


class InterceptionResult(NamedTuple):
    """What the attempts to intercept have done to the Army that entered."""

    gone: bool = False
    """It is no longer in the Space."""
    fled_to: int = NOBODY
    """Where its Retreat ended, if it is gone; NOBODY: nobody got away."""
    lost: bool = False
    """It lost a Battle."""
    leader_died: bool = False
    fought_here: bool = False
    """It beat off those whom it came to fight: the attack goes on at once (9.3.4)."""


UNTOUCHED = InterceptionResult()


@dataclass(frozen=True, slots=True)
class Intercepted:
    """The interceptors have come: a Battle begins."""

    at_walls: bool
    """It is fought before a City or Town."""


class Interception(Procedure):
    """All attempts to intercept one entry. Ends with :class:`InterceptionResult`."""

    __slots__ = (
        "barred",
        "barred_by",
        "chosen",
        "entered",
        "from_node",
        "inside",
        "inside_leaders",
        "node",
        "power",
        "refused",
        "resting",
        "riders",
        "side",
        "so_far",
        "tried_by",
        "tried_from",
        "tried_leaders",
        "who",
    )

    name = "interception"
    values: ClassVar = {"so_far": InterceptionResult}
    rule = "PR-9.3.1a"

    def __init__(
        self, side: int, power: int, node: int, entered: int, barred: int, barred_by: str = "PR-9.4.5c"
    ) -> None:
        self.stage = ASK
        self.side = side
        self.power = power
        self.node = node
        self.entered = entered
        """The Connection by which the Army came: a node, or :func:`by_sea_from` one."""
        self.barred = barred
        """A Space whose Army does not intercept this one."""
        self.barred_by = barred_by
        """The rule that says so."""
        self.refused = 0
        """The Powers that do not intercept, as a set."""
        self.tried_by: list[int] = []
        """The side of each attempt so far,"""
        self.tried_from: list[int] = []
        """the Space from which it was made,"""
        self.resting: list[int] = []
        """and the Units there that had no part in it: each tries once."""
        self.tried_leaders = 0
        self.who = NOBODY
        self.from_node = NOBODY
        self.chosen = 0
        self.riders = 0
        """The leaders who go, as a set."""
        self.inside = 0
        """Units that stay in the City or Town (9.3.5); they are off the map meanwhile."""
        self.inside_leaders = 0
        self.so_far = UNTOUCHED
        """What it has come to."""

    # Who has not tried yet

    def units_left(self, s: Position, who: int, near: int) -> int:
        units = fighters(s, who, near, self.node)
        for side, start, rest in zip(self.tried_by, self.tried_from, self.resting, strict=True):
            if side == who and start == near:
                units = common(units, rest)
        return units

    def divisible(self, s: Position, who: int, near: int) -> bool:
        """Whether an Army could also go in part: more than one of it may ride."""
        units = self.units_left(s, who, near) & ~GARRISONS
        return size(units) + len(self.leaders_left(s, who, near)) > 1

    def leaders_left(self, s: Position, who: int, near: int) -> list[int]:
        return [number for number in s.leaders_of(who, near) if not has(self.tried_leaders, number)]

    def open_to(self, s: Position) -> list[tuple[int, int]]:
        """Those that may still try: (side, from where)."""
        near_by = interceptors(s, self.side, self.node, self.barred, self.power)
        if not near_by:
            return []
        found = []
        busy = self.busy(s)
        for who, near, _ in near_by:
            if has(self.refused, player_of(s, who)) or (who, near) in busy:
                continue
            riding = self.leaders_left(s, who, near) and friends_there(s, who, self.node)
            if self.units_left(s, who, near) & COMBAT or riding:
                found.append((who, near))
        return found

    def busy(self, s: Position) -> list[tuple[int, int]]:
        """Armies in the middle of a Move or an interception of their own: they do not intercept (9.4.5, 10.7.6)."""
        return s.engaged(but=self)

    def engaged(self) -> tuple[int, int]:
        return self.who, self.node

    def among_strangers(self, s: Position) -> bool:
        """Whether others are here whom the Army that entered came to fight: the interceptor does not stay (9.3.6)."""
        met = foes(s, self.side, self.node, self.power)
        return any(foe == TRIBES or foe in met for foe in foes(s, self.who, self.node))

    def townsmen(self, s: Position) -> int:
        """Whose Units may use a City or Town there: the interceptor's, or Independents beside him (9.3.5, 9.3.6)."""
        free = s.site_owner(self.node) == INDEPENDENT and self.who != SOF
        return INDEPENDENT if free and INDEPENDENT in foes(s, self.side, self.node, self.power) else self.who

    def garrison(self, s: Position) -> int:
        """The Land Units in the Space entered that may use its City or Town."""
        return s.at(self.townsmen(s), self.node) & LAND

    def decider(self, s: Position) -> int:
        return player_of(s, self.who)

    def crumb(self, s: Position) -> Phrase:
        return Phrase("crumb.interception", {"space": s.box.place(self.node)}, self.rule)


class AtInterception(Stage[Interception]):
    """What the questions of an Interception have in common."""

    def facts(self, s: Position, p: Interception) -> Mapping[str, Fact]:
        return {"space": s.box.place(p.node), "side": s.box.side_word(p.side)}


class Ask(AtInterception, of=Interception, at=ASK):
    """Each who may and has not tried is asked, until nobody is left (9.3.1)."""

    asks = "ask.interception"

    def run(self, s: Position, p: Interception) -> bool:
        still = p.open_to(s)
        if not still:
            s.pop(p.so_far)
            return False
        p.who = still[0][0]
        return True

    def rides(self, s: Position, p: Interception, power: int) -> list[int]:
        """Whole Armies, by their places, then those of which a part may go."""
        whole, parts = [], []
        for who, near in sorted(p.open_to(s), key=lambda each: each[::-1]):
            if player_of(s, who) != power:
                continue
            whole.append((SOLDIER if who == SOF else INTERCEPT) + near)
            if p.divisible(s, who, near) and DETACH + near not in parts:
                parts.append(DETACH + near)
        return whole + parts

    def no_ride(self, s: Position, p: Interception, power: int, near: int) -> Reason:
        return why_no_ride(s, p, power, rider(s, power, near), near)

    def no_soldier(self, s: Position, p: Interception, power: int, near: int) -> Reason:
        return why_no_ride(s, p, power, SOF, near)

    def no_part(self, s: Position, p: Interception, power: int, near: int) -> Reason:
        ready = [who for who, place in p.open_to(s) if place == near and player_of(s, who) == power]
        if not ready:
            return why_no_ride(s, p, power, rider(s, power, near), near)
        parts = any(p.divisible(s, who, near) for who in ready)
        return "" if parts else Phrase("why.only-one-there", {}, "PR-9.3.1a")

    def chance(self, s: Position, p: Interception, power: int, near: int) -> Mapping[str, Fact]:
        return chance_of(s, p, rider(s, power, near), near)

    def chance_of_soldier(self, s: Position, p: Interception, power: int, near: int) -> Mapping[str, Fact]:
        return chance_of(s, p, SOF, near)

    @choice(NO)
    def refuse(self, s: Position, p: Interception, power: int, argument: int) -> None:
        p.refused = plus(p.refused, power)

    @choice(INTERCEPT, "PR-9.3.2e", together=rides, unless=no_ride, facts=chance)
    def intercept(self, s: Position, p: Interception, power: int, near: int) -> None:
        self.begin(s, p, power, near)
        all_ride(s, p)

    @choice(
        SOLDIER,
        "PR-9.3.2e",
        together=rides,
        unless=no_soldier,
        facts=chance_of_soldier,
        label="intercept-soldier",
    )
    def intercept_with_soldier(self, s: Position, p: Interception, power: int, near: int) -> None:
        self.begin(s, p, power, near)
        p.who = SOF
        all_ride(s, p)

    @choice(DETACH, "PR-9.3.1a", together=rides, unless=no_part)
    def detach(self, s: Position, p: Interception, power: int, near: int) -> None:
        self.begin(s, p, power, near)
        p.stage = PICK

    def begin(self, s: Position, p: Interception, power: int, near: int) -> None:
        p.who = next(who for who, place in p.open_to(s) if place == near and player_of(s, who) == power)
        p.from_node = near
        p.inside = p.inside_leaders = p.chosen = p.riders = 0


class Pick(AtInterception, of=Interception, at=PICK):
    """Who goes: the same steps as in a Move. Garrisons and Elephants only with others, leaders also alone (9.3.1)."""

    asks = "ask.interception-pick"

    def facts(self, s: Position, p: Interception) -> Mapping[str, Fact]:
        return {**super().facts(s, p), "start": s.box.place(p.from_node)}

    def nobody_ready(self, s: Position, p: Interception, power: int, argument: int) -> Reason:
        if p.chosen or (p.riders and friends_there(s, p.who, p.node)):
            return ""
        return Phrase("why.rides-to-friends" if p.riders else "why.nobody-chosen", {}, "PR-9.3.1c")

    def units(self, s: Position, p: Interception, power: int) -> list[int]:
        left = p.units_left(s, p.who, p.from_node) - p.chosen
        return kinds(left if p.chosen else left & COMBAT)

    def no_unit(self, s: Position, p: Interception, power: int, kind: int) -> Reason:
        here = s.at(p.who, p.from_node) & LAND
        if kind >= KINDS or not count(here, kind):
            return absent(kind, "PR-9.3.1a")
        if not count(fighters(s, p.who, p.from_node, p.node), kind):
            return "PR-12.3.3b"
        left = p.units_left(s, p.who, p.from_node)
        if not count(left, kind):
            return Phrase("why.tried", {}, "PR-9.3.1a")
        along = not count(left - p.chosen, kind)
        return Phrase("why.taken-already" if along else "why.fighters-first", {"what": LOSSES[kind]}, "PR-9.3.1a")

    def leaders(self, s: Position, p: Interception, power: int) -> list[int]:
        return [number for number in p.leaders_left(s, p.who, p.from_node) if not has(p.riders, number)]

    def no_leader(self, s: Position, p: Interception, power: int, number: int) -> Reason:
        if number not in s.leaders_of(p.who, p.from_node):
            return Phrase("why.no-such-leader", {}, "PR-9.3.1a")
        if has(p.riders, number):
            return Phrase("why.leader-along", {}, "PR-9.3.1a")
        return Phrase("why.leader-tried", {}, "PR-9.3.1a")

    @choice(GO, "PR-9.3.1a", unless=nobody_ready)
    def go(self, s: Position, p: Interception, power: int, argument: int) -> None:
        set_out(s, p)

    @choice(TAKE, "PR-9.3.1a", exactly=units, otherwise=no_unit)
    def take(self, s: Position, p: Interception, power: int, kind: int) -> None:
        p.chosen += ONE[kind]

    @choice(TAKE_LEADER, "PR-9.3.1a", exactly=leaders, otherwise=no_leader)
    def take_leader(self, s: Position, p: Interception, power: int, number: int) -> None:
        p.riders = plus(p.riders, number)


class Waiting(AtInterception):
    """Before the dice the Army that entered may be bought off (4.4)."""

    def resumed(self, s: Position, p: Interception, result: Bribed) -> None:
        if result.called_off:
            p.stage = ASK


def absent(kind: int, rule: str) -> Phrase:
    """That there is no Unit of a kind."""
    return Phrase("why.no-such-unit", {"what": LOSSES[kind]}, rule) if kind < KINDS else Phrase("why.no-unit", {}, rule)


def rider(s: Position, power: int, near: int) -> int:
    """Whose Army a Power would send from a Space: its own, or that of Pontus, which never stands beside it (12.5.5)."""
    return PONTUS if s.pontus_player == power and s.at(PONTUS, near) & COMBAT else power


def why_no_ride(s: Position, p: Interception, power: int, who: int, start: int) -> Reason:
    """Why the Army of a side that a Power decides for does not ride from a Space, or nothing."""
    if player_of(s, who) != power:
        return Phrase("why.no-soldier", {}, "PR-12.4.2a")
    if (who, start) in p.open_to(s):
        return ""
    if start == p.barred and s.at(who, start) & COMBAT:
        return Phrase("why.came-from-there", {}, p.barred_by)
    riders = interceptors(s, p.side, p.node, p.barred, p.power)
    if all((who, start) != (side, place) for side, place, _ in riders):
        return Phrase("why.cannot-intercept", {}, "PR-9.3.1a")
    return Phrase("why.busy" if (who, start) in p.busy(s) else "why.tried", {}, "PR-9.3.1a")


def chance_of(s: Position, p: Interception, who: int, near: int) -> Mapping[str, Fact]:
    """What an attempt needs, and in how many of 36 cases it comes."""
    modifiers = interception_modifiers(s, who, near, p.node, p.leaders_left(s, who, near))
    need, cases = interception_chance(sum(number for _, number, _ in modifiers))
    return {"need": need, "cases": cases}


def all_ride(s: Position, p: Interception) -> None:
    """All who may go, Garrisons apart."""
    units = p.units_left(s, p.who, p.from_node)
    p.chosen = units & ~GARRISONS if units & COMBAT else 0
    p.riders = set_of(p.leaders_left(s, p.who, p.from_node))
    set_out(s, p)


def set_out(s: Position, p: Interception) -> None:
    """They have been chosen; whoever stays in a City or Town at the goal is named before the dice (9.3.5)."""
    resting = p.units_left(s, p.who, p.from_node) - p.chosen
    p.tried_by.append(p.who)
    p.tried_from.append(p.from_node)
    p.resting.append(resting)
    p.tried_leaders |= p.riders
    player = player_of(s, p.who)
    walls = (own_site(s, player, p.node) or p.townsmen(s) == INDEPENDENT) and p.garrison(s) & COMBAT
    p.stage = CITY_CHOICE if walls and p.chosen else ROLL
    offer_bribe(s, p.power, player, INTERCEPT_ACT, p.node)

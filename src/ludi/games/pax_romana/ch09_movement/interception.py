"""Chapters 9.3.1 and 9.3.5: who tries to intercept, and who stays behind walls meanwhile.

Who may try, and how likely it succeeds, is in :mod:`interceptors`; from the dice on in :mod:`interception_battle`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ludi.core import SPAN, Fact, Phrase
from ludi.games.pax_romana.ch04_diplomacy.bribery import INTERCEPT_ACT, Bribed, offer_bribe
from ludi.games.pax_romana.ch09_movement.interceptors import (
    fighters,
    friends_there,
    interception_chance,
    interception_modifiers,
    interceptors,
    own_site,
    player_of,
)
from ludi.games.pax_romana.ch09_movement.movement import Move
from ludi.games.pax_romana.ch09_movement.ways import foes
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.engine.stage import ALONE, Stage, choice
from ludi.games.pax_romana.world.pieces import COMBAT, GARRISONS, LAND, NOBODY, ONE, SOF, TRIBES, common, kinds, size
from ludi.games.pax_romana.world.sets import has, members, plus, set_of
from ludi.games.pax_romana.world.words import DETACH, FIELD, GO, INTERCEPT, NO, SOLDIER, TAKE, TAKE_LEADER, WALLS

ASK, PICK, CITY_CHOICE, INSIDE = "ask", "pick", "city", "inside"
ROLL, BATTLE, SIEGE, TAKEN = "roll", "battle", "siege", "taken"


@dataclass(frozen=True, slots=True)
class InterceptionResult:
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
        "chosen",
        "entered",
        "fled_to",
        "fought_here",
        "from_node",
        "gone",
        "inside",
        "inside_leaders",
        "leader_died",
        "lost",
        "node",
        "power",
        "refused",
        "rest",
        "riders",
        "side",
        "tried_leaders",
        "who",
    )

    name = "interception"
    rule = "PR-9.3.1a"

    def __init__(self, side: int, power: int, node: int, entered: int, barred: int) -> None:
        self.stage = ASK
        self.side = side
        self.power = power
        self.node = node
        self.entered = entered
        """The Connection by which the Army came: a node, or :func:`by_sea_from` one."""
        self.barred = barred
        self.refused = 0
        """The Powers that do not intercept, as a set."""
        self.rest: list[int] = []
        """Side, Space, Units that have not tried yet: each tries once."""
        self.tried_leaders = 0
        self.who = NOBODY
        self.from_node = NOBODY
        self.chosen = 0
        self.riders = 0
        """The leaders who go, as a set."""
        self.inside = 0
        """Units that stay in the City or Town (9.3.5); they are off the map meanwhile."""
        self.inside_leaders = 0
        self.gone = self.lost = self.leader_died = self.fought_here = False
        self.fled_to = NOBODY

    def result(self) -> InterceptionResult:
        """What it has come to so far."""
        return InterceptionResult(self.gone, self.fled_to, self.lost, self.leader_died, self.fought_here)

    # Who has not tried yet

    def units_left(self, s: Position, who: int, near: int) -> int:
        units = fighters(s, who, near, self.node)
        rest = self.rest
        for at in range(0, len(rest), 3):
            if rest[at] == who and rest[at + 1] == near:
                units = common(units, rest[at + 2])
        return units

    def leaders_left(self, s: Position, who: int, near: int) -> list[int]:
        return [number for number in s.leaders_of(who, near) if not has(self.tried_leaders, number)]

    def open_to(self, s: Position) -> list[tuple[int, int]]:
        """Those that may still try: (side, from where)."""
        found = []
        busy = self._busy(s)
        for who, near, _ in interceptors(s, self.side, self.node, self.barred, self.power):
            if has(self.refused, player_of(s, who)) or (who, near) in busy:
                continue
            riding = self.leaders_left(s, who, near) and friends_there(s, who, self.node)
            if self.units_left(s, who, near) & COMBAT or riding:
                found.append((who, near))
        return found

    def _busy(self, s: Position) -> list[tuple[int, int]]:
        """Armies in the middle of a Move or an interception of their own: they do not intercept (9.4.5, 10.7.6)."""
        found = []
        for procedure in s.stack:
            if isinstance(procedure, Move):
                found.append((procedure.side, procedure.node))
            elif isinstance(procedure, Interception) and procedure is not self:
                found.append((procedure.who, procedure.node))
        return found

    def among_strangers(self, s: Position) -> bool:
        """Whether others are here whom the Army that entered came to fight: the interceptor does not stay (9.3.6)."""
        met = foes(s, self.side, self.node, self.power)
        return any(foe == TRIBES or foe in met for foe in foes(s, self.who, self.node))

    def garrison(self, s: Position) -> int:
        """The Land Units of the interceptor's side in the Space entered."""
        return s.at(self.who, self.node) & LAND

    def decider(self, s: Position) -> int:
        return player_of(s, self.who)

    def crumb(self, s: Position) -> Phrase:
        return Phrase("crumb.interception", {"space": s.box.place(self.node)}, self.rule)


class AtInterception(Stage[Interception]):
    """What the questions of an Interception have in common."""

    def facts(self, s: Position, p: Interception) -> Mapping[str, Fact]:
        return {"space": s.box.place(p.node), "side": s.box.side_word(p.side)}

    def why_not(self, s: Position, p: Interception, power: int, action: int) -> Phrase | None:
        start = action % SPAN
        if action - start in (INTERCEPT, DETACH):
            return why_no_ride(s, p, power, start)
        return super().why_not(s, p, power, action)


class Ask(AtInterception, of=Interception, at=ASK):
    """Each who may and has not tried is asked, until nobody is left (9.3.1)."""

    asks = "ask.interception"

    def run(self, s: Position, p: Interception) -> bool:
        still = p.open_to(s)
        if not still:
            s.pop(p.result())
            return False
        p.who = still[0][0]
        return True

    def legal(self, s: Position, p: Interception, power: int) -> list[int]:
        whole, parts = [], []
        for who, near in sorted(p.open_to(s), key=lambda each: each[::-1]):
            if player_of(s, who) != power:
                continue
            whole.append((SOLDIER if who == SOF else INTERCEPT) + near)
            units = p.units_left(s, who, near) & ~GARRISONS
            if size(units) + len(p.leaders_left(s, who, near)) > 1 and DETACH + near not in parts:
                parts.append(DETACH + near)
        return [NO, *whole, *parts]

    def chance(self, s: Position, p: Interception, power: int, near: int) -> Mapping[str, Fact]:
        return chance_of(s, p, power, near)

    def chance_of_soldier(self, s: Position, p: Interception, power: int, near: int) -> Mapping[str, Fact]:
        return chance_of(s, p, SOF, near)

    @choice(NO)
    def refuse(self, s: Position, p: Interception, power: int, argument: int) -> None:
        p.refused = plus(p.refused, power)

    @choice(INTERCEPT, "PR-9.3.2e", facts=chance)
    def intercept(self, s: Position, p: Interception, power: int, near: int) -> None:
        self.begin(s, p, power, near)
        all_ride(s, p)

    @choice(SOLDIER, "PR-9.3.2e", facts=chance_of_soldier, label="intercept-soldier")
    def intercept_with_soldier(self, s: Position, p: Interception, power: int, near: int) -> None:
        self.begin(s, p, power, near)
        p.who = SOF
        all_ride(s, p)

    @choice(DETACH, "PR-9.3.1a")
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

    def ready(self, s: Position, p: Interception, power: int) -> tuple[int, ...]:
        return ALONE if p.chosen or (p.riders and friends_there(s, p.who, p.node)) else ()

    def units(self, s: Position, p: Interception, power: int) -> list[int]:
        left = p.units_left(s, p.who, p.from_node) - p.chosen
        return kinds(left if p.chosen else left & COMBAT)

    def leaders(self, s: Position, p: Interception, power: int) -> list[int]:
        return [number for number in p.leaders_left(s, p.who, p.from_node) if not has(p.riders, number)]

    @choice(GO, "PR-9.3.1a", among=ready)
    def go(self, s: Position, p: Interception, power: int, argument: int) -> None:
        set_out(s, p)

    @choice(TAKE, "PR-9.3.1a", among=units)
    def take(self, s: Position, p: Interception, power: int, kind: int) -> None:
        p.chosen += ONE[kind]

    @choice(TAKE_LEADER, "PR-9.3.1a", among=leaders)
    def take_leader(self, s: Position, p: Interception, power: int, number: int) -> None:
        p.riders = plus(p.riders, number)


class Waiting(AtInterception):
    """Before the dice the Army that entered may be bought off (4.4)."""

    def resumed(self, s: Position, p: Interception, result: Bribed) -> None:
        if result.called_off:
            p.stage = ASK


class CityChoice(Waiting, of=Interception, at=CITY_CHOICE):
    """Whoever is in the City or Town at the goal stays there, comes out, or does so in part (9.3.5)."""

    asks = "ask.interception-city"
    rule = "PR-9.3.5a"

    def units(self, s: Position, p: Interception, power: int) -> list[int]:
        units = p.garrison(s)
        return kinds(units) if size(units) + len(s.leaders_of(p.who, p.node)) > 1 else []

    @choice(WALLS, "PR-7.3.1c")
    def all_stay(self, s: Position, p: Interception, power: int, argument: int) -> None:
        p.inside = p.garrison(s)
        p.inside_leaders = set_of(s.leaders_of(p.who, p.node))
        go_in(s, p)

    @choice(FIELD, "PR-7.3.1d")
    def all_come_out(self, s: Position, p: Interception, power: int, argument: int) -> None:
        go_in(s, p)

    @choice(TAKE, "PR-9.3.5a", among=units)
    def keep(self, s: Position, p: Interception, power: int, kind: int) -> None:
        p.inside += ONE[kind]
        p.stage = INSIDE


class Inside(AtInterception, of=Interception, at=INSIDE):
    """Who else stays behind the walls (9.3.5)."""

    asks = "ask.interception-city"
    rule = "PR-9.3.5a"

    def units(self, s: Position, p: Interception, power: int) -> list[int]:
        return kinds(p.garrison(s) - p.inside)

    def leaders(self, s: Position, p: Interception, power: int) -> list[int]:
        return [number for number in s.leaders_of(p.who, p.node) if not has(p.inside_leaders, number)]

    @choice(GO, "PR-9.3.5a")
    def go(self, s: Position, p: Interception, power: int, argument: int) -> None:
        go_in(s, p)

    @choice(TAKE, "PR-9.3.5a", among=units)
    def keep(self, s: Position, p: Interception, power: int, kind: int) -> None:
        p.inside += ONE[kind]

    @choice(TAKE_LEADER, "PR-9.3.5a", among=leaders)
    def keep_leader(self, s: Position, p: Interception, power: int, number: int) -> None:
        p.inside_leaders = plus(p.inside_leaders, number)


def why_no_ride(s: Position, p: Interception, power: int, start: int) -> Phrase | None:
    """Why nobody rides from a Space, if nobody does."""
    if start == p.barred:
        return Phrase("why.came-from-there", {}, "PR-10.7.6b" if s.stack[-2].name == "retreat" else "PR-9.4.5c")
    riders = interceptors(s, p.side, p.node, p.barred, p.power)
    if all(place != start or player_of(s, who) != power for who, place, _ in riders):
        return Phrase("why.cannot-intercept", {}, "PR-9.3.1a")
    if (power, start) not in p.open_to(s):
        return Phrase("why.tried", {}, "PR-9.3.1a")
    return None


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
    p.rest += [p.who, p.from_node, p.units_left(s, p.who, p.from_node) - p.chosen]
    p.tried_leaders |= p.riders
    player = player_of(s, p.who)
    walls = own_site(s, player, p.node) and s.at(p.who, p.node) & COMBAT
    p.stage = CITY_CHOICE if walls and p.chosen else ROLL
    offer_bribe(s, p.power, player, INTERCEPT_ACT, p.node)


def go_in(s: Position, p: Interception) -> None:
    """Those named are behind the walls, off the map until all is over."""
    s.remove(p.who, p.node, p.inside)
    for number in members(p.inside_leaders):
        s.leader_at[number] = NOBODY
    p.stage = ROLL

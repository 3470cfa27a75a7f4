"""Chapter 9.3: Interception."""

from __future__ import annotations

from ludi.core import SPAN, Phrase
from ludi.games.pax_romana.atlas import LAND_LINK
from ludi.games.pax_romana.leaders import best_tactical, tactical
from ludi.games.pax_romana.marching import foes, hostile
from ludi.games.pax_romana.movement import BRIBED, DEAD, FOUGHT_HERE, GONE, HOLDS, LEADER_DIED, LOST, PLACE_SHIFT
from ludi.games.pax_romana.pieces import (
    CITY,
    COMBAT,
    GARRISONS,
    INDEPENDENT,
    LAND,
    MILITIAS,
    NOBODY,
    OCCUPY,
    TOWN,
)
from ludi.games.pax_romana.procedure import Procedure
from ludi.games.pax_romana.state import Position
from ludi.games.pax_romana.words import FIELD, INTERCEPT, NO, WALLS

NEEDED = 12
ASK, CITY_CHOICE, ROLL, RESULT = range(1, 5)


def own_site(s: Position, power: int, node: int) -> int:
    """The kind of the City or Town a Power has in a Space, 0 if none."""
    site = s.sites.get(node)
    return 0 if site is None or site >> 6 != power else site >> 3 & 7


def interception_modifiers(s: Position, power: int, origin: int, target: int) -> list[tuple[str, int, str]]:
    """What is added to the 2d6: (what, number, rule) (9.3.2)."""
    found = []
    rating = tactical(s, best_tactical(s, s.leaders_of(power, origin)))
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


def interceptors(s: Position, side: int, node: int, barred: int = NOBODY) -> list[tuple[int, int, bool]]:
    """Who may intercept an Army of ``side`` that enters a Space: (Power, from where, whether a leader alone)."""
    found = []
    atlas = s.box.atlas
    for near, link in atlas.land[node]:
        if link != LAND_LINK or near >= atlas.spaces or near == barred:
            continue
        for power in range(len(s.box.powers)):
            if power == side or not hostile(s, side, power) or (side < 4 and s.lets_in(power, side, node)):
                continue
            stack = s.at(power, near)
            if stack & COMBAT & ~MILITIAS or (stack & MILITIAS and s.box.home[node] == power):
                found.append((power, near, False))
            elif s.at(power, node) & COMBAT and s.leaders_of(power, near):
                found.append((power, near, True))
    return found


class Interception(Procedure):
    """All attempts to intercept one entry. Answer: flags of :mod:`movement` about the Army that entered."""

    __slots__ = (
        "barred",
        "entered",
        "from_node",
        "inside",
        "lone",
        "node",
        "power",
        "refused",
        "said",
        "side",
        "tried",
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
        self.barred = barred
        self.refused = 0
        self.tried: list[int] = []
        self.who = NOBODY
        self.from_node = NOBODY
        self.lone = False
        self.inside = 0
        """Units that stay in the City or Town (9.3.5)."""
        self.said = 0

    def run(self, s: Position) -> bool:
        if self.stage == ASK:
            for power, near, _ in interceptors(s, self.side, self.node, self.barred):
                if near not in self.tried and not self.refused >> power & 1:
                    self.who = power
                    return True
            s.pop(self.said)
            return False
        if s.answer == BRIBED and self.stage in (CITY_CHOICE, ROLL):
            self.stage = ASK
            return False
        if self.stage == CITY_CHOICE:
            return True
        if self.stage == ROLL:
            self._attempt(s)
        else:
            self._result(s)
        return False

    def _attempt(self, s: Position) -> None:
        who, start, node = self.who, self.from_node, self.node
        bonus = sum(number for _, number, _ in interception_modifiers(s, who, start, node))
        total = s.roll() + s.roll() + bonus
        success = total >= NEEDED
        if s.listener is not None:
            facts = {"power": s.box.powers[who], "start": s.box.place(start), "space": s.box.place(node)}
            s.report("intercept" if success else "intercept-fails", "PR-9.3.2e", {**facts, "total": total})
        self.stage = ASK
        if not success:
            self._come_out(s)
            return
        for number in s.leaders_of(who, start):
            s.leader_at[number] = node
        if self.lone:
            return
        army = s.at(who, start) & LAND & ~GARRISONS
        if s.box.home[node] != who:
            army &= ~MILITIAS
        s.shift(who, start, node, army)
        s.tidy(who, start)
        from ludi.games.pax_romana.battle import Battle

        attackers: tuple[int, ...] = (who,)
        if s.at(INDEPENDENT, node) & COMBAT and node not in s.sites and hostile(s, self.side, INDEPENDENT):
            attackers = (who, INDEPENDENT)
        defenders: tuple[int, ...] = (self.side,)
        for friend in (*range(4), 13):
            if friend != self.side and s.friends(friend, self.side) and s.at(friend, node) & OCCUPY:
                defenders = (*defenders, friend)
        self.stage = RESULT
        s.push(Battle(attackers, defenders, node, start, who, 0, False, True, self.entered))

    def _come_out(self, s: Position) -> None:
        if self.inside:
            s.add(self.who, self.node, self.inside)
            self.inside = 0

    def _result(self, s: Position) -> None:
        """After a Battle: the interceptor stays or goes back; the Army that entered may be gone (9.3.3 to 9.3.6)."""
        answer = s.answer
        who, node = self.who, self.node
        self.stage = ASK
        self.said |= FOUGHT_HERE
        if answer & LOST << 8:
            self.said |= LOST
        if answer & LEADER_DIED << 8:
            self.said |= LEADER_DIED
        with_independents = INDEPENDENT in foes(s, self.side, node) or s.at(INDEPENDENT, node) & COMBAT
        if not answer & DEAD and (not answer & HOLDS or with_independents):
            stack = s.at(who, node) & LAND
            if stack:
                s.shift(who, node, self.from_node, stack)
            for number in s.leaders_of(who, node):
                s.leader_at[number] = self.from_node
        self._come_out(s)
        if answer & HOLDS or not s.at(self.side, node) & LAND:
            self.said |= GONE | (answer >> 16 << PLACE_SHIFT)
            s.pop(self.said)

    # Decisions

    def deciders(self, s: Position) -> tuple[int, ...]:
        return (self.who,)

    def legal(self, s: Position, power: int) -> list[int]:
        if self.stage == CITY_CHOICE:
            return [WALLS, FIELD]
        starts = [
            near
            for who, near, _ in interceptors(s, self.side, self.node, self.barred)
            if who == power and near not in self.tried
        ]
        return [NO, *(INTERCEPT + near for near in sorted(starts))]

    def decide(self, s: Position, power: int, action: int) -> None:
        if action == NO:
            self.refused |= 1 << power
            return
        if self.stage == CITY_CHOICE:
            if action == WALLS:
                self.inside = s.at(power, self.node) & COMBAT
                s.remove(power, self.node, self.inside)
            self.stage = ROLL
            return
        self.from_node = action % SPAN
        self.tried.append(self.from_node)
        self.lone = not s.at(power, self.from_node) & COMBAT
        self.inside = 0
        from ludi.games.pax_romana.bribery import INTERCEPT_ACT, offer_bribe

        in_city = own_site(s, power, self.node) and s.at(power, self.node) & COMBAT
        self.stage = CITY_CHOICE if in_city and not self.lone else ROLL
        offer_bribe(s, self.power, power, INTERCEPT_ACT, self.node)

    def ask(self, s: Position, power: int) -> Phrase:
        facts = {"space": s.box.place(self.node), "side": s.box.side_word(self.side)}
        if self.stage == CITY_CHOICE:
            return Phrase("ask.interception-city", facts, "PR-9.3.5a")
        return Phrase("ask.interception", facts, self.rule)

    def crumb(self, s: Position) -> Phrase:
        return Phrase("crumb.interception", {"space": s.box.place(self.node)}, self.rule)

"""Chapter 8: leaders."""

from __future__ import annotations

from ludi.core import SPAN, Phrase
from ludi.games.pax_romana.ch14_stability.stability import change_stability
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.world.pieces import NOBODY, NODE_BITS, NODES, OCCUPY
from ludi.games.pax_romana.world.words import LEAD


def best_tactical(s: Position, leaders: list[int]) -> int:
    """The leader whose Tactical Rating counts in Battle (8.2.4); NOBODY if there is none."""
    known = s.box.leaders
    best = NOBODY
    for number in leaders:
        if best == NOBODY or (known[number].tactical, known[number].campaign) > (
            known[best].tactical,
            known[best].campaign,
        ):
            best = number
    return best


def worth_asking(s: Position, leaders: list[int]) -> list[int]:
    """Those of several leaders whom their owner might want to command a Battle (8.2.4), the best Tactical Rating first.

    Only the Tactical Rating counts, so the best is no question; with re-rolls the Campaign Rating and an Elite count
    too (10.3.5), and all stay whom no other surpasses.
    """
    best = best_tactical(s, leaders)
    if best == NOBODY or not s.box.use_rerolls:
        return [best]
    known = s.box.leaders

    def value(number: int) -> tuple[int, int, bool]:
        leader = known[number]
        return leader.tactical, leader.tactical + leader.campaign, leader.elite

    found = [best]
    for number in leaders:
        mine = value(number)
        if not any(all(a >= b for a, b in zip(value(other), mine, strict=True)) for other in found):
            beaten = [other for other in found[1:] if all(a <= b for a, b in zip(value(other), mine, strict=True))]
            found = [other for other in found if other not in beaten] + [number]
    return found


def leader_numbers(mask: int) -> list[int]:
    """Leaders kept as bits of an int."""
    number, found = 0, []
    while mask:
        if mask & 1:
            found.append(number)
        mask >>= 1
        number += 1
    return found


def best_campaign(s: Position, leaders: list[int]) -> int:
    """The highest Campaign Rating among leaders, 0 without any (8.2.2)."""
    return max((s.box.leaders[number].campaign for number in leaders), default=0)


def tactical(s: Position, leader: int) -> int:
    return 0 if leader == NOBODY else s.box.leaders[leader].tactical


def leave_map(s: Position, number: int) -> None:
    """A leader is taken off the map; an Elite who was in play in this Game-Turn may not be so in the next (8.3)."""
    leader = s.box.leaders[number]
    s.leader_at[number] = NOBODY
    if leader.elite and not leader.turns:
        s.elites_used |= 1 << number


def rest_elites(s: Position) -> None:
    """The Removal Phase: leaders leave the map; Elites who were in play go to the holding box (8.1.2, 8.3)."""
    for number, where in enumerate(s.leader_at):
        if where >= 0:
            leave_map(s, number)
    s.elites_resting = s.elites_used
    s.elites_used = 0


def kill_leader(s: Position, number: int, rule: str, in_battle: bool = False) -> None:
    """A leader dies and goes back to the pool; a named one never returns (8.4.5)."""
    leader = s.box.leaders[number]
    where = s.leader_at[number]
    leave_map(s, number)
    if leader.turns:
        s.leaders_gone |= 1 << number
        if in_battle and leader.elite and "royal-death" in s.box.special:
            change_stability(s, leader.side, s.box.special["royal-death"]["stability"], "PR-8.1.2b")
    if s.listener is not None:
        s.tell("leader-dies", rule, leader=leader.word, space=s.box.place(where) if where >= 0 else "nobody")


def leaders_without_army(s: Position, side: int, node: int, rule: str, in_battle: bool = True) -> None:
    """Leaders die with an Army or Fleet that is wholly destroyed (8.4.3, 8.4.4)."""
    for number in s.leaders_of(side, node):
        kill_leader(s, number, rule, in_battle)


def draw_leaders(s: Position, power: int, number: int, given: list[int]) -> list[int]:
    """Draw leaders at random beside those given: no Elite of this or the last turn, never two Elites (8.1.2, 8.3)."""
    box = s.box
    drawn: list[int] = []
    elite = any(box.leaders[leader].elite for leader in given)
    held_back = s.elites_resting | s.elites_used
    pool = [
        leader
        for leader in box.pools[power]
        if not held_back >> leader & 1 and s.leader_at[leader] < 0 and leader not in given
    ]
    while len(given) + len(drawn) < number and pool:
        s.irrevocable += 1
        leader = s.dice.choose(pool)
        pool.remove(leader)
        if box.leaders[leader].elite:
            if elite:
                continue
            elite = True
        drawn.append(leader)
    return drawn


def hannibal(s: Position, power: int) -> list[int]:
    """The leader whom scenario II sends to Spain in place of a drawn one; none if he was in play the turn before."""
    box = s.box
    rule = box.special.get("barcid-spain")
    if not rule or rule["turn"] != s.turn + box.first_turn or box.powers[power] != rule["power"]:
        return []
    return [
        leader
        for leader in box.pools[power]
        if [box.leaders[leader].tactical, box.leaders[leader].campaign] == rule["rating"]
        and not s.elites_resting >> leader & 1
    ][:1]


class LeaderSelection(Procedure):
    """Phase D: two leaders a Power are drawn, placed in secret and revealed together (8.1)."""

    __slots__ = ("drawn", "placed")

    name = "leader-selection"
    rule = "PR-3.2-D"

    def __init__(self) -> None:
        self.stage = 0
        self.drawn: list[int] = []
        """Pairs: Power, leader; the first of a Power goes to its Capital."""
        self.placed: list[int] = []
        """Where each of them was put, -1 while that is open."""

    def run(self, s: Position) -> bool:
        if self.stage == 0:
            self._draw(s)
            self.stage = 1
            for index in range(len(self.placed)):
                if not self._places(s, index):
                    self.placed[index] = -2
        if NOBODY in self.placed:
            return True
        for index, where in enumerate(self.placed):
            leader = self.drawn[2 * index + 1]
            if where >= 0:
                s.leader_at[leader] = where
                if s.listener is not None:
                    facts = {"leader": s.box.leaders[leader].word, "space": s.box.place(where)}
                    s.report("leader-placed", "PR-8.1.5d", {**facts, "power": s.box.powers[self.drawn[2 * index]]})
        s.reveal()
        s.pop()
        return False

    def _draw(self, s: Position) -> None:
        box = s.box
        turn = s.turn + box.first_turn
        for power in range(len(box.powers)):
            given = [
                leader
                for leader in box.named[power]
                if turn in box.leaders[leader].turns and not s.leaders_gone >> leader & 1
            ]
            given = [*given, *hannibal(s, power)][:2]
            for leader in (*draw_leaders(s, power, 2, given), *given):
                self.drawn += [power, leader]
                self.placed.append(NOBODY)

    def _index(self, power: int) -> int:
        """Which of its leaders a Power is to place now; NOBODY when all are."""
        for index, where in enumerate(self.placed):
            if self.drawn[2 * index] == power and where == NOBODY:
                return index
        return NOBODY

    def _places(self, s: Position, index: int) -> list[int]:
        """Where a leader may be put (8.1.5)."""
        power, leader = self.drawn[2 * index], self.drawn[2 * index + 1]
        box = s.box
        first = index == 0 or self.drawn[2 * index - 2] != power
        if first and not box.leaders[leader].turns:
            capitals = [capital for capital in box.capitals[power] if s.holder(capital) == power]
            if capitals:
                return capitals
        found = set()
        low, high = power << NODE_BITS, power + 1 << NODE_BITS
        for key, stack in s.force.items():
            if low <= key < high and stack & OCCUPY and key & NODES - 1 < box.atlas.spaces:
                found.add(key & NODES - 1)
        for node, site in s.sites.items():
            if site.owner == power and s.occupier(node) == power:
                found.add(node)
        if leader in hannibal(s, power):
            territory = box.atlas.territory_ids.index(box.special["barcid-spain"]["territory"])
            spain = {node for node in found if box.atlas.territory_of[box.atlas.province_of[node]] == territory}
            found = spain or found
        if not found:
            return [capital for capital in box.capitals[power] if s.holder(capital) == power]
        return sorted(found)

    def deciders(self, s: Position) -> tuple[int, ...]:
        return tuple(power for power in range(len(s.box.powers)) if self._index(power) != NOBODY)

    def legal(self, s: Position, power: int) -> list[int]:
        return [LEAD + node for node in self._places(s, self._index(power))]

    def decide(self, s: Position, power: int, action: int) -> None:
        self.placed[self._index(power)] = action % SPAN

    def ask(self, s: Position, power: int) -> Phrase:
        leader = self.drawn[2 * self._index(power) + 1]
        return Phrase("ask.leader-selection", {"leader": s.box.leaders[leader].word}, "PR-8.1.5b")

    def hide(self, s: Position, own: tuple[int, ...]) -> None:
        """Whom the others drew and where they put him is seen only when all have placed theirs (8.1.5)."""
        for index, where in enumerate(self.placed):
            if self.drawn[2 * index] not in own:
                self.drawn[2 * index + 1] = NOBODY
                if where >= 0:
                    self.placed[index] = -3

    def guess(self, s: Position, own: tuple[int, ...]) -> None:
        before = s.irrevocable
        fresh = LeaderSelection()
        fresh._draw(s)
        s.irrevocable = before
        leaders = [fresh.drawn[at + 1] for at in range(0, len(fresh.drawn), 2) if fresh.drawn[at] not in own]
        for index, where in enumerate(self.placed):
            if self.drawn[2 * index + 1] == NOBODY:
                self.drawn[2 * index + 1] = leaders.pop(0)
            if where == -3:
                self.placed[index] = self._places(s, index)[0]


def check_leader_death(s: Position, leaders: list[int], winner: bool) -> bool:
    """2d6 after a Battle: the Winner's leader dies on 12, any other on 2 or 12 (8.4.1). Whether one died."""
    if not leaders:
        return False
    total = s.roll("leader-death") + s.roll("leader-death")
    if total == 12 or (total == 2 and not winner):
        victim = leaders[0] if len(leaders) == 1 else s.dice.choose(leaders)
        kill_leader(s, victim, "PR-8.4.1b" if winner else "PR-8.4.1c", in_battle=True)
        return True
    return False

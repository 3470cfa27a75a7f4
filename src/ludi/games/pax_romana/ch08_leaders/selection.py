"""Chapter 8.1: Leader Selection, phase D of a Game-Turn."""

from __future__ import annotations

from collections.abc import Iterable

from ludi.core import Phrase
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.play_book.appointed import great_captains
from ludi.games.pax_romana.world.pieces import NOBODY, OCCUPY
from ludi.games.pax_romana.world.sets import has
from ludi.games.pax_romana.world.words import LEAD

DRAWING, PLACING = "drawing", "placing"
NOWHERE, SECRET = -2, -3
"""In ``placed``: there is no place for a leader; he has one that this position does not know."""

# 8.1.2, 8.3 Who is drawn


def draw_leaders(s: Position, power: int, number: int, given: list[int]) -> list[int]:
    """Draw leaders at random beside those given: no Elite of this or the last turn, never two Elites (8.1.2, 8.3)."""
    box = s.box
    drawn: list[int] = []
    elite = any(box.leaders[leader].elite for leader in given)
    held_back = s.elites_resting | s.elites_used
    pool = [
        leader
        for leader in box.pools[power]
        if not has(held_back, leader) and s.leader_at[leader] < 0 and leader not in given
    ]
    while len(given) + len(drawn) < number and pool:
        leader = s.pick(pool)
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
        and not has(s.elites_resting, leader)
    ][:1]


# 8.1.5 Where they are put


class LeaderSelection(Procedure):
    """Phase D: two leaders a Power are drawn, placed in secret and revealed together (8.1)."""

    __slots__ = ("drawn", "placed")

    name = "leader-selection"
    rule = "PR-3.2-D"

    def __init__(self) -> None:
        self.stage = DRAWING
        self.drawn: list[int] = []
        """Pairs: Power, leader; the first of a Power goes to its Capital."""
        self.placed: list[int] = []
        """Where each of them was put, NOBODY while that is open."""

    def owner(self, index: int) -> int:
        return self.drawn[2 * index]

    def leader(self, index: int) -> int:
        return self.drawn[2 * index + 1]

    def call(self, index: int, leader: int) -> None:
        """One of them is this leader; NOBODY: it is not known which."""
        self.drawn[2 * index + 1] = leader

    def add(self, power: int, leader: int) -> None:
        """A leader is drawn, and still to be placed."""
        self.drawn += [power, leader]
        self.placed.append(NOBODY)

    def is_first(self, index: int) -> bool:
        """Whether he is the first leader of his Power."""
        return index == 0 or self.owner(index - 1) != self.owner(index)

    def next_of(self, power: int) -> int:
        """Which of its leaders a Power is to place now; NOBODY when all are."""
        for index, where in enumerate(self.placed):
            if where == NOBODY and self.owner(index) == power:
                return index
        return NOBODY

    def draw(self, s: Position) -> None:
        box = s.box
        turn = s.turn + box.first_turn
        for power in range(len(box.powers)):
            given = [
                leader
                for leader in box.named[power]
                if turn in box.leaders[leader].turns and not has(s.leaders_gone, leader)
            ]
            given = [*given, *hannibal(s, power), *great_captains(s, power)][:2]
            for leader in (*draw_leaders(s, power, 2, given), *given):
                self.add(power, leader)

    def capitals(self, s: Position, index: int) -> list[int]:
        """The Capitals that the Power of a leader holds."""
        power = self.owner(index)
        return [capital for capital in s.box.capitals[power] if s.holder(capital) == power]

    def begins_in_capital(self, s: Position, index: int) -> bool:
        """The first leader of a Power does, if it holds one (8.1.5)."""
        drawn = not s.box.leaders[self.leader(index)].turns
        return drawn and self.is_first(index) and bool(self.capitals(s, index))

    def places(self, s: Position, index: int) -> list[int]:
        """Where a leader may be put (8.1.5)."""
        power, leader = self.owner(index), self.leader(index)
        box = s.box
        capitals = self.capitals(s, index)
        if self.begins_in_capital(s, index):
            return capitals
        found = {node for node, stack in s.places_of(power) if stack & OCCUPY and node < box.atlas.spaces}
        found |= {node for node, site in s.sites.items() if site.owner == power and s.occupier(node) == power}
        if leader in hannibal(s, power):
            territory = box.atlas.territory_ids.index(box.special["barcid-spain"]["territory"])
            spain = {node for node in found if box.atlas.territory_of[box.atlas.province_of[node]] == territory}
            found = spain or found
        return sorted(found) or capitals

    def hide(self, s: Position, own: tuple[int, ...]) -> None:
        """Whom the others drew and where they put him is seen only when all have placed theirs (8.1.5)."""
        for index, where in enumerate(self.placed):
            if self.owner(index) not in own:
                self.call(index, NOBODY)
                if where >= 0:
                    self.placed[index] = SECRET

    def guess(self, s: Position, own: tuple[int, ...]) -> None:
        before = s.irrevocable
        fresh = LeaderSelection()
        fresh.draw(s)
        s.irrevocable = before
        leaders = [fresh.leader(index) for index in range(len(fresh.placed)) if fresh.owner(index) not in own]
        for index, where in enumerate(self.placed):
            if self.leader(index) == NOBODY:
                self.call(index, leaders.pop(0))
            if where == SECRET:
                self.placed[index] = self.places(s, index)[0]


class Drawing(Stage[LeaderSelection], of=LeaderSelection, at=DRAWING):
    """The leaders are drawn; whoever finds no place is not placed."""

    def run(self, s: Position, p: LeaderSelection) -> bool:
        p.draw(s)
        for index in range(len(p.placed)):
            if not p.places(s, index):
                p.placed[index] = NOWHERE
        p.stage = PLACING
        return False


class Placing(Stage[LeaderSelection], of=LeaderSelection, at=PLACING):
    """Each Power places its leaders, one after the other, all at the same time."""

    def run(self, s: Position, p: LeaderSelection) -> bool:
        if NOBODY in p.placed:
            return True
        for index, where in enumerate(p.placed):
            if where >= 0:
                s.leader_at[p.leader(index)] = where
                if s.listener is not None:
                    facts = {"leader": s.box.leaders[p.leader(index)].word, "space": s.box.place(where)}
                    s.report("leader-placed", "PR-8.1.5d", {**facts, "power": s.box.powers[p.owner(index)]})
        s.reveal()
        s.pop()
        return False

    def deciders(self, s: Position, p: LeaderSelection) -> tuple[int, ...]:
        return tuple(power for power in range(len(s.box.powers)) if p.next_of(power) != NOBODY)

    def ask(self, s: Position, p: LeaderSelection, power: int) -> Phrase:
        leader = p.leader(p.next_of(power))
        return Phrase("ask.leader-selection", {"leader": s.box.leaders[leader].word}, "PR-8.1.5b")

    def places(self, s: Position, p: LeaderSelection, power: int) -> Iterable[int]:
        return p.places(s, p.next_of(power))

    def not_there(self, s: Position, p: LeaderSelection, power: int, node: int) -> Reason:
        index = p.next_of(power)
        if p.begins_in_capital(s, index):
            return Phrase("why.leader-capital", {}, "PR-8.1.5a")
        if p.leader(index) in hannibal(s, power):
            return Phrase("why.leader-spain", {}, "PR-3.0")
        return Phrase("why.leader-army", {}, "PR-8.1.5b")

    @choice(LEAD, "PR-8.1.5b", exactly=places, otherwise=not_there)
    def place(self, s: Position, p: LeaderSelection, power: int, node: int) -> None:
        p.placed[p.next_of(power)] = node

"""Chapter 10.3, the sums of a Battle: points, odds, Shifts by cause. Battle, questions and odds use these."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ludi.games.pax_romana.ch08_leaders.leaders import best_tactical, tactical
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.pieces import (
    CITY,
    COMBAT,
    LEGION,
    MILITIAS,
    NOBODY,
    cavalry_edge,
    cavalry_in,
    count,
    points,
)

BREAKS = ((5, 4, 1), (7, 4, 2), (5, 2, 3))
"""A ratio above 5:4 gives 1 Shift, above 7:4 two, above 5:2 three; from there every half (10.3.1)."""
MOST_SHIFTS = 10
ENGINEERING_SHIFTS = SURPRISE_SHIFTS = 2
"""What one Event card gives (17.2)."""
ATTACKER, DEFENDER = 0, 1


def trained(stack: int) -> int:
    """The Battle Points of Land Combat Units other than Militia, for 12.3.1."""
    return points(stack & ~MILITIAS)


@dataclass(frozen=True, slots=True)
class Shift:
    """Die-roll Shifts of one side from one cause."""

    side: int
    cause: str
    number: int
    rule: str


def odds_shifts(larger: int, smaller: int, simple: bool = False) -> int:
    """The Shifts of the larger Army (10.3.1; with the option 10.3.6).

    >>> [odds_shifts(a, b) for a, b in ((12, 6), (11, 6), (10, 6), (26, 10), (5, 4), (7, 4), (5, 2))]
    [2, 2, 1, 3, 0, 1, 2]
    """
    if larger <= 0 or larger == smaller:
        return 0
    if smaller <= 0:
        return MOST_SHIFTS
    if simple:
        return larger // smaller
    shifts = 0
    for top, bottom, number in BREAKS:
        if larger * bottom > smaller * top:
            shifts = number
    if shifts < 3:
        return shifts
    # n:1 from n - 1/2 (not included) to n + 1/2 (included)
    return -((smaller - 2 * larger) // (2 * smaller))


def odds_label(larger: int, smaller: int) -> str:
    """The row of the Battle Odds and Shifts Table."""
    shifts = odds_shifts(larger, smaller)
    return ("1:1", "1.5:1", "2:1")[shifts] if shifts < 3 else f"{shifts}:1"


def army_points(stack: int, late: bool) -> int:
    """The Battle Points of an Army; late Legions have 5 (10.4.5)."""
    return points(stack & COMBAT) + (count(stack, LEGION) if late else 0)


def battle_points(stack: int, cavalry: bool, negated: int, walls: int = 0, late: bool = False) -> int:
    """BP that fight: Cavalry only where it may, negated ones not at all (10.3.1, 10.4); 5 for late Legions (10.4.5)."""
    total = army_points(stack, late) + walls
    horse = cavalry_in(stack)
    return total - (min(horse, negated) if cavalry else horse)


def loss_base(stack: int, cavalry: bool, walls: int = 0, late: bool = False) -> int:
    """BP on which the percentage is taken: negated Cavalry counts, Cavalry that may not fight does not (10.3.4)."""
    total = army_points(stack, late) + walls
    return total - (0 if cavalry else cavalry_in(stack))


TURN_OF_THE_LEGIONS, TURN_OF_LATE_LEGIONS = 3, 9


def late_legions(s: Position) -> bool:
    """Whether Legions have no Cavalry and 5 BP now: an option for Game-Turns IX and X (10.4.5)."""
    return "late_legions" in s.box.optional and s.turn + s.box.first_turn >= TURN_OF_LATE_LEGIONS


def legionary_cavalry(s: Position, side: int, node: int) -> int:
    """One Cavalry Unit within every two full Legions of Rome, from Game-Turn III on; in the Standard Game an option
    (10.4.4). Late Legions have none (10.4.5)."""
    if not s.box.legionary or late_legions(s) or side >= len(s.box.powers) or s.box.kind[side] != "rome":
        return 0
    return count(s.at(side, node), LEGION) // 2 if s.turn + s.box.first_turn >= TURN_OF_THE_LEGIONS else 0


def edge_over(mine: tuple[int, int], theirs: tuple[int, int]) -> int:
    """The Cavalry edge of one side (regular, within Legions); no Supremacy while the Legions have more of it."""
    edge = cavalry_edge(sum(mine), sum(theirs))
    return min(edge, 1) if mine[0] < mine[1] else edge


@dataclass(frozen=True, slots=True)
class Field:
    """All that decides a Battle before the dice, as plain numbers."""

    attackers: int
    defenders: int
    walls: int
    """Wall Points used in the defence, 0 if none are."""
    mountain: bool
    amphibious: bool
    attacker_tactical: int
    defender_tactical: int
    negated: tuple[int, int] = (0, 0)
    bids: tuple[int, int] = (0, 0)
    simple: bool = False
    legionary: tuple[int, int] = (0, 0)
    """Cavalry within Legions: it counts for Superiority and Supremacy only (10.4.4)."""
    late: bool = False
    """Whether Legions have 5 BP (10.4.5)."""
    by_card: tuple[Shift, ...] = ()
    """What Event cards give (10.3.1, 17.2)."""

    def changed(self, attackers: int, defenders: int, negated: tuple[int, int]) -> Field:
        """The same Battle after Elephants have charged."""
        return replace(self, attackers=attackers, defenders=defenders, negated=negated)

    @property
    def horse(self) -> tuple[bool, bool]:
        """Whether the Cavalry of attacker and defender fights."""
        both = not self.mountain and not self.walls
        return both and not self.amphibious, both

    def points(self) -> tuple[int, int]:
        mine, theirs = self.horse
        return (
            battle_points(self.attackers, mine, self.negated[0], 0, self.late),
            battle_points(self.defenders, theirs, self.negated[1], self.walls, self.late),
        )

    def bases(self) -> tuple[int, int]:
        mine, theirs = self.horse
        return (
            loss_base(self.attackers, mine, 0, self.late),
            loss_base(self.defenders, theirs, self.walls, self.late),
        )

    def cavalry(self) -> tuple[int, int]:
        """The Cavalry edge (0, 1, 3) of attacker and defender."""
        found = []
        for side, (stack, fights) in enumerate(zip((self.attackers, self.defenders), self.horse, strict=True)):
            regular, within = (cavalry_in(stack), self.legionary[side]) if fights else (0, 0)
            lost = min(regular, self.negated[side])
            found.append((regular - lost, max(0, within - self.negated[side] + lost)))
        return edge_over(*found), edge_over(*reversed(found))

    def shifts(self) -> list[Shift]:
        """All Shifts by cause (10.3.1 step 8)."""
        found = []
        mine, theirs = self.points()
        if mine != theirs:
            stronger = ATTACKER if mine > theirs else DEFENDER
            number = odds_shifts(max(mine, theirs), min(mine, theirs), self.simple)
            if number:
                found.append(Shift(stronger, "odds", number, "PR-10.3.6a" if self.simple else "PR-10.3.1g"))
        for side, edge in enumerate(self.cavalry()):
            if edge:
                found.append(Shift(side, "cavalry", edge, "PR-10.3.1i" if edge == 3 else "PR-10.3.1h"))
        lead = self.attacker_tactical - self.defender_tactical
        if lead:
            number = min(1, abs(lead)) if self.walls else abs(lead)
            found.append(Shift(ATTACKER if lead > 0 else DEFENDER, "leader", number, "PR-10.3.1j"))
        if self.mountain:
            found.append(Shift(DEFENDER, "mountain", 2, "PR-10.3.1k"))
        if self.amphibious:
            found.append(Shift(DEFENDER, "amphibious", 2, "PR-10.3.1l"))
        if self.walls and self.bids[0] != self.bids[1]:
            winner = ATTACKER if self.bids[0] > self.bids[1] else DEFENDER
            found.append(Shift(winner, "siege", 1, "PR-10.3.1m"))
        return [*found, *self.by_card]

    def net(self) -> int:
        """Net Shifts: positive for the attacker, negative for the defender."""
        return sum(shift.number if shift.side == ATTACKER else -shift.number for shift in self.shifts())


def field_of(
    s: Position,
    attackers: tuple[int, ...],
    defenders: tuple[int, ...],
    node: int,
    walls: bool,
    amphibious: bool,
    negated: tuple[int, int] = (0, 0),
    bids: tuple[int, int] = (0, 0),
    chiefs: tuple[int, int] = (NOBODY, NOBODY),
) -> Field:
    """The Field of a Battle between sides that stand in a Space. ``chiefs`` command, where they have been named."""
    ours = sum(s.at(side, node) for side in attackers)
    theirs = sum(s.at(side, node) for side in defenders)
    ratings = [
        tactical(
            s,
            best_tactical(s, [number for side in sides for number in s.leaders_of(side, node)])
            if chief == NOBODY
            else chief,
        )
        for sides, chief in zip((attackers, defenders), chiefs, strict=True)
    ]
    return Field(
        ours,
        theirs,
        s.sites[node].walls if walls else 0,
        s.box.atlas.is_mountain[node],
        amphibious,
        ratings[0],
        ratings[1],
        negated,
        bids,
        s.box.simple_odds,
        (
            sum(legionary_cavalry(s, side, node) for side in attackers),
            sum(legionary_cavalry(s, side, node) for side in defenders),
        )
        if s.box.legionary
        else (0, 0),
        late_legions(s),
        engineering(s, attackers, node) if walls else (),
    )


def with_cards(field: Field, by_card: tuple[Shift, ...]) -> Field:
    """The same Battle with more Shifts from cards."""
    return replace(field, by_card=field.by_card + by_card) if by_card else field


def surprise_of(side: int, cards: int) -> Shift:
    """What a side has from TACTICAL SURPRISE (17.2)."""
    return Shift(side, "tactical-surprise", cards * SURPRISE_SHIFTS, "PR-17.2-TACTICAL-SURPRISE")


def engineering(s: Position, attackers: tuple[int, ...], node: int) -> tuple[Shift, ...]:
    """What an inventor in the City gives its Defender, a Helepolis its attackers, where walls are used (17.2)."""
    found = []
    if s.inventor == node + 1 and s.sites[node].kind == CITY:
        found.append(Shift(DEFENDER, "archimedes-effect", ENGINEERING_SHIFTS, "PR-17.2-ARCHIMEDES-EFFECT"))
    if s.helepolis and any(s.has_engines(side, node) for side in attackers):
        found.append(Shift(ATTACKER, "poliorcates-effect", ENGINEERING_SHIFTS, "PR-17.2-POLIORCATES-EFFECT"))
    return tuple(found)

"""Chapter 16.2, Disease."""

from __future__ import annotations

from ludi.games.pax_romana.ch08_leaders.leaders import kill_leader
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import ASKED, Question
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.words import TAKE_LEADER


def disease(s: Position, power: int) -> None:
    """1d6 up to the Campaign Rating kills the highest-rated leader, in a tie the one that his player names (16.2)."""
    threaten_best(s, power, 0, "PR-16.2-DISEASE")


def threaten_best(s: Position, power: int, margin: int, rule: str) -> None:
    """The highest-rated leader falls ill: he dies if the die is lower than his Campaign Rating by so much."""
    ours = [n for n, where in enumerate(s.leader_at) if where >= 0 and s.box.leaders[n].side == power]
    if not ours:
        return
    known = s.box.leaders
    most = max(known[n].tactical + known[n].campaign for n in ours)
    best = [n for n in ours if known[n].tactical + known[n].campaign == most]
    if len(best) > 1:
        s.push(Infected(power, best, margin, rule))
    else:
        infect(s, best[0], margin, rule)


def infect(s: Position, leader: int, margin: int, rule: str) -> None:
    if s.roll("plague") + margin <= s.box.leaders[leader].campaign:
        kill_leader(s, leader, rule)


class Infected(Question):
    """Of several highest-rated leaders the player chooses the one that Disease threatens (16.2)."""

    __slots__ = ("because", "leaders", "margin")

    name = "infected"
    rule = "PR-16.2-DISEASE"

    def __init__(self, power: int, leaders: list[int], margin: int, because: str) -> None:
        super().__init__(power)
        self.leaders = leaders
        self.margin = margin
        """By how much the die must be lower than the Campaign Rating."""
        self.because = because
        """The rule by which they are threatened."""


class Choosing(Stage[Infected], of=Infected, at=ASKED):
    """The player names the leader."""

    def highest(self, s: Position, p: Infected, power: int) -> list[int]:
        return p.leaders

    @choice(TAKE_LEADER, exactly=highest, otherwise="not-the-highest")
    def name_one(self, s: Position, p: Infected, power: int, leader: int) -> None:
        infect(s, leader, p.margin, p.because)
        s.pop()

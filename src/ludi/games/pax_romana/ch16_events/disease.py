"""Chapter 16.2, Disease."""

from __future__ import annotations

from ludi.games.pax_romana.ch08_leaders.leaders import kill_leader
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import ASKED, Question
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.words import TAKE_LEADER


def disease(s: Position, power: int) -> None:
    """1d6 up to the Campaign Rating kills the highest-rated leader, in a tie the one that his player names (16.2)."""
    ours = [n for n, where in enumerate(s.leader_at) if where >= 0 and s.box.leaders[n].side == power]
    if not ours:
        return
    known = s.box.leaders
    most = max(known[n].tactical + known[n].campaign for n in ours)
    best = [n for n in ours if known[n].tactical + known[n].campaign == most]
    if len(best) > 1:
        s.push(Infected(power, best))
    else:
        infect(s, best[0])


def infect(s: Position, leader: int) -> None:
    if s.roll("plague") <= s.box.leaders[leader].campaign:
        kill_leader(s, leader, "PR-16.2-DISEASE")


class Infected(Question):
    """Of several highest-rated leaders the player chooses the one that Disease threatens (16.2)."""

    __slots__ = ("leaders",)

    name = "infected"
    rule = "PR-16.2-DISEASE"

    def __init__(self, power: int, leaders: list[int]) -> None:
        super().__init__(power)
        self.leaders = leaders


class Choosing(Stage[Infected], of=Infected, at=ASKED):
    """The player names the leader."""

    def highest(self, s: Position, p: Infected, power: int) -> list[int]:
        return p.leaders

    @choice(TAKE_LEADER, exactly=highest, otherwise="not-the-highest")
    def name_one(self, s: Position, p: Infected, power: int, leader: int) -> None:
        infect(s, leader)
        s.pop()

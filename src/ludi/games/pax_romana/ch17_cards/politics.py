"""Chapter 17.2, CHANGE IN POLITICAL SCENE, CHANGE IN FOREIGN POLICY, CONSPIRACY, STABILITY AND OPPORTUNITY."""

from __future__ import annotations

from ludi.core import Phrase
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch08_leaders.leaders import leave_map
from ludi.games.pax_romana.ch14_stability.stability import change_stability
from ludi.games.pax_romana.ch15_victory.markers import Duplicate, put_back, take_objective
from ludi.games.pax_romana.ch17_cards.deck import return_hand
from ludi.games.pax_romana.ch17_cards.effect import Effect
from ludi.games.pax_romana.ch17_cards.window import others
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import ASKED, Question
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.cards import (
    CONSPIRACY,
    FOREIGN_POLICY,
    POLITICAL_SCENE,
    STABILITY_AND_OPPORTUNITY,
)
from ludi.games.pax_romana.world.stability_track import STABLE, stability_range
from ludi.games.pax_romana.world.words import ADD_MARKER, AGAINST, OBJECTIVE, TAKE_LEADER

DRAWING, RETURNING = "drawing", "returning"
MOST_BY_CARD = 3
"""Who holds so many Objectives gets no other one by STABILITY AND OPPORTUNITY."""


# CHANGE IN POLITICAL SCENE


class PoliticalScene(Effect, of=POLITICAL_SCENE):
    """The slate is wiped clean: the Hand goes back into the deck, Objectives are drawn anew, Stability rises by 2."""

    def happen(self, s: Position, power: int) -> None:
        return_hand(s, power)
        number = len(s.objectives[power])
        for place in reversed(range(number)):
            put_back(s, power, place)
        change_stability(s, power, 2, self.rule)
        if number:
            s.push(NewAims(power, number))


class NewAims(Question):
    """A Power draws Objectives, and then perhaps gives one of its others back."""

    __slots__ = ("left", "returns")

    name = "new-aims"
    rule = "PR-15.4.5a"

    def __init__(self, power: int, left: int, returns: bool = False) -> None:
        super().__init__(power)
        self.stage = DRAWING
        self.left = left
        """How many are still to be drawn."""
        self.returns = returns
        """Whether one of the others goes back to the pool."""


class Drawing(Stage[NewAims], of=NewAims, at=DRAWING):
    """One after another is drawn; a duplicate may be changed (15.4.5)."""

    def run(self, s: Position, p: NewAims) -> bool:
        if not p.left:
            p.stage = RETURNING
            return False
        p.left -= 1
        held = bool(s.objectives[p.power])
        if not take_objective(s, p.power):
            p.returns = False
        elif held:
            s.push(Duplicate(p.power))
        return False


class Returning(Stage[NewAims], of=NewAims, at=RETURNING):
    """Chance says which of the others goes back, not the one just drawn (17.2)."""

    def run(self, s: Position, p: NewAims) -> bool:
        older = len(s.objectives[p.power]) - 1
        if p.returns and older > 0:
            put_back(s, p.power, s.roll("objective", older) - 1)
        s.pop()
        return False


# CHANGE IN FOREIGN POLICY


class ForeignPolicy(Effect, of=FOREIGN_POLICY):
    """A player draws an Objective and gives another one back."""

    def happen(self, s: Position, power: int) -> None:
        s.push(NewPolicy(power))


class NewPolicy(Question):
    """Whose policy changes: any player's, the own one's too."""

    __slots__ = ()

    name = "foreign-policy"
    rule = "PR-17.2-CHANGE-IN-FOREIGN-POLICY"


class ChoosingPolicy(Stage[NewPolicy], of=NewPolicy, at=ASKED):
    """The player names one."""

    def all_powers(self, s: Position, p: NewPolicy, power: int) -> range:
        return range(len(s.box.powers))

    @choice(AGAINST, "PR-17.2-CHANGE-IN-FOREIGN-POLICY", exactly=all_powers, otherwise="any-power")
    def change(self, s: Position, p: NewPolicy, power: int, other: int) -> None:
        s.become(NewAims(other, 1, returns=True))


# CONSPIRACY


class Conspiracy(Effect, of=CONSPIRACY):
    """A leader of another player is found out as a conspirator."""

    def happen(self, s: Position, power: int) -> None:
        suspects = plotters(s, power)
        if suspects:
            s.push(Accusing(power))


def plotters(s: Position, power: int) -> list[int]:
    """The leaders of other players on the map who are no Elites; no Soldier of Fortune and no allies."""
    sides = others(s, power)
    known = s.box.leaders
    return [n for n, where in enumerate(s.leader_at) if where >= 0 and known[n].side in sides and not known[n].elite]


class Accusing(Question):
    """Who is removed from the map, to the shame of his government."""

    __slots__ = ()

    name = "conspiracy"
    rule = "PR-17.2-CONSPIRACY"


class NamingTraitor(Stage[Accusing], of=Accusing, at=ASKED):
    """The player names a leader."""

    def suspects(self, s: Position, p: Accusing, power: int) -> list[int]:
        return plotters(s, power)

    @choice(TAKE_LEADER, "PR-17.2-CONSPIRACY", exactly=suspects, otherwise="no-conspirator")
    def accuse(self, s: Position, p: Accusing, power: int, leader: int) -> None:
        accused = s.box.leaders[leader]
        if s.listener is not None:
            s.tell("conspiracy", p.rule, leader=accused.word, space=s.box.place(s.leader_at[leader]))
        leave_map(s, leader)
        change_stability(s, accused.side, -1, p.rule)
        recount(s)
        s.pop()


# STABILITY AND OPPORTUNITY


class StabilityAndOpportunity(Effect, of=STABILITY_AND_OPPORTUNITY):
    """A Stable Power takes one more Activation Marker, or one more Objective."""

    def no_use(self, s: Position, power: int) -> Reason:
        if stability_range(s.stability[power]) != STABLE:
            return Phrase("why.not-stable", {}, self.rule)
        return ""

    def happen(self, s: Position, power: int) -> None:
        s.push(Opportunity(power))


class Opportunity(Question):
    """A marker into the pool, or an Objective."""

    __slots__ = ()

    name = "opportunity"
    rule = "PR-17.2-STABILITY-AND-OPPORTUNITY"


class ChoosingOpportunity(Stage[Opportunity], of=Opportunity, at=ASKED):
    """The player chooses one of the two."""

    @choice(ADD_MARKER, "PR-17.2-STABILITY-AND-OPPORTUNITY")
    def add_marker(self, s: Position, p: Opportunity, power: int, argument: int) -> None:
        s.pool[power] += 1
        s.pop()

    def none_to_draw(self, s: Position, p: Opportunity, power: int, argument: int) -> Reason:
        if len(s.objectives[power]) >= MOST_BY_CARD:
            return Phrase("why.objectives-full", {}, p.rule)
        if s.box.objectives == "none":
            return Phrase("why.no-objectives", {}, p.rule)
        return ""

    @choice(OBJECTIVE, "PR-17.2-STABILITY-AND-OPPORTUNITY", unless=none_to_draw)
    def draw(self, s: Position, p: Opportunity, power: int, argument: int) -> None:
        s.become(NewAims(power, 1))

"""Chapter 3.4: an Activation: waiting Events, payment for the marker, one Operation."""

from __future__ import annotations

from collections.abc import Mapping

from ludi.core import Fact, Phrase
from ludi.games.pax_romana.ch03_sequence.expansion import Expansion
from ludi.games.pax_romana.ch04_diplomacy.meeting import TALKED, Meeting, nobody_to_meet, partners
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch06_treasury.recruitment import Recruitment
from ludi.games.pax_romana.ch06_treasury.treasury import pay
from ludi.games.pax_romana.ch12_special.slave_turn import SlaveTurn
from ludi.games.pax_romana.ch14_stability.stability import change_stability
from ludi.games.pax_romana.ch16_events.events import settle_pending
from ludi.games.pax_romana.ch16_events.stability_check import marker_cost
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.pieces import GARRISONS, NOBODY, points
from ludi.games.pax_romana.world.sets import has, minus, plus
from ludi.games.pax_romana.world.words import CORVUS, EXPAND, MEET, PASS, RECRUIT

BEGINNING, BEFORE, OPERATION, END = "beginning", "before", "operation", "end"


class Activation(Procedure):
    """One Activation Marker: waiting Events, payment, one Operation (3.2-F)."""

    __slots__ = ("before", "drawn", "guard", "power", "slaves", "talked")

    name = "activation"
    rule = "PR-3.2-F1"
    tuples = ("guard",)

    def __init__(self, power: int, drawn: bool) -> None:
        self.stage = BEGINNING
        self.power = power
        self.before = NOBODY
        """The player of the marker played before this one."""
        self.drawn = drawn
        self.slaves: list[int] = []
        """The victims of revolts whose Slaves have acted."""
        self.talked: list[int] = []
        """Who has called a Meeting, or does not want one, beside the Operation (4.5)."""
        self.guard: tuple[int, ...] = ()
        """The Battle Points in each Capital before the Operation."""

    def cost(self, s: Position) -> int:
        return marker_cost(s, self.power)

    def capital_points(self, s: Position) -> tuple[int, ...]:
        return tuple(points(s.at(self.power, capital)) for capital in s.box.capitals[self.power])

    def choose(self, s: Position) -> None:
        """The player may choose an Operation now."""
        self.guard = self.capital_points(s)
        self.stage = OPERATION

    def decider(self, s: Position) -> int:
        return self.power

    def crumb(self, s: Position) -> Phrase:
        return Phrase("crumb.activation", {"power": s.box.powers[self.power]}, self.rule)


class AtActivation(Stage[Activation]):
    """What the steps of an Activation have in common."""

    def run(self, s: Position, p: Activation) -> bool:
        if any(s.pass_rights) or any(s.allies):
            s._reach = {}
        return self.go_on(s, p)

    def go_on(self, s: Position, p: Activation) -> bool:
        raise NotImplementedError


class Beginning(AtActivation, of=Activation, at=BEGINNING):
    """The marker is played."""

    def go_on(self, s: Position, p: Activation) -> bool:
        power = p.power
        s.streak = s.streak + 1 if s.active == power else 1
        s.civil_war = minus(s.civil_war, power)
        p.before = s.active
        s.active = power
        s.activations += 1
        s.acted[power] += 1
        p.stage = BEFORE
        if s.listener is not None:
            s.tell("activation", "PR-3.4.1", power=s.box.powers[power])
        return False


class Before(AtActivation, of=Activation, at=BEFORE):
    """Waiting Events, Slaves in revolt, and Meetings that others call (3.2-F1, 12.7.1, 4.5)."""

    asks = "ask.talk"
    rule = "PR-4.5"

    def go_on(self, s: Position, p: Activation) -> bool:
        if p.drawn and s.pending:
            settle_pending(s, p.power, p.before)
            return False
        victim = self.rising(s, p)
        if victim != NOBODY:
            p.slaves.append(victim)
            s.push(SlaveTurn(p.power, victim))
            return False
        robbed = has(s.civil_war, p.power)
        if self.envoy(s, p) != NOBODY and not robbed:
            return True
        p.choose(s)
        s.guard_points = minus(s.guard_points, p.power)
        if robbed:
            p.stage = END
        return False

    def rising(self, s: Position, p: Activation) -> int:
        """Against whom Slaves act at this marker, if it was drawn: never against its own player (12.7.1)."""
        if p.drawn and s.slaves_due:
            for victim in range(len(s.box.powers)):
                stranger = s.box.seat_of[victim] != s.box.seat_of[p.power]
                if stranger and has(s.slaves_due, victim) and victim not in p.slaves:
                    return victim
        return NOBODY

    def envoy(self, s: Position, p: Activation) -> int:
        """Talking the Talk: who may call a Meeting now though it is not his Activation (4.5)."""
        if s.box.talking:
            for power in partners(s, p.power):
                if power not in p.talked:
                    return power
        return NOBODY

    def deciders(self, s: Position, p: Activation) -> tuple[int, ...]:
        return (self.envoy(s, p),)

    def facts(self, s: Position, p: Activation) -> Mapping[str, Fact]:
        return {"power": s.box.powers[p.power]}

    @choice(PASS, "PR-3.4.4a")
    def stay_silent(self, s: Position, p: Activation, power: int, argument: int) -> None:
        p.talked.append(power)

    @choice(MEET, "PR-3.2-F3c")
    def meet(self, s: Position, p: Activation, power: int, argument: int) -> None:
        p.talked.append(power)
        s.push(Meeting(power))


class ChooseOperation(AtActivation, of=Activation, at=OPERATION):
    """The player pays for the marker and chooses an Operation, or passes (3.4.4, 3.2-F3)."""

    def go_on(self, s: Position, p: Activation) -> bool:
        return True

    def ask(self, s: Position, p: Activation, power: int) -> Phrase:
        return Phrase("ask.activation", {"talents": s.treasury[power], "price": p.cost(s)}, p.rule)

    def unpaid(self, s: Position, p: Activation, power: int, argument: int) -> Reason:
        price = p.cost(s)
        return "" if s.treasury[power] >= price else Phrase("why.marker-unpaid", {"price": price}, "PR-3.4.4a")

    def no_meeting(self, s: Position, p: Activation, power: int, argument: int) -> Reason:
        return TALKED if power in p.talked else nobody_to_meet(s, power)

    def no_corvus(self, s: Position, p: Activation, power: int, argument: int) -> Reason:
        rule = s.box.special.get("corvus")
        turn = s.turn + s.box.first_turn
        due = rule and s.box.powers[power] == "rome" and not s.corvus_used and turn in rule["turns"]
        return "" if due else Phrase("why.corvus", {}, "PR-3.1")

    @choice(PASS, "PR-3.4.4a")
    def do_nothing(self, s: Position, p: Activation, power: int, argument: int) -> None:
        p.stage = END

    @choice(EXPAND, "PR-3.2-F3a", unless=unpaid)
    def expand(self, s: Position, p: Activation, power: int, argument: int) -> None:
        p.stage = END
        pay(s, power, p.cost(s))
        s.push(Expansion(power, s))

    @choice(RECRUIT, "PR-3.2-F3b", unless=unpaid)
    def recruit(self, s: Position, p: Activation, power: int, argument: int) -> None:
        p.stage = END
        pay(s, power, p.cost(s))
        s.push(Recruitment(power))

    @choice(MEET, "PR-3.2-F3c", unless=no_meeting)
    def meet(self, s: Position, p: Activation, power: int, argument: int) -> None:
        if s.box.talking:
            p.talked.append(power)
        else:
            p.stage = END
        s.push(Meeting(power))

    @choice(CORVUS, "PR-3.0", unless=no_corvus)
    def use_corvus(self, s: Position, p: Activation, power: int, argument: int) -> None:
        s.corvus_used = 1
        s.galley_technology = plus(s.galley_technology, power)


class End(AtActivation, of=Activation, at=END):
    """The Operation is over."""

    def go_on(self, s: Position, p: Activation) -> bool:
        guard_duty(s, p)
        recount(s)
        s.pop()
        return False


def guard_duty(s: Position, p: Activation) -> None:
    """A Stability Check in Unrest: 3 BP more in a Capital, or 1 Stability and all Garrisons (16.2)."""
    power = p.power
    if not has(s.guard_duty, power):
        return
    s.guard_duty = minus(s.guard_duty, power)
    more = any(now >= before + 3 for now, before in zip(p.capital_points(s), p.guard, strict=True))
    if more and has(s.guard_points, power):
        return
    change_stability(s, power, -1, "PR-16.2-STABILITY-CHECKc")
    lost = 0
    for node, stack in s.places_of(power):
        lost |= stack & GARRISONS
        s.remove(power, node, stack & GARRISONS)
    if lost and s.listener is not None:
        s.tell("desertion", "PR-16.2-STABILITY-CHECKc", power=s.box.powers[power])

"""Chapter 3.4: an Activation: waiting Events, payment for the marker, one Operation."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping

from ludi.core import Fact, Phrase
from ludi.games.pax_romana.ch03_sequence.expansion import Expansion
from ludi.games.pax_romana.ch04_diplomacy.meeting import TALKED, Meeting, nobody_to_meet, partners
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch06_treasury.maintenance import disband, left_to_give
from ludi.games.pax_romana.ch06_treasury.recruitment import Recruitment
from ludi.games.pax_romana.ch06_treasury.treasury import pay
from ludi.games.pax_romana.ch10_battle.losses import attrition
from ludi.games.pax_romana.ch12_special.slave_turn import SlaveTurn
from ludi.games.pax_romana.ch14_stability.stability import change_stability
from ludi.games.pax_romana.ch16_events.events import settle_pending
from ludi.games.pax_romana.ch16_events.stability_check import marker_cost
from ludi.games.pax_romana.ch17_cards.civil_war import CivilWar
from ludi.games.pax_romana.ch17_cards.hand import WithHand
from ludi.games.pax_romana.ch17_cards.segment import CardSegment, MarkerLost
from ludi.games.pax_romana.ch17_cards.window import ANYTHING, offer, others
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.pieces import GARRISONS, LAND, NOBODY, common, points, size
from ludi.games.pax_romana.world.sets import has, minus, plus
from ludi.games.pax_romana.world.words import CORVUS, DISBAND_HEAVY, DISBAND_LEGION, EXPAND, MEET, PASS, PAY, RECRUIT

NO_CORVUS = Phrase("why.corvus", {}, "PR-3.1")
BEGINNING, BEFORE, OPERATION, END = "beginning", "before", "operation", "end"
PAYING, CARDS, OTHERS = "paying", "cards", "others"
LARGE_ARMY = 3
"""Units of an Army that wastes away in a Mountain Fortress (9.6.5)."""


class Activation(Procedure):
    """One Activation Marker: waiting Events, payment, one Operation (3.2-F)."""

    __slots__ = ("before", "drawn", "guard", "paid", "perched", "power", "slaves", "talked")

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
        self.paid = False
        """Whether the marker is paid for: in the Advanced Game that comes before the Card Segment (3.2-F)."""
        self.perched: list[int] = []
        """Armies in Mountain Fortresses as it began, each as place and Units, where they waste away there (9.6.5)."""
        self.guard: tuple[int, ...] = ()
        """The Battle Points in each Capital before the Operation."""

    def cost(self, s: Position) -> int:
        return 0 if self.paid else marker_cost(s, self.power)

    def capital_points(self, s: Position) -> tuple[int, ...]:
        return tuple(points(s.at(self.power, capital)) for capital in s.box.capitals[self.power])

    def choose(self, s: Position) -> None:
        """The player may choose an Operation now; in the Advanced Game he pays first, and cards come before it."""
        self.guard = self.capital_points(s)
        self.stage = PAYING if s.box.advanced else OPERATION

    def operate(self) -> None:
        """The Operation is under way: what is left is the end of the Activation."""
        self.stage = END

    def decider(self, s: Position) -> int:
        return self.power

    def crumb(self, s: Position) -> Phrase:
        return Phrase("crumb.activation", {"power": s.box.powers[self.power]}, self.rule)

    def trail(self, s: Position) -> Hashable:
        return (self.name, self.power, self.rule)


class Beginning(Stage[Activation], of=Activation, at=BEGINNING):
    """The marker is played."""

    def run(self, s: Position, p: Activation) -> bool:
        power = p.power
        s.streak = s.streak + 1 if s.active == power else 1
        s.civil_war = minus(s.civil_war, power)
        p.before = s.active
        s.active = power
        s.activations += 1
        s.acted[power] += 1
        s.hushed = 0
        p.perched = perched_armies(s, power)
        s.major_spent = 0
        if s.box.advanced:
            s.conqueror = 0
        p.stage = BEFORE
        if s.listener is not None:
            s.tell("activation", "PR-3.4.1", power=s.box.powers[power])
        return False


class Before(Stage[Activation], of=Activation, at=BEFORE):
    """Waiting Events, Slaves in revolt, and Meetings that others call (3.2-F1, 12.7.1, 4.5)."""

    asks = "ask.talk"
    rule = "PR-4.5"

    def run(self, s: Position, p: Activation) -> bool:
        if p.drawn and s.pending:
            settle_pending(s, p.power, p.before)
            return False
        victim = self.rising(s, p)
        if victim != NOBODY:
            p.slaves.append(victim)
            s.push(SlaveTurn(p.power, victim))
            return False
        if has(s.uprising, p.power):
            s.uprising = minus(s.uprising, p.power)
            p.choose(s)
            p.stage = END
            s.push(CivilWar(s, p.power))
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


class Paying(Stage[Activation], of=Activation, at=PAYING):
    """The Payment Segment of the Advanced Game (3.4.4)."""

    asks = "ask.paying"
    rule = "PR-3.4.4a"

    def facts(self, s: Position, p: Activation) -> Mapping[str, Fact]:
        return {"talents": s.treasury[p.power], "price": p.cost(s)}

    def too_dear(self, s: Position, p: Activation, power: int, argument: int) -> Reason:
        if s.treasury[power] >= p.cost(s):
            return ""
        return Phrase("why.marker-unpaid", {"price": p.cost(s)}, "PR-3.4.4a")

    @choice(PAY, "PR-3.4.4a", unless=too_dear)
    def pay(self, s: Position, p: Activation, power: int, argument: int) -> None:
        pay(s, power, p.cost(s))
        p.paid = True
        p.stage = CARDS
        s.push(CardSegment(power, draws=s.activations > 1 or s.box.scenario["opening"] != "operations"))

    @choice(PASS, "PR-3.4.4b")
    def do_nothing(self, s: Position, p: Activation, power: int, argument: int) -> None:
        p.stage = END


class Cards(Stage[Activation], of=Activation, at=CARDS):
    """The Card Segment is over, and with it perhaps the marker (17.1.3)."""

    def resumed(self, s: Position, p: Activation, result: MarkerLost | None) -> None:
        p.stage = OTHERS if result is None else END


class Others(Stage[Activation], of=Activation, at=OTHERS):
    """The Operations Segment begins: the others may play cards (17.1.5)."""

    def run(self, s: Position, p: Activation) -> bool:
        p.stage = OPERATION
        offer(s, ANYTHING, p.power, others(s, p.power))
        return False


class ChooseOperation(WithHand[Activation], of=Activation, at=OPERATION):
    """The player pays for the marker and chooses an Operation, or passes (3.4.4, 3.2-F3)."""

    def ask(self, s: Position, p: Activation, power: int) -> Phrase:
        return Phrase("ask.activation", {"talents": s.treasury[power], "price": p.cost(s)}, p.rule)

    def unpaid(self, s: Position, p: Activation, power: int, argument: int) -> Reason:
        price = p.cost(s)
        return "" if s.treasury[power] >= price else Phrase("why.marker-unpaid", {"price": price}, "PR-3.4.4a")

    def no_meeting(self, s: Position, p: Activation, power: int, argument: int) -> Reason:
        if s.box.advanced and not s.box.talking:
            return Phrase("why.meeting-by-card", {}, "PR-3.2-F3c")
        return TALKED if power in p.talked else nobody_to_meet(s, power)

    def no_corvus(self, s: Position, p: Activation, power: int, argument: int) -> Reason:
        rule = s.box.special.get("corvus")
        turn = s.turn + s.box.first_turn
        due = rule and s.box.powers[power] == "rome" and not s.corvus_used and turn in rule["turns"]
        return "" if due else NO_CORVUS

    @choice(PASS, "PR-3.4.4a")
    def do_nothing(self, s: Position, p: Activation, power: int, argument: int) -> None:
        p.stage = END

    @choice(EXPAND, "PR-3.2-F3a", unless=unpaid)
    def expand(self, s: Position, p: Activation, power: int, argument: int) -> None:
        p.stage = END
        pay(s, power, p.cost(s))
        s.push(Expansion(power, s))

    def no_recruiting(self, s: Position, p: Activation, power: int, argument: int) -> Reason:
        """Whoever has moved the Gallic Army has chosen to expand (13.3, Gaul)."""
        if s.major_spent:
            return Phrase("why.expansion-begun", {}, "PR-13.3-GAULf")
        return self.unpaid(s, p, power, argument)

    @choice(RECRUIT, "PR-3.2-F3b", unless=no_recruiting)
    def recruit(self, s: Position, p: Activation, power: int, argument: int) -> None:
        p.stage = END
        pay(s, power, p.cost(s))
        s.push(Recruitment(power))

    def discharged(self, s: Position, p: Activation, power: int) -> Iterable[int]:
        return [node for node, _ in sorted(s.places_of(power))] if "disbanding" in s.box.optional else ()

    def no_legion(self, s: Position, p: Activation, power: int, node: int) -> Reason:
        return none_to_discharge(s, power, DISBAND_LEGION, node)

    @choice(DISBAND_LEGION, "PR-14.2.2", among=discharged, unless=no_legion)
    def disband_legion(self, s: Position, p: Activation, power: int, node: int) -> None:
        disband(s, power, DISBAND_LEGION, node)
        recount(s)

    def no_heavy(self, s: Position, p: Activation, power: int, node: int) -> Reason:
        return none_to_discharge(s, power, DISBAND_HEAVY, node)

    @choice(DISBAND_HEAVY, "PR-14.2.2", among=discharged, unless=no_heavy)
    def disband_heavy(self, s: Position, p: Activation, power: int, node: int) -> None:
        disband(s, power, DISBAND_HEAVY, node)
        recount(s)

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


class End(Stage[Activation], of=Activation, at=END):
    """The Operation is over."""

    def run(self, s: Position, p: Activation) -> bool:
        if p.perched:
            waste_away(s, p)
            return False
        guard_duty(s, p)
        recount(s)
        s.pop()
        return False


def none_to_discharge(s: Position, power: int, verb: int, node: int) -> Reason:
    """Why no Legion or Heavy Infantry is disbanded as the first thing in an Operations Segment (14.2.2)."""
    if not s.box.advanced:
        return Phrase("why.moment-maintenance", {}, "PR-6.4")
    if "disbanding" not in s.box.optional:
        return Phrase("why.no-disbanding", {}, "PR-14.2.2")
    return "" if left_to_give(s.at(power, node), verb) else Phrase("why.nobody-to-disband", {}, "PR-14.2.2")


def perched_armies(s: Position, power: int) -> list[int]:
    """Places and Units of Armies of three or more in Mountain Fortresses, if the option is chosen (9.6.5)."""
    found: list[int] = []
    if "mountain_attrition" in s.box.optional:
        for node, stack in sorted(s.places_of(power)):
            if s.box.atlas.is_mountain[node] and size(stack & LAND) >= LARGE_ARMY:
                found += [node, stack & LAND]
    return found


def waste_away(s: Position, p: Activation) -> None:
    """One Army that stayed in a Mountain Fortress suffers attrition at the end of the Activation (9.6.5)."""
    node, army = p.perched[:2]
    del p.perched[:2]
    stayed = common(s.fresh(p.power, node), army)
    if size(stayed) >= LARGE_ARMY:
        attrition(s, (p.power,), p.power, node, (stayed,), "PR-9.6.5")


def guard_duty(s: Position, p: Activation) -> None:
    """A Stability Check in Unrest: 3 BP more in a Capital, or 1 Stability and all Garrisons (16.2)."""
    power = p.power
    if not has(s.guard_duty, power):
        return
    s.guard_duty = minus(s.guard_duty, power)
    more = any(now >= before + 3 for now, before in zip(p.capital_points(s), p.guard, strict=True))
    if more and has(s.guard_points, power):
        return
    rule = "PR-17.2-STABILITY-CHECKc" if s.box.advanced else "PR-16.2-STABILITY-CHECKc"
    change_stability(s, power, -1, rule)
    lost = 0
    for node, stack in s.places_of(power):
        lost |= stack & GARRISONS
        s.remove(power, node, stack & GARRISONS)
    if lost and s.listener is not None:
        s.tell("desertion", rule, power=s.box.powers[power])

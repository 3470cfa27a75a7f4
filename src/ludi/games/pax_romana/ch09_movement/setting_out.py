"""Chapter 9.1: an Army sets out: who goes along, and the die for its MP."""

from __future__ import annotations

from collections.abc import Iterable

from ludi.core import Phrase
from ludi.games.pax_romana.ch08_leaders.leaders import best_campaign
from ludi.games.pax_romana.ch09_movement.movement import (
    FINISH,
    READY,
    SELECT,
    SELECT_ONE,
    WALK,
    InvasionMarch,
    March,
    Move,
    OwnMove,
)
from ludi.games.pax_romana.ch09_movement.on_the_way import M, OnTheWay, no_such_leader, no_such_unit
from ludi.games.pax_romana.ch11_naval.afloat import FleetVoyage
from ludi.games.pax_romana.ch11_naval.embarking import begin_at_sea
from ludi.games.pax_romana.ch12_special.pergamum import seek_leader
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.play_book.barred import SCENARIO, may_break_down
from ludi.games.pax_romana.world.atlas import NAVAL_POINT
from ludi.games.pax_romana.world.pieces import (
    GALLEYS,
    GARRISON,
    GARRISONS,
    GARRISONS_FROM,
    KINDS,
    LAND,
    LOSSES,
    NOBODY,
    ONE,
    PERGAMENES,
    SETTLERS,
    SOF,
    common,
    count,
    is_power,
    kinds,
)
from ludi.games.pax_romana.world.words import (
    BREAK,
    DROP,
    DROP_LEADER,
    EMBARK,
    GO,
    HALT,
    MARCH,
    PICK_UP,
    RAZE,
    SAIL,
    TAKE,
    TAKE_ALL,
    TAKE_LEADER,
)

ON_THE_MARCH = (HALT, MARCH, SAIL, EMBARK, PICK_UP, DROP, DROP_LEADER, BREAK, RAZE)
"""What is decided once an Army or Fleet has set out."""
NOBODY_CHOSEN = Phrase("why.nobody-chosen", {}, "PR-9.1.1a")


def reserve_waits(s: Position, power: int, node: int) -> bool:
    """Whether a scenario holds Land Units in a Space back (I: those in Macedonia until a later Greek Activation)."""
    rule = s.box.special.get("epirote-reserve")
    if rule is None or s.box.powers[power] != rule["power"] or node >= s.box.atlas.spaces:
        return False
    province = s.box.atlas.province_index[rule["province"]]
    return s.box.atlas.province_of[node] == province and s.acted[power] < rule["from_activation"]


def settlers(s: Position, power: int, node: int) -> int:
    """The Units that a Minor Move may break down here, moved or not, for that is no movement (12.1.4, 9.1.4)."""
    if node >= s.box.atlas.spaces or reserve_waits(s, power, node):
        return 0
    return s.at(power, node) & SETTLERS


def willing(s: Position, move: Move) -> int:
    """The Units here that may still join: Galley Squadrons do not after a Naval Mutiny (16.2)."""
    units = move.available(s)
    return units & ~GALLEYS if s.mutinies(move.side, move.node) else units


class Choosing(OnTheWay[M]):
    """Who goes along."""

    asks = "ask.move-select"
    rule = "PR-9.1.1a"

    def not_asked(self, s: Position, p: M, power: int, verb: int, argument: int) -> Phrase | None:
        if verb in ON_THE_MARCH:
            return Phrase("why.not-set-out", {}, "PR-9.1.1a")
        if verb == GO:
            return NOBODY_CHOSEN
        return super().not_asked(s, p, power, verb, argument)

    def some_already(self, s: Position, p: M, power: int, argument: int) -> Reason:
        return "" if p.empty else Phrase("why.chosen-singly", {}, "PR-9.1.1a")

    def units(self, s: Position, p: M, power: int) -> list[int]:
        """The kinds of Units of which one may join."""
        raise NotImplementedError

    def no_unit(self, s: Position, p: M, power: int, kind: int) -> Reason:
        return no_such_unit(s, p, kind)

    def leaders(self, s: Position, p: M, power: int) -> Iterable[int]:
        return p.idle_leaders(s)

    def no_leader(self, s: Position, p: M, power: int, number: int) -> Reason:
        return no_such_leader(s, p, number)

    @choice(TAKE_LEADER, "PR-8.2.3c", exactly=leaders, otherwise=no_leader)
    def take_leader(self, s: Position, p: M, power: int, argument: int) -> None:
        p.take_leader(argument)


class ChoosingArmy(Choosing[March], of=March, at=SELECT):
    """An Army or a Fleet for a Major Move (9.1.1 a)."""

    def nobody_ready(self, s: Position, p: March, power: int, argument: int) -> Reason:
        if p.empty:
            return NOBODY_CHOSEN
        led = p.led_by == NOBODY or (p.army and p.has_leader(p.led_by))
        return "" if led else Phrase("why.conqueror-leads", {}, "PR-16.2-CONQUEROR")

    def units(self, s: Position, p: March, power: int) -> list[int]:
        units = willing(s, p)
        if p.ships:
            units &= GALLEYS
        elif p.army or p.side == SOF or p.led_by != NOBODY:
            units &= LAND
        return kinds(units)

    @choice(TAKE_ALL, "PR-9.1.1a", unless=Choosing.some_already)
    def take_all(self, s: Position, p: March, power: int, argument: int) -> None:
        units = willing(s, p)
        p.army = units & LAND & ~GARRISONS or units & LAND
        for number in p.idle_leaders(s):
            p.take_leader(number)
        if not p.army:
            p.ships = units & GALLEYS
        p.stage = READY

    @choice(GO, "PR-9.1.2c", unless=nobody_ready)
    def go(self, s: Position, p: March, power: int, argument: int) -> None:
        p.stage = READY

    @choice(TAKE, "PR-9.1.1a", exactly=units, otherwise=Choosing.no_unit)
    def take(self, s: Position, p: March, power: int, argument: int) -> None:
        take_unit(p, argument)

    take_leader = Choosing.take_leader


class ChoosingOne(Choosing[March], of=March, at=SELECT_ONE):
    """One Unit or leader for a Minor Move; or it breaks a Unit down into Garrisons (9.1.1 b, 12.1.4)."""

    asks = "ask.move-minor"
    rule = "PR-9.1.1b"

    def units(self, s: Position, p: March, power: int) -> list[int]:
        return kinds(willing(s, p))

    def settlers(self, s: Position, p: March, power: int) -> Iterable[int]:
        return kinds(s.at(p.side, p.node) & SETTLERS)

    @choice(TAKE, "PR-9.1.1a", exactly=units, otherwise=Choosing.no_unit)
    def take(self, s: Position, p: March, power: int, argument: int) -> None:
        take_unit(p, argument)
        p.stage = READY

    def no_settlers(self, s: Position, p: March, power: int, kind: int) -> Reason:
        if kind >= KINDS:
            return Phrase("why.no-unit", {}, "PR-9.1.1a")
        facts = {"what": LOSSES[kind]}
        if not GARRISONS_FROM[kind] or not is_power(p.side):
            return Phrase("why.no-garrisons-from", facts, "PR-12.1.7")
        if not count(s.at(p.side, p.node), kind):
            return Phrase("why.no-such-unit", facts, "PR-12.1.4a")
        if p.node >= s.box.atlas.spaces:
            return Phrase("why.not-left-here", facts, "PR-12.1.4a")
        if reserve_waits(s, p.side, p.node):
            return Phrase("why.reserve", {}, "PR-3.1")
        return "" if may_break_down(s, p.side, p.node, kind) else SCENARIO

    @choice(BREAK, "PR-12.1.4a", among=settlers, unless=no_settlers)
    def break_up(self, s: Position, p: March, power: int, argument: int) -> None:
        s.use_up(p.side, p.node, ONE[argument])
        s.add(p.side, p.node, GARRISONS_FROM[argument] * ONE[GARRISON])
        p.stage = FINISH

    @choice(TAKE_LEADER, "PR-8.2.3c", exactly=Choosing.leaders, otherwise=Choosing.no_leader)
    def take_leader(self, s: Position, p: March, power: int, argument: int) -> None:
        p.take_leader(argument)
        p.stage = READY


def take_unit(move: Move, kind: int) -> None:
    """A Unit goes along: a Galley Squadron makes it a Fleet, any other an Army."""
    if ONE[kind] & GALLEYS:
        move.ships += ONE[kind]
    else:
        move.army += ONE[kind]


class Ready(Stage[March], of=March, at=READY):
    """MP: 1d6 plus the leader's Campaign Rating; a lone leader has double (9.1.2, 8.2.3). Fleets need none (11.1.1).

    A Major Move with Pergamenes may bring a leader of theirs, who may then go along (17.2).
    """

    def run(self, s: Position, p: March) -> bool:
        rest_the_tired(s, p)
        if p.ships:
            s.become(FleetVoyage.of(p))
            return False
        if p.army & PERGAMENES and not p.minor and seek_leader(s) == p.node:
            p.stage = SELECT
            return False
        alone = not p.army
        rating = best_campaign(s, p.leader_list()) if not p.minor or alone else 0
        p.stage = WALK
        roll_mp(s, p, rating, 2 if alone else 1)
        if alone:
            p.bonus = p.mp // 2
        if s.box.atlas.kind[p.node] == NAVAL_POINT:
            begin_at_sea(s, p)
        return False


def rest_the_tired(s: Position, move: OwnMove) -> None:
    """Units that moved before a conqueror's own Move and do not go along have moved still (16.2)."""
    if move.led_by != NOBODY:
        left = move.tired - common(move.tired, move.army)
        s.mark_moved(move.side, move.node, left)
        move.tired -= left


def roll_mp(s: Position, move: March | InvasionMarch, rating: int, times: int) -> None:
    """The die of a Move (9.1.2)."""
    die = s.roll("movement")
    move.mp = times * (die + rating)
    if s.listener is not None:
        facts = {"side": s.box.side_word(move.side), "space": s.box.place(move.node)}
        s.report("movement", "PR-9.1.2a", {**facts, "die": die, "mp": move.mp})

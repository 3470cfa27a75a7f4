"""Chapter 16: the Events of the Standard Game."""

from __future__ import annotations

from ludi.core import SPAN
from ludi.games.pax_romana.ch04_diplomacy.bribery import MUTINY, Bribed, offer_bribe
from ludi.games.pax_romana.ch05_control.control import realm_controller, recount
from ludi.games.pax_romana.ch08_leaders.leaders import kill_leader
from ludi.games.pax_romana.ch12_special.pirates import pirates_come
from ludi.games.pax_romana.ch12_special.slave_turn import slaves_rise
from ludi.games.pax_romana.ch12_special.slaves import slave_spaces
from ludi.games.pax_romana.ch12_special.soldier_of_fortune import soldier_offers_himself
from ludi.games.pax_romana.ch13_barbarians.barbarians import GROUPS, group_possible, invade
from ludi.games.pax_romana.ch14_stability.stability import change_stability
from ludi.games.pax_romana.ch16_events.stability_check import stability_check
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Question
from ludi.games.pax_romana.world.pieces import GALLEYS, GARRISONS, NOBODY, NODE_BITS, NODES, SOF
from ludi.games.pax_romana.world.scenario import EVENT_NAMES
from ludi.games.pax_romana.world.words import AGAINST, PLACE, TAKE_LEADER

(
    CONQUEROR,
    SLAVE_REVOLT,
    PIRATES,
    REBELLION,
    HARVEST_TIME,
    REVENUES,
    BARBARIAN_INVASION,
    STABILITY_CHECK,
    GALLEY_TECHNOLOGY,
    SOLDIER_OF_FORTUNE,
    DISEASE,
) = range(11)
FOR_NEXT_MARKER = (CONQUEROR, BARBARIAN_INVASION, GALLEY_TECHNOLOGY, SOLDIER_OF_FORTUNE, DISEASE)
"""Events that wait for the player of the next drawn marker (16.1.3)."""


def event_rule(event: int) -> str:
    return f"PR-16.2-{EVENT_NAMES[event].upper()}"


def roll_event(s: Position) -> int:
    """2d6 on the Events Table of the scenario (16.1.2)."""
    table = s.box.tables["events"]
    while True:
        event = EVENT_NAMES.index(table[str(s.roll("event") + s.roll("event"))])
        if not closed(s, event):
            return event


def closed(s: Position, event: int) -> bool:
    """Whether the scenario has no place for an Event, so that it is rolled again."""
    if event == SOLDIER_OF_FORTUNE:
        return s.box.special.get("pyrrhus", {}).get("turn") == s.turn + s.box.first_turn
    if event == BARBARIAN_INVASION:
        return not any(group_possible(s, group) for group in GROUPS)
    if event == HARVEST_TIME:
        return not harvest_lands(s)
    return False


def harvest_lands(s: Position) -> list[str]:
    """The Territories of the Harvest Table that the scenario has."""
    words = [realm.word for realm in s.box.realms]
    return [territory for territory in s.box.tables["harvest"].values() if territory in words]


def draw_event(s: Position, player: int) -> None:
    """An Event marker was drawn; ``player`` is the one of the last played marker."""
    event = roll_event(s)
    _announce(s, event)
    if event in FOR_NEXT_MARKER:
        s.pending.append(event)
    else:
        happen(s, event, player)


def _announce(s: Position, event: int) -> None:
    if s.listener is not None:
        s.tell("event", event_rule(event), event=EVENT_NAMES[event])


def happen(s: Position, event: int, player: int) -> None:
    """An Event that waits for nobody is carried out."""
    if event == SLAVE_REVOLT:
        slave_revolt(s, player)
    elif event == PIRATES:
        pirates_come(s, player)
    elif event == REBELLION:
        rebellion(s, player)
    elif event == HARVEST_TIME:
        harvest(s)
    elif event == REVENUES:
        revenues(s)
    else:
        stability_check(s, player)


def slave_revolt(s: Position, victim: int) -> None:
    """The next player in order who has no alliance with the victim places the Slaves (12.7.1)."""
    if not slave_spaces(s, victim) or s.slaves_due >> victim & 1:
        return
    change_stability(s, victim, -1, "PR-14.2.1i")
    order = s.box.play_order
    after = order.index(victim) + 1
    others = [*order[after:], *order[: after - 1]]
    others = [power for power in others if s.box.seat_of[power] != s.box.seat_of[victim]]
    strangers = [power for power in others if not s.allies[victim] >> power & 1]
    slaves_rise(s, (strangers or others)[0], victim)


def rebellion(s: Position, player: int) -> None:
    """Garrisons in the area go; all who Control Spaces there lose Stability (16.2)."""
    box = s.box
    while True:
        word = s.box.tables["rebellion"][str(s.roll("rebellion") + s.roll("rebellion"))]
        if word == "naval-mutiny" or box.rebellion_areas[word]:
            break
    if word == "naval-mutiny":
        s.push(Mutiny(player))
        return
    spaces = [node for province in box.rebellion_areas[word] for node in box.atlas.spaces_of[province]]
    losers = {s.holder(node) for node in spaces}
    for node in spaces:
        for power in range(len(box.powers)):
            garrisons = s.at(power, node) & GARRISONS
            if garrisons:
                s.remove(power, node, garrisons)
    for power in range(len(box.powers)):
        if power in losers:
            change_stability(s, power, -1, "PR-16.2-REBELLION")
    if s.listener is not None:
        s.tell("rebellion", "PR-16.2-REBELLION", area=word)
    recount(s)


def harvest(s: Position) -> None:
    """A die names a Territory, a second one good or bad years for its Controller (16.2)."""
    lands = harvest_lands(s)
    territory = ""
    while territory not in lands:
        territory = s.box.tables["harvest"][str(s.roll("harvest"))]
    owner = realm_controller(s, [realm.word for realm in s.box.realms].index(territory))
    if owner != NOBODY:
        change_stability(s, owner, 2 if s.roll("harvest-yield") % 2 == 0 else -2, "PR-16.2-HARVEST-TIME")


def revenues(s: Position) -> None:
    for power, talents in enumerate(s.treasury):
        if talents < 3:
            change_stability(s, power, -1, "PR-16.2-REVENUES-AND-STABILITY")
        elif talents > 12:
            change_stability(s, power, 1, "PR-16.2-REVENUES-AND-STABILITY")


class Mutiny(Question):
    """The player of the last marker picks a Fleet that stays in port; its owner may try to buy him off (16.2, 4.4)."""

    __slots__ = ("node", "owner", "spared")

    name = "mutiny"
    rule = "PR-16.2-REBELLIONb"

    def __init__(self, power: int) -> None:
        super().__init__(power)
        self.node = self.owner = NOBODY
        self.spared: list[int] = []
        """Fleets that he was paid to leave alone."""

    def fleets(self, s: Position) -> list[int]:
        """All Fleets of Powers, as keys: all Galley Squadrons of one player in one place."""
        powers = len(s.box.powers)
        found = [key for key, stack in s.force.items() if key >> NODE_BITS < powers and stack & GALLEYS]
        return sorted(key for key in found if key not in self.spared)

    def run(self, s: Position) -> bool:
        fleets = self.fleets(s)
        if not fleets:
            s.pop()
            return False
        if self.node == NOBODY:
            return True
        owners = [key >> NODE_BITS for key in fleets if key & NODES - 1 == self.node]
        if self.owner == NOBODY:
            if len(owners) > 1:
                return True
            self._name(s, owners[0])
            return False
        s.mutiny = self.owner << NODE_BITS | self.node
        s.pop()
        return False

    def resumed(self, s: Position, result: object) -> None:
        if isinstance(result, Bribed) and result.called_off:
            self.spared.append(self.owner << NODE_BITS | self.node)
            self.node = self.owner = NOBODY

    def _name(self, s: Position, owner: int) -> None:
        self.owner = owner
        if len(self.fleets(s)) > 1:
            offer_bribe(s, owner, self.power, MUTINY, self.node)

    def legal(self, s: Position, power: int) -> list[int]:
        if self.node == NOBODY:
            return [PLACE + node for node in sorted({key & NODES - 1 for key in self.fleets(s)})]
        return [AGAINST + (key >> NODE_BITS) for key in self.fleets(s) if key & NODES - 1 == self.node]

    def decide(self, s: Position, power: int, action: int) -> None:
        if self.node == NOBODY:
            self.node = action % SPAN
        else:
            self._name(s, action % SPAN)


# Events that wait for the next drawn marker


def settle_pending(s: Position, power: int, before: int = NOBODY) -> None:
    """Carry out one waiting Event for the player of a drawn marker; ``before`` is the player of the one before it."""
    event = s.pending.pop(0)
    if event == CONQUEROR:
        for number, where in enumerate(s.leader_at):
            leader = s.box.leaders[number]
            if where >= 0 and leader.side == power and leader.elite:
                s.conqueror |= 1 << number
    elif event == GALLEY_TECHNOLOGY:
        s.galley_technology |= 1 << power
    elif event == DISEASE:
        disease(s, power)
    elif event == BARBARIAN_INVASION:
        invade(s, power)
    elif s.box.kind[power] == "rome":
        event = SOLDIER_OF_FORTUNE
        while event == SOLDIER_OF_FORTUNE:
            event = roll_event(s)
        _announce(s, event)
        if event in FOR_NEXT_MARKER:
            s.pending.insert(0, event)
        else:
            happen(s, event, power if before == NOBODY else before)
    elif not any(key >> NODE_BITS == SOF for key in s.force):
        soldier_offers_himself(s, power)


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

    def legal(self, s: Position, power: int) -> list[int]:
        return [TAKE_LEADER + leader for leader in self.leaders]

    def decide(self, s: Position, power: int, action: int) -> None:
        s.pop()
        infect(s, action % SPAN)


def conqueror_of(s: Position, power: int) -> int:
    """The Elite leader of a Power who is a Conqueror in this turn; NOBODY if there is none on the map (16.2)."""
    for number, where in enumerate(s.leader_at):
        if s.conqueror >> number & 1 and where >= 0 and s.box.leaders[number].side == power:
            return number
    return NOBODY

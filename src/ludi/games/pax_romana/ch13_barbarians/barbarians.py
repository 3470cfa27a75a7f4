"""Chapter 13: Tribes and Barbarian invasions; Rebellions of the Standard Game are among the events (16.2)."""

from __future__ import annotations

from ludi.core import SPAN, Phrase
from ludi.games.pax_romana.ch04_diplomacy.bribery import INVADE, Bribed, menaced, offer_bribe
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch08_leaders.leaders import kill_leader
from ludi.games.pax_romana.ch09_movement.movement import InvasionMarch
from ludi.games.pax_romana.ch09_movement.ways import foes, quick_foe, step_cost
from ludi.games.pax_romana.ch14_stability.stability import change_stability
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Question
from ludi.games.pax_romana.world.atlas import MOUNTAIN
from ludi.games.pax_romana.world.pieces import (
    BARBARIAN,
    CAVALRY,
    COMBAT,
    EAST_GAULS,
    GARRISONS,
    GERMANS,
    LAND,
    NOBODY,
    NODE_BITS,
    NODES,
    OCCUPY,
    ONE,
    SIDES,
    WEST_GAULS,
    size,
)
from ludi.games.pax_romana.world.words import MARCH, PLACE

GROUPS = ("caledonians", "armenians", "western-gauls", "eastern-gauls", "germans")
GROUP_SIDE = {"western-gauls": WEST_GAULS, "eastern-gauls": EAST_GAULS, "germans": GERMANS}
MAINLAND_GAUL = ("belgica", "lugdunensis", "aquitania", "narbonensis")
GERMAN_WOODS = ("germania-magna", "greater-german-tribes")
GERMAN_RHINE = ("germania-inferior", "germania-superior")
ENTRY = {
    "western-gauls": MAINLAND_GAUL,
    "eastern-gauls": ("sarmatia", "scythia"),
    "germans": (*GERMAN_WOODS, *GERMAN_RHINE),
}


def place_tribes(s: Position) -> None:
    """Draw a counter, face down, for every Tribal Space of the scenario (13.1.1)."""
    counters = list(s.box.tribal_counters)
    s.dice.shuffle(counters)
    for node in s.box.tribal_spaces:
        if s.occupier(node) == NOBODY and counters:
            s.set_tribe(node, counters.pop())
    s.tribe_pool = counters


def return_tribe(s: Position, node: int) -> bool:
    """A Tribe comes back: a random unused counter in an unoccupied Tribal Space (13.1.8)."""
    if s.occupier(node) != NOBODY or not s.tribe_pool:
        return False
    s.irrevocable += 1
    index = s.roll("tribe", len(s.tribe_pool)) - 1
    s.set_tribe(node, s.tribe_pool.pop(index))
    return True


# 13.4 Barbarian invasions


def entry_spaces(s: Position, group: str) -> list[int]:
    """Where a group may be put: any Space of its area, held or not (13.4.5)."""
    atlas = s.box.atlas
    return [node for word in ENTRY[group] for node in atlas.spaces_of[atlas.province_index[word]] if s.box.open[node]]


def group_possible(s: Position, group: str) -> bool:
    atlas = s.box.atlas
    if group == "caledonians":
        return s.box.open[atlas.index["londinium"]]
    if group == "armenians":
        return s.box.open[atlas.index["amida"]]
    return any(s.box.open[atlas.spaces_of[atlas.province_index[word]][0]] for word in ENTRY[group])


def invade(s: Position, power: int) -> None:
    """The Power rolls on the Invasion Table; groups that came already or lie off the map are rolled again."""
    possible = [group for group in GROUPS if group_possible(s, group) and not s.invaded >> GROUPS.index(group) & 1]
    if not possible:
        return
    group = ""
    while group not in possible:
        group = s.box.tables["invasion"][str(s.roll("invasion") + s.roll("invasion"))]
    s.invaded |= 1 << GROUPS.index(group)
    if s.listener is not None:
        s.tell("invasion", "PR-13.4.1a", power=s.box.powers[power], group=group)
    if group == "caledonians":
        remove_garrisons(s, s.box.atlas.province_index["britannia"])
        recount(s)
    elif group == "armenians":
        armenians(s)
    else:
        if group == "western-gauls" and all(
            0 <= s.provinces[s.box.atlas.province_index[word]] < 4 for word in MAINLAND_GAUL
        ):
            return
        if entry_spaces(s, group):
            s.push(Invasion(power, GROUP_SIDE[group]))


def remove_garrisons(s: Position, province: int) -> None:
    for node in s.box.atlas.spaces_of[province]:
        for side in range(len(s.box.powers)):
            garrisons = s.at(side, node) & GARRISONS
            if garrisons:
                s.remove(side, node, garrisons)


def armenians(s: Position) -> None:
    """Units near Amida are removed where 1d6 exceeds their number (13.4)."""
    atlas = s.box.atlas
    amida = atlas.index["amida"]
    if any(s.at(side, amida) & COMBAT for side in range(SIDES)):
        return
    spent = {amida: 0}
    todo = [amida]
    while todo:
        here = todo.pop(0)
        for near, link in atlas.land[here]:
            cost = spent[here] + step_cost(s.box.atlas, near, link)
            if cost <= 3 and cost < spent.get(near, 9) and s.box.open[near]:
                spent[near] = cost
                todo.append(near)
    for node in sorted(spent):
        if node >= atlas.spaces or atlas.flags[node] & MOUNTAIN:
            continue
        stacks = [(side, s.at(side, node) & LAND) for side in range(SIDES) if s.at(side, node) & OCCUPY]
        if stacks and s.roll("scare") > sum(size(units) for _, units in stacks):
            for side, units in stacks:
                s.remove(side, node, units)
                for number in s.leaders_of(side, node):
                    kill_leader(s, number, "PR-13.4-ARMENIANS")
    recount(s)


def barred_to_germans(s: Position, side: int, node: int, near: int) -> bool:
    """Once out of its area of origin the German Army may not go back there (13.4)."""
    if side != GERMANS or near >= s.box.atlas.spaces:
        return False
    here, there = s.box.atlas.province_of[node], s.box.atlas.province_of[near]
    return there == s.german_start and here != s.german_start


def scare_capitals(s: Position, side: int) -> None:
    """A Barbarian Army next to a Capital costs its owner 1 Stability, once for each such Army (13.4.4)."""
    atlas = s.box.atlas
    places = [key & NODES - 1 for key, stack in s.force.items() if key >> NODE_BITS == side and stack & COMBAT]
    for power, capitals in enumerate(s.box.capitals):
        bit = 1 << (side - WEST_GAULS) * 4 + power
        if s.capital_scares & bit:
            continue
        for capital in capitals:
            near = {capital, *(node for node, _ in atlas.land[capital])}
            lost = s.holder(capital) != power and 0 <= s.holder(capital) < len(s.box.powers)
            if not lost and near.intersection(places):
                s.capital_scares |= bit
                change_stability(s, power, -1, "PR-14.2.1h")
                break


def remove_invaders(s: Position) -> None:
    """The Removal Phase takes Invasion Armies and their leaders off the map (13.4)."""
    for side in (WEST_GAULS, EAST_GAULS, GERMANS):
        for key in [key for key in s.force if key >> NODE_BITS == side]:
            s.remove(side, key & NODES - 1, s.force[key])
        s.leader_at[s.box.side_leader[side]] = NOBODY
    s.capital_scares = 0
    s.invaded = 0


def german_army(s: Position) -> int:
    """Where the German Invasion Army is; NOBODY if it is not on the map."""
    for key, stack in s.force.items():
        if key >> NODE_BITS == GERMANS and stack & COMBAT:
            return key & NODES - 1
    return NOBODY


def invasion_move(s: Position, side: int, power: int, node: int, placed: bool = False) -> InvasionMarch:
    """A Major Move of an Invasion Army (13.2.6), of one just placed too."""
    leader = s.box.side_leader[side]
    leaders = 1 << leader if s.leader_at[leader] == node else 0
    return InvasionMarch(side, power, node, s.at(side, node) & LAND, leaders, placed)


class Scatter(Question):
    """Invaders beaten where they were put leave the Space, as there is none they came from. Answer: node + 1 or 0."""

    __slots__ = ("node", "side")

    name = "scatter"
    rule = "PR-13.4.5a"

    def __init__(self, side: int, power: int, node: int) -> None:
        super().__init__(power)
        self.side = side
        self.node = node

    def run(self, s: Position) -> bool:
        options = self.legal(s, self.power)
        if len(options) > 1:
            return True
        if options:
            self.decide(s, self.power, options[0])
        else:
            s.remove(self.side, self.node, s.at(self.side, self.node) & LAND)
            for number in s.leaders_of(self.side, self.node):
                kill_leader(s, number, "PR-8.4.4")
            s.pop()
        return False

    def legal(self, s: Position, power: int) -> list[int]:
        free = {
            near
            for near, _ in s.box.atlas.land[self.node]
            if near < s.box.atlas.spaces and s.box.open[near] and not quick_foe(s, self.side, near, self.power)
        }
        return [MARCH + near for near in sorted(free)]

    def decide(self, s: Position, power: int, action: int) -> None:
        near = action % SPAN
        s.shift(self.side, self.node, near, s.at(self.side, self.node) & LAND)
        for number in s.leaders_of(self.side, self.node):
            s.leader_at[number] = near
        s.pop(near + 1)

    def ask(self, s: Position, power: int) -> Phrase:
        return Phrase("ask.scatter", {"space": s.box.place(self.node)}, self.rule)


class Invasion(Question):
    """A group enters: the player places it and makes a Major Move with it (13.4, 16.2)."""

    __slots__ = ("node", "side", "spared", "strength")

    name = "invasion"
    rule = "PR-13.4.1a"

    def __init__(self, power: int, side: int) -> None:
        super().__init__(power)
        self.stage = 0
        self.side = side
        self.strength = 0
        """The Infantry of Gauls, rolled before they are placed; that of Germans depends on where they enter."""
        self.node = NOBODY
        self.spared: list[int] = []
        """Spaces that the player was paid to leave alone."""

    def run(self, s: Position) -> bool:
        if self.stage == 0:
            if not self.strength and self.side != GERMANS:
                self.strength = s.roll("invaders") + s.roll("invaders")
            if self.node == NOBODY:
                return True
            self._enter(s)
            return False
        s.pop()
        return False

    def resumed(self, s: Position, result: object) -> None:
        if isinstance(result, Bribed) and result.called_off:
            self.spared.append(self.node)
            self.node = NOBODY

    def legal(self, s: Position, power: int) -> list[int]:
        group = next(word for word, side in GROUP_SIDE.items() if side == self.side)
        return [PLACE + node for node in sorted(entry_spaces(s, group)) if node not in self.spared]

    def decide(self, s: Position, power: int, action: int) -> None:
        self.node = action % SPAN
        if len(self.legal(s, power)) > 1:
            target = menaced(s, foes(s, self.side, self.node, power), self.node)
            offer_bribe(s, target, power, INVADE, self.node)

    def _enter(self, s: Position) -> None:
        node, side, power = self.node, self.side, self.power
        word = s.box.atlas.province_ids[s.box.atlas.province_of[node]]
        if side == GERMANS:
            self.strength = sum(s.roll("invaders") for _ in range(3 if word in GERMAN_WOODS else 2))
        units = self.strength * ONE[BARBARIAN]
        if side == GERMANS:
            s.german_start = s.box.atlas.province_of[node]
            if word in GERMAN_RHINE:
                units += 2 * ONE[CAVALRY]
        s.add(side, node, units)
        s.leader_at[s.box.side_leader[side]] = node
        self.stage = 1
        scare_capitals(s, side)
        recount(s)
        s.push(invasion_move(s, side, power, node, placed=True))

    def ask(self, s: Position, power: int) -> Phrase:
        group = s.box.side_word(self.side)
        if self.strength:
            return Phrase("ask.invasion-army", {"group": group, "number": self.strength}, self.rule)
        return Phrase("ask.invasion", {"group": group}, self.rule)

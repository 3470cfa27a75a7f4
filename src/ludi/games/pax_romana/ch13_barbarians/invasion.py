"""Chapter 13.4: the Invasion Table, and how its groups come in."""

from __future__ import annotations

from ludi.core import Phrase
from ludi.games.pax_romana.ch04_diplomacy.bribery import INVADE, Bargain, menaced, offer_bribe
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch08_leaders.leaders import kill_leader
from ludi.games.pax_romana.ch09_movement.enemies import foes
from ludi.games.pax_romana.ch09_movement.movement import InvasionMarch
from ludi.games.pax_romana.ch09_movement.ways import step_cost
from ludi.games.pax_romana.ch13_barbarians.invaders import MAINLAND_GAUL, scare_capitals
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Question
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.pieces import (
    BARBARIAN,
    CAVALRY,
    COMBAT,
    EAST_GAULS,
    GARRISONS,
    GERMANS,
    LAND,
    NOBODY,
    OCCUPY,
    ONE,
    SIDES,
    WEST_GAULS,
    is_power,
    size,
)
from ludi.games.pax_romana.world.sets import has, plus, set_of
from ludi.games.pax_romana.world.words import PLACE

MUSTERING, ENTERING, BARGAIN, MARCHING = "mustering", "entering", "bargain", "marching"
GROUPS = ("caledonians", "armenians", "western-gauls", "eastern-gauls", "germans")
GROUP_SIDE = {"western-gauls": WEST_GAULS, "eastern-gauls": EAST_GAULS, "germans": GERMANS}
GERMAN_WOODS = ("germania-magna", "greater-german-tribes")
GERMAN_RHINE = ("germania-inferior", "germania-superior")
ENTRY = {
    "western-gauls": MAINLAND_GAUL,
    "eastern-gauls": ("sarmatia", "scythia"),
    "germans": (*GERMAN_WOODS, *GERMAN_RHINE),
}


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
    possible = [group for group in GROUPS if group_possible(s, group) and not has(s.invaded, GROUPS.index(group))]
    if not possible:
        return
    group = ""
    while group not in possible:
        group = s.box.tables["invasion"][str(s.roll("invasion") + s.roll("invasion"))]
    come_in(s, power, group)


def come_in(s: Position, power: int, group: str) -> None:
    """A group invades, in a Power's hand (13.4)."""
    s.invaded = plus(s.invaded, GROUPS.index(group))
    if s.listener is not None:
        s.tell("invasion", "PR-13.4.1a", power=s.box.powers[power], group=group)
    if group == "caledonians":
        remove_garrisons(s, s.box.atlas.province_index["britannia"])
        recount(s)
    elif group == "armenians":
        armenians(s)
    else:
        if group == "western-gauls" and all(
            is_power(s.provinces[s.box.atlas.province_index[word]]) for word in MAINLAND_GAUL
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
        if node >= atlas.spaces or atlas.is_mountain[node]:
            continue
        stacks = [(side, s.at(side, node) & LAND) for side in range(SIDES) if s.at(side, node) & OCCUPY]
        if stacks and s.roll("scare") > sum(size(units) for _, units in stacks):
            for side, units in stacks:
                s.remove(side, node, units)
                for number in s.leaders_of(side, node):
                    kill_leader(s, number, "PR-13.4-ARMENIANS")
    recount(s)


def invasion_move(
    s: Position, side: int, power: int, node: int, placed: bool = False, rooted: bool = False
) -> InvasionMarch:
    """A Major Move of an Invasion Army (13.2.6), of one just placed too; a rooted one attacks and goes nowhere."""
    leader = s.box.side_leader[side]
    leaders = set_of([leader] if s.leader_at[leader] == node else ())
    return InvasionMarch(side, power, node, s.at(side, node) & LAND, leaders, placed, rooted)


class Invasion(Question):
    """A group enters: the player places it and makes a Major Move with it (13.4, 16.2)."""

    __slots__ = ("node", "side", "spared", "strength")

    name = "invasion"
    rule = "PR-13.4.1a"

    def __init__(self, power: int, side: int) -> None:
        super().__init__(power)
        self.stage = MUSTERING
        self.side = side
        self.strength = 0
        """The Infantry of Gauls, rolled before they are placed; that of Germans depends on where they enter."""
        self.node = NOBODY
        self.spared: list[int] = []
        """Spaces that the player was paid to leave alone."""

    def entries(self, s: Position) -> list[int]:
        """Where they may be placed."""
        group = next(word for word, side in GROUP_SIDE.items() if side == self.side)
        return [node for node in sorted(entry_spaces(s, group)) if node not in self.spared]


class Mustering(Stage[Invasion], of=Invasion, at=MUSTERING):
    """The strength of Gauls is rolled first."""

    def run(self, s: Position, p: Invasion) -> bool:
        if p.side != GERMANS:
            p.strength = s.roll("invaders") + s.roll("invaders")
        p.stage = ENTERING
        return False


class Entering(Stage[Invasion], of=Invasion, at=ENTERING):
    """The player places them; against whom they come may buy him off, if there is another Space (4.4)."""

    def ask(self, s: Position, p: Invasion, power: int) -> Phrase:
        group = s.box.side_word(p.side)
        if p.strength:
            return Phrase("ask.invasion-army", {"group": group, "number": p.strength}, p.rule)
        return Phrase("ask.invasion", {"group": group}, p.rule)

    def entries(self, s: Position, p: Invasion, power: int) -> list[int]:
        return p.entries(s)

    def no_entry(self, s: Position, p: Invasion, power: int, node: int) -> Reason:
        return Phrase("why.paid-to-spare" if node in p.spared else "why.not-their-area", {}, p.rule)

    @choice(PLACE, exactly=entries, otherwise=no_entry)
    def place(self, s: Position, p: Invasion, power: int, node: int) -> None:
        p.node = node
        target = menaced(s, foes(s, p.side, node, power), node)
        if len(p.entries(s)) > 1 and offer_bribe(s, target, power, INVADE, node):
            p.stage = BARGAIN
        else:
            enter(s, p)


class OtherEntry(Bargain[Invasion], of=Invasion, at=BARGAIN):
    """The player is paid to place them elsewhere, or not."""

    choosing = ENTERING

    def spare(self, s: Position, p: Invasion) -> None:
        p.spared.append(p.node)
        p.node = NOBODY

    def go_on(self, s: Position, p: Invasion) -> None:
        enter(s, p)


class Marching(Stage[Invasion], of=Invasion, at=MARCHING):
    """They are on the map and have made their Move."""

    def run(self, s: Position, p: Invasion) -> bool:
        s.pop()
        return False


def enter(s: Position, p: Invasion) -> None:
    """They are on the map, frighten Capitals, and set out."""
    node, side = p.node, p.side
    province = s.box.atlas.province_of[node]
    word = s.box.atlas.province_ids[province]
    if side == GERMANS:
        p.strength = sum(s.roll("invaders") for _ in range(3 if word in GERMAN_WOODS else 2))
    units = p.strength * ONE[BARBARIAN]
    if side == GERMANS:
        s.german_start = province
        if word in GERMAN_RHINE:
            units += 2 * ONE[CAVALRY]
    s.add(side, node, units)
    s.leader_at[s.box.side_leader[side]] = node
    p.stage = MARCHING
    scare_capitals(s, side)
    recount(s)
    s.push(invasion_move(s, side, p.power, node, placed=True))

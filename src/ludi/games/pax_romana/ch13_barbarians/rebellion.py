"""Chapter 13.3: the Rebellions of the Advanced Game, all but those of Gaul (:mod:`gallic_rebellion`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from ludi.core import Fact
from ludi.games.pax_romana.ch04_diplomacy.bribery import UPRISING, Bribed, offer_bribe
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch08_leaders.commanders import commander
from ludi.games.pax_romana.ch08_leaders.leaders import kill_leader
from ludi.games.pax_romana.ch10_battle.losses import IN_BATTLE, Losses
from ludi.games.pax_romana.ch13_barbarians.invasion import GERMAN_RHINE, remove_garrisons
from ludi.games.pax_romana.ch13_barbarians.uprising import Uprising, rebels_rise
from ludi.games.pax_romana.ch16_events.rebellion import Mutiny
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Question
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.pieces import (
    COMBAT,
    GALLEYS,
    GARRISON,
    GARRISONS,
    LAND,
    MERCENARIES,
    NOBODY,
    OCCUPY,
    ONE,
    SIDES,
    SOF,
    points,
)
from ludi.games.pax_romana.world.words import NO, PLACE

STRIP, STRIKE, BLEED, SETTLE, HAGGLING = "strip", "strike", "bleed", "settle", "haggling"
MOST_STRUCK = 8
"""The Battle Points that a Rebellion eliminates at most in a Space."""
RISING = {"britannia": 3, "hispania": 3, "judea": 1, "sardinia": 1}
"""How many Barbarian Infantry rise where the player of the card says so."""


class Rebellion(Question):
    """What the player of the card decides in a Rebellion, Space by Space."""

    __slots__ = ("area", "back", "node", "spared")

    name = "rebellion"
    rule = "PR-13.3a"

    def __init__(self, power: int, area: str, stage: str) -> None:
        super().__init__(power)
        self.stage = stage
        self.area = area
        self.node = NOBODY
        """The Space chosen, while its owner may still buy the player off (4.4)."""
        self.back = ""
        """The stage at which it was chosen."""
        self.spared: list[int] = []
        """Spaces for which somebody has paid."""

    def spaces(self, s: Position) -> list[int]:
        """All Spaces of the area that are in play, those apart for which somebody has paid."""
        return [node for node in area_spaces(s, self.area) if node not in self.spared]


def area_spaces(s: Position, area: str) -> list[int]:
    """The Spaces in play of an area of the Rebellion Table; Gaul has Britannia, Germany is the two Rhine Provinces."""
    atlas = s.box.atlas
    if area == "germany":
        provinces = [atlas.province_index[word] for word in GERMAN_RHINE]
    elif area == "gaul":
        provinces = atlas.provinces_of[atlas.territory_ids.index("gaul")]
    else:
        provinces = list(s.box.rebellion_areas[area])
    return [node for province in provinces for node in atlas.spaces_of[province] if s.box.open[node]]


def players_there(s: Position, node: int, kinds: int = LAND) -> tuple[int, ...]:
    """The sides that players move and that have Units of some kinds in a Space."""
    return tuple(side for side in (*range(len(s.box.powers)), SOF) if s.at(side, node) & kinds)


class InRebellion(Stage[Rebellion]):
    """A Space is chosen; where there is no choice it is taken, where there is none the Rebellion goes on without."""

    def run(self, s: Position, p: Rebellion) -> bool:
        spots = self.spots(s, p, p.power)
        if len(spots) > 1 or (spots and self.optional(s, p, p.power)):
            return True
        if spots:
            self.decide(s, p, p.power, PLACE + spots[0])
        else:
            self.done(s, p)
        return False

    def facts(self, s: Position, p: Rebellion) -> Mapping[str, Fact]:
        return {"area": p.area}

    def spots(self, s: Position, p: Rebellion, power: int) -> list[int]:
        """The Spaces that may be chosen."""
        raise NotImplementedError

    def optional(self, s: Position, p: Rebellion, power: int) -> Iterable[int]:
        """Whether none need be chosen."""
        return ()

    def listed(self, s: Position, p: Rebellion, power: int) -> list[int]:
        return self.spots(s, p, power)

    @choice(PLACE, exactly=listed, otherwise="no-rebellion-there")
    def place(self, s: Position, p: Rebellion, power: int, node: int) -> None:
        if len(self.spots(s, p, power)) > 1 and offer_bribe(s, struck(s, node, power), power, UPRISING, node):
            p.node, p.back, p.stage = node, p.stage, HAGGLING
        else:
            self.befall(s, p, node)

    def befall(self, s: Position, p: Rebellion, node: int) -> None:
        """It happens there; who has paid is spared this, not what comes next."""
        p.spared = []
        self.strike(s, p, node)
        self.done(s, p)
        recount(s)

    def strike(self, s: Position, p: Rebellion, node: int) -> None:
        """What happens there."""
        raise NotImplementedError

    def done(self, s: Position, p: Rebellion) -> None:
        """What comes next."""
        s.retire(p)


def struck(s: Position, node: int, power: int) -> int:
    """The Power whose Units a Rebellion would strike in a Space; NOBODY if they are the player's own, or nobody's."""
    owners = [s.player_of(side) for side in players_there(s, node)]
    return owners[0] if owners and power not in owners else NOBODY


class Haggling(Stage[Rebellion], of=Rebellion, at=HAGGLING):
    """Whose Units would be struck has tried to buy the player off; then it is another Space (4.4)."""

    def resumed(self, s: Position, p: Rebellion, result: Bribed) -> None:
        p.stage = p.back
        if result.called_off:
            p.spared.append(p.node)
            return
        chosen = p.stages[p.back]
        assert isinstance(chosen, InRebellion)
        chosen.befall(s, p, p.node)


class Strip(InRebellion, of=Rebellion, at=STRIP):
    """A Garrison goes (Gaul, Hispania); in Gaul he may leave it (13.3)."""

    asks = "ask.rebellion-strip"
    rule = "PR-13.3-HISPANIA"

    def spots(self, s: Position, p: Rebellion, power: int) -> list[int]:
        return [node for node in p.spaces(s) if players_there(s, node, GARRISONS)]

    def optional(self, s: Position, p: Rebellion, power: int) -> Iterable[int]:
        return (0,) if p.area == "gaul" else ()

    @choice(NO, "PR-13.3-GAUL", exactly=optional, otherwise="no-rebellion-there")
    def leave(self, s: Position, p: Rebellion, power: int, argument: int) -> None:
        self.done(s, p)

    def strike(self, s: Position, p: Rebellion, node: int) -> None:
        side = players_there(s, node, GARRISONS)[0]
        s.remove(side, node, ONE[GARRISON])

    def done(self, s: Position, p: Rebellion) -> None:
        if p.area in RISING:
            p.stage = SETTLE
        else:
            s.retire(p)


class Strike(InRebellion, of=Rebellion, at=STRIKE):
    """Up to 8 BP of players in one Space are eliminated (Danube, Germany)."""

    asks = "ask.rebellion-strike"
    rule = "PR-13.3-DANUBE"

    def spots(self, s: Position, p: Rebellion, power: int) -> list[int]:
        return [node for node in p.spaces(s) if players_there(s, node)]

    def strike(self, s: Position, p: Rebellion, node: int) -> None:
        eliminate(s, node, f"PR-13.3-{p.area.upper()}")


class Bleed(InRebellion, of=Rebellion, at=BLEED):
    """Somebody loses at least 1 BP in Judea: who is there alone says where, else the player of the card."""

    asks = "ask.rebellion-bleed"
    rule = "PR-13.3-JUDEA"

    def deciders(self, s: Position, p: Rebellion) -> tuple[int, ...]:
        players = {side for node in p.spaces(s) for side in players_there(s, node, COMBAT)}
        owners = {s.sof_owner if side == SOF else side for side in players}
        return (owners.pop() if len(owners) == 1 else p.power,)

    def spots(self, s: Position, p: Rebellion, power: int) -> list[int]:
        return [node for node in p.spaces(s) if players_there(s, node, COMBAT)]

    def strike(self, s: Position, p: Rebellion, node: int) -> None:
        sides = players_there(s, node, COMBAT)
        s.push(Losses(sides, commander(s, sides, node), node, 1, IN_BATTLE, True, False))

    def done(self, s: Position, p: Rebellion) -> None:
        p.stage = SETTLE


class Settle(InRebellion, of=Rebellion, at=SETTLE):
    """Where the Barbarians rise (Britannia, Hispania, Judea, Sardinia)."""

    asks = "ask.rebellion-settle"
    rule = "PR-13.3-BRITANNIA"

    def spots(self, s: Position, p: Rebellion, power: int) -> list[int]:
        return [node for node in rising_spaces(s, p.area) if node not in p.spared]

    def strike(self, s: Position, p: Rebellion, node: int) -> None:
        for side in players_there(s, node, GARRISONS):
            s.remove(side, node, s.at(side, node) & GARRISONS)
        rebels_rise(s, node, RISING[p.area], p.area)


def rising_spaces(s: Position, area: str) -> list[int]:
    """Where the player of the card may let them rise."""
    atlas = s.box.atlas
    spaces = area_spaces(s, area)
    if area == "hispania":
        lusitania = atlas.spaces_of[atlas.province_index["lusitania"]]
        spaces = [node for node in (*lusitania, atlas.index["numantia"]) if s.box.open[node]]
    if area == "sardinia":
        return [node for node in spaces if s.occupier(node) == NOBODY or _garrison_alone(s, node)]
    if area != "judea":
        return [node for node in spaces if s.occupier(node) == NOBODY]
    free = [
        node
        for node in spaces
        if node not in s.tribes and not any(s.at(side, node) & (COMBAT | GALLEYS) for side in range(SIDES))
    ]
    return [node for node in free if node in s.sites] or free


def _garrison_alone(s: Position, node: int) -> bool:
    holders = s.occupying(node)
    return bool(holders) and node not in s.sites and not any(s.at(side, node) & OCCUPY & ~GARRISONS for side in holders)


def eliminate(s: Position, node: int, rule: str) -> None:
    """Players' Land Units in a Space go, up to 8 BP as their owner chooses; leaders with an Army that is gone."""
    sides = players_there(s, node)
    for side in sides:
        s.remove(side, node, s.at(side, node) & GARRISONS)
    army = sum(s.at(side, node) & COMBAT for side in sides)
    if s.listener is not None:
        s.tell("struck-down", rule, space=s.box.place(node))
    if points(army) > MOST_STRUCK:
        fighters = players_there(s, node, COMBAT)
        s.push(Losses(fighters, commander(s, fighters, node), node, MOST_STRUCK, IN_BATTLE, True, False))
        return
    for side in sides:
        s.remove(side, node, s.at(side, node) & LAND)
        for number in s.leaders_of(side, node):
            kill_leader(s, number, rule)


# The areas one by one


def africa(s: Position, power: int) -> None:
    """Mercenaries of Carthage in Africa rise, and fall upon Carthaginians in the same Space."""
    risen = []
    for owner, kind in enumerate(s.box.kind):
        if kind != "carthage":
            continue
        for node in area_spaces(s, "africa"):
            hired = s.at(owner, node) & MERCENARIES
            if hired:
                s.remove(owner, node, hired)
                s.tidy(owner, node)
                rebels_rise(s, node, points(hired), "africa")
                risen.append(node)
    if risen:
        s.push(Uprising(power, risen, beaten_die=True))


def britannia(s: Position, power: int) -> None:
    remove_garrisons(s, s.box.atlas.province_index["britannia"])
    s.push(Rebellion(power, "britannia", SETTLE))


def cyprus(s: Position, power: int) -> None:
    s.cyprus_closed = 1


def judea(s: Position, power: int) -> None:
    remove_garrisons(s, s.box.atlas.province_index["judea"])
    s.push(Rebellion(power, "judea", BLEED))


def mauretania(s: Position, power: int) -> None:
    for node in area_spaces(s, "mauretania"):
        if s.occupier(node) == NOBODY:
            rebels_rise(s, node, 1, "mauretania")


ENTRIES: Mapping[str, Callable[[Position, int], None]] = {
    "africa": africa,
    "britannia": britannia,
    "cyprus": cyprus,
    "danube": lambda s, power: s.push(Rebellion(power, "danube", STRIKE)),
    "germany": lambda s, power: s.push(Rebellion(power, "germany", STRIKE)),
    "hispania": lambda s, power: s.push(Rebellion(power, "hispania", STRIP)),
    "judea": judea,
    "mauretania": mauretania,
    "naval-mutiny": lambda s, power: s.push(Mutiny(power)),
    "sardinia": lambda s, power: s.push(Rebellion(power, "sardinia", SETTLE)),
}
"""The entries of 13.3 but Gaul."""

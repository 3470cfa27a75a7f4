"""Chapter 16.2, Rebellion, and the Naval Mutiny among its areas."""

from __future__ import annotations

from ludi.games.pax_romana.ch04_diplomacy.bribery import MUTINY, Bargain, offer_bribe
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch14_stability.stability import change_stability
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Question
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.pieces import GALLEYS, GARRISONS, NOBODY, stack_key
from ludi.games.pax_romana.world.words import AGAINST, PLACE

CHOOSING, OWNER, BARGAIN = "choosing", "owner", "bargain"


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


class Mutiny(Question):
    """The player of the last marker picks a Fleet that stays in port; its owner may try to buy him off (16.2, 4.4)."""

    __slots__ = ("node", "owner", "spared")

    name = "mutiny"
    rule = "PR-16.2-REBELLIONb"

    def __init__(self, power: int) -> None:
        super().__init__(power)
        self.stage = CHOOSING
        self.node = self.owner = NOBODY
        self.spared: list[int] = []
        """Fleets that he was paid to leave alone."""

    def fleets(self, s: Position) -> list[tuple[int, int]]:
        """All Fleets of Powers, as owner and place: all Galley Squadrons of one player in one place."""
        return [
            (owner, node)
            for owner in range(len(s.box.powers))
            for node, stack in sorted(s.places_of(owner))
            if stack & GALLEYS and stack_key(owner, node) not in self.spared
        ]

    def owners(self, s: Position) -> list[int]:
        """Whose Fleets are in the chosen place."""
        return [owner for owner, node in self.fleets(s) if node == self.node]


class Choosing(Stage[Mutiny], of=Mutiny, at=CHOOSING):
    """A place with a Fleet is chosen."""

    def run(self, s: Position, p: Mutiny) -> bool:
        if p.fleets(s):
            return True
        s.pop()
        return False

    def places(self, s: Position, p: Mutiny, power: int) -> list[int]:
        return sorted({node for _, node in p.fleets(s)})

    @choice(PLACE, exactly=places, otherwise="no-fleet-there")
    def place(self, s: Position, p: Mutiny, power: int, node: int) -> None:
        p.node = node
        owners = p.owners(s)
        if len(owners) > 1:
            p.stage = OWNER
        else:
            threaten(s, p, owners[0])


class Owner(Stage[Mutiny], of=Mutiny, at=OWNER):
    """Of several Fleets in one place one is named."""

    def owners(self, s: Position, p: Mutiny, power: int) -> list[int]:
        return p.owners(s)

    @choice(AGAINST, "PR-16.2-REBELLIONb", exactly=owners, otherwise="no-fleet-of-theirs")
    def against(self, s: Position, p: Mutiny, power: int, owner: int) -> None:
        threaten(s, p, owner)


class OtherFleet(Bargain[Mutiny], of=Mutiny, at=BARGAIN):
    """The owner tries to buy the player off; then it is another Fleet."""

    choosing = CHOOSING

    def spare(self, s: Position, p: Mutiny) -> None:
        p.spared.append(stack_key(p.owner, p.node))
        p.node = p.owner = NOBODY

    def go_on(self, s: Position, p: Mutiny) -> None:
        mutiny(s, p)


def threaten(s: Position, p: Mutiny, owner: int) -> None:
    """A Fleet is named: where there are others, its owner may pay for one of them to be named instead."""
    p.owner = owner
    if len(p.fleets(s)) > 1 and offer_bribe(s, owner, p.power, MUTINY, p.node):
        p.stage = BARGAIN
    else:
        mutiny(s, p)


def mutiny(s: Position, p: Mutiny) -> None:
    s.mutiny = stack_key(p.owner, p.node)
    s.pop()

"""Chapter 17.2, AMBUSH: others may fall upon an Army that enters a Land Transit Point, on a Move or a Retreat."""

from __future__ import annotations

from ludi.core import Phrase
from ludi.games.pax_romana.ch08_leaders.leaders import kill_leader
from ludi.games.pax_romana.ch10_battle.losses import IN_BATTLE, Losses, LossesTaken
from ludi.games.pax_romana.ch17_cards.window import Answer, offer, others
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.engine.stage import Stage
from ludi.games.pax_romana.world.atlas import LAND_POINT
from ludi.games.pax_romana.world.cards import AMBUSH
from ludi.games.pax_romana.world.pieces import COMBAT, GARRISONS, NOBODY, OCCUPY, PONTUS, is_power
from ludi.games.pax_romana.world.sets import members

LYING_IN_WAIT, STRUCK, BURIED = "lying-in-wait", "struck", "buried"


class Ambush(Procedure):
    """The others are asked for the card; whoever plays it rolls. Ends with :class:`LossesTaken`."""

    __slots__ = ("army", "leaders", "node", "power", "sides")

    name = "ambush"
    rule = "PR-17.2-AMBUSH"
    tuples = ("army", "sides")

    def __init__(self, sides: tuple[int, ...], power: int, node: int, army: tuple[int, ...], leaders: int) -> None:
        self.stage = LYING_IN_WAIT
        self.sides = sides
        self.power = power
        self.node = node
        self.army = tuple(part & ~GARRISONS for part in army)
        """What each side has that can take a loss."""
        self.leaders = leaders

    def decider(self, s: Position) -> int:
        return self.power

    def crumb(self, s: Position) -> Phrase:
        return Phrase("crumb.ambush", {"space": s.box.place(self.node)}, self.rule)


class LyingInWait(Stage[Ambush], of=Ambush, at=LYING_IN_WAIT):
    """Nobody plays the card, or somebody does: half a die, rounded up, in Battle Points at least."""

    def run(self, s: Position, p: Ambush) -> bool:
        p.stage = STRUCK
        owner = owner_of(s, p.sides[0])
        if not offer(s, (AMBUSH,), p.power, None if owner == NOBODY else others(s, owner), p.node):
            s.pop(LossesTaken(p.army))
        return False


class Struck(Stage[Ambush], of=Ambush, at=STRUCK):
    """Whoever commands the Army says which Units are lost."""

    def resumed(self, s: Position, p: Ambush, result: Answer | None) -> None:
        if result is None:
            s.pop(LossesTaken(p.army))
            return
        amount = (s.roll("ambush") + 1) // 2
        if s.listener is not None:
            facts = {"power": s.box.powers[result.power], "side": s.box.side_word(p.sides[0])}
            s.report("ambush", p.rule, {**facts, "space": s.box.place(p.node), "points": amount})
        p.stage = BURIED
        s.push(Losses(p.sides, p.power, p.node, amount, IN_BATTLE, True, False, p.army))


class Buried(Stage[Ambush], of=Ambush, at=BURIED):
    """Leaders die with an Army that is wholly destroyed (8.4.4)."""

    def resumed(self, s: Position, p: Ambush, result: LossesTaken) -> None:
        if not any(s.at(side, p.node) & OCCUPY for side in p.sides):
            for number in members(p.leaders):
                kill_leader(s, number, "PR-8.4.4")
        s.pop(result)


def owner_of(s: Position, side: int) -> int:
    """The Power whose Army it is; NOBODY: it is nobody's, whoever moves it (13.4.3)."""
    owner = s.player_of(s.owner_of(side))
    return owner if is_power(owner) and side != PONTUS else NOBODY


def exposed(s: Position, sides: tuple[int, ...], node: int, army: tuple[int, ...]) -> bool:
    """Whether an Army at a place may be ambushed: on a Land Transit Point, unless all Spaces joined to it are home."""
    atlas = s.box.atlas
    if atlas.kind[node] != LAND_POINT or not any(part & COMBAT for part in army):
        return False
    home = owner_of(s, sides[0])
    spaces = [near for near, _ in atlas.land[node] if near < atlas.spaces]
    return home == NOBODY or any(s.box.home[near] != home for near in spaces)


def lie_in_wait(
    s: Position, sides: tuple[int, ...], power: int, node: int, army: tuple[int, ...], leaders: int
) -> bool:
    """An Army has entered a place: whether others are asked for AMBUSH."""
    if not s.box.advanced or not exposed(s, sides, node, army):
        return False
    s.push(Ambush(sides, power, node, army, leaders))
    return True

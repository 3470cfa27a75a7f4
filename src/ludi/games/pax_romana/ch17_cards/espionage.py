"""Chapter 17.2, SPIES, TRAITOR, DIPLOMATIC MISSION: what one Power learns, and nobody else."""

from __future__ import annotations

from collections.abc import Iterable

from ludi.core import Phrase
from ludi.games.pax_romana.ch17_cards.deck import look_at, steal, titles
from ludi.games.pax_romana.ch17_cards.effect import Effect
from ludi.games.pax_romana.ch17_cards.reach import within_reach
from ludi.games.pax_romana.ch17_cards.window import others
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import ASKED, Question
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.cards import CARD_NAMES, DIPLOMATIC_MISSION, SPIES, TRAITOR
from ludi.games.pax_romana.world.counters import is_known, seen_too, tribe_strength
from ludi.games.pax_romana.world.words import AGAINST, DONE, PLACE

COUNTERS = 2
"""Tribal Counters that a mission looks at."""


def with_cards(s: Position, power: int) -> list[int]:
    """The Powers of others that hold cards."""
    return [other for other in others(s, power) if s.hands[other]]


class AgainstHand(Effect):
    """A card that is played against another's Hand."""

    def no_use(self, s: Position, power: int) -> Reason:
        return "" if with_cards(s, power) else Phrase("why.nobody-holds-cards", {}, self.rule)


class Spies(AgainstHand, of=SPIES):
    """The player looks at the Hand of another."""

    def happen(self, s: Position, power: int) -> None:
        s.push(Spying(power))


class Spying(Question):
    """Whose Hand is looked at."""

    __slots__ = ()

    name = "spies"
    rule = "PR-17.2-SPIES"


class Traitor(AgainstHand, of=TRAITOR):
    """The player takes a random card out of the Hand of another."""

    def happen(self, s: Position, power: int) -> None:
        s.push(Stealing(power))


class Stealing(Question):
    """From whose Hand a card is taken."""

    __slots__ = ()

    name = "traitor"
    rule = "PR-17.2-TRAITOR"


class ChoosingHand(Stage[Question]):
    """The player names one who holds cards; if nobody does any more, nothing happens."""

    def run(self, s: Position, p: Question) -> bool:
        if with_cards(s, p.power):
            return True
        s.pop()
        return False

    def holders(self, s: Position, p: Question, power: int) -> Iterable[int]:
        return with_cards(s, power)


class Looking(ChoosingHand, of=Spying, at=ASKED):
    """Nobody else sees the cards."""

    @choice(AGAINST, "PR-17.2-SPIES", exactly=ChoosingHand.holders, otherwise="no-cards-there")
    def look(self, s: Position, p: Spying, power: int, other: int) -> None:
        look_at(s, other, power)
        if s.listener is not None:
            seen = {"cards": [CARD_NAMES[title] for title in titles(s, other)]}
            facts = {"power": s.box.powers[power], "other": s.box.powers[other]}
            s.tell("spies", p.rule, seen, (s.box.seat_of[power],), **facts)
        s.pop()


class Taking(ChoosingHand, of=Stealing, at=ASKED):
    """Only the two of them know which card it is."""

    @choice(AGAINST, "PR-17.2-TRAITOR", exactly=ChoosingHand.holders, otherwise="no-cards-there")
    def take(self, s: Position, p: Stealing, power: int, other: int) -> None:
        title = steal(s, power, other)
        if s.listener is not None:
            seers = (s.box.seat_of[power], s.box.seat_of[other])
            facts = {"power": s.box.powers[power], "other": s.box.powers[other]}
            s.tell("traitor", p.rule, {"card": CARD_NAMES[title]}, seers, **facts)
        s.pop()


# DIPLOMATIC MISSION


def unknown_tribes(s: Position, power: int) -> list[int]:
    """Where Tribal Counters within reach are that the Power does not know."""
    return sorted(
        node for node in within_reach(s, power) if node in s.tribes and not is_known(s.tribes[node], (power,))
    )


class DiplomaticMission(Effect, of=DIPLOMATIC_MISSION):
    """The player looks at two Tribal Counters within four Land Connections of his own Land Combat Units."""

    def no_use(self, s: Position, power: int) -> Reason:
        return "" if unknown_tribes(s, power) else Phrase("why.no-tribe-near", {}, self.rule)

    def happen(self, s: Position, power: int) -> None:
        s.push(Mission(power))


class Mission(Question):
    """Which Tribes the envoys visit."""

    __slots__ = ("left",)

    name = "mission"
    rule = "PR-17.2-DIPLOMATIC-MISSION"

    def __init__(self, power: int) -> None:
        super().__init__(power)
        self.left = COUNTERS


class Visiting(Stage[Mission], of=Mission, at=ASKED):
    """One Tribe after another; nobody else learns how strong it is."""

    def run(self, s: Position, p: Mission) -> bool:
        if p.left and unknown_tribes(s, p.power):
            return True
        s.pop()
        return False

    def near(self, s: Position, p: Mission, power: int) -> Iterable[int]:
        return unknown_tribes(s, power)

    @choice(PLACE, "PR-17.2-DIPLOMATIC-MISSION", exactly=near, otherwise="no-tribe-there")
    def visit(self, s: Position, p: Mission, power: int, node: int) -> None:
        p.left -= 1
        s.reveal()
        s.tribes[node] = seen_too(s.tribes[node], power)
        if s.listener is not None:
            found = {"strength": tribe_strength(s.tribes[node])}
            facts = {"power": s.box.powers[power], "space": s.box.place(node)}
            s.tell("mission", p.rule, found, (s.box.seat_of[power],), **facts)

    @choice(DONE, "PR-17.2-DIPLOMATIC-MISSION")
    def go_home(self, s: Position, p: Mission, power: int, argument: int) -> None:
        s.pop()

"""One position of Pax Romana: what stands where, who has what, and the stack of procedures under way.

:mod:`fields` names its parts and :mod:`board` moves the pieces; here it is copied, saved, hidden and guessed at.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from ludi.core import Event, Fact, FastDice, NoDice
from ludi.core.native import mypyc_attr
from ludi.games.pax_romana.engine.board import Board
from ludi.games.pax_romana.engine.fields import CARD_LISTS, LATER, LISTS, NUMBERS, UNKNOWN
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.world.box import PaxRomanaBox
from ludi.games.pax_romana.world.cards import CARD_NAMES, UNKNOWN_CARD, card_seen_by, seen_by, title_of
from ludi.games.pax_romana.world.counters import (
    HIDDEN,
    has_seen,
    is_revealed,
    is_shown,
    letter_of,
    seen_too,
    shown,
    tribe_strength,
)
from ludi.games.pax_romana.world.pieces import MAX_POWERS, SITE_WORDS, node_of, side_of, unpack
from ludi.games.pax_romana.world.words import LETTERS

if TYPE_CHECKING:
    import random


P = TypeVar("P", bound=Procedure)

PARTS = (
    "dice",
    "listener",
    "force",
    "moved",
    "escorted",
    "sites",
    "tribes",
    "objectives",
    "hands",
    "promises",
    "result",
    "stack",
)
"""The fields of a position that are neither single ints nor flat lists of them."""
CARRIED = (*PARTS, *NUMBERS, *LISTS)
"""All but the Box, which stands in the other process too, and what follows from the rest."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Position(Board):
    """The data of a position and how to copy, show and hide it. The rules are in the chapters' modules."""

    __slots__ = ()

    def copy(self) -> Self:
        new = self.__class__.__new__(self.__class__)
        new._box = self._box
        new._asked = self._asked
        new._legal = self._legal.copy()
        new._occupier = self._occupier[:]
        # An empty one is not shared: whoever goes on first would fill it for both.
        new._reach = self._reach or {}
        new._lines = self._lines or {}
        new.dice = self.dice
        new.listener = None
        self._copy_numbers(new)
        self._copy_lists(new)
        new.force = self.force.copy()
        new.moved = self.moved.copy()
        new.escorted = self.escorted.copy()
        new.sites = self.sites.copy()
        new.tribes = self.tribes.copy()
        new.objectives = [held[:] for held in self.objectives]
        new.hands = [hand[:] for hand in self.hands]
        new.promises = self.promises[:]
        new.result = self.result
        new.stack = [procedure.copy() for procedure in self.stack]
        return new

    def __reduce__(self) -> tuple[Any, ...]:
        """To another process goes what cannot be worked out there; what is kept at hand stays here."""
        return _arrived, (self.__class__, self._box, [getattr(self, name) for name in CARRIED])

    def snapshot(self) -> dict[str, Any]:
        """The whole position as plain data: ``position(**snapshot)`` builds it again."""
        box = self._box
        return {
            "options": box.options,
            "units": _by_side(box, self.force),
            "moved": _by_side(box, self.moved),
            "escorted": _by_side(box, self.escorted),
            "sites": {
                box.atlas.ids[node]: {
                    "owner": box.side_word(site.owner),
                    "kind": SITE_WORDS[site.kind],
                    "walls": site.walls,
                }
                for node, site in sorted(self.sites.items())
            },
            "tribes": {box.atlas.ids[node]: value for node, value in sorted(self.tribes.items())},
            "leaders": {
                box.leaders[number].word: box.atlas.ids[node] for number, node in enumerate(self.leader_at) if node >= 0
            },
            "objectives": [[_marker_word(each) for each in held] for held in self.objectives],
            "promises": [list(promise) for promise in self.promises],
            "result": list(self.result),
            "numbers": {name: getattr(self, name) for name in NUMBERS if getattr(self, name) != LATER.get(name)},
            "lists": {name: getattr(self, name)[:] for name in LISTS if name != "leader_at" and self.tells(name)},
            "stack": [procedure.snapshot() for procedure in self.stack],
            **({"hands": [[_card_word(card) for card in hand] for hand in self.hands]} if box.advanced else {}),
        }

    def tells(self, name: str) -> bool:
        """Whether a list belongs to the game that is played."""
        return self._box.advanced or name not in CARD_LISTS

    def pop(self, result: Any = None) -> None:
        """The top procedure is finished, with nothing more to do: its result goes to the one that waits below."""
        stack = self.stack
        stack.pop()
        for waiting in reversed(stack):
            if not waiting.interposed:
                waiting.resumed(self, result)
                return

    def afterwards(self, procedure: Procedure) -> None:
        """A question that comes up now is asked when the running procedure has ended."""
        self.stack.insert(max(0, len(self.stack) - 1), procedure)

    def under_way(self, kind: type[P]) -> list[P]:
        """The procedures of a kind that are under way, the outermost first."""
        return [procedure for procedure in self.stack if isinstance(procedure, kind)]

    def waiting(self) -> list[Procedure]:
        """The procedures that wait for the one on top, the innermost first."""
        return self.stack[-2::-1]

    def below(self) -> Procedure | None:
        """The one that waits for the procedure on top; None if it stands alone."""
        return self.stack[-2] if len(self.stack) > 1 else None

    def takes_cards(self) -> bool:
        """Whether Event cards may be played now, for all that is under way (17.1.5)."""
        return self._box.advanced and not any(procedure.no_cards for procedure in self.stack)

    def on_the_table(self, title: int) -> int:
        """How many Event cards of a title are being played."""
        return sum(procedure.card_in_play() == title for procedure in self.stack)

    def engaged(self, but: Procedure) -> list[tuple[int, int]]:
        """The Armies that other procedures have in hand: their sides and where they are."""
        found = [procedure.engaged() for procedure in self.stack if procedure is not but]
        return [each for each in found if each is not None]

    def meanwhile(self, procedure: Procedure, news: Any) -> None:
        """The one that waits below a procedure is told what cannot wait until that has ended."""
        self.stack[self.stack.index(procedure) - 1].meanwhile(self, news)

    def retire(self, procedure: Procedure) -> None:
        """A procedure ends without a result; what it has put on top of itself goes on in its place."""
        self.stack.remove(procedure)

    def become(self, procedure: Procedure) -> None:
        """The top procedure goes on as another one: an Army on the march is a voyage once it embarks."""
        self.stack[-1] = procedure

    # Hiding

    def veil(self, seat: int | None) -> Self:
        own = () if seat is None else self._box.seat_powers[seat]
        new = self.copy()
        new.dice = NoDice()
        new._asked = None
        new._legal = {}
        new.irrevocable = 0
        new.decisions = 0
        for node, value in new.tribes.items():
            new.tribes[node] = value if is_revealed(value) else _tribe_as_known(value, own)
        new.tribe_pool = [HIDDEN] * len(new.tribe_pool)
        new.objective_pool = [HIDDEN] * len(new.objective_pool)
        for power, held in enumerate(new.objectives):
            if power not in own and self.stack:
                new.objectives[power] = [_as_known(each, own) for each in held]
        new.deck = [UNKNOWN_CARD] * len(new.deck)
        for power, hand in enumerate(new.hands):
            if power not in own:
                new.hands[power] = sorted((_card_as_known(card, own) for card in hand), key=title_of)
        for procedure in new.stack:
            procedure.hide(new, own)
        return new

    def unveil(self, seat: int, rng: random.Random) -> Self:
        own = self._box.seat_powers[seat]
        new = self.copy()
        new._asked = None
        new._legal = {}
        new.dice = FastDice(rng)
        counters = new.unseen_tribes()
        rng.shuffle(counters)
        for node, value in new.tribes.items():
            if value == HIDDEN:
                new.tribes[node] = counters.pop()
        new.tribe_pool = counters
        letters = new.unseen_objectives()
        rng.shuffle(letters)
        for held in new.objectives:
            for place, each in enumerate(held):
                if each == HIDDEN:
                    held[place] = letters.pop()
        new.objective_pool = letters
        new.guess_cards(rng)
        for procedure in new.stack:
            procedure.guess(new, own)
        return new

    def unseen_tribes(self) -> list[int]:
        """The Tribal Counters of which this position does not say where they are."""

        left = list(self._box.tribal_counters)
        for procedure in self.stack:
            if procedure.tribe_in_hand():
                left.remove(procedure.tribe_in_hand())
        for value in self.tribes.values():
            if tribe_strength(value) != HIDDEN:
                left.remove(tribe_strength(value))
        return left

    def unseen_objectives(self) -> list[int]:

        left = list(self._box.objective_markers)
        for held in self.objectives:
            for each in held:
                if each != HIDDEN:
                    left.remove(letter_of(each))
        return left

    def unseen_cards(self) -> list[int]:
        """The Event cards of which this position does not say where they are."""
        left = [title for title, copies in enumerate(self._box.copies) for _ in range(copies)]
        for title in self.discards + self.used_up:
            left.remove(title)
        for procedure in self.stack:
            if procedure.card_in_play() >= 0:
                left.remove(procedure.card_in_play())
        for hand in self.hands:
            for card in hand:
                if title_of(card) != UNKNOWN_CARD:
                    left.remove(title_of(card))
        return left

    def guess_cards(self, rng: random.Random) -> None:
        """Unknown cards in Hands are any that may be held; the rest lies in the deck."""
        if not self._box.advanced:
            return
        cards = self.unseen_cards()
        rng.shuffle(cards)
        held = [card for card in cards if self._box.held[card]]
        for hand in self.hands:
            for place, card in enumerate(hand):
                if card == UNKNOWN_CARD:
                    hand[place] = held.pop()
                    cards.remove(hand[place])
            hand.sort(key=title_of)
        self.deck = cards

    def report(self, kind: str, rule: str, facts: Mapping[str, Fact]) -> None:
        """Tell the listener what happened, with facts that are put together before."""
        if self.listener is not None:
            self.listener(Event(kind, facts, rule))


def _arrived(kind: type[Position], box: PaxRomanaBox, parts: list[Any]) -> Position:
    """A position that comes from another process."""
    new = kind.__new__(kind)
    new._box = box
    new._asked = None
    new._legal, new._reach, new._lines = {}, {}, {}
    new._occupier = [UNKNOWN] * box.atlas.nodes
    for name, part in zip(CARRIED, parts, strict=True):
        setattr(new, name, part)
    return new


def _by_side(box: PaxRomanaBox, stacks: Mapping[int, int]) -> dict[str, dict[str, dict[str, int]]]:
    """Stacks in a snapshot: by side, place and kind."""
    found: dict[str, dict[str, dict[str, int]]] = {}
    for key in sorted(stacks):
        if stacks[key]:
            side, node = side_of(key), node_of(key)
            found.setdefault(box.side_word(side), {})[box.atlas.ids[node]] = unpack(stacks[key])
    return found


def _marker_word(marker: int) -> str:
    """An Objective marker in a snapshot: its letter, ``+`` if it lies open, ``@`` and the Powers it was shown to."""
    seen = "".join(str(power) for power in range(MAX_POWERS) if has_seen(marker, power))
    letter = "?" if letter_of(marker) == HIDDEN else LETTERS[letter_of(marker)]
    return letter + ("+" if is_shown(marker) else "") + (f"@{seen}" if seen else "")


def _as_known(marker: int, own: tuple[int, ...]) -> int:
    """Another's marker as some Powers know it."""
    known = letter_of(marker)
    if is_shown(marker):
        known = shown(known)
    for power in own:
        if has_seen(marker, power):
            known = seen_too(known, power)
    return known if known != letter_of(marker) else HIDDEN


def _tribe_as_known(counter: int, own: tuple[int, ...]) -> int:
    """A Tribal Counter that lies face down, as some Powers know it."""
    known = HIDDEN
    for power in own:
        if has_seen(counter, power):
            known = seen_too(tribe_strength(counter) if known == HIDDEN else known, power)
    return known


def _card_word(card: int) -> str:
    """A card in a snapshot: its word, ``@`` and the Powers that have seen it."""
    seen = "".join(str(power) for power in range(MAX_POWERS) if card_seen_by(card, power))
    word = "?" if title_of(card) == UNKNOWN_CARD else CARD_NAMES[title_of(card)]
    return word + (f"@{seen}" if seen else "")


def _card_as_known(card: int, own: tuple[int, ...]) -> int:
    """A card in another's Hand as some Powers know it."""
    known = UNKNOWN_CARD
    for power in own:
        if card_seen_by(card, power):
            known = seen_by(title_of(card) if known == UNKNOWN_CARD else known, power)
    return known

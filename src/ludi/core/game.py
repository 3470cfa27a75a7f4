"""What a game is: the one protocol that every game speaks and everybody else relies on.

- A :class:`Game` is what stands on the shelf: name, options, phrasebooks.
- A :class:`Box` is what lies on the table once the options are chosen: static facts, shared by all positions.
- A :class:`State` is one position. It is mutable, cheap to copy, and knows all secrets.
- A :class:`Perspective` is a position as one seat knows it. It is all that a bot ever gets.

The contract of a State is held by ``tests/contract.py``, which plays every registered game to its end.
"""

from __future__ import annotations

import hashlib
import json
import random
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, Literal, NoReturn, Self, final
from weakref import WeakValueDictionary

from ludi.core import registry
from ludi.core.campaign import Campaign
from ludi.core.dice import Dice
from ludi.core.errors import BadOption, BadPosition, IllegalAction, NotYourTurn
from ludi.core.events import Event, Listener, Role
from ludi.core.insight import Insight
from ludi.core.native import Handle, mypyc_attr, refuse_unfinished
from ludi.core.options import Choice, Option, settle
from ludi.core.outcome import Outcome
from ludi.core.provenance import Datum
from ludi.core.questions import Question
from ludi.core.reference import Chapter
from ludi.core.rulebook import Rule, read_rules
from ludi.core.text import Fact, Phrase, Phrasebook
from ludi.core.words import Vocabulary

View = Mapping[str, Any]
"""JSON-ready data: what the game's ``view_shape`` says."""
Manner = Literal["", "usual", "ends", "attack", "grave"]
"""How an action is meant: like the others; what one mostly wants; leaves something undone or ends it; begins a fight;
gives up something for good."""


@dataclass(frozen=True, slots=True)
class ViewPart:
    """A part of a view that can be read by itself (:meth:`Game.view_parts`).

    What it is made of, :meth:`State.view_keys` tells in so many keys as it ``reads``. There are four kinds of parts
    (and one without slots, the outcome, of which ``view_keys`` tells what stands in the view, None before the end):

    - with ``show`` alone: its numbers are kept by its key (something hashable), and the view is built for a new one;
    - without ``tell``, and with ``leaves`` if with ``show``: one key of the view, whose value ``view_keys`` tells;
    - with ``tell`` and ``leaves``: told anew when a key has changed, value by value, of which the new ones are written;
    - with ``where`` and ``spell``: things by name, of which the position keeps a dictionary or a list of numbers.

    A value told is what stands in the view, with a tuple instead of a list; a word may be told by its number in
    ``words`` (-1 for None). Of a place that is neither a number, a word nor a list of them any code may be told that is
    another one whenever the place is; then ``show`` says what stands there. In a list of any number of things the same
    code is the same thing in every place.
    """

    path: tuple[str | int, ...]
    """Where it stands: keys, and numbers of items of a list that has one for each of something."""
    keys: tuple[str, ...]
    """Of the object there, the keys it has, which follow one another in ``view_shape``."""
    show: Callable[[Any, int], Mapping[str, Any]] | None = None
    """These keys, at least, of the view of a State for a seat."""
    tell: Callable[[Any, int, int], list[Any]] | None = None
    """The values of its leaves, of a State for a seat, and of the ``item`` if there are several such parts; lists among
    them are not used by anybody else."""
    leaves: tuple[tuple[str | int, ...], ...] = ()
    """Where the values stand, from the part on; together they are all of it, in order."""
    words: Sequence[str] = ()
    item: int = 0
    reads: int = 1
    """0 of what is the same in all positions of a match, with ``show`` alone."""
    where: Callable[[int], tuple[str | int, ...] | None] | None = None
    """For a key of the dictionary, or a place of the list, where that thing stands; None if it stands nowhere."""
    spell: Callable[[int, int, Any], Any] | None = None
    """What stands there in the view of a seat: of the seat, that key, and what is told there."""
    absent: Any = None
    """What is told in a list of a thing that is not there."""
    alike: bool = False
    """Whether ``spell`` or ``show`` says of a code the same for every key and to every seat."""
    public: bool = False
    """Whether seats to which the same keys are told see the same, so that nothing is told anew when another looks."""
    spread: tuple[str, ...] = ()
    """Of one object with ``show``, which may be None: its keys, of which it tells a tuple of values, one for each."""


class OnDemand:
    """Places of a view that are looked up only when they are asked for."""

    def __init__(self, find: Callable[[Any], Any]) -> None:
        self.find = find

    def __getitem__(self, key: Any) -> Any:
        return self.find(key)


@mypyc_attr(allow_interpreted_subclasses=True)
class Box:
    """The static facts of one match: its game, options, number of seats and all the words its actions can have.

    A box is a value. Two boxes of one game with the same options are equal; copied into another process it is only
    named there by its game and options, and made (or found) anew. :meth:`Game.box` keeps those in use.
    """

    __slots__ = ("_hash", "game", "handle", "options", "seats", "vocabulary")

    def __init__(self, game: Game, options: dict[str, Any], seats: int, vocabulary: Vocabulary) -> None:
        self.game = game
        self.options = options
        self.seats = seats
        self.vocabulary = vocabulary
        self.handle = Handle(self)
        """For what others keep with this box as long as it lives."""
        self._hash = hash((game.name, key_of(options)))

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Box):
            return NotImplemented
        return self.game is other.game and self.options == other.options

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return _box_of, (self.game, self.options)

    def whose(self, event: Event) -> int | None:
        """The seat that an event tells of; None if it is nobody's."""
        seat = event.facts.get("seat")
        return seat if isinstance(seat, int) and seat >= 0 else None

    def chart(self) -> dict[str, Any]:
        """What a board must know once and no view repeats (which Spaces make a Province), as JSON-ready data."""
        return {}


def key_of(options: Mapping[str, Any]) -> str:
    """The options of a match as a key."""
    return json.dumps(options, sort_keys=True, default=str)


def _box_of(game: Game, options: dict[str, Any]) -> Box:
    return game.box(options)


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class State(ABC):
    """One position of one match.

    ``irrevocable`` counts the moments that cannot be taken back: it grows whenever chance came in or a card was turned
    up or looked at that the one who decides had not seen before. The Table allows undo only while it stands still.

    ``listener`` is told every event; without one (search, simulation) events are never even built.
    """

    __slots__ = ("dice", "irrevocable", "listener")

    dice: Dice
    irrevocable: int
    listener: Listener | None

    # The box

    @property
    @abstractmethod
    def box(self) -> Box:
        """The static facts of this match."""

    # Deciding

    @abstractmethod
    def actors(self) -> tuple[int, ...]:
        """The seats that must decide now; several when they decide independently; none when the game is over."""

    def in_secret(self) -> Hashable:
        """While all plan in secret: how far they are, as everybody can see it; None where nothing is planned so.

        A decision that leaves this as it was happened unseen: nobody else may learn that it was made at all.
        """
        return None

    @abstractmethod
    def legal(self, seat: int) -> list[int]:
        """The actions open to ``seat``: never empty for an actor, empty for anybody else. Not to be changed."""

    @abstractmethod
    def play(self, seat: int, action: int) -> None:
        """Carry out a decision and all that follows from it.

        Raises :class:`NotYourTurn` or :class:`IllegalAction`, which carry the reason as a phrase with its rule id; then
        nothing has changed.
        """

    @abstractmethod
    def why_not(self, seat: int, word: str) -> Phrase | None:
        """Why this action is not open to ``seat`` now: the condition that fails and its rule; None if it is open.

        Raises :class:`MalformedAction` for a word that is no action of this match.
        """

    @abstractmethod
    def prompt(self, seat: int) -> Phrase:
        """What is asked of ``seat`` now, in a sentence; for a seat that need not decide, whom it waits for."""

    @abstractmethod
    def label(self, action: int) -> Phrase:
        """A legal action in a few words, with what it costs or brings, and the rule that allows it."""

    @abstractmethod
    def explain(self, action: int) -> Phrase:
        """A legal action explained in a sentence or two."""

    def manner(self, action: int) -> Manner:
        """How a legal action is meant, so that lists and boards can tell it apart; it changes nothing."""
        return ""

    def unspent(self, action: int) -> Phrase | None:
        """What a legal action that ends something leaves unused which cannot be used later; None if that is nothing."""
        return None

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """Who won and why; None while the game goes on."""

    # Knowing

    @abstractmethod
    def view(self, seat: int | None) -> View:
        """All that ``seat`` (None: a spectator) may know, as JSON-ready data, built from public facts and its own."""

    def view_keys(self, seat: int) -> list[Any] | None:
        """For the game's ``view_parts`` the values that they depend on, one after another: another value whenever that
        part of this seat's view is another. None where the whole view is to be read (by default).

        A value may be a list of the position itself: it is compared with what it was, and copied where it has changed.
        Whoever reads very many views reads of each only what is new.
        """
        return None

    @abstractmethod
    def veil(self, seat: int | None) -> Self:
        """A copy that holds nothing ``seat`` (None: a spectator) does not know: unknown cards are blank. It can answer
        ``legal``, ``view``, ``prompt`` and the game's questions for that seat; it cannot be played."""

    @abstractmethod
    def unveil(self, seat: int, rng: random.Random) -> Self:
        """Of a veiled position: a full State drawn from all those that ``seat`` cannot tell apart."""

    def perspective(self, seat: int) -> Perspective:
        """The position as ``seat`` knows it."""
        return Perspective(self.veil(seat), seat)

    # Copying

    @abstractmethod
    def copy(self) -> Self:
        """An independent position. It has no listener and shares the source of chance."""

    @abstractmethod
    def snapshot(self) -> dict[str, Any]:
        """The whole position, secrets included, as JSON-ready data; equal positions have equal snapshots."""

    def fingerprint(self) -> str:
        """A short hash of the whole position."""
        text = json.dumps(self.snapshot(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    # Words

    def spell(self, action: int) -> str:
        """The stable word of an action."""
        return self.box.vocabulary.spell(action)

    def unspell(self, word: str) -> int:
        """The action a word stands for; :class:`MalformedAction` if it is none."""
        return self.box.vocabulary.unspell(word)

    # For the games

    def tell(
        self,
        kind: str,
        rule: str,
        secret: Mapping[str, Fact] | None = None,
        seers: tuple[int, ...] = (),
        **facts: Fact,
    ) -> None:
        """Report an event. Games call this only ``if self.listener is not None``."""
        if self.listener is not None:
            self.listener(Event(kind, facts, rule, secret or {}, seers))

    def refuse(self, seat: int, action: int) -> NoReturn:
        """Raise the error that says why ``action`` is not open to ``seat``."""
        why = self.why_not(seat, self.spell(action))
        assert why is not None, "a legal action was refused"
        raise (IllegalAction if seat in self.actors() else NotYourTurn)(why, self.box)


@final
@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Perspective:
    """A position as one seat knows it. It holds no secret of anybody else, so whoever has it cannot cheat."""

    __slots__ = ("_veiled", "seat")

    def __init__(self, veiled: State, seat: int) -> None:
        self._veiled = veiled
        self.seat = seat

    @property
    def box(self) -> Box:
        return self._veiled.box

    def legal(self) -> list[int]:
        """The actions open to this seat."""
        return self._veiled.legal(self.seat)

    def view(self) -> View:
        """All that this seat knows."""
        return self._veiled.view(self.seat)

    def sample(self, rng: random.Random) -> State:
        """A full position drawn from those this seat cannot tell apart."""
        return self._veiled.unveil(self.seat, rng)

    def spell(self, action: int) -> str:
        return self._veiled.spell(action)


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(ABC):
    """A game on the shelf."""

    name: ClassVar[str]
    """The word used on the command line and in saved games."""
    title: ClassVar[str]
    designer: ClassVar[str]
    summary: ClassVar[str]
    """One line: what it is."""
    rules_version: ClassVar[str]
    """Grows whenever a change of the rules makes an older record play differently."""
    data_status: ClassVar[str]
    """How sure the game's data are: printed, public report or reconstructed. One honest sentence."""
    seat_counts: ClassVar[Sequence[int]]
    languages: ClassVar[Sequence[str]]
    options: ClassVar[Sequence[Option]]
    view_shape: ClassVar[type]
    """The TypedDict that every view of the game is (:mod:`ludi.core.shape`)."""
    questions: ClassVar[Mapping[str, Question]] = MappingProxyType({})
    """What it answers about a position beyond the view, by name (:mod:`ludi.core.questions`)."""
    roles: ClassVar[Mapping[str, Role]] = MappingProxyType({})
    """How its kinds of events are told, of those that are not told like most."""
    board_tables: ClassVar[Sequence[str]] = ()
    """The tables of the phrasebook from which a board says what a view holds as phrases or words."""

    def __init__(self) -> None:
        refuse_unfinished(self, Game, ("make_box", "deal", "phrases", "insight"))

    campaign: Campaign | None = None
    """Levels that one person plays one after the other; None if it has no campaign."""

    def words_for(self, box: Box, kind: str) -> Mapping[str, int]:
        """The words of a kind that ``view_shape`` names (cards, Spaces ...), each with how many there are of it in this
        match."""
        if kind == "actions":
            return {box.vocabulary.spell(action): 1 for action in box.vocabulary}
        raise LookupError(f"{self.title} has no words for {kind}.")

    def view_parts(self, box: Box) -> Sequence[ViewPart]:
        """The view of a match in parts, all but ``you`` and what no vector has, for :meth:`State.view_keys`."""
        return ()

    def settle(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """The options with defaults filled in, or :class:`BadOption`."""
        return settle(self.options, chosen)

    def offers(self, language: str) -> Mapping[str, Sequence[Choice]]:
        """The values of options in words, by the options' names; an option not named here speaks by its ``choices``."""
        return {}

    def __reduce__(self) -> tuple[Any, ...]:
        """In another process it is the game of this name there."""
        return registry.find, (self.name,)

    def box(self, chosen: Mapping[str, Any] | None = None) -> Box:
        """The static facts for these options, or :class:`BadOption`. All who ask for the same ones share them."""
        options = self.settle(chosen or {})
        key = (self, key_of(options))
        known = _boxes.get(key)
        if known is not None:
            return known.of
        made = self.make_box(options)
        _boxes[key] = made.handle
        _latest.append(made)
        return made

    @abstractmethod
    def make_box(self, options: dict[str, Any]) -> Box:
        """The static facts for these options, defaults filled in, or :class:`BadOption`."""

    @abstractmethod
    def deal(self, box: Box, dice: Dice, listener: Listener | None = None) -> State:
        """Set up a match."""

    def sources(self, chosen: Mapping[str, Any] | None = None) -> list[Datum]:
        """Where each entry of the data of a match with these options comes from; empty if that is not written down."""
        return []

    def reference(self, language: str, chosen: Mapping[str, Any] | None = None) -> Sequence[Chapter]:
        """What its box holds with these options (an owner's cards, say), thing by thing; empty if that is not told."""
        return ()

    def rules(self, language: str = "en") -> Mapping[str, Rule]:
        """What the ids of rules mean that phrases and events cite, in this language as far as it is written down."""
        return read_rules(type(self).__module__, self.name, language)

    def own_data(self, folder: Path) -> Mapping[str, Any]:
        """The options of a match that is played with an owner's own data files, which lie in this folder."""
        raise BadOption(f"{self.title} has no folder of data that could be replaced.")

    snapshot_parts: ClassVar[frozenset[str]] = frozenset()
    """Parts of a position that are taken as a snapshot has them, unchecked: not from strangers."""

    def position(self, data: Mapping[str, Any], dice: Dice) -> State:
        """A position from JSON-ready data: what :meth:`State.snapshot` gives, or only some of it.

        A game builds it with :func:`ludi.core.build` from a function of named arguments.
        """
        raise BadPosition(f"Positions of {self.title} cannot be built from data.")

    @abstractmethod
    def phrases(self, language: str, box: Box | None = None) -> Phrasebook:
        """A phrasebook of this game; with a box it also knows the names of that match's own cards."""

    @property
    @abstractmethod
    def insight(self) -> Insight:
        """What bots may ask."""


_boxes: WeakValueDictionary[tuple[Game, str], Handle[Box]] = WeakValueDictionary()
"""All boxes that somebody has."""
_latest: deque[Box] = deque(maxlen=16)
"""The latest ones, which are asked for again."""

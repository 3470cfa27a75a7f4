"""Build any position from plain data: for tests, puzzles, lessons and bug reports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ludi.core import BadPosition, Dice, ScriptedDice, registry
from ludi.games.pax import possible
from ludi.games.pax.components import CATEGORIES, KIND_BITS, KIND_MASK, PaxBox
from ludi.games.pax.rules import PaxState
from ludi.games.pax.state import DRAFT, DRAW, NOBODY, OVER, PHASES


def position(
    *,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    phase: str = "turn",
    hands: Sequence[Iterable[str]] | None = None,
    coins: Sequence[int] | None = None,
    displays: Sequence[Iterable[str]] | None = None,
    legions: Sequence[Iterable[str]] | None = None,
    rome: Iterable[str] = (),
    rome_hidden: Iterable[str] | None = None,
    deck: Iterable[str] | None = None,
    aside: Iterable[str] | None = None,
    starter: int = 0,
    turn: int = 0,
    turns: int | None = None,
    actor: int | None = None,
    conspirator: int | None = None,
    offers: Sequence[Iterable[str]] | None = None,
    to_display: int = 0,
    sight: int | None = None,
    draws_left: int | None = None,
    drawn: Iterable[str] = (),
    picked: int = NOBODY,
    placed: int = 0,
    bought: bool = False,
    played: int = 0,
    extended: int = 0,
    last_round: bool | None = None,
    dice: Dice | None = None,
) -> PaxState:
    """A position of PAX, ready to play; an impossible one is refused with a reason.

    Cards are given by words: ``"army-2-4"`` is an Army with 2 symbols worth 4. Behind an @ may stand the seats that
    know a hidden card (``"army-2-4@02"``). Everything has a default: cards not placed anywhere fill the deck in the
    order of their kinds (and the rest lies aside), Rome has three of them face-down, everybody has 5 Aurei. Card lists
    may be given for fewer seats or Legions than there are; the others are empty. ``phase`` is one of draft, turn,
    draw, act, respond, over. What ``snapshot()`` gives builds the same position again.

    What contradicts the rules is refused (Armies over the limit, a response to no Senator, a fourth drawn card).
    Partial positions are fine: few cards, empty Legions, a Rome without the three open cards of five to eight players.

    >>> state = position(players=2, phase="act", hands=[["army-1-1", "land-1-1"]], deck=[])
    >>> [state.spell(action) for action in state.legal(0)]
    ['play:land-1-1', 'done']
    >>> str(position(players=2, hands=[["army-9-9"]]))
    Traceback (most recent call last):
    ...
    ludi.core.errors.BadPosition: 'army-9-9' is no card of this deck.
    """
    if options is not None and not isinstance(options, Mapping):
        raise BadPosition("options are given by name.")
    chosen = dict(options or {})
    if players is not None:
        chosen["players"] = players
    box = registry.find("pax").box(chosen)
    assert isinstance(box, PaxBox)
    builder = _Builder(box)
    if phase not in PHASES:
        raise BadPosition(f"'{phase}' is no phase; the phases are {', '.join(PHASES)}.")
    if dice is not None and not all(hasattr(dice, call) for call in ("roll", "shuffle", "choose")):
        raise BadPosition("dice must be a source of chance.")
    state = PaxState(box, ScriptedDice() if dice is None else dice)
    state.phase = PHASES.index(phase)
    state.starter = builder.seat(starter, "starter")
    state.turn = builder.seat(turn, "turn")
    # Cards and Aurei
    state.groups = builder.places(legions, box.legions, "Legions")
    state.worth = [sum(box.value[kind] for kind in group) for group in state.groups]
    state.rome = builder.open_cards(rome, "rome")
    state.hands = builder.places(hands, box.seats, "players", owned=True)
    state.shown = builder.places(displays, box.seats, "players")
    state.offers = builder.places(offers, box.seats, "players", owned=True)
    state.drawn = builder.cards(drawn, "drawn", owner=state.turn)
    state.coins = builder.coins(coins)
    for seat, cards in enumerate(state.shown):
        for kind in cards:
            state.symbols[seat * 7 + box.category[kind]] += box.symbols[kind]
            state.lengths[seat * 7 + box.category[kind]] += 1
    builder.fill(state, rome_hidden, deck, aside)
    state.turns = _turns(state) if turns is None else _number(turns, "turns")
    # Who decides what
    candidates = possible.conspirators(state)
    state.conspirator = candidates[0] if conspirator is None else builder.seat(conspirator, "conspirator", nobody=True)
    nobody = state.phase in (DRAFT, OVER)
    state.actor = (NOBODY if nobody else state.turn) if actor is None else builder.seat(actor, "actor", nobody=True)
    state.to_display = _number(to_display, "to_display")
    drawing = state.phase == DRAW
    state.sight = (state.sees(state.turn) if drawing else 1) if sight is None else _number(sight, "sight", 3)
    state.placed = _number(placed, "placed", 7)
    left = max(0, 3 - len(state.drawn) - state.placed.bit_count()) if drawing else 0
    state.draws_left = left if draws_left is None else _number(draws_left, "draws_left", 3)
    state.picked = NOBODY if picked == NOBODY else _number(picked, "picked")
    state.bought = _flag(bought, "bought")
    state.played = _number(played, "played")
    state.extended = _number(extended, "extended", (1 << len(CATEGORIES)) - 1)
    state.last_round = possible.is_last_round(state) if last_round is None else _flag(last_round, "last_round")
    possible.check(state)
    return state


def _turns(state: PaxState) -> int:
    """Turns done, if nobody says how many: as few as possible."""
    seats = state.box.seats
    first = seats if state.phase == OVER else (state.turn - state.starter) % seats
    return first if possible.had_a_look_by(state, first) else first + seats


def _number(given: Any, what: str, most: int | None = None) -> int:
    if type(given) is not int:
        raise BadPosition(f"{what} must be a whole number, not {given!r}.")
    if given < 0 or (most is not None and given > most):
        raise BadPosition(f"{what} cannot be {given}.")
    return given


def _flag(given: Any, what: str) -> bool:
    if not isinstance(given, bool):
        raise BadPosition(f"{what} is true or false, not {given!r}.")
    return given


def _list(given: Any, what: str) -> list[Any]:
    if isinstance(given, (str, bytes, Mapping)) or not isinstance(given, Iterable):
        raise BadPosition(f"{what} must be a list, not {given!r}.")
    return list(given)


class _Builder:
    """Reads words of cards and keeps count of how many of each kind are left."""

    def __init__(self, box: PaxBox) -> None:
        self.box = box
        self.kinds = {kind.word: number for number, kind in enumerate(box.kinds)}
        copies = 1 if box.seats <= 4 else 2
        self.left = [number * copies for number in box.copies]

    def cards(self, words: Any, what: str, owner: int = NOBODY) -> list[int]:
        """Hidden cards, each with the seats that know it."""
        cards = []
        for word in _list(words, what):
            name, _, knowers = word.partition("@") if isinstance(word, str) else (word, "", "")
            kind = self.kinds.get(name) if isinstance(name, str) else None
            if kind is None:
                raise BadPosition(f"{name!r} is no card of this deck.")
            if not self.left[kind]:
                raise BadPosition(f"There are not so many cards {name} in this game.")
            self.left[kind] -= 1
            card = kind
            for seat in knowers:
                known_to = int(seat) if seat.isascii() and seat.isdigit() else seat
                card |= 1 << self.seat(known_to, "What stands behind @") + KIND_BITS
            if owner != NOBODY:
                card |= 1 << owner + KIND_BITS
            cards.append(card)
        return cards

    def open_cards(self, words: Any, what: str) -> list[int]:
        """Cards that lie open: that everybody knows them need not be said, so nothing may stand behind an @."""
        cards = self.cards(words, what)
        if any(card > KIND_MASK for card in cards):
            raise BadPosition(f"{what}: cards that lie open are known to all; leave out the @.")
        return cards

    def places(self, given: Any, number: int, what: str, owned: bool = False) -> list[list[int]]:
        lists = [] if given is None else _list(given, what)
        if len(lists) > number:
            raise BadPosition(f"There are {number} {what}, but cards for {len(lists)} are given.")
        placed = [
            self.cards(words, what, place) if owned else self.open_cards(words, what)
            for place, words in enumerate(lists)
        ]
        return placed + [[] for _ in range(number - len(placed))]

    def coins(self, given: Any) -> list[int]:
        numbers = [_number(each, "Aurei") for each in ([] if given is None else _list(given, "coins"))]
        if len(numbers) > self.box.seats:
            raise BadPosition(f"Aurei are given for at most {self.box.seats} players.")
        return numbers + [5] * (self.box.seats - len(numbers))

    def seat(self, seat: Any, what: str, nobody: bool = False) -> int:
        if type(seat) is not int or not (NOBODY if nobody else 0) <= seat < self.box.seats:
            raise BadPosition(f"{what} is a seat from 0 to {self.box.seats - 1}, not {seat!r}.")
        return seat

    def fill(
        self,
        state: PaxState,
        rome_hidden: Iterable[str] | None,
        deck: Iterable[str] | None,
        aside: Iterable[str] | None,
    ) -> None:
        """Place what was said of Rome's hidden cards, the deck and the cards aside; what is left fills them up."""
        hidden = None if rome_hidden is None else self.cards(rome_hidden, "rome_hidden")
        cards = None if deck is None else self.cards(deck, "deck")
        out = None if aside is None else self.cards(aside, "aside")
        rest = [kind for kind, number in enumerate(self.left) for _ in range(number)]
        if hidden is None:
            hidden, rest = rest[:3], rest[3:]
        if len(hidden) != 3:
            raise BadPosition("Rome has three cards face-down.")
        if out is None:
            out, rest = (rest, []) if cards is not None else self._put_aside(rest)
        if any(card > KIND_MASK for card in out):
            raise BadPosition("aside: cards that leave the game are known to nobody; leave out the @.")
        if cards is None:
            cards, rest = rest, []
        if rest:
            raise BadPosition(f"{len(rest)} cards lie nowhere: leave out 'deck' or 'aside' and they go there.")
        state.rome_hidden = hidden
        state.deck = cards
        state.aside = tuple(out)

    def _put_aside(self, rest: list[int]) -> tuple[list[int], list[int]]:
        """As many cards as leave the game, and those that stay; of each kind no more than one copy of it has."""
        room = list(self.box.copies)
        out: list[int] = []
        stay: list[int] = []
        for card in reversed(rest):
            if len(out) < self.box.aside and room[card]:
                room[card] -= 1
                out.append(card)
            else:
                stay.append(card)
        return out[::-1], stay[::-1]

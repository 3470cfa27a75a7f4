"""Build any position from plain data: for tests, puzzles, lessons and bug reports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ludi.core import BadPosition, Dice, ScriptedDice
from ludi.games.pax.components import CATEGORIES, INTRIGUE, KIND_BITS, KIND_MASK, PaxBox
from ludi.games.pax.state import ACT, DRAFT, DRAW, NOBODY, OVER, PHASES, RESPOND

if TYPE_CHECKING:
    from ludi.games.pax.rules import PaxState


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
    sight: int = 1,
    draws_left: int = 0,
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

    >>> state = position(players=2, phase="act", hands=[["army-1-1", "land-1-1"]], deck=[])
    >>> [state.spell(action) for action in state.legal(0)]
    ['play:land-1-1', 'done']
    >>> str(position(players=2, hands=[["army-9-9"]]))
    Traceback (most recent call last):
    ...
    ludi.core.errors.BadPosition: 'army-9-9' is no card of this deck.
    """
    from ludi.games.pax import GAME
    from ludi.games.pax.rules import PaxState

    chosen = dict(options or {})
    if players is not None:
        chosen["players"] = players
    box = GAME.box(chosen)
    builder = _Builder(box)
    if phase not in PHASES:
        raise BadPosition(f"'{phase}' is no phase; the phases are {', '.join(PHASES)}.")
    state = PaxState(box, ScriptedDice() if dice is None else dice)
    state.phase = PHASES.index(phase)
    state.groups = builder.places(legions, box.legions, "Legions")
    state.worth = [sum(box.value[kind] for kind in group) for group in state.groups]
    state.rome = builder.cards(rome)
    state.hands = builder.places(hands, box.seats, "players", owned=True)
    state.shown = builder.places(displays, box.seats, "players")
    state.offers = builder.places(offers, box.seats, "players", owned=True)
    state.to_display = to_display
    state.drawn = builder.cards(drawn, owner=turn)
    state.coins = builder.numbers(coins, 5)
    for seat, cards in enumerate(state.shown):
        for kind in cards:
            state.symbols[seat * 7 + box.category[kind]] += box.symbols[kind]
            state.lengths[seat * 7 + box.category[kind]] += 1
    builder.fill(state, rome_hidden, deck, aside)
    state.starter = builder.seat(starter, "starter")
    state.turn = builder.seat(turn, "turn")
    state.turns = (turn - starter) % box.seats if turns is None else turns
    if state.turns < 0 or ((state.starter + state.turns - state.turn) % box.seats and state.phase not in (DRAFT, OVER)):
        raise BadPosition(
            f"With {turns} turns done and player {starter} starting it cannot be the turn of player {turn}."
        )
    state.conspirator = builder.conspirator(state, conspirator)
    if state.phase in (DRAFT, OVER):
        state.actor = NOBODY
    else:
        state.actor = state.turn if actor is None else builder.seat(actor, "actor")
        if (state.actor == state.turn) == (state.phase == RESPOND):
            raise BadPosition(f"Player {state.actor} cannot be the one to decide in the phase '{phase}'.")
    if state.phase == DRAFT and not state.actors():
        raise BadPosition("In the set-up somebody must have cards on offer and an empty hand.")
    if state.phase == DRAW:
        if not state.drawn:
            raise BadPosition("In the phase 'draw' there must be drawn cards.")
        if not 1 <= sight <= 3 or not 0 <= draws_left <= 2 or not 0 <= placed < 7:
            raise BadPosition("sight is 1 to 3, draws_left 0 to 2, and placed 0 to 6.")
        if not NOBODY <= picked < len(state.drawn):
            raise BadPosition(f"picked is the place of one of the drawn cards, or {NOBODY}.")
    elif state.drawn:
        raise BadPosition("There are drawn cards only in the phase 'draw'.")
    state.sight, state.draws_left, state.picked, state.placed = sight, draws_left, picked, placed
    if played < 0 or not 0 <= extended < 1 << len(CATEGORIES) or bool(played) != bool(extended):
        raise BadPosition("played counts the cards played this turn, extended has a bit for each category they are of.")
    if state.phase in (ACT, RESPOND) or not played:
        state.bought, state.played, state.extended = bought, played, extended
    else:
        raise BadPosition("Cards are played only after drawing.")
    state.last_round = not state.deck if last_round is None else last_round
    return state


class _Builder:
    """Reads words of cards and keeps count of how many of each kind are left."""

    def __init__(self, box: PaxBox) -> None:
        self.box = box
        self.kinds = {kind.word: number for number, kind in enumerate(box.kinds)}
        copies = 1 if box.seats <= 4 else 2
        self.left = [number * copies for number in box.copies]

    def cards(self, words: Iterable[str], owner: int = NOBODY) -> list[int]:
        cards = []
        for word in words:
            name, _, knowers = word.partition("@")
            kind = self.kinds.get(name)
            if kind is None:
                raise BadPosition(f"'{name}' is no card of this deck.")
            if not self.left[kind]:
                raise BadPosition(f"There are not so many cards {name} in this game.")
            self.left[kind] -= 1
            card = kind
            for seat in knowers:
                card |= 1 << self.seat(int(seat) if seat.isdigit() else -1, "seat behind @") + KIND_BITS
            if owner != NOBODY:
                card |= 1 << owner + KIND_BITS
            cards.append(card)
        return cards

    def places(
        self, given: Sequence[Iterable[str]] | None, number: int, what: str, owned: bool = False
    ) -> list[list[int]]:
        lists = list(given or ())
        if len(lists) > number:
            raise BadPosition(f"There are {number} {what}, but cards for {len(lists)} are given.")
        placed = [self.cards(words, place if owned else NOBODY) for place, words in enumerate(lists)]
        return placed + [[] for _ in range(number - len(placed))]

    def numbers(self, given: Sequence[int] | None, default: int) -> list[int]:
        numbers = list(given or ())
        if len(numbers) > self.box.seats or any(number < 0 for number in numbers):
            raise BadPosition(f"Aurei are given for at most {self.box.seats} players, and never below 0.")
        return numbers + [default] * (self.box.seats - len(numbers))

    def seat(self, seat: int, what: str) -> int:
        if not 0 <= seat < self.box.seats:
            raise BadPosition(f"{what} is a seat from 0 to {self.box.seats - 1}, not {seat}.")
        return seat

    def fill(
        self,
        state: PaxState,
        rome_hidden: Iterable[str] | None,
        deck: Iterable[str] | None,
        aside: Iterable[str] | None,
    ) -> None:
        """Place what was said of Rome's hidden cards, the deck and the cards aside; what is left fills them up."""
        hidden = None if rome_hidden is None else self.cards(rome_hidden)
        cards = None if deck is None else self.cards(deck)
        out = None if aside is None else self.cards(aside)
        rest = [kind for kind, number in enumerate(self.left) for _ in range(number)]
        if hidden is None:
            hidden, rest = rest[:3], rest[3:]
        if len(hidden) != 3:
            raise BadPosition("Rome has three cards face-down.")
        if out is None:
            number = len(rest) if cards is not None else min(self.box.aside, len(rest))
            out, rest = rest[len(rest) - number :], rest[: len(rest) - number]
        if cards is None:
            cards, rest = rest, []
        if rest:
            raise BadPosition(f"{len(rest)} cards lie nowhere: leave out 'deck' or 'aside' and they go there.")
        state.rome_hidden = hidden
        state.deck = cards
        state.aside = tuple(card & KIND_MASK for card in out)

    def conspirator(self, state: PaxState, given: int | None) -> int:
        """PAX-INTRIGUE-3: one of those with the most Intrigue symbols; nobody if there are none."""
        symbols = [state.symbols[seat * 7 + INTRIGUE] for seat in range(self.box.seats)]
        leaders = (
            [seat for seat in range(self.box.seats) if symbols[seat] == max(symbols)] if any(symbols) else [NOBODY]
        )
        if given is None:
            return leaders[0]
        if given not in leaders:
            raise BadPosition(f"Player {given} cannot be Primus Conspiratus: most Intrigue symbols decide.")
        return given

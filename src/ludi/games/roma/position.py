"""Build any position from plain data: for tests, puzzles, lessons and bug reports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ludi.core import BadPosition, Dice, ScriptedDice
from ludi.games.roma.components import (
    CENTURIO,
    CONSILIARIUS,
    COPIES,
    DICE,
    DISCS,
    EMPTY,
    FORUM,
    GIFTS,
    HARUSPEX,
    KINDS,
    MACHINA,
    NUMBER_OF,
    SCAENICUS,
    SEATS,
    STARTING_HAND,
    STARTING_POINTS,
    VICTORY_POINTS,
    WORDS,
)
from ludi.games.roma.knowledge import without
from ludi.games.roma.needs import QUESTIONS
from ludi.games.roma.phases import (
    ACTIONS,
    CENTURIO_DIE,
    CHOOSE_DRAWN,
    EXCHANGE,
    OVER,
    PHASES,
    PLACE,
    REARRANGE,
    TAKE_CARD,
    TEMPLUM_DIE,
    TRIPLE,
)
from ludi.games.roma.rules import RomaState
from ludi.games.roma.state import NOBODY, NOTHING

Row = Sequence[str | None] | Mapping[int, str]


def position(
    *,
    rows: Sequence[Row] = (),
    hands: Sequence[Iterable[str]] = (),
    points: Sequence[int] = (STARTING_POINTS, STARTING_POINTS),
    sestertii: Sequence[int] = (0, 0),
    stock: int | None = None,
    credited: int = 0,
    top: Iterable[str] = (),
    deck: Iterable[str] | None = None,
    discard: Iterable[str] | None = None,
    turn: int = 0,
    unused: Iterable[int] | None = None,
    used: Iterable[int] = (),
    dice: Iterable[int] | Dice = (),
    blocked: Iterable[int] = (),
    blocking: Iterable[int] = (),
    essedum: int = 0,
    phase: str | None = None,
    source: str | None = None,
    effect: str | None = None,
    disc: int | None = None,
    number: int = 0,
    aside: Iterable[str] = (),
    relaid: Iterable[int] = (),
    known: Sequence[Iterable[str]] = (),
    shown: Sequence[Iterable[str]] = (),
    reckoned: Iterable[str] = (),
    starter: int = 0,
    turns: int | None = None,
    options: Mapping[str, Any] | None = None,
) -> RomaState:
    """A position of Roma, ready to play; an impossible one is refused with a reason.

    Cards are given by their words. A row is a list of six (None for an unoccupied disc) or a dictionary by disc from 1
    to 6. Everything has a default: 10 points each and the rest of the 36 in the stock, no money, empty hands and rows.
    ``deck`` is listed from the top; cards not placed anywhere go to the deck or, if that is given, to the discards;
    ``top`` names only the cards on top of such a deck.

    Without ``unused`` dice the turn is just beginning: unoccupied discs are paid for and dice are thrown. ``dice`` are
    the coming throws of action and battle dice. With ``unused`` the player is in the middle of his actions. The further
    arguments describe the question of a card and what the players know; what ``snapshot()`` gives builds the same
    position again.

    >>> state = position(rows=[{4: "legat"}], hands=[["forum"]], sestertii=[5, 0], unused=[4])
    >>> [state.spell(action) for action in state.legal(0)][:4]
    ['money:4', 'draw:4', 'activate:4', 'lay:forum-1']
    >>> state.play(0, state.unspell("activate:4"))
    >>> state.points
    [16, 10]
    >>> position(hands=[["nero", "nero"]])
    Traceback (most recent call last):
    ...
    ludi.core.errors.BadPosition: There is only 1 Nero in the game.
    """
    from ludi.games.roma import GAME

    builder = _Builder()
    state = RomaState(GAME.box(options), ScriptedDice(dice) if isinstance(dice, Iterable) else dice)
    if phase is not None and phase not in PHASES:
        raise BadPosition(f"'{phase}' is no phase; the phases are {', '.join(PHASES)}.")
    beginning = phase is None and unused is None
    state.phase = ACTIONS if phase is None else PHASES.index(phase)
    state.starter = builder.seat(starter, "starter")
    state.turn = builder.seat(turn, "turn")
    state.turns = builder.count(turns if turns is not None else 0 if beginning or state.phase <= PLACE else 1, "turns")
    state.rows = builder.rows(rows)
    state.hands = builder.hands(hands)
    state.aside = builder.cards(aside)
    if state.phase == EXCHANGE:
        state.known = builder.hands(known)  # gifts, which lie beside the hands
    else:
        state.known = [_read(cards) for cards in _pair(known, "known")]
        state.shown = [_read(cards) for cards in _pair(shown, "shown")]
    state.reckoned = sorted(_read(reckoned))
    _check_knowledge(state)
    builder.piles(state, top, deck, discard)
    _set_points(state, points, stock, credited)
    state.sestertii = [builder.count(each, "sestertii") for each in _two(sestertii, "sestertii")]
    state.unused = sorted(builder.faces(unused or ()))
    state.used = builder.faces(used)
    if len(state.unused) + len(state.used) > DICE:
        raise BadPosition(f"A player has {DICE} action dice.")
    state.blocked = builder.discs(blocked)
    state.blocking = builder.discs(blocking)
    state.essedum = builder.count(essedum, "essedum")
    state.number = builder.count(number, "number")
    state.relaid = builder.discs(relaid)
    state.source = NOTHING if source is None else _read([source])[0]
    state.effect = NOTHING if effect is None else _read([effect])[0]
    state.disc = NOTHING if disc is None else builder.disc(disc)
    if beginning:
        state.blocking, state.blocked = state.blocked, 0
        state._begin_turn(state.turn)
    else:
        state.actor = NOBODY if state.phase in (EXCHANGE, OVER) else state.turn
        _check_phase(state)
    return state


def _read(words: Iterable[str]) -> list[int]:
    cards = []
    for word in words:
        if word not in NUMBER_OF:
            raise BadPosition(f"'{word}' is no card of this game.")
        cards.append(NUMBER_OF[word])
    return cards


def _two(given: Sequence[int], what: str) -> list[int]:
    if len(given) != SEATS:
        raise BadPosition(f"{what} are given for both players.")
    return list(given)


def _pair(given: Sequence[Iterable[str]], what: str) -> list[Iterable[str]]:
    if len(given) > SEATS:
        raise BadPosition(f"{what} are given for two players at most.")
    return [*given, *[()] * (SEATS - len(given))]


def _set_points(state: RomaState, points: Sequence[int], stock: int | None, credited: int) -> None:
    state.points = _two(points, "points")
    total = VICTORY_POINTS + credited
    state.stock = total - sum(points) if stock is None else stock
    state.credited = credited
    if min(*points, state.stock, credited) < 0 or sum(points) + state.stock != total:
        raise BadPosition(
            f"The victory points of both players ({points[0]} and {points[1]}) and of the stock ({state.stock}) must "
            f"make up {total}."
        )
    ended = 0 in points or state.stock == 0
    if ended != (state.phase == OVER):
        raise BadPosition("The game is over when, and only when, a player or the stock has no victory points left.")
    if credited and state.stock:
        raise BadPosition("Points are credited only when the stock is empty.")


def _check_knowledge(state: RomaState) -> None:
    for seat in range(SEATS):
        for cards in (state.known[seat], state.shown[seat]):
            cards.sort()
        if state.phase == EXCHANGE:
            continue
        held = state.hands[seat] + ([card for card in state.rows if card != EMPTY] if state.phase == PLACE else [])
        if without(state.known[seat], held) or without(state.shown[seat], state.known[seat]):
            raise BadPosition("known cards must be in the hand, and shown cards must be known.")
    if state.reckoned:
        pending = state.hands[state.turn] + (state.aside if state.phase == CHOOSE_DRAWN else [])
        if state.phase != CHOOSE_DRAWN or without(state.reckoned, pending):
            raise BadPosition("reckoned cards must be in the hand or drawn, while one of the drawn cards is chosen.")


def _check_phase(state: RomaState) -> None:
    """What has to be decided must fit what lies on the table."""
    phase = state.phase
    name = PHASES[phase]
    if phase == EXCHANGE:
        if any(len(state.hands[seat]) + len(state.known[1 - seat]) != STARTING_HAND for seat in range(SEATS)):
            raise BadPosition("In the exchange everybody has four cards, in hand or put aside for the other.")
        if any(len(gifts) > GIFTS for gifts in state.known) or not state.actors():
            raise BadPosition(
                "In the exchange somebody must still have a card to give, and nobody gives more than two."
            )
        return
    if bool(state.aside) != (phase in (CHOOSE_DRAWN, REARRANGE)):
        raise BadPosition("Cards lie aside while one of the drawn ones is chosen or taken-up ones are laid again.")
    asks = phase > CHOOSE_DRAWN and phase != OVER
    if asks != (state.source >= 0) or asks != (state.effect >= 0) or asks != (state.disc >= 0):
        raise BadPosition(f"In the phase '{name}' source, effect and disc are {'needed' if asks else 'not possible'}.")
    if asks and not _may_ask(state.effect, phase):
        raise BadPosition(f"{_name(state.effect)} does not lead to the phase '{name}'.")
    if asks and state.source not in (state.effect, SCAENICUS):
        raise BadPosition(f"{_name(state.source)} cannot carry out the action of another card.")
    if phase == TRIPLE and (len(state.unused) != DICE or len(set(state.unused)) != 1):
        raise BadPosition("A triple is three unused dice with the same number.")
    if phase != OVER and not state.legal(state.turn):
        raise BadPosition(f"In the phase '{name}' nothing could be decided here.")


def _may_ask(effect: int, phase: int) -> bool:
    """Whether the action of a card comes to the question of this phase."""
    later = {
        REARRANGE: (CONSILIARIUS, MACHINA),
        TAKE_CARD: (HARUSPEX,),
        TEMPLUM_DIE: (FORUM,),
        CENTURIO_DIE: (CENTURIO,),
    }
    return QUESTIONS[effect] == phase or effect in later.get(phase, ())


def _name(card: int) -> str:
    return WORDS[card].replace("-", " ").title()


class _Builder:
    """Reads plain data and keeps count of how many cards of each kind are left."""

    def __init__(self) -> None:
        self.left = COPIES[:]

    def cards(self, words: Iterable[str]) -> list[int]:
        cards = _read(words)
        for card in cards:
            if not self.left[card]:
                raise BadPosition(
                    f"There {'is' if COPIES[card] == 1 else 'are'} only {COPIES[card]} {_name(card)} in the game."
                )
            self.left[card] -= 1
        return cards

    def hands(self, given: Sequence[Iterable[str]]) -> list[list[int]]:
        return [sorted(self.cards(words)) for words in _pair(given, "hands")]

    def rows(self, given: Sequence[Row]) -> list[int]:
        if len(given) > SEATS:
            raise BadPosition("There are two rows of cards.")
        rows = [EMPTY] * (SEATS * DISCS)
        for seat, row in enumerate(given):
            if isinstance(row, Mapping):
                places = {self.disc(disc): word for disc, word in row.items()}
            elif len(row) != DISCS:
                raise BadPosition(f"A row has {DISCS} places, not {len(row)}.")
            else:
                places = {disc: word for disc, word in enumerate(row) if word is not None}
            for disc, word in places.items():
                rows[seat * DISCS + disc] = self.cards([word])[0]
        return rows

    def piles(
        self, state: RomaState, top: Iterable[str], deck: Iterable[str] | None, discard: Iterable[str] | None
    ) -> None:
        """The piles as given; cards not named anywhere lie beneath ``top`` in the deck, or else among the discards."""
        first = self.cards(top)
        if first and deck is not None:
            raise BadPosition("Give either 'deck' or only its 'top'.")
        pile = None if deck is None else self.cards(deck)
        discards = None if discard is None else self.cards(discard)
        rest = [kind for kind in range(KINDS) for _ in range(self.left[kind])]
        if pile is None:
            pile = first + rest
        elif discards is None:
            discards = rest
        elif rest:
            raise BadPosition(f"{len(rest)} cards lie nowhere: leave out 'deck' or 'discard' and they go there.")
        state.deck = pile[::-1]
        state.discard = discards or []

    def seat(self, seat: int, what: str) -> int:
        if seat not in range(SEATS):
            raise BadPosition(f"{what} is a seat, 0 or 1, not {seat}.")
        return seat

    def count(self, number: int, what: str) -> int:
        if number < 0:
            raise BadPosition(f"{what} cannot be {number}.")
        return number

    def faces(self, faces: Iterable[int]) -> list[int]:
        given = list(faces)
        if any(face not in range(1, 7) for face in given):
            raise BadPosition("A die shows a number from 1 to 6.")
        return given

    def disc(self, disc: int) -> int:
        if disc not in range(1, DISCS + 1):
            raise BadPosition(f"A disc is a number from 1 to {DISCS}, not {disc}.")
        return disc - 1

    def discs(self, given: Iterable[int]) -> int:
        bits = 0
        for disc in given:
            bits |= 1 << self.disc(disc)
        return bits

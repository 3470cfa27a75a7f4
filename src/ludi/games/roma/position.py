"""Build any position from plain data: for tests, puzzles, lessons and bug reports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ludi.core import BadPosition, Dice, ScriptedDice, registry
from ludi.games.roma import possible
from ludi.games.roma.components import (
    COPIES,
    DISCS,
    EMPTY,
    KINDS,
    NUMBER_OF,
    SEATS,
    STARTING_POINTS,
    VICTORY_POINTS,
    RomaBox,
)
from ludi.games.roma.phases import ACTIONS, CHOOSE_DRAWN, EXCHANGE, OVER, PHASES, PLACE
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
    starter: int | None = None,
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

    What contradicts the rules is refused (a card that asks from a disc where it does not lie, more Essedums than dice,
    a set-up with money). Partial positions are fine: empty rows and hands, fewer than three dice, any share of points.

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
    if options is not None and not isinstance(options, Mapping):
        raise BadPosition("options are given by name.")
    builder = _Builder()
    box = registry.find("roma").box(options)
    assert isinstance(box, RomaBox)
    state = RomaState(box, _dice(dice))
    if phase is not None and phase not in PHASES:
        raise BadPosition(f"'{phase}' is no phase; the phases are {', '.join(PHASES)}.")
    beginning = phase is None and unused is None
    state.phase = ACTIONS if phase is None else PHASES.index(phase)
    state.starter = _first(state) if starter is None else _seat(starter, "starter")
    state.turn = _seat(turn, "turn")
    state.rows = builder.rows(rows)
    state.hands = builder.hands(hands, "hands")
    state.aside = builder.cards(aside, "aside")
    if state.phase == CHOOSE_DRAWN:
        state.aside.sort()
    # In the exchange these are gifts, which lie beside the hands.
    state.known = builder.hands(known, "known") if state.phase == EXCHANGE else _pair(known, "known")
    state.shown = _pair(shown, "shown")
    state.reckoned = sorted(_read(reckoned, "reckoned"))
    builder.piles(state, top, deck, discard)
    _set_points(state, points, stock, credited)
    state.sestertii = [_count(each, "sestertii") for each in _two(sestertii, "sestertii")]
    state.unused = sorted(_faces(() if unused is None else unused, "unused"))
    state.used = _faces(used, "used")
    state.blocked = _discs(blocked, "blocked")
    state.turns = _turns(state, turns, beginning)
    state.blocking = _discs(blocking, "blocking")
    state.essedum = _count(essedum, "essedum")
    state.number = _count(number, "number")
    state.relaid = _discs(relaid, "relaid")
    state.source = NOTHING if source is None else _read([source], "source")[0]
    state.effect = NOTHING if effect is None else _read([effect], "effect")[0]
    state.disc = NOTHING if disc is None else _disc(disc)
    state.actor = NOBODY if state.phase in (EXCHANGE, OVER) else state.turn
    possible.check(state)
    if beginning:
        if state.used or state.blocking or state.essedum:
            raise BadPosition("At the beginning of a turn no die has been used and no card activated.")
        state.blocking, state.blocked = state.blocked, 0
        state._legal = None
        state.turns -= 1
        state._begin_turn(state.turn)
    return state


def _first(state: RomaState) -> int:
    """Who starts, if nobody says so: whom the options name, or else player 1."""
    start = state.box.options["start"]
    return 0 if start == "random" else int(start) - 1


def _turns(state: RomaState, given: Any, beginning: bool) -> int:
    """The number of this turn. A turn that is just beginning is not counted in ``given``; the default is the first
    that is possible."""
    if given is not None:
        return _count(given, "turns") + beginning
    if state.phase <= PLACE:
        return 0
    own = state.turn == state.starter
    return (3 if state.blocked else 1) if own else 2


def _dice(given: Iterable[int] | Dice) -> Dice:
    """Coming throws as a script; a source of chance as it is."""
    if all(hasattr(given, call) for call in ("roll", "shuffle", "choose")):
        return given  # type: ignore[return-value]
    return ScriptedDice(_faces(given, "dice"))


def _list(given: Any, what: str) -> list[Any]:
    if isinstance(given, (str, bytes, Mapping)) or not isinstance(given, Iterable):
        raise BadPosition(f"{what} must be a list, not {given!r}.")
    return list(given)


def _whole(given: Any, what: str) -> int:
    if type(given) is not int:
        raise BadPosition(f"{what} must be a whole number, not {given!r}.")
    return given


def _count(given: Any, what: str) -> int:
    if _whole(given, what) < 0:
        raise BadPosition(f"{what} cannot be {given}.")
    return int(given)


def _seat(given: Any, what: str) -> int:
    if _whole(given, what) not in range(SEATS):
        raise BadPosition(f"{what} is a seat, 0 or 1, not {given}.")
    return int(given)


def _faces(given: Any, what: str) -> list[int]:
    faces = [_whole(face, what) for face in _list(given, what)]
    if any(not 1 <= face <= 6 for face in faces):
        raise BadPosition("A die shows a number from 1 to 6.")
    return faces


def _disc(given: Any) -> int:
    if not 1 <= _whole(given, "A disc") <= DISCS:
        raise BadPosition(f"A disc is a number from 1 to {DISCS}, not {given}.")
    return int(given) - 1


def _discs(given: Any, what: str) -> int:
    bits = 0
    for disc in _list(given, what):
        bits |= 1 << _disc(disc)
    return bits


def _read(words: Any, what: str) -> list[int]:
    cards = []
    for word in _list(words, what):
        if not isinstance(word, str) or word not in NUMBER_OF:
            raise BadPosition(f"{word!r} is no card of this game.")
        cards.append(NUMBER_OF[word])
    return cards


def _two(given: Any, what: str) -> list[Any]:
    pair = _list(given, what)
    if len(pair) != SEATS:
        raise BadPosition(f"{what} are given for both players.")
    return pair


def _at_most_two(given: Any, what: str) -> list[Any]:
    lists = _list(given, what)
    if len(lists) > SEATS:
        raise BadPosition(f"{what} are given for two players at most.")
    return lists + [()] * (SEATS - len(lists))


def _pair(given: Any, what: str) -> list[list[int]]:
    """Cards of both players that lie elsewhere already."""
    return [sorted(_read(words, what)) for words in _at_most_two(given, what)]


def _set_points(state: RomaState, points: Any, stock: Any, credited: Any) -> None:
    state.points = [_whole(each, "points") for each in _two(points, "points")]
    state.credited = _count(credited, "credited")
    total = VICTORY_POINTS + state.credited
    state.stock = total - sum(state.points) if stock is None else _whole(stock, "stock")
    if min(*state.points, state.stock) < 0 or sum(state.points) + state.stock != total:
        raise BadPosition(
            f"The victory points of both players ({state.points[0]} and {state.points[1]}) and of the stock "
            f"({state.stock}) must make up {total}."
        )


class _Builder:
    """Reads words of cards and keeps count of how many cards of each kind are left."""

    def __init__(self) -> None:
        self.left = COPIES[:]

    def cards(self, words: Any, what: str) -> list[int]:
        cards = _read(words, what)
        for card in cards:
            if not self.left[card]:
                raise BadPosition(
                    f"There {'is' if COPIES[card] == 1 else 'are'} only {COPIES[card]} {possible.title(card)} in the "
                    "game."
                )
            self.left[card] -= 1
        return cards

    def hands(self, given: Any, what: str) -> list[list[int]]:
        return [sorted(self.cards(words, what)) for words in _at_most_two(given, what)]

    def rows(self, given: Any) -> list[int]:
        lists = _list(given, "rows")
        if len(lists) > SEATS:
            raise BadPosition("There are two rows of cards.")
        rows = [EMPTY] * (SEATS * DISCS)
        for seat, row in enumerate(lists):
            if isinstance(row, Mapping):
                places = {_disc(disc): word for disc, word in row.items()}
            else:
                words = _list(row, "A row")
                if len(words) != DISCS:
                    raise BadPosition(f"A row has {DISCS} places, not {len(words)}.")
                places = {disc: word for disc, word in enumerate(words) if word is not None}
            for disc, word in places.items():
                rows[seat * DISCS + disc] = self.cards([word], "rows")[0]
        return rows

    def piles(self, state: RomaState, top: Any, deck: Any, discard: Any) -> None:
        """The piles as given; cards not named anywhere lie beneath ``top`` in the deck, or else among the discards."""
        first = self.cards(top, "top")
        if first and deck is not None:
            raise BadPosition("Give either 'deck' or only its 'top'.")
        pile = None if deck is None else self.cards(deck, "deck")
        discards = None if discard is None else self.cards(discard, "discard")
        rest = [kind for kind in range(KINDS) for _ in range(self.left[kind])]
        if pile is None:
            pile = first + rest
        elif discards is None:
            discards = rest
        elif rest:
            raise BadPosition(f"{len(rest)} cards lie nowhere: leave out 'deck' or 'discard' and they go there.")
        state.deck = pile[::-1]
        state.discard = discards or []

"""The shape of a view of PAX: what stands in it, key by key."""

from __future__ import annotations

from typing import Annotated, Generic, Literal, NotRequired, TypedDict, TypeVar

from ludi.core.shape import Columns, OnePer, Range, Seat, Sorted, Untold, UpTo, Words

Phase = Literal["draft", "turn", "draw", "act", "respond", "over"]
Category = Literal["wealth", "fleet", "army", "religion", "senator", "land", "intrigue"]
PlaceWord = Literal["hand", "legion", "deck"]

Card = Annotated[str, Words("cards")]
"""A card by its category, symbols and value: ``fleet-2-3``."""
C = TypeVar("C", bound=str)


class Row(TypedDict, Generic[C]):
    """The cards of one category on a display."""

    cards: list[C]
    symbols: int
    count: int


class Display(TypedDict):
    """The cards in front of a player or of Rome, by category (PAX-PLAY-2, PAX-ROUND-2)."""

    wealth: Row[Annotated[str, Words("wealth")]]
    fleet: Row[Annotated[str, Words("fleet")]]
    army: Row[Annotated[str, Words("army")]]
    religion: Row[Annotated[str, Words("religion")]]
    senator: Row[Annotated[str, Words("senator")]]
    land: Row[Annotated[str, Words("land")]]
    intrigue: Row[Annotated[str, Words("intrigue")]]


class Bonus(TypedDict):
    """Bonus Fleets and Armies at the end."""

    fleet: int
    army: int


class Player(TypedDict):
    """What is known of a player."""

    seat: Seat
    display: Display
    limit: int
    """How many Armies and Fleets he may have."""
    discount: int
    """What a group costs him less."""
    sight: int
    """How many of the drawn cards he sees at once."""
    bonus: Bonus
    coins: int | None
    """None where hidden."""
    hand_count: int | None
    """None where hidden."""
    hand: Annotated[list[Card], Sorted()] | None
    """Only one's own, until the game is over."""
    known_hand: Annotated[list[Card], Sorted()]
    """The cards you know to be in it."""


class Legion(TypedDict):
    """A Legion of the Roman army, with the group of cards that lies at it."""

    number: Annotated[int, Range(1, 9)]
    cards: list[Card]
    value: int
    price: int | None
    """For you; None for a spectator."""


class Rome(TypedDict):
    """Rome as far as you can tell."""

    display: Display
    hidden: Annotated[list[Card | None], UpTo(24)]
    """The face-down cards: a card, or None for one you have not seen."""
    bonus: Bonus
    """Of the cards you know."""


class Deck(TypedDict):
    """The draw pile."""

    count: int
    known: Annotated[list[Annotated[list[int | str], Columns(int, Card)]], UpTo(32)]
    """How many cards lie above it, and the card, for each card you slipped under."""


class Strengths(TypedDict):
    """Symbols by category, bonuses included."""

    wealth: int
    fleet: int
    army: int
    religion: int
    senator: int
    land: int
    intrigue: int


class Account(TypedDict):
    """One player's points, item by item."""

    categories: int
    above_rome: int
    fleets: int
    armies: int
    conspirator: int
    money: int


class End(TypedDict):
    """Who won and why, and the reckoning."""

    winners: list[Seat]
    reason: Literal["rome", "revolt", "nobody", "solo-won", "solo-lost"]
    rule: str
    scores: list[int]
    rome: Strengths
    players: Annotated[list[Strengths], OnePer("seats")]
    held_by_rome: NotRequired[list[Category]]
    """Not in the solitaire game."""
    conspirator: NotRequired[Annotated[int, Range(-1, 7)]]
    """His seat; -1 if there is none. Not in the solitaire game."""
    points: NotRequired[Annotated[list[Account], OnePer("seats")]]
    """Only if the revolt wins: by seat."""
    missing: NotRequired[list[Category]]
    """Solitaire: the categories of which you have no card."""
    beaten: NotRequired[list[Category]]
    """Solitaire: the categories in which you are above Rome."""
    needed: NotRequired[int]
    """Solitaire: how many of them the level asks for."""


class PaxView(TypedDict):
    """The position as a seat, or a spectator, knows it."""

    game: Literal["pax"]
    phase: Phase
    you: Seat | None
    """None for a spectator."""
    actors: Annotated[list[Seat], Sorted()]
    """The seats that must decide now."""
    round: int
    turn: Seat | None
    """Whose turn it is."""
    starter: Seat
    conspirator: Seat | None
    solo_level: Annotated[int, Range(0, 5)]
    """0 if more than one plays."""
    last_round: bool
    players: Annotated[list[Player], OnePer("seats")]
    legions: Annotated[list[Legion], OnePer("legions")]
    rome: Rome
    deck: Deck
    drawn: Annotated[list[Card], UpTo(3)]
    """The cards you have drawn and not placed."""
    picked: Card | None
    """The one you are placing."""
    places: Annotated[list[PlaceWord], UpTo(3)]
    """The places still open to them."""
    offer: Annotated[list[Card], UpTo(5)]
    """The cards you choose from in the set-up."""
    played: int
    """Cards played this turn."""
    income: int | None
    """Of this turn, while cards are bought and played."""
    outcome: Annotated[End | None, Untold()]

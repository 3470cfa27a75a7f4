"""The shape of a view of Roma: what stands in it, key by key."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from ludi.core.shape import OnePer, Range, Seat, Sorted, Untold, UpTo, Words

Phase = Literal[
    "exchange",
    "place",
    "triple",
    "actions",
    "choose-drawn",
    "choose-target",
    "lay-freely",
    "rearrange",
    "buy-points",
    "alter-die",
    "block-disc",
    "copy-person",
    "take-card",
    "forum-die",
    "templum-die",
    "centurio-die",
    "over",
]
Kind = Literal["person", "building"]
Card = Annotated[str, Words("cards")]
Face = Annotated[int, Range(1, 6)]
"""A face of a die, or the disc with this number."""


class DefenceBy(TypedDict):
    """What a defence value is made up of."""

    printed: int
    turris: int
    essedum: int


class Place(TypedDict):
    """What lies at a disc."""

    disc: Face
    face_down: bool
    """Only while cards are placed."""
    card: Card | None
    """None if there is none, or if it lies face-down and is not yours."""
    type: Kind | None
    price: int | None
    defence: int | None
    """The value that counts now."""
    defence_by: DefenceBy | None


class Player(TypedDict):
    """What is known of a player."""

    seat: Seat
    points: int
    sestertii: int
    hand_count: int
    hand: list[Card] | None
    """Only one's own."""
    known_hand: list[Card]
    """The cards you know to be in it."""
    blocked: Annotated[list[Face], Sorted()]
    """The discs on which this player may put no die in his turn."""
    row: Annotated[list[Place], OnePer("discs")]


class Die(TypedDict):
    """An action die of the turn."""

    face: Face
    used: bool


class Effect(TypedDict):
    """The card being carried out."""

    card: Card
    """The card that was activated."""
    disc: Annotated[int, Range(0, 6)]
    """Where it lies; 0 for a card that lies nowhere any more."""
    action: Card | None
    """The card whose action is carried out: another one's, for a Scaenicus."""
    battle_die: Face | None
    """Centurio: the die that was thrown, while a second may be added."""
    points: int | None
    """Forum: the points so far, while a Templum may add some."""
    relaid: Annotated[list[Face], Sorted()]
    """Discs taken by cards laid again."""


class Gifts(TypedDict):
    """The exchange of cards before the game."""

    yours: list[Card]
    """The cards you have put aside for the other."""
    counts: Annotated[list[int], OnePer("seats")]


class End(TypedDict):
    """Who won and why, and the reckoning."""

    winners: list[Seat]
    reason: Literal["no-points", "stock-empty", "draw"]
    rule: str
    scores: Annotated[list[int], OnePer("seats")]
    points: Annotated[list[int], OnePer("seats")]
    stock: int
    credited: int


class RomaView(TypedDict):
    """The position as a seat, or a spectator, knows it."""

    game: Literal["roma"]
    phase: Phase
    you: Seat | None
    """None for a spectator."""
    actors: Annotated[list[Seat], Sorted()]
    """The seats that must decide now."""
    turn: Seat | None
    """Whose turn it is."""
    turns: int
    """Turns begun."""
    starter: Seat
    players: Annotated[list[Player], OnePer("seats")]
    stock: int
    """Victory points in it."""
    credited: int
    """Points paid out beyond the stock."""
    deck_count: int
    discard: list[Card]
    """The last on top."""
    dice: Annotated[list[Die], UpTo(3)]
    """The action dice of the turn, the used ones first."""
    essedum: int
    """By how much the defence of the cards that do not belong to ``turn`` is lowered."""
    effect: Effect | None
    drawn: Annotated[list[Card], UpTo(6)]
    """The cards drawn of which one is to be kept: only your own."""
    drawn_count: int
    taken_up: Annotated[list[Card], UpTo(6)]
    """The cards taken up to be laid again, the next first."""
    pile: list[Card]
    """The cards of the draw pile while you look through it."""
    gifts: Gifts | None
    outcome: Annotated[End | None, Untold()]

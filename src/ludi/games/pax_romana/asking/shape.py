"""The shape of a view of Pax Romana: what stands in it, key by key."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from ludi.core.shape import Drawn, Filled, OnePer, Range, Seat, Sorted, Sparse, Untold, UpTo, Words
from ludi.games.pax_romana.asking.names import (
    Action,
    LeaderWord,
    Place,
    Power,
    Province,
    Side,
    Space,
    Stack,
    Territory,
)
from ludi.games.pax_romana.asking.scene_shape import Scene
from ludi.games.pax_romana.ch03_sequence.phases import Phase
from ludi.games.pax_romana.engine.promises import PromiseKind


class CrumbFacts(TypedDict, total=False):
    """What the phrase of a procedure is filled with."""

    turn: int
    phase: Phase
    power: Power
    space: Place
    step: int
    amount: int
    mp: int
    card: Annotated[str, Words("cards")]


class Crumb(TypedDict):
    """A procedure under way as a phrase."""

    key: Annotated[str, Words("crumbs")]
    facts: CrumbFacts
    rule: Annotated[str, Words("crumb-rules")]


class PowerView(TypedDict):
    """What is known of a Power."""

    power: Power
    name: Annotated[str, Words("names")]
    colour: Annotated[str, Words("colours")]
    seat: Seat
    """Who plays it."""
    talents: int
    stability: int
    vp: int
    """Victory Points."""
    gop: int
    """Geographic Objective Points."""
    cvp: int
    """Civilization Points."""
    income: int
    markers: int
    """Activation Markers left."""
    objectives: Annotated[list[Annotated[str, Words("letters")] | None], UpTo(12)]
    """Its Opportunity Objectives by letter; None for one you do not know."""
    galley_technology: bool
    hand: Annotated[list[Annotated[str, Words("cards")] | None], UpTo(9)]
    """Its Event cards; None for one you do not know."""


class Commander(TypedDict):
    """A leader on the map."""

    side: Side
    rating: Annotated[str, Words("ratings")]
    """Tactical and campaign rating: ``3-5``."""
    elite: bool
    title: Annotated[str, Words("titles")]
    """The name of a named leader, else empty."""


class SiteView(TypedDict):
    """A City or Town."""

    owner: Side
    kind: Literal["town", "city"]
    walls: Annotated[int, Range(0, 5)]


class TerritoryView(TypedDict):
    """A Territory of the scenario."""

    provinces: Annotated[list[Province], UpTo(12)]
    """Those in play."""
    owner: Side | None


class Passage(TypedDict):
    """Passage that one Power grants another in a Province or in a single Space."""

    by: Power
    to: Power
    space: NotRequired[Place]
    province: NotRequired[Province]


class PromiseView(TypedDict):
    """A promise of one Power to another."""

    by: Power
    to: Power
    kind: PromiseKind
    about: Annotated[str, Words("powers", "provinces", "spaces", "transit")]
    """The Power to be left in peace or attacked, the Province to be shunned, the place to be spared."""


class MeetingView(TypedDict):
    """The Meeting under way."""

    table: Annotated[list[Power], UpTo(4)]
    """Who takes part."""
    speaker: Power
    to: Power | None
    terms: Annotated[list[Action], UpTo(12)]
    """What is on the table, as actions."""
    binding: Annotated[list[Action], Drawn()]
    """Those of them that are carried out at once if it is accepted; the rest are promises."""
    offers_left: int


class BattleView(TypedDict):
    """The Battle under way, as far as everybody sees it."""

    kind: Literal["battle"]
    space: Place
    attackers: Annotated[list[Side], UpTo(4)]
    defenders: Annotated[list[Side], UpTo(4)]
    walls: bool
    """Whether the defenders fight behind walls."""
    attack_die: int
    """0 until it is thrown."""
    defence_die: int
    shifts: int


class MoveView(TypedDict):
    """The Move under way, as far as everybody sees it."""

    kind: Literal["move"]
    space: Place
    side: Side
    mp: int
    """Movement Points left."""
    army: Stack


class Score(TypedDict):
    """What a Power has in the end."""

    vp: int
    stability: int
    gop: int
    cvp: int
    treasury: int


class End(TypedDict):
    """Who won and why, and the reckoning."""

    winners: list[Seat]
    reason: str
    rule: str
    scores: Annotated[list[int], OnePer("seats")]
    powers: dict[Power, Score]


class Moment(TypedDict):
    """When it is, what is under way, and who decides."""

    game: Literal["pax-romana"]
    scenario: Annotated[str, Words("scenarios")]
    turn: int
    """Its printed number."""
    last_turn: int
    years: Annotated[str, Words("years")]
    phase: Phase
    you: Seat | None
    """None for a spectator."""
    actors: Annotated[list[Seat], Sorted()]
    """The seats that must decide now."""
    breadcrumb: Annotated[list[Annotated[str, Words("procedures")]], UpTo(10)]
    """The procedures under way, the outermost first."""
    path: Annotated[list[Crumb], UpTo(10)]
    """The same as phrases."""
    decider: Power | None
    """The Power of yours that decides now."""
    active: Power | None
    """The Power whose Activation Marker was drawn."""


class Pieces(TypedDict):
    """What stands on the map."""

    units: dict[Side, Annotated[dict[Place, Annotated[Stack, Filled()]], Sparse(8, but="spaces", unless="settled")]]
    leaders: dict[LeaderWord, Place]
    commanders: dict[LeaderWord, Commander]
    sites: dict[Space, SiteView]
    tribes: dict[Space, Annotated[int, Range(0, 15)] | None]
    """The strength of a Tribe; None while nobody knows it."""


class Control(TypedDict):
    """Who holds Spaces, Provinces and Territories."""

    spaces: dict[Space, Side]
    """Who Controls each Space that somebody Controls."""
    provinces: dict[Province, Side | None]
    """Who Controls each Province in play."""
    territories: dict[Territory, TerritoryView]


Mark = Literal[
    "alliance-with-rhodes",
    "alliance-with-pergamum",
    "pontus",
    "soldier-of-fortune",
    "inventor",
    "helepolis",
    "mutiny",
    "cyprus-closed",
    "conqueror",
    "cunctator",
    "no-cunctator",
    "galley-tech",
    "disorder",
    "civil-war",
    "dear-markers",
]
"""What a card or an event may have put in force."""
Until = Literal["alliance-card", "last-unit", "removal", "turn", "battle", "paid", "activation"]
"""How long: until an ALLIANCE card ends it, its last Unit is gone, the Removal Phase, the turn ends, the next Battle,
it is paid off, an Activation is over."""


class InForce(TypedDict):
    """A mark of a card or event in force, as everybody sees it."""

    word: Mark
    side: Side | None
    """Whom it serves or burdens."""
    place: Place | None
    until: Until
    text: Annotated[str, Drawn()]
    """The phrase that tells it, filled with ``side`` and ``space``."""


class PaxRomanaView(Moment, Pieces, Control):
    """The position as a seat, or a spectator, knows it."""

    powers: Annotated[list[PowerView], OnePer("powers")]
    pirates: Annotated[list[Place], UpTo(10)]
    in_force: Annotated[list[InForce], UpTo(8)]
    """What cards and events have put in force: alliances, Pontus, the inventor, CUNCTATOR and the like."""
    event_markers: int
    order: Annotated[list[Power], UpTo(12)]
    """The Powers whose markers are assigned, the next first."""
    pass_rights: Annotated[list[Annotated[list[Annotated[int, Range(0, 3)]], Sorted()]], OnePer("powers")]
    """For each Power the numbers of those that it lets pass."""
    passage: Annotated[list[Passage], UpTo(40)]
    allies: Annotated[list[Annotated[list[Power], UpTo(4)]], OnePer("powers")]
    """For each Power its allies."""
    promises: Annotated[list[PromiseView], UpTo(24)]
    meeting: MeetingView | None
    under_way: BattleView | MoveView | None
    scenes: Annotated[list[Scene], Drawn()]
    """What is under way in full, the outermost first, for one who draws it."""
    plan: Annotated[list[Action], UpTo(40)]
    """What you have planned in secret so far."""
    deck: int
    """Event cards in the deck."""
    discards: Annotated[list[Annotated[str, Words("cards")]], UpTo(55)]
    """Event cards laid aside in this Game-Turn."""
    used_up: Annotated[list[Annotated[str, Words("cards")]], UpTo(8)]
    """Event cards that have left the game."""
    outcome: Annotated[End | None, Untold()]

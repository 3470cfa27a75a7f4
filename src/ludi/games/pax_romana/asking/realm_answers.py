"""What can be asked about a Power and its lands, and what is answered (chapters 5 to 7 and 15)."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from ludi.core import Said
from ludi.games.pax_romana.asking.names import LeaderWord, Place, Power, Province, Side, Space, Stack, Territory

Built = Literal[
    "legion",
    "heavy",
    "light",
    "cavalry",
    "elephant",
    "galley",
    "hire",
    "rebuild-legion",
    "rebuild-heavy",
    "town",
    "city",
    "repair",
]


class AskPower(TypedDict):
    """A Power; yours unless told."""

    power: NotRequired[Power]


class AskNothing(TypedDict):
    """A question about the position as a whole."""


class Holding(TypedDict):
    """Who Controls something, and why."""

    side: Side | None
    why: Said


class ProvinceHeld(TypedDict):
    """A Province."""

    province: Province
    side: Side | None
    why: Said


class TerritoryHeld(TypedDict):
    """A Territory of the scenario."""

    territory: Territory
    side: Side | None
    missing: list[Province]
    """What the strongest there lacks."""
    why: Said


class Block(TypedDict):
    """What stops a line of communication."""

    space: Place
    by: str
    rule: str


class Line(TypedDict):
    """A line of communication to a friendly home Space (6.1.5)."""

    power: Power
    open: bool
    route: list[Place]
    """From the place to the home Space; empty if it is cut."""
    toll: int
    """Talents for Rhodes, if it runs by there."""
    blocks: list[Block]
    rule: str


class Work(TypedDict):
    """Something that could be raised, hired, rebuilt, built or founded in a Space."""

    what: Built
    label: str
    """In words."""
    talents: int
    why_not: Said | None
    """None: it is possible as far as the Space and the Treasury go."""
    rule: str


class AboutSpace(TypedDict):
    """All about a place."""

    space: Place
    control: Holding | None
    """None of a Transit Point, like what follows."""
    province: ProvinceHeld | None
    territories: list[TerritoryHeld]
    units: dict[Side, Stack]
    fresh: dict[Side, Stack]
    """Those of them that have not moved in this Activation."""
    leaders: list[LeaderWord]
    tribe: int | None
    """The strength of a Tribe that is known."""
    line: Line | None
    """Of the Power for which it is told."""
    lines: list[Line]
    """Of all Powers that have Units, a City or a Town there."""
    power: Power
    """For whom the line and the works are told."""
    works: list[Work]


class MoneyLine(TypedDict):
    """A line of an account."""

    what: str
    """A Province, a Space or another word for the source."""
    talents: int
    rule: str


class Income(TypedDict):
    """What a Power receives, and what it must pay for its Armies."""

    power: Power
    treasury: int
    lines: list[MoneyLine]
    total: int
    heavy: int
    """Heavy Units it has, and may have by its Stability without paying."""
    maximum: int
    galleys: int
    due: list[MoneyLine]


class PointLine(TypedDict):
    """A line of a reckoning."""

    what: str
    points: int
    rule: str


class Standing(TypedDict):
    """Where a Power stands (15.2, 15.3)."""

    power: Power
    gop: int
    gop_lines: list[PointLine]
    cvp: int
    cvp_lines: list[PointLine]
    vp: int
    now: list[PointLine]
    """What a Victory Phase at this moment would bring, Objectives apart that are not shown."""
    score: int
    """If the game ended now."""


class Standings(TypedDict):
    """Where everybody stands."""

    powers: list[Standing]


class Waiting(TypedDict):
    """Who has not moved yet in a place."""

    space: Place
    side: Side
    units: Stack
    leaders: list[LeaderWord]


class Unmoved(TypedDict):
    """What has not moved yet in this Activation."""

    power: Power
    places: list[Waiting]
    rule: str


class AskBuild(TypedDict):
    """What may be built: in a Space, or everywhere."""

    space: NotRequired[Space]
    power: NotRequired[Power]


class BuildPlace(TypedDict):
    """Something that may be raised or built somewhere."""

    space: Space
    what: Built
    talents: int
    rule: str


class Buildings(TypedDict):
    """What a Power may raise or build, its Treasury apart."""

    power: Power
    works: list[BuildPlace]


class AskControl(TypedDict):
    """One of them."""

    space: NotRequired[Space]
    province: NotRequired[Province]
    territory: NotRequired[Territory]

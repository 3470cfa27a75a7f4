"""What can be asked of a match of Pax Romana, and what is answered: arguments and answers, key by key.

Questions about movement, Battle and the sea; those about a Power and its lands are in :mod:`realm_answers`.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from ludi.core import Said
from ludi.games.pax_romana.asking.names import Action, LeaderWord, Place, Power, Side, Space, Stack
from ludi.games.pax_romana.asking.scene_shape import Army, Chance, Interceptor, ShiftLine

Result = Literal["nobody", "falls", "swept", "battle", "no-attackers"]

# Marching


class AskReach(TypedDict):
    """Without ``space``: the Move under way. With it: a Move that could begin there."""

    space: NotRequired[Place]
    power: NotRequired[Power]
    minor: NotRequired[bool]
    """A Minor Move: of one Unit, without a leader's rating."""
    units: NotRequired[Stack]
    """Who would go, if not all that can."""
    leaders: NotRequired[list[LeaderWord]]


class Reached(TypedDict):
    """A Space within reach, by the cheapest way; of equally cheap ones the safest."""

    space: Space
    mp: int
    """What the way costs, attack included."""
    left: int | None
    """MP left then; None before the die is cast."""
    chance: Chance
    """That the die gives MP enough: 1 for a Move under way."""
    attack: bool
    """Whether the Army must attack there."""
    way: list[Place]
    """Every place entered, the last one included."""
    words: list[Action]
    """What to play, one after the other; empty before the Move has begun."""
    safe: Chance
    """That nobody intercepts on the way, if everybody tries who may."""
    alpine: bool
    """Whether the way crosses the Alps, where an Army suffers attrition."""


class Reach(TypedDict):
    """What an Army can come to by land."""

    side: Side
    space: Place
    """Where it stands."""
    army: Stack
    leaders: list[LeaderWord]
    mp: int | None
    """MP left; None before the die is cast."""
    rating: int
    """What is added to that die; a lone leader has both twice."""
    begin: list[Action]
    """What begins this Move, if it may begin now."""
    spaces: list[Reached]
    interceptors: dict[Space, list[Interceptor]]
    """Who may intercept an entry, of the Spaces within reach where somebody may."""
    rule: str


class AskSpace(TypedDict):
    """A Space."""

    space: Place
    power: NotRequired[Power]


class Interceptors(TypedDict):
    """Who may intercept an Army of a side that enters a Space."""

    side: Side
    interceptors: list[Interceptor]


# Battle


class AskOdds(TypedDict):
    """Without ``start``: the Move under way attacks; with it: what stands there would. Without ``space``: the Battle
    under way."""

    space: NotRequired[Place]
    start: NotRequired[Place]
    power: NotRequired[Power]
    """Whose Army at ``start``; yours unless told."""
    surprise: NotRequired[Literal["attacker", "defender"]]
    """As if this side played TACTICAL SURPRISE (17.2)."""


class Fight(TypedDict):
    """One way in which a Battle can be fought, with its exact odds; all Elephants are committed."""

    walls: int
    """Wall Points that defend, 0 in the open field."""
    chance: Chance
    """That it is this one, where that is not for the Defender to choose."""
    tribe: int | None
    """The strength of the Tribe, if there is one."""
    points: list[int]
    """Battle Points of attacker and Defender."""
    row: str
    """Of the table of odds: ``1.5:1``."""
    shifts: list[ShiftLine]
    net: int
    """For the attacker; below 0 for the Defender."""
    attacker_wins: Chance
    draw: Chance
    defender_wins: Chance
    attacker_lost: float
    """Battle Points lost, on average."""
    defender_lost: float
    attacker_destroyed: Chance
    defender_destroyed: Chance
    attacker_leader_dies: Chance
    defender_leader_dies: Chance


class Odds(TypedDict):
    """What an attack would come to."""

    space: Place
    attackers: list[Army]
    defenders: list[Army]
    amphibious: bool
    outcome: Result
    """``nobody`` is to be fought; a City or Town ``falls`` or Garrisons alone are ``swept`` away without a Battle."""
    may_withdraw: list[Side]
    """Defenders who may Withdraw first, or not."""
    choice: bool
    """Whether the Defender chooses between his walls and the field: two fights, in that order."""
    fights: list[Fight]
    rule: str


class NavalAsk(TypedDict):
    """Without ``start``: the Fleet under way."""

    space: Place
    start: NotRequired[Place]
    power: NotRequired[Power]


class NavalFight(TypedDict):
    """The odds of two Fleets (11.4)."""

    attacker: Side
    defender: Side
    squadrons: list[int]
    attacker_wins: Chance
    draw: Chance
    defender_wins: Chance
    attacker_lost: float
    """Galley Squadrons, on average."""
    defender_lost: float
    attacker_sunk: Chance
    defender_sunk: Chance


class NavalOddsAnswer(TypedDict):
    """Every enemy Fleet in a place, and what a fight with it would come to."""

    fights: list[NavalFight]
    rule: str


# Sailing


class AskVoyage(TypedDict):
    """Without ``space``: the voyage under way. With it: a Fleet, or an Army, that could sail from there."""

    space: NotRequired[Place]
    power: NotRequired[Power]
    army: NotRequired[bool]
    """Whether an Army is on board; a Fleet alone unless told."""


class Sailed(TypedDict):
    """A place that can be reached by sea, by the surest way."""

    space: Place
    chance: Chance
    """To come there; enemy Fleets and Pirates apart."""
    way: list[Place]
    words: list[Action]
    """What to play, as far as no roll comes between; empty before the voyage has begun."""
    talents: int
    """Tolls on the way."""
    stops: Said | None
    """Why a Fleet must Stop there."""
    weather: bool
    fleet: Side | None
    """Whose enemy Fleet lies there."""
    pirates: bool
    lands: bool
    """Whether an Army on board may debark there; of one that has not arrived, whether it is a Port."""
    attack: bool
    """Whether it would have to attack."""


class Voyage(TypedDict):
    """What a Fleet can come to."""

    side: Side
    space: Place
    army: Stack
    squadrons: int
    leaders: list[LeaderWord]
    mp: int | None
    stopped: bool
    """It goes on only by a Continuity roll."""
    begin: list[Action]
    places: list[Sailed]
    rule: str

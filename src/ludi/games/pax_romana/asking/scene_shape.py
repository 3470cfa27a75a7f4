"""The scenes of a view: what is under way, in full, as far as a seat may know it."""

from __future__ import annotations

from typing import Literal, TypedDict

from ludi.games.pax_romana.asking.names import LeaderWord, Place, Power, Side, Space, Stack

Chance = float
"""From 0 to 1."""


class Modifier(TypedDict):
    """What is added to a roll."""

    why: str
    number: int
    rule: str


class Interceptor(TypedDict):
    """Who may intercept an Army that enters a Space (9.3)."""

    side: Side
    start: Space
    """From where."""
    leader_alone: bool
    modifiers: list[Modifier]
    needs: int
    """On two dice."""
    chance: Chance
    rule: str


class ShiftLine(TypedDict):
    """Die-roll Shifts from one cause."""

    side: Literal["attacker", "defender"]
    why: str
    number: int
    rule: str


class Army(TypedDict):
    """Who fights."""

    side: Side
    units: Stack
    leaders: list[LeaderWord]


class Sums(TypedDict):
    """Points, odds and Shifts of a Battle (10.3.1)."""

    points: list[int]
    """Battle Points of attacker and Defender."""
    row: str
    """Of the table of odds: ``1.5:1``."""
    shifts: list[ShiftLine]
    net: int
    """For the attacker; below 0 for the Defender."""


class DieCast(TypedDict):
    """A die and what it was for."""

    purpose: Literal["attack", "defence"]
    die: int
    """As altered by Shifts so far."""


class BattleScene(TypedDict):
    """A Land Battle (10.2)."""

    kind: Literal["battle"]
    space: Place
    step: int
    rule: str
    attackers: list[Army]
    defenders: list[Army]
    attacker: Power | None
    """Who decides for them."""
    defender: Power | None
    amphibious: bool
    mountain: bool
    walls: int
    """Wall Points that defend, 0 in the open field."""
    walls_lost: int
    tribe: int | None
    began: list[Stack]
    """The Land Combat Units of attacker and Defender as it began."""
    lost: list[Stack]
    """Those that are gone or Reduced since."""
    sums: Sums | None
    """Until the rolls are altered."""
    dice: list[DieCast]
    shifts_left: int
    """Of the attacker; below 0 of the Defender."""
    bids: list[int | None]
    """For Siege Expertise; None where there is none, or you do not know it."""
    bidding: list[Power]
    """Who has still to bid."""
    elephants: list[int]
    """Committed by attacker and Defender."""
    negated: list[int]
    """Cavalry of each that does not fight because of them."""
    winner: Literal["attacker", "defender", "draw"] | None
    retreats: bool
    """The Defender has chosen to Retreat, or must."""


class LossScene(TypedDict):
    """Losses being taken, Unit by Unit (10.6)."""

    kind: Literal["losses"]
    space: Place
    sides: list[Side]
    power: Power
    """Who chooses."""
    amount: int
    """Still due."""
    of: Literal["points", "units", "elephants"]
    rule: str


class RetreatScene(TypedDict):
    """A Retreat (10.7)."""

    kind: Literal["retreat"]
    battle: Place
    """Where the Battle was."""
    space: Place
    """Where the Army is."""
    sides: list[Side]
    power: Power
    barred: Place | None
    """Where the enemy came from."""
    rule: str


class InterceptionScene(TypedDict):
    """Attempts to intercept an entry (9.3)."""

    kind: Literal["interception"]
    space: Space
    army: Army
    """Who entered."""
    tries: list[Interceptor]
    """Who may still try."""
    start: Space | None
    """Whence somebody rides out now."""
    rule: str


class WithdrawalScene(TypedDict):
    """Whether an Army Withdraws before Battle (9.4)."""

    kind: Literal["withdrawal"]
    space: Space
    army: Army
    attackers: Army
    power: Power
    """Who decides for the Army."""
    must: bool
    rule: str


class NavalScene(TypedDict):
    """Fleets meet (11.4)."""

    kind: Literal["naval"]
    space: Place
    attackers: list[Side]
    """Those that move."""
    defender: Side
    squadrons: list[int]
    """Of each now."""
    totals: list[int] | None
    """With the dice, once they are thrown."""
    owed: int
    """Battle Points of Galley Squadrons that those who move have still to lose."""
    lost: list[int]
    """Galley Squadrons that each has lost, or loses."""
    rule: str


class BribeScene(TypedDict):
    """An offer of Talents at the moment of a threat (4.4)."""

    kind: Literal["bribe"]
    space: Place | None
    payer: Power
    taker: Power
    offered: int
    wish: Power | None
    """Whom the taker is to attack instead."""
    rule: str


class PlansScene(TypedDict):
    """All plan in secret."""

    kind: Literal["plans"]
    thinking: list[Power]
    done: list[Power]
    rule: str


class CheckScene(TypedDict):
    """A Stability Check (16.2)."""

    kind: Literal["check"]
    power: Power
    """Who decides: on whom it falls, or how much is paid."""
    victims: list[Power]
    """On whom it may fall."""
    stability: int
    rule: str


Scene = (
    BattleScene
    | LossScene
    | RetreatScene
    | InterceptionScene
    | WithdrawalScene
    | NavalScene
    | BribeScene
    | PlansScene
    | CheckScene
)

"""Short ways to say what a test of Pax Romana wants to say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludi.games.pax_romana import PaxRomanaState, position
from ludi.games.pax_romana.asking.questions import side_number
from ludi.games.pax_romana.ch07_cities.capture import OFFER, Capture
from ludi.games.pax_romana.world.atlas import atlas
from ludi.games.pax_romana.world.pieces import unpack

WEST = {"scenario": "II"}
WORLD = {"scenario": "V"}
Units = dict[str, dict[str, dict[str, int]]]


def play(s: PaxRomanaState, *words: str, bribes: bool = False, prizes: bool = False) -> PaxRomanaState:
    """Play words one after another, each by a seat to whom it is open.

    Nobody offers a bribe (4.4) unless ``bribes`` says that the words tell what is done about them, whoever comes to an
    unoccupied City at 3 or Town at 1 takes it (7.4.2) unless ``prizes`` says so of them, and nobody waves a fleet on
    (11.1.6) unless the words say so.
    """
    for word in words:
        if s.stack[-1].name == "harbour" and word not in ("hold", "let-pass"):
            s.play(s.actors()[0], s.unspell("hold"))
        action = s.unspell(word)
        for seat in s.actors():
            if action in s.legal(seat):
                s.play(seat, action)
                break
        else:
            raise AssertionError(f"{word} is open to nobody: {choices(s)}")
        while not bribes and s.stack and s.stack[-1].name == "bribe":
            s.play(s.actors()[0], s.unspell("no"))
        while not prizes and s.stack and isinstance(s.stack[-1], Capture) and s.stack[-1].stage == OFFER:
            s.play(s.actors()[0], s.unspell("yes"))
    return s


def choices(s: PaxRomanaState) -> list[str]:
    """The words open to the first who must decide."""
    return [s.spell(action) for action in s.legal(s.actors()[0])] if s.actors() else []


def actor(s: PaxRomanaState) -> str:
    """The Power that must decide."""
    return s.box.powers[s.decider(s.actors()[0])]


def at(s: PaxRomanaState, side: str, space: str) -> dict[str, int]:
    """The Units of a side in a Space."""
    return unpack(s.at(side_number(s, side), atlas().index[space]))


def node(space: str) -> int:
    return atlas().index[space]


def west(units: Units, **facts: Any) -> PaxRomanaState:
    """A position of scenario II; Rome is about to expand unless told otherwise."""
    facts.setdefault("active", "rome")
    facts.setdefault("operation", "expansion" if units.get(facts["active"]) else "choose")
    facts.setdefault("markers", {"rome": 1})
    facts.setdefault("treasury", {"rome": 10, "carthage": 10})
    return position(facts.pop("options", WEST), units=units, **facts)


def world(units: Units, **facts: Any) -> PaxRomanaState:
    """A position of scenario V; Rome is about to expand unless told otherwise."""
    facts.setdefault("active", "rome")
    facts.setdefault("operation", "expansion" if units.get(facts["active"]) else "choose")
    facts.setdefault("markers", {"rome": 1})
    facts.setdefault("treasury", {"rome": 10, "carthage": 10, "greece": 10, "east": 10})
    return position(facts.pop("options", WORLD), units=units, **facts)


def city(owner: str, walls: int = 5) -> dict[str, Any]:
    return {"owner": owner, "kind": "city", "walls": walls}


def town(owner: str, walls: int = 2) -> dict[str, Any]:
    return {"owner": owner, "kind": "town", "walls": walls}


def refused(s: PaxRomanaState, power: str, word: str) -> str:
    """The rule for which a word is refused to a Power."""
    why = s.why_not(s.box.seat_of[s.box.powers.index(power)], word)
    assert why is not None, f"{word} is open"
    return why.rule


def stability(s: PaxRomanaState, power: str) -> int:
    return s.stability[s.box.powers.index(power)]


def talents(s: PaxRomanaState, power: str) -> int:
    return s.treasury[s.box.powers.index(power)]


def mp(s: PaxRomanaState) -> int:
    """The MP left to the Move under way."""
    for procedure in reversed(s.stack):
        if hasattr(procedure, "mp"):
            return int(procedure.mp)
    raise AssertionError("nobody is moving")


def script(s: PaxRomanaState, rolls: Sequence[int]) -> None:
    """The coming dice."""
    from ludi.core import ScriptedDice

    s.dice = ScriptedDice(rolls)

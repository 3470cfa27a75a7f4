"""How the tests of Battles set one up and play it on."""

from __future__ import annotations

from typing import Any

from games.pax_romana.helpers import choices, play, script, world
from ludi.games.pax_romana import PaxRomanaState
from ludi.games.pax_romana.ch10_battle.battle import Battle
from ludi.games.pax_romana.ch10_battle.step_05_to_09_dice import Clash
from ludi.games.pax_romana.ch10_battle.sums import Field
from ludi.games.pax_romana.world.pieces import pack


def field(attackers: dict[str, int], defenders: dict[str, int], **facts: Any) -> Field:
    base: dict[str, Any] = {"walls": 0, "mountain": False, "amphibious": False}
    base |= {"attacker_tactical": 0, "defender_tactical": 0}
    return Field(pack(attackers), pack(defenders), **(base | facts))


def causes(f: Field) -> dict[str, int]:
    return {shift.cause: shift.number if shift.side == 0 else -shift.number for shift in f.shifts()}


def attack(
    rome: dict[str, int], carthage: dict[str, int], dice: list[int], where: str = "capua", **facts: Any
) -> PaxRomanaState:
    """Rome marches from Roma into Capua, where Carthage stands and does not withdraw."""
    units = {"rome": {"roma": rome}, "carthage": {where: carthage}}
    s = world(units, dice=[facts.pop("move", 6)], **facts)
    play(s, "major:roma", "take-all", f"march:{where}")
    while "no" in choices(s):
        play(s, "no")
    script(s, dice)
    if "stand" in choices(s):
        play(s, "stand")
    return s


def finish(s: PaxRomanaState, *prefer: str) -> PaxRomanaState:
    """Play on through Battle and losses, by preference."""
    order = (*prefer, "done", "hold", "keep", "no")
    while s.stack[-1].name in ("battle", "losses", "retreat", "militia", "capture", "interception"):
        words = choices(s)
        play(s, next((word for word in order if word in words), words[0]))
    return s


def battle_of(s: PaxRomanaState) -> Battle:
    """The Battle under way."""
    return next(p for p in reversed(s.stack) if isinstance(p, Battle))


def clash_of(s: PaxRomanaState) -> Clash:
    """The Battle under way, at its dice."""
    battle = battle_of(s)
    assert isinstance(battle, Clash)
    return battle

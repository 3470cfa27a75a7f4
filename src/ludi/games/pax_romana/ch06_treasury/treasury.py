"""Chapter 6: Talents leave the Treasury."""

from __future__ import annotations

from ludi.games.pax_romana.engine.position import Position


def pay(s: Position, power: int, talents: int) -> None:
    """Talents leave the Treasury (1.4)."""
    assert s.treasury[power] >= talents, "a Treasury is never below zero"
    s.treasury[power] -= talents


def pay_rhodes(s: Position, power: int, talents: int) -> None:
    """Talents to Independent Rhodes for lines of communication (6.1.6 c)."""
    if talents:
        pay(s, power, talents)
        if s.listener is not None:
            s.tell("rhodes-toll", "PR-6.1.6c", power=s.box.powers[power], talents=talents)

"""How likely each seat is to win, as games tell: the evaluation, set right.

The evaluation (``insight.py``) knows which position is better, but it is too sure of what follows, and in some
scenarios one Power wins more often than another with as good a position. Both was fitted to games between equal
players (``tools/learn_pax_romana.py``, docs/bots.md). The numbers are read when they are first needed.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib import resources
from math import exp, log

from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.box import PaxRomanaBox

LEAST = 1e-6
"""A chance is never less."""
ANY = "any"
"""For scenarios and formats of which no games were seen: trust in the evaluation, and no favour."""


def played(box: PaxRomanaBox) -> str:
    """Which scenario is played in which format: each has head starts of its own, and lasts as long as it says."""
    form = box.options["format"] or box.scenario["formats"][0]["id"]
    return f"{box.options['scenario']} {form}"


@cache
def numbers(scenario: str) -> tuple[float, float, dict[str, list[float]]]:
    """Of a scenario in its format: how far the evaluation is to be trusted (with nothing left of the game, and how much
    more at its beginning), and how each Power is favoured, likewise."""
    text = (resources.files("ludi.games.pax_romana") / "data" / "judgement.json").read_text(encoding="utf-8")
    learned = json.loads(text)["scenarios"]
    found = learned.get(scenario, learned[ANY])
    now, early = found["trust"]
    return float(now), float(early), dict(found["favour"])


def left(s: Position) -> float:
    """Which part of the game is still to come, from 1 in its first turn."""
    return (s.box.turns - s.turn) / s.box.turns


def set_right(s: Position, chances: Sequence[float]) -> list[float]:
    """The chances that belong to the evaluation's."""
    now, early, favour = numbers(played(s.box))
    part = left(s)
    trust = now + early * part
    odds: list[float] = []
    for seat, chance in enumerate(chances):
        worth: float = 0.0
        own = s.box.seat_powers[seat]
        for power in own:
            one = favour.get(s.box.powers[power])
            if one is not None:
                worth += (one[0] + one[1] * part) / len(own)
        odds.append(trust * log(max(LEAST, chance)) + worth)
    top = max(odds)
    weights = [exp(each - top) for each in odds]
    total: float = sum(weights)
    return [each / total for each in weights]

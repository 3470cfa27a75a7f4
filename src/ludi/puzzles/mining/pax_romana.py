"""Pax Romana: an Army on the march, several enemies beside it, and one attack with clearly the best odds.

The chances are the exact ones of the game's own question ``odds``, put as the seat knows the position: where the
Defender chooses between his walls and the field, the worse for the attacker counts; where a Tribe's strength is not
known, all that it may be. Nobody can intercept the best one; of the others that only makes them worse.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ludi.core import Asked, Game, LudiError, State, registry
from ludi.core.questions import answer
from ludi.puzzles.mining.find import Find

SCENARIOS = ("I", "II", "III", "II", "IX")
MARGIN = 0.15
"""By so much the best chance is above the next."""
PLAIN = 0.35
"""Of two attacks the better one is too plain to see beyond this."""
WORTH_TRYING = 0.4
CLOSE = 400
"""What it adds to the rating if the next best is as good; nothing if it is worse by half."""
JUDGES = ("greedy",)
"""A search thinks long here."""
MARCH = "march:"
LAST = ("march:*", "halt", "embark")


class PaxRomana:
    """Games of bots that follow their plans, one scenario after another."""

    def __init__(self) -> None:
        self.game: Game = registry.find("pax-romana")

    def table(self, number: int) -> tuple[Mapping[str, Any], Sequence[str]]:
        return {"scenario": SCENARIOS[number % len(SCENARIOS)]}, ("greedy",)

    def look(self, state: State, seat: int, rng: random.Random) -> Find | None:
        words = [state.spell(action) for action in state.legal(seat)]
        if sum(word.startswith(MARCH) for word in words) < 2:
            return None
        asked = Asked.of(state, seat, self.game.phrases("en", state.box))
        try:
            found = attacks(asked)
        except LudiError:
            return None
        if len(found) < 2 or not found.keys() <= set(words):
            return None
        chances = {word: attack.chance for word, attack in found.items()}
        (best, chance), *others = sorted(chances.items(), key=lambda each: -each[1])
        gap = chance - others[0][1]
        if not found[best].safe or chance < WORTH_TRYING or gap < MARGIN or (len(chances) == 2 and gap > PLAIN):
            return None
        percent = {word: round(100 * each) for word, each in chances.items()}
        return Find(
            kind="either" if len(chances) == 2 else "attack",
            me=seat,
            state=state.copy(),
            goal={"word": best},
            last=LAST,
            solution=(best,),
            facts={"best": percent[best], "number": len(chances)},
            answers={word: {"chance": percent[word], "best": percent[best]} for word, _ in others},
            idea=" ".join(sorted(chances)),
            chance=1 / len(chances),
            judges=JUDGES,
            more=round(CLOSE * max(0.0, 1 - 2 * gap)),
        )


class Attack(NamedTuple):
    """What an attack comes to, if its Defenders stand."""

    chance: float
    safe: bool
    """Whether nobody can intercept it. If somebody can, it is at most as good."""


def attacks(asked: Asked[Any]) -> dict[str, Attack]:
    """Every attack on a Space beside the Army, by its word; none where one would be no Battle at all."""
    found: dict[str, Attack] = {}
    for each in answer(asked, "reach", {})["spaces"]:
        if not each["attack"] or len(each["words"]) != 1:
            continue
        odds = answer(asked, "odds", {"space": each["space"]})
        if odds["outcome"] != "battle":
            return {}
        found[each["words"][0]] = Attack(_chance(odds), each["safe"] == 1)
    return found


def _chance(odds: Mapping[str, Any]) -> float:
    fights = odds["fights"]
    if odds["choice"]:
        return float(min(fight["attacker_wins"] for fight in fights))
    return float(sum(fight["chance"] * fight["attacker_wins"] for fight in fights))

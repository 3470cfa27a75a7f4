"""What the records of ``tests/records`` are: which game with which options, played by whom.

A record is made from its recipe and the number of its generation alone, so everybody makes the same one.
"""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludi import bots
from ludi.core import Chair, Game, Perspective, Table, registry, seed_from_text

FUZZ = "fuzz"
"""No bot of the shelf: whoever plays so tries what has been tried least."""
SAILOR = "sailor"
"""The same, but it goes to sea and fights there whenever it can."""
AT_SEA = ("expand", "take:galley", "sail", "go", "fight", "embark", "escort")
"""What a sailor does as long as he may."""


@dataclass(frozen=True)
class Recipe:
    """How a record is made."""

    name: str
    game: str
    minds: Sequence[str]
    """One bot for every seat, in turn."""
    options: Mapping[str, Any] = field(default_factory=dict)
    stop: int = 0
    """After so many decisions the match is left unfinished; 0: it is played to its end."""
    shows: Sequence[str] = ()
    """Kinds of events, or decisions ("decision raise"), for whose sake it is there: generations are passed over until
    one shows them."""

    def make(self, generation: int) -> Table:
        """Play the match of this generation."""
        name = f"{self.name}.{generation}"
        game = registry.find(self.game)
        seats = game.box(self.options).seats
        names = [self.minds[seat % len(self.minds)] for seat in range(seats)]
        rng = random.Random(name)
        players = [_player(each, game) for each in names]
        chairs = [Chair(f"{each} {seat + 1}", each) for seat, each in enumerate(names)]
        table = Table.new(game, self.options, chairs, seed_from_text(name))
        while table.state.actors() and not 0 < self.stop <= len(table.decisions):
            seat = rng.choice(table.state.actors())
            table.play(seat, players[seat].choose(table.state.perspective(seat), rng))
        return table


def _player(name: str, game: Game) -> bots.Bot:
    if name in (FUZZ, SAILOR):
        return Fuzz(name, AT_SEA if name == SAILOR else ())
    return bots.find(name, game)


class Fuzz:
    """Plays the verb it has played least often, so that a match shows as much as it can; or one it likes."""

    def __init__(self, name: str = FUZZ, likes: Sequence[str] = ()) -> None:
        self.name = name
        self.likes = likes
        self.played: Counter[str] = Counter()

    def choose(self, perspective: Perspective, rng: random.Random) -> int:
        legal = sorted((perspective.spell(action), action) for action in perspective.legal())
        lot = rng.random()
        word, action = min(legal, key=lambda each: (self._dislike(each[0]), _lot(lot, each[0])))
        self.played[_verb(word)] += 1
        return action

    def _dislike(self, word: str) -> int:
        verb = _verb(word)
        return -1 if verb in self.likes or word in self.likes else self.played[verb]


def _verb(word: str) -> str:
    return word.partition(":")[0]


def _lot(chance: float, word: str) -> bytes:
    return hashlib.sha256(f"{chance} {word}".encode()).digest()


def _pax() -> list[Recipe]:
    def pax(name: str, minds: Sequence[str], **options: Any) -> Recipe:
        return Recipe(f"pax-{name}", "pax", minds, options)

    return [
        *(pax(f"solo-{level}-random", ["random"], players=1, solo=level) for level in range(1, 6)),
        *(pax(f"solo-{level}-search", ["search@40"], players=1, solo=level) for level in (1, 5)),
        pax("2-greedy", ["greedy"], players=2),
        pax("2-search", ["search@40", "greedy"], players=2, start="1"),
        pax("3-fuzz", [FUZZ], players=3),
        pax("3-harvest", ["random", "greedy"], players=3, last_harvest=True),
        pax("4-search", ["search@20", "random"], players=4, open_counts=True),
        pax("5-fuzz", [FUZZ], players=5, start="3"),
        pax("6-greedy", ["greedy"], players=6, last_harvest=True),
        pax("7-random", ["random"], players=7),
        pax("8-mixed", ["greedy", "random", FUZZ], players=8, open_counts=True),
    ]


def _roma() -> list[Recipe]:
    def roma(name: str, minds: Sequence[str], *shows: str, stop: int = 0, **options: Any) -> Recipe:
        return Recipe(f"roma-{name}", "roma", minds, options, stop, shows)

    return [
        *(roma(f"random-{letter}", ["random"]) for letter in "abc"),
        *(roma(f"fuzz-{letter}", [FUZZ]) for letter in "abc"),
        roma("blocked-disc", [FUZZ], "block"),
        roma("triple-kept", ["random"], "stand", "rethrow"),
        roma("from-the-discards", [FUZZ, "random"], "take", "reshuffle"),
        roma("raised-die", ["random"], "decision raise"),
        roma("passed", ["random"], "decision pass"),
        roma("greedy", ["greedy"], start="1"),
        roma("greedy-random", ["greedy", "random"], start="2"),
        roma("search", ["search@60"]),
        roma("search-greedy", ["search@40", "greedy"]),
        roma("unfinished", ["greedy", FUZZ], stop=20),
    ]


def _rome(name: str, minds: Sequence[str], scenario: str, *shows: str, stop: int = 0, **options: Any) -> Recipe:
    return Recipe(f"pax-romana-{name}", "pax-romana", minds, {"scenario": scenario, **options}, stop, shows)


def _scenarios_of_pax_romana() -> list[Recipe]:
    every = {"rerolls": True, "simple_odds": True, "talking": True, "random_order": True, "event_markers": 2}
    return [
        _rome("i-random", ["random"], "I", "battle"),
        _rome("i-fuzz", [FUZZ], "I", "battle"),
        _rome("i-greedy", ["greedy"], "I"),
        _rome("i-search", ["search@8", "greedy"], "I"),
        _rome("ii-short-random", ["random"], "II", format="short", event_markers=2),
        _rome("ii-short-greedy", ["greedy"], "II", format="short"),
        _rome("ii-fuzz", [FUZZ], "II"),
        _rome("ii-greedy-fuzz", ["greedy", FUZZ], "II", event_markers=2),
        _rome("ii-search", ["search@4", "greedy"], "II", stop=300),
        _rome("ii-every-option", [FUZZ, "random"], "II", legionary_cavalry=True, **every),
        _rome("ii-brief-meetings", ["random"], "II", parley=1),
        _rome("iii-random", ["random"], "III"),
        _rome("iii-greedy", ["greedy"], "III"),
        _rome("iii-fuzz", [FUZZ], "III", stop=600),
        _rome("v-random", ["random"], "V", stop=500),
        _rome("v-greedy", ["greedy"], "V", format="basic", stop=900),
        _rome("v-fuzz", [FUZZ], "V", format="basic-plus", stop=500),
        _rome("v-fuzz-events", [FUZZ, "greedy"], "V", event_markers=2, stop=500),
        _rome("v-ultra-basic", ["greedy", "random"], "V", "wins-by-lead", format="ultra-basic"),
        _rome("v-two-people", ["greedy", FUZZ], "V", people=2, random_order=True, pyrrhus_waits=True, stop=400),
        _rome("v-every-option", [FUZZ, "greedy"], "V", stop=400, **every),
        _rome("v-seats", ["random", "greedy"], "V", seats="rome+east,carthage,greece", stop=400),
        _rome("vii-random", ["random"], "VII"),
        _rome("vii-alone", [FUZZ], "VII", people=1, rerolls=True, legionary_cavalry=True, stop=500),
        _rome("vii-greedy", ["greedy"], "VII"),
        _rome("viii-random", ["random"], "VIII"),
        _rome("viii-two-people", [FUZZ, "greedy"], "VIII", people=2, event_markers=2, stop=600),
        _rome("ix-random", ["random"], "IX", "discard-open"),
        _rome("ix-fuzz", [FUZZ], "IX", simple_odds=True, people=3, stop=500),
        _rome("ix-greedy", ["greedy"], "IX", event_markers=2, stop=600),
    ]


def _rare_things_of_pax_romana() -> list[Recipe]:
    return [
        _rome("sea-battle-won", [SAILOR, "random"], "II", "naval-won", "sunk", event_markers=2, stop=400),
        *(
            _rome(f"sea-battle-{number.lower()}", [SAILOR], number, "naval-won", event_markers=2, stop=250)
            for number in ("II", "VIII", "IX")
        ),
        _rome("sea-battles-v", [SAILOR, "random"], "V", "naval-won", event_markers=2, stop=250),
        _rome("sea-battle-drawn", [SAILOR], "IX", "naval-drawn", event_markers=2, stop=200),
        _rome("storm-at-sea", [SAILOR], "V", "storm", "continuity", "finished", event_markers=2, stop=300),
        _rome("pirates-win", [SAILOR], "VIII", "pirates-win", event_markers=2, stop=300),
        _rome("pirates-beaten", [SAILOR, "greedy"], "VIII", "pirates-beaten", event_markers=2, stop=300),
        _rome("rhodes", ["greedy", FUZZ], "IX", "rhodes-toll", event_markers=2, stop=500),
        _rome("left-alone", [SAILOR, "greedy"], "VIII", "left-alone", event_markers=2, stop=400),
        _rome("civil-war", ["random", "greedy"], "VIII", "civil-war", event_markers=2, stop=500),
        _rome("desertion", [FUZZ, "random"], "III", "desertion", event_markers=2, stop=500),
        _rome("soldier-of-fortune", [FUZZ, "random"], "III", "soldier-of-fortune", event_markers=2, stop=400),
        _rome("slaves-rise", [FUZZ, "random"], "II", "slaves-rise", "intercept", event_markers=2, stop=400),
        _rome("invasion", ["greedy", FUZZ], "V", "invasion", "tribe", event_markers=2, stop=400),
        _rome("bribe-and-agreement", ["random"], "I", "bribe", "agreement", "battle-won"),
        _rome("withdrawal-and-retreat", ["random"], "I", "withdrawal", "retreat"),
        _rome("walls-taken", ["random", "greedy"], "I", "siege-won", "capture"),
    ]


def _cards_of_pax_romana() -> list[Recipe]:
    every = {"mountain_attrition": True, "late_legions": True, "disbanding": True, "random_order": True}
    return [
        _rome("iv-random", ["random"], "IV"),
        _rome("iv-fuzz", [FUZZ], "IV"),
        _rome("iv-greedy", ["greedy"], "IV", stop=600),
        _rome("v-advanced", [FUZZ, "greedy"], "V", format="advanced", stop=600),
        _rome("vi-fuzz", [FUZZ], "VI", stop=900),
        _rome("vi-random", ["random", FUZZ], "VI", stop=900, **every),
        _rome("x-fuzz", [FUZZ], "X"),
        _rome("x-random", ["random"], "X"),
        _rome("card-cancelled", ["greedy"], "IV", "card-cancelled", stop=600),
        *(
            _rome(f"card-{kind}", ["random", FUZZ], scenario, kind, stop=900)
            for kind, scenario in (
                ("alliance-over", "VI"),
                ("insurrection", "VI"),
                ("pontus", "VI"),
                ("struck-down", "VI"),
                ("tribe-rises", "VI"),
                ("wrong-side", "VI"),
                ("spies", "VI"),
                ("traitor", "VI"),
                ("dictator", "VI"),
            )
        ),
    ]


GAMES = (_pax, _roma, _scenarios_of_pax_romana, _rare_things_of_pax_romana, _cards_of_pax_romana)
RECIPES: dict[str, Recipe] = {recipe.name: recipe for recipe in (each for recipes in GAMES for each in recipes())}

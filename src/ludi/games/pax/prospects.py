"""How a position looks to the learned eye as a turn begins: every seat's chance to win, all cards seen.

A search imagines positions in which nothing is hidden, plays on for some turns and then asks what has become of them.
This answers: the facts of the whole position (:mod:`ludi.games.pax.facts`) go into a small network. For two players and
for one alone they are told from the seat whose turn it is. Among three and more the same network looks at every seat
in turn: at its facts, at those of all its rivals together and at the table. The numbers in ``data/prospects-1.json``,
``-2`` and ``-many`` were learned from games (``tools/learn_prospects.py``, docs/bots.md); they are read when somebody
first asks.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from math import exp
from typing import Any, Final

from ludi.core.errors import LudiError
from ludi.core.native import mypyc_attr
from ludi.core.network import Network, whole_numbers
from ludi.games.pax.facts import (
    COUNTS,
    DECK,
    GROUP,
    MARGINS,
    ROME,
    SEAT,
    SLOT,
    STAGES,
    WORTH,
    Sight,
    by_worth,
    deck_of,
    of_group,
)
from ludi.games.pax.rules import PaxState
from ludi.games.pax.state import NOBODY

LEVELS: Final = 6
MOST_PLAYERS: Final = 8
MOST_LEGIONS: Final = MOST_PLAYERS + 1


class Facts:
    """The places of the facts for two players, or one alone."""

    __slots__ = ("_alone", "_best", "_deck", "_players", "_primus", "_rome", "_slots", "players", "size")

    def __init__(self, players: int) -> None:
        self.players = players
        legions = 3 if players == 1 else players + 1
        places = [0]

        def room(size: int) -> int:
            places[0] += size
            return places[0] - size

        self._players = room(SEAT * players)
        self._rome = room(7 * ROME)
        self._best = room(7 * MARGINS * STAGES)
        self._primus = room((players + 1) * COUNTS * STAGES)
        self._deck = room(DECK + players)
        self._slots = room(SLOT * legions)
        self._alone = room(3 * LEVELS * COUNTS * STAGES if players == 1 else 0)
        self.size = places[0]

    def of(self, state: PaxState) -> list[int]:
        """The numbers of the facts that hold, each once, for the seat whose turn begins."""
        players = self.players
        sight = Sight(state)
        found: list[int] = []
        sight.of_rome(self._rome, found)
        sight.of_best(self._best, found)
        for place in range(players):
            sight.of_seat(state, place, self._players + place * SEAT, found)
        if players > 1:
            holder = state.conspirator
            whose = players if holder == NOBODY else (holder - state.turn) % players
            found.append(self._primus + (sight.stage * COUNTS + sight.held) * (players + 1) + whose)
        else:
            self._campaign(state, sight, found)
        found.append(self._deck + deck_of(state))
        found.append(self._deck + DECK + state.turns % players)
        self._table(state, found)
        return found

    def _campaign(self, state: PaxState, sight: Sight, found: list[int]) -> None:
        """PAX-SOLO-8 to 13: categories beaten, not displayed, and not even in the hand."""
        missing = 0
        nowhere = 0
        for category in range(7):
            if not state.lengths[category]:
                missing += 1
                if not sight.in_hand[0][category]:
                    nowhere += 1
        start = self._alone + (state.box.solo_level * STAGES + sight.stage) * 3 * COUNTS
        found.append(start + sight.held)
        found.append(start + COUNTS + missing)
        found.append(start + 2 * COUNTS + nowhere)

    def _table(self, state: PaxState, found: list[int]) -> None:
        """What lies below the Legions, and what of it the seat at turn can pay."""
        purse = state.coins[state.turn] + state.discount(state.turn)
        start = self._slots
        for legion in by_worth(state):
            of_group(state, legion, start, found)
            if state.worth[legion] <= purse:
                found.append(start + WORTH + 7 * GROUP)
            start += SLOT


PRIMUS: Final = SEAT
TURN_IN: Final = PRIMUS + COUNTS * STAGES
PAYS: Final = TURN_IN + 2 * MOST_PLAYERS
RIVAL: Final = PAYS + MOST_LEGIONS
"""Room for the facts of one seat among three and more."""
TABLE_BEST: Final = 7 * ROME
TABLE_DECK: Final = TABLE_BEST + 7 * MARGINS * STAGES
TABLE_HELD: Final = TABLE_DECK + DECK
TABLE_MANY: Final = TABLE_HELD + 2 * COUNTS * STAGES
TABLE_SLOTS: Final = TABLE_MANY + MOST_PLAYERS + 1
TABLE: Final = TABLE_SLOTS + SLOT * MOST_LEGIONS
"""Room for the facts of the table among three and more."""


def of_rivals(state: PaxState) -> list[list[int]]:
    """The facts of each seat, from the one at turn, and last those of the table."""
    sight = Sight(state)
    players = len(sight.order)
    legions = by_worth(state)
    last = MOST_PLAYERS if state.last_round else 0
    found: list[list[int]] = []
    for place, seat in enumerate(sight.order):
        own: list[int] = []
        sight.of_seat(state, place, 0, own)
        if state.conspirator == seat:
            own.append(PRIMUS + sight.stage * COUNTS + sight.held)
        own.append(TURN_IN + last + place)
        purse = state.coins[seat] + state.discount(seat)
        for rank, legion in enumerate(legions):
            if state.worth[legion] <= purse:
                own.append(PAYS + rank)
        found.append(own)
    table: list[int] = []
    sight.of_rome(0, table)
    sight.of_best(TABLE_BEST, table)
    table.append(TABLE_DECK + deck_of(state))
    nobody = COUNTS if state.conspirator == NOBODY else 0
    table.append(TABLE_HELD + 2 * COUNTS * sight.stage + nobody + sight.held)
    table.append(TABLE_MANY + players)
    start = TABLE_SLOTS
    for legion in legions:
        of_group(state, legion, start, table)
        start += SLOT
    found.append(table)
    return found


@mypyc_attr(allow_interpreted_subclasses=True)
class Prospects:
    """Says every seat's chance to win as a turn begins."""

    __slots__ = ()

    def chances(self, state: PaxState) -> list[float]:
        raise NotImplementedError


class OfTheTurn(Prospects):
    """The chance of the seat at turn, for two players or one."""

    __slots__ = ("facts", "network")

    def __init__(self, facts: Facts, network: Network) -> None:
        self.facts = facts
        self.network = network

    def chances(self, state: PaxState) -> list[float]:
        chance = _chance(self.network.lead(self.facts.of(state)))
        if self.facts.players == 1:
            return [chance]
        return [chance, 1.0 - chance] if state.turn == 0 else [1.0 - chance, chance]


class OfRivals(Prospects):
    """Looks at each seat of three and more by the same network: its own facts have one row each, and another for
    whoever is its rival."""

    __slots__ = ("network",)

    def __init__(self, network: Network) -> None:
        self.network = network

    def chances(self, state: PaxState) -> list[float]:
        network = self.network
        rows = network.rows
        found = of_rivals(state)
        table = found.pop()
        own = [sum([rows[fact] for fact in facts]) for facts in found]
        rival = [sum([rows[RIVAL + fact] for fact in facts]) for facts in found]
        common = sum([rows[2 * RIVAL + fact] for fact in table], network.shift + sum(rival))
        leads = [network.weighed(common + mine - less) for mine, less in zip(own, rival, strict=True)]
        top = max(leads)
        weights = [exp(lead - top) for lead in leads]
        total: float = sum(weights)
        turn = state.turn
        players = len(weights)
        return [weights[(seat - turn) % players] / total for seat in range(players)]


def _chance(lead: float) -> float:
    """The chance to win of one whose odds have this logarithm."""
    if lead < -30.0:
        return 1e-13
    return 1.0 / (1.0 + exp(-lead))


def prospects_from(data: Mapping[str, Any], players: int, name: str) -> Prospects:
    """The prospects that a file holds: the rows of the facts, and how the places of their sum are weighed."""
    size = size_among(players)
    hidden: int = data["hidden"]
    if data["facts"] != size:
        raise LudiError(f"{name} knows {data['facts']} facts, the game has {size}: learn the prospects anew.")
    flat = whole_numbers(data["table"])
    table = [flat[start : start + hidden] for start in range(0, len(flat), hidden)]
    often = 1 if players < 3 else MOST_PLAYERS
    network = Network(
        table, whole_numbers(data["bias"]), whole_numbers(data["outs"]), data["lasts"][0], data["scale"], often
    )
    return OfTheTurn(facts_among(players), network) if players < 3 else OfRivals(network)


def size_among(players: int) -> int:
    """How many facts there are."""
    return facts_among(players).size if players < 3 else 2 * RIVAL + TABLE


@cache
def facts_among(players: int) -> Facts:
    """The facts for one player or two."""
    return Facts(players)


TRUSTED = frozenset({1, 2, 4})
"""Among how many players a search asks them: where games tell that it plays stronger with them (docs/bots.md)."""


def prospects_among(players: int) -> Prospects | None:
    """The prospects with the numbers that come with the game; None among so many players that they are not trusted."""
    return None if players not in TRUSTED else prospects_in(f"prospects-{players if players < 3 else 'many'}.json")


@cache
def prospects_in(name: str) -> Prospects:
    """The prospects of a file that comes with the game."""
    text = (resources.files("ludi.games.pax") / "data" / name).read_text(encoding="utf-8")
    players = {"prospects-1.json": 1, "prospects-2.json": 2}.get(name, 3)
    return prospects_from(json.loads(text), players, name)

"""How a position looks to the learned eye as a turn begins: every seat's chance to win, all cards seen.

A search imagines positions in which nothing is hidden, plays on for some turns and then asks what has become of them.
This answers: the facts of the whole position, told from the seat whose turn it is, go into a small network. The numbers
in ``data/prospects-N.json`` (N players) were learned from games (``tools/learn_prospects.py``, docs/bots.md); they are
read when somebody first asks.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from math import exp
from typing import Any, Final

from ludi.core.errors import LudiError
from ludi.core.network import Network, whole_numbers
from ludi.games.pax import scoring
from ludi.games.pax.components import INTRIGUE, KIND_MASK, PaxBox
from ludi.games.pax.rules import PaxState
from ludi.games.pax.state import NOBODY

SYMBOLS: Final = 12
LENGTHS: Final = 7
HELD: Final = 7
COINS: Final = 26
CARDS: Final = 13
MARGIN: Final = 7
MARGINS: Final = 2 * MARGIN + 1
LEAD: Final = 18
LEADS: Final = 2 * LEAD + 1
PURSE: Final = 8
PURSES: Final = 2 * PURSE + 1
ROME: Final = 16
DECK: Final = 60
WORTH: Final = 16
GROUP: Final = 5
COUNTS: Final = 8
LEVELS: Final = 6
STAGES: Final = 5
"""The last round; less than one more to come after this; less than two; less than four; more."""

PLAYER: Final = STAGES * (7 * MARGINS + 2 * LEADS + PURSES + 2 * MARGINS) + 7 * (SYMBOLS + LENGTHS + HELD)
SLOT: Final = WORTH + 7 * GROUP + 1


class Facts:
    """The places of the facts among so many players."""

    __slots__ = ("_alone", "_best", "_deck", "_players", "_primus", "_rome", "_slots", "players", "size")

    def __init__(self, players: int) -> None:
        self.players = players
        legions = 3 if players == 1 else players + 1
        places = [0]

        def room(size: int) -> int:
            places[0] += size
            return places[0] - size

        self._players = room((PLAYER + COINS + CARDS) * players)
        self._rome = room(7 * ROME)
        self._best = room(7 * MARGINS * STAGES)
        self._primus = room((players + 1) * COUNTS * STAGES)
        self._deck = room(DECK + players)
        self._slots = room(SLOT * legions)
        self._alone = room(3 * LEVELS * COUNTS * STAGES if players == 1 else 0)
        self.size = places[0]

    def of(self, state: PaxState) -> list[int]:
        """The numbers of the facts that hold, each once, for the seat whose turn begins."""
        box = state.box
        players = self.players
        stage = stage_of(state)
        found: list[int] = []
        rome = scoring.strength_of_rome(state)
        for category in range(7):
            number = rome[category]
            if number:
                found.append(self._rome + category * ROME + (number if number < ROME else ROME - 1))
        order = [(state.turn + place) % players for place in range(players)]
        strengths = [scoring.strength_of(state, seat) for seat in order]
        best = [max([strength[category] for strength in strengths]) for category in range(7)]
        held = 0
        for category in range(7):
            margin = best[category] - rome[category]
            if margin > 0:
                held += 1
            found.append(self._best + (stage * 7 + category) * MARGINS + _within(margin, MARGIN))
        in_hand = [_symbols_in(box, state.hands[seat]) for seat in order]
        for place, seat in enumerate(order):
            start = self._players + place * (PLAYER + COINS + CARDS)
            start = _displayed(state, seat, stage, start, rome, strengths[place], found)
            _at_hand(state, seat, start, in_hand[place], found)
        if players > 1:
            self._compared(state, order, stage, held, rome, strengths, in_hand, found)
            holder = state.conspirator
            whose = players if holder == NOBODY else (holder - state.turn) % players
            found.append(self._primus + (stage * COUNTS + held) * (players + 1) + whose)
        else:
            self._campaign(state, stage, held, in_hand[0], found)
        deck = state.deck_count()
        found.append(self._deck + (deck if deck < DECK else DECK - 1))
        found.append(self._deck + DECK + state.turns % players)
        self._table(state, found)
        return found

    def _compared(
        self,
        state: PaxState,
        order: list[int],
        stage: int,
        held: int,
        rome: list[int],
        strengths: list[list[int]],
        in_hand: list[list[int]],
        found: list[int],
    ) -> None:
        """How far each seat is ahead of the best of the others: in points, money, Intrigue."""
        points = [
            sum(scoring.points_on_the_table(state, seat, strengths[place], rome).values())
            for place, seat in enumerate(order)
        ]
        purses = [state.coins[seat] + len(state.hands[seat]) for seat in order]
        shown = [state.symbols[seat * 7 + INTRIGUE] for seat in order]
        secret = [number + held_back[INTRIGUE] for number, held_back in zip(shown, in_hand, strict=True)]
        revolt = 1 if held >= scoring.MAJORITY else 0
        for place in range(len(order)):
            start = self._players + place * (PLAYER + COINS + CARDS) + STAGES * 7 * MARGINS
            found.append(start + (stage * 2 + revolt) * LEADS + _within(_ahead(points, place), LEAD))
            start += STAGES * 2 * LEADS
            found.append(start + stage * PURSES + _within(_ahead(purses, place), PURSE))
            start += STAGES * PURSES
            found.append(start + stage * MARGINS + _within(_ahead(shown, place), MARGIN))
            start += STAGES * MARGINS
            found.append(start + stage * MARGINS + _within(_ahead(secret, place), MARGIN))

    def _campaign(self, state: PaxState, stage: int, beaten: int, in_hand: list[int], found: list[int]) -> None:
        """PAX-SOLO-8 to 13: categories beaten, not displayed, and not even in the hand."""
        missing = 0
        nowhere = 0
        for category in range(7):
            if not state.lengths[category]:
                missing += 1
                if not in_hand[category]:
                    nowhere += 1
        start = self._alone + (state.box.solo_level * STAGES + stage) * 3 * COUNTS
        found.append(start + beaten)
        found.append(start + COUNTS + missing)
        found.append(start + 2 * COUNTS + nowhere)

    def _table(self, state: PaxState, found: list[int]) -> None:
        """What lies below the Legions: the most valuable group first, which is Rome's next harvest."""
        box = state.box
        worth = state.worth
        groups = state.groups
        purse = state.coins[state.turn] + state.discount(state.turn)
        start = self._slots
        for value, legion in sorted([(-worth[legion], legion) for legion in range(len(groups)) if groups[legion]]):
            number = -value
            found.append(start + (number if number < WORTH else WORTH - 1))
            if number <= purse:
                found.append(start + WORTH + 7 * GROUP)
            counts = _symbols_in(box, groups[legion])
            for category in range(7):
                count = counts[category]
                if count:
                    found.append(start + WORTH + category * GROUP + (count if count < GROUP else GROUP - 1))
            start += SLOT


def _displayed(
    state: PaxState, seat: int, stage: int, start: int, rome: list[int], strength: list[int], found: list[int]
) -> int:
    """What a seat displays, and how far that is above Rome; where the facts of its hand and purse begin."""
    for category in range(7):
        margin = strength[category] - rome[category]
        found.append(start + (stage * 7 + category) * MARGINS + _within(margin, MARGIN))
    start += STAGES * (7 * MARGINS + 2 * LEADS + PURSES + 2 * MARGINS)
    base = seat * 7
    for category in range(7):
        length = state.lengths[base + category]
        if length:
            number = state.symbols[base + category]
            found.append(start + category * SYMBOLS + (number if number < SYMBOLS else SYMBOLS - 1))
            place = length if length < LENGTHS else LENGTHS - 1
            found.append(start + 7 * SYMBOLS + category * LENGTHS + place)
    return start + 7 * (SYMBOLS + LENGTHS)


def _at_hand(state: PaxState, seat: int, start: int, in_hand: list[int], found: list[int]) -> None:
    """A seat's cards and Aurei."""
    for category in range(7):
        number = in_hand[category]
        if number:
            found.append(start + category * HELD + (number if number < HELD else HELD - 1))
    start += 7 * HELD
    coins = state.coins[seat]
    found.append(start + (coins if coins < COINS else COINS - 1))
    cards = len(state.hands[seat])
    found.append(start + COINS + (cards if cards < CARDS else CARDS - 1))


def _symbols_in(box: PaxBox, cards: list[int]) -> list[int]:
    """Symbols by category."""
    counts = [0] * 7
    for card in cards:
        kind = card & KIND_MASK
        counts[box.category[kind]] += box.symbols[kind]
    return counts


def _ahead(numbers: list[int], place: int) -> int:
    """How much more one has than the best of the others."""
    most = -1
    for other, number in enumerate(numbers):
        if other != place and number > most:
            most = number
    return numbers[place] - most


def _within(number: int, most: int) -> int:
    """A number from -most to most, counted from 0."""
    return 0 if number < -most else 2 * most if number > most else number + most


def stage_of(state: PaxState) -> int:
    """How much of the game is left."""
    if state.last_round:
        return 0
    rounds = state.deck_count() / (2.6 * state.box.seats + 1.0)
    return 1 if rounds < 1.0 else 2 if rounds < 2.0 else 3 if rounds < 4.0 else 4


class Prospects:
    """What was learned among so many players."""

    __slots__ = ("facts", "networks")

    def __init__(self, facts: Facts, networks: list[Network]) -> None:
        self.facts = facts
        self.networks = networks
        """One says all where there are two players or one, the chance of the seat at turn; else there is one for each
        seat, from the one at turn."""

    def chances(self, state: PaxState) -> list[float]:
        """Every seat's chance to win as a turn begins."""
        facts = self.facts.of(state)
        leads = [network.lead(facts) for network in self.networks]
        turn = state.turn
        if len(leads) == 1:
            chance = _chance(leads[0])
            if self.facts.players == 1:
                return [chance]
            return [chance, 1.0 - chance] if turn == 0 else [1.0 - chance, chance]
        players = len(leads)
        top = max(leads)
        weights = [exp(lead - top) for lead in leads]
        total: float = sum(weights)
        return [weights[(seat - turn) % players] / total for seat in range(players)]


def _chance(lead: float) -> float:
    """The chance to win of one whose odds have this logarithm."""
    if lead < -30.0:
        return 1e-13
    return 1.0 / (1.0 + exp(-lead))


def prospects_from(data: Mapping[str, Any], players: int, name: str) -> Prospects:
    """The prospects that a file holds: rows of the facts, and for each network how its places are weighed."""
    facts = facts_among(players)
    outs = whole_numbers(data["outs"])
    hidden: int = data["hidden"]
    rows = [outs[start : start + hidden] for start in range(0, len(outs), hidden)]
    if data["facts"] != facts.size:
        raise LudiError(f"{name} knows {data['facts']} facts, the game has {facts.size}: learn the prospects anew.")
    flat = whole_numbers(data["table"])
    table = [flat[start : start + hidden] for start in range(0, len(flat), hidden)]
    bias = whole_numbers(data["bias"])
    scale: int = data["scale"]
    networks = [Network(table, bias, row, last, scale) for row, last in zip(rows, data["lasts"], strict=True)]
    return Prospects(facts, networks)


@cache
def facts_among(players: int) -> Facts:
    """The facts for so many players."""
    return Facts(players)


TRUSTED = frozenset({1, 2})
"""Among how many players a search asks them: stronger in the same time; for two as far as few games tell."""


@cache
def prospects_among(players: int) -> Prospects | None:
    """The prospects with the numbers that come with the game; None among so many players that they are not trusted."""
    if players not in TRUSTED:
        return None
    name = f"prospects-{players}.json"
    file = resources.files("ludi.games.pax") / "data" / name
    return prospects_from(json.loads(file.read_text(encoding="utf-8")), players, name)

"""PAX: the purchase and the plays that decide.

From where cards are bought and played to the end of the turn nothing is left to chance, so every line is tried out.
*Last turn*: the game ends with it (the deck of a bots' game is taken away, so that it does). The best end wins in
every one of many positions that the seat cannot tell apart, whatever Rome hides; each other end loses in a good part
of them, and in the one that the puzzle is made of.
*Primus*: only few ends of the turn bring Primus Conspiratus, and all of them by one purchase.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from ludi.core import FastDice, Game, State, registry
from ludi.games.pax.rules import PaxState
from ludi.games.pax.state import ACT
from ludi.puzzles.mining.find import Find

ENDS = 500
"""So many ends of a turn are looked at."""
FIRST_SAMPLES, SAMPLES = 12, 120
"""Positions that the seat cannot tell apart."""
NEXT_BEST = 0.75
"""The share of them in which any other end may win."""
FEW = 0.36
"""The share of all ends that may be right."""
FEWEST = 2
"""Decisions of a line."""
SOONEST = 4
"""Rounds before one that can be the last."""
DONE = "done"
PLAYERS = (2, 3, 4, 2, 3)
LEVELS = (1, 2, 3, 4)

Line = tuple[str, ...]


class Pax:
    """Games of two to four, and every sixth of one alone, of bots that take what looks sensible."""

    def __init__(self) -> None:
        self.game: Game = registry.find("pax")

    def table(self, number: int) -> tuple[Mapping[str, Any], Sequence[str]]:
        if number % 6 == 5:
            return {"players": 1, "solo": LEVELS[number // 6 % len(LEVELS)]}, ("quick",)
        return {"players": PLAYERS[number % 6]}, ("quick",)

    def look(self, state: State, seat: int, rng: random.Random) -> Find | None:
        assert isinstance(state, PaxState)
        if state.phase != ACT or state.played or state.bought:
            return None
        last = _as_last(state, rng)
        if last is not None:
            lines = _ends(last, seat)
            found = None if lines is None else self._last_turn(last, seat, lines, rng)
            if found is not None:
                return found
        if not _for_sale(state.view(seat), seat):
            return None
        lines = _ends(state, seat)
        return None if lines is None else self._primus(state, seat, lines)

    def _primus(self, state: State, seat: int, lines: Sequence[Line]) -> Find | None:
        right = [line for line in lines if _after(state, seat, line).view(seat)["conspirator"] == seat]
        if not right or len(right) > FEW * len(lines):
            return None
        line = min(right, key=len)
        # The purchase decides: whoever buys otherwise does not get there.
        if len(line) < FEWEST or len({each[0] for each in right if each[0].startswith("buy:")}) != 1:
            return None
        if not all(each[0] == line[0] for each in right):
            return None
        return Find(
            kind="primus",
            me=seat,
            state=state.copy(),
            goal={"view": "conspirator", "compare": "==", "value": seat},
            last=(DONE,),
            solution=line,
            idea=f"primus {_kinds(line)} {state.view(seat)['legions'][int(line[0][-1]) - 1]['cards']}",
        )

    def _last_turn(self, state: State, seat: int, lines: Sequence[Line], rng: random.Random) -> Find | None:
        if len(lines) < 1 / FEW:
            return None
        sure = list(range(len(lines)))
        for _ in range(FIRST_SAMPLES):
            wins = _wins(state.perspective(seat).sample(rng), seat, [lines[each] for each in sure])
            sure = [each for each, won in zip(sure, wins, strict=True) if won]
            if not sure:
                return None
        if len(sure) > FEW * len(lines) or min(len(lines[each]) for each in sure) < FEWEST - 1:
            return None
        twins = [state.perspective(seat).sample(rng) for _ in range(SAMPLES)]
        seen = [_wins(twin, seat, lines) for twin in twins]
        share = [sum(wins[number] for wins in seen) / len(twins) for number in range(len(lines))]
        sure = [number for number in sure if share[number] == 1.0]
        others = [each for number, each in enumerate(share) if number not in sure]
        if not sure or not others or max(others) > NEXT_BEST:
            return None
        chosen = next((twin for twin, wins in zip(twins, seen, strict=True) if sum(wins) == len(sure)), None)
        if chosen is None:
            return None
        line = min((lines[each] for each in sure), key=len)
        return Find(
            kind="solo" if state.box.seats == 1 else "last-turn",
            me=seat,
            state=chosen,
            goal={"over": "won"},
            last=(DONE,),
            solution=(*line, DONE),
            idea=" ".join(line),
        )


def _for_sale(view: Mapping[str, Any], seat: int) -> bool:
    """Whether another is Primus Conspiratus, and there is Intrigue to be bought."""
    cards = [card for group in view["legions"] for card in group["cards"]]
    return view["conspirator"] not in (seat, None) and any(card.startswith("intrigue") for card in cards)


def _kinds(line: Line) -> str:
    return " ".join(word.rsplit("-", 2)[0] if word.startswith("play:") else word for word in line)


def _ends(state: State, seat: int) -> list[Line] | None:
    """All sets of cards that can be bought and played in the turn, each in one order; None if there are too many.

    The order changes nothing: each further card costs one Aureus more, whichever it is, and Primus Conspiratus goes by
    the symbols in the end.
    """
    found: dict[Line, Line] = {(): ()}
    begun: list[tuple[State, Line]] = [(state, ())]
    while begun:
        later: list[tuple[State, Line]] = []
        for now, line in begun:
            for action in now.legal(seat):
                further = (*line, now.spell(action))
                key = tuple(sorted(further))
                if further[-1] == DONE or key in found:
                    continue
                found[key] = further
                after = now.copy()
                after.play(seat, action)
                later.append((after, further))
        begun = later
        if len(found) > ENDS:
            return None
    return list(found.values())


def _after(state: State, seat: int, line: Line) -> State:
    after = state.copy()
    for word in line:
        after.play(seat, after.unspell(word))
    return after


def _as_last(state: PaxState, rng: random.Random) -> PaxState | None:
    """The position of the last of a round, as if the deck had run out: then the game ends with this turn.

    None before the fifth round, where nobody has enough to win with.
    """
    seats = state.box.seats
    if (state.turns + 1) % seats or state.turns < SOONEST * seats:
        return None
    data = {name: part for name, part in state.snapshot().items() if name not in ("deck", "aside", "last_round")}
    last = state.box.game.position({**data, "deck": []}, FastDice(rng))
    assert isinstance(last, PaxState)
    return last


def _wins(state: State, seat: int, lines: Sequence[Line]) -> list[bool]:
    """Which lines win in this position."""
    wins = []
    for line in lines:
        after = _after(state, seat, line)
        after.play(seat, after.unspell(DONE))
        outcome = after.outcome()
        wins.append(outcome is not None and seat in outcome.winners)
    return wins

"""Par impar, the game of nuts: a whole game in one folder, as docs/new-game.md tells it, to prove that it is enough.

The rules: each player has five nuts (PI-1). In turn one hides one to three of his nuts in his hand (PI-2) and the other
says whether their number is even or odd (PI-3). Who is right gets them, who is wrong pays as many (PI-4). Whoever has
no nuts left has lost; after twelve rounds the one with more nuts wins (PI-5).
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Annotated, Any, Self, TypedDict

from ludi.core import (
    SPAN,
    Box,
    Dice,
    FastDice,
    Game,
    Insight,
    Listener,
    NoDice,
    Option,
    Outcome,
    Phrase,
    Phrasebook,
    State,
    Verb,
    Vocabulary,
)
from ludi.core.shape import OnePer, Seat, Untold

HIDE, SAY = 0, SPAN
MOST = 3
UNKNOWN = -1


class End(TypedDict):
    """Who won."""

    winners: list[Seat]
    nuts: Annotated[list[int], OnePer("seats")]


class NutsView(TypedDict):
    """What a player sees."""

    you: Seat | None
    nuts: Annotated[list[int], OnePer("seats")]
    round: int
    hand: int | None
    """How many the one who hides holds; None for everybody else."""
    hides: Seat
    outcome: Annotated[End | None, Untold()]


class Nuts(State):
    """One position."""

    __slots__ = ("_box", "first", "hidden", "nuts", "round")

    def __init__(self, box: Box, dice: Dice) -> None:
        self._box = box
        self.dice = dice
        self.listener = None
        self.irrevocable = 0
        self.nuts = [5, 5]
        self.hidden = 0
        """How many lie in the hand of the one who hides; 0: none yet."""
        self.round = 0
        self.first = 0
        """Who hides first."""

    @property
    def box(self) -> Box:
        return self._box

    def _hider(self) -> int:
        return (self.first + self.round) % 2

    def actors(self) -> tuple[int, ...]:
        if self.round == self._box.options["rounds"] or 0 in self.nuts:
            return ()
        return (1 - self._hider() if self.hidden else self._hider(),)

    def legal(self, seat: int) -> list[int]:
        if seat not in self.actors():
            return []
        if self.hidden:
            return [SAY, SAY + 1]
        return [HIDE + number for number in range(min(MOST, self.nuts[seat]))]

    def play(self, seat: int, action: int) -> None:
        if action not in self.legal(seat):
            self.refuse(seat, action)
        if action < SAY:
            self.hidden = action - HIDE + 1
            if self.listener is not None:
                self.tell("hide", "PI-2", {"number": self.hidden}, (seat,), seat=seat)
            return
        right = self.hidden % 2 == action - SAY
        other = 1 - seat
        paid = min(self.hidden, self.nuts[other if right else seat])
        self.nuts[seat] += paid if right else -paid
        self.nuts[other] -= paid if right else -paid
        if self.listener is not None:
            self.tell("right" if right else "wrong", "PI-4", seat=seat, number=paid)
        self.hidden = 0
        self.round += 1
        self.irrevocable += 1

    def why_not(self, seat: int, word: str) -> Phrase | None:
        action = self.unspell(word)
        if action in self.legal(seat):
            return None
        if not self.actors():
            return Phrase("why.over", {}, "PI-5")
        if seat not in self.actors():
            return Phrase("why.not-your-turn", {"seats": self.actors()}, "PI-2")
        if action < SAY and not self.hidden:
            return Phrase("why.too-many", {}, "PI-2")
        return Phrase("why.not-now", {}, "PI-3")

    def prompt(self, seat: int) -> Phrase:
        if not self.actors():
            return Phrase("prompt.over", {}, "PI-5")
        if seat not in self.actors():
            return Phrase("prompt.wait", {"seats": self.actors()}, "PI-2")
        return Phrase("prompt.say", {}, "PI-3") if self.hidden else Phrase("prompt.hide", {}, "PI-2")

    def label(self, action: int) -> Phrase:
        if action < SAY:
            return Phrase("label.hide", {"number": action - HIDE + 1}, "PI-2")
        return Phrase("label.odd" if action > SAY else "label.even", {}, "PI-3")

    def explain(self, action: int) -> Phrase:
        return Phrase("explain.hide" if action < SAY else "explain.say", {}, "PI-4")

    def outcome(self) -> Outcome | None:
        if self.actors():
            return None
        best = max(self.nuts)
        winners = tuple(seat for seat in (0, 1) if self.nuts[seat] == best)
        return Outcome(winners, "nuts", "PI-5", scores=tuple(self.nuts))

    def view(self, seat: int | None) -> NutsView:
        end = self.outcome()
        return {
            "you": seat,
            "nuts": self.nuts[:],
            "round": self.round,
            "hand": self.hidden if seat == self._hider() else None,
            "hides": self._hider(),
            "outcome": None if end is None else {"winners": list(end.winners), "nuts": list(end.scores)},
        }

    def veil(self, seat: int | None) -> Self:
        new = self.copy()
        new.dice = NoDice()
        if self.hidden and seat != self._hider():
            new.hidden = UNKNOWN
        return new

    def unveil(self, seat: int, rng: random.Random) -> Self:
        new = self.copy()
        new.dice = FastDice(rng)
        if new.hidden == UNKNOWN:
            new.hidden = rng.randint(1, min(MOST, new.nuts[new._hider()]))
        return new

    def copy(self) -> Self:
        new = self.__class__(self._box, self.dice)
        new.irrevocable = self.irrevocable
        new.nuts, new.hidden, new.round, new.first = self.nuts[:], self.hidden, self.round, self.first
        return new

    def snapshot(self) -> dict[str, Any]:
        about = {"options": self._box.options, "first": self.first}
        return {**about, "nuts": self.nuts[:], "hidden": self.hidden, "round": self.round}


class ParImparInsight(Insight):
    """What bots are told: the share of the nuts."""

    def evaluate(self, state: State, seat: int) -> float:
        assert isinstance(state, Nuts)
        return state.nuts[seat] / 10

    def turn(self, state: State) -> int:
        assert isinstance(state, Nuts)
        return state.round


class ParImpar(Game):
    """The game on the shelf."""

    name = "par-impar"
    title = "Par impar"
    designer = "Roman children"
    summary = "A game of nuts: even or odd?"
    rules_version = "1"
    data_status = "There are no data."
    seat_counts = (2,)
    languages = ("en",)
    options = (
        Option("rounds", "how many rounds", 12, range(1, 25)),
        Option("coin", "a coin decides who hides first", False, (False, True)),
    )
    view_shape = NutsView

    def make_box(self, options: dict[str, Any]) -> Box:
        words = Vocabulary([Verb("hide", ["1", "2", "3"]), Verb("say", ["even", "odd"])])
        return Box(self, options, 2, words)

    def deal(self, box: Box, dice: Dice, listener: Listener | None = None) -> Nuts:
        state = Nuts(box, dice)
        state.listener = listener
        if box.options["coin"]:
            state.first = dice.choose([0, 1])
        return state

    def position(self, data: Mapping[str, Any], dice: Dice) -> Nuts:
        state = Nuts(self.box(data.get("options")), dice)
        state.nuts, state.hidden, state.round = list(data["nuts"]), data["hidden"], data["round"]
        state.first = data.get("first", 0)
        return state

    def phrases(self, language: str, box: Box | None = None) -> Phrasebook:
        return Phrasebook.load("par_impar", language)

    @property
    def insight(self) -> ParImparInsight:
        return ParImparInsight()


GAME = ParImpar()

"""Chapter 15.4: Objective markers are drawn (15.4.5), put back (15.4.7), and the richest reveals his (15.4.9-L)."""

from __future__ import annotations

from ludi.core import Phrase
from ludi.games.pax_romana.ch15_victory.objectives import L, claim_bonus_objectives, richest, show_objective, usable
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import ASKED, Procedure, Question
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.counters import is_shown, letter_of
from ludi.games.pax_romana.world.pieces import NOBODY
from ludi.games.pax_romana.world.words import DISCARD, DONE, KEEP, LETTERS, REVEAL

CHOOSING = "choosing"


def draw_objective(s: Position, power: int) -> None:
    """Draw blindly; one that is of no use to the Power is replaced, a duplicate if he wishes so (15.4.5).

    A Power that holds others is asked whatever it drew, so that being asked tells nobody anything.
    """
    held = bool(s.objectives[power])
    if take_objective(s, power) and held:
        s.afterwards(Duplicate(power))


def take_objective(s: Position, power: int) -> bool:
    """Draw a marker; whether there was one."""
    letter = _draw(s, power)
    if letter == NOBODY:
        return False
    s.objectives[power].append(letter)
    if s.listener is not None:
        secret = {"letter": LETTERS[letter]}
        s.tell("objective", "PR-15.4.5a", secret, (s.box.seat_of[power],), power=s.box.powers[power])
    return True


def _draw(s: Position, power: int) -> int:
    """A marker out of the pool that the Power can use; those it cannot use stay there. NOBODY if there is none."""
    good = [place for place, letter in enumerate(s.objective_pool) if usable(s.box, power, letter)]
    if not good:
        return NOBODY
    s.irrevocable += 1
    return s.objective_pool.pop(good[s.roll("objective", len(good)) - 1])


def no_marker(s: Position, power: int, letter: int) -> Reason:
    """That a Power holds no marker of this letter, if it does not."""
    if any(letter_of(marker) == letter for marker in s.objectives[power]):
        return ""
    return Phrase("why.objective-none", {"letter": LETTERS[letter]}, "PR-15.4.6b")


def discard_objective(s: Position, power: int, letter: int) -> None:
    """A marker goes back to the pool (15.4.7)."""
    held = s.objectives[power]
    put_back(s, power, max(place for place, marker in enumerate(held) if letter_of(marker) == letter))


def put_back(s: Position, power: int, place: int) -> None:
    """The marker in one place goes back to the pool, face-down as it lay (15.4.7)."""
    marker = s.objectives[power].pop(place)
    open_marker, letter = is_shown(marker), letter_of(marker)
    s.objective_pool.append(letter)
    if s.listener is not None:
        word = LETTERS[letter]
        if open_marker:
            s.tell("discard-open", "PR-15.4.7b", power=s.box.powers[power], letter=word)
        else:
            s.tell("discard", "PR-15.4.7b", {"letter": word}, (s.box.seat_of[power],), power=s.box.powers[power])


class Duplicate(Question):
    """A Power with other Objectives drew one: if it has the same already it may put it back for another (15.4.5)."""

    __slots__ = ()

    name = "duplicate"
    rule = "PR-15.4.5b"
    interposed = True


class Drawn(Stage[Duplicate], of=Duplicate, at=ASKED):
    """The marker last drawn is kept, or goes back for another."""

    def ask(self, s: Position, p: Duplicate, power: int) -> Phrase:
        return Phrase("ask.duplicate" if self.doubled(s, p, power) else "ask.drawn", {}, p.rule)

    def doubled(self, s: Position, p: Duplicate, power: int) -> list[int]:
        """The letter of the marker last drawn, if the Power has another such."""
        *others, drawn = (letter_of(marker) for marker in s.objectives[power])
        return [drawn] if drawn in others else []

    @choice(KEEP, "PR-15.4.5b")
    def keep(self, s: Position, p: Duplicate, power: int, argument: int) -> None:
        s.pop()

    @choice(DISCARD, "PR-15.4.5b", exactly=doubled, otherwise="only-a-duplicate")
    def change(self, s: Position, p: Duplicate, power: int, letter: int) -> None:
        s.objectives[power].pop()
        if take_objective(s, power):
            s.objective_pool.append(letter)
        else:
            s.objectives[power].append(letter)
            s.pop()


class Discarding(Procedure):
    """Phase C: everybody may put Objectives back into the pool (15.4.7)."""

    __slots__ = ("passed",)

    name = "discarding"
    rule = "PR-15.4.7b"

    def __init__(self) -> None:
        self.stage = CHOOSING
        self.passed: list[int] = []
        """The Powers that put nothing more back."""

    def decider(self, s: Position) -> int:
        """The next Power that could put something back; NOBODY if all are done."""
        for power in range(len(s.box.powers)):
            if power not in self.passed and s.objectives[power]:
                return power
        return NOBODY


class PuttingBack(Stage[Discarding], of=Discarding, at=CHOOSING):
    """One Power after the other puts markers back."""

    def run(self, s: Position, p: Discarding) -> bool:
        if p.decider(s) != NOBODY:
            return True
        s.pop()
        return False

    def held(self, s: Position, p: Discarding, power: int) -> list[int]:
        return sorted({letter_of(marker) for marker in s.objectives[power]})

    def not_held(self, s: Position, p: Discarding, power: int, letter: int) -> Reason:
        return no_marker(s, power, letter)

    @choice(DONE)
    def done(self, s: Position, p: Discarding, power: int, argument: int) -> None:
        p.passed.append(power)

    @choice(DISCARD, "PR-15.4.7b", exactly=held, otherwise=not_held)
    def discard(self, s: Position, p: Discarding, power: int, letter: int) -> None:
        discard_objective(s, power, letter)


class Richest(Procedure):
    """The end of Phase A: the richest may reveal Objective L. All who are richest are asked, whatever they hold."""

    __slots__ = ()

    name = "richest"
    rule = "PR-15.4.9-L"

    def __init__(self) -> None:
        self.stage = CHOOSING

    def decider(self, s: Position) -> int:
        return richest(s)


class RevealingRiches(Stage[Richest], of=Richest, at=CHOOSING):
    """Who alone has most Talents and a marker face down is asked."""

    def run(self, s: Position, p: Richest) -> bool:
        power = richest(s)
        if power == NOBODY or all(is_shown(marker) for marker in s.objectives[power]):
            s.pop()
            return False
        return True

    def riches(self, s: Position, p: Richest, power: int) -> list[int]:
        return [L] if any(letter_of(marker) == L for marker in s.objectives[power]) else []

    def no_riches(self, s: Position, p: Richest, power: int, letter: int) -> Reason:
        return no_marker(s, power, letter) if letter == L else Phrase("why.only-riches", {}, p.rule)

    @choice(DONE)
    def keep_silent(self, s: Position, p: Richest, power: int, argument: int) -> None:
        s.pop()

    @choice(REVEAL, "PR-15.4.8", exactly=riches, otherwise=no_riches)
    def reveal(self, s: Position, p: Richest, power: int, letter: int) -> None:
        show_objective(s, power, letter)
        s.gained[power] += claim_bonus_objectives(s, power, (letter,))
        s.pop()

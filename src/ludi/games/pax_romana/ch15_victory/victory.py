"""Chapter 15.1 and phase H of a Game-Turn: Victory Points, automatic victory, the end of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from ludi.core import Outcome, Phrase
from ludi.games.pax_romana.ch14_stability.stability import change_stability
from ludi.games.pax_romana.ch15_victory.objectives import (
    L,
    M,
    N,
    achieved,
    claim_bonus_objectives,
    show_objective,
)
from ludi.games.pax_romana.ch15_victory.points import civilization, geography, share_ranks
from ludi.games.pax_romana.ch17_cards.keeping import Keeping
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.counters import is_shown, letter_of
from ludi.games.pax_romana.world.pieces import COMBAT, NOBODY, SOF
from ludi.games.pax_romana.world.words import DONE, LETTERS, REVEAL

# 3.2-H The Victory Phase


def condition_holds(s: Position, condition: Mapping[str, Any], power: int) -> bool:
    """Whether a condition of a scenario's victory block holds; 'self' is ``power``."""
    box = s.box
    who = condition.get("power", "self")
    side = power if who in ("self", "any") else box.powers.index(who)
    kind = condition["kind"]
    if kind == "controls-spaces":
        found = [s.holder(box.atlas.index[word]) == side for word in condition["spaces"]]
    elif kind == "controls-provinces":
        found = [s.provinces[box.atlas.province_index[word]] == side for word in condition["provinces"]]
    elif kind == "occupies-spaces":
        sides = (side, SOF) if s.sof_owner == side else (side,)
        found = [any(s.at(each, box.atlas.index[word]) & COMBAT for each in sides) for word in condition["spaces"]]
    elif kind == "vp-lead":
        ahead = all(s.vp[side] >= vp + int(condition["by"]) for other, vp in enumerate(s.vp) if other != side)
        return ahead and s.turn + box.first_turn >= int(condition.get("from_turn", 0))
    elif kind == "vp-at-least":
        return s.vp[side] >= int(condition["value"])
    elif kind == "cvp-at-least":
        return civilization(s, side) >= int(condition["value"])
    else:
        return s.stability[side] <= int(condition["value"])
    return sum(found) >= int(condition.get("at_least", len(found)))


def award(s: Position, last: bool) -> None:
    """H1: Victory Points of the turn, and the Stability that follows (15.1)."""
    box = s.box
    powers = range(len(box.powers))
    scoring = box.scenario["scoring"]
    gained = share_ranks([geography(s, power) for power in powers], scoring["gop"])
    for power, vp in enumerate(share_ranks([civilization(s, power) for power in powers], scoring["cvp"])):
        gained[power] += vp
    for power in powers:
        gained[power] += claim_bonus_objectives(s, power, (M, N))
        gained[power] += s.gained[power]
        s.gained[power] = 0
    for bonus in box.scenario["victory"].get("bonus", ()):
        if bonus["timing"] == "end" and not last:
            continue
        for power in powers:
            if bonus["power"] in ("any", box.powers[power]) and condition_holds(s, bonus["when"], power):
                gained[power] += bonus["points"]
    for power in powers:
        s.vp[power] += gained[power]
        if s.listener is not None:
            s.tell("victory-points", "PR-3.2-H1", power=box.powers[power], points=gained[power], total=s.vp[power])
    most, least = max(gained), min(gained)
    if gained.count(most) == 1:
        change_stability(s, gained.index(most), 1, "PR-14.2.1j")
    if gained.count(least) == 1:
        change_stability(s, gained.index(least), -1, "PR-14.2.1k")
    for power in powers:
        missing = len(box.capitals[power]) - s.capital_held[power].bit_count()
        if missing:
            change_stability(s, power, -1, "PR-14.2.1p")


def wins_at_once(s: Position, power: int) -> Mapping[str, Any] | None:
    """What the scenario says a Power wins by before the last turn, if it does."""
    for entry in s.box.scenario["victory"].get("automatic", ()):
        if entry["power"] in ("any", s.box.powers[power]) and all(
            condition_holds(s, condition, power) for condition in entry["all"]
        ):
            return dict(entry)
    return None


def automatic_victory(s: Position) -> list[int]:
    """H2: who wins at once; of several the one with most VP, then Stability, else all (3.2-H2)."""
    winners = [power for power in range(len(s.box.powers)) if wins_at_once(s, power)]
    if not winners:
        return []
    best = max((s.vp[power], s.stability[power]) for power in winners)
    return [power for power in winners if (s.vp[power], s.stability[power]) == best]


def tell_why_at_once(s: Position, power: int) -> None:
    """What an automatic victory was won by: the places it was won with, the lead."""
    box = s.box
    places: list[str] = []
    for condition in (wins_at_once(s, power) or {}).get("all", ()):
        places += [word for word in condition.get("spaces", ()) if s.holder(box.atlas.index[word]) == power]
        index = box.atlas.province_index
        places += [word for word in condition.get("provinces", ()) if s.provinces[index[word]] == power]
        if condition["kind"] == "vp-lead":
            lead = s.vp[power] - max(vp for other, vp in enumerate(s.vp) if other != power)
            s.tell("wins-by-lead", "PR-3.2-H2", power=box.powers[power], points=lead, needed=int(condition["by"]))
    if places:
        s.tell("wins-by-places", "PR-3.2-H2", power=box.powers[power], places=places)


def final_scores(s: Position) -> list[int]:
    """Victory Points at the end, with the points of a scenario's spaces and gains."""
    box = s.box
    victory = box.scenario["victory"]
    scores = s.vp[:]
    for space, points in victory.get("space_points", {}).items():
        node = box.atlas.index[space]
        holder = s.holder(node)
        if holder == SOF:
            holder = s.sof_owner
        if 0 <= holder < len(scores):
            scores[holder] += points
    rule = box.special.get("gains-count")
    if rule:
        for power in range(len(scores)):
            gop, cvp = s.start_scores[2 * power : 2 * power + 2]
            scores[power] += rule["gop_change"] * (geography(s, power) - gop)
            scores[power] += rule["cvp_change"] * (civilization(s, power) - cvp)
            scores[power] += rule["head_start"].get(box.powers[power], 0)
    return scores


REVEALING = "revealing"
SHARED_RANKING = ("vp", "stability", "cvp")
"""What ranks people of whom somebody holds several Powers, each as a mean."""


def rank_winners(s: Position, scores: list[int]) -> list[int]:
    """The Powers of the winners after the last turn, by the scenario's ranking; a person is ranked by means."""
    box = s.box
    keys: dict[str, Callable[[int], int]] = {
        "vp": lambda power: scores[power],
        "stability": lambda power: s.stability[power],
        "cvp": lambda power: civilization(s, power),
        "gop": lambda power: geography(s, power),
        "treasury": lambda power: s.treasury[power],
    }
    alone = all(len(powers) == 1 for powers in box.seat_powers)
    ranking = box.scenario["victory"]["ranking"] if alone else SHARED_RANKING

    def standing(powers: tuple[int, ...]) -> tuple[Fraction, ...]:
        means = [Fraction(sum(keys[word](power) for power in powers), len(powers)) for word in ranking[1:]]
        return Fraction(mean_points(scores, powers)), *means

    value = [standing(powers) for powers in box.seat_powers]
    seats = [seat for seat, each in enumerate(value) if each == max(value)]
    favourite = box.scenario["victory"].get("tie_winner")
    if len(seats) > 1 and favourite and box.seat_of[box.powers.index(favourite)] in seats:
        seats = [box.seat_of[box.powers.index(favourite)]]
    return sorted(power for seat in seats for power in box.seat_powers[seat])


def mean_points(scores: list[int], powers: tuple[int, ...]) -> int:
    """The Victory Points of a person: the mean of those of his Powers, rounded down."""
    return sum(scores[power] for power in powers) // len(powers)


def end_game(s: Position, winners: list[int], reason: str, rule: str) -> None:
    """The game is over, and all Objectives are shown: nobody takes back what led to it."""
    s.irrevocable += 1
    s.result = (reason, rule, *winners)
    s.stack.clear()
    if s.listener is not None:
        s.tell("end", rule, powers=[s.box.powers[power] for power in winners])


def outcome(s: Position) -> Outcome | None:
    """Who won; a person with several Powers has the mean of their points, rounded down."""
    if not s.result:
        return None
    box = s.box
    reason, rule, *winners = s.result
    scores = final_scores(s)
    seats = [mean_points(scores, powers) for powers in box.seat_powers]
    seated = sorted({box.seat_of[power] for power in winners})
    reckoning = {
        box.powers[power]: {
            "vp": scores[power],
            "stability": s.stability[power],
            "gop": geography(s, power),
            "cvp": civilization(s, power),
            "treasury": s.treasury[power],
        }
        for power in range(len(box.powers))
    }
    return Outcome(tuple(seated), reason, rule, tuple(seats), reckoning)


class VictoryPhase(Procedure):
    """Phase H: Objectives are revealed, points awarded, the end is tested."""

    __slots__ = ("passed",)

    name = "victory"
    rule = "PR-3.2-H"

    def __init__(self) -> None:
        self.stage = REVEALING
        self.passed: list[int] = []
        """The Powers that reveal nothing more."""

    def decider(self, s: Position) -> int:
        """The next Power with an Objective that it could reveal; NOBODY if all are done."""
        for power in range(len(s.box.powers)):
            if power not in self.passed and not all(is_shown(marker) for marker in s.objectives[power]):
                return power
        return NOBODY


class Revealing(Stage[VictoryPhase], of=VictoryPhase, at=REVEALING):
    """One Power after the other reveals what it has achieved (15.4.8); then the points are counted."""

    rule = "PR-15.4.8"

    def run(self, s: Position, p: VictoryPhase) -> bool:
        if p.decider(s) != NOBODY:
            return True
        last = s.turn + 1 >= s.box.turns
        award(s, last)
        winners = automatic_victory(s)
        if winners:
            if s.listener is not None:
                for winner in winners:
                    tell_why_at_once(s, winner)
            end_game(s, winners, "automatic", "PR-3.2-H2")
        elif last:
            end_game(s, rank_winners(s, final_scores(s)), "points", "PR-3.7")
        elif s.box.advanced:
            s.become(Keeping(s))
        else:
            s.pop()
        return False

    def achieved(self, s: Position, p: VictoryPhase, power: int) -> list[int]:
        return achieved(s, power)

    def not_achieved(self, s: Position, p: VictoryPhase, power: int, letter: int) -> Reason:
        facts = {"letter": LETTERS[letter]}
        markers = [marker for marker in s.objectives[power] if letter_of(marker) == letter]
        if not markers:
            return Phrase("why.objective-none", facts, "PR-15.4.6b")
        if all(is_shown(marker) for marker in markers):
            return Phrase("why.objective-shown", facts, "PR-15.4.8")
        if letter == L:
            return Phrase("why.riches-earlier", {}, "PR-15.4.9-L")
        return Phrase("why.objective-open", facts, "PR-15.4.8")

    @choice(DONE)
    def done(self, s: Position, p: VictoryPhase, power: int, argument: int) -> None:
        p.passed.append(power)

    @choice(REVEAL, "PR-15.4.8", exactly=achieved, otherwise=not_achieved)
    def reveal(self, s: Position, p: VictoryPhase, power: int, letter: int) -> None:
        show_objective(s, power, letter)

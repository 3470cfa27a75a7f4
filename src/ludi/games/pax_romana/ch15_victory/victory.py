"""Chapter 15: Victory Points and the end of the game; Opportunity Objectives are in :mod:`objectives`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from ludi.core import SPAN, Outcome, Phrase
from ludi.games.pax_romana.ch05_control.control import counts_as_province, realm_controller
from ludi.games.pax_romana.ch06_treasury.treasury import Line
from ludi.games.pax_romana.ch14_stability.stability import change_stability
from ludi.games.pax_romana.ch15_victory.objectives import (
    L,
    M,
    N,
    achieved,
    claim_bonus_objectives,
    objective_worth,
    show_objective,
)
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.world.pieces import CITY, COMBAT, NOBODY, SOF, Site, is_shown, letter_of
from ludi.games.pax_romana.world.words import DONE, LETTERS, REVEAL

# 15.2 Geographic Objective Points


def gop_lines(s: Position, power: int) -> list[Line]:
    """The Geographic Objective Points of a Power, line by line (15.2.2)."""
    box = s.box
    lines = []
    count_home = bool(box.scenario["scoring"].get("gop_home", True))
    for province in box.open_provinces:
        if s.provinces[province] != power:
            continue
        if box.home_of_province[province] == power and not count_home:
            continue
        if not counts_as_province(s, province):
            continue
        lines.append(Line(box.atlas.province_ids[province], 1, "PR-15.2.2a"))
    for number, realm_facts in enumerate(box.realms):
        if realm_facts.home == power or realm_controller(s, number) != power:
            continue
        if not realm_facts.undivided or realm_facts.barbarian:
            lines.append(Line(realm_facts.word, 1, "PR-15.2.2b"))
    for marker in s.objectives[power]:
        if is_shown(marker) and letter_of(marker) < L:
            worth = objective_worth(s, power, letter_of(marker))
            if worth:
                lines.append(Line(f"objective-{LETTERS[letter_of(marker)]}", worth, "PR-15.2.2d"))
    return lines


def geography(s: Position, power: int) -> int:
    """GOP."""
    return sum(line.amount for line in gop_lines(s, power))


# 15.3 Civilization Points


def civilization_lines(s: Position, power: int) -> list[Line]:
    """The Civilization Points of a Power, site by site (15.3.2)."""
    lines = []
    for node, site in sorted(s.sites.items()):
        if site.owner == power:
            held = s.occupier(node) == power
            rule = "PR-15.3.2" if held else "PR-12.7.3b"
            lines.append(Line(s.box.place(node), site_worth(site) if held else 0, rule))
    return lines


def site_worth(site: Site) -> int:
    """CVP of a City or Town: full Town 1, full City 3, reduced City 1 (15.3.2)."""
    if site.kind == CITY:
        return 3 if site.whole else 1
    return 1 if site.whole else 0


def civilization(s: Position, power: int) -> int:
    """CVP: full Town 1, full City 3, reduced City 1; none while Slaves hold it (15.3.2, 12.7.3)."""
    total = 0
    for node, site in s.sites.items():
        if site.owner != power or s.occupier(node) != power:
            continue
        total += site_worth(site)
    return total


def share_ranks(scores: list[int], scale: list[int]) -> list[int]:
    """VP by rank; those who tie share their ranks' VP, rounded down (15.2.3, 15.3.3).

    >>> share_ranks([8, 8, 6, 4], [7, 4, 2, 0])
    [5, 5, 2, 0]
    """
    worth = [0] * len(scores)
    rank = 0
    for score in sorted(set(scores), reverse=True):
        tied = [index for index, each in enumerate(scores) if each == score]
        pot = sum(scale[rank : rank + len(tied)])
        for index in tied:
            worth[index] = pot // len(tied)
        rank += len(tied)
    return worth


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


def automatic_victory(s: Position) -> list[int]:
    """H2: who wins at once; of several the one with most VP, then Stability, else all (3.2-H2)."""
    box = s.box
    winners = []
    for power in range(len(box.powers)):
        for entry in box.scenario["victory"].get("automatic", ()):
            if entry["power"] in ("any", box.powers[power]) and all(
                condition_holds(s, condition, power) for condition in entry["all"]
            ):
                winners.append(power)
                break
    if not winners:
        return []
    best = max((s.vp[power], s.stability[power]) for power in winners)
    return [power for power in winners if (s.vp[power], s.stability[power]) == best]


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
    return scores


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
        self.stage = 0
        self.passed = 0

    def run(self, s: Position) -> bool:
        if self._next(s) != NOBODY:
            return True
        last = s.turn + 1 >= s.box.turns
        award(s, last)
        winners = automatic_victory(s)
        s.pop()
        if winners:
            end_game(s, winners, "automatic", "PR-3.2-H2")
        elif last:
            end_game(s, rank_winners(s, final_scores(s)), "points", "PR-3.7")
        return False

    def _next(self, s: Position) -> int:
        for power in range(len(s.box.powers)):
            if not self.passed >> power & 1 and any(not is_shown(marker) for marker in s.objectives[power]):
                return power
        return NOBODY

    def deciders(self, s: Position) -> tuple[int, ...]:
        return (self._next(s),)

    def legal(self, s: Position, power: int) -> list[int]:
        return [DONE, *(REVEAL + letter for letter in achieved(s, power))]

    def decide(self, s: Position, power: int, action: int) -> None:
        if action == DONE:
            self.passed |= 1 << power
            return
        show_objective(s, power, action % SPAN)

    def ask(self, s: Position, power: int) -> Phrase:
        return Phrase("ask.victory", {}, "PR-15.4.8")

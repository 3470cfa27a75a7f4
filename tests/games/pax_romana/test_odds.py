"""Exact odds: whole distributions, and the same numbers as the engine gives when every die is tried."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from games.pax_romana.helpers import choices, city, node, play, script, town, west
from ludi.core import BadPosition, Event
from ludi.games.pax_romana import odds
from ludi.games.pax_romana.asking import questions as q
from ludi.games.pax_romana.asking.odds import LOSER_DIES, _without, elephant_outcomes, odds_of, shifted
from ludi.games.pax_romana.asking.roll_odds import (
    continuity_distribution,
    continuity_odds,
    interception_distribution,
    interception_odds,
    naval_odds,
    pirate_distribution,
    pirate_odds,
)
from ludi.games.pax_romana.ch10_battle.battle import Battle
from ludi.games.pax_romana.ch10_battle.losses import loss_options, loss_points, outlives
from ludi.games.pax_romana.ch10_battle.sums import Field
from ludi.games.pax_romana.world.pieces import COMBAT, pack, points

ARMIES: list[tuple[dict[str, int], dict[str, int], dict[str, str]]] = [
    ({"legion": 4}, {"heavy": 3}, {}),
    ({"legion": 2}, {"heavy": 6}, {"carthage-1": "capua"}),
    ({"legion": 3, "cavalry": 2}, {"heavy": 3, "cavalry": 1}, {"rome-1": "roma"}),
    ({"light": 5}, {"light": 5}, {"rome-3": "roma", "carthage-3": "capua"}),
]


def played(mine: dict[str, int], theirs: dict[str, int], leaders: dict[str, str]) -> Counter[tuple[int, int, int]]:
    """(winner, BP lost by attacker and defender) over all 36 pairs of dice at the table; Shifts always raise."""
    found: Counter[tuple[int, int, int]] = Counter()
    for attack, defence in product(range(1, 7), repeat=2):
        s = west({"rome": {"roma": mine}, "carthage": {"capua": theirs}}, leaders=leaders, dice=[6])
        play(s, "major:roma", "take-all", "march:capua")
        script(s, [attack, defence, *[3, 4] * 20])
        events: list[Event] = []
        s.listener = events.append
        play(s, "stand")
        while any(isinstance(procedure, Battle) for procedure in s.stack):
            words = choices(s)
            play(s, next((w for w in ("raise", "lower", "done", "hold", "keep", "no") if w in words), words[0]))
        told = {str(event.facts["side"]): event.facts for event in events if event.kind == "losses"}
        per_cent = [int(str(told[side]["percent"])) for side in ("rome", "carthage")]
        winner = 0 if per_cent[1] > per_cent[0] else 1 if per_cent[0] > per_cent[1] else 2
        found[winner, int(str(told["rome"]["points"])), int(str(told["carthage"]["points"]))] += 1
    return found


@pytest.mark.parametrize(("mine", "theirs", "leaders"), ARMIES)
def test_the_odds_are_what_the_engine_does(mine: dict[str, int], theirs: dict[str, int], leaders: Any) -> None:
    """Winner and losses come as often as when every pair of dice is played at the table."""
    s = west({"rome": {"roma": mine}, "carthage": {"capua": theirs}}, leaders=leaders)
    ratings = [0, 0]
    for word, place in leaders.items():
        ratings[place == "capua"] = s.box.leaders[s.box.leader(word)].tactical
    exact = odds(mine, theirs, attacker_leader=ratings[0], defender_leader=ratings[1], policy="raise")
    cases = played(mine, theirs, leaders)
    wins = [Fraction(sum(n for key, n in cases.items() if key[0] == side), 36) for side in range(3)]
    assert wins == [exact.attacker_wins, exact.defender_wins, exact.draw]
    losses: dict[tuple[int, int], Fraction] = {}
    for (_, _, a, d), chance in exact.results.items():
        losses[a, d] = losses.get((a, d), Fraction(0)) + chance
    seen: dict[tuple[int, int], Fraction] = {}
    most = points(pack(mine)), points(pack(theirs))
    for (_, a, d), number in cases.items():
        key = min(a, most[0]), min(d, most[1])
        seen[key] = seen.get(key, Fraction(0)) + Fraction(number, 36)
    assert seen == losses
    asked = q.battle_odds(s, "rome", "carthage", "capua", start="roma")
    assert asked.attacker_wins >= exact.attacker_wins, "Shifts spent as wisely as they can be"


def test_chances_add_up_and_favour_the_stronger() -> None:
    weak = odds({"heavy": 2}, {"heavy": 4})
    even = odds({"heavy": 4}, {"heavy": 4})
    strong = odds({"heavy": 8}, {"heavy": 4})
    for each in (weak, even, strong):
        assert each.attacker_wins + each.defender_wins + each.draw == 1
        assert sum(each.results.values()) == 1
    assert weak.attacker_wins < even.attacker_wins < strong.attacker_wins
    assert even.attacker_wins == even.defender_wins == Fraction(15, 36)
    assert even.draw == Fraction(6, 36)


@pytest.mark.rule("PR-8.4.1a", "PR-8.4.1b", "PR-8.4.1c", "PR-8.4.4")
def test_leaders_die_on_a_twelve_and_losers_on_a_two_and_all_with_their_army() -> None:
    even = odds({"heavy": 4}, {"heavy": 4}, attacker_leader=1, defender_leader=1)
    assert even.attacker_leader_dies == Fraction(15, 36) * Fraction(1, 36) + Fraction(21, 36) * Fraction(2, 36)
    assert even.attacker_leader_dies == even.defender_leader_dies
    assert odds({"heavy": 4}, {"heavy": 4}).attacker_leader_dies == 0
    crushed = odds({"legion": 60}, {"light": 1}, attacker_leader=3, defender_leader=0, policy="raise")
    assert crushed.defender_destroyed > Fraction(1, 2)
    assert crushed.defender_leader_dies >= crushed.defender_destroyed


BESIEGED: list[tuple[dict[str, int], dict[str, int], int]] = [
    ({"legion": 3}, {"light": 1}, 5),
    ({"legion": 4}, {"light": 2}, 4),
    ({"legion": 3}, {"heavy": 1}, 4),
    ({"legion": 3}, {"light": 1, "cavalry": 2}, 4),
    ({"legion": 3}, {"cavalry": 1}, 5),
    ({"legion": 2}, {"reduced-heavy": 1, "cavalry": 1}, 5),
    ({"legion": 2}, {"light": 1, "garrison": 1}, 2),
    ({"legion": 2}, {"mercenary": 1}, 2),
    ({"light": 1}, {"light": 1}, 2),
    ({"legion": 1}, {"legion": 1}, 0),
    ({"mercenary": 1, "light": 1}, {"reduced-legion": 1}, 0),
    ({"light": 1}, {"light": 1, "garrison": 1}, 0),
]


def ends(mine: dict[str, int], theirs: dict[str, int], walls: int) -> tuple[Fraction, Fraction, Fraction]:
    """How often attacker, defender and the defender's leader come to their end over all 36 pairs of dice.

    At the table; Shifts always raise, walls take what they can, nobody Retreats, and no leader falls by chance.
    """
    found = [0, 0, 0]
    sites = {"capua": city("carthage", walls) if walls >= 3 else town("carthage", walls)} if walls else {}
    units = {"rome": {"roma": mine}, "carthage": {"capua": theirs, "utica": {"light": 1}}}
    for attack, defence in product(range(1, 7), repeat=2):
        s = west(units, sites=sites, leaders={"carthage-9": "capua"}, dice=[6])
        rome, carthage = (s.box.powers.index(power) for power in ("rome", "carthage"))
        play(s, "major:roma", "take-all", "march:capua")
        script(s, [attack, defence, *[3, 4] * 20])
        play(s, "stand")
        while any(isinstance(procedure, Battle) for procedure in s.stack):
            order = ("walls", "bid:0", "raise", "done", "hold", "keep", "no", "lose:wall", "lose:mercenary")
            words = choices(s)
            play(s, next((word for word in order if word in words), words[0]))
        found[0] += not any(s.at(rome, node(place)) & COMBAT for place in ("roma", "capua"))
        found[1] += not s.at(carthage, node("capua")) & COMBAT
        found[2] += s.leader_at[s.box.leader("carthage-9")] < 0
    return Fraction(found[0], 36), Fraction(found[1], 36), Fraction(found[2], 36)


@pytest.mark.rule("PR-8.4.4", "PR-7.4.4", "PR-10.4.2a", "PR-10.6.1a", "PR-10.6.2a", "PR-10.6.3")
@pytest.mark.parametrize(("mine", "theirs", "walls"), BESIEGED)
def test_an_armys_end_is_told_behind_walls_too(mine: dict[str, int], theirs: dict[str, int], walls: int) -> None:
    rated = west({}, operation="choose").box
    tactical = rated.leaders[rated.leader("carthage-9")].tactical
    exact = odds(mine, theirs, walls=walls, defender_leader=tactical, policy="raise")
    attacker, defender, leader = ends(mine, theirs, walls)
    assert (exact.attacker_destroyed, exact.defender_destroyed) == (attacker, defender)
    by_chance = Fraction(LOSER_DIES, 36)
    assert leader <= exact.defender_leader_dies <= leader + by_chance * (1 - leader)


@pytest.mark.rule("PR-10.6.1b", "PR-10.6.2b", "PR-10.6.3")
def test_who_outlives_a_loss_is_what_the_ways_to_lose_say() -> None:
    kinds = ("legion", "reduced-legion", "heavy", "reduced-heavy", "light", "mercenary")
    for army in product((0, 1), (0, 1), (0, 1), (0, 1), (0, 2), (0, 1)):
        units = {kind: number for kind, number in zip(kinds, army, strict=True) if number}
        if not units:
            continue
        stack = pack(units)
        for walls in (0, 5, 2):
            sites = {"capua": city("rome", walls) if walls > 2 else town("rome", walls)} if walls else {}
            s = west({"rome": {"capua": units}}, sites=sites)
            for amount in range(1, points(stack) + 6):
                ways = loss_options(s, s.box.powers.index("rome"), node("capua"), amount, walls=bool(walls))
                left = any(sum(units.values()) > sum(n for kind, n in way.items() if kind != "wall") for way in ways)
                spare = 2 * (walls - (3 if walls > 2 else 1)) if walls else 0
                assert outlives(stack, amount, spare) == left, (units, walls, amount)


@pytest.mark.rule("PR-10.7.1")
def test_who_means_to_retreat_loses_less() -> None:
    held = odds({"heavy": 6}, {"heavy": 4})
    left = odds({"heavy": 6}, {"heavy": 4}, retreat=True)
    assert left.attacker_wins == held.attacker_wins
    assert left.defender_points_lost < held.defender_points_lost


@pytest.mark.rule("PR-10.3.1k", "PR-10.3.1l", "PR-7.3.3a")
def test_walls_mountains_and_beaches_help_the_defender() -> None:
    plain = odds({"legion": 4, "cavalry": 2}, {"heavy": 3})
    helps: list[dict[str, Any]] = [{"mountain": True}, {"amphibious": True}, {"walls": 5}]
    for facts in helps:
        assert odds({"legion": 4, "cavalry": 2}, {"heavy": 3}, **facts).attacker_wins < plain.attacker_wins
    assert odds({"legion": 4}, {"heavy": 3}, walls=5, bids=(1, 0)).attacker_wins > (
        odds({"legion": 4}, {"heavy": 3}, walls=5).attacker_wins
    )


@pytest.mark.rule("PR-10.4.6a", "PR-10.4.6b", "PR-10.4.6c", "PR-10.4.6d", "PR-10.4.6e", "PR-10.4.6f")
def test_elephants_over_all_their_dice() -> None:
    assert sum(elephant_outcomes(3).values()) == 6**3
    assert elephant_outcomes(1) == {(1, 1, 0): 1, (1, 0, 0): 2, (0, 0, 0): 2, (0, 0, 1): 1}
    with_them = odds({"heavy": 4, "elephant": 3}, {"heavy": 4, "cavalry": 4}, elephants=(3, 0))
    without = odds({"heavy": 4}, {"heavy": 4, "cavalry": 4})
    assert with_them.attacker_wins > without.attacker_wins
    assert sum(with_them.results.values()) == 1
    bars: list[dict[str, Any]] = [{"walls": 2}, {"mountain": True}]
    for facts in bars:
        barred = odds({"heavy": 4, "elephant": 3}, {"heavy": 4}, elephants=(3, 0), **facts)
        assert barred == odds({"heavy": 4}, {"heavy": 4}, **facts)
    herd = {"heavy": 4, "elephant": 5}
    both = odds(herd, herd, elephants=(0, 2), amphibious=True)
    assert both == odds(herd, herd, elephants=(5, 2), amphibious=True), "none by sea"
    assert both != odds(herd, herd, amphibious=True)


def test_elephants_may_leave_nobody_to_fight() -> None:
    gone = odds({"heavy": 4, "elephant": 1}, {"light": 1}, elephants=(1, 0))
    assert gone.defender_destroyed > 0
    assert gone.attacker_wins + gone.defender_wins + gone.draw == 1


@pytest.mark.rule("PR-9.3.2e", "PR-11.1.3", "PR-12.6.3a")
def test_single_rolls() -> None:
    assert interception_odds(0) == Fraction(1, 36)
    assert interception_odds(5) == Fraction(21, 36)
    assert interception_odds(12) == 1
    found = interception_distribution(4)
    assert sum(found.totals.values()) == 1
    assert found.success == sum(chance for total, chance in found.totals.items() if total >= found.needs)
    assert continuity_odds() == Fraction(21, 36)
    sailing = continuity_distribution(-1)
    assert sailing.success == sum(chance for total, chance in sailing.totals.items() if total <= sailing.needs)
    assert pirate_odds(1) == Fraction(3, 6)
    assert pirate_odds(1, leader=True) == Fraction(4, 6)
    assert pirate_odds(1, cilician=True) == Fraction(2, 6)
    assert pirate_odds(1, points_each=3) == Fraction(4, 6)
    fight = pirate_distribution(2, True)
    assert fight.success == sum(chance for total, chance in fight.totals.items() if total >= fight.needs)


def test_what_is_no_army_is_refused() -> None:
    with pytest.raises(BadPosition, match="no unit 'hoplite'"):
        odds({"hoplite": 1}, {})
    with pytest.raises(BadPosition, match="cannot be -1"):
        odds({"heavy": -1}, {})
    with pytest.raises(BadPosition, match="no policy 'brave'"):
        odds({"heavy": 1}, {"heavy": 1}, policy="brave")
    with pytest.raises(BadPosition, match="7 wall points"):
        odds({"heavy": 1}, {"heavy": 1}, walls=7)


@pytest.mark.rule("PR-10.4.6a", "PR-10.5.1a")
def test_elephants_and_bids_that_cannot_be_are_refused() -> None:
    herd = {"heavy": 1, "elephant": 2}
    with pytest.raises(
        BadPosition, match="The attackers cannot commit -1 elephants; they have 2 and may commit 0 to 2"
    ):
        odds(herd, herd, elephants=(-1, 0))
    with pytest.raises(BadPosition, match="The defenders cannot commit 3 elephants; they have 2 and may commit 0 to 2"):
        odds(herd, herd, elephants=(2, 3))
    with pytest.raises(BadPosition, match="The attackers cannot commit 1 elephants; they have 0"):
        odds({"heavy": 1}, herd, elephants=(1, 0))
    with pytest.raises(BadPosition, match="The defenders cannot bid -2 talents; a bid is 0 or more"):
        odds(herd, herd, walls=3, bids=(0, -2))
    with pytest.raises(BadPosition, match="The attackers cannot bid -1 talents"):
        odds(herd, herd, walls=3, bids=(-1, 0))


CHARGES: list[tuple[dict[str, int], dict[str, int], tuple[int, int], tuple[int, int]]] = [
    ({"heavy": 3, "cavalry": 2}, {"legion": 2, "light": 2, "cavalry": 3}, (2, 1), (0, 0)),
    ({"light": 1, "cavalry": 1}, {"light": 1}, (1, 2), (0, 0)),
    ({"heavy": 4, "cavalry": 1}, {"legion": 6}, (2, 0), (0, 3)),
    ({"legion": 4, "cavalry": 2}, {"heavy": 3, "cavalry": 2}, (1, 2), (2, 0)),
]


def die_by_die(field: Field, elephants: tuple[int, int]) -> tuple[Counter[int], Counter[tuple[int, int, int, int]]]:
    """Winners and results over every single die of every Elephant and both dice of the Battle; Shifts always raise."""
    winners: Counter[int] = Counter()
    results: Counter[tuple[int, int, int, int]] = Counter()
    for charge in product(range(1, 7), repeat=sum(elephants)):
        sides = charge[: elephants[0]], charge[elephants[0] :]
        negated = tuple(sum(die <= 3 for die in sides[1 - side]) for side in range(2))
        cost = [sides[1 - side].count(1) + sides[side].count(6) for side in range(2)]
        stacks = [_without(stack, cost[side]) for side, stack in enumerate((field.attackers, field.defenders))]
        gone = [points(field.attackers) - points(stacks[0]), points(field.defenders) - points(stacks[1])]
        if not all(stacks):
            winners[2] += 36
            results[0, 0, gone[0], gone[1]] += 36
            continue
        fought = field.changed(stacks[0], stacks[1], (negated[0], negated[1]))
        net, bases = fought.net(), fought.bases()
        for attack, defence in product(range(1, 7), repeat=2):
            up, down = shifted(attack, defence, net, "raise")
            winners[0 if up > down else 1 if down > up else 2] += 1
            lost = [min(base, loss_points(base, roll)) for base, roll in zip(bases, (down, up), strict=True)]
            results[down * 10, up * 10, lost[0] + gone[0], lost[1] + gone[1]] += 1
    return winners, results


@pytest.mark.rule("PR-10.4.6a", "PR-10.4.4a", "PR-10.4.1a")
@pytest.mark.parametrize(("mine", "theirs", "elephants", "legionary"), CHARGES)
def test_elephants_die_by_die_give_the_same_odds(
    mine: dict[str, int], theirs: dict[str, int], elephants: tuple[int, int], legionary: tuple[int, int]
) -> None:
    """Also where they negate the Cavalry within Legions, which changes no Battle Points."""
    field = Field(pack(mine), pack(theirs), 0, False, False, 1, 0, legionary=legionary)
    found = odds_of(field, elephants=elephants, policy="raise")
    winners, results = die_by_die(field, elephants)
    whole = 36 * 6 ** sum(elephants)
    chances = [Fraction(winners[side], whole) for side in range(3)]
    assert [found.attacker_wins, found.defender_wins, found.draw] == chances
    assert found.results == {key: Fraction(cases, whole) for key, cases in results.items()}


@pytest.mark.rule("PR-11.4.3", "PR-11.4.4a", "PR-11.4.4b", "PR-11.4.4d")
def test_naval_odds_are_those_of_all_dice() -> None:
    """Two against one: +2 BP; a difference of 1 or 2 sinks one Squadron, and the winner loses one on an odd roll."""
    found = naval_odds(2, 1)
    wins = sum(4 + a > 2 + b for a in range(1, 7) for b in range(1, 7))
    draws = sum(4 + a == 2 + b for a in range(1, 7) for b in range(1, 7))
    assert found.attacker_wins == Fraction(wins, 36)
    assert found.draw == Fraction(draws, 36)
    assert found.attacker_wins + found.defender_wins + found.draw == 1
    assert found.defender_sunk == found.attacker_wins + found.defender_wins / 2, "a winner with one may lose it"
    lost = sum(min(2, -(-(2 + b - 4 - a) // 2)) for a in range(1, 7) for b in range(1, 7) if 2 + b > 4 + a)
    assert found.attacker_lost == Fraction(lost, 36) + found.attacker_wins / 2
    assert naval_odds(1, 1, attacker_leader=True).attacker_wins == Fraction(21, 36)
    assert naval_odds(2, 2, attacker_worth=3).attacker_wins == naval_odds(3, 2).attacker_wins

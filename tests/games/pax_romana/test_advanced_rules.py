"""What the Advanced Game changes beside the cards: markers, Stability, Objectives, Legions, and three options."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from games.pax_romana.advanced_tools import ADVANCED, ROME, draw, table, to_operation, unasked, words
from games.pax_romana.battle_tools import causes
from games.pax_romana.helpers import WORLD, Units, at, choices, node, play, refused, script, stability, talents
from ludi.core import FastDice, SeededDice, registry
from ludi.games.pax_romana import GAME, PaxRomanaState, position
from ludi.games.pax_romana.asking.odds import odds_of
from ludi.games.pax_romana.ch03_sequence.activation import Activation, perched_armies, waste_away
from ludi.games.pax_romana.ch10_battle.losses import IN_BATTLE, Losses, loss_points
from ludi.games.pax_romana.ch10_battle.sums import field_of, legionary_cavalry
from ludi.games.pax_romana.world.pieces import CAVALRY, HEAVY, LIGHT, ONE, pack


def dealt(options: dict[str, Any]) -> PaxRomanaState:
    box = GAME.box(options)
    s = registry.find("pax-romana").deal(box, SeededDice(bytes(32)))
    assert isinstance(s, PaxRomanaState)
    return s


@pytest.mark.rule("PR-3.8.2a", "PR-3.4.2c")
@pytest.mark.parametrize("options", [ADVANCED, {"scenario": "IV"}, {"scenario": "VI"}], ids=str)
def test_each_player_has_four_markers_one_of_them_assigned(options: dict[str, Any]) -> None:
    s = dealt(options)
    powers = len(s.box.powers)
    assert s.box.markers == [4] * powers
    assert s.box.event_markers == 0
    assert sorted([s.active, *s.order]) == list(range(powers)), "each has its first Activation"
    assert s.pool == [3] * powers + [0], "then three of each are in the pool"


def maintained(heavy: int, **facts: Any) -> int:
    """What the Maintenance Phase costs Rome in Stability with so many Legions and three Civilization Points."""
    units: Units = {"rome": {"roma": {"legion": heavy}}}
    sites = {"roma": {"owner": "rome", "kind": "city"}}
    options = facts.pop("options", ADVANCED)
    s = position(
        options, units=units, sites=sites, operation="phase", phase="B", treasury={"rome": 40}, stability={"rome": 3}
    )
    cvp = s.view(0)["powers"][ROME]["cvp"]
    assert cvp == 3
    while s.stack[-1].name == "maintenance":
        play(s, "done")
    return stability(s, "rome") - 3


@pytest.mark.rule("PR-14.2.1o")
def test_an_army_above_four_times_the_civilization_points_costs_4_stability() -> None:
    assert maintained(12) == -3, "exactly four times is not above"
    assert maintained(13) == -4, "in place of the 3"
    assert maintained(3) == 0
    assert maintained(13, options=WORLD) == -3, "the Standard Game has no such step"


@pytest.mark.rule("PR-15.4.4a", "PR-15.4.4b")
def test_objectives_are_bought_in_the_advanced_game() -> None:
    for level, price in ((0, 1), (-1, 2), (-5, 3)):
        s = position(
            ADVANCED,
            operation="phase",
            phase="E",
            treasury={"rome": 5, "carthage": 5},
            stability={"rome": level},
            dice=FastDice(random.Random(level)),
        )
        while "objective" not in choices_of(s, "rome"):
            play(s, "done")
        seat = s.box.seat_of[ROME]
        s.play(seat, s.unspell("objective"))
        assert "objective" not in choices_of(s, "rome"), "one in each phase"
        while s.stack[-1].name == "manpower":
            play(s, "done")
        assert len(s.objectives[ROME]) == 1
        assert talents(s, "rome") == 5 - price


@pytest.mark.rule("PR-15.4.4b")
def test_nobody_buys_a_fourth_objective() -> None:
    s = position(
        ADVANCED,
        operation="phase",
        phase="E",
        treasury={"rome": 5, "carthage": 5},
        objectives=[[], [], [], ["A", "B", "C"]],
    )
    assert "objective" not in choices_of(s, "rome")


def choices_of(s: PaxRomanaState, power: str) -> list[str]:
    return [s.spell(action) for action in s.legal(s.box.seat_of[s.box.powers.index(power)])]


@pytest.mark.rule("PR-10.4.4a", "PR-10.4.4-EX1", "PR-10.6.7")
def test_legions_bring_cavalry_from_turn_iii_on_without_an_option() -> None:
    for full, reduced, horse in ((1, 0, 0), (2, 0, 1), (3, 0, 1), (4, 0, 2), (5, 0, 2), (1, 1, 0), (5, 1, 2)):
        units: Units = {"rome": {"roma": {"legion": full, "reduced-legion": reduced}}}
        assert legionary_cavalry(table(units, turn=2), ROME, node("roma")) == horse
        assert legionary_cavalry(table(units, turn=1), ROME, node("roma")) == 0, "not before turn III"
    greek: Units = {"greece": {"athens": {"heavy": 4}}}
    assert legionary_cavalry(table(greek, turn=2), 0, node("athens")) == 0


def clash(rome: dict[str, int], carthage: dict[str, int], **facts: Any) -> tuple[dict[str, int], Any]:
    """The Shifts were Rome to attack Carthage at Capua, and the Field."""
    s = table({"rome": {"capua": rome}}, turn=facts.pop("turn", 2), **facts)
    s.add(2, node("capua"), sum(number * ONE[KINDS[word]] for word, number in carthage.items()))
    field = field_of(s, (ROME,), (2,), node("capua"), False, False)
    return causes(field), field


KINDS = {"heavy": HEAVY, "cavalry": CAVALRY, "light": LIGHT}


@pytest.mark.rule("PR-10.4.4b", "PR-10.6.7-EX1")
def test_legionary_cavalry_adds_no_points() -> None:
    _, four = clash({"legion": 4}, {"heavy": 5})
    assert four.points()[0] == 16
    assert four.legionary == (2, 0)
    _, hurt = clash({"legion": 3, "reduced-legion": 1}, {"heavy": 5})
    assert hurt.points()[0] == 14
    assert hurt.legionary == (1, 0)


@pytest.mark.rule("PR-10.4.4c", "PR-10.4.4d")
def test_supremacy_needs_as_much_regular_cavalry() -> None:
    alone, _ = clash({"legion": 4}, {"heavy": 5})
    assert alone["cavalry"] == 1, "two against none is Superiority only"
    few, _ = clash({"legion": 4, "cavalry": 1}, {"heavy": 5})
    assert few["cavalry"] == 1, "nor may one leave the Legions' Cavalry uncounted"
    enough, _ = clash({"legion": 4, "cavalry": 2}, {"heavy": 5})
    assert enough["cavalry"] == 3


LATE = {**ADVANCED, "late_legions": True, "last_turn": 10}


@pytest.mark.rule("PR-10.4.5")
def test_late_legions_have_5_points_and_no_cavalry() -> None:
    for turn, chosen, points_, horse in ((8, True, 20, 0), (9, True, 20, 0), (7, True, 16, 2), (8, False, 16, 2)):
        options = LATE if chosen else {**ADVANCED, "last_turn": 10}
        _, field = clash({"legion": 4}, {"heavy": 5}, turn=turn, options=options)
        assert field.points()[0] == field.bases()[0] == points_
        assert field.legionary == (horse, 0)
    _, hurt = clash({"legion": 3, "reduced-legion": 1}, {"heavy": 5}, turn=8, options=LATE)
    assert hurt.points()[0] == 17, "a Reduced Legion stays at 2"


@pytest.mark.rule("PR-10.4.5")
def test_late_legions_take_losses_at_their_new_worth() -> None:
    for amount, left in ((5, {"legion": 1}), (3, {"legion": 1, "reduced-legion": 1}), (8, {"reduced-legion": 1})):
        s = table({"rome": {"roma": {"legion": 2}}}, turn=8, options=LATE)
        s.push(Losses((ROME,), ROME, node("roma"), amount, IN_BATTLE, True, False))
        s.run()
        assert at(s, "rome", "roma") == left


@pytest.mark.rule("PR-10.4.5")
def test_exact_odds_know_late_legions() -> None:
    _, field = clash({"legion": 1}, {"heavy": 2}, turn=8, options=LATE)
    late, early = odds_of(field), odds_of(replace(field, late=False))
    assert late.attacker_wins > early.attacker_wins, "5 BP against 6 instead of 4"
    assert late.attacker_destroyed < early.attacker_destroyed
    assert all(lost == loss_points(5, percent // 10) for percent, _, lost, _ in late.results)
    most = sum(
        (chance for (_, _, lost, _), chance in late.results.items() if lost > 3),
        start=Fraction(0),
    )
    assert late.attacker_destroyed == most, "3 of 5 BP leave a Reduced Legion, 4 leave nobody"


def peak() -> str:
    """A Mountain Fortress."""
    s = table({})
    return next(s.box.place(n) for n in range(s.box.atlas.spaces) if s.box.atlas.is_mountain[n] and s.box.open[n])


@pytest.mark.rule("PR-9.6.5")
def test_an_army_that_stays_in_a_mountain_fortress_wastes_away() -> None:
    for chosen, units, left in ((True, 3, 2), (True, 2, 2), (False, 3, 3)):
        s = wasted({peak(): {"light": units}}, chosen)
        assert sum(at(s, "rome", peak()).values()) == left


@pytest.mark.rule("PR-9.6.5")
def test_an_army_that_leaves_the_mountain_does_not() -> None:
    s = wasted({peak(): {"light": 3}}, True, stay=False)
    assert sum(stack for places in [at(s, "rome", peak())] for stack in places.values()) == 2


@pytest.mark.rule("PR-9.6.5")
def test_only_who_was_there_as_the_activation_began_wastes_away_and_only_in_the_mountains() -> None:
    s = wasted({"capua": {"light": 3}, peak(): {"light": 2}}, True)
    assert at(s, "rome", "capua") == {"light": 3}
    s = table({"rome": {peak(): {"light": 3}}}, options={**ADVANCED, "mountain_attrition": True})
    rome, where = s.box.powers.index("rome"), s.box.atlas.index[peak()]
    activation = next(p for p in s.stack if isinstance(p, Activation))
    activation.perched = perched_armies(s, rome)
    s.remove(rome, where, pack({"light": 2}))
    s.add(rome, where, pack({"light": 2}))
    s.mark_moved(rome, where, pack({"light": 2}))
    waste_away(s, activation)
    assert at(s, "rome", peak()) == {"light": 3}, "two of the three have come in its course"


def wasted(units: dict[str, dict[str, int]], chosen: bool, stay: bool = True) -> PaxRomanaState:
    """Rome's Activation from its beginning to its end; if the Army does not stay, one of its Units goes."""
    options = {**ADVANCED, "mountain_attrition": chosen}
    s = table({"rome": units}, options=options, deck=["revenues-and-stability"])
    activation = s.stack[-1]
    activation.stage = "beginning"
    s.run()
    unasked(play(s, "pay"))
    to_operation(s)
    script(s, [1, 1, 1, 1])
    play(s, "expand")
    if not stay:
        play(s, f"minor:{peak()}", "take:light")
        if "go" in choices(s):
            play(s, "go")
        play(s, next(word for word in choices(s) if word.startswith("march:")))
        while s.stack[-1].name == "move":
            play(s, "halt")
        unasked(s)
    s.pool = [0] * len(s.pool)
    play(s, "done")
    return s


@pytest.mark.rule("PR-14.2.2")
def test_units_are_disbanded_before_the_operation_with_the_option() -> None:
    units: Units = {"rome": {"roma": {"legion": 2, "reduced-legion": 1}, "capua": {"light": 1}}}
    s = to_operation(draw(units, "revenues-and-stability", options={**ADVANCED, "disbanding": True}))
    assert words(s, "disband-legion") == {"roma"}
    assert refused(s, "rome", "disband-legion:capua") == "PR-14.2.2"
    play(s, "disband-legion:roma")
    assert at(s, "rome", "roma") == {"legion": 2}
    play(s, "disband-legion:roma", "disband-legion:roma")
    assert at(s, "rome", "roma") == {}, "any number"
    play(s, "expand")
    assert not words(s, "disband-legion"), "the first thing of all"
    without = to_operation(draw(units, "revenues-and-stability"))
    assert refused(without, "rome", "disband-legion:roma") == "PR-14.2.2"
    greek: Units = {"greece": {"athens": {"heavy": 1}}}
    other = to_operation(
        draw(greek, "revenues-and-stability", active="greece", options={**ADVANCED, "disbanding": True})
    )
    play(other, "disband-heavy:athens")
    assert at(other, "greece", "athens") == {}


@pytest.mark.rule("PR-14.2.2")
def test_nobody_disbands_in_an_activation_that_a_card_took() -> None:
    s = draw({"rome": {"roma": {"legion": 1}}}, "dies-irae", options={**ADVANCED, "disbanding": True})
    unasked(s)
    assert not words(s, "disband-legion")

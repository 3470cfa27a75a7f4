"""Chapter 10: Land Battles, their sums and their course."""

from __future__ import annotations

from fractions import Fraction

import pytest

from games.pax_romana.battle_tools import attack, battle_of, causes, clash_of, field, finish
from games.pax_romana.helpers import (
    actor,
    at,
    choices,
    mp,
    play,
    script,
    world,
)
from ludi.games.pax_romana import odds
from ludi.games.pax_romana.asking.odds import shifted
from ludi.games.pax_romana.asking.roll_odds import continuity_odds, interception_odds, pirate_odds
from ludi.games.pax_romana.ch10_battle.battle import STEPS, Battle
from ludi.games.pax_romana.ch10_battle.losses import loss_points
from ludi.games.pax_romana.ch10_battle.sums import ATTACKER, DEFENDER, odds_label, odds_shifts


@pytest.mark.rule(
    "PR-10.3.1e", "PR-10.3.1-EX1", "PR-10.3.1-EX3", "PR-10.3.1g", "PR-10.3.6b", "PR-10.3.6-EX1", "PR-2.6-T-ODDS"
)
def test_odds_and_their_shifts() -> None:
    labels = {(12, 6): "2:1", (11, 6): "2:1", (10, 6): "1.5:1", (26, 10): "3:1", (5, 4): "1:1", (7, 4): "1.5:1"}
    labels |= {(5, 2): "2:1", (7, 2): "3:1", (9, 2): "4:1", (24, 6): "4:1", (6, 6): "1:1", (95, 10): "9:1"}
    for (larger, smaller), label in labels.items():
        assert odds_label(larger, smaller) == label, (larger, smaller)
    assert [odds_shifts(a, b) for a, b in ((1, 1), (3, 2), (2, 1), (3, 1), (4, 1), (10, 1))] == [0, 1, 2, 3, 4, 10]
    assert odds_shifts(15, 1) == 15
    assert loss_points(24, 1) == 2
    assert loss_points(25, 1) == 3


@pytest.mark.rule("PR-10.0-EX1", "PR-10.3.1j", "PR-10.3.1o", "PR-10.3.1p", "PR-10.2-9")
def test_the_example_of_the_shifts() -> None:
    def fight(*words: str) -> tuple[int, int]:
        leaders = {"rome-4": "roma", "carthage-2": "capua"}
        s = attack({"legion": 6}, {"heavy": 3, "cavalry": 3}, [4, 1], leaders=leaders)
        battle = clash_of(s)
        assert causes(battle.field(s)) == {"odds": 2, "leader": -1, "cavalry": -3}
        assert battle.shifts == -2
        assert actor(s) == "carthage"
        play(s, *words)
        return battle.dice[ATTACKER] * 10, battle.dice[DEFENDER] * 10

    assert fight("raise", "raise") == (40, 30), "Rome loses 30 per cent"
    assert fight("lower", "lower") == (20, 10), "Carthage loses 20 per cent"
    assert fight("raise", "lower") == (30, 20), "Rome 20 and Carthage 30"
    assert fight("done") == (40, 10), "no change"
    results = {shifted(4, 1, -2, policy) for policy in ("raise", "lower")}
    assert results == {(4, 3), (2, 1)}


@pytest.mark.rule("PR-10.3.1p", "PR-10.3.1-EX4")
def test_dice_end_between_zero_and_ten() -> None:
    s = attack({"legion": 20}, {"light": 3}, [6, 1])
    assert clash_of(s).shifts > 20
    play(s, "lower")
    assert battle_of(s).dice[DEFENDER] == 0
    assert "lower" not in choices(s)
    play(s, *["raise"] * 4)
    assert battle_of(s).dice[ATTACKER] == 10
    assert choices(s) == ["done"]


@pytest.mark.rule("PR-10.3.1-EX4")
def test_shifts_of_both_sides_are_set_off() -> None:
    f = field({"heavy": 4, "cavalry": 1}, {"heavy": 2}, attacker_tactical=1, defender_tactical=2)
    assert causes(f) == {"odds": 2, "cavalry": 1, "leader": -1}
    assert f.net() == 2


@pytest.mark.rule(
    "PR-10.3.1-EX5",
    "PR-10.2-5",
    "PR-10.2-6",
    "PR-10.2-7",
    "PR-10.2-8",
    "PR-10.2-9",
    "PR-10.2-10",
    "PR-10.3.1p",
    "PR-10.3.1q",
)
def test_greece_against_the_east() -> None:
    def fight(*shifts: str) -> Battle:
        units = {
            "greece": {"laodicea": {"heavy": 5, "light": 6}},
            "east": {"emesa": {"heavy": 3, "light": 2}},
        }
        leaders = {"greece-4": "laodicea", "east-6": "emesa"}
        s = world(units, active="greece", leaders=leaders, dice=[3])
        play(s, "major:laodicea", "take-all", "march:antioch")
        while "no" in choices(s):
            play(s, "no")
        script(s, [3, 5])
        play(s, "march:emesa", "stand")
        battle = clash_of(s)
        assert battle.shifts == 3
        assert battle.field(s).points() == (21, 11)
        assert causes(battle.field(s)) == {"odds": 2, "leader": 1}
        assert (battle.dice[ATTACKER], battle.dice[DEFENDER]) == (3, 5)
        assert actor(s) == "greece"
        play(s, *shifts)
        return battle

    lowered = fight("lower", "lower", "lower")
    assert (lowered.dice[ATTACKER], lowered.dice[DEFENDER]) == (3, 2)
    assert lowered.winner == 0
    raised = fight("raise", "raise", "raise")
    assert (raised.dice[ATTACKER], raised.dice[DEFENDER]) == (6, 5)


@pytest.mark.rule(
    "PR-10.3.1k", "PR-10.3.1l", "PR-10.3.1m", "PR-10.3.1d", "PR-10.4.2a", "PR-10.4.2c", "PR-10.3.1b", "PR-7.3.3a"
)
def test_mountains_landings_and_walls() -> None:
    f = field({"heavy": 3, "cavalry": 3}, {"heavy": 3}, mountain=True)
    assert causes(f) == {"mountain": -2}
    assert f.points() == (9, 9)
    f = field({"heavy": 3, "cavalry": 2}, {"heavy": 3, "cavalry": 1}, amphibious=True)
    assert causes(f)["amphibious"] == -2
    assert f.points() == (9, 10)
    assert "cavalry" in causes(f)
    f = field({"heavy": 4, "cavalry": 2}, {"heavy": 1, "cavalry": 4}, walls=5, attacker_tactical=4, bids=(3, 1))
    assert f.points() == (12, 8)
    assert causes(f) == {"odds": 1, "leader": 1, "siege": 1}
    assert field({"heavy": 1}, {"heavy": 1}, walls=2, bids=(2, 2)).net() == -odds_shifts(5, 3)


@pytest.mark.rule("PR-10.2-1", "PR-10.0a", "PR-10.0b", "PR-1.4-BATTLE-SPACE", "PR-9.2.1g")
def test_the_attacker_pays_one_mp() -> None:
    s = attack({"legion": 3}, {"heavy": 3}, [3, 3])
    move = next(p for p in s.stack if p.name == "move")
    assert move.mp == 4  # type: ignore[attr-defined]
    battle = next(p for p in s.stack if isinstance(p, Battle))
    assert battle.attackers == (s.box.powers.index("rome"),)


@pytest.mark.rule("PR-10.1", "PR-10.2-13", "PR-10.7.3", "PR-10.7.7a", "PR-7.4.4", "PR-9.2.1h")
def test_a_beaten_attacker_regroups_and_pays_to_move_on() -> None:
    s = attack({"legion": 3}, {"heavy": 4}, [1, 3])
    finish(s)
    assert at(s, "carthage", "capua")["heavy"] == 3
    assert at(s, "rome", "capua") == {}
    assert sum(at(s, "rome", "roma").values()) >= 2
    assert mp(s) == 4
    play(s, "march:bavianum")
    assert mp(s) == 2


@pytest.mark.rule("PR-10.1")
def test_after_a_draw_nobody_pays() -> None:
    s = attack({"legion": 3}, {"heavy": 4}, [2, 2])
    finish(s)
    assert at(s, "rome", "capua") == {}
    play(s, "march:bavianum")
    assert mp(s) == 3


def test_odds_agree_with_plain_counting() -> None:
    result = odds({"legion": 3}, {"heavy": 4})
    assert result.attacker_wins == result.defender_wins == Fraction(15, 36)
    assert result.draw == Fraction(6, 36)
    assert sum(result.results.values()) == 1
    strong = odds({"legion": 6}, {"light": 2}, attacker_leader=3, defender_leader=1, policy="raise")
    assert strong.attacker_wins > Fraction(30, 36)
    assert strong.attacker_leader_dies == strong.attacker_wins / 36 + (1 - strong.attacker_wins) / 18


@pytest.mark.rule("PR-9.3.2e", "PR-11.1.3", "PR-12.6.3a", "PR-12.6.4b")
def test_odds_of_single_rolls() -> None:
    assert interception_odds(5) == Fraction(21, 36)
    assert interception_odds(0) == Fraction(1, 36)
    assert continuity_odds() == Fraction(21, 36)
    assert continuity_odds(-1) == Fraction(26, 36)
    assert continuity_odds(2) == Fraction(10, 36)
    assert pirate_odds(1) == Fraction(3, 6)
    assert pirate_odds(2, leader=True) == 1
    assert pirate_odds(1, cilician=True) == Fraction(2, 6)


@pytest.mark.rule("PR-10.3.1h", "PR-10.3.1i", "PR-10.3.1j")
def test_shifts_for_cavalry_and_leaders() -> None:
    assert causes(field({"heavy": 3, "cavalry": 1}, {"heavy": 3, "light": 1})) == {"cavalry": 1}
    assert causes(field({"heavy": 3, "light": 2}, {"heavy": 3, "cavalry": 2})) == {"cavalry": -3}
    assert causes(field({"heavy": 3}, {"heavy": 3}, attacker_tactical=4, defender_tactical=1)) == {"leader": 3}
    assert causes(field({"heavy": 3}, {"heavy": 3}, defender_tactical=2)) == {"leader": -2}
    walls = field({"heavy": 4}, {"heavy": 2}, walls=5, attacker_tactical=4, defender_tactical=1)
    assert causes(walls) == {"leader": 1}


@pytest.mark.rule("PR-10.2-15", "PR-9.2.1h", "PR-10.7.6f")
def test_after_a_victory_the_army_moves_on_with_what_it_has() -> None:
    s = attack({"legion": 5}, {"light": 10}, [4, 1])
    play(s, "done", "retreat", "march:paestum", "halt")
    assert mp(s) == 4
    play(s, "march:venusia")
    assert mp(s) == 3, "the Winner pays nothing more"


@pytest.mark.rule("PR-10.2-15")
def test_every_stage_of_a_battle_belongs_to_a_step() -> None:
    parts = Battle.__subclasses__()
    assert [stage for stage in STEPS for part in parts if stage in part.stages] == list(STEPS), "each in one part"
    assert all(part.first in part.stages for part in parts)
    assert list(STEPS.values()) == sorted(STEPS.values())

"""Chapters 10.3 and 10.6: losses in Battle."""

from __future__ import annotations

import pytest

from games.pax_romana.battle_tools import attack, battle_of, field, finish
from games.pax_romana.helpers import (
    actor,
    at,
    choices,
    city,
    node,
    play,
    script,
    town,
    world,
)
from ludi.games.pax_romana import PaxRomanaState
from ludi.games.pax_romana.asking import questions as q
from ludi.games.pax_romana.ch10_battle.losses import loss_points
from ludi.games.pax_romana.world.pieces import pack


@pytest.mark.rule("PR-10.3.3a", "PR-10.3.1f", "PR-10.3.1-EX2")
def test_losses_round_half_up() -> None:
    assert [loss_points(10, roll) for roll in range(11)] == list(range(11))
    assert loss_points(9, 4) == 4
    assert loss_points(5, 5) == 3
    assert loss_points(5, 3) == 2


@pytest.mark.rule("PR-10.3.3-EX1", "PR-10.3.3b", "PR-10.6.2a", "PR-10.6.3", "PR-10.3.2a", "PR-10.2-12")
def test_nine_points_at_forty_per_cent() -> None:
    s = attack({"legion": 2}, {"heavy": 3}, [4, 3])
    play(s, *(["done"] if "done" in choices(s) else []))
    play(s, "hold", "keep")
    assert at(s, "carthage", "capua") == {"heavy": 1, "reduced-heavy": 1}


@pytest.mark.rule("PR-10.6.1a", "PR-10.6.1b", "PR-10.6.1-EX1")
def test_a_legion_is_reduced_then_gone() -> None:
    s = world({"rome": {"roma": {"legion": 2}}}, operation="choose")
    assert q.ways_to_lose(s, "rome", "roma", 1) == [{"legion": 1, "reduced-legion": -1}]
    s = world({"rome": {"roma": {"legion": 1, "reduced-legion": 1}}}, operation="choose")
    assert q.ways_to_lose(s, "rome", "roma", 1) == [{"reduced-legion": 1}]
    assert q.ways_to_lose(s, "rome", "roma", 4) == [{"legion": 1}]
    s = world({"rome": {"roma": {"legion": 1, "reduced-legion": 1, "light": 2}}}, operation="choose")
    assert q.ways_to_lose(s, "rome", "roma", 1) == [{"reduced-legion": 1}], "the Reduced one takes the first loss"
    assert q.ways_to_lose(s, "rome", "roma", 2) == [{"reduced-legion": 1}], "it absorbs two"


@pytest.mark.rule("PR-10.6.2b")
def test_a_reduced_heavy_goes_before_a_reduced_legion() -> None:
    s = world({"rome": {"roma": {"reduced-heavy": 1, "reduced-legion": 1, "light": 3}}}, operation="choose")
    assert q.ways_to_lose(s, "rome", "roma", 1) == [{"reduced-heavy": 1}]
    assert q.ways_to_lose(s, "rome", "roma", 3) == [{"reduced-heavy": 1, "reduced-legion": 1}]


@pytest.mark.rule("PR-10.6.4", "PR-10.6.4-EX1", "PR-10.3.2b")
def test_five_heavy_lose_four() -> None:
    s = world({"rome": {"roma": {"heavy": 5}}}, operation="choose")
    assert q.ways_to_lose(s, "rome", "roma", 4) == [{"heavy": 2, "reduced-heavy": -1}]
    assert q.ways_to_lose(s, "rome", "roma", 3) == [{"heavy": 1}]
    assert q.ways_to_lose(s, "rome", "roma", 6) == [{"heavy": 2}]
    s = world({"rome": {"roma": {"heavy": 1, "light": 1, "mercenary": 1}}}, operation="choose")
    ways = q.ways_to_lose(s, "rome", "roma", 2)
    assert {"heavy": 1, "reduced-heavy": -1} in ways
    assert {"mercenary": 1} in ways
    assert {"light": 1, "heavy": 1, "reduced-heavy": -1} in ways


@pytest.mark.rule("PR-10.3.2c", "PR-10.4.9", "PR-12.1.1c")
def test_cavalry_may_take_losses_elephants_and_garrisons_never() -> None:
    s = world({"rome": {"roma": {"cavalry": 1, "light": 1, "elephant": 1, "garrison": 1}}}, operation="choose")
    ways = q.ways_to_lose(s, "rome", "roma", 1)
    assert {"cavalry": 1} in ways
    assert {"light": 1} in ways
    assert len(ways) == 2


@pytest.mark.rule("PR-10.3.2d", "PR-7.3.3b", "PR-7.3.4a")
def test_walls_absorb_two_points_each_down_to_their_minimum() -> None:
    s = world({"rome": {"roma": {"light": 2}}}, sites={"roma": city("rome")}, operation="choose")
    ways = q.ways_to_lose(s, "rome", "roma", 4, walls=True)
    assert {"wall": 2} in ways
    assert all(way.get("wall", 0) <= 2 for way in q.ways_to_lose(s, "rome", "roma", 9, walls=True))
    t = world({"rome": {"roma": {"light": 2}}}, sites={"roma": town("rome")}, operation="choose")
    assert all(way.get("wall", 0) <= 1 for way in q.ways_to_lose(t, "rome", "roma", 9, walls=True))


@pytest.mark.rule("PR-10.3.4", "PR-10.3.4-EX1")
def test_wall_points_are_part_of_the_base() -> None:
    assert field({"heavy": 1}, {"light": 2}, walls=5).bases()[1] == 7


@pytest.mark.rule("PR-4.3.1g", "PR-4.3.1h", "PR-10.3.2a")
def test_the_commander_says_whose_unit_of_a_combined_army_is_lost() -> None:
    def fight(*words: str) -> PaxRomanaState:
        s = world({"rome": {"roma": {"legion": 9}}, "greece": {"capua": {"light": 5}}}, dice=[2])
        s.add(s.box.powers.index("carthage"), node("capua"), pack({"light": 4, "cavalry": 1}))
        play(s, "major:roma", "take-all", "march:capua")
        script(s, [1, 2])
        while "stand" in choices(s):
            play(s, "stand")
        play(s, "done")
        return play(s, *words)

    s = fight()
    assert actor(s) in ("greece", "carthage")
    assert set(choices(s)) == {"lose:light", "lose:cavalry"}
    s = fight("lose:light")
    assert set(choices(s)) == {"whose:greece", "whose:carthage"}
    assert at(fight("lose:light", "whose:greece"), "greece", "capua") == {"light": 4}
    assert at(fight("lose:light", "whose:carthage"), "carthage", "capua") == {"light": 3, "cavalry": 1}
    assert at(fight("lose:cavalry"), "carthage", "capua") == {"light": 4}


@pytest.mark.rule("PR-10.3.3b", "PR-10.3.3a", "PR-10.3.6-EX1")
def test_a_loss_is_the_least_that_must_go() -> None:
    s = world({"rome": {"roma": {"legion": 2, "light": 1}}}, operation="choose")
    ways = q.ways_to_lose(s, "rome", "roma", 3)
    value = {"legion": 4, "reduced-legion": 2, "light": 1}
    assert all(sum(value[kind] * number for kind, number in way.items()) >= 3 for way in ways)
    assert {"light": 1, "legion": 1, "reduced-legion": -1} in ways, "1 + 2"
    assert {"legion": 1} in ways, "4 for 3"
    assert len(ways) == 2


@pytest.mark.rule("PR-10.6.1-EX1", "PR-10.6.1b", "PR-10.6.3")
def test_two_legions_in_two_battles() -> None:
    s = attack({"light": 9}, {"heavy": 9}, [1, 1])
    assert battle_of(s).field(s).points() == (9, 27)
    for army, left in (({"legion": 2}, {"legion": 1, "reduced-legion": 1}), (None, {"legion": 1})):
        s = attack(army or {"legion": 1, "reduced-legion": 1}, {"heavy": 3}, [1, 1])
        finish(s, "done")
        assert at(s, "rome", "roma") == left


@pytest.mark.rule("PR-10.6.4", "PR-10.6.3")
def test_in_one_battle_only_one_unit_is_reduced() -> None:
    s = world({"rome": {"roma": {"legion": 2, "heavy": 2}}}, operation="choose")
    for amount in range(1, 15):
        for way in q.ways_to_lose(s, "rome", "roma", amount):
            reduced = -way.get("reduced-legion", 0) - way.get("reduced-heavy", 0)
            assert reduced <= 1, (amount, way)


@pytest.mark.rule("PR-10.4.2a", "PR-7.3.1c")
def test_behind_walls_and_in_the_mountains_cavalry_takes_no_losses() -> None:
    s = world(
        {"rome": {"celaenae": {"legion": 4, "cavalry": 1}}, "carthage": {"iconium": {"heavy": 3, "cavalry": 1}}},
        dice=[4],
    )
    play(s, "major:celaenae", "take-all", "march:iconium")
    script(s, [4, 4])
    play(s, "stand")
    assert s.stack[-1].name != "losses", "there is nothing to choose"
    assert at(s, "carthage", "iconium") == {"heavy": 1, "reduced-heavy": 1, "cavalry": 1}, "40 per cent of 9"
    assert at(s, "rome", "celaenae")["cavalry"] == 1
    walls = attack({"legion": 4, "cavalry": 1}, {"heavy": 1, "cavalry": 2}, [2, 2], sites={"capua": city("carthage")})
    play(walls, "walls", "bid:0", "bid:0")
    play(walls, *(["done"] if "done" in choices(walls) else []))
    assert set(choices(walls)) == {"lose:heavy", "lose:wall"}


@pytest.mark.rule("PR-10.4.9")
def test_elephants_go_with_the_last_of_their_army() -> None:
    s = attack({"legion": 6}, {"light": 1, "elephant": 2}, [6, 1])
    play(s, "elephants:0")
    finish(s, "raise", "hold")
    assert at(s, "carthage", "capua") == {}
    units = {"carthage": {"bavianum": {"light": 1, "elephant": 2}}, "rome": {"capua": {"legion": 6}}}
    s = world(units, active="carthage", dice=[4])
    play(s, "major:bavianum", "take-all", "march:capua", "stand")
    script(s, [1, 6])
    play(s, "elephants:0")
    finish(s, "raise")
    assert at(s, "carthage", "capua") == at(s, "carthage", "bavianum") == {}

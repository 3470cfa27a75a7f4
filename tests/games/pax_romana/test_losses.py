"""Chapters 10.3 and 10.6: losses in Battle."""

from __future__ import annotations

import pytest

from games.pax_romana.battle_tools import attack, field
from games.pax_romana.helpers import (
    at,
    choices,
    city,
    play,
    town,
    world,
)
from ludi.games.pax_romana import questions as q
from ludi.games.pax_romana.losses import loss_points


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


@pytest.mark.rule("PR-10.6.2b")
def test_a_reduced_heavy_goes_before_a_reduced_legion() -> None:
    s = world({"rome": {"roma": {"reduced-heavy": 1, "reduced-legion": 1, "light": 3}}}, operation="choose")
    assert q.ways_to_lose(s, "rome", "roma", 1) == [{"reduced-heavy": 1}]
    assert q.ways_to_lose(s, "rome", "roma", 3) == [{"reduced-heavy": 1, "reduced-legion": 1}]


@pytest.mark.rule("PR-10.6.4", "PR-10.6.4-EX1", "PR-10.3.2b")
def test_five_heavy_lose_four() -> None:
    s = world({"rome": {"roma": {"heavy": 5}}}, operation="choose")
    assert q.ways_to_lose(s, "rome", "roma", 4) == [{"heavy": 2, "reduced-heavy": -1}]
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

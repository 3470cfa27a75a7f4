"""Chapter 12, clause by clause."""

from __future__ import annotations

import pytest

from games.pax_romana.helpers import at, choices, mp, node, play, refused, west, world
from games.pax_romana.sea_tools import number
from ludi.games.pax_romana.ch12_special.soldier_of_fortune import land_sof, remove_sof


@pytest.mark.rule("PR-12.1.3a")
def test_garrisons_alone_may_make_a_major_move() -> None:
    s = west({"rome": {"roma": {"garrison": 3}}}, dice=[4])
    play(s, "major:roma", "take-all")
    assert mp(s) == 4
    play(s, "march:capua", "halt")
    assert at(s, "rome", "capua") == {"garrison": 3}


@pytest.mark.rule("PR-12.4.3", "PR-12.4.6")
def test_the_force_of_a_soldier_of_fortune() -> None:
    s = world({"carthage": {"utica": {"heavy": 1}}}, operation="choose")
    land_sof(s, number(s, "carthage"), node("zama"))
    leader = s.box.leader("soldier-of-fortune")
    assert s.leader_at[leader] == node("zama")
    assert (s.box.leaders[leader].tactical, s.box.leaders[leader].campaign) == (3, 4)
    assert at(s, "soldier-of-fortune", "zama") == {"heavy": 4, "light": 2, "cavalry": 1, "elephant": 1}
    remove_sof(s)
    assert s.leader_at[leader] < 0
    assert at(s, "soldier-of-fortune", "zama") == {}


@pytest.mark.rule("PR-12.4.4d")
def test_a_soldier_of_fortune_is_lent_one_squadron_and_no_second_on_the_way() -> None:
    units = {
        "soldier-of-fortune": {"utica": {"heavy": 4}},
        "carthage": {"utica": {"galley": 2}, "carthago": {"galley": 3}},
    }
    s = west(units, active="carthage", soldier_of_fortune="carthage", dice=[6])
    play(s, "soldier:utica", "take-all", "embark")
    assert choices(s) == ["escort:0", "escort:1"]
    play(s, "escort:1", "sail:carthago")
    assert "take:galley" not in choices(s)
    assert refused(s, "carthage", "take:galley")

"""Chapters 9.1.4, 11.1.1, 11.2.2 and 11.3: voyages, and the Squadrons that escort an Army."""

from __future__ import annotations

import pytest

from games.pax_romana.battle_tools import finish
from games.pax_romana.helpers import at, choices, mp, play, refused, script, west, world
from games.pax_romana.sea_tools import alive, moving
from ludi.games.pax_romana import PaxRomanaState, position

# 11.1.1: a leg sailed again


@pytest.mark.rule("PR-11.1.1a", "PR-11.1.3")
def test_a_leg_may_be_sailed_again_after_a_stop() -> None:
    units = {"carthage": {"lilybaeum": {"galley": 1, "light": 1}}}
    s = west(units, active="carthage")
    play(s, "major:lilybaeum", "take:galley", "go")
    script(s, [6, 3, 3, 6, 3, 3])
    play(s, "sail:ntp-melita", "go", "sail:lilybaeum")
    assert "sail:ntp-melita" in choices(s), "there was a Stop since"
    play(s, "sail:ntp-melita", "go", "sail:lilybaeum")
    calm = west(units, active="carthage")
    play(calm, "major:lilybaeum", "take:galley", "go")
    script(calm, [1])
    play(calm, "sail:ntp-melita", "sail:lilybaeum")
    assert "sail:ntp-melita" not in choices(calm), "without a Stop a voyage does not go to and fro"


# 9.1.4, 11.2.2: escorts


@pytest.mark.rule("PR-11.2.2")
def test_an_army_on_a_naval_transit_point_may_take_its_escort_along() -> None:
    units = {"carthage": {"ntp-melita": {"light": 2, "galley": 2}, "lilybaeum": {"light": 1}}}
    for mode, words in (("major", ("take-all",)), ("minor", ("take:light",))):
        s = west(units, active="carthage", dice=[4])
        play(s, f"{mode}:ntp-melita", *words)
        assert choices(s) == ["escort:0", "escort:1", "escort:2"]
        play(s, "escort:2")
        assert mp(s) == 4, "no MP to embark"
        play(s, "sail:lilybaeum")
        assert at(s, "carthage", "lilybaeum")["galley"] == 2
        play(s, "debark")
        assert at(s, "carthage", "lilybaeum") == {"light": 3 if mode == "major" else 2, "galley": 2}
    left = west(units, active="carthage", dice=[4])
    play(left, "major:ntp-melita", "take-all", "escort:1", "sail:lilybaeum")
    assert at(left, "carthage", "ntp-melita") == {"galley": 1}
    alone = west({"carthage": {"ntp-melita": {"light": 2}, "lilybaeum": {"light": 1}}}, active="carthage", dice=[4])
    play(alone, "major:ntp-melita", "take-all")
    assert "sail:lilybaeum" in choices(alone), "without ships there is nothing to ask"


@pytest.mark.rule("PR-11.2.2", "PR-12.4.4d")
def test_the_squadron_lent_to_a_soldier_of_fortune_stays_with_him_at_sea() -> None:
    units = {
        "soldier-of-fortune": {"ntp-melita": {"heavy": 2, "galley": 1}},
        "greece": {"lilybaeum": {"heavy": 1}, "athens": {"heavy": 1}},
    }
    s = world(units, active="greece", soldier_of_fortune="greece", dice=[4])
    play(s, "soldier:ntp-melita", "take-all", "sail:lilybaeum", "debark")
    assert at(s, "soldier-of-fortune", "lilybaeum") == {"heavy": 2}
    assert at(s, "greece", "lilybaeum") == {"heavy": 1, "galley": 1}


def shuttle(galleys: int) -> PaxRomanaState:
    """A Light Infantry sails from Utica to Carthago with one Squadron as escort; a Minor Move each."""
    units = {"carthage": {"utica": {"light": 3, "galley": galleys}, "carthago": {"light": 1}, "zama": {"light": 1}}}
    s = west(units, active="carthage", dice=[4])
    play(s, "minor:utica", "take:light", "embark", "escort:1", "sail:carthago", "debark")
    return play(s, "halt") if "halt" in choices(s) else s


@pytest.mark.rule("PR-9.1.4b", "PR-11.3.2b")
def test_a_squadron_that_has_escorted_may_escort_again_and_nothing_else() -> None:
    s = shuttle(1)
    assert at(s, "carthage", "carthago") == {"light": 2, "galley": 1}
    assert s.stack[-1].name == "expansion"
    alone = s.copy()
    play(alone, "major:carthago")
    assert "take:galley" not in choices(alone)
    assert refused(alone, "carthage", "take:galley") == "PR-9.1.4b"
    play(alone, "take:light")
    script(s, [4])
    play(s, "minor:carthago", "take:light", "embark")
    assert choices(s) == ["escort:0", "escort:1"], "it escorts again"
    play(s, "escort:1", "sail:utica", "debark")
    assert at(s, "carthage", "utica") == {"light": 3, "galley": 1}
    twin = position(**s.snapshot())
    assert twin.snapshot() == s.snapshot()


@pytest.mark.rule("PR-9.1.4b")
def test_a_squadron_that_has_moved_alone_does_not_escort() -> None:
    units = {"carthage": {"utica": {"galley": 1}, "carthago": {"light": 2, "galley": 1}, "zama": {"light": 1}}}
    s = west(units, active="carthage")
    play(s, "minor:utica", "take:galley", "sail:carthago", "halt")
    script(s, [4])
    play(s, "major:carthago", "take:light", "go", "embark")
    assert choices(s) == ["escort:0", "escort:1"], "only the one that has lain here"
    assert refused(s, "carthage", "escort:2") == "PR-9.1.4b"
    play(s, "escort:1", "sail:utica", "debark")
    assert at(s, "carthage", "carthago") == {"light": 1, "galley": 1}
    assert at(s, "carthage", "utica") == {"light": 1, "galley": 1}


@pytest.mark.rule("PR-9.1.4b")
def test_who_has_escorted_goes_first_so_that_the_others_may_sail_alone() -> None:
    units = {"carthage": {"utica": {"light": 3, "galley": 1}, "carthago": {"light": 1, "galley": 1}}}
    s = west(units, active="carthage", dice=[4])
    play(s, "minor:utica", "take:light", "embark", "escort:1", "sail:carthago", "debark")
    if "halt" in choices(s):
        play(s, "halt")
    script(s, [4])
    play(s, "minor:carthago", "take:light", "embark", "escort:1", "sail:utica", "debark")
    if "halt" in choices(s):
        play(s, "halt")
    play(s, "major:carthago")
    assert "take:galley" in choices(s), "the Squadron of Carthago has not moved"


@pytest.mark.rule("PR-9.1.4b", "PR-11.1.7")
def test_ships_that_join_on_the_way_keep_to_their_duty() -> None:
    s = shuttle(2)
    play(s, "major:utica", "take:galley", "go", "sail:carthago")
    assert "take:galley" not in choices(s), "the escort does not join a Fleet without an Army"
    other = shuttle(2)
    script(other, [4])
    play(other, "minor:utica", "take:light", "embark", "escort:0", "sail:carthago")
    assert "take:galley" not in choices(other), "a Minor Move moves one Unit"
    other = shuttle(2)
    script(other, [4])
    play(other, "major:utica", "take:light", "go", "embark", "escort:0", "sail:carthago", "take:galley")
    assert moving(other).galleys == 1, "with an Army it may"


@pytest.mark.rule("PR-12.4.4d", "PR-8.4.4")
def test_the_escort_of_a_landing_that_fails_goes_back_to_its_owner() -> None:
    units = {
        "soldier-of-fortune": {"utica": {"light": 1}},
        "greece": {"utica": {"galley": 1}, "athens": {"heavy": 1}},
        "carthage": {"carthago": {"heavy": 6}},
    }
    leaders = {"soldier-of-fortune": "utica"}
    s = world(units, active="greece", soldier_of_fortune="greece", leaders=leaders, dice=[6])
    play(s, "soldier:utica", "take-all", "embark", "escort:1", "sail:carthago", "debark")
    script(s, [1, 6, 3, 4, 3, 4])
    play(s, "stand")
    finish(s)
    assert at(s, "soldier-of-fortune", "carthago") == {}
    assert at(s, "greece", "carthago") == {"galley": 1}
    assert not alive(s, "soldier-of-fortune")

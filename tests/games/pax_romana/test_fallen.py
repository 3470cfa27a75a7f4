"""Chapters 8.4 and 12.3: leaders who fall, Militia after a defeat."""

from __future__ import annotations

import pytest

from games.pax_romana.battle_tools import attack, finish
from games.pax_romana.helpers import (
    actor,
    at,
    choices,
    city,
    mp,
    node,
    play,
    refused,
    script,
    stability,
    town,
    west,
    world,
)
from ludi.games.pax_romana import PaxRomanaState


@pytest.mark.rule("PR-8.4.1a", "PR-8.4.1b", "PR-8.4.1c", "PR-10.2-14", "PR-8.4.2", "PR-8.4.5", "PR-8.1.3")
def test_leaders_die_on_two_and_twelve() -> None:
    def fall(dice: list[int]) -> PaxRomanaState:
        units = {"rome": {"roma": {"legion": 3}}, "carthage": {"capua": {"heavy": 6}}}
        s = world(units, leaders={"rome-9": "roma", "carthage-9": "capua"}, dice=[6])
        play(s, "major:roma", "take-all", "march:capua")
        script(s, [1, 4, *dice])
        play(s, "stand")
        return finish(s)

    def alive(s: PaxRomanaState, word: str) -> bool:
        return s.leader_at[s.box.leader(word)] >= 0

    lost = fall([1, 1, 1, 1])
    assert not alive(lost, "rome-9")
    assert alive(lost, "carthage-9")
    assert mp(lost) == 6
    both = fall([6, 6, 6, 6])
    assert not alive(both, "rome-9")
    assert not alive(both, "carthage-9")
    none = fall([3, 4, 3, 4])
    assert alive(none, "rome-9")
    assert mp(none) == 7


@pytest.mark.rule("PR-8.4.4")
def test_leaders_die_with_their_army() -> None:
    s = attack({"legion": 6}, {"light": 1}, [6, 1], leaders={"carthage-9": "capua"})
    finish(s, "raise", "hold")
    assert at(s, "carthage", "capua") == {}
    assert s.leader_at[s.box.leader("carthage-9")] == -1


@pytest.mark.rule("PR-12.3.1", "PR-12.3.2a", "PR-12.3.2d", "PR-14.2.1g", "PR-12.3.3c")
def test_militia_after_a_defeat_at_home() -> None:
    units = {"carthage": {"bavianum": {"heavy": 5}}, "rome": {"capua": {"legion": 2}}}
    s = world(units, active="carthage", stability={"rome": 2}, dice=[5])
    play(s, "major:bavianum", "take-all", "march:capua")
    script(s, [4, 1])
    play(s, "stand", "done", "hold", "keep")
    while s.stack[-1].name == "losses":
        play(s, choices(s)[0])
    assert actor(s) == "rome"
    assert set(choices(s)) == {"yes", "no"}
    script(s, [5])
    play(s, "yes")
    assert stability(s, "rome") == 1
    assert "levy:capua" not in choices(s), "the enemy is still there"
    play(s, "levy:ancona", "levy:roma", "levy:roma")
    assert at(s, "rome", "roma") == {"militia": 2}
    assert s.militia_raised


@pytest.mark.rule("PR-12.3.1")
def test_walls_that_fall_at_home_call_militia_too() -> None:
    units = {"carthage": {"bavianum": {"heavy": 5}}}
    s = world(units, active="carthage", stability={"rome": 2}, sites={"capua": city("rome")}, dice=[5])
    play(s, "major:bavianum", "take-all", "march:capua")
    script(s, [4, 1])
    while any(word.startswith("bid") for word in choices(s)):
        play(s, "bid:0")
    while s.stack[-1].name in ("battle", "losses"):
        play(s, next(word for word in ("done", "hold", "keep", choices(s)[0]) if word in choices(s)))
    assert s.sites[node("capua")].walls < 5
    assert (s.stack[-1].name, actor(s), choices(s)) == ("militia", "rome", ["yes", "no"])


@pytest.mark.rule("PR-12.3.2b", "PR-12.3.2c", "PR-12.3.2-EX1", "PR-12.7.4a")
def test_militia_by_stability() -> None:
    from ludi.games.pax_romana.ch12_special.militia import may_raise_militia, militia_raised

    assert [militia_raised(die, 3) for die in range(1, 7)] == [1, 1, 2, 2, 3, 3]
    assert [militia_raised(die, -2) for die in range(1, 7)] == [0, 0, 1, 1, 2, 2]
    s = world({}, stability={"rome": -5})
    rome = s.box.powers.index("rome")
    assert may_raise_militia(s, rome, node("capua"), 3, False) == "PR-12.3.2c"
    s.stability[rome] = 0
    assert may_raise_militia(s, rome, node("capua"), 3, True) == "PR-12.7.4a"
    assert may_raise_militia(s, rome, node("gades"), 3, False) == "PR-12.3.1"
    assert may_raise_militia(s, rome, node("capua"), 0, False) == "PR-12.3.1"
    assert may_raise_militia(s, rome, node("capua"), 1, False) == ""


@pytest.mark.rule("PR-12.3.3b")
def test_militia_stay_at_home() -> None:
    s = west({"rome": {"rhegium": {"militia": 1}}}, dice=[5])
    play(s, "minor:rhegium", "take:militia")
    assert "march:croton" in choices(s)
    assert refused(s, "rome", "march:messana") == "PR-12.3.3b"


@pytest.mark.rule("PR-8.4.6")
def test_a_leader_with_the_garrison_of_a_captured_town_dies() -> None:
    units = {"rome": {"roma": {"legion": 1}}, "carthage": {"capua": {"garrison": 1}}}
    s = world(units, leaders={"carthage-9": "capua"}, sites={"capua": town("carthage", 1)}, dice=[3])
    play(s, "minor:roma", "take:legion", "march:capua")
    assert at(s, "carthage", "capua") == {}
    assert s.leader_at[s.box.leader("carthage-9")] == -1

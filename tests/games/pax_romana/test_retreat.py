"""Chapter 10.7: Retreat and Regrouping."""

from __future__ import annotations

import pytest

from games.pax_romana.battle_tools import attack, finish
from games.pax_romana.helpers import (
    actor,
    at,
    choices,
    mp,
    node,
    play,
    script,
    west,
    world,
)
from ludi.games.pax_romana import questions as q
from ludi.games.pax_romana.battle import Battle


@pytest.mark.rule("PR-10.2-11", "PR-10.7.1", "PR-10.7.4a", "PR-10.7.4c", "PR-10.7.4f", "PR-12.1.1c")
def test_a_beaten_defender_may_retreat_with_fewer_losses() -> None:
    s = attack({"legion": 3}, {"heavy": 3, "garrison": 1}, [4, 1])
    play(s, "done")
    assert set(choices(s)) == {"retreat", "hold"}
    play(s, "retreat")
    assert "march:roma" not in choices(s)
    assert {"march:paestum", "march:venusia"} <= set(choices(s))
    play(s, "march:paestum", "halt")
    finish(s)
    assert at(s, "carthage", "paestum") == {"heavy": 2, "garrison": 1}
    assert at(s, "rome", "capua")
    assert mp(s) == 4


@pytest.mark.rule("PR-10.7.4b")
def test_two_spaces_must_lead_away() -> None:
    s = world({"carthage": {"capua": {"heavy": 1}}})
    spaces = q.retreats(s, "carthage", "capua", "roma")["land"]
    near = {s.box.place(n) for n, _ in s.box.atlas.land[node("capua")]}
    assert "tarentum" in spaces
    assert "barium" in spaces
    for word in spaces:
        assert word in near or node(word) not in {n for n, _ in s.box.atlas.land[node("capua")]}
    assert "roma" not in spaces


@pytest.mark.rule("PR-10.7.2a", "PR-10.7.2b", "PR-9.2.1i", "PR-10.7.6f")
def test_the_winner_may_drive_him_out_for_one_mp() -> None:
    s = attack({"legion": 3}, {"heavy": 3}, [4, 1])
    play(s, "done", "hold")
    assert actor(s) == "rome"
    play(s, "force")
    assert actor(s) == "carthage"
    play(s, "march:paestum", "halt")
    finish(s)
    assert at(s, "carthage", "paestum") == {"heavy": 2}, "30 per cent of 9 is 3"
    assert mp(s) == 3


@pytest.mark.rule("PR-10.7.4d", "PR-10.7.4e")
def test_without_a_way_out() -> None:
    rome = {"paestum": {"garrison": 1}, "bavianum": {"garrison": 1}, "venusia": {"garrison": 1}}
    units = {"rome": {"roma": {"legion": 3}, **rome}, "carthage": {"capua": {"heavy": 3}}}
    s = world(units, dice=[6])
    play(s, "major:roma", "take-all", "march:capua")
    script(s, [4, 1])
    if "stand" in choices(s):
        play(s, "stand")
    play(s, "done")
    assert actor(s) == "rome", "no Retreat is offered"
    play(s, "force")
    finish(s)
    assert at(s, "carthage", "capua") == {}


@pytest.mark.rule("PR-10.7.5", "PR-10.7.6d")
def test_retreat_by_sea() -> None:
    units = {"carthage": {"lilybaeum": {"heavy": 1, "galley": 1}, "agrigentum": {"light": 1}}}
    s = west(units, active="carthage")
    assert q.retreats(s, "carthage", "lilybaeum")["sea"] == ["agrigentum"]
    units["carthage"]["lilybaeum"] = {"heavy": 1}
    assert q.retreats(west(units, active="carthage"), "carthage", "lilybaeum")["sea"] == []


@pytest.mark.rule("PR-10.7.6e")
def test_transit_points_cost_a_retreating_army() -> None:
    s = west({"carthage": {"rhegium": {"heavy": 1}}}, active="carthage")
    tolls = q.retreats(s, "carthage", "rhegium", "croton")["land"]
    beyond = {s.box.place(n) for n, _ in s.box.atlas.land[node("ltp-lucania")]} - {"rhegium", "croton"}
    assert beyond
    assert {word: tolls[word] for word in beyond} == dict.fromkeys(beyond, 1)


@pytest.mark.rule("PR-10.7.6a")
def test_winning_cavalry_may_stop_a_retreat() -> None:
    s = attack({"legion": 3, "cavalry": 2}, {"heavy": 3}, [4, 1, 3])
    play(s, "done", "retreat")
    assert actor(s) == "rome"
    play(s, "yes")
    finish(s, "keep")
    assert at(s, "carthage", "capua") == {"heavy": 1, "reduced-heavy": 1}
    weak = attack({"legion": 3, "cavalry": 1}, {"heavy": 3}, [4, 1, 2])
    play(weak, "done", "retreat", "yes")
    battle = next(p for p in weak.stack if isinstance(p, Battle))
    assert battle.yielded == 1, "Superiority stops it only on a 1"


@pytest.mark.rule("PR-10.7.2c", "PR-13.1.3b", "PR-13.1.2b", "PR-13.1.7")
def test_tribes_never_retreat() -> None:
    s = world({"rome": {"narbo": {"legion": 4}}}, tribes={"nemausus": 6}, dice=[6, 4, 1])
    s.tribe_pool = []
    play(s, "major:narbo", "take-all", "march:nemausus", "done")
    finish(s)
    left = at(s, "tribes", "nemausus")["barbarian"]
    assert left == 4
    assert node("nemausus") not in s.tribes
    assert s.tribe_pool == [6]
    assert at(s, "rome", "nemausus") == {}


@pytest.mark.rule("PR-13.1.2b")
def test_a_tribe_without_losses_stays_a_counter() -> None:
    s = world({"rome": {"narbo": {"light": 1}}}, tribes={"nemausus": 4}, dice=[6, 1, 6])
    play(s, "minor:narbo", "take:light", "march:nemausus")
    finish(s)
    assert s.tribes == {node("nemausus"): 4 | 16}
    assert at(s, "tribes", "nemausus") == {}


@pytest.mark.rule("PR-10.7.7b", "PR-10.7.7-EX1")
def test_regrouping_at_nicomedia() -> None:
    units = {"greece": {"nicomedia": {"heavy": 2}}, "rome": {"iconium": {"legion": 6}}}
    s = world(units, active="greece", dice=[5])
    play(s, "major:nicomedia", "take-all")
    play(s, "march:ltp-bithynia", "march:ltp-phrygia")
    assert mp(s) == 3
    script(s, [1, 3])
    play(s, "march:iconium", "stand")
    finish(s, "done")
    assert sum(at(s, "greece", "nicomedia").values()) >= 1
    assert at(s, "greece", "ltp-phrygia") == {}

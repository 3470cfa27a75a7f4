"""Chapter 6: getting and spending."""

from __future__ import annotations

from typing import Any

import pytest

from games.pax_romana.helpers import (
    WEST,
    actor,
    at,
    choices,
    city,
    play,
    refused,
    stability,
    talents,
    town,
    west,
    world,
)
from ludi.games.pax_romana import PaxRomanaState, position
from ludi.games.pax_romana.asking import questions as q
from ludi.games.pax_romana.ch06_treasury.income import income
from ludi.games.pax_romana.ch06_treasury.maintenance import galleys_to_keep


def lines(s: PaxRomanaState, power: str) -> dict[str, int]:
    return {line["what"]: line["talents"] for line in q.income_of(s, power)}


@pytest.mark.rule("PR-6.1.1a", "PR-6.1.1b", "PR-6.1.3")
def test_income_of_provinces_and_territories() -> None:
    s = west({})
    assert lines(s, "rome") == {"cisalpina": 1, "italia": 2, "bruttium": 1, "rome": 1}
    units = {"rome": {"gades": {"legion": 1}}, "carthage": {"narbo": {"heavy": 1}}}
    s = world(units)
    found = lines(s, "east")
    assert found["egypt"] == 3
    assert lines(s, "carthage")["narbonensis"] == 2
    s = world({"greece": {"ephesus": {"heavy": 1}}})
    assert lines(s, "greece")["ionia"] == 2
    s = world({"rome": {"cnossus": {"legion": 1}}})
    assert lines(s, "rome")["crete"] == 1
    assert [line["what"] for line in q.income_of(s, "rome")].count("crete") == 1


@pytest.mark.rule(
    "PR-6.1.1c", "PR-6.1.1d", "PR-6.1.1e", "PR-6.1.1f", "PR-7.0.1a", "PR-7.0.1b", "PR-7.0.1c", "PR-7.0.1d"
)
def test_income_and_points_of_cities_and_towns() -> None:
    for kind, walls, coins, cvp in (
        ("town", 2, 1, 1),
        ("town", 1, 0, 0),
        ("city", 5, 3, 3),
        ("city", 4, 1, 1),
        ("city", 3, 1, 1),
    ):
        s = west({}, sites={"capua": {"owner": "rome", "kind": kind, "walls": walls}})
        assert lines(s, "rome")["capua"] == coins
        assert q.standings(s)["rome"]["cvp"] == cvp


@pytest.mark.rule("PR-6.1.1g", "PR-2.1.3e")
def test_the_mine_of_bergidum() -> None:
    s = west({"carthage": {"bergidum": {"light": 1}, "brigantium-hispania": {"light": 1}}})
    assert lines(s, "carthage")["mine-bergidum"] == 1
    assert lines(s, "carthage")["gallaecia"] == 1


def recruit(units: Any, active: str = "rome", coins: int = 10, **facts: Any) -> PaxRomanaState:
    powers = {"rome": coins, "carthage": coins, "greece": coins, "east": coins}
    return world(units, active=active, operation="recruitment", treasury=powers, **facts)


@pytest.mark.rule("PR-6.2.6-EX1", "PR-6.2.4b", "PR-6.2.6", "PR-6.2.7a", "PR-6.2.7b", "PR-6.2.5b")
def test_home_recruits_of_rome_and_greece() -> None:
    s = recruit({})
    kinds = {word.partition(":")[0] for word in choices(s)}
    assert kinds == {"done", "legion", "galley"}
    assert refused(s, "rome", "light:roma") == "PR-6.2.6"
    play(s, "legion:roma")
    assert talents(s, "rome") == 8
    assert at(s, "rome", "roma") == {"legion": 1}
    s = recruit({}, "greece")
    assert {word.partition(":")[0] for word in choices(s)} == {"done", "heavy", "galley"}
    play(s, "heavy:pella")
    assert talents(s, "greece") == 8


@pytest.mark.rule("PR-6.2.7-EX1", "PR-6.2.7c", "PR-6.2.4c", "PR-6.2.7h", "PR-6.2.5a")
def test_greece_raises_in_ionia() -> None:
    s = recruit({"greece": {"ephesus": {"heavy": 1}}}, "greece")
    play(s, "heavy:ephesus", "heavy:sardis", "light:ephesus", "light:ephesus", "light:miletus")
    assert talents(s, "greece") == 3
    assert at(s, "greece", "ephesus") == {"heavy": 2, "light": 2}


@pytest.mark.rule("PR-6.2.7-EX2", "PR-6.2.7d", "PR-6.2.7e", "PR-12.8.1")
def test_rome_raises_in_syria() -> None:
    units = {"rome": {word: {"legion": 1} for word in ("antioch", "laodicea", "tyre", "damascus")}}
    units["rome"] |= {word: {"legion": 1} for word in ("gaza", "joppa", "jerusalem")}
    s = recruit(units)
    for word in ("heavy:antioch", "light:antioch", "cavalry:antioch", "elephant:antioch"):
        assert word in choices(s), word
    assert refused(s, "rome", "elephant:jerusalem") == "PR-12.8.1"
    play(s, "cavalry:antioch", "elephant:antioch")
    assert talents(s, "rome") == 7


@pytest.mark.rule("PR-6.2.8")
def test_small_islands_raise_no_heavy_infantry() -> None:
    s = recruit({"greece": {"ephesus": {"heavy": 1}}}, "greece")
    for island in ("thasos", "limnos", "naxos", "lesbos-chios", "samos"):
        assert refused(s, "greece", f"heavy:{island}") == "PR-6.2.8"
    assert "light:samos" in choices(s)


@pytest.mark.rule("PR-6.2.7f", "PR-6.3a", "PR-6.3b", "PR-6.3c", "PR-3.2-F3b", "PR-6.3e", "PR-6.2.9")
def test_galleys() -> None:
    s = recruit({"carthage": {"ancona": {"galley": 1}}}, coins=30)
    assert refused(s, "rome", "galley:ancona") == "PR-6.3c"
    assert refused(s, "rome", "galley:capua") == "PR-6.3c"
    assert refused(s, "rome", "galley:gades") == "PR-6.3c"
    play(s, *["galley:roma"] * 12)
    assert talents(s, "rome") == 6
    assert at(s, "rome", "roma") == {"galley": 12}
    assert refused(s, "rome", "legion:roma") == "PR-3.2-F3b"
    other = play(recruit({}), "legion:roma")
    assert refused(other, "rome", "galley:roma") == "PR-3.2-F3b"


@pytest.mark.rule("PR-6.2.7g", "PR-12.1.5", "PR-12.1.6b")
def test_garrisons_are_not_bought() -> None:
    s = recruit({"rome": {"roma": {"garrison": 3}}})
    assert not any("garrison" in word for word in choices(s))


@pytest.mark.rule("PR-6.2.3", "PR-6.2.1b", "PR-3.5.1a")
def test_recruits_stand_in_own_or_empty_spaces_and_nothing_else_is_done() -> None:
    s = recruit({"carthage": {"rhegium": {"heavy": 1}}})
    assert "legion:croton" in choices(s)
    assert refused(s, "rome", "legion:rhegium") == "PR-6.2.4c"
    assert not any(word.startswith(("major", "minor", "town")) for word in choices(s))
    play(s, "done")
    assert s.stack == [] or s.stack[-1].name != "recruitment"


@pytest.mark.rule("PR-10.6.6b", "PR-10.6.6d", "PR-6.2.7h")
def test_rebuilding_costs_one_talent() -> None:
    s = recruit({"rome": {"roma": {"reduced-legion": 1}, "cnossus": {"reduced-legion": 1}}})
    play(s, "rebuild-legion:roma")
    assert at(s, "rome", "roma") == {"legion": 1}
    assert talents(s, "rome") == 9


def phase(letter: str, units: Any, **facts: Any) -> PaxRomanaState:
    facts.setdefault("treasury", {"rome": 10, "carthage": 10})
    facts.setdefault("markers", {"rome": 1})
    return position(facts.pop("options", WEST), units=units, operation="phase", phase=letter, **facts)


@pytest.mark.rule("PR-3.2-A", "PR-1.4-TREASURY")
def test_the_income_phase_fills_the_treasuries() -> None:
    s = phase("A", {})
    assert talents(s, "rome") == 10 + income(s, 0)
    assert income(s, 0) == 5


@pytest.mark.rule("PR-6.4.1a", "PR-3.2-B", "PR-6.4", "PR-6.4.2a")
def test_maintenance_of_fleets_is_planned_in_secret() -> None:
    s = phase("B", {"rome": {"roma": {"galley": 3}}, "carthage": {"carthago": {"galley": 2}}}, dice=[1] * 40)
    assert len(s.actors()) == 2
    play_as(s, 0, "scrap:roma", "done")
    assert at(s, "rome", "roma") == {"galley": 3}, "nothing happens before all are ready"
    play_as(s, 1, "done")
    assert at(s, "rome", "roma") == {"galley": 2}
    assert talents(s, "rome") == 8
    assert talents(s, "carthage") == 8


def play_as(s: PaxRomanaState, seat: int, *words: str) -> None:
    for word in words:
        s.play(seat, s.unspell(word))


@pytest.mark.rule("PR-6.4.2-EX1", "PR-6.4.2b")
def test_the_east_above_its_maximum() -> None:
    facts: dict[str, Any] = {"options": {"scenario": "V"}, "stability": {"east": 2}, "dice": [1] * 40}
    facts["treasury"] = {"east": 10}
    units = {"east": {"antioch": {"heavy": 25, "light": 9, "cavalry": 3}}}
    s = phase("B", units, **facts)
    east = s.box.powers.index("east")
    play_as(s, east, "done")
    assert talents(s, "east") == 3
    s = phase("B", units, **facts)
    play_as(s, east, *["disband-heavy:antioch"] * 3, "done")
    assert talents(s, "east") == 6
    assert at(s, "east", "antioch")["heavy"] == 22
    s = phase("B", units, **facts)
    play_as(s, east, *["disband-heavy:antioch"] * 7)
    assert "disband-heavy:antioch" not in [s.spell(a) for a in s.legal(east)]
    play_as(s, east, "done")
    assert talents(s, "east") == 10


@pytest.mark.rule("PR-3.2-Bb", "PR-14.2.1l", "PR-14.2.1n")
def test_more_heavy_units_than_civilization_costs_stability() -> None:
    dice = [1] * 40
    s = phase("B", {"rome": {"roma": {"legion": 4, "reduced-legion": 1}}}, sites={"roma": city("rome")}, dice=dice)
    assert stability(s, "rome") == -2
    s = phase("B", {"rome": {"roma": {"legion": 10}}}, sites={"roma": city("rome")}, dice=dice)
    assert stability(s, "rome") == -3
    s = phase("B", {"rome": {"roma": {"legion": 3}}}, sites={"roma": city("rome")}, dice=dice)
    assert stability(s, "rome") == 0


@pytest.mark.rule("PR-6.4.3", "PR-12.2.5c")
def test_carthage_never_builds_above_its_maximum() -> None:
    s = world(
        {"carthage": {"carthago": {"heavy": 14}}},
        active="carthage",
        operation="recruitment",
        stability={"carthage": 2},
    )
    play(s, "heavy:carthago")
    assert refused(s, "carthage", "heavy:carthago") == "PR-6.4.3"
    s = world({"carthage": {"carthago": {"heavy": 10, "mercenary": 5}}}, active="carthage", operation="recruitment")
    assert refused(s, "carthage", "heavy:carthago") == "PR-6.4.3"


@pytest.mark.rule("PR-6.4.1b", "PR-12.5c")
def test_rhodian_galleys_need_no_maintenance() -> None:
    s = world({"greece": {"rhodes": {"heavy": 1, "galley": 1, "rhodian": 1}, "athens": {"galley": 1, "rhodian": 1}}})
    assert galleys_to_keep(s, s.box.powers.index("greece")) == 2, (
        "own Squadrons do, in Rhodes too; Rhodian ones nowhere"
    )


@pytest.mark.rule(
    "PR-3.2-E", "PR-3.2-Ec", "PR-6.2.2", "PR-6.2.1a", "PR-3.2-Eb", "PR-3.2-Ed", "PR-10.6.6c", "PR-12.1.4c"
)
def test_the_manpower_phase_is_secret_and_leaves_garrisons() -> None:
    units = {
        "rome": {"roma": {"reduced-legion": 1}, "capua": {"reduced-legion": 1}},
        "carthage": {"utica": {"light": 1}},
    }
    s = phase("E", units, dice=[1] * 40)
    assert len(s.actors()) == 2
    play_as(s, 0, "legion:ancona", "rebuild-legion:roma", "galley:roma")
    assert at(s, "rome", "ancona") == {}
    assert talents(s, "rome") == 10
    assert s.view(1)["plan"] == []
    assert s.view(0)["plan"] == ["legion:ancona", "rebuild-legion:roma", "galley:roma"]
    play_as(s, 0, "done")
    assert at(s, "rome", "ancona") == {}
    play_as(s, 1, "light:utica", "done")
    assert at(s, "rome", "ancona") == {"legion": 1}
    assert at(s, "rome", "roma") == {"legion": 1, "galley": 1}
    assert at(s, "rome", "capua") == {"garrison": 1}
    assert talents(s, "rome") == 5


@pytest.mark.rule("PR-12.2.1b", "PR-12.2.2", "PR-12.2.4", "PR-3.5.1d", "PR-7.1.1c")
def test_mercenaries() -> None:
    s = world({"carthage": {"gades": {"light": 1}, "utica": {"light": 1}}}, active="carthage")
    play(s, "hire:gades", "hire:gades", "hire:utica", "done")
    assert at(s, "carthage", "gades") == {"light": 1, "mercenary": 2}
    assert talents(s, "carthage") == 4
    assert refused(s, "carthage", "hire:zama") == "PR-12.2.4"
    rome = world({"rome": {"roma": {"legion": 1}}})
    assert refused(rome, "rome", "hire:roma") == "PR-12.2.1b"
    manpower = phase("E", {"carthage": {"utica": {"light": 1}}})
    assert "hire:utica" in [manpower.spell(action) for action in manpower.legal(1)]
    assert not any(word.startswith("town") for word in choices(manpower))


@pytest.mark.rule("PR-3.4.4a", "PR-3.2-F1", "PR-3.2-F3", "PR-3.2-F3a", "PR-3.2-F3c", "PR-3.4.4b")
def test_a_marker_costs_a_talent_and_a_meeting_nothing() -> None:
    s = west({"rome": {"roma": {"legion": 1}}}, operation="choose", treasury={"rome": 0, "carthage": 3})
    assert set(choices(s)) >= {"pass", "meet"}
    assert refused(s, "rome", "expand") == "PR-3.4.4a"
    s = west({"rome": {"roma": {"legion": 1}}}, operation="choose", treasury={"rome": 1, "carthage": 3})
    play(s, "expand")
    assert talents(s, "rome") == 0
    s = west({}, operation="choose", treasury={"rome": 4, "carthage": 3}, markers={"carthage": 1})
    play(s, "meet")
    assert talents(s, "rome") == 4
    play(s, "done")
    assert actor(s) == "carthage"


@pytest.mark.rule("PR-6.4.1a")
def test_who_cannot_pay_must_disband() -> None:
    s = phase("B", {"rome": {"roma": {"galley": 3}}}, treasury={"rome": 1, "carthage": 5}, dice=[1] * 40)
    assert "done" not in choices(s)
    play_as(s, 0, "scrap:roma")
    assert "done" not in choices(s)
    play_as(s, 0, "scrap:roma")
    assert "done" in choices(s)


def test_towns_do_not_pay_twice() -> None:
    s = west({}, sites={"capua": town("rome"), "roma": city("rome")})
    assert income(s, 0) == 5 + 1 + 3

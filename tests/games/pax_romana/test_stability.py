"""Chapter 14: Stability, and what moves it."""

from __future__ import annotations

from typing import Any

import pytest

from games.pax_romana.helpers import city, node, play, script, stability, town, west, world
from ludi.games.pax_romana import PaxRomanaState, position
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch06_treasury.maintenance import manpower_maximum
from ludi.games.pax_romana.ch15_victory.victory import award
from ludi.games.pax_romana.world.pieces import HEAVY, ONE


def of(s: PaxRomanaState) -> dict[str, int]:
    return dict(zip(s.box.powers, s.stability, strict=True))


@pytest.mark.rule("PR-14.1.3", "PR-6.4.2a", "PR-2.6-T-MANMAX")
def test_the_range_decides_the_manpower_maximum() -> None:
    for power in ("rome", "carthage", "greece", "east"):
        s = world({}, stability={power: 0})
        index = s.box.powers.index(power)
        found = []
        for level in (8, 0, -1, -4, -5, -6):
            s.stability[index] = level
            found.append(manpower_maximum(s, index))
        assert found[0] == found[1] > found[2] == found[3] > found[4] == found[5], power
    assert manpower_maximum(world({}), world({}).box.powers.index("east")) == 18


@pytest.mark.rule("PR-14.2.1b", "PR-14.2.1c", "PR-14.2.1d", "PR-14.2.1e")
def test_each_province_counts_by_itself() -> None:
    s = world({})
    carthage = s.box.powers.index("carthage")
    for word in ("gades", "olisipo", "narbo"):
        s.add(carthage, node(word), ONE[HEAVY])
    recount(s)
    assert of(s) == {"greece": 0, "east": 0, "carthage": 3, "rome": 0}
    for word in ("rhegium", "croton", "tarentum", "mediolanum", "placentia", "parma", "ravenna"):
        s.add(carthage, node(word), ONE[HEAVY])
    recount(s)
    assert of(s) == {"greece": 0, "east": 0, "carthage": 5, "rome": -4}
    for word in ("gades", "olisipo", "narbo", "rhegium"):
        s.remove(carthage, node(word), ONE[HEAVY])
    recount(s)
    assert of(s) == {"greece": 0, "east": 0, "carthage": 5 - 4, "rome": -4 + 2}


@pytest.mark.rule("PR-14.2.1m", "PR-14.2.1q")
def test_each_capital_counts_by_itself() -> None:
    s = world({})
    rome = s.box.powers.index("rome")
    for word in ("athens", "pella"):
        s.add(rome, node(word), ONE[HEAVY])
    recount(s)
    assert stability(s, "greece") == -2
    s.remove(rome, node("pella"), ONE[HEAVY])
    recount(s)
    assert stability(s, "greece") == -1
    s.remove(rome, node("athens"), ONE[HEAVY])
    recount(s)
    assert stability(s, "greece") == 0


@pytest.mark.rule("PR-14.2.1p", "PR-14.2.1q")
def test_a_turn_without_the_capital_costs_one_more_and_its_return_gives_back_one() -> None:
    s = west({"carthage": {"roma": {"heavy": 1}}}, sites={"capua": city("rome"), "utica": city("carthage")})
    s.stability = [5, 5]
    award(s, False)
    gain = {0: 0, 1: 0}
    if s.vp[0] != s.vp[1]:
        gain = {0: 1, 1: -1} if s.vp[0] > s.vp[1] else {0: -1, 1: 1}
    assert s.stability == [5 - 1 + gain[0], 5 + gain[1]]
    before = s.stability[0]
    s.remove(1, node("roma"), s.at(1, node("roma")))
    recount(s)
    assert s.stability[0] == before + 1, "one, however long it was lost"


@pytest.mark.rule("PR-14.2.1j", "PR-14.2.1k")
def test_the_turns_best_and_worst_and_ties() -> None:
    sites: Any = {
        "athens": city("greece"),
        "corinth": city("greece"),
        "roma": city("rome"),
        "carthago": town("carthage"),
    }
    s = world({}, sites=sites)
    award(s, False)
    gained = dict(zip(s.box.powers, s.vp, strict=True))
    assert gained["greece"] == max(gained.values())
    assert sorted(gained.values()).count(max(gained.values())) == 1
    worst = [word for word, vp in gained.items() if vp == min(gained.values())]
    assert of(s) == {word: (word == "greece") - (worst == [word]) for word in s.box.powers}
    for lead, expected in ((0, [0, 0]), (1, [1, -1]), (-1, [-1, 1])):
        base = west({})
        award(base, False)
        s = west({})
        s.gained = [base.vp[1] + lead, base.vp[0]]
        award(s, False)
        assert s.vp[0] - s.vp[1] == lead
        assert s.stability == expected


@pytest.mark.rule("PR-3.2-Bb", "PR-14.2.1l", "PR-14.2.1n")
@pytest.mark.parametrize(
    ("legions", "cost"), [(3, 0), (4, -2), (9, -2), (10, -3)], ids=["equal", "more", "just three times", "above"]
)
def test_heavy_units_against_three_civilization_points(legions: int, cost: int) -> None:
    s = position(
        {"scenario": "II"},
        units={"rome": {"roma": {"legion": legions - 1, "reduced-legion": 1, "light": 5, "cavalry": 5}}},
        sites={"roma": city("rome")},
        operation="phase",
        phase="B",
        treasury={"rome": 20},
        dice=[1] * 40,
    )
    assert stability(s, "rome") == cost


@pytest.mark.rule("PR-14.2.1f")
@pytest.mark.parametrize(("start", "where", "cost"), [("rhegium", "croton", -1), ("gades", "corduba", 0)])
def test_withdrawing_costs_stability_at_home_only(start: str, where: str, cost: int) -> None:
    units = {"carthage": {start: {"heavy": 4}}, "rome": {where: {"legion": 1}, "barium": {"legion": 1}}}
    s = west(units, active="carthage", dice=[6])
    play(s, f"major:{start}", "take-all", f"march:{where}")
    script(s, [4])
    before = stability(s, "rome")
    play(s, "withdraw")
    assert stability(s, "rome") - before == cost

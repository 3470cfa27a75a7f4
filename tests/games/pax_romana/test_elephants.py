"""Chapter 10.4: Cavalry and Elephants."""

from __future__ import annotations

import pytest

from games.pax_romana.battle_tools import attack, causes, field
from games.pax_romana.helpers import (
    actor,
    at,
    choices,
    city,
    play,
    script,
    world,
)
from ludi.games.pax_romana import PaxRomanaState
from ludi.games.pax_romana.battle import Battle
from ludi.games.pax_romana.pieces import cavalry_edge


@pytest.mark.rule("PR-10.4.1a", "PR-10.4.1b", "PR-10.4.1c", "PR-10.3.1h", "PR-10.3.1i", "PR-2.6-T-SHIFTS")
def test_cavalry_superiority_and_supremacy() -> None:
    assert cavalry_edge(1, 0) == 1
    assert cavalry_edge(2, 0) == 3
    assert cavalry_edge(2, 1) == 1
    assert cavalry_edge(3, 1) == 3
    assert cavalry_edge(5, 2) == 1
    assert cavalry_edge(6, 2) == 3
    assert cavalry_edge(2, 2) == 0
    f = field({"heavy": 3, "cavalry": 3}, {"heavy": 3, "cavalry": 1})
    assert causes(f) == {"cavalry": 3}
    assert f.points() == (12, 10)


@pytest.mark.rule("PR-10.4.6h")
def test_negated_cavalry_does_not_fight_but_counts_for_losses() -> None:
    f = field({"heavy": 3, "cavalry": 2}, {"heavy": 3}, negated=(2, 0))
    assert f.points() == (9, 9)
    assert f.bases() == (11, 9)
    assert causes(f) == {}


@pytest.mark.rule(
    "PR-10.2-4", "PR-10.4.6a", "PR-10.4.6b", "PR-10.4.6c", "PR-10.4.6d", "PR-10.4.6e", "PR-10.4.6f", "PR-10.4.6g"
)
def test_what_elephants_do() -> None:
    def charge(die: int) -> PaxRomanaState:
        units = {"carthage": {"bavianum": {"light": 5, "elephant": 1}}, "rome": {"capua": {"light": 4, "cavalry": 1}}}
        s = world(units, active="carthage", dice=[4])
        play(s, "major:bavianum", "take-all", "march:capua", "stand")
        assert set(choices(s)) == {"elephants:0", "elephants:1"}
        script(s, [die, 3, 3])
        return play(s, "elephants:1")

    def state(s: PaxRomanaState) -> tuple[int, int, int]:
        battle = next(p for p in s.stack if isinstance(p, Battle))
        elephants = at(s, "carthage", "capua").get("elephant", 0)
        return battle.negated[1], elephants, at(s, "carthage", "capua").get("light", 0)

    first = charge(1)
    assert actor(first) == "rome"
    assert first.stack[-1].name == "losses"
    assert state(first)[:2] == (1, 1)
    assert state(charge(2)) == (1, 1, 5)
    assert state(charge(3)) == (1, 0, 5)
    assert state(charge(4)) == (0, 1, 5)
    assert state(charge(5)) == (0, 0, 5)
    assert state(charge(6)) == (0, 0, 4)


@pytest.mark.rule("PR-10.4.8a", "PR-10.4.8b")
def test_no_elephants_in_mountains_or_against_walls() -> None:
    s = world(
        {"carthage": {"celaenae": {"heavy": 5, "elephant": 1}}, "rome": {"iconium": {"light": 2}}},
        active="carthage",
        dice=[4],
    )
    play(s, "major:celaenae", "take-all", "march:iconium")
    script(s, [3, 3])
    play(s, "stand")
    assert not any(word.startswith("elephants") for word in choices(s))
    walls = attack({"legion": 4}, {"heavy": 1, "elephant": 1}, [3, 3], sites={"capua": city("carthage")})
    play(walls, "walls")
    assert all(word.startswith("bid") for word in choices(walls))


@pytest.mark.rule("PR-10.4.3b")
def test_cavalry_alone_leaves_a_mountain_fortress() -> None:
    s = world({"rome": {"celaenae": {"legion": 2}}, "carthage": {"iconium": {"cavalry": 2}}}, dice=[4])
    play(s, "major:celaenae", "take-all")
    script(s, [3])
    play(s, "march:iconium")
    assert actor(s) == "carthage"
    assert s.stack[-1].name == "move"


@pytest.mark.rule("PR-10.4.3a")
def test_cavalry_alone_fights_at_one_point_each() -> None:
    assert field({"cavalry": 4}, {"heavy": 1, "garrison": 2}).points() == (4, 3)

"""Chapter 10.4: Cavalry and Elephants."""

from __future__ import annotations

from typing import Any

import pytest

from games.pax_romana.battle_tools import attack, battle_of, causes, field
from games.pax_romana.helpers import (
    actor,
    at,
    choices,
    city,
    mp,
    node,
    play,
    script,
    world,
)
from ludi.core import Event, Fact
from ludi.games.pax_romana import PaxRomanaState
from ludi.games.pax_romana.ch10_battle.sums import ATTACKER, Field, field_of
from ludi.games.pax_romana.world.pieces import cavalry_edge


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


@pytest.mark.rule("PR-10.4.6a", "PR-10.4.6f", "PR-4.3.1g", "PR-12.4.4b")
@pytest.mark.parametrize("whose", ["carthage", "soldier-of-fortune"])
def test_of_a_combined_army_its_commander_says_whose_elephant_is_lost(whose: str) -> None:
    units = {
        "carthage": {"utica": {"heavy": 2, "elephant": 1}},
        "soldier-of-fortune": {"utica": {"heavy": 4, "elephant": 2}},
        "rome": {"carthago": {"legion": 3}},
    }
    s = world(units, soldier_of_fortune="carthage", dice=[6])
    play(s, "major:carthago", "take-all", "march:utica")
    while "stand" in choices(s):
        play(s, "stand")
    script(s, [5, 4])
    play(s, "elephants:2")
    assert actor(s) == "carthage"
    assert set(choices(s)) == {"whose:carthage", "whose:soldier-of-fortune"}
    script(s, [3, 4] * 6)
    play(s, f"whose:{whose}")
    lost = {side: 3 - at(s, side, "utica").get("elephant", 0) for side in ("carthage", "soldier-of-fortune")}
    assert lost == {"carthage": 2 + (whose == "carthage"), "soldier-of-fortune": 1 + (whose != "carthage")}


@pytest.mark.rule("PR-10.4.6e", "PR-10.4.6f")
def test_no_question_where_all_elephants_or_those_of_one_owner_are_lost() -> None:
    units = {
        "carthage": {"utica": {"heavy": 2}},
        "soldier-of-fortune": {"utica": {"heavy": 4, "elephant": 2}},
        "rome": {"carthago": {"legion": 3}},
    }
    s = world(units, soldier_of_fortune="carthage", dice=[6])
    play(s, "major:carthago", "take-all", "march:utica")
    while "stand" in choices(s):
        play(s, "stand")
    script(s, [5, 3] + [3, 4] * 6)
    play(s, "elephants:2")
    assert not any(word.startswith("whose") for word in choices(s))
    assert "elephant" not in at(s, "soldier-of-fortune", "utica")


@pytest.mark.rule(
    "PR-10.2-4", "PR-10.4.6a", "PR-10.4.6b", "PR-10.4.6c", "PR-10.4.6d", "PR-10.4.6e", "PR-10.4.6f", "PR-10.4.6g"
)
def test_what_elephants_do() -> None:
    told: list[Event] = []

    def charge(die: int) -> PaxRomanaState:
        units = {"carthage": {"bavianum": {"light": 5, "elephant": 1}}, "rome": {"capua": {"light": 4, "cavalry": 1}}}
        s = world(units, active="carthage", dice=[4])
        play(s, "major:bavianum", "take-all", "march:capua", "stand")
        assert set(choices(s)) == {"elephants:0", "elephants:1"}
        script(s, [die, 3, 3])
        told.clear()
        s.listener = told.append
        return play(s, "elephants:1")

    def state(s: PaxRomanaState) -> tuple[Fact, int, int]:
        """The Battle Points with which Rome fights, and Carthage's Elephants and Infantry."""
        (battle,) = (event for event in told if event.kind == "battle")
        here = at(s, "carthage", "capua")
        return battle.facts["defenders"], here.get("elephant", 0), here.get("light", 0)

    first = charge(1)
    assert actor(first) == "rome"
    assert first.stack[-1].name == "losses"
    assert first.stack[-1].amount == 1  # type: ignore[attr-defined]
    assert battle_of(first).dice[ATTACKER] == 0, "before the dice"
    assert state(play(first, "lose:light")) == (3, 1, 5)
    assert state(charge(2)) == (4, 1, 5)
    assert state(charge(3)) == (4, 0, 5)
    assert state(charge(4)) == (5, 1, 5)
    assert state(charge(5)) == (5, 0, 5)
    assert state(charge(6)) == (5, 0, 4)


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


LEGIONARY = {"scenario": "V", "legionary_cavalry": True}


def legions(army: dict[str, int], enemy: dict[str, int], turn: int = 2, **facts: Any) -> Field:
    """The sums when Rome attacks on a Game-Turn, counted from 0, with the option."""
    s = world(
        {"rome": {"roma": army}, "carthage": {"capua": enemy}}, turn=turn, options=facts.pop("options", LEGIONARY)
    )
    s.drive(s.box.powers.index("rome"), node("roma"), node("capua"), s.at(s.box.powers.index("rome"), node("roma")))
    rome, carthage = s.box.powers.index("rome"), s.box.powers.index("carthage")
    return field_of(s, (rome,), (carthage,), node("capua"), False, False, **facts)


@pytest.mark.rule("PR-10.4.4a", "PR-10.4.4-EX1", "PR-10.4.4b")
def test_legions_bring_cavalry_from_the_third_turn_on() -> None:
    assert [legions({"legion": n}, {"heavy": 1}).legionary[0] for n in range(1, 6)] == [0, 1, 1, 2, 2]
    assert legions({"legion": 4}, {"heavy": 1}, turn=1).legionary == (0, 0)
    assert legions({"legion": 4}, {"heavy": 1}, options={"scenario": "V"}).legionary == (0, 0)
    f = legions({"legion": 4}, {"heavy": 5, "cavalry": 1})
    assert f.points() == (16, 16), "no Battle Points of its own"
    assert f.bases() == (16, 16)
    assert causes(f) == {"cavalry": 1}


@pytest.mark.rule("PR-10.4.4c", "PR-10.4.4d")
def test_legionary_cavalry_alone_never_has_supremacy() -> None:
    assert causes(legions({"legion": 4}, {"heavy": 5, "light": 1}))["cavalry"] == 1, "2 against none is not enough"
    assert causes(legions({"legion": 4, "cavalry": 1}, {"heavy": 5, "light": 2}))["cavalry"] == 1, "1 regular, 2 within"
    assert causes(legions({"legion": 4, "cavalry": 2}, {"heavy": 6, "light": 1}))["cavalry"] == 3
    assert "cavalry" not in causes(legions({"legion": 2}, {"heavy": 2, "light": 1, "cavalry": 1})), "1 against 1"


@pytest.mark.rule("PR-10.6.7", "PR-10.6.7-EX1")
def test_reduced_legions_bring_no_cavalry() -> None:
    before, after = legions({"legion": 4}, {"light": 1}), legions({"legion": 3, "reduced-legion": 1}, {"light": 1})
    assert (before.points()[0], before.legionary[0]) == (16, 2)
    assert (after.points()[0], after.legionary[0]) == (14, 1)
    assert legions({"legion": 1, "reduced-legion": 1}, {"light": 1}).legionary[0] == 0
    assert legions({"legion": 5, "reduced-legion": 1}, {"light": 1}).legionary[0] == 2


@pytest.mark.rule("PR-10.4.4a", "PR-9.4.3a")
def test_legionary_cavalry_hinders_a_withdrawal() -> None:
    def march(options: dict[str, Any]) -> PaxRomanaState:
        units = {"rome": {"roma": {"legion": 4}}, "carthage": {"capua": {"heavy": 1}}}
        s = world(units, turn=2, options=options, dice=[4])
        return play(s, "major:roma", "take-all", "march:capua", "withdraw")

    s = march(LEGIONARY)
    assert actor(s) == "rome"
    script(s, [3])
    play(s, "yes")
    assert mp(s) == 3 - 1

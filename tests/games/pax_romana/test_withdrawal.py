"""Chapter 9.4: Pre-Battle Withdrawal."""

from __future__ import annotations

from typing import Any

import pytest

from games.pax_romana.helpers import (
    actor,
    at,
    choices,
    mp,
    play,
    refused,
    script,
    stability,
    town,
    west,
    world,
)
from ludi.games.pax_romana import PaxRomanaState


def capua(**facts: Any) -> PaxRomanaState:
    """Rome marches from Roma against a Carthaginian Army in Capua."""
    units: Any = {
        "rome": facts.pop("rome", {"roma": {"legion": 4}}),
        "carthage": facts.pop("carthage", {"capua": {"heavy": 2}}),
    }
    s = world(units, leaders={"rome-4": "roma"}, dice=[2], **facts)
    return play(s, "major:roma", "take-all", "march:capua")


@pytest.mark.rule("PR-9.4.1b", "PR-9.4.1a", "PR-9.4.2a", "PR-9.4.2b", "PR-9.4.4a", "PR-9.2.1j", "PR-10.2-2")
def test_a_withdrawal_saves_the_attacker_an_mp() -> None:
    s = capua()
    assert actor(s) == "carthage"
    assert {"stand", "withdraw"} <= set(choices(s))
    script(s, [2])
    play(s, "withdraw", "take-all")
    assert refused(s, "carthage", "march:roma") == "PR-9.4.4a"
    play(s, "march:paestum", "halt")
    assert at(s, "carthage", "paestum") == {"heavy": 2}
    assert actor(s) == "rome"
    assert mp(s) == 5
    script(s, [3, 3])
    play(s, "march:paestum")
    assert s.stack[-1].name == "battle", "it withdraws only once in a Move"


@pytest.mark.rule("PR-9.4.3a", "PR-9.4.3b")
def test_cavalry_hinders_a_withdrawal() -> None:
    for horse, theirs, die, left in ((1, 0, 2, 1), (3, 1, 4, 1), (2, 0, 3, 0)):
        s = capua(rome={"roma": {"legion": 4, "cavalry": horse}}, carthage={"capua": {"heavy": 2, "cavalry": theirs}})
        play(s, "withdraw")
        assert actor(s) == "rome"
        script(s, [die, 1, 1, 1])
        play(s, "yes")
        if left:
            assert mp(s) == left
            assert s.stack[-1].name == "move"
        else:
            assert s.stack[-1].name == "battle"


@pytest.mark.rule("PR-9.4.3c")
def test_cavalry_does_not_hinder_in_the_mountains() -> None:
    units = {"rome": {"celaenae": {"legion": 4, "cavalry": 4}}, "carthage": {"iconium": {"heavy": 1}}}
    s = world(units, dice=[4])
    play(s, "major:celaenae", "take-all", "march:iconium")
    script(s, [5])
    play(s, "withdraw")
    assert actor(s) == "carthage"
    assert mp(s) == 5


@pytest.mark.rule("PR-9.4.4b", "PR-9.4.4c", "PR-12.1.1d", "PR-7.2.2", "PR-9.4.4d")
def test_where_a_withdrawal_may_not_go() -> None:
    s = capua(
        rome={"roma": {"legion": 4}, "paestum": {"legion": 1}, "bavianum": {"garrison": 1}},
        sites={"venusia": town("rome")},
    )
    script(s, [6])
    play(s, "withdraw", "take-all")
    assert "march:paestum" not in choices(s)
    assert "march:venusia" not in choices(s)
    play(s, "march:bavianum")
    assert mp(s) == 4
    assert "halt" not in choices(s)
    assert not any(word.startswith("drop") for word in choices(s)), "nobody is left among enemies"
    assert at(s, "rome", "bavianum") == {"garrison": 1}


@pytest.mark.rule("PR-9.4.5b", "PR-9.4.4e", "PR-12.1.1b")
def test_part_of_an_army_may_stay_and_fight() -> None:
    s = capua(carthage={"capua": {"heavy": 2, "light": 1}})
    script(s, [3, 4, 4])
    play(s, "withdraw", "take:heavy", "go", "march:paestum", "halt")
    assert at(s, "carthage", "capua") == {"heavy": 1, "light": 1}
    assert s.stack[-1].name == "battle"
    s = capua(carthage={"capua": {"garrison": 2}})
    assert at(s, "carthage", "capua") == {}


@pytest.mark.rule("PR-9.4.5e", "PR-14.2.1f")
def test_a_withdrawal_at_home_costs_stability() -> None:
    attack = world({"rome": {"utica": {"legion": 4}}, "carthage": {"carthago": {"heavy": 1}}}, dice=[4])
    play(attack, "major:utica", "take-all", "march:carthago")
    script(attack, [3])
    play(attack, "withdraw")
    assert stability(attack, "carthage") == -1


@pytest.mark.rule("PR-9.4.5d")
def test_withdrawal_by_sea() -> None:
    units = {
        "rome": {"panormus": {"legion": 3}},
        "carthage": {"lilybaeum": {"heavy": 1, "galley": 1}, "agrigentum": {"light": 1}},
    }
    s = west(units, dice=[4])
    play(s, "major:panormus", "take-all", "march:lilybaeum")
    while "no" in choices(s):
        play(s, "no")
    script(s, [3])
    play(s, "withdraw", "take-all", "sail:agrigentum")
    assert at(s, "carthage", "agrigentum") == {"light": 1, "heavy": 1, "galley": 1}

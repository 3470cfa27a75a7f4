"""Chapter 9.3: interception."""

from __future__ import annotations

from typing import Any

import pytest

from games.pax_romana.helpers import (
    actor,
    at,
    choices,
    city,
    mp,
    node,
    play,
    script,
    town,
    world,
)
from ludi.games.pax_romana import PaxRomanaState
from ludi.games.pax_romana import questions as q


def pisae(dice: list[int], **facts: Any) -> PaxRomanaState:
    """A Carthaginian Army enters Pisae, a Town; a 2-4 leader is in Roma, a City."""
    units: Any = {"carthage": {"parma": {"heavy": 4}}, "rome": facts.pop("rome", {"roma": {"legion": 2}})}
    sites = {"roma": city("rome"), "pisae": town("rome")}
    s = world(units, active="carthage", sites=sites, leaders={"rome-4": "roma"}, dice=[4], **facts)
    play(s, "major:parma", "take-all")
    script(s, dice)
    return play(s, "march:pisae")


@pytest.mark.rule("PR-9.3.2-EX1", "PR-9.3.2a", "PR-9.3.2b", "PR-9.3.2e", "PR-9.3.1a", "PR-9.3.3a", "PR-9.3.5b")
def test_interception_example_1() -> None:
    s = pisae([3, 4, 1, 1])
    assert "intercept:roma" in choices(s)
    play(s, "intercept:roma")
    assert at(s, "rome", "pisae") == {"legion": 2}
    battle = s.stack[-1]
    assert battle.name == "battle"
    assert battle.attackers == (s.box.powers.index("rome"),)  # type: ignore[attr-defined]
    assert not battle.walls  # type: ignore[attr-defined]
    fails = pisae([3, 3, 3, 3, 6, 6])
    play(fails, "intercept:roma")
    assert at(fails, "rome", "roma") == {"legion": 2}
    assert q.who_may_intercept(fails, "carthage", "pisae")[0]["needs"] == 7


@pytest.mark.rule("PR-9.3.2-EX2", "PR-9.3.1c")
def test_interception_example_2_a_leader_rides_to_help() -> None:
    s = pisae([4, 4], rome={"pisae": {"legion": 1}})
    play(s, "intercept:roma")
    assert s.leader_at[s.box.leader("rome-4")] == node("pisae")
    assert s.stack[-1].name == "withdrawal"
    play(s, "stand", "walls", "bid:0")
    script(s, [3, 3, 3, 4, 4, 4])
    carthage = s.box.powers.index("carthage")
    play(s, "bid:0")
    battle = next(p for p in s.stack if p.name == "battle")
    assert battle.attackers == (carthage,)  # type: ignore[attr-defined]


@pytest.mark.rule("PR-9.3.2-EX3", "PR-9.3.2c", "PR-9.3.2d")
def test_interception_example_3() -> None:
    sites = {"roma": city("rome"), "pisae": town("rome")}
    units = {"rome": {"pisae": {"legion": 1}}, "carthage": {"bavianum": {"heavy": 3}}}
    s = world(units, active="carthage", sites=sites, leaders={"rome-4": "pisae"}, dice=[3])
    answer = q.who_may_intercept(s, "carthage", "roma")[0]
    assert {m["why"]: m["number"] for m in answer["modifiers"]} == {"leader": 2, "from-town": 1, "into-city": 1}
    assert answer["needs"] == 8
    play(s, "major:bavianum", "take-all", "march:roma")
    script(s, [3, 4, 1, 1, 1, 1, 1])
    play(s, "intercept:pisae")
    assert at(s, "rome", "pisae") == {"legion": 1}


@pytest.mark.rule("PR-9.3.1a")
def test_no_interception_over_straits_passes_or_into_transit_points() -> None:
    s = world({"carthage": {"messana": {"heavy": 1}, "valentia": {"heavy": 1}}, "rome": {"roma": {"legion": 1}}})
    assert q.who_may_intercept(s, "rome", "rhegium") == []
    assert q.who_may_intercept(s, "rome", "taurinorum") == []
    assert [a["from"] for a in q.who_may_intercept(s, "rome", "syracuse")] == ["messana"]
    garrison = world({"carthage": {"messana": {"garrison": 3}}})
    assert q.who_may_intercept(garrison, "rome", "syracuse") == []


@pytest.mark.rule("PR-9.3.1d", "PR-9.3.1e", "PR-9.3.3b", "PR-9.3.7")
def test_several_armies_may_try_one_after_another() -> None:
    units = {
        "carthage": {"parma": {"heavy": 6}},
        "rome": {"roma": {"legion": 1}, "arretium": {"legion": 1}},
    }
    s = world(units, active="carthage", sites={"roma": city("rome")}, dice=[5])
    play(s, "major:parma", "take-all", "march:pisae")
    assert {"intercept:roma", "intercept:arretium", "no"} <= set(choices(s))
    script(s, [1, 1])
    play(s, "intercept:arretium")
    assert "intercept:roma" in choices(s)
    assert "intercept:arretium" not in choices(s)
    script(s, [6, 6, 6, 1])
    play(s, "intercept:roma")
    assert s.stack[-1].name == "battle"


@pytest.mark.rule("PR-9.3.3c", "PR-9.3.7", "PR-10.7.2a", "PR-9.2.1h")
def test_an_intercepted_army_that_loses_goes_back_as_it_came() -> None:
    units = {"carthage": {"parma": {"light": 3}}, "rome": {"roma": {"legion": 6}}}
    s = world(units, active="carthage", sites={"roma": city("rome")}, leaders={"rome-1": "roma"}, dice=[6])
    play(s, "major:parma", "take-all", "march:pisae")
    script(s, [6, 6, 6, 1, 3, 4])
    play(s, "intercept:roma", "done")
    assert actor(s) == "carthage"
    play(s, "retreat")
    assert at(s, "carthage", "parma"), "the only way is the one it came by"
    play(s, "halt")
    assert at(s, "carthage", "parma") == {"light": 1}
    assert at(s, "rome", "pisae") == {"legion": 5, "reduced-legion": 1}
    assert actor(s) == "carthage"
    assert mp(s) == 5
    play(s, "march:placentia")
    assert mp(s) == 3, "1 MP more to move on after a defeat"

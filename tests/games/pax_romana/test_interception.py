"""Chapter 9.3: interception."""

from __future__ import annotations

from typing import Any

import pytest

from games.pax_romana.battle_tools import battle_of, causes, finish
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
    town,
    world,
)
from ludi.games.pax_romana import PaxRomanaState
from ludi.games.pax_romana.asking import questions as q
from ludi.games.pax_romana.world.pieces import pack


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


@pytest.mark.rule("PR-9.3.2-EX2", "PR-9.3.1c", "PR-9.3.3a", "PR-9.3.2-EX3", "PR-9.3.2c", "PR-9.3.2d", "PR-10.7.7c")
def test_interception_example_2_a_leader_rides_to_help_and_then_home() -> None:
    units = {"carthage": {"parma": {"heavy": 4}}, "rome": {"pisae": {"legion": 1}}}
    sites = {"roma": city("rome"), "pisae": town("rome")}
    leaders = {"rome-4": "roma", "carthage-1": "parma"}
    s = world(units, active="carthage", sites=sites, leaders=leaders, dice=[3])
    play(s, "major:parma", "take-all", "march:pisae")
    assert set(choices(s)) == {"no", "intercept:roma"}
    told: list[int] = []
    s.listener = lambda event: told.append(int(str(event.facts["total"]))) if "total" in event.facts else None
    script(s, [4, 4])
    play(s, "intercept:roma")
    assert s.leader_at[s.box.leader("rome-4")] == node("pisae")
    assert told == [13], "8 + 2 + 3"
    play(s, "stand")
    script(s, [1, 6, 3, 4, 3, 4])
    play(s, "field")
    battle = battle_of(s)
    assert battle.attackers == (s.box.powers.index("carthage"),), "a leader alone leaves the mover the Attacker"
    assert causes(battle.field(s))["leader"] == 4 - 2
    play(s, "done")
    assert actor(s) == "carthage"
    assert at(s, "carthage", "parma"), "beaten, it Regroups"
    assert mp(s) == 7
    play(s, "march:ravenna")
    assert mp(s) == 5, "1 MP more to move again"
    play(s, "march:ariminum", "march:bavianum", "march:roma")
    assert actor(s) == "rome"
    assert "intercept:pisae" in choices(s)
    script(s, [3, 4])
    play(s, "intercept:pisae")
    assert told == [13, 11], "7 + 2 + 1 for the Town + 1 into an own City"
    assert at(s, "rome", "pisae")


@pytest.mark.rule("PR-9.3.2-EX3", "PR-9.3.2c", "PR-9.3.2d")
def test_interception_example_3() -> None:
    sites = {"roma": city("rome"), "pisae": town("rome")}
    units = {"rome": {"pisae": {"legion": 1}}, "carthage": {"bavianum": {"heavy": 3}}}
    s = world(units, active="carthage", sites=sites, leaders={"rome-4": "pisae"}, dice=[3])
    into_town = world({"rome": {"roma": {"legion": 1}}}, sites=sites)
    assert [m["why"] for m in q.who_may_intercept(into_town, "carthage", "pisae")[0]["modifiers"]] == ["from-city"]
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


# Parts of an Army


def roman_stack(dice: list[int], *words: str, **facts: Any) -> PaxRomanaState:
    """Carthage enters Pisae; in Roma, a City, stand three Legions, a Light Infantry and two leaders."""
    rome: Any = {"roma": {"legion": 3, "light": 1, "garrison": 1}} | facts.pop("more", {})
    units = {"carthage": {"parma": {"heavy": 4}}, "rome": rome}
    leaders = {"rome-4": "roma", "rome-1": "roma"}
    s = world(units, active="carthage", sites={"roma": city("rome")}, leaders=leaders, dice=[4], **facts)
    play(s, "major:parma", "take-all", "march:pisae")
    script(s, dice)
    return play(s, *words)


@pytest.mark.rule("PR-9.3.1a", "PR-9.3.2a", "PR-8.2.4a", "PR-1.4-ARMY")
def test_the_owner_chooses_who_rides_out() -> None:
    s = roman_stack([5, 4, 3, 3], "detach:roma")
    assert set(choices(s)) == {"take:legion", "take:light", "take-leader:rome-4", "take-leader:rome-1"}
    play(s, "take:legion", "take:legion", "go")
    assert at(s, "rome", "pisae") == {"legion": 2}, "9 + 3 for the City"
    assert at(s, "rome", "roma") == {"legion": 1, "light": 1, "garrison": 1}
    assert {s.leader_at[s.box.leader(word)] for word in ("rome-1", "rome-4")} == {node("roma")}
    fails = roman_stack([5, 3], "detach:roma", "take:legion", "go")
    assert at(fails, "rome", "pisae") == {}, "8 + 3 is 11: leaders who stay add nothing"
    led = roman_stack([4, 3, 3, 3], "detach:roma", "take:light", "take-leader:rome-4", "go")
    assert at(led, "rome", "pisae") == {"light": 1}, "7 + 2 + 3 is 12"
    assert battle_of(led).field(led).attacker_tactical == 2


@pytest.mark.rule("PR-9.3.1d", "PR-9.3.1e")
def test_whoever_tried_has_tried_and_the_others_may_still() -> None:
    s = roman_stack([1, 1], "detach:roma", "take:legion", "take:legion", "take-leader:rome-1", "go")
    assert set(choices(s)) == {"no", "intercept:roma", "detach:roma"}
    script(s, [6, 6, 3, 3])
    play(s, "intercept:roma")
    assert at(s, "rome", "pisae") == {"legion": 1, "light": 1}
    assert at(s, "rome", "roma") == {"legion": 2, "garrison": 1}
    assert s.leader_at[s.box.leader("rome-1")] == node("roma")
    whole = roman_stack([1, 1], "intercept:roma")
    assert whole.stack[-1].name == "move", "all have tried"
    assert refused(roman_stack([], "detach:roma"), "rome", "intercept:capua") == "PR-9.3.1a"


@pytest.mark.rule("PR-9.3.1a")
def test_why_nobody_else_may_intercept() -> None:
    s = roman_stack([1, 1], more={"arretium": {"legion": 1}})
    assert refused(s, "rome", "intercept:capua") == "PR-9.3.1a"
    play(s, "intercept:roma")
    assert "intercept:arretium" in choices(s)
    assert refused(s, "rome", "intercept:roma") == "PR-9.3.1a"


@pytest.mark.rule("PR-9.3.1c")
def test_a_leader_rides_alone_only_to_a_friendly_army() -> None:
    s = roman_stack([], "detach:roma", "take-leader:rome-4")
    assert "go" not in choices(s), "nobody is in Pisae"
    s = roman_stack([4, 3], "detach:roma", "take-leader:rome-4", "go", more={"pisae": {"light": 1}})
    assert s.leader_at[s.box.leader("rome-4")] == node("pisae"), "7 + 2 + 3"
    assert at(s, "rome", "roma") == {"legion": 3, "light": 1, "garrison": 1}
    assert "intercept:roma" in choices(s), "the Army itself has not tried"
    far = world({}, leaders={"rome-4": "roma"})
    assert q.who_may_intercept(far, "carthage", "pisae") == []
    alone = {"carthage": {"parma": {"heavy": 4}}, "rome": {"pisae": {"garrison": 1}}}
    s = world(alone, active="carthage", leaders={"rome-4": "roma"}, dice=[4])
    play(s, "major:parma", "take-all", "march:pisae")
    assert s.stack[-1].name == "move", "a Garrison is no Army to help"
    assert at(s, "rome", "pisae") == {}


@pytest.mark.rule("PR-9.3.1a", "PR-12.3.3b")
def test_militia_intercept_only_at_home() -> None:
    s = world({"carthage": {"zama": {"light": 1}}})
    s.add(s.box.powers.index("rome"), node("carthago"), pack({"militia": 2}))
    assert q.who_may_intercept(s, "carthage", "utica") == []
    s = world({"rome": {"pisae": {"militia": 2}}})
    assert [each["from"] for each in q.who_may_intercept(s, "carthage", "roma")] == ["pisae"]


@pytest.mark.rule("PR-12.4.4a", "PR-9.3.1a", "PR-9.3.2b")
def test_a_soldier_of_fortune_intercepts_like_an_own_army() -> None:
    units = {"rome": {"capua": {"legion": 1}}, "soldier-of-fortune": {"tarentum": {"heavy": 4}}}
    sites = {"tarentum": city("greece")}
    s = world(units, soldier_of_fortune="greece", sites=sites, dice=[3])
    play(s, "minor:capua", "take:legion", "march:venusia")
    assert actor(s) == "greece"
    assert set(choices(s)) == {"no", "soldier:tarentum", "detach:tarentum"}
    script(s, [5, 4, 3, 3])
    play(s, "soldier:tarentum")
    assert at(s, "soldier-of-fortune", "venusia") == {"heavy": 4}
    assert battle_of(s).powers[0] == s.box.powers.index("greece")


@pytest.mark.rule("PR-9.1.4a", "PR-3.4.5a")
def test_an_interception_does_not_make_a_unit_fresh_again() -> None:
    units = {"rome": {"roma": {"legion": 6}, "bavianum": {"legion": 2}}, "carthage": {"capua": {"light": 2}}}
    s = world(units, dice=[5, 4])
    play(s, "minor:bavianum", "take:legion", "march:barium", "halt")
    play(s, "major:roma", "take-all", "march:capua")
    script(s, [6, 1])
    play(s, "stand", "done", "retreat", "march:venusia")
    assert {"intercept:barium"} <= set(choices(s))
    script(s, [6, 6, 6, 1])
    play(s, "intercept:barium")
    finish(s, "raise", "hold", "force")
    assert at(s, "rome", "venusia") == {"legion": 1}
    play(s, "halt", "minor:venusia")
    assert refused(s, "rome", "take:legion") == "PR-9.1.4a"

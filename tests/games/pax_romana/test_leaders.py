"""Chapter 8.2: which leader commands."""

from __future__ import annotations

import random

import pytest

from games.pax_romana.battle_tools import battle_of, causes, field
from games.pax_romana.helpers import WEST, actor, at, choices, mp, node, play, script, talents, world
from ludi.core import FastDice
from ludi.games.pax_romana import PaxRomanaState, position
from ludi.games.pax_romana.asking import questions as q
from ludi.games.pax_romana.ch08_leaders.leaders import worth_asking

REROLLS = {"scenario": "V", "rerolls": True}


def two_leaders(dice: list[int], options: dict[str, object] | None = None, **leaders: str) -> PaxRomanaState:
    """Rome marches with a 2-5 and a 3-5 leader, or others, against Capua."""
    units = {"rome": {"roma": {"legion": 4}}, "carthage": {"capua": {"heavy": 2}}}
    who = leaders or {"rome-3": "roma", "rome-6": "roma"}
    named = {word.replace("_", "-"): place for word, place in who.items()}
    s = world(units, leaders=named, dice=[3], options=options or {"scenario": "V"})
    play(s, "major:roma", "take-all", "march:capua")
    script(s, dice)
    return play(s, "stand")


@pytest.mark.rule("PR-8.1.5d")
def test_nobody_knows_where_the_others_leaders_will_be() -> None:
    units = {"rome": {"arretium": {"legion": 1}}, "carthage": {"cirta": {"light": 1}}}
    s = position(WEST, units=units, operation="phase", phase="D", markers={"rome": 1}, dice=FastDice(random.Random(3)))
    s.play(0, s.unspell("lead:roma"))
    mine, theirs = s.veil(0).stack[-1].snapshot(), s.veil(1).stack[-1].snapshot()
    assert node("roma") in mine["placed"]
    assert node("roma") not in theirs["placed"]
    assert s.view(1)["leaders"] == {}


@pytest.mark.rule("PR-8.1.5d", "PR-8.1.2a")
def test_nobody_knows_whom_the_others_drew_before_all_are_placed() -> None:
    units = {"rome": {"arretium": {"legion": 1}}, "carthage": {"cirta": {"light": 1}}}
    s = position(WEST, units=units, operation="phase", phase="D", markers={"rome": 1}, dice=FastDice(random.Random(3)))
    rome, carthage = s.box.pools[:2]
    other = s.copy()
    drawn = other.stack[-1].drawn  # type: ignore[attr-defined]
    mine, theirs = drawn[1:4:2], drawn[5:8:2]
    assert set(mine) <= set(rome)
    drawn[5:8:2] = [leader for leader in carthage if leader not in theirs][:2]
    assert s.veil(0).snapshot() == other.veil(0).snapshot()
    assert s.view(0) == other.view(0)
    assert s.veil(1).snapshot() != other.veil(1).snapshot(), "Carthage knows its own"


@pytest.mark.rule("PR-8.1.2a", "PR-8.1.4", "PR-8.3c")
def test_whom_the_others_may_have_drawn() -> None:
    units = {"rome": {"arretium": {"legion": 1}}, "carthage": {"cirta": {"light": 1}}}
    s = position(WEST, units=units, operation="phase", phase="D", markers={"rome": 1}, dice=FastDice(random.Random(3)))
    resting = s.box.leader("carthage-1")
    s.elites_resting |= 1 << resting
    veiled = s.veil(0)
    mine = s.stack[-1].drawn[1:4:2]  # type: ignore[attr-defined]
    guessed = set()
    for seed in range(40):
        drawn = veiled.unveil(0, random.Random(seed)).stack[-1].drawn  # type: ignore[attr-defined]
        assert drawn[1:4:2] == mine
        pair = set(drawn[5:8:2])
        assert len(pair) == 2
        assert pair <= set(s.box.pools[1]) - {resting}
        guessed |= pair
    assert len(guessed) == 9, "any of the others"


@pytest.mark.rule("PR-8.2.1a", "PR-8.2.1b")
def test_what_the_two_ratings_are_for() -> None:
    units = {"rome": {"roma": {"legion": 4}}, "carthage": {"capua": {"heavy": 5}}}
    s = world(units, leaders={"rome-2": "roma", "carthage-9": "capua"}, dice=[2])
    assert q.who_may_intercept(s, "carthage", "arretium")[0]["needs"] == 12 - 3
    play(s, "major:roma", "take-all")
    assert mp(s) == 2 + 5, "Campaign Rating"
    script(s, [3, 3])
    play(s, "march:capua", "stand")
    assert causes(battle_of(s).field(s)) == {"leader": 3 - 1}, "Tactical Rating"
    city_fight = field({"heavy": 5}, {"heavy": 3}, walls=5, attacker_tactical=4, defender_tactical=1)
    assert causes(city_fight)["leader"] == 1


@pytest.mark.rule("PR-8.2.4a", "PR-8.2.4b", "PR-9.1.2a")
def test_one_leader_marches_another_fights() -> None:
    units = {"greece": {"laodicea": {"heavy": 3}}, "east": {"antioch": {"light": 1}}}
    leaders = {"greece-2": "laodicea", "greece-7": "laodicea"}
    s = world(units, active="greece", leaders=leaders, dice=[2])
    play(s, "major:laodicea", "take-all")
    assert mp(s) == 2 + 5, "the 1-5 leads the march, the ratings are not added up"
    play(s, "march:antioch")
    while "no" in choices(s):
        play(s, "no")
    script(s, [3, 3])
    play(s, "stand")
    assert battle_of(s).field(s).attacker_tactical == 3, "the 3-4 leads the Battle"
    assert actor(s) == "greece"
    assert not any(word.startswith("command") for word in choices(s)), "no other choice could be better"


@pytest.mark.rule("PR-8.2.4a", "PR-10.3.5a")
def test_with_rerolls_the_owner_names_his_commander() -> None:
    s = two_leaders([3, 3], REROLLS, rome_2="roma", rome_1="roma")
    assert not any(word.startswith("command") for word in choices(s)), "a 4-5 Elite surpasses a 3-5 Elite"
    east = world({}, leaders={"east-2": "antioch", "east-1": "antioch"}, options=REROLLS)
    assert worth_asking(east, [east.box.leader("east-1"), east.box.leader("east-2")]) == [east.box.leader("east-1")]
    units = {"greece": {"laodicea": {"heavy": 6}}, "carthage": {"emesa": {"heavy": 1}}}
    leaders = {"greece-2": "laodicea", "greece-3": "laodicea"}
    s = world(units, active="greece", leaders=leaders, options=REROLLS, dice=[1])
    play(s, "major:laodicea", "take-all", "march:antioch", "no", "march:emesa", "stand")
    assert set(choices(s)) == {"command:greece-2", "command:greece-3"}, "3-4 or 2-6"
    script(s, [1, 6])
    play(s, "command:greece-3")
    assert battle_of(s).field(s).attacker_tactical == 2
    assert s.stack[-1].name == "reroll"
    script(s, [4, 4, 6])
    play(s, "yes")
    assert set(choices(s)) == {"raise", "lower"}, "8 is not above 2 + 6"


@pytest.mark.rule("PR-8.2.4a", "PR-7.5.1a", "PR-7.5.3")
def test_the_owner_chooses_whose_rating_a_sack_is_tried_against() -> None:
    units = {"carthage": {"bavianum": {"heavy": 2}}}
    site = {"owner": "rome", "kind": "city", "walls": 3}
    leaders = {"carthage-1": "bavianum", "carthage-10": "bavianum"}

    def take(*words: str) -> PaxRomanaState:
        s = world(units, active="carthage", sites={"capua": site}, leaders=leaders, dice=[5])
        play(s, "major:bavianum", "take-all", "march:capua")
        script(s, [3, 5, 3])
        return play(s, *words)

    assert set(choices(take())) == {"no", "command:carthage-1", "command:carthage-10"}
    assert talents(take("command:carthage-10"), "carthage") == 10 + 5, "3 is above 2"
    assert talents(take("command:carthage-1"), "carthage") == 10, "3 is not above 6"


@pytest.mark.rule("PR-8.2.3c")
def test_a_leader_picked_up_on_the_way_leads_the_battle_but_not_the_march() -> None:
    units = {"rome": {"arretium": {"legion": 1}}, "carthage": {"capua": {"light": 1}}}
    s = world(units, leaders={"rome-1": "roma"}, dice=[4])
    play(s, "minor:arretium", "take:legion", "march:roma", "no", "take-leader:rome-1")
    assert mp(s) == 3
    play(s, "march:capua")
    script(s, [3, 3])
    play(s, "stand")
    assert battle_of(s).field(s).attacker_tactical == 4


@pytest.mark.rule("PR-8.2.3b", "PR-8.2.3e")
def test_a_lone_leader_who_gathers_an_army_loses_his_double_pace() -> None:
    units = {"rome": {"capua": {"legion": 2}}}
    s = world(units, leaders={"rome-4": "roma"}, dice=[3])
    play(s, "major:roma", "take-all")
    assert mp(s) == 2 * (3 + 4)
    play(s, "march:capua", "pick-up", "take:legion", "go")
    assert mp(s) == 3 + 4 - 1 - 1
    minor = world(units, leaders={"rome-4": "roma"}, dice=[3])
    play(minor, "minor:roma", "take-leader:rome-4", "march:capua")
    assert "pick-up" not in choices(minor)


@pytest.mark.rule("PR-8.4.4", "PR-8.4.3")
def test_a_leader_dies_with_a_beaten_army_that_cannot_retreat() -> None:
    ring = {"paestum": {"garrison": 1}, "bavianum": {"garrison": 1}, "venusia": {"garrison": 1}}
    units = {"rome": {"roma": {"legion": 3}, **ring}, "carthage": {"capua": {"heavy": 3}}}
    s = world(units, leaders={"carthage-9": "capua"}, dice=[6])
    play(s, "major:roma", "take-all", "march:capua")
    script(s, [5, 1])
    if "stand" in choices(s):
        play(s, "stand")
    play(s, *(["done"] if "done" in choices(s) else []), "force")
    assert at(s, "carthage", "capua") == {}
    assert s.leader_at[s.box.leader("carthage-9")] == -1
    assert at(s, "rome", "capua")
    assert s.occupier(node("capua")) == s.box.powers.index("rome")

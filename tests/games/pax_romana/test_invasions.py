"""Chapter 13, corner by corner: how Tribes are drawn and come back; who invades, with what, and for how long."""

from __future__ import annotations

import random

import pytest

from games.pax_romana.helpers import actor, at, choices, city, node, play, script, stability, west, world
from ludi.core import FastDice
from ludi.games.pax_romana import GAME, PaxRomanaState
from ludi.games.pax_romana.asking.wording import phrasebook
from ludi.games.pax_romana.ch03_sequence.turn import removal
from ludi.games.pax_romana.ch13_barbarians.invaders import scare_capitals
from ludi.games.pax_romana.ch13_barbarians.invasion import Invasion, armenians, invade, invasion_move
from ludi.games.pax_romana.ch13_barbarians.tribes import return_tribe
from ludi.games.pax_romana.world.pieces import BARBARIAN, EAST_GAULS, GERMANS, ONE, WEST_GAULS


def number(s: PaxRomanaState, power: str) -> int:
    return s.box.powers.index(power)


def provinces(s: PaxRomanaState, *words: str) -> set[str]:
    """The words that place something in these Provinces."""
    atlas = s.box.atlas
    return {f"place:{s.box.place(n)}" for word in words for n in atlas.spaces_of[atlas.province_index[word]]}


def entering(side: int, *dice: int, power: str = "carthage") -> PaxRomanaState:
    s = world({}, operation="choose", active=power, dice=dice)
    s.push(Invasion(number(s, power), side))
    s.run()
    return s


# 13.1 Tribes


@pytest.mark.rule("PR-13.1.1a", "PR-13.1.1b")
def test_chance_decides_which_tribe_stands_where() -> None:
    seen: dict[int, set[int]] = {}
    for seed in range(8):
        s = GAME.deal(GAME.box({"scenario": "V"}), FastDice(random.Random(seed)))
        assert sorted([*s.tribes.values(), *s.tribe_pool]) == sorted(s.box.tribal_counters), "all thirty, each once"
        for space, strength in s.tribes.items():
            seen.setdefault(space, set()).add(strength)
    assert all(len(strengths) > 1 for strengths in seen.values())
    assert len(GAME.box().tribal_counters) == 30
    assert (min(GAME.box().tribal_counters), max(GAME.box().tribal_counters)) == (2, 8)


@pytest.mark.rule("PR-13.1.8")
def test_a_tribe_that_returns_is_drawn_by_chance() -> None:
    for die, strength in ((1, 2), (2, 5), (3, 8)):
        s = world({}, operation="choose", dice=[die])
        s.tribe_pool = [2, 5, 8]
        assert return_tribe(s, node("cenabum"))
        assert s.tribes[node("cenabum")] == strength, "and lies face down"
        assert len(s.tribe_pool) == 2
        assert s.view(0)["tribes"]["cenabum"] is None
        assert not return_tribe(s, node("cenabum")), "never two in one Space"


@pytest.mark.rule("PR-13.1.4", "PR-13.1.3b")
def test_tribes_do_not_withdraw() -> None:
    units = {"rome": {"alesia": {"legion": 9}}, "tribes": {"agedincum": {"barbarian": 3}}}
    s = world(units, dice=[4])
    play(s, "major:alesia", "take-all")
    script(s, [4, 1] + [3, 4] * 4)
    play(s, "march:agedincum")
    assert s.stack[-1].name in ("battle", "losses")
    assert not {"withdraw", "stand"} & set(choices(s))


# 13.4 Invasions


@pytest.mark.rule("PR-13.4-WESTERN-GAULS", "PR-13.4.1a")
def test_western_gauls_enter_while_a_part_of_gaul_is_free() -> None:
    gaul = ("belgica", "lugdunensis", "aquitania", "narbonensis")
    s = world({}, operation="choose", dice=[3, 3, 6, 3, 1])
    for word in gaul[:3]:
        s.provinces[s.box.atlas.province_index[word]] = 0
    invade(s, number(s, "rome"))
    s.run()
    assert (s.stack[-1].name, actor(s)) == ("invasion", "rome")
    assert set(choices(s)) == provinces(s, *gaul), "any Space of mainland Gaul"
    play(s, "place:alesia")
    assert at(s, "western-gauls", "alesia") == {"barbarian": 9}
    leader = s.box.side_leader[WEST_GAULS]
    assert s.leader_at[leader] == node("alesia")
    assert (s.box.leaders[leader].tactical, s.box.leaders[leader].campaign) == (1, 5)


@pytest.mark.rule("PR-13.4-EASTERN-GAULS", "PR-13.2.1")
def test_eastern_gauls_enter_in_sarmatia_or_scythia() -> None:
    s = entering(EAST_GAULS, 1, 5, 1)
    assert set(choices(s)) == provinces(s, "sarmatia", "scythia")
    play(s, sorted(provinces(s, "scythia"))[0])
    (place,) = [key & 511 for key in s.force if key >> 9 == EAST_GAULS]
    assert s.at(EAST_GAULS, place) == 6 * ONE[BARBARIAN]
    leader = s.box.side_leader[EAST_GAULS]
    assert s.leader_at[leader] == place
    assert (s.box.leaders[leader].tactical, s.box.leaders[leader].campaign) == (1, 5)


@pytest.mark.rule("PR-13.4-GERMANS")
@pytest.mark.parametrize(
    ("province", "dice", "units"),
    [
        ("germania-magna", [2, 3, 4], {"barbarian": 9}),
        ("greater-german-tribes", [2, 3, 4], {"barbarian": 9}),
        ("germania-inferior", [2, 3], {"barbarian": 5, "cavalry": 2}),
        ("germania-superior", [2, 3], {"barbarian": 5, "cavalry": 2}),
    ],
)
def test_the_strength_of_the_germans(province: str, dice: list[int], units: dict[str, int]) -> None:
    s = entering(GERMANS)
    words = provinces(s, "germania-magna", "greater-german-tribes", "germania-inferior", "germania-superior")
    assert set(choices(s)) == words
    space = sorted(provinces(s, province))[0][6:]
    script(s, [*dice, 1])
    play(s, f"place:{space}")
    assert at(s, "germans", space) == units
    leader = s.box.side_leader[GERMANS]
    assert s.leader_at[leader] == node(space)
    assert (s.box.leaders[leader].tactical, s.box.leaders[leader].campaign) == (2, 5)


@pytest.mark.rule("PR-13.4-GERMANSc", "PR-13.4.2b")
def test_who_brought_the_germans_does_not_move_them_again_at_once() -> None:
    s = world(
        {"rome": {"roma": {"legion": 1}, "capua": {"light": 1}}, "carthage": {"utica": {"light": 1}}},
        operation="choose",
        markers={"carthage": 1},
        dice=[5, 5],
    )
    invade(s, number(s, "rome"))
    s.run()
    script(s, [2, 3, 4, 1, 1, 1])
    play(s, "place:marobudum", "march:carnuntum", "halt", "expand")
    assert not any(word.startswith("soldier") for word in choices(s))
    play(s, "minor:capua", "take:light", "halt")
    assert not any(word.startswith("soldier") for word in choices(s)), "nor after another Move"
    play(s, "major:roma", "take:legion", "go", "halt", "done")
    assert actor(s) == "carthage"
    play(s, "expand")
    assert "soldier:carnuntum" in choices(s), "another player may, with his Major Move"
    script(s, [1])
    play(s, "soldier:carnuntum", "halt")
    assert not any(word.startswith(("soldier", "major")) for word in choices(s))


@pytest.mark.rule("PR-13.4.2b", "PR-13.4-WESTERN-GAULS", "PR-13.4-EASTERN-GAULS")
def test_gauls_are_moved_once_only() -> None:
    units = {
        "rome": {"roma": {"legion": 1}},
        "western-gauls": {"alesia": {"barbarian": 5}},
        "eastern-gauls": {"petrodava": {"barbarian": 5}},
    }
    assert not any(word.startswith("soldier") for word in choices(world(units)))


@pytest.mark.rule("PR-13.4", "PR-13.2.5", "PR-13.1.7")
def test_all_invaders_leave_and_tribes_stay() -> None:
    units = {
        "western-gauls": {"alesia": {"barbarian": 5}},
        "eastern-gauls": {"petrodava": {"barbarian": 5}},
        "germans": {"marobudum": {"barbarian": 5, "cavalry": 2}},
        "tribes": {"cenabum": {"barbarian": 3}},
    }
    leaders = {"western-gauls": "alesia", "eastern-gauls": "petrodava", "germans": "marobudum"}
    s = world(units, operation="choose", tribes={"tolosa": 4})
    for side, place in leaders.items():
        s.leader_at[s.box.side_leader[{"western-gauls": 6, "eastern-gauls": 7, "germans": 8}[side]]] = node(place)
    removal(s)
    assert all(at(s, side, place) == {} for side, place in leaders.items())
    assert all(s.leader_at[s.box.side_leader[side]] == -1 for side in (WEST_GAULS, EAST_GAULS, GERMANS))
    assert at(s, "tribes", "cenabum") == {"barbarian": 3}
    assert s.tribes == {node("tolosa"): 4}


@pytest.mark.rule("PR-13.4.1b", "PR-13.4.4")
def test_a_new_turn_a_new_invasion() -> None:
    s = world({"western-gauls": {"arretium": {"barbarian": 5}}}, operation="choose", numbers={"invaded": 1 << 2})
    scare_capitals(s, WEST_GAULS)
    assert stability(s, "rome") == -1
    removal(s)
    script(s, [3, 3, 4, 4])
    invade(s, number(s, "carthage"))
    s.run()
    assert s.stack[-1].name == "invasion", "the same group may come again"
    s.add(WEST_GAULS, node("arretium"), 3 * ONE[BARBARIAN])
    scare_capitals(s, WEST_GAULS)
    assert stability(s, "rome") == -2, "and it is another Army"


@pytest.mark.rule("PR-13.4-ARMENIANS")
def test_how_far_the_armenians_come() -> None:
    near = {"antioch": {"light": 1}, "dura-europus": {"light": 1}}
    spared = {"arsamosata": {"light": 1}, "emesa": {"light": 1}, "sebastia": {"light": 1}}
    s = world({"east": near | spared}, operation="choose", dice=[6, 6])
    armenians(s)
    for place in near:
        assert at(s, "east", place) == {}, "3 MP from Amida"
    for place in spared:
        assert at(s, "east", place) == {"light": 1}, "a Mountain Fortress, or 4 MP away: no die is rolled"


@pytest.mark.rule("PR-13.4-ARMENIANSb")
def test_a_city_alone_does_not_keep_the_armenians_away() -> None:
    s = world({"east": {"edessa": {"light": 1}}}, operation="choose", sites={"amida": city("east")}, dice=[6])
    armenians(s)
    assert at(s, "east", "edessa") == {}
    assert s.site_owner(node("amida")) == number(s, "east")
    held = world({"east": {"edessa": {"light": 1}, "amida": {"garrison": 2}}}, operation="choose", dice=[6, 6])
    armenians(held)
    assert at(held, "east", "edessa") == {}, "nor does a Garrison"


@pytest.mark.rule("PR-13.2.6")
def test_invaders_on_land_are_offered_a_tribe_and_no_fleet() -> None:
    s = west({"western-gauls": {"numantia": {"barbarian": 9}}, "rome": {"roma": {"legion": 1}}}, dice=[6])
    s.set_tribe(node("numantia"), 4)
    s.push(invasion_move(s, WEST_GAULS, s.box.powers.index("rome"), node("numantia")))
    s.run()
    assert "fight" in choices(s)
    label = s.label(s.unspell("fight"))
    assert (label.key, label.rule) == ("label.fight-move-land", "PR-13.2.6")
    for language, words in (("en", "Attack the tribe at"), ("de", "Den Stamm bei"), ("nl", "De stam bij")):
        assert phrasebook(language, s.box).say(label).startswith(words)
    script(s, [6, 1, 6, 1, 6, 1])
    play(s, "fight")
    assert s.stack[-1].name == "battle", "a Battle on land"

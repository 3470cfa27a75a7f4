"""Chapter 15: victory; chapter 13: tribes and invasions; and the scenarios' own rules."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.pax_romana.helpers import (
    WEST,
    actor,
    at,
    choices,
    city,
    node,
    play,
    refused,
    script,
    stability,
    town,
    west,
    world,
)
from ludi.core import Event, FastDice
from ludi.games.pax_romana import GAME, PaxRomanaState, position
from ludi.games.pax_romana.asking import questions as q
from ludi.games.pax_romana.ch13_barbarians.invaders import barred_to_invaders, scare_capitals
from ludi.games.pax_romana.ch13_barbarians.invasion import armenians, invade
from ludi.games.pax_romana.ch13_barbarians.tribes import place_tribes, return_tribe
from ludi.games.pax_romana.ch15_victory.objectives import objective_worth
from ludi.games.pax_romana.ch15_victory.points import share_ranks
from ludi.games.pax_romana.ch15_victory.victory import (
    automatic_victory,
    award,
    condition_holds,
    final_scores,
    rank_winners,
)
from ludi.games.pax_romana.play_book.barred import barred
from ludi.games.pax_romana.world.counters import REVEALED
from ludi.games.pax_romana.world.pieces import SOF
from ludi.games.pax_romana.world.words import LETTERS

GOP, CVP = [7, 4, 2, 0], [5, 3, 1, 0]


@pytest.mark.rule("PR-15.2.3a", "PR-15.2.3b", "PR-15.2.3-EX1", "PR-15.2.3-EX2", "PR-15.2.1")
def test_vp_for_geography() -> None:
    assert share_ranks([9, 7, 5, 1], GOP) == [7, 4, 2, 0]
    assert share_ranks([9, 7, 3, 3], GOP) == [7, 4, 1, 1]
    assert share_ranks([9, 5, 5, 5], GOP) == [7, 2, 2, 2]
    assert share_ranks([8, 8, 6, 4], GOP) == [5, 5, 2, 0]


@pytest.mark.rule("PR-15.3.3a", "PR-15.3.3b", "PR-15.3.3-EX1", "PR-15.3.3-EX2", "PR-15.3.1")
def test_vp_for_civilization() -> None:
    assert share_ranks([9, 7, 3, 3], CVP) == [5, 3, 0, 0]
    assert share_ranks([5, 5, 5, 1], CVP) == [3, 3, 3, 0]
    assert share_ranks([12, 7, 7, 5], CVP) == [5, 2, 2, 0]


@pytest.mark.rule("PR-15.3.2", "PR-15.3.3-EX2")
def test_civilization_points() -> None:
    sites: dict[str, Any] = {word: city("greece") for word in ("athens", "corinth", "byzantium")}
    sites |= {word: town("greece") for word in ("sparta", "argos", "sestus")}
    sites |= {"antioch": city("east"), **{word: town("east") for word in ("gaza", "joppa", "tyre", "petra")}}
    sites |= {"roma": city("rome"), "capua": city("rome"), "pisae": town("rome")}
    sites |= {"carthago": city("carthage"), "utica": town("carthage"), "zama": town("carthage")}
    s = world({}, sites=sites)
    found = {word: facts["cvp"] for word, facts in q.standings(s).items()}
    assert found == {"greece": 12, "east": 7, "rome": 7, "carthage": 5}


@pytest.mark.rule("PR-15.2.2a", "PR-15.2.2b", "PR-15.2.2c", "PR-2.1.1d", "PR-2.1.1f")
def test_geographic_points() -> None:
    s = world({})
    assert q.standings(s)["rome"]["gop"] == 3, "three Provinces, nothing for the home Territory"
    s = world({"rome": {"cnossus": {"legion": 1}}})
    assert q.standings(s)["rome"]["gop"] == 4
    s = world({"rome": {"petrodava": {"legion": 1}}}, tribes={})
    lines = [line["what"] for line in q.standings(s)["rome"]["gop_lines"]]
    assert lines.count("sarmatia") == 1
    sicily = {word: {"legion": 1} for word in ("lilybaeum", "messana", "caralis", "aleria", "melita")}
    s = world({"rome": sicily})
    assert q.standings(s)["rome"]["gop"] == 3 + 5 + 1


@pytest.mark.rule("PR-15.1", "PR-15.1.1", "PR-15.1.2", "PR-14.2.1j", "PR-14.2.1k", "PR-3.2-H1", "PR-3.7")
def test_the_award_of_a_turn() -> None:
    s = world({}, sites={"athens": city("greece"), "roma": town("rome")}, vp={"greece": 1})
    award(s, False)
    gop = [q.standings(s)[word]["gop"] for word in s.box.powers]
    cvp = [q.standings(s)[word]["cvp"] for word in s.box.powers]
    expected = [a + b for a, b in zip(share_ranks(gop, GOP), share_ranks(cvp, CVP), strict=True)]
    expected[s.box.powers.index("greece")] += 1
    assert s.vp == expected
    gained = [vp - (1 if word == "greece" else 0) for vp, word in zip(s.vp, s.box.powers, strict=True)]
    assert [stability(s, word) for word in s.box.powers] == [
        (gained.count(max(gained)) == 1 and g == max(gained)) - (gained.count(min(gained)) == 1 and g == min(gained))
        for g in gained
    ]


@pytest.mark.rule("PR-14.2.1p")
def test_a_lost_capital_costs_stability_every_turn() -> None:
    s = west({"carthage": {"roma": {"heavy": 1}}}, stability={"rome": 3})
    award(s, False)
    base = west({}, stability={"rome": 3})
    award(base, False)
    assert stability(s, "rome") <= stability(base, "rome") - 1


@pytest.mark.rule("PR-3.2-H2", "PR-3.2-H")
def test_automatic_victory() -> None:
    s = west({"rome": {"carthago": {"legion": 1}}})
    assert automatic_victory(s) == [0]
    both = west(
        {"rome": {"carthago": {"legion": 1}}, "carthage": {"roma": {"heavy": 1}}}, vp={"rome": 2, "carthage": 5}
    )
    assert automatic_victory(both) == [1]
    tied = west({"rome": {"carthago": {"legion": 1}}, "carthage": {"roma": {"heavy": 1}}}, stability={"rome": 1})
    assert automatic_victory(tied) == [0]
    equal = west({"rome": {"carthago": {"legion": 1}}, "carthage": {"roma": {"heavy": 1}}})
    assert automatic_victory(equal) == [0, 1]
    assert automatic_victory(west({}, vp={"rome": 40}, turn=0)) == []
    assert automatic_victory(west({}, vp={"rome": 40}, turn=2)) == [0]


@pytest.mark.rule("PR-3.2-H2")
@pytest.mark.parametrize(
    ("scenario", "facts", "sentence"),
    [
        ("II", {"units": {"rome": {"carthago": {"legion": 1}}}}, "Rome wins immediately, in control of Carthago."),
        (
            "IV",
            {"units": {"greece": {each: {"heavy": 1} for each in ("tarentum", "syracuse", "roma")}}, "vp": {"rome": 9}},
            "Greece wins immediately, in control of Tarentum, Syracuse, Roma.",
        ),
        (
            "II",
            {"vp": {"rome": 40}, "turn": 2},
            "Rome wins immediately, 36 victory points ahead of all others (16 are enough).",
        ),
    ],
)
def test_what_an_automatic_victory_was_won_by_is_told(scenario: str, facts: dict[str, Any], sentence: str) -> None:
    s = position({"scenario": scenario}, active="rome", operation="choose", **facts)
    told: list[Event] = []
    s.listener = told.append
    while s.outcome() is None:
        words = choices(s)
        play(s, next(word for word in ("pass", "done", "no", *words) if word in words))
    book = GAME.phrases("en", s.box)
    (why,) = [book.say(event.seen_by(None)) for event in told if event.kind.startswith("wins-by-")]
    assert why == sentence


@pytest.mark.rule("PR-3.7")
def test_the_end_of_the_last_turn() -> None:
    s = position(WEST, operation="phase", phase="H", turn=3, vp={"rome": 9, "carthage": 2}, dice=[1, 2, 3, 4])
    outcome = s.outcome()
    assert outcome is not None
    assert outcome.winners == (0,)
    assert outcome.reason == "points"
    tie = west({}, vp={"rome": 5, "carthage": 5})
    assert rank_winners(tie, [5, 5]) == [1], "Carthage has survived"


@pytest.mark.rule(
    "PR-15.4.9-A", "PR-15.4.9-B", "PR-15.4.9-C", "PR-15.4.9-D", "PR-15.4.9-E", "PR-15.4.9-F", "PR-15.4.9-G"
)
@pytest.mark.rule(
    "PR-15.4.9-H", "PR-15.4.9-I", "PR-15.4.9-J", "PR-15.4.9-K", "PR-15.4.9-M", "PR-15.4.9-N", "PR-15.4.9-L"
)
def test_what_objectives_are_worth() -> None:
    options = {"scenario": "V", "format": "ultra-basic"}

    def worth(letter: str, power: str, provinces: list[str], **facts: Any) -> int:
        s = position(options, units=facts.pop("units", {}), **facts)
        number = s.box.powers.index(power)
        for word in provinces:
            s.provinces[s.box.atlas.province_index[word]] = number
        return objective_worth(s, number, LETTERS.index(letter))

    asia = ["ionia", "pontus", "cappadocia", "cilicia"]
    assert worth("A", "rome", asia) == 8
    assert worth("A", "greece", asia) == 4
    assert worth("A", "rome", asia[:3]) == 0
    assert worth("B", "rome", ["egypt"]) == 8
    spain = ["lusitania", "gallaecia", "baetica", "tarraconensis", "balearic-islands"]
    assert worth("C", "rome", spain) == 8
    assert worth("C", "carthage", spain) == 4
    assert worth("C", "rome", spain[:4]) == 0
    islands = ["crete", "cyprus", "cilicia"]
    assert worth("D", "rome", islands) == 6
    assert worth("D", "east", islands) == 3
    gaul = ["britannia", "belgica", "lugdunensis", "aquitania", "narbonensis"]
    assert worth("E", "carthage", gaul) == 6
    assert worth("E", "rome", gaul) == 3
    ports = {"rome": {word: {"legion": 1} for word in ("lesbos-chios", "naxos", "cnossus", "miletus")}}
    assert worth("F", "rome", [], units=ports) == 6
    assert worth("F", "rome", []) == 0
    assert worth("G", "rome", ["germania-superior", "raetia", "noricum"]) == 4
    danube = ["raetia", "noricum", "pannonia", "dalmatia", "moesia"]
    assert worth("H", "east", danube) == 8
    assert worth("H", "rome", danube) == 4
    assert worth("H", "greece", danube) == 4
    assert worth("I", "rome", ["west-sicily", "east-sicily", "sardinia", "corsica"]) == 4
    coast = ("gades", "malacca", "carthago-nova", "saguntum", "tarraco", "emporiae", "palma")
    assert worth("J", "carthage", [], units={"carthage": {word: {"light": 1} for word in coast}}) == 3
    afar = ("tingi", "siga", "iol", "saldae")
    assert worth("J", "rome", [], units={"rome": {word: {"legion": 1} for word in (*coast, *afar)}}) == 6
    assert worth("J", "rome", [], units={"rome": {word: {"legion": 1} for word in coast}}) == 0
    towns = {word: town("rome") for word in ("gades", "massilia", "messana", "ephesus", "cnossus")}
    assert worth("K", "rome", [], sites=towns) == 6
    assert worth("K", "rome", [], sites=dict(list(towns.items())[:4])) == 0
    assert worth("L", "rome", [], treasury={"rome": 5, "carthage": 4}) == 3
    assert worth("L", "rome", [], treasury={"rome": 5, "carthage": 5}) == 0
    assert worth("M", "rome", ["africa"]) == 3
    assert worth("M", "rome", ["crete"]) == 0
    assert worth("N", "rome", ["rhodes", "crete", "chersonese"]) == 4
    assert worth("N", "rome", ["rhodes"]) == 0


@pytest.mark.rule("PR-15.4.4a", "PR-15.4.4b", "PR-3.2-E")
def test_buying_objectives() -> None:
    def shop(level: int, held: list[str]) -> tuple[bool, int]:
        s = position(
            {"scenario": "V", "format": "ultra-basic"},
            operation="phase",
            phase="E",
            stability={"rome": level},
            treasury={"rome": 5, "greece": 5, "east": 5, "carthage": 5},
            objectives=[[], [], [], held],
            markers={"rome": 1},
            dice=FastDice(random.Random(2)),
        )
        rome = s.box.powers.index("rome")
        if s.unspell("objective") not in s.legal(rome):
            return False, 0
        s.play(rome, s.unspell("objective"))
        assert s.unspell("objective") not in s.legal(rome), "one a phase"
        for seat in range(4):
            s.play(seat, s.unspell("done"))
        return True, 5 - s.treasury[rome]

    assert shop(2, []) == (True, 1)
    assert shop(-2, []) == (True, 2)
    assert shop(-5, []) == (True, 3)
    assert shop(2, ["A", "B"]) == (True, 1)
    assert shop(2, ["A", "B", "C"]) == (False, 0)


# 13 Tribes and Barbarians


@pytest.mark.rule("PR-13.1.1a", "PR-13.1.1b", "PR-2.1.3i")
def test_tribes_are_drawn_face_down() -> None:
    s = GAME.deal(GAME.box({"scenario": "V"}), FastDice(random.Random(4)))
    assert len(s.tribes) == len(s.box.tribal_spaces) - sum(s.occupier(n) != 5 for n in s.box.tribal_spaces)
    assert not any(value & REVEALED for value in s.tribes.values())
    assert len(s.tribes) + len(s.tribe_pool) == 30
    assert set(s.view(0)["tribes"].values()) == {None}


@pytest.mark.rule("PR-13.1.8", "PR-13.1.4")
def test_tribes_return_only_to_empty_tribal_spaces() -> None:
    s = world({"rome": {"alesia": {"legion": 1}}}, dice=[1])
    s.tribe_pool = [4]
    assert not return_tribe(s, node("alesia"))
    assert return_tribe(s, node("cenabum"))
    assert s.tribes[node("cenabum")] == 4
    assert not return_tribe(s, node("gergovia")), "none is left"


@pytest.mark.rule(
    "PR-13.4.1a", "PR-13.4.1b", "PR-13.2.1", "PR-13.4-EASTERN-GAULS", "PR-16.2-BARBARIAN-INVASION", "PR-13.2.6"
)
def test_an_invasion() -> None:
    s = world({}, operation="choose", dice=[4, 4, 3, 4, 2])
    rome = s.box.powers.index("rome")
    invade(s, rome)
    s.run()
    assert s.stack[-1].name == "invasion"
    words = set(choices(s))
    assert words <= {
        f"place:{s.box.place(n)}"
        for p in ("sarmatia", "scythia")
        for n in s.box.atlas.spaces_of[s.box.atlas.province_index[p]]
    }
    play(s, "place:petrodava")
    assert at(s, "eastern-gauls", "petrodava") == {"barbarian": 7}
    assert s.stack[-1].mp == 7  # type: ignore[attr-defined]
    again = world({}, operation="choose", numbers={"invaded": 1 << 3}, dice=[4, 4, 1, 1])
    invade(again, rome)
    assert again.invaded == 1 << 3 | 1


@pytest.mark.rule("PR-13.4-WESTERN-GAULS")
def test_western_gauls_do_not_come_to_a_conquered_gaul() -> None:
    s = world({}, operation="choose", dice=[3, 3])
    for word in ("belgica", "lugdunensis", "aquitania", "narbonensis"):
        s.provinces[s.box.atlas.province_index[word]] = 0
    invade(s, 0)
    assert s.stack[-1].name == "activation"


@pytest.mark.rule("PR-13.4-GERMANS", "PR-13.4-GERMANSb", "PR-13.4-GERMANSc", "PR-13.4.2b")
def test_germans() -> None:
    s = world({"rome": {"roma": {"legion": 1}}}, operation="choose", dice=[5, 5])
    invade(s, s.box.powers.index("rome"))
    s.run()
    script(s, [2, 3, 4, 1])
    play(s, "place:marobudum")
    assert at(s, "germans", "marobudum") == {"barbarian": 9}
    rhine = world({}, operation="choose", dice=[5, 5])
    invade(rhine, 0)
    rhine.run()
    script(rhine, [2, 3, 1])
    play(rhine, "place:noviomagus")
    assert at(rhine, "germans", "noviomagus") == {"barbarian": 5, "cavalry": 2}
    outside = node("bibrax")
    assert barred_to_invaders(rhine, 8, outside, node("noviomagus"))
    assert not barred_to_invaders(rhine, 8, node("colonia-agrippina"), node("noviomagus"))
    later = world({"rome": {"roma": {"legion": 1}}, "germans": {"bibrax": {"barbarian": 5}}})
    assert "soldier:bibrax" in choices(later)


@pytest.mark.rule("PR-13.4-CALEDONIANS")
def test_caledonians() -> None:
    s = world(
        {"rome": {"londinium": {"garrison": 2, "light": 1}, "narbo": {"garrison": 1}}}, operation="choose", dice=[1, 1]
    )
    invade(s, 0)
    assert at(s, "rome", "londinium") == {"light": 1}
    assert at(s, "rome", "narbo") == {"garrison": 1}


@pytest.mark.rule("PR-13.4-ARMENIANS", "PR-13.4-ARMENIANSb")
def test_armenians() -> None:
    s = world({"east": {"nisibis": {"heavy": 4}, "edessa": {"garrison": 1}}}, operation="choose", dice=[2, 4])
    armenians(s)
    assert at(s, "east", "edessa") == {}, "2 exceeds one Unit"
    assert at(s, "east", "nisibis") == {"heavy": 4}, "4 does not exceed four"
    far = world({"east": {"jerusalem": {"garrison": 1}}}, operation="choose", dice=[])
    armenians(far)
    assert at(far, "east", "jerusalem") == {"garrison": 1}
    guarded = world({"east": {"amida": {"light": 1}, "edessa": {"garrison": 1}}}, operation="choose", dice=[])
    armenians(guarded)
    assert at(guarded, "east", "edessa") == {"garrison": 1}


@pytest.mark.rule("PR-13.4.4", "PR-14.2.1h")
def test_barbarians_near_a_capital_cost_stability_once() -> None:
    s = world({"western-gauls": {"arretium": {"barbarian": 5}}}, operation="choose")
    scare_capitals(s, 6)
    scare_capitals(s, 6)
    assert stability(s, "rome") == -1
    far = world({"western-gauls": {"placentia": {"barbarian": 5}}}, operation="choose")
    scare_capitals(far, 6)
    assert stability(far, "rome") == 0
    taken = world(
        {"western-gauls": {"arretium": {"barbarian": 5}}, "carthage": {"roma": {"heavy": 1}}}, operation="choose"
    )
    scare_capitals(taken, 6)
    assert stability(taken, "rome") == 0


@pytest.mark.rule("PR-13.2.4a", "PR-9.2.1l", "PR-13.4.2a")
def test_an_army_must_attack_barbarians() -> None:
    s = world({"rome": {"roma": {"legion": 3}}, "western-gauls": {"capua": {"barbarian": 2}}}, dice=[3, 4, 1])
    play(s, "major:roma", "take-all", "march:capua")
    assert s.stack[-1].name == "battle"
    assert actor(s) == "rome"


# The scenarios' own rules


def test_the_epirote_reserve_waits() -> None:
    s = GAME.deal(GAME.box({"scenario": "I"}), FastDice(random.Random(1)))
    assert actor(s) == "greece"
    play(s, "expand")
    assert "major:dyrrhachium" not in choices(s)
    assert "major:tarentum" in choices(s)


def test_pyrrhus_may_be_told_to_wait() -> None:
    units = {"soldier-of-fortune": {"dyrrhachium": {"heavy": 4}}, "greece": {"pella": {"heavy": 1}}}
    for waits in (False, True):
        options = {"scenario": "V", "pyrrhus_waits": waits}
        s = world(units, active="greece", options=options, soldier_of_fortune="greece")
        assert bool(barred(s, SOF, 0, node("tarentum"), node("tarentum"))) == waits
        assert not barred(s, SOF, 0, node("tarentum"), node("ambracia"))


def test_the_corvus_is_used_once() -> None:
    s = GAME.deal(GAME.box(WEST), FastDice(random.Random(1)))
    play(s, "corvus")
    assert s.galley_technology == 1
    assert "corvus" not in choices(s)


def test_space_points_of_the_pyrrhic_war() -> None:
    s = GAME.deal(GAME.box({"scenario": "I"}), FastDice(random.Random(1)))
    greece, rome = (final_scores(s)[s.box.powers.index(word)] for word in ("greece", "rome"))
    assert greece == 4 + 2 + 2 + 1 + 1
    assert rome == 3 + 3 + 2 + 1 + 1 + 1 + 1 + 1 + 2, "three of them from the start"


def test_galatians_settle_on_turn_two() -> None:
    s = position(
        {"scenario": "III"},
        turn=1,
        operation="phase",
        phase="E",
        dice=FastDice(random.Random(3)),
        markers={"east": 1},
        lists={},
    )
    s.tribe_pool = [5, 6]
    while s.stack[-1].name == "manpower":
        play(s, "done")
    assert {s.box.place(n) for n in s.tribes} == {"pessinus", "tavium"}


def test_conditions() -> None:
    s = west({"rome": {"utica": {"legion": 1}}})
    rule = {"kind": "occupies-spaces", "power": "rome", "spaces": ["carthago", "utica"], "at_least": 1}
    assert condition_holds(s, rule, 0)
    assert not condition_holds(s, {**rule, "power": "carthage"}, 0)
    assert condition_holds(s, {"kind": "stability-at-most", "power": "self", "value": 0}, 0)
    assert not condition_holds(s, {"kind": "cvp-at-least", "power": "self", "value": 1}, 0)


def test_a_person_with_two_powers_is_ranked_by_their_mean() -> None:
    s = position(
        {"scenario": "V", "people": 2},
        operation="phase",
        phase="H",
        turn=4,
        vp={"rome": 9, "east": 0, "carthage": 5, "greece": 3},
        dice=[1],
    )
    outcome = s.outcome()
    assert outcome is not None
    assert len(outcome.scores) == 2


def test_impossible_positions_are_refused() -> None:
    from ludi.core import BadPosition

    for facts, reason in (
        ({"units": {"rome": {"atlantis": {"legion": 1}}}}, "no place"),
        ({"units": {"rome": {"roma": {"hoplite": 1}}}}, "no unit"),
        ({"units": {"rome": {"roma": {"legion": 1}}, "carthage": {"roma": {"heavy": 1}}}}, "both hold"),
        ({"units": {"rome": {"arretium": {"galley": 1}}}}, "no port"),
        ({"units": {"rome": {"ltp-lucania": {"legion": 1}}}}, "transit point"),
        ({"sites": {"cirta": town("carthage")}}, "mountain"),
        ({"stability": {"rome": 9}}, "Stability"),
        ({"treasury": {"rome": -1}}, "cannot be -1"),
        ({"units": {"rome": {"athens": {"legion": 1}}}}, "not in play"),
        ({"leaders": {"caesar": "roma"}}, "no leader"),
        ({"tribes": {"numantia": 9}}, "strength"),
    ):
        with pytest.raises(BadPosition, match=reason):
            position(WEST, **facts)


def test_refusals_name_the_rule() -> None:
    s: PaxRomanaState = west({"rome": {"roma": {"legion": 1}}}, dice=[2])
    play(s, "minor:roma", "take:legion")
    assert refused(s, "rome", "march:tarentum") == "PR-9.2.2"
    assert refused(s, "carthage", "halt") == "PR-9.1.1a"
    place_tribes(s)
    assert s.tribes

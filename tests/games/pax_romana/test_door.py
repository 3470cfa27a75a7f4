"""The questions that the map asks: answered from what a seat knows, and as the rules then act."""

from __future__ import annotations

import random
from typing import Any

import pytest

from asked import asked_of
from games.pax_romana.helpers import node, play
from ludi.core import Asked, BadQuestion, FastDice
from ludi.core.fit import misfits_of
from ludi.core.questions import answer
from ludi.games.pax_romana import GAME, PaxRomanaState, position
from ludi.games.pax_romana.asking.movers import move_under_way
from ludi.games.pax_romana.ch09_movement.movement import WALK, March
from ludi.games.pax_romana.ch09_movement.ways import within_reach
from ludi.games.pax_romana.ch11_naval.afloat import AT_SEA, Voyage
from ludi.games.pax_romana.world.counters import HIDDEN

ITALY: dict[str, Any] = {
    "units": {
        "rome": {"roma": {"legion": 4}, "rhegium": {"legion": 2, "galley": 1}},
        "carthage": {"capua": {"heavy": 3, "cavalry": 1}, "gades": {"light": 1, "garrison": 1}},
    },
    "sites": {
        "roma": {"owner": "rome", "kind": "city"},
        "gades": {"owner": "carthage", "kind": "town", "walls": 1},
    },
    "leaders": {"rome-7": "roma"},
    "treasury": {"rome": 6, "carthage": 4},
    "active": "rome",
}


def italy(**changes: Any) -> PaxRomanaState:
    return position({"scenario": "II"}, **{**ITALY, **changes})


def ask(s: PaxRomanaState, question: str, seat: int | None = 0, **arguments: Any) -> Any:
    found = answer(Asked.of(s, seat, GAME.phrases("en", s.box)), question, arguments)
    assert misfits_of(found, GAME.questions[question].answer, s.box, question) == []
    return found


def marching(mp: int, **changes: Any) -> PaxRomanaState:
    return italy(under_way={"march": {"space": "roma", "mp": mp}}, **changes)


def reached(s: PaxRomanaState, space: str, **arguments: Any) -> Any:
    return next(each for each in ask(s, "reach", **arguments)["spaces"] if each["space"] == space)


# Marching


def test_a_march_under_way_names_every_space_its_price_and_the_words_for_it() -> None:
    s = marching(4)
    found = ask(s, "reach")
    assert (found["side"], found["space"], found["mp"]) == ("rome", "roma", 4)
    near = reached(s, "pisae")
    assert (near["mp"], near["left"], near["words"], near["attack"]) == (1, 3, ["march:pisae"], False)
    enemy = reached(s, "capua")
    assert (enemy["mp"], enemy["left"], enemy["attack"]) == (2, 2, True), "1 MP to enter, 1 to attack"
    far = reached(s, "mediolanum")
    assert far["way"] == ["pisae", "parma", "mediolanum"]
    assert far["words"] == ["march:pisae", "march:parma", "march:mediolanum"]
    assert not any(each["way"][:-1].count("capua") for each in found["spaces"]), "nobody passes an enemy"


def test_before_the_die_the_chance_to_come_so_far_is_told() -> None:
    s = italy(operation="expansion")
    found = ask(s, "reach", space="roma")
    assert found["mp"] is None
    assert found["begin"] == ["major:roma", "take-all"]
    rating = found["rating"]
    assert rating > 0
    for each in found["spaces"]:
        assert each["chance"] == sum(die + rating >= each["mp"] for die in range(1, 7)) / 6
        assert each["words"] == []
    assert ask(s, "reach", space="roma", minor=True)["rating"] == 0, "one Unit has no leader's rating (9.1.2)"
    assert ask(s, "reach", space="roma", units={"legion": 1}, leaders=[])["army"] == {"legion": 1}


def test_who_cannot_set_out_is_told_so() -> None:
    s = italy(operation="expansion")
    with pytest.raises(BadQuestion, match="can set out"):
        ask(s, "reach", space="pisae")
    with pytest.raises(BadQuestion, match="not there"):
        ask(s, "reach", space="roma", units={"legion": 5})
    with pytest.raises(BadQuestion, match="No army is on the march"):
        ask(s, "reach")


def test_of_equally_cheap_ways_the_safest_is_taken_and_its_chance_told() -> None:
    s = marching(6)
    found = ask(s, "reach")
    assert found["interceptors"]["bavianum"][0]["start"] == "capua"
    assert reached(s, "bavianum")["safe"] == pytest.approx(35 / 36)
    assert reached(s, "pisae")["safe"] == 1
    capua = ask(s, "interceptors", space="bavianum")["interceptors"]
    assert capua == found["interceptors"]["bavianum"]


def test_what_is_told_of_a_march_is_what_then_happens() -> None:
    """In random play: every word of every way is open when its turn comes, and costs what was told."""
    walked = 0
    for seed in range(6):
        rng = random.Random(seed)
        s = GAME.deal(GAME.box({"scenario": "II" if seed % 2 else "V"}), FastDice(rng))
        for _ in range(500):
            if not s.actors():
                break
            seat = s.actors()[0]
            move = s.stack[-1]
            if isinstance(move, March) and move.stage == WALK and move.marching_mp > 1:
                walked += follow(s, seat, rng)
            s.play(seat, rng.choice(s.legal(seat)))
    assert walked > 100


def follow(s: PaxRomanaState, seat: int, rng: random.Random) -> int:
    """March to some of the Spaces within reach, on copies; how many steps were made."""
    found = ask(s, "reach", seat)
    move = move_under_way(s)
    assert isinstance(move, March)
    within = within_reach(s, move.side, move.node, max(0, move.marching_mp), move.army)
    for each in found["spaces"]:
        assert each["mp"] >= within[node(each["space"])]
    steps = 0
    for each in rng.sample(found["spaces"], min(4, len(found["spaces"]))):
        twin = s.copy()
        twin.dice = FastDice(rng)
        for word in each["words"]:
            assert seat in twin.actors()
            assert twin.why_not(seat, word) is None, (word, each)
            irrevocable = twin.irrevocable
            twin.play(seat, twin.unspell(word))
            steps += 1
            if twin.irrevocable != irrevocable or not isinstance(twin.stack[-1], March):
                break
            if twin.stack[-1].stage != WALK or twin.box.place(twin.stack[-1].node) != word.partition(":")[2]:
                break
        else:
            there = twin.stack[-1]
            assert isinstance(there, March)
            assert there.mp == each["left"], each
    return steps


# Battle


def test_the_odds_of_an_attack_are_those_of_the_armies_that_would_meet() -> None:
    for found in (
        ask(italy(), "odds", space="capua", start="roma"),
        ask(marching(4), "odds", space="capua"),
    ):
        assert found["outcome"] == "battle"
        assert found["defenders"][0]["units"] == {"heavy": 3, "cavalry": 1}
        assert found["attackers"][0]["units"] == {"legion": 4}
        assert found["may_withdraw"] == ["carthage"]
        (fight,) = found["fights"]
        assert fight["points"] == [16, 10]
        assert [(each["side"], each["why"], each["number"]) for each in fight["shifts"]] == [
            ("attacker", "odds", 1),
            ("defender", "cavalry", 1),
            ("attacker", "leader", 1),
        ]
        assert fight["attacker_wins"] == pytest.approx(7 / 12)
        assert fight["attacker_wins"] + fight["draw"] + fight["defender_wins"] == pytest.approx(1)


def test_a_defender_with_an_army_in_his_city_may_choose_walls_or_field() -> None:
    s = italy(sites={"capua": {"owner": "carthage", "kind": "city", "walls": 5}})
    found = ask(s, "odds", space="capua", start="roma")
    assert found["choice"]
    assert [fight["walls"] for fight in found["fights"]] == [5, 0]


def test_what_falls_without_a_battle_is_told() -> None:
    stripped = {"capua": {"owner": "carthage", "kind": "town", "walls": 1}}
    s = italy(units={"rome": {"roma": {"legion": 4}}, "carthage": {"capua": {"garrison": 1}}}, sites=stripped)
    assert ask(s, "odds", space="capua", start="roma")["outcome"] == "falls"
    s = italy(units={"rome": {"roma": {"legion": 4}}, "carthage": {"capua": {"garrison": 1}}}, sites={})
    assert ask(s, "odds", space="capua", start="roma")["outcome"] == "swept"
    assert ask(s, "odds", space="pisae", start="roma")["outcome"] == "nobody"


def test_of_a_tribe_nobody_has_seen_every_strength_is_reckoned_with_its_chance() -> None:
    s = GAME.deal(GAME.box({"scenario": "II"}), FastDice(random.Random(1)))
    tribe = next(iter(s.tribes))
    s.add(0, tribe, s.at(0, node("roma")))
    start = s.box.place(tribe)
    found = ask(s, "odds", space=start, start=start)
    strengths = {fight["tribe"] for fight in found["fights"]}
    assert strengths == set(s.box.tribal_counters)
    assert sum(fight["chance"] for fight in found["fights"]) == pytest.approx(1)
    assert HIDDEN not in strengths


def test_before_debarking_into_a_fight_the_defender_and_the_odds_are_told() -> None:
    s = italy(
        units={
            "rome": {"rhegium": {"legion": 2, "galley": 1}},
            "carthage": {"messana": {"heavy": 3}},
        },
        under_way={"voyage": {"space": "rhegium", "mp": 6}},
    )
    found = ask(s, "odds", space="messana")
    assert found["amphibious"]
    assert found["defenders"][0]["side"] == "carthage"
    assert ("defender", "amphibious", 2) in [
        (each["side"], each["why"], each["number"]) for each in found["fights"][0]["shifts"]
    ]


# The sea


def test_a_voyage_names_the_surest_way_to_every_place() -> None:
    s = italy(operation="expansion")
    found = {each["space"]: each for each in ask(s, "voyage", space="rhegium")["places"]}
    assert found["messana"]["way"] == ["messana"]
    assert found["messana"]["chance"] == 1
    assert found["messana"]["stops"]["rule"] in ("PR-11.1.2a", "PR-11.1.2b")
    assert 0 < found["gades"]["chance"] < 1
    assert all(each["words"] == [] for each in found.values())


def test_the_words_of_a_voyage_are_open_when_it_is_under_way() -> None:
    sailed = 0
    for seed in range(8):
        rng = random.Random(seed)
        s = GAME.deal(GAME.box({"scenario": "II" if seed % 2 else "V"}), FastDice(rng))
        for _ in range(500):
            if not s.actors():
                break
            seat = s.actors()[0]
            move = s.stack[-1]
            if isinstance(move, Voyage) and move.stage == AT_SEA:
                for each in ask(s, "voyage", seat)["places"]:
                    assert s.why_not(seat, each["words"][0]) is None, each
                    sailed += 1
            s.play(seat, rng.choice(s.legal(seat)))
    assert sailed > 100


def test_an_army_that_withdraws_is_told_the_ports_it_may_cross_to() -> None:
    s = position(
        {"scenario": "II"},
        units={
            "rome": {"panormus": {"legion": 3}},
            "carthage": {"lilybaeum": {"heavy": 1, "galley": 1}, "agrigentum": {"light": 1}},
        },
        active="rome",
        operation="expansion",
        markers={"rome": 1},
        dice=[4, 3],
    )
    play(s, "major:panormus", "take-all", "march:lilybaeum", "no", "withdraw", "take-all")
    found = {each["space"]: each for each in ask(s, "voyage", seat=1)["places"]}
    assert found["agrigentum"]["words"] == ["sail:agrigentum"]
    assert found["agrigentum"]["chance"] == 1
    assert {f"sail:{space}" for space in found} == {
        word for word in map(s.spell, s.legal(1)) if word.startswith("sail:")
    }


@pytest.mark.parametrize("scenario", ["II", "IV", "V"])
def test_wherever_a_move_asks_for_a_way_the_question_about_it_is_answered(scenario: str) -> None:
    """As the board asks: a Move goes on, and a step by land or sea is open."""
    told = dict.fromkeys(("march", "sail"), 0)
    for seed in range(10):
        rng = random.Random(seed)
        s = GAME.deal(GAME.box({"scenario": scenario}), FastDice(rng))
        for _ in range(700):
            if not s.actors():
                break
            seat = s.actors()[0]
            legal = s.legal(seat)
            if s.view(seat)["breadcrumb"][-1:] == ["move"]:
                for verb, question in (("march", "reach"), ("sail", "voyage")):
                    if any(s.spell(action).startswith(f"{verb}:") for action in legal):
                        assert ask(s, question, seat)
                        told[verb] += 1
            s.play(seat, rng.choice(legal))
    assert min(told.values()) > 20


# Secrets


def test_every_question_about_what_is_there_is_answered_alike_whatever_lies_hidden() -> None:
    """In random play of several scenarios, for every seat, about places where something stands."""
    for scenario in ("I", "II", "V", "VII"):
        rng = random.Random(scenario)
        s = GAME.deal(GAME.box({"scenario": scenario}), FastDice(rng))
        book = GAME.phrases("en", s.box)
        for number in range(240):
            if not s.actors():
                break
            if number % 12 == 0:
                for seat in range(s.box.seats):
                    alike(s, seat, book, rng)
            actor = s.actors()[0]
            s.play(actor, rng.choice(s.legal(actor)))


def alike(s: PaxRomanaState, seat: int, book: Any, rng: random.Random) -> None:
    other = s.perspective(seat).sample(rng)
    places = sorted({s.box.place(key & 511) for key in s.force if s.box.open[key & 511]} - {""})
    tribes = [s.box.place(each) for each in s.tribes]
    here, there = rng.choice(places), rng.choice(tribes or places)
    power = rng.choice(s.box.powers)
    asked: list[tuple[str, dict[str, Any]]] = [
        ("reach", {}),
        ("reach", {"space": here, "power": power}),
        ("interceptors", {"space": here}),
        ("odds", {}),
        ("odds", {"space": there}),
        ("odds", {"space": there, "start": here, "power": power}),
        ("voyage", {}),
        ("voyage", {"space": here, "power": power, "army": True}),
        ("naval", {"space": here}),
        ("space", {"space": here}),
        ("space", {"space": there, "power": power}),
        ("control", {"space": here}) if here in s.box.atlas.ids[: s.box.atlas.spaces] else ("standings", {}),
        ("line", {"space": here}),
        ("may_build", {"power": power}),
        ("income", {"power": power}),
        ("standings", {}),
        ("unmoved", {"power": power}),
        ("may_play", {"power": power}),
        ("odds", {"space": there, "start": here, "power": power, "surprise": "defender"}),
    ]
    assert {name for name, _ in asked} | {"control"} == set(GAME.questions), "every question is asked"
    for name, arguments in asked:
        found = asked_of(s, seat, book, name, arguments)
        assert found == asked_of(other, seat, book, name, arguments), (name, arguments)
        if not isinstance(found, str):
            assert misfits_of(found, GAME.questions[name].answer, s.box, name) == []

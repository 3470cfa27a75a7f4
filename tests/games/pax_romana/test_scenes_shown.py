"""What is under way is shown in full to those who draw it, and to nobody more than he may know."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import scenes
from games.pax_romana.test_door import ask, italy
from ludi.core import FastDice, ScriptedDice, SeededDice, State, registry, seed_from_text
from ludi.core.fit import misfits
from ludi.games.pax_romana import GAME, PaxRomanaState
from ludi.games.pax_romana.asking.movers import move_under_way

FILES = sorted((scenes.FOLDER / "pax-romana").glob("*.toml"))


def shown(s: State, seat: int | None = 0) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = list(s.view(seat)["scenes"])
    return found


def moments(scene: scenes.Scene) -> Iterator[PaxRomanaState]:
    """The positions of a stored scene in which somebody decides."""
    dice = ScriptedDice(scene.dice, SeededDice(seed_from_text(scene.golden)))
    s = registry.find("pax-romana").position(scene.position, dice)
    assert isinstance(s, PaxRomanaState)
    for decision in scene.decisions:
        yield s
        seat, word = decision.split()
        s.play(int(seat), s.unspell(word))


def test_every_kind_of_scene_is_shown_by_the_stored_ones() -> None:
    kinds = set()
    for file in FILES:
        for s in moments(scenes.Scene.read(file)):
            for seat in (None, *range(s.box.seats)):
                assert misfits(s.view(seat), s.box) == []
                kinds |= {each["kind"] for each in shown(s, seat)}
    assert kinds >= {"battle", "losses", "retreat", "interception", "withdrawal", "naval", "bribe"}


def test_while_losses_are_taken_the_army_under_way_is_what_is_left_of_it() -> None:
    """After a won interception the Move below still counts Units that have fallen."""
    for file in FILES:
        for s in moments(scenes.Scene.read(file)):
            if move_under_way(s) is not None:
                for space in ("capua", "messana"):
                    assert ask(s, "odds", s.actors()[0], space=space)["outcome"]


def test_a_scene_looks_the_same_whatever_lies_hidden() -> None:
    rng = random.Random(1)
    for file in FILES:
        for s in moments(scenes.Scene.read(file)):
            for seat in range(s.box.seats):
                assert shown(s.perspective(seat).sample(rng), seat) == shown(s, seat)


def test_a_battle_shows_its_step_its_armies_its_shifts_by_cause_and_its_dice() -> None:
    s = italy(under_way={"battle": {"space": "capua", "from": "roma", "mp": 4}}, dice=FastDice(random.Random(1)))
    scene = shown(s)[-1]
    assert scene["kind"] == "battle"
    assert scene["rule"] == "PR-10.2-9", "the dice are thrown, Shifts may be used"
    assert scene["step"] == 9
    assert [each["side"] for each in scene["attackers"]] == ["rome"]
    assert scene["began"] == [{"legion": 4}, {"heavy": 3, "cavalry": 1}]
    assert scene["sums"]["points"] == [16, 10]
    assert [(each["side"], each["why"], each["number"]) for each in scene["sums"]["shifts"]] == [
        ("attacker", "odds", 1),
        ("defender", "cavalry", 1),
        ("attacker", "leader", 1),
    ]
    assert scene["shifts_left"] == scene["sums"]["net"] == 1
    assert [each["purpose"] for each in scene["dice"]] == ["attack", "defence"]
    assert all(1 <= each["die"] <= 6 for each in scene["dice"])


def test_a_bid_for_siege_expertise_is_shown_to_the_bidder_alone() -> None:
    scene = next(each for each in FILES if each.stem == "siege")
    bidding = [s for s in copies(scenes.Scene.read(scene)) if any(each.get("bidding") for each in shown(s))]
    assert bidding
    s = bidding[0]
    seat = s.actors()[0]
    word = next(s.spell(action) for action in reversed(s.legal(seat)) if s.spell(action).startswith("bid"))
    s.play(seat, s.unspell(word))
    battles = {each: shown(s, each)[-1] for each in (None, *range(s.box.seats))}
    if battles[seat]["bidding"]:
        amount = int(word.partition(":")[2])
        assert amount in battles[seat]["bids"]
        for each, battle in battles.items():
            assert each == seat or battle["bids"] == [None, None]


def copies(scene: scenes.Scene) -> list[PaxRomanaState]:
    return [s.copy() for s in moments(scene)]


def test_while_all_plan_everybody_sees_who_is_still_thinking() -> None:
    s = GAME.deal(GAME.box({"scenario": "II"}), SeededDice(bytes(32)))
    for _ in range(300):
        if any(each["kind"] == "plans" for each in shown(s)):
            break
        seat = s.actors()[0]
        words = [s.spell(action) for action in s.legal(seat)]
        s.play(seat, s.unspell(next((word for word in ("pass", "done") if word in words), words[0])))
    plans = shown(s, None)[-1]
    assert plans["thinking"] == s.box.powers
    s.play(0, s.unspell("done"))
    after = shown(s, None)[-1]
    assert after["done"] == [s.box.powers[0]]
    assert s.box.powers[0] not in after["thinking"]


def test_what_can_be_enforced_of_an_offer_is_told_apart_from_promises() -> None:
    scene = next(each for each in FILES if each.stem == "meeting")
    offers = [s.view(0)["meeting"] for s in moments(scenes.Scene.read(scene))]
    terms = {term for offer in offers if offer for term in offer["terms"]}
    binding = {term for offer in offers if offer for term in offer["binding"]}
    assert terms
    for term in terms:
        assert (term in binding) == (not term.startswith(("promise-", "ask-peace", "ask-attack", "ask-shun")))

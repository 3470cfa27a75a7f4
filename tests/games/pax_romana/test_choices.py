"""The words of a choice say what it does in the stage of play in which it is offered."""

from __future__ import annotations

import random
import string

import pytest

from games.pax_romana.battle_tools import attack
from games.pax_romana.helpers import play, west, world
from ludi.core import FastDice, Phrasebook, registry
from ludi.games.pax_romana import PaxRomanaState
from ludi.games.pax_romana.ch12_special.pontus import Mustering
from ludi.games.pax_romana.world.words import NAMES
from needs import need_plain

GAME = registry.find("pax-romana")
BARE = ("done", "go", "hold", "halt", "yes", "no", "keep", "place")
"""Verbs that mean something else in every stage: none of them is ever shown in its bare words."""
SET_UPS = [
    {"scenario": "I"},
    {"scenario": "II", "event_markers": 2},
    {"scenario": "V", "format": "basic", "event_markers": 2, "rerolls": True, "talking": True},
    {"scenario": "IX", "event_markers": 2, "rerolls": True},
]


def label(s: PaxRomanaState, word: str, language: str = "en") -> str:
    return GAME.phrases(language, s.box).say(s.label(s.unspell(word)))


def help_with(s: PaxRomanaState, word: str) -> str:
    return GAME.phrases("en", s.box).say(s.explain(s.unspell(word)))


def fields(book: Phrasebook, key: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(book.template(key)) if field}


def test_words_for_a_stage_name_a_verb_and_a_question() -> None:
    book = GAME.phrases("en")
    questions = {key.partition(".")[2] for key in book.section("ask")}
    staged = [key for table in ("label", "explain") for key in book.section(table)]
    staged = [key for key in staged if key.partition(".")[2] not in (*NAMES, "intercept-soldier")]
    assert len(staged) > 120
    for key in staged:
        name = key.partition(".")[2]
        assert [verb for verb in NAMES if name.startswith(f"{verb}-") and name[len(verb) + 1 :] in questions], key
        assert fields(book, key) <= {"what", "space", "power"}, key


@pytest.mark.parametrize("chosen", SET_UPS, ids=lambda chosen: str(chosen["scenario"]))
def test_no_choice_is_offered_in_bare_words(chosen: dict[str, object]) -> None:
    box = GAME.box(chosen)
    books = [GAME.phrases(language, box) for language in GAME.languages]
    bare = {f"label.{verb}" for verb in BARE}
    for seed in range(4):
        rng = random.Random(seed)
        s = GAME.deal(box, FastDice(rng))
        for _ in range(600):
            if not s.actors():
                break
            seat = s.actors()[0]
            legal = s.legal(seat)
            for action in legal if len(legal) < 12 else rng.sample(legal, 12):
                said = s.label(action)
                assert said.key not in bare, (s.prompt(seat).key, s.spell(action))
                assert all("{" not in book.say(said) for book in books)
            s.play(seat, rng.choice([action for action in legal if s.spell(action) != "meet"]))


@pytest.mark.rule("PR-11.1.6")
def test_a_port_makes_a_fleet_stop() -> None:
    units = {"rome": {"melita": {"legion": 2, "galley": 1}}, "carthage": {"thapsus": {"heavy": 6}}}
    s = west(units, dice=[6])
    play(s, "major:melita", "take-all", "embark", "escort:1", "sail:thapsus")
    assert label(s, "hold") == "Make the fleet stop"
    assert label(s, "let-pass") == "Wave the fleet on"
    assert s.label(s.unspell("hold")).rule == "PR-11.1.6"
    assert help_with(s, "hold") == "It must roll to sail on."
    play(s, "hold")
    assert label(s, "go") == "Roll to sail on"
    assert label(s, "halt", "de") == "Fahrt bei Thapsus beenden"


@pytest.mark.rule("PR-10.3.1p", "PR-10.7.1")
def test_a_battle_asks_in_its_own_words() -> None:
    s = attack({"legion": 6}, {"heavy": 2}, [6, 1])
    assert label(s, "done") == "Leave the dice as they are"
    play(s, "done")
    assert label(s, "hold") == "Stay and take the full losses"
    assert label(s, "hold", "nl") == "Blijven en de volle verliezen nemen"


@pytest.mark.rule("PR-9.1.1a", "PR-9.1.1b", "PR-9.2.1n", "PR-3.5.1b")
def test_a_move_from_its_start_to_its_end() -> None:
    s = west({"rome": {"capua": {"legion": 2}}, "carthage": {"carthago": {"heavy": 1}}}, dice=[5])
    assert label(s, "done") == "End the expansion"
    play(s, "major:capua", "take:legion")
    assert label(s, "go") == "Set out with those chosen"
    play(s, "go")
    assert label(s, "halt") == "End the move in Capua"
    play(s, "halt", "minor:capua")
    assert label(s, "take:legion") == "Move a legion"


@pytest.mark.rule("PR-9.3.1a")
def test_part_of_an_army_is_named_by_its_place() -> None:
    units = {"rome": {"roma": {"legion": 2, "light": 1}}, "carthage": {"paestum": {"heavy": 3}}}
    s = world(units, active="carthage", dice=[5])
    play(s, "major:paestum", "take-all", "march:capua")
    assert label(s, "detach:roma") == "Intercept with part of the army at Roma"
    assert label(s, "no") == "Do not intercept"
    play(s, "detach:roma", "take:legion")
    assert label(s, "go") == "Set out with those chosen"


@pytest.mark.rule("PR-4.1", "PR-4.3.2b")
def test_an_offer_is_told_in_words() -> None:
    s = west({"rome": {"roma": {"legion": 1}}, "carthage": {"carthago": {"heavy": 1}}}, operation="choose")
    play(s, "meet", "invite:carthage", "done")
    assert label(s, "done") == "Drop this offer"
    play(s, "give-talents:2", "ask-passage:mauretania", "passage", "propose")
    asked = GAME.phrases("en", s.box).say(s.prompt(s.actors()[0]))
    assert asked == (
        "Rome proposes: give 2 Talents, ask for passage in Mauretania, free passage for both. Do you accept?"
    )
    german = GAME.phrases("de", s.box)
    assert "2 Talente geben" in german.say(s.prompt(s.actors()[0]))


def test_a_stage_that_says_it_has_no_choices_has_none() -> None:
    """An empty list is one: it does not mean that there is none and those of its base stay."""
    need_plain("a stage of a test's own")

    class Silent(Mustering):
        choices = ()

    class Heir(Mustering):
        pass

    assert Heir.choices == Mustering.choices != ()
    assert Silent.choices == Silent.listings == ()
    assert not Silent.by_verb

"""After every Battle the log says who beat whom, where, and what it cost (10.2, 11.4.4)."""

from __future__ import annotations

import pytest

from games.pax_romana.battle_tools import attack, finish
from games.pax_romana.helpers import Units, city, play, script, west, world
from games.pax_romana.test_naval import meeting
from ludi.core import Event, Phrase, Phrasebook, registry
from ludi.games.pax_romana import PaxRomanaState

GAME = registry.find("pax-romana")


def sentences(s: PaxRomanaState, events: list[Event], language: str = "en") -> list[str]:
    """What is told of the end of Battles."""
    book: Phrasebook = GAME.phrases(language, s.box)
    ends = ("won", "drawn")
    return [book.say(event.seen_by(None)) for event in events if event.kind.endswith(ends)]


def listen(s: PaxRomanaState) -> list[Event]:
    events: list[Event] = []
    s.listener = events.append
    return events


@pytest.mark.rule("PR-10.2-10", "PR-10.2-12")
def test_a_won_battle_is_told_in_one_sentence() -> None:
    s = attack({"legion": 4}, {"light": 8}, [5, 1])
    events = listen(s)
    finish(s)
    assert [event.rule for event in events if event.kind == "battle-won"] == ["PR-10.2-10"]
    assert sentences(s, events) == [
        "Rome beats Carthage at Capua: Rome loses 2 battle points, Carthage 4 battle points."
    ]
    assert sentences(s, events, "nl") == [
        "Rome verslaat Carthago bij Capua: Rome verliest 2 gevechtspunten, Carthago 4 gevechtspunten."
    ]
    assert sentences(s, events, "de") == [
        "Schlacht von Capua: Rom siegt, Karthago unterliegt (Verluste: Rom 2 Kampfpunkte, Karthago 4 Kampfpunkte)."
    ]


@pytest.mark.rule("PR-10.2-10", "PR-12.3.1")
def test_militia_that_fall_are_counted_too() -> None:
    units = {"rome": {"roma": {"legion": 3}}, "carthage": {"capua": {"militia": 4}}}
    s = world(units, dice=[6, 5, 1])
    events = listen(s)
    finish(play(s, "major:roma", "take-all", "march:capua"))
    assert sentences(s, events) == [
        "Rome beats Carthage at Capua: Rome loses 2 battle points, Carthage 2 battle points."
    ]


@pytest.mark.rule("PR-10.2-10")
def test_a_beaten_attacker_and_a_draw() -> None:
    lost = attack({"legion": 2}, {"heavy": 4}, [2, 5])
    events = listen(lost)
    finish(lost)
    assert sentences(lost, events)[0].startswith("Carthage beats Rome at Capua: Carthage loses ")
    drawn = attack({"legion": 2}, {"heavy": 4}, [3, 3])
    events = listen(drawn)
    finish(drawn)
    assert sentences(drawn, events)[0].startswith("The battle of Capua is a draw: Rome loses ")


@pytest.mark.rule("PR-10.2-10", "PR-7.3.1c")
def test_the_walls_are_told_of_after_a_fight_for_a_city() -> None:
    units: Units = {"rome": {"messana": {"legion": 8}}, "independents": {"syracuse": {"heavy": 3}}}
    s = west(units, sites={"syracuse": city("independents")}, dice=[5])
    play(s, "major:messana", "take-all", "march:syracuse")
    script(s, [6, 1, 1, 1])
    events = listen(s)
    finish(s, "bid:0")
    (told,) = sentences(s, events)
    assert told.startswith("Rome beats Independents at the walls of Syracuse: Rome loses ")
    walls = next(event.facts["walls"] for event in events if event.kind == "siege-won")
    assert f"the place {walls} wall point" in told
    assert s.sites[s.box.atlas.index["syracuse"]].walls == 5 - int(str(walls))


@pytest.mark.rule("PR-10.2-10")
def test_sides_with_names_in_the_plural_beat_and_lose() -> None:
    units: Units = {"rome": {"panormus": {"legion": 3}}, "independents": {"messana": {"heavy": 4}}}
    s = west(units, dice=[5])
    play(s, "major:panormus", "take-all")
    script(s, [1, 6])
    events = listen(s)
    play(s, "march:messana")
    finish(s)
    (told,) = sentences(s, events)
    assert told.startswith("Independents beat Rome at Messana: Independents lose ")
    assert sentences(s, events, "nl")[0].startswith(
        "Onafhankelijken verslaan Rome bij Messana: Onafhankelijken verliezen "
    )
    assert "Unabhängige siegen, Rom unterliegt" in sentences(s, events, "de")[0]


@pytest.mark.rule("PR-9.6.3a")
def test_every_verb_agrees_with_such_a_side() -> None:
    for language, sentence in (
        ("en", "Tribes lose 2 units by attrition in Roma."),
        ("nl", "Stammen verliezen 2 eenheden door uitputting in Roma."),
    ):
        book = GAME.phrases(language)
        facts: dict[str, str | int] = {"side": "tribes", "units": 2, "space": "roma"}
        assert book.say(Phrase("event.attrition", facts)) == sentence


@pytest.mark.rule("PR-11.4.4a", "PR-11.4.4b", "PR-11.4.4d")
def test_a_naval_battle_is_told_with_both_losses() -> None:
    s = meeting(3, 2, [])
    script(s, [4, 3, 1])
    events = listen(s)
    play(s, "fight")
    assert sentences(s, events) == [
        "Carthage beats Rome at sea off Carthago: Carthage loses 1 galley squadron, Rome 2 galley squadrons."
    ]
    assert [event.rule for event in events if event.kind == "naval-won"] == ["PR-11.4.4a"]


@pytest.mark.rule("PR-11.4.5a", "PR-11.4.4b", "PR-11.4.4c")
def test_a_beaten_fleet_and_a_draw_at_sea() -> None:
    lost = meeting(3, 3, [])
    script(lost, [1, 3, 2])
    events = listen(lost)
    play(lost, "fight")
    assert sentences(lost, events) == [
        "Rome beats Carthage at sea off Carthago: Rome loses 0 galley squadrons, Carthage 1 galley squadron."
    ]
    drawn = meeting(2, 2, [])
    script(drawn, [3, 3])
    events = listen(drawn)
    play(drawn, "fight")
    assert sentences(drawn, events) == [
        "The naval battle off Carthago between Carthage and Rome is a draw; no fleet has losses."
    ]


@pytest.mark.rule("PR-11.4.6a")
def test_an_army_lost_at_sea_is_told() -> None:
    units: Units = {"carthage": {"ntp-melita": {"light": 3}, "zama": {"light": 1}}, "rome": {"melita": {"galley": 1}}}
    s = west(units)
    play(s, "major:melita", "take:galley", "go")
    script(s, [1])
    play(s, "sail:ntp-melita")
    events = listen(s)
    play(s, "fight")
    assert [(event.facts["side"], event.rule) for event in events if event.kind == "sunk"] == [
        ("carthage", "PR-11.4.6a")
    ]


@pytest.mark.rule("PR-12.6.3b")
def test_pirates_that_beat_a_fleet_are_told() -> None:
    s = west({"carthage": {"lilybaeum": {"galley": 1, "light": 1}}}, active="carthage", pirates=["ntp-melita"])
    play(s, "major:lilybaeum", "take:galley", "go")
    script(s, [3])
    events = listen(s)
    play(s, "sail:ntp-melita")
    assert [event.rule for event in events if event.kind == "pirates-win"] == ["PR-12.6.3b"]

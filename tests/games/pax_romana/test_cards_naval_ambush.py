"""Chapter 17.2: NAVAL AMBUSH against an Army at sea without escort."""

from __future__ import annotations

from typing import Any

import pytest

from games.pax_romana.advanced_tools import ADVANCED, POWERS
from games.pax_romana.card_tools import hand
from games.pax_romana.helpers import Units, actor, at, choices, play, refused, script, world
from ludi.games.pax_romana import PaxRomanaState
from ludi.games.pax_romana.world.pieces import NOBODY

ARMY = {"legion": 2, "galley": 1}


def held(**hands: list[str]) -> list[list[str]]:
    return [hands.get(power, []) for power in POWERS]


def sailing(
    fleets: Units, *, escort: int = 0, to: str = "ntp-campania", cards: str = "naval-ambush", **facts: Any
) -> PaxRomanaState:
    """Rome sails from Roma with two Legions; Carthage holds a card."""
    units: Units = {"rome": {"roma": ARMY}, **fleets}
    s = world(units, options=ADVANCED, hands=held(carthage=[cards]), dice=[6], **facts)
    play(s, "major:roma", "take:legion", "take:legion")
    for leader in facts.get("leaders", {}):
        play(s, f"take-leader:{leader}")
    play(s, "go", "embark", f"escort:{escort}")
    script(s, [1] * 6)
    return play(s, f"sail:{to}")


@pytest.mark.rule("PR-17.2-NAVAL-AMBUSH", "PR-8.4.4")
def test_an_army_without_escort_is_destroyed_with_its_leaders() -> None:
    s = sailing({"carthage": {"panormus": {"galley": 1}}}, leaders={"rome-5": "roma"})
    assert actor(s) == "carthage"
    assert s.prompt(s.actors()[0]).facts == {"power": "rome", "space": "ntp-campania"}
    play(s, "play:naval-ambush")
    assert at(s, "rome", "ntp-campania") == {}
    assert at(s, "rome", "roma") == {"galley": 1}
    assert s.leader_at[s.box.leader("rome-5")] == NOBODY
    assert hand(s, "carthage") == []
    assert all(each.name != "move" for each in s.stack)


@pytest.mark.rule("PR-17.2-NAVAL-AMBUSH")
def test_who_lets_it_pass_lets_it_sail_on() -> None:
    for cards in ("spies", "naval-ambush"):
        s = sailing({"carthage": {"panormus": {"galley": 1}}}, cards=cards)
        assert (actor(s), s.prompt(s.actors()[0]).key) == ("carthage", "ask.window-naval-ambush")
        play(s, "pass")
        assert at(s, "rome", "ntp-campania") == {"legion": 2}
        assert actor(s) == "rome"
        assert "sail:paestum" in choices(s)


@pytest.mark.rule("PR-17.2-NAVAL-AMBUSH")
def test_one_galley_squadron_as_escort_is_enough() -> None:
    s = sailing({"carthage": {"panormus": {"galley": 3}}}, escort=1)
    assert actor(s) == "rome"
    assert refused(s, "carthage", "play:naval-ambush")


@pytest.mark.rule("PR-17.2-NAVAL-AMBUSH")
@pytest.mark.parametrize(
    ("where", "asked"),
    [
        ("paestum", True),
        ("panormus", True),
        ("lilybaeum", False),
        ("caralis", False),
        ("messana", True),
        ("rhegium", False),
    ],
)
def test_within_three_naval_connections_none_over_the_deep_sea(where: str, asked: bool) -> None:
    s = sailing({"carthage": {where: {"galley": 1}, "utica": {"heavy": 1}}})
    assert (actor(s) == "carthage") is asked


@pytest.mark.rule("PR-17.2-NAVAL-AMBUSH")
def test_only_galley_squadrons_of_the_player_himself_count() -> None:
    s = sailing({"carthage": {"panormus": {"heavy": 1}}, "greece": {"messana": {"galley": 1}}})
    assert actor(s) == "rome", "no Fleet of Carthage is near, and Greece holds no card"


@pytest.mark.rule("PR-17.2-NAVAL-AMBUSH")
def test_not_on_the_deep_sea_but_in_a_port() -> None:
    s = sailing({"carthage": {"panormus": {"galley": 1}}}, to="dstp-tyrrhenum")
    assert actor(s) == "rome", "one Naval Connection away, but on the deep sea"
    play(s, "sail:olbia-sardinia")
    assert actor(s) == "rome", "all ways from there lead over the deep sea"
    near = sailing({"carthage": {"olbia-sardinia": {"galley": 1}}}, to="dstp-tyrrhenum")
    play(near, "sail:caralis")
    assert actor(near) == "carthage", "a Port next to his Fleet"
    play(near, "play:naval-ambush")
    assert at(near, "rome", "caralis") == {}


@pytest.mark.rule("PR-17.2-NAVAL-AMBUSHb")
def test_enemy_fleets_on_the_way_do_not_hinder_it() -> None:
    fleets: Units = {"carthage": {"panormus": {"galley": 1}}, "greece": {"paestum": {"galley": 4}}}
    s = sailing({**fleets, "east": {"ntp-lipara": {"galley": 2}}})
    assert actor(s) == "carthage"
    play(s, "play:naval-ambush")
    assert at(s, "rome", "ntp-campania") == {}


@pytest.mark.rule("PR-17.2-NAVAL-AMBUSH")
def test_a_leader_alone_and_a_fleet_alone_are_no_army() -> None:
    units: Units = {"rome": {"roma": {"galley": 1, "legion": 1}}, "carthage": {"panormus": {"galley": 1}}}
    s = world(units, options=ADVANCED, hands=held(carthage=["naval-ambush"]), dice=[6])
    script(s, [1] * 4)
    play(s, "major:roma", "take:galley", "go", "sail:ntp-campania")
    assert actor(s) == "rome"
    alone = world(units, options=ADVANCED, hands=held(carthage=["naval-ambush"]), leaders={"rome-5": "roma"})
    script(alone, [6] + [1] * 4)
    play(alone, "major:roma", "take-leader:rome-5", "go", "embark", "escort:0", "sail:ntp-campania")
    assert actor(alone) == "rome"


@pytest.mark.rule("PR-17.2-NAVAL-AMBUSH", "PR-17.1.5a")
def test_by_itself_it_is_not_played() -> None:
    s = world({"rome": {"roma": {"legion": 1}}}, options=ADVANCED, hands=held(rome=["naval-ambush"]))
    assert refused(s, "rome", "play:naval-ambush") == "PR-17.2-NAVAL-AMBUSH"

"""Chapter 17.2: NAVAL AMBUSH against an Army at sea without escort."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from games.pax_romana.advanced_tools import ADVANCED, POWERS, unasked, unprepared
from games.pax_romana.card_tools import hand
from games.pax_romana.helpers import Units, actor, at, choices, node, play, refused, script, world
from ludi.games.pax_romana import PaxRomanaState
from ludi.games.pax_romana.ch11_naval.afloat import Transport
from ludi.games.pax_romana.ch11_naval.landfall import Landfall
from ludi.games.pax_romana.ch11_naval.naval_ambush import lurkers
from ludi.games.pax_romana.world.pieces import NOBODY

ARMY = {"legion": 2, "galley": 1}


def held(**hands: list[str]) -> list[list[str]]:
    return [hands.get(power, []) for power in POWERS]


def sailing(
    fleets: Units,
    *,
    escort: int = 0,
    to: str = "ntp-campania",
    cards: str = "naval-ambush",
    more: Sequence[str] = (),
    **facts: Any,
) -> PaxRomanaState:
    """Rome sails from Roma with two Legions; Carthage holds a card."""
    units: Units = {"rome": {"roma": ARMY}, **fleets}
    s = world(units, options=ADVANCED, hands=held(carthage=[cards, *more]), dice=[6], **facts)
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


NEAR: Units = {"carthage": {"panormus": {"galley": 3, "heavy": 1}}}


def fallen_upon(fleets: Units, dice: list[int], **facts: Any) -> PaxRomanaState:
    """Rome's Army has one Galley Squadron along, and Carthage plays the card: dice of Rome, Carthage, the Winner."""
    s = sailing(fleets, escort=1, **facts)
    assert actor(s) == "carthage"
    script(s, [*dice, *[1] * 8])
    return unprepared(play(s, "play:naval-ambush"))


def voyage(s: PaxRomanaState) -> Transport:
    found = s.stack[-1]
    assert isinstance(found, Transport)
    return found


@pytest.mark.rule("PR-17.2-NAVAL-AMBUSH", "PR-11.4.4a", "PR-11.4.5a")
def test_with_one_galley_squadron_as_escort_the_army_lives_if_the_escort_wins_or_draws() -> None:
    won = fallen_upon({"carthage": {"panormus": {"galley": 1}}}, [2, 1, 2])
    assert at(won, "rome", "ntp-campania") == {"legion": 2, "galley": 1}
    assert at(won, "carthage", "panormus") == {}, "1 BP is a Squadron of 2"
    assert (voyage(won).stage, voyage(won).course.modifier) == ("stopped", 2), "the Winner has Stopped (11.4.4)"
    drawn = fallen_upon({"carthage": {"panormus": {"galley": 1}}}, [3, 3])
    assert at(drawn, "rome", "ntp-campania") == {"legion": 2, "galley": 1}
    assert at(drawn, "carthage", "panormus") == {"galley": 1}
    assert (voyage(drawn).stage, voyage(drawn).course.modifier) == ("stopped", 0)


@pytest.mark.rule("PR-17.2-NAVAL-AMBUSH", "PR-11.1.4c")
def test_what_a_battle_adds_to_continuity_is_left_behind_with_the_place() -> None:
    s = fallen_upon({"carthage": {"panormus": {"galley": 1}}}, [2, 1, 2])
    script(s, [1, 1, 1, 1])
    play(s, "go", "sail:paestum")
    assert (voyage(s).node, voyage(s).course.modifier) == (node("paestum"), 0)


@pytest.mark.rule("PR-17.2-NAVAL-AMBUSH", "PR-11.4.4c", "PR-11.4.4d")
def test_a_beaten_escort_is_put_into_port_and_an_odd_die_costs_the_ambusher_a_squadron() -> None:
    units: Units = {"carthage": {"panormus": {"galley": 1}}}
    s = world(
        {"rome": {"roma": {"legion": 2, "galley": 2}}, **units},
        options=ADVANCED,
        hands=held(carthage=["naval-ambush"]),
        dice=[6],
    )
    play(s, "major:roma", "take:legion", "take:legion", "go", "embark", "escort:2")
    script(s, [1] * 6)
    play(s, "sail:ntp-campania")
    script(s, [1, 4, 1])
    play(s, "play:naval-ambush")
    assert at(s, "carthage", "panormus") == {}, "the odd die"
    assert actor(s) == "rome", "a Squadron is lost, and 2 BP of those on board"
    while s.stack[-1].name == "losses":
        play(s, choices(s)[0])
    assert at(s, "rome", "ntp-campania") == {}, "the Loser does not stay"
    assert all(each.name != "move" for each in s.stack), "he is Finished"


@pytest.mark.rule("PR-17.2-NAVAL-AMBUSH")
def test_an_escort_that_goes_down_takes_the_army_along() -> None:
    s = fallen_upon(NEAR, [1, 1, 2])
    assert at(s, "rome", "ntp-campania") == {}
    assert at(s, "carthage", "panormus") == {"galley": 3, "heavy": 1}, "they have not left their Port"


@pytest.mark.rule("PR-17.2-NAVAL-AMBUSH")
def test_beaten_ambushers_stay_in_their_port_and_flee_from_the_open_sea() -> None:
    in_port = fallen_upon({"carthage": {"panormus": {"galley": 2, "heavy": 1}}}, [6, 1, 2])
    assert at(in_port, "carthage", "panormus") == {"heavy": 1}, "3 BP are two Squadrons"
    held_on = fallen_upon({"carthage": {"panormus": {"galley": 2, "heavy": 1}}}, [6, 3, 2])
    assert at(held_on, "carthage", "panormus") == {"galley": 1, "heavy": 1}
    at_sea = fallen_upon({"carthage": {"panormus": {"heavy": 1}, "ntp-lipara": {"galley": 2}}}, [6, 3, 2])
    assert at(at_sea, "carthage", "ntp-lipara") == {}
    assert at(at_sea, "carthage", "panormus") == {"heavy": 1, "galley": 1}


@pytest.mark.rule("PR-17.2-NAVAL-AMBUSH")
def test_of_several_fleets_the_player_names_the_one_that_falls_upon_it() -> None:
    both: Units = {"carthage": {"panormus": {"galley": 1}, "paestum": {"galley": 3}, "lilybaeum": {"galley": 9}}}
    s = fallen_upon(both, [])
    assert set(choices(s)) == {"place:panormus", "place:paestum"}
    assert refused(s, "carthage", "place:lilybaeum") == "PR-17.2-NAVAL-AMBUSH"
    script(s, [1, 1, 2])
    play(s, "place:paestum")
    assert at(s, "rome", "ntp-campania") == {}


@pytest.mark.rule("PR-17.2-NAVAL-AMBUSH")
def test_a_fleet_in_the_place_itself_is_met_only_once() -> None:
    s = fallen_upon({"carthage": {"ntp-campania": {"galley": 1}}}, [3, 3])
    assert s.stack[-1].name == "move", "after the draw nobody fights again"
    assert at(s, "rome", "ntp-campania") == {"legion": 2, "galley": 1}


@pytest.mark.rule("PR-17.2-NAVAL-AMBUSH", "PR-17.1.5b")
def test_who_has_survived_may_be_fallen_upon_by_the_other_card() -> None:
    s = fallen_upon(NEAR, [6, 1, 2], cards="naval-ambush", more=["naval-ambush"])
    assert (actor(s), s.prompt(s.actors()[0]).key) == ("carthage", "ask.window-naval-ambush")
    script(s, [1, 6, 2])
    play(s, "play:naval-ambush")
    assert at(s, "rome", "ntp-campania") == {}


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


# Armies that leave before or after a Battle by sea use Naval Transport too


def leaving(escort: int, lair: str, verb: str, copies: int = 1) -> PaxRomanaState:
    """Carthage Withdraws or Retreats by sea from Lilybaeum to Agrigentum; a Fleet of Rome lies near, or in the Port."""
    units: Units = {
        "rome": {"panormus": {"legion": 4}, lair: {"galley": 2}},
        "carthage": {"lilybaeum": {"heavy": 3, "galley": escort}, "agrigentum": {"light": 1}, "zama": {"light": 1}},
    }
    hands = held(rome=["naval-ambush"] * copies)
    s = world(units, options=ADVANCED, hands=hands, leaders={"carthage-9": "lilybaeum"}, dice=[4])
    play(s, "major:panormus", "take-all", "march:lilybaeum")
    while "no" in choices(s):
        play(s, "no")
    if verb == "withdraw":
        script(s, [3])
        return play(s, "withdraw", "take-all", "sail:agrigentum")
    script(s, [6, 1, *[1] * 9])
    unasked(play(s, "stand"))
    while "retreat" not in choices(s):
        play(s, choices(s)[0])
    play(s, "retreat")
    while "sail:agrigentum" not in choices(s):
        play(s, choices(s)[0])
    return play(s, "sail:agrigentum")


@pytest.mark.rule("PR-17.2-NAVAL-AMBUSH", "PR-9.4.5d", "PR-10.7.5")
@pytest.mark.parametrize("lair", ["melita", "agrigentum"])
@pytest.mark.parametrize("verb", ["withdraw", "retreat"])
def test_who_withdraws_or_retreats_by_sea_may_be_fallen_upon(verb: str, lair: str) -> None:
    s = leaving(1, lair, verb)
    assert (actor(s), s.prompt(s.actors()[0]).key) == ("rome", "ask.window-naval-ambush")
    script(s, [1, 6, *[1] * 9])
    play(s, "play:naval-ambush")
    assert at(s, "carthage", "agrigentum") == {"light": 1}, "with its Fleet the Army is lost"
    assert s.leader_at[s.box.leader("carthage-9")] == NOBODY
    assert at(s, "carthage", "lilybaeum") == {}
    assert at(s, "rome", lair)["galley"] >= 1
    assert actor(s) == "rome"


@pytest.mark.rule("PR-17.2-NAVAL-AMBUSH", "PR-9.4.5d", "PR-10.7.5")
@pytest.mark.parametrize("verb", ["withdraw", "retreat"])
def test_let_by_or_with_a_stronger_escort_it_comes_to_its_port(verb: str) -> None:
    passed = play(leaving(1, "melita", verb), "pass")
    assert at(passed, "carthage", "agrigentum")["galley"] == 1
    strong = leaving(4, "melita", verb)
    script(strong, [6, 1, *[1] * 9])
    play(strong, "play:naval-ambush")
    assert at(strong, "carthage", "agrigentum")["galley"] == 3, "one of four is the price of victory"
    assert len(at(strong, "carthage", "agrigentum")) >= 3, "its Army, the one there, and the Fleet"
    far = leaving(1, "tarraco", verb)
    assert far.stack[-1].name != "window"


@pytest.mark.rule("PR-17.2-NAVAL-AMBUSH", "PR-9.4.5d")
def test_whom_nobody_escorts_is_lost_on_his_way_too() -> None:
    s = play(leaving(0, "melita", "withdraw"), "play:naval-ambush")
    assert at(s, "carthage", "agrigentum") == {"light": 1}


@pytest.mark.rule("PR-17.2-NAVAL-AMBUSH", "PR-9.4.5d", "PR-10.7.5")
@pytest.mark.parametrize("verb", ["withdraw", "retreat"])
def test_who_leaves_and_survives_may_be_fallen_upon_by_the_other_card(verb: str) -> None:
    s = leaving(2, "melita", verb, copies=2)
    script(s, [3, 4, *[1] * 9])
    play(s, "play:naval-ambush")
    while s.prompt(s.actors()[0]).key == "ask.window-galley-tech-artillery":
        play(s, "pass")
    assert (actor(s), s.prompt(s.actors()[0]).key) == ("rome", "ask.window-naval-ambush")


@pytest.mark.rule("PR-17.2-NAVAL-AMBUSH", "PR-10.7.5")
def test_no_ally_on_board_is_asked_to_fall_upon_his_own_fleet() -> None:
    units: Units = {"carthage": {"agrigentum": {"heavy": 1}}, "greece": {"agrigentum": {"galley": 1}}}
    s = world(units, options=ADVANCED, active="rome")
    carthage, greece, port = POWERS.index("carthage"), POWERS.index("greece"), node("agrigentum")
    alone = Landfall((carthage,), carthage, port, (s.at(carthage, port),), (0,), 0)
    assert lurkers(s, alone) == [greece]
    together = Landfall((carthage, greece), carthage, port, (s.at(carthage, port), 0), (0, s.at(greece, port)), 0)
    assert lurkers(s, together) == []

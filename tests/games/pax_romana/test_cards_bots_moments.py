"""What greedy does with cards at their moments: before Battles, with an enemy at home, chased, with a Fleet near."""

from __future__ import annotations

import pytest

from games.pax_romana.advanced_tools import ADVANCED, POWERS
from games.pax_romana.helpers import Units, actor, city, node, play, world
from games.pax_romana.test_cards_bots import greedy
from games.pax_romana.test_cards_generals import marching
from games.pax_romana.test_cards_moments import asked, fleets, held, invading
from games.pax_romana.test_cards_naval_ambush import sailing
from ludi.games.pax_romana import PaxRomanaState
from ludi.games.pax_romana.ch10_battle.battle import NO_FORCING, Onset
from ludi.games.pax_romana.world.pieces import SOF, pack


def storm(legions: int, hands: list[list[str]], guard: int = 2) -> PaxRomanaState:
    """Rome is about to storm Carthago, a City of 5 Wall Points with some Heavy Infantry."""
    units: Units = {"rome": {"roma": {"legion": 1}}, "carthage": {"carthago": {"heavy": guard}, "utica": {"heavy": 1}}}
    sites = {"carthago": city("carthage"), "utica": city("carthage")}
    s = world(units, options=ADVANCED, sites=sites, hands=hands)
    rome, carthage = POWERS.index("rome"), POWERS.index("carthage")
    s.add(rome, node("carthago"), pack({"legion": legions}))
    s.push(Onset((rome,), (carthage,), node("carthago"), node("roma"), rome, NO_FORCING))
    s.run()
    return s


def test_the_besieged_play_archimedes_and_he_works_where_the_storm_is() -> None:
    s = storm(5, held(carthage=["archimedes-effect"]))
    assert actor(s) == "carthage"
    assert greedy(s) == "play:archimedes-effect"
    play(s, "play:archimedes-effect")
    assert greedy(s) == "place:carthago"


def test_it_is_kept_for_a_storm_that_is_in_the_balance_and_for_an_own_city() -> None:
    assert greedy(storm(1, held(carthage=["archimedes-effect"]), guard=12)) == "pass", "such a storm fails without it"
    assert greedy(storm(5, held(greece=["archimedes-effect"]))) == "pass", "nothing of Greece's is at stake"


def test_the_besieger_plays_poliorcates_and_the_engines_go_to_the_army_before_the_walls() -> None:
    s = storm(5, held(rome=["poliorcates-effect"]))
    assert (actor(s), greedy(s)) == ("rome", "play:poliorcates-effect")
    play(s, "play:poliorcates-effect")
    assert greedy(s) == "place:carthago"
    assert greedy(storm(30, held(rome=["poliorcates-effect"]))) == "pass", "2T for what is won anyhow"


def test_mercenaries_are_hired_for_a_soldier_of_fortune_where_the_fight_is() -> None:
    units: Units = {"rome": {"roma": {"legion": 1}}, "soldier-of-fortune": {"capua": {"heavy": 12}}}
    s = world(units, options=ADVANCED, soldier_of_fortune="greece", hands=held(greece=["mercenaries"]))
    s.add(POWERS.index("rome"), node("capua"), pack({"legion": 9}))
    s.push(Onset((POWERS.index("rome"),), (SOF,), node("capua"), node("roma"), POWERS.index("rome"), NO_FORCING))
    s.run()
    assert (actor(s), greedy(s)) == ("greece", "play:mercenaries")
    play(s, "play:mercenaries")
    assert greedy(s).endswith(":capua")


def test_galleys_are_bettered_for_a_naval_battle() -> None:
    s = fleets(held(rome=["galley-tech-corvus"]))
    assert (actor(s), greedy(s)) == ("rome", "play:galley-tech-corvus")


def test_militia_come_to_a_capital_in_danger_only() -> None:
    s = invading("venusia", hands=held(rome=["raise-the-militia"]), stability={"rome": 0})
    assert (actor(s), greedy(s)) == ("rome", "pass"), "Stability is dearer"


def test_an_army_that_is_chased_leaves_again_if_it_would_be_beaten() -> None:
    s = marching(["cunctator"])
    play(s, "withdraw", "take:legion", "go", "march:roma", "march:roma")
    asked(s, "ask.window-raise-the-militia")
    assert s.prompt(s.actors()[0]).key == "ask.window-cunctator"
    assert greedy(s) in ("play:cunctator", "pass")


@pytest.mark.parametrize("escort", [0, 1])
def test_who_has_no_fleet_near_any_more_keeps_naval_ambush(escort: int) -> None:
    """What is near is asked of the rules as the position is now: the Fleet may have gone."""
    s = sailing({"carthage": {"panormus": {"galley": 2}}}, escort=escort)
    assert (actor(s), greedy(s)) == ("carthage", "play:naval-ambush")
    carthage = POWERS.index("carthage")
    s.remove(carthage, node("panormus"), s.at(carthage, node("panormus")))
    assert greedy(s) == "pass"

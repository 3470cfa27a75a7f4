"""What bots make of Event cards: when they pay, play, answer, keep and give up, by what their seat knows alone."""

from __future__ import annotations

import random
import typing
from typing import Any

import pytest

from games.pax_romana.advanced_tools import unasked
from games.pax_romana.card_tools import cards, choosing, put
from games.pax_romana.helpers import actor, city, play
from ludi import bots
from ludi.core import FastDice, registry
from ludi.games.pax_romana import PaxRomanaState
from ludi.games.pax_romana.advice.policy import JUDGES
from ludi.games.pax_romana.ch11_naval.afloat import AmphibiousAttack
from ludi.games.pax_romana.ch12_special.pontus import PonticActivation
from ludi.games.pax_romana.ch17_cards.keeping import Keeping, Overfull
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.world.pieces import COMBAT, PONTUS
from needs import need_plain

GAME = registry.find("pax-romana")
ARMIES = {
    "rome": {"roma": {"legion": 6}, "capua": {"legion": 2}},
    "carthage": {"carthago": {"heavy": 3}, "utica": {"heavy": 2, "galley": 2}},
    "greece": {"sparta": {"heavy": 2}},
}


def greedy(s: PaxRomanaState) -> str:
    """What greedy does now, asked with what the deciding seat knows."""
    seat = s.actors()[0]
    return s.spell(bots.find("greedy", GAME).choose(s.perspective(seat), random.Random(1)))


def test_a_marker_is_paid_where_there_is_something_to_take_and_not_with_nothing_to_move() -> None:
    assert greedy(cards(ARMIES, leaders={"rome-1": "roma"})) == "pay"
    assert greedy(cards({"greece": {"sparta": {"heavy": 2}}}, treasury={"rome": 1})) == "pass"


def test_what_helps_at_once_is_played_and_what_waits_for_its_moment_is_kept() -> None:
    s = choosing(ARMIES, {"rome": ["stability-and-opportunity"]}, stability={"rome": 3})
    assert greedy(s) == "play:stability-and-opportunity"
    for title in ("tactical-surprise", "deus-ex-machina", "naval-ambush", "cunctator"):
        assert not greedy(choosing(ARMIES, {"rome": [title]})).startswith(("play", "discard"))


def test_the_best_card_is_kept_into_the_next_turn_and_the_least_given_up() -> None:
    s = cards(ARMIES, {"rome": ["spies", "deus-ex-machina", "mercenaries"]})
    s.push(Keeping(s))
    s.run()
    assert (actor(s), greedy(s)) == ("rome", "keep-card:deus-ex-machina")
    s = cards(ARMIES, {"rome": ["conqueror", "traitor", "diplomatic-mission"]})
    s.hands[s.box.powers.index("rome")].append(s.deck.pop(s.deck.index(23)))
    s.push(Overfull(s.box.powers.index("rome")))
    s.run()
    assert greedy(s) == "discard-card:diplomatic-mission"


@pytest.mark.parametrize(
    ("title", "word"),
    [("stability-and-opportunity", "play:deus-ex-machina"), ("diplomatic-mission", "pass")],
)
def test_deus_ex_machina_is_for_what_matters(title: str, word: str) -> None:
    s = cards(ARMIES, {"carthage": ["deus-ex-machina"]}, stability={"rome": 3})
    put(s, "rome", title)
    assert (actor(s), greedy(s)) == ("carthage", word)


def test_carthage_hires_for_a_card_it_can_spare_when_it_is_in_danger() -> None:
    units = {"carthage": {"carthago": {"heavy": 1}}, "rome": {"utica": {"legion": 3}}}
    facts = {"active": "carthage", "sites": {"carthago": city("carthage")}, "leaders": {"rome-1": "utica"}}
    s = choosing(units, {"carthage": ["spies"]}, treasury={"carthage": 30}, **facts)
    assert greedy(s) == "hire-for:spies"
    s.play(s.actors()[0], s.unspell("hire-for:spies"))
    assert greedy(s) == "hire-heavy:carthago"


@pytest.mark.parametrize("held", [["deus-ex-machina", "spies"], ["ambush", "traitor"], ["conqueror", "alliance"]])
def test_no_choice_depends_on_cards_that_others_hold(held: list[str]) -> None:
    chosen = []
    for hand in (["mercenaries", "mercenaries"], held):
        s = choosing(ARMIES, {"rome": ["tactical-surprise"], "greece": hand}, leaders={"rome-1": "roma"})
        s.dice = FastDice(random.Random(4))
        found = []
        for _ in range(12):
            if actor(s) != "rome":
                break
            found.append(greedy(s))
            s.play(s.actors()[0], s.unspell(found[-1]))
        chosen.append(found)
    assert chosen[0] == chosen[1]


@pytest.mark.long
@pytest.mark.parametrize("seat", range(3))
def test_greedy_beats_random_with_cards(seat: int) -> None:
    box = GAME.box({"scenario": "IV"})
    mind = bots.find("greedy", GAME)
    won = 0
    for number in range(2):
        rng = random.Random(f"cards {seat} {number}")
        s = GAME.deal(box, FastDice(rng))
        while s.actors():
            player = s.actors()[0]
            legal = s.legal(player)
            s.play(player, mind.choose(s.perspective(player), rng) if player == seat else rng.choice(legal))
        outcome = s.outcome()
        assert outcome is not None
        won += seat in outcome.winners
    assert won == 2


# What cards ask beside


NO_JUDGE_NEEDED = {"card", "new-aims"}
"""Procedures that ask nobody anything."""


def test_everything_that_a_card_asks_has_a_judge() -> None:
    asked = {
        kind.name for kind in Procedure.kinds.values() if kind.__module__.startswith("ludi.games.pax_romana.ch17_cards")
    }
    assert asked - NO_JUDGE_NEEDED <= {*JUDGES}
    assert {"pontus", "pontic-muster", "slaves", "placing", "rebellion", "gallic-rebellion", "invasion"} <= {*JUDGES}


def test_the_inventor_works_where_walls_are_needed() -> None:
    units = {"carthage": {"carthago": {"heavy": 1}, "gades": {"heavy": 1}}, "rome": {"utica": {"legion": 4}}}
    sites = {"carthago": city("carthage"), "gades": city("carthage"), "roma": city("rome")}
    s = put(cards(units, active="carthage", sites=sites, leaders={"rome-1": "utica"}), "carthage", "archimedes-effect")
    assert greedy(unasked(s)) == "place:carthago"


def test_siege_engines_go_to_the_army_that_stands_before_walls() -> None:
    units = {
        "rome": {"roma": {"legion": 4}, "agrigentum": {"legion": 4}},
        "carthage": {"syracuse": {"heavy": 1}},
    }
    sites = {"roma": city("rome"), "syracuse": city("carthage")}
    s = put(cards(units, sites=sites, treasury={"rome": 20}, turn=3), "rome", "poliorcates-effect")
    assert greedy(unasked(s)) == "place:agrigentum"


def test_rhodes_is_parted_from_another_and_not_from_the_own_side() -> None:
    s = cards(ARMIES)
    s.rhodes_ally = s.box.powers.index("greece")
    assert greedy(unasked(put(s, "rome", "alliance"))) == "part-from:rhodes"
    s = cards(ARMIES)
    s.rhodes_ally = s.box.powers.index("rome")
    assert greedy(unasked(put(s, "rome", "alliance"))).startswith("invite")


def test_pontus_gathers_in_one_space_and_goes_against_others() -> None:
    units = {"greece": {"sparta": {"heavy": 2}}, "east": {"amasia": {"light": 1}, "edessa": {"heavy": 1}}}
    s = unasked(put(cards(units, active="greece"), "greece", "pontus"))
    while s.stack[-1].name == "pontic-muster":
        play(s, greedy(s))
    assert len([stack for _, stack in s.places_of(PONTUS) if stack & COMBAT]) == 1
    s.push(PonticActivation(s))
    s.run()
    assert greedy(unasked(s)).startswith("major")


def test_a_rival_is_struck_and_nobody_strikes_himself() -> None:
    units = {"rome": {"capua": {"legion": 2}, "placentia": {"garrison": 1}}, "carthage": {"gades": {"garrison": 1}}}
    assert greedy(unasked(put(cards(units), "rome", "local-insurrection"))) == "place:gades"
    s = cards(ARMIES, stability={"rome": -6, "carthage": 0, "greece": 0, "east": 0})
    assert greedy(unasked(put(s, "rome", "stability-check"))) != "against:rome"


def test_who_judges_a_question_takes_every_procedure_that_asks_it() -> None:
    """A compiled judge refuses what its annotation does not name: a new leader's Capital is asked like a placing."""
    need_plain("which procedures a judge names")
    for kind in Procedure.kinds.values():
        judge = JUDGES.get(kind.name)
        takes = typing.get_type_hints(judge).get("procedure", Any) if judge is not None else Any
        if takes is not Any and not issubclass(kind, AmphibiousAttack):  # which never asks
            assert issubclass(kind, takes), kind.__name__

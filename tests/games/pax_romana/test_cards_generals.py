"""Chapter 17.2: CONQUEROR and CUNCTATOR."""

from __future__ import annotations

from typing import Any

import pytest

from games.pax_romana.advanced_tools import ROME, hold, table, to_operation, unasked, words
from games.pax_romana.helpers import Units, actor, at, choices, mp, play, refused, script, stability
from ludi.games.pax_romana import PaxRomanaState
from ludi.games.pax_romana.ch03_sequence.turn import next_turn
from ludi.games.pax_romana.ch09_movement.movement import March

ELITE = {"rome-1": "capua"}
LEGIONS: Units = {"rome": {"capua": {"legion": 2}, "roma": {"legion": 1}}}


def expanding(card: str, units: Units = LEGIONS, **facts: Any) -> PaxRomanaState:
    """Rome, holding a card, is at the beginning of an Expansion."""
    return play(to_operation(hold(units, card, **facts)), "expand")


@pytest.mark.rule("PR-17.2-CONQUEROR")
def test_conqueror_is_played_at_the_beginning_of_an_expansion_with_an_elite_in_play() -> None:
    s = hold(LEGIONS, "conqueror", leaders=ELITE)
    assert refused(s, "rome", "play:conqueror") == "PR-17.2-CONQUEROR", "not in the Card Segment"
    to_operation(s)
    assert refused(s, "rome", "play:conqueror") == "PR-17.2-CONQUEROR", "not before the Expansion"
    play(s, "expand")
    assert "play:conqueror" in choices(s)
    script(s, [1])
    play(s, "minor:roma", "take:legion", "halt")
    unasked(s)
    assert "play:conqueror" not in choices(s)
    assert refused(s, "rome", "play:conqueror") == "PR-17.2-CONQUEROR", "something was done in it"
    without = expanding("conqueror", leaders={"rome-5": "capua"})
    assert refused(without, "rome", "play:conqueror") == "PR-17.2-CONQUEROR", "no Elite leader"


@pytest.mark.rule("PR-17.2-CONQUEROR")
def test_conqueror_gives_the_elite_and_his_army_a_second_major_move_in_this_activation() -> None:
    s = expanding("conqueror", leaders=ELITE)
    assert not words(s, "conquer")
    unasked(play(s, "play:conqueror"))
    assert words(s, "conquer") == {"capua"}
    assert words(s, "major") == {"capua", "roma"}, "his own Major Move is left"
    script(s, [1])
    play(s, "major:capua", "take-all", "march:roma", "halt")
    unasked(s)
    assert words(s, "conquer") == {"roma"}, "he may move twice"
    script(s, [1])
    play(s, "conquer:roma", "take:legion", "take-leader:rome-1", "go", "march:capua", "halt")
    unasked(s)
    assert not words(s, "conquer"), "once"
    assert not words(s, "major")
    assert s.conqueror
    s.stack[1].stage = "beginning"
    del s.stack[2:]
    s.run()
    assert not s.conqueror, "for this marker alone"


@pytest.mark.rule("PR-17.2-CONQUEROR")
def test_of_two_elites_the_player_chooses_who_moves() -> None:
    s = expanding("conqueror", leaders={"rome-1": "capua", "rome-2": "roma"})
    unasked(play(s, "play:conqueror"))
    assert words(s, "conquer") == {"capua", "roma"}
    script(s, [1])
    play(s, "conquer:roma")
    march = s.stack[-1]
    assert isinstance(march, March)
    assert march.led_by == s.box.leader("rome-2")


@pytest.mark.rule("PR-17.2-CONQUERORb")
def test_nobody_has_both_in_one_turn() -> None:
    s = expanding("conqueror", leaders=ELITE, also=["cunctator"])
    unasked(play(s, "play:conqueror"))
    assert refused(s, "rome", "play:cunctator") == "PR-17.2-CONQUERORb"
    script(s, [1, 2, 3, 4])
    next_turn(s)
    assert "play:cunctator" in [s.spell(action) for action in s.stack[-1].legal(s, ROME)], "another turn"
    other = expanding("cunctator", leaders=ELITE, also=["conqueror"])
    unasked(play(other, "play:cunctator"))
    assert refused(other, "rome", "play:conqueror") == "PR-17.2-CONQUERORb"


def marching(cards: list[str], *before: str) -> PaxRomanaState:
    """Carthage marches from Venusia against a Legion at Capua, at home; Rome has done this before, and is asked."""
    units: Units = {"carthage": {"venusia": {"heavy": 4}}, "rome": {"capua": {"legion": 1}}}
    facts: dict[str, Any] = {"leaders": {"carthage-3": "venusia"}, "deck": ["revenues-and-stability"]}
    s = table(units, active="carthage", hands=[[], [], [], cards], **facts)
    unasked(play(s, "pay"))
    to_operation(s)
    script(s, [6])
    unasked(play(s, "expand", "major:venusia", "take-all", "march:capua"))
    assert actor(s) == "rome"
    if before:
        unasked(play(s, *before))
    script(s, [1, 1])
    return s


@pytest.mark.rule("PR-17.2-CUNCTATOR")
def test_cunctator_withdraws_at_home_without_loss_of_stability() -> None:
    plain = marching([])
    before = stability(plain, "rome")
    play(plain, "withdraw")
    assert stability(plain, "rome") == before - 1
    s = marching(["cunctator"], "play:cunctator")
    before = stability(s, "rome")
    play(s, "withdraw")
    assert stability(s, "rome") == before


@pytest.mark.rule("PR-17.2-CUNCTATOR")
def test_cunctator_withdraws_again_and_again_in_one_move() -> None:
    for cards, again in (([], False), (["cunctator"], True)):
        s = marching(cards, *(["play:cunctator"] if cards else []))
        play(s, "withdraw", "take:legion", "go", "march:roma")
        assert at(s, "rome", "roma") == {"legion": 1}
        assert actor(s) == "carthage"
        assert mp(s) > 1
        script(s, [3] * 8)
        unasked(play(s, "march:roma"))
        assert ("withdraw" in choices(s)) is again
    s.cunctators = 1 << ROME
    script(s, [1, 2, 3, 4])
    next_turn(s)
    assert not s.cunctators, "for this Game-Turn"

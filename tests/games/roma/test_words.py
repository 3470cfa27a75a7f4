"""Sentences: what is asked, what a choice brings, why something is not possible."""

from __future__ import annotations

import pytest

from games.roma.tables import play
from ludi.games.roma import GAME, RomaState, position

BOOK = GAME.phrases("en")


def said(state: RomaState, word: str) -> str:
    return BOOK.say(state.label(state.unspell(word)))


def refusal(state: RomaState, word: str) -> str:
    why = state.why_not(state.actors()[0], word)
    assert why is not None
    return f"{BOOK.say(why)} [{why.rule}]"


def test_a_choice_says_what_it_costs_or_brings() -> None:
    state = position(
        rows=[{1: "legat", 2: "forum", 3: "basilica", 5: "mercatus"}, {1: "forum", 2: "forum", 4: "nero"}],
        hands=[["consul"]],
        sestertii=[3, 0],
        unused=[1, 2, 5],
    )
    assert said(state, "lay:consul-4") == "Lay Consul at disc 4 for 3 sestertii"
    assert said(state, "lay:consul-2") == "Lay Consul at disc 2, over Forum, for 3 sestertii"
    assert said(state, "money:1") == "Use the 1: take 1 sestertius"
    assert said(state, "draw:2") == "Use the 2: draw 2 cards, keep one"
    assert said(state, "activate:1") == "Use the 1: activate Legat (3 victory points)"
    assert said(state, "activate:5") == "Use the 5: activate Mercatus (2 victory points)"
    assert said(state, "end") == "End your turn without using 1, 2, 5"
    play(state, "activate:2")
    assert said(state, "points:5") == "Use the 5: 7 victory points"
    assert BOOK.say(state.prompt(0)) == "Forum: which die gives the victory points?"
    assert BOOK.say(state.prompt(1)) == "Waiting for Player 1."


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("lay:forum-1", "Forum costs 5 sestertii, and you have 3. [ROMA-PLAY-3]"),
        ("lay:nero-1", "You have no Nero in your hand. [ROMA-PLAY-1]"),
        ("money:6", "You have no unused die that shows 6. [ROMA-PHASE3-3]"),
        ("money:5", "Your 5 is already used; each die counts only once in a turn. [ROMA-PHASE3-4]"),
        ("activate:4", "You have no card at disc 4. [ROMA-ACT-1]"),
        ("activate:3", "Disc 3 is blocked by a Praetorianus in this turn. [ROMA-PRAETORIANUS]"),
        ("buy:1", "That is an answer for Mercator, and no such card is at work now. [ROMA-MERCATOR]"),
        ("give:forum", "Cards are given away only before the game begins. [ROMA-SETUP-5]"),
        ("keep:forum", "You have not drawn any cards to choose from. [ROMA-DRAW-1]"),
    ],
)
def test_a_refusal_names_the_condition_and_the_rule(word: str, reason: str) -> None:
    state = position(
        rows=[{3: "legat"}], hands=[["forum"]], sestertii=[3, 0], unused=[3, 4], used=[5], blocked=[3], phase="actions"
    )
    assert refusal(state, word) == reason


def test_the_rule_of_covering_is_named() -> None:
    state = position(rows=[{1: "senator", 2: "forum"}], hands=[["legat"]], unused=[1])
    play(state, "activate:1")
    assert state.label(state.unspell("lay:legat-2")).rule == "ROMA-SENATOR-B"
    assert state.label(state.unspell("lay:legat-3")).rule == "ROMA-SENATOR"


def test_a_finished_game_refuses_everything() -> None:
    state = position(points=[0, 10], phase="over")
    why = state.why_not(0, "end")
    assert why is not None
    assert why.rule == "ROMA-END-1"
    assert BOOK.say(state.prompt(0)) == "The game is over."


def test_a_card_that_was_laid_again_is_not_called_one_that_was_not_taken_up() -> None:
    state = position(rows=[{1: "consiliarius", 2: "legat", 3: "forum"}], unused=[1])
    play(state, "activate:1", "lay:consiliarius-4")
    assert refusal(state, "lay:consiliarius-4").startswith("Consiliarius has been laid again already; lay Legat.")
    assert refusal(state, "lay:consiliarius-5").startswith("Consiliarius has been laid again already; lay Legat.")
    assert refusal(state, "lay:forum-1").startswith("Forum was not taken up; lay Legat.")
    state = position(rows=[{1: "consiliarius", 2: "legat", 3: "consiliarius"}], unused=[1])
    play(state, "activate:1", "lay:consiliarius-4")
    assert refusal(state, "lay:consiliarius-5").startswith("The cards are laid again from left to right: Legat")


def test_a_further_die_is_refused_by_the_rule_of_the_card_that_could_ask_for_it() -> None:
    state = position(rows=[{1: "forum", 2: "templum"}], unused=[1, 5])
    play(state, "activate:1", "points:5")
    assert refusal(state, "add:5").endswith("[ROMA-TEMPLUM]")
    assert refusal(state, "pass").endswith("[ROMA-TEMPLUM]")
    state = position(rows=[{1: "forum", 2: "templum"}], unused=[1, 4, 5])
    play(state, "activate:1", "points:5")
    assert refusal(state, "add:6") == "You have no unused die that shows 6. [ROMA-TEMPLUM]"
    assert refusal(state, "end").endswith("[ROMA-TEMPLUM]")
    assert state.prompt(0).rule == "ROMA-TEMPLUM"
    assert refusal(position(rows=[{1: "forum"}], unused=[1]), "add:1").endswith("[ROMA-ACT-1]")
    assert refusal(position(rows=[{1: "centurio"}], unused=[1]), "add:1").endswith("[ROMA-CENTURIO]")
    assert refusal(position(rows=[{1: "centurio", 2: "templum"}], unused=[1]), "add:1").endswith("[ROMA-ACT-1]")
    assert refusal(position(rows=[{1: "velites"}], unused=[1]), "target:1").endswith("[ROMA-VELITES]")
    assert refusal(position(rows=[{}], unused=[1]), "block:1").endswith("[ROMA-PRAETORIANUS]")


@pytest.mark.parametrize(("starter", "placing", "rule"), [(0, 0, "ROMA-SETUP-8"), (0, 1, "ROMA-SETUP-10")])
def test_each_player_placing_is_told_his_own_rule(starter: int, placing: int, rule: str) -> None:
    hands = [["legat", "forum", "nero", "turris"], ["consul", "consul", "senator", "senator"]]
    rows: list[dict[int, str]] = [{}, {}]
    if placing != starter:
        rows[starter] = dict(enumerate(hands[starter], 1))
        hands[starter] = []
    state = position(phase="place", turn=placing, starter=starter, hands=hands, rows=rows)
    assert refusal(state, "end").endswith(f"[{rule}]")
    assert refusal(state, "lay:essedum-1").endswith(f"[{rule}]")
    assert state.prompt(placing).rule == state.prompt(1 - placing).rule == rule
    elsewhere = state.why_not(1 - placing, "lay:essedum-1")
    assert elsewhere is not None
    assert elsewhere.rule == rule

"""Preparation (Voorbereiding van het spel)."""

from __future__ import annotations

import random

import pytest

from games.roma.tables import choices, hand, play, refused, row
from ludi.core import FastDice, NotYourTurn, SeededDice, seed_from_text
from ludi.games.roma import GAME, RomaState, position


def exchanged(first: list[str], second: list[str], starter: int = 0) -> RomaState:
    """A position after the exchange: what the players hold now."""
    return position(phase="place", hands=[first, second], turn=starter, starter=starter)


@pytest.mark.rule("ROMA-SETUP-4", "ROMA-SETUP-6")
def test_four_cards_each_from_a_shuffled_deck_leave_44(deal: RomaState) -> None:
    assert [len(cards) for cards in deal.hands] == [4, 4]
    assert len(deal.deck) == 44
    assert deal.discard == []
    other = GAME.deal(GAME.box({"start": "1"}), FastDice(random.Random(53)))
    assert other.deck != deal.deck
    assert other.hands != deal.hands


@pytest.mark.rule("ROMA-SETUP-5")
def test_each_gives_two_cards_and_holds_four_again() -> None:
    state = position(
        phase="exchange", hands=[["legat", "forum", "forum", "nero"], ["turris", "consul", "legat", "mercator"]]
    )
    assert state.actors() == (0, 1)
    assert [state.spell(action) for action in state.legal(0)] == ["give:legat", "give:nero", "give:forum"]
    state.play(0, state.unspell("give:forum"))
    state.play(1, state.unspell("give:turris"))
    state.play(0, state.unspell("give:forum"))
    assert state.actors() == (1,)
    with pytest.raises(NotYourTurn, match="ROMA-SETUP-5"):
        state.play(0, state.unspell("give:nero"))
    assert hand(state, 1) == ["legat", "mercator", "consul"]  # nothing changes hands before both have chosen
    state.play(1, state.unspell("give:legat"))
    assert hand(state, 0) == ["legat", "legat", "nero", "turris"]
    assert hand(state, 1) == ["mercator", "consul", "forum", "forum"]


@pytest.mark.rule("ROMA-SETUP-5")
def test_only_own_cards_can_be_given() -> None:
    state = position(
        phase="exchange", hands=[["legat", "forum", "forum", "nero"], ["turris", "consul", "legat", "mercator"]]
    )
    assert refused(state, "give:turris") == "ROMA-SETUP-5"
    assert refused(state, "lay:legat-1") == "ROMA-SETUP-5"


@pytest.mark.rule("ROMA-SETUP-7")
def test_the_starting_player_is_chosen_by_option_or_by_chance() -> None:
    for start, seat in (("1", 0), ("2", 1)):
        state = GAME.deal(GAME.box({"start": start}), FastDice(random.Random(1)))
        assert state.starter == seat
        while state.turns == 0:
            play(state, choices(state)[0])
        assert state.turn == seat
    by_chance = {GAME.deal(GAME.box(), SeededDice(seed_from_text(str(number)))).starter for number in range(20)}
    assert by_chance == {0, 1}


@pytest.mark.rule("ROMA-SETUP-8")
@pytest.mark.parametrize("starter", [0, 1])
def test_the_starting_player_lays_four_cards_face_down_at_discs_of_his_choice(starter: int) -> None:
    hands = [["legat", "nero", "forum", "turris"], ["consul", "consul", "forum", "onager"]]
    state = exchanged(hands[0], hands[1], starter=starter)
    assert state.actors() == (starter,)
    kinds = len(set(hands[starter]))
    assert len(choices(state)) == 6 * kinds
    cards = hands[starter]
    play(state, f"lay:{cards[0]}-6", f"lay:{cards[1]}-1", f"lay:{cards[2]}-4")
    assert state.actors() == (starter,)
    theirs = state.view(1 - starter)["players"][starter]["row"]
    assert [place["face_down"] for place in theirs] == [True, False, False, True, False, True]
    assert [place["card"] for place in theirs] == [None] * 6
    mine = state.view(starter)["players"][starter]["row"]
    assert [place["card"] for place in mine] == [cards[1], None, None, cards[2], None, cards[0]]


@pytest.mark.rule("ROMA-SETUP-9")
def test_at_the_start_each_card_has_a_disc_of_its_own() -> None:
    state = exchanged(["legat", "nero", "forum", "turris"], ["consul", "consul", "forum", "onager"])
    play(state, "lay:legat-3")
    assert refused(state, "lay:nero-3") == "ROMA-SETUP-9"
    assert "lay:nero-4" in choices(state)


@pytest.mark.rule("ROMA-SETUP-9", "ROMA-PLAY-2")
def test_later_too_a_side_holds_one_card_at_a_disc() -> None:
    state = position(rows=[{3: "legat"}], hands=[["forum"]], sestertii=[5, 0], unused=[1])
    play(state, "lay:forum-3")
    assert row(state, 0) == [None, None, "forum", None, None, None]


@pytest.mark.rule("ROMA-SETUP-10")
def test_then_the_second_player_lays_his_four_cards() -> None:
    state = exchanged(["legat", "nero", "forum", "turris"], ["consul", "consul", "forum", "onager"])
    with pytest.raises(NotYourTurn, match="ROMA-SETUP-8"):
        state.play(1, state.unspell("lay:onager-1"))
    play(state, "lay:legat-1", "lay:nero-2", "lay:forum-3", "lay:turris-4")
    assert state.actors() == (1,)
    assert choices(state, "lay") == [
        f"lay:{card}-{disc}" for card in ("consul", "forum", "onager") for disc in range(1, 7)
    ]
    with pytest.raises(NotYourTurn, match="ROMA-SETUP-10"):
        state.play(0, state.unspell("end"))


@pytest.mark.rule("ROMA-SETUP-11", "ROMA-PHASE1-EX1", "ROMA-PHASE1-1", "ROMA-TURN-2")
def test_then_all_cards_are_turned_up_for_free_and_the_starting_player_begins() -> None:
    state = exchanged(["legat", "nero", "forum", "turris"], ["consul", "consul", "forum", "onager"], starter=1)
    state.dice = FastDice(random.Random(3))
    play(state, "lay:consul-6", "lay:consul-5", "lay:forum-4", "lay:onager-3")
    before = state.irrevocable
    play(state, "lay:legat-1", "lay:nero-2", "lay:forum-3", "lay:turris-4")
    assert state.irrevocable > before
    assert state.sestertii == [0, 0]
    assert state.turn == 1
    for seat in (0, 1, None):
        rows = [[place["card"] for place in player["row"]] for player in state.view(seat)["players"]]
        assert rows == [
            ["legat", "nero", "forum", "turris", None, None],
            [None, None, "onager", "forum", "consul", "consul"],
        ]
    # He has 4 of 6 discs occupied and pays 2 points.
    assert state.points == [10, 8]
    assert state.stock == 18

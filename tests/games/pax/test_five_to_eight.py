"""PAX for 5 to 8 players."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.pax.tables import begun, deal, deck, display, do, group, hand, in_play, listen, names, words
from ludi.games.pax import PaxState, position

EXTRA = [(5, 15), (6, 30), (7, 45), (8, 60)]


# Preparation


@pytest.mark.rule("PAX-58-1")
def test_the_rules_for_fewer_players_hold_as_well() -> None:
    romans = ["army-2-4", "fleet-1-1", "senator-1-2"]
    legions = [["land-1-1", "army-1-1"], ["wealth-2-4"], ["religion-1-1"]]
    state = position(players=6, hands=[["land-1-2", "army-1-2"]], legions=legions, rome_hidden=romans, coins=[6])
    do(state, "draw", "hand", "lay:legion-7", "under")
    do(state, "buy:legion-1")
    assert not any(word.startswith("buy") for word in words(state)), "one group a turn"
    assert "play:army-1-2" not in words(state), "no Army without Land or Intrigue"
    do(state, "play:land-1-2", "play:army-1-2", "done")
    assert state.coins[0] == 6 - 2 - 1 + 1
    do(state, "pass")
    assert state.coins[1] == 7
    assert state.view(1)["rome"]["hidden"] == romans
    assert state.view(2)["rome"]["hidden"] == [None] * 3
    do(state, "pass", "pass", "pass", "pass")
    assert names(state.snapshot()["rome"]) == ["wealth-2-4"]
    assert state.actors() == (0,)
    assert all(legion["cards"] for legion in state.view(None)["legions"])


@pytest.mark.rule("PAX-58-2")
@pytest.mark.parametrize(("players", "extra"), EXTRA)
def test_the_deck_is_one_whole_copy_and_random_cards_of_a_second(players: int, extra: int) -> None:
    one_copy = Counter(in_play(deal(4)))
    seconds = set()
    for seed in range(6):
        state = deal(players, seed)
        cards = Counter(in_play(state))
        assert cards.total() == 74 + extra
        assert not one_copy - cards, "no card of the first copy is missing"
        second = cards - one_copy
        assert not second - one_copy, "and none more than a second copy has"
        assert Counter(state.snapshot()["aside"]) == one_copy - second
        seconds.add(tuple(sorted(second.elements())))
    assert len(seconds) == 6


@pytest.mark.rule("PAX-58-2")
def test_both_copies_are_shuffled_together() -> None:
    tops = [set(deck(deal(8, seed))[:20]) for seed in range(8)]
    assert len({frozenset(top) for top in tops}) == 8
    assert all(len({card.split("-")[0] for card in top}) >= 4 for top in tops)


@pytest.mark.rule("PAX-58-3")
@pytest.mark.parametrize("players", [5, 6, 7, 8])
def test_the_fifth_to_eighth_player_draw_five_cards_each(players: int) -> None:
    state = deal(players, start="3")
    sizes = [len(state.view((2 + order) % players)["offer"]) for order in range(players)]
    assert sizes == [2, 3, 4, 5, 5, 5, 5, 5][:players]
    last = (2 + players - 1) % players
    offer = state.view(last)["offer"]
    under = sum(sizes) - players
    while state.view(None)["phase"] == "draft":
        seat = state.actors()[0]
        state.play(seat, state.unspell(f"keep:{state.view(seat)['offer'][0]}"))
    assert [len(hand(state, seat)) for seat in range(players)] == [1] * players
    assert deck(state)[-4:] == offer[1:]
    assert sum("@" in card for card in state.snapshot()["deck"]) == under


@pytest.mark.rule("PAX-58-4")
@pytest.mark.parametrize("players", [5, 6, 7, 8])
def test_there_is_one_legion_more_than_players_each_with_its_own_number(players: int) -> None:
    assert [legion["number"] for legion in begun(players).view(None)["legions"]] == list(range(1, players + 2))


@pytest.mark.rule("PAX-58-EX1")
def test_example_seven_players_have_eight_legions() -> None:
    assert len(begun(7).view(None)["legions"]) == 8


def test_the_extra_legions_come_last_in_a_tie() -> None:
    legions = [["land-1-1"]] * 4 + [["army-1-1"], ["army-2-3"], [], ["fleet-2-3"], ["senator-2-3"]]
    state = position(players=8, turn=7, phase="act", legions=legions)
    assert names(do(state, "done").snapshot()["rome"]) == ["army-2-3"], "Legion VI before VIII and IX"


@pytest.mark.rule("PAX-58-5")
@pytest.mark.parametrize("players", [5, 6, 7, 8])
def test_rome_begins_with_three_cards_up_and_three_down(players: int) -> None:
    state = begun(players)
    assert len(state.snapshot()["rome"]) == 3
    assert len(state.snapshot()["rome_hidden"]) == 3
    view = state.view(None)["rome"]
    assert sum(row["count"] for row in view["display"].values()) == 3
    assert view["hidden"] == [None] * 3
    passed = do(state, "pass")
    assert len(passed.view(state.starter)["rome"]["hidden"]) == 3, "a pass shows the three face-down ones"


# The others respond to a Senator


def senate(**changes: Any) -> PaxState:
    """Seat 1 of 5 has drawn and is about to play; the others hold a card or two."""
    given: dict[str, Any] = {
        "players": 5,
        "turn": 1,
        "phase": "act",
        "hands": [
            ["land-1-1"],
            ["senator-1-1", "senator-1-2"],
            ["wealth-1-1", "land-1-2"],
            ["religion-1-1"],
            ["land-2-3"],
        ],
        "coins": [5, 5, 5, 5, 5],
        "legions": [["religion-1-2"]] * 6,
        **changes,
    }
    return position(**given)


@pytest.mark.rule("PAX-58-6")
def test_after_a_senator_every_other_player_clockwise_may_play_one_card_for_1_aureus() -> None:
    state = do(senate(), "play:senator-1-1", "done")
    assert state.view(None)["phase"] == "respond"
    asked: list[int] = []
    for word in ("respond:land-1-2", "respond:religion-1-1", "decline", "respond:land-1-1"):
        asked += state.actors()
        do(state, word)
    assert asked == [2, 3, 4, 0]
    assert state.coins == [4, 7, 4, 4, 5], "1 Aureus each for 2, 3 and 0; seat 1 has its income of 1 + 1"
    assert [display(state, seat) for seat in (2, 3, 4, 0)] == [["land-1-2"], ["religion-1-1"], [], ["land-1-1"]]
    assert hand(state, 2) == ["wealth-1-1"], "one card only"


@pytest.mark.rule("PAX-58-6")
def test_a_response_may_be_any_card_of_the_hand_or_none() -> None:
    state = do(senate(), "play:senator-1-1", "done")
    assert words(state) == ["respond:wealth-1-1", "respond:land-1-2", "decline"]


@pytest.mark.rule("PAX-58-6")
def test_several_senators_in_one_turn_open_one_window() -> None:
    state = do(senate(), "play:senator-1-1", "play:senator-1-2", "done")
    do(state, "decline", "decline", "decline", "decline")
    assert state.actors() == (2,)
    assert state.view(None)["phase"] == "turn"


@pytest.mark.rule("PAX-58-6")
def test_a_senator_played_in_response_opens_no_window() -> None:
    hands = [["land-1-1"], ["senator-1-1"], ["senator-1-2"], ["land-1-2"], []]
    state = do(senate(hands=hands), "play:senator-1-1", "done", "respond:senator-1-2")
    assert state.actors() == (3,)
    do(state, "decline", "decline")
    assert state.view(None)["phase"] == "turn"
    do(state, "pass")
    assert state.view(None)["phase"] == "turn", "nor does it linger until his own turn"


@pytest.mark.rule("PAX-58-6")
def test_a_senator_with_intrigue_opens_the_window_too() -> None:
    hands = [["land-1-1"], ["senator-1-1", "intrigue-1-1"], ["land-1-2"], [], []]
    state = do(senate(hands=hands), "play:senator-1-1", "play:intrigue-1-1", "done")
    assert state.view(None)["phase"] == "respond"
    assert state.coins[1] == 4, "though it brought no income"


@pytest.mark.rule("PAX-58-6")
def test_without_a_senator_played_this_turn_there_is_no_window() -> None:
    shown = [[], ["senator-2-3"]]
    hands = [["land-1-1"], ["land-1-2"], ["wealth-1-1"], [], []]
    for turn in (["play:land-1-2", "done"], ["done"]):
        state = do(senate(hands=hands, displays=shown), *turn)
        assert state.view(None)["phase"] == "turn"
    state = do(senate(phase="turn", displays=shown), "pass")
    assert state.view(None)["phase"] == "turn"


@pytest.mark.rule("PAX-58-6")
def test_a_seat_without_an_aureus_or_a_card_is_not_asked() -> None:
    hands = [["land-1-1"], ["senator-1-1"], ["land-1-2"], [], ["land-2-3"]]
    state = do(senate(hands=hands, coins=[1, 5, 0, 5, 5]), "play:senator-1-1", "done")
    assert state.actors() == (4,)
    do(state, "decline")
    assert state.actors() == (0,), "one Aureus is enough"
    do(state, "decline")
    assert (state.actors(), state.view(None)["phase"]) == ((2,), "turn")


@pytest.mark.rule("PAX-58-6")
def test_when_nobody_can_respond_the_next_turn_follows_at_once() -> None:
    state = do(senate(coins=[0, 5, 0, 0, 0]), "play:senator-1-1", "done")
    assert (state.actors(), state.view(None)["phase"]) == ((2,), "turn")


@pytest.mark.rule("PAX-58-6")
def test_the_active_player_has_his_income_before_the_others_respond() -> None:
    state = do(senate(), "play:senator-1-1", "done")
    assert state.coins[1] == 7


@pytest.mark.rule("PAX-58-6", "PAX-58-7")
def test_the_price_of_a_response_does_not_depend_on_what_was_played_before() -> None:
    state = do(senate(), "play:senator-1-1", "play:senator-1-2", "done", "respond:wealth-1-1", "respond:religion-1-1")
    assert (state.coins[2], state.coins[3]) == (4, 4)


@pytest.mark.rule("PAX-58-7")
def test_a_response_brings_no_income() -> None:
    shown = [[], [], ["land-1-1", "land-1-1", "land-1-1"]]
    state = senate(hands=[[], ["senator-1-1"], ["land-1-2"], [], []], displays=shown)
    do(state, "play:senator-1-1", "done")
    heard = listen(state)
    do(state, "respond:land-1-2")
    assert state.coins[2] == 4
    assert "income" not in [event.kind for event in heard]
    assert heard[0].facts == {"seat": 2, "card": "land-1-2", "price": 1}


@pytest.mark.rule("PAX-58-7")
def test_a_response_leaves_the_later_turn_of_the_responder_untouched() -> None:
    hands = [[], ["senator-1-1"], ["land-1-2", "wealth-1-1", "wealth-1-2"], [], []]
    state = senate(hands=hands, displays=[[], [], ["land-1-1", "land-1-1", "land-2-3"]])
    do(state, "play:senator-1-1", "done", "respond:land-1-2")
    assert state.actors() == (2,)
    do(state, "draw", "hand", "lay:legion-1", "under")
    do(state, "play:wealth-1-1")
    assert state.coins[2] == 4, "the first card of his turn is free"
    do(state, "done")
    assert state.coins[2] == 5, "Wealth pays 1; the Land laid as a response was no play of this turn"
    quiet = senate(hands=hands)
    do(quiet, "play:senator-1-1", "done", "respond:land-1-2", "draw", "hand", "lay:legion-1", "under", "done")
    assert quiet.coins[2] == 6, "no card in his own turn: base income 2"


@pytest.mark.rule("PAX-58-8")
def test_a_response_must_respect_the_limits() -> None:
    hands = [[], ["senator-1-1"], ["army-1-1", "army-2-3", "fleet-1-1", "fleet-2-3"], ["army-1-2"], []]
    shown = [[], [], ["land-2-3", "army-1-2", "fleet-1-2"]]
    state = do(senate(hands=hands, displays=shown), "play:senator-1-1", "done")
    assert words(state) == ["respond:army-1-1", "respond:fleet-1-1", "decline"]
    do(state, "decline")
    assert (state.actors(), words(state)) == ((3,), ["decline"]), "he is asked even if no card of his would fit"


@pytest.mark.rule("PAX-58-9")
def test_intrigue_in_response_takes_primus_conspiratus_at_once() -> None:
    hands = [[], ["senator-1-1"], ["intrigue-2-3"], ["intrigue-2-4"], []]
    state = do(senate(hands=hands, displays=[["intrigue-1-1"]]), "play:senator-1-1", "done")
    assert state.view(None)["conspirator"] == 0
    do(state, "respond:intrigue-2-3")
    assert state.view(None)["conspirator"] == 2
    do(state, "respond:intrigue-2-4")
    assert state.view(None)["conspirator"] == 2, "equality does not take it away"


@pytest.mark.rule("PAX-58-10")
def test_after_the_responses_the_next_player_clockwise_takes_his_turn() -> None:
    state = do(senate(), "play:senator-1-1", "done", "decline", "decline", "respond:land-2-3", "decline")
    assert (state.actors(), state.view(None)["phase"]) == ((2,), "turn")
    assert state.view(None)["turn"] == 2


@pytest.mark.rule("PAX-58-10", "PAX-58-11")
def test_after_the_last_turn_of_a_round_the_responses_come_before_the_harvest() -> None:
    hands = [["intrigue-1-1"], [], [], [], ["senator-1-1"]]
    legions = [["army-2-4"], ["land-1-1"], ["land-1-1"], ["land-1-1"], ["land-1-1"], ["fleet-1-1"]]
    state = do(senate(turn=4, starter=0, hands=hands, legions=legions), "play:senator-1-1", "done")
    assert state.actors() == (0,)
    assert group(state, 1) == ["army-2-4"], "the round is not over yet"
    do(state, "respond:intrigue-1-1")
    assert state.snapshot()["rome"] == ["army-2-4"]


@pytest.mark.rule("PAX-58-11")
def test_the_conspirator_starts_the_next_round() -> None:
    hands = [["land-1-1"], [], [], ["intrigue-1-1"], ["senator-1-1"]]
    state = do(senate(turn=4, starter=0, hands=hands), "play:senator-1-1", "done", "decline", "respond:intrigue-1-1")
    assert state.view(None)["starter"] == 3
    assert (state.actors(), state.view(None)["phase"]) == ((3,), "turn")


def test_the_last_turn_of_the_game_may_be_responded_to() -> None:
    hands = [["land-1-1"], [], [], [], ["senator-1-1"]]
    state = senate(turn=4, starter=0, hands=hands, deck=[], last_round=True)
    do(state, "play:senator-1-1", "done")
    assert state.actors() == (0,)
    do(state, "respond:land-1-1")
    assert state.view(None)["phase"] == "over"
    assert display(state, 0) == ["land-1-1"]

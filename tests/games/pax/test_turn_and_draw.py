"""Gameplay: the turn, passing, drawing, Religion, and what happens when the deck runs short."""

from __future__ import annotations

import itertools

import pytest

from games.pax.tables import begun, deck, display, do, group, hand, listen, names, verbs, words
from ludi.core import IllegalAction
from ludi.games.pax import PaxState, position

TOP = ["land-1-1", "fleet-1-1", "senator-1-1", "army-1-1", "wealth-1-1"]

# The turn


@pytest.mark.rule("PAX-TURN-1")
@pytest.mark.parametrize("start", range(4))
def test_turns_pass_clockwise_from_the_starting_player(start: int) -> None:
    state = begun(4, start=str(start + 1))
    seats: list[int] = []
    for _ in range(8):
        seats += state.actors()
        do(state, "pass")
    assert seats == [(start + step) % 4 for step in range(4)] * 2, "one turn each, round after round"


@pytest.mark.rule("PAX-TURN-2")
def test_a_turn_is_draw_then_buy_then_play_then_income() -> None:
    state = position(players=2, hands=[["land-1-2", "land-2-3"]], legions=[["wealth-1-1"]], deck=TOP)
    assert words(state) == ["draw", "pass"], "drawing is compulsory"
    do(state, "draw")
    for word in ("hand", "lay:legion-2", "under"):
        assert verbs(state) <= {"hand", "lay", "under"}
        do(state, word)
    assert verbs(state) == {"buy", "play", "done"}
    do(state, "play:land-1-2")
    assert verbs(state) == {"play", "done"}, "buying comes before playing"
    do(state, "done")
    assert state.actors() == (1,)


@pytest.mark.rule("PAX-TURN-2")
def test_a_card_bought_may_be_played_in_the_same_turn() -> None:
    state = position(players=2, phase="act", legions=[["wealth-1-1"]], deck=TOP)
    do(state, "buy:legion-1", "play:wealth-1-1")
    assert display(state, 0) == ["wealth-1-1"]


@pytest.mark.rule("PAX-TURN-2")
def test_buying_and_playing_are_optional() -> None:
    state = position(players=2, phase="act", hands=[["land-1-2"]], legions=[["wealth-1-1"]], deck=TOP)
    do(state, "done")
    assert state.actors() == (1,)
    assert hand(state, 0) == ["land-1-2"]
    assert group(state, 1) == ["wealth-1-1"]


@pytest.mark.rule("PAX-TURN-3")
def test_passing_replaces_the_whole_turn_and_brings_2_aurei() -> None:
    state = position(players=2, hands=[["land-1-2"]], legions=[["wealth-1-1"]], deck=TOP)
    do(state, "pass")
    assert state.coins == [7, 5]
    assert deck(state) == TOP
    assert hand(state, 0) == ["land-1-2"]
    assert state.actors() == (1,)
    assert state.view(1)["phase"] == "turn"


@pytest.mark.rule("PAX-TURN-3", "PAX-TURN-4")
def test_the_look_at_romes_cards_is_private_and_leaves_them_in_place() -> None:
    romans = ["army-2-4", "fleet-1-1", "senator-1-2"]
    state = do(position(players=3, rome_hidden=romans, deck=TOP), "pass")
    assert state.view(0)["rome"]["hidden"] == romans
    for seat in (None, 1, 2):
        assert state.view(seat)["rome"]["hidden"] == [None] * 3
    assert names(state.snapshot()["rome_hidden"]) == romans
    assert all(row["count"] == 0 for row in state.view(0)["rome"]["display"].values()), "they stay face-down"
    assert state.snapshot()["rome_hidden"] == [f"{card}@0" for card in romans]


@pytest.mark.rule("PAX-TURN-3")
def test_passing_is_no_choice_once_drawing_has_begun() -> None:
    state = do(position(players=2, deck=TOP), "draw")
    assert "pass" not in words(state)
    do(state, "hand", "lay:legion-1", "under")
    assert "pass" not in words(state)


# Draw cards


@pytest.mark.rule("PAX-DRAW-1")
def test_three_cards_are_drawn_one_at_a_time() -> None:
    state = do(position(players=2, deck=TOP), "draw")
    for number, place in enumerate(("hand", "lay:legion-1", "under")):
        assert state.view(0)["drawn"] == [TOP[number]], "the next is seen only when this one is placed"
        assert deck(state) == TOP[number + 1 :]
        do(state, place)
    assert state.view(0)["drawn"] == []
    assert state.view(0)["phase"] == "act", "three and no more"
    assert deck(state) == [*TOP[3:], TOP[2]]


@pytest.mark.rule("PAX-DRAW-2")
@pytest.mark.parametrize("order", list(itertools.permutations(("hand", "lay:legion-2", "under"))))
def test_one_card_to_the_hand_one_below_a_legion_one_under_the_deck_in_any_order(order: tuple[str, ...]) -> None:
    state = do(position(players=2, deck=TOP), "draw", *order)
    place = {word: TOP[number] for number, word in enumerate(order)}
    assert hand(state, 0) == [place["hand"]]
    assert group(state, 2) == [place["lay:legion-2"]]
    assert deck(state) == [*TOP[3:], place["under"]]


@pytest.mark.rule("PAX-DRAW-2")
@pytest.mark.parametrize(
    ("first", "left"),
    [
        ("hand", ["lay:legion-1", "lay:legion-2", "lay:legion-3", "under"]),
        ("lay:legion-3", ["hand", "under"]),
        ("under", ["hand", "lay:legion-1", "lay:legion-2", "lay:legion-3"]),
    ],
)
def test_no_place_is_used_twice(first: str, left: list[str]) -> None:
    state = do(position(players=2, deck=TOP), "draw", first)
    assert words(state) == left
    with pytest.raises(IllegalAction):
        state.play(0, state.unspell(first))


@pytest.mark.rule("PAX-DRAW-3")
def test_a_card_may_join_a_group_and_is_then_part_of_it() -> None:
    state = position(players=2, deck=TOP, legions=[["army-1-2"], ["army-1-2"]])
    do(state, "draw", "lay:legion-1", "hand", "under")
    assert state.view(1)["legions"][0]["cards"] == ["army-1-2", "land-1-1"]
    assert state.view(1)["legions"][0]["value"] == 3
    do(state, "buy:legion-1")
    assert hand(state, 0) == ["army-1-2", "fleet-1-1", "land-1-1"]
    assert state.coins[0] == 2


@pytest.mark.rule("PAX-DRAW-3", "PAX-BUY-2")
def test_a_card_laid_below_a_legion_adds_its_printed_value() -> None:
    state = do(position(players=2, deck=["land-2-4", *TOP], legions=[["army-1-2"]]), "draw", "lay:legion-1")
    assert state.view(0)["legions"][0]["value"] == 6, "2 and 4, whatever the symbols"


@pytest.mark.rule("PAX-DRAW-3")
def test_a_card_may_also_lie_below_an_empty_legion() -> None:
    state = do(position(players=2, deck=TOP, legions=[["army-1-2"]]), "draw", "lay:legion-3")
    assert group(state, 3) == ["land-1-1"]


@pytest.mark.rule("PAX-DRAW-2")
def test_only_the_card_below_a_legion_is_public() -> None:
    state = position(players=2, deck=TOP)
    heard = listen(state)
    do(state, "draw", "hand", "lay:legion-1", "under")
    told = [(event.kind, event.seen_by(1).facts) for event in heard]
    assert told == [
        ("draw", {"seat": 0}),
        ("to-hand", {"seat": 0}),
        ("draw", {"seat": 0}),
        ("to-legion", {"seat": 0, "card": TOP[1], "legion": 1}),
        ("draw", {"seat": 0}),
        ("to-deck", {"seat": 0}),
    ]
    assert state.view(1)["deck"]["known"] == []
    assert state.view(1)["players"][0]["known_hand"] == []


# Religion

THREE_SYMBOLS = ["religion-2-3", "religion-1-1"]
SIX_SYMBOLS = ["religion-2-3", "religion-2-3", "religion-2-4"]


@pytest.mark.rule("PAX-RELIGION-1")
@pytest.mark.parametrize(
    ("faith", "seen"),
    [
        ([], 1),
        (["religion-2-3"], 1),
        (["religion-1-1", "religion-1-2"], 1),
        (THREE_SYMBOLS, 2),
        (["religion-2-3", "religion-2-3", "religion-1-1"], 2),
    ],
)
def test_with_three_religion_symbols_the_first_two_cards_are_drawn_together(faith: list[str], seen: int) -> None:
    state = do(position(players=2, deck=TOP, displays=[faith]), "draw")
    assert state.view(0)["drawn"] == TOP[:seen]
    assert deck(state) == TOP[seen:]


@pytest.mark.rule("PAX-RELIGION-1")
@pytest.mark.parametrize(("chosen", "other"), [(0, 1), (1, 0)])
@pytest.mark.parametrize("place", ["lay:legion-1", "under"])
def test_one_of_the_two_goes_away_from_the_hand_before_the_third_is_drawn(chosen: int, other: int, place: str) -> None:
    state = do(position(players=2, deck=TOP, displays=[THREE_SYMBOLS]), "draw")
    assert words(state) == [f"pick:{card}" for card in (TOP[1], TOP[0])]
    do(state, f"pick:{TOP[chosen]}")
    assert words(state) == ["lay:legion-1", "lay:legion-2", "lay:legion-3", "under"], "not yet into the hand"
    do(state, place)
    assert state.view(0)["drawn"] == [TOP[other], TOP[2]]
    last = "under" if place.startswith("lay") else "lay:legion-2"
    do(state, f"pick:{TOP[2]}")
    assert "hand" in words(state)
    do(state, "hand")
    assert words(state) == (["under"] if last == "under" else ["lay:legion-1", "lay:legion-2", "lay:legion-3"])
    do(state, last)
    assert hand(state, 0) == [TOP[2]]
    assert state.view(0)["phase"] == "act"


@pytest.mark.rule("PAX-RELIGION-1")
def test_the_hand_card_is_chosen_from_the_two_left() -> None:
    for wanted in (TOP[1], TOP[2]):
        state = do(position(players=2, deck=TOP, displays=[THREE_SYMBOLS]), "draw", f"pick:{TOP[0]}", "under")
        do(state, f"pick:{wanted}", "hand", "lay:legion-1")
        assert hand(state, 0) == [wanted]


@pytest.mark.rule("PAX-RELIGION-2")
@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_with_six_religion_symbols_all_three_are_seen_before_any_is_placed(order: tuple[int, ...]) -> None:
    state = do(position(players=2, deck=TOP, displays=[SIX_SYMBOLS]), "draw")
    assert state.view(0)["drawn"] == TOP[:3]
    first, second, third = (TOP[number] for number in order)
    do(state, f"pick:{first}", "hand", f"pick:{second}", "under", "lay:legion-1")
    assert (hand(state, 0), group(state, 1), deck(state)) == ([first], [third], [*TOP[3:], second])


@pytest.mark.rule("PAX-RELIGION-2")
def test_five_religion_symbols_are_not_yet_six() -> None:
    state = position(players=2, deck=TOP, displays=[["religion-2-3", "religion-2-3", "religion-1-1"]])
    assert len(do(state, "draw").view(0)["drawn"]) == 2


def test_two_equal_cards_need_no_choice_between_them() -> None:
    twins = ["land-1-1", "land-1-1", "army-1-1"]
    state = do(position(players=2, deck=twins, displays=[THREE_SYMBOLS]), "draw")
    assert verbs(state) == {"lay", "under"}


def test_religion_of_another_does_not_help() -> None:
    state = do(position(players=2, deck=TOP, displays=[[], SIX_SYMBOLS]), "draw")
    assert len(state.view(0)["drawn"]) == 1


# The deck runs short (rulings A15 and A16)


def finish_drawing(state: PaxState) -> list[tuple[list[str], PaxState]]:
    """Every way to place the cards drawn."""
    if state.view(None)["phase"] != "draw":
        return [([], state)]
    ways = []
    for action in state.legal(0):
        word = state.spell(action)
        if word not in ("lay:legion-2", "lay:legion-3"):
            later = state.copy()
            later.play(0, action)
            ways += [([word, *rest], end) for rest, end in finish_drawing(later)]
    return ways


@pytest.mark.rule("PAX-END-2")
@pytest.mark.parametrize("faith", [[], THREE_SYMBOLS, SIX_SYMBOLS], ids=["sight 1", "sight 2", "sight 3"])
def test_of_two_cards_left_one_goes_to_the_hand_and_one_below_a_legion(faith: list[str]) -> None:
    state = do(position(players=2, deck=TOP[:2], displays=[faith]), "draw")
    ways = finish_drawing(state)
    assert {(*hand(end, 0), *group(end, 1)) for _, end in ways} == {(TOP[0], TOP[1]), (TOP[1], TOP[0])}
    for _, end in ways:
        assert (len(hand(end, 0)), len(group(end, 1)), deck(end), end.coins[0]) == (1, 1, [], 5)
        assert end.last_round


@pytest.mark.rule("PAX-END-2")
@pytest.mark.parametrize("faith", [[], THREE_SYMBOLS, SIX_SYMBOLS], ids=["sight 1", "sight 2", "sight 3"])
def test_a_single_card_left_goes_to_the_hand_or_below_a_legion(faith: list[str]) -> None:
    state = do(position(players=2, deck=TOP[:1], displays=[faith]), "draw")
    ways = finish_drawing(state)
    assert {(*hand(end, 0), "|", *group(end, 1)) for _, end in ways} == {(TOP[0], "|"), ("|", TOP[0])}
    for _, end in ways:
        assert (deck(end), end.coins[0], end.last_round) == ([], 5, True), "no 2 Aurei: there was a card"


def test_a_card_slipped_under_an_empty_deck_is_the_deck_and_is_drawn_again() -> None:
    state = do(position(players=2, deck=TOP[:1]), "draw", "under")
    assert state.view(0)["drawn"] == TOP[:1]
    assert words(state) == ["hand", "lay:legion-1", "lay:legion-2", "lay:legion-3"]
    do(state, "hand")
    assert state.view(0)["phase"] == "act"


@pytest.mark.parametrize("faith", [[], THREE_SYMBOLS, SIX_SYMBOLS], ids=["sight 1", "sight 2", "sight 3"])
def test_three_cards_left_are_placed_as_usual_and_one_stays(faith: list[str]) -> None:
    state = do(position(players=2, deck=TOP[:3], displays=[faith]), "draw")
    for _, end in finish_drawing(state):
        assert (len(hand(end, 0)), len(group(end, 1)), len(deck(end))) == (1, 1, 1)
        assert not end.last_round


def test_with_three_religion_symbols_a_lone_card_may_go_straight_to_the_hand() -> None:
    state = do(position(players=2, deck=TOP[:1], displays=[THREE_SYMBOLS]), "draw")
    assert "hand" in words(state)


def test_with_three_religion_symbols_the_first_of_two_last_cards_stays_out_of_the_hand() -> None:
    state = do(position(players=2, deck=TOP[:2], displays=[THREE_SYMBOLS]), "draw", f"pick:{TOP[0]}")
    assert "hand" not in words(state)


@pytest.mark.rule("PAX-END-2")
def test_with_no_card_left_2_aurei_take_the_place_of_drawing() -> None:
    state = position(players=2, deck=[], hands=[["land-1-2"]], legions=[["army-1-1"]], coins=[0])
    do(state, "draw")
    assert state.coins[0] == 2
    assert verbs(state) == {"buy", "play", "done"}, "the rest of the turn is as usual"
    do(state, "buy:legion-1", "play:land-1-2", "done")
    assert state.coins[0] == 2 - 1 + 1


@pytest.mark.rule("PAX-END-2", "PAX-INCOME-3")
def test_the_base_income_comes_on_top_of_the_2_aurei() -> None:
    state = do(position(players=2, deck=[], coins=[0]), "draw", "done")
    assert state.coins[0] == 4


def test_one_may_pass_even_when_the_deck_is_empty() -> None:
    state = do(position(players=2, deck=[], coins=[0]), "pass")
    assert state.coins[0] == 2

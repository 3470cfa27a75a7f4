"""Buying, playing and income."""

from __future__ import annotations

import pytest

from games.pax.tables import begun, bits, category_of, display, do, group, hand, listen, words
from ludi.core import IllegalAction
from ludi.games.pax import position

# Buy cards


@pytest.mark.rule("PAX-BUY-1")
def test_a_purchase_takes_the_whole_group_below_one_legion() -> None:
    legions = [["land-1-1", "army-1-1", "army-1-1"], ["wealth-1-1"]]
    state = position(players=2, phase="act", legions=legions, deck=[], hands=[["fleet-1-1"]])
    assert [word for word in words(state) if word.startswith("buy")] == ["buy:legion-1", "buy:legion-2"]
    do(state, "buy:legion-1")
    assert hand(state, 0) == ["army-1-1", "army-1-1", "fleet-1-1", "land-1-1"]
    assert (group(state, 1), group(state, 2)) == ([], ["wealth-1-1"])
    assert state.view(1)["legions"][0]["value"] == 0


@pytest.mark.rule("PAX-BUY-1")
def test_only_one_group_may_be_bought_in_a_turn() -> None:
    state = position(players=2, phase="act", legions=[["land-1-1"], ["wealth-1-1"]], deck=[])
    do(state, "buy:legion-1")
    assert not any(word.startswith("buy") for word in words(state))
    with pytest.raises(IllegalAction):
        do(state, "buy:legion-2")


def test_a_new_turn_allows_a_new_purchase() -> None:
    state = position(players=2, turn=1, phase="act", legions=[["land-1-1"], ["wealth-1-1"], ["army-1-1"]])
    do(state, "buy:legion-1", "done", "draw", "hand", "lay:legion-1", "under")
    assert "buy:legion-3" in words(state)


def test_there_is_nothing_to_buy_below_an_empty_legion() -> None:
    state = position(players=2, phase="act", legions=[["land-1-1"]], deck=[])
    assert words(state) == ["buy:legion-1", "done"]


@pytest.mark.rule("PAX-BUY-2")
@pytest.mark.parametrize(("coins", "allowed"), [(4, False), (5, True), (6, True)])
def test_the_price_is_the_sum_of_the_printed_values(coins: int, allowed: bool) -> None:
    state = position(players=2, phase="act", legions=[["land-2-3", "army-1-2"]], coins=[coins], deck=[])
    assert ("buy:legion-1" in words(state)) is allowed, "values 3 and 2, not symbols"
    before = state.snapshot()
    if allowed:
        do(state, "buy:legion-1")
        assert state.coins == [coins - 5, 5]
    else:
        with pytest.raises(IllegalAction) as refusal:
            do(state, "buy:legion-1")
        assert refusal.value.rule == "PAX-BUY-2"
        assert state.snapshot() == before


@pytest.mark.rule("PAX-BUY-EX1")
def test_example_land_and_intrigue_are_bought_for_4_aurei() -> None:
    state = position(players=2, phase="act", legions=[[], ["land-2-3", "intrigue-1-1"]], coins=[4], deck=[])
    do(state, "buy:legion-2")
    assert state.coins[0] == 0
    assert hand(state, 0) == ["intrigue-1-1", "land-2-3"]
    assert group(state, 2) == []


@pytest.mark.rule("PAX-WEALTH-1")
@pytest.mark.parametrize(
    ("wealth", "discount"),
    [
        ([], 0),
        (["wealth-2-3"], 0),
        (["wealth-2-3", "wealth-1-1"], 1),
        (["wealth-2-3", "wealth-2-3", "wealth-1-1"], 1),
        (["wealth-2-3", "wealth-2-3", "wealth-2-4"], 2),
        (["wealth-2-3", "wealth-2-3", "wealth-2-4", "wealth-2-4"], 2),
        (["wealth-2-3", "wealth-2-3", "wealth-2-4", "wealth-2-4", "wealth-1-1"], 3),
    ],
)
def test_a_group_costs_one_aureus_less_for_every_three_wealth_symbols(wealth: list[str], discount: int) -> None:
    legions = [["land-2-3", "army-1-2"]]
    poor = position(players=2, phase="act", legions=legions, displays=[wealth], coins=[4 - discount], deck=[])
    assert "buy:legion-1" not in words(poor)
    state = position(players=2, phase="act", legions=legions, displays=[wealth], coins=[5 - discount], deck=[])
    assert state.view(0)["legions"][0]["price"] == 5 - discount
    do(state, "buy:legion-1")
    assert state.coins[0] == 0


@pytest.mark.rule("PAX-WEALTH-1")
def test_a_group_never_costs_less_than_nothing() -> None:
    rich = ["wealth-2-3", "wealth-2-3", "wealth-2-4"]
    state = position(players=2, phase="act", legions=[["land-1-1"]], displays=[rich], coins=[0], deck=[])
    assert state.view(0)["legions"][0]["price"] == 0
    do(state, "buy:legion-1")
    assert state.coins[0] == 0
    assert hand(state, 0) == ["land-1-1"]


def test_the_discount_is_ones_own_not_the_neighbours() -> None:
    state = position(players=2, phase="act", legions=[["land-1-2"]], displays=[[], ["wealth-2-3", "wealth-2-3"]])
    assert [state.view(seat)["legions"][0]["price"] for seat in (0, 1)] == [2, 1]


def test_everybody_sees_which_cards_were_bought_and_for_how_much() -> None:
    state = position(players=3, phase="act", legions=[["land-1-1", "army-1-2"]], deck=[])
    heard = listen(state)
    do(state, "buy:legion-1")
    assert heard[0].seen_by(2).facts == {"seat": 0, "legion": 1, "cards": ["land-1-1", "army-1-2"], "price": 3}
    assert state.view(2)["players"][0]["known_hand"] == ["army-1-2", "land-1-1"]


# Play cards


@pytest.mark.rule("PAX-PLAY-1")
def test_the_first_card_is_free_the_second_costs_1_the_third_2_and_so_on() -> None:
    cards = ["land-1-1", "wealth-1-1", "religion-1-1", "land-1-2", "wealth-1-2"]
    state = position(players=2, phase="act", hands=[cards], coins=[10], deck=[])
    left = [10, 9, 7, 4, 0]
    for card, coins in zip(cards, left, strict=True):
        do(state, f"play:{card}")
        assert state.coins[0] == coins
    assert display(state, 0) == sorted(cards)
    assert hand(state, 0) == []


@pytest.mark.rule("PAX-PLAY-1")
def test_the_cost_counts_cards_of_the_turn_not_of_the_category_or_display() -> None:
    state = position(players=2, phase="act", hands=[["land-2-3"]], displays=[["land-1-1", "land-1-1"]], coins=[0])
    do(state, "play:land-2-3")
    assert state.coins[0] == 0, "the first card of a turn is free"


@pytest.mark.rule("PAX-PLAY-1")
def test_a_card_that_cannot_be_paid_cannot_be_played() -> None:
    state = position(players=2, phase="act", hands=[["land-1-1", "land-1-2", "land-2-3"]], coins=[1], deck=[])
    do(state, "play:land-1-1", "play:land-1-2")
    assert words(state) == ["done"], "the third costs 2"


@pytest.mark.rule("PAX-PLAY-2")
def test_played_cards_lie_open_by_category_with_their_symbols() -> None:
    state = position(players=3, phase="act", hands=[["land-1-1", "army-1-1", "land-2-3"]], deck=[])
    do(state, "play:land-1-1", "play:army-1-1", "play:land-2-3")
    for seat in (None, 0, 1, 2):
        rows = state.view(seat)["players"][0]["display"]
        assert rows["land"] == {"cards": ["land-1-1", "land-2-3"], "symbols": 3, "count": 2}
        assert rows["army"] == {"cards": ["army-1-1"], "symbols": 1, "count": 1}
        assert sum(row["count"] for row in rows.values()) == 3


@pytest.mark.rule("PAX-PLAY-3")
def test_income_comes_too_late_to_pay_for_cards_of_the_same_turn() -> None:
    rows = ["wealth-1-1", "wealth-1-1", "wealth-1-2"]
    state = position(players=2, phase="act", hands=[["wealth-1-2", "land-1-1"]], displays=[rows], coins=[0], deck=[])
    do(state, "play:wealth-1-2")
    assert state.coins[0] == 0
    assert words(state) == ["done"], "4 Aurei will come, but the second card costs 1 now"
    do(state, "done")
    assert state.coins[0] == 4


# Income


@pytest.mark.rule("PAX-INCOME-1", "PAX-SYMBOL-1")
def test_income_is_the_number_of_cards_not_symbols_of_the_row() -> None:
    state = position(players=2, phase="act", hands=[["wealth-2-3"]], displays=[["wealth-2-4"]], coins=[0], deck=[])
    do(state, "play:wealth-2-3", "done")
    assert state.coins[0] == 2, "two cards with four symbols"


@pytest.mark.rule("PAX-INCOME-1")
def test_only_the_longest_of_the_rows_extended_pays() -> None:
    shown = ["religion-1-1", "religion-1-2", "land-1-1", "wealth-1-1"]
    cards = ["land-1-2", "religion-2-3", "wealth-2-3"]
    state = position(players=2, phase="act", hands=[cards], displays=[shown], coins=[3], deck=[])
    do(state, *(f"play:{card}" for card in cards), "done")
    assert state.coins[0] == 3, "Religion has 3 cards; Wealth and Land, 2 each, pay nothing"


@pytest.mark.rule("PAX-INCOME-1")
@pytest.mark.parametrize("category", ["wealth", "fleet", "army", "religion", "land"])
def test_every_category_can_be_the_one_that_pays(category: str) -> None:
    shown = [f"{category}-1-1"] * 3 + ["intrigue-2-3", "intrigue-2-3"]
    state = position(players=2, phase="act", hands=[[f"{category}-1-2"]], displays=[shown], coins=[0], deck=[])
    do(state, f"play:{category}-1-2", "done")
    assert state.coins[0] == 4


@pytest.mark.rule("PAX-INCOME-2")
def test_a_single_card_of_a_new_category_brings_1_aureus() -> None:
    shown = ["land-1-1", "land-1-2", "land-2-3"]
    state = position(players=2, phase="act", hands=[["religion-2-4"]], displays=[shown], coins=[0], deck=[])
    do(state, "play:religion-2-4", "done")
    assert state.coins[0] == 1


@pytest.mark.rule("PAX-INCOME-3")
def test_a_turn_without_playing_brings_2_aurei() -> None:
    state = position(players=2, phase="act", displays=[["land-1-1"] * 4], coins=[0], deck=[])
    do(state, "done")
    assert state.coins == [2, 5]


@pytest.mark.rule("PAX-INCOME-3")
def test_buying_alone_still_leaves_the_base_income() -> None:
    state = position(players=2, phase="act", legions=[["land-1-1"], ["army-1-1"]], coins=[1], deck=[])
    do(state, "buy:legion-1", "done")
    assert state.coins[0] == 2


@pytest.mark.rule("PAX-INCOME-4")
def test_a_longer_row_that_got_no_card_this_turn_does_not_count() -> None:
    shown = ["wealth-1-1", "wealth-1-1", "wealth-1-1", "land-1-1"]
    state = position(players=2, phase="act", hands=[["land-1-2"]], displays=[shown], coins=[0], deck=[])
    do(state, "play:land-1-2", "done")
    assert state.coins[0] == 2


def test_what_was_extended_last_turn_does_not_count_any_more() -> None:
    state = position(
        players=1, hands=[["land-1-1"]], displays=[["wealth-1-1"] * 3], phase="act", played=1, extended=bits("wealth")
    )
    do(state, "done", "draw", "hand", "lay:legion-1", "under")
    coins = state.coins[0]
    do(state, "play:land-1-1", "done")
    assert state.coins[0] == coins + 1


@pytest.mark.rule("PAX-PLAY-EX1")
def test_example_wealth_and_land_cost_1_and_bring_3() -> None:
    state = position(
        players=2,
        phase="act",
        hands=[["wealth-1-2", "land-1-1"]],
        displays=[["wealth-1-1", "wealth-1-1"]],
        coins=[4],
        deck=[],
    )
    do(state, "play:wealth-1-2")
    assert state.coins[0] == 4
    do(state, "play:land-1-1")
    assert state.coins[0] == 3
    do(state, "done")
    assert state.coins[0] == 6


def test_the_view_and_the_label_tell_the_income_before_the_turn_ends() -> None:
    state = position(players=2, phase="act", hands=[["land-1-1"]], displays=[["land-1-2"]], deck=[])
    assert state.view(1)["income"] == 2
    do(state, "play:land-1-1")
    assert state.view(1)["income"] == 2
    label = state.label(state.unspell("done"))
    assert (label.facts, label.rule) == ({"income": 2}, "PAX-INCOME-1")


def test_a_whole_turn_at_a_real_deal_moves_every_card_where_it_was_put() -> None:
    state = begun(2, start="1")
    first, second, third = state.snapshot()["deck"][:3]
    before = hand(state, 0)
    do(state, "draw", "hand", "lay:legion-1", "under", "done")
    assert hand(state, 0) == sorted([*before, first])
    assert group(state, 1)[-1] == second
    assert state.snapshot()["deck"][-1] == f"{third}@0"
    assert category_of(first) in first

"""Winner: Rome or the revolt, and the points."""

from __future__ import annotations

from typing import Any

import pytest

from games.pax.tables import SEVEN
from ludi.core import Outcome
from ludi.games.pax import position

FILLER = ["religion-1-1", "religion-1-1", "religion-1-1"]


def reckon(*displays: list[str], rome: list[str], hidden: list[str] | None = None, **more: Any) -> Outcome:
    """The outcome of a finished game; unless said otherwise Rome's face-down cards are three Religions."""
    players = max(2, len(displays))
    hidden = FILLER if hidden is None else hidden
    state = position(players=players, phase="over", displays=displays, rome=rome, rome_hidden=hidden, **more)
    outcome = state.outcome()
    assert outcome is not None
    return outcome


REBEL = [
    *("religion-2-3", "religion-2-4"),
    *("senator-2-3", "senator-1-2"),
    *("wealth-2-3", "wealth-1-2"),
    "intrigue-1-2",
]
"""Four categories above Rome in all the cases below."""


def points(*displays: list[str], rome: list[str], coins: list[int] | None = None, **more: Any) -> list[dict[str, int]]:
    """The accounts of the players in a revolt: points are counted only then, so one more player wins it for them."""
    coins = [5] * len(displays) if coins is None else coins
    outcome = reckon(*displays, REBEL, rome=rome, coins=[*coins, 0], **more)
    assert outcome.reason == "revolt"
    accounts: list[dict[str, int]] = outcome.reckoning["points"]
    return accounts[: len(displays)]


def count(cards: list[str]) -> int:
    """The symbols of cards."""
    return sum(int(card.split("-")[1]) for card in cards)


def land_for(cards: list[str]) -> list[str]:
    """Just as much Land as these Fleets or Armies need."""
    pairs, single = divmod(count(cards), 2)
    return ["land-2-3", "land-2-3", "land-2-4", "land-2-4"][:pairs] + ["land-1-1"] * single


# The example of the rulebook: Livinia is seat 0, Decimus seat 1

LIVINIA = ["fleet-2-3", "fleet-1-1", "army-1-1", "religion-2-3", "wealth-2-3", "land-2-3", "land-1-1"]
DECIMUS = ["army-2-4", "army-1-2", "intrigue-2-3", "intrigue-1-1", "senator-1-1", "wealth-1-2", "religion-1-2"]
ROME_OPEN = ["fleet-2-3", "fleet-2-4", "army-2-3", "wealth-1-1"]
ROME_HIDDEN = ["army-1-1", "senator-2-3", "religion-1-1"]


def the_example(*more_for_rome: str) -> Outcome:
    return reckon(LIVINIA, DECIMUS, rome=[*ROME_OPEN, *more_for_rome], hidden=ROME_HIDDEN, coins=[2, 5])


@pytest.mark.rule("PAX-SCORE-EX1")
def test_example_livinia_has_24_points() -> None:
    outcome = the_example()
    assert outcome.reckoning["points"][0] == {
        "categories": 10,
        "above_rome": 9,
        "fleets": 3,
        "armies": 2,
        "conspirator": 0,
        "money": 0,
    }
    assert outcome.scores[0] == 24


@pytest.mark.rule("PAX-SCORE-EX2")
def test_example_decimus_has_22_points() -> None:
    outcome = the_example()
    assert outcome.reckoning["points"][1] == {
        "categories": 10,
        "above_rome": 3,
        "fleets": 1,
        "armies": 3,
        "conspirator": 1,
        "money": 4,
    }
    assert outcome.scores[1] == 22


@pytest.mark.rule("PAX-SCORE-EX3", "PAX-WIN-4")
def test_example_rome_holds_only_three_categories_and_livinia_wins() -> None:
    outcome = the_example()
    rome = outcome.reckoning["rome"]
    assert (rome["senator"], rome["fleet"], rome["army"]) == (2, 5, 4)
    assert set(outcome.reckoning["held_by_rome"]) == {"senator", "fleet", "army"}
    assert (outcome.reason, outcome.winners, outcome.scores) == ("revolt", (0,), (24, 22))


@pytest.mark.rule("PAX-SCORE-EX4")
def test_example_if_rome_had_won_decimus_would_win_with_fewer_points() -> None:
    outcome = the_example("intrigue-2-4", "intrigue-1-2")
    assert set(outcome.reckoning["held_by_rome"]) == {"senator", "fleet", "army", "intrigue"}
    without = the_example()
    assert without.scores[0] > without.scores[1], "Livinia has more points, Rome or not"
    assert (outcome.reason, outcome.winners, outcome.rule) == ("rome", (1,), "PAX-WIN-2")


@pytest.mark.rule("PAX-SCORE-EX5", "PAX-WIN-4")
def test_example_bonuses_come_from_printed_symbols_and_do_not_cascade() -> None:
    outcome = reckon([], rome=["fleet-2-3", "fleet-2-4", "army-2-3"], hidden=["army-1-1", "land-1-1", "land-1-1"])
    assert (outcome.reckoning["rome"]["fleet"], outcome.reckoning["rome"]["army"]) == (5, 4)
    double = ["fleet-2-3", "fleet-2-3", "fleet-1-1", "army-2-3", "land-2-3", "land-2-3", "land-1-1"]
    mine = reckon(double, rome=[]).reckoning["players"][0]
    assert (mine["fleet"], mine["army"]) == (5, 3), "3 Armies with the bonus give no bonus Fleet"
    mirror = ["army-2-3", "army-2-3", "army-1-1", "fleet-2-3", "land-2-3", "land-2-3", "land-1-1"]
    mine = reckon(mirror, rome=[]).reckoning["players"][0]
    assert (mine["fleet"], mine["army"]) == (3, 5), "nor 3 Fleets with the bonus a bonus Army"


# Fleets and Armies


@pytest.mark.rule("PAX-FLEET-1", "PAX-FLEET-2")
@pytest.mark.parametrize(
    ("fleets", "bonus"),
    [
        (["fleet-2-3"], 0),
        (["fleet-2-3", "fleet-1-1"], 1),
        (["fleet-2-3", "fleet-2-3", "fleet-1-1"], 1),
        (["fleet-2-3", "fleet-2-3", "fleet-2-4"], 2),
        (["fleet-2-3", "fleet-2-3", "fleet-2-4", "fleet-2-4", "fleet-1-1"], 3),
    ],
)
def test_three_fleet_symbols_give_a_bonus_army_beyond_any_limit(fleets: list[str], bonus: int) -> None:
    armies = [card.replace("fleet", "army") for card in fleets]
    mine = reckon([*fleets, *armies, *land_for(fleets)], rome=[]).reckoning["players"][0]
    assert mine["army"] == count(armies) + bonus, "the Armies played reach the limit already"


@pytest.mark.rule("PAX-ARMY-1", "PAX-ARMY-2")
@pytest.mark.parametrize(
    ("armies", "bonus"),
    [
        (["army-2-3"], 0),
        (["army-2-3", "army-1-1"], 1),
        (["army-2-3", "army-2-3", "army-1-1"], 1),
        (["army-2-3", "army-2-3", "army-2-4"], 2),
        (["army-2-3", "army-2-3", "army-2-4", "army-2-4", "army-1-1"], 3),
    ],
)
def test_three_army_symbols_give_a_bonus_fleet_beyond_any_limit(armies: list[str], bonus: int) -> None:
    fleets = [card.replace("army", "fleet") for card in armies]
    mine = reckon([*armies, *fleets, *land_for(armies)], rome=[]).reckoning["players"][0]
    assert mine["fleet"] == count(fleets) + bonus, "the Fleets played reach the limit already"


@pytest.mark.rule("PAX-WIN-4")
def test_romes_bonuses_count_when_strengths_are_compared() -> None:
    shown = ["fleet-1-1", "wealth-1-1", "senator-1-1", "land-1-1"]
    without = reckon(shown, rome=["army-2-3"])
    assert "fleet" not in without.reckoning["held_by_rome"]
    with_bonus = reckon(shown, rome=["army-2-3", "army-1-1"])
    assert "fleet" in with_bonus.reckoning["held_by_rome"], "3 Armies make a bonus Fleet, which ties"


def test_players_bonuses_count_when_strengths_are_compared() -> None:
    mine = ["army-2-3", "army-1-1", "land-2-3", "land-1-1"]
    land = ["land-2-4", "land-2-4"]
    assert points(mine, rome=["army-2-3", "army-2-4", *land])[0]["above_rome"] == 0, "Rome has a bonus Fleet too"
    assert points(mine, rome=["army-2-3", *land])[0]["above_rome"] == 6, "Army 3 above 2, bonus Fleet 1 above 0"


# Rome or the players


@pytest.mark.rule("PAX-WIN-1")
def test_romes_face_down_cards_are_revealed_and_counted() -> None:
    shown = ["wealth-1-1", "land-1-1", "senator-1-1", "intrigue-1-1"]
    beaten = reckon(shown, rome=[])
    assert beaten.reason == "revolt"
    saved = reckon(shown, rome=[], hidden=["wealth-1-1", "religion-1-1", "religion-1-1"])
    assert (saved.reason, saved.winners) == ("rome", (0,))
    view = position(players=2, phase="over", rome_hidden=["wealth-1-1", "army-1-1", "land-1-1"]).view(None)
    assert view["rome"]["hidden"] == ["wealth-1-1", "army-1-1", "land-1-1"]


@pytest.mark.rule("PAX-WIN-2", "PAX-WIN-3")
@pytest.mark.parametrize(("strong", "winner"), [(3, "rome"), (4, "revolt"), (7, "revolt")])
def test_the_revolt_needs_four_categories_else_rome_wins(strong: int, winner: str) -> None:
    rome = [f"{category}-1-2" for category in SEVEN]
    hidden = ["wealth-1-1", "senator-1-1", "intrigue-1-1"]
    order = ("land", "fleet", "army", "religion", "wealth", "senator", "intrigue")
    above = dict.fromkeys(order[:strong], "2-3")
    mine = [f"{category}-{above.get(category, '1-2')}" for category in SEVEN]
    if strong == 7:
        mine += ["wealth-1-2", "senator-1-2", "intrigue-1-2"]
    outcome = reckon(mine, rome=rome, hidden=hidden)
    assert outcome.reason == winner
    assert len(outcome.reckoning["held_by_rome"]) == 7 - strong


@pytest.mark.rule("PAX-WIN-2")
def test_rome_wins_ties_even_where_both_have_nothing() -> None:
    outcome = reckon(["wealth-1-1", "land-1-1", "intrigue-1-1"], rome=["senator-2-3"], hidden=FILLER)
    assert set(outcome.reckoning["held_by_rome"]) == {"fleet", "army", "religion", "senator"}
    assert (outcome.reason, outcome.winners) == ("rome", (0,))
    tied = reckon(["wealth-1-1", "land-1-1", "intrigue-1-1", "senator-2-3"], rome=["senator-2-4"])
    assert tied.reason == "rome", "2 to 2 is Rome's"


@pytest.mark.rule("PAX-WIN-2")
def test_rome_is_compared_with_each_single_player_never_with_their_sum() -> None:
    half = ["wealth-1-1", "land-1-1", "senator-1-1", "intrigue-1-1"]
    rome = ["wealth-1-2", "land-1-2", "senator-1-2", "intrigue-1-2"]
    outcome = reckon(half, half, rome=rome)
    assert len(outcome.reckoning["held_by_rome"]) == 7
    assert outcome.reason == "rome"


@pytest.mark.rule("PAX-WIN-3")
def test_different_players_may_win_different_categories_for_the_revolt() -> None:
    outcome = reckon(["wealth-1-1", "land-1-1"], ["senator-1-1", "intrigue-1-1"], rome=[])
    assert (outcome.reason, set(outcome.reckoning["held_by_rome"])) == ("revolt", {"fleet", "army", "religion"})


@pytest.mark.rule("PAX-WIN-2")
def test_when_rome_wins_the_conspirator_wins_whatever_the_points() -> None:
    outcome = reckon(["wealth-1-1", "land-2-3", "army-1-1"], ["intrigue-1-1"], [], rome=["army-2-3"], coins=[50, 0, 0])
    assert (outcome.reason, outcome.winners) == ("rome", (1,))


@pytest.mark.rule("PAX-WIN-2")
@pytest.mark.parametrize("conspired", [["intrigue-1-1"], []])
def test_when_rome_wins_no_points_are_counted(conspired: list[str]) -> None:
    outcome = reckon(["wealth-1-1", "land-2-3"], conspired, rome=["army-2-3"], coins=[50, 0])
    assert outcome.reason == ("rome" if conspired else "nobody")
    assert outcome.scores == ()
    assert "points" not in outcome.reckoning
    assert set(outcome.reckoning) == {"rome", "players", "held_by_rome", "conspirator"}
    state = position(players=2, phase="over", displays=[["wealth-1-1"], conspired])
    seen = state.view(None)["outcome"]
    assert seen["scores"] == []
    assert "points" not in seen


@pytest.mark.rule("PAX-WIN-2")
def test_when_rome_wins_and_nobody_conspired_nobody_wins() -> None:
    outcome = reckon(["wealth-1-1"], ["land-1-1"], rome=["army-2-3"])
    assert (outcome.reason, outcome.winners, outcome.rule) == ("nobody", (), "PAX-WIN-2")
    assert outcome.returns(2) == [0.0, 0.0]


REVOLT = ["wealth-1-1", "land-1-1", "senator-1-1", "religion-2-3", "religion-2-3"]


@pytest.mark.rule("PAX-WIN-3")
def test_when_the_revolt_wins_the_most_points_win_not_the_conspirator() -> None:
    outcome = reckon(["intrigue-1-1"], REVOLT, rome=[], coins=[0, 9])
    assert (outcome.reason, outcome.winners, outcome.rule) == ("revolt", (1,), "PAX-WIN-3")


@pytest.mark.rule("PAX-WIN-3")
def test_players_with_equal_points_share_the_victory() -> None:
    outcome = reckon(REVOLT, [*REVOLT[:-2], "religion-2-4", "religion-2-4"], [], rome=[], coins=[1, 1, 0])
    assert outcome.scores == (24, 24, 0)
    assert outcome.winners == (0, 1)
    assert outcome.returns(3) == [0.5, 0.5, 0.0]


# Points


@pytest.mark.rule("PAX-SCORE-1")
def test_two_points_for_each_category_with_a_card_on_display() -> None:
    accounts = points(["army-2-3", "army-1-1", "land-2-3", "land-1-1"], ["wealth-1-1"], [], rome=[])
    assert [account["categories"] for account in accounts] == [4, 2, 0], "a bonus Fleet alone is no category"


@pytest.mark.rule("PAX-SCORE-2")
def test_three_points_for_each_category_with_more_symbols_than_rome() -> None:
    mine = ["land-2-3", "wealth-2-3", "senator-1-1"]
    accounts = points(mine, ["land-1-1"], rome=["wealth-2-4", "senator-2-4", "land-1-2"])
    assert [account["above_rome"] for account in accounts] == [3, 0], "Land 2 to 1; Wealth ties, Senator is weaker"


def test_a_category_won_by_another_player_brings_me_nothing() -> None:
    accounts = points(["wealth-2-3", "wealth-1-1"], ["wealth-1-2"], rome=["wealth-2-4"])
    assert [account["above_rome"] for account in accounts] == [3, 0]


def test_above_rome_needs_no_lead_over_the_other_players() -> None:
    accounts = points(["land-2-3", "land-1-1"], ["land-2-3"], rome=["land-1-2"])
    assert [account["above_rome"] for account in accounts] == [3, 3]


@pytest.mark.rule("PAX-SCORE-3")
def test_one_point_for_each_army_and_fleet_symbol_bonuses_included() -> None:
    mine = ["army-2-3", "army-2-3", "army-2-4", "fleet-2-3", "fleet-1-1"]
    account = points([*mine, "land-2-3", "land-2-3", "land-2-4"], rome=[])[0]
    assert (account["armies"], account["fleets"]) == (7, 5), "6 + 1 bonus, 3 + 2 bonus"


@pytest.mark.rule("PAX-SCORE-4")
def test_one_point_for_primus_conspiratus() -> None:
    accounts = points(["intrigue-2-3"], ["intrigue-2-3"], rome=[], conspirator=1)
    assert [account["conspirator"] for account in accounts] == [0, 1]


@pytest.mark.rule("PAX-SCORE-5")
@pytest.mark.parametrize(
    ("coins", "hands", "money"),
    [
        ([3, 2, 0], [[], [], []], [4, 0, 0]),
        ([3, 2, 0], [[], ["land-2-4", "land-2-3"], []], [0, 4, 0]),
        ([3, 2, 0], [[], ["land-2-4"], []], [4, 4, 0]),
        ([0, 0, 0], [[], [], []], [4, 4, 4]),
    ],
)
def test_four_points_for_the_most_aurei_each_hand_card_counting_one(
    coins: list[int], hands: list[list[str]], money: list[int]
) -> None:
    accounts = points([], [], [], rome=[], coins=coins, hands=hands)
    assert [account["money"] for account in accounts] == money


@pytest.mark.rule("PAX-SYMBOL-1")
def test_scoring_compares_symbols_not_cards() -> None:
    assert points(["land-2-3"], rome=["land-1-1"])[0]["above_rome"] == 3


def test_the_score_is_the_sum_of_its_items() -> None:
    outcome = the_example()
    assert list(outcome.scores) == [sum(account.values()) for account in outcome.reckoning["points"]]


def test_there_is_no_outcome_before_the_end() -> None:
    for phase in ("turn", "act"):
        assert position(players=2, phase=phase).outcome() is None
        assert position(players=2, phase=phase).view(0)["outcome"] is None


def test_the_view_of_a_finished_game_holds_the_whole_account() -> None:
    state = position(players=2, phase="over", displays=[LIVINIA, DECIMUS], rome=ROME_OPEN, rome_hidden=ROME_HIDDEN)
    seen = state.view(None)["outcome"]
    assert (seen["winners"], seen["reason"], seen["rule"]) == ([0], "revolt", "PAX-WIN-3")
    assert set(seen) >= {"scores", "rome", "players", "held_by_rome", "points", "conspirator"}

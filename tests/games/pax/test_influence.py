"""The Influence Cards: limits, Intrigue and Primus Conspiratus, Senators. (Religion: drawing; Wealth: buying.)"""

from __future__ import annotations

import pytest

from games.pax.tables import do, listen, why, words
from ludi.core import IllegalAction
from ludi.games.pax import PaxState, position


def playable(state: PaxState) -> set[str]:
    return {word.removeprefix("play:") for word in words(state) if word.startswith("play")}


# Land, Intrigue and the limit


@pytest.mark.rule("PAX-LAND-1")
@pytest.mark.parametrize("unit", ["army", "fleet"])
def test_land_symbols_allow_as_many_symbols_of_armies_and_as_many_of_fleets(unit: str) -> None:
    other = "fleet" if unit == "army" else "army"
    shown = ["land-2-3", "land-1-1", f"{unit}-2-3", f"{other}-2-3", f"{other}-1-1"]
    state = position(
        players=2, phase="act", hands=[[f"{unit}-1-1", f"{unit}-2-4", f"{other}-1-2"]], displays=[shown], deck=[]
    )
    assert playable(state) == {f"{unit}-1-1"}, "3 Land: a third symbol fits, a fourth does not; the other kind is full"


@pytest.mark.rule("PAX-INTRIGUE-1")
@pytest.mark.parametrize("unit", ["army", "fleet"])
def test_intrigue_symbols_allow_as_many_symbols_of_armies_and_as_many_of_fleets(unit: str) -> None:
    other = "fleet" if unit == "army" else "army"
    shown = ["intrigue-2-3", "intrigue-1-1", f"{unit}-2-3", f"{other}-2-3", f"{other}-1-1"]
    state = position(
        players=2, phase="act", hands=[[f"{unit}-1-1", f"{unit}-2-4", f"{other}-1-2"]], displays=[shown], deck=[]
    )
    assert playable(state) == {f"{unit}-1-1"}


@pytest.mark.rule("PAX-LIMIT-1")
def test_without_land_or_intrigue_there_are_no_armies_and_no_fleets() -> None:
    cards = ["army-1-1", "fleet-1-1", "wealth-1-1", "religion-1-1", "senator-1-1", "land-1-1", "intrigue-1-1"]
    state = position(players=2, phase="act", hands=[cards], deck=[])
    assert playable(state) == set(cards) - {"army-1-1", "fleet-1-1"}, "the other categories know no limit"
    with pytest.raises(IllegalAction) as refusal:
        do(state, "play:army-1-1")
    assert refusal.value.rule == "PAX-LIMIT-1"


@pytest.mark.rule("PAX-LIMIT-EX1", "PAX-LIMIT-1")
def test_example_3_land_and_4_intrigue_allow_4_armies_and_4_fleets() -> None:
    ground = ["land-2-3", "land-1-1", "intrigue-2-3", "intrigue-2-4"]
    units = ["army-2-3", "army-1-1", "fleet-2-3", "fleet-1-1"]
    cards = ["army-1-2", "army-2-4", "fleet-1-2", "fleet-2-4"]
    state = position(players=2, phase="act", hands=[cards], displays=[ground + units], coins=[9], deck=[])
    assert state.view(None)["players"][0]["limit"] == 4
    assert playable(state) == {"army-1-2", "fleet-1-2"}, "a fourth of each, no fifth"
    do(state, "play:army-1-2", "play:fleet-1-2")
    assert playable(state) == set()
    rows = state.view(None)["players"][0]["display"]
    assert (rows["army"]["symbols"], rows["fleet"]["symbols"]) == (4, 4)


@pytest.mark.rule("PAX-LIMIT-1")
@pytest.mark.parametrize(
    ("shown", "limit"),
    [
        ([], 0),
        (["land-2-3"], 2),
        (["intrigue-2-3"], 2),
        (["land-2-3", "intrigue-2-3"], 2),
        (["land-1-1", "intrigue-2-3"], 2),
        (["land-2-3", "land-1-1", "intrigue-1-1"], 3),
    ],
)
def test_land_and_intrigue_are_not_added_together(shown: list[str], limit: int) -> None:
    assert position(players=2, displays=[shown]).view(None)["players"][0]["limit"] == limit


@pytest.mark.rule("PAX-LIMIT-1")
def test_land_laid_first_makes_room_in_the_same_turn() -> None:
    state = position(players=2, phase="act", hands=[["army-1-1", "land-1-1"]], deck=[])
    assert playable(state) == {"land-1-1"}
    do(state, "play:land-1-1")
    assert playable(state) == {"army-1-1"}


def test_the_limit_is_ones_own_not_the_neighbours() -> None:
    state = position(players=2, phase="act", hands=[["army-1-1"]], displays=[[], ["land-2-3"]], deck=[])
    assert playable(state) == set()


@pytest.mark.rule("PAX-FLEET-2", "PAX-ARMY-2")
def test_bonus_armies_and_fleets_take_up_no_room() -> None:
    shown = ["land-2-3", "land-1-1", "fleet-2-3", "fleet-1-1", "army-2-3"]
    state = position(players=2, phase="act", hands=[["army-1-1"]], displays=[shown], deck=[])
    assert state.view(0)["players"][0]["bonus"] == {"fleet": 0, "army": 1}
    assert playable(state) == {"army-1-1"}, "2 printed Armies of 3 allowed; the bonus Army is not counted"
    twin = ["land-2-3", "land-1-1", "army-2-3", "army-1-1", "fleet-2-3"]
    state = position(players=2, phase="act", hands=[["fleet-1-1"]], displays=[twin], deck=[])
    assert state.view(0)["players"][0]["bonus"] == {"fleet": 1, "army": 0}
    assert playable(state) == {"fleet-1-1"}


@pytest.mark.rule("PAX-SYMBOL-1")
def test_limits_majorities_and_special_functions_count_symbols() -> None:
    state = position(players=2, phase="act", hands=[["intrigue-2-3"]], displays=[["land-2-3"], ["intrigue-1-1"]])
    assert state.limit(0) == 2, "one card with two symbols"
    assert do(state, "play:intrigue-2-3").view(None)["conspirator"] == 0, "one card beats one card by symbols"
    wealthy = position(players=2, displays=[["wealth-2-3", "wealth-1-1"]], legions=[["land-1-2"]])
    assert wealthy.view(0)["legions"][0]["price"] == 1, "two cards, three symbols"
    faithful = position(players=2, displays=[["religion-2-3", "religion-1-1"]])
    assert len(do(faithful, "draw").view(0)["drawn"]) == 2


# Intrigue: no income


@pytest.mark.rule("PAX-INTRIGUE-2")
def test_a_turn_with_intrigue_brings_no_income_at_all() -> None:
    for cards in (["intrigue-1-1"], ["land-1-2", "intrigue-1-1"], ["intrigue-1-1", "land-1-2"]):
        state = position(players=2, phase="act", hands=[cards], displays=[["land-1-1"] * 3], coins=[1], deck=[])
        do(state, *(f"play:{card}" for card in cards), "done")
        assert state.coins[0] == 1 - (len(cards) - 1)


@pytest.mark.rule("PAX-INTRIGUE-2")
def test_intrigue_of_an_earlier_turn_does_no_harm() -> None:
    state = position(players=2, phase="act", hands=[["land-1-2"]], displays=[["intrigue-1-1"]], coins=[0], deck=[])
    assert do(state, "play:land-1-2", "done").coins[0] == 1


# Primus Conspiratus


@pytest.mark.rule("PAX-INTRIGUE-3")
def test_the_first_to_show_intrigue_takes_primus_conspiratus() -> None:
    state = position(players=3, turn=1, phase="act", hands=[[], ["intrigue-1-1"]], deck=[])
    assert state.view(None)["conspirator"] is None
    do(state, "play:intrigue-1-1")
    assert state.view(None)["conspirator"] == 1


@pytest.mark.rule("PAX-INTRIGUE-3", "PAX-INTRIGUE-4")
def test_it_moves_in_mid_turn_to_one_who_has_more_symbols() -> None:
    state = position(
        players=2,
        phase="act",
        hands=[["intrigue-1-1", "intrigue-1-2"]],
        displays=[["intrigue-1-1"], ["intrigue-2-3"]],
        deck=[],
    )
    heard = listen(state)
    do(state, "play:intrigue-1-1")
    assert state.view(None)["conspirator"] == 1, "2 to 2: equality leaves it where it is"
    do(state, "play:intrigue-1-2")
    assert state.view(None)["conspirator"] == 0, "3 to 2: at once"
    assert state.view(None)["phase"] == "act"
    assert [event.kind for event in heard] == ["play", "play", "conspirator"]


@pytest.mark.rule("PAX-INTRIGUE-4")
def test_it_stays_with_a_holder_who_is_equalled_by_several() -> None:
    shown = [["intrigue-2-3"], ["intrigue-2-4"], ["intrigue-1-1"]]
    state = position(players=3, turn=2, phase="act", hands=[[], [], ["intrigue-1-2"]], displays=shown, conspirator=1)
    do(state, "play:intrigue-1-2")
    assert state.view(None)["conspirator"] == 1


@pytest.mark.rule("PAX-INTRIGUE-3")
def test_the_holder_keeps_it_while_he_plays_more() -> None:
    state = position(players=2, phase="act", hands=[["intrigue-1-2"]], displays=[["intrigue-1-1"]], deck=[])
    heard = listen(state)
    do(state, "play:intrigue-1-2")
    assert state.view(None)["conspirator"] == 0
    assert [event.kind for event in heard] == ["play"]


# Senators


@pytest.mark.rule("PAX-SENATOR-1")
@pytest.mark.parametrize(
    ("shown", "cards", "income"),
    [
        ([], ["senator-1-1"], 2),
        ([], ["senator-2-3"], 2),
        ([], ["senator-1-1", "senator-1-2", "senator-2-3"], 4),
        (["senator-1-1", "senator-1-1"], ["senator-1-2"], 4),
        (["land-1-1", "land-1-1"], ["land-1-2", "senator-1-2"], 4),
        (["senator-1-1", "senator-1-1", "senator-1-1"], ["land-1-2"], 1),
        (["senator-2-3"], [], 2),
    ],
)
def test_a_turn_with_senators_brings_exactly_one_aureus_more(shown: list[str], cards: list[str], income: int) -> None:
    state = position(players=2, phase="act", hands=[cards], displays=[shown], coins=[9], deck=[])
    do(state, *(f"play:{card}" for card in cards))
    coins = state.coins[0]
    assert do(state, "done").coins[0] == coins + income


@pytest.mark.rule("PAX-SENATOR-2")
@pytest.mark.parametrize("cards", [["senator-1-1", "intrigue-1-1"], ["intrigue-1-1", "senator-1-1"]])
def test_a_senator_with_intrigue_brings_nothing(cards: list[str]) -> None:
    state = position(players=2, phase="act", hands=[cards], displays=[["senator-1-2"] * 2], coins=[1], deck=[])
    assert do(state, *(f"play:{card}" for card in cards), "done").coins[0] == 0


@pytest.mark.rule("PAX-SENATOR-1", "PAX-SENATOR-2", "PAX-INTRIGUE-2", "PAX-INCOME-3")
@pytest.mark.parametrize(
    ("cards", "rule"),
    [
        ([], "PAX-INCOME-3"),
        (["land-1-1"], "PAX-INCOME-1"),
        (["senator-1-1"], "PAX-SENATOR-1"),
        (["intrigue-1-1"], "PAX-INTRIGUE-2"),
        (["intrigue-1-1", "senator-1-1"], "PAX-SENATOR-2"),
    ],
)
def test_the_log_names_the_rule_that_decided_the_income(cards: list[str], rule: str) -> None:
    state = position(players=2, phase="act", hands=[cards], deck=[])
    do(state, *(f"play:{card}" for card in cards))
    income = state.income(0)
    heard = listen(state)
    do(state, "done")
    assert (heard[0].kind, heard[0].rule, heard[0].facts) == ("income", rule, {"seat": 0, "coins": income})


@pytest.mark.rule("PAX-58-6")
def test_with_up_to_four_players_nobody_responds_to_a_senator() -> None:
    for players in (2, 3, 4):
        state = position(players=players, phase="act", hands=[["senator-1-1"], ["land-1-1"]])
        do(state, "play:senator-1-1", "done")
        assert state.view(None)["phase"] == "turn"
        assert why(state, 1, "respond:land-1-1") == ("why.no-responses", "PAX-58-6")

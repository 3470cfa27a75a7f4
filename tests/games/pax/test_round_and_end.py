"""End of a round, new round, end of game."""

from __future__ import annotations

import pytest

from games.pax.tables import begun, deck, do, group, hand, listen, names, words
from ludi.games.pax import PaxState, position


def rome(state: PaxState) -> list[str]:
    return sorted(names(state.snapshot()["rome"]))


DECK = ["land-1-1", "fleet-1-1", "senator-1-1", "army-1-1", "wealth-1-1", "religion-1-1"]


# End of a round


@pytest.mark.rule("PAX-ROUND-1")
@pytest.mark.parametrize("players", range(1, 9))
def test_a_round_ends_when_everybody_has_had_one_turn(players: int) -> None:
    state = begun(players, start="1")
    before = rome(state)
    for seat in range(players):
        assert state.view(None)["round"] == 1
        assert rome(state) == before
        assert state.actors() == (seat,)
        do(state, "draw", "hand", "lay:legion-1", "under", "done")
    assert state.view(None)["round"] == 2
    assert len(rome(state)) > len(before)


@pytest.mark.rule("PAX-ROUND-2")
def test_the_most_valuable_group_goes_to_rome_sorted_by_category() -> None:
    legions = [["army-2-4"], ["land-1-2", "fleet-1-2", "land-1-1"], ["senator-2-4"]]
    state = position(players=2, turn=1, phase="act", legions=legions, rome=["land-2-3"], deck=DECK)
    do(state, "done")
    assert rome(state) == ["fleet-1-2", "land-1-1", "land-1-2", "land-2-3"]
    for seat in (None, 0, 1):
        rows = state.view(seat)["rome"]["display"]
        assert rows["land"] == {"cards": ["land-2-3", "land-1-2", "land-1-1"], "symbols": 4, "count": 3}
        assert rows["fleet"] == {"cards": ["fleet-1-2"], "symbols": 1, "count": 1}
    assert (group(state, 1), group(state, 3)) == (["army-2-4"], ["senator-2-4"])


@pytest.mark.rule("PAX-ROUND-2")
def test_value_counts_not_the_number_of_cards_or_symbols() -> None:
    legions = [["land-2-3"], ["army-1-1", "army-1-1"], ["wealth-2-4"]]
    state = do(position(players=2, turn=1, phase="act", legions=legions, deck=DECK), "done")
    assert rome(state) == ["wealth-2-4"]


@pytest.mark.rule("PAX-ROUND-2")
def test_rome_counts_printed_values_whatever_discount_players_have() -> None:
    rich = ["wealth-2-3", "wealth-2-3", "wealth-2-4"]
    state = position(players=2, turn=1, phase="act", legions=[["land-1-1"], ["land-1-2"]], displays=[rich])
    assert rome(do(state, "done")) == ["land-1-2"], "though both groups would be free for the first player"


@pytest.mark.rule("PAX-ROUND-3")
@pytest.mark.parametrize(
    ("legions", "taken"),
    [
        ([["army-2-3"], ["fleet-2-3"], ["land-2-3"]], ["army-2-3"]),
        ([["army-1-1"], ["fleet-2-3"], ["land-2-3"]], ["fleet-2-3"]),
        ([["army-1-1"], ["fleet-1-2", "fleet-1-1"], ["land-2-3"]], ["fleet-1-1", "fleet-1-2"]),
        ([[], [], ["land-1-1"]], ["land-1-1"]),
    ],
)
def test_of_equal_groups_that_of_the_lowest_legion_goes(legions: list[list[str]], taken: list[str]) -> None:
    assert rome(do(position(players=2, turn=1, phase="act", legions=legions, deck=DECK), "done")) == taken


@pytest.mark.rule("PAX-ROUND-4")
def test_rome_needs_no_land_or_intrigue_for_its_armies_and_fleets() -> None:
    state = position(players=2, turn=1, phase="act", legions=[["army-2-4", "fleet-2-4"]], rome=["army-2-3"], deck=DECK)
    do(state, "done")
    rows = state.view(None)["rome"]["display"]
    assert (rows["army"]["symbols"], rows["fleet"]["symbols"], rows["land"]["symbols"]) == (4, 2, 0)


@pytest.mark.rule("PAX-ROUND-EX1")
def test_example_the_army_worth_4_below_legion_i_joins_rome() -> None:
    legions = [["army-2-4"], ["land-1-1", "wealth-1-2"], ["fleet-1-2"]]
    state = position(players=2, turn=1, phase="act", legions=legions, deck=DECK)
    heard = listen(state)
    do(state, "done")
    assert rome(state) == ["army-2-4"]
    assert group(state, 1) == DECK[:1], "Legion I was empty and is refilled for the new round"
    harvest = next(event for event in heard if event.kind == "harvest")
    assert harvest.facts == {"legion": 1, "cards": ["army-2-4"], "value": 4}
    assert harvest.rule == "PAX-ROUND-2"


# New round


@pytest.mark.rule("PAX-NEW-1")
def test_the_holder_of_primus_conspiratus_starts_the_next_round() -> None:
    state = position(players=3, turn=2, phase="act", displays=[[], ["intrigue-1-1"]], legions=[["land-1-1"]])
    heard = listen(state)
    do(state, "done")
    assert state.view(None)["starter"] == 1
    assert state.actors() == (1,)
    do(state, "pass")
    assert state.actors() == (2,), "and the round goes on clockwise from there"
    assert [event.facts for event in heard if event.kind == "starter"] == [{"seat": 1}]


@pytest.mark.rule("PAX-NEW-1")
def test_primus_waits_for_the_end_of_the_round() -> None:
    state = position(players=3, phase="act", hands=[[], []], displays=[[], ["intrigue-1-1"]], legions=[["land-1-1"]])
    do(state, "done")
    assert state.view(None)["starter"] == 0
    assert state.actors() == (1,)


@pytest.mark.rule("PAX-NEW-2")
def test_without_intrigue_the_starting_player_stays_the_same() -> None:
    state = position(players=3, starter=1, turn=0, phase="act", legions=[["land-1-1"]])
    heard = listen(state)
    do(state, "done")
    assert state.view(None)["starter"] == 1
    assert state.actors() == (1,), "Primus does not rotate"
    assert "starter" not in [event.kind for event in heard]


@pytest.mark.rule("PAX-NEW-2")
def test_with_the_same_conspirator_the_starting_player_stays_the_same() -> None:
    state = position(players=3, starter=1, turn=0, phase="act", displays=[[], ["intrigue-1-1"]], legions=[["land-1-1"]])
    do(state, "done")
    assert state.view(None)["starter"] == 1


@pytest.mark.rule("PAX-NEW-3")
def test_each_empty_legion_and_only_those_get_one_open_card() -> None:
    legions = [[], ["land-2-4", "army-1-1"], ["fleet-1-2", "fleet-1-1"], [], ["wealth-1-2"]]
    state = position(players=4, turn=3, phase="act", legions=legions, deck=DECK)
    heard = listen(state)
    do(state, "done")
    assert [legion["cards"] for legion in state.view(None)["legions"]] == [
        [DECK[0]],
        [DECK[1]],
        ["fleet-1-2", "fleet-1-1"],
        [DECK[2]],
        ["wealth-1-2"],
    ]
    assert deck(state) == DECK[3:]
    assert [event.facts for event in heard if event.kind == "refill"] == [
        {"legion": 1, "card": DECK[0]},
        {"legion": 2, "card": DECK[1]},
        {"legion": 4, "card": DECK[2]},
    ]


@pytest.mark.rule("PAX-NEW-3", "PAX-BUY-2")
def test_a_card_that_refills_a_legion_has_its_printed_value_there() -> None:
    state = position(players=2, turn=1, phase="act", legions=[["army-2-4"]], deck=["senator-2-3", "land-1-2", *DECK])
    do(state, "done")
    assert [legion["value"] for legion in state.view(None)["legions"]] == [3, 2, 1]


# End of game


@pytest.mark.rule("PAX-END-1")
def test_a_refill_short_by_one_ends_the_game_at_once_and_places_no_card() -> None:
    legions = [[], ["land-2-4"], ["fleet-1-2"]]
    state = position(players=2, turn=1, phase="act", legions=legions, deck=DECK[:1])
    do(state, "done")
    assert state.actors() == ()
    assert state.view(None)["phase"] == "over"
    assert [group(state, number) for number in (1, 2, 3)] == [[], [], ["fleet-1-2"]]
    assert deck(state) == DECK[:1]
    assert rome(state) == ["land-2-4"], "the harvest came before"
    assert words(state, 0) == words(state, 1) == []


@pytest.mark.rule("PAX-END-1", "PAX-NEW-3")
def test_a_deck_exactly_empty_after_the_refill_gives_one_more_round() -> None:
    legions = [[], ["land-2-4"], ["fleet-1-2"]]
    state = position(players=2, turn=1, phase="act", legions=legions, deck=DECK[:2], coins=[0, 0])
    do(state, "done")
    assert [group(state, number) for number in (1, 2, 3)] == [[DECK[0]], [DECK[1]], ["fleet-1-2"]]
    assert state.coins == [0, 2]
    do(state, "draw", "done", "draw", "done")
    assert state.coins == [4, 6], "everybody took 2 Aurei instead of cards"
    assert state.view(None)["phase"] == "over"
    assert rome(state) == ["land-2-4"], "and Rome took nothing after this round"


@pytest.mark.rule("PAX-END-3")
def test_when_the_deck_runs_out_the_others_still_have_their_turn() -> None:
    legions = [["land-2-4"], ["fleet-1-2"], ["army-1-1"], ["army-1-1"]]
    state = position(players=3, turn=0, legions=legions, deck=DECK[:2], coins=[0, 0, 0])
    do(state, "draw", "hand", "lay:legion-1")
    assert state.view(None)["last_round"]
    do(state, "done")
    assert state.actors() == (1,)
    do(state, "draw", "done")
    assert state.actors() == (2,)
    do(state, "pass")
    assert state.view(None)["phase"] == "over"
    assert state.coins == [2, 4, 2]
    assert rome(state) == [], "no harvest after the last round"
    assert group(state, 1) == ["land-2-4", DECK[1]]


@pytest.mark.rule("PAX-END-3")
def test_the_deck_may_run_out_on_the_very_last_turn_of_a_round() -> None:
    state = position(players=2, turn=1, legions=[["land-2-4"], ["fleet-1-2"], ["army-1-1"]], deck=DECK[:1])
    do(state, "draw", "hand", "done")
    assert state.view(None)["phase"] == "over"
    assert rome(state) == []
    assert hand(state, 1) == DECK[:1]


def test_one_card_under_an_otherwise_empty_deck_keeps_the_game_going() -> None:
    state = position(players=2, turn=1, legions=[["land-2-4"], ["fleet-1-2"], ["army-1-1"]], deck=DECK[:3])
    do(state, "draw", "hand", "lay:legion-2", "under")
    assert not state.view(None)["last_round"]
    do(state, "done")
    assert rome(state) == ["land-2-4"]
    assert group(state, 1) == DECK[2:3], "it is the card that refills Legion I"
    assert state.view(None)["phase"] == "turn"


def test_with_the_option_rome_takes_a_group_after_the_last_round_too() -> None:
    legions = [["land-2-4"], ["fleet-1-2"], ["army-1-1"]]
    for option, taken in ((False, []), (True, ["land-2-4"])):
        state = position(players=2, options={"last_harvest": option}, turn=1, legions=legions, deck=[])
        heard = listen(state)
        do(state, "draw", "done")
        assert rome(state) == taken
        assert state.view(None)["phase"] == "over"
        ends = [event.rule for event in heard if event.kind == "end"]
        assert ends == ["PAX-END-3"]


def test_the_end_names_its_rule_and_lays_romes_cards_open() -> None:
    romans = ["army-2-4", "fleet-1-1", "senator-1-2"]
    state = position(players=2, turn=1, phase="act", legions=[["land-2-4"]], rome_hidden=romans, deck=["army-1-1"])
    heard = listen(state)
    do(state, "done")
    assert [(event.kind, event.rule) for event in heard[-2:]] == [("end", "PAX-END-1"), ("reveal", "PAX-WIN-1")]
    assert heard[-1].seen_by(None).facts == {"cards": romans}


@pytest.mark.rule("PAX-END-2", "PAX-END-3")
def test_every_later_player_takes_2_aurei_when_the_deck_is_out() -> None:
    state = position(players=4, legions=[["land-1-1"]], deck=[], coins=[0, 0, 0, 0])
    for _ in range(4):
        do(state, "draw", "done")
    assert state.coins == [4, 4, 4, 4]
    assert state.view(None)["phase"] == "over"


@pytest.mark.rule("PAX-END-3")
def test_a_round_begun_with_an_empty_deck_is_the_last_even_if_everybody_passes() -> None:
    legions = [["land-1-1"], ["land-1-2"], []]
    for last_turns in (("draw", "done", "pass"), ("pass", "pass")):
        state = position(players=2, deck=["land-2-3", "army-1-1"], legions=legions, turn=1, starter=0, turns=1)
        do(state, "pass")
        assert state.view(None)["deck"]["count"] == 0, "Rome took one group, and two Legions were refilled"
        rome = state.snapshot()["rome"]
        do(state, *last_turns)
        assert state.actors() == ()
        assert state.snapshot()["rome"] == rome

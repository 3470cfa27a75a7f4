"""The solitaire game."""

from __future__ import annotations

import pytest

from games.pax.tables import SEVEN, begun, deal, deck, display, do, group, hand, in_play, listen, names, words
from ludi.core import IllegalAction, Outcome
from ludi.games.pax import PaxState, position


def rome(state: PaxState) -> list[str]:
    return sorted(names(state.snapshot()["rome"]))


ALL_SEVEN = [f"{category}-2-3" for category in SEVEN]


def reckon(level: int, mine: list[str], roman: list[str]) -> Outcome:
    """The end of a solitaire game; Rome's three face-down cards are the first three of its cards."""
    state = position(
        options={"players": 1, "solo": level}, phase="over", displays=[mine], rome=roman[3:], rome_hidden=roman[:3]
    )
    outcome = state.outcome()
    assert outcome is not None
    return outcome


def rome_that_loses(categories: int) -> list[str]:
    """Rome holds 1 symbol where it loses to ALL_SEVEN and 2 where it does not."""
    return [f"{category}-{'1-1' if number < categories else '2-4'}" for number, category in enumerate(SEVEN)]


# Set-up


@pytest.mark.rule("PAX-SOLO-2")
@pytest.mark.parametrize("level", [1, 2])
def test_alone_one_has_5_aurei_and_keeps_one_of_two_cards(level: int) -> None:
    state = deal(1, solo=level)
    assert state.coins == [5]
    first, second = state.view(0)["offer"]
    do(state, f"keep:{second}")
    assert hand(state, 0) == [second]
    assert deck(state)[-1] == first
    assert display(state, 0) == []
    assert state.view(0)["phase"] == "turn"


@pytest.mark.rule("PAX-SOLO-3")
@pytest.mark.parametrize("level", range(1, 6))
def test_three_legions_are_laid_out(level: int) -> None:
    assert [legion["number"] for legion in begun(1, solo=level).view(0)["legions"]] == [1, 2, 3]


@pytest.mark.rule("PAX-SOLO-4")
@pytest.mark.parametrize("level", range(1, 6))
def test_thirty_cards_are_set_aside_unseen(level: int) -> None:
    state = deal(1, solo=level)
    aside = state.snapshot()["aside"]
    assert len(aside) == 30
    assert len(in_play(state)) == 44
    assert sorted(in_play(state) + aside) == in_play(deal(4))
    assert not any("@" in card for card in aside)
    assert len({tuple(sorted(deal(1, seed).snapshot()["aside"])) for seed in range(6)}) == 6


@pytest.mark.rule("PAX-SOLO-5")
@pytest.mark.parametrize("level", range(1, 6))
def test_rome_has_three_unseen_cards(level: int) -> None:
    state = begun(1, solo=level)
    assert len(state.snapshot()["rome_hidden"]) == 3
    assert state.view(0)["rome"]["hidden"] == [None] * 3
    assert state.snapshot()["rome"] == []


@pytest.mark.parametrize(
    ("level", "shown"),
    [
        pytest.param(3, 1, marks=pytest.mark.rule("PAX-SOLO-11")),
        pytest.param(4, 2, marks=pytest.mark.rule("PAX-SOLO-12")),
        pytest.param(5, 3, marks=pytest.mark.rule("PAX-SOLO-13")),
    ],
)
def test_the_higher_levels_begin_with_cards_in_the_display(level: int, shown: int) -> None:
    state = deal(1, solo=level)
    offer = state.view(0)["offer"]
    assert len(offer) == shown + 2
    for number in range(shown):
        assert {word.partition(":")[0] for word in words(state)} == {"display"}
        do(state, f"display:{offer[number]}")
    assert {word.partition(":")[0] for word in words(state)} == {"keep"}
    do(state, f"keep:{offer[shown]}")
    assert display(state, 0) == sorted(offer[:shown])
    assert hand(state, 0) == [offer[shown]]
    assert deck(state)[-1] == offer[shown + 1]
    assert state.coins == [5], "free, and without income"


@pytest.mark.rule("PAX-SOLO-14")
def test_cards_displayed_at_set_up_ignore_the_limits() -> None:
    offer = ["army-2-3", "fleet-1-1", "army-1-1", "land-1-1", "fleet-1-2"]
    state = position(options={"players": 1, "solo": 5}, phase="draft", offers=[offer], to_display=3)
    assert "display:army-2-3" in words(state)
    do(state, "display:army-2-3", "display:fleet-1-1", "display:army-1-1", "keep:fleet-1-2")
    assert display(state, 0) == ["army-1-1", "army-2-3", "fleet-1-1"]


@pytest.mark.rule("PAX-SOLO-14", "PAX-LIMIT-1")
def test_a_category_over_its_limit_cannot_grow_until_land_catches_up() -> None:
    cards = ["army-1-1", "land-2-3", "land-1-1"]
    state = position(players=1, phase="act", displays=[["army-2-3"]], hands=[cards], coins=[9], deck=[])
    assert "play:army-1-1" not in words(state)
    do(state, "play:land-2-3")
    assert "play:army-1-1" not in words(state), "2 Land, 2 Armies"
    do(state, "play:land-1-1")
    assert "play:army-1-1" in words(state)


@pytest.mark.rule("PAX-SOLO-14")
def test_senator_and_intrigue_displayed_at_set_up_have_no_effect_on_the_first_turn() -> None:
    offer = ["senator-1-1", "intrigue-1-1", "land-1-1", "land-1-2"]
    state = position(options={"players": 1, "solo": 4}, phase="draft", offers=[offer], to_display=2, coins=[5])
    do(state, "display:senator-1-1", "display:intrigue-1-1", "keep:land-1-1")
    do(state, "draw", "hand", "lay:legion-1", "under", "play:land-1-1", "done")
    assert state.coins == [6]


# Play


@pytest.mark.rule("PAX-SOLO-6")
def test_there_is_no_passing_and_no_look_at_romes_cards() -> None:
    state = begun(1)
    assert words(state) == ["draw"]
    with pytest.raises(IllegalAction) as refusal:
        do(state, "pass")
    assert refusal.value.rule == "PAX-SOLO-6"
    assert state.view(0)["rome"]["hidden"] == [None] * 3


@pytest.mark.rule("PAX-SOLO-7")
def test_every_turn_is_a_round_and_all_other_rules_hold() -> None:
    legions = [["land-2-4"], ["land-1-2", "army-1-2"], ["wealth-1-1"]]
    cards = ["religion-1-1", "fleet-1-1", "senator-1-1", "wealth-1-2", "army-1-1", "senator-1-2"]
    state = position(players=1, legions=legions, hands=[["land-1-1"]], deck=cards, coins=[5])
    do(state, "draw", "hand", "under", "lay:legion-3", "buy:legion-2", "play:land-1-1", "play:army-1-2")
    do(state, "done")
    assert state.coins == [5 - 4 - 1 + 1]
    assert rome(state) == ["land-2-4"], "Rome takes the best group left"
    assert group(state, 1) == ["wealth-1-2"]
    assert group(state, 2) == ["army-1-1"]
    assert group(state, 3) == ["wealth-1-1", "senator-1-1"]
    assert state.view(0)["round"] == 2
    assert state.actors() == (0,)


@pytest.mark.rule("PAX-SOLO-7", "PAX-END-3")
def test_rome_takes_nothing_after_the_turn_in_which_the_deck_ran_out() -> None:
    state = position(players=1, legions=[["land-2-4"], ["army-1-1"], ["wealth-1-1"]], deck=["land-1-1", "land-1-2"])
    do(state, "draw", "hand", "lay:legion-1", "done")
    assert state.view(0)["phase"] == "over"
    assert rome(state) == []


@pytest.mark.rule("PAX-SOLO-7")
def test_primus_conspiratus_is_shown_but_changes_nothing() -> None:
    state = position(players=1, phase="act", hands=[["intrigue-1-1"]], legions=[["land-1-1"]])
    do(state, "play:intrigue-1-1")
    assert state.view(0)["conspirator"] == 0
    lost = reckon(1, ["intrigue-1-1"], rome_that_loses(0))
    assert (lost.winners, lost.reason) == ((), "solo-lost"), "a victory of Rome is no victory of its conspirator"


# Winning


@pytest.mark.rule("PAX-SOLO-1")
def test_the_lone_player_wins_or_loses_and_no_points_are_compared() -> None:
    won = reckon(1, ALL_SEVEN, rome_that_loses(7))
    lost = reckon(1, [], rome_that_loses(7))
    assert (won.winners, won.reason, won.scores) == ((0,), "solo-won", ())
    assert (lost.winners, lost.reason, lost.scores) == ((), "solo-lost", ())
    assert (won.returns(1), lost.returns(1)) == ([1.0], [0.0])


@pytest.mark.rule("PAX-SOLO-8")
@pytest.mark.parametrize("level", range(1, 6))
@pytest.mark.parametrize("missing", SEVEN)
def test_all_seven_categories_must_be_on_display(level: int, missing: str) -> None:
    mine = [card for card in ALL_SEVEN if not card.startswith(missing)]
    outcome = reckon(level, mine, ["land-1-1", "land-1-1", "land-1-1"] if missing == "land" else ["senator-1-1"] * 3)
    assert outcome.winners == ()
    assert outcome.rule == "PAX-SOLO-8"
    assert outcome.reckoning["missing"] == [missing]


@pytest.mark.parametrize(
    ("level", "needed"),
    [
        pytest.param(1, 3, marks=pytest.mark.rule("PAX-SOLO-9")),
        pytest.param(2, 4, marks=pytest.mark.rule("PAX-SOLO-10")),
        pytest.param(3, 5, marks=pytest.mark.rule("PAX-SOLO-11")),
        pytest.param(4, 6, marks=pytest.mark.rule("PAX-SOLO-12")),
        pytest.param(5, 7, marks=pytest.mark.rule("PAX-SOLO-13")),
    ],
)
def test_each_level_demands_to_beat_rome_in_one_category_more(level: int, needed: int) -> None:
    for beaten in range(8):
        outcome = reckon(level, ALL_SEVEN, rome_that_loses(beaten))
        assert len(outcome.reckoning["beaten"]) == beaten
        assert (outcome.winners == (0,)) is (beaten >= needed), f"{beaten} beaten on level {level}"
        assert outcome.rule == f"PAX-SOLO-{8 + level}"


@pytest.mark.rule("PAX-SOLO-13", "PAX-SOLO-8")
def test_on_level_5_a_bonus_fleet_is_no_fleet_on_display() -> None:
    mine = [card for card in ALL_SEVEN if not card.startswith("fleet")] + ["army-1-1"]
    roman = ["wealth-1-1", "land-1-1", "senator-1-1"]
    outcome = reckon(5, mine, roman)
    assert len(outcome.reckoning["beaten"]) == 7, "the bonus Fleet does beat Rome"
    assert outcome.winners == ()
    with_fleet = reckon(5, [*mine, "fleet-1-1"], roman)
    assert with_fleet.winners == (0,)


def test_bonuses_count_on_both_sides_alone_too() -> None:
    mine = [*[card for card in ALL_SEVEN if not card.startswith("fleet")], "fleet-1-1", "army-1-1"]
    outcome = reckon(5, mine, ["army-2-3", "army-1-1", "wealth-1-1"])
    assert outcome.reckoning["players"][0]["fleet"] == 2
    assert outcome.reckoning["rome"]["fleet"] == 1


def test_the_prompt_names_the_goal_of_the_level() -> None:
    for level in range(1, 6):
        prompt = position(options={"players": 1, "solo": level}).prompt(0)
        assert (prompt.facts, prompt.rule) == ({"goal": level + 2}, f"PAX-SOLO-{8 + level}")


def test_the_set_up_is_told_with_its_rule() -> None:
    state = position(options={"players": 1, "solo": 3}, phase="draft", offers=[["army-2-3", "land-1-1"]], to_display=1)
    assert (state.prompt(0).key, state.prompt(0).rule) == ("prompt.display", "PAX-SOLO-11")
    heard = listen(state)
    do(state, "display:army-2-3")
    assert [(event.kind, event.rule, event.facts) for event in heard] == [
        ("display", "PAX-SOLO-14", {"seat": 0, "card": "army-2-3"})
    ]

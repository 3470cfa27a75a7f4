"""What a seat may know: views, veils and samples hold no secret, and knowledge follows the cards."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

from games.pax.tables import begun, bits, deal, do, in_play, listen, names
from ludi.core import LudiError
from ludi.games.pax import PaxState, position

DECK = ["land-1-1", "fleet-1-1", "senator-1-1", "army-1-1", "wealth-1-1", "religion-1-1"]
ROMANS = ["wealth-1-2", "fleet-1-2", "army-1-2"]
FAITH = ["religion-2-3", "religion-2-3", "religion-2-4"]


def check_same_to(seat: int | None, one: PaxState, other: PaxState) -> None:
    """The two positions look and feel the same to this seat."""
    assert one.view(seat) == other.view(seat)
    assert one.actors() == other.actors()
    if seat is not None:
        assert one.legal(seat) == other.legal(seat)
        assert one.prompt(seat) == other.prompt(seat)
        assert one.veil(seat).snapshot() == other.veil(seat).snapshot()
        for action in one.legal(seat):
            assert one.label(action) == other.label(action)


TWINS: list[tuple[str, dict[str, Any], dict[str, Any], dict[str, Any], tuple[int, ...], list[str]]] = [
    (
        "the hand of another",
        {"players": 3, "deck": DECK, "rome_hidden": ROMANS},
        {"hands": [["land-1-2"], ["senator-2-4", "army-2-4"]]},
        {"hands": [["land-1-2"], ["wealth-2-4", "intrigue-1-1"]]},
        (0, 2),
        ["draw", "hand", "lay:legion-1", "under", "play:land-1-2", "done", "draw", "hand", "under"],
    ),
    (
        "Rome's face-down cards",
        {"players": 2, "deck": DECK},
        {"rome_hidden": ROMANS},
        {"rome_hidden": ["senator-2-4", "senator-2-4", "land-2-4"]},
        (0, 1),
        ["draw", "under", "hand", "lay:legion-2", "done"],
    ),
    (
        "what another saw when he passed",
        {"players": 3, "deck": DECK, "turn": 1},
        {"rome_hidden": ROMANS},
        {"rome_hidden": ROMANS[::-1]},
        (0, 2),
        ["pass"],
    ),
    (
        "the order of the deck",
        {"players": 2, "rome_hidden": ROMANS, "phase": "act", "legions": [["land-2-4"]]},
        {"deck": DECK},
        {"deck": DECK[::-1]},
        (0, 1),
        ["done"],
    ),
    (
        "which cards lie aside",
        {"players": 2, "rome_hidden": ROMANS, "phase": "act"},
        {"deck": ["senator-2-4", *DECK]},
        {"deck": ["wealth-2-4", *DECK]},
        (0, 1),
        ["done"],
    ),
    (
        "what another may keep",
        {"players": 3, "phase": "draft", "deck": DECK, "rome_hidden": ROMANS},
        {"offers": [["land-1-2", "land-2-3"], ["senator-2-4"], ["army-2-3"]]},
        {"offers": [["land-1-2", "land-2-3"], ["wealth-2-4"], ["army-2-4"]]},
        (0,),
        [],
    ),
    (
        "what another kept",
        {"players": 2, "phase": "draft", "deck": DECK, "rome_hidden": ROMANS},
        {"offers": [["land-1-2", "land-2-3"], ["senator-2-4"]], "hands": [[], ["army-2-4"]]},
        {"offers": [["land-1-2", "land-2-3"], ["army-2-4"]], "hands": [[], ["senator-2-4"]]},
        (0,),
        ["keep:land-1-2", "draw", "hand", "lay:legion-1", "under", "done"],
    ),
    (
        "the card another has drawn",
        {"players": 2, "phase": "draw", "deck": DECK, "rome_hidden": ROMANS, "draws_left": 2},
        {"drawn": ["senator-2-4"]},
        {"drawn": ["wealth-2-4"]},
        (1,),
        ["hand", "lay:legion-1", "under", "done"],
    ),
    (
        "the cards another draws together, and which he picks",
        {
            "players": 2,
            "phase": "draw",
            "deck": DECK,
            "rome_hidden": ROMANS,
            "sight": 3,
            "displays": [FAITH],
        },
        {"drawn": ["senator-2-4", "land-2-4", "land-1-2"], "picked": 0},
        {"drawn": ["land-1-2", "wealth-2-4", "army-1-1"], "picked": 1},
        (1,),
        ["hand"],
    ),
    (
        "what others know of one another",
        {"players": 3, "rome_hidden": ROMANS, "deck": DECK},
        {"hands": [["land-1-2"], ["senator-2-4@2"], ["army-2-4"]]},
        {"hands": [["land-1-2"], ["senator-2-4"], ["army-2-4@1"]]},
        (0,),
        ["draw", "hand", "lay:legion-1", "under", "done", "pass", "pass"],
    ),
    (
        "the order of cards in the hand of another",
        {"players": 2, "rome_hidden": ROMANS, "deck": DECK},
        {"hands": [[], ["senator-2-4@0", "army-2-4", "land-1-2@0"]]},
        {"hands": [[], ["army-2-4", "land-1-2@0", "senator-2-4@0"]]},
        (0,),
        ["pass", "pass"],
    ),
    (
        "what the others could respond with",
        {
            "players": 5,
            "phase": "respond",
            "actor": 1,
            "rome_hidden": ROMANS,
            "deck": DECK,
            "played": 1,
            "extended": bits("senator"),
        },
        {"hands": [[], ["senator-2-4"], ["land-1-2"], ["army-2-4"]]},
        {"hands": [[], ["army-2-4"], ["land-1-1"], ["senator-2-4"]]},
        (0, 4),
        ["decline", "decline", "decline", "pass", "pass"],
    ),
]


@pytest.mark.rule("PAX-SETUP-11", "PAX-TURN-4")
@pytest.mark.parametrize(
    ("base", "one", "other", "seats", "story"), [each[1:] for each in TWINS], ids=[t[0] for t in TWINS]
)
def test_positions_that_differ_only_in_secrets_are_the_same_to_a_seat(
    base: dict[str, Any], one: dict[str, Any], other: dict[str, Any], seats: tuple[int, ...], story: list[str]
) -> None:
    left, right = position(**base, **one), position(**base, **other)
    assert left.snapshot() != right.snapshot(), "they do differ"
    told_left, told_right = listen(left), listen(right)
    public = len(story)
    for number, word in enumerate(["", *story]):
        if word:
            do(left, word)
            do(right, word)
        if [event.seen_by(None) for event in told_left] != [event.seen_by(None) for event in told_right]:
            public = number
            break
        for seat in (None, *seats):
            check_same_to(seat, left, right)
            assert [event.seen_by(seat) for event in told_left] == [event.seen_by(seat) for event in told_right]
    assert public >= min(1, len(story)) or base.get("phase") == "act", "something happened before the secret came out"


HIDING_PLACES: list[tuple[str, dict[str, Any], tuple[int, ...]]] = [
    ("a hand", {"hands": [["senator-2-4"]]}, (1, 2)),
    ("under Rome", {"rome_hidden": ["senator-2-4", "land-1-1", "land-1-1"]}, (0, 1, 2)),
    ("the deck", {"deck": ["senator-2-4"]}, (0, 1, 2)),
    ("aside", {"deck": []}, (0, 1, 2)),
    ("drawn", {"phase": "draw", "drawn": ["senator-2-4"]}, (1, 2)),
    ("on offer", {"phase": "draft", "offers": [["senator-2-4"], ["land-1-1"], ["army-1-1"]]}, (1, 2)),
    ("slipped under by another", {"deck": ["land-1-1", "senator-2-4@0"]}, (1, 2)),
    ("known to another", {"hands": [["senator-2-4@1"]]}, (2,)),
]


@pytest.mark.rule("PAX-SETUP-11")
@pytest.mark.parametrize(
    ("given", "blind"), [each[1:] for each in HIDING_PLACES], ids=[each[0] for each in HIDING_PLACES]
)
def test_no_view_names_a_hidden_card(given: dict[str, Any], blind: tuple[int, ...]) -> None:
    state = position(players=3, **given)
    for seat in (None, *blind):
        assert "senator-2-4" not in json.dumps(state.view(seat))
    for seat in blind:
        assert "senator-2-4" not in json.dumps(state.veil(seat).snapshot())
        assert "senator-2-4" not in json.dumps(state.perspective(seat).view())
        assert "senator-2-4" not in repr(state.prompt(seat))
    for seat in set(range(3)) - set(blind):
        assert "senator-2-4" in json.dumps(state.view(seat))


def test_the_money_of_others_is_in_no_view() -> None:
    for seat in (None, 1, 2):
        one, other = (position(players=3, coins=[coins], deck=DECK).view(seat) for coins in (3, 77))
        assert one == other


def test_a_spectator_sees_no_price_and_no_cards() -> None:
    view = begun(3).view(None)
    assert view["you"] is None
    assert [legion["price"] for legion in view["legions"]] == [None] * 4
    assert (view["drawn"], view["offer"], view["deck"]["known"]) == ([], [], [])
    assert [player["hand"] for player in view["players"]] == [None] * 3


def test_at_the_end_all_hands_are_open() -> None:
    state = position(players=2, phase="over", hands=[["land-1-1"], ["army-2-4"]], coins=[3, 4])
    for seat in (None, 0, 1):
        players = state.view(seat)["players"]
        assert [player["hand"] for player in players] == [["land-1-1"], ["army-2-4"]]
        assert [player["coins"] for player in players] == [3, 4]


# Knowledge follows the cards


def test_a_card_slipped_under_the_deck_is_known_to_its_player_until_somebody_draws_it() -> None:
    state = position(players=3, deck=DECK[:4])
    do(state, "draw", "hand", "lay:legion-1", "under", "done")
    assert state.view(0)["deck"] == {"count": 2, "known": [[1, "senator-1-1"]]}
    for seat in (None, 1, 2):
        assert state.view(seat)["deck"] == {"count": 2, "known": []}
    do(state, "draw", "lay:legion-1")
    assert state.view(0)["deck"]["known"] == []
    assert state.view(1)["drawn"] == ["senator-1-1"]
    do(state, "hand")
    assert state.view(0)["players"][1]["known_hand"] == ["senator-1-1"], "he saw seat 1 take the card he had slipped"
    assert state.view(2)["players"][1]["known_hand"] == []
    assert state.view(None)["players"][1]["known_hand"] == []


def test_a_known_card_that_goes_under_the_deck_again_is_known_to_both() -> None:
    state = position(players=3, deck=["senator-1-1@0", *DECK[:2]])
    do(state, "pass", "draw", "under", "hand", "lay:legion-1", "done")
    for seat, known in ((0, [[0, "senator-1-1"]]), (1, [[0, "senator-1-1"]]), (2, [])):
        assert state.view(seat)["deck"]["known"] == known


@pytest.mark.rule("PAX-SETUP-11")
def test_cards_kept_and_slipped_at_the_set_up_are_known_only_to_their_player() -> None:
    state = begun(3, start="1")
    for seat in range(3):
        known = state.view(seat)["deck"]["known"]
        assert len(known) == 1 + seat
        assert all(names(state.snapshot()["deck"])[place] == card for place, card in known)
        for other in {0, 1, 2} - {seat}:
            assert state.view(seat)["players"][other]["known_hand"] == []


def test_cards_bought_openly_are_known_to_all_until_they_are_played() -> None:
    state = position(players=3, phase="act", legions=[["land-1-1", "army-1-1"]], hands=[["wealth-1-1"]], deck=DECK[1:3])
    do(state, "buy:legion-1")
    for seat in (1, 2):
        assert state.view(seat)["players"][0]["known_hand"] == ["army-1-1", "land-1-1"]
        assert state.view(seat)["players"][0]["hand_count"] is None
    do(state, "play:land-1-1")
    for seat in (1, 2):
        assert state.view(seat)["players"][0]["known_hand"] == ["army-1-1"]


def test_of_two_equal_cards_nobody_can_tell_which_one_was_played() -> None:
    known_first = position(players=3, phase="act", hands=[["land-1-1@012", "land-1-1"]], deck=DECK[1:])
    known_last = position(players=3, phase="act", hands=[["land-1-1", "land-1-1@012"]], deck=DECK[1:])
    for state in (known_first, known_last):
        assert state.view(1)["players"][0]["known_hand"] == ["land-1-1"]
        do(state, "play:land-1-1")
        assert state.view(1)["players"][0]["known_hand"] == [], "the one he knew of may be the one on the table"
    check_same_to(1, known_first, known_last)
    only_one = position(players=3, phase="act", hands=[["land-1-1@012"]], deck=DECK[1:])
    do(only_one, "play:land-1-1")
    assert only_one.veil(1).snapshot()["displays"] == known_first.veil(1).snapshot()["displays"]


def test_each_player_knows_of_one_equal_card_fewer_after_one_was_played() -> None:
    state = position(players=4, phase="act", hands=[["land-1-1@1", "land-1-1@12", "land-1-1@12"]], deck=DECK[1:])
    do(state, "play:land-1-1")
    counts = [state.view(seat)["players"][0]["known_hand"] for seat in (1, 2, 3)]
    assert counts == [["land-1-1"] * 2, ["land-1-1"], []]
    assert state.view(0)["players"][0]["hand"] == ["land-1-1", "land-1-1"]


def test_whoever_passed_remembers_romes_cards() -> None:
    state = position(players=2, rome_hidden=ROMANS, deck=DECK, legions=[["land-1-2"], ["land-1-2"], ["land-1-2"]])
    do(state, "pass", "draw", "hand", "lay:legion-1", "under", "done")
    assert state.view(0)["rome"]["hidden"] == ROMANS
    assert state.view(1)["rome"]["hidden"] == [None] * 3
    do(state, "draw", "hand", "lay:legion-1", "under", "done", "pass")
    assert state.view(1)["rome"]["hidden"] == ROMANS


# Samples


def everywhere(state: PaxState) -> list[str]:
    return sorted(in_play(state) + names(state.snapshot()["aside"]))


MOMENTS: list[dict[str, Any]] = [
    {"players": 1},
    {"players": 2, "phase": "draft", "offers": [["land-1-2", "land-2-3"], ["senator-2-4", "army-1-1", "army-1-2"]]},
    {"players": 2, "hands": [["land-1-2"], ["senator-2-4@01", "army-2-4"]]},
    {"players": 3, "phase": "draw", "drawn": ["land-1-2", "land-2-3"], "sight": 2, "draws_left": 1},
    {"players": 4, "phase": "act", "hands": [["land-1-2"], [], ["senator-2-4"]], "rome_hidden": ["army-1-1@0"] * 3},
    {"players": 5, "hands": [["land-1-2"], ["senator-2-4"]]},
    {"players": 8, "hands": [["land-1-2"], ["senator-2-4"]]},
]


@pytest.mark.parametrize("given", MOMENTS, ids=lambda given: f"{given['players']} {given.get('phase', 'turn')}")
def test_a_sample_keeps_all_that_the_seat_knows_and_every_card(given: dict[str, Any]) -> None:
    state = position(**given)
    whole = state.snapshot()
    rng = random.Random(1)
    for seat in range(state.box.seats):
        for _ in range(5):
            other = state.perspective(seat).sample(rng)
            assert isinstance(other, PaxState)
            check_same_to(seat, state, other)
            assert everywhere(other) == everywhere(state)
            for place in ("deck", "aside", "rome_hidden"):
                assert len(other.snapshot()[place]) == len(whole[place])
            assert [len(hand) for hand in other.hands] == [len(hand) for hand in state.hands]
            for owner, held in enumerate(other.snapshot()["hands"]):
                assert all(str(owner) in card.partition("@")[2] for card in held), "everybody knows his own hand"
    assert state.snapshot() == whole


@pytest.mark.rule("PAX-58-2")
@pytest.mark.parametrize("players", [5, 6, 7, 8])
def test_in_a_sample_the_first_copy_is_in_play_as_a_whole(players: int) -> None:
    one_copy = Counter(in_play(deal(4)))
    state = begun(players)
    rng = random.Random(2)
    for _ in range(20):
        other = state.perspective(0).sample(rng)
        assert isinstance(other, PaxState)
        assert not one_copy - Counter(in_play(other))
        assert not Counter(other.snapshot()["aside"]) - one_copy


@pytest.mark.parametrize("players", [2, 3])
def test_samples_reach_every_card_that_may_lie_hidden(players: int) -> None:
    state = position(players=players, hands=[["land-2-3", "land-2-3"], ["army-1-1"]], legions=[["senator-2-4"]])
    perspective = state.perspective(0)
    rng = random.Random(3)
    seen: dict[str, Counter[str]] = {place: Counter() for place in ("hand", "top", "bottom", "rome", "aside")}
    for _ in range(2000):
        whole = perspective.sample(rng).snapshot()
        seen["hand"].update(names(whole["hands"][1]))
        seen["top"].update(names(whole["deck"][:1]))
        seen["bottom"].update(names(whole["deck"][-1:]))
        seen["rome"].update(names(whole["rome_hidden"]))
        seen["aside"].update(whole["aside"])
    possible = {kind.word for kind in state.box.kinds} - {"land-2-3"}
    for place, cards in seen.items():
        assert set(cards) == possible, place


def test_a_hidden_card_is_as_likely_as_its_copies_are_many() -> None:
    state = position(players=2, hands=[["land-2-3"], ["army-1-1"]], legions=[["army-2-4"]])
    perspective = state.perspective(0)
    rng = random.Random(4)
    draws = 6000
    seen: Counter[str] = Counter()
    for _ in range(draws):
        seen.update(names(perspective.sample(rng).snapshot()["hands"][1]))
    for card, copies in (("land-1-1", 4), ("army-1-1", 3), ("land-2-3", 1), ("army-2-4", 1), ("wealth-2-3", 2)):
        expected = draws * copies / 72
        assert abs(seen[card] - expected) < 4 * expected**0.5, card


def test_what_a_seat_knows_of_a_hand_or_the_deck_stays_in_every_sample() -> None:
    state = position(
        players=3, hands=[[], ["land-1-1@012", "army-1-1"]], deck=[*DECK[1:], "senator-2-4@0"], rome_hidden=ROMANS
    )
    do(state, "pass")
    rng = random.Random(5)
    for _ in range(30):
        other = state.perspective(0).sample(rng).snapshot()
        assert "land-1-1" in names(other["hands"][1])
        assert names(other["deck"])[-1] == "senator-2-4"
        assert names(other["rome_hidden"]) == ROMANS


def test_a_sample_can_be_played_to_the_end_without_the_dice_of_the_match() -> None:
    for players in (1, 2, 6):
        state = begun(players)
        rng = random.Random(6)
        other = state.perspective(0).sample(rng)
        assert other.dice is not state.dice
        while other.actors():
            seat = other.actors()[0]
            other.play(seat, rng.choice(other.legal(seat)))
        assert other.outcome() is not None


def test_a_veiled_position_has_no_dice() -> None:
    with pytest.raises(LudiError):
        begun(2).veil(0).dice.roll()


# Several cards seen at once

FAITH = ["religion-2-3", "religion-2-3", "religion-2-4"]


@pytest.mark.rule("PAX-SETUP-11", "PAX-RELIGION-2")
def test_which_of_several_seen_cards_went_to_the_hand_stays_secret() -> None:
    """Seat 1 knows that the Senator lies on top; seat 0 sees three cards at once and places them as he likes."""

    def after(to_hand: str, under: str) -> PaxState:
        deck = ["senator-2-4@1", "land-1-1", "army-1-1", "army-1-2"]
        state = position(players=2, deck=deck, displays=[FAITH], legions=[["wealth-1-1"]] * 3)
        return do(state, "draw", f"pick:{to_hand}", "hand", f"pick:{under}", "under", "lay:legion-1")

    one, other = after("senator-2-4", "land-1-1"), after("land-1-1", "senator-2-4")
    assert one.view(1) == other.view(1)
    assert one.veil(1).snapshot() == other.veil(1).snapshot()


@pytest.mark.rule("PAX-SETUP-11", "PAX-RELIGION-2")
def test_which_of_equal_cards_was_placed_stays_secret() -> None:
    state = position(players=2, deck=["land-1-1@1", "land-1-1", "land-1-1", "army-1-1"], displays=[FAITH])
    do(state, "draw", "hand", "under", "lay:legion-1")
    assert state.view(1)["players"][0]["known_hand"] == []


@pytest.mark.rule("PAX-SETUP-11", "PAX-RELIGION-2")
def test_a_card_laid_openly_from_several_may_be_the_one_that_was_known() -> None:
    state = position(players=2, deck=["land-1-1@1", "land-1-1", "army-1-1", "army-1-2"], displays=[FAITH])
    do(state, "draw", "pick:land-1-1", "lay:legion-1")
    assert all("1" not in card.partition("@")[2] for card in state.snapshot()["drawn"])
    state = position(players=2, deck=["land-1-1@1", "land-1-2", "army-1-1", "army-1-2"], displays=[FAITH])
    do(state, "draw", "pick:army-1-1", "lay:legion-1")
    assert state.snapshot()["drawn"][0] == "land-1-1@01", "another one was laid: that one is still there"


@pytest.mark.rule("PAX-58-2")
def test_with_two_copies_any_card_not_seen_may_lie_on_top() -> None:
    state = position(players=5, hands=[["land-2-3", "land-2-3"], ["army-1-1"]], legions=[["senator-2-4"]])
    perspective = state.perspective(0)
    rng = random.Random(3)
    tops = {names(perspective.sample(rng).snapshot()["deck"][:1])[0] for _ in range(2000)}
    assert tops == {kind.word for kind in state.box.kinds}

"""Taking back: freely, until chance came in, a hidden card was seen, or another seat decided."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.pax.tables import bits, names
from ludi.core import CannotUndo, State, Table
from ludi.games.pax import GAME, PaxState, position

DECK = ["land-1-1", "fleet-1-1", "senator-1-1", "army-1-1", "wealth-1-1", "religion-1-1", "land-1-2"]
LEGIONS = [["land-2-3"], ["army-1-2"], ["army-1-2"]]
FAITH = ["religion-2-3", "religion-1-1"]
DEEP_FAITH = ["religion-2-3", "religion-2-3", "religion-2-4"]


def table_at(**given: Any) -> Table:
    """A table whose match has come to this position."""
    state = position(**given)
    table = Table.new(GAME, state.box.options, seed=bytes(32))
    table.state = state
    table.events.clear()
    state.listener = table._hear
    return table


def play(table: Table, *words: str) -> None:
    for word in words:
        (seat,) = table.state.actors()
        table.play(seat, word)


FREE: list[tuple[str, dict[str, Any], list[str]]] = [
    ("keeping while others choose", {"phase": "draft", "offers": [["land-1-1"], ["land-1-2"]]}, ["0 keep:land-1-1"]),
    (
        "displaying at set-up",
        {"options": {"players": 1, "solo": 3}, "phase": "draft", "offers": [["land-1-1", "army-1-1"]], "to_display": 1},
        ["0 display:land-1-1"],
    ),
    ("the third card", {}, ["0 draw", "0 hand", "0 lay:legion-1", "0 under"]),
    ("the third card below a Legion", {}, ["0 draw", "0 hand", "0 under", "0 lay:legion-3"]),
    ("the third card to the hand", {}, ["0 draw", "0 lay:legion-2", "0 under", "0 hand"]),
    ("picking", {"displays": [FAITH]}, ["0 draw", "0 pick:land-1-1"]),
    ("a card placed when all three are seen", {"displays": [DEEP_FAITH]}, ["0 draw", "0 pick:land-1-1", "0 hand"]),
    ("buying", {"phase": "act"}, ["0 buy:legion-1"]),
    ("playing", {"phase": "act", "hands": [["land-1-2"]]}, ["0 play:land-1-2"]),
    ("ending the turn in mid-round", {"phase": "act"}, ["0 done"]),
    ("finding the deck empty", {"deck": []}, ["0 draw"]),
    (
        "declining",
        {"players": 5, "phase": "respond", "actor": 1, "hands": [[], ["land-1-2"], ["land-1-2"]]},
        ["1 decline"],
    ),
    (
        "responding",
        {"players": 5, "phase": "respond", "actor": 1, "hands": [[], ["land-1-2"], ["land-1-2"]]},
        ["1 respond:land-1-2"],
    ),
]


def full(given: dict[str, Any]) -> dict[str, Any]:
    base: dict[str, Any] = {"deck": DECK, "legions": LEGIONS}
    if "options" not in given:
        base["players"] = 2
    if given.get("phase") == "respond":
        base |= {"played": 1, "extended": bits("senator")}
    return base | given


@pytest.mark.parametrize(("given_", "story"), [each[1:] for each in FREE], ids=[each[0] for each in FREE])
def test_what_showed_nothing_new_can_be_taken_back(given_: dict[str, Any], story: list[str]) -> None:
    table = table_at(**full(given_))
    for line in story[:-1]:
        seat, word = line.split(" ")
        table.play(int(seat), word)
    before, events = table.state.snapshot(), list(table.events)
    seat, word = story[-1].split(" ")
    table.play(int(seat), word)
    assert table.can_undo(int(seat))
    assert not table.can_undo(1 - int(seat)), "only by the one who decided"
    after = table.state.snapshot()
    table.undo(int(seat))
    assert table.state.snapshot() == before
    assert table.events == events
    assert len(table.decisions) == len(story) - 1
    table.play(int(seat), word)
    assert table.state.snapshot() == after, "and it can be done again"


FINAL: list[tuple[str, dict[str, Any], list[str]]] = [
    ("drawing", {}, ["0 draw"]),
    ("the first card: the second is drawn", {}, ["0 draw", "0 hand"]),
    ("the second card: the third is drawn", {}, ["0 draw", "0 hand", "0 under"]),
    ("with 3 Religion, the first card", {"displays": [FAITH]}, ["0 draw", "0 pick:land-1-1", "0 under"]),
    ("a last card slipped and drawn again", {"deck": DECK[:1]}, ["0 draw", "0 under"]),
    ("passing", {}, ["0 pass"]),
    ("the last choice of the set-up", {"phase": "draft", "offers": [["land-1-2"]], "legions": []}, ["0 keep:land-1-2"]),
    ("a round's last turn", {"phase": "act", "turn": 1}, ["1 done"]),
    ("the game's last turn", {"phase": "act", "turn": 1, "deck": [], "last_round": True}, ["1 done"]),
    ("the end for want of cards", {"phase": "act", "turn": 1, "deck": []}, ["1 done"]),
    (
        "a round's last response",
        {"players": 5, "phase": "respond", "turn": 4, "actor": 1, "hands": [[], ["land-1-2"]]},
        ["1 decline"],
    ),
]


@pytest.mark.parametrize(("given_", "story"), [each[1:] for each in FINAL], ids=[each[0] for each in FINAL])
def test_what_showed_a_card_or_let_chance_in_cannot_be_taken_back(given_: dict[str, Any], story: list[str]) -> None:
    table = table_at(**full(given_))
    for line in story:
        seat, word = line.split(" ")
        table.play(int(seat), word)
    before = table.state.snapshot()
    assert not table.can_undo(int(seat))
    with pytest.raises(CannotUndo, match="chance has come in or a hidden card was seen"):
        table.undo(int(seat))
    assert table.state.snapshot() == before
    assert len(table.decisions) == len(story)


def test_a_whole_buying_and_playing_can_be_taken_back_step_by_step_but_not_the_drawing() -> None:
    table = table_at(**full({}))
    play(table, "draw", "hand", "lay:legion-2")
    base = table.state.snapshot()
    play(table, "under", "buy:legion-1", "play:land-2-3", "play:land-1-1", "done")
    for _ in range(5):
        table.undo(0)
    assert table.state.snapshot() == base
    assert not table.can_undo(0)


def test_once_another_seat_has_decided_nothing_of_mine_can_be_taken_back() -> None:
    table = table_at(**full({"phase": "act", "hands": [["land-1-2"]]}))
    play(table, "play:land-1-2", "done", "pass")
    with pytest.raises(CannotUndo, match="Only the player who made the last decision"):
        table.undo(0)
    choosing = table_at(**full({"players": 3, "phase": "draft", "offers": [["land-1-1"], ["land-1-2"], ["army-1-1"]]}))
    choosing.play(0, "keep:land-1-1")
    choosing.play(1, "keep:land-1-2")
    assert not choosing.can_undo(0)
    assert choosing.can_undo(1)
    choosing.undo(1)
    assert not choosing.can_undo(0), "not even when the other took his back"


def test_at_the_start_there_is_nothing_to_take_back() -> None:
    table = Table.new("pax", {"players": 2}, seed=bytes(32))
    for seat in (0, 1):
        assert not table.can_undo(seat)
        with pytest.raises(CannotUndo):
            table.undo(seat)


def known(state: State, seat: int) -> Counter[str]:
    """Every card whose place this seat knows."""
    whole = state.veil(seat).snapshot()
    cards = [*whole["deck"], *whole["rome"], *whole["rome_hidden"], *whole["drawn"]]
    for place in ("legions", "hands", "displays", "offers"):
        for some in whole[place]:
            cards += some
    return Counter(card for card in names(cards) if card != "?")


@settings(max_examples=80, deadline=None, derandomize=True)
@given(
    seed=st.binary(min_size=32, max_size=32),
    options=st.sampled_from(
        [
            {"players": 1, "solo": 1},
            {"players": 1, "solo": 5},
            {"players": 2, "start": "1"},
            {"players": 3, "start": "2"},
            {"players": 6, "start": "1"},
        ]
    ),
    story=st.lists(st.tuples(st.integers(0, 999), st.lists(st.integers(0, 999), max_size=4)), min_size=10, max_size=60),
)
def test_no_detour_of_plays_and_undos_lets_a_player_peek_or_try_chance_again(
    seed: bytes, options: dict[str, Any], story: list[tuple[int, list[int]]]
) -> None:
    """One table goes straight on; at the other the players try things and take them back: they end up the same."""
    straight, winding = Table.new("pax", options, seed=seed), Table.new("pax", options, seed=seed)

    def pick(number: int) -> tuple[int, str]:
        state = winding.state
        seat = state.actors()[number % len(state.actors())]
        legal = state.legal(seat)
        return seat, state.spell(legal[number % len(legal)])

    for choice, detour in story:
        seat, word = None, ""
        tried: list[tuple[int, str]] = []
        for number in detour:
            if not winding.state.actors():
                break
            doer, word = pick(number)
            if seat is not None and doer != seat:
                break
            seat = doer
            before = known(winding.state, seat)
            winding.play(seat, word)
            tried.append((seat, word))
            if not winding.can_undo(seat):
                break
            assert known(winding.state, seat) == before, "whoever may take back has seen nothing new"
        while tried and winding.can_undo(tried[-1][0]):
            doer, word = tried.pop()
            winding.undo(doer)
        for doer, word in tried:
            straight.play(doer, word)
        if not winding.state.actors():
            break
        doer, word = pick(choice)
        winding.play(doer, word)
        straight.play(doer, word)
        assert winding.state.snapshot() == straight.state.snapshot()
        assert winding.decisions == straight.decisions
    assert winding.events == straight.events
    assert isinstance(winding.state, PaxState)
    for each in range(winding.box.seats):
        assert winding.state.view(each) == straight.state.view(each)

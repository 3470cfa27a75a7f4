"""Who knows what: hands and the draw pile are secret, and nobody forgets what he has seen."""

from __future__ import annotations

import random

import pytest

from games.roma.tables import FULL, HARMLESS, choices, discards, hand, play
from ludi.core import CannotUndo, Event, LudiError, Table
from ludi.games.roma import RomaState, position
from ludi.games.roma.components import BLANK


def samples(state: RomaState, seat: int, number: int = 60) -> list[RomaState]:
    rng = random.Random(5)
    perspective = state.perspective(seat)
    drawn = []
    for _ in range(number):
        sample = perspective.sample(rng)
        assert isinstance(sample, RomaState)
        drawn.append(sample)
    return drawn


def known(state: RomaState, seat: int | None, whose: int) -> list[str]:
    cards: list[str] = state.view(seat)["players"][whose]["known_hand"]
    return cards


def test_hands_are_secret_but_their_size_and_the_money_are_not() -> None:
    state = position(hands=[["legat"], ["nero", "forum"]], sestertii=[3, 4], unused=[1])
    for seat in (0, None):
        view = state.view(seat)["players"][1]
        assert (view["hand"], view["hand_count"], view["sestertii"], view["known_hand"]) == (None, 2, 4, [])
    assert state.view(1)["players"][1]["hand"] == ["nero", "forum"]
    assert len({tuple(hand(sample, 1)) for sample in samples(state, 0)}) > 20
    assert all(hand(sample, 0) == ["legat"] for sample in samples(state, 0))


def test_the_order_of_the_pile_is_secret_and_so_is_the_source_of_chance() -> None:
    state = position(rows=[FULL, HARMLESS], unused=[1])
    veiled = state.veil(0)
    assert set(veiled.deck) == {BLANK}
    with pytest.raises(LudiError):
        veiled.dice.roll()
    assert len({tuple(sample.deck) for sample in samples(state, 0)}) == 60
    assert all(sorted(sample.deck) == sorted(state.deck) for sample in samples(state, 0))


def test_the_giver_knows_what_he_gave_until_the_cards_are_turned_over() -> None:
    mine = ["legat", "legat", "forum", "nero"]
    state = position(phase="exchange", hands=[mine, ["turris", "consul", "velites", "mercator"]])
    state.play(0, state.unspell("give:legat"))
    state.play(0, state.unspell("give:legat"))
    assert state.view(0)["gifts"] == {"yours": ["legat", "legat"], "counts": [2, 0]}
    assert state.view(1)["gifts"] == {"yours": [], "counts": [2, 0]}
    assert not any("legat" in hand(sample, 0) for sample in samples(state, 0))
    assert len({tuple(sample.known[1]) for sample in samples(state, 1)}) > 20, "he does not see them yet"
    play(state, "give:consul", "give:turris")
    assert all(hand(sample, 1).count("legat") == 2 for sample in samples(state, 0))
    play(state, "lay:forum-1", "lay:nero-2", "lay:consul-3", "lay:turris-4")
    play(state, "lay:legat-1", "lay:velites-2")
    for sample in samples(state, 0):
        cards = [*sample.snapshot()["rows"][1][:2], *hand(sample, 1)]
        assert cards.count("legat") == 2, "but he cannot tell which of them lie on the table"
    assert {sample.snapshot()["rows"][1][0] == "legat" for sample in samples(state, 0)} == {True, False}


def test_what_a_card_drawn_was_only_its_owner_knows() -> None:
    state = position(top=["legat", "nero", "forum"], unused=[3], rows=[FULL, HARMLESS])
    play(state, "draw:3")
    assert state.view(0)["drawn"] == ["legat", "nero", "forum"]
    assert (state.view(1)["drawn"], state.view(1)["drawn_count"]) == ([], 3)
    assert set(state.veil(1).aside) == {BLANK}
    assert len({tuple(sample.aside) for sample in samples(state, 1)}) > 20
    play(state, "keep:nero")
    assert known(state, 1, 0) == []
    assert state.view(1)["discard"] == ["legat", "forum"]
    assert len({hand(sample, 0)[0] for sample in samples(state, 1)}) > 5


def test_events_keep_the_same_secrets() -> None:
    told: list[Event] = []
    state = position(top=["legat", "nero", "forum"], unused=[3], rows=[FULL, HARMLESS])
    state.listener = told.append
    play(state, "draw:3", "keep:nero")
    assert [dict(event.seen_by(1).facts) for event in told] == [
        {"seat": 0, "number": 3},
        {"seat": 0},
        {"seat": 0, "cards": ["legat", "forum"]},
    ]
    assert told[1].seen_by(0).facts["card"] == "nero"
    assert told[1].seen_by(None) == told[1].seen_by(1)


@pytest.mark.parametrize("kept", ["the known one", "another"])
def test_when_a_known_kind_is_played_one_known_copy_is_gone_whichever_it_was(kept: str) -> None:
    """Whether the owner plays the very card that was seen nobody can tell, so it must make no difference."""
    extra = ["legat"] if kept == "another" else ["nero"]
    state = position(
        rows=[{1: "gladiator"}, {2: "legat", 3: "consul"}],
        hands=[[], extra],
        sestertii=[0, 5],
        unused=[1],
        dice=[1, 2, 3],
    )
    play(state, "activate:1", "target:2", "end")
    assert known(state, 0, 1) == ["legat"]
    play(state, "lay:legat-2")
    assert known(state, 0, 1) == []
    assert known(state, None, 1) == []
    assert hand(state, 1) == extra


def test_a_look_through_the_pile_tells_the_other_hand() -> None:
    state = position(rows=[{1: "haruspex"}], hands=[[], ["nero", "forum"]], unused=[1])
    play(state, "activate:1")
    assert known(state, 0, 1) == ["nero", "forum"]
    assert known(state, None, 1) == [], "a spectator has not looked"
    assert all(sample.legal(0) == state.legal(0) for sample in samples(state, 0))
    play(state, "take:turris")
    assert all(hand(sample, 1) == ["nero", "forum"] for sample in samples(state, 0))
    assert known(state, 1, 0) == [], "what was taken is secret"
    assert len({hand(sample, 0)[0] for sample in samples(state, 1)}) > 5


def test_a_new_pile_tells_both_hands() -> None:
    state = position(deck=[], hands=[["legat"], ["nero", "forum"]], unused=[1])
    play(state, "draw:1")
    assert known(state, 0, 1) == ["nero", "forum"]
    assert known(state, 1, 0) == ["legat"], "but not the card just drawn from the new pile"
    assert known(state, None, 0) == []
    assert all("legat" in hand(sample, 0) for sample in samples(state, 1))
    assert len({tuple(hand(sample, 0)) for sample in samples(state, 1)}) > 5


def test_a_new_pile_in_the_middle_of_a_draw_tells_what_is_held_or_drawn_but_not_which_is_which() -> None:
    state = position(deck=["machina"], hands=[["legat"], ["nero"]], unused=[2])
    play(state, "draw:2")
    assert known(state, 1, 0) == []
    hands = set()
    for sample in samples(state, 1):
        assert {"legat", "machina"} <= {*hand(sample, 0), *sample.view(0)["drawn"]}
        hands.add(hand(sample, 0)[0])
    assert hands == {"legat", "machina"}
    assert known(state, 0, 1) == ["nero"]
    other = next(word for word in choices(state) if word not in ("keep:machina", "keep:legat"))
    play(state, other)
    assert discards(state) == ["machina"]
    assert known(state, 1, 0) == ["legat"], "the Machina is discarded, so the Legat must be in the hand"


def test_a_spectator_knows_only_what_lies_open() -> None:
    state = position(hands=[["legat"], ["nero"]], top=["forum", "turris"], unused=[2])
    play(state, "draw:2")
    view = state.view(None)
    assert view["drawn"] == []
    assert [player["hand"] for player in view["players"]] == [None, None]


# Undo


def test_what_can_be_taken_back() -> None:
    table = Table.new("roma", {"start": "1"}, seed=bytes(32))
    while table.state.view(0)["phase"] != "actions":
        seat = table.state.actors()[0]
        table.play(seat, table.state.legal(seat)[0])
    seat = table.state.actors()[0]
    assert not table.can_undo(seat), "the dice have been thrown"
    word = next(table.state.spell(action) for action in table.state.legal(seat) if table.state.spell(action)[0] == "m")
    before = table.state.snapshot()
    table.play(seat, word)
    table.undo(seat)
    assert table.state.snapshot() == before
    table.play(seat, word)
    table.play(seat, next(word for word in map(table.state.spell, table.state.legal(seat)) if word.startswith("draw")))
    with pytest.raises(CannotUndo):
        table.undo(seat)


@pytest.mark.parametrize(
    ("words", "grows"),
    [
        (["money:1"], False),
        (["draw:1"], True),
        (["activate:2"], True),  # the battle die
        (["activate:3"], True),  # a look through the pile
        (["lay:consul-5"], False),
        (["activate:4", "take:nero"], False),  # from the open discards
        (["end"], True),
    ],
)
def test_the_point_of_no_return(words: list[str], grows: bool) -> None:
    state = position(
        rows=[{2: "legionarius", 3: "haruspex", 4: "aesculapinum"}, {2: "forum"}],
        hands=[["consul"]],
        sestertii=[3, 0],
        discard=["nero"],
        phase="actions",
        unused=[1, 2, 3] if words[0] != "activate:4" else [4],
        dice=[1, 2, 3, 4],
    )
    play(state, *words)
    assert (state.irrevocable > 0) == grows

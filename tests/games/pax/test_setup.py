"""Background, components and preparation (2 to 4 players)."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from games.pax.tables import SEVEN, begun, category_of, deal, deck, do, hand, in_play, listen, names, words
from ludi.core import Event, MalformedAction, Phrase, ScriptedDice
from ludi.games.pax import GAME, PaxState, position

COUNTS = {"wealth": 10, "fleet": 10, "army": 10, "religion": 10, "senator": 10, "land": 12, "intrigue": 12}

# Components


@pytest.mark.rule("PAX-GOAL-1")
def test_there_are_seven_categories_and_every_card_is_of_exactly_one() -> None:
    state = deal(4)
    assert {category_of(card) for card in in_play(state)} == set(SEVEN)
    for kind in state.box.kinds:
        owner = position(players=4, phase="act", deck=[], displays=[[kind.word]])
        rows = owner.view(0)["players"][0]["display"]
        assert list(rows) == list(SEVEN)
        assert [name for name in rows if rows[name]["count"]] == [category_of(kind.word)]


@pytest.mark.rule("PAX-COMP-1")
def test_one_copy_holds_74_influence_cards() -> None:
    cards = in_play(deal(4))
    assert len(cards) == 74
    assert Counter(category_of(card) for card in cards) == COUNTS


@pytest.mark.rule("PAX-COMP-2")
def test_the_bank_pays_whole_aurei_and_never_runs_short() -> None:
    state = do(position(players=2, coins=[35, 500]), "pass", "pass")
    assert state.coins == [37, 502], "more than any number of Aureus cards in the box"


@pytest.mark.rule("PAX-COMP-3")
def test_the_five_legions_have_numbers_of_their_own() -> None:
    assert [legion["number"] for legion in begun(4).view(None)["legions"]] == [1, 2, 3, 4, 5]


@pytest.mark.rule("PAX-COMP-4")
def test_there_is_one_primus_and_one_primus_conspiratus() -> None:
    state = position(players=3, phase="act", hands=[["intrigue-2-3"]], displays=[[], ["intrigue-1-1"]], deck=[])
    assert state.conspirator == 1
    do(state, "play:intrigue-2-3")
    for seat in (None, 0, 1, 2):
        assert state.view(seat)["conspirator"] == 0, "handed over, not doubled"
        assert state.view(seat)["starter"] == 0


@pytest.mark.rule("PAX-COMP-5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_player_can_look_up_what_actions_and_categories_do(players: int) -> None:
    some = [f"{category}-1-1" for category in SEVEN]
    for seat in range(players):
        hands = [some if each == seat else [] for each in range(players)]
        land = [["land-2-3"] if each == seat else [] for each in range(players)]
        state = position(players=players, turn=seat, hands=hands, displays=land, legions=[["land-1-1"]])
        book = GAME.phrases("en", state.box)
        told: dict[str, Phrase] = {}
        for step in ("draw", "hand", "lay:legion-1", "under", "done"):
            told |= {state.spell(action): state.explain(action) for action in state.legal(seat)}
            do(state, step)
        assert {f"play:{card}" for card in some} | {"draw", "pass", "hand", "under", "buy:legion-1", "done"} <= set(
            told
        )
        assert len({book.say(told[f"play:{card}"]) for card in some}) == 7, "each special function has its own text"


@pytest.mark.rule("PAX-COMP-6")
def test_symbols_and_value_of_a_card_are_independent() -> None:
    cards = [[category, 1, 1, COUNTS[category]] for category in SEVEN if category != "army"]
    options = {"deck": [*cards, ["army", 1, 4, 5], ["army", 3, 2, 5]]}
    state = position(players=2, options=options, phase="act", legions=[["army-1-4"], ["army-3-2"]], coins=[3])
    assert [legion["value"] for legion in state.view(0)["legions"]] == [4, 2, 0]
    assert words(state) == ["buy:legion-2", "done"]
    shown = position(players=2, options=options, displays=[["army-1-4", "army-3-2"]]).view(None)["players"][0]
    assert shown["display"]["army"] == {"cards": ["army-1-4", "army-3-2"], "symbols": 4, "count": 2}


# Preparation


@pytest.mark.rule("PAX-SETUP-1", "PAX-SETUP-7")
@pytest.mark.parametrize("players", range(1, 9))
def test_everybody_gets_5_aurei_and_all_others_stay_in_the_bank(players: int) -> None:
    state = begun(players)
    assert state.coins == [5] * players


@pytest.mark.rule("PAX-SETUP-2")
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5, 8])
def test_the_deck_is_shuffled_and_lies_face_down(players: int) -> None:
    decks = [deck(deal(players, seed)) for seed in range(12)]
    assert len({tuple(cards) for cards in decks}) == 12
    assert len({cards[0] for cards in decks}) > 3, "any card may be on top"
    state = deal(players)
    assert not any("@" in card for card in state.snapshot()["deck"]), "nobody has seen a card of it"
    assert state.view(None)["deck"] == {"count": len(deck(state)), "known": []}


@pytest.mark.rule("PAX-SETUP-3")
@pytest.mark.parametrize(("players", "cards", "out"), [(2, 54, 20), (3, 64, 10), (4, 74, 0)])
def test_with_fewer_players_random_cards_leave_the_game_unseen(players: int, cards: int, out: int) -> None:
    state = deal(players)
    assert len(in_play(state)) == cards
    aside = state.snapshot()["aside"]
    assert len(aside) == out
    assert sorted(in_play(state) + aside) == in_play(deal(4)), "74 cards in all"
    assert not any("@" in card for card in aside)
    if out:
        assert len({tuple(sorted(deal(players, seed).snapshot()["aside"])) for seed in range(9)}) == 9


@pytest.mark.rule("PAX-SETUP-4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_there_is_one_legion_more_than_players(players: int) -> None:
    state = begun(players)
    assert [legion["number"] for legion in state.view(0)["legions"]] == list(range(1, players + 2))
    with pytest.raises(MalformedAction):
        state.unspell(f"lay:legion-{players + 2}")


@pytest.mark.rule("PAX-SETUP-5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_rome_begins_with_three_cards_that_nobody_has_seen(players: int) -> None:
    state = begun(players)
    hidden = state.snapshot()["rome_hidden"]
    assert len(hidden) == 3
    assert state.snapshot()["rome"] == []
    assert not any("@" in card for card in hidden)
    for seat in (None, *range(players)):
        assert state.view(seat)["rome"]["hidden"] == [None] * 3


@pytest.mark.rule("PAX-SETUP-6")
def test_romes_strength_is_its_first_cards_and_all_that_came_later() -> None:
    state = position(
        players=2,
        phase="act",
        turn=1,
        rome=["land-2-3"],
        rome_hidden=["land-1-1", "army-1-1", "senator-1-1"],
        legions=[["senator-2-4"]],
        deck=["land-1-2"] * 2,
    )
    outcome = do(state, "done").outcome()
    assert outcome is not None
    rome = outcome.reckoning["rome"]
    assert (rome["land"], rome["army"], rome["senator"]) == (3, 1, 3)


@pytest.mark.rule("PAX-SETUP-8")
def test_one_player_is_named_starting_player() -> None:
    for number in "1234":
        state = deal(4, start=number)
        assert {state.view(seat)["starter"] for seat in (None, 0, 1, 2, 3)} == {int(number) - 1}
    assert {deal(4, seed).starter for seed in range(40)} == {0, 1, 2, 3}, "by chance, unless the table chose"


@pytest.mark.rule("PAX-SETUP-9")
@pytest.mark.parametrize(("players", "start"), list(itertools.product((2, 3, 4), (0, 1))))
def test_the_starting_player_draws_two_cards_and_each_next_one_more(players: int, start: int) -> None:
    state = deal(players, start=str(start + 1))
    for order in range(players):
        seat = (start + order) % players
        assert len(state.view(seat)["offer"]) == 2 + order
        assert names(state.snapshot()["offers"][seat]) == state.view(seat)["offer"]


@pytest.mark.rule("PAX-SETUP-10")
def test_each_player_keeps_one_card_and_slips_the_others_under_the_deck() -> None:
    state = deal(3, start="2")
    before = deck(state)
    offers = [state.view(seat)["offer"] for seat in range(3)]
    kept = [offer[-1] for offer in offers]
    for seat in (2, 0, 1):
        assert words(state, seat) == [f"keep:{card}" for card in sorted_like_kinds(state, offers[seat])]
        state.play(seat, state.unspell(f"keep:{kept[seat]}"))
        assert hand(state, seat) == [kept[seat]]
    below = [card for seat in (1, 2, 0) for card in offers[seat][:-1]]
    assert deck(state)[: len(before) - 4] == before[4:], "the deck itself keeps its order, four went below the Legions"
    assert sorted(deck(state)[len(before) - 4 :]) == sorted(below)
    assert state.view(0)["offer"] == []


def sorted_like_kinds(state: PaxState, cards: list[str]) -> list[str]:
    order = [kind.word for kind in state.box.kinds]
    return sorted(set(cards), key=order.index)


@pytest.mark.rule("PAX-SETUP-10")
def test_all_choose_at_once_and_nobody_waits_for_another() -> None:
    state = deal(3)
    assert set(state.actors()) == {0, 1, 2}
    do_keep(state, 1)
    assert set(state.actors()) == {0, 2}
    assert words(state, 1) == []


def do_keep(state: PaxState, seat: int) -> None:
    state.play(seat, state.legal(seat)[0])


@pytest.mark.rule("PAX-SETUP-11")
def test_nobody_sees_the_hand_or_the_money_of_another_nor_how_much_it_is() -> None:
    state = position(players=3, hands=[["army-1-1"], ["land-2-3", "land-1-1"]], coins=[7, 3, 4])
    for seat in (None, 1, 2):
        mine = state.view(seat)["players"][0]
        assert (mine["hand"], mine["hand_count"], mine["coins"], mine["known_hand"]) == (None, None, None, [])
    own = state.view(0)["players"][0]
    assert (own["hand"], own["hand_count"], own["coins"]) == (["army-1-1"], 1, 7)


@pytest.mark.rule("PAX-SETUP-12")
@pytest.mark.parametrize("players", range(1, 9))
def test_after_the_hands_are_chosen_each_legion_gets_one_open_card_from_the_top(players: int) -> None:
    state = deal(players)
    top = deck(state)
    while state.view(None)["phase"] == "draft":
        assert not any(state.snapshot()["legions"]), "not before everybody has chosen"
        do_keep(state, state.actors()[0])
    legions = state.view(None)["legions"]
    assert [legion["cards"] for legion in legions] == [[card] for card in top[: len(legions)]]


@pytest.mark.rule("PAX-SETUP-13")
def test_the_starting_player_takes_the_first_turn() -> None:
    for start in range(4):
        state = begun(4, start=str(start + 1))
        assert state.actors() == (start,)
        assert state.view(None)["phase"] == "turn"


def test_rome_is_dealt_before_the_hands_and_the_hands_before_the_legions() -> None:
    box = GAME.box({"players": 4, "start": "1"})
    state = GAME.deal(box, ScriptedDice())  # nothing is shuffled: the deck is in the order of the card list
    whole = [kind.word for kind in box.kinds for _ in range(kind.copies)]
    assert names(state.snapshot()["rome_hidden"]) == whole[:3]
    assert [len(offer) for offer in state.snapshot()["offers"]] == [2, 3, 4, 5]
    assert names(itertools.chain(*state.snapshot()["offers"])) == whole[3:17]
    assert deck(state) == whole[17:]


def test_the_set_up_tells_each_player_only_his_own_cards() -> None:
    box = GAME.box({"players": 2, "start": "1"})
    heard: list[Event] = []
    state = GAME.deal(box, ScriptedDice(), heard.append)
    drafts = [event for event in heard if event.kind == "draft"]
    assert [event.seers for event in drafts] == [(0,), (1,)]
    for seat, event in enumerate(drafts):
        assert event.secret == {"cards": state.view(seat)["offer"]}
        assert event.facts == {"seat": seat, "number": 2 + seat}
    kept = listen(state)
    do_keep(state, 0)
    assert [event.kind for event in kept] == ["keep"]
    assert kept[0].facts == {"seat": 0}
    assert kept[0].seers == (0,)

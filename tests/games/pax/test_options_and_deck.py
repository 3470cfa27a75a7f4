"""The options of a match, the card list of an owner, and the builder of positions."""

from __future__ import annotations

import inspect
import random
from typing import Any

import pytest

from games.pax.tables import SEVEN, begun, bits, deal, do, in_play, words
from ludi import bots
from ludi.core import BadOption, BadPosition, FastDice, LudiError, Table
from ludi.games.pax import GAME, PaxState, position
from ludi.games.pax.components import kinds_of, parse_deck, reconstructed_deck
from ludi.games.pax.state import PHASES

HEADER = "category,symbols,value,copies\n"
PLAIN = {"wealth": 10, "fleet": 10, "army": 10, "religion": 10, "senator": 10, "land": 12, "intrigue": 12}
ROWS = [f"{category},1,2,{copies}\n" for category, copies in PLAIN.items()]


def refused(text: str) -> str:
    with pytest.raises(BadOption) as refusal:
        parse_deck(text, "my deck.csv")
    return str(refusal.value)


# Options


@pytest.mark.parametrize("players", range(1, 9))
def test_one_to_eight_can_play(players: int) -> None:
    assert GAME.box({"players": players}).seats == players


@pytest.mark.parametrize(
    "options",
    [
        {"players": 0},
        {"players": 9},
        {"players": "4"},
        {"players": True},
        {"players": 2.0},
        {"solo": 0},
        {"solo": 6},
        {"start": 1},
        {"start": "0"},
        {"start": "9"},
        {"start": "last"},
        {"last_harvest": 1},
        {"last_harvest": "yes"},
        {"open_counts": None},
        {"deck": "printed"},
        {"deck": None},
        {"deck": []},
        {"deck": [["wealth", 1, 1]]},
        {"deck": ["wealth"]},
        {"deck": [["wealth", True, 1, 10]]},
        {"colour": "red"},
    ],
    ids=str,
)
def test_a_value_an_option_cannot_have_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        GAME.box(options)


def test_a_player_who_does_not_play_cannot_start() -> None:
    with pytest.raises(BadOption, match="Player 4 cannot start: there are only 3 players"):
        GAME.box({"players": 3, "start": "4"})
    assert deal(3, start="3").starter == 2


def test_the_defaults_are_four_players_and_the_rulings() -> None:
    assert GAME.box().options == {
        "players": 4,
        "solo": 1,
        "start": "random",
        "last_harvest": False,
        "open_counts": False,
        "deck": "reconstructed",
    }


def test_the_solitaire_level_matters_only_to_one_player() -> None:
    assert begun(2, solo=5).view(0)["solo_level"] == 0
    assert deal(1, solo=5).view(0)["solo_level"] == 5


@pytest.mark.rule("PAX-SETUP-11")
def test_with_open_counts_the_numbers_are_public_but_never_the_cards() -> None:
    state = position(players=2, options={"open_counts": True}, hands=[["army-1-1", "land-1-1"]], coins=[7])
    for seat in (None, 1):
        other = state.view(seat)["players"][0]
        assert (other["coins"], other["hand_count"], other["hand"], other["known_hand"]) == (7, 2, None, [])


# An owner's card list


def test_a_card_list_is_read_with_comments_capitals_blanks_and_sources() -> None:
    text = "# mine\n\n Category , Symbols,value,copies,source\n" + "".join(
        f" {category.upper()} , 1,2 ,{copies},box\n" for category, copies in PLAIN.items()
    )
    assert parse_deck(text, "f") == [[category, 1, 2, copies] for category, copies in PLAIN.items()]
    assert parse_deck(HEADER + "".join(ROWS), "f") == parse_deck(text, "f"), "the source may be left out"


def test_columns_may_stand_in_any_order() -> None:
    text = "copies,value,symbols,category\n" + "".join(f"{copies},2,1,{name}\n" for name, copies in PLAIN.items())
    assert parse_deck(text, "f") == [[category, 1, 2, copies] for category, copies in PLAIN.items()]


@pytest.mark.rule("PAX-COMP-6")
def test_a_match_with_an_owners_cards_plays_with_just_those() -> None:
    deck = parse_deck(HEADER + "".join(ROWS), "f")
    state = begun(4, deck=deck)
    assert in_play(state) == sorted(f"{category}-1-2" for category, copies in PLAIN.items() for _ in range(copies))
    do(state, "draw", "hand", "lay:legion-1", "under")
    assert any(word.startswith("buy") for word in words(state))
    book = GAME.phrases("en", state.box)
    assert book.name("army-1-2") == "Army 1/2"


def test_the_order_of_the_list_does_not_matter() -> None:
    rows = parse_deck(HEADER + "".join(ROWS), "f")
    assert kinds_of(rows) == kinds_of(rows[::-1])


def test_an_unknown_category_is_refused_with_its_line() -> None:
    assert refused(f"{HEADER}{ROWS[0]}navy,1,2,10\n").startswith("my deck.csv, line 3: 'navy' is no category")


@pytest.mark.parametrize(
    ("cells", "column"),
    [
        ("one,2,10", "symbols"),
        ("1,,10", "value"),
        ("1,2,1.5", "copies"),
        ("-1,2,10", "symbols"),
        ("1,\u00b2,10", "value"),
        ("1,2,\u0661", "copies"),
    ],
)
def test_what_is_no_whole_number_is_refused(cells: str, column: str) -> None:
    assert refused(f"{HEADER}wealth,{cells}\n").startswith(f"my deck.csv, line 2: {column} must be a whole number")


@pytest.mark.parametrize(
    ("cells", "column"), [("0,2,10", "symbols"), ("10,2,10", "symbols"), ("1,21,10", "value"), ("1,2,0", "copies")]
)
def test_a_number_out_of_range_is_refused(cells: str, column: str) -> None:
    message = refused(f"{HEADER}wealth,{cells}\n")
    assert message.startswith(f"my deck.csv, line 2: {column} must be a whole number from")


def test_a_card_listed_twice_is_refused() -> None:
    assert "line 3: wealth with 1 symbols and value 2 is listed twice" in refused(
        f"{HEADER}wealth,1,2,5\nwealth,1,2,5\n"
    )


@pytest.mark.parametrize("gone", ["category", "symbols", "value", "copies"])
def test_a_missing_column_is_refused(gone: str) -> None:
    header = ",".join(name for name in ("category", "symbols", "value", "copies") if name != gone)
    message = refused(f"# cards\n{header}\nwealth,1,2\n")
    assert message.startswith("my deck.csv, line 2:")
    assert f"{gone} is missing" in message


@pytest.mark.parametrize("line", ["wealth,1,2", "wealth,1,2,10,box,more"])
def test_a_line_with_too_few_or_too_many_cells_is_refused(line: str) -> None:
    assert refused(f"{HEADER}{line}\n").startswith("my deck.csv, line 2: 4 columns are named")


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n"])
def test_an_empty_list_is_refused(text: str) -> None:
    assert refused(text).startswith("my deck.csv, line 1: the file is empty")


def test_a_list_without_cards_is_refused() -> None:
    assert refused(HEADER) == "my deck.csv: there must be 10 cards of wealth, but 0 are listed."


def test_too_few_cards_of_a_category_are_refused() -> None:
    text = HEADER + "".join(ROWS).replace("land,1,2,12", "land,1,2,11")
    assert refused(text) == "my deck.csv: there must be 12 cards of land, but 11 are listed."


def test_too_many_cards_of_a_category_are_refused_where_it_happens() -> None:
    text = HEADER + "wealth,1,1,6\nwealth,1,2,5\n"
    assert refused(text) == "my deck.csv, line 3: there are only 10 cards of wealth in the game."


@pytest.mark.rule("PAX-COMP-1")
def test_every_category_must_have_its_printed_number_of_cards() -> None:
    for category, copies in PLAIN.items():
        for wrong in (copies - 1, copies + 1):
            with pytest.raises(BadOption):
                kinds_of([[name, 1, 2, wrong if name == category else number] for name, number in PLAIN.items()])


def test_the_cards_that_ship_with_the_game_pass_the_same_check() -> None:
    box = GAME.box()
    rows = [[SEVEN[kind.category], kind.symbols, kind.value, kind.copies] for kind in box.kinds]
    assert GAME.box({"deck": rows}).kinds == box.kinds


# The builder of positions refuses what cannot be


@pytest.mark.parametrize(
    "wrong",
    [
        {"phase": "war"},
        {"hands": [["army-9-9"]]},
        {"hands": [["army-2-4"] * 3]},
        {"hands": [[], [], []]},
        {"legions": [[]] * 4},
        {"coins": [1, 2, 3]},
        {"coins": [-1]},
        {"rome_hidden": ["army-1-1"]},
        {"deck": [], "aside": []},
        {"turn": 2},
        {"starter": -1},
        {"turn": 0, "turns": 1},
        {"conspirator": 0},
        {"displays": [["intrigue-1-1"], ["intrigue-2-3"]], "conspirator": 0},
        {"actor": 1},
        {"phase": "respond"},
        {"phase": "draft"},
        {"phase": "draw"},
        {"drawn": ["army-1-1"]},
        {"phase": "draw", "drawn": ["army-1-1"], "placed": 7},
        {"phase": "draw", "drawn": ["army-1-1"], "picked": 1},
        {"phase": "act", "played": 1},
        {"phase": "act", "extended": 1},
        {"played": 1, "extended": 1},
        {"hands": [["army-1-1@7"]]},
        {"hands": [["army-1-1@x"]]},
        {"hands": [["army-1-1@²"]]},
    ],
    ids=str,
)
def test_an_impossible_position_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadPosition):
        position(players=2, **wrong)


FAITH = ["religion-2-3", "religion-1-1"]
DEEP_FAITH = [*FAITH, "religion-2-4", "religion-1-2"]
DRAWN: dict[str, Any] = {"players": 2, "phase": "draw", "drawn": ["land-1-1"]}
SEEN_TWO: dict[str, Any] = {**DRAWN, "drawn": ["land-1-1", "army-1-1"], "displays": [FAITH]}
OFFER: dict[str, Any] = {"phase": "draft", "offers": [["land-1-1", "army-1-1", "fleet-1-1"]]}
SECOND_COPY = [kind.word for kind in reconstructed_deck() for _ in range(kind.copies)]
CHOICE: dict[str, Any] = {"players": 2, "phase": "draft", "offers": [["land-1-1", "army-1-1"]]}
TWO: dict[str, Any] = {"offers": [["land-1-1", "army-1-1", "fleet-1-1"], ["fleet-1-1", "army-1-1"]]}
THREE: dict[str, Any] = {"offers": [["land-1-1"] * 2, ["army-1-1"] * 3, SECOND_COPY[:4]]}
ANSWER: dict[str, Any] = {
    "players": 5,
    "phase": "respond",
    "actor": 1,
    "hands": [[], ["land-1-1"]],
    "displays": [["senator-1-1"]],
    "played": 1,
    "extended": bits("senator"),
}


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({**DRAWN, "sight": 2}, "sees 1 cards"),
        ({**DRAWN, "displays": [FAITH], "sight": 1}, "sees 2 cards"),
        ({**DRAWN, "draws_left": 1}, "make up three"),
        ({**DRAWN, "placed": 7}, "make up three"),
        ({**DRAWN, "drawn": ["land-1-1", "army-1-1"]}, "sees 1 cards at once"),
        ({**DRAWN, "displays": [FAITH]}, "sees 2 cards at once"),
        ({**SEEN_TWO, "placed": 1}, "does not go to the hand"),
        ({**SEEN_TWO, "drawn": ["land-1-1"] * 4, "displays": [DEEP_FAITH]}, "make up three"),
        ({**SEEN_TWO, "picked": 2}, "picked is"),
        ({**DRAWN, "picked": 0}, "picked is"),
        ({"players": 2, "picked": 0}, "only in the phase 'draw'"),
        ({**DRAWN, "last_round": True, "deck": []}, "last round"),
        ({"players": 2, "deck": [], "last_round": False}, "last round"),
        ({"players": 2, "last_round": True}, "last round"),
        ({**OFFER, "players": 2, "to_display": 1}, "third level"),
        ({**OFFER, "options": {"players": 1, "solo": 2}, "to_display": 1}, "third level"),
        ({**OFFER, "options": {"players": 1, "solo": 3}, "to_display": 2}, "third level"),
        ({**OFFER, "options": {"players": 1, "solo": 5}, "to_display": 3}, "left to keep"),
        ({**OFFER, "players": 2, "displays": [["land-1-2"]]}, "solitaire level"),
        ({**OFFER, "players": 2, "legions": [["land-1-2"]]}, "below a Legion"),
        ({**OFFER, "players": 2, "hands": [[], ["land-1-2", "land-1-2"]]}, "more than one card"),
        ({**OFFER, "players": 2, "offers": [["land-1-1@1"]]}, "nobody else"),
        ({**OFFER, "players": 2, "starter": 1, "turn": 1, "deck": ["land-1-2"]}, "card for each Legion"),
        ({**OFFER, "players": 2}, "offered 2 cards"),
        ({**OFFER, "players": 2, "starter": 1, "turn": 1, "hands": [["land-1-2"]], **TWO}, "offered 3 cards"),
        ({**OFFER, "options": {"players": 1, "solo": 2}}, "offered 2 cards"),
        ({**CHOICE, "coins": [5, 4]}, "everybody has 5 Aurei"),
        ({**CHOICE, "rome": ["land-1-2"]}, "and otherwise none"),
        ({**CHOICE, "players": 5, "rome": ["land-1-2"] * 4}, "three open cards"),
        ({**CHOICE, "hands": [[], ["land-1-2@01"]]}, "known to its owner"),
        ({**CHOICE, "deck": [f"{word}@0" for word in SECOND_COPY[:6]]}, "nobody knows a card of the deck"),
        ({**CHOICE, "players": 3, "deck": [], "last_round": True, **THREE}, "last round"),
        ({**OFFER, "players": 2, "actor": 0}, "no one player"),
        ({"players": 2, "offers": [["land-1-1"]]}, "only in the phase 'draft'"),
        ({"players": 2, "to_display": 1}, "only in the phase 'draft'"),
        ({**ANSWER, "players": 4}, "five to eight"),
        ({**ANSWER, "extended": bits("land"), "displays": [["land-1-1"]]}, "only to a Senator"),
        ({**ANSWER, "hands": []}, "cannot respond"),
        ({**ANSWER, "coins": [5, 0]}, "cannot respond"),
        ({**ANSWER, "displays": [[], ["senator-1-1"]]}, "must lie in the display"),
        ({**ANSWER, "played": 2}, "must lie in the display"),
        ({**ANSWER, "extended": bits("senator", "land"), "displays": [["senator-1-1", "land-1-2"]]}, "so few cards"),
        ({"players": 2, "bought": True}, "only after drawing"),
        ({**DRAWN, "bought": True}, "only after drawing"),
        ({"players": 2, "displays": [["army-1-1"]]}, "the limit is 0"),
        ({"players": 2, "displays": [["army-2-3", "fleet-1-1", "land-1-1"]]}, "of army: the limit is 1"),
        ({"options": {"players": 1, "solo": 2}, "displays": [["army-1-1"]]}, "the limit is 0"),
        ({"options": {"players": 1, "solo": 3}, "displays": [["army-1-1", "army-1-1"]]}, "the limit is 0"),
        ({"options": {"players": 1, "solo": 4}, "displays": [["army-1-1", "army-1-1", "fleet-1-1"]]}, "limit is 0"),
        ({"players": 2, "displays": [["intrigue-1-1"]], "conspirator": -1}, "Primus Conspiratus"),
        ({"players": 2, "displays": [["land-1-1@0"]]}, "lie open"),
        ({"players": 2, "legions": [["land-1-1@0"]]}, "lie open"),
        ({"players": 2, "rome": ["land-1-1@0"]}, "lie open"),
        ({"players": 2, "coins": ["x"]}, "whole number"),
        ({"players": 2, "coins": 5}, "must be a list"),
        ({"players": 2, "hands": ["land-1-1"]}, "must be a list"),
        ({"players": 2, "hands": [[["land-1-1"]]]}, "no card"),
        ({"players": 2, "hands": [[None]]}, "no card"),
        ({"players": 2, "hands": 5}, "must be a list"),
        ({"players": 2, "deck": 5}, "must be a list"),
        ({"players": 2, "rome": None}, "must be a list"),
        ({"players": 2, "drawn": None}, "must be a list"),
        ({"players": 2, "turn": "x"}, "is a seat"),
        ({"players": 2, "starter": None}, "is a seat"),
        ({"players": 2, "actor": "x"}, "is a seat"),
        ({"players": 2, "conspirator": "x"}, "is a seat"),
        ({"players": 2, "turns": "x"}, "whole number"),
        ({"players": 2, "turns": -2}, "cannot be -2"),
        ({**DRAWN, "picked": "x"}, "whole number"),
        ({**DRAWN, "sight": "x"}, "whole number"),
        ({**DRAWN, "placed": None}, "whole number"),
        ({**DRAWN, "draws_left": 1.5}, "whole number"),
        ({"players": 2, "played": None}, "whole number"),
        ({"players": 2, "extended": 128}, "cannot be 128"),
        ({"players": 2, "bought": "yes"}, "true or false"),
        ({"players": 2, "last_round": 1}, "true or false"),
        ({"players": 2, "phase": None}, "no phase"),
        ({"players": 2, "dice": 5}, "source of chance"),
        ({"options": "x"}, "by name"),
        ({"options": [1]}, "by name"),
        ({"players": 2, "aside": []}, "20 cards leave the game before it begins, not only 0"),
        ({"players": 2, "deck": SECOND_COPY[:60]}, "20 cards leave the game before it begins, not only 11"),
        ({"players": 2, "aside": ["land-1-1@0"] * 3}, "known to nobody"),
        ({"players": 5, "aside": SECOND_COPY[:29] * 2 + SECOND_COPY[-1:]}, "all cards of the first copy"),
        ({"players": 2, "options": {"start": "2"}, "starter": 0}, "player 1 starts"),
        ({"players": 2, "options": {"start": "2"}, "starter": 0, "turns": 8}, "player 1 starts"),
        ({"players": 1, "rome_hidden": ["army-1-1@0"] * 3}, "In the solitaire game nobody looks"),
        ({"players": 2, "rome_hidden": ["army-1-1@0"] * 3, "turns": 0}, "Only who has had a turn"),
        ({"players": 2, "rome_hidden": ["army-1-1@1"] * 3, "turn": 1, "turns": 1}, "Only who has had a turn"),
        ({"players": 2, "phase": "over", "turns": 0}, "ends with a round"),
        ({"players": 2, "phase": "over", "turns": 3}, "ends with a round"),
        ({"players": 2, "phase": "act", "bought": True, "legions": [["land-1-1"]] * 3}, "without cards"),
    ],
    ids=str,
)
def test_an_impossible_position_is_refused_with_its_reason(wrong: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        position(**wrong)


@pytest.mark.parametrize(
    "given",
    [
        {**DRAWN},
        {**DRAWN, "placed": 6},
        {**DRAWN, "displays": [FAITH], "deck": []},
        {**SEEN_TWO, "picked": 1},
        {**SEEN_TWO, "placed": 2},
        {**SEEN_TWO, "drawn": ["land-1-1"] * 3, "displays": [DEEP_FAITH]},
        {**CHOICE},
        {**OFFER, "players": 2, "starter": 1, "turn": 1},
        {**CHOICE, "players": 3, "deck": [], **THREE},
        {**OFFER, "options": {"players": 1, "solo": 4}, "to_display": 2},
        {**OFFER, "options": {"players": 1, "solo": 4}, "to_display": 1, "displays": [["army-1-2"]]},
        {**ANSWER},
        {"players": 2, "deck": [], "legions": [], "rome": []},
        {"players": 8, "rome": []},
        {"options": {"players": 1, "solo": 4}, "displays": [["army-1-1", "fleet-1-1"]]},
        {"players": 2, "phase": "over"},
        {"players": 2, "rome_hidden": ["army-1-1@0"] * 3},
        {"players": 2, "options": {"start": "2"}, "starter": 0, "turns": 8, "displays": [["intrigue-1-1"]]},
        {"players": 5, "deck": ["land-1-1", "land-1-1"]},
        {"players": 8, "aside": SECOND_COPY[:14]},
        {"players": 8, "aside": SECOND_COPY},
    ],
    ids=str,
)
def test_a_partial_position_is_fine_and_its_snapshot_builds_it_again(given: dict[str, Any]) -> None:
    state = position(**given)
    assert position(**state.snapshot()).snapshot() == state.snapshot()


def all_cards(state: PaxState) -> list[str]:
    return in_play(state) + [word.partition("@")[0] for word in state.snapshot()["aside"]]


@pytest.mark.parametrize("players", range(1, 9))
@pytest.mark.parametrize("number", [0, 2, 30])
def test_bots_can_imagine_a_position_with_a_short_deck(players: int, number: int) -> None:
    """What a puzzle leaves out lies aside: more than the second copy has of a kind, among five to eight players."""
    rng = random.Random(number)
    deck = SECOND_COPY[:number]
    state = position(players=players, deck=deck, legions=[["land-1-1"], ["land-1-2"]], dice=FastDice(rng))
    for _ in range(12):
        if not state.actors():
            break
        seat = state.actors()[0]
        for each in range(players):
            imagined = state.perspective(each).sample(rng)
            assert isinstance(imagined, PaxState)
            assert sorted(all_cards(imagined)) == sorted(all_cards(state))
        state.play(seat, bots.find("greedy", GAME).choose(state.perspective(seat), rng))


@pytest.mark.rule("PAX-58-2")
@pytest.mark.parametrize("players", range(5, 9))
def test_the_cards_left_aside_of_themselves_are_of_the_second_copy(players: int) -> None:
    state = position(players=players)
    assert len(state.aside) == state.box.aside
    assert all(state.aside.count(kind) <= copies for kind, copies in enumerate(state.box.copies))


@pytest.mark.parametrize("digits", [5000, 150000])
def test_a_monstrous_number_is_refused(digits: int) -> None:
    with pytest.raises(BadOption, match="line 2"):
        parse_deck(f"category,symbols,value,copies\nwealth,{'9' * digits},1,1\n", "f")


def test_a_byte_order_mark_does_not_hide_the_first_column() -> None:
    rows = "".join(f"{name},1,2,{number}\n" for name, number in zip(SEVEN, (10,) * 5 + (12,) * 2, strict=True))
    assert len(parse_deck("\ufeffcategory,symbols,value,copies\n" + rows, "f")) == 7


def test_a_deck_may_have_74_different_cards() -> None:
    rows = [
        [name, 1 + i % 2, i // 2, 1] for name, n in zip(SEVEN, (10,) * 5 + (12,) * 2, strict=True) for i in range(n)
    ]
    box = GAME.box({"players": 4, "deck": rows})
    state = Table.new(GAME, {"players": 4, "deck": rows}, seed=bytes(32)).state
    assert isinstance(state, PaxState)
    assert sorted(in_play(state)) == sorted(kind.word for kind in box.kinds)


JUNK: list[Any] = [None, "x", "²", b"x", 5, -1, 1.5, True, 10**30, {}, {"x": 1}, {1: "x"}, {1}, object(), ("a", "b")]
JUNK += [[each] for each in JUNK] + [[[each]] for each in JUNK]


@pytest.mark.parametrize("name", inspect.signature(position).parameters)
def test_whatever_is_given_leads_to_a_position_or_a_sentence(name: str) -> None:
    for junk in JUNK:
        for phase in PHASES:
            given: dict[str, Any] = {name: junk}
            if name != "phase":
                given["phase"] = phase
            try:
                state = position(**given)
            except LudiError:
                continue
            assert all(state.legal(seat) for seat in state.actors())

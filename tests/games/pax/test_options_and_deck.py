"""The options of a match, the card list of an owner, and the builder of positions."""

from __future__ import annotations

from typing import Any

import pytest

from games.pax.tables import SEVEN, begun, deal, do, in_play, words
from ludi.core import BadOption, BadPosition, Table
from ludi.games.pax import GAME, PaxState, position
from ludi.games.pax.components import kinds_of, parse_deck

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
    ],
    ids=str,
)
def test_an_impossible_position_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadPosition):
        position(players=2, **wrong)


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

"""Phrasebooks."""

from __future__ import annotations

import string

import pytest

from ludi.core import LudiError, Phrase, Phrasebook, registry

BOOK = Phrasebook(
    "en",
    {
        "name": {"nobody": "nobody", "nothing": "nothing", "player": "Player", "army": "Army"},
        "unit": {"aureus": ["Aureus", "Aurei"]},
        "plural": {"names": ["gauls"]},
        "say": {
            "pay": "{seat:seat} pays {price:aureus} for {cards}.",
            "lose": "{side} {side:loses/lose}.",
            "hire": "Hire {what}",
            "bid": "Bid {what:aureus}",
        },
    },
)


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ({"seat": 0, "price": 1, "cards": ["army", "army"]}, "Player 1 pays 1 Aureus for Army, Army."),
        ({"seat": 1, "price": 0, "cards": []}, "Player 2 pays 0 Aurei for nothing."),
        ({"seat": -1, "price": 2, "cards": "army"}, "nobody pays 2 Aurei for Army."),
        ({"seat": [0, 1], "price": 2, "cards": "x"}, "Player 1, Player 2 pays 2 Aurei for x."),
    ],
)
def test_facts_are_named_and_counted(facts: dict[str, object], sentence: str) -> None:
    assert BOOK.say(Phrase("say.pay", facts)) == sentence  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("side", "sentence"),
    [
        ("army", "Army loses."),
        ("gauls", "Gauls lose."),
        (["army"], "Army loses."),
        (["gauls"], "Gauls lose."),
        (["army", "x"], "Army, x lose."),
    ],
)
def test_the_verb_agrees_with_its_subject(side: str | list[str], sentence: str) -> None:
    assert BOOK.say(Phrase("say.lose", {"side": side})) == sentence


def test_a_name_at_the_beginning_has_a_capital_and_inside_it_has_not() -> None:
    assert BOOK.say(Phrase("say.lose", {"side": "gauls"})) == "Gauls lose."
    assert BOOK.fill(Phrase("say.lose", {"side": "gauls"})) == "gauls lose."


def test_a_player_is_called_as_he_calls_himself_at_the_beginning_too() -> None:
    book = registry.find("pax").phrases("en")
    book.seats = ["livia"]
    assert book.say(Phrase("event.keep", {"seat": 0})) == "livia keeps a card."


def test_seats_are_called_by_the_names_of_the_players() -> None:
    book = registry.find("pax").phrases("en")
    book.seats = ["Livia", "Decimus"]
    assert book.say(Phrase("event.keep", {"seat": 1})) == "Decimus keeps a card."


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(LudiError, match="no phrasebook for the language 'xx'"):
        registry.find("pax").phrases("xx")


@pytest.mark.parametrize("name", registry.names())
def test_all_languages_of_a_game_say_the_same_things(name: str) -> None:
    game = registry.find(name)
    books = [game.phrases(language) for language in game.languages]
    first = books[0]
    for book in books[1:]:
        assert book.keys() == first.keys(), book.language
        assert book.names() == first.names(), book.language
        for key in first.keys():  # noqa: SIM118
            assert _fields(book, key) == _fields(first, key), (book.language, key)


def _fields(book: Phrasebook, key: str) -> set[str | None]:
    return {field for _, field, _, _ in string.Formatter().parse(book.template(key)) if field}


@pytest.mark.parametrize(
    ("key", "facts", "apart"),
    [
        ("say.hire", {"what": "army"}, ("Hire …", "Army")),
        ("say.bid", {"what": 1}, ("Bid … Aurei", "1")),
        ("say.pay", {"seat": 0, "price": 1, "cards": "x", "what": "army"}, ("", "")),
        ("say.lose", {"side": "army"}, ("", "")),
    ],
)
def test_the_thing_a_phrase_names_is_told_apart(key: str, facts: dict[str, object], apart: tuple[str, str]) -> None:
    assert BOOK.say_apart(Phrase(key, facts)) == apart  # type: ignore[arg-type]

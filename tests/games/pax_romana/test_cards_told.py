"""What is told of the Event cards beside the rules: to a board, in the lesson, in all languages."""

from __future__ import annotations

import pytest

from ludi.games.pax_romana import GAME
from ludi.games.pax_romana.ch17_cards.effect import Effect
from ludi.games.pax_romana.world.cards import CARD_NAMES


def test_a_board_is_told_of_the_cards_where_they_are_played_with() -> None:
    cards = GAME.box({"scenario": "IV"}).chart()["cards"]
    assert list(cards) == list(CARD_NAMES)
    assert sum(card["copies"] for card in cards.values()) == 55
    assert cards["mercenaries"] == {"copies": 3, "when": "held", "once": False, "rule": "PR-17.2-MERCENARIES"}
    assert cards["dies-irae"]["when"] == "drawn"
    assert cards["ambush"]["when"] == "answer"
    assert cards["pontus"]["once"] is True
    assert GAME.box({"scenario": "II"}).chart()["cards"] == {}


def test_every_rule_that_is_told_is_in_the_book() -> None:
    rules = GAME.rules("en")
    assert {card["rule"] for card in GAME.box({"scenario": "IV"}).chart()["cards"].values()} <= set(rules)


def test_cards_are_told_as_answers_where_they_are() -> None:
    cards = GAME.box({"scenario": "IV"}).chart()["cards"]
    assert {word for word, card in cards.items() if card["when"] == "answer"} == {
        CARD_NAMES[title] for title, effect in Effect.all.items() if effect.answers
    }


@pytest.mark.parametrize("language", GAME.languages)
def test_every_card_has_a_title_a_gist_and_its_text(language: str) -> None:
    book = GAME.phrases(language)
    for table in ("card", "gist"):
        assert set(book.section(table)) == {f"{table}.{word}" for word in CARD_NAMES}, table
    assert all(len(book.template(f"gist.{word}")) <= 50 for word in CARD_NAMES), "one line on a card"
    assert set(CARD_NAMES) <= book.names()

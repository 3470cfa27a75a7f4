"""What a game tells of its box is what its box holds."""

from __future__ import annotations

from ludi.core import Chapter, registry
from ludi.games.pax.components import CATEGORIES, COPIES
from ludi.games.pax_romana.world.cards import CARD_NAMES
from ludi.games.roma.components import DEFENCE, PRICE, WORDS


def told(game: str, **options: object) -> dict[str, Chapter]:
    return {chapter.id: chapter for chapter in registry.find(game).reference("en", options)}


def copies(chapter: Chapter) -> int:
    return sum(entry.copies for entry in chapter.entries)


def test_pax_tells_its_cards_category_by_category() -> None:
    assert {name: copies(chapter) for name, chapter in told("pax").items()} == dict(
        zip(CATEGORIES, COPIES, strict=True)
    )


def test_pax_tells_the_cards_of_an_owners_own_deck() -> None:
    deck = [[category, 1, 5, number] for category, number in zip(CATEGORIES, COPIES, strict=True)]
    for category, chapter in told("pax", deck=deck).items():
        assert [(entry.word, entry.facts) for entry in chapter.entries] == [
            (f"{category}-1-5", [("Symbols", "1"), ("Value", "5")])
        ]


def test_roma_tells_all_its_cards_with_what_is_printed_on_them() -> None:
    chapters = told("roma")
    assert {name: copies(chapter) for name, chapter in chapters.items()} == {"person": 32, "building": 20}
    for chapter in chapters.values():
        for entry in chapter.entries:
            kind = WORDS.index(entry.word)
            assert dict(entry.facts)["Price"] == str(PRICE[kind])
            assert dict(entry.facts)["Defence"] == str(DEFENCE[kind])
            assert entry.text[0].isupper()


def test_pax_romana_tells_its_55_cards_its_eleven_events_and_its_units() -> None:
    chapters = told("pax-romana")
    assert copies(chapters["cards"]) == 55
    assert {entry.word for entry in chapters["cards"].entries} == set(CARD_NAMES)
    assert [dict(entry.facts)["Two dice show"] for entry in chapters["events"].entries] == list(map(str, range(2, 13)))
    assert all(entry.rules and entry.text for entry in chapters["events"].entries)
    prices = {entry.word: dict(entry.facts).get("Price in Talents") for entry in chapters["units"].entries}
    assert (prices["legion"], prices["elephant"], prices["garrison"]) == ("2", "1", None)

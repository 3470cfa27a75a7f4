"""PAX by Bernd Eisenstein: a card game of revolt and intrigue for 1 to 8 players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from ludi.core import (
    Box,
    Chapter,
    Choice,
    Datum,
    Dice,
    Fact,
    Game,
    Insight,
    Listener,
    Option,
    Phrase,
    Phrasebook,
    ViewPart,
    build,
)
from ludi.core.provenance import of_rows
from ludi.games.pax.components import CATEGORIES, Kind, PaxBox, check_options, parse_deck
from ludi.games.pax.insight import PaxInsight
from ludi.games.pax.position import position
from ludi.games.pax.questions import QUESTIONS
from ludi.games.pax.reference import CAMPAIGN, chapters
from ludi.games.pax.rules import PaxState
from ludi.games.pax.scoring import CAMPAIGN_LEVELS, cards_on_display, categories_to_beat
from ludi.games.pax.shape import PaxView
from ludi.games.pax.telling import ROLES
from ludi.games.pax.view import parts


class Pax(Game):
    """The game on the shelf."""

    name = "pax"
    title = "PAX"
    designer = "Bernd Eisenstein"
    summary = "A card game of revolt and intrigue: rise against Rome, or conspire with it."
    rules_version = "2"
    data_status = (
        "The number of cards in each category is printed in the rules. The symbols and values of the individual cards "
        "are reconstructed, because the printed mix is not public. If you own the game you can play with your own list."
    )
    seat_counts = range(1, 9)
    languages = ("en", "de", "nl")
    options = (
        Option("players", "how many play; one plays the solitaire campaign", 4, range(1, 9)),
        Option("solo", "level of the solitaire campaign", 1, CAMPAIGN_LEVELS, when={"players": (1,)}),
        Option(
            "start", "who starts: 'random', or the number of a player", "random", ("random", *map(str, range(1, 9)))
        ),
        Option(
            "last_harvest", "Rome takes a group also after the round in which the deck ran out", False, (False, True)
        ),
        Option("open_counts", "everybody sees how many cards and Aurei the others hold", False, (False, True)),
        Option(
            "deck",
            "'reconstructed', or the card list of an owner: a CSV file with the columns category,symbols,value,copies",
            "reconstructed",
            read=parse_deck,
        ),
    )

    view_shape = PaxView
    questions = QUESTIONS
    campaign = CAMPAIGN
    roles = ROLES

    def words_for(self, box: Box, kind: str) -> Mapping[str, int]:
        assert isinstance(box, PaxBox)
        return box.words_for(kind) or super().words_for(box, kind)

    def box(self, chosen: Mapping[str, Any] | None = None) -> PaxBox:
        found = super().box(chosen)
        assert isinstance(found, PaxBox)
        return found

    def make_box(self, options: dict[str, Any]) -> PaxBox:
        check_options(options)
        return PaxBox(self, options)

    def deal(self, box: Box, dice: Dice, listener: Listener | None = None) -> PaxState:
        assert isinstance(box, PaxBox)
        state = PaxState(box, dice)
        state.listener = listener
        state.set_up()
        return state

    def view_parts(self, box: Box) -> Sequence[ViewPart]:
        assert isinstance(box, PaxBox)
        return parts(box)

    def offers(self, language: str) -> Mapping[str, Sequence[Choice]]:
        book = self.phrases(language)
        levels = []
        for level in CAMPAIGN_LEVELS:
            free = cards_on_display(level)
            facts: dict[str, Fact] = {"level": level, "goal": categories_to_beat(level), "free": free}
            levels.append(Choice(level, book.say(Phrase("level.level-free" if free else "level.level", facts))))
        return {"solo": levels}

    def sources(self, chosen: Mapping[str, Any] | None = None) -> list[Datum]:
        return of_rows("ludi.games.pax", "deck.csv", ("category", "symbols", "value"))

    def reference(self, language: str, chosen: Mapping[str, Any] | None = None) -> Sequence[Chapter]:
        box = self.box(chosen)
        return chapters(box, self.phrases(language, box))

    def position(self, data: Mapping[str, Any], dice: Dice) -> PaxState:
        return build(position, data, dice)

    def phrases(self, language: str, box: Box | None = None) -> Phrasebook:
        book = Phrasebook.load("ludi.games.pax", language)
        if isinstance(box, PaxBox):
            book.add_names(_names_of_cards(language, tuple(box.kinds)))
        return book

    @property
    def insight(self) -> Insight:
        return PaxInsight()


@lru_cache(maxsize=64)
def _names_of_cards(language: str, kinds: tuple[Kind, ...]) -> dict[str, str]:
    book = Phrasebook.load("ludi.games.pax", language)
    names = {}
    for kind in kinds:
        facts: dict[str, Fact] = {"category": CATEGORIES[kind.category], "symbols": kind.symbols, "value": kind.value}
        names[kind.word] = book.say(Phrase("card.card", facts))
    return names


GAME = Pax()

__all__ = ["GAME", "Pax", "PaxState", "position"]

"""Roma by Stefan Feld: dice and 52 cards for two players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from ludi.core import Box, Chapter, Datum, Dice, Game, Insight, Listener, Option, Phrasebook, ViewPart, build
from ludi.core.provenance import of_rows
from ludi.games.roma.components import COPIES, DISCS, WORDS, RomaBox
from ludi.games.roma.policy import RomaPlayouts
from ludi.games.roma.position import position
from ludi.games.roma.questions import QUESTIONS
from ludi.games.roma.reference import chapters
from ludi.games.roma.rules import RomaState
from ludi.games.roma.shape import RomaView
from ludi.games.roma.telling import ROLES
from ludi.games.roma.view import parts


class Roma(Game):
    """The game on the shelf."""

    name = "roma"
    title = "Roma"
    designer = "Stefan Feld"
    summary = "A duel of dice and cards: lay citizens and buildings at the right numbers and outlast your rival."
    rules_version = "1"
    data_status = (
        "Names, types and numbers of the cards are printed in the rules; prices and defence values come from public "
        "reports that all agree."
    )
    seat_counts: ClassVar[Sequence[int]] = (2,)
    languages: ClassVar[Sequence[str]] = ("en", "de", "nl")
    options: ClassVar[Sequence[Option]] = (
        Option("start", "who starts: 'random', or the number of a player", "random", ("random", "1", "2")),
    )

    view_shape = RomaView
    questions = QUESTIONS
    roles = ROLES

    def words_for(self, box: Box, kind: str) -> Mapping[str, int]:
        if kind == "cards":
            return dict(zip(WORDS, COPIES, strict=True))
        if kind == "discs":
            return {str(disc + 1): 1 for disc in range(DISCS)}
        return super().words_for(box, kind)

    def box(self, chosen: Mapping[str, Any] | None = None) -> RomaBox:
        found = super().box(chosen)
        assert isinstance(found, RomaBox)
        return found

    def make_box(self, options: dict[str, Any]) -> RomaBox:
        return RomaBox(self, options)

    def deal(self, box: Box, dice: Dice, listener: Listener | None = None) -> RomaState:
        assert isinstance(box, RomaBox)
        state = RomaState(box, dice)
        state.listener = listener
        state.set_up()
        return state

    def view_parts(self, box: Box) -> Sequence[ViewPart]:
        return parts()

    def sources(self, chosen: Mapping[str, Any] | None = None) -> list[Datum]:
        return of_rows("ludi.games.roma", "cards.csv", ("name",))

    def reference(self, language: str, chosen: Mapping[str, Any] | None = None) -> Sequence[Chapter]:
        return chapters(self.phrases(language))

    def position(self, data: Mapping[str, Any], dice: Dice) -> RomaState:
        return build(position, data, dice)

    def phrases(self, language: str, box: Box | None = None) -> Phrasebook:
        del box
        return Phrasebook.load("ludi.games.roma", language)

    @property
    def insight(self) -> Insight:
        return RomaPlayouts()


GAME = Roma()

__all__ = ["GAME", "Roma", "RomaState", "position"]

"""The State of Pax Romana: the engine with all chapters, and what it answers to those who ask."""

from __future__ import annotations

from typing import Any

import ludi.games.pax_romana.chapters  # noqa: F401 - all stages of play
from ludi.core import Manner, Outcome, Phrase, View
from ludi.core.native import mypyc_attr
from ludi.games.pax_romana.asking import refusals, wording
from ludi.games.pax_romana.asking.parts import keys
from ludi.games.pax_romana.asking.view import view
from ludi.games.pax_romana.ch12_special.slaves import end_revolts
from ludi.games.pax_romana.ch15_victory.victory import outcome
from ludi.games.pax_romana.engine.state import PlayedPosition


@mypyc_attr(allow_interpreted_subclasses=True)
class PaxRomanaState(PlayedPosition):
    """One position of one match."""

    __slots__ = ()

    def at_once(self) -> None:
        if self.slaves_due:
            end_revolts(self)

    def why_not(self, seat: int, word: str) -> Phrase | None:
        return refusals.why_not(self, seat, self.unspell(word))

    def prompt(self, seat: int) -> Phrase:
        return wording.prompt(self, seat)

    def label(self, action: int) -> Phrase:
        return wording.label(self, action)

    def explain(self, action: int) -> Phrase:
        return wording.explain(self, action)

    def manner(self, action: int) -> Manner:
        return self.stack[-1].manner(self, action)

    def outcome(self) -> Outcome | None:
        return outcome(self)

    def view(self, seat: int | None) -> View:
        return view(self, seat)

    def view_keys(self, seat: int) -> list[Any] | None:
        return keys(self, seat)

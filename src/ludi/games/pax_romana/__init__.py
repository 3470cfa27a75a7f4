"""Pax Romana by Richard Berg: the struggle for the ancient Mediterranean, for 2 to 4 powers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludi.core import Box, Dice, Game, Insight, Listener, Option, Phrasebook
from ludi.core.arguments import build
from ludi.games.pax_romana.odds import odds
from ludi.games.pax_romana.position import position
from ludi.games.pax_romana.rules import PaxRomanaState
from ludi.games.pax_romana.scenario import FILES, PaxRomanaBox
from ludi.games.pax_romana.setup import set_up


class PaxRomana(Game):
    """The game on the shelf."""

    name = "pax-romana"
    title = "Pax Romana"
    designer = "Richard Berg"
    summary = "A map wargame of the struggle for the ancient Mediterranean, 300 to 50 BCE."
    rules_version = "1"
    data_status = (
        "Rules are printed fact; about half of the map, most tables and all set-ups are reconstructed from the "
        "rulebook and public game reports. Each datum says where it comes from."
    )
    seat_counts = range(2, 5)
    languages = ("en",)
    options = (
        Option("scenario", "which scenario is played", "II", tuple(FILES)),
        Option("format", "length and markers as the scenario names them; empty: its first", ""),
        Option("people", "how many people play; 0: one for each power", 0, range(5)),
        Option("event_markers", "Event markers a turn; -1: as the scenario says", -1, range(-1, 3)),
        Option("random_order", "only the first Activation Marker of a turn is assigned (3.4.2)", False, (False, True)),
        Option("rerolls", "superior Armies may re-roll (10.3.5)", False, (False, True)),
        Option("legionary_cavalry", "Legions count as Cavalry from turn III on (10.4.4)", False, (False, True)),
        Option("simple_odds", "simplified rounding of odds (10.3.6)", False, (False, True)),
        Option("talking", "Meetings at any time, beside the Operations (4.5)", False, (False, True)),
        Option("parley", "how many offers a Meeting has time for, its five minutes (4.3.1)", 6, range(1, 25)),
        Option("pyrrhus_waits", "V: Pyrrhus stays out of Rome on turn I", False, (False, True)),
    )

    def box(self, chosen: Mapping[str, Any] | None = None) -> PaxRomanaBox:
        return PaxRomanaBox(self, self.settle(chosen or {}))

    def deal(self, box: Box, dice: Dice, listener: Listener | None = None) -> PaxRomanaState:
        assert isinstance(box, PaxRomanaBox)
        state = PaxRomanaState(box, dice)
        state.listener = listener
        set_up(state)
        return state

    def position(self, data: Mapping[str, Any], dice: Dice) -> PaxRomanaState:
        return build(position, data, dice)

    def phrases(self, language: str, box: Box | None = None) -> Phrasebook:
        from ludi.games.pax_romana.wording import phrasebook

        return phrasebook(language, box if isinstance(box, PaxRomanaBox) else None)

    @property
    def insight(self) -> Insight:
        from ludi.games.pax_romana.policy import PaxRomanaPlayouts

        return PaxRomanaPlayouts()


GAME = PaxRomana()

__all__ = ["GAME", "PaxRomana", "PaxRomanaState", "odds", "position"]

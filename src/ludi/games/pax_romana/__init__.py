"""Pax Romana by Richard Berg: the struggle for the ancient Mediterranean, for 2 to 4 powers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ludi.core import (
    BadOption,
    Box,
    Chapter,
    Choice,
    Datum,
    Dice,
    Game,
    Insight,
    Listener,
    LudiError,
    Option,
    Phrasebook,
    SeededDice,
    ViewPart,
)
from ludi.core.arguments import build
from ludi.core.dice import SEED_BYTES
from ludi.games.pax_romana.advice.policy import PaxRomanaPlayouts
from ludi.games.pax_romana.asking import questions
from ludi.games.pax_romana.asking.builder import position
from ludi.games.pax_romana.asking.door import QUESTIONS
from ludi.games.pax_romana.asking.kinds import words_for
from ludi.games.pax_romana.asking.odds import odds
from ludi.games.pax_romana.asking.offers import offers
from ludi.games.pax_romana.asking.parts import parts
from ludi.games.pax_romana.asking.reference import chapters
from ludi.games.pax_romana.asking.shape import PaxRomanaView
from ludi.games.pax_romana.asking.state import PaxRomanaState
from ludi.games.pax_romana.asking.telling import ROLES
from ludi.games.pax_romana.asking.wording import phrasebook
from ludi.games.pax_romana.ch03_sequence.set_up import set_up
from ludi.games.pax_romana.world import files
from ludi.games.pax_romana.world.box import PaxRomanaBox
from ludi.games.pax_romana.world.scenario import FILES, LATER_OPTIONS, tables
from ludi.games.pax_romana.world.sources import sources

RULES_VERSION = "6"


class PaxRomana(Game):
    """The game on the shelf."""

    name = "pax-romana"
    title = "Pax Romana"
    designer = "Richard Berg"
    summary = "A map wargame of the struggle for the ancient Mediterranean, 300 to 50 BC."
    rules_version = RULES_VERSION
    data_status = (
        "The rules are those of the printed rulebook. Half of the spaces, most connections and tables and nearly all "
        "set-ups are reconstructed to fit the rulebook and public game reports; each entry says where it comes from."
    )
    seat_counts = range(2, 5)
    languages = ("en", "de", "nl")
    options = (
        Option("scenario", "which scenario is played", "II", tuple(FILES)),
        Option("format", "length and markers as the scenario names them; empty: its first", ""),
        Option("last_turn", "the last turn, where the format leaves it to the players; 0: its shortest", 0, range(31)),
        Option("people", "how many people play; 0: one for each power", 0, range(5), covered_by="seats"),
        Option("seats", "who holds which powers, like rome+east,carthage,greece; empty: as 'people' says", ""),
        Option("event_markers", "Event markers a turn; -1: as the scenario says", -1, range(-1, 3)),
        Option("random_order", "only the first Activation Marker of a turn is assigned (3.4.2)", False, (False, True)),
        Option("rerolls", "superior Armies may re-roll (10.3.5)", False, (False, True)),
        Option("legionary_cavalry", "Legions count as Cavalry from turn III on (10.4.4)", False, (False, True)),
        Option("mountain_attrition", "Advanced: Armies waste away in the mountains (9.6.5)", False, (False, True)),
        Option("late_legions", "Advanced: Legions of 5 BP on turns IX and X (10.4.5)", False, (False, True)),
        Option("disbanding", "Advanced: Legions and Heavy Infantry may be disbanded (14.2.2)", False, (False, True)),
        Option("simple_odds", "simplified rounding of odds (10.3.6)", False, (False, True)),
        Option("talking", "Meetings at any time, beside the Operations (4.5)", False, (False, True)),
        Option("parley", "how many offers a Meeting has time for, its five minutes (4.3.1)", 6, range(1, 25)),
        Option(
            "pyrrhus_waits", "V: Pyrrhus stays out of Rome on turn I", False, (False, True), when={"scenario": ("V",)}
        ),
        Option("data", "data files of your own instead of the built-in ones, by name", {}, read=files.read_one),
    )

    view_shape = PaxRomanaView
    questions = QUESTIONS
    roles = ROLES
    board_tables = ("crumb", "label", "control", "card", "gist", "in-force")

    def words_for(self, box: Box, kind: str) -> Mapping[str, int]:
        assert isinstance(box, PaxRomanaBox)
        found = words_for(box, kind)
        return super().words_for(box, kind) if found is None else found

    def own_data(self, folder: Path) -> Mapping[str, Any]:
        return {"data": files.read_folder(folder)}

    def sources(self, chosen: Mapping[str, Any] | None = None) -> list[Datum]:
        return sources(files.files_of(self.settle(chosen or {}).get("data", {})))

    def reference(self, language: str, chosen: Mapping[str, Any] | None = None) -> Sequence[Chapter]:
        own = files.files_of(self.settle(chosen or {}).get("data", {}))
        return chapters(tables(own), self.rules(language), self.phrases(language))

    def offers(self, language: str) -> Mapping[str, Sequence[Choice]]:
        return offers(language)

    def box(self, chosen: Mapping[str, Any] | None = None) -> PaxRomanaBox:
        found = super().box(chosen)
        assert isinstance(found, PaxRomanaBox)
        return found

    def settle(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """Data of one's own, and what came with the Advanced Game, stand there only if chosen."""
        settled = super().settle(chosen)
        own = files.files_of(settled.pop("data")).own
        settled = {name: value for name, value in settled.items() if value != LATER_OPTIONS.get(name)}
        return {**settled, "data": dict(own)} if own else settled

    def make_box(self, options: dict[str, Any]) -> PaxRomanaBox:
        own = options.get("data")
        try:
            box = PaxRomanaBox(self, options)
            if own:  # what cannot be dealt is found out now, not at the table
                self.deal(box, SeededDice(bytes(SEED_BYTES)))
            return box
        except (AssertionError, KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
            if isinstance(error, LudiError) or not own:
                raise
            reason = f"{error} is missing or unknown" if isinstance(error, KeyError) else str(error)
            raise BadOption(f"Scenario {options['scenario']} cannot be set up with these data: {reason}.") from None

    def deal(self, box: Box, dice: Dice, listener: Listener | None = None) -> PaxRomanaState:
        assert isinstance(box, PaxRomanaBox)
        state = PaxRomanaState(box, dice)
        state.listener = listener
        set_up(state)
        return state

    def view_parts(self, box: Box) -> Sequence[ViewPart]:
        assert isinstance(box, PaxRomanaBox)
        return parts(box)

    snapshot_parts = frozenset(("escorted", "lists", "moved", "numbers", "promises", "result", "stack"))

    def position(self, data: Mapping[str, Any], dice: Dice) -> PaxRomanaState:
        return build(position, data, dice)

    def phrases(self, language: str, box: Box | None = None) -> Phrasebook:
        return phrasebook(language, box if isinstance(box, PaxRomanaBox) else None)

    @property
    def insight(self) -> Insight:
        return PaxRomanaPlayouts()


GAME = PaxRomana()

__all__ = ["GAME", "PaxRomana", "PaxRomanaState", "odds", "position", "questions"]

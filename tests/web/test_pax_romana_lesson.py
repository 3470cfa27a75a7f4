"""The lesson of Pax Romana says what the game plays by."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ludi.core import registry
from ludi.games.pax_romana.world.box import PaxRomanaBox

LESSON = Path(__file__).resolve().parent.parent.parent / "web" / "src" / "boards" / "pax-romana" / "learn"
LANGUAGES = ("en", "de", "nl")
IN_THE_TABLE = {"heavy": "heavy_infantry", "light": "light_infantry"}


def points(language: str, figure: str) -> list[dict[str, Any]]:
    lesson = json.loads((LESSON / f"{language}.json").read_text(encoding="utf-8"))
    (found,) = [section["points"] for section in lesson["sections"] if section.get("figure") == figure]
    return list(found)


@pytest.fixture
def tables() -> Any:
    box = registry.find("pax-romana").box({"scenario": "V"})
    assert isinstance(box, PaxRomanaBox)
    return box.tables


@pytest.mark.parametrize("language", LANGUAGES)
def test_units_cost_and_count_what_the_game_says(language: str, tables: Any) -> None:
    for point in points(language, "units"):
        unit = tables["units"][IN_THE_TABLE.get(point["sign"], point["sign"])]
        assert point["facts"].get("talents") == unit.get("cost"), point["title"]
        assert point["facts"]["points"] == unit.get("bp", unit.get("naval_bp")), point["title"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_has_its_card_under_its_roll_and_name(language: str, tables: Any) -> None:
    name = registry.find("pax-romana").phrases(language).name
    cards = {point["facts"]["roll"]: point["title"] for point in points(language, "events")}
    events = {int(roll): name(event) for roll, event in tables["events"].items() if roll != "source"}
    assert cards == events
    assert len(cards) == 11


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phase_of_the_turn_has_its_place(language: str) -> None:
    assert [point["sign"] for point in points(language, "sequence")] == list("ABCDEFGHI")

"""The table of set-ups in docs/research.md says what is so: ``make figures`` wrote it."""

from __future__ import annotations

from pathlib import Path

import pytest

from needs import need_research

need_research("pyspiel")

import figures
from ludi.core import Record, registry
from ludi.research.openspiel import length_of

RECORDS = Path(__file__).parents[1] / "records"


def test_every_set_up_stands_in_the_table() -> None:
    assert [row.split(" | ")[0].removeprefix("| ") for row in figures.told()] == [each[0] for each in figures.SET_UPS]


@pytest.mark.parametrize("number", range(len(figures.SET_UPS)))
def test_the_sizes_in_the_documentation_are_true(number: int) -> None:
    title, game, options = figures.SET_UPS[number]
    row = figures.told()[number].split(" | ")
    counted = tuple(int(cell.replace(",", "")) for cell in row[1:4])
    assert counted == figures.counted(game, options), f"{title}: make figures"


@pytest.mark.long
def test_no_stored_game_is_nearly_as_long_as_a_game_may_be() -> None:
    longest: dict[object, Record] = {}
    for path in RECORDS.glob("*.*.json"):
        record = Record.load(path)
        set_up = (record.game, record.options.get("players"), record.options.get("scenario"))
        if set_up not in longest or len(longest[set_up].decisions) < len(record.decisions):
            longest[set_up] = record
    assert len(longest) > 15
    for record in longest.values():
        box = registry.find(record.game).box(record.options)
        assert len(record.decisions) < 0.8 * length_of(box), record.options

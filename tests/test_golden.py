"""The golden playthroughs are what the engines still play. Re-made by ``make golden``; read the diff."""

from __future__ import annotations

import pytest

from playthroughs import FOLDER, PLAYTHROUGHS, playthrough


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_the_golden_playthrough_is_unchanged(name: str) -> None:
    assert playthrough(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")

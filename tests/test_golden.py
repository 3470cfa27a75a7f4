"""The golden playthroughs are what the engines still play. Re-made by ``make golden``; read the diff."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

TOOLS = Path(__file__).parent.parent / "tools"
sys.path.insert(0, str(TOOLS))
from golden import FOLDER, PLAYTHROUGHS, playthrough  # noqa: E402


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_the_golden_playthrough_is_unchanged(name: str) -> None:
    assert playthrough(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")

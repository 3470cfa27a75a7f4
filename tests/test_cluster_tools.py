"""Whatever plays many games can be given more processes, or more machines."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

TOOLS = Path(__file__).resolve().parent.parent / "tools"


@pytest.mark.parametrize("tool", ["ladder", "balance", "tune_pax", "learn_pax_romana"])
def test_a_tool_that_plays_many_games_goes_to_processes_or_a_cluster(tool: str) -> None:
    told = subprocess.run(
        [sys.executable, str(TOOLS / f"{tool}.py"), "--help"], capture_output=True, text=True, timeout=60
    )
    assert told.returncode == 0, told.stderr
    assert "--jobs" in told.stdout
    assert "--ray" in told.stdout

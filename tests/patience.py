"""How long tests wait: as long as it takes on a quiet machine, and the longer the busier this one is.

A wait costs time only where something is broken, so all of them are generous, and none is written as a number of tries.
"""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path


def patience(seconds: float) -> float:
    """How long to wait for what takes at most ``seconds`` on a quiet machine."""
    load = max(os.getloadavg()) / (os.cpu_count() or 1) if hasattr(os, "getloadavg") else 1.0
    return seconds * (3.0 + 3.0 * load)


def tries(seconds: float, pause: float = 0.02) -> Iterator[None]:
    """Again and again, with a pause between two tries, until what is waited for should long have come."""
    start = time.monotonic()
    while time.monotonic() - start < patience(seconds):
        yield
        if pause:
            time.sleep(pause)
    raise AssertionError(f"it did not come true within {time.monotonic() - start:.0f} seconds")


def until_it_waits(child: subprocess.Popen[bytes]) -> None:
    """Until a process has nothing left to do but to wait for what is typed."""
    stat = Path(f"/proc/{child.pid}/stat")
    worked = ""
    for _ in tries(20, pause=0.15):
        if not stat.exists():
            return
        fields = stat.read_text().rpartition(")")[2].split()
        if fields[0] == "S" and f"{fields[11]} {fields[12]}" == worked:
            return
        worked = f"{fields[11]} {fields[12]}"

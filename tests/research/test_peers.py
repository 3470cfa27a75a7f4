"""The comparison of speeds goes on without the peers it cannot have, and says so."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parents[2]


def test_a_peer_that_is_not_there_is_named_and_left_out(tmp_path: Path) -> None:
    for name in ("peers.py", "peer_games.py", "peers.txt"):
        (tmp_path / "bench").mkdir(exist_ok=True)
        (tmp_path / "bench" / name).write_bytes((HERE / "bench" / name).read_bytes())
    command = [sys.executable, "bench/peers.py", "--no-install", "--json", "--seconds", "0.001"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    told = json.loads(done.stdout)
    assert told["missing"] == dict.fromkeys(("pyspiel", "catanatron", "rlcard"), "is not installed")
    titles = " ".join(told["results"])
    assert all(title in titles for title in ("PAX, players 2", "Roma", "Pax Romana, scenario V"))
    assert all(row["decisions_per_second"] > 0 for row in told["results"].values())

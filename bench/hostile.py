"""Forty hostile uploads at once: what they make of a server's memory.

    python bench/hostile.py [--server CHECKOUT]

Records with names as long as a body allows, with lists nested and flat that grow when they are read, with as many
decisions as fit; all at the same time, from forty addresses, by callers who do not read the answers.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import socket
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from ludi.core import Chair, Table

HERE = Path(__file__).resolve().parent.parent
SIZE = 1_000_000
"""Bytes of an upload; just within what is let in."""


@dataclass
class Peak:
    """Megabytes: the server's process, and together with the processes it started."""

    alone: float = 0.0
    together: float = 0.0


def resident(process: int) -> float:
    """The memory of a process in megabytes (Linux; elsewhere 0)."""
    with suppress(OSError):
        found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
        return int(found[1]) / 1024 if found else 0.0
    return 0.0


def children(process: int) -> list[int]:
    found: list[int] = []
    with suppress(OSError):
        for task in Path(f"/proc/{process}/task").iterdir():
            found += map(int, (task / "children").read_text().split())
    return found


@contextmanager
def peak_memory(process: int) -> Iterator[Peak]:
    """The most that a process takes meanwhile."""
    peak, over = Peak(), threading.Event()

    def watch() -> None:
        while not over.is_set():
            alone = resident(process)
            peak.alone = max(peak.alone, alone)
            peak.together = max(peak.together, alone + sum(map(resident, children(process))))
            time.sleep(0.02)

    watching = threading.Thread(target=watch)
    watching.start()
    try:
        yield peak
    finally:
        over.set()
        watching.join()


def records() -> list[dict[str, Any]]:
    """Records that are made to hurt."""
    names = [Chair(str(number)) for number in range(8)]
    table = Table.new("pax", {"players": 8}, names, seed=bytes(32))
    rng = random.Random(1)
    while table.state.actors():
        seat = rng.choice(table.state.actors())
        table.play(seat, rng.choice(table.state.legal(seat)))
    good: dict[str, Any] = json.loads(table.record().to_json())
    long = [{"name": "A" * (SIZE // 9), "player": "person"} for _ in range(8)]
    return [
        {**good, "seats": long},
        good,
        {**good, "decisions": good["decisions"] + ["0 done"] * (SIZE // 12)},
        {**good, "options": {**good["options"], "deck": [[]] * (SIZE // 5)}},
        {**good, "options": {**good["options"], "deck": [{}] * (SIZE // 5)}},
        {**good, "result": {str(number): number for number in range(SIZE // 20)}},
    ]


def bodies() -> list[bytes]:
    deep = b'{"record":' + b"[" * (SIZE - 100) + b"}"
    flat = b'{"record":{"x":[' + b"0," * (SIZE // 2 - 20) + b"0]}}"
    return [*(json.dumps({"record": each}).encode() for each in records()), deep, flat]


def forty_uploads(address: str, number: int = 40, patience: float = 60.0) -> Counter[int]:
    """Send them all at once, each caller reading only the first line of its answer; how often which status came."""
    parts = urlsplit(address)
    statuses: Counter[int] = Counter()
    kinds = bodies()

    def upload(place: int) -> None:
        body = kinds[place % len(kinds)]
        query = "replay?count=200&seen_from=open" if place % 5 else "verify"
        head = (
            f"POST /api/{query} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 10.0.0.{place}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
            f"Accept-Encoding: {'identity' if place % 3 else 'gzip'}\r\n\r\n"
        )
        with socket.create_connection((parts.hostname, parts.port), timeout=patience) as line:
            with suppress(BrokenPipeError, ConnectionResetError):  # refused before all was sent
                line.sendall(head.encode() + body)
            answer = b""
            with suppress(OSError):
                answer = line.recv(12)
            statuses[int(answer[9:12] or 0)] += 1
            answered.release()
            over.wait()

    answered, over = threading.Semaphore(0), threading.Event()
    callers = [threading.Thread(target=upload, args=(place,)) for place in range(number)]
    for caller in callers:
        caller.start()
    for _ in callers:
        answered.acquire(timeout=patience)
    time.sleep(1.0)
    over.set()
    for caller in callers:
        caller.join()
    return statuses


def main() -> None:
    sys.path.insert(0, str(HERE))
    from bench.load import serving

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", type=Path, action="append", help="a checkout; several: one after another")
    args = parser.parse_args()
    for checkout in args.server or [HERE]:
        with serving(checkout.resolve()) as (address, process):
            before = resident(process)
            with peak_memory(process) as peak:
                statuses = forty_uploads(address)
            after = resident(process)
        print(
            f"{checkout.resolve()}: {before:.0f} MB before, {peak.alone:.0f} MB at most ({peak.together:.0f} MB with "
            f"its own processes), {after:.0f} MB after; answers {dict(statuses)}"
        )


if __name__ == "__main__":
    main()

"""Many tables at once: 300 matches, 600 websocket clients, one server process.

Each player thinks for a while (``--think`` seconds on average, exponentially spread), then plays a legal action.
Measured is the time from sending a decision until the websocket of the same player shows the position after it, and the
same for the opponent.

    python bench/load.py [--matches 300] [--seconds 30] [--think 3] [--database FILE|URL]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect


class Tally:
    """What was measured."""

    def __init__(self) -> None:
        self.mine: list[float] = []
        self.theirs: list[float] = []
        self.errors: list[str] = []
        self.finished = 0
        self.sent: dict[tuple[str, int], float] = {}
        self.measuring = False
        self.used = 0.0


def percentile(values: list[float], share: float) -> float:
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(len(ranked) * share))] * 1000 if ranked else float("nan")


async def player(match: str, line: ClientConnection, think: float, tally: Tally, stop: asyncio.Event) -> None:
    """Look, think, play, until told to stop."""
    rng = random.Random()
    unanswered = False
    thinking: asyncio.Task[None] | None = None

    async def decide(frame: dict[str, Any]) -> None:
        nonlocal unanswered
        await asyncio.sleep(rng.expovariate(1 / think))
        if not stop.is_set():
            unanswered = True
            tally.sent[match, frame["version"] + 1] = time.perf_counter()
            word = rng.choice(frame["legal"])["word"]
            await line.send(json.dumps({"type": "play", "word": word, "version": frame["version"]}))

    await line.send(json.dumps({"type": "hello"}))
    async for text in line:
        at = time.perf_counter()
        frame = json.loads(text)
        if frame["type"] in ("ack", "refused"):
            unanswered = False
        if frame["type"] == "refused" and frame["code"] != "stale":
            tally.errors.append(frame["message"])
        if frame["type"] != "state":
            continue
        sent = tally.sent.get((match, frame["version"]))
        if sent is not None and tally.measuring:
            (tally.mine if frame["last"] else tally.theirs).append(at - sent)
        if frame["match"]["status"] == "finished":
            tally.finished += 1
        if thinking is not None and not unanswered:
            thinking.cancel()
        if frame["legal"] and not unanswered:
            thinking = asyncio.create_task(decide(frame))


async def open_tables(address: str, number: int, game: str) -> list[tuple[str, str, str]]:
    """Set up matches of two persons; for each its id and the two cookies."""
    found = []
    options = {"players": 2} if game == "pax" else {}
    body = {"game": game, "options": options, "seats": [{"kind": "me"}, {"kind": "open"}]}
    async with httpx.AsyncClient(base_url=address) as browser:
        for _ in range(number):
            browser.cookies.clear()
            made = (await browser.post("/api/matches", json=body)).raise_for_status().json()["match"]
            host = browser.cookies["ludi"]
            browser.cookies.clear()
            invite = made["invite"].replace("/join/", "/api/invites/")
            (await browser.post(f"{invite}/join", json={})).raise_for_status()
            found.append((made["id"], host, browser.cookies["ludi"]))
    return found


def processor_seconds(process: int) -> float:
    """What a process has used so far (Linux; elsewhere 0)."""
    file = Path(f"/proc/{process}/stat")
    if not file.exists():
        return 0.0
    fields = file.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / float(os.sysconf("SC_CLK_TCK"))


async def measure(address: str, server: int, args: argparse.Namespace) -> Tally:
    tally = Tally()
    stop = asyncio.Event()
    started = time.perf_counter()
    tables = await open_tables(address, args.matches, args.game)
    print(f"{len(tables)} matches set up in {time.perf_counter() - started:.1f} s")
    lines: list[ClientConnection] = []
    tasks = []
    socket = address.replace("http", "ws")
    for match, *cookies in tables:
        for cookie in cookies:
            headers = {"Cookie": f"ludi={cookie}"}
            line = await connect(f"{socket}/api/matches/{match}/socket", additional_headers=headers, compression=None)
            lines.append(line)
            tasks.append(asyncio.create_task(player(match, line, args.think, tally, stop)))
    print(f"{len(lines)} websocket clients connected")
    await asyncio.sleep(3)
    tally.measuring = True
    before = processor_seconds(server)
    await asyncio.sleep(args.seconds)
    tally.measuring = False
    tally.used = processor_seconds(server) - before
    stop.set()
    for line in lines:
        await line.close()
    for result in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(result, Exception):
            tally.errors.append(repr(result))
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--think", type=float, default=3)
    parser.add_argument("--game", default="pax")
    parser.add_argument("--database", help="default: an SQLite file in a scratch folder")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = args.database or str(Path(folder) / "load.db")
        command = [sys.executable, "-m", "ludi.server", "serve", "--no-open", "--port", "0", "--database", database]
        environment = {**os.environ, "LUDI_LIMITS": "off"}
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found is not None, "the server did not start"
            tally = asyncio.run(measure(found[0].replace("localhost", "127.0.0.1"), server.pid, args))
        finally:
            server.terminate()
            server.wait(20)
    number = len(tally.mine)
    print(f"{number} decisions in {args.seconds:g} s ({number / args.seconds:.0f} per second)")
    print(f"server: {tally.used / max(number, 1) * 1000:.1f} ms of processor time per decision")
    for name, values in (("own view", tally.mine), ("other's view", tally.theirs)):
        print(f"{name:<14} p50 {percentile(values, 0.5):6.1f} ms   p99 {percentile(values, 0.99):6.1f} ms")
    print(f"errors: {len(tally.errors)} {tally.errors[:3]}")
    if tally.errors:
        sys.exit(1)


if __name__ == "__main__":
    main()

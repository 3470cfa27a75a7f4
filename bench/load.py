"""What a server carries: many tables at once over websockets, decisions at a rising rate, memory for each table.

Each player thinks for a while (exponentially spread), then plays a legal action. Measured is the time from sending a
decision until the websocket of the same player shows the position after it, and the same for the opponent. A table that
has ended is replaced by a new one, with new people.

    python bench/load.py                       300 tables, about 100 decisions a second
    python bench/load.py --knee                at rising rates, until the server no longer keeps up
    python bench/load.py --rooms               memory for each table that is kept
    python bench/load.py --knee --rooms --server ../old --server .      before and after in one run

``--server`` is a checkout of the project; its server runs with its own ``.venv`` if it has one.
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
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(HERE))

from bench.wire import Post, Wire  # noqa: E402

RATES = (100, 200, 400, 600, 800, 1000, 1250, 1500, 1750, 2000, 2500, 3000)
LENGTH = 114
"""Decisions in a match of PAX for two: in the beginning tables are as far on as if one came at any time, else all of
them would end, and be set up again, in the same seconds."""
KEEPS_UP = 0.9
"""The share of the decisions asked for that a server must reach to keep up."""
WORD = re.compile(rb'"word":"([^"]+)"')
VERSION = re.compile(rb'"version":(\d+)')


@dataclass
class Tally:
    """What was measured."""

    mine: list[float] = field(default_factory=list)
    theirs: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    measuring: bool = False
    seconds: float = 0.0
    used: float = 0.0
    own: float = 0.0
    """Processor time of the bench itself: near one core, it measures itself."""

    @property
    def rate(self) -> float:
        return len(self.mine) / self.seconds if self.seconds else 0.0

    @property
    def cost(self) -> float:
        """Milliseconds of the server's processor time for each decision."""
        return self.used / max(len(self.mine), 1) * 1000


def percentile(values: list[float], share: float) -> float:
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(len(ranked) * share))] * 1000 if ranked else float("nan")


class Player:
    """Looks, thinks, plays."""

    def __init__(self, table: Played) -> None:
        self.table = table
        self.wire: Wire | None = None
        self._unanswered = False
        self._thinking: asyncio.TimerHandle | None = None
        self._wish: tuple[str, int] | None = None

    async def sit(self, address: str, cookie: str) -> None:
        self.wire = await Wire.to(address, f"/api/matches/{self.table.match}/socket", cookie, self._hear)
        self.wire.send('{"type":"hello"}')

    def _hear(self, frame: bytes) -> None:
        if frame.startswith(b'{"type":"state"'):
            self._see(frame)
        elif frame.startswith(b'{"type":"ack"'):
            self._unanswered = False
        elif frame.startswith(b'{"type":"refused"'):
            self._unanswered = False
            if b'"code":"stale"' not in frame:
                self.table.crowd.tally.errors.append(frame.decode())

    def _see(self, frame: bytes) -> None:
        found = VERSION.search(frame)
        assert found is not None
        version = int(found[1])
        sent, tally = self.table.sent.get(version), self.table.crowd.tally
        if sent is not None and tally.measuring:
            own = not frame.endswith(b'"last":[]}')
            (tally.mine if own else tally.theirs).append(time.perf_counter() - sent)
        if not self._unanswered:
            self._wish = None
        left = self.table.decisions is not None and version > self.table.decisions
        if left or b'"status":"finished"' in frame:
            self.table.over.set()
            return
        start = frame.rfind(b'"legal":[{')
        if start >= 0 and not self._unanswered:
            words = WORD.findall(frame, start, frame.find(b'],"undo"', start))
            self._wish = random.choice(words).decode(), version
        self.think()

    def think(self) -> None:
        """As long as everybody does now."""
        if self._thinking is not None:
            self._thinking.cancel()
        if self._wish is not None:
            pause = random.expovariate(1 / self.table.crowd.think)
            self._thinking = asyncio.get_running_loop().call_later(pause, self._play)

    def _play(self) -> None:
        if self.wire is None or self.wire.closed or self._wish is None:
            return
        (word, version), self._wish = self._wish, None
        self._unanswered = True
        self.table.sent[version + 1] = time.perf_counter()
        self.wire.send(json.dumps({"type": "play", "word": word, "version": version}))

    def go(self) -> None:
        if self._thinking is not None:
            self._thinking.cancel()
        if self.wire is not None:
            self.wire.close()


class Played:
    """A table with two players, while it is played."""

    def __init__(self, match: str, crowd: Crowd, decisions: int | None = None) -> None:
        self.match = match
        self.crowd = crowd
        self.decisions = decisions
        """The match is left after so many, as if they were those left of one that had begun before."""
        self.sent: dict[int, float] = {}
        self.over = asyncio.Event()
        self.players = [Player(self), Player(self)]


async def open_table(browser: Post, game: str) -> tuple[str, str, str]:
    """Set up a match of two persons: its id and the two cookies."""
    options = {"players": 2} if game == "pax" else {}
    body = {"game": game, "options": options, "seats": [{"kind": "me"}, {"kind": "open"}]}
    made, host = await browser.post("/api/matches", body)
    invite = made["match"]["invite"].replace("/join/", "/api/invites/")
    _, guest = await browser.post(f"{invite}/join", {})
    return made["match"]["id"], host, guest


class Crowd:
    """Players at a fixed number of tables."""

    def __init__(self, address: str, game: str) -> None:
        self.address = address
        self.game = game
        self.think = 3600.0
        self.tally = Tally()
        self._tables: dict[int, Played] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def come(self, number: int, under_way: bool = True) -> None:
        """So many more tables, those that are under way already each with some of its decisions left."""
        browser = Post(self.address)
        for place in range(len(self._tables), len(self._tables) + number):
            self._tables[place] = await self._sit_down(browser, random.randint(1, LENGTH) if under_way else None)
            self._tasks.append(asyncio.create_task(self._play_on(place)))
        browser.close()

    async def _sit_down(self, browser: Post, decisions: int | None = None) -> Played:
        match, *cookies = await open_table(browser, self.game)
        table = Played(match, self, decisions)
        for player, cookie in zip(table.players, cookies, strict=True):
            await player.sit(self.address, cookie)
        return table

    async def _play_on(self, place: int) -> None:
        """One match after another at one place."""
        while True:
            await self._tables[place].over.wait()
            for player in self._tables[place].players:
                player.go()
            browser = Post(self.address)
            self._tables[place] = await self._sit_down(browser)
            browser.close()

    async def measure(self, server: int, think: float, seconds: float) -> Tally:
        """What happens while everybody thinks so long."""
        self.think = think
        self.tally = Tally()
        for table in self._tables.values():
            for player in table.players:
                player.think()
        await asyncio.sleep(3)
        self.tally.measuring = True
        before, start, own = processor_seconds(server), time.perf_counter(), time.process_time()
        await asyncio.sleep(seconds)
        self.tally.measuring = False
        self.tally.seconds = time.perf_counter() - start
        self.tally.used = processor_seconds(server) - before
        self.tally.own = time.process_time() - own
        for task in self._tasks:
            if task.done() and (error := task.exception()) is not None:
                self.tally.errors.append(repr(error))
        return self.tally

    async def leave(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for table in self._tables.values():
            for player in table.players:
                player.go()


# The server, and what it uses


def processor_seconds(process: int) -> float:
    """What a process has used so far (Linux; elsewhere 0)."""
    file = Path(f"/proc/{process}/stat")
    if not file.exists():
        return 0.0
    fields = file.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / float(os.sysconf("SC_CLK_TCK"))


def megabytes(process: int, what: str = "VmRSS") -> float:
    """The memory of a process now, or with ``VmHWM`` the most it ever had (Linux; elsewhere 0)."""
    file = Path(f"/proc/{process}/status")
    found = re.search(rf"{what}:\s+(\d+) kB", file.read_text()) if file.exists() else None
    return int(found[1]) / 1024 if found else 0.0


@contextmanager
def serving(checkout: Path, database: str | None = None, limits: bool = False) -> Iterator[tuple[str, int]]:
    """The address and the process of a server that runs the code of a checkout."""
    own = checkout / ".venv" / "bin" / "python"
    python = str(own) if own.exists() else sys.executable
    with tempfile.TemporaryDirectory() as folder:
        store = database or str(Path(folder) / "load.db")
        command = [python, "-m", "ludi.server", "serve", "--no-open", "--port", "0", "--database", store]
        environment = {**os.environ, "PYTHONPATH": str(checkout / "src"), "LUDI_LIMITS": "on" if limits else "off"}
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found is not None, "the server did not start"
            yield found[0].replace("localhost", "127.0.0.1"), server.pid
        finally:
            server.terminate()
            server.wait(20)


def row(name: str, tally: Tally) -> str:
    mine, theirs = tally.mine, tally.theirs
    return (
        f"{name:>8} {tally.rate:9.0f}/s"
        f"   own view p50 {percentile(mine, 0.5):6.1f} p99 {percentile(mine, 0.99):6.1f} ms"
        f"   other's p50 {percentile(theirs, 0.5):6.1f} p99 {percentile(theirs, 0.99):6.1f} ms"
        f"   server {tally.cost:.2f} ms of processor time a decision, {tally.used / tally.seconds:.0%} of a core"
        f"   bench {tally.own / tally.seconds:.0%}   errors {len(tally.errors)} {tally.errors[:2]}"
    )


async def steady(checkout: Path, args: argparse.Namespace) -> bool:
    """One rate: whether there was no error."""
    with serving(checkout, args.database) as (address, server):
        crowd = Crowd(address, args.game)
        await crowd.come(args.matches)
        tally = await crowd.measure(server, args.think, args.seconds)
        print(row(f"{args.matches / args.think:.0f}", tally), flush=True)
        await crowd.leave()
    return not tally.errors


async def knee(checkout: Path, args: argparse.Namespace) -> bool:
    """Rising rates, until the server no longer keeps up: the knee is the last one at which it did."""
    best, most, errors, failed = 0.0, 0.0, 0, 0
    with serving(checkout, args.database) as (address, server):
        crowd = Crowd(address, args.game)
        tables = args.matches * 2  # so that at every rate people think much longer than the server takes
        await crowd.come(tables)
        for rate in RATES:
            tally = await crowd.measure(server, tables / rate, args.seconds)
            print(row(f"{rate}", tally), flush=True)
            errors += len(tally.errors)
            most = max(most, tally.rate)
            if tally.rate >= KEEPS_UP * rate:
                best = tally.rate
            else:
                failed += 1
            if failed == 2:
                break
        await crowd.leave()
    print(f"knee: {best:.0f} decisions a second; the most that was reached: {most:.0f}", flush=True)
    return not errors


async def rooms(checkout: Path, args: argparse.Namespace) -> bool:
    """What a table costs in memory while it is kept: set up, and after a few dozen decisions."""
    with serving(checkout, args.database) as (address, server):
        crowd = Crowd(address, args.game)
        await crowd.come(5, under_way=False)
        empty = megabytes(server)
        await crowd.come(args.matches, under_way=False)
        dealt = megabytes(server)
        await crowd.measure(server, args.think / 10, args.seconds)
        played = megabytes(server)
        await crowd.leave()
    each = 1024 / args.matches
    print(f"memory: {empty:.0f} MB at the start; a table {(dealt - empty) * each:.0f} kB dealt", end="")
    print(f", {(played - empty) * each:.0f} kB while it is played", flush=True)
    return True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=300, help="tables; twice as many for --knee")
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--think", type=float, default=3)
    parser.add_argument("--game", default="pax")
    parser.add_argument("--database", help="default: an SQLite file in a scratch folder")
    parser.add_argument("--server", type=Path, action="append", help="a checkout; several: one after another")
    parser.add_argument("--knee", action="store_true")
    parser.add_argument("--rooms", action="store_true")
    args = parser.parse_args()
    wanted = [work for work, asked in ((knee, args.knee), (rooms, args.rooms)) if asked] or [steady]
    good = True
    for checkout in args.server or [HERE]:
        print(f"{checkout.resolve()}, {args.game}, {args.matches} tables", flush=True)
        for work in wanted:
            good &= asyncio.run(work(checkout.resolve(), args))
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()

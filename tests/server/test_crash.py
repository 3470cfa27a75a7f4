"""Nothing lost: the server is killed at random moments of fast play; every acknowledged decision is there afterwards.

In every other life the disk becomes full before the kill. SQLite's server is forbidden to make a file longer
(``RLIMIT_FSIZE``, which needs no root); PostgreSQL's tables lie on a small file system, where root can mount one.
``LUDI_KILLS`` says how often (CI: a few times; ``make fuzz``: 30 times, on SQLite and on PostgreSQL),
``LUDI_KILLS_POSTGRESQL`` how often on PostgreSQL if that is another number.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from loops import run
from patience import patience
from server_tools import PostgreSQL, ServerProcess, SmallDisk, journal, limit_files, visit

KILLS = int(os.environ.get("LUDI_KILLS", "4"))
KILLS_POSTGRESQL = int(os.environ.get("LUDI_KILLS_POSTGRESQL", str(KILLS)))

TABLES = [
    {"game": "pax", "options": {"players": 2}, "seats": [{"kind": "me"}, {"kind": "me"}]},
    {"game": "pax", "options": {"players": 3}, "seats": [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]},
    {"game": "pax", "options": {"players": 2}, "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}]},
    {"game": "roma", "options": {}, "seats": [{"kind": "me"}, {"kind": "me"}]},
]

Ledger = dict[tuple[str, int], tuple[int, str]]
"""What was acknowledged: match and version -> seat and word."""


class FastPlay:
    """Persons who play as fast as they can over the websocket, and write down what was acknowledged."""

    def __init__(self, address: str, cookie: str, ledger: Ledger, rng: random.Random) -> None:
        self.address = address
        self.cookie = cookie
        self.ledger = ledger
        self.rng = rng
        self.moved: set[str] = set()
        self.finished: set[str] = set()

    async def at(self, match: str) -> None:
        headers = {"Cookie": f"ludi={self.cookie}"}
        url = self.address.replace("http", "ws") + f"/api/matches/{match}/socket"
        sent: dict[str, tuple[int, str]] = {}
        with suppress(WebSocketException, OSError, EOFError):
            async with connect(url, additional_headers=headers, compression=None) as line:
                await line.send(json.dumps({"type": "hello"}))
                async for text in line:
                    frame = json.loads(text)
                    if frame["type"] == "ack":
                        self.ledger[match, frame["version"]] = sent[frame["id"]]
                        self.moved.add(match)
                    elif frame["type"] == "state":
                        if frame["match"]["status"] == "finished":
                            self.finished.add(match)
                            return
                        due = [seat["seat"] for seat in frame["match"]["seats"] if seat["mine"] and seat["due"]]
                        if frame["legal"]:
                            word = self.rng.choice(frame["legal"])["word"]
                            play = {"type": "play", "word": word, "version": frame["version"], "id": str(len(sent))}
                            sent[play["id"]] = (frame["seat"], word)
                            await line.send(json.dumps(play))
                        elif due:
                            await line.send(json.dumps({"type": "sit", "seat": due[0]}))

    async def until_all_moved(self, matches: list[str], seconds: float = 60.0) -> None:
        """Fails if a match is stuck."""
        end = asyncio.get_running_loop().time() + patience(seconds)
        while not set(matches) <= self.moved | self.finished:
            assert asyncio.get_running_loop().time() < end, f"stuck: {set(matches) - self.moved - self.finished}"
            await asyncio.sleep(0.01)


Fill = Callable[[ServerProcess, int], None]
"""From now on the files of a database may grow by so many bytes only."""


@dataclass(frozen=True)
class Disk:
    """A database, and what fills the disk on which it lies (None: it cannot be filled here) and frees it again."""

    database: str
    kills: int
    fill: Fill | None
    free: Callable[[], None] = lambda: None


@pytest.fixture(params=["sqlite", "postgresql"])
def disk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Disk]:
    if request.param == "sqlite":
        database = str(tmp_path / "tables.db")

        def fill(server: ServerProcess, room: int) -> None:
            limit_files(server.process.pid, Path(database + "-wal").stat().st_size + room if room else 4096)

        yield Disk(database, KILLS, fill)
        return
    postgres: PostgreSQL = request.getfixturevalue("postgres")
    try:
        small = SmallDisk(postgres.shelf(), 64)
    except PermissionError:
        yield Disk(postgres.new_database(), KILLS_POSTGRESQL, None)
        return
    database = postgres.new_database(small.folder)
    try:
        yield Disk(database, KILLS_POSTGRESQL, lambda _server, room: small.fill(room // 4096), small.free)
    finally:
        small.free()
        postgres.drop_database(database)
        small.close()


async def one_life(
    server: ServerProcess, cookie: str, matches: list[str], ledger: Ledger, rng: random.Random, fill: Fill | None
) -> str:
    """One life of the server: play, perhaps on a disk that becomes full, and be killed. The cookie of who plays."""
    async with visit(server, cookie) as browser:
        while len(matches) < len(TABLES):
            made = await browser.post("/api/matches", json=TABLES[len(matches)])
            assert made.status_code == 201, made.text
            matches.append(made.json()["match"]["id"])
        cookie = cookie or browser.cookies["ludi"]
    play = FastPlay(server.address, cookie, ledger, rng)
    tasks = [asyncio.create_task(play.at(match)) for match in matches]
    if rng.random() < 0.7:
        await play.until_all_moved(matches)
    await asyncio.sleep(rng.uniform(0.0, 0.5))
    if fill is not None:
        await play_on_a_full_disk(server, cookie, fill, rng)
    server.kill()
    await asyncio.gather(*tasks)
    for match in play.finished:
        matches.remove(match)
    return cookie


async def play_on_a_full_disk(server: ServerProcess, cookie: str, fill: Fill, rng: random.Random) -> None:
    """The disk fills while they play; when not even a new table finds room, they play on for a moment."""
    fill(server, rng.randrange(1, 60_000))
    end = asyncio.get_running_loop().time() + 30.0
    async with visit(server, cookie) as browser:
        while (await browser.post("/api/matches", json=TABLES[0])).status_code != 503:
            assert asyncio.get_running_loop().time() < end, "on a full disk nothing was refused"
            await asyncio.sleep(0.02)
            fill(server, 0)
    await asyncio.sleep(rng.uniform(0.0, 0.3))


def check(database: str, ledger: Ledger) -> None:
    for match in {match for match, _ in ledger}:
        stored = {number: (seat, word) for number, kind, seat, word in journal(database, match) if kind == "play"}
        for (where, version), decision in ledger.items():
            if where == match:
                assert stored.get(version) == decision, f"decision {version} of match {match} was lost"


def test_fuzz_nothing_acknowledged_is_lost_when_the_server_is_killed_or_the_disk_is_full(disk: Disk) -> None:
    rng = random.Random()
    ledger: Ledger = {}
    matches: list[str] = []
    cookie = ""
    for life in range(disk.kills):
        server = ServerProcess(disk.database)
        try:
            cookie = run(one_life(server, cookie, matches, ledger, rng, disk.fill if life % 2 else None))
        finally:
            server.kill()
            disk.free()
        check(disk.database, ledger)

    async def nobody_is_stuck(server: ServerProcess) -> None:
        play = FastPlay(server.address, cookie, ledger, rng)
        tasks = [asyncio.create_task(play.at(match)) for match in matches]
        await play.until_all_moved(matches)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    server = ServerProcess(disk.database)
    try:
        run(nobody_is_stuck(server))
    finally:
        server.stop()
    check(disk.database, ledger)
    assert len(ledger) > disk.kills

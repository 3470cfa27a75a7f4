"""Real processes: several over one PostgreSQL, the command line, and what it looks after."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect

from loops import run
from patience import patience, tries
from server_tools import AGAINST_BOTS, HOT_SEAT, PostgreSQL, ServerProcess, journal, visit, wait_for

CONCEDED = {"seat": 0}


def test_two_processes_share_one_postgresql(postgres: PostgreSQL) -> None:
    database = postgres.new_database()
    with ThreadPoolExecutor(2) as pool:
        one, two = pool.map(lambda _: ServerProcess(database, LUDI_STALE_AFTER="2"), range(2))
    try:
        run(_play_through_two(one, two, database))
    finally:
        one.stop()
        two.stop()


async def _play_through_two(one: ServerProcess, two: ServerProcess, database: str) -> None:
    """Each seat sits at another process; both see every decision, chat and presence."""
    async with visit(one) as first, visit(two) as second:
        body = {"game": "pax", "options": {"players": 2}, "seats": [{"kind": "me"}, {"kind": "open"}]}
        match = (await first.post("/api/matches", json=body)).json()["match"]
        lines = [await _look(one, first, match["id"])]
        invite = match["invite"].replace("/join/", "/api/invites/")
        assert (await second.post(f"{invite}/join", json={})).status_code == 200
        lines.append(await _look(two, second, match["id"]))
        states: list[dict[str, Any]] = [{}, {}]
        heard: list[dict[str, Any]] = []
        present: list[list[int]] = []
        await lines[0].send(json.dumps({"type": "chat", "text": "Ave!"}))

        async def follow(number: int) -> None:
            async for text in lines[number]:
                frame = json.loads(text)
                if frame["type"] == "state":
                    states[number] = frame
                    present.append([seat["seat"] for seat in frame["match"]["seats"] if seat["present"]])
                elif frame["type"] == "chat" and number == 1:
                    heard.extend(frame["messages"])
                elif frame["type"] == "presence":
                    present.append(frame["present"])
                elif frame["type"] == "refused":
                    assert frame["code"] == "stale", frame

        tasks = [asyncio.create_task(follow(number)) for number in (0, 1)]
        acted = set()
        last = 0
        for _ in tries(15, pause=0):
            for number, state in enumerate(states):
                key = (number, state.get("version"))
                if state.get("legal") and key not in acted:
                    acted.add(key)
                    word = state["legal"][len(acted) % len(state["legal"])]["word"]
                    await lines[number].send(json.dumps({"type": "play", "word": word, "version": state["version"]}))
            await asyncio.sleep(0.005)
            last = max(state.get("version", 0) for state in states)
            if last > 40:
                break  # each process hears of the other's decisions
        for _ in tries(5, pause=0):
            if heard and [0, 1] in present:
                break
            await asyncio.sleep(0.01)
        assert [message["text"] for message in heard] == ["Ave!"]
        assert [0, 1] in present
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for line in lines:
            await line.close()
        numbers = [entry[0] for entry in journal(database, match["id"])]
        assert numbers == sorted(set(numbers))

        # Both processes decide in one moment: one of them wins, the other is told; nothing is decided twice.
        both = (await first.post("/api/matches", json=HOT_SEAT)).json()
        seen = both["match"]["version"]
        headers = [{"X-Seat-Token": both["tokens"][seat]} for seat in ("0", "1")]
        path = f"/api/matches/{both['match']['id']}"
        words = [
            (await browser.get(f"{path}/state", headers=head)).json()["legal"][0]["word"]
            for browser, head in zip((first, second), headers, strict=True)
        ]
        answers = await asyncio.gather(
            *(
                browser.post(f"{path}/play", json={"word": word, "version": seen}, headers=headers[number % 2])
                for number, (browser, word) in enumerate(
                    zip((first, second, second, first), (*words, *words), strict=True)
                )
            )
        )
        assert sorted(answer.status_code for answer in answers) == [200, 200, 409, 409]

        # A process dies; the other takes up its bots.
        bots = {"game": "pax", "options": {"players": 3}, "seats": [{"kind": "bot"}] * 3}
        orphan = (await first.post("/api/matches", json=bots)).json()["match"]["id"]
        one.kill()

        async def over() -> bool:
            return bool((await second.get(f"/api/matches/{orphan}")).json()["status"] == "finished")

        for _ in tries(60, pause=0):
            if await over():
                break  # no match is stuck when a process dies
            await asyncio.sleep(0.1)


async def _look(server: ServerProcess, browser: httpx.AsyncClient, match: str) -> Any:
    headers = {"Cookie": f"ludi={browser.cookies['ludi']}"}
    url = server.address.replace("http", "ws") + f"/api/matches/{match}/socket"
    line = await connect(url, additional_headers=headers, compression=None)
    await line.send(json.dumps({"type": "hello"}))
    return line


def ludi(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ludi.server", *words], capture_output=True, text=True, timeout=patience(60)
    )


def test_the_command_line_serves_and_looks_after_the_tables(tmp_path: Path) -> None:
    database = str(tmp_path / "deep" / "tables.db")
    server = ServerProcess(database)
    try:
        with httpx.Client(base_url=server.address, timeout=patience(10)) as browser:
            match = browser.post("/api/matches", json=HOT_SEAT).json()["match"]["id"]
            browser.post("/api/matches", json=AGAINST_BOTS)
            assert browser.post(f"/api/matches/{match}/concede", json=CONCEDED).json()["status"] == "finished"
        refused = ludi("serve", "--no-open", "--port", "0", "--database", database)
        assert refused.returncode == 2
        assert refused.stderr.startswith("Another server")
        nowhere = ludi("serve", "--no-open", "--port", "0", "--database", "postgresql://127.0.0.1:9/none")
        assert nowhere.returncode == 2
        assert nowhere.stderr.startswith("The database cannot be opened")
        port = server.address.rpartition(":")[2]
        taken = ludi("serve", "--no-open", "--port", port, "--database", str(tmp_path / "other.db"))
        assert taken.returncode == 2
        assert "--port" in taken.stderr
    finally:
        server.stop()
    assert server.process.returncode in (0, -signal.SIGTERM)
    counts = dict(line.rsplit(None, 1) for line in ludi("admin", "stats", "--database", database).stdout.splitlines())
    assert counts["matches finished"] == "1"
    assert counts["matches live"] == "1"
    assert counts["players"] == "1"
    exported = ludi("admin", "export", str(tmp_path / "records"), "--database", database)
    assert "1 records" in exported.stdout
    assert (tmp_path / "records" / f"pax-{match}.json").exists()
    kept = ludi("admin", "purge", "--days", "1", "--finished", "--database", database)
    assert "Nothing was removed" in kept.stdout


def test_purge_removes_only_what_is_old(tmp_path: Path) -> None:
    import sqlalchemy as sa

    database = str(tmp_path / "tables.db")
    server = ServerProcess(database)
    try:
        with httpx.Client(base_url=server.address, timeout=patience(10)) as browser:
            old, new, closed = (browser.post("/api/matches", json=HOT_SEAT).json()["match"]["id"] for _ in range(3))
            wait_for(lambda: journal(database, new))
    finally:
        server.stop()
    engine = sa.create_engine(f"sqlite:///{database}")
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE matches SET changed = 0 WHERE id <> :id"), {"id": new})
        connection.execute(sa.text("UPDATE matches SET status = 'broken' WHERE id = :id"), {"id": closed})
    engine.dispose()
    assert ludi("admin", "purge", "--yes", "--database", database).returncode == 0
    assert journal(database, old) == []
    assert journal(database, new)
    assert journal(database, closed), "its record is kept"
    assert ludi("admin", "purge", "--finished", "--yes", "--database", database).returncode == 0
    assert journal(database, closed) == []

"""What strangers send, ask for and leave unread costs the server a bounded amount of memory and of time."""

from __future__ import annotations

import asyncio
import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest
from bench.hostile import forty_uploads, peak_memory, resident

from loops import run
from ludi.core import Chair, Table
from ludi.server import limits, reader, viewer, watching
from ludi.server import schemas as s
from ludi.server.limits import Door, Limiter
from server_tools import HOT_SEAT, Browser, House, ServerProcess

Data = dict[str, Any]


def played(decisions: int = 60, seats: int = 8, name: str = "Livia") -> Data:
    """A record of PAX, not played to its end."""
    chairs = [Chair(f"{name} {number}") for number in range(seats)]
    table = Table.new("pax", {"players": seats}, chairs, seed=bytes(32))
    rng = random.Random(7)
    for _ in range(decisions):
        seat = rng.choice(table.state.actors())
        table.play(seat, rng.choice(table.state.legal(seat)))
    data: Data = json.loads(table.record().to_json())
    return data


def changed(**parts: Any) -> Data:
    return {**played(2), **parts}


def nested(depth: int) -> Any:
    data: Any = 0
    for _ in range(depth):
        data = [data]
    return data


TOO_MUCH = {
    "a name": changed(seats=[{"name": "A" * 100_000, "player": "person"}] * 8),
    "a kind of player": changed(seats=[{"name": "A", "player": "p" * 100}] * 8),
    "seats": changed(seats=[{"name": "A", "player": "person"}] * 1000),
    "decisions": changed(decisions=["0 done"] * 40_000),
    "a word": changed(decisions=["0 " + "x" * 300]),
    "options": changed(options={"deck": ["x" * 1000] * 500}),
    "a result": changed(result={"scores": [1] * 200_000}),
    "depth": changed(options={"deck": nested(500)}),
}


@pytest.mark.parametrize("what", TOO_MUCH)
@pytest.mark.parametrize("route", ["replay", "verify"])
def test_everything_a_record_may_hold_has_a_limit(what: str, route: str) -> None:
    source = reader.Upload(json.dumps({"record": TOO_MUCH[what]}).encode())
    asked = reader.Replay(source, "open", 0, 200, "en") if route == "replay" else reader.Prove(source, None, "en")
    answer = reader.answer(asked, squeeze=False)
    assert isinstance(answer, tuple), answer
    assert answer[0] == "too_large"


def test_a_body_that_is_no_record_is_refused_with_a_sentence(ann: Browser) -> None:
    for body in (b"", b"{", b"[]", b'{"record": 7}', b'{"record": {}, "more": 1}', b'{"record": {"game": "\\ud800"}}'):
        for route in ("replay", "verify"):
            answer = ann.http.post(f"/api/{route}", content=body, headers={"Content-Type": "application/json"})
            assert answer.status_code in (200, 400, 422), answer.text
            assert answer.json()["message"]
            assert not answer.json().get("ok")


def test_a_replay_is_paged_by_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    source = reader.Upload(json.dumps({"record": played(60)}).encode())
    monkeypatch.setattr(reader, "PAGE_BYTES", 10**9)
    monkeypatch.setattr(reader, "PAGE_SECONDS", 3600.0)
    whole = json.loads(_page(source, 0, 200))
    monkeypatch.setattr(reader, "PAGE_BYTES", 200_000)
    steps: list[Data] = []
    while len(steps) <= whole["decisions"]:
        body = _page(source, len(steps), 200)
        assert len(body) < 400_000
        page = json.loads(body)
        assert page["steps"], "every answer brings at least one step"
        steps += page["steps"]
    assert steps == whole["steps"]
    assert len(_page(source, 0, 200)) < len(json.dumps(whole)) / 2


def test_a_replay_is_paged_by_its_work(monkeypatch: pytest.MonkeyPatch) -> None:
    source = reader.Upload(json.dumps({"record": played(60)}).encode())
    monkeypatch.setattr(reader, "PAGE_SECONDS", 0.0)
    assert [step["number"] for step in json.loads(_page(source, 17, 200))["steps"]] == [17]


def _page(source: reader.Source, first: int, count: int) -> bytes:
    body = reader.answer(reader.Replay(source, "open", first, count, "en"), squeeze=False)
    assert isinstance(body, bytes), body
    return body


def test_a_replay_is_made_outside_the_server(house: House, ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither its event loop nor its interpreter play a record again."""

    def never(*_args: Any) -> Any:
        raise AssertionError("played again in the server itself")

    match = ann.create(HOT_SEAT)["id"]
    line = ann.look(match, seat=0)
    ann.call("POST", f"/api/matches/{match}/concede", {"seat": 0})
    line.until("state")
    record = ann.call("GET", f"/api/matches/{match}/record")
    monkeypatch.setattr(Table, "from_record", never)
    assert ann.call("GET", f"/api/matches/{match}/replay?count=200&seen_from=open")["steps"]
    assert ann.call("GET", f"/api/matches/{match}/verify")["ok"]
    assert ann.call("POST", "/api/replay", {"record": record})["steps"]
    assert ann.call("POST", "/api/verify", {"record": record})["ok"]


def test_a_replay_is_compressed_for_those_who_can_read_it(house: House, ann: Browser) -> None:
    body = {"record": played(20)}
    packed = ann.raw("POST", "/api/replay", body)
    plain = ann.raw("POST", "/api/replay", body, headers={"Accept-Encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.json() == plain.json()


def test_an_endless_record_ends_with_its_process(ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludi.server.readers.SECONDS", 0.0)
    answer = ann.raw("POST", "/api/replay", {"record": played(20)})
    assert answer.json()["code"] == "too_large"
    monkeypatch.undo()
    assert ann.call("POST", "/api/replay", {"record": played(20)})["steps"], "the next one has a new process"


def test_one_visitor_has_few_records_under_way(house: House, ann: Browser) -> None:
    readers = house.server.readers
    readers._waiting["testclient"] = 4
    answer = ann.raw("POST", "/api/replay", {"record": played(2)})
    assert answer.status_code == 429
    assert answer.headers["retry-after"]
    readers._waiting.clear()
    assert ann.raw("POST", "/api/replay", {"record": played(2)}).status_code == 200


# Bodies and answers at the door


async def _through(door: Door, body: bytes, send: Any) -> None:
    scope = {"type": "http", "method": "POST", "path": "/api/replay", "headers": [], "client": ("1.2.3.4", 1)}

    async def receive() -> Data:
        return {"type": "http.request", "body": body, "more_body": False}

    await door(scope, receive, send)


def test_all_bodies_together_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_HELD", 250_000)
    statuses: list[int] = []
    busy = asyncio.Event()

    async def app(_scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await busy.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def send(message: Data) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    async def scene() -> None:
        door = Door(app, Limiter(False))
        waiting = [asyncio.create_task(_through(door, b"x" * 100_000, send)) for _ in range(5)]
        await asyncio.sleep(0.01)
        assert statuses == [429] * 3
        small = asyncio.create_task(_through(door, b"x" * 100, send))
        busy.set()
        await asyncio.gather(*waiting, small)
        assert statuses == [429] * 3 + [200] * 3, "what is small is let in all the same"
        await _through(door, b"x" * 200_000, send)
        assert statuses[-1] == 200, "what is done with is held no longer"

    run(scene())


def test_an_answer_that_nobody_reads_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ANSWER_SECONDS", 0.05)
    sent: list[int] = []

    async def app(_scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"x" * 1_000_000})
        raise AssertionError("nobody read it")

    async def line_with_little_room(message: Data) -> None:
        sent.append(len(message.get("body", b"")))
        if sum(sent) > 150_000:
            await asyncio.sleep(3600)

    run(_through(Door(app, Limiter(False)), b"", line_with_little_room))
    assert max(sent) <= limits.ANSWER_PIECE
    assert sum(sent) < 300_000


def test_an_answer_in_pieces_is_the_same_answer() -> None:
    whole = bytes(range(256)) * 2000
    sent: list[Data] = []

    async def app(_scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": whole[:300_000], "more_body": True})
        await send({"type": "http.response.body", "body": whole[300_000:]})

    async def send(message: Data) -> None:
        sent.append(copy.copy(message))

    run(_through(Door(app, Limiter(False)), b"", send))
    bodies = sent[1:]
    assert b"".join(message["body"] for message in bodies) == whole
    assert [message.get("more_body", False) for message in bodies] == [True] * (len(bodies) - 1) + [False]


def test_a_viewer_who_asks_but_does_not_read_is_hung_up_on(house: House, ann: Browser) -> None:
    match = ann.create(HOT_SEAT)["id"]
    deaf = viewer.Viewer(None, house.server.hall, match, None, limited=False)  # type: ignore[arg-type]
    deaf._direct.extend({"type": "pong"} for _ in range(viewer.MOST_UNREAD + 1))
    with pytest.raises(watching.HangUp):
        run(deaf._answer(s.Ping(type="ping")))


# A real server


def test_forty_hostile_uploads_take_less_than_300_megabytes(tmp_path: Path) -> None:
    """With rate limits off, which would only make it easier."""
    if not resident(1):
        pytest.skip("THIS SYSTEM DOES NOT TELL THE MEMORY OF A PROCESS")
    server = ServerProcess(str(tmp_path / "tables.db"))
    try:
        with peak_memory(server.process.pid) as peak:
            statuses = forty_uploads(server.address)
        assert peak.alone < 300, peak
        assert peak.together < 600, peak
        assert sum(statuses.values()) == 40
        assert set(statuses) <= {200, 400, 413, 422, 429}, statuses
    finally:
        server.stop()

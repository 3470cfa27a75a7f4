"""The line to a browser: frames as the protocol wants them, several in one write, and no endless silence."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect
from websockets.frames import Frame
from websockets.protocol import CLOSING, OPEN, Protocol, Side

from loops import run
from ludi.server.line import OwnLine
from ludi.server.silence import Silence
from server_tools import HOT_SEAT, ServerProcess, visit


class Connected:
    """What a line knows of its connection."""

    def __init__(self) -> None:
        self.writable = asyncio.Event()
        self.writable.set()
        self.disconnected = self.close_sent = False
        self.conn = Protocol(Side.SERVER)
        self.transport = self
        self.written: list[bytes] = []

    def write(self, data: bytes) -> None:
        self.written.append(data)


@pytest.mark.parametrize("sizes", [(0,), (125, 126), (1, 65535, 2), (65536,), (200_000, 3)])
def test_frames_of_every_size_arrive_as_they_were_sent_in_one_write(sizes: tuple[int, ...]) -> None:
    here: Any = Connected()
    frames = [bytes([65 + number]) * size for number, size in enumerate(sizes)]
    run(OwnLine(here).send(frames))
    (data,) = here.written
    browser = Protocol(Side.CLIENT, max_size=None)
    browser.receive_data(data)
    heard = [event for event in browser.events_received() if isinstance(event, Frame)]
    assert [(event.fin, event.opcode.name, bytes(event.data)) for event in heard] == [
        (True, "TEXT", frame) for frame in frames
    ]
    assert browser.state is OPEN


@pytest.mark.parametrize("gone", ["disconnected", "close_sent", "closing"])
def test_nothing_is_written_to_a_line_that_is_gone(gone: str) -> None:
    here: Any = Connected()
    if gone == "closing":
        here.conn.state = CLOSING
    else:
        setattr(here, gone, True)
    with pytest.raises(WebSocketDisconnect):
        run(OwnLine(here).send([b"late"]))
    assert here.written == []


def test_a_slow_line_is_waited_for() -> None:
    async def story() -> list[bytes]:
        here: Any = Connected()
        here.writable.clear()
        sending = asyncio.create_task(OwnLine(here).send([b"x"]))
        await asyncio.sleep(0.05)
        assert here.written == []
        here.writable.set()
        await sending
        written: list[bytes] = here.written
        return written

    assert run(story()) == [b"\x81\x01x"]


def test_silence_ends_a_conversation_but_neither_talk_nor_a_long_answer_does() -> None:
    told: list[str] = []
    most = 2.0

    async def conversation() -> None:
        async with Silence(most) as silence:
            for _ in range(5):
                silence.begins()
                await asyncio.sleep(most / 4)
                silence.ends()
            told.append("talked")
            await asyncio.sleep(1.5 * most)
            told.append("answered")
            silence.begins()
            await asyncio.sleep(30 * most)
            told.append("never")

    with pytest.raises(TimeoutError):
        run(conversation())
    assert told == ["talked", "answered"]


def test_the_answer_to_a_decision_comes_before_the_position_after_it(tmp_path: Path) -> None:
    """On a real server, where both go out together; a ping of the protocol's own in between disturbs nothing."""
    server = ServerProcess(str(tmp_path / "tables.db"))

    async def story() -> None:
        async with visit(server) as ann:
            made = (await ann.post("/api/matches", json=HOT_SEAT)).raise_for_status().json()["match"]["id"]
            address = server.address.replace("http", "ws") + f"/api/matches/{made}/socket"
            async with connect(address, additional_headers={"Cookie": f"ludi={ann.cookies['ludi']}"}) as line:
                await line.send(json.dumps({"type": "hello", "seat": 0}))
                state = await _next(line, "state")
                for _ in range(3):
                    await (await line.ping())
                    word = state["legal"][0]["word"]
                    await line.send(json.dumps({"type": "play", "word": word, "version": state["version"], "id": "1"}))
                    answer = await _next(line, "ack", "state")
                    assert (answer["type"], answer["version"]) == ("ack", state["version"] + 1)
                    state = await _next(line, "state")
                    assert state["version"] == answer["version"]
                    if not state["legal"]:
                        break

    try:
        run(story())
    finally:
        server.stop()


async def _next(line: ClientConnection, *kinds: str) -> dict[str, Any]:
    while True:
        frame: dict[str, Any] = json.loads(await line.recv())
        if frame["type"] in kinds:
            return frame

"""Whoever connects and sends nothing, or letter by letter, takes no room from the others."""

from __future__ import annotations

import asyncio
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from ludi.server import porch
from ludi.server.limits import Door, Limiter
from patience import patience, tries
from server_tools import ServerProcess

HEAD = b"GET /api/status HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
BODY = b"PATCH /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    started = ServerProcess(str(tmp_path / "tables.db"))
    yield started
    started.stop()


def _connect(server: ServerProcess, stack: ExitStack, number: int, beginning: bytes) -> list[socket.socket]:
    where = urlsplit(server.address)
    assert where.hostname == "127.0.0.1", "our own server, on this machine"
    lines = []
    for _ in range(number):
        line = stack.enter_context(socket.create_connection((where.hostname, where.port or 80), timeout=patience(10)))
        line.sendall(beginning)
        lines.append(line)
    return lines


@pytest.mark.skipif(sys.platform != "linux", reason="limits another process's files")
@pytest.mark.parametrize("beginning", [b"", HEAD, BODY], ids=["silent", "half a head", "half a body"])
def test_half_open_requests_do_not_use_up_all_file_handles(server: ServerProcess, beginning: bytes) -> None:
    import resource

    resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (200, 200))
    with ExitStack() as stack:
        _connect(server, stack, 260, beginning)
        for _ in range(3):
            assert httpx.get(f"{server.address}/api/status", timeout=patience(10)).status_code == 200
            named = httpx.patch(f"{server.address}/api/me", json={"name": "Ann"}, timeout=patience(10))
            assert named.status_code == 200


def test_a_head_and_a_body_must_arrive_in_time(server: ServerProcess) -> None:
    with ExitStack() as stack:
        lines = _connect(server, stack, 1, b"") + _connect(server, stack, 1, HEAD)
        (kept,) = _connect(server, stack, 1, b"GET /api/status HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert kept.recv(15) == b"HTTP/1.1 200 OK"
        began = time.monotonic()
        for line in lines:
            line.settimeout(patience(4 * porch.HEAD_SECONDS))
            with suppress(ConnectionError):
                assert line.recv(1) == b""
        assert time.monotonic() - began >= porch.HEAD_SECONDS / 2


def _send_on(line: socket.socket) -> None:
    for _ in tries(5, pause=0.01):
        line.sendall(b"x" * 8192)


def test_an_endless_head_is_cut_off(server: ServerProcess) -> None:
    with ExitStack() as stack:
        (line,) = _connect(server, stack, 1, HEAD)
        line.settimeout(patience(5))
        with pytest.raises(ConnectionError):
            _send_on(line)


def test_a_second_request_on_a_kept_line_is_watched_as_well(server: ServerProcess) -> None:
    with ExitStack() as stack:
        (line,) = _connect(server, stack, 1, b"GET /api/status HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b"200 OK" in line.recv(65536)
        line.sendall(HEAD)
        line.settimeout(patience(4 * porch.HEAD_SECONDS))
        with suppress(ConnectionError):
            while line.recv(65536):
                pass


def test_a_body_that_does_not_come_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludi.server.limits.BODY_SECONDS", 0.05)
    sent: list[dict[str, object]] = []

    async def app(*_: object) -> None:
        raise AssertionError("the request never arrived")

    async def never() -> dict[str, object]:
        await asyncio.sleep(3600)
        raise AssertionError

    async def send(message: object) -> None:
        assert isinstance(message, dict)
        sent.append(message)

    scope = {"type": "http", "method": "POST", "path": "/api/me", "headers": [], "client": ("127.0.0.1", 1)}
    asyncio.run(Door(app, Limiter(False))(scope, never, send))
    assert sent[0]["status"] == 408
    assert (b"connection", b"close") in sent[0]["headers"]  # type: ignore[operator]


def test_the_oldest_of_those_who_wait_make_room() -> None:
    waiting = porch.Porch()
    gone: list[str] = []

    class Caller(porch.Caller):
        def __init__(self, address: str, name: str) -> None:
            super().__init__(waiting, None)
            self.address = address
            self.name = name

        def hang_up(self) -> None:
            gone.append(self.name)

    for number in range(porch.MOST_WAITING_EACH + 2):
        waiting.wait(Caller("10.0.0.1", f"first-{number}"))
    assert gone == ["first-0", "first-1"]
    for number in range(porch.MOST_WAITING - porch.MOST_WAITING_EACH):
        waiting.wait(Caller(f"10.0.1.{number}", f"other-{number}"))
    assert len(gone) == 2
    waiting.wait(Caller("10.0.2.1", "last"))
    assert gone == ["first-0", "first-1", "first-2"]

"""HTTP and websocket clients that do next to nothing, so that a bench measures the server and not itself."""

from __future__ import annotations

import asyncio
import base64
import json
import os
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit


class Post:
    """One connection over which requests with a body go to the server, each from somebody it has never seen."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self._host, self._port = parts.hostname, parts.port
        self._line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, body: Any) -> tuple[Any, str]:
        """The answer, and the cookie that came with it."""
        if self._line is None:
            self._line = await asyncio.open_connection(self._host, self._port)
        reader, writer = self._line
        packed = json.dumps(body).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\nContent-Length: {len(packed)}"
        writer.write(f"{head}\r\n\r\n".encode() + packed)
        lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        fields = dict(line.split(": ", 1) for line in lines[1:] if line)
        answer = await reader.readexactly(int(fields["content-length"]))
        if not lines[0].startswith("HTTP/1.1 20"):
            raise ConnectionError(f"{lines[0]}: {answer.decode()}")
        return json.loads(answer), fields.get("set-cookie", "").partition("ludi=")[2].partition(";")[0]

    def close(self) -> None:
        if self._line is not None:
            self._line[1].close()
            self._line = None


class Wire(asyncio.Protocol):
    """One connection: text frames go in by :meth:`send`, and those that come are handed to ``hear`` as bytes."""

    def __init__(self, path: str, cookie: str, hear: Callable[[bytes], None]) -> None:
        self._path = path
        self._cookie = cookie
        self._hear = hear
        self._buffer = bytearray()
        self._transport: asyncio.Transport | None = None
        self._open = False
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed = False

    @classmethod
    async def to(cls, address: str, path: str, cookie: str, hear: Callable[[bytes], None]) -> Wire:
        """Connect and shake hands."""
        parts = urlsplit(address)
        loop = asyncio.get_running_loop()
        assert parts.hostname is not None
        assert parts.port is not None
        _, wire = await loop.create_connection(lambda: cls(path, cookie, hear), parts.hostname, parts.port)
        await wire.ready
        return wire

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        lines = (
            f"GET {self._path} HTTP/1.1",
            "Host: bench",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            f"Cookie: ludi={self._cookie}",
            "",
            "",
        )
        transport.write("\r\n".join(lines).encode())

    def connection_lost(self, error: Exception | None) -> None:
        self.closed = True
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("the server hung up"))

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer
        buffer += data
        if not self._open:
            head, end, _ = bytes(buffer).partition(b"\r\n\r\n")
            if not end or self.ready.done():  # or nobody waits for it any more
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                self.ready.set_exception(ConnectionError(head.decode("latin-1")))
                return
            del buffer[: len(head) + 4]
            self._open = True
            self.ready.set_result(None)
        while len(buffer) >= 2:
            length, start = buffer[1] & 0x7F, 2
            if length == 126:
                length, start = int.from_bytes(buffer[2:4], "big"), 4
            elif length == 127:
                length, start = int.from_bytes(buffer[2:10], "big"), 10
            if len(buffer) < start + length:
                return
            kind = buffer[0] & 0x0F
            body = bytes(buffer[start : start + length])
            del buffer[: start + length]
            if kind == 1:
                self._hear(body)
            elif kind == 9:
                self._frame(0x8A, body)

    def send(self, text: str) -> None:
        self._frame(0x81, text.encode())

    def _frame(self, head: int, body: bytes) -> None:
        """A frame masked with zeros, which changes nothing."""
        if self.closed or self._transport is None:
            return
        size = len(body)
        length = bytes([0x80 | size]) if size < 126 else bytes([0xFE]) + size.to_bytes(2, "big")
        self._transport.write(bytes([head]) + length + b"\0\0\0\0" + body)

    def close(self) -> None:
        self.closed = True
        if self._transport is not None:
            self._transport.abort()

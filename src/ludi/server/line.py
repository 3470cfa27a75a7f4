"""The line to a browser: how text frames get out.

Most of what a server does for a decision, once it is made, is telling everybody at the table. Through the layers of an
ASGI application every frame is a message and a write to the system of its own; an acknowledgement and the position
that follows it go together here, already as bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import OPEN

EXTENSION = "ludi.line"
TEXT = b"\x81"


class Line(Protocol):
    """Where frames go; :class:`WebSocketDisconnect` once nobody is there any more."""

    async def free(self) -> None:
        """Wait until the last frames are on their way: a slow line gets the newest state, not all of them."""

    async def send(self, frames: Sequence[bytes]) -> None: ...


def line_of(socket: WebSocket) -> Line:
    """The line of a websocket: the short one where our own server runs, the usual one elsewhere."""
    own = socket.scope.get("extensions", {}).get(EXTENSION)
    return own["line"] if own is not None else _AnyLine(socket)


class _AnyLine:
    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket

    async def free(self) -> None:
        return

    async def send(self, frames: Sequence[bytes]) -> None:
        for frame in frames:
            await self._socket.send_text(frame.decode())


class OwnLine:
    """The line of a connection to uvicorn, for text frames that are written as one."""

    __slots__ = ("_connection",)

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def free(self) -> None:
        writable = self._connection.writable
        if not writable.is_set():
            await writable.wait()

    async def send(self, frames: Sequence[bytes]) -> None:
        if not frames:
            return
        await self.free()
        here = self._connection
        if here.disconnected or here.close_sent or here.conn.state is not OPEN:
            raise WebSocketDisconnect(1006)
        here.transport.write(b"".join([part for frame in frames for part in (_head(len(frame)), frame)]))


def _head(size: int) -> bytes:
    """The first bytes of a whole text frame from a server (RFC 6455, 5.2)."""
    if size < 126:
        return TEXT + bytes((size,))
    if size < 65536:
        return TEXT + b"\x7e" + size.to_bytes(2, "big")
    return TEXT + b"\x7f" + size.to_bytes(8, "big")


class Connection(WebSocketsSansIOProtocol):
    """uvicorn's websocket, which lets the application have its line."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][EXTENSION] = {"line": OwnLine(self)}

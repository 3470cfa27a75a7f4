"""Connections that have not asked for anything yet: each gets some seconds, and nobody may hold many of them.

A server has a limited number of file handles. Whoever connects and then stays silent, or sends a request letter by
letter, would use them all up; here the oldest of those who wait make room for the next.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

log = logging.getLogger("ludi.server.door")

HEAD_SECONDS = 10.0
"""How long the head of a request may take, from the connection or from the first byte on."""
LONGEST_HEAD = 64 * 1024
MOST_WAITING = 400
MOST_WAITING_EACH = 60
"""Connections without a complete head, in all and from one address. Browsers and proxies send theirs at once."""

HANDLES = 65_536
"""The number of open files that is asked of the system."""


class Porch:
    """Those who wait, the longest first. ``Porch().caller`` is what uvicorn makes for each connection."""

    def __init__(self) -> None:
        self._waiting: dict[Caller, str] = {}
        self._from: defaultdict[str, int] = defaultdict(int)

    def caller(self, **parts: Any) -> Caller:
        return Caller(self, AutoHTTPProtocol(**parts))

    def wait(self, caller: Caller) -> None:
        if self._from[caller.address] >= MOST_WAITING_EACH:
            self._make_room(next(each for each, address in self._waiting.items() if address == caller.address))
        elif len(self._waiting) >= MOST_WAITING:
            self._make_room(next(iter(self._waiting)))
        self._waiting[caller] = caller.address
        self._from[caller.address] += 1

    def enter(self, caller: Caller) -> None:
        """The caller waits no longer."""
        address = self._waiting.pop(caller, None)
        if address is not None:
            self._from[address] -= 1
            if not self._from[address]:
                del self._from[address]

    def _make_room(self, caller: Caller) -> None:
        log.warning("too many connections without a request; the oldest is closed")
        self.enter(caller)
        caller.hang_up()


class Caller(asyncio.Protocol):
    """One connection: uvicorn's own protocol, watched until the head of each request is there."""

    def __init__(self, porch: Porch, inner: Any) -> None:
        self._porch = porch
        self._inner = inner
        self._transport: Any = None
        self._timer: asyncio.TimerHandle | None = None
        self._cycle: Any = None
        self._received = 0
        self.address = "?"

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport
        peer = transport.get_extra_info("peername")
        self.address = str(peer[0]) if isinstance(peer, tuple) else "?"
        self._inner.connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        if self._timer is None and self._cycle.response_complete:
            self._wait()
        self._received += len(data)
        self._inner.data_received(data)
        if self._inner.cycle is not self._cycle or self._transport.get_protocol() is not self:
            self._cycle = self._inner.cycle
            self._enter()
        elif self._timer is not None and self._received > LONGEST_HEAD:
            self.hang_up()

    def _wait(self) -> None:
        self._received = 0
        self._timer = asyncio.get_running_loop().call_later(HEAD_SECONDS, self.hang_up)
        self._porch.wait(self)

    def _enter(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._porch.enter(self)

    def hang_up(self) -> None:
        self._enter()
        if self._transport is not None:
            self._transport.abort()

    def connection_lost(self, error: Exception | None) -> None:
        self._enter()
        self._inner.connection_lost(error)

    def eof_received(self) -> bool | None:
        kept: bool | None = self._inner.eof_received()
        return kept

    def pause_writing(self) -> None:
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        self._inner.resume_writing()


def more_handles() -> None:
    """Ask the system for as many open files as it grants."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = HANDLES if hard == resource.RLIM_INFINITY else min(hard, HANDLES)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


class Senders:
    """Whose requests are still on the way; where one visitor has too many of them, the oldest runs out of time."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._sending: defaultdict[str, dict[asyncio.Timeout, None]] = defaultdict(dict)

    @contextlib.contextmanager
    def one_more(self, visitor: str, time_left: asyncio.Timeout) -> Iterator[None]:
        others = self._sending[visitor]
        if len(others) >= self._most:
            oldest = next(iter(others))
            del others[oldest]
            oldest.reschedule(asyncio.get_running_loop().time())
        others[time_left] = None
        try:
            yield
        finally:
            others.pop(time_left, None)
            if not others:
                self._sending.pop(visitor, None)


class Crowd:
    """How many each visitor keeps busy with one kind of thing."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._busy: defaultdict[str, int] = defaultdict(int)

    @contextlib.contextmanager
    def one_more(self, visitor: str) -> Iterator[bool]:
        """Whether there is room for one more of this visitor; it is taken until the end of the block."""
        room = self._busy[visitor] < self.most
        self._busy[visitor] += room
        try:
            yield room
        finally:
            self._busy[visitor] -= room
            if not self._busy[visitor]:
                del self._busy[visitor]

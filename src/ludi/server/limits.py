"""What stands at the door: sizes, rates, foreign sites, and the headers that keep a browser safe."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import OrderedDict
from collections.abc import Callable
from time import monotonic
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludi.server.porch import Crowd, Senders
from ludi.server.refusals import Refused

log = logging.getLogger("ludi.server.door")

MAX_BODY = 256 * 1024
MAX_RECORD = 1024 * 1024
MOST_HELD = 24 * 1024 * 1024
"""Of all bodies that are being received or worked on, small ones apart."""
SMALL_BODY = 16 * 1024
ANSWER_PIECE = 64 * 1024
ANSWER_SECONDS = 30.0
"""So long somebody may take to read a piece of an answer."""
RECORD_PATHS = ("/api/replay", "/api/replay/board", "/api/replay/study", "/api/replay/why", "/api/verify")
BODY_SECONDS = 30.0
MOST_BODIES = 60
"""Requests of one visitor whose body is still on the way; one more, and the oldest is given up."""
MOST_SOCKETS = 200
"""Websockets of one visitor (a whole school may share an address)."""

CSP = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
}


class Bucket:
    """Lets ``burst`` through at once and ``rate`` per second in the long run."""

    __slots__ = ("_at", "_left", "burst", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._left = burst
        self._at = monotonic()

    def take(self) -> bool:
        at = monotonic()
        self._left = min(self.burst, self._left + (at - self._at) * self.rate)
        self._at = at
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def wait(self) -> float:
        return max(0.0, (1 - self._left) / self.rate)


class Limiter:
    """One bucket for each visitor and kind of request; the least recent ones are forgotten."""

    KINDS = {  # noqa: RUF012 - never changed
        "request": (40.0, 300.0),
        "socket": (5.0, 60.0),
        "login": (0.2, 10.0),
        "guest": (1.0, 60.0),
        "match": (0.5, 40.0),
        "question": (20.0, 100.0),
        "hint": (0.5, 20.0),
        "record": (0.5, 30.0),
        "analysis": (0.1, 20.0),
    }

    def __init__(self, on: bool = True, most: int = 20_000) -> None:
        self.on = on
        self._most = most
        self._buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()

    def check(self, kind: str, visitor: str) -> None:
        """:class:`Refused` if this visitor does this too often."""
        if not self.on:
            return
        key = (kind, visitor)
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(*self.KINDS[kind])
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        if not bucket.take():
            log.warning("too many requests of the kind '%s' from one visitor", kind)
            raise Refused("too_fast", "Too many requests; wait a moment.", retry_after=bucket.wait)


def visitor(scope: Scope) -> str:
    """The address a request comes from."""
    client = scope.get("client")
    return str(client[0]) if client else "?"


def same_site(headers: Headers, allowed: str) -> bool:
    """Whether a browser sent this from our own page (other programs send no Origin)."""
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        site = urlsplit(origin).netloc
    except ValueError:  # "http://[" names no site
        return False
    return site == headers.get("host") or (bool(allowed) and origin == allowed)


class NotRead(Exception):
    """Somebody asked but does not read the answer."""


class Door:
    """The outermost layer of the server."""

    def __init__(self, app: ASGIApp, limiter: Limiter, url: str = "") -> None:
        self.app = app
        self.limiter = limiter
        self.url = url
        self._held = 0
        self._senders = Senders(MOST_BODIES)
        self._looking = Crowd(MOST_SOCKETS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        elif scope["type"] == "http":
            await self._http(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            if not same_site(Headers(scope=scope), self.url):
                raise Refused("forbidden_origin", "This comes from another site.")
            self.limiter.check("socket", visitor(scope))
        except Refused as refused:
            log.warning("websocket refused: %s", refused.code)
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        with self._looking.one_more(visitor(scope)) as room:
            if room or not self.limiter.on:
                await self.app(scope, receive, send)
            else:
                log.warning("websocket refused: one visitor has %d of them", MOST_SOCKETS)
                await receive()
                await send({"type": "websocket.close", "code": 1008})

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False
        looks_only = scope["method"] == "HEAD"
        if looks_only:
            scope = {**scope, "method": "GET"}

        async def with_headers(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.body" and looks_only:
                message = {**message, "body": b""}
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if self.url.startswith("https://"):
                    headers.setdefault("Strict-Transport-Security", "max-age=31536000")
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await _send_by_pieces(message, send)

        held = 0

        def hold(size: int) -> None:
            nonlocal held
            if self._held + size > MOST_HELD:
                raise Refused("too_fast", "Very much is being sent just now; try again in a moment.", retry_after=1.0)
            held += size
            self._held += size

        try:
            await self._let_in(scope, receive, with_headers, hold)
        except NotRead:
            log.info("%s: the answer was not read", scope["method"])
        except Exception:
            log.exception("%s failed", scope["method"])
            if started:
                raise
            await _answer(Refused("internal", "Something went wrong here; it is in the server's log."), with_headers)
        finally:
            self._held -= held

    async def _let_in(self, scope: Scope, receive: Receive, send: Send, hold: Callable[[int], None]) -> None:
        headers = Headers(scope=scope)
        try:
            self.limiter.check("request", visitor(scope))
            if scope["method"] not in ("GET", "HEAD", "OPTIONS") and not same_site(headers, self.url):
                raise Refused("forbidden_origin", "This comes from another site.")
            body = await self._whole_body(scope, headers, receive, hold)
        except Refused as refused:
            log.info("%s refused: %s", scope["method"], refused.code)
            await _answer(refused, send, hang_up=scope["method"] not in ("GET", "OPTIONS"))
            return

        given = False

        async def again() -> Message:
            nonlocal given
            if given:
                return await receive()
            given = True
            return {"type": "http.request", "body": body, "more_body": False}

        await self.app(scope, again, send)

    async def _whole_body(self, scope: Scope, headers: Headers, receive: Receive, hold: Callable[[int], None]) -> bytes:
        try:
            async with asyncio.timeout(BODY_SECONDS) as time_left:
                with self._senders.one_more(visitor(scope), time_left):
                    return await self._body(scope, headers, receive, hold)
        except TimeoutError:
            raise Refused("too_slow", "The request did not arrive in time.") from None

    async def _body(self, scope: Scope, headers: Headers, receive: Receive, hold: Callable[[int], None]) -> bytes:
        """The whole body, if it is not too long and there is room for it beside the others."""
        most = MAX_RECORD if scope["path"] in RECORD_PATHS else MAX_BODY
        told = headers.get("content-length", "0")
        if not (told.isascii() and told.isdigit()) or len(told) > 20 or int(told) > most:
            raise Refused("too_large", "That is too long.")
        parts: list[bytes] = []
        size = 0
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return b""
            parts.append(message.get("body", b""))
            size += len(parts[-1])
            if size > most:
                raise Refused("too_large", "That is too long.")
            if size > SMALL_BODY:
                hold(len(parts[-1]))
            if not message.get("more_body"):
                return b"".join(parts)


async def _send_by_pieces(message: Message, send: Send) -> None:
    """Pass an answer on piece by piece, each when the line has room; :class:`NotRead` if it has none for long.

    In one piece it would lie in the line's memory until somebody reads it, or for ever.
    """
    body, more = message.get("body", b""), message.get("more_body", False)
    pieces = [body[at : at + ANSWER_PIECE] for at in range(0, len(body), ANSWER_PIECE)] or [body]
    last = len(pieces) - 1
    for number, piece in enumerate(pieces):
        if last:
            message = {"type": message["type"], "body": piece, "more_body": number < last or more}
        try:
            await asyncio.wait_for(send(message), ANSWER_SECONDS)
        except TimeoutError:
            raise NotRead from None


async def _answer(refused: Refused, send: Send, *, hang_up: bool = False) -> None:
    """The refusal; ``hang_up`` if the rest of the request is not waited for."""
    body = json.dumps(refused.to_json()).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if refused.retry_after:
        headers.append((b"retry-after", str(int(refused.retry_after) + 1).encode()))
    if hang_up:
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})

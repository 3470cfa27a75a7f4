"""Records are played again in a process of their own (:mod:`ludi.server.reader`): nobody at a table waits for it.

One question after another. What waits is bounded, for everybody together and for each visitor; a question that takes
too long is ended with its process.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from starlette.requests import Request
from starlette.responses import Response

from ludi.server.limits import visitor
from ludi.server.reader import Answer, Question
from ludi.server.refusals import Refused
from ludi.server.thinkers import BotFailed, Worker

log = logging.getLogger("ludi.server.readers")

SECONDS = 20.0
MOST_WAITING = 20
MOST_EACH = 4
IDLE_SECONDS = 600.0


class Readers:
    """The process that plays records again; it is there only while it is needed."""

    def __init__(self) -> None:
        self._worker: Worker | None = None
        self._threads = ThreadPoolExecutor(1, "reader")
        self._waiting: Counter[str] = Counter()
        self._closing: asyncio.TimerHandle | None = None

    async def answer(self, request: Request, question: Question) -> Response:
        """The answer to a request; :class:`Refused` if there is none."""
        squeeze = "gzip" in request.headers.get("accept-encoding", "")
        answer = await self.read(request, question, squeeze=squeeze)
        headers = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"} if squeeze else None
        return Response(answer, media_type="application/json", headers=headers)

    async def read(self, request: Request, question: Question, *, squeeze: bool = False) -> bytes:
        """The same as JSON, for those who go on from it."""
        asker = visitor(request.scope)
        if self._waiting[asker] >= MOST_EACH or self._waiting.total() >= MOST_WAITING:
            raise Refused("too_fast", "Other records are being played again; try again in a moment.", retry_after=1.0)
        loop = asyncio.get_running_loop()
        self._waiting[asker] += 1
        try:
            answer = await loop.run_in_executor(self._threads, self._ask, (question, squeeze))
        except BotFailed as error:
            log.warning("a record could not be played again: %s", error)
            raise Refused("too_large", "This record takes too much time or memory to be played again.") from None
        finally:
            self._waiting -= Counter([asker])
            if self._closing is not None:
                self._closing.cancel()
            self._closing = loop.call_later(IDLE_SECONDS, self._rest)
        if isinstance(answer, tuple):
            raise Refused(*answer)
        return answer

    def _ask(self, question: tuple[Question, bool]) -> Answer:
        worker, self._worker = self._worker or Worker("ludi.server.reader"), None
        try:
            answer: Answer = worker.ask(question, SECONDS)
        except BaseException:
            worker.stop()
            raise
        self._worker = worker
        return answer

    def _rest(self) -> None:
        if not self._waiting and self._worker is not None:
            self._worker.stop()
            self._worker = None

    def close(self) -> None:
        if self._closing is not None:
            self._closing.cancel()
        self._threads.shutdown(cancel_futures=True)
        if self._worker is not None:
            self._worker.stop()

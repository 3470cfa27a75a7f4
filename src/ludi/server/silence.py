"""How long nothing may be heard from the other end of a line."""

from __future__ import annotations

import asyncio
import math
from types import TracebackType
from typing import Self


class Silence:
    """:class:`TimeoutError` for one who has listened in vain for so long.

    A timer for every frame would take longer than reading it, so one looks from time to time whether anything came.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._loop = asyncio.get_running_loop()
        self._since = math.inf
        self._end = asyncio.timeout(None)
        self._timer: asyncio.TimerHandle | None = None

    def begins(self) -> None:
        self._since = self._loop.time()

    def ends(self) -> None:
        self._since = math.inf

    async def __aenter__(self) -> Self:
        await self._end.__aenter__()
        self._look_in(self._seconds)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._timer is not None:
            self._timer.cancel()
        await self._end.__aexit__(kind, error, trace)

    def _look_in(self, seconds: float) -> None:
        self._timer = self._loop.call_later(seconds, self._check)

    def _check(self) -> None:
        left = self._since + self._seconds - self._loop.time()
        if left > 0:
            self._look_in(min(left, self._seconds))
        else:
            self._end.reschedule(self._loop.time())

"""Bots think in processes of their own, so that no person waits while a bot ponders.

A worker gets the name of a bot and the perspective of its seat, never the true position. It ends by itself when the
server is gone; when it takes too long, it is ended and a new one takes its place.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import pickle
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from ludi import bots
from ludi.core import Perspective

log = logging.getLogger("ludi.server.bots")

START_SECONDS = 30.0


class BotFailed(Exception):
    """A bot raised an error, chose something that is not allowed, died or took too long."""


@dataclass(slots=True)
class _Worker:
    process: BaseProcess
    line: Connection

    def stop(self) -> None:
        with contextlib.suppress(OSError):
            self.line.close()
        self.process.kill()
        self.process.join(5)


class Thinkers:
    """A fixed number of workers; whoever needs one waits for the next that is free."""

    def __init__(self, number: int, seconds: float) -> None:
        self.seconds = seconds
        self._free: asyncio.Queue[_Worker | None] = asyncio.Queue()
        self._workers: dict[int, _Worker] = {}
        self._threads = ThreadPoolExecutor(number, "bot")
        self._context = multiprocessing.get_context("spawn")
        for _ in range(number):
            self._free.put_nowait(None)

    async def choose(self, level: str, perspective: Perspective) -> str:
        """The word of the bot's decision, or :class:`BotFailed`."""
        legal = perspective.legal()
        if len(legal) == 1:
            return perspective.spell(legal[0])
        worker = await self._free.get()
        loop = asyncio.get_running_loop()
        task = loop.run_in_executor(self._threads, self._ask, worker, (level, perspective))
        task.add_done_callback(lambda done: self._free.put_nowait(None if done.exception() else done.result()[0]))
        _, answer = await asyncio.shield(task)
        if isinstance(answer, int) and answer in legal:
            return perspective.spell(answer)
        raise BotFailed(answer if isinstance(answer, str) else f"it chose {answer!r}, which is not allowed")

    async def warm_up(self) -> None:
        """Start all workers, so that the first bot need not wait for its process."""
        loop = asyncio.get_running_loop()
        idle = [self._free.get_nowait() for _ in range(self._free.qsize())]
        started = [loop.run_in_executor(self._threads, self._start) for worker in idle if worker is None]
        for worker in idle:
            if worker is not None:
                self._free.put_nowait(worker)
        for each in await asyncio.gather(*started, return_exceptions=True):
            if isinstance(each, BaseException):
                log.warning("a process for bots did not start: %s", each)
            self._free.put_nowait(None if isinstance(each, BaseException) else each)

    def _start(self) -> _Worker:
        mine, theirs = self._context.Pipe()
        process = self._context.Process(target=_work, args=(theirs,), daemon=True, name="ludi bot")
        process.start()
        theirs.close()
        worker = _Worker(process, mine)
        self._workers[id(worker)] = worker
        if not mine.poll(START_SECONDS) or mine.recv() != "ready":
            self._drop(worker)
            raise BotFailed("its process did not start")
        return worker

    def _drop(self, worker: _Worker) -> None:
        self._workers.pop(id(worker), None)
        worker.stop()

    def _ask(self, worker: _Worker | None, question: tuple[str, Perspective]) -> tuple[_Worker | None, Any]:
        """Put a question to a worker; it and its answer. A worker that fails to answer is ended (None)."""
        if worker is None or not worker.process.is_alive():
            worker = self._start()
        try:
            worker.line.send_bytes(pickle.dumps(question))
            if not worker.line.poll(self.seconds):
                self._drop(worker)
                return None, f"it took longer than {self.seconds:g} seconds"
            return worker, worker.line.recv()
        except (OSError, EOFError):
            self._drop(worker)
            return None, "its process died"

    def close(self) -> None:
        for worker in list(self._workers.values()):
            self._drop(worker)
        self._threads.shutdown(wait=False, cancel_futures=True)


def _work(line: Connection) -> None:
    """The life of a worker: answer until the other end is gone."""
    with contextlib.suppress(AttributeError, OSError):
        os.nice(5)  # people come first
    rng = random.Random()
    line.send("ready")
    while True:
        try:
            question = line.recv_bytes()
        except (EOFError, OSError, KeyboardInterrupt):
            return
        answer: int | str
        try:
            level, perspective = pickle.loads(question)  # from our own server, over a private pipe
            answer = bots.find(level, perspective.box.game).choose(perspective, rng)
        except Exception as error:
            answer = f"{type(error).__name__}: {error}"
        try:
            line.send(answer)
        except OSError:
            return

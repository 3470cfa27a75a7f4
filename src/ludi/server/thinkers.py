"""Bots think in processes of their own, so that no person waits while a bot ponders.

A worker (:mod:`ludi.server.thinker`) gets the name of a bot and the perspective of its seat, never the true position.
It ends by itself when the server is gone; when it takes too long, it is ended and a new one takes its place.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import pickle
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Any

from ludi.bots.hints import Hint
from ludi.core import Perspective
from ludi.server.thinker import receive, send
from ludi.server.turns import Turn, Turns

log = logging.getLogger("ludi.server.bots")

START_SECONDS = 60.0


class BotFailed(Exception):
    """A bot raised an error, chose something that is not allowed, died or took too long."""


class Worker:
    """One process in which bots think, one question at a time."""

    def __init__(self, module: str = "ludi.server.thinker") -> None:
        command = [sys.executable, "-m", module]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._exchange(None, START_SECONDS)

    def ask(self, question: Any, seconds: float) -> Any:
        """What the process answers: for a bot an action, or a sentence about what went wrong."""
        return self._exchange(pickle.dumps(question, pickle.HIGHEST_PROTOCOL), seconds)

    def _exchange(self, question: bytes | None, seconds: float) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        late = threading.Event()

        def too_late() -> None:
            late.set()
            self.process.kill()

        timer = threading.Timer(seconds, too_late)
        timer.start()
        try:
            if question is not None:
                send(self.process.stdin, question)
            answer = receive(self.process.stdout)
        except OSError:
            answer = None
        finally:
            timer.cancel()
        if answer is None:
            self.stop()
            raise BotFailed(f"it took longer than {seconds:g} seconds" if late.is_set() else "its process died")
        return pickle.loads(answer)  # from our own worker, over a private pipe

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):  # what was still to be written has no reader any more
                    pipe.close()


class Thinkers:
    """A fixed number of workers; whoever needs one waits for a turn (:mod:`ludi.server.turns`)."""

    def __init__(self, number: int, seconds: float) -> None:
        self.seconds = seconds
        self.workers: set[Worker] = set()
        self.turns = Turns(number)
        self._number = number
        self._free: list[Worker | None] = [None] * self.turns.places
        self._threads = ThreadPoolExecutor(self.turns.places, "bot")
        self._closed = False

    async def choose(self, level: str, perspective: Perspective, turn: Turn = Turn()) -> str:  # noqa: B008 - frozen
        """The word of the bot's decision, or :class:`BotFailed`."""
        legal = perspective.legal()
        if len(legal) == 1:
            return perspective.spell(legal[0])
        answer = await self._answer(turn, level, perspective, for_person=False)
        if isinstance(answer, int) and answer in legal:
            return perspective.spell(answer)
        raise BotFailed(answer if isinstance(answer, str) else f"it chose {answer!r}, which is not allowed")

    async def hint(self, level: str, perspective: Perspective, turn: Turn) -> Hint:
        """What a level would do in a person's place, and why; or :class:`BotFailed`."""
        answer = await self._answer(turn, level, perspective, for_person=True)
        if isinstance(answer, Hint):
            return answer
        raise BotFailed(str(answer))

    async def _answer(self, turn: Turn, level: str, perspective: Perspective, *, for_person: bool) -> Any:
        """What a worker answers, when it is this one's turn."""
        await self.turns.enter(turn)
        worker, since = self._free.pop(), monotonic()
        question = (level, perspective, for_person)
        task = asyncio.get_running_loop().run_in_executor(self._threads, self._ask, worker, question)

        def done(task: asyncio.Future[tuple[Worker | None, Any]]) -> None:
            self._free.append(None if task.cancelled() or task.exception() else task.result()[0])
            self.turns.leave(turn, monotonic() - since)

        task.add_done_callback(done)
        _, answer = await asyncio.shield(task)
        return answer

    def _ask(self, worker: Worker | None, question: tuple[str, Perspective, bool]) -> tuple[Worker | None, Any]:
        """A worker that can be asked again (None: there is none left) and the answer."""
        try:
            worker = worker or self._start()
            return worker, worker.ask(question, self.seconds)
        except Exception as error:
            if worker is not None:
                self.workers.discard(worker)
                worker.stop()
            return None, str(error) or type(error).__name__

    def _start(self) -> Worker:
        worker = Worker()
        self.workers.add(worker)
        if self._closed:
            worker.stop()
        return worker

    async def warm_up(self) -> None:
        """Start the workers, so that the first bot need not wait for its process."""
        for _ in range(self._number):
            await self.turns.enter(Turn())
            worker = self._free.pop(0)  # without a process, unless bots have been asked already and started them all
            try:
                worker = worker or await asyncio.get_running_loop().run_in_executor(self._threads, self._start)
            except (BotFailed, OSError) as error:
                log.warning("a process for bots did not start: %s", error)
            finally:
                self._free.append(worker)
                self.turns.leave(Turn(), 0.0)

    def close(self) -> None:
        self._closed = True
        for worker in list(self.workers):
            worker.stop()
        self._threads.shutdown(wait=False, cancel_futures=True)

"""Finished matches are judged in the background, by processes that yield to everything else (ludi.server.analyst).

What waits stands in the store, and so does every judgement soon after it was made. A server that is stopped or killed
goes on later where it was; judgements do not depend on when and where they are made. Whoever waits gets a share of
the time in turn, so that a long game does not hold up the short ones.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Any

from sqlalchemy.exc import OperationalError

from ludi.bots.sample import Sample
from ludi.server import queries_analysis as queries
from ludi.server.hall import Hall
from ludi.server.refusals import Refused, from_store
from ludi.server.store import Conflict, Row, Store
from ludi.server.thinkers import BotFailed, Worker

log = logging.getLogger("ludi.server.analysis")

SLICE_SECONDS = 30.0
"""So long a match is judged before the next in the queue has its turn."""
KEEP_SECONDS = 1.0
"""Judgements are written down, and progress is told, so often."""
DECISION_SECONDS = 300.0


class Analysts:
    """A fixed number of processes that judge what waits in the store."""

    def __init__(self, store: Store, hall: Hall, number: int, silent: float) -> None:
        self.store = store
        self.hall = hall
        self.number = number
        self.silent = silent
        """A process of which nothing was heard for so many seconds is gone; another takes its work over."""
        self._bell = asyncio.Event()
        self._threads = ThreadPoolExecutor(max(1, number), "analysis")
        self._workers: set[Worker] = set()
        self._at_work: set[tuple[str, str]] = set()
        """The match and level on every desk."""
        self._tasks: list[asyncio.Task[None]] = []
        self._closed = False

    async def open(self) -> None:
        if self.number and not self.store.shared:
            await self.store.write(queries.free_all)
        work = [self._work() for _ in range(self.number)]
        if self.number:
            work.append(self._be_heard())
        self._tasks = [asyncio.get_running_loop().create_task(each) for each in work]

    def wake(self) -> None:
        """Something new waits."""
        self._bell.set()

    async def close(self) -> None:
        self._closed = True
        for task in self._tasks:
            task.cancel()
        for worker in list(self._workers):
            worker.process.kill()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for worker in list(self._workers):
            worker.stop()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _work(self) -> None:
        desk = Desk(self)
        while True:
            self._bell.clear()
            try:
                job = await self.store.write(queries.take, self.store.name, self.silent)
                if job is not None:
                    await self._judge(job, desk)
                    continue
            except OperationalError as error:
                from_store(error)
                await asyncio.sleep(5.0)
                continue
            except Exception:
                log.exception("an analysis could not go on")
                await asyncio.sleep(5.0)
                continue
            desk.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._bell.wait(), min(5.0, self.silent) if self.store.shared else 60.0)

    async def _be_heard(self) -> None:
        """Tell the others that somebody is still at work on these, however long a decision takes."""
        while True:
            await asyncio.sleep(self.silent / 4)
            try:
                for match, level in list(self._at_work):
                    await self.store.write(queries.be_heard, match, level, self.store.name)
            except OperationalError as error:
                from_store(error)
            except Exception:
                log.exception("nobody can be told that the analysis goes on")

    async def _judge(self, job: Row, desk: Desk) -> None:
        match, level = job["match"], job["level"]
        fresh: list[queries.Move] = []
        kept = monotonic()

        async def keep(leave: bool) -> bool:
            nonlocal kept
            moves, fresh[:] = list(fresh), []
            seconds, kept = monotonic() - kept, monotonic()
            done: bool = await self.store.write(_keep, match, level, self.store.name, moves, leave, seconds)
            return done

        self._at_work.add((match, level))
        try:
            room = await self.hall.room(match)
            if room.table is None:
                raise BotFailed("the match cannot be played again by this server")
            record = room.table.record()
            there = await self.store.read(queries.numbers_of, match, level)
            left = [number for number in Sample(**job["sample"]).numbers(record.decisions) if number not in there]
            question: Any = (record.to_json(), level, left)
            end = monotonic() + SLICE_SECONDS
            kept = monotonic()
            for number in left:
                fresh.append(await desk.ask(question))
                question = None
                late = monotonic() > end
                keeping = late or number == left[-1] or monotonic() > kept + KEEP_SECONDS
                if keeping and (await keep(leave=late) or late):
                    return
        except asyncio.CancelledError:
            with contextlib.suppress(Exception):  # whatever happens to the last judgements, the server stops
                await keep(leave=True)
            raise
        except (BotFailed, Refused) as error:
            log.warning("the analysis of match %s (%s) failed: %s", match, level, error)
            await self.store.write(queries.give_up, match, level, self.store.name, str(error))
        except Conflict:
            log.info("match %s is no longer analysed here", match)
        finally:
            self._at_work.discard((match, level))

    # The desks' processes

    async def in_thread(self, work: Any, *args: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *args)

    def hire(self) -> Worker:
        worker = Worker("ludi.server.analyst")
        self._workers.add(worker)
        if self._closed:
            self.dismiss(worker)
        return worker

    def dismiss(self, worker: Worker) -> None:
        self._workers.discard(worker)
        worker.stop()


class Desk:
    """Where one match at a time is judged; the process is there only while there is work."""

    def __init__(self, analysts: Analysts) -> None:
        self._analysts = analysts
        self._worker: Worker | None = None

    async def ask(self, question: Any) -> queries.Move:
        """The next judgement, or :class:`BotFailed`."""
        try:
            if self._worker is None:
                self._worker = await self._analysts.in_thread(self._analysts.hire)
            answer = await self._analysts.in_thread(self._worker.ask, question, DECISION_SECONDS)
        except BotFailed:
            self.clear()
            raise
        if not isinstance(answer, dict):
            raise BotFailed(str(answer))
        return answer

    def clear(self) -> None:
        if self._worker is not None:
            self._analysts.dismiss(self._worker)
            self._worker = None


def _keep(
    connection: Any, match: str, level: str, owner: str, moves: list[queries.Move], leave: bool, seconds: float
) -> bool:
    return queries.keep(connection, match, level, owner, moves, leave=leave, seconds=seconds)

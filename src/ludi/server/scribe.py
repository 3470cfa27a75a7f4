"""The one who writes to SQLite, which has one writer at a time anyway."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import OperationalError

T = TypeVar("T")
Work = Callable[..., Any]
"""Something to be written: gets a connection, and the arguments of the one who asks for it."""
Many = Callable[[Connection, Sequence[tuple[Any, ...]]], None]
"""The same for the arguments of many; where it raises anything, nothing counts as done and each is done by itself."""
Result = tuple[Any, Exception | None]

_many: dict[Work, Many] = {}


def at_once(many: Many) -> Callable[[T], T]:
    """Marks some work, which returns nothing, as work that ``many`` does for all who ask for it at the same time."""

    def mark(work: T) -> T:
        assert callable(work)
        _many[work] = many
        return work

    return mark


@dataclass(slots=True)
class Job:
    """Something to be written, and where the one who asked for it waits."""

    work: Work
    args: tuple[Any, ...]
    done: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop

    @property
    def many(self) -> Many | None:
        return _many.get(self.work)


class Scribe:
    """Writes down what others ask for, in a thread of its own.

    Syncing the disk takes longer than all the rest, so everything that is asked for in the meantime is written with the
    next sync: many decisions, one commit. Each stands or falls by itself (a savepoint), and is done when all are
    committed. If the whole batch is lost, each is tried again in a transaction of its own.

    A thread that has to take over the interpreter holds up everybody at the tables, so it is woken once for all that is
    asked for in one turn of a loop, and what is alike is written by a few statements, however much there is of it.
    """

    MOST = 100

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Connection | None = None
        self._gathered: dict[asyncio.AbstractEventLoop, list[Job]] = {}
        self._jobs: SimpleQueue[list[Job] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="store-write", daemon=True)
        self._thread.start()

    def write(self, work: Callable[..., T], *args: Any) -> asyncio.Future[T]:
        """What comes of it, once it is committed. Who stops waiting changes nothing in what is written."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        gathered = self._gathered.get(loop)
        if gathered is None:
            gathered = self._gathered[loop] = []
            loop.call_soon(self._hand_over, loop)
        gathered.append(Job(work, args, done, loop))
        return done

    def _hand_over(self, loop: asyncio.AbstractEventLoop) -> None:
        self._jobs.put(self._gathered.pop(loop))

    def _run(self) -> None:
        try:
            self._work()
        finally:
            if self._connection is not None:
                self._connection.close()

    def _work(self) -> None:
        while (batch := self._jobs.get()) is not None:
            with contextlib.suppress(Empty):
                while len(batch) < self.MOST:
                    following = self._jobs.get_nowait()
                    if following is None:
                        self._jobs.put(None)
                        break
                    batch += following
            self._write(batch)

    def _write(self, batch: list[Job]) -> None:
        try:
            results = self._together(batch)
        except Exception as error:
            if len(batch) == 1:
                self._report(batch, [(None, error)])
            else:
                for each in batch:
                    self._write([each])
            return
        self._report(batch, results)

    def _report(self, batch: list[Job], results: list[Result]) -> None:
        """Tell all at once, each loop in its own thread: waking it for every single one takes longer than writing."""
        for loop in {job.loop for job in batch}:
            mine = [(job.done, result) for job, result in zip(batch, results, strict=True) if job.loop is loop]
            with contextlib.suppress(RuntimeError):  # that loop is closed, and nobody waits in it
                loop.call_soon_threadsafe(_tell_all, mine)

    def _together(self, batch: list[Job]) -> list[Result]:
        """What came of each job, all in one transaction that is committed when this returns."""
        results: list[Result] = []
        if self._connection is None:
            self._connection = self._engine.connect()
        connection = self._connection
        with connection.begin():
            for many, alike in groupby(batch, key=lambda job: job.many):
                jobs = list(alike)
                if many is not None and len(jobs) > 1 and self._at_once(connection, many, jobs):
                    results += [(None, None)] * len(jobs)
                else:
                    results += self._one_by_one(connection, jobs)
        return results

    @staticmethod
    def _at_once(connection: Connection, many: Many, jobs: list[Job]) -> bool:
        """Whether all of them could be done together; if not, nothing is changed."""
        driver: Any = connection.connection.dbapi_connection
        _tell(driver, "SAVEPOINT jobs")
        try:
            many(connection, [job.args for job in jobs])
        except Exception:
            if _lost(connection):
                raise
            _tell(driver, "ROLLBACK TO jobs")
            _tell(driver, "RELEASE jobs")
            return False
        _tell(driver, "RELEASE jobs")
        return True

    @staticmethod
    def _one_by_one(connection: Connection, jobs: Iterable[Job]) -> list[Result]:
        results: list[Result] = []
        driver: Any = connection.connection.dbapi_connection
        for job in jobs:
            _tell(driver, "SAVEPOINT job")
            try:
                results.append((job.work(connection, *job.args), None))
            except Exception as error:
                if _lost(connection):
                    raise
                _tell(driver, "ROLLBACK TO job")
                results.append((None, error))
            _tell(driver, "RELEASE job")
        return results

    def close(self) -> None:
        self._jobs.put(None)
        self._thread.join()
        self._engine.dispose()


def _tell_all(results: list[tuple[asyncio.Future[Any], Result]]) -> None:
    for done, (result, problem) in results:
        if done.cancelled():
            continue
        if problem is not None:
            done.set_exception(problem)
        else:
            done.set_result(result)


def _tell(driver: Any, command: str) -> None:
    """Have the driver do something; SQLAlchemy's own savepoints take longer than all that a decision writes."""
    try:
        driver.execute(command)
    except sqlite3.Error as error:
        raise OperationalError(command, None, error) from error


def _lost(connection: Connection) -> bool:
    """Whether SQLite has rolled back the whole transaction by itself (a full disk): a commit would keep nothing."""
    driver: Any = connection.connection.dbapi_connection
    return not driver.in_transaction

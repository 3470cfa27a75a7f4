"""Work for several cores or several machines, behind one call: :func:`spread`.

The arena, the simulations, the analysis, the data for learning, the mining of puzzles, the ladders and the lessons of
learned judgements say what is to be done; whether one process, a pool of processes or a Ray cluster does it is decided
here. Who asks again and again keeps a :class:`Crew`. A search may also grow several trees side by side
(:func:`think_together`).
"""

from __future__ import annotations

import importlib
import multiprocessing
import os
import random
import signal
import threading
from collections.abc import Callable, Container, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import cache
from itertools import islice
from multiprocessing.connection import wait as wait_for
from typing import TYPE_CHECKING, Any, TypeVar

from ludi.core import LudiError

if TYPE_CHECKING:
    from ludi.bots.search import SearchBot, Thought
    from ludi.bots.trials import Found
    from ludi.core import Perspective

Task = TypeVar("Task")
Answer = TypeVar("Answer")

AHEAD = 3
"""Tasks handed out per worker before the first answer is back."""


def spread(
    work: Callable[[Task], Answer], tasks: Iterable[Task], jobs: int = 1, cluster: str | None = None
) -> Generator[Answer, None, None]:
    """Do ``work`` for every task and give the answers as they come, in any order.

    With one job it is done here; with more, by so many processes; with the address of a Ray cluster (``"local"`` starts
    one on this machine), there. ``work`` must be a function at the top of a module, tasks and answers plain data.
    """
    if cluster is not None:
        yield from _on_ray(work, tasks, jobs, cluster)
    elif jobs == 1:
        for task in tasks:
            yield work(task)
    else:
        yield from _in_processes(work, tasks, jobs)


def settle_in() -> None:
    """What a worker does first: leave Ctrl-C to the process that started it, and never outlive that one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # and not what that one does before it ends
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    wait_for([sentinel])
    os._exit(1)


def _in_processes(work: Callable[[Task], Answer], tasks: Iterable[Task], jobs: int) -> Generator[Answer, None, None]:
    todo = iter(tasks)
    others = multiprocessing.active_children()
    pool = ProcessPoolExecutor(jobs, initializer=settle_in)
    running: set[Future[Answer]] = set()
    ended = False
    try:
        for task in islice(todo, AHEAD * jobs):
            running.add(pool.submit(work, task))
        while running:
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            running |= {pool.submit(work, task) for task in islice(todo, len(done))}
            while done:
                running.discard(each := done.pop())
                yield each.result()
        ended = True
    except KeyboardInterrupt:
        for each in [each for each in running if each.done() and not each.cancelled()]:
            yield each.result()
        raise
    finally:
        _stop(pool, others, at_once=not ended)


def _stop(pool: ProcessPoolExecutor, others: Container[Any], *, at_once: bool) -> None:
    """Close a pool; ``at_once``: whoever interrupts does not wait for long games to end.

    A pool that was still starting its processes may not know all of them yet, and nobody would ever tell them to end:
    then all are ended that are none of the ``others``, who were there before.
    """
    if at_once:
        workers: list[Any] = list((getattr(pool, "_processes", None) or {}).values())
        if getattr(pool, "_executor_manager_thread", None) is None:
            workers = [each for each in multiprocessing.active_children() if each not in others]
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.join()
        # Who was ended in the middle of an answer leaves half of it, and the pool would wait for the rest for ever
        # if this process itself kept the other end of the line open.
        answers = getattr(pool, "_result_queue", None)
        if answers is not None:
            answers._writer.close()
    pool.shutdown(wait=True, cancel_futures=True)


def _begin_ray(jobs: int, address: str) -> tuple[Any, int]:
    """Ray, connected with the cluster or with one started here, and how many work there."""
    try:
        ray: Any = importlib.import_module("ray")
    except ImportError:
        raise LudiError("Ray is not installed here: pip install 'ludi-romani[cluster]'.") from None
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    if not ray.is_initialized():
        if address == "local":
            ray.init(address="local", num_cpus=jobs, include_dashboard=False, log_to_driver=False)
        else:
            ray.init(address=address, log_to_driver=False)
    return ray, jobs if address == "local" else max(jobs, int(ray.cluster_resources().get("CPU", 1)))


def _on_ray(
    work: Callable[[Task], Answer], tasks: Iterable[Task], jobs: int, address: str
) -> Generator[Answer, None, None]:
    ray, workers = _begin_ray(jobs, address)
    remote = ray.remote(work)
    todo = iter(tasks)
    running = [remote.remote(task) for task in islice(todo, AHEAD * workers)]
    try:
        while running:
            done, running = ray.wait(running, num_returns=1)
            running += [remote.remote(task) for task in islice(todo, len(done))]
            for each in done:
                answer: Answer = ray.get(each)
                yield answer
    finally:
        if address == "local":
            ray.shutdown()


# The same workers again and again


class Crew:
    """Workers that stay: processes, or a Ray cluster. To be closed, or used with ``with``.

    >>> with Crew(1) as crew:
    ...     crew.map(abs, [-2, 3])
    [2, 3]
    """

    def __init__(self, jobs: int = 1, cluster: str | None = None) -> None:
        self._pool: Any = None
        self._ray: Any = None
        self._stops_ray = cluster == "local"
        self.workers = jobs
        """How many work: whoever cuts the work into pieces makes so many."""
        if cluster is not None:
            self._ray, self.workers = _begin_ray(jobs, cluster)
        elif jobs > 1:
            # Not a fork: who learns has threads of its own.
            self._pool = multiprocessing.get_context("spawn").Pool(jobs, settle_in)

    def map(self, work: Callable[[Task], Answer], tasks: Iterable[Task]) -> list[Answer]:
        """The answers to all tasks, in their order."""
        return self.begin(work, tasks)()

    def begin(self, work: Callable[[Task], Answer], tasks: Iterable[Task]) -> Callable[[], list[Answer]]:
        """Have it begun; what is given back waits for the answers. With one job it is done only then."""
        if self._ray is not None:
            remote = self._ray.remote(work)
            waiting = [remote.remote(task) for task in tasks]
            return lambda: list(self._ray.get(waiting))
        if self._pool is not None:
            begun = self._pool.map_async(work, list(tasks), chunksize=1)
            return lambda: list(begun.get())
        todo = list(tasks)
        return lambda: [work(task) for task in todo]

    def close(self) -> None:
        if self._pool is not None:
            self._pool.terminate()
            self._pool.join()
        elif self._ray is not None and self._stops_ray:
            self._ray.shutdown()

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *failed: object) -> None:
        self.close()


# Several cores for one decision


@cache
def _kept_pool(cores: int) -> ProcessPoolExecutor:
    """The processes stay, because a decision is too short to start them anew."""
    return ProcessPoolExecutor(cores, initializer=settle_in)


def _grow(task: tuple[SearchBot, Perspective, int, int | None]) -> dict[int, tuple[int, list[float]]]:
    bot, perspective, seed, also = task
    return bot.grow(perspective, random.Random(seed), also)


def think_together(bot: SearchBot, perspective: Perspective, rng: random.Random, also: int | None = None) -> Thought:
    """Grow ``bot.cores`` trees at once, each with the whole budget, and add up what they say of the root's actions."""
    from ludi.bots.search import summary

    tasks = [(bot, perspective, rng.getrandbits(64), also) for _ in range(bot.cores)]
    counts: dict[int, tuple[int, list[float]]] = {}
    for tree in _kept_pool(bot.cores).map(_grow, tasks):
        for action, (visits, sums) in tree.items():
            before, totals = counts.get(action, (0, [0.0] * len(sums)))
            counts[action] = (before + visits, [a + b for a, b in zip(totals, sums, strict=True)])
    return summary(perspective.seat, perspective.box.seats, counts)


def _try(task: tuple[SearchBot, Perspective, int, int | None]) -> Found:
    bot, perspective, seed, also = task
    return bot.tried(perspective, random.Random(seed), also)


def try_together(bot: SearchBot, perspective: Perspective, rng: random.Random, also: int | None = None) -> list[Found]:
    """Let ``bot.cores`` try the ideas out at once, each with the whole budget; what each of them found."""
    tasks = [(bot, perspective, rng.getrandbits(64), also) for _ in range(bot.cores)]
    return list(_kept_pool(bot.cores).map(_try, tasks))

"""Work for many workers goes through one seam; who works changes nothing but the time."""

from __future__ import annotations

import multiprocessing
import posixpath
import threading
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from ludi.bots.analysis import analyse
from ludi.bots.pool import Crew, spread
from ludi.bots.simulation import simulate
from ludi.core import Record, Table, registry, seed_from_text
from ludi.puzzles.mining.mine import mine
from needs import need_research
from patience import patience


def doubled(number: int) -> int:
    return 2 * number


def of_crew(jobs: int, cluster: str | None) -> list[str]:
    """As a lesson of a learned judgement asks its workers, with functions that every worker can find."""
    with Crew(jobs, cluster) as crew:
        later = crew.begin(posixpath.basename, ["a/b", "c"])
        return [*crew.map(posixpath.dirname, ["a/b", "c/d"]), *later()]


def of_simulation(jobs: int, cluster: str | None) -> object:
    told = simulate(registry.find("roma"), {}, ["greedy", "random"], 3, "x", jobs, cluster=cluster).to_json()
    return {name: value for name, value in told.items() if "second" not in name}


def of_analysis(jobs: int, cluster: str | None) -> object:
    return analyse(record(), "search@8", jobs=jobs, cluster=cluster)


def record() -> Record:
    table = Table.new("roma", seed=seed_from_text("pool"))
    for _ in range(6):
        seat = table.state.actors()[0]
        table.play(seat, table.state.legal(seat)[0])
    return table.record()


def of_mining(jobs: int, cluster: str | None, folder: Path) -> object:
    path = folder / f"{jobs}-{cluster}.jsonl"
    mine("roma", 2, path, "a-test", jobs=jobs, cluster=cluster)
    return path.read_text(encoding="utf-8")


def test_processes_do_what_one_does(tmp_path: Path) -> None:
    assert sorted(spread(doubled, range(7), 2)) == [doubled(number) for number in range(7)]
    assert of_simulation(2, None) == of_simulation(1, None)
    assert of_mining(2, None, tmp_path) == of_mining(1, None, tmp_path)


@pytest.mark.parametrize("known", [False, True])
def test_whoever_is_ended_while_processes_start_leaves_none_behind(
    monkeypatch: pytest.MonkeyPatch, *, known: bool
) -> None:
    """SIGTERM comes when it likes: also before the pool knows its processes, who would wait for work for ever."""
    before = multiprocessing.active_children()
    launch = ProcessPoolExecutor._launch_processes  # type: ignore[attr-defined]

    def interrupted(pool: Any) -> None:
        launch(pool)
        if not known:
            pool._processes = {}
        raise SystemExit(143)

    monkeypatch.setattr(ProcessPoolExecutor, "_launch_processes", interrupted)
    with pytest.raises(SystemExit):
        list(spread(doubled, range(7), 2))
    assert multiprocessing.active_children() == before


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_crew_stays_and_answers_in_order(jobs: int) -> None:
    with Crew(jobs) as crew:
        assert crew.workers == jobs
        later = crew.begin(doubled, [5, 6, 7])
        assert crew.map(doubled, range(4)) == [0, 2, 4, 6]
        assert later() == [10, 12, 14]


@pytest.mark.long
def test_a_ray_cluster_does_what_one_process_does(tmp_path: Path) -> None:
    need_research("ray")
    assert of_crew(2, "local") == of_crew(1, None) == ["a", "c", "b", "c"]
    assert of_simulation(2, "local") == of_simulation(1, None)
    assert of_analysis(2, "local") == of_analysis(1, None)
    assert of_mining(2, "local", tmp_path) == of_mining(1, None, tmp_path)


def answer(size: int) -> bytes:
    return bytes(size)


@pytest.mark.parametrize("more", [0, 1, 2])
def test_a_worker_that_is_ended_in_the_middle_of_its_answer_holds_up_nobody(more: int) -> None:
    """So long an answer is half written when its worker is ended, one time or another."""
    answers = spread(answer, [100_000_000] * 50, jobs=2)
    for _ in range(3 + more):
        assert len(next(answers)) == 100_000_000
    ending = threading.Thread(target=answers.close, daemon=True)
    ending.start()
    ending.join(patience(10))
    assert not ending.is_alive()

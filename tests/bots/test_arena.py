"""The arena seats everybody everywhere, loses no finished game, and is honest about what it does not know."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from ludi.bots.arena import arena, plan, play_task
from ludi.bots.arena_results import interval, rate
from ludi.bots.pool import spread
from ludi.core import BadOption, LudiError, UnknownBot, registry
from needs import need_research
from patience import patience

PAX = registry.find("pax")


def lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "games.jsonl").read_text().splitlines()]


def same(result: dict[str, Any]) -> dict[str, Any]:
    """A result without what depends on the clock."""
    bots = {name: {k: v for k, v in bot.items() if k != "milliseconds"} for name, bot in result["bots"].items()}
    return {**{key: value for key, value in result.items() if key != "wall_seconds"}, "bots": bots}


def test_every_seating_is_played_equally_often_with_the_same_deal() -> None:
    tasks = list(plan(PAX, {"players": 3}, ["search@3", "random", "search@5"], 12).tasks(set()))
    seatings = Counter(tuple(task["bots"]) for task in tasks)
    assert set(seatings.values()) == {2}
    assert len(seatings) == 6
    assert len({task["deal"] for task in tasks[:6]}) == 1
    assert len({task["seed"] for task in tasks}) == 12


def test_the_last_bot_fills_the_seats_that_are_left() -> None:
    planned = plan(PAX, {"players": 4}, ["search@3", "random"], 4)
    assert planned.tables == (("search@3", "random", "random", "random"),)
    assert sorted(task["bots"].index("search@3") for task in planned.tasks(set())) == [0, 1, 2, 3]


def test_more_bots_than_seats_all_meet() -> None:
    planned = plan(PAX, {"players": 2}, ["search@3", "random", "search@5"], 2)
    assert len(planned.tables) == 3
    assert len(list(planned.tasks(set()))) == 6


def test_eight_seats_are_drawn_by_chance() -> None:
    planned = plan(PAX, {"players": 8}, ["search@3", "random"], 30)
    places = {tuple(task["bots"]).index("search@3") for task in planned.tasks(set())}
    assert len(places) > 4


@pytest.mark.parametrize(
    ("bots", "games", "error"),
    [([], 1, BadOption), (["random"], 0, BadOption), (["nero"], 1, UnknownBot), (["random"] * 3, 1, BadOption)],
)
def test_what_makes_no_sense_is_refused(bots: list[str], games: int, error: type[Exception]) -> None:
    with pytest.raises(error):
        plan(PAX, {"players": 2}, bots, games)


def test_an_interrupted_arena_goes_on_and_gives_the_same_result(tmp_path: Path) -> None:
    options = {"players": 2}
    whole = arena(PAX, options, ["search@3", "random"], 6)
    told: list[tuple[int, int]] = []

    def stop(done: int, total: int) -> None:
        told.append((done, total))
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        arena(PAX, options, ["search@3", "random"], 6, out=tmp_path, progress=stop)
    assert told == [(0, 6), (1, 6), (2, 6), (3, 6)]
    kept = lines(tmp_path)
    assert len(kept) == 3
    with (tmp_path / "games.jsonl").open("a") as file:
        file.write('{"table": 0, "numb')  # the power went
    told.clear()
    resumed = arena(PAX, options, ["search@3", "random"], 6, out=tmp_path, progress=lambda *each: told.append(each))
    assert told[0] == (3, 6)
    assert told[-1] == (6, 6)
    assert lines(tmp_path)[:3] == kept
    assert same(resumed) == same(whole)
    assert json.loads((tmp_path / "results.json").read_text())["games"] == 6
    more = arena(PAX, options, ["search@3", "random"], 8, out=tmp_path)
    assert more["games"] == 8


def _heed_interrupts() -> None:
    """A run in the background hands its children a deaf ear to Ctrl-C."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT])
def test_no_finished_game_is_lost_when_the_process_ends(end: signal.Signals, tmp_path: Path) -> None:
    """Ended in the middle by Ctrl-C or by force: the finished games stay, no worker does, the same call goes on."""
    words = ["pax", "--players", "2", "--bots", "search@20,random", "--games", "400", "--jobs", "2"]
    command = [sys.executable, "-c", "from ludi.cli.main import main; main()", "arena", *words, "--out", str(tmp_path)]
    running = subprocess.Popen(command, stderr=subprocess.PIPE, start_new_session=True, preexec_fn=_heed_interrupts)
    kept = tmp_path / "games.jsonl"
    limit = time.monotonic() + patience(60)
    while running.poll() is None and (not kept.exists() or kept.read_bytes().count(b"\n") < 4):
        assert time.monotonic() < limit
        time.sleep(0.02)
    if end is signal.SIGINT:
        os.killpg(running.pid, end)
    else:
        running.send_signal(end)
    _, said = running.communicate()
    assert running.returncode == (130 if end is signal.SIGINT else -signal.SIGKILL)
    assert b"Traceback" not in said
    before = kept.read_text().split("\n")[:-1]
    assert 4 <= len(before) < 400
    while time.monotonic() < limit and _alive(running.pid):
        time.sleep(0.05)
    assert not _alive(running.pid), "a worker outlives the arena"
    games = len(before) + 2
    resumed = arena(PAX, {"players": 2}, ["search@20", "random"], games, out=tmp_path)
    assert kept.read_text().split("\n")[: len(before)] == before
    assert same(resumed) == same(arena(PAX, {"players": 2}, ["search@20", "random"], games))


def _alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def test_unequal_seats_are_shared_out_alike(tmp_path: Path) -> None:
    game = registry.find("pax-romana")
    result = arena(game, {"scenario": "I"}, ["greedy", "random"], 4, out=tmp_path)
    assert result["seatings"] == 2
    for bot in result["bots"].values():
        assert [each["games"] for each in bot["by_seat"]] == [2, 2]
    assert json.loads((tmp_path / "arena.json").read_text())["options"]["scenario"] == "I"
    page = (tmp_path / "results.html").read_text()
    assert "scenario = I" in page
    assert all(f">{name}</th>" in page for name in result["seat_names"])
    assert "Rome" in result["seat_names"]


def test_another_arena_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    arena(PAX, {"players": 2}, ["random"], 1, out=tmp_path)
    with pytest.raises(LudiError, match="holds another arena"):
        arena(PAX, {"players": 3}, ["random"], 1, out=tmp_path)
    (tmp_path / "arena.json").write_text("{")
    with pytest.raises(LudiError, match="no arena that can be read"):
        arena(PAX, {"players": 2}, ["random"], 1, out=tmp_path)


def test_jobs_change_nothing_but_the_time() -> None:
    alone = arena(PAX, {"players": 3}, ["search@3", "random"], 6)
    shared = arena(PAX, {"players": 3}, ["search@3", "random"], 6, jobs=2)
    assert same(alone) == same(shared)


@pytest.mark.long
def test_a_local_ray_plays_the_same_games() -> None:
    need_research("ray")
    alone = arena(PAX, {"players": 2}, ["search@3", "random"], 4)
    cluster = arena(PAX, {"players": 2}, ["search@3", "random"], 4, jobs=2, cluster="local")
    assert same(alone) == same(cluster)


def test_the_page_needs_nothing_from_elsewhere(tmp_path: Path) -> None:
    result = arena(registry.find("roma"), {}, ["search@3", "random"], 4, out=tmp_path)
    page = (tmp_path / "results.html").read_text()
    assert page.count("<svg") == page.count("</svg>") == 3
    assert not re.search(r"(src|href)=|https?://|<script", page)
    assert "search@3" in page
    assert f"{result['bots']['search@3']['share']:.1%}" in page


def test_wins_and_intervals_add_up() -> None:
    result = arena(PAX, {"players": 3}, ["search@3", "random"], 6)
    assert result["games"] == 6 == result["bots"]["search@3"]["games"]
    assert result["bots"]["random"]["games"] == 12
    total = sum(bot["wins"] for bot in result["bots"].values())
    assert total == pytest.approx(6 - result["outcomes"].get("nobody", 0))
    for bot in result["bots"].values():
        assert bot["low"] <= bot["share"] <= bot["high"]
        assert sum(each["games"] for each in bot["by_seat"]) == bot["games"]
    assert interval(0, 0) == (0.0, 1.0)
    assert interval(150, 200)[0] < 0.75 < interval(150, 200)[1]


def test_ratings_follow_the_wins_and_grow_sure() -> None:
    games = [{"bots": ["a", "b", "b"], "returns": [1.0, 0.0, 0.0]} for _ in range(30)]
    ratings = rate(games, ["a", "b"])
    assert ratings["a"]["rating"] > 25 > ratings["b"]["rating"]
    assert ratings["a"]["sigma"] < 25 / 3
    alone = rate([{"bots": ["a", "a"], "returns": [1.0, 0.0]}], ["a"])
    assert alone["a"]["rating"] == 25.0


def test_answers_come_from_one_process_as_from_many() -> None:
    tasks = list(plan(PAX, {"players": 2}, ["random"], 5).tasks(set()))
    one = [line["number"] for line in spread(play_task, tasks)]
    many = sorted(line["number"] for line in spread(play_task, tasks, jobs=2))
    assert one == many == [0, 1, 2, 3, 4]

"""Bots share the time to think: tables of people first, then everybody alike, and nobody's bots play for nobody."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from itertools import pairwise

import pytest

from loops import run
from ludi.core import Perspective, Table
from ludi.core.dice import seed_from_text
from ludi.server.settings import Settings
from ludi.server.thinkers import Thinkers, Worker
from ludi.server.turns import Turn, Turns
from patience import patience, tries
from server_tools import AGAINST_BOTS, Browser, House, wait_for

BOTS_ALONE = {**AGAINST_BOTS, "seats": [{"kind": "bot", "level": "random"}] * 3}


async def served(turns: Turns, waiting: list[Turn], seconds: float = 1.0) -> list[Turn]:
    """The order in which those who wait think, while one is at work at a time."""
    busy = Turn("busy", "somebody", waiting[0].people)
    await turns.enter(busy)
    order: list[Turn] = []

    async def think(turn: Turn) -> None:
        await turns.enter(turn)
        order.append(turn)
        turns.leave(turn, seconds)

    tasks = [asyncio.create_task(think(turn)) for turn in waiting]
    await asyncio.sleep(0)
    turns.leave(busy, seconds)
    await asyncio.gather(*tasks)
    return order


def test_a_table_of_people_comes_before_tables_of_bots() -> None:
    async def story() -> None:
        turns = Turns(1)
        first = [Turn(f"bots {number}", f"person {number}", people=False) for number in range(40)]
        order = await served(turns, [*first, Turn("people", "ann")])
        assert order[0].table == "people"

    run(story())


def test_many_tables_of_one_person_have_one_share() -> None:
    async def story() -> None:
        greedy = [Turn(f"bots {number}", "greedy", people=False) for number in range(40)]
        modest = [Turn("other", "modest", people=False)]
        order = await served(Turns(1), greedy + modest)
        assert modest[0] in order[:2]

    run(story())


def test_many_tables_of_people_of_one_host_have_one_share_too() -> None:
    async def story() -> None:
        greedy = [Turn(f"table {number}", "greedy") for number in range(40)]
        order = await served(Turns(1), [*greedy, Turn("other", "modest")])
        assert order.index(Turn("other", "modest")) <= 1

    run(story())


def test_the_tables_of_one_person_take_turns() -> None:
    async def story() -> None:
        wanted = [Turn(f"table {number % 3}", "ann", people=False) for number in range(9)]
        wanted.sort(key=lambda turn: turn.table)
        order = await served(Turns(1), wanted)
        for start in range(0, 9, 3):
            assert {turn.table for turn in order[start : start + 3]} == {"table 0", "table 1", "table 2"}

    run(story())


def test_many_guests_of_one_address_have_one_share() -> None:
    async def story() -> None:
        guests = [Turn(f"table {number}", f"guest {number}", address="theirs") for number in range(40)]
        visitor = Turn("other", "visitor", address="mine")
        order = await served(Turns(1), [*guests, visitor])
        assert order.index(visitor) <= 1

    run(story())


def test_an_endless_stream_of_new_guests_does_not_keep_anybody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """They come from everywhere and have used nothing; the visitor's bot has thought a moment ago, only shortly."""
    at = 0.0
    monkeypatch.setattr("ludi.server.turns.monotonic", lambda: at)

    async def story() -> None:
        nonlocal at
        turns, visitor = Turns(1), Turn("mine", "visitor", address="mine")
        await turns.enter(visitor)
        turns.leave(visitor, 0.01)
        guests = [Turn(f"table {number}", f"guest {number}", address=f"there {number}") for number in range(22)]
        await turns.enter(guests[0])
        waiting = asyncio.create_task(turns.enter(visitor))
        coming = []
        for now, after in pairwise(guests):
            coming.append(asyncio.create_task(turns.enter(after)))
            await asyncio.sleep(0)
            if waiting.done():
                break
            at += 1.0
            turns.leave(now, 1.0)
        assert len(coming) <= 3
        for task in coming:
            task.cancel()
        await asyncio.gather(*coming, return_exceptions=True)

    run(story())


def test_a_turn_tells_where_the_host_comes_from(house: House, ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Turn] = []

    async def choose(self: Thinkers, level: str, perspective: Perspective, turn: Turn) -> str:
        asked.append(turn)
        return perspective.spell(perspective.legal()[0])

    monkeypatch.setattr(Thinkers, "choose", choose)
    match = ann.create(AGAINST_BOTS)["id"]
    wait_for(lambda: bool(asked))
    assert asked[0] == Turn(match, ann.call("GET", "/api/me")["id"], people=True, address="testclient")


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_a_person_never_waits_for_a_table_of_bots(workers: int) -> None:
    """However many tables of bots think already, there is a place left for people."""

    async def story() -> None:
        turns = Turns(workers)
        bots = [Turn(f"bots {number}", f"person {number}", people=False) for number in range(20)]
        tasks = [asyncio.create_task(turns.enter(turn)) for turn in bots]
        await asyncio.sleep(0)
        assert sum(task.done() for task in tasks) == max(1, workers - 1)
        await asyncio.wait_for(turns.enter(Turn("people", "ann")), patience(1))
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    run(story())


def test_one_who_gives_up_waiting_leaves_no_place_taken() -> None:
    async def story() -> None:
        turns = Turns(1)
        await turns.enter(Turn("a", "a"))
        waiting = asyncio.create_task(turns.enter(Turn("b", "b")))
        called = asyncio.create_task(turns.enter(Turn("c", "c")))
        await asyncio.sleep(0)
        waiting.cancel()
        turns.leave(Turn("a", "a"), 1.0)
        called.cancel()  # called in and gone in the same moment
        await asyncio.gather(waiting, called, return_exceptions=True)
        await asyncio.wait_for(turns.enter(Turn("d", "d")), patience(1))

    run(story())


def test_forty_tables_of_masters_do_not_hold_up_a_visitors_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted in decisions, not in seconds: how often a master thinks before the visitor's bot has answered."""
    thought: Counter[str] = Counter()

    def think(self: Thinkers, worker: Worker | None, question: tuple[str, Perspective, bool]) -> tuple[None, int]:
        level, perspective, _ = question
        time.sleep(0.02 if level == "master" else 0.0)
        thought[level] += 1
        return None, perspective.legal()[0]

    monkeypatch.setattr(Thinkers, "_ask", think)
    state = Table.new("pax", {"players": 2}, seed=seed_from_text("a choice")).state
    perspective = state.perspective(state.actors()[0])

    async def story() -> None:
        thinkers = Thinkers(1, 30.0)

        async def masters(table: int) -> None:
            while True:
                await thinkers.choose("master", perspective, Turn(f"bots {table}", f"person {table % 3}", people=False))

        tasks = [asyncio.create_task(masters(table)) for table in range(40)]
        for _ in tries(10, pause=0.0):
            if thought["master"] >= 3:
                break
            await asyncio.sleep(0.005)
        for _ in range(5):
            before = thought["master"]
            await thinkers.choose("greedy", perspective, Turn("people", "visitor"))
            assert thought["master"] - before <= 2
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        thinkers.close()

    run(story())


def test_bots_that_think_while_the_processes_start_lose_no_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a restart with matches under way the first bots are asked before all processes have started."""

    class SlowToStart(Worker):
        def __init__(self) -> None:
            time.sleep(0.1)

        def ask(self, question: tuple[str, Perspective], seconds: float) -> int:
            return question[1].legal()[0]

        def stop(self) -> None:
            pass

    monkeypatch.setattr("ludi.server.thinkers.Worker", SlowToStart)
    state = Table.new("pax", {"players": 2}, seed=seed_from_text("a choice")).state
    perspective = state.perspective(state.actors()[0])

    async def story() -> None:
        thinkers = Thinkers(2, 30.0)
        warming = asyncio.create_task(thinkers.warm_up())
        await asyncio.sleep(0)
        for _ in range(12):
            await thinkers.choose("greedy", perspective, Turn("table", "ann"))
        await warming
        for _ in range(2):
            await asyncio.wait_for(thinkers.turns.enter(Turn("table", "ann")), patience(1))
        thinkers.close()

    run(story())


# Bots among themselves


def steps(house: House, match: str) -> int:
    return len(house.journal(match))


def at_rest(house: House, match: str) -> None:
    """Until no bot of the match is driven any more."""
    wait_for(lambda: match not in house.server.hall._driving)


def test_bots_alone_think_only_while_somebody_watches_or_has_asked(
    house: House, ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludi.server.hall.ASKED_SECONDS", 0.0)
    match = ann.create(BOTS_ALONE)["id"]
    at_rest(house, match)
    still = steps(house, match)
    time.sleep(1.0)
    assert steps(house, match) == still, "nobody looks"
    line = ann.look(match)
    wait_for(lambda: steps(house, match) > still)
    line.socket.close()
    wait_for(lambda: not house.server.hall.watchers.get(match))
    at_rest(house, match)
    still = steps(house, match)
    if ann.call("GET", f"/api/matches/{match}")["status"] == "live":
        time.sleep(1.0)
        assert steps(house, match) <= still + 1, "whoever watched has gone"
    monkeypatch.setattr("ludi.server.hall.ASKED_SECONDS", 60.0)
    ann.call("GET", f"/api/matches/{match}/state")
    wait_for(lambda: ann.call("GET", f"/api/matches/{match}")["status"] == "finished")


def test_bots_that_stand_in_for_everybody_do_not_think_for_nobody(
    house: House, ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludi.server.hall.ASKED_SECONDS", 0.0)
    match = ann.create(AGAINST_BOTS)["id"]
    ann.call("POST", f"/api/matches/{match}/leave", {})
    at_rest(house, match)
    still = steps(house, match)
    time.sleep(0.7)
    assert steps(house, match) == still
    ann.call("POST", f"/api/matches/{match}/return", {})
    line = ann.look(match)
    line.until_version(line.state["version"])
    assert line.state["match"]["status"] == "live"


def test_bots_go_on_for_people_who_are_away(house: House, ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever plays by turns of days finds the bots' moves made."""
    monkeypatch.setattr("ludi.server.hall.ASKED_SECONDS", 0.0)
    match = ann.create(AGAINST_BOTS)["id"]
    wait_for(lambda: {entry[2] for entry in house.journal(match) if entry[1] == "play"} == {1, 2})


def test_one_person_has_few_tables_of_bots(ann: Browser, ben: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludi.server.hall.ASKED_SECONDS", 0.0)
    for _ in range(5):
        ann.create(BOTS_ALONE)
    refused = ann.raw("POST", "/api/matches", BOTS_ALONE)
    assert refused.status_code == 429
    assert "only bots play" in refused.json()["message"]
    ben.create(BOTS_ALONE)
    table = ann.create({**AGAINST_BOTS, "seats": [{"kind": "bot"}, {"kind": "bot"}, {"kind": "open"}]})
    path = f"/api/matches/{table['id']}"
    assert ann.raw("POST", f"{path}/start", {"fill": "random"}).status_code == 429, "nor by filling a lobby"
    assert ann.raw("PUT", f"{path}/seats/2", {"kind": "bot", "level": "random"}).status_code == 429
    ann.create(AGAINST_BOTS)


def test_a_table_that_everybody_has_left_is_a_table_of_bots(
    house: House, ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludi.server.hall.ASKED_SECONDS", 0.0)
    for _ in range(5):
        ann.call("POST", f"/api/matches/{ann.create(AGAINST_BOTS)['id']}/leave", {})
    assert ann.raw("POST", "/api/matches", BOTS_ALONE).status_code == 429
    path = f"/api/matches/{ann.create(AGAINST_BOTS)['id']}"
    refused = ann.raw("POST", f"{path}/leave", {})
    assert refused.status_code == 429
    assert "concede" in refused.json()["message"]
    assert ann.call("POST", f"{path}/concede", {})["status"] == "finished"


@pytest.mark.parametrize("level", ["master@3000s", "search@9999999", "novice@1"])
def test_nobody_buys_a_bot_more_time(ann: Browser, level: str) -> None:
    seats = [{"kind": "me"}, {"kind": "bot", "level": level}, {"kind": "bot"}]
    answer = ann.raw("POST", "/api/matches", {**AGAINST_BOTS, "seats": seats})
    assert answer.status_code == 422
    assert "level" in answer.json()["message"]


def test_a_restart_wakes_no_bots_that_play_for_nobody(settings: Settings) -> None:
    from fastapi.testclient import TestClient

    from ludi.server.app import make_app

    with TestClient(make_app(settings)) as client:
        alone = client.post("/api/matches", json=BOTS_ALONE).json()["match"]["id"]
    with TestClient(make_app(settings)) as client:
        time.sleep(1.0)
        hall = client.app.state.house.hall  # type: ignore[attr-defined]
        assert alone not in hall.rooms, "it is not even loaded"

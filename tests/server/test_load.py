"""What many tables and many watchers share is made once (how fast that is: bench/load.py)."""

from __future__ import annotations

import asyncio
import pickle
from dataclasses import asdict
from typing import Any

import pytest

from loops import run
from ludi.core import State, Table, registry
from ludi.server import queries
from ludi.server.new_match import new_header
from ludi.server.rows import Seat
from ludi.server.store import Conflict, Store
from ludi.server.wire import pack
from server_tools import HOT_SEAT, Browser, House


def test_matches_with_the_same_options_share_one_box(house: House, ann: Browser) -> None:
    romans = {"game": "pax-romana", "seats": [{"kind": "me", "name": "A"}, {"kind": "me", "name": "B"}]}
    rooms = [house.server.hall.rooms[ann.create(romans)["id"]] for _ in range(3)]
    boxes = [room.table.box for room in rooms if room.table is not None]
    assert len(boxes) == 3
    assert all(box is boxes[0] for box in boxes)


def test_options_left_out_and_options_given_lead_to_the_same_box() -> None:
    game = registry.find("pax")
    box = game.box({"players": 3})
    assert game.box(box.options) is box
    assert game.box({"players": 4}) is not box


@pytest.mark.parametrize("game", registry.names())
def test_a_question_to_a_bot_names_the_box_and_does_not_carry_it(game: str) -> None:
    state = Table.new(game, seed=bytes(32)).state
    perspective = state.perspective(state.actors()[0])
    question = pickle.dumps(("greedy", perspective))
    assert len(question) < 20_000
    level, thawed = pickle.loads(question)
    assert level == "greedy"
    assert thawed.view() == perspective.view()
    assert thawed.legal() == perspective.legal()


def test_a_view_is_drawn_once_for_all_who_watch(
    house: House, ann: Browser, ben: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = ann.create(HOT_SEAT)["id"]
    line = ann.look(match, seat=0)
    watchers = [ben.look(match) for _ in range(3)]
    drawn: list[int | None] = []
    kind = type(house.server.hall.rooms[match].table.state)  # type: ignore[union-attr]
    real = kind.view

    def view(self: State, seat: int | None) -> Any:
        drawn.append(seat)
        return real(self, seat)

    monkeypatch.setattr(kind, "view", view)
    version = line.play()["version"]
    line.until_version(version)
    for watcher in watchers:
        watcher.until_version(version)
    assert drawn.count(None) == 1
    assert len({pack(watcher.state["view"]) for watcher in watchers}) == 1
    assert all(watcher.state["log"] == watchers[0].state["log"] for watcher in watchers)


def test_what_the_driver_writes_is_what_is_read(tmp_path: Any) -> None:
    """The statements of every decision go past SQLAlchemy, lists and objects included."""
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    store.prepare()
    header = new_header("pax", "1", {"players": 2}, {"kind": "none"}, "host")
    result = {"winners": [1], "reason": "é", "reckoning": {"a": [1, None]}}

    async def story() -> None:
        await store.write(queries.add_match, asdict(header), [Seat(0, "person").to_row()])
        changed = {**header.changing(), "due": [0, 1], "bot_due": True, "deadline": 2.5, "result": result}
        entry = {"kind": "play", "seat": 1, "word": "é", "at": 1.5}
        await store.write(queries.change_match, header.id, 0, changed, [], entry)
        with pytest.raises(Conflict):
            await store.write(queries.change_match, header.id, 0, changed, [], entry)
        found = await store.read(queries.load_match, header.id)
        assert found is not None
        row, _, journal = found
        assert {name: row[name] for name in changed} == changed
        assert row["version"] == 1
        assert journal == [{"match": header.id, "number": 1, **entry}]

    run(story())
    store.close()


def test_who_stops_waiting_changes_nothing_in_what_is_written(tmp_path: Any) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    store.prepare()
    header = new_header("pax", "1", {"players": 2}, {"kind": "none"}, "host")

    async def story() -> None:
        waiting = asyncio.create_task(store.write(queries.add_match, asdict(header), [Seat(0, "person").to_row()]))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        await store.write(lambda _connection: None)
        assert await store.read(queries.load_match, header.id) is not None

    run(story())
    store.close()

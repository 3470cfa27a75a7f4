"""A table that begins from a position is a table like any other: played, taken back, kept, recorded."""

from __future__ import annotations

import json
import random
from typing import Any

from ludi.core import Record, Table
from server_tools import Browser, House

PAX: dict[str, Any] = {
    "players": 2,
    "phase": "act",
    "hands": [["army-1-1", "land-1-1"], ["wealth-1-1"]],
    "deck": ["land-1-2"],
}
TABLE = {"game": "pax", "seats": [{"kind": "me", "name": "A"}, {"kind": "me", "name": "B"}]}


def test_it_is_played_taken_back_and_found_again_after_a_restart(house: House, ann: Browser) -> None:
    match = ann.create({**TABLE, "position": PAX})["id"]
    state = ann.call("GET", f"/api/matches/{match}/state?seat=0")
    words = [each["word"] for each in state["legal"]]
    assert "play:land-1-1" in words
    played = {"seat": 0, "word": "play:land-1-1", "version": state["version"]}
    after = ann.call("POST", f"/api/matches/{match}/play", played)
    back = ann.call("POST", f"/api/matches/{match}/undo", {"seat": 0, "version": after["version"]})
    assert [each["word"] for each in back["legal"]] == words
    ann.call("POST", f"/api/matches/{match}/play", {**played, "version": back["version"]})
    house.server.hall.rooms.pop(match)
    again = ann.call("GET", f"/api/matches/{match}/state?seat=0")
    assert again["match"]["decisions"] == 1


def test_its_record_verifies(house: House, ann: Browser) -> None:
    table = Table.new("roma", seed=bytes(32))
    rng = random.Random(1)
    for _ in range(30):
        seat = table.state.actors()[0]
        table.play(seat, rng.choice(table.state.legal(seat)))
    position = json.loads(json.dumps(table.state.snapshot()))
    body = {**TABLE, "game": "roma", "position": position, "dice": [3, 4, 5]}
    match = ann.create(body)["id"]
    room = house.server.hall.rooms[match]
    while (there := room.table) is not None and there.state.actors():
        seat = there.state.actors()[0]
        state = ann.call("GET", f"/api/matches/{match}/state?seat={seat}")
        word = rng.choice(state["legal"])["word"]
        ann.call("POST", f"/api/matches/{match}/play", {"seat": seat, "word": word, "version": state["version"]})
    text = ann.http.get(f"/api/matches/{match}/record").text
    record = Record.from_json(text)
    assert record.start is not None
    assert Table.from_record(record).state.outcome() is not None
    assert ann.http.get(f"/api/matches/{match}/replay?count=5").status_code == 200


def test_nobody_is_told_the_position_it_began_from(ann: Browser, ben: Browser) -> None:
    match = ann.create({**TABLE, "position": PAX})["id"]
    told = ben.http.get(f"/api/matches/{match}").text + ben.http.get(f"/api/matches/{match}/state").text
    assert "wealth-1-1" not in told
    assert "position" not in json.loads(ben.http.get(f"/api/matches/{match}").text)


def test_what_cannot_begin_is_refused_in_a_sentence(ann: Browser) -> None:
    for change, reason in (
        ({"position": {"moon": 1}}, "A position has no part 'moon'"),
        ({"position": PAX, "options": {"players": 2}}, "brings its own options"),
        ({"dice": [3]}, "for a match that begins from a position"),
        ({"position": PAX, "dice": [7]}, "less than or equal to 6"),
        ({"position": {**PAX, "players": 3}}, "3 seats"),
        ({"game": "pax-romana", "position": {"stack": []}}, "does not take the part 'stack' of a position"),
        ({"game": "pax-romana", "position": {"numbers": {"turn": 9}}}, "does not take the part 'numbers'"),
    ):
        refused = ann.http.post("/api/matches", json={**TABLE, **change})
        assert refused.status_code == 422, change
        assert reason in refused.text

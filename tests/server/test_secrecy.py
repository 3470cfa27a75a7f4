"""Nobody sees what is not theirs: every frame of recorded games is held against what its seat may know.

The oracle is the engine itself, fed from the journal: at the version of a frame the position is built again, and then
once more with everything that the viewer cannot know drawn afresh. The frame must be the same for both.
"""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from ludi.core import Record, Table
from ludi.server import queries
from ludi.server.frames import Eyes, Mark, Presence, state_frame
from ludi.server.room import Room, build
from server_tools import Browser, Frame, House, Line, play_to_the_end

SET_UPS: list[tuple[str, dict[str, Any], int]] = [
    ("pax", {"players": 3}, 3),
    ("pax", {"players": 5}, 5),
    ("roma", {}, 2),
]


def bare(frame: Frame) -> str:
    """What a frame says of the game, without the outside of the match."""
    return json.dumps({name: frame[name] for name in ("view", "prompt", "legal", "undo", "last")}, sort_keys=True)


def seen(room: Room, seat: int | None) -> str:
    frame, _ = state_frame(room, Eyes(None, frozenset(), seat), "en", Mark(), Presence(), None, 0.0)
    return bare(frame)


def check_frame(room: Room, frame: Frame, rng: random.Random) -> None:
    """A frame that was sent when the match was as the room is now."""
    seat = frame["seat"]
    table = room.table
    assert table is not None
    assert bare(frame) == seen(room, seat)
    book = room.book("en").addressing(seat)
    for entry in frame["log"]["entries"]:
        if entry["type"] == "event":
            told = [book.say(event.seen_by(seat)) for number, event in table.events if number == entry["decision"]]
            assert entry["text"] in told
    if seat is None or not room.live:
        return
    # The same table with other secrets: what this seat is sent, and told when it asks, must not depend on them.
    truth = table.state
    words = [truth.spell(action) for action in table.box.vocabulary]
    table.state = truth.perspective(seat).sample(rng)
    try:
        assert seen(room, seat) == bare(frame)
        for word in words if rng.random() < 0.2 else words[:1]:
            assert table.state.why_not(seat, word) == truth.why_not(seat, word)
    finally:
        table.state = truth


@pytest.mark.parametrize(("game", "options", "seats"), SET_UPS, ids=str)
def test_every_frame_tells_only_what_the_seat_may_know(
    house: House, game: str, options: dict[str, Any], seats: int
) -> None:
    rng = random.Random(f"{game} {options}")
    people = [house.browser(f"Person {number}") for number in range(seats)]
    chairs = [{"kind": "me"}] + [{"kind": "open"}] * (seats - 1)
    match = people[0].create({"game": game, "options": options, "seats": chairs})
    for each in people[1:]:
        each.join(match)
    lines = [each.look(match["id"]) for each in people]
    watcher = house.browser("Watcher").look(match["id"])
    end = play_to_the_end(lines, rng)
    watcher.until_version(end["version"])
    lines.append(watcher)

    with house.server.store.engine.connect() as connection:
        found = queries.load_match(connection, match["id"])
    assert found is not None
    header, rows, entries = found
    room = build({**header, "status": "live", "result": None}, rows, [])
    checked = 0
    for entry in entries:
        room.advance(entry["number"], entry["kind"], entry["seat"], entry["word"])
        room.header.version = entry["number"]
        if room.header.version == end["version"]:
            room.header.status = "finished"
        for line in lines:
            for frame in line.frames:
                if frame["type"] == "state" and frame["version"] == entry["number"]:
                    check_frame(room, frame, rng)
                    checked += 1
    assert checked >= len(entries)
    for line in lines:
        for frame in line.frames:
            if frame["type"] != "state" or frame["match"]["status"] != "finished":
                assert header["seed"] not in json.dumps(frame)
            if frame["type"] == "state":
                assert all(int(who) == frame["seat"] for who in frame["last"][:1]), "others' words may be secret"


def test_a_spectator_gets_no_choices_and_no_secret_lines(house: House, ann: Browser) -> None:
    match = ann.create({"game": "pax", "options": {"players": 2}, "seats": [{"kind": "me"}, {"kind": "me"}]})
    line: Line = ann.look(match["id"], seat=0)
    watcher = house.browser("Watcher").look(match["id"])
    answer = line.play()
    frame = watcher.until_version(answer["version"])
    assert frame["legal"] == []
    assert frame["prompt"] is None
    assert not any(
        entry["secret"] for each in watcher.frames if each["type"] == "state" for entry in each["log"]["entries"]
    )
    for kind, fields in (("play", {"word": "draw", "version": 3}), ("undo", {"version": 3}), ("notes", {"text": "x"})):
        watcher.send(kind, **fields)
        assert watcher.until("refused")["code"] == "not_yours"


def test_the_record_is_closed_until_the_end(house: House, ann: Browser) -> None:
    match = ann.create({"game": "pax", "options": {"players": 2}, "seats": [{"kind": "me"}, {"kind": "me"}]})
    seed = house.seed(match["id"])
    for path in ("", "/state", "/log", "/record", "/replay", "/verify"):
        assert seed not in ann.raw("GET", f"/api/matches/{match['id']}{path}").text
    for which in ("mine", "open", "watch"):
        assert seed not in ann.raw("GET", f"/api/matches?list={which}").text
    ann.call("POST", f"/api/matches/{match['id']}/concede", {"seat": 0})
    record = ann.call("GET", f"/api/matches/{match['id']}/record")
    assert record["seed"] == seed
    assert Table.from_record(Record.from_json(json.dumps(record))).decisions == []

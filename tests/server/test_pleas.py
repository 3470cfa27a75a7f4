"""Taking back with leave: asked for, agreed or declined by the others, lapsing, stored, and told by the record."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ludi.core import LudiError, Record, Table
from ludi.server import queries
from ludi.server.room import build, catch_up
from server_tools import TWO_OPEN, Browser, Frame, House, Line, play_to_the_end

ROMA_TWO = {"game": "roma", "seats": [{"kind": "me"}, {"kind": "open"}]}
ROMA_BOT = {"game": "roma", "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}]}
HOT = {"game": "roma", "seats": [{"kind": "me", "name": "A"}, {"kind": "me", "name": "B"}]}


def state(person: Browser, match: str, seat: int | None = None) -> Frame:
    found: Frame = person.call("GET", f"/api/matches/{match}/state?lang=en" + ("" if seat is None else f"&seat={seat}"))
    return found


def plead(person: Browser, match: str, seat: int | None = None, status: int = 200) -> Any:
    body = {"version": state(person, match, seat)["version"], "seat": seat}
    return person.call("POST", f"/api/matches/{match}/plea?lang=en", body, status)


def reply(person: Browser, match: str, agree: bool, status: int = 200) -> Any:
    return person.call("POST", f"/api/matches/{match}/plea/answer?lang=en", {"agree": agree}, status)


def seated(ann: Browser, ben: Browser) -> tuple[str, Line, Line]:
    """Two people, some way into a game of Roma, when it is Ben's turn and dice have fallen."""
    made = ann.create(ROMA_TWO)
    ben.join(made)
    match = str(made["id"])
    lines = [ann.look(match), ben.look(match)]
    rng = Random(3)
    for _ in range(200):
        for line in lines:
            line.catch_up()
        now = lines[1].state
        if now["match"]["decisions"] > 14 and lines[1].words() and lines[0].state["may_ask"] and not now["undo"]:
            return match, lines[0], lines[1]
        due = next(line for line in lines if line.words())
        due.play(rng.choice(due.words()))
    raise AssertionError("such a moment never came")


def notices(line: Line) -> list[str]:
    return [
        each["kind"]
        for frame in line.frames
        for each in frame.get("log", {}).get("entries", [])
        if each["type"] == "notice"
    ]


def test_it_happens_when_the_others_agree_and_the_record_tells_it(house: House, ann: Browser, ben: Browser) -> None:
    match, mine, theirs = seated(ann, ben)
    stood = Record.from_json(house.server.hall.rooms[match].record().to_json()).decisions
    last = max(at for at, (seat, _) in enumerate(stood) if seat == 0)
    asked = plead(ann, match)
    assert asked["match"]["plea"] == {"seat": 0, "waits_for": [1]}
    assert asked["match"]["decisions"] == len(stood), "nothing has happened yet"
    theirs.catch_up()
    assert theirs.state["match"]["plea"] == {"seat": 0, "waits_for": [1]}
    reply(ben, match, True)
    mine.catch_up()
    assert mine.state["match"]["plea"] is None
    assert mine.state["match"]["decisions"] == last
    assert mine.words(), "it is Ann's decision again"
    assert "back" in notices(mine)
    record = house.server.hall.rooms[match].record()
    assert [(note.seat, note.to, list(note.decisions)) for note in record.taken_back] == [(0, last, stood[last:])]
    theirs.catch_up()
    play_to_the_end([mine, theirs], Random(5))
    kept = Record.from_json(ann.raw("GET", f"/api/matches/{match}/record").text)
    assert kept.taken_back == record.taken_back
    assert Table.from_record(kept).state.outcome() is not None
    assert ann.call("GET", f"/api/matches/{match}/verify")["ok"]


def test_the_same_dice_come_again(house: House, ann: Browser, ben: Browser) -> None:
    match, mine, theirs = seated(ann, ben)
    table = house.server.hall.rooms[match].table
    assert table is not None
    before, stood = table.state.fingerprint(), list(table.decisions)
    plead(ann, match)
    reply(ben, match, True)
    for seat, word in stood[len(table.decisions) :]:
        line = (mine, theirs)[seat]
        line.catch_up()
        assert line.play(word)["type"] == "ack"
    assert table.state.fingerprint() == before


def test_it_does_not_happen_when_somebody_declines(ann: Browser, ben: Browser) -> None:
    match, mine, _ = seated(ann, ben)
    decisions = mine.state["match"]["decisions"]
    plead(ann, match)
    reply(ben, match, False)
    mine.catch_up()
    assert mine.state["match"]["plea"] is None
    assert mine.state["match"]["decisions"] == decisions
    assert "deny" in notices(mine)
    assert reply(ben, match, True, 409)["message"] == "Nobody asks this seat for leave."


def test_it_lapses_when_the_game_goes_on(ann: Browser, ben: Browser) -> None:
    match, mine, theirs = seated(ann, ben)
    plead(ann, match)
    theirs.catch_up()
    theirs.play()
    mine.catch_up()
    assert mine.state["match"]["plea"] is None
    assert reply(ben, match, True, 409)["code"] == "wrong_status"


def test_bots_always_agree(house: House, ann: Browser) -> None:
    match = str(ann.create(ROMA_BOT)["id"])
    line = ann.look(match)
    rng = Random(1)
    while not (line.words() and line.state["may_ask"] and line.state["match"]["decisions"] > 14):
        if line.words():
            line.play(rng.choice(line.words()))
        line.catch_up()
    decisions = line.state["match"]["decisions"]
    after = plead(ann, match)
    assert after["match"]["decisions"] < decisions
    assert after["legal"]
    assert "back" in [kind for _, kind, _, _ in house.journal(match)]


def test_those_who_share_a_screen_agree_among_themselves(ann: Browser) -> None:
    match = str(ann.create(HOT)["id"])
    lines = [ann.look(match, seat=0), ann.look(match, seat=1)]
    rng = Random(3)
    while not (lines[0].state["may_ask"] and lines[0].state["match"]["decisions"] > 14):
        due = next(line for line in lines if line.catch_up() and line.words())
        due.play(rng.choice(due.words()))
        for line in lines:
            line.catch_up()
    decisions = lines[0].state["match"]["decisions"]
    assert plead(ann, match, 0)["match"]["decisions"] < decisions


def test_one_who_watches_has_no_say(house: House, ann: Browser, ben: Browser) -> None:
    match, _, _ = seated(ann, ben)
    cleo = house.browser("Cleo")
    plead(ann, match)
    assert reply(cleo, match, True, 409)["code"] == "wrong_status"
    assert reply(ann, match, True, 409)["code"] == "wrong_status", "nor does the one who asks"
    body = {"version": state(cleo, match)["version"], "seat": None}
    assert cleo.call("POST", f"/api/matches/{match}/plea", body, 403)["code"] == "not_yours"


def test_nobody_asks_twice(ann: Browser, ben: Browser) -> None:
    match, _, _ = seated(ann, ben)
    plead(ann, match)
    assert "has asked already" in plead(ann, match, status=409)["message"]


def test_what_can_be_undone_is_not_asked_for(ann: Browser) -> None:
    match = str(ann.create(ROMA_BOT)["id"])
    line = ann.look(match)
    while not (money := [word for word in line.words() if word.startswith("money")]):
        if line.words():
            line.play()
        line.catch_up()
    assert line.play(money[0])["type"] == "ack"
    line.catch_up()
    assert line.state["undo"]
    assert not line.state["may_ask"]
    assert plead(ann, match, status=409)["message"] == "You can take that back without asking."


def test_who_has_not_decided_yet_cannot_ask(ann: Browser, ben: Browser) -> None:
    made = ann.create(TWO_OPEN)
    ben.join(made)
    assert not state(ann, made["id"])["may_ask"]
    assert plead(ann, made["id"], status=409)["code"] == "cannot_undo"


def test_it_goes_over_the_websocket_as_well(ann: Browser, ben: Browser) -> None:
    _, mine, theirs = seated(ann, ben)
    decisions = mine.state["match"]["decisions"]
    mine.send("plea", version=mine.state["version"], id="p")
    assert mine.until_answer("p")["type"] == "ack"
    theirs.catch_up()
    theirs.send("plea_answer", agree=True, id="q")
    assert theirs.until_answer("q")["type"] == "ack"
    theirs.catch_up()
    mine.catch_up()
    assert mine.state["match"]["decisions"] == theirs.state["match"]["decisions"] < decisions
    assert max([entry["decision"] for entry in mine.state["log"]["entries"]], default=0) <= decisions
    theirs.send("plea_answer", agree=True, id="r")
    assert theirs.until_answer("r")["code"] == "wrong_status"


def test_it_is_there_after_a_restart(house: House, ann: Browser, ben: Browser) -> None:
    """The journal has it: a room that is built again stands where the other stood."""
    match, mine, _ = seated(ann, ben)
    plead(ann, match)
    hall = house.server.hall
    hall.drop(hall.rooms[match])
    assert state(ann, match)["match"]["plea"] == {"seat": 0, "waits_for": [1]}
    reply(ben, match, True)
    before = hall.rooms[match]
    assert before.table is not None
    hall.drop(before)
    now = state(ann, match)
    after = hall.rooms[match]
    assert after.table is not None
    assert after.table.state.fingerprint() == before.table.state.fingerprint()
    assert after.record() == before.record()
    assert now["legal"]
    mine.catch_up()
    assert mine.play()["type"] == "ack"


def test_another_process_builds_the_room_anew_after_something_was_taken_back(
    house: House, ann: Browser, ben: Browser
) -> None:
    """To deal a long match again takes seconds: that is not done where everybody waits for it."""
    match, _, _ = seated(ann, ben)
    store = house.server.store
    with store.engine.connect() as connection:
        found = queries.load_match(connection, match)
    assert found is not None
    other = build(*found)
    plead(ann, match)
    reply(ben, match, True)
    with store.engine.connect() as connection:
        news = queries.load_match(connection, match, other.header.version)
    assert news is not None
    with pytest.raises(LudiError, match="dealt again"):
        catch_up(other, *news)

"""While all plan in secret nobody learns how many steps another has taken, by no number and no message."""

from __future__ import annotations

from typing import Any

import pytest

from server_tools import Browser, House, Line, pass_until

TELLING = {"server_time", "watchers"}
"""What changes without any decision."""


def _two_at_their_plans(house: House, **changes: Any) -> tuple[Browser, Browser, Line, Line, str]:
    ann, ben = house.browser("Ann"), house.browser("Ben")
    options = {"scenario": "V", "people": 2, "event_markers": 0}
    body = {"game": "pax-romana", "options": options, "seats": [{"kind": "me"}, {"kind": "open"}], "listed": True}
    match = ann.create({**body, **changes})
    ben.join(match)
    lines = [ann.look(match["id"]), ben.look(match["id"])]
    pass_until(lines, "E")
    return ann, ben, lines[0], lines[1], match["id"]


def _plain(told: Any) -> Any:
    if isinstance(told, dict):
        if told.get("mine"):
            told = {**told, "clock": None}
        return {key: _plain(value) for key, value in told.items() if key not in TELLING}
    return [_plain(each) for each in told] if isinstance(told, list) else told


def _known_to(browser: Browser, match: str) -> list[Any]:
    """All that somebody can ask for."""
    paths = [f"/api/matches/{match}", f"/api/matches/{match}/state", f"/api/matches/{match}/log"]
    paths += ["/api/matches?list=mine", "/api/matches?list=watch"]
    return [_plain(browser.call("GET", path)) for path in paths]


def _step(line: Line) -> str:
    word = next(word for word in line.words() if word != "done")
    assert line.play(word)["type"] == "ack"
    line.catch_up()
    return word


@pytest.mark.rule("PR-3.2-Ec")
@pytest.mark.parametrize("clock", [{"kind": "none"}, {"kind": "bank", "seconds": 9000, "increment": 60}])
def test_steps_in_a_secret_plan_are_counted_for_nobody_else(house: House, clock: dict[str, Any]) -> None:
    _, ben, hers, his, match = _two_at_their_plans(house, clock=clock)
    cyn = house.browser("Cyn")
    watching = cyn.look(match)
    for line in (his, watching):
        line.catch_up()
    known = [_known_to(each, match) for each in (ben, cyn)]
    frames = [len([frame for frame in line.frames if frame["type"] == "state"]) for line in (his, watching)]
    for _ in range(3):
        _step(hers)
    hers.send("undo", version=hers.state["version"], id="back")
    hers.until("ack", id="back")
    hers.catch_up()
    assert len(hers.state["view"]["plan"]) == 2
    for line, number in zip((his, watching), frames, strict=True):
        line.catch_up()
        assert len([frame for frame in line.frames if frame["type"] == "state"]) == number, "no message comes"
    assert [_known_to(each, match) for each in (ben, cyn)] == known
    house.server.hall.rooms.clear()
    assert [_known_to(each, match) for each in (ben, cyn)] == known, "nor after the room is built again"


@pytest.mark.rule("PR-3.2-Ec")
@pytest.mark.parametrize(
    "clock", [{"kind": "move", "seconds": 500}, {"kind": "bank", "seconds": 9000, "increment": 60}]
)
def test_the_lists_tell_no_secret_steps_of_a_match_that_is_not_in_memory(house: House, clock: dict[str, Any]) -> None:
    _, ben, hers, _, match = _two_at_their_plans(house, clock=clock)
    cyn = house.browser("Cyn")

    def listed() -> list[Any]:
        found = [(ben, "mine"), (ben, "watch"), (cyn, "watch")]
        return [_plain(each.call("GET", f"/api/matches?list={which}")["matches"]) for each, which in found]

    known = listed()
    assert all(table["id"] == match for tables in known for table in tables)
    for _ in range(3):
        _step(hers)
    assert listed() == known
    house.server.hall.rooms.clear()
    assert listed() == known
    assert match not in house.server.hall.rooms, "a list opens no room"


@pytest.mark.rule("PR-3.2-Ec")
def test_whoever_plans_is_not_held_up_by_what_others_do_meanwhile(house: House) -> None:
    _, _, hers, his, match = _two_at_their_plans(house)
    first = _step(his)
    before = his.state
    _step(hers)
    _step(hers)
    his.catch_up()
    assert his.state == before
    assert his.state["undo"]
    assert his.state["last"] == ["1", first]
    his.send("undo", version=his.state["version"], id="back")
    assert his.until("ack", id="back")["version"] == before["version"] + 1
    his.catch_up()
    assert his.state["view"]["plan"] == []
    assert not his.state["undo"]
    assert his.play(first, his.state["version"] + 1)["code"] == "stale", "a version that is yet to come tells nothing"
    his.catch_up()
    for line in (his, hers):
        line.catch_up()
        while "done" in line.words() and line.state["view"]["phase"] == "E":
            assert line.play("done")["type"] == "ack"
            line.catch_up()
    both = [line.catch_up() for line in (his, hers)]
    assert both[0]["view"]["phase"] != "E"
    assert both[0]["version"] == both[1]["version"] == house.server.hall.rooms[match].header.version
    assert both[0]["match"]["decisions"] == both[1]["match"]["decisions"]
    logs = [[entry["text"] for entry in _whole_log(line)] for line in (his, hers)]
    assert logs[0][-5:] == logs[1][-5:]


def _whole_log(line: Line) -> list[Any]:
    """The log as a page keeps it."""
    kept: list[Any] = []
    for frame in line.frames:
        if frame["type"] == "state":
            kept = [entry for entry in kept if entry["decision"] <= frame["log"]["keep"]] + frame["log"]["entries"]
    return kept

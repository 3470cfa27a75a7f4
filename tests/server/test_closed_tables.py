"""What belongs to those at a table stays with them: notes, the chat, and all of a table that nobody may watch."""

from __future__ import annotations

import pytest
from starlette.websockets import WebSocketDisconnect

from server_tools import HOT_SEAT, TWO_OPEN, Browser, House, Line

THREE = {"game": "pax", "options": {"players": 3}, "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]}


def _closed(line: Line) -> int:
    """The code with which the server hangs up."""
    with pytest.raises(WebSocketDisconnect) as closed:
        line.until("never")
    return int(closed.value.code)


def _notes(line: Line) -> list[str]:
    line.send("ping")
    line.until("pong")
    return [frame["text"] for frame in line.frames if frame["type"] == "notes"]


def test_notes_do_not_pass_to_the_next_one_who_takes_the_seat(house: House, ann: Browser, ben: Browser) -> None:
    match = ann.create(THREE)
    ben.join(match, seat=1)
    line = ben.look(match["id"])
    line.send("notes", text="Ann bluffs")
    line.until("notes", text="Ann bluffs")
    ben.call("POST", f"/api/matches/{match['id']}/leave", {})
    cyn = house.browser("Cyn")
    cyn.join(match, seat=1)
    hers = cyn.look(match["id"])
    assert _notes(hers) == [""]
    hers.send("notes", text="mine")
    hers.until("notes", text="mine")
    assert "mine" not in _notes(line), "nor do the new ones go to the one who sat there before"


def test_one_who_lost_the_seat_writes_no_notes_there(ann: Browser, ben: Browser) -> None:
    match = ann.create(THREE)
    ben.join(match, seat=1)
    line = ben.look(match["id"])
    ben.call("POST", f"/api/matches/{match['id']}/leave", {})
    line.send("notes", text="still here?")
    assert line.until("refused")["code"] == "not_yours"
    line.send("why_not", word="draw")
    assert line.until("refused")["code"] == "not_yours"


def test_notes_follow_a_person_who_logs_in(ann: Browser, house: House) -> None:
    account = {"account": "ann", "password": "correct horse battery"}
    ann.call("POST", "/api/account/register", account)
    guest = house.browser("Guest")
    match = guest.create(HOT_SEAT)["id"]
    line = guest.look(match, seat=0)
    line.send("notes", text="remember")
    line.until("notes", text="remember")
    guest.call("POST", "/api/account/login", account)
    assert _notes(guest.look(match, seat=0)) == ["remember"]


def test_one_who_left_a_closed_table_hears_and_says_nothing_more(ann: Browser, ben: Browser) -> None:
    match = ann.create(THREE, watch=False)
    ben.join(match)
    hers = ann.look(match["id"])
    line = ben.look(match["id"])
    ben.call("POST", f"/api/matches/{match['id']}/leave", {})
    assert _closed(line) == 4403
    hers.send("chat", text="Is he gone?", id="1")
    hers.until("ack", id="1")
    assert not any(frame["type"] == "chat" and frame["messages"] for frame in line.frames)
    with pytest.raises(WebSocketDisconnect) as closed:
        ben.look(match["id"])
    assert closed.value.code == 4403
    assert ben.raw("GET", f"/api/matches/{match['id']}").status_code == 403


def test_one_who_left_and_does_not_read_cannot_speak_either(ann: Browser, ben: Browser) -> None:
    """The next frame ends the conversation, whatever waits to be sent."""
    match = ann.create(THREE, watch=False)
    ben.join(match)
    line = ben.look(match["id"])
    ben.call("POST", f"/api/matches/{match['id']}/leave", {})
    line.send("chat", text="I am still here", id="x")
    assert _closed(line) == 4403
    hers = ann.look(match["id"])
    hers.send("ping")
    hers.until("pong")
    assert [frame["messages"] for frame in hers.frames if frame["type"] == "chat"] == [[]]


def test_a_listed_table_that_is_closed_shows_its_lobby_and_no_more(house: House, ann: Browser, ben: Browser) -> None:
    match = ann.create(TWO_OPEN, watch=False, listed=True)
    hers = ann.look(match["id"])
    hers.send("chat", text="between us", id="1")
    hers.until("ack", id="1")
    cyn = house.browser("Cyn")
    outside = cyn.look(match["id"])
    outside.send("chat", text="let me in", id="2")
    assert outside.until("refused", id="2")["code"] == "not_yours"
    ben.call("POST", f"/api/matches/{match['id']}/join", {})
    assert _closed(outside) == 4403, "the game begins"
    assert not any(frame["type"] == "chat" for frame in outside.frames)
    assert all(frame["view"] is None for frame in outside.frames if frame["type"] == "state")


def test_an_invitation_shows_a_closed_table_only_until_it_begins(house: House, ann: Browser, ben: Browser) -> None:
    match = ann.create(TWO_OPEN, watch=False)
    invite = match["invite"].replace("/join/", "/api/invites/")
    cyn = house.browser("Cyn")
    assert cyn.call("GET", invite)["status"] == "lobby", "so that one can join"
    ben.join(match)
    refused = cyn.raw("GET", invite)
    assert (refused.status_code, refused.json()["code"]) == (403, "not_yours")
    assert ben.call("GET", invite)["my_seats"] == [1]
    ben.call("POST", f"/api/matches/{match['id']}/concede", {})
    assert cyn.raw("GET", invite).status_code == 403
    assert house.seed(match["id"]) not in cyn.raw("GET", invite).text
    assert ann.call("GET", invite)["result"]["seed"] == house.seed(match["id"])
    assert cyn.raw("POST", f"{invite}/join", {}).json()["code"] == "wrong_status"


def test_nothing_of_a_closed_table_is_told_to_an_outsider_by_any_route(
    house: House, ann: Browser, ben: Browser
) -> None:
    match = ann.create(TWO_OPEN, watch=False)
    ben.join(match)
    ben.call("POST", f"/api/matches/{match['id']}/concede", {})
    seed, commitment = house.seed(match["id"]), match["commitment"]
    cyn = house.browser("Cyn")
    path = f"/api/matches/{match['id']}"
    for method, where, body in [
        *(
            ("GET", f"{path}{rest}", None)
            for rest in ("", "/state", "/log", "/record", "/replay", "/verify", "/analysis")
        ),
        ("GET", f"{path}/analysis/file", None),
        ("POST", f"{path}/analysis", {}),
        ("POST", f"{path}/rematch", None),
        ("POST", f"{path}/join", {}),
        ("POST", f"{path}/claim", {"token": "x" * 32}),
        ("POST", f"{path}/start", {}),
        ("PUT", f"{path}/seats/0", {"kind": "open"}),
        ("POST", f"{path}/leave", {}),
        ("POST", f"{path}/return", {}),
        ("POST", f"{path}/concede", {}),
        ("POST", f"{path}/replace", {"seat": 0}),
        ("POST", f"{path}/play", {"word": "draw", "version": 1}),
        ("POST", f"{path}/undo", {"version": 1}),
    ]:
        answer = cyn.raw(method, where, body)
        assert answer.status_code == 403, (method, where, answer.text)
        assert seed not in answer.text
        assert commitment not in answer.text
    for which in ("open", "watch", "mine"):
        assert cyn.call("GET", f"/api/matches?list={which}")["matches"] == []

"""A stranger's token, a wrong seat, a replayed frame, a forged cookie, over-long or malformed messages: all refused."""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from unittest.mock import Mock

import pytest
from fastapi.testclient import TestClient
from sqlalchemy.exc import DataError
from starlette.websockets import WebSocketDisconnect

from ludi.server.app import make_app
from ludi.server.limits import MAX_BODY
from ludi.server.refusals import Refused
from ludi.server.settings import Settings
from server_tools import HOT_SEAT, TWO_OPEN, Browser, House


def test_a_strangers_token_opens_nothing(house: House, ann: Browser, ben: Browser) -> None:
    match = ann.create(HOT_SEAT)
    foreign = ben.call("POST", "/api/matches", HOT_SEAT)["tokens"]["0"]
    for token in (foreign, "x" * 32, "' OR 1=1 --"):
        line = ben.look(match["id"], tokens=[token])
        assert line.state["seat"] is None
        assert line.state["match"]["my_seats"] == []
        assert ben.raw("POST", f"/api/matches/{match['id']}/claim", {"token": token}).status_code == 403
        headers = {"X-Seat-Token": token}
        body = {"word": "draw", "version": 1, "seat": 0}
        assert ben.raw("POST", f"/api/matches/{match['id']}/play", body, headers=headers).status_code == 403
    assert len(house.journal(match["id"])) == 1


def test_nobody_decides_for_another_seat(house: House, ann: Browser, ben: Browser) -> None:
    match = ann.create(TWO_OPEN)
    ben.join(match)
    path = f"/api/matches/{match['id']}"
    body = {"word": "draw", "version": 1, "seat": 0}
    assert ben.raw("POST", f"{path}/play", body).json()["code"] == "not_yours"
    assert ben.raw("POST", f"{path}/undo", {"version": 1, "seat": 0}).json()["code"] == "not_yours"
    assert ben.raw("GET", f"{path}/state?seat=0").json()["code"] == "not_yours"
    assert ben.raw("GET", f"{path}/log?seat=0").json()["code"] == "not_yours"
    for action in ("leave", "concede", "return"):
        assert ben.raw("POST", f"{path}/{action}", {"seat": 0}).json()["code"] == "not_yours"
    line = ben.look(match["id"])
    line.send("sit", seat=0)
    assert line.until("refused")["code"] == "not_yours"
    with pytest.raises(WebSocketDisconnect) as closed:
        ben.look(match["id"], seat=0)
    assert closed.value.code == 4403
    assert len(house.journal(match["id"])) == 2 - 1


def test_a_replayed_frame_changes_nothing(house: House, ann: Browser) -> None:
    match = ann.create(HOT_SEAT)
    line = ann.look(match["id"], seat=0)
    word, version = line.words()[0], line.state["version"]
    assert line.play(word, version)["type"] == "ack"
    before = house.journal(match["id"])
    for _ in range(3):
        assert line.play(word, version)["type"] == "refused"
    assert house.journal(match["id"]) == before
    assert line.play(word, 10**12)["type"] == "refused", "a version that is yet to come"
    assert house.journal(match["id"]) == before


def test_a_forged_cookie_is_nobody(house: House, ann: Browser, caplog: pytest.LogCaptureFixture) -> None:
    match = ann.create(HOT_SEAT, watch=False)
    cookie = str(ann.http.cookies["ludi"])
    body, _, seal = cookie.rpartition(".")
    stranger = house.browser("Stranger")
    for forged in (f"{body}.{'A' * len(seal)}", body, "nonsense", cookie[:-1], "é"):
        stranger.http.cookies.clear()
        answer = stranger.raw("GET", f"/api/matches/{match['id']}", headers={"Cookie": f"ludi={forged}".encode()})
        assert answer.status_code == 403
    assert "forged cookie" in caplog.text
    assert cookie not in caplog.text


def test_an_invite_cannot_be_guessed(ann: Browser, ben: Browser) -> None:
    match = ann.create(TWO_OPEN)
    invite = match["invite"].removeprefix("/join/")
    for guess in (match["id"], f"{match['id']}.", invite[:-2] + "xx", "x.y", "%00"):
        assert ben.raw("GET", f"/api/invites/{guess}").status_code == 404
        assert ben.raw("POST", f"/api/invites/{guess}/join", {}).status_code == 404
    assert ben.raw("POST", f"/api/matches/{match['id']}/join", {}).status_code == 403, "it is not listed"
    assert ben.call("GET", f"/api/matches/{match['id']}")["invite"] is None


def test_malformed_frames_are_refused_and_the_line_stays_open(house: House, ann: Browser) -> None:
    match = ann.create(HOT_SEAT)
    line = ann.look(match["id"], seat=0)
    before = house.journal(match["id"])
    for text in (
        "",
        "{",
        "[]",
        "null",
        '"play"',
        '{"type": "play"}',
        '{"type": "dance"}',
        '{"type": "play", "word": 7, "version": 1}',
        '{"type": "play", "word": "draw", "version": -1}',
        '{"type": "play", "word": "draw", "version": 1, "seat": 1}',
        '{"type": "play", "word": "' + "x" * 300 + '", "version": 1}',
        '{"type": "chat", "text": ""}',
        '{"type": "lang", "lang": "../../etc"}',
        '{"a":' * 3000,
        '{"type": "play", "word": "\\ud800", "version": 1}',
    ):
        line.socket.send_text(text)
        assert line.until("refused")["code"] == "malformed"
    assert line.play("dance:on-the-table")["code"] == "malformed"
    assert line.play("done")["code"] == "illegal"
    assert house.journal(match["id"]) == before
    assert line.play()["type"] == "ack"


@pytest.mark.parametrize("kind", ["text", "binary"])
def test_an_over_long_frame_ends_the_conversation(ann: Browser, kind: str) -> None:
    match = ann.create(HOT_SEAT)
    line = ann.look(match["id"], seat=0)
    if kind == "text":
        line.send("chat", text="x" * 20_000)
    else:
        line.socket.send_bytes(b"\0\1\2")
    with pytest.raises(WebSocketDisconnect) as closed:
        line.until("never")
    assert closed.value.code == 4413


@pytest.mark.parametrize("match", ["a%00b", "A" * 12, "a" * 13, "%ff%fe"])
def test_a_line_to_what_is_no_name_of_a_match_never_asks_the_store(
    ann: Browser, monkeypatch: pytest.MonkeyPatch, match: str
) -> None:
    asked = Mock(side_effect=DataError("SELECT", {}, ValueError("a zero byte")))
    monkeypatch.setattr("ludi.server.queries.load_match", asked)
    with pytest.raises(WebSocketDisconnect) as closed:
        ann.look(match)
    assert closed.value.code == 4404
    assert ann.raw("GET", f"/api/matches/{match}").status_code == 404
    asked.assert_not_called()


@pytest.mark.parametrize("error", [DataError("SELECT", {}, ValueError("odd")), Refused("unavailable", "Not now.")])
def test_a_line_to_a_match_that_cannot_be_opened_now_asks_to_come_again(
    house: House, ann: Browser, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    match = ann.create(HOT_SEAT)["id"]
    house.server.hall.rooms.clear()
    monkeypatch.setattr("ludi.server.queries.load_match", Mock(side_effect=error))
    with pytest.raises(WebSocketDisconnect) as closed:
        ann.look(match)
    assert closed.value.code == 1012


def test_no_hello_no_state(ann: Browser, house: House) -> None:
    match = ann.create(HOT_SEAT)
    with ann.http.websocket_connect(f"/api/matches/{match['id']}/socket") as socket:
        socket.send_json({"type": "ping"})
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
        assert closed.value.code == 4400
    with pytest.raises(WebSocketDisconnect) as closed:
        ann.look("a" * 12)
    assert closed.value.code == 4404
    secret = ann.create(HOT_SEAT, watch=False)
    with pytest.raises(WebSocketDisconnect) as closed:
        house.browser("Stranger").look(secret["id"])
    assert closed.value.code == 4403


def test_a_foreign_site_is_turned_away(ann: Browser) -> None:
    match = ann.create(HOT_SEAT)
    foreign = {"Origin": "https://evil.example"}
    assert ann.raw("POST", f"/api/matches/{match['id']}/concede", {}, headers=foreign).status_code == 403
    with (
        pytest.raises(WebSocketDisconnect),
        ann.http.websocket_connect(f"/api/matches/{match['id']}/socket", headers=foreign) as socket,
    ):
        socket.receive_json()
    own = {"Origin": "http://testserver"}
    assert ann.raw("PATCH", "/api/me", {"name": "Ann"}, headers=own).status_code == 200


def test_bodies_have_a_limit(ann: Browser) -> None:
    answer = ann.raw("PATCH", "/api/me", {"name": "x" * MAX_BODY})
    assert answer.status_code == 413
    assert answer.json()["code"] == "too_large"

    def stream() -> object:
        for _ in range(5):
            yield b"x" * (MAX_BODY // 4)

    answer = ann.http.request("PATCH", "/api/me", content=stream())
    assert answer.status_code == 413


def test_every_answer_carries_the_security_headers(ann: Browser) -> None:
    for path in ("/", "/table/x", "/api/me", "/api/nothing", "/api/docs", "/assets/none.js"):
        headers = ann.raw("GET", path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
    assert ann.raw("GET", "/api/me").headers["cache-control"] == "no-store"
    for path in ("/../../pyproject.toml", "/%2e%2e/%2e%2e/app.py", "/..%2fapp.py"):
        assert b"FastAPI" not in ann.raw("GET", path).content


def test_answers_are_compressed(ann: Browser) -> None:
    assert ann.raw("GET", "/api/openapi.json").headers["content-encoding"] == "gzip"


def test_cookies_are_closed_to_scripts_and_to_other_sites(settings: Settings) -> None:
    with TestClient(make_app(replace(settings, url="https://ludi.example.org"))) as client:
        cookie = client.get("/api/me").headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert "Secure" in cookie
        assert client.get("/").headers["strict-transport-security"]


def test_rates_are_limited(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludi.server.limits.monotonic", lambda: 1000.0)  # time stands still, however slow the machine
    with TestClient(make_app(replace(settings, limits=True))) as client:
        client.get("/api/me")
        answers = [
            client.post("/api/account/login", json={"account": "nobody", "password": "wrong password"})
            for _ in range(12)
        ]
        assert [answer.status_code for answer in answers[:10]] == [401] * 10
        assert answers[-1].status_code == 429
        assert answers[-1].json()["code"] == "too_fast"
        assert int(answers[-1].headers["retry-after"]) >= 1
        match = client.post("/api/matches", json=HOT_SEAT).json()["match"]["id"]
        with client.websocket_connect(f"/api/matches/{match}/socket") as socket:
            socket.send_json({"type": "hello"})
            for _ in range(300):
                socket.send_json({"type": "ping"})
            with pytest.raises(WebSocketDisconnect) as closed:
                [socket.receive_json() for _ in range(400)]
            assert closed.value.code == 4429


def test_no_secret_is_logged(house: House, ann: Browser, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    password = "correct horse battery"
    ann.call("POST", "/api/account/register", {"account": "ann", "password": password})
    ann.raw("POST", "/api/account/login", {"account": "ann", "password": password + "x"})
    ann.raw("POST", "/api/account/register", {"account": "a b c", "password": password})
    seated = ann.call("POST", "/api/matches", HOT_SEAT)
    match = seated["match"]["id"]
    line = ann.look(match, tokens=list(seated["tokens"].values()))
    line.play()
    line.play("nonsense")
    secrets = [password, str(ann.http.cookies["ludi"]), house.seed(match), *seated["tokens"].values()]
    ours = "\n".join(record.getMessage() for record in caplog.records if record.name.startswith(("ludi", "uvicorn")))
    for secret in secrets:
        assert secret not in ours
    assert (
        json.dumps(ann.raw("POST", "/api/account/register", {"account": "a b", "password": password}).json()).count(
            password
        )
        == 0
    )

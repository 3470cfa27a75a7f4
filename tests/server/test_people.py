"""Guests, accounts, seats on other devices."""

from __future__ import annotations

from unittest.mock import Mock

import pytest
import sqlalchemy as sa
from starlette.websockets import WebSocketDisconnect

from ludi.server import queries
from ludi.server.admin import purge
from ludi.server.refusals import Refused
from server_tools import HOT_SEAT, TWO_OPEN, Browser, House

PASSWORD = "vae victis, said Brennus"


def test_a_guest_plays_at_once_and_may_choose_a_name(house: House) -> None:
    guest = house.browser("Livia")
    assert guest.me["guest"]
    assert guest.me["name"] == "Livia"
    assert guest.call("GET", "/api/me")["id"] == guest.me["id"]
    for bad in ("", "   ", "x" * 41, "a\0b", "\n"):
        assert guest.raw("PATCH", "/api/me", {"name": bad}).status_code == 422


def test_an_account_follows_to_another_device(house: House, ann: Browser) -> None:
    match = ann.create(HOT_SEAT)
    account = {"account": "Ann.of.Rome", "password": PASSWORD}
    registered = ann.call("POST", "/api/account/register", account)
    assert registered["account"] == "Ann.of.Rome"
    assert registered["id"] == ann.me["id"]
    assert ann.raw("POST", "/api/account/register", account).json()["code"] == "wrong_status"

    phone = house.browser("phone")
    other = phone.create(HOT_SEAT)
    assert phone.raw("POST", "/api/account/register", {**account, "account": "ANN.of.rome"}).json()["code"] == "taken"
    wrong = phone.raw("POST", "/api/account/login", {**account, "password": PASSWORD + "!"})
    assert wrong.status_code == 401
    assert phone.raw("POST", "/api/account/login", {**account, "account": "nobody"}).status_code == 401
    assert phone.call("POST", "/api/account/login", account)["id"] == ann.me["id"]
    mine = {each["id"] for each in phone.call("GET", "/api/matches?list=mine")["matches"]}
    assert mine == {match["id"], other["id"]}, "the guest's table came along"
    assert phone.look(match["id"]).state["seat"] == 0
    assert phone.look(other["id"]).state["seat"] == 0

    out = phone.call("POST", "/api/account/logout")
    assert out["guest"]
    assert out["id"] not in (ann.me["id"], phone.me["id"])
    assert phone.call("GET", "/api/matches?list=mine")["matches"] == []


def test_passwords_are_stored_as_argon2id_and_seat_tokens_as_hashes(house: House, ann: Browser) -> None:
    ann.call("POST", "/api/account/register", {"account": "ann", "password": PASSWORD})
    seated = ann.call("POST", "/api/matches", HOT_SEAT)
    with house.server.store.engine.connect() as connection:
        stored = str(connection.execute(sa.text("SELECT password FROM players WHERE account = 'ann'")).scalar())
        tokens = connection.execute(sa.text("SELECT token FROM seats")).scalars().all()
    assert stored.startswith("$argon2id$")
    assert PASSWORD not in stored
    assert not set(seated["tokens"].values()) & set(tokens)
    assert len(seated["tokens"]["0"]) >= 32


def test_a_seat_token_opens_the_seat_on_another_device(house: House, ann: Browser) -> None:
    seated = ann.call("POST", "/api/matches", HOT_SEAT)
    match, token = seated["match"]["id"], seated["tokens"]["1"]
    tablet = house.browser("tablet")
    assert tablet.look(match).state["seat"] is None
    line = tablet.look(match, tokens=[token])
    assert line.state["seat"] == 1
    assert line.state["match"]["my_seats"] == [1]
    assert line.play()["type"] == "ack"
    claimed = tablet.call("POST", f"/api/matches/{match}/claim", {"token": token})
    assert claimed["seats"] == [1]
    assert ann.call("GET", f"/api/matches/{match}")["my_seats"] == [0]


def test_one_who_joins_while_watching_sits_down(ann: Browser, ben: Browser) -> None:
    match = ann.create(TWO_OPEN)
    line = ben.look(match["id"])
    assert line.state["seat"] is None
    seated = ben.join(match)
    assert line.until_version(seated["match"]["version"])["seat"] == 1


ACCOUNT = {"account": "ann", "password": PASSWORD}


def _with_cookie(house: House, cookie: str) -> Browser:
    """Somebody who has a copy of a cookie."""
    thief = house.browser("Somebody")
    thief.http.cookies.clear()
    thief.http.cookies.set("ludi", cookie)
    return thief


def test_logging_out_ends_the_session_on_the_server(house: House, ann: Browser) -> None:
    ann.call("POST", "/api/account/register", ACCOUNT)
    match = ann.create(HOT_SEAT, watch=False)["id"]
    phone = house.browser("Phone")
    phone.call("POST", "/api/account/login", ACCOUNT)
    cookie = str(ann.http.cookies["ludi"])
    assert _with_cookie(house, cookie).call("GET", "/api/me")["account"] == "ann"
    line = ann.look(match, seat=0)
    assert ann.call("POST", "/api/account/logout")["guest"]
    with pytest.raises(WebSocketDisconnect) as closed:
        line.until("never")
    assert closed.value.code == 4401
    copy = _with_cookie(house, cookie)
    assert copy.raw("GET", f"/api/matches/{match}").status_code == 403
    assert copy.raw("PATCH", "/api/me", {"name": "Thief"}).json()["guest"]
    assert ann.call("GET", "/api/me")["guest"]
    assert phone.call("GET", "/api/me")["account"] == "ann", "other devices stay logged in"
    assert phone.call("GET", f"/api/matches/{match}")["my_seats"] == [0, 1]
    again = ann.call("POST", "/api/account/login", ACCOUNT)
    assert again["account"] == "ann"


def test_logging_out_reaches_a_line_on_which_nobody_has_said_hello(house: House, ann: Browser) -> None:
    ann.call("POST", "/api/account/register", ACCOUNT)
    match = ann.create(HOT_SEAT, watch=False)["id"]
    with ann.http.websocket_connect(f"/api/matches/{match}/socket") as socket:
        ann.call("POST", "/api/account/logout")
        socket.send_json({"type": "hello", "seat": 0})
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
    assert closed.value.code == 4401
    assert not house.server.hall.lines


def test_a_session_that_ended_elsewhere_says_no_hello(house: House, ann: Browser) -> None:
    """Another process ended it and the news were lost: the store knows."""
    match = ann.create(HOT_SEAT, watch=False)["id"]
    _, _, session = house.server.seal._session.loads(str(ann.http.cookies["ludi"]))
    with ann.http.websocket_connect(f"/api/matches/{match}/socket") as socket:
        assert house.client.portal is not None
        house.client.portal.call(house.server.store.write, queries.end_session, ann.me["id"], session)
        socket.send_json({"type": "hello", "seat": 0})
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
    assert closed.value.code == 4401


def test_logging_out_ends_the_session_even_if_no_new_guest_is_admitted(
    house: House, ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann.call("POST", "/api/account/register", ACCOUNT)
    cookie = str(ann.http.cookies["ludi"])
    with monkeypatch.context() as patch:
        patch.setattr("ludi.server.routes_account.new_guest", Mock(side_effect=Refused("too_fast", "Wait.")))
        assert ann.raw("POST", "/api/account/logout").status_code == 429
    assert _with_cookie(house, cookie).call("GET", "/api/me")["guest"]


def test_a_session_that_was_ended_stays_so_after_a_purge(house: House, ann: Browser) -> None:
    ann.call("POST", "/api/account/register", ACCOUNT)
    cookie = str(ann.http.cookies["ludi"])
    ann.call("POST", "/api/account/logout")
    with house.server.store.engine.begin() as connection:
        connection.execute(sa.text("UPDATE ended SET at = 0"))
    purge(house.server.store, 1, finished=True, really=True)
    assert _with_cookie(house, cookie).call("GET", "/api/me")["guest"]


def test_a_cookie_of_an_older_version_is_ended_too(house: House, ann: Browser) -> None:
    ann.call("POST", "/api/account/register", ACCOUNT)
    seal = house.server.seal._session
    old = str(seal.dumps(seal.loads(str(ann.http.cookies["ludi"]))[:2]))
    browser = _with_cookie(house, old)
    assert browser.call("GET", "/api/me")["account"] == "ann"
    browser.call("POST", "/api/account/logout")
    assert _with_cookie(house, old).call("GET", "/api/me")["guest"]


def test_logging_out_twice_or_as_nobody_is_no_error(house: House, ann: Browser) -> None:
    cookie = str(ann.http.cookies["ludi"])
    for _ in range(2):
        assert _with_cookie(house, cookie).call("POST", "/api/account/logout")["guest"]
    nobody = house.browser("Nobody")
    nobody.http.cookies.clear()
    assert nobody.call("POST", "/api/account/logout")["guest"]

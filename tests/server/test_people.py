"""Guests, accounts, seats on other devices."""

from __future__ import annotations

import sqlalchemy as sa

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

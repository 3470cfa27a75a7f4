"""Two servers over one PostgreSQL: what one of them learns about persons, the other knows a moment later.

(Each is an application of its own with a store of its own, so they hear of each other through the database only.)
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from ludi.server import hall
from ludi.server.app import make_app
from ludi.server.settings import Settings, database_url
from patience import patience
from server_tools import HOT_SEAT, TWO_OPEN, Browser, House, PostgreSQL, wait_for

PASSWORD = "vae victis, said Brennus"
NO_SEAT_OF_MINE = {"game": "pax", "options": {"players": 2}, "seats": [{"kind": "bot"}, {"kind": "open"}]}


@pytest.fixture
def houses(postgres: PostgreSQL, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[House, House]]:
    monkeypatch.setattr("ludi.server.hall.PRESENCE_SECONDS", patience(0.5))
    chosen = replace(settings, database=database_url(postgres.new_database()), analysts=0)
    with ExitStack() as stack:
        clients = [stack.enter_context(TestClient(make_app(chosen))) for _ in range(2)]
        yield House(stack, chosen, clients[0]), House(stack, chosen, clients[1])


def seats_of(browser: Browser, match: str) -> Any:
    return browser.call("GET", f"/api/matches/{match}")["my_seats"]


def test_a_login_at_one_process_is_known_to_the_other(houses: tuple[House, House]) -> None:
    one, two = houses
    account = {"account": "ann", "password": PASSWORD}
    one.browser("Ann").call("POST", "/api/account/register", account)
    guest = one.browser("phone")
    match = guest.create(HOT_SEAT)["id"]
    old = two.again(guest)
    assert seats_of(old, match) == [0, 1], "both have the match in memory"
    guest.call("POST", "/api/account/login", account)
    ann = two.again(guest)
    wait_for(lambda: seats_of(ann, match) == [0, 1])
    assert seats_of(old, match) == [], "the guest's cookie opens nothing any more"
    state = ann.call("GET", f"/api/matches/{match}/state")
    body = {"word": state["legal"][0]["word"], "version": state["version"], "seat": state["seat"]}
    assert old.raw("POST", f"/api/matches/{match}/play", body).status_code == 403
    assert ann.raw("POST", f"/api/matches/{match}/play", body).status_code == 200


def test_logging_out_at_one_process_hangs_up_at_the_other(houses: tuple[House, House]) -> None:
    one, two = houses
    ann = one.browser("Ann")
    match = ann.create(HOT_SEAT)["id"]
    elsewhere = two.again(ann)
    line = elsewhere.look(match)
    ann.call("POST", "/api/account/logout")
    with pytest.raises(WebSocketDisconnect) as closed:
        line.until("never")
    assert closed.value.code == 4401
    assert seats_of(elsewhere, match) == []


def test_a_host_without_a_seat_keeps_the_table_when_logging_in(houses: tuple[House, House]) -> None:
    one, two = houses
    account = {"account": "ann", "password": PASSWORD}
    one.browser("Ann").call("POST", "/api/account/register", account)
    guest = one.browser("phone")
    match = guest.create(NO_SEAT_OF_MINE)["id"]
    assert two.again(guest).call("GET", f"/api/matches/{match}")["host"]
    guest.call("POST", "/api/account/login", account)
    ann = two.again(guest)
    wait_for(lambda: ann.call("GET", f"/api/matches/{match}")["host"])
    assert ann.call("POST", f"/api/matches/{match}/start", {"fill": "random"})["status"] == "live"


def test_a_host_without_a_seat_keeps_the_table_at_the_process_of_the_login(house: House) -> None:
    account = {"account": "ann", "password": PASSWORD}
    house.browser("Ann").call("POST", "/api/account/register", account)
    guest = house.browser("phone")
    match = guest.create(NO_SEAT_OF_MINE)["id"]
    guest.call("POST", "/api/account/login", account)
    assert guest.call("POST", f"/api/matches/{match}/start", {"fill": "random"})["status"] == "live"


def test_one_who_stays_connected_elsewhere_stays_present(
    houses: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludi.server.routes_match.ABSENT_SECONDS", 0.0)
    one, two = houses
    ann, ben = one.browser("Ann"), two.browser("Ben")
    match = ann.create(TWO_OPEN)
    ben.join(match)
    ben.look(match["id"])

    def present() -> bool:
        return bool(ann.call("GET", f"/api/matches/{match['id']}")["seats"][1]["present"])

    wait_for(present)
    end = time.monotonic() + 2.5 * hall.PRESENCE_SECONDS
    while time.monotonic() < end:
        assert present(), "nobody has gone"
        time.sleep(0.1)
    refused = ann.raw("POST", f"/api/matches/{match['id']}/replace", {"seat": 1})
    assert refused.json()["code"] == "wrong_status"


def test_a_process_that_has_just_started_asks_who_is_here(houses: tuple[House, House]) -> None:
    one, _ = houses
    ann = one.browser("Ann")
    match = ann.create(HOT_SEAT)["id"]
    ann.look(match)
    with TestClient(make_app(one.settings)) as client:
        third = House(one.stack, one.settings, client).again(ann)
        wait_for(lambda: third.call("GET", f"/api/matches/{match}")["seats"][0]["present"], 1.0)


def test_notes_written_at_one_process_are_read_at_the_other(houses: tuple[House, House]) -> None:
    one, two = houses
    ann = one.browser("Ann")
    match = ann.create(HOT_SEAT)["id"]
    here, there = ann.look(match, seat=0), two.again(ann).look(match, seat=0)
    here.send("notes", text="Carthago delenda")
    assert there.until("notes", text="Carthago delenda")

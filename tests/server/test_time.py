"""Clocks, bots that fail, restarts, turn notices: what happens while nobody looks."""

from __future__ import annotations

import asyncio
import logging
import socket
import time
from collections.abc import Iterator
from dataclasses import replace
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from fastapi.testclient import TestClient

from loops import run
from ludi.core import Perspective, Table, registry, seed_from_text
from ludi.server.app import make_app
from ludi.server.room import Room, build
from ludi.server.settings import Settings, Smtp
from ludi.server.thinkers import BotFailed, Thinkers
from ludi.server.turns import Turn
from server_tools import AGAINST_BOTS, HOT_SEAT, TWO_OPEN, Browser, House, wait_for

# Clocks


@pytest.mark.parametrize("kind", ["move", "bank"])
def test_at_zero_a_bot_takes_over_and_the_person_may_return(house: House, ann: Browser, kind: str) -> None:
    match = ann.create(HOT_SEAT, clock={"kind": kind, "seconds": 1, "increment": 0})
    path = f"/api/matches/{match['id']}"
    assert [seat["ticking"] for seat in match["seats"]] == [True, True], "both choose a card at once"
    assert 0 < match["seats"][0]["clock"] <= 1
    over = wait_for(lambda: all(seat["stand_in"] for seat in ann.call("GET", path)["seats"]))
    assert over
    wait_for(lambda: any(entry[1] == "play" for entry in house.journal(match["id"])))
    back = ann.call("POST", f"{path}/return", {"seat": 0})
    assert back["seats"][0]["stand_in"] is None
    log = ann.call("GET", f"{path}/log")
    assert [entry["text"] for entry in log if entry["kind"] == "timeout"]


RULES = registry.find("pax").rules_version


def room_with_bank(seconds: float, increment: float) -> Room:
    header = {
        "id": "m", "game": "pax", "rules": RULES, "options": {"players": 2, "start": "1"}, "seed": "00" * 32,
        "commitment": "", "host": "", "status": "lobby", "listed": False, "watch": True,
        "clock": {"kind": "bank", "seconds": seconds, "increment": increment}, "version": 0, "decisions": 0, "due": [],
        "bot_due": False, "deadline": None, "created": 0.0, "changed": 0.0, "finished": None, "result": None,
        "rematch": None, "rematch_of": None,
    }  # fmt: skip
    header["options"] = Table.new("pax", {"players": 2, "start": "1"}).box.options
    chairs = [
        {"match": "m", "seat": seat, "kind": "person", "player": "p", "name": "P", "level": None, "stand_in": None,
         "conceded": False, "token": None, "bank": None, "since": None}
        for seat in range(2)
    ]  # fmt: skip
    return build(header, chairs, [])


def test_a_bank_runs_only_while_its_owner_must_decide() -> None:
    room = room_with_bank(100, 3)
    room.start(1000.0)
    assert room.header.deadline == 1100.0
    assert room.table is not None
    first = room.table.state.spell(room.table.state.legal(0)[0])
    room.decide(0, first, room.header.version, 1010.0)
    assert room.chairs[0].bank == 93.0
    assert room.chairs[0].since is None, "nothing to decide: the clock stands"
    assert room.seconds_left(room.chairs[1], 1010.0) == 90.0
    second = room.table.state.spell(room.table.state.legal(1)[0])
    room.decide(1, second, room.header.version, 1050.0)
    assert room.chairs[1].bank == 53.0
    assert room.actors() == (0,)
    assert room.header.deadline == 1050.0 + 93.0
    room.replace_person(0, "timeout", 1200.0)
    assert room.header.deadline is None
    assert room.chairs[0].bank == 0.0
    room.come_back(0, 1300.0)
    assert room.header.deadline == 1360.0, "whoever comes back has at least a minute"


# Bots


def a_choice() -> Perspective:
    """A deal in which there is something to choose; in some all cards of the first hand are alike."""
    state = Table.new("pax", {"players": 2}, seed=seed_from_text("a choice")).state
    perspective = state.perspective(state.actors()[0])
    assert len(perspective.legal()) > 1
    return perspective


def test_a_worker_that_dies_or_dawdles_is_replaced() -> None:
    async def story() -> None:
        thinkers = Thinkers(1, 30.0)
        try:
            perspective = a_choice()
            legal = [perspective.spell(action) for action in perspective.legal()]
            assert await thinkers.choose("greedy", perspective) in legal
            (worker,) = thinkers.workers
            worker.process.kill()
            with pytest.raises(BotFailed, match="died"):
                await thinkers.choose("greedy", perspective)
            assert await thinkers.choose("random", perspective) in legal, "a new one has taken its place"
            with pytest.raises(BotFailed, match="cleverest"):
                await thinkers.choose("cleverest", perspective)
            thinkers.seconds = 0.05
            with pytest.raises(BotFailed, match="longer"):
                await thinkers.choose("master", perspective)  # which thinks for seconds
        finally:
            thinkers.close()

    run(story())


def test_a_bot_that_fails_is_replaced_by_greedy_and_says_so(
    house: House, ann: Browser, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real = Thinkers.choose

    async def failing(self: Thinkers, level: str, perspective: Perspective, turn: Turn) -> str:
        if level == "random":
            raise BotFailed("it tripped")
        return await real(self, level, perspective, turn)

    monkeypatch.setattr(Thinkers, "choose", failing)
    match = ann.create(AGAINST_BOTS)
    wait_for(lambda: any(entry[1] == "play" and entry[2] == 2 for entry in house.journal(match["id"])))
    info = ann.call("GET", f"/api/matches/{match['id']}")
    assert info["seats"][2]["level"] == "greedy"
    log = ann.call("GET", f"/api/matches/{match['id']}/log")
    assert ["failed" in entry["text"] for entry in log if entry["kind"] == "replaced"] == [True]
    assert "it tripped" in caplog.text


def test_even_if_every_bot_fails_the_match_goes_on(house: House, ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    async def failing(self: Thinkers, level: str, perspective: Perspective, turn: Turn) -> str:
        raise BotFailed("no bot today")

    monkeypatch.setattr(Thinkers, "choose", failing)
    match = ann.create(AGAINST_BOTS)
    wait_for(lambda: {entry[2] for entry in house.journal(match["id"]) if entry[1] == "play"} == {1, 2})


def test_a_thinking_bot_holds_nobody_up(house: House, ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    async def slow(self: Thinkers, level: str, perspective: Perspective, turn: Turn) -> str:
        await asyncio.Event().wait()
        raise BotFailed("never")

    monkeypatch.setattr(Thinkers, "choose", slow)
    match = ann.create(AGAINST_BOTS)
    line = ann.look(match["id"])
    assert line.play()["type"] == "ack", "though the bots never come to an end"


# Restarts


def test_on_start_every_unfinished_match_goes_on_with_its_bots(settings: Settings) -> None:
    with TestClient(make_app(settings)) as client:
        client.get("/api/me")
        matches = [client.post("/api/matches", json=AGAINST_BOTS).json()["match"]["id"] for _ in range(3)]
        bots_only = {**AGAINST_BOTS, "seats": [{"kind": "bot"}, {"kind": "bot"}, {"kind": "bot", "level": "random"}]}
        alone = client.post("/api/matches", json=bots_only).json()["match"]["id"]
        cookie = client.cookies["ludi"]
        before = client.get(f"/api/matches/{matches[0]}/state").json()
    with TestClient(make_app(settings), cookies={"ludi": cookie}) as client:
        after = client.get(f"/api/matches/{matches[0]}/state").json()
        assert after["version"] >= before["version"]
        assert after["seat"] == 0
        first = client.get(f"/api/matches/{alone}").json()["version"]
        wait_for(lambda: client.get(f"/api/matches/{alone}").json()["version"] > first)
        word = after["legal"][0]["word"]
        played = client.post(f"/api/matches/{matches[0]}/play", json={"word": word, "version": after["version"]})
        assert played.status_code == 200


def test_only_one_server_per_sqlite_file(settings: Settings) -> None:
    from ludi.server.store import Store, StoreInUse

    with TestClient(make_app(settings)), pytest.raises(StoreInUse):
        Store(settings.database)


# Turn notices


class Letters:
    """A local SMTP server that keeps what it gets."""

    def __init__(self) -> None:
        self.all: list[EmailMessage] = []

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:
        found = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(found, EmailMessage)
        self.all.append(found)
        return "250 OK"


@pytest.fixture
def letters() -> Iterator[tuple[Letters, Smtp]]:
    box = Letters()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = int(free.getsockname()[1])
    controller = Controller(box, hostname="127.0.0.1", port=port)
    controller.start()
    yield box, Smtp("127.0.0.1", "ludi@example.org", port, security="none")
    controller.stop()


def test_whoever_asked_for_it_is_told_by_e_mail_when_it_is_their_turn(
    settings: Settings, letters: tuple[Letters, Smtp], caplog: pytest.LogCaptureFixture
) -> None:
    from contextlib import ExitStack

    caplog.set_level(logging.ERROR)
    box, smtp = letters
    settings = replace(settings, smtp=smtp)
    with ExitStack() as stack:
        house = House(stack, settings, stack.enter_context(TestClient(make_app(settings))))
        ann, ben = house.browser("Ann"), house.browser("Ben")
        address = {"email": "ben@example.org"}
        assert ben.raw("PUT", "/api/account/email", address).json()["code"] == "wrong_status", "accounts only"
        ben.call("POST", "/api/account/register", {"account": "ben", "password": "long enough"})
        assert ben.raw("PUT", "/api/account/email", {"email": "a@b\nBcc: c@d"}).status_code == 422
        assert not ben.call("PUT", "/api/account/email?lang=de", address)["email_confirmed"]
        wait_for(lambda: box.all)
        assert box.all[0]["To"] == "ben@example.org"
        link = next(word for word in box.all[0].get_content().split() if word.startswith("http://testserver/"))
        assert ben.raw("GET", "/api/account/email/confirm?token=forged").status_code == 403
        ben.http.get(link)
        assert ben.call("GET", "/api/me")["email_confirmed"]

        match = ann.create(TWO_OPEN)
        ben.join(match)
        wait_for(lambda: len(box.all) == 2)
        assert box.all[1]["Subject"] == "Ludi Romani: Du bist am Zug in PAX"
        assert f"http://testserver/table/{match['id']}" in box.all[1].get_content()
        line = ben.look(match["id"])
        line.play()
        time.sleep(0.2)
        assert len(box.all) == 2, "not again within ten minutes, and not while he looks"
        ben.call("DELETE", "/api/account/email")
        assert ben.call("GET", "/api/me")["email"] is None


def test_a_post_office_that_is_closed_harms_nobody(settings: Settings, caplog: pytest.LogCaptureFixture) -> None:
    closed = replace(settings, smtp=Smtp("127.0.0.1", "ludi@example.org", 9, security="none"))
    with TestClient(make_app(closed)) as client:
        client.post("/api/account/register", json={"account": "ben", "password": "long enough"})
        assert client.put("/api/account/email", json={"email": "ben@example.org"}).status_code == 200
        wait_for(lambda: "could not be sent" in caplog.text)
        assert client.get("/api/me").status_code == 200

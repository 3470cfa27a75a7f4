"""A server of another version over the same file: what was begun goes on if it can, and everybody is told why not."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from unittest.mock import Mock

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient

from ludi.core import IllegalAction, LudiError, Phrase, Record, registry
from ludi.games.pax.rules import PaxState
from ludi.server.admin import export
from ludi.server.app import make_app
from ludi.server.room import Room
from ludi.server.settings import Settings, database_url
from ludi.server.store import Store
from server_tools import AGAINST_BOTS, HOT_SEAT, TWO_OPEN, Browser, House, wait_for


def ludi(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "ludi.server", *words], capture_output=True, text=True, timeout=120)


def new_file(tmp_path: Path) -> Path:
    file = tmp_path / "tables.db"
    store = Store(database_url(str(file)))
    store.prepare()
    store.close()
    return file


def of_a_newer_program(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")


def no_database_at_all(file: Path) -> None:
    file.write_bytes(b"Carthago delenda est. " * 1000)


def damaged_inside(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.executemany("INSERT INTO settings VALUES (?, ?)", [(f"n{each}", "v" * 900) for each in range(200)])
    data = bytearray(file.read_bytes())
    data[len(data) // 2 :] = b"\xff" * (len(data) - len(data) // 2)
    file.write_bytes(data)


def cut_short(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:6000])


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (of_a_newer_program, "newer version"),
        (no_database_at_all, "damaged"),
        (damaged_inside, "damaged"),
        (cut_short, "damaged"),
    ],
)
@pytest.mark.parametrize("command", [("serve", "--no-open", "--port", "0"), ("admin", "stats")])
def test_a_newer_or_damaged_file_is_told_in_one_sentence(
    tmp_path: Path, harm: object, words: str, command: tuple[str, ...]
) -> None:
    assert callable(harm)
    file = new_file(tmp_path)
    harm(file)
    before = file.read_bytes()
    answer = ludi(*command, "--database", str(file))
    assert answer.returncode == 2
    assert "Traceback" not in answer.stderr
    assert len(answer.stderr.strip().splitlines()) == 1, answer.stderr
    assert words in answer.stderr
    assert str(file) in answer.stderr
    assert file.read_bytes() == before, "it is left as it is"


# Matches that were begun by other rules


class Upgrade:
    """A server that is stopped, and started again with newer rules of PAX."""

    def __init__(self, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
        self.settings = settings
        self._patch = monkeypatch
        self.stack = ExitStack()

    def open(self) -> House:
        self.close()
        client = self.stack.enter_context(TestClient(make_app(self.settings), raise_server_exceptions=False))
        return House(self.stack, self.settings, client)

    def close(self) -> None:
        self.stack.close()

    def new_rules(self) -> None:
        self.close()
        self._patch.setattr(type(registry.find("pax")), "rules_version", "99")

    def show_otherwise(self) -> None:
        """By the new rules the position is another one."""
        real = PaxState.view
        self._patch.setattr(PaxState, "view", lambda state, seat: {**real(state, seat), "taxes": 5})

    def forbid(self, word: str) -> None:
        """By the new rules this is not legal."""
        real = PaxState.play

        def play(state: PaxState, seat: int, action: int) -> None:
            if state.spell(action) == word:
                raise IllegalAction(Phrase("why.over"), state.box)
            real(state, seat, action)

        self._patch.setattr(PaxState, "play", play)

    def sql(self, text: str) -> None:
        engine = sa.create_engine(self.settings.database)
        with engine.begin() as connection:
            connection.exec_driver_sql(text)
        engine.dispose()


@pytest.fixture
def upgrade(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Upgrade]:
    found = Upgrade(settings, monkeypatch)
    yield found
    found.close()


def decide(browser: Browser, match: str) -> str:
    state = browser.call("GET", f"/api/matches/{match}/state")
    if not state["legal"]:
        due = next(seat["seat"] for seat in state["match"]["seats"] if seat["due"])
        state = browser.call("GET", f"/api/matches/{match}/state?seat={due}")
    word: str = state["legal"][0]["word"]
    body = {"word": word, "version": state["version"], "seat": state["seat"]}
    browser.call("POST", f"/api/matches/{match}/play", body)
    return word


def notices(browser: Browser, match: str) -> list[str]:
    return [entry["kind"] for entry in browser.call("GET", f"/api/matches/{match}/log") if entry["type"] == "notice"]


def test_a_lobby_of_older_rules_begins_by_those_of_now(upgrade: Upgrade) -> None:
    ann = upgrade.open().browser("Ann")
    match = ann.create(TWO_OPEN)["id"]
    upgrade.new_rules()
    ann = upgrade.open().again(ann)
    started = ann.call("POST", f"/api/matches/{match}/start", {"fill": "random"})
    assert started["status"] == "live"
    assert started["rules_version"] == "99"
    decide(ann, match)


def test_a_lobby_that_cannot_begin_by_the_rules_of_now_stays_a_lobby(upgrade: Upgrade) -> None:
    ann = upgrade.open().browser("Ann")
    match = ann.create(TWO_OPEN)["id"]
    upgrade.close()
    upgrade.sql("UPDATE matches SET rules = '0', options = '{\"players\": 2, \"chariots\": 4}'")
    ann = upgrade.open().again(ann)
    refused = ann.raw("POST", f"/api/matches/{match}/start", {"fill": "random"})
    assert refused.status_code == 422
    assert "chariots" in refused.json()["message"]
    assert ann.call("GET", f"/api/matches/{match}")["status"] == "lobby"
    body = {"word": "draw", "version": 1, "seat": 0}
    assert ann.raw("POST", f"/api/matches/{match}/play", body).json()["code"] == "wrong_status"


def test_a_match_whose_decisions_are_still_legal_goes_on_and_says_so(upgrade: Upgrade) -> None:
    ann = upgrade.open().browser("Ann")
    match = ann.create(HOT_SEAT)["id"]
    for _ in range(6):
        decide(ann, match)
    before = ann.call("GET", f"/api/matches/{match}/state")
    upgrade.new_rules()
    ann = upgrade.open().again(ann)
    after = ann.call("GET", f"/api/matches/{match}/state")
    assert after["view"] == before["view"]
    assert (after["match"]["status"], after["match"]["rules_version"]) == ("live", "99")
    assert notices(ann, match) == ["start", "rules"]
    line = ann.call("GET", f"/api/matches/{match}/log?lang=de")[-1]
    assert "Version 99" in line["text"]
    decide(ann, match)
    ann = upgrade.open().again(ann)
    assert notices(ann, match) == ["start", "rules"], "it is said once"
    decide(ann, match)


def test_if_nobody_knows_what_was_last_seen_the_players_are_asked(upgrade: Upgrade) -> None:
    """After a crash, or in a file of a program that did not keep it."""
    ann = upgrade.open().browser("Ann")
    match = ann.create(HOT_SEAT)["id"]
    decide(ann, match)
    upgrade.close()
    upgrade.sql("UPDATE matches SET sight = NULL, sight_at = NULL")
    upgrade.new_rules()
    ann = upgrade.open().again(ann)
    assert ann.call("GET", f"/api/matches/{match}")["status"] == "paused"


def test_if_the_position_is_not_the_one_they_saw_the_players_are_asked_to_agree(upgrade: Upgrade) -> None:
    house = upgrade.open()
    ann, ben = house.browser("Ann"), house.browser("Ben")
    match = ann.create(TWO_OPEN, clock={"kind": "bank", "seconds": 100, "increment": 0})
    ben.join(match)
    decide(ann, match["id"])
    path = f"/api/matches/{match['id']}"
    upgrade.new_rules()
    upgrade.show_otherwise()
    house = upgrade.open()
    ann, ben, eve = house.again(ann), house.again(ben), house.browser("Eve")
    mine = wait_for(lambda: ann.call("GET", "/api/matches?list=mine")["waiting"] == 1)
    assert mine, "all who must agree hear of it, whether or not somebody opens the table"
    asked = ann.call("GET", f"{path}?lang=nl")
    assert asked["status"] == "paused"
    assert "Ga je akkoord" in asked["why"]
    assert asked["waiting_for_me"]
    assert [seat["due"] for seat in asked["seats"]] == [True, True]
    assert not any(seat["ticking"] for seat in asked["seats"]), "no clock runs while they think about it"
    state = ben.call("GET", f"{path}/state")
    assert state["view"]["taxes"] == 5, "they see what they are asked about"
    assert state["legal"] == []
    body = {"word": "draw", "version": state["version"]}
    assert ben.raw("POST", f"{path}/play", body).json()["code"] == "wrong_status"

    line = ben.look(match["id"])
    assert eve.raw("POST", f"{path}/agree", {}).status_code == 403
    first = ann.call("POST", f"{path}/agree", {})
    assert first["status"] == "paused"
    assert not first["waiting_for_me"]
    assert ann.raw("POST", f"{path}/agree", {}).json()["code"] == "wrong_status"
    assert line.until("state", version=first["version"])["match"]["status"] == "paused"
    both = ben.call("POST", f"{path}/agree", {"seat": 1, "agree": True})
    assert (both["status"], both["why"]) == ("live", "")
    assert any(seat["ticking"] for seat in both["seats"])
    assert notices(ann, match["id"]) == ["start", "asked", "agree", "agree"]
    decide(ben, match["id"])
    ben = upgrade.open().again(ben)
    assert ben.call("GET", path)["status"] == "live", "they are not asked again"


def test_one_who_does_not_agree_closes_the_match_and_its_record_is_kept(upgrade: Upgrade) -> None:
    ann = upgrade.open().browser("Ann")
    match = ann.create(HOT_SEAT)["id"]
    words = [decide(ann, match) for _ in range(3)]
    upgrade.new_rules()
    upgrade.show_otherwise()
    ann = upgrade.open().again(ann)
    closed = ann.call("POST", f"/api/matches/{match}/agree", {"agree": False})
    assert closed["status"] == "broken"
    assert closed["why"].startswith("Ann did not agree")
    for _ in range(2):
        record = Record.from_json(ann.raw("GET", f"/api/matches/{match}/record").text)
        assert [word for _, word in record.decisions] == words
        ann = upgrade.open().again(ann)
    assert ann.raw("POST", f"/api/matches/{match}/rematch").status_code == 201


def test_one_who_is_away_does_not_hold_up_the_agreement(upgrade: Upgrade, monkeypatch: pytest.MonkeyPatch) -> None:
    house = upgrade.open()
    ann, ben = house.browser("Ann"), house.browser("Ben")
    match = ann.create(TWO_OPEN)
    ben.join(match)
    upgrade.new_rules()
    upgrade.show_otherwise()
    house = upgrade.open()
    ann = house.again(ann)
    ann.call("POST", f"/api/matches/{match['id']}/agree", {})
    monkeypatch.setattr("ludi.server.routes_match.ABSENT_SECONDS", 0.0)
    assert ann.call("POST", f"/api/matches/{match['id']}/replace", {"seat": 1})["status"] == "live"


def test_bots_alone_need_not_be_asked(upgrade: Upgrade) -> None:
    bots_only = {**AGAINST_BOTS, "seats": [{"kind": "bot"}, {"kind": "bot"}, {"kind": "bot"}]}
    ann = upgrade.open().browser("Ann")
    match = ann.create(bots_only)["id"]
    upgrade.new_rules()
    upgrade.show_otherwise()
    ann = upgrade.open().again(ann)
    assert ann.call("GET", f"/api/matches/{match}")["status"] in ("live", "finished")
    assert "asked" not in notices(ann, match)
    assert "rules" in notices(ann, match)


def test_only_a_match_with_an_illegal_decision_is_closed_with_its_record_and_the_reason(upgrade: Upgrade) -> None:
    ann = upgrade.open().browser("Ann")
    match = ann.create(HOT_SEAT)["id"]
    older = registry.find("pax").rules_version
    words = [decide(ann, match) for _ in range(4)]
    assert words[2] not in words[:2]
    upgrade.new_rules()
    upgrade.forbid(words[2])
    for _ in range(2):
        ann = upgrade.open().again(ann)
        closed = ann.call("GET", f"/api/matches/{match}")
        assert (closed["status"], closed["rules_version"]) == ("broken", older)
        assert "its decision 3 is not legal" in closed["why"]
        assert "nicht erlaubt" in ann.call("GET", f"/api/matches/{match}?lang=de")["why"]
        record = Record.from_json(ann.raw("GET", f"/api/matches/{match}/record").text)
        assert record.rules == older
        assert [word for _, word in record.decisions] == words
        body = {"word": "draw", "version": 1, "seat": 0}
        assert ann.raw("POST", f"/api/matches/{match}/play", body).json()["code"] == "wrong_status"


def test_a_finished_match_of_older_rules_keeps_its_result_and_its_record(upgrade: Upgrade) -> None:
    ann = upgrade.open().browser("Ann")
    body = {"game": "pax", "options": {"players": 2}, "seats": [{"kind": "bot", "level": "random"}] * 2}
    match = ann.create(body)["id"]
    ann.look(match)
    wait_for(lambda: ann.call("GET", f"/api/matches/{match}")["status"] == "finished")
    before = ann.call("GET", f"/api/matches/{match}")
    record = ann.raw("GET", f"/api/matches/{match}/record").json()
    upgrade.new_rules()
    ann = upgrade.open().again(ann)
    after = ann.call("GET", f"/api/matches/{match}")
    assert (after["status"], after["result"]) == ("finished", before["result"])
    assert ann.raw("GET", f"/api/matches/{match}/record").json() == record
    assert ann.raw("GET", f"/api/matches/{match}/replay").json()["code"] == "wrong_status"
    assert ann.call("GET", f"/api/matches/{match}/state")["view"] is None


def test_a_match_of_newer_rules_is_left_alone(upgrade: Upgrade) -> None:
    """Two processes during an upgrade: the one that is behind does not turn back what the other did."""
    ann = upgrade.open().browser("Ann")
    match = ann.create(HOT_SEAT)["id"]
    decide(ann, match)
    upgrade.close()
    upgrade.sql("UPDATE matches SET rules = '99'")
    ann = upgrade.open().again(ann)
    shown = ann.call("GET", f"/api/matches/{match}")
    assert shown["status"] == "broken"
    assert "version 99" in shown["why"]
    upgrade.close()
    upgrade.sql("UPDATE matches SET rules = '1'")
    ann = upgrade.open().again(ann)
    decide(ann, match)


@pytest.mark.parametrize("error", [OSError(24, "Too many open files"), MemoryError(), LudiError("No such folder.")])
@pytest.mark.parametrize("newer", [False, True])
def test_a_failure_that_is_not_the_records_closes_no_match(
    upgrade: Upgrade, monkeypatch: pytest.MonkeyPatch, error: Exception, newer: bool
) -> None:
    house = upgrade.open()
    ann = house.browser("Ann")
    match = ann.create(HOT_SEAT)["id"]
    decide(ann, match)
    if newer:
        upgrade.new_rules()
    with monkeypatch.context() as patch:
        patch.setattr(Room, "seat_everybody", Mock(side_effect=error))
        ann = upgrade.open().again(ann)
        failed = ann.raw("GET", f"/api/matches/{match}")
        assert (failed.status_code, failed.json()["code"]) == (503, "unavailable")
    monkeypatch.setattr("ludi.server.hall.CLOSED_SECONDS", 0.0)
    ann = upgrade.open().again(ann)
    assert ann.call("GET", f"/api/matches/{match}")["status"] == "live"
    decide(ann, match)


def test_a_match_that_fails_to_open_is_not_tried_all_the_time(
    upgrade: Upgrade, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = upgrade.open()
    ann = house.browser("Ann")
    match = ann.create(HOT_SEAT)["id"]
    house.server.hall.rooms.clear()
    deal = Mock(side_effect=OSError(24, "Too many open files"))
    with monkeypatch.context() as patch:
        patch.setattr(Room, "seat_everybody", deal)
        patch.setattr("ludi.server.hall.CLOSED_SECONDS", 1000.0)
        for _ in range(3):
            assert ann.raw("GET", f"/api/matches/{match}").status_code == 503
    assert deal.call_count == 1
    house.server.hall._closed.clear()
    assert ann.call("GET", f"/api/matches/{match}")["status"] == "live"


def test_the_record_is_exported_whatever_fails_when_it_is_played_again(
    upgrade: Upgrade, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    house = upgrade.open()
    ann = house.browser("Ann")
    match = ann.create(HOT_SEAT)["id"]
    word = decide(ann, match)
    ann.call("POST", f"/api/matches/{match}/concede", {"seat": 0})
    with monkeypatch.context() as patch:
        patch.setattr(Room, "seat_everybody", Mock(side_effect=OSError(24, "Too many open files")))
        assert export(house.server.store, tmp_path / "out") == 1
    assert [each for _, each in Record.load(tmp_path / "out" / f"pax-{match}.json").decisions] == [word]


@pytest.mark.parametrize(("begun", "now"), [("1 with own data abc", "2"), ("2", "2 with own data abc")])
def test_a_match_with_other_data_files_is_left_alone(
    upgrade: Upgrade, monkeypatch: pytest.MonkeyPatch, begun: str, now: str
) -> None:
    ann = upgrade.open().browser("Ann")
    seated = ann.call("POST", "/api/matches", HOT_SEAT)
    match = seated["match"]["id"]
    word = decide(ann, match)
    upgrade.close()
    upgrade.sql(f"UPDATE matches SET rules = '{begun}'")
    with monkeypatch.context() as patch:
        patch.setattr(type(registry.find("pax")), "rules_version", now)
        upgrade.forbid(word)
        house = upgrade.open()
        ann = house.again(ann)
        shown = ann.call("GET", f"/api/matches/{match}")
        assert (shown["status"], shown["rules_version"]) == ("broken", begun)
        assert "data files of PAX that differ" in shown["why"]
        assert "Datendateien" in ann.call("GET", f"/api/matches/{match}?lang=de")["why"]
        eve = house.browser("Eve")
        claimed = eve.raw("POST", f"/api/matches/{match}/claim", {"token": seated["tokens"]["1"]})
        assert claimed.json()["code"] == "wrong_status", "nothing of it is changed here"
        upgrade.sql("UPDATE matches SET version = version + 1")
        assert house.client.portal is not None
        house.client.portal.call(house.server.hall.refresh, match)
        assert ann.call("GET", f"/api/matches/{match}")["status"] == "broken", "news of it do not open it"
        upgrade.close()
    monkeypatch.undo()
    monkeypatch.setattr(type(registry.find("pax")), "rules_version", begun)
    ann = upgrade.open().again(ann)
    assert ann.call("GET", f"/api/matches/{match}")["status"] == "live"
    decide(ann, match)


def test_what_is_seen_is_kept_while_people_think(upgrade: Upgrade, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludi.server.hall.SIGHT_SECONDS", 0.1)
    house = upgrade.open()
    ann = house.browser("Ann")
    match = ann.create(HOT_SEAT)["id"]
    decide(ann, match)

    def kept() -> object:
        with house.server.store.engine.connect() as connection:
            return connection.execute(sa.text("SELECT sight_at FROM matches")).scalar()

    wait_for(lambda: kept() == ann.call("GET", f"/api/matches/{match}")["version"])

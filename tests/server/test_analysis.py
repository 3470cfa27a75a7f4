"""A finished match is judged in the background, once, and goes on where it was when the server stops in between."""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient
from typer.testing import CliRunner

from ludi.bots.analysis import analyse, load_analysis
from ludi.bots.sample import Sample
from ludi.cli.main import app as command_line
from ludi.core import Record
from ludi.server import admin, analysts, limits, routes_analysis
from ludi.server import queries_analysis as queries
from ludi.server.app import make_app
from ludi.server.database import analyses, matches
from ludi.server.new_match import new_header
from ludi.server.settings import Settings, database_url
from ludi.server.store import Conflict, Store
from patience import patience
from server_tools import HOT_SEAT, Browser, Frame, House, Line, ServerProcess, play_to_the_end, wait_for

BOTS_ONLY = {
    "game": "roma",
    "options": {},
    "seats": [{"kind": "bot", "level": "random"}, {"kind": "bot", "level": "random"}],
}


def finished(person: Browser, **changes: Any) -> str:
    """A short match of Roma between bots, played to its end."""
    match = str(person.create(BOTS_ONLY, **changes)["id"])
    wait_for(lambda: person.call("GET", f"/api/matches/{match}")["status"] == "finished")
    return match


def conceded(person: Browser, decisions: int = 6) -> str:
    """A match that was given up after a few decisions."""
    match = str(person.create(HOT_SEAT)["id"])
    line = person.look(match, seat=0)
    for _ in range(decisions):
        while not line.state["legal"]:
            due = next(seat["seat"] for seat in line.state["match"]["seats"] if seat["due"])
            line.send("sit", seat=due)
            line.until("state")
        line.play()
        line.until("state")
    person.call("POST", f"/api/matches/{match}/concede", {"seat": 0})
    return match


def path(match: str, query: str = "") -> str:
    return f"/api/matches/{match}/analysis{query}"


def done(person: Browser, match: str, level: str = "novice") -> Frame:
    """Wait for the end of an analysis."""

    def look() -> Frame | None:
        found: Frame = person.call("GET", path(match, f"?level={level}"))
        assert found["status"] != "failed", found["problem"]
        return found if found["status"] == "done" else None

    found: Frame = wait_for(look, 90.0)
    return found


def test_a_finished_match_is_analysed_in_the_background(ann: Browser) -> None:
    match = finished(ann)
    before = ann.call("GET", path(match))
    assert (before["status"], before["analysis"], before["done"]) == ("none", None, [])
    assert before["levels"] == ["novice", "regular", "veteran", "master"]
    asked = ann.call("POST", path(match), {"level": "novice"}, status=202)
    assert asked["status"] in ("waiting", "running")
    assert asked["decisions"] == before["decisions"] > 0
    found = done(ann, match)
    assert found["judged"] == found["decisions"] == len(found["analysis"]["moves"])
    assert found["done"] == ["novice"]
    assert ann.call("GET", path(match))["level"] == "novice"


def test_what_the_server_says_is_what_the_command_line_says(ann: Browser, tmp_path: Path) -> None:
    match = finished(ann)
    ann.call("POST", path(match), {"level": "novice"}, status=202)
    told = done(ann, match)["analysis"]
    record = Record.from_json(ann.raw("GET", f"/api/matches/{match}/record").text)
    own = analyse(record, "novice")
    file = ann.raw("GET", path(match, "/file"))
    assert f"filename=roma-{match}.analysis.json" in file.headers["content-disposition"]
    assert file.json() == own
    for move in told["moves"]:
        assert move.pop("label")
        assert all(each.pop("label") for each in move["best"])
    assert told == own
    # Beside the record it is found again, and nothing is judged twice.
    saved = tmp_path / f"roma-{match}.json"
    record.save(saved)
    saved.with_suffix(".analysis.json").write_text(file.text, encoding="utf-8")
    assert load_analysis(saved, record) == own
    answer = CliRunner().invoke(command_line, ["analyse", str(saved), "--level", "novice", "--json"])
    assert json.loads(answer.stdout) == own


def test_asking_again_gives_what_is_there(ann: Browser, ben: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    match = finished(ann)
    ann.call("POST", path(match), {"level": "novice"}, status=202)
    first = done(ann, match)
    again = ben.call("POST", path(match), {"level": "novice"}, status=200)
    assert (again["status"], again["judged"]) == ("done", first["decisions"])
    assert done(ben, match) == first


def test_every_language_has_the_words_of_the_game(ann: Browser) -> None:
    match = finished(ann)
    ann.call("POST", path(match), {"level": "novice"}, status=202)
    done(ann, match)
    labels = {
        lang: [move["label"] for move in ann.call("GET", path(match, f"?lang={lang}"))["analysis"]["moves"]]
        for lang in ("en", "de", "nl")
    }
    assert len({tuple(each) for each in labels.values()}) == 3
    steps = ann.call("GET", f"/api/matches/{match}/replay?count=200&lang=de")["steps"]
    assert len(steps) > 20
    assert labels["de"][: len(steps) - 1] == [step["label"] for step in steps[1:]]


def test_nobody_gets_advice_while_a_match_is_played(ann: Browser, house: House) -> None:
    match = ann.create(HOT_SEAT)["id"]
    for method, where, body in (("POST", "", {}), ("GET", "", None), ("GET", "/file", None)):
        refused = ann.call(method, path(match, where), body, status=409)
        assert refused["code"] == "wrong_status"
        assert "after its end" in refused["message"]
    with house.server.store.engine.connect() as connection:
        assert queries.waiting(connection) == 0
    lobby = ann.create({**HOT_SEAT, "seats": [{"kind": "me"}, {"kind": "open"}]})["id"]
    assert ann.call("POST", path(lobby), {}, status=409)["code"] == "wrong_status"


def test_whoever_may_not_see_the_replay_gets_no_analysis(ann: Browser, ben: Browser) -> None:
    match = finished(ann, watch=False)
    assert ben.call("POST", path(match), {}, status=403)["code"] == "not_yours"
    assert ben.call("GET", path(match), status=403)["code"] == "not_yours"
    assert ann.call("POST", path(match), {"level": "novice"}, status=202)


@pytest.mark.parametrize("level", ["greedy", "search@9999999", "master@3000s", "", "imperator"])
def test_only_the_levels_judge(ann: Browser, level: str) -> None:
    match = finished(ann)
    refused = ann.call("POST", path(match), {"level": level}, status=422)
    assert refused["code"] == "invalid"
    assert refused["message"] == "A game is judged by one of the levels novice, regular, veteran or master."
    assert ann.call("GET", path(match))["status"] == "none"


def test_a_match_that_was_given_up_is_analysed_as_far_as_it_went(ann: Browser) -> None:
    match = conceded(ann)
    ann.call("POST", path(match), {"level": "novice"}, status=202)
    found = done(ann, match)["analysis"]
    assert found["decisions"] == 6
    assert [seat["result"] for seat in found["seats"]] == [None, None]
    empty = conceded(ann, 0)
    assert "nothing to analyse" in ann.call("POST", path(empty), {}, status=409)["message"]


def test_the_queue_and_the_visitor_have_their_limits(
    house: House, ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = finished(ann)
    monkeypatch.setattr(routes_analysis, "MOST_WAITING", 0)
    assert ann.call("POST", path(match), {}, status=429)["code"] == "too_fast"
    monkeypatch.undo()
    house.server.limiter.on = True
    monkeypatch.setitem(limits.Limiter.KINDS, "analysis", (0.001, 2.0))
    for _ in range(2):
        assert ann.raw("POST", path(match), {"level": "novice"}).status_code in (200, 202)
    assert ann.call("POST", path(match), {"level": "novice"}, status=429)["code"] == "too_fast"


def test_live_games_go_on_while_a_match_is_judged(house: House, ann: Browser, ben: Browser) -> None:
    match = finished(ann)
    ann.call("POST", path(match), {"level": "master"}, status=202)
    wait_for(lambda: ann.call("GET", path(match, "?level=master"))["status"] == "running")
    table = ann.create({**HOT_SEAT, "seats": [{"kind": "me"}, {"kind": "open"}]})
    ben.join(table)
    lines: list[Line] = [ann.look(table["id"]), ben.look(table["id"])]
    assert play_to_the_end(lines, random.Random(1))["match"]["status"] == "finished"
    assert ann.call("GET", path(match, "?level=master"))["status"] in ("running", "done")


Life = Callable[[], House]


@pytest.fixture
def life(settings: Settings) -> Any:
    """Start the server anew on the same database; the one before is stopped."""
    stacks: list[ExitStack] = []

    def start() -> House:
        for stack in stacks:
            stack.close()
        stacks.append(ExitStack())
        client = stacks[-1].enter_context(TestClient(make_app(settings)))
        return House(stacks[-1], settings, client)

    yield start
    for stack in stacks:
        stack.close()


def test_a_stopped_server_goes_on_where_it_was(life: Life, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysts, "KEEP_SECONDS", 0.0)
    first = life()
    ann = first.browser("Ann")
    match = finished(ann)
    ann.call("POST", path(match), {"level": "regular"}, status=202)
    wait_for(lambda: ann.call("GET", path(match))["judged"] >= 3)
    first.stack.close()
    store = Store(first.settings.database)
    with store.engine.connect() as connection:
        row = queries.analyses_of(connection, match)[0]
        kept = queries.moves_of(connection, match, "regular")
    store.close()
    assert (row["status"], row["owner"]) == ("waiting", None)
    assert row["judged"] == len(kept) >= 3
    ben = life().browser("Ben")
    found = done(ben, match, "regular")
    record = Record.from_json(ben.raw("GET", f"/api/matches/{match}/record").text)
    assert [move["number"] for move in kept] == sorted(Sample().numbers(record.decisions)[: len(kept)])
    assert [(move["seat"], move["played"]) for move in found["analysis"]["moves"]] == record.decisions
    assert [move["number"] for move in found["analysis"]["moves"]] == list(range(1, len(record.decisions) + 1))


def test_a_killed_server_loses_nothing_that_was_judged(database: str) -> None:
    # Alone on its file a new server knows that the old one is gone; with others it waits for a sign of life.
    quick = {"LUDI_SILENT_AFTER": "2" if database.startswith("postgresql") else "1000"}
    server = ServerProcess(database, **quick)
    try:
        with httpx.Client(base_url=server.address, timeout=patience(60.0)) as browser:
            match = browser.post("/api/matches", json=BOTS_ONLY).json()["match"]["id"]
            wait_for(lambda: browser.get(f"/api/matches/{match}").json()["status"] == "finished")
            assert browser.post(path(match), json={"level": "regular"}).status_code == 202
            judged = wait_for(lambda: browser.get(path(match)).json()["judged"])
    finally:
        server.kill()
    server = ServerProcess(database, **quick)
    try:
        with httpx.Client(base_url=server.address, timeout=patience(60.0)) as browser:
            found = browser.get(path(match)).json()
            assert found["judged"] >= judged
            found = wait_for(lambda: x if (x := browser.get(path(match)).json())["status"] == "done" else None, 90.0)
    finally:
        server.stop()
    numbers = [move["number"] for move in found["analysis"]["moves"]]
    assert numbers == list(range(1, found["decisions"] + 1))


def test_a_failed_analysis_says_why_and_can_be_asked_for_again(
    house: House, ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = finished(ann)
    with monkeypatch.context() as broken:
        broken.setattr(analysts, "DECISION_SECONDS", 0.001)
        ann.call("POST", path(match), {"level": "novice"}, status=202)
        failed = wait_for(
            lambda: found if (found := ann.call("GET", path(match)))["status"] == "failed" else None, 30.0
        )
    assert "took longer" in failed["problem"]
    ann.call("POST", path(match), {"level": "novice"}, status=202)
    assert done(ann, match)["problem"] == ""


def test_long_and_short_games_take_turns(house: House, ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysts, "SLICE_SECONDS", 0.0)
    both = [finished(ann) for _ in range(2)]
    for match in both:
        ann.call("POST", path(match), {"level": "novice"}, status=202)
    seen: list[tuple[int, int]] = []

    def all_done() -> bool:
        one, two = (ann.call("GET", path(match, "?level=novice")) for match in both)
        seen.append((one["judged"], two["judged"]))
        return bool(one["status"] == two["status"] == "done")

    wait_for(all_done, 90.0)
    least = min(len(done(ann, match)["analysis"]["moves"]) for match in both)
    assert any(0 < one < least and 0 < two < least for one, two in seen)


def test_a_server_may_be_told_not_to_analyse(settings: Settings) -> None:
    with ExitStack() as stack:
        chosen = replace(settings, analysts=0)
        house = House(stack, chosen, stack.enter_context(TestClient(make_app(chosen))))
        ann = house.browser("Ann")
        match = finished(ann)
        assert ann.call("GET", path(match))["levels"] == []
        assert "ludi analyse" in ann.call("POST", path(match), {}, status=409)["message"]


def test_export_and_purge_know_of_analyses(house: House, ann: Browser, tmp_path: Path) -> None:
    match = finished(ann)
    ann.call("POST", path(match), {"level": "novice"}, status=202)
    done(ann, match)
    assert admin.export(house.server.store, tmp_path) == 1
    saved = tmp_path / f"roma-{match}.json"
    found = load_analysis(saved, Record.load(saved))
    assert found is not None
    assert found["level"] == "novice"
    assert admin.purge(house.server.store, -1, finished=True, really=True)["matches"] == 1
    with house.server.store.engine.connect() as connection:
        assert queries.moves_of(connection, match, "novice") == []


def _rows(house: House, match: str) -> list[Any]:
    with house.server.store.engine.connect() as connection:
        return queries.analyses_of(connection, match)


def test_several_games_at_once_give_signs_of_life(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysts, "KEEP_SECONDS", 1000.0)  # nothing else is heard of them before the end
    with ExitStack() as stack:
        chosen = replace(settings, analysts=2, silent_after=0.4)
        house = House(stack, chosen, stack.enter_context(TestClient(make_app(chosen))))
        ann = house.browser("Ann")
        both = [finished(ann) for _ in range(2)]
        for match in both:
            ann.call("POST", path(match), {"level": "regular"}, status=202)
        heard: set[float] = set()

        def three_times() -> bool:
            heard.update(row["beat"] for row in _rows(house, both[0]) if row["judged"] == 0 and row["owner"])
            return len(heard) > 2

        wait_for(three_times)
        for match in both:
            found = done(ann, match, "regular")
            assert [move["number"] for move in found["analysis"]["moves"]] == list(range(1, found["decisions"] + 1))


def test_a_server_stops_even_if_its_analysis_was_taken_over(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysts, "KEEP_SECONDS", 1000.0)
    stack = ExitStack()
    house = House(stack, settings, stack.enter_context(TestClient(make_app(settings))))
    ann = house.browser("Ann")
    match = finished(ann)
    ann.call("POST", path(match), {"level": "master"}, status=202)
    wait_for(lambda: _rows(house, match)[0]["owner"])
    with house.server.store.engine.begin() as connection:
        connection.execute(sa.text("UPDATE analyses SET owner = 'another'"))
    closing = threading.Thread(target=stack.close, daemon=True)
    closing.start()
    closing.join(60)
    assert not closing.is_alive()


def test_two_processes_never_judge_one_match_together(database: str) -> None:
    store = Store(database_url(database))
    store.prepare()
    header = new_header("roma", "1", {}, {"kind": "none"}, "ann")
    with store.engine.begin() as connection:
        connection.execute(matches.insert().values(**asdict(header)))
        for _ in range(2):
            queries.ask(connection, header.id, "novice", [1, 2], Sample().to_json())
    with store.engine.begin() as connection:
        assert queries.take(connection, "one", 60.0) is not None
        assert queries.take(connection, "two", 60.0) is None
        assert not queries.keep(connection, header.id, "novice", "one", [{"number": 1}], leave=False)
    for silent in (-3600.0, 3600.0):  # nothing was heard of the first for an hour, or the clock was set back by one
        with store.engine.begin() as connection:
            connection.execute(analyses.update().values(owner="one", beat=time.time() + silent))
            assert queries.take(connection, "two", 60.0) is not None
    with store.engine.begin() as connection:
        with pytest.raises(Conflict):
            queries.keep(connection, header.id, "novice", "one", [{"number": 2}], leave=False)
        assert queries.keep(connection, header.id, "novice", "two", [{"number": 2}], leave=False)
        assert queries.take(connection, "one", 60.0) is None
        assert queries.moves_of(connection, header.id, "novice") == [{"number": 1}, {"number": 2}]
    store.close()


def test_a_sample_is_judged_and_more_is_added_to_it(ann: Browser) -> None:
    match = finished(ann)
    plan = ann.call("GET", path(match))["plan"]
    total = sum(plan["by_seat"])
    assert set(plan["pace"]) == {"novice", "regular", "veteran", "master"}
    asked = ann.call("POST", path(match), {"level": "novice", "every": 10}, status=202)
    assert (asked["every"], asked["decisions"]) == (10, len(range(1, total + 1, 10)))
    found = done(ann, match)
    assert [move["number"] for move in found["analysis"]["moves"]] == list(range(1, total + 1, 10))
    assert found["analysis"]["decisions"] == total
    assert 0 < found["plan"]["pace"]["novice"] < plan["pace"]["novice"], "what was measured, no longer the upper bound"
    assert ann.call("POST", path(match), {"level": "novice", "every": 20}, status=200)["judged"] == asked["decisions"]
    ann.call("POST", path(match), {"level": "novice", "seat": 1}, status=202)
    more = done(ann, match)["analysis"]["moves"]
    record = Record.from_json(ann.raw("GET", f"/api/matches/{match}/record").text)
    mine = {number for number, (seat, _) in enumerate(record.decisions, 1) if seat == 1}
    assert [move["number"] for move in more] == sorted(mine | set(range(1, total + 1, 10)))
    whole = {move["number"]: move for move in analyse(record, "novice")["moves"]}
    for move in more:
        assert move["label"]
        assert move["chances"] == whole[move["number"]]["chances"]
    assert ann.call("POST", path(match), {"level": "novice", "seat": 2}, status=422)["code"] == "invalid"


def test_a_sample_ends_when_its_time_is_over(ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysts, "KEEP_SECONDS", 0.0)
    match = finished(ann)
    ann.call("POST", path(match), {"level": "regular", "seconds": 0.001}, status=202)
    found = done(ann, match, "regular")
    assert 1 <= found["judged"] == len(found["analysis"]["moves"]) < found["decisions"]
    ann.call("POST", path(match), {"level": "regular", "seconds": 0.001}, status=202)
    assert done(ann, match, "regular")["judged"] > found["judged"], "asked again it goes on"


def test_an_analysis_is_stopped_and_what_is_judged_stays(ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysts, "KEEP_SECONDS", 0.0)
    match = finished(ann)
    ann.call("POST", path(match), {"level": "master"}, status=202)
    wait_for(lambda: ann.call("GET", path(match))["judged"] > 0, 60.0)
    stopped = ann.call("POST", path(match, "/stop"), {"level": "master"}, status=200)
    assert stopped["status"] == "done"
    assert stopped["judged"] < stopped["decisions"]
    told = ann.call("GET", path(match))
    assert len(told["analysis"]["moves"]) == told["judged"] == stopped["judged"]
    assert ann.call("POST", path(match, "/stop"), {"level": "novice"}, status=200)["status"] == "none"

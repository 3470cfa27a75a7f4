"""Questions to a match, and rows of decisions: a march over several Spaces as one order."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from loops import run
from ludi.server.limits import Limiter
from server_tools import HOT_SEAT, Browser, House, ServerProcess, visit

MARCH: dict[str, Any] = {
    "options": {"scenario": "II"},
    "units": {
        "rome": {"roma": {"legion": 4}, "rhegium": {"legion": 2}},
        "carthage": {"paestum": {"heavy": 3, "cavalry": 1}, "gades": {"light": 1}},
    },
    "sites": {"roma": {"owner": "rome", "kind": "city"}},
    "leaders": {"rome-7": "roma"},
    "active": "rome",
    "under_way": {"march": {"space": "roma", "mp": 8}},
}
TABLE = {
    "game": "pax-romana",
    "seats": [{"kind": "me", "name": "A"}, {"kind": "me", "name": "B"}],
    "position": MARCH,
}


def begun(ann: Browser, **changes: Any) -> str:
    return str(ann.create({**TABLE, "position": {**MARCH, **changes}})["id"])


def ask(browser: Browser, match: str, question: str, seat: int | None = 0, status: int = 0, **arguments: Any) -> Any:
    body = {"question": question, "seat": seat, "arguments": arguments}
    return browser.call("POST", f"/api/matches/{match}/ask", body, status)


def line(browser: Browser, match: str, words: list[str], seat: int = 0, status: int = 0) -> Any:
    version = browser.call("GET", f"/api/matches/{match}/state?seat={seat}")["version"]
    body = {"words": words, "version": version, "seat": seat}
    return browser.call("POST", f"/api/matches/{match}/line?lang=en", body, status)


def way_to(browser: Browser, match: str, space: str) -> list[str]:
    """The words that the game names for a march."""
    spaces = ask(browser, match, "reach")["answer"]["spaces"]
    found: list[str] = next(each["words"] for each in spaces if each["space"] == space)
    return found


# Asking


def test_a_question_is_answered_about_the_position_that_is_named(ann: Browser) -> None:
    match = begun(ann)
    found = ask(ann, match, "reach")
    assert found["seat"] == 0
    assert found["version"] == ann.call("GET", f"/api/matches/{match}/state?seat=0")["version"]
    assert found["answer"]["mp"] == 8
    assert {"capua", "paestum"} <= {each["space"] for each in found["answer"]["spaces"]}


def test_a_question_that_comes_after_the_position_moved_on_is_no_mistake(ann: Browser) -> None:
    match = begun(ann)
    version = ann.call("GET", f"/api/matches/{match}/state?seat=0")["version"]
    body = {"question": "reach", "seat": 0, "arguments": {}, "version": version}
    assert ann.call("POST", f"/api/matches/{match}/ask", body, 200)["answer"]["spaces"]
    assert line(ann, match, way_to(ann, match, "capua")[:1])["played"] == 1
    late = ann.call("POST", f"/api/matches/{match}/ask", body, 200)
    assert late["answer"] is None
    assert late["version"] > version


def test_a_moment_of_a_match_that_is_over_is_asked_about_as_it_was_seen_then(ann: Browser, ben: Browser) -> None:
    match = begun(ann)
    words = way_to(ann, match, "capua")
    before = ask(ann, match, "reach")["answer"]
    refused = ann.call("POST", f"/api/matches/{match}/replay/ask", {"question": "reach", "at": 0}, 409)
    assert refused["code"] == "wrong_status", "while it is played, only the position that stands is answered for"
    assert line(ann, match, words[:1])["played"] == 1
    after = ask(ann, match, "reach")["answer"]
    ann.call("POST", f"/api/matches/{match}/concede", {"seat": 0})
    for at, told in ((0, before), (1, after)):
        body = {"question": "reach", "at": at}
        for eyes in ("open", "0"):
            found = ben.call("POST", f"/api/matches/{match}/replay/ask?seen_from={eyes}", body, 200)
            assert (found["answer"], found["version"]) == (told, at)
            assert found["seat"] == 0 or eyes == "open"
    watched = ben.call("POST", f"/api/matches/{match}/replay/ask?seen_from=watch", {"question": "reach", "at": 1}, 200)
    assert watched["seat"] is None
    for bad, status in (({"question": "reach", "at": 99}, 404), ({"question": "nonsense", "at": 0}, 422)):
        assert ben.call("POST", f"/api/matches/{match}/replay/ask", bad, status)["message"]


def test_it_is_answered_in_the_language_asked_for(ann: Browser) -> None:
    match = begun(ann)
    body = {"question": "control", "seat": 0, "arguments": {"space": "roma"}}
    said = [
        ann.call("POST", f"/api/matches/{match}/ask?lang={lang}", body)["answer"]["why"]["text"]
        for lang in ("en", "de", "nl")
    ]
    assert said == ["occupied", "besetzt", "bezet"]


@pytest.mark.parametrize("question", [("weather", {}), ("space", {}), ("space", {"space": "atlantis"})])
def test_a_bad_question_gets_one_sentence(ann: Browser, question: tuple[str, dict[str, Any]]) -> None:
    match = begun(ann)
    refused = ask(ann, match, question[0], status=422, **question[1])
    assert refused["code"] == "invalid"
    assert refused["message"].endswith(".")


def test_too_much_at_once_is_refused(ann: Browser) -> None:
    match = begun(ann)
    assert ask(ann, match, "space", status=413, space="x" * 20_000)["code"] == "too_large"


def test_who_asks_too_often_waits(house: House, ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    match = begun(ann)
    monkeypatch.setitem(Limiter.KINDS, "question", (0.001, 3.0))
    monkeypatch.setattr(house.server.limiter, "on", True)
    answers = [ann.raw("POST", f"/api/matches/{match}/ask", {"question": "standings"}) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]


def test_nobody_asks_through_a_seat_of_others(ann: Browser, ben: Browser) -> None:
    match = begun(ann)
    assert ask(ben, match, "standings", seat=0, status=403)["code"] == "not_yours"
    assert ask(ben, match, "standings", seat=None)["seat"] is None, "but as a spectator"


def test_before_the_deal_there_is_nothing_to_ask(ann: Browser) -> None:
    match = ann.create({"game": "roma", "seats": [{"kind": "me"}, {"kind": "open"}]})["id"]
    assert ask(ann, match, "battles", status=409)["code"] == "wrong_status"


def test_every_game_is_asked_by_the_same_door(ann: Browser) -> None:
    match = ann.create(HOT_SEAT)["id"]
    found = ask(ann, match, "score")["answer"]
    assert [each["seat"] for each in found["accounts"]] == [0, 1]
    assert [each["money"] for each in found["accounts"]] == [None, None], "who is the richest is hidden"


def test_asking_changes_nothing(house: House, ann: Browser) -> None:
    match = begun(ann)
    before = house.journal(match), ann.call("GET", f"/api/matches/{match}/state?seat=0")["version"]
    for question in ("reach", "standings", "income", "unmoved"):
        ask(ann, match, question)
    assert (house.journal(match), ann.call("GET", f"/api/matches/{match}/state?seat=0")["version"]) == before


# A row of decisions


def test_a_far_march_is_one_order_of_which_each_step_is_stored_and_can_be_taken_back(
    house: House, ann: Browser
) -> None:
    match = begun(ann)
    words = way_to(ann, match, "mediolanum")
    assert len(words) == 3
    done = line(ann, match, words)
    assert (done["played"], done["left"], done["halt"]) == (3, [], None)
    assert done["state"]["view"]["under_way"]["space"] == "mediolanum"
    assert [word for _, kind, _, word in house.journal(match) if kind == "play"] == words
    back = ann.call("POST", f"/api/matches/{match}/undo", {"seat": 0, "version": done["state"]["version"]})
    assert back["view"]["under_way"]["space"] == "parma"
    assert back["undo"], "and so the one before"


def test_the_same_over_the_websocket(ann: Browser) -> None:
    match = begun(ann)
    socket = ann.look(match, seat=0)
    words = way_to(ann, match, "mediolanum")
    socket.send("line", words=words, version=socket.state["version"], id="a")
    told = socket.until("line", id="a")
    assert (told["played"], told["left"], told["halt"]) == (3, [], None)
    socket.until_version(told["version"])
    assert socket.state["view"]["under_way"]["space"] == "mediolanum"


def test_it_halts_where_another_must_decide(ann: Browser) -> None:
    """In Capua the Army of Paestum may intercept."""
    match = begun(ann)
    done = line(ann, match, ["march:capua", "march:roma"])
    assert done["played"] == 1
    assert done["left"] == ["march:roma"]
    assert done["halt"]["code"] == "others"
    assert done["halt"]["text"]


def test_it_halts_where_dice_fall(ann: Browser) -> None:
    match = begun(ann, under_way={}, operation="expansion")
    done = line(ann, match, ["major:roma", "take-all", "march:pisae"])
    assert done["played"] == 2
    assert done["halt"]["code"] == "chance"
    assert done["state"]["view"]["under_way"]["mp"] > 0


def test_it_halts_before_a_step_that_is_not_open_and_says_why(ann: Browser) -> None:
    match = begun(ann)
    done = line(ann, match, ["march:pisae", "march:gades"])
    assert done["played"] == 1
    assert done["halt"]["code"] == "illegal"
    assert done["halt"]["rule"] == "PR-9.2.2"


def test_of_a_row_with_a_word_that_is_none_nothing_is_played(house: House, ann: Browser) -> None:
    match = begun(ann)
    assert line(ann, match, ["march:pisae", "fly:gades"], status=400)["code"] == "malformed"
    assert line(ann, match, ["march:gades", "march:pisae"], status=409)["code"] == "illegal"
    assert [kind for _, kind, _, _ in house.journal(match)] == ["start"]


def test_a_row_of_one_who_has_not_seen_the_table_is_stale(ann: Browser) -> None:
    match = begun(ann)
    body = {"words": ["march:pisae"], "version": 0, "seat": 0}
    assert ann.call("POST", f"/api/matches/{match}/line", body, 409)["code"] == "stale"


def test_it_ends_with_the_match(ann: Browser) -> None:
    """The last decision of the last round: nothing follows."""
    position = {"players": 2, "phase": "act", "hands": [[], []], "deck": [], "turn": 1, "turns": 11, "last_round": True}
    match = ann.create({"game": "pax", "seats": TABLE["seats"], "position": position})["id"]
    done = line(ann, match, ["done", "done"], seat=1)
    assert done["played"] == 1
    assert done["halt"]["code"] == "over"
    assert done["state"]["match"]["status"] == "finished"


def test_a_server_that_is_killed_in_the_midst_keeps_whole_steps(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    words = ["march:pisae", "march:parma", "march:mediolanum"]

    async def play() -> None:
        server = ServerProcess(database)
        try:
            async with visit(server) as browser:
                created = (await browser.post("/api/matches", json=TABLE)).json()["match"]
                cookie = browser.cookies["ludi"]
                answer = browser.post(
                    f"/api/matches/{created['id']}/line",
                    json={"words": words, "version": created["version"], "seat": 0},
                )
                task = asyncio.ensure_future(answer)
                await asyncio.sleep(0.01)
                server.kill()
                await asyncio.gather(task, return_exceptions=True)
        finally:
            server.stop()
        again = ServerProcess(database)
        try:
            async with visit(again, cookie) as browser:
                text = (await browser.get(f"/api/matches/{created['id']}/state?seat=0")).json()
                played = text["match"]["decisions"]
                assert 0 <= played <= len(words)
                place = ["roma", "pisae", "parma", "mediolanum"][played]
                assert text["view"]["under_way"]["space"] == place
                assert text["version"] == created["version"] + played
        finally:
            again.stop()

    run(play())

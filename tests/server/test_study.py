"""Learning at a table and from records: hints, why a bot moved so, and playing on from any moment of a match."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import ludi
from ludi.core import Record, Table
from ludi.server import schemas as s
from ludi.server.study import last_move
from server_tools import AGAINST_BOTS, HOT_SEAT, TWO_OPEN, Browser, Frame, House, play_to_the_end

ROMA_BOT = {"game": "roma", "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}]}


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hint needs no master here."""
    monkeypatch.setattr("ludi.server.hinting.LEVEL", "search@30")


def asked(person: Browser, match: str) -> Frame:
    """The state once the person is asked."""
    line = person.look(match)
    while not line.state["legal"]:
        line.receive()
    line.socket.close()
    return line.state


def hint(
    person: Browser, match: str, version: int, seat: int | None = None, status: int = 200, lang: str = "en"
) -> Any:
    body = {"version": version, "seat": seat}
    return person.call("POST", f"/api/matches/{match}/hint?lang={lang}", body, status)


def finished(house: House, ann: Browser, **changes: Any) -> str:
    match = str(ann.create(HOT_SEAT, **changes)["id"])
    play_to_the_end([ann.look(match, seat=0), ann.look(match, seat=1)], Random(4))
    return match


# Hints


@pytest.mark.parametrize(("language", "said"), [("en", "you play"), ("de", "du bist dran"), ("nl", "je speelt")])
def test_what_a_bot_did_is_told_to_the_one_who_asks_as_you(language: str, said: str) -> None:
    table, chance = ludi.table("roma", seed="asked"), Random(1)
    while [event.facts["seat"] for _, event in table.events if event.kind == "turn"][-2:] != [1, 0]:
        seat = table.state.actors()[0]
        table.play(seat, table.state.spell(chance.choice(table.state.legal(seat))))
    moves = json.loads(last_move(table.record(), 1, 0, language))["moves"]
    told = [entry["text"] for move in moves for entry in move["entries"]]
    assert any(said in text for text in told), told


def test_against_bots_one_may_ask_what_a_master_would_do(house: House, ann: Browser) -> None:
    match = str(ann.create(ROMA_BOT)["id"])
    state = asked(ann, match)
    assert state["match"]["hints"]
    found = hint(ann, match, state["version"])
    s.HintInfo.model_validate(found, strict=True)
    assert found["seat"] == 0
    legal = {each["word"]: each["label"] for each in state["legal"]}
    assert found["choices"]
    assert all(legal[each["word"]] == each["label"] for each in found["choices"])
    assert hint(ann, match, state["version"]) == found, "asked again, it is the same"
    german = hint(ann, match, state["version"], lang="de")
    assert [each["word"] for each in german["choices"]] == [each["word"] for each in found["choices"]]
    assert german["choices"][0]["label"] != found["choices"][0]["label"]
    assert "hint" not in [kind for _, kind, _, _ in house.journal(match)], "nobody need be told"


def test_among_people_there_are_no_hints_unless_the_table_was_set_up_so(ann: Browser, ben: Browser) -> None:
    match = ann.create(TWO_OPEN)
    ben.join(match)
    state = ann.call("GET", f"/api/matches/{match['id']}/state?seat=0")
    assert not state["match"]["hints"]
    assert hint(ann, match["id"], state["version"], status=403)["message"] == "At this table there are no hints."
    assert ann.call("GET", f"/api/matches/{match['id']}/why?seat=1", status=403)


def test_where_people_allow_hints_the_log_tells_who_asked_for_one(ann: Browser, ben: Browser) -> None:
    match = ann.create(TWO_OPEN, hints=True)
    ben.join(match)
    state = ann.call("GET", f"/api/matches/{match['id']}/state?seat=0")
    assert state["match"]["hints"]
    hint(ann, match["id"], state["version"])
    hint(ann, match["id"], state["version"])
    log = ben.call("GET", f"/api/matches/{match['id']}/log?seat=1&lang=en")
    assert [each["text"] for each in log if each["kind"] == "hint"] == ["Ann asked what a master would do."]
    after = ann.call("GET", f"/api/matches/{match['id']}/state?seat=0")
    word = {"word": after["legal"][0]["word"], "version": state["version"], "seat": 0}
    ann.call("POST", f"/api/matches/{match['id']}/play", word, 200)


def test_no_hint_for_a_seat_of_another_nor_for_one_that_need_not_decide(ann: Browser, ben: Browser) -> None:
    match = ann.create(TWO_OPEN, hints=True)
    ben.join(match)
    path = match["id"]
    state = ann.call("GET", f"/api/matches/{path}/state?seat=0")
    assert hint(ann, path, state["version"], seat=1, status=403)["code"] == "not_yours"
    ann.call("POST", f"/api/matches/{path}/play", {"word": state["legal"][0]["word"], "version": state["version"]})
    late = ann.call("GET", f"/api/matches/{path}/state?seat=0")["version"]
    assert hint(ann, path, late, status=409)["message"] == "Nothing is asked of you now."


def test_a_hint_for_an_older_table_is_stale(ann: Browser) -> None:
    match = str(ann.create(AGAINST_BOTS)["id"])
    state = asked(ann, match)
    assert hint(ann, match, state["version"] + 1, status=409)["code"] == "stale"


def test_whoever_asks_for_hints_without_end_is_slowed_down(house: House, ann: Browser) -> None:
    match = str(ann.create(ROMA_BOT)["id"])
    state = asked(ann, match)
    house.server.limiter.on = True
    try:
        body = {"version": state["version"], "seat": 0}
        asked_for = [ann.raw("POST", f"/api/matches/{match}/hint", body) for _ in range(200)]
        assert {each.json()["code"] for each in asked_for if each.status_code != 200} == {"too_fast"}
    finally:
        house.server.limiter.on = False


# Why


def test_a_bot_says_why_it_moved_so_as_far_as_all_of_it_was_seen(ann: Browser) -> None:
    match = str(ann.create(AGAINST_BOTS)["id"])
    moves: list[Frame] = []
    for _ in range(40):
        state = asked(ann, match)
        version, word = state["version"], state["legal"][0]["word"]
        ann.call("POST", f"/api/matches/{match}/play", {"word": word, "version": version})
        if asked(ann, match)["match"]["decisions"] > 30:
            break
    for seat in (1, 2):
        found = ann.call("GET", f"/api/matches/{match}/why?seat={seat}&lang=en")
        s.LastMove.model_validate(found, strict=True)
        moves += found["moves"]
    assert moves
    seen = {(each["decision"], each["text"]) for each in ann.call("GET", f"/api/matches/{match}/log?seat=0&lang=en")}
    for move in moves:
        assert {(each["decision"], each["text"]) for each in move["entries"]} <= seen
        assert move["entries"]
        assert not any(each["kind"] in ("to-hand", "to-deck", "draw") for each in move["entries"])
    assert any(move["reasons"] for move in moves)


def test_only_bots_are_asked_why_while_the_match_goes_on(ann: Browser) -> None:
    match = str(ann.create(AGAINST_BOTS)["id"])
    assert ann.call("GET", f"/api/matches/{match}/why?seat=0", status=403)["message"] == "Only bots are asked why."
    assert ann.call("GET", f"/api/matches/{match}/why?seat=7", status=404)
    assert ann.call("GET", f"/api/matches/{match}/replay/why?at=1", status=409)["code"] == "wrong_status"


def test_after_the_end_every_decision_is_told_why(house: House, ann: Browser) -> None:
    match = finished(house, ann)
    record = ann.call("GET", f"/api/matches/{match}/record")
    found = [ann.call("GET", f"/api/matches/{match}/replay/why?at={at}&lang=en") for at in range(1, 30)]
    for each in found:
        s.Explained.model_validate(each, strict=True)
    assert [each["number"] for each in found] == list(range(1, 30))
    assert any(each["reasons"] for each in found)
    uploaded = ann.call("POST", "/api/replay/why?at=5&lang=en", {"record": record})
    assert uploaded == found[4]
    assert ann.call("GET", f"/api/matches/{match}/replay/why?at=9999", status=404)["code"] == "not_found"


# Playing on


def study(person: Browser, match: str, at: int, players: list[str], status: int = 201) -> Any:
    return person.call("POST", f"/api/matches/{match}/study", {"at": at, "players": players}, status)


def test_a_finished_match_is_played_on_from_any_moment(house: House, ann: Browser, ben: Browser) -> None:
    match = finished(house, ann)
    record = Record.from_json(ann.raw("GET", f"/api/matches/{match}/record").text)
    new = study(ben, match, 25, ["me", "me"])
    assert new["seats"] == [0, 1]
    now = Table.from_record(record, to=25).state
    for seat in (0, 1):
        state = ben.call("GET", f"/api/matches/{new['match']['id']}/state?seat={seat}&lang=en")
        assert state["view"] == now.view(seat), "all lies as it lay"
        assert [each["word"] for each in state["legal"]] == [now.spell(each) for each in now.legal(seat)]
    assert [each["name"] for each in new["match"]["seats"]] == ["Ann", "Ben"]
    assert new["match"]["status"] == "live"
    assert house.seed(new["match"]["id"]) != record.seed, "chance is new"


def test_one_plays_on_against_a_bot_and_the_record_of_it_is_whole(house: House, ann: Browser) -> None:
    match = finished(house, ann)
    new = study(ann, match, 25, ["me", "random"])["match"]["id"]
    play_to_the_end([ann.look(new, seat=0)], Random(5))
    played = Record.from_json(ann.raw("GET", f"/api/matches/{new}/record").text)
    assert played.start is not None
    assert Table.from_record(played).state.outcome() is not None
    assert ann.call("GET", f"/api/matches/{new}/verify")["ok"]


def test_a_match_under_way_cannot_be_played_on(ann: Browser) -> None:
    match = str(ann.create(AGAINST_BOTS)["id"])
    assert study(ann, match, 0, ["me", "me", "me"], 409)["code"] == "wrong_status"


def test_what_cannot_be_played_on_is_refused_with_a_sentence(house: House, ann: Browser) -> None:
    match = finished(house, ann)
    end = ann.call("GET", f"/api/matches/{match}")["decisions"]
    assert study(ann, match, end, ["me", "me"], 422)["message"] == "The game is over in this position."
    assert study(ann, match, end + 1, ["me", "me"], 404)["message"] == "The match did not last so long."
    assert study(ann, match, 3, ["me"], 422)["message"] == "This match has 2 seats."
    assert study(ann, match, 3, ["random", "random"], 422)["message"] == "At least one seat must be yours."
    assert study(ann, match, 3, ["me", "nobody"], 422)["code"] == "invalid"


def test_an_uploaded_record_is_played_on_as_well(house: House, ann: Browser, ben: Browser) -> None:
    record = ann.call("GET", f"/api/matches/{finished(house, ann)}/record")
    record["seats"][0]["name"] = "\u202eLi\u0000via" + "x" * 30
    new = ben.call("POST", "/api/replay/study?at=12&players=me&players=greedy", {"record": record}, 201)
    assert new["match"]["seats"][0]["name"].startswith("Livia")
    assert new["match"]["seats"][1]["level"] == "greedy"
    record["decisions"][2] = "0 done"
    assert ben.call("POST", "/api/replay/study?at=12&players=me&players=me", {"record": record}, 422)["message"]

"""From "play now" to the final reckoning, over the API that the page uses."""

from __future__ import annotations

import json
import random

import pytest

from ludi.core import Phrasebook, Record, Table, registry
from ludi.server.talk import LANGUAGES
from server_tools import AGAINST_BOTS, HOT_SEAT, TWO_OPEN, Browser, House, play_to_the_end


def test_a_newcomer_plays_a_whole_game_against_bots(house: House, ann: Browser) -> None:
    match = ann.create(AGAINST_BOTS)
    assert match["status"] == "live"
    line = ann.look(match["id"])
    assert line.state["seat"] == 0
    assert house.seed(match["id"]) not in json.dumps(line.frames)
    end = play_to_the_end([line], random.Random(1))
    result = end["match"]["result"]
    assert result["text"]
    assert result["rule"]
    assert bool(result["reckoning"].get("points")) == (result["rule"] == "PAX-WIN-3"), (
        "points decide only after a revolt"
    )
    assert result["seed"] == house.seed(match["id"])
    assert end["legal"] == []
    assert [entry for entry in end["log"]["entries"] if entry["kind"] == "end"]

    record = ann.call("GET", f"/api/matches/{match['id']}/record")
    table = Table.from_record(Record.from_json(json.dumps(record)))
    assert table.state.outcome() is not None
    assert record["commitment"] == match["commitment"], "published before the deal"
    proof = ann.call("GET", f"/api/matches/{match['id']}/verify")
    assert proof["ok"]
    assert proof["seed_hash"] == match["commitment"]
    assert proof["decisions"] == len(record["decisions"])


@pytest.mark.parametrize("game", registry.names())
def test_two_persons_play_any_game_by_invite_link(house: House, ann: Browser, ben: Browser, game: str) -> None:
    options = {"players": 2} if game == "pax" else {}
    match = ann.create({"game": game, "options": options, "seats": [{"kind": "me"}, {"kind": "open"}]})
    assert match["status"] == "lobby"
    lobby = ann.look(match["id"])
    assert lobby.state["view"] is None
    seated = ben.join(match)
    assert seated["seats"] == [1]
    assert seated["match"]["status"] == "live", "it begins when the last seat is taken"
    lobby.until_version(seated["match"]["version"])
    assert lobby.state["view"] is not None
    other = ben.look(match["id"])
    end = play_to_the_end([lobby, other], random.Random(game))
    assert end["match"]["result"]["winners"] is not None
    assert ann.call("GET", f"/api/matches/{match['id']}/verify")["ok"]


def test_a_stale_decision_is_refused_with_the_fresh_view(house: House, ann: Browser) -> None:
    match = ann.create(HOT_SEAT)
    line = ann.look(match["id"], seat=0)
    old = line.state["version"]
    assert line.play()["type"] == "ack"
    line.until("state")
    other = ann.look(match["id"], seat=1)
    other.play()
    line.until_version(other.frames[-1]["version"])
    fresh = line.state["version"]
    refused = line.play("draw", old)
    assert refused["code"] == "stale"
    assert line.until("state")["version"] == fresh
    assert house.journal(match["id"])[-1][0] == fresh


def test_deciding_at_once_makes_nobody_stale(ann: Browser) -> None:
    match = ann.create(HOT_SEAT)
    first, second = ann.look(match["id"], seat=0), ann.look(match["id"], seat=1)
    version = first.state["version"]
    assert first.play()["type"] == "ack"
    assert second.play(version=version)["type"] == "ack", "both choose their card secretly and at the same time"
    assert second.play("draw", version)["type"] == "refused", "but nobody twice"


def test_two_tabs_of_one_seat_stay_in_step_and_a_reload_picks_up(ann: Browser) -> None:
    match = ann.create(HOT_SEAT)
    one, two = ann.look(match["id"], seat=0), ann.look(match["id"], seat=0)
    answer = one.play()
    assert two.until_version(answer["version"])["view"] == one.until_version(answer["version"])["view"]
    again = ann.look(match["id"], seat=0)
    assert again.state["view"] == one.state["view"]
    assert again.state["log"]["keep"] == -1
    assert len(again.state["log"]["entries"]) >= len(one.state["log"]["entries"])


def test_undo_until_a_secret_was_seen(ann: Browser) -> None:
    match = ann.create(HOT_SEAT)
    for seat in (0, 1):
        ann.look(match["id"], seat=seat).play()
    line = ann.look(match["id"], seat=0)
    line.play("draw")
    line.until("state")
    assert not line.state["undo"], "a card was seen"
    line.send("undo", version=line.state["version"], id="u")
    assert line.until("refused", id="u")["code"] == "cannot_undo"
    # Place the drawn cards until something can be taken back: the last placement shows no new card.
    before = line.state
    while not line.state["undo"]:
        before = line.state
        line.play()
        line.until("state")
    line.send("undo", version=before["version"], id="v")
    assert line.until("refused", id="v")["code"] == "stale"
    line.send("undo", version=line.state["version"], id="w")
    line.until("ack", id="w")
    line.until("state", version=before["version"] + 2)
    assert line.state["view"] == before["view"]
    assert line.state["legal"] == before["legal"]
    assert line.state["log"] == {"keep": before["match"]["decisions"], "entries": []}, "its lines are taken back"
    assert line.play()["type"] == "ack"


def test_hot_seat_shows_one_seat_at_a_time(ann: Browser) -> None:
    match = ann.create(HOT_SEAT)
    line = ann.look(match["id"], seat=0)
    assert line.state["match"]["my_seats"] == [0, 1]
    hand = [player["hand"] for player in line.state["view"]["players"]]
    assert hand[1] is None
    line.play()
    line.until("state")
    line.send("sit", seat=None)
    curtain = line.until("state")
    assert curtain["seat"] is None
    assert curtain["legal"] == []
    assert [player["hand"] for player in curtain["view"]["players"]] == [None, None]
    line.send("sit", seat=1)
    other = line.until("state")
    assert other["seat"] == 1
    assert other["view"]["you"] == 1
    assert other["legal"]
    assert other["view"]["players"][0]["hand"] is None


@pytest.mark.parametrize("text", ["\u202e\u202e", " \u200b ", "\u200d", "\u2800\u3164", "\x00"])
def test_a_message_in_which_nothing_can_be_read_is_refused(ann: Browser, text: str) -> None:
    line = ann.look(ann.create(TWO_OPEN)["id"])
    line.send("chat", text=text, id="c")
    assert line.until_answer("c")["code"] == "malformed"
    assert not any(frame["messages"] for frame in line.frames if frame["type"] == "chat")


def test_chat_notes_presence_and_why_not(ann: Browser, ben: Browser, house: House) -> None:
    match = ann.create(TWO_OPEN)
    ben.join(match)
    mine, theirs = ann.look(match["id"]), ben.look(match["id"])
    mine.send("chat", text="Ave!", id="c")
    heard: list[dict[str, object]] = []
    while not heard:
        heard = theirs.until("chat")["messages"]
    assert (heard[0]["seat"], heard[0]["name"], heard[0]["text"]) == (0, "Ann", "Ave!")

    mine.send("notes", text="Ben bluffs")
    mine.until("notes", text="Ben bluffs")
    tab = ann.look(match["id"])
    assert [frame["text"] for frame in tab.frames if frame["type"] == "notes"] == ["Ben bluffs"]
    assert "bluffs" not in json.dumps(theirs.frames)

    mine.send("why_not", word="done", id="w")
    answer = mine.until("why_not", id="w")
    assert not answer["open"]
    assert answer["text"]
    assert answer["rule"].startswith("PAX-")
    mine.send("why_not", word="dance", id="w2")
    assert mine.until("refused", id="w2")["code"] == "malformed"

    watcher = house.browser("Cyn").look(match["id"])
    assert watcher.state["seat"] is None
    while watcher.state["match"]["watchers"] < 1:
        watcher.receive()
    assert [seat["present"] for seat in watcher.state["match"]["seats"]] == [True, True]
    assert mine.until("presence", watchers=1)["present"] == [0, 1]


def test_the_language_can_be_switched_at_any_time(ann: Browser) -> None:
    match = ann.create(AGAINST_BOTS)
    line = ann.look(match["id"], lang="de")
    assert line.state["log"]["entries"][0]["text"]
    start = [entry["text"] for entry in line.state["log"]["entries"] if entry["kind"] == "start"]
    assert start == ["Die Partie beginnt."]
    line.send("lang", lang="nl")
    while line.state["lang"] != "nl":
        line.until("state")
    assert line.state["log"]["keep"] == -1
    assert "De partij begint." in [entry["text"] for entry in line.state["log"]["entries"]]


def test_the_log_of_small_steps_is_the_log_of_one_look(ann: Browser) -> None:
    match = ann.create(AGAINST_BOTS)
    line = ann.look(match["id"])
    kept: list[dict[str, object]] = []

    def follow() -> None:
        log = line.state["log"]
        kept[:] = [entry for entry in kept if int(str(entry["decision"])) <= log["keep"]] + log["entries"]

    follow()
    for _ in range(25):
        if not line.state["legal"]:
            line.until("state")
        else:
            line.play()
            line.until("state")
        follow()
    whole = ann.call("GET", f"/api/matches/{match['id']}/log?seat=0")
    assert whole[: len(kept)] == kept


def test_a_script_plays_without_a_websocket(ann: Browser) -> None:
    seated = ann.call("POST", "/api/matches", HOT_SEAT)
    match, token = seated["match"]["id"], seated["tokens"]["1"]
    state = ann.call("GET", f"/api/matches/{match}/state?seat=0")
    word = state["legal"][0]["word"]
    after = ann.call("POST", f"/api/matches/{match}/play", {"word": word, "version": state["version"], "seat": 0})
    assert after["version"] == state["version"] + 1
    ann.http.cookies.clear()
    state = ann.call("GET", f"/api/matches/{match}/state", headers={"X-Seat-Token": token})
    assert state["seat"] == 1
    body = {"word": state["legal"][0]["word"], "version": state["version"]}
    assert ann.call("POST", f"/api/matches/{match}/play", body, headers={"X-Seat-Token": token})["seat"] == 1


def test_every_notice_can_be_said_in_every_language() -> None:
    books = {language: Phrasebook.load("ludi.server", language) for language in LANGUAGES}
    assert len({frozenset(book.keys()) for book in books.values()}) == 1, "a key is missing in a language"

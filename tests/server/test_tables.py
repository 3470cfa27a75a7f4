"""Setting up tables, sitting down, getting up, giving up, again."""

from __future__ import annotations

import random

import pytest
import sqlalchemy as sa

from ludi.server.room import Room
from ludi.server.rows import Change
from ludi.server.store import Conflict
from server_tools import AGAINST_BOTS, HOT_SEAT, TWO_OPEN, Browser, House, play_to_the_end, wait_for


def test_the_shelf_says_what_can_be_chosen(ann: Browser) -> None:
    games = {game["name"]: game for game in ann.call("GET", "/api/games?lang=de")}
    assert "pax" in games
    pax = games["pax"]
    assert pax["seats_option"] == "players"
    assert set(pax["bots"]) >= {"greedy", "random"}
    players = next(option for option in pax["options"] if option["name"] == "players")
    assert players["default"] in players["choices"]
    assert players["help"]
    assert [option["upload"] for option in pax["options"] if option["name"] == "deck"] == [True]
    assert "pax" in ann.call("GET", "/api/status")["games"]


def test_choices_come_in_words_and_say_what_they_depend_on(ann: Browser) -> None:
    games = {game["name"]: game for game in ann.call("GET", "/api/games?lang=de")}
    assert (games["pax"]["seating_option"], games["pax-romana"]["seating_option"]) == (None, "seats")
    options = {option["name"]: option for option in games["pax-romana"]["options"]}
    scenario = options["scenario"]
    assert [choice["value"] for choice in scenario["offered"]] == scenario["choices"]
    assert scenario["offered"][1]["label"] == "II · Die Punischen Kriege"
    assert "Rom, Karthago" in scenario["offered"][1]["about"]
    short = next(choice for choice in options["format"]["offered"] if choice["value"] == "short")
    assert short["when"] == {"scenario": ["II"]}
    fourth = [choice for choice in options["seats"]["offered"] if choice["when"] == {"scenario": ["V"]}]
    assert [choice["value"] for choice in fourth] == ["", "rome+east,carthage+greece", "rome,carthage+east,greece"]
    assert fourth[0]["seats"] == ["Griechenland", "der Osten", "Karthago", "Rom"]
    assert fourth[0]["yours"] == 3
    assert options["people"]["covered_by"] == "seats"
    assert options["pyrrhus_waits"]["when"] == {"scenario": ["V"]}
    assert options["rerolls"]["help"].startswith("Das größere Heer")
    assert [option["offered"] for option in games["roma"]["options"]] == [[]] * len(games["roma"]["options"])


def test_a_board_learns_names_and_static_facts_once(ann: Browser) -> None:
    told = ann.call("GET", '/api/games/pax-romana/board?lang=de&options={"scenario":"II"}')
    assert (told["names"]["carthage"], told["names"]["syracuse"]) == ("Karthago", "Syrakus")
    assert {"rhegium", "tarentum", "brundisium", "venusia"} <= set(told["chart"]["provinces"]["bruttium"])
    assert told["chart"]["points"]["legion"] == 4
    assert told["chart"]["stability"]["-4"] == "unrest"
    assert "greece" not in told["chart"]["provinces"]
    assert ann.call("GET", "/api/games/roma/board")["chart"] == {}
    for path, words in (
        ("/api/games/senet/board", "There is no game 'senet'"),
        ("/api/games/pax-romana/board?options=[]", "must be a JSON object"),
        ("/api/games/pax-romana/board?options={", "must be a JSON object"),
        ("/api/games/pax-romana/board?options=" + "[" * 3900, "must be a JSON object"),
        ('/api/games/pax-romana/board?options={"scenario":"XI"}', "cannot be 'XI'"),
    ):
        refused = ann.raw("GET", path)
        assert refused.status_code in (404, 422), refused.text
        assert words in refused.json()["message"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"game": "senet"}, "no game"),
        ({"options": {"players": 9}}, "players"),
        ({"options": {"players": 3}}, "3 seats"),
        ({"options": {"colour": "red"}}, "colour"),
        ({"seats": [{"kind": "open"}, {"kind": "open"}]}, "At least one seat"),
        ({"seats": [{"kind": "me"}, {"kind": "bot", "level": "cleverest"}]}, "no bot"),
        ({"clock": {"kind": "move", "seconds": 0}}, "second"),
        ({"options": {"players": 2, "deck": {"file": "a.csv", "text": "nonsense"}}}, ""),
        ({"options": {"players": 2, "deck": {"text": 7}}}, "deck"),
    ],
)
def test_a_table_that_cannot_be_set_up_is_refused_with_a_sentence(
    ann: Browser, change: dict[str, object], words: str
) -> None:
    answer = ann.raw("POST", "/api/matches", {**TWO_OPEN, **change})
    assert answer.status_code in (404, 422), answer.text
    assert words in answer.json()["message"]


def test_lists_show_those_waiting_for_me_first(house: House, ann: Browser, ben: Browser) -> None:
    waiting = ann.create(AGAINST_BOTS)
    lobby = ann.create(TWO_OPEN, listed=True)
    mine = ann.call("GET", "/api/matches?list=mine")
    assert [each["id"] for each in mine["matches"]] == [waiting["id"], lobby["id"]]
    assert mine["waiting"] == 1
    assert mine["matches"][1]["invite"]
    found = ben.call("GET", "/api/matches?list=open")["matches"]
    assert [each["id"] for each in found] == [lobby["id"]]
    assert found[0]["invite"] is None
    assert ben.call("GET", "/api/matches?list=watch")["matches"] == []
    ben.call("POST", f"/api/matches/{lobby['id']}/join", {})
    assert [each["id"] for each in ben.call("GET", "/api/matches?list=watch")["matches"]] == [lobby["id"]]


def test_one_who_joins_at_the_same_moment_as_another_gets_the_token_of_the_own_seat_only(
    house: House, ann: Browser, ben: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = {"game": "pax", "options": {"players": 3}, "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]}
    match = ann.create(body)
    write = house.server.hall._write

    async def too_late(room: Room, change: Change) -> None:
        monkeypatch.setattr(house.server.hall, "_write", write)
        with house.server.store.engine.begin() as connection:
            connection.execute(sa.text("UPDATE seats SET kind = 'person', name = 'Cyn' WHERE seat = 1"))
            connection.execute(sa.text("UPDATE matches SET version = version + 1"))
        raise Conflict(match["id"])

    monkeypatch.setattr(house.server.hall, "_write", too_late)
    seated = ben.join(match)
    assert seated["seats"] == [2]
    assert list(seated["tokens"]) == ["2"]


def test_the_host_fills_seats_and_starts(ann: Browser, ben: Browser) -> None:
    body = {"game": "pax", "options": {"players": 4}, "seats": [{"kind": "me"}] + [{"kind": "open"}] * 3}
    match = ann.create(body)
    path = f"/api/matches/{match['id']}"
    ben.join(match, seat=2, name="Bennie")
    assert ben.raw("POST", f"{path}/start", {"fill": "greedy"}).status_code == 403, "only the host starts"
    assert ann.raw("POST", f"{path}/start", {}).json()["code"] == "wrong_status", "two seats are open"
    ann.call("PUT", f"{path}/seats/1", {"kind": "bot", "level": "random"})
    assert ann.raw("PUT", f"{path}/seats/2", {"kind": "open"}).json()["code"] == "taken"
    live = ann.call("POST", f"{path}/start", {"fill": "greedy"})
    assert live["status"] == "live"
    assert [(seat["kind"], seat["level"]) for seat in live["seats"]] == [
        ("person", None),
        ("bot", "random"),
        ("person", None),
        ("bot", "greedy"),
    ]
    assert live["seats"][2]["name"] == "Bennie"
    assert ben.raw("POST", f"{path}/join", {}).status_code == 403


def test_leaving_the_lobby_frees_the_seat(ann: Browser, ben: Browser) -> None:
    body = {"game": "pax", "options": {"players": 3}, "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]}
    match = ann.create(body)
    ben.join(match)
    left = ben.call("POST", f"/api/matches/{match['id']}/leave", {})
    assert [seat["kind"] for seat in left["seats"]] == ["person", "open", "open"]
    assert left["my_seats"] == []


def test_a_bot_plays_for_one_who_left_until_the_return(house: House, ann: Browser, ben: Browser) -> None:
    match = ann.create(TWO_OPEN)
    ben.join(match)
    path = f"/api/matches/{match['id']}"
    line = ben.look(match["id"])
    gone = ben.call("POST", f"{path}/leave", {})
    assert gone["seats"][1]["stand_in"] == "greedy"
    wait_for(lambda: any(entry[1] == "play" and entry[2] == 1 for entry in house.journal(match["id"])))
    version = ann.call("GET", path)["version"]
    line.until_version(version)
    refused = line.play("draw", version)
    assert refused["code"] == "wrong_status", "a bot sits there now"
    back = ben.call("POST", f"{path}/return", {})
    assert back["seats"][1]["stand_in"] is None
    line.until_version(back["version"])
    kinds = [entry["kind"] for frame in line.frames if frame["type"] == "state" for entry in frame["log"]["entries"]]
    assert "leave" in kinds
    assert "return" in kinds
    assert ben.raw("POST", f"{path}/return", {}).json()["code"] == "wrong_status"


def test_a_bot_may_play_for_one_who_is_away(
    house: House, ann: Browser, ben: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = ann.create(TWO_OPEN)
    ben.join(match)
    path = f"/api/matches/{match['id']}"
    assert "minutes" in ann.raw("POST", f"{path}/replace", {"seat": 1}).json()["message"]
    monkeypatch.setattr("ludi.server.routes_match.ABSENT_SECONDS", 0.0)
    assert house.browser("Cyn").raw("POST", f"{path}/replace", {"seat": 1}).status_code == 403
    ann.look(match["id"])
    assert ben.raw("POST", f"{path}/replace", {"seat": 0}).json()["code"] == "wrong_status", "Ann is here"
    assert ann.call("POST", f"{path}/replace", {"seat": 1})["seats"][1]["stand_in"] == "greedy"
    assert ann.raw("POST", f"{path}/replace", {"seat": 7}).json()["code"] == "wrong_status"
    assert ben.call("POST", f"{path}/return", {})["seats"][1]["stand_in"] is None


def test_conceding_with_two_ends_the_match(ann: Browser, ben: Browser) -> None:
    match = ann.create(TWO_OPEN)
    ben.join(match)
    over = ben.call("POST", f"/api/matches/{match['id']}/concede", {})
    assert over["status"] == "finished"
    assert over["result"]["winners"] == [0]
    assert over["result"]["conceded"] == [1]
    assert over["result"]["text"] == "Ben conceded: Ann wins."
    assert ann.raw("POST", f"/api/matches/{match['id']}/concede", {}).json()["code"] == "wrong_status"
    proof = ann.call("GET", f"/api/matches/{match['id']}/verify")
    assert proof["ok"]
    assert ann.call("GET", f"/api/matches/{match['id']}/replay")["result"]["reason"] == "conceded"


def test_conceding_among_several_leaves_the_seat_to_a_bot(house: House, ann: Browser, ben: Browser) -> None:
    cyn = house.browser("Cyn")
    body = {"game": "pax", "options": {"players": 3}, "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]}
    match = ann.create(body)
    ben.join(match)
    cyn.join(match)
    on = ben.call("POST", f"/api/matches/{match['id']}/concede", {"seat": 1})
    assert on["status"] == "live"
    assert on["seats"][1]["conceded"]
    assert on["seats"][1]["stand_in"] == "greedy"
    assert ben.raw("POST", f"/api/matches/{match['id']}/return", {}).json()["code"] == "wrong_status"
    end = play_to_the_end([ann.look(match["id"]), cyn.look(match["id"])], random.Random(3))
    assert end["match"]["result"]["conceded"] == [1]


def test_a_rematch_keeps_the_places(house: House, ann: Browser, ben: Browser) -> None:
    match = ann.create(TWO_OPEN)
    ben.join(match)
    path = f"/api/matches/{match['id']}"
    assert ann.raw("POST", f"{path}/rematch").json()["code"] == "wrong_status"
    line = ann.look(match["id"])
    ben.call("POST", f"{path}/concede", {})
    first = ben.call("POST", f"{path}/rematch")
    assert first["seats"] == [1]
    assert first["match"]["status"] == "lobby"
    while line.state["match"]["rematch"] != first["match"]["id"]:
        line.until("state")
    second = ann.call("POST", f"{path}/rematch")
    assert second["match"]["id"] == first["match"]["id"]
    assert second["seats"] == [0]
    assert second["match"]["status"] == "live"
    assert second["match"]["commitment"] != match["commitment"]
    assert house.browser("Cyn").raw("POST", f"{path}/rematch").status_code == 403


def test_a_match_can_be_closed_to_spectators(ann: Browser, ben: Browser) -> None:
    match = ann.create(HOT_SEAT, watch=False)
    assert ben.raw("GET", f"/api/matches/{match['id']}").status_code == 403
    assert ann.raw("GET", f"/api/matches/{match['id']}").status_code == 200


def test_replay_from_any_seat_and_of_an_uploaded_record(house: House, ann: Browser) -> None:
    match = ann.create(AGAINST_BOTS)
    path = f"/api/matches/{match['id']}"
    assert ann.raw("GET", f"{path}/record").json()["code"] == "wrong_status"
    assert ann.raw("GET", f"{path}/replay").json()["code"] == "wrong_status"
    assert ann.raw("GET", f"{path}/verify").json()["code"] == "wrong_status"
    end = play_to_the_end([ann.look(match["id"])], random.Random(5))
    record = ann.call("GET", f"{path}/record")
    number = len(record["decisions"])

    whole = ann.call("GET", f"{path}/replay?seen_from=open&count=5")
    assert whole["decisions"] == number
    assert [step["number"] for step in whole["steps"]] == [0, 1, 2, 3, 4]
    assert [view["you"] for view in whole["steps"][0]["views"]] == [0, 1, 2]
    assert whole["steps"][1]["label"]
    last = ann.call("GET", f"{path}/replay?seen_from=0&first={number}")
    assert [step["number"] for step in last["steps"]] == [number]
    assert last["steps"][0]["views"] == [end["view"]]
    middle = ann.call("GET", f"{path}/replay?seen_from=open&first=3&count=2")
    assert middle["steps"] == whole["steps"][3:5]
    watched = ann.call("GET", f"{path}/replay?seen_from=watch&count=2")
    assert watched["steps"][0]["views"][0]["you"] is None
    assert ann.raw("GET", f"{path}/replay?seen_from=7").status_code == 404

    again = ann.call("POST", "/api/replay?count=5&seen_from=open", {"record": record})
    assert again["steps"] == whole["steps"]
    assert again["result"]["winners"] == end["match"]["result"]["winners"]
    assert ann.call("POST", "/api/verify", {"record": record})["ok"]
    seed = "0" * 64
    forged = ann.call("POST", "/api/verify", {"record": {**record, "seed": seed}})
    assert not forged["ok"]
    assert "tampered" in forged["message"]
    assert ann.raw("POST", "/api/replay", {"record": {**record, "decisions": ["0 dance"]}}).status_code == 422


def test_bots_have_names_that_nobody_else_has(ann: Browser) -> None:
    seats = [{"kind": "me", "name": "Brutus"}, {"kind": "bot"}, {"kind": "bot", "name": "Hal"}, {"kind": "bot"}]
    match = ann.create({"game": "pax", "options": {"players": 4}, "seats": seats})
    assert [seat["name"] for seat in match["seats"]] == ["Brutus", "Aulus", "Hal", "Cassia"]
    eight = ann.create({"game": "pax", "options": {"players": 8}, "seats": [{"kind": "bot", "level": "random"}] * 8})
    assert len({seat["name"] for seat in eight["seats"]}) == 8


def test_bots_that_come_later_have_names_too(ann: Browser) -> None:
    seats = [{"kind": "me", "name": "Aulus"}, {"kind": "open"}, {"kind": "open"}]
    match = ann.create({"game": "pax", "options": {"players": 3}, "seats": seats})["id"]
    one = ann.call("PUT", f"/api/matches/{match}/seats/2", {"kind": "bot", "level": "greedy"})
    assert [seat["name"] for seat in one["seats"]] == ["Aulus", "", "Brutus"]
    both = ann.call("POST", f"/api/matches/{match}/start", {"fill": "random"})
    assert [seat["name"] for seat in both["seats"]] == ["Aulus", "Cassia", "Brutus"]
    assert [seat["level"] for seat in both["seats"]] == [None, "random", "greedy"]

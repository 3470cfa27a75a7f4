"""Tables with different data files of their owners stand in one server."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ludi.core import Table, seed_from_text
from ludi.games.pax_romana.world.files import BUILT_IN
from ludi.server.settings import own_data
from server_tools import Browser, House

PUNIC = "scenarios/02-punic-wars.toml"
BOTH = [{"kind": "me", "name": "A"}, {"kind": "me", "name": "B"}]


def of_punic_wars(treasury: int) -> dict[str, Any]:
    text = BUILT_IN.read(PUNIC).replace("treasury = 13", f"treasury = {treasury}", 1)
    return {"data": {"file": "02-punic-wars.toml", "text": text}}


def treasuries(house: House, match: str) -> list[int]:
    table = house.server.hall.rooms[match].table
    assert table is not None
    return list(table.state.snapshot()["lists"]["treasury"])


def test_two_tables_with_different_data_files_are_played_in_one_server(house: House, ann: Browser) -> None:
    table = {"game": "pax-romana", "seats": BOTH}
    matches = [ann.create({**table, "options": options})["id"] for options in ({}, of_punic_wars(40), of_punic_wars(7))]
    assert [treasuries(house, match)[0] for match in matches] == [13, 40, 7]
    for match in matches:
        for _ in range(5):
            table_there = house.server.hall.rooms[match].table
            assert table_there is not None
            seat = table_there.state.actors()[0]
            state = ann.call("GET", f"/api/matches/{match}/state?seat={seat}")
            word = {"seat": seat, "word": state["legal"][0]["word"], "version": state["version"]}
            ann.call("POST", f"/api/matches/{match}/play", word)
    again = [ann.call("GET", f"/api/matches/{match}") for match in matches]
    assert "data" not in again[0]["options"]
    told = again[1]["options"]["data"]
    assert list(told) == [PUNIC]
    assert len(told[PUNIC]) == 8, "watchers are not sent the files, only a word for each"
    assert told != again[2]["options"]["data"]


def test_the_board_of_a_match_has_the_names_of_its_own_map(ann: Browser) -> None:
    text = BUILT_IN.read("spaces.csv").replace("rhegium,Rhegium,", "rhegium,Reggio,", 1)
    own = {"data": {"file": "spaces.csv", "text": text}}
    match = ann.create({"game": "pax-romana", "seats": BOTH, "options": own})["id"]
    plain = ann.create({"game": "pax-romana", "seats": BOTH})["id"]
    assert ann.call("GET", f"/api/matches/{match}/board")["names"]["rhegium"] == "Reggio"
    assert ann.call("GET", f"/api/matches/{plain}/board")["names"]["rhegium"] == "Rhegium"


def test_the_board_of_a_record_has_the_names_of_its_own_map(ann: Browser) -> None:
    text = BUILT_IN.read("spaces.csv").replace("rhegium,Rhegium,", "rhegium,Reggio,", 1)
    for options, name in (({"data": {"spaces.csv": text}}, "Reggio"), ({}, "Rhegium")):
        record = Table.new("pax-romana", options, seed=seed_from_text("own")).record().to_json()
        told = ann.call("POST", "/api/replay/board", {"record": json.loads(record)})
        assert told["names"]["rhegium"] == name
    assert ann.http.post("/api/replay/board", json={"record": {}}).status_code == 422


def test_a_file_that_cannot_be_used_is_refused_with_its_line(ann: Browser) -> None:
    text = BUILT_IN.read("spaces.csv").replace("rhegium,Rhegium,bruttium,", "rhegium,Rhegium,atlantis,", 1)
    body = {"game": "pax-romana", "seats": BOTH, "options": {"data": {"file": "spaces.csv", "text": text}}}
    refused = ann.http.post("/api/matches", json=body)
    assert refused.status_code == 422
    assert "there is no province 'atlantis'" in refused.text
    body["options"] = {"data": {"file": "moon.csv", "text": "x"}}
    refused = ann.http.post("/api/matches", json=body)
    assert refused.status_code == 422
    assert "Pax Romana has no data file 'moon.csv'" in refused.text


def test_a_folder_in_the_environment_is_read_once_for_all_tables(tmp_path: Path) -> None:
    (tmp_path / "scenarios").mkdir()
    (tmp_path / PUNIC).write_text(str(of_punic_wars(40)["data"]["text"]), encoding="utf-8")
    found = own_data({"LUDI_PAX_ROMANA_DATA": str(tmp_path)})
    assert list(found["pax-romana"]["data"]) == [PUNIC]
    assert own_data({}) == {}

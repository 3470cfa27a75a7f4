"""What a board is told once about the map."""

from __future__ import annotations

from ludi.games.pax_romana import GAME
from ludi.games.pax_romana.world.atlas import atlas


def test_a_board_knows_where_every_place_lies_and_what_is_printed_there() -> None:
    places = GAME.box({"scenario": "II"}).chart()["places"]
    assert list(places) == atlas().ids
    assert places["roma"] == {
        "kind": "space",
        "lat": 41.9,
        "lon": 12.5,
        "province": "italia",
        "port": True,
        "open": True,
        "capital": "rome",
    }
    assert places["bergidum"]["mine"]
    assert places["cirta"]["mountain"]
    assert places["londinium"]["tribal"]
    assert {places[each]["kind"] for each in places if each.startswith("dstp")} == {"deep"}
    assert {places[each]["kind"] for each in places if each.startswith("ntp")} == {"naval"}
    assert {places[each]["kind"] for each in places if each.startswith("ltp")} == {"land"}


def test_what_is_out_of_play_and_whose_capital_a_city_is_follow_the_scenario() -> None:
    first, whole = (GAME.box({"scenario": scenario}).chart() for scenario in ("I", "V"))
    assert "open" not in first["places"]["londinium"]
    assert whole["places"]["londinium"]["open"]
    for chart in (first, whole):
        spaces = {each for each, place in chart["places"].items() if place["kind"] == "space"}
        in_play = {space for members in chart["provinces"].values() for space in members}
        assert in_play == {each for each in spaces if chart["places"][each].get("open")}
    capitals = {each: place["capital"] for each, place in whole["places"].items() if "capital" in place}
    assert capitals == {
        "roma": "rome",
        "carthago": "carthage",
        "athens": "greece",
        "pella": "greece",
        "alexandria": "east",
        "antioch": "east",
    }


def test_every_connection_is_told_once_with_its_kind() -> None:
    links = GAME.box({"scenario": "II"}).chart()["links"]
    told = {(a, b): kind for a, b, kind in links if kind != "naval"}
    assert told["rhegium", "messana"] == "strait"
    assert ("taurinorum", "valentia", "alpine") in links
    assert ("memphis", "hermopolis", "land") in links
    assert ("rhegium", "messana", "naval") in links
    places = atlas()
    ends = sum(map(len, places.land)) + sum(map(len, places.sea))
    assert 2 * len(links) == ends
    assert len({frozenset((a, b)) for a, b, _ in links}) <= len(links)

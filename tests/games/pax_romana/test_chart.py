"""The drawn map: everything that stands on the table is on it, and nothing that is secret."""

from __future__ import annotations

import random
import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from ludi.core import Table
from ludi.games.pax_romana.drawing.chart import chart, chart_on
from ludi.games.pax_romana.drawing.land import SEA, cells, ground, project
from ludi.games.pax_romana.drawing.room import Box, Room, around
from ludi.games.pax_romana.drawing.shapes import Shapes, shapes_of
from ludi.games.pax_romana.world.atlas import atlas
from ludi.games.pax_romana.world.scenario import FILES

SVG = "{http://www.w3.org/2000/svg}"


def table(scenario: str, decisions: int = 0, seed: int = 1) -> Table:
    found = Table.new("pax-romana", {"scenario": scenario}, seed=bytes([seed]) * 32)
    rng = random.Random(seed)
    for _ in range(decisions):
        actors = found.state.actors()
        if not actors:
            break
        found.play(actors[0], rng.choice(found.state.legal(actors[0])))
    return found


def square(left: int, top: int, right: int, bottom: int) -> list[int]:
    """A ring as a build writes it: steps in whole degrees."""
    return [left, top, right - left, 0, 0, bottom - top, left - right, 0]


SMALL = shapes_of(
    {
        "coast": {"unit": 1, "levels": [[], [square(-12, -66, 55, -20), square(-11, -57, -10, -56)]]},
        "icons": {"legion": "M0 0H512V512H0Z", "heavy": "M0 0H512V512Z", "galley": "M0 0L512 512V0Z"},
    }
)
"""A continent under everything and a rock off its coast."""


@pytest.mark.parametrize("shapes", [None, SMALL], ids=["stylised", "coast"])
@pytest.mark.parametrize("decisions", [0, 150])
@pytest.mark.parametrize("scenario", list(FILES))
def test_every_space_and_every_piece_is_drawn_and_told(scenario: str, decisions: int, shapes: Shapes | None) -> None:
    game = table(scenario, decisions)
    view, book = game.state.view(None), game.phrases()
    root = ElementTree.fromstring(chart_on(view, book, shapes))
    names = {each.text for each in root.iter(f"{SVG}text") if each.get("class") == "name"}
    ids = {each.get("id") for each in root.iter(f"{SVG}g")}
    places = atlas()
    for node in range(places.spaces):
        word = places.ids[node]
        in_play = places.province_ids[places.province_of[node]] in view["provinces"]
        assert (f"space-{word}" in ids) == in_play
        assert book.name(word) in names or not in_play
    provinces = {each.get("id") for each in root.iter(f"{SVG}path") if each.get("id")}
    assert provinces == {f"province-{word}" for word in view["provinces"]}
    titles = {each.text or "" for each in root.iter(f"{SVG}title")}
    armies = {
        (each.get("data-side"), each.get("data-space")) for each in root.iter(f"{SVG}g") if each.get("class") == "army"
    }
    for side, stacks in view["units"].items():
        for place, stack in stacks.items():
            assert (side, place) in armies
            told = next(each for each in titles if each.startswith(f"{book.name(side)} at {book.name(place)}: "))
            assert all(str(number) in told for number in stack.values())
    for leader, place in view["leaders"].items():
        assert (view["commanders"][leader]["side"], place) in armies
    for place, site in view["sites"].items():
        owner = book.name(site["owner"])
        assert f"{book.name(place)}: {site['kind']} of {owner}, {site['walls']} wall points" in titles
    assert sum(each.get("class") == "tribe" for each in root.iter(f"{SVG}g")) == len(view["tribes"])


def test_the_picture_says_what_it_shows_to_those_who_cannot_see_it() -> None:
    game = table("II")
    root = ElementTree.fromstring(chart(game.state.view(0), game.phrases()))
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == "title desc"
    title, desc = root.findtext(f"{SVG}title"), root.findtext(f"{SVG}desc")
    assert title == "Pax Romana, scenario II: The Punic Wars. Turn 2 of 5, 275-250 BC."
    assert desc is not None
    assert "Rome has 0 victory points, 13 Talents, Stability 4." in desc
    assert "Rhegium: 3 legions" in desc
    legend = next(each for each in root.iter(f"{SVG}g") if each.get("id") == "legend")
    words = [each.text for each in legend.iter(f"{SVG}text")]
    assert {"The Punic Wars", "Rome", "Carthage", "13", "+17", "R", "C"} <= set(words)
    assert any(word and "reconstructed" in word for word in words)


def test_the_same_view_gives_the_same_picture() -> None:
    first, second = table("V", 60), table("V", 60)
    assert chart(first.state.view(None), first.phrases()) == chart(second.state.view(None), second.phrases())


def test_what_a_seat_does_not_know_is_not_drawn() -> None:
    game = table("II")
    state = game.state
    drawn = chart(state.view(0), game.phrases())
    assert drawn.count(", strength ?</title>") == len(state.view(0)["tribes"])
    veiled = state.perspective(0).sample(random.Random(4))
    assert chart(veiled.view(0), game.phrases()) == drawn


@pytest.mark.parametrize("shapes", [None, SMALL], ids=["stylised", "coast"])
@pytest.mark.parametrize("scenario", list(FILES))
def test_names_do_not_cover_each_other(scenario: str, shapes: Shapes | None) -> None:
    game = table(scenario)
    root = ElementTree.fromstring(chart_on(game.state.view(None), game.phrases(), shapes))
    boxes = []
    for each in root.iter(f"{SVG}text"):
        if each.get("class") == "name":
            size, words = float(each.get("font-size", "0")), each.text or ""
            top = float(each.get("y", "0")) - size * 0.8
            boxes.append(Box(float(each.get("x", "0")), top, 0.5 * size * len(words), size))
    assert len(boxes) > 20
    assert not [1 for number, one in enumerate(boxes) for other in boxes[:number] if one.overlap(other) > 1.0]


def test_a_box_goes_where_nothing_stands() -> None:
    room = Room(100, 100)
    first = room.find(around(50, 50, 20, 10, (5.0, 9.0)))
    second = room.find(around(50, 50, 20, 10, (5.0, 9.0)))
    assert first == Box(55.0, 45.0, 20, 10)
    assert second == Box(25.0, 45.0, 20, 10)
    assert room.find(around(99, 50, 20, 10, (5.0, 9.0))).x < 80, "what would hang over the edge goes to the other side"


def test_places_on_land_stand_on_land_and_sea_points_in_the_water() -> None:
    places = atlas()
    found = cells(places)
    for node in range(places.nodes):
        at = project(places.lat[node], places.lon[node])
        own = next(cell for cell in found if cell.node == node)
        assert (own.province == SEA) == (places.ids[node].startswith(("ntp", "dstp")))
        assert _holds(own.outline, at), places.ids[node]
    shapes = ground(atlas())
    assert len(shapes.provinces) == len(places.province_ids)
    assert all(shapes.provinces), "every Province has ground"
    assert shapes.channels, "Messana and Rhegium are no single land"


def _holds(outline: tuple[tuple[float, float], ...], at: tuple[float, float]) -> bool:
    sides = [(u - x) * (at[1] - y) - (v - y) * (at[0] - x) for (x, y), (u, v) in pairwise([*outline, outline[0]])]
    return all(side >= -1e-9 for side in sides) or all(side <= 1e-9 for side in sides)


def test_numbers_are_short() -> None:
    game = table("II")
    assert not re.search(r"\d\.\d{4}", chart(game.state.view(None), game.phrases()))


def test_without_shapes_the_picture_says_that_its_coast_is_stylised() -> None:
    game = table("II")
    view, book = game.state.view(None), game.phrases()
    assert "The coast is stylised" in chart_on(view, book, None)
    assert "The coast is stylised" not in chart_on(view, book, SMALL)
    assert "#icon-" not in chart_on(view, book, None)


def test_with_shapes_counters_have_silhouettes_and_the_ground_is_cut_by_the_coast() -> None:
    game = table("II")
    root = ElementTree.fromstring(chart_on(game.state.view(None), game.phrases(), SMALL))
    symbols = {each.get("id") for each in root.iter(f"{SVG}symbol")}
    assert symbols == {"icon-legion", "icon-heavy", "icon-galley"}
    rhegium = next(
        each for each in root.iter(f"{SVG}g") if each.get("data-space") == "rhegium" and each.get("data-side")
    )
    assert [each.get("href") for each in rhegium.iter(f"{SVG}use")] == ["#icon-legion"]
    assert "3" in [each.text for each in rhegium.iter(f"{SVG}text")]
    clips = {each.get("id") for each in root.iter(f"{SVG}clipPath")} - {"sheet"}
    cut = {each.get("clip-path") for each in root.iter(f"{SVG}g")} - {None, "url(#sheet)"}
    assert clips
    assert cut == {f"url(#{each})" for each in clips}


def test_ground_has_the_hatching_of_its_power_as_well_as_its_colour() -> None:
    game = table("II")
    for shapes in (None, SMALL):
        root = ElementTree.fromstring(chart_on(game.state.view(None), game.phrases(), shapes))
        assert {each.get("id") for each in root.iter(f"{SVG}pattern")} == {"hatch-red", "hatch-green"}
        fills = {each.get("fill") for each in root.iter(f"{SVG}path")}
        assert {"url(#hatch-red)", "url(#hatch-green)"} <= fills

"""The end of a game of Pax Romana: its points turn by turn, and its map as a film."""

from __future__ import annotations

from collections.abc import Callable

from web_tools import Person, finished_match

NewPerson = Callable[..., Person]


def test_the_points_are_told_turn_by_turn_and_the_map_as_a_film(person: NewPerson) -> None:
    livia = person()
    match = finished_match(livia, "pax-romana", 2)
    result = livia.api(f"/matches/{match}")["result"]
    page = livia.go(f"/table/{match}")
    page.get_by_role("button", name="Show the map as a film").wait_for()
    table = page.get_by_role("region", name="Turn by turn")
    assert table.get_by_role("rowheader").all_inner_texts() == ["Rome", "Carthage"]
    assert table.get_by_role("columnheader").all_inner_texts()[1:3] == ["at the start", "turn 2"]
    last = [row.get_by_role("cell").last.inner_text() for row in table.get_by_role("row").all()[1:]]
    assert last == [str(result["reckoning"][power]["vp"]) for power in ("rome", "carthage")]

    page.get_by_role("button", name="Show the map as a film").click()
    film = page.get_by_role("slider", name="The map turn by turn")
    page.wait_for_selector(".film [data-space='roma']")
    film.fill(film.get_attribute("max") or "")
    assert str(film.get_attribute("aria-valuetext")).startswith("after turn")

"""The end of a game of Pax Romana: its points turn by turn, and its map as a film."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from map_tools import click_place
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


def test_why_a_game_was_won_before_its_last_turn_is_told_in_full(person: NewPerson) -> None:
    livia = person()
    position = {
        "options": {"scenario": "II"},
        "active": "rome",
        "operation": "choose",
        "markers": {"rome": 1},
        "units": {"rome": {"carthago": {"legion": 1}}},
    }
    seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    match = livia.api("/matches", {"game": "pax-romana", "position": position, "seats": seats})["match"]["id"]
    page = livia.go(f"/table/{match}")
    while livia.wait_for_turn_or_end():
        livia.choose(lambda words: next(word for word in ("pass", "done", "no", *words) if word in words))
    ending = page.get_by_role("region", name="You have won")
    expect(ending).to_contain_text("Rome wins immediately, in control of Carthago.")
    ending.locator(".why .rule").click()
    expect(page.locator(".bubble q")).to_contain_text("Automatic Victory")


def test_a_moment_of_the_replay_is_asked_about_as_the_table_was(person: NewPerson) -> None:
    livia = person(viewport={"width": 1280, "height": 800})
    match = finished_match(livia, "pax-romana", 2)
    page = livia.go(f"/replay/{match}?at=3")
    page.wait_for_selector("[data-space=roma]")
    click_place(page, "roma")
    panel = page.locator("[data-panel=roma]")
    expect(panel).to_contain_text("controlled by Rome")
    expect(panel.locator(".rule").first).to_be_visible()
    expect(panel).to_contain_text("What could be built or raised here")

"""The analysis on the replay page: asked for, waited for, walked along by mouse, finger and keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from needs import missing
from patience import patience
from web_tools import AXE, Person, analysed_match, finished_match

NewPerson = Callable[..., Person]


def position(page: Page) -> int:
    """Where the replay stands."""
    found = re.match(r"(\d+)", page.locator(".number").inner_text())
    assert found is not None
    return int(found[1])


def test_a_finished_table_leads_to_its_analysis(person: NewPerson) -> None:
    livia = person()
    match = finished_match(livia, "roma", 2)
    page = livia.go(f"/table/{match}")
    expect(page.get_by_role("link", name="Watch the replay")).to_be_visible()
    page.get_by_role("link", name="Analyse").click()
    expect(page.get_by_role("progressbar", name="Progress of the analysis")).to_be_visible()
    page.wait_for_function(
        "() => document.querySelector('.graph') || /Decision [1-9]/.test(document.querySelector('.bar').textContent)"
    )
    # Who comes later finds it being made, or made, and need not ask again.
    other = person()
    other.go(f"/replay/{match}")
    other.page.wait_for_selector("progress, .graph")
    expect(page.get_by_role("slider", name="chance to win")).to_be_visible(timeout=patience(60) * 1000)
    expect(other.page.get_by_role("slider", name="chance to win")).to_be_visible(timeout=patience(60) * 1000)
    assert livia.api(f"/matches/{match}/analysis")["level"] == "veteran"


def test_the_level_is_chosen_and_another_can_be_asked_for_later(person: NewPerson) -> None:
    livia = person()
    match = finished_match(livia, "roma", 2)
    page = livia.go(f"/replay/{match}?at=3")
    page.get_by_label("Judged by").select_option("novice")
    page.get_by_role("button", name="Analyse").click()
    expect(page.locator(".graph")).to_be_visible(timeout=patience(60) * 1000)
    expect(page.get_by_role("button", name="Analyse")).to_have_count(0)
    assert position(page) == 3
    page.get_by_label("Judged by").select_option("regular")
    page.get_by_role("button", name="Analyse").click()
    expect(page.locator("progress")).to_be_visible()
    expect(page.locator(".graph")).to_be_visible(timeout=patience(60) * 1000)
    assert livia.api(f"/matches/{match}/analysis")["done"] == ["novice", "regular"]


def test_part_of_a_game_is_judged_in_a_time_told_beforehand(person: NewPerson) -> None:
    livia = person()
    match = finished_match(livia, "roma", 2)
    page = livia.go(f"/replay/{match}")
    expect(page.locator(".takes")).to_contain_text(re.compile(r"takes up to \d+ (seconds|minutes)"))
    page.get_by_label("Judged by").select_option("novice")
    page.get_by_label("Whose decisions").select_option("0")
    page.get_by_label(re.compile(r"^Judge\b")).select_option("one decision in 10")
    page.get_by_label("for at most").select_option("as long as it takes")
    told = page.locator(".takes").inner_text()
    assert re.search(r"takes up to \d+ (seconds|minute)", told)
    page.get_by_role("button", name="Analyse").click()
    expect(page.locator(".graph")).to_be_visible(timeout=patience(60) * 1000)
    moves = livia.api(f"/matches/{match}/analysis")["analysis"]["moves"]
    assert {move["seat"] for move in moves} == {0}
    expect(page.locator(".top")).to_contain_text(f"{len(moves)} of ")
    page.get_by_role("slider", name="chance to win").focus()
    page.keyboard.press("Home")
    for _ in range(moves[1]["number"]):
        page.keyboard.press("ArrowRight")
    expect(page.get_by_role("region", name="This decision")).to_contain_text(f"Decision {moves[1]['number']}: ")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("region", name="This decision")).to_contain_text("was not judged")


def test_an_analysis_is_stopped_on_the_page(person: NewPerson) -> None:
    livia = person()
    match = finished_match(livia, "roma", 2)
    page = livia.go(f"/replay/{match}")
    page.get_by_label("Judged by").select_option("master")
    page.get_by_role("button", name="Analyse").click()
    page.wait_for_function("() => /Decision [1-9]/.test(document.querySelector('.bar')?.textContent ?? '')")
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".graph")).to_be_visible(timeout=patience(30) * 1000)
    told = livia.api(f"/matches/{match}/analysis")
    assert (told["status"], told["level"]) == ("done", "master")
    assert 0 < told["judged"] < told["decisions"]
    expect(page.get_by_role("button", name="Analyse")).to_be_visible()


def test_the_graph_is_walked_along_by_mouse_and_keyboard(person: NewPerson) -> None:
    livia = person()
    match = analysed_match(livia, "pax", 2, level="regular")  # sure enough of itself to name turning points
    analysis: dict[str, Any] = livia.api(f"/matches/{match}/analysis")["analysis"]
    last = analysis["decisions"]
    page = livia.go(f"/replay/{match}")
    slider = page.get_by_role("slider", name="chance to win")
    box = slider.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 60)
    middle = position(page)
    assert abs(middle - last / 2) < last / 8
    move = analysis["moves"][middle - 1]
    verdict = page.get_by_role("region", name="This decision")
    expect(verdict).to_contain_text(f"Decision {middle}: ")
    expect(verdict).to_contain_text(move["label"])
    expect(page.locator(".board")).to_be_visible()

    slider.focus()
    for key, expected in (
        ("ArrowRight", middle + 1),
        ("ArrowLeft", middle),
        ("Home", 0),
        ("PageDown", analysis["turning_points"][0]["number"]),
        ("End", last),
        ("PageUp", max(each["number"] for each in analysis["turning_points"] if each["number"] < last)),
    ):
        page.keyboard.press(key)
        expect(slider).to_have_attribute("aria-valuenow", str(expected))
        assert position(page) == expected
    assert "%" in (slider.get_attribute("aria-valuetext") or "")

    point = analysis["turning_points"][0]
    page.locator(".turns button").first.click()
    assert position(page) == point["number"]
    expect(verdict).to_contain_text("The game turned here")


def test_one_line_among_many_can_be_looked_at_alone(person: NewPerson) -> None:
    livia = person()
    page = livia.go(f"/replay/{analysed_match(livia, 'pax', 4)}")
    brutus = page.get_by_role("button", name=re.compile(r"^Brutus \(chance\).*%"))
    brutus.click()
    expect(brutus).to_have_attribute("aria-pressed", "true")
    expect(page.locator("polyline.dim")).to_have_count(3)
    brutus.click()
    expect(page.locator("polyline.dim")).to_have_count(0)


def test_a_finger_does_it_too_on_a_phone(person: NewPerson) -> None:
    livia = person(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    match = analysed_match(livia, "pax", 4)
    page = livia.go(f"/replay/{match}")
    slider = page.get_by_role("slider", name="chance to win")
    slider.tap(position={"x": 200, "y": 80})
    assert position(page) > 10
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_what_the_graph_shows_is_there_as_a_table_too(person: NewPerson) -> None:
    livia = person()
    match = analysed_match(livia, "roma", 2)
    analysis: dict[str, Any] = livia.api(f"/matches/{match}/analysis")["analysis"]
    page = livia.go(f"/replay/{match}")
    page.get_by_text("All decisions as a table").click()
    rows = page.get_by_role("region", name="All decisions as a table").locator("tbody tr")
    expect(rows).to_have_count(analysis["decisions"])
    for index in (0, analysis["decisions"] - 1):
        expect(rows.nth(index)).to_contain_text(analysis["moves"][index]["label"])
    page.get_by_role("button", name="To decision 5", exact=True).last.click()
    assert position(page) == 5


@pytest.mark.parametrize(
    ("language", "title", "turns"), [("de", "Analyse", "Wendepunkte"), ("nl", "Analyse", "Keerpunten")]
)
def test_the_analysis_speaks_the_language_of_the_page(person: NewPerson, language: str, title: str, turns: str) -> None:
    livia = person(locale=language)
    match = analysed_match(livia, "roma", 2)
    told = livia.api(f"/matches/{match}/analysis?lang={language}")["analysis"]["moves"][6]
    page = livia.go(f"/replay/{match}?at=7")
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    expect(page.get_by_role("heading", name=turns)).to_be_visible()
    expect(page.locator(".verdict")).to_contain_text(told["label"])
    expect(page.locator(".decision")).to_contain_text(told["label"])


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious_in_any_state_of_an_analysis(person: NewPerson, theme: str) -> None:
    livia = person(color_scheme=theme, bypass_csp=True)
    if not AXE.is_file():
        missing("browser", "accessibility: axe-core is not installed (make page)")
    fresh, judged = finished_match(livia, "roma", 2), analysed_match(livia, "roma", 2)
    states = [
        (f"/replay/{fresh}", ".bar button"),
        (f"/replay/{judged}?at=9", ".graph"),
        (f"/replay/{fresh}", "progress"),
    ]
    for path, ready in states:
        page = livia.go(path)
        page.wait_for_selector(".board")
        if ready == "progress":
            page.get_by_label("Judged by").select_option("master")
            page.get_by_role("button", name="Analyse").click()
        page.wait_for_selector(ready)
        if ready == ".graph":
            page.get_by_text("All decisions as a table").click()
        page.evaluate(AXE.read_text(encoding="utf-8"))
        report: dict[str, Any] = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        found = [each for each in report["violations"] if each["impact"] in ("serious", "critical")]
        assert not found, [(each["id"], each["nodes"][0]["html"][:200]) for each in found]


def test_bots_have_names_and_their_level_is_shown(person: NewPerson) -> None:
    livia = person()
    seats = [{"kind": "me"}, {"kind": "bot", "level": "veteran"}, {"kind": "bot", "level": "greedy"}]
    match = livia.api("/matches", {"game": "pax", "options": {"players": 3}, "seats": seats})["match"]
    assert [seat["name"] for seat in match["seats"][1:]] == ["Aulus", "Brutus"]
    page = livia.go(f"/table/{match['id']}")
    strip = page.get_by_role("list", name="Players")
    expect(strip).to_contain_text(re.compile(r"Aulus\s*\(veteran\)"))
    expect(strip).to_contain_text(re.compile(r"Brutus\s*\(opportunist\)"))

"""The map of Pax Romana as it is drawn: names that keep apart, places that keys and readers reach, light and dark."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from needs import missing
from web_tools import AXE, CHOICE, Person

NewPerson = Callable[..., Person]

COVERED = """() => {
  const names = [...document.querySelectorAll('.map .names text[data-name]')];
  const boxes = names.map((each) => ({ told: each.textContent, box: each.getBBox() }));
  const covered = [];
  boxes.forEach((one, index) => boxes.slice(0, index).forEach((other) => {
    const [a, b] = [one.box, other.box];
    const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
    const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
    if (across > 0.5 && down > 3) covered.push(`${one.told} / ${other.told}`);
  }));
  return { names: boxes.length, covered };
}"""
"""Pairs of names whose boxes meet; the letters of a line leave some pixels of its height empty."""


APART = """() => {
  const at = (id) => document.querySelector(`.map [data-space=${id}]`).getBoundingClientRect();
  return Math.hypot(at('roma').x - at('capua').x, at('roma').y - at('capua').y);
}"""
"""How far Capua is from Rome, in pixels."""


def sit_down(livia: Person, scenario: str = "V") -> None:
    bots = 3 if scenario == "V" else 1
    seats = [{"kind": "me"}] + [{"kind": "bot", "level": "random"}] * bots
    match = livia.api("/matches", {"game": "pax-romana", "options": {"scenario": scenario}, "seats": seats})
    livia.go(f"/table/{match['match']['id']}")
    livia.page.wait_for_selector(CHOICE)
    livia.page.wait_for_selector(".map [data-space]")


def zoom(livia: Person, key: str) -> None:
    livia.page.locator(".map .place[tabindex='0']").press(key)


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_names_never_cover_each_other(person: NewPerson, language: str) -> None:
    livia = person(locale=language, viewport={"width": 1440, "height": 900})
    sit_down(livia)
    told = [livia.page.evaluate(COVERED)]
    for _ in range(2):
        before = livia.page.evaluate(APART)
        zoom(livia, "+")
        zoom(livia, "+")
        livia.page.wait_for_function(f"before => ({APART})() > before * 2.4", arg=before)
        told.append(livia.page.evaluate(COVERED))
    assert [each["covered"] for each in told] == [[], [], []]
    assert told[0]["names"] < told[1]["names"] <= told[2]["names"]
    assert told[0]["names"] > 90


def test_every_space_can_be_reached_and_is_described(person: NewPerson) -> None:
    livia = person()
    sit_down(livia, "II")
    page = livia.page
    roma = page.locator(".map [data-space=roma]")
    expect(roma).to_have_attribute("role", "button")
    told = roma.get_attribute("aria-label") or ""
    for words in ("Roma", "capital of Rome", "port", "Italia", "2 legions", "1 galley squadron"):
        assert words in told
    expect(page.locator(".map .place[tabindex='0']")).to_have_count(1)
    roma.focus()
    roma.press("ArrowDown")
    expect(page.locator(".map .place:focus")).not_to_have_attribute("data-space", "roma")
    expect(page.locator(".map .place:focus")).to_have_attribute("tabindex", "0")


def test_counters_fan_out_where_they_are_looked_at(person: NewPerson) -> None:
    livia = person()
    sit_down(livia, "II")
    page = livia.page
    expect(page.locator(".raised .stack")).to_have_count(0)
    page.locator(".map [data-space=carthago]").focus()
    fanned = page.locator(".raised .stack.fanned")
    expect(fanned).to_have_count(1)
    expect(fanned.locator(".counter")).to_have_count(6)
    expect(fanned.locator(".leader .rating")).to_contain_text("-")


def test_the_map_zooms_by_buttons_keys_and_wheel(person: NewPerson) -> None:
    livia = person()
    sit_down(livia, "II")
    page = livia.page
    wide = page.evaluate(APART)
    nearer, as_before = f"wide => ({APART})() > wide * 1.4", f"wide => ({APART})() < wide * 1.1"
    page.get_by_role("button", name="Zoom in").click()
    page.wait_for_function(nearer, arg=wide)
    expect(page.locator(".mini")).to_be_visible()
    page.get_by_role("button", name="Zoom out").click()
    page.wait_for_function(as_before, arg=wide)
    zoom(livia, "+")
    page.wait_for_function(nearer, arg=wide)
    zoom(livia, "-")
    page.wait_for_function(as_before, arg=wide)
    page.get_by_role("group", name="The map").hover()
    page.mouse.wheel(0, -400)
    page.wait_for_function(nearer, arg=wide)


def test_a_glass_enlarges_the_aegean(person: NewPerson) -> None:
    livia = person()
    sit_down(livia)
    page = livia.page
    page.get_by_role("button", name="The Aegean enlarged").click()
    lens = page.locator(".lens")
    expect(lens).to_be_visible()
    expect(lens.locator("text", has_text="Athens")).to_be_visible()
    assert lens.locator("[data-space]").count() == 0, "each Space is a button once"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious_on_the_map(person: NewPerson, theme: str) -> None:
    if not AXE.is_file():
        missing("browser", "accessibility: axe-core is not installed (make page)")
    livia = person()
    livia.settings(theme=theme)
    sit_down(livia, "II")
    livia.page.evaluate(AXE.read_text(encoding="utf-8"))
    report: dict[str, Any] = livia.page.evaluate("axe.run('.map', {resultTypes: ['violations']})")
    grave = [each for each in report["violations"] if each["impact"] in ("serious", "critical")]
    assert not grave, [(each["id"], [node["html"][:200] for node in each["nodes"][:3]]) for each in grave]

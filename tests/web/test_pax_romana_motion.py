"""What moves on the map of Pax Romana: the others' armies, step by step or once more, and the map under two fingers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from map_tools import Stage, counted
from patience import patience
from web_tools import CHOICE, Person

NewPerson = Callable[..., Person]
MOVING = {"reduced_motion": "no-preference"}
ONLY_AN_EVENT = {"events": 1}
APART = """() => {
  const at = (id) => document.querySelector(`.map [data-space=${id}]`).getBoundingClientRect();
  return Math.hypot(at('roma').x - at('capua').x, at('roma').y - at('capua').y);
}"""


def test_an_event_has_its_scene(person: NewPerson) -> None:
    livia, marcus = person(), person()
    stage = Stage(livia, marcus, "slave-revolt", 0, markers=ONLY_AN_EVENT)
    stage.play(1)
    scene = livia.page.locator("[data-scene=event]")
    expect(scene).to_have_attribute("data-event", "slave-revolt")
    expect(scene).to_contain_text("Event: ")
    expect(scene.locator("h3 .rule")).to_have_text("PR-16.2-SLAVE-REVOLT")
    scene.locator(".close").click()
    expect(scene).to_have_count(0)


def watch_travels(page: Page) -> None:
    """Keep every place at which something that travels is drawn."""
    page.evaluate(
        """() => {
            window.travelled = [];
            const look = () => {
              for (const each of document.querySelectorAll('.travels > g')) {
                const at = each.getAttribute('transform');
                if (at && each.querySelector('.counter') && !window.travelled.includes(at)) window.travelled.push(at);
              }
              requestAnimationFrame(look);
            };
            look();
        }"""
    )


def test_armies_of_others_travel_along_their_way(person: NewPerson) -> None:
    livia, marcus = person(**MOVING), person()
    livia.settings(tempo="normal")
    stage = Stage(livia, marcus, "withdrawal", 2)
    stage.play(2)
    watch_travels(livia.page)
    stage.next()
    livia.page.wait_for_function("() => window.travelled.length > 1")


def test_with_reduced_motion_nothing_travels(person: NewPerson) -> None:
    livia, marcus = person(), person()
    stage = Stage(livia, marcus, "withdrawal", 2)
    watch_travels(livia.page)
    stage.play(3)
    expect(livia.page.locator("[role=log]")).to_contain_text("Capua")
    assert livia.page.evaluate("window.travelled") == []


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_the_last_activation_of_others_is_shown_again_and_step_by_step(person: NewPerson, motion: str) -> None:
    livia = person(reduced_motion=motion)
    seats = [{"kind": "me"}, {"kind": "bot", "level": "greedy"}]
    match = livia.api("/matches", {"game": "pax-romana", "options": {"scenario": "II"}, "seats": seats})["match"]["id"]
    livia.go(f"/table/{match}")
    page = livia.page
    page.wait_for_selector(CHOICE)
    again = page.get_by_role("button", name="Show their last")
    for _ in range(60):
        if again.count():
            break
        page.keyboard.press("Escape")  # what happens meanwhile is not waited for
        page.wait_for_selector(CHOICE, timeout=patience(60) * 1000)
        before = livia.version()
        quiet = page.locator("ol button[data-word=pass], ol button[data-word=done], ol button[data-word=no]")
        (quiet if quiet.count() else page.locator(CHOICE)).first.click()
        counted(livia, before)
        page.keyboard.press("Escape")
        page.wait_for_selector(CHOICE, timeout=patience(60) * 1000)
    page.get_by_label("Step by step").check()
    shown = page.locator("[role=log]").inner_text()
    again.click()
    step = page.locator(".telling button", has_text="Next")
    expect(step).to_be_visible()
    expect(page.locator(".telling .what")).not_to_have_text("…")  # it is fetched
    first = page.locator(".telling .what").inner_text()
    page.wait_for_timeout(1200)
    assert page.locator(".telling .what").inner_text() == first, "it waits to be asked for the next thing"
    step.click()
    page.wait_for_function(
        "first => document.querySelector('.telling .what')?.textContent !== first",
        arg=first,
    )
    page.keyboard.press("Escape")
    expect(page.locator("[role=log]")).to_have_text(shown, use_inner_text=True)


def test_two_fingers_zoom_the_map(person: NewPerson) -> None:
    livia = person(has_touch=True, viewport={"width": 768, "height": 1024})
    seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    match = livia.api("/matches", {"game": "pax-romana", "options": {"scenario": "II"}, "seats": seats})["match"]["id"]
    livia.go(f"/table/{match}")
    page = livia.page
    page.wait_for_selector(CHOICE)
    page.wait_for_selector(".map [data-space]")
    page.wait_for_timeout(700)
    wide = page.evaluate(APART)
    box = page.locator(".field .map").bounding_box()
    assert box is not None
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers = livia.context.new_cdp_session(page)

    def touch(kind: str, apart: float) -> None:
        points = [{"x": middle[0] + way * apart, "y": middle[1], "id": number} for number, way in enumerate((-1, 1))]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points if kind != "touchEnd" else []})

    touch("touchStart", 40)
    for apart in range(50, 131, 10):
        touch("touchMove", apart)
    touch("touchEnd", 130)
    page.wait_for_function(f"wide => ({APART})() > wide * 1.8", arg=wide)
    assert page.evaluate("document.documentElement.scrollWidth") <= 768, "the page itself stays as it is"

"""Sounds: off until they are switched on by one click, then heard, and off again by one click."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from web_tools import Person

NewPerson = Callable[..., Person]
COUNT = """
window.contexts = 0;
window.begun = 0;
const Real = window.AudioContext;
window.AudioContext = class extends Real {
  constructor() { super(); window.contexts++; }
};
for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
  const start = kind.prototype.start;
  kind.prototype.start = function (...when) { window.begun++; return start.apply(this, when); };
}
"""


def begun(page: Page) -> int:
    return int(page.evaluate("window.begun"))


def sit_down(livia: Person) -> Page:
    page = livia.go("/")
    page.get_by_role("button", name="Without a guide: Roma", exact=True).click()
    livia.choose()
    return page


def test_nothing_is_heard_before_it_is_switched_on(person: NewPerson) -> None:
    livia = person()
    livia.context.add_init_script(COUNT)
    page = sit_down(livia)
    livia.choose()
    assert page.evaluate("window.contexts") == 0


def test_one_click_switches_sounds_on_and_one_click_off_and_it_is_kept(person: NewPerson) -> None:
    livia = person()
    livia.context.add_init_script(COUNT)
    page = sit_down(livia)
    switch = page.get_by_role("button", name="Sounds", exact=True)
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    page.wait_for_function("() => window.begun > 0")
    heard = begun(page)
    livia.choose()
    page.wait_for_function("heard => window.begun > heard", arg=heard)

    page.reload()
    page.wait_for_selector("[data-version]")
    expect(switch).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("window.contexts") == 0, "nothing sounds after loading until there was a click or a key"
    livia.choose()
    page.wait_for_function("() => window.begun > 0")

    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    page.wait_for_timeout(400)  # what had begun is over
    silent = begun(page)
    livia.choose()
    assert begun(page) == silent

"""What a game answers is asked from the page: what would be scored now, the chances of battles."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from web_tools import CHOICE, Person

NewPerson = Callable[..., Person]


def test_pax_tells_what_would_be_scored_now(person: NewPerson) -> None:
    page = person().go("/")
    page.get_by_role("button", name="Without a guide: PAX", exact=True).click()
    page.wait_for_selector(CHOICE)
    panel = page.locator("[data-score-now]")
    panel.get_by_text("If the game ended now").click()
    expect(panel.locator("thead th").first).to_be_visible()
    expect(panel.get_by_role("row")).to_have_count(8)


def test_roma_tells_the_chances_of_the_battles(person: NewPerson) -> None:
    page = person().go("/")
    page.get_by_role("button", name="Without a guide: Roma", exact=True).click()
    page.wait_for_selector(CHOICE)
    panel = page.locator("[data-chances]")
    panel.get_by_text("Chances of the battles").click()
    expect(panel.get_by_text("No card on the table could attack now.")).to_be_visible()

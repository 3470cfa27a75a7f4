"""The campaign in the page: its levels, what was done on them, and the next one to play."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from web_tools import Person

NewPerson = Callable[..., Person]


def test_a_guest_plays_the_first_level_from_the_start_page_and_finds_it_counted(person: NewPerson) -> None:
    livia = person()
    page = livia.go("/")
    page.get_by_role("link", name="Campaign: PAX", exact=True).click()
    first, second = page.locator("[data-level='1']"), page.locator("[data-level='2']")
    expect(page.locator("[data-level]")).to_have_count(5)
    expect(first).to_contain_text("Not played yet")
    expect(second).to_contain_text("locked")
    expect(second.get_by_role("button")).to_have_count(0)

    first.get_by_role("button", name="Play level 1").click()
    livia.choose()
    livia.go("/campaign/pax")
    first.get_by_role("button", name="Go on playing").click()
    while livia.wait_for_turn_or_end():
        livia.choose(lambda words: words[-1])
    won = "You have beaten Rome" in page.locator("main").inner_text()
    livia.go("/campaign/pax")
    expect(first).to_contain_text(f"Played 1 time, won {'1 time' if won else '0 times'}")
    expect(first).to_contain_text("Best: ")
    expect(second).to_contain_text("next" if won else "locked")
    expect(first.get_by_role("button")).to_have_text("Play it again" if won else "Play level 1")


def test_a_game_without_a_campaign_says_so(person: NewPerson) -> None:
    livia = person()
    page = livia.go("/campaign/roma")
    expect(page.get_by_role("alert")).to_have_text("This game has no campaign.")
    livia.complaints.clear()  # the browser's own words about the answer 404

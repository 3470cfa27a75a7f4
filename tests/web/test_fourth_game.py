"""A game of which the page has nothing (docs/new-game.md): found, set up, played to its end and reckoned up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from needs import missing
from web_tools import AXE, PAGE, Person, Server

NewPerson = Callable[..., Person]
FOURTH = Path(__file__).resolve().parent.parent / "fourth"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    assert PAGE.is_file(), "The page has not been built: make page"
    server = Server(tmp_path_factory.mktemp("nuts"), games=FOURTH)
    yield server
    server.close()


def open_rule(page: Page, place: str) -> str:
    """What the bubble says of the rule that is named there."""
    page.locator(f"{place} .rule").first.click()
    said = page.locator(".bubble q")
    expect(said).to_be_visible()
    text = said.inner_text()
    page.keyboard.press("Escape")
    expect(page.locator(".bubble")).to_have_count(0)
    return text


def set_up(page: Page, rounds: int) -> None:
    page.get_by_role("link", name="Set up a table: Par impar").click()
    expect(page.get_by_role("radio", name="Par impar")).to_be_checked()
    page.get_by_label("how many rounds").select_option(str(rounds))
    page.get_by_label("Strength of the bot in seat 2").select_option("random")
    page.get_by_role("button", name="Sit down").click()


def play_on_the_board(livia: Person) -> int:
    """Click what the plain board offers until the game is over; how many clicks that took."""
    page, clicks = livia.page, 0
    offered = page.locator(".board .actions button")
    while True:
        page.wait_for_selector(".board .actions button, #reckoning")
        if page.locator("#reckoning").count():
            return clicks
        before = livia.version()
        offered.last.click()
        page.wait_for_function(
            "before => document.querySelector('[data-version]').dataset.version !== before", arg=before
        )
        clicks += 1
        assert clicks < 20


@pytest.mark.parametrize("width", [360, 1280])
def test_it_is_found_set_up_and_played_to_its_end_by_clicks(person: NewPerson, width: int) -> None:
    livia = person(viewport={"width": width, "height": 800})
    page = livia.go("/")
    card = page.locator("article", has=page.get_by_role("heading", name="Par impar"))
    expect(card).to_contain_text("A game of nuts: even or odd?")
    expect(card.get_by_role("link", name="Learn")).to_have_count(0)
    expect(page.locator("article").last.get_by_role("heading")).to_have_text("Par impar")
    assert page.evaluate("document.documentElement.scrollWidth") <= width

    set_up(page, rounds=4)
    expect(page.locator(".prompt")).to_contain_text("How many nuts do you hide?")
    expect(page.locator(".board .actions button")).to_have_text(["Hide 1 nut", "Hide 2 nuts", "Hide 3 nuts"])
    assert open_rule(page, ".prompt") == "In turn one player hides one to three of his nuts in his hand."
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("tab", name="Table").click()
    expect(page.get_by_role("tabpanel")).to_contain_text("how many rounds")
    assert play_on_the_board(livia) >= 2

    reckoning = page.locator(".reckoning")
    expect(reckoning.locator(".verdict")).to_contain_text("most nuts")
    assert open_rule(page, ".verdict").startswith("Who has no nuts left has lost")
    nuts = [int(text) for text in reckoning.locator("tbody td").all_inner_texts()]
    assert len(nuts) == 2
    assert sum(nuts) == 10
    page.get_by_role("link", name="Watch the replay").click()
    expect(page.locator(".board")).to_contain_text("round")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious_on_the_plain_board(person: NewPerson, theme: str) -> None:
    if not AXE.is_file():
        missing("browser", "accessibility: axe-core is not installed (make page)")
    livia = person(color_scheme=theme, bypass_csp=True)
    page = livia.go("/")
    set_up(page, rounds=1)
    for sign in (".board .actions button", "#reckoning"):
        page.wait_for_selector(sign)
        page.evaluate(AXE.read_text(encoding="utf-8"))
        report = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        assert not [each["id"] for each in report["violations"] if each["impact"] in ("serious", "critical")]
        play_on_the_board(livia)


def test_a_page_to_learn_it_is_not_promised(person: NewPerson) -> None:
    livia = person()
    page = livia.go("/learn/par-impar")
    expect(page.get_by_role("heading", level=1)).to_have_text("The table")
    expect(page.get_by_role("navigation", name="Lessons").get_by_role("link")).to_have_count(4)


def test_a_rule_that_nobody_has_and_a_server_that_is_gone_are_told_apart(person: NewPerson) -> None:
    livia = person()
    page = livia.go("/learn/pax")
    page.route("**/api/rules/*", lambda route: route.fulfill(status=404, json={"code": "not_found", "message": ""}))
    rules = page.locator("article .rule")
    rules.nth(0).click()
    expect(page.locator(".bubble")).to_contain_text("No rule with this id is written down here.")
    page.keyboard.press("Escape")
    page.unroute_all()
    page.route("**/api/rules/*", lambda route: route.abort())
    rules.nth(1).click()
    expect(page.locator(".bubble")).to_contain_text("The server is not responding.")
    page.unroute_all()
    page.keyboard.press("Escape")
    rules.nth(1).click()
    expect(page.locator(".bubble q")).not_to_be_empty()
    livia.complaints.clear()  # the browser's own words about the two answers that were made up here


def test_its_rules_are_listed_and_it_needs_no_more_to_be_looked_up(person: NewPerson) -> None:
    livia = person()
    page = livia.go("/reference/par-impar/rules")
    expect(page.locator("li[id] .id")).to_have_text([f"PI-{number}" for number in range(1, 6)])
    expect(page.get_by_role("link", name="All rules", exact=True)).to_have_attribute("aria-current", "page")
    expect(page.get_by_role("link", name="In the box", exact=True)).to_have_count(0)
    page = livia.go("/reference/par-impar")
    expect(page.get_by_text("This game does not say what is in its box.")).to_be_visible()

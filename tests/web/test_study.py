"""Learning in the browser: what a master would do, why a bot moved so, taking back with leave, playing on."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from needs import missing
from web_tools import AXE, CHOICE, Person, finished_match

NewPerson = Callable[..., Person]
ROMA = {"game": "roma", "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}]}


def seated(somebody: Person, decisions: int = 9) -> Page:
    """Some way into a game of Roma against a bot."""
    match = somebody.api("/matches", ROMA)["match"]["id"]
    page = somebody.go(f"/table/{match}")
    for _ in range(decisions):
        somebody.choose()
    page.wait_for_selector(CHOICE)
    return page


def harmless(page: Page) -> None:
    if not AXE.is_file():
        missing("browser", "accessibility: axe-core is not installed (make page)")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    report: dict[str, Any] = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    assert not [each["id"] for each in report["violations"] if each["impact"] in ("serious", "critical")]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_one_asks_what_a_master_would_do_and_is_shown_it_in_the_list(person: NewPerson, theme: str) -> None:
    livia = person(color_scheme=theme, bypass_csp=True)
    page = seated(livia)
    page.get_by_role("button", name="What would a master do?").click()
    told = page.get_by_role("region", name="What a master would do")
    expect(told).to_contain_text("A master would choose:")
    expect(told).to_contain_text(re.compile(r"chance to win \d+%"))
    harmless(page)
    label = told.locator("strong").inner_text()
    told.get_by_role("button", name="Show it in the list").click()
    expect(page.locator("ol button[data-suggested]")).to_contain_text(label)
    expect(page.locator("ol button[data-suggested]")).to_be_focused()
    livia.choose()
    expect(told).to_have_count(0)


def test_a_bot_is_asked_why_it_moved_so(person: NewPerson) -> None:
    livia = person()
    page = seated(livia)
    livia.choose(lambda words: "end" if "end" in words else words[0])
    page.wait_for_selector(CHOICE)
    page.get_by_role("button", name=re.compile("^Why did .* play that")).click()
    told = page.get_by_role("region", name=re.compile("^Why did .* play that"))
    expect(told).to_be_visible()
    told.get_by_role("button", name="Close").click()
    expect(told).to_have_count(0)


def test_against_bots_the_last_move_is_taken_back_though_dice_have_fallen(person: NewPerson) -> None:
    livia = person()
    page = seated(livia)
    for _ in range(20):
        if page.get_by_text("Take back my last move").count():
            break
        livia.choose(lambda words: "end" if "end" in words else words[0])
        page.wait_for_selector(CHOICE)
    before = livia.version()
    page.locator("summary", has_text="Take back my last move").click()
    page.get_by_role("button", name="Take back my last move").click()
    page.wait_for_function("before => document.querySelector('[data-version]').dataset.version !== before", arg=before)
    expect(page.locator("[role=log], .log, aside").first).to_contain_text("has taken back the last move")


def test_another_is_asked_for_leave_and_agrees(person: NewPerson) -> None:
    livia, gaius = person(), person(bypass_csp=True)
    made = livia.api("/matches", {"game": "roma", "seats": [{"kind": "me"}, {"kind": "open"}]})["match"]
    gaius.api(f"/matches/{made['id']}")
    gaius.api(made["invite"].replace("/join/", "/invites/") + "/join", {})
    pages = [each.go(f"/table/{made['id']}") for each in (livia, gaius)]
    for _ in range(40):
        turn = next((each for each in (livia, gaius) if each.choices().count()), None)
        asking = pages[0].locator("summary", has_text="Ask to take back")
        if asking.count() and turn is gaius:
            break
        if turn is not None:
            turn.choose(lambda words: next((word for word in words if word.startswith(("money", "end"))), words[0]))
    asking.click()
    pages[0].get_by_role("button", name="Ask to take back").click()
    expect(pages[0].get_by_text("Still to answer")).to_be_visible()
    expect(pages[1].get_by_text("asks to take back the last move")).not_to_have_count(0)
    harmless(pages[1])
    pages[1].get_by_role("button", name="Agree").click()
    pages[0].wait_for_selector(CHOICE)
    expect(pages[0].get_by_text("Still to answer")).to_have_count(0)


def test_one_plays_on_from_a_moment_of_a_replay_and_reads_why(person: NewPerson) -> None:
    livia = person(bypass_csp=True)
    match = finished_match(livia, "pax", 2)
    page = livia.go(f"/replay/{match}?at=20")
    page.get_by_role("button", name="Why?").click()
    expect(page.locator(".happened")).to_contain_text(re.compile(r"PAX-|No plain reason"))
    page.locator("summary", has_text="Play on from here").click()
    expect(page.locator("details.study")).to_contain_text("exactly as it was")
    harmless(page)
    page.get_by_label("Who plays").nth(1).select_option("me")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url(re.compile("/table/"))
    new = page.url.rpartition("/")[2]
    assert new != match
    assert [seat["mine"] for seat in livia.api(f"/matches/{new}")["seats"]] == [True, True]


def test_where_the_game_is_over_nobody_plays_on(person: NewPerson) -> None:
    livia = person()
    match = finished_match(livia, "pax", 2)
    end = livia.api(f"/matches/{match}")["decisions"]
    page = livia.go(f"/replay/{match}?at={end}")
    page.locator("summary", has_text="Play on from here").click()
    expect(page.get_by_text("The game is over here")).to_be_visible()
    expect(page.get_by_role("button", name="Begin")).to_be_disabled()

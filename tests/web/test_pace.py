"""Following a game: everything that matters stands long enough to be seen, can be held, and can be seen again."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from patience import patience, tries
from web_tools import CHOICE, Person

NewPerson = Callable[..., Person]

WATCH = """() => {
  window.told = [];
  let shown = null;
  const look = () => {
    const at = document.querySelector('[data-telling] .what');
    const now = at?.dataset.kind ? `${at.dataset.decision} ${at.dataset.kind} ${at.textContent}` : null;
    if (now !== shown?.what) {
      if (shown) window.told.push({ what: shown.what, ms: performance.now() - shown.since });
      shown = now === null ? null : { what: now, since: performance.now() };
    }
  };
  const all = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver(look).observe(document.body, all);
}"""
LEAST = 500
"""Milliseconds for which an event must be seen at the usual pace."""


def sit(livia: Person, game: str, seats: int) -> str:
    """At a table with bots that decide at once."""
    bot = {"kind": "bot", "level": "random"}
    options = {"players": seats} if game == "pax" else {}
    answer = livia.api("/matches", {"game": game, "options": options, "seats": [{"kind": "me"}] + [bot] * (seats - 1)})
    return str(answer["match"]["id"])


def meaningful(livia: Person, match: str, told: list[dict[str, Any]], own: set[int]) -> list[str]:
    """What others did, and what happened to all, as the server's log has it, from the first to the last thing told.

    What nobody did stands at once where it came of an own decision (``own``): Gauls who fight where one has put them.
    """
    log = livia.api(f"/matches/{match}/log?seat=0")
    decisions = [int(each["what"].split()[0]) for each in told]
    return [
        f"{line['decision']} {line['kind']} {line['text']}"
        for line in log
        if line["role"] not in ("aside", "turn")
        and (line["seat"] != 0 or line["role"] in ("moment", "round"))
        and (line["seat"] is not None or line["role"] or line["decision"] not in own)
        and min(decisions) < line["decision"] <= max(decisions)
    ]


def play_until_told(livia: Person, wanted: int, before: Callable[[], None] = lambda: None) -> list[dict[str, Any]]:
    """Decide, and wait until all that follows has been told, until so many events were."""
    page = livia.page
    for _ in tries(90, pause=0.05):
        if page.locator("#reckoning").count():
            break
        if page.locator("[data-telling]").count() == 0 and page.locator(CHOICE).count():
            told: list[dict[str, Any]] = page.evaluate("window.told")
            if len(told) >= wanted:
                break
            before()
            livia.choose(lambda words: next((word for word in ("end", "done", "pass") if word in words), words[0]))
            page.wait_for_timeout(150)
    seen: list[dict[str, Any]] = page.evaluate("window.told")
    return seen


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
@pytest.mark.parametrize(("game", "seats"), [("pax", 3), ("roma", 2), ("pax-romana", 2)])
def test_every_meaningful_event_stands_for_half_a_second(person: NewPerson, game: str, seats: int, motion: str) -> None:
    livia = person(reduced_motion=motion)
    livia.settings(tempo="normal")
    match = sit(livia, game, seats)
    page = livia.go(f"/table/{match}")
    page.wait_for_selector(CHOICE)
    page.evaluate(WATCH)
    own: set[int] = set()
    told = play_until_told(livia, 12, lambda: own.add(int(livia.api(f"/matches/{match}")["decisions"]) + 1))
    assert len(told) >= 8
    assert [each for each in told if each["ms"] < LEAST] == []
    seen = {each["what"] for each in told}
    assert [line for line in meaningful(livia, match, told, own) if line not in seen] == []


PAUSE = """() => new MutationObserver((_, watch) => {
  const button = document.querySelector("[data-telling] button[aria-label='Pause']");
  if (button) { watch.disconnect(); button.click(); }
}).observe(document.body, { subtree: true, childList: true })"""
"""Whoever clicks Pause as soon as it is there: a busy machine might click when all has been told."""


def test_what_is_told_can_be_held_stepped_through_and_seen_again(person: NewPerson) -> None:
    livia = person()
    livia.settings(tempo="slow")
    page = livia.go(f"/table/{sit(livia, 'pax', 3)}")
    page.wait_for_selector(CHOICE)
    for _ in tries(120):
        page.evaluate(PAUSE)
        until_told(livia)
        expect(page.get_by_role("button", name="Next")).to_be_visible()
        first = page.locator("[data-telling] .what").inner_text()
        page.wait_for_timeout(1800)
        assert page.locator("[data-telling] .what").inner_text() == first, "it waits to be asked for the next thing"
        page.get_by_role("button", name="Next").click()
        page.wait_for_function(
            "first => document.querySelector('[data-telling] .what')?.textContent !== first", arg=first
        )
        if page.get_by_role("button", name="Go on").count():  # else that was all: on a busy machine a bot was late
            break
    page.get_by_role("button", name="Go on").click()
    page.keyboard.press("Escape")
    expect(page.locator(CHOICE).first).to_be_visible()

    # A line for the turn of each of the others, which can be seen once more.
    turns = page.locator(".turns li")
    expect(turns.first).to_be_visible()
    page.get_by_role("button", name="Show their last turn again").click()
    expect(page.locator("[data-telling]")).to_be_visible()
    assert page.locator(CHOICE).count() == 0, "the past is not played on"
    page.keyboard.press("Escape")
    expect(page.locator(CHOICE).first).to_be_visible()


def until_told(livia: Person) -> None:
    """Play until something is told that the others did."""
    page = livia.page
    for _ in tries(30, pause=0.05):
        if page.locator("[data-telling] .what[data-kind]").count():
            return
        if page.locator(CHOICE).count():
            page.locator(CHOICE).last.click()
            page.wait_for_timeout(200)


def test_a_harvest_of_rome_gets_a_moment_of_its_own(person: NewPerson) -> None:
    livia = person()
    livia.settings(tempo="fast")
    page = livia.go(f"/table/{sit(livia, 'pax', 2)}")
    page.wait_for_selector(CHOICE)
    page.evaluate(
        """() => {
            window.moments = [];
            new MutationObserver(() => {
              const at = document.querySelector('[data-moment]');
              if (at && !window.moments.includes(at.dataset.moment)) window.moments.push(at.dataset.moment);
            }).observe(document.body, { subtree: true, childList: true, attributes: true });
        }"""
    )
    for _ in tries(60, pause=0.05):
        if {"harvest", "round"} <= set(page.evaluate("window.moments")):
            return
        if page.locator(CHOICE).count() and page.locator("[data-telling]").count() == 0:
            livia.choose(lambda words: next((word for word in ("pass", "done") if word in words), words[0]))


def test_the_log_has_one_tab_stop_unfolds_by_arrows_and_narrows(person: NewPerson) -> None:
    livia = person()
    page = livia.go(f"/table/{sit(livia, 'pax', 3)}")
    page.wait_for_selector(CHOICE)
    while not page.locator("[role=log] [aria-expanded=false]").count():
        livia.choose(lambda words: next((word for word in ("pass", "done") if word in words), words[0]))
        page.wait_for_selector(CHOICE, timeout=patience(20) * 1000)
    log = page.get_by_role("log", name="Log")
    expect(log.locator("[tabindex='0']")).to_have_count(1)
    expect(log.locator(".rule")).to_have_count(0)
    page.get_by_label("Rules", exact=True).check()
    expect(log.locator(".rule").first).to_be_visible()
    page.get_by_label("Rules", exact=True).uncheck()

    log.locator("[tabindex='0']").focus()
    page.keyboard.press("Home")
    folded = log.locator("[aria-expanded=false]").first
    for _ in range(60):
        if page.evaluate("document.activeElement.getAttribute('aria-expanded')") == "false":
            break
        page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.getAttribute('aria-expanded')") == "true"
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.getAttribute('aria-expanded')") == "false"
    expect(folded).to_be_visible()

    page.get_by_label("Find in the log").fill("harvest of nothing")
    expect(log).to_contain_text("No line speaks of that.")
    page.get_by_label("Find in the log").fill("round 1")
    expect(log.get_by_role("treeitem").filter(has_text="Round 1").first).to_be_visible()
    expect(log.get_by_role("treeitem").filter(has_not_text=re.compile("round 1", re.IGNORECASE))).to_have_count(0)


def test_an_explanation_goes_with_the_pointer_unless_it_is_pinned(person: NewPerson) -> None:
    livia = person()
    page = livia.go(f"/table/{sit(livia, 'pax', 3)}")
    page.wait_for_selector(CHOICE)
    bubble = page.locator(".bubble")
    card = page.locator(".board [data-thing='deck']")
    box = card.bounding_box()
    assert box is not None

    def rest() -> None:
        page.mouse.move(box["x"] + 10, box["y"] + 10)
        page.mouse.move(box["x"] + 14, box["y"] + 14)
        expect(bubble).to_be_visible()
        at = bubble.bounding_box()
        assert at is not None
        apart = at["x"] >= box["x"] + box["width"] or at["y"] >= box["y"] + box["height"]
        assert apart or at["x"] + at["width"] <= box["x"] or at["y"] + at["height"] <= box["y"]

    rest()
    page.mouse.move(box["x"] + 500, box["y"] + 600)
    expect(bubble).to_have_count(0)

    rest()
    at = bubble.bounding_box()
    assert at is not None
    page.mouse.move(at["x"] + 20, at["y"] + 10, steps=4)
    page.mouse.down()
    page.mouse.up()
    page.mouse.move(5, 700)
    page.wait_for_timeout(600)
    expect(bubble).to_be_visible()
    page.keyboard.press("Escape")
    expect(bubble).to_have_count(0)


def test_a_turn_with_unused_dice_ends_only_when_it_is_meant(person: NewPerson) -> None:
    livia = person()
    livia.settings(sure=True)
    page = livia.go(f"/table/{sit(livia, 'roma', 2)}")
    page.wait_for_selector(CHOICE)
    while not page.locator("ol button[data-word=end]").count():
        livia.choose()
        page.wait_for_selector(CHOICE)
    before = livia.version()
    page.locator("ol button[data-word=end]").click()
    asked = page.get_by_role("alertdialog")
    expect(asked).to_contain_text("You have not used the dice")
    assert livia.version() == before
    asked.get_by_role("button", name="Go back").click()
    expect(asked).to_have_count(0)
    page.locator("ol button[data-word=end]").click()
    asked.get_by_role("button", name="End").click()
    page.wait_for_function("before => document.querySelector('[data-version]').dataset.version !== before", arg=before)


def test_the_end_of_pax_is_told_step_by_step(person: NewPerson) -> None:
    livia = person()
    livia.settings(tempo="fast")
    page = livia.go(f"/table/{sit(livia, 'pax', 2)}")
    page.wait_for_selector(CHOICE)
    for _ in tries(150, pause=0.02):
        if page.locator("#reckoning").count():
            break
        if page.locator("[data-telling]").count():
            page.keyboard.press("Escape")
        elif page.locator(CHOICE).count():
            page.locator(CHOICE).first.click()
            page.wait_for_timeout(30)
    ending = page.locator("[data-ending]")
    expect(ending).to_have_attribute("data-ending", "running")
    expect(page.locator(".reckoning .verdict")).to_have_count(0)
    expect(ending).to_have_attribute("data-ending", "done", timeout=patience(20) * 1000)
    expect(page.locator(".reckoning tbody").first.locator("tr")).to_have_count(7)
    expect(page.locator("#reckoning")).to_have_text(re.compile("You have (won|lost)"))

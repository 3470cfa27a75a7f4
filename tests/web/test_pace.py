"""Following a game: everything that matters stands long enough to be seen, can be held, and can be seen again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from patience import tries
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


def meaningful(livia: Person, match: str, told: list[dict[str, Any]]) -> list[str]:
    """What others did, and what happened to all, as the server's log has it, from the first to the last thing told."""
    log = livia.api(f"/matches/{match}/log?seat=0")
    decisions = [int(each["what"].split()[0]) for each in told]
    return [
        f"{line['decision']} {line['kind']} {line['text']}"
        for line in log
        if line["role"] not in ("aside", "turn")
        and (line["seat"] != 0 or line["role"] in ("moment", "round"))
        and min(decisions) < line["decision"] <= max(decisions)
    ]


def play_until_told(livia: Person, wanted: int) -> list[dict[str, Any]]:
    """Decide, and wait until all that follows has been told, until so many events were."""
    page = livia.page
    for _ in tries(90, pause=0.05):
        if page.locator("#reckoning").count():
            break
        if page.locator("[data-telling]").count() == 0 and page.locator(CHOICE).count():
            told: list[dict[str, Any]] = page.evaluate("window.told")
            if len(told) >= wanted:
                break
            livia.choose(lambda words: next((word for word in ("end", "done", "pass") if word in words), words[0]))
            page.wait_for_timeout(150)
    seen: list[dict[str, Any]] = page.evaluate("window.told")
    return seen


@pytest.mark.parametrize(("game", "seats"), [("roma", 2)])
def test_with_reduced_motion_every_meaningful_event_stands_for_half_a_second(
    person: NewPerson, game: str, seats: int
) -> None:
    livia = person(reduced_motion="reduce")
    livia.settings(tempo="normal")
    match = sit(livia, game, seats)
    page = livia.go(f"/table/{match}")
    page.wait_for_selector(CHOICE)
    page.evaluate(WATCH)
    told = play_until_told(livia, 12)
    assert len(told) >= 8
    assert [each for each in told if each["ms"] < LEAST] == []
    seen = {each["what"] for each in told}
    assert [line for line in meaningful(livia, match, told) if line not in seen] == []


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

"""A whole game of the Advanced Game in the browser, by clicks on the board alone."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from map_tools import click_on_map, words_open
from web_tools import Person

NewPerson = Callable[..., Person]

LET_BE = ("pass", "done", "no", "halt", "reject", "not-now")
ENOUGH = 2


class Calm:
    """Somebody who wants to see cards: pays for markers, plays a few, then holds what he draws until he was asked a few
    times whether he answers (who holds nothing is not asked); after that he holds none any more and lets all be."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.played = 0
        self.answered = 0

    def wish(self, words: list[str], asked: str) -> str:
        seen_enough = self.played >= ENOUGH and self.answered >= ENOUGH
        plays = [word for word in words if word.startswith("play:")]
        discards = [word for word in words if word.startswith("discard-card:")]
        if asked == "window":
            self.answered += 1
            if plays and self.played >= ENOUGH:
                return plays[0]  # what he needs for his own Segments he does not give away in answers
            return "pass" if self.answered <= ENOUGH else "not-now"
        if plays and self.played < ENOUGH:
            self.played += 1
            return plays[0]
        if seen_enough and discards:
            return discards[0]
        if "pay" in words and not seen_enough:
            return "pay"
        quiet = [word for word in LET_BE if word in words]
        return quiet[0] if quiet else self.rng.choice(words)


@pytest.mark.long
def test_a_whole_game_of_the_fourth_scenario_is_played_with_cards_by_clicks(person: NewPerson) -> None:
    livia = person()
    livia.settings(tempo="off")
    bot = {"kind": "bot", "level": "greedy"}
    body = {"game": "pax-romana", "options": {"scenario": "IV"}, "seats": [{"kind": "me"}, bot, bot]}
    match = livia.api("/matches", body)["match"]["id"]
    livia.go(f"/table/{match}")
    page = livia.page
    page.wait_for_selector(".hand")
    calm = Calm(4)
    while livia.wait_for_turn_or_end():
        asked = page.locator("[data-asked]")
        about = asked.first.get_attribute("data-asked") if asked.count() else ""
        click_on_map(livia, calm.wish(words_open(page), about or ""))
    expect(page.locator("#reckoning")).to_be_visible()
    assert calm.played >= ENOUGH
    assert calm.answered >= ENOUGH
    log = livia.api(f"/matches/{match}/log")
    assert any(line["text"].startswith("Greece plays ") for line in log)

"""Pax Romana on its map, by clicks on the map alone: marches, battles, sieges, voyages, Meetings."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from map_tools import Stage, click_on_map, click_place, counted, point_at
from web_tools import CHOICE, Person

NewPerson = Callable[..., Person]

BOT = {"kind": "bot", "level": "random"}


def sit_down(livia: Person, position: dict[str, object], dice: list[int]) -> str:
    body = {"game": "pax-romana", "position": position, "dice": dice, "seats": [{"kind": "me"}, BOT]}
    match = str(livia.api("/matches", body)["match"]["id"])
    livia.go(f"/table/{match}")
    livia.page.wait_for_selector(CHOICE)
    livia.page.wait_for_selector("[data-space]")
    return match


ITALY: dict[str, object] = {
    "options": {"scenario": "II"},
    "active": "rome",
    "operation": "expansion",
    "markers": {"rome": 1},
    "treasury": {"rome": 10, "carthage": 10},
    "units": {"rome": {"roma": {"legion": 3, "cavalry": 1}}, "carthage": {"croton": {"heavy": 1}}},
    "leaders": {"rome-7": "roma"},
}


def test_a_march_over_several_spaces_is_one_click(person: NewPerson) -> None:
    livia = person()
    sit_down(livia, ITALY, [3])
    click_on_map(livia, "major:roma")
    click_on_map(livia, "take-all")
    page = livia.page
    expect(page.locator("[data-space=tarentum]")).to_have_attribute("data-lit", "go")
    assert "march:tarentum" not in page.inner_html("ol"), "it is farther than one step"
    point_at(page, "tarentum")
    card = page.locator("[data-card=tarentum]")
    expect(card).to_contain_text("MP")
    before = livia.version()
    click_place(page, "tarentum")
    counted(livia, before)
    expect(page.locator("[data-space=tarentum]")).to_have_attribute("aria-label", re.compile("Rome: .*3 legions"))
    marches = page.locator("[role=log] p", has_text="marches to")
    assert marches.count() > 1, "each step stands in the log"
    page.keyboard.press("u")
    expect(page.locator("[data-space=tarentum]")).not_to_have_attribute("aria-label", re.compile("3 legions"))


def test_an_attack_tells_its_odds_and_who_may_intercept_before_the_click(person: NewPerson) -> None:
    livia = person()
    sit_down(livia, ITALY, [6])
    click_on_map(livia, "major:roma")
    click_on_map(livia, "take-all")
    page = livia.page
    expect(page.locator("[data-space=croton]")).to_have_attribute("data-lit", "attack")
    point_at(page, "croton")
    card = page.locator("[data-card=croton]")
    expect(card.locator("[data-odds]")).to_contain_text("to win")
    expect(card).to_contain_text("battle points")
    expect(card).to_contain_text("odds")


def test_units_of_a_stack_are_chosen_by_their_counters(person: NewPerson) -> None:
    livia = person()
    sit_down(livia, ITALY, [3])
    click_on_map(livia, "major:roma")
    click_on_map(livia, "take:legion")
    click_on_map(livia, "take-leader:rome-7")
    click_on_map(livia, "go")
    expect(livia.page.locator("[role=log]")).to_contain_text("Rome rolls 3 at Roma")


SCENES = [
    ("siege", 3, "siege-won"),
    ("siege", 2, "siege-won"),
    ("landing", 0, "battle-won"),
    ("interception-won", 3, "battle-won"),
    ("interception-won", 2, "battle-won"),
    ("retreat-by-land-or-sea", None, "retreat"),
    ("sea-battle", None, "naval"),
    ("bribe", None, "bribe"),
    ("withdrawal", None, "withdrawal"),
    ("meeting", 3, "agreement"),
    ("meeting", 2, "agreement"),
]
TOLD = {
    "siege-won": "at the walls of",
    "battle-won": "beats",
    "retreat": "retreats to",
    "naval": "Fleets meet at",
    "bribe": "pays",
    "withdrawal": "withdraws from",
    "agreement": "accepts the offer",
}


@pytest.mark.parametrize(("name", "seat", "told"), SCENES, ids=lambda value: str(value))
def test_a_scene_is_played_on_the_map(person: NewPerson, name: str, seat: int | None, told: str) -> None:
    livia, marcus = person(), person()
    stage = Stage(livia, marcus, name, seat)
    stage.play()
    expect(livia.page.locator("[role=log]")).to_contain_text(TOLD[told])

"""Pax Romana in the browser: the position in words, by territories."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from ludi.core import registry
from ludi.games.pax_romana.world.files import BUILT_IN
from web_tools import CHOICE, Person

NewPerson = Callable[..., Person]


def sit_down(livia: Person, **options: object) -> None:
    seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    match = livia.api("/matches", {"game": "pax-romana", "options": {"scenario": "II", **options}, "seats": seats})
    livia.go(f"/table/{match['match']['id']}")
    livia.page.wait_for_selector(CHOICE)
    livia.page.wait_for_selector("[data-space]")


def read_in_words(livia: Person, name: str = "In words") -> None:
    """The position in words is one of the panels beside the map."""
    livia.page.locator(".board .toggle").click()
    livia.page.get_by_role("tab", name=name).click()
    livia.page.wait_for_selector(".board details")


def test_the_board_tells_the_position_in_words(person: NewPerson) -> None:
    livia = person()
    sit_down(livia)
    read_in_words(livia)
    board = livia.page.locator(".board")
    expect(board).to_contain_text("Scenario II, turn 2 of 5")
    expect(board).to_contain_text("You play Rome.")
    table = board.get_by_role("region", name="The powers")
    expect(table.get_by_role("row").nth(1)).to_contain_text("4 (stable)")
    expect(table.get_by_role("rowheader", name="Carthage")).to_be_visible()
    rome = board.locator("details", has_text="Bruttium")
    expect(rome).to_have_attribute("open", "")
    expect(rome.locator("[data-space=rhegium]").first).to_contain_text(
        "Rome: 3 legions (12 battle points), leader Rome 1-4"
    )
    expect(rome.locator("[data-space=rhegium]").first).to_contain_text("Town of Rome, 2 wall points")
    assert "reduced-" not in board.inner_text()
    assert "{" not in board.inner_text()


def test_territories_open_where_a_choice_lies(person: NewPerson) -> None:
    livia = person()
    sit_down(livia)
    read_in_words(livia)
    page = livia.page
    sicilies = page.locator(".board details", has_text="The Sicilies")
    expect(sicilies).not_to_have_attribute("open", "")
    for word in ("expand", "major:rhegium", "take-all", "embark", "escort:0"):
        page.locator(f"ol button[data-word='{word}']").click()
    expect(sicilies).to_have_attribute("open", "")
    expect(sicilies.locator("[data-space=messana]")).to_contain_text("choice here")
    expect(page.locator(".board")).to_contain_text("On the move: Rome at Rhegium with 3 legions;")


@pytest.mark.parametrize(
    ("language", "tab", "words"),
    [
        ("de", "In Worten", ("Du spielst: Rom.", "Karthago", "3 Legionen")),
        ("nl", "In woorden", ("Je speelt Rome.", "Carthago", "3 legioenen")),
    ],
)
def test_the_board_speaks_the_language_of_the_page(
    person: NewPerson, language: str, tab: str, words: tuple[str, ...]
) -> None:
    livia = person(locale=language)
    sit_down(livia)
    read_in_words(livia, tab)
    for word in words:
        expect(livia.page.locator(".board")).to_contain_text(word)


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_a_rule_says_what_it_requires_and_what_proves_it(person: NewPerson, language: str) -> None:
    livia = person(locale=language)
    sit_down(livia)
    page = livia.page
    page.locator(".prompt .rule").click()
    asked = page.locator(".bubble .rule").inner_text()
    assert asked.startswith("PR-")
    rule = registry.find("pax-romana").rules(language)[asked]
    assert rule.language == language
    told = page.locator(".bubble q")
    expect(told).to_have_text(rule.requirement)
    expect(told).to_have_attribute("lang", language)
    page.locator(".bubble summary").click()
    expect(page.locator(".bubble li")).to_have_count(len(rule.proofs))


def test_the_table_tells_its_options_in_words(person: NewPerson) -> None:
    livia = person(locale="nl")
    sit_down(livia)
    livia.page.get_by_role("tab", name="Tafel").click()
    expect(livia.page.get_by_role("tabpanel")).to_contain_text("II · De Punische Oorlogen")


def test_the_board_shows_the_names_of_its_owners_own_map(person: NewPerson, tmp_path: Path) -> None:
    text = BUILT_IN.read("spaces.csv").replace("rhegium,Rhegium,", "rhegium,Reggio,", 1)
    livia = person()
    sit_down(livia, data={"file": "spaces.csv", "text": text})
    read_in_words(livia)
    board = livia.page.locator(".board")
    expect(board.locator("li[data-space=rhegium]")).to_contain_text("Reggio")
    match = livia.page.url.rpartition("/")[2]
    livia.api(f"/matches/{match}/concede", {})
    record = tmp_path / "own.json"
    record.write_text(json.dumps(livia.api(f"/matches/{match}/record")), encoding="utf-8")
    livia.go("/replay")
    livia.page.get_by_label("A record file").set_input_files(record)
    expect(board.locator("[data-space=rhegium]").first).to_have_attribute("aria-label", re.compile("Reggio"))

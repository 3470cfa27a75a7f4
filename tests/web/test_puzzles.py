"""Puzzles in the page: solved and missed by clicks and by keyboard, with the rating and the streak; on a phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from ludi.puzzles.shelf import Puzzle, find_puzzle
from needs import missing
from web_tools import AXE, CHOICE, Person

NewPerson = Callable[..., Person]
GAMES = ("pax", "pax-romana", "roma")
WRONG = {"pax": "done", "roma": "end"}
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def begin(livia: Person, game: str, id: str) -> Puzzle:
    seated = livia.api(f"/puzzles/{game}/{id}", {})
    livia.go(f"/table/{seated['match']['id']}")
    livia.page.wait_for_selector(".puzzle")
    livia.page.wait_for_selector(CHOICE)
    return find_puzzle(game, id)


def wrong_for(puzzle: Puzzle) -> str:
    return WRONG.get(puzzle.game) or next(iter(puzzle.lesson.steps[0].answers))


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_of_each_game_is_solved_on_the_page(person: NewPerson, game: str) -> None:
    livia = person()
    puzzle = begin(livia, game, "001")
    page = livia.page
    expect(page.locator(".puzzle")).to_contain_text(puzzle.lesson.steps[0].text["en"])
    for word in puzzle.lesson.steps[0].solution:
        livia.choose(lambda words, word=word: word)  # type: ignore[misc]
    expect(page.locator(".puzzle")).to_contain_text(puzzle.lesson.end["en"])
    expect(page.locator(".puzzle [data-standing]")).to_contain_text("Streak: 1.")
    assert page.locator(".puzzle .solution li").count() == len(puzzle.lesson.steps[0].solution)
    page.get_by_role("link", name="All puzzles").click()
    expect(page.locator("[data-streak]")).to_have_text("1")


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_answer_is_told_the_solution_shown_and_the_puzzle_tried_again(person: NewPerson, game: str) -> None:
    livia = person()
    puzzle = begin(livia, game, "002")
    page = livia.page
    livia.choose(lambda words: wrong_for(puzzle))
    step = puzzle.lesson.steps[0]
    expect(page.locator(".puzzle")).to_contain_text(step.answers.get(wrong_for(puzzle), step.no)["en"])
    assert page.locator(".puzzle .solution").count() == 0
    page.get_by_role("button", name="Show the solution").click()
    assert page.locator(".puzzle .solution li").count() == len(step.solution)
    page.get_by_role("button", name="Try it again").click()
    expect(page.locator(".puzzle")).to_contain_text(step.text["en"])
    page.get_by_role("button", name="Show me the solution").click()
    expect(page.locator(".puzzle .solution li")).to_have_count(len(step.solution))


def test_the_page_leads_to_the_next_puzzle_and_to_the_daily_one_by_keyboard_alone(person: NewPerson) -> None:
    livia = person()
    page = livia.go("/")
    page.get_by_role("link", name="Puzzles").focus()
    page.keyboard.press("Enter")
    page.get_by_role("radio", name="Any game").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("radio", name="Roma", exact=True)).to_be_checked()
    page.get_by_role("button", name="Solve a puzzle").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".puzzle")
    page.locator(f"{CHOICE}[data-word='end']").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".puzzle.missed")).to_be_visible()
    page.get_by_role("button", name="Next puzzle").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(f"{CHOICE}[data-word='end']")
    page = livia.go("/puzzles")
    expect(page.get_by_role("radio", name="Roma", exact=True)).to_be_checked()
    page.get_by_role("button", name="To the puzzle of the day").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".puzzle")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious_in_puzzles(person: NewPerson, theme: str) -> None:
    if not AXE.exists():
        missing("browser", "accessibility: axe-core is not installed (make page)")
    livia = person(color_scheme=theme)
    livia.go("/puzzles").wait_for_selector("fieldset")
    found = serious(livia)
    for game in GAMES:
        puzzle = begin(livia, game, "003")
        found += serious(livia)
        livia.choose(lambda words, puzzle=puzzle: wrong_for(puzzle))  # type: ignore[misc]
        livia.page.get_by_role("button", name="Show the solution").click()
        found += serious(livia)
    assert found == []


def serious(livia: Person) -> list[str]:
    livia.page.evaluate(AXE.read_text(encoding="utf-8"))
    report: dict[str, Any] = livia.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{each['id']}: {each['nodes'][0]['html'][:200]}"
        for each in report["violations"]
        if each["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_puzzles_fit_a_phone_of_360_pixels(person: NewPerson, language: str) -> None:
    livia = person(**PHONE)
    livia.settings(language=language)
    page = livia.go("/puzzles")
    page.wait_for_selector("fieldset")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for game in GAMES:
        puzzle = begin(livia, game, "004")
        expect(page.locator(".puzzle")).to_contain_text(puzzle.lesson.steps[0].text[language])
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        assert page.locator(".puzzle p").evaluate_all("all => all.every(each => each.scrollWidth <= each.clientWidth)")

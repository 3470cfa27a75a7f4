"""Lessons in the page: from the start page and the map of lessons to their end, by clicks, on the map, by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ludi.core.dice import SEED_BYTES
from ludi.core.lesson import Learning, Lesson, play_solution
from ludi.core.lesson_file import find_lesson, lessons
from map_tools import click_on_map, words_open
from needs import missing
from web_tools import AXE, CHOICE, Person

NewPerson = Callable[..., Person]
FIRST = "01-first-game"
TITLES = {"pax": "PAX", "pax-romana": "Pax Romana", "roma": "Roma"}
MOST_TABS = 200
"""So often Tab is pressed to get anywhere."""
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def begin(livia: Person, game: str) -> None:
    """The guided first game, with which one who has never played begins on the start page."""
    page = livia.go("/")
    page.get_by_role("button", name=f"Play now: {TITLES[game]}", exact=True).click()
    page.wait_for_selector(".lesson")


def make_step(livia: Person, text: str) -> None:
    page = livia.page
    expect(page.locator(".lesson")).to_contain_text(text)
    page.locator(".lesson").get_by_role("button", name="Show me how").click()
    before = livia.version()
    page.locator("ol button[data-suggested]").click()
    page.wait_for_function("before => document.querySelector('[data-version]')?.dataset.version !== before", arg=before)


@pytest.mark.parametrize("game", TITLES)
def test_a_first_game_is_played_from_the_start_page_to_its_end(person: NewPerson, game: str) -> None:
    lesson = find_lesson(game, FIRST)
    livia = person()
    begin(livia, game)
    for step in lesson.steps:
        for _ in step.solution:
            make_step(livia, step.text["en"])
    expect(livia.page.locator(".lesson")).to_contain_text(lesson.end["en"])
    page = livia.go(f"/learn/{game}")
    expect(page.locator(f"[data-lesson='{FIRST}']")).to_contain_text("done")
    assert not livia.complaints


@pytest.mark.parametrize("game", ["pax", "roma"])
def test_in_a_small_window_the_choices_are_in_sight_and_the_end_comes_into_view(person: NewPerson, game: str) -> None:
    lesson = find_lesson(game, FIRST)
    livia = person(viewport={"width": 1024, "height": 768})
    begin(livia, game)
    page = livia.page
    for step in lesson.steps:
        for _ in step.solution:
            expect(page.locator(".lesson")).to_contain_text(step.text["en"])
            page.evaluate("scrollTo(0, 0)")
            page.wait_for_selector(CHOICE)
            box = page.locator(CHOICE).first.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= 768, step.text["en"]
            if step is lesson.steps[-1]:
                page.evaluate("scrollTo(0, document.body.scrollHeight)")
            make_step(livia, step.text["en"])
    expect(page.locator(".lesson")).to_contain_text(lesson.end["en"])
    expect(page.locator(".lesson").get_by_role("button", name="Next lesson")).to_be_in_viewport()


def test_only_the_first_game_is_guided_and_only_if_one_wants_it(person: NewPerson) -> None:
    livia = person()
    page = livia.go("/")
    page.get_by_role("button", name="Without a guide: Roma", exact=True).click()
    page.wait_for_selector(CHOICE)
    assert page.locator(".lesson").count() == 0
    livia.go("/")
    expect(page.get_by_role("button", name="Without a guide: PAX", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Without a guide: Roma", exact=True)).to_have_count(0)
    page.get_by_role("button", name="Play now: Roma", exact=True).click()
    page.wait_for_selector(CHOICE)
    assert page.locator(".lesson").count() == 0


def test_the_first_game_of_pax_romana_is_played_on_the_map(person: NewPerson) -> None:
    lesson = find_lesson("pax-romana", FIRST)
    livia = person()
    begin(livia, "pax-romana")
    for step in lesson.steps:
        for word in step.solution:
            expect(livia.page.locator(".lesson")).to_contain_text(step.text["en"])
            click_on_map(livia, word)
    expect(livia.page.locator(".lesson")).to_contain_text(lesson.end["en"])


def refused_on_the_way(lesson: Lesson) -> list[dict[str, str]]:
    """For each decision of the learner's solution what the lesson says of the other choices that it refuses."""
    table, learning = lesson.table(bytes(SEED_BYTES)), Learning(lesson)
    found = []
    for seat, word in play_solution(lesson, bytes(SEED_BYTES)).decisions:
        state, told = table.state, len(table.events)
        if seat == lesson.me:
            words = [state.spell(action) for action in state.legal(seat)]
            said = {other: lesson.refusal(learning.standing, state, seat, other) for other in words}
            found.append({other: text["en"] for other, text in said.items() if text is not None})
        table.play(seat, word)
        learning.follow(table, told)
    return found


def answer_a_wrong_choice(livia: Person, refused: dict[str, str]) -> None:
    """Choose what the lesson does not ask for: it is answered, and nothing changes."""
    page = livia.page
    page.wait_for_selector(CHOICE)
    wrong = next((word for word in words_open(page) if word in refused), None)
    if wrong is None:
        assert not refused, "what the lesson refuses is not offered"
        return
    before = livia.version()
    page.locator(f"{CHOICE}[data-word='{wrong}']").click()
    page.get_by_role("alert").get_by_text(refused[wrong]).wait_for()
    assert livia.version() == before


@pytest.mark.parametrize("game", TITLES)
def test_every_lesson_is_solved_one_after_the_other_and_other_choices_are_answered(
    person: NewPerson, game: str
) -> None:
    """From the map of lessons to its last one by "Next lesson"; at each step first something else is tried."""
    livia = person()
    page = livia.go(f"/learn/{game}")
    taught = list(lessons(game).values())
    page.locator(f"[data-lesson='{taught[0].id}'] button").click()
    for lesson in taught:
        refused = refused_on_the_way(lesson)
        assert any(refused), f"any choice will do in {lesson.id}"
        asked = [step for step in lesson.steps for _ in step.solution]
        for step, others in zip(asked, refused, strict=True):
            expect(page.locator(".lesson")).to_contain_text(step.text["en"])
            answer_a_wrong_choice(livia, others)
            make_step(livia, step.text["en"])
        expect(page.locator(".lesson")).to_contain_text(lesson.end["en"])
        if lesson is not taught[-1]:
            page.get_by_role("button", name="Next lesson").click()
    page = livia.go(f"/learn/{game}")
    expect(page.locator("[data-lesson] .good")).to_have_count(len(taught))
    expect(page.locator(".lessons")).to_contain_text(f"{len(taught)} of {len(taught)} done")
    assert not livia.complaints


def test_another_choice_is_answered_and_the_step_stays(person: NewPerson) -> None:
    step = find_lesson("roma", FIRST).steps[0]
    livia = person()
    begin(livia, "roma")
    before = livia.version()
    livia.page.locator(f"{CHOICE}[data-word='end']").click()
    livia.page.get_by_role("alert").get_by_text(step.no["en"]).wait_for()
    assert livia.version() == before
    expect(livia.page.locator(".lesson")).to_contain_text("Step 1 of 9")
    make_step(livia, step.text["en"])
    livia.page.reload()
    expect(livia.page.locator(".lesson")).to_contain_text("Step 2 of 9")
    livia.page.get_by_role("button", name="Take back").last.click()
    expect(livia.page.locator(".lesson")).to_contain_text("Step 1 of 9")


def test_a_lesson_can_be_left_at_once_and_stays_away(person: NewPerson) -> None:
    livia = person()
    begin(livia, "pax-romana")
    livia.page.get_by_role("button", name="Leave the lesson").click()
    expect(livia.page.locator(".lesson")).to_have_count(0)
    livia.page.reload()
    livia.choose(lambda words: next(word for word in words if word != "expand"))
    assert livia.page.locator(".lesson").count() == 0


def walk_to(page: Page, selector: str) -> None:
    """By the key Tab alone."""
    for _ in range(MOST_TABS):
        if page.evaluate("selector => !!document.activeElement?.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} is not reached by the key Tab")


@pytest.mark.parametrize("game", TITLES)
def test_a_lesson_is_played_by_keyboard_alone(person: NewPerson, game: str) -> None:
    lesson = find_lesson(game, FIRST)
    livia = person()
    page = livia.go(f"/learn/{game}")
    page.wait_for_selector("[data-lesson]")
    walk_to(page, f"[data-lesson='{FIRST}'] button")
    page.keyboard.press("Enter")
    for step in lesson.steps:
        for _ in step.solution:
            expect(page.locator(".lesson")).to_contain_text(step.text["en"])
            walk_to(page, ".lesson .doors button:first-child")
            page.keyboard.press("Enter")
            page.wait_for_function("() => document.activeElement?.matches('ol button[data-suggested]')")
            before = livia.version()
            page.keyboard.press("Enter")
            page.wait_for_function(
                "before => document.querySelector('[data-version]')?.dataset.version !== before", arg=before
            )
    expect(page.locator(".lesson")).to_contain_text(lesson.end["en"])


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious_in_lessons(person: NewPerson, theme: str) -> None:
    if not AXE.exists():
        missing("browser", "accessibility: axe-core is not installed (make page)")
    livia = person(color_scheme=theme)
    found = []
    for game in TITLES:
        page = livia.go(f"/learn/{game}")
        page.wait_for_selector("[data-lesson]")
        found += serious(livia)
        page.locator(f"[data-lesson='{FIRST}'] button").click()
        page.wait_for_selector(".lesson")
        page.wait_for_selector(CHOICE)
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
def test_lessons_fit_a_phone_of_360_pixels(person: NewPerson, language: str) -> None:
    livia = person(**PHONE)
    livia.settings(language=language)
    for game in TITLES:
        page = livia.go(f"/learn/{game}")
        page.wait_for_selector("[data-lesson]")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        page.locator(f"[data-lesson='{FIRST}'] button").tap()
        page.wait_for_selector(".lesson")
        page.wait_for_selector(CHOICE)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        assert page.locator(".lesson p").evaluate_all("all => all.every(each => each.scrollWidth <= each.clientWidth)")
        assert find_lesson(game, FIRST).steps[0].text[language] in (page.locator(".lesson").inner_text())

"""What somebody new to the table stumbles over: names, words, what is cut off or hidden, what is to be seen at once."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ludi import bots
from ludi.core.lesson_file import find_lesson
from web_tools import CHOICE, NOWHERE, Person, finished_match

NewPerson = Callable[..., Person]
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
BOT = {"kind": "bot", "level": "random"}
WIDER = """all => all.flatMap(select => {
  const said = document.createElement('span');
  said.style.font = getComputedStyle(select).font;
  said.style.whiteSpace = 'nowrap';
  said.textContent = select.selectedOptions[0]?.textContent ?? '';
  document.body.append(said);
  const wide = said.getBoundingClientRect().width;
  said.remove();
  return wide + 24 > select.clientWidth ? [`${said.textContent}: ${wide} in ${select.clientWidth}`] : [];
})"""
"""Lists to choose from that are too narrow for what is chosen and their arrow."""


def sit(livia: Person, game: str, seats: int) -> Page:
    """At a table with bots that decide at once."""
    options = {"players": seats} if game == "pax" else {}
    body = {"game": game, "options": options, "seats": [{"kind": "me"}] + [BOT] * (seats - 1)}
    page = livia.go(f"/table/{livia.api('/matches', body)['match']['id']}")
    page.wait_for_selector(CHOICE)
    return page


def play_on(livia: Person, decisions: int) -> None:
    for _ in range(decisions):
        if not livia.wait_for_turn_or_end():
            return
        livia.choose(lambda words: words[len(words) // 2])


@pytest.mark.parametrize(("language", "name"), [("de", "Gast"), ("nl-BE", "Gast"), ("en", "Guest")])
def test_a_stranger_is_called_in_the_language_of_the_page(person: NewPerson, language: str, name: str) -> None:
    livia = person(locale=language)
    page = livia.go("/")
    page.locator("article button.primary").first.click()
    expect(page.locator(".strip")).to_contain_text(re.compile(rf"\b{name} \d{{4}}"))


@pytest.mark.parametrize(
    ("language", "said"), [("en", "There is nothing here"), ("de", "Hier ist nichts"), ("nl", "Hier is niets")]
)
def test_an_address_that_is_none_is_told_to_people_and_to_programs(person: NewPerson, language: str, said: str) -> None:
    livia = person(locale=language)
    answer = livia.page.goto(livia.url + NOWHERE)
    assert answer is not None
    assert answer.status == 404
    expect(livia.page.locator("main h1")).to_have_text(said)
    assert livia.page.goto(f"{livia.url}/learn/pax").status == 200  # type: ignore[union-attr]


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_one_talent_is_one_talent_where_the_units_are_learned(person: NewPerson, language: str) -> None:
    page = person(locale=language).go("/learn/pax-romana")
    page.wait_for_selector(".facts b")
    facts = [text.strip() for text in page.locator(".facts b").all_inner_texts()]
    assert "1 talent" in [text.lower() for text in facts]
    assert not [text for text in facts if re.match(r"1 \w+(s|e|en)$", text)]


@pytest.mark.parametrize("game", ["pax", "roma", "pax-romana"])
def test_on_a_phone_each_step_of_a_lesson_begins_with_its_text(person: NewPerson, game: str) -> None:
    livia = person(**PHONE)
    page = livia.go(f"/learn/{game}")
    page.locator("[data-lesson='01-first-game'] button").tap()
    for step in find_lesson(game, "01-first-game").steps[:3]:
        text = page.locator(".lesson p[role=status]")
        expect(text).to_have_text(step.text["en"])
        page.wait_for_selector(CHOICE)
        expect(text).to_be_in_viewport(ratio=0.5)
        above = page.evaluate(
            "() => document.querySelector('.lesson').getBoundingClientRect().top"
            " - document.querySelector('.ask').getBoundingClientRect().top"
        )
        assert above >= 0, "its beginning is scrolled away"
        page.locator(".lesson").get_by_role("button", name="Show me how").tap()
        before = livia.version()
        page.locator("ol button[data-suggested]").tap()
        page.wait_for_function("old => document.querySelector('[data-version]')?.dataset.version !== old", arg=before)


def test_names_in_the_account_are_whole_on_a_phone(person: NewPerson) -> None:
    livia = person(**PHONE)
    page = livia.go(f"/table/{finished_match(livia, 'pax', 4)}")
    page.wait_for_selector(".reckoning th.name")
    lines = page.locator(".reckoning th.name span").evaluate_all(
        "all => all.map(each => { const range = document.createRange(); range.selectNodeContents(each);"
        " return range.getClientRects().length; })"
    )
    assert set(lines) == {1}
    table = page.locator(".reckoning .scroll").first
    assert table.evaluate("each => each.scrollWidth <= each.clientWidth"), "four players beside Rome fit"


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_bots_are_offered_by_words_that_fit(person: NewPerson, language: str) -> None:
    livia = person(**PHONE)
    livia.settings(language=language)
    lobby = livia.api(
        "/matches", {"game": "pax", "options": {"players": 2}, "seats": [{"kind": "me"}, {"kind": "open"}]}
    )
    for path in ("/setup?game=pax", "/setup?game=roma", f"/table/{lobby['match']['id']}"):
        page = livia.go(path)
        page.wait_for_selector("select option[value=novice]", state="attached")
        offered = page.locator("select:has(option[value=novice])").first.locator("option")
        assert offered.evaluate_all("all => all.map(each => each.value)")[:4] == list(bots.OFFERED)
        said = offered.evaluate_all("all => all.map(each => each.textContent)")
        assert not {"random", "greedy", "search"} & {each.lower() for each in said}
        assert page.locator("main select").evaluate_all(WIDER) == []


def test_in_the_waiting_room_the_link_comes_first_and_a_seat_goes_to_a_bot_of_any_strength(person: NewPerson) -> None:
    livia = person()
    answer = livia.api("/matches", {"game": "pax", "options": {"players": 3}, "seats": [{"kind": "me"}, *[OPEN] * 2]})
    page = livia.go(f"/table/{answer['match']['id']}")
    first = page.locator(".lobby").locator("input, button, select, a").first
    expect(first).to_have_value(re.compile(re.escape(answer["match"]["invite"])))
    page.get_by_label("Strength of the bot in seat 2").select_option("master")
    page.get_by_role("button", name="Bot instead (master)").click()
    expect(page.locator(".lobby li").nth(1)).to_contain_text("master")
    expect(page.locator(".lobby")).to_contain_text("1 seat is still open")


OPEN = {"kind": "open"}


def test_options_for_one_player_alone_stand_only_where_one_plays_alone(person: NewPerson) -> None:
    livia = person()
    page = livia.go("/setup?game=pax")
    page.wait_for_selector("select")
    alone = page.get_by_label(re.compile("level of the solitaire", re.IGNORECASE))
    expect(alone).to_have_count(0)
    page.get_by_label("Number of seats").select_option("1")
    expect(alone.first).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1024, 768)])
@pytest.mark.parametrize("seats", [4, 8])
def test_pax_uses_the_window_and_shows_rome_and_oneself_at_once(
    person: NewPerson, seats: int, width: int, height: int
) -> None:
    livia = person(viewport={"width": width, "height": height})
    page = sit(livia, "pax", seats)
    play_on(livia, 2)
    page.wait_for_selector(CHOICE)
    page.evaluate("scrollTo(0, 0)")
    rows = page.locator(".ledger tbody tr")
    assert rows.count() == seats + 1
    for row in (rows.nth(0), rows.nth(1)):
        box = row.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= height
    expect(rows.nth(0)).to_contain_text("Rome")
    expect(rows.nth(1)).to_contain_text("Guest")
    board = page.locator(".board").bounding_box()
    side = page.locator(".right").bounding_box()
    assert board is not None
    assert side is not None
    assert board["width"] + side["width"] >= 0.9 * width
    filled = 0.6 if width < 1900 else 0.8
    assert board["y"] + board["height"] >= filled * height, "no half of the window is empty"


def test_players_have_the_colours_that_they_have_on_the_board(person: NewPerson) -> None:
    livia = person()
    page = sit(livia, "roma", 2)
    page.wait_for_selector(CHOICE)
    colour = "(selector, part) => getComputedStyle(document.querySelector(selector), part).backgroundColor"
    for seat in (0, 1):
        die = page.evaluate(f"({colour})('.board .die.seat-{seat}', null)")
        page.wait_for_function(f"die => ({colour})('.strip .seat.s{seat}', '::before') === die", arg=die)
    page = sit(livia, "pax-romana", 2)
    page.wait_for_selector(CHOICE)
    page.wait_for_function(f"({colour})('.strip .seat.s0', '::before') === 'rgb(156, 42, 32)'")
    page.wait_for_function(f"({colour})('.strip .seat.s1', '::before') === 'rgb(44, 107, 60)'")


def test_the_list_speaks_of_the_die_that_was_picked(person: NewPerson) -> None:
    livia = person()
    page = sit(livia, "roma", 2)
    for _ in range(40):
        if page.locator("ol button[data-word^='money:']").count():
            break
        livia.choose(lambda words: words[0])
        page.wait_for_selector(CHOICE)
    every = page.locator(CHOICE).count()
    page.locator(".board [data-thing^='die:']").locator("visible=true").last.click()
    expect(page.locator(".only")).to_contain_text("Choices:")
    assert 0 < page.locator(CHOICE).count() < every
    page.locator(".only button").click()
    expect(page.locator(CHOICE)).to_have_count(every)


def test_a_list_fades_out_where_there_is_more_of_it(person: NewPerson) -> None:
    livia = person(viewport={"width": 1024, "height": 768})
    page = sit(livia, "pax-romana", 2)
    livia.choose(lambda words: next(word for word in words if word == "expand") if "expand" in words else words[0])
    page.wait_for_selector(CHOICE)
    choices = page.get_by_role("group", name="Your choices")
    expect(choices).to_have_attribute("data-more", re.compile("down"))
    choices.evaluate("each => each.scrollTo(0, each.scrollHeight)")
    expect(choices).not_to_have_attribute("data-more", re.compile("down"))


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_nobody_is_told_of_keys_on_a_phone(person: NewPerson, language: str) -> None:
    livia = person(**PHONE)
    livia.settings(language=language)
    keys = re.compile(r"\b(keys?|Tasten?|Ziffer|toets(en)?|cijfer|Enter|Tab|Escape)\b")
    page = sit(livia, "pax", 2)
    expect(page.locator(".hint")).to_be_visible()
    assert keys.findall(page.locator(".ask").inner_text()) == []
    assert not any(page.locator("kbd").evaluate_all("all => all.map(each => each.checkVisibility())"))
    page = livia.go("/learn")
    page.wait_for_selector("article li")
    assert keys.findall(page.locator("article").inner_text()) == []


def test_one_who_lost_is_told_so(person: NewPerson) -> None:
    livia = person()
    page = sit(livia, "roma", 2)
    page.get_by_role("tab", name="Table").click()
    page.get_by_role("button", name="Concede").click()
    page.get_by_role("button", name="Concede").click()
    expect(page.get_by_role("heading", name="You have lost")).to_be_visible()


@pytest.mark.rule("PAX-WIN-2")
def test_no_points_are_counted_where_rome_wins(person: NewPerson) -> None:
    livia = person()
    rule = ""
    while rule != "PAX-WIN-2":  # almost always, where nobody means to stop Rome
        match = finished_match(livia, "pax", 3)
        rule = livia.api(f"/matches/{match}")["result"]["rule"]
    page = livia.go(f"/table/{match}")
    expect(page.locator(".reckoning tbody").first.locator("tr")).to_have_count(7)
    expect(page.locator(".reckoning")).to_contain_text("Points are not counted")
    expect(page.locator(".reckoning tfoot")).to_have_count(0)


def test_the_badge_of_my_tables_follows_without_a_reload(person: NewPerson) -> None:
    livia = person()
    page = livia.go("/puzzles")
    page.wait_for_selector("main h1")
    badge = page.locator("header .badge")
    expect(badge).to_have_count(0)
    livia.api("/matches", {"game": "pax", "options": {"players": 2}, "seats": [{"kind": "me"}, BOT]})
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(badge).to_contain_text("1")
    page.get_by_role("link", name=re.compile("My tables")).click()
    page.get_by_role("link", name="To the table").click()
    page.wait_for_selector(CHOICE)
    page.get_by_role("tab", name="Table").click()
    page.get_by_role("button", name="Concede").click()
    page.get_by_role("button", name="Concede").click()
    expect(badge).to_have_count(0)

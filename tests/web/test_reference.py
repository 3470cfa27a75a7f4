"""To look up in the page: what is in each game's box with its pictures, and all rules with links of their own."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from ludi.core import registry
from web_tools import Person

NewPerson = Callable[..., Person]
BOARDS = Path(__file__).resolve().parents[2] / "web" / "src" / "boards"
GAMES = ("pax", "pax-romana", "roma")
HOLDS = {"pax": 28, "pax-romana": 58, "roma": 25}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_everything_in_the_box_has_its_name_its_picture_and_its_rules(
    person: NewPerson, game: str, language: str
) -> None:
    chapters = registry.find(game).reference(language)
    assert sum(len(chapter.entries) for chapter in chapters) == HOLDS[game]
    livia = person(locale=language)
    page = livia.go(f"/reference/{game}")
    page.wait_for_selector("li .picture svg")
    for chapter in chapters:
        expect(page.get_by_role("heading", name=chapter.title, exact=True).first).to_be_visible()
        for entry in chapter.entries:
            thing = page.locator(f"[id='{chapter.id}.{entry.word}']")
            expect(thing.locator("h3")).to_have_text(entry.name)
            told = thing.inner_text()
            assert entry.text in told
            assert all(value in told for _, value in entry.facts)
            assert thing.locator(".rule").all_inner_texts() == list(entry.rules)
            drawn = thing.locator(".picture path").evaluate_all("all => all.every(each => each.getAttribute('d'))")
            assert drawn, f"{entry.word} has no picture"


def test_a_card_is_found_by_what_it_is_called_and_what_it_does(person: NewPerson) -> None:
    livia = person()
    page = livia.go("/reference/roma")
    search = page.get_by_role("searchbox")
    search.fill("legat")
    expect(page.locator("li[id] h3")).to_have_text(["Legat"])
    search.fill("PRICE 9 opposite")
    expect(page.locator("li[id] h3")).to_have_text(["Centurio"])
    search.fill("elephant")
    expect(page.get_by_text("Nothing here contains these words.")).to_be_visible()
    search.fill("")
    expect(page.locator("li[id]")).to_have_count(25)


@pytest.mark.parametrize("game", GAMES)
def test_all_rules_of_a_game_are_listed_with_links_of_their_own(person: NewPerson, game: str) -> None:
    rules = registry.find(game).rules("de")
    livia = person(locale="de")
    page = livia.go(f"/reference/{game}/rules")
    page.wait_for_selector("li[id]")
    links = page.locator("li[id] > .id").evaluate_all("all => all.map(each => each.getAttribute('href'))")
    assert links == [f"#{id}" for id in rules]
    last = list(rules.values())[-1]
    page = livia.go(f"/reference/{game}/rules#{last.id}")
    found = page.locator("li.here")
    expect(found).to_contain_text(last.requirement)
    expect(found).to_be_in_viewport()
    expect(found).to_be_focused()


def test_a_rule_names_the_tests_that_prove_it_and_is_found_by_its_words(person: NewPerson) -> None:
    rule = registry.find("roma").rules()["ROMA-LEGAT"]
    assert rule.proofs
    livia = person()
    page = livia.go("/reference/roma/rules")
    page.get_by_role("searchbox").fill("stock occupied legat")
    expect(page.locator("li[id]")).to_have_count(1)
    page.locator("li[id] summary").click()
    expect(page.locator(".proofs li")).to_have_text(
        [proof.removeprefix("test_").replace("_", " ") for proof in rule.proofs]
    )


def test_a_rule_that_is_cited_leads_to_its_place_among_all_rules(person: NewPerson) -> None:
    livia = person()
    page = livia.go("/reference/roma")
    page.locator("[id='person.legat'] .rule").click()
    with page.expect_popup() as opened:
        page.locator(".bubble a.rule").click()
    expect(opened.value.locator("li.here .id")).to_have_text("ROMA-LEGAT")
    opened.value.close()


def test_from_learning_one_comes_to_the_box_the_rules_and_the_campaign(person: NewPerson) -> None:
    livia = person()
    page = livia.go("/learn/pax")
    for link, place in (
        ("In the box", "/reference/pax"),
        ("All rules", "/reference/pax/rules"),
        ("Campaign", "/campaign/pax"),
        ("How to play", "/learn/pax"),
    ):
        page.get_by_role("link", name=link, exact=True).click()
        expect(page).to_have_url(re.compile(f"{place}$"))
        expect(page.get_by_role("link", name=link, exact=True)).to_have_attribute("aria-current", "page")
    page.get_by_role("link", name="Roma", exact=True).click()
    expect(page.get_by_role("link", name="All rules", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="Campaign", exact=True)).to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
def test_the_events_that_are_heard_exist(game: str) -> None:
    sounds = json.loads((BOARDS / game / "sounds.json").read_text(encoding="utf-8"))
    told = {key.removeprefix("event.") for key in registry.find(game).phrases("en").section("event")}
    assert set(sounds) <= told

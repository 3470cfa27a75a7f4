"""The Event cards of Pax Romana in the browser: the Hand, answers to what others do, the deck, the lesson."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from map_tools import click_on_map, complaints_of_axe, counted, words_open
from web_tools import Person

NewPerson = Callable[..., Person]

BOT = {"kind": "bot", "level": "random"}
ME = {"kind": "me"}
OPEN = {"kind": "open"}
GREECE, CARTHAGE, ROME = range(3)
POSITION: dict[str, Any] = {
    "options": {"scenario": "IV"},
    "active": "carthage",
    "treasury": {"carthage": 10, "rome": 10, "greece": 10},
    "markers": {"carthage": 3},
    "units": {
        "rome": {"roma": {"legion": 3}, "capua": {"legion": 1}},
        "carthage": {"utica": {"heavy": 2}, "carthago": {"galley": 2}},
        "greece": {"sparta": {"heavy": 2}},
    },
}


def table(livia: Person, marcus: Person | None, seat: int, **facts: Any) -> str:
    """A position of scenario IV in which Carthage may pay for its marker; Livia has one seat, Marcus that of Carthage.

    For its first marker of all no card is drawn, so Carthage has let two of them go.
    """
    chairs = [BOT, BOT, BOT]
    chairs[seat] = ME
    if marcus is not None:
        chairs[CARTHAGE] = OPEN
    body = {"game": "pax-romana", "position": {**POSITION, **facts}, "dice": [3] * 12, "seats": chairs}
    made = livia.api("/matches", body)["match"]
    if marcus is not None:
        marcus.api(f"/invites/{str(made['invite']).rpartition('/')[2]}/join", {"seat": CARTHAGE})
    match = str(made["id"])
    if "phase" not in facts:
        says(marcus or livia, match, "pass")
        says(marcus or livia, match, "pass")
    livia.go(f"/table/{match}")
    livia.page.wait_for_selector(".hand")
    return match


def says(marcus: Person, match: str, word: str, seat: int = CARTHAGE) -> None:
    """Somebody decides without looking at the page."""
    version = marcus.api(f"/matches/{match}/state?seat={seat}")["version"]
    marcus.api(f"/matches/{match}/play", {"seat": seat, "word": word, "version": version})


def test_the_hand_lies_below_the_map_and_tells_what_each_card_does(person: NewPerson) -> None:
    livia = person()
    hands = [["traitor"], ["tactical-surprise", "mercenaries"], ["ambush", "deus-ex-machina"]]
    table(livia, None, CARTHAGE, hands=hands)
    page = livia.page
    mine = page.get_by_role("list", name="Your hand").get_by_role("listitem")
    expect(mine).to_have_count(2)
    surprise = page.locator("[data-card-held=tactical-surprise]")
    expect(surprise).to_contain_text("Tactical Surprise")
    expect(surprise).to_contain_text("Two shifts in a land battle")
    expect(surprise).to_contain_text("in answer only")
    expect(page.locator(".hand .detail")).to_have_count(0)
    surprise.hover()
    expect(page.locator(".hand .detail")).to_contain_text("When the shifts of a land battle in which you fight")
    expect(page.locator(".hand .detail")).to_contain_text("PR-17.2-TACTICAL-SURPRISE")
    expect(page.locator("[data-hand-of=rome]")).to_contain_text("Rome: 2 cards in hand")
    expect(page.locator("[data-hand-of=greece]")).to_contain_text("Greece: 1 card in hand")
    hand = page.locator(".hand").inner_text()
    assert "Traitor" not in hand
    assert "Ambush" not in hand
    assert "Deus" not in hand
    page.get_by_role("button", name="Deck: 50").click()
    expect(page.locator(".hand .lists")).to_contain_text("Discards: 0")


def test_a_card_that_cannot_be_played_says_why(person: NewPerson) -> None:
    livia = person()
    table(livia, None, CARTHAGE, hands=[[], ["tactical-surprise"], []])
    page = livia.page
    page.locator("[data-card-held=tactical-surprise]").hover()
    why = page.locator(".hand .why")
    expect(why).to_contain_text("Cannot be played now")
    before = livia.version()
    page.locator("[data-card-held=tactical-surprise]").click()
    page.wait_for_timeout(200)
    assert livia.version() == before, "a click on it does nothing"
    expect(why).to_be_visible()


def test_a_card_is_played_by_a_click_and_its_question_answered(person: NewPerson) -> None:
    livia = person()
    table(livia, None, CARTHAGE, hands=[["ambush"], ["spies"], []], deck=["mercenaries"], discards=["deus-ex-machina"])
    page = livia.page
    click_on_map(livia, "pay")
    expect(page.locator("[data-asked=card-segment]")).to_contain_text("You hold 2 cards")
    click_on_map(livia, "play:spies")
    expect(page.locator("[data-on-table=spies]")).to_be_visible()
    click_on_map(livia, "against:greece")
    expect(page.locator("[data-hand-of=greece]")).to_contain_text("seen: Ambush")
    expect(page.locator("[role=log]")).to_contain_text("Carthage plays Spies")
    expect(page.locator("[role=log]")).to_contain_text("looks at the cards of Greece: Ambush")
    expect(page.get_by_role("button", name="Deck:")).to_contain_text("Discards: 2")


def test_a_card_is_given_up_only_by_its_own_button(person: NewPerson) -> None:
    livia = person()
    table(livia, None, CARTHAGE, hands=[[], ["tactical-surprise"], []], deck=["mercenaries"])
    click_on_map(livia, "pay")
    click_on_map(livia, "discard-card:tactical-surprise")
    expect(livia.page.locator("[data-card-held]")).to_have_count(1)
    expect(livia.page.locator("[role=log]")).to_contain_text("Carthage discards Tactical Surprise")


def test_a_touch_shows_a_card_and_a_second_one_plays_it(person: NewPerson) -> None:
    livia = person(viewport={"width": 390, "height": 844}, has_touch=True)
    table(livia, None, CARTHAGE, hands=[["ambush"], ["spies"], []], deck=["mercenaries"], discards=["deus-ex-machina"])
    page = livia.page
    livia.choose(lambda words: "pay")
    before = livia.version()
    page.get_by_role("button", name="See the board").click()
    page.locator("[data-card-held=spies]").tap()
    expect(page.locator(".hand .detail")).to_contain_text("You look at the cards")
    assert livia.version() == before
    page.locator("[data-card-held=spies]").tap()
    counted(livia, before)


@pytest.mark.parametrize("held", ["deus-ex-machina", "traitor"])
def test_who_could_hold_a_card_is_asked_and_sees_what_would_fit(person: NewPerson, held: str) -> None:
    """The panel is the same whatever is held, but for one's own cards."""
    livia, marcus = person(), person()
    match = table(livia, marcus, ROME, hands=[[], ["spies"], [held]], deck=["bounteous-harvests"])
    page = livia.page
    says(marcus, match, "pay")
    panel = page.locator("[data-asked=window]")
    expect(panel).to_contain_text("Carthage plays a card. Do you cancel it?")
    expect(panel.locator("[data-on-table=bounteous-harvests]")).to_contain_text("Bounteous Harvests")
    fits = "in your hand" if held == "deus-ex-machina" else "not in your hand"
    expect(panel).to_contain_text(f"Deus ex Machina ({fits})")
    assert set(words_open(page)) >= {"pass", "not-now", "do-not-ask:deus-ex-machina"}
    expect(panel.get_by_role("button")).to_have_count(3)
    if held == "deus-ex-machina":
        click_on_map(livia, "play:deus-ex-machina")
        expect(page.locator("[role=log]")).to_contain_text("Bounteous Harvests is cancelled")
        expect(page.locator("[data-card-held]")).to_have_count(0)
    else:
        click_on_map(livia, "do-not-ask:deus-ex-machina")
        expect(page.locator("[role=log]")).not_to_contain_text("cancelled")


def test_nobody_else_sees_that_somebody_is_asked_for_a_card(person: NewPerson) -> None:
    livia, marcus = person(), person()
    match = table(livia, marcus, ROME, hands=[[], [], ["traitor"]], deck=["bounteous-harvests"])
    says(marcus, match, "pay")
    marcus.go(f"/table/{match}")
    marcus.page.wait_for_selector(".hand")
    expect(livia.page.locator("[data-asked=window]")).to_be_visible()
    expect(marcus.page.locator("[data-asked]")).to_have_count(0)
    expect(marcus.page.locator("[data-on-table=bounteous-harvests]")).to_be_visible()
    assert "Traitor" not in marcus.page.inner_text(".board")


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_played_card_has_its_moment_over_the_map(person: NewPerson, motion: str) -> None:
    livia, marcus = person(reduced_motion=motion), person()
    livia.settings(tempo="normal")
    hands = [[], ["cunctator"], []]
    match = table(livia, marcus, ROME, hands=hands, deck=["mercenaries"], discards=["deus-ex-machina"])
    says(marcus, match, "pay")
    says(marcus, match, "play:cunctator")
    moment = livia.page.locator("[data-moment=cunctator]")
    expect(moment).to_contain_text("Carthage plays Cunctator")
    moved = moment.evaluate("card => getComputedStyle(card).animationName")
    assert (moved == "none") is (motion == "reduce")
    expect(moment).to_have_count(0)
    expect(livia.page.locator("[role=log]")).to_contain_text("Carthage plays Cunctator")


def test_a_drawn_card_has_its_moment_as_a_card(person: NewPerson) -> None:
    livia = person(viewport={"width": 1440, "height": 900})
    table(livia, None, CARTHAGE, hands=[[], ["spies"], []], deck=["mercenaries"])
    livia.settings(tempo="normal")
    livia.choose(lambda words: "pay")
    box = livia.page.locator("[data-moment=mercenaries]").bounding_box()
    assert box is not None
    assert box["width"] < 300, "upright, its words below it"
    assert box["height"] > 250


def test_one_card_is_kept_by_a_click(person: NewPerson) -> None:
    livia = person()
    facts = {"phase": "H", "operation": "phase", "active": ""}
    table(livia, None, CARTHAGE, hands=[[], ["spies", "traitor"], []], **facts)
    page = livia.page
    expect(page.locator("[data-asked=keeping]")).to_contain_text("Which card do you keep")
    click_on_map(livia, "keep-card:traitor")
    expect(page.locator("[data-card-held=spies]")).to_have_count(0)


@pytest.mark.parametrize(
    ("language", "search", "title", "word"),
    [
        ("en", "Search titles and texts", "Naval Ambush", "escort"),
        ("de", "Titel und Texte durchsuchen", "Hinterhalt auf See", "Geleit"),
        ("nl", "Zoek in titels en teksten", "Hinderlaag op zee", "escorte"),
    ],
)
def test_the_lesson_shows_every_card_and_finds_it(
    person: NewPerson, language: str, search: str, title: str, word: str
) -> None:
    page = person(locale=language).go("/learn/pax-romana")
    found = page.locator(".cards [data-card]")
    expect(found).to_have_count(39)
    copies = [int(text.split()[0]) for text in page.locator(".cards .foot > span:first-child").all_inner_texts()]
    assert sum(copies) == 55
    assert page.locator(".cards .medal path:not([d=''])").count() == 39
    page.get_by_label(search).fill(word)
    ambush = page.locator("[data-card=naval-ambush]")
    expect(ambush).to_contain_text(title)
    expect(ambush).to_contain_text("PR-17.2-NAVAL-AMBUSH")
    assert found.count() < 5
    page.get_by_label(search).fill("")
    page.get_by_role("combobox").select_option("answer")
    expect(found).to_have_count(4)


def test_what_is_in_force_stands_above_the_map_and_in_full_among_the_powers(person: NewPerson) -> None:
    livia = person()
    table(livia, None, CARTHAGE, hands=[[], ["cunctator"], []], deck=["mercenaries"], discards=["deus-ex-machina"])
    page = livia.page
    expect(page.locator("[data-in-force]")).to_have_count(0)
    click_on_map(livia, "pay")
    click_on_map(livia, "play:cunctator")
    chip = page.locator(".bar [data-force=cunctator] button")
    expect(chip).to_contain_text("Cunctator")
    chip.click()
    expect(page.locator(".dock [data-force=cunctator]")).to_contain_text("Carthage may withdraw any number of times")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious_in_the_hand_its_questions_and_the_lesson(person: NewPerson, theme: str) -> None:
    livia, marcus = person(color_scheme=theme, bypass_csp=True), person()
    match = table(livia, marcus, ROME, hands=[[], ["spies"], ["traitor", "deus-ex-machina"]], deck=["mercenaries"])
    page = livia.page
    says(marcus, match, "pay")
    says(marcus, match, "play:spies")
    expect(page.locator("[data-asked=window]")).to_be_visible()
    page.locator("[data-card-held=traitor]").hover()
    page.wait_for_selector(".hand .why")
    expect(page.locator("[data-moment]")).to_have_count(0)
    found = complaints_of_axe(livia)
    livia.go("/learn/pax-romana")
    page.wait_for_selector(".cards [data-card]")
    assert found + complaints_of_axe(livia) == []


def test_the_hand_is_played_by_keyboard(person: NewPerson) -> None:
    livia = person()
    table(livia, None, CARTHAGE, hands=[["ambush"], ["spies"], []], deck=["mercenaries"], discards=["deus-ex-machina"])
    click_on_map(livia, "pay")
    page = livia.page
    page.mouse.move(5, 5)
    page.keyboard.press("Tab")
    page.locator("[data-card-held=spies]").focus()
    expect(page.locator(".hand .detail")).to_contain_text("You look at the cards")
    page.keyboard.press("Escape")
    expect(page.locator(".hand .detail")).to_have_count(0)
    before = livia.version()
    page.keyboard.press("Enter")
    counted(livia, before)
    expect(page.locator("[data-on-table=spies]")).to_be_visible()

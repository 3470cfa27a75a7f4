"""Setting up a table: the page shows what the game offers, and what hangs on what."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from web_tools import CHOICE, Person

NewPerson = Callable[..., Person]


def test_scenario_format_and_powers_are_chosen_by_name(person: NewPerson) -> None:
    livia = person()
    page = livia.go("/setup?game=pax-romana")
    scenarios = page.get_by_role("radiogroup", name="Scenario")
    expect(scenarios.get_by_role("radio")).to_have_count(10)
    expect(scenarios).to_contain_text("275 to 175 BC · Rome, Carthage · 2 to 4 turns")
    expect(page.get_by_role("radio", name="First Punic War")).to_be_visible()
    expect(page.get_by_label("Who plays Rome", exact=True)).to_have_value("me")
    expect(page.get_by_label("Who plays Carthage", exact=True)).to_have_value("bot")
    expect(page.get_by_text("Pyrrhus stays out of Rome's home")).to_have_count(0)

    page.get_by_role("radio", name="First Punic War").check()
    page.get_by_role("radio", name="V · Pax Romana: the Rise of Rome", exact=True).check()
    formats = page.get_by_role("radiogroup", name="Format")
    expect(formats.get_by_role("radio")).to_have_count(5)
    expect(formats.get_by_role("radio", name="Basic", exact=True)).to_be_checked()
    expect(page.get_by_label("Who plays Rome", exact=True)).to_have_value("me")
    expect(page.get_by_label("Who plays Greece", exact=True)).to_have_value("bot")
    expect(page.get_by_text("Pyrrhus stays out of Rome's home")).to_be_visible()

    formats.get_by_role("radio", name="Basic II").check()
    page.get_by_role("radio", name="2 people share the powers: Rome and the East; Carthage and Greece").check()
    expect(page.get_by_label("Who plays Rome and the East", exact=True)).to_have_value("me")
    page.get_by_label("Strength of the bot that plays Carthage and Greece").select_option("random")
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_selector(CHOICE)
    match = livia.api(f"/matches/{page.url.rpartition('/')[2]}")
    options = {name: match["options"][name] for name in ("scenario", "format", "seats", "people")}
    assert options == {"scenario": "V", "format": "basic-2", "seats": "rome+east,carthage+greece", "people": 0}
    assert len(match["seats"]) == 2


def test_options_of_the_advanced_game_stand_where_it_is_played(person: NewPerson) -> None:
    livia = person()
    page = livia.go("/setup?game=pax-romana")
    advanced = page.get_by_label("Advanced Game: legions and heavy infantry may be disbanded")
    markers = page.get_by_label("Event markers in the cup each turn")
    last = page.get_by_label("The last turn, where the format leaves it to you")
    for thing, there in ((advanced, 0), (markers, 1), (last, 0)):
        expect(thing).to_have_count(there)
    page.get_by_role("radio", name="IV · Carthago Delenda Est: the Western Mediterranean", exact=True).check()
    for thing, there in ((advanced, 1), (markers, 0), (last, 0)):
        expect(thing).to_have_count(there)
    page.get_by_role("radio", name="V · Pax Romana: the Rise of Rome", exact=True).check()
    expect(advanced).to_have_count(0)
    page.get_by_role("radio", name="Advanced", exact=True).check()
    advanced.check()
    last.select_option("after turn 6")
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_selector(".hand")
    options = livia.api(f"/matches/{page.url.rpartition('/')[2]}")["options"]
    assert (options["format"], options["last_turn"], options["disbanding"]) == ("advanced", 6, True)


def test_data_with_which_nothing_can_be_set_up_are_refused_in_one_sentence(person: NewPerson, tmp_path: Path) -> None:
    broken = tmp_path / "spaces.csv"
    broken.write_text("id,name\nroma,Roma\n", encoding="utf-8")
    livia = person()
    page = livia.go("/setup?game=pax-romana")
    page.get_by_role("radio", name="IV · Carthago Delenda Est: the Western Mediterranean", exact=True).check()
    page.get_by_label("Data files of your own").set_input_files(broken)
    page.get_by_role("button", name="Sit down").click()
    told = page.get_by_role("alert")
    expect(told).to_contain_text("spaces.csv")
    assert told.inner_text().rstrip(".").count(". ") == 0
    livia.complaints.clear()  # the browser's own word of the refusal


def test_a_newcomer_sits_where_a_single_person_is_meant_to(person: NewPerson) -> None:
    livia = person()
    page = livia.go("/setup?game=pax-romana")
    page.get_by_role("radio", name="I · The Pyrrhic War", exact=True).check()
    expect(page.get_by_text("Format: how long it lasts, and with how many markers: Standard")).to_be_visible()
    expect(page.get_by_label("Who plays Rome", exact=True)).to_have_value("me")
    expect(page.get_by_label("Who plays Greece (Tarentum and Epirus)", exact=True)).to_have_value("bot")


def test_the_cards_are_walked_by_keyboard(person: NewPerson) -> None:
    livia = person()
    page = livia.go("/setup?game=pax-romana")
    page.get_by_role("radio", name="II · The Punic Wars", exact=True).focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("radio", name="III · Successor: Seleucus in Asia Minor", exact=True)).to_be_checked()
    expect(page.get_by_label("Who plays the East (Seleucids)", exact=True)).to_have_value("me")


@pytest.mark.parametrize(
    ("language", "scenario", "seat"),
    [
        ("de", "II · Die Punischen Kriege", "Wer spielt Karthago"),
        ("nl", "II · De Punische Oorlogen", "Wie speelt Carthago"),
    ],
)
def test_the_offers_speak_the_language_of_the_page(person: NewPerson, language: str, scenario: str, seat: str) -> None:
    page = person(locale=language).go("/setup?game=pax-romana")
    expect(page.get_by_role("radio", name=scenario, exact=True)).to_be_checked()
    expect(page.get_by_label(seat, exact=True)).to_be_visible()

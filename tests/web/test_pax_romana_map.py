"""Pax Romana on its map, by clicks on the map alone: marches, battles, sieges, voyages, Meetings."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from map_tools import Stage, click_on_map, click_place, complaints_of_axe, counted, point_at, words_open
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
UNWATCHED = ITALY | {"units": {"rome": {"roma": {"legion": 3, "cavalry": 1}}, "carthage": {"carthago": {"heavy": 1}}}}
"""Nobody is near enough to intercept: the bot has nothing to decide."""


def test_a_march_over_several_spaces_is_one_click(person: NewPerson) -> None:
    livia = person()
    sit_down(livia, UNWATCHED, [3])
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
    marches = page.locator("[role=log] [role=treeitem] .line", has_text="marches to")
    assert marches.count() > 1, "each step stands in the log"
    expect(page.locator("button[aria-keyshortcuts=u]")).to_be_enabled()
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


def walk_to(livia: Person, place: str) -> None:
    """By keys from one lit place to the next until the keyboard stands on this one."""
    for _ in range(60):
        livia.page.keyboard.press("n")
        livia.page.wait_for_function("() => document.activeElement?.dataset?.space !== undefined")
        if livia.page.evaluate("document.activeElement.dataset.space") == place:
            return
    raise AssertionError(f"{place} is not reached by keys")


def press(livia: Person, *keys: str) -> None:
    """Keys of which the last one decides something."""
    before = livia.version()
    for key in keys:
        livia.page.keyboard.press(key)
    counted(livia, before)


TOWARDS = """(place) => {
  const at = (each) => {
    const box = each.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = at(document.activeElement);
  const [u, v] = at(document.querySelector(`[data-space="${place}"]`));
  const across = u > x ? "ArrowRight" : "ArrowLeft";
  const down = v > y ? "ArrowDown" : "ArrowUp";
  const keys = Math.abs(u - x) > Math.abs(v - y) ? [across, down] : [down, across];
  return [document.activeElement.dataset.space, keys];
}"""
"""Where the keyboard stands, and the arrows that lead from there towards a place, the better one first."""


def test_the_opening_is_played_by_keyboard_alone(person: NewPerson) -> None:
    livia = person()
    body = {"game": "pax-romana", "options": {"scenario": "II"}, "seats": [{"kind": "me"}, BOT]}
    livia.go(f"/table/{livia.api('/matches', body)['match']['id']}")
    page = livia.page
    page.wait_for_selector(CHOICE)
    page.wait_for_selector("[data-space]")
    page.locator("[data-space=roma]").focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.space") != "roma", "arrows walk along the connections"
    press(livia, "1")
    walk_to(livia, "rhegium")
    card = page.locator("[data-card=rhegium]")
    expect(card).to_contain_text("Rome, 12 battle points")
    expect(card).to_contain_text("Next to:")
    page.keyboard.press("Enter")
    expect(page.locator("[data-card-word='major:rhegium']")).to_be_focused()
    press(livia, "Enter")
    expect(page.locator("[data-tray=take-all]")).to_be_focused()
    press(livia, "Enter")
    expect(page.locator("[role=log]")).to_contain_text("at Rhegium")
    assert page.evaluate("document.querySelector('.board').contains(document.activeElement)"), (
        "the keyboard stays there"
    )


def stand_on(livia: Person, place: str) -> None:
    """By arrows, which walk along the connections, until the keyboard stands on this place."""
    seen: list[str] = []
    for _ in range(40):
        here, keys = livia.page.evaluate(TOWARDS, place)
        if here == place:
            return
        seen.append(here)
        for key in keys:
            livia.page.keyboard.press(key)
            there, _ = livia.page.evaluate(TOWARDS, place)
            if there not in seen:
                break
    raise AssertionError(f"{place} is not reached by arrows, only {seen}")


def test_a_march_over_several_spaces_is_one_key(person: NewPerson) -> None:
    livia = person()
    sit_down(livia, UNWATCHED, [3])
    page = livia.page
    page.locator("[data-space=roma]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-card-word='major:roma']")).to_be_focused()
    press(livia, "Enter")
    expect(page.locator("[data-tray=take-all]")).to_be_focused()
    press(livia, "Enter")
    expect(page.locator("[data-space=tarentum]")).to_have_attribute("data-lit", "go")
    page.locator("[data-space=roma]").focus()
    stand_on(livia, "tarentum")
    expect(page.locator("[data-card=tarentum]")).to_contain_text("MP")
    press(livia, "Enter")
    expect(page.locator("[data-space=tarentum]")).to_have_attribute("aria-label", re.compile("Rome: .*3 legions"))
    assert page.locator("[role=log] [role=treeitem] .line", has_text="marches to").count() > 1


def test_the_panels_over_the_map_are_closed_by_their_button_or_by_escape(person: NewPerson) -> None:
    livia = person(viewport={"width": 1280, "height": 800})
    sit_down(livia, UNWATCHED, [3])
    page = livia.page
    button = page.get_by_role("button", name="Powers and spaces")
    powers = page.locator(".dock [data-power=rome]")
    button.click()
    expect(powers).to_be_visible()
    button.click()
    expect(powers).to_be_hidden()
    button.click()
    page.get_by_role("tab", name="In words").focus()
    page.keyboard.press("Escape")
    expect(powers).to_be_hidden()
    expect(button).to_be_focused()


def test_the_prompt_shows_on_the_map_what_it_is_about(person: NewPerson) -> None:
    livia = person()
    body = {"game": "pax-romana", "options": {"scenario": "II"}, "seats": [{"kind": "me"}, BOT]}
    livia.go(f"/table/{livia.api('/matches', body)['match']['id']}")
    page = livia.page
    page.wait_for_selector("[data-space]")
    for word in ("expand", "major:rhegium", "take-all"):
        before = livia.version()
        page.locator(f"ol button[data-word='{word}']").click()
        counted(livia, before)
    page.locator("[data-space=gades]").focus()
    for key in "++++":
        page.keyboard.press(key)
    page.evaluate("document.activeElement.blur()")
    spot = page.locator("[data-space=rhegium]")
    page.wait_for_function(
        """() => {
            const frame = document.querySelector('.field').getBoundingClientRect();
            const spot = document.querySelector('[data-space=rhegium]').getBoundingClientRect();
            return spot.left > frame.right || spot.top > frame.bottom;
        }"""
    )
    page.get_by_role("button", name="Show me").first.click()
    expect(spot).to_be_in_viewport()
    for step in ("croton", "ltp-lucania"):  # as far as the dice let it march, these are the steps it is asked about
        expect(page.locator(f"[data-space={step}][data-lit]")).to_be_in_viewport(ratio=1)


def test_units_are_chosen_on_the_counters_of_their_stack(person: NewPerson) -> None:
    livia = person()
    body = {"game": "pax-romana", "options": {"scenario": "II"}, "seats": [{"kind": "me"}, BOT]}
    match = livia.api("/matches", body)["match"]["id"]
    livia.go(f"/table/{match}")
    page = livia.page
    page.wait_for_selector("[data-space]")
    for word in ("expand", "major:rhegium"):
        before = livia.version()
        page.locator(f"ol button[data-word='{word}']").click()
        counted(livia, before)
    page.wait_for_timeout(800)  # the map has come to rest
    before = livia.version()
    counter = page.locator(".stacks .stack[data-at=rhegium][data-side=rome] .counter[data-kind=legion]").first
    expect(counter).to_have_class(re.compile("picks"))
    box = counter.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.locator(".raised .stack[data-at=rhegium] .counter[data-kind=legion]").click()
    counted(livia, before)
    assert livia.api(f"/matches/{match}/state?seat=0")["last"][1] == "take:legion"


QUIET = ("pass", "done", "no", "halt")


def wish(words: list[str], rng: random.Random) -> str:
    """What a person without a plan chooses: often the usual thing, often to let it be."""
    quiet = [word for word in words if word in QUIET]
    if quiet and rng.random() < 0.45:
        return rng.choice(quiet)
    usual = [word for word in ("take-all", "expand", "go") if word in words]
    return usual[0] if usual and rng.random() < 0.7 else rng.choice(words)


def play_on(livia: Person, rng: random.Random, over: Callable[[], bool]) -> list[str]:
    """Play on the map until it is over; what was chosen."""
    chosen = []
    livia.page.wait_for_selector("[data-space]")
    while livia.wait_for_turn_or_end() and not over():
        word = wish(words_open(livia.page), rng)
        click_on_map(livia, word)
        chosen.append(word)
    return chosen


@pytest.mark.long
def test_a_whole_game_of_the_first_scenario_is_played_on_the_map(person: NewPerson) -> None:
    livia = person()
    match = livia.api("/matches", {"game": "pax-romana", "options": {"scenario": "I"}, "seats": [{"kind": "me"}, BOT]})
    livia.go(f"/table/{match['match']['id']}")
    chosen = play_on(livia, random.Random(5), lambda: False)
    expect(livia.page.locator("#reckoning")).to_be_visible()
    assert chosen


@pytest.mark.long
def test_two_turns_of_the_second_scenario_are_played_on_the_map(person: NewPerson) -> None:
    livia = person()
    match = livia.api("/matches", {"game": "pax-romana", "options": {"scenario": "II"}, "seats": [{"kind": "me"}, BOT]})
    livia.go(f"/table/{match['match']['id']}")
    board = livia.page.locator(".board")
    chosen = play_on(livia, random.Random(7), lambda: "turn 4 of 5" in board.inner_text())
    assert len(chosen) > 5


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


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious_in_scenes_cards_and_panels(person: NewPerson, theme: str) -> None:
    livia, marcus = person(color_scheme=theme, bypass_csp=True), person()
    stage = Stage(livia, marcus, "siege", 3)
    click_place(livia.page, "roma")
    livia.page.wait_for_selector(".pinned")
    found = complaints_of_axe(livia)
    livia.page.keyboard.press("Escape")
    stage.until("raise")
    livia.page.locator(".board .toggle").click()
    found += complaints_of_axe(livia)
    livia.page.get_by_role("tab", name="Space").click()
    found += complaints_of_axe(livia)
    stage = Stage(livia, marcus, "meeting", 3)
    stage.until("accept")
    found += complaints_of_axe(livia)
    assert not found, "\n".join(found)


def test_on_a_phone_the_sheet_hides_nothing_that_is_decided_about(person: NewPerson) -> None:
    livia = person(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    sit_down(livia, ITALY, [3])
    page = livia.page
    sheet = page.locator(".ask").bounding_box()
    roma = page.locator("[data-space=roma]").bounding_box()
    assert sheet is not None
    assert roma is not None
    assert roma["y"] + roma["height"] < sheet["y"], "the army lies above the sheet"
    page.touchscreen.tap(roma["x"] + roma["width"] / 2, roma["y"] + roma["height"] / 2)
    card = page.locator("[data-card=roma]")
    expect(card.locator("[data-card-word='major:roma']")).to_be_visible()
    before = livia.version()
    card.locator("[data-card-word='major:roma']").tap()
    counted(livia, before)
    before = livia.version()
    page.locator("ol button[data-word=take-all]").tap()
    counted(livia, before)
    expect(page.locator("[data-space=capua]")).to_have_attribute("data-lit", "go")
    lit = page.eval_on_selector_all("[data-lit]", "all => all.map(each => each.getBoundingClientRect().bottom)")
    below = page.locator(".ask").bounding_box()
    assert below is not None
    assert min(lit) < below["y"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_line_of_the_log_shows_the_map_at_that_moment(person: NewPerson) -> None:
    livia, marcus = person(), person()
    stage = Stage(livia, marcus, "interception-won", 3)
    page = livia.page
    stage.play(3)
    page.wait_for_selector(CHOICE)
    line = page.locator("[role=log] a.line", has_text="rolls 4 at Parma")
    line.click()
    expect(page.locator(".back")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".back")).to_have_count(0)
    expect(page.locator("[data-scene=interception]")).to_contain_text("58 %")

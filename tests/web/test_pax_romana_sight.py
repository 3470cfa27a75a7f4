"""What the map of Pax Romana tells at a glance: what is under way and near enough to read, chances, reasons, points."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from map_tools import Stage, counted, point_at
from patience import tries
from web_tools import Person

NewPerson = Callable[..., Person]
BOT = {"kind": "bot", "level": "random"}
LEGIBLE = 22
"""Pixels of a counter whose kind and number are told apart from the others of its stack."""
MEETING_TAGS = """() => {
  const boxes = [...document.querySelectorAll('[data-badge] rect')].map((each) => each.getBoundingClientRect());
  const across = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = (a, b) => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  const meet = (a, b) => across(a, b) > 1.5 && down(a, b) > 1.5;
  return [boxes.length, boxes.flatMap((a, index) => boxes.slice(0, index).filter((b) => meet(a, b))).length];
}"""
"""How many small texts there are, and how many pairs of them meet."""


def opening(livia: Person, *words: str) -> Page:
    """At a table of scenario II, these words played from the list."""
    body = {"game": "pax-romana", "options": {"scenario": "II"}, "seats": [{"kind": "me"}, BOT]}
    page = livia.go(f"/table/{livia.api('/matches', body)['match']['id']}")
    page.wait_for_selector("[data-space]")
    for word in words:
        before = livia.version()
        page.locator(f"ol button[data-word='{word}']").click()
        counted(livia, before)
    return page


def test_a_fight_is_marked_and_brought_near_enough_to_read(person: NewPerson) -> None:
    livia, marcus = person(), person()
    stage = Stage(livia, marcus, "siege", 2)
    stage.until("walls")
    page = livia.page
    expect(page.locator("[data-here=capua]")).to_have_count(1)
    expect(page.locator("[data-here=capua] .seal")).to_have_count(1)
    page.wait_for_function(
        """least => [...document.querySelectorAll(".stacks .stack[data-at=capua] .body")]
            .some((each) => each.getBoundingClientRect().width >= least)""",
        arg=LEGIBLE,
    )
    expect(page.locator("[data-space=capua]")).to_be_in_viewport()


def test_a_number_on_a_counter_can_be_read_on_the_whole_map(person: NewPerson) -> None:
    page = opening(person(viewport={"width": 1440, "height": 900}))
    number = page.locator(".stacks .stack[data-at=rhegium][data-side=rome] .number").first
    expect(number).to_have_text("12")
    assert float(number.get_attribute("font-size") or 0) >= 11


def test_who_may_intercept_is_told_by_a_bow_with_its_chance(person: NewPerson) -> None:
    livia, marcus = person(), person()
    stage = Stage(livia, marcus, "interception-won", 3)
    stage.play(3)
    page = livia.page
    expect(page.locator("[data-scene=interception]")).to_contain_text("58 %")
    expect(page.locator(".marks .arc")).to_have_count(1)
    expect(page.locator(".marks .chance")).to_have_text("58 %")


def test_chances_are_told_before_one_stands_or_withdraws(person: NewPerson) -> None:
    livia, marcus = person(), person()
    stage = Stage(livia, marcus, "withdrawal", 2)
    stage.until("withdraw")
    chances = livia.page.locator("[data-chances]")
    expect(chances).to_contain_text("16 against 6 battle points")
    expect(chances).to_contain_text("Rome to win: 97 %")
    stage.play(1)
    expect(chances).to_have_count(0)


def test_chances_are_told_before_fleets_fight(person: NewPerson) -> None:
    livia, marcus = person(), person()
    attacker = Stage(livia, marcus, "sea-battle", 1)
    attacker.play(2)
    point_at(livia.page, "carthago")
    card = livia.page.locator("[data-card=carthago]")
    expect(card.locator("[data-naval=rome]")).to_contain_text("Fleet of Rome: 4 against 3 squadrons")
    expect(card).to_contain_text("72 % to win")
    brutus, cassia = person(), person()
    defender = Stage(brutus, cassia, "sea-battle", 0)
    defender.until("fight")
    expect(brutus.page.locator("[data-chances]")).to_contain_text("Carthage to win: 72 %")


def test_a_space_out_of_reach_says_why(person: NewPerson) -> None:
    page = opening(person(), "expand", "major:rhegium", "take-all")
    point_at(page, "messana")
    why = page.locator("[data-card=messana] [data-why-not]")
    expect(why).to_contain_text("The far side of the strait is held by others.")
    expect(why.locator(".rule")).to_have_text("PR-9.5.3b")


def test_small_texts_at_places_never_meet(person: NewPerson) -> None:
    livia = person(viewport={"width": 768, "height": 1024})
    page = opening(livia, "expand", "major:rhegium", "take-all")
    page.wait_for_function("() => document.querySelectorAll('[data-badge]').length > 2")
    for key in ("-", "-", "+", "+", "+"):
        told, meeting = page.evaluate(MEETING_TAGS)
        assert told > 0
        assert meeting == 0
        page.locator(".map .place[tabindex='0']").press(key)


def test_the_points_of_the_powers_stand_on_the_map_and_open_their_panel(person: NewPerson) -> None:
    page = opening(person(viewport={"width": 1280, "height": 800}))
    score = page.locator("[data-score=rome]")
    expect(score).to_contain_text("0 VP · 13 T")
    expect(score).to_have_accessible_name("Rome: 0 victory points, 13 Talents, stability 4")
    score.click()
    expect(page.locator(".dock [data-power=rome]")).to_be_visible()


def test_what_bars_a_line_is_folded_where_it_is_much(person: NewPerson) -> None:
    page = opening(person(viewport={"width": 1280, "height": 800}))
    page.mouse.click(*point_at(page, "messana"))
    panel = page.locator("[data-panel=messana]")
    expect(panel).to_contain_text("Line of communication of Rome: cut")
    bars = panel.locator("details p").first
    expect(bars).to_be_hidden()
    panel.locator("summary").first.click()
    expect(bars).to_be_visible()


def test_a_place_beyond_the_edge_is_brought_in_when_the_keyboard_comes_to_it(person: NewPerson) -> None:
    page = opening(person())
    page.locator("[data-space=roma]").focus()
    for key in ("+", "+", "+", "+", "+", "Shift+Tab"):
        page.keyboard.press(key)
    page.wait_for_function("() => document.activeElement?.dataset.space !== 'roma'")
    page.evaluate("document.querySelector('[data-space=gades]').focus()")
    page.wait_for_function(
        """() => {
            const { left, top, right, bottom } = document.querySelector('.field').getBoundingClientRect();
            const spot = document.querySelector('[data-space=gades]').getBoundingClientRect();
            return spot.left > left && spot.right < right && spot.top > top && spot.bottom < bottom;
        }"""
    )
    scrolled = (
        "[...document.querySelectorAll('.field, .field *')].filter((each) => each.scrollTop || each.scrollLeft).length"
    )
    assert page.evaluate(scrolled) == 0, "the map moves as a map, nothing is scrolled"


BESIDE = """() => {
  const box = (each) => document.querySelector(each).getBoundingClientRect();
  const [spot, card] = [box('[data-space=roma]'), box('[data-card=roma]')];
  const across = Math.max(card.left - spot.right, spot.left - card.right);
  const down = Math.max(card.top - spot.bottom, spot.top - card.bottom);
  return Math.max(across, down);
}"""
"""How far the card of Rome lies from Rome, in pixels."""


def test_the_card_of_a_place_follows_it_over_the_map_and_goes_with_it(person: NewPerson) -> None:
    page = opening(person(viewport={"width": 1440, "height": 900}))
    roma, card = page.locator("[data-space=roma]"), page.locator("[data-card=roma]")
    roma.focus()
    page.keyboard.press("+")
    near = f"() => {{ const far = ({BESIDE})(); return far >= 0 && far < 40; }}"
    page.wait_for_function(near)
    before = roma.bounding_box()
    frame = page.locator(".field .map").bounding_box()
    assert before is not None
    assert frame is not None
    page.mouse.move(frame["x"] + frame["width"] - 90, frame["y"] + 10)
    page.mouse.wheel(0, -120)
    moved = "x => document.querySelector('[data-space=roma]').getBoundingClientRect().x < x - 40"
    page.wait_for_function(moved, arg=before["x"])
    expect(card).to_be_visible()
    page.wait_for_function(near)
    page.mouse.wheel(0, -800)
    expect(roma).not_to_be_in_viewport()
    expect(card).to_be_hidden()
    expect(card).to_be_attached()


def test_keys_enlarge_the_place_on_which_the_keyboard_stands(person: NewPerson) -> None:
    page = opening(person(viewport={"width": 1440, "height": 900}))
    spot = page.locator("[data-space=gades]")
    spot.focus()
    for _ in range(4):
        page.keyboard.press("+")
        expect(spot).to_be_in_viewport(ratio=1)


def test_who_is_still_thinking_about_a_secret_plan_is_told(person: NewPerson) -> None:
    livia = person()
    body = {"game": "pax-romana", "options": {"scenario": "II"}, "seats": [{"kind": "me"}, BOT]}
    match = livia.api("/matches", body)["match"]["id"]
    for _ in tries(30, pause=0.1):
        state = livia.api(f"/matches/{match}/state?seat=0")
        if any(scene["kind"] == "plans" for scene in state["view"]["scenes"]):
            break
        words = [each["word"] for each in state["legal"]]
        if words:
            word = next((each for each in ("pass", "done", "no") if each in words), words[0])
            livia.api(f"/matches/{match}/play", {"seat": 0, "word": word, "version": state["version"]})
    livia.go(f"/table/{match}")
    scene = livia.page.locator("[data-scene=plans]")
    expect(scene).to_contain_text("Planned in secret")
    expect(scene).to_contain_text("Still thinking:")
    expect(scene).to_contain_text("You have planned nothing yet.")


def test_an_objective_opens_what_it_asks_and_brings(person: NewPerson) -> None:
    livia = person(locale="de", viewport={"width": 1280, "height": 800})
    position: dict[str, object] = {
        "options": {"scenario": "VI"},
        "active": "rome",
        "operation": "choose",
        "markers": {"rome": 1},
        "objectives": [["B+"], [], [], []],
    }
    body = {"game": "pax-romana", "position": position, "seats": [{"kind": "me"}, BOT, BOT, BOT]}
    page = livia.go(f"/table/{livia.api('/matches', body)['match']['id']}")
    page.locator(".board .toggle").click()
    page.locator(".dock [data-power] .rule", has_text="PR-15.4.9-B").click()
    expect(page.locator(".bubble q")).to_contain_text("Ägypten")

"""A person who plays Pax Romana on its map: clicks on places, counters, cards, scenes, never in the list of choices."""

from __future__ import annotations

import time
import tomllib
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from ludi.core import registry
from patience import patience
from web_tools import AXE, Person

SCENES = Path(__file__).resolve().parent / "scenes" / "pax-romana"


def scene(name: str) -> dict[str, Any]:
    """A scene of the golden playthroughs: a position, its dice and what is decided."""
    return tomllib.loads((SCENES / f"{name}.toml").read_text(encoding="utf-8"))


def words_open(page: Page) -> list[str]:
    """What may be chosen now, as the list of choices has it."""
    found: list[str] = page.eval_on_selector_all("ol button[data-word]", "all => all.map(each => each.dataset.word)")
    return found


UNDER_THE_MOUSE = """([x, y, place]) => {
  const hit = document.elementFromPoint(x, y);
  if (hit?.closest(".beside")) return "card";
  if (!hit?.closest(".map[role=group]")) return hit?.closest(".scenes") ? "scene" : "outside";
  if (hit.closest(".tools, .mini")) return "tools";
  const thing = hit.closest("[data-space], [data-at]");
  return (thing?.dataset.space ?? thing?.dataset.at) === place ? "place" : "another";
}"""


def point_at(page: Page, place: str) -> tuple[float, float]:
    """Rest with the mouse on a place, after what a person would do to get at it; where that is.

    A scene that lies over it is folded, a card closed, what is out of the frame is brought in, what lies under the
    buttons or the small map is dragged away from there, what lies too close to another place is enlarged.
    """
    spot = page.locator(f".field [data-space='{place}']").first
    under = "moving"
    until = time.monotonic() + patience(10)
    while time.monotonic() < until:
        box = spot.bounding_box()
        page.wait_for_timeout(150)
        if box != spot.bounding_box():
            continue  # the map still moves
        assert box is not None, f"{place} is not on the map"
        at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(*at)
        under = page.evaluate(UNDER_THE_MOUSE, [*at, place])
        if under == "place":
            return at
        if under == "scene":
            page.locator(".scenes [aria-expanded=true]").first.click()
        elif under == "card":
            page.keyboard.press("Escape")
        elif under == "outside":
            page.locator(".map[role=group] button").nth(2).click()
        elif under == "tools":
            drag(page, at)
        else:
            page.mouse.wheel(0, -240)
        page.wait_for_timeout(400)
    raise AssertionError(f"{place} cannot be clicked: {under}")


def drag(page: Page, away: tuple[float, float]) -> None:
    """Drag the map so that this spot comes nearer to its middle."""
    frame = page.locator(".map[role=group]").bounding_box()
    assert frame is not None
    middle = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2
    page.mouse.move(*middle)
    page.mouse.down()
    for part in (0.2, 0.4):
        page.mouse.move(*(at + part * (at - there) for at, there in zip(middle, away, strict=True)))
    page.mouse.up()


def click_place(page: Page, place: str) -> None:
    page.mouse.click(*point_at(page, place))


SHOWN = """([word, verb, thing]) =>
  document.querySelector(`.board [data-tray="${word}"], .board [data-kind="${verb}"][aria-expanded]`) ||
  (thing && document.querySelector(`.field [data-space="${thing}"], .hand [data-card-held="${thing}"]`))"""
"""Something on the board stands for a word."""
COUNTED_OR_ASKED = """([before, word]) =>
  document.querySelector("[data-version]")?.dataset.version !== before ||
  document.querySelector(`.board [data-card-word="${word}"]`)"""


def click_on_map(person: Person, word: str) -> None:
    """Choose a word by what stands for it on the board, and wait until it has counted."""
    page = person.page
    expect(page.locator(f'ol button[data-word="{word}"]')).to_be_visible()
    before = person.version()
    verb, _, argument = word.partition(":")
    page.wait_for_function(SHOWN, arg=[word, verb, argument])
    thing = page.locator(f'.board [data-tray="{word}"]')
    card = page.locator(f'.hand [data-card-held="{argument}"]')
    if card.count():
        card.first.hover()  # what may be done with a card beside playing it stands there
        thing.first.click()
    elif thing.count():
        thing.first.click()
    elif page.locator(f'.board [data-kind="{verb}"][aria-expanded]').count():
        page.locator(f'.board [data-kind="{verb}"][aria-expanded]').click()
        thing.first.click()
    else:
        click_place(page, argument)
        page.wait_for_function(COUNTED_OR_ASKED, arg=[before, word])
        asked = page.locator(f'.board [data-card-word="{word}"]')
        if person.version() == before and asked.count():
            asked.click()
    counted(person, before)


def counted(person: Person, before: str) -> None:
    person.page.wait_for_function(
        "before => document.querySelector('[data-version]')?.dataset.version !== before", arg=before
    )


def complaints_of_axe(person: Person) -> list[str]:
    person.page.evaluate(AXE.read_text(encoding="utf-8"))
    report: dict[str, Any] = person.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{violation['id']}: {violation['nodes'][0]['html'][:160]}"
        for violation in report["violations"]
        if violation["impact"] in ("serious", "critical")
    ]


class Stage:
    """A scene at a table: one person plays a seat (that of the first decision unless told) on the map, another the rest
    through the API."""

    def __init__(self, person: Person, other: Person, name: str, seat: int | None, **changes: Any) -> None:
        """``changes`` of the position, where chance would otherwise decide what the scene does not say."""
        self.person = person
        self.other = other
        told = scene(name)
        told = {**told, "position": {**told["position"], **changes}}
        self.decisions: list[tuple[int, str]] = [
            (int(who), word) for who, word in (each.split(" ") for each in told["decisions"])
        ]
        self.seat = seat = self.decisions[0][0] if seat is None else seat
        seats = registry.find("pax-romana").box(told["position"]["options"]).seats
        asked = {who for who, _ in self.decisions} - {seat}
        assert len(asked) == 1, "one other person decides in a scene"
        bot = {"kind": "bot", "level": "random"}
        chairs = [
            {"kind": "me"} if each == seat else {"kind": "open"} if each in asked else bot for each in range(seats)
        ]
        body = {"game": "pax-romana", "position": told["position"], "dice": told["dice"], "seats": chairs}
        made = person.api("/matches", body)["match"]
        self.match = str(made["id"])
        invite = str(made["invite"]).rpartition("/")[2]
        other.api(f"/invites/{invite}/join", {"seat": asked.pop()})
        person.go(f"/table/{self.match}")
        person.page.wait_for_selector("[data-space]")

    def play(self, upto: int | None = None) -> None:
        """Play the decisions that are left, or so many."""
        for _ in range(len(self.decisions) if upto is None else upto):
            self.next()

    def next(self) -> str:
        """The next decision, by whoever makes it."""
        seat, word = self.decisions.pop(0)
        if seat == self.seat:
            click_on_map(self.person, word)
            return word
        state = self.other.api(f"/matches/{self.match}/state?seat={seat}")
        before = self.person.version()
        self.other.api(f"/matches/{self.match}/play", {"seat": seat, "word": word, "version": state["version"]})
        counted(self.person, before)
        return word

    def until(self, word: str) -> None:
        """Play on until this is the next decision."""
        while self.decisions[0][1] != word:
            self.next()

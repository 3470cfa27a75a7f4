"""``make screenshots``: the pictures of the README, taken from the real pages into ``docs/images``.

Starts a server with a database of its own, plays a little in the machine's Chromium, and looks.
"""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from playwright.sync_api import TimeoutError as NotInTime

from map_tools import point_at
from web_tools import Person, Server, find_browser, finished_match, launch

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"


def first_of(*wanted: str) -> Callable[[list[str]], str]:
    """Choose the first word that begins like one of these, in this order of taste; else the first there is."""

    def choose(words: list[str]) -> str:
        for beginning in wanted:
            for word in words:
                if word.startswith(beginning):
                    return word
        return words[0]

    return choose


PAX = first_of("keep", "draw", "hand", "under", "lay", "buy", "play", "done")
RISE_OF_ROME = ("rome", "carthage", "greece", "east")
ROMA = first_of("give", "lay", "activate", "target", "keep", "money", "draw", "end")


def play(person: Person, game: str, taste: Callable[[list[str]], str], until: Callable[[int, list[str]], bool]) -> None:
    """Play until a good moment for a picture; a game that ends without one is followed by the next."""
    for game_number in range(20):
        person.go("/")
        door = "Play now" if game_number else "Without a guide"
        person.page.get_by_role("button", name=f"{door}: {game}", exact=True).click()
        for decisions in range(200):
            if not person.wait_for_turn_or_end():
                break
            if until(decisions, [str(each.get_attribute("data-word")) for each in person.choices().all()]):
                return
            person.choose(taste)
    raise SystemExit(f"No good moment for a picture of {game} was found.")


def open_rise_of_rome(person: Person) -> None:
    """Scenario V with all powers on the map: Rome's first army knows how far it comes."""
    seats = [{"kind": "me" if power == "rome" else "bot", "level": "greedy"} for power in RISE_OF_ROME]
    options = {"scenario": "V", "seats": ",".join(RISE_OF_ROME)}
    match = person.api("/matches", {"game": "pax-romana", "options": options, "seats": seats})["match"]["id"]
    person.go(f"/table/{match}")
    for _ in range(40):
        if person.choose(first_of("expand", "major:rhegium", "major", "take-all", "no", "stand")) == "take-all":
            return
    raise SystemExit("Rome never came to march.")


def follow_lesson(person: Person, until: str) -> None:
    """The guided first game of Pax Romana up to the step before this word, and alone from there."""
    match = person.api("/lessons/pax-romana/01-first-game", {})["match"]["id"]
    person.go(f"/table/{match}")
    while (word := person.api(f"/matches/{match}/state")["lesson"]["word"]) != until:
        person.choose(first_of(str(word)))
    person.page.get_by_role("button", name="Leave the lesson").click()


def analyse(person: Person) -> None:
    """A game between bots, judged, at the last turning point that a decision brought about."""
    seats = [{"kind": "bot", "level": level} for level in ("regular", "novice")]
    for _ in range(20):
        match = person.api("/matches", {"game": "roma", "seats": seats})["match"]["id"]
        while person.api(f"/matches/{match}")["status"] != "finished":
            person.page.wait_for_timeout(500)
        person.api(f"/matches/{match}/analysis", {"level": "veteran"})
        while (found := person.api(f"/matches/{match}/analysis"))["status"] != "done":
            person.page.wait_for_timeout(500)
        turns = [each["number"] for each in found["analysis"]["turning_points"] if each["cause"] == "decision"]
        if turns and turns[-1] > 20:
            person.go(f"/replay/{match}?at={turns[-1]}")
            person.page.wait_for_selector(".graph")
            return
    raise SystemExit("No game that was turned by a decision was found.")


def take(person: Person, name: str, over: str = "") -> None:
    """``over``: a place of the map on which the mouse rests meanwhile."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    if over:
        point_at(person.page, over)
    else:
        person.page.mouse.move(0, 0)
    person.page.wait_for_timeout(900)
    person.page.screenshot(path=IMAGES / f"{name}.png")
    print(f"docs/images/{name}.png")


def take_map(browser: Browser, url: str) -> None:
    """Pax Romana on its map: an opening, a battle, and a phone."""
    wide = Person(browser, url, viewport={"width": 1440, "height": 900})
    for _ in range(20):
        open_rise_of_rome(wide)
        point_at(wide.page, "croton")
        with contextlib.suppress(NotInTime):  # too few MP rolled, or the others moved there: another deal
            wide.page.wait_for_selector("[data-odds]", timeout=5000)
            break
    take(wide, "pax-romana", over="croton")
    follow_lesson(wide, "raise")
    take(wide, "pax-romana-battle")
    phone = Person(browser, url, viewport={"width": 360, "height": 740}, color_scheme="dark")
    follow_lesson(phone, "embark")
    take(phone, "pax-romana-phone")


def main() -> None:
    if find_browser() is None:
        raise SystemExit("There is no Chromium on this machine.")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = launch(playwright)
        try:
            livia = Person(browser, server.url, viewport={"width": 1280, "height": 860})
            livia.go("/settings")
            livia.page.get_by_label("Name at the table").fill("Livia")
            livia.page.get_by_role("button", name="Save").click()
            livia.go("/")
            livia.page.get_by_role("button", name="Play now: PAX", exact=True).wait_for()
            take(livia, "start")
            play(livia, "PAX", PAX, lambda decisions, words: decisions > 24 and "done" in words and len(words) > 3)
            take(livia, "pax")
            play(livia, "Roma", ROMA, lambda decisions, words: decisions > 24 and len(words) > 5)
            take(livia, "roma")
            livia.go(f"/table/{finished_match(livia, 'pax', 4)}")
            livia.page.wait_for_selector("#reckoning")
            take(livia, "reckoning")
            analyse(livia)
            take(livia, "analysis")

            take_map(browser, server.url)

            phone = Person(browser, server.url, viewport={"width": 360, "height": 740}, color_scheme="dark")
            play(phone, "Roma", ROMA, lambda decisions, words: decisions > 16 and len(words) > 3)
            phone.page.get_by_role("button", name="See the board").click()
            take(phone, "phone")
        finally:
            browser.close()
            server.close()


if __name__ == "__main__":
    main()

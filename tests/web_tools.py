"""What the tests of the page have in common: a real server, a real Chromium, and people who click."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Playwright, Response, expect

from patience import patience, tries

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "src" / "ludi" / "server" / "static" / "index.html"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
NOWHERE = "/nowhere"
"""An address that is none."""
CHOICE = "ol button[data-word]:not([aria-disabled='true'])"


def find_browser() -> str | None:
    """The machine's own Chromium, or None."""
    chosen = os.environ.get("LUDI_CHROMIUM")
    if chosen:
        return chosen
    return next(
        (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None
    )


class Server:
    """A server process with a database of its own."""

    def __init__(self, folder: Path, port: int = 0, games: Path | None = None) -> None:
        """``games``: a folder of packages with further games for its shelf."""
        more = {} if games is None else {"PYTHONPATH": str(games)}
        command = [sys.executable, "-m", "ludi.server", "serve", "--no-open", "--port", str(port), "--workers", "1"]
        self._process = subprocess.Popen(
            [*command, "--database", str(folder / "tables.db")],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "LUDI_LIMITS": "off", "LUDI_HOME": str(folder), **more},
        )
        assert self._process.stdout is not None
        told = ""
        for line in self._process.stdout:
            told += line
            found = re.search(r"http://[\w.]+:\d+", line)
            if found:
                self.url = found[0]
                return
        raise AssertionError(f"The server did not start:\n{told}")

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(patience(10))

    def kill(self) -> None:
        self._process.kill()
        self._process.wait(patience(10))


class Person:
    """Somebody at a browser: own cookies, and every complaint of the page is kept.

    Unless ``settings`` says otherwise nothing moves, all that happens is shown at once, and nothing is asked twice.
    """

    def __init__(self, browser: Browser, url: str, **context: Any) -> None:
        self.url = url
        options: dict[str, Any] = {
            "viewport": {"width": 1280, "height": 900},
            "reduced_motion": "reduce",
            "locale": "en",
        }
        self.context: BrowserContext = browser.new_context(**{**options, **context})
        self.context.set_default_timeout(patience(15) * 1000)
        expect.set_options(timeout=patience(5) * 1000)
        self._keep({"tempo": "off", "sure": False}, again=False)
        self.complaints: list[str] = []
        self.refused: list[str] = []
        self.page: Page = self.open()

    def open(self) -> Page:
        """A new tab."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._hear)
        page.on("response", self.note)
        return page

    def _hear(self, message: ConsoleMessage) -> None:
        # That an address is none is what the browser should hear of this one.
        if message.type == "error" and message.location["url"] != self.url + NOWHERE:
            self.complaints.append(f"{message.text} ({message.location['url']})")

    def note(self, response: Response) -> None:
        """What was asked where the server refused: a complaint of the console names the address only."""
        if response.status >= 400:
            self.refused.append(f"{response.status} {response.url} {response.request.post_data}")

    def go(self, path: str) -> Page:
        self.page.goto(self.url + path)
        return self.page

    def settings(self, **chosen: str | bool) -> None:
        """As if chosen in the settings earlier."""
        self._keep({"tempo": "off", "sure": False, **chosen}, again=True)

    def _keep(self, chosen: dict[str, str | bool], again: bool) -> None:
        """``again``: on every page that is opened; else only where nothing is kept yet."""
        text = json.dumps(json.dumps(chosen))
        unless = "" if again else "localStorage.getItem('ludi.settings') ?? "
        keep = f"localStorage.setItem('ludi.settings', {unless}{text})"
        self.context.add_init_script(f"if (location.protocol.startsWith('http')) {keep}")  # an empty page keeps nothing

    def api(self, path: str, body: Any = None) -> Any:
        """Ask the server as this person."""
        self.context.request.get(self.url + "/api/me")
        if body is None:
            answer = self.context.request.get(f"{self.url}/api{path}")
        else:
            answer = self.context.request.post(f"{self.url}/api{path}", data=body)
        assert answer.ok, answer.text()
        return answer.json()

    def choices(self, page: Page | None = None) -> Locator:
        return (page or self.page).locator(CHOICE)

    def choose(self, wish: Callable[[list[str]], str] | None = None, page: Page | None = None) -> str:
        """Wait until it is our turn, click one of the choices in the list, wait until it has counted."""
        page = page or self.page
        page.wait_for_selector(CHOICE)
        words = page.eval_on_selector_all(CHOICE, "all => all.map(each => each.dataset.word)")
        word = wish(words) if wish else words[0]
        before = self.version(page)
        page.locator(f'ol button[data-word="{word}"]').click()
        page.wait_for_function(
            "before => document.querySelector('[data-version]')?.dataset.version !== before", arg=before
        )
        return word

    def version(self, page: Page | None = None) -> str:
        return (page or self.page).locator("[data-version]").get_attribute("data-version") or ""

    def wait_for_turn_or_end(self, page: Page | None = None) -> bool:
        """True: something to decide; False: the game is over."""
        page = page or self.page
        page.wait_for_selector(f"{CHOICE}, #reckoning")
        return page.locator("#reckoning").count() == 0

    def close(self) -> None:
        self.context.close()


def launch(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(executable_path=find_browser(), args=FLAGS)


def finished_match(person: Person, game: str, seats: int) -> str:
    """A match between bots, played to its end."""
    options = {"players": seats} if game == "pax" else {}
    level = {"kind": "bot", "level": "random"}
    answer = person.api("/matches", {"game": game, "options": options, "seats": [level] * seats, "listed": True})
    match = str(answer["match"]["id"])
    for _ in tries(30, pause=0.1):
        if person.api(f"/matches/{match}")["status"] == "finished":
            break
    return match


def analysed_match(person: Person, game: str, seats: int, level: str = "novice") -> str:
    """A finished match that the server has judged."""
    match = finished_match(person, game, seats)
    person.api(f"/matches/{match}/analysis", {"level": level})
    for _ in tries(120, pause=0.2):
        if person.api(f"/matches/{match}/analysis")["status"] == "done":
            break
    return match


def weigh(url: str) -> int:
    """Bytes of one file as the server sends it, compressed if it can."""
    request = urllib.request.Request(url, headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request) as answer:
        return len(answer.read())

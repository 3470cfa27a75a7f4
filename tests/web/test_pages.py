"""Every page: languages, phone width, accessibility, weight."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from needs import missing
from web_tools import AXE, CHOICE, NOWHERE, PAGE, Person, Server, analysed_match, finished_match

NewPerson = Callable[..., Person]

LIMIT = 300_000
"""Bytes of everything a first game of PAX or Roma needs, compressed."""


def all_paths(livia: Person, analysed: bool = True) -> dict[str, str]:
    """Every page, with tables in every state."""
    live = livia.api(
        "/matches", {"game": "pax", "options": {"players": 4}, "seats": [{"kind": "me"}] + [{"kind": "bot"}] * 3}
    )
    roma = livia.api("/matches", {"game": "roma", "seats": [{"kind": "me"}, {"kind": "bot"}]})
    romana = livia.api(
        "/matches", {"game": "pax-romana", "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}]}
    )
    lobby = livia.api(
        "/matches", {"game": "pax", "options": {"players": 2}, "seats": [{"kind": "me"}, {"kind": "open"}]}
    )
    pair = [{"kind": "me", "name": name} for name in ("Livia", "Marcus")]
    screen = livia.api("/matches", {"game": "pax", "options": {"players": 2}, "seats": pair})
    over = finished_match(livia, "pax", 3)
    return {
        "start": "/",
        "set up": "/setup?game=pax",
        "set up pax romana": "/setup?game=pax-romana",
        "mine": "/mine",
        "watch": "/watch",
        "puzzles": "/puzzles",
        "learn": "/learn",
        "learn pax": "/learn/pax",
        "learn roma": "/learn/roma",
        "learn pax romana": "/learn/pax-romana",
        "box of pax": "/reference/pax",
        "box of roma": "/reference/roma",
        "box of pax romana": "/reference/pax-romana",
        "rules of roma": "/reference/roma/rules#ROMA-LEGAT",
        "rules of pax romana": "/reference/pax-romana/rules",
        "campaign": "/campaign/pax",
        "settings": "/settings",
        "pax": f"/table/{live['match']['id']}",
        "roma": f"/table/{roma['match']['id']}",
        "pax romana": f"/table/{romana['match']['id']}",
        "lobby": f"/table/{lobby['match']['id']}",
        "curtain": f"/table/{screen['match']['id']}",
        "over": f"/table/{over}",
        "roma over": f"/table/{finished_match(livia, 'roma', 2)}",
        "replay": f"/replay/{over}?at=20",
        **({"analysis": f"/replay/{analysed_match(livia, 'pax', 4)}?at=20"} if analysed else {}),
        "record": "/replay",
        "join": lobby["match"]["invite"],
        "nowhere": NOWHERE,
    }


def settle(livia: Person, name: str) -> None:
    """Wait until the page is drawn."""
    ready = {
        "pax": CHOICE,
        "roma": CHOICE,
        "over": "#reckoning",
        "roma over": "#reckoning",
        "replay": ".board",
        "start": "article button",
    }
    ready |= {"rules of roma": "li.here", "rules of pax romana": "li[id] .id", "campaign": "[data-level]"}
    ready |= {f"box of {game}": ".picture svg" for game in ("pax", "roma", "pax romana")}
    ready |= {"analysis": ".graph", "set up pax romana": "[role=radiogroup]", "pax romana": ".board [data-space]"}
    livia.page.wait_for_selector(ready.get(name, "main h1, main h2"))


def test_with_reduced_motion_a_theme_changes_at_once_also_deep_in_the_page(person: NewPerson) -> None:
    livia = person(color_scheme="light")
    page = livia.go("/setup")
    settle(livia, "set up")
    seen = page.evaluate(
        """() => {
          const name = document.querySelector("fieldset label span");
          const light = getComputedStyle(name).color;
          document.documentElement.dataset.theme = "dark";
          return [light, getComputedStyle(name).color, getComputedStyle(document.documentElement).color];
        }"""
    )
    light, deep, root = seen
    assert deep == root != light


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious_on_any_page(person: NewPerson, theme: str) -> None:
    livia = person(color_scheme=theme, bypass_csp=True)
    if not AXE.is_file():
        missing("browser", "accessibility: axe-core is not installed (make page)")
    found: list[str] = []
    for name, path in all_paths(livia).items():
        page = livia.go(path)
        settle(livia, name)
        page.evaluate(AXE.read_text(encoding="utf-8"))
        report: dict[str, Any] = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        for violation in report["violations"]:
            if violation["impact"] in ("serious", "critical"):
                nodes = "; ".join(f"{node['html'][:120]} {node['failureSummary']}" for node in violation["nodes"][:3])
                found.append(f"{theme} {name}: {violation['id']} ({len(violation['nodes'])}): {nodes}")
    assert not found, "\n".join(found)


def test_every_page_fits_a_phone_of_360_pixels(person: NewPerson) -> None:
    livia = person(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    for name, path in all_paths(livia).items():
        page = livia.go(path)
        settle(livia, name)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, name
    page = livia.go("/")
    page.get_by_role("button", name="Play now: PAX", exact=True).tap()
    page.wait_for_selector(CHOICE)
    before = livia.version()
    page.locator(CHOICE).first.tap()
    page.wait_for_function("before => document.querySelector('[data-version]').dataset.version !== before", arg=before)


CUT_OFF = """() => {
  const found = [], letters = document.createElement('canvas').getContext('2d');
  for (const each of document.querySelectorAll('header *, main *, footer *')) {
    if (!each.offsetParent || each.closest('svg, .sr, .map') || each.clientWidth <= 1) continue;
    const style = getComputedStyle(each), said = each.textContent.trim().slice(0, 60);
    if (each.placeholder) {
      letters.font = style.font;
      const room = each.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      if (letters.measureText(each.placeholder).width > room) found.push(`placeholder ${each.placeholder}`);
    } else if (each.tagName !== 'INPUT' && ['hidden', 'clip'].includes(style.overflowX) && said) {
      if (each.scrollWidth > each.clientWidth + 1) found.push(`${each.tagName}.${each.className}: ${said}`);
    }
    const edge = (one) => one.getBoundingClientRect().right;
    if (each.matches('.rule') && edge(each) > edge(each.parentElement) + 1) found.push(`beyond its place: ${said}`);
  }
  const page = document.documentElement;
  return page.scrollWidth > innerWidth ? [...found, `the page is ${page.scrollWidth} wide`] : found;
}"""
"""What cannot be read to its end: texts behind an edge, hints longer than their field, a page wider than the window."""


@pytest.mark.parametrize(
    ("language", "width", "height"),
    [("de", 360, 740), ("nl", 768, 1024), ("nl", 1024, 768), ("de", 1440, 900), ("en", 1920, 1080)],
)
def test_nothing_is_cut_off_in_any_window(person: NewPerson, language: str, width: int, height: int) -> None:
    touch = width < 800
    livia = person(viewport={"width": width, "height": height}, has_touch=touch, is_mobile=touch)
    livia.settings(language=language)
    paths = all_paths(livia, analysed=False)
    found = []
    for name, path in paths.items():
        page = livia.go(path)
        settle(livia, name)
        found += [f"{name}: {each}" for each in page.evaluate(CUT_OFF)]
    assert not found, "\n".join(found)


SAID = {
    "en": ("Without a guide", "My tables", "Choose the one card you keep", "The game is over"),
    "de": ("Ohne Führung", "Meine Tische", "Wähle die eine Karte", "Die Partie ist zu Ende"),
    "nl": ("Zonder begeleiding", "Mijn tafels", "Kies de ene kaart", "Het spel is afgelopen"),
}


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_the_page_speaks_each_language_throughout(person: NewPerson, language: str) -> None:
    unguided, mine, prompt, over = SAID[language]
    livia = person(locale=language)
    page = livia.go("/")
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.get_by_role("link", name=mine)).to_be_visible()
    page.get_by_role("button", name=f"{unguided}: PAX", exact=True).click()
    page.wait_for_selector(CHOICE)
    expect(page.locator(".prompt")).to_contain_text(prompt)
    match = finished_match(livia, "pax", 2)
    livia.go(f"/table/{match}")
    expect(page.get_by_role("heading", name=over)).to_be_visible()
    # Switchable at any time, at the table too.
    other = "nl" if language != "nl" else "en"
    livia.go("/settings")
    page.locator("select").first.select_option(other)
    expect(page.locator("html")).to_have_attribute("lang", other)
    livia.go(f"/table/{match}")
    expect(page.get_by_role("heading", name=SAID[other][3])).to_be_visible()


def test_settings_are_kept(person: NewPerson) -> None:
    livia = person()
    page = livia.go("/settings")
    page.get_by_label("Theme").select_option("dark")
    page.get_by_label("Card size").select_option("large")
    page.get_by_label("Animation").select_option("slow")
    page.get_by_label("Colours that").uncheck()
    page.get_by_label("Name at the table").fill("Livia")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_contain_text("Saved")
    page.reload()
    html = page.locator("html")
    for name, value in {"theme": "dark", "cards": "large", "palette": "vivid"}.items():
        expect(html).to_have_attribute(f"data-{name}", value)
    expect(page.get_by_label("Name at the table")).to_have_value("Livia")


def test_a_finished_game_is_watched_again_from_any_seat_and_from_a_file(person: NewPerson, tmp_path: Any) -> None:
    livia = person()
    match = finished_match(livia, "pax", 2)
    page = livia.go(f"/replay/{match}")
    expect(page.locator(".board")).to_be_visible()
    expect(page.locator(".number")).to_contain_text("0 of")
    page.get_by_role("button", name="One decision on").click()
    expect(page.locator(".number")).to_contain_text("1 of")
    page.get_by_role("button", name="One event on").click()
    expect(page.locator(".number")).to_contain_text("2 of")
    for seen_from in ("watch", "0", "1", "open"):
        page.locator(".from select").select_option(seen_from)
        expect(page.locator(".board")).to_be_visible()
    page.get_by_role("button", name="To the end").click()
    expect(page.locator("#reckoning")).to_be_visible()
    page.get_by_label("Decision", exact=True).fill("30")
    expect(page.locator(".number")).to_contain_text("30 of")
    page.reload()
    expect(page.locator(".number")).to_contain_text("30 of")

    record = tmp_path / "game.json"
    record.write_text(json.dumps(livia.api(f"/matches/{match}/record")), encoding="utf-8")
    livia.go("/replay")
    page.get_by_label("A record file").set_input_files(record)
    expect(page.locator(".board")).to_be_visible()
    page.get_by_role("button", name="To the end").click()
    page.get_by_role("button", name="Check the deal").click()
    expect(page.locator(".proof .good")).to_have_count(2)


def test_the_page_is_light_and_asks_no_other_host(person: NewPerson, server: Server) -> None:
    livia = person()
    live = livia.api(
        "/matches", {"game": "pax", "options": {"players": 4}, "seats": [{"kind": "me"}] + [{"kind": "bot"}] * 3}
    )
    files: set[str] = set()
    page = livia.page
    page.on("response", lambda answer: files.add(answer.url) if "/assets/" in answer.url else None)
    foreign: list[str] = []
    page.on(
        "request",
        lambda asked: foreign.append(asked.url) if not asked.url.startswith(("http://localhost", "data:")) else None,
    )
    page.goto(f"{server.url}/table/{live['match']['id']}", wait_until="commit")
    page.wait_for_selector(".board", state="visible")
    livia.go("/")
    folder = PAGE.parent
    weight = sum(len(gzip.compress((folder / url.split("/", 3)[3]).read_bytes())) for url in files)
    assert not foreign
    assert weight < LIMIT

"""The guided first game of Pax Romana: its words are played by the engine, and by clicks in a browser."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ludi.core import Start, Table, registry
from ludi.core.dice import SEED_BYTES
from ludi.games.pax_romana import PaxRomanaState
from map_tools import click_on_map
from web_tools import Person

NewPerson = Callable[..., Person]
GUIDE = Path(__file__).resolve().parent.parent.parent / "web" / "src" / "boards" / "pax-romana" / "guide"


def read(name: str) -> Any:
    return json.loads((GUIDE / f"{name}.json").read_text(encoding="utf-8"))


def played(seed: bytes) -> Table:
    """The guide's match after its last step; whoever else were asked in between would make a step illegal."""
    guide = read("match")
    table = Table(registry.find("pax-romana"), {}, (), seed, Start(guide["position"], tuple(guide["dice"])))
    for word in guide["steps"]:
        assert tuple(table.state.actors()) == (guide["seats"].index("me"),), word
        table.play(0, word)
    return table


@pytest.mark.parametrize("seed", [bytes(SEED_BYTES), bytes(range(SEED_BYTES))])
def test_the_steps_lead_to_messana_and_a_town_whatever_the_seed(seed: bytes) -> None:
    state = played(seed).state
    assert isinstance(state, PaxRomanaState)
    view = state.view(None)
    assert list(view["units"]["rome"]["messana"]) == ["legion"]
    assert "messana" not in view["units"].get("independents", {})
    assert view["sites"]["brundisium"]["owner"] == "rome"
    assert view["units"]["rome"]["placentia"] == {"garrison": 3}


def test_the_hints_tell_the_numbers_that_the_dice_give() -> None:
    """8 MP, a roll of 6 against 2, 4 MP left, nine Shifts and 6 against 1: as the English hints say."""
    guide = read("match")
    table = Table(
        registry.find("pax-romana"), {}, (), bytes(SEED_BYTES), Start(guide["position"], tuple(guide["dice"]))
    )
    facts = []
    for word in guide["steps"]:
        facts.append(dict(table.state.prompt(0).facts))
        table.play(0, word)
    assert (facts[3]["mp"], facts[8]["mp"]) == (8, 4)
    assert [(facts[at]["attack"], facts[at]["defence"], facts[at]["number"]) for at in (7, 9)] == [(6, 2, 1), (6, 1, 9)]


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_every_step_has_its_hint(language: str) -> None:
    text = read(language)
    assert len(text["hints"]) == len(read("match")["steps"])
    assert all(text[part].strip() for part in ("title", "about", "end"))
    assert all(hint.strip() for hint in text["hints"])


def begin(livia: Person) -> None:
    page = livia.go("/learn/pax-romana")
    page.get_by_role("button", name="A first game, guided").click()
    page.wait_for_selector("[data-suggested]")


def test_the_guide_is_played_by_clicks(person: NewPerson) -> None:
    livia = person()
    begin(livia)
    hints = read("en")["hints"]
    for word, hint in zip(read("match")["steps"], hints, strict=True):
        livia.page.get_by_text(hint).wait_for()
        suggested = livia.page.locator("ol button[data-suggested]")
        assert suggested.get_attribute("data-word") == word
        before = livia.version()
        suggested.click()
        livia.page.wait_for_function(
            "before => document.querySelector('[data-version]')?.dataset.version !== before", arg=before
        )
    livia.page.get_by_text(read("en")["end"]).wait_for()
    livia.page.get_by_role("button", name="Leave the guide").click()
    assert livia.page.locator(".guide").count() == 0


def test_the_guide_is_played_on_the_map(person: NewPerson) -> None:
    livia = person()
    begin(livia)
    for word in read("match")["steps"]:
        livia.page.wait_for_selector(f"ol button[data-suggested][data-word='{word}']")
        click_on_map(livia, word)
    livia.page.get_by_text(read("en")["end"]).wait_for()


def test_who_goes_another_way_is_told_so_and_can_come_back(person: NewPerson) -> None:
    livia = person()
    begin(livia)
    livia.choose(lambda words: "expand")
    livia.choose(lambda words: "major:arretium")
    livia.page.get_by_text("You go your own way now").wait_for()
    assert livia.page.locator("[data-suggested]").count() == 0
    livia.page.get_by_role("button", name="Take back").last.click()
    livia.page.wait_for_selector("ol button[data-suggested][data-word='major:rhegium']")


def test_the_guide_can_be_left_and_stays_away(person: NewPerson) -> None:
    livia = person()
    begin(livia)
    livia.page.get_by_role("button", name="Leave the guide").click()
    livia.page.reload()
    livia.page.wait_for_selector("ol button[data-word]")
    assert livia.page.locator(".guide").count() == 0

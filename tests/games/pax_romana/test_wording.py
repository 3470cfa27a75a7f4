"""What the game says: every sentence in every language, with names a reader knows."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import ludi.games.pax_romana as package
from ludi.core import Phrase, Phrasebook, Table, registry
from ludi.games.pax_romana.asking.state import PaxRomanaState
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.engine.reasons import REASONS
from ludi.games.pax_romana.world.pieces import LOSSES
from ludi.games.pax_romana.world.scenario import FILES
from ludi.games.pax_romana.world.words import NAMES

GAME = registry.find("pax-romana")
SOURCE = Path(package.__file__).parent
PROPER = ("title.", "label.", "leader.", "crumb.")
"""Keys whose English may well be that of another language: names and single words."""


def books(box: object = None) -> list[Phrasebook]:
    return [GAME.phrases(language, box) for language in GAME.languages]  # type: ignore[arg-type]


def crumbs(table: Table) -> list[Phrase]:
    assert isinstance(table.state, PaxRomanaState)
    return [procedure.crumb(table.state) for procedure in table.state.stack]


def test_it_speaks_the_languages_of_the_house() -> None:
    assert list(GAME.languages) == ["en", "de", "nl"]


def test_every_key_that_the_code_names_is_in_every_book() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in sorted(SOURCE.rglob("*.py")))
    keys = set(re.findall(r'"((?:ask|crumb|why|prompt|outcome|leader)\.[a-z-]+)"', text))
    keys |= {f"event.{kind}" for kind in re.findall(r'\btell\(\s*"([a-z-]+)"', text)}
    keys |= {f"why.{reason}" for reason in (*re.findall(r'\botherwise="([a-z-]+)"', text), *REASONS.values())}
    keys |= {f"{table}.{name}" for table in ("label", "explain") for name in NAMES}
    keys |= {f"crumb.{kind.name}" for kind in Procedure.kinds.values()}
    assert len(keys) > 230
    for book in books():
        assert not keys - book.keys(), book.language


def test_nothing_is_left_in_english() -> None:
    english, *others = books()
    for book in others:
        same = {
            key
            for key in english.keys()  # noqa: SIM118
            if not key.startswith(PROPER)
            and book.template(key) == english.template(key)
            and book.template(key).count(" ") > 1
        }
        assert not same, book.language


@pytest.mark.parametrize("scenario", list(FILES))
def test_whatever_happens_can_be_said_in_every_language(scenario: str) -> None:
    table = Table.new("pax-romana", {"scenario": scenario, "event_markers": 2}, seed=bytes([5]) * 32)
    spoken, rng = books(table.box), random.Random(5)
    for _ in range(400):
        if not table.state.actors():
            break
        seat = table.state.actors()[0]
        state = table.state
        legal = state.legal(seat)
        phrases = [state.prompt(seat), state.label(legal[-1]), state.explain(legal[-1]), *crumbs(table)]
        phrases += [state.label(action) for action in rng.sample(legal, min(3, len(legal)))]
        for book in spoken:
            for phrase in phrases:
                assert "{" not in book.say(phrase)
        table.play(seat, rng.choice(legal))
    told = [event for _, event in table.events]
    assert len(told) > 20
    for book in spoken:
        for event in told:
            for phrase in (event.opened(), event.seen_by(None)):
                assert not re.search(r"[{}]|(?<![\w-])[nld]s?tp-", book.say(phrase)), phrase


def test_names_that_the_data_give_are_translated() -> None:
    box = GAME.box({"scenario": "II"})
    german, dutch = GAME.phrases("de", box), GAME.phrases("nl", box)
    assert (german.name("rome"), dutch.name("carthage"), german.name("syracuse")) == ("Rom", "Carthago", "Syrakus")
    assert german.name("rome-4") == "Rom 2-4"
    assert german.say(Phrase("crumb.activation", {"power": "carthage"})) == "Aktivierung: Karthago"
    assert GAME.phrases("en", box).name("rome-4") == "Rome 2-4"
    ninth = GAME.phrases("de", GAME.box({"scenario": "IX"}))
    assert ninth.name("ptolemies") == "Ptolemäer"


def test_peoples_without_a_power_keep_their_name_beside_their_leader() -> None:
    book = GAME.phrases("en", GAME.box({"scenario": "V"}))
    assert book.say(Phrase("ask.invasion", {"group": "western-gauls"})) == "Where do the Western Gauls enter?"


def test_events_and_rebellions_have_names() -> None:
    book = GAME.phrases("en", GAME.box({"scenario": "V"}))
    assert book.say(Phrase("event.event", {"event": "barbarian-invasion"})) == "Event: Barbarian Invasion."
    for language in GAME.languages:
        names = GAME.phrases(language).names()
        assert {"slave-revolt", "galley-technology", "naval-mutiny", "germany", "danube"} <= names


def test_units_have_names_in_the_log_and_in_refusals() -> None:
    for language in GAME.languages:
        assert {*LOSSES, "hire", "rebuild-legion", "rebuild-heavy"} <= GAME.phrases(language).names()
    book = GAME.phrases("de", GAME.box({"scenario": "II"}))
    built = Phrase("event.build", {"power": "rome", "what": "galley", "space": "ancona"})
    assert book.say(built) == "Rom: Galeerengeschwader in Ancona."
    assert book.say(Phrase("why.no-such-unit", {"what": "reduced-heavy"})).endswith("geschwächte schwere Infanterie.")


def test_leaders_of_history_and_places_have_names_in_every_language() -> None:
    ninth = {language: GAME.phrases(language, GAME.box({"scenario": "IX"})) for language in GAME.languages}
    assert ninth["en"].name("antigonus") == "Antigonus the One-eyed 3-5 (elite)"
    assert ninth["de"].name("antigonus") == "Antigonos der Einäugige 3-5 (Elite)"
    assert ninth["nl"].name("antigonus") == "Antigonos Eenoog 3-5 (elite)"
    assert [book.name("tyre") for book in ninth.values()] == ["Tyre", "Tyros", "Tyrus"]


def test_in_german_a_verb_agrees_with_leagues_and_with_macedon() -> None:
    book = GAME.phrases("de", GAME.box({"scenario": "X"}))
    acts = {power: book.say(Phrase("event.activation", {"power": power})) for power in ("leagues", "macedon")}
    assert acts["leagues"].endswith("sind am Zug.")
    assert acts["macedon"].endswith("ist am Zug.")

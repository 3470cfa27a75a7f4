"""One phrasebook for each game and language in the whole process, and none for a language that nobody speaks."""

from __future__ import annotations

import gc
import itertools
import re
import string
import tomllib
from pathlib import Path
from typing import Any

import pytest

from ludi import server
from ludi.core import Phrase, Phrasebook, registry
from ludi.games.pax import PaxState
from ludi.server.talk import asked_in, guest_name, is_guest_name
from server_tools import HOT_SEAT, Browser, House

MADE_UP = ["".join(letters) for letters in itertools.product("qxz", string.ascii_lowercase)]
"""Two letters each; no book is written in any of them."""


def _reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Filled with whatever phrasebook is parsed from now on."""
    parsed: list[str] = []
    loads = tomllib.loads

    def counted(text: str, **options: Any) -> dict[str, Any]:
        parsed.append(text[:60])
        return loads(text, **options)

    monkeypatch.setattr("ludi.core.text.tomllib.loads", counted)
    return parsed


def _books() -> int:
    gc.collect()
    return sum(isinstance(each, Phrasebook) for each in gc.get_objects())


def test_a_made_up_language_is_answered_in_english_and_nothing_is_kept_for_it(
    house: House, ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = ann.create(HOT_SEAT)["id"]
    routes = [f"/api/matches/{match}", f"/api/matches/{match}/state", f"/api/matches/{match}/log", "/api/games"]
    said = {path: ann.raw("GET", path).content for path in routes[2:]}
    line = ann.look(match, seat=0)
    prompt = line.state["prompt"]
    before = _books()
    parsed = _reads(monkeypatch)
    for language in MADE_UP:
        for path in routes:
            answer = ann.raw("GET", f"{path}?lang={language}")
            assert answer.status_code == 200
            assert answer.content == said.get(path, answer.content)
        line.send("lang", lang=language)
        state = line.until("state")
        assert (state["lang"], state["prompt"]) == ("en", prompt)
    assert parsed == []
    assert _books() <= before + 2, "not one for each of them"


def test_neither_a_refusal_nor_the_shelf_reads_a_phrasebook_again(
    house: House, ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = []
    for game in registry.names():
        seats = [{"kind": "me"}] * registry.find(game).box({}).seats
        lines.append(ann.look(ann.create({"game": game, "seats": seats})["id"], lang="de"))
    parsed = _reads(monkeypatch)
    for line in lines:
        for word in ("done", "pass", "draw"):
            for _ in range(3):
                if word not in line.words():
                    assert line.play(word)["type"] == "refused"
    for _ in range(3):
        for language in ("de", "en", "nl"):
            assert len(ann.call("GET", f"/api/games?lang={language}")) == 3
    board = ann.raw("GET", "/api/games/pax-romana/board?lang=nl").content
    assert ann.raw("GET", "/api/games/pax-romana/board?lang=nl").content == board
    read = {text for text in parsed if parsed.count(text) > 1}
    assert read == set(), "each at most once in a process"


def test_a_refusal_asks_the_game_once_and_speaks_the_viewers_language(
    ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = ann.create(HOT_SEAT)["id"]
    line = ann.look(match, seat=0, lang="de")
    asked: list[str] = []
    why_not = PaxState.why_not

    def counted(state: PaxState, seat: int, word: str) -> Phrase | None:
        asked.append(word)
        return why_not(state, seat, word)

    monkeypatch.setattr(PaxState, "why_not", counted)
    refused = line.play("done")
    assert (refused["code"], refused["rule"]) == ("illegal", "PAX-SETUP-10")
    assert refused["message"] == registry.find("pax").phrases("de").say(Phrase("why.set-up-first"))
    assert asked == ["done"]
    body = {"word": "done", "version": line.state["version"], "seat": 0}
    answer = ann.raw("POST", f"/api/matches/{match}/play?lang=de", body)
    assert answer.status_code == 409
    assert answer.json() == {key: refused[key] for key in ("code", "message", "rule")}, "over HTTP the same"
    assert asked == ["done", "done"]


def test_names_of_one_match_do_not_reach_the_book_of_another() -> None:
    game = registry.find("pax")
    first = game.phrases("en", game.box({}))
    first.seats = ["Ann"]
    first.add_names({"aureus": "Penny"})
    again = game.phrases("en", game.box({}))
    assert again.name("aureus") != "Penny"
    assert again.seats == ()


def test_a_rule_says_in_which_language_it_is_told_and_which_tests_prove_it(ann: Browser) -> None:
    rule = registry.find("pax").rules("de")["PAX-BUY-1"]
    told = ann.raw("GET", "/api/rules/PAX-BUY-1?lang=de").json()
    assert (told["requirement"], told["lang"], told["proofs"]) == (rule.requirement, rule.language, list(rule.proofs))
    assert ann.raw("GET", "/api/rules/PAX-BUY-1?lang=qx").json()["lang"] == "en"
    assert (
        ann.raw("GET", "/api/rules/PAX-BUY-1").json()["requirement"]
        == registry.find("pax").rules()["PAX-BUY-1"].requirement
    )


DEVELOPERS = ("malformed", "invalid", "not_allowed", "forbidden_origin", "too_slow")
"""Codes that no page gives rise to: their sentences are for who writes a client."""


def test_what_the_server_itself_refuses_is_known_in_every_language() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in Path(server.__file__).parent.glob("*.py"))
    said = {text for code, text in re.findall(r'Refused\("(\w+)", "([^"{]+)"', source) if code not in DEVELOPERS}
    books = [Phrasebook.load("ludi.server", language) for language in ("en", "de", "nl")]
    known = {books[0].template(key) for key in books[0].section("refusal")}
    assert len(said) > 35
    assert said <= known
    for key in books[0].section("refusal"):
        assert len({book.template(key) for book in books}) == len(books), key
        # Of a sentence with gaps, and of what stands in them, the beginning.
        assert books[0].template(key).partition("{")[0][:25] in source, "nobody says it any more"


@pytest.mark.parametrize(
    ("accepted", "message"),
    [
        ("de", "Diese Partie gibt es nicht."),
        ("nl-BE,nl;q=0.9", "Die partij bestaat niet."),
        ("qq, en", "There is no such match."),
        ("", "There is no such match."),
    ],
)
def test_a_refusal_of_the_server_is_in_the_language_of_the_reader(ann: Browser, accepted: str, message: str) -> None:
    answer = ann.raw("GET", "/api/matches/nowhere", headers={"Accept-Language": accepted})
    assert answer.json()["message"] == message


def test_a_stranger_is_a_guest_in_the_language_of_the_reader() -> None:
    assert guest_name("de", 1234) == "Gast 1234"
    assert guest_name(asked_in("fr, nl"), 1234) == "Gast 1234"
    assert guest_name("en", 1234) == "Guest 1234"
    assert is_guest_name("Gast 1234")
    assert is_guest_name("Guest 1234")
    assert not is_guest_name("Guest of honour")
    assert not is_guest_name("Livia 1234")

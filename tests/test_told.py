"""What players read in games by chance, in every language: no id, no key, nothing left unfilled, no small beginning.

Everything a player is told is looked at: the log with its secrets, prompts, choices with their explanations, refusals
and results. Whoever names a thing that a phrasebook has no name for, or leaves a word of another language in it, is
found here.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache

import pytest

from ludi.core import Outcome, Phrase, Phrasebook, Table, registry, seed_from_text

DECISIONS = 220
"""Of each game; a few hundred sentences a decision would be too many for CI."""
LABELS = 6
REFUSALS = 4
BY_CHANCE = [
    ("pax", {"players": 3}),
    ("pax", {"players": 1}),
    ("roma", {}),
    ("pax-romana", {"scenario": "III"}),
    ("pax-romana", {"scenario": "VIII"}),
    ("pax-romana", {"scenario": "X"}),
    ("pax-romana", {"scenario": "V", "format": "advanced"}),
]
ID = re.compile(r"[a-z]+(?:[-_.:][a-z0-9]+)*")
"""What looks like an id, a key or a word of an action."""


@cache
def _ids(game: str) -> frozenset[str]:
    """The ids that have a name, and the keys of phrases."""
    book = registry.find(game).phrases("en")
    return frozenset(book.names()) | frozenset(book.keys())


def _own_words(book: Phrasebook) -> frozenset[str]:
    """Every word that the book itself writes, so that it is no stray id."""
    written = [book.template(key) for key in book.keys()]  # noqa: SIM118
    written += [book.name(word) for word in book.names()]
    written += [form for forms in book.units().values() for form in forms]
    return frozenset(re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", " ".join(written)))


def _phrases(table: Table, rng: random.Random) -> Iterator[Phrase]:
    """What is said at this moment to those who decide."""
    state = table.state
    verbs = state.box.vocabulary.verbs
    for seat in state.actors():
        yield state.prompt(seat)
        legal = state.legal(seat)
        for action in rng.sample(legal, min(LABELS, len(legal))):
            yield state.label(action)
            yield state.explain(action)
        for verb in rng.sample(verbs, min(REFUSALS, len(verbs))):
            word = f"{verb.name}:{rng.choice(verb.arguments)}" if verb.arguments else verb.name
            why = state.why_not(seat, word)
            if why is not None:
                yield why


def _unnamed(book: Phrasebook, phrase: Phrase) -> Iterator[str]:
    """Ids among the facts that are told and that this book has no name for."""
    for name in book.facts_of(phrase.key):
        fact = phrase.facts[name]
        for value in [fact] if isinstance(fact, (str, int)) else fact:
            known = not isinstance(value, str) or value in book.names() or book.name(value) != value
            if not known and re.fullmatch(r"[a-z][a-z0-9:_-]*", str(value)):
                yield f"no name for {value}"


def _faults(book: Phrasebook, own: frozenset[str], ids: frozenset[str], phrase: Phrase) -> list[str]:
    said = book.say(phrase)
    found = [each for each in ("{", "}", "None") if each in said]
    found += [each for each in ID.findall(said) if each in ids and each not in own]
    found += _unnamed(book, phrase)
    if said[:1].islower() and not phrase.key.startswith("control."):
        found.append("begins small")
    return [f"{book.language}: {phrase.key}: {said!r}: {each}" for each in found]


@pytest.mark.parametrize(("game", "options"), BY_CHANCE)
def test_no_id_reaches_a_player(game: str, options: dict[str, object]) -> None:
    rng = random.Random(f"{game} {options}")
    table = Table.new(game, options, seed=seed_from_text(f"told {options}"))
    books = [table.phrases(language) for language in registry.find(game).languages]
    for book in books:
        book.seats = [f"Player {seat + 1}" for seat in range(table.box.seats)]
    known = {book.language: _own_words(book) for book in books}
    ids = _ids(game) | frozenset(books[0].names())
    faults: dict[str, None] = {}
    heard = 0
    for _ in range(DECISIONS):
        phrases = list(_phrases(table, rng))
        for _, event in table.events[heard:]:
            phrases += [event.opened(), event.seen_by(None)]
        heard = len(table.events)
        for phrase in phrases:
            for book in books:
                faults |= dict.fromkeys(_faults(book, known[book.language], ids, phrase))
        if not table.state.actors():
            break
        seat = rng.choice(list(table.state.actors()))
        table.play(seat, table.state.spell(rng.choice(table.state.legal(seat))))
    outcome = table.state.outcome()
    if isinstance(outcome, Outcome):
        for book in books:
            faults |= dict.fromkeys(_faults(book, known[book.language], ids, outcome.phrase()))
    assert not faults, "\n".join(list(faults)[:20])

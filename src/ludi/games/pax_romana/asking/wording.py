"""What is asked, and what each choice means: phrases for the prompts, the choices and their help."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from weakref import WeakKeyDictionary

from ludi.core import SPAN, Box, Fact, Phrase, Phrasebook
from ludi.core.native import Handle
from ludi.games.pax_romana.ch17_cards.effect import Effect
from ludi.games.pax_romana.engine.state import PlayedPosition
from ludi.games.pax_romana.world.atlas import atlas
from ludi.games.pax_romana.world.box import PaxRomanaBox
from ludi.games.pax_romana.world.cards import CARD_NAMES
from ludi.games.pax_romana.world.files import BUILT_IN, Files
from ludi.games.pax_romana.world.pieces import SIDE_NAMES
from ludi.games.pax_romana.world.words import DISCARD_CARD, KEEP_CARD, NAMED_BY, NAMES, PLAY, Argument

CARD_VERBS = (PLAY, DISCARD_CARD, KEEP_CARD)
"""Verbs that are explained by what their card does."""


@lru_cache(maxsize=32)
def names_of_places(language: str, files: Files = BUILT_IN) -> dict[str, str]:
    book = Phrasebook.load("ludi.games.pax_romana", language)
    places = atlas(files)
    found = dict(zip(places.ids, places.names, strict=True))
    found |= dict(zip(places.province_ids, places.province_names, strict=True))
    found |= dict(zip(places.territory_ids, places.territory_names, strict=True))
    return {word: called(book, name) for word, name in found.items()}


@cache
def _titles() -> dict[str, str]:
    """Names that the data give in English, and their keys in the other phrasebooks."""
    english = Phrasebook.load("ludi.games.pax_romana", "en")
    return {english.template(key).casefold(): key for key in english.section("title")}


@cache
def _staged() -> frozenset[str]:
    """The labels and explanations that a stage of play has of its own: the verb, then the question it answers; what
    each card does."""
    english = Phrasebook.load("ludi.games.pax_romana", "en")
    return frozenset(english.section("label") + english.section("explain") + english.section("card"))


def _in_stage(s: PlayedPosition, table: str, verb: str, facts: Mapping[str, Fact], rule: str) -> Phrase:
    """A verb in words for the question that is asked, where it has such words, else in its own."""
    top = s.stack[-1]
    asked = top.ask(s, top.deciders(s)[0])
    staged = f"{verb}-{asked.key.partition('.')[2]}"
    key = f"{table}.{staged}"
    if key not in _staged():
        return Phrase(f"{table}.{verb}", facts, rule)
    where = {fact: asked.facts[fact] for fact in ("space", "power") if fact in asked.facts}
    return Phrase(key, {**where, **facts}, rule)


def called(book: Phrasebook, title: str) -> str:
    """A name that stands in the data, in the language of the book."""
    key = _titles().get(title.casefold())
    return title if key is None or not book.has(key) else book.template(key)


class Speech(Phrasebook):
    """The game's phrasebook, which can also name the words of actions: parts of an offer, of a secret plan."""

    def name(self, word: str) -> str:
        verb, _, argument = word.partition(":")
        key = f"label.{verb}"
        if not (argument or word == "passage") or not self.has(key):
            return super().name(word)
        template = self.template(key)
        if not self.facts_of(key) <= {"what"}:
            return super().name(word)
        said = self.fill(Phrase(key, {"what": int(argument) if argument.isdigit() else argument}))
        return said if self.language == "de" or template.startswith("{") else said[:1].lower() + said[1:]


def files_of_match(book: Phrasebook) -> Files:
    """The data files of the match that a phrasebook speaks of."""
    return book.box.files if isinstance(book.box, PaxRomanaBox) else BUILT_IN


def phrasebook(language: str, box: PaxRomanaBox | None) -> Phrasebook:
    """The game's phrasebook; with a box it knows the Powers and leaders of the scenario."""
    book = Speech.load("ludi.games.pax_romana", language)
    book.box = box
    book.add_names(names_of_places(language, BUILT_IN if box is None else box.files))
    if box is not None:
        known = _names_in_box.setdefault(box.handle, {})
        if language not in known:
            known[language] = _powers_and_leaders(language, box)
        book.add_names(known[language])
    return book


_names_in_box: WeakKeyDictionary[Handle[Box], dict[str, dict[str, str]]] = WeakKeyDictionary()
"""By language. Every refusal is said in a book that needs them."""


def _powers_and_leaders(language: str, box: PaxRomanaBox) -> dict[str, str]:
    """The names that only this match has. A Power with the id of a Space is called as the Space is: Syracuse."""
    book = phrasebook(language, None)
    places = frozenset(atlas(box.files).ids)
    titles = zip(box.powers, box.titles, strict=True)
    names = {power: called(book, name) for power, name in titles if power not in places}
    names |= {realm.word: called(book, realm.title) for realm in box.realms}
    book.add_names(names)
    sides = set(SIDE_NAMES.values())
    for leader in box.leaders:
        if leader.word in sides:
            continue
        facts: dict[str, Fact] = {
            "title": called(book, leader.title) if leader.title else box.side_word(leader.side),
            "rating": f"{leader.tactical}-{leader.campaign}",
        }
        key = "leader.elite" if leader.elite else "leader.plain"
        names[leader.word] = book.fill(Phrase(key, facts))
    return names


def prompt(s: PlayedPosition, seat: int) -> Phrase:
    if not s.stack:
        return Phrase("prompt.over", {}, "PR-3.7")
    power = s.decider(seat)
    if power < 0:
        return Phrase("prompt.wait", {"seats": s.actors()}, s.stack[-1].rule)
    asked = s.stack[-1].ask(s, power)
    if len(s.box.seat_powers[seat]) > 1:
        return Phrase(asked.key, {**asked.facts, "who": s.box.powers[power]}, asked.rule)
    return asked


def _named(kind: Argument, word: str) -> Fact:
    """What the argument of a verb names, as a fact: a number, or something that has a name."""
    if kind is Argument.COUNT:
        return int(word)
    return f"{kind.value}-{word}" if kind in (Argument.UNIT, Argument.OBJECTIVE) else word


def _rule(s: PlayedPosition, verb: int) -> str:
    """The rule that allows a choice: its own, else that by which the question is asked."""
    top = s.stack[-1]
    chosen = top.choice(verb)
    return (chosen.rule if chosen is not None else "") or top.ask(s, top.deciders(s)[0]).rule


def label(s: PlayedPosition, action: int) -> Phrase:
    verb = action // SPAN * SPAN
    top = s.stack[-1]
    chosen = top.choice(verb)
    name = (chosen.label if chosen is not None else "") or NAMES[action // SPAN]
    facts = dict(top.tells(s, action))
    if NAMED_BY[verb] is not Argument.NOTHING:
        facts["what"] = _named(NAMED_BY[verb], s.box.vocabulary.argument(action))
    return _in_stage(s, "label", name, facts, _rule(s, verb))


def explain(s: PlayedPosition, action: int) -> Phrase:
    """What a choice means; for a card what the card does."""
    verb = action // SPAN * SPAN
    if verb in CARD_VERBS and (key := f"card.{CARD_NAMES[action % SPAN]}") in _staged():
        return Phrase(key, {}, Effect.all[action % SPAN].rule)
    rule = _rule(s, verb)
    return _in_stage(s, "explain", NAMES[action // SPAN], {}, rule)

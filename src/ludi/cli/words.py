"""The language of the terminal: that of ``--language``, else of the machine's locale, else English.

What is said at the table comes from the phrasebooks ``text/<language>.toml``. What is refused is found in them by its
English form (:mod:`ludi.core.refusals`), so that whoever refuses need not know who listens.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from functools import cache

from ludi.core import Fact, Game, LudiError, Phrase, Phrasebook, registry

PACKAGE = "ludi.cli"
LANGUAGES = ("en", "de", "nl")
FLAG = "--language"
_asked: ContextVar[str | None] = ContextVar("asked", default=None)
"""What this command was asked to speak."""


def of_locale(environment: Mapping[str, str]) -> str:
    """
    >>> of_locale({"LANG": "de_AT.UTF-8"}), of_locale({"LC_ALL": "C", "LANG": "nl_BE"}), of_locale({"LANG": "fr_FR"})
    ('de', 'en', 'en')
    """
    named = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    language = next((each for each in named if each), "")[:2].lower()
    return language if language in LANGUAGES else "en"


def hear(typed: Sequence[str]) -> None:
    """Whatever is said from now on is said in the language that a command line asks for, if it asks for one."""
    wanted = None
    for word, following in zip(typed, [*typed[1:], ""], strict=False):
        if word == "--":
            break
        if word == FLAG:
            wanted = following
        elif word.startswith(f"{FLAG}="):
            wanted = word.partition("=")[2]
    _asked.set(wanted)


def asked() -> str | None:
    """The language that was asked for in so many words."""
    return _asked.get()


def spoken() -> str:
    """The language of the terminal."""
    wanted = _asked.get()
    return of_locale(os.environ) if wanted is None else wanted if wanted in LANGUAGES else "en"


def language_of(game: Game) -> str:
    """The language in which a game is told here: English where it does not speak that of the terminal."""
    wanted = asked() or spoken()
    return wanted if wanted in game.languages else "en"


def language_for(game: Game) -> str:
    """The same; a language that was asked for and that the game does not speak is refused."""
    wanted = asked()
    if wanted is not None and wanted not in game.languages:
        raise LudiError(f"{game.title} does not speak '{wanted}'; it speaks {', '.join(game.languages)}.")
    return language_of(game)


def check(wanted: str | None) -> None:
    """Refuse a language that nobody here speaks, neither the terminal nor a game."""
    games = [registry.find(name) for name in registry.names()]
    if wanted is not None and wanted not in LANGUAGES and not any(wanted in game.languages for game in games):
        raise LudiError(f"Nobody here speaks '{wanted}'; the languages are {', '.join(LANGUAGES)}.")


POINTS = str.maketrans(",.", ".,")


class Words:
    """What the terminal says in one language: ``words("table.thinks", name="Livia")``."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.book = Phrasebook.load(PACKAGE, language)

    def __call__(self, key: str, **facts: Fact) -> str:
        return self.book.fill(Phrase(key, facts))

    def has(self, key: str) -> bool:
        return self.book.has(key)

    def number(self, value: float, digits: int = 1) -> str:
        """As it is written in this language: 1,234.5 or 1.234,5."""
        text = f"{value:,.{digits}f}"
        return text if self.language == "en" else text.translate(POINTS)

    def count(self, value: float) -> str:
        """A number that is mostly a whole one: no digits behind the point then."""
        return self.number(value, 0 if value == int(value) else 1)

    def share(self, value: float, digits: int = 1) -> str:
        return f"{self.number(100 * value, digits)} %"


@cache
def words_in(language: str) -> Words:
    return Words(language if language in LANGUAGES else "en")


def beside(book: Phrasebook) -> Words:
    """The words of the terminal in the language of a game's phrasebook."""
    return words_in(book.language)


def counts(game: Game) -> str:
    """How many can play, in words: '1 to 8', '2', '3 or 5'."""
    words, numbers = words_in(spoken()), list(game.seat_counts)
    if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return words("counts.span", first=numbers[0], last=numbers[-1])
    return words("word.or").join(map(str, numbers))


def summary_of(game: Game) -> str:
    """What a game is, in one line."""
    book = game.phrases(language_of(game))
    return book.template("game.summary") if book.has("game.summary") else game.summary


def status_of(game: Game) -> str:
    """How sure a game's data are."""
    book = game.phrases(language_of(game))
    return book.template("game.data-status") if book.has("game.data-status") else game.data_status


def bot_called(words: Words, player: str, *more: object) -> str:
    """A bot by what people call it and, where that is another word, by what one types; what more is to be said stands
    beside it.

    >>> [bot_called(words_in("en"), name) for name in ("greedy", "master", "search@9")]
    ['opportunist (greedy)', 'master', 'search@9']
    >>> bot_called(words_in("de"), "greedy", 1000), bot_called(words_in("en"), "master", 1172)
    ('Opportunist (greedy, 1000)', 'master (1172)')
    """
    called, typed = _bot_names(words, player)
    beside = ", ".join(map(str, [*typed, *more]))
    return f"{called} ({beside})" if beside else called


def bot_seated(words: Words, player: str) -> str:
    """A bot beside the name it has at the table: 'opportunist bot, greedy'."""
    called, typed = _bot_names(words, player)
    return ", ".join([words("table.bot", name=called), *typed])


def _bot_names(words: Words, player: str) -> tuple[str, Sequence[str]]:
    """What people call a bot, and what one types where that is another word."""
    key = f"bot-name.{player}"
    called = words(key) if words.has(key) else player
    return called, [player] if called.casefold() != player else []


def bot_rated(words: Words, player: str, ratings: Mapping[str, int]) -> str:
    """A bot with its rating, where it was measured."""
    return bot_called(words, player, *([ratings[player]] if player in ratings else []))


def bot_typed(name: str) -> str:
    """The bot of either name, in any language: 'greedy' for 'Opportunist', 'search@500' for 'calculator@500'."""
    kind, at, budget = name.strip().partition("@")
    return _bots_called().get(kind.strip().casefold(), kind) + at + budget


@cache
def _bots_called() -> Mapping[str, str]:
    return {
        words_in(language)(key).casefold(): key.partition(".")[2]
        for language in LANGUAGES
        for key in words_in(language).book.section("bot-name")
    }

"""How a golden playthrough is told: one fact, one verb, one event a line, so that a diff shows what changed."""

from __future__ import annotations

import hashlib
import json
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ludi.core import Event, Phrase, Phrasebook, State

WIDTH = 118
SHORT = 88
"""A plain list or table is one fact as long as it is no longer than this."""
LONG_MENU = 12
"""From so many choices on only the difference to the menu before is told, where most of it is the same."""


def facts(view: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every fact of a view by its path, in the order of the paths."""
    if not isinstance(view, (dict, list)) or _is_one(view, path):
        yield path, json.dumps(view, sort_keys=True, ensure_ascii=False)
        return
    parts = sorted(view.items()) if isinstance(view, dict) else enumerate(view)
    for key, value in parts:
        yield from facts(value, f"{path}.{key}" if path else str(key))


def _is_one(view: dict[str, Any] | list[Any], path: str) -> bool:
    """Whether a list or table is one fact: what stands in one Space is, what stands in all of them is not."""
    if isinstance(view, dict):
        plain = "." in path and not any(isinstance(each, (dict, list)) for each in view.values())
    else:
        plain = not any(isinstance(each, dict) or (isinstance(each, list) and each) for each in view)
    return not view or (plain and len(json.dumps(view)) <= SHORT)


def tell_view(view: Mapping[str, Any], known: Mapping[str, str] | None, indent: str) -> list[str]:
    """The facts of a view; where some are ``known``, only those that are new, other than before, or gone."""
    now = dict(facts(view))
    if known is None:
        return [line for path, fact in now.items() for line in _wrapped(f"{path} = {fact}", indent)]
    told = []
    for path in sorted({*now, *known}, key=lambda each: each.split(".")):
        if path not in now:
            told += [f"{indent}{path} is gone"]
        elif path not in known:
            told += _wrapped(f"{path} = {now[path]}", indent)
        elif now[path] != known[path]:
            told += _wrapped(f"{path} = {now[path]} (was {known[path]})", indent)
    return told


def tell_menu(words: Sequence[str], before: Sequence[str], indent: str) -> list[str]:
    """The choices, one verb a line; of a long menu that hardly differs from the one ``before`` the difference."""
    kept = set(words) & set(before)
    if len(words) > LONG_MENU and 4 * len(kept) >= 3 * len(words):
        told = [f"{indent}may do as before"]
        for sign, changed in (("but not", set(before) - kept), ("and now", set(words) - kept)):
            if changed:
                told += _wrapped(f"{sign} {' '.join(sorted(changed))}", indent + "  ")
        return told
    verbs: dict[str, list[str]] = {}
    for word in words:
        verb, colon, rest = word.partition(":")
        verbs.setdefault(verb if colon else "", []).append(rest if colon else word)
    told = []
    for verb, some in verbs.items():
        told += _wrapped(f"may {verb + ': ' if verb else ''}{' '.join(some)}", indent)
    return told


def tell_phrase(book: Phrasebook, phrase: Phrase) -> str:
    return f"{book.say(phrase)} [{phrase.rule}]"


def tell_events(book: Phrasebook, events: Iterable[Event]) -> list[str]:
    return [line for event in events for line in _wrapped(tell_phrase(book, event.opened()), "   * ")]


def tell_end(book: Phrasebook, state: State) -> list[str]:
    """The outcome with its full account; nothing while the game goes on."""
    outcome = state.outcome()
    if outcome is None:
        return []
    told = [f"{tell_phrase(book, outcome.phrase())} scores {list(outcome.scores)}", "reckoning:"]
    return told + tell_view(outcome.reckoning, None, "  ")


def choice(words: Sequence[str], moment: str) -> str:
    """One of the words by chance, such that another word on offer seldom changes which one it is.

    Each word draws a lot from the moment and itself, and the lowest wins: unlike a random number it does not depend on
    the order or the number of the words, so a corrected rule changes a playthrough only where it matters.
    """
    return min(words, key=lambda word: hashlib.sha256(f"{moment} {word}".encode()).digest())


def _wrapped(text: str, indent: str) -> list[str]:
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=indent,
        subsequent_indent=" " * (len(indent) + 4),
        break_long_words=False,
        break_on_hyphens=False,
    )

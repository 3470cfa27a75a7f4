"""What people may be called: something that can be seen, read in one direction, and told apart from the others."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Collection
from typing import Annotated, Any

from pydantic import AfterValidator, StringConstraints

LONGEST = 40
LONGEST_KEY = 80

_UNSEEN = frozenset(["Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"])
"""Categories of characters that show nothing or change how others are shown: controls, directions, joiners, halves."""

_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Letters and marks that look like nothing."""

_MARKS_IN_A_ROW = 3


def _seen(character: str) -> bool:
    selects_a_variant = "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"
    return unicodedata.category(character) not in _UNSEEN and character not in _BLANK and not selects_a_variant


def readable(text: str) -> str:
    """A name in its shortest spelling, without what cannot be seen; spaces are single and inside."""
    shown: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", text):
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if character.isspace():
            shown.append(" ")
        elif _seen(character) and marks <= _MARKS_IN_A_ROW:
            shown.append(character)
    return " ".join("".join(shown).split())


def _person(name: str) -> str:
    found = readable(name)
    if not any(unicodedata.category(character)[0] in "LNPS" for character in found):
        raise ValueError("A name needs something that can be read.")
    if len(found) > LONGEST:
        raise ValueError(f"A name has at most {LONGEST} characters.")
    return found


PersonName = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST, pattern=r"^[^\x00-\x1f\x7f]+$"),
    AfterValidator(_person),
]


def _account(name: str) -> str:
    if readable(name) != unicodedata.normalize("NFC", name):
        raise ValueError("An account's name has only characters that can be seen.")
    if len(account_key(name)) > LONGEST_KEY:
        raise ValueError("This name of an account is too long.")
    return name


AccountName = Annotated[
    str, StringConstraints(strip_whitespace=True, pattern=r"^[\w.\-]{2,40}$"), AfterValidator(_account)
]


def account_key(name: str) -> str:
    """Two spellings of one name are one account."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def _writable(value: dict[str, Any]) -> dict[str, Any]:
    """Data that can be written down and sent again: JSON can spell halves of characters that no text can hold."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except (UnicodeEncodeError, RecursionError):
        raise ValueError("This cannot be written down: it is nested too deeply or holds half a character.") from None
    return value


Writable = AfterValidator(_writable)


def one_line(text: str) -> str:
    """What somebody says: all of it, except what would turn the reading direction or hide something."""
    return "".join(" " if each.isspace() else each for each in text if each.isspace() or _said(each))


def _said(character: str) -> bool:
    joins = character in "\u200c\u200d"  # scripts and pictures that need them
    return joins or unicodedata.category(character) not in _UNSEEN


def told_apart(name: str, taken: Collection[str]) -> str:
    """The name, or the name with the first Roman number that nobody at the table bears.

    >>> told_apart("Julia", ["Julia", "Julia II"])
    'Julia III'
    >>> len(told_apart("A" * 40, ["A" * 40]))
    40
    """
    if name not in taken:
        return name
    for number in range(2, len(taken) + 3):
        addition = f" {_roman(number)}"
        numbered = name[: LONGEST - len(addition)].rstrip() + addition
        if numbered not in taken:
            return numbered
    raise AssertionError("more numbers than names were tried")


def _roman(number: int) -> str:
    """
    >>> [_roman(number) for number in (2, 4, 9, 14, 66)]
    ['II', 'IV', 'IX', 'XIV', 'LXVI']
    """
    found = ""
    for value, letters in ((50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")):
        found += letters * (number // value)
        number %= value
    return found

"""The games' own flags: whatever option a game declares can be written as a flag, and the command line names none."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from ludi.cli.campaign import NEXT, SOLO
from ludi.core import BadOption, Option, registry

ALONE = {SOLO: NEXT}
"""What the flag of an option means with nothing behind it."""


def of_games() -> dict[str, Option]:
    """The flags of all games on the shelf, each with the option it stands for."""
    return {flag_of(option): option for name in registry.names() for option in registry.find(name).options}


def flag_of(option: Option) -> str:
    """
    >>> flag_of(Option("last_harvest", "Rome takes one group more", False))
    '--last-harvest'
    """
    return f"--{option.name.replace('_', '-')}"


def as_options(words: Sequence[str], own: Collection[str]) -> list[str]:
    """A command line in which the flags of games are written out: ``--start 2`` as ``--option start=2``.

    ``own`` are the flags of the command itself.
    """
    if all(word.partition("=")[0] in own for word in words if word.startswith("--")):
        return list(words)
    flags = {flag: option for flag, option in of_games().items() if flag not in own}
    found: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        flag, given, value = word.partition("=")
        if word == "--":
            return [*found, word, *rest]
        if flag not in flags:
            found.append(word)
            continue
        found += ["--option", f"{flags[flag].name}={_value(flag, flags[flag], value if given else None, rest)}"]
    return found


def _value(flag: str, option: Option, given: str | None, rest: list[str]) -> str:
    """The value behind a flag: after its ``=``, or the next word, which is taken from the rest of the line."""
    if isinstance(option.default, bool):
        if given is not None:
            raise BadOption(f"{flag} stands alone, without a value behind it.")
        return "true"
    if given is not None:
        return given
    if rest and (not rest[0].startswith("-") or re.fullmatch(r"-\d+", rest[0])):
        return rest.pop(0)
    if option.name in ALONE:
        return ALONE[option.name]
    raise BadOption(f"{flag} needs a value behind it; --help tells which.")

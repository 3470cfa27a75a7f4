"""What may be chosen before a match begins, declared once and checked everywhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludi.core.errors import BadOption


@dataclass(frozen=True, slots=True)
class Option:
    """One choice: its name, what it means, its default, and the values it may have.

    ``choices`` lists the allowed values; None leaves the check to the game (a card list, say). ``read`` makes the value
    from the text and the name of a file, where it is too big to be typed. ``when`` names options and the values of
    theirs for which alone this one matters; ``covered_by`` names an option that says the same in another way, so that a
    page that offers that one leaves this one out.
    """

    name: str
    help: str
    default: Any
    choices: Sequence[Any] | None = None
    read: Callable[[str, str], Any] | None = None
    when: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    covered_by: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """A value of an option in words, for a page or a menu.

    ``about`` is a line more; ``when`` names options and the values of theirs for which it is a choice at all; ``seats``
    are the names of the seats that it makes, and ``yours`` is the one a single person takes first.
    """

    value: Any
    label: str
    about: str = ""
    when: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    seats: tuple[str, ...] = ()
    yours: int = 0


def settle(declared: Sequence[Option], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """All options with their values, defaults filled in; a wrong name or value is refused with a sentence."""
    names = [option.name for option in declared]
    for name in chosen:
        if name not in names:
            raise BadOption(f"There is no option '{name}'; the options are {', '.join(names)}.")
    settled: dict[str, Any] = {}
    for option in declared:
        value = chosen.get(option.name, option.default)
        if option.choices is not None and not any(
            value == each and type(value) is type(each) for each in option.choices
        ):
            allowed = ", ".join(_plain(each) for each in option.choices)
            raise BadOption(f"The option '{option.name}' cannot be {_plain(value)}; it can be {allowed}.")
        settled[option.name] = value
    return settled


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"'{value}'" if isinstance(value, str) else str(value)

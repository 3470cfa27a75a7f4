"""From JSON to the named arguments of a function: how a position is read from a file.

What a game's ``position(...)`` takes is told by its annotations; data that do not fit them are refused with a sentence
that names the part, before the function is called.
"""

from __future__ import annotations

import difflib
import types
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from ludi.core.dice import Dice
from ludi.core.errors import BadPosition, LudiError

S = TypeVar("S")


def build(make: Callable[..., S], data: Mapping[str, Any], dice: Dice) -> S:
    """Call ``make`` with these arguments and dice; :class:`BadPosition` if they are not what it takes."""
    hints = _hints(make)
    arguments = {}
    for name, value in data.items():
        if name not in hints:
            close = difflib.get_close_matches(name, hints, 1)
            hint = f" Did you mean '{close[0]}'?" if close else f" It has {', '.join(hints)}."
            raise BadPosition(f"A position has no part '{name}'.{hint}")
        try:
            arguments[name] = _fit(value, hints[name])
        except _Unfit:
            raise BadPosition(f"The part '{name}' of the position is not what it should be.") from None
        except _Twice:
            raise BadPosition(f"The part '{name}' of the position names a number twice.") from None
    try:
        return make(**arguments, dice=dice)
    except LudiError:
        raise
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        raise BadPosition("That is no position of this game: its parts do not fit together.") from None


def _hints(make: Callable[..., Any]) -> dict[str, Any]:
    """The arguments and their types, dice apart. What is returned need not be known."""
    returned = make.__annotations__.get("return")
    known = {returned: object} if isinstance(returned, str) else {}
    hints = get_type_hints(make, localns=known)
    return {name: hint for name, hint in hints.items() if name not in ("dice", "return")}


class _Unfit(Exception):
    """A value is not of the type that is wanted."""


class _Twice(Exception):
    """Two keys of a table are the same number ("1" and "01"), so one entry would be lost."""


def _fit(value: Any, hint: Any) -> Any:
    """The value in the type that is wanted; only the keys of a table by number need to be turned into numbers."""
    if hint is Any:
        return value
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        for part in parts:
            try:
                return _fit(value, part)
            except _Unfit:
                continue
        raise _Unfit
    if origin is not None and issubclass(origin, Mapping):
        if not isinstance(value, Mapping):
            raise _Unfit
        fitted = {_key(key, parts[0]): _fit(each, parts[1]) for key, each in value.items()}
        if len(fitted) < len(value):
            raise _Twice
        return fitted
    if origin is not None:
        if not isinstance(value, (list, tuple)):
            raise _Unfit
        return [_fit(each, parts[0]) for each in value]
    if type(value) is not hint:
        raise _Unfit
    return value


def _key(key: Any, hint: Any) -> Any:
    if hint is int and isinstance(key, str) and key.isascii() and key.isdigit() and len(key) < 4:
        return int(key)
    return _fit(key, hint)

"""What was wrong with a command line, in one sentence that also says what would be right."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from typing import Any

from ludi.cli.flags import of_games
from ludi.cli.words import spoken, words_in
from ludi.core import registry

NUMBERS = {"int": "a whole number", "float": "a number"}


def sentence(error: Any) -> str:
    """An error of the parser of the command line, told to the one who typed it."""
    ctx = getattr(error, "ctx", None)
    command = " ".join(["ludi", *(ctx.command_path.split()[1:] if ctx is not None else ())])
    kind = type(error).__name__
    if kind == "NoSuchOption":
        return _no_option(error, command)
    if kind == "MissingParameter":
        return _missing(error, command)
    if kind == "BadOptionUsage":
        return _lone_option(error)
    if kind == "BadParameter":
        return _bad_value(error)
    known = getattr(getattr(ctx, "command", None), "list_commands", None)
    typed = _typed(error.format_message())
    if known is not None and typed and "command" in error.format_message():
        near = difflib.get_close_matches(typed, known(ctx), 2)
        meant = f" (did you mean {_or(near)}?)" if near else ""
        return f"There is no command '{typed}'{meant}; the commands of '{command}' are {', '.join(known(ctx))}."
    if typed and "extra argument" in error.format_message():
        return f"'{command}' has no use for '{typed}'; '{command} --help' shows what it takes."
    return str(error.format_message())


def _or(names: Sequence[str]) -> str:
    return words_in(spoken())("word.or").join(names)


def _typed(message: str) -> str:
    """The word that the parser complains of."""
    found = re.search(r"'([^']*)'", message) or re.search(r"\(([^()]*)\)$", message)
    return found.group(1) if found else ""


def _no_option(error: Any, command: str) -> str:
    near = list(getattr(error, "possibilities", None) or [])
    own = {flag for each in error.ctx.command.params for flag in each.opts}
    if "--option" in own:
        near = difflib.get_close_matches(error.option_name, own | of_games().keys(), 1)
    if near:
        return f"There is no option {error.option_name}; did you mean {_or(near)}?"
    return f"There is no option {error.option_name}; '{command} --help' lists the options."


def _missing(error: Any, command: str) -> str:
    param = error.param
    if param is None:
        return str(error.format_message())
    name = param.metavar or str(param.name).upper()
    if name == "GAME":
        return f"Name the game: '{command} GAME'; the games are {', '.join(registry.names())}."
    wanted = name if param.param_type_name == "argument" else f"{param.opts[0]} {name}"
    return f"Something is missing: write '{command} {wanted}'; '{command} --help' tells more."


def _lone_option(error: Any) -> str:
    name = getattr(error, "option_name", "") or _typed(error.format_message())
    if "does not take a value" in error.format_message():
        return f"{name} stands alone, without a value behind it."
    return f"{name} needs a value behind it; --help tells which."


def _bad_value(error: Any) -> str:
    """A value of the wrong type; what was typed stands in the cause."""
    told = getattr(error.__cause__, "errors", None)
    first = told()[0] if callable(told) and told() else {}
    kind = str(first.get("type", ""))
    limits = {"greater_than_equal": ("ge", "at least"), "less_than_equal": ("le", "at most")}
    if kind in limits and error.param is not None:
        limit, words = limits[kind]
        return f"{error.param.opts[0]} must be {words} {first['ctx'][limit]}, not {first.get('input')}."
    wanted = NUMBERS.get(kind.partition("_")[0])
    if wanted is None or error.param is None:
        return str(error.format_message())
    return f"{error.param.opts[0]} takes {wanted}, not '{first.get('input')}'."

"""The screen and the keyboard, on a terminal or in a pipe."""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console, ConsoleOptions, RenderableType
from rich.rule import Rule
from rich.segment import Segment
from rich.text import Text

from ludi.cli import words
from ludi.core import Fact, clean
from ludi.core.refusals import refusals_of

CLEAR_ALL = "\x1b[H\x1b[2J\x1b[3J"
"""Home, clear the screen, clear what has scrolled off it."""


class Closed(Exception):
    """The input has come to its end: there is nobody to ask any more."""


def complain(sentence: object) -> None:
    """One clear sentence on the error stream, on one line."""
    line = clean(" ".join(refused(sentence).split()))
    sys.stderr.write(line + ("\n" if line.endswith((".", "?", "!", ")")) else ".\n"))
    sys.stderr.flush()


def refused(sentence: object) -> str:
    """A refusal in the language of the terminal."""
    return refusals_of(words.PACKAGE, "ludi.core").said(str(sentence), words.spoken())


def program() -> str:
    """How this program is called here: ``ludi`` where the shell finds it, else the path it was started by."""
    started = Path(sys.argv[0] or "ludi")
    if started.name != "ludi" or os.sep not in sys.argv[0]:
        return "ludi"
    found = shutil.which("ludi")
    if found is not None and Path(found).resolve() == started.resolve():
        return "ludi"
    with contextlib.suppress(ValueError):
        started = started.absolute().relative_to(Path.cwd())
    return shlex.quote(str(started))


def command(*words: object) -> str:
    """A command line to be copied."""
    return " ".join((program(), *(shlex.quote(str(word)) for word in words)))


class CleanConsole(Console):
    """A console that prints no control character but those it makes itself, whatever it is given to draw."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
        for segment in super().render(renderable, options):
            text = segment.text
            if segment.control or text.isprintable():
                yield segment
            else:
                yield Segment("\n".join(map(clean, text.split("\n"))), segment.style)


class Screen:
    """Where a person reads and types.

    On a terminal the screen is cleared between positions; in a pipe everything is simply printed one after another, and
    what was typed is repeated, so that the output reads as a transcript.
    """

    def __init__(self) -> None:
        self.words = words.words_in(words.spoken())
        self.out = CleanConsole(markup=False, highlight=False, emoji=False)
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        if self.interactive:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  (gives input() its line editing)

    @property
    def width(self) -> int:
        return self.out.width

    def say(self, what: RenderableType = "", style: str | None = None) -> None:
        if isinstance(what, str):
            what = clean(what) if "\n" not in what else "\n".join(map(clean, what.split("\n")))
        self.out.print(what, style=style)

    def tell(self, key: str, style: str | None = None, **facts: Fact) -> None:
        """Say something in the language of the terminal."""
        self.say(self.words(key, **facts), style=style)

    def say_path(self, sentence: str) -> None:
        """A sentence with the name of a file, which is never broken: it can be copied."""
        self.out.print(clean(sentence), soft_wrap=True)

    def say_line(self, sentence: str, line: str, style: str | None = None) -> None:
        """A sentence, and below it on a line of its own what can be copied: a file, a hash, a command."""
        self.say(sentence, style=style)
        self.out.print(f"  {clean(line)}", soft_wrap=True, style=style)

    def heading(self, title: str) -> None:
        self.out.print(Rule(Text(clean(title), style="bold"), align="left", style="dim"))

    def clear(self) -> None:
        """A fresh screen; in a pipe, an empty line."""
        if self.interactive:
            self.out.file.write(CLEAR_ALL)
            self.out.file.flush()
        else:
            self.say()

    def ask(self, question: str = "") -> str:
        """A typed line. Raises :class:`Closed` when there is none any more."""
        prompt = f"{clean(question)} > " if question else "> "
        try:
            if self.interactive:
                return clean(input(prompt)).strip()
            self.out.print(prompt, end="", soft_wrap=True)
            line = clean(input()).strip()
        except (EOFError, OSError):
            with contextlib.suppress(OSError):
                self.say()
            raise Closed from None
        self.say(line)
        return line

    def ask_yes(self, question: str) -> bool:
        """Yes is what Enter means. Whoever types something else again and again (a pipe, say) is not asked for ever."""
        for _ in range(3):
            answer = self.ask(self.words("ask.yes-no", question=question)).lower()
            if not answer or answer in self.words("ask.yes").split():
                return True
            if answer in self.words("ask.no").split():
                return False
            self.tell("ask.answer")
        raise Closed

    @contextlib.contextmanager
    def waiting(self, sentence: str) -> Iterator[None]:
        """A sign of life while a bot thinks."""
        if not self.interactive:
            yield
            return
        with self.out.status(Text(clean(sentence), style="dim")):
            yield

"""The puzzles that are there: a line of ``<game>.jsonl`` each, and what is said by their kind in ``text.toml``.

A puzzle is a lesson of one step (:mod:`ludi.core.lesson`): a position, a goal that the engine judges, one solution. It
ends with a decision that is in ``last``, or when another is to decide; whatever else leads to the goal is right too.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib import resources
from typing import Any

from ludi.core import registry
from ludi.core.errors import UnknownLesson
from ludi.core.lesson import Lesson, Step, Text
from ludi.core.lesson_file import LANGUAGES, ME, read_goal
from ludi.core.record import Start

OPPONENT = "regular"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle of a game."""

    lesson: Lesson
    kind: str
    rating: int
    silent: frozenset[str]
    """Questions that are not answered while it is under way: the answer would be the solution."""

    @property
    def game(self) -> str:
        return self.lesson.game

    @property
    def id(self) -> str:
        return self.lesson.id


@cache
def texts() -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
    """What is said of a puzzle, by game and kind."""
    read: Mapping[str, Mapping[str, Mapping[str, Any]]] = tomllib.loads(_file("text.toml"))
    return read


@cache
def puzzles(game: str) -> Mapping[str, Puzzle]:
    """The puzzles of a game by their ids, in their order."""
    name = registry.find(game).name
    found = (read_puzzle(name, json.loads(line)) for line in _file(f"{name}.jsonl").splitlines())
    return {puzzle.id: puzzle for puzzle in found}


def find_puzzle(game: str, id: str) -> Puzzle:
    """A puzzle; :class:`UnknownLesson` if there is none of that name."""
    found = puzzles(game)
    if id not in found:
        known = f"they are numbered {next(iter(found))} to {list(found)[-1]}" if found else "it has none"
        raise UnknownLesson(f"{registry.find(game).title} has no puzzle '{id[:40]}'; {known}.")
    return found[id]


def read_puzzle(game: str, line: Mapping[str, Any]) -> Puzzle:
    """A puzzle from its line."""
    said, facts = texts()[game][line["kind"]], line["facts"]
    words = {name: _filled(said[name], facts) for name in ("title", "task", "right", "wrong")}
    answers = {word: _filled(said["answer"], more) for word, more in line.get("answers", {}).items()}
    step = Step(
        text=words["task"],
        goal=read_goal(game, line["id"], line["goal"]),
        solution=tuple(line["solution"]),
        no=words["wrong"],
        answers=answers,
        others=(),
        free=True,
        rules=(),
        last=tuple(line["last"]),
    )
    lesson = Lesson(
        game=game,
        id=line["id"],
        title=words["title"],
        about=words["task"],
        end=words["right"],
        seats=tuple(ME if seat == line["me"] else OPPONENT for seat in range(line["seats"])),
        me=line["me"],
        start=Start(line["position"], tuple(line.get("dice", ()))),
        steps=(step,),
        goes_on=False,
        puzzle=True,
    )
    return Puzzle(lesson, line["kind"], line["rating"], frozenset(said.get("silent", ())))


def _filled(text: Text, facts: Mapping[str, Any]) -> Text:
    return {language: text[language].format(**facts) for language in LANGUAGES}


def _file(name: str) -> str:
    file = resources.files("ludi") / "puzzles" / name
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def games_with_puzzles() -> list[str]:
    """The games that have puzzles."""
    return [name for name in registry.names() if puzzles(name)]


def pool(game: str | None) -> list[Puzzle]:
    """The puzzles of a game, or of all."""
    names = games_with_puzzles() if game is None else [game]
    return [puzzle for name in names for puzzle in puzzles(name).values()]


def daily(game: str | None, day: date) -> Puzzle | None:
    """The puzzle of a day: the same for everybody; None if there are no puzzles."""
    found = pool(game)
    if not found:
        return None
    mark = hashlib.sha256(f"{game or 'any'} {day.isoformat()}".encode()).digest()
    return found[int.from_bytes(mark[:8], "big") % len(found)]

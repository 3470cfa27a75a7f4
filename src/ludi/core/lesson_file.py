"""Lessons as they are written down: ``lessons/<game>/<id>.toml`` of this package.

A file says who sits where (``me``, or the level of a bot), from what position the match begins and with which rolls (or
what record leads there), and for each step a text in every language, a goal and a solution. ``docs/lessons.md`` tells
all its parts.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, NoReturn

from ludi.core import registry
from ludi.core.dice import SEED_BYTES, seed_from_text
from ludi.core.errors import BadLesson, LudiError, UnknownLesson
from ludi.core.goals import COMPARE, ByEnd, ByEvent, ByView, ByWord, Goal
from ludi.core.lesson import Lesson, Step, Text
from ludi.core.record import Start
from ludi.core.table import Table

LANGUAGES = ("en", "de", "nl")
ME = "me"


@cache
def lessons(game: str) -> Mapping[str, Lesson]:
    """The lessons of a game by their ids, in their order; :class:`BadLesson` if one is not what it should be."""
    folder = resources.files("ludi") / "lessons" / registry.find(game).name
    if not folder.is_dir():
        return {}
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)
    names = [file.name.removesuffix(".toml") for file in files]
    return {
        name: read_lesson(game, name, file.read_text(encoding="utf-8")) for name, file in zip(names, files, strict=True)
    }


def find_lesson(game: str, id: str) -> Lesson:
    """A lesson; :class:`UnknownLesson` if there is none of that name."""
    found = lessons(game)
    if id not in found:
        known = f"its lessons are {', '.join(found)}" if found else "it has none"
        raise UnknownLesson(f"{registry.find(game).title} has no lesson '{id[:40]}'; {known}.")
    return found[id]


def read_lesson(game: str, id: str, text: str) -> Lesson:
    """A lesson from the text of its file."""
    return _Reader(game, id).read(text)


def read_goal(game: str, id: str, goal: Any) -> Goal:
    """A goal as it is written down in a lesson or a puzzle."""
    return _Reader(game, id).goal(goal)


LESSON = frozenset({"title", "about", "end", "no", "seats", "position", "dice", "record", "goes_on", "steps"})
STEP = frozenset({"text", "goal", "solution", "no", "answers", "others", "free", "rule"})
GOALS = ("word", "event", "view", "over")


class _Reader:
    """Reads one file; whatever is wrong with it is said in one sentence that names the place."""

    def __init__(self, game: str, id: str) -> None:
        self._game = game
        self._id = id
        self._where = f"The lesson {game}/{id}"

    def _wrong(self, what: str) -> NoReturn:
        raise BadLesson(f"{self._where}: {what}")

    def read(self, text: str) -> Lesson:
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            self._wrong(f"it is no TOML ({error}).")
        self._only(data, LESSON)
        seats = self._words(data, "seats")
        if seats.count(ME) != 1:
            self._wrong(f"'seats' has one '{ME}', and the level of a bot for each other seat.")
        start = self._start(data)
        no = self._text(data, "no")
        steps = tuple(self._step(number, step, no) for number, step in enumerate(self._steps(data), 1))
        lesson = Lesson(
            game=self._game,
            id=self._id,
            title=self._text(data, "title"),
            about=self._text(data, "about"),
            end=self._text(data, "end"),
            seats=seats,
            me=seats.index(ME),
            start=start,
            steps=steps,
            goes_on=self._flag(data, "goes_on"),
        )
        try:
            table = lesson.table(bytes(SEED_BYTES))
        except LudiError as error:
            self._wrong(str(error))
        if not table.state.actors():
            self._wrong("the game is over where it begins.")
        self._check_words(lesson, table)
        return lesson

    def _check_words(self, lesson: Lesson, table: Table) -> None:
        for number, step in enumerate(lesson.steps, 1):
            for word in (*step.solution, *step.others):
                try:
                    table.state.unspell(word)
                except LudiError as error:
                    self._wrong(f"step {number}: {error}")

    def _only(self, data: Mapping[str, Any], known: Iterable[str]) -> None:
        for name in data:
            if name not in known:
                self._wrong(f"there is no part '{name}'; there are {', '.join(sorted(known))}.")

    def _steps(self, data: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
        steps = data.get("steps")
        if not isinstance(steps, list) or not steps or not all(isinstance(step, dict) for step in steps):
            self._wrong("it has no [[steps]].")
        return steps

    def _start(self, data: Mapping[str, Any]) -> Start:
        """The position it begins from; or what a record leads to."""
        dice = tuple(data.get("dice", ()))
        if any(type(roll) is not int for roll in dice):
            self._wrong("'dice' are whole numbers.")
        position, record = data.get("position"), data.get("record")
        if isinstance(position, dict) and record is None:
            return Start(position, dice)
        if not isinstance(record, dict) or position is not None:
            self._wrong("it begins from a [position] or from a [record].")
        return Start(self._recorded(record), dice)

    def _recorded(self, record: Mapping[str, Any]) -> Mapping[str, Any]:
        """What ``decisions`` ("0 buy:land-1-1") lead to from the deal of a ``seed`` (a word) with these ``options``."""
        self._only(record, ("options", "seed", "decisions"))
        options, seed, decisions = record.get("options", {}), record.get("seed"), record.get("decisions", [])
        if not isinstance(seed, str) or not isinstance(options, dict) or not isinstance(decisions, list):
            self._wrong("a [record] has a seed (a word), and if need be options and decisions.")
        try:
            table = Table.new(self._game, options, seed=seed_from_text(seed))
            for decision in decisions:
                seat, _, word = str(decision).partition(" ")
                table.play(int(seat), word)
        except (LudiError, ValueError) as error:
            self._wrong(f"its record cannot be played: {error}")
        return table.state.snapshot()

    def _step(self, number: int, step: Mapping[str, Any], no: Text) -> Step:
        whole, self._where = self._where, f"{self._where}, step {number}"
        self._only(step, STEP)
        answers = step.get("answers", {})
        if not isinstance(answers, dict):
            self._wrong("'answers' are sentences by words of decisions.")
        rules = step.get("rule", [])
        read = Step(
            text=self._text(step, "text"),
            goal=self.goal(step.get("goal")),
            solution=self._words(step, "solution") if "solution" in step else (),
            no=self._text(step, "no") if "no" in step else no,
            answers={word: self._text(answers, word) for word in answers},
            others=self._words(step, "others") if "others" in step else (),
            free=self._flag(step, "free"),
            rules=(rules,) if isinstance(rules, str) else self._words(step, "rule") if rules else (),
        )
        unknown = [rule for rule in read.rules if rule not in registry.find(self._game).rules()]
        if unknown:
            self._wrong(f"there is no rule {unknown[0]}.")
        if not read.solution and not read.others:
            self._wrong("it has no solution.")
        self._where = whole
        return read

    def goal(self, goal: Any) -> Goal:
        kinds = [kind for kind in GOALS if isinstance(goal, dict) and kind in goal]
        if len(kinds) != 1:
            self._wrong("its goal is one of word, event, view and over.")
        kind = kinds[0]
        rest = {name: value for name, value in goal.items() if name != kind}
        if kind == "event":
            return ByEvent(str(goal["event"]), rest)
        if kind == "view":
            if set(rest) != {"compare", "value"} or goal["compare"] not in COMPARE:
                self._wrong(f"a goal in the view has a value and compares by one of {' '.join(COMPARE)}.")
            return ByView(tuple(str(goal["view"]).split(".")), goal["compare"], goal["value"])
        if rest:
            self._wrong(f"a goal by {kind} has no part '{next(iter(rest))}'.")
        if kind == "over":
            if goal["over"] not in ("won", "any"):
                self._wrong("a game is over by 'won' or 'any'.")
            return ByEnd(goal["over"] == "won")
        words = goal["word"]
        return ByWord((words,) if isinstance(words, str) else self._words(goal, "word"))

    def _text(self, data: Mapping[str, Any], name: str) -> Text:
        text = data.get(name)
        if not isinstance(text, dict):
            self._wrong(f"'{name}' is a sentence for each of {', '.join(LANGUAGES)}.")
        for language in LANGUAGES:
            if not isinstance(text.get(language), str) or not text[language].strip():
                self._wrong(f"'{name}' is not written in '{language}'.")
        self._only(text, LANGUAGES)
        return text

    def _words(self, data: Mapping[str, Any], name: str) -> tuple[str, ...]:
        words = data.get(name)
        if not isinstance(words, list) or not words or not all(isinstance(word, str) for word in words):
            self._wrong(f"'{name}' is a list of words.")
        return tuple(words)

    def _flag(self, data: Mapping[str, Any], name: str) -> bool:
        if not isinstance(data.get(name, False), bool):
            self._wrong(f"'{name}' is true or false.")
        return bool(data.get(name, False))

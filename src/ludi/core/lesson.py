"""Lessons: a position, what the learner is asked to do in it step by step, and the engine as the judge of each step.

Where a learner stands (:class:`Standing`) follows from the decisions alone, so nothing has to be kept beside them. How
a lesson is written down tells :mod:`ludi.core.lesson_file`, what a step may ask for :mod:`ludi.core.goals`.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

from ludi.core import registry
from ludi.core.dice import SEED_BYTES
from ludi.core.errors import BadLesson, LudiError
from ludi.core.events import Event
from ludi.core.game import State
from ludi.core.goals import ByEnd, ByView, Goal, Moment
from ludi.core.record import Chair, Start
from ludi.core.table import Table
from ludi.core.text import Phrase

Text = Mapping[str, str]
"""A sentence by language."""


def say(text: Text, language: str) -> str:
    """The sentence in this language; in English where a lesson is not written in it."""
    return text.get(language, text["en"])


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that the learner is asked for."""

    text: Text
    goal: Goal
    solution: tuple[str, ...]
    """The learner's decisions that lead there."""
    no: Text
    """What is said of another choice,"""
    answers: Mapping[str, Text]
    """and what of some of them, by their words."""
    others: tuple[str, ...]
    """What the other seats decide, one after the other, while this step lasts; then their bots decide."""
    free: bool
    """Whether the learner may go any way to the goal; else only the solution's."""
    rules: tuple[str, ...]
    last: tuple[str, ...] = ()
    """Of a puzzle: the words (``*`` for anything) that end the attempt. It ends too when another is to decide."""

    def ends(self, word: str) -> bool:
        """Whether the goal must be reached with this decision, if it was not before."""
        return any(fnmatchcase(word, last) for last in self.last)


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a learner stands: in which step, how many of its decisions are made, how many the others have made."""

    step: int = 0
    made: int = 0
    replied: int = 0
    astray: bool = False
    """Another way to a goal that may be reached in any."""
    failed: str = ""
    """Of a puzzle: the decision that ended the attempt short of the goal."""


BEGUN = Standing()


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson of a game."""

    game: str
    id: str
    title: Text
    about: Text
    end: Text
    """What is said after the last step."""
    seats: tuple[str, ...]
    me: int
    start: Start
    steps: tuple[Step, ...]
    goes_on: bool
    """Whether the match is played on after the last step."""
    puzzle: bool = False
    """Whether it is a puzzle: tried once, without a hint."""

    def table(self, seed: bytes) -> Table:
        """The match of this lesson as it begins."""
        chairs = [Chair(f"Player {seat + 1}") for seat in range(len(self.seats))]
        return Table(registry.find(self.game), {}, chairs, seed, self.start)

    def step(self, standing: Standing) -> Step | None:
        """What is asked of the learner; None after the last step."""
        return self.steps[standing.step] if standing.step < len(self.steps) else None

    def refusal(self, standing: Standing, state: State, seat: int, word: str) -> Text | None:
        """What is said of a decision that is not the one asked for; None if it is, or if the game itself forbids it.

        The decision is tried on a copy that has dice of its own: nothing comes of it.
        """
        step = self.step(standing)
        if step is None or seat != self.me or step.free:
            return None
        moment = tried(state, seat, word)
        if moment is None or step.goal(moment, self.me) or self.hint(standing) == word:
            return None
        return next((said for pattern, said in step.answers.items() if fnmatchcase(word, pattern)), step.no)

    def after(self, standing: Standing, moment: Moment) -> Standing:
        """Where the learner stands after a decision of any seat."""
        step = self.step(standing)
        if step is None or standing.failed:
            return standing
        if step.goal(moment, self.me):
            return Standing(standing.step + 1)
        if step.last and (step.ends(moment.word) or self.me not in moment.state.actors()):
            return replace(standing, failed=moment.word)
        if moment.seat != self.me:
            return replace(standing, replied=standing.replied + 1)
        if moment.word == self.hint(standing):
            return replace(standing, made=standing.made + 1)
        return replace(standing, astray=True)

    def hint(self, standing: Standing) -> str | None:
        """The next decision of the solution; None after the last, and where the learner went another way."""
        step = self.step(standing)
        if step is None or standing.astray or standing.failed or standing.made >= len(step.solution):
            return None
        return step.solution[standing.made]

    def reply(self, standing: Standing, state: State, seat: int) -> str | None:
        """What another seat is to decide now; None where its bot thinks for itself."""
        step = self.step(standing)
        if step is None or standing.replied >= len(step.others):
            return None
        word = step.others[standing.replied]
        return word if state.why_not(seat, word) is None else None


def tried(state: State, seat: int, word: str) -> Moment | None:
    """The moment that this decision would lead to; None if the game does not allow it."""
    events: list[Event] = []
    trial = state.copy()
    trial.dice = deepcopy(state.dice)
    trial.listener = events.append
    try:
        trial.play(seat, trial.unspell(word))
    except LudiError:
        return None
    return Moment(seat, word, events, trial)


class Learning:
    """A learner at a table: the standing after each decision, so that what is taken back is forgotten."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.given_up = False
        """Of a puzzle: whether the solution was asked for."""
        self._standings = [BEGUN]

    @property
    def standing(self) -> Standing:
        return self._standings[-1]

    @property
    def done(self) -> bool:
        return self.standing.step >= len(self.lesson.steps)

    @property
    def failed(self) -> bool:
        """Whether the attempt at a puzzle is over, and was not the right one."""
        return self.given_up or bool(self.standing.failed)

    @property
    def answer(self) -> Text | None:
        """What is said of the decision that ended the attempt at a puzzle."""
        step, word = self.lesson.step(self.standing), self.standing.failed
        if step is None or not word:
            return None
        return next((said for pattern, said in step.answers.items() if fnmatchcase(word, pattern)), step.no)

    def follow(self, table: Table, told: int) -> None:
        """A decision was made; ``told`` is how many events there were before it."""
        seat, word = table.decisions[-1]
        events = [event for _, event in table.events[told:]]
        self._standings.append(self.lesson.after(self.standing, Moment(seat, word, events, table.state)))

    def go_back(self, table: Table) -> None:
        """A decision was taken back. In a secret plan it need not be the last: then all is followed anew."""
        if table.state.in_secret() is None:
            del self._standings[len(table.decisions) + 1 :]
            return
        again = self.lesson.table(table.seed)
        self._standings = [BEGUN]
        for seat, word in table.decisions:
            told = len(again.events)
            again.play(seat, word)
            self.follow(again, told)


# Playing a lesson's own solution


def play_solution(lesson: Lesson, seed: bytes) -> Table:
    """The match after the lesson's own solution; :class:`BadLesson` where it does not lead from step to step."""
    table = lesson.table(seed)
    learning = Learning(lesson)
    while not learning.done:
        number = learning.standing.step + 1
        where = f"The lesson {lesson.game}/{lesson.id}, step {number}"
        _not_reached_yet(lesson, learning, table, where)
        while learning.standing.step < number:
            seat, word = _next(lesson, learning, table, where)
            told = len(table.events)
            try:
                table.play(seat, word)
            except LudiError as error:
                raise BadLesson(f"{where}: '{word}' cannot be played: {error}") from None
            before = learning.standing
            learning.follow(table, told)
            if learning.standing.step == number:
                _to_the_end(lesson.steps[number - 1], before, seat == lesson.me, where)
    return table


def solution_labels(lesson: Lesson) -> list[Phrase]:
    """The decisions of a puzzle's solution in words, each as it is said where it is open."""
    state = lesson.table(bytes(SEED_BYTES)).state
    labels = []
    for word in lesson.steps[0].solution:
        action = state.unspell(word)
        labels.append(state.label(action))
        state.play(lesson.me, action)
    return labels


def _not_reached_yet(lesson: Lesson, learning: Learning, table: Table, where: str) -> None:
    step = lesson.step(learning.standing)
    assert step is not None
    if isinstance(step.goal, (ByView, ByEnd)) and step.goal.holds(table.state, lesson.me):
        raise BadLesson(f"{where}: its goal is reached before it begins.")


def _next(lesson: Lesson, learning: Learning, table: Table, where: str) -> tuple[int, str]:
    actors = table.state.actors()
    for seat in actors:
        if seat != lesson.me:
            word = lesson.reply(learning.standing, table.state, seat)
            if word is not None:
                return seat, word
    word = lesson.hint(learning.standing)
    if lesson.me not in actors:
        raise BadLesson(f"{where}: it does not say what the others decide.")
    if word is None:
        raise BadLesson(f"{where}: its solution does not reach the goal.")
    return lesson.me, word


def _to_the_end(step: Step, before: Standing, mine: bool, where: str) -> None:
    if before.made + mine != len(step.solution) or before.replied + (not mine) != len(step.others):
        raise BadLesson(f"{where}: its goal is reached before the solution is at its end.")

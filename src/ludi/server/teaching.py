"""Lessons at a table: what the learner is asked for, what is refused, and where the lesson ends.

How far a learner is follows from the match's decisions (:mod:`ludi.core.lesson`); the header of the match repeats it,
for lists.
"""

from __future__ import annotations

from ludi.core import LudiError, Phrasebook, Table
from ludi.core.lesson import Learning, Lesson, say, solution_labels
from ludi.core.lesson_file import find_lesson, lessons
from ludi.puzzles.shelf import find_puzzle
from ludi.server.lines import Frame
from ludi.server.refusals import RefusedByLesson
from ludi.server.results import TAUGHT
from ludi.server.rows import Header

DONE, LEFT, SOLVED, MISSED, GIVEN_UP = TAUGHT


def lesson_of(header: Header) -> Lesson | None:
    """The lesson that a match was set up for; None if it has none, or one that is no more."""
    if header.lesson is None:
        return None
    try:
        if header.lesson.get("puzzle"):
            return find_puzzle(header.game, header.lesson["id"]).lesson
        return find_lesson(header.game, header.lesson["id"])
    except LudiError:
        return None


def learning_in(header: Header) -> Learning | None:
    """The learner of a match, before the first decision; None if there is no lesson, or it was left."""
    lesson = lesson_of(header)
    left = bool((header.lesson or {}).get("left"))
    if lesson is None or (left and not lesson.puzzle):
        return None
    learning = Learning(lesson)
    learning.given_up = left
    return learning


def check(learning: Learning | None, table: Table, seat: int, word: str) -> None:
    """:class:`RefusedByLesson` if the lesson asks for another decision."""
    if learning is None:
        return
    text = learning.lesson.refusal(learning.standing, table.state, seat, word)
    if text is not None:
        raise RefusedByLesson(text)


def written(learning: Learning) -> dict[str, object]:
    """What the header of the match says of its lesson."""
    mark: dict[str, object] = {"id": learning.lesson.id, "step": learning.standing.step, "done": learning.done}
    return mark | {"puzzle": True, "failed": learning.failed} if learning.lesson.puzzle else mark


def ending(learning: Learning) -> tuple[tuple[int, ...], str] | None:
    """Who has won, and why, where the match ends with its lesson; None while it goes on."""
    lesson = learning.lesson
    if learning.done and not lesson.goes_on:
        return (lesson.me,), SOLVED if lesson.puzzle else DONE
    return ((), MISSED) if learning.failed else None


def after_leaving(learning: Learning | None) -> Learning | None:
    """Nobody learns on; but of a puzzle that was given up the solution is told."""
    if learning is None or not learning.lesson.puzzle:
        return None
    learning.given_up = True
    return learning


def is_silent(learning: Learning | None, question: str) -> bool:
    """Whether a question is not answered because that would tell the solution of a puzzle."""
    if learning is None or not learning.lesson.puzzle or learning.done or learning.failed:
        return False
    return question in find_puzzle(learning.lesson.game, learning.lesson.id).silent


def _puzzle(learning: Learning, book: Phrasebook) -> Frame | None:
    """What only a puzzle has."""
    lesson = learning.lesson
    if not lesson.puzzle:
        return None
    over = learning.done or learning.failed
    return {
        "rating": find_puzzle(lesson.game, lesson.id).rating,
        "failed": learning.failed,
        "given_up": learning.given_up,
        "solution": [book.say(label) for label in solution_labels(lesson)] if over else [],
    }


def told(learning: Learning, language: str, book: Phrasebook) -> Frame:
    """The step as the learner is told it."""
    lesson, standing = learning.lesson, learning.standing
    step = lesson.step(standing)
    ids = [] if lesson.puzzle else list(lessons(lesson.game))
    following = ids[ids.index(lesson.id) + 1 :] if ids else []
    text = learning.answer or (lesson.end if step is None else step.text)
    return {
        "id": lesson.id,
        "title": say(lesson.title, language),
        "step": standing.step,
        "of": len(lesson.steps),
        "text": say(text, language),
        "rules": [] if step is None else list(step.rules),
        "word": None if lesson.puzzle else lesson.hint(standing),
        "done": learning.done,
        "goes_on": lesson.goes_on,
        "next": following[0] if following else None,
        "puzzle": _puzzle(learning, book),
    }

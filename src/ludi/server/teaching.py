"""Lessons at a table: what the learner is asked for, what is refused, and where the lesson ends.

How far a learner is follows from the match's decisions (:mod:`ludi.core.lesson`); the header of the match repeats it,
for lists.
"""

from __future__ import annotations

from ludi.core import LudiError, Table
from ludi.core.lesson import Learning, Lesson, say
from ludi.core.lesson_file import find_lesson, lessons
from ludi.server.lines import Frame
from ludi.server.refusals import RefusedByLesson
from ludi.server.results import TAUGHT
from ludi.server.rows import Header

DONE, LEFT = TAUGHT


def lesson_of(header: Header) -> Lesson | None:
    """The lesson that a match was set up for; None if it has none, or one that is no more."""
    if header.lesson is None:
        return None
    try:
        return find_lesson(header.game, header.lesson["id"])
    except LudiError:
        return None


def learning_in(header: Header) -> Learning | None:
    """The learner of a match, before the first decision; None if there is no lesson, or it was left."""
    lesson = lesson_of(header)
    return None if lesson is None or (header.lesson or {}).get("left") else Learning(lesson)


def check(learning: Learning | None, table: Table, seat: int, word: str) -> None:
    """:class:`RefusedByLesson` if the lesson asks for another decision."""
    if learning is None:
        return
    text = learning.lesson.refusal(learning.standing, table.state, seat, word)
    if text is not None:
        raise RefusedByLesson(text)


def written(learning: Learning) -> dict[str, object]:
    """What the header of the match says of its lesson."""
    return {"id": learning.lesson.id, "step": learning.standing.step, "done": learning.done}


def told(learning: Learning, language: str) -> Frame:
    """The step as the learner is told it."""
    lesson, standing = learning.lesson, learning.standing
    step = lesson.step(standing)
    ids = list(lessons(lesson.game))
    following = ids[ids.index(lesson.id) + 1 :]
    return {
        "id": lesson.id,
        "title": say(lesson.title, language),
        "step": standing.step,
        "of": len(lesson.steps),
        "text": say(lesson.end if step is None else step.text, language),
        "rules": [] if step is None else list(step.rules),
        "word": lesson.hint(standing),
        "done": learning.done,
        "goes_on": lesson.goes_on,
        "next": following[0] if following else None,
    }

"""The process that judges finished matches (see :mod:`ludi.server.analysts`): ``python -m ludi.server.analyst``.

It is given a record, a level and the numbers of decisions, and answers with the judgement of the first; asked with
``None`` it goes on to the next. It yields to everything else on the machine and ends when nobody asks any more.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import sys
from collections.abc import Generator, Iterator
from typing import Any

from ludi.bots.analysis import judgements
from ludi.core import Record
from ludi.server.thinker import receive, send

Question = tuple[str, str, list[int]] | None


def answers() -> Generator[Any, Question, None]:
    """Judgements for the questions sent to it; a sentence where it fails."""
    said: Any = None
    judged: Iterator[dict[str, Any]] = iter(())
    while True:
        question = yield said
        try:
            if question is not None:
                text, level, numbers = question
                judged = judgements(Record.from_json(text), level, numbers)
            said = next(judged)
        except StopIteration:
            said = "there is no further decision"
        except Exception as error:
            said = f"{type(error).__name__}: {error}"


def main() -> None:
    with contextlib.suppress(AttributeError, OSError):
        os.nice(15)  # after the games that are being played, people's and bots'
    questions = sys.stdin.buffer
    answered = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    send(answered, pickle.dumps("ready"))
    work = answers()
    next(work)
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        while (question := receive(questions)) is not None:
            send(answered, pickle.dumps(work.send(pickle.loads(question))))  # from our own server, over a private pipe


if __name__ == "__main__":
    main()

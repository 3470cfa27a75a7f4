"""The process in which bots think (see :mod:`ludi.server.thinkers`): ``python -m ludi.server.thinker``.

It reads questions from its standard input and answers on its standard output, and ends when nobody asks any more.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import random
import struct
import sys
from typing import IO

from ludi import bots
from ludi.bots import hints

_LENGTH = struct.Struct(">I")


def send(pipe: IO[bytes], message: bytes) -> None:
    pipe.write(_LENGTH.pack(len(message)) + message)
    pipe.flush()


def receive(pipe: IO[bytes]) -> bytes | None:
    """The next message; None when the other end is gone."""
    head = pipe.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    message = pipe.read(length)
    return message if len(message) == length else None


def answer(question: bytes, rng: random.Random) -> int | hints.Hint | str:
    """The bot's action, or its hint to a person, or what went wrong."""
    try:
        level, perspective, for_person = pickle.loads(question)  # from our own server, over a private pipe
        if for_person:
            return hints.hint(perspective, rng, level)
        return bots.find(level, perspective.box.game).choose(perspective, rng)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def main() -> None:
    with contextlib.suppress(AttributeError, OSError):
        os.nice(5)  # people come first
    questions = sys.stdin.buffer
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # a bot that prints must not answer by it
    rng = random.Random()
    send(answers, pickle.dumps("ready"))
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        while (question := receive(questions)) is not None:
            send(answers, pickle.dumps(answer(question, rng)))


if __name__ == "__main__":
    main()

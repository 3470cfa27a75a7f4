"""Work for several processes, and how it ends."""

from __future__ import annotations

import threading

import pytest

from ludi.bots.pool import spread
from patience import patience


def answer(size: int) -> bytes:
    return bytes(size)


@pytest.mark.parametrize("more", [0, 1, 2])
def test_a_worker_that_is_ended_in_the_middle_of_its_answer_holds_up_nobody(more: int) -> None:
    """So long an answer is half written when its worker is ended, one time or another."""
    answers = spread(answer, [100_000_000] * 50, jobs=2)
    for _ in range(3 + more):
        assert len(next(answers)) == 100_000_000
    ending = threading.Thread(target=answers.close, daemon=True)
    ending.start()
    ending.join(patience(10))
    assert not ending.is_alive()

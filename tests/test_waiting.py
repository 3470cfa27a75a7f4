"""The tests' own manners: they wait longer on a busy machine, and say loudly what they could not test."""

from __future__ import annotations

import os

import pytest

from needs import LOUD, missing
from patience import patience, tries


def test_a_wait_grows_with_the_load(monkeypatch: pytest.MonkeyPatch) -> None:
    cores = os.cpu_count() or 1
    monkeypatch.setattr(os, "getloadavg", lambda: (0.0, 0.0, 0.0), raising=False)
    quiet = patience(10)
    assert quiet >= 10
    monkeypatch.setattr(os, "getloadavg", lambda: (8.0 * cores, 4.0 * cores, 1.0), raising=False)
    assert patience(10) >= 8 * quiet


def test_what_never_comes_is_given_up_in_the_end() -> None:
    with pytest.raises(AssertionError, match="did not come true"):
        for _ in tries(0.01, pause=0.005):
            pass


def test_what_is_missing_is_skipped_loudly_or_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LUDI_NEED", raising=False)
    with pytest.raises(pytest.skip.Exception, match=LOUD + "the page"):
        missing("browser", "the page")
    monkeypatch.setenv("LUDI_NEED", "research,browser")
    with pytest.raises(pytest.fail.Exception, match="the page"):
        missing("browser", "the page")

"""What tests of Pax Romana are lent."""

from __future__ import annotations

from typing import Any

import pytest

from ludi.games.pax_romana import PaxRomanaState
from needs import need_plain


@pytest.fixture
def results(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """All results of procedures, as they end."""
    need_plain("what procedures hand on")
    found: list[Any] = []
    pop = PaxRomanaState.pop

    def noted(self: PaxRomanaState, result: object = None) -> None:
        found.append(result)
        pop(self, result)

    monkeypatch.setattr(PaxRomanaState, "pop", noted)
    return found

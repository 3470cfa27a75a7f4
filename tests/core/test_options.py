"""Options are checked once, with a sentence that says what would be right."""

from __future__ import annotations

from typing import Any

import pytest

from ludi.core import BadOption, registry


@pytest.mark.parametrize(
    ("chosen", "says"),
    [
        ({"players": 9}, "cannot be 9; it can be 1, 2, 3"),
        ({"players": "2"}, "cannot be '2'"),
        ({"players": True}, "cannot be true"),
        ({"open_counts": 1}, "cannot be 1; it can be false, true"),
        ({"legions": 3}, "There is no option 'legions'; the options are players"),
        ({"players": 2, "start": "3"}, "Player 3 cannot start: there are only 2 players"),
    ],
)
def test_wrong_options_are_refused(chosen: dict[str, Any], says: str) -> None:
    with pytest.raises(BadOption, match=says):
        registry.find("pax").box(chosen)


def test_defaults_are_filled_in() -> None:
    options = registry.find("pax").box({"players": 2}).options
    assert options["start"] == "random"
    assert options["last_harvest"] is False
    assert options["open_counts"] is False
    assert options["deck"] == "reconstructed"

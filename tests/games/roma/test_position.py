"""Positions from plain data; impossible ones are refused with a reason."""

from __future__ import annotations

from typing import Any

import pytest

from games.roma.tables import choices, play
from ludi.core import BadOption, BadPosition
from ludi.games.roma import GAME, position


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"hands": [["nero", "nero"]]}, "only 1 Nero"),
        ({"rows": [{1: "legat", 2: "legat"}], "discard": ["legat"]}, "only 2 Legat"),
        ({"hands": [["colosseum"]]}, "no card of this game"),
        ({"rows": [["legat"]]}, "six places|6 places"),
        ({"rows": [{7: "legat"}]}, "from 1 to 6"),
        ({"rows": [{}, {}, {}]}, "two rows"),
        ({"points": [10, 10], "stock": 15}, "must make up 36"),
        ({"points": [30, 10]}, "must make up 36"),
        ({"points": [0, 10], "unused": [1]}, "over"),
        ({"points": [18, 18], "unused": [1]}, "over"),
        ({"points": [10, 10], "phase": "over"}, "over"),
        ({"points": [10, 10, 10]}, "both players"),
        ({"sestertii": [-1, 0]}, "cannot be -1"),
        ({"deck": ["legat"], "discard": ["legat"]}, "50 cards lie nowhere"),
        ({"deck": ["legat"], "top": ["forum"]}, "either"),
        ({"unused": [7]}, "from 1 to 6"),
        ({"unused": [1, 2, 3, 4]}, "3 action dice"),
        ({"turn": 2}, "0 or 1"),
        ({"phase": "lunch"}, "no phase"),
        ({"phase": "triple", "unused": [1, 1, 2]}, "triple"),
        ({"phase": "choose-drawn", "unused": [1]}, "lie aside"),
        ({"phase": "choose-target", "unused": [1]}, "needed"),
        ({"phase": "actions", "source": "legat", "unused": [1]}, "not possible"),
        ({"phase": "choose-target", "source": "legat", "effect": "legat", "disc": 1}, "does not lead"),
        ({"phase": "choose-target", "source": "legat", "effect": "sicarius", "disc": 1}, "another card"),
        ({"phase": "choose-target", "source": "sicarius", "effect": "sicarius", "disc": 1}, "nothing could be decided"),
        ({"known": [["legat"]], "unused": [1]}, "known cards"),
        ({"hands": [["legat"]], "shown": [["legat"]], "unused": [1]}, "shown cards"),
        ({"reckoned": ["legat"], "unused": [1]}, "reckoned"),
        ({"phase": "exchange", "hands": [["legat"], []]}, "four cards"),
        ({"credited": 3, "unused": [1]}, "credited only"),
    ],
    ids=str,
)
def test_impossible_positions_are_refused(given: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        position(**given)


def test_everything_has_a_default() -> None:
    state = position(unused=[])
    assert (state.points, state.stock, state.sestertii) == ([10, 10], 16, [0, 0])
    assert len(state.deck) == 52
    assert choices(state) == ["end"]


def test_cards_on_top_and_the_rest_beneath() -> None:
    state = position(top=["nero", "forum"], unused=[1, 1])
    play(state, "draw:1", "draw:1")
    assert state.snapshot()["hands"][0] == ["nero", "forum"]
    assert len(state.deck) == 50


def test_a_blocked_disc_at_the_beginning_of_a_turn() -> None:
    state = position(rows=[{1: "legat"}], blocked=[1], dice=[1, 2, 3])
    assert "activate:1" not in choices(state)


def test_options_are_checked() -> None:
    with pytest.raises(BadOption):
        GAME.box({"start": "3"})
    with pytest.raises(BadOption):
        GAME.box({"players": 2})

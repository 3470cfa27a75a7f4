"""Chapters 13.4 and 17.2: BARBARIAN INVASION as a card."""

from __future__ import annotations

from typing import Any

import pytest

from games.pax_romana.advanced_tools import draw, to_operation, unasked, words
from games.pax_romana.helpers import Units, actor, at, choices, play, script
from ludi.games.pax_romana import PaxRomanaState

GROUPS = {
    (1, 1): "caledonians",
    (2, 2): "armenians",
    (3, 3): "western-gauls",
    (4, 4): "eastern-gauls",
    (5, 5): "germans",
}


def invasion(*dice: int, units: Units | None = None, **facts: Any) -> PaxRomanaState:
    return draw(units or {}, "barbarian-invasion", dice, **facts)


@pytest.mark.rule("PR-17.2-BARBARIAN-INVASION", "PR-13.4.1a")
def test_the_card_rolls_on_the_invasion_table_when_it_is_drawn() -> None:
    for roll, group in GROUPS.items():
        s = invasion(*roll, 2, 3)
        assert s.box.tables["invasion"][str(sum(roll))] == group
    s = invasion(3, 3, 4, 5, active="greece")
    assert actor(s) == "greece", "who drew the card places them"
    assert s.stack[-1].name == "invasion"
    script(s, [6])
    play(s, "place:lutetia")
    assert at(s, "western-gauls", "lutetia") == {"barbarian": 9}
    assert s.stack[-1].name == "move"
    assert words(s, "march"), "and moves them"


@pytest.mark.rule("PR-17.1.5c", "PR-17.2-BARBARIAN-INVASION")
def test_barbarians_may_be_moved_and_the_player_recruits_afterwards() -> None:
    s = invasion(3, 3, 4, 5)
    script(s, [6])
    play(s, "place:lutetia", "halt")
    to_operation(s)
    play(s, "recruit")
    assert s.stack[-1].name == "recruitment"


@pytest.mark.rule("PR-13.4.3")
def test_everybody_may_play_cards_while_barbarians_move() -> None:
    s = draw({}, "barbarian-invasion", (3, 3, 4, 5), hands=[["spies"], [], ["traitor"], ["cunctator"]])
    unasked(s)
    script(s, [6])
    play(s, "place:lutetia")
    assert s.stack[-1].name == "window"
    asked = []
    while s.stack[-1].name == "window":
        asked.append(actor(s))
        play(s, "pass")
    assert sorted(asked) == ["carthage", "greece", "rome"], "all who hold cards, the mover too"
    assert s.stack[-1].name == "move"


@pytest.mark.rule("PR-13.4.3")
def test_a_card_played_against_the_barbarians_takes_effect_at_once() -> None:
    s = unasked(draw({}, "barbarian-invasion", (3, 3, 4, 5), hands=[["spies"], [], ["traitor"], []]))
    script(s, [6])
    play(s, "place:lutetia")
    assert actor(s) == "greece"
    assert "play:spies" in choices(s)

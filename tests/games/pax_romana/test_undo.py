"""Taking back: never past a moment at which what the Powers decided in secret was revealed."""

from __future__ import annotations

from typing import Any

import pytest

from ludi.core import CannotUndo, Table
from ludi.games.pax_romana import GAME, position

ULTRA = {"scenario": "V", "format": "ultra-basic"}
BOX = GAME.box(ULTRA)
ROME, CARTHAGE = (BOX.seat_of[BOX.powers.index(power)] for power in ("rome", "carthage"))
FLEETS = {"rome": {"roma": {"galley": 3}}, "carthage": {"carthago": {"galley": 2}}}


def at_phase(phase: str, units: dict[str, Any], **facts: Any) -> Table:
    """A table whose match has come to this phase."""
    facts |= {"operation": "phase", "phase": phase, "markers": {"rome": 1}, "dice": [1] * 40}
    state = position(ULTRA, units=units, treasury={"rome": 10, "carthage": 10}, **facts)
    table = Table.new(GAME, state.box.options, seed=bytes(32))
    table.state = state
    return table


@pytest.mark.rule("PR-3.2-B")
def test_a_maintenance_plan_is_taken_back_until_all_plans_are_revealed() -> None:
    marks = [["A"] if power == "carthage" else [] for power in BOX.powers]
    table = at_phase("B", FLEETS, objectives=marks)
    table.play(ROME, "scrap:roma")
    table.play(ROME, "done")
    table.undo(ROME)
    table.play(ROME, "done")
    table.play(CARTHAGE, "scrap:carthago")
    table.undo(CARTHAGE)
    table.play(CARTHAGE, "done")
    open_now = [table.state.spell(action) for action in table.state.legal(CARTHAGE)]
    assert "discard:A" in open_now, "no dice were thrown since"
    assert not table.can_undo(CARTHAGE), "Carthage has seen what Rome keeps"
    with pytest.raises(CannotUndo):
        table.undo(CARTHAGE)


@pytest.mark.rule("PR-3.2-B")
def test_a_plan_is_taken_back_whether_or_not_others_go_on_with_theirs() -> None:
    """Otherwise one could see by it how busy the others are."""
    table = at_phase("B", FLEETS)
    table.play(ROME, "scrap:roma")
    table.play(CARTHAGE, "scrap:carthago")
    assert table.can_undo(ROME)
    table.play(CARTHAGE, "done")
    table.undo(ROME)
    assert table.decisions == [(CARTHAGE, "scrap:carthago"), (CARTHAGE, "done")]
    assert not table.can_undo(ROME)
    assert table.state.actors() == (ROME,)
    assert table.state.view(ROME)["plan"] == []
    table.undo(CARTHAGE)
    assert table.state.view(CARTHAGE)["plan"] == ["scrap:carthago"]
    table.play(ROME, "scrap:roma")
    table.play(ROME, "done")
    table.play(CARTHAGE, "done")
    assert not table.can_undo(ROME)
    assert not table.can_undo(CARTHAGE)


@pytest.mark.rule("PR-3.2-E")
def test_a_manpower_plan_is_taken_back_until_all_plans_are_revealed() -> None:
    table = at_phase("E", {})
    for seat in table.state.actors():
        if seat != ROME:
            table.play(seat, "done")
            table.undo(seat)
            table.play(seat, "done")
    table.play(ROME, "legion:roma")
    assert table.can_undo(ROME)
    table.play(ROME, "done")
    assert not table.can_undo(ROME), "Rome has seen what the others raise"

"""The layout of a vector follows from the shape of the view and the words of the match, and a change of it shows."""

from __future__ import annotations

import random
from typing import Annotated, TypedDict

import pytest

import layouts
from ludi.core import FastDice, registry
from ludi.core.shape import Seat, read
from ludi.research.encoding import Encoder
from ludi.research.layout import Layout


def test_the_layouts_are_as_they_are_stored() -> None:
    assert layouts.stale() == [], "make layouts, and tell it in the changelog: models are trained on these slots"


def test_a_layout_is_printed_slot_by_slot_and_in_short() -> None:
    encoder = Encoder.of("pax", {"players": 2})
    cards = encoder.box.game.words_for(encoder.box, "cards")
    lines = list(encoder.describe())
    assert lines[2].split() == ["2", "phase=draft"]
    assert lines[encoder.size - 1].split() == [str(encoder.size - 1), "rest/7"]
    assert lines[encoder.size :] == [f"cards {number} = {card}" for number, card in enumerate(sorted(cards), 1)]
    head, *parts = encoder.outline()
    assert head == f"{encoder.size} slots, {encoder.mark()}"
    ends = [int(part.split()[0]) + int(part.split()[1]) for part in parts]
    assert [0, *ends[:-1]] == [int(part.split()[0]) for part in parts]
    assert ends[-1] == encoder.size


def test_a_match_with_other_words_has_other_slots() -> None:
    two, four = (Encoder.of("pax", {"players": players}) for players in (2, 4))
    assert two.mark() != four.mark()
    assert "legions[2].value" in two.names
    assert "legions[3].value" not in two.names
    assert "legions[4].value" in four.names


def test_what_only_one_of_several_things_has_stands_apart() -> None:
    names = Encoder.of("pax-romana", {"scenario": "II"}).names
    assert "under_way=battle" in names
    assert "under_way.battle.attack_die" in names
    assert "under_way.move.mp" in names


def test_what_cannot_come_up_in_a_match_has_no_slots() -> None:
    """Units of Pergamum and hired Light Infantry belong to the Advanced Game, those of Rhodes to maps with Rhodes."""
    standard = Encoder.of("pax-romana", {"scenario": "V"})
    advanced = Encoder.of("pax-romana", {"scenario": "V", "format": "advanced"})
    west = Encoder.of("pax-romana", {"scenario": "I"})
    for unit, there in (("pergamene-heavy", [False, True, False]), ("rhodian", [True, True, False])):
        assert [f"units.rome.roma.{unit}" in each.names for each in (standard, advanced, west)] == there
    # Should one come up all the same, it is not lost.
    state = registry.find("pax-romana").deal(standard.box, FastDice(random.Random(1)))
    view = dict(state.view(0))
    before = standard.encode(view)
    view["units"] = {**view["units"], "rome": {**view["units"]["rome"], "roma": {"pergamene-heavy": 1}}}
    assert standard.unplaced(view)
    assert standard.encode(view) != before


def test_names_without_slots_of_their_own_share_some() -> None:
    encoder = Encoder.of("pax-romana", {"scenario": "II"})
    state = registry.find("pax-romana").deal(encoder.box, FastDice(random.Random(1)))
    view = dict(state.view(0))
    point = next(iter(encoder.box.game.words_for(encoder.box, "transit")))
    view["units"] = {**view["units"], "rome": {**view["units"]["rome"], point: {"galley": 3}}}
    row = dict(zip(encoder.names, encoder.encode(view), strict=True))
    assert row["units.rome.+0.galley"] == pytest.approx(0.3)
    assert any(row[f"units.rome.+0.name/{digit}"] for digit in range(5))
    assert encoder.unplaced(view) == []


def test_a_list_must_say_how_long_it_can_be() -> None:
    class Endless(TypedDict):
        you: Seat | None
        facts: list[Annotated[str, "anything"]]

    with pytest.raises(TypeError, match="UpTo or OnePer"):
        Layout(registry.find("roma").box()).view(read(Endless))

"""The page's types of the views are made from what the games declare."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Literal, NotRequired, TypedDict

import pytest

import view_types
from ludi.core import registry
from ludi.core.fit import misfits
from ludi.core.shape import Columns, Seat, Words

Colour = Literal["red", "blue"]


class Piece(TypedDict):
    """A thing on the table."""

    colour: Colour
    where: NotRequired[Annotated[str, Words("places")]]
    """None while it lies nowhere."""


class Table(TypedDict):
    """What is seen."""

    you: Seat | None
    pieces: dict[str, list[Piece | None]]
    counts: dict[Colour, int]
    pairs: list[Annotated[list[int | str], Columns(int, str)]]


def test_the_types_of_the_page_are_up_to_date() -> None:
    assert view_types.stale() == [], "make api"


FIXTURES = sorted((Path(__file__).parent.parent / "web" / "fixtures").glob("*.json"))


@pytest.mark.parametrize("file", FIXTURES, ids=lambda file: file.stem)
def test_the_positions_that_boards_are_drawn_from_are_of_the_shape_that_is_declared(file: Path) -> None:
    moment = json.loads(file.read_text(encoding="utf-8"))
    game = registry.find(moment["game"])
    options = {"players": len(moment["names"])} if moment["game"] == "pax" else {}
    assert misfits(moment["view"], game.box(options)) == [], "make fixtures"


def test_a_typed_dict_becomes_an_interface(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.find("roma")
    monkeypatch.setattr(game, "view_shape", Table)
    _, *parts = view_types.Writer().view(game).split("\n\n")
    assert parts == [
        'export type Colour = "red" | "blue";',
        "/** A thing on the table. */\nexport interface Piece {\n  colour: Colour;\n"
        "  /** null while it lies nowhere. */\n  where?: string;\n}",
        "/** What is seen. */\nexport interface Table {\n  you: number | null;\n"
        "  pieces: Record<string, (Piece | null)[]>;\n  counts: Partial<Record<Colour, number>>;\n"
        "  pairs: [number, string][];\n}\n",
    ]

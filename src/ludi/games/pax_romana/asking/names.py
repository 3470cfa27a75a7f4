"""The kinds of words that views and answers are made of."""

from __future__ import annotations

from typing import Annotated

from ludi.core.shape import Range, Words
from ludi.games.pax_romana.world.pieces import Unit

Power = Annotated[str, Words("powers")]
Side = Annotated[str, Words("sides")]
"""A Power, or one of those that belong to nobody: Independents, Gauls, Slaves, the Soldier of Fortune."""
Space = Annotated[str, Words("spaces")]
Place = Annotated[str, Words("spaces", "transit")]
"""A Space or a Transit Point."""
Province = Annotated[str, Words("provinces")]
Territory = Annotated[str, Words("territories")]
LeaderWord = Annotated[str, Words("leaders")]
Action = Annotated[str, Words("actions")]
Stack = dict[Annotated[Unit, Words("units")], Annotated[int, Range(1, 255)]]
"""The Units of one side in one place; a kind that is not there has no key."""

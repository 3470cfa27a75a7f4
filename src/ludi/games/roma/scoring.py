"""The end of the game: who has the most victory points (ROMA-END-1 to 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludi.core import Outcome

if TYPE_CHECKING:
    from ludi.games.roma.state import Position

NO_POINTS, STOCK_EMPTY, DRAW = "no-points", "stock-empty", "draw"


def outcome(state: Position) -> Outcome:
    """The reckoning of a finished game. Equal points are a draw, a victory shared by both."""
    points = state.points
    winners = tuple(seat for seat in range(2) if points[seat] == max(points))
    reckoning = {"points": points[:], "stock": state.stock, "credited": state.credited}
    if len(winners) == 2:
        return Outcome(winners, DRAW, "ROMA-END-3", tuple(points), reckoning)
    if state.stock:
        return Outcome(winners, NO_POINTS, "ROMA-END-1", tuple(points), reckoning)
    return Outcome(winners, STOCK_EMPTY, "ROMA-END-2", tuple(points), reckoning)

"""How the log and the table tell what happens in Pax Romana: a game turn is a round there, an activation a turn."""

from __future__ import annotations

from collections.abc import Mapping

from ludi.core import Role

_MOMENTS = (
    "event",
    "battle-won",
    "battle-drawn",
    "siege-won",
    "siege-drawn",
    "naval-won",
    "naval-drawn",
    "capture",
    "leader-dies",
    "leader-dies-away",
    "civil-war",
    "invasion",
    "rebellion",
    "wins-by-places",
    "wins-by-lead",
    "end",
)
_ASIDES = (
    "income",
    "maintenance",
    "movement",
    "continuity",
    "elephant",
    "tribe",
    "objective",
    "discard",
    "leader-placed",
    "card-drawn",
    "card-discarded",
    "reshuffled",
)

ROLES: Mapping[str, Role] = {
    "turn": "round",
    "activation": "turn",
    "victory-points": "between",
    **dict.fromkeys(_MOMENTS, "moment"),
    **dict.fromkeys(_ASIDES, "aside"),
}

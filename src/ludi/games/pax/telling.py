"""How the log and the table tell what happens in PAX."""

from __future__ import annotations

from collections.abc import Mapping

from ludi.core import Role

ROLES: Mapping[str, Role] = {
    "round": "round",
    "turn": "turn",
    "harvest": "moment",
    "conspirator": "moment",
    "end": "moment",
    "reveal": "moment",
    "set-up": "aside",
    "rome-starts": "aside",
    "draft": "aside",
    "keep": "aside",
    "draw": "aside",
    "to-hand": "aside",
    "to-deck": "aside",
    "income": "aside",
    "refill": "aside",
}

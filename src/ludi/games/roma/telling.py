"""How the log and the table tell what happens in Roma."""

from __future__ import annotations

from collections.abc import Mapping

from ludi.core import Role

ROLES: Mapping[str, Role] = {
    "turn": "turn",
    "battle-won": "moment",
    "battle-lost": "moment",
    "over": "moment",
    "deal": "aside",
    "give": "aside",
    "receive": "aside",
    "place": "aside",
    "stand": "aside",
    "keep": "aside",
    "search": "aside",
    "shuffle": "aside",
    "reshuffle": "aside",
}

"""Questions about where things may be put: Pirates, Slaves, Militia, invaders, the Soldier of Fortune (12, 13)."""

from __future__ import annotations

from ludi.games.pax_romana.asking.naming import Answer, BadQuestion, power_number
from ludi.games.pax_romana.asking.state import PaxRomanaState
from ludi.games.pax_romana.ch12_special.militia import RaiseMilitia, levy_spaces
from ludi.games.pax_romana.ch12_special.pirates import pirate_places
from ludi.games.pax_romana.ch12_special.slaves import slave_spaces
from ludi.games.pax_romana.ch12_special.soldier_of_fortune import sof_spaces
from ludi.games.pax_romana.ch13_barbarians.invasion import ENTRY, entry_spaces, group_possible
from ludi.games.pax_romana.world.pieces import NOBODY


def militia_spaces(s: PaxRomanaState, power: int) -> list[int]:
    """Where Militia gather; while a Power raises them, not where the enemy Regroups."""
    top = s.stack[-1] if s.stack else None
    back = top.back if isinstance(top, RaiseMilitia) and top.power == power else NOBODY
    return levy_spaces(s, power, back)


OF_A_POWER = {
    "slaves": (slave_spaces, "PR-12.7.1b"),
    "militia": (militia_spaces, "PR-12.3.2d"),
    "soldier-of-fortune": (sof_spaces, "PR-12.4.2a"),
}


def where_to_put(s: PaxRomanaState, what: str, power: str = "") -> Answer:
    """Where something may be put now: ``pirates``; ``slaves``, ``militia`` or the ``soldier-of-fortune`` of a Power;
    invaders (``western-gauls``, ``eastern-gauls``, ``germans``)."""
    if what == "pirates":
        return {"spaces": s.box.places(pirate_places(s)), "rule": "PR-12.6.1a"}
    if what in ENTRY:
        spaces = entry_spaces(s, what) if group_possible(s, what) else []
        return {"spaces": s.box.places(spaces), "rule": "PR-13.4.5a"}
    if what not in OF_A_POWER:
        known = ", ".join(("pirates", *OF_A_POWER, *ENTRY))
        raise BadQuestion(f"Nobody puts '{what}' on the map; there are {known}.")
    find, rule = OF_A_POWER[what]
    return {"spaces": s.box.places(find(s, power_number(s, power))), "rule": rule}

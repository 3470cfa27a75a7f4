"""What a scenario makes happen at an appointed time."""

from __future__ import annotations

from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.play_book.barred import in_lands
from ludi.games.pax_romana.world.pieces import FULL_WALLS, GARRISON, INDEPENDENT, ONE, SOF, TOWN


def great_captains(s: Position, power: int) -> list[int]:
    """VI: the leaders whom the scenario sets on this turn instead of drawing them."""
    box = s.box
    found = []
    for each in box.special.get("great-captains", {}).get("set", ()):
        if each["turn"] == s.turn + box.first_turn and each["power"] == box.powers[power]:
            found += [
                leader
                for leader in box.pools[power]
                if [box.leaders[leader].tactical, box.leaders[leader].campaign] == each["rating"]
            ][:1]
    return found


def markers_of(s: Position, power: int) -> int:
    """The Activation Markers of a Power in this turn; a scenario may give fewer (X)."""
    rule = s.box.special.get("hannibal-in-italy")
    if rule is not None and s.box.powers[power] == rule["power"]:
        fewer = rule["markers"]
        if fewer["turn"] == s.turn + s.box.first_turn:
            return int(fewer["count"])
    return s.box.markers[power]


def will_of_attalus(s: Position) -> None:
    """VI: Pergamum, if still independent, falls to Rome by its king's will: a Town there, Garrisons elsewhere."""
    box = s.box
    rule = box.special.get("will-of-attalus")
    if rule is None or rule["turn"] != s.turn + box.first_turn:
        return
    capital = box.atlas.index["pergamum"]
    if not s.at(INDEPENDENT, capital):
        return
    heir = box.powers.index(rule["power"])
    for name, node, _, _ in box.forces():
        stack = s.at(INDEPENDENT, node)
        if name != "pergamum" or not stack:
            continue
        s.remove(INDEPENDENT, node, stack)
        if node == capital:
            s.set_site(node, heir, TOWN, FULL_WALLS[TOWN])
        else:
            s.add(heir, node, ONE[GARRISON])
    if s.listener is not None:
        s.tell("will-of-attalus", "PR-3.0", power=rule["power"])


def galatians_cross(s: Position) -> str:
    """VI: the group that invades now, with the next marker; empty if none does."""
    rule = s.box.special.get("galatian-crossing")
    if rule is None or rule["turn"] != s.turn + s.box.first_turn or s.activations != rule["after_activation"]:
        return ""
    return str(rule["group"])


def moves_besides(s: Position, power: int, node: int) -> bool:
    """IV: while the Soldier of Fortune stands in a Province, his Major Move comes in addition to his owner's own."""
    rule = s.box.special.get("pyrrhus-sails-west")
    if rule is None or s.sof_owner != power or node >= s.box.atlas.spaces or not s.at(SOF, node):
        return False
    return in_lands(s, node, (), (rule["extra_move_while_in"],))

"""How a Battle went, as one sentence for the log: who beat whom, where, and what it cost either side."""

from __future__ import annotations

from collections.abc import Sequence

from ludi.core import Fact
from ludi.games.pax_romana.ch10_battle.battle import Battle
from ludi.games.pax_romana.ch10_battle.sums import ATTACKER, DEFENDER
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.pieces import COMBAT, NOBODY, points, squadrons


def tell_battle(s: Position, battle: Battle) -> None:
    """After the losses of a Land Battle (10.2 steps 10 and 12); the Winner is named first, in a draw the Attacker."""
    first = DEFENDER if battle.winner == DEFENDER else ATTACKER
    sides = (battle.attackers, battle.defenders)
    lost = [points(battle.began[each]) - points(battle.units(s, each) & COMBAT) for each in (ATTACKER, DEFENDER)]
    facts: dict[str, Fact] = {
        "side": names(s, sides[first]),
        "other": names(s, sides[1 - first]),
        "space": s.box.place(battle.node),
        "lost": lost[first],
        "fallen": lost[1 - first],
    }
    kind = "battle-drawn" if battle.winner == NOBODY else "battle-won"
    if battle.walls:
        facts["walls"] = battle.began_walls - s.sites[battle.node].walls
        kind = kind.replace("battle", "siege")
    s.report(kind, "PR-10.2-10", facts)


def galleys_of(s: Position, side: int) -> int:
    """All Galley Squadrons of a side, to be counted before and after a Naval Battle."""
    return sum(squadrons(stack) for _, stack in s.places_of(side))


def tell_naval_battle(
    s: Position, sides: tuple[Sequence[int], Sequence[int]], node: int, totals: tuple[int, int], lost: tuple[int, int]
) -> None:
    """After the losses of a Naval Battle (11.4.4); the Winner is named first, in a draw the Active Fleet."""
    first = 0 if totals[0] >= totals[1] else 1
    facts: dict[str, Fact] = {
        "side": names(s, sides[first]),
        "other": names(s, sides[1 - first]),
        "space": s.box.place(node),
        "lost": lost[first],
        "fallen": lost[1 - first],
    }
    if totals[0] == totals[1]:
        s.report("naval-drawn", "PR-11.4.5a", facts)
    else:
        s.report("naval-won", "PR-11.4.4a", facts)


def names(s: Position, sides: Sequence[int]) -> Fact:
    """The word of a side, or those of several who act together."""
    words = [s.box.side_word(side) for side in sides]
    return words[0] if len(words) == 1 else words

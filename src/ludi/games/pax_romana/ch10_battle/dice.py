"""Chapter 10.2, steps 5 to 9: the dice of a Battle, and the Shifts that alter them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludi.core import Fact
from ludi.games.pax_romana.ch10_battle.stages import OUTCOME, SHIFTING
from ludi.games.pax_romana.ch10_battle.sums import ATTACKER, DEFENDER
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.pieces import NOBODY
from ludi.games.pax_romana.world.words import LOWER, RAISE

if TYPE_CHECKING:
    from ludi.games.pax_romana.ch10_battle.battle import Battle


def roll_dice(s: Position, battle: Battle) -> None:
    """Steps 5 to 8: points, odds, dice, Shifts."""
    field = battle.field(s)
    battle.attack_die = s.roll("attack")
    battle.defence_die = s.roll("defence")
    battle.shifts = field.net()
    battle.edges = field.cavalry()
    battle.stage = SHIFTING
    if s.listener is not None:
        mine, theirs = field.points()
        facts: dict[str, Fact] = {"space": s.box.place(battle.node), "attackers": mine, "defenders": theirs}
        facts |= {"attack": battle.attack_die, "defence": battle.defence_die, "shifts": battle.shifts}
        facts |= {"side": s.box.side_word(battle.attackers[0]), "other": s.box.side_word(battle.defenders[0])}
        s.report("battle", "PR-10.2-7", facts)
    if s.box.use_rerolls:
        from ludi.games.pax_romana.ch10_battle.rerolls import Reroll, reroll_side

        side = reroll_side(s, battle)
        if side != NOBODY:
            s.push(Reroll(side))


def spend_shifts(s: Position, battle: Battle) -> bool:
    """Step 9: whoever has more Shifts may alter the rolls, one Shift at a time."""
    if battle.shifts:
        side = ATTACKER if battle.shifts > 0 else DEFENDER
        if battle.powers[side] != NOBODY:
            return True
        while battle.shifts:
            own = battle.attack_die if side == ATTACKER else battle.defence_die
            alter(battle, RAISE if own < 10 else LOWER)
    battle.stage = OUTCOME
    return False


def alter(battle: Battle, action: int) -> None:
    attacker = battle.shifts > 0
    if (action == RAISE) == attacker:
        battle.attack_die = min(10, battle.attack_die + 1) if action == RAISE else max(0, battle.attack_die - 1)
    else:
        battle.defence_die = min(10, battle.defence_die + 1) if action == RAISE else max(0, battle.defence_die - 1)
    battle.shifts += -1 if attacker else 1

"""Chapter 10.2, steps 5 to 9: points and odds, who commands, the dice, and the Shifts that alter them (10.3.1)."""

from __future__ import annotations

from collections.abc import Mapping

from ludi.core import Fact
from ludi.games.pax_romana.ch08_leaders.leaders import worth_asking
from ludi.games.pax_romana.ch10_battle.battle import DICE, LEADING, OUTCOME, SHIFTING, Battle, BattleStage
from ludi.games.pax_romana.ch10_battle.rerolls import Reroll, Rerolled, reroll_side
from ludi.games.pax_romana.ch10_battle.sums import ATTACKER, DEFENDER
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.stage import ALONE, choice
from ludi.games.pax_romana.world.pieces import NOBODY
from ludi.games.pax_romana.world.words import COMMAND, DONE, LOWER, RAISE

HIGHEST_ROLL = 10


def to_the_dice(s: Position, p: Battle) -> None:
    """Step 5; before it a player with a real choice names his commander (8.2.4)."""
    p.stage = LEADING if s.box.use_rerolls else DICE


class Leading(BattleStage, of=Battle, at=LEADING):
    """Who commands, where re-rolls make it a choice (8.2.4, 10.3.5)."""

    __slots__ = ()
    asks = "ask.battle-command"
    rule = "PR-8.2.4a"

    def run(self, s: Position, p: Battle) -> bool:
        if undecided(s, p) != NOBODY:
            return True
        p.stage = DICE
        return False

    def deciders(self, s: Position, p: Battle) -> tuple[int, ...]:
        return (p.powers[undecided(s, p)],)

    def leaders(self, s: Position, p: Battle, power: int) -> list[int]:
        return worth_asking(s, p.leaders(s, undecided(s, p)))

    @choice(COMMAND, "PR-8.2.4a", among=leaders)
    def name(self, s: Position, p: Battle, power: int, leader: int) -> None:
        chiefs = list(p.chiefs)
        chiefs[undecided(s, p)] = leader
        p.chiefs = (chiefs[0], chiefs[1])


def undecided(s: Position, p: Battle) -> int:
    """The side that must name its commander; a combined Army has the best leader (4.3.1)."""
    for side, sides in enumerate((p.attackers, p.defenders)):
        open_to_choice = p.chiefs[side] == NOBODY and p.powers[side] != NOBODY and len(sides) == 1
        if open_to_choice and len(worth_asking(s, p.leaders(s, side))) > 1:
            return side
    return NOBODY


class Dice(BattleStage, of=Battle, at=DICE):
    """Steps 5 to 8: points, odds, dice, Shifts."""

    __slots__ = ()

    def run(self, s: Position, p: Battle) -> bool:
        field = p.field(s)
        p.attack_die = s.roll("attack")
        p.defence_die = s.roll("defence")
        p.shifts = field.net()
        p.edges = field.cavalry()
        p.stage = SHIFTING
        if s.listener is not None:
            mine, theirs = field.points()
            facts: dict[str, Fact] = {"space": s.box.place(p.node), "attackers": mine, "defenders": theirs}
            facts |= {"attack": p.attack_die, "defence": p.defence_die, "shifts": p.shifts}
            facts |= {"side": s.box.side_word(p.attackers[0]), "other": s.box.side_word(p.defenders[0])}
            s.report("battle", "PR-10.2-7", facts)
        if s.box.use_rerolls:
            side = reroll_side(s, p)
            if side != NOBODY:
                s.push(Reroll(side))
        return False


class Shifting(BattleStage, of=Battle, at=SHIFTING):
    """Step 9: whoever has more Shifts may alter the rolls, one Shift at a time."""

    __slots__ = ()
    asks = "ask.battle-shift"
    rule = "PR-10.3.1p"

    def resumed(self, s: Position, p: Battle, result: Rerolled) -> None:
        if result.side == ATTACKER:
            p.attack_die = result.number
        elif result.side == DEFENDER:
            p.defence_die = result.number

    def run(self, s: Position, p: Battle) -> bool:
        if p.shifts:
            if p.powers[_shifter(p)] != NOBODY:
                return True
            while p.shifts:
                if _dice(p)[0] < HIGHEST_ROLL:
                    raise_own(p)
                else:
                    lower_other(p)
        p.stage = OUTCOME
        return False

    def deciders(self, s: Position, p: Battle) -> tuple[int, ...]:
        return (p.powers[_shifter(p)],)

    def facts(self, s: Position, p: Battle) -> Mapping[str, Fact]:
        shifts = {"number": abs(p.shifts), "attack": p.attack_die, "defence": p.defence_die}
        return {**super().facts(s, p), **shifts}

    def higher(self, s: Position, p: Battle, power: int) -> tuple[int, ...]:
        return ALONE if _dice(p)[0] < HIGHEST_ROLL else ()

    def lower_still(self, s: Position, p: Battle, power: int) -> tuple[int, ...]:
        return ALONE if _dice(p)[1] > 0 else ()

    @choice(DONE, "PR-10.3.1p")
    def leave(self, s: Position, p: Battle, power: int, argument: int) -> None:
        p.shifts = 0

    @choice(RAISE, "PR-10.3.1p", among=higher)
    def lift(self, s: Position, p: Battle, power: int, argument: int) -> None:
        raise_own(p)

    @choice(LOWER, "PR-10.3.1p", among=lower_still)
    def lower(self, s: Position, p: Battle, power: int, argument: int) -> None:
        lower_other(p)


def _shifter(p: Battle) -> int:
    """The side with more Shifts."""
    return ATTACKER if p.shifts > 0 else DEFENDER


def _dice(p: Battle) -> tuple[int, int]:
    """The roll of the side with more Shifts, and that of the other."""
    return (p.attack_die, p.defence_die) if p.shifts > 0 else (p.defence_die, p.attack_die)


def raise_own(p: Battle) -> None:
    """One Shift adds 1 to the own roll."""
    if p.shifts > 0:
        p.attack_die = min(HIGHEST_ROLL, p.attack_die + 1)
        p.shifts -= 1
    else:
        p.defence_die = min(HIGHEST_ROLL, p.defence_die + 1)
        p.shifts += 1


def lower_other(p: Battle) -> None:
    """One Shift takes 1 off the other's roll."""
    if p.shifts > 0:
        p.defence_die = max(0, p.defence_die - 1)
        p.shifts -= 1
    else:
        p.attack_die = max(0, p.attack_die - 1)
        p.shifts += 1

"""Chapter 10.2, steps 5 to 9: points and odds, who commands, the dice, and the Shifts that alter them (10.3.1)."""

from __future__ import annotations

from collections.abc import Mapping

from ludi.core import Fact, Phrase
from ludi.games.pax_romana.ch08_leaders.leaders import best_tactical, worth_asking
from ludi.games.pax_romana.ch10_battle.battle import (
    COUNTING,
    DICE,
    LEADING,
    SHIFTING,
    SURPRISE,
    Battle,
    BattleStage,
)
from ludi.games.pax_romana.ch10_battle.rerolls import Reroll, Rerolled, reroll_side
from ludi.games.pax_romana.ch10_battle.step_10_and_11_outcome import Verdict
from ludi.games.pax_romana.ch10_battle.sums import ATTACKER, DEFENDER, Field, field_of, surprise_of, with_cards
from ludi.games.pax_romana.ch17_cards.window import Answer, offer
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import choice
from ludi.games.pax_romana.world.cards import TACTICAL_SURPRISE
from ludi.games.pax_romana.world.pieces import NOBODY, PLAYED
from ludi.games.pax_romana.world.words import COMMAND, DONE, LOWER, RAISE

HIGHEST_ROLL = 10


class Clash(Battle):
    """Steps 5 to 9: the dice, and who alters them."""

    __slots__ = ("bids", "chiefs", "negated", "shifts", "surprises")

    name = "battle"
    saved_as = "battle-dice"
    tuples = (*Battle.tuples, "bids", "chiefs", "negated", "surprises")
    first = DICE

    def begin(self) -> None:
        super().begin()
        self.bids: tuple[int, int] = (0, 0)
        """What was paid for Siege Expertise."""
        self.negated: tuple[int, int] = (0, 0)
        """Cavalry that Elephants keep from fighting."""
        self.chiefs: tuple[int, int] = (NOBODY, NOBODY)
        """The leaders named to command (8.2.4); NOBODY: the best Tactical Rating."""
        self.shifts = 0
        """Shifts that are left: the attacker's if more than 0, the defender's if less."""
        self.surprises: tuple[int, int] = (0, 0)
        """The TACTICAL SURPRISE cards that each side has played."""

    def field(self, s: Position) -> Field:
        sides = (self.attackers, self.defenders)
        field = field_of(s, *sides, self.node, self.walls, self.amphibious, self.negated, self.bids, self.chiefs)
        played = [surprise_of(side, cards) for side, cards in enumerate(self.surprises) if cards]
        return with_cards(field, tuple(played))

    def side_of(self, s: Position, power: int) -> int:
        """On which side a Power fights, its own Units before those it leads; NOBODY: on neither."""
        for side, sides in enumerate((self.attackers, self.defenders)):
            if any(each in PLAYED and s.player_of(each) == power for each in sides):
                return side
        return self.powers.index(power) if power in self.powers else NOBODY

    def chief(self, s: Position, side: int) -> int:
        """The leader whose Tactical Rating counts; NOBODY if there is none."""
        return best_tactical(s, self.leaders(s, side)) if self.chiefs[side] == NOBODY else self.chiefs[side]

    @property
    def shifter(self) -> int:
        """The side with more Shifts."""
        return ATTACKER if self.shifts > 0 else DEFENDER


def to_the_dice(s: Position, p: Battle) -> Clash:
    """Step 5; before it a player with a real choice names his commander (8.2.4)."""
    clash = p.hand_on(s, Clash)
    if s.box.use_rerolls:
        clash.stage = LEADING
    return clash


class Leading(BattleStage[Clash], of=Clash, at=LEADING):
    """Who commands, where re-rolls make it a choice (8.2.4, 10.3.5)."""

    asks = "ask.battle-command"
    rule = "PR-8.2.4a"

    def run(self, s: Position, p: Clash) -> bool:
        if undecided(s, p) != NOBODY:
            return True
        p.stage = DICE
        return False

    def deciders(self, s: Position, p: Clash) -> tuple[int, ...]:
        return (p.powers[undecided(s, p)],)

    def leaders(self, s: Position, p: Clash, power: int) -> list[int]:
        return worth_asking(s, p.leaders(s, undecided(s, p)))

    @choice(COMMAND, "PR-8.2.4a", exactly=leaders, otherwise="surpassed")
    def name(self, s: Position, p: Clash, power: int, leader: int) -> None:
        chiefs = list(p.chiefs)
        chiefs[undecided(s, p)] = leader
        p.chiefs = (chiefs[0], chiefs[1])


def undecided(s: Position, p: Clash) -> int:
    """The side that must name its commander; a combined Army has the best leader (4.3.1)."""
    for side, sides in enumerate((p.attackers, p.defenders)):
        open_to_choice = p.chiefs[side] == NOBODY and p.powers[side] != NOBODY and len(sides) == 1
        if open_to_choice and len(worth_asking(s, p.leaders(s, side))) > 1:
            return side
    return NOBODY


class Dice(BattleStage[Clash], of=Clash, at=DICE):
    """Steps 5 to 8: points, odds, dice, Shifts."""

    def run(self, s: Position, p: Clash) -> bool:
        field = p.field(s)
        p.dice = (s.roll("attack"), s.roll("defence"))
        p.shifts = field.net()
        p.stage = COUNTING
        if s.listener is not None:
            mine, theirs = field.points()
            facts: dict[str, Fact] = {"space": s.box.place(p.node), "attackers": mine, "defenders": theirs}
            facts |= {"attack": p.dice[ATTACKER], "defence": p.dice[DEFENDER], "shifts": p.shifts}
            facts |= {"side": s.box.side_word(p.attackers[0]), "other": s.box.side_word(p.defenders[0])}
            s.report("battle", "PR-10.2-7", facts)
        if s.box.use_rerolls:
            chiefs = (p.chief(s, ATTACKER), p.chief(s, DEFENDER))
            side = reroll_side(field.points(), p.dice)
            if side != NOBODY and p.powers[side] != NOBODY and chiefs[side] != NOBODY:
                s.push(Reroll(side, p.node, p.powers, chiefs))
        return False


class Counting(BattleStage[Clash], of=Clash, at=COUNTING):
    """Step 8: the Shifts are announced; whoever fights may answer with TACTICAL SURPRISE (10.3.1, example 2)."""

    def resumed(self, s: Position, p: Clash, result: Rerolled) -> None:
        if result.side != NOBODY:
            set_die(p, result.side, result.number)

    def run(self, s: Position, p: Clash) -> bool:
        fighters = [power for power in range(len(s.box.powers)) if p.side_of(s, power) != NOBODY]
        asked = offer(s, (TACTICAL_SURPRISE,), among=fighters, place=p.node)
        p.stage = SURPRISE if asked else SHIFTING
        return False


class Surprise(BattleStage[Clash], of=Clash, at=SURPRISE):
    """A card was played, to which others may answer with their own, or none was."""

    def resumed(self, s: Position, p: Clash, result: Answer | None) -> None:
        if result is None:
            p.stage = SHIFTING
            return
        surprises = list(p.surprises)
        surprises[p.side_of(s, result.power)] += 1
        p.surprises = (surprises[0], surprises[1])
        p.shifts = p.field(s).net()
        p.stage = COUNTING


class Shifting(BattleStage[Clash], of=Clash, at=SHIFTING):
    """Step 9: whoever has more Shifts may alter the rolls, one Shift at a time."""

    asks = "ask.battle-shift"
    rule = "PR-10.3.1p"

    def run(self, s: Position, p: Clash) -> bool:
        if p.shifts:
            if p.powers[p.shifter] != NOBODY:
                return True
            while p.shifts:
                if p.dice[p.shifter] < HIGHEST_ROLL:
                    raise_own(p)
                else:
                    lower_other(p)
        if p.walls and any(s.has_engines(side, p.node) for side in p.attackers):
            s.helepolis = 0
        edge = p.field(s).cavalry()[ATTACKER]
        p.hand_on(s, Verdict).edge = edge
        return False

    def deciders(self, s: Position, p: Clash) -> tuple[int, ...]:
        return (p.powers[p.shifter],)

    def facts(self, s: Position, p: Clash) -> Mapping[str, Fact]:
        shifts = {"number": abs(p.shifts), "attack": p.dice[ATTACKER], "defence": p.dice[DEFENDER]}
        return {**super().facts(s, p), **shifts}

    def at_the_top(self, s: Position, p: Clash, power: int, argument: int) -> Reason:
        most = p.dice[p.shifter] == HIGHEST_ROLL
        return Phrase("why.roll-at-the-end", {"number": HIGHEST_ROLL}, self.rule) if most else ""

    def at_the_bottom(self, s: Position, p: Clash, power: int, argument: int) -> Reason:
        least = p.dice[1 - p.shifter] == 0
        return Phrase("why.roll-at-the-end", {"number": 0}, self.rule) if least else ""

    @choice(DONE, "PR-10.3.1p")
    def leave(self, s: Position, p: Clash, power: int, argument: int) -> None:
        p.shifts = 0

    @choice(RAISE, "PR-10.3.1p", unless=at_the_top)
    def lift(self, s: Position, p: Clash, power: int, argument: int) -> None:
        raise_own(p)

    @choice(LOWER, "PR-10.3.1p", unless=at_the_bottom)
    def lower(self, s: Position, p: Clash, power: int, argument: int) -> None:
        lower_other(p)


def set_die(p: Clash, side: int, number: int) -> None:
    """The roll of a side counts so much from now on, from 0 to 10."""
    number = max(0, min(HIGHEST_ROLL, number))
    p.dice = (number, p.dice[DEFENDER]) if side == ATTACKER else (p.dice[ATTACKER], number)


def raise_own(p: Clash) -> None:
    """One Shift adds 1 to the own roll."""
    set_die(p, p.shifter, p.dice[p.shifter] + 1)
    spend_shift(p)


def lower_other(p: Clash) -> None:
    """One Shift takes 1 off the other's roll."""
    set_die(p, 1 - p.shifter, p.dice[1 - p.shifter] - 1)
    spend_shift(p)


def spend_shift(p: Clash) -> None:
    p.shifts -= 1 if p.shifts > 0 else -1

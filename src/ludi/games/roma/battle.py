"""Battle: the defence value of a card, and the throw against it."""

from __future__ import annotations

from ludi.core.native import mypyc_attr
from ludi.games.roma.components import DEFENCE, DISCS, TURRIS, WORDS
from ludi.games.roma.state import Position
from ludi.games.roma.stock import Stock

ESSEDUM_REDUCTION = 2


def turris_bonus(position: Position, seat: int, disc: int) -> int:
    """ROMA-TURRIS: 1 for each other card of the same side that is a Turris."""
    row = position.rows[seat * DISCS : seat * DISCS + DISCS]
    return row.count(TURRIS) - (row[disc] == TURRIS)


def essedum_malus(position: Position, seat: int) -> int:
    """ROMA-ESSEDUM: 2 for each Essedum the opponent activated in this turn."""
    return 0 if seat == position.turn else ESSEDUM_REDUCTION * position.essedum


def defence(position: Position, seat: int, disc: int) -> int:
    """ROMA-BATTLE-4: the defence value of a card with all that changes it."""
    card = position.rows[seat * DISCS + disc]
    return DEFENCE[card] + turris_bonus(position, seat, disc) - essedum_malus(position, seat)


@mypyc_attr(allow_interpreted_subclasses=True)
class Battle(Stock):
    """A position in which cards can be attacked."""

    __slots__ = ()

    def _battle(self, disc: int) -> None:
        """ROMA-BATTLE-1: the attacker throws the battle die once against the card at ``disc``."""
        self._strike(disc, self._throw_battle_die(), 0)

    def _throw_battle_die(self) -> int:
        self.irrevocable += 1
        return self.dice.roll()

    def _strike(self, disc: int, battle_die: int, added: int) -> None:
        """ROMA-BATTLE-2 and 3: the attacked card is discarded if its defence value is reached; else nothing."""
        other = 1 - self.turn
        needed = defence(self, other, disc)
        won = battle_die + added >= needed
        if self.listener is not None:
            self.tell(
                "battle-won" if won else "battle-lost",
                "ROMA-BATTLE-2" if won else "ROMA-BATTLE-3",
                seat=self.turn,
                attacker=WORDS[self.effect],
                card=WORDS[self.rows[other * DISCS + disc]],
                disc=disc + 1,
                die=battle_die,
                added=added,
                attack=battle_die + added,
                defence=needed,
            )
        if won:
            self._remove(other, disc)

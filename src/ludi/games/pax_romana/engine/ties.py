"""Whom a side, a leader or a Fleet obeys, and who is whose friend."""

from __future__ import annotations

from ludi.core.native import mypyc_attr
from ludi.games.pax_romana.engine.fields import Fields
from ludi.games.pax_romana.world.pieces import (
    INDEPENDENT,
    MAX_POWERS,
    NOBODY,
    PERGAMUM,
    PONTUS,
    SOF,
    SUCCESSORS,
    node_of,
    side_of,
    stack_key,
)
from ludi.games.pax_romana.world.sets import has


@mypyc_attr(allow_interpreted_subclasses=True)
class Ties(Fields):
    """What ties the sides of a position to each other."""

    __slots__ = ()

    def mutinous_fleet(self, side: int) -> int:
        """Where a Fleet of a side mutinies; NOBODY if none does (16.2)."""
        return node_of(self.mutiny) if self.mutiny != NOBODY and side_of(self.mutiny) == side else NOBODY

    def mutinies(self, side: int, node: int) -> bool:
        """Whether the Fleet of a side in a place does not obey (16.2)."""
        return self.mutiny == stack_key(side, node)

    def held_back(self, side: int, node: int) -> bool:
        """Whether the Fleet of a side in a place may not Withdraw again in this Activation (11.4.2)."""
        return self.no_withdrawal == stack_key(side, node) + 1

    def hold_back(self, side: int, node: int) -> None:
        """The Fleet of a side in a place may not Withdraw again in this Activation (11.4.2)."""
        self.no_withdrawal = stack_key(side, node) + 1

    def leaders_of(self, side: int, node: int) -> list[int]:
        """The leaders of a side in a place."""
        return [
            number for number, where in enumerate(self.leader_at) if where == node and self.leader_side(number) == side
        ]

    def friends(self, one: int, other: int) -> bool:
        """Whether two sides are friendly (1.4): the same; Soldier of Fortune or Pergamum, and whom they serve."""
        if one == other:
            return True
        if one == SOF:
            return other == self.sof_owner
        if other == SOF:
            return one == self.sof_owner
        return other == PERGAMUM and one == self.pergamum_ally

    def allied(self, side: int, other: int) -> bool:
        """Whether pieces of another are friendly to a side: its own, its Soldier of Fortune's, an ally's (1.4)."""
        if self.friends(side, other):
            return True
        if not (0 <= side < MAX_POWERS and 0 <= other < MAX_POWERS):
            return self.pontus_player != NOBODY and {side, other} == {PONTUS, self.pontus_player}
        return has(self.allies[side], other) or has(self.pass_rights[other], side)

    def owner_of(self, side: int) -> int:
        """Whose pieces a side's are: a Greek Army that another player moves is its owner's still (17.2)."""
        return self.successors_of if side == SUCCESSORS else side

    def player_of(self, side: int) -> int:
        """The Power that decides for a side: for Soldier of Fortune and Pontus whoever has them (12.4, 12.5.5)."""
        return self.sof_owner if side == SOF else self.pontus_player if side == PONTUS else side

    def patron(self, node: int) -> int:
        """The Power with which the Independents of a Space are allied by a card; NOBODY if with none (12.5)."""
        if self.rhodes_ally != NOBODY and self._box.atlas.ids[node] == "rhodes":
            return self.rhodes_ally
        return self.pergamum_ally if node in self._box.pergamene else NOBODY

    def leader_side(self, number: int) -> int:
        """Whom a leader serves: those of Pergamum its ally, or else nobody but Pergamum (12.5.4); those with an Army
        that another player moves go with it (17.2, SUCCESSOR WARS)."""
        side = self._box.leaders[number].side
        if self.successor_leaders and has(self.successor_leaders, number):
            return SUCCESSORS
        if side != PERGAMUM:
            return side
        return INDEPENDENT if self.pergamum_ally == NOBODY else self.pergamum_ally

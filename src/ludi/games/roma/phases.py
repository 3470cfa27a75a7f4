"""What has to be decided: the set-up, the turn, then the single questions that cards ask."""

from typing import Final, get_args

from ludi.games.roma.shape import Phase

EXCHANGE: Final = 0
PLACE: Final = 1
TRIPLE: Final = 2
ACTIONS: Final = 3
CHOOSE_DRAWN: Final = 4
CHOOSE_TARGET: Final = 5
LAY_FREELY: Final = 6
REARRANGE: Final = 7
BUY_POINTS: Final = 8
ALTER_DIE: Final = 9
BLOCK_DISC: Final = 10
COPY_PERSON: Final = 11
TAKE_CARD: Final = 12
FORUM_DIE: Final = 13
TEMPLUM_DIE: Final = 14
CENTURIO_DIE: Final = 15
OVER: Final = 16
PHASES: Final[tuple[Phase, ...]] = get_args(Phase)

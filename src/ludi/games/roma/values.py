"""What a position of Roma is worth at the beginning of a turn, learned from games.

The sum weighs the points of both players, unoccupied discs, money, and each card on the side or in the hand of the
player on turn and of the other. Its numbers were fitted to the results of 16,000 games that the policy of
``policy.py`` played against itself. Together with the evaluation of ``insight.py`` it foretells the results of games of
good players better than either alone: how they are put together was fitted to 1,000 games of ``greedy`` against itself
(``docs/bots.md``). Dice do not enter: the value is that of the position before they are thrown.
"""

from __future__ import annotations

from math import exp, log

from ludi.games.roma.components import BASILICA, DISCS, EMPTY, FORUM, TEMPLUM
from ludi.games.roma.rules import RomaState

# fmt: off
OWN_TABLE = (
    -0.08, -0.02, -0.09, -0.01, 0.43, 0.13, -0.19, -0.03, -0.01,
    -0.18, 0.09, -0.20, 0.02, -0.03, -0.14, 0.26, 0.22, -0.11,
    -0.03, -0.06, 0.24, 0.36, 0.12, -0.05, 0.02,
)
"""A card on the table of the player on turn."""
OTHER_TABLE = (
    0.16, 0.03, 0.09, 0.00, -0.33, -0.07, 0.20, 0.03, 0.00,
    0.14, -0.07, 0.15, -0.03, 0.04, 0.16, -0.19, -0.20, 0.09,
    -0.02, 0.07, -0.22, -0.35, -0.14, 0.04, -0.08,
)
"""A card on the other's table."""
OWN_HAND = (
    -0.07, 0.12, 0.16, 0.06, 0.23, 0.21, 0.03, 0.10, -0.05,
    0.06, 0.11, -0.02, 0.00, -0.01, 0.09, 0.14, 0.27, -0.15,
    0.11, 0.04, 0.12, 0.16, 0.07, 0.07, 0.11,
)
"""A card in the hand of the player on turn."""
OTHER_HAND = (
    0.03, -0.08, -0.10, -0.04, -0.17, -0.17, 0.00, -0.10, 0.06,
    0.01, -0.12, 0.01, 0.05, 0.04, -0.06, -0.12, -0.24, 0.09,
    -0.10, 0.07, -0.10, -0.11, -0.03, -0.12, -0.12,
)
"""A card in the other's hand."""
# fmt: on
BASE = 0.025
OWN_POINTS = 0.969
OTHER_POINTS = -0.841
STOCK = -0.039
OWN_LAST = -0.206
OTHER_LAST = 1.828
STOCK_LAST = 1.159
LEAD_LATE = 1.29
OWN_GAP = -0.499
OTHER_GAP = 0.642
OWN_MONEY = 0.238
OTHER_MONEY = -0.209
OWN_FORUM, OTHER_FORUM = 0.557, -0.412
OWN_DANGER, OTHER_DANGER = -0.33, 1.378
OWN_FULL_HAND, OTHER_FULL_HAND = -0.074, 0.038
MOST_MONEY = 14

SURE, PART_LEARNED, PART_EVALUATION = 0.27, 0.55, 0.57


def chance_on_turn(state: RomaState, evaluation: float) -> float:
    """The chance to win of the player whose turn begins; ``evaluation`` is how good it looks to the other."""
    looks = min(max(evaluation, 1e-4), 1.0 - 1e-4)
    total = SURE + PART_LEARNED * learned(state) - PART_EVALUATION * log(looks / (1.0 - looks))
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, total))))


def learned(state: RomaState) -> float:
    """The sum for the player on turn: above 0 he is likelier to win."""
    seat = state.turn
    other = 1 - seat
    mine, others, stock = state.points[seat], state.points[other], state.stock
    own_row = state.rows[seat * DISCS : seat * DISCS + DISCS]
    other_row = state.rows[other * DISCS : other * DISCS + DISCS]
    own_gaps = own_row.count(EMPTY)
    other_gaps = other_row.count(EMPTY)
    total = (
        BASE
        + OWN_POINTS * mine / 10
        + OTHER_POINTS * others / 10
        + STOCK * stock / 10
        + OWN_LAST / (1 + mine)
        + OTHER_LAST / (1 + others)
        + STOCK_LAST / (1 + stock)
        + LEAD_LATE * (mine - others) / (2 + stock)
        + OWN_GAP * own_gaps
        + OTHER_GAP * other_gaps
        + OWN_MONEY * min(state.sestertii[seat], MOST_MONEY) / 5
        + OTHER_MONEY * min(state.sestertii[other], MOST_MONEY) / 5
        + OWN_DANGER * max(0, own_gaps - mine + 2)
        + OTHER_DANGER * max(0, other_gaps - others + 2)
        + OWN_FULL_HAND * len(state.hands[seat]) ** 2 / 20
        + OTHER_FULL_HAND * len(state.hands[other]) ** 2 / 20
    )
    for card in own_row:
        if card != EMPTY:
            total += OWN_TABLE[card]
    for card in other_row:
        if card != EMPTY:
            total += OTHER_TABLE[card]
    for card in state.hands[seat]:
        total += OWN_HAND[card]
    for card in state.hands[other]:
        total += OTHER_HAND[card]
    if FORUM in own_row:
        total += OWN_FORUM * _beside_forum(own_row)
    if FORUM in other_row:
        total += OTHER_FORUM * _beside_forum(other_row)
    return total


def _beside_forum(row: list[int]) -> int:
    """How many Basilicas and Templa lie beside a Forum."""
    pairs = 0
    for disc in range(DISCS - 1):
        one, two = row[disc], row[disc + 1]
        if (one == FORUM and two in (BASILICA, TEMPLUM)) or (two == FORUM and one in (BASILICA, TEMPLUM)):
            pairs += 1
    return pairs

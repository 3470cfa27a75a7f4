"""What a bot may ask: how a position looks to a seat.

Everything is counted in victory points: those a player has, those his unoccupied discs will cost him, what his cards,
his money and his hand may still bring, and during his turn what his unused dice and the card being carried out are good
for. The lead so reckoned becomes a chance to win, the surer the nearer the end of the game is.
"""

from __future__ import annotations

from math import exp

from ludi.core import Insight, State
from ludi.core.native import mypyc_attr
from ludi.games.roma.components import (
    AESCULAPINUM,
    ARCHITECTUS,
    BASILICA,
    CENTURIO,
    CONSUL,
    DEFENCE,
    DISCS,
    EMPTY,
    ESSEDUM,
    FORUM,
    GLADIATOR,
    HARUSPEX,
    IS_PERSON,
    LEGAT,
    LEGIONARIUS,
    MERCATOR,
    MERCATUS,
    NERO,
    ONAGER,
    PRAETORIANUS,
    PRICE,
    SCAENICUS,
    SENATOR,
    SICARIUS,
    TEMPLUM,
    TRIBUNUS_PLEBIS,
    TURRIS,
    VELITES,
    WORDS,
)
from ludi.games.roma.phases import (
    ALTER_DIE,
    BLOCK_DISC,
    BUY_POINTS,
    CENTURIO_DIE,
    CHOOSE_DRAWN,
    CHOOSE_TARGET,
    COPY_PERSON,
    EXCHANGE,
    FORUM_DIE,
    LAY_FREELY,
    OVER,
    PLACE,
    REARRANGE,
    TAKE_CARD,
    TEMPLUM_DIE,
)
from ludi.games.roma.rules import RomaState

_WORTH = {
    "sicarius": 1.2,
    "architectus": 0.9,
    "consiliarius": 0.6,
    "legat": 0.7,
    "gladiator": 1.3,
    "mercator": 2.0,
    "consul": 0.8,
    "legionarius": 1.2,
    "nero": 1.0,
    "praetorianus": 0.8,
    "scaenicus": 1.1,
    "haruspex": 1.1,
    "senator": 0.9,
    "velites": 1.3,
    "essedum": 0.7,
    "tribunus-plebis": 2.4,
    "centurio": 1.7,
    "aesculapinum": 0.8,
    "basilica": 0.5,
    "machina": 0.6,
    "forum": 3.0,
    "mercatus": 0.7,
    "onager": 1.2,
    "templum": 0.4,
    "turris": 1.1,
}
WORTH = [_WORTH[word] for word in WORDS]
"""What a card on the table is good for in the rest of the game, in victory points, beyond occupying its disc."""
HAND_WORTH = [0.45 + 0.4 * WORTH[kind] - 0.03 * PRICE[kind] for kind in range(len(WORDS))]
"""What a card in hand is good for: some day it may lie on the table."""

UNOCCUPIED = 1.7
"""What an unoccupied disc costs its owner until he can fill it."""
SESTERTIUS = 0.27
SPARE_SESTERTIUS = 0.1
ENOUGH_SESTERTII = 10
BESIDE_FORUM = {BASILICA: 1.6, TEMPLUM: 1.1}


def money_worth(sestertii: int) -> float:
    """Money is good for laying cards; much more than the next cards cost helps little."""
    if sestertii <= ENOUGH_SESTERTII:
        return SESTERTIUS * sestertii
    return SESTERTIUS * ENOUGH_SESTERTII + SPARE_SESTERTIUS * min(sestertii - ENOUGH_SESTERTII, 12)


@mypyc_attr(allow_interpreted_subclasses=True)
class RomaInsight(Insight):
    """Roma's own evaluation."""

    def turn(self, state: State) -> int:
        assert isinstance(state, RomaState)
        # Each player places on his own; the exchange is one turn of both.
        if state.phase == PLACE:
            return -1 - state.turn
        return state.turns

    def evaluate(self, state: State, seat: int) -> float:
        assert isinstance(state, RomaState)
        return result(state, seat) if state.phase == OVER else chance(lead_to_win(state, seat))


def result(state: RomaState, seat: int) -> float:
    """What a game that is over was worth to a seat."""
    mine, others = state.points[seat], state.points[1 - seat]
    return 1.0 if mine > others else 0.5 if mine == others else 0.0


def chance(lead: float) -> float:
    """The chance to win of one whose odds have this logarithm."""
    return 1.0 / (1.0 + exp(-lead))


def lead_to_win(state: RomaState, seat: int) -> float:
    """How far ahead ``seat`` is: the logarithm of its odds."""
    other = 1 - seat
    points = state.points
    my_turn = state.turn == seat
    my_gaps = state.rows[seat * DISCS : seat * DISCS + DISCS].count(EMPTY)
    other_gaps = state.rows[other * DISCS : other * DISCS + DISCS].count(EMPTY)
    if state.phase <= PLACE:
        my_gaps = other_gaps = 2
    elif my_turn and state.phase == REARRANGE:
        my_gaps = max(0, my_gaps - len(state.aside))
    # What is left after the next payment for unoccupied discs; the player on turn has just paid.
    mine = points[seat] - my_gaps
    others = points[other] - (other_gaps if my_turn else 0)
    lead = (
        mine
        - others
        - (UNOCCUPIED - 1.0) * (my_gaps - other_gaps)
        + side_worth(state, seat, other_gaps)
        - side_worth(state, other, my_gaps)
        + hand_worth(state, seat)
        - hand_worth(state, other)
    )
    if my_turn and state.phase > PLACE:
        lead += dice_worth(state, seat, other_gaps) + question_worth(state, seat)
    # The nearer a player or the stock is to nothing, the more the points themselves decide.
    nearness = 1.0 / (2.0 + max(0, min(mine, others, state.stock)))
    if mine <= 0 < others:
        lead -= 6.0
    elif others <= 0 < mine:
        lead += 6.0
    steepness = 0.1 + 0.35 * nearness
    lead += 2.0 * nearness * (mine - others)
    return steepness * max(-60.0, min(60.0, lead))


def side_worth(state: RomaState, seat: int, gaps: int) -> float:
    """The cards and the money of one side; ``gaps`` are the other's unoccupied discs."""
    row = state.rows[seat * DISCS : seat * DISCS + DISCS]
    opposing = state.rows[(1 - seat) * DISCS : (1 - seat) * DISCS + DISCS]
    worth = money_worth(state.sestertii[seat])
    for disc in range(DISCS):
        card = row[disc]
        if card == EMPTY:
            continue
        worth += WORTH[card]
        if card == FORUM:
            if disc and row[disc - 1] in BESIDE_FORUM:
                worth += BESIDE_FORUM[row[disc - 1]]
            if disc < DISCS - 1 and row[disc + 1] in BESIDE_FORUM:
                worth += BESIDE_FORUM[row[disc + 1]]
        elif card == LEGAT:
            worth += 0.5 * gaps
        elif card == MERCATUS:
            worth += 0.8 * opposing.count(FORUM)
        elif card == MERCATOR:
            worth += 0.08 * min(state.sestertii[seat], 14)
        elif card in (LEGIONARIUS, CENTURIO) and opposing[disc] != EMPTY:
            worth += 0.05 * max(0, 7 - DEFENCE[opposing[disc]]) * WORTH[opposing[disc]]
    return worth


def hand_worth(state: RomaState, seat: int) -> float:
    """Each further card in hand is worth less: laying them takes time and money."""
    hand = state.hands[seat]
    worth = sum([HAND_WORTH[card] for card in hand], 0.0)
    if state.phase == EXCHANGE:
        worth += sum([HAND_WORTH[card] for card in state.known[seat]], 0.0)
    if len(hand) > 4:
        worth *= 0.4 + 2.4 / len(hand)
    return worth


def dice_worth(state: RomaState, seat: int, gaps: int) -> float:
    """What the unused dice can still bring in this turn: money, or the action of the card at their disc."""
    worth = 0.0
    base = seat * DISCS - 1
    unused = state.unused
    for face in unused:
        best = SESTERTIUS * face * 0.9
        card = state.rows[base + face]
        if card != EMPTY and not state.blocked >> face - 1 & 1:
            action = action_worth(state, card, face - 1, gaps, len(unused) - 1)
            if card == FORUM and len(unused) > 1:
                action -= SESTERTIUS * unused[-1]
            best = max(best, action)
        worth += best
    return worth


def action_worth(state: RomaState, card: int, disc: int, gaps: int, dice: int) -> float:
    """What it brings to activate an own card once, with so many further dice unused."""
    other = 1 - state.turn
    opposing = state.rows[other * DISCS : other * DISCS + DISCS]
    if card == FORUM:
        return 0.95 * state.unused[-1] if dice else 0.0
    if card == TRIBUNUS_PLEBIS:
        return 1.95
    if card == LEGAT:
        return 0.95 * gaps
    if card == MERCATUS:
        return 1.9 * opposing.count(FORUM)
    if card == MERCATOR:
        return 0.95 * (2 - 2 * SESTERTIUS) * min(state.sestertii[state.turn] // 2, state.points[other])
    if card in (LEGIONARIUS, CENTURIO):
        return strike_worth(state, opposing, disc, 1.5 if card == CENTURIO and dice else 0.0)
    if card in (SICARIUS, NERO, GLADIATOR, VELITES, ONAGER):
        return target_worth(state, card, opposing) - (WORTH[card] if card in (SICARIUS, NERO) else 0.0)
    if card in (ARCHITECTUS, SENATOR):
        return free_worth(state, card == SENATOR)
    if card in (HARUSPEX, AESCULAPINUM):
        return 1.0
    if card == PRAETORIANUS:
        return 0.4
    if card == SCAENICUS:
        row = state.rows[state.turn * DISCS : state.turn * DISCS + DISCS]
        persons = [each for each in row if each != EMPTY and IS_PERSON[each] and each != SCAENICUS]
        return max([action_worth(state, each, disc, gaps, dice) for each in persons], default=0.0)
    if card in (CONSUL, ESSEDUM):
        return 0.3 if dice else 0.0
    return 0.0


def strike_worth(state: RomaState, opposing: list[int], disc: int, bonus: float = 0.0) -> float:
    """What a battle against the card at a disc is worth: the chance times the loss of the card and its place."""
    card = opposing[disc]
    if card == EMPTY:
        return 0.0
    defence = DEFENCE[card] + opposing.count(TURRIS) - (card == TURRIS) - 2 * state.essedum
    return max(0.0, min(1.0, (7.0 - defence + bonus) / 6.0)) * (WORTH[card] + UNOCCUPIED)


def target_worth(state: RomaState, card: int, opposing: list[int]) -> float:
    """The best opposing card that this one can be turned against."""
    person = card in (SICARIUS, GLADIATOR, VELITES)
    best = 0.0
    for disc in range(DISCS):
        target = opposing[disc]
        if target != EMPTY and IS_PERSON[target] == person:
            if card in (VELITES, ONAGER):
                worth = strike_worth(state, opposing, disc)
            else:
                worth = WORTH[target] + UNOCCUPIED - (HAND_WORTH[target] if card == GLADIATOR else 0.0)
            best = max(best, worth)
    return best


def free_worth(state: RomaState, person: bool) -> float:
    """What it brings to lay cards of one kind from the hand for free: they fill the unoccupied discs."""
    gaps = state.rows[state.turn * DISCS : state.turn * DISCS + DISCS].count(EMPTY)
    worth = 0.0
    for card in state.hands[state.turn]:
        if IS_PERSON[card] == person:
            worth += 0.9 * (WORTH[card] - HAND_WORTH[card])
            if gaps:
                gaps -= 1
                worth += 0.9 * UNOCCUPIED
    return max(worth, 0.0)


def question_worth(state: RomaState, seat: int) -> float:
    """What the card being carried out will bring, whose question is still open."""
    phase = state.phase
    other = 1 - seat
    opposing = state.rows[other * DISCS : other * DISCS + DISCS]
    if phase == CHOOSE_DRAWN:
        return max([HAND_WORTH[card] for card in state.aside])
    if phase == FORUM_DIE:
        face = state.unused[-1]
        return float(face) - SESTERTIUS * face * 0.9
    if phase == TEMPLUM_DIE:
        return float(state.number)
    if phase == CHOOSE_TARGET:
        card = state.effect
        loss = WORTH[card] + UNOCCUPIED if card in (SICARIUS, NERO) else 0.0
        return target_worth(state, card, opposing) - loss
    if phase == CENTURIO_DIE:
        return strike_worth(state, opposing, state.disc, 0.5)
    if phase == LAY_FREELY:
        return free_worth(state, state.effect == SENATOR)
    if phase == REARRANGE:
        return sum([WORTH[card] for card in state.aside], 0.0)
    if phase == BUY_POINTS:
        return (2 - 2 * SESTERTIUS) * min(state.sestertii[seat] // 2, state.points[other])
    if phase == TAKE_CARD:
        return 1.2
    if phase == COPY_PERSON:
        row = state.rows[seat * DISCS : seat * DISCS + DISCS]
        persons = [each for each in row if each != EMPTY and IS_PERSON[each] and each != SCAENICUS]
        gaps = opposing.count(EMPTY)
        return max([action_worth(state, each, state.disc, gaps, len(state.unused)) for each in persons], default=0.0)
    if phase in (ALTER_DIE, BLOCK_DISC):
        return 0.4
    return 0.0

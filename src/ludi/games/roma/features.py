"""What a learned judgement looks at: a position as the numbers of the facts that hold in it, as one seat knows them.

Only what ``seat`` may know counts: its own hand, of the other's hand the size and the cards known to be there, all that
lies open. The dice of a turn count for the player on turn; the other judges before he sees them, so that his judgement
of a turn just ended does not hang on one throw.
"""

from __future__ import annotations

from typing import Final

from ludi.games.roma.components import (
    BASILICA,
    BLANK,
    CENTURIO,
    DICE,
    DISCS,
    EMPTY,
    FORUM,
    KINDS,
    LEGIONARIUS,
    PRICE,
    TEMPLUM,
)
from ludi.games.roma.phases import CHOOSE_DRAWN, FORUM_DIE, PHASES, PLACE, REARRANGE
from ludi.games.roma.state import Position

MOST_POINTS: Final = 24
MOST_LEAD: Final = 14
MOST_STOCK: Final = 20
MOST_MONEY: Final = 20
MOST_CARDS: Final = 9
MOST_NUMBER: Final = 15
COPIES_TOLD: Final = 2
PLACES: Final = KINDS + 2
"""What can lie at a disc: nothing, a card of each kind, a card that is not known."""

_layout: dict[str, int] = {}


def _lay_out(**sizes: int) -> int:
    """Give each kind of fact its place."""
    start = 0
    for name, size in sizes.items():
        _layout[name] = start
        start += size
    return start


SIZE: Final = _lay_out(
    rows=2 * DISCS * PLACES,
    hand=KINDS * COPIES_TOLD,
    known=KINDS,
    cards=2 * (MOST_CARDS + 1),
    points=2 * (MOST_POINTS + 1),
    lead=2 * MOST_LEAD + 1,
    stock=MOST_STOCK + 1,
    money=2 * (MOST_MONEY + 1),
    dice=DISCS * DICE,
    left=DICE + 1,
    phase=2 * len(PHASES),
    effect=KINDS,
    number=MOST_NUMBER + 1,
    aside=2 * KINDS * COPIES_TOLD,
    blocked=2 * DISCS,
    essedum=DICE + 1,
    deck=10,
    forum=2 * 2 * 4,
    kinds=2 * KINDS * COPIES_TOLD,
    gaps=2 * (DISCS + 1),
    paid=2 * (MOST_POINTS + 1),
    ready=KINDS,
    fronts=2 * KINDS,
    payable=KINDS,
)
"""How many facts there are."""

_ROWS = _layout["rows"]
_HAND = _layout["hand"]
_KNOWN = _layout["known"]
_CARDS = _layout["cards"]
_POINTS = _layout["points"]
_LEAD = _layout["lead"] + MOST_LEAD
_STOCK = _layout["stock"]
_MONEY = _layout["money"]
_DICE = _layout["dice"]
_LEFT = _layout["left"]
_PHASE = _layout["phase"]
_EFFECT = _layout["effect"]
_NUMBER = _layout["number"]
_ASIDE = _layout["aside"]
_BLOCKED = _layout["blocked"]
_ESSEDUM = _layout["essedum"]
_DECK = _layout["deck"]
_FORUM = _layout["forum"]
_KINDS = _layout["kinds"]
_GAPS = _layout["gaps"]
_PAID = _layout["paid"]
_READY = _layout["ready"]
_FRONTS = _layout["fronts"]
_PAYABLE = _layout["payable"]


def facts(state: Position, seat: int) -> list[int]:
    """The numbers of the facts that hold, each once."""
    row, opposing = table_cards(state, seat)
    return [*row_facts(row, opposing), *further_facts(state, seat, row, opposing)]


def table_cards(state: Position, seat: int) -> tuple[list[int], list[int]]:
    """The seat's cards on the table and the other's, as the seat sees them."""
    other = 1 - seat
    row = state.rows[seat * DISCS : seat * DISCS + DISCS]
    opposing = state.rows[other * DISCS : other * DISCS + DISCS]
    if state.phase == PLACE:
        opposing = [EMPTY if card == EMPTY else BLANK for card in opposing]
    return row, opposing


def row_facts(row: list[int], opposing: list[int]) -> list[int]:
    """What follows from the cards on the table alone."""
    found: list[int] = []
    place = _ROWS + 1
    for card in row:
        found.append(place + card)
        place += PLACES
    for card in opposing:
        found.append(place + card)
        place += PLACES
    _beside_forum(found, _FORUM, row)
    _beside_forum(found, _FORUM + 8, opposing)
    _count(found, _KINDS, row)
    _count(found, _KINDS + KINDS * COPIES_TOLD, opposing)
    found.append(_GAPS + row.count(EMPTY))
    found.append(_GAPS + DISCS + 1 + opposing.count(EMPTY))
    _fronts(found, _FRONTS, row, opposing)
    _fronts(found, _FRONTS + KINDS, opposing, row)
    return found


def further_facts(state: Position, seat: int, row: list[int], opposing: list[int]) -> list[int]:
    """All other facts."""
    other = 1 - seat
    phase = state.phase
    hand = state.hands[seat]
    points, others = state.points[seat], state.points[other]
    money = state.sestertii[seat]
    found = [
        _CARDS + min(len(hand), MOST_CARDS),
        _CARDS + MOST_CARDS + 1 + min(len(state.hands[other]), MOST_CARDS),
        _POINTS + min(points, MOST_POINTS),
        _POINTS + MOST_POINTS + 1 + min(others, MOST_POINTS),
        _LEAD + max(-MOST_LEAD, min(MOST_LEAD, points - others)),
        _STOCK + min(state.stock, MOST_STOCK),
        _MONEY + min(money, MOST_MONEY),
        _MONEY + MOST_MONEY + 1 + min(state.sestertii[other], MOST_MONEY),
        _DECK + len(state.deck) // 6,
        _PAID + max(0, min(points - row.count(EMPTY), MOST_POINTS)),
        _PAID + MOST_POINTS + 1 + max(0, min(others - opposing.count(EMPTY), MOST_POINTS)),
    ]
    _count(found, _HAND, hand)
    last = EMPTY
    for card in state.known[other]:
        if card != last and card < KINDS:
            last = card
            found.append(_KNOWN + card)
    last = EMPTY
    for card in hand:
        if card != last:
            last = card
            if PRICE[card] <= money:
                found.append(_PAYABLE + card)
    if state.turn != seat:
        found.append(_PHASE + len(PHASES) + min(phase, PLACE + 1))
        _bits(found, _BLOCKED, state.blocking)
        _bits(found, _BLOCKED + DISCS, state.blocked)
    else:
        found.append(_PHASE + phase)
        _of_the_turn(found, state, row)
    return found


def _of_the_turn(found: list[int], state: Position, row: list[int]) -> None:
    """What is before the player on turn: dice, blocked discs, what a card asks."""
    phase = state.phase
    unused = state.unused
    before = 0
    copy = 0
    for face in unused:
        copy = copy + 1 if face == before else 0
        before = face
        found.append(_DICE + (face - 1) * DICE + copy)
        card = row[face - 1]
        if card >= 0 and not state.blocked >> face - 1 & 1 and _READY + card not in found:
            found.append(_READY + card)
    found.append(_LEFT + len(unused))
    found.append(_ESSEDUM + state.essedum)
    if state.blocked:
        _bits(found, _BLOCKED, state.blocked)
    if state.blocking:
        _bits(found, _BLOCKED + DISCS, state.blocking)
    if state.effect >= 0:
        found.append(_EFFECT + state.effect)
        if phase > FORUM_DIE:
            found.append(_NUMBER + min(state.number, MOST_NUMBER))
    if phase == CHOOSE_DRAWN:
        _count(found, _ASIDE, state.aside)
    elif phase == REARRANGE:
        _count(found, _ASIDE + KINDS * COPIES_TOLD, state.aside)


def _count(found: list[int], start: int, cards: list[int]) -> None:
    """One fact for the first copy of a kind, another for the second; ``cards`` in any order."""
    seen = 0
    for card in cards:
        if card < 0:
            continue
        bit = 1 << card
        if seen & bit:
            second = start + KINDS + card
            if second not in found:
                found.append(second)
        elif card < KINDS:
            seen |= bit
            found.append(start + card)


def _fronts(found: list[int], start: int, row: list[int], opposing: list[int]) -> None:
    """What the Legionarii and Centurios of a row have before them."""
    if LEGIONARIUS in row or CENTURIO in row:
        for card, facing in zip(row, opposing, strict=True):
            if card in (LEGIONARIUS, CENTURIO) and 0 <= facing < KINDS and start + facing not in found:
                found.append(start + facing)


def _bits(found: list[int], start: int, bits: int) -> None:
    for disc in range(DISCS):
        if bits >> disc & 1:
            found.append(start + disc)


def _beside_forum(found: list[int], start: int, row: list[int]) -> None:
    """How many Basilicas and Templa lie beside a Forum."""
    if FORUM not in row:
        return
    basilicas = templa = 0
    for disc, card in enumerate(row):
        if card == FORUM:
            beside = row[max(disc - 1, 0) : disc + 2]
            basilicas += beside.count(BASILICA)
            templa += beside.count(TEMPLUM)
    found.append(start + min(basilicas, 3))
    found.append(start + 4 + min(templa, 3))

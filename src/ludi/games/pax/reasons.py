"""Why a decision is good, told by comparing two positions: what it brings by the points of the game and its two ways to
win.

Only what lies open is compared, and the cards of the deciding player as far as they are known: both positions may be
veiled.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludi.core import SPAN, Phrase
from ludi.games.pax import scoring
from ludi.games.pax.components import ARMY, BLANK, CATEGORIES, FLEET, INTRIGUE, KIND_MASK
from ludi.games.pax.rules import BUY, DONE, DRAW_CARDS, HAND, LAY, PASS, PICK, PLAY, UNDER, PaxState
from ludi.games.pax.state import ACT, DRAFT, DRAW, NOBODY, TURN

Reason = tuple[float, Phrase]
"""What it weighs, about in points at the end of the game, and the sentence."""

PRIMUS = 4.0
SAFE = 2
"""Primus Conspiratus is in danger with a lead of so many symbols or fewer: one card may overtake it."""
RICHEST_LATE = 2.0
"""So many rounds before the end the most money begins to count."""
AUREUS = 0.4


def reasons(before: PaxState, after: PaxState, seat: int, action: int) -> list[Phrase]:
    """What speaks for a decision, the weightiest first."""
    found: list[Reason] = []
    if before.phase == DRAFT:
        found += _kept(before, seat, action)
    elif before.phase == TURN:
        found += _begun(action)
    elif before.phase == DRAW:
        found += _placed(before, after, seat, action)
    elif BUY <= action < PLAY:
        found += _bought(before, seat, action - BUY)
    elif action == DONE:
        found += _ended(before, seat)
    found += _display(before, after, seat)
    found += _primus(before, after, seat)
    found += _purse(before, after, seat)
    found.sort(key=lambda each: -each[0])
    return [phrase for _, phrase in found]


def _kept(s: PaxState, seat: int, action: int) -> Iterator[Reason]:
    """At the set-up: the card that stays, or is laid into the display."""
    if s.box.category[action % SPAN] == INTRIGUE and not s.box.solo_level:
        yield 1.0, Phrase("reason.intrigue", {}, "PAX-INTRIGUE-3")
    kind = s.box.kinds[action % SPAN]
    yield 0.3, Phrase("reason.hand", {"card": kind.word, "symbols": kind.symbols}, "PAX-SETUP-10")


def _begun(action: int) -> Iterator[Reason]:
    if action == DRAW_CARDS:
        yield 0.5, Phrase("reason.draw", {}, "PAX-TURN-2")
    elif action == PASS:
        yield 0.5, Phrase("reason.pass", {}, "PAX-TURN-3")


def _placed(before: PaxState, after: PaxState, seat: int, action: int) -> Iterator[Reason]:
    """A drawn card goes into the hand, below a Legion or under the deck."""
    if PICK <= action < HAND:
        return
    kind = before.drawn[max(before.picked, 0)] & KIND_MASK
    if kind == BLANK:
        return
    of = before.box.category[kind]
    card = before.box.kinds[kind].word
    if action == HAND:
        if not before.lengths[seat * 7 + of]:
            yield 1.5, Phrase("reason.hand-new", {"category": CATEGORIES[of]}, "PAX-SCORE-1")
        if of == INTRIGUE and not before.box.solo_level:
            yield 2.0, Phrase("reason.intrigue", {}, "PAX-INTRIGUE-3")
        yield 0.3, Phrase("reason.hand", {"card": card, "symbols": before.box.symbols[kind]}, "PAX-DRAW-2")
    elif action == UNDER:
        yield 0.3, Phrase("reason.under", {"card": card}, "PAX-DRAW-2")
    else:
        yield from _laid(before, after, seat, action - LAY)


def _laid(before: PaxState, after: PaxState, seat: int, legion: int) -> Iterator[Reason]:
    price = after.price(seat, legion)
    if price <= after.coins[seat] and not after.bought:
        yield 0.8, Phrase("reason.lay-buy", {"legion": legion + 1, "price": price}, "PAX-BUY-2")
    target = next_harvest(before)
    if next_harvest(after) != target and target != NOBODY:
        facts = {"legion": legion + 1, "instead": target + 1}
        yield 1.0, Phrase("reason.lay-bait", facts, "PAX-ROUND-2")
    elif target == legion:
        yield 0.2, Phrase("reason.lay-rome", {}, "PAX-ROUND-2")
    elif target != NOBODY:
        yield 0.2, Phrase("reason.lay-rest", {"legion": target + 1}, "PAX-ROUND-2")


def next_harvest(s: PaxState) -> int:
    """The Legion below which Rome would reap now; NOBODY if there is nothing to reap."""
    filled = [legion for legion, group in enumerate(s.groups) if group]
    return max(filled, key=lambda legion: (s.worth[legion], -legion), default=NOBODY)


def _bought(s: PaxState, seat: int, legion: int) -> Iterator[Reason]:
    group = s.groups[legion]
    box = s.box
    new = {box.category[kind] for kind in group if not s.lengths[seat * 7 + box.category[kind]]}
    if new:
        named = [CATEGORIES[each] for each in sorted(new)]
        yield 1.5 * len(new), Phrase("reason.buy-new", {"categories": named}, "PAX-SCORE-1")
    intrigue = sum(box.symbols[kind] for kind in group if box.category[kind] == INTRIGUE)
    holder = s.conspirator
    if intrigue and holder not in (seat, NOBODY) and not box.solo_level:
        mine, theirs = s.symbols[seat * 7 + INTRIGUE], s.symbols[holder * 7 + INTRIGUE]
        if mine + intrigue > theirs:
            yield 3.0, Phrase("reason.buy-primus", {"seat": holder}, "PAX-INTRIGUE-3")
    if legion == next_harvest(s):
        yield 1.2, Phrase("reason.buy-rome", {"cards": len(group)}, "PAX-ROUND-2")
    yield 0.4, Phrase("reason.buy", {"cards": len(group), "price": s.price(seat, legion)}, "PAX-BUY-2")


def _ended(s: PaxState, seat: int) -> Iterator[Reason]:
    income = s.income(seat)
    if income:
        yield AUREUS * income, Phrase("reason.income", {"income": income}, "PAX-INCOME-1")


def _display(before: PaxState, after: PaxState, seat: int) -> Iterator[Reason]:
    """What a card in the display brings: points by category, strength above Rome, room, income."""
    base = seat * 7
    solo = before.box.solo_level
    mine, more = scoring.strength_of(before, seat), scoring.strength_of(after, seat)
    rome = scoring.with_bonus(scoring.count_symbols(before.box, before.rome))
    for category, word in enumerate(CATEGORIES):
        if after.lengths[base + category] and not before.lengths[base + category]:
            rule = "PAX-SOLO-8" if solo else "PAX-SCORE-1"
            yield 2.5 if solo else 2.0, Phrase(f"reason.new{'-solo' if solo else ''}", {"category": word}, rule)
        if mine[category] <= rome[category] < more[category]:
            rule = "PAX-SOLO-9" if solo else "PAX-SCORE-2"
            yield 2.8, Phrase(f"reason.above-rome{'-solo' if solo else ''}", {"category": word}, rule)
    strength = sum(more[each] - mine[each] for each in (ARMY, FLEET))
    if strength > 0 and not solo:
        yield float(strength), Phrase("reason.strength", {"points": strength}, "PAX-SCORE-3")
    room = after.limit(seat) - before.limit(seat)
    if room > 0:
        yield 0.5 * room, Phrase("reason.room", {"limit": after.limit(seat)}, "PAX-LIMIT-1")
    if before.phase == after.phase == ACT and after.played > before.played:
        gain = after.income(seat) - before.income(seat)
        if gain > 0:
            yield AUREUS * gain, Phrase("reason.more-income", {"income": after.income(seat)}, "PAX-INCOME-1")


def _primus(before: PaxState, after: PaxState, seat: int) -> Iterator[Reason]:
    if before.box.solo_level or after.conspirator != seat:
        return
    holder = before.conspirator
    if holder == NOBODY:
        yield PRIMUS, Phrase("reason.primus", {}, "PAX-INTRIGUE-3")
    elif holder != seat:
        yield PRIMUS + 1.0, Phrase("reason.primus-from", {"seat": holder}, "PAX-INTRIGUE-3")
    else:
        others = [each for each in range(before.box.seats) if each != seat]
        rival = max(others, key=lambda each: before.symbols[each * 7 + INTRIGUE])
        near = before.symbols[seat * 7 + INTRIGUE] - before.symbols[rival * 7 + INTRIGUE]
        more = after.symbols[seat * 7 + INTRIGUE] - before.symbols[seat * 7 + INTRIGUE]
        if more > 0 and near <= SAFE and before.symbols[rival * 7 + INTRIGUE]:
            yield PRIMUS - 1.0, Phrase("reason.primus-kept", {"seat": rival}, "PAX-INTRIGUE-4")


def _purse(before: PaxState, after: PaxState, seat: int) -> Iterator[Reason]:
    """Near the end the most money counts."""
    if before.box.solo_level or before.deck_count() > RICHEST_LATE * 3 * before.box.seats:
        return
    others = [each for each in range(before.box.seats) if each != seat]
    early = scoring.wealth_at_end(before, seat) - max(scoring.wealth_at_end(before, each) for each in others)
    late = scoring.wealth_at_end(after, seat) - max(scoring.wealth_at_end(after, each) for each in others)
    if early < 0 <= late:
        yield 2.0, Phrase("reason.richest", {}, "PAX-SCORE-5")

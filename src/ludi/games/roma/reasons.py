"""Why a decision is good, told by comparing two positions: what it brings by Roma's own reckoning in victory points.

Only what lies open is compared, and the hand of the deciding player as far as it is known: both positions may be
veiled.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ludi.core import SPAN, Fact, Phrase
from ludi.games.roma.components import (
    BASILICA,
    BLANK,
    BLOCK,
    DICE_NEEDED,
    DISCS,
    DRAW,
    EMPTY,
    END,
    FORUM,
    GIVE,
    KEEP,
    LAY,
    MONEY,
    PRICE,
    RETHROW,
    TEMPLUM,
    TURRIS,
    WORDS,
    rule_of,
)
from ludi.games.roma.insight import BESIDE_FORUM, HAND_WORTH, SESTERTIUS, UNOCCUPIED, WORTH, result
from ludi.games.roma.phases import ACTIONS, BUY_POINTS, FORUM_DIE, OVER, PLACE
from ludi.games.roma.rules import RomaState

Reason = tuple[float, Phrase]
"""What it weighs in victory points, and the sentence."""

WIN: Final = 50.0
BATTLES: Final = ("label.activate-battle", "label.attack")


def reasons(before: RomaState, after: RomaState, seat: int, action: int) -> list[Phrase]:
    """What speaks for a decision, the weightiest first."""
    verb, argument = action - action % SPAN, action % SPAN
    found: list[Reason] = list(_fight(before, action))
    if not found and verb != END:  # how a battle ends nobody knew
        found += _rows(before, after, seat)
    found += _points(before, after, seat, verb)
    if verb == LAY:
        found += _laid(before, after, seat, *divmod(argument, DISCS))
    elif verb == MONEY:
        found += _money(before, after, seat)
    elif verb == DRAW:
        key = "reason.draw" if argument else "reason.draw-one"
        found.append((0.5, Phrase(key, {"number": argument + 1}, "ROMA-DRAW-1")))
    elif verb in (KEEP, GIVE):
        found += _chosen(before, seat, verb, argument)
    elif verb == RETHROW:
        found.append((0.5, Phrase("reason.rethrow", {}, "ROMA-PHASE2-2")))
    elif verb == BLOCK:
        found += _blocked(before, seat, argument)
    elif verb == END:
        found.append((0.1, Phrase("reason.end", {}, "ROMA-TURN-3")))
    found += _asked(before, after)
    found.sort(key=lambda each: -each[0])
    return [phrase for _, phrase in found]


def _chosen(before: RomaState, seat: int, verb: int, card: int) -> Iterator[Reason]:
    """A drawn card that is kept, a card of the hand that is given away."""
    several = before.aside if verb == KEEP else before.hands[seat]
    if BLANK in several or card not in several:
        return
    worths = [HAND_WORTH[each] for each in several]
    if verb == KEEP and HAND_WORTH[card] == max(worths):
        yield 1.0, Phrase("reason.keep", {"card": WORDS[card]}, "ROMA-DRAW-1")
    elif verb == GIVE and HAND_WORTH[card] == min(worths):
        yield 1.0, Phrase("reason.give", {"card": WORDS[card]}, "ROMA-SETUP-5")


def _points(before: RomaState, after: RomaState, seat: int, verb: int) -> Iterator[Reason]:
    """Victory points won and taken; at the end of a turn those that the other has to pay."""
    other = 1 - seat
    if after.phase == OVER and result(after, seat) == 1.0:
        yield WIN, Phrase("reason.wins", {}, "ROMA-END-3")
    gain = after.points[seat] - before.points[seat]
    loss = before.points[other] - after.points[other]
    if verb == END:
        if loss > 0:
            yield float(loss), Phrase("reason.end-gaps", {"seat": other, "points": loss}, "ROMA-PHASE1-1")
        return
    if gain > 0 and loss == gain:
        yield 2.0 * gain, Phrase("reason.points-taken", {"points": gain, "seat": other}, "ROMA-END-3")
    elif gain > 0:
        yield float(gain), Phrase("reason.points", {"points": gain}, "ROMA-END-3")


def _rows(before: RomaState, after: RomaState, seat: int) -> Iterator[Reason]:
    """Discs that are filled, and cards that the other loses."""
    base, theirs = seat * DISCS, (1 - seat) * DISCS
    if before.phase == PLACE:
        return
    filled = [disc for disc in range(DISCS) if before.rows[base + disc] == EMPTY and after.rows[base + disc] != EMPTY]
    if filled:
        facts: dict[str, Fact] = {"discs": [str(disc + 1) for disc in filled], "points": len(filled)}
        yield UNOCCUPIED * len(filled), Phrase("reason.filled", facts, "ROMA-PHASE1-1")
    for disc in range(DISCS):
        card = before.rows[theirs + disc]
        if card not in (EMPTY, BLANK) and after.rows[theirs + disc] == EMPTY:
            facts_lost: dict[str, Fact] = {"card": WORDS[card], "seat": 1 - seat}
            yield WORTH[card] + UNOCCUPIED, Phrase("reason.removed", facts_lost, "ROMA-PHASE1-1")


def _laid(before: RomaState, after: RomaState, seat: int, card: int, disc: int) -> Iterator[Reason]:
    """What the card does at its place."""
    facts: dict[str, Fact] = {"card": WORDS[card], "die": disc + 1}
    if before.phase == ACTIONS and DICE_NEEDED[card] == 1 and disc + 1 in before.unused:
        yield 0.9 * WORTH[card], Phrase("reason.ready", facts, "ROMA-ACT-1")
    if card == FORUM and before.phase == ACTIONS and disc + 1 in before.unused and len(before.unused) > 1:
        rest = list(before.unused)
        rest.remove(disc + 1)
        yield float(max(rest)), Phrase("reason.forum-ready", {"points": max(rest)}, "ROMA-FORUM")
    row = after.rows[seat * DISCS : seat * DISCS + DISCS]
    beside = [row[near] for near in (disc - 1, disc + 1) if 0 <= near < DISCS]
    partners = [card] if card in BESIDE_FORUM and FORUM in beside else []
    partners += [each for each in beside if card == FORUM and each in BESIDE_FORUM]
    if BASILICA in partners:
        yield BESIDE_FORUM[BASILICA], Phrase("reason.basilica", {}, "ROMA-BASILICA")
    if TEMPLUM in partners:
        yield BESIDE_FORUM[TEMPLUM], Phrase("reason.templum", {}, "ROMA-TEMPLUM")
    if card == TURRIS:
        yield WORTH[card], Phrase("reason.turris", {}, "ROMA-TURRIS")
    if before.phase == PLACE and DICE_NEEDED[card]:
        yield 0.3, Phrase("reason.placed", facts, "ROMA-ACT-1")


def _money(before: RomaState, after: RomaState, seat: int) -> Iterator[Reason]:
    """What can be paid now and could not be before; else the money itself."""
    early, late = before.sestertii[seat], after.sestertii[seat]
    payable = [card for card in after.hands[seat] if card != BLANK and early < PRICE[card] <= late]
    if payable:
        best = max(payable, key=lambda card: WORTH[card])
        facts: dict[str, Fact] = {"card": WORDS[best], "price": PRICE[best]}
        yield 0.5 + 0.3 * WORTH[best], Phrase("reason.payable", facts, "ROMA-PLAY-3")
    yield 0.5 * SESTERTIUS * (late - early), Phrase("reason.money", {"sestertii": late}, "ROMA-MONEY-1")


def _blocked(before: RomaState, seat: int, disc: int) -> Iterator[Reason]:
    card = before.rows[(1 - seat) * DISCS + disc]
    if card not in (EMPTY, BLANK):
        facts: dict[str, Fact] = {"card": WORDS[card], "seat": 1 - seat}
        yield 0.3 * WORTH[card], Phrase("reason.blocked", facts, "ROMA-PRAETORIANUS")


def _fight(before: RomaState, action: int) -> Iterator[Reason]:
    """An attack, before its die is thrown."""
    label = before.label(action)
    if label.key not in BATTLES:
        return
    facts = label.facts
    target, chance = facts["target" if "target" in facts else "card"], facts["chance"]
    assert isinstance(target, str)
    assert isinstance(chance, int)
    if chance and target in WORDS:
        worth = chance / 6.0 * (WORTH[WORDS.index(target)] + UNOCCUPIED)
        yield worth, Phrase("reason.attack", {"card": target, "chance": chance}, "ROMA-BATTLE-2")


def _asked(before: RomaState, after: RomaState) -> Iterator[Reason]:
    """What a card that was activated asks about now."""
    if before.phase != ACTIONS or after.source < 0 or after.phase in (ACTIONS, OVER):
        return
    rule = rule_of(after.effect if after.effect >= 0 else after.source)
    card = WORDS[after.source]
    if after.phase == FORUM_DIE and after.unused:
        yield float(after.unused[-1]), Phrase("reason.forum", {"points": after.unused[-1]}, rule)
    elif after.phase == BUY_POINTS:
        most = min(after.sestertii[after.turn] // 2, after.points[1 - after.turn])
        yield 1.5 * most, Phrase("reason.mercator", {"points": most, "seat": 1 - after.turn}, rule)
    else:
        yield 0.2, Phrase("reason.acts", {"card": card}, rule)

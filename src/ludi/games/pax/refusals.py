"""Why not? For every action that is not open now: the condition that fails, and its rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludi.core import SPAN, Fact, Phrase
from ludi.games.pax.components import ARMY, CATEGORIES, FLEET, KIND_MASK
from ludi.games.pax.state import DRAFT, DRAW, OVER, RESPOND, TURN
from ludi.games.pax.wording import seen_together_rule

if TYPE_CHECKING:
    from ludi.games.pax.rules import PaxState


def why_not(state: PaxState, seat: int, action: int) -> Phrase | None:
    if action in state.legal(seat):
        return None
    verb = state.box.vocabulary.verb(action)
    argument = action % SPAN
    if state.phase == OVER:
        return Phrase("why.over", {}, "PAX-END-3" if state.last_round else "PAX-END-1")
    if not 0 <= seat < state.box.seats:
        return Phrase("why.no-seat", {"seats": state.box.seats}, "PAX-TURN-1")
    if seat not in state.actors():
        return _not_your_turn(state)
    if state.phase == DRAFT:
        return _during_set_up(state, verb, argument)
    if state.phase == TURN:
        return _at_turn_start(state, verb)
    if state.phase == DRAW:
        return _while_drawing(state, verb, argument)
    if state.phase == RESPOND:
        return _while_responding(state, seat, verb, argument)
    return _while_acting(state, seat, verb, argument)


def _not_your_turn(state: PaxState) -> Phrase:
    if state.phase == DRAFT:
        return Phrase("why.chosen-already", {}, "PAX-SETUP-10")
    if state.phase == RESPOND:
        return Phrase("why.not-your-response", {"seat": state.actor}, "PAX-58-6")
    return Phrase("why.not-your-turn", {"seat": state.actor}, "PAX-TURN-1")


def _during_set_up(state: PaxState, verb: str, kind: int) -> Phrase:
    if state.to_display and verb != "display":
        return Phrase("why.display-first", {"number": state.to_display}, f"PAX-SOLO-{8 + state.box.solo_level}")
    if verb not in ("keep", "display"):
        return Phrase("why.set-up-first", {}, "PAX-SETUP-10")
    if verb == "display" and not state.to_display:
        rule = f"PAX-SOLO-{8 + state.box.solo_level}" if state.box.solo_level > 2 else "PAX-SETUP-10"
        return Phrase("why.no-display-at-set-up", {}, rule)
    return Phrase("why.not-offered", {"card": state.box.kinds[kind].word}, "PAX-SETUP-10")


def _only_at_set_up() -> Phrase:
    return Phrase("why.only-at-set-up", {}, "PAX-SETUP-10")


def _at_turn_start(state: PaxState, verb: str) -> Phrase:
    if verb in ("keep", "display"):
        return _only_at_set_up()
    if verb == "pass":
        return Phrase("why.no-pass-alone", {}, "PAX-SOLO-6")
    if verb in ("respond", "decline"):
        return _nothing_to_respond_to(state)
    return Phrase("why.draw-first", {}, "PAX-TURN-2")


def _nothing_to_respond_to(state: PaxState) -> Phrase:
    if state.box.seats <= 4:
        return Phrase("why.no-responses", {}, "PAX-58-6")
    return Phrase("why.nothing-to-respond-to", {}, "PAX-58-6")


def _while_drawing(state: PaxState, verb: str, argument: int) -> Phrase:
    if verb in ("keep", "display"):
        return _only_at_set_up()
    if verb in ("respond", "decline"):
        return _nothing_to_respond_to(state)
    if verb == "draw":
        return Phrase("why.drawing-already", {}, "PAX-DRAW-1")
    if verb == "pass":
        return Phrase("why.pass-too-late", {}, "PAX-TURN-3")
    if verb == "pick":
        if all(card & KIND_MASK != argument for card in state.drawn):
            return Phrase("why.not-drawn", {"card": state.box.kinds[argument].word}, "PAX-DRAW-1")
        if state.picked >= 0:
            return Phrase("why.picked-already", {}, seen_together_rule(state))
        return Phrase("why.nothing-to-pick", {}, "PAX-DRAW-1")
    if verb not in ("hand", "under", "lay"):
        return Phrase("why.place-first", {}, "PAX-DRAW-1")
    place = {"hand": 1, "lay": 2, "under": 4}[verb]
    if state.placed & place:
        return Phrase(f"why.{verb}-used", {}, "PAX-DRAW-2")
    if verb == "hand" and state.sight == 2 and not state.placed and len(state.drawn) == 2:
        return Phrase("why.hand-last", {}, "PAX-RELIGION-1")
    return Phrase("why.pick-first", {}, seen_together_rule(state))


def _while_acting(state: PaxState, seat: int, verb: str, argument: int) -> Phrase:
    if verb in ("keep", "display"):
        return _only_at_set_up()
    if verb in ("respond", "decline"):
        return _nothing_to_respond_to(state)
    if verb in ("draw", "pick", "hand", "under", "lay"):
        if not state.deck_count():
            return Phrase("why.deck-empty", {}, "PAX-END-2")
        return Phrase("why.drawn-already", {}, "PAX-TURN-2")
    if verb == "pass":
        return Phrase("why.pass-too-late", {}, "PAX-TURN-3")
    if verb == "buy":
        if state.bought:
            return Phrase("why.bought-already", {}, "PAX-BUY-1")
        if state.played:
            return Phrase("why.buy-before-play", {}, "PAX-TURN-2")
        if not state.groups[argument]:
            return Phrase("why.nothing-to-buy", {"legion": argument + 1}, "PAX-BUY-1")
        facts = {"price": state.price(seat, argument), "coins": state.coins[seat]}
        return Phrase("why.cannot-pay-group", facts, "PAX-BUY-2")
    refusal = _not_in_hand_or_over_limit(state, seat, argument)
    if refusal is not None and refusal.key == "why.not-in-hand":
        return refusal
    if state.coins[seat] < state.played:
        return Phrase("why.cannot-pay-card", {"price": state.played, "coins": state.coins[seat]}, "PAX-PLAY-1")
    assert refusal is not None
    return refusal


def _not_in_hand_or_over_limit(state: PaxState, seat: int, kind: int) -> Phrase | None:
    box = state.box
    if all(card & KIND_MASK != kind for card in state.hands[seat]):
        return Phrase("why.not-in-hand", {"card": box.kinds[kind].word}, "PAX-PLAY-1")
    category = box.category[kind]
    limit = state.limit(seat)
    if category in (ARMY, FLEET) and state.symbols[seat * 7 + category] + box.symbols[kind] > limit:
        facts: dict[str, Fact] = {
            "category": CATEGORIES[category],
            "now": state.symbols[seat * 7 + category],
            "more": box.symbols[kind],
            "limit": limit,
        }
        return Phrase("why.over-limit", facts, "PAX-58-8" if state.phase == RESPOND else "PAX-LIMIT-1")
    return None


def _while_responding(state: PaxState, seat: int, verb: str, kind: int) -> Phrase:
    if verb == "respond":
        refusal = _not_in_hand_or_over_limit(state, seat, kind)
        assert refusal is not None
        return refusal
    if verb in ("keep", "display"):
        return _only_at_set_up()
    return Phrase("why.only-a-response", {}, "PAX-58-6")

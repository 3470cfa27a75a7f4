"""Why not? For every action that is not open now: the condition that fails, and its rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludi.core import SPAN, Fact, Phrase
from ludi.games.roma.cards import MERCATOR_PRICE
from ludi.games.roma.components import (
    BASILICA,
    DISCS,
    EMPTY,
    HARUSPEX,
    IS_PERSON,
    NUMBER_OF,
    PRICE,
    SCAENICUS,
    SEATS,
    SENATOR,
    TEMPLUM,
    WORDS,
    rule_of,
)
from ludi.games.roma.needs import (
    CARD_IN_PILES,
    DISCARDED_PERSON,
    ENOUGH_MONEY,
    FURTHER_DIE,
    NEEDS,
    NEVER,
    OPPOSING_BUILDING,
    OPPOSING_PERSON,
    OPPOSITE_CARD,
    PERSON_TO_COPY,
)
from ludi.games.roma.phases import (
    ACTIONS,
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
    TRIPLE,
)
from ludi.games.roma.wording import placing_rule, question_rule

if TYPE_CHECKING:
    from ludi.games.roma.rules import RomaState

ANSWERS = {
    CHOOSE_TARGET: ("target",),
    LAY_FREELY: ("lay", "done"),
    REARRANGE: ("lay",),
    BUY_POINTS: ("buy",),
    ALTER_DIE: ("raise", "lower"),
    BLOCK_DISC: ("block",),
    COPY_PERSON: ("copy",),
    TAKE_CARD: ("take",),
    FORUM_DIE: ("points",),
    TEMPLUM_DIE: ("add", "pass"),
    CENTURIO_DIE: ("add", "pass"),
}
"""The verbs that answer the question of a card."""

ASKED_BY = {
    "target": ("sicarius", "gladiator", "nero", "velites", "onager"),
    "done": ("architectus", "senator"),
    "buy": ("mercator",),
    "raise": ("consul",),
    "lower": ("consul",),
    "block": ("praetorianus",),
    "copy": ("scaenicus",),
    "take": ("haruspex", "aesculapinum"),
    "points": ("forum",),
    "add": ("centurio", "templum"),
    "pass": ("centurio", "templum"),
}
"""The cards that ask for a verb."""

NEED_KEYS = {
    OPPOSITE_CARD: "why.nothing-opposite",
    OPPOSING_PERSON: "why.no-opposing-person",
    OPPOSING_BUILDING: "why.no-opposing-building",
    FURTHER_DIE: "why.no-further-die",
    ENOUGH_MONEY: "why.mercator-needs-money",
    CARD_IN_PILES: "why.no-cards-left",
    DISCARDED_PERSON: "why.no-discarded-person",
    PERSON_TO_COPY: "why.nobody-to-copy",
}


def why_not(state: RomaState, seat: int, action: int) -> Phrase | None:
    if action in state.legal(seat):
        return None
    phase = state.phase
    if phase == OVER:
        return Phrase("why.over", {}, "ROMA-END-1" if state.stock else "ROMA-END-2")
    if not 0 <= seat < SEATS:
        return Phrase("why.no-seat", {"number": SEATS}, "ROMA-TURN-1")
    if seat not in state.actors():
        return _not_your_turn(state)
    verb = state.box.vocabulary.verb(action)
    argument = action % SPAN
    if phase == ACTIONS:
        return _among_actions(state, seat, verb, argument)
    if phase == EXCHANGE:
        if verb != "give":
            return Phrase("why.give-first", {}, "ROMA-SETUP-5")
        return Phrase("why.not-in-hand", {"card": WORDS[argument]}, "ROMA-SETUP-5")
    if phase == PLACE:
        return _while_placing(state, seat, verb, argument)
    if phase == TRIPLE:
        return Phrase("why.triple-first", {}, "ROMA-PHASE2-2")
    if phase == CHOOSE_DRAWN:
        if verb != "keep":
            return Phrase("why.keep-first", {}, "ROMA-DRAW-1")
        return Phrase("why.not-drawn", {"card": WORDS[argument]}, "ROMA-DRAW-1")
    return _while_carrying_out(state, seat, verb, argument)


def _not_your_turn(state: RomaState) -> Phrase:
    if state.phase == EXCHANGE:
        return Phrase("why.given-already", {}, "ROMA-SETUP-5")
    if state.phase == PLACE:
        return Phrase("why.not-your-placing", {"seat": state.turn}, placing_rule(state))
    return Phrase("why.not-your-turn", {"seat": state.turn}, "ROMA-TURN-1")


def _while_placing(state: RomaState, seat: int, verb: str, argument: int) -> Phrase:
    if verb != "lay":
        return Phrase("why.place-first", {}, placing_rule(state))
    card, disc = divmod(argument, DISCS)
    if card not in state.hands[seat]:
        return Phrase("why.not-in-hand", {"card": WORDS[card]}, placing_rule(state))
    return Phrase("why.disc-taken", {"disc": disc + 1}, "ROMA-SETUP-9")


# Phase 3: actions


def _among_actions(state: RomaState, seat: int, verb: str, argument: int) -> Phrase:
    if verb == "give":
        return Phrase("why.only-at-set-up", {}, "ROMA-SETUP-5")
    if verb in ("rethrow", "stand"):
        return Phrase("why.no-triple", {}, "ROMA-PHASE2-2")
    if verb == "keep":
        return Phrase("why.nothing-drawn", {}, "ROMA-DRAW-1")
    if verb in ASKED_BY:
        return _not_asked(state, ASKED_BY[verb])
    if verb == "lay":
        card = argument // DISCS
        if card not in state.hands[seat]:
            return Phrase("why.not-in-hand", {"card": WORDS[card]}, "ROMA-PLAY-1")
        facts: dict[str, Fact] = {"card": WORDS[card], "price": PRICE[card], "sestertii": state.sestertii[seat]}
        return Phrase("why.cannot-pay", facts, "ROMA-PLAY-3")
    face = argument + 1
    if face not in state.unused:
        return _no_such_die(state, face, "ROMA-PHASE3-3")
    if verb == "draw":
        return Phrase("why.no-cards-left", {}, "ROMA-DRAW-2")
    card = state.rows[seat * DISCS + argument]
    if card == EMPTY:
        return Phrase("why.no-own-card", {"disc": face}, "ROMA-ACT-1")
    if state.blocked >> argument & 1:
        return Phrase("why.blocked", {"disc": face}, "ROMA-PRAETORIANUS")
    return _lacks(state, card, argument)


def _not_asked(state: RomaState, cards: Sequence[str]) -> Phrase:
    """The rule is that of the one card that could ask here; where it could be several, that of activating."""
    own = [card for card in cards if NUMBER_OF[card] in state.rows[state.turn * DISCS : state.turn * DISCS + DISCS]]
    could = cards if len(cards) == 1 else own
    return Phrase("why.not-asked", {"cards": cards}, rule_of(NUMBER_OF[could[0]]) if len(could) == 1 else "ROMA-ACT-1")


def _no_such_die(state: RomaState, face: int, rule: str) -> Phrase:
    if face in state.used:
        return Phrase("why.die-used", {"die": face}, "ROMA-PHASE3-4")
    return Phrase("why.no-such-die", {"die": face}, rule)


def _lacks(state: RomaState, card: int, disc: int) -> Phrase:
    """What an own card lacks to be activated (or copied)."""
    need = NEEDS[card]
    if need == NEVER:
        rule = "ROMA-BASILICA-B" if card == BASILICA else "ROMA-TEMPLUM-C" if card == TEMPLUM else "ROMA-COMP-8"
        return Phrase("why.never-activated", {"card": WORDS[card]}, rule)
    facts: dict[str, int | str] = {"card": WORDS[card]}
    if need == OPPOSITE_CARD:
        facts["disc"] = disc + 1
    elif need == ENOUGH_MONEY:
        facts["price"] = MERCATOR_PRICE
    return Phrase(NEED_KEYS[need], facts, rule_of(card))


# The questions of single cards


def _while_carrying_out(state: RomaState, seat: int, verb: str, argument: int) -> Phrase:
    phase = state.phase
    effect = state.effect
    rule = question_rule(state)
    if verb not in ANSWERS[phase]:
        return Phrase("why.finish-card", {"card": WORDS[effect]}, rule)
    if phase == CHOOSE_TARGET:
        return _bad_target(state, argument, rule)
    if phase == LAY_FREELY:
        card = argument // DISCS
        if IS_PERSON[card] != (effect == SENATOR):
            key = "why.lays-only-persons" if effect == SENATOR else "why.lays-only-buildings"
            return Phrase(key, {"card": WORDS[effect]}, rule)
        return Phrase("why.not-in-hand", {"card": WORDS[card]}, rule)
    if phase == REARRANGE:
        return _bad_laying_again(state, argument, rule)
    if phase == BUY_POINTS:
        number = argument + 1
        if number * MERCATOR_PRICE > state.sestertii[seat]:
            facts = {"price": number * MERCATOR_PRICE, "sestertii": state.sestertii[seat]}
            return Phrase("why.cannot-pay-points", facts, rule)
        return Phrase("why.not-so-many-points", {"owner": 1 - seat, "number": state.points[1 - seat]}, rule)
    if phase == COPY_PERSON:
        return _bad_copy(state, argument, rule)
    if phase == TAKE_CARD:
        card = argument
        if effect == HARUSPEX:
            return Phrase("why.not-in-pile", {"card": WORDS[card]}, rule)
        if not IS_PERSON[card]:
            return Phrase("why.takes-only-persons", {"card": WORDS[effect]}, rule)
        return Phrase("why.not-in-discard", {"card": WORDS[card]}, rule)
    face = argument + 1
    if face in state.unused:
        return Phrase("why.no-seven" if verb == "raise" else "why.no-zero", {"die": face}, rule)
    return _no_such_die(state, face, rule)


def _bad_target(state: RomaState, disc: int, rule: str) -> Phrase:
    card = state.rows[(1 - state.turn) * DISCS + disc]
    if card == EMPTY:
        return Phrase("why.no-opposing-card", {"disc": disc + 1, "owner": 1 - state.turn}, rule)
    key = "why.target-must-be-building" if IS_PERSON[card] else "why.target-must-be-person"
    return Phrase(key, {"card": WORDS[state.effect], "target": WORDS[card]}, rule)


def _bad_laying_again(state: RomaState, argument: int, rule: str) -> Phrase:
    card, disc = divmod(argument, DISCS)
    following = state.aside[0]
    if card != following:
        if card in state.aside:
            key = "why.another-card-first"
        elif card in state.laid_again():
            key = "why.laid-again-already"
        else:
            key = "why.not-taken-up"
        return Phrase(key, {"card": WORDS[card], "following": WORDS[following]}, rule)
    return Phrase("why.disc-relaid", {"disc": disc + 1}, rule)


def _bad_copy(state: RomaState, card: int, rule: str) -> Phrase:
    if not IS_PERSON[card]:
        return Phrase("why.copies-only-persons", {"card": WORDS[card]}, rule)
    if card == SCAENICUS:
        return Phrase("why.copies-no-scaenicus", {}, rule)
    if card not in state.rows[state.turn * DISCS : state.turn * DISCS + DISCS]:
        return Phrase("why.not-on-your-side", {"card": WORDS[card]}, rule)
    return _lacks(state, card, state.disc)

"""What is asked, and what each choice means: phrases for the prompts, the choices and their help."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludi.core import SPAN, Fact, Phrase
from ludi.games.roma.battle import defence
from ludi.games.roma.cards import BASILICA_POINTS, MERCATOR_PRICE
from ludi.games.roma.components import (
    BASILICA,
    CENTURIO,
    DISCS,
    EMPTY,
    END,
    GIFTS,
    HARUSPEX,
    LEGAT,
    LEGIONARIUS,
    MERCATUS,
    NERO,
    ONAGER,
    PRICE,
    SENATOR,
    VELITES,
    WORDS,
    rule_of,
)
from ludi.games.roma.phases import (
    ACTIONS,
    CENTURIO_DIE,
    CHOOSE_DRAWN,
    CHOOSE_TARGET,
    EXCHANGE,
    LAY_FREELY,
    OVER,
    PHASES,
    PLACE,
    REARRANGE,
    TAKE_CARD,
    TEMPLUM_DIE,
    TRIPLE,
)

if TYPE_CHECKING:
    from ludi.games.roma.rules import RomaState

BATTLE_CARDS = (LEGIONARIUS, VELITES, CENTURIO, ONAGER)

LABEL_RULES = {
    "give": "ROMA-SETUP-5",
    "rethrow": "ROMA-PHASE2-2",
    "stand": "ROMA-PHASE2-3",
    "money": "ROMA-MONEY-1",
    "draw": "ROMA-DRAW-1",
    "activate": "ROMA-ACT-1",
    "end": "ROMA-TURN-3",
    "keep": "ROMA-DRAW-1",
}
"""The rule that allows each verb; the other verbs rest on the card that asks for them."""


def placing_rule(state: RomaState) -> str:
    """First the one who starts lays his cards, then the other."""
    return "ROMA-SETUP-8" if state.turn == state.starter else "ROMA-SETUP-10"


def question_rule(state: RomaState) -> str:
    """The rule behind the question of a card; the third die of a Forum is asked for by the Templum."""
    return "ROMA-TEMPLUM" if state.phase == TEMPLUM_DIE else rule_of(state.effect)


def chance(state: RomaState, disc: int) -> int:
    """On how many faces of the battle die an attack on the opposing card at ``disc`` succeeds."""
    return min(6, max(0, 7 - defence(state, 1 - state.turn, disc)))


# What is asked


def prompt(state: RomaState, seat: int) -> Phrase:
    phase = state.phase
    if phase == OVER:
        return Phrase("prompt.over", {}, "ROMA-END-3")
    actors = state.actors()
    if seat not in actors:
        rule = "ROMA-SETUP-5" if phase == EXCHANGE else placing_rule(state) if phase == PLACE else "ROMA-TURN-1"
        return Phrase("prompt.wait", {"seats": actors}, rule)
    if phase == EXCHANGE:
        return Phrase("prompt.exchange", {"number": GIFTS - len(state.known[1 - seat])}, "ROMA-SETUP-5")
    if phase == PLACE:
        return Phrase("prompt.place", {"number": len(state.hands[seat])}, placing_rule(state))
    if phase == TRIPLE:
        return Phrase("prompt.triple", {"die": state.unused[0]}, "ROMA-PHASE2-2")
    if phase == ACTIONS:
        facts: dict[str, Fact] = {"dice": state.unused[:], "sestertii": state.sestertii[seat]}
        return Phrase("prompt.actions" if state.unused else "prompt.no-dice", facts, "ROMA-PHASE3-1")
    if phase == CHOOSE_DRAWN:
        return Phrase("prompt.choose-drawn", {"number": len(state.aside)}, "ROMA-DRAW-1")
    return _question(state, seat)


def _question(state: RomaState, seat: int) -> Phrase:
    """The question of the card being carried out."""
    phase = state.phase
    effect = state.effect
    key = "prompt." + PHASES[phase]
    facts: dict[str, Fact] = {"card": WORDS[effect]}
    if phase == CHOOSE_TARGET:
        key += "-building" if effect in (NERO, ONAGER) else "-person"
    elif phase == LAY_FREELY:
        key += "-person" if effect == SENATOR else "-building"
    elif phase == REARRANGE:
        facts["following"] = WORDS[state.aside[0]]
    elif phase == TAKE_CARD:
        key += "-pile" if effect == HARUSPEX else "-discard"
    elif phase == CENTURIO_DIE:
        facts["die"] = state.number
        facts["defence"] = defence(state, 1 - seat, state.disc)
    else:
        facts["number"] = state.number
        facts["sestertii"] = state.sestertii[seat]
    return Phrase(key, facts, question_rule(state))


# What each choice means


def label(state: RomaState, action: int) -> Phrase:
    verb = state.box.vocabulary.verb(action)
    argument = action % SPAN
    if verb == "lay":
        return _label_laying(state, *divmod(argument, DISCS))
    rule = LABEL_RULES.get(verb, "")
    if verb in ("give", "keep"):
        return Phrase(f"label.{verb}", {"card": WORDS[argument]}, rule)
    if verb in ("rethrow", "stand"):
        return Phrase(f"label.{verb}", {"die": state.unused[0]}, rule)
    if verb == "money":
        return Phrase("label.money", {"die": argument + 1}, rule)
    if verb == "draw":
        cards = min(argument + 1, len(state.deck) + len(state.discard))
        return Phrase("label.draw", {"die": argument + 1, "number": cards}, rule)
    if verb == "activate":
        return _label_activation(state, argument)
    if verb == "end":
        if state.unused:
            return Phrase("label.end-unused", {"dice": state.unused[:]}, rule)
        return Phrase("label.end", {}, rule)
    return _label_answer(state, verb, argument)


def _label_laying(state: RomaState, card: int, disc: int) -> Phrase:
    if state.phase == PLACE:
        return Phrase("label.place", {"card": WORDS[card], "disc": disc + 1}, placing_rule(state))
    facts: dict[str, Fact] = {"card": WORDS[card], "disc": disc + 1}
    covered = state.rows[state.turn * DISCS + disc]
    if state.phase == ACTIONS:
        key = "label.lay"
        facts["price"] = PRICE[card]
        rule = "ROMA-PLAY-1" if covered == EMPTY else "ROMA-PLAY-2"
    else:
        key = "label.lay-again" if state.phase == REARRANGE else "label.lay-free"
        rule = rule_of(state.effect)
        if covered != EMPTY:
            rule += "-B"
    if covered != EMPTY:
        key += "-over"
        facts["covered"] = WORDS[covered]
    return Phrase(key, facts, rule)


def _label_activation(state: RomaState, disc: int) -> Phrase:
    """With what it will bring, where that is certain, or the chance of the battle."""
    card = state.rows[state.turn * DISCS + disc]
    facts: dict[str, Fact] = {"card": WORDS[card], "disc": disc + 1}
    opposing = state.rows[(1 - state.turn) * DISCS : (1 - state.turn) * DISCS + DISCS]
    if card == LEGAT:
        facts["number"] = opposing.count(EMPTY)
        return Phrase("label.activate-points", facts, "ROMA-ACT-1")
    if card == MERCATUS:
        facts["number"] = min(state.points[1 - state.turn], opposing.count(WORDS.index("forum")))
        return Phrase("label.activate-points", facts, "ROMA-ACT-1")
    if card in (LEGIONARIUS, CENTURIO):
        facts["target"] = WORDS[opposing[disc]]
        facts["chance"] = chance(state, disc)
        return Phrase("label.activate-battle", facts, "ROMA-ACT-1")
    return Phrase("label.activate", facts, "ROMA-ACT-1")


def _label_answer(state: RomaState, verb: str, argument: int) -> Phrase:
    """An answer to the question of a card."""
    effect = state.effect
    rule = question_rule(state)
    if verb == "target":
        target = state.rows[(1 - state.turn) * DISCS + argument]
        facts: dict[str, Fact] = {"card": WORDS[target], "disc": argument + 1}
        if effect in BATTLE_CARDS:
            facts["chance"] = chance(state, argument)
            return Phrase("label.attack", facts, rule)
        return Phrase(f"label.target-{WORDS[effect]}", facts, rule)
    if verb in ("copy", "take"):
        return Phrase(f"label.{verb}", {"card": WORDS[argument]}, rule)
    if verb == "done":
        return Phrase("label.done", {}, rule)
    number = argument + 1
    if verb == "buy":
        return Phrase("label.buy", {"number": number, "price": number * MERCATOR_PRICE}, rule)
    if verb == "block":
        return Phrase("label.block", {"disc": number}, rule)
    if verb in ("raise", "lower"):
        return Phrase("label.alter", {"die": number, "result": number + (1 if verb == "raise" else -1)}, rule)
    if verb == "points":
        total = number + BASILICA_POINTS * state._neighbours().count(BASILICA)
        return Phrase("label.points", {"die": number, "number": total}, rule)
    if state.phase == CENTURIO_DIE:
        facts = {"die": number, "attack": state.number + (number if verb == "add" else 0)}
        facts["defence"] = defence(state, 1 - state.turn, state.disc)
        return Phrase("label.add-centurio" if verb == "add" else "label.pass-centurio", facts, "ROMA-CENTURIO-B")
    facts = {"die": number, "number": state.number + (number if verb == "add" else 0)}
    return Phrase("label.add-templum" if verb == "add" else "label.pass-templum", facts, rule)


def unspent(state: RomaState, action: int) -> Phrase | None:
    """The dice that ending the turn leaves; each would bring money at least (ROMA-MONEY-1)."""
    if action == END and state.unused:
        return Phrase("unspent.dice", {"dice": state.unused[:]}, "ROMA-TURN-3")
    return None


def explain(state: RomaState, action: int) -> Phrase:
    """A card is explained by what it does, a question of a card by that card."""
    verb = state.box.vocabulary.verb(action)
    argument = action % SPAN
    if verb == "lay":
        card = argument // DISCS
    elif verb == "activate":
        card = state.rows[state.turn * DISCS + argument]
    elif verb in ("give", "keep", "take", "copy"):
        card = argument
    elif verb in LABEL_RULES:
        return Phrase(f"explain.{verb}", {}, LABEL_RULES[verb])
    elif verb in ("add", "pass") and state.phase != CENTURIO_DIE:
        return Phrase("explain.templum", {}, "ROMA-TEMPLUM")
    else:
        card = state.effect
    return Phrase(f"explain.{WORDS[card]}", {}, rule_of(card))

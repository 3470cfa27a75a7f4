"""What is asked, and what each choice means: phrases for the prompts, the choices and their help."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludi.core import SPAN, Fact, Phrase
from ludi.games.pax.components import CATEGORIES, DRAWN_CARDS, INTRIGUE, KIND_MASK, SENATOR
from ludi.games.pax.scoring import categories_to_beat
from ludi.games.pax.state import DRAFT, DRAW, OVER, RESPOND, TURN

if TYPE_CHECKING:
    from ludi.games.pax.rules import PaxState

LABEL_RULES = {
    "keep": "PAX-SETUP-10",
    "display": "PAX-SOLO-14",
    "draw": "PAX-TURN-2",
    "pass": "PAX-TURN-3",
    "pick": "PAX-RELIGION-1",
    "hand": "PAX-DRAW-2",
    "under": "PAX-DRAW-2",
    "lay": "PAX-DRAW-3",
    "buy": "PAX-BUY-1",
    "play": "PAX-PLAY-1",
    "done": "PAX-INCOME-1",
    "respond": "PAX-58-6",
    "decline": "PAX-58-6",
}
"""The rule that allows each verb."""


def prompt(state: PaxState, seat: int) -> Phrase:
    if state.phase == OVER:
        return Phrase("prompt.over", {}, "PAX-WIN-1")
    actors = state.actors()
    if seat not in actors:
        rule = {DRAFT: "PAX-SETUP-10", RESPOND: "PAX-58-6"}.get(state.phase, "PAX-TURN-1")
        return Phrase("prompt.wait", {"seats": actors}, rule)
    if state.phase == DRAFT:
        if state.to_display:
            return Phrase("prompt.display", {"number": state.to_display}, f"PAX-SOLO-{8 + state.box.solo_level}")
        return Phrase("prompt.keep", {}, "PAX-SETUP-10")
    if state.phase == TURN:
        if state.box.solo_level:
            goal = categories_to_beat(state.box.solo_level)
            return Phrase("prompt.turn-solo", {"goal": goal}, f"PAX-SOLO-{8 + state.box.solo_level}")
        return Phrase("prompt.turn", {}, "PAX-TURN-2")
    if state.phase == DRAW:
        if state.box.vocabulary.verb(state.legal(seat)[0]) == "pick":
            return Phrase("prompt.pick", {}, seen_together_rule(state))
        return Phrase("prompt.place", {"card": _card_in_question(state)}, "PAX-DRAW-2")
    if state.phase == RESPOND:
        return Phrase("prompt.respond", {"seat": state.turn}, "PAX-58-6")
    if not state.bought and not state.played:
        return Phrase("prompt.act", {"coins": state.coins[seat]}, "PAX-TURN-2")
    return Phrase("prompt.play", {"coins": state.coins[seat], "price": state.played}, "PAX-PLAY-1")


def seen_together_rule(state: PaxState) -> str:
    """The rule by which several drawn cards are seen at once."""
    return "PAX-RELIGION-2" if state.sight == 3 else "PAX-RELIGION-1"


def unspent(state: PaxState, action: int) -> Phrase | None:
    """What ending the turn lets go by: the free first card (PAX-PLAY-1), or a group that could be paid (PAX-BUY-1)."""
    verb = state.box.vocabulary.verb
    if verb(action) != "done":
        return None
    open_verbs = {verb(other) for other in state.legal(state.turn)}
    if "play" in open_verbs and not state.played:
        return Phrase("unspent.free-card", {}, "PAX-PLAY-1")
    if "buy" in open_verbs:
        return Phrase("unspent.buy", {}, "PAX-BUY-1")
    return None


def _card_in_question(state: PaxState) -> str:
    card = state.drawn[max(state.picked, 0)]
    return state.box.kinds[card & KIND_MASK].word


def label(state: PaxState, action: int) -> Phrase:
    verb = state.box.vocabulary.verb(action)
    rule = LABEL_RULES[verb]
    facts: dict[str, Fact] = {}
    argument = action % SPAN
    if verb in ("keep", "display", "pick", "play", "respond"):
        facts["card"] = state.box.kinds[argument].word
    if verb in ("lay", "buy"):
        facts["legion"] = argument + 1
    if verb == "play":
        facts["price"] = state.played
    if verb == "buy":
        facts["cards"] = [state.box.kinds[kind].word for kind in state.groups[argument]]
        facts["price"] = state.price(state.actor, argument)
    if verb == "lay":
        facts["value"] = state.worth[argument]
    if verb == "pick":
        rule = seen_together_rule(state)
    if verb == "done":
        facts["income"] = state.income(state.turn)
        rule = income_rule(state)
    if verb == "draw" and state.deck_count() < DRAWN_CARDS:
        if not state.deck_count():
            return Phrase("label.draw-nothing", {}, "PAX-END-2")
        return Phrase("label.draw-short", {"number": state.deck_count()}, rule)
    return Phrase(f"label.{verb}", facts, rule)


def explain(state: PaxState, action: int) -> Phrase:
    verb = state.box.vocabulary.verb(action)
    if verb == "play":
        category = state.box.category[action % SPAN]
        return Phrase(f"explain.play-{CATEGORIES[category]}", {}, _CATEGORY_RULES[category])
    if verb == "draw":
        if not state.deck_count():
            return Phrase("explain.draw-nothing", {}, "PAX-END-2")
        sight = state.sees(state.actor)
        rule = (LABEL_RULES[verb], "PAX-RELIGION-1", "PAX-RELIGION-2")[sight - 1]
        if state.deck_count() < DRAWN_CARDS:
            key = "explain.draw-short" if sight == 1 else "explain.draw-short-religion"
            return Phrase(key, {"number": state.deck_count(), "sight": sight}, rule)
        return Phrase(("explain.draw", "explain.draw-two", "explain.draw-three")[sight - 1], {}, rule)
    return Phrase(f"explain.{verb}", {}, LABEL_RULES[verb])


_CATEGORY_RULES = (
    "PAX-WEALTH-1",
    "PAX-FLEET-1",
    "PAX-ARMY-1",
    "PAX-RELIGION-1",
    "PAX-SENATOR-1",
    "PAX-LAND-1",
    "PAX-INTRIGUE-2",
)


def income_rule(state: PaxState) -> str:
    """The rule that decides this turn's income."""
    if not state.extended:
        return "PAX-INCOME-3"
    if state.extended >> INTRIGUE & 1:
        return "PAX-SENATOR-2" if state.extended >> SENATOR & 1 else "PAX-INTRIGUE-2"
    return "PAX-SENATOR-1" if state.extended >> SENATOR & 1 else "PAX-INCOME-1"

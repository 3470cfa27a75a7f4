"""Why not? Every refusal names the condition that fails and its rule; a refused play changes nothing."""

from __future__ import annotations

from typing import Any

import pytest

from games.pax.tables import bits, why
from ludi.core import IllegalAction, MalformedAction, NotYourTurn
from ludi.games.pax import GAME, PaxState, position

TOP = ["land-1-1", "fleet-1-1", "senator-1-1", "army-1-1"]
FAITH = ["religion-2-3", "religion-1-1"]

SET_UP: dict[str, Any] = {"players": 2, "phase": "draft", "offers": [["land-1-1", "army-1-1"], ["land-1-2"]]}
CHOSEN: dict[str, Any] = {**SET_UP, "offers": [[], ["land-1-2", "army-1-1"]], "hands": [["land-1-1"]]}
LEVEL_3: dict[str, Any] = {
    "options": {"players": 1, "solo": 3},
    "phase": "draft",
    "offers": [["land-1-1", "army-1-1", "army-1-2"]],
    "to_display": 1,
}
LEVEL_3_SHOWN: dict[str, Any] = {**LEVEL_3, "offers": [["land-1-1", "army-1-1"]], "to_display": 0}
TURN: dict[str, Any] = {"players": 2, "deck": TOP, "legions": [["wealth-1-1"]], "hands": [["land-1-2"]]}
ALONE: dict[str, Any] = {"players": 1}
FIVE: dict[str, Any] = {"players": 5}
DRAW: dict[str, Any] = {"players": 2, "phase": "draw", "drawn": ["land-1-1"], "draws_left": 1, "placed": 1}
DRAW_LAID: dict[str, Any] = {**DRAW, "placed": 2}
DRAW_SLIPPED: dict[str, Any] = {**DRAW, "placed": 4}
DRAW_TWO: dict[str, Any] = {
    "players": 2,
    "phase": "draw",
    "sight": 2,
    "drawn": ["land-1-1", "army-1-1"],
    "draws_left": 1,
    "displays": [FAITH],
}
PICKED: dict[str, Any] = {**DRAW_TWO, "picked": 0}
DRAW_FIVE: dict[str, Any] = {**DRAW, "players": 5}
ACT: dict[str, Any] = {
    "players": 2,
    "phase": "act",
    "coins": [1],
    "hands": [["land-1-1", "army-2-3"]],
    "legions": [["wealth-1-1"], ["wealth-2-3"]],
    "displays": [["land-1-2"]],
}
ACT_NO_DECK: dict[str, Any] = {**ACT, "deck": [], "last_round": True}
BOUGHT: dict[str, Any] = {**ACT, "bought": True}
PLAYED: dict[str, Any] = {
    **ACT,
    "displays": [["land-1-2", "wealth-1-2", "wealth-1-2"]],
    "played": 2,
    "extended": bits("wealth"),
}
ACT_FIVE: dict[str, Any] = {**ACT, "players": 5}
RESPOND: dict[str, Any] = {
    "players": 5,
    "phase": "respond",
    "actor": 2,
    "hands": [[], [], ["army-1-1", "land-1-1"]],
    "displays": [["senator-1-2"]],
    "played": 1,
    "extended": bits("senator"),
}
OVER: dict[str, Any] = {"players": 2, "phase": "over"}

REFUSALS: list[tuple[str, dict[str, Any], int, str, str, str]] = [
    # the set-up
    ("set-up", SET_UP, 0, "keep:army-2-4", "not-offered", "PAX-SETUP-10"),
    ("set-up", SET_UP, 1, "keep:land-1-1", "not-offered", "PAX-SETUP-10"),
    ("set-up", SET_UP, 0, "display:land-1-1", "no-display-at-set-up", "PAX-SETUP-10"),
    ("set-up", CHOSEN, 0, "keep:land-1-1", "chosen-already", "PAX-SETUP-10"),
    *(
        ("set-up", SET_UP, 0, word, "set-up-first", "PAX-SETUP-10")
        for word in (
            "draw",
            "pass",
            "pick:land-1-1",
            "hand",
            "under",
            "lay:legion-1",
            "buy:legion-1",
            "play:land-1-1",
            "done",
            "respond:land-1-1",
            "decline",
        )
    ),
    ("level 3", LEVEL_3, 0, "keep:land-1-1", "display-first", "PAX-SOLO-11"),
    ("level 3", LEVEL_3, 0, "display:army-2-4", "not-offered", "PAX-SETUP-10"),
    ("level 3 shown", LEVEL_3_SHOWN, 0, "display:land-1-1", "no-display-at-set-up", "PAX-SOLO-11"),
    # the start of a turn
    ("turn", TURN, 0, "keep:land-1-1", "only-at-set-up", "PAX-SETUP-10"),
    ("turn", TURN, 0, "display:land-1-1", "only-at-set-up", "PAX-SETUP-10"),
    *(
        ("turn", TURN, 0, word, "draw-first", "PAX-TURN-2")
        for word in ("pick:land-1-1", "hand", "under", "lay:legion-1", "buy:legion-1", "play:land-1-2", "done")
    ),
    ("turn", TURN, 0, "respond:land-1-2", "no-responses", "PAX-58-6"),
    ("turn", TURN, 0, "decline", "no-responses", "PAX-58-6"),
    ("turn of five", FIVE, 0, "decline", "nothing-to-respond-to", "PAX-58-6"),
    ("turn", TURN, 1, "draw", "not-your-turn", "PAX-TURN-1"),
    ("turn", TURN, 2, "draw", "no-seat", "PAX-TURN-1"),
    ("alone", ALONE, 0, "pass", "no-pass-alone", "PAX-SOLO-6"),
    # drawing
    ("draw", DRAW, 0, "keep:land-1-1", "only-at-set-up", "PAX-SETUP-10"),
    ("draw", DRAW, 0, "display:land-1-1", "only-at-set-up", "PAX-SETUP-10"),
    ("draw", DRAW, 0, "draw", "drawing-already", "PAX-DRAW-1"),
    ("draw", DRAW, 0, "pass", "pass-too-late", "PAX-TURN-3"),
    ("draw", DRAW, 0, "pick:army-2-4", "not-drawn", "PAX-DRAW-1"),
    ("draw", DRAW, 0, "pick:land-1-1", "nothing-to-pick", "PAX-DRAW-1"),
    ("draw", DRAW, 0, "hand", "hand-used", "PAX-DRAW-2"),
    ("draw", DRAW_LAID, 0, "lay:legion-2", "lay-used", "PAX-DRAW-2"),
    ("draw", DRAW_SLIPPED, 0, "under", "under-used", "PAX-DRAW-2"),
    *(("draw", DRAW, 0, word, "place-first", "PAX-DRAW-1") for word in ("buy:legion-1", "play:land-1-1", "done")),
    ("draw", DRAW, 0, "respond:land-1-1", "no-responses", "PAX-58-6"),
    ("draw", DRAW, 0, "decline", "no-responses", "PAX-58-6"),
    ("draw of five", DRAW_FIVE, 0, "decline", "nothing-to-respond-to", "PAX-58-6"),
    ("draw", DRAW, 1, "hand", "not-your-turn", "PAX-TURN-1"),
    ("draw two", DRAW_TWO, 0, "under", "pick-first", "PAX-RELIGION-1"),
    ("draw two", DRAW_TWO, 0, "lay:legion-1", "pick-first", "PAX-RELIGION-1"),
    ("draw two", DRAW_TWO, 0, "hand", "hand-last", "PAX-RELIGION-1"),
    ("picked", PICKED, 0, "hand", "hand-last", "PAX-RELIGION-1"),
    ("picked", PICKED, 0, "pick:army-1-1", "picked-already", "PAX-RELIGION-1"),
    # buying and playing
    ("act", ACT, 0, "keep:land-1-1", "only-at-set-up", "PAX-SETUP-10"),
    ("act", ACT, 0, "display:land-1-1", "only-at-set-up", "PAX-SETUP-10"),
    *(
        ("act", ACT, 0, word, "drawn-already", "PAX-TURN-2")
        for word in ("draw", "pick:land-1-1", "hand", "under", "lay:legion-1")
    ),
    *(
        ("act without a deck", ACT_NO_DECK, 0, word, "deck-empty", "PAX-END-2")
        for word in ("draw", "pick:land-1-1", "hand", "under", "lay:legion-1")
    ),
    ("act", ACT, 0, "pass", "pass-too-late", "PAX-TURN-3"),
    ("act", ACT, 0, "buy:legion-2", "cannot-pay-group", "PAX-BUY-2"),
    ("act", ACT, 0, "buy:legion-3", "nothing-to-buy", "PAX-BUY-1"),
    ("act", ACT, 0, "play:army-1-1", "not-in-hand", "PAX-PLAY-1"),
    ("act", ACT, 0, "play:army-2-3", "over-limit", "PAX-LIMIT-1"),
    ("act", ACT, 0, "respond:land-1-1", "no-responses", "PAX-58-6"),
    ("act", ACT, 0, "decline", "no-responses", "PAX-58-6"),
    ("act of five", ACT_FIVE, 0, "respond:land-1-1", "nothing-to-respond-to", "PAX-58-6"),
    ("act", ACT, 1, "done", "not-your-turn", "PAX-TURN-1"),
    ("bought", BOUGHT, 0, "buy:legion-1", "bought-already", "PAX-BUY-1"),
    ("played", PLAYED, 0, "buy:legion-1", "buy-before-play", "PAX-TURN-2"),
    ("played", PLAYED, 0, "play:land-1-1", "cannot-pay-card", "PAX-PLAY-1"),
    ("played", PLAYED, 0, "play:army-1-1", "not-in-hand", "PAX-PLAY-1"),
    # responding
    ("respond", RESPOND, 2, "respond:army-1-1", "over-limit", "PAX-58-8"),
    ("respond", RESPOND, 2, "respond:wealth-1-1", "not-in-hand", "PAX-PLAY-1"),
    ("respond", RESPOND, 2, "keep:land-1-1", "only-at-set-up", "PAX-SETUP-10"),
    ("respond", RESPOND, 2, "display:land-1-1", "only-at-set-up", "PAX-SETUP-10"),
    *(
        ("respond", RESPOND, 2, word, "only-a-response", "PAX-58-6")
        for word in ("draw", "pass", "pick:land-1-1", "hand", "under", "lay:legion-1", "buy:legion-1", "done")
    ),
    ("respond", RESPOND, 2, "play:land-1-1", "only-a-response", "PAX-58-6"),
    ("respond", RESPOND, 0, "done", "not-your-response", "PAX-58-6"),
    ("respond", RESPOND, 3, "decline", "not-your-response", "PAX-58-6"),
    # the end
    ("over", OVER, 0, "draw", "over", "PAX-END-1"),
    ("over", OVER, 1, "done", "over", "PAX-END-1"),
]


@pytest.mark.parametrize(
    ("given", "seat", "word", "key", "rule"),
    [each[1:] for each in REFUSALS],
    ids=[f"{each[0]} {each[2]} {each[3]}" for each in REFUSALS],
)
def test_a_refusal_names_its_reason_and_its_rule_and_changes_nothing(
    given: dict[str, Any], seat: int, word: str, key: str, rule: str
) -> None:
    state = position(**given)
    before = state.snapshot()
    assert why(state, seat, word) == (f"why.{key}", rule)
    with pytest.raises(IllegalAction) as refusal:
        state.play(seat, state.unspell(word))
    assert refusal.value.rule == rule
    phrase = state.why_not(seat, word)
    assert phrase is not None
    assert refusal.value.reason == GAME.phrases("en", state.box).say(phrase)
    assert isinstance(refusal.value, NotYourTurn) == (seat not in state.actors())
    assert state.snapshot() == before


def test_every_sentence_of_refusal_is_covered_here() -> None:
    known = {key for key in GAME.phrases("en").keys() if key.startswith("why.")}  # noqa: SIM118
    assert {f"why.{each[4]}" for each in REFUSALS} == known


FACTS: list[tuple[dict[str, Any], int, str, dict[str, object]]] = [
    (ACT, 0, "buy:legion-2", {"price": 3, "coins": 1}),
    (ACT, 0, "buy:legion-3", {"legion": 3}),
    (ACT, 0, "play:army-2-3", {"category": "army", "now": 0, "more": 2, "limit": 1}),
    (PLAYED, 0, "play:land-1-1", {"price": 2, "coins": 1}),
    (TURN, 1, "draw", {"seat": 0}),
    (RESPOND, 0, "done", {"seat": 2}),
    (LEVEL_3, 0, "keep:land-1-1", {"number": 1}),
]


@pytest.mark.parametrize(("given", "seat", "word", "facts"), FACTS, ids=[each[2] for each in FACTS])
def test_a_refusal_tells_the_numbers_behind_it(
    given: dict[str, Any], seat: int, word: str, facts: dict[str, object]
) -> None:
    phrase = position(**given).why_not(seat, word)
    assert phrase is not None
    assert phrase.facts == facts


@pytest.mark.parametrize(
    "given",
    [SET_UP, LEVEL_3, TURN, ALONE, DRAW, DRAW_TWO, PICKED, ACT, BOUGHT, PLAYED, RESPOND, OVER],
    ids=[
        "set-up",
        "level 3",
        "turn",
        "alone",
        "draw",
        "draw two",
        "picked",
        "act",
        "bought",
        "played",
        "respond",
        "over",
    ],
)
def test_exactly_the_legal_words_have_no_why_not(given: dict[str, Any]) -> None:
    state = position(**given)
    for seat in range(state.box.seats):
        open_to_seat = [
            state.spell(action) for action in state.box.vocabulary if state.why_not(seat, state.spell(action)) is None
        ]
        assert sorted(open_to_seat) == sorted(state.spell(action) for action in state.legal(seat))


@pytest.mark.parametrize(
    "word", ["", "surrender", "buy", "buy:", "buy:legion-4", "buy:legion-0", "play:army-9-9", "draw:3", "DRAW", " draw"]
)
def test_a_word_that_is_no_action_is_malformed(word: str) -> None:
    state = position(**TURN)
    with pytest.raises(MalformedAction):
        state.unspell(word)
    with pytest.raises(MalformedAction):
        state.why_not(0, word)


def test_a_number_that_is_no_action_is_malformed() -> None:
    state = position(**TURN)
    before = state.snapshot()
    for action in (-1, 1023, 13 * 1024, 10**9):
        with pytest.raises(MalformedAction):
            state.play(0, action)
    assert state.snapshot() == before


def test_a_seat_that_need_not_decide_is_told_whom_it_waits_for() -> None:
    state: PaxState = position(**TURN)
    with pytest.raises(NotYourTurn, match="It is Player 1's turn"):
        state.play(1, state.unspell("draw"))
    assert state.prompt(1).facts == {"seats": (0,)}
    assert GAME.phrases("en", state.box).say(state.prompt(1)) == "Waiting for Player 1."


@pytest.mark.parametrize("given", [{"phase": "over"}, {"phase": "draft", "offers": [["land-1-1"], ["land-1-2"]]}])
def test_there_is_no_seat_below_zero(given: dict[str, Any]) -> None:
    state = position(players=2, **given)
    before = state.snapshot()
    assert state.legal(-1) == []
    with pytest.raises(NotYourTurn):
        state.play(-1, state.unspell("decline"))
    assert state.snapshot() == before


@pytest.mark.rule("PAX-58-7")
def test_a_response_is_explained_as_a_response() -> None:
    state = position(
        players=5,
        phase="respond",
        actor=1,
        hands=[[], ["senator-1-1"]],
        displays=[["senator-1-2"]],
        played=1,
        extended=bits("senator"),
    )
    assert state.explain(state.unspell("respond:senator-1-1")).key == "explain.respond"


def test_the_reasons_fit_the_level_and_the_sight() -> None:
    alone = position(options={"players": 1, "solo": 4}, phase="draft", offers=[["land-1-1"] * 4], to_display=2)
    for word in ("draw", "buy:legion-1", "keep:land-1-1"):
        assert why(alone, 0, word) == ("why.display-first", "PAX-SOLO-12"), word
    faith = ["religion-2-3", "religion-2-3", "religion-2-4"]
    deep = position(players=2, phase="draw", displays=[faith], drawn=["land-1-1", "land-1-2", "army-1-1"])
    assert why(deep, 0, "hand") == ("why.pick-first", "PAX-RELIGION-2")
    assert deep.label(deep.unspell("pick:land-1-1")).rule == "PAX-RELIGION-2"
    deep.play(0, deep.unspell("pick:land-1-1"))
    assert why(deep, 0, "pick:land-1-2") == ("why.picked-already", "PAX-RELIGION-2")
    asked: dict[str, Any] = {"players": 5, "phase": "respond", "actor": 1, "hands": [[], ["land-1-1"]], "played": 1}
    respond = position(**asked, displays=[["senator-1-1"]], extended=1 << 4)
    assert respond.prompt(0).rule == "PAX-58-6"
    assert (
        position(players=2, phase="draft", offers=[["land-1-1"]], hands=[[], ["land-1-2"]]).prompt(1).rule
        == "PAX-SETUP-10"
    )

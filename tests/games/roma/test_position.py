"""Positions from plain data; impossible ones are refused with a reason."""

from __future__ import annotations

import inspect
from collections import Counter
from typing import Any

import pytest

from games.roma.tables import choices, play
from ludi.core import BadOption, BadPosition, LudiError, ScriptedDice
from ludi.games.roma import GAME, position
from ludi.games.roma.components import DECK, WORDS
from ludi.games.roma.phases import PHASES

PERSONS = ["consul", "consul", "haruspex", "haruspex", "essedum", "essedum", "velites", "velites"]


def asks(phase: str, card: str) -> dict[str, Any]:
    """A card at disc 1 that puts its question, with one die left."""
    return {"phase": phase, "source": card, "effect": card, "disc": 1, "rows": [{1: card}], "unused": [4]}


CENTURIO = {**asks("centurio-die", "centurio"), "rows": [{1: "centurio"}, {1: "legionarius"}]}
TEMPLUM = {**asks("templum-die", "forum"), "rows": [{1: "forum", 2: "templum"}], "number": 3}
TAKEN_UP = {**asks("rearrange", "consiliarius"), "rows": [], "aside": ["consiliarius"]}
MERCATOR = {**asks("buy-points", "mercator"), "rows": [{4: "mercator"}], "disc": 4, "sestertii": [2, 0], "unused": []}
DRAWN = ["legat", "forum", "turris", "nero", "templum", "basilica"]
SIX = ["consiliarius", *PERSONS[:5]]
RAN_OUT = {"phase": "choose-drawn", "hands": [["forum"]], "aside": ["legat", "nero"]}
EXCHANGE: dict[str, Any] = {"phase": "exchange", "hands": [PERSONS[:4], PERSONS[4:]]}


@pytest.mark.parametrize(
    "given",
    [
        {**CENTURIO, "number": 4},
        {**CENTURIO, "number": 2, "essedum": 1},
        {**TEMPLUM},
        {**TEMPLUM, "rows": [{1: "basilica", 2: "forum", 3: "templum"}], "disc": 2},
        {**TAKEN_UP, "disc": 4, "rows": [{1: "forum", 4: "legat"}], "relaid": [4]},
        {**TAKEN_UP, "disc": 3, "rows": [{3: "legat"}], "relaid": [3]},
        {
            **TAKEN_UP,
            "source": "scaenicus",
            "disc": 3,
            "aside": ["scaenicus"],
            "rows": [{2: "consiliarius"}],
            "relaid": [2],
        },
        {**asks("lay-freely", "senator"), "rows": [{1: "consul"}], "discard": ["senator"]},
        {**asks("lay-freely", "architectus"), "unused": []},
        {**asks("copy-person", "scaenicus"), "rows": [{1: "scaenicus", 2: "legat"}]},
        {**asks("block-disc", "praetorianus"), "source": "scaenicus", "rows": [{1: "scaenicus", 4: "praetorianus"}]},
        {"phase": "choose-drawn", "aside": ["legat", "forum"]},
        {"phase": "choose-drawn", "aside": DRAWN, "used": [1, 6]},
        {**RAN_OUT, "reckoned": ["forum", "legat"], "used": [2]},
        {**MERCATOR, "used": [6, 4], "unused": [1]},
        {**TEMPLUM, "used": [1, 3]},
        {**TAKEN_UP, "disc": 6, "aside": SIX[::-1]},
        {"unused": [1], "turn": 1, "turns": 8},
        {"unused": [1], "options": {"start": "2"}, "turn": 1, "turns": 3},
        {"phase": "over", "points": [39, 10], "credited": 13},
        {"phase": "over", "points": [0, 10], "turn": 1, "rows": [SIX], "unused": [3, 4], "used": [5]},
        {"unused": [1], "essedum": 1, "blocking": [2], "blocked": [1, 2, 3]},
        {"phase": "over", "points": [0, 10]},
        {**EXCHANGE},
        {**EXCHANGE, "phase": "place"},
        {
            "phase": "place",
            "turn": 1,
            "rows": [["nero", "legat", "turris", "forum", None, None]],
            "hands": [[], PERSONS[4:]],
        },
    ],
    ids=str,
)
def test_partial_positions_are_fine_and_rebuild_from_their_snapshot(given: dict[str, Any]) -> None:
    state = position(**given)
    assert position(**state.snapshot()).snapshot() == state.snapshot()


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"hands": [["nero", "nero"]]}, "only 1 Nero"),
        ({"rows": [{1: "legat", 2: "legat"}], "discard": ["legat"]}, "only 2 Legat"),
        ({"hands": [["colosseum"]]}, "no card of this game"),
        ({"rows": [["legat"]]}, "six places|6 places"),
        ({"rows": [{7: "legat"}]}, "from 1 to 6"),
        ({"rows": [{}, {}, {}]}, "two rows"),
        ({"points": [10, 10], "stock": 15}, "must make up 36"),
        ({"points": [30, 10]}, "must make up 36"),
        ({"points": [0, 10], "unused": [1]}, "over"),
        ({"points": [18, 18], "unused": [1]}, "over"),
        ({"points": [10, 10], "phase": "over"}, "over"),
        ({"points": [10, 10, 10]}, "both players"),
        ({"sestertii": [-1, 0]}, "cannot be -1"),
        ({"deck": ["legat"], "discard": ["legat"]}, "50 cards lie nowhere"),
        ({"deck": ["legat"], "top": ["forum"]}, "either"),
        ({"unused": [7]}, "from 1 to 6"),
        ({"unused": [1, 2, 3, 4]}, "3 action dice"),
        ({"turn": 2}, "0 or 1"),
        ({"phase": "lunch"}, "no phase"),
        ({"phase": "triple", "unused": [1, 1, 2]}, "triple"),
        ({"phase": "choose-drawn", "unused": [1]}, "lie aside"),
        ({"phase": "choose-target", "unused": [1]}, "needed"),
        ({"phase": "actions", "source": "legat", "unused": [1]}, "not possible"),
        ({"phase": "choose-target", "source": "legat", "effect": "legat", "disc": 1}, "does not lead"),
        ({"phase": "choose-target", "source": "legat", "effect": "sicarius", "disc": 1}, "another card"),
        ({"phase": "choose-target", "source": "sicarius", "effect": "sicarius", "disc": 1}, "No Sicarius"),
        ({**asks("choose-target", "sicarius")}, "nothing could be decided"),
        ({**asks("choose-target", "sicarius"), "disc": 2}, "No Sicarius"),
        ({**asks("choose-target", "sicarius"), "turn": 1}, "No Sicarius"),
        ({**asks("block-disc", "praetorianus"), "blocked": [1]}, "it is blocked"),
        ({**asks("block-disc", "praetorianus"), "number": 1}, "number is"),
        ({**asks("block-disc", "praetorianus"), "unused": [1, 2, 3]}, "at most 2 dice"),
        ({**asks("block-disc", "praetorianus"), "relaid": [1]}, "took them up"),
        ({**asks("block-disc", "praetorianus"), "source": "scaenicus", "rows": [{1: "scaenicus"}]}, "could copy"),
        ({**asks("lay-freely", "senator"), "rows": []}, "No Senator"),
        ({**asks("lay-freely", "senator"), "rows": [{1: "forum"}], "discard": ["senator"]}, "No Senator"),
        ({**asks("lay-freely", "senator"), "rows": [{1: "consul"}], "discard": ["consul"]}, "No Senator"),
        ({**asks("lay-freely", "architectus"), "source": "scaenicus", "rows": [{1: "scaenicus"}]}, "could copy"),
        ({**asks("forum-die", "forum"), "unused": []}, "nothing could be decided"),
        ({**asks("alter-die", "consul"), "unused": []}, "nothing could be decided"),
        ({**asks("centurio-die", "centurio"), "number": 2}, "no card opposite"),
        ({**CENTURIO, "number": 0}, "from 1 to 6 and below"),
        ({**CENTURIO, "number": 7}, "from 1 to 6 and below"),
        ({**CENTURIO, "number": 5}, "from 1 to 6 and below"),
        ({**CENTURIO, "number": 3, "essedum": 1, "unused": [3]}, "from 1 to 6 and below"),
        ({**CENTURIO, "number": 2, "unused": []}, "only while there is one"),
        ({**asks("templum-die", "forum"), "number": 3}, "no Templum beside"),
        ({**asks("templum-die", "forum"), "rows": [{1: "forum", 6: "templum"}], "number": 3}, "no Templum beside"),
        ({**TEMPLUM, "number": 0}, "so far"),
        ({**TEMPLUM, "number": 7}, "so far"),
        ({**TEMPLUM, "rows": [{1: "basilica", 2: "forum", 3: "templum"}], "disc": 2, "number": 2}, "so far"),
        ({**TEMPLUM, "unused": []}, "only while there is one"),
        ({**TEMPLUM, "unused": [1, 2]}, "at most 1 dice"),
        ({**TAKEN_UP, "aside": ["consul", "forum"]}, "only them"),
        ({**TAKEN_UP, "relaid": [2], "rows": [{2: "forum"}]}, "only them"),
        ({**TAKEN_UP, "relaid": [2]}, "only them"),
        ({**TAKEN_UP, "rows": [{2: "legat"}]}, "takes up all"),
        ({**TAKEN_UP, "aside": ["consul"]}, "with the others"),
        ({**TAKEN_UP, "source": "scaenicus"}, "with the others"),
        ({**TAKEN_UP, "aside": ["consiliarius", *PERSONS]}, "No more than 6"),
        ({"phase": "choose-drawn", "aside": ["legat"]}, "two to six"),
        ({"phase": "choose-drawn", "aside": ["legat", *PERSONS]}, "two to six"),
        ({"phase": "choose-drawn", "aside": ["legat", "forum"], "unused": [1, 2, 3]}, "at most 2 dice"),
        ({"unused": [1, 2], "essedum": 2}, "at most 1 times"),
        ({"unused": [1, 2], "essedum": 1, "blocking": [3]}, "one disc for each die"),
        ({"unused": [1], "blocked": [1, 2, 3, 4]}, "At most 3 discs"),
        ({"essedum": 1, "used": [1]}, "no die has been used"),
        ({"phase": "triple", "unused": [1, 1, 1], "essedum": 1}, "at most 0 times"),
        ({"phase": "over", "points": [0, 0]}, "only one player or the stock"),
        ({"phase": "over", "points": [36, 0]}, "only one player or the stock"),
        ({**EXCHANGE, "sestertii": [1, 0]}, "no money"),
        ({**EXCHANGE, "points": [11, 10]}, "10 victory points"),
        ({**EXCHANGE, "discard": ["turris"]}, "nothing is discarded"),
        ({**EXCHANGE, "essedum": 1}, "no card has been activated"),
        ({**EXCHANGE, "rows": [{1: "turris"}]}, "no card lies at a disc"),
        ({**EXCHANGE, "turn": 1}, "the turn of the one who starts"),
        ({**EXCHANGE, "shown": [["legat"]]}, "no card has been shown"),
        ({**EXCHANGE, "source": "legat"}, "not possible"),
        ({**EXCHANGE, "phase": "place", "hands": [PERSONS[:3], PERSONS[4:]]}, "everybody has four cards"),
        ({**EXCHANGE, "phase": "place", "turn": 1}, "First the one who starts"),
        ({**EXCHANGE, "phase": "place", "known": [PERSONS[:3]]}, "two cards given"),
        ({"phase": "place", "sestertii": [5, 0], "hands": EXCHANGE["hands"]}, "no money"),
        ({"points": ("a", "b")}, "whole number"),
        ({"points": None}, "must be a list"),
        ({"points": 5}, "must be a list"),
        ({"sestertii": [1.5, 0]}, "whole number"),
        ({"stock": "x"}, "whole number"),
        ({"credited": None}, "whole number"),
        ({"hands": None}, "must be a list"),
        ({"hands": ["legat"]}, "must be a list"),
        ({"hands": [[["legat"]]]}, "no card"),
        ({"hands": [[None]]}, "no card"),
        ({"rows": [3]}, "must be a list"),
        ({"rows": [{"x": "legat"}]}, "whole number"),
        ({"rows": [{1.0: "legat"}]}, "whole number"),
        ({"rows": [{1: None}]}, "no card"),
        ({"top": 5}, "must be a list"),
        ({"unused": ["x"]}, "whole number"),
        ({"unused": 5}, "must be a list"),
        ({"dice": None}, "must be a list"),
        ({"dice": ["x"]}, "whole number"),
        ({"dice": [7]}, "from 1 to 6"),
        ({"turn": None}, "whole number"),
        ({"turn": True}, "whole number"),
        ({"turns": "x"}, "whole number"),
        ({"phase": ["actions"]}, "no phase"),
        ({"disc": "x", "unused": [1]}, "whole number"),
        ({"source": 3, "unused": [1]}, "no card"),
        ({"blocked": [None]}, "whole number"),
        ({"known": 1, "unused": [1]}, "must be a list"),
        ({"options": [1]}, "by name"),
        ({"options": "x"}, "by name"),
        ({"known": [["legat"]], "unused": [1]}, "known cards"),
        ({"hands": [["legat"]], "shown": [["legat"]], "unused": [1]}, "shown cards"),
        ({"reckoned": ["legat"], "unused": [1]}, "reckoned"),
        ({"phase": "exchange", "hands": [["legat"], []]}, "four cards"),
        ({"credited": 3, "unused": [1]}, "credited only"),
        # The dice that led to the question
        ({**MERCATOR, "used": [6], "unused": [1, 2]}, "last die used shows 6"),
        ({**MERCATOR, "used": [4, 6]}, "last die used shows 6"),
        ({"phase": "choose-drawn", "aside": DRAWN, "used": [2]}, "shows 2, and 6 cards"),
        ({"phase": "choose-drawn", "aside": DRAWN[:2], "used": [6]}, "shows 6, and 2 cards"),
        ({**TEMPLUM, "used": [1, 4]}, "must be 1 for the disc of the Forum and 3"),
        ({**TEMPLUM, "used": [2, 3]}, "must be 1 for the disc of the Forum and 3"),
        ({"unused": [1, 2], "used": [3], "blocked": [3], "essedum": 1}, "at most 0 times"),
        ({"unused": [1, 2], "essedum": 1, "hands": [[], ["essedum", "essedum"]]}, "the other has them all"),
        ({"unused": [1, 2], "blocking": [1], "rows": [{}, {1: "praetorianus", 2: "praetorianus"}]}, "has them all"),
        # Cards taken up
        ({**TAKEN_UP, "rows": [{1: "forum"}]}, "no other card can lie there"),
        ({**asks("rearrange", "machina"), "rows": [{1: "legat"}], "aside": ["machina"]}, "no other card can lie there"),
        ({**TAKEN_UP, "rows": [{2: "forum", 3: "forum", 4: "forum"}], "aside": SIX}, "No more than 6"),
        ({**TAKEN_UP, "disc": 2, "aside": ["legat", "legat", "consiliarius"]}, "No more than 6"),
        # Turns
        ({"unused": [1], "turns": 2}, "Turn 2 is not a turn of player 1"),
        ({"unused": [1], "turn": 1, "turns": 1}, "Turn 1 is not a turn of player 2"),
        ({"unused": [1], "turns": 0}, "at least one turn"),
        ({"turns": 1, "dice": [1, 2, 3]}, "Turn 2 is not a turn of player 1"),
        ({"unused": [1], "turns": 1, "blocked": [1]}, "first turn no disc is blocked"),
        ({"unused": [1], "options": {"start": "2"}, "starter": 0}, "player 2 begins"),
        # The end
        ({"phase": "over", "points": [76, 10], "credited": 50}, "at most 13 points"),
        ({"phase": "over", "points": [40, 10], "credited": 14}, "at most 13 points"),
        ({"phase": "over", "points": [36, 10], "credited": 10, "unused": [1]}, "at most 9 points"),
        ({"phase": "over", "points": [32, 10], "credited": 6, "unused": [1, 1]}, "at most 5 points"),
        ({"phase": "over", "points": [3, 36], "credited": 3}, "and had some"),
        ({"phase": "over", "points": [26, 0], "unused": [1, 2, 3]}, "took a die"),
        ({"phase": "over", "points": [0, 10], "used": [1]}, "not thrown dice"),
        ({"phase": "over", "points": [0, 10], "rows": [SIX]}, "unoccupied discs"),
        # What the other can reckon
        ({**RAN_OUT, "reckoned": ["legat"]}, "the whole hand"),
        ({**RAN_OUT, "reckoned": ["forum", "legat", "nero"]}, "the whole hand"),
        ({**RAN_OUT, "reckoned": ["forum", "legat"], "discard": ["turris"]}, "no discards"),
    ],
    ids=str,
)
def test_impossible_positions_are_refused(given: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        position(**given)


def test_everything_has_a_default() -> None:
    state = position(unused=[])
    assert (state.points, state.stock, state.sestertii) == ([10, 10], 16, [0, 0])
    assert len(state.deck) == 52
    assert choices(state) == ["end"]


def test_cards_on_top_and_the_rest_beneath() -> None:
    state = position(top=["nero", "forum"], unused=[1, 1])
    play(state, "draw:1", "draw:1")
    assert state.snapshot()["hands"][0] == ["nero", "forum"]
    assert len(state.deck) == 50


def test_a_blocked_disc_at_the_beginning_of_a_turn() -> None:
    state = position(rows=[{1: "legat"}], blocked=[1], dice=[1, 2, 3])
    assert "activate:1" not in choices(state)


def test_a_turn_has_the_first_number_that_fits() -> None:
    assert position(unused=[1]).turns == 1
    assert position(unused=[1], turn=1).turns == 2
    assert position(unused=[1], turn=1, options={"start": "2"}).turns == 1
    assert position(unused=[1], blocked=[1]).turns == 3
    assert position(dice=[1, 2, 3], turn=1).turns == 2
    assert position(dice=[1, 2, 3], turn=1, turns=5).turns == 6


def test_fewer_cards_than_the_die_shows_are_drawn_when_both_piles_run_out() -> None:
    drawn = ["legat", "forum"]
    rest = list((Counter(WORDS[card] for card in DECK) - Counter(drawn)).elements())
    state = position(phase="choose-drawn", aside=drawn, used=[5], hands=[rest], deck=[], discard=[])
    assert choices(state) == ["keep:legat", "keep:forum"]


def test_no_row_of_a_file_loses_a_card() -> None:
    with pytest.raises(BadPosition, match="twice"):
        GAME.position({"rows": [{"1": "legat", "01": "forum"}], "unused": [1]}, ScriptedDice([]))


def test_options_are_checked() -> None:
    with pytest.raises(BadOption):
        GAME.box({"start": "3"})
    with pytest.raises(BadOption):
        GAME.box({"players": 2})


JUNK: list[Any] = [None, "x", "²", b"x", 5, -1, 1.5, True, 10**30, {}, {"x": 1}, {1: "x"}, {1}, object(), ("a", "b")]
JUNK += [[each] for each in JUNK] + [[[each]] for each in JUNK]


@pytest.mark.parametrize("name", inspect.signature(position).parameters)
def test_whatever_is_given_leads_to_a_position_or_a_sentence(name: str) -> None:
    for junk in JUNK:
        for phase in (None, *PHASES):
            given: dict[str, Any] = {"dice": [1, 2, 3], name: junk}
            if phase is not None and name != "phase":
                given["phase"] = phase
            try:
                state = position(**given)
            except LudiError:
                continue
            assert all(state.legal(seat) for seat in state.actors())

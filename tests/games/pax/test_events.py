"""The log: every event has its sentence, its rule, and secrets only for those who may know them."""

from __future__ import annotations

from typing import Any

import pytest

from games.pax.tables import do, listen
from ludi.core import Event, ScriptedDice
from ludi.games.pax import GAME, position

ROMANS = ["wealth-1-2", "fleet-1-2", "army-1-2"]
DECK = ["land-1-1", "fleet-1-1", "senator-1-1", "army-1-1", "wealth-1-1", "religion-1-1"]

Told = tuple[str, str, dict[str, Any], dict[str, Any], tuple[int, ...]]

STORIES: list[tuple[str, dict[str, Any], list[str], list[Told]]] = [
    (
        "drawing",
        {"players": 2, "deck": DECK},
        ["draw", "hand", "under", "lay:legion-2"],
        [
            ("draw", "PAX-DRAW-1", {"seat": 0}, {"card": "land-1-1"}, (0,)),
            ("to-hand", "PAX-DRAW-2", {"seat": 0}, {"card": "land-1-1"}, (0,)),
            ("draw", "PAX-DRAW-1", {"seat": 0}, {"card": "fleet-1-1"}, (0,)),
            ("to-deck", "PAX-DRAW-2", {"seat": 0}, {"card": "fleet-1-1"}, (0,)),
            ("draw", "PAX-DRAW-1", {"seat": 0}, {"card": "senator-1-1"}, (0,)),
            ("to-legion", "PAX-DRAW-3", {"seat": 0, "card": "senator-1-1", "legion": 2}, {}, ()),
        ],
    ),
    (
        "passing",
        {"players": 2, "deck": DECK, "rome_hidden": ROMANS},
        ["pass"],
        [
            ("pass", "PAX-TURN-3", {"seat": 0, "coins": 2}, {"cards": ROMANS}, (0,)),
            ("turn", "PAX-TURN-1", {"seat": 1}, {}, ()),
        ],
    ),
    (
        "an empty deck",
        {"players": 2, "deck": []},
        ["draw"],
        [("no-draw", "PAX-END-2", {"seat": 0, "coins": 2}, {}, ())],
    ),
    (
        "buying and playing",
        {"players": 2, "phase": "act", "deck": DECK, "legions": [["land-1-2", "intrigue-1-1"]]},
        ["buy:legion-1", "play:land-1-2", "play:intrigue-1-1", "done"],
        [
            ("buy", "PAX-BUY-1", {"seat": 0, "legion": 1, "cards": ["land-1-2", "intrigue-1-1"], "price": 3}, {}, ()),
            ("play", "PAX-PLAY-1", {"seat": 0, "card": "land-1-2", "price": 0}, {}, ()),
            ("play", "PAX-PLAY-1", {"seat": 0, "card": "intrigue-1-1", "price": 1}, {}, ()),
            ("conspirator", "PAX-INTRIGUE-3", {"seat": 0}, {}, ()),
            ("income", "PAX-INTRIGUE-2", {"seat": 0, "coins": 0}, {}, ()),
            ("turn", "PAX-TURN-1", {"seat": 1}, {}, ()),
        ],
    ),
    (
        "a new round",
        {
            "players": 2,
            "phase": "act",
            "turn": 1,
            "deck": DECK,
            "legions": [["land-1-2"], ["army-2-4"], ["fleet-1-2"]],
            "displays": [[], ["intrigue-1-1"]],
        },
        ["done"],
        [
            ("income", "PAX-INCOME-3", {"seat": 1, "coins": 2}, {}, ()),
            ("harvest", "PAX-ROUND-2", {"legion": 2, "cards": ["army-2-4"], "value": 4}, {}, ()),
            ("starter", "PAX-NEW-1", {"seat": 1}, {}, ()),
            ("round", "PAX-ROUND-1", {"number": 2}, {}, ()),
            ("refill", "PAX-NEW-3", {"legion": 2, "card": "land-1-1"}, {}, ()),
            ("turn", "PAX-TURN-1", {"seat": 1}, {}, ()),
        ],
    ),
    (
        "the end",
        {"players": 2, "phase": "act", "turn": 1, "deck": [], "last_round": True, "rome_hidden": ROMANS},
        ["done"],
        [
            ("income", "PAX-INCOME-3", {"seat": 1, "coins": 2}, {}, ()),
            ("end", "PAX-END-3", {}, {}, ()),
            ("reveal", "PAX-WIN-1", {"cards": ROMANS}, {}, ()),
        ],
    ),
    (
        "the set-up of a level",
        {
            "options": {"players": 1, "solo": 3},
            "phase": "draft",
            "offers": [["land-1-2", "army-1-1", "army-1-2"]],
            "to_display": 1,
            "deck": DECK,
        },
        ["display:land-1-2", "keep:army-1-1"],
        [
            ("display", "PAX-SOLO-14", {"seat": 0, "card": "land-1-2"}, {}, ()),
            ("keep", "PAX-SETUP-10", {"seat": 0}, {"card": "army-1-1"}, (0,)),
            ("round", "PAX-ROUND-1", {"number": 1}, {}, ()),
            ("refill", "PAX-SETUP-12", {"legion": 1, "card": "land-1-1"}, {}, ()),
            ("refill", "PAX-SETUP-12", {"legion": 2, "card": "fleet-1-1"}, {}, ()),
            ("refill", "PAX-SETUP-12", {"legion": 3, "card": "senator-1-1"}, {}, ()),
            ("turn", "PAX-TURN-1", {"seat": 0}, {}, ()),
        ],
    ),
]


def the_deal() -> list[Event]:
    heard: list[Event] = []
    GAME.deal(GAME.box({"players": 5, "start": "2"}), ScriptedDice(), heard.append)
    return heard


@pytest.mark.parametrize(("given", "story", "told"), [each[1:] for each in STORIES], ids=[each[0] for each in STORIES])
def test_the_log_tells_what_happened_and_keeps_secrets(
    given: dict[str, Any], story: list[str], told: list[Told]
) -> None:
    state = position(**given)
    heard = listen(state)
    do(state, *story)
    assert [(event.kind, event.rule, event.facts, event.secret, event.seers) for event in heard] == told
    book = GAME.phrases("en", state.box)
    for event in heard:
        for seat in (None, *range(state.box.seats)):
            phrase = event.seen_by(seat)
            assert book.say(phrase)
            secret = set(map(str, event.secret.values()))
            assert (seat in event.seers) == bool(secret & set(map(str, phrase.facts.values())))


def test_the_deal_is_told_to_each_player_apart() -> None:
    heard = the_deal()
    assert [event.kind for event in heard] == ["set-up", "rome-starts", "starter", *["draft"] * 5]
    assert heard[0].facts == {"players": 5, "deck": 83, "legions": 6}
    assert len(list(map(str, heard[1].facts["cards"]))) == 3  # type: ignore[arg-type]
    assert heard[2].facts == {"seat": 1}
    assert [event.seers for event in heard[3:]] == [(1,), (2,), (3,), (4,), (0,)]
    assert [event.facts["number"] for event in heard[3:]] == [2, 3, 4, 5, 5]
    for event in heard[3:]:
        assert "cards" not in event.seen_by(None).facts


def test_every_sentence_of_the_log_belongs_to_an_event_told_here() -> None:
    kinds = {each[0] for story in STORIES for each in story[3]} | {event.kind for event in the_deal()}
    secret = {each[0] for story in STORIES for each in story[3] if each[3]} | {"draft"}
    keys = {key for key in GAME.phrases("en").keys() if key.startswith("event.")}  # noqa: SIM118
    assert keys == {f"event.{kind}" for kind in kinds} | {f"event.{kind}-secret" for kind in secret}


def test_without_a_listener_the_game_is_the_same() -> None:
    given = STORIES[3][1]
    quiet, heard = position(**given), position(**given)
    listen(heard)
    assert do(quiet, *STORIES[3][2]).snapshot() == do(heard, *STORIES[3][2]).snapshot()

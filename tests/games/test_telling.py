"""How events are told, and what a choice that ends a turn lets go by."""

from __future__ import annotations

import random
import re

import pytest

import ludi
from ludi.core import registry


@pytest.mark.parametrize("game", ["pax", "roma", "pax-romana"])
def test_roles_are_given_to_events_that_the_game_tells(game: str) -> None:
    found = registry.find(game)
    keys = found.phrases("en").keys()
    assert found.roles
    assert [kind for kind in found.roles if f"event.{kind}" not in keys] == []
    assert {"turn"} <= set(found.roles.values())


@pytest.mark.rule("PAX-ROUND-1")
def test_each_round_of_pax_is_opened_once_every_player_has_had_a_turn() -> None:
    table = ludi.table("pax", players=3, start="1", seed="rounds")
    while table.state.actors():
        seat = table.state.actors()[0]
        table.play(seat, table.state.legal(seat)[0])
    told = [event for _, event in table.events if event.kind in ("round", "turn")]
    assert [event.facts["number"] for event in told if event.kind == "round"] == list(range(1, 1 + len(told) // 4))
    assert all(event.kind == ("turn" if place % 4 else "round") for place, event in enumerate(told))


def test_events_belong_to_a_seat_or_to_nobody() -> None:
    table = ludi.table("pax-romana", seed="whose", scenario="II")
    for _ in range(60):
        if not table.state.actors():
            break
        seat = table.state.actors()[0]
        table.play(seat, table.state.legal(seat)[0])
    whose = {event.facts["power"]: table.box.whose(event) for _, event in table.events if event.kind == "activation"}
    assert whose
    assert set(whose.values()) <= set(range(table.box.seats))
    assert all(table.box.whose(event) is None for _, event in table.events if event.kind == "turn")


@pytest.mark.rule("PAX-PLAY-1", "PAX-BUY-1")
def test_ending_a_turn_of_pax_tells_of_the_free_card_and_of_a_group_that_can_be_paid() -> None:
    left: set[str] = set()
    table, chance = ludi.table("pax", players=2, start="1", seed="unspent"), random.Random(5)
    while table.state.actors():
        state = table.state
        seat = state.actors()[0]
        words = [state.spell(action) for action in state.legal(seat)]
        free = any(word.startswith("play:") for word in words) and not state.view(seat)["played"]
        payable = any(word.startswith("buy:") for word in words)
        for action in state.legal(seat):
            phrase = state.unspent(action)
            key = phrase.key if phrase is not None else ""
            ends = state.spell(action) == "done"
            assert key == ("unspent.free-card" if free else "unspent.buy" if payable else "") * ends
            left.add(key)
        table.play(seat, chance.choice(state.legal(seat)))
    assert left == {"", "unspent.free-card", "unspent.buy"}


@pytest.mark.rule("ROMA-TURN-3")
def test_ending_a_turn_of_roma_tells_which_dice_are_left() -> None:
    table = ludi.table("roma", seed="dice")
    while table.state.actors():
        state = table.state
        seat = state.actors()[0]
        for action in state.legal(seat):
            phrase = state.unspent(action)
            dice = state.view(seat)["dice"]
            if state.spell(action) == "end" and (phrase or dice):
                assert phrase is not None
                assert phrase.facts["dice"]
                assert "{" not in table.phrases().say(phrase)
                return
        table.play(seat, state.legal(seat)[0])
    raise AssertionError("no turn could be ended with dice left")


@pytest.mark.parametrize("language", ["en", "de", "nl"])
@pytest.mark.parametrize("game", ["pax", "roma"])
def test_whatever_a_player_does_is_told_to_that_player_as_you(game: str, language: str) -> None:
    """A sentence that names the player has the verb for "you" as well; else the log would call the reader by name."""
    book = registry.find(game).phrases(language)
    told = {key: book.template(key) for part in ("event", "reason") for key in book.section(part)}
    named = {key for key, words in told.items() if "{seat:seat}" in words and not re.search(r"\{seat:\w+/", words)}
    assert named <= {"reason.buy-primus", "reason.mercator"}, "whose something is cannot be said so yet"

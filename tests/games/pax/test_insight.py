"""The evaluation knows both ways to win: with the revolt, and with Rome."""

from __future__ import annotations

import random

from ludi import bots
from ludi.games.pax import GAME, PaxState, position
from ludi.games.pax.insight import PaxInsight

ROME_STRONG = [
    "wealth-2-4", "fleet-2-4", "army-2-4", "religion-2-4", "senator-2-4",
    "wealth-2-3", "fleet-2-3", "army-2-3", "religion-2-3", "senator-2-3",
]  # fmt: skip


def last_turn(**given: object) -> PaxState:
    """Player 0 ends the game: nothing is left in the deck, and it is the last turn of the last round."""
    return position(players=2, phase="act", deck=[], last_round=True, starter=1, turn=0, turns=1, **given)  # type: ignore[arg-type]


def chosen(state: PaxState) -> str:
    return state.spell(bots.find("greedy", GAME).choose(state.perspective(0), random.Random(1)))


def test_greedy_seizes_primus_conspiratus_when_rome_is_about_to_win() -> None:
    state = last_turn(
        rome=ROME_STRONG, hands=[["intrigue-2-3", "wealth-1-1"]], displays=[[], ["intrigue-1-1"]], coins=[0, 0]
    )
    assert chosen(state) == "play:intrigue-2-3"


def test_greedy_completes_the_revolt_when_that_wins() -> None:
    mine = ["wealth-2-3", "religion-2-3", "senator-2-3"]
    state = last_turn(
        rome_hidden=["army-2-3", "fleet-2-3", "army-2-4"],
        hands=[["land-1-1", "intrigue-1-1"]],
        displays=[mine, ["intrigue-2-4"]],
        coins=[0, 0],
    )
    assert chosen(state) == "play:land-1-1"


def test_a_finished_game_is_worth_what_it_brought() -> None:
    state = last_turn(rome=ROME_STRONG, displays=[["intrigue-2-3"], ["intrigue-1-1"]])
    state.play(0, state.unspell("done"))
    insight = PaxInsight()
    assert [insight.evaluate(state, seat) for seat in (0, 1)] == [1.0, 0.0]


def test_chances_lie_between_nothing_and_certainty_and_rome_feeds_the_conspirator() -> None:
    insight = PaxInsight()
    weak = position(players=2, displays=[["intrigue-1-1"], ["wealth-1-1"]])
    strong = position(players=2, displays=[["intrigue-1-1"], ["wealth-1-1"]], rome=ROME_STRONG)
    for state in (weak, strong):
        for seat in (0, 1):
            assert 0.0 <= insight.evaluate(state, seat) <= 1.0
    assert insight.evaluate(strong, 0) > insight.evaluate(weak, 0)
    assert insight.evaluate(strong, 1) < insight.evaluate(weak, 1)

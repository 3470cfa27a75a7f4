"""The quick policy plays to win what is asked for, alone as well."""

from __future__ import annotations

import random

from ludi.core import FastDice
from ludi.games.pax import GAME, PaxState
from ludi.games.pax.components import CATEGORIES
from ludi.games.pax.policy import DEFAULT_WEIGHTS, SOLO_WEIGHTS, Policy
from ludi.games.pax.position import position
from ludi.games.pax.standing import Standing

ARMY, LAND, INTRIGUE = (CATEGORIES.index(name) for name in ("army", "land", "intrigue"))


def alone(level: int, games: int) -> list[PaxState]:
    """Games that the policy plays without any search."""
    policy = Policy(SOLO_WEIGHTS)
    ended = []
    for number in range(games):
        rng = random.Random(f"alone/{level}/{number}")
        state = GAME.deal(GAME.box({"players": 1, "solo": level}), FastDice(rng))
        assert isinstance(state, PaxState)
        while state.actors():
            legal = state.legal(0)
            state.play(0, policy.pick(state, 0, legal, rng.random))
        ended.append(state)
    return ended


def test_alone_it_spends_its_money_and_beats_rome_on_level_4_now_and_then() -> None:
    games = alone(4, 120)
    outcomes = [state.outcome() for state in games]
    assert sum(bool(each is not None and each.winners) for each in outcomes) >= 6
    assert sum(state.coins[0] for state in games) / len(games) < 6


def test_it_knows_who_stands_how_far_above_rome() -> None:
    state = position(
        players=2,
        phase="act",
        hands=[["army-1-1", "land-1-2"], []],
        displays=[["army-2-3", "land-2-3"], ["army-1-1", "intrigue-2-3"]],
        rome=["army-1-1", "intrigue-1-1"],
        starter=1,
        turn=1,
    )
    standing = Standing(state, 0, Policy().sure)
    assert standing.own[ARMY] == 1
    assert standing.best[ARMY] == 1
    assert standing.own[INTRIGUE] == -1
    assert standing.best[INTRIGUE] == 1
    assert standing.in_hand[ARMY] == standing.in_hand[LAND] == 1
    assert (standing.whose, Standing(state, 1, Policy().sure).whose) == (1, 2)


def test_what_rome_has_face_down_counts_only_for_one_who_has_seen_it() -> None:
    for seed in range(20):
        state = GAME.deal(GAME.box({"players": 2}), FastDice(random.Random(seed)))
        assert isinstance(state, PaxState)
        assert not any(Standing(state, 0, Policy().sure).own)


def test_both_sets_have_a_weight_for_everything() -> None:
    assert len(DEFAULT_WEIGHTS) == len(SOLO_WEIGHTS) == 67

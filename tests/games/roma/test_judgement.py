"""The learned judgement: what it looks at, how it reckons, what it must see."""

from __future__ import annotations

import json
import random
import zlib
from collections.abc import Iterator
from importlib import resources
from itertools import islice
from math import exp
from typing import Any

import pytest

from ludi.bots import find
from ludi.core import FastDice, LudiError
from ludi.games.roma import GAME, RomaState
from ludi.games.roma.features import SIZE, facts
from ludi.games.roma.insight import chance
from ludi.games.roma.judgement import DROPPED, LANES, MOST, PLACES, decode, judgement
from ludi.games.roma.phases import ACTIONS, TRIPLE
from ludi.games.roma.policy import WITHIN_REACH, RomaPlayouts
from ludi.games.roma.position import position


def positions(games: int) -> Iterator[RomaState]:
    """All positions of some random games."""
    for seed in range(games):
        rng = random.Random(seed)
        state = GAME.deal(GAME.box({}), FastDice(rng))
        while actors := state.actors():
            yield state
            state.play(actors[0], rng.choice(state.legal(actors[0])))


def test_every_fact_is_told_once_and_has_a_number() -> None:
    for state in positions(15):
        for seat in range(2):
            found = facts(state, seat)
            assert len(set(found)) == len(found)
            assert 0 <= min(found) <= max(found) < SIZE


def test_facts_are_only_what_the_seat_knows() -> None:
    rng = random.Random(1)
    for number, state in enumerate(positions(15)):
        if number % 5 == 0:
            for seat in range(2):
                assert facts(state, seat) == facts(state.perspective(seat).sample(rng), seat)  # type: ignore[arg-type]


def test_the_dice_of_a_turn_that_has_just_begun_do_not_count_for_the_other() -> None:
    for state in positions(3):
        if state.phase in (TRIPLE, ACTIONS) and len(state.unused) == 3:
            other = 1 - state.turn
            before = facts(state, other)
            changed = state.copy()
            changed.unused = [1, 2, 3] if state.unused != [1, 2, 3] else [4, 5, 6]
            assert facts(changed, other) == before
            assert facts(changed, state.turn) != facts(state, state.turn)


def test_judging_changes_nothing() -> None:
    for state in positions(2):
        before = state.fingerprint()
        judgement().weigh(state, state.actors()[0], state.legal(state.actors()[0]))
        for seat in range(2):
            judgement().chance(state, seat)
        assert state.fingerprint() == before


def test_chances_are_shared_out() -> None:
    playouts = RomaPlayouts()
    for state in positions(2):
        assert sum(playouts.chances(state)) == pytest.approx(1.0)
        seat = state.actors()[0]
        assert sum(playouts.weigh(state, seat, state.legal(seat))) == pytest.approx(1.0)


def test_it_sees_who_is_ahead() -> None:
    row = ["forum", "basilica", "legionarius", "turris", "velites", "senator"]

    def chance(mine: int, others: int) -> float:
        state = position(points=[mine, others], stock=36 - mine - others, rows=[row, row], unused=[1, 2, 4])
        return judgement().chance(state, 0)

    assert chance(18, 4) > 0.8
    assert chance(4, 18) < 0.2


def known() -> tuple[dict[str, Any], bytes]:
    """The file: its first line, and the weights layer by layer."""
    data = (resources.files("ludi.games.roma") / "data" / "judgement.bin").read_bytes()
    head, _, packed = data.partition(b"\n")
    return json.loads(head), zlib.decompress(packed)


def packed(head: dict[str, Any], weights: bytes) -> bytes:
    return json.dumps(head).encode() + b"\n" + zlib.compress(weights)


def layers_of(head: dict[str, Any], weights: bytes) -> list[list[list[int]]]:
    """The rows of each layer."""
    found, start, rows = [], 0, SIZE
    for bias in head["bias"]:
        wide = len(bias)
        flat = [each - 256 if each > 127 else each for each in weights[start : start + rows * wide]]
        found.append([flat[at : at + wide] for at in range(0, len(flat), wide)])
        start, rows = start + rows * wide, wide
    return found


def reckoned(head: dict[str, Any], weights: bytes, seen: list[int]) -> list[int]:
    """What the network says to these facts, reckoned one number after another."""
    layers = layers_of(head, weights)
    places = dict.fromkeys(seen, 1)
    around: dict[int, int] = {}
    for number, (rows, bias) in enumerate(zip(layers[:4], head["bias"], strict=False)):
        totals = bias[:]
        for place, value in places.items():
            totals = [total + value * weight for total, weight in zip(totals, rows[place], strict=True)]
        if number == 3:
            totals = [total + around.get(at, 0) * head["around"][at] for at, total in enumerate(totals)]
        places = {at: max(total, 0) >> DROPPED[number] for at, total in enumerate(totals)}
        if DROPPED[number]:
            places = {at: min(value, MOST) for at, value in places.items()}
        places = {at: value for at, value in places.items() if value}
        if number == 1:
            around = places
    answers = [sum(value * layers[4][at][place] for at, value in places.items()) for place in range(len(PLACES))]
    worth = sum(value * head["worth"][at] for at, value in places.items())
    return [*(each + bias for each, bias in zip(answers, head["bias"][4], strict=True)), worth + head["worth_bias"]]


def test_many_numbers_in_one_are_reckoned_as_one_after_another() -> None:
    head, weights = known()
    for number, state in enumerate(positions(1)):
        if number % 15 == 3:
            seat = state.actors()[0]
            legal = state.legal(seat)
            answer = reckoned(head, weights, facts(state, seat))
            shares = [exp(answer[PLACES[action]] * head["scales"][PLACES[action]]) for action in legal]
            expected = [share / sum(shares) for share in shares]
            assert judgement().weigh(state, seat, legal) == pytest.approx(expected, rel=1e-9)
            assert judgement().chance(state, seat) == pytest.approx(chance(answer[-1] * head["scales"][-1]), rel=1e-12)


@pytest.mark.parametrize("weight", [127, -127, -128])
def test_no_place_is_too_narrow_for_its_number(weight: int) -> None:
    head, weights = known()
    extreme = bytes([weight & 255]) * len(weights)
    head["scales"] = [1e-12] * len(head["scales"])
    for state in islice(positions(1), 5, 8):
        answer = reckoned(head, extreme, facts(state, 0))
        assert decode(packed(head, extreme)).chance(state, 0) == chance(answer[-1] * 1e-12)


def test_the_places_have_room_for_the_file() -> None:
    head, _ = known()
    widths = [SIZE, *(len(bias) for bias in head["bias"])]
    assert len(LANES) == len(DROPPED) == len(widths) - 2
    # How much a layer sees of one place, and how many it sees.
    seen = [(1, 255), (MOST, widths[1]), (MOST, widths[2]), (MOST, widths[3])]
    for number, (lane, (most, places)) in enumerate(zip(LANES, seen, strict=True)):
        beside = max(map(abs, head["bias"][number])) + (MOST * max(head["around"]) if number == 3 else 0)
        assert most * places * 128 + beside < 1 << lane - 1
    assert min(head["around"]) >= 0
    assert (1 << LANES[0] - 1 - DROPPED[0]) - 1 <= MOST


def test_it_goes_by_what_the_seat_knows() -> None:
    rng = random.Random(1)
    for number, state in enumerate(positions(6)):
        if number % 7 == 0:
            seat = state.actors()[0]
            legal = state.legal(seat)
            imagined = state.perspective(seat).sample(rng)
            assert isinstance(imagined, RomaState)
            assert judgement().weigh(imagined, seat, legal) == judgement().weigh(state, seat, legal)
            assert judgement().chance(imagined, seat) == judgement().chance(state, seat)


def test_without_a_search_it_wins_more_often_than_not_against_greedy() -> None:
    playouts, greedy = RomaPlayouts(), find("greedy", GAME)
    won = 0.0
    for number in range(20):
        rng = random.Random(f"duel {number}")
        state = GAME.deal(GAME.box({}), FastDice(rng))
        while actors := state.actors():
            seat, legal = actors[0], state.legal(actors[0])
            if seat == number % 2:
                action = playouts.pick(state, seat, legal, rng.random)
            else:
                action = greedy.choose(state.perspective(seat), rng)
            state.play(seat, action)
        outcome = state.outcome()
        assert outcome is not None
        won += outcome.returns(2)[number % 2]
    assert won >= 11


def test_a_win_that_is_sure_is_taken_at_once() -> None:
    playouts = RomaPlayouts()
    found = 0
    for game in range(12):
        rng = random.Random(f"sure {game}")
        state = GAME.deal(GAME.box({}), FastDice(rng))
        while actors := state.actors():
            seat, legal = actors[0], state.legal(actors[0])
            wins = []
            for action in legal:
                after = state.copy()
                after.play(seat, action)
                outcome = after.outcome()
                if outcome is not None and outcome.winners == (seat,):
                    wins.append(action)
            action = playouts.pick(state, seat, legal, rng.random)
            if wins and min(state.points[1 - seat], state.stock) <= WITHIN_REACH:
                assert action in wins
                found += 1
            state.play(seat, action)
    assert found >= 3


def test_a_file_for_other_facts_is_refused() -> None:
    head, weights = known()
    with pytest.raises(LudiError, match="learn the judgement anew"):
        decode(packed({**head, "facts": SIZE - 1}, weights))

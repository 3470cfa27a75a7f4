"""Chance that can be verified, and chance that is scripted."""

from __future__ import annotations

import copy
import hashlib
import hmac
import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludi.core import Dice, FastDice, LudiError, NoDice, ScriptedDice, SeededDice, commitment, seed_from_text


def stream(seed: bytes, words: int) -> list[int]:
    """The stream of 64-bit words as the documentation defines it, written anew."""
    out: list[int] = []
    block = 0
    while len(out) < words:
        digest = hmac.new(seed, block.to_bytes(8, "big"), hashlib.sha256).digest()
        out += [int.from_bytes(digest[place : place + 8], "big") for place in range(0, 32, 8)]
        block += 1
    return out[:words]


@given(st.binary(min_size=32, max_size=32), st.integers(2, 1000))
def test_rolls_can_be_remade_from_the_documented_stream(seed: bytes, sides: int) -> None:
    dice = SeededDice(seed)
    limit = 2**64 - 2**64 % sides
    expected = [word % sides + 1 for word in stream(seed, 20) if word < limit][:10]
    assert [dice.roll(sides) for _ in range(10)] == expected


@given(st.binary(min_size=32, max_size=32), st.integers(0, 30))
def test_a_shuffle_can_be_remade_from_the_documented_stream(seed: bytes, size: int) -> None:
    items = list(range(size))
    SeededDice(seed).shuffle(items)
    expected = list(range(size))
    words = iter(stream(seed, 60))
    for place in range(size - 1, 0, -1):
        other = next(words) % (place + 1)
        expected[place], expected[other] = expected[other], expected[place]
    assert items == expected


@pytest.mark.parametrize("dice", [SeededDice(bytes(32)), FastDice(random.Random(1))], ids=["seeded", "fast"])
def test_every_face_and_every_order_comes_up(dice: Dice) -> None:
    assert {dice.roll() for _ in range(200)} == {1, 2, 3, 4, 5, 6}
    orders = set()
    for _ in range(300):
        items = [1, 2, 3]
        dice.shuffle(items)
        orders.add(tuple(items))
    assert len(orders) == 6
    assert {dice.choose("abc") for _ in range(100)} == set("abc")


def test_the_commitment_is_the_hash_of_the_seed_and_tells_seeds_apart() -> None:
    seed = seed_from_text("ides of march")
    assert commitment(seed) == hashlib.sha256(seed).hexdigest()
    assert commitment(seed) != commitment(seed_from_text("ides of may"))


def test_scripted_dice_follow_the_script_and_then_what_comes_after() -> None:
    dice = ScriptedDice([3, 4], after=SeededDice(bytes(32)))
    assert [dice.roll(), dice.roll()] == [3, 4]
    assert dice.roll() == SeededDice(bytes(32)).roll()
    assert ScriptedDice().choose("xy") == "x"


def test_a_script_that_ends_or_cannot_be_is_refused() -> None:
    with pytest.raises(LudiError, match="at its end"):
        ScriptedDice().roll()
    with pytest.raises(LudiError, match="says 7"):
        ScriptedDice([7]).roll()


def test_without_dice_nothing_can_be_played() -> None:
    for attempt in (lambda: NoDice().roll(), lambda: NoDice().shuffle([1]), lambda: NoDice().choose([1])):
        with pytest.raises(LudiError, match="looked at"):
            attempt()


def test_copied_dice_do_not_draw_from_those_they_were_copied_from() -> None:
    dice = FastDice(random.Random(1))
    for other in (copy.deepcopy(dice), pickle.loads(pickle.dumps(dice))):
        expected = [FastDice(random.Random(1)).roll(1000)]
        assert [other.roll(1000)] == expected
    assert [dice.roll(1000)] == expected

"""The small network adds the rows of the facts as it should."""

from __future__ import annotations

import random

import pytest

from ludi.core import LudiError
from ludi.core.network import Network, decode


@pytest.mark.parametrize(
    "out", [[311, -877, 5, 0, -90], [1, 2, 3, 4, 5], [-1, -2, -3, -4, -5], [0] * 5, [0, 0, -32768, 32767, 0]]
)
@pytest.mark.parametrize("known", [0, 1, 7, 20])
def test_a_network_adds_the_rows_of_the_facts(out: list[int], known: int) -> None:
    """Exactly, whatever counts for or against the seat; also with all facts at once there is room for every sum."""
    rng = random.Random(known)
    for most in (1, 900, 32767):
        table = [[rng.choice((-most, most, rng.randint(-most, most))) for _ in range(5)] for _ in range(20)]
        bias = [rng.randint(-most, most) for _ in range(5)]
        network = Network(table, bias, out, 0.25, 100)
        for _ in range(20):
            facts = rng.sample(range(20), known)
            hidden = [max(0, bias[unit] + sum(table[fact][unit] for fact in facts)) for unit in range(5)]
            expected = 0.25 + sum(value * weight for value, weight in zip(hidden, out, strict=True)) / 100**2
            assert network.lead(facts) == expected


def test_rows_may_be_added_as_often_as_was_said() -> None:
    rng = random.Random(3)
    table = [[rng.choice((-32767, 32767)) for _ in range(5)] for _ in range(4)]
    out = [32767, -32767, 311, -5, 32767]
    network = Network(table, [7, -7, 0, 32767, -32767], out, 0.0, 100, often=8)
    for _ in range(20):
        facts = [fact for fact in range(4) for _ in range(rng.randint(0, 8))]
        hidden = [
            max(0, bias + sum(table[fact][unit] for fact in facts))
            for unit, bias in enumerate((7, -7, 0, 32767, -32767))
        ]
        assert network.lead(facts) == sum(value * weight for value, weight in zip(hidden, out, strict=True)) / 100**2


def test_a_network_of_another_game_is_refused() -> None:
    with pytest.raises(LudiError, match="learn the judgement anew"):
        decode({"facts": 7}, 8, "judgement.json")

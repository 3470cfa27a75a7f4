"""Part of a long game is judged: every so many decisions, one seat's, or as many as there is time for."""

from __future__ import annotations

from itertools import pairwise

import pytest

from ludi.bots.analysis import analyse, covers, turning_points
from ludi.bots.sample import Sample
from ludi.core import BadOption, Record, Table, registry

DECISIONS = [(number % 3, "x") for number in range(90)]


def played(decisions: int) -> Record:
    table = Table.new(registry.find("roma"), seed=b"sample")
    for _ in range(decisions):
        seat = table.state.actors()[0]
        table.play(seat, table.state.spell(table.state.legal(seat)[0]))
    return table.record()


def test_a_sample_holds_every_so_many_decisions_of_all_or_of_one_seat() -> None:
    assert sorted(Sample().numbers(DECISIONS)) == list(range(1, 91))
    assert sorted(Sample(every=10).numbers(DECISIONS)) == list(range(1, 91, 10))
    assert sorted(Sample(seat=2).numbers(DECISIONS)) == list(range(3, 91, 3))
    assert sorted(Sample(every=5, seat=2).numbers(DECISIONS)) == list(range(3, 91, 15))
    with pytest.raises(BadOption):
        Sample(every=0)


def test_the_whole_game_comes_in_outline_first() -> None:
    numbers = Sample().numbers(DECISIONS)
    assert len(numbers) == len(set(numbers))
    for judged in (6, 12, 23, 45, 90):
        known = [0, *sorted(numbers[:judged]), 91]
        widest = max(after - before for before, after in pairwise(known))
        assert widest <= 4 * 90 / judged, judged


def test_what_is_judged_of_a_sample_is_what_is_judged_of_it_in_the_whole_game() -> None:
    record = played(12)
    whole = analyse(record, "search@4")
    part = analyse(record, "search@4", sample=Sample(every=3))
    assert part["moves"] == [move for move in whole["moves"] if move["number"] in (1, 4, 7, 10)]
    assert part["decisions"] == whole["decisions"] == 12
    assert covers(whole, record, Sample(every=3))
    assert covers(part, record, Sample(every=6))
    assert not covers(part, record, Sample())


def test_when_the_time_is_over_what_is_judged_is_enough() -> None:
    found = analyse(played(12), "search@4", sample=Sample(seconds=1e-9))
    assert len(found["moves"]) == 1


def test_between_two_judged_decisions_nobody_knows_which_one_turned_the_game() -> None:
    def move(number: int, seat: int, mine: float, loss: float) -> dict[str, object]:
        return {"number": number, "seat": seat, "chances": [mine, 1 - mine], "loss": loss, "forced": False}

    moves = [move(1, 0, 0.5, 0.3), move(5, 0, 0.2, 0.0), move(9, 0, 0.6, 0.0), move(10, 0, 0.9, 0.0)]
    points = turning_points(moves, [0.0, 1.0], 14)
    assert [(point["number"], point["through"], point["cause"]) for point in points] == [
        (1, 4, "decision"),
        (5, 8, "between"),
        (9, 9, "fortune"),
        (10, 14, "between"),
    ]

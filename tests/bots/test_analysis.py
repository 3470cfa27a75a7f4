"""An analysis judges every decision by what its maker knew, and lies beside the record."""

from __future__ import annotations

import json
import random
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from ludi import bots
from ludi.bots.analysis import (
    LEAST,
    WHOLE_GAME,
    analyse,
    analysis_path,
    compose,
    in_time,
    judge,
    load_analysis,
    save_analysis,
    turning_points,
)
from ludi.bots.search import SearchBot
from ludi.core import BadOption, BadRecord, Record, Table, registry, seed_from_text
from ludi.games.roma import position


def played(game: str, options: dict[str, object], most: int = 1000) -> Record:
    table = Table.new(game, options, seed=seed_from_text("analysis"))
    rng = random.Random(1)
    while (actors := table.state.actors()) and len(table.decisions) < most:
        table.play(actors[0], rng.choice(table.state.legal(actors[0])))
    return table.record()


def test_every_decision_of_a_game_is_judged() -> None:
    record = played("roma", {})
    told: list[tuple[int, int]] = []
    analysis = analyse(record, "search@8", lambda *each: told.append(each))
    assert json.loads(json.dumps(analysis)) == analysis
    assert [move["number"] for move in analysis["moves"]] == list(range(1, len(record.decisions) + 1))
    assert [(move["seat"], move["played"]) for move in analysis["moves"]] == record.decisions
    assert told[0] == (0, len(record.decisions))
    assert told[-1] == (len(record.decisions),) * 2
    for move in analysis["moves"]:
        assert len(move["chances"]) == 2
        assert 0.0 <= move["loss"] <= 1.0
        assert 1 <= len(move["best"]) <= 4
        assert not move["forced"] or move["loss"] == 0.0
    assert sum(seat["result"] for seat in analysis["seats"]) == 1.0
    assert analysis == analyse(record, "search@8", jobs=2)


def test_a_game_that_is_not_over_can_be_analysed_too() -> None:
    analysis = analyse(played("pax", {"players": 3}, 12), "search@8")
    assert len(analysis["moves"]) == 12
    assert all(seat["result"] is None for seat in analysis["seats"])


def test_a_blunder_is_seen_and_the_better_action_named() -> None:
    full = ["forum", "turris", "legat", "sicarius", "haruspex", "velites"]
    state = position(rows=[{4: "tribunus-plebis"}, full], points=[3, 1], unused=[1, 2, 4])
    bot = bots.find("search@100", registry.find("roma"))
    assert isinstance(bot, SearchBot)
    judged = judge(state, 0, state.unspell("end"), bot, random.Random(1))
    assert judged["best"][0]["word"] == "activate:4"
    assert judged["chances"][0] > 0.95
    assert judged["loss"] > 0.2
    right = judge(state, 0, state.unspell("activate:4"), bot, random.Random(1))
    assert right["loss"] == 0.0


def test_the_judgement_does_not_depend_on_what_was_hidden() -> None:
    state = Table.from_record(played("pax", {"players": 3}, 40)).state
    seat = state.actors()[0]
    bot = bots.find("search@20", registry.find("pax"))
    assert isinstance(bot, SearchBot)
    action = state.legal(seat)[-1]
    other = state.perspective(seat).sample(random.Random(9))
    assert judge(state, seat, action, bot, random.Random(1)) == judge(other, seat, action, bot, random.Random(1))


def move(number: int, seat: int, mine: float, loss: float, unsure: float = 0.01) -> dict[str, Any]:
    chances = [mine, 1 - mine]
    return {"number": number, "seat": seat, "chances": chances, "loss": loss, "plus_minus": unsure, "forced": False}


def test_turning_points_tell_choice_from_fortune() -> None:
    moves = [move(1, 0, 0.5, 0.0), move(2, 0, 0.52, 0.3), move(3, 0, 0.2, 0.0), move(4, 0, 0.6, 0.0)]
    points = turning_points(moves, [1.0, 0.0])
    assert [(point["number"], point["cause"]) for point in points] == [(2, "decision"), (3, "fortune"), (4, "fortune")]


def test_a_turn_is_no_decision_if_its_cost_is_not_sure() -> None:
    for unsure, cause in ((0.1, "decision"), (0.25, "fortune")):
        moves = [move(1, 0, 0.5, 0.2, unsure), move(2, 0, 0.15, 0.0, 0.01)]
        assert [point["cause"] for point in turning_points(moves, None)] == [cause]


def test_before_and_after_are_judged_by_the_same_seat() -> None:
    # Each seat thinks itself at 70 % all the time: nothing turns where the one who judges changes.
    views = [(0, 0.7), (1, 0.3)]
    moves = [move(number, *views[number % 2], 0.0) for number in range(1, 9)]
    assert turning_points(moves, None) == []
    moves[3:] = [move(number, seat, mine - 0.3, 0.0) for number, (seat, mine) in enumerate([*views, *views], 4)]
    assert [(each["number"], each["through"], each["seat"], each["cause"]) for each in turning_points(moves, None)] == [
        (2, 3, 0, "between")
    ]


def test_what_the_judge_is_unsure_of_is_neither_blunder_nor_turn() -> None:
    record = played("roma", {}, 3)
    table = Table.from_record(record)
    for unsure, blunders in ((0.05, [2]), (0.98, [])):
        moves = [move(1, 0, 0.5, 0.0, unsure), move(2, 0, 0.5, 0.21, unsure), move(3, 0, 0.2, 0.0, unsure)]
        found = compose(table, "novice", moves)
        assert found["seats"][0]["blunders"] == blunders
        assert [each["number"] for each in found["turning_points"]] == blunders


def test_before_after_and_cost_of_a_decision_are_one_estimate() -> None:
    plans: list[tuple[str, dict[str, object], int]]
    plans = [("pax", {"players": 3}, 40), ("roma", {}, 30), ("pax-romana", {"scenario": "I"}, 12)]
    for game, options, most in plans:
        state = Table.from_record(played(game, options, most)).state
        seat = state.actors()[0]
        bot = bots.find("search@80", registry.find(game))
        assert isinstance(bot, SearchBot)
        for action in state.legal(seat)[:6]:
            judged = judge(state, seat, action, bot, random.Random(1))
            played_one = [each for each in judged["best"] if each["word"] == state.spell(action)]
            assert len(played_one) == 1, "the played action is judged beside the best ones"
            after = played_one[0]["chances"][seat]
            assert judged["chances"] == judged["best"][0]["chances"]
            assert round(judged["chances"][seat] - judged["loss"], 4) == after
            assert judged["loss"] >= 0.0
            most = max(each["share"] for each in judged["best"])
            assert all(
                each["chances"][seat] <= judged["chances"][seat] or each["share"] < most / 2 for each in judged["best"]
            )


def test_more_time_narrows_the_interval() -> None:
    state = Table.from_record(played("roma", {}, 30)).state
    seat = state.actors()[0]
    means = []
    for number in (40, 160, 640):
        bot = bots.find(f"search@{number}", registry.find("roma"))
        assert isinstance(bot, SearchBot)
        widths = [judge(state, seat, action, bot, random.Random(1))["plus_minus"] for action in state.legal(seat)]
        # The played action has a quarter of the search, the best at least half of what the most tried has.
        assert max(widths) <= 0.98 * sqrt(4 / number + 8 / number)
        means.append(sum(widths) / len(widths))
    assert means[0] > 1.7 * means[1] > 2.9 * means[2]


def test_a_long_game_leaves_less_time_for_each_decision() -> None:
    """So that a whole game of Pax Romana's scenario II is judged by two cores within five minutes."""
    game = registry.find("roma")
    record = played("roma", {}, 5)

    def seconds(level: str, decisions: int) -> float | None:
        record.decisions[:] = (record.decisions * decisions)[:decisions]
        bot = bots.find(level, game)
        assert isinstance(bot, SearchBot)
        return in_time(bot, record).budget.seconds

    assert seconds("master", 100) == 1.9
    for number in (389, 450, 600):
        whole = (seconds("master", number) or 0.0) * number
        assert whole == pytest.approx(WHOLE_GAME)
        assert whole / 2 < 300
    assert seconds("master", 5000) == LEAST
    war = bots.find("master", registry.find("pax-romana"))
    assert isinstance(war, SearchBot)
    plays_by = war.budget.iterations or 0
    assert (in_time(war, record).budget.iterations or 0) > plays_by, "who judges tries more than who plays"
    assert seconds("search@3s", 5000) == 3.0


def test_a_share_is_a_part_of_one_search() -> None:
    state = Table.from_record(played("pax", {"players": 3}, 40)).state
    seat = state.actors()[0]
    bot = bots.find("search@64", registry.find("pax"))
    assert isinstance(bot, SearchBot)
    for action in state.legal(seat):
        best = judge(state, seat, action, bot, random.Random(1))["best"]
        assert sum(each["share"] for each in best) <= 1.0


def test_a_bot_that_does_not_judge_is_refused() -> None:
    with pytest.raises(BadOption, match="cannot judge"):
        analyse(played("roma", {}, 3), "greedy")


def test_an_analysis_lies_beside_its_record_and_knows_it_again(tmp_path: Path) -> None:
    record = played("roma", {}, 6)
    path = tmp_path / "duel.json"
    record.save(path)
    assert load_analysis(path, record) is None
    analysis = analyse(record, "search@4")
    assert save_analysis(path, analysis) == analysis_path(path) == tmp_path / "duel.analysis.json"
    assert load_analysis(path, record) == analysis
    assert load_analysis(path, played("roma", {}, 7)) is None
    analysis_path(path).write_text("{")
    with pytest.raises(BadRecord, match="analyse the game again"):
        load_analysis(path, record)

"""Every puzzle: its solution reaches the goal, a wrong answer is answered, and what it claims holds."""

from __future__ import annotations

import json
import random
from collections import Counter
from datetime import date, timedelta
from pathlib import Path

import pytest

from ludi.core import Asked, BadOption, FastDice, LudiError, UnknownLesson, registry
from ludi.core.dice import SEED_BYTES
from ludi.core.lesson import Learning, play_solution, solution_labels
from ludi.core.lesson_file import LANGUAGES, lessons
from ludi.games.roma.rules import RomaState
from ludi.puzzles.mining.find import short
from ludi.puzzles.mining.mine import mine
from ludi.puzzles.mining.pax_romana import attacks
from ludi.puzzles.mining.roma import WON, best_of_turn
from ludi.puzzles.rating import FIRST, Attempt, nearest, solver
from ludi.puzzles.shelf import Puzzle, daily, find_puzzle, games_with_puzzles, pool, puzzles

SHIPPED = {"pax": 100, "pax-romana": 50, "roma": 200}
SEED = bytes(SEED_BYTES)
BATCH = 25
LONGEST = 420
BATCHES = [(game, first) for game, number in SHIPPED.items() for first in range(0, number, BATCH)]
PROVED = 12
"""So many puzzles are proved anew here; mining has proved all."""

in_batches = pytest.mark.parametrize(("game", "first"), BATCHES, ids=[f"{game}-{first}" for game, first in BATCHES])


def batch(game: str, first: int) -> list[Puzzle]:
    return list(puzzles(game).values())[first : first + BATCH]


def tried(puzzle: Puzzle, words: list[str]) -> Learning:
    """Where these decisions lead."""
    table, learning = puzzle.lesson.table(SEED), Learning(puzzle.lesson)
    for word in words:
        told = len(table.events)
        table.play(puzzle.lesson.me, word)
        learning.follow(table, told)
    return learning


def test_so_many_are_shipped_and_they_are_numbered() -> None:
    assert games_with_puzzles() == sorted(SHIPPED)
    for game, number in SHIPPED.items():
        assert list(puzzles(game)) == [f"{each:03}" for each in range(1, number + 1)]
    assert all(len(Counter(puzzle.kind for puzzle in pool(game))) > 1 for game in ("pax", "roma"))


@in_batches
def test_the_solution_reaches_the_goal_and_no_earlier_decision_does(game: str, first: int) -> None:
    for puzzle in batch(game, first):
        table = play_solution(puzzle.lesson, SEED)
        assert [word for _, word in table.decisions] == list(puzzle.lesson.steps[0].solution)
        assert len(solution_labels(puzzle.lesson)) == len(table.decisions)


@in_batches
def test_a_wrong_answer_is_answered_in_each_language(game: str, first: int) -> None:
    for puzzle in batch(game, first):
        step = puzzle.lesson.steps[0]
        state = puzzle.lesson.table(SEED).state
        words = [state.spell(action) for action in state.legal(puzzle.lesson.me)]
        wrong = [word for word in words if step.ends(word) and word not in step.solution[:1]]
        assert wrong, f"{game} {puzzle.id}: nothing ends the attempt"
        assert set(step.answers) <= set(wrong)
        for word in [*wrong[:1], *step.answers]:
            learning = tried(puzzle, [word])
            assert learning.failed
            assert not learning.done
            assert learning.answer == step.answers.get(word, step.no)


def test_what_is_said_is_complete_and_short() -> None:
    for puzzle in pool(None):
        lesson, step = puzzle.lesson, puzzle.lesson.steps[0]
        for text in (lesson.title, step.text, lesson.end, step.no, *step.answers.values()):
            assert set(text) == set(LANGUAGES)
            assert all(0 < len(text[language]) <= LONGEST and "{" not in text[language] for language in LANGUAGES)
            assert len(set(text.values())) == len(LANGUAGES)


def test_no_puzzle_is_there_twice_and_the_ratings_part_the_easy_from_the_hard() -> None:
    for game in SHIPPED:
        there = [json.dumps(puzzle.lesson.start.position, sort_keys=True) for puzzle in pool(game)]
        assert len(set(there)) == len(there)
        ratings = [puzzle.rating for puzzle in pool(game)]
        assert min(ratings) >= 600
        assert max(ratings) - min(ratings) >= 200


@pytest.mark.parametrize("number", range(PROVED))
def test_no_sure_line_of_a_turn_of_roma_does_better(number: int) -> None:
    puzzle = pool("roma")[number * len(pool("roma")) // PROVED]
    state, me = puzzle.lesson.table(SEED).state, puzzle.lesson.me
    assert isinstance(state, RomaState)
    for position in (state, state.perspective(me).sample(random.Random(number))):
        assert isinstance(position, RomaState)
        turn = best_of_turn(position, me)
        assert turn is not None
        best, *rest = sorted(turn.worths, reverse=True)
        played = play_solution(puzzle.lesson, SEED).state
        assert isinstance(played, RomaState)
        assert (best == WON) if puzzle.kind == "win" else (best == played.points[me] and best - rest[0] >= 2)


@pytest.mark.parametrize("number", range(PROVED))
def test_the_last_turn_of_pax_is_won_whatever_rome_hides(number: int) -> None:
    there = [puzzle for puzzle in pool("pax") if puzzle.kind in ("last-turn", "solo")]
    puzzle = there[number * len(there) // PROVED]
    state, me = puzzle.lesson.table(SEED).state, puzzle.lesson.me
    rng = random.Random(number)
    for _ in range(20):
        twin = state.perspective(me).sample(rng)
        for word in puzzle.lesson.steps[0].solution:
            twin.play(me, twin.unspell(word))
        outcome = twin.outcome()
        assert outcome is not None
        assert me in outcome.winners


def test_the_right_attack_of_pax_romana_has_the_best_odds_by_far() -> None:
    for puzzle in pool("pax-romana"):
        state, me = puzzle.lesson.table(SEED).state, puzzle.lesson.me
        found = attacks(Asked.of(state, me, state.box.game.phrases("en", state.box)))
        chances = sorted((attack.chance for attack in found.values()), reverse=True)
        right = found[puzzle.lesson.steps[0].solution[0]]
        assert right.safe
        assert right.chance == chances[0]
        assert chances[0] - chances[1] >= 0.15


def test_a_puzzle_gives_no_hint_and_ends_with_the_turn() -> None:
    puzzle = pool("roma")[0]
    assert tried(puzzle, []).failed is False
    assert tried(puzzle, ["end"]).failed
    learning = tried(puzzle, list(puzzle.lesson.steps[0].solution))
    assert learning.done
    assert not learning.failed


def test_an_unknown_puzzle_is_refused_in_a_sentence() -> None:
    with pytest.raises(UnknownLesson, match="Roma has no puzzle '999'; they are numbered 001 to 200"):
        find_puzzle("roma", "999")
    assert not set(puzzles("roma")) & set(lessons("roma"))


# The daily one, and how one stands


def test_the_puzzle_of_a_day_is_the_same_for_all_and_another_the_next_day() -> None:
    day = date(2026, 3, 15)
    for game in (None, *SHIPPED):
        days = [daily(game, day + timedelta(each)) for each in range(20)]
        assert days[0] == daily(game, day)
        assert len({(each.game, each.id) for each in days if each is not None}) > 10


def test_who_solves_rises_and_who_misses_falls_by_what_was_to_be_expected() -> None:
    even, hard = Attempt("roma", "001", FIRST, True), Attempt("roma", "002", FIRST + 400, True)
    assert solver([hard]).rating > solver([even]).rating > FIRST
    missed = Attempt("roma", "001", FIRST, False)
    assert solver([missed]).rating < FIRST
    assert solver([Attempt("roma", "002", FIRST + 400, False)]).rating > solver([missed]).rating


def test_only_the_first_attempt_counts_and_the_streak_goes_on_until_one_is_missed() -> None:
    right = [Attempt("roma", f"{each}", FIRST, True) for each in range(3)]
    found = solver([*right, Attempt("roma", "0", FIRST, False)])
    assert (found.streak, found.best, found.solved, len(found.tried)) == (3, 3, 3, 3)
    found = solver([*right, Attempt("pax", "0", FIRST, False), Attempt("pax", "0", FIRST, True)])
    assert (found.streak, found.best, found.solved, len(found.tried)) == (0, 3, 3, 4)


def test_what_is_offered_next_is_new_and_fits() -> None:
    ratings = [("roma", f"{each}", 600 + 100 * each) for each in range(12)]
    stands = solver([Attempt("roma", "4", 1000, False)])
    offered = nearest(ratings, stands, 3)
    assert ("roma", "4") not in offered
    assert set(offered) <= {("roma", "3"), ("roma", "2"), ("roma", "5"), ("roma", "1")}
    tried_all = solver(Attempt(game, id, rating, id != "7") for game, id, rating in ratings)
    assert nearest(ratings, tried_all) == [("roma", "7")]


# Mining


def test_mining_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path = tmp_path / "roma.jsonl"
    mine("roma", 1, path, "a-test")
    first = path.read_text(encoding="utf-8")
    mine("roma", 2, path, "a-test")
    assert path.read_text(encoding="utf-8").startswith(first)
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [line["id"] for line in lines] == ["001", "002"]
    assert lines[0]["game"] <= lines[1]["game"]


def test_a_game_without_a_quarry_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludi.puzzles.mining.mine.QUARRIES", {})
    with pytest.raises(BadOption, match="no puzzles to be mined"):
        mine("roma", 1, tmp_path / "x.jsonl")


def test_a_position_is_written_without_what_goes_without_saying() -> None:
    game = registry.find("roma")
    state = game.position({"rows": [{4: "legat"}, {}], "unused": [4]}, FastDice(random.Random(0)))
    assert short(game, state.snapshot(), ("deck",)) == {"rows": state.snapshot()["rows"], "unused": [4]}
    with pytest.raises(LudiError):
        game.position({"rows": "x"}, FastDice(random.Random(0)))

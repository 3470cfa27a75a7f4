"""Puzzles over the wire: begun, solved, missed, given up; the rating, the streak and the one of the day."""

from __future__ import annotations

from typing import Any

import pytest

from ludi.puzzles.rating import FIRST
from ludi.puzzles.shelf import find_puzzle, puzzles
from ludi.server import schemas as s
from server_tools import Browser, Frame, House


def begin(person: Browser, game: str, puzzle: str) -> str:
    seated = person.call("POST", f"/api/puzzles/{game}/{puzzle}", status=201)
    match: str = seated["match"]["id"]
    return match


def state(person: Browser, match: str, lang: str = "en") -> Frame:
    found: Frame = person.call("GET", f"/api/matches/{match}/state?lang={lang}")
    s.StateFrame.model_validate(found, strict=True)
    return found


def play(person: Browser, match: str, *words: str) -> Any:
    answer = None
    for word in words:
        version = state(person, match)["version"]
        answer = person.raw("POST", f"/api/matches/{match}/play", {"word": word, "version": version})
        assert answer.status_code == 200, answer.text
    return answer


def stands(person: Browser, game: str | None = None) -> Frame:
    found: Frame = person.call("GET", "/api/puzzles" + (f"?game={game}" if game else ""))
    s.PuzzleStanding.model_validate(found, strict=True)
    return found


def solve(person: Browser, game: str, id: str) -> Frame:
    match = begin(person, game, id)
    play(person, match, *find_puzzle(game, id).lesson.steps[0].solution)
    return state(person, match)


def test_a_puzzle_that_is_solved_raises_the_rating_and_the_streak(ann: Browser) -> None:
    before = stands(ann)
    assert (before["rating"], before["streak"], before["tried"]) == (FIRST, 0, 0)
    assert before["total"] == sum(before["games"].values())
    now = solve(ann, "roma", "001")
    puzzle = find_puzzle("roma", "001")
    assert now["lesson"]["done"]
    assert now["lesson"]["text"] == puzzle.lesson.end["en"]
    assert (now["match"]["status"], now["match"]["lesson"]) == ("finished", puzzle.lesson.title["en"])
    after = stands(ann)
    assert after["rating"] > FIRST
    assert (after["streak"], after["best"], after["solved"], after["change"]) == (1, 1, 1, after["rating"] - FIRST)
    assert stands(ann, "pax")["tried"] == 0


@pytest.mark.parametrize("game", ["pax", "pax-romana", "roma"])
def test_the_first_puzzle_of_each_game_is_solved_at_the_table(ann: Browser, game: str) -> None:
    assert solve(ann, game, "001")["lesson"]["done"]


def test_a_wrong_answer_is_final_and_told_with_the_solution_in_each_language(house: House, ann: Browser) -> None:
    match = begin(ann, "roma", "001")
    fresh = state(ann, match)
    assert (fresh["lesson"]["word"], fresh["lesson"]["puzzle"]["solution"]) == (None, [])
    play(ann, match, "end")
    puzzle = find_puzzle("roma", "001")
    house.server.hall.rooms.pop(match)
    for lang in ("en", "de", "nl"):
        now = state(ann, match, lang)
        assert now["match"]["status"] == "finished"
        assert now["lesson"]["text"] == puzzle.lesson.steps[0].no[lang]
        assert now["lesson"]["puzzle"]["failed"]
        assert len(now["lesson"]["puzzle"]["solution"]) == len(puzzle.lesson.steps[0].solution)
    assert now["match"]["result"]["text"] == "De puzzel is niet opgelost."
    assert stands(ann)["rating"] < FIRST


def test_what_a_wrong_attack_comes_to_is_told(ann: Browser) -> None:
    puzzle = find_puzzle("pax-romana", "001")
    word, answer = next(iter(puzzle.lesson.steps[0].answers.items()))
    match = begin(ann, "pax-romana", "001")
    play(ann, match, word)
    assert state(ann, match)["lesson"]["text"] == answer["en"]


def test_only_the_first_try_counts_and_the_same_puzzle_may_be_tried_again(ann: Browser) -> None:
    play(ann, begin(ann, "roma", "002"), "end")
    missed = stands(ann)
    assert solve(ann, "roma", "002")["lesson"]["done"]
    assert stands(ann) == missed


def test_who_asks_for_the_solution_has_not_solved_it(house: House, ann: Browser) -> None:
    match = begin(ann, "pax", "001")
    left = ann.call("POST", f"/api/matches/{match}/lesson/leave", {})
    assert (left["status"], left["result"]["text"]) == ("finished", "The solution was asked for.")
    for _ in range(2):
        now = state(ann, match)
        told = now["lesson"]
        assert told["puzzle"]["failed"]
        assert told["puzzle"]["given_up"]
        assert now["log"]["entries"][-1]["text"].endswith("asks for the solution.")
        assert told["puzzle"]["solution"]
        assert not told["done"]
        house.server.hall.rooms.pop(match)
    assert stands(ann)["rating"] < FIRST


def test_one_that_is_under_way_goes_on(ann: Browser) -> None:
    match = begin(ann, "roma", "003")
    assert begin(ann, "roma", "003") == match
    assert stands(ann)["tried"] == 0


def test_a_puzzle_does_not_tell_the_odds_that_it_asks_for(ann: Browser) -> None:
    puzzle = find_puzzle("pax-romana", "001")
    right = puzzle.lesson.steps[0].solution[0]
    match = begin(ann, "pax-romana", "001")
    asked = {"question": "odds", "arguments": {"space": right.partition(":")[2]}}
    assert ann.call("POST", f"/api/matches/{match}/ask", asked)["answer"] is None
    assert ann.call("POST", f"/api/matches/{match}/ask", {"question": "reach", "arguments": {}})["answer"]
    play(ann, match, right)
    assert ann.call("POST", f"/api/matches/{match}/ask", {"question": "standings", "arguments": {}})["answer"]


def test_nobody_is_given_a_hint_in_a_puzzle(ann: Browser) -> None:
    match = begin(ann, "roma", "001")
    now = state(ann, match)
    assert now["match"]["hints"] is False
    refused = ann.raw("POST", f"/api/matches/{match}/hint", {"version": now["version"]})
    assert refused.json()["message"] == "At this table there are no hints."


def test_the_next_one_is_new_and_the_puzzle_of_the_day_is_the_same_for_all(ann: Browser, ben: Browser) -> None:
    daily = stands(ann)["daily"]
    assert daily["result"] == "open"
    assert stands(ben)["daily"] == daily
    now = state(ann, begin(ann, "any", "daily"))
    assert (now["match"]["game"], now["lesson"]["id"]) == (daily["game"], daily["id"])
    assert solve(ann, daily["game"], daily["id"])["lesson"]["done"]
    assert stands(ann)["daily"]["result"] == "right"
    assert stands(ben)["daily"]["result"] == "open"
    seen = {daily["id"]} if daily["game"] == "roma" else set()
    for _ in range(4):
        found = state(ann, begin(ann, "roma", "next"))
        assert found["match"]["game"] == "roma"
        assert found["lesson"]["id"] not in seen
        seen.add(found["lesson"]["id"])
        play(ann, found["match"]["id"], "end")


def test_puzzles_do_not_fill_the_list_of_ones_tables_nor_the_map_of_lessons(ann: Browser) -> None:
    solve(ann, "roma", "001")
    begin(ann, "roma", "002")
    lesson = ann.call("POST", "/api/lessons/roma/05-legat", status=201)["match"]["id"]
    table = ann.call("POST", "/api/matches", {"game": "roma", "seats": [{"kind": "me"}, {"kind": "open"}]}, status=201)
    mine = {each["id"] for each in ann.call("GET", "/api/matches?list=mine")["matches"]}
    assert mine == {lesson, table["match"]["id"]}
    assert not any(each["done"] for each in ann.call("GET", "/api/lessons?game=roma")["lessons"])


def test_others_are_not_told_the_puzzle_and_cannot_give_it_up(ann: Browser, ben: Browser) -> None:
    match = begin(ann, "roma", "001")
    assert state(ben, match)["lesson"] is None
    ben.call("POST", f"/api/matches/{match}/lesson/leave", {}, status=403)


def test_what_is_asked_wrongly_is_refused_in_a_sentence(ann: Browser) -> None:
    refused = ann.raw("POST", "/api/puzzles/roma/999")
    assert refused.status_code == 404
    assert "Roma has no puzzle '999'" in refused.json()["message"]
    assert ann.raw("POST", "/api/puzzles/moon/001").status_code == 404
    assert ann.raw("POST", "/api/puzzles/any/001").status_code == 404
    assert ann.raw("GET", "/api/puzzles?game=moon").status_code == 404
    assert len(puzzles("roma")) == stands(ann, "roma")["total"]

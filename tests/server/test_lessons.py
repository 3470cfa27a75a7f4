"""Lessons over the wire: begun, refused with the lesson's own sentence, stored, finished, left, and counted as done."""

from __future__ import annotations

from typing import Any

import pytest

from ludi.core.lesson import Lesson, play_solution
from ludi.core.lesson_file import find_lesson, lessons
from ludi.server import schemas as s
from server_tools import Browser, Frame, House

FIRST = "01-first-game"


def begin(person: Browser, game: str, lesson: str = FIRST) -> str:
    seated = person.call("POST", f"/api/lessons/{game}/{lesson}", status=201)
    match: str = seated["match"]["id"]
    return match


def state(person: Browser, match: str, lang: str = "en") -> Frame:
    found: Frame = person.call("GET", f"/api/matches/{match}/state?lang={lang}")
    s.StateFrame.model_validate(found, strict=True)
    return found


def play(person: Browser, match: str, word: str, lang: str = "en") -> Any:
    version = state(person, match)["version"]
    return person.raw("POST", f"/api/matches/{match}/play?lang={lang}", {"word": word, "version": version})


def due(person: Browser, match: str) -> Frame:
    """The state once the person is asked, or the match is over."""
    line = person.look(match)
    while not line.state["legal"] and line.state["match"]["status"] == "live":
        line.receive()
    line.socket.close()
    return line.state


def follow(person: Browser, match: str) -> Frame:
    """All that the lesson suggests."""
    now = due(person, match)
    while now["lesson"] is not None and now["lesson"]["word"] is not None and now["legal"]:
        answer = play(person, match, now["lesson"]["word"])
        assert answer.status_code == 200, answer.text
        now = due(person, match)
    return now


def test_the_list_tells_the_titles_in_each_language(ann: Browser) -> None:
    for lang in ("en", "de", "nl"):
        told = ann.call("GET", f"/api/lessons?lang={lang}")["lessons"]
        for game in ("pax", "pax-romana", "roma"):
            assert [each["title"] for each in told if each["game"] == game] == [
                each.title[lang] for each in lessons(game).values()
            ]
    only = ann.call("GET", "/api/lessons?game=roma")["lessons"]
    assert {each["game"] for each in only} == {"roma"}
    ann.call("GET", "/api/lessons?game=moon", status=404)


@pytest.mark.parametrize("game", ["pax", "pax-romana", "roma"])
def test_a_first_game_is_played_through_and_counts_as_done(ann: Browser, game: str) -> None:
    lesson = find_lesson(game, FIRST)
    match = begin(ann, game)
    now = state(ann, match)
    assert (now["lesson"]["step"], now["lesson"]["of"]) == (0, len(lesson.steps))
    assert now["lesson"]["text"] == lesson.steps[0].text["en"]
    assert now["match"]["lesson"] == lesson.title["en"]
    assert not done(ann, game)
    now = follow(ann, match)
    assert now["lesson"]["done"]
    assert now["lesson"]["text"] == lesson.end["en"]
    assert now["match"]["status"] == ("live" if lesson.goes_on else "finished")
    assert done(ann, game)


def done(person: Browser, game: str) -> bool:
    told = person.call("GET", f"/api/lessons?game={game}")["lessons"]
    return bool(told[0]["done"])


def test_another_choice_is_refused_in_the_lessons_own_words_and_changes_nothing(house: House, ann: Browser) -> None:
    step = find_lesson("roma", FIRST).steps[0]
    match = begin(ann, "roma")
    before = state(ann, match)
    for lang in ("en", "de", "nl"):
        refused = play(ann, match, "money:2", lang)
        assert refused.status_code == 409
        assert (refused.json()["code"], refused.json()["message"]) == ("lesson", step.answers["money:*"][lang])
        refused = play(ann, match, "end", lang)
        assert refused.json()["message"] == step.no[lang]
    assert play(ann, match, "money:6").json()["code"] == "illegal"
    after = state(ann, match)
    assert (after["version"], after["view"], after["lesson"]) == (before["version"], before["view"], before["lesson"])
    line = ann.look(match)
    answer = line.play("end")
    assert (answer["type"], answer["code"], answer["message"]) == ("refused", "lesson", step.no["en"])
    assert line.play("money:5")["type"] == "ack"


def test_the_step_is_kept_when_the_table_is_read_anew_and_goes_back_with_what_is_taken_back(
    house: House, ann: Browser
) -> None:
    match = begin(ann, "roma")
    for word in ("money:5", "lay:legat-3"):
        assert play(ann, match, word).status_code == 200
    house.server.hall.rooms.pop(match)
    now = state(ann, match)
    assert now["lesson"]["step"] == 2
    back = ann.call("POST", f"/api/matches/{match}/undo", {"version": now["version"]})
    assert back["lesson"]["step"] == 1
    house.server.hall.rooms.pop(match)
    assert state(ann, match)["lesson"]["step"] == 1
    under_way = ann.call("GET", "/api/lessons?game=roma")["lessons"][0]
    assert under_way["match"] == match


def test_the_others_do_what_the_lesson_says(house: House, ann: Browser) -> None:
    match = begin(ann, "roma")
    follow(ann, match)
    table = house.server.hall.rooms[match].table
    assert table is not None
    assert table.decisions == play_solution(find_lesson("roma", FIRST), bytes(32)).decisions


WITH_OTHERS = [
    lesson
    for game in ("pax", "pax-romana", "roma")
    for lesson in lessons(game).values()
    if lesson.id != FIRST and any(step.others for step in lesson.steps)
]


@pytest.mark.parametrize("lesson", WITH_OTHERS, ids=[f"{each.game}/{each.id}" for each in WITH_OTHERS])
def test_a_lesson_in_which_others_decide_is_played_at_the_table(ann: Browser, lesson: Lesson) -> None:
    now = follow(ann, begin(ann, lesson.game, lesson.id))
    assert now["lesson"]["done"]
    assert now["match"]["status"] == "finished"


def test_a_match_that_is_nothing_but_its_lesson_ends_with_it(house: House, ann: Browser) -> None:
    match = begin(ann, "roma", "05-legat")
    now = follow(ann, match)
    assert (now["match"]["status"], now["lesson"]["done"], now["lesson"]["next"]) == (
        "finished",
        True,
        "06-tribunus-plebis",
    )
    assert (now["match"]["result"]["winners"], now["match"]["result"]["text"]) == ([0], "The lesson is done.")
    house.server.hall.rooms.pop(match)
    assert state(ann, match)["lesson"]["text"] == find_lesson("roma", "05-legat").end["en"]
    assert ann.raw("GET", f"/api/matches/{match}/replay?count=2").status_code == 200
    assert ann.raw("GET", f"/api/matches/{match}/verify").status_code == 200
    assert ann.call("GET", "/api/lessons?game=roma")["lessons"][4]["done"]


def test_a_guided_game_goes_on_when_its_lesson_is_left(house: House, ann: Browser) -> None:
    match = begin(ann, "pax-romana")
    assert play(ann, match, "meet").json()["code"] in ("lesson", "illegal")
    left = ann.call("POST", f"/api/matches/{match}/lesson/leave", {})
    assert left["status"] == "live"
    for _ in range(2):
        now = state(ann, match)
        assert now["lesson"] is None
        house.server.hall.rooms.pop(match)
    other = next(each["word"] for each in now["legal"] if each["word"] != "expand")
    assert play(ann, match, other).status_code == 200
    assert not done(ann, "pax-romana")
    ann.call("POST", f"/api/matches/{match}/lesson/leave", {}, status=409)


def test_a_match_that_is_nothing_but_its_lesson_ends_when_it_is_left(house: House, ann: Browser) -> None:
    match = begin(ann, "roma")
    left = ann.call("POST", f"/api/matches/{match}/lesson/leave", {})
    assert left["status"] == "finished"
    assert (left["result"]["winners"], left["result"]["text"]) == ([], "The lesson was left.")
    house.server.hall.rooms.pop(match)
    assert ann.call("GET", f"/api/matches/{match}?lang=de")["result"]["text"] == "Die Lektion wurde verlassen."
    assert not done(ann, "roma")
    assert ann.raw("GET", f"/api/matches/{match}/replay?count=2").status_code == 200


def test_only_the_learner_leaves_a_lesson_and_is_told_its_steps(ann: Browser, ben: Browser) -> None:
    match = begin(ann, "roma")
    ben.call("POST", f"/api/matches/{match}/lesson/leave", {}, status=403)
    assert ben.call("GET", f"/api/matches/{match}/state")["lesson"] is None
    assert ben.call("GET", "/api/lessons?game=roma")["lessons"][0]["match"] is None


def test_an_unknown_lesson_is_refused_in_a_sentence(ann: Browser) -> None:
    refused = ann.raw("POST", "/api/lessons/roma/99-moon")
    assert refused.status_code == 404
    assert "Roma has no lesson '99-moon'" in refused.json()["message"]
    assert ann.raw("POST", "/api/lessons/moon/01-first-game").status_code == 404


def test_one_is_new_to_the_games_one_never_sat_down_to(ann: Browser, ben: Browser) -> None:
    begin(ann, "roma")
    assert ann.call("GET", "/api/lessons")["new_to"] == ["pax", "pax-romana"]
    assert "roma" in ben.call("GET", "/api/lessons")["new_to"]


def test_the_same_lesson_again_begins_with_its_first_step(ann: Browser) -> None:
    match = begin(ann, "roma")
    follow(ann, match)
    again = ann.call("POST", f"/api/matches/{match}/rematch", {}, status=201)["match"]["id"]
    assert state(ann, again)["lesson"]["step"] == 0

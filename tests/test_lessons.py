"""Every lesson: its solution leads through it, no goal is reached before its step, other choices are answered."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ludi.core import BadLesson, Table, UnknownLesson, registry
from ludi.core.dice import SEED_BYTES, seed_from_text
from ludi.core.lesson import BEGUN, Learning, Lesson, play_solution
from ludi.core.lesson_file import LANGUAGES, find_lesson, lessons, read_lesson
from ludi.games.roma.components import WORDS

GAMES = ("pax", "pax-romana", "roma")
ALL = [lesson for game in GAMES for lesson in lessons(game).values()]
NAMES = [f"{lesson.game}/{lesson.id}" for lesson in ALL]
SEEDS = (bytes(SEED_BYTES), bytes(range(SEED_BYTES)))
MOST_WRONG = 40
"""So many other choices of a step are tried."""
LONGEST = 420
"""Letters in the text of a step: it stands beside the board of a phone."""

every_lesson = pytest.mark.parametrize("lesson", ALL, ids=NAMES)


def standings(lesson: Lesson) -> list[tuple[Table, Learning, int]]:
    """The table and the learner before each decision of the solution that is the learner's, and after the last."""
    found = []
    decisions = play_solution(lesson, SEEDS[0]).decisions
    for made in range(len(decisions) + 1):
        table = lesson.table(SEEDS[0])
        learning = Learning(lesson)
        for seat, word in decisions[:made]:
            told = len(table.events)
            table.play(seat, word)
            learning.follow(table, told)
        if made == len(decisions) or decisions[made][0] == lesson.me:
            found.append((table, learning, made))
    return found


def test_each_game_begins_with_a_first_game() -> None:
    for game in GAMES:
        assert next(iter(lessons(game))) == "01-first-game"


@pytest.mark.parametrize("game", GAMES)
def test_a_first_game_begins_with_what_it_is_won_by(game: str) -> None:
    """Whoever is led through it has read nothing else."""
    text = next(iter(lessons(game).values())).steps[0].text
    for language, word in {"en": r"\bwins?\b", "de": r"\bgewinn(st|t)\b", "nl": r"\bwint?\b"}.items():
        assert re.search(word, text[language]), text[language]


TOPICS = {
    "pax": "rome-and-primus religion-and-draws money end-and-scoring five-to-eight-players solo",
    "roma": "battle forum-combination timing-of-the-end",
    "pax-romana": "moving control recruiting income interception battle siege sea stability scoring diplomacy "
    "first-turn-as-rome first-turn-as-carthage",
}


@pytest.mark.parametrize("game", TOPICS)
def test_each_game_teaches_what_belongs_to_it(game: str) -> None:
    taught = {id[3:] for id in lessons(game)}
    assert set(TOPICS[game].split()) <= taught
    if game == "roma":
        assert set(WORDS) <= taught


def test_the_files_are_named_by_number_and_word() -> None:
    for lesson in ALL:
        assert re.fullmatch(r"\d\d-[a-z]+(-[a-z]+)*", lesson.id), lesson.id
    for game in GAMES:
        numbers = [int(id[:2]) for id in lessons(game)]
        assert numbers == list(range(1, len(numbers) + 1)), game


@every_lesson
@pytest.mark.parametrize("seed", SEEDS, ids=["one-seed", "another"])
def test_its_solution_leads_through_it_whatever_the_seed(lesson: Lesson, seed: bytes) -> None:
    played = play_solution(lesson, seed)
    assert [word for seat, word in played.decisions if seat == lesson.me] == [
        word for step in lesson.steps for word in step.solution
    ]


@every_lesson
def test_other_choices_are_answered_and_change_nothing(lesson: Lesson) -> None:
    for table, learning, _ in standings(lesson)[:-1]:
        step = lesson.step(learning.standing)
        assert step is not None
        state, before = table.state, table.state.fingerprint()
        words = [state.spell(action) for action in state.legal(lesson.me)]
        wrong = [word for word in words if word != lesson.hint(learning.standing)]
        refused = [word for word in wrong[:MOST_WRONG] if lesson.refusal(learning.standing, state, lesson.me, word)]
        assert step.free or refused or not wrong, f"any choice will do in step {learning.standing.step + 1}"
        assert lesson.refusal(learning.standing, state, lesson.me, str(lesson.hint(learning.standing))) is None
        assert table.state.fingerprint() == before


@every_lesson
def test_trying_a_choice_leaves_the_dice_alone(lesson: Lesson) -> None:
    for table, learning, made in standings(lesson)[:-1]:
        state = table.state
        for action in state.legal(lesson.me)[:MOST_WRONG]:
            lesson.refusal(learning.standing, state, lesson.me, state.spell(action))
        for seat, word in play_solution(lesson, SEEDS[0]).decisions[made:]:
            table.play(seat, word)
        assert table.state.fingerprint() == play_solution(lesson, SEEDS[0]).state.fingerprint()
        break


@every_lesson
def test_all_its_texts_are_written_in_each_language(lesson: Lesson) -> None:
    texts = [lesson.title, lesson.about, lesson.end]
    for step in lesson.steps:
        texts += [step.text, step.no, *step.answers.values()]
        assert step.rules, f"a step of {lesson.game}/{lesson.id} cites no rule"
    for text in texts:
        assert set(text) == set(LANGUAGES)
        assert all(len(said) <= LONGEST for said in text.values()), max(text.values(), key=len)
        assert all(re.search(r"[.!?]$", said) for said in text.values()) or text is lesson.title
        if text is not lesson.title:
            assert len(set(text.values())) == len(LANGUAGES), "a text was not translated"


@every_lesson
def test_what_is_answered_by_word_can_be_chosen(lesson: Lesson) -> None:
    """An answer to a word that is open nowhere in its step is never heard."""
    heard: set[tuple[int, str]] = set()
    for table, learning, _ in standings(lesson)[:-1]:
        step = lesson.step(learning.standing)
        assert step is not None
        state = table.state
        for action in state.legal(lesson.me):
            said = lesson.refusal(learning.standing, state, lesson.me, state.spell(action))
            heard |= {(learning.standing.step, word) for word, text in step.answers.items() if text is said}
    asked = {(number, word) for number, step in enumerate(lesson.steps) for word in step.answers}
    assert asked == heard


def test_what_is_taken_back_is_forgotten() -> None:
    lesson = find_lesson("roma", "01-first-game")
    table, learning = lesson.table(SEEDS[0]), Learning(lesson)
    told = len(table.events)
    table.play(0, "money:5")
    learning.follow(table, told)
    assert learning.standing.step == 1
    table.undo(0)
    learning.go_back(table)
    assert learning.standing == BEGUN


def test_a_lesson_says_what_the_others_decide_and_then_leaves_it_to_them() -> None:
    lesson = find_lesson("roma", "01-first-game")
    table, learning = lesson.table(SEEDS[0]), Learning(lesson)
    for word in ("money:5", "lay:legat-3", "activate:3", "draw:2", "keep:templum", "end"):
        told = len(table.events)
        table.play(0, word)
        learning.follow(table, told)
    assert lesson.reply(learning.standing, table.state, 1) == "money:6"
    table.play(1, "money:6")
    learning.follow(table, 0)
    assert lesson.reply(learning.standing, table.state, 1) == "lay:velites-3"


def test_what_the_game_forbids_is_left_to_the_game() -> None:
    lesson = find_lesson("roma", "01-first-game")
    state = lesson.table(SEEDS[0]).state
    assert lesson.refusal(BEGUN, state, 0, "money:6") is None
    assert lesson.refusal(BEGUN, state, 0, "nonsense") is None
    assert lesson.refusal(BEGUN, state, 0, "end") is not None


# What a file may not be

TITLES = "\n".join(f'{part}.{language} = "x."' for part in ("title", "about", "end", "no") for language in LANGUAGES)
TEXT = "\n".join(f'text.{language} = "Do it."' for language in LANGUAGES)
POSITION = '[position]\nrows = [{ 1 = "forum" }, { 1 = "forum" }]\nunused = [5]'
SEATS = 'seats = ["me", "novice"]'


def written(step: str, head: str = SEATS, position: str = POSITION, titles: str = TITLES) -> str:
    return f"{titles}\n{head}\n{position}\n[[steps]]\n{TEXT}\n{step}\n"


GOOD = 'goal = { word = "money:5" }\nsolution = ["money:5"]'


def test_a_plain_lesson_is_read_and_played() -> None:
    assert play_solution(read_lesson("roma", "01-x", written(GOOD)), SEEDS[0]).decisions == [(0, "money:5")]


@pytest.mark.parametrize(
    ("goal", "word"),
    [
        ('{ event = "money", number = 5 }', "money:5"),
        ('{ view = "players.0.sestertii", compare = "==", value = 5 }', "money:5"),
        ('{ view = "players.0.sestertii", compare = ">=", value = 3 }', "money:5"),
        ('{ view = "dice", compare = "!=", value = [] }', ""),
        ('{ view = "players.0.hand", compare = "has", value = "legat" }', ""),
        ('{ view = "players.7.nowhere", compare = "<=", value = 3 }', ""),
        ('{ over = "any" }', ""),
    ],
)
def test_a_goal_is_asked_of_the_position_after_a_decision(goal: str, word: str) -> None:
    lesson = read_lesson("roma", "01-x", written(f'goal = {goal}\nsolution = ["money:5"]'))
    refused = lesson.refusal(BEGUN, lesson.table(SEEDS[0]).state, 0, "draw:5")
    assert refused is not None or "value = []" in goal
    if word:
        assert play_solution(lesson, SEEDS[0]).decisions == [(0, word)]
    else:
        with pytest.raises(BadLesson):
            play_solution(lesson, SEEDS[0])


def test_a_lesson_may_begin_where_a_record_leads() -> None:
    record = '[record]\nseed = "ides"\noptions = { players = 2, start = "1" }\n'
    lesson = read_lesson(
        "pax", "01-x", written('goal = { word = "keep:*" }\nsolution = ["keep:land-1-1"]', position=record)
    )
    assert (
        lesson.table(SEEDS[0]).state.view(0)["offer"]
        == Table.new("pax", {"players": 2, "start": "1"}, seed=seed_from_text("ides")).state.view(0)["offer"]
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("title = [", "it is no TOML"),
        (written(GOOD, titles=TITLES.replace('title.nl = "x."', "")), "'title' is not written in 'nl'"),
        (written(GOOD, titles=TITLES + '\nmoon = "x"'), "there is no part 'moon'"),
        (written(GOOD, head='seats = ["novice"]'), "'seats' has one 'me'"),
        (written(GOOD, head='seats = ["me"]'), "is set up for 2 seats"),
        (written(GOOD, position="[position]\nmoon = 1"), "A position has no part 'moon'"),
        (written(GOOD, position=""), "begins from a [position] or from a [record]"),
        (written(GOOD, position='[record]\nseed = "x"\ndecisions = ["0 fly"]'), "its record cannot be played"),
        (TITLES + f"\n{SEATS}\n{POSITION}\n", "it has no [[steps]]"),
        (written('solution = ["money:5"]'), "step 1: its goal is one of word, event, view and over"),
        (written('goal = { over = "lost" }\nsolution = ["end"]'), "step 1: a game is over by 'won' or 'any'"),
        (written('goal = { view = "dice", compare = "~", value = 1 }\nsolution = ["end"]'), "compares by one of"),
        (written('goal = { word = "end", by = 1 }\nsolution = ["end"]'), "a goal by word has no part 'by'"),
        (written('goal = { word = "end" }'), "step 1: it has no solution"),
        (written(GOOD + '\nrule = "ROMA-MOON"'), "there is no rule ROMA-MOON"),
        (written(GOOD + '\nfree = "yes"'), "'free' is true or false"),
        (written(GOOD + '\nanswers."end".en = "No."'), "'end' is not written in 'de'"),
        (written(GOOD + "\nothers = [1]"), "'others' is a list of words"),
        (written(GOOD + '\nothers = ["fly"]'), "step 1: 'fly' is no action"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadLesson) as refused:
        read_lesson("roma", "01-x", text)
    assert str(refused.value).startswith("The lesson roma/01-x")
    assert sentence in str(refused.value)


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        ('goal = { word = "end" }\nsolution = ["money:6"]', "step 1: 'money:6' cannot be played"),
        ('goal = { word = "end" }\nsolution = ["money:5"]', "step 1: its solution does not reach the goal"),
        ('goal = { word = "money:5" }\nsolution = ["money:5", "end"]', "reached before the solution is at its end"),
        ('goal = { view = "you", compare = "==", value = 0 }\nsolution = ["end"]', "reached before it begins"),
        ('goal = { over = "any" }\nsolution = ["end"]', "step 1: it does not say what the others decide"),
    ],
)
def test_a_solution_that_went_stale_is_named(step: str, sentence: str) -> None:
    with pytest.raises(BadLesson, match=re.escape(sentence)):
        play_solution(read_lesson("roma", "01-x", written(step)), SEEDS[0])


def test_an_unknown_lesson_is_named_with_those_there_are() -> None:
    with pytest.raises(UnknownLesson, match="Roma has no lesson '99-moon'; its lessons are 01-first-game"):
        find_lesson("roma", "99-moon")


def test_every_lesson_lies_in_a_folder_of_a_game() -> None:
    folder = Path(registry.__file__).parent.parent / "lessons"
    assert {file.name for file in folder.iterdir()} == set(GAMES)

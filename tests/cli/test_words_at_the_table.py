"""What the terminal says: reasons for things, goals of levels, counts in the right number; files of other programs."""

from __future__ import annotations

import json
import random
import re
import shutil
from importlib import resources
from pathlib import Path

import pytest

from ludi.cli import counsel
from ludi.core import Table
from ludi.games.pax import GAME as PAX
from ludi.games.pax import position as pax
from ludi.games.roma import position as roma

from .conftest import Ludi

MARK = b"\xef\xbb\xbf"
"""The byte order mark that some editors put before a text."""
HEADER = "category,symbols,value,copies"


def plain(text: str) -> str:
    return " ".join(text.split())


def roma_file(folder: Path) -> Path:
    path = folder / "roma.json"
    data = {
        "game": "roma",
        "rows": [{"3": "forum"}, {"2": "forum"}],
        "hands": [["nero"]],
        "unused": [3],
        "used": [5, 1],
    }
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


# Why not, asked about a thing


def test_asking_about_a_card_gives_reasons_and_no_list_of_verbs(ludi: Ludi, tmp_path: Path) -> None:
    out = plain(ludi("play", "--position", roma_file(tmp_path), lines=["w forum"]).out)
    assert "The verbs of this game" not in out
    assert "is no action" not in out
    for reason in (
        "activate:3 Forum needs a second die that is not used yet. [ROMA-FORUM]",
        "You have no Forum in your hand. [ROMA-PLAY-1]",
        "keep:forum You have not drawn any cards to choose from. [ROMA-DRAW-1]",
    ):
        assert reason in out, reason


@pytest.mark.parametrize("asked", ["w lay forum", "forum", "w tribunus plebis", "w tribunus-plebis", "w Forum 3"])
def test_things_are_asked_about_in_words_of_their_own(ludi: Ludi, tmp_path: Path, asked: str) -> None:
    out = plain(ludi("play", "--position", roma_file(tmp_path), lines=[asked]).out)
    assert "is no action" not in out
    assert "[ROMA-" in out.partition(f"> {asked}")[2]


def test_what_is_possible_is_said_to_be(ludi: Ludi, tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    data = {"game": "roma", "rows": [{"3": "forum"}], "hands": [["forum"]], "sestertii": [9, 0], "unused": [3, 4]}
    path.write_text(json.dumps(data), encoding="utf-8")
    out = plain(ludi("play", "--position", path, lines=["w forum"]).out)
    assert "That is possible now." in out
    assert "activate:3" in out


def test_asking_about_nothing_known_still_lists_the_verbs(ludi: Ludi, tmp_path: Path) -> None:
    out = plain(ludi("play", "--position", roma_file(tmp_path), lines=["w colosseum"]).out)
    assert "The verbs of this game are give, lay" in out


def test_all_that_is_possible_by_a_verb_is_among_what_is_told_of_it() -> None:
    """However many words a verb has: what is possible stands first."""
    table, rng = Table.new("pax-romana", {"scenario": "III"}, seed="ides"), random.Random(3)
    for _ in range(12):
        seat, state = table.state.actors()[0], table.state
        words = [state.spell(action) for action in state.legal(seat)]
        for verb in {word.partition(":")[0] for word in words if ":" in word}:
            possible = {word for word in words if word.startswith(f"{verb}:")}
            assert possible <= set(counsel._speaking_of(state, seat, verb)), verb
        table.play(seat, rng.choice(words))


def test_asking_about_a_verb_gives_the_reason_why_it_is_not_possible(ludi: Ludi) -> None:
    begin = ("play", "pax", "--players", 2, "--start", 1, "--seed", "verb", "--bots", "random")
    lines = ["w buy", "1", "w buy", "buy", "draw", "w buy", "w lay"]
    answers = [" ".join(part.split("\n", 1)[1].split()) for part in ludi(*begin, lines=lines).out.split("\n> ")[1:]]
    words = "buy:legion-1 buy:legion-2 buy:legion-3"
    assert answers[0] == f"{words} First choose the card you keep. [PAX-SETUP-10]"
    assert answers[2] == f"{words} Drawing cards comes first; buying and playing follow. [PAX-TURN-2]"
    assert answers[3] == answers[2], "typed alone it is answered alike"
    assert answers[5] == f"{words} First place the card you drew. [PAX-DRAW-1]"
    assert answers[6] == "lay:legion-1 lay:legion-2 lay:legion-3 That is possible now."


def test_the_word_typed_for_the_seed_is_shown_at_the_end(ludi: Ludi, tmp_path: Path) -> None:
    path, told = tmp_path / "ides.json", "The game was dealt from the word 'Ides of March'. The seed was: "
    begin = ("play", "pax", "--players", 2, "--seed", "Ides of March", "--bots", "random")
    lines = ["1"] * 300
    out = ludi(*begin, lines=["1", f"s {path}", "q"]).out
    assert "dealt from" not in out, "it would tell what is hidden"
    assert "dealt from" not in ludi("show", path).out
    assert told in plain(ludi("play", "--load", path, lines=[*lines, "", ""]).out)
    table = Table.load(path)
    while actors := table.state.actors():
        table.play(actors[0], table.state.legal(actors[0])[0])
    table.save(path, overwrite=True)
    assert told in plain(ludi("show", path).out)
    assert "dealt from" not in ludi("show", path, "--to", 3).out
    assert ludi("verify", path).code == 0
    nameless = ludi("play", "pax", "--players", 2, "--bots", "random", lines=lines).out
    assert "The seed was:" in nameless
    assert "dealt from" not in nameless
    data = json.loads(path.read_text(encoding="utf-8"))
    assert data["seed_word"] == "Ides of March"
    path.write_text(json.dumps(data | {"seed_word": "kalends"}), encoding="utf-8")
    assert "its seed is not that of the word beside it" in ludi("verify", path).err
    path.write_text(json.dumps(data | {"seed_word": 5}), encoding="utf-8")
    assert "'seed_word' is not what it should be" in ludi("verify", path).err
    path.write_text(json.dumps(data | {"seed_word": "\ud800"}), encoding="utf-8")
    assert "its seed is not that of the word beside it" in ludi("verify", path).err


# Bots where there is no seat for them


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["pax", "--solo", "--bots", "greedy"], "You play alone: there is no seat for a bot; leave --bots away."),
        (["pax", "--players", "1", "--bots", "greedy"], "You play alone"),
        (["roma", "--hot-seat", "--bots", "greedy"], "People sit on all seats"),
        (["pax", "--players", "3", "--people", "3", "--bots", "greedy"], "People sit on all seats"),
    ],
)
def test_bots_without_a_seat_are_refused(ludi: Ludi, words: list[str], reason: str) -> None:
    done = ludi("play", *words)
    assert done.code == 2
    assert done.err.startswith(reason)


# The rules in short, the goals


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        (
            "en",
            [
                "you take 2 Aurei instead of cards",
                "After the last round Rome takes no more groups",
                "Rome too has a bonus",
            ],
        ),
        ("de", ["nimmt 2 Aurei statt Karten", "Nach der letzten Runde nimmt Rom keine Gruppe", "Auch Rom hat für je"]),
        ("nl", ["neem je 2 aurei in plaats van", "Na de laatste ronde neemt Rome geen groep", "Ook Rome heeft voor"]),
    ],
)
def test_the_rules_of_pax_in_short_leave_nothing_out(ludi: Ludi, language: str, sentences: list[str]) -> None:
    out = plain(ludi("rules", "pax", "--language", language).out)
    for sentence in sentences:
        assert sentence in out


def test_the_menu_of_levels_states_each_goal(ludi: Ludi) -> None:
    pax = [f"{game + 1}" for game, name in enumerate(("pax", "pax-romana", "roma")) if name == "pax"]
    out = plain(ludi("play", lines=[*pax, "1", "q"]).out)
    for level in range(1, 6):
        assert f"more symbols than Rome in {level + 2} categories" in out
    assert "you begin with 3 cards on display" in out


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_levels_are_offered_with_their_goals_in_every_language(language: str) -> None:
    offered = PAX.offers(language)["solo"]
    assert [choice.value for choice in offered] == [1, 2, 3, 4, 5]
    assert all(str(choice.value + 2) in choice.label for choice in offered)
    assert len({choice.label for choice in offered}) == 5


# Counts


@pytest.mark.parametrize(
    ("number", "label"),
    [
        (74, "Draw three cards"),
        (3, "Draw three cards"),
        (2, "Draw what is left (2 cards)"),
        (1, "Draw what is left (1 card)"),
    ],
)
@pytest.mark.parametrize(
    "faith", [[], ["religion-2-3", "religion-1-1"], ["religion-2-3", "religion-2-3", "religion-2-4"]]
)
def test_no_more_cards_are_promised_than_there_are(number: int, label: str, faith: list[str]) -> None:
    state = pax(players=2, displays=[faith], deck=None if number > 3 else ["land-1-1", "land-1-2", "army-1-1"][:number])
    book = PAX.phrases("en")
    draw = state.unspell("draw")
    assert book.say(state.label(draw)) == label
    assert ("Left in the deck" in book.say(state.explain(draw))) == (number < 3)


def test_a_die_draws_no_more_cards_in_roma_than_the_piles_hold() -> None:
    from ludi.games.roma import GAME
    from ludi.games.roma.components import DECK, WORDS

    words = [WORDS[card] for card in DECK]
    state = roma(hands=[words[:49]], deck=words[49:51], discard=words[51:], unused=[2, 5])
    assert GAME.phrases("en").say(state.label(state.unspell("draw:5"))) == "Use the 5: draw 3 cards, keep one"
    assert GAME.phrases("en").say(state.label(state.unspell("draw:2"))) == "Use the 2: draw 2 cards, keep one"


def test_more_categories_than_needed_are_told_rightly(ludi: Ludi, tmp_path: Path) -> None:
    path = tmp_path / "solo.json"
    shown = ["wealth-2-3", "senator-2-3", "land-2-3", "intrigue-2-3", "army-1-1", "fleet-1-1", "religion-1-1"]
    data = {
        "game": "pax",
        "options": {"players": 1, "solo": 1},
        "phase": "over",
        "displays": [shown],
        "rome_hidden": ["army-2-3", "fleet-2-3", "religion-2-3"],
    }
    path.write_text(json.dumps(data), encoding="utf-8")
    out = plain(ludi("show", path).out)
    assert "Stronger than Rome in 4 categories; needed: 3." in out


def test_one_card_under_the_deck_is_one_card(ludi: Ludi) -> None:
    begin = ("play", "pax", "--players", 2, "--start", 1, "--seed", "ides", "--bots", "random")
    out = plain(ludi(*begin, lines=["1", "draw", "hand", "under"]).out)
    assert re.search(r"You put under \S+ \d/\d it lies below \d+ cards", out)
    assert re.search(r"You put under \S+ \d/\d \S+ \d/\d the first of them lies below \d+ cards", out)


def test_one_seat_is_one_seat() -> None:
    for language, words in (("en", "has 1 seat."), ("de", "hat 1 Platz."), ("nl", "heeft 1 plaats.")):
        refusal = pax(players=1).why_not(5, "draw")
        assert refusal is not None
        assert PAX.phrases(language).say(refusal).endswith(words)


@pytest.mark.parametrize("rome_wins", [True, False])
def test_a_table_of_points_only_where_points_are_counted(ludi: Ludi, tmp_path: Path, rome_wins: bool) -> None:
    path = tmp_path / "over.json"
    shown = ["wealth-2-3", "senator-2-3", "land-2-3", "intrigue-2-3"][: 2 if rome_wins else 4]
    data = {
        "game": "pax",
        "options": {"players": 2},
        "phase": "over",
        "displays": [shown, ["intrigue-1-1"]],
        "rome_hidden": ["army-2-3", "fleet-2-3", "religion-2-3"],
    }
    path.write_text(json.dumps(data), encoding="utf-8")
    out = plain(ludi("show", path).out)
    assert ("Points are not counted." in out) == rome_wins
    assert ("most money" in out) != rome_wins
    assert ("together" in out) != rome_wins


# Files of other programs


def test_a_saved_game_with_a_byte_order_mark_loads(ludi: Ludi, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    Table.new("pax", {"players": 2}, seed=bytes(32)).save(path)
    path.write_bytes(MARK + path.read_bytes())
    assert ludi("verify", path).code == 0
    assert ludi("replay", path, "--to", "0").code == 0
    assert ludi("show", path).code == 0
    assert ludi("play", "--load", path, lines=[]).code == 0


def test_a_position_a_card_list_and_data_with_a_byte_order_mark_load(ludi: Ludi, home: Path, tmp_path: Path) -> None:
    path = roma_file(tmp_path)
    path.write_bytes(MARK + path.read_bytes())
    assert ludi("show", path).code == 0
    deck = tmp_path / "deck.csv"
    built_in = resources.files("ludi.games.pax") / "data" / "deck.csv"
    deck.write_bytes(MARK + built_in.read_bytes())
    assert ludi("simulate", "pax", "--deck", deck, "--games", "1").code == 0
    folder = tmp_path / "data"
    folder.mkdir()
    for name in ("spaces.csv", "tables.toml"):
        file = resources.files("ludi.games.pax_romana") / "data" / name
        (folder / name).write_bytes(MARK + file.read_bytes())
    assert ludi("data", "pax-romana", "--data", folder).code == 0
    home.mkdir()
    (home / "campaign.json").write_bytes(MARK + b'{"format": "ludi-romani campaign 1", "won": {"pax": [1]}}')
    assert "locked" not in ludi("play", "pax", "--solo", "2", lines=[]).err


@pytest.mark.parametrize(("sign", "name"), [(";", "semicolons"), ("\t", "tabs")])
def test_a_table_with_other_separators_is_told_so(ludi: Ludi, tmp_path: Path, sign: str, name: str) -> None:
    deck = tmp_path / "deck.csv"
    deck.write_text(f"{HEADER}\nwealth,1,1,3\n".replace(",", sign), encoding="utf-8")
    assert (
        f"deck.csv, line 1: the columns are parted by {name}; write commas" in ludi("play", "pax", "--deck", deck).err
    )
    deck.write_text(f"{HEADER}\n" + "wealth,1,1,3\n".replace(",", sign), encoding="utf-8")
    assert f"deck.csv, line 2: the columns are parted by {name}" in ludi("play", "pax", "--deck", deck).err
    deck.write_text(f"{HEADER}\nwealth\n", encoding="utf-8")
    assert "4 columns are named, but 1 is given." in ludi("play", "pax", "--deck", deck).err
    folder = tmp_path / "data"
    shutil.copytree(str(resources.files("ludi.games.pax_romana") / "data"), folder)
    spaces = folder / "spaces.csv"
    spaces.write_text(spaces.read_text(encoding="utf-8").replace(",", sign), encoding="utf-8")
    assert f"line 1: the columns are parted by {name}" in ludi("data", "pax-romana", "--data", folder).err


@pytest.mark.parametrize("text", ['{"game": "roma", "turn": 0, "turn": 1}', '{"rows": [{"1": "nero", "1": "legat"}]}'])
def test_a_name_given_twice_in_a_position_is_told(ludi: Ludi, tmp_path: Path, text: str) -> None:
    path = tmp_path / "p.json"
    path.write_text(text, encoding="utf-8")
    assert "twice" in ludi("show", path).err


def test_a_name_given_twice_in_a_record_is_told(ludi: Ludi, tmp_path: Path) -> None:
    path = tmp_path / "r.json"
    Table.new("pax", {"players": 2}, seed=bytes(32)).save(path)
    path.write_text(path.read_text(encoding="utf-8").replace('"game"', '"decisions": [], "game"'), encoding="utf-8")
    assert "it names 'decisions' twice" in ludi("verify", path).err

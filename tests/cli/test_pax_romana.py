"""Pax Romana at the terminal: the report, the breadcrumb, long lists of choices, the drawn map."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from games.pax_romana.battle_tools import attack
from games.pax_romana.helpers import play
from ludi.cli import boards
from ludi.cli.screen import Screen
from ludi.core import Chair, Table, registry
from ludi.games.pax_romana.asking.odds import odds
from ludi.games.pax_romana.world.scenario import FILES, read_scenario

from .conftest import Ludi

BEGIN = ("play", "pax-romana", "--scenario", "II", "--bots", "random", "--seed", "kalends")


def plain(text: str) -> str:
    return " ".join(text.split())


def last_screen(out: str) -> str:
    return out[out.rindex("Pax Romana  scenario") :]


def random_table(scenario: str, decisions: int, **options: object) -> Table:
    table = Table.new("pax-romana", {"scenario": scenario, **options}, seed=bytes([7]) * 32)
    rng = random.Random(7)
    for _ in range(decisions):
        if not table.state.actors():
            break
        seat = table.state.actors()[0]
        table.play(seat, rng.choice(table.state.legal(seat)))
    return table


@pytest.mark.parametrize(
    ("scenario", "format_"),
    [
        (number, each["id"])
        for number in FILES
        for each in read_scenario(number)["formats"]
        if each["game"] == "standard"
    ],
)
def test_every_scenario_and_format_is_played(ludi: Ludi, scenario: str, format_: str) -> None:
    begin = (
        "play",
        "pax-romana",
        "--scenario",
        scenario.lower(),
        "--format",
        format_,
        "--bots",
        "random",
        "--seed",
        "x",
    )
    done = ludi(*begin, lines=["1"])
    assert done.code == 0
    assert f"scenario {scenario} · turn" in done.out
    assert max(map(len, done.out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ["--scenario", "XI"],
            "The option 'scenario' cannot be 'XI'; it can be 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', "
            "'X'.",
        ),
        (["--scenario", "II", "--format", "long"], "Scenario II has no format 'long'; it has standard, short."),
        (
            ["--scenario", "V", "--powers", "gaul"],
            "Scenario V has no power 'gaul'; it has greece, east, carthage, rome.",
        ),
        (["--scenario", "V", "--powers", "rome,rome"], "The power 'rome' can sit on one seat only."),
        (["--scenario", "II", "--powers", "rome+carthage"], "One seat cannot hold all powers"),
        (["--scenario", "II", "--people", "3"], "Scenario II seats 1, 2 people, not 3."),
        (["--scenario", "V", "--powers", "rome", "--people", "1"], "--powers seats the people already"),
    ],
)
def test_bad_names_get_one_sentence_that_lists_what_is_right(ludi: Ludi, words: list[str], sentence: str) -> None:
    done = ludi("play", "pax-romana", *words)
    assert done.code == 2
    assert sentence in done.err
    assert done.err.count("\n") == 1
    other = ludi("play", "roma", "--powers", "rome")
    assert other.err == "--powers is for games of powers; Roma has none.\n"


def test_a_person_holds_one_power_or_several_and_bots_the_others(ludi: Ludi) -> None:
    begin = ("play", "pax-romana", "--scenario", "V", "--bots", "random", "--seed", "x")
    alone = ludi(*begin).out
    assert "Player 1 (Rome), Aulus (Carthage, chance bot, random), Brutus (Greece, chance bot, random)" in plain(alone)
    both = ludi(*begin, "--powers", "rome+east").out
    assert (
        "Player 1 (The East and Rome), Aulus (Greece, chance bot, random), Brutus (Carthage, chance bot, random)."
        in plain(both)
    )
    assert re.search(r"Your decision for (Rome|the East) ", both)
    shared = ludi("play", "pax-romana", "--scenario", "V", "--seed", "x", "--people", "2").out
    assert "Player 1 (The East and Rome), Player 2 (Greece and Carthage)." in plain(shared)
    two = ludi(*begin, "--powers", "carthage,rome", "--name", "Hanno", "--name", "Livia").out
    assert "Hanno (Carthage), Livia (Rome), Aulus (Greece, chance bot, random)" in plain(two)


def test_the_menu_asks_for_scenario_format_and_power(ludi: Ludi) -> None:
    out = ludi("play", lines=["2", "5", "2", "4", "Livia", ""]).out
    assert "II · The Punic Wars (275 to 175 BC · Rome, Carthage · 2 to 4 turns)" in plain(out)
    assert "Basic II: 5 turns, until turn 5" in out
    assert "Livia (Rome), Aulus (Greece, opportunist bot, greedy), Brutus (The East, opportunist bot, greedy)" in plain(
        out
    )
    assert "scenario V · turn I of V" in out
    shared = plain(ludi("play", lines=["2", "5", "1", "5", "Livia", "Hanno"]).out)
    assert "2 people share the powers: Rome and The East; Carthage and Greece" in shared
    assert "Livia (The East and Rome), Hanno (Greece and Carthage)" in shared


def test_the_report_tells_who_stands_where_under_whom(ludi: Ludi) -> None:
    out = ludi(*BEGIN).out
    for line in (
        "R Bruttium                Rhegium: R town 2; R 3 legions (12 BP), leader 1-4",
        "C Corsica                 Aleria: C 1 garrison",
        "─ Rome controlled by Rome ─",
        "- Lusitania               Salmantica: tribe ?",
    ):
        assert line in out
    assert "Carthago: C city 5; C 3 heavy, 1 light, 1 cavalry, 1 elephant, 3 galleys (11 BP), leader 2-5" in plain(out)
    assert re.search(r"R Rome +0 +3 +12 +4 stable +13 +\+17 +3 +you", out)


def test_the_breadcrumb_follows_the_procedures_into_a_battle(ludi: Ludi) -> None:
    lines = ["expand", "major rhegium", "take-all", "embark", "", "sail messana", "debark"]
    out = plain(last_screen(ludi(*BEGIN, lines=lines).out))
    assert "Turn 2, phase F > Activation of Rome > Expansion > Major move at Messana > Battle at Messana, step 9" in out
    assert "Battle of Messana: Rome against Independents; dice" in out
    assert "Messana: R 3 legions (12 BP), leader 1-4; i 2 heavy (6 BP) of the Independents" in out


def test_every_breadcrumb_can_be_said() -> None:
    for scenario in FILES:
        table = Table.new("pax-romana", {"scenario": scenario, "event_markers": 2}, seed=bytes([3]) * 32)
        rng, book = random.Random(3), table.phrases()
        board = boards.find("pax-romana")
        screen = Screen()
        for number in range(500):
            if not table.state.actors():
                break
            seat = table.state.actors()[0]
            view = table.state.view(seat)
            if number % 40 == 0:
                with screen.out.capture() as shown:
                    screen.out.print(board.draw(view, book, 80), width=80)
                assert all(len(line) <= 80 for line in shown.get().splitlines())
            board.focus(view, book, 80, {"roma"})
            for action in table.state.legal(seat):
                board.note(view, book, table.state.spell(action))
            table.play(seat, rng.choice(table.state.legal(seat)))


def test_choices_cite_their_rules_and_say_what_stands_there(ludi: Ludi) -> None:
    out = ludi(*BEGIN, lines=["expand"]).out
    assert "Major move from Rhegium (3 legions; 1-4)" in out
    assert "[PR-9.1.1a]" in out
    assert "[PR-9.1.1b]" in out


def test_the_exact_chance_stands_beside_an_attack(ludi: Ludi) -> None:
    out = ludi(*BEGIN, lines=["expand", "major rhegium", "take-all", "embark", "", "sail messana"]).out
    chance = odds({"legion": 3}, {"heavy": 2}, attacker_leader=1, amphibious=True).attacker_wins
    assert f"Debark (chance to win {round(100 * chance)} %)" in out
    walls = odds({"legion": 3}, {"heavy": 3, "light": 1}, attacker_leader=1, walls=5).attacker_wins
    field = odds({"legion": 3}, {"heavy": 3, "light": 1}, attacker_leader=1).attacker_wins
    view = dict(Table.new("pax-romana", {"scenario": "II"}, seed=bytes(32)).state.view(0))
    view["under_way"] = {"kind": "move", "space": "messana", "side": "rome", "mp": 3, "army": {"legion": 3}}
    view["leaders"]["rome-7"] = "messana"
    note = boards.find("pax-romana").note(view, registry.find("pax-romana").phrases("en"), "march:syracuse")
    assert f"chance to win {round(100 * field)} %, {round(100 * walls)} % against the walls" in note


def test_a_long_list_is_drawn_together_and_narrowed_by_words(ludi: Ludi) -> None:
    out = ludi(*BEGIN, lines=["recruit", "galley", "roma", "zzz"]).out
    together = out[out.rindex("Raise land units or build galleys") :]
    listed, galleys, roma, nothing = together.split("\n> ")[:4]
    assert re.search(r"^ *2-22 +Raise a legion in Taurinorum, Mediolanum", listed, re.MULTILINE)
    assert "legion:..." in listed
    assert "Type words to see only the choices that speak of them" in listed
    assert "legion:roma" not in galleys
    assert "galley:ravenna" in galleys
    assert {"legion:roma", "galley:roma"} <= set(roma.split())
    assert "galley:ravenna" not in roma
    assert "'zzz' is no action." in nothing


def test_words_that_name_one_choice_play_it_or_wait_for_enter(ludi: Ludi) -> None:
    played = ludi(*BEGIN, lines=["recruit", "galley ravenna"]).out
    assert "Ravenna: R 1 galley" in played
    asked = ludi(*BEGIN, lines=["recruit", "ravenna gal", ""]).out
    assert "Enter plays this one > " in asked
    assert "Ravenna: R 1 galley" in asked


def test_a_part_of_the_map_is_shown_by_its_name(ludi: Ludi) -> None:
    out = ludi(*BEGIN, lines=["expand", "b The Sicilies", "b gades", "b carthage", "b moon", "b", "b sicily"]).out
    sicilies, gades, carthage, moon, whole, sicily = out.split("\n> ")[2:8]
    assert "Messana" in sicilies
    assert "Roma:" not in sicilies
    assert "─ Hispania" in gades
    assert {"─ Hispania", "─ Carthage controlled by Carthage", "─ The Sicilies"} <= set(
        re.findall(r"─ [A-Z][A-Za-z ]+[a-z]", carthage)
    )
    assert "No part of the table is called 'moon'; b shows it all." in moon
    assert "Letters: R Rome, C Carthage" in whole
    for told in map(plain, (moon, whole)):
        parts = re.search(r"b NAME shows one of these parts: (.*?)\. A place", told)
        assert parts is not None
        assert {"Rome", "Carthage", "Hispania", "The Sicilies"} <= set(parts[1].split(", "))
    assert "these parts" not in sicily
    assert "─ The Sicilies" in sicily
    assert "─ Rome" not in sicily


def test_every_part_of_the_map_that_is_listed_is_shown() -> None:
    table = random_table("V", 40)
    board, book, view = boards.find("pax-romana"), table.phrases("de"), table.state.view(0)
    listed = board.parts(view, book)
    assert len(listed) > 10
    assert all(board.part(view, book, 80, name) is not None for name in listed)


@pytest.mark.rule("PR-10.3.1p")
def test_the_heading_of_a_battle_tells_what_the_shifts_have_made_of_the_dice() -> None:
    """The log tells the dice as they fell, so the heading says what it tells instead."""
    state = attack({"legion": 6}, {"heavy": 3, "cavalry": 3}, [4, 1])
    book, board = state.box.game.phrases("en", state.box), boards.find("pax-romana")
    screen = Screen()

    def heading() -> str:
        with screen.out.capture() as captured:
            screen.say(board.draw(state.view(0), book, 80))
        found = re.search(r"Battle of Capua: .*?\.", plain(captured.get()))
        assert found is not None
        return found[0]

    assert heading() == (
        "Battle of Capua: Rome against Carthage; dice 4 and 1, shifts used so far included; "
        "the defender has 1 shift left."
    )
    play(state, "raise")
    assert heading() == "Battle of Capua: Rome against Carthage; dice 4 and 2, shifts used so far included."


def test_why_not_is_answered_with_its_rule(ludi: Ludi) -> None:
    out = ludi(*BEGIN, lines=["expand", "major rhegium", "take-all", "w march:roma", "? 2"]).out
    assert "No land connection leads there. [PR-9.2.2]" in out
    assert "By land. Enemies there must be attacked for 1 MP more" in plain(out)


def test_replay_and_show_draw_the_same_board(ludi: Ludi, tmp_path: Path) -> None:
    table = random_table("II", 3000)
    assert not table.state.actors()
    file = tmp_path / "game.json"
    table.record().save(file)
    assert "─ The Sicilies" in ludi("replay", file, "--to", 40).out
    end = ludi("show", file).out
    assert "The reckoning" in end
    assert re.search(r"Carthage +\d+ ", end)
    position = tmp_path / "position.json"
    position.write_text(json.dumps({"game": "pax-romana", **random_table("V", 30).state.snapshot()}))
    shown = ludi("show", position)
    assert shown.code == 0
    assert "─ Asia Minor" in shown.out


def test_the_map_is_drawn_into_a_file(ludi: Ludi, tmp_path: Path) -> None:
    file, out = tmp_path / "game.json", tmp_path / "map.svg"
    table = Table(registry.find("pax-romana"), {"scenario": "II"}, [Chair("Livia"), Chair("Hanno")], bytes(32))
    table.record().save(file)
    done = ludi("show", file, "--svg", out)
    assert done.code == 0
    assert str(out) in done.out
    root = ElementTree.fromstring(out.read_text(encoding="utf-8"))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    again = tmp_path / "again.svg"
    ludi("show", file, "--svg", again)
    assert again.read_bytes() == out.read_bytes()


def test_what_cannot_be_drawn_is_refused(ludi: Ludi, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    Table.new("pax-romana", {"scenario": "II"}, seed=bytes(32)).record().save(file)
    assert (
        ludi("show", file, "--svg", tmp_path / "map.png").err
        == "The picture is an SVG file: call it map.png.svg, say.\n"
    )
    assert "there is no folder" in ludi("show", file, "--svg", tmp_path / "no" / "map.svg").err
    other = tmp_path / "roma.json"
    Table.new("roma", seed=bytes(32)).record().save(other)
    refused = ludi("show", other, "--svg", tmp_path / "map.svg")
    assert refused.code == 2
    assert refused.err == "Roma has no map to draw; --svg is for Pax Romana.\n"
    assert not (tmp_path / "map.svg").exists()


REFUSED = ("is no answer", "is no action", "no army on the move", "not your decision")


def first_game() -> tuple[list[str], list[str]]:
    """What the guide to the first game tells to type: the landing, and the minor moves after it."""
    text = (Path(__file__).parents[2] / "docs" / "pax-romana-first-game.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    typed: list[str] = []
    for row in rows:
        words = [word.strip().strip("`") for word in re.split(r", | or ", row)]
        typed += words[:1] if " or " in row else ["" if word == "Enter" else word for word in words]
    return typed[:8], typed[8:]


def test_the_first_game_goes_as_the_documentation_tells_it(ludi: Ludi) -> None:
    landing, minor = first_game()
    assert landing == ["expand", "major rhegium", "take-all", "embark", "", "sail messana", "debark", "raise"]
    out = plain(ludi(*BEGIN, lines=landing).out)
    assert "Battle at Messana: Rome 12 against Independents 6" in out
    assert "Independents beat Rome at Messana: Independents lose 2 battle points, Rome 8 battle points." in out
    calm = ludi(*BEGIN, lines=[landing[0], *minor]).out
    assert "Brundisium: R town 2" in calm
    assert "Placentia: R 3 garrisons" in calm
    for each in (out, calm):
        assert not [words for words in REFUSED if words in each]


@pytest.mark.parametrize(("seed", "answer"), [("kalends", []), ("ides", ["no"])])
def test_the_first_expansion_ends_by_itself(ludi: Ludi, seed: str, answer: list[str]) -> None:
    """With the seed 'ides' Carthage wants to intercept, so a bribe is asked about first; either landing fails."""
    landing, minor = first_game()
    lines = [*landing[:-1], *answer, landing[-1], "sail rhegium", "debark"]
    begin = (*BEGIN[:-1], seed)
    back = plain(last_screen(ludi(*begin, lines=lines).out))
    if seed == "kalends":
        lines.append("halt")
        back = plain(last_screen(ludi(*begin, lines=lines).out))
    assert "Expansion: 0 major moves and 2 minor moves left" in back
    out = plain(ludi(*begin, lines=[*lines, *minor, "b placentia"]).out)
    assert ("Carthage is about to intercept you at Messana. Do you offer Talents" in out) is (seed == "ides")
    assert ("Carthage fails to intercept from Panormus into Messana" in out) is (seed == "ides")
    end = out[out.rindex("Pax Romana scenario") :]
    assert "Activation of Rome > Expansion" not in end
    assert "Brundisium: R town 2" in out
    assert "Placentia: R 3 garrisons" in out
    assert not [words for words in REFUSED if words in out]


def test_why_takes_words_of_their_own_and_a_slip_is_told_what_is_open(ludi: Ludi) -> None:
    out = plain(ludi(*BEGIN, lines=["expand", "w march capua", "w recruit", "foo"]).out)
    assert "'march capua' is no action" not in out
    assert "'foo' is no action. Open now: done, major, minor, town, city. Type h for help." in out


def test_halt_is_refused_with_the_reason(ludi: Ludi) -> None:
    lines = ["w halt", "expand", "major rhegium", "w halt", "take-all", "embark", "w halt", "", "w halt", "w yes"]
    out = plain(ludi(*BEGIN, lines=lines).out)
    for sentence in (
        "No army is on the move now: armies march and halt in a major or minor move, which needs an expansion.",
        "Nobody has set out yet: choose first who goes. [PR-9.1.1a]",
        "Say first how many galley squadrons go along. [PR-11.3.2b]",
        "The army is on board: it must debark, or sail on, before its move can end. [PR-11.3.2d]",
        "That does not answer the question asked now. [PR-11.1.1a]",
    ):
        assert sentence in out

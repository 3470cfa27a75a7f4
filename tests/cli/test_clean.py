"""Whatever comes from a file or a folder is printed without anything that could steer a terminal."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from rich.table import Table as Grid
from rich.text import Text

from ludi.cli.screen import Screen
from ludi.core import Chair, Table, clean

from .conftest import Ludi, Result

EVIL = "\x1b[2J\x1b[3J\x1b]0;owned\x07\x9b2J\u202e\u2066\u200b"
"""Clears the screen, names the window, turns the line around, hides."""


def check(result: Result) -> Result:
    for text in (result.out, result.err):
        bad = {each for each in text if not each.isprintable() and each != "\n"}
        assert not bad, repr(text)
    return result


def game(name: str, seats: int, over: bool, **options: Any) -> Table:
    chairs = [Chair(f"{EVIL}Nemo{seat}", "person" if seat == 0 and not over else "random") for seat in range(seats)]
    table = Table.new(name, options, chairs, seed=bytes(32))
    rng = random.Random(1)
    for _ in range(3000 if over else 6):
        actors = table.state.actors()
        if not actors:
            break
        table.play(actors[0], rng.choice(table.state.legal(actors[0])))
    return table


TABLES: dict[str, Callable[[bool], Table]] = {
    "pax": lambda over: game("pax", 4, over, players=4),
    "roma": lambda over: game("roma", 2, over),
    "pax-romana": lambda over: game("pax-romana", 2, over, scenario="I"),
}


@pytest.fixture(params=TABLES)
def record(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "record.json"
    TABLES[request.param](request.param != "pax-romana").save(path)
    return path


@pytest.mark.parametrize(
    "words",
    [("replay", "--to", "3"), ("replay", "--to", "0"), ("show",), ("show", "--to", "2"), ("verify",), ("replay",)],
    ids=" ".join,
)
def test_names_in_a_record_do_not_steer_the_terminal(ludi: Ludi, record: Path, words: tuple[str, ...]) -> None:
    command, *more = words
    done = check(ludi(command, record, *more, lines=["", "n", "l", "p", "g 4", "q"]))
    assert done.code == 0
    assert command == "verify" or "Nemo" in done.out


@pytest.mark.parametrize("name", TABLES)
def test_names_in_a_saved_game_do_not_steer_the_terminal(ludi: Ludi, name: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    TABLES[name](False).save(path)
    lines = ["b", "l", "?", "w", "w forum", "h", "1", "", "q", "y"]
    assert "Nemo" in check(ludi("play", "--load", path, lines=lines)).out


def test_the_menu_shows_names_and_files_clean(ludi: Ludi, home: Path) -> None:
    for folder in ("autosave", "saves"):
        (home / folder).mkdir(parents=True)
    TABLES["pax"](False).save(home / "autosave" / "pax-1.json")
    TABLES["pax"](False).save(home / "saves" / f"pax{EVIL}.json")
    assert "Nemo0" in check(ludi("play", lines=["5", "q"])).out
    (home / "autosave" / f"{EVIL}.json").write_text("damaged", encoding="utf-8")
    check(ludi("play", lines=["4"]))


def test_analyses_of_a_record_do_not_steer_the_terminal(ludi: Ludi, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    TABLES["roma"](False).save(path)
    assert "Nemo" in check(ludi("analyse", path, "--level", "search@1")).out


@pytest.mark.parametrize(
    "part",
    ["game", "rules", "format", "seed", "commitment", "options", "decisions", "seats", "player", EVIL],
)
def test_what_an_error_quotes_of_a_record_is_clean(ludi: Ludi, tmp_path: Path, part: str) -> None:
    path = tmp_path / f"{EVIL}.json"
    data = json.loads(TABLES["pax"](True).record().to_json())
    if part == "options":
        data["options"][EVIL] = EVIL
    elif part == "decisions":
        data["decisions"][0] = f"0 {EVIL}"
    elif part == "seats":
        data["seats"] = [EVIL]
    elif part == "player":
        data["seats"][0]["player"] = EVIL
    else:
        data[part] = EVIL
    path.write_text(json.dumps(data), encoding="utf-8")
    for words in (["verify", path], ["replay", path], ["show", path], ["play", "--load", path]):
        check(ludi(*words))


@pytest.mark.parametrize(
    "data",
    [
        {"game": EVIL},
        {"game": "roma", EVIL: 1},
        {"game": "roma", "phase": EVIL},
        {"game": "roma", "hands": [[EVIL]]},
        {"game": "pax", "hands": [[f"{EVIL}@{EVIL}"]]},
        {"game": "pax", "options": {EVIL: EVIL}},
        {"game": "pax-romana", "options": {"scenario": EVIL}},
        {"game": "pax-romana", EVIL: EVIL},
    ],
    ids=str,
)
def test_what_an_error_quotes_of_a_position_is_clean(ludi: Ludi, tmp_path: Path, data: dict[str, Any]) -> None:
    path = tmp_path / f"{EVIL}.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    for words in (["show", path], ["play", "--position", path]):
        assert check(ludi(*words)).code == 2


@pytest.mark.parametrize("text", [EVIL, f"category,symbols,value,copies\n{EVIL},1,1,1", f"{EVIL};;;", f"a,b\n{EVIL}"])
def test_what_an_error_quotes_of_a_card_list_is_clean(ludi: Ludi, tmp_path: Path, text: str) -> None:
    path = tmp_path / f"{EVIL}.csv"
    path.write_text(text, encoding="utf-8")
    assert check(ludi("play", "pax", "--deck", path)).code == 2
    assert check(ludi("simulate", "pax", "--deck", path)).code == 2


def test_data_of_an_owner_is_printed_clean(ludi: Ludi, tmp_path: Path) -> None:
    """Names and sources in an owner's files, in the table of sources, on the board and in what errors quote."""
    folder = tmp_path / f"data{EVIL}"
    shutil.copytree(str(resources.files("ludi.games.pax_romana") / "data"), folder)
    spaces = (folder / "spaces.csv").read_text(encoding="utf-8")
    (folder / "spaces.csv").write_text(
        spaces.replace(",Roma,", f",Roma{EVIL},").replace("reconstructed", f"reconstructed {EVIL}"), encoding="utf-8"
    )
    table = check(ludi("data", "pax-romana", "--file", "spaces.csv", "--data", folder))
    assert "Roma" in table.out
    check(ludi("data", "pax-romana", "--data", folder))
    check(ludi("data", "pax-romana", "--json", "--data", folder))
    check(ludi("play", "pax-romana", "--scenario", "II", "--data", folder, lines=["b", "l", "q", "n"]))
    (folder / "spaces.csv").write_text(spaces.replace(",Roma,", f",Roma,{EVIL},"), encoding="utf-8")
    assert check(ludi("data", "pax-romana", "--data", folder)).code == 2


@pytest.mark.parametrize(
    "words",
    [
        [EVIL],
        ["play", EVIL],
        ["play", "pax", "--bots", EVIL],
        ["play", "pax", "--option", f"{EVIL}={EVIL}"],
        ["play", "pax", "--name", EVIL],
        ["play", "--load", EVIL],
        ["rules", EVIL],
        ["rules", "pax", "--language", EVIL],
        ["data", "pax", "--file", EVIL],
        ["admin", "stats", "--database", EVIL],
    ],
    ids=str,
)
def test_what_is_typed_is_repeated_clean(ludi: Ludi, words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path.home())
    check(ludi(*words))


def test_nothing_that_is_drawn_gets_around_the_screen(capsys: pytest.CaptureFixture[str]) -> None:
    screen = Screen()
    grid = Grid.grid()
    grid.add_row(Text(f"one{EVIL}"), f"two{EVIL}")
    screen.say(grid)
    screen.say(Text(f"three{EVIL}\nfour{EVIL}"))
    screen.heading(f"five{EVIL}")
    screen.say_line(f"six{EVIL}", f"seven{EVIL}")
    screen.say_path(f"eight{EVIL}")
    check(Result(0, *capsys.readouterr()))
    assert clean("plain") == "plain"
    assert clean("a\nb\tc\x1bd") == "a b c d"

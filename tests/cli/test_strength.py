"""The arena and the analysis from the command line."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from ludi.cli.main import app
from ludi.core import Table, seed_from_text


def run(*words: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, list(words))
    return result.exit_code, result.stdout, result.stderr


def test_the_arena_says_who_is_stronger_and_keeps_every_game(tmp_path: Path) -> None:
    words = ("arena", "roma", "--bots", "greedy,random", "--games", "4", "--out", str(tmp_path / "arena"))
    code, out, _ = run(*words)
    assert code == 0
    assert "greedy" in out
    assert "95 % interval" in out
    assert len((tmp_path / "arena" / "games.jsonl").read_text().splitlines()) == 4
    assert "<svg" in (tmp_path / "arena" / "results.html").read_text()
    code, out, _ = run(*words[:-4], "--games", "6", "--out", str(tmp_path / "arena"), "--json")
    assert code == 0
    assert json.loads(out)["games"] == 6
    assert len((tmp_path / "arena" / "games.jsonl").read_text().splitlines()) == 6, "it went on with what was there"


def test_a_scenario_is_chosen_with_a_flag() -> None:
    words = ("arena", "pax-romana", "--scenario", "I", "--bots", "greedy,random", "--json")
    code, out, _ = run(*words, "--games", "2")
    assert code == 0
    found = json.loads(out)
    assert found["options"]["scenario"] == "I"
    assert found["games"] == found["seatings"] == 2
    code, out, _ = run(*words[:-1], "--games", "3")
    assert code == 0
    assert "2 seatings, among which 3 games cannot be shared out evenly" in " ".join(out.split())
    assert "itself" not in out


def test_one_bot_that_meets_itself_is_told_of_and_one_game_is_one_game(tmp_path: Path) -> None:
    code, out, _ = run("arena", "roma", "--bots", "opportunist", "--games", "1")
    assert code == 0
    assert "Opportunist (greedy) plays against itself" in out
    code, out, _ = run("arena", "roma", "--bots", "opportunist,chance", "--games", "1")
    assert code == 0
    assert "2 seatings, among which 1 game cannot" in out
    run("arena", "roma", "--bots", "random", "--games", "1", "--out", str(tmp_path))
    assert "<p>1 game with 2 seats; " in (tmp_path / "results.html").read_text()
    code, out, _ = run("arena", "pax", "--players", "1", "--bots", "greedy", "--games", "1")
    assert code == 0
    assert "itself" not in out, "alone there is nobody to meet"


def test_bad_bots_and_numbers_are_refused() -> None:
    for words, says in (
        (("arena", "roma", "--bots", "hannibal,random"), "no bot 'hannibal'"),
        (("arena", "roma", "--bots", "random", "--games", "0"), "1 or more"),
        (("arena", "rome"), "no game 'rome'"),
        (("arena", "pax-romana", "--scenario", "XI"), "'scenario' cannot be 'XI'"),
        (("arena", "roma", "--scenario", "II"), "no option 'scenario'"),
        (("analyse", "/nowhere/game.json"), "There is no file"),
    ):
        code, _, err = run(*words)
        assert code == 2, words
        assert says in err


def test_an_analysis_is_told_and_kept_beside_the_record(tmp_path: Path) -> None:
    table = Table.new("roma", seed=seed_from_text("analyse"))
    while table.state.actors():
        seat = table.state.actors()[0]
        table.play(seat, table.state.legal(seat)[0])
    file = tmp_path / "game.json"
    table.save(file)
    code, out, _ = run("analyse", str(file), "--level", "search@4")
    assert code == 0
    assert "judged by search@4" in out
    assert "each unsure by about ±" in out
    assert (tmp_path / "game.analysis.json").is_file()
    code, out, _ = run("analyse", str(file), "--level", "search@4", "--json")
    assert code == 0
    assert len(json.loads(out)["moves"]) == len(table.decisions)
    path = tmp_path / "game.analysis.json"
    told = json.loads(path.read_text())
    for blunders, says in (([], "no blunders,"), ([3], "1 blunder (3),"), ([3, 17], "2 blunders (3, 17),")):
        told["seats"][0]["blunders"] = blunders
        path.write_text(json.dumps(told))
        code, out, _ = run("analyse", str(file), "--level", "search@4")
        assert code == 0
        assert says in " ".join(out.split())
    code, _, err = run("analyse", str(file), "--level", "random")
    assert code == 2
    assert "cannot judge" in err
    code, _, err = run("analyse", str(file), "--level", "search@4", "--seat", "3")
    assert code == 2
    assert "There is no seat 3: the seats are 1 to 2." in err


def test_an_analysis_speaks_to_people(tmp_path: Path) -> None:
    """What single decisions cost adds up to more than all; choices have words, not only names for programs."""
    table = Table.new("roma", seed=seed_from_text("analyse"))
    for _ in range(20):
        seat = table.state.actors()[0]
        table.play(seat, table.state.legal(seat)[0])
    number = next(at for at, (_, word) in enumerate(table.decisions, 1) if word == "end")
    file = tmp_path / "game.json"
    table.save(file)
    run("analyse", str(file), "--level", "search@4")
    path = tmp_path / "game.analysis.json"
    told = json.loads(path.read_text())
    told["seats"][0].update(choices=40, loss=1.27, blunders=[])
    point = {"number": number, "through": number + 3, "seat": 0, "change": 0.21}
    told["moves"][number - 1]["best"].append({"word": "money:1", "chances": [0.5, 0.5], "share": 0.1})
    for cause, says in (
        ("decision", f"Decision {number}, Player 1: End your turn. Better: Use the 1: take 1 sestertius"),
        ("fortune", "Player 1's chance to win: +21 %, by chance or by what others held."),
        ("between", f"+21 %, somewhere between this decision and decision {number + 3}."),
    ):
        told["turning_points"] = [{**point, "cause": cause}]
        path.write_text(json.dumps(told))
        out = " ".join(run("analyse", str(file), "--level", "search@4")[1].split())
        assert says in out
        assert "Player 1: 40 free choices, no blunders, and a choice cost 3.2 % of the chance to win on average." in out

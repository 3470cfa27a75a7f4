"""A fourth game in one folder, put on the shelf by its entry point alone (docs/new-game.md): everything can play it.

``tests/fourth`` holds it as an installed package would; each test starts a process that has it on its path.
"""

from __future__ import annotations

import configparser
import os
import subprocess
import sys
import textwrap
import tomllib
from pathlib import Path

import pytest

from ludi.core import Game, State
from ludi.core.complete import FIELDS, IN_EVERY_VIEW
from needs import need_research

HERE = Path(__file__).parent


def run(
    *words: str, lines: str = "", home: Path | None = None, also: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """A process with the fourth game, and with what lies in another folder."""
    path = os.pathsep.join([str(HERE / "fourth"), str(HERE), *([str(also)] if also else [])])
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONUTF8": "1", "COLUMNS": "100"}
    if home is not None:
        environment["LUDI_HOME"] = str(home)
    return subprocess.run(
        [sys.executable, *words], input=lines, capture_output=True, text=True, env=environment, check=False
    )


def ludi(*words: str, lines: str = "", home: Path | None = None) -> str:
    done = run("-c", "from ludi.cli.main import app; app()", *words, lines=lines, home=home)
    assert done.returncode == 0, done.stderr
    return done.stdout


def python(text: str) -> str:
    done = run("-c", textwrap.dedent(text))
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_lies_on_the_shelf(tmp_path: Path) -> None:
    assert "par-impar" in ludi("games", home=tmp_path)
    assert "PAX" in ludi("games", home=tmp_path), "beside the others"


def test_it_keeps_the_contract_of_every_game() -> None:
    python(
        """
        from contract import play_and_check
        for number in range(20):
            play_and_check("par-impar", {"rounds": 1 + number % 12}, f"nuts-{number}", lambda state, events: None)
        """
    )


def test_it_is_played_in_the_terminal_saved_verified_and_shown(tmp_path: Path) -> None:
    record = tmp_path / "nuts.json"
    told = ludi(
        "play", "par-impar", "--option", "rounds=2", "--bots", "greedy", "--seed", "x", lines="1\n" * 6, home=tmp_path
    )
    assert "How many nuts do you hide?" in told
    assert "The reckoning" in told
    ludi("play", "par-impar", "--bots", "random", "--seed", "x", lines=f"1\ns {record}\nq\n", home=tmp_path)
    assert record.is_file()
    ludi("verify", str(record), home=tmp_path)
    assert "nuts" in ludi("show", str(record), home=tmp_path)


@pytest.mark.parametrize("bot", ["random", "greedy", "search", "master"])
def test_every_bot_plays_it(bot: str, tmp_path: Path) -> None:
    words = ("simulate", "par-impar", "--bots", f"{bot},random", "--games", "2", "--json")
    assert '"games": 2' in ludi(*words, home=tmp_path)


def test_it_is_played_at_the_table_of_a_server(tmp_path: Path) -> None:
    python(
        f"""
        from fastapi.testclient import TestClient
        from ludi.server.app import make_app
        from ludi.server.settings import Settings

        with TestClient(make_app(Settings(database="sqlite:///{tmp_path / "t.db"}", limits=False))) as http:
            http.get("/api/me")
            games = {{each["name"]: each for each in http.get("/api/games").json()}}
            assert games["par-impar"]["title"] == "Par impar"
            seats = [{{"kind": "me", "name": "A"}}, {{"kind": "me", "name": "B"}}]
            made = http.post("/api/matches", json={{"game": "par-impar", "seats": seats, "options": {{"rounds": 2}}}})
            assert made.status_code == 201, made.text
            match = made.json()["match"]["id"]
            for seat in (0, 1, 1, 0):
                state = http.get(f"/api/matches/{{match}}/state?seat={{seat}}").json()
                word = state["legal"][0]["word"]
                body = {{"seat": seat, "word": word, "version": state["version"]}}
                assert http.post(f"/api/matches/{{match}}/play", json=body).status_code == 200
            assert http.get(f"/api/matches/{{match}}").json()["status"] == "finished"
            rule = http.get("/api/rules/PI-4").json()
            assert rule["requirement"].startswith("Who is right")
            assert http.get("/api/rules/PI-99").status_code == 404
        """
    )


def test_it_is_an_environment_of_pettingzoo() -> None:
    need_research("pettingzoo")
    python(
        """
        from pettingzoo.test import api_test
        from ludi.research.pettingzoo import env
        api_test(env("par-impar"), num_cycles=40)
        """
    )


def test_tabular_methods_of_openspiel_walk_its_whole_tree() -> None:
    """A small game spells its chance out: a coin is a chance node with two outcomes, and CFR finds the value."""
    need_research("pyspiel")
    python(
        """
        import pyspiel
        import ludi.research.openspiel
        from open_spiel.python.algorithms import cfr, expected_game_score
        game = pyspiel.load_game("ludi_par_impar(rounds=1,coin=True)")
        root = game.new_initial_state()
        assert root.chance_outcomes() == [(0, 0.5), (1, 0.5)]
        solver = cfr.CFRSolver(game)
        for _ in range(60):
            solver.evaluate_and_update_policy()
        values = expected_game_score.policy_value(root, [solver.average_policy()] * 2)
        assert abs(values[0] - 0.5) < 0.02 and abs(sum(values) - 1.0) < 1e-6, values
        """
    )


BROKEN = {
    "no-such-module": ("nothing_here:GAME", None, "'nothing_here:GAME' cannot be loaded: ModuleNotFoundError"),
    "half-done": (
        "half_done:GAME",
        "from ludi.core import Game\nclass Half(Game):\n    name = 'half-done'\nGAME = Half()\n",
        "'half_done:GAME' cannot be loaded: TypeError, Can't instantiate abstract class Half",
    ),
    "no-game": ("no_game:GAME", "GAME = 3\n", "its entry point gives int, not a Game of ludi.core"),
    "no-view": (
        "no_view:GAME",
        "from par_impar import ParImpar\nfrom typing import TypedDict\n"
        "class Seen(TypedDict):\n    you: int\n"
        "class NoView(ParImpar):\n    name = 'no-view'\n    view_shape = Seen\nGAME = NoView()\n",
        "its view_shape has no key outcome",
    ),
    "other-name": (
        "other_name:GAME",
        "from par_impar import GAME\n",
        "its entry point calls it 'other-name', its Game 'par-impar'",
    ),
    "no-words": (
        "no_words:GAME",
        "from par_impar import ParImpar\nfrom ludi.core import Phrasebook\n"
        "class NoWords(ParImpar):\n    name = 'no-words'\n"
        "    def phrases(self, language, box=None):\n"
        "        return Phrasebook('en', {'name': {}, 'prompt': {'say': 'Well?'}})\n"
        "GAME = NoWords()\n",
        "its phrasebook for 'en' cannot be read: A phrasebook must have the table [unit]",
    ),
}
"""Games of other packages with something wrong: their entry point, their module, what is said of them."""


def test_a_game_that_cannot_be_played_is_named_and_left_out(tmp_path: Path) -> None:
    """One broken package takes nothing else from the shelf, and the reason is a sentence (docs/new-game.md)."""
    points = ""
    for name, (point, module, _) in BROKEN.items():
        points += f"{name} = {point}\n"
        if module is not None:
            (tmp_path / f"{point.partition(':')[0]}.py").write_text(module)
    about = tmp_path / "broken-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1\n")
    (about / "entry_points.txt").write_text(f"[ludi.games]\n{points}")
    done = run("-c", "from ludi.cli.main import app; app()", "games", home=tmp_path, also=tmp_path)
    assert done.returncode == 0, done.stderr
    told = " ".join(done.stdout.split())
    assert all(title in told for title in ("PAX by", "Pax Romana by", "Roma by", "Par impar by"))
    for name, (_, _, why) in BROKEN.items():
        assert f"{name} is installed, but left out: {why}" in told
    done = run("-c", "from ludi.cli.main import app; app()", "play", "half-done", home=tmp_path, also=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("The game 'half-done' is installed, but left out: ")
    assert done.stderr.count("\n") == 1


def test_the_guide_names_all_that_a_game_must_have() -> None:
    """docs/new-game.md, of a package of one's own."""
    guide = (HERE.parent / "docs" / "new-game.md").read_text(encoding="utf-8")
    sample = tomllib.loads(guide.partition("```toml\n")[2].partition("```")[0])
    points = configparser.ConfigParser()
    points.read(HERE / "fourth" / "par_impar-1.dist-info" / "entry_points.txt")
    assert sample["project"]["entry-points"]["ludi.games"] == dict(points["ludi.games"])
    assert sample["project"]["name"] == "par-impar"
    for name in (*FIELDS, *Game.__abstractmethods__, *State.__abstractmethods__, *IN_EVERY_VIEW, "[unit]", "[name]"):
        assert f"`{name}`" in guide, name
    assert "`[guide]`" in guide
    assert "`Game.position(" in guide

"""`pip install ludi-romani` and `ludi serve` simply work: the default install holds all that the server needs."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
IMPORTED_AS = {"argon2-cffi": "argon2"}
BROUGHT_BY = {"starlette": "fastapi", "pydantic": "fastapi"}


def names(requirements: list[str]) -> set[str]:
    plain = (re.split(r"[\[<>=!~; ]", each)[0] for each in requirements)
    return {IMPORTED_AS.get(name, name) for name in plain}


def imported(folder: Path) -> set[str]:
    found = set()
    for file in folder.rglob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        only_for_types = {
            id(each)
            for node in ast.walk(tree)
            if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
            for branch in node.body
            for each in ast.walk(branch)
        }
        for node in ast.walk(tree):
            if id(node) in only_for_types:
                continue
            if isinstance(node, ast.Import):
                found |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module.partition(".")[0])
    return found - set(sys.stdlib_module_names) - {"ludi"}


def test_the_server_needs_nothing_but_the_default_install() -> None:
    default = names(PROJECT["dependencies"])
    for room in ("server", "cli", "bots", "core", "games"):
        needed = {BROUGHT_BY.get(name, name) for name in imported(ROOT / "src" / "ludi" / room)}
        assert needed - {"ray"} <= default, room


def test_the_extra_for_the_server_still_has_its_name() -> None:
    assert PROJECT["optional-dependencies"]["server"] == []


def test_nobody_is_asked_to_install_the_server_apart() -> None:
    for file in (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), ROOT / "Containerfile"):
        assert "[server]" not in file.read_text(encoding="utf-8"), file.name

"""The shape of the games' code: small modules and functions, nothing hidden, nothing packed but where it is packed."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import ludi.games
import ludi.games.pax_romana.chapters
import mutants
import scenes
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.engine.stage import Stage
from written import KINDS, Write, folder, writes

GAMES = Path(ludi.games.__file__).parent
STATUS = Path(__file__).parent.parent / "docs" / "pax-romana-status.md"
LONGEST_MODULE = 400
LONGEST_FUNCTION = 60
MOST_FIELDS = 21

TABLES = ("pax/rules.py", "roma/cards.py", "roma/rules.py")
"""Modules that are longer because they are tables, or one game's whole rules in the book's order."""
BUILDERS = ("pax/position.py:position", "roma/position.py:position")
"""Functions that are long because a position has so many parts, each of which is one keyword."""
TYPED_BY_EACH_OTHER = ("pax_romana/engine/procedure.py", "pax_romana/engine/stage.py")
"""A procedure and a stage name the type of the position that holds them."""

PACKERS = (
    "engine/board.py",
    "engine/passage.py",
    "world/cards.py",
    "world/counters.py",
    "world/pieces.py",
    "world/sets.py",
)
"""Where Pax Romana packs several things into one number; all others ask for them by name."""


@cache
def modules() -> list[tuple[str, ast.Module, int]]:
    found = []
    for file in sorted(GAMES.rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        found.append((file.relative_to(GAMES).as_posix(), ast.parse(text), text.count("\n")))
    return found


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def imports_in_functions() -> list[str]:
    return sorted(
        {
            f"{name}:{function.name}"
            for name, tree, _ in modules()
            for function in functions(tree)
            if any(isinstance(node, (ast.Import, ast.ImportFrom)) for node in ast.walk(function))
        }
    )


def test_no_import_hides_in_a_function() -> None:
    assert not imports_in_functions()


def test_no_cycle_of_pax_romana_hides_behind_types() -> None:
    """Pax Romana's modules import each other one way, for types too."""
    hiding = {
        name
        for name, tree, _ in modules()
        for node in ast.walk(tree)
        if name.startswith("pax_romana/") and isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        if any("ludi." in ast.unparse(each) for each in node.body)
    }
    assert hiding == {*TYPED_BY_EACH_OTHER}


def test_no_module_is_longer_than_one_reads_in_one_sitting() -> None:
    long = {name for name, _, lines in modules() if lines > LONGEST_MODULE}
    assert not long - {*TABLES}


def test_no_function_is_longer_than_a_page() -> None:
    long = {
        f"{name}:{each.name}"
        for name, tree, _ in modules()
        for each in functions(tree)
        if (each.end_lineno or 0) - each.lineno >= LONGEST_FUNCTION
    }
    assert not long - {*BUILDERS}


def test_nobody_takes_packed_numbers_apart_but_who_packs_them() -> None:
    """No shift, and no mask that is a bare number, outside the modules that pack."""
    bare = {
        f"{name}:{node.lineno}"
        for name, tree, _ in modules()
        if name.startswith("pax_romana/") and not name.endswith(PACKERS)
        for node in ast.walk(tree)
        if isinstance(node, (ast.BinOp, ast.AugAssign))
        if isinstance(node.op, (ast.LShift, ast.RShift))
        or (isinstance(node, ast.BinOp) and isinstance(node.op, (ast.BitAnd, ast.BitOr)) and _number(node.right))
    }
    assert not bare


def test_a_procedure_is_data_and_its_stages_do_the_rest() -> None:
    """Every procedure of Pax Romana has stages, and none goes around them."""
    asked_of_stages = {"run", "resumed", "meanwhile", "deciders", "legal", "decide", "ask", "why_not", "tells"}
    for name, kind in Procedure.kinds.items():
        assert kind.stages, name
        assert not asked_of_stages & {*vars(kind)}, name


def test_no_procedure_carries_more_than_it_can_tell_apart() -> None:
    """What a procedure has of its own and from what it is derived from: what belongs together is a value, or another
    procedure.
    """
    crowded = {name for name, kind in Procedure.kinds.items() if len(kind.own_fields) > MOST_FIELDS}
    assert not crowded


def test_a_procedure_is_written_in_its_own_folder_alone() -> None:
    """Whoever else wants something of it calls a method. Of any procedure whatever a stage may say where it goes on."""

    def elsewhere(write: Write) -> bool:
        kinds = {one for one in write.classes if one in KINDS and KINDS[one] is not Procedure}
        unknown = not write.classes and folder(write.module) != "engine"
        return unknown or any(folder(module) != folder(write.module) for module, _ in kinds)

    found = list(writes())
    assert len(found) > 500, "the code is read at all"
    assert not [str(write) for write in found if elsewhere(write)]


def test_the_stages_of_a_procedure_stand_in_its_own_folder() -> None:
    """But for those that it has from the procedure it is derived from."""
    elsewhere = [
        f"{name}: {type(stage).__name__}"
        for name, kind in Procedure.kinds.items()
        for at, stage in kind.stages.items()
        if folder(type(stage).__module__) != folder(kind.__module__)
        if all(getattr(base, "stages", {}).get(at) is not stage for base in kind.__mro__[1:])
    ]
    assert not elsewhere


END_OF_THE_GAME = "pax_romana/ch15_victory/victory.py"
"""It clears the stack; no other chapter looks at it at all."""


def test_no_chapter_reaches_down_the_stack() -> None:
    """What a procedure needs it is given; what came of it it hands to the one below."""
    reaching = {
        f"{name}:{node.lineno}"
        for name, tree, _ in modules()
        if name.startswith("pax_romana/ch")
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and ast.unparse(node) == "s.stack"
    }
    assert {place.partition(":")[0] for place in reaching} <= {END_OF_THE_GAME}


def test_nobody_else_counts_on_the_stack_but_its_top() -> None:
    """Who waits below is asked of the position: ``below``, ``waiting``, ``under_way``."""
    counting = {
        f"{name}:{node.lineno}"
        for name, tree, _ in modules()
        if name.startswith("pax_romana/") and not name.startswith("pax_romana/engine/")
        for node in ast.walk(tree)
        if isinstance(node, ast.Subscript) and ast.unparse(node.value).endswith(".stack")
        if ast.unparse(node.slice) != "-1"
    }
    assert not counting


def test_nobody_touches_what_the_engine_keeps_for_itself() -> None:
    """What chapters and advice have worked out the engine keeps and forgets: ``keep``, ``kept``, ``changed``."""
    touching = {
        f"{name}:{node.lineno}"
        for name, tree, _ in modules()
        if name.startswith(("pax_romana/ch", "pax_romana/play_book", "pax_romana/advice", "pax_romana/drawing"))
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "s" and node.attr.startswith("_")
    }
    assert not touching


def way_of_a_march() -> list[str]:
    """The files of the table in docs/architecture.md, from the first row to the last."""
    text = (STATUS.parent / "architecture.md").read_text(encoding="utf-8")
    table = text.partition("### A march that is intercepted")[2].partition("\n## ")[0]
    cells = [line.split("|")[2] for line in table.splitlines() if line.startswith("| ") and ".py" in line]
    files: list[str] = []
    for cell in cells:
        folder = ""
        for word in re.findall(r"`([\w/]+\.py)`", cell):
            folder = word.rpartition("/")[0] or folder
            files.append(f"{folder}/{word.rpartition('/')[2]}")
    return files


def test_the_way_of_a_march_names_each_file_once() -> None:
    files = way_of_a_march()
    assert len(files) == len(set(files)) > 20
    known = {name for name, _, _ in modules()}
    assert not {f"pax_romana/{file}" for file in files} - known


class Visited(dict[str, Stage[Any]]):
    """The stages of a procedure, and in which files those stand that it has been at."""

    def __init__(self, stages: dict[str, Stage[Any]], files: dict[str, None]) -> None:
        super().__init__(stages)
        self.files = files

    def __getitem__(self, name: str) -> Stage[Any]:
        stage = super().__getitem__(name)
        self.files["/".join(type(stage).__module__.split(".")[-2:]) + ".py"] = None
        return stage


@pytest.mark.parametrize("name", ["interception-won", "interception-failed", "interception-beaten-off", "withdrawal"])
def test_a_march_goes_the_way_of_its_files_in_their_order(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The stages at which it comes stand in the files of the table, and it comes to those one after another."""
    passed: dict[str, None] = {}
    for kind in Procedure.kinds.values():
        monkeypatch.setattr(kind, "stages", Visited(kind.stages, passed))
    scenes.play_scene(scenes.Scene.read(scenes.FOLDER / "pax-romana" / f"{name}.toml"))
    assert len(passed) > 5
    assert [*passed] == [file for file in way_of_a_march() if file in passed]


def test_every_break_of_the_code_that_is_listed_can_still_be_made() -> None:
    """Who moves code moves its mutants too (``make mutants``)."""
    stale = {mutant: mutants.unusable(mutant) for mutant in mutants.listed([])}
    assert len(stale) > 1000
    assert not [f"{mutant}: {why}" for mutant, why in stale.items() if why]


def test_the_table_of_modules_is_complete() -> None:
    """Who looks for a rule of Pax Romana finds every module in docs/pax-romana-status.md, and none that is gone."""
    text = STATUS.read_text(encoding="utf-8")
    table = text.partition("## Where to find a rule")[2].partition("## Simplified")[0]
    rows = [line for line in table.splitlines() if line.startswith("| ")]
    told = {word.rpartition("/")[2] for row in rows for word in re.findall(r"`([\w/]+)`", row)}
    games = [name.removeprefix("pax_romana/") for name, _, _ in modules() if name.startswith("pax_romana/")]
    folders = {name.partition("/")[0] for name in games if "/" in name}
    names = {name.rpartition("/")[2].removesuffix(".py") for name in games} - {"__init__"}
    assert names - told == set()
    assert told - names - folders == set()


def _number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int)

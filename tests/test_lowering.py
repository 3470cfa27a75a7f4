"""What mypyc reads in place of stages and procedures says the same in other words."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import ludi.games
from lowering import House

GAMES = Path(ludi.games.__file__).parent
ENGINE = "ludi.games.pax_romana.engine"
DOORS = f'''"""Doors."""

from __future__ import annotations

from {ENGINE}.procedure import Procedure
from {ENGINE}.stage import Stage, choice


class Hall(Procedure):
    """A hall."""

    __slots__ = ("doors",)


class Knocking(Stage[Hall]):
    """Whoever knocks."""

    def shut(self, s, p, power, argument):
        return "R-1"

    @choice(KNOCK, "R-1", unless=shut)
    def knock(self, s, p, power, argument):
        p.doors = 1


class Ringing(Stage[Hall]):
    """Whoever rings."""

    @choice(RING)
    def ring(self, s, p, power, argument):
        p.doors = 2


class AtTheDoor(Knocking, Ringing, of=Hall, at=(DAY, NIGHT)):
    """Both."""

    def doors(self, s, p, power):
        return range(p.doors)

    @choice(OPEN, among=doors, unless=Knocking.shut)
    def open(self, s, p, power, door):
        p.doors = door

    knock = Knocking.knock


class Leaving(Stage[Hall], of=Hall, at=LATE):
    """One list of all choices."""

    def leave(self, s, p, power, argument):
        p.doors = 0

    choices = (choice(LEAVE)(leave), *Ringing.choices)
'''


@pytest.fixture(scope="module")
def sources() -> dict[str, str]:
    return {
        ".".join(("ludi.games", *file.relative_to(GAMES).with_suffix("").parts)): file.read_text(encoding="utf-8")
        for file in sorted(GAMES.rglob("*.py"))
    }


def lowered_doors(sources: dict[str, str]) -> str:
    return House({**sources, "doors": DOORS}).lowered("doors")


def test_a_class_says_after_it_what_it_said_in_its_head_and_over_its_methods(sources: dict[str, str]) -> None:
    lines = lowered_doors(sources).splitlines()
    assert "class AtTheDoor(Knocking, Ringing):" in lines
    assert (
        "AtTheDoor.enrol({'open': choice(OPEN, among=AtTheDoor.doors, unless=Knocking.shut)(AtTheDoor.open), "
        "'knock': Knocking.knock}, Hall, (DAY, NIGHT), None)"
    ) in lines, "its own methods by their class, in the order in which they were written"
    knocking = "{'knock': choice(KNOCK, 'R-1', unless=Knocking.shut)(Knocking.knock)}"
    assert f"Knocking.enrol({knocking}, (), (), None)" in lines
    assert "Leaving.enrol({}, Hall, LATE, (choice(LEAVE)(Leaving.leave), *Ringing.choices))" in lines
    assert not any(line.strip().startswith("@choice") or line.strip().startswith("knock =") for line in lines)


def test_what_stands_beside_a_first_base_is_a_trait_and_fields_are_kept_as_a_list(sources: dict[str, str]) -> None:
    tree = ast.parse(lowered_doors(sources))
    over = {
        node.name: [ast.unparse(each).partition("(")[0] for each in node.decorator_list]
        for node in tree.body
        if isinstance(node, ast.ClassDef)
    }
    assert over == {"Hall": ["mypyc_attr"], "Knocking": [], "Ringing": ["trait"], "AtTheDoor": [], "Leaving": []}
    hall = next(node for node in tree.body if isinstance(node, ast.ClassDef))
    assert any(isinstance(each, ast.AnnAssign) and ast.unparse(each.target) == "written" for each in hall.body)


def test_every_method_keeps_its_words_and_its_line(sources: dict[str, str]) -> None:
    """So a traceback of compiled engines points to the line that somebody wrote."""
    house = House(sources)
    moved = changed = seen = 0
    for module, text in sources.items():
        before, after = (list(_methods(one)) for one in (text, house.lowered(module)))
        assert [name for name, _, _ in before] == [name for name, _, _ in after], module
        seen += len(before)
        changed += sum(one[1] != other[1] for one, other in zip(before, after, strict=True))
        moved += sum(one[2] != other[2] for one, other in zip(before, after, strict=True))
    assert seen > 3000
    assert not changed
    assert moved < 0.02 * seen, "where no blank line was free"


class NoTuplesMade(ast.NodeTransformer):
    """``x in tuple((a, *b))`` is what ``x in (a, *b)`` says."""

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        made = ast.unparse(node.func) == "tuple" and isinstance(node.args[0], ast.Tuple)
        return node.args[0] if made else node


def _methods(text: str) -> list[tuple[str, str, int]]:
    """Each function of a module: its name, what it does, and where it stands."""
    return [
        (node.name, ast.unparse(ast.Module(node.body, [])), node.lineno)
        for node in ast.walk(NoTuplesMade().visit(ast.parse(text)))
        if isinstance(node, ast.FunctionDef)
    ]


def test_constants_are_final_one_by_one() -> None:
    head = f"from __future__ import annotations\n\nfrom {ENGINE} import ends\n"
    body = (
        'T = TypeVar("T")\nReason = str | None\nLEAST = 3\nFIRST, SECOND = "first", "second"\nONE, TWO = range(1, 3)\n'
        'FROM, TO = ends(LEAST)\nNAMES: dict[str, int] = {\n    "a": 1,\n}\nMOST = HIGHEST = 9\n'
    )
    lines = House({"numbers": head + body}).lowered("numbers").splitlines()
    assert lines[3:] == [
        'T = TypeVar("T")',
        "Reason = str | None",
        "LEAST: typing.Final = 3",
        "FIRST: typing.Final = 'first'; SECOND: typing.Final = 'second'",
        "ONE: typing.Final = 1; TWO: typing.Final = 2",
        "_from_9 = tuple(ends(LEAST)); FROM: typing.Final = _from_9[0]; TO: typing.Final = _from_9[1]",
        "NAMES: typing.Final[dict[str, int]] = {",
        '    "a": 1,',
        "}",
        "MOST: typing.Final = 9; HIGHEST: typing.Final = MOST",
    ]


def test_where_no_stages_are_nothing_but_constants_is_put_into_other_words(sources: dict[str, str]) -> None:
    house = House(sources)
    others = [module for module in sources if not module.startswith("ludi.games.pax_romana.")]
    assert others
    for module in others:
        before = sources[module].splitlines()
        new = [line for line in house.lowered(module).splitlines() if line not in before]
        assert all("typing" in line for line in new), module

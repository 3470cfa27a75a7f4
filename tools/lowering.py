"""Stages and procedures in words that mypyc knows: what ``tools/compile.py`` hands to it in place of their modules.

The house writes a stage as one class: ``class Pressing(Stage[Battle], of=Battle, at=PRESS)``, with ``@choice(PRESS_ON,
unless=tired)`` over what a choice does. mypyc takes no arguments of a class beside its bases, and a class body is no
place to it where one may name the methods above. So the same is said after the class, of its finished methods, which
then are native ones:

    Pressing.enrol({"press_on": choice(PRESS_ON, unless=Pressing.tired)(Pressing.press_on)}, Battle, PRESS)

A class that others have beside their first base becomes a trait, and what is copied by ``__new__`` says so. Constants
of a module, written as ever in capitals, are said to be final: compiled code then has them at hand, where it would look
them up by name. Lines keep their numbers wherever a blank one is free. Plain Python never sees any of this: it runs
what is written.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple


class Key(NamedTuple):
    """Which class it is."""

    module: str
    name: str


ENGINE = "ludi.games.pax_romana.engine"
STAGE = Key(f"{ENGINE}.stage", "Stage")
PROCEDURE = Key(f"{ENGINE}.procedure", "Procedure")
EFFECT = Key("ludi.games.pax_romana.ch17_cards.effect", "Effect")
"""What is derived from these is put into other words."""
OPEN = "@mypyc_attr(allow_interpreted_subclasses=True)"
FIRST_LINE = "from __future__ import annotations"
IMPORTS = "if typing.TYPE_CHECKING: from mypy_extensions import mypyc_attr, trait"
CONSTANT = re.compile(r"_?[A-Z][A-Z0-9_]+")
"""The name of a constant; a single letter is a type variable."""
FINAL = "typing.Final"
SEEN_TO = ("arg-type", "attr-defined", "dict-item", "misc", "name-defined", "override")
"""What mypy has seen to in the sources, and what the other words make it doubt."""


@dataclass(frozen=True)
class Written:
    """A class at the top of a module, with its bases but for those that are only said to type checkers."""

    node: ast.ClassDef
    bases: tuple[Key, ...]


class House:
    """All classes of the games, by module and name."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        self.sources = sources
        self.classes: dict[Key, Written] = {}
        for module, text in sources.items():
            self._read(module, ast.parse(text))
        self.beside = {base for each in self.classes.values() for base in each.bases[1:]}
        """What others have beside their first base."""

    def _read(self, module: str, tree: ast.Module) -> None:
        home = {
            name.asname or name.name: Key(node.module, name.name)
            for node in tree.body
            if isinstance(node, ast.ImportFrom) and node.module
            for name in node.names
        }
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                named = [base.value if isinstance(base, ast.Subscript) else base for base in node.bases]
                bases = [
                    home.get(each.id, Key(module, each.id)) if isinstance(each, ast.Name) else self._far(each, home)
                    for each in named
                ]
                kept = tuple(base for base in bases if base.name != "Generic")
                self.classes[Key(module, node.name)] = Written(node, kept)

    def _far(self, base: ast.expr, home: Mapping[str, Key]) -> Key:
        """A base that is named with its module."""
        if isinstance(base, ast.Attribute) and isinstance(base.value, ast.Name) and base.value.id in home:
            return Key(".".join(home[base.value.id]), base.attr)
        return Key("", ast.unparse(base))

    def derived(self, key: Key, kind: Key) -> bool:
        """Whether it is that class or derived from it."""
        return key == kind or any(self.derived(base, kind) for base in self._bases(key))

    def _bases(self, key: Key) -> tuple[Key, ...]:
        return self.classes[key].bases if key in self.classes else ()

    def lowered(self, module: str) -> str:
        """A module in words that mypyc knows; as it is if there is nothing to be said otherwise."""
        if FIRST_LINE not in self.sources[module]:
            return self.sources[module]
        sheet = Sheet(self.sources[module])
        sheet.settle_constants()
        for key in [key for key in self.classes if key.module == module]:
            if any(self.derived(key, kind) for kind in (STAGE, PROCEDURE, EFFECT)):
                self._say(sheet, key)
        return sheet.text()

    def _say(self, sheet: Sheet, key: Key) -> None:
        node = self.classes[key].node
        if self.derived(key, PROCEDURE):
            sheet.above(node, OPEN)
            sheet.slots(node)
        elif key in (STAGE, EFFECT):
            sheet.above(node, OPEN)
        if key in self.beside:
            sheet.above(node, "@trait")
        if key not in (STAGE, PROCEDURE, EFFECT) and not self.derived(key, PROCEDURE):
            sheet.enrol(node, with_choices=self.derived(key, STAGE))


class Sheet:
    """The lines of a module, on which one writes."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.tree = ast.parse(text)
        self.inserted: list[tuple[int, str]] = []
        """What stands before a line that has no blank one free, by its index."""
        self._make_tuples()
        first = self.lines.index(FIRST_LINE)
        self.lines[first] += "; import typing"
        self._free(first + 1, IMPORTS)

    def _make_tuples(self) -> None:
        """Where something is looked for in several things one of which is itself several, mypyc wants a tuple made."""
        found = [
            among
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Compare)
            for among in node.comparators
            if isinstance(among, ast.Tuple) and any(isinstance(each, ast.Starred) for each in among.elts)
        ]
        for each in sorted(found, key=lambda each: (each.lineno, each.col_offset), reverse=True):
            assert each.end_lineno is not None
            self._insert(each.end_lineno, each.end_col_offset or 0, ")")
            self._insert(each.lineno, each.col_offset, "tuple(")

    def _insert(self, number: int, column: int, what: str) -> None:
        line = self.lines[number - 1].encode()
        self.lines[number - 1] = (line[:column] + what.encode() + line[column:]).decode()

    def _free(self, index: int, line: str) -> None:
        """Write it on a line that is blank, else before it."""
        if index < len(self.lines) and not self.lines[index]:
            self.lines[index] = line
        else:
            self.inserted.append((index, line))

    def text(self) -> str:
        lines = self.lines[:]
        for index, line in sorted(self.inserted, key=lambda each: each[0], reverse=True):
            lines.insert(index, line)
        return "\n".join(lines) + "\n"

    def settle_constants(self) -> None:
        """Say of constants that they are final, one by one."""
        for each in self.tree.body:
            if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name) and each.value is not None:
                said = ast.unparse(each.annotation)
                if CONSTANT.fullmatch(each.target.id) and "Final" not in said and said != "TypeAlias":
                    line = self.lines[each.lineno - 1]
                    kind = f"{FINAL}[{line[each.annotation.col_offset : each.annotation.end_col_offset]}]"
                    if each.annotation.end_lineno == each.lineno:
                        self.lines[each.lineno - 1] = line.replace(kind[len(FINAL) + 1 : -1], kind, 1)
            elif isinstance(each, ast.Assign):
                self._settle(each)

    def _settle(self, assignment: ast.Assign) -> None:
        names = _names(assignment)
        if not names or not all(CONSTANT.fullmatch(name) for name in names):
            return
        value = assignment.value
        if isinstance(assignment.targets[0], ast.Name) and len(names) == 1:
            line = self.lines[assignment.lineno - 1]
            self.lines[assignment.lineno - 1] = line.replace(" =", f": {FINAL} =", 1)
            return
        before = ""
        if isinstance(assignment.targets[0], ast.Name):
            parts = [ast.unparse(value), *names[:-1]]
        elif isinstance(value, ast.Tuple) and not any(isinstance(part, ast.Starred) for part in value.elts):
            parts = [ast.unparse(part) for part in value.elts]
        else:
            parts = _numbers(value) or [f"_from_{assignment.lineno}[{place}]" for place in range(len(names))]
            before = "" if _numbers(value) else f"_from_{assignment.lineno} = tuple({ast.unparse(value)}); "
        said = before + "; ".join(f"{name}: {FINAL} = {part}" for name, part in zip(names, parts, strict=True))
        self._blank(assignment.lineno, assignment.end_lineno or 0)
        self.lines[assignment.lineno - 1] = said

    def _blank(self, first: int, last: int) -> None:
        for number in range(first, last + 1):
            self.lines[number - 1] = ""

    def above(self, node: ast.ClassDef, decorator: str) -> None:
        top = min([node.lineno, *(each.lineno for each in node.decorator_list)]) - 1
        index = top
        while index and not self.lines[index - 1]:
            index -= 1
        self._free(index if index < top else top, decorator)

    def slots(self, node: ast.ClassDef) -> None:
        """A native class has its attributes for slots, and what was written as the list of its fields."""
        for each in node.body:
            if isinstance(each, ast.Assign) and ast.unparse(each.targets[0]) == "__slots__":
                line = self.lines[each.lineno - 1]
                self.lines[each.lineno - 1] = line.replace("__slots__ =", "written: typing.ClassVar[typing.Any] =", 1)

    def enrol(self, node: ast.ClassDef, *, with_choices: bool) -> None:
        """Say after the class what it said in its head and over its methods."""
        head = self._head(node)
        if not with_choices:
            if "of" in head:
                self._after(node, f"{node.name}.enrol({head['of']})")
            return
        own, together = self._choices(node)
        told = ", ".join(f"{name!r}: {made}" for name, made in own.items())
        of, at = head.get("of", "()"), head.get("at", "()")
        self._after(node, f"{node.name}.enrol({{{told}}}, {of}, {at}, {together})")

    def _after(self, node: ast.ClassDef, statement: str) -> None:
        assert node.end_lineno is not None
        self._free(node.end_lineno, statement)

    def _head(self, node: ast.ClassDef) -> dict[str, str]:
        """Take the arguments out of the head of a class."""
        found = {str(each.arg): ast.unparse(each.value) for each in node.keywords}
        last = node.lineno
        while not self.lines[last - 1].endswith(":"):
            last += 1
        self._blank(node.lineno, last)
        bases = ", ".join(ast.unparse(base) for base in node.bases)
        self.lines[node.lineno - 1] = f"class {node.name}({bases}):"
        return found

    def _choices(self, node: ast.ClassDef) -> tuple[dict[str, str], str]:
        """Take the choices out of the body of a class: its own by name, and all of them if it lists them itself."""
        mine: set[str] = set()
        own: dict[str, str] = {}
        together = "None"
        for each in node.body:
            if isinstance(each, ast.FunctionDef):
                mine.add(each.name)
                for decorator in each.decorator_list:
                    if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "choice":
                        self._blank(decorator.lineno, decorator.end_lineno or 0)
                        own[each.name] = f"{_outside(decorator, node.name, mine)}({node.name}.{each.name})"
            elif isinstance(each, ast.Assign):
                name = ast.unparse(each.targets[0])
                if name == "choices":
                    together = _outside(each.value, node.name, mine)
                    self._blank(each.lineno, each.end_lineno or 0)
                elif isinstance(each.value, ast.Attribute) and each.value.attr == name:
                    own[name] = ast.unparse(each.value)
                    self._blank(each.lineno, each.end_lineno or 0)
        return own, together


def _names(assignment: ast.Assign) -> list[str]:
    """What is given a value, if it is all names."""
    first = assignment.targets[0]
    found = first.elts if isinstance(first, ast.Tuple) and len(assignment.targets) == 1 else assignment.targets
    names = [each.id for each in found if isinstance(each, ast.Name)]
    return names if len(names) == len(found) else []


def _numbers(value: ast.expr) -> list[str]:
    """The numbers of a range whose ends are written as numbers."""
    if isinstance(value, ast.Call) and ast.unparse(value.func) == "range":
        ends = [each.value for each in value.args if isinstance(each, ast.Constant) and isinstance(each.value, int)]
        if len(ends) == len(value.args):
            return [str(number) for number in range(*ends)]
    return []


class _Outside(ast.NodeTransformer):
    def __init__(self, kind: str, names: set[str]) -> None:
        self.kind = kind
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self.names:
            return ast.Attribute(ast.Name(self.kind), node.id)
        return node


def _outside(expression: ast.expr, kind: str, names: set[str]) -> str:
    """What is said in the body of a class, said outside: its methods are named by it."""
    return ast.unparse(_Outside(kind, names).visit(expression))

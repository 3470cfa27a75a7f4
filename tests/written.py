"""Who writes what in the procedures of Pax Romana, read from its code and the types that it names."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import ludi.games.pax_romana
import ludi.games.pax_romana.chapters
from ludi.games.pax_romana.engine.procedure import Procedure

ROOT = Path(ludi.games.pax_romana.__file__).parent
PACKAGE = "ludi.games.pax_romana."
CHANGING = ("append", "clear", "extend", "insert", "pop", "remove", "sort")
"""What changes a list."""

Class = tuple[str, str]
"""A class, as its module and its name."""
Classes = frozenset[Class]
UNKNOWN: Classes = frozenset()


@dataclass(frozen=True)
class Write:
    """A field of a procedure is written, of an object of one of these classes."""

    module: str
    line: int
    code: str
    classes: Classes

    def __str__(self) -> str:
        return f"{self.module.removeprefix(PACKAGE)}:{self.line}: {self.code}"


def folder(module: str) -> str:
    return module.removeprefix(PACKAGE).partition(".")[0]


def _all(kind: type[Procedure]) -> Iterator[type[Procedure]]:
    yield kind
    for each in kind.__subclasses__():
        yield from _all(each)


KINDS = {(kind.__module__, kind.__name__): kind for kind in _all(Procedure)}
FIELDS = {"stage", *(field for kind in KINDS.values() for field in kind.own_fields)}


@cache
def trees() -> dict[str, ast.Module]:
    found = {}
    for file in sorted(ROOT.rglob("*.py")):
        name = ".".join(file.relative_to(ROOT).with_suffix("").parts)
        found[PACKAGE + name] = ast.parse(file.read_text(encoding="utf-8"))
    return found


def _defined(node: ast.stmt) -> str:
    if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
        return node.name
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        return node.targets[0].id
    return ""


@cache
def _names(module: str) -> dict[str, tuple[str, str]]:
    """Where each name of a module is defined: there, or where it is imported from."""
    found = {}
    for node in trees()[module].body:
        if isinstance(node, ast.ImportFrom) and node.module:
            found.update({each.asname or each.name: (node.module, each.name) for each in node.names})
        elif _defined(node):
            found[_defined(node)] = (module, _defined(node))
    return found


@cache
def _definition(module: str, name: str) -> ast.stmt | None:
    body = trees()[module].body if module in trees() else []
    return next((node for node in body if _defined(node) == name), None)


def _named(module: str, annotation: ast.expr | None) -> Classes:
    """The classes that an annotation names: for a type variable those of its bound."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        annotation = ast.Name(annotation.value)
    if isinstance(annotation, ast.BinOp):
        return _named(module, annotation.left) | _named(module, annotation.right)
    if not isinstance(annotation, ast.Name) or annotation.id not in _names(module):
        return UNKNOWN
    where, name = _names(module)[annotation.id]
    made = _definition(where, name)
    if not isinstance(made, ast.Assign):
        return frozenset({(where, name)})
    if isinstance(made.value, ast.Call) and ast.unparse(made.value.func) == "TypeVar":
        return _named(where, next((each.value for each in made.value.keywords if each.arg == "bound"), None))
    return _named(where, made.value)


@cache
def _handed_back(one: Class, method: str) -> Classes:
    """What a method of a procedure gives."""
    for kind in KINDS[one].__mro__ if one in KINDS else ():
        made = _definition(kind.__module__, kind.__name__)
        for node in made.body if isinstance(made, ast.ClassDef) else ():
            if isinstance(node, ast.FunctionDef) and node.name == method:
                own = isinstance(node.returns, ast.Name) and node.returns.id == "Self"
                return frozenset({one}) if own else _named(kind.__module__, node.returns)
    return UNKNOWN


class _Function:
    """One function, with what is known of its names."""

    def __init__(self, module: str, function: ast.FunctionDef, owner: str) -> None:
        self.module = module
        self.known: dict[str, Classes] = {}
        for each in (*function.args.args, *function.args.kwonlyargs):
            own = owner and each.arg in ("self", "cls")
            self.known[each.arg] = frozenset({(module, owner)}) if own else _named(module, each.annotation)
        for node in ast.walk(function):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                name = node.targets[0].id
                self.known[name] = self.known.get(name, UNKNOWN) | self.of(node.value)
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                self.known[node.target.id] = _named(module, node.annotation)
            elif isinstance(node, ast.For) and isinstance(node.target, ast.Name):
                self.known[node.target.id] = self.each_of(node.iter)

    def each_of(self, node: ast.expr) -> Classes:
        """The classes of what is looped over: the procedures of a kind that are under way."""
        asked = isinstance(node, ast.Call) and ast.unparse(node.func) == "s.under_way"
        return _named(self.module, node.args[0]) if isinstance(node, ast.Call) and asked else UNKNOWN

    def of(self, node: ast.expr) -> Classes:
        """The classes that an expression may have."""
        if isinstance(node, ast.Name):
            return self.known.get(node.id, UNKNOWN)
        if not isinstance(node, ast.Call):
            return UNKNOWN
        if isinstance(node.func, ast.Attribute):
            held = self.of(node.func.value) or _named(self.module, node.func.value)
            if node.func.attr == "__new__":
                return held
            return frozenset().union(*(_handed_back(one, node.func.attr) for one in held))
        if isinstance(node.func, ast.Name) and node.func.id == "cls":
            return self.of(node.func)
        if isinstance(node.func, ast.Name) and node.func.id in _names(self.module):
            where, name = _names(self.module)[node.func.id]
            made = _definition(where, name)
            return _named(where, made.returns) if isinstance(made, ast.FunctionDef) else frozenset({(where, name)})
        return UNKNOWN


def _within(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """What stands in a function itself, not in one that is written inside it."""
    todo: list[ast.AST] = [*function.body]
    while todo:
        node = todo.pop()
        yield node
        if not isinstance(node, ast.FunctionDef):
            todo.extend(ast.iter_child_nodes(node))


def _written(function: ast.FunctionDef) -> Iterator[ast.Attribute]:
    """Whatever a function assigns to, and the lists that it changes."""
    for node in _within(function):
        if isinstance(node, ast.Assign):
            todo = list(node.targets)
        elif isinstance(node, (ast.AugAssign, ast.AnnAssign)):
            todo = [node.target]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGING:
            todo = [node.func.value]
        else:
            continue
        while todo:
            target = todo.pop()
            if isinstance(target, ast.Tuple):
                todo.extend(target.elts)
            elif isinstance(target, (ast.Subscript, ast.Starred)):
                todo.append(target.value)
            elif isinstance(target, ast.Attribute):
                yield target


def _functions(module: str) -> Iterator[tuple[ast.FunctionDef, str]]:
    """All functions of a module, with the class in which each stands."""
    todo: list[tuple[ast.AST, str]] = [(trees()[module], "")]
    while todo:
        node, owner = todo.pop()
        for each in ast.iter_child_nodes(node):
            if isinstance(each, ast.FunctionDef):
                yield each, owner
            todo.append((each, each.name if isinstance(each, ast.ClassDef) else owner))


def writes() -> Iterator[Write]:
    """All places where something is written that is called like a field of a procedure."""
    for module in trees():
        for function, owner in _functions(module):
            names = _Function(module, function, owner)
            for target in _written(function):
                if target.attr in FIELDS:
                    yield Write(module, target.lineno, ast.unparse(target), names.of(target.value))

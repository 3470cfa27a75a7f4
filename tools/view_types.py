"""Part of ``make api``: the page's types of views and questions, from the TypedDicts in which the games declare them.

Each game with a board of its own gets ``web/src/boards/<game>/view.d.ts`` and ``questions.d.ts``; ``--check`` tells
whether they are fresh.
"""

from __future__ import annotations

import ast
import inspect
import json
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Literal, get_args, get_origin

from ludi.core import Game, registry
from ludi.core.shape import Either, Flag, Listing, Maybe, Number, Real, Row, SeatShape, Shape, Table, Thing, Word, read

BOARDS = Path(__file__).resolve().parent.parent / "web" / "src" / "boards"
WIDTH = 118


class Source:
    """What the module of a shape says beside its types: names of choices, and a line about a key."""

    def __init__(self) -> None:
        self.names: dict[tuple[str, ...], str] = {}
        self.classes: dict[str, ast.ClassDef] = {}
        self._read: set[str] = set()

    def read(self, module: ModuleType) -> None:
        """Read a module, once."""
        if module.__name__ in self._read:
            return
        self._read.add(module.__name__)
        for name, value in vars(module).items():
            if get_origin(value) is Literal and len(get_args(value)) > 1:
                self.names.setdefault(get_args(value), name)
        for node in ast.walk(ast.parse(inspect.getsource(module))):
            if isinstance(node, ast.ClassDef):
                self.classes[node.name] = node

    def about(self, name: str) -> str:
        return ast.get_docstring(self.classes[name]) or ""

    def about_key(self, name: str, key: str) -> str:
        """The line under a key, in the class or in one that it is put together from."""
        if name not in self.classes:
            return ""
        body = self.classes[name].body
        for node, following in zip(body, [*body[1:], None], strict=False):
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id == key:
                match following:
                    case ast.Expr(ast.Constant(str(text))):
                        return inspect.cleandoc(text)
                return ""
        bases = [base.id for base in self.classes[name].bases if isinstance(base, ast.Name)]
        return next((text for base in bases if (text := self.about_key(base, key))), "")


class Writer:
    """Writes the types of one file."""

    def __init__(self) -> None:
        self.source = Source()
        self.named: dict[str, tuple[str, ...]] = {}
        self.things: dict[str, Thing] = {}

    def view(self, game: Game) -> str:
        """The file of a game's views."""
        self.type_of(read(game.view_shape))
        return self.file(f"A view of {game.title}. Made by `make api` from the game's `view_shape`: change that.")

    def questions(self, game: Game) -> str:
        """The file of the questions that a game answers."""
        shared = inspect.getmodule(game.view_shape)
        assert shared is not None
        self.source.read(shared)
        lines: list[str] = []
        for name, question in game.questions.items():
            lines += comment(inspect.getdoc(question.reply) or "", "  ")
            asks, answers = self.type_of(read(question.arguments)), self.type_of(read(question.answer))
            lines.append(f"  {name}: {{ asks: {asks}; answers: {answers} }};")
        table = [*comment("What can be asked, and what is answered.", ""), "export interface Questions {", *lines, "}"]
        about = f"The questions that {game.title} answers. Made by `make api` from the game's `questions`: change them."
        return self.file(about, "\n".join(table))

    def file(self, about: str, *more: str) -> str:
        """The whole file."""
        parts = [
            f"/** {about} */",
            *(self.union(name, words) for name, words in self.named.items()),
            *(self.interface(name, thing) for name, thing in self.things.items()),
            *more,
        ]
        return "\n\n".join(parts) + "\n"

    def union(self, name: str, words: tuple[str, ...]) -> str:
        line = f"export type {name} = {' | '.join(map(json.dumps, words))};"
        if len(line) <= WIDTH:
            return line
        return "\n  | ".join([f"export type {name} =", *map(json.dumps, words)]) + ";"

    def interface(self, name: str, thing: Thing) -> str:
        if not thing.parts:
            return "\n".join([*comment(self.source.about(name), ""), f"export type {name} = Record<string, never>;"])
        lines = [*comment(self.source.about(name), ""), f"export interface {name} {{"]
        for key, part in thing.parts.items():
            lines += comment(self.source.about_key(name, key), "  ")
            lines.append(f"  {key}{'' if part.needed else '?'}: {self.type_of(part.shape)};")
        return "\n".join([*lines, "}"])

    def type_of(self, shape: Shape) -> str:
        match shape:
            case Number() | Real() | SeatShape():
                return "number"
            case Flag():
                return "boolean"
            case Word():
                return self.word(shape)
            case Maybe(inner):
                return f"{self.type_of(inner)} | null"
            case Thing():
                return self.thing(shape)
            case Either(things):
                return " | ".join(self.thing(thing) for thing in things)
            case Table(key, value):
                entries = f"Record<{self.type_of(key)}, {self.type_of(value)}>"
                return f"Partial<{entries}>" if key.words else entries
            case Row(items):
                return f"[{', '.join(self.type_of(item) for item in items)}]"
            case Listing(item):
                inside = self.type_of(item)
                return f"({inside})[]" if " | " in inside else f"{inside}[]"

    def word(self, word: Word) -> str:
        if not word.words:
            return "string"
        name = self.source.names.get(word.words)
        if name is None:
            return " | ".join(map(json.dumps, word.words))
        self.named[name] = word.words
        return name

    def thing(self, thing: Thing) -> str:
        name = thing.made_of.__name__
        module = inspect.getmodule(thing.made_of)
        assert module is not None
        self.source.read(module)
        if name not in self.things:
            self.things[name] = thing
            for part in thing.parts.values():
                self.type_of(part.shape)
            self.things[name] = self.things.pop(name)
        return name


def comment(text: str, indent: str) -> Iterator[str]:
    """A text as a comment of TypeScript."""
    plain = " ".join(text.replace("``", "`").replace("None", "null").split())
    if not plain:
        return
    if len(indent) + len(plain) + 7 <= WIDTH:
        yield f"{indent}/** {plain} */"
        return
    yield f"{indent}/**"
    yield from textwrap.wrap(plain, WIDTH, initial_indent=f"{indent} * ", subsequent_indent=f"{indent} * ")
    yield f"{indent} */"


def files() -> Iterator[tuple[Path, str]]:
    """Every file and what it should say."""
    for name in registry.names():
        folder = BOARDS / name
        if folder.is_dir():
            game = registry.find(name)
            yield folder / "view.d.ts", Writer().view(game)
            if game.questions:
                yield folder / "questions.d.ts", Writer().questions(game)


def stale() -> list[str]:
    """The files that do not say what the games' shapes say."""
    return [
        file.relative_to(BOARDS.parent.parent.parent).as_posix()
        for file, text in files()
        if not file.is_file() or file.read_text(encoding="utf-8") != text
    ]


def main() -> None:
    if "--check" in sys.argv:
        if found := stale():
            raise SystemExit(f"Not what the games' shapes of their views say: {', '.join(found)}. Run: make api")
        return
    for file, text in files():
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

"""Which engines run: those compiled ahead, or the plain Python they are made from.

``make fast`` compiles core, the games and the search into ``ludi/_compiled``, with a hash of the sources they were made
from; a wheel for one kind of machine brings them along. :func:`stand_in` lets those modules take the places of the
plain ones, all or none: where the sources have changed since, or the Python is another one, plain Python runs, so that
nobody ever plays by yesterday's rules. The environment variable ``LUDI_ENGINES`` asks for one kind: ``plain`` or
``compiled``.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Mapping, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

ASKED = "LUDI_ENGINES"
PACKAGE = Path(__file__).resolve().parent
FOLDER = PACKAGE / "_compiled"
MANIFEST = "manifest.json"
ROOMS = ("bots", "core", "games", "research")
"""The rooms whose sources a compiled engine may depend on: constants of one module are copied into another."""

_runs = ["plain Python"]
"""What runs, in words."""


def runs() -> str:
    """Which engines run, in a few words."""
    return _runs[0]


def are_compiled() -> bool:
    """Whether the compiled engines run."""
    return any(isinstance(finder, Compiled) for finder in sys.meta_path)


class Compiled(MetaPathFinder, Loader):
    """Finds the compiled module of a name before the plain one is found. All of them lie in one library."""

    def __init__(self, library: Path, doors: Mapping[str, str]) -> None:
        self._library = str(library)
        self._doors = doors
        """By the name of a module, the name under which the library hands it out."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in self._doors:
            return None
        source = PACKAGE.parent.joinpath(*fullname.split(".")).with_suffix(".py")
        return ModuleSpec(fullname, self, origin=str(source))

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        whole = Path(self._library).name.partition(".")[0]
        if whole not in sys.modules:
            sys.modules[whole] = self._open(whole)
        door = self._doors[spec.name]
        module = self._open(door)
        sys.modules.pop(door, None)
        module.__file__ = spec.origin
        return module

    def _open(self, name: str) -> ModuleType:
        loader = ExtensionFileLoader(name, self._library)
        return loader.create_module(ModuleSpec(name, loader, origin=self._library))

    def exec_module(self, module: ModuleType) -> None:
        """It ran when it was made."""


def hash_of_sources(package: Path = PACKAGE) -> str:
    """Says of all sources on which a compiled engine depends whether they are still the same."""
    found = hashlib.blake2b(digest_size=16)
    for room in ROOMS:
        for folder, folders, files in os.walk(package / room):
            folders.sort()
            for name in sorted(files):
                if name.endswith(".py"):
                    file = os.path.join(folder, name)  # noqa: PTH118 (some hundred files at every start)
                    with open(file, "rb") as source:  # noqa: PTH123
                        text = source.read()
                    found.update(f"{os.path.relpath(file, package)} {len(text)} ".encode())
                    found.update(text)
    return found.hexdigest()


def _manifest() -> dict[str, Any]:
    """What lies here; empty if nothing does."""
    try:
        found: dict[str, Any] = json.loads((FOLDER / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found


def objection(manifest: Mapping[str, Any] | None = None) -> str:
    """Why what lies here cannot run; empty if it can."""
    found = _manifest() if manifest is None else manifest
    if not found:
        return "there are none"
    if found["suffix"] != EXTENSION_SUFFIXES[0]:
        return "they were made for another Python"
    return "" if found["sources"] == hash_of_sources() else "they were made from other sources than these"


def stand_in() -> None:
    """Let the compiled engines stand in for the plain ones, if there are any, they are of today, and nobody objects."""
    asked = os.environ.get(ASKED, "")
    if asked not in ("", "plain", "compiled"):
        raise ImportError(f"{ASKED} is 'plain' or 'compiled', not '{asked}'.")
    if asked == "plain" or are_compiled():
        return
    manifest = _manifest()
    found = objection(manifest)
    if not found:
        sys.meta_path.insert(0, Compiled(FOLDER / manifest["library"], manifest["doors"]))
        _runs[0] = "compiled"
        return
    if manifest:
        _runs[0] = f"plain Python (compiled engines lie here, but {found})"
    if asked == "compiled":
        raise ImportError(f"{ASKED} asks for compiled engines, but {found}; 'make fast' makes them.")


if __name__ == "ludi.compiled":  # imported with the package, not read by the tool that compiles it
    stand_in()

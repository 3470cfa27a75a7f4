"""``make layouts``: write the outlines of the vectors for research anew (``tests/layouts``).

A layout is what models are trained on: a change of it must show. ``--check`` tells which would be written differently.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ludi.core import registry
from ludi.research.encoding import Encoder

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "layouts"
PLAYERS = (1, 2, 4, 8)


def set_ups() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """The name of a file, a game and its options."""
    yield "roma", "roma", {}
    for players in PLAYERS:
        yield f"pax-{players}", "pax", {"players": players}
    scenarios = {option.name: option.choices for option in registry.find("pax-romana").options}["scenario"]
    for scenario in scenarios or ():
        yield f"pax-romana-{scenario}", "pax-romana", {"scenario": scenario}


def files() -> Iterator[tuple[Path, str]]:
    """Every file and what it should say."""
    for name, game, options in set_ups():
        yield FOLDER / f"{name}.txt", "\n".join(Encoder.of(game, options).outline()) + "\n"


def stale() -> list[str]:
    """The layouts that are not as they are stored."""
    return [file.stem for file, text in files() if not file.is_file() or file.read_text(encoding="utf-8") != text]


def main() -> None:
    if "--check" in sys.argv:
        if found := stale():
            raise SystemExit(f"Other slots than those stored: {', '.join(found)}. Run: make layouts")
        return
    FOLDER.mkdir(exist_ok=True)
    for file, text in files():
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

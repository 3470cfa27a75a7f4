"""Where every datum comes from: rows of the map, tables, scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludi.core.provenance import Datum
from ludi.games.pax_romana.world.atlas import atlas
from ludi.games.pax_romana.world.files import BUILT_IN, SCENARIOS, Files, names

UNSOURCED = "reconstructed (no source given)"


def sources(files: Files = BUILT_IN) -> list[Datum]:
    """One entry for each row of the map, each table, and each part of a scenario that names its source."""
    found = list(atlas(files).sources)
    tables = files.read("tables.toml")
    for name, table in files.read_toml("tables.toml").items():
        found.append(Datum("tables.toml", _line(tables, f"[{name}]"), name, str(table.get("source", UNSOURCED))))
    for file in names():
        if file.startswith(SCENARIOS):
            found += _scenario(file, files.read(file), files.read_toml(file))
    return found


def _scenario(file: str, text: str, data: Mapping[str, Any]) -> list[Datum]:
    found = []
    for power, entry in data.get("powers", {}).items():
        line = _line(text, f"[powers.{power}]")
        found.append(Datum(file, line, f"forces of {power}", str(entry.get("source", UNSOURCED))))
    for part, source in data.get("sources", {}).items():
        found.append(Datum(file, _line(text, f"{part} = "), part.replace("_", " "), str(source)))
    return found


def _line(text: str, beginning: str) -> int:
    """The last line that begins so: 'sources' stands at the end of a scenario."""
    numbers = [number for number, line in enumerate(text.split("\n"), 1) if line.startswith(beginning)]
    return numbers[-1] if numbers else 0

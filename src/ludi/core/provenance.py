"""Where the data of a game come from: printed, reported by others, or reconstructed."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import resources

PRINTED, REPORT, MIXED, RECONSTRUCTED = "printed", "report", "mixed", "reconstructed"
KINDS = (PRINTED, REPORT, MIXED, RECONSTRUCTED)
"""From certain to ours. ``mixed``: one entry with a known part and a reconstructed one."""


@dataclass(frozen=True, slots=True)
class Datum:
    """One entry of a game's data and what vouches for it."""

    file: str
    line: int
    """Its line in the file; 0 where the entry is a whole table."""
    what: str
    source: str

    @property
    def kind(self) -> str:
        return kind_of(self.source)


def kind_of(source: str) -> str:
    """How sure an entry with this source is; what cannot be told counts as reconstructed.

    >>> kind_of("rule 2.1.4"), kind_of("AAR-104/1"), kind_of("reconstructed (brief)")
    ('printed', 'report', 'reconstructed')
    >>> kind_of("reports S2a: leaders; rest reconstructed")
    'mixed'
    """
    text = source.lower().removeprefix("fact:").strip()
    if text.startswith("reconstruct"):
        return RECONSTRUCTED
    vouched = [word for word in ("rule", "printed", "play book", "report", "public", "seen", "fact:") if word in text]
    if "reconstruct" in text:
        return MIXED if vouched or source.startswith("fact:") else RECONSTRUCTED
    if text.startswith(("rule", "printed", "play book", "title and rule index")):
        return PRINTED
    if vouched or text.startswith(("aar-", "bgg-", "prestags")):
        return REPORT
    return RECONSTRUCTED


def count(data: Iterable[Datum]) -> dict[str, dict[str, int]]:
    """How many entries of each kind every file holds, in the order the files come."""
    found: dict[str, dict[str, int]] = {}
    for datum in data:
        row = found.setdefault(datum.file, dict.fromkeys(KINDS, 0))
        row[datum.kind] += 1
    return found


def of_rows(package: str, file: str, named_by: Iterable[str]) -> list[Datum]:
    """The entries of ``data/FILE`` of a game: one for each row and each of its columns that name a source."""
    text = (resources.files(package) / "data" / file).read_text(encoding="utf-8")
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line and not line.startswith("#")]
    named = list(named_by)
    found = []
    for (number, _), row in zip(lines[1:], csv.DictReader(line for _, line in lines), strict=True):
        what = " ".join(row[column] for column in named)
        for column, source in row.items():
            if column.endswith("source"):
                part = column.removesuffix("source").rstrip("_")
                found.append(Datum(file, number, f"{what}: {part}" if part else what, source))
    return found

"""The map: Territories, Provinces, Spaces, Transit Points and Connections (2.1), loaded and checked.

Every place is a small int, a *node*: first the Spaces, then the Transit Points. A bad file is refused with its name,
the line and the reason.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from functools import lru_cache

from ludi.core.files import other_separator
from ludi.core.provenance import Datum
from ludi.games.pax_romana.world.files import BUILT_IN, Files
from ludi.games.pax_romana.world.files import BadMap as BadMap
from ludi.games.pax_romana.world.pieces import NODES
from ludi.games.pax_romana.world.sets import set_of

SPACE, LAND_POINT, NAVAL_POINT, DEEP_POINT = range(4)
PRINTED = ("port", "capital", "mountain", "mine", "tribal")
"""What a Space may be besides."""
POINT_KINDS = {"land": LAND_POINT, "naval": NAVAL_POINT, "deep": DEEP_POINT}
LAND_LINK, STRAIT, ALPINE, NAVAL_LINK = range(4)
LINK_KINDS = {"land": LAND_LINK, "strait": STRAIT, "alpine": ALPINE, "naval": NAVAL_LINK}
TERRITORY_TYPES = ("home", "minor", "barbarian")

FILES = ("territories.csv", "provinces.csv", "spaces.csv", "transit.csv", "connections.csv")
COLUMNS = {
    "territories.csv": ("id", "name", "type", "home_power", "source"),
    "provinces.csv": ("id", "name", "territory", "income", "elephants", "source"),
    "spaces.csv": ("id", "name", "province", "lat", "lon", "kinds", "source"),
    "transit.csv": ("id", "kind", "lat", "lon", "note", "source"),
    "connections.csv": ("a", "b", "kind", "source"),
}


MOST_ROWS = 3000
"""Lines of a map file, several times what the longest has."""


class Row(dict[str, str]):
    """One line of a file; it knows where it stands."""

    def __init__(self, file: str, line: int, cells: Mapping[str, str]) -> None:
        super().__init__(cells)
        self.file = file
        self.line = line

    def bad(self, reason: str) -> BadMap:
        return BadMap(self.file, self.line, reason)

    def number(self, column: str) -> int:
        try:
            return int(self[column])
        except ValueError:
            raise self.bad(f"{column} '{self[column]}' is no whole number") from None

    def degree(self, column: str) -> float:
        try:
            return float(self[column])
        except ValueError:
            raise self.bad(f"{column} '{self[column]}' is no number") from None


def rows(file: str, text: str) -> list[Row]:
    """The lines of a CSV file under its header."""
    lines = list(csv.reader(io.StringIO(text)))
    columns = COLUMNS[file]
    if not lines or tuple(lines[0]) != columns:
        parted = other_separator(text.partition("\n")[0], len(columns))
        raise BadMap(file, 1, parted or f"the header must be {','.join(columns)}")
    if len(lines) > MOST_ROWS:
        raise BadMap(file, MOST_ROWS, f"a map file has at most {MOST_ROWS} lines")
    found = []
    for number, cells in enumerate(lines[1:], 2):
        if not cells:
            continue
        if len(cells) != len(columns):
            parted = other_separator(",".join(cells), len(columns))
            cells_told = "1 cell" if len(cells) == 1 else f"{len(cells)} cells"
            raise BadMap(file, number, parted or f"{cells_told} instead of {len(columns)}")
        found.append(Row(file, number, dict(zip(columns, cells, strict=True))))
        if not cells[-1]:
            raise BadMap(file, number, "no source is given")
    return found


class Atlas:
    """The whole map. Lists are indexed by node, Province or Territory."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.sources: list[Datum] = []
        self._territories(rows("territories.csv", texts["territories.csv"]))
        self._provinces(rows("provinces.csv", texts["provinces.csv"]))
        self._nodes(rows("spaces.csv", texts["spaces.csv"]), rows("transit.csv", texts["transit.csv"]))
        self._connections(rows("connections.csv", texts["connections.csv"]))

    def _note(self, row: Row) -> None:
        what = row["id"] if "id" in row else f"{row['a']} - {row['b']}"
        self.sources.append(Datum(row.file, row.line, what, row["source"]))

    def _territories(self, found: list[Row]) -> None:
        self.territory_ids: list[str] = []
        self.territory_names: list[str] = []
        self.territory_types: list[str] = []
        self.territory_homes: list[str] = []
        for row in found:
            if row["id"] in self.territory_ids:
                raise row.bad(f"the territory '{row['id']}' stands twice")
            if row["type"] not in TERRITORY_TYPES:
                raise row.bad(f"the type '{row['type']}' is none of {', '.join(TERRITORY_TYPES)}")
            if (row["type"] == "home") != bool(row["home_power"]):
                raise row.bad("a home territory, and no other, names its power")
            self.territory_ids.append(row["id"])
            self.territory_names.append(row["name"])
            self.territory_types.append(row["type"])
            self.territory_homes.append(row["home_power"])
            self._note(row)

    def _provinces(self, found: list[Row]) -> None:
        self.province_ids: list[str] = []
        self.province_names: list[str] = []
        self.territory_of: list[int] = []
        self.income: list[int] = []
        self.elephants: list[bool] = []
        for row in found:
            if row["id"] in self.province_ids:
                raise row.bad(f"the province '{row['id']}' stands twice")
            if row["territory"] not in self.territory_ids:
                raise row.bad(f"there is no territory '{row['territory']}'")
            self.province_ids.append(row["id"])
            self.province_names.append(row["name"])
            self.territory_of.append(self.territory_ids.index(row["territory"]))
            self.income.append(row.number("income"))
            self.elephants.append(row.number("elephants") > 0)
            self._note(row)
        self.province_index = {name: number for number, name in enumerate(self.province_ids)}
        self.provinces_of: list[list[int]] = [[] for _ in self.territory_ids]
        for province, territory in enumerate(self.territory_of):
            self.provinces_of[territory].append(province)
        for territory, provinces in enumerate(self.provinces_of):
            if not provinces:
                raise BadMap("territories.csv", territory + 2, "the territory has no province")

    def _print(self, printed: Sequence[str]) -> None:
        """What one more place is besides."""
        self.is_port.append("port" in printed)
        self.is_capital.append("capital" in printed)
        self.is_mountain.append("mountain" in printed)
        self.is_mine.append("mine" in printed)
        self.is_tribal.append("tribal" in printed)

    def _nodes(self, spaces: list[Row], points: list[Row]) -> None:
        self.ids: list[str] = []
        self.names: list[str] = []
        self.kind: list[int] = []
        self.is_port: list[bool] = []
        self.is_capital: list[bool] = []
        self.is_mountain: list[bool] = []
        self.is_mine: list[bool] = []
        self.is_tribal: list[bool] = []
        self.province_of: list[int] = []
        self.lat: list[float] = []
        self.lon: list[float] = []
        self.spaces_of: list[list[int]] = [[] for _ in self.province_ids]
        for row in (*spaces, *points):
            if row["id"] in self.ids:
                raise row.bad(f"the place '{row['id']}' stands twice")
            node = len(self.ids)
            self.ids.append(row["id"])
            self.lat.append(row.degree("lat"))
            self.lon.append(row.degree("lon"))
            self._note(row)
            if row.file == "transit.csv":
                if row["kind"] not in POINT_KINDS:
                    raise row.bad(f"the kind '{row['kind']}' is none of {', '.join(POINT_KINDS)}")
                self.names.append(row["note"] or row["id"])
                self.kind.append(POINT_KINDS[row["kind"]])
                self._print(())
                self.province_of.append(-1)
                continue
            if row["province"] not in self.province_index:
                raise row.bad(f"there is no province '{row['province']}'")
            printed = [word for word in row["kinds"].split("|") if word]
            for word in printed:
                if word not in PRINTED:
                    raise row.bad(f"the kind '{word}' is none of {', '.join(PRINTED)}")
            if "port" in printed and "mountain" in printed:
                raise row.bad("a mountain fortress is no port")
            province = self.province_index[row["province"]]
            self.names.append(row["name"])
            self.kind.append(SPACE)
            self._print(printed)
            self.province_of.append(province)
            self.spaces_of[province].append(node)
        self.spaces = len(spaces)
        self.ports = [node for node in range(self.spaces) if self.is_port[node]]
        self.ports_set = set_of(self.ports)
        self.mines = [node for node in range(self.spaces) if self.is_mine[node]]
        self.nodes = len(self.ids)
        if self.nodes > NODES:
            raise BadMap("spaces.csv", 0, f"a map has at most {NODES} Spaces and Transit Points together")
        self.index = {name: node for node, name in enumerate(self.ids)}
        self.space_sets = [set_of(members) for members in self.spaces_of]
        """The Spaces of each Province as a set."""
        for province, members in enumerate(self.spaces_of):
            if not members:
                raise BadMap("provinces.csv", province + 2, "the province has no space")

    def _connections(self, found: list[Row]) -> None:
        land: list[list[tuple[int, int]]] = [[] for _ in self.ids]
        sea: list[list[int]] = [[] for _ in self.ids]
        seen = set()
        for row in found:
            for column in ("a", "b"):
                if row[column] not in self.index:
                    raise row.bad(f"there is no place '{row[column]}'")
            if row["kind"] not in LINK_KINDS:
                raise row.bad(f"the kind '{row['kind']}' is none of {', '.join(LINK_KINDS)}")
            link = LINK_KINDS[row["kind"]]
            a, b = self.index[row["a"]], self.index[row["b"]]
            if a == b or (min(a, b), max(a, b), link) in seen:
                raise row.bad("the connection stands twice or leads nowhere")
            seen.add((min(a, b), max(a, b), link))
            for end in (a, b):
                if link == NAVAL_LINK:
                    if self.kind[end] == LAND_POINT or (self.kind[end] == SPACE and not self.is_port[end]):
                        raise row.bad(f"a naval connection cannot reach {self.ids[end]}, which is no port")
                elif self.kind[end] in (NAVAL_POINT, DEEP_POINT):
                    raise row.bad(f"a connection by land cannot reach {self.ids[end]}")
            if link == NAVAL_LINK:
                sea[a].append(b)
                sea[b].append(a)
            else:
                land[a].append((b, link))
                land[b].append((a, link))
            self._note(row)
        self.land = [tuple(sorted(links)) for links in land]
        self.sea = [tuple(sorted(links)) for links in sea]
        self.points = range(self.spaces, self.nodes)
        """All Transit Points."""
        self.points_set = set_of(self.points)
        for node, name in enumerate(self.ids):
            if not self.land[node] and not self.sea[node]:
                file = "spaces.csv" if node < self.spaces else "transit.csv"
                line = node + 2 if node < self.spaces else node - self.spaces + 2
                raise BadMap(file, line, f"no connection leads to {name}")


def atlas(files: Files = BUILT_IN) -> Atlas:
    """The map that these files describe; there is one of it."""
    return _atlas(files)


@lru_cache(maxsize=8)
def _atlas(files: Files) -> Atlas:
    return Atlas({file: files.read(file) for file in FILES})

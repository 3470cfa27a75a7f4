"""Statements that are written once and then handed to SQLite's driver as they are, which takes a third of the time.

PostgreSQL waits for the network rather than for us; there SQLAlchemy does it all.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import DBAPIError

Row = dict[str, Any]


def _execute(connection: Connection, text: str, values: Any) -> int:
    driver: Any = connection.connection.dbapi_connection
    try:
        touched: int = driver.execute(text, values).rowcount
    except sqlite3.Error as error:
        raise DBAPIError.instance(text, None, error, sqlite3.Error, hide_parameters=True) from error
    return touched


def _json_columns(table: sa.Table, names: Iterable[str]) -> tuple[str, ...]:
    return tuple(name for name in names if name in table.c and isinstance(table.c[name].type, sa.JSON))


class Prepared:
    """One statement for one row."""

    def __init__(self, statement: sa.Insert | sa.Update) -> None:
        self._statement = statement
        written = statement.compile(dialect=sqlite.dialect(paramstyle="named"))
        self._text = str(written)
        self._json = [name for name, bind in written.binds.items() if isinstance(bind.type, sa.JSON)]

    def run(self, connection: Connection, values: Row) -> int:
        """Carry it out with these values; how many rows it touched."""
        if connection.dialect.name != "sqlite":
            return connection.execute(self._statement, values).rowcount
        for name in self._json:
            if values[name] is not None:
                values = {**values, name: json.dumps(values[name])}
        return _execute(connection, self._text, values)


class _ForMany:
    """One statement for many rows of one table (SQLite only): whoever writes gives way to others only once for all."""

    MOST = 50
    """Rows in one statement; there is a limit to what SQLite takes."""

    def __init__(self, table: sa.Table, columns: Sequence[str]) -> None:
        self._table = table.name
        self._columns = tuple(columns)
        self._json = _json_columns(table, columns)
        self._text = cache(self._written)

    def run(self, connection: Connection, rows: Sequence[Row]) -> int:
        """Carry it out for these rows; how many it touched."""
        touched = 0
        for start in range(0, len(rows), self.MOST):
            some = rows[start : start + self.MOST]
            values = [value for row in some for value in self._values(row)]
            touched += _execute(connection, self._text(len(some)), values)
        return touched

    def _values(self, row: Row) -> list[Any]:
        for name in self._json:
            if row[name] is not None:
                row = {**row, name: json.dumps(row[name])}
        return [row[name] for name in self._columns]

    def _rows(self, number: int) -> str:
        row = f"({', '.join('?' * len(self._columns))})"
        return ", ".join([row] * number)

    def _written(self, number: int) -> str:
        raise NotImplementedError


class InsertMany(_ForMany):
    """New rows."""

    def _written(self, number: int) -> str:
        return f"INSERT INTO {self._table} ({_names(self._columns)}) VALUES {self._rows(number)}"


class UpdateMany(_ForMany):
    """Other values in the rows that ``where`` names; a value may be reckoned (``{"version": "seen + 1"}``)."""

    def __init__(self, table: sa.Table, where: dict[str, str], names: Sequence[str], reckoned: dict[str, str]) -> None:
        """``where``: a column of the table, and the name that its value has in the rows that are given."""
        super().__init__(table, (*where.values(), *names))
        self._where = " AND ".join(f'{table.name}."{column}" = given."{name}"' for column, name in where.items())
        self._set = ", ".join(
            [f'"{name}" = given."{name}"' for name in names] + [f'"{a}" = {b}' for a, b in reckoned.items()]
        )

    def _written(self, number: int) -> str:
        # Not "WITH given AS": of a statement that begins so the driver does not say how many rows it touched.
        names = ", ".join(f'column{place} AS "{name}"' for place, name in enumerate(self._columns, 1))
        given = f"(SELECT {names} FROM (VALUES {self._rows(number)})) AS given"
        return f"UPDATE {self._table} SET {self._set} FROM {given} WHERE {self._where}"


def _names(columns: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in columns)

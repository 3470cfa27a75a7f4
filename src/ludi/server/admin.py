"""What ``ludi admin`` does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sqlalchemy as sa

from ludi import bots
from ludi.bots.analysis import compose, save_analysis
from ludi.core import Table
from ludi.server import queries, queries_analysis
from ludi.server.database import analyses, chat, journal, judgements, matches, notes, notices, players, seats
from ludi.server.refusals import Refused
from ludi.server.store import Store, now
from ludi.server.upgrade import open_room, unplayed


def stats(store: Store) -> dict[str, int]:
    """Counts of everything."""
    with store.engine.connect() as connection:

        def count(query: sa.Select[Any]) -> int:
            return int(connection.execute(query).scalar_one())

        number = sa.select(sa.func.count())
        found = {
            "players": count(number.select_from(players)),
            "accounts": count(number.select_from(players).where(players.c.account.is_not(None))),
        }
        for status in ("lobby", "live", "paused", "finished", "broken"):
            found[f"matches {status}"] = count(number.select_from(matches).where(matches.c.status == status))
        found["decisions"] = count(number.select_from(journal).where(journal.c.kind == "play"))
        found["chat messages"] = count(number.select_from(chat))
        return found


def export(store: Store, folder: Path) -> int:
    """Write the record of every match that is over or was closed, and its analysis if it has one; how many."""
    folder.mkdir(parents=True, exist_ok=True)
    number = 0
    with store.engine.connect() as connection:
        over = sa.select(matches.c.id).where(matches.c.status.in_(("finished", "broken")))
        for match in connection.execute(over).scalars().all():
            found = queries.load_match(connection, match)
            if found is None:
                continue
            try:
                room, _ = open_room(*found, 0.0)
            except Refused:
                room = unplayed(*found)
            file = folder / f"{room.header.game}-{match}.json"
            room.record().save(file, overwrite=True)
            if room.table is not None:
                _export_analysis(connection, match, room.table, file)
            number += 1
    return number


def _export_analysis(connection: sa.Connection, match: str, table: Table, file: Path) -> None:
    """The strongest analysis of a match, beside its record."""
    done = {row["level"] for row in queries_analysis.analyses_of(connection, match) if row["status"] == "done"}
    for level in [each for each in bots.OFFERED if each in done][-1:]:
        save_analysis(file, compose(table, level, queries_analysis.moves_of(connection, match, level)))


def purge(store: Store, days: int, *, finished: bool, really: bool) -> dict[str, int]:
    """Remove what nobody has touched for ``days``; without ``really`` only count it."""
    before = now() - days * 86400
    statuses = ["lobby", "live", "paused", *(["finished", "broken"] if finished else [])]
    old = sa.select(matches.c.id).where(matches.c.status.in_(statuses), matches.c.changed < before)
    with store.engine.connect() as connection, connection.begin() as work:
        found = list(connection.execute(old).scalars())
        for table in (judgements, analyses, journal, chat, notes, notices, seats):
            connection.execute(table.delete().where(table.c.match.in_(found)))
        connection.execute(matches.delete().where(matches.c.id.in_(found)))
        seated = sa.select(seats.c.player).where(seats.c.player.is_not(None))
        guests = players.delete().where(
            players.c.account.is_(None),
            players.c.seen < before,
            players.c.id.not_in(seated),
            players.c.id.not_in(sa.select(matches.c.host)),
        )
        gone = connection.execute(guests).rowcount
        if not really:
            work.rollback()
    return {"matches": len(found), "guests": gone}

"""What ``ludi admin`` does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sqlalchemy as sa

from ludi.core import LudiError
from ludi.server import queries
from ludi.server.room import build
from ludi.server.store import Store, now
from ludi.server.tables import chat, journal, matches, notes, notices, players, seats


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
        for status in ("lobby", "live", "finished", "broken"):
            found[f"matches {status}"] = count(number.select_from(matches).where(matches.c.status == status))
        found["decisions"] = count(number.select_from(journal).where(journal.c.kind == "play"))
        found["chat messages"] = count(number.select_from(chat))
        return found


def export(store: Store, folder: Path) -> int:
    """Write the record of every finished match; how many."""
    folder.mkdir(parents=True, exist_ok=True)
    number = 0
    with store.engine.connect() as connection:
        for match in connection.execute(sa.select(matches.c.id).where(matches.c.status == "finished")).scalars().all():
            found = queries.load_match(connection, match)
            if found is None:
                continue
            try:
                room = build(*found)
            except LudiError:
                continue
            if room.table is not None:
                room.table.save(folder / f"{room.header.game}-{match}.json", overwrite=True)
                number += 1
    return number


def purge(store: Store, days: int, *, finished: bool, really: bool) -> dict[str, int]:
    """Remove what nobody has touched for ``days``; without ``really`` only count it."""
    before = now() - days * 86400
    statuses = ["lobby", "live", "broken", *(["finished"] if finished else [])]
    old = sa.select(matches.c.id).where(matches.c.status.in_(statuses), matches.c.changed < before)
    with store.engine.connect() as connection, connection.begin() as work:
        found = list(connection.execute(old).scalars())
        for table in (journal, chat, notes, notices, seats):
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

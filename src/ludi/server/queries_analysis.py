"""Analyses in the store: who asked for what, who works on it, what was judged. One transaction each, as in queries."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from ludi.server.database import analyses, judgements, matches
from ludi.server.store import Conflict, Row, now, rows

Move = dict[str, Any]


def _this(match: str, level: str) -> sa.ColumnElement[bool]:
    return sa.and_(analyses.c.match == match, analyses.c.level == level)


def analyses_of(connection: Connection, match: str) -> list[Row]:
    return rows(connection, sa.select(analyses).where(analyses.c.match == match))


def waiting(connection: Connection) -> int:
    query = sa.select(sa.func.count()).select_from(analyses).where(analyses.c.status == "waiting")
    return int(connection.execute(query).scalar_one())


def ask(connection: Connection, match: str, level: str, numbers: Sequence[int], sample: Move) -> None:
    """Put a match in the queue, or widen what is judged of it; what is judged already stays, and a failed analysis gets
    another chance."""
    found = rows(connection, sa.select(analyses.c.spent).where(_this(match, level)))
    if not found:
        row = {"match": match, "level": level, "status": "waiting", "decisions": len(numbers), "judged": 0}
        with contextlib.suppress(IntegrityError), connection.begin_nested():  # another process was asked as well
            fresh = {"problem": "", "owner": None, "beat": 0.0, "asked": now(), "sample": sample, "spent": 0.0}
            connection.execute(analyses.insert().values(**row, **fresh))
        return
    there = numbers_of(connection, match, level)
    left = [number for number in numbers if number not in there]
    if sample["seconds"] is not None:
        sample = {**sample, "seconds": sample["seconds"] + found[0]["spent"]}
    values = {"decisions": len(there) + len(left), "judged": len(there), "sample": sample}
    again = analyses.update().where(_this(match, level), analyses.c.status != "waiting")
    connection.execute(
        again.values(**values, status="waiting" if left else "done", problem="", owner=None, beat=0.0, asked=now())
    )


def stop(connection: Connection, match: str, level: str) -> None:
    """What is judged is all that will be; if nothing is, nothing was asked for."""
    waiting = sa.and_(_this(match, level), analyses.c.status == "waiting")
    connection.execute(analyses.delete().where(waiting, analyses.c.judged == 0))
    connection.execute(analyses.update().where(waiting).values(status="done", owner=None, beat=now()))


def numbers_of(connection: Connection, match: str, level: str) -> set[int]:
    """The decisions that are judged."""
    query = sa.select(judgements.c.number).where(judgements.c.match == match, judgements.c.level == level)
    return set(connection.execute(query).scalars())


def pace(connection: Connection, game: str) -> dict[str, float]:
    """How many seconds a decision of this game took here, by level, as far as any was judged."""
    query = (
        sa.select(analyses.c.level, sa.func.sum(analyses.c.spent), sa.func.sum(analyses.c.judged))
        .join(matches, matches.c.id == analyses.c.match)
        .where(matches.c.game == game, analyses.c.spent > 0)
        .group_by(analyses.c.level)
    )
    return {level: spent / judged for level, spent, judged in connection.execute(query) if judged}


def take(connection: Connection, owner: str, silent: float) -> Row | None:
    """The analysis on which nobody has worked for the longest time; it is ``owner``'s now.

    One whose owner has not been heard of for ``silent`` seconds is free again.
    """
    heard = analyses.c.beat.between(now() - silent, now() + silent)
    free = sa.or_(analyses.c.owner.is_(None), sa.not_(heard))
    query = sa.select(analyses).where(analyses.c.status == "waiting", free)
    for found in rows(connection, query.order_by(analyses.c.beat, analyses.c.asked).limit(5)):
        mine = analyses.update().where(_this(found["match"], found["level"]), analyses.c.status == "waiting", free)
        if connection.execute(mine.values(owner=owner, beat=now())).rowcount == 1:
            return found
    return None


def keep(
    connection: Connection,
    match: str,
    level: str,
    owner: str,
    moves: Sequence[Move],
    *,
    leave: bool,
    seconds: float = 0.0,
) -> bool:
    """Keep judgements that took ``seconds``; whether all are made now, or the time for them is over. With ``leave`` the
    next worker may go on.

    :class:`~ludi.server.store.Conflict` if the analysis belongs to somebody else meanwhile.
    """
    this = sa.and_(_this(match, level), analyses.c.owner == owner, analyses.c.status == "waiting")
    found = rows(connection, sa.select(analyses).where(this).with_for_update())
    if not found:
        raise Conflict(match)
    judged = found[0]["judged"] + len(moves)
    spent = found[0]["spent"] + seconds
    most = found[0]["sample"].get("seconds")
    done: bool = judged >= found[0]["decisions"] or (most is not None and spent >= most)
    values = {"judged": judged, "spent": spent, "beat": now(), "status": "done" if done else "waiting"}
    if done or leave:
        values["owner"] = None
    if connection.execute(analyses.update().where(this).values(**values)).rowcount != 1:
        raise Conflict(match)
    if moves:
        kept = [{"match": match, "level": level, "number": move["number"], "move": move} for move in moves]
        connection.execute(judgements.insert(), kept)
    return done


def be_heard(connection: Connection, match: str, level: str, owner: str) -> None:
    mine = analyses.update().where(_this(match, level), analyses.c.owner == owner)
    connection.execute(mine.values(beat=now()))


def give_up(connection: Connection, match: str, level: str, owner: str, problem: str) -> None:
    failed = analyses.update().where(_this(match, level), analyses.c.owner == owner)
    connection.execute(failed.values(status="failed", owner=None, problem=problem, beat=now()))


def free_all(connection: Connection) -> None:
    """Nobody works on anything: the only server has just started."""
    connection.execute(analyses.update().where(analyses.c.owner.is_not(None)).values(owner=None))


def moves_of(connection: Connection, match: str, level: str) -> list[Move]:
    query = sa.select(judgements.c.move).where(judgements.c.match == match, judgements.c.level == level)
    return list(connection.execute(query.order_by(judgements.c.number)).scalars())

"""What is asked of the store and told to it. Each function works inside one transaction."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from ludi.server.database import chat, ended, journal, matches, notes, notices, players, seats, settings
from ludi.server.prepared import InsertMany, Prepared, UpdateMany
from ludi.server.scribe import at_once
from ludi.server.store import Conflict, Row, now, rows

# Matches


# What is done again and again is put into words once: SQLAlchemy takes longer for that than SQLite for the work.
_add_match = Prepared(matches.insert())
_add_seat = Prepared(seats.insert())


def add_match(connection: Connection, header: Row, chairs: Sequence[Row]) -> None:
    _add_match.run(connection, header)
    for chair in chairs:
        _add_seat.run(connection, {**chair, "match": header["id"]})


def add_rematch(connection: Connection, header: Row, chairs: Sequence[Row], first: str, seen: int) -> None:
    """A new match that is the rematch of ``first``, unless somebody asked for one already."""
    moved = connection.execute(
        matches.update()
        .where(matches.c.id == first, matches.c.version == seen, matches.c.rematch.is_(None))
        .values(rematch=header["id"], version=seen + 1)
    )
    if moved.rowcount != 1:
        raise Conflict(first)
    add_match(connection, header, chairs)


def load_match(connection: Connection, match: str, after: int = -1) -> tuple[Row, list[Row], list[Row]] | None:
    """The header, the seats, and the journal after a version."""
    # One statement after another sees one another's commits; the version read first is the least all three know.
    found = rows(connection, _header, {"this": match})
    if not found:
        return None
    chairs = rows(connection, _chairs, {"this": match})
    entries = rows(connection, _entries, {"this": match, "after": after, "upto": found[0]["version"]})
    return found[0], chairs, entries


_header = sa.select(matches).where(matches.c.id == sa.bindparam("this"))
_chairs = sa.select(seats).where(seats.c.match == sa.bindparam("this")).order_by(seats.c.seat)
_entries = (
    sa.select(journal)
    .where(
        journal.c.match == sa.bindparam("this"),
        journal.c.number > sa.bindparam("after"),
        journal.c.number <= sa.bindparam("upto"),
    )
    .order_by(journal.c.number)
)


CHANGING = (
    "status", "rules", "decisions", "due", "bot_due", "deadline", "changed", "finished", "result", "rematch", "why",
    "lesson",
)  # fmt: skip
"""What a change of a match may change, besides its version."""

Changed = tuple[str, int, Row, Sequence[Row], Row | None]
"""A change of a match: its id, the version that was seen, the header, the changed seats, the journal's entry."""

# Every decision goes through these.
_move_on = Prepared(
    matches.update()
    .where(matches.c.id == sa.bindparam("this"), matches.c.version == sa.bindparam("seen"))
    .values({"version": sa.bindparam("next"), **{name: sa.bindparam(name) for name in CHANGING}})
)
_write_down = Prepared(journal.insert())
_seat_row = tuple(column.name for column in seats.c if column.name not in ("match", "seat"))
_change_seat = Prepared(
    seats.update()
    .where(seats.c.match == sa.bindparam("this"), seats.c.seat == sa.bindparam("chair"))
    .values({name: sa.bindparam(name) for name in _seat_row})
)
_move_all_on = UpdateMany(matches, {"id": "this", "version": "seen"}, CHANGING, {"version": "given.seen + 1"})
_write_all_down = InsertMany(journal, tuple(column.name for column in journal.c))
_change_seats = UpdateMany(seats, {"match": "this", "seat": "chair"}, _seat_row, {})


def change_matches(connection: Connection, changes: Sequence[Changed]) -> None:
    """The changes of many matches in SQLite: all of them, or an exception."""
    heads = [{**header, "this": match, "seen": seen} for match, seen, header, _, _ in changes]
    if _move_all_on.run(connection, heads) != len(changes):
        raise Conflict("one of them")
    _write_all_down.run(
        connection,
        [{"match": match, "number": seen + 1, **entry} for match, seen, _, _, entry in changes if entry is not None],
    )
    chairs = [(match, chair) for match, _, _, chairs, _ in changes for chair in chairs]
    _change_seats.run(connection, [_seat_values(match, chair) for match, chair in chairs])
    for match, chair in chairs:
        _clear_notes(connection, match, chair)


@at_once(change_matches)
def change_match(
    connection: Connection,
    match: str,
    seen: int,
    header: Row,
    chairs: Sequence[Row],
    entry: Row | None,
) -> None:
    """One change: the version moves on by one, or :class:`Conflict` and nothing is changed.

    The update comes first: it locks the row of the match until the commit.
    """
    if _move_on.run(connection, {**header, "this": match, "seen": seen, "next": seen + 1}) != 1:
        raise Conflict(match)
    if entry is not None:
        _write_down.run(connection, {"match": match, "number": seen + 1, **entry})
    for chair in chairs:
        _clear_notes(connection, match, chair)
        _change_seat.run(connection, _seat_values(match, chair))


def _seat_values(match: str, chair: Row) -> Row:
    return {"this": match, "chair": chair["seat"], **{name: chair[name] for name in _seat_row}}


def _clear_notes(connection: Connection, match: str, chair: Row) -> None:
    if chair["kind"] == "open":  # the next one to sit there is another person
        connection.execute(notes.delete().where(notes.c.match == match, notes.c.seat == chair["seat"]))


def keep_sight(connection: Connection, match: str, rules: str, at: int, sight: str) -> None:
    """What the players see after the move ``at``, by these rules."""
    this = matches.update().where(matches.c.id == match, matches.c.rules == rules)
    connection.execute(this.values(sight=sight, sight_at=at))


def matches_of_other_rules(connection: Connection, rules: Mapping[str, str]) -> list[str]:
    """Matches under way that were begun by other rules than these (game -> version)."""
    other = [sa.and_(matches.c.game == game, matches.c.rules != version) for game, version in rules.items()]
    query = sa.select(matches.c.id).where(matches.c.status.in_(("live", "paused")), sa.or_(sa.false(), *other))
    return list(connection.execute(query.order_by(matches.c.changed.desc())).scalars())


def _summaries(connection: Connection, query: sa.Select[Any]) -> list[tuple[Row, list[Row]]]:
    headers = rows(connection, query)
    chairs: dict[str, list[Row]] = {header["id"]: [] for header in headers}
    found = sa.select(seats).where(seats.c.match.in_(list(chairs))).order_by(seats.c.match, seats.c.seat)
    for chair in rows(connection, found):
        chairs[chair["match"]].append(chair)
    return [(header, chairs[header["id"]]) for header in headers]


def my_matches(connection: Connection, player: str, limit: int = 200) -> list[tuple[Row, list[Row]]]:
    mine = sa.select(seats.c.match).where(seats.c.player == player)
    # Puzzles have a page of their own; there are soon more of them than tables.
    no_puzzle = sa.or_(matches.c.lesson.is_(None), matches.c.lesson["puzzle"].as_boolean().is_not(True))
    query = sa.select(matches).where(sa.or_(matches.c.id.in_(mine), matches.c.host == player), no_puzzle)
    return _summaries(connection, query.order_by(matches.c.changed.desc()).limit(limit))


def lessons_taken(connection: Connection, player: str) -> list[Row]:
    """The matches in which this person learns or has learned, the latest first."""
    return [row for row in _taken(connection, player) if not row["lesson"].get("puzzle")]


def puzzles_taken(connection: Connection, player: str) -> list[Row]:
    """The matches in which this person tries or has tried a puzzle, in the order in which they were begun."""
    found = [row for row in _taken(connection, player) if row["lesson"].get("puzzle")]
    return sorted(found, key=lambda row: float(row["created"]))


def _taken(connection: Connection, player: str) -> list[Row]:
    mine = sa.select(seats.c.match).where(seats.c.player == player)
    columns = (matches.c.id, matches.c.game, matches.c.status, matches.c.lesson, matches.c.created)
    query = sa.select(*columns).where(matches.c.id.in_(mine), matches.c.lesson.is_not(None))
    return rows(connection, query.order_by(matches.c.changed.desc()))


def matches_played(connection: Connection, player: str, game: str) -> list[Row]:
    """The matches of a game that this person has begun by its deal and plays or has finished, the latest first."""
    mine = sa.select(seats.c.match).where(seats.c.player == player)
    columns = (matches.c.id, matches.c.status, matches.c.options, matches.c.result)
    query = sa.select(*columns).where(
        matches.c.id.in_(mine),
        matches.c.game == game,
        matches.c.status.in_(("live", "finished")),
        matches.c.lesson.is_(None),
        matches.c.start.is_(None),
    )
    return rows(connection, query.order_by(matches.c.changed.desc()))


def games_played(connection: Connection, player: str) -> set[str]:
    """The games that this person has sat down to."""
    mine = sa.select(seats.c.match).where(seats.c.player == player)
    return set(connection.execute(sa.select(matches.c.game).where(matches.c.id.in_(mine)).distinct()).scalars())


def open_matches(connection: Connection, limit: int = 100) -> list[tuple[Row, list[Row]]]:
    query = sa.select(matches).where(matches.c.status == "lobby", matches.c.listed)
    return _summaries(connection, query.order_by(matches.c.changed.desc()).limit(limit))


def matches_to_watch(connection: Connection, limit: int = 100) -> list[tuple[Row, list[Row]]]:
    query = sa.select(matches).where(matches.c.status == "live", matches.c.listed, matches.c.watch)
    return _summaries(connection, query.order_by(matches.c.changed.desc()).limit(limit))


def matches_with_bots_due(connection: Connection, at: float, pause: float) -> list[str]:
    """Live matches in which a bot must decide, people play, and nothing has changed for so long."""
    # Changed later than now: the clock of the system was set back.
    lately = matches.c.changed.between(at - pause, at + pause)
    people = sa.exists().where(seats.c.match == matches.c.id, seats.c.kind == "person", seats.c.stand_in.is_(None))
    query = sa.select(matches.c.id).where(matches.c.status == "live", matches.c.bot_due, sa.not_(lately), people)
    return list(connection.execute(query).scalars())


def tables_of_bots(connection: Connection, host: str, since: float) -> int:
    """How many live matches a person has set up in which nobody but bots plays, as far as they were played lately."""
    people = sa.exists().where(seats.c.match == matches.c.id, seats.c.kind == "person", seats.c.stand_in.is_(None))
    query = sa.select(sa.func.count()).where(
        matches.c.status == "live", matches.c.host == host, matches.c.changed > since, ~people
    )
    return int(connection.execute(query).scalar_one())


def matches_out_of_time(connection: Connection, at: float) -> list[str]:
    query = sa.select(matches.c.id).where(matches.c.status == "live", matches.c.deadline < at)
    return list(connection.execute(query).scalars())


# The time by which clocks run

_beat = sa.select(settings.c.value).where(settings.c.name == "clock")


def last_beat(connection: Connection) -> float:
    """When a clock last ran; a store in which none ever did begins with the time of the system."""
    found = connection.execute(_beat).scalar()
    started = connection.execute(sa.select(sa.func.max(seats.c.since))).scalar()
    return max(float(found or 0), started or 0.0) or now()


def beat(connection: Connection, at: float, always: bool) -> float:
    """Write down the time if a clock runs (or ``always``), unless another process is further on; what it is now."""
    found = connection.execute(_beat.with_for_update()).scalar()
    at = max(at, float(found or 0))
    running = sa.select(matches.c.id).where(matches.c.status == "live", matches.c.deadline.is_not(None)).limit(1)
    if not always and connection.execute(running).scalar() is None:
        return at
    if found is not None:
        connection.execute(settings.update().where(settings.c.name == "clock").values(value=repr(at)))
    else:
        with contextlib.suppress(IntegrityError), connection.begin_nested():  # another process wrote the first
            connection.execute(settings.insert().values(name="clock", value=repr(at)))
    return at


# Chat and notes


def add_chat(connection: Connection, message: Row) -> int:
    return int(connection.execute(chat.insert().values(**message).returning(chat.c.id)).scalar_one())


_last_chat = (
    sa.select(chat)
    .where(chat.c.match == sa.bindparam("this"), chat.c.id > sa.bindparam("after"))
    .order_by(chat.c.id.desc())
    .limit(sa.bindparam("limit", type_=sa.Integer))
)


def last_chat(connection: Connection, match: str, after: int = 0, limit: int = 100) -> list[Row]:
    return rows(connection, _last_chat, {"this": match, "after": after, "limit": limit})[::-1]


_read_notes = sa.select(notes.c.text).where(
    notes.c.match == sa.bindparam("this"), notes.c.seat == sa.bindparam("chair")
)


def read_notes(connection: Connection, match: str, seat: int) -> str:
    return str(connection.execute(_read_notes, {"this": match, "chair": seat}).scalar() or "")


def write_notes(connection: Connection, match: str, seat: int, text: str) -> None:
    where = sa.and_(notes.c.match == match, notes.c.seat == seat)
    if connection.execute(notes.update().where(where).values(text=text)).rowcount == 0:
        connection.execute(notes.insert().values(match=match, seat=seat, text=text))


# Players


_guest = ("id", "name", "epoch", "email_confirmed", "language", "created", "seen")
_add_guest = Prepared(players.insert().values({name: sa.bindparam(name) for name in _guest}))
_player = sa.select(players).where(players.c.id == sa.bindparam("player"))
_player_of_session = _player.where(~sa.exists().where(ended.c.session == sa.bindparam("name_of_session")))


def add_player(connection: Connection, player: Row) -> None:
    _add_guest.run(connection, {"language": "en", **player})


def find_player(connection: Connection, player: str, session: str = "") -> Row | None:
    """A player, unless the session was ended."""
    query = _player_of_session if session else _player
    found = rows(connection, query, {"player": player, "name_of_session": session} if session else {"player": player})
    return found[0] if found else None


def end_session(connection: Connection, player: str, session: str) -> None:
    """A cookie is valid no more; one without a name of its own ends with all the others of that person."""
    if not session:
        connection.execute(players.update().where(players.c.id == player).values(epoch=players.c.epoch + 1))
    elif not rows(connection, sa.select(ended).where(ended.c.session == session)):
        with contextlib.suppress(IntegrityError), connection.begin_nested():  # a double click
            connection.execute(ended.insert().values(session=session, at=now()))


def find_account(connection: Connection, keys: Sequence[str]) -> Row | None:
    """The account with the first of these keys that one has."""
    found = rows(connection, sa.select(players).where(players.c.account_key.in_(keys)))
    return min(found, key=lambda row: keys.index(row["account_key"]), default=None)


def change_player(connection: Connection, player: str, values: Row) -> None:
    connection.execute(players.update().where(players.c.id == player).values(**values))


def move_tables(connection: Connection, guest: str, account: str) -> dict[str, int]:
    """What a guest held now belongs to the account; the matches that this touches, with their versions."""
    mine = sa.select(seats.c.match).where(seats.c.player == guest)
    query = sa.select(matches.c.id).where(sa.or_(matches.c.id.in_(mine), matches.c.host == guest))
    touched = list(connection.execute(query).scalars())
    # The versions first: that locks the rows of the matches until the commit.
    moved = matches.update().where(matches.c.id.in_(touched)).values(version=matches.c.version + 1)
    found = connection.execute(moved.returning(matches.c.id, matches.c.version)).all()
    connection.execute(seats.update().where(seats.c.player == guest).values(player=account))
    connection.execute(matches.update().where(matches.c.host == guest).values(host=account))
    return {row.id: row.version for row in found}


def people_to_tell(connection: Connection, match: str, waiting: Sequence[str], pause: float) -> list[Row]:
    """Those of ``waiting`` with a confirmed address who were not told of this match lately; they count as told now."""
    at = now()
    query = (
        sa.select(players.c.id, players.c.name, players.c.email, players.c.language, notices.c.at)
        .outerjoin(notices, sa.and_(notices.c.player == players.c.id, notices.c.match == match))
        .where(players.c.id.in_(waiting), players.c.email_confirmed, players.c.email.is_not(None))
    )
    tell = [row for row in rows(connection, query) if row["at"] is None or abs(at - row["at"]) > pause]
    for row in tell:
        if row["at"] is None:
            connection.execute(notices.insert().values(match=match, player=row["id"], at=at))
        else:
            where = sa.and_(notices.c.match == match, notices.c.player == row["id"])
            connection.execute(notices.update().where(where).values(at=at))
    return tell

"""Matches that were begun by other rules than this server has.

A live match is dealt and played again by the rules of now. If every decision is still legal it goes on by them. If the
position is then not the one that the players last saw (or nobody knows what they saw), they are asked to agree. Only a
match with a decision that is not legal any more is closed. Nothing is played again of a match that is over, nor of one
that this server cannot judge: of newer rules, or with other data files. Whatever happens, the record stays.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from ludi.core import BadOption, BadPosition, CannotUndo, IllegalAction, MalformedAction, UnknownGame, registry
from ludi.core.record import TakenBack
from ludi.server import pleas
from ludi.server.refusals import Refused
from ludi.server.room import Room, build
from ludi.server.rows import Change, Header, seat_from_row
from ludi.server.store import Row

log = logging.getLogger("ludi.server")


BY_THE_RECORD = (MalformedAction, IllegalAction, CannotUndo, BadOption, BadPosition)
"""What is wrong with a record, and will be whenever it is played again."""


def is_newer(rules: str, than: str) -> bool:
    return _parts(rules)[0] > _parts(than)[0]


def has_other_data(rules: str, than: str) -> bool:
    """Whether these are the rules with other data files of an owner's own, of whatever version."""
    return _parts(rules)[1] != _parts(than)[1]


def _parts(rules: str) -> tuple[int, str]:
    """Versions of rules are numbers, perhaps with a word about an owner's own data after them."""
    number, _, data = rules.partition(" ")
    return int(number) if number.isdecimal() else 0, data


def open_room(header: Row, chairs: Sequence[Row], entries: Sequence[Row], at: float) -> tuple[Room, Change | None]:
    """The room of a match, and what has to be written down because the rules are others than when it was begun.

    :class:`Refused` if something fails that is not the match's own fault: it can be opened another time.
    """
    try:
        return _open(header, chairs, entries, at)
    except Exception:
        log.exception("match %s could not be opened", header["id"])
        raise Refused("unavailable", "This match cannot be opened now; try again in a moment.") from None


def _open(header: Row, chairs: Sequence[Row], entries: Sequence[Row], at: float) -> tuple[Room, Change | None]:
    try:
        rules = registry.find(header["game"]).rules_version
    except UnknownGame:
        return _left_alone(header, chairs, entries, {"why": "game"}), None
    if header["status"] == "broken":
        return _shut(header, chairs, entries, header["why"] or {"why": "rules"}), None
    if header["status"] == "finished" and header["rules"] != rules:
        return unplayed(header, chairs, entries), None
    if header["status"] != "lobby" and has_other_data(header["rules"], rules):
        return _left_alone(header, chairs, entries, {"why": "data"}), None
    if header["status"] != "lobby" and is_newer(header["rules"], rules):
        return _left_alone(header, chairs, entries, {"why": "newer", "rules": header["rules"], "now": rules}), None
    try:
        room = build(header, chairs, entries)
    except BY_THE_RECORD as error:
        log.error("match %s cannot be played here: %s", header["id"], error)
        return _close(header, chairs, entries, rules)
    if header["status"] != "lobby" and header["rules"] != rules:
        return room, room.go_on_by(rules, at)
    return room, None


def unplayed(header: Row, chairs: Sequence[Row], entries: Sequence[Row]) -> Room:
    """A room without a table: there is only the record."""
    room = Room(Header(**header), [seat_from_row(row) for row in chairs])
    for entry in entries:
        if entry["kind"] == "play":
            room.kept.append((entry["seat"], entry["word"]))
        elif entry["kind"] == "undo":
            room.kept.reverse()  # the last of that seat
            room.kept.remove(next(each for each in room.kept if each[0] == entry["seat"]))
            room.kept.reverse()
        elif entry["kind"] == pleas.DONE:
            to = max(at for at, (seat, _) in enumerate(room.kept) if seat == entry["seat"])
            room.kept_notes.append(TakenBack(entry["seat"], to, tuple(room.kept[to:])))
            del room.kept[to:]
    return room


def _left_alone(header: Row, chairs: Sequence[Row], entries: Sequence[Row], why: dict[str, Any]) -> Room:
    """A match that another server may be able to play: it is closed here, and nothing of that is written down."""
    room = _shut(header, chairs, entries, why)
    room.left_alone = True
    return room


def _shut(header: Row, chairs: Sequence[Row], entries: Sequence[Row], why: dict[str, Any]) -> Room:
    """A match that cannot be played here."""
    room = unplayed(header, chairs, entries)
    room.header.status, room.header.why = "broken", why
    return room


def _close(header: Row, chairs: Sequence[Row], entries: Sequence[Row], rules: str) -> tuple[Room, Change | None]:
    """A match whose decisions cannot be played again: which of them is the first?"""
    why: dict[str, Any] = {"why": "damaged"}
    if header["rules"] != rules:
        why = {
            "why": "illegal",
            "rules": header["rules"],
            "now": rules,
            "decision": _first_illegal(header, chairs, entries),
        }
    room = _shut(header, chairs, entries, why)
    change = Change(room.header.version)
    room.changed()
    room.header.due, room.header.bot_due, room.header.deadline = [], False, None
    return room, change


def _first_illegal(header: Row, chairs: Sequence[Row], entries: Sequence[Row]) -> int:
    """The number of the first decision that is not legal any more; 0 if not even the deal is."""
    room = Room(Header(**header), [seat_from_row(row) for row in chairs])
    try:
        for entry in entries:
            room.advance(entry["number"], entry["kind"], entry["seat"], entry["word"])
    except BY_THE_RECORD:
        return 0 if room.table is None else len(room.table.decisions) + 1
    return 0

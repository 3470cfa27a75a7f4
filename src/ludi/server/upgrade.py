"""Matches that were begun by other rules than this server has.

A live match is dealt and played again by the rules of now. If every decision is still legal it goes on by them. If the
position is then not the one that the players last saw (or nobody knows what they saw), they are asked to agree. Only a
match with a decision that is not legal any more is closed. Nothing is played again of a match that is over. Whatever
happens, the record stays.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from ludi.core import LudiError, UnknownGame, registry
from ludi.server.room import Room, build
from ludi.server.rows import Change, Header, seat_from_row
from ludi.server.store import Row

log = logging.getLogger("ludi.server")


def is_newer(rules: str, than: str) -> bool:
    """Versions of rules are numbers, perhaps with a word about an owner's own data after them."""
    return _number(rules) > _number(than)


def _number(rules: str) -> int:
    number, _, _ = rules.partition(" ")
    return int(number) if number.isdecimal() else 0


def open_room(header: Row, chairs: Sequence[Row], entries: Sequence[Row], at: float) -> tuple[Room, Change | None]:
    """The room of a match, and what has to be written down because the rules are others than when it was begun."""
    try:
        rules = registry.find(header["game"]).rules_version
    except UnknownGame:
        return _shut(header, chairs, entries, {"why": "game"}), None
    if header["status"] == "broken":
        return _shut(header, chairs, entries, header["why"] or {"why": "rules"}), None
    if header["status"] == "finished" and header["rules"] != rules:
        return _unplayed(header, chairs, entries), None
    if header["status"] != "lobby" and is_newer(header["rules"], rules):
        return _shut(header, chairs, entries, {"why": "newer", "rules": header["rules"], "now": rules}), None
    try:
        room = build(header, chairs, entries)
    except Exception as error:
        if not isinstance(error, LudiError):
            log.exception("match %s: the rules fail at what is stored", header["id"])
        log.error("match %s cannot be played here: %s", header["id"], error)
        return _close(header, chairs, entries, rules)
    if header["status"] != "lobby" and header["rules"] != rules:
        return room, room.go_on_by(rules, at)
    return room, None


def _unplayed(header: Row, chairs: Sequence[Row], entries: Sequence[Row]) -> Room:
    """A room without a table: there is only the record."""
    room = Room(Header(**header), [seat_from_row(row) for row in chairs])
    for entry in entries:
        if entry["kind"] == "play":
            room.kept.append((entry["seat"], entry["word"]))
        elif entry["kind"] == "undo":
            room.kept.reverse()  # the last of that seat
            room.kept.remove(next(each for each in room.kept if each[0] == entry["seat"]))
            room.kept.reverse()
    return room


def _shut(header: Row, chairs: Sequence[Row], entries: Sequence[Row], why: dict[str, Any]) -> Room:
    """A match that cannot be played here."""
    room = _unplayed(header, chairs, entries)
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
    except Exception:
        return 0 if room.table is None else len(room.table.decisions) + 1
    return 0

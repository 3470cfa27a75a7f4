"""One match in memory: the table, who sits where, the clocks, and what everything that happens does to them.

A room is changed in two steps. First it is asked to change itself (``decide``, ``take_back``, ``concede`` ...), which
it does at once or refuses; then :class:`~ludi.server.hall.Hall` writes the change down. If that fails, the room is
thrown away and built again from the store, so memory never holds what the store does not.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any, TypeVar

from ludi import bots
from ludi.bots.romans import roman
from ludi.core import LudiError, Outcome, Phrasebook, Record, Table, registry
from ludi.core.record import RECORDED, TakenBack
from ludi.server import pleas, results, teaching
from ludi.server.names import told_apart
from ludi.server.pleas import Plea
from ludi.server.refusals import Refused, from_game
from ludi.server.rows import Change, Header, Notice, Seat, seat_from_row
from ludi.server.store import Row, now
from ludi.server.talk import game_talk

RETURN_SECONDS = 60.0
"""What one who takes the seat back from a stand-in has at least on the clock."""

MOVES = ("start", "play", "undo", pleas.DONE)
"""What changes the position."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Unseen:
    """How many changes, and how many decisions that stand, somebody does not know of."""

    changes: int = 0
    decisions: int = 0


KNOWS_ALL = Unseen()


class Room:
    """A match being played, watched or waited for."""

    def __init__(self, header: Header, chairs: Sequence[Seat]) -> None:
        self.header = header
        self.chairs = list(chairs)
        self.lock = asyncio.Lock()
        self.table: Table | None = None
        self.notices: list[Notice] = []
        self.due_since = [0] * len(self.chairs)
        """The version at which each seat was last newly asked to decide: what it saw since then is fresh enough."""
        self.trail: list[tuple[int, int]] = []
        """For each change the number of decisions that stood after it: tells how far back a log must be rewritten."""
        self.agreed: set[int] = set()
        """The seats that agreed to go on by changed rules."""
        self.kept: list[tuple[int, str]] = []
        """The decisions of a match that cannot be played here; it has no table."""
        self.kept_notes: list[TakenBack] = []
        """What was taken back in it."""
        self.left_alone = False
        """Whether only this server cannot play it: then nothing of it is changed here."""
        self.last_move = 0
        self.move_seen = [0] * len(self.chairs)
        """The version of the last decision that each seat knows of, as it is shown to it."""
        self.last_seen: list[tuple[int, str] | None] = [None] * (len(self.chairs) + 1)
        """The last decision that each seat, and a spectator, knows of."""
        self.unseen = [KNOWS_ALL] * (len(self.chairs) + 1)
        """What others do in secret just now, for each seat and for a spectator: their versions do not count it."""
        self.learning = teaching.learning_in(header)
        """Where the learner of a lesson stands."""
        self.plea: Plea | None = None
        """Somebody asks for leave to take something back."""
        self.dealt_again: Table | None = None
        """The table as it was before, dealt again beforehand where nobody waits for it."""
        self._books: dict[str, Phrasebook] = {}
        self._drawn_up: tuple[int, dict[Hashable, Any]] = (-1, {})
        self._changed = monotonic()

    # Building from the store

    def seat_everybody(self) -> None:
        """Deal."""
        head = self.header
        game = registry.find(head.game)
        chairs = [seat.chair() for seat in self.chairs]
        self.table = Table(game, head.options, chairs, bytes.fromhex(head.seed), head.beginning())

    def advance(self, number: int, kind: str, seat: int, word: str) -> frozenset[int] | None:
        """What the journal says next; the seats that know of it, or None if everybody does."""
        if kind == "start":
            self.seat_everybody()
        table = self.table
        assert table is not None
        before = table.state.actors() if kind != "start" else ()
        secret, told = table.state.in_secret(), len(table.events)
        if kind == "play":
            table.play(seat, word)
            if self.learning is not None:
                self.learning.follow(table, told)
        elif kind in ("undo", pleas.DONE):
            if kind == "undo":
                table.undo(seat)
            else:
                table.take_back(seat, self.dealt_again)
                self.dealt_again = None
            if self.learning is not None:
                self.learning.go_back(table)
        else:
            if kind == "unguided":
                self.learning = teaching.after_leaving(self.learning)
            elif kind == "agree":
                self.agreed.add(seat)
            elif kind == "asked":
                self.agreed.clear()
        if kind not in ("play", "undo"):
            self.notices.append(Notice(len(table.decisions), number, kind, seat, word))
        self.plea = pleas.after(self.plea, kind, seat)
        known_to = None
        if kind in MOVES:
            if secret is not None and table.state.in_secret() == secret and len(table.events) == told:
                known_to = self._seats_of(seat)
            self._notice(kind, seat, word, known_to)
            self.last_move = number
            self.move_seen = [number - self.unseen[each].changes for each in range(len(self.chairs))]
            for each in table.state.actors():
                if each == seat or each not in before or kind in ("undo", pleas.DONE):
                    self.due_since[each] = number - self.unseen[each].changes
        self.trail.append((number, len(table.decisions)))
        return known_to

    def _notice(self, kind: str, seat: int, word: str, known_to: frozenset[int] | None) -> None:
        """Everybody learns of a decision, or while all plan in secret only the one who made it."""
        assert self.table is not None
        decisions = self.table.decisions
        for viewer, unseen in enumerate(self.unseen):
            if known_to is not None and viewer not in known_to:
                step = 1 if kind == "play" else -1
                self.unseen[viewer] = Unseen(unseen.changes + 1, unseen.decisions + step)
                continue
            if self.table.state.in_secret() is None:
                self.unseen[viewer] = KNOWS_ALL
            known = (seat, word) if kind == "play" else None
            if kind in ("undo", pleas.DONE) and not self.unseen[viewer].changes and decisions:
                known = decisions[-1]
            self.last_seen[viewer] = known

    def _seats_of(self, seat: int) -> frozenset[int]:
        """This seat and the others of the same person."""
        person = self.chairs[seat].player
        return frozenset({seat} | {each.seat for each in self.chairs if person is not None and each.player == person})

    def shown(self, viewer: int | None) -> tuple[int, int]:
        """The version and the number of decisions as a seat, or a spectator, may know them."""
        if self.table is None:
            return self.header.version, self.header.decisions
        unseen = self.unseen[len(self.chairs) if viewer is None else viewer]
        return self.header.version - unseen.changes, len(self.table.decisions) - unseen.decisions

    @property
    def in_secret(self) -> bool:
        return self.table is not None and self.table.state.in_secret() is not None

    # Asking

    @property
    def live(self) -> bool:
        return self.header.status == "live"

    def actors(self) -> tuple[int, ...]:
        return self.table.state.actors() if self.table is not None and self.live else ()

    def once(self, key: Hashable, draw_up: Callable[[], T]) -> T:
        """What is alike for all who look at this version, drawn up for the first of them."""
        if self._drawn_up[0] != self.header.version:
            self._drawn_up = (self.header.version, {})
        known = self._drawn_up[1]
        if key not in known:
            known[key] = draw_up()
        found: T = known[key]
        return found

    def people_play(self) -> bool:
        """Whether a person still decides for a seat."""
        return any(chair.kind == "person" and chair.bot is None for chair in self.chairs)

    def bot_to_decide(self) -> int | None:
        """A seat whose bot must decide now."""
        for seat in self.actors():
            if self.chairs[seat].bot is not None:
                return seat
        return None

    def book(self, language: str) -> Phrasebook:
        """The phrasebook of this match; English where the game lacks the language."""
        book = self._books.get(language)
        names = [seat.name for seat in self.chairs]
        if book is None:
            box = self.table.box if self.table is not None else None
            book = game_talk(registry.find(self.header.game), language, names, box)
            if box is not None:
                self._books[language] = book
        book.seats = names
        return book

    def seat_for(self, seat: int) -> Seat:
        if not 0 <= seat < len(self.chairs):
            raise Refused(
                "not_found", f"This match has {len(self.chairs)} {'seat' if len(self.chairs) == 1 else 'seats'}."
            )
        return self.chairs[seat]

    def _require(self, *statuses: str) -> None:
        if self.header.status not in statuses:
            raise Refused("wrong_status", f"That cannot be done: the match is in the status '{self.header.status}'.")

    # Deciding

    def decide(self, seat: int, word: str, version: int, at: float, *, bot: bool = False) -> Change:
        """A decision of a seat that has seen ``version``."""
        self._require("live")
        chair = self.seat_for(seat)
        assert self.table is not None
        if (chair.bot is not None) != bot:
            raise Refused("wrong_status", "A bot plays for this seat now; take the seat back first.")
        if seat in self.actors() and not self.due_since[seat] <= version <= self.shown(seat)[0]:
            raise Refused("stale", "The table has changed since; look again.")
        if not bot:
            teaching.check(self.learning, self.table, seat, word)
        change = Change(self.header.version, "play", seat, word)
        self._advance(change)
        self._run_clock(seat, at, change)
        return change

    def take_back(self, seat: int, version: int, at: float) -> Change:
        self._require("live")
        if self.seat_for(seat).bot is not None:
            raise Refused("wrong_status", "A bot plays for this seat now; take the seat back first.")
        if not self.move_seen[seat] <= version <= self.shown(seat)[0]:
            raise Refused("stale", "The table has changed since; look again.")
        change = Change(self.header.version, "undo", seat)
        self._advance(change)
        self._run_clock(seat, at, change)
        return change

    def ask_leave(self, seat: int, version: int, at: float) -> Change:
        """A seat wants to take back what it cannot undo. Where nobody else is to be asked, it is done."""
        self._require("live")
        chair = self.seat_for(seat)
        if chair.bot is not None:
            raise Refused("wrong_status", "A bot plays for this seat now; take the seat back first.")
        if not self.move_seen[seat] <= version <= self.shown(seat)[0]:
            raise Refused("stale", "The table has changed since; look again.")
        assert self.table is not None
        pleas.check(self.table, self.plea, self.chairs, seat)
        try:
            to = self.table.before_last(seat)
        except LudiError as error:
            raise from_game(error) from None
        kind = pleas.ASKED if Plea(seat).waits_for(self.chairs) else pleas.DONE
        return self._note(kind, chair, str(to), at)

    def answer_plea(self, seat: int, yes: bool, at: float) -> Change:
        """Another person agrees, or does not; when all agree it is done."""
        self._require("live")
        plea = self.plea
        if plea is None or seat not in plea.waits_for(self.chairs):
            raise Refused("wrong_status", "Nobody asks this seat for leave.")
        if not yes:
            return self._note(pleas.DENIED, self.chairs[seat], "", at)
        if plea.waits_for(self.chairs) == [seat]:
            return self._note(pleas.DONE, self.chairs[plea.seat], "", at)
        return self._note(pleas.GRANTED, self.chairs[seat], "", at)

    def _advance(self, change: Change) -> None:
        try:
            change.known_to = self.advance(change.seen + 1, change.kind, change.seat, change.word)
        except LudiError as error:
            raise from_game(error) from None
        self._settle(hidden=change.known_to is not None)

    def changed(self, hidden: bool = False) -> None:
        """Another version of the table; when it came about is not told of one that is hidden from the others."""
        self.header.version += 1
        if not hidden:
            self.header.changed = now()
        self.changed_ago(0.0)

    def changed_ago(self, seconds: float) -> None:
        """So long ago by the time of the system; if that was set back, just now."""
        self._changed = monotonic() - max(0.0, seconds)

    def quiet_for(self) -> float:
        """For how many seconds nothing has happened here."""
        return monotonic() - self._changed

    def _settle(self, hidden: bool) -> None:
        """Bring the header up to date with the table."""
        head = self.header
        assert self.table is not None
        self.changed(hidden)
        head.decisions = self.shown(None)[1]
        outcome = self.table.state.outcome()
        if head.status == "live" and outcome is not None:
            head.status, head.finished = "finished", head.changed
            head.result = results.kept(outcome, self.conceded(), self.table.state.fingerprint())
        if self.learning is not None:
            head.lesson = teaching.written(self.learning)
            ending = teaching.ending(self.learning)
            if ending is not None:
                self._close_lesson(*ending)
        head.due = list(self.waited_for())
        head.bot_due = self.bot_to_decide() is not None

    def _close_lesson(self, winners: tuple[int, ...], reason: str) -> None:
        head = self.header
        if head.status == "live":
            head.status, head.finished = "finished", now()
            head.result = results.kept(Outcome(winners, reason, ""))

    def leave_lesson(self, seat: int, at: float) -> Change:
        """The learner goes on alone; a match that is nothing but the lesson ends. A puzzle left is given up."""
        self._require("live")
        learning = self.learning
        if learning is None or seat != learning.lesson.me:
            raise Refused("wrong_status", "No lesson is taught to this seat.")
        self.header.lesson = {**teaching.written(learning), "left": True}
        if not learning.lesson.goes_on:
            self._close_lesson((), teaching.GIVEN_UP if learning.lesson.puzzle else teaching.LEFT)
        given_up = teaching.GIVEN_UP if learning.lesson.puzzle else ""
        return self._note("unguided", self.chairs[seat], given_up, at)

    def told_to_decide(self, seat: int) -> str | None:
        """What the lesson lets another seat decide now; None where its bot thinks for itself."""
        if self.learning is None or self.table is None or seat == self.learning.lesson.me:
            return None
        return self.learning.lesson.reply(self.learning.standing, self.table.state, seat)

    def conceded(self) -> list[int]:
        """The seats that gave up."""
        return [each.seat for each in self.chairs if each.conceded]

    # Sitting down and getting up

    def start(self, at: float) -> Change:
        """Everybody sits: deal."""
        self._require("lobby")
        if any(seat.kind == "open" for seat in self.chairs):
            raise Refused("wrong_status", "A seat is still open.")
        try:
            self.seat_everybody()
        except LudiError as error:
            raise from_game(error) from None
        assert self.table is not None
        self.header.status, self.header.rules = "live", self.table.game.rules_version
        change = Change(self.header.version, "start", -1, chairs=list(self.chairs))
        for seat in self.chairs:
            if seat.kind == "person" and self.header.clock["kind"] == "bank":
                seat.bank = float(self.header.clock["seconds"])
        self._advance(change)
        self._run_clock(None, at, change)
        return change

    def sit_down(self, seat: int | None, player: str, name: str, token: str, at: float) -> Change:
        self._require("lobby")
        if seat is None:
            free = [chair for chair in self.chairs if chair.kind == "open"]
            if not free:
                raise Refused("taken", "All seats are taken.")
            chair = free[0]
        else:
            chair = self.seat_for(seat)
            if chair.kind != "open":
                raise Refused("taken", "This seat is taken.")
        taken = [each.name for each in self.chairs if each is not chair]
        chair.kind, chair.player, chair.name, chair.token = "person", player, told_apart(name, taken), token
        return self._in_lobby(chair)

    def change_seat(self, seat: int, level: str | None, at: float) -> Change:
        """In the lobby: put a bot on a seat, or nobody."""
        self._require("lobby")
        chair = self.seat_for(seat)
        if chair.kind == "person":
            raise Refused("taken", "A person sits there.")
        self._vacate(chair)
        if level is not None:
            chair.kind, chair.level = "bot", level
            chair.name = roman([each.name for each in self.chairs])
        return self._in_lobby(chair)

    def stand_up(self, seat: int, at: float) -> Change:
        """In the lobby the seat is free again; later a bot plays on."""
        chair = self.seat_for(seat)
        if self.header.status == "lobby":
            self._vacate(chair)
            return self._in_lobby(chair)
        return self.replace_person(seat, "leave", at)

    @staticmethod
    def _vacate(chair: Seat) -> None:
        chair.kind, chair.player, chair.name, chair.token, chair.level = "open", None, "", None, None

    def _in_lobby(self, chair: Seat) -> Change:
        change = Change(self.header.version, chairs=[chair])
        self.changed()
        return change

    def replace_person(self, seat: int, kind: str, at: float) -> Change:
        """A bot plays for a person who left (``leave``) or ran out of time (``timeout``)."""
        self._require("live", "paused")
        chair = self.seat_for(seat)
        if chair.bot is not None:
            raise Refused("wrong_status", "A bot plays there already.")
        chair.stand_in = bots.DEFAULT
        self._go_on_if_all_agree()
        return self._note(kind, chair, bots.DEFAULT, at)

    def come_back(self, seat: int, at: float) -> Change:
        self._require("live", "paused")
        chair = self.seat_for(seat)
        if chair.kind != "person" or chair.stand_in is None:
            raise Refused("wrong_status", "No bot is playing for you.")
        if chair.conceded:
            raise Refused("wrong_status", "You have conceded and cannot come back.")
        chair.stand_in = None
        if chair.bank is not None:
            chair.bank = max(chair.bank, RETURN_SECONDS)
        return self._note("return", chair, "", at)

    def concede(self, seat: int, at: float) -> Change:
        """The match ends if nobody is left to play it for; else a bot plays the seat on."""
        self._require("live", "paused")
        chair = self.seat_for(seat)
        if chair.conceded or chair.kind != "person":
            raise Refused("wrong_status", "This seat cannot concede.")
        chair.conceded = True
        chair.stand_in = chair.stand_in or bots.DEFAULT
        others = [each for each in self.chairs if each.kind == "person" and not each.conceded and each is not chair]
        if len(self.chairs) <= 2 or not others:
            self.header.status, self.header.finished = "finished", now()
            left = tuple(each.seat for each in self.chairs if not each.conceded)
            self.header.result = results.kept(Outcome(left, results.CONCEDED, ""), self.conceded())
        self._go_on_if_all_agree()
        return self._note("concede", chair, "", at)

    def replace_bot(self, seat: int, at: float) -> Change:
        """A bot failed: another takes its place."""
        chair = self.seat_for(seat)
        failed = chair.bot or ""
        if chair.kind == "bot":
            chair.level = bots.DEFAULT
        else:
            chair.stand_in = bots.DEFAULT
        return self._note("replaced", chair, failed, at)

    def tell_of(self, kind: str, seat: int, at: float) -> Change:
        """Something that changes nothing, and that all at the table shall know."""
        self._require("live")
        return self._note(kind, self.seat_for(seat), "", at)

    def _note(self, kind: str, chair: Seat, word: str, at: float) -> Change:
        change = Change(self.header.version, kind, chair.seat, word, [chair])
        self._advance(change)
        self._run_clock(None, at, change)
        return change

    # Changed rules

    def go_on_by(self, rules: str, at: float) -> Change:
        """From now on by these rules; the players are asked first if the position is not the one they last saw."""
        head = self.header
        head.rules = rules
        same = head.sight_at == self.last_move and head.sight == self.sight()
        head.status, head.why = ("live", None) if same else ("paused", {"why": "asked", "now": rules})
        self.agreed.clear()
        self._go_on_if_all_agree()
        change = Change(head.version, "rules" if head.status == "live" else "asked", -1, rules)
        self._advance(change)
        self._run_clock(None, at, change)
        return change

    def sight(self) -> str:
        """A fingerprint of what everybody sees."""
        assert self.table is not None
        views = [self.table.state.view(seat) for seat in (None, *range(len(self.chairs)))]
        return hashlib.sha256(json.dumps(views, sort_keys=True).encode()).hexdigest()

    def sight_is_new(self) -> bool:
        """Whether persons have seen more than is kept of it."""
        return self.header.sight_at != self.last_move and any(each.kind == "person" for each in self.chairs)

    def waited_for(self) -> tuple[int, ...]:
        """The seats that must decide, or that must agree first."""
        if self.header.status != "paused":
            return self.actors()
        return tuple(
            each.seat for each in self.chairs if each.kind == "person" and not each.bot and each.seat not in self.agreed
        )

    def agree(self, seat: int, at: float) -> Change:
        chair = self._asked(seat)
        self.agreed.add(seat)
        self._go_on_if_all_agree()
        return self._note("agree", chair, "", at)

    def disagree(self, seat: int, at: float) -> Change:
        """The match is closed; its record stays."""
        chair = self._asked(seat)
        self.header.status, self.header.why = "broken", {"why": "declined", "seat": seat}
        return self._note("disagree", chair, "", at)

    def _asked(self, seat: int) -> Seat:
        self._require("paused")
        if seat not in self.waited_for():
            raise Refused("wrong_status", "This seat has agreed already.")
        return self.chairs[seat]

    def _go_on_if_all_agree(self) -> None:
        if self.header.status == "paused" and not self.waited_for():
            self.header.status, self.header.why = "live", None

    def record(self) -> Record:
        """The match as it is written down; also of one that cannot be played here."""
        if self.table is not None:
            return self.table.record()
        head, result = self.header, self.header.result or {}
        return Record(
            game=head.game,
            rules=head.rules,
            options=head.options,
            commitment=head.commitment,
            seats=[seat.chair() for seat in self.chairs],
            seed=head.seed,
            decisions=list(self.kept),
            result={name: result[name] for name in RECORDED} if "position" in result else None,
            start=head.beginning(),
            taken_back=list(self.kept_notes),
        )

    # Clocks

    def _run_clock(self, acted: int | None, at: float, change: Change) -> None:
        """Stop the clock of the seat that decided, run those of the persons who must decide now."""
        clock = self.header.clock
        if clock["kind"] == "none":
            return
        due = self.actors()
        for chair in self.chairs:
            before = (chair.bank, chair.since)
            if chair.seat == acted and chair.since is not None and chair.bank is not None:
                increment = clock["increment"] if change.kind == "play" else 0.0
                chair.bank = max(0.0, chair.bank - spent(chair, at)) + increment
            ticking = chair.seat in due and chair.kind == "person" and chair.bot is None
            if not ticking:
                if chair.since is not None and chair.bank is not None and chair.seat != acted:
                    chair.bank = max(0.0, chair.bank - spent(chair, at))
                chair.since = None
            elif chair.since is None or chair.seat == acted:
                chair.since = at
            if (chair.bank, chair.since) != before and chair not in change.chairs:
                change.chairs.append(chair)
        self.header.deadline = min(
            (end for chair in self.chairs if (end := self.out_of_time_at(chair)) is not None), default=None
        )

    def out_of_time_at(self, chair: Seat) -> float | None:
        """When the clock of a seat reaches zero, if it runs."""
        if chair.since is None:
            return None
        return chair.since + (chair.bank if chair.bank is not None else float(self.header.clock["seconds"]))

    def seconds_left(self, chair: Seat, at: float) -> float | None:
        return seconds_left(self.header.clock, chair, at)


def seconds_left(clock: dict[str, Any], chair: Seat, at: float) -> float | None:
    if clock["kind"] == "none" or chair.kind != "person":
        return None
    left = chair.bank if chair.bank is not None else float(clock["seconds"])
    return max(0.0, round(left - spent(chair, at), 3))


def spent(chair: Seat, at: float) -> float:
    """How long the clock of a seat has run; never less than nothing, whatever time is told."""
    return 0.0 if chair.since is None else max(0.0, at - chair.since)


def build(header: Row, chairs: Sequence[Row], entries: Sequence[Row]) -> Room:
    """A room from what the store knows; :class:`LudiError` if this server cannot play it."""
    room = Room(Header(**header), [seat_from_row(row) for row in chairs])
    catch_up(room, header, chairs, entries)
    return room


def catch_up(room: Room, header: Row, chairs: Sequence[Row], entries: Sequence[Row]) -> frozenset[int] | None:
    """Bring a room to what the store knows now; the seats that know of the news, or None if they are for everybody.

    :class:`LudiError` if the room must be built anew.
    """
    if room.left_alone:
        raise LudiError("Perhaps it can be played here now.")
    if room.table is not None and header["rules"] != room.header.rules:
        raise LudiError("Another process goes on by other rules.")
    if room.table is None and entries and entries[0]["kind"] != "start":
        raise LudiError("Another process can play this match.")
    if room.table is not None and any(entry["kind"] == pleas.DONE for entry in entries):
        raise LudiError("Something was taken back: all is dealt again, and not while others wait.")
    news: frozenset[int] | None = frozenset() if len(entries) == header["version"] - room.header.version else None
    room.header = Header(**header)
    room.changed_ago(now() - room.header.changed)
    room.chairs = [seat_from_row(row) for row in chairs]
    for entry in entries:
        known_to = room.advance(entry["number"], entry["kind"], entry["seat"], entry["word"])
        news = None if news is None or known_to is None else news | known_to
    return news

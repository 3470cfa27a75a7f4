"""All matches of this process: the one door through which any of them changes.

A change is made in memory, written down, and only then acknowledged and shown. If it cannot be written down (another
process came first, the disk is full), the room in memory is thrown away and built again from the store.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Coroutine, Iterable
from time import monotonic
from typing import Any, Protocol

from sqlalchemy.exc import DBAPIError, OperationalError

from ludi import bots
from ludi.core import LudiError, Perspective, registry
from ludi.server import queries
from ludi.server.clock import Clock
from ludi.server.frames import Eyes, Presence
from ludi.server.identity import Seal, is_match, same_token
from ludi.server.refusals import Refused, from_store
from ludi.server.room import Room, catch_up
from ludi.server.rows import Change
from ludi.server.settings import Settings
from ludi.server.store import Conflict, Store, now
from ludi.server.thinkers import BotFailed, Thinkers
from ludi.server.turns import Turn
from ludi.server.upgrade import open_room

log = logging.getLogger("ludi.server")

ATTEMPTS = 8
IDLE_SECONDS = 300.0
PRESENCE_SECONDS = 60.0
SIGHT_SECONDS = 10.0
"""What the players see is kept after so long a pause,"""
SIGHTS = 5
"""of so many matches in one round of the watch."""
CLOSING_SECONDS = 3.0
MOST_ADDRESSES = 20_000
CLOSED_SECONDS = 5.0
"""A match that could not be opened is tried again after so long."""
ASKED_SECONDS = 60.0
"""So long the bots of a table without people go on after somebody asked for it, when nobody watches."""

Work = Callable[[Room, float], Change]
Herald = Callable[[Room], None]
"""Told of every committed change (the post office for turn notices is one)."""


class Watcher(Protocol):
    """What the hall needs to know of a connected viewer."""

    def held(self) -> frozenset[int]:
        """The seats that this viewer holds."""

    def look_again(self) -> None: ...

    def hear_chat(self) -> None: ...

    def see_who_is_here(self) -> None: ...

    def read_notes(self, seat: int) -> None: ...

    def log_out(self, player: str, session: str) -> None: ...


class Hall:
    """The matches, who looks at them, and the bots that play in them."""

    def __init__(self, store: Store, seal: Seal, settings: Settings, thinkers: Thinkers) -> None:
        self.store = store
        self.seal = seal
        self.settings = settings
        self.thinkers = thinkers
        self.clock = Clock()
        self.heralds: list[Herald] = []
        self.rooms: dict[str, Room] = {}
        self.watchers: dict[str, set[Watcher]] = defaultdict(set)
        self._present: dict[str, Presence] = {}
        """Who is connected to this process, until somebody comes or goes."""
        self.lines: set[Watcher] = set()
        """All whose line is open, also before they say hello and become watchers."""
        self._loading: dict[str, asyncio.Lock] = {}
        self._elsewhere: dict[str, dict[str, tuple[float, Presence]]] = defaultdict(dict)
        self._closed: dict[str, tuple[float, Refused]] = {}
        """Until when a match is not tried again, and what is said of it meanwhile."""
        self._touched: dict[str, float] = {}
        self._driving: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._asked: dict[str, float] = {}
        """When somebody last asked for a table, by the clock that never jumps."""
        self._addresses: OrderedDict[str, str] = OrderedDict()
        """Where the requests of each person last came from; the least recent ones are forgotten."""
        self._tasks: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run something in the background; it is kept alive and its failure is logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, OperationalError):
            from_store(error)
        elif error is not None and not isinstance(error, Refused):
            log.error("background work failed", exc_info=error)

    # Rooms

    async def room(self, match: str) -> Room:
        """The room of a match, built from the store if need be."""
        room = self.rooms.get(match)
        if room is None and not is_match(match):
            raise Refused("not_found", "There is no such match.")
        self._touched[match] = monotonic()
        if room is not None:
            return room
        lock = self._loading.setdefault(match, asyncio.Lock())
        try:
            async with lock:
                room = self.rooms.get(match)
                if room is None:
                    room = self.rooms[match] = await self._load(match)
                return room
        finally:
            if not lock.locked():
                self._loading.pop(match, None)

    async def _load(self, match: str) -> Room:
        until, refused = self._closed.get(match, (0.0, None))
        if refused is not None and until > monotonic():
            raise refused
        try:
            room = await self._load_now(match)
        except Refused as refused:
            if refused.code == "unavailable":
                self._closed[match] = (monotonic() + CLOSED_SECONDS, refused)
            raise
        self._closed.pop(match, None)
        return room

    async def _load_now(self, match: str) -> Room:
        for _ in range(ATTEMPTS):
            found = await self.store.read(queries.load_match, match)
            if found is None:
                raise Refused("not_found", "There is no such match.")
            room, change = await asyncio.to_thread(open_room, *found, self.clock.now())
            if change is None:
                return room
            try:
                await asyncio.shield(self._write(room, change))
            except Conflict:
                continue
            self.spawn(self._tell_of(room))
            return room
        raise Refused("stale", "The table has changed since; look again.")

    async def _tell_of(self, room: Room) -> None:
        """Its rules are others now."""
        if self.rooms.get(room.header.id) is room:
            self._committed(room, None)

    def take_in(self, room: Room) -> None:
        """A match that was set up just now, as it is in the store."""
        self.rooms.setdefault(room.header.id, room)

    def drop(self, room: Room) -> None:
        """Forget what memory says; the store knows better."""
        if self.rooms.get(room.header.id) is room:
            del self.rooms[room.header.id]

    async def refresh(self, match: str, version: int | None = None) -> None:
        """Another process changed a match (or may have done so)."""
        room = self.rooms.get(match)
        if room is None:
            return
        async with room.lock:
            if version is not None and room.header.version >= version:
                return
            found = await self.store.read(queries.load_match, match, room.header.version)
            known_to = None
            if found is None:
                self.drop(room)
            elif found[0]["version"] > room.header.version:
                try:
                    known_to = catch_up(room, *found)
                except LudiError:
                    self.drop(room)
        self.ring(match, known_to)

    # Changing

    async def change(self, match: str, work: Work) -> Room:
        """Do something to a match. When this returns it is committed; if it raises, nothing has changed."""
        for _ in range(ATTEMPTS):
            room = await self.room(match)
            await room.lock.acquire()
            if self.rooms.get(match) is not room:
                room.lock.release()
            elif await self._begin(room, work):
                return room
        raise Refused("stale", "The table has changed since; look again.")

    def _begin(self, room: Room, work: Work) -> asyncio.Future[bool]:
        """Make a change in a room that is locked; whether it was written down, or somebody else came first.

        It is seen through to its end, also when the one who asked has hung up: memory and store must not come apart.
        """
        try:
            if room.left_alone:
                raise Refused("wrong_status", "This match cannot be played on this server.")
            change = work(room, self.clock.now())
            written = asyncio.ensure_future(self._write(room, change))
        except BaseException as error:
            if not isinstance(error, Refused):
                self.drop(room)
            room.lock.release()
            raise
        over: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        written.add_done_callback(lambda written: self._written(room, change, written, over))
        return over

    def _written(self, room: Room, change: Change, written: asyncio.Future[None], over: asyncio.Future[bool]) -> None:
        problem = None if written.cancelled() else written.exception()
        if problem is not None or written.cancelled():
            self.drop(room)
        room.lock.release()
        if isinstance(problem, DBAPIError):
            self.ring(room.header.id)
            problem = from_store(problem)
        elif problem is None and not written.cancelled():
            self._committed(room, change.known_to)
        if over.cancelled():
            return
        if written.cancelled():
            over.cancel()
        elif problem is None or isinstance(problem, Conflict):
            over.set_result(problem is None)
        else:
            over.set_exception(problem)

    def _write(self, room: Room, change: Change) -> asyncio.Future[None]:
        head = room.header
        entry = None
        if change.kind:
            entry = {"kind": change.kind, "seat": change.seat, "word": change.word, "at": now()}
        chairs = [chair.to_row() for chair in change.chairs]
        return self.store.writing(
            queries.change_match,
            head.id,
            change.seen,
            head.changing(),
            chairs,
            entry,
            tell=[{"match": head.id, "version": head.version}],
        )

    def _committed(self, room: Room, known_to: frozenset[int] | None) -> None:
        match = room.header.id
        self.ring(match, known_to)
        if room.header.bot_due:
            self.wake_bots(match)
        for herald in self.heralds:
            herald(room)

    # Who looks

    def arrive(self, match: str, watcher: Watcher) -> None:
        self.watchers[match].add(watcher)
        self.presence_changed(match)
        self._rouse(match)

    def go(self, match: str, watcher: Watcher) -> None:
        self.watchers[match].discard(watcher)
        if not self.watchers[match]:
            del self.watchers[match]
        self.presence_changed(match)

    def ring(self, match: str, known_to: frozenset[int] | None = None) -> None:
        """There is news for those who look through one of these seats, or for everybody."""
        for watcher in self.watchers.get(match, ()):
            if known_to is None or watcher.held() & known_to:
                watcher.look_again()

    def ring_chat(self, match: str) -> None:
        for watcher in self.watchers.get(match, ()):
            watcher.hear_chat()

    def ring_notes(self, match: str, seat: int) -> None:
        for watcher in self.watchers.get(match, ()):
            watcher.read_notes(seat)

    def end_session(self, player: str, session: str) -> None:
        """Somebody logged out: whoever looks by that session hears no more."""
        for watcher in list(self.lines):
            watcher.log_out(player, session)

    def presence_changed(self, match: str) -> None:
        self._present.pop(match, None)
        for watcher in self.watchers.get(match, ()):
            watcher.see_who_is_here()
        self._tell_who_is_here([match])

    def answer_roll_call(self) -> None:
        """Tell the other processes about all viewers here."""
        self._tell_who_is_here(list(self.watchers))

    def _tell_who_is_here(self, matches: Iterable[str]) -> None:
        if self.store.shared:
            here = {match: self._here(match) for match in matches}
            news = [{"presence": match, "seats": sorted(p.seats), "watchers": p.watchers} for match, p in here.items()]
            self.spawn(self.store.write(lambda _connection: None, tell=news))

    def presence_elsewhere(self, match: str, process: str, presence: Presence) -> None:
        """What another process says about its viewers; it says so again and again as long as it lives."""
        _, known = self._elsewhere[match].get(process, (0.0, None))
        self._elsewhere[match][process] = (monotonic() + PRESENCE_SECONDS, presence)
        if presence != known:
            for watcher in self.watchers.get(match, ()):
                watcher.see_who_is_here()

    def _here(self, match: str) -> Presence:
        here = self._present.get(match)
        if here is None:
            held = [watcher.held() for watcher in self.watchers.get(match, ())]
            here = Presence(frozenset().union(*held), sum(not seats for seats in held))
            if held:
                self._present[match] = here
        return here

    def presence(self, match: str) -> Presence:
        """Who is connected, to any process."""
        here = self._here(match)
        others = self._elsewhere.get(match)
        if not others:
            return here
        at = monotonic()
        alive = [presence for expires, presence in others.values() if expires > at]
        return Presence(
            frozenset(here.seats).union(*(each.seats for each in alive)),
            here.watchers + sum(each.watchers for each in alive),
        )

    # Who may

    @staticmethod
    def eyes(room: Room, player: str | None, tokens: Iterable[str] = ()) -> Eyes:
        """The seats that a person holds, by identity or by token."""
        held = [] if player is None else [chair.seat for chair in room.chairs if chair.player == player]
        for token in tokens:
            held += [chair.seat for chair in room.chairs if same_token(token, chair.token)]
        return Eyes(player, frozenset(held))

    @staticmethod
    def may_watch(room: Room, eyes: Eyes) -> bool:
        return room.header.watch or bool(eyes.seats) or (eyes.player is not None and room.header.host == eyes.player)

    def may_look_in(self, room: Room, eyes: Eyes) -> bool:
        """Those who may watch, and everybody while a listed table waits for players."""
        return self.may_watch(room, eyes) or (room.header.listed and room.header.status == "lobby")

    def invite(self, room: Room, eyes: Eyes) -> str | None:
        """The invite link, for those who sit at the table or set it up, as long as somebody can join."""
        if room.header.status != "lobby":
            return None
        seated = bool(eyes.seats) or (eyes.player is not None and eyes.player == room.header.host)
        return self.seal.invite(room.header.id) if seated else None

    # Bots

    def ask_for(self, match: str) -> None:
        """Somebody wants to know how a match goes on: bots among themselves play for a while."""
        self._asked[match] = monotonic()
        self._rouse(match)

    def _rouse(self, match: str) -> None:
        """Bots that wait for somebody to look at them go on, if no other process drives them."""
        room = self.rooms.get(match)
        if room is None or not room.header.bot_due or room.people_play():
            return
        if not self.store.shared or abs(now() - room.header.changed) > self.settings.stale_after:
            self.wake_bots(match)

    def _worth_thinking(self, room: Room) -> bool:
        """Bots think for people who play, and otherwise while somebody watches or has just asked."""
        if room.people_play():
            return True
        match = room.header.id
        here = self.presence(match)
        asked = self._asked.get(match)
        return bool(here.watchers or here.seats) or (asked is not None and asked > monotonic() - ASKED_SECONDS)

    def seen_from(self, player: str, address: str) -> None:
        self._addresses[player] = address
        self._addresses.move_to_end(player)
        if len(self._addresses) > MOST_ADDRESSES:
            self._addresses.popitem(last=False)

    def wake_bots(self, match: str) -> None:
        """Let the bots of a match play until a person is asked."""
        if match in self._driving:
            self._again.add(match)
        else:
            task = asyncio.get_running_loop().create_task(self._drive(match))
            self._driving[match] = task
            task.add_done_callback(self._done)

    async def _drive(self, match: str) -> None:
        try:
            while True:
                self._again.discard(match)
                await self._play_bots(match)
                if match not in self._again:
                    return
        finally:
            self._driving.pop(match, None)

    async def _play_bots(self, match: str) -> None:
        refusals = 0
        while refusals < 20:
            room = await self.room(match)
            async with room.lock:
                seat = room.bot_to_decide()
                if seat is None or room.table is None or not self._worth_thinking(room):
                    return
                host = room.header.host
                turn = Turn(match, host, room.people_play(), self._addresses.get(host, ""))
                version, _ = room.shown(seat)
                level = room.chairs[seat].bot or bots.DEFAULT
                perspective = room.table.state.perspective(seat)
                told = room.told_to_decide(seat)
            try:
                word = told or await self._think(turn, seat, level, perspective)
                if word is None:
                    await self.change(match, lambda room, at, seat=seat: room.replace_bot(seat, at))  # type: ignore[misc]
                else:
                    await self.change(match, _bot_decision(seat, word, version))
                refusals = 0
            except Refused as refused:
                # Somebody changed the table while the bot thought (a person came back, another process was faster).
                refusals += 1
                log.info("bot of match %s seat %d: %s", match, seat, refused.code)
                await asyncio.sleep(0.02 * refusals)
        log.warning("the bots of match %s are refused again and again", match)

    async def _think(self, turn: Turn, seat: int, level: str, perspective: Perspective) -> str | None:
        """What a bot chooses; None if it failed and must be replaced."""
        try:
            return await self.thinkers.choose(level, perspective, turn)
        except BotFailed as error:
            log.warning(
                "bot %s at seat %d of match %s failed (%s); %s plays on", level, seat, turn.table, error, bots.DEFAULT
            )
        if level != bots.DEFAULT:
            return None
        return perspective.spell(random.choice(perspective.legal()))

    # Keeping watch

    async def keep_watch(self) -> None:
        """End clocks that ran out, take up bots that nobody drives, forget rooms that nobody needs."""
        first = True
        rounds = 0
        heard = monotonic()
        while True:
            try:
                if self.clock.due:
                    await self._beat()
                await self._end_clocks()
                if first or rounds % 4 == 0:
                    pause = -1.0 if first else self.settings.stale_after  # at the start nobody drives any of them
                    for match in await self.store.read(queries.matches_with_bots_due, now(), pause):
                        self.wake_bots(match)
                    for match in [*self.watchers, *self._asked]:
                        self._rouse(match)
                    if first:
                        self.spawn(self._take_up_other_rules())
                    first = False
                if rounds % 60 == 0:
                    self._forget()
                await self._keep_sights(at_once=False)
                if monotonic() > heard + PRESENCE_SECONDS / 3:
                    heard = monotonic()
                    self.answer_roll_call()
            except OperationalError as error:
                from_store(error)
            except Exception:
                log.exception("keeping watch failed")
            rounds += 1
            await asyncio.sleep(0.5)

    async def _take_up_other_rules(self) -> None:
        """Play again what was begun by other rules, so that all who must agree hear of it."""
        rules = {name: registry.find(name).rules_version for name in registry.names()}
        for match in await self.store.read(queries.matches_of_other_rules, rules):
            with contextlib.suppress(Refused):
                room = await self.room(match)
                if match not in self.watchers and not room.header.bot_due:
                    self.drop(room)

    async def _keep_sights(self, *, at_once: bool) -> None:
        """Keep what the players see where they look at it quietly: should the rules change, it is compared."""
        wanted = [
            room
            for room in self.rooms.values()
            if room.live and room.sight_is_new() and (at_once or room.quiet_for() > SIGHT_SECONDS)
        ]
        for room in wanted if at_once else wanted[:SIGHTS]:
            async with room.lock:
                head = room.header
                if self.rooms.get(head.id) is room and room.table is not None:
                    sight, move = room.sight(), room.last_move
                    await self.store.write(queries.keep_sight, head.id, head.rules, move, sight)
                    head.sight, head.sight_at = sight, move

    async def _beat(self) -> None:
        self.clock.take(await self.store.write(queries.beat, self.clock.now(), self.store.shared))

    async def _end_clocks(self) -> None:
        for match in await self.store.read(queries.matches_out_of_time, self.clock.now()):
            with contextlib.suppress(Refused):
                await self.change(match, _end_clock)

    def _forget(self) -> None:
        at = monotonic()
        for match in [each for each, touched in self._touched.items() if touched < at - IDLE_SECONDS]:
            room = self.rooms.get(match)
            if match in self.watchers or match in self._driving or (room is not None and room.lock.locked()):
                continue
            self.rooms.pop(match, None)
            self._touched.pop(match, None)
        for match in [each for each, (until, _) in self._closed.items() if until < at]:
            del self._closed[match]
        for match in [each for each, asked in self._asked.items() if asked < monotonic() - ASKED_SECONDS]:
            del self._asked[match]
        for match, others in list(self._elsewhere.items()):
            for process in [each for each, (expires, _) in others.items() if expires < monotonic()]:
                del others[process]
            if not others:
                del self._elsewhere[match]

    async def open(self) -> None:
        """Clocks go on where they stood when a server last ran."""
        self.clock.take(await self.store.read(queries.last_beat))

    async def close(self) -> None:
        tasks = [*self._driving.values(), *self._tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with contextlib.suppress(DBAPIError, TimeoutError):
            await self._beat()
            await asyncio.wait_for(self._keep_sights(at_once=True), CLOSING_SECONDS)


def _bot_decision(seat: int, word: str, version: int) -> Work:
    return lambda room, at: room.decide(seat, word, version, at, bot=True)


def _end_clock(room: Room, at: float) -> Change:
    for chair in room.chairs:
        end = room.out_of_time_at(chair)
        if end is not None and end <= at:
            return room.replace_person(chair.seat, "timeout", at)
    raise Refused("stale", "No clock has run out.")

"""Somebody who looks at a match over a line: what is due is sent when the line is free.

What is sent is not queued up state by state: a viewer is told that something changed and gets the newest state when the
line is free. So a slow line never holds anybody up, and never falls behind.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque

from sqlalchemy.exc import DBAPIError
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ludi.server import queries
from ludi.server.frames import Eyes, Mark, state_frame
from ludi.server.hall import Hall
from ludi.server.identity import Player
from ludi.server.line import Line, line_of
from ludi.server.lines import Frame
from ludi.server.refusals import Refused, from_store
from ludi.server.room import Room
from ludi.server.talk import refused_in
from ludi.server.wire import pack

log = logging.getLogger("ludi.server.socket")


class HangUp(Exception):
    """Close the line with this code."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


def _no_room(refused: Refused) -> HangUp:
    """There is no such match, or it cannot be opened just now: then one comes again."""
    return HangUp(1012 if refused.code == "unavailable" else 4404, refused.message)


class Watching:
    """A browser that looks at a match, through a seat or as a spectator."""

    def __init__(self, socket: WebSocket, hall: Hall, match: str, player: Player | None) -> None:
        self.socket = socket
        self.hall = hall
        self.match = match
        self.player = player
        self.tokens: list[str] = []
        self.language = "en"
        self.seat: int | None = None
        self._curtain = self._logged_out = False
        self._acting = False
        self._held: frozenset[int] = frozenset()
        self._mark = Mark()
        self._chat_seen = 0
        self._wake = asyncio.Event()
        self._direct: deque[Frame] = deque()
        self._state_due = self._chat_due = self._presence_due = self._notes_due = False

    # What the hall asks and tells

    def held(self) -> frozenset[int]:
        return self._held

    def look_again(self) -> None:
        self._state_due = True
        if not self._acting:  # else it comes with the answer
            self._wake.set()

    def hear_chat(self) -> None:
        self._chat_due = True
        self._wake.set()

    def see_who_is_here(self) -> None:
        self._presence_due = True
        self._wake.set()

    def read_notes(self, seat: int) -> None:
        if seat == self.seat:
            self._notes_due = True
            self._wake.set()

    def log_out(self, player: str, session: str) -> None:
        if self.player is not None and (self.player.id, self.player.session) == (player, session):
            self._logged_out = True
            self.look_again()

    # Looking

    async def _look_round(self) -> tuple[Room, Eyes]:
        """The room, and who this viewer is in it now: seats change hands and tables close while one looks."""
        if self._logged_out:
            raise HangUp(4401, "logged out")
        try:
            room = await self.hall.room(self.match)
        except Refused as refused:
            raise _no_room(refused) from None
        eyes = self.hall.eyes(room, self.player.id if self.player else None, self.tokens)
        if not self.hall.may_look_in(room, eyes):
            raise HangUp(4403, "this match may not be watched")
        if eyes.seats != self._held:
            self._held = eyes.seats
            self.hall.presence_changed(self.match)
        self._find_seat(room, eyes)
        return room, Eyes(eyes.player, eyes.seats, self.seat)

    def _find_seat(self, room: Room, eyes: Eyes) -> None:
        """Whoever has lost the seat watches; whoever got one sits down, unless it is to be a spectator's view."""
        seat = self.seat if self.seat in eyes.seats else None
        if seat is None and eyes.seats and not self._curtain:
            due = [each for each in room.actors() if each in eyes.seats]
            seat = min(due or eyes.seats)
        if seat != self.seat:
            self.seat = seat
            self._mark = Mark()

    # Sending

    def _tell(self, frame: Frame) -> None:
        self._direct.append(frame)
        self._wake.set()

    def _say_no(self, request: str | None, refused: Refused) -> None:
        told = refused.to_json()
        told["message"] = refused_in(self.language, told["message"])
        self._tell({"type": "refused", "id": request, **told})

    async def _close(self, code: int, reason: str) -> None:
        if self.socket.application_state == WebSocketState.CONNECTED:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await self.socket.close(code, reason)

    async def _send_all(self) -> None:
        """Send what is due whenever the line is free."""
        line = line_of(self.socket)
        try:
            while True:
                await self._wake.wait()
                await line.free()
                self._wake.clear()
                await self._send_due(line)
        except (WebSocketDisconnect, RuntimeError):
            pass  # the line is gone; the listening side hears of it too
        except DBAPIError as error:
            from_store(error)
            await self._close(1012, "the tables cannot be reached")
        except HangUp as bye:
            await self._close(bye.code, bye.reason)
        except Refused as refused:
            goodbye = _no_room(refused)
            await self._close(goodbye.code, goodbye.reason)
        except Exception:
            log.exception("match %s: a viewer could not be served", self.match)
            await self._close(1011, "internal error")

    async def _send_due(self, line: Line) -> None:
        """What is due goes out at once, and what was ready before something went wrong as well."""
        ready = [pack(frame) for frame in self._direct]
        self._direct.clear()
        try:
            if self._notes_due:
                self._notes_due = False
                ready += await self._notes()
            if self._state_due and not self._acting:
                if ready and self._is_changing():  # what is ready does not wait for what others do
                    await line.send(ready)
                    ready = []
                self._state_due = self._presence_due = False
                ready.append(pack(await self._state()))
            if self._presence_due:
                self._presence_due = False
                await self._look_round()
                here = self.hall.presence(self.match)
                ready.append(pack({"type": "presence", "present": sorted(here.seats), "watchers": here.watchers}))
        finally:
            if ready:
                await line.send(ready)
        if self._chat_due:
            self._chat_due = False
            await line.send(await self._chat_since())

    def _is_changing(self) -> bool:
        room = self.hall.rooms.get(self.match)
        return room is None or room.lock.locked()

    async def _notes(self) -> list[bytes]:
        await self._look_round()
        if self.seat is None:
            return []
        seat = self.seat
        text = await self.hall.store.read(queries.read_notes, self.match, seat)
        await self._look_round()
        return [pack({"type": "notes", "seat": seat, "text": text})] if seat == self.seat else []

    async def _state(self) -> Frame:
        room = await self.hall.room(self.match)
        if not room.lock.locked():  # and nobody comes in between: a room that is there is drawn up without a pause
            return await self._drawn_up(room)
        async with room.lock:
            return await self._drawn_up(room)

    async def _drawn_up(self, room: Room) -> Frame:
        _, eyes = await self._look_round()
        presence, invite, at = self.hall.presence(self.match), self.hall.invite(room, eyes), self.hall.clock.now()
        frame, self._mark = state_frame(room, eyes, self.language, self._mark, presence, invite, at)
        return frame

    async def _chat_since(self) -> list[bytes]:
        room, eyes = await self._look_round()
        if not self.hall.may_watch(room, eyes):
            return []
        found = await self.hall.store.read(queries.last_chat, self.match, self._chat_seen)
        if not found and self._chat_seen:
            return []
        names = ("id", "seat", "name", "text", "at")
        messages = [{name: row[name] for name in names} for row in found]
        self._chat_seen = max([self._chat_seen, *(row["id"] for row in found)])
        return [pack({"type": "chat", "messages": messages})]

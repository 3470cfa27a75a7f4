"""One websocket: what a viewer of a match says, and what is answered."""

from __future__ import annotations

import asyncio
import contextlib
import logging

from pydantic import TypeAdapter, ValidationError
from sqlalchemy.exc import DBAPIError
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludi.core import LudiError
from ludi.server import leave, queries
from ludi.server import schemas as s
from ludi.server.deciding import Decision, decide, walk
from ludi.server.frames import Mark
from ludi.server.hall import Hall
from ludi.server.identity import Player
from ludi.server.limits import Bucket
from ludi.server.lines import Frame
from ludi.server.names import one_line, readable
from ludi.server.refusals import Refused, from_game, from_store
from ludi.server.silence import Silence
from ludi.server.store import now
from ludi.server.watching import HangUp, Watching

log = logging.getLogger("ludi.server.socket")

MAX_FRAME = 16 * 1024
HELLO_SECONDS = 15.0
SILENCE_SECONDS = 90.0
MOST_UNREAD = 200
"""Answers that wait for a viewer who asks and does not read."""

_frames: TypeAdapter[s.ClientFrame] = TypeAdapter(s.ClientFrame)


class Viewer(Watching):
    """One who watches and speaks: from hello to goodbye."""

    def __init__(self, socket: WebSocket, hall: Hall, match: str, player: Player | None, limited: bool) -> None:
        super().__init__(socket, hall, match, player)
        self._frames = Bucket(20, 100) if limited else None
        self._chatter = Bucket(0.5, 8) if limited else None

    # The conversation

    async def run(self) -> None:
        """From hello to goodbye."""
        self.hall.lines.add(self)
        try:
            await self.socket.accept()
            hello = await asyncio.wait_for(self._receive(), HELLO_SECONDS)
            if not isinstance(hello, s.Hello):
                raise HangUp(4400, "say hello first")
            await self._enter(hello)
            self.hall.arrive(self.match, self)
            sender = asyncio.create_task(self._send_all())
            try:
                await self._listen()
            finally:
                sender.cancel()
                with contextlib.suppress(asyncio.CancelledError, Exception):
                    await sender
                self.hall.go(self.match, self)
        except HangUp as bye:
            log.info("match %s: hung up on a viewer: %d %s", self.match, bye.code, bye.reason)
            await self._close(bye.code, bye.reason)
        except TimeoutError:
            await self._close(4408, "silence")
        except DBAPIError as error:
            from_store(error)
            await self._close(1012, "the tables cannot be reached")
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            self.hall.lines.discard(self)

    async def _receive(self) -> s.ClientFrame:
        """The next frame; malformed ones are refused, over-long ones end the conversation."""
        while True:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                raise WebSocketDisconnect(message.get("code", 1005))
            text = message.get("text")
            if self._frames is not None and not self._frames.take():
                raise HangUp(4429, "too many frames")
            if text is None or len(text) > MAX_FRAME:
                raise HangUp(4413, "frames are text of at most 16 kB")
            try:
                return _frames.validate_json(text)
            except ValidationError:
                log.info("match %s: malformed frame refused", self.match)
                self._say_no(None, Refused("malformed", "This frame cannot be read."))

    async def _enter(self, hello: s.Hello) -> None:
        self.tokens = hello.tokens
        self.language = hello.lang
        self.seat = hello.seat
        await self._check_session()
        await self._look_round()
        if hello.tokens and not self._held:
            log.warning("match %s: a seat token that opens no seat", self.match)
        if hello.seat is not None and hello.seat not in self._held:
            raise HangUp(4403, "that seat is not yours")
        self._state_due = self._chat_due = self._notes_due = True
        self._wake.set()

    async def _check_session(self) -> None:
        """It may have ended before this line was known to the hall."""
        if self.player is not None:
            row = await self.hall.store.read(queries.find_player, self.player.id, self.player.session)
            self._logged_out |= row is None or row["epoch"] != self.player.epoch

    async def _listen(self) -> None:
        async with Silence(SILENCE_SECONDS) as silence:
            while True:
                silence.begins()
                frame = await self._receive()
                silence.ends()
                await self._answer_or_refuse(frame)

    async def _answer_or_refuse(self, frame: s.ClientFrame) -> None:
        request = getattr(frame, "id", None)
        try:
            await self._answer(frame)
        except DBAPIError as error:
            self._say_no(request, from_store(error))
        except Refused as refused:
            log.info("match %s seat %s: %s refused: %s", self.match, self.seat, frame.type, refused.code)
            self._say_no(request, refused)
            if refused.code == "stale":
                self.look_again()

    async def _answer(self, frame: s.ClientFrame) -> None:
        if len(self._direct) > MOST_UNREAD:
            raise HangUp(4429, "answers are not read")
        await self._look_round()
        match frame:
            case s.Play():
                await self._act(frame, frame.word)
            case s.PlayLine():
                await self._walk(frame)
            case s.Undo():
                await self._act(frame, None)
            case s.AskLeave() | s.AnswerPlea():
                await self._plead(frame)
            case s.WhyNot():
                await self._why_not(frame)
            case s.Say():
                await self._chat(frame)
            case s.WriteNotes():
                seat = self._my_seat()
                text, news = frame.text.replace("\0", ""), {"notes": self.match, "seat": seat}
                await self.hall.store.write(queries.write_notes, self.match, seat, text, tell=[news])
                self.hall.ring_notes(self.match, seat)
            case s.Sit():
                await self._sit(frame.seat)
            case s.Speak():
                self.language = frame.lang
                self._mark = Mark()
                self.look_again()
            case s.Ping():
                self._tell({"type": "pong", "time": now()})
            case s.Hello():
                raise Refused("malformed", "You have said hello already.")

    def _my_seat(self) -> int:
        if self.seat is None:
            raise Refused("not_yours", "Spectators only watch.")
        return self.seat

    async def _act(self, frame: s.Play | s.Undo, word: str | None) -> None:
        """Decide or take back; the answer goes out before the new state does."""
        self._acting = True
        try:
            player = self.player.id if self.player else None
            asked = Decision(self.match, player, self.tokens, self._my_seat(), word, frame.version, self.language)
            done = await decide(self.hall, asked)
            self._tell({"type": "ack", "id": frame.id, "version": done.version})
        finally:
            self._acting = False
            self._wake.set()

    async def _plead(self, frame: s.AskLeave | s.AnswerPlea) -> None:
        """Ask for leave to take something back, or answer one who asks."""
        asker = leave.Asker(self.match, self.player.id if self.player else None, self.tokens, self._my_seat())
        self._acting = True
        try:
            if isinstance(frame, s.AskLeave):
                done = await leave.ask(self.hall, asker, frame.version)
            else:
                done = await leave.answer(self.hall, asker, frame.agree)
            self._tell({"type": "ack", "id": frame.id, "version": done.version})
        finally:
            self._acting = False
            self._wake.set()

    async def _walk(self, frame: s.PlayLine) -> None:
        """A row of decisions; what came of it is told before the new state is."""
        self._acting = True
        try:
            player = self.player.id if self.player else None
            asked = Decision(self.match, player, self.tokens, self._my_seat(), None, frame.version, self.language)
            done = await walk(self.hall, asked, frame.words)
            halt = None if done.halt is None else done.halt._asdict()
            answer: Frame = {"type": "line", "id": frame.id, "version": done.last.version, "halt": halt}
            left = list(done.left)
            self._tell({**answer, "played": len(frame.words) - len(left), "left": left})
        finally:
            self._acting = False
            self._wake.set()

    async def _why_not(self, frame: s.WhyNot) -> None:
        seat = self._my_seat()
        room = await self.hall.room(self.match)
        async with room.lock:
            if room.table is None:
                raise Refused("wrong_status", "The match has not begun.")
            try:
                why = room.table.state.why_not(seat, frame.word)
            except LudiError as error:
                raise from_game(error) from None
            answer: Frame = {"type": "why_not", "id": frame.id, "word": frame.word, "open": why is None}
            answer["text"] = "" if why is None else room.book(self.language).say(why)
            answer["rule"] = "" if why is None else why.rule
        self._tell(answer)

    async def _chat(self, frame: s.Say) -> None:
        if self.player is None:
            raise Refused("not_yours", "Only somebody with a name can speak.")
        if not readable(frame.text):
            raise Refused("malformed", "There is nothing to read in this message.")
        if self._chatter is not None and not self._chatter.take():
            raise Refused("too_fast", "Please slow down.")
        room, eyes = await self._look_round()
        if not self.hall.may_watch(room, eyes):
            raise Refused("not_yours", "Only those at this table speak here.")
        name = self.player.name if self.seat is None else room.chairs[self.seat].name
        message = {
            "match": self.match,
            "player": self.player.id,
            "seat": self.seat,
            "name": name,
            "text": one_line(frame.text),
            "at": now(),
        }
        await self.hall.store.write(queries.add_chat, message, tell=[{"chat": self.match}])
        self._tell({"type": "ack", "id": frame.id, "version": room.shown(self.seat)[0]})
        self.hall.ring_chat(self.match)

    async def _sit(self, seat: int | None) -> None:
        if seat is not None and seat not in self._held:
            raise Refused("not_yours", "This seat is not yours.")
        self.seat = seat
        self._curtain = seat is None
        self._mark = Mark()
        self._notes_due = True
        self.look_again()

"""Turn notices by e-mail, for those who asked for them and do not look at the table."""

from __future__ import annotations

import asyncio
import logging
import smtplib
from email.message import EmailMessage
from email.utils import formatdate, make_msgid

from ludi.core import Phrase, registry
from ludi.server import queries
from ludi.server.hall import Hall
from ludi.server.room import Room
from ludi.server.settings import Settings, Smtp
from ludi.server.store import Store
from ludi.server.talk import table_talk

log = logging.getLogger("ludi.server.mail")

TIMEOUT = 20.0


class PostOffice:
    """Sends mail in the background; without SMTP settings it does nothing."""

    def __init__(self, settings: Settings, store: Store, hall: Hall) -> None:
        self.settings = settings
        self.store = store
        self.hall = hall

    @property
    def open(self) -> bool:
        return self.settings.smtp is not None

    def herald(self, room: Room) -> None:
        """A match changed: tell those whose turn it is and who are not here."""
        if not self.open or room.header.status not in ("live", "paused"):
            return
        here = self.hall.presence(room.header.id).seats
        waiting = {
            chair.player
            for chair in (room.chairs[seat] for seat in room.header.due)
            if chair.player is not None and chair.bot is None and chair.seat not in here
        }
        if waiting:
            self.hall.spawn(self._tell(room.header.id, room.header.game, sorted(waiting)))

    async def _tell(self, match: str, game: str, waiting: list[str]) -> None:
        pause = self.settings.notice_pause
        people = await self.store.write(queries.people_to_tell, match, waiting, pause)
        title = registry.find(game).title
        for each in people:
            facts = {"name": each["name"], "title": title, "url": f"{self.settings.url}/table/{match}"}
            await self.send(each["email"], "turn", facts, each["language"])

    async def send(self, address: str, kind: str, facts: dict[str, str], language: str = "en") -> bool:
        """Send one message; a failure is logged and nothing else happens."""
        smtp = self.settings.smtp
        if smtp is None:
            return False
        talk = table_talk(language)
        message = EmailMessage()
        message["Subject"] = talk.say(Phrase(f"mail.{kind}-subject", dict(facts)))
        message["From"] = smtp.sender
        message["To"] = address
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain="ludi.invalid")
        message.set_content(talk.say(Phrase(f"mail.{kind}", dict(facts))))
        try:
            await asyncio.to_thread(_deliver, smtp, message)
        except (OSError, smtplib.SMTPException) as error:
            log.error("a message of the kind '%s' could not be sent: %s", kind, type(error).__name__)
            return False
        return True


def _deliver(smtp: Smtp, message: EmailMessage) -> None:
    connect = smtplib.SMTP_SSL if smtp.security == "ssl" else smtplib.SMTP
    with connect(smtp.host, smtp.port, timeout=TIMEOUT) as line:
        if smtp.security == "starttls":
            line.starttls()
        if smtp.user:
            line.login(smtp.user, smtp.password)
        line.send_message(message)

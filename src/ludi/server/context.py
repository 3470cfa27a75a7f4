"""What every route needs: the hall, and who is asking."""

from __future__ import annotations

import contextlib
import logging
import random
from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import Depends, Header, Request, Response
from sqlalchemy.exc import OperationalError
from starlette.requests import HTTPConnection

from ludi.server import queries
from ludi.server.analysts import Analysts
from ludi.server.frames import Eyes, match_frame
from ludi.server.hall import Hall
from ludi.server.hinting import Hints
from ludi.server.identity import COOKIE, COOKIE_DAYS, Player, Seal, new_id, player_from_row
from ludi.server.limits import Limiter, visitor
from ludi.server.lines import Frame
from ludi.server.mail import PostOffice
from ludi.server.readers import Readers
from ludi.server.refusals import Refused
from ludi.server.room import Room
from ludi.server.settings import Settings
from ludi.server.store import Store, now
from ludi.server.talk import asked_in, guest_name

log = logging.getLogger("ludi.server")

SEEN_SECONDS = 86400.0
"""How exactly it is kept when somebody was last here."""


@dataclass(slots=True)
class House:
    """All parts of one server process."""

    settings: Settings
    store: Store
    seal: Seal
    hall: Hall
    limiter: Limiter
    post: PostOffice
    analysts: Analysts
    readers: Readers
    hints: Hints


def house(connection: HTTPConnection) -> House:
    found: House = connection.app.state.house
    return found


async def the_house(request: Request) -> House:
    """The same for a route: FastAPI would run what is not a coroutine in a thread, for every single request."""
    return house(request)


async def who(connection: HTTPConnection) -> Player | None:
    """The person behind the cookie, if it is genuine."""
    text = connection.cookies.get(COOKIE)
    if not text:
        return None
    home = house(connection)
    session = home.seal.read_cookie(text)
    if session is None:
        log.warning("a forged cookie was refused")
        return None
    player, epoch, name = session
    row = await home.store.read(queries.find_player, player, name)
    if row is None or row["epoch"] != epoch:
        return None
    if row["seen"] < now() - SEEN_SECONDS:
        with contextlib.suppress(OperationalError):  # nobody is turned away because the disk is full
            await home.store.write(queries.change_player, row["id"], {"seen": now()})
    home.hall.seen_from(row["id"], visitor(connection.scope))
    return replace(player_from_row(row), session=name)


def set_cookie(response: Response, home: House, player: Player) -> None:
    response.set_cookie(
        COOKIE,
        home.seal.cookie(player),
        max_age=COOKIE_DAYS * 86400,
        httponly=True,
        samesite="lax",
        secure=home.settings.secure,
    )


async def new_guest(request: Request, response: Response) -> Player:
    home = house(request)
    home.limiter.check("guest", visitor(request.scope))
    language = asked_in(request.headers.get("accept-language", ""))
    player = Player("p" + new_id(20), guest_name(language, random.randint(1000, 9999)))
    at = now()
    row = {"id": player.id, "name": player.name, "epoch": 0, "email_confirmed": False, "created": at, "seen": at}
    await home.store.write(queries.add_player, row)
    home.hall.seen_from(player.id, visitor(request.scope))
    set_cookie(response, home, player)
    return player


async def person(request: Request, response: Response) -> Player:
    """Whoever asks; a stranger becomes a guest."""
    return await who(request) or await new_guest(request, response)


async def maybe(request: Request) -> Player | None:
    return await who(request)


TheHouse = Annotated[House, Depends(the_house)]
Person = Annotated[Player, Depends(person)]
Maybe = Annotated[Player | None, Depends(maybe)]
SeatToken = Annotated[str | None, Header(alias="X-Seat-Token", max_length=100)]


def eyes_for(home: House, room: Room, player: Player | None, token: str | None = None) -> Eyes:
    return home.hall.eyes(room, player.id if player else None, [token] if token else [])


async def finished_room(
    home: House,
    match: str,
    player: Player | None,
    token: str | None,
    not_yet: str = "This comes after the end of the match.",
    *,
    record_only: bool = False,
) -> Room:
    """A match that is over and that this person may look at; of one that cannot be played here, only the record."""
    room = await home.hall.room(match)
    if not home.hall.may_watch(room, eyes_for(home, room, player, token)):
        raise Refused("not_yours", "This match may not be watched.")
    if room.header.status not in ("finished", "broken"):
        raise Refused("wrong_status", not_yet)
    if not record_only and (room.table is None or room.header.status == "broken"):
        raise Refused("wrong_status", "This server cannot play this match again; there is its record.")
    return room


def told(home: House, room: Room, eyes: Eyes, language: str = "en") -> Frame:
    """The outside of a match, for one who asks."""
    presence = home.hall.presence(room.header.id)
    invite, at = home.hall.invite(room, eyes), home.hall.clock.now()
    return match_frame(room.header, room.chairs, eyes, language, presence, invite, at, room)

"""Several processes over one PostgreSQL: LISTEN for what the others have committed."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any

import psycopg
import sqlalchemy as sa

from ludi.server.frames import Presence
from ludi.server.hall import Hall
from ludi.server.store import CHANNEL, Store

log = logging.getLogger("ludi.server.bell")


async def listen(store: Store, hall: Hall) -> None:
    """Pass on the announcements of the other processes; after a broken line look at everything again."""
    url = sa.make_url(store.url).set(drivername="postgresql").render_as_string(hide_password=False)
    pause = 0.1
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(url, autocommit=True) as line:
                await line.execute(f"LISTEN {CHANNEL}")
                roll_call = json.dumps({"roll_call": True, "from": store.name})
                await line.execute("SELECT pg_notify(%s, %s)", (CHANNEL, roll_call))
                hall.answer_roll_call()
                for match in list(hall.rooms):
                    hall.spawn(hall.refresh(match))
                pause = 0.1
                async for news in line.notifies():
                    _pass_on(json.loads(news.payload), store, hall)
        except psycopg.Error as error:
            log.warning("the line to the database broke (%s); trying again", type(error).__name__)
        await asyncio.sleep(pause)
        pause = min(pause * 2, 5.0)


def _pass_on(news: dict[str, Any], store: Store, hall: Hall) -> None:
    if news.get("from") == store.name:
        return
    if "match" in news:
        hall.spawn(hall.refresh(news["match"], news["version"]))
    elif "chat" in news:
        hall.ring_chat(news["chat"])
    elif "notes" in news:
        hall.ring_notes(news["notes"], news["seat"])
    elif "ended" in news:
        hall.end_session(news["ended"], news["session"])
    elif "roll_call" in news:
        hall.answer_roll_call()
    elif "presence" in news:
        hall.presence_elsewhere(news["presence"], news["from"], Presence(frozenset(news["seats"]), news["watchers"]))

"""Lessons: which there are, how far one is in them, beginning one and leaving it."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request

from ludi.core import registry
from ludi.core.lesson import say
from ludi.core.lesson_file import find_lesson, lessons
from ludi.server import queries
from ludi.server import schemas as s
from ludi.server.context import Maybe, Person, TheHouse, eyes_for, told
from ludi.server.deciding import seat_to_use
from ludi.server.languages import Lang
from ludi.server.limits import visitor
from ludi.server.lines import Frame
from ludi.server.new_match import set_up_lesson
from ludi.server.room import Room
from ludi.server.routes_match import seated
from ludi.server.rows import Change

router = APIRouter(prefix="/api", tags=["lessons"])

Name = Annotated[str, Path(max_length=40)]
GameQuery = Annotated[str | None, Query(max_length=40)]


@router.get("/lessons", response_model=s.LessonList)
async def all_lessons(home: TheHouse, player: Maybe, game: GameQuery = None, lang: Lang = "en") -> Frame:
    """The lessons of a game, or of all, in their order; what of them is done is told by one's matches."""
    games = list(registry.names()) if game is None else [registry.find(game).name]
    taken = [] if player is None else await home.store.read(queries.lessons_taken, player.id)
    played = set() if player is None else await home.store.read(queries.games_played, player.id)
    done = {(row["game"], row["lesson"]["id"]) for row in taken if row["lesson"].get("done")}
    under_way = {
        (row["game"], row["lesson"]["id"]): row["id"]
        for row in reversed(taken)
        if row["status"] == "live" and not row["lesson"].get("left") and not row["lesson"].get("done")
    }
    found = [lesson for name in games for lesson in (await asyncio.to_thread(lessons, name)).values()]
    return {
        "lessons": [
            {
                "game": each.game,
                "id": each.id,
                "title": say(each.title, lang),
                "about": say(each.about, lang),
                "steps": len(each.steps),
                "done": (each.game, each.id) in done,
                "match": under_way.get((each.game, each.id)),
            }
            for each in found
        ],
        "new_to": [name for name in games if name not in played],
    }


@router.post("/lessons/{game}/{lesson}", status_code=201, response_model=s.Seated)
async def begin(home: TheHouse, player: Person, game: Name, lesson: Name, request: Request) -> Frame:
    """A match in which a lesson is taught to you."""
    home.limiter.check("match", visitor(request.scope))
    header, chairs, tokens = await asyncio.to_thread(lambda: set_up_lesson(find_lesson(game, lesson), player))
    await home.store.write(queries.add_match, asdict(header), [chair.to_row() for chair in chairs])
    home.hall.take_in(Room(header, chairs))
    return await seated(home, header.id, player, tokens)


@router.post("/matches/{match}/lesson/leave", response_model=s.MatchInfo)
async def leave_lesson(home: TheHouse, player: Person, match: str, body: s.OneSeat) -> Frame:
    """Go on without the lesson; a match that is nothing but a lesson ends."""

    def work(room: Room, at: float) -> Change:
        return room.leave_lesson(seat_to_use(eyes_for(home, room, player), room, body.seat), at)

    room = await home.hall.change(match, work)
    return told(home, room, eyes_for(home, room, player))

"""Puzzles: how many there are, the daily one, how one stands, and beginning one."""

from __future__ import annotations

import asyncio
import random
from dataclasses import asdict
from datetime import UTC, date, datetime
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request

from ludi.core import registry
from ludi.core.lesson import say
from ludi.puzzles.rating import Attempt, Solver, nearest, solver
from ludi.puzzles.shelf import Puzzle, daily, find_puzzle, games_with_puzzles, pool, puzzles
from ludi.server import queries
from ludi.server import schemas as s
from ludi.server.context import House, Maybe, Person, TheHouse
from ludi.server.identity import Player
from ludi.server.languages import Lang
from ludi.server.limits import visitor
from ludi.server.lines import Frame
from ludi.server.new_match import set_up_lesson
from ludi.server.refusals import Refused
from ludi.server.room import Room
from ludi.server.routes_match import seated
from ludi.server.store import now

router = APIRouter(prefix="/api", tags=["puzzles"])

ANY, NEXT, DAILY = "any", "next", "daily"
Name = Annotated[str, Path(max_length=40)]
GameQuery = Annotated[str | None, Query(max_length=40)]


@router.get("/puzzles", response_model=s.PuzzleStanding)
async def standing(home: TheHouse, player: Maybe, game: GameQuery = None, lang: Lang = "en") -> Frame:
    """The puzzles of a game, or of all, the one of the day, and how you stand with them."""
    name = None if game is None else registry.find(game).name
    stands = await _solver(home, player, name)
    # The first who asks waits until they are read.
    games = await asyncio.to_thread(lambda: {each: len(puzzles(each)) for each in games_with_puzzles()})
    today = daily(name, _today())
    return {
        "games": games,
        "total": len(pool(name)),
        "rating": round(stands.rating),
        "streak": stands.streak,
        "best": stands.best,
        "solved": stands.solved,
        "tried": len(stands.tried),
        "change": stands.changes[-1] if stands.changes else None,
        "daily": None if today is None else _daily(today, stands, lang),
    }


@router.post("/puzzles/{game}/{puzzle}", status_code=201, response_model=s.Seated)
async def begin(home: TheHouse, player: Person, game: Name, puzzle: Name, request: Request) -> Frame:
    """A match in which a puzzle is to be solved: one by its number, the ``next`` or the ``daily`` one. ``any`` game.

    One that you have begun already goes on.
    """
    name = None if game == ANY else registry.find(game).name
    chosen = await _chosen(home, player, name, puzzle)
    for row in await home.store.read(queries.puzzles_taken, player.id):
        if (row["game"], row["lesson"]["id"], row["status"]) == (chosen.game, chosen.id, "live"):
            return await seated(home, row["id"], player, {})
    home.limiter.check("match", visitor(request.scope))
    header, chairs, tokens = await asyncio.to_thread(lambda: set_up_lesson(chosen.lesson, player))
    await home.store.write(queries.add_match, asdict(header), [chair.to_row() for chair in chairs])
    home.hall.take_in(Room(header, chairs))
    return await seated(home, header.id, player, tokens)


async def _chosen(home: House, player: Player, game: str | None, asked: str) -> Puzzle:
    if asked not in (NEXT, DAILY):
        if game is None:
            raise Refused("not_found", "Name the game of this puzzle.")
        return find_puzzle(game, asked)
    today = daily(game, _today())
    if today is None:
        raise Refused("not_found", "There are no puzzles.")
    if asked == DAILY:
        return today
    stands = await _solver(home, player, game)
    offered = nearest([(each.game, each.id, each.rating) for each in pool(game)], stands)
    return find_puzzle(*random.choice(offered))


async def _solver(home: House, player: Player | None, game: str | None) -> Solver:
    """How somebody stands with the puzzles of a game, or of all: told by the matches."""
    taken = [] if player is None else await home.store.read(queries.puzzles_taken, player.id)
    attempts = []
    for row in taken:
        known = puzzles(row["game"]).get(row["lesson"]["id"]) if row["game"] in games_with_puzzles() else None
        over = row["lesson"].get("done") or row["lesson"].get("failed") or row["lesson"].get("left")
        if known is not None and over and game in (None, row["game"]):
            attempts.append(Attempt(row["game"], known.id, known.rating, bool(row["lesson"].get("done"))))
    return solver(attempts)


def _daily(today: Puzzle, stands: Solver, lang: str) -> Frame:
    tried = stands.tried.get((today.game, today.id))
    return {
        "game": today.game,
        "id": today.id,
        "title": say(today.lesson.title, lang),
        "rating": today.rating,
        "result": "open" if tried is None else "right" if tried else "wrong",
    }


def _today() -> date:
    """The day that counts for everybody, wherever they are."""
    return datetime.fromtimestamp(now(), UTC).date()

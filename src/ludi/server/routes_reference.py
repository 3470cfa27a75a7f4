"""To look up: what a game's box holds, all its rules, and its campaign with how far one is in it."""

from __future__ import annotations

import asyncio
import json
from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Path, Response
from pydantic import TypeAdapter

from ludi.core import Game, LudiError, registry
from ludi.server import queries
from ludi.server import schemas as s
from ludi.server.campaigns import told
from ludi.server.context import Maybe, TheHouse
from ludi.server.languages import Lang
from ludi.server.refusals import Refused, from_game
from ludi.server.talk import game_talk

router = APIRouter(prefix="/api", tags=["games"])

Name = Annotated[str, Path(max_length=40)]


def _find(name: str) -> Game:
    try:
        return registry.find(name)
    except LudiError as error:
        raise from_game(error) from None


def _said_already(answer: bytes) -> Response:
    return Response(answer, media_type="application/json")


@router.get("/rules/{rule}", response_model=s.RuleInfo)
async def rule(rule: Annotated[str, Path(max_length=80)], lang: Lang = "en") -> s.RuleInfo:
    """What a rule id means, of whatever game on the shelf; in English (`lang` says so) where it is not translated."""
    for name in registry.names():
        found = registry.find(name).rules(lang).get(rule)
        if found is not None:
            return s.RuleInfo(
                game=name,
                id=found.id,
                section=found.section,
                requirement=found.requirement,
                lang=found.language,
                proofs=list(found.proofs),
            )
    raise Refused("not_found", f"No game here has a rule '{rule}'.")


@router.get("/games/{name}/rules", response_model=list[s.RuleLine])
async def all_rules(name: Name, lang: Lang = "en") -> Response:
    """Every requirement of a game's rule index, in its order."""
    game = _find(name)
    return _said_already(await asyncio.to_thread(_rules, game, game.rules_version, lang))


@lru_cache(maxsize=32)
def _rules(game: Game, _version: str, lang: str) -> bytes:
    lines = [
        s.RuleLine(
            id=each.id,
            section=each.section,
            requirement=each.requirement,
            lang=each.language,
            proofs=len(each.proofs),
        )
        for each in game.rules(lang).values()
    ]
    return TypeAdapter(list[s.RuleLine]).dump_json(lines)


@router.get("/games/{name}/reference", response_model=list[s.ReferenceChapter])
async def reference(home: TheHouse, name: Name, lang: Lang = "en") -> Response:
    """What a game's box holds, thing by thing; with the owner's own data where this server plays with them."""
    game = _find(name)
    own = json.dumps(home.settings.own.get(game.name, {}), sort_keys=True)
    return _said_already(await asyncio.to_thread(_reference, game, game.rules_version, lang, own))


@lru_cache(maxsize=32)
def _reference(game: Game, _version: str, lang: str, own: str) -> bytes:
    chapters = [
        s.ReferenceChapter(
            id=chapter.id,
            title=chapter.title,
            about=chapter.about,
            rules=list(chapter.rules),
            entries=[
                s.ReferenceEntry(
                    word=entry.word,
                    name=entry.name,
                    text=entry.text,
                    facts=[s.ReferenceFact(name=name, value=value) for name, value in entry.facts],
                    rules=list(entry.rules),
                    copies=entry.copies,
                )
                for entry in chapter.entries
            ],
        )
        for chapter in game.reference(game_talk(game, lang).language, json.loads(own))
    ]
    return TypeAdapter(list[s.ReferenceChapter]).dump_json(chapters)


@router.get("/games/{name}/campaign", response_model=s.CampaignInfo)
async def campaign(home: TheHouse, player: Maybe, name: Name, lang: Lang = "en") -> s.CampaignInfo:
    """The levels of a game's campaign, and what the one who asks has done on them."""
    game = _find(name)
    if game.campaign is None:
        raise Refused("not_found", f"{game.title} has no campaign.")
    played = [] if player is None else await home.store.read(queries.matches_played, player.id, game.name)
    return told(game, game.campaign, played, lang)

"""How far a person is in a game's campaign: it follows from the matches that he has played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from ludi.core import Campaign, Feat, Game
from ludi.server import schemas as s
from ludi.server.prepared import Row
from ludi.server.results import CONCEDED
from ludi.server.talk import game_talk


def told(game: Game, campaign: Campaign, played: Sequence[Row], language: str) -> s.CampaignInfo:
    """The campaign as one person sees it who has played these matches, the latest first."""
    book = game_talk(game, language)
    texts = {choice.value: choice.label for choice in game.offers(book.language).get(campaign.option, ())}
    matches: dict[Any, list[Row]] = {level: [] for level in campaign.levels}
    for row in played:
        level = campaign.level_of(row["options"])
        if level is not None:
            matches[level].append(row)
    won = {level: sum(_won(row) for row in rows) for level, rows in matches.items()}
    following = campaign.open_level(level for level, times in won.items() if times)

    def state(level: Any) -> Literal["won", "open", "locked"]:
        return "won" if won[level] else "open" if level == following else "locked"

    def best(rows: Sequence[Row]) -> str:
        feats = [feat for row in rows if (feat := _feat(campaign, row)) is not None]
        return book.say(max(feats, key=lambda feat: feat.worth).said) if feats else ""

    return s.CampaignInfo(
        game=game.name,
        title=game.title,
        levels=[
            s.CampaignLevel(
                level=str(level),
                text=texts.get(level, str(level)),
                state=state(level),
                played=sum(row["status"] == "finished" for row in rows),
                won=won[level],
                best=best(rows),
                match=next((row["id"] for row in rows if row["status"] == "live"), None),
                options=campaign.options(level),
            )
            for level, rows in matches.items()
        ],
        next=str(following),
        over=all(won.values()),
    )


def _won(row: Row) -> bool:
    return row["status"] == "finished" and bool((row["result"] or {}).get("winners"))


def _feat(campaign: Campaign, row: Row) -> Feat | None:
    """What a match came to that was played to its end."""
    result = row["result"]
    if row["status"] != "finished" or result is None or result["reason"] == CONCEDED:
        return None
    return campaign.feat(result["reckoning"])

"""The result of a match: as it is kept, and as it is told."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from ludi.core import Game, Outcome, Phrase
from ludi.server.lines import Frame
from ludi.server.talk import game_talk, table_talk

CONCEDED = "conceded"
TAUGHT = ("lesson", "lesson-left", "lesson-solved", "lesson-missed", "lesson-given-up")
"""A match that ended with its lesson, or when the lesson was left; with a puzzle: solved, missed, given up."""


def kept(outcome: Outcome, conceded: Sequence[int] = (), position: str = "") -> dict[str, Any]:
    """What the store holds: the outcome, who gave up, and (of a match played to its end) the last position's mark."""
    return {**({"position": position} if position else {}), **outcome.to_json(), "conceded": list(conceded)}


def told(
    result: Mapping[str, Any], game: Game, names: Collection[str], language: str, seed: str, commitment: str
) -> Frame:
    """What everybody hears, with the seed."""
    if result["reason"] == CONCEDED:
        key = "outcome.conceded" if result["winners"] else "outcome.conceded-nobody"
        facts = {"winners": result["winners"], "losers": result["conceded"]}
        text = table_talk(language, names).say(Phrase(key, facts))
    elif result["reason"] in TAUGHT:
        text = table_talk(language, names).say(Phrase(f"outcome.{result['reason']}"))
    else:
        outcome = Outcome(tuple(result["winners"]), result["reason"], result["rule"])
        text = game_talk(game, language, names).say(outcome.phrase())
    heard = {name: value for name, value in result.items() if name != "position"}
    return {**heard, "text": text, "seed": seed, "commitment": commitment}

"""Whether a game from another package has all that every game must have, told in a sentence where it has not."""

from __future__ import annotations

from ludi.core.errors import LudiError
from ludi.core.game import Game
from ludi.core.shape import read

FIELDS = (
    "name",
    "title",
    "designer",
    "summary",
    "rules_version",
    "data_status",
    "seat_counts",
    "languages",
    "options",
    "view_shape",
)
"""What a subclass of Game must declare."""
IN_EVERY_VIEW = ("you", "outcome")


def lacking(game: object, name: str) -> str | None:
    """What a game that its entry point calls ``name`` lacks or has wrong; None if it is complete."""
    if not isinstance(game, Game):
        return f"its entry point gives {type(game).__name__}, not a Game of ludi.core"
    missing = [field for field in FIELDS if not hasattr(game, field)]
    if missing:
        return f"its Game does not declare {', '.join(missing)}"
    if game.name != name:
        return f"its entry point calls it '{name}', its Game '{game.name}'"
    if not game.seat_counts or "en" not in game.languages:
        return "it must name how many can play (seat_counts) and speak at least English (languages)"
    try:
        keys = read(game.view_shape).parts.keys()
    except (TypeError, AttributeError, AssertionError) as error:
        return f"its view_shape cannot be read: {error}"
    absent = [key for key in IN_EVERY_VIEW if key not in keys]
    if absent:
        return f"its view_shape has no key {' and no key '.join(absent)}"
    for language in game.languages:
        try:
            game.phrases(language)
        except (LudiError, OSError, ValueError) as error:
            return f"its phrasebook for '{language}' cannot be read: {error}"
    return None

"""The drawn map of Pax Romana in the README: a game between greedy bots on its fourth turn, into ``docs/images``."""

from __future__ import annotations

import random
from pathlib import Path

from ludi import bots
from ludi.cli import boards
from ludi.core import Table

IMAGE = Path(__file__).resolve().parent.parent / "docs" / "images" / "pax-romana-map.svg"
TURN, PHASE = 4, "F"


def main() -> None:
    table = Table.new("pax-romana", {"scenario": "II"}, seed=bytes([44]) * 32)
    bot = bots.find("greedy", table.game)
    while table.state.actors():
        seat = table.state.actors()[0]
        view = table.state.view(None)
        if view["turn"] == TURN and view["phase"] == PHASE:
            break
        table.play(seat, bot.choose(table.state.perspective(seat), random.Random(len(table.decisions))))
    picture = boards.find("pax-romana").picture(table.state.view(None), table.phrases())
    assert picture is not None
    IMAGE.write_text(picture, encoding="utf-8")
    print(f"docs/images/{IMAGE.name}")


if __name__ == "__main__":
    main()

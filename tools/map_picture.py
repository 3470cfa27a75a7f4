"""The drawn map of Pax Romana in the README: a game between greedy bots on its fourth turn, into ``docs/images``.

A picture of points, not of shapes: it holds no geometry of others. Needs Chromium.
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
from ludi import bots
from ludi.cli import boards
from ludi.core import Table
from web_tools import launch

IMAGE = Path(__file__).resolve().parent.parent / "docs" / "images" / "pax-romana-map.png"
TURN, PHASE = 4, "F"


def main() -> None:
    table = Table.new("pax-romana", {"scenario": "II"}, seed=bytes([1]) * 32)
    bot = bots.find("greedy", table.game)
    while table.state.actors():
        seat = table.state.actors()[0]
        view = table.state.view(None)
        if view["turn"] == TURN and view["phase"] == PHASE:
            break
        table.play(seat, bot.choose(table.state.perspective(seat), random.Random(len(table.decisions))))
    picture = boards.find("pax-romana").picture(table.state.view(None), table.phrases())
    assert picture is not None
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        drawing = Path(folder) / "map.svg"
        drawing.write_text(picture, encoding="utf-8")
        browser = launch(playwright)
        page = browser.new_page(viewport={"width": 1560, "height": 1227})
        page.goto(drawing.as_uri())
        page.screenshot(path=IMAGE)
        browser.close()
    print(f"docs/images/{IMAGE.name}")


if __name__ == "__main__":
    main()

"""The rules have changed under a match: the page asks, and says what became of it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from web_tools import CHOICE, Person, Server

AGAINST_A_BOT = {"game": "pax", "options": {"players": 2}, "seats": [{"kind": "me"}, {"kind": "bot"}]}


class Tables:
    """A server that comes back with other rules than those its matches were begun by."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.server = Server(folder)

    def change_the_rules(self) -> None:
        port = self.server.port
        self.server.close()
        with closing(sqlite3.connect(self.folder / "tables.db")) as connection, connection:
            connection.execute("UPDATE matches SET rules = '0', sight = 'another'")
        self.server = Server(self.folder, port)


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    found = Tables(tmp_path)
    yield found
    found.server.close()


def test_the_page_asks_whether_to_go_on_by_changed_rules(tables: Tables, chromium: Browser) -> None:
    livia = Person(chromium, tables.server.url)
    one, two = (livia.api("/matches", AGAINST_A_BOT)["match"]["id"] for _ in range(2))
    livia.page.goto("about:blank")
    tables.change_the_rules()

    page = livia.go(f"/table/{one}")
    expect(page.locator(".ask")).to_contain_text("The rules of PAX have changed")
    expect(page.locator(".board")).to_be_visible()
    assert page.locator(CHOICE).count() == 0
    page.get_by_role("button", name="Go on from this position").click()
    page.wait_for_selector(CHOICE)
    expect(page.locator(".ask")).not_to_contain_text("have changed")

    livia.settings(language="de")
    page = livia.go(f"/table/{two}")
    expect(page.locator(".ask")).to_contain_text("Bist du einverstanden")
    page.get_by_role("button", name="Nein: Partie schließen").click()
    expect(page.locator(".ask")).to_contain_text("war nicht einverstanden")
    with page.expect_download() as download:
        page.locator(".ask a[download]").click()
    assert download.value.suggested_filename == f"pax-{two}.json"
    assert not livia.complaints
    livia.close()

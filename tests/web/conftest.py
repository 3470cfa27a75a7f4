"""A real server and a real Chromium for the tests of the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from needs import missing
from web_tools import PAGE, Person, Server, find_browser, launch

NewPerson = Callable[..., Person]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    assert PAGE.is_file(), "The page has not been built: make page"
    server = Server(tmp_path_factory.mktemp("tables"))
    yield server
    server.close()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    if find_browser() is None:
        missing("browser", "the page: there is no Chromium on this machine (Debian: apt-get install chromium)")
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture
def person(server: Server, chromium: Browser) -> Iterator[NewPerson]:
    """``person(...)`` is a new person at a browser. At the end nobody may have heard a complaint of the page."""
    people: list[Person] = []

    def come(**context: Any) -> Person:
        people.append(Person(chromium, server.url, **context))
        return people[-1]

    yield come
    complaints = [complaint for each in people for complaint in each.complaints]
    for each in people:
        each.close()
    assert not complaints, [told for each in people for told in each.refused]

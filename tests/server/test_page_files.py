"""The page's files: packed once, and told beforehand to whoever will need them."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from ludi.server.app import make_app
from ludi.server.settings import Settings
from server_tools import HOT_SEAT, House

SCRIPT = "export const salve = 1;\n" * 200
MANIFEST = {
    "index.html": {
        "file": "assets/index-1.js",
        "isEntry": True,
        "imports": ["_shared.js"],
        "dynamicImports": ["src/boards/pax/Board.svelte", "src/boards/roma/Board.svelte"],
        "css": ["assets/index-1.css"],
    },
    "_shared.js": {
        "file": "assets/shared-1.js",
        "dynamicImports": ["src/pages/Table.svelte", "src/pages/Learn.svelte"],
    },
    "src/pages/Table.svelte": {"file": "assets/Table-1.js", "imports": ["_shared.js"], "css": ["assets/Table-1.css"]},
    "src/pages/Learn.svelte": {"file": "assets/Learn-1.js", "imports": ["_shared.js"]},
    "src/boards/pax/Board.svelte": {"file": "assets/pax-1.js", "imports": ["_shared.js", "_map.js"]},
    "src/boards/roma/Board.svelte": {"file": "assets/roma-1.js"},
    "_map.js": {"file": "assets/map-1.js", "dynamicImports": ["virtual:coast"]},
    "virtual:coast": {"file": "assets/coast-1.js"},
}
WEB = Path(__file__).parents[2] / "web"
TABLE = ["index-1.js", "index-1.css", "shared-1.js", "Table-1.js", "Table-1.css"]
BOARD = ["pax-1.js", "map-1.js", "coast-1.js"]


@pytest.fixture
def house(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html>", encoding="utf-8")
    (static / "manifest.json").write_text(json.dumps(MANIFEST), encoding="utf-8")
    shutil.copy(WEB / "src" / "routes.json", static)
    (static / "assets" / "index-1.js").write_text(SCRIPT, encoding="utf-8")
    (static / "assets" / "letters-1.woff2").write_bytes(b"wOF2" * 1000)
    monkeypatch.setattr("ludi.server.app.STATIC", static)
    with ExitStack() as stack:
        yield House(stack, settings, stack.enter_context(TestClient(make_app(settings))))


def told(link: str) -> list[str]:
    return [each.partition(">")[0].removeprefix("</assets/") for each in link.split(", ")] if link else []


def test_a_table_tells_with_its_first_answer_what_it_and_the_board_of_its_game_need(house: House) -> None:
    ann = house.browser("Ann")
    match = ann.create(HOT_SEAT)["id"]
    answer = ann.raw("GET", f"/table/{match}")
    assert answer.text == "<!doctype html>"
    assert told(answer.headers["link"]) == [*TABLE, *BOARD], "what comes first stands first, and nothing of other games"
    assert "</assets/Table-1.css>; rel=preload; as=style; crossorigin" in answer.headers["link"]
    assert "</assets/coast-1.js>; rel=modulepreload; crossorigin" in answer.headers["link"]


def test_who_may_not_see_a_match_is_not_told_its_game(house: House) -> None:
    match = house.browser("Ann").create(HOT_SEAT, watch=False)["id"]
    stranger = house.browser("Ben")
    assert stranger.raw("GET", f"/api/matches/{match}").status_code == 403
    assert told(stranger.raw("GET", f"/table/{match}").headers["link"]) == TABLE
    assert told(stranger.raw("GET", "/table/nosuchmatch0").headers["link"]) == TABLE


def test_other_paths_tell_what_their_page_needs(house: House) -> None:
    ann = house.browser("Ann")
    assert told(ann.raw("GET", "/learn/pax").headers["link"]) == [*TABLE[:3], "Learn-1.js"]
    assert told(ann.raw("GET", "/").headers["link"]) == TABLE[:3]


@pytest.mark.parametrize(
    "path", ["/", "/setup", "/learn", "/learn/pax", "/reference/roma/rules", "/table/x-1", "/join/a/b"]
)
def test_the_routes_of_the_page_are_found(house: House, path: str) -> None:
    answer = house.browser("Ann").raw("GET", path)
    assert (answer.status_code, answer.text) == (200, "<!doctype html>")


@pytest.mark.parametrize(
    "path", ["/nowhere", "/setup/x", "/setup/", "/table", "/table/ü", "/robots.txt", "/learn/pax/x"]
)
def test_another_address_is_answered_by_the_page_as_not_found(house: House, path: str) -> None:
    ann = house.browser("Ann")
    answer = ann.raw("GET", path)
    assert (answer.status_code, answer.text) == (404, "<!doctype html>")
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-type"].startswith("text/html")
    assert ann.raw("HEAD", path).status_code == 404


def test_the_page_says_in_every_language_that_nothing_is_there() -> None:
    said = set()
    for language in ("en", "de", "nl"):
        words = json.loads((WEB / "src" / "i18n" / "page" / f"{language}.json").read_text(encoding="utf-8"))
        said.add(words["page.nowhere"])
    assert len(said) == 3


def test_a_page_that_was_built_anew_tells_its_new_files(house: House, tmp_path: Path) -> None:
    ann = house.browser("Ann")
    manifest = tmp_path / "static" / "manifest.json"
    ann.raw("GET", "/")
    manifest.write_text(json.dumps(MANIFEST).replace("shared-1", "shared-2"), encoding="utf-8")
    os.utime(manifest, (1e9, 1e9))
    assert "shared-2.js" in told(ann.raw("GET", "/").headers["link"])
    manifest.unlink()
    assert "link" not in ann.raw("GET", "/").headers


def test_files_come_packed_to_who_can_unpack_them(house: House) -> None:
    ann = house.browser("Ann")
    packed = ann.raw("GET", "/assets/index-1.js", headers={"Accept-Encoding": "gzip"})
    assert (packed.headers["content-encoding"], packed.text) == ("gzip", SCRIPT)
    assert int(packed.headers["content-length"]) < len(SCRIPT) / 10
    assert packed.headers["content-type"].startswith("text/javascript")
    assert "immutable" in packed.headers["cache-control"]
    plain = ann.raw("GET", "/assets/index-1.js", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == SCRIPT
    letters = ann.raw("GET", "/assets/letters-1.woff2", headers={"Accept-Encoding": "gzip"})
    assert letters.content == b"wOF2" * 1000
    assert ann.raw("GET", "/assets/gone-1.js").status_code == 404

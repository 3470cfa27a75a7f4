"""Whatever is sent, the answer is a sentence: never a 500, never what the server knows inside."""

from __future__ import annotations

import itertools
import json
import logging
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any
from urllib.parse import quote

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient

from ludi.core import registry
from ludi.server.app import make_app
from ludi.server.settings import Settings, database_url
from server_tools import HOT_SEAT, Browser, House

NASTY = [
    "",
    "\0",
    "a\0b",
    "\ud800",
    "\udfff\ud800",
    "x" * 300,
    "x" * 70_000,
    "ﬃ" * 40,
    "\ufdfa" * 40,
    "\u202e\u200b",
    "İ" * 40,
    "../" * 80,
    "%00%2e%2e",
    "' OR 1=1 --",
    "𐀀" * 40,
    "\n\r\t",
    "NaN",
    "1e999",
    "-1",
    "9" * 30,
]
VALUES: list[Any] = [
    *NASTY,
    None,
    True,
    -1,
    10**30,
    1.5,
    [],
    ["\ud800"],
    {},
    {"\ud800": "\0"},
    {"a": {"b": ["\ud800"]}},
]


@pytest.fixture
def either_house(database: str) -> Iterator[House]:
    settings = Settings(database=database_url(database), workers=1, limits=False, url="http://testserver")
    with ExitStack() as stack:
        yield House(stack, settings, stack.enter_context(TestClient(make_app(settings))))


def _send(browser: Browser, method: str, path: str, body: Any = None, **headers: str) -> Any:
    """As a script would: also what a JSON library would not write."""
    content = None if body is None else json.dumps(body)
    return browser.http.request(
        method, path, content=content, headers={"Content-Type": "application/json", **headers}, follow_redirects=False
    )


def _sound(answer: Any) -> None:
    assert answer.status_code < 500, answer.text
    if answer.status_code >= 400:
        assert set(answer.json()) == {"code", "message", "rule"}
        assert "Traceback" not in answer.text


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "null", "\x80", "://", "http://testserver:99999999"])
def test_an_origin_that_names_no_site_is_turned_away(ann: Browser, origin: str) -> None:
    answer = ann.raw("PATCH", "/api/me", {"name": "Ann"}, headers={"Origin": origin.encode("latin-1")})
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden_origin")


@pytest.mark.parametrize("path", ["/", "/table/x", "/api/docs", "/api/status", "/api/games", "/api/me"])
def test_head_answers_as_get_does_without_a_body(ann: Browser, path: str) -> None:
    told, asked = ann.raw("GET", path), ann.raw("HEAD", path)
    assert asked.status_code == told.status_code == 200
    assert asked.content == b""
    assert asked.headers["content-type"] == told.headers["content-type"]
    assert ann.raw("HEAD", "/api/nothing").status_code == 404


@pytest.mark.parametrize("part", ["x" * 300, "ü" * 200, "%00", "%ff%fe", "x/" * 2000 + "x", "a" * 5000, "%5c..%5c.."])
def test_a_path_of_any_length_is_the_pages_own_or_not_found(ann: Browser, part: str) -> None:
    # Where the page is not built, all paths tell that.
    assert ann.raw("GET", f"/{part}").status_code in (200, 404)
    assert ann.raw("GET", f"/table/{part}").status_code in (200, 404)
    assert ann.raw("GET", f"/assets/{part}").status_code == 404
    assert ann.raw("GET", f"/api/matches/{part}").status_code == 404


@pytest.mark.parametrize("where", ["seat", "decision", "option", "game", "seed", "key", "rules"])
@pytest.mark.parametrize("route", ["/api/verify", "/api/replay"])
def test_half_a_character_in_a_record_is_refused(ann: Browser, route: str, where: str) -> None:
    match = ann.create(HOT_SEAT)["id"]
    ann.call("POST", f"/api/matches/{match}/concede", {"seat": 0})
    record = ann.call("GET", f"/api/matches/{match}/record")
    half = "\ud800"
    if where == "seat":
        record["seats"][0]["name"] = half
    elif where == "decision":
        record["decisions"] = [f"0 {half}"]
    elif where == "option":
        record["options"]["deck"] = half
    elif where == "key":
        record["options"][half] = 1
    else:
        record[where] = half
    answer = _send(ann, "POST", route, {"record": record})
    _sound(answer)
    assert answer.json()["code"] in ("invalid", "malformed")


def test_half_a_character_in_the_options_of_a_match_is_refused(ann: Browser) -> None:
    for game in registry.names():
        for options in (
            {"\ud800": 1},
            {"deck": "\ud800"},
            {"seats": "\ud800"},
            {"deck": {"file": "\ud800", "text": ""}},
        ):
            answer = _send(ann, "POST", "/api/matches", {"game": game, "options": options, "seats": [{"kind": "me"}]})
            assert answer.status_code in (404, 422)
            _sound(answer)


def _example(schema: dict[str, Any], every: dict[str, Any]) -> Any:
    """Something that fits a schema."""
    if "$ref" in schema:
        return _example(every[schema["$ref"].rpartition("/")[2]], every)
    if "anyOf" in schema:
        return _example(schema["anyOf"][0], every)
    if "enum" in schema:
        return schema["enum"][0]
    if schema.get("type") == "object":
        fields = schema.get("properties", {})
        return {name: _example(fields[name], every) for name in schema.get("required", fields)}
    return {"array": [], "integer": 0, "number": 0.0, "boolean": False}.get(schema.get("type", ""), "pax")


def _requests(app: Any, match: str) -> Iterator[tuple[str, str, Any]]:
    """Every route of the API with nasty values in every place, one at a time."""
    document = app.openapi()
    every = document["components"]["schemas"]
    for template, methods in document["paths"].items():
        for method, told in methods.items():
            path = template.replace("{match}", match).replace("{seat}", "0").replace("{name}", "pax")
            path = path.replace("{invite}", f"{match}.x")
            fields = [each["name"] for each in told.get("parameters", []) if each["in"] == "query"]
            body = told.get("requestBody")
            schema = body["content"]["application/json"]["schema"] if body else None
            example = None if schema is None else _example(schema, every)
            for name, value in itertools.product(fields, NASTY[::3]):
                yield method, f"{path}?{name}={quote(value[:3000], errors='replace')}", example
            for value in NASTY[::2] if "{" in template else ():
                worse = template.replace("{seat}", "0")
                for name in ("match", "name", "invite"):
                    worse = worse.replace(f"{{{name}}}", quote(value[:3000], safe="", errors="replace"))
                yield method, worse, example
            if schema is not None and isinstance(example, dict):
                known = every[schema["$ref"].rpartition("/")[2]]["properties"]
                for name, value in itertools.product(known, VALUES):
                    yield method, path, {**example, name: value}
                yield from ((method, path, value) for value in VALUES)


def test_no_route_fails_whatever_it_is_sent(either_house: House) -> None:
    ann = either_house.browser("Ann")
    number = 0
    for method, path, body in _requests(either_house.client.app, ann.create(HOT_SEAT)["id"]):
        answer = _send(ann, method.upper(), path, body)
        assert answer.status_code < 500, (method, path[:200], str(body)[:200].encode("ascii", "replace"), answer.text)
        number += 1
    assert number > 500


def test_what_the_database_was_given_is_in_no_log_and_no_answer(
    either_house: House, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    ann, secret = either_house.browser("Ann"), "$argon2id$not-for-the-log"
    monkeypatch.setattr("ludi.server.routes_account.hash_password", lambda _: secret)
    monkeypatch.setattr("ludi.server.routes_account.account_key", lambda _: {secret: 1})
    answer = ann.raw("POST", "/api/account/register", {"account": "ann", "password": "correct horse"})
    assert answer.status_code in (500, 503), "a mistake of ours"
    assert set(answer.json()) == {"code", "message", "rule"}
    assert answer.headers["x-content-type-options"] == "nosniff"
    ours = [each for each in caplog.records if each.name.startswith(("ludi", "uvicorn", "sqlalchemy"))]
    told = "\n".join(logging.Formatter().format(each) for each in ours)
    assert secret not in told + answer.text
    assert isinstance(either_house.server.store.engine, sa.Engine)
    assert either_house.server.store.engine.hide_parameters

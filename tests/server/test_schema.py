"""Whatever is sent to any route, no answer is a 500 (Schemathesis makes it up from the OpenAPI schema)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from fastapi.testclient import TestClient
from httpx import InvalidURL
from hypothesis import HealthCheck, settings

from ludi.server.app import make_app
from ludi.server.settings import Settings
from server_tools import HOT_SEAT

EXAMPLES = min(int(os.environ.get("LUDI_FUZZ", "12")), 200)

_app = make_app(Settings(database="sqlite://"))
schema = schemathesis.openapi.from_dict(_app.openapi())


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[TestClient, str]]:
    """A person at a table; and the table."""
    folder: Path = tmp_path_factory.mktemp("schema")
    chosen = Settings(database=f"sqlite:///{folder / 'tables.db'}", workers=1, limits=False, url="http://testserver")
    with TestClient(make_app(chosen), raise_server_exceptions=False) as client:
        client.get("/api/me")
        yield client, client.post("/api/matches", json=HOT_SEAT).json()["match"]["id"]


@schema.parametrize()
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
def test_fuzz_no_request_breaks_the_server(case: Any, browser: tuple[TestClient, str]) -> None:
    client, match = browser
    if "match" in (case.path_parameters or {}) and len(str(case.body)) % 2:
        case.path_parameters["match"] = match
    request = case.as_transport_kwargs(base_url="http://testserver")
    request.pop("files", None)
    names = ("method", "url", "headers", "params", "json", "data", "cookies")
    wanted = {name: request[name] for name in names if request.get(name) is not None}
    if "data" in wanted:
        wanted["content"] = wanted.pop("data")
    wanted.pop("cookies", None)
    with suppress(InvalidURL, UnicodeEncodeError, TypeError):  # what no client can send at all
        response = client.request(**wanted)
        assert response.status_code < 500, (wanted, response.text)


def test_the_schema_names_every_frame() -> None:
    schemas = _app.openapi()["components"]["schemas"]
    for name in ("ClientFrame", "ServerFrame", "StateFrame", "Play", "MatchInfo", "ApiError"):
        assert name in schemas

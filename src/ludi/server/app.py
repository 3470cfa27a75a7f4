"""The server as one ASGI application."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from importlib import resources
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse
from pydantic.json_schema import models_json_schema
from sqlalchemy.exc import DBAPIError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response

from ludi import __version__
from ludi.core import LudiError
from ludi.server import (
    routes_account,
    routes_analysis,
    routes_asking,
    routes_lessons,
    routes_match,
    routes_puzzles,
    routes_reference,
    routes_replay,
    routes_study,
)
from ludi.server import schemas as s
from ludi.server.analysts import Analysts
from ludi.server.apidocs import page as api_page
from ludi.server.context import House
from ludi.server.hall import Hall
from ludi.server.hinting import Hints
from ludi.server.identity import Seal
from ludi.server.limits import Door, Limiter
from ludi.server.mail import PostOffice
from ludi.server.page import add_page
from ludi.server.readers import Readers
from ludi.server.refusals import Refused, from_game, from_store
from ludi.server.settings import Settings
from ludi.server.store import Store
from ludi.server.talk import asked_in, refused_in
from ludi.server.thinkers import Thinkers

log = logging.getLogger("ludi.server")

STATIC = Path(str(resources.files("ludi.server") / "static"))

FRAMES: list[type[Any]] = [
    s.StateFrame,
    s.ChatFrame,
    s.PresenceFrame,
    s.AckFrame,
    s.LineFrame,
    s.RefusedFrame,
    s.WhyNotFrame,
    s.NotesFrame,
    s.PongFrame,
    s.Hello,
    s.Sit,
    s.Speak,
    s.Play,
    s.PlayLine,
    s.Undo,
    s.AskLeave,
    s.AnswerPlea,
    s.Say,
    s.WhyNot,
    s.WriteNotes,
    s.Ping,
]


def open_house(settings: Settings) -> House:
    """All parts of a server, put together; the database is brought to this version."""
    store = Store(settings.database)
    store.prepare()
    seal = Seal(store.secret(settings.secret))
    hall = Hall(store, seal, settings, Thinkers(settings.thinkers, settings.bot_seconds))
    post = PostOffice(settings, store, hall)
    hall.heralds.append(post.herald)
    analysts = Analysts(store, hall, settings.analysts, settings.silent_after)
    return House(settings, store, seal, hall, Limiter(settings.limits), post, analysts, Readers(), Hints(hall.thinkers))


@contextlib.asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    home = await asyncio.to_thread(open_house, settings)
    app.state.house = home
    app.state.limiter.on = settings.limits
    home.limiter = app.state.limiter
    hall = home.hall
    await hall.open()
    tasks = [hall.spawn(hall.keep_watch()), hall.spawn(hall.thinkers.warm_up())]
    if home.store.shared:
        from ludi.server.bell import listen

        tasks.append(hall.spawn(listen(home.store, hall)))
    await home.analysts.open()
    log.info("open: %s", home.store.engine.url.render_as_string(hide_password=True))
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await home.analysts.close()
        await hall.close()
        hall.thinkers.close()
        await asyncio.to_thread(home.readers.close)
        await asyncio.to_thread(home.store.close)


def make_app(settings: Settings) -> FastAPI:
    """The application for these settings."""
    refusals: dict[int | str, dict[str, Any]] = {
        "4XX": {"model": s.ApiError, "description": "Refused; nothing has changed"}
    }
    app = FastAPI(
        title="Ludi Romani",
        version=__version__,
        description="The table server. See docs/api.md for the websocket.",
        lifespan=_lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        responses=refusals,
    )
    app.state.settings = settings
    app.state.limiter = Limiter(settings.limits)
    for each in (
        routes_account,
        routes_reference,
        routes_match,
        routes_lessons,
        routes_puzzles,
        routes_asking,
        routes_replay,
        routes_study,
        routes_analysis,
    ):
        app.include_router(each.router)
    _refusals(app)
    _page(app)
    _openapi(app)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(Door, limiter=app.state.limiter, url=settings.url)
    return app


def _refusals(app: FastAPI) -> None:
    def answer(request: Request, refused: Refused, status: int | None = None) -> JSONResponse:
        headers = {"Retry-After": str(int(refused.retry_after) + 1)} if refused.retry_after else None
        told = refused.to_json()
        wanted = request.query_params.get("lang") or request.headers.get("accept-language", "")
        told["message"] = refused_in(asked_in(wanted), told["message"])
        return JSONResponse(told, status or refused.status, headers)

    @app.exception_handler(Refused)
    async def refused(request: Request, error: Refused) -> JSONResponse:
        log.info("refused: %s", error.code)
        return answer(request, error)

    @app.exception_handler(DBAPIError)
    async def no_store(request: Request, error: DBAPIError) -> JSONResponse:
        return answer(request, from_store(error))

    @app.exception_handler(LudiError)
    async def refused_by_game(request: Request, error: LudiError) -> JSONResponse:
        return answer(request, from_game(error))

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        # Where it is wrong, never what was sent: it may be a password.
        first = error.errors()[0]
        where = ".".join(str(each) for each in first["loc"])
        return answer(request, Refused("invalid", f"{where}: {first['msg'].removeprefix('Value error, ')}"))

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> JSONResponse:
        code = {404: "not_found", 405: "not_allowed", 413: "too_large"}.get(error.status_code, "malformed")
        response = answer(request, Refused(code, str(error.detail)), error.status_code)
        response.headers.update(error.headers or {})
        return response


def _page(app: FastAPI) -> None:
    """The prebuilt page; every path that is not the API's is the page's own."""

    @app.get("/api/docs", include_in_schema=False)
    async def docs() -> HTMLResponse:
        return HTMLResponse(api_page(app.openapi()))

    @app.get("/api/{rest:path}", include_in_schema=False)
    async def no_such_route(rest: str) -> Response:
        raise Refused("not_found", "There is no such route.")

    add_page(app, STATIC)


def _openapi(app: FastAPI) -> None:
    """The schema with the websocket's frames, so that the page's types can be made from it."""
    plain = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            schema = plain()
            _, frames = models_json_schema(
                [(model, "serialization") for model in FRAMES], ref_template="#/components/schemas/{model}"
            )
            schemas = schema["components"]["schemas"]
            for name, definition in frames["$defs"].items():
                schemas.setdefault(name, definition)
            schemas["RecordUpload"] = s.RecordUpload.model_json_schema()
            names = [model.__name__ for model in FRAMES]
            for union, members in (("ServerFrame", names[:8]), ("ClientFrame", names[8:])):
                schemas[union] = {"anyOf": [{"$ref": f"#/components/schemas/{name}"} for name in members]}
            app.openapi_schema = schema
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]

"""The prebuilt page: its files, kept packed, and which of them a path will need, told with the first answer.

A path that is none of its routes is answered with the page, which says that nothing is there, and with the status 404.

A browser learns what to fetch only from what it has fetched: the page, then its script, then the table, then the board
of the game, then the map's coast. Told all of it at once, it fetches all of it at once.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import mimetypes
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import FileResponse, HTMLResponse
from starlette.responses import Response

from ludi.server.context import eyes_for, house, who
from ludi.server.refusals import Refused

NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Ludi Romani</title>
<h1>Ludi Romani</h1>
<p>The server is running, but the page has not been built yet.</p>
<p>In a checkout, <code>make page</code> builds it. The API works without it: see <a href="/api/docs">/api/docs</a>.</p>
</html>
"""
FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable", "Vary": "Accept-Encoding"}
PACKED = frozenset({".js", ".css", ".json", ".svg"})


def add_page(app: FastAPI, static: Path) -> None:
    """Every path that is not the API's is the page's own."""
    root = static.resolve()

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str, request: Request) -> Response:
        file = _file(root, path)
        if file is not None:
            return await _asset(file, request) if path.startswith("assets/") else _fresh(file)
        if path.startswith("assets/"):
            raise Refused("not_found", "There is no such file.")
        index = root / "index.html"
        if not index.is_file():
            return HTMLResponse(NOT_BUILT)
        if not _is_route(root, path):
            # The page itself says so, in the visitor's language.
            return FileResponse(index, status_code=404, headers={"Cache-Control": "no-cache"})
        answer = _fresh(index)
        needed = await _needed(root, path, request)
        if needed:
            answer.headers["Link"] = ", ".join(needed)
        return answer


def _fresh(file: Path) -> Response:
    return FileResponse(file, headers={"Cache-Control": "no-cache"})


def _is_route(root: Path, path: str) -> bool:
    """Whether the page has something to show at this path: its list of routes lies beside it."""
    routes = root / "routes.json"
    if not path or not routes.is_file():
        return True
    return any(re.fullmatch(route, f"/{path}", re.ASCII) for route in _routes(routes, routes.stat().st_mtime))


@lru_cache(maxsize=4)
def _routes(routes: Path, _changed: float) -> tuple[str, ...]:
    return tuple(json.loads(routes.read_text(encoding="utf-8")).values())


def _file(root: Path, path: str) -> Path | None:
    """The file of the page with this path, if it is one."""
    try:
        file = (root / path).resolve()
        return file if path and file.is_relative_to(root) and file.is_file() else None
    except (OSError, ValueError, RuntimeError):  # too long, not a name, a circle of links
        return None


async def _asset(file: Path, request: Request) -> Response:
    """A file whose name changes with what it holds."""
    if file.suffix not in PACKED or "gzip" not in request.headers.get("accept-encoding", ""):
        return FileResponse(file, headers=FOR_EVER)
    packed = await asyncio.to_thread(_packed, file)
    return Response(packed, headers={**FOR_EVER, "Content-Encoding": "gzip"}, media_type=mimetypes.guess_type(file)[0])


@lru_cache(maxsize=256)
def _packed(file: Path) -> bytes:
    return gzip.compress(file.read_bytes(), mtime=0)


# What a path needs


async def _needed(root: Path, path: str, request: Request) -> tuple[str, ...]:
    """What the page of this path needs; of a match that the visitor may see, also what the board of its game needs."""
    kind, _, match = path.partition("/")
    home = house(request)
    game = ""
    # One that lies in the store is not fetched for this: the page asks for it soon enough.
    room = home.hall.rooms.get(match)
    if room is not None and home.hall.may_look_in(room, eyes_for(home, room, await who(request))):
        game = room.header.game
    manifest = root / "manifest.json"
    return _links(manifest, manifest.stat().st_mtime, kind, game) if manifest.is_file() else ()


@lru_cache(maxsize=64)
def _links(manifest: Path, _changed: float, kind: str, game: str) -> tuple[str, ...]:
    """What is needed first stands first."""
    chunks = json.loads(manifest.read_text(encoding="utf-8"))
    entry = [name for name, chunk in chunks.items() if chunk.get("isEntry")]
    needed = _imported(chunks, [*entry, f"src/pages/{kind.capitalize()}.svelte"])
    board = [name for name in _imported(chunks, [f"src/boards/{game}/Board.svelte"]) if name not in needed]
    needed += [*board, *_imported(chunks, [name for each in board for name in chunks[each].get("dynamicImports", ())])]
    files = dict.fromkeys(file for each in needed for file in (chunks[each]["file"], *chunks[each].get("css", ())))
    return tuple(
        f"</{file}>; rel=preload; as=style; crossorigin"
        if file.endswith(".css")
        else f"</{file}>; rel=modulepreload; crossorigin"
        for file in files
    )


def _imported(chunks: dict[str, Any], names: list[str]) -> list[str]:
    """These chunks, as far as there are such, and all that they import."""
    found: dict[str, None] = {}
    waiting = [*reversed(names)]
    while waiting:
        name = waiting.pop()
        if name in chunks and name not in found:
            found[name] = None
            waiting += reversed(chunks[name].get("imports", ()))
    return list(found)

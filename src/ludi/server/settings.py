"""How a server is set up: every choice in one place, from the command line or from the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import platformdirs

from ludi.core import registry

FOLDER = "ludi-romani"


def home() -> Path:
    """The user's folder for Ludi Romani; the environment variable LUDI_HOME names another one."""
    chosen = os.environ.get("LUDI_HOME")
    return Path(chosen).expanduser() if chosen else platformdirs.user_data_path(FOLDER, appauthor=False)


def database_url(chosen: str | None) -> str:
    """The SQLAlchemy address of a database: a file, ``postgresql://...``, or by default a file in the home folder."""
    if not chosen:
        folder = home()
        folder.mkdir(parents=True, exist_ok=True)
        return f"sqlite:///{folder / 'tables.db'}"
    for scheme in ("postgresql://", "postgres://"):
        if chosen.startswith(scheme):
            return "postgresql+psycopg://" + chosen.removeprefix(scheme)
    if "://" in chosen:
        return chosen
    file = Path(chosen).expanduser().absolute()
    file.parent.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{file}"


@dataclass(frozen=True, slots=True)
class Smtp:
    """Where to hand in e-mail. ``security`` is 'none', 'starttls' or 'ssl'."""

    host: str
    sender: str
    port: int = 25
    user: str = ""
    password: str = field(default="", repr=False)
    security: str = "starttls"

    @classmethod
    def from_environment(cls, env: Mapping[str, str]) -> Smtp | None:
        """LUDI_SMTP_HOST, _PORT, _USER, _PASSWORD, _SECURITY and _FROM; None without a host."""
        host = env.get("LUDI_SMTP_HOST")
        if not host:
            return None
        security = env.get("LUDI_SMTP_SECURITY", "starttls")
        port = int(env.get("LUDI_SMTP_PORT", "465" if security == "ssl" else "587"))
        user = env.get("LUDI_SMTP_USER", "")
        sender = env.get("LUDI_SMTP_FROM", user or "ludi@localhost")
        return cls(host, sender, port, user, env.get("LUDI_SMTP_PASSWORD", ""), security)


def own_data(env: Mapping[str, str]) -> dict[str, Mapping[str, Any]]:
    """The options of tables that are played with an owner's own data: ``LUDI_PAX_ROMANA_DATA`` names a folder."""
    found = {}
    for name in registry.names():
        folder = env.get(f"LUDI_{name.upper().replace('-', '_')}_DATA")
        if folder:
            found[name] = registry.find(name).own_data(Path(folder).expanduser())
    return found


@dataclass(frozen=True, slots=True)
class Settings:
    """The choices of one server process."""

    database: str
    url: str = ""
    """The public address (``https://ludi.example.org``): for links in e-mail, and for secure cookies."""
    secret: str = field(default="", repr=False)
    """Signs the cookies; without one the database keeps its own."""
    workers: int = 0
    """Processes in which bots think; 0: one less than there are cores."""
    bot_seconds: float = 60.0
    """How long a bot may think about one decision before it is replaced."""
    analysts: int = 1
    """Processes that judge finished matches in the background; 0: none is analysed here."""
    silent_after: float = 60.0
    """After so many seconds without a sign of life another process takes up what one has begun to judge."""
    limits: bool = True
    """Rate limits; off only for measurements on one's own machine."""
    smtp: Smtp | None = None
    own: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """By game the options that its tables have unless they are asked for otherwise: the owner's own data files."""
    stale_after: float = 10.0
    """After so many seconds without a change another process takes up a match whose bots are due."""
    notice_pause: float = 600.0
    """A player gets at most one turn notice per match in so many seconds."""

    @property
    def secure(self) -> bool:
        return self.url.startswith("https://")

    @property
    def thinkers(self) -> int:
        return self.workers or max(1, (os.cpu_count() or 2) - 1)

    @classmethod
    def from_environment(cls, database: str | None = None, url: str = "", workers: int = 0) -> Settings:
        env = os.environ
        return cls(
            database=database_url(database or env.get("LUDI_DATABASE")),
            url=(url or env.get("LUDI_URL", "")).rstrip("/"),
            secret=env.get("LUDI_SECRET", ""),
            workers=workers,
            analysts=int(env.get("LUDI_ANALYSTS", "1")),
            silent_after=float(env.get("LUDI_SILENT_AFTER", "60")),
            limits=env.get("LUDI_LIMITS", "on") != "off",
            smtp=Smtp.from_environment(env),
            own=own_data(env),
            stale_after=float(env.get("LUDI_STALE_AFTER", "10")),
            notice_pause=float(env.get("LUDI_NOTICE_PAUSE", "600")),
        )

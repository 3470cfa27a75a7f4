"""``ludi serve`` and ``ludi admin``: hooked into the command line by ``register(app)``."""

from __future__ import annotations

import gc
import logging
import logging.config
import os
import socket
import sys
import threading
import time
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from ludi import compiled
from ludi.core import clean

if TYPE_CHECKING:
    import uvicorn

    from ludi.server.store import Store

# What the server is made of is imported only when it is needed: 'ludi play' should not wait for it.

Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="FILE|URL",
        help="An SQLite file or postgresql://...; default: a file in your data folder.",
    ),
]


def register(app: typer.Typer) -> None:
    """Add the server's commands to the command line."""
    app.command("serve")(serve)
    group = typer.Typer(help="Look after the tables of a server.", no_args_is_help=True)
    group.command("stats")(stats)
    group.command("export")(export)
    group.command("purge")(purge)
    app.add_typer(group, name="admin")


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 lets the whole network in.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 takes any free one.")] = 8000,
    database: Database = None,
    url: Annotated[str, typer.Option(help="The public address, for links and secure cookies (https://...).")] = "",
    workers: Annotated[int, typer.Option(help="Processes for bots; 0: one less than there are cores.")] = 0,
    open_: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in the browser.")] = True,
    verbose: Annotated[bool, typer.Option(help="Say more in the log.")] = False,
) -> None:
    """Open the tables: start the server and show its page in the browser."""
    import uvicorn

    from ludi.server.app import make_app
    from ludi.server.line import Connection
    from ludi.server.porch import Porch, more_handles
    from ludi.server.settings import Settings

    _log_to_stderr(verbose)
    listener = _listener(host, port)
    port = int(listener.getsockname()[1])
    shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::", "::1") else host
    address = url or f"http://{shown}:{port}"
    settings = Settings.from_environment(database, address, workers)
    _try_database(settings.database)
    config = uvicorn.Config(
        make_app(settings),
        http=Porch().caller,  # type: ignore[arg-type]
        ws=Connection,
        log_config=None,
        access_log=False,
        server_header=False,
        ws_max_size=64 * 1024,
        ws_ping_interval=30,
        ws_ping_timeout=30,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=3,
        forwarded_allow_ips=os.environ.get("LUDI_PROXY", "127.0.0.1"),
    )
    logging.getLogger("ludi.server.engines").info("The engines that run: %s", compiled.runs())
    more_handles()
    server = uvicorn.Server(config)
    _attend_to_the_tables()
    threading.Thread(target=_welcome, args=(server, address, open_), daemon=True).start()
    server.run(sockets=[listener])
    if not server.started:
        raise typer.Exit(2)


def _attend_to_the_tables() -> None:
    """Set up the interpreter for many short tasks."""
    # What is loaded stays, and little of what matches leave behind is cyclic: looking for it would hold them up.
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    # The thread that writes decisions down needs the interpreter often and briefly; it should not wait 5 ms each time.
    sys.setswitchinterval(0.001)


def _try_database(url: str) -> None:
    """Say in one sentence if the database cannot be used, before anything is started."""
    from sqlalchemy.exc import SQLAlchemyError

    from ludi.server.store import Store, StoreInUse, StoreUnusable

    try:
        store = Store(url)
        try:
            store.prepare()
        finally:
            store.close()
    except (StoreInUse, StoreUnusable) as error:
        _stop(str(error))
    except (SQLAlchemyError, OSError) as error:
        _stop(f"The database cannot be opened: {str(error).splitlines()[0]}")


def _listener(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        _stop(f"The server cannot listen on {host}, port {port}: {error.strerror}. Choose another with --port.")
    listener.listen(1024)
    return listener


def _stop(reason: str) -> NoReturn:
    typer.echo(clean(reason), err=True)
    raise typer.Exit(2)


def _welcome(server: uvicorn.Server, address: str, show: bool) -> None:
    """As soon as the server listens: say where, and open the page."""
    while not server.started:
        if server.should_exit:
            return
        time.sleep(0.05)
    sys.stdout.write(f"Ludi Romani is open at {address} (Ctrl+C closes it)\n")
    sys.stdout.flush()
    if show:
        webbrowser.open(address)


def _log_to_stderr(verbose: bool) -> None:
    # The access log is off: addresses of invite links and mail tokens have no place in a log.
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": {"plain": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
            "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "plain"}},
            "root": {"handlers": ["stderr"], "level": "WARNING"},
            "loggers": {
                "ludi": {"level": "INFO" if verbose else "WARNING"},
                "ludi.server.engines": {"level": "INFO"},  # said at every start
            },
        }
    )


def _store(database: str | None) -> Store:
    from sqlalchemy.exc import SQLAlchemyError

    from ludi.server.settings import database_url
    from ludi.server.store import Store, StoreUnusable

    try:
        store = Store(database_url(database or os.environ.get("LUDI_DATABASE")), alone=False)
        store.prepare()
    except StoreUnusable as error:
        _stop(str(error))
    except (SQLAlchemyError, OSError) as error:
        _stop(f"The database cannot be opened: {str(error).splitlines()[0]}")
    return store


def stats(database: Database = None) -> None:
    """How many players, matches and decisions there are."""
    from ludi.server import admin

    for name, number in admin.stats(_store(database)).items():
        typer.echo(f"{name:<24}{number:>10}")


def export(
    folder: Annotated[Path, typer.Argument(help="Folder for the records; made if need be.")],
    database: Database = None,
) -> None:
    """Write the record of every finished match as a file."""
    from ludi.server import admin

    number = admin.export(_store(database), folder)
    typer.echo(f"{number} records written to {folder}.")


def purge(
    days: Annotated[int, typer.Option(min=1, help="Older than so many days.")] = 90,
    finished: Annotated[bool, typer.Option("--finished", help="Finished and closed matches too.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Really do it; otherwise only say what would go.")] = False,
    database: Database = None,
) -> None:
    """Remove what nobody has touched for long: tables never begun or abandoned, and guests without a table."""
    from ludi.server import admin

    gone = admin.purge(_store(database), days, finished=finished, really=yes)
    for name, number in gone.items():
        typer.echo(f"{name:<24}{number:>10}")
    if not yes:
        typer.echo("Nothing was removed; add --yes to remove it.")

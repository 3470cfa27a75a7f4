"""``python -m ludi.server serve``: the server's commands without the rest of the command line."""

import typer

from ludi.server.cli import register

app = typer.Typer(no_args_is_help=True, add_completion=False)
register(app)

if __name__ == "__main__":
    app()

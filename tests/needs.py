"""What some tests need beside Python: a browser, the extra for researchers, a PostgreSQL.

Without it they are skipped, and the end of the run says so loudly. What ``LUDI_NEED`` names (as CI does) must be there:
then its absence is a failure.
"""

from __future__ import annotations

import importlib.util
import os
from typing import NoReturn

import pytest

from ludi import compiled

LOUD = "NOT TESTED: "


def missing(what: str, told: str) -> NoReturn:
    """Something is not on this machine: skip loudly, or fail where it must be."""
    if what in os.environ.get("LUDI_NEED", "").split(","):
        pytest.fail(f"{told} (LUDI_NEED asks for it: {what})", pytrace=False)
    pytest.skip(LOUD + told, allow_module_level=True)


def need_research(*modules: str) -> None:
    """For tests of the doors for researchers."""
    for module in modules:
        if importlib.util.find_spec(module) is None:
            missing("research", f"the doors for researchers: {module} is not installed (make research)")


def need_plain(what: str) -> None:
    """For tests that look inside an engine while it runs: compiled methods call each other past Python."""
    if compiled.are_compiled():
        pytest.skip(f"{what} is seen in plain Python only")

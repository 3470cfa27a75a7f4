"""Collects which rules of ``rules/*.csv`` are proved by which passing tests, for ``make rules``.

And tells what could not be tested.
"""

from __future__ import annotations

import json
import os
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest

# The source is tested, whatever lies compiled in this checkout; `LUDI_ENGINES=compiled` tests that. It is said before
# anything of the package is imported, and heard by all processes that tests start.
os.environ.setdefault("LUDI_ENGINES", "plain")

from ludi import compiled
from needs import LOUD

_proved: dict[str, list[str]] = defaultdict(list)


def pytest_report_header() -> str:
    return f"engines: {compiled.runs()}"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rules-report", metavar="FILE", help="write the rules proved by passing tests to FILE (JSON)")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # As properties of the item the ids also come back from the processes that share the work.
    for item in items:
        item.user_properties += [("rule", str(each)) for marker in item.iter_markers("rule") for each in marker.args]


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.when == "call" and report.passed:
        for key, value in report.user_properties:
            if key == "rule":
                _proved[str(value)].append(report.nodeid)


def pytest_sessionfinish(session: pytest.Session) -> None:
    file = session.config.getoption("--rules-report")
    if file and not hasattr(session.config, "workerinput"):
        Path(str(file)).write_text(json.dumps(_proved, indent=1, sort_keys=True), encoding="utf-8")


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """What could not be tested here stands at the end, where nobody overlooks it."""
    reasons = Counter(
        report.longrepr[2].removeprefix("Skipped: ").removeprefix(LOUD)
        for report in terminalreporter.stats.get("skipped", [])
        if isinstance(report.longrepr, tuple) and LOUD in report.longrepr[2]
    )
    if reasons:
        terminalreporter.section("NOT TESTED ON THIS MACHINE", sep="!", red=True, bold=True)
        for reason, number in sorted(reasons.items()):
            terminalreporter.write_line(f"{reason}  ({number} skipped)", red=True)

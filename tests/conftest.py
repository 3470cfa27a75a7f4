"""Collects which rules of ``rules/*.csv`` are proved by which passing tests, for ``make rules``."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path

import pytest

_proved: dict[str, list[str]] = defaultdict(list)
_markers: dict[str, tuple[str, ...]] = {}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rules-report", metavar="FILE", help="write the rules proved by passing tests to FILE (JSON)")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        ids = tuple(str(each) for marker in item.iter_markers("rule") for each in marker.args)
        if ids:
            _markers[item.nodeid] = ids


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.when == "call" and report.passed:
        for each in _markers.get(report.nodeid, ()):
            _proved[each].append(report.nodeid)


def pytest_sessionfinish(session: pytest.Session) -> None:
    file = session.config.getoption("--rules-report")
    if file:
        Path(str(file)).write_text(json.dumps(_proved, indent=1, sort_keys=True), encoding="utf-8")

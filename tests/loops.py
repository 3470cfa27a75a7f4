"""Run a coroutine to its end, also where another test has left an event loop running in this thread.

(The browser's driver keeps one for the whole session, and one process may run tests of the page and of the server.)
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run(story: Coroutine[Any, Any, T]) -> T:
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, story).result()

"""Files that people bring."""

from __future__ import annotations

import json
from time import process_time

import pytest

from ludi.core.files import NamedTwice, read_json


def test_a_name_given_twice_is_told() -> None:
    with pytest.raises(NamedTwice, match=r"^b$"):
        read_json('{"a": 1, "b": 2, "c": {"a": 3}, "b": 4}')


def test_a_name_given_twice_among_very_many_is_found_at_once() -> None:
    names = [f"name {number}" for number in range(40_000)]
    text = "{" + ", ".join(f"{json.dumps(name)}: 1" for name in [*names, names[-1]]) + "}"
    before = process_time()
    with pytest.raises(NamedTwice, match=f"^{names[-1]}$"):
        read_json(text)
    assert process_time() - before < 5

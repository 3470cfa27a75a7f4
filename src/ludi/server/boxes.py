"""The static facts of a match are alike for all matches with the same options: one Box serves them all.

A Box of Pax Romana takes 2.4 MB, and 10 ms to be written down, so it is neither kept for each room nor sent to a bot
with each question: whoever gets a position in another process has a Box of its own there.
"""

from __future__ import annotations

import io
import json
import pickle
from collections.abc import Mapping
from functools import lru_cache
from typing import Any
from weakref import WeakValueDictionary

from ludi.core import Box, Game, registry

_boxes: WeakValueDictionary[tuple[str, str], Box] = WeakValueDictionary()


def shared_box(game: Game, options: Mapping[str, Any]) -> Box:
    """The Box for these options, as long as anybody has it."""
    box = _boxes.get(_key(game, options))
    if box is None:
        made = game.box(options)
        box = _boxes.setdefault(_key(game, made.options), made)  # with the defaults that were left out
        _boxes[_key(game, options)] = box
    return box


def _key(game: Game, options: Mapping[str, Any]) -> tuple[str, str]:
    return game.name, json.dumps(options, sort_keys=True)


class _Freezer(pickle.Pickler):
    def persistent_id(self, thing: Any) -> tuple[str, str] | None:
        return (thing.game.name, json.dumps(thing.options)) if isinstance(thing, Box) else None


class _Thawer(pickle.Unpickler):
    def persistent_load(self, name: Any) -> Box:
        return _box(*name)


@lru_cache(maxsize=16)
def _box(game: str, options: str) -> Box:
    return registry.find(game).box(json.loads(options))


def freeze(question: Any) -> bytes:
    """Something for another process of ours, its Boxes only named."""
    frozen = io.BytesIO()
    _Freezer(frozen, pickle.HIGHEST_PROTOCOL).dump(question)
    return frozen.getvalue()


def thaw(question: bytes) -> Any:
    """What :func:`freeze` made (in our own server, which sent it over a private pipe)."""
    return _Thawer(io.BytesIO(question)).load()

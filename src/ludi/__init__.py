"""Ludi Romani: three board games of ancient Rome behind one small protocol.

>>> import ludi
>>> ludi.shelf()
['pax', 'pax-romana', 'roma']
>>> table = ludi.table("pax", players=2, start="1", seed="ides")
>>> table.state.actors()
(0, 1)
"""

from __future__ import annotations

from typing import Any

from ludi import compiled as compiled  # first: it decides which engines are imported
from ludi.core import Table, registry

__version__ = "0.1.0"


def shelf() -> list[str]:
    """The names of the games on the shelf."""
    return registry.names()


def table(game: str, seed: str | None = None, **options: Any) -> Table:
    """Set up a match; the same seed deals the same cards."""
    return Table.new(game, options, seed=seed)


__all__ = ["Table", "__version__", "shelf", "table"]

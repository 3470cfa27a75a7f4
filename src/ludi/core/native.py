"""What compiled engines (:mod:`ludi.compiled`) need from plain Python; this module itself is never compiled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr
else:

    def mypyc_attr(*_names, **_settings):
        """Says of a class how it is compiled."""
        return lambda kind: kind


T = TypeVar("T")


class Handle(Generic[T]):
    """By what something is held loosely: nothing can refer weakly to a compiled object, but to its handle.

    An object and its handle know each other, so that both live as long as somebody has one of them.
    """

    __slots__ = ("__weakref__", "of")

    def __init__(self, of: T) -> None:
        self.of = of


def refuse_unfinished(thing: object, base: type, needed: Sequence[str]) -> None:
    """What Python does for abstract classes by itself, and not where they are derived from compiled ones."""
    kind = type(thing)
    lacking = [name for name in needed if getattr(kind, name) is getattr(base, name)]
    if lacking:
        raise TypeError(f"Can't instantiate abstract class {kind.__name__} with abstract methods {', '.join(lacking)}")


__all__ = ["Handle", "mypyc_attr", "refuse_unfinished"]

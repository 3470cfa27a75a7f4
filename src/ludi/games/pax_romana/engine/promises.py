"""What Powers promise one another: it is shown and not enforced (4.3.2, 4.4)."""

from __future__ import annotations

from typing import Literal, NamedTuple

PEACE, WAR, SHUN, SPARE = range(4)
PromiseKind = Literal["peace", "attack", "shun", "spare"]
PROMISE_KINDS: tuple[PromiseKind, ...] = ("peace", "attack", "shun", "spare")


class Promise(NamedTuple):
    """One promise."""

    by: int
    to: int
    kind: int
    about: int
    """The Power to be left in peace or attacked, the Province to be shunned, the place to be spared."""

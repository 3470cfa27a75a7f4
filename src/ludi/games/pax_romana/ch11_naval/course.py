"""Chapter 11.1: what a Fleet remembers of its voyage, and of the place where it is. Both are values."""

from __future__ import annotations

from typing import NamedTuple

from ludi.games.pax_romana.world.pieces import NOBODY, NODES


class Course(NamedTuple):
    """A voyage so far. An Army that it has brought ashore keeps it until it marches on."""

    sailed: bool = False
    """Whether the Fleet has left the place where it was boarded."""
    sailed_from: int = NOBODY
    """Where the last leg began."""
    last_port: int = NOBODY
    """The last Port without enemies that it left."""
    legs: tuple[int, ...] = ()
    """The legs sailed since the last Stop (see :func:`leg`): none is sailed twice the same way."""
    stopped: bool = False
    """Whether the Fleet Stopped and goes on only by a Continuity roll (11.1.3)."""
    modifier: int = 0
    """What is added to that roll (11.1.4), leaders apart."""
    spared: int = NOBODY
    """A place that the player was paid to leave alone."""

    @property
    def visited(self) -> list[int]:
        """The places since the last Stop."""
        return [start_of(self.legs[0]), *(end_of(each) for each in self.legs)] if self.legs else []

    def begun(self, node: int) -> Course:
        """A Fleet is boarded in a place: the same as before, if the Army has not left the place since."""
        return self._replace(sailed=False, sailed_from=node, last_port=node)

    def onward(self, node: int, near: int) -> Course:
        """The next leg; where it leads the Fleet has not Stopped yet."""
        legs = (*self.legs, leg(node, near))
        return self._replace(sailed=True, sailed_from=node, legs=legs, stopped=False, modifier=0)

    def left_behind(self) -> Course:
        """The Army marches on by land: another Port has another Fleet, which has not Stopped (11.1.3)."""
        return Course(spared=self.spared)

    def stop(self) -> Course:
        return self._replace(stopped=True)


class Roadstead(NamedTuple):
    """What a Fleet has found in the place where it is."""

    may_strike: bool = False
    """It may start a Naval Battle here (11.4.5)."""
    met: tuple[int, ...] = ()
    """The sides whose Fleets have been met."""
    waved_by: tuple[int, ...] = ()
    """Those of them that let it pass."""
    foreign: bool = False
    """Whether the Port just entered makes it Stop (11.1.2)."""
    host: int = NOBODY
    """The Power that may wave it on there (11.1.6); NOBODY: none."""


def leg(start: int, end: int) -> int:
    """A Naval Connection in the direction in which it is sailed, as one number."""
    return start * NODES + end


def start_of(one: int) -> int:
    """Where a leg begins."""
    return one // NODES


def end_of(one: int) -> int:
    """Where a leg ends.

    >>> start_of(leg(7, 30)), end_of(leg(7, 30))
    (7, 30)
    """
    return one % NODES

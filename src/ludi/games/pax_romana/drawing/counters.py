"""How pieces are named in little room: on a counter of the drawn map, on a line of the terminal."""

from __future__ import annotations

from collections.abc import Mapping

from ludi.games.pax_romana.world.pieces import pack, points

NAMES = {
    "legion": ("legion", "legions"),
    "reduced-legion": ("reduced legion", "reduced legions"),
    "heavy": ("heavy", "heavy"),
    "reduced-heavy": ("reduced heavy", "reduced heavy"),
    "light": ("light", "light"),
    "cavalry": ("cavalry", "cavalry"),
    "militia": ("militia", "militia"),
    "mercenary": ("mercenary", "mercenaries"),
    "barbarian": ("barbarian", "barbarians"),
    "garrison": ("garrison", "garrisons"),
    "elephant": ("elephant", "elephants"),
    "galley": ("galley", "galleys"),
    "rhodian": ("Rhodian galley", "Rhodian galleys"),
    "light-mercenary": ("light mercenary", "light mercenaries"),
    "mercenary-cavalry": ("mercenary cavalry", "mercenary cavalry"),
    "pergamene-heavy": ("Pergamene heavy", "Pergamene heavy"),
    "reduced-pergamene": ("reduced Pergamene heavy", "reduced Pergamene heavy"),
    "pergamene-light": ("Pergamene light", "Pergamene light"),
    "pergamene-cavalry": ("Pergamene cavalry", "Pergamene cavalry"),
    "pergamene-galley": ("Pergamene galley", "Pergamene galleys"),
}
"""Units by their words, one and several."""
SHIPS = ("galley", "rhodian", "pergamene-galley")

SMALL = {
    "independents": "i",
    "tribes": "t",
    "western-gauls": "w",
    "eastern-gauls": "e",
    "germans": "g",
    "gallic-rebels": "a",
    "slaves-0": "s",
    "slaves-1": "s",
    "slaves-2": "s",
    "slaves-3": "s",
    "rebels": "r",
    "pontus": "p",
    "successors": "u",
    "soldier-of-fortune": "f",
    "pergamum": "b",
}
"""Sides that are no Powers."""


def letter(side: str) -> str:
    """The mark of a side: a capital for a Power, a small letter for others.

    >>> letter("rome"), letter("independents")
    ('R', 'i')
    """
    return SMALL[side] if side in SMALL else side[:1].upper()


def stack_words(stack: Mapping[str, int]) -> str:
    """What is in a stack.

    >>> stack_words({"legion": 3, "galley": 1})
    '3 legions, 1 galley'
    """
    return ", ".join(f"{number} {NAMES[word][number != 1]}" for word, number in stack.items())


def strength(stack: Mapping[str, int]) -> int:
    """The Battle Points of a stack (10.3.1).

    >>> strength({"legion": 3, "light": 2, "galley": 1})
    14
    """
    return points(pack(stack))

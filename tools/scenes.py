"""Scenes: short pieces of play from a built position with known dice, each of which shows what it is named after.

A scene is a file ``tests/scenes/GAME/NAME.toml``: a title, the position as ``Game.position`` reads it, the coming dice,
the decisions as in a record, and what they must show, in this order: events with some of their facts, or decisions.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludi.core import Event, LudiError, ScriptedDice, SeededDice, State, registry, seed_from_text
from story import facts, tell_end, tell_events, tell_menu, tell_phrase, tell_view

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "scenes"


@dataclass(frozen=True)
class Scene:
    """One file, read."""

    game: str
    name: str
    title: str
    position: dict[str, Any]
    dice: list[int]
    """The coming rolls; after the last of them chance goes on from the name of the scene."""
    decisions: list[str]
    shows: list[dict[str, Any]]

    @classmethod
    def read(cls, file: Path) -> Scene:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        return cls(file.parent.name, file.stem, **data)

    @property
    def golden(self) -> str:
        """The name of its golden playthrough."""
        return f"{self.game}-{self.name}"


@dataclass(frozen=True)
class Played:
    """A scene after it was played."""

    text: str
    happened: list[str | Event]
    """Decisions (as in a record) and events in the order they came."""
    unused: list[int | tuple[str, int]]
    """Dice that nobody rolled."""

    def missing(self, scene: Scene) -> list[dict[str, Any]]:
        """What the scene promises and does not show, from the first thing on that did not come in its place."""
        wanted = list(scene.shows)
        for happened in self.happened:
            if wanted and _is(happened, wanted[0]):
                wanted.pop(0)
        return wanted


def _is(happened: str | Event, wanted: dict[str, Any]) -> bool:
    if isinstance(happened, str):
        return happened == wanted.get("decision")
    return happened.kind == wanted.get("told") and all(
        happened.facts.get(name) == fact for name, fact in wanted.items() if name != "told"
    )


def scenes() -> Iterator[Scene]:
    """All scenes, by game and name."""
    for file in sorted(FOLDER.glob("*/*.toml")):
        yield Scene.read(file)


def play_scene(scene: Scene) -> Played:
    """Play the scene from its position to its last decision and tell it."""
    game = registry.find(scene.game)
    dice = ScriptedDice(scene.dice, SeededDice(seed_from_text(scene.golden)))
    state = game.position(scene.position, dice)
    book = game.phrases("en", state.box)
    book.seats = [f"Player {seat + 1}" for seat in range(state.box.seats)]
    told: list[Event] = []
    state.listener = told.append
    happened: list[str | Event] = []
    lines = [f"{game.title}: {scene.title}", f"rules version {game.rules_version}, dice {scene.dice}", ""]
    menu: list[str] = []
    for number, decision in enumerate(scene.decisions, 1):
        seat, word = int(decision.split(" ")[0]), decision.split(" ")[1]
        known = dict(facts(state.view(None)))
        words = _open_to(state, seat, word, f"{scene.golden}, decision {number}")
        action = state.unspell(word)
        lines += [f"{number}. seat {seat}: {tell_phrase(book, state.prompt(seat))}", *tell_menu(words, menu, "   ")]
        lines.append(f"   > {word}: {tell_phrase(book, state.label(action))}")
        menu = words
        state.play(seat, action)
        lines += tell_events(book, told)
        lines += tell_view(state.view(None), known, "     ")
        happened += [decision, *told]
        told.clear()
    lines += ["", *tell_end(book, state)]
    return Played("\n".join(lines).rstrip() + "\n", happened, dice.rolls)


def _open_to(state: State, seat: int, word: str, where: str) -> list[str]:
    words = [state.spell(action) for action in state.legal(seat)]
    if word not in words:
        why = state.why_not(seat, word)
        reason = "" if why is None else state.box.game.phrases("en", state.box).say(why)
        raise LudiError(f"{where}: '{word}' is not open to seat {seat}: {reason} Open to {state.actors()}: {words}")
    return words

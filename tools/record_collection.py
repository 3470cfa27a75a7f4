"""The collection of stored records: its files, its index, and the ways in which one may leave it.

``index.json`` says of each record what it is and which digests it showed; ``history.json`` which records were retired,
carried over to new rules, or had the digests of one side renewed, and why.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ludi.core import LudiError, Record, registry
from record_recipes import Recipe
from record_trace import SIDES, Trace, follow

MOST_TRIES = 400
"""How many generations are tried until a record shows what its recipe wants."""


@dataclass(frozen=True)
class Verdict:
    """What came of playing a record again."""

    trace: Trace
    parted: dict[str, str]
    """By side that is not as stored: between which decisions it parts."""

    @property
    def same(self) -> bool:
        return not self.trace.fault and not self.parted

    def __str__(self) -> str:
        told = [f"{side} differ within decisions {where}" for side, where in self.parted.items()]
        return "; ".join([*([self.trace.fault.rstrip(".")] if self.trace.fault else []), *told]) or "as it was"


class Collection:
    """The records in a folder, made from recipes."""

    def __init__(self, folder: Path, recipes: Mapping[str, Recipe]) -> None:
        self.folder = folder
        self.recipes = recipes
        self.index: dict[str, dict[str, Any]] = self._read("index.json", {})
        self.history: list[dict[str, Any]] = self._read("history.json", [])

    def _read(self, name: str, default: Any) -> Any:
        file = self.folder / name
        return json.loads(file.read_text(encoding="utf-8")) if file.exists() else default

    def file(self, name: str) -> Path:
        return self.folder / f"{name}.json"

    def record(self, name: str) -> Record:
        return Record.load(self.file(name))

    def known(self, name: str) -> str:
        """The full name of a record that may be named without its generation."""
        found = [each for each in self.index if name in (each, each.rpartition(".")[0])]
        if not found:
            raise LudiError(f"There is no record '{name}' in {self.folder}; tools/records.py --list names them.")
        return found[0]

    # Playing again

    def verdict(self, name: str, record: Record | None = None) -> Verdict:
        entry = self.index[name]
        trace = follow(record or self.record(name))
        return Verdict(trace, trace.parted(entry["marks"], entry["decisions"]))

    def older(self) -> list[str]:
        """The records of other versions of the rules than those that are played now."""
        return [name for name, entry in self.index.items() if entry["rules"] != _version(entry["game"])]

    # Coming

    def missing(self) -> list[str]:
        """The recipes of which there is no record."""
        made = {entry["recipe"] for entry in self.index.values()}
        return [name for name in self.recipes if name not in made]

    def make(self, recipe: Recipe, generation: int = 1) -> str:
        """Make the record of the first generation from this one on that shows what the recipe wants; its name."""
        for number in range(generation, generation + MOST_TRIES):
            table = recipe.make(number)
            verbs = {f"decision {word.partition(':')[0]}" for _, word in table.decisions}
            if set(recipe.shows) <= verbs | {event.kind for _, event in table.events}:
                name = f"{recipe.name}.{number}"
                record = table.record()
                self._enter(name, recipe.name, record, follow(record))
                return name
        raise LudiError(f"No match of {recipe.name} shows {', '.join(recipe.shows)}; give it other players or options.")

    def _enter(self, name: str, recipe: str, record: Record, trace: Trace) -> None:
        if trace.fault:
            raise LudiError(f"{name} does not play again to its own end: {trace.fault}")
        record.save(self.file(name), overwrite=True)
        result = record.result
        self.index[name] = {
            "recipe": recipe,
            "game": record.game,
            "rules": record.rules,
            "options": dict(self.recipes[recipe].options),
            "players": [chair.player for chair in record.seats],
            "decisions": len(record.decisions),
            "end": "unfinished" if result is None else f"{result['reason']}, won by seats {result['winners']}",
            "happens": dict(sorted(trace.happened.items())),
            "marks": trace.marks,
        }

    # Going

    def retire(self, name: str, why: str) -> str:
        """Take a record out, say why, and put the next generation of its recipe in its place; the new one's name."""
        entry = self.index[name]
        verdict = self.verdict(name)
        new = self.make(self.recipes[entry["recipe"]], int(name.rpartition(".")[2]) + 1)
        self.file(name).unlink()
        del self.index[name]
        self._note("retired", entry["game"], entry["rules"], why, [name], replaced_by=new, seen=str(verdict))
        return new

    def drop(self, name: str, why: str) -> None:
        """Take out a record whose recipe is used no longer."""
        entry = self.index.pop(name)
        self.file(name).unlink()
        self._note("dropped", entry["game"], entry["rules"], why, [name])

    def take_new_rules(self, why: str) -> tuple[list[str], list[str]]:
        """Bring all records of older rules to the present ones: those carried over, and the new ones of those retired.

        A record that plays as before, decision by decision, only gets the new number in its header.
        """
        carried: dict[tuple[str, str], list[str]] = {}
        made = []
        for name in self.older():
            entry = self.index[name]
            stamped = replace(self.record(name), rules=_version(entry["game"]))
            verdict = self.verdict(name, stamped)
            again = verdict.trace.again
            if verdict.parted or again is None:
                made.append(self.retire(name, why))
                self.history[-1]["seen"] = str(verdict)
                continue
            carried.setdefault((entry["game"], entry["rules"]), []).append(name)
            self._enter(name, entry["recipe"], again, replace(verdict.trace, fault=""))
        for (game, rules), names in carried.items():
            self._note("carried over", game, rules, why, names)
        return [name for names in carried.values() for name in names], made

    def renew(self, sides: Sequence[str], why: str) -> list[str]:
        """Take the digests of some sides anew where nothing else has changed (views of another shape, other words)."""
        changed: dict[tuple[str, str], list[str]] = {}
        for name, entry in self.index.items():
            verdict = self.verdict(name)
            other = [side for side in verdict.parted if side not in sides]
            if other or verdict.trace.fault:
                raise LudiError(f"{name} has changed in more than its {' and '.join(sides)}: {verdict}.")
            happens = dict(sorted(verdict.trace.happened.items()))
            if verdict.parted or ("events" in sides and happens != entry["happens"]):
                changed.setdefault((entry["game"], entry["rules"]), []).append(name)
                entry["marks"] = verdict.trace.marks
                entry["happens"] = happens
        for (game, rules), names in changed.items():
            self._note(f"renewed {' and '.join(sides)}", game, rules, why, names)
        return [name for names in changed.values() for name in names]

    def _note(self, what: str, game: str, rules: str, why: str, names: list[str], **more: str) -> None:
        note = {"what": what, "game": game, "rules": rules, "under": _version(game), "why": why, "records": names}
        self.history.append({**note, **more})

    def save(self) -> None:
        self.index = dict(sorted(self.index.items()))
        entries = ",\n".join(f' "{name}": {{\n{_lines(entry)}\n }}' for name, entry in self.index.items())
        (self.folder / "index.json").write_text(f"{{\n{entries}\n}}\n", encoding="utf-8")
        notes = ",\n".join(f" {{\n{_lines(note)}\n }}" for note in self.history)
        (self.folder / "history.json").write_text(f"[\n{notes}\n]\n" if notes else "[]\n", encoding="utf-8")


def _version(game: str) -> str:
    return registry.find(game).rules_version


def _lines(entry: Mapping[str, Any]) -> str:
    """One field a line, and of the marks one side."""
    lines = [f'  "{key}": {json.dumps(value)}' for key, value in entry.items() if key != "marks"]
    if "marks" in entry:
        marks = ",\n".join(f'   "{side}": {json.dumps(entry["marks"][side])}' for side in SIDES)
        lines.append(f'  "marks": {{\n{marks}\n  }}')
    return ",\n".join(lines)

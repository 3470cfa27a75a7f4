"""The record of a match: one JSON file that a person can read and anyone can check.

It holds the header (game, version of the rules, options, commitment to the seed, seats), the decisions by their stable
words in the order they were made, the seed, and, once the game is over, its result. Positions are not stored: any
position is reached by playing the decisions again. A match that began from a position instead of a deal has it in its
header, with the first rolls of its dice.

The seed lies open in the file because a game that is resumed must go on dealing from it. Whoever reads the file of a
game that is not over can therefore learn what is still hidden; a server keeps the seed to itself until the end.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ludi.core.dice import SEED_BYTES, commitment, seed_from_text
from ludi.core.errors import BadRecord
from ludi.core.files import NamedTwice, read_json, read_text

FORMAT = "ludi-romani record 1"
FROM_POSITION = "ludi-romani record 2"
"""The format of a match that began from a position: an older program would deal instead."""
MOST_TAKEN_BACK = 50
"""So often something may be taken back with leave in one match: each time, all before it is dealt and played again."""
RECORDED = ("winners", "reason", "scores", "position")
"""What a record keeps of an outcome, and the fingerprint of the position it was reached in."""


@dataclass(frozen=True, slots=True)
class Chair:
    """Who sits on a seat: a name, and 'person' or the name of a bot."""

    name: str
    player: str = "person"


@dataclass(frozen=True, slots=True)
class Start:
    """The position a match begins from, and the first rolls of its dice; further ones come from its seed."""

    position: Mapping[str, Any]
    dice: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Decisions that were taken back with leave of all at the table, and by whose wish."""

    seat: int
    to: int
    """So many decisions stood then."""
    decisions: tuple[tuple[int, str], ...]


@dataclass(slots=True)
class Record:
    """A match as it is written down."""

    game: str
    rules: str
    options: dict[str, Any]
    commitment: str
    seats: list[Chair]
    seed: str
    decisions: list[tuple[int, str]] = field(default_factory=list)
    result: dict[str, Any] | None = None
    start: Start | None = None
    """None: it begins with a deal."""
    seed_word: str | None = None
    """The word somebody typed, if the seed stands for one."""
    taken_back: list[TakenBack] = field(default_factory=list)
    """A note beside what stands, in the order it happened; who plays the record again does not need it."""

    def earlier(self) -> list[list[tuple[int, str]]]:
        """The decisions as they stood each time before some were taken back, the first time first."""
        stood = [self.decisions]
        for note in reversed(self.taken_back):
            if not 0 <= note.to <= len(stood[-1]):
                raise BadRecord("more is taken back than was decided.")
            stood.append([*stood[-1][: note.to], *note.decisions])
        return stood[:0:-1]

    def to_json(self) -> str:
        notes = {"taken_back": [_note(each) for each in self.taken_back]} if self.taken_back else {}
        begins = {} if self.start is None else {"position": self.start.position, "dice": list(self.start.dice)}
        data = {
            "format": FORMAT if self.start is None else FROM_POSITION,
            "game": self.game,
            "rules": self.rules,
            "options": self.options,
            **begins,
            "commitment": self.commitment,
            "seats": [{"name": chair.name, "player": chair.player} for chair in self.seats],
            "seed": self.seed,
            **({} if self.seed_word is None else {"seed_word": self.seed_word}),
            "decisions": _spelt(self.decisions),
            **notes,
            "result": self.result,
        }
        return json.dumps(data, indent=1, ensure_ascii=False) + "\n"

    @classmethod
    def from_json(cls, text: str, source: str = "The record") -> Record:
        """Read a record; anything odd is refused with one sentence. Its decisions are checked on replay."""
        try:
            data = read_json(text)
        except NamedTwice as error:
            raise BadRecord(f"{source} is no valid saved game: it names '{error}' twice.") from None
        except ValueError as error:
            where = f"line {error.lineno}" if isinstance(error, json.JSONDecodeError) else "its text"
            raise BadRecord(
                f"{source} is no complete saved game: {where} cannot be read; it may be cut short."
            ) from None
        except RecursionError:
            raise BadRecord(f"{source} is no saved game: it is nested too deeply.") from None
        reader = _Reader(data, source)
        form = reader.text("format")
        if form not in (FORMAT, FROM_POSITION):
            raise BadRecord(f"{source} has the format '{form}'; this program reads '{FORMAT}' and '{FROM_POSITION}'.")
        record = cls(
            game=reader.text("game"),
            rules=reader.text("rules"),
            options=reader.options(),
            commitment=reader.text("commitment"),
            seats=reader.seats(),
            seed=reader.text("seed"),
            decisions=reader.decisions(),
            result=reader.result(),
            start=reader.start() if form == FROM_POSITION else None,
            seed_word=reader.text("seed_word") if "seed_word" in reader.data else None,
            taken_back=reader.taken_back(),
        )
        try:
            seed = bytes.fromhex(record.seed)
        except ValueError:
            seed = b""
        if len(seed) != SEED_BYTES:
            raise BadRecord(f"{source} has no valid seed: it must be {SEED_BYTES * 2} hexadecimal digits.")
        if commitment(seed) != record.commitment:
            raise BadRecord(
                f"{source} has been tampered with: its seed does not match the commitment made at the start."
            )
        if record.seed_word is not None and not _stands_for(record.seed_word, seed):
            raise BadRecord(f"{source} has been tampered with: its seed is not that of the word beside it.")
        return record

    def save(self, path: Path, *, overwrite: bool = False) -> None:
        """Write the record in one piece: a crash leaves either the old file or the new one, never half of one."""
        if path.exists() and not overwrite:
            raise BadRecord(f"{path} exists already; choose another name.")
        handle, scratch = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(self.to_json())
                file.flush()
                os.fsync(file.fileno())
            Path(scratch).replace(path)
        except BaseException:
            Path(scratch).unlink(missing_ok=True)
            raise

    @classmethod
    def load(cls, path: Path) -> Record:
        try:
            text = read_text(path)
        except FileNotFoundError:
            raise BadRecord(f"There is no file {path}.") from None
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "it is no text"
            raise BadRecord(f"{path} cannot be read: {reason}.") from None
        return cls.from_json(text, str(path))


def _spelt(decisions: Iterable[tuple[int, str]]) -> list[str]:
    return [f"{seat} {word}" for seat, word in decisions]


def _stands_for(word: str, seed: bytes) -> bool:
    try:
        return seed_from_text(word) == seed
    except UnicodeEncodeError:  # half a character, as JSON can spell it
        return False


def _note(note: TakenBack) -> dict[str, Any]:
    return {"seat": note.seat, "to": note.to, "decisions": _spelt(note.decisions)}


class _Reader:
    """Takes the parts out of the parsed JSON and says which one is wrong."""

    def __init__(self, data: object, source: str) -> None:
        if not isinstance(data, dict):
            raise BadRecord(f"{source} is no saved game of Ludi Romani.")
        self.data: Mapping[str, Any] = data
        self.source = source

    def _part(self, key: str, kind: type) -> Any:
        if key not in self.data:
            raise BadRecord(f"{self.source} is no complete saved game: '{key}' is missing.")
        value = self.data[key]
        if not isinstance(value, kind):
            raise BadRecord(f"{self.source} is no valid saved game: '{key}' is not what it should be.")
        return value

    def text(self, key: str) -> str:
        value: str = self._part(key, str)
        return value

    def options(self) -> dict[str, Any]:
        value: dict[str, Any] = self._part("options", dict)
        return value

    def seats(self) -> list[Chair]:
        chairs = []
        for number, each in enumerate(self._part("seats", list), 1):
            if not (
                isinstance(each, dict) and isinstance(each.get("name"), str) and isinstance(each.get("player"), str)
            ):
                raise BadRecord(f"{self.source} is no valid saved game: seat {number} needs a name and a player.")
            chairs.append(Chair(each["name"], each["player"]))
        if not chairs:
            raise BadRecord(f"{self.source} is no valid saved game: nobody sits at the table.")
        return chairs

    def decisions(self) -> list[tuple[int, str]]:
        return self._decisions(self._part("decisions", list))

    def _decisions(self, given: list[Any]) -> list[tuple[int, str]]:
        decisions = []
        for number, each in enumerate(given, 1):
            seat, _, word = each.partition(" ") if isinstance(each, str) else ("", "", "")
            if not (seat.isascii() and seat.isdigit() and len(seat) < 4 and word):
                raise BadRecord(
                    f"{self.source} is no valid saved game: decision {number} must be a seat and a word, like '0 done'."
                )
            decisions.append((int(seat), word))
        return decisions

    def taken_back(self) -> list[TakenBack]:
        given: list[Any] = self._part("taken_back", list) if "taken_back" in self.data else []
        notes = []
        for each in given:
            part: dict[str, Any] = each if isinstance(each, dict) else {}
            seat, to, decisions = part.get("seat"), part.get("to"), part.get("decisions")
            if type(seat) is not int or type(to) is not int or not isinstance(decisions, list) or not decisions:
                raise BadRecord(f"{self.source} is no valid saved game: 'taken_back' is not what it should be.")
            notes.append(TakenBack(seat, to, tuple(self._decisions(decisions))))
        if len(notes) > MOST_TAKEN_BACK:
            raise BadRecord(f"{self.source} is no valid saved game: more than {MOST_TAKEN_BACK} moves were taken back.")
        return notes

    def start(self) -> Start:
        position: dict[str, Any] = self._part("position", dict)
        dice: list[Any] = self._part("dice", list)
        if any(type(each) is not int for each in dice):
            raise BadRecord(f"{self.source} is no valid saved game: 'dice' are whole numbers.")
        return Start(position, tuple(dice))

    def result(self) -> dict[str, Any] | None:
        value = self.data.get("result")
        if value is not None and not isinstance(value, dict):
            raise BadRecord(f"{self.source} is no valid saved game: 'result' is not what it should be.")
        return value

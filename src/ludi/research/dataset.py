"""Decisions with observations as a Parquet file, for offline learning: ``ludi simulate GAME ... --out FILE.parquet``.

One row is one decision. ``vector`` is the view of the seat that decided, encoded by :mod:`ludi.research.encoding`; the
names of its slots lie in the file's metadata (``ludi``, JSON: game, options, bots, seed, slots, actions); ``legal`` and
``action`` number the words listed there; ``worth`` is what the game was worth to that seat in the end.
"""

from __future__ import annotations

import importlib
import json
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from ludi.bots import find
from ludi.bots.pool import spread
from ludi.core import BadOption, FastDice, Game, LudiError, registry
from ludi.research.encoding import Encoder

Progress = Callable[[int], None]
"""Told how many games have been finished since it was last told."""

GROUP = 64 << 20
"""Bytes of vectors that go into the file together."""


def play_for_data(task: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Play one game; a row for every decision."""
    game = registry.find(task["game"])
    box = game.box(task["options"])
    encoder = Encoder.of(game.name, task["options"])
    rng = random.Random(f"{task['seed']}/{task['number']}")
    state = game.deal(box, FastDice(rng))
    bots = [find(name, game) for name in task["bots"]]
    places = {action: place for place, action in enumerate(box.vocabulary)}
    rows: list[dict[str, Any]] = []
    while actors := state.actors():
        seat = actors[0]
        legal = state.legal(seat)
        perspective = state.perspective(seat)
        action = bots[seat].choose(perspective, rng)
        rows.append(
            {
                "game": task["number"],
                "decision": len(rows),
                "seat": seat,
                "bot": task["bots"][seat],
                "vector": encoder.encode(perspective.view()).tobytes(),
                "legal": [places[each] for each in legal],
                "action": places[action],
            }
        )
        state.play(seat, action)
    outcome = state.outcome()
    assert outcome is not None
    returns = outcome.returns(box.seats)
    for row in rows:
        row["worth"] = returns[row["seat"]]
    return rows


def write_parquet(
    game: Game,
    options: Mapping[str, Any],
    bots: Sequence[str],
    games: int,
    path: Path,
    *,
    seed: str = "data",
    jobs: int = 1,
    cluster: str | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Play ``games`` games (``bots``: one for all seats, or one for each) and write their decisions.

    The file holds the same rows for any number of jobs, though with several the games may come in another order.
    """
    try:
        arrow: Any = importlib.import_module("pyarrow")
        parquet: Any = importlib.import_module("pyarrow.parquet")
    except ImportError:
        raise LudiError("Parquet needs pyarrow: pip install 'ludi-romani[research]'.") from None
    box = game.box(options)
    if games < 1 or jobs < 1:
        raise BadOption("The numbers of games and of jobs must be 1 or more.")
    if len(bots) not in (1, box.seats):
        raise BadOption(f"Name one bot for all seats or one for each of the {box.seats}; {len(bots)} are named.")
    names = list(bots) * box.seats if len(bots) == 1 else list(bots)
    for name in names:
        find(name, game)
    encoder = Encoder.of(game.name, options)
    words = [box.vocabulary.spell(action) for action in box.vocabulary]
    about = {"game": game.name, "rules": game.rules_version, "options": box.options, "bots": names, "seed": seed}
    schema = arrow.schema(
        [
            ("game", arrow.int32()),
            ("decision", arrow.int32()),
            ("seat", arrow.int8()),
            ("bot", arrow.string()),
            ("vector", arrow.list_(arrow.float32(), encoder.size)),
            ("legal", arrow.list_(arrow.int32())),
            ("action", arrow.int32()),
            ("worth", arrow.float32()),
        ],
        metadata={"ludi": json.dumps({**about, "slots": encoder.names, "actions": words})},
    )
    tasks = (
        {"game": game.name, "options": dict(options), "bots": names, "seed": seed, "number": n} for n in range(games)
    )
    started = time.perf_counter()
    decisions = 0
    scratch = path.with_name(f".{path.name}.part")
    try:
        with (
            closing(spread(play_for_data, tasks, jobs, cluster)) as played,
            parquet.ParquetWriter(scratch, schema, compression="zstd") as file,
        ):
            for rows, finished in _groups(played):
                file.write_table(_table(arrow, schema, rows, encoder.size))
                decisions += len(rows)
                if progress is not None:
                    progress(finished)
        scratch.replace(path)
    except OSError as error:
        raise LudiError(f"{path} cannot be written: {error.strerror or error}.") from None
    finally:
        scratch.unlink(missing_ok=True)
    seconds = time.perf_counter() - started
    return {"games": games, "decisions": decisions, "seconds": round(seconds, 2), "bytes": path.stat().st_size}


def _table(arrow: Any, schema: Any, rows: Sequence[Mapping[str, Any]], size: int) -> Any:
    """Rows as columns; the vectors are copied as they are."""
    columns = []
    for field in schema:
        values = [row[field.name] for row in rows]
        if field.name == "vector":
            joined = arrow.py_buffer(b"".join(values))
            numbers = arrow.Array.from_buffers(arrow.float32(), size * len(rows), [None, joined])
            columns.append(arrow.FixedSizeListArray.from_arrays(numbers, type=field.type))
        else:
            columns.append(arrow.array(values, field.type))
    return arrow.Table.from_arrays(columns, schema=schema)


def _groups(games: Iterator[list[dict[str, Any]]]) -> Iterator[tuple[list[dict[str, Any]], int]]:
    """The rows of several games together, and how many games they are."""
    rows: list[dict[str, Any]] = []
    finished = size = 0
    for game in games:
        rows += game
        finished += 1
        size += sum(len(row["vector"]) for row in game)
        if size >= GROUP:
            yield rows, finished
            rows, finished, size = [], 0, 0
    if finished:
        yield rows, finished

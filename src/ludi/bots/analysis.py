"""A game looked at again: every decision's chances, what would have been better, and where the game turned.

:func:`analyse` is what ``ludi analyse`` and the replay page run. Each decision is judged from the seat that made it, by
what that seat could know: a search says how likely each seat was to win, and what the played action and the others
would have made of it. All of it is plain JSON:

- ``format``, ``game``, ``level``, ``commitment`` and ``decisions`` (they say which record it belongs to)
- ``moves``: for every decision, or every one of a sample (:mod:`ludi.bots.sample`), its ``number`` (1 for the first),
  ``seat``, ``played`` (the word), ``forced`` (there was no choice), ``chances`` (each seat's chance to win just before
  it, as the seat that decided could judge), ``loss`` (what the decision cost the seat, 0 to 1, against the best one
  found), ``plus_minus`` (how unsure both are), ``best`` (up to three judged actions, and the played one if it is none
  of them: ``word``, ``chances`` after it, ``share`` of the search that went there). Whatever is said of one decision is
  one search's: the chance before it less its loss is the chance after it
- ``turning_points``: the decisions after which a seat's chances changed most until it was asked again (so that the same
  seat judges before and after), or until the end: ``number``, ``seat``, ``change``, and ``cause``: "decision" (its
  maker gave it away), "fortune" (cards, dice, secrets) or "between" (somewhere from this decision to number
  ``through``: the others, fortune, what was not judged)
- ``seats``: for each seat its ``loss`` (summed over its decisions), ``choices`` (how many were free), ``blunders``
  (what cost much, and more than the judge is unsure of: :func:`is_blunder`) and ``result`` (what the game was worth to
  it, if it is over)
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import hypot, sqrt
from pathlib import Path
from time import monotonic
from typing import Any

from ludi.bots import find
from ludi.bots.levels import LEVELS
from ludi.bots.pool import spread
from ludi.bots.sample import Sample
from ludi.bots.search import Judgement, SearchBot, Thought
from ludi.core import BadOption, BadRecord, Game, LudiError, Record, State, Table, commitment

FORMAT = "ludi-romani analysis 2"
SHOWN = 3
BLUNDER = 0.1
"""A decision that costs so much of the chance to win is a blunder, if the judge is not more unsure than that."""
TURN = 0.08
MOST_TURNING_POINTS = 8
ENOUGH = 0.5
"""An action is trusted that was tried at least this part as often as the one tried most."""
WHOLE_GAME, LEAST = 570.0, 0.5
"""Seconds of processor time for all decisions of a game (two cores judge it within five minutes), and the least for one
of them: so long a level thinks in a game whose decisions would take it longer."""

Progress = Callable[[int, int], None]
"""Told how many decisions are judged, and of how many."""


def analyse(
    record: Record,
    level: str = "master",
    progress: Progress | None = None,
    *,
    jobs: int = 1,
    cluster: str | None = None,
    sample: Sample | None = None,
) -> dict[str, Any]:
    """Judge the decisions of a record: all, or a sample. ``level`` is one of the levels, or a search with its budget
    (search@500)."""
    table = Table.from_record(record)
    judge_for(level, table.game)
    sample = sample or Sample()
    numbers = sample.numbers(record.decisions)
    total = len(numbers)
    begun = monotonic()
    moves: list[dict[str, Any]] = []
    if progress is not None:
        progress(0, total)
    if jobs == 1 and cluster is None:
        judged = judgements(record, level, numbers)
    else:
        text = record.to_json()
        tasks = [{"record": text, "number": number, "level": level} for number in numbers]
        judged = spread(judge_decision, tasks, jobs, cluster)
    for move in judged:
        moves.append(move)
        if progress is not None:
            progress(len(moves), total)
        if sample.seconds is not None and monotonic() > begun + sample.seconds:
            break
    return compose(table, level, sorted(moves, key=lambda move: int(move["number"])))


def judge_for(level: str, game: Game) -> SearchBot:
    """Who judges at this level, or :class:`BadOption`."""
    bot = find(level, game)
    if not isinstance(bot, SearchBot):
        raise BadOption(f"'{level}' cannot judge: name a level (novice to master) or a search (search@500).")
    return bot


def compose(table: Table, level: str, moves: list[dict[str, Any]]) -> dict[str, Any]:
    """The analysis of a game, from the judgements of its decisions in their order."""
    seats = table.box.seats
    outcome = table.state.outcome()
    returns = None if outcome is None else outcome.returns(seats)
    return {
        "format": FORMAT,
        "game": table.game.name,
        "level": level,
        "commitment": commitment(table.seed),
        "decisions": len(table.decisions),
        "moves": moves,
        "turning_points": turning_points(moves, returns, len(table.decisions)),
        "seats": [_seat(moves, seat, returns) for seat in range(seats)],
    }


def judgements(record: Record, level: str, numbers: Sequence[int]) -> Iterator[dict[str, Any]]:
    """Judge these decisions of a record, one after another."""
    table = Table.from_record(record, to=0)
    bot = in_time(judge_for(level, table.game), record)
    for number in numbers:
        if number <= len(table.decisions):
            table = Table.from_record(record, to=0)
        for seat, word in record.decisions[len(table.decisions) : number - 1]:
            table.play(seat, word)
        yield _judged(record, number, table.state, bot)


def judge_decision(task: Mapping[str, Any]) -> dict[str, Any]:
    """Judge one decision of a record, given as text."""
    record = Record.from_json(task["record"])
    state = Table.from_record(record, to=task["number"] - 1).state
    return _judged(record, task["number"], state, in_time(judge_for(task["level"], state.box.game), record))


def in_time(bot: SearchBot, record: Record) -> SearchBot:
    """The judge of a game: a level tries as much as in any other game, as far as there is time for every decision."""
    if bot.name in LEVELS:
        budget = LEVELS[bot.name].budget
        share = max(LEAST, WHOLE_GAME / max(len(record.decisions), 1))
        bot.budget = replace(budget, seconds=min(budget.seconds or share, share))
    return bot


def _judged(record: Record, number: int, state: State, bot: SearchBot) -> dict[str, Any]:
    """Every decision has a random stream of its own: it does not matter when, where and in which order it is judged."""
    seat, word = record.decisions[number - 1]
    rng = random.Random(f"{record.commitment}/{number}")
    return {"number": number, "seat": seat, "played": word, **judge(state, seat, state.unspell(word), bot, rng)}


def judge(state: State, seat: int, action: int, bot: SearchBot, rng: random.Random) -> dict[str, Any]:
    """What a search thinks of a decision. Of the position it is shown only what ``seat`` knows.

    All of it comes from one search, which tries the played action too: so the chance after the decision is the chance
    before it less what the decision cost.
    """
    perspective = state.perspective(seat)
    legal = perspective.legal()
    thought = bot.think(perspective, rng, also=action if len(legal) > 1 else None)
    tried = next(each for each in thought.judgements if each.action == action)
    best = _best(thought, tried, seat)
    shown = [best, *(each for each in thought.judgements if each is not best)][:SHOWN]
    if tried not in shown:
        shown.append(tried)
    before, after = ([round(chance, 4) for chance in each.chances] for each in (best, tried))
    return {
        "forced": len(legal) == 1,
        "chances": before,
        "plus_minus": round(_unsure(best) if tried is best else hypot(_unsure(best), _unsure(tried)), 4),
        "loss": round(before[seat] - after[seat], 4),
        "best": [
            {
                "word": state.spell(each.action),
                "chances": [round(chance, 4) for chance in each.chances],
                "share": each.visits * 10_000 // thought.iterations / 10_000,
            }
            for each in shown
        ],
    }


def _best(thought: Thought, tried: Judgement, seat: int) -> Judgement:
    """The best of the played action and those that were tried often enough to be trusted."""
    enough = ENOUGH * thought.judgements[0].visits
    trusted = [tried, *(each for each in thought.judgements if each.visits >= enough)]
    return max(trusted, key=lambda each: each.chances[seat])


def _unsure(judged: Judgement) -> float:
    """Half of the interval in which a chance lies that was tried so often."""
    return 1.96 * sqrt(0.25 / max(judged.visits, 1))


def turning_points(moves: list[dict[str, Any]], returns: list[float] | None, last: int = 0) -> list[dict[str, Any]]:
    """Where a seat's chances changed most from one of its judged decisions to the next, or from its last to the end."""
    points = []
    for index, move in enumerate(moves):
        seat = move["seat"]
        own = next((each for each in moves[index + 1 :] if each["seat"] == seat), None)
        if own is None and returns is None:
            continue
        after = returns if own is None else own["chances"]
        assert after is not None
        through = max(last, moves[-1]["number"]) if own is None else own["number"] - 1
        change = after[seat] - move["chances"][seat]
        unsure = hypot(move.get("plus_minus", 0.0), 0.0 if own is None else own.get("plus_minus", 0.0))
        if abs(change) >= max(TURN, unsure):
            by_choice = move["loss"] >= max(0.5 * abs(change), TURN / 2, move.get("plus_minus", 0.0))
            points.append(
                {
                    "number": move["number"],
                    "through": through,
                    "seat": seat,
                    "change": round(change, 4),
                    "cause": "decision" if by_choice else "fortune" if through == move["number"] else "between",
                }
            )
    return sorted(_apart(points)[:MOST_TURNING_POINTS], key=lambda point: int(point["number"]))


def _apart(points: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The greatest changes first, each told once: not again by another seat that saw it from the other side."""
    found: list[dict[str, Any]] = []
    for point in sorted(points, key=lambda each: -abs(each["change"])):
        if all(point["number"] > each["through"] or point["through"] < each["number"] for each in found):
            found.append(point)
    return found


def is_blunder(move: Mapping[str, Any]) -> bool:
    """Whether a decision cost much, and more than its judge is unsure of."""
    return bool(move["loss"] >= max(BLUNDER, move["plus_minus"]))


def _seat(moves: list[dict[str, Any]], seat: int, returns: list[float] | None) -> dict[str, Any]:
    mine = [move for move in moves if move["seat"] == seat and not move["forced"]]
    return {
        "choices": len(mine),
        "loss": round(sum(move["loss"] for move in mine), 4),
        "blunders": [move["number"] for move in mine if is_blunder(move)],
        "result": None if returns is None else returns[seat],
    }


# Kept with the record


def analysis_path(record: Path) -> Path:
    """Where the analysis of a saved game lies: beside it."""
    return record.with_name(f"{record.stem}.analysis.json")


def as_text(analysis: Mapping[str, Any]) -> str:
    """An analysis as it is written to a file."""
    return json.dumps(analysis, indent=1) + "\n"


def save_analysis(record: Path, analysis: Mapping[str, Any]) -> Path:
    """Write an analysis beside its record; an older one is replaced."""
    path = analysis_path(record)
    scratch = path.with_name(f".{path.name}")
    try:
        scratch.write_text(as_text(analysis), encoding="utf-8")
        scratch.replace(path)
    except OSError as error:
        raise LudiError(f"{path} cannot be written: {error.strerror}.") from None
    return path


def load_analysis(path: Path, record: Record) -> dict[str, Any] | None:
    """The analysis kept beside a record, or None if there is none or it belongs to another state of the game."""
    try:
        data = json.loads(analysis_path(path).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError):
        raise BadRecord(f"{analysis_path(path)} cannot be read; analyse the game again.") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        return None
    fits = data.get("commitment") == record.commitment and data.get("decisions") == len(record.decisions)
    return data if fits else None


def covers(analysis: Mapping[str, Any], record: Record, sample: Sample) -> bool:
    """Whether all decisions of this sample are judged there."""
    return set(sample.numbers(record.decisions)) <= {move["number"] for move in analysis["moves"]}

"""``ludi analyse`` in sentences: how each seat played, and where the game turned."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from rich.padding import Padding
from rich.text import Text

from ludi.cli.screen import Screen
from ludi.cli.words import bot_called, language_of
from ludi.core import Record, Table, clean

Labels = Mapping[tuple[int, str], str]
"""What a choice (its word) meant at a decision (its number)."""


def tell(screen: Screen, found: Mapping[str, Any], record: Record) -> None:
    """An analysis, as :mod:`ludi.bots.analysis` makes it."""
    names, words = [chair.name for chair in record.seats], screen.words
    judged, level = len(found["moves"]), bot_called(words, found["level"])
    key = "analyse.judged" if judged == found["decisions"] else "analyse.judged-part"
    screen.tell(key, number=judged, all=found["decisions"], level=level)
    free = [move["plus_minus"] for move in found["moves"] if not move["forced"]]
    if free:
        screen.tell("analyse.unsure", margin=min(100, round(100 * sum(free) / len(free))))
    for name, seat in zip(names, found["seats"], strict=True):
        key = "analyse.seat" if seat["blunders"] else "analyse.seat-none"
        # What single decisions cost adds up to more than there is to lose, so it is told for each.
        cost = words.number(100 * seat["loss"] / max(seat["choices"], 1))
        counts = {"choices": seat["choices"], "blunders": len(seat["blunders"]), "cost": cost}
        _say(screen, words(key, name=name, at=", ".join(map(str, seat["blunders"])), **counts))
    _tell_turning_points(screen, found, record, names)


def _tell_turning_points(screen: Screen, found: Mapping[str, Any], record: Record, names: list[str]) -> None:
    words = screen.words
    screen.tell("analyse.turning" if found["turning_points"] else "analyse.no-turning")
    moves = {move["number"]: move for move in found["moves"]}
    labels = _labels(record, moves, [point["number"] for point in found["turning_points"]])
    for point in found["turning_points"]:
        number, cause = point["number"], point["cause"]
        move = moves[number]
        better = next((each["word"] for each in move["best"] if each["word"] != move["played"]), None)
        hinted = cause == "decision" and better is not None
        facts = {
            "number": number,
            "name": names[move["seat"]],
            "played": labels[number, move["played"]],
            "better": labels[number, better] if better and hinted else "",
            "whose": names[point["seat"]],
            "change": f"{100 * point['change']:+.0f}",
            "cause": words(f"analyse.by-{cause}", through=point["through"]),
        }
        _say(screen, words("analyse.point-better" if hinted else "analyse.point", **facts))


def _say(screen: Screen, sentence: str) -> None:
    screen.say(Padding(Text(clean(sentence)), (0, 0, 0, 2)))


def _labels(record: Record, moves: Mapping[int, Mapping[str, Any]], numbers: Collection[int]) -> Labels:
    """What is said of the choices judged at some decisions, in the words of their moment."""
    labels: dict[tuple[int, str], str] = {}
    if not numbers:
        return labels
    for number, table in enumerate(Table.replay(record, to=max(numbers) - 1), 1):
        if number in numbers:
            book, state = table.phrases(language_of(table.game)), table.state
            for word in {moves[number]["played"], *(each["word"] for each in moves[number]["best"])}:
                labels[number, word] = book.say(state.label(state.unspell(word)))
    return labels

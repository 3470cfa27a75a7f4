"""Help at the terminal: what a master would do and why, and taking back with leave of all."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from ludi.cli.hinting import take_back
from ludi.cli.screen import Screen
from ludi.core import Record, Table, seed_from_text

from .conftest import Ludi

ROMA = ("play", "roma", "--seed", "help", "--bots", "random")


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludi.bots.hints.LEVEL", "search@30")
    monkeypatch.setattr("ludi.cli.hinting.show.__defaults__", ("search@30",))


def test_a_hint_tells_a_choice_its_chance_and_the_same_again(ludi: Ludi) -> None:
    out = ludi(*ROMA, lines=["hint", "hint", "q", "n"]).out
    told = re.findall(r"A master would choose: .*", out)
    assert len(told) == 2
    assert told[0] == told[1]
    assert "chance to win" in re.sub(r"\s+", " ", out)


def test_every_choice_of_a_hint_stands_by_its_number_with_its_chance_told_alike(ludi: Ludi) -> None:
    out = ludi(*ROMA, lines=["hint", "q", "n"]).out
    listed = dict(re.findall(r"^ +(\d+)  (.+?)  +\S+:\S+$", out, re.MULTILINE))
    assert len(listed) == 4
    best = re.search(r"A master would choose: (\d)  (.+?) \(chance to win \d+ % ± \d+ %\)", out)
    assert best is not None
    assert listed[best[1]] == best[2]
    others = re.findall(r"^ +(\d)  (.+?)  +\d+ % ± \d+ % *$", out, re.MULTILINE)
    assert others
    assert all(listed[number] == label for number, label in others)


def test_among_people_there_are_no_hints(ludi: Ludi) -> None:
    out = ludi("play", "roma", "--hot-seat", "--seed", "help", lines=["", "hint", "q", "n"]).out
    assert "there are no hints" in out
    assert "A master would choose" not in out


def test_against_bots_a_decision_is_taken_back_beyond_the_point_of_no_return(ludi: Ludi, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    lines = [*["1"] * 9, "end", "back", f"s {file}", "q"]
    result = ludi(*ROMA, lines=lines)
    assert result.code == 0, result.out
    record = Record.load(file)
    assert len(record.taken_back) == 1
    note = record.taken_back[0]
    assert note.seat == 0
    assert len(record.decisions) >= note.to
    assert ludi("verify", file).code == 0


class Answering(Screen):
    """A screen at which everybody says the same."""

    def __init__(self, yes: bool) -> None:
        super().__init__()
        self.yes = yes
        self.asked: list[str] = []

    def ask_yes(self, question: str) -> bool:
        self.asked.append(question)
        return self.yes


@pytest.mark.parametrize("yes", [True, False])
def test_several_people_are_asked_whether_they_agree(yes: bool) -> None:
    table = Table.new("roma", seed=seed_from_text("help"))
    rng = random.Random(4)
    while not (len(table.decisions) > 20 and not table.can_undo(0)):
        seat = table.state.actors()[0]
        table.play(seat, rng.choice(table.state.legal(seat)))
    screen = Answering(yes)
    take_back(screen, table, 0, several=True)
    assert len(table.taken_back) == yes
    assert "the record tells of it" in screen.asked[0]


def test_who_has_decided_nothing_hears_that(ludi: Ludi) -> None:
    out = ludi("play", "pax", "--players", "2", "--seed", "help", "--bots", "random", lines=["back", "q", "n"]).out
    assert "has decided nothing yet" in out

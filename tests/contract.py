"""The contract of every game, held after every decision of random play.

A game's own tests call :func:`play_and_check` with its options and its own invariants. What is checked here is what
``ludi.core.game`` promises: no dead end, refusals with reasons, phrases that can be said, views that keep secrets,
views of the shape that is declared, copies that stand alone, records that replay to the same position.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from asked import asked_of, made_up
from ludi import bots
from ludi.core import Event, FastDice, NotYourTurn, Phrase, Phrasebook, Record, State, Table, registry, seed_from_text
from ludi.core.fit import misfits, misfits_of

Invariant = Callable[[State, Sequence[Event]], None]
"""A game's own check, given a position and the events of the decision that led to it."""


def fuzz_games(default: int) -> int:
    """How many games to play per set-up: few in CI, many with ``make fuzz``."""
    return int(os.environ.get("LUDI_FUZZ", default))


@cache
def rule_ids() -> frozenset[str]:
    return frozenset().union(*(registry.find(name).rules() for name in registry.names()))


def check_phrase(book: Phrasebook, phrase: Phrase) -> None:
    """It can be said, nothing in it is left unfilled, and its rule exists."""
    sentence = book.say(phrase)
    assert sentence, phrase
    assert "{" not in sentence, phrase
    assert phrase.rule in rule_ids(), phrase


def play_and_check(
    game: str,
    options: Mapping[str, Any],
    seed: str,
    invariant: Invariant,
    *,
    thorough: float = 0.05,
    bot: str | None = None,
) -> Table:
    """Play one game by chance with verifiable dice; hold the contract after every decision.

    Cheap checks run always; the costly ones (every word's refusal, sampling, the choice of ``bot``) with the chance
    ``thorough``.
    """
    rng = random.Random(seed)
    table = Table.new(game, options, seed=seed_from_text(seed))
    book = table.phrases()
    heard = 0
    revocable = Revocable()
    while True:
        state = table.state
        events = [event for _, event in table.events[heard:]]
        heard = len(table.events)
        invariant(state, events)
        for event in events:
            check_event(book, event, table.box.seats)
        actors = state.actors()
        assert len(set(actors)) == len(actors)
        assert (state.outcome() is None) == bool(actors)
        for seat in range(table.box.seats):
            legal = state.legal(seat)
            assert bool(legal) == (seat in actors), "no dead end, and nothing to do for the others"
            assert len(set(legal)) == len(legal)
        if rng.random() < thorough or not actors:
            check_position(state, book, rng)
            if bot and actors:
                check_bot(state, bot, rng.choice(actors), rng)
        if not actors:
            break
        seat = rng.choice(actors)
        before = state.copy()
        table.play(seat, rng.choice(state.legal(seat)))
        revocable.heed(table, before, rng, thorough)
    check_outcome(table, book)
    check_record(table)
    return table


class Revocable:
    """The decisions that their maker could still take back: he must have learned nothing by them.

    Had something else lain hidden, the same decisions would have looked the same to him, event by event, and could be
    taken back as well.
    """

    def __init__(self) -> None:
        self.start: State | None = None
        """The position before the first decision that can be taken back."""
        self.heard = 0
        """How many events were told before it."""
        self.first = 0
        """Its number among the decisions."""

    def heed(self, table: Table, before: State, rng: random.Random, thorough: float) -> None:
        """After a decision, with the position before it."""
        seat = table.decisions[-1][0]
        if not table.can_undo(seat):
            self.start = None
            return
        if self.start is None or table.decisions[-2][0] != seat:
            self.start = before
            self.heard = sum(1 for number, _ in table.events if number < len(table.decisions))
            self.first = len(table.decisions) - 1
        if rng.random() < thorough or table.state.actors() != before.actors():
            self.check(table, seat, rng)

    def check(self, table: Table, seat: int, rng: random.Random) -> None:
        assert self.start is not None
        other = self.start.perspective(seat).sample(rng)
        other.dice = FastDice(rng)
        irrevocable = other.irrevocable
        told: list[Event] = []
        other.listener = told.append
        for maker, word in table.decisions[self.first :]:
            assert maker == seat
            other.play(seat, other.unspell(word))
        what = f"{table.decisions[self.first :]} by seat {seat} can be taken back"
        assert other.irrevocable == irrevocable, f"{what}, or could not if something else lay hidden"
        assert [event.seen_by(seat) for event in told] == [
            event.seen_by(seat) for _, event in table.events[self.heard :]
        ], f"{what}, though its maker was told something hidden"
        assert other.view(seat) == table.state.view(seat), f"{what}, though its maker saw something hidden"
        assert other.actors() == table.state.actors(), what
        assert other.legal(seat) == table.state.legal(seat), what
        assert other.prompt(seat) == table.state.prompt(seat), what


def check_event(book: Phrasebook, event: Event, seats: int) -> None:
    check_phrase(book, event.opened())
    for seat in (None, *range(seats)):
        told = event.seen_by(seat)
        check_phrase(book, told)
        if seat not in event.seers:
            assert set(event.secret) <= {"cards", "card"} or not event.secret.items() & told.facts.items()
            assert not set(event.secret) - set(event.facts) & set(told.facts)


def check_position(state: State, book: Phrasebook, rng: random.Random) -> None:
    whole = state.snapshot()
    twin = state.copy()
    assert twin.snapshot() == whole
    json.dumps(whole)
    actors = state.actors()
    for seat in range(state.box.seats):
        legal = state.legal(seat)
        check_phrase(book, state.prompt(seat))
        for action in legal:
            assert state.unspell(state.spell(action)) == action
            check_phrase(book, state.label(action))
            check_phrase(book, state.explain(action))
        for action in state.box.vocabulary:
            why = state.why_not(seat, state.spell(action))
            assert (why is None) == (action in legal), state.spell(action)
            if why is not None:
                check_phrase(book, why)
        check_secrecy(state, seat, rng)
        check_questions(state, seat, book, rng)
    check_spectator(state, book, rng)
    check_strangers(state, book)
    json.dumps(state.view(None))
    for seat_or_none in (None, *range(state.box.seats)):
        assert misfits(state.view(seat_or_none), state.box) == [], "a view is what its shape says"
    if actors:
        seat = rng.choice(actors)
        twin.dice = FastDice(rng)  # a copy shares the source of chance: playing it would change the match's dice
        twin.play(seat, rng.choice(twin.legal(seat)))
    assert state.snapshot() == whole, "asking and playing a copy changes nothing"


def check_strangers(state: State, book: Phrasebook) -> None:
    """A seat that does not exist has nothing to decide, and cannot play."""
    whole = state.snapshot()
    for seat in (-1, state.box.seats):
        assert state.legal(seat) == []
        for action in state.box.vocabulary:
            why = state.why_not(seat, state.spell(action))
            assert why is not None, state.spell(action)
            check_phrase(book, why)
        open_to_actors = [action for actor in state.actors() for action in state.legal(actor)]
        for action in {next(iter(state.box.vocabulary)), *open_to_actors}:
            try:
                state.play(seat, action)
            except NotYourTurn:
                continue
            raise AssertionError(f"seat {seat} could play {state.spell(action)}")
    assert state.snapshot() == whole


def check_secrecy(state: State, seat: int, rng: random.Random) -> None:
    """Two positions that differ only in what a seat cannot see look and feel the same to it."""
    view = state.view(seat)
    assert json.loads(json.dumps(view)) == view, "a view is plain JSON data"
    perspective = state.perspective(seat)
    assert perspective.view() == view
    assert perspective.legal() == state.legal(seat)
    other = perspective.sample(rng)
    assert other.view(seat) == view
    assert other.legal(seat) == state.legal(seat)
    assert other.actors() == state.actors()
    assert other.prompt(seat) == state.prompt(seat)
    assert other.veil(seat).snapshot() == state.veil(seat).snapshot()


def check_questions(state: State, seat: int, book: Phrasebook, rng: random.Random) -> None:
    """Whatever is asked is answered alike in two positions that differ only in what the seat cannot see, and by the
    declared shape."""
    other = state.perspective(seat).sample(rng)
    whole = state.snapshot()
    for name, question in state.box.game.questions.items():
        arguments = made_up(question, state.box, rng)
        found = asked_of(state, seat, book, name, arguments)
        assert found == asked_of(other, seat, book, name, arguments), f"'{name}' {arguments} tells what is hidden"
        if not isinstance(found, str):
            assert misfits_of(found, question.answer, state.box, name) == [], "an answer is what its shape says"
            assert json.loads(json.dumps(found)) == found, "an answer is plain JSON data"
    assert state.snapshot() == whole, "asking changes nothing"


def check_spectator(state: State, book: Phrasebook, rng: random.Random) -> None:
    """A spectator's veil hides all that any of the seats must not know, and lets see what a spectator sees."""
    veiled = state.veil(None)
    assert veiled.view(None) == state.view(None)
    if state.actors():
        seat = rng.randrange(state.box.seats)
        other = state.perspective(seat).sample(rng)
        assert other.veil(None).snapshot() == veiled.snapshot(), "what no seat but one's own knows is hidden from all"
    for name, question in state.box.game.questions.items():
        arguments = made_up(question, state.box, rng)
        found = asked_of(state, None, book, name, arguments)
        assert isinstance(found, str) or misfits_of(found, question.answer, state.box, name) == []


def check_bot(state: State, name: str, seat: int, rng: random.Random) -> None:
    """A bot chooses the same whatever lies hidden from it."""
    bot = bots.find(name, state.box.game)
    perspective = state.perspective(seat)
    number = rng.random()
    choice = bot.choose(perspective, random.Random(number))
    assert choice in state.legal(seat)
    other = perspective.sample(rng)
    assert bot.choose(other.perspective(seat), random.Random(number)) == choice


def check_outcome(table: Table, book: Phrasebook) -> None:
    outcome = table.state.outcome()
    assert outcome is not None
    check_phrase(book, outcome.phrase())
    assert sum(outcome.returns(table.box.seats)) in (0.0, 1.0) or len(outcome.winners) > 1
    json.dumps(outcome.reckoning)


def check_record(table: Table) -> None:
    """Written down and read back, the decisions lead to the same position and the same story."""
    record = table.record()
    again = Table.from_record(Record.from_json(record.to_json()))
    assert again.state.snapshot() == table.state.snapshot()
    assert again.events == table.events
    assert again.record() == record
    middle = len(record.decisions) // 2
    halfway = Table.from_record(record, to=middle)
    assert halfway.decisions == record.decisions[:middle]
    for seat, word in record.decisions[middle:]:
        halfway.play(seat, word)
    assert halfway.state.fingerprint() == table.state.fingerprint()


def registered() -> list[str]:
    return registry.names()

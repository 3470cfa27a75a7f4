"""Hints: a strong player's choice, its chances, and reasons that are true, can be said, and know nothing hidden."""

from __future__ import annotations

import random
from typing import Any

import pytest

from contract import check_phrase
from ludi import bots
from ludi.bots import hints
from ludi.bots.analysis import judge_for
from ludi.core import LudiError, Phrase, Record, State, Table, registry, seed_from_text
from ludi.games import pax, roma
from ludi.games.pax.state import PHASES
from ludi.games.roma.components import BLANK
from ludi.games.roma.policy import RomaPlayouts
from ludi.games.roma.rules import RomaState

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("pax", {"players": 1}),
    ("pax", {"players": 3}),
    ("pax", {"players": 5}),
    ("roma", {}),
    ("pax-romana", {}),
]
NAMED = [f"{game}-{options.get('players', 2)}" for game, options in GAMES]


def played(game: str, options: dict[str, Any], decisions: int, seed: str = "hint") -> Table:
    """A game of greedy bots, so far."""
    table = Table.new(game, options, seed=seed_from_text(seed))
    bot, rng = bots.find("greedy", registry.find(game)), random.Random(seed)
    while len(table.decisions) < decisions and (actors := table.state.actors()):
        table.play(actors[0], bot.choose(table.state.perspective(actors[0]), rng))
    return table


@pytest.mark.parametrize(("game", "options"), GAMES, ids=NAMED)
def test_reasons_can_be_said_in_every_language_and_cite_rules_that_exist(game: str, options: dict[str, Any]) -> None:
    table = played(game, options, 0)
    books = [table.phrases(language) for language in table.game.languages]
    bot, rng = bots.find("greedy", table.game), random.Random(1)
    given = free = 0
    for _ in range(90):
        actors = table.state.actors()
        if not actors:
            break
        seat = actors[0]
        perspective = table.state.perspective(seat)
        for action in rng.sample(perspective.legal(), min(4, len(perspective.legal()))):
            for phrase in hints.reasons(perspective, action, rng):
                for book in books:
                    check_phrase(book, phrase)
        action = bot.choose(perspective, rng)
        free += len(perspective.legal()) > 1
        given += len(perspective.legal()) > 1 and bool(hints.reasons(perspective, action, rng))
        table.play(seat, action)
    assert given > free / 3, f"{given} of {free} free decisions of a sensible player have a reason"


@pytest.mark.parametrize(("game", "options"), GAMES, ids=NAMED)
def test_a_hint_is_the_same_whatever_is_hidden_from_the_one_who_asks(game: str, options: dict[str, Any]) -> None:
    table = played(game, options, 7)
    rng = random.Random(3)
    for _ in range(6):
        actors = table.state.actors()
        if not actors:
            break
        seat = actors[0]
        perspective = table.state.perspective(seat)
        one, two = perspective.sample(random.Random(1)), perspective.sample(random.Random(2))
        told = [hints.hint(each.perspective(seat), random.Random(5), "search@12") for each in (one, two)]
        assert told[0] == told[1]
        for _ in range(5):
            actors = table.state.actors()
            if actors:
                table.play(actors[0], rng.choice(table.state.legal(actors[0])))


def test_the_hint_is_the_choice_that_the_search_made_and_the_others_stand_beside_it() -> None:
    state = played("roma", {}, 30).state
    seat = state.actors()[0]
    hint = hints.hint(state.perspective(seat), random.Random(1), "search@300")
    assert hint.seat == seat
    search = judge_for("search@300", state.box.game).think(state.perspective(seat), random.Random(1))
    assert hint.choices[0].action == search.judgements[0].action
    assert {each.action for each in hint.choices} <= set(state.legal(seat))
    assert len({each.action for each in hint.choices}) == len(hint.choices) > 1
    assert all(0.0 <= each.chance <= 1.0 and each.plus_minus > 0.0 for each in hint.choices)
    assert hint.choices[0].plus_minus == min(each.plus_minus for each in hint.choices), "the one that was tried most"


def test_something_stands_beside_a_choice_that_is_best_by_far() -> None:
    """A long search soon leaves alone what is worse: what it saw of that is told with its margin."""
    state = played("roma", {}, 8).state
    seat = state.actors()[0]
    search = judge_for("search@600", state.box.game)
    best, *others = search.think(state.perspective(seat), random.Random(1)).judgements
    assert all(each.visits < hints.TRIED * best.visits for each in others), "nothing comes near the best"
    hint = hints.hint(state.perspective(seat), random.Random(1), "search@600")
    assert 1 < len(hint.choices) <= hints.FEWEST
    assert all(0.0 < each.plus_minus < 0.36 for each in hint.choices)


@pytest.mark.parametrize(("game", "options"), GAMES, ids=NAMED)
def test_beside_the_advised_choice_stands_another_wherever_there_is_one(game: str, options: dict[str, Any]) -> None:
    table = played(game, options, 4)
    rng = random.Random(2)
    asked = 0
    while asked < 4 and (actors := table.state.actors()):
        seat = actors[0]
        legal = table.state.legal(seat)
        if len(legal) > 1:
            asked += 1
            assert len(hints.hint(table.state.perspective(seat), rng, "search@120").choices) > 1
        table.play(seat, rng.choice(legal))


def reasons_for(state: State, seat: int, word: str) -> list[Phrase]:
    return hints.reasons(state.perspective(seat), state.unspell(word), random.Random(1))


def test_pax_says_whom_a_card_keeps_from_primus_conspiratus() -> None:
    state = pax.position(
        options={"players": 2},
        phase=PHASES[3],
        turn=0,
        actor=0,
        hands=[["intrigue-2-3"], []],
        displays=[["intrigue-1-1"], ["intrigue-1-1"]],
        conspirator=0,
    )
    found = reasons_for(state, 0, "play:intrigue-2-3")
    assert found[0].key == "reason.primus-kept"
    assert found[0].facts == {"seat": 1}


def test_pax_says_from_whom_a_card_takes_primus_conspiratus() -> None:
    state = pax.position(
        options={"players": 2},
        phase=PHASES[3],
        turn=0,
        actor=0,
        hands=[["intrigue-2-3"], []],
        displays=[[], ["intrigue-1-1"]],
        conspirator=1,
    )
    assert reasons_for(state, 0, "play:intrigue-2-3")[0] == Phrase("reason.primus-from", {"seat": 1}, "PAX-INTRIGUE-3")


def test_roma_does_not_say_how_a_battle_ends_before_its_die_is_thrown() -> None:
    state = roma.position(
        turn=0,
        rows=[["legionarius", *[None] * 5], ["templum", *[None] * 5]],
        unused=[1, 2, 3],
    )
    found = reasons_for(state, 0, "activate:1")
    assert found[0].key == "reason.attack"
    assert "reason.removed" not in {phrase.key for phrase in found}


@pytest.mark.parametrize(("game", "options"), GAMES[1:], ids=NAMED[1:])
def test_the_last_move_is_told_only_as_far_as_all_of_it_was_seen(game: str, options: dict[str, Any]) -> None:
    record = played(game, options, 60).record()
    told = 0
    for end in range(10, len(record.decisions) + 1, 5):
        record.decisions, kept = record.decisions[:end], record.decisions
        seat = record.decisions[-1][0]
        for eyes in (None, *[each for each in range(len(record.seats)) if each != seat]):
            for each in hints.last_move(record, seat, eyes):
                told += 1
                assert each.seat == seat
                assert each.events
                assert all(not event.secret or eyes in event.seers for event in each.events)
        record.decisions = kept
    assert told


def test_the_last_move_says_nothing_of_a_card_that_was_drawn_in_secret() -> None:
    table = played("pax", {"players": 2}, 60)
    record = table.record()
    for at in range(2, len(record.decisions) + 1):
        seat, word = record.decisions[at - 1]
        if word in ("hand", "under"):
            record.decisions, kept = record.decisions[:at], record.decisions
            assert at not in [each.number for each in hints.last_move(record, seat, 1 - seat)]
            assert at in [each.number for each in hints.last_move(record, seat, seat)]
            record.decisions = kept


def test_a_finished_game_tells_of_every_decision_why() -> None:
    table = played("roma", {}, 500)
    record = table.record()
    assert record.result is not None
    assert all(hints.explain(record, number).number == number for number in (1, 40, len(record.decisions)))
    assert any(hints.explain(record, number).reasons for number in range(20, 40))
    with pytest.raises(LudiError, match="There is no decision 0"):
        hints.explain(record, 0)


class Gossip(RomaPlayouts):
    """It would tell everybody's hand as a reason, if it could."""

    def reasons(self, before: State, after: State, seat: int, action: int) -> list[Phrase]:
        assert isinstance(before, RomaState)
        return [Phrase("reason.end"), Phrase("reason.give", {"cards": before.hands[1 - seat][:]})]


def test_what_hangs_on_a_hidden_card_is_no_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "insight_of", lambda game: Gossip())
    state = played("roma", {}, 3).state
    seat = state.actors()[0]
    perspective = state.perspective(seat)
    assert isinstance(state, RomaState)
    assert state.hands[1 - seat]
    found = hints.reasons(perspective, perspective.legal()[0], random.Random(1))
    assert [phrase.key for phrase in found] == ["reason.end"], "all imagined positions agree on nothing else"


def test_who_asks_about_a_move_of_another_is_told_nothing_from_hidden_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    class Teller(RomaPlayouts):
        def reasons(self, before: State, after: State, seat: int, action: int) -> list[Phrase]:
            assert isinstance(before, RomaState)
            assert isinstance(after, RomaState)
            return [Phrase("reason.give", {"cards": [*before.hands[seat], *after.hands[seat]]})]

    monkeypatch.setattr(hints, "insight_of", lambda game: Teller())
    record = played("roma", {}, 90).record()
    told = blank = 0
    for end in range(12, 90):
        record.decisions, kept = record.decisions[:end], record.decisions
        seat = record.decisions[-1][0]
        state = Table.from_record(record).state
        assert isinstance(state, RomaState)
        for each in hints.last_move(record, seat, None):
            told += 1
            cards = each.reasons[0].facts["cards"]
            assert isinstance(cards, list)
            blank += BLANK in cards
            assert set(cards) <= {BLANK, *state.shown[seat], *known_ever(record, end)}
        record.decisions = kept
    assert told > 20
    assert blank > 10


def known_ever(record: Record, end: int) -> set[int]:
    """The cards that everybody had seen go to a hand by then."""
    seen: set[int] = set()
    for table in Table.replay(record, source="it", to=end):
        assert isinstance(table.state, RomaState)
        seen |= {*table.state.shown[0], *table.state.shown[1]}
    return seen

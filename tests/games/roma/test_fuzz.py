"""Random play with the contract and Roma's own invariants, from the deal and from positions full of cards."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Sequence

from contract import check_position, check_secrecy, fuzz_games, play_and_check
from ludi.core import Event, FastDice, State
from ludi.games.roma import GAME, RomaState, position
from ludi.games.roma.components import BLANK, COPIES, DECK, DICE_NEEDED, EMPTY, KINDS, WORDS
from ludi.games.roma.knowledge import without
from ludi.games.roma.phases import CHOOSE_DRAWN, EXCHANGE, OVER, PHASES, PLACE


def check_table(state: State) -> None:
    """Cards and victory points are all there, and what players know is true."""
    assert isinstance(state, RomaState)
    left = [*COPIES, 0]
    gifts = state.known if state.phase == EXCHANGE else []
    for cards in (state.rows, state.deck, state.discard, state.aside, *state.hands, *gifts):
        for card in cards:
            if card != EMPTY:
                left[card] -= 1
    assert not any(left), "all 52 cards are there"
    assert sum(state.points) + state.stock == 36 + state.credited
    assert min(*state.points, state.stock, *state.sestertii, state.credited) >= 0
    assert (state.phase == OVER) == (0 in state.points or state.stock == 0)
    assert not state.credited or state.stock == 0
    assert len(state.unused) + len(state.used) == (
        3 if state.phase not in (EXCHANGE, PLACE, OVER) else len(state.unused + state.used)
    )
    assert state.unused == sorted(state.unused)
    assert bool(state.reckoned) <= (state.phase == CHOOSE_DRAWN)
    for seat in range(2):
        assert state.hands[seat] == sorted(state.hands[seat])
        assert not without(state.shown[seat], state.known[seat])
        if state.phase not in (EXCHANGE, PLACE):
            assert not without(state.known[seat], state.hands[seat])


class Ledger:
    """Follows sestertii and victory points through the events."""

    def __init__(self) -> None:
        self.sestertii = [0, 0]
        self.points = [10, 10]

    def __call__(self, state: State, events: Sequence[Event]) -> None:
        assert isinstance(state, RomaState)
        for event in events:
            facts = {name: int(str(fact)) for name, fact in event.facts.items() if isinstance(fact, int)}
            seat = facts.get("seat", 0)
            if event.kind == "money":
                self.sestertii[seat] += facts["number"]
            elif event.kind in ("lay", "lay-over"):
                self.sestertii[seat] -= facts["price"]
            elif event.kind in ("legat", "forum"):
                self.points[seat] += facts["number"]
            elif event.kind == "unoccupied":
                self.points[seat] -= facts["number"]
            elif event.kind in ("buy", "mercatus", "tribunus-plebis"):
                number = facts.get("number", 1)
                self.points[seat] += number
                self.points[1 - seat] -= number
                self.sestertii[seat] -= facts.get("price", 0)
                self.sestertii[1 - seat] += facts.get("price", 0)
        assert state.sestertii == self.sestertii
        assert state.points == self.points
        check_table(state)


def rebuilt(state: State, _: Sequence[Event]) -> None:
    """A snapshot builds the same position again."""
    snapshot = state.snapshot()
    twin = position(**snapshot)
    assert twin.snapshot() == snapshot
    assert [twin.legal(seat) for seat in range(2)] == [state.legal(seat) for seat in range(2)]


def test_fuzz_random_games_hold_the_contract() -> None:
    for number in range(fuzz_games(120)):
        options = {"start": ("random", "1", "2")[number % 3]}
        play_and_check("roma", options, f"roma fuzz {number}", Ledger(), bot="greedy", thorough=0.02)


def test_fuzz_a_snapshot_builds_the_same_position() -> None:
    for number in range(fuzz_games(20)):
        play_and_check("roma", {}, f"roma snapshot {number}", rebuilt, thorough=0.0)


def full_table(rng: random.Random) -> RomaState:
    """The start of a turn with many cards and much money: here every card comes to act."""
    cards = list(DECK)
    rng.shuffle(cards)
    words = [WORDS[card] for card in cards]
    rows = [[words.pop() if rng.random() < 0.85 else None for _ in range(6)] for _ in range(2)]
    hands = [[words.pop() for _ in range(rng.randrange(7))] for _ in range(2)]
    discard = [words.pop() for _ in range(rng.randrange(len(words) + 1))]
    return position(
        rows=rows,
        hands=hands,
        discard=discard,
        deck=words,
        points=[rng.randint(7, 17), rng.randint(7, 17)],
        sestertii=[rng.randrange(20), rng.randrange(20)],
        turn=rng.randrange(2),
        dice=FastDice(rng),
    )


def test_fuzz_full_tables_let_every_card_act() -> None:
    """Weighted towards activating, so that no card, question or end of the game is missed."""
    book = GAME.phrases("en")
    acted: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    told: Counter[str] = Counter()
    ends: Counter[str] = Counter()
    for number in range(fuzz_games(250)):
        rng = random.Random(f"roma full table {number}")
        state = full_table(rng)
        state.listener = lambda event: told.update([event.kind])
        for _ in range(250):
            check_table(state)
            actors = state.actors()
            if not actors:
                break
            seat = actors[0]
            legal = state.legal(seat)
            assert legal
            assert len(set(legal)) == len(legal)
            asked[PHASES[state.phase]] += 1
            if rng.random() < 0.02:
                check_position(state, book, rng)
                rebuilt(state, [])
            elif rng.random() < 0.1:
                for each in range(2):
                    check_secrecy(state, each, rng)
            verbs = [state.box.vocabulary.verb(action) for action in legal]
            if "activate" in verbs and rng.random() < 0.7:
                legal = [action for action, verb in zip(legal, verbs, strict=True) if verb == "activate"]
            action = rng.choice(legal)
            if state.box.vocabulary.verb(action) == "activate":
                acted[WORDS[state.rows[seat * 6 + action % 1024]]] += 1
            state.play(seat, action)
        outcome = state.outcome()
        if outcome is not None:
            ends[outcome.reason] += 1
    assert set(acted) == {WORDS[kind] for kind in range(KINDS) if DICE_NEEDED[kind]}
    assert set(asked) == set(PHASES) - {"exchange", "place", "over"}
    assert {"no-points", "stock-empty"} <= set(ends)
    assert {"credit", "reshuffle", "block", "copy", "battle-won", "battle-lost"} <= set(told)


def hidden_cards(state: RomaState, seat: int) -> int:
    """How many cards a seat does not know, reckoned from the rulebook: the pile, and what the other holds unseen."""
    other = 1 - seat
    if state.phase == EXCHANGE:
        return len(state.deck) + len(state.hands[other]) + len(state.known[seat])
    if state.phase == PLACE:
        placed = sum(card != EMPTY for card in state.rows[other * 6 : other * 6 + 6])
        return len(state.deck) + len(state.hands[other]) + placed
    unknown = len(state.hands[other]) - len(state.known[other])
    drawn = len(state.aside) if state.phase == CHOOSE_DRAWN and state.turn == other else 0
    searching = PHASES[state.phase] == "take-card" and WORDS[state.effect] == "haruspex" and state.turn == seat
    return unknown + drawn + (0 if searching else len(state.deck))


def test_fuzz_a_veiled_position_holds_no_secret() -> None:
    for number in range(fuzz_games(40)):
        rng = random.Random(f"roma veil {number}")
        state = GAME.deal(GAME.box(), FastDice(rng)) if number % 2 else full_table(rng)
        for _ in range(80):
            actors = state.actors()
            if not actors:
                break
            for seat in range(2):
                blanks = json.dumps(state.veil(seat).snapshot()).count('"?"')
                assert blanks == hidden_cards(state, seat), PHASES[state.phase]
            state.play(actors[0], rng.choice(state.legal(actors[0])))


def test_fuzz_samples_keep_what_the_seat_has_seen() -> None:
    """Every imagined position has 52 cards, the seat's own hand, and all that it knows of the other's."""
    for number in range(fuzz_games(60)):
        rng = random.Random(f"roma samples {number}")
        state = full_table(rng)
        for _ in range(60):
            actors = state.actors()
            if not actors:
                break
            for seat in range(2):
                other = state.perspective(seat).sample(rng)
                assert isinstance(other, RomaState)
                check_table(other)
                assert BLANK not in other.rows + other.deck + other.hands[0] + other.hands[1] + other.aside
                assert not without(state.known[1 - seat], other.hands[1 - seat])
                assert other.hands[seat] == state.hands[seat]
            state.play(actors[0], rng.choice(state.legal(actors[0])))

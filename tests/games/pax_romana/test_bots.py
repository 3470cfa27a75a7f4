"""Bots play whole games of Pax Romana without help."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.pax_romana.helpers import actor, at, choices, play, script, town, west, world
from ludi.bots import GreedyBot, RandomBot
from ludi.bots.base import Bot
from ludi.bots.simulation import play_out
from ludi.core import FastDice
from ludi.games.pax_romana import GAME
from ludi.games.pax_romana.advice import memory
from ludi.games.pax_romana.advice.campaigns import target_worth
from ludi.games.pax_romana.advice.clashes import clash
from ludi.games.pax_romana.advice.insight import PaxRomanaInsight
from ludi.games.pax_romana.advice.policy import PaxRomanaPlayouts, points
from ludi.games.pax_romana.advice.threats import danger, leave_cost
from ludi.games.pax_romana.ch09_movement.movement import March
from ludi.games.pax_romana.ch10_battle.sums import Field
from ludi.games.pax_romana.world.pieces import HEAVY, LEGION, ONE


@pytest.mark.long
@pytest.mark.parametrize("seat", [0, 1])
def test_greedy_beats_random_in_the_punic_wars(seat: int) -> None:
    box = GAME.box({"scenario": "II"})
    wins = 0.0
    for number in range(3):
        bots: list[Bot] = [RandomBot(), RandomBot()]
        bots[seat] = GreedyBot(GAME)
        rng = random.Random(f"punic {number}")
        state = GAME.deal(box, FastDice(rng))
        play_out(state, bots, rng)
        outcome = state.outcome()
        assert outcome is not None
        wins += outcome.returns(2)[seat]
    assert wins == 3


@pytest.mark.long
@pytest.mark.parametrize(
    "options",
    [
        {"scenario": "I"},
        {"scenario": "III", "rerolls": True, "simple_odds": True},
        {"scenario": "V", "format": "basic-plus", "people": 3},
        {"scenario": "VII", "talking": True},
        {"scenario": "VIII"},
        {"scenario": "IX", "event_markers": 2},
    ],
    ids=lambda options: str(options["scenario"]),
)
def test_greedy_plays_every_kind_of_game_to_its_end(options: dict[str, object]) -> None:
    rng = random.Random("alone")
    state = GAME.deal(GAME.box(options), FastDice(rng))
    play_out(state, [GreedyBot(GAME)] * state.box.seats, rng)
    assert state.outcome() is not None


def test_plans_do_not_depend_on_what_was_remembered() -> None:
    rng = random.Random("memory")
    state = GAME.deal(GAME.box({"scenario": "V"}), FastDice(rng))
    for _ in range(160):
        seat = state.actors()[0]
        legal = state.legal(seat)
        found = points(state, seat, legal)
        fresh = state.copy()
        fresh._reach = {}
        memory.forget()
        assert points(fresh, seat, legal) == found
        state.play(seat, legal[found.index(max(found))])


def test_a_walled_city_with_a_garrison_costs_more_than_an_empty_one() -> None:
    empty = clash(Field(4 * ONE[LEGION], 0, 5, False, False, 0, 0), 3, 3)
    manned = clash(Field(4 * ONE[LEGION], 2 * ONE[HEAVY], 5, False, False, 0, 0), 3, 3)
    strong = clash(Field(4 * ONE[LEGION], 4 * ONE[HEAVY], 5, False, False, 0, 0), 3, 3)
    assert empty[0] > manned[0] > strong[0]
    assert empty[1] < manned[1] < strong[1]


def test_greedy_sends_an_army_to_an_empty_province_and_keeps_its_capital() -> None:
    s = west({"rome": {"roma": {"legion": 3}, "placentia": {"legion": 2}}}, leaders={"rome-4": "placentia"})
    words = [s.spell(action) for action in s.legal(0)]
    found = points(s, 0, s.legal(0))
    assert max(zip(found, words, strict=True))[1] == "major:placentia"
    assert danger(s, 0, s.box.atlas.index["roma"], 0) == 0.0
    feared = west({"rome": {"roma": {"legion": 3}}, "carthage": {"capua": {"heavy": 6}}})
    roma = feared.box.atlas.index["roma"]
    assert danger(feared, 0, roma, 0) > danger(feared, 0, roma, 12) > 0.0
    assert leave_cost(feared, 0, roma, 3 * ONE[LEGION]) > 1.0


def test_a_transport_without_escort_is_fought() -> None:
    units = {"rome": {"rhegium": {"legion": 2}}, "carthage": {"messana": {"light": 1, "galley": 1}}}
    s = west(units, dice=[6])
    play(s, "major:rhegium", "take-all", "embark", "escort:0", "sail:messana")
    assert s.stack[-1].name == "encounter"
    assert s.spell(PaxRomanaPlayouts().advise(s, 1, s.legal(1))) == "fight"


def test_an_army_likes_what_it_can_take() -> None:
    s = west({"rome": {"roma": {"legion": 3}}})
    free = s.box.atlas.index["aleria"]
    assert target_worth(s, 0, 0, free, 3 * ONE[LEGION], 0, 2)[0] > 1.0
    assert target_worth(s, 0, 0, s.box.atlas.index["capua"], 3 * ONE[LEGION], 0, 2)[0] == 0.0
    guarded = west({"rome": {"roma": {"legion": 1}}, "carthage": {"aleria": {"heavy": 9}}})
    assert target_worth(guarded, 0, 0, free, ONE[LEGION], 0, 2)[0] < 0.0


def test_the_evaluation_is_a_chance() -> None:
    rng = random.Random(4)
    state = GAME.deal(GAME.box({"scenario": "IX"}), FastDice(rng))
    insight = PaxRomanaInsight()
    for _ in range(300):
        if not state.actors():
            break
        for seat in range(state.box.seats):
            assert 0.0 <= insight.evaluate(state, seat) <= 1.0
        seat = state.actors()[0]
        state.play(seat, rng.choice(state.legal(seat)))


def test_a_beaten_army_joins_a_reduced_unit_where_it_regroups() -> None:
    units = {"rome": {"roma": {"legion": 2, "reduced-legion": 1}}, "carthage": {"capua": {"heavy": 6}}}
    s = west(units, dice=[5])
    play(s, "major:roma", "take:legion", "take:legion", "go", "march:capua")
    script(s, [1, 1])
    play(s, "stand")
    while s.stack[-1].name in ("battle", "losses"):
        words = [s.spell(action) for action in s.legal(s.actors()[0])]
        play(s, "done" if "done" in words else words[0])
    assert sum(at(s, "rome", "roma").values()) == 3 or at(s, "rome", "roma") == {"legion": 2}
    play(s, "march:bavianum")


def offered(*terms: str, **facts: Any) -> str:
    """What greedy Greece answers to an offer of Rome's."""
    s = world({}, active="rome", operation="choose", markers={"rome": 1}, **facts)
    play(s, "meet", "invite:greece", "done", *terms, "propose")
    assert actor(s) == "greece"
    seat = s.actors()[0]
    legal = s.legal(seat)
    found = points(s, seat, legal)
    return s.spell(legal[found.index(max(found))])


def ways_to_pass(number: int) -> list[str]:
    s = world({}, active="rome", operation="choose", markers={"rome": 1})
    play(s, "meet", "invite:greece", "done")
    return [word for word in choices(s) if word.startswith("give-passage:")][:number]


def test_worthless_gifts_buy_no_talents() -> None:
    many = ways_to_pass(5)
    assert len(many) > 2
    assert offered(*many, f"ask-talents:{len(many)}") == "reject", "several ways to pass are no more than one"
    assert offered(many[0], "ask-talents:1") == "reject"
    assert offered("promise-attack:carthage", "ask-talents:1") == "reject", "a promise binds nobody"
    assert offered("give-talents:1", "ask-talents:2") == "reject"


def test_what_gains_is_accepted() -> None:
    assert offered("give-talents:3", "ask-talents:2") == "accept"
    assert offered("give-site:tarentum", "ask-talents:1", sites={"tarentum": town("rome")}) == "accept"
    assert offered("give-talents:2", "ask-site:tarentum", sites={"tarentum": town("greece")}) == "reject"


def test_a_march_does_not_turn_back() -> None:
    """Of greedy's marches in a whole game none ends where it began, unless it was beaten or paid to go back."""
    rng = random.Random("no return")
    s = GAME.deal(GAME.box({"scenario": "III"}), FastDice(rng))
    insight = PaxRomanaPlayouts()
    path: list[int] = []
    marching: March | None = None
    paths = []
    while s.actors():
        seat = s.actors()[0]
        legal = s.legal(seat)
        s.play(seat, insight.advise(s, seat, legal) if len(legal) > 1 else legal[0])
        now = next((each for each in s.stack if isinstance(each, March) and each.army), None)
        if now is not marching:
            paths.append(path)
            marching, path = now, [] if now is None else [now.node]
        elif now is not None and path[-1] != now.node:
            path.append(now.node)
        if any(each.name in ("battle", "bribe") for each in s.stack):
            path = path[-1:]
    marches = [path for path in paths if len(path) > 1]
    assert len(marches) > 20
    assert not [path for path in marches if path[0] == path[-1]]

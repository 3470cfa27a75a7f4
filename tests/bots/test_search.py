"""The search keeps to its seat, to its budget and to its random stream, and sees what wins."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import replace

import pytest

from contract import check_bot
from ludi import bots
from ludi.bots.base import insight_of
from ludi.bots.levels import DESCRIPTIONS, LEVELS, style_for
from ludi.bots.search import Budget, Search, SearchBot, Style
from ludi.bots.simulation import play_games, play_out
from ludi.core import FastDice, Insight, State, UnknownBot, registry
from ludi.games.pax import position as pax_position
from ludi.games.pax.insight import PaxInsight
from ludi.games.roma import RomaState
from ludi.games.roma import position as roma_position
from ludi.games.roma.policy import RomaPlayouts

GAMES = registry.names()


def dealt(game: str, options: dict[str, object] | None = None, seed: int = 1, decisions: int = 0) -> State:
    found = registry.find(game)
    rng = random.Random(seed)
    state = found.deal(found.box(options or {}), FastDice(rng))
    for _ in range(decisions):
        if not state.actors():
            break
        seat = state.actors()[0]
        state.play(seat, rng.choice(state.legal(seat)))
    return state


@pytest.mark.parametrize("players", [1, 2, 3, 6, 8])
def test_it_plays_pax_with_any_number_of_seats(players: int) -> None:
    for decisions in (0, 25):
        state = dealt("pax", {"players": players}, 3, decisions)
        for seat in state.actors()[:2]:
            check_bot(state, "search@12", seat, random.Random(1))


def test_several_seats_that_decide_at_once_do_not_see_one_another() -> None:
    for game in ("pax", "roma"):
        state = dealt(game)
        assert len(state.actors()) > 1
        for seat in state.actors():
            check_bot(state, "search@30", seat, random.Random(5))


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_and_iterations_give_the_same_thought(game: str) -> None:
    state = dealt(game, decisions=30)
    bot = bots.find("search@80", registry.find(game))
    assert isinstance(bot, SearchBot)
    perspective = state.perspective(state.actors()[0])
    one = bot.think(perspective, random.Random(4))
    assert one == bot.think(perspective, random.Random(4))
    assert sum(each.visits for each in one.judgements) == one.iterations <= 80
    assert all(0.0 <= chance <= 1.0 for each in one.judgements for chance in each.chances)
    assert {each.action for each in one.judgements} <= set(perspective.legal())


@pytest.mark.parametrize("name", ["pax", "roma", "pax-romana"])
def test_several_cores_grow_several_trees_and_agree_with_themselves(name: str) -> None:
    game = registry.find(name)
    state = dealt(name, decisions=30)
    perspective = state.perspective(state.actors()[0])
    style = style_for(game)
    bot = SearchBot(game, Budget(iterations=40), style=style, cores=2)
    thought = bot.think(perspective, random.Random(2))
    assert thought == bot.think(perspective, random.Random(2))
    alone = SearchBot(game, Budget(iterations=40), style=style).think(perspective, random.Random(2))
    assert thought.iterations > alone.iterations


def test_a_search_by_time_stops_in_time() -> None:
    game = registry.find("pax")
    state = dealt("pax", {"players": 8}, decisions=40)
    bot = SearchBot(game, Budget(seconds=0.1))
    started = time.process_time()
    bot.choose(state.perspective(state.actors()[0]), random.Random(1))
    assert time.process_time() - started < 0.5


def test_a_search_without_a_budget_is_refused() -> None:
    with pytest.raises(ValueError, match="needs a number"):
        Budget()


@pytest.mark.parametrize("name", ["search@", "search@-3", "master@soon", "master@0s", "greedy@5", "search@1e9s"])
def test_a_budget_that_makes_no_sense_is_refused(name: str) -> None:
    with pytest.raises(UnknownBot):
        bots.find(name, registry.find("pax"))


def test_every_level_has_its_line_and_a_master_takes_two_seconds_at_most() -> None:
    assert list(LEVELS) == ["novice", "regular", "veteran", "master"] == list(bots.OFFERED)
    assert set(bots.names()) == set(DESCRIPTIONS)
    assert all(len(bots.describe(name)) < 100 for name in bots.names())
    assert LEVELS["master"].budget.seconds is not None
    assert LEVELS["master"].budget.seconds <= 2.0
    iterations = [level.budget.iterations for level in LEVELS.values()]
    assert iterations == sorted(iterations, key=lambda each: each or 0)


def test_it_takes_the_last_points_of_the_other() -> None:
    state = roma_position(
        rows=[{4: "tribunus-plebis", 1: "turris"}, {1: "forum"}], points=[10, 1], sestertii=[3, 3], unused=[1, 2, 4]
    )
    for name in ("search@60", "master@60"):
        bot = bots.find(name, registry.find("roma"))
        assert state.spell(bot.choose(state.perspective(0), random.Random(1))) == "activate:4"


def test_it_plays_for_romes_victory_when_that_wins() -> None:
    state = pax_position(
        players=2,
        phase="act",
        hands=[["intrigue-2-3", "land-1-1", "senator-1-1"]],
        displays=[["land-1-1"], ["intrigue-1-1"]],
        rome=["army-1-1", "fleet-1-1", "wealth-1-1", "religion-1-1", "senator-1-1"],
        starter=1,
        turns=1,
        deck=[],
        last_round=True,
        coins=[0, 3],
    )
    bot = bots.find("search@60", registry.find("pax"))
    assert state.spell(bot.choose(state.perspective(0), random.Random(1))) == "play:intrigue-2-3"


class Plain(Insight):
    """The least that a game can offer."""

    def __init__(self, insight: Insight) -> None:
        self._insight = insight

    def evaluate(self, state: State, seat: int) -> float:
        return self._insight.evaluate(state, seat)

    def turn(self, state: State) -> int:
        return self._insight.turn(state)


@pytest.mark.parametrize("game", GAMES)
def test_priors_and_quick_choices_cover_the_legal_actions(game: str) -> None:
    lent = insight_of(registry.find(game))
    rng = random.Random(8)
    for insight in (lent, Plain(lent)):
        state = dealt(game)
        while actors := state.actors():
            seat = actors[0]
            legal = state.legal(seat)
            weights = insight.weigh(state, seat, legal)
            assert len(weights) == len(legal)
            assert sum(weights) == pytest.approx(1.0)
            assert min(weights) >= 0.0
            action = insight.pick(state, seat, legal, rng.random)
            assert action in legal
            chances = insight.chances(state)
            assert len(chances) == state.box.seats
            assert all(0.0 <= chance <= 1.0 for chance in chances)
            state.play(seat, action)


class Certain(PaxInsight):
    """Knows at first sight that the last action is the one."""

    def __init__(self) -> None:
        super().__init__()
        self.looks = 0

    def first_look(self, state: State, seat: int, legal: Sequence[int]) -> list[float]:
        self.looks += 1
        return [0.0] * (len(legal) - 1) + [1.0]


def test_a_search_looks_once_at_the_decision_itself_and_tries_most_what_it_saw_then() -> None:
    state = dealt("pax", {"players": 2}, decisions=20)
    seat = state.actors()[0]
    legal = state.legal(seat)
    assert len(legal) > 1
    insight = Certain()
    search = Search(state.perspective(seat), insight, Style(turns=1, exploration=5.0), random.Random(3))
    search.run(Budget(40))
    assert insight.looks == 1
    visits = {action: number for action, (number, _) in search.counts().items()}
    assert visits[legal[-1]] > 20
    assert all(move in legal for move in visits)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_little_search_beats_chance(game: str) -> None:
    found = registry.find(game)
    options: dict[str, dict[str, object]] = {"pax": {"players": 2}, "pax-romana": {"scenario": "I"}}
    box = found.box(options.get(game, {}))
    result = play_games(found, box, ["search@30", "random"], range(4), "strength")
    assert result.wins_by_seat[0] >= 3


def test_a_short_playout_is_judged_at_a_glance() -> None:
    for game in GAMES:
        found = registry.find(game)
        state = dealt(game, decisions=20)
        bot = SearchBot(found, Budget(iterations=20), style=Style(turns=1, glance=0.3))
        assert bot.choose(state.perspective(state.actors()[0]), random.Random(1)) in state.legal(state.actors()[0])


def test_a_whole_game_of_levels_comes_to_its_end() -> None:
    found = registry.find("pax")
    state = dealt("pax", {"players": 3})
    play_out(state, [bots.find(f"{name}@12", found) for name in ("novice", "regular", "master")], random.Random(3))
    assert state.outcome() is not None
    assert isinstance(style_for(found), Style)


class Watching(RomaPlayouts):
    """Remembers in which turns positions were judged, and with how many dice left."""

    def __init__(self) -> None:
        super().__init__()
        self.judged: dict[int, set[int]] = {}

    def chances(self, state: State) -> list[float]:
        assert isinstance(state, RomaState)
        self.judged.setdefault(self.turn(state), set()).add(len(state.unused))
        return super().chances(state)


@pytest.mark.long
def test_the_tree_reaches_as_many_turns_as_its_style_says() -> None:
    state = dealt("roma", decisions=40)
    perspective = state.perspective(state.actors()[0])
    now = RomaPlayouts().turn(state)

    def judged(horizon: int | None) -> dict[int, set[int]]:
        playouts = Watching()
        style = Style(turns=0, horizon=horizon, exploration=0.3, keep_priors=True)
        search = Search(perspective, playouts, style, random.Random(2))
        for _ in range(1500):
            search.iterate()
        return playouts.judged

    for horizon in (1, 2):
        found = judged(horizon)
        assert max(found) == now + horizon
        assert found[now + horizon] == {3}, "at the beginning of the turn behind the last, before a die is used"
        assert min(found[now + horizon - 1]) < 3
    assert min(judged(None)[now + 2]) < 3


def test_who_is_rash_takes_at_times_what_was_not_tried_but_does_what_is_clear() -> None:
    """A search that tries only what is good would make all levels alike, however often they err."""
    roma = registry.find("roma")
    warm = replace(style_for(roma), temperature=5.0)
    outside = {True: 0, False: 0}
    clear = 0
    state = dealt("roma", seed=4)
    rng = random.Random(4)
    while actors := state.actors():
        perspective, legal = state.perspective(actors[0]), state.legal(actors[0])
        for rash in (True, False) if len(legal) > 1 else ():
            bot = SearchBot(roma, Budget(12), style=replace(warm, rash=rash))
            stream = rng.random()
            tried = [each.action for each in bot.think(perspective, random.Random(stream)).judgements]
            taken = bot.choose(perspective, random.Random(stream))
            outside[rash] += taken not in tried
            if len(tried) == 1:
                assert taken == tried[0]
                clear += 1
        state.play(actors[0], rng.choice(legal))
    assert style_for(roma).rash
    assert outside[True] > 0
    assert outside[False] == 0
    assert clear > 0

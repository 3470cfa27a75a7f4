"""Ideas are tried out side by side: fairly, within the budget, and the advised one is left only for a better one."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from importlib import resources
from typing import Any

import pytest

import learn_pax_romana
from ludi import bots
from ludi.bots.base import insight_of
from ludi.bots.search import Budget, SearchBot, Style
from ludi.bots.trials import ALIKE, ALONE, Trials
from ludi.core import FastDice, Insight, Perspective, State, registry
from ludi.games.pax_romana import GAME as PAX_ROMANA
from ludi.games.pax_romana.advice.judgement import played, set_right
from ludi.games.pax_romana.asking.state import PaxRomanaState
from needs import need_plain


def dealt(decisions: int, seed: int = 1) -> State:
    """A position of Pax Romana, reached by the adviser."""
    rng = random.Random(seed)
    state: State = PAX_ROMANA.deal(PAX_ROMANA.box({"scenario": "II"}), FastDice(rng))
    insight = insight_of(PAX_ROMANA)
    for _ in range(decisions):
        seat = state.actors()[0]
        state.play(seat, insight.advise(state, seat, state.legal(seat)))
    return state


class Pretended(Insight):
    """An adviser who only has ideas."""

    def __init__(self, ideas: Sequence[int]) -> None:
        super().__init__()
        self._ideas = ideas

    def evaluate(self, state: State, seat: int) -> float:
        return 0.5

    def turn(self, state: State) -> int:
        return 0

    def ideas(self, state: State, seat: int, legal: Sequence[int]) -> Sequence[int]:
        return self._ideas


def pretend(chances: dict[int, float], noise: float = 0.0, also: int | None = None) -> Trials:
    """Trials in which an idea brings its chance, and luck that all share and some that is its own."""
    need_plain("what an idea is made to bring")
    state = dealt(40)
    perspective = state.perspective(state.actors()[0])
    trials = Trials(perspective, Pretended(list(chances)), 6, 0.5, random.Random(3), also)
    luck: list[float] = []

    def tried(action: int) -> None:
        number = len(trials.found[action])
        while len(luck) <= number:
            luck.append(random.Random(len(luck)).uniform(-0.3, 0.3))
        own = random.Random(100 * number + action).uniform(-noise, noise)
        worth = chances[action] + luck[number] + own
        trials.found[action].append([worth, 1.0 - worth] if perspective.seat == 0 else [1.0 - worth, worth])

    trials._try = tried  # type: ignore[method-assign]
    return trials


def test_the_best_idea_is_found_though_luck_moves_all_by_more_than_they_differ() -> None:
    trials = pretend({1: 0.50, 2: 0.53, 3: 0.45, 4: 0.51}, noise=0.02)
    trials.run(60)
    assert trials.choice() == 2


def test_the_advised_action_stays_where_the_others_are_not_clearly_better() -> None:
    trials = pretend({1: 0.50, 2: 0.50, 3: 0.50}, noise=0.3)
    trials.doubt = 3.0
    trials.run(60)
    assert trials.choice() == 1


def test_no_more_is_tried_than_the_budget_allows_and_what_is_hopeless_not_to_the_end() -> None:
    for budget in (1, 2, 3, 7, 30, 31, 64, 200):
        trials = pretend({1: 0.50, 2: 0.51, 3: 0.49, 4: 0.50, 5: 0.5}, noise=0.3)
        trials.run(budget)
        assert sum(map(len, trials.found.values())) <= budget
    trials = pretend({1: 0.50, 2: 0.20, 3: 0.25}, noise=0.01)
    trials.run(300)
    assert sum(map(len, trials.found.values())) < 30
    assert trials.choice() == 1


def test_what_makes_no_difference_is_soon_left_at_what_is_advised() -> None:
    """Two ways to the same goal: no more than a few trials are spent on them, and the others go on."""
    alike = pretend({1: 0.50, 2: 0.50, 3: 0.50})
    alike.run(300)
    assert sum(map(len, alike.found.values())) <= 3 * ALIKE
    assert alike.choice() == 1
    other = pretend({1: 0.50, 2: 0.50, 3: 0.54}, noise=0.0)
    other.run(120)
    assert len(other.found[2]) <= ALIKE
    assert other.choice() == 3


def test_a_trial_that_goes_round_in_circles_comes_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    need_plain("how long a trial lasts")

    asked: list[int] = []

    class Circling(Pretended):
        def carry_on(self, state: State, seat: int, legal: Sequence[int]) -> int:
            asked.append(seat)
            return insight_of(PAX_ROMANA).advise(state, seat, legal)

    monkeypatch.setattr("ludi.bots.trials.LONGEST", 7)
    state = dealt(40)
    perspective = state.perspective(state.actors()[0])
    trials = Trials(perspective, Circling([perspective.legal()[0]]), 6, 0.5, random.Random(3))
    trials._try(trials.advised)
    assert 0 < len(asked) <= 7
    assert len(trials.found[trials.advised]) == 1


def test_an_action_asked_about_is_tried_as_often_as_the_best() -> None:
    trials = pretend({1: 0.50, 2: 0.55, 3: 0.30, 4: 0.52}, noise=0.1, also=3)
    trials.run(120)
    assert len(trials.found[3]) == max(map(len, trials.found.values()))


def test_all_ideas_are_tried_in_the_same_positions_with_the_same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    need_plain("where ideas are tried")
    state = dealt(60)
    while len(insight_of(PAX_ROMANA).ideas(state, state.actors()[0], state.legal(state.actors()[0]))) < 2:
        seat = state.actors()[0]
        state.play(seat, insight_of(PAX_ROMANA).advise(state, seat, state.legal(seat)))
    seat = state.actors()[0]
    trials = Trials(state.perspective(seat), insight_of(PAX_ROMANA), 2, 0.5, random.Random(1))
    begun: dict[int, list[tuple[str, float]]] = {}
    sample = Perspective.sample

    def watched(self: Perspective, rng: random.Random) -> State:
        before = rng.random()
        found = sample(self, rng)
        begun.setdefault(len(begun), []).append((found.fingerprint(), before))
        return found

    monkeypatch.setattr(Perspective, "sample", watched)
    trials.run(12)
    pairs = [begun[key][0] for key in sorted(begun)]
    assert pairs[0::2] == pairs[1::2]
    assert len(set(pairs)) > 1


def pondering(state: State) -> State:
    """The next position in which there is more than one idea."""
    insight = insight_of(PAX_ROMANA)
    for _ in range(200):
        seat = state.actors()[0]
        legal = state.legal(seat)
        if len(legal) > 1 and len(insight.ideas(state, seat, legal)) > 1:
            return state
        state.play(seat, insight.advise(state, seat, legal))
    raise AssertionError("nothing to think about")


def test_a_clear_decision_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    need_plain("that nothing is tried")
    """Most decisions are clear: there a master plays what is advised without a single trial."""
    insight = insight_of(PAX_ROMANA)
    master = bots.find("master@600", PAX_ROMANA)
    monkeypatch.setattr(Trials, "_try", lambda self, action: pytest.fail("tried"))
    state, clear, free = dealt(0), 0, 0
    for _ in range(300):
        seat = state.actors()[0]
        legal = state.legal(seat)
        advised = insight.advise(state, seat, legal)
        free += len(legal) > 1
        if len(legal) > 1 and len(insight.ideas(state, seat, legal)) == 1:
            clear += 1
            assert master.choose(state.perspective(seat), random.Random(1)) == advised
        state.play(seat, advised)
    assert clear > free / 2


def test_ideas_are_legal_and_the_advised_action_is_the_first() -> None:
    insight = insight_of(PAX_ROMANA)
    state = dealt(0)
    for _ in range(250):
        seat = state.actors()[0]
        legal = state.legal(seat)
        ideas = list(insight.ideas(state, seat, legal))
        assert len(set(ideas)) == len(ideas)
        assert set(ideas) <= set(legal)
        assert ideas[0] == insight.advise(state, seat, legal)
        state.play(seat, ideas[-1])


def test_what_is_chosen_stands_first_in_the_thought_that_explains_it() -> None:
    for decisions in (60, 130):
        state = pondering(dealt(decisions))
        perspective = state.perspective(state.actors()[0])
        for name in ("search@24", "master@40"):
            bot = bots.find(name, PAX_ROMANA)
            assert isinstance(bot, SearchBot)
            thought = bot.think(perspective, random.Random(2))
            assert thought.judgements[0].action == bot.choose(perspective, random.Random(2))
            assert thought.iterations <= 40
            asked = perspective.legal()[-1]
            assert asked in [each.action for each in bot.think(perspective, random.Random(2), asked).judgements]


def test_several_cores_give_up_the_advised_action_only_for_what_all_of_them_together_found_better() -> None:
    """What they find is put together trial by trial: the choice is never that of the most trials alone."""
    trials = pretend({1: 0.50, 2: 0.50, 3: 0.50}, noise=0.0)
    trials.join({1: [[0.5, 0.5]] * 4, 2: [[0.5, 0.5]] * 9, 3: [[0.4, 0.6]] * 4})
    assert trials.choice() == 1
    trials.join({1: [[0.5, 0.5]] * 4, 2: [[0.4, 0.6]] * 4, 3: [[0.7, 0.3]] * 4})
    seat = trials.seat
    assert trials.choice() == (3 if seat == 0 else 2)
    visits, sums = trials.counts()[3]
    assert visits == 8
    assert sums[0] == pytest.approx(4.4)
    assert sum(sums) == pytest.approx(visits)


def test_several_cores_choose_what_stands_first_in_their_thought() -> None:
    insight = insight_of(PAX_ROMANA)
    for decisions in (60, 130, 180):
        perspective = (state := pondering(dealt(decisions))).perspective(state.actors()[0])
        bot = SearchBot(PAX_ROMANA, Budget(12), style=Style(breadth=6, doubt=50.0), cores=2)
        advised = insight.advise(state, perspective.seat, perspective.legal())
        thought = bot.think(perspective, random.Random(2))
        assert thought.judgements[0].action == bot.choose(perspective, random.Random(2)) == advised
        assert thought.iterations > 12, "each has the whole budget"


def test_who_asks_what_a_clear_decision_is_worth_hears_it() -> None:
    insight = insight_of(PAX_ROMANA)
    state = dealt(30)
    while len(state.legal(seat := state.actors()[0])) == 1 or len(insight.ideas(state, seat, state.legal(seat))) > 1:
        state.play(seat, insight.advise(state, seat, state.legal(seat)))
    bot = bots.find("search@200", PAX_ROMANA)
    assert isinstance(bot, SearchBot)
    thought = bot.think(state.perspective(seat), random.Random(1))
    assert [each.visits for each in thought.judgements] == [ALONE]


def test_a_novice_wavers_and_a_master_does_not() -> None:
    state = pondering(dealt(60))
    perspective = state.perspective(state.actors()[0])
    warm = SearchBot(PAX_ROMANA, Budget(16), style=Style(breadth=6, temperature=5.0))
    assert len({warm.choose(perspective, random.Random(seed)) for seed in range(12)}) > 1
    cold = SearchBot(PAX_ROMANA, Budget(16), style=Style(breadth=6))
    assert len({cold.choose(perspective, random.Random(3)) for _ in range(2)}) == 1


def test_who_wavers_holds_to_the_advice_where_the_trials_show_no_difference() -> None:
    """The adviser sees further than a trial lasts, so two ideas that end alike are not equally good."""
    trials = pretend({1: 0.50, 2: 0.50, 3: 0.45})
    trials.run(30)
    found = [trials.wavering_choice(0.03) for _ in range(60)]
    assert found.count(1) > 50
    found = [trials.wavering_choice(1.0) for _ in range(60)]
    assert 10 < found.count(2) < 50


@pytest.mark.parametrize("name", ["pax", "roma"])
def test_the_other_games_grow_trees_as_ever(name: str) -> None:
    game = registry.find(name)
    bot = bots.find("master", game)
    assert isinstance(bot, SearchBot)
    assert not bot.style.breadth


# How likely a seat is to win


def test_chances_set_right_add_up_to_one_and_keep_their_order_between_two() -> None:
    state = dealt(50)
    assert isinstance(state, PaxRomanaState)
    found = [set_right(state, [chance, 1.0 - chance]) for chance in (0.0, 0.2, 0.5, 0.8, 1.0)]
    assert all(sum(each) == pytest.approx(1.0) for each in found)
    assert [each[0] for each in found] == sorted(each[0] for each in found)


def test_a_scenario_of_which_no_games_were_seen_favours_nobody() -> None:
    state: Any = PAX_ROMANA.deal(PAX_ROMANA.box({"scenario": "IX"}), FastDice(random.Random(1)))
    seats = state.box.seats
    assert set_right(state, [1.0 / seats] * seats) == pytest.approx([1.0 / seats] * seats)


def test_it_learns_the_same_from_games_of_several_processes() -> None:
    seen = learn_pax_romana.watch({"scenario": "III"}, 3)
    assert {each.game for each in seen} == {100, 101, 102}
    assert learn_pax_romana.watch({"scenario": "III"}, 3, jobs=2) == seen


def test_the_learned_numbers_say_where_they_come_from() -> None:
    text = (resources.files("ludi.games.pax_romana") / "data" / "judgement.json").read_text(encoding="utf-8")
    learned = json.loads(text)
    assert "tools/learn_pax_romana.py" in learned["source"]
    for title, found in learned["scenarios"].items():
        if title != "any":
            scenario, _, form = title.partition(" ")
            box = PAX_ROMANA.box({"scenario": scenario, "format": form})
            assert set(found["favour"]) == set(box.powers)
            assert played(box) == title


def test_a_format_of_which_no_games_were_seen_is_judged_without_favour_though_another_was() -> None:
    """V's formats begin with other head starts, so what was seen of one says nothing of another."""
    favoured = PAX_ROMANA.deal(PAX_ROMANA.box({"scenario": "V", "format": "basic"}), FastDice(random.Random(1)))
    other = PAX_ROMANA.deal(PAX_ROMANA.box({"scenario": "V", "format": "basic-2"}), FastDice(random.Random(1)))
    assert set_right(other, [0.25] * 4) == pytest.approx([0.25] * 4)
    assert set_right(favoured, [0.25] * 4) != pytest.approx([0.25] * 4)


def test_all_ideas_are_judged_when_the_activation_is_over_and_not_before() -> None:
    """What a Move leaves undone, the others of the same Activation may still do."""
    insight = insight_of(PAX_ROMANA)
    state: Any = dealt(60)
    aim, activation, seen = insight.aim(state), state.activations, set()
    while not insight.reached(state, aim):
        assert state.activations == activation
        seen.add(state.stack[-1].name)
        seat = state.actors()[0]
        state.play(seat, insight.advise(state, seat, state.legal(seat)))
    assert (state.activations, state.phase) != (activation, aim % 16)
    assert {"expansion", "move"} <= seen

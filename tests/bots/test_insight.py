"""What a game offers to bots is declared and checked: a slip of the pen is a sentence, not a weaker bot."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest

from ludi import bots
from ludi.bots.base import insight_of
from ludi.bots.levels import LEVELS, budget_of, style_of, temperature
from ludi.bots.search import Budget, Style
from ludi.core import BadInsight, Game, Insight, State, registry


class Little(Insight):
    """The least that a game can offer."""

    def evaluate(self, state: State, seat: int) -> float:
        return 0.5

    def turn(self, state: State) -> int:
        return 0


@pytest.mark.parametrize(
    ("slip", "meant"),
    [
        ("wiegh", "weigh"),
        ("picks", "pick"),
        ("chance", "chances"),
        ("unsetled", "unsettled"),
        ("advice", "advise"),
        ("search_stile", "search_style"),
    ],
)
def test_a_misspelt_method_is_refused_with_the_word_that_was_meant(slip: str, meant: str) -> None:
    with pytest.raises(BadInsight, match=f"Careless offers '{slip}', which no bot asks for; do you mean '{meant}'"):
        type("Careless", (Little,), {slip: lambda *_: 0})


def test_what_is_like_nothing_that_bots_ask_is_refused_with_a_list_of_that() -> None:
    asked = "search_style, manner, iterations, temperatures, evaluate, "
    with pytest.raises(BadInsight, match=f"offers 'horoscope', .* they ask for {asked}"):
        type("Careless", (Little,), {"horoscope": 7})


def test_a_game_may_have_helpers_of_its_own_that_nobody_else_calls() -> None:
    careful: Any = type("Careful", (Little,), {"_horoscope": 7})
    assert careful._horoscope == 7


def test_who_does_not_say_how_good_a_position_is_has_no_insight() -> None:
    careless: Any = type("Careless", (Insight,), {"turn": lambda *_: 0})
    with pytest.raises(TypeError, match="evaluate"):
        careless()


def test_a_game_says_how_warm_its_levels_are_by_names_that_exist() -> None:
    insight: Any = type("Careless", (Little,), {"temperatures": MappingProxyType({"veterans": 0.4})})
    with pytest.raises(BadInsight, match=r"'veterans' is no level; there are novice, regular, veteran, master\."):
        temperature(LEVELS["veteran"], insight())
    insight = type("Careful", (Little,), {"temperatures": MappingProxyType({"veteran": 0.4})})
    assert temperature(LEVELS["veteran"], insight()) == 0.4
    assert temperature(LEVELS["novice"], insight()) == LEVELS["novice"].temperature


def test_a_game_says_how_many_iterations_its_levels_have_by_names_that_exist() -> None:
    insight: Any = type("Careless", (Little,), {"iterations": MappingProxyType({"veterans": 40})})
    with pytest.raises(BadInsight, match=r"'veterans' is no level; there are novice, regular, veteran, master\."):
        budget_of(LEVELS["veteran"], insight())
    insight = type("Careful", (Little,), {"iterations": MappingProxyType({"veteran": 40})})
    assert budget_of(LEVELS["veteran"], insight()) == Budget(40, LEVELS["veteran"].budget.seconds)
    assert budget_of(LEVELS["novice"], insight()) == LEVELS["novice"].budget


def test_the_style_of_a_search_has_its_own_words() -> None:
    insight: Any = type("Careless", (Little,), {"search_style": MappingProxyType({"exploraton": 0.4})})
    with pytest.raises(BadInsight, match=r"'exploraton' is nothing of a search's style; that has exploration, turns"):
        style_of(insight())
    assert style_of(Little()) == Style()


@pytest.mark.parametrize("bot", ["greedy", "novice", "search@10"])
def test_an_insight_that_is_not_declared_as_one_is_refused_by_every_bot(
    bot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Stranger:
        evaluate, turn = Little.evaluate, Little.turn

    game = registry.find("roma")
    monkeypatch.setattr(type(game), "insight", Stranger())
    with pytest.raises(BadInsight, match=r"The insight of Roma must be a ludi\.core\.Insight; Stranger is none\."):
        bots.find(bot, game)


def test_only_a_game_that_has_plans_is_asked_for_advice() -> None:
    assert {name for name in registry.names() if insight_of(registry.find(name)).makes_plans} == {"pax-romana"}
    assert not Little.makes_plans


def test_the_games_of_the_house_answer_what_a_search_asks() -> None:
    for name in registry.names():
        game: Game = registry.find(name)
        own = type(insight_of(game))
        assert {"weigh", "pick", "chances"} <= {each for cls in own.__mro__[:-3] for each in vars(cls)}, name

"""Components (Spelmateriaal)."""

from __future__ import annotations

import pytest

from games.roma.tables import choices, play, refused
from ludi.core import FastDice, IllegalAction
from ludi.games.roma import GAME, RomaState, position
from ludi.games.roma.components import COPIES, DECK, DEFENCE, DICE_NEEDED, NUMBER_OF, PRICE, TYPES, WORDS

PERSONS = {
    "sicarius": 1,
    "architectus": 2,
    "consiliarius": 2,
    "legat": 2,
    "gladiator": 2,
    "mercator": 1,
    "consul": 2,
    "legionarius": 3,
    "nero": 1,
    "praetorianus": 2,
    "scaenicus": 2,
    "haruspex": 2,
    "senator": 2,
    "velites": 2,
    "essedum": 2,
    "tribunus-plebis": 2,
    "centurio": 2,
}
BUILDINGS = {
    "aesculapinum": 2,
    "basilica": 2,
    "machina": 2,
    "forum": 6,
    "mercatus": 2,
    "onager": 2,
    "templum": 2,
    "turris": 2,
}


def copies(kind: str) -> dict[str, int]:
    return {word: COPIES[number] for number, word in enumerate(WORDS) if TYPES[number] == kind}


@pytest.mark.rule("ROMA-COMP-1")
def test_the_deck_has_52_cards_32_persons_and_20_buildings() -> None:
    assert len(DECK) == 52
    assert sum(copies("person").values()) == 32
    assert sum(copies("building").values()) == 20


@pytest.mark.rule("ROMA-DECK-1")
def test_the_persons() -> None:
    assert copies("person") == PERSONS


@pytest.mark.rule("ROMA-DECK-2")
def test_the_buildings() -> None:
    assert copies("building") == BUILDINGS


@pytest.mark.rule("ROMA-DECK-3", "ROMA-COMP-6")
def test_prices_and_defences_that_the_rulebook_shows() -> None:
    shown = {
        "sicarius": (9, 2),
        "architectus": (3, 4),
        "consiliarius": (4, 4),
        "legat": (5, 2),
        "machina": (4, 4),
        "forum": (5, 5),
        "turris": (6, 6),
    }
    for word, values in shown.items():
        assert (PRICE[NUMBER_OF[word]], DEFENCE[NUMBER_OF[word]]) == values
    assert PRICE[NUMBER_OF["aesculapinum"]] == 5


@pytest.mark.rule("ROMA-DECK-4", "ROMA-COMP-6")
def test_every_card_has_a_price_a_defence_a_name_and_a_function() -> None:
    verified = {
        "gladiator": (6, 5),
        "mercator": (7, 2),
        "consul": (3, 3),
        "legionarius": (4, 5),
        "nero": (8, 9),
        "praetorianus": (4, 4),
        "scaenicus": (8, 3),
        "haruspex": (4, 3),
        "senator": (3, 3),
        "velites": (5, 3),
        "essedum": (6, 3),
        "tribunus-plebis": (5, 5),
        "centurio": (9, 5),
        "aesculapinum": (5, 2),
        "basilica": (6, 5),
        "mercatus": (6, 3),
        "onager": (5, 4),
        "templum": (2, 2),
    }
    for word, values in verified.items():
        assert (PRICE[NUMBER_OF[word]], DEFENCE[NUMBER_OF[word]]) == values
    book = GAME.phrases("en")
    assert len(WORDS) == len(set(WORDS)) == 25
    for word in WORDS:
        assert book.name(word) != word
        assert book.has(f"explain.{word}")


@pytest.mark.rule("ROMA-COMP-2", "ROMA-SETUP-1")
def test_six_discs_in_a_row_and_one_each_for_money_and_cards() -> None:
    state = position(
        unused=[1, 2, 6], rows=[{1: "legat", 2: "legat", 6: "haruspex"}], hands=[["templum"]], sestertii=[2, 0]
    )
    view = state.view(0)
    assert [place["disc"] for place in view["players"][0]["row"]] == [1, 2, 3, 4, 5, 6]
    assert [place["disc"] for place in view["players"][1]["row"]] == [1, 2, 3, 4, 5, 6]
    assert choices(state, "lay") == [f"lay:templum-{disc}" for disc in range(1, 7)]
    assert choices(state, "money") == ["money:1", "money:2", "money:6"]
    assert choices(state, "draw") == ["draw:1", "draw:2", "draw:6"]


@pytest.mark.rule("ROMA-COMP-3", "ROMA-SETUP-2", "ROMA-SETUP-3")
def test_36_victory_points_10_each_and_16_in_the_stock(deal: RomaState) -> None:
    assert deal.points == [10, 10]
    assert deal.stock == 16
    assert deal.sestertii == [0, 0]


@pytest.mark.rule("ROMA-COMP-4")
def test_sestertii_pay_for_cards() -> None:
    state = position(hands=[["forum"]], sestertii=[7, 3], unused=[1])
    play(state, "lay:forum-1")
    assert state.sestertii == [2, 3]


@pytest.mark.rule("ROMA-COMP-5", "ROMA-PHASE2-1", "ROMA-SETUP-2")
def test_three_action_dice_each_and_one_battle_die_for_both() -> None:
    state = position(rows=[{1: "legionarius"}, {1: "consul", 4: "legionarius"}], dice=[1, 2, 5, 2, 4, 4, 5])
    assert state.unused == [1, 2, 5]
    play(state, "activate:1")  # the battle die: 2, against 3
    assert state.view(0)["players"][1]["row"][0]["card"] == "consul"
    play(state, "end")
    assert state.turn == 1
    assert state.unused == [4, 4, 5]


@pytest.mark.rule("ROMA-COMP-7")
@pytest.mark.parametrize("card", [word for word in WORDS if DICE_NEEDED[NUMBER_OF[word]] == 1])
def test_a_card_with_one_die_takes_one_die(card: str) -> None:
    one_opposing = {3: "gladiator", 4: "machina"}
    mine = {3: card, 4: "consiliarius"} if card != "consiliarius" else {3: card}
    state = position(rows=[mine, one_opposing], sestertii=[2, 0], unused=[3, 5, 6], discard=["velites"], dice=[1] * 9)
    play(state, "activate:3")
    while state.phase != 3:
        play(state, choices(state)[-1])  # the last choice: stop, pass, or the last target
    assert len(state.used) == 1


@pytest.mark.rule("ROMA-COMP-8", "ROMA-BASILICA-B", "ROMA-TEMPLUM-C", "ROMA-TURRIS")
@pytest.mark.parametrize(
    ("card", "rule"), [("basilica", "ROMA-BASILICA-B"), ("templum", "ROMA-TEMPLUM-C"), ("turris", "ROMA-COMP-8")]
)
def test_a_card_without_die_is_never_activated(card: str, rule: str) -> None:
    state = position(rows=[{3: card, 4: "forum"}], unused=[3, 3, 5])
    assert "activate:3" not in choices(state)
    assert refused(state, "activate:3") == rule


@pytest.mark.rule("ROMA-COMP-9", "ROMA-FORUM")
def test_the_forum_takes_two_dice() -> None:
    state = position(rows=[{3: "forum"}], unused=[2, 3, 5])
    play(state, "activate:3", "points:5")
    assert state.unused == [2]
    assert state.used == [3, 5]


def test_a_word_that_is_no_action_is_malformed() -> None:
    state = position(unused=[1])
    with pytest.raises(ValueError, match="no action"):
        state.unspell("lay:colosseum-1")


def test_nobody_else_may_decide() -> None:
    state = position(unused=[1])
    with pytest.raises(IllegalAction, match="ROMA-TURN-1"):
        state.play(1, state.unspell("end"))


def test_dice_fall_fairly_from_the_given_source() -> None:
    import random

    state = position(dice=FastDice(random.Random(1)))
    assert all(1 <= face <= 6 for face in state.unused)

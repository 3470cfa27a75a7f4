"""Course of play (Spelverloop): the three phases, the four actions, the end of the game."""

from __future__ import annotations

import pytest

from games.roma.tables import FULL, HARMLESS, choices, discards, hand, play, refused, row
from ludi.games.roma import position

# Turns


@pytest.mark.rule("ROMA-TURN-1", "ROMA-TURN-3")
def test_players_alternate_complete_turns() -> None:
    state = position(rows=[FULL, HARMLESS], dice=[1, 2, 3, 4, 5, 6, 1, 1, 2])
    assert state.actors() == (0,)
    play(state, "money:1", "money:2", "money:3")
    assert state.actors() == (0,), "the turn is over only when the player says so: he may still lay cards"
    play(state, "end")
    assert state.actors() == (1,)
    assert state.unused == [4, 5, 6]
    play(state, "end")
    assert state.actors() == (0,)
    assert state.turns == 3


@pytest.mark.rule("ROMA-TURN-2")
def test_a_turn_is_payment_then_throw_then_actions() -> None:
    told: list[str] = []
    state = position(rows=[FULL, {1: "consul"}], dice=[1, 2, 3, 1, 2, 3])
    state.listener = lambda event: told.append(event.kind)
    play(state, "end", "money:1")
    assert told == ["turn", "unoccupied", "throw", "money"]


@pytest.mark.rule("ROMA-TURN-EX1", "ROMA-DRAW-1", "ROMA-MONEY-1", "ROMA-PLAY-1", "ROMA-ACT-1", "ROMA-LEGAT")
def test_stefans_turn() -> None:
    state = position(
        rows=[[*HARMLESS[:3], None, *HARMLESS[3:5]], [None, "forum", "forum", "forum", None, "forum"]],
        points=[10, 10],
        top=["legat", "nero", "machina"],
        dice=[3, 4, 6],
    )
    assert state.points[0] == 9  # one unoccupied disc
    assert state.unused == [3, 4, 6]
    play(state, "draw:3")
    assert choices(state) == ["keep:legat", "keep:nero", "keep:machina"]
    play(state, "keep:legat")
    assert hand(state, 0) == ["legat"]
    assert sorted(discards(state)) == ["machina", "nero"]
    play(state, "money:6")
    assert state.sestertii[0] == 6
    play(state, "lay:legat-4")
    assert state.sestertii[0] == 1
    assert state.unused == [4]
    play(state, "activate:4")
    assert state.points[0] == 11  # two discs without a card of the opponent
    assert state.unused == []


# Phase 1: unoccupied dice discs


@pytest.mark.rule("ROMA-PHASE1-1")
@pytest.mark.parametrize("gaps", range(7))
def test_each_unoccupied_disc_costs_a_point(gaps: int) -> None:
    state = position(rows=[[*HARMLESS[gaps:], *[None] * gaps], {}], dice=[1, 2, 3])
    assert state.points == [10 - gaps, 10], "only the own side counts, and only of the player on turn"
    assert state.stock == 16 + gaps


@pytest.mark.rule("ROMA-PHASE1-1", "ROMA-END-1")
def test_who_owes_more_than_he_has_pays_what_is_left_and_the_game_ends() -> None:
    state = position(rows=[{}, HARMLESS], points=[3, 10])
    assert state.points == [0, 10]
    assert state.stock == 26
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == (1,)
    assert state.unused == [], "no dice are thrown any more"


# Phase 2: dice throw


@pytest.mark.rule("ROMA-PHASE2-2")
def test_a_triple_may_be_thrown_again_once() -> None:
    state = position(rows=[FULL], dice=[4, 4, 4, 2, 2, 2])
    assert choices(state) == ["rethrow", "stand"]
    before = state.irrevocable
    play(state, "rethrow")
    assert state.irrevocable > before
    assert state.unused == [2, 2, 2]
    assert "money:2" in choices(state), "a second triple stands"
    assert refused(state, "rethrow") == "ROMA-PHASE2-2"


@pytest.mark.rule("ROMA-PHASE2-3", "ROMA-PHASE2-2")
def test_the_triple_may_be_kept() -> None:
    state = position(rows=[FULL], dice=[4, 4, 4])
    play(state, "stand")
    assert state.unused == [4, 4, 4]
    assert refused(state, "rethrow") == "ROMA-PHASE2-2"


@pytest.mark.rule("ROMA-PHASE2-2")
def test_no_throw_again_without_a_triple() -> None:
    state = position(rows=[FULL], dice=[4, 4, 5])
    assert refused(state, "rethrow") == "ROMA-PHASE2-2"


# Phase 3: actions


@pytest.mark.rule("ROMA-PHASE3-1")
def test_four_actions_in_any_order_and_number() -> None:
    state = position(
        rows=[{5: "tribunus-plebis"}], hands=[["consul", "senator", "templum"]], sestertii=[8, 0], unused=[1, 5, 5]
    )
    verbs = {word.partition(":")[0] for word in choices(state)}
    assert verbs == {"lay", "money", "draw", "activate", "end"}
    play(state, "lay:consul-1", "activate:5", "lay:templum-2", "draw:1", "lay:senator-3", "money:5")
    assert state.unused == []
    assert row(state, 0) == ["consul", "templum", "senator", None, "tribunus-plebis", None]
    again = position(rows=[{5: "tribunus-plebis"}], unused=[1, 5, 5])
    play(again, "money:5", "money:5", "money:1")
    assert again.sestertii[0] == 11


@pytest.mark.rule("ROMA-PHASE3-1")
def test_dice_may_be_left_unused() -> None:
    state = position(rows=[FULL, HARMLESS], unused=[1, 5, 5], dice=[1, 2, 3])
    play(state, "end")
    assert state.turn == 1
    assert state.sestertii == [0, 0]


@pytest.mark.rule("ROMA-PHASE3-2")
def test_laying_a_card_takes_no_die_but_money() -> None:
    state = position(hands=[["consul"]], sestertii=[3, 0], unused=[])
    play(state, "lay:consul-1")
    assert state.sestertii[0] == 0
    state = position(hands=[["consul"]], sestertii=[3, 0], unused=[1, 2, 3])
    play(state, "lay:consul-1")
    assert state.unused == [1, 2, 3]


@pytest.mark.rule("ROMA-PHASE3-3")
@pytest.mark.parametrize("action", ["money:2", "draw:2", "activate:2"])
def test_money_cards_and_activation_take_one_die_each(action: str) -> None:
    state = position(rows=[{2: "tribunus-plebis"}], unused=[1, 2, 3])
    play(state, action)
    if choices(state, "keep"):
        play(state, choices(state)[0])
    assert state.unused == [1, 3]
    assert state.used == [2]
    assert refused(position(unused=[]), action) == "ROMA-PHASE3-3"


@pytest.mark.rule("ROMA-PHASE3-4")
def test_a_die_serves_once_and_whole() -> None:
    state = position(rows=[{4: "tribunus-plebis"}], unused=[4])
    assert choices(state, "money") == ["money:4"], "the 4 cannot be split"
    play(state, "money:4")
    for word in ("money:4", "draw:4", "activate:4"):
        assert refused(state, word) == "ROMA-PHASE3-4"


# Playing cards


@pytest.mark.rule("ROMA-PLAY-1")
def test_a_card_is_laid_face_up_on_the_own_side() -> None:
    state = position(rows=[{}, {2: "forum"}], hands=[["consul"], ["senator"]], sestertii=[3, 3], unused=[1])
    assert choices(state, "lay") == [f"lay:consul-{disc}" for disc in range(1, 7)]
    assert refused(state, "lay:senator-1") == "ROMA-PLAY-1"
    play(state, "lay:consul-2")
    assert row(state, 0)[1] == "consul"
    assert row(state, 1) == [None, "forum", None, None, None, None]
    assert hand(state, 0) == []
    assert state.view(1)["players"][0]["row"][1]["card"] == "consul"


@pytest.mark.rule("ROMA-PLAY-2")
def test_a_card_laid_over_another_discards_it() -> None:
    state = position(rows=[{2: "forum"}], hands=[["consul"]], sestertii=[3, 0], unused=[1])
    play(state, "lay:consul-2")
    assert row(state, 0)[1] == "consul"
    assert discards(state) == ["forum"]


@pytest.mark.rule("ROMA-PLAY-3")
def test_the_price_is_paid_in_full_or_the_card_stays_in_hand() -> None:
    state = position(hands=[["nero"]], sestertii=[7, 9], unused=[1])
    assert not choices(state, "lay")
    assert refused(state, "lay:nero-1") == "ROMA-PLAY-3"
    play(state, "money:1", "lay:nero-1")
    assert state.sestertii == [0, 9], "the money goes to the stock"


@pytest.mark.rule("ROMA-PLAY-EX1")
def test_aesculapinum_costs_5() -> None:
    state = position(hands=[["aesculapinum"]], sestertii=[5, 0], unused=[])
    play(state, "lay:aesculapinum-1")
    assert state.sestertii[0] == 0
    assert (
        refused(position(hands=[["aesculapinum"]], sestertii=[4, 0], unused=[]), "lay:aesculapinum-1") == "ROMA-PLAY-3"
    )


# Taking money


@pytest.mark.rule("ROMA-MONEY-1", "ROMA-MONEY-EX1")
@pytest.mark.parametrize("face", range(1, 7))
def test_money_as_much_as_the_die_shows(face: int) -> None:
    state = position(unused=[face], sestertii=[2, 0])
    play(state, f"money:{face}")
    assert state.sestertii == [2 + face, 0]


# Drawing cards


@pytest.mark.rule("ROMA-DRAW-1", "ROMA-DRAW-EX1")
def test_a_4_draws_four_cards_of_which_one_is_kept() -> None:
    state = position(top=["legat", "forum", "legat", "nero", "turris"], unused=[4], hands=[["senator"]])
    play(state, "draw:4")
    assert len(state.deck) == 51 - 4
    assert choices(state) == ["keep:legat", "keep:nero", "keep:forum"]
    assert state.view(1)["drawn"] == []
    assert state.view(1)["drawn_count"] == 4
    play(state, "keep:nero")
    assert hand(state, 0) == ["nero", "senator"]
    assert sorted(discards(state)) == ["forum", "legat", "legat"]
    assert refused(state, "keep:legat") == "ROMA-DRAW-1"


@pytest.mark.rule("ROMA-DRAW-1")
def test_a_1_draws_the_top_card_which_is_kept() -> None:
    state = position(top=["legat", "forum"], unused=[1])
    play(state, "draw:1")
    assert hand(state, 0) == ["legat"]
    assert discards(state) == []


@pytest.mark.rule("ROMA-DRAW-2")
def test_when_the_pile_runs_out_in_the_middle_of_a_draw_the_discards_form_a_new_one() -> None:
    state = position(deck=["legat"], hands=[[], ["nero"]], unused=[3])
    assert len(state.discard) == 50
    play(state, "draw:3")
    drawn = state.view(0)["drawn"]
    assert len(drawn) == 3
    assert "legat" in drawn
    assert len(state.deck) == 48
    assert discards(state) == [], "cards of this draw are not shuffled in"
    play(state, "keep:legat")
    assert len(state.discard) == 2


@pytest.mark.rule("ROMA-DRAW-2")
def test_the_pile_is_renewed_only_when_a_card_is_needed() -> None:
    state = position(deck=["legat", "nero"], unused=[2, 1])
    play(state, "draw:2", "keep:nero")
    assert state.deck == []
    assert len(state.discard) == 51
    play(state, "draw:1")
    assert len(state.deck) == 50
    assert state.discard == []


@pytest.mark.rule("ROMA-DRAW-2")
def test_of_too_few_cards_what_there_is_is_drawn() -> None:
    everything = position(unused=[6]).snapshot()["deck"]
    state = position(deck=everything[:1], discard=everything[1:3], hands=[[], everything[3:]], unused=[2, 6])
    play(state, "draw:6")
    assert state.view(0)["drawn_count"] == 3
    play(state, choices(state)[0])
    state = position(deck=[], discard=[], hands=[[], everything], unused=[6])
    assert refused(state, "draw:6") == "ROMA-DRAW-2"


@pytest.mark.rule("ROMA-DRAW-3")
def test_there_is_no_hand_limit() -> None:
    many = ["forum"] * 6 + ["legionarius"] * 3 + ["consul", "consul", "nero", "legat", "legat"]
    state = position(
        hands=[many], top=["turris"], unused=[1], rows=[[*FULL[1:], None], [*HARMLESS[2:], None, None]], dice=[1] * 3
    )
    play(state, "draw:1", "end")
    assert len(hand(state, 0)) == 15


# Activating a card


@pytest.mark.rule("ROMA-ACT-1")
def test_a_die_activates_the_own_card_at_the_disc_of_its_number() -> None:
    state = position(rows=[{2: "tribunus-plebis"}, {3: "tribunus-plebis"}], unused=[2, 3, 5])
    assert choices(state, "activate") == ["activate:2"]
    assert refused(state, "activate:3") == "ROMA-ACT-1"
    play(state, "activate:2")
    assert state.points == [11, 9]


@pytest.mark.rule("ROMA-ACT-2")
def test_equal_dice_activate_one_card_several_times() -> None:
    state = position(rows=[{2: "tribunus-plebis"}], unused=[2, 2, 2])
    play(state, "activate:2", "activate:2", "activate:2")
    assert state.points == [13, 7]


# End of the game


@pytest.mark.rule("ROMA-END-1", "ROMA-TRIBUNUS-PLEBIS")
def test_the_game_ends_at_once_when_a_player_has_no_points() -> None:
    state = position(rows=[{2: "tribunus-plebis"}], points=[5, 1], unused=[2, 2, 6])
    play(state, "activate:2")
    assert state.actors() == ()
    assert state.legal(0) == []
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason, outcome.rule, outcome.scores) == ((0,), "no-points", "ROMA-END-1", (6, 0))


@pytest.mark.rule("ROMA-END-1")
def test_at_the_start_of_the_opponents_turn_too() -> None:
    state = position(rows=[FULL, {}], points=[5, 6], unused=[])
    play(state, "end")
    assert state.actors() == ()
    assert state.points == [5, 0]


@pytest.mark.rule("ROMA-END-2")
def test_the_game_ends_at_once_when_the_stock_is_empty() -> None:
    state = position(rows=[{2: "forum"}], points=[15, 16], unused=[2, 5, 6])
    play(state, "activate:2", "points:5")
    assert state.stock == 0
    assert state.credited == 0
    assert state.actors() == ()
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason, outcome.rule) == ((0,), "stock-empty", "ROMA-END-2")


@pytest.mark.rule("ROMA-END-3")
@pytest.mark.parametrize(("points", "winners"), [([11, 19], (1,)), ([14, 20], (0, 1)), ([15, 19], (0,))])
def test_the_most_points_win(points: list[int], winners: tuple[int, ...]) -> None:
    state = position(rows=[{2: "forum"}], points=points, unused=[2, 6])
    play(state, "activate:2", "points:6")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == winners
    assert outcome.scores == (points[0] + 6, points[1])


@pytest.mark.rule("ROMA-END-4", "ROMA-END-2")
def test_points_that_the_stock_lacks_are_credited() -> None:
    state = position(rows=[{2: "forum"}], points=[16, 18], unused=[2, 6])
    play(state, "activate:2", "points:6")
    assert state.points == [22, 18]
    assert state.stock == 0
    assert state.credited == 4
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == (0,)
    assert outcome.reckoning == {"points": [22, 18], "stock": 0, "credited": 4}


def test_a_draw_is_shared() -> None:
    state = position(rows=[{2: "forum"}], points=[14, 20], unused=[2, 6])
    play(state, "activate:2", "points:6")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.returns(2) == [0.5, 0.5]
    assert (outcome.reason, outcome.rule) == ("draw", "ROMA-END-3")

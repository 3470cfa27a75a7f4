"""Person cards (Personenkaarten): plain use, and what happens at the edge."""

from __future__ import annotations

import pytest

from games.roma.tables import FULL, HARMLESS, choices, discards, hand, play, refused, row
from ludi.games.roma import position

# Sicarius


@pytest.mark.rule("ROMA-SICARIUS")
def test_sicarius_removes_a_person_and_himself() -> None:
    state = position(rows=[{1: "sicarius"}, {2: "nero", 3: "forum", 6: "consul"}], unused=[1])
    play(state, "activate:1")
    assert choices(state) == ["target:2", "target:6"]
    assert refused(state, "target:3") == "ROMA-SICARIUS"
    assert refused(state, "target:1") == "ROMA-SICARIUS"
    play(state, "target:2")
    assert row(state, 0) == [None] * 6
    assert row(state, 1) == [None, None, "forum", None, None, "consul"]
    assert sorted(discards(state)) == ["nero", "sicarius"]


@pytest.mark.rule("ROMA-SICARIUS")
def test_sicarius_without_a_target_is_not_activated() -> None:
    state = position(rows=[{1: "sicarius"}, {3: "forum"}], unused=[1])
    assert refused(state, "activate:1") == "ROMA-SICARIUS"
    assert state.unused == [1], "the die stays free"


# Architectus


@pytest.mark.rule("ROMA-ARCHITECTUS", "ROMA-ARCHITECTUS-B")
def test_architectus_lays_buildings_for_free_over_any_own_cards() -> None:
    state = position(
        rows=[{1: "architectus", 2: "legat"}],
        hands=[["forum", "forum", "turris", "nero"]],
        unused=[1],
        sestertii=[0, 0],
    )
    play(state, "activate:1")
    assert choices(state) == [f"lay:{card}-{disc}" for card in ("forum", "turris") for disc in range(1, 7)] + ["done"]
    assert refused(state, "lay:nero-3") == "ROMA-ARCHITECTUS"
    assert refused(state, "lay:onager-3") == "ROMA-ARCHITECTUS"
    play(state, "lay:forum-2", "lay:turris-1", "lay:forum-1", "done")
    # Over the Legat, over himself, and over a building laid a moment ago.
    assert row(state, 0) == ["forum", "forum", None, None, None, None]
    assert discards(state) == ["legat", "architectus", "turris"]
    assert hand(state, 0) == ["nero"]
    assert state.sestertii[0] == 0


@pytest.mark.rule("ROMA-ARCHITECTUS")
def test_architectus_lays_as_many_buildings_as_the_hand_holds() -> None:
    cards = ["forum", "forum", "forum", "forum", "forum", "basilica", "onager", "turris"]
    state = position(rows=[{6: "architectus"}], hands=[[*cards, "nero"]], unused=[6])
    play(state, "activate:6", *(f"lay:{card}-{number % 6 + 1}" for number, card in enumerate(cards)))
    assert choices(state) == ["done"]
    assert row(state, 0) == ["onager", "turris", "forum", "forum", "forum", "basilica"]
    assert discards(state) == ["architectus", "forum", "forum"]
    assert hand(state, 0) == ["nero"]


@pytest.mark.rule("ROMA-ARCHITECTUS")
def test_architectus_lays_any_number_even_none() -> None:
    state = position(rows=[{1: "architectus"}], hands=[["forum"]], unused=[1])
    play(state, "activate:1", "done")
    assert hand(state, 0) == ["forum"]
    state = position(rows=[{1: "architectus"}], hands=[["nero"]], unused=[1])
    play(state, "activate:1")
    assert choices(state) == ["done"], "stopping is said aloud, so that nothing tells what the hand lacks"


def test_free_laying_ends_with_the_activation() -> None:
    state = position(rows=[{1: "architectus"}], hands=[["forum", "turris"]], unused=[1])
    play(state, "activate:1", "lay:forum-2", "done")
    assert refused(state, "lay:turris-3") == "ROMA-PLAY-3"


# Consiliarius


@pytest.mark.rule("ROMA-CONSILIARIUS", "ROMA-CONSILIARIUS-B")
def test_consiliarius_lays_all_own_persons_again_also_over_buildings() -> None:
    state = position(rows=[{1: "consiliarius", 2: "nero", 3: "forum", 4: "legat"}, {1: "consul"}], unused=[1])
    play(state, "activate:1")
    assert row(state, 0) == [None, None, "forum", None, None, None]
    assert state.view(1)["taken_up"] == ["consiliarius", "nero", "legat"]
    play(state, "lay:consiliarius-6", "lay:nero-3")
    assert discards(state) == ["forum"]
    play(state, "lay:legat-4")
    assert row(state, 0) == [None, None, "nero", "legat", None, "consiliarius"]
    assert row(state, 1)[0] == "consul"
    assert state.phase == 3
    assert state.sestertii[0] == 0


@pytest.mark.rule("ROMA-CONSILIARIUS")
def test_consiliarius_all_must_be_laid_each_at_a_disc_of_its_own() -> None:
    state = position(rows=[{1: "consiliarius", 2: "nero"}], hands=[["legat"]], unused=[1])
    play(state, "activate:1")
    assert choices(state) == [f"lay:consiliarius-{disc}" for disc in range(1, 7)], "a card may stay where it was"
    play(state, "lay:consiliarius-2")
    assert refused(state, "lay:nero-2") == "ROMA-CONSILIARIUS"
    assert refused(state, "lay:legat-3") == "ROMA-CONSILIARIUS"
    assert refused(state, "end") == "ROMA-CONSILIARIUS"
    assert choices(state) == [f"lay:nero-{disc}" for disc in (1, 3, 4, 5, 6)]


def test_a_card_that_was_moved_can_be_activated_in_the_same_turn() -> None:
    state = position(rows=[{1: "consiliarius", 2: "tribunus-plebis"}], unused=[1, 5])
    play(state, "activate:1", "lay:consiliarius-1", "lay:tribunus-plebis-5", "activate:5")
    assert state.points == [11, 9]


# Legat


@pytest.mark.rule("ROMA-LEGAT")
@pytest.mark.parametrize("gaps", range(7))
def test_legat_brings_a_point_for_each_disc_without_an_opposing_card(gaps: int) -> None:
    state = position(rows=[{1: "legat"}, [*HARMLESS[gaps:], *[None] * gaps]], unused=[1])
    play(state, "activate:1")
    assert state.points == [10 + gaps, 10]
    assert state.stock == 16 - gaps


@pytest.mark.rule("ROMA-LEGAT", "ROMA-END-4")
def test_legat_may_empty_the_stock() -> None:
    state = position(rows=[{1: "legat"}, {}], points=[16, 18], unused=[1])
    play(state, "activate:1")
    assert state.points == [22, 18]
    assert state.credited == 4
    assert state.actors() == ()


# Gladiator


@pytest.mark.rule("ROMA-GLADIATOR")
def test_gladiator_sends_a_person_back_to_its_owners_hand() -> None:
    state = position(rows=[{1: "gladiator"}, {2: "nero", 3: "forum"}], hands=[[], ["legat"]], unused=[1])
    play(state, "activate:1")
    assert choices(state) == ["target:2"]
    assert refused(state, "target:3") == "ROMA-GLADIATOR"
    assert refused(state, "target:6") == "ROMA-GLADIATOR"
    play(state, "target:2")
    assert hand(state, 1) == ["legat", "nero"]
    assert row(state, 1)[1] is None
    assert row(state, 0)[0] == "gladiator"
    assert discards(state) == []
    assert state.view(0)["players"][1]["known_hand"] == ["nero"]
    assert state.view(None)["players"][1]["known_hand"] == ["nero"]


@pytest.mark.rule("ROMA-GLADIATOR")
def test_gladiator_needs_a_person() -> None:
    state = position(rows=[{1: "gladiator"}, {3: "forum"}], unused=[1])
    assert refused(state, "activate:1") == "ROMA-GLADIATOR"


# Mercator


@pytest.mark.rule("ROMA-MERCATOR", "ROMA-MERCATOR-B")
def test_mercator_buys_any_number_of_points_and_the_opponent_gets_the_money() -> None:
    state = position(rows=[{1: "mercator"}], sestertii=[7, 1], unused=[1])
    play(state, "activate:1")
    assert choices(state) == ["buy:1", "buy:2", "buy:3"]
    assert refused(state, "buy:4") == "ROMA-MERCATOR"
    play(state, "buy:2")
    assert state.points == [12, 8]
    assert state.sestertii == [3, 5]
    assert state.stock == 16


@pytest.mark.rule("ROMA-MERCATOR", "ROMA-MERCATOR-B")
def test_mercator_knows_no_limit_but_money_and_points() -> None:
    state = position(rows=[{1: "mercator"}], points=[5, 20], sestertii=[31, 0], unused=[1])
    play(state, "activate:1")
    assert choices(state) == [f"buy:{number}" for number in range(1, 16)]
    assert refused(state, "buy:16") == "ROMA-MERCATOR"
    play(state, "buy:15")
    assert state.points == [20, 5]
    assert state.sestertii == [1, 30]


@pytest.mark.rule("ROMA-MERCATOR", "ROMA-END-1")
def test_mercator_may_buy_the_last_point() -> None:
    state = position(rows=[{1: "mercator"}], points=[10, 3], sestertii=[40, 0], unused=[1])
    play(state, "activate:1")
    assert choices(state) == ["buy:1", "buy:2", "buy:3"]
    assert refused(state, "buy:4") == "ROMA-MERCATOR"
    play(state, "buy:3")
    assert state.actors() == ()
    assert state.points == [13, 0]
    assert state.sestertii == [34, 6]


@pytest.mark.rule("ROMA-MERCATOR")
def test_mercator_needs_two_sestertii() -> None:
    assert refused(position(rows=[{1: "mercator"}], sestertii=[1, 9], unused=[1]), "activate:1") == "ROMA-MERCATOR"


# Consul


@pytest.mark.rule("ROMA-CONSUL")
def test_consul_raises_or_lowers_an_unused_die_by_one() -> None:
    state = position(rows=[{2: "consul"}], unused=[1, 2, 6])
    play(state, "activate:2")
    assert choices(state) == ["raise:1", "lower:6"], "no die shows 0 or 7"
    assert refused(state, "lower:1") == "ROMA-CONSUL"
    assert refused(state, "raise:6") == "ROMA-CONSUL"
    assert refused(state, "raise:2") == "ROMA-PHASE3-4"
    play(state, "lower:6")
    assert state.unused == [1, 5]
    again = position(rows=[{2: "consul"}], unused=[2, 3, 3])
    play(again, "activate:2")
    assert choices(again) == ["raise:3", "lower:3"]
    play(again, "raise:3")
    assert again.unused == [3, 4]


@pytest.mark.rule("ROMA-CONSUL")
@pytest.mark.parametrize(
    ("die", "open_to", "results"),
    [
        (1, ["raise:1"], [2]),
        (2, ["raise:2", "lower:2"], [3, 1]),
        (3, ["raise:3", "lower:3"], [4, 2]),
        (4, ["raise:4", "lower:4"], [5, 3]),
        (5, ["raise:5", "lower:5"], [6, 4]),
        (6, ["lower:6"], [5]),
    ],
)
def test_consul_reaches_every_number_but_never_turns_6_up_or_1_down(
    die: int, open_to: list[str], results: list[int]
) -> None:
    for word, result in zip(open_to, results, strict=True):
        state = position(rows=[{2: "consul"}], unused=[2, die])
        play(state, "activate:2")
        assert choices(state) == open_to
        for closed in {f"raise:{die}", f"lower:{die}"} - set(open_to):
            assert refused(state, closed) == "ROMA-CONSUL"
        play(state, word)
        assert state.unused == [result]


@pytest.mark.rule("ROMA-CONSUL")
def test_consul_needs_another_unused_die() -> None:
    assert refused(position(rows=[{2: "consul"}], unused=[2], used=[4, 5]), "activate:2") == "ROMA-CONSUL"


# Legionarius


@pytest.mark.rule("ROMA-LEGIONARIUS")
@pytest.mark.parametrize("target", ["forum", "tribunus-plebis"])
def test_legionarius_attacks_what_lies_exactly_opposite(target: str) -> None:
    state = position(rows=[{4: "legionarius"}, {3: "consul", 4: target, 5: "consul"}], unused=[4], dice=[5])
    play(state, "activate:4")
    assert row(state, 1) == [None, None, "consul", None, "consul", None]


@pytest.mark.rule("ROMA-LEGIONARIUS")
def test_legionarius_with_nothing_opposite_is_not_activated() -> None:
    state = position(rows=[{4: "legionarius"}, {3: "consul"}], unused=[4])
    assert refused(state, "activate:4") == "ROMA-LEGIONARIUS"


# Nero


@pytest.mark.rule("ROMA-NERO")
def test_nero_destroys_a_building_of_the_opponent_and_himself() -> None:
    state = position(rows=[{1: "nero", 2: "forum"}, {2: "consul", 3: "turris", 4: "forum"}], unused=[1])
    play(state, "activate:1")
    assert choices(state) == ["target:3", "target:4"]
    assert refused(state, "target:2") == "ROMA-NERO"
    play(state, "target:3")
    assert row(state, 1) == [None, "consul", None, "forum", None, None]
    assert row(state, 0) == [None, "forum", None, None, None, None]
    assert sorted(discards(state)) == ["nero", "turris"]


@pytest.mark.rule("ROMA-NERO")
def test_nero_needs_an_opposing_building() -> None:
    state = position(rows=[{1: "nero", 2: "forum"}, {2: "consul"}], unused=[1])
    assert refused(state, "activate:1") == "ROMA-NERO"


# Praetorianus


@pytest.mark.rule("ROMA-PRAETORIANUS")
def test_praetorianus_blocks_a_disc_for_the_opponents_next_turn_only() -> None:
    rows = [["praetorianus", "tribunus-plebis", *FULL[:4]], ["tribunus-plebis", "legat", *HARMLESS[:4]]]
    state = position(
        rows=rows, hands=[[], ["senator"]], sestertii=[0, 3], unused=[1, 2, 3], dice=[1, 2, 3, 4, 5, 6, 1, 2, 3]
    )
    play(state, "activate:1")
    assert choices(state) == [f"block:{disc}" for disc in range(1, 7)], "any disc, even an empty one"
    play(state, "block:1")
    assert "activate:2" in choices(state), "it does not bind the one who blocks"
    play(state, "end")
    assert state.view(0)["players"][1]["blocked"] == [1]
    assert refused(state, "activate:1") == "ROMA-PRAETORIANUS"
    assert "activate:2" in choices(state)
    assert {"money:1", "draw:1"} <= set(choices(state)), "the die stays free for other uses"
    assert "lay:senator-1" in choices(state), "cards may be laid there"
    play(state, "end", "end")
    assert state.turn == 1
    assert "activate:1" in choices(state), "the block lasted one turn"


@pytest.mark.rule("ROMA-PRAETORIANUS")
def test_the_disc_is_blocked_not_the_card() -> None:
    state = position(rows=[{1: "legat"}], hands=[["tribunus-plebis"]], sestertii=[5, 0], unused=[1, 1], blocked=[1])
    play(state, "lay:tribunus-plebis-1")
    assert refused(state, "activate:1") == "ROMA-PRAETORIANUS"


@pytest.mark.rule("ROMA-PRAETORIANUS")
def test_several_discs_may_be_blocked_in_a_turn() -> None:
    state = position(rows=[["praetorianus", *FULL[:5]], {}], unused=[1, 1], dice=[1, 2, 3])
    play(state, "activate:1", "block:2", "activate:1", "block:5", "end")
    assert state.view(0)["players"][1]["blocked"] == [2, 5]


@pytest.mark.rule("ROMA-PRAETORIANUS", "ROMA-BASILICA", "ROMA-TURRIS")
def test_permanent_cards_work_on_a_blocked_disc() -> None:
    state = position(rows=[{1: "forum", 2: "basilica", 3: "turris"}], unused=[1, 4], blocked=[2, 3])
    assert state.view(0)["players"][0]["row"][0]["defence"] == 6
    play(state, "activate:1", "points:4")
    assert state.points[0] == 16


# Scaenicus


@pytest.mark.rule("ROMA-SCAENICUS")
def test_scaenicus_copies_own_persons_anew_each_time() -> None:
    state = position(rows=[{1: "scaenicus", 2: "legat", 3: "tribunus-plebis", 4: "forum"}, {1: "nero"}], unused=[1, 1])
    play(state, "activate:1")
    assert choices(state) == ["copy:legat", "copy:tribunus-plebis"]
    assert refused(state, "copy:forum") == "ROMA-SCAENICUS"
    assert refused(state, "copy:nero") == "ROMA-SCAENICUS"
    assert refused(state, "copy:scaenicus") == "ROMA-SCAENICUS"
    play(state, "copy:legat")
    assert state.points == [15, 10]
    play(state, "activate:1", "copy:tribunus-plebis")
    assert state.points == [16, 9]
    assert row(state, 0)[:3] == ["scaenicus", "legat", "tribunus-plebis"]


@pytest.mark.rule("ROMA-SCAENICUS")
def test_scaenicus_has_no_action_of_his_own() -> None:
    for mine in ({1: "scaenicus"}, {1: "scaenicus", 2: "forum"}, {1: "scaenicus", 2: "scaenicus"}):
        assert refused(position(rows=[mine, {1: "nero"}], unused=[1]), "activate:1") == "ROMA-SCAENICUS"
    impossible = position(rows=[{1: "scaenicus", 2: "legionarius"}, {2: "forum"}], unused=[1])
    assert refused(impossible, "activate:1") == "ROMA-SCAENICUS", "opposite means opposite the Scaenicus"


@pytest.mark.rule("ROMA-SCAENICUS")
def test_scaenicus_fights_from_his_own_disc() -> None:
    state = position(rows=[{1: "scaenicus", 2: "legionarius"}, {1: "consul", 2: "forum"}], unused=[1], dice=[6])
    play(state, "activate:1", "copy:legionarius")
    assert row(state, 1)[:2] == [None, "forum"]


@pytest.mark.rule("ROMA-SCAENICUS", "ROMA-SICARIUS", "ROMA-NERO")
@pytest.mark.parametrize(("copied", "target"), [("sicarius", "consul"), ("nero", "forum")])
def test_scaenicus_is_lost_when_he_copies_an_assassin(copied: str, target: str) -> None:
    state = position(rows=[{1: "scaenicus", 2: copied}, {3: target}], unused=[1])
    play(state, "activate:1", f"copy:{copied}", "target:3")
    assert row(state, 0) == [None, copied, None, None, None, None]
    assert sorted(discards(state)) == sorted(["scaenicus", target])


@pytest.mark.rule("ROMA-SCAENICUS", "ROMA-PRAETORIANUS")
def test_scaenicus_and_blocked_discs() -> None:
    rows = [{1: "scaenicus", 2: "tribunus-plebis"}]
    state = position(rows=rows, unused=[1, 2], blocked=[2])
    play(state, "activate:1", "copy:tribunus-plebis")
    assert state.points == [11, 9]
    assert refused(position(rows=rows, unused=[1, 2], blocked=[1]), "activate:1") == "ROMA-PRAETORIANUS"


def test_scaenicus_copies_only_what_can_be_done_now() -> None:
    state = position(rows=[{1: "scaenicus", 2: "consul", 3: "legat", 4: "mercator"}], unused=[1], used=[2, 3])
    play(state, "activate:1")
    assert choices(state) == ["copy:legat"]
    assert refused(state, "copy:consul") == "ROMA-CONSUL"
    assert refused(state, "copy:mercator") == "ROMA-MERCATOR"


# Haruspex


@pytest.mark.rule("ROMA-HARUSPEX", "ROMA-HARUSPEX-B")
def test_haruspex_takes_any_card_of_the_pile_which_is_then_shuffled() -> None:
    state = position(rows=[{1: "haruspex"}], unused=[1], hands=[[], ["nero"]])

    class Backwards:
        """A shuffle that can be seen."""

        def shuffle(self, items: list[int]) -> None:
            items.reverse()

        def roll(self, sides: int = 6, purpose: str = "") -> int:
            raise AssertionError

        choose = roll

    state.dice = Backwards()  # type: ignore[assignment]
    order = state.snapshot()["deck"]
    play(state, "activate:1")
    assert len(choices(state)) == 24, "every kind but Nero, who is in a hand, can be found"
    assert "take:haruspex" in choices(state)
    assert refused(state, "take:nero") == "ROMA-HARUSPEX"
    assert state.view(0)["pile"] == sorted(order, key=order.index)
    assert state.view(1)["pile"] == []
    before = state.irrevocable
    play(state, "take:turris")
    assert state.irrevocable > before
    assert hand(state, 0) == ["turris"]
    order.reverse()
    order.remove("turris")
    assert state.snapshot()["deck"] == order
    assert state.view(1)["players"][0]["known_hand"] == []


@pytest.mark.rule("ROMA-HARUSPEX", "ROMA-DRAW-2")
def test_haruspex_with_an_empty_pile_looks_through_the_discards() -> None:
    state = position(rows=[{1: "haruspex"}], deck=[], unused=[1])
    play(state, "activate:1")
    assert state.discard == []
    assert len(state.deck) == 51
    play(state, "take:forum")
    assert hand(state, 0) == ["forum"]
    everything = position(rows=[{1: "haruspex"}], unused=[1]).snapshot()["deck"]
    state = position(rows=[{1: "haruspex"}], hands=[[], everything], unused=[1])
    assert refused(state, "activate:1") == "ROMA-HARUSPEX"


# Senator


@pytest.mark.rule("ROMA-SENATOR", "ROMA-SENATOR-B")
def test_senator_lays_persons_for_free_over_any_own_cards() -> None:
    state = position(rows=[{1: "senator", 2: "forum"}], hands=[["nero", "legat", "forum"]], unused=[1])
    play(state, "activate:1")
    assert choices(state) == [f"lay:{card}-{disc}" for card in ("legat", "nero") for disc in range(1, 7)] + ["done"]
    assert refused(state, "lay:forum-3") == "ROMA-SENATOR"
    play(state, "lay:nero-2", "lay:legat-1")
    assert choices(state) == ["done"]
    play(state, "done")
    assert row(state, 0)[:2] == ["legat", "nero"]
    assert discards(state) == ["forum", "senator"]
    assert state.sestertii[0] == 0


@pytest.mark.rule("ROMA-SENATOR")
def test_senator_lays_as_many_persons_as_the_hand_holds() -> None:
    cards = ["legat", "legat", "gladiator", "consul", "consul", "nero", "haruspex", "velites", "essedum", "centurio"]
    state = position(rows=[{1: "senator"}], hands=[[*cards, "forum"]], unused=[1])
    play(state, "activate:1")
    for number, card in enumerate(cards):
        assert f"lay:{card}-{number % 6 + 1}" in choices(state)
        play(state, f"lay:{card}-{number % 6 + 1}")
    assert choices(state) == ["done"]
    play(state, "done")
    assert hand(state, 0) == ["forum"]
    assert row(state, 0) == ["haruspex", "velites", "essedum", "centurio", "consul", "nero"]
    assert discards(state) == ["senator", *cards[:4]]
    assert state.sestertii[0] == 0


@pytest.mark.rule("ROMA-SENATOR")
def test_senator_may_lay_none() -> None:
    state = position(rows=[{1: "senator"}], hands=[["nero"]], unused=[1])
    play(state, "activate:1", "done")
    assert hand(state, 0) == ["nero"]


# Velites


@pytest.mark.rule("ROMA-VELITES")
@pytest.mark.parametrize(("die", "left"), [(2, "consul"), (3, None)])
def test_velites_attack_any_opposing_person(die: int, left: str | None) -> None:
    state = position(rows=[{1: "velites"}, {1: "forum", 5: "consul", 6: "nero"}], unused=[1], dice=[die])
    play(state, "activate:1")
    assert choices(state) == ["target:5", "target:6"]
    assert refused(state, "target:1") == "ROMA-VELITES"
    play(state, "target:5")
    assert row(state, 1)[4] == left
    assert row(state, 0)[0] == "velites"


@pytest.mark.rule("ROMA-VELITES")
def test_velites_need_a_person() -> None:
    assert refused(position(rows=[{1: "velites"}, {1: "forum"}], unused=[1]), "activate:1") == "ROMA-VELITES"


# Essedum


@pytest.mark.rule("ROMA-ESSEDUM")
def test_essedum_lowers_all_opposing_defences_by_2_in_this_turn() -> None:
    state = position(
        rows=[["essedum", *FULL[2:], None], ["forum", "nero", *HARMLESS[:4]]], unused=[1, 1], dice=[1, 2, 3]
    )

    def values(seat: int) -> list[int]:
        return [place["defence"] for place in state.view(0)["players"][seat]["row"][:2]]

    assert (values(0), values(1)) == ([3, 5], [5, 9])
    play(state, "activate:1")
    assert (values(0), values(1)) == ([3, 5], [3, 7])
    play(state, "activate:1")
    assert (values(0), values(1)) == ([3, 5], [1, 5]), "it stacks"
    play(state, "end")
    assert (values(0), values(1)) == ([3, 5], [5, 9])


@pytest.mark.rule("ROMA-ESSEDUM")
def test_essedum_can_be_activated_against_an_empty_side() -> None:
    state = position(rows=[{1: "essedum"}, {}], unused=[1])
    play(state, "activate:1")
    assert state.view(0)["essedum"] == 2


@pytest.mark.rule("ROMA-ESSEDUM", "ROMA-BATTLE-2")
def test_a_defence_lowered_to_nothing_is_always_reached() -> None:
    state = position(rows=[{1: "essedum", 2: "legionarius"}, {2: "legat"}], unused=[1, 1, 2], dice=[1])
    play(state, "activate:1", "activate:1", "activate:2")
    assert row(state, 1)[1] is None


# Tribunus Plebis


@pytest.mark.rule("ROMA-TRIBUNUS-PLEBIS")
def test_tribunus_plebis_takes_a_point_of_the_opponent() -> None:
    state = position(rows=[{1: "tribunus-plebis"}], unused=[1])
    play(state, "activate:1")
    assert (state.points, state.stock) == ([11, 9], 16)


# Centurio


@pytest.mark.rule("ROMA-CENTURIO")
@pytest.mark.parametrize("target", ["forum", "tribunus-plebis"])
def test_centurio_attacks_what_lies_exactly_opposite(target: str) -> None:
    state = position(rows=[{2: "centurio"}, {1: "consul", 2: target}], unused=[2, 6], dice=[5])
    play(state, "activate:2")
    assert row(state, 1)[:2] == ["consul", None]
    assert state.unused == [6], "the battle is won already: no die is asked for"
    assert refused(position(rows=[{2: "centurio"}, {1: "consul"}], unused=[2]), "activate:2") == "ROMA-CENTURIO"


@pytest.mark.rule("ROMA-CENTURIO-B", "ROMA-CENTURIO-C")
def test_centurio_may_add_one_unused_die_after_seeing_the_battle_die() -> None:
    state = position(rows=[{2: "centurio"}, {2: "nero"}], unused=[2, 4, 6], dice=[3])
    play(state, "activate:2")
    assert state.view(0)["effect"]["battle_die"] == 3
    assert choices(state) == ["add:4", "add:6", "pass"]
    assert refused(state, "add:2") == "ROMA-PHASE3-4"
    assert refused(state, "add:5") == "ROMA-CENTURIO"
    before = state.irrevocable
    play(state, "add:6")  # 3 + 6 against 9
    assert state.irrevocable == before
    assert row(state, 1)[1] is None
    assert state.unused == [4]
    assert state.used == [2, 6]


@pytest.mark.rule("ROMA-CENTURIO-B")
def test_the_added_die_is_used_even_if_the_battle_is_lost() -> None:
    state = position(rows=[{2: "centurio"}, {2: "nero"}], unused=[2, 4, 6], dice=[3])
    play(state, "activate:2", "add:4")
    assert row(state, 1)[1] == "nero"
    assert state.unused == [6]
    assert state.phase == 3


@pytest.mark.rule("ROMA-CENTURIO-B", "ROMA-CENTURIO-C")
def test_centurio_may_add_nothing() -> None:
    state = position(rows=[{2: "centurio"}, {2: "nero"}], unused=[2, 4, 6], dice=[3])
    play(state, "activate:2", "pass")
    assert row(state, 1)[1] == "nero"
    assert state.unused == [4, 6]
    last = position(rows=[{2: "centurio"}, {2: "nero"}], unused=[2], used=[4, 6], dice=[3])
    play(last, "activate:2")
    assert last.phase == 3, "without an unused die there is nothing to choose"

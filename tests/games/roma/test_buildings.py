"""Building cards (Gebouwenkaarten): plain use, and what happens at the edge."""

from __future__ import annotations

import pytest

from games.roma.tables import FULL, HARMLESS, choices, discards, hand, play, refused, row
from ludi.games.roma import position

# Aesculapinum


@pytest.mark.rule("ROMA-AESCULAPINUM")
def test_aesculapinum_takes_a_person_from_the_discard_pile() -> None:
    state = position(rows=[{1: "aesculapinum"}], discard=["nero", "forum", "legat", "legat"], unused=[1])
    play(state, "activate:1")
    assert choices(state) == ["take:legat", "take:nero"]
    assert refused(state, "take:forum") == "ROMA-AESCULAPINUM"
    assert refused(state, "take:consul") == "ROMA-AESCULAPINUM"
    play(state, "take:legat")
    assert hand(state, 0) == ["legat"]
    assert discards(state) == ["nero", "forum", "legat"]
    assert state.view(1)["players"][0]["known_hand"] == ["legat"], "all see what was taken"


@pytest.mark.rule("ROMA-AESCULAPINUM")
@pytest.mark.parametrize("discard", [[], ["forum", "turris"]])
def test_aesculapinum_needs_a_discarded_person(discard: list[str]) -> None:
    state = position(rows=[{1: "aesculapinum"}], discard=discard, unused=[1])
    assert refused(state, "activate:1") == "ROMA-AESCULAPINUM"


# Basilica


@pytest.mark.rule("ROMA-BASILICA")
@pytest.mark.parametrize(
    ("mine", "points"),
    [
        ({2: "forum", 3: "basilica"}, 6),
        ({1: "basilica", 2: "forum"}, 6),
        ({1: "basilica", 2: "forum", 3: "basilica"}, 8),
        ({2: "forum", 4: "basilica"}, 4),
        ({2: "forum"}, 4),
    ],
)
def test_basilica_beside_the_forum_brings_2_more(mine: dict[int, str], points: int) -> None:
    state = position(
        rows=[mine, {1: "basilica", 3: "consul"} if "basilica" not in mine.values() else {}], unused=[2, 4]
    )
    play(state, "activate:2", "points:4")
    assert state.points[0] == 10 + points


@pytest.mark.rule("ROMA-BASILICA")
@pytest.mark.parametrize(("forum", "basilica"), [(1, 6), (6, 1)])
def test_discs_1_and_6_are_no_neighbours(forum: int, basilica: int) -> None:
    state = position(rows=[{forum: "forum", basilica: "basilica"}], unused=sorted([forum, 4]))
    play(state, f"activate:{forum}", "points:4")
    assert state.points[0] == 14


@pytest.mark.rule("ROMA-BASILICA-B")
def test_basilica_is_never_activated() -> None:
    state = position(rows=[{2: "forum", 3: "basilica"}], unused=[3, 3])
    assert refused(state, "activate:3") == "ROMA-BASILICA-B"


# Machina


@pytest.mark.rule("ROMA-MACHINA", "ROMA-MACHINA-B")
def test_machina_lays_all_own_buildings_again_also_over_persons() -> None:
    state = position(rows=[{1: "machina", 2: "forum", 3: "legat", 5: "forum"}, {1: "onager"}], unused=[1])
    play(state, "activate:1")
    assert state.view(0)["taken_up"] == ["machina", "forum", "forum"]
    assert row(state, 0) == [None, None, "legat", None, None, None]
    play(state, "lay:machina-3")
    assert discards(state) == ["legat"]
    assert refused(state, "lay:forum-3") == "ROMA-MACHINA"
    play(state, "lay:forum-4", "lay:forum-5")
    assert row(state, 0) == [None, None, "machina", "forum", "forum", None]
    assert row(state, 1)[0] == "onager"
    assert state.phase == 3


@pytest.mark.rule("ROMA-MACHINA")
def test_machina_alone_may_stay_where_it_is() -> None:
    state = position(rows=[{1: "machina", 2: "legat"}], unused=[1])
    play(state, "activate:1", "lay:machina-1")
    assert row(state, 0)[:2] == ["machina", "legat"]


# Forum


@pytest.mark.rule("ROMA-FORUM")
def test_forum_brings_the_points_of_a_second_die() -> None:
    state = position(rows=[{2: "forum"}], unused=[2, 3, 6])
    play(state, "activate:2")
    assert choices(state) == ["points:3", "points:6"]
    assert refused(state, "points:2") == "ROMA-PHASE3-4"
    play(state, "points:6")
    assert state.points == [16, 10]
    assert state.stock == 10
    assert state.unused == [3]


@pytest.mark.rule("ROMA-FORUM")
def test_forum_second_die_may_equal_the_first() -> None:
    state = position(rows=[{2: "forum"}], unused=[2, 2, 6])
    play(state, "activate:2", "points:2")
    assert state.points[0] == 12
    assert state.unused == [6]


@pytest.mark.rule("ROMA-FORUM")
def test_forum_without_a_second_die_is_refused() -> None:
    state = position(rows=[{2: "forum"}], unused=[2], used=[5, 6])
    assert refused(state, "activate:2") == "ROMA-FORUM"


# Mercatus


@pytest.mark.rule("ROMA-MERCATUS")
@pytest.mark.parametrize("forums", [0, 1, 3])
def test_mercatus_takes_a_point_for_each_forum_of_the_opponent(forums: int) -> None:
    theirs = ["forum"] * forums + [None] * (6 - forums)
    state = position(rows=[{1: "mercatus", 2: "forum"}, theirs], unused=[1])
    play(state, "activate:1")
    assert state.points == [10 + forums, 10 - forums]
    assert state.stock == 16


@pytest.mark.rule("ROMA-MERCATUS", "ROMA-END-1")
def test_mercatus_takes_no_more_than_there_is() -> None:
    state = position(rows=[{1: "mercatus"}, ["forum"] * 4 + [None] * 2], points=[10, 2], unused=[1])
    play(state, "activate:1")
    assert state.points == [12, 0]
    assert state.actors() == ()


# Onager


@pytest.mark.rule("ROMA-ONAGER")
@pytest.mark.parametrize(("die", "left"), [(4, "forum"), (5, None)])
def test_onager_attacks_any_opposing_building(die: int, left: str | None) -> None:
    state = position(rows=[{1: "onager"}, {1: "consul", 3: "forum", 4: "nero", 6: "templum"}], unused=[1], dice=[die])
    play(state, "activate:1")
    assert choices(state) == ["target:3", "target:6"]
    assert refused(state, "target:1") == "ROMA-ONAGER"
    play(state, "target:3")
    assert row(state, 1)[2] == left


@pytest.mark.rule("ROMA-ONAGER")
def test_onager_needs_a_building() -> None:
    assert refused(position(rows=[{1: "onager"}, {1: "nero"}], unused=[1]), "activate:1") == "ROMA-ONAGER"


# Templum


@pytest.mark.rule("ROMA-TEMPLUM")
@pytest.mark.parametrize("beside", [1, 3])
def test_templum_beside_the_forum_lets_the_third_die_count(beside: int) -> None:
    state = position(rows=[{2: "forum", beside: "templum"}], unused=[2, 4, 5])
    play(state, "activate:2", "points:5")
    assert choices(state) == ["add:4", "pass"]
    assert state.points[0] == 10, "points are paid out together"
    play(state, "add:4")  # no die is thrown: the script is empty
    assert state.points == [19, 10]
    assert state.unused == []
    assert sorted(state.used) == [2, 4, 5]


@pytest.mark.rule("ROMA-TEMPLUM")
def test_templum_may_be_left_alone() -> None:
    state = position(rows=[{2: "forum", 3: "templum"}], unused=[2, 4, 5])
    play(state, "activate:2", "points:5", "pass")
    assert state.points[0] == 15
    assert state.unused == [4]


@pytest.mark.rule("ROMA-TEMPLUM")
def test_templum_only_directly_beside() -> None:
    state = position(rows=[{2: "forum", 4: "templum"}, {1: "templum"}], unused=[2, 4, 5])
    play(state, "activate:2", "points:5")
    assert state.points[0] == 15
    assert state.phase == 3


@pytest.mark.rule("ROMA-TEMPLUM-B")
def test_the_third_die_must_be_unused() -> None:
    state = position(rows=[{2: "forum", 3: "templum"}], unused=[2, 4, 5])
    play(state, "money:4", "activate:2", "points:5")
    assert state.points[0] == 15
    assert state.phase == 3, "no question: there is no third die"


@pytest.mark.rule("ROMA-TEMPLUM", "ROMA-TEMPLUM-B")
def test_two_templums_use_the_one_third_die_once() -> None:
    state = position(rows=[{1: "templum", 2: "forum", 3: "templum"}], unused=[2, 4, 5])
    play(state, "activate:2", "points:5", "add:4")
    assert state.points[0] == 19
    assert state.phase == 3


@pytest.mark.rule("ROMA-TEMPLUM", "ROMA-BASILICA", "ROMA-END-4")
def test_basilica_and_templum_around_one_forum_and_one_payout() -> None:
    state = position(rows=[{1: "basilica", 2: "forum", 3: "templum"}], unused=[2, 4, 5], points=[14, 17])
    play(state, "activate:2", "points:5")  # 5 + 2, more than the stock of 5, but not paid yet
    assert state.actors() == (0,)
    play(state, "add:4")
    assert state.points == [25, 17]
    assert state.credited == 6
    assert state.actors() == ()


@pytest.mark.rule("ROMA-TEMPLUM-C")
def test_templum_is_never_activated() -> None:
    assert refused(position(rows=[{2: "forum", 3: "templum"}], unused=[3, 3]), "activate:3") == "ROMA-TEMPLUM-C"


# Turris


@pytest.mark.rule("ROMA-TURRIS", "ROMA-COMP-8")
def test_turris_protects_its_owners_other_cards_as_long_as_it_lies_open() -> None:
    state = position(rows=[{1: "onager", 2: "legionarius"}, {2: "legat", 3: "turris"}], unused=[1, 2], dice=[6, 2])

    def values(seat: int) -> list[int | None]:
        return [place["defence"] for place in state.view(0)["players"][seat]["row"][:3]]

    assert values(1) == [None, 3, 6], "not itself"
    assert values(0) == [4, 5, None], "not the opponent's"
    play(state, "activate:1", "target:3")
    assert values(1) == [None, 2, None], "its protection is gone at once"
    play(state, "activate:2")  # 2 against 2
    assert row(state, 1)[1] is None


@pytest.mark.rule("ROMA-TURRIS")
def test_two_towers_protect_each_other() -> None:
    state = position(rows=[HARMLESS, ["turris", "turris", "legat", None, None, None]], unused=[])
    assert [place["defence"] for place in state.view(0)["players"][1]["row"][:3]] == [7, 7, 4]


@pytest.mark.rule("ROMA-TURRIS")
def test_turris_takes_no_die() -> None:
    state = position(rows=[FULL, HARMLESS], unused=[1, 2, 3])
    assert not choices(state, "activate")

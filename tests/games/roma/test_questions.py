"""The battles that lie on the table, with their chances."""

from __future__ import annotations

from typing import Any

import pytest

from ludi.core import Asked
from ludi.core.questions import answer
from ludi.games.roma import GAME, RomaState, position


def battles(s: RomaState, seat: int | None = 0) -> Any:
    return answer(Asked.of(s, seat, GAME.phrases("en", s.box)), "battles", {})["attacks"]


def test_a_legionarius_attacks_the_card_opposite() -> None:
    s = position(rows=[{3: "legionarius"}, {3: "templum", 4: "forum"}], unused=[3, 5, 6])
    (attack,) = battles(s)
    assert (attack["card"], attack["disc"], attack["target"], attack["target_disc"]) == ("legionarius", 3, "templum", 3)
    assert attack["chance"] == pytest.approx((7 - attack["defence"]) / 6)
    assert attack["chance_with_die"] is None
    assert battles(s) == battles(s, 1) == battles(s, None), "all of it lies open"


def test_a_centurio_may_add_a_die_that_is_left() -> None:
    s = position(rows=[{2: "centurio"}, {2: "templum"}], unused=[2, 4, 1])
    (attack,) = battles(s)
    with_die = min(6, 7 - attack["defence"] + 4) / 6
    assert attack["chance_with_die"] == pytest.approx(with_die)
    assert attack["chance_with_die"] > attack["chance"]


def test_velites_attack_any_person_and_an_onager_any_building() -> None:
    s = position(rows=[{1: "velites", 2: "onager"}, {3: "templum", 5: "senator"}], unused=[1, 2, 3])
    found = {(each["card"], each["target"]) for each in battles(s)}
    assert found == {("velites", "senator"), ("onager", "templum")}


def test_a_turris_makes_it_harder() -> None:
    plain = battles(position(rows=[{3: "legionarius"}, {3: "templum"}], unused=[3, 5, 6]))[0]
    walled = battles(position(rows=[{3: "legionarius"}, {3: "templum", 1: "turris"}], unused=[3, 5, 6]))[0]
    assert walled["defence"] == plain["defence"] + 1

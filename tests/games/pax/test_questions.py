"""What would be scored now: as the game reckons it at its end, from what a seat knows."""

from __future__ import annotations

from typing import Any

from ludi.core import Asked
from ludi.core.questions import answer
from ludi.games.pax import GAME, PaxState, position


def score(s: PaxState, seat: int | None = 0) -> Any:
    return answer(Asked.of(s, seat, GAME.phrases("en", s.box)), "score", {})


def test_the_account_is_that_of_the_final_reckoning() -> None:
    displays = [["fleet-1-1", "land-1-1"], ["wealth-1-1", "religion-2-3"]]
    s = position(players=2, phase="act", displays=displays, rome=["land-2-4"])
    mine, other = score(s)["accounts"]
    assert (mine["categories"], mine["fleets"], mine["above_rome"]) == (4, 1, 3), "above Rome in Fleets, not in land"
    assert (other["categories"], other["above_rome"]) == (4, 6)
    assert score(s)["rome"]["land"] == 2


def test_face_down_cards_of_rome_count_only_for_who_has_seen_them() -> None:
    s = position(players=2, phase="act", rome_hidden=["army-2-3", "land-1-1", "wealth-1-1"])
    found = score(s, None)
    assert found["unknown"] == 3
    assert not any(found["rome"].values())


def test_others_money_is_reckoned_only_where_it_lies_open() -> None:
    poor, rich = [position(players=2, phase="act", coins=[3, coins]) for coins in (0, 9)]
    assert score(poor) == score(rich), "coins of others are hidden"
    assert [each["money"] for each in score(rich)["accounts"]] == [None, None]
    open_ = position(players=2, phase="act", coins=[3, 9], options={"open_counts": True, "players": 2})
    assert [each["money"] for each in score(open_)["accounts"]] == [0, 4]


def test_alone_there_are_no_points_but_victory_or_defeat() -> None:
    found = score(position(players=1, phase="act"))
    assert found["accounts"] == []
    assert found["wins"] == "rome"

"""A refusal says what is true in the position: cases in which it said something else."""

from __future__ import annotations

import pytest

from games.pax_romana.helpers import choices, play, west, world
from ludi.games.pax_romana import GAME, PaxRomanaState
from ludi.games.pax_romana.world.atlas import LAND_LINK


def why(s: PaxRomanaState, word: str) -> tuple[str, str]:
    found = s.why_not(s.actors()[0], word)
    assert found is not None, word
    return found.key, found.rule


@pytest.mark.rule("PR-4.1")
def test_who_is_invited_and_who_is_at_the_table() -> None:
    s = play(world({}, operation="choose"), "meet")
    assert why(s, "invite:rome") == ("why.same-person", "PR-4.1")
    play(s, "invite:carthage")
    assert why(s, "invite:carthage") == ("why.invited-already", "PR-4.1")
    assert why(s, "address:carthage")[0] == "why.invite-first", "he is invited, but nobody has the floor yet"
    play(s, "invite:greece", "done")
    assert why(s, "address:east") == ("why.not-at-the-table", "PR-4.1")
    assert why(s, "address:rome") == ("why.same-person", "PR-4.1")
    assert why(s, "invite:east")[0] == "why.address-first", "nobody has invited him, and that is over"


@pytest.mark.rule("PR-4.3.1a", "PR-4.3.1c")
def test_offers_and_their_time() -> None:
    s = play(west({}, operation="choose", options={"scenario": "II", "parley": 1}), "meet", "invite:carthage", "done")
    assert why(s, "propose") == ("why.nothing-offered", "PR-4.3.1c")
    play(s, "give-talents:2", "propose")
    assert "counter" not in choices(s)
    assert why(s, "counter") == ("why.no-time-left", "PR-4.3.1a")
    assert why(s, "propose")[0] == "why.answer-first", "there is an offer"


@pytest.mark.rule("PR-15.4.6a")
def test_objectives_are_shown_to_allies_only() -> None:
    s = play(west({}, operation="choose"), "meet", "invite:carthage", "done")
    assert why(s, "show:A") == ("why.not-allied", "PR-15.4.6a")


@pytest.mark.rule("PR-12.1.4a")
def test_garrisons_are_not_made_on_a_transit_point_nor_in_a_minor_move() -> None:
    box = GAME.box({"scenario": "II"})
    atlas = box.atlas
    start, point = next(
        (node, near)
        for node in range(atlas.spaces)
        if box.open[node]
        for near, link in atlas.land[node]
        if near >= atlas.spaces and link == LAND_LINK
    )
    units = {"rome": {atlas.ids[start]: {"legion": 2}}}
    s = west(units, under_way={"march": {"space": atlas.ids[start], "mp": 12}})
    assert "break:legion" in choices(s)
    play(s, f"march:{atlas.ids[point]}")
    assert why(s, "break:legion") == ("why.not-left-here", "PR-12.1.4a")
    tired = west(units, under_way={"march": {"space": atlas.ids[start], "mp": 1, "minor": True}})
    assert why(tired, "break:legion") == ("why.only-in-major", "PR-12.1.4a")

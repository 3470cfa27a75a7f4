"""Positions in the middle of things, told in plain words: they go on as play does."""

from __future__ import annotations

from typing import Any

import pytest

from games.pax_romana.helpers import at, choices, city, play, west
from ludi.core import BadPosition, SeededDice
from ludi.games.pax_romana import GAME


def test_a_march_with_three_mp_left() -> None:
    s = west(
        {"rome": {"roma": {"legion": 3, "cavalry": 1}}},
        leaders={"rome-1": "roma"},
        under_way={"march": {"space": "roma", "army": {"legion": 2}, "mp": 3}},
    )
    assert s.prompt(s.actors()[0]).facts["mp"] == 3
    assert "march:capua" in choices(s)
    play(s, "march:capua")
    assert at(s, "rome", "capua") == {"legion": 2}
    assert at(s, "rome", "roma") == {"legion": 1, "cavalry": 1}
    play(s, "halt")
    assert not any(word.startswith("major:") for word in choices(s)), "the Major Move has been made"
    assert any(word.startswith("minor:") for word in choices(s))


def test_a_minor_move_leaves_the_major_one() -> None:
    s = west(
        {"rome": {"roma": {"legion": 2}}},
        under_way={"march": {"space": "roma", "army": {"legion": 1}, "mp": 2, "minor": True}},
    )
    play(s, "march:capua", "halt")
    assert "major:roma" in choices(s)


def test_a_voyage_at_a_place() -> None:
    fleet = west(
        {"rome": {"ntp-melita": {"galley": 2}}},
        under_way={"voyage": {"space": "ntp-melita", "sailed_from": "rhegium"}},
    )
    assert any(word.startswith("sail:") for word in choices(fleet))
    army = west(
        {"rome": {"rhegium": {"galley": 1, "legion": 2}}},
        under_way={"voyage": {"space": "rhegium", "mp": 4, "sailed_from": "paestum"}},
    )
    assert "debark" in choices(army)


@pytest.mark.rule("PR-7.3.1b")
def test_a_battle_before_its_dice() -> None:
    s = west(
        {"rome": {"roma": {"legion": 4}}, "carthage": {"capua": {"heavy": 2}}},
        sites={"capua": city("carthage")},
        under_way={"battle": {"from": "roma", "space": "capua", "mp": 3}},
        dice=[3, 4, 1, 1, 1, 1, 6, 6],
    )
    assert s.stack[-1].name == "battle"
    assert sorted(choices(s)) == ["field", "walls"], "the Defender and his City: step 3, before the dice"
    play(s, "field")
    assert s.stack[-1].name in ("battle", "losses"), "the dice are thrown"


def test_losses_to_be_taken() -> None:
    s = west(
        {"rome": {"roma": {"legion": 1, "light": 2}}},
        under_way={"losses": {"space": "roma", "points": 2}},
    )
    assert all(word.startswith("lose:") for word in choices(s))
    play(s, "lose:light", "lose:light")
    assert at(s, "rome", "roma") == {"legion": 1}
    assert "major:roma" in choices(s), "play goes on"


@pytest.mark.parametrize(
    ("under_way", "reason"),
    [
        ({"siege": {}}, "One thing can be under way: march, voyage, battle, losses."),
        ({"march": {"space": "roma"}, "losses": {}}, "One thing can be under way"),
        ({"march": {"space": "atlantis"}}, "needs 'space', a place on the map"),
        ({"march": {"space": "roma", "army": {"legion": 9}, "mp": 2}}, "Units that are not in roma"),
        ({"march": {"space": "roma", "mp": -1}}, "a number from 0 to 30"),
        ({"march": {"space": "roma", "speed": 3}}, "has no 'speed'; it has side, space, army"),
        ({"march": {"space": "capua", "mp": 2}}, "Nobody is on the march in capua"),
        ({"march": {"space": "roma", "side": "carthage", "mp": 2}}, "one of the active power"),
        ({"voyage": {"space": "capua"}}, "No voyage leads to capua"),
        ({"battle": {"from": "roma", "space": "capua"}}, "nobody to fight in capua"),
        ({"battle": {"from": "roma", "space": "utica"}}, "No connection leads from roma to utica"),
        ({"losses": {"space": "capua", "points": 2}}, "Nobody takes losses in capua"),
    ],
)
def test_what_cannot_be_under_way_is_refused_in_a_sentence(under_way: Any, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        west({"rome": {"roma": {"legion": 2}}}, under_way=under_way)


def test_it_is_read_from_a_file_and_kept_by_a_snapshot() -> None:
    data = {
        "options": {"scenario": "II"},
        "units": {"rome": {"roma": {"legion": 2}}},
        "active": "rome",
        "under_way": {"march": {"space": "roma", "mp": 4}},
    }
    s = GAME.position(data, SeededDice(bytes(32)))
    again = GAME.position(s.snapshot(), SeededDice(bytes(32)))
    assert again.snapshot() == s.snapshot()
    assert choices(again) == choices(s)

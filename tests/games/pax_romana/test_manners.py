"""Choices say how they are meant: what is usual, what ends something, what begins a fight, what is given up."""

from __future__ import annotations

from games.pax_romana.helpers import play, west
from ludi.games.pax_romana import PaxRomanaState


def manners(s: PaxRomanaState) -> dict[str, str]:
    return {s.spell(action): s.manner(action) for action in s.legal(s.actors()[0])}


def test_letting_a_marker_go_ends_and_an_expansion_is_usual() -> None:
    told = manners(west({"rome": {"roma": {"legion": 1}}}, operation="choose"))
    assert (told["expand"], told["pass"], told["recruit"]) == ("usual", "ends", "")


def test_a_march_into_enemies_is_an_attack_and_one_into_the_open_is_not() -> None:
    s = west({"rome": {"roma": {"legion": 3}}, "carthage": {"capua": {"heavy": 1}}}, dice=[6])
    told = manners(play(s, "major:roma", "take-all"))
    assert (told["march:capua"], told["march:pisae"], told["halt"]) == ("attack", "", "ends")
    assert told["break:legion"] == "grave"


def test_an_empty_place_that_falls_by_itself_is_not_attacked() -> None:
    s = west(
        {"rome": {"roma": {"legion": 3}}},
        sites={"capua": {"owner": "carthage", "kind": "town", "walls": 1}},
        dice=[6, 6],
    )
    assert manners(play(s, "major:roma", "take-all"))["march:capua"] == ""


def test_debarking_among_enemies_is_an_attack() -> None:
    s = west(
        {"rome": {"rhegium": {"legion": 3}}, "independents": {"messana": {"heavy": 3}}},
        dice=[6, 6],
    )
    play(s, "major:rhegium", "take-all", "embark", "escort:0", "sail:messana")
    assert manners(s)["debark"] == "attack"

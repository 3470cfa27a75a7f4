"""Chapter 13, clause by clause."""

from __future__ import annotations

import pytest

from games.pax_romana.advanced_tools import ROME, table
from games.pax_romana.helpers import actor, at, choices, node, play, stability, town, world
from games.pax_romana.sea_tools import number
from ludi.core import ScriptedDice
from ludi.games.pax_romana import PaxRomanaState
from ludi.games.pax_romana.ch03_sequence.turn import removal
from ludi.games.pax_romana.ch09_movement.movement import March
from ludi.games.pax_romana.ch13_barbarians.invaders import roving_armies, scare_capitals
from ludi.games.pax_romana.ch13_barbarians.invasion import come_in
from ludi.games.pax_romana.ch13_barbarians.rebellion import eliminate
from ludi.games.pax_romana.ch17_cards.effect import Effect
from ludi.games.pax_romana.world.cards import CARD_NAMES
from ludi.games.pax_romana.world.pieces import GALLIC_REBELS, GERMANS, REBELS


def rebellion(*dice: int, **units: dict[str, dict[str, int]]) -> PaxRomanaState:
    """Rome plays REBELLION, and these dice fall."""
    s = table({"rome": {"roma": {"legion": 1}}, **units})
    s.dice = ScriptedDice([*dice, *[1] * 20])
    Effect.all[CARD_NAMES.index("rebellion")].happen(s, ROME)
    return s


def dice_for(area: str) -> tuple[int, int]:
    total = int(next(key for key, word in table({}).box.tables["rebellion"].items() if word == area))
    return (total // 2, total - total // 2)


@pytest.mark.rule("PR-13.3a", "PR-13.3b")
def test_the_dice_bring_the_entry_and_its_rebels_outlive_the_removal_phase() -> None:
    s = rebellion(*dice_for("mauretania"))
    risen = [place for place, _ in s.places_of(REBELS)]
    assert risen
    assert {s.box.atlas.province_ids[s.box.atlas.province_of[place]] for place in risen} == {"mauretania"}
    removal(s)
    assert [place for place, _ in s.places_of(REBELS)] == risen


@pytest.mark.rule("PR-13.3b", "PR-13.3-SARDINIA")
def test_rebels_whom_the_player_places_stay_too() -> None:
    s = rebellion(*dice_for("sardinia"))
    s.run()
    play(s, choices(s)[0])
    (risen,) = [place for place, _ in s.places_of(REBELS)]
    assert s.box.atlas.province_ids[s.box.atlas.province_of[risen]] == "sardinia"
    removal(s)
    assert s.at(REBELS, risen)


@pytest.mark.rule("PR-13.4-WESTERN-GAULS", "PR-13.4-EASTERN-GAULS")
@pytest.mark.parametrize(("group", "space"), [("western-gauls", "alesia"), ("eastern-gauls", "petrodava")])
def test_whoever_rolled_moves_the_gauls_once_and_anywhere(group: str, space: str) -> None:
    s = world({"rome": {"roma": {"legion": 1}}}, operation="choose")
    s.dice = ScriptedDice([4, 3, 6])
    come_in(s, number(s, "rome"), group)
    s.run()
    play(s, f"place:{space}")
    assert (s.stack[-1].name, actor(s)) == ("move", "rome")
    assert at(s, group, space) == {"barbarian": 7}
    assert s.box.leaders[s.box.leader(group)].campaign == 5
    assert s.box.leaders[s.box.leader(group)].tactical == 1
    play(s, "halt")
    assert roving_armies(s) == [], "nobody may move them again"


@pytest.mark.rule("PR-13.4.2b")
def test_only_germans_and_gallic_rebels_may_be_moved_again() -> None:
    units = {
        "western-gauls": {"alesia": {"barbarian": 5}},
        "eastern-gauls": {"petrodava": {"barbarian": 5}},
        "germans": {"marobudum": {"barbarian": 5}},
    }
    s = table(units)
    assert roving_armies(s) == [(GERMANS, node("marobudum"))]
    assert GALLIC_REBELS not in {side for side, _ in roving_armies(s)}


@pytest.mark.rule("PR-13.2.7")
def test_to_destroy_a_town_costs_its_wall_points() -> None:
    s = world({"rome": {"roma": {"legion": 1}}}, operation="choose", sites={"narbo": town("independents")})
    s.dice = ScriptedDice([6, 6, 1])
    come_in(s, number(s, "rome"), "western-gauls")
    s.run()
    play(s, "place:alesia")
    march = s.stack[-1]
    march.carry(s, node("narbo"))  # type: ignore[attr-defined]
    for left, is_open in ((1, False), (2, True)):
        march.mp = left  # type: ignore[attr-defined]
        s._legal = {}
        assert ("raze" in choices(s)) == is_open
    play(s, "raze")
    assert node("narbo") not in s.sites


@pytest.mark.rule("PR-13.4.4")
def test_a_capital_that_another_player_holds_is_not_frightened() -> None:
    for holder, less in ((None, 1), ("carthage", 0)):
        units = {"western-gauls": {"arretium": {"barbarian": 9}}}
        if holder:
            units[holder] = {"roma": {"heavy": 1}}
        s = world(units, operation="choose")
        before = stability(s, "rome")
        scare_capitals(s, 6)
        scare_capitals(s, 6)
        assert stability(s, "rome") == before - less


@pytest.mark.rule("PR-13.3-DANUBE", "PR-13.3-GERMANY", "PR-13.3-GAULc")
@pytest.mark.parametrize(("strength", "left"), [(8, {}), (9, {"light": 1}), (12, {"light": 4})])
def test_eight_battle_points_are_struck_down_at_most(strength: int, left: dict[str, int]) -> None:
    s = table({"rome": {"narbo": {"light": strength, "garrison": 1}}}, leaders={"rome-3": "narbo"})
    eliminate(s, node("narbo"), "PR-13.3-DANUBE")
    s.run()
    assert at(s, "rome", "narbo") == left
    assert (s.leader_at[s.box.leader("rome-3")] >= 0) == bool(left), "he dies with his Army"


@pytest.mark.rule("PR-13.2.3", "PR-13.2.4a")
@pytest.mark.parametrize("side", ["western-gauls", "germans", "rebels", "tribes"])
def test_barbarians_neither_withdraw_nor_retreat(side: str) -> None:
    s = table({"rome": {"narbo": {"legion": 6}}, side: {"nemausus": {"barbarian": 9}}, "east": {"tyre": {"heavy": 1}}})
    s.push(March(ROME, ROME, node("narbo")))
    s.dice = ScriptedDice([4, 4, 1, 3, 4])
    s.run()
    play(s, "take-all", "march:nemausus")
    seen: set[str] = set()
    while s.stack[-1].name in ("battle", "losses", "withdrawal", "retreat"):
        seen |= set(choices(s))
        words = choices(s)
        play(s, "done" if "done" in words else words[0])
    assert seen.isdisjoint({"stand", "withdraw", "retreat", "hold", "force"})
    assert at(s, side, "nemausus"), "beaten, they are where they were"

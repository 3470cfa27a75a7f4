"""Chapters 1 and 2: definitions and components; corners of chapters 3, 5, 6, 7 and 14."""

from __future__ import annotations

import random

import pytest

from games.pax_romana.helpers import (
    WEST,
    WORLD,
    at,
    choices,
    city,
    node,
    play,
    refused,
    script,
    stability,
    talents,
    town,
    west,
    world,
)
from ludi.core import BadOption, FastDice
from ludi.games.pax_romana import GAME, PaxRomanaState, position
from ludi.games.pax_romana.asking import questions as q
from ludi.games.pax_romana.ch09_movement.enemies import hostile
from ludi.games.pax_romana.ch10_battle.battle import Battle
from ludi.games.pax_romana.world.pieces import (
    BARBARIAN,
    CAVALRY,
    GALLEY,
    GARRISON,
    GERMANS,
    HEAVY,
    INDEPENDENT,
    INFANTRY,
    LAND,
    LEGION,
    LIGHT,
    MERCENARY,
    MILITIA,
    ONE,
    SOF,
    TRIBES,
    WEST_GAULS,
)
from ludi.games.pax_romana.world.scenario import read_scenario, tables


def battle_of(s: PaxRomanaState) -> Battle:
    return next(p for p in reversed(s.stack) if isinstance(p, Battle))


@pytest.mark.rule("PR-1.3")
def test_turns_are_generations() -> None:
    labels = read_scenario("V")["turn_labels"]
    assert (labels[0], labels[2], labels[8], labels[9]) == ("300-275 BCE", "250-225 BCE", "100-75 BCE", "75-50 BCE")


@pytest.mark.rule("PR-1.0a")
def test_the_advanced_game_is_not_mixed_in() -> None:
    standard, advanced = GAME.box({"scenario": "V"}), GAME.box({"scenario": "V", "format": "advanced"})
    assert (standard.advanced, advanced.advanced) == (False, True)
    assert GAME.box({"scenario": "VI"}).advanced, "this scenario is for the Advanced Game alone"
    with pytest.raises(BadOption):
        GAME.box({"scenario": "II", "format": "advanced"})
    words = set(advanced.vocabulary) - set(standard.vocabulary)
    assert {advanced.vocabulary.spell(action) for action in words} >= {"play:spies", "discard-card:spies", "pay"}


@pytest.mark.rule("PR-1.4-INFANTRY")
def test_infantry() -> None:
    for kind in (LEGION, HEAVY, LIGHT, MILITIA, MERCENARY, BARBARIAN):
        assert ONE[kind] & INFANTRY
    for kind in (CAVALRY, GARRISON, GALLEY):
        assert not ONE[kind] & INFANTRY


@pytest.mark.rule("PR-1.4-ENEMY", "PR-1.4-FRIENDLY", "PR-13.4.6")
def test_friend_and_enemy() -> None:
    s = world({}, soldier_of_fortune="greece")
    greece, rome = s.box.powers.index("greece"), s.box.powers.index("rome")
    assert not hostile(s, greece, greece)
    assert not hostile(s, greece, SOF)
    assert not hostile(s, SOF, greece)
    assert hostile(s, SOF, rome)
    assert hostile(s, rome, SOF)
    for other in (INDEPENDENT, TRIBES, WEST_GAULS, greece):
        assert hostile(s, rome, other)
    assert hostile(s, WEST_GAULS, GERMANS)
    s.pass_rights[greece] = 1 << rome
    assert not hostile(s, rome, greece)


@pytest.mark.rule("PR-1.4-FRIENDLY-SPACE")
def test_friendly_spaces() -> None:
    from ludi.games.pax_romana.ch05_control.ports import friendly_port

    s = west({"carthage": {"rhegium": {"light": 1}, "tarraco": {"garrison": 1}}})
    assert friendly_port(s, 0, node("croton"))
    assert not friendly_port(s, 0, node("rhegium"))
    assert friendly_port(s, 1, node("tarraco"))
    assert not friendly_port(s, 1, node("saguntum"))


@pytest.mark.rule("PR-1.4-ARMY", "PR-1.4-LAND-BATTLE", "PR-1.4-ACTIVE")
def test_a_single_unit_is_an_army_and_an_empty_city_fights() -> None:
    s = world({"rome": {"roma": {"light": 1}}}, sites={"capua": city("carthage")}, dice=[3])
    play(s, "minor:roma", "take:light", "march:capua")
    assert battle_of(s).walls
    assert battle_of(s).field(s).points() == (1, 5)
    assert s.active == s.box.powers.index("rome")


@pytest.mark.rule("PR-2.1.2c", "PR-12.5a")
def test_rhodes_is_its_own_power() -> None:
    s = GAME.deal(GAME.box(WORLD), FastDice(random.Random(1)))
    assert s.occupier(node("rhodes")) == INDEPENDENT
    assert s.occupier(node("syracuse")) == INDEPENDENT
    assert s.occupier(node("messana")) == INDEPENDENT
    assert "rhodes" in [realm.word for realm in s.box.realms]


@pytest.mark.rule("PR-2.1.4b", "PR-9.5.2b", "PR-9.2.2")
def test_an_alpine_pass_is_a_connection_for_land_units() -> None:
    s = world({"rome": {"taurinorum": {"legion": 1}}}, dice=[3])
    assert node("valentia") not in s.box.atlas.sea[node("taurinorum")]
    play(s, "minor:taurinorum", "take:legion")
    script(s, [1])
    assert "march:valentia" in choices(s)
    short = world({"rome": {"taurinorum": {"legion": 1}}}, dice=[2])
    play(short, "minor:taurinorum", "take:legion")
    assert refused(short, "rome", "march:valentia") == "PR-9.2.1n"
    assert refused(short, "rome", "march:roma") == "PR-9.2.2"


@pytest.mark.rule("PR-2.1.5", "PR-2.2a", "PR-2.0")
def test_the_view_shows_tracks_and_counters() -> None:
    s = GAME.deal(GAME.box(WEST), FastDice(random.Random(1)))
    view = s.view(0)
    rome = view["powers"][0]
    assert (rome["talents"], rome["stability"], rome["vp"]) == (13, 4, 0)
    assert (view["turn"], view["phase"], view["order"]) == (2, "F", ["carthage"])
    assert view["units"]["rome"]["rhegium"] == {"legion": 3}
    assert view["leaders"]["rome-7"] == "rhegium"
    assert view["sites"]["roma"] == {"owner": "rome", "kind": "city", "walls": 5}


@pytest.mark.rule("PR-2.2b", "PR-2.5", "PR-2.5-EX1")
def test_counters_and_coins_are_plain_numbers() -> None:
    s = west({"rome": {"roma": {"legion": 7}}}, dice=[2])
    play(s, "minor:roma", "take:legion", "march:capua", "halt")
    assert at(s, "rome", "roma") == {"legion": 6}
    s = west({}, operation="recruitment", active="rome", treasury={"rome": 3, "carthage": 0})
    play(s, "legion:roma")
    assert talents(s, "rome") == 1


@pytest.mark.rule("PR-2.7", "PR-2.6-T-NAVAL")
def test_dice_have_six_sides() -> None:
    seen = set()

    class Checked(FastDice):
        def roll(self, sides: int = 6, purpose: str = "") -> int:
            number = super().roll(sides)
            assert 1 <= number <= sides
            seen.add(sides)
            return number

    rng = random.Random(8)
    s = GAME.deal(GAME.box(WEST), Checked(rng))
    while s.actors():
        seat = s.actors()[0]
        s.play(seat, rng.choice(s.legal(seat)))
    assert seen == {6}


@pytest.mark.rule("PR-3.5.1c", "PR-9.1.1c", "PR-3.4.5a")
def test_a_minor_move_moves_or_builds() -> None:
    s = west({"rome": {"gades": {"garrison": 2, "legion": 1}, "roma": {"legion": 1}}}, dice=[3])
    assert {"minor:roma", "town:gades", "major:roma"} <= set(choices(s))
    play(s, "town:gades", "minor:roma", "take:legion", "halt")
    assert refused(s, "rome", "minor:gades") == "PR-9.1.1b"
    assert "major:gades" in choices(s)


@pytest.mark.rule("PR-3.4.2g")
def test_events_change_the_number_of_markers() -> None:
    from ludi.games.pax_romana.ch16_events.stability_check import civil_war

    s = world({}, operation="choose", stability={"rome": -5}, markers={"rome": 3, "carthage": 2})
    rome = s.box.powers.index("rome")
    civil_war(s, rome)
    assert s.pool[rome] == 0


@pytest.mark.rule("PR-5.3.3", "PR-5.4.3b")
def test_a_power_without_home_plays_on() -> None:
    home = [n for n in range(222) if GAME.box(WEST).home[n] == 0]
    units = {"carthage": {GAME.box(WEST).place(n): {"heavy": 1} for n in home}, "rome": {"gades": {"legion": 1}}}
    s = west(units, sites={"gades": town("rome")}, operation="choose")
    assert {"pass", "expand"} <= set(choices(s))
    assert q.who_controls_space(s, "gades")["who"] == "rome"
    assert q.standings(s)["rome"]["cvp"] == 1


@pytest.mark.rule("PR-6.3d")
def test_galleys_are_built_where_the_port_was_held_before() -> None:
    s = position(
        WEST,
        units={"carthage": {"tarraco": {"light": 1}}},
        operation="phase",
        phase="E",
        treasury={"carthage": 10},
        markers={"rome": 1},
    )
    s.play(1, s.unspell("light:saguntum"))
    words = [s.spell(action) for action in s.legal(1)]
    assert "galley:tarraco" in words
    assert "galley:saguntum" not in words


@pytest.mark.rule("PR-7.1.4")
def test_nobody_repairs_what_is_not_his() -> None:
    s = west(
        {"rome": {"roma": {"legion": 1}}}, sites={"utica": city("carthage", 3), "syracuse": city("independents", 3)}
    )
    assert refused(s, "rome", "repair:utica") == "PR-7.1.4"
    assert refused(s, "rome", "repair:syracuse") == "PR-7.1.4"


@pytest.mark.rule("PR-2.6-T-STABILITY", "PR-14.1.3")
def test_the_stability_table_agrees_with_the_engine() -> None:
    from ludi.games.pax_romana.world.stability_track import RANGES, stability_range

    for word, (low, high) in ((w, v) for w, v in tables()["stability_ranges"].items() if w != "source"):
        assert all(RANGES[stability_range(level)] == word for level in range(low, high + 1))


def test_stability_is_never_out_of_range_in_the_view() -> None:
    s = west({"rome": {"roma": {"legion": 1}}})
    assert -6 <= stability(s, "rome") <= 8
    assert s.at(0, node("roma")) & LAND

"""Chapters 12.5.5 and 17.2: PONTUS."""

from __future__ import annotations

from typing import Any

import pytest

from games.pax_romana.advanced_tools import CARTHAGE, EAST, GREECE, ROME, hold, to_operation, unasked, words
from games.pax_romana.battle_tools import finish
from games.pax_romana.helpers import Units, actor, at, choices, node, play, refused, script, talents, town
from ludi.core import ScriptedDice
from ludi.games.pax_romana import PaxRomanaState
from ludi.games.pax_romana.ch03_sequence.turn import draw_marker, next_marker, next_turn
from ludi.games.pax_romana.ch05_control.control import province_control
from ludi.games.pax_romana.ch09_movement.enemies import hostile
from ludi.games.pax_romana.ch09_movement.interception import Interception
from ludi.games.pax_romana.ch09_movement.interceptors import interceptors
from ludi.games.pax_romana.ch09_movement.ways import step_ban
from ludi.games.pax_romana.ch10_battle.retreat_ways import sea_retreats
from ludi.games.pax_romana.ch12_special.pontus import PONTIC_MARKER, PonticActivation, pontus_lives
from ludi.games.pax_romana.world.atlas import LAND_LINK, atlas
from ludi.games.pax_romana.world.cards import CARD_NAMES
from ludi.games.pax_romana.world.pieces import GALLEY, GALLEYS, HEAVY, LIGHT, ONE, PONTUS, pack


def rising(units: Units | None = None, **facts: Any) -> PaxRomanaState:
    """Greece has played PONTUS; its Units are still to be placed."""
    s = hold(units or {}, "pontus", active="greece", **facts)
    return unasked(play(s, "play:pontus"))


def risen(units: Units | None = None, where: str = "sinope", **facts: Any) -> PaxRomanaState:
    """The same with all Units of Pontus in one Space."""
    s = rising(units, **facts)
    while s.stack[-1].name == "pontic-muster":
        play(s, f"place:{where}")
    return s


def moving(units: Units | None = None, **facts: Any) -> PaxRomanaState:
    """The marker of Pontus was drawn, and it moves."""
    s = risen(units, **facts)
    del s.stack[1:]
    s.pool = [0] * len(s.pool)
    s.active, s.streak = ROME, 2
    s.moved = {}
    s.dice = ScriptedDice([1], after=None)
    s.run()
    return unasked(s)


@pytest.mark.rule("PR-12.5.5a", "PR-17.2-PONTUS")
def test_pontus_needs_an_empty_space_of_its_province() -> None:
    full = {place: {"light": 1} for place in ("nicomedia", "heraclea", "gangra", "sinope", "amisus", "amasia")}
    s = hold({"east": full}, "pontus", active="greece")
    assert refused(s, "greece", "play:pontus") == "PR-12.5.5a"
    s = risen()
    assert s.pontus_player == GREECE, "beside his own Power"
    assert s.view(0)["used_up"] == ["pontus"], "the card leaves the game"


@pytest.mark.rule("PR-12.5.5b")
def test_its_units_are_placed_in_empty_spaces_as_its_player_likes() -> None:
    s = rising({"east": {"nicomedia": {"light": 1}}}, sites={"amisus": town("east")})
    assert actor(s) == "greece"
    assert words(s, "place") == {"heraclea", "gangra", "sinope", "amasia"}
    assert refused(s, "greece", "place:nicomedia") == "PR-12.5.5b"
    play(s, "place:gangra", "place:gangra", "place:sinope", "place:sinope")
    play(s, "place:heraclea", "place:sinope", "place:amasia")
    assert words(s, "place") == {"heraclea", "sinope"}, "a Galley Squadron in a Port"
    play(s, "place:sinope")
    assert at(s, "pontus", "gangra") == {"heavy": 2}
    assert at(s, "pontus", "sinope") == {"heavy": 2, "light": 1, "galley": 1}
    assert at(s, "pontus", "heraclea") == {"light": 1}
    assert at(s, "pontus", "amasia") == {"cavalry": 1}
    inland = {place: {"light": 1} for place in ("nicomedia", "heraclea", "sinope", "amisus", "amasia")}
    s = rising({"east": inland})
    assert at(s, "pontus", "gangra") == {"heavy": 4, "light": 2, "cavalry": 1}, "no Port, no Galley Squadron"


@pytest.mark.rule("PR-12.5.5c", "PR-3.4.4c", "PR-3.4.2g")
def test_its_marker_is_in_the_pool_at_once_and_each_turn_beside_the_others() -> None:
    s = risen()
    assert s.pontus_marker == 1
    s.pool = [0] * len(s.pool)
    assert draw_marker(s) == PONTIC_MARKER
    s.pontus_marker = 0
    script(s, [1, 2, 3, 4])
    next_turn(s)
    assert s.pontus_marker == 1
    assert s.pool == [3, 3, 3, 3, 0], "it is none of a player's four"
    s.remove(PONTUS, node("sinope"), s.at(PONTUS, node("sinope")) & 0xFFFFFFFFFFFFFFFFFF)
    script(s, [1, 2, 3, 4])
    next_turn(s)
    assert s.pontus_marker == 0


@pytest.mark.rule("PR-12.5.5d", "PR-3.4.4c")
def test_its_activation_is_free_without_a_card_and_moves_pontines_only() -> None:
    s = moving({"greece": {"athens": {"heavy": 2}}})
    assert s.stack[-1].name == "pontus"
    assert actor(s) == "greece"
    before, deck = talents(s, "greece"), len(s.deck)
    assert words(s, "major") == words(s, "minor") == {"sinope"}
    assert refused(s, "greece", "major:athens") == "PR-12.5.5d"
    script(s, [3] * 4)
    play(s, "major:sinope", "take:heavy", "take:heavy", "go", "march:amisus", "halt")
    assert at(s, "pontus", "amisus") == {"heavy": 2}
    assert refused(s, "greece", "major:sinope") == "PR-9.1.1a", "one Major Move"
    assert (talents(s, "greece"), len(s.deck)) == (before, deck)


@pytest.mark.rule("PR-12.5.5d")
def test_it_has_two_minor_moves_beside_the_major_one() -> None:
    s = moving()
    script(s, [3] * 4)
    for _ in range(2):
        play(s, "minor:sinope", "take:heavy")
        while s.stack[-1].name == "move":
            play(s, "march:amisus" if "march:amisus" in choices(s) else "halt")
    assert refused(s, "greece", "minor:sinope") == "PR-9.1.1b"
    assert words(s, "major")


@pytest.mark.rule("PR-3.4.2e", "PR-12.5.5d")
def test_its_marker_does_not_count_for_two_in_a_row() -> None:
    s = moving()
    assert s.active == GREECE
    activation = s.stack[-1]
    assert isinstance(activation, PonticActivation)
    activation.before = EAST
    s.pool[EAST], s.pool[CARTHAGE] = 1, 1
    s.dice = ScriptedDice([1], after=None)
    play(s, "done")
    assert s.active == CARTHAGE, "The East has had two in a row before it"


@pytest.mark.rule("PR-12.5.5e")
def test_pontus_keeps_apart_from_the_units_of_its_player() -> None:
    s = moving({"greece": {"amisus": {"heavy": 1}}})
    army = s.at(PONTUS, node("sinope"))
    assert step_ban(s, PONTUS, node("sinope"), node("amisus"), LAND_LINK, army) == "PR-12.5.5e"
    assert step_ban(s, GREECE, node("amisus"), node("sinope"), LAND_LINK, s.at(GREECE, node("amisus"))) == "PR-12.5.5e"
    assert not hostile(s, GREECE, PONTUS)
    assert not hostile(s, PONTUS, GREECE), "nor do they fight"
    assert hostile(s, ROME, PONTUS)
    assert not [n for n, leader in enumerate(s.box.leaders) if leader.side == PONTUS], "it has no leaders"
    script(s, [2])
    play(s, "major:sinope")
    assert not [word for word in choices(s) if word.startswith(("break", "legion", "heavy:"))], "it raises nothing"


@pytest.mark.rule("PR-12.5.5e")
def test_an_army_of_its_player_passes_its_fleet_and_does_not_land_beside_it() -> None:
    s = risen({"greece": {"amisus": {"heavy": 1, "galley": 1}}})
    assert at(s, "pontus", "sinope") == {"heavy": 4, "light": 2, "cavalry": 1, "galley": 1}
    script(s, [4, 4, 4])
    play(s, "done", "expand", "major:amisus", "take-all", "embark", "escort:1", "sail:sinope")
    assert s.stack[-1].name == "move", "nobody fights"
    assert refused(s, "greece", "debark") == "PR-12.5.5e"


@pytest.mark.rule("PR-12.5.5e")
def test_pontines_may_retreat_and_be_forced_to() -> None:
    fresh = risen({"rome": {"amisus": {"legion": 5}}})
    del fresh.stack[1:]
    fresh.pool = [0, 0, 0, 1, 0]
    fresh.pontus_marker = 0
    fresh.deck = [CARD_NAMES.index("revenues-and-stability")]
    fresh.dice = ScriptedDice([1] * 4)
    fresh.run()
    unasked(fresh)
    play(fresh, "pay")
    to_operation(fresh)
    script(fresh, [6])
    play(fresh, "expand", "major:amisus", "take-all")
    unasked(fresh)
    play(fresh, "march:sinope")
    assert actor(fresh) == "greece"
    assert "withdraw" in choices(fresh)
    script(fresh, [6, 1] + [3] * 8)
    unasked(play(fresh, "stand"))
    while fresh.stack[-1].name in ("battle", "losses") and "retreat" not in choices(fresh):
        unasked(play(fresh, choices(fresh)[0]))
    assert "retreat" in choices(fresh)
    assert actor(fresh) == "greece"
    play(fresh, "hold")
    assert "force" in choices(fresh)


@pytest.mark.rule("PR-12.5.5f")
def test_pontus_denies_control_to_all() -> None:
    s = risen(where="sinope")
    province = atlas().province_index["pontus"]
    assert s.holder(node("sinope")) == PONTUS
    s.add(GREECE, node("gangra"), ONE[HEAVY])
    assert province_control(s, province).who == -1, "nor is its player alone there"
    for place in ("nicomedia", "heraclea", "amisus"):
        s.add(PONTUS, node(place), ONE[HEAVY])
    assert province_control(s, province).who == -1


@pytest.mark.rule("PR-12.5.5f")
def test_what_pontus_captures_is_independent() -> None:
    s = moving(sites={"amisus": town("east", 1)})
    script(s, [6] * 4)
    play(s, "major:sinope", "take-all", "march:amisus")
    finish(s)
    assert s.site_owner(node("amisus")) == 4


@pytest.mark.rule("PR-12.5.5g")
def test_pontus_is_gone_with_its_last_land_combat_unit() -> None:
    s = risen()
    fleet = s.at(PONTUS, node("sinope")) >> 88 << 88
    s.remove(PONTUS, node("sinope"), s.at(PONTUS, node("sinope")) - fleet)
    pontus_lives(s)
    assert at(s, "pontus", "sinope") == {}
    assert s.pontus_player == -1
    assert s.pontus_marker == 0
    assert not next_marker(s) or s.stack[-1].name != "pontus"


@pytest.mark.rule("PR-9.3.1a", "PR-12.5.5d")
def test_pontus_intercepts_at_its_players_word() -> None:
    s = risen({"rome": {"ancyra": {"legion": 1}}}, where="sinope")
    gangra = node("gangra")
    s.add(ROME, gangra, pack({"legion": 1}))
    assert (PONTUS, node("sinope"), False) in interceptors(s, ROME, gangra)
    assert (PONTUS, node("sinope"), False) not in interceptors(s, GREECE, gangra), "not against its own player"
    s.stack[1:] = []
    s.push(Interception(ROME, ROME, gangra, node("ancyra"), -1))
    s.active = ROME
    script(s, [6, 6, *[3] * 12])
    s.run()
    assert s.decider(s.box.seat_of[GREECE]) == GREECE
    assert "intercept:sinope" in choices(s)
    assert refused(s, "greece", "intercept:amasia") == "PR-9.3.1a"
    play(s, "intercept:sinope")
    finish(s)
    assert s.at(PONTUS, gangra), "it won, and stays"


@pytest.mark.rule("PR-12.5.5d")
def test_pontus_does_not_ride_to_where_its_player_stands() -> None:
    s = risen({"greece": {"gangra": {"heavy": 1}}}, where="sinope")
    assert all(who != PONTUS for who, _, _ in interceptors(s, ROME, node("gangra")))


@pytest.mark.rule("PR-12.5.5d", "PR-10.7.5")
def test_pontines_retreat_by_sea_with_a_squadron_of_their_own() -> None:
    s = risen(where="sinope")
    sinope, amisus = node("sinope"), node("amisus")
    ports = [near for near in s.box.atlas.sea[sinope] if near < s.box.atlas.spaces]
    assert amisus in ports
    assert not sea_retreats(s, (PONTUS,), sinope), "no Port near is theirs"
    s.add(PONTUS, amisus, ONE[LIGHT])
    assert sea_retreats(s, (PONTUS,), sinope) == [amisus]
    s.remove(PONTUS, sinope, s.at(PONTUS, sinope) & GALLEYS)
    s.add(GREECE, sinope, ONE[GALLEY])
    assert not sea_retreats(s, (PONTUS,), sinope), "their player's Squadrons do not serve them"

"""Chapters 13.3 and 17.2: REBELLION, area by area."""

from __future__ import annotations

from typing import Any

import pytest

from games.pax_romana.advanced_tools import CARTHAGE, EAST, GREECE, ROME, draw, to_operation, words
from games.pax_romana.battle_tools import finish
from games.pax_romana.helpers import (
    Units,
    actor,
    at,
    choices,
    city,
    mp,
    node,
    play,
    refused,
    script,
    talents,
    town,
)
from ludi.games.pax_romana import PaxRomanaState, position
from ludi.games.pax_romana.ch03_sequence.expansion import hosts
from ludi.games.pax_romana.ch03_sequence.turn import next_turn, removal
from ludi.games.pax_romana.ch05_control.control import province_control
from ludi.games.pax_romana.ch06_treasury.income import income_lines
from ludi.games.pax_romana.ch09_movement.ways import step_cost, way_cost
from ludi.games.pax_romana.ch09_movement.withdrawal_ways import ports_next
from ludi.games.pax_romana.ch10_battle.battle import Battle
from ludi.games.pax_romana.ch10_battle.retreat_ways import sea_retreats
from ludi.games.pax_romana.ch11_naval.withdrawal import withdrawal_steps
from ludi.games.pax_romana.ch13_barbarians.invaders import barred_to_invaders
from ludi.games.pax_romana.ch13_barbarians.rebels import closed_harbour
from ludi.games.pax_romana.world.atlas import LAND_LINK, atlas
from ludi.games.pax_romana.world.pieces import GALLIC_REBELS, REBELS, pack

AREAS = {
    "naval-mutiny": (1, 1),
    "cyprus": (1, 2),
    "africa": (2, 2),
    "germany": (2, 3),
    "judea": (3, 3),
    "hispania": (3, 4),
    "gaul": (4, 4),
    "danube": (4, 5),
    "britannia": (5, 5),
    "mauretania": (5, 6),
    "sardinia": (6, 6),
}


def rebel(area: str, units: Units, dice: tuple[int, ...] = (), **facts: Any) -> PaxRomanaState:
    """Rome draws REBELLION, and the dice name this area."""
    return draw(units, "rebellion", (*AREAS[area], *dice), **facts)


@pytest.mark.rule("PR-13.3a", "PR-17.2-REBELLION")
def test_two_dice_on_the_table_name_the_area() -> None:
    for area, dice in AREAS.items():
        s = rebel(area, {})
        assert s.box.tables["rebellion"][str(sum(dice))] == area
        assert "rebellion" in s.view(0)["discards"] or s.stack[-1].name != "activation", "it is played when drawn"


@pytest.mark.rule("PR-13.3-AFRICA", "PR-13.3b")
def test_mercenaries_in_africa_become_rebels_of_equal_strength() -> None:
    units: Units = {"carthage": {"utica": {"mercenary": 2}, "zama": {"mercenary": 1}, "iol": {"mercenary": 1}}}
    s = rebel("africa", units)
    assert at(s, "rebels", "utica") == {"barbarian": 6}
    assert at(s, "rebels", "zama") == {"barbarian": 3}
    assert at(s, "carthage", "utica") == at(s, "carthage", "zama") == {}
    assert at(s, "carthage", "iol") == {"mercenary": 1}, "Mauretania is not Africa"
    removal(s)
    script(s, [1, 2, 3, 4])
    next_turn(s)
    assert at(s, "rebels", "utica") == {"barbarian": 6}, "they stay until eliminated"


@pytest.mark.rule("PR-13.3-AFRICA")
def test_without_mercenaries_of_carthage_nothing_happens_in_africa() -> None:
    s = rebel("africa", {"carthage": {"utica": {"heavy": 2}}, "greece": {"thapsus": {"mercenary": 1}}})
    assert not s.places_of(REBELS)
    assert at(s, "greece", "thapsus") == {"mercenary": 1}
    assert s.stack[-1].name == "activation"


def african_battle(dice: tuple[int, ...], **facts: Any) -> PaxRomanaState:
    """Two mercenaries (6 BP) rise against two Heavy Infantry (6 BP) at Zama; the dice are the Battle's."""
    return rebel("africa", {"carthage": {"zama": {"mercenary": 2, "heavy": 2}}}, dice, **facts)


@pytest.mark.rule("PR-13.3-AFRICAb")
def test_rebels_who_win_drive_the_carthaginians_out() -> None:
    s = finish(african_battle((6, 5)))
    assert at(s, "carthage", "zama") == {}, "they must Retreat"
    assert at(s, "rebels", "zama"), "and the rebels hold the Space"
    assert s.holder(node("zama")) == REBELS


@pytest.mark.rule("PR-13.3-AFRICAb")
def test_rebels_who_lose_are_eliminated_from_the_space() -> None:
    s = finish(african_battle((1, 2)))
    assert at(s, "rebels", "zama") == {}
    assert at(s, "carthage", "zama")


@pytest.mark.rule("PR-13.3-AFRICAb", "PR-13.3-AFRICAc")
def test_after_a_drawn_battle_both_stay() -> None:
    s = finish(african_battle((3, 3)))
    assert at(s, "rebels", "zama")
    assert at(s, "carthage", "zama")
    assert s.stack[-1].name == "activation"


@pytest.mark.rule("PR-13.3-AFRICAb")
def test_rebels_rise_within_the_walls_so_nobody_fights_behind_them() -> None:
    s = african_battle((6, 5), sites={"zama": city("carthage")})
    assert "walls" not in choices(s)
    finish(s)
    assert at(s, "carthage", "zama") == {}


@pytest.mark.rule("PR-13.3-AFRICAc")
def test_africa_pays_nothing_while_rebels_are_left() -> None:
    sites = {"carthago": city("carthage"), "leptis-magna": town("carthage")}
    s = rebel("africa", {"carthage": {"zama": {"mercenary": 1}}}, sites=sites)
    paid = {line.word: line.amount for line in income_lines(s, CARTHAGE)}
    assert paid["africa"] == paid["carthago"] == 0
    assert paid["leptis-magna"] == 1, "other Provinces pay"
    s.remove(REBELS, node("zama"), s.at(REBELS, node("zama")))
    paid = {line.word: line.amount for line in income_lines(s, CARTHAGE)}
    assert paid["africa"] > 0
    assert paid["carthago"] == 3


@pytest.mark.rule("PR-13.3-AFRICAc", "PR-13.3b")
def test_rebels_neither_withdraw_nor_retreat() -> None:
    units: Units = {"carthage": {"zama": {"mercenary": 2}, "carthago": {"heavy": 5}}}
    s = rebel("africa", units, active="carthage")
    to_operation(s)
    script(s, [6, 6, 1])
    asked = []
    play(s, "expand", "major:carthago", "take-all", "march:zama")
    while s.stack[-1].name != "move":
        asked += choices(s)
        play(s, choices(s)[0])
    assert not {"withdraw", "retreat", "force"} & set(asked)
    assert at(s, "rebels", "zama") == {} or at(s, "carthage", "carthago"), "they stayed and fought"


@pytest.mark.rule("PR-13.3-BRITANNIA")
def test_britannia_rises() -> None:
    units: Units = {"rome": {"dubris": {"garrison": 2}, "isca": {"legion": 1, "garrison": 1}, "glevum": {"light": 1}}}
    sites = {"deva": town("rome")}
    s = rebel("britannia", units, sites=sites, tribes={"eboracum": 4})
    assert at(s, "rome", "dubris") == {}
    assert at(s, "rome", "isca") == {"legion": 1}
    assert words(s, "place") == {"dubris", "londinium", "camulodunum", "lindum"}, "unoccupied Spaces"
    assert refused(s, "rome", "place:deva") == "PR-13.3-BRITANNIA"
    play(s, "place:lindum")
    assert at(s, "rebels", "lindum") == {"barbarian": 3}
    assert not s.leaders_of(REBELS, node("lindum"))
    britannia = atlas().province_index["britannia"]
    for space in ("dubris", "londinium", "camulodunum", "eboracum"):
        s.set_tribe(node(space), 0)
        s.add(ROME, node(space), s.at(ROME, node("glevum")))
    assert province_control(s, britannia).who == -1
    assert province_control(s, britannia).rule == "PR-13.3-BRITANNIA"
    s.remove(REBELS, node("lindum"), s.at(REBELS, node("lindum")))
    assert province_control(s, britannia).who == ROME


@pytest.mark.rule("PR-13.3-BRITANNIA")
def test_rebels_are_nobodys_to_move() -> None:
    s = rebel("britannia", {"rome": {"roma": {"legion": 2}}})
    play(s, "place:lindum")
    to_operation(s)
    play(s, "expand")
    assert not [word for word in choices(s) if word.endswith(":lindum")]


@pytest.mark.rule("PR-13.3-CYPRUS")
def test_no_fleet_enters_or_passes_cyprus_in_this_turn() -> None:
    units: Units = {"east": {"alexandria": {"galley": 2}, "arsinoe": {"galley": 1}, "paphos": {"light": 1}}}
    s = rebel("cyprus", units, active="east", markers={"east": 1})
    to_operation(s)
    play(s, "expand")
    assert closed_harbour(s, EAST, node("paphos"))
    assert closed_harbour(s, EAST, node("soli"))
    assert not closed_harbour(s, EAST, node("arsinoe")), "a Galley Squadron of his already lies there"
    assert closed_harbour(s, GREECE, node("arsinoe")), "but not one of Greece"
    assert not closed_harbour(s, EAST, node("alexandria"))
    script(s, [1, 2, 3, 4])
    next_turn(s)
    assert not closed_harbour(s, EAST, node("paphos"))


@pytest.mark.rule("PR-13.3-CYPRUS")
def test_a_voyage_is_kept_out_of_cyprus() -> None:
    units: Units = {"east": {"soli": {"galley": 1}}, "greece": {"ntp-anemurium": {"galley": 1}}}
    s = to_operation(rebel("cyprus", units, active="east", markers={"east": 1}))
    script(s, [6])
    play(s, "expand", "major:soli", "take:galley", "go")
    assert "sail:paphos" not in choices(s)
    assert refused(s, "east", "sail:paphos") == "PR-13.3-CYPRUS"
    assert "sail:ntp-anemurium" in choices(s), "out of Cyprus it may go"


@pytest.mark.rule("PR-13.3-CYPRUS")
def test_neither_retreat_nor_withdrawal_goes_by_sea_into_cyprus() -> None:
    s = rebel("cyprus", {"east": {"soli": {"galley": 1, "light": 2}, "paphos": {"light": 1}, "arsinoe": {"light": 1}}})
    soli, light = node("soli"), pack({"light": 1})
    neighbours = [near for near in s.box.atlas.sea[soli] if near < s.box.atlas.spaces]
    cypriot = [near for near in neighbours if closed_harbour(s, EAST, near)]
    assert cypriot
    assert not {*cypriot} & {*sea_retreats(s, (EAST,), soli)}
    assert not {*cypriot} & {*ports_next(s, EAST, soli, light)}
    assert not {*cypriot} & {*withdrawal_steps(s, EAST, soli)}
    for near in cypriot:
        s.add(EAST, near, pack({"galley": 1, "light": 1}))
        assert near in sea_retreats(s, (EAST,), soli), "where a Squadron of his lies it may"
        assert near in ports_next(s, EAST, soli, light)
        assert near in withdrawal_steps(s, EAST, soli)


@pytest.mark.rule("PR-13.3-DANUBE")
def test_the_danube_rises_where_the_player_of_the_card_says() -> None:
    units: Units = {
        "rome": {"naissus": {"legion": 2, "garrison": 1}, "iuvavum": {"light": 1}},
        "carthage": {"lauriacum": {"garrison": 1}},
        "western-gauls": {"singidunum": {"barbarian": 5}},
    }
    s = rebel("danube", units, tribes={"virunum": 4}, leaders={"rome-3": "naissus"}, active="greece")
    assert actor(s) == "greece"
    assert words(s, "place") == {"naissus", "iuvavum", "lauriacum"}, "player Units, no Barbarians or Tribes"
    assert refused(s, "greece", "place:virunum") == "PR-13.3-DANUBE"
    play(s, "place:naissus")
    assert at(s, "rome", "naissus") == {}, "8 BP and the Garrison"
    assert s.leader_at[s.box.leader("rome-3")] < 0, "the leader with the Army that is gone"
    assert at(s, "rome", "iuvavum") == {"light": 1}


@pytest.mark.rule("PR-13.3-DANUBE")
def test_of_a_larger_army_the_owner_loses_8_points_as_he_chooses() -> None:
    units: Units = {"rome": {"naissus": {"legion": 2, "light": 3}}}
    s = rebel("danube", units, leaders={"rome-3": "naissus"}, active="greece")
    assert actor(s) == "rome", "one Space alone is no choice; the owner chooses the losses"
    play(s, "lose:light", "lose:light", "lose:light")
    assert at(s, "rome", "naissus") == {"reduced-legion": 1}, "3 + 4 + 2: the last loss Reduces"
    assert s.leader_at[s.box.leader("rome-3")] == node("naissus"), "the Army is not eliminated"


@pytest.mark.rule("PR-13.3-DANUBE", "PR-13.3-GERMANY")
def test_without_units_of_players_nothing_happens() -> None:
    for area in ("danube", "germany"):
        s = rebel(area, {}, tribes={"virunum": 4, "aduatuca": 3})
        assert s.stack[-1].name in ("activation", "window")
        assert set(s.tribes) == {node("virunum"), node("aduatuca")}


@pytest.mark.rule("PR-13.3-GERMANY")
def test_germany_is_the_two_provinces_on_the_rhine() -> None:
    magna = atlas().ids[atlas().spaces_of[atlas().province_index["germania-magna"]][0]]
    units: Units = {"rome": {"mogontiacum": {"legion": 1}, "noviomagus": {"light": 2}, magna: {"legion": 1}}}
    s = rebel("germany", units, leaders={"rome-3": "mogontiacum"})
    assert words(s, "place") == {"mogontiacum", "noviomagus"}
    play(s, "place:mogontiacum")
    assert at(s, "rome", "mogontiacum") == {}
    assert s.leader_at[s.box.leader("rome-3")] < 0
    assert at(s, "rome", "noviomagus") == {"light": 2}
    big = rebel("germany", {"rome": {"mogontiacum": {"legion": 3}}})
    assert at(big, "rome", "mogontiacum") == {"legion": 1}, "8 BP at most"


@pytest.mark.rule("PR-13.3-GAUL")
def test_free_gaul_may_lose_a_garrison() -> None:
    units: Units = {
        "rome": {"lutetia": {"garrison": 1}, "dubris": {"garrison": 1}},
        "carthage": {"lugdunum": {"garrison": 1}},
    }
    s = rebel("gaul", units, active="greece")
    assert words(s, "place") == {"lutetia", "dubris", "lugdunum"}
    assert "no" in choices(s), "he may leave them"
    play(s, "place:lugdunum")
    assert at(s, "carthage", "lugdunum") == {}
    assert not s.places_of(REBELS)
    nothing = rebel("gaul", {"rome": {"lutetia": {"light": 1}}, "greece": {"lugdunum": {"light": 1}}})
    assert nothing.stack[-1].name in ("activation", "window")


NARBO: Units = {"rome": {"narbo": {"garrison": 1}, "tolosa": {"light": 1}, "massilia": {"garrison": 1}}}
"""Rome Controls Narbonensis and nothing else."""


def gaul_held(*dice: int, **facts: Any) -> PaxRomanaState:
    return rebel("gaul", facts.pop("units", NARBO), dice, active=facts.pop("active", "greece"), **facts)


@pytest.mark.rule("PR-13.3-GAULb")
def test_the_die_and_the_provinces_held_make_a_rebellion_local_or_massive() -> None:
    assert gaul_held(5).stack[-1].stage == "local", "5 + 1"
    assert gaul_held(6).stack[-1].stage == "home", "6 + 1"
    more: Units = {"rome": {**NARBO["rome"], "lutetia": {"garrison": 1}, "dubris": {"garrison": 1}}}
    for space in ("lugdunum", "bibracte", "agedincum", "rotomagus", "caesarodunum"):
        more["rome"][space] = {"garrison": 1}
    assert gaul_held(4, units=more).stack[-1].stage == "local", "4 + 2; Britannia does not count"
    assert gaul_held(5, units=more).stack[-1].stage == "home"


@pytest.mark.rule("PR-13.3-GAULc", "PR-13.3-GAULd")
def test_a_local_rebellion() -> None:
    sites = {"nemausus": town("rome")}
    units: Units = {"rome": {"narbo": {"legion": 2}, "massilia": {"garrison": 2}, "nemausus": {"light": 1}}}
    s = gaul_held(1, units=units, sites=sites, leaders={"rome-3": "narbo"})
    assert words(s, "place") == {"narbo", "massilia"}, "Spaces with player Units, without City or Town"
    assert refused(s, "greece", "place:nemausus") == "PR-13.3-GAULc"
    play(s, "place:narbo")
    assert at(s, "rome", "narbo") == {}
    assert s.leader_at[s.box.leader("rome-3")] < 0
    assert at(s, "rebels", "narbo") == {"barbarian": 3}
    assert at(s, "rebels", "tolosa") == at(s, "rebels", "valentia") == {"barbarian": 1}, "Spaces nobody Controls"
    assert at(s, "rebels", "massilia") == at(s, "rebels", "nemausus") == {}
    assert at(s, "rebels", "lugdunum") == {}, "that Province alone"
    assert at(s, "rome", "nemausus") == {"light": 1}, "a Town is unaffected"


@pytest.mark.rule("PR-13.3-GAULc", "PR-13.3-GAULd")
def test_survivors_of_a_local_rebellion_are_attacked() -> None:
    units: Units = {"rome": {"narbo": {"legion": 3}, "massilia": {"garrison": 1}, "tolosa": {"light": 1}}}
    s = gaul_held(1, 1, 6, units=units)
    play(s, "place:narbo")
    finish(s)
    assert at(s, "rome", "narbo") == {"legion": 1}, "8 of 12 BP are gone, and the rest won"
    assert at(s, "rebels", "narbo") in ({"barbarian": 1}, {"barbarian": 2}, {}), "who is left of them stays"


@pytest.mark.rule("PR-13.3-GAULe", "PR-13.3-GAULf")
def test_a_massive_rebellion() -> None:
    sites = {"nemausus": town("rome")}
    units: Units = {
        "rome": {
            "narbo": {"legion": 4},
            "massilia": {"garrison": 2},
            "nemausus": {"light": 1},
            "lutetia": {"legion": 1},
        }
    }
    s = gaul_held(6, units=units, sites=sites, leaders={"rome-3": "narbo"})
    assert words(s, "rise") == {"belgica", "lugdunensis", "aquitania", "narbonensis"}
    assert refused(s, "greece", "rise:britannia") == "PR-13.3-GAULe"
    play(s, "rise:narbonensis")
    assert at(s, "rome", "narbo") == at(s, "rome", "massilia") == {}
    assert s.leader_at[s.box.leader("rome-3")] < 0
    assert at(s, "rome", "nemausus") == {"light": 1}, "a Town stands"
    assert at(s, "rome", "lutetia") == {"legion": 1}, "another Province"
    assert words(s, "place") == {"narbo", "nemausus", "tolosa", "massilia", "valentia"}
    script(s, [3, 4])
    play(s, "place:narbo")
    assert at(s, "gallic-rebels", "narbo") == {"barbarian": 7}
    leader = s.box.leaders[s.box.side_leader[GALLIC_REBELS]]
    assert (leader.tactical, leader.campaign) == (2, 5)
    assert s.leader_at[s.box.side_leader[GALLIC_REBELS]] == node("narbo")
    assert s.stack[-1].name in ("activation", "window"), "nobody is there to attack"


def massive(space: str, **facts: Any) -> PaxRomanaState:
    """Greece has brought 12 Gallic rebels to a Space of Narbonensis, where Rome holds the Town of Nemausus."""
    facts.setdefault("sites", {"nemausus": town("rome")})
    facts.setdefault("units", {**NARBO, "greece": {"athens": {"heavy": 1}}})
    s = gaul_held(6, **facts)
    play(s, "rise:narbonensis")
    script(s, [6, 6])
    return play(s, f"place:{space}")


@pytest.mark.rule("PR-13.3-GAULf", "PR-13.3-GAULg")
def test_the_gallic_army_attacks_where_it_is_put_for_2_points_of_a_major_move() -> None:
    s = massive("nemausus")
    assert choices(s) == ["yes", "no"]
    script(s, [4, 6, 1, 3, 3, 6, 1])
    play(s, "yes")
    finish(s)
    assert s.stack[-1].name == "move"
    assert mp(s) <= 4 + 5 - 2
    while s.stack[-1].name == "move":
        play(s, "halt")
    to_operation(s)
    assert "recruit" not in choices(s)
    assert refused(s, "greece", "recruit") == "PR-13.3-GAULf"
    play(s, "expand")
    assert not words(s, "major")
    assert not words(s, "soldier")
    assert words(s, "minor"), "the Major Move is used, the Minor Moves are not"


@pytest.mark.rule("PR-13.3-GAULf")
def test_without_a_major_move_it_attacks_and_stays() -> None:
    s = massive("nemausus")
    script(s, [6, 1, 3, 3, 6, 1])
    play(s, "no")
    finish(s)
    assert s.stack[-1].name in ("activation", "window")
    assert at(s, "rome", "nemausus") == {}
    to_operation(s)
    assert "recruit" in choices(s)
    play(s, "expand")
    assert not words(s, "soldier"), "not again in this Activation"
    assert words(s, "major")


@pytest.mark.rule("PR-13.3-GAULf")
def test_an_army_may_withdraw_before_the_gauls() -> None:
    units: Units = {"rome": {"narbo": {"garrison": 1}, "nemausus": {"legion": 1}, "tolosa": {"light": 1}}}
    s = massive("nemausus", units=units)
    script(s, [1, 1])
    play(s, "no")
    assert "withdraw" in choices(s)
    assert actor(s) == "rome"


@pytest.mark.rule("PR-13.3-GAULg")
def test_any_active_player_may_lead_it_within_gaul() -> None:
    s = to_operation(massive("narbo"))
    play(s, "expand")
    assert words(s, "soldier") == {"narbo"}
    script(s, [6])
    play(s, "soldier:narbo")
    assert "march:tolosa" in choices(s)
    assert refused(s, "greece", "march:emporiae") == "PR-13.3-GAULg", "Hispania is not Gaul"
    play(s, "halt")
    other = massive("narbo")
    other.active = ROME
    assert hosts(other, ROME) == hosts(other, CARTHAGE) == [node("narbo")]
    for province in ("britannia", "tarraconensis", "germania-inferior"):
        there = atlas().spaces_of[atlas().province_index[province]][0]
        assert barred_to_invaders(s, GALLIC_REBELS, node("narbo"), there)
    removal(s)
    assert not s.places_of(GALLIC_REBELS)
    assert s.leader_at[s.box.side_leader[GALLIC_REBELS]] < 0


@pytest.mark.rule("PR-13.3-GAULg")
def test_gallic_rebels_may_attack_towns_on_their_march() -> None:
    s = to_operation(massive("narbo"))
    script(s, [6])
    play(s, "expand", "soldier:narbo")
    script(s, [6, 1, 3, 3, 6, 1])
    play(s, "march:nemausus")
    finish(s)
    assert s.site_owner(node("nemausus")) != ROME or s.walls(node("nemausus")) < 2


@pytest.mark.rule("PR-13.3-GAULh")
def test_gaul_rises_as_a_whole_once_in_a_game() -> None:
    s = massive("narbo")
    assert s.gaul_rose
    assert gaul_held(6, numbers={"gaul_rose": 1}).stack[-1].stage == "local"
    assert position(**s.snapshot()).gaul_rose


@pytest.mark.rule("PR-13.3-HISPANIA")
def test_hispania_rises() -> None:
    units: Units = {
        "rome": {"emerita": {"garrison": 1}, "gades": {"garrison": 1}},
        "carthage": {"olisipo": {"light": 1}},
    }
    s = rebel("hispania", units, active="greece")
    assert words(s, "place") == {"emerita", "gades"}, "one Garrison goes"
    play(s, "place:emerita")
    assert at(s, "rome", "emerita") == {}
    assert words(s, "place") == {"emerita", "salmantica", "numantia"}
    assert refused(s, "greece", "place:olisipo").startswith("PR-13.3")
    play(s, "place:numantia")
    assert at(s, "rebels", "numantia") == {"barbarian": 3}
    rise_all_the_same = rebel("hispania", {}, tribes={"numantia": 3, "salmantica": 4}, sites={"olisipo": town("rome")})
    assert at(rise_all_the_same, "rebels", "emerita") == {"barbarian": 3}, "the only Space left"


@pytest.mark.rule("PR-13.3-HISPANIAb")
def test_spaces_beside_the_rebels_of_hispania_cost_more() -> None:
    s = rebel("hispania", {"rome": {"osca": {"legion": 1}}} if "osca" in atlas().index else {})
    play(s, "place:numantia")
    for space in ("ilerda", "calagurris", "toletum"):
        assert way_cost(s, node(space), LAND_LINK) == step_cost(atlas(), node(space), LAND_LINK) + 1
    assert way_cost(s, node("gades"), LAND_LINK) == step_cost(atlas(), node("gades"), LAND_LINK)
    assert way_cost(s, node("numantia"), LAND_LINK) == step_cost(atlas(), node("numantia"), LAND_LINK)
    s.remove(REBELS, node("numantia"), s.at(REBELS, node("numantia")))
    assert way_cost(s, node("toletum"), LAND_LINK) == 1


@pytest.mark.rule("PR-13.3-HISPANIAb")
def test_a_march_pays_for_the_rebels() -> None:
    units: Units = {"rome": {"roma": {"legion": 1}, "emerita": {"legion": 2}}}
    s = rebel("hispania", units)
    play(s, "place:numantia")
    to_operation(s)
    script(s, [6])
    play(s, "expand", "major:emerita", "take-all")
    before = mp(s)
    play(s, "march:toletum")
    assert mp(s) == before - 2


@pytest.mark.rule("PR-13.3-JUDEA", "PR-13.3-JUDEAb")
def test_judea_rises() -> None:
    units: Units = {"east": {"gaza": {"garrison": 2, "light": 2}, "joppa": {"galley": 1, "garrison": 1}}}
    s = rebel("judea", units, active="rome")
    assert at(s, "east", "gaza") == {"light": 1}, "Garrisons, and 1 BP more"
    assert at(s, "east", "joppa") == {"galley": 1}
    assert words(s, "place") == {"jerusalem", "petra"}, "no Land Combat Units and no Fleets"
    play(s, "place:jerusalem")
    assert at(s, "rebels", "jerusalem") == {"barbarian": 1}


@pytest.mark.rule("PR-13.3-JUDEA")
def test_who_loses_a_unit_in_judea() -> None:
    alone = rebel("judea", {"east": {"gaza": {"heavy": 1}, "petra": {"light": 1}}}, active="rome")
    assert actor(alone) == "east", "the owner says where"
    play(alone, "place:gaza")
    assert at(alone, "east", "gaza") == {"reduced-heavy": 1}, "at least 1 BP"
    several = rebel("judea", {"east": {"gaza": {"light": 1}}, "greece": {"petra": {"light": 1}}}, active="rome")
    assert actor(several) == "rome", "of several the player of the card chooses"
    play(several, "place:petra")
    assert at(several, "greece", "petra") == {}


@pytest.mark.rule("PR-13.3-JUDEAb")
def test_the_jewish_rebels_take_a_city_and_defend_it() -> None:
    units: Units = {"east": {"gaza": {"light": 2}, "jerusalem": {"garrison": 1}}}
    s = rebel("judea", units, sites={"jerusalem": city("east")}, active="east")
    assert at(s, "rebels", "jerusalem") == {"barbarian": 1}, "an unoccupied City comes first"
    assert s.holder(node("jerusalem")) == REBELS
    to_operation(s)
    script(s, [6])
    play(s, "expand", "major:gaza", "take-all", "march:jerusalem")
    battle = next(p for p in s.stack if isinstance(p, Battle))
    assert battle.walls, "and use its walls"


@pytest.mark.rule("PR-13.3-JUDEAc")
def test_judea_is_hard_to_march_in_while_it_is_in_revolt() -> None:
    s = rebel("judea", {"east": {"gaza": {"light": 2}, "tyre": {"light": 1}}}, active="east")
    play(s, "place:petra")
    for space in ("gaza", "joppa", "jerusalem", "petra"):
        assert way_cost(s, node(space), LAND_LINK) == 2
    to_operation(s)
    script(s, [6])
    play(s, "expand", "major:gaza", "take-all")
    before = mp(s)
    play(s, "march:joppa")
    assert mp(s) == before - 2
    s.remove(REBELS, node("petra"), s.at(REBELS, node("petra")))
    assert way_cost(s, node("gaza"), LAND_LINK) == 1


@pytest.mark.rule("PR-13.3-MAURETANIA")
def test_mauretania_rises() -> None:
    s = rebel("mauretania", {"carthage": {"tingi": {"light": 1}}}, sites={"siga": town("carthage")})
    assert at(s, "rebels", "iol") == at(s, "rebels", "saldae") == {"barbarian": 1}
    assert at(s, "rebels", "tingi") == at(s, "rebels", "siga") == {}
    province = atlas().province_index["mauretania"]
    assert s.provinces[province] == -1
    assert province_control(s, province).rule == "PR-13.3-MAURETANIA"
    for space in ("iol", "saldae"):
        assert province_control(s, province).who == -1
        s.remove(REBELS, node(space), s.at(REBELS, node(space)))
    assert province_control(s, province).who == CARTHAGE
    full = rebel("mauretania", {"carthage": {space: {"light": 1} for space in ("tingi", "siga", "iol", "saldae")}})
    assert not full.places_of(REBELS)


@pytest.mark.rule("PR-13.3-NAVAL-MUTINY")
def test_a_naval_mutiny() -> None:
    units: Units = {
        "rome": {"brundisium": {"galley": 3}},
        "carthage": {"carthago": {"galley": 2}, "utica": {"galley": 1}},
    }
    s = rebel("naval-mutiny", units, active="carthage")
    assert words(s, "place") == {"brundisium", "carthago", "utica"}, "any Fleet, his own too"
    play(s, "place:carthago")
    to_operation(s)
    play(s, "expand")
    assert "major:carthago" not in choices(s)
    assert "major:utica" in choices(s)
    before = talents(s, "carthage")
    play(s, "yes")
    assert talents(s, "carthage") == before - 2, "1T for each of its Squadrons"
    assert "major:carthago" in choices(s)
    poor = rebel("naval-mutiny", units, active="carthage", treasury={"carthage": 2, "rome": 9, "greece": 9, "east": 9})
    play(poor, "place:carthago")
    to_operation(poor)
    play(poor, "expand")
    assert "yes" not in choices(poor), "all or none"
    script(poor, [1, 2, 3, 4])
    next_turn(poor)
    assert not poor.mutinies(CARTHAGE, node("carthago"))


@pytest.mark.rule("PR-13.3-SARDINIA")
def test_sardinia_rises() -> None:
    units: Units = {"carthage": {"caralis": {"garrison": 2, "galley": 1}}}
    s = rebel("sardinia", units)
    assert words(s, "place") == {"caralis", "olbia-sardinia"}
    play(s, "place:caralis")
    assert at(s, "rebels", "caralis") == {"barbarian": 1}
    assert at(s, "carthage", "caralis") == {"galley": 1}, "the Fleet is not affected"
    held = rebel("sardinia", {"carthage": {"caralis": {"light": 1}}}, sites={"olbia-sardinia": town("carthage")})
    assert not held.places_of(REBELS)


@pytest.mark.rule("PR-4.4", "PR-13.3-DANUBE")
def test_whom_a_rebellion_would_strike_may_buy_the_player_off() -> None:
    units: Units = {"carthage": {"naissus": {"heavy": 2}}, "greece": {"singidunum": {"heavy": 1}}}
    s = rebel("danube", units)
    play(s, "place:naissus", bribes=True)
    assert actor(s) == "carthage"
    play(s, "give-talents:2", "done", bribes=True)
    play(s, "accept", bribes=True)
    play(s, "yes", bribes=True)
    assert at(s, "carthage", "naissus") == {"heavy": 2}, "the word is kept"
    assert at(s, "greece", "singidunum") == {}, "so it is the other Space"


@pytest.mark.rule("PR-4.4", "PR-13.3-DANUBE")
def test_a_rebellion_strikes_as_chosen_where_nobody_pays() -> None:
    units: Units = {"carthage": {"naissus": {"heavy": 2}}, "greece": {"singidunum": {"heavy": 1}}}
    s = rebel("danube", units)
    play(s, "place:naissus", bribes=True)
    play(s, "no", bribes=True)
    assert at(s, "carthage", "naissus") == {}
    assert at(s, "greece", "singidunum") == {"heavy": 1}

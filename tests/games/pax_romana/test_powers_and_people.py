"""What befalls Powers and the people who play them: Stability at once, nobody's losses, Events, who wins."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.pax_romana.battle_tools import finish
from games.pax_romana.helpers import (
    WEST,
    actor,
    at,
    choices,
    city,
    node,
    play,
    script,
    stability,
    talents,
    town,
    west,
    world,
)
from ludi.core import FastDice
from ludi.games.pax_romana import PaxRomanaState, position
from ludi.games.pax_romana.asking.wording import phrasebook
from ludi.games.pax_romana.ch03_sequence.activation import Activation
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch09_movement.isolation import Isolation
from ludi.games.pax_romana.ch09_movement.movement import Move
from ludi.games.pax_romana.ch10_battle.battle import FORCES_FREE, Onset
from ludi.games.pax_romana.ch10_battle.sums import DEFENDER
from ludi.games.pax_romana.ch13_barbarians.invasion import Invasion
from ludi.games.pax_romana.ch15_victory.victory import end_game, rank_winners
from ludi.games.pax_romana.ch16_events.events import (
    BARBARIAN_INVASION,
    CONQUEROR,
    HARVEST_TIME,
    PIRATES,
    REVENUES,
    SOLDIER_OF_FORTUNE,
    STABILITY_CHECK,
    draw_event,
    settle_pending,
)
from ludi.games.pax_romana.ch16_events.rebellion import rebellion
from ludi.games.pax_romana.ch16_events.slave_revolt import slave_revolt
from ludi.games.pax_romana.ch16_events.stability_check import civil_war, end_double_cost, marker_cost
from ludi.games.pax_romana.engine.passage import space_way
from ludi.games.pax_romana.world.counters import REVEALED
from ludi.games.pax_romana.world.pieces import SLAVES, WEST_GAULS, pack
from ludi.games.pax_romana.world.scenario import EVENT_NAMES, tables

TWO_PEOPLE = {"scenario": "V", "people": 2}
"""Rome and The East against Carthage and Greece."""


def number(s: PaxRomanaState, power: str) -> int:
    return s.box.powers.index(power)


def dice_for(event: int) -> list[int]:
    """Two dice that bring an Event."""
    total = next(int(total) for total, word in tables()["events"].items() if word == EVENT_NAMES[event])
    return [min(6, total - 1), total - min(6, total - 1)]


# 14.2.1 The instant


@pytest.mark.rule("PR-14.2.1i", "PR-12.7.2")
def test_stability_rises_the_instant_the_last_slaves_are_eliminated() -> None:
    units = {"rome": {"roma": {"legion": 5}}, "slaves-0": {"capua": {"barbarian": 2}}}
    s = west(units, dice=[6], numbers={"slaves_due": 1})
    play(s, "major:roma", "take-all")
    script(s, [6, 1, 3, 4])
    play(s, "march:capua")
    finish(s, "raise")
    assert at(s, "slaves-0", "capua") == {}
    assert s.stack[-1].name == "move", "the Army has not ended its Move"
    assert stability(s, "rome") == 1
    assert s.slaves_due == 0


@pytest.mark.rule("PR-14.2.1i", "PR-12.7.2")
def test_one_of_two_slave_armies_eliminated_ends_no_revolt() -> None:
    units = {"rome": {"roma": {"legion": 5}}, "slaves-0": {"capua": {"barbarian": 2}, "pisae": {"barbarian": 1}}}
    s = west(units, dice=[6], numbers={"slaves_due": 1})
    play(s, "major:roma", "take-all")
    script(s, [6, 1, 3, 4])
    play(s, "march:capua")
    finish(s, "raise")
    assert at(s, "slaves-0", "capua") == {}
    assert stability(s, "rome") == 0


@pytest.mark.rule("PR-14.2.1m", "PR-14.2.1q")
def test_a_capital_entered_in_mid_move_is_lost_at_once_and_regained_when_the_enemy_marches_on() -> None:
    s = west({"carthage": {"capua": {"heavy": 3}}}, active="carthage", dice=[6])
    play(s, "major:capua", "take-all", "march:roma")
    assert s.stack[-1].name == "move"
    assert stability(s, "rome") == -1
    play(s, "march:pisae")
    assert stability(s, "rome") == 0


@pytest.mark.rule("PR-14.2.1m", "PR-14.2.1d", "PR-14.2.1b", "PR-7.4.1a")
def test_a_capture_counts_before_the_move_has_ended() -> None:
    s = west({"carthage": {"capua": {"heavy": 3}}}, active="carthage", sites={"roma": city("rome", 3)}, dice=[6])
    play(s, "major:capua", "take-all", "march:roma")
    if s.stack[-1].name != "capture":
        play(s, "yes")
    play(s, "no")
    assert s.stack[-1].name == "move"
    assert s.site_owner(node("roma")) == number(s, "carthage")
    assert stability(s, "rome") == -1, "the Capital"
    abroad = west({"rome": {"gades": {"legion": 3}}}, sites={"corduba": town("carthage", 1)}, dice=[6])
    baetica = abroad.box.atlas.province_index["baetica"]
    abroad.provinces[baetica] = number(abroad, "carthage")
    play(abroad, "major:gades", "take-all", "march:corduba")
    if abroad.stack[-1].name != "capture":
        play(abroad, "yes")
    play(abroad, "no")
    assert abroad.stack[-1].name == "move"
    assert (stability(abroad, "rome"), stability(abroad, "carthage")) == (1, -1), "the Province"


@pytest.mark.rule("PR-14.2.1b", "PR-14.2.1c")
def test_control_by_presence_is_recounted_at_the_end_of_a_move_only() -> None:
    s = west({"rome": {"gades": {"legion": 1}}}, dice=[6])
    play(s, "major:gades", "take-all", "march:emerita")
    lusitania = s.box.atlas.province_of[node("emerita")]
    assert lusitania != s.box.atlas.province_of[node("gades")]
    assert stability(s, "rome") == 0, "one Province left, another entered"
    play(s, "march:gades", "halt")
    assert stability(s, "rome") == 0
    assert s.provinces[s.box.atlas.province_of[node("gades")]] == number(s, "rome")
    gone = west({"rome": {"gades": {"legion": 2}}}, dice=[6])
    play(gone, "major:gades", "take:legion", "go", "march:emerita")
    assert stability(gone, "rome") == 0
    play(gone, "halt")
    assert stability(gone, "rome") == 1, "now the Move has ended"


# 13.2.4 Losses of those whom nobody plays


def storm(options: Any = None, **facts: Any) -> PaxRomanaState:
    """Carthage stands before a City of Independents; both sides have lost something."""
    units = {"carthage": {"panormus": {"heavy": 9}}, "independents": {"lilybaeum": {"heavy": 1, "light": 2}}}
    facts.setdefault("active", "carthage")
    facts.setdefault("sites", {"lilybaeum": city("independents")})
    s = world(facts.pop("units", units), options=options or {"scenario": "V"}, dice=[5], **facts)
    play(s, "major:panormus", "take-all")
    script(s, [4, 3] + [3, 4] * 4)
    play(s, "march:lilybaeum")
    while s.stack[-1].name == "battle":
        play(s, "bid:0" if "bid:0" in choices(s) else "done")
    assert s.stack[-1].name == "losses"
    return s


@pytest.mark.rule("PR-13.2.4b", "PR-10.3.2a")
def test_a_bystander_distributes_the_losses_of_independents() -> None:
    s = storm()
    order = s.box.play_order
    after = order[(order.index(number(s, "carthage")) + 1) % 4]
    assert actor(s) == s.box.powers[after]
    assert set(choices(s)) == {"lose:heavy", "lose:light", "lose:wall"}, "and it is a real choice"
    play(s, "lose:light")
    assert at(s, "independents", "lilybaeum")["light"] == 1
    assert s.sites[node("lilybaeum")].walls == 5


@pytest.mark.rule("PR-13.2.4b")
def test_a_bystander_is_another_person_and_without_one_the_opponent_distributes() -> None:
    assert actor(storm(WEST, treasury={"rome": 10, "carthage": 10})) == "rome"
    together = storm({"scenario": "V", "seats": "rome+carthage+greece"})
    assert actor(together) == "east", "nobody whose own Power fights, under whatever name"
    s = west({"rome": {"roma": {"legion": 1}}, "slaves-0": {"capua": {"barbarian": 2}}}, active="carthage")
    assert s.active == number(s, "carthage")
    intercepted = Onset((0,), (SLAVES,), node("capua"), node("roma"), 0, FORCES_FREE)
    assert intercepted.loss_taker(s, DEFENDER) == 0, "Carthage marches them, Rome has ridden against them"


@pytest.mark.rule("PR-13.2.4b", "PR-12.7.3c")
def test_the_losses_of_slaves_behind_walls_are_distributed_too() -> None:
    rome = world({}, operation="choose").box.powers.index("rome")
    units = {"rome": {"roma": {"legion": 4}}, f"slaves-{rome}": {"capua": {"barbarian": 6}}}
    s = world(units, sites={"capua": city("rome")}, numbers={"slaves_due": 1 << rome}, dice=[5])
    play(s, "major:roma", "take-all")
    script(s, [5, 3] + [3, 4] * 4)
    play(s, "march:capua")
    while s.stack[-1].name == "battle":
        play(s, "bid:0" if "bid:0" in choices(s) else "done")
    assert s.stack[-1].name == "losses"
    assert actor(s) != "rome"
    assert set(choices(s)) == {"lose:barbarian", "lose:wall"}


# 13.4 Invasions


def invaders(space: str, dice: list[int], **facts: Any) -> PaxRomanaState:
    s = world(facts.pop("units", {}), operation="choose", active="carthage", **facts)
    s.push(Invasion(number(s, "carthage"), WEST_GAULS))
    script(s, dice)
    s.run()
    return play(s, f"place:{space}")


@pytest.mark.rule("PR-13.4.5a", "PR-13.2.6")
def test_invaders_placed_on_a_tribe_attack_it_at_once_for_two_mp() -> None:
    s = invaders("tolosa", [6, 6, 3, 6, 1] + [3, 4] * 4, tribes={"tolosa": 3})
    assert s.stack[-1].name == "battle"
    assert next(p for p in s.stack if isinstance(p, Move)).mp == 3 + 5 - 2
    finish(s, "raise")
    assert node("tolosa") not in s.tribes
    assert at(s, "tribes", "tolosa") == {}
    assert s.stack[-1].name == "move", "and they go on"
    bled = invaders("tolosa", [6, 6, 3, 6, 1] + [3, 4] * 4, units={"tribes": {"tolosa": {"barbarian": 2}}})
    assert bled.stack[-1].name == "battle"
    assert next(p for p in bled.stack if isinstance(p, Move)).mp == 3 + 5 - 2


@pytest.mark.rule("PR-13.4.5a")
def test_invaders_that_do_not_beat_the_tribe_they_were_put_on_leave_it() -> None:
    s = invaders("tolosa", [1, 1, 3, 1, 1] + [3, 4] * 4, tribes={"tolosa": 8})
    finish(s, "done")
    if s.stack[-1].name == "scatter":
        play(s, choices(s)[0])
    assert at(s, "western-gauls", "tolosa") == {}
    assert node("tolosa") in s.tribes or at(s, "tribes", "tolosa")
    assert s.tribes.get(node("tolosa"), REVEALED) & REVEALED, "all have seen it"


@pytest.mark.rule("PR-13.4-WESTERN-GAULS", "PR-13.4-EASTERN-GAULS")
def test_gauls_are_received_before_they_are_placed() -> None:
    for side in (WEST_GAULS, WEST_GAULS + 1):
        s = world({}, operation="choose", active="carthage", dice=[2, 3])
        s.push(Invasion(number(s, "carthage"), side))
        s.run()
        prompt = s.prompt(s.actors()[0])
        assert (prompt.key, prompt.facts["number"]) == ("ask.invasion-army", 5), "he knows their number"
        script(s, [1])
        place = choices(s)[0]
        play(s, place)
        assert at(s, s.box.side_word(side), place[6:]) == {"barbarian": 5}


# 16.2 Events


@pytest.mark.rule("PR-16.1.2", "PR-16.2-BARBARIAN-INVASION", "PR-16.2-HARVEST-TIME")
@pytest.mark.parametrize(
    ("scenario", "event"), [("VIII", BARBARIAN_INVASION), ("VIII", HARVEST_TIME), ("IX", HARVEST_TIME)]
)
def test_an_event_for_a_closed_area_is_rolled_again(scenario: str, event: int) -> None:
    s = position({"scenario": scenario}, operation="choose", dice=[*dice_for(event), *dice_for(REVENUES)])
    before = s.stability[:]
    draw_event(s, 0)
    assert s.pending == []
    assert s.stability != before, "Revenues and Stability came instead: all are poor"


@pytest.mark.rule("PR-16.2-REBELLIONb")
def test_where_all_rebels_live_off_the_map_only_fleets_mutiny() -> None:
    units = {"greece": {"tarentum": {"galley": 1}}, "rome": {"roma": {"galley": 1}}}
    rolls = [total for total, word in tables()["rebellion"].items() if word != "naval-mutiny" and total != "source"]
    naval = next(int(total) for total, word in tables()["rebellion"].items() if word == "naval-mutiny")
    dice = [min(6, int(rolls[0]) - 1), int(rolls[0]) - min(6, int(rolls[0]) - 1)]
    dice += [min(6, naval - 1), naval - min(6, naval - 1)]
    s = position({"scenario": "I"}, units=units, operation="choose", dice=dice)
    rebellion(s, 0)
    s.run()
    assert s.stack[-1].name == "mutiny"


def revolt(drawn: bool, options: Any = None) -> PaxRomanaState:
    options = options or {"scenario": "V"}
    rome = world({}, operation="choose").box.powers.index("rome")
    s = position(
        options,
        units={f"slaves-{rome}": {"capua": {"barbarian": 2}}, "carthage": {"utica": {"light": 1}}},
        operation="choose",
        treasury={"rome": 5, "carthage": 5, "greece": 5, "east": 5},
        numbers={"slaves_due": 1 << rome},
    )
    s.stack.pop()
    s.push(Activation(number(s, "carthage"), drawn))
    s.run()
    return s


@pytest.mark.rule("PR-12.7.1c", "PR-12.7.1d")
def test_slaves_act_at_drawn_markers_only() -> None:
    assert revolt(drawn=True).stack[-1].name == "slaves"
    first = revolt(drawn=False)
    assert first.stack[-1].name == "activation", "the first markers of a turn are placed, not drawn"
    assert at(first, f"slaves-{number(first, 'rome')}", "capua") == {"barbarian": 2}


@pytest.mark.rule("PR-12.7.1b", "PR-12.7.1c")
def test_nobody_plays_slaves_against_a_power_of_his_own() -> None:
    s = world({}, options=TWO_PEOPLE, operation="choose")
    rome = number(s, "rome")
    order = s.box.play_order
    after = [*order[order.index(rome) + 1 :], *order[: order.index(rome)]]
    assert s.box.seat_of[rome] == s.box.seat_of[number(s, "east")]
    for allies in (0, sum(1 << power for power in after if s.box.powers[power] != "east")):
        s = world({}, options=TWO_PEOPLE, operation="choose")
        s.allies[rome] = allies
        slave_revolt(s, rome)
        s.run()
        assert s.actors() == (s.box.seat_of[number(s, "carthage")],)
    together = {"scenario": "V", "seats": "rome+carthage,greece,east"}
    assert revolt(drawn=True, options=together).stack[-1].name == "activation", "nor marches them"


@pytest.mark.rule("PR-12.4.7a", "PR-16.2-SOLDIER-OF-FORTUNE", "PR-16.2-PIRATES")
def test_the_event_that_rome_rolls_instead_knows_the_player_before_rome() -> None:
    s = world({}, active="carthage", operation="choose", markers={"rome": 1}, dice=dice_for(PIRATES))
    s.pending = [SOLDIER_OF_FORTUNE]
    play(s, "pass")
    assert (s.stack[-1].name, actor(s)) == ("placing", "carthage"), "he had the last played marker"
    play(s, choices(s)[0])
    assert (s.stack[-1].name, actor(s)) == ("activation", "rome")


def civil_war_in_rome(markers: dict[str, int]) -> PaxRomanaState:
    """Rome's marker is drawn; for the Soldier of Fortune it rolls a Stability Check, and Carthage names Rome."""
    levels = {"rome": -5, "carthage": 4, "greece": 4, "east": 4}
    s = world(
        {"rome": {"roma": {"legion": 2}}},
        active="carthage",
        operation="choose",
        markers=markers,
        stability=levels,
        dice=[*dice_for(STABILITY_CHECK), 2],
    )
    s.pending = [SOLDIER_OF_FORTUNE]
    s.pool = [0] * len(s.pool)
    s.stack.pop()
    s.push(Activation(number(s, "rome"), True))
    s.run()
    s.pool = [markers.get(power, 0) for power in s.box.powers] + [0]
    assert choices(s) == ["against:rome"]
    s.dice = FastDice(random.Random(3))
    return play(s, "against:rome")


@pytest.mark.rule("PR-16.2-STABILITY-CHECKd")
def test_a_civil_war_in_ones_own_activation_ends_it() -> None:
    s = civil_war_in_rome({"rome": 1, "greece": 1})
    assert stability(s, "rome") == -1
    assert actor(s) == "greece", "no Operation, and no further marker"
    assert talents(s, "rome") == 10, "nor is anything paid"


@pytest.mark.rule("PR-16.2-STABILITY-CHECKd")
def test_markers_are_dearer_in_the_following_game_turn_not_in_this_one() -> None:
    s = world({}, operation="choose", stability={"rome": -5}, markers={"greece": 1})
    rome = number(s, "rome")
    civil_war(s, rome)
    assert marker_cost(s, rome) == 1
    end_double_cost(s)
    assert marker_cost(s, rome) == 2
    civil_war(s, rome)
    assert marker_cost(s, rome) == 2, "struck again, this turn stays dear"
    end_double_cost(s)
    assert marker_cost(s, rome) == 2, "and so is the next"
    end_double_cost(s)
    assert marker_cost(s, rome) == 1


def conqueror(units: dict[str, dict[str, int]]) -> PaxRomanaState:
    s = world({"rome": units}, operation="choose", leaders={"rome-1": "roma"})
    s.pending = [CONQUEROR]
    settle_pending(s, number(s, "rome"))
    return play(s, "expand")


@pytest.mark.rule("PR-16.2-CONQUEROR")
def test_a_conquerors_own_move_made_first_leaves_him_his_ordinary_major_move() -> None:
    s = conqueror({"roma": {"legion": 3}})
    script(s, [1, 1])
    play(s, "conquer:roma", "take-all", "march:capua", "halt")
    assert at(s, "rome", "capua") == {"legion": 3}
    play(s, "major:capua")
    assert {"take:legion", "take-leader:rome-1"} <= set(choices(s)), "he and his Army move again"
    play(s, "take-all", "march:paestum", "halt")
    assert at(s, "rome", "paestum") == {"legion": 3}
    assert not any(word.startswith(("major", "conquer")) for word in choices(s))
    assert "take:legion" not in choices(s)
    assert s.fresh(number(s, "rome"), node("paestum")) == 0, "twice in an Activation, not three times"


def beside_the_soldier() -> PaxRomanaState:
    """A conqueror of Carthage stands with his Army and the Soldier of Fortune's in one Space."""
    units = {"carthage": {"carthago": {"heavy": 3}}, "soldier-of-fortune": {"carthago": {"heavy": 4}}}
    facts: dict[str, Any] = {"active": "carthage", "markers": {"carthage": 1}, "soldier_of_fortune": "carthage"}
    s = world(units, operation="choose", leaders={"carthage-1": "carthago"}, **facts)
    s.pending = [CONQUEROR]
    settle_pending(s, number(s, "carthage"))
    script(s, [2, 2])
    return play(s, "expand")


@pytest.mark.rule("PR-16.2-CONQUEROR", "PR-12.4.2a", "PR-9.1.1a")
def test_a_conqueror_beside_the_soldier_of_fortune_moves_before_or_after_him() -> None:
    his = ("conquer:carthago", "take-all", "march:utica", "halt")
    soldiers = ("soldier:carthago", "take-all", "march:utica", "halt")
    for words in (his + soldiers, soldiers + his):
        s = play(beside_the_soldier(), *words)
        assert at(s, "carthage", "utica") == {"heavy": 3}
        assert at(s, "soldier-of-fortune", "utica") == {"heavy": 4}
        assert not any(word.startswith(("major", "soldier:", "conquer")) for word in choices(s))
    twice = play(beside_the_soldier(), *his)
    assert {"major:utica", "soldier:carthago"} <= set(choices(twice)), "the one Major Move is either's"
    play(twice, "major:utica", "take-all", "march:hippo-regius", "halt")
    assert at(twice, "carthage", "hippo-regius") == {"heavy": 3}
    assert "soldier:carthago" not in choices(twice)


@pytest.mark.rule("PR-16.2-CONQUEROR", "PR-12.4.2a")
@pytest.mark.parametrize(
    ("language", "soldier"), [("en", "Soldier of Fortune"), ("de", "Glücksritter"), ("nl", "Avonturier")]
)
def test_the_three_major_moves_of_one_space_are_called_differently(language: str, soldier: str) -> None:
    s = beside_the_soldier()
    book = phrasebook(language, s.box)
    words = [f"{verb}:carthago" for verb in ("major", "soldier", "conquer")]
    labels = [book.say(s.label(s.unspell(word))) for word in words]
    assert len(set(labels)) == 3
    assert soldier in labels[1]
    assert [s.label(s.unspell(word)).rule for word in words] == ["PR-9.1.1a", "PR-12.4.2a", "PR-16.2-CONQUEROR"]


@pytest.mark.rule("PR-16.2-CONQUEROR", "PR-9.1.4a")
def test_a_conquerors_move_gives_no_other_unit_a_second_one() -> None:
    s = conqueror({"roma": {"legion": 1, "light": 1}, "capua": {"cavalry": 1}})
    rome = number(s, "rome")
    script(s, [3, 3, 1])
    play(s, "minor:capua", "take:cavalry", "march:roma", "halt")
    play(s, "major:roma", "take:legion", "take-leader:rome-1", "go", "march:capua", "march:roma", "halt")
    assert s.fresh(rome, node("roma")) == pack({"light": 1})
    play(s, "conquer:roma", "take:legion", "take-leader:rome-1", "go")
    play(s, "march:capua", "halt")
    assert s.fresh(rome, node("capua")) == 0, "it has moved twice"
    assert s.fresh(rome, node("roma")) == pack({"light": 1}), "the Cavalry has moved and stays"


@pytest.mark.rule("PR-16.2-CONQUEROR", "PR-9.1.4b")
def test_a_conquerors_own_move_is_made_with_an_army_not_with_a_fleet() -> None:
    s = conqueror({"roma": {"galley": 2, "legion": 1}})
    play(s, "conquer:roma")
    assert "take:galley" not in choices(s)
    play(s, "take-leader:rome-1")
    assert "go" not in choices(s), "not he alone"
    assert "take:galley" not in choices(s)
    play(s, "take:legion")
    assert "go" in choices(s)
    fleet = conqueror({"roma": {"galley": 2}, "capua": {"legion": 1}})
    assert "conquer:roma" not in choices(fleet), "no Army is stacked with him"
    script(fleet, [1])
    play(fleet, "major:capua", "take:legion", "go", "march:roma")
    assert "conquer:roma" in choices(fleet), "now one is"


@pytest.mark.rule("PR-16.2-CONQUEROR")
def test_a_conqueror_and_his_army_do_not_part_on_his_own_move() -> None:
    s = conqueror({"roma": {"legion": 1, "light": 1}})
    script(s, [5])
    play(s, "conquer:roma", "take:legion", "take:light", "take-leader:rome-1", "go", "march:capua")
    assert {"drop:legion", "drop:light"} <= set(choices(s)), "a part of it may stay"
    assert "drop-leader:rome-1" not in choices(s)
    play(s, "drop:light")
    assert "drop:legion" not in choices(s)
    assert "march:paestum" in choices(s)


# 3.7 Several Powers a person


def tied(levels: dict[str, int], sites: Any = None, options: Any = None) -> PaxRomanaState:
    vp = {"rome": 6, "east": 4, "carthage": 7, "greece": 3}
    return world({}, options=options or TWO_PEOPLE, operation="choose", vp=vp, stability=levels, sites=sites or {})


@pytest.mark.rule("PR-3.7")
@pytest.mark.parametrize("scenario", ["V", "VII"])
def test_people_with_equal_points_are_ranked_by_mean_stability_then_by_mean_cvp(scenario: str) -> None:
    options = {"scenario": scenario, "people": 2}
    scores = [0, 0, 0, 0]
    for levels, sites, winners in (
        ({"rome": 2, "east": 1, "carthage": 1, "greece": 1}, {}, {"rome", "east"}),
        ({"rome": 2, "east": 1, "carthage": 2, "greece": 2}, {}, {"carthage", "greece"}),
        ({"rome": 2, "east": 1, "carthage": 1, "greece": 2}, {"utica": city("carthage")}, {"carthage", "greece"}),
        ({"rome": 2, "east": 1, "carthage": 1, "greece": 2}, {}, {"rome", "east", "carthage", "greece"}),
    ):
        s = tied(levels, sites, options)
        found = rank_winners(s, scores)
        assert {s.box.powers[power] for power in found} == winners
        end_game(s, found, "points", "PR-3.7")
        outcome = s.outcome()
        assert outcome is not None
        assert set(outcome.winners) == {s.box.seat_of[power] for power in found}, "both say the same"


@pytest.mark.rule("PR-3.7")
def test_the_points_of_a_person_are_the_mean_rounded_down() -> None:
    s = tied({"carthage": 5})
    scores = [0] * 4
    for power, points in (("rome", 5), ("east", 4), ("carthage", 4), ("greece", 4)):
        scores[number(s, power)] = points
    assert {s.box.powers[power] for power in rank_winners(s, scores)} == {"carthage", "greece"}, "4 to 4"


@pytest.mark.rule("PR-3.7")
def test_nobody_takes_back_the_last_word_of_a_game_that_shows_all_objectives() -> None:
    options = {"scenario": "V", "format": "ultra-basic"}
    objectives = [["A"], ["B"], [], []]
    s = position(options, operation="phase", phase="H", turn=9, objectives=objectives, treasury={"rome": 5})
    seen = s.irrevocable
    while s.actors():
        seen = s.irrevocable
        play(s, "done")
    assert s.outcome() is not None
    assert s.irrevocable > seen


# 4.3.1 Agreements


def meeting(units: Any, guest: str, **facts: Any) -> PaxRomanaState:
    """Rome calls a Meeting with one other."""
    s = world(units, active="rome", operation="choose", markers={"rome": 1}, **facts)
    return play(s, "meet", f"invite:{guest}", "done")


@pytest.mark.rule("PR-4.3.1d", "PR-14.2.1m", "PR-4.3.2b")
def test_a_capital_may_be_ceded_and_is_lost_at_once() -> None:
    s = meeting({"greece": {"athens": {"heavy": 1}}}, "greece", sites={"roma": city("rome"), "athens": city("greece")})
    assert {"give-site:roma", "ask-site:athens"} <= set(choices(s))
    play(s, "give-site:roma", "ask-talents:5", "propose", "accept")
    assert s.site_owner(node("roma")) == number(s, "greece")
    assert s.holder(node("roma")) == number(s, "greece")
    assert s.stack[-1].name == "meeting", "while they still talk"
    assert stability(s, "rome") == -1


@pytest.mark.rule("PR-4.3.1b", "PR-4.3.1e")
def test_passage_may_be_granted_in_single_spaces() -> None:
    units = {"rome": {"roma": {"legion": 1}}, "greece": {"capua": {"heavy": 1}, "paestum": {"heavy": 1}}}
    s = meeting(units, "greece", dice=[4])
    assert {"ask-way:capua", "ask-way:athens", "give-way:roma"} <= set(choices(s))
    assert not {"ask-way:roma", "give-way:capua"} & set(choices(s)), "each grants what he Controls"
    play(s, "ask-way:capua", "propose", "accept", "done", "done")
    rome, greece = number(s, "rome"), number(s, "greece")
    assert s.view(None)["passage"] == [{"by": "greece", "to": "rome", "space": "capua"}]
    assert s.lets_in(greece, rome, node("capua"))
    assert not s.lets_in(greece, rome, node("paestum")), "the same Province, another Space"
    assert not s.lets_in(rome, greece, node("capua")), "one way"
    play(s, "expand", "major:roma", "take-all", "march:capua")
    assert (s.stack[-1].name, actor(s)) == ("move", "rome")
    assert at(s, "greece", "capua") == {"heavy": 1}
    play(s, "march:paestum")
    assert actor(s) == "greece", "there it is an attack"


@pytest.mark.rule("PR-4.3.1d", "PR-4.3.1e")
def test_guests_in_a_ceded_town_have_leave_for_that_space_only() -> None:
    units = {"greece": {"tarentum": {"heavy": 2}}, "rome": {"croton": {"legion": 1}}}
    s = meeting(units, "greece", sites={"tarentum": town("greece")})
    assert s.box.atlas.province_of[node("croton")] == s.box.atlas.province_of[node("tarentum")]
    play(s, "ask-site:tarentum", "propose", "accept")
    rome, greece = number(s, "rome"), number(s, "greece")
    assert s.lets_in(rome, greece, node("tarentum"))
    assert not s.lets_in(rome, greece, node("croton"))


@pytest.mark.rule("PR-4.3.1f", "PR-7.4.1a")
def test_a_friend_of_both_inside_does_not_keep_a_breached_town_from_falling() -> None:
    s = world({"rome": {"roma": {"legion": 2}}}, sites={"capua": town("carthage", 1)}, dice=[4])
    rome, carthage, greece = (number(s, power) for power in ("rome", "carthage", "greece"))
    s.allies[greece] = 1 << rome | 1 << carthage
    s.allies[rome] = s.allies[carthage] = 1 << greece
    s.ways = [space_way(greece, rome, node("capua")), space_way(carthage, greece, node("capua"))]
    s.visit(greece, node("capua"))
    s.add(greece, node("capua"), pack({"heavy": 1}))
    s.run()
    play(s, "major:roma", "take-all", "march:capua")
    while s.stack[-1].name == "capture":
        play(s, "yes" if s.site_owner(node("capua")) == carthage else "no")
    assert s.site_owner(node("capua")) == rome
    assert at(s, "greece", "capua") == {"heavy": 1}
    assert s.stack[-1].name == "move", "no siege without end"


def guests(rome: dict[str, dict[str, int]], **facts: Any) -> PaxRomanaState:
    """Greeks are guests of Carthage in Utica when the turn ends."""
    units = {"greece": facts.pop("greece", {}), "rome": rome}
    s = world(units, operation="choose", sites={"utica": town("carthage")}, **facts)
    greece, carthage = number(s, "greece"), number(s, "carthage")
    s.allies[greece], s.allies[carthage] = 1 << carthage, 1 << greece
    s.pass_rights[carthage] = 1 << greece
    s.visit(greece, node("utica"))
    s.add(greece, node("utica"), pack({"heavy": 2}))
    s.leader_at[s.box.leader("greece-1")] = node("utica")
    recount(s)
    assert s.holder(node("utica")) == carthage
    s.push(Isolation())
    s.run()
    return s


@pytest.mark.rule("PR-4.3.1j")
def test_allies_who_part_choose_the_capital_they_return_to() -> None:
    s = guests({})
    capitals = [s.box.place(capital) for capital in s.box.capitals[number(s, "greece")]]
    assert (s.stack[-1].name, actor(s)) == ("parting", "greece")
    assert set(choices(s)) == {f"place:{word}" for word in capitals}
    play(s, f"place:{capitals[1]}")
    assert at(s, "greece", capitals[1]) == {"heavy": 2}
    assert at(s, "greece", "utica") == {}
    assert s.leader_at[s.box.leader("greece-1")] == node(capitals[1])


@pytest.mark.rule("PR-4.3.1j", "PR-8.1.5c")
def test_without_a_capital_they_go_where_a_leader_would_be_placed_or_disband() -> None:
    held = {"athens": {"legion": 1}, "pella": {"legion": 1}}
    one = guests(held, greece={"corinth": {"garrison": 1}})
    assert at(one, "greece", "corinth") == {"garrison": 1, "heavy": 2}
    assert one.leader_at[one.box.leader("greece-1")] == node("corinth")
    two = guests(held, greece={"corinth": {"garrison": 1}, "cnossus": {"light": 1}})
    assert set(choices(two)) == {"place:corinth", "place:cnossus"}
    none = guests(held)
    assert not any(key >> 9 == number(none, "greece") for key in none.force)
    assert none.leader_at[none.box.leader("greece-1")] == -1


@pytest.mark.rule("PR-4.3.1j", "PR-5.1.2a")
def test_who_comes_home_and_finds_a_guest_alone_in_his_capital_sends_him_home_too() -> None:
    s = world({}, operation="choose", sites={"utica": town("carthage")})
    greece, carthage, rome = (number(s, power) for power in ("greece", "carthage", "rome"))
    s.allies[greece], s.allies[carthage], s.allies[rome] = 1 << carthage | 1 << rome, 1 << greece, 1 << greece
    s.pass_rights[carthage] = s.pass_rights[rome] = 1 << greece
    s.pass_rights[greece] = 1 << rome
    for guest, host in ((greece, "utica"), (rome, "pella"), (rome, "athens")):
        s.visit(guest, node(host))
        s.add(guest, node(host), pack({"heavy": 2} if guest == greece else {"legion": 1}))
    s.push(Isolation())
    s.run()
    play(s, "place:pella")
    assert at(s, "greece", "pella") == {"heavy": 2}
    assert (at(s, "rome", "pella"), at(s, "rome", "roma")) == ({}, {"legion": 1})
    assert at(s, "rome", "athens") == {"legion": 1}, "a guest alone stays"


# 4.4 Bribes for Slaves and invaders


@pytest.mark.rule("PR-4.4", "PR-12.7.1d")
def test_a_march_of_slaves_may_be_bought_off() -> None:
    s = revolt(drawn=True)
    rome = f"slaves-{number(s, 'rome')}"
    play(s, "march:roma", bribes=True)
    assert (s.stack[-1].name, actor(s)) == ("bribe", "rome")
    play(s, "give-talents:2", "done", "accept", bribes=True)
    assert (talents(s, "rome"), talents(s, "carthage")) == (3, 7)
    kept = play(s.copy(), "yes", bribes=True)
    assert at(kept, rome, "capua") == {"barbarian": 3}
    assert (kept.stack[-1].name, actor(kept)) == ("slaves", "carthage")
    assert "march:roma" not in choices(kept)
    assert "hold" not in choices(kept), "they must move elsewhere"
    play(kept, "march:paestum")
    assert at(kept, rome, "paestum") == {"barbarian": 3}
    broken = play(s, "no", bribes=True)
    assert at(broken, rome, "roma") == {"barbarian": 3}, "compliance is not enforced"


@pytest.mark.rule("PR-4.4", "PR-12.7.1b")
def test_the_place_of_a_revolt_may_be_bought_off() -> None:
    s = world({}, operation="choose")
    slave_revolt(s, number(s, "rome"))
    s.run()
    play(s, "place:roma", bribes=True)
    assert (s.stack[-1].name, actor(s)) == ("bribe", "rome")
    play(s, "give-talents:1", "done", "accept", "yes", bribes=True)
    assert s.stack[-1].name == "placing"
    assert "place:roma" not in choices(s)
    play(s, "place:capua")
    assert at(s, f"slaves-{number(s, 'rome')}", "capua") == {"barbarian": 2}


@pytest.mark.rule("PR-4.4", "PR-13.4.5a")
def test_invaders_may_be_bought_off_where_they_would_come_in() -> None:
    s = world({"rome": {"narbo": {"legion": 1}}}, operation="choose", active="carthage", dice=[3, 3, 1])
    s.push(Invasion(number(s, "carthage"), WEST_GAULS))
    s.run()
    play(s, "place:narbo", bribes=True)
    assert (s.stack[-1].name, actor(s)) == ("bribe", "rome")
    play(s, "give-talents:4", "done", "accept", "yes", bribes=True)
    assert s.stack[-1].name == "invasion"
    assert "place:narbo" not in choices(s)
    play(s, "place:alesia")
    assert at(s, "western-gauls", "alesia") == {"barbarian": 6}

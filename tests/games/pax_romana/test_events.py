"""Chapter 16, corner by corner: whom an Event strikes, for how long, and what it costs him."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.pax_romana.helpers import actor, at, choices, node, play, stability, talents, west, world
from ludi.core import Event, FastDice
from ludi.games.pax_romana import GAME, PaxRomanaState
from ludi.games.pax_romana.ch03_sequence.activation import Activation
from ludi.games.pax_romana.ch03_sequence.turn import GameTurn, next_turn
from ludi.games.pax_romana.ch09_movement.isolation import Isolation
from ludi.games.pax_romana.ch11_naval.fleets import galley_points
from ludi.games.pax_romana.ch16_events.events import (
    BARBARIAN_INVASION,
    CONQUEROR,
    DISEASE,
    GALLEY_TECHNOLOGY,
    SOLDIER_OF_FORTUNE,
    draw_event,
    settle_pending,
)
from ludi.games.pax_romana.ch16_events.rebellion import rebellion
from ludi.games.pax_romana.ch16_events.slave_revolt import slave_revolt
from ludi.games.pax_romana.ch16_events.stability_check import stability_check
from ludi.games.pax_romana.engine.promises import PEACE, Promise
from ludi.games.pax_romana.world.pieces import ONE
from ludi.games.pax_romana.world.scenario import EVENT_NAMES, tables


def number(s: PaxRomanaState, power: str) -> int:
    return s.box.powers.index(power)


def quiet(units: Any | None = None, **facts: Any) -> PaxRomanaState:
    return world(units or {}, operation="choose", **facts)


def dice_for(event: int) -> list[int]:
    """Two dice that bring an Event."""
    total = next(int(total) for total, word in tables()["events"].items() if word == EVENT_NAMES[event])
    return [min(6, total - 1), total - min(6, total - 1)]


def turn_ends(s: PaxRomanaState) -> None:
    turns = next(procedure for procedure in s.stack if isinstance(procedure, GameTurn))
    next_turn(s)
    turns.stage = "A"


# 16.1


@pytest.mark.rule("PR-16.1.1")
@pytest.mark.parametrize("events", [0, 1, 2])
def test_event_markers_go_into_the_cup_every_turn(events: int) -> None:
    s = GAME.deal(GAME.box({"scenario": "V", "event_markers": events}), FastDice(random.Random(1)))
    assert s.pool[-1] == events
    turn_ends(s)
    assert s.pool[-1] == events


@pytest.mark.rule("PR-16.1.3", "PR-16.2-BARBARIAN-INVASION")
@pytest.mark.parametrize("event", [CONQUEROR, BARBARIAN_INVASION, GALLEY_TECHNOLOGY, SOLDIER_OF_FORTUNE, DISEASE])
def test_events_of_one_player_wait_for_the_next_drawn_marker(event: int) -> None:
    s = quiet({"carthage": {"utica": {"light": 1}}}, dice=dice_for(event))
    draw_event(s, number(s, "rome"))
    assert s.pending == [event]
    assert s.stack[-1].name == "activation"
    s.dice = FastDice(random.Random(1))
    turn_ends(s)
    assert s.pending == [event], "even if that is in the next Game-Turn"
    s.stack.pop()
    s.push(Activation(number(s, "carthage"), False))
    s.run()
    assert s.pending == [event], "not for a marker of the fixed first set"
    s.stack.pop()
    s.push(Activation(number(s, "carthage"), True))
    s.run()
    assert s.pending == []


@pytest.mark.rule("PR-16.2-BARBARIAN-INVASION")
def test_the_player_of_the_next_marker_leads_the_invasion_and_then_has_his_operation() -> None:
    s = quiet({"carthage": {"utica": {"light": 1}}}, dice=[3, 3, 3, 4, 1], markers={"carthage": 1})
    s.pending = [BARBARIAN_INVASION]
    play(s, "pass")
    assert (actor(s), s.stack[-1].name) == ("carthage", "invasion")
    play(s, "place:alesia")
    assert s.stack[-1].name == "move"
    assert s.stack[-1].mp == 6, "a Major Move: 1 + the leader's 5"  # type: ignore[attr-defined]
    play(s, "halt")
    assert (actor(s), s.stack[-1].name) == ("carthage", "activation")
    assert {"expand", "recruit", "pass"} <= set(choices(s)), "then his own Operation"


# 16.2


@pytest.mark.rule("PR-16.2-GALLEY-TECHNOLOGY", "PR-16.2-CONQUEROR")
def test_better_galleys_and_conquerors_last_for_the_turn_and_may_be_several() -> None:
    s = quiet(leaders={"rome-1": "roma"}, dice=FastDice(random.Random(1)))
    rome, greece = number(s, "rome"), number(s, "greece")
    for power in (rome, greece):
        s.pending = [GALLEY_TECHNOLOGY]
        settle_pending(s, power)
    s.pending = [CONQUEROR]
    settle_pending(s, rome)
    assert [galley_points(s, power) for power in (rome, greece)] == [3, 3]
    assert s.conqueror == 1 << s.box.leader("rome-1")
    turn_ends(s)
    assert [galley_points(s, power) for power in (rome, greece)] == [2, 2]
    assert s.conqueror == 0


@pytest.mark.rule("PR-16.2-PIRATES", "PR-16.2-REBELLIONb")
@pytest.mark.parametrize("power", ["greece", "east", "carthage", "rome"])
def test_pirates_and_mutinies_are_for_the_player_of_the_last_marker(power: str) -> None:
    s = quiet({"rome": {"pisae": {"galley": 1}, "roma": {"galley": 2}}}, dice=[2, 2])
    draw_event(s, number(s, power))
    s.run()
    assert (s.stack[-1].name, actor(s)) == ("placing", power)
    other = quiet({"rome": {"pisae": {"galley": 1}, "roma": {"galley": 2}}}, dice=[1, 1])
    rebellion(other, number(other, power))
    other.run()
    assert (other.stack[-1].name, actor(other)) == ("mutiny", power)


@pytest.mark.rule("PR-16.2-REBELLIONb")
def test_a_mutiny_ends_with_the_turn() -> None:
    s = quiet({"rome": {"pisae": {"galley": 1}}}, dice=FastDice(random.Random(1)))
    s.mutiny = number(s, "rome") << 9 | node("pisae")
    turn_ends(s)
    assert s.mutiny == -1


@pytest.mark.rule("PR-16.2-REBELLION")
def test_a_rebellion_strikes_those_who_hold_spaces_there() -> None:
    units = {
        "rome": {"tarraco": {"legion": 1, "garrison": 2}, "narbo": {"garrison": 1}},
        "carthage": {"olisipo": {"light": 1, "garrison": 1}},
    }
    s = quiet(units, dice=[3, 4])
    rebellion(s, number(s, "greece"))
    assert [stability(s, power) for power in ("greece", "east", "carthage", "rome")] == [0, 0, -1, -1]
    assert at(s, "rome", "tarraco") == {"legion": 1}
    assert at(s, "carthage", "olisipo") == {"light": 1}, "whoever owns them"
    assert at(s, "rome", "narbo") == {"garrison": 1}, "elsewhere they stay"


@pytest.mark.rule("PR-16.2-SLAVE-REVOLT")
def test_when_there_is_no_slave_revolt() -> None:
    again = quiet()
    rome = number(again, "rome")
    again.slaves_due = 1 << rome
    slave_revolt(again, rome)
    assert (stability(again, "rome"), again.stack[-1].name) == (0, "activation"), "one is under way"
    full = quiet()
    for space in range(full.box.atlas.spaces):
        if full.box.home[space] == rome:
            full.add(rome, space, ONE[4])
    slave_revolt(full, rome)
    assert (stability(full, "rome"), full.stack[-1].name) == (0, "activation"), "no Space without Land Units"


@pytest.mark.rule("PR-16.2-STABILITY-CHECK")
@pytest.mark.parametrize(("level", "own"), [(3, True), (4, False)])
def test_whom_a_stability_check_strikes(level: int, own: bool) -> None:
    s = quiet(stability={"rome": level, "greece": 3, "east": 4, "carthage": 4})
    stability_check(s, number(s, "rome"))
    s.run()
    assert s.stack[-1].name == ("check-payment" if own else "check-victim")
    assert actor(s) == "rome"
    if not own:
        assert choices(s) == ["against:greece"]


@pytest.mark.rule("PR-16.2-STABILITY-CHECKb")
def test_who_has_too_little_pays_with_stability() -> None:
    s = quiet(stability={"rome": 3}, treasury={"rome": 1})
    stability_check(s, number(s, "rome"))
    s.run()
    assert choices(s) == ["bid:0", "bid:1"]
    play(s, "bid:1")
    assert (talents(s, "rome"), stability(s, "rome")) == (0, 1)
    paid = quiet(stability={"rome": 0}, treasury={"rome": 5})
    stability_check(paid, number(paid, "rome"))
    paid.run()
    play(paid, "bid:3")
    assert (talents(paid, "rome"), stability(paid, "rome")) == (2, 0)


def guarded(light: int, legions_before: int, level: int = -2) -> PaxRomanaState:
    """Rome, in Unrest and struck by a Check, brings so many Light Infantry to its Capital."""
    units: Any = {"rome": {"capua": {"light": light}, "pisae": {"garrison": 2}}}
    if legions_before:
        units["rome"]["roma"] = {"legion": legions_before}
    s = west(units, stability={"rome": level}, operation="choose", dice=[3])
    top = s.stack.pop()
    stability_check(s, 0)
    s.stack.append(top)
    s.run()
    play(s, "expand", "major:capua", "take-all", "march:roma", "halt")
    while s.stack[-1].name == "expansion":
        play(s, "done")
    return s


@pytest.mark.rule("PR-16.2-STABILITY-CHECKc")
@pytest.mark.parametrize(
    ("light", "before", "obeyed"), [(3, 0, True), (2, 0, False), (3, 2, True), (2, 2, False), (4, 0, True)]
)
def test_an_army_of_three_points_must_come_to_the_capital(light: int, before: int, obeyed: bool) -> None:
    s = guarded(light, before)
    assert at(s, "rome", "pisae") == ({"garrison": 2} if obeyed else {})
    assert stability(s, "rome") == (-2 if obeyed else -3)


@pytest.mark.rule("PR-16.2-STABILITY-CHECKc")
def test_what_leaves_the_capital_is_not_made_good_by_what_comes() -> None:
    units = {"rome": {"capua": {"light": 3}, "roma": {"light": 1}, "pisae": {"garrison": 2}}}
    s = west(units, stability={"rome": -2}, operation="choose", numbers={"guard_duty": 1}, dice=[3, 3])
    play(s, "expand", "minor:roma", "take:light", "march:arretium", "halt")
    play(s, "major:capua", "take-all", "march:roma", "halt")
    while s.stack[-1].name == "expansion":
        play(s, "done")
    assert at(s, "rome", "roma") == {"light": 3}
    assert at(s, "rome", "pisae") == {}, "3 BP must stand there beyond the 1 BP that stood there"
    assert stability(s, "rome") == -3


@pytest.mark.rule("PR-16.2-STABILITY-CHECKc", "PR-14.1.4")
@pytest.mark.parametrize("level", [-2, -6])
def test_garrisons_that_go_home_are_told_of(level: int) -> None:
    """At the lowest Stability too, where no marker moves."""
    units = {"rome": {"pisae": {"garrison": 3}}}
    s = west(units, stability={"rome": level}, operation="choose", numbers={"guard_duty": 1})
    events: list[Event] = []
    s.listener = events.append
    play(s, "pass")
    assert at(s, "rome", "pisae") == {}
    assert stability(s, "rome") == max(level - 1, -6)
    assert [event.facts["power"] for event in events if event.kind == "desertion"] == ["rome"]


@pytest.mark.rule("PR-16.2-STABILITY-CHECKd", "PR-16.2-STABILITY-CHECKf")
@pytest.mark.parametrize("level", [-5, -6])
def test_a_check_in_turmoil_is_civil_war(level: int) -> None:
    s = quiet({"rome": {"pisae": {"legion": 1}}}, stability={"rome": level}, markers={"rome": 2, "carthage": 1})
    s.dice = FastDice(random.Random(1))
    rome = number(s, "rome")
    s.order = [rome, number(s, "greece")]
    stability_check(s, rome)
    assert s.pool[rome] == 0
    assert s.order == [number(s, "greece")], "nor a marker of the fixed first set"
    assert not s.double_cost >> rome & 1, "he had markers left"
    assert stability(s, "rome") == -1


# Agreements end with the turn too


@pytest.mark.rule("PR-4.3.1b", "PR-4.3.1e")
def test_no_agreement_outlives_the_turn() -> None:
    s = quiet({"greece": {"capua": {"heavy": 1}}}, dice=FastDice(random.Random(1)))
    rome, greece = number(s, "rome"), number(s, "greece")
    s.allies[rome] = 1 << greece
    s.allies[greece] = 1 << rome
    s.pass_rights[greece] = 1 << rome
    s.ways = [greece << 10 | rome << 8 | s.box.atlas.province_index["italia"]]
    s.promises = [Promise(rome, greece, PEACE, greece)]
    assert s.lets_in(greece, rome, node("capua"))
    turn_ends(s)
    assert not s.lets_in(greece, rome, node("capua"))
    assert not any(s.allies)
    assert s.promises == []
    s.ways = [greece << 10 | rome << 8 | s.box.atlas.province_index["italia"]]
    turn_ends(s)
    assert not s.lets_in(greece, rome, node("capua"))
    s.pass_rights[greece] = 1 << rome
    turn_ends(s)
    assert not s.lets_in(greece, rome, node("capua"))


@pytest.mark.rule("PR-4.3.1i")
def test_chance_decides_between_equal_allies_without_a_leader() -> None:
    from ludi.games.pax_romana.ch08_leaders.commanders import commander

    s = quiet({"greece": {"capua": {"heavy": 2}}})
    greece, carthage = number(s, "greece"), number(s, "carthage")
    s.add(carthage, node("capua"), 2 * ONE[2])
    found = set()
    for seed in range(20):
        s.dice = FastDice(random.Random(seed))
        before = s.irrevocable
        found.add(commander(s, (greece, carthage), node("capua")))
        assert s.irrevocable > before, "nobody takes back what led to a draw"
    assert found == {greece, carthage}


@pytest.mark.rule("PR-4.3.1j")
def test_armies_and_leaders_of_allies_part_in_the_attrition_phase() -> None:
    s = west({"rome": {"capua": {"legion": 2}}}, operation="choose", dice=FastDice(random.Random(1)))
    s.add(1, node("capua"), 3 * ONE[4])
    s.leader_at[s.box.leader("carthage-9")] = node("capua")
    s.allies = [2, 1]
    s.pass_rights = [2, 1]
    s.guests = [(1 << 9 | node("capua")) << 2]
    s._touch(node("capua"))
    s.push(Isolation())
    s.run()
    assert at(s, "carthage", "capua") == {}
    assert at(s, "carthage", "carthago") == {"light": 3}, "in its Capital"
    assert s.leader_at[s.box.leader("carthage-9")] == node("carthago")
    assert at(s, "rome", "capua") == {"legion": 2}

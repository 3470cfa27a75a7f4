"""Chapters 1 to 3: what the words mean, what lies on the table, and the order in which everything happens."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.pax_romana.helpers import (
    WEST,
    WORLD,
    actor,
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
from ludi.core import BadPosition, Event, FastDice, ScriptedDice
from ludi.games.pax_romana import GAME, PaxRomanaState, position
from ludi.games.pax_romana.ch03_sequence.turn import draw_marker
from ludi.games.pax_romana.world.atlas import atlas
from ludi.games.pax_romana.world.pieces import (
    CAVALRY,
    COMBAT,
    ELEPHANT,
    GALLEY,
    GARRISON,
    KINDS,
    LAND,
    OCCUPY,
    ONE,
    POINTS,
    UNITS,
)
from ludi.games.pax_romana.world.scenario import FILES, tables


def deal(options: dict[str, Any], seed: int = 1) -> PaxRomanaState:
    return GAME.deal(GAME.box(options), FastDice(random.Random(seed)))


# 1.4 Definitions


@pytest.mark.rule("PR-1.4-LCU", "PR-1.4-LAND-UNIT", "PR-1.4-CONTROL", "PR-1.4-ARMY", "PR-3.5.2")
def test_which_counters_fight_occupy_and_march() -> None:
    fights = {UNITS[kind] for kind in range(KINDS) if ONE[kind] & COMBAT}
    assert fights == {
        *(
            "legion",
            "reduced-legion",
            "heavy",
            "reduced-heavy",
            "light",
            "cavalry",
            "militia",
            "mercenary",
            "barbarian",
        ),
        *("light-mercenary", "mercenary-cavalry"),
        *("pergamene-heavy", "reduced-pergamene", "pergamene-light", "pergamene-cavalry"),
    }
    assert {UNITS[kind] for kind in range(KINDS) if ONE[kind] & OCCUPY} == fights | {"garrison"}
    assert {UNITS[kind] for kind in range(KINDS) if ONE[kind] & LAND} == fights | {"garrison", "elephant"}
    s = west({"rome": {"roma": {"legion": 1, "garrison": 1, "elephant": 2, "galley": 1}}}, dice=[3])
    play(s, "major:roma", "take:garrison", "take:legion", "take:elephant", "take:elephant", "go", "march:capua", "halt")
    assert at(s, "rome", "capua") == {"legion": 1, "garrison": 1, "elephant": 2}
    assert at(s, "rome", "roma") == {"galley": 1}, "the Fleet is none of the Army"


@pytest.mark.rule("PR-1.4-FLEET", "PR-3.5.2")
def test_galleys_in_a_port_and_whatever_is_transported_are_a_fleet() -> None:
    s = west({"carthage": {"utica": {"galley": 3, "light": 2}}}, active="carthage", dice=[4])
    play(s, "major:utica", "take-all", "embark")
    assert choices(s) == ["escort:0", "escort:1", "escort:2", "escort:3"], "escorted or not"
    play(s, "escort:2", "sail:carthago", "debark", "halt")
    assert at(s, "carthage", "carthago") == {"light": 2, "galley": 2}
    assert at(s, "carthage", "utica") == {"galley": 1}
    alone = west({"carthage": {"utica": {"light": 1}}}, active="carthage", dice=[4])
    play(alone, "minor:utica", "take:light", "embark", "escort:0", "sail:carthago", "debark", "halt")
    assert at(alone, "carthage", "carthago") == {"light": 1}, "without escort too"


@pytest.mark.rule("PR-1.4-ACTIVE", "PR-3.4.1")
def test_whose_marker_it_is_is_active() -> None:
    s = west({}, operation="choose", markers={"carthage": 1})
    assert s.view(0)["active"] == "rome"
    play(s, "pass")
    assert (actor(s), s.view(0)["active"]) == ("carthage", "carthage")


@pytest.mark.rule("PR-1.4-MAJOR", "PR-1.4-MINOR", "PR-1.4-UNIT", "PR-2.2b", "PR-3.5.1b")
def test_one_army_and_two_single_units_an_activation() -> None:
    s = west({"rome": {"roma": {"legion": 9}}}, dice=[1, 1, 1])
    play(s, "minor:roma", "take:legion")
    assert "take:legion" not in choices(s), "exactly one Unit"
    play(s, "march:capua", "major:roma", "take:legion", "take:legion", "go", "march:capua")
    halt(s)
    assert refused(s, "rome", "major:roma") == "PR-9.1.1a"
    assert at(s, "rome", "capua") == {"legion": 3}
    s = west({"rome": {"roma": {"legion": 9}}}, dice=[1, 1, 1])
    play(s, "minor:roma", "take:legion", "march:capua", "minor:roma", "take:legion", "march:capua")
    halt(s)
    assert refused(s, "rome", "minor:roma") == "PR-9.1.1b"
    assert "major:roma" in choices(s), "in any order"


def halt(s: PaxRomanaState) -> None:
    """End a Move that has not ended of itself."""
    if "halt" in choices(s):
        play(s, "halt")


# 2 Components


@pytest.mark.rule("PR-2.0", "PR-2.2a", "PR-2.6a")
def test_what_is_in_the_box() -> None:
    s = deal(WORLD)
    assert len(s.view(0)["powers"]) == 4, "a mat for each Power"
    for mat in s.view(0)["powers"]:
        assert set(mat) >= {"power", "talents", "stability", "vp", "gop", "cvp", "income", "markers", "objectives"}
    assert len(UNITS) == len(POINTS) == KINDS
    assert {"recruitment", "manpower_maximums", "events", "rebellion", "invasion", "harvest"} <= set(tables())
    assert atlas() is atlas(), "one map"
    assert all(GAME.box({"scenario": number}).atlas is atlas() for number in FILES)
    book = GAME.phrases("en", s.box)
    for kind in UNITS:
        assert book.say(s.label(s.unspell(f"lose:{kind}"))), "every counter has a name"
    assert not [action for action in s.box.vocabulary if s.spell(action).startswith(("card", "play"))], (
        "cards are for the Advanced Game"
    )


@pytest.mark.rule("PR-2.1.5", "PR-14.1.1", "PR-2.2a")
def test_the_view_keeps_the_tracks() -> None:
    s = world(
        {"carthage": {"gades": {"heavy": 3, "galley": 1}}},
        vp={"rome": 7, "greece": 2},
        stability={"rome": -3, "east": 6},
        turn=2,
        markers={"rome": 2, "events": 1},
        operation="choose",
    )
    view = s.view(None)
    mats = {mat["power"]: mat for mat in view["powers"]}
    assert (mats["rome"]["vp"], mats["greece"]["vp"], mats["rome"]["stability"], mats["east"]["stability"]) == (
        7,
        2,
        -3,
        6,
    )
    assert (view["turn"], view["phase"], view["event_markers"], mats["rome"]["markers"]) == (3, "F", 1, 2)
    assert view["units"]["carthage"]["gades"] == {"heavy": 3, "galley": 1}


@pytest.mark.rule("PR-2.1.3a", "PR-2.1.3b", "PR-2.1.3d", "PR-2.1.3g", "PR-2.1.3h", "PR-2.1.3f")
def test_what_may_stand_where() -> None:
    for place, units in (
        ("arretium", {"galley": 1}),
        ("cirta", {"galley": 1}),
        ("ltp-dalmatia", {"galley": 1}),
        ("ltp-dalmatia", {"legion": 1}),
        ("dstp-syrticum", {"galley": 1}),
    ):
        with pytest.raises(BadPosition):
            position(WORLD, units={"rome": {place: units}})
    for place in ("cirta", "mazaca", "ntp-melita", "ltp-dalmatia"):
        with pytest.raises(BadPosition):
            position(WORLD, sites={place: town("rome")})
    s = world({"rome": {"cirta": {"legion": 1, "garrison": 1}, "ancona": {"legion": 1, "garrison": 1, "galley": 1}}})
    assert refused(s, "rome", "town:cirta") == "PR-7.1.3"
    play(s, "town:ancona")
    assert at(s, "rome", "ancona") == {"legion": 1, "galley": 1}


@pytest.mark.rule("PR-2.3", "PR-15.4", "PR-3.8.1b", "PR-3.8.1c")
def test_objective_markers_lie_only_where_the_scenario_has_them() -> None:
    for number in ("I", "II", "III", "VII", "VIII"):
        assert GAME.box({"scenario": number}).objective_markers == ()
    for word, held in (("basic", 0), ("basic-2", 1), ("basic-plus", 1), ("ultra-basic", 0)):
        s = deal({"scenario": "V", "format": word})
        assert [len(each) for each in s.objectives] == [held] * 4
        assert bool(s.objective_pool) == (word != "basic")


@pytest.mark.rule("PR-2.5", "PR-2.5-EX1", "PR-1.4-TREASURY")
def test_talents_are_paid_to_the_last_coin() -> None:
    s = west({}, operation="choose", treasury={"rome": 2, "carthage": 0})
    play(s, "recruit")
    assert talents(s, "rome") == 1
    s = west({"rome": {"gades": {"garrison": 1}}}, treasury={"rome": 5, "carthage": 0})
    play(s, "town:gades")
    assert talents(s, "rome") == 3
    s = west({}, operation="recruitment", active="carthage", treasury={"rome": 0, "carthage": 3})
    play(s, "light:utica", "light:utica", "light:utica")
    assert talents(s, "carthage") == 0


# 3.2 The phases


@pytest.mark.rule(
    "PR-3.2", "PR-3.2-G", "PR-3.2-G1", "PR-3.2-G2", "PR-3.2-H", "PR-3.2-I", "PR-3.2-A", "PR-3.2-B", "PR-3.2-D"
)
def test_a_turn_runs_from_phase_g_to_the_next_f() -> None:
    s = position(
        WEST,
        units={
            "rome": {"roma": {"legion": 1, "galley": 1}, "melita": {"galley": 1}},
            "carthage": {"melita": {"light": 3, "garrison": 1}, "utica": {"light": 1}},
        },
        treasury={"rome": 5, "carthage": 5},
        operation="phase",
        phase="F",
        markers={},
        vp={"rome": 50, "carthage": 45},
        dice=ScriptedDice([1] * 200),
    )
    heard: list[Event] = []
    twin = s.copy()
    assert twin.turn == 1, "with no marker left the turn was over at once"
    s = position(
        WEST,
        units={
            "rome": {"roma": {"legion": 1, "galley": 1}, "melita": {"galley": 1}},
            "carthage": {"melita": {"light": 3, "garrison": 1}, "utica": {"light": 1}},
        },
        treasury={"rome": 5, "carthage": 5},
        active="rome",
        markers={},
        vp={"rome": 50, "carthage": 45},
        dice=ScriptedDice([1] * 200),
    )
    s.listener = heard.append
    play(s, "pass")
    phases = [s.phase]
    while s.stack[-1].name != "activation":
        words = choices(s)
        if s.phase == 4 and "light:utica" in words and not any(event.kind == "build" for event in heard):
            play(s, "light:utica")
            continue
        play(s, "done" if "done" in words else words[0])
        phases.append(s.phase)
    kinds = list(dict.fromkeys(event.kind for event in heard))
    order = ["attrition", "victory-points", "turn", "income", "maintenance", "leader-placed", "build", "activation"]
    assert [kind for kind in kinds if kind in order] == order
    assert phases == sorted(phases)
    assert at(s, "carthage", "melita")["garrison"] == 1, "Garrisons suffer no attrition"
    assert at(s, "carthage", "melita")["light"] == 2, "10 per cent of 3, rounded up, while the Fleet still lay there"
    assert at(s, "rome", "melita") == {}, "and then the Fleet is lost"
    assert actor(s) == "carthage", "fewest Victory Points first, not the scenario's order"


@pytest.mark.rule("PR-3.4.2c", "PR-3.2-I", "PR-3.4.2h", "PR-3.2-F")
def test_every_turn_begins_with_one_marker_each_and_the_others_in_the_pool() -> None:
    for random_order in (False, True):
        s = deal({"scenario": "II", "random_order": random_order, "event_markers": 1})
        while s.turn == 0:
            words = choices(s)
            play(s, next((w for w in ("pass", "done") if w in words), words[0]))
        while s.stack[-1].name != "activation":
            words = choices(s)
            play(s, "done" if "done" in words else words[0])
        if random_order:
            assert s.order == []
            assert sum(s.pool[:2]) == 7
        else:
            assert len(s.order) == 1
            assert s.pool[:2] == [3, 3]
        assert s.pool[2] == 1


@pytest.mark.rule("PR-3.4.2e", "PR-3.4.2f")
def test_two_in_a_row_are_allowed_three_are_not_unless_no_other_marker_is_left() -> None:
    turn = west({}, operation="choose")

    def possible(streak: int, pool: list[int]) -> set[int]:
        found = set()
        for seed in range(60):
            turn.active, turn.streak, turn.pool = 0, streak, pool[:]
            turn.dice = FastDice(random.Random(seed))
            found.add(draw_marker(turn))
        return found

    assert possible(1, [2, 1, 0]) == {0, 1}
    assert possible(2, [2, 1, 0]) == {1}
    assert possible(2, [2, 1, 1]) == {1, 2}, "an Event does not break the row"
    assert possible(2, [2, 0, 0]) == {0}
    assert possible(2, [2, 0, 1]) == {0, 2}, "all Activation Markers left are his"


@pytest.mark.rule("PR-3.2-F0", "PR-1.4-EVENT-MARKER", "PR-3.4.3", "PR-3.2-F4", "PR-1.1a")
def test_an_event_marker_in_the_pool_happens_and_the_phase_goes_on_while_markers_are_left() -> None:
    s = west({}, operation="choose", markers={"events": 1, "carthage": 1}, treasury={"rome": 1, "carthage": 20})
    s.pool = [0, 0, 1]
    script(s, [3, 4, *[1] * 60])
    play(s, "pass")
    assert (stability(s, "rome"), stability(s, "carthage")) != (0, 0), "Revenues and Stability"
    assert s.phase != 5, "and no marker is left"
    s = west({}, operation="choose", treasury={"rome": 1, "carthage": 20})
    s.pool = [0, 1, 1]
    s.dice = LastDrawn([3, 4])
    play(s, "pass")
    assert stability(s, "carthage") == 1, "the Event was drawn first"
    assert (actor(s), s.phase, s.pool) == ("carthage", 5, [0, 0, 0]), "then the marker that was left"


class LastDrawn(ScriptedDice):
    """Draws the last marker of the pool."""

    def choose(self, items: Any) -> Any:
        return items[-1]


@pytest.mark.rule("PR-3.4.4a", "PR-3.2-F1")
@pytest.mark.parametrize("word", ["expand", "recruit"])
def test_each_operation_costs_one_talent_and_who_has_none_passes(word: str) -> None:
    s = west({"rome": {"roma": {"legion": 1}}}, operation="choose", treasury={"rome": 3, "carthage": 0})
    play(s, word)
    assert talents(s, "rome") == 2
    s = west({"rome": {"roma": {"legion": 1}}}, operation="choose", treasury={"rome": 0, "carthage": 0})
    assert refused(s, "rome", word) == "PR-3.4.4a"
    before = s.pool[:]
    play(s, "pass")
    assert sum(s.pool) == sum(before) - 1, "the marker is used, the next one drawn"
    rich = west({"rome": {"roma": {"legion": 1}}}, operation="choose")
    assert "pass" in choices(rich), "nobody must use his marker"


@pytest.mark.rule("PR-3.5.1a", "PR-6.2.1b", "PR-3.2-F3")
def test_one_operation_only() -> None:
    s = west({"rome": {"roma": {"legion": 1}}}, operation="choose", markers={"carthage": 1})
    play(s, "recruit", "legion:roma")
    assert refused(s, "rome", "major:roma") == "PR-3.5.1b"
    play(s, "done")
    assert actor(s) == "carthage"
    s = west({"rome": {"roma": {"legion": 1}}}, operation="choose", markers={"carthage": 1})
    play(s, "expand")
    assert refused(s, "rome", "legion:roma") == "PR-3.5.1a"
    assert refused(s, "rome", "recruit") == "PR-3.5.1a"
    play(s, "done")
    assert actor(s) == "carthage"


# 3.4.5 What one may do


@pytest.mark.rule("PR-3.4.5a")
def test_everything_the_active_player_may_do() -> None:
    s = world({}, operation="choose")
    assert {"expand", "recruit", "meet", "pass"} <= set(choices(s))
    units = {"carthage": {"utica": {"heavy": 2, "galley": 1}, "gades": {"garrison": 1, "heavy": 1}}}
    s = world(units, active="carthage", sites={"gades": city("carthage", 3), "utica": town("carthage")})
    verbs = {word.partition(":")[0] for word in choices(s)}
    assert {"major", "minor", "city", "repair", "hire", "done"} <= verbs
    assert "town:malacca" not in choices(s)
    founding = world({"carthage": {"malacca": {"garrison": 1}}}, active="carthage")
    assert "town:malacca" in choices(founding)
    recruiting = world(units, active="carthage", operation="recruitment")
    assert {"heavy", "light", "galley"} <= {word.partition(":")[0] for word in choices(recruiting)}
    attack = world({"rome": {"roma": {"legion": 2}}, "carthage": {"capua": {"heavy": 1}}}, dice=[5])
    play(attack, "major:roma", "take-all", "march:capua")
    assert attack.stack[-1].name == "withdrawal", "an attack"
    fleets = world({"carthage": {"utica": {"galley": 3}}, "rome": {"carthago": {"galley": 1}}}, active="carthage")
    play(fleets, "major:utica", "take-all", "sail:carthago")
    assert fleets.stack[-1].name == "encounter", "a Naval Battle"
    gain = world({"rome": {"aleria": {"legion": 1}, "urcinium": {"legion": 1}}}, dice=[1])
    assert gain.view(0)["provinces"]["corsica"] == "rome"
    away = {"rome": {"roma": {"legion": 4}, "tarentum": {"legion": 2}}, "carthage": {"capua": {"heavy": 2}}}
    s = world(away, sites={"tarentum": city("rome")}, dice=[4])
    play(s, "major:roma", "take-all", "march:capua")
    script(s, [4])
    play(s, "withdraw", "take-all", "march:venusia")
    assert (actor(s), "intercept:tarentum" in choices(s)) == ("rome", True), "intercepting those who withdraw"


@pytest.mark.rule("PR-3.4.5b")
def test_everything_the_others_may_do() -> None:
    units = {"rome": {"roma": {"legion": 4}}, "carthage": {"capua": {"heavy": 2}}}
    s = world(units, sites={"capua": town("carthage")}, dice=[4])
    play(s, "major:roma", "take-all", "march:capua")
    assert actor(s) == "carthage"
    assert {"withdraw", "stand"} <= set(choices(s)), "withdrawing"
    script(s, [3, 3])
    play(s, "stand")
    assert (actor(s), set(choices(s))) == ("carthage", {"walls", "field"}), "using a Town"
    into = {"carthage": {"parma": {"heavy": 6}}, "rome": {"roma": {"legion": 2}}}
    s = world(into, active="carthage", sites={"roma": city("rome")}, dice=[5])
    play(s, "major:parma", "take-all", "march:pisae")
    assert (actor(s), "intercept:roma" in choices(s)) == ("rome", True), "intercepting"
    s = world({"rome": {"gades": {"legion": 1}}, "carthage": {"malacca": {"light": 1}}}, dice=[2])
    assert s.view(0)["provinces"]["baetica"] is None
    play(s, "minor:gades", "take:legion", "march:emerita", "halt")
    assert s.view(0)["provinces"]["baetica"] == "carthage", "gaining Control while another is Active"


@pytest.mark.rule("PR-1.4-SPACE", "PR-2.1.3i")
def test_transit_points_are_no_spaces() -> None:
    s = world({})
    points = [s.box.place(n) for n in range(s.box.atlas.spaces, s.box.atlas.nodes)]
    assert points
    assert not set(points) & set(s.view(0)["spaces"])
    assert all(s.box.atlas.province_of[node(point)] == -1 for point in points)
    assert ONE[CAVALRY] & COMBAT
    assert not ONE[ELEPHANT] & OCCUPY
    assert not ONE[GALLEY] & LAND
    assert not ONE[GARRISON] & COMBAT

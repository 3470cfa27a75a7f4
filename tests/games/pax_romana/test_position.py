"""Positions from plain data: all that can be said, and all that is refused with a reason."""

from __future__ import annotations

import json
import pickle
import random
from typing import Any

import pytest

from games.pax_romana.helpers import WEST, WORLD, actor, at, choices, city, node, play, stability, talents, town
from ludi.core import BadPosition, FastDice, LudiError, ScriptedDice
from ludi.games.pax_romana import GAME, position

EVERYTHING: dict[str, Any] = {
    "options": {"scenario": "V", "format": "ultra-basic", "rerolls": True},
    "units": {
        "rome": {"roma": {"legion": 3, "reduced-legion": 1, "galley": 2}, "ntp-cosa": {"galley": 1, "legion": 1}},
        "carthage": {"gades": {"heavy": 2, "light": 1, "cavalry": 1, "mercenary": 1, "garrison": 1, "elephant": 1}},
        "independents": {"messana": {"heavy": 2}},
        "tribes": {"gergovia": {"barbarian": 3}},
        "western-gauls": {"narbo": {"barbarian": 6}},
        "slaves-2": {"utica": {"barbarian": 2}},
        "soldier-of-fortune": {"pella": {"heavy": 4}},
        "greece": {"pella": {"heavy": 1}, "athens": {"militia": 2}},
    },
    "sites": {
        "roma": {"owner": "rome", "kind": "city", "walls": 4},
        "utica": {"owner": "carthage", "kind": "town"},
        "syracuse": {"owner": "independents", "kind": "city"},
    },
    "leaders": {"rome-1": "roma", "carthage-3": "gades", "soldier-of-fortune": "pella"},
    "tribes": {"numantia": 5, "londinium": 16 + 3},
    "treasury": {"rome": 12, "carthage": 3},
    "stability": {"rome": -2, "greece": 8},
    "vp": {"rome": 6, "east": 2},
    "soldier_of_fortune": "greece",
    "pirates": ["ntp-melita"],
    "turn": 3,
    "active": "carthage",
    "operation": "expansion",
    "markers": {"rome": 2, "events": 1},
    "dice": [6, 1, 3],
    "objectives": [["A"], ["L+"], [], []],
}


def test_everything_said_is_there() -> None:
    s = position(**EVERYTHING)
    assert at(s, "rome", "roma") == {"legion": 3, "reduced-legion": 1, "galley": 2}
    assert at(s, "rome", "ntp-cosa") == {"legion": 1, "galley": 1}
    assert at(s, "slaves-2", "utica") == {"barbarian": 2}
    assert s.sites[node("roma")][1:] == (2, 4)
    assert s.sites[node("utica")][1:] == (1, 2), "whole walls unless told otherwise"
    assert s.leader_at[s.box.leader("carthage-3")] == node("gades")
    assert (s.tribes[node("numantia")], s.tribes[node("londinium")]) == (5, 19)
    assert (talents(s, "rome"), talents(s, "greece")) == (12, 0)
    assert (stability(s, "rome"), stability(s, "greece")) == (-2, 8)
    assert s.vp[s.box.powers.index("rome")] == 6
    assert s.box.powers[s.sof_owner] == "greece"
    assert s.view(None)["pirates"] == ["ntp-melita"]
    assert (s.turn, actor(s), s.stack[-1].name) == (3, "carthage", "expansion")
    assert s.pool[s.box.powers.index("rome")] == 2
    assert s.pool[-1] == 1
    assert s.box.use_rerolls
    assert s.view(0)["provinces"]["baetica"] == "carthage", "Control is reckoned"
    assert s.view(None)["powers"][1]["objectives"] == ["L"]
    play(s, "major:gades", "take-all")
    assert s.stack[-1].mp == 6 + s.box.leaders[s.box.leader("carthage-3")].campaign  # type: ignore[attr-defined]


def test_it_is_plain_data() -> None:
    data = {name: value for name, value in EVERYTHING.items() if name != "dice"}
    s = GAME.position(json.loads(json.dumps(data)), ScriptedDice([3]))
    assert s.snapshot()["units"] == position(**EVERYTHING).snapshot()["units"]


def test_a_snapshot_builds_the_same_position() -> None:
    s = play(position(**EVERYTHING), "major:gades", "take-all")
    snapshot = json.loads(json.dumps(s.snapshot()))
    twin = position(**snapshot)
    assert twin.snapshot() == s.snapshot()
    assert twin.legal(twin.actors()[0]) == s.legal(s.actors()[0])


def test_to_another_process_goes_nothing_that_can_be_worked_out_there() -> None:
    s = position(**EVERYTHING)
    sent = pickle.dumps(s)
    legal, view = s.legal(s.actors()[0]), s.view(0)
    assert len(pickle.dumps(s)) == len(sent), "what was asked of it meanwhile does not go along"
    arrived = pickle.loads(sent)
    assert arrived.snapshot() == s.snapshot()
    assert (arrived.legal(s.actors()[0]), arrived.view(0)) == (legal, view)
    assert arrived.box is s.box


@pytest.mark.parametrize("operation", ["choose", "expansion", "recruitment", "meeting"])
@pytest.mark.parametrize("power", ["rome", "east"])
def test_a_power_in_each_operation(operation: str, power: str) -> None:
    units = {power: {"roma" if power == "rome" else "antioch": {"heavy": 1}}}
    s = position(WORLD, units=units, active=power, operation=operation, treasury={power: 5})
    assert actor(s) == power
    expected = {"choose": "expand", "expansion": "done", "recruitment": "done", "meeting": "invite:greece"}
    assert expected[operation] in choices(s)


@pytest.mark.parametrize("phase", "ABCDEFGHI")
def test_any_phase_may_begin(phase: str) -> None:
    from random import Random

    from ludi.core import FastDice

    s = position(
        WEST,
        units={"rome": {"roma": {"legion": 30, "galley": 2}}, "carthage": {"utica": {"light": 1}}},
        treasury={"rome": 9, "carthage": 9},
        operation="phase",
        phase=phase,
        markers={"rome": 1},
        dice=FastDice(Random(1)),
    )
    assert s.actors()


def test_scripted_dice_come_in_their_order_and_end() -> None:
    s = position(WEST, units={"rome": {"roma": {"legion": 2}}}, operation="expansion", dice=[4])
    play(s, "minor:roma", "take:legion")
    assert s.stack[-1].mp == 4  # type: ignore[attr-defined]
    play(s, "halt", "major:roma")
    with pytest.raises(LudiError, match="script of dice"):
        play(s, "take-all")


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"units": {"rome": {"atlantis": {"legion": 1}}}}, "no place 'atlantis'"),
    ({"units": {"sparta": {"roma": {"legion": 1}}}}, "no power 'sparta'"),
    ({"units": {"rome": {"roma": {"hoplite": 1}}}}, "no unit 'hoplite'"),
    ({"units": {"rome": {"roma": {"legion": -1}}}}, "cannot be -1"),
    ({"units": {"rome": {"roma": {"legion": 1.5}}}}, "cannot be 1.5"),
    ({"units": {"rome": {"roma": {"legion": 1}}, "carthage": {"roma": {"heavy": 1}}}}, "both hold roma"),
    ({"units": {"rome": {"roma": {"legion": 1}}, "tribes": {"roma": {"barbarian": 1}}}}, "both hold roma"),
    ({"units": {"rome": {"utica": {"legion": 1}}}, "sites": {"utica": town("carthage")}}, "a site of carthage"),
    ({"units": {"rome": {"numantia": {"legion": 1}}}, "tribes": {"numantia": 4}}, "a tribe is there"),
    ({"sites": {"numantia": town("rome")}, "tribes": {"numantia": 4}}, "a tribe is there"),
    ({"units": {"rome": {"arretium": {"galley": 1}}}}, "no port"),
    ({"units": {"rome": {"dstp-syrticum": {"galley": 1}}}}, "no port"),
    ({"units": {"rome": {"ltp-lucania": {"legion": 1}}}}, "transit point"),
    ({"units": {"rome": {"athens": {"legion": 1}}}}, "not in play"),
    ({"units": {"rome": {"roma": {"barbarian": 1}}}}, "no barbarian infantry"),
    ({"units": {"slaves-0": {"capua": {"garrison": 1}}}}, "neither galleys nor garrisons"),
    ({"units": {"slaves-3": {"capua": {"barbarian": 1}}}}, "no 'slaves-3'"),
    ({"units": {"soldier-of-fortune": {"utica": {"heavy": 4}}}}, "needs a power"),
    ({"leaders": {"soldier-of-fortune": "utica"}}, "needs a power"),
    ({"soldier_of_fortune": "rome"}, "Rome never has"),
    ({"soldier_of_fortune": "greece"}, "no power 'greece'"),
    ({"leaders": {"caesar": "roma"}}, "no leader 'caesar'"),
    ({"leaders": {"rome-1": "athens"}}, "not in play"),
    ({"leaders": {"rome-1": "ltp-lucania"}}, "transit point"),
    ({"leaders": {"western-gauls": "narbo"}}, "without his army"),
    ({"sites": {"cirta": town("carthage")}}, "mountain fortress"),
    ({"sites": {"ntp-cosa": town("carthage")}}, "transit point"),
    ({"sites": {"athens": town("carthage")}}, "not in play"),
    ({"sites": {"roma": {"owner": "rome", "kind": "castle"}}}, "only town and city"),
    ({"sites": {"roma": {"kind": "city"}}}, "needs an owner"),
    ({"sites": {"roma": city("rome", 2)}}, "3 to 5"),
    ({"sites": {"roma": city("rome", 6)}}, "3 to 5"),
    ({"sites": {"roma": town("rome", 0)}}, "1 to 2"),
    ({"sites": {"roma": {"owner": "rome", "kind": "town", "walls": "high"}}}, "1 to 2"),
    ({"tribes": {"numantia": 9}}, "2 to 8"),
    ({"tribes": {"roma": 5}}, "no tribal space"),
    ({"tribes": {"eboracum": 5}}, "not in play"),
    ({"treasury": {"rome": -1}}, "cannot be -1"),
    ({"treasury": {"rome": "much"}}, "cannot be 'much'"),
    ({"treasury": {"greece": 1}}, "no power 'greece'"),
    ({"stability": {"rome": 9}}, "from -6 to"),
    ({"stability": {"rome": -7}}, "from -6 to"),
    ({"vp": {"rome": "many"}}, "cannot be 'many'"),
    ({"turn": 4}, "counted from 0"),
    ({"turn": -1}, "counted from 0"),
    ({"pirates": ["dstp-syrticum"]}, "naval transit points"),
    ({"pirates": ["arretium"]}, "naval transit points"),
    ({"pirates": ["ntp-cosa", "ntp-cosa"]}, "twice"),
    ({"active": "greece"}, "no power 'greece'"),
    ({"operation": "siege"}, "no operation 'siege'"),
    ({"operation": "phase", "phase": "Z"}, "no phase 'Z'"),
    ({"markers": {"rome": 5}}, "a turn has 4"),
    ({"markers": {"greece": 1}}, "no markers of 'greece'"),
    ({"markers": {"rome": -1}}, "cannot be -1"),
    ({"dice": [0]}, "No die shows 0"),
    ({"dice": ["six"]}, "No die shows 'six'"),
    ({"objectives": [["A"]]}, "no such objective"),
    ({"objectives": [["Z"]]}, "no objective 'Z'"),
    ({"objectives": [[], [], []]}, "for 3 powers"),
    ({"numbers": {"luck": 1}}, "no number 'luck'"),
    ({"lists": {"lucks": []}}, "no list 'lucks'"),
]


@pytest.mark.parametrize(("facts", "reason"), REFUSED, ids=[reason for _, reason in REFUSED])
def test_what_cannot_be_is_refused_with_a_reason(facts: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadPosition, match=reason) as error:
        position(WEST, **facts)
    assert str(error.value).endswith(".")


def test_more_counters_than_there_are_is_refused() -> None:
    tribal = [n for n in range(222) if GAME.box(WORLD).atlas.is_tribal[n]]
    words = [GAME.box(WORLD).place(n) for n in tribal]
    with pytest.raises(BadPosition, match="tribal counters of strength 8"):
        position(WORLD, tribes=dict.fromkeys(words, 8))
    with pytest.raises(BadPosition, match="no such objective"):
        position({"scenario": "V", "format": "ultra-basic"}, objectives=[["D"], ["D"], [], []])
    with pytest.raises(BadPosition, match="more than 3"):
        position({"scenario": "V", "format": "ultra-basic"}, objectives=[["A", "B", "C", "D"]])


def test_a_stack_with_what_is_not_there_is_refused() -> None:
    saved = GAME.deal(GAME.box(), FastDice(random.Random(1))).snapshot()
    *below, top = saved["stack"]
    for change, sentence in (
        ({"procedure": "siesta"}, "There is no procedure 'siesta'."),
        ({"stage": "siesta"}, f"The procedure '{top['procedure']}' has no stage 'siesta'."),
    ):
        with pytest.raises(BadPosition) as refused:
            position(**{**saved, "stack": [*below, {**top, **change}]})
        assert str(refused.value) == sentence
    missing = {key: value for key, value in top.items() if key != "stage"}
    with pytest.raises(BadPosition, match="lacks its field 'stage'"):
        position(**{**saved, "stack": [*below, missing]})
    assert position(**saved).snapshot() == saved

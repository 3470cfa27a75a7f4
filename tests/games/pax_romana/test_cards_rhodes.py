"""Chapters 12.5.1 and 17.2: ALLIANCE WITH RHODES."""

from __future__ import annotations

from typing import Any

import pytest

from games.pax_romana.advanced_tools import GREECE, ROME, hold, table, to_operation, unasked, words
from games.pax_romana.helpers import Units, actor, at, choices, city, node, play, refused, script, talents
from ludi.games.pax_romana import PaxRomanaState, position
from ludi.games.pax_romana.ch03_sequence.turn import next_turn
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch06_treasury.maintenance import galleys_to_keep
from ludi.games.pax_romana.ch09_movement.enemies import foes, quick_foe
from ludi.games.pax_romana.ch10_battle.battle import Battle
from ludi.games.pax_romana.ch12_special.rhodes import ally_with_rhodes, part_from_rhodes, replace_rhodians

RHODES: Units = {"independents": {"rhodes": {"heavy": 2, "galley": 2}}}
CITY = {"rhodes": city("independents")}


def allied(units: Units | None = None, **facts: Any) -> PaxRomanaState:
    """Greece has played ALLIANCE WITH RHODES in its Card Segment."""
    facts.setdefault("sites", CITY)
    s = hold({**RHODES, **(units or {})}, "alliance-with-rhodes", active="greece", **facts)
    return unasked(play(s, "play:alliance-with-rhodes"))


@pytest.mark.rule("PR-17.2-ALLIANCE-WITH-RHODES", "PR-12.5.1b", "PR-12.5c")
def test_the_ally_pays_3_talents_and_has_the_fleet_but_not_the_army() -> None:
    s = allied()
    assert talents(s, "greece") == 10 - 1 - 3
    assert at(s, "greece", "rhodes") == {"rhodian": 2}
    assert at(s, "independents", "rhodes") == {"heavy": 2}
    assert galleys_to_keep(s, GREECE) == 0, "no maintenance"
    to_operation(s)
    script(s, [1, 1, 1])
    play(s, "expand")
    assert "rhodes" in words(s, "major"), "he sails them as his own"
    play(s, "major:rhodes")
    assert "take:heavy" not in choices(s)


@pytest.mark.rule("PR-17.2-ALLIANCE-WITH-RHODES")
def test_when_the_alliance_cannot_be_made() -> None:
    poor = hold(RHODES, "alliance-with-rhodes", sites=CITY, treasury={"rome": 3, "greece": 9, "east": 9, "carthage": 9})
    assert refused(poor, "rome", "play:alliance-with-rhodes") == "PR-17.2-ALLIANCE-WITH-RHODES", "2T are left"
    taken = hold({"greece": {"rhodes": {"heavy": 1}}}, "alliance-with-rhodes", sites={"rhodes": city("greece")})
    assert refused(taken, "rome", "play:alliance-with-rhodes") == "PR-17.2-ALLIANCE-WITH-RHODES"
    other = hold(RHODES, "alliance-with-rhodes", sites=CITY)
    other.rhodes_ally = GREECE
    assert refused(other, "rome", "play:alliance-with-rhodes") == "PR-17.2-ALLIANCE-WITH-RHODES"


@pytest.mark.rule("PR-17.2-ALLIANCE-WITH-RHODES")
def test_lost_squadrons_must_be_replaced_in_the_manpower_phase() -> None:
    s = allied()
    fleet = s.at(GREECE, node("rhodes"))
    s.remove(GREECE, node("rhodes"), fleet)
    before = talents(s, "greece")
    replace_rhodians(s)
    assert at(s, "greece", "rhodes") == {"rhodian": 2}
    assert talents(s, "greece") == before - 4
    s.remove(GREECE, node("rhodes"), s.at(GREECE, node("rhodes")))
    s.treasury[GREECE] = 3
    replace_rhodians(s)
    assert at(s, "greece", "rhodes") == {"rhodian": 1}, "as many as he can pay"
    script(s, [1, 2, 3, 4])
    next_turn(s)
    assert at(s, "greece", "rhodes") == {"rhodian": 1}, "there is no other way to new ones"


@pytest.mark.rule("PR-17.2-ALLIANCE-WITH-RHODES")
def test_control_is_read_once_the_squadrons_are_back() -> None:
    s = allied()
    s.remove(GREECE, node("rhodes"), s.at(GREECE, node("rhodes")))
    recount(s)
    del s.stack[1:]
    s.stack[0].stage = "E"
    s.run()
    assert s.stack[-1].name == "manpower"
    assert at(s, "greece", "rhodes") == {"rhodian": 2}
    assert not s.dirty


@pytest.mark.rule("PR-17.2-ALLIANCE-WITH-RHODESb", "PR-12.5.1d")
def test_others_pay_the_ally_for_entering_rhodes() -> None:
    s = table({**RHODES, "east": {"patara": {"galley": 1}}}, sites=CITY, active="east", deck=["revenues-and-stability"])
    ally_with_rhodes(s, GREECE)
    to_operation(unasked(play(s, "pay")))
    script(s, [6] * 6)
    play(s, "expand", "major:patara", "take:galley", "go", "sail:rhodes")
    before = talents(s, "greece"), talents(s, "east")
    assert set(choices(s)) >= {"yes", "no"}
    play(s, "yes")
    assert (talents(s, "greece"), talents(s, "east")) == (before[0] + 1, before[1] - 1)
    assert s.stack[-1].name != "encounter", "who has paid passes"


@pytest.mark.rule("PR-11.4.1a", "PR-12.5.1d", "PR-12.5.1b")
def test_the_fleet_of_rhodes_may_bar_a_landing_for_its_ally_too() -> None:
    """The toll buys the way past Rhodes, not onto it: whose Squadrons lie there says whether they fight."""
    units = {**RHODES, "east": {"patara": {"heavy": 9, "galley": 3}}}
    s = table(units, sites=CITY, active="east", deck=["revenues-and-stability"])
    ally_with_rhodes(s, GREECE)
    to_operation(unasked(play(s, "pay")))
    script(s, [6] * 6)
    play(s, "expand", "major:patara", "take-all", "embark", "escort:3", "sail:rhodes", "yes", "debark")
    assert actor(s) == "greece"
    assert {"fight", "let-pass"} <= set(choices(s))
    play(s, "let-pass")
    assert s.at(GREECE, node("rhodes")), "they look on"
    assert any(isinstance(procedure, Battle) for procedure in s.stack), "the Army of Rhodes does not"


@pytest.mark.rule("PR-12.5b", "PR-12.5.1b")
def test_the_ally_may_come_to_rhodes_in_peace() -> None:
    s = allied()
    assert not quick_foe(s, GREECE, node("rhodes"))
    assert not foes(s, GREECE, node("rhodes"))
    assert quick_foe(s, ROME, node("rhodes"))


@pytest.mark.rule("PR-17.2-ALLIANCE")
def test_an_alliance_card_ends_it_whoevers_it_is() -> None:
    s = hold(RHODES, "alliance", sites=CITY)
    ally_with_rhodes(s, GREECE)
    unasked(play(s, "play:alliance"))
    assert words(s, "part-from") == {"rhodes"}
    assert words(s, "invite") == {"greece", "east", "carthage"}, "or he talks"
    play(s, "part-from:rhodes")
    assert s.rhodes_ally == -1
    assert at(s, "independents", "rhodes") == {"heavy": 2, "galley": 2}
    free = unasked(play(hold(RHODES, "alliance", sites=CITY), "play:alliance"))
    assert refused(free, "rome", "part-from:rhodes") == "PR-17.2-ALLIANCE"


@pytest.mark.rule("PR-17.2-ALLIANCE")
def test_when_the_alliance_ends_the_fleet_goes_home() -> None:
    s = allied({"greece": {"athens": {"galley": 1}}})
    s.shift(GREECE, node("rhodes"), node("athens"), s.at(GREECE, node("rhodes")) // 2)
    part_from_rhodes(s)
    recount(s)
    assert at(s, "greece", "athens") == {"galley": 1}
    assert at(s, "greece", "rhodes") == {}
    assert at(s, "independents", "rhodes") == {"heavy": 2, "galley": 2}
    assert s.rhodes_ally == -1


def test_a_snapshot_keeps_the_fleet_with_its_ally() -> None:
    s = allied()
    again = position(**s.snapshot())
    assert at(again, "greece", "rhodes") == {"rhodian": 2}
    assert again.snapshot() == s.snapshot()

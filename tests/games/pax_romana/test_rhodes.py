"""Chapters 12.5.1 and 6.1.6: Rhodes, its Squadrons, and lines of communication through it."""

from __future__ import annotations

from typing import Any

import pytest

from games.pax_romana.helpers import actor, at, choices, city, node, play, refused, script, talents, world
from games.pax_romana.sea_tools import moving, number
from ludi.core import BadPosition
from ludi.games.pax_romana import PaxRomanaState, position
from ludi.games.pax_romana.asking import questions as q
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch06_treasury.communication import communicating, only_by_rhodes
from ludi.games.pax_romana.ch06_treasury.income import income_lines
from ludi.games.pax_romana.ch07_cities.capture import Capture
from ludi.games.pax_romana.ch09_movement.isolation import LineTraced
from ludi.games.pax_romana.ch10_battle.losses import LossesTaken
from ludi.games.pax_romana.world.pieces import GALLEYS, INDEPENDENT, LIGHT, ONE, unpack
from ludi.games.pax_romana.world.sets import has

# 12.5.1: Rhodes

RHODES_HELD = {"greece": {"rhodes": {"heavy": 1}, "athens": {"heavy": 1}}, "rome": {"roma": {"legion": 1}}}


def next_turn(units: dict[str, dict[str, dict[str, int]]], **facts: Any) -> PaxRomanaState:
    """The beginning of the Game-Turn after this one."""
    return position({"scenario": "V"}, units=units, operation="phase", phase="I", dice=[1, 2, 3, 4], **facts)


@pytest.mark.rule("PR-12.5.1a")
def test_who_controls_rhodes_begins_each_turn_with_exactly_two_rhodian_squadrons() -> None:
    def fleet(*places: tuple[str, dict[str, int]]) -> dict[str, dict[str, int]]:
        units = {"rhodes": {"heavy": 1}, "athens": {"heavy": 1}} | dict(places)
        s = next_turn({"greece": units, "rome": {"roma": {"legion": 1}}})
        return {place: at(s, "greece", place) for place in ("rhodes", "athens")}

    both = {"rhodes": {"heavy": 1, "rhodian": 2}, "athens": {"heavy": 1}}
    assert fleet() == both, "whatever became of the last"
    assert fleet(("rhodes", {"heavy": 1, "rhodian": 1})) == both
    assert fleet(("athens", {"heavy": 1, "rhodian": 2})) == both, "sailing them away makes no more of them"
    own = fleet(("rhodes", {"heavy": 1, "galley": 3}), ("athens", {"heavy": 1, "galley": 1}))
    assert own == {"rhodes": {"heavy": 1, "galley": 3, "rhodian": 2}, "athens": {"heavy": 1, "galley": 1}}
    free = next_turn({"independents": {"rhodes": {"heavy": 2, "galley": 1}}, "greece": {"athens": {"heavy": 1}}})
    assert at(free, "independents", "rhodes") == {"heavy": 2, "galley": 1}, "Independent Rhodes is left as it is"
    empty = next_turn({"greece": {"athens": {"heavy": 1}}})
    assert at(empty, "greece", "rhodes") == {}


@pytest.mark.rule("PR-12.5.1a")
def test_rhodian_squadrons_sail_like_own_ones() -> None:
    port = "patara"
    units = {"greece": {"rhodes": {"heavy": 2, "galley": 1, "rhodian": 2}, port: {"heavy": 1}}}
    fleet = world(units, active="greece")
    play(fleet, "major:rhodes", "take:rhodian", "take:galley", "go", f"sail:{port}", "halt")
    assert at(fleet, "greece", port) == {"heavy": 1, "galley": 1, "rhodian": 1}
    single = world(units, active="greece")
    play(single, "minor:rhodes", "take:rhodian", f"sail:{port}")
    if single.stack[-1].name == "move":
        play(single, "halt")
    assert at(single, "greece", port) == {"heavy": 1, "rhodian": 1}
    escort = world(units, active="greece", dice=[5])
    play(escort, "major:rhodes", "take:heavy", "go", "embark")
    assert choices(escort) == ["take:rhodian", "escort:0", "escort:1"]
    play(escort, "take:rhodian", "take:rhodian")
    assert choices(escort) == ["escort:0", "escort:1"]
    play(escort, "escort:1")
    assert moving(escort).galleys == 3
    play(escort, f"sail:{port}", "debark")
    assert at(escort, "greece", port) == {"heavy": 2, "galley": 1, "rhodian": 2}


@pytest.mark.rule("PR-12.5.1a", "PR-11.4.4b", "PR-11.4.3")
def test_rhodian_squadrons_fight_and_are_lost_like_own_ones() -> None:
    units = {
        "greece": {"rhodes": {"heavy": 1, "galley": 2, "rhodian": 2}, "athens": {"heavy": 1}},
        "east": {"patara": {"galley": 5}, "antioch": {"heavy": 1}},
    }
    s = world(units, active="east")
    play(s, "major:patara", *["take:galley"] * 5, "go", "sail:rhodes")
    script(s, [1, 1, 2])
    play(s, "fight")
    assert choices(s) == ["lose:galley", "lose:rhodian"], "which, their owner says"
    play(s, "lose:rhodian")
    left = {
        kind: n for k, v in s.force.items() if k >> 9 == number(s, "greece") for kind, n in unpack(v & GALLEYS).items()
    }
    assert left == {"galley": 2, "rhodian": 1}, "11 against 9: one Squadron"


@pytest.mark.rule("PR-12.5.1a")
def test_the_rhodian_navy_changes_hands_with_rhodes() -> None:
    units = {
        "greece": {"rhodes": {"light": 1, "rhodian": 1, "galley": 1}, "athens": {"heavy": 1, "rhodian": 1}},
        "east": {"patara": {"heavy": 1}},
    }
    s = world(units, active="east")
    east, greece = number(s, "east"), number(s, "greece")
    s.remove(greece, node("rhodes"), ONE[LIGHT])
    s.add(east, node("rhodes"), ONE[LIGHT])
    recount(s)
    assert at(s, "east", "rhodes") == {"light": 1, "rhodian": 1}
    assert at(s, "greece", "rhodes") == {"galley": 1}, "his own Squadrons stay his"
    assert at(s, "greece", "athens") == {"heavy": 1}, "he has no more use of the others"


@pytest.mark.rule("PR-12.5.1a")
def test_the_fleet_of_independent_rhodes_serves_whoever_takes_it() -> None:
    units = {"independents": {"rhodes": {"galley": 2}}, "greece": {"patara": {"heavy": 4}}}
    s = world(units, active="greece", sites={"rhodes": city("independents", 3)})
    s.add(number(s, "greece"), node("rhodes"), ONE[LIGHT])
    s.push(Capture(number(s, "greece"), number(s, "greece"), node("rhodes"), 0))
    s.run()
    assert at(s, "greece", "rhodes") == {"light": 1, "rhodian": 2}
    assert at(s, "independents", "rhodes") == {}


@pytest.mark.rule("PR-12.5c", "PR-6.4.1b")
def test_rhodian_squadrons_are_neither_paid_for_nor_scrapped_nor_given_away() -> None:
    units = {"greece": {"rhodes": {"heavy": 1, "galley": 1, "rhodian": 2}, "athens": {"heavy": 1}}}
    s = position({"scenario": "V"}, units=units, operation="phase", phase="B", treasury={"greece": 5})
    assert choices(s) == ["done", "scrap:rhodes"]
    play(s, "scrap:rhodes")
    assert choices(s) == ["done"]
    play(s, "done")
    assert talents(s, "greece") == 5
    assert at(s, "greece", "rhodes") == {"heavy": 1, "rhodian": 2}
    gift = world(units | {"rome": {"roma": {"legion": 1}}}, active="greece", operation="meeting")
    play(gift, "invite:rome")
    while "give-galley:rhodes" not in choices(gift):
        play(gift, choices(gift)[0])
    play(gift, "give-galley:rhodes")
    assert "give-galley:rhodes" not in choices(gift), "one own Squadron is all there is to give"


@pytest.mark.rule("PR-12.5.1a")
def test_positions_with_rhodian_squadrons_are_checked() -> None:
    with pytest.raises(BadPosition, match="does not hold Rhodes"):
        world({"greece": {"athens": {"heavy": 1, "rhodian": 1}}})
    with pytest.raises(BadPosition, match="There are 2"):
        world({"greece": {"rhodes": {"heavy": 1, "rhodian": 3}}})


# 6.1.6: lines of communication through Rhodes


def crete(units: dict[str, dict[str, int]], **facts: Any) -> PaxRomanaState:
    """Greece in Crete, Pirates on every way but that by Independent Rhodes."""
    stacks = {
        "independents": {"rhodes": {"heavy": 2, "galley": 2}},
        "greece": {"athens": {"heavy": 1}, **units},
        "rome": {"roma": {"legion": 1}},
    }
    facts.setdefault("treasury", {"greece": 10, "rome": 10})
    pirates = ["ntp-thera", "ntp-malea", "ntp-lisus"]
    return position({"scenario": "V"}, units=stacks, pirates=pirates, **facts)


@pytest.mark.rule("PR-6.1.6c")
def test_the_way_by_rhodes_is_told_and_tolled() -> None:
    s = crete({"cnossus": {"light": 1}}, active="greece")
    assert q.line_of_communication(s, "greece", "cnossus")["open"] is False
    assert q.line_of_communication(s, "greece", "cnossus")["toll"] == 1
    assert q.line_of_communication(s, "greece", "athens")["toll"] == 0


@pytest.mark.rule("PR-6.1.6c")
def test_a_space_that_pays_as_province_and_as_city_is_tolled_once() -> None:
    def toll(*sites: str) -> int:
        army = {"cnossus": {"light": 1}, "cydonia": {"light": 1}}
        s = crete(army, active="greece", sites={place: city("greece") for place in sites})
        found = {line.word: line.amount for line in income_lines(s, number(s, "greece"))}
        assert found["crete"] == 1
        return -found["rhodes-toll"]

    assert toll() == 1, "the Province"
    assert toll("cnossus") == 1, "one Space pays for both"
    assert toll("cnossus", "cydonia") == 2


@pytest.mark.rule("PR-6.1.6c", "PR-9.6.1")
def test_who_pays_rhodes_is_not_isolated() -> None:
    army = {"cnossus": {"light": 2}, "cydonia": {"light": 3}}

    def phase_g(**facts: Any) -> PaxRomanaState:
        return crete(army, operation="phase", phase="G", dice=[1, 1, *[1, 2, 3, 4] * 6], **facts)

    s = phase_g()
    assert (actor(s), s.stack[-1].name, choices(s)) == ("greece", "line-by-rhodes", ["yes", "no"])
    play(s, "yes")
    assert talents(s, "greece") == 9
    assert s.stack[-1].name == "line-by-rhodes", "1T for each Space"
    play(s, "no")
    assert at(s, "greece", "cnossus") == {"light": 2}
    assert at(s, "greece", "cydonia") == {"light": 2}, "10 per cent, rounded up"
    poor = phase_g(treasury={"greece": 0})
    assert at(poor, "greece", "cnossus") == {"light": 1}, "who has nothing is not asked"
    one = phase_g(treasury={"greece": 1})
    play(one, "yes")
    assert (at(one, "greece", "cnossus"), at(one, "greece", "cydonia")) == ({"light": 2}, {"light": 2})


@pytest.mark.rule("PR-6.1.6c", "PR-9.6.1", "PR-9.6.3a")
def test_a_line_by_rhodes_says_whether_it_was_paid(results: list[Any]) -> None:
    army = {"cnossus": {"light": 2}, "cydonia": {"light": 3}}
    s = crete(army, operation="phase", phase="G", dice=[1, 1, *[1, 2, 3, 4] * 6])
    results.clear()
    play(s, "yes")
    assert results == [LineTraced(paid=True)]
    play(s, "no")
    assert results[1] == LineTraced(paid=False)
    assert isinstance(results[2], LossesTaken), "then the Army in Cydonia suffers attrition"


@pytest.mark.rule("PR-6.1.6c", "PR-6.2.4a")
def test_units_are_raised_by_the_way_of_rhodes_for_a_talent_more() -> None:
    army = {"cnossus": {"light": 1}, "cydonia": {"light": 1}}
    s = crete(army, active="greece", operation="recruitment", treasury={"greece": 5})
    assert s.label(s.unspell("light:cnossus")).facts["price"] == 2
    assert s.label(s.unspell("heavy:athens")).facts["price"] == 2
    play(s, "light:cnossus")
    assert talents(s, "greece") == 3, "1T for the Unit, 1T for the line"
    play(s, "light:cydonia")
    assert talents(s, "greece") == 2, "the Province's line is paid"
    poor = crete(army, active="greece", operation="recruitment", treasury={"greece": 1})
    assert "light:cnossus" not in choices(poor)
    assert refused(poor, "greece", "light:cnossus") == "PR-6.2.5b"
    planned = crete(army, operation="phase", phase="E", treasury={"greece": 4})
    play(planned, "light:cnossus", "light:cnossus")
    assert planned.stack[-1].ask(planned, number(planned, "greece")).facts["talents"] == 1
    while planned.stack[-1].name == "manpower":
        play(planned, "done")
    assert talents(planned, "greece") == 1
    assert at(planned, "greece", "cnossus") == {"light": 3}


@pytest.mark.rule("PR-6.1.6c", "PR-10.6.6d")
def test_units_are_rebuilt_by_the_way_of_rhodes_for_a_talent_a_space() -> None:
    army = {"cnossus": {"heavy": 1, "reduced-heavy": 1}, "cydonia": {"reduced-heavy": 1}}
    s = crete(army, active="greece", operation="recruitment", treasury={"greece": 5})
    play(s, "rebuild-heavy:cnossus")
    assert talents(s, "greece") == 3
    play(s, "light:cnossus")
    assert talents(s, "greece") == 2, "the line of that Space is paid for all of its Province"
    play(s, "rebuild-heavy:cydonia")
    assert talents(s, "greece") == 0, "another Space traces a line of its own"


@pytest.mark.rule("PR-6.1.6c")
def test_only_independent_rhodes_sells_the_way() -> None:
    s = crete({"cnossus": {"light": 1}}, active="greece")
    rome, rhodes = number(s, "rome"), node("rhodes")
    s.remove(INDEPENDENT, rhodes, s.at(INDEPENDENT, rhodes))
    s.add(rome, rhodes, ONE[LIGHT])
    assert not only_by_rhodes(s, number(s, "greece"), node("cnossus"))
    s.remove(rome, rhodes, ONE[LIGHT])
    assert has(communicating(s, number(s, "greece")), node("cnossus")), "an empty Rhodes bars nobody"

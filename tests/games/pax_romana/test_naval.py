"""Chapter 11: Naval Operations; 12.5 and 12.6: Rhodes, Syracuse, Pirates."""

from __future__ import annotations

from typing import Any

import pytest

from games.pax_romana.helpers import (
    actor,
    at,
    choices,
    city,
    mp,
    node,
    play,
    script,
    town,
    west,
    world,
)
from ludi.games.pax_romana import PaxRomanaState
from ludi.games.pax_romana.asking import questions as q
from ludi.games.pax_romana.ch06_treasury.communication import sea_blocks
from ludi.games.pax_romana.ch11_naval.fleets import nearest_port
from ludi.games.pax_romana.world.sets import members


def fleet(
    units: Any, *words: str, dice: list[int] | None = None, power: str = "carthage", **facts: Any
) -> PaxRomanaState:
    s = west(units, active=power, dice=dice or [], **facts)
    return play(s, *words)


@pytest.mark.rule("PR-11.1.1a", "PR-11.1.1b", "PR-1.4-FLEET", "PR-3.5.2")
def test_galleys_alone_sail_without_mp() -> None:
    s = fleet({"carthage": {"carthago": {"galley": 2}}}, "major:carthago", "take-all")
    assert mp(s) == 0
    words = {word for word in choices(s) if word.startswith("sail")}
    assert words == {f"sail:{s.box.place(n)}" for n in s.box.atlas.sea[node("carthago")] if s.box.open[n]}
    assert "halt" in choices(s)
    assert not any(word.startswith("march") for word in choices(s))


@pytest.mark.rule("PR-11.1.2b", "PR-11.1.3", "PR-1.4-STOP", "PR-1.4-FINISHED", "PR-5.1.4b", "PR-11.1.2e")
def test_an_empty_foreign_port_stops_a_fleet() -> None:
    s = fleet({"carthage": {"thapsus": {"galley": 1}}}, "major:thapsus", "take-all", "sail:melita")
    assert set(choices(s)) == {"go", "halt"}
    script(s, [4, 3])
    passed = play(s.copy(), "go")
    passed.dice = s.dice
    assert any(word.startswith("sail") for word in choices(passed))
    script(s, [4, 4])
    play(s, "go")
    assert s.stack[-1].name != "move", "8 is Finished"
    assert at(s, "carthage", "melita") == {"galley": 1}


@pytest.mark.rule("PR-11.1.4a")
def test_a_leader_helps_continuity() -> None:
    s = fleet(
        {"carthage": {"thapsus": {"galley": 1}}},
        *("major:thapsus", "take:galley", "take-leader:carthage-9", "go", "sail:melita"),
        leaders={"carthage-9": "thapsus"},
    )
    script(s, [4, 4])
    play(s, "go")
    assert s.stack[-1].name == "move"


@pytest.mark.rule("PR-11.1.2a", "PR-11.1.2c")
def test_which_ports_stop_a_fleet() -> None:
    s = west({"rome": {"caralis": {"legion": 1}}, "carthage": {"aleria": {"garrison": 1}}})
    assert q.continuity(s, "carthage", "caralis")["rule"] == "PR-11.1.2a"
    assert q.continuity(s, "carthage", "gades")["rule"] == "PR-11.1.2b"
    assert not q.continuity(s, "carthage", "aleria")["stops"]
    assert not q.continuity(s, "carthage", "utica")["stops"]
    assert q.continuity(s, "carthage", "roma")["stops"]


@pytest.mark.rule("PR-11.2.1a", "PR-11.2.1b", "PR-11.1.2d")
def test_weather_on_a_naval_transit_point() -> None:
    s = fleet({"carthage": {"lilybaeum": {"galley": 1, "light": 1}}}, "major:lilybaeum", "take:galley", "go")
    calm = s.copy()
    calm.dice = s.dice
    script(calm, [5])
    play(calm, "sail:ntp-melita")
    assert "sail:melita" in choices(calm)
    script(s, [6])
    play(s, "sail:ntp-melita")
    assert "go" in choices(s)
    script(s, [6, 6])
    play(s, "go")
    assert at(s, "carthage", "ntp-melita") == {"galley": 1}


@pytest.mark.rule("PR-11.2.1c", "PR-11.2.1d", "PR-11.2.1f")
def test_weather_on_the_deep_sea() -> None:
    def deep(dice: list[int]) -> PaxRomanaState:
        s = fleet(
            {"carthage": {"melita": {"galley": 3, "light": 1}}},
            "major:melita",
            "take:galley",
            "take:galley",
            "take:galley",
            "go",
        )
        script(s, dice)
        return play(s, "sail:dstp-syrticum")

    assert any(word.startswith("sail") for word in choices(deep([2])))
    blown = deep([3])
    assert choices(blown) == ["go"], "nobody rests on the deep sea"
    script(blown, [5, 5])
    play(blown, "go")
    assert at(blown, "carthage", "dstp-syrticum") == {}
    storm = deep([5, 2])
    assert at(storm, "carthage", "dstp-syrticum") == {"galley": 1}


@pytest.mark.rule("PR-11.2.1e", "PR-8.4.3")
def test_a_storm_drowns_an_army_with_too_few_galleys() -> None:
    s = fleet(
        {"carthage": {"melita": {"galley": 1, "light": 2}}},
        "major:melita",
        "take-all",
        dice=[5],
        leaders={"carthage-9": "melita"},
    )
    play(s, "embark", "escort:1")
    script(s, [6, 2])
    play(s, "sail:dstp-syrticum")
    assert at(s, "carthage", "dstp-syrticum") == {}
    assert s.leader_at[s.box.leader("carthage-9")] == -1


@pytest.mark.rule("PR-11.3.2a", "PR-9.2.1d", "PR-11.3.1a", "PR-11.3.2d", "PR-8.2.3d")
def test_naval_transport_costs_three_mp() -> None:
    s = fleet({"carthage": {"utica": {"light": 2}}}, "major:utica", "take-all", dice=[4])
    assert mp(s) == 4
    play(s, "embark", "escort:0")
    assert mp(s) == 3
    play(s, "sail:carthago")
    assert mp(s) == 2
    play(s, "debark")
    assert mp(s) == 1
    assert at(s, "carthage", "carthago") == {"light": 2}
    short = fleet({"carthage": {"utica": {"light": 2}}}, "major:utica", "take-all", dice=[2])
    assert "embark" not in choices(short)
    alone = fleet(
        {}, "minor:utica", "take-leader:carthage-9", dice=[1], leaders={"carthage-9": "utica"}, operation="expansion"
    )
    before = mp(alone)
    play(alone, "embark", "escort:0")
    assert mp(alone) == before


@pytest.mark.rule("PR-11.3.3c", "PR-11.3.4b", "PR-11.3.5", "PR-10.5.3")
def test_a_failed_landing_goes_back_to_sea() -> None:
    units = {"rome": {"melita": {"legion": 2, "galley": 1}}, "carthage": {"thapsus": {"heavy": 6}}}
    s = west(units, dice=[6], leaders={"rome-3": "melita"})
    play(s, "major:melita", "take-all", "embark", "escort:1", "sail:thapsus", "hold")
    before = mp(s)
    script(s, [1, 2, 3, 4, 3, 4])
    play(s, "debark", "stand")
    while s.stack[-1].name in ("battle", "losses"):
        words = choices(s)
        play(s, "done" if "done" in words else words[0])
    assert mp(s) == before - 2
    assert at(s, "carthage", "thapsus")["heavy"] >= 4
    assert "debark" in choices(s), "it may attack again"
    assert "sail:melita" in choices(s)
    play(s, "sail:melita", "debark")
    assert at(s, "rome", "melita").get("legion", 0) + at(s, "rome", "melita").get("reduced-legion", 0) == 2


@pytest.mark.rule("PR-11.3.7", "PR-9.3.8")
def test_a_landing_in_an_empty_space_is_intercepted_without_the_shifts() -> None:
    units = {"rome": {"melita": {"legion": 4}}, "carthage": {"carthago": {"heavy": 3}}}
    s = west(units, dice=[5], sites={"carthago": city("carthage")})
    play(s, "major:melita", "take-all", "embark", "escort:0", "sail:thapsus", "hold", "debark")
    assert actor(s) == "carthage"
    script(s, [6, 6, 3, 3])
    play(s, "intercept:carthago")
    battle = s.stack[-1]
    assert battle.name == "battle"
    assert not battle.amphibious  # type: ignore[attr-defined]


# 11.4


def meeting(mine: int, theirs: int, dice: list[int], *answer: str) -> PaxRomanaState:
    units = {"carthage": {"utica": {"galley": mine}, "zama": {"light": 1}}, "rome": {"carthago": {"galley": theirs}}}
    s = west(units, active="carthage")
    play(s, "major:utica", *["take:galley"] * mine, "go")
    step = next(word for word in choices(s) if word == "sail:carthago")
    play(s, step)
    assert actor(s) == "rome"
    script(s, dice)
    return play(s, *answer)


@pytest.mark.rule("PR-11.4.3", "PR-11.4.4a", "PR-11.4.4b", "PR-11.4.4d", "PR-11.4.4e", "PR-11.1.4c")
def test_a_naval_battle() -> None:
    s = meeting(3, 2, [4, 3, 2], "fight")
    assert at(s, "rome", "carthago") == {}, "10 to 7: two Galleys for a difference of 3"
    assert at(s, "carthage", "carthago") == {"galley": 3}
    assert "go" in choices(s)
    move = s.stack[-1]
    assert move.course.modifier == 2  # type: ignore[attr-defined]
    odd = meeting(3, 2, [4, 3, 1], "fight")
    assert at(odd, "carthage", "carthago") == {"galley": 2}


@pytest.mark.rule("PR-11.4.4c", "PR-11.1.8")
def test_a_beaten_fleet_goes_to_its_nearest_port_and_is_finished() -> None:
    s = meeting(2, 3, [1, 3, 2], "fight")
    assert at(s, "rome", "carthago") == {"galley": 3}
    assert at(s, "carthage", "carthago") == {}
    assert s.stack[-1].name != "move", "it is Finished"
    assert at(s, "carthage", "utica") == {}, "5 to 9: both Galleys for a difference of 4"
    rest = meeting(3, 3, [1, 3, 2], "fight")
    assert rest.stack[-1].name != "move", "beaten, it moves no more"
    assert at(rest, "carthage", "carthago") == {}
    where = [rest.box.place(key & 511) for key, stack in rest.force.items() if key >> 9 == 1 and stack >> 88]
    assert where == [rest.box.place(nearest_port(rest, 1, node("carthago")))]


@pytest.mark.rule("PR-11.3.1b", "PR-11.4.6a", "PR-11.4.6c")
def test_an_unescorted_army_is_lost_to_galleys() -> None:
    units = {"carthage": {"utica": {"heavy": 3}}, "rome": {"carthago": {"galley": 1}}}
    s = west(units, active="carthage", dice=[6], leaders={"carthage-9": "utica"})
    play(s, "major:utica", "take-all", "embark", "escort:0", "sail:carthago")
    assert actor(s) == "rome"
    play(s, "fight")
    assert at(s, "carthage", "carthago") == {}
    assert s.leader_at[s.box.leader("carthage-9")] == -1


@pytest.mark.rule("PR-11.4.6b", "PR-11.4.6-EX1")
def test_an_escorted_army_loses_two_points_a_galley() -> None:
    units = {"carthage": {"utica": {"light": 8, "galley": 4}}, "rome": {"carthago": {"galley": 4}}}
    s = west(units, active="carthage", dice=[6])
    play(s, "major:utica", "take-all", "embark", "escort:4", "sail:carthago")
    script(s, [1, 5, 2])
    play(s, "fight")
    places = [key & 511 for key, stack in s.force.items() if key >> 9 == 1 and stack & 0xFF << 32]
    assert len(places) == 1
    assert at(s, "carthage", s.box.place(places[0]))["light"] == 4


@pytest.mark.rule("PR-11.4.4c")
def test_the_nearest_friendly_port() -> None:
    s = west(
        {"rome": {"lilybaeum": {"legion": 1}, "panormus": {"legion": 1}}, "carthage": {"lilybaeum": {"galley": 1}}}
    )
    assert s.box.place(nearest_port(s, 0, node("lilybaeum"))) == "panormus"


# 12.5, 12.6


@pytest.mark.rule("PR-12.6.2b", "PR-12.6.3a", "PR-12.6.3b")
def test_pirates_must_be_fought() -> None:
    def meet(die: int) -> PaxRomanaState:
        s = west({"carthage": {"lilybaeum": {"galley": 1, "light": 1}}}, active="carthage", pirates=["ntp-melita"])
        play(s, "major:lilybaeum", "take:galley", "go")
        script(s, [die, 1])
        return play(s, "sail:ntp-melita")

    won = meet(4)
    assert won.pirates == []
    assert "go" in choices(won)
    lost = meet(3)
    assert lost.pirates == [node("ntp-melita")]
    assert at(lost, "carthage", "lilybaeum") == {"galley": 1, "light": 1}
    assert lost.stack[-1].name != "move"


@pytest.mark.rule("PR-12.6.4a")
def test_cilician_pirates_reach_one_connection_around() -> None:
    s = world({"greece": {"side": {"galley": 1}}}, pirates=["tarsus"])
    near = set(s.box.atlas.sea[node("tarsus")])
    greece = s.box.powers.index("greece")
    blocked = {*members(sea_blocks(s, greece))}
    assert node("tarsus") in blocked
    assert near - {node("side")} <= blocked


@pytest.mark.rule("PR-12.5-EX1", "PR-12.5b", "PR-12.5.3a", "PR-12.5.2", "PR-12.5a")
def test_independents_fight_and_never_leave() -> None:
    units = {
        "carthage": {"messana": {"galley": 5, "light": 1}},
        "independents": {"syracuse": {"heavy": 3, "galley": 2}},
    }
    s = west(units, active="carthage", sites={"syracuse": city("independents")})
    play(s, "major:messana", *["take:galley"] * 5, "go")
    script(s, [3, 3, 2])
    play(s, "sail:syracuse")
    assert at(s, "independents", "syracuse") == {"heavy": 3}, "the fleets fought at once"
    mamertines = {"rome": {"panormus": {"legion": 6}}, "independents": {"messana": {"heavy": 2}}}
    s = west(mamertines, dice=[5])
    script(s, [5, 4, 1])
    play(s, "major:panormus", "take-all", "march:messana")
    assert s.stack[-1].name == "battle", "no Withdrawal"
    play(s, "done")
    assert "retreat" not in choices(s)


@pytest.mark.rule("PR-12.5.3b")
def test_capturing_syracuse_wins_its_galleys() -> None:
    from ludi.games.pax_romana.ch07_cities.capture import Capture

    s = west({}, sites={"syracuse": city("independents", 3)}, operation="choose")
    s.add(0, node("syracuse"), 3)
    s.add(4, node("syracuse"), 2 << 88)
    s.push(Capture(0, 0, node("syracuse"), 3))
    s.run()
    assert at(s, "rome", "syracuse") == {"legion": 3, "galley": 2}


@pytest.mark.rule("PR-7.3.7")
def test_independents_always_use_their_city() -> None:
    units = {"carthage": {"messana": {"heavy": 9}}, "independents": {"syracuse": {"heavy": 3}}}
    s = west(units, active="carthage", sites={"syracuse": city("independents")}, dice=[5])
    play(s, "major:messana", "take-all", "march:syracuse")
    battle = next(p for p in s.stack if p.name == "battle")
    assert battle.walls  # type: ignore[attr-defined]
    assert all(word.startswith("bid") for word in choices(s))


def test_towns_are_no_ports_of_refuge_for_others() -> None:
    s = west({}, sites={"gades": town("carthage")})
    assert s.box.place(nearest_port(s, 1, node("malacca"))) != "malacca"

"""Chapter 11, voyage by voyage: Stops, the landing at Thapsus, meetings of fleets, Withdrawal, and Rhodes (12.5.1)."""

from __future__ import annotations

from typing import Any

import pytest

from games.pax_romana.helpers import actor, at, choices, city, mp, node, play, refused, script, talents, west, world
from ludi.games.pax_romana import GAME, PaxRomanaState
from ludi.games.pax_romana.ch09_movement.convoy import Convoy
from ludi.games.pax_romana.ch09_movement.movement import March
from ludi.games.pax_romana.ch10_battle.battle import Battle
from ludi.games.pax_romana.ch11_naval.afloat import AT_SEA, FleetVoyage, Transport, Voyage
from ludi.games.pax_romana.ch11_naval.fleets import nearest_port
from ludi.games.pax_romana.ch11_naval.withdrawal import withdrawal_steps
from ludi.games.pax_romana.world.pieces import LIGHT, ONE, SOF


def moving(s: PaxRomanaState) -> Convoy:
    return next(p for p in reversed(s.stack) if isinstance(p, Convoy))


def modifier(s: PaxRomanaState) -> int:
    """What is added to the Continuity roll of the Fleet on the move."""
    fleet = moving(s)
    assert isinstance(fleet, Voyage)
    return fleet.course.modifier


def battle_of(s: PaxRomanaState) -> Battle:
    return next(p for p in reversed(s.stack) if isinstance(p, Battle))


def sails(s: PaxRomanaState) -> set[str]:
    return {word for word in choices(s) if word.startswith("sail")}


# 11.1 Stops


@pytest.mark.rule("PR-11.1.1a")
def test_a_fleet_may_come_back_the_way_it_came() -> None:
    s = west({"carthage": {"utica": {"galley": 1}}}, active="carthage")
    play(s, "major:utica", "take-all", "sail:carthago", "sail:utica")
    assert "sail:carthago" not in choices(s), "but not for ever to and fro"
    assert refused(s, "carthage", "sail:carthago") == "PR-11.1.1a"


@pytest.mark.rule("PR-11.1.6", "PR-11.1.2a", "PR-11.1.2b")
def test_the_holder_of_a_port_may_wave_a_fleet_on() -> None:
    units = {"carthage": {"lilybaeum": {"galley": 1, "light": 1}}, "rome": {"melita": {"legion": 1}}}
    for answer, stops in (("hold", True), ("let-pass", False)):
        s = west(units, active="carthage")
        play(s, "major:lilybaeum", "take:galley", "go")
        script(s, [1])
        play(s, "sail:ntp-melita", "sail:melita")
        assert (actor(s), set(choices(s))) == ("rome", {"hold", "let-pass"})
        play(s, answer)
        assert actor(s) == "carthage"
        assert bool(sails(s)) != stops
        assert ("go" in choices(s)) == stops
    nobody = west({"carthage": units["carthage"]}, active="carthage")
    play(nobody, "major:lilybaeum", "take:galley", "go")
    script(nobody, [1])
    play(nobody, "sail:ntp-melita", "sail:melita")
    assert "go" in choices(nobody), "no one can wave it on in an empty Port"


@pytest.mark.rule("PR-11.1.7")
def test_galleys_join_a_passing_fleet_without_stop_or_mp() -> None:
    units = {"carthage": {"utica": {"galley": 1, "light": 2}, "carthago": {"galley": 2}}}
    s = west(units, active="carthage", dice=[4])
    play(s, "major:utica", "take:galley", "go", "sail:carthago", "take:galley", "take:galley")
    assert moving(s).galleys == 3
    assert sails(s), "no Stop"
    escorted = west(units, active="carthage", dice=[4])
    play(escorted, "major:utica", "take:light", "go", "embark", "escort:0", "sail:carthago")
    before = mp(escorted)
    play(escorted, "take:galley")
    assert (moving(escorted).galleys, mp(escorted)) == (1, before)
    leader = west(units, active="carthage", leaders={"carthage-9": "utica"}, dice=[4])
    play(leader, "minor:utica", "take-leader:carthage-9", "embark", "escort:0", "sail:carthago", "take:galley")
    assert moving(leader).galleys == 1
    single = west(units, active="carthage")
    play(single, "minor:utica", "take:galley", "sail:carthago")
    assert "take:galley" not in choices(single), "a Minor Move moves one Unit"
    foreign = west({"carthage": {"utica": {"galley": 1}, "gades": {"galley": 1}}}, active="carthage")
    move = FleetVoyage.of(March(1, 1, node("gades")))
    foreign.push(move)
    move.stage, move.node = AT_SEA, node("gades")
    assert "take:galley" not in choices(foreign), "only in Ports that it Controls"


@pytest.mark.rule("PR-11.1.9")
def test_no_army_intercepts_at_sea() -> None:
    units = {"rome": {"melita": {"legion": 4}}, "carthage": {"carthago": {"heavy": 9}, "zama": {"heavy": 9}}}
    s = west(units, dice=[6], sites={"carthago": city("carthage")})
    play(s, "major:melita", "take-all", "embark", "escort:0", "sail:thapsus")
    assert set(choices(s)) == {"hold", "let-pass"}, "the Port is entered past two Armies"
    play(s, "let-pass")
    assert actor(s) == "rome"
    play(s, "debark")
    assert {"no", "intercept:carthago"} <= set(choices(s)), "ashore it is another matter"


@pytest.mark.rule("PR-11.2.2", "PR-11.3.2a", "PR-11.3.2d")
def test_a_move_that_starts_at_sea_pays_for_sailing_only() -> None:
    units = {"carthage": {"ntp-melita": {"light": 2, "galley": 1}}}
    s = west(units, active="carthage", dice=[3])
    play(s, "major:ntp-melita", "take:light", "take:light", "go", "escort:1")
    assert mp(s) == 3, "no MP to embark"
    play(s, "sail:lilybaeum")
    assert mp(s) == 2
    play(s, "debark")
    assert mp(s) == 1
    short = west(units, active="carthage", dice=[1])
    play(short, "major:ntp-melita", "take:light", "take:light", "go", "escort:0")
    assert short.stack[-1].name != "move", "with 1 MP it could not debark: it stays"
    assert at(short, "carthage", "ntp-melita") == {"light": 2, "galley": 1}


# 11.3 Landings


def at_thapsus(*answer: str) -> PaxRomanaState:
    """The rulebook's landing, up to Thapsus: a 2-3 leader, three Galley Squadrons, 6 MP."""
    units = {
        "rome": {"lilybaeum": {"legion": 4, "cavalry": 1, "galley": 3}},
        "carthage": {"thapsus": {"heavy": 2}},
    }
    s = west(units, leaders={"rome-6": "lilybaeum"}, dice=[3])
    leader = s.box.leaders[s.box.leader("rome-6")]
    assert (leader.tactical, leader.campaign) == (2, 3)
    play(s, "major:lilybaeum", "take-all")
    assert mp(s) == 6
    play(s, "embark", "escort:3")
    assert mp(s) == 5
    script(s, [3])
    play(s, "sail:ntp-melita")
    assert mp(s) == 4
    play(s, "sail:melita")
    assert "go" in choices(s), "unoccupied and not at home: he must Stop"
    script(s, [4, 4])
    play(s, "go")
    assert mp(s) == 4, "8 - 1 = 7 passes, at no MP"
    return play(s, "sail:thapsus", "hold", *answer)


@pytest.mark.rule("PR-11.3.3-EX1", "PR-11.3.2a", "PR-11.3.2b", "PR-11.3.2c", "PR-11.3.3a", "PR-11.3.3b")
@pytest.mark.rule("PR-10.5.3", "PR-11.1.2c")
def test_the_landing_at_thapsus() -> None:
    s = at_thapsus("debark")
    assert actor(s) == "carthage"
    script(s, [6, 1])
    play(s, "stand")
    assert moving(s).mp == 2, "embark 1, sail 1, debark 1, attack 1 of 6"
    shifts = {shift.cause: shift.number for shift in battle_of(s).field(s).shifts()}
    assert shifts["amphibious"] == 2
    assert battle_of(s).field(s).points()[0] == 16, "the Cavalry stays aboard"


def fight_on(s: PaxRomanaState, *prefer: str) -> PaxRomanaState:
    order = (*prefer, "done", "hold", "keep", "no")
    while s.stack[-1].name in ("battle", "losses", "retreat", "militia", "capture"):
        words = choices(s)
        play(s, next((word for word in order if word in words), words[0]))
    return s


@pytest.mark.rule("PR-11.3.3-EX1")
def test_the_landing_at_thapsus_won() -> None:
    s = at_thapsus("debark")
    script(s, [6, 1, 3, 4, 3, 4, 3, 4])
    play(s, "stand")
    fight_on(s, "raise", "hold", "force")
    assert at(s, "rome", "thapsus").get("legion", 0) >= 3
    assert at(s, "carthage", "thapsus") == {}
    assert mp(s) <= 2
    assert mp(s) >= 1, "forcing the Retreat costs one of the last two MP"


@pytest.mark.rule("PR-11.3.3-EX1", "PR-11.3.4a", "PR-11.3.4b", "PR-11.3.5", "PR-11.3.3c")
def test_the_landing_at_thapsus_lost() -> None:
    s = at_thapsus("debark")
    script(s, [1, 6, 3, 4, 3, 4, 3, 4])
    play(s, "stand")
    fight_on(s, "raise", "hold", "lose:legion")
    assert at(s, "carthage", "thapsus") != {}
    assert mp(s) == 2, "back aboard for nothing"
    assert refused(s, "rome", "debark") == "PR-11.3.4a", "2 MP do not allow another attack"
    assert "sail:melita" in choices(s)
    play(s, "sail:melita", "debark")
    assert mp(s) == 1


@pytest.mark.rule("PR-11.3.5", "PR-11.3.4a")
def test_an_attack_may_be_repeated_while_the_way_back_is_paid() -> None:
    units = {"rome": {"melita": {"legion": 9, "galley": 1}}, "carthage": {"thapsus": {"heavy": 9}}}
    s = west(units, dice=[6], leaders={"rome-1": "melita"})
    play(s, "major:melita", "take-all", "embark", "escort:1", "sail:thapsus", "hold")
    before = mp(s)
    assert before >= 7
    script(s, [3, 3, 3, 4, 3, 4] * 4)
    attacks = 0
    while "debark" in choices(s) and isinstance(s.stack[-1], Transport):
        play(s, "debark", "stand")
        attacks += 1
        fight_on(s, "lose:legion", "lose:heavy")
    assert attacks == (before - 1) // 2, "2 MP an attack, 1 MP always kept"
    assert mp(s) == before - 2 * attacks


@pytest.mark.rule("PR-11.3.4a", "PR-11.3.4c")
def test_a_landing_needs_a_port_that_can_be_reached_without_a_battle() -> None:
    units: Any = {"rome": {"melita": {"legion": 4}}, "carthage": {"thapsus": {"heavy": 1}}}
    s = west(units, dice=[6])
    play(s, "major:melita", "take-all", "embark", "escort:0", "sail:thapsus", "hold")
    assert "debark" in choices(s), "back to Melita if it fails"
    for port in range(s.box.atlas.spaces):
        if s.box.open[port] and s.box.atlas.is_port[port] and port != node("thapsus") and not s.at(1, port):
            s.add(1, port, ONE[LIGHT])
    s._legal = {}
    assert refused(s, "rome", "debark") == "PR-11.3.4a"


@pytest.mark.rule("PR-11.3.6c", "PR-11.3.4a", "PR-11.3.3a")
def test_nobody_sails_into_an_enemy_port_that_he_could_not_attack() -> None:
    units = {"rome": {"melita": {"legion": 2, "garrison": 1}}, "carthage": {"thapsus": {"heavy": 1}}}
    s = west(units, dice=[4])
    play(s, "major:melita", "take-all", "embark", "escort:0")
    assert mp(s) == 3
    assert refused(s, "rome", "sail:thapsus") == "PR-11.3.6c", "3 MP must be left after sailing"
    enough = west(units, dice=[5])
    play(enough, "major:melita", "take-all", "embark", "escort:0")
    assert "sail:thapsus" in choices(enough)
    guards = west(units, dice=[6])
    play(guards, "minor:melita", "take:garrison", "embark", "escort:0")
    assert refused(guards, "rome", "sail:thapsus") == "PR-11.3.3a", "a Garrison attacks nobody"


@pytest.mark.rule("PR-11.1.5b", "PR-11.3.6a", "PR-11.3.6b")
def test_a_transport_that_cannot_go_on_must_land() -> None:
    units = {"rome": {"melita": {"legion": 4}}, "carthage": {"thapsus": {"heavy": 1}}}
    s = west(units, dice=[6])
    play(s, "major:melita", "take-all", "embark", "escort:0", "sail:thapsus", "hold")
    assert {"go", "debark"} <= set(choices(s))
    onward = s.copy()
    script(onward, [3, 4])
    play(onward, "go")
    assert sails(onward), "7: it sails past"
    assert moving(onward).mp == moving(s).mp
    script(s, [6, 6])
    play(s, "go")
    assert actor(s) == "carthage"
    script(s, [3, 3])
    play(s, "stand")
    assert battle_of(s).amphibious
    assert mp(s) == 2, "2 MP in all"


# 11.4 Fleets


def meeting(mine: int, theirs: int, dice: list[int], *answer: str, **facts: Any) -> PaxRomanaState:
    units = {"carthage": {"utica": {"galley": mine}, "zama": {"light": 1}}, "rome": {"carthago": {"galley": theirs}}}
    s = west(facts.pop("units", units), active="carthage", **facts)
    play(s, "major:utica", *["take:galley"] * mine, "go", "sail:carthago")
    assert actor(s) == "rome"
    script(s, dice)
    return play(s, *answer)


@pytest.mark.rule("PR-11.4.1a", "PR-11.4.1b")
def test_a_fleet_may_be_let_pass() -> None:
    s = meeting(2, 1, [], "let-pass")
    assert actor(s) == "carthage"
    assert sails(s), "no Stop"
    fought = meeting(2, 2, [3, 3], "fight")
    assert not sails(fought), "after a Battle it Stops"


@pytest.mark.rule("PR-11.4.5a")
def test_a_draw_at_sea() -> None:
    s = meeting(2, 2, [3, 3], "fight")
    assert at(s, "rome", "carthago") == {"galley": 2}
    assert at(s, "carthage", "carthago") == {"galley": 2}
    assert "go" in choices(s)
    assert modifier(s) == 0


@pytest.mark.rule("PR-11.4.5b")
def test_after_a_draw_either_may_fight_again_as_the_fleet_moves() -> None:
    s = meeting(2, 2, [3, 3], "fight")
    script(s, [3, 4])
    play(s, "go")
    assert (actor(s), set(choices(s)) >= {"fight", "let-pass"}) == ("rome", True)
    script(s, [6, 1, 2])
    let_go = play(s.copy(), "let-pass")
    assert actor(let_go) == "carthage"
    assert "fight" in choices(let_go), "the moving Fleet may start it too"
    let_go.dice = s.dice
    play(let_go, "fight")
    assert at(let_go, "rome", "carthago") == {}, "10 to 5"
    passed = meeting(2, 2, [], "let-pass")
    assert "fight" not in choices(passed), "who was let pass sails by"


@pytest.mark.rule("PR-11.4.1a")
def test_all_enemy_fleets_in_a_place_are_met() -> None:
    units = {
        "carthage": {"utica": {"galley": 1}, "zama": {"light": 1}},
        "rome": {"carthago": {"galley": 1}},
        "greece": {"carthago": {"galley": 1}},
    }
    s = world(units, active="carthage")
    play(s, "major:utica", "take:galley", "go", "sail:carthago")
    met = []
    while set(choices(s)) >= {"fight", "let-pass"}:
        met.append(actor(s))
        play(s, "let-pass")
    assert sorted(met) == ["greece", "rome"]


@pytest.mark.rule("PR-11.4.6a", "PR-11.3.1b")
def test_an_unescorted_army_at_sea_cannot_withdraw_and_is_lost_in_battle() -> None:
    units = {"carthage": {"ntp-melita": {"light": 3}, "zama": {"light": 1}}, "rome": {"melita": {"galley": 1}}}
    s = west(units, leaders={"carthage-9": "ntp-melita"})
    play(s, "major:melita", "take:galley", "go")
    script(s, [1])
    play(s, "sail:ntp-melita")
    assert (actor(s), set(choices(s))) == ("carthage", {"fight", "let-pass"})
    play(s, "fight")
    assert at(s, "carthage", "ntp-melita") == {}
    assert s.leader_at[s.box.leader("carthage-9")] == -1


@pytest.mark.rule("PR-11.3.1b")
def test_armies_without_ships_do_not_sink_each_other() -> None:
    units = {"carthage": {"ntp-melita": {"light": 3}, "zama": {"light": 1}}, "rome": {"melita": {"legion": 1}}}
    s = west(units, dice=[5])
    play(s, "minor:melita", "take:legion", "embark", "escort:0")
    script(s, [1])
    play(s, "sail:ntp-melita")
    assert actor(s) == "rome", "there is no Naval Battle without Galley Squadrons"
    assert at(s, "rome", "ntp-melita") == {"legion": 1}
    assert at(s, "carthage", "ntp-melita") == {"light": 3}


@pytest.mark.rule("PR-11.4.6b", "PR-11.4.6c", "PR-11.4.4c")
def test_a_transport_that_is_attacked_loses_men_with_its_ships() -> None:
    def attacked(galleys: int, dice: list[int]) -> PaxRomanaState:
        units = {
            "carthage": {"ntp-melita": {"light": 9, "galley": galleys}, "lilybaeum": {"light": 1}},
            "rome": {"melita": {"galley": 5, "legion": 1}},
        }
        s = west(units)
        play(s, "major:melita", *["take:galley"] * 5, "go")
        script(s, [1, *dice])
        return play(s, "sail:ntp-melita", "fight")

    s = attacked(4, [3, 3, 2])
    assert at(s, "carthage", "lilybaeum") == {"light": 10 - 2, "galley": 3}, "13 to 11: one Galley, 2 BP"
    drowned = attacked(1, [3, 3, 2])
    assert at(drowned, "carthage", "ntp-melita") == {}
    assert at(drowned, "carthage", "lilybaeum") == {"light": 1}
    pyrrhic = attacked(6, [1, 6, 1])
    assert at(pyrrhic, "carthage", "ntp-melita") == {"galley": 5, "light": 7}, "the winner's odd die costs 2 BP too"


# 11.4.2 Withdrawal


@pytest.mark.rule("PR-11.4.2a")
def test_a_fleet_withdraws_into_any_port_within_three_connections() -> None:
    s = meeting(2, 1, [], "withdraw")
    assert actor(s) == "rome"
    start = node("carthago")
    sea = s.box.atlas.sea
    assert {s.box.atlas.index[word[5:]] for word in sails(s)} == {
        near for near in sea[start] if s.box.open[near] and near != node("utica")
    } | {node("utica")}, "friendly or not"
    assert "halt" not in choices(s), "it must go somewhere"
    legs = 0
    script(s, [1] * 20)
    while s.stack[-1].name == "naval-withdrawal":
        words = sails(s)
        if not words:
            play(s, "go" if "go" in choices(s) and legs < 3 else "halt")
            continue
        play(s, sorted(words)[0])
        legs += 1
    assert 1 <= legs <= 3
    where = [key & 511 for key, stack in s.force.items() if key >> 9 == 0 and stack & 0xFF << 88]
    assert where[0] < s.box.atlas.spaces, "in a Port"


@pytest.mark.rule("PR-11.4.2a")
def test_enemy_fleets_bar_a_withdrawal_unless_they_give_leave() -> None:
    units = {
        "carthage": {"utica": {"galley": 2}, "zama": {"light": 1}, "ntp-clupea": {"galley": 1}},
        "rome": {"carthago": {"galley": 1}},
    }
    for leave in ("no", "yes"):
        s = meeting(2, 1, [], "withdraw", units=units)
        play(s, "sail:ntp-clupea")
        assert (actor(s), set(choices(s))) == ("carthage", {"no", "yes"})
        script(s, [1])
        play(s, leave)
        if leave == "yes":
            assert at(s, "rome", "ntp-clupea") == {"galley": 1}
        else:
            assert "sail:ntp-clupea" not in choices(s)
            assert at(s, "rome", "carthago") == {"galley": 1}


def withdrawing(place: str, *refuges: str) -> PaxRomanaState:
    """A Roman Fleet in a Port Withdraws before a Carthaginian one; others of Carthage lie in the refuges."""
    units = {
        "carthage": {place: {"galley": 1}, **{refuge: {"galley": 1} for refuge in refuges}},
        "rome": {place: {"galley": 2}},
    }
    s = world(units, active="carthage")
    return play(s, f"major:{place}", "take-all", "withdraw")


@pytest.mark.rule("PR-11.2.1f", "PR-11.4.2a")
def test_a_fleet_is_let_in_before_it_withdraws_across_the_deep_sea() -> None:
    s = withdrawing("alexandria", "rhodes")
    play(s, "sail:dstp-egyptian-sea")
    assert (actor(s), set(choices(s))) == ("carthage", {"no", "yes"}), "it could not Finish on the deep sea"
    assert at(s, "rome", "alexandria") == {"galley": 2}, "it has not sailed"
    play(s, "no")
    assert actor(s) == "rome"
    assert "sail:dstp-egyptian-sea" not in choices(s)
    s = withdrawing("alexandria", "rhodes")
    play(s, "sail:dstp-egyptian-sea")
    script(s, [1])
    play(s, "yes")
    assert at(s, "rome", "dstp-egyptian-sea") == {"galley": 2}
    assert (actor(s), sails(s)) == ("rome", {"sail:rhodes"})
    play(s, "sail:rhodes")
    assert at(s, "rome", "rhodes") == {"galley": 2}, "nobody is asked twice"


@pytest.mark.rule("PR-11.2.1f", "PR-11.4.2a")
def test_a_fleet_with_a_free_port_beyond_the_deep_sea_asks_when_it_comes_to_another() -> None:
    s = withdrawing("syracuse", "croton")
    script(s, [1])
    play(s, "sail:dstp-ionium")
    assert at(s, "rome", "dstp-ionium") == {"galley": 2}, "Methone is free"
    play(s, "sail:croton", "no")
    assert sails(s) == {"sail:methone"}
    every = withdrawing("syracuse", "methone", "croton")
    play(every, "sail:dstp-ionium", "no")
    assert actor(every) == "rome"
    play(every, "sail:dstp-ionium")
    assert actor(every) == "carthage", "the other of the two is asked for leave"
    play(every, "no")
    assert "sail:dstp-ionium" not in choices(every)
    assert at(every, "rome", "syracuse") == {"galley": 2}


@pytest.mark.rule("PR-11.4.2b", "PR-11.4.2d", "PR-11.1.4b")
def test_a_withdrawing_fleet_obeys_weather_and_continuity() -> None:
    units = {
        "carthage": {"lilybaeum": {"galley": 2, "light": 1}, "utica": {"light": 1}},
        "rome": {"melita": {"galley": 2}},
    }

    def withdraw(dice: list[int], *legs: str) -> PaxRomanaState:
        s = west(units, active="carthage")
        play(s, "major:lilybaeum", "take:galley", "go")
        script(s, [1])
        play(s, "sail:ntp-melita", "sail:melita")
        script(s, dice)
        return play(s, "withdraw", *legs)

    stopped = withdraw([], "sail:thapsus")
    assert set(choices(stopped)) == {"halt", "go"}, "a non-friendly Port: Continuity to go on"
    script(stopped, [3, 4])
    assert sails(play(stopped, "go")), "7 passes"
    failed = withdraw([], "sail:thapsus")
    script(failed, [4, 4])
    play(failed, "go")
    assert at(failed, "rome", "thapsus") == {"galley": 2}, "8: it stays there"
    assert modifier(failed) == 1, "and the mover rolls at +1"
    blown = withdraw([6, 4, 4], "sail:ntp-melita")
    assert at(blown, "rome", "ntp-melita") == {"galley": 2}, "a 6 in the NTP, then 8"
    assert blown.stack[-1].name == "move", "it goes no further"
    calm = withdraw([5], "sail:ntp-melita")
    assert sails(calm)


@pytest.mark.rule("PR-11.4.2c")
def test_a_twelve_bars_that_fleet_from_withdrawing_again() -> None:
    units = {"carthage": {"lilybaeum": {"galley": 2, "light": 1}}, "rome": {"melita": {"galley": 2}}}

    def withdraw(dice: list[int]) -> PaxRomanaState:
        s = west(units, active="carthage")
        play(s, "major:lilybaeum", "take:galley", "take:galley", "go")
        script(s, [1])
        play(s, "sail:ntp-melita", "sail:melita")
        script(s, dice)
        return play(s, "withdraw", "sail:ntp-melita")

    for dice, again in (([6, 6, 6], False), ([6, 6, 5], True)):
        s = withdraw(dice)
        assert at(s, "rome", "ntp-melita") == {"galley": 2}
        script(s, [1, 1, 1])
        play(s, "go", "sail:ntp-melita")
        assert actor(s) == "rome"
        assert ("withdraw" in choices(s)) == again


@pytest.mark.rule("PR-11.4.2a")
def test_independents_and_pirates_let_nobody_through() -> None:
    units = {"independents": {"syracuse": {"heavy": 3, "galley": 2}}, "rome": {"messana": {"galley": 1}}}
    s = west(units, operation="choose")
    near = [n for n in s.box.atlas.sea[node("messana")] if s.box.open[n]]
    assert node("syracuse") in near
    steps = withdrawal_steps(s, 0, node("messana"))
    assert set(steps) == set(near) - {node("syracuse")}
    s.pirates = [steps[0]]
    assert steps[0] not in withdrawal_steps(s, 0, node("messana"))


# 12.5.1 Rhodes


def near_rhodes() -> str:
    box = GAME.box({"scenario": "V"})
    return box.place(next(n for n in box.atlas.sea[node("rhodes")] if n < box.atlas.spaces))


def to_rhodes(galleys: int, rhodians: int = 2, **facts: Any) -> PaxRomanaState:
    port = near_rhodes()
    units = {
        "independents": {"rhodes": {"heavy": 2, "galley": rhodians}},
        "greece": {port: {"galley": galleys, "heavy": 1}},
    }
    s = world(units, active="greece", **facts)
    return play(s, f"major:{port}", *["take:galley"] * galleys, "go", "sail:rhodes")


@pytest.mark.rule("PR-12.5.1d", "PR-12.5.1c")
def test_rhodes_takes_a_toll_and_stops_nobody_who_pays() -> None:
    s = to_rhodes(1)
    assert set(choices(s)) == {"yes", "no"}
    play(s, "yes")
    assert talents(s, "greece") == 9
    assert len(sails(s)) > 1, "on and past, without a Stop"
    port = near_rhodes()
    held = world({"rome": {"rhodes": {"legion": 1}}, "greece": {port: {"galley": 1, "heavy": 1}}}, active="greece")
    play(held, f"major:{port}", "take:galley", "go", "sail:rhodes")
    assert set(choices(held)) == {"hold", "let-pass"}, "a player's Port like any other"
    assert talents(held, "greece") == 10


@pytest.mark.rule("PR-12.5.1e")
def test_who_does_not_pay_at_rhodes_may_only_go_back() -> None:
    s = to_rhodes(1)
    play(s, "no")
    assert talents(s, "greece") == 10
    assert "go" in choices(s), "Stopped"
    script(s, [1, 1])
    play(s, "go")
    assert sails(s) == {f"sail:{near_rhodes()}"}, "not past Rhodes, even with Continuity"
    broke = to_rhodes(1, treasury={"greece": 0})
    assert "go" in choices(broke), "who cannot pay is Stopped"
    play(broke, "halt")
    later = next(n for n in broke.box.atlas.sea[node("rhodes")] if broke.box.place(n) != near_rhodes())
    broke.moved = {}
    broke.run()
    play(broke, "minor:rhodes", "take:galley")
    assert sails(broke) == {f"sail:{near_rhodes()}"}, "nor in a later Activation"
    assert refused(broke, "greece", f"sail:{broke.box.place(later)}") == "PR-12.5.1e"


@pytest.mark.rule("PR-12.5.1e", "PR-12.5.1g")
def test_the_rhodian_fleet_may_be_fought_for_the_passage() -> None:
    s = to_rhodes(6, 4)
    play(s, "no")
    assert "fight" in choices(s)
    script(s, [3, 3, 2])
    play(s, "fight")
    assert at(s, "independents", "rhodes")["galley"] == 2, "15 to 11: two lost; they never leave"
    assert at(s, "greece", "rhodes")["galley"] == 6, "both stay"
    assert modifier(s) == 0, "Continuity without modifier"
    script(s, [3, 4])
    play(s, "go")
    assert sails(s) == {f"sail:{near_rhodes()}"}
    script(s, [6, 1, 2])
    play(s, "fight")
    assert "galley" not in at(s, "independents", "rhodes")
    assert modifier(s) == 2, "this time it is a victory"
    script(s, [2, 2])
    play(s, "go")
    assert len(sails(s)) > 1, "the way is free"


@pytest.mark.rule("PR-12.5.1f", "PR-12.5.1g")
def test_rhodians_stand() -> None:
    port = near_rhodes()
    units = {"independents": {"rhodes": {"heavy": 2, "galley": 4}}, "greece": {port: {"heavy": 9, "galley": 5}}}
    s = world(units, active="greece", sites={"rhodes": city("independents")}, dice=[6])
    play(s, f"major:{port}", "take-all", "embark", "escort:5", "sail:rhodes", "yes")
    script(s, [3, 3, 2, 3, 3])
    play(s, "debark")
    assert at(s, "independents", "rhodes")["galley"] == 3, "beaten, but it stays"
    assert at(s, "independents", "rhodes")["heavy"] <= 2, "nobody was asked: they fought where they stood"
    lost = to_rhodes(1, 4)
    play(lost, "no")
    script(lost, [1, 6, 2])
    play(lost, "fight")
    assert at(lost, "independents", "rhodes")["galley"] == 4
    assert at(lost, "greece", "rhodes") == {}


@pytest.mark.rule("PR-11.3.3a", "PR-9.2.1d", "PR-9.2.1g")
@pytest.mark.parametrize("rhodians", [0, 1])
def test_an_attack_on_rhodes_costs_the_same_past_its_fleet(rhodians: int) -> None:
    """Of 6 MP one each to embark, to sail, to debark and to attack; a Naval Battle costs none."""
    port = near_rhodes()
    fleet = {"galley": rhodians} if rhodians else {}
    units = {"independents": {"rhodes": {"light": 1, **fleet}}, "greece": {port: {"heavy": 9, "galley": 5}}}
    s = world(units, active="greece", dice=[6])
    play(s, f"major:{port}", "take-all", "embark", "escort:5", "sail:rhodes", *(["yes"] if rhodians else []))
    assert mp(s) == 4
    script(s, ([6, 1, 2] if rhodians else []) + [6, 1])
    play(s, "debark")
    assert at(s, "independents", "rhodes") == {"light": 1}, "the Fleet is gone"
    assert any(isinstance(procedure, Battle) for procedure in s.stack)
    assert mp(s) == 2


@pytest.mark.rule("PR-11.3.6b", "PR-11.1.5b", "PR-12.5.1e")
@pytest.mark.parametrize("rhodians", [0, 1])
def test_an_army_that_must_land_on_rhodes_fights_its_fleet_first(rhodians: int) -> None:
    """Stopped, and Finished by its Continuity roll, it attacks for 2 MP, past no Fleet that bars the Port."""
    port = near_rhodes()
    fleet = {"galley": rhodians} if rhodians else {}
    units = {"independents": {"rhodes": {"light": 1, **fleet}}, "greece": {port: {"heavy": 9, "galley": 5}}}
    s = world(units, active="greece", dice=[6], treasury={"greece": 0})
    play(s, f"major:{port}", "take-all", "embark", "escort:5", "sail:rhodes")
    moved = moving(s)
    assert isinstance(moved, Transport)
    moved.stop()
    moved.go_on()
    s.run()
    assert mp(s) == 4
    script(s, [6, 6, *([6, 1, 2] if rhodians else []), 6, 1])
    play(s, "go")
    assert at(s, "independents", "rhodes") == {"light": 1}, "the Fleet is gone"
    assert any(isinstance(procedure, Battle) for procedure in s.stack)
    assert mp(s) == 2


@pytest.mark.rule("PR-12.4.4d")
def test_ports_of_his_player_are_friendly_to_the_soldier_of_fortune() -> None:
    units = {"carthage": {"utica": {"galley": 1}}, "soldier-of-fortune": {"utica": {"heavy": 4}}}
    s = world(units, active="carthage", soldier_of_fortune="carthage", dice=[5])
    play(s, "soldier:utica", "take-all", "embark", "escort:1", "sail:carthago")
    assert sails(s), "no Stop in Carthage"
    assert nearest_port(s, SOF, node("carthago")) == nearest_port(s, 2, node("carthago"))
    play(s, "debark")
    assert at(s, "carthage", "carthago") == {"galley": 1}, "lent, and given back"
    assert at(s, "soldier-of-fortune", "carthago") == {"heavy": 4}


@pytest.mark.rule("PR-11.1.5a")
def test_fleets_that_make_no_friendly_port_are_lost() -> None:
    from ludi.games.pax_romana.ch09_movement.isolation import Isolation

    units = {
        "carthage": {"ntp-melita": {"galley": 1, "light": 2}, "gades": {"galley": 1}, "utica": {"galley": 1}},
        "rome": {"thapsus": {"galley": 2, "legion": 1}, "zama": {"legion": 1}},
    }
    s = west(units, operation="choose", leaders={"carthage-9": "ntp-melita"})
    s.push(Isolation())
    s.run()
    assert at(s, "carthage", "ntp-melita") == {}
    assert s.leader_at[s.box.leader("carthage-9")] == -1
    assert at(s, "carthage", "gades") == {}, "an empty Port abroad is not friendly"
    assert at(s, "carthage", "utica") == {"galley": 1}
    assert at(s, "rome", "thapsus").get("galley") == 2


def in_the_deep(galleys: int, dice: list[int]) -> PaxRomanaState:
    """An Army of five Light Infantry with its escort, struck on the deep sea off Melita."""
    units = {"carthage": {"melita": {"galley": galleys, "light": 5}}}
    s = west(units, active="carthage", dice=[5], leaders={"carthage-9": "melita"})
    play(s, "major:melita", "take-all", "embark", f"escort:{galleys}")
    script(s, dice)
    return play(s, "sail:dstp-syrticum")


@pytest.mark.rule("PR-11.2.1d", "PR-11.2.1e", "PR-11.3.2c")
def test_a_storm_takes_galleys_and_as_many_points_of_the_army() -> None:
    s = in_the_deep(3, [5, 2])
    assert at(s, "carthage", "dstp-syrticum") == {"galley": 1, "light": 3}
    assert choices(s) == ["go"], "Stopped, where nobody rests"
    equal = in_the_deep(2, [6, 2])
    assert at(equal, "carthage", "dstp-syrticum") == {"light": 3}, "as many as there are: the Army lives"
    assert equal.leader_at[equal.box.leader("carthage-9")] >= 0
    drowned = in_the_deep(2, [5, 3])
    assert at(drowned, "carthage", "dstp-syrticum") == {}
    assert drowned.leader_at[drowned.box.leader("carthage-9")] == -1
    calm = in_the_deep(2, [2])
    assert at(calm, "carthage", "dstp-syrticum") == {"galley": 2, "light": 5}
    assert sails(calm)


@pytest.mark.rule("PR-11.3.2c", "PR-11.2.1b")
def test_the_weather_stops_transports_too() -> None:
    for die, stopped in ((6, True), (5, False)):
        s = west({"carthage": {"lilybaeum": {"light": 2}}}, active="carthage", dice=[4])
        play(s, "major:lilybaeum", "take-all", "embark", "escort:0")
        script(s, [die])
        play(s, "sail:ntp-melita")
        assert ("go" in choices(s)) == stopped
        assert bool(sails(s)) != stopped


def romans(s: PaxRomanaState) -> int:
    """All Roman Galley Squadrons on the map."""
    return sum(stack >> 88 & 255 for key, stack in s.force.items() if key >> 9 == 0)


@pytest.mark.rule("PR-11.4.3", "PR-11.4.4a", "PR-11.4.4b")
def test_the_sums_of_a_naval_battle() -> None:
    close = meeting(2, 2, [4, 3, 2], "fight")
    assert (romans(close), modifier(close)) == (1, 2), "8 to 7 is a victory, and costs the loser a Squadron"
    odd = meeting(3, 4, [6, 1, 2], "fight")
    assert romans(odd) == 2, "12 to 9: two Squadrons for a difference of 3"
    even = meeting(3, 4, [6, 2, 2], "fight")
    assert romans(even) == 3, "12 to 10: one"
    units = {"carthage": {"utica": {"galley": 2}, "zama": {"light": 1}}, "rome": {"carthago": {"galley": 2}}}
    led = west(units, active="carthage", leaders={"carthage-9": "utica"})
    play(led, "major:utica", "take:galley", "take:galley", "take-leader:carthage-9", "go", "sail:carthago")
    script(led, [3, 3, 2])
    play(led, "fight")
    assert romans(led) == 1, "8 to 7 with a leader"
    theirs = west(units, active="carthage", leaders={"rome-3": "carthago"})
    play(theirs, "major:utica", "take:galley", "take:galley", "go", "sail:carthago")
    script(theirs, [3, 3, 2])
    play(theirs, "fight")
    assert romans(theirs) == 2, "7 to 8 against one"
    assert at(theirs, "carthage", "carthago") == {}


@pytest.mark.rule("PR-11.4.4c")
def test_the_beaten_do_not_flee_into_an_enemy_fleet() -> None:
    units = {
        "rome": {"lilybaeum": {"legion": 1}, "panormus": {"legion": 1}},
        "carthage": {"lilybaeum": {"galley": 1}},
    }
    s = west(units)
    assert s.box.place(nearest_port(s, 0, node("ntp-melita"))) != "lilybaeum"
    s.remove(1, node("lilybaeum"), s.at(1, node("lilybaeum")))
    assert s.box.place(nearest_port(s, 0, node("ntp-melita"))) == "lilybaeum"


@pytest.mark.rule("PR-11.4.5c")
def test_a_single_galley_on_a_minor_move_fights_alone() -> None:
    units = {"carthage": {"carthago": {"galley": 2}, "zama": {"light": 1}}, "rome": {"carthago": {"galley": 2}}}
    s = west(units, active="carthage")
    play(s, "minor:carthago", "take:galley")
    script(s, [4, 3, 2])
    play(s, "fight")
    assert at(s, "carthage", "carthago") == {"galley": 1}, "2 + 4 against 4 + 3: the one that moved is sunk"
    assert at(s, "rome", "carthago") == {"galley": 2}


@pytest.mark.rule("PR-12.6.4b", "PR-12.6.3a")
def test_cilician_pirates_are_fought_at_minus_one() -> None:
    for die, beaten in ((4, False), (5, True)):
        near = world({}).box.place(world({}).box.atlas.sea[node("tarsus")][0])
        s = world({"greece": {near: {"galley": 1}, "pella": {"heavy": 1}}}, active="greece", pirates=["tarsus"])
        play(s, f"major:{near}", "take-all")
        script(s, [die])
        play(s, "sail:tarsus")
        assert (s.pirates == []) == beaten, "1d6 + 2 - 1 must reach 6"

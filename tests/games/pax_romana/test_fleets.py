"""Chapter 11, corner by corner: how far fleets go, what they meet, and what becomes of armies aboard."""

from __future__ import annotations

from typing import Any

import pytest

from games.pax_romana.helpers import actor, at, choices, city, node, play, script, west, world
from ludi.games.pax_romana import PaxRomanaState
from ludi.games.pax_romana.ch09_movement.convoy import Convoy
from ludi.games.pax_romana.world.pieces import GALLEY, LIGHT, count


def moving(s: PaxRomanaState) -> Convoy:
    return next(p for p in reversed(s.stack) if isinstance(p, Convoy))


def sails(s: PaxRomanaState) -> set[str]:
    return {word for word in choices(s) if word.startswith("sail")}


def squadrons(s: PaxRomanaState, power: str) -> int:
    """All Galley Squadrons of a Power on the map."""
    side = s.box.powers.index(power)
    return sum(count(stack, GALLEY) for key, stack in s.force.items() if key >> 9 == side)


def meeting(mine: int, theirs: int, dice: list[int], *answer: str, **facts: Any) -> PaxRomanaState:
    """Carthage sails from Utica into Carthago, where a Roman Fleet lies."""
    units = {"carthage": {"utica": {"galley": mine}, "zama": {"light": 1}}, "rome": {"carthago": {"galley": theirs}}}
    s = west(facts.pop("units", units), active="carthage", **facts)
    play(s, "major:utica", *["take:galley"] * mine, "go", "sail:carthago")
    assert actor(s) == "rome"
    script(s, dice)
    return play(s, *answer)


def convoy(galleys: int, theirs: int, dice: list[int], army: dict[str, int] | None = None) -> PaxRomanaState:
    """A Carthaginian Army with its escort sails from Utica into Carthago and is fought there."""
    units = {
        "carthage": {"utica": {**(army or {"light": 8}), "galley": galleys}, "zama": {"light": 1}},
        "rome": {"carthago": {"galley": theirs}},
    }
    s = west(units, active="carthage", dice=[5], leaders={"carthage-9": "utica"})
    play(s, "major:utica", "take-all", "embark", f"escort:{galleys}", "sail:carthago")
    script(s, dice)
    return play(s, "fight")


def lights(s: PaxRomanaState) -> int:
    """The Light Infantry of a convoy; one more stays in Zama."""
    side = s.box.powers.index("carthage")
    return sum(count(stack, LIGHT) for key, stack in s.force.items() if key >> 9 == side) - 1


# 11.1 Movement and Stops


@pytest.mark.rule("PR-11.1.1b")
def test_a_fleet_sails_as_far_as_it_likes() -> None:
    s = west({"carthage": {"carthago": {"galley": 1}}}, active="carthage")
    play(s, "major:carthago", "take-all")
    script(s, [1] * 8)
    way = ("utica", "ntp-tabraca", "hippo-regius", "ntp-igilgili", "saldae", "iol", "ntp-cartennae", "siga")
    play(s, *(f"sail:{place}" for place in way))
    assert sails(s), "the coast at home has no Stops, and no MP are counted"
    assert at(s, "carthage", "siga") == {"galley": 1}


@pytest.mark.rule("PR-11.1.2e")
def test_a_fleet_may_stop_where_it_likes() -> None:
    s = west({"carthage": {"utica": {"galley": 1}}}, active="carthage")
    play(s, "major:utica", "take-all", "sail:carthago")
    assert sails(s)
    play(s, "halt")
    assert s.stack[-1].name != "move"
    assert at(s, "carthage", "carthago") == {"galley": 1}
    at_sea = west({"carthage": {"utica": {"galley": 1}}}, active="carthage")
    play(at_sea, "major:utica", "take-all")
    script(at_sea, [1])
    play(at_sea, "sail:ntp-tabraca", "halt")
    assert at(at_sea, "carthage", "ntp-tabraca") == {"galley": 1}


@pytest.mark.rule("PR-11.1.5b", "PR-11.1.2c", "PR-11.3.2d")
def test_an_army_whose_ships_cannot_go_on_debarks_where_it_is() -> None:
    units = {"rome": {"melita": {"legion": 4}}, "carthage": {"carthago": {"heavy": 3}}}
    s = west(units, dice=[5], sites={"carthago": city("carthage")})
    play(s, "major:melita", "take-all", "embark", "escort:0", "sail:thapsus", "hold")
    assert "go" in choices(s), "the Port is not friendly: a Stop"
    script(s, [4, 4])
    play(s, "go")
    assert actor(s) == "carthage", "ashore, so the Army in Carthago may intercept"
    play(s, "no")
    assert at(s, "rome", "thapsus") == {"legion": 4}
    assert s.holder(node("thapsus")) == 0


@pytest.mark.rule("PR-11.1.7")
def test_no_galleys_join_in_a_port_that_is_not_controlled() -> None:
    units = {"carthage": {"thapsus": {"galley": 1}, "melita": {"galley": 1}}}
    s = west(units, active="carthage")
    play(s, "major:thapsus", "take-all", "sail:melita")
    script(s, [3, 3])
    play(s, "go")
    assert sails(s)
    assert "take:galley" not in choices(s)
    held = west(units | {"carthage": {**units["carthage"], "melita": {"galley": 1, "light": 1}}}, active="carthage")
    play(held, "major:thapsus", "take-all", "sail:melita")
    assert "take:galley" in choices(held)


# 11.2 Naval Disaster


@pytest.mark.rule("PR-11.2.1a", "PR-11.2.1c", "PR-11.2.1d", "PR-11.1.2d")
def test_each_die_of_the_deep_sea() -> None:
    for die in range(1, 7):
        s = west({"carthage": {"melita": {"galley": 3}}}, active="carthage")
        play(s, "major:melita", "take-all")
        script(s, [die, 2] if die >= 5 else [die])
        play(s, "sail:dstp-syrticum")
        assert at(s, "carthage", "dstp-syrticum") == {"galley": 1 if die >= 5 else 3}, "only a storm sinks ships"
        assert bool(sails(s)) == (die <= 2)
        assert (choices(s) == ["go"]) == (die >= 3), "Stopped, and it may not rest there"


@pytest.mark.rule("PR-11.2.1f")
def test_leaders_are_lost_with_a_fleet_on_the_deep_sea() -> None:
    s = west({"carthage": {"melita": {"galley": 1}}}, active="carthage", leaders={"carthage-9": "melita"})
    play(s, "major:melita", "take-all")
    script(s, [4])
    play(s, "sail:dstp-syrticum")
    script(s, [5, 4])
    play(s, "go")
    assert squadrons(s, "carthage") == 0
    assert s.leader_at[s.box.leader("carthage-9")] == -1


# 11.3 Transport


@pytest.mark.rule("PR-11.3.1a", "PR-11.3.2b")
def test_an_escort_is_a_choice() -> None:
    s = west({"carthage": {"utica": {"light": 2, "galley": 2}}}, active="carthage", dice=[4])
    play(s, "major:utica", "take-all", "embark")
    assert set(choices(s)) == {"escort:0", "escort:1", "escort:2"}
    play(s, "escort:0", "sail:carthago", "debark")
    assert at(s, "carthage", "carthago") == {"light": 2}
    assert at(s, "carthage", "utica") == {"galley": 2}


# 11.4 Naval Battles


@pytest.mark.rule("PR-11.4.1a")
def test_the_fleet_that_is_met_has_three_ways() -> None:
    s = meeting(1, 1, [])
    assert set(choices(s)) == {"fight", "withdraw", "let-pass"}


@pytest.mark.rule("PR-11.4.1a")
def test_fleets_meet_where_one_begins_to_move() -> None:
    units = {"carthage": {"carthago": {"galley": 2}, "zama": {"light": 1}}, "rome": {"carthago": {"galley": 1}}}
    s = west(units, active="carthage")
    play(s, "major:carthago", "take:galley", "take:galley", "go")
    assert actor(s) == "rome"
    assert set(choices(s)) == {"fight", "withdraw", "let-pass"}
    play(s, "let-pass")
    assert sails(s)


@pytest.mark.rule("PR-11.4.1b", "PR-11.1.4b", "PR-11.1.4c", "PR-11.4.2d", "PR-11.4.4e")
def test_continuity_after_a_withdrawal_and_after_a_victory() -> None:
    def withdrawn() -> PaxRomanaState:
        s = meeting(1, 1, [1], "withdraw", "sail:ntp-clupea")
        while actor(s) == "rome":
            script(s, [6, 6])
            play(s, "sail:thapsus" if "sail:thapsus" in choices(s) else "halt")
        return s

    def won() -> PaxRomanaState:
        return meeting(3, 1, [6, 1, 2], "fight")

    for place, modifier in ((withdrawn, 1), (won, 2)):
        for total, passes in ((7 - modifier, True), (8 - modifier, False)):
            s = place()
            assert actor(s) == "carthage"
            assert "go" in choices(s), "Stopped"
            assert not sails(s), "Stopped"
            script(s, [total - 1, 1])
            play(s, "go")
            assert (s.stack[-1].name == "move" and bool(sails(s))) == passes


@pytest.mark.rule("PR-11.4.2a")
def test_a_port_three_connections_away_is_near_enough() -> None:
    units = {"carthage": {"dubris": {"galley": 1, "light": 1}}, "rome": {"gesoriacum": {"galley": 1}}}
    s = world(units, active="carthage")
    play(s, "major:dubris", "take:galley", "go", "sail:gesoriacum", "withdraw")
    assert "sail:ntp-constantia" in choices(s), "Isca and Darioritum are three Connections away"
    script(s, [1, 1])
    play(s, "sail:ntp-constantia", "sail:ntp-uxisama")
    assert sails(s) == {"sail:isca", "sail:darioritum"}
    play(s, "sail:isca")
    assert actor(s) == "carthage", "there it ends"
    assert at(s, "rome", "isca") == {"galley": 1}


@pytest.mark.rule("PR-11.4.2b", "PR-11.2.1f")
def test_a_storm_strikes_a_fleet_that_withdraws() -> None:
    s = meeting(2, 3, [5, 2, 3, 4], "withdraw", "sail:dstp-africum")
    assert at(s, "rome", "dstp-africum") == {"galley": 1}, "two Squadrons lost, and 7 lets the rest go on"
    assert sails(s) == {"sail:caralis"}
    lost = meeting(2, 3, [4, 4, 4], "withdraw", "sail:dstp-africum")
    assert squadrons(lost, "rome") == 0, "8: nobody stays on the deep sea"


@pytest.mark.rule("PR-11.4.3")
def test_a_city_does_not_help_the_fleet_in_its_port() -> None:
    s = meeting(2, 2, [3, 3], "fight", sites={"carthago": city("rome")})
    assert (squadrons(s, "rome"), squadrons(s, "carthage")) == (2, 2), "7 to 7: a Draw"


@pytest.mark.rule("PR-11.4.4d", "PR-11.4.4b")
def test_the_die_of_the_winner_who_was_attacked() -> None:
    for die, left in ((1, 3), (2, 4), (3, 3), (4, 4), (5, 3), (6, 4)):
        s = meeting(3, 4, [2, 3, die], "fight")
        assert squadrons(s, "rome") == left
        assert squadrons(s, "carthage") == 1, "8 to 11: two Squadrons for a difference of 3"


@pytest.mark.rule("PR-11.4.4c", "PR-11.4.6b", "PR-11.1.8")
def test_a_beaten_convoy_is_put_ashore_and_is_finished() -> None:
    s = convoy(4, 4, [1, 5, 2])
    assert s.stack[-1].name != "move", "no Move goes on after a defeat at sea"
    assert at(s, "carthage", "utica") == {"galley": 2, "light": 4}, "10 to 13: two Squadrons and 4 BP"
    assert s.leader_at[s.box.leader("carthage-9")] == node("utica")


@pytest.mark.rule("PR-11.4.6b")
def test_a_convoy_that_wins_pays_for_the_squadron_of_the_odd_die() -> None:
    s = convoy(3, 1, [6, 1, 1])
    assert (squadrons(s, "carthage"), lights(s)) == (2, 6), "one Squadron, 2 BP"
    even = convoy(3, 1, [6, 1, 2])
    assert (squadrons(even, "carthage"), lights(even)) == (3, 8)


@pytest.mark.rule("PR-11.4.6c")
def test_an_army_goes_down_with_the_last_of_its_ships() -> None:
    beaten = convoy(2, 4, [2, 3, 2])
    assert (squadrons(beaten, "carthage"), lights(beaten)) == (0, 0), "7 to 11: both Squadrons, and all aboard"
    assert beaten.leader_at[beaten.box.leader("carthage-9")] == -1
    worse = convoy(1, 4, [1, 6, 2])
    assert (squadrons(worse, "carthage"), lights(worse)) == (0, 0)
    costly = convoy(1, 1, [6, 1, 1])
    assert (squadrons(costly, "carthage"), lights(costly)) == (0, 0), "the winner's only Squadron went down"
    assert costly.leader_at[costly.box.leader("carthage-9")] == -1
    spared = convoy(1, 1, [6, 1, 2])
    assert (squadrons(spared, "carthage"), lights(spared)) == (1, 8)


@pytest.mark.rule("PR-11.4.7")
def test_armies_and_fleets_leave_each_other_alone() -> None:
    drawn = convoy(2, 2, [2, 3], {"heavy": 9})
    assert (squadrons(drawn, "rome"), squadrons(drawn, "carthage")) == (2, 2), "7 to 7 with nine HI aboard"
    units = {
        "carthage": {"thapsus": {"galley": 4}, "zama": {"light": 1}},
        "rome": {"melita": {"galley": 2, "legion": 3}},
    }
    s = west(units, active="carthage")
    play(s, "major:thapsus", "take-all", "sail:melita")
    script(s, [6, 1, 2])
    play(s, "fight")
    assert at(s, "rome", "melita") == {"legion": 3}, "14 to 5: the Fleet is lost, the Army ashore is not"


@pytest.mark.rule("PR-11.4.8")
def test_no_leader_asks_for_another_roll_at_sea() -> None:
    units = {"carthage": {"utica": {"galley": 3}, "zama": {"light": 1}}, "rome": {"carthago": {"galley": 2}}}
    options = {"scenario": "II", "rerolls": True}
    s = west(units, active="carthage", options=options, leaders={"carthage-1": "utica", "rome-1": "carthago"})
    play(s, "major:utica", "take-all", "sail:carthago")
    script(s, [1, 6, 2])
    play(s, "fight")
    assert s.stack[-1].name != "encounter"
    assert (squadrons(s, "carthage"), squadrons(s, "rome")) == (1, 2), "8 to 11 as rolled"

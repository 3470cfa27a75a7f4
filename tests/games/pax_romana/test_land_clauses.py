"""More clauses about Armies on land: the Alps, Straits, Militia, razing, Isolation, Transit Points, empty Cities."""

from __future__ import annotations

from typing import Any

import pytest

from games.pax_romana.battle_tools import battle_of, finish
from games.pax_romana.helpers import (
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
    west,
    world,
)
from ludi.games.pax_romana import PaxRomanaState, position
from ludi.games.pax_romana.asking import questions as q
from ludi.games.pax_romana.ch04_diplomacy.parting import part_allies
from ludi.games.pax_romana.ch06_treasury.raising import may_rebuild
from ludi.games.pax_romana.ch09_movement.movement import WithdrawalMarch
from ludi.games.pax_romana.ch09_movement.withdrawal_ways import sea_mp
from ludi.games.pax_romana.ch10_battle.losses import loss_points
from ludi.games.pax_romana.ch12_special.militia import levy_spaces
from ludi.games.pax_romana.ch12_special.slave_turn import SlaveTurn
from ludi.games.pax_romana.ch12_special.slaves import slave_steps
from ludi.games.pax_romana.world.pieces import HEAVY, LEGION, SLAVES, pack

# 9.5.2 Alpine Passes


@pytest.mark.rule("PR-9.5.2a", "PR-9.6.3a")
def test_only_units_that_cross_the_alps_suffer_their_attrition() -> None:
    units = {"carthage": {"valentia": {"heavy": 2, "elephant": 1}, "taurinorum": {"light": 7}}}
    s = world(units, active="carthage", dice=[6])
    play(s, "major:valentia", "take-all")
    script(s, [5])
    play(s, "march:taurinorum")
    assert set(choices(s)) == {"lose:heavy", "lose:elephant"}, "30 per cent of 3, none of those who stand there"
    play(s, "lose:elephant")
    assert at(s, "carthage", "taurinorum") == {"heavy": 2, "light": 7}


@pytest.mark.rule("PR-9.5.2a", "PR-9.2.4")
def test_a_reduced_unit_that_crossed_and_combined_counts_as_one_that_crossed() -> None:
    units = {"carthage": {"valentia": {"reduced-heavy": 1}, "taurinorum": {"reduced-heavy": 1, "light": 3}}}
    s = world(units, active="carthage", dice=[6])
    play(s, "major:valentia", "take-all")
    script(s, [1])
    play(s, "march:taurinorum")
    assert at(s, "carthage", "taurinorum") == {"reduced-heavy": 1, "light": 3}


@pytest.mark.rule("PR-9.5.2a", "PR-10.7.4f")
def test_a_retreat_over_the_alps_counts_only_those_who_cross() -> None:
    units = {
        "rome": {"placentia": {"legion": 6}},
        "carthage": {"taurinorum": {"light": 10}, "valentia": {"light": 7, "cavalry": 1}},
    }
    s = world(units, dice=[5])
    play(s, "major:placentia", "take-all", "march:taurinorum")
    script(s, [3, 1, 5])
    play(s, "stand", "done", "retreat", "march:valentia")
    assert at(s, "carthage", "valentia") == {"light": 8 - 3 + 7, "cavalry": 1}, "30 per cent of 8, rounded up"
    play(s, "march:lugdunum")
    assert at(s, "carthage", "lugdunum") == {"light": 5}
    assert at(s, "carthage", "valentia") == {"light": 7, "cavalry": 1}, "those who stood there are no part of it"


def slave_turn(s: PaxRomanaState) -> PaxRomanaState:
    """Carthage moves the Slaves that rose against Rome."""
    s.push(SlaveTurn(s.box.powers.index("carthage"), s.box.powers.index("rome")))
    s.run()
    return s


@pytest.mark.rule("PR-9.5.2a", "PR-12.7.1d")
def test_slaves_suffer_attrition_in_the_alps() -> None:
    units = {"slaves-0": {"taurinorum": {"barbarian": 5}, "valentia": {"barbarian": 3}}}
    s = slave_turn(west(units, operation="choose"))
    script(s, [5])
    play(s, "march:valentia")
    assert at(s, "slaves-0", "valentia") == {"barbarian": 3 + 6 - 2}, "30 per cent of 6"
    few = slave_turn(west({"slaves-0": {"taurinorum": {"barbarian": 1}}}, sites={}, operation="choose"))
    script(few, [6])
    play(few, "march:valentia")
    assert at(few, "slaves-0", "valentia") == {"barbarian": 1}
    plain = slave_turn(west({"slaves-0": {"taurinorum": {"barbarian": 5}}}, operation="choose"))
    play(plain, "march:placentia")
    assert at(plain, "slaves-0", "placentia") == {"barbarian": 6}, "no die elsewhere"


@pytest.mark.rule("PR-9.5.3b", "PR-9.5.3e", "PR-12.7.1d")
def test_straits_are_closed_to_slaves_as_to_others() -> None:
    def crosses(units: Any) -> bool:
        s = west({"slaves-0": {"rhegium": {"barbarian": 3}}, **units}, operation="choose")
        return node("messana") in slave_steps(s, SLAVES, node("rhegium"))

    assert crosses({})
    assert not crosses({"carthage": {"messana": {"galley": 1}}})
    assert not crosses({"rome": {"rhegium": {"galley": 1}}})
    assert not crosses({"carthage": {"messana": {"light": 1}}}), "the other shore is held"


# 12.3 Militia


def beaten_romans(dice: list[int], carthage: dict[str, int], *prefer: str, **facts: Any) -> PaxRomanaState:
    """Romans in Capua are attacked from Bavianum and lose; now they may raise Militia."""
    units: Any = {"carthage": {"bavianum": carthage}, "rome": {"capua": {"legion": 2}}} | facts.pop("others", {})
    s = world(units, active="carthage", dice=[5], **facts)
    play(s, "major:bavianum", "take-all", "march:capua")
    script(s, dice)
    play(s, "stand")
    order = (*prefer, "raise", "done", "hold", "keep")
    while s.stack[-1].name != "militia":
        words = choices(s)
        play(s, next((word for word in order if word in words), words[0]))
    return s


@pytest.mark.rule("PR-12.3.2d")
def test_militia_gather_where_a_victorious_attacker_came_from() -> None:
    rome = 3
    won = beaten_romans([6, 1], {"heavy": 9}, "force", "retreat")
    assert won.box.powers[rome] == "rome"
    assert at(won, "carthage", "capua"), "he has won the Space and stays"
    assert "bavianum" in q.where_to_put(won, "militia", "rome")["spaces"]
    script(won, [6])
    play(won, "yes", "levy:bavianum", "levy:bavianum", "levy:bavianum")
    assert at(won, "rome", "bavianum") == {"militia": 3}


@pytest.mark.rule("PR-12.3.2d", "PR-10.2-13")
def test_militia_do_not_gather_where_an_attacker_regroups() -> None:
    back = beaten_romans([4, 1], {"heavy": 5}, "done", "hold", "keep")
    assert "bavianum" not in q.where_to_put(back, "militia", "rome")["spaces"], "he goes back there"
    play(back, "no")
    assert at(back, "carthage", "bavianum")


@pytest.mark.rule("PR-12.3.2d")
def test_militia_gather_beside_ones_own_soldier_of_fortune() -> None:
    units = {"soldier-of-fortune": {"utica": {"heavy": 4}}, "carthage": {"gades": {"heavy": 1}}}
    s = world(units, active="carthage", soldier_of_fortune="carthage")
    assert node("utica") in levy_spaces(s, s.box.powers.index("carthage"))
    other = world(units, active="carthage", soldier_of_fortune="greece")
    assert node("utica") not in levy_spaces(other, other.box.powers.index("carthage"))


@pytest.mark.rule("PR-12.3.3b")
def test_militia_do_not_go_to_sea() -> None:
    s = west({"rome": {"croton": {"legion": 1, "militia": 1, "galley": 1}}}, dice=[6])
    play(s, "major:croton", "take:legion", "take:militia", "go")
    assert "embark" not in choices(s)
    assert refused(s, "rome", "embark") == "PR-12.3.3b"
    play(s, "drop:militia", "embark", "escort:1")
    assert at(s, "rome", "croton") == {"legion": 1, "militia": 1, "galley": 1}


@pytest.mark.rule("PR-12.3.3b", "PR-9.5.1a")
def test_militia_cross_only_transit_points_within_their_home() -> None:
    s = world({"greece": {"pella": {"militia": 1, "light": 1}}}, active="greece", dice=[6, 6])
    play(s, "minor:pella", "take:militia")
    assert refused(s, "greece", "march:ltp-scupi") == "PR-12.3.3b", "Naissus beyond it is abroad, Heraclea is not"
    play(s, "halt", "minor:pella", "take:light")
    assert "march:ltp-scupi" in choices(s)
    rome = west({"rome": {"paestum": {"militia": 1}}}, dice=[6])
    play(rome, "minor:paestum", "take:militia")
    assert "march:ltp-lucania" in choices(rome), "all around it is Rome's"


@pytest.mark.rule("PR-12.3.3b", "PR-9.4.5b", "PR-9.4.5d")
def test_militia_do_not_withdraw_by_sea_but_may_stay_behind() -> None:
    units: Any = {
        "carthage": {"paestum": {"heavy": 5}},
        "rome": {"croton": {"legion": 1, "militia": 1, "galley": 1}},
    }
    s = world(units, active="carthage", dice=[6])
    play(s, "major:paestum", "take-all", "march:ltp-lucania", "march:croton")
    script(s, [6])
    play(s, "withdraw", "take:militia", "take:legion", "go")
    assert not any(word.startswith("sail") for word in choices(s))
    alone = world(units, active="carthage", dice=[6])
    play(alone, "major:paestum", "take-all", "march:ltp-lucania", "march:croton")
    script(alone, [6, 3, 3])
    play(alone, "withdraw", "take:legion", "go", "sail:tarentum")
    assert at(alone, "rome", "tarentum") == {"legion": 1, "galley": 1}
    assert at(alone, "rome", "croton") == {"militia": 1}
    nobody = world({**units, "rome": {"croton": {"militia": 1, "galley": 1}}}, active="carthage")
    ways = q.withdrawals(nobody, "rome", "croton", "paestum")["spaces"]
    assert not [way for way in ways if way["by"] == "sea"]


@pytest.mark.rule("PR-12.3.3b", "PR-10.7.5", "PR-10.7.4f")
def test_an_army_with_militia_does_not_retreat_by_sea_or_abroad() -> None:
    s = world({"rome": {"croton": {"legion": 1, "militia": 1, "galley": 1}}, "greece": {"pella": {"militia": 2}}})
    assert q.retreats(s, "rome", "croton")["sea"] == []
    assert "naissus" not in q.retreats(s, "greece", "pella")["land"]
    s = world({"rome": {"croton": {"legion": 1, "galley": 1}}, "greece": {"pella": {"light": 2}}})
    assert "tarentum" in q.retreats(s, "rome", "croton")["sea"]
    assert "naissus" in q.retreats(s, "greece", "pella")["land"]


# 7.4.3 Razing


@pytest.mark.rule("PR-7.4.3a", "PR-7.4.3b")
def test_a_minor_move_razes_too() -> None:
    s = west({"rome": {"gades": {"legion": 1, "light": 1}}}, sites={"gades": town("rome")}, dice=[3])
    play(s, "minor:gades", "take:legion", "raze")
    assert node("gades") not in s.sites
    assert mp(s) == 1
    taken = west({"rome": {"corduba": {"legion": 1}}}, sites={"gades": city("carthage", 3)}, dice=[4])
    play(taken, "minor:corduba", "take:legion", "march:gades", "no", "raze")
    assert node("gades") not in taken.sites
    poor = west({"rome": {"gades": {"legion": 1}}}, sites={"gades": town("rome")}, dice=[1])
    play(poor, "minor:gades", "take:legion")
    assert refused(poor, "rome", "raze") == "PR-7.4.3a"
    home = west({"rome": {"capua": {"legion": 1}}}, sites={"capua": town("rome")}, dice=[6])
    play(home, "minor:capua", "take:legion")
    assert refused(home, "rome", "raze") == "PR-7.4.3c"


@pytest.mark.rule("PR-7.4.3a", "PR-12.4.4a", "PR-7.4.5b")
@pytest.mark.parametrize("start", [("soldier:corduba", "take-all"), ("soldier-minor:corduba", "take:heavy")])
def test_the_soldier_of_fortune_razes_what_his_player_owns(start: tuple[str, str]) -> None:
    units = {"soldier-of-fortune": {"corduba": {"heavy": 4}}, "carthage": {"utica": {"heavy": 1}}}
    s = world(units, active="carthage", soldier_of_fortune="carthage", sites={"gades": town("carthage")}, dice=[4])
    play(s, *start, "march:gades", "raze")
    assert node("gades") not in s.sites
    other = world(units, active="carthage", soldier_of_fortune="carthage", sites={"gades": town("rome", 1)}, dice=[4])
    play(other, *start, "march:gades", "no", "raze")
    assert node("gades") not in other.sites, "what he has just taken"


# 9.6.2, 10.6.6 Units in Cities and Towns are never Isolated


@pytest.mark.rule("PR-9.6.2a", "PR-10.6.6d")
@pytest.mark.parametrize("site", [town("rome"), city("rome")])
def test_reduced_units_in_ones_own_town_are_rebuilt_without_a_line(site: dict[str, Any]) -> None:
    units = {
        "rome": {"emesa": {"reduced-legion": 1, "reduced-heavy": 1}},
        "east": {place: {"light": 1} for place in ("antioch", "damascus", "palmyra", "tyre", "laodicea")},
    }
    cut = world(units, operation="choose")
    rome = cut.box.powers.index("rome")
    assert not q.line_of_communication(cut, "rome", "emesa")["open"]
    assert may_rebuild(cut, rome, LEGION, node("emesa")) == "PR-10.6.6d"
    s = world(units, operation="choose", sites={"emesa": site})
    assert [may_rebuild(s, rome, kind, node("emesa")) for kind in (LEGION, HEAVY)] == ["", ""]
    play(s, "recruit", "rebuild-legion:emesa")
    assert at(s, "rome", "emesa") == {"legion": 1, "reduced-heavy": 1}
    phase = position(
        {"scenario": "V"}, units=units, sites={"emesa": site}, operation="phase", phase="E", treasury={"rome": 5}
    )
    assert "rebuild-heavy:emesa" in [phase.spell(each) for each in phase.legal(phase.box.seat_of[rome])]


# 9.5.1 Transit Points


@pytest.mark.rule("PR-9.5.1b", "PR-9.2.1k")
def test_who_cannot_attack_enters_no_transit_point_that_leads_only_to_enemies() -> None:
    units: Any = {
        "rome": {"mediolanum": {"garrison": 1, "legion": 1}},
        "carthage": {"ravenna": {"light": 1}, "aquileia": {"light": 1}},
    }
    garrison = world(units, dice=[6])
    play(garrison, "minor:mediolanum", "take:garrison")
    assert refused(garrison, "rome", "march:ltp-venetia") == "PR-9.5.1b"
    leader = world(units, leaders={"rome-1": "mediolanum"}, dice=[6])
    play(leader, "minor:mediolanum", "take-leader:rome-1")
    assert refused(leader, "rome", "march:ltp-venetia") == "PR-9.5.1b"
    legion = world(units, dice=[6])
    play(legion, "minor:mediolanum", "take:legion")
    assert "march:ltp-venetia" in choices(legion)
    units["carthage"] = {"ravenna": {"light": 1}}
    free = world(units, dice=[6])
    play(free, "minor:mediolanum", "take:garrison")
    assert "march:ltp-venetia" in choices(free), "Aquileia is free"


# 10.4.2 Cavalry in a Mountain Fortress


@pytest.mark.rule("PR-10.4.2a")
def test_the_ways_to_lose_in_a_mountain_fortress_spare_the_cavalry() -> None:
    from ludi.games.pax_romana.world.atlas import atlas

    fortress = next(word for number, word in enumerate(atlas().ids) if atlas().is_mountain[number])
    s = world({"rome": {fortress: {"light": 3, "cavalry": 2}, "capua": {"light": 3, "cavalry": 2}}})
    assert q.ways_to_lose(s, "rome", fortress, 2) == [{"light": 2}]
    assert {"cavalry": 2} in q.ways_to_lose(s, "rome", "capua", 2)
    assert q.ways_to_lose(s, "rome", "capua", 2, walls=True) == [{"light": 2}]
    assert loss_points(5, 4) == 2


# 7.4.2 An unoccupied City at 3 or Town at 1 may be left alone


@pytest.mark.rule("PR-7.4.2")
@pytest.mark.parametrize("site", [city("carthage", 3), town("carthage", 1)])
@pytest.mark.parametrize("start", [("major:corduba", "take-all"), ("minor:corduba", "take:legion")])
def test_an_unoccupied_place_may_be_left_alone(site: dict[str, Any], start: tuple[str, str]) -> None:
    s = west({"rome": {"corduba": {"legion": 1}}}, sites={"gades": site}, dice=[4])
    play(s, *start, "march:gades", prizes=True)
    assert (actor(s), choices(s)) == ("rome", ["yes", "no"])
    before = dict(s.sites)
    play(s, "no", prizes=True)
    assert s.sites == before, "nothing happens"
    assert q.who_controls_space(s, "gades")["who"] == "carthage"
    assert mp(s) == 3, "no attack"
    play(s, "march:emerita", "halt")
    assert at(s, "rome", "emerita") == {"legion": 1}, "it may go on"
    stays = west({"rome": {"corduba": {"legion": 1}}}, sites={"gades": site}, dice=[4])
    play(stays, *start, "march:gades", "no", "halt", prizes=True)
    assert at(stays, "rome", "gades") == {"legion": 1}
    assert q.who_controls_space(stays, "gades")["who"] == "carthage"
    assert q.who_controls_province(stays, "baetica")["who"] == "carthage"


@pytest.mark.rule("PR-7.4.2", "PR-7.5.1a")
def test_an_unoccupied_place_that_is_taken_may_be_sacked() -> None:
    s = west({"rome": {"corduba": {"legion": 1}}}, sites={"gades": city("carthage", 3)}, dice=[4])
    play(s, "major:corduba", "take-all", "march:gades", "yes", prizes=True)
    assert s.site_owner(node("gades")) == 0
    script(s, [1, 5, 6])
    play(s, "yes")
    assert talents(s, "rome") == 15


@pytest.mark.rule("PR-7.4.2", "PR-12.4.4b")
def test_the_soldier_of_fortune_may_leave_an_unoccupied_place_alone() -> None:
    units = {"soldier-of-fortune": {"corduba": {"heavy": 4}}, "carthage": {"utica": {"heavy": 1}}}
    s = world(units, active="carthage", soldier_of_fortune="carthage", sites={"gades": town("rome", 1)}, dice=[4])
    play(s, "soldier:corduba", "take-all", "march:gades", prizes=True)
    assert (actor(s), choices(s)) == ("carthage", ["yes", "no"])
    play(s, "no", "halt", prizes=True)
    assert q.who_controls_space(s, "gades")["who"] == "rome"


@pytest.mark.rule("PR-7.4.2", "PR-11.3.2a")
def test_a_landing_in_an_unoccupied_place_may_leave_it_alone() -> None:
    units = {"rome": {"pisae": {"legion": 2, "galley": 1}}}
    s = west(units, sites={"aleria": town("carthage", 1)}, dice=[6])
    play(s, "major:pisae", "take:legion", "go", "embark", "escort:1", "sail:aleria")
    while "debark" not in choices(s):
        play(s, "hold")
    left = mp(s)
    play(s, "debark", prizes=True)
    assert choices(s) == ["yes", "no"]
    play(s, "no", prizes=True)
    assert mp(s) == left - 1
    assert s.site_owner(node("aleria")) == 1
    assert at(s, "rome", "aleria") == {"legion": 1, "galley": 1}


@pytest.mark.rule("PR-7.3.1e", "PR-7.4.1a")
def test_after_a_battle_there_is_no_leaving_it_alone() -> None:
    units = {"rome": {"corduba": {"legion": 6}}, "carthage": {"gades": {"light": 4}}}
    s = west(units, sites={"gades": city("carthage", 3)}, dice=[6])
    play(s, "major:corduba", "take-all", "march:gades")
    script(s, [6, 1])
    play(s, "stand", "field")
    words = ("raise", "retreat", "march:emerita", "halt")
    while s.site_owner(node("gades")) == 1:
        assert s.stack[-1].name != "capture"
        play(s, next((word for word in words if word in choices(s)), choices(s)[0]), prizes=True)
    assert s.site_owner(node("gades")) == 0


@pytest.mark.rule("PR-7.4.2", "PR-4.3.1j")
def test_an_army_before_a_place_it_left_alone_is_no_guest_there() -> None:
    s = west({"rome": {"corduba": {"legion": 1}}}, sites={"gades": city("carthage", 3)}, dice=[4])
    play(s, "major:corduba", "take-all", "march:gades", "no", "halt", prizes=True)
    assert not part_allies(s)
    assert at(s, "rome", "gades") == {"legion": 1}, "only allies part when the turn ends"


@pytest.mark.rule("PR-7.4.2")
def test_an_independent_place_left_alone_stays_independent() -> None:
    s = west({"rome": {"corduba": {"legion": 1}}}, sites={"gades": city("independents", 3)}, dice=[4])
    play(s, "major:corduba", "take-all", "march:gades", "no", "halt", prizes=True)
    assert q.who_controls_space(s, "gades")["who"] == "independents"


@pytest.mark.rule("PR-7.4.2", "PR-7.3.1b")
def test_an_army_before_a_place_it_left_alone_has_no_part_in_its_walls() -> None:
    units: Any = {"rome": {"corduba": {"legion": 6}}}
    s = world(units, sites={"gades": city("carthage", 3)}, dice=[6])
    greece = s.box.powers.index("greece")
    s.add(greece, node("gades"), pack({"heavy": 1}))
    play(s, "major:corduba", "take-all", "march:gades")
    script(s, [6, 1, 3, 3])
    play(s, "stand")
    assert battle_of(s).defenders == (greece,)
    assert not battle_of(s).walls
    finish(s, "raise", "force")
    assert at(s, "greece", "gades") == {}
    assert s.site_owner(node("gades")) == s.box.powers.index("rome"), "and then the place falls"
    own = world(
        {"carthage": {"corduba": {"heavy": 4}}}, active="carthage", sites={"gades": city("carthage", 3)}, dice=[6]
    )
    own.add(greece, node("gades"), pack({"heavy": 1}))
    play(own, "major:corduba", "take-all", "march:gades")
    script(own, [3, 3])
    play(own, "stand")
    assert battle_of(own).defenders == (greece,)
    assert not battle_of(own).walls, "its owner attacks those before his walls"


@pytest.mark.rule("PR-12.3.2d", "PR-10.7.7b")
@pytest.mark.parametrize(("die", "free"), [(6, True), (3, False)])
def test_militia_and_an_attacker_who_came_over_a_transit_point(die: int, free: bool) -> None:
    units = {"carthage": {"paestum": {"heavy": 5}}, "rome": {"rhegium": {"legion": 2}}}
    s = world(units, active="carthage", dice=[die])
    play(s, "major:paestum", "take-all", "march:ltp-lucania", "march:rhegium")
    script(s, [4, 1])
    play(s, "stand")
    while s.stack[-1].name != "militia":
        words = choices(s)
        play(s, next((word for word in ("done", "hold", "keep") if word in words), words[0]))
    assert ("paestum" in q.where_to_put(s, "militia", "rome")["spaces"]) == free, "with MP he stays on the Point"
    play(s, "no")
    assert bool(at(s, "carthage", "paestum")) != free


@pytest.mark.rule("PR-9.2.1h", "PR-9.4.5d")
def test_a_withdrawal_that_lost_a_battle_pays_to_sail_too() -> None:
    move = WithdrawalMarch(0, 0, node("croton"))
    move.mp = 3
    assert sea_mp(move) == 3
    move.lost = True
    assert sea_mp(move) == 2


@pytest.mark.rule("PR-7.4.2", "PR-11.1.5b")
def test_a_fleet_that_must_halt_before_an_open_town_lands_for_one_mp() -> None:
    units = {"rome": {"pisae": {"legion": 2, "galley": 1}}}
    s = west(units, sites={"aleria": town("carthage", 1)}, dice=[3])
    play(s, "major:pisae", "take:legion", "go", "embark", "escort:1", "sail:aleria")
    if "hold" in choices(s):
        play(s, "hold")
    assert mp(s) == 1
    script(s, [6, 6])
    play(s, "go", prizes=True)
    assert choices(s) == ["yes", "no"], "Finished, it comes ashore and finds the Town open"
    assert at(s, "rome", "aleria") == {"legion": 1, "galley": 1}


@pytest.mark.rule("PR-7.4.2", "PR-11.3.3a")
def test_garrisons_alone_do_not_sail_to_an_open_town_they_cannot_take() -> None:
    units = {"rome": {"pisae": {"garrison": 1, "legion": 1, "galley": 1}}}
    s = west(units, sites={"aleria": town("carthage", 1)}, dice=[6])
    play(s, "minor:pisae", "take:garrison", "embark", "escort:1")
    assert refused(s, "rome", "sail:aleria") == "PR-11.3.3a"
    legion = west(units, sites={"aleria": town("carthage", 1)}, dice=[6])
    play(legion, "minor:pisae", "take:legion", "embark", "escort:1")
    assert "sail:aleria" in choices(legion)

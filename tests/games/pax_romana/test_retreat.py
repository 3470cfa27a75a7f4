"""Chapter 10.7: Retreat and Regrouping."""

from __future__ import annotations

import pytest

from games.pax_romana.battle_tools import attack, battle_of, finish
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
    west,
    world,
)
from ludi.games.pax_romana import PaxRomanaState
from ludi.games.pax_romana.asking import questions as q
from ludi.games.pax_romana.ch10_battle.battle import OWN_WILL
from ludi.games.pax_romana.ch10_battle.retreat import Retreat
from ludi.games.pax_romana.ch10_battle.step_12_losses import Toll
from ludi.games.pax_romana.ch10_battle.step_13_to_15_aftermath import Aftermath
from ludi.games.pax_romana.world.pieces import NODE_BITS, pack


@pytest.mark.rule("PR-10.2-11", "PR-10.7.1", "PR-10.7.4a", "PR-10.7.4c", "PR-10.7.4f", "PR-12.1.1c")
def test_a_beaten_defender_may_retreat_with_fewer_losses() -> None:
    s = attack({"legion": 3}, {"heavy": 3, "garrison": 1}, [4, 1])
    play(s, "done")
    assert set(choices(s)) == {"retreat", "hold"}
    play(s, "retreat")
    assert "march:roma" not in choices(s)
    assert {"march:paestum", "march:venusia"} <= set(choices(s))
    play(s, "march:paestum", "halt")
    finish(s)
    assert at(s, "carthage", "paestum") == {"heavy": 2, "garrison": 1}
    assert at(s, "rome", "capua")
    assert mp(s) == 4


@pytest.mark.rule("PR-10.7.4b", "PR-10.7.4c")
def test_the_second_step_does_not_lead_back_beside_the_battle() -> None:
    units = {"rome": {"roma": {"legion": 6}}, "carthage": {"pisae": {"light": 10}}}
    s = world(units, dice=[5])
    play(s, "major:roma", "take-all", "march:pisae")
    script(s, [3, 1])
    play(s, "stand", "done", "retreat")
    assert {"march:parma", "march:arretium", "march:ltp-liguria"} == set(choices(s))
    assert refused(s, "carthage", "march:roma") == "PR-10.7.4c"
    play(s, "march:parma")
    assert set(choices(s)) == {"halt", "march:mediolanum", "march:placentia", "march:ravenna"}
    assert refused(s, "carthage", "march:arretium") == "PR-10.7.4b"


@pytest.mark.rule("PR-10.7.4b")
def test_two_spaces_must_lead_away() -> None:
    s = world({"carthage": {"capua": {"heavy": 1}}})
    spaces = q.retreats(s, "carthage", "capua", "roma")["land"]
    near = {s.box.place(n) for n, _ in s.box.atlas.land[node("capua")]}
    assert "tarentum" in spaces
    assert "barium" in spaces
    for word in spaces:
        assert word in near or node(word) not in {n for n, _ in s.box.atlas.land[node("capua")]}
    assert "roma" not in spaces


@pytest.mark.rule("PR-10.7.2a", "PR-10.7.2b", "PR-9.2.1i", "PR-10.7.6f")
def test_the_winner_may_drive_him_out_for_one_mp() -> None:
    s = attack({"legion": 3}, {"heavy": 3}, [4, 1])
    play(s, "done", "hold")
    assert actor(s) == "rome"
    play(s, "force")
    assert actor(s) == "carthage"
    play(s, "march:paestum", "halt")
    finish(s)
    assert at(s, "carthage", "paestum") == {"heavy": 2}, "30 per cent of 9 is 3"
    assert mp(s) == 3


@pytest.mark.rule("PR-10.7.4d", "PR-10.7.4e")
def test_without_a_way_out() -> None:
    rome = {"paestum": {"garrison": 1}, "bavianum": {"garrison": 1}, "venusia": {"garrison": 1}}
    units = {"rome": {"roma": {"legion": 3}, **rome}, "carthage": {"capua": {"heavy": 3}}}
    s = world(units, dice=[6])
    play(s, "major:roma", "take-all", "march:capua")
    script(s, [4, 1])
    if "stand" in choices(s):
        play(s, "stand")
    play(s, "done")
    assert actor(s) == "rome", "no Retreat is offered"
    play(s, "force")
    finish(s)
    assert at(s, "carthage", "capua") == {}


@pytest.mark.rule("PR-10.7.5", "PR-10.7.4d")
def test_retreat_by_sea_needs_a_galley_and_a_friendly_port_next_door() -> None:
    units = {"carthage": {"lilybaeum": {"heavy": 1, "galley": 1}, "agrigentum": {"light": 1}}}
    s = west(units, active="carthage")
    assert q.retreats(s, "carthage", "lilybaeum")["sea"] == ["agrigentum"]
    units["carthage"]["lilybaeum"] = {"heavy": 1}
    assert q.retreats(west(units, active="carthage"), "carthage", "lilybaeum")["sea"] == []


@pytest.mark.rule("PR-16.2-REBELLIONb", "PR-10.7.5")
def test_a_mutinous_fleet_takes_no_army_away() -> None:
    s = west({"carthage": {"lilybaeum": {"heavy": 1, "galley": 1}, "agrigentum": {"light": 1}}}, active="carthage")
    s.mutiny = s.box.powers.index("carthage") << NODE_BITS | node("lilybaeum")
    assert q.retreats(s, "carthage", "lilybaeum")["sea"] == []


def at_lilybaeum(use: str, dice: list[int]) -> PaxRomanaState:
    """Rome attacks a Carthaginian City with Galley Squadrons in its Port and wins."""
    units = {
        "rome": {"panormus": {"legion": 4}},
        "carthage": {"lilybaeum": {"heavy": 3, "galley": 2}, "agrigentum": {"light": 1}},
    }
    s = west(units, sites={"lilybaeum": city("carthage")}, dice=[5])
    play(s, "major:panormus", "take-all", "march:lilybaeum")
    while "no" in choices(s):
        play(s, "no")
    script(s, dice)
    play(s, "stand", use)
    while any(word.startswith("bid") for word in choices(s)):
        play(s, "bid:0")
    return play(s, "done") if "done" in choices(s) else s


@pytest.mark.rule("PR-10.7.6d", "PR-10.7.5", "PR-7.3.6a", "PR-10.7.6c")
def test_behind_walls_an_army_may_retreat_by_sea_but_is_never_forced() -> None:
    s = at_lilybaeum("walls", [4, 1])
    assert set(choices(s)) == {"retreat", "hold"}
    stays = play(s.copy(), "hold")
    assert actor(stays) != "rome", "nobody drives him from behind his walls"
    s = at_lilybaeum("walls", [4, 1])
    play(s, "retreat")
    assert s.stack[-1].name == "losses"
    while s.stack[-1].name == "losses":
        play(s, "lose:heavy")
    assert at(s, "carthage", "agrigentum")["galley"] == 2, "the Galley Squadrons go along"
    assert at(s, "carthage", "agrigentum")["heavy"] >= 1
    assert at(s, "carthage", "lilybaeum") == {}


@pytest.mark.rule("PR-10.7.6e")
def test_transit_points_cost_a_retreating_army() -> None:
    s = west({"carthage": {"rhegium": {"heavy": 1}}}, active="carthage")
    tolls = q.retreats(s, "carthage", "rhegium", "croton")["land"]
    beyond = {s.box.place(n) for n, _ in s.box.atlas.land[node("ltp-lucania")]} - {"rhegium", "croton"}
    assert beyond
    assert {word: tolls[word] for word in beyond} == dict.fromkeys(beyond, 1)


@pytest.mark.rule("PR-10.7.6e", "PR-10.7.4f")
def test_a_transit_point_costs_the_retreating_army_and_nobody_else() -> None:
    """Others of its side on the Transit Point, should there be any, neither pay for it nor come along."""
    units = {"rome": {"croton": {"legion": 9}}, "carthage": {"rhegium": {"heavy": 3, "cavalry": 6}}}
    s = world(units, dice=[5])
    s.add(s.box.powers.index("carthage"), node("ltp-lucania"), pack({"light": 1}))
    play(s, "major:croton", "take-all", "march:rhegium")
    script(s, [3, 1, *[3, 4] * 4])
    while "stand" in choices(s):
        play(s, "stand")
    play(s, "done", "retreat")
    while s.stack[-1].name == "losses":
        play(s, "lose:cavalry")
    left = at(s, "carthage", "rhegium") or at(s, "carthage", "ltp-lucania")
    assert left["heavy"] == 3
    if "march:ltp-lucania" in choices(s):
        play(s, "march:ltp-lucania")
    while s.stack[-1].name in ("losses", "retreat"):
        assert "lose:light" not in choices(s)
        play(s, "lose:cavalry" if "lose:cavalry" in choices(s) else choices(s)[0])
    assert at(s, "carthage", "ltp-lucania") == {"light": 1}, "it was none of the Army"
    assert at(s, "carthage", "rhegium") == {}


@pytest.mark.rule("PR-10.7.6a")
def test_winning_cavalry_may_stop_a_retreat() -> None:
    s = attack({"legion": 3, "cavalry": 2}, {"heavy": 3}, [4, 1, 3])
    play(s, "done", "retreat")
    assert actor(s) == "rome"
    play(s, "yes")
    finish(s, "keep")
    assert at(s, "carthage", "capua") == {"heavy": 1, "reduced-heavy": 1}
    weak = attack({"legion": 3, "cavalry": 1}, {"heavy": 3}, [4, 1, 2])
    play(weak, "done", "retreat", "yes")
    battle = battle_of(weak)
    assert isinstance(battle, (Toll, Aftermath))
    assert battle.yielded == OWN_WILL, "Superiority stops it only on a 1"


@pytest.mark.rule("PR-10.7.2c", "PR-13.1.3b", "PR-13.1.2b", "PR-13.1.7")
def test_tribes_never_retreat() -> None:
    s = world({"rome": {"narbo": {"legion": 4}}}, tribes={"nemausus": 6}, dice=[6, 4, 1])
    s.tribe_pool = []
    play(s, "major:narbo", "take-all", "march:nemausus", "done")
    finish(s)
    left = at(s, "tribes", "nemausus")["barbarian"]
    assert left == 4
    assert node("nemausus") not in s.tribes
    assert s.tribe_pool == [6]
    assert at(s, "rome", "nemausus") == {}


@pytest.mark.rule("PR-13.1.2b")
def test_a_tribe_without_losses_stays_a_counter() -> None:
    s = world({"rome": {"narbo": {"light": 1}}}, tribes={"nemausus": 4}, dice=[6, 1, 6])
    play(s, "minor:narbo", "take:light", "march:nemausus")
    finish(s)
    assert s.tribes == {node("nemausus"): 4 | 16}
    assert at(s, "tribes", "nemausus") == {}


@pytest.mark.rule("PR-10.7.7b", "PR-10.7.7-EX1")
def test_regrouping_at_nicomedia() -> None:
    units = {"greece": {"nicomedia": {"heavy": 2}}, "east": {"iconium": {"heavy": 8}}}
    s = world(units, active="greece", dice=[5])
    play(s, "major:nicomedia", "take-all")
    play(s, "march:ltp-bithynia", "march:ltp-phrygia")
    assert mp(s) == 3
    script(s, [1, 3])
    play(s, "march:iconium")
    assert mp(s) == 1, "two Transit Points, then 2 for the Mountain Fortress"
    play(s, "stand")
    finish(s, "done")
    assert at(s, "greece", "nicomedia") == {"heavy": 1, "reduced-heavy": 1}, "with 5 MP spent there is no other place"
    assert at(s, "greece", "ltp-phrygia") == at(s, "greece", "iconium") == {}
    assert s.stack[-1].name != "move", "its movement is ended"


@pytest.mark.rule("PR-10.7.7b", "PR-10.7.7c")
def test_with_mp_left_an_army_regroups_on_the_transit_point() -> None:
    units = {"greece": {"nicomedia": {"heavy": 2}}, "east": {"iconium": {"heavy": 8}, "tyana": {"heavy": 1}}}
    s = world(units, active="greece", leaders={"greece-10": "nicomedia"}, sites={"tyana": city("east")}, dice=[6])
    play(s, "major:nicomedia", "take-all", "march:ltp-bithynia", "march:ltp-phrygia", "march:iconium")
    while "no" in choices(s):
        play(s, "no")
    script(s, [1, 3, 3, 4])
    play(s, "stand")
    finish(s, "done")
    assert at(s, "greece", "ltp-phrygia") == {"heavy": 1, "reduced-heavy": 1}
    assert actor(s) == "greece", "nobody intercepts an Army that Regroups"
    assert mp(s) == 3
    assert "halt" not in choices(s)
    play(s, "march:pessinus")
    assert mp(s) == 1, "1 MP to move again after losing"


@pytest.mark.rule("PR-10.7.4a", "PR-10.7.4b", "PR-10.7.6b")
def test_a_retreat_goes_space_by_space_and_may_be_intercepted_at_each() -> None:
    units = {
        "rome": {"roma": {"legion": 6}, "brundisium": {"legion": 1}, "croton": {"legion": 2}},
        "carthage": {"capua": {"heavy": 4}},
    }
    sites = {"brundisium": city("rome"), "croton": city("rome")}
    s = world(units, sites=sites, dice=[5])
    play(s, "major:roma", "take-all", "march:capua")
    script(s, [4, 1])
    play(s, "stand", "done", "retreat")
    assert actor(s) == "carthage"
    assert {"march:venusia", "march:paestum", "march:bavianum"} == set(choices(s)), "Roma is barred"
    assert refused(s, "carthage", "march:roma") == "PR-10.7.4c"
    play(s, "march:venusia")
    assert at(s, "carthage", "venusia") == {"heavy": 2, "reduced-heavy": 1}, "30 per cent of 12 come before the way"
    assert set(choices(s)) == {"halt", "march:tarentum", "march:barium"}, "nobody is near enough to intercept"
    play(s, "march:tarentum")
    assert actor(s) == "rome"
    assert {"intercept:brundisium", "intercept:croton"} <= set(choices(s))
    script(s, [6, 6, 6, 1])
    play(s, "intercept:croton")
    assert battle_of(s).defenders == (s.box.powers.index("carthage"),)
    play(s, "hold", "force")
    finish(s)
    assert at(s, "carthage", "venusia"), "it may only go back as it came"
    assert at(s, "rome", "tarentum") == {"legion": 1, "reduced-legion": 1}


@pytest.mark.rule("PR-9.3.3c", "PR-10.7.4e")
def test_an_army_intercepted_beside_the_battle_space_is_lost_when_driven_back() -> None:
    units = {"rome": {"roma": {"legion": 6}, "tarentum": {"legion": 3}}, "carthage": {"capua": {"heavy": 4}}}
    s = world(units, sites={"tarentum": city("rome")}, dice=[5])
    play(s, "major:roma", "take-all", "march:capua")
    script(s, [4, 1])
    play(s, "stand", "done", "retreat", "march:venusia")
    script(s, [6, 6, 6, 1])
    play(s, "intercept:tarentum", "done")
    assert set(choices(s)) == {"force", "keep"}, "no Retreat of its own will: the enemy holds Capua"
    play(s, "force")
    finish(s)
    assert at(s, "carthage", "venusia") == {}
    assert s.stack[-1].name == "move"


@pytest.mark.rule("PR-10.7.6e", "PR-10.7.4a")
def test_a_retreat_over_transit_points_costs_a_point_each_and_ends_beyond() -> None:
    units = {"greece": {"pessinus": {"heavy": 6}}, "rome": {"ancyra": {"garrison": 1}}}
    s = world(units, active="greece")
    ends = q.retreats(s, "greece", "pessinus")["land"]
    assert ends["nicomedia"] == 2, "over Phrygia and Bithynia"
    assert ends["iconium"] == 1
    assert "ancyra" not in ends
    battle = Retreat((s.box.powers.index("greece"),), s.box.powers.index("greece"), node("pessinus"), -1, -1, False)
    s.push(battle)
    s.run()
    play(s, "march:ltp-phrygia")
    assert at(s, "greece", "ltp-phrygia") == {"heavy": 5, "reduced-heavy": 1}
    play(s, "march:ltp-bithynia")
    assert at(s, "greece", "nicomedia") == {"heavy": 5}, "the Reduced one took the second loss; there it halts"
    assert s.stack[-1].name != "retreat"


@pytest.mark.rule("PR-10.7.4a", "PR-9.5.2a")
def test_a_retreat_may_cross_an_alpine_pass_with_attrition() -> None:
    units = {"rome": {"placentia": {"legion": 6}}, "carthage": {"taurinorum": {"light": 10}}}
    s = world(units, dice=[5])
    play(s, "major:placentia", "take-all", "march:taurinorum")
    script(s, [3, 1, 5])
    play(s, "stand", "done", "retreat")
    assert {"march:mediolanum", "march:valentia"} == set(choices(s))
    play(s, "march:valentia")
    assert at(s, "carthage", "valentia") == {"light": 10 - 2 - 3}, "20 per cent, then 30 of 8 rounded up"
    assert set(choices(s)) == {"halt", "march:lugdunum", "march:nemausus"}


@pytest.mark.rule("PR-10.7.1", "PR-10.7.6a", "PR-10.1")
def test_what_the_loser_saves_by_leaving() -> None:
    holds = attack({"legion": 5}, {"light": 10}, [4, 1])
    play(holds, "done", "hold", "keep")
    assert at(holds, "carthage", "capua") == {"light": 6}
    leaves = attack({"legion": 5}, {"light": 10}, [4, 1])
    play(leaves, "done", "retreat", "march:paestum")
    assert at(leaves, "carthage", "paestum") == {"light": 7}
    draw = attack({"legion": 5}, {"light": 10}, [3, 3])
    play(draw, "done")
    assert "retreat" not in choices(draw)
    won = attack({"legion": 5}, {"light": 10}, [1, 3])
    finish(won, "done")
    assert at(won, "rome", "roma"), "a beaten Attacker only Regroups"


@pytest.mark.rule("PR-10.7.2a", "PR-10.2-11")
def test_without_mp_nobody_is_driven_out() -> None:
    s = attack({"legion": 3}, {"heavy": 3}, [4, 1], move=2)
    play(s, "done")
    assert set(choices(s)) == {"retreat", "hold"}
    play(s, "hold")
    assert not {"force", "keep"} & set(choices(s))
    assert at(s, "carthage", "capua")


@pytest.mark.rule("PR-4.3.1g", "PR-10.7.4f")
def test_a_combined_army_retreats_together() -> None:
    units = {"rome": {"roma": {"legion": 9}}, "greece": {"capua": {"heavy": 2}}}
    s = world(units, dice=[5])
    s.add(s.box.powers.index("carthage"), node("capua"), pack({"light": 4}))
    play(s, "major:roma", "take-all", "march:capua")
    script(s, [3, 1])
    while "stand" in choices(s):
        play(s, "stand")
    play(s, "done")
    assert actor(s) == "greece", "the most Battle Points decide"
    play(s, "retreat", "lose:light", "lose:light", "march:paestum")
    assert at(s, "greece", "paestum") == {"heavy": 2}
    assert at(s, "carthage", "paestum") == {"light": 2}
    assert at(s, "greece", "capua") == at(s, "carthage", "capua") == {}


@pytest.mark.rule("PR-8.4.1d", "PR-8.4.1c")
def test_only_leaders_of_the_battle_may_fall_in_it() -> None:
    units = {"rome": {"roma": {"legion": 5}}, "carthage": {"capua": {"light": 10}, "paestum": {"light": 1}}}
    s = world(units, leaders={"carthage-9": "paestum", "carthage-10": "capua"}, dice=[6])
    play(s, "major:roma", "take-all", "march:capua")
    script(s, [4, 1, 1, 1])
    play(s, "no", "stand", "done", "retreat", "march:paestum", "halt")
    assert s.leader_at[s.box.leader("carthage-9")] == node("paestum")
    assert s.leader_at[s.box.leader("carthage-10")] == -1

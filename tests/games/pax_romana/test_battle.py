"""Chapter 10: Land Battles."""

from __future__ import annotations

from fractions import Fraction
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
    refused,
    script,
    stability,
    talents,
    town,
    west,
    world,
)
from ludi.games.pax_romana import PaxRomanaState, odds
from ludi.games.pax_romana import questions as q
from ludi.games.pax_romana.battle import Battle
from ludi.games.pax_romana.losses import loss_points
from ludi.games.pax_romana.odds import continuity_odds, interception_odds, pirate_odds, shifted
from ludi.games.pax_romana.pieces import cavalry_edge, pack
from ludi.games.pax_romana.reckoning import Field, odds_label, odds_shifts


def field(attackers: dict[str, int], defenders: dict[str, int], **facts: Any) -> Field:
    base: dict[str, Any] = {"walls": 0, "mountain": False, "amphibious": False}
    base |= {"attacker_tactical": 0, "defender_tactical": 0}
    return Field(pack(attackers), pack(defenders), **(base | facts))


def causes(f: Field) -> dict[str, int]:
    return {shift.cause: shift.number if shift.side == 0 else -shift.number for shift in f.shifts()}


@pytest.mark.rule(
    "PR-10.3.1e", "PR-10.3.1-EX1", "PR-10.3.1-EX3", "PR-10.3.1g", "PR-10.3.6b", "PR-10.3.6-EX1", "PR-2.6-T-ODDS"
)
def test_odds_and_their_shifts() -> None:
    labels = {(12, 6): "2:1", (11, 6): "2:1", (10, 6): "1.5:1", (26, 10): "3:1", (5, 4): "1:1", (7, 4): "1.5:1"}
    labels |= {(5, 2): "2:1", (7, 2): "3:1", (9, 2): "4:1", (24, 6): "4:1", (6, 6): "1:1", (95, 10): "9:1"}
    for (larger, smaller), label in labels.items():
        assert odds_label(larger, smaller) == label, (larger, smaller)
    assert [odds_shifts(a, b) for a, b in ((1, 1), (3, 2), (2, 1), (3, 1), (4, 1), (10, 1))] == [0, 1, 2, 3, 4, 10]
    assert odds_shifts(15, 1) == 15
    assert loss_points(24, 1) == 2
    assert loss_points(25, 1) == 3


@pytest.mark.rule("PR-10.3.6a")
def test_simplified_rounding() -> None:
    pairs = ((7, 6), (11, 6), (12, 6), (17, 6), (18, 6), (24, 6), (6, 6))
    assert [odds_shifts(a, b, simple=True) for a, b in pairs] == [1, 1, 2, 2, 3, 4, 0]
    s = west({"rome": {"roma": {"legion": 2}}}, options={"scenario": "II", "simple_odds": True})
    assert s.box.simple_odds


@pytest.mark.rule("PR-10.3.3a", "PR-10.3.1f", "PR-10.3.1-EX2")
def test_losses_round_half_up() -> None:
    assert [loss_points(10, roll) for roll in range(11)] == list(range(11))
    assert loss_points(9, 4) == 4
    assert loss_points(5, 5) == 3
    assert loss_points(5, 3) == 2


@pytest.mark.rule("PR-10.4.1a", "PR-10.4.1b", "PR-10.4.1c", "PR-10.3.1h", "PR-10.3.1i", "PR-2.6-T-SHIFTS")
def test_cavalry_superiority_and_supremacy() -> None:
    assert cavalry_edge(1, 0) == 1
    assert cavalry_edge(2, 0) == 3
    assert cavalry_edge(2, 1) == 1
    assert cavalry_edge(3, 1) == 3
    assert cavalry_edge(5, 2) == 1
    assert cavalry_edge(6, 2) == 3
    assert cavalry_edge(2, 2) == 0
    f = field({"heavy": 3, "cavalry": 3}, {"heavy": 3, "cavalry": 1})
    assert causes(f) == {"cavalry": 3}
    assert f.points() == (12, 10)


@pytest.mark.rule("PR-10.0-EX1", "PR-10.3.1j", "PR-10.3.1o")
def test_the_example_of_the_shifts() -> None:
    f = field({"legion": 6}, {"heavy": 3, "cavalry": 3}, attacker_tactical=2, defender_tactical=3)
    assert causes(f) == {"odds": 2, "leader": -1, "cavalry": -3}
    assert f.net() == -2
    results = {shifted(4, 1, -2, policy) for policy in ("raise", "lower")}
    assert results == {(4, 3), (2, 1)}


@pytest.mark.rule("PR-10.3.1-EX4")
def test_shifts_of_both_sides_are_set_off() -> None:
    f = field({"heavy": 4, "cavalry": 1}, {"heavy": 2}, attacker_tactical=1, defender_tactical=2)
    assert causes(f) == {"odds": 2, "cavalry": 1, "leader": -1}
    assert f.net() == 2


@pytest.mark.rule(
    "PR-10.3.1-EX5",
    "PR-10.2-5",
    "PR-10.2-6",
    "PR-10.2-7",
    "PR-10.2-8",
    "PR-10.2-9",
    "PR-10.2-10",
    "PR-10.3.1p",
    "PR-10.3.1q",
)
def test_greece_against_the_east() -> None:
    def fight(*shifts: str) -> Battle:
        units = {
            "greece": {"laodicea": {"heavy": 5, "light": 6}},
            "east": {"emesa": {"heavy": 3, "light": 2}},
        }
        leaders = {"greece-4": "laodicea", "east-6": "emesa"}
        s = world(units, active="greece", leaders=leaders, dice=[3])
        play(s, "major:laodicea", "take-all", "march:antioch")
        while "no" in choices(s):
            play(s, "no")
        script(s, [3, 5])
        play(s, "march:emesa", "stand")
        battle = s.stack[-1]
        assert isinstance(battle, Battle)
        assert battle.shifts == 3
        assert (battle.attack_die, battle.defence_die) == (3, 5)
        assert actor(s) == "greece"
        play(s, *shifts)
        return battle

    lowered = fight("lower", "lower", "lower")
    assert (lowered.attack_die, lowered.defence_die) == (3, 2)
    assert lowered.winner == 0
    raised = fight("raise", "raise", "raise")
    assert (raised.attack_die, raised.defence_die) == (6, 5)


@pytest.mark.rule(
    "PR-10.3.1k", "PR-10.3.1l", "PR-10.3.1m", "PR-10.3.1d", "PR-10.4.2a", "PR-10.4.2c", "PR-10.3.1b", "PR-7.3.3a"
)
def test_mountains_landings_and_walls() -> None:
    f = field({"heavy": 3, "cavalry": 3}, {"heavy": 3}, mountain=True)
    assert causes(f) == {"mountain": -2}
    assert f.points() == (9, 9)
    f = field({"heavy": 3, "cavalry": 2}, {"heavy": 3, "cavalry": 1}, amphibious=True)
    assert causes(f)["amphibious"] == -2
    assert f.points() == (9, 10)
    assert "cavalry" in causes(f)
    f = field({"heavy": 4, "cavalry": 2}, {"heavy": 1, "cavalry": 4}, walls=5, attacker_tactical=4, bids=(3, 1))
    assert f.points() == (12, 8)
    assert causes(f) == {"odds": 1, "leader": 1, "siege": 1}
    assert field({"heavy": 1}, {"heavy": 1}, walls=2, bids=(2, 2)).net() == -odds_shifts(5, 3)


@pytest.mark.rule("PR-10.3.4", "PR-10.3.4-EX1")
def test_wall_points_are_part_of_the_base() -> None:
    assert field({"heavy": 1}, {"light": 2}, walls=5).bases()[1] == 7


@pytest.mark.rule("PR-10.4.6h")
def test_negated_cavalry_does_not_fight_but_counts_for_losses() -> None:
    f = field({"heavy": 3, "cavalry": 2}, {"heavy": 3}, negated=(2, 0))
    assert f.points() == (9, 9)
    assert f.bases() == (11, 9)
    assert causes(f) == {}


def attack(
    rome: dict[str, int], carthage: dict[str, int], dice: list[int], where: str = "capua", **facts: Any
) -> PaxRomanaState:
    """Rome marches from Roma into Capua, where Carthage stands and does not withdraw."""
    units = {"rome": {"roma": rome}, "carthage": {where: carthage}}
    s = world(units, dice=[facts.pop("move", 6)], **facts)
    play(s, "major:roma", "take-all", f"march:{where}")
    while "no" in choices(s):
        play(s, "no")
    script(s, dice)
    if "stand" in choices(s):
        play(s, "stand")
    return s


def finish(s: PaxRomanaState, *prefer: str) -> PaxRomanaState:
    """Play on through Battle and losses, by preference."""
    order = (*prefer, "done", "hold", "keep", "no")
    while s.stack[-1].name in ("battle", "losses", "retreat", "militia", "capture", "interception"):
        words = choices(s)
        play(s, next((word for word in order if word in words), words[0]))
    return s


@pytest.mark.rule("PR-10.3.3-EX1", "PR-10.3.3b", "PR-10.6.2a", "PR-10.6.3", "PR-10.3.2a", "PR-10.2-12")
def test_nine_points_at_forty_per_cent() -> None:
    s = attack({"legion": 2}, {"heavy": 3}, [4, 3])
    play(s, *(["done"] if "done" in choices(s) else []))
    play(s, "hold", "keep")
    assert at(s, "carthage", "capua") == {"heavy": 1, "reduced-heavy": 1}


@pytest.mark.rule("PR-10.6.1a", "PR-10.6.1b", "PR-10.6.1-EX1")
def test_a_legion_is_reduced_then_gone() -> None:
    s = world({"rome": {"roma": {"legion": 2}}}, operation="choose")
    assert q.ways_to_lose(s, "rome", "roma", 1) == [{"legion": 1, "reduced-legion": -1}]
    s = world({"rome": {"roma": {"legion": 1, "reduced-legion": 1}}}, operation="choose")
    assert q.ways_to_lose(s, "rome", "roma", 1) == [{"reduced-legion": 1}]
    assert q.ways_to_lose(s, "rome", "roma", 4) == [{"legion": 1}]


@pytest.mark.rule("PR-10.6.2b")
def test_a_reduced_heavy_goes_before_a_reduced_legion() -> None:
    s = world({"rome": {"roma": {"reduced-heavy": 1, "reduced-legion": 1, "light": 3}}}, operation="choose")
    assert q.ways_to_lose(s, "rome", "roma", 1) == [{"reduced-heavy": 1}]
    assert q.ways_to_lose(s, "rome", "roma", 3) == [{"reduced-heavy": 1, "reduced-legion": 1}]


@pytest.mark.rule("PR-10.6.4", "PR-10.6.4-EX1", "PR-10.3.2b")
def test_five_heavy_lose_four() -> None:
    s = world({"rome": {"roma": {"heavy": 5}}}, operation="choose")
    assert q.ways_to_lose(s, "rome", "roma", 4) == [{"heavy": 2, "reduced-heavy": -1}]
    s = world({"rome": {"roma": {"heavy": 1, "light": 1, "mercenary": 1}}}, operation="choose")
    ways = q.ways_to_lose(s, "rome", "roma", 2)
    assert {"heavy": 1, "reduced-heavy": -1} in ways
    assert {"mercenary": 1} in ways
    assert {"light": 1, "heavy": 1, "reduced-heavy": -1} in ways


@pytest.mark.rule("PR-10.3.2c", "PR-10.4.9", "PR-12.1.1c")
def test_cavalry_may_take_losses_elephants_and_garrisons_never() -> None:
    s = world({"rome": {"roma": {"cavalry": 1, "light": 1, "elephant": 1, "garrison": 1}}}, operation="choose")
    ways = q.ways_to_lose(s, "rome", "roma", 1)
    assert {"cavalry": 1} in ways
    assert {"light": 1} in ways
    assert len(ways) == 2


@pytest.mark.rule("PR-10.3.2d", "PR-7.3.3b", "PR-7.3.4a")
def test_walls_absorb_two_points_each_down_to_their_minimum() -> None:
    s = world({"rome": {"roma": {"light": 2}}}, sites={"roma": city("rome")}, operation="choose")
    ways = q.ways_to_lose(s, "rome", "roma", 4, walls=True)
    assert {"wall": 2} in ways
    assert all(way.get("wall", 0) <= 2 for way in q.ways_to_lose(s, "rome", "roma", 9, walls=True))
    t = world({"rome": {"roma": {"light": 2}}}, sites={"roma": town("rome")}, operation="choose")
    assert all(way.get("wall", 0) <= 1 for way in q.ways_to_lose(t, "rome", "roma", 9, walls=True))


@pytest.mark.rule("PR-10.2-1", "PR-10.0a", "PR-10.0b", "PR-1.4-BATTLE-SPACE", "PR-9.2.1g")
def test_the_attacker_pays_one_mp() -> None:
    s = attack({"legion": 3}, {"heavy": 3}, [3, 3])
    move = next(p for p in s.stack if p.name == "move")
    assert move.mp == 4  # type: ignore[attr-defined]
    battle = next(p for p in s.stack if isinstance(p, Battle))
    assert battle.attackers == (s.box.powers.index("rome"),)


@pytest.mark.rule("PR-10.1", "PR-10.2-13", "PR-10.7.3", "PR-10.7.7a", "PR-7.4.4", "PR-9.2.1h")
def test_a_beaten_attacker_regroups_and_pays_to_move_on() -> None:
    s = attack({"legion": 3}, {"heavy": 4}, [1, 3])
    finish(s)
    assert at(s, "carthage", "capua")["heavy"] == 3
    assert at(s, "rome", "capua") == {}
    assert sum(at(s, "rome", "roma").values()) >= 2
    assert mp(s) == 4
    play(s, "march:bavianum")
    assert mp(s) == 2


@pytest.mark.rule("PR-10.1")
def test_after_a_draw_nobody_pays() -> None:
    s = attack({"legion": 3}, {"heavy": 4}, [2, 2])
    finish(s)
    assert at(s, "rome", "capua") == {}
    play(s, "march:bavianum")
    assert mp(s) == 3


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


@pytest.mark.rule("PR-10.7.5", "PR-10.7.6d")
def test_retreat_by_sea() -> None:
    units = {"carthage": {"lilybaeum": {"heavy": 1, "galley": 1}, "agrigentum": {"light": 1}}}
    s = west(units, active="carthage")
    assert q.retreats(s, "carthage", "lilybaeum")["sea"] == ["agrigentum"]
    units["carthage"]["lilybaeum"] = {"heavy": 1}
    assert q.retreats(west(units, active="carthage"), "carthage", "lilybaeum")["sea"] == []


@pytest.mark.rule("PR-10.7.6e")
def test_transit_points_cost_a_retreating_army() -> None:
    s = west({"carthage": {"rhegium": {"heavy": 1}}}, active="carthage")
    tolls = q.retreats(s, "carthage", "rhegium", "croton")["land"]
    beyond = {s.box.place(n) for n, _ in s.box.atlas.land[node("ltp-lucania")]} - {"rhegium", "croton"}
    assert beyond
    assert {word: tolls[word] for word in beyond} == dict.fromkeys(beyond, 1)


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
    battle = next(p for p in weak.stack if isinstance(p, Battle))
    assert battle.yielded == 1, "Superiority stops it only on a 1"


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


# Cities and Towns in Battle


@pytest.mark.rule("PR-10.2-3", "PR-7.3.1b", "PR-7.3.1c", "PR-10.5.1a", "PR-10.5.1b", "PR-10.5.2", "PR-7.3.6a")
def test_behind_the_walls() -> None:
    s = attack({"legion": 4, "cavalry": 2}, {"heavy": 1, "cavalry": 1}, [3, 3], sites={"capua": city("carthage")})
    assert set(choices(s)) == {"walls", "field"}
    play(s, "walls")
    assert len(s.actors()) == 2
    rome, carthage = s.box.powers.index("rome"), s.box.powers.index("carthage")
    s.play(s.box.seat_of[rome], s.unspell("bid:2"))
    assert talents(s, "rome") == 10
    assert "bid" not in str(s.view(s.box.seat_of[carthage])["under_way"])
    s.play(s.box.seat_of[carthage], s.unspell("bid:1"))
    assert (talents(s, "rome"), talents(s, "carthage")) == (8, 9)
    battle = next(p for p in s.stack if isinstance(p, Battle))
    assert battle.field(s).points() == (16, 8)
    assert battle.shifts == 2 + 1
    play(s, "raise", "raise", "raise")
    assert actor(s) == "carthage"
    assert set(choices(s)) <= {"lose:heavy", "lose:wall"}, "no Retreat, no Cavalry"


@pytest.mark.rule("PR-7.3.1d", "PR-7.3.1e", "PR-7.3.5a", "PR-7.3.6b")
def test_in_the_open_field_and_then_against_the_walls() -> None:
    s = attack({"legion": 6}, {"light": 2}, [6, 1, 1, 1], sites={"capua": city("carthage")})
    play(s, "field", "done")
    assert set(choices(s)) == {"retreat", "hold"}
    play(s, "retreat", "march:paestum", "halt")
    while s.stack[-1].name == "losses":
        play(s, choices(s)[0])
    battle = s.stack[-1]
    assert isinstance(battle, Battle)
    assert battle.walls
    move = next(p for p in s.stack if p.name == "move")
    assert move.mp == 4  # type: ignore[attr-defined]
    assert battle.field(s).points()[1] == 5


@pytest.mark.rule("PR-7.3.5b", "PR-7.4.2", "PR-7.4.1a")
def test_an_open_town_is_captured_on_entry() -> None:
    s = world({"rome": {"roma": {"legion": 1}}}, sites={"capua": town("carthage", 1)}, dice=[3])
    play(s, "minor:roma", "take:legion", "march:capua")
    assert s.site_owner(node("capua")) == s.box.powers.index("rome")
    assert mp(s) == 2


@pytest.mark.rule("PR-7.4.1a", "PR-7.4.1b", "PR-10.4.2b", "PR-7.5.5")
def test_a_city_is_taken_when_walls_and_infantry_are_gone() -> None:
    s = attack({"legion": 9}, {"cavalry": 2}, [6, 1], sites={"capua": city("carthage", 4)})
    play(s, "walls")
    for seat in list(s.actors()):
        s.play(seat, s.unspell("bid:0"))
    play(s, *["raise"] * 4)
    finish(s)
    assert s.site_owner(node("capua")) == s.box.powers.index("rome")
    assert at(s, "carthage", "capua") == {}
    assert s.sites[node("capua")] & 7 == 3


@pytest.mark.rule("PR-7.5.1a", "PR-7.5.1b", "PR-7.5.2a", "PR-7.5.2b", "PR-7.5.2c", "PR-7.5.3")
def test_sack_and_plunder() -> None:
    def sack(kind: str, dice: list[int], leader: str = "", hired: int = 0) -> PaxRomanaState:
        site = {"owner": "rome", "kind": kind, "walls": 3 if kind == "city" else 1}
        army = {"heavy": 1, "mercenary": hired} if hired else {"heavy": 1}
        s = world(
            {"carthage": {"bavianum": army}},
            active="carthage",
            sites={"capua": site},
            leaders={leader: "bavianum"} if leader else {},
            dice=[5],
        )
        play(s, "major:bavianum", "take-all", "march:capua")
        script(s, dice)
        return play(s, "yes")

    s = sack("town", [1, 5, 1])
    assert talents(s, "carthage") == 10 + 3
    assert s.stack[-1].name == "expansion" or s.stack[-1].name == "activation", "1 exceeds a rating of 0"
    s = sack("city", [1, 5, 6])
    assert talents(s, "carthage") == 10 + 5
    s = sack("city", [4, 4], "carthage-4")
    assert talents(s, "carthage") == 10
    assert s.stack[-1].name == "move", "it may go on"
    s = sack("city", [4, 5, 4], "carthage-4", hired=1)
    assert talents(s, "carthage") == 10 + 2


@pytest.mark.rule("PR-7.4.3a", "PR-7.4.3b", "PR-7.4.3c", "PR-7.3.4b")
def test_destroying_a_town() -> None:
    s = world({"rome": {"gades": {"legion": 2}}}, sites={"corduba": town("rome")}, dice=[4])
    play(s, "major:gades", "take-all")
    assert refused(s, "rome", "raze") == "PR-7.4.3a"
    play(s, "march:corduba", "raze")
    assert node("corduba") not in s.sites
    assert mp(s) == 1
    home = world({"rome": {"roma": {"legion": 2}}}, sites={"capua": town("rome")}, dice=[4])
    play(home, "major:roma", "take-all", "march:capua")
    assert refused(home, "rome", "raze") == "PR-7.4.3c"


@pytest.mark.rule("PR-7.1.2b", "PR-7.1.6", "PR-7.1.3", "PR-7.1.2c", "PR-7.1.1b", "PR-7.3.1a", "PR-7.1.5")
def test_building_cities_and_walls() -> None:
    s = west(
        {"rome": {"gades": {"legion": 1}, "roma": {"legion": 1}}},
        sites={"gades": town("rome"), "capua": city("rome", 3)},
    )
    play(s, "city:gades")
    assert at(s, "rome", "gades") == {}
    assert s.sites[node("gades")] & 63 == 2 * 8 + 5
    assert talents(s, "rome") == 7
    play(s, "repair:capua", "repair:capua")
    assert s.sites[node("capua")] & 7 == 5
    assert talents(s, "rome") == 5
    assert refused(s, "rome", "minor:roma") == "PR-9.1.1b"
    poor = west(
        {"rome": {"gades": {"legion": 1, "garrison": 1}}},
        sites={"gades": town("rome", 1)},
        treasury={"rome": 1, "carthage": 1},
    )
    assert refused(poor, "rome", "city:gades") == "PR-7.1.2b"
    assert refused(poor, "rome", "town:gades") == "PR-7.1.2a"
    fort = west({"rome": {"cirta": {"legion": 1, "garrison": 1}}})
    assert refused(fort, "rome", "town:cirta") == "PR-7.1.3"
    hired = west({"carthage": {"gades": {"mercenary": 1}}}, active="carthage", sites={"gades": town("carthage")})
    assert refused(hired, "carthage", "city:gades") == "PR-7.1.2b"
    other = west({"rome": {"gades": {"legion": 1}}}, sites={"utica": city("carthage", 3)})
    assert refused(other, "rome", "repair:utica") == "PR-7.1.4"


# Elephants


@pytest.mark.rule(
    "PR-10.2-4", "PR-10.4.6a", "PR-10.4.6b", "PR-10.4.6c", "PR-10.4.6d", "PR-10.4.6e", "PR-10.4.6f", "PR-10.4.6g"
)
def test_what_elephants_do() -> None:
    def charge(die: int) -> PaxRomanaState:
        units = {"carthage": {"bavianum": {"light": 5, "elephant": 1}}, "rome": {"capua": {"light": 4, "cavalry": 1}}}
        s = world(units, active="carthage", dice=[4])
        play(s, "major:bavianum", "take-all", "march:capua", "stand")
        assert set(choices(s)) == {"elephants:0", "elephants:1"}
        script(s, [die, 3, 3])
        return play(s, "elephants:1")

    def state(s: PaxRomanaState) -> tuple[int, int, int]:
        battle = next(p for p in s.stack if isinstance(p, Battle))
        elephants = at(s, "carthage", "capua").get("elephant", 0)
        return battle.negated[1], elephants, at(s, "carthage", "capua").get("light", 0)

    first = charge(1)
    assert actor(first) == "rome"
    assert first.stack[-1].name == "losses"
    assert state(first)[:2] == (1, 1)
    assert state(charge(2)) == (1, 1, 5)
    assert state(charge(3)) == (1, 0, 5)
    assert state(charge(4)) == (0, 1, 5)
    assert state(charge(5)) == (0, 0, 5)
    assert state(charge(6)) == (0, 0, 4)


@pytest.mark.rule("PR-10.4.8a", "PR-10.4.8b")
def test_no_elephants_in_mountains_or_against_walls() -> None:
    s = world(
        {"carthage": {"celaenae": {"heavy": 5, "elephant": 1}}, "rome": {"iconium": {"light": 2}}},
        active="carthage",
        dice=[4],
    )
    play(s, "major:celaenae", "take-all", "march:iconium")
    script(s, [3, 3])
    play(s, "stand")
    assert not any(word.startswith("elephants") for word in choices(s))
    walls = attack({"legion": 4}, {"heavy": 1, "elephant": 1}, [3, 3], sites={"capua": city("carthage")})
    play(walls, "walls")
    assert all(word.startswith("bid") for word in choices(walls))


@pytest.mark.rule("PR-10.4.3b")
def test_cavalry_alone_leaves_a_mountain_fortress() -> None:
    s = world({"rome": {"celaenae": {"legion": 2}}, "carthage": {"iconium": {"cavalry": 2}}}, dice=[4])
    play(s, "major:celaenae", "take-all")
    script(s, [3])
    play(s, "march:iconium")
    assert actor(s) == "carthage"
    assert s.stack[-1].name == "move"


@pytest.mark.rule("PR-10.4.3a")
def test_cavalry_alone_fights_at_one_point_each() -> None:
    assert field({"cavalry": 4}, {"heavy": 1, "garrison": 2}).points() == (4, 3)


# Leader death


@pytest.mark.rule("PR-8.4.1a", "PR-8.4.1b", "PR-8.4.1c", "PR-10.2-14", "PR-8.4.2", "PR-8.4.5", "PR-8.1.3")
def test_leaders_die_on_two_and_twelve() -> None:
    def fall(dice: list[int]) -> PaxRomanaState:
        units = {"rome": {"roma": {"legion": 3}}, "carthage": {"capua": {"heavy": 6}}}
        s = world(units, leaders={"rome-9": "roma", "carthage-9": "capua"}, dice=[6])
        play(s, "major:roma", "take-all", "march:capua")
        script(s, [1, 4, *dice])
        play(s, "stand")
        return finish(s)

    def alive(s: PaxRomanaState, word: str) -> bool:
        return s.leader_at[s.box.leader(word)] >= 0

    lost = fall([1, 1, 1, 1])
    assert not alive(lost, "rome-9")
    assert alive(lost, "carthage-9")
    assert mp(lost) == 6
    both = fall([6, 6, 6, 6])
    assert not alive(both, "rome-9")
    assert not alive(both, "carthage-9")
    none = fall([3, 4, 3, 4])
    assert alive(none, "rome-9")
    assert mp(none) == 7


@pytest.mark.rule("PR-8.4.4")
def test_leaders_die_with_their_army() -> None:
    s = attack({"legion": 6}, {"light": 1}, [6, 1], leaders={"carthage-9": "capua"})
    finish(s, "raise", "hold")
    assert at(s, "carthage", "capua") == {}
    assert s.leader_at[s.box.leader("carthage-9")] == -1


# Militia


@pytest.mark.rule("PR-12.3.1", "PR-12.3.2a", "PR-12.3.2d", "PR-14.2.1g", "PR-12.3.3c")
def test_militia_after_a_defeat_at_home() -> None:
    units = {"carthage": {"bavianum": {"heavy": 5}}, "rome": {"capua": {"legion": 2}}}
    s = world(units, active="carthage", stability={"rome": 2}, dice=[5])
    play(s, "major:bavianum", "take-all", "march:capua")
    script(s, [4, 1])
    play(s, "stand", "done", "hold", "keep")
    while s.stack[-1].name == "losses":
        play(s, choices(s)[0])
    assert actor(s) == "rome"
    assert set(choices(s)) == {"yes", "no"}
    script(s, [5])
    play(s, "yes")
    assert stability(s, "rome") == 1
    assert "levy:capua" not in choices(s), "the enemy is still there"
    play(s, "levy:ancona", "levy:roma", "levy:roma")
    assert at(s, "rome", "roma") == {"militia": 2}
    assert s.militia_raised


@pytest.mark.rule("PR-12.3.2b", "PR-12.3.2c", "PR-12.3.2-EX1", "PR-12.7.4a")
def test_militia_by_stability() -> None:
    from ludi.games.pax_romana.special_units import may_raise_militia, militia_raised

    assert [militia_raised(die, 3) for die in range(1, 7)] == [1, 1, 2, 2, 3, 3]
    assert [militia_raised(die, -2) for die in range(1, 7)] == [0, 0, 1, 1, 2, 2]
    s = world({}, stability={"rome": -5})
    rome = s.box.powers.index("rome")
    assert may_raise_militia(s, rome, node("capua"), 3, False) == "PR-12.3.2c"
    s.stability[rome] = 0
    assert may_raise_militia(s, rome, node("capua"), 3, True) == "PR-12.7.4a"
    assert may_raise_militia(s, rome, node("gades"), 3, False) == "PR-12.3.1"
    assert may_raise_militia(s, rome, node("capua"), 0, False) == "PR-12.3.1"
    assert may_raise_militia(s, rome, node("capua"), 1, False) == ""


@pytest.mark.rule("PR-12.3.3b")
def test_militia_stay_at_home() -> None:
    s = west({"rome": {"rhegium": {"militia": 1}}}, dice=[5])
    play(s, "minor:rhegium", "take:militia")
    assert "march:croton" in choices(s)
    assert refused(s, "rome", "march:messana") == "PR-12.3.3b"


@pytest.mark.rule("PR-10.7.7b", "PR-10.7.7-EX1")
def test_regrouping_at_nicomedia() -> None:
    units = {"greece": {"nicomedia": {"heavy": 2}}, "rome": {"iconium": {"legion": 6}}}
    s = world(units, active="greece", dice=[5])
    play(s, "major:nicomedia", "take-all")
    play(s, "march:ltp-bithynia", "march:ltp-phrygia")
    assert mp(s) == 3
    script(s, [1, 3])
    play(s, "march:iconium", "stand")
    finish(s, "done")
    assert sum(at(s, "greece", "nicomedia").values()) >= 1
    assert at(s, "greece", "ltp-phrygia") == {}


# Re-rolls, an option


def unlucky(dice: list[int], leaders: dict[str, str]) -> PaxRomanaState:
    """Rome has twice the Battle Points but the lower die."""
    options = {"scenario": "V", "rerolls": True}
    return attack({"legion": 4}, {"heavy": 2}, [2, 5, *dice], leaders=leaders, options=options)


@pytest.mark.rule("PR-10.3.5a", "PR-10.3.5b")
def test_a_superior_army_may_reroll() -> None:
    s = unlucky([4, 4, 6], {"rome-4": "roma"})
    assert s.stack[-1].name == "reroll"
    assert actor(s) == "rome"
    fails = unlucky([3, 4], {"rome-4": "roma"})
    play(fails, "yes")
    assert actor(fails) == "carthage", "7 is above 2 + 4: the other may try, with ratings of 0"
    play(fails, "no")
    assert fails.stack[-1].name == "battle"
    s = unlucky([3, 3, 6], {"rome-4": "roma"})
    play(s, "yes", "raise")
    assert next(p for p in s.stack if isinstance(p, Battle)).attack_die == 5
    s = unlucky([3, 3, 1], {"rome-4": "roma"})
    play(s, "yes", "lower")
    assert next(p for p in s.stack if isinstance(p, Battle)).defence_die == 2
    elite = unlucky([3, 3, 6], {"rome-1": "roma"})
    play(elite, "yes", "raise")
    assert next(p for p in elite.stack if isinstance(p, Battle)).attack_die == 6
    lucky = attack(
        {"legion": 4}, {"heavy": 2}, [5, 2], leaders={"rome-4": "roma"}, options={"scenario": "V", "rerolls": True}
    )
    assert lucky.stack[-1].name == "battle"


@pytest.mark.rule("PR-10.3.5c")
def test_the_smaller_army_may_answer_a_failed_reroll() -> None:
    s = unlucky([6, 6, 4, 4, 3], {"rome-4": "roma", "carthage-4": "capua"})
    play(s, "yes")
    assert actor(s) == "carthage"
    play(s, "yes", "lower")
    assert next(p for p in s.stack if isinstance(p, Battle)).attack_die == 3


@pytest.mark.rule("PR-11.4.8")
def test_fleets_do_not_reroll() -> None:
    options = {"scenario": "II", "rerolls": True}
    units = {"carthage": {"utica": {"galley": 6}, "zama": {"light": 1}}, "rome": {"carthago": {"galley": 1}}}
    s = west(units, active="carthage", options=options)
    play(s, "major:utica", *["take:galley"] * 6, "go", "sail:carthago")
    script(s, [1, 6, 2])
    play(s, "fight")
    assert s.stack[-1].name == "move"


# Exact odds


def test_odds_agree_with_plain_counting() -> None:
    result = odds({"legion": 3}, {"heavy": 4})
    assert result.attacker_wins == result.defender_wins == Fraction(15, 36)
    assert result.draw == Fraction(6, 36)
    assert sum(result.results.values()) == 1
    strong = odds({"legion": 6}, {"light": 2}, attacker_leader=3, defender_leader=1, policy="raise")
    assert strong.attacker_wins > Fraction(30, 36)
    assert strong.attacker_leader_dies == strong.attacker_wins / 36 + (1 - strong.attacker_wins) / 18


@pytest.mark.rule("PR-9.3.2e", "PR-11.1.3", "PR-12.6.3a", "PR-12.6.4b")
def test_odds_of_single_rolls() -> None:
    assert interception_odds(5) == Fraction(21, 36)
    assert interception_odds(0) == Fraction(1, 36)
    assert continuity_odds() == Fraction(21, 36)
    assert continuity_odds(-1) == Fraction(26, 36)
    assert continuity_odds(2) == Fraction(10, 36)
    assert pirate_odds(1) == Fraction(3, 6)
    assert pirate_odds(2, leader=True) == 1
    assert pirate_odds(1, cilician=True) == Fraction(2, 6)

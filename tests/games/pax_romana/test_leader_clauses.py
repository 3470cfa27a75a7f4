"""Chapter 8, clause by clause: who is drawn, what leaders are for, how they fall."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from games.pax_romana.battle_tools import attack, battle_of, causes, finish
from games.pax_romana.helpers import at, choices, city, mp, node, play, script, west, world
from games.pax_romana.sea_tools import alive
from ludi.core import FastDice
from ludi.games.pax_romana import PaxRomanaState, position
from ludi.games.pax_romana.ch03_sequence.turn import removal
from ludi.games.pax_romana.ch08_leaders.leaders import check_leader_death
from ludi.games.pax_romana.ch08_leaders.selection import draw_leaders
from ludi.games.pax_romana.ch09_movement.isolation import lose_fleet
from ludi.games.pax_romana.ch16_events.conqueror import conquerors_of

# 8.1 Choosing


def drawn_in_diadochi(turn: int, seed: int) -> dict[str, list[str]]:
    """Whom each Power of scenario IX has on the first day of a turn."""
    s = position({"scenario": "IX"}, turn=turn, operation="phase", phase="D", dice=FastDice(random.Random(seed)))
    drawn = s.stack[-1].drawn  # type: ignore[attr-defined]
    found: dict[str, list[str]] = {power: [] for power in s.box.powers}
    for power, leader in zip(drawn[::2], drawn[1::2], strict=True):
        found[s.box.powers[power]].append(s.box.leaders[leader].word)
    return found


@pytest.mark.rule("PR-8.1.1", "PR-8.1.2b")
def test_with_named_leaders_too_a_power_has_two() -> None:
    for seed in range(10):
        first, third = drawn_in_diadochi(0, seed), drawn_in_diadochi(2, seed)
        assert {len(words) for words in (*first.values(), *third.values())} == {2}
        assert set(first["seleucids"]) == {"seleucus", "patrocles"}, "two named ones, and nobody is drawn"
        assert "ptolemy-soter" in third["ptolemies"]
        assert any(word.startswith("ptolemies-") for word in third["ptolemies"]), "one named, one drawn"


@pytest.mark.rule("PR-8.1.1")
def test_soldiers_of_fortune_are_not_among_the_two() -> None:
    units = {"carthage": {"utica": {"heavy": 1}}, "soldier-of-fortune": {"capua": {"heavy": 2}}}
    s = position(
        {"scenario": "V"},
        units=units,
        soldier_of_fortune="carthage",
        leaders={"soldier-of-fortune": "capua"},
        operation="phase",
        phase="D",
        dice=FastDice(random.Random(2)),
    )
    while s.stack[-1].name == "leader-selection":
        play(s, choices(s)[0])
    sides = Counter(s.box.leaders[number].side for number, where in enumerate(s.leader_at) if where >= 0)
    assert sides[s.box.powers.index("carthage")] == 2
    assert alive(s, "soldier-of-fortune")


@pytest.mark.rule("PR-8.1.2a")
def test_all_leaders_go_back_to_the_pool_before_the_new_are_drawn() -> None:
    s = world({}, operation="choose", leaders={"rome-3": "roma", "rome-5": "capua", "carthage-4": "carthago"})
    removal(s)
    assert all(where < 0 for where in s.leader_at)
    rome = s.box.powers.index("rome")
    seen = Counter[int]()
    for seed in range(200):
        s.dice = FastDice(random.Random(seed))
        seen.update(draw_leaders(s, rome, 2, []))
    assert set(seen) == set(s.box.pools[rome]), "each of the ten, those of last turn too"
    assert len(seen) == 10


@pytest.mark.rule("PR-8.1.5a")
@pytest.mark.parametrize(
    ("power", "capitals"), [("greece", {"athens", "pella"}), ("east", {"antioch", "alexandria"}), ("rome", {"roma"})]
)
def test_the_first_leader_begins_in_a_capital(power: str, capitals: set[str]) -> None:
    s = position({"scenario": "V"}, operation="phase", phase="D", dice=FastDice(random.Random(1)))
    seat = s.box.seat_of[s.box.powers.index(power)]
    assert {s.box.atlas.ids[capital] for capital in s.box.capitals[s.box.powers.index(power)]} == capitals
    assert {s.spell(action) for action in s.legal(seat)} == {f"lead:{capital}" for capital in capitals}


@pytest.mark.rule("PR-8.1.5c")
def test_who_has_lost_one_of_two_capitals_begins_in_the_other() -> None:
    units = {"rome": {"pella": {"legion": 1}}, "greece": {"corinth": {"heavy": 1}}}
    s = position({"scenario": "V"}, units=units, operation="phase", phase="D", dice=FastDice(random.Random(1)))
    seat = s.box.seat_of[s.box.powers.index("greece")]
    assert {s.spell(action) for action in s.legal(seat)} == {"lead:athens"}


@pytest.mark.rule("PR-8.3c", "PR-8.1.2b")
def test_no_elite_is_drawn_beside_a_named_elite() -> None:
    s = position({"scenario": "IX"}, turn=2)
    seleucus = s.box.leader("seleucus")
    for seed in range(40):
        s.dice = FastDice(random.Random(seed))
        (drawn,) = draw_leaders(s, s.box.powers.index("seleucids"), 2, [seleucus])
        assert s.box.leaders[drawn].word != "seleucids-1"


@pytest.mark.rule("PR-8.3d")
def test_a_conqueror_rests_like_any_elite() -> None:
    s = world({}, operation="choose", leaders={"rome-1": "roma"})
    s.conqueror = 1 << s.box.leader("rome-1")
    assert conquerors_of(s, s.box.powers.index("rome")) == [s.box.leader("rome-1")]
    removal(s)
    assert s.elites_resting == 1 << s.box.leader("rome-1")
    assert not conquerors_of(s, s.box.powers.index("rome"))


# 8.2 Use


@pytest.mark.rule("PR-8.2.2")
def test_armies_without_leaders_march_and_fight_with_ratings_of_nought() -> None:
    s = attack({"legion": 2}, {"heavy": 2}, [3, 3], move=2)
    assert mp(s) == 2 - 1 - 1
    assert (battle_of(s).field(s).attacker_tactical, battle_of(s).field(s).defender_tactical) == (0, 0)
    assert "leader" not in causes(battle_of(s).field(s))


@pytest.mark.rule("PR-8.2.3a", "PR-8.2.3e")
def test_a_leader_alone_has_double_movement_in_a_major_move_too() -> None:
    s = west({"rome": {"tarentum": {"legion": 1}}}, leaders={"rome-4": "roma"}, dice=[3])
    play(s, "major:roma", "take-all")
    assert mp(s) == 2 * (3 + 4)


@pytest.mark.rule("PR-8.2.3c")
def test_an_army_picks_up_a_leader_in_a_major_move_too() -> None:
    units = {"rome": {"arretium": {"legion": 2}}, "carthage": {"capua": {"light": 1}}}
    s = world(units, leaders={"rome-1": "roma"}, dice=[4])
    play(s, "major:arretium", "take-all", "march:roma", "no")
    assert mp(s) == 3
    play(s, "take-leader:rome-1")
    assert mp(s) == 3, "for nothing, and he adds nothing"
    play(s, "march:capua")
    script(s, [3, 3])
    play(s, "stand")
    assert battle_of(s).field(s).attacker_tactical == 4


@pytest.mark.rule("PR-8.2.3d")
def test_a_lone_leader_sails_for_nothing() -> None:
    s = west({}, active="carthage", operation="expansion", leaders={"carthage-9": "utica"}, dice=[1])
    play(s, "minor:utica", "take-leader:carthage-9")
    while mp(s) > 1:
        play(s, "march:carthago" if "march:carthago" in choices(s) else "march:utica")
    assert s.leader_at[s.box.leader("carthage-9")] == node("carthago")
    play(s, "embark", "escort:0", "sail:utica", "debark")
    assert s.leader_at[s.box.leader("carthage-9")] == node("utica")
    assert mp(s) == 1


# 8.4 Death


@pytest.mark.rule("PR-8.4.1a", "PR-8.4.1b", "PR-8.4.1c")
@pytest.mark.parametrize(
    ("dice", "winner", "falls"),
    [
        ((6, 6), True, True),
        ((1, 1), True, False),
        ((5, 6), True, False),
        ((6, 5), True, False),
        ((6, 6), False, True),
        ((1, 1), False, True),
        ((1, 2), False, False),
        ((6, 5), False, False),
    ],
)
def test_on_which_rolls_a_leader_falls(dice: tuple[int, int], winner: bool, falls: bool) -> None:
    s = west({}, operation="choose", leaders={"rome-3": "roma"}, dice=list(dice))
    assert check_leader_death(s, [s.box.leader("rome-3")], winner) == falls
    assert alive(s, "rome-3") != falls


@pytest.mark.rule("PR-8.4.1a")
def test_a_leader_may_fall_though_his_army_lost_nothing() -> None:
    leaders = {"rome-1": "roma", "carthage-9": "capua"}
    s = attack({"legion": 12}, {"heavy": 2}, [3, 1, 6, 6, 3, 4], leaders=leaders)
    while "lower" in choices(s):
        play(s, "lower")
    finish(s, "done")
    assert at(s, "rome", "roma") == {"legion": 12}, "without a loss"
    assert not alive(s, "rome-1")


@pytest.mark.rule("PR-8.4.1a", "PR-8.4.1c")
def test_the_leader_of_an_army_that_retreats_is_rolled_for() -> None:
    s = attack({"legion": 6}, {"heavy": 6}, [4, 1, 1, 1], leaders={"carthage-9": "capua"})
    finish(s, "done", "retreat")
    assert at(s, "carthage", "capua") == {}
    assert not alive(s, "carthage-9")


@pytest.mark.rule("PR-8.4.1c")
def test_in_a_draw_either_leader_falls_on_two() -> None:
    leaders = {"rome-9": "roma", "carthage-9": "capua"}
    for dice, left in (([1, 1, 3, 4], (False, True)), ([3, 4, 1, 1], (True, False))):
        s = attack({"legion": 4}, {"heavy": 5, "light": 1}, [2, 2, *dice], leaders=leaders)
        finish(s, "done")
        assert (alive(s, "rome-9"), alive(s, "carthage-9")) == left


@pytest.mark.rule("PR-8.4.2")
def test_a_leaders_death_costs_his_own_army_one_mp() -> None:
    def left(*dice: int) -> int:
        leaders = {"rome-9": "roma", "carthage-9": "capua"}
        s = attack({"legion": 9}, {"heavy": 6}, [2, 2, *dice], leaders=leaders)
        return mp(finish(s, "done"))

    assert left(6, 6, 3, 4) == left(3, 4, 3, 4) - 1
    assert left(3, 4, 6, 6) == left(3, 4, 3, 4), "not the enemy's"


@pytest.mark.rule("PR-8.4.2", "PR-9.3.7")
def test_an_intercepted_army_pays_for_its_leaders_death() -> None:
    def left(*dice: int) -> int:
        units = {"carthage": {"bavianum": {"heavy": 9}}, "rome": {"roma": {"legion": 6}}}
        leaders = {"carthage-9": "bavianum"}
        s = world(units, active="carthage", leaders=leaders, sites={"roma": city("rome")}, dice=[5])
        play(s, "major:bavianum", "take-all", "march:capua")
        script(s, [6, 6, 2, 2, *dice])
        play(s, "intercept:roma")
        return mp(finish(s, "done"))

    assert left(6, 6) == left(3, 4) - 1


@pytest.mark.rule("PR-8.4.3", "PR-9.6.4")
def test_a_leader_dies_with_the_fleet_of_a_port_that_is_not_friendly() -> None:
    s = west({"rome": {"gades": {"galley": 1}, "pisae": {"galley": 1}}}, leaders={"rome-9": "gades", "rome-3": "pisae"})
    for place in ("gades", "pisae"):
        lose_fleet(s, 0, node(place), s.at(0, node(place)))
    assert not alive(s, "rome-9")
    assert alive(s, "rome-3")
    assert at(s, "rome", "pisae") == {"galley": 1}


def before_a_garrison(dice: list[int]) -> PaxRomanaState:
    units = {"rome": {"roma": {"legion": 2}}, "carthage": {"capua": {"garrison": 1}}}
    s = west(units, leaders={"rome-3": "roma", "carthage-3": "capua"}, dice=[3])
    play(s, "major:roma", "take-all")
    script(s, dice)
    return play(s, "march:capua")


@pytest.mark.rule("PR-8.4.6")
def test_to_destroy_a_garrison_costs_no_death_roll() -> None:
    s = before_a_garrison([6, 6])
    assert alive(s, "rome-3")
    assert not alive(s, "carthage-3")


@pytest.mark.rule("PR-8.4.6")
def test_a_leader_dies_with_garrisons_that_are_intercepted() -> None:
    units = {"carthage": {"bavianum": {"garrison": 1}}, "rome": {"roma": {"legion": 1}}}
    leaders = {"carthage-9": "bavianum", "rome-3": "roma"}
    s = world(units, active="carthage", leaders=leaders, sites={"roma": city("rome")}, dice=[5])
    play(s, "major:bavianum", "take-all", "march:capua")
    script(s, [6, 6, 6, 6])
    play(s, "intercept:roma")
    assert not alive(s, "carthage-9")
    assert alive(s, "rome-3")

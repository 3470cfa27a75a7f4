"""Chapter 10, clause by clause."""

from __future__ import annotations

from typing import Any

import pytest

from games.pax_romana.battle_tools import attack, battle_of, causes, field, finish
from games.pax_romana.helpers import actor, at, choices, city, mp, node, play, script, town, west, world
from games.pax_romana.sea_tools import alive, number
from ludi.games.pax_romana import PaxRomanaState
from ludi.games.pax_romana.ch06_treasury.manpower import leave_garrisons
from ludi.games.pax_romana.ch06_treasury.raising import may_rebuild
from ludi.games.pax_romana.ch10_battle.losses import IN_BATTLE, Losses, loss_points
from ludi.games.pax_romana.ch10_battle.rerolls import reroll_side
from ludi.games.pax_romana.ch10_battle.retreat_ways import army_at, no_step, onward
from ludi.games.pax_romana.ch10_battle.sums import ATTACKER, DEFENDER
from ludi.games.pax_romana.world.pieces import HEAVY, LEGION, NOBODY, pack, points

# 10.2 The sequence


def intercepted(rome: dict[str, int], army: dict[str, int], dice: list[int], **facts: Any) -> PaxRomanaState:
    """A Carthaginian Army from Parma enters Pisae; Romans come from Roma, a City."""
    units = {"carthage": {"parma": army}, "rome": {"roma": rome}, **facts.pop("others", {})}
    s = world(units, active="carthage", sites={"roma": city("rome")}, dice=[6], **facts)
    play(s, "major:parma", "take-all", "march:pisae")
    script(s, dice)
    return play(s, "intercept:roma")


@pytest.mark.rule("PR-10.0b", "PR-10.2-1")
def test_who_marches_attacks_and_who_intercepts_does() -> None:
    marched = attack({"legion": 2}, {"heavy": 2}, [3, 3])
    assert battle_of(marched).attackers == (number(marched, "rome"),)
    s = intercepted({"legion": 3}, {"heavy": 3}, [6, 6, 3, 3])
    assert battle_of(s).attackers == (number(s, "rome"),)
    assert battle_of(s).defenders == (number(s, "carthage"),)


@pytest.mark.rule("PR-10.7.2a", "PR-10.7.2b")
def test_an_interceptor_forces_a_retreat_for_nothing() -> None:
    s = intercepted({"legion": 4}, {"heavy": 4}, [6, 6, 4, 2])
    play(s, "done", "hold")
    assert (actor(s), set(choices(s))) == ("rome", {"force", "keep"})
    play(s, "force")
    finish(s)
    assert at(s, "carthage", "pisae") == {}
    assert at(s, "rome", "pisae"), "it occupies the Battle Space"


@pytest.mark.rule("PR-10.7.3", "PR-10.7.7a")
def test_the_attacker_never_retreats_but_regroups() -> None:
    s = attack({"legion": 2}, {"heavy": 6}, [1, 4])
    play(s, "done")
    assert "retreat" not in choices(s)
    finish(s)
    assert at(s, "rome", "roma")
    beaten = intercepted({"legion": 2}, {"heavy": 6}, [6, 6, 1, 4])
    seen = set()
    while beaten.stack[-1].name in ("battle", "losses", "militia"):
        seen |= set(choices(beaten))
        play(beaten, next((word for word in ("done", "no") if word in choices(beaten)), choices(beaten)[0]))
    assert "retreat" not in seen
    assert at(beaten, "rome", "pisae") == {}
    assert at(beaten, "rome", "roma")


@pytest.mark.rule("PR-10.2-11")
def test_step_11_in_its_order() -> None:
    s = attack({"legion": 4, "cavalry": 2}, {"heavy": 4}, [4, 2])
    play(s, "done")
    assert (actor(s), set(choices(s))) == ("carthage", {"retreat", "hold"})
    held = s.copy()
    play(held, "hold")
    assert (actor(held), set(choices(held))) == ("rome", {"force", "keep"})
    script(s, [6])
    play(s, "retreat")
    assert (actor(s), set(choices(s))) == ("rome", {"yes", "no"}), "winning Cavalry may prevent it"


@pytest.mark.rule("PR-10.2-13")
def test_who_stays_in_the_space() -> None:
    left = attack({"legion": 6}, {"heavy": 4}, [4, 1])
    finish(left, "done", "retreat", "march:venusia", "halt")
    assert at(left, "rome", "capua"), "the Defender is gone: the Attacker has the Space"
    stayed = attack({"legion": 6}, {"heavy": 4}, [4, 1])
    finish(stayed, "done", "hold", "keep")
    assert at(stayed, "rome", "roma"), "the Defender holds: the Attacker goes back"
    assert at(stayed, "rome", "capua") == {}


@pytest.mark.rule("PR-10.2-15")
def test_only_a_loser_pays_for_moving_on() -> None:
    for dice, price in (([1, 3], 2), ([2, 2], 1), ([4, 1], 1)):
        s = attack({"legion": 4}, {"heavy": 5, "light": 1}, dice, move=6)
        finish(s, "done", "hold", "keep")
        before = mp(s)
        play(s, "march:arretium")
        assert before - mp(s) == price


@pytest.mark.rule("PR-10.2-7", "PR-10.3.1f", "PR-10.2-10")
def test_each_roll_hurts_the_other_side() -> None:
    s = attack({"light": 10}, {"light": 10}, [1, 4])
    finish(s, "done")
    assert at(s, "carthage", "capua") == {"light": 9}, "10 per cent by the Attacker's 1"
    assert at(s, "rome", "roma") == {"light": 6}, "40 per cent by the Defender's 4"


# 10.3 Points and Shifts


@pytest.mark.rule("PR-10.3.1b")
@pytest.mark.parametrize(
    "site", [city("carthage", 5), city("carthage", 4), city("carthage", 3), town("carthage"), town("carthage", 1)]
)
def test_every_wall_point_left_counts(site: dict[str, Any]) -> None:
    s = attack({"legion": 6}, {"light": 2}, [3, 3], sites={"capua": site})
    play(s, "walls")
    while any(word.startswith("bid") for word in choices(s)):
        play(s, "bid:0")
    assert battle_of(s).field(s).points() == (24, 2 + site["walls"])


@pytest.mark.rule("PR-10.3.1c")
def test_all_who_stand_on_a_side_fight() -> None:
    s = world({"rome": {"roma": {"legion": 4}}, "greece": {"capua": {"heavy": 2}}}, dice=[5])
    s.add(number(s, "carthage"), node("capua"), pack({"light": 4}))
    play(s, "major:roma", "take-all", "march:capua")
    script(s, [3, 3])
    play(s, "stand", "stand")
    assert battle_of(s).field(s).points() == (16, 6 + 4)
    assert points(battle_of(s).began[DEFENDER]) == 10
    others = {"independents": {"pisae": {"heavy": 2}}}
    joined = intercepted({"legion": 2}, {"heavy": 6}, [6, 6, 3, 3], others=others)
    assert battle_of(joined).field(joined).points() == (8 + 6, 18)
    assert points(battle_of(joined).began[ATTACKER]) == 14


@pytest.mark.rule("PR-10.3.1g", "PR-10.2-6")
def test_the_larger_army_has_the_shifts_whoever_attacks() -> None:
    assert causes(field({"light": 4}, {"light": 8})) == {"odds": -2}
    assert causes(field({"light": 8}, {"light": 4})) == {"odds": 2}
    assert causes(field({"light": 4}, {"light": 16})) == {"odds": -4}
    assert causes(field({"light": 4}, {"light": 4})) == {}


@pytest.mark.rule("PR-10.3.1m", "PR-10.5.1b")
@pytest.mark.parametrize(("bids", "shift"), [((3, 1), 1), ((1, 3), -1), ((2, 2), 0), ((9, 0), 1)])
def test_the_higher_bid_has_one_shift(bids: tuple[int, int], shift: int) -> None:
    assert causes(field({"heavy": 5}, {"heavy": 3}, walls=5, bids=bids)).get("siege", 0) == shift


@pytest.mark.rule("PR-10.3.2c", "PR-10.4.6h")
def test_negated_cavalry_counts_for_losses() -> None:
    f = field({"heavy": 2, "cavalry": 2}, {"heavy": 2}, negated=(2, 0))
    assert f.points() == (6, 6)
    assert f.bases() == (8, 6)


@pytest.mark.rule("PR-10.3.2c", "PR-10.3.1l", "PR-10.4.2c")
def test_cavalry_and_elephants_of_a_landing_do_not_fight_but_cavalry_may_be_lost() -> None:
    units = {
        "carthage": {"melita": {"heavy": 3, "cavalry": 2, "elephant": 2, "galley": 1}},
        "rome": {"thapsus": {"legion": 3}},
    }
    s = west(units, active="carthage", dice=[6])
    play(s, "major:melita", *["take:heavy"] * 3, *["take:cavalry"] * 2, *["take:elephant"] * 2, "go", "embark")
    play(s, "escort:1", "sail:thapsus")
    while "hold" in choices(s):
        play(s, "hold")
    script(s, [2, 4, 3, 3])
    play(s, "debark", "stand")
    assert not any(word.startswith("elephants") for word in choices(s))
    assert battle_of(s).field(s).points() == (9, 12)
    while s.stack[-1].name == "battle" or actor(s) == "rome":
        play(s, next((word for word in ("done", "no") if word in choices(s)), choices(s)[0]))
    assert (s.stack[-1].name, actor(s)) == ("losses", "carthage")
    assert "lose:cavalry" in choices(s)


@pytest.mark.rule("PR-10.3.2d")
def test_walls_may_be_lost_in_place_of_units() -> None:
    s = attack({"legion": 6}, {"light": 3}, [3, 1], sites={"capua": city("carthage")})
    play(s, "walls")
    while s.stack[-1].name == "battle":
        play(s, next(word for word in ("bid:0", "done", "hold") if word in choices(s)))
    assert set(choices(s)) == {"lose:light", "lose:wall"}
    play(s, "lose:wall")
    assert s.sites[node("capua")].walls == 4


@pytest.mark.rule("PR-10.3.3a")
def test_losses_are_rounded_to_the_nearest() -> None:
    assert [loss_points(base, roll) for base, roll in ((12, 2), (25, 1), (9, 4), (24, 1), (6, 4))] == [2, 3, 4, 2, 2]


@pytest.mark.rule("PR-10.3.5a")
def test_when_a_reroll_is_open() -> None:
    assert reroll_side((8, 4), (1, 2)) == ATTACKER, "just twice the points"
    assert reroll_side((4, 8), (2, 1)) == DEFENDER
    assert reroll_side((8, 4), (2, 2)) == NOBODY, "not lower"
    assert reroll_side((7, 4), (1, 2)) == NOBODY
    assert reroll_side((8, 4), (3, 2)) == NOBODY


# 10.4 Cavalry and Elephants


def with_elephants(army: dict[str, int], other: dict[str, int], dice: list[int], **facts: Any) -> PaxRomanaState:
    """Carthage marches from Venusia into Capua, where Rome stands; its leader has Shifts to spend."""
    units = {"carthage": {"venusia": army}, "rome": {"capua": other}}
    facts.setdefault("leaders", {"carthage-1": "venusia"})
    s = world(units, active="carthage", dice=[5], **facts)
    play(s, "major:venusia", "take-all", "march:capua")
    script(s, dice)
    return play(s, "stand")


@pytest.mark.rule("PR-10.2-4", "PR-10.4.8a", "PR-10.4.8b")
def test_where_elephants_are_not_committed() -> None:
    open_field = with_elephants({"heavy": 3, "elephant": 2}, {"legion": 2}, [])
    assert choices(open_field) == ["elephants:0", "elephants:1", "elephants:2"]
    walls = with_elephants({"heavy": 3, "elephant": 2}, {"legion": 2}, [3, 3], sites={"capua": city("rome")})
    play(walls, "walls")
    while any(word.startswith("bid") for word in choices(walls)):
        play(walls, "bid:0")
    assert battle_of(walls).walls
    assert not any(word.startswith("elephants") for word in choices(walls))
    units = {"carthage": {"celaenae": {"heavy": 3, "elephant": 2}}, "rome": {"iconium": {"legion": 2}}}
    s = world(units, active="carthage", dice=[6])
    play(s, "major:celaenae", "take-all", "march:iconium")
    script(s, [3, 3])
    play(s, "stand")
    assert not any(word.startswith("elephants") for word in choices(s))
    both = world({"carthage": {"iconium": {"heavy": 3, "elephant": 2}}, "rome": {"celaenae": {"legion": 3}}}, dice=[6])
    play(both, "major:celaenae", "take-all", "march:iconium")
    script(both, [3, 3])
    play(both, "stand")
    assert not any(word.startswith("elephants") for word in choices(both)), "nor those of the Defender"


@pytest.mark.rule("PR-10.4.6a")
def test_every_elephant_committed_is_rolled_for() -> None:
    s = with_elephants({"heavy": 3, "elephant": 3}, {"legion": 2}, [5, 5, 3, 3])
    play(s, "elephants:2")
    assert at(s, "carthage", "capua") == {"heavy": 3, "elephant": 1}


@pytest.mark.rule("PR-10.4.6h", "PR-10.4.1c")
def test_negated_cavalry_neither_adds_points_nor_shifts() -> None:
    s = with_elephants({"heavy": 3, "elephant": 2}, {"legion": 2, "cavalry": 2}, [2, 2, 3, 3])
    play(s, "elephants:2")
    f = battle_of(s).field(s)
    assert f.points() == (9, 8)
    assert "cavalry" not in causes(f)
    one = with_elephants({"heavy": 3, "elephant": 2}, {"legion": 2, "cavalry": 2}, [2, 4, 3, 3])
    play(one, "elephants:2")
    assert battle_of(one).field(one).points() == (9, 9)
    assert causes(battle_of(one).field(one))["cavalry"] == -1, "one against none: Superiority"
    assert causes(field({"light": 3, "cavalry": 3}, {"light": 3, "cavalry": 1}, negated=(1, 0)))["cavalry"] == 1


@pytest.mark.rule("PR-10.4.6h")
def test_points_lost_to_elephants_are_not_counted() -> None:
    s = with_elephants({"heavy": 3, "elephant": 1}, {"legion": 2, "light": 1}, [1, 3, 3])
    play(s, "elephants:1", "lose:light")
    assert battle_of(s).field(s).points() == (9, 8)


@pytest.mark.rule("PR-10.4.9")
def test_elephants_do_not_outlive_their_army() -> None:
    s = with_elephants({"light": 1, "elephant": 2}, {"legion": 2}, [1, 6], leaders={})
    while s.stack[-1].name in ("battle", "losses", "militia"):
        words = choices(s)
        play(s, next((word for word in ("elephants:0", "raise", "done", "no") if word in words), words[0]))
    assert at(s, "carthage", "capua") == {}
    assert at(s, "carthage", "venusia") == {}


@pytest.mark.rule("PR-10.4.3b")
def test_garrisons_do_not_make_cavalry_stay_in_the_mountains() -> None:
    units = {"rome": {"celaenae": {"legion": 2}}, "carthage": {"iconium": {"cavalry": 2, "garrison": 1}}}
    s = world(units, dice=[5])
    play(s, "major:celaenae", "take-all")
    script(s, [4, 3])
    play(s, "march:iconium")
    assert (s.stack[-1].name, actor(s)) == ("move", "carthage"), "nobody asks whether it stands"


# 10.6 Reducing


def losing(stack: dict[str, int], amount: int, *words: str) -> dict[str, int]:
    s = world({"rome": {"capua": stack}}, operation="choose")
    rome = number(s, "rome")
    s.push(Losses((rome,), rome, node("capua"), amount, IN_BATTLE, True, False))
    s.run()
    play(s, *words)
    assert s.stack[-1].name != "losses"
    return at(s, "rome", "capua")


@pytest.mark.rule("PR-10.6.3", "PR-10.6.1a", "PR-10.6.2a")
def test_a_full_unit_that_takes_more_than_two_is_gone() -> None:
    assert losing({"legion": 1}, 2) == {"reduced-legion": 1}
    assert losing({"legion": 1}, 3) == {}
    assert losing({"heavy": 1}, 2) == {"reduced-heavy": 1}
    assert losing({"heavy": 1}, 3) == {}
    assert losing({"legion": 2}, 3) == {"legion": 1}
    assert losing({"mercenary": 2}, 1) == {"mercenary": 1}, "Mercenaries are not Reduced"


@pytest.mark.rule("PR-10.6.4", "PR-10.6.4-EX1")
def test_two_are_not_reduced_in_place_of_one_gone() -> None:
    assert losing({"heavy": 5}, 4) == {"heavy": 3, "reduced-heavy": 1}
    assert losing({"legion": 5}, 4) == {"legion": 4}
    assert losing({"legion": 1, "heavy": 1}, 4, "lose:heavy") == {"reduced-legion": 1}


@pytest.mark.rule("PR-10.6.6a")
def test_two_reduced_heavy_infantry_become_one_at_once() -> None:
    s = world({"rome": {"capua": {"reduced-heavy": 1}}}, operation="choose")
    s.add(number(s, "rome"), node("capua"), pack({"reduced-heavy": 1}))
    assert at(s, "rome", "capua") == {"heavy": 1}


@pytest.mark.rule("PR-10.6.6b")
def test_either_kind_is_rebuilt_where_it_is() -> None:
    s = world({"rome": {"capua": {"reduced-heavy": 1}, "roma": {"reduced-legion": 1}}}, operation="choose")
    rome = number(s, "rome")
    assert not may_rebuild(s, rome, HEAVY, node("capua"))
    assert not may_rebuild(s, rome, LEGION, node("roma"))
    assert may_rebuild(s, rome, LEGION, node("capua")) == "PR-10.6.6b"
    assert may_rebuild(s, rome, HEAVY, node("roma")) == "PR-10.6.6b"


@pytest.mark.rule("PR-10.6.6c")
def test_either_kind_that_is_not_rebuilt_becomes_a_garrison() -> None:
    s = world({"rome": {"capua": {"reduced-heavy": 1}, "roma": {"reduced-legion": 1}}}, operation="choose")
    leave_garrisons(s, number(s, "rome"))
    assert at(s, "rome", "capua") == {"garrison": 1}
    assert at(s, "rome", "roma") == {"garrison": 1}


# 10.7 Retreating and Regrouping


@pytest.mark.rule("PR-10.7.2a", "PR-10.7.6d")
def test_behind_walls_nobody_is_forced_out_though_he_could_sail() -> None:
    units = {
        "rome": {"panormus": {"legion": 6}},
        "carthage": {"lilybaeum": {"heavy": 3, "galley": 1}, "agrigentum": {"light": 1}},
    }
    s = west(units, sites={"lilybaeum": city("carthage")}, dice=[6])
    play(s, "major:panormus", "take-all", "march:lilybaeum")
    while "no" in choices(s):
        play(s, "no")
    script(s, [5, 1, 3, 4])
    play(s, "stand", "walls")
    while any(word.startswith("bid") for word in choices(s)):
        play(s, "bid:0")
    play(s, "done")
    assert set(choices(s)) == {"retreat", "hold"}, "by sea it may still Retreat"
    play(s, "hold")
    assert "force" not in choices(s)


@pytest.mark.rule("PR-10.7.6a")
@pytest.mark.parametrize(
    ("horse", "theirs", "die", "prevented"),
    [(2, 0, 3, True), (2, 0, 4, False), (3, 2, 1, True), (3, 2, 2, False)],
)
def test_when_cavalry_prevents_a_retreat(horse: int, theirs: int, die: int, prevented: bool) -> None:
    other = {"light": 10} | ({"cavalry": theirs} if theirs else {})
    s = attack({"legion": 4, "cavalry": horse}, other, [4, 2])
    while "done" in choices(s):
        play(s, "done")
    script(s, [die, 3, 3])
    play(s, "retreat", "yes")
    finish(s, "march:venusia", "halt", "lose:light")
    assert bool(at(s, "carthage", "capua")) == prevented


@pytest.mark.rule("PR-10.7.6a")
def test_cavalry_need_not_prevent_a_retreat() -> None:
    s = attack({"legion": 4, "cavalry": 2}, {"light": 10}, [4, 2])
    play(s, "done")
    play(s, "retreat", "no")
    finish(s, "march:venusia", "halt", "lose:light")
    assert at(s, "carthage", "capua") == {}
    assert at(s, "carthage", "venusia") == {"light": 7}, "30 per cent in place of 40"


def fleeing(**facts: Any) -> PaxRomanaState:
    """Carthaginians beaten at Capua by Romans from Roma are about to Retreat."""
    s = attack({"legion": 6}, {"light": 10, "elephant": 1, "garrison": 1}, [4, 2], **facts)
    while s.stack[-1].name != "retreat":
        words = choices(s)
        play(s, next(word for word in ("elephants:0", "done", "retreat", "lose:light") if word in words))
    return s


@pytest.mark.rule("PR-10.7.4a", "PR-10.7.4b")
def test_a_retreat_goes_two_spaces_at_most() -> None:
    s = fleeing()
    play(s, "march:venusia")
    assert "halt" in choices(s)
    play(s, "march:tarentum")
    assert at(s, "carthage", "tarentum"), "there it ends"
    assert s.stack[-1].name != "retreat"


@pytest.mark.rule("PR-10.7.4f")
def test_all_retreat_together_with_their_leaders() -> None:
    s = fleeing(leaders={"carthage-9": "capua"})
    play(s, "march:venusia")
    script(s, [3, 4])
    play(s, "halt")
    assert at(s, "carthage", "capua") == {}
    assert at(s, "carthage", "venusia") == {"light": 7, "elephant": 1, "garrison": 1}
    assert alive(s, "carthage-9")
    assert s.leader_at[s.box.leader("carthage-9")] == node("venusia")


def way(s: PaxRomanaState, here: str, near: str, **facts: Any) -> object:
    """Why a Roman Army beaten at Saloniae does not go from one place to another, or nothing."""
    sides = (number(s, "rome"),)
    battle, barred = node("saloniae"), facts.get("barred", NOBODY)
    link = next(link for other, link in s.box.atlas.land[node(here)] if other == node(near))
    army = army_at(s, sides, battle)
    return no_step(s, sides, army, battle, node(here), node(near), link, barred, facts.get("spaces", 0))


@pytest.mark.rule("PR-10.7.4b")
def test_a_retreat_does_not_end_in_the_battle_space() -> None:
    s = world({"rome": {"capua": {"legion": 1}, "saloniae": {"legion": 1}}})
    near = next(s.box.atlas.ids[n] for n, link in s.box.atlas.land[node("saloniae")] if link == 0 and n < 200)
    assert way(s, near, "saloniae", spaces=1), "nor when nobody is there any more"


@pytest.mark.rule("PR-10.7.4c", "PR-10.7.4d")
def test_beyond_a_transit_point_too_a_space_must_be_open() -> None:
    s = world({"rome": {"saloniae": {"legion": 1}}})
    assert not way(s, "saloniae", "ltp-dalmatia")
    assert way(s, "saloniae", "ltp-dalmatia", barred=node("lissa")), "the Attacker came from there"
    held = world({"rome": {"saloniae": {"legion": 1}}, "carthage": {"lissa": {"light": 1}}})
    assert way(held, "saloniae", "ltp-dalmatia")
    sides = (number(held, "rome"),)
    assert node("ltp-dalmatia") not in onward(
        held, sides, army_at(held, sides, node("saloniae")), node("saloniae"), node("saloniae"), NOBODY, 0
    )


@pytest.mark.rule("PR-10.7.7a", "PR-10.7.7b")
def test_an_army_regroups_where_it_came_from_not_where_it_set_out() -> None:
    units = {"rome": {"roma": {"legion": 3}}, "carthage": {"capua": {"heavy": 6}}}
    s = world(units, dice=[6])
    play(s, "major:roma", "take-all", "march:bavianum", "no", "march:capua")
    script(s, [1, 4])
    play(s, "stand")
    finish(s)
    assert at(s, "rome", "bavianum")
    assert at(s, "rome", "roma") == {}


@pytest.mark.rule("PR-10.7.7b")
def test_without_a_way_off_a_transit_point_the_move_is_over() -> None:
    units = {
        "greece": {"nicomedia": {"heavy": 4}},
        "east": {"iconium": {"heavy": 4}, "pessinus": {"heavy": 1}},
    }
    s = world(units, active="greece", leaders={"greece-2": "nicomedia"}, dice=[2])
    play(s, "major:nicomedia", "take-all")
    moving = s.stack[-1]
    moving.mp = 6  # type: ignore[attr-defined]
    s._legal = {}
    play(s, "march:ltp-bithynia", "march:ltp-phrygia", "march:iconium")
    while "no" in choices(s):
        play(s, "no")
    script(s, [2, 2, 3, 4])
    play(s, "stand")
    finish(s, "done")
    assert at(s, "greece", "nicomedia"), "1 MP is left, but Pessinus would have to be attacked"
    assert s.stack[-1].name == "expansion", "and its movement is ended"

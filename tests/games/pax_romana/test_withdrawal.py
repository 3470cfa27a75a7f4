"""Chapter 9.4: Pre-Battle Withdrawal."""

from __future__ import annotations

from typing import Any

import pytest

from games.pax_romana.battle_tools import battle_of
from games.pax_romana.helpers import (
    actor,
    at,
    choices,
    mp,
    node,
    play,
    refused,
    script,
    stability,
    town,
    west,
    world,
)
from ludi.games.pax_romana import PaxRomanaState
from ludi.games.pax_romana.ch09_movement.movement import WithdrawalMarch
from ludi.games.pax_romana.ch09_movement.withdrawal_march import scatter
from ludi.games.pax_romana.ch12_special.slave_turn import SlaveTurn
from ludi.games.pax_romana.world.pieces import NODE_BITS, pack
from ludi.games.pax_romana.world.sets import set_of


def capua(**facts: Any) -> PaxRomanaState:
    """Rome marches from Roma against a Carthaginian Army in Capua."""
    units: Any = {
        "rome": facts.pop("rome", {"roma": {"legion": 4}}),
        "carthage": facts.pop("carthage", {"capua": {"heavy": 2}}),
    }
    facts.setdefault("leaders", {"rome-4": "roma"})
    s = world(units, dice=[2], **facts)
    return play(s, "major:roma", "take-all", "march:capua")


@pytest.mark.rule("PR-9.4.1b", "PR-9.4.1a", "PR-9.4.2a", "PR-9.4.2b", "PR-9.4.4a", "PR-9.2.1j", "PR-10.2-2")
def test_a_withdrawal_saves_the_attacker_an_mp() -> None:
    s = capua()
    assert actor(s) == "carthage"
    assert {"stand", "withdraw"} <= set(choices(s))
    script(s, [2])
    play(s, "withdraw", "take-all")
    assert refused(s, "carthage", "march:roma") == "PR-9.4.4a"
    play(s, "march:paestum", "halt")
    assert at(s, "carthage", "paestum") == {"heavy": 2}
    assert actor(s) == "rome"
    assert mp(s) == 5
    script(s, [3, 3])
    play(s, "march:paestum")
    assert s.stack[-1].name == "battle", "it withdraws only once in a Move"


@pytest.mark.rule("PR-9.4.3a", "PR-9.4.3b")
def test_cavalry_hinders_a_withdrawal() -> None:
    for horse, theirs, die, left in ((1, 0, 2, 1), (3, 1, 4, 1), (2, 0, 3, 0)):
        s = capua(rome={"roma": {"legion": 4, "cavalry": horse}}, carthage={"capua": {"heavy": 2, "cavalry": theirs}})
        play(s, "withdraw")
        assert actor(s) == "rome"
        script(s, [die, 1, 1, 1])
        play(s, "yes")
        if left:
            assert mp(s) == left
            assert s.stack[-1].name == "move"
        else:
            assert s.stack[-1].name == "battle"


@pytest.mark.rule("PR-9.4.3c")
def test_cavalry_does_not_hinder_in_the_mountains() -> None:
    units = {"rome": {"celaenae": {"legion": 4, "cavalry": 4}}, "carthage": {"iconium": {"heavy": 1}}}
    s = world(units, dice=[4])
    play(s, "major:celaenae", "take-all", "march:iconium")
    script(s, [5])
    play(s, "withdraw")
    assert actor(s) == "carthage"
    assert mp(s) == 5


@pytest.mark.rule("PR-9.4.4b", "PR-9.4.4c", "PR-12.1.1d", "PR-7.2.2")
def test_where_a_withdrawal_may_not_go() -> None:
    s = capua(
        rome={"roma": {"legion": 4}, "paestum": {"legion": 1}, "bavianum": {"garrison": 1}},
        sites={"venusia": town("rome")},
    )
    script(s, [6])
    play(s, "withdraw", "take-all")
    assert "march:paestum" not in choices(s)
    assert "march:venusia" not in choices(s)
    play(s, "march:bavianum")
    assert mp(s) == 4
    assert "halt" not in choices(s)
    assert not any(word.startswith("drop") for word in choices(s)), "nobody is left among enemies"
    assert at(s, "rome", "bavianum") == {"garrison": 1}


@pytest.mark.rule("PR-9.4.5b", "PR-9.4.4e", "PR-12.1.1b")
def test_part_of_an_army_may_stay_and_fight() -> None:
    s = capua(carthage={"capua": {"heavy": 2, "light": 1}})
    script(s, [3, 4, 4])
    play(s, "withdraw", "take:heavy", "go", "march:paestum", "halt")
    assert at(s, "carthage", "capua") == {"heavy": 1, "light": 1}
    assert s.stack[-1].name == "battle"
    s = capua(carthage={"capua": {"garrison": 2}})
    assert at(s, "carthage", "capua") == {}


@pytest.mark.rule("PR-9.4.5e", "PR-14.2.1f")
def test_a_withdrawal_at_home_costs_stability() -> None:
    attack = world({"rome": {"utica": {"legion": 4}}, "carthage": {"carthago": {"heavy": 1}}}, dice=[4])
    play(attack, "major:utica", "take-all", "march:carthago")
    script(attack, [3])
    play(attack, "withdraw")
    assert stability(attack, "carthage") == -1


@pytest.mark.rule("PR-9.4.5e", "PR-9.4.1a", "PR-9.4.3b")
@pytest.mark.parametrize(("die", "away"), [(2, False), (3, True), (4, True)])
def test_who_is_kept_from_withdrawing_loses_no_stability(die: int, away: bool) -> None:
    units = {"rome": {"utica": {"legion": 4, "cavalry": 2}}, "carthage": {"carthago": {"heavy": 1}}}
    s = world(units, dice=[4])
    play(s, "major:utica", "take-all", "march:carthago", "withdraw")
    script(s, [die, 1, 1])
    play(s, "yes")
    assert stability(s, "carthage") == (-1 if away else 0), "3 are enough to sail, which nobody hinders"
    assert (s.stack[-1].name == "battle") != away


@pytest.mark.rule("PR-9.4.5e", "PR-9.4.1a")
@pytest.mark.parametrize("die", [1, 2])
def test_terrain_may_keep_an_army_from_withdrawing(die: int) -> None:
    units = {"rome": {"thevestis": {"legion": 4}}, "carthage": {"lambaesis": {"heavy": 1}}}
    s = world(units, dice=[4])
    play(s, "major:thevestis", "take-all", "march:lambaesis")
    script(s, [die, 1, 1])
    play(s, "withdraw", "take-all")
    assert stability(s, "carthage") == (0 if die == 1 else -1)
    assert (s.stack[-1].name == "battle") == (die == 1), "the way into the mountains takes 2 MP"


@pytest.mark.rule("PR-9.4.5d")
def test_withdrawal_by_sea() -> None:
    units = {
        "rome": {"panormus": {"legion": 3}},
        "carthage": {"lilybaeum": {"heavy": 1, "galley": 1}, "agrigentum": {"light": 1}},
    }
    s = west(units, dice=[4])
    play(s, "major:panormus", "take-all", "march:lilybaeum")
    while "no" in choices(s):
        play(s, "no")
    script(s, [3])
    play(s, "withdraw", "take-all", "sail:agrigentum")
    assert at(s, "carthage", "agrigentum") == {"light": 1, "heavy": 1, "galley": 1}


@pytest.mark.rule("PR-16.2-REBELLIONb", "PR-9.4.5d")
def test_a_mutinous_fleet_stays_when_the_army_sails() -> None:
    units = {
        "rome": {"panormus": {"legion": 3}},
        "carthage": {"lilybaeum": {"heavy": 1, "galley": 1}, "agrigentum": {"light": 1}},
    }
    s = west(units, dice=[4])
    s.mutiny = s.box.powers.index("carthage") << NODE_BITS | node("lilybaeum")
    play(s, "major:panormus", "take-all", "march:lilybaeum")
    while "no" in choices(s):
        play(s, "no")
    script(s, [3])
    play(s, "withdraw", "take-all", "sail:agrigentum")
    assert at(s, "carthage", "agrigentum") == {"light": 1, "heavy": 1}
    assert at(s, "carthage", "lilybaeum") == {"galley": 1}


@pytest.mark.rule("PR-9.4.4d", "PR-9.2.1k")
def test_a_lone_leader_is_passed_by_friend_and_foe() -> None:
    s = capua(rome={"roma": {"legion": 4}}, leaders={"rome-4": "roma", "rome-9": "paestum"})
    script(s, [1])
    play(s, "withdraw", "take-all", "march:paestum")
    assert at(s, "carthage", "paestum") == {"heavy": 2}, "1 MP is enough, and it may stay there"
    assert s.leader_at[s.box.leader("rome-9")] == node("paestum")
    s = world({"rome": {"roma": {"legion": 1}}}, leaders={"carthage-9": "capua"}, dice=[2])
    play(s, "minor:roma", "take:legion", "march:capua")
    assert mp(s) == 1, "a leader alone is not attacked"
    play(s, "halt")
    assert s.leader_at[s.box.leader("carthage-9")] == node("capua")


@pytest.mark.rule("PR-9.4.4c")
def test_nobody_withdraws_into_a_garrison_he_cannot_pass() -> None:
    ring = {"roma": {"legion": 4}, "paestum": {"garrison": 1}, "bavianum": {"garrison": 1}}
    s = capua(rome=ring)
    script(s, [2])
    play(s, "withdraw", "take-all")
    assert {word for word in choices(s) if word.startswith("march")} == {"march:venusia"}
    s = capua(rome=ring)
    script(s, [3])
    play(s, "withdraw", "take-all")
    assert "march:bavianum" in choices(s), "2 MP to pass, 1 to go on"
    assert "march:paestum" not in choices(s), "beyond it lies a Transit Point"


@pytest.mark.rule("PR-9.4.4e", "PR-12.1.1b")
def test_garrisons_withdraw_only_with_others() -> None:
    s = capua(carthage={"capua": {"heavy": 1, "light": 1, "garrison": 2}})
    script(s, [3, 3, 3])
    play(s, "withdraw", "take:garrison")
    assert "go" not in choices(s)
    play(s, "take:light", "go", "march:venusia", "halt")
    assert at(s, "carthage", "venusia") == {"light": 1, "garrison": 1}
    assert at(s, "carthage", "capua") == {"heavy": 1, "garrison": 1}


@pytest.mark.rule("PR-9.4.1b", "PR-9.4.5b")
def test_who_withdrew_may_not_again_but_those_he_joined_may() -> None:
    s = capua(carthage={"capua": {"heavy": 2}, "paestum": {"light": 3}})
    play(s, "no")
    script(s, [1])
    play(s, "withdraw", "take-all", "march:paestum")
    assert actor(s) == "rome"
    play(s, "march:paestum")
    assert actor(s) == "carthage"
    script(s, [3, 3, 3])
    play(s, "withdraw")
    assert "take:heavy" not in choices(s)
    play(s, "take:light", "take:light", "take:light", "go", "march:ltp-lucania", "march:croton", "halt")
    assert at(s, "carthage", "paestum") == {"heavy": 2}, "they fight"
    assert s.stack[-1].name == "battle"


@pytest.mark.rule("PR-9.4.1b")
def test_in_the_next_move_he_may_withdraw_again() -> None:
    units = {"rome": {"roma": {"legion": 4}, "bavianum": {"legion": 1}}, "carthage": {"capua": {"heavy": 2}}}
    s = world(units, dice=[6])
    play(s, "major:roma", "take-all", "march:capua")
    script(s, [1, 5])
    play(s, "withdraw", "take-all", "march:venusia", "halt", "minor:bavianum", "take:legion")
    play(s, "march:barium", "no", "march:venusia")
    assert actor(s) == "carthage"
    assert {"stand", "withdraw"} <= set(choices(s))


def sicily(rome: dict[str, int], dice: list[int], **facts: Any) -> PaxRomanaState:
    """Rome marches from Panormus on Lilybaeum, where Carthaginian Galley Squadrons lie."""
    units = {
        "rome": {"panormus": rome},
        "carthage": {"lilybaeum": {"heavy": 1, "galley": 2}, "agrigentum": {"light": 1}},
    }
    s = west(units, dice=[4], **facts)
    play(s, "major:panormus", "take-all", "march:lilybaeum")
    while "no" in choices(s):
        play(s, "no")
    script(s, dice)
    return play(s, "withdraw")


@pytest.mark.rule("PR-9.4.3c", "PR-9.4.5d")
def test_cavalry_does_not_hinder_a_withdrawal_by_sea() -> None:
    s = sicily({"legion": 3, "cavalry": 2}, [3])
    assert actor(s) == "rome"
    play(s, "yes")
    assert mp(s) == 0, "Supremacy takes all three by land"
    play(s, "take-all")
    assert choices(s) == ["sail:agrigentum"]
    play(s, "sail:agrigentum")
    assert at(s, "carthage", "agrigentum") == {"light": 1, "heavy": 1, "galley": 2}
    s = sicily({"legion": 3, "cavalry": 2}, [2, 3, 3])
    play(s, "yes")
    assert s.stack[-1].name == "battle", "2 is too little to embark, sail and debark"


@pytest.mark.rule("PR-9.4.5d", "PR-9.2.1d")
def test_a_withdrawal_by_sea_costs_three_mp_wherever_it_embarks() -> None:
    s = sicily({"legion": 3}, [2])
    play(s, "take-all")
    assert not any(word.startswith("sail") for word in choices(s))
    units = {
        "rome": {"croton": {"legion": 3}},
        "carthage": {"tarentum": {"heavy": 1}, "brundisium": {"galley": 1}, "barium": {"light": 1}},
    }
    s = west(units, dice=[4])
    play(s, "major:croton", "take-all", "march:tarentum")
    while "no" in choices(s):
        play(s, "no")
    script(s, [4])
    play(s, "withdraw", "take-all", "march:brundisium")
    assert mp(s) == 3
    play(s, "sail:barium")
    assert at(s, "carthage", "barium") == {"light": 1, "heavy": 1, "galley": 1}
    assert at(s, "carthage", "brundisium") == {}


@pytest.mark.rule("PR-12.4.4a", "PR-9.4.1a")
def test_a_soldier_of_fortune_may_withdraw() -> None:
    units = {"rome": {"roma": {"legion": 4}}, "soldier-of-fortune": {"capua": {"heavy": 4}}}
    s = world(units, soldier_of_fortune="greece", dice=[4])
    play(s, "major:roma", "take-all", "march:capua")
    assert actor(s) == "greece"
    script(s, [2])
    play(s, "withdraw", "take-all", "march:venusia", "halt")
    assert at(s, "soldier-of-fortune", "venusia") == {"heavy": 4}


@pytest.mark.rule("PR-4.3.1g", "PR-9.4.1a")
def test_each_of_two_allies_may_withdraw() -> None:
    s = world({"rome": {"roma": {"legion": 9}}, "greece": {"capua": {"heavy": 2}}}, dice=[5])
    s.add(s.box.powers.index("carthage"), node("capua"), pack({"light": 4}))
    play(s, "major:roma", "take-all", "march:capua")
    first = actor(s)
    play(s, "stand")
    assert {first, actor(s)} == {"greece", "carthage"}
    other = actor(s)
    script(s, [2, 3, 3])
    play(s, "withdraw", "take-all", "march:venusia", "halt")
    assert at(s, other, "venusia")
    assert battle_of(s).defenders == (s.box.powers.index(first),)


@pytest.mark.rule("PR-10.4.3b", "PR-9.4.5e")
def test_cavalry_that_cannot_leave_the_mountains_is_lost() -> None:
    ring = {"celaenae": {"legion": 2}, "tyana": {"garrison": 1}}
    units = {"rome": ring, "carthage": {"iconium": {"cavalry": 2}}}
    s = world(units, dice=[4])
    play(s, "major:celaenae", "take-all")
    script(s, [1])
    play(s, "march:iconium")
    assert at(s, "carthage", "iconium") == {}
    assert at(s, "rome", "iconium") == {"legion": 2}
    assert mp(s) == 2


@pytest.mark.rule("PR-9.4.4e", "PR-12.1.1b")
def test_garrisons_in_a_town_are_not_asked() -> None:
    s = capua(carthage={"capua": {"garrison": 2}}, sites={"capua": town("carthage")})
    assert battle_of(s).walls, "the Town fights"


@pytest.mark.rule("PR-10.4.3b")
def test_cavalry_left_behind_in_the_mountains_must_go_too() -> None:
    units = {"rome": {"celaenae": {"legion": 2}}, "carthage": {"iconium": {"heavy": 1, "cavalry": 1}}}
    s = world(units, dice=[4])
    play(s, "major:celaenae", "take-all", "march:iconium")
    script(s, [1, 2])
    play(s, "withdraw", "take:heavy", "go", "march:tyana")
    assert actor(s) == "carthage"
    assert s.stack[-1].name == "move", "the Cavalry rolls for a Withdrawal of its own"
    assert mp(s) == 2
    play(s, "march:tyana", *(["halt"] if "halt" in choices(s) else []))
    assert at(s, "carthage", "iconium") == {}
    assert at(s, "rome", "iconium") == {"legion": 2}


@pytest.mark.rule("PR-10.4.3b", "PR-9.4.1b")
def test_cavalry_caught_again_in_the_mountains_is_lost() -> None:
    units = {"rome": {"sardis": {"legion": 4}}, "carthage": {"celaenae": {"cavalry": 2}}}
    s = world(units, leaders={"rome-3": "sardis", "carthage-9": "celaenae"}, dice=[6])
    play(s, "major:sardis", "take-all", "march:celaenae")
    script(s, [3])
    play(s, "withdraw", "take-all", "march:iconium", "halt", "march:iconium")
    assert at(s, "carthage", "iconium") == {}
    assert s.leader_at[s.box.leader("carthage-9")] == -1
    assert at(s, "rome", "iconium") == {"legion": 4}


def before_slaves(roman: dict[str, int], **facts: Any) -> PaxRomanaState:
    """In Carthage's Activation Slaves are about to march from Capua; a Roman Army is in Bavianum."""
    units: Any = {
        "slaves-3": {"capua": {"barbarian": 5}},
        "rome": {"bavianum": roman},
        "carthage": {"utica": {"light": 1}},
    }
    s = world({**units, **facts.pop("others", {})}, active="carthage", operation="choose", **facts)
    assert s.box.powers.index("rome") == 3
    s.push(SlaveTurn(s.box.powers.index("carthage"), s.box.powers.index("rome")))
    s.run()
    return s


@pytest.mark.rule("PR-9.4.1a", "PR-9.4.4a", "PR-9.4.5e", "PR-12.7.1d")
def test_an_army_may_withdraw_before_slaves_on_the_march() -> None:
    s = play(before_slaves({"legion": 1}), "march:bavianum")
    assert (s.stack[-1].name, actor(s)) == ("withdrawal", "rome")
    assert set(choices(s)) == {"stand", "withdraw"}
    left = s.copy()
    script(left, [2])
    play(left, "withdraw", "take-all")
    assert "march:capua" not in choices(left), "the Slaves came from there"
    assert refused(left, "rome", "march:capua") == "PR-9.4.4a"
    play(left, "march:ancona", "halt")
    assert at(left, "rome", "ancona") == {"legion": 1}
    assert at(left, "slaves-3", "bavianum") == {"barbarian": 6}, "no Battle: 5 and 1 more"
    assert stability(left, "rome") == stability(s, "rome") - 1
    assert left.fresh(3, node("ancona")), "before another Move it may do so again"
    script(s, [1, 1])
    play(s, "stand")
    assert battle_of(s).defenders == (3,)


@pytest.mark.rule("PR-9.4.1a", "PR-9.4.4e", "PR-7.3.5a")
def test_who_withdraws_before_slaves_leaves_the_town_to_its_walls() -> None:
    s = before_slaves({"legion": 1}, sites={"bavianum": town("rome")})
    script(s, [2, 1, 1, 3, 3])
    play(s, "march:bavianum", "withdraw", "take-all", "march:ancona")
    if "halt" in choices(s):
        play(s, "halt")
    assert battle_of(s).walls
    assert at(s, "rome", "ancona") == {"legion": 1}
    swept = play(before_slaves({"garrison": 2}), "march:bavianum")
    assert at(swept, "rome", "bavianum") == {}, "Garrisons alone are not asked"


@pytest.mark.rule("PR-9.4.5a", "PR-9.3.3a")
def test_nobody_withdraws_once_the_slaves_have_been_fought_in_the_space() -> None:
    s = before_slaves({"legion": 1}, others={"rome": {"bavianum": {"light": 1}, "ancona": {"legion": 3}}})
    script(s, [6, 6, 1, 6, *[3, 4] * 4])
    play(s, "march:bavianum", "intercept:ancona")
    seen = set()
    while s.stack[-1].name in ("battle", "losses", "withdrawal"):
        seen.add(s.stack[-1].name)
        play(s, choices(s)[0])
    assert "withdrawal" not in seen


@pytest.mark.rule("PR-9.4.1b", "PR-12.4.4b")
def test_a_soldier_of_fortune_may_withdraw_before_each_of_two_moves() -> None:
    units: Any = {
        "rome": {"roma": {"legion": 4}, "tarentum": {"legion": 1}},
        "soldier-of-fortune": {"capua": {"heavy": 4}},
        "carthage": {"utica": {"light": 1}},
    }
    s = world(units, soldier_of_fortune="carthage", dice=[2])
    play(s, "major:roma", "take-all", "march:capua")
    script(s, [3, 5])
    play(s, "withdraw", "take-all", "march:venusia")
    while s.stack[-1].name != "expansion":
        play(s, "no" if "no" in choices(s) else "halt")
    assert at(s, "soldier-of-fortune", "venusia") == {"heavy": 4}
    play(s, "minor:tarentum", "take:legion", "march:venusia")
    assert "withdraw" in choices(s)


@pytest.mark.rule("PR-9.4.4b", "PR-8.4.4")
@pytest.mark.parametrize("taken", [False, True])
def test_a_withdrawal_cut_off_on_its_way_goes_to_a_free_space_or_is_lost(taken: bool) -> None:
    beside = ["roma", "ariminum", "ancona", "barium"]
    rome = {place: {"legion": 1} for place in beside if taken or place != "barium"}
    units: Any = {"rome": {**rome, "bavianum": {"garrison": 1}}, "carthage": {"capua": {"heavy": 2}}}
    s = world(units, leaders={"carthage-4": "capua"})
    carthage, start = s.box.powers.index("carthage"), node("capua")
    march = WithdrawalMarch(carthage, carthage, start, mp=1)
    march.army = s.at(carthage, start)
    march.leaders = set_of(s.leaders_of(carthage, start))
    march.carry(s, node("bavianum"))
    rome_side = s.box.powers.index("rome")
    s.add(rome_side, start, s.at(rome_side, node("roma")))
    scatter(s, march)
    assert at(s, "carthage", "barium") == ({} if taken else {"heavy": 2})
    assert at(s, "carthage", "bavianum") == {}
    assert bool(s.leaders_of(carthage, node("barium"))) != taken, "its leader is lost with it"
    assert at(s, "rome", "bavianum") == {"garrison": 1}

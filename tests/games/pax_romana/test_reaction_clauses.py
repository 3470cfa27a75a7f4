"""Chapters 9.3, 9.4 and 9.6, clause by clause: interception, Withdrawal, isolation."""

from __future__ import annotations

from typing import Any

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
    script,
    stability,
    town,
    west,
    world,
)
from games.pax_romana.sea_tools import alive, befriend, number
from ludi.games.pax_romana import PaxRomanaState, position
from ludi.games.pax_romana.asking import questions as q
from ludi.games.pax_romana.ch09_movement.interceptors import interception_modifiers
from ludi.games.pax_romana.ch09_movement.isolation import isolated_spaces
from ludi.games.pax_romana.world.pieces import CITY, INDEPENDENT, TOWN, pack, points

# 9.3 Interception


@pytest.mark.rule("PR-9.3.1a")
def test_nobody_intercepts_an_army_that_he_lets_pass() -> None:
    s = world({"rome": {"roma": {"legion": 2}}, "carthage": {"bavianum": {"heavy": 2}}})
    assert [each["from"] for each in q.who_may_intercept(s, "carthage", "capua")] == ["roma"]
    befriend(s, "rome", "carthage")
    s.pass_rights[number(s, "rome")] |= 1 << number(s, "carthage")
    assert q.who_may_intercept(s, "carthage", "capua") == []


@pytest.mark.rule("PR-9.3.1c")
def test_a_leader_alone_does_not_ride_over_straits_and_passes() -> None:
    units = {"rome": {"messana": {"legion": 1}, "taurinorum": {"legion": 1}}}
    s = world(units, leaders={"rome-4": "rhegium", "rome-3": "valentia"})
    assert q.who_may_intercept(s, "carthage", "messana") == []
    assert not [each for each in q.who_may_intercept(s, "carthage", "taurinorum") if each["from"] == "valentia"]
    near = world(units, leaders={"rome-4": "mediolanum"})
    assert [each["from"] for each in q.who_may_intercept(near, "carthage", "taurinorum")] == ["mediolanum"]


@pytest.mark.rule("PR-9.3.2b", "PR-9.3.2c", "PR-9.3.2d")
def test_only_own_cities_and_towns_help_an_interception() -> None:
    s = world({"rome": {"roma": {"legion": 2}}})
    rome, greece = number(s, "rome"), number(s, "greece")

    def found() -> dict[str, int]:
        return {what: more for what, more, _ in interception_modifiers(s, rome, node("roma"), node("capua"))}

    assert found() == {}
    for owner, kind, expected in ((rome, CITY, {"from-city": 3}), (rome, TOWN, {"from-town": 1}), (greece, CITY, {})):
        s.set_site(node("roma"), owner, kind, 5 if kind == CITY else 2)
        assert found() == expected
    for owner, kind, expected in ((rome, CITY, {"into-city": 1}), (rome, TOWN, {}), (greece, CITY, {})):
        s.set_site(node("capua"), owner, kind, 5 if kind == CITY else 2)
        assert found() == expected


def entered_pisae(rome: dict[str, dict[str, int]], dice: list[int], **facts: Any) -> PaxRomanaState:
    """A Carthaginian Army from Parma enters Pisae, beside Roma, a City."""
    sites = {"roma": city("rome")} | facts.pop("sites", {})
    units: Any = {"carthage": {"parma": facts.pop("army", {"heavy": 6})}, "rome": rome}
    s = world(units, active="carthage", sites=sites, dice=[6], **facts)
    play(s, "major:parma", "take-all", "march:pisae")
    script(s, dice)
    return s


@pytest.mark.rule("PR-9.3.1d", "PR-10.7.7c")
def test_nobody_intercepts_an_army_that_regroups() -> None:
    units = {"rome": {"capua": {"legion": 3}, "arretium": {"legion": 3}}, "carthage": {"roma": {"heavy": 4}}}
    s = world(units, active="carthage", dice=[6])
    play(s, "major:roma", "take-all", "march:capua")
    script(s, [1, 3])
    play(s, "stand")
    while s.stack[-1].name in ("battle", "losses", "militia"):
        play(s, next((word for word in ("done", "no") if word in choices(s)), choices(s)[0]))
    assert at(s, "carthage", "roma"), "beaten, it is placed where it came from, beside the Army in Arretium"
    assert (s.stack[-1].name, actor(s)) == ("move", "carthage")


@pytest.mark.rule("PR-9.3.1d")
def test_withdrawals_and_retreats_are_intercepted() -> None:
    units = {"rome": {"roma": {"legion": 6}, "ancona": {"legion": 2}}, "carthage": {"capua": {"heavy": 4}}}
    s = world(units, dice=[6])
    play(s, "major:roma", "take-all", "march:capua")
    script(s, [2])
    play(s, "withdraw", "take-all", "march:bavianum")
    assert (s.stack[-1].name, actor(s)) == ("interception", "rome")
    beaten = attack({"legion": 6}, {"heavy": 4}, [4, 1])
    beaten.add(number(beaten, "rome"), node("ancona"), pack({"legion": 2}))
    play(beaten, "done", "retreat", "march:bavianum")
    assert (beaten.stack[-1].name, actor(beaten)) == ("interception", "rome")
    assert "intercept:ancona" in choices(beaten)


@pytest.mark.rule("PR-9.3.3b", "PR-9.4.5a")
def test_the_intercepted_are_not_asked_to_withdraw() -> None:
    s = entered_pisae({"roma": {"legion": 3}}, [6, 6, 3, 3])
    play(s, "intercept:roma")
    assert s.stack[-1].name == "battle"
    assert battle_of(s).defenders == (number(s, "carthage"),)


@pytest.mark.rule("PR-9.3.5a", "PR-9.3.5d")
def test_all_in_the_city_may_stay_inside() -> None:
    rome = {"roma": {"legion": 2}, "pisae": {"light": 2, "garrison": 1}}
    s = entered_pisae(rome, [6, 6, 3, 3], sites={"pisae": town("rome")})
    play(s, "intercept:roma", "walls")
    assert battle_of(s).field(s).points()[0] == 8, "the two Legions alone"
    out = entered_pisae(rome, [6, 6, 3, 3], sites={"pisae": town("rome")})
    play(out, "intercept:roma", "field")
    assert battle_of(out).field(out).points()[0] == 10


@pytest.mark.rule("PR-9.3.7")
def test_an_intercepted_army_that_wins_moves_on_for_nothing() -> None:
    s = entered_pisae({"roma": {"legion": 1}}, [6, 6, 1, 3], army={"heavy": 9})
    play(s, "intercept:roma")
    finish(s, "done")
    assert mp(s) == 5
    play(s, "march:arretium")
    assert mp(s) == 4


@pytest.mark.rule("PR-9.3.8")
@pytest.mark.parametrize("held", [False, True])
def test_a_voyage_is_not_intercepted_a_landing_is(held: bool) -> None:
    units: Any = {"rome": {"melita": {"legion": 4, "galley": 1}}, "carthage": {"zama": {"heavy": 6}}}
    if held:
        units["carthage"]["thapsus"] = {"garrison": 1}
    s = west(units, sites={"zama": city("carthage")}, dice=[6])
    play(s, "major:melita", *["take:legion"] * 4, "go", "embark", "escort:1", "sail:thapsus")
    while "hold" in choices(s):
        play(s, "hold")
    assert actor(s) == "rome", "at sea, off Thapsus"
    play(s, "debark")
    assert (s.stack[-1].name, actor(s)) == ("interception", "carthage")


# 9.4 Withdrawal


def before_capua(die: int, minor: bool = False, **facts: Any) -> PaxRomanaState:
    """Romans from Roma enter Capua; its Carthaginians Withdraw with a roll of ``die``."""
    rome = facts.pop("rome", {"roma": {"legion": 3}})
    units = {"rome": rome, "carthage": facts.pop("carthage", {"capua": {"heavy": 2}})}
    s = world(units, dice=[5], **facts)
    play(s, *(("minor:roma", "take:legion") if minor else ("major:roma", "take-all")), "march:capua")
    while "no" in choices(s):
        play(s, "no")
    script(s, [die])
    return play(s, "withdraw")


@pytest.mark.rule("PR-9.4.1a")
@pytest.mark.parametrize("minor", [False, True])
@pytest.mark.parametrize("die", [1, 4, 6])
def test_a_withdrawal_has_the_mp_of_one_die_and_leaves(minor: bool, die: int) -> None:
    s = before_capua(die, minor)
    assert mp(s) == die
    play(s, "take-all")
    assert "halt" not in choices(s), "at least 1 MP is spent"
    play(s, "march:venusia", *(["halt"] if die > 1 else []))
    assert at(s, "carthage", "venusia") == {"heavy": 2}
    assert at(s, "carthage", "capua") == {}


@pytest.mark.rule("PR-9.4.1a", "PR-9.4.5b")
def test_who_withdraws_may_spend_less_pick_up_and_drop_off() -> None:
    s = before_capua(6, carthage={"capua": {"heavy": 2, "light": 1}, "venusia": {"light": 2}})
    play(s, "take-all", "march:venusia")
    assert mp(s) == 5
    play(s, "pick-up", "take:light", "go")
    assert mp(s) == 4, "1 MP"
    play(s, "march:barium", "drop:light", "drop:light")
    assert mp(s) == 3, "free"
    play(s, "halt")
    assert at(s, "carthage", "barium") == {"heavy": 2, "light": 2}
    assert at(s, "carthage", "venusia") == {"light": 1}


@pytest.mark.rule("PR-9.4.3a", "PR-9.4.3b")
@pytest.mark.parametrize(("horse", "theirs", "less"), [(2, 1, 1), (2, 0, 3), (3, 1, 3)])
def test_the_attackers_cavalry_may_hinder_or_not(horse: int, theirs: int, less: int) -> None:
    mine = {"capua": {"heavy": 2} | ({"cavalry": theirs} if theirs else {})}
    for word, left in (("yes", 5 - less), ("no", 5)):
        s = before_capua(5, rome={"roma": {"legion": 3, "cavalry": horse}}, carthage=mine)
        assert (actor(s), set(choices(s))) == ("rome", {"yes", "no"})
        play(s, word)
        assert mp(s) == left


@pytest.mark.rule("PR-9.4.3a")
def test_better_cavalry_of_those_who_withdraw_hinders_nobody() -> None:
    carthage = {"capua": {"heavy": 2, "cavalry": 3}}
    s = before_capua(5, rome={"roma": {"legion": 3, "cavalry": 1}}, carthage=carthage)
    assert mp(s) == 5


@pytest.mark.rule("PR-9.4.5e")
def test_only_a_withdrawal_at_home_costs_stability_whoever_controls_the_province() -> None:
    abroad = before_capua(2)
    assert stability(abroad, "carthage") == 0
    units = {"rome": {"utica": {"legion": 4}}, "carthage": {"carthago": {"heavy": 1}}}
    for holder in ("carthage", "rome"):
        s = world(units, dice=[4])
        s.provinces[s.box.atlas.province_of[node("carthago")]] = number(s, holder)
        play(s, "major:utica", "take-all", "march:carthago")
        before = stability(s, "carthage")
        script(s, [3])
        play(s, "withdraw")
        assert stability(s, "carthage") == before - 1


# 9.6 Isolation


@pytest.mark.rule("PR-9.6.1")
def test_garrisons_alone_are_not_isolated() -> None:
    for stack, found in (({"garrison": 2}, []), ({"light": 1, "garrison": 2}, ["palma"])):
        s = west({"rome": {"palma": stack}, "carthage": {"palma": {"galley": 1}}})
        assert [s.box.place(n) for n in isolated_spaces(s, 0)] == found


def wasting(stack: dict[str, int], die: int, **facts: Any) -> PaxRomanaState:
    """Carthaginians cut off on Palma suffer attrition."""
    units = {
        "carthage": {"palma": stack, "carthago": {"light": 1}},
        "rome": {"palma": {"galley": 1}, "roma": {"legion": 1}},
    }
    return position({"scenario": "II"}, units=units, operation="phase", phase="G", dice=[die] + [3] * 20, **facts)


@pytest.mark.rule("PR-9.6.3b", "PR-9.6.3a")
def test_garrisons_do_not_count_for_attrition() -> None:
    s = wasting({"light": 2, "cavalry": 2, "garrison": 9}, 5)
    assert s.stack[-1].amount == 2, "30 per cent of 4, rounded up"  # type: ignore[attr-defined]
    assert set(choices(s)) == {"lose:light", "lose:cavalry"}


@pytest.mark.rule("PR-9.6.3b")
def test_what_can_be_lost_by_attrition() -> None:
    army = {"heavy": 1, "light": 1, "cavalry": 1, "elephant": 1, "mercenary": 1, "garrison": 1}
    s = wasting(army, 1, leaders={"carthage-9": "palma"})
    assert set(choices(s)) == {f"lose:{kind}" for kind in army if kind != "garrison"}
    play(s, "lose:elephant")
    left = at(s, "carthage", "palma")
    assert "elephant" not in left
    assert {"heavy", "light", "cavalry", "garrison"} <= set(left)
    legions = west({"rome": {"palma": {"legion": 2}}, "carthage": {"palma": {"galley": 1}}})
    assert [s.box.place(n) for n in isolated_spaces(legions, 0)] == ["palma"]


@pytest.mark.rule("PR-9.6.3c")
def test_one_unit_is_reduced_and_others_are_eliminated_for_two() -> None:
    s = wasting({"heavy": 9}, 5)
    assert at(s, "carthage", "palma") == {"heavy": 7, "reduced-heavy": 1}, (
        "30 per cent of 9 are 3: one gone, one Reduced"
    )
    even = wasting({"heavy": 6}, 3)
    assert at(even, "carthage", "palma") == {"heavy": 5}, "2 losses: one is gone, not two Reduced"


@pytest.mark.rule("PR-9.6.3b", "PR-9.6.3a")
def test_leaders_do_not_suffer_from_attrition() -> None:
    s = wasting({"light": 1, "heavy": 1}, 1, leaders={"carthage-9": "palma"})
    assert set(choices(s)) == {"lose:light", "lose:heavy"}
    assert alive(s, "carthage-9")


def before_syracuse(dice: list[int], free: dict[str, int], army: dict[str, int] | None = None) -> PaxRomanaState:
    """Carthage marches on Independents in Capua, a City; Rome comes from Roma."""
    units: Any = {
        "carthage": {"bavianum": army or {"heavy": 6}},
        "rome": {"roma": {"legion": 3}},
        "independents": {"capua": free},
    }
    sites = {"roma": city("rome"), "capua": city("independents")}
    s = world(units, active="carthage", sites=sites, dice=[6])
    play(s, "major:bavianum", "take-all", "march:capua")
    script(s, dice)
    return play(s, "intercept:roma")


def began(s: PaxRomanaState) -> tuple[int, int]:
    """The Battle Points of both sides as the Battle began."""
    attackers, defenders = battle_of(s).began
    return points(attackers), points(defenders)


@pytest.mark.rule("PR-9.3.6a", "PR-9.3.5a", "PR-9.3.5c")
def test_the_interceptor_says_whether_independents_use_their_city() -> None:
    def ask(*words: str) -> PaxRomanaState:
        return play(before_syracuse([6, 6, 3, 3], {"heavy": 2, "light": 1}), *words)

    s = ask()
    assert (actor(s), set(choices(s))) == ("rome", {"walls", "field", "take:heavy", "take:light"})
    assert began(ask("field")) == (12 + 7, 18), "one Army for this Battle"
    assert began(ask("take:light", "take:heavy", "go")) == (12 + 3, 18)
    inside = ask("walls")
    assert battle_of(inside).attackers == (number(inside, "rome"),)
    assert began(inside) == (12, 18)


@pytest.mark.rule("PR-9.3.6a", "PR-9.3.5e")
def test_after_a_failed_interception_the_independents_are_all_in_their_city() -> None:
    s = before_syracuse([1, 1, 3, 3], {"heavy": 2})
    play(s, "field")
    assert at(s, "independents", "capua") == {"heavy": 2}
    assert battle_of(s).walls
    assert battle_of(s).attackers == (number(s, "carthage"),)


@pytest.mark.rule("PR-9.3.6b", "PR-9.3.6c", "PR-9.3.5d")
@pytest.mark.parametrize("word", ["walls", "field"])
@pytest.mark.parametrize("won", [False, True])
def test_the_interceptor_goes_home_and_the_independents_stay_in_their_city(word: str, won: bool) -> None:
    dice = [6, 6, 6, 1] if won else [6, 6, 1, 3]
    s = before_syracuse([*dice, *[3, 4] * 6], {"heavy": 4}, {"heavy": 9} if not won else {"heavy": 3})
    play(s, word)
    rome = number(s, "rome")
    while s.stack[-1].name in ("battle", "losses", "retreat", "militia", "interception"):
        if s.stack[-1].name == "battle" and rome not in battle_of(s).attackers:
            break
        words = choices(s)
        order = ("done", "retreat", "hold", "keep", "no", "halt", "lose:heavy")
        play(s, next((each for each in order if each in words), words[0]))
    assert at(s, "rome", "capua") == {}
    assert at(s, "rome", "roma")
    assert at(s, "independents", "capua"), "they stay"
    assert s.site_owner(node("capua")) == INDEPENDENT
    if not won:
        assert battle_of(s).attackers == (number(s, "carthage"),), "and are attacked at once, in their City"
        assert battle_of(s).walls

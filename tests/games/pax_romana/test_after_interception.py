"""Chapter 9.3: what comes of an interception, and who joins in."""

from __future__ import annotations

from typing import Any

import pytest

from games.pax_romana.battle_tools import battle_of, causes, finish
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
from ludi.games.pax_romana.engine.passage import province_way, space_way
from ludi.games.pax_romana.world.pieces import INDEPENDENT, SLAVES, pack


def in_capua(rome: dict[str, int], dice: list[int], **facts: Any) -> PaxRomanaState:
    """A Carthaginian Army from Bavianum enters Capua; Romans come from Roma, a City."""
    units: Any = {"carthage": {"bavianum": facts.pop("army", {"light": 2})}, "rome": {"roma": rome}}
    units |= facts.pop("others", {})
    sites = {"roma": city("rome")} | facts.pop("sites", {})
    s = world(units, active="carthage", sites=sites, dice=[5], **facts)
    play(s, "major:bavianum", "take-all", "march:capua")
    script(s, dice)
    return s


@pytest.mark.rule("PR-9.3.4", "PR-10.7.7a")
def test_all_who_joined_a_beaten_interceptor_go_back_with_it() -> None:
    s = in_capua({"legion": 1}, [6, 6, 1, 4], army={"heavy": 9}, others={})
    s.add(s.box.powers.index("rome"), node("capua"), pack({"light": 2, "garrison": 1}))
    play(s, "intercept:roma")
    assert battle_of(s).field(s).points()[0] == 6
    finish(s, "done", "keep", "lose:legion")
    assert at(s, "rome", "capua") == {}
    assert at(s, "rome", "roma")["garrison"] == 1


@pytest.mark.rule("PR-7.3.1e", "PR-9.3.3a")
def test_an_interceptor_that_wins_must_attack_the_town_it_finds() -> None:
    s = in_capua({"legion": 6}, [6, 6, 6, 1, 6, 1], sites={"capua": town("carthage")})
    play(s, "intercept:roma", "field")
    assert not battle_of(s).walls
    finish(s, "raise", "retreat", "march:bavianum", "halt")
    assert at(s, "carthage", "capua") == {}
    assert s.site_owner(node("capua")) == s.box.powers.index("rome"), "the Town was stormed and fell"
    assert at(s, "rome", "capua")


@pytest.mark.rule("PR-9.3.6c")
def test_among_strangers_an_interceptor_does_not_stay() -> None:
    s = in_capua({"legion": 6}, [6, 6, 6, 1], others={"independents": {"capua": {"heavy": 1}}})
    play(s, "intercept:roma")
    finish(s, "raise", "retreat", "march:bavianum", "halt", "lose:legion")
    assert at(s, "independents", "capua") == {"heavy": 1}
    assert at(s, "rome", "capua") == {}
    assert at(s, "rome", "roma")["legion"] >= 5
    third = in_capua({"legion": 6}, [6, 6, 6, 1], others={"greece": {"capua": {"heavy": 1}}})
    play(third, "intercept:roma")
    assert battle_of(third).attackers == (third.box.powers.index("rome"),)
    finish(third, "raise", "retreat", "march:bavianum", "halt", "lose:legion")
    assert at(third, "greece", "capua") == {"heavy": 1}
    assert at(third, "rome", "capua") == {}


@pytest.mark.rule("PR-9.3.6b", "PR-9.3.7")
def test_beaten_with_independents_only_the_interceptor_goes_back() -> None:
    others = {"independents": {"capua": {"heavy": 1}}}
    s = in_capua({"legion": 2}, [6, 6, 1, 2, 3, 3], others=others, army={"heavy": 9})
    left = mp(s)
    play(s, "intercept:roma")
    while battle_of(s).defenders != (INDEPENDENT,):
        words = choices(s)
        play(s, next((w for w in ("done", "hold", "keep", "lose:legion", "no") if w in words), words[0]))
    assert at(s, "independents", "capua") == {"heavy": 1}
    assert at(s, "rome", "capua") == {}
    assert at(s, "rome", "roma") == {"legion": 1, "reduced-legion": 1}, "20 per cent of 11, all taken by the Legions"
    assert battle_of(s).attackers == (s.box.powers.index("carthage"),)
    assert next(p for p in s.stack if p.name == "move").mp == left - 1, "the MP of the attack"  # type: ignore[attr-defined]


@pytest.mark.rule("PR-9.3.6a", "PR-9.3.5a", "PR-7.3.7")
def test_independents_in_their_city_stay_out_of_the_interception() -> None:
    others = {"independents": {"capua": {"heavy": 1}}}
    s = in_capua({"legion": 2}, [6, 6, 3, 3], others=others, sites={"capua": city("independents")})
    play(s, "intercept:roma", "walls")
    assert battle_of(s).attackers == (s.box.powers.index("rome"),)
    assert not battle_of(s).walls


@pytest.mark.rule("PR-9.3.5a", "PR-9.3.5d")
def test_some_stay_in_the_town_and_some_come_out() -> None:
    s = in_capua({"legion": 1}, [6, 6, 1, 6], sites={"capua": town("rome")}, army={"heavy": 9})
    s.add(s.box.powers.index("rome"), node("capua"), pack({"light": 3}))
    s.leader_at[s.box.leader("rome-9")] = node("capua")
    play(s, "intercept:roma")
    assert set(choices(s)) == {"walls", "field", "take:light"}
    play(s, "take:light", "take:light", "take-leader:rome-9", "go")
    assert battle_of(s).field(s).points()[0] == 4 + 1
    assert battle_of(s).field(s).attacker_tactical == 0, "the leader stays inside"
    while battle_of(s).attackers != (s.box.powers.index("carthage"),):
        words = choices(s)
        play(s, next((w for w in ("done", "hold", "keep", "no", "lose:legion", "lose:light") if w in words), words[0]))
    assert at(s, "rome", "capua") == {"light": 2}
    assert battle_of(s).defenders == (s.box.powers.index("rome"),)
    assert s.leader_at[s.box.leader("rome-9")] == node("capua")


@pytest.mark.rule("PR-12.1.1a", "PR-8.4.6", "PR-9.3.1a")
def test_garrisons_on_the_march_are_swept_by_an_interceptor() -> None:
    units = {"carthage": {"bavianum": {"garrison": 1}}, "rome": {"roma": {"legion": 1}}}
    s = world(units, active="carthage", sites={"roma": city("rome")}, dice=[5])
    play(s, "minor:bavianum", "take:garrison", "march:capua")
    script(s, [6, 6])
    play(s, "intercept:roma")
    assert at(s, "carthage", "capua") == {}
    assert at(s, "rome", "capua") == {"legion": 1}
    assert s.stack[-1].name != "battle"


@pytest.mark.rule("PR-9.3.8", "PR-9.3.3c", "PR-10.7.5")
def test_a_landing_among_enemies_may_be_intercepted_and_goes_back_to_sea() -> None:
    units = {
        "rome": {"melita": {"legion": 4, "galley": 1}},
        "carthage": {"thapsus": {"light": 1}, "zama": {"heavy": 6}},
    }
    s = west(units, sites={"zama": city("carthage")}, dice=[6])
    play(s, "major:melita", "take:legion", "take:legion", "take:legion", "go", "embark", "escort:1", "sail:thapsus")
    assert choices(s) == ["hold", "let-pass"], "at sea nobody intercepts"
    play(s, "hold")
    assert actor(s) == "rome"
    play(s, "debark")
    assert actor(s) == "carthage"
    assert "intercept:zama" in choices(s)
    script(s, [6, 6, 6, 1])
    play(s, "intercept:zama")
    battle = battle_of(s)
    assert battle.attackers == (s.box.powers.index("carthage"),)
    assert "amphibious" not in causes(battle.field(s))
    finish(s, "raise", "retreat", "lose:light")
    assert at(s, "rome", "melita")["galley"] == 1, "back by the Connection it came"
    assert sum(at(s, "rome", "melita").values()) > 2
    assert at(s, "rome", "thapsus") == {}


@pytest.mark.rule("PR-9.3.4", "PR-4.3.1g", "PR-4.3.1h")
def test_an_allied_army_in_the_space_joins_the_interceptor() -> None:
    s = in_capua({"legion": 1}, [6, 6, 3, 3], army={"heavy": 5})
    greece, rome = s.box.powers.index("greece"), s.box.powers.index("rome")
    s.add(greece, node("capua"), pack({"heavy": 2}))
    s.pass_rights[greece], s.pass_rights[rome] = 1 << rome, 1 << greece
    play(s, "intercept:roma")
    assert battle_of(s).attackers == (rome, greece)
    assert battle_of(s).field(s).points() == (10, 15)
    assert battle_of(s).powers[0] == greece, "the most Battle Points decide"


@pytest.mark.rule("PR-9.3.1b", "PR-4.3.1e", "PR-4.3.1g")
@pytest.mark.parametrize("way", ["space", "province"])
@pytest.mark.parametrize("comes", ["guest", "host"])
def test_host_and_guest_of_a_single_space_or_province_defend_together(way: str, comes: str) -> None:
    here, there = ("greece", "carthage") if comes == "guest" else ("carthage", "greece")
    units = {there: {"bavianum": {"heavy": 5}}, "rome": {"roma": {"legion": 1}}}
    s = world(units, active=there, sites={"roma": city("rome")}, dice=[5])
    guest, host, rome = (s.box.powers.index(word) for word in ("carthage", "greece", "rome"))
    s.allies[guest], s.allies[host] = 1 << host, 1 << guest
    capua = node("capua")
    s.ways = [space_way(host, guest, capua)]
    if way == "province":
        s.ways = [province_way(host, guest, s.box.atlas.province_of[capua])]
    if comes == "host":
        s.add(host, capua, pack({"garrison": 1}))
        s.visit(guest, capua)
        s.remove(host, capua, pack({"garrison": 1}))
    s.add(s.box.powers.index(here), capua, pack({"heavy": 2}))
    play(s, "major:bavianum", "take-all", "march:capua")
    script(s, [6, 6, 3, 3])
    play(s, "intercept:roma")
    assert sorted(battle_of(s).defenders) == sorted([guest, host])
    assert battle_of(s).attackers == (rome,)


@pytest.mark.rule("PR-9.3.4", "PR-4.3.1e")
def test_an_ally_who_opened_this_space_alone_joins_the_interceptor() -> None:
    s = in_capua({"legion": 1}, [6, 6, 3, 3], army={"heavy": 5})
    greece, rome = s.box.powers.index("greece"), s.box.powers.index("rome")
    s.add(greece, node("capua"), pack({"heavy": 2}))
    s.ways = [space_way(greece, rome, node("capua"))]
    play(s, "intercept:roma")
    assert battle_of(s).attackers == (rome, greece)


@pytest.mark.rule("PR-9.3.1a", "PR-12.7.3a")
def test_slaves_on_the_march_may_be_intercepted() -> None:
    from ludi.games.pax_romana.ch12_special.slave_turn import SlaveTurn

    s = world({"slaves-3": {"capua": {"barbarian": 3}}, "rome": {"roma": {"legion": 3}}}, sites={"roma": city("rome")})
    s.push(SlaveTurn(s.box.powers.index("carthage"), s.box.powers.index("rome")))
    s.run()
    play(s, "march:bavianum")
    assert actor(s) == "rome"
    script(s, [6, 6, 6, 1])
    play(s, "intercept:roma")
    assert battle_of(s).defenders == (SLAVES + s.box.powers.index("rome"),)
    finish(s, "raise")
    assert at(s, "slaves-3", "bavianum") == {}
    assert at(s, "rome", "bavianum")


@pytest.mark.rule("PR-9.4.5c", "PR-10.7.6b")
def test_the_active_army_never_intercepts_those_it_set_in_flight() -> None:
    units = {
        "rome": {"capua": {"legion": 4}, "tarentum": {"legion": 3}},
        "carthage": {"venusia": {"light": 6}},
    }
    s = world(units, sites={"tarentum": city("rome")}, dice=[5])
    play(s, "major:capua", "take-all", "march:venusia")
    script(s, [2])
    play(s, "withdraw", "take-all", "march:barium")
    assert actor(s) == "carthage", "the Army now in Venusia is beside Barium but caused the Withdrawal"
    play(s, "march:brundisium")
    script(s, [6, 6, 6, 1])
    play(s, "intercept:tarentum", "done", "retreat")
    assert at(s, "carthage", "barium"), "back as it came, and again past the Active Army"
    assert actor(s) != "rome" or s.stack[-1].name != "interception"
    play(s, "halt")
    assert actor(s) == "rome"
    assert s.stack[-1].name == "move"

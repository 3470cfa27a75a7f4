"""Chapter 4: Meetings, agreements, Armies of allies, bribes, and Talking the Talk."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.pax_romana.helpers import actor, at, choices, city, node, play, script, talents, town, west, world
from ludi.games.pax_romana import GAME, PaxRomanaState
from ludi.games.pax_romana.asking import questions as q
from ludi.games.pax_romana.ch04_diplomacy.bribery import Bribed
from ludi.games.pax_romana.ch04_diplomacy.parting import part_allies
from ludi.games.pax_romana.engine.promises import SPARE
from ludi.games.pax_romana.world.pieces import GALLEY, HEAVY, LEGION, ONE


def number(s: PaxRomanaState, power: str) -> int:
    return s.box.powers.index(power)


def meeting(units: Any | None = None, *guests: str, **facts: Any) -> PaxRomanaState:
    """Rome calls a Meeting."""
    facts.setdefault("markers", {"rome": 1})
    s = world(units or {}, active="rome", operation="choose", **facts)
    return play(s, "meet", *(f"invite:{guest}" for guest in guests), "done")


# 4.1, 4.3 Meetings


@pytest.mark.rule("PR-4.1", "PR-4.3.1c", "PR-4.3.1d", "PR-4.3.2b", "PR-3.2-F3c")
def test_a_meeting_hands_over_at_once() -> None:
    units = {"greece": {"athens": {"galley": 2}}}
    s = meeting(units, "greece", sites={"tarentum": town("greece"), "roma": city("rome")})
    assert talents(s, "rome") == 10, "a Meeting is free"
    assert "give-site:roma" in choices(s), "a Capital too"
    play(s, "give-talents:3", "ask-galley:athens", "ask-galley:athens", "ask-site:tarentum", "propose")
    assert (talents(s, "rome"), actor(s)) == (10, "greece")
    play(s, "accept")
    assert (talents(s, "rome"), talents(s, "greece")) == (7, 13)
    assert at(s, "rome", "athens") == {"galley": 2}
    assert at(s, "greece", "athens") == {}
    assert s.site_owner(node("tarentum")) == number(s, "rome")
    assert q.who_controls_province(s, "bruttium")["who"] == "rome"


@pytest.mark.rule("PR-4.3.1c", "PR-4.3.1d")
def test_offers_name_no_more_than_there_is() -> None:
    units = {"greece": {"athens": {"galley": 1}}, "rome": {"pisae": {"galley": 2}}}
    s = meeting(units, "greece", treasury={"rome": 2, "greece": 1})
    words = choices(s)
    assert [word for word in words if "talents" in word] == ["give-talents:1", "give-talents:2", "ask-talents:1"]
    play(s, "give-galley:pisae", "give-galley:pisae", "ask-galley:athens")
    assert not any("galley" in word for word in choices(s))
    assert not any("site" in word for word in words)


@pytest.mark.rule("PR-4.3.1c", "PR-4.3.2b", "PR-12.5.1a")
def test_the_squadrons_of_rhodes_are_no_ware() -> None:
    def talks(fleet: dict[str, int]) -> PaxRomanaState:
        units = {"greece": {"rhodes": {"light": 1, **fleet}}}
        return meeting(units, "greece", sites={"rhodes": city("greece")})

    s = talks({"rhodian": 2})
    assert not any("galley" in word for word in choices(s)), "they serve who holds the island"
    s = talks({"rhodian": 2, "galley": 1})
    play(s, "give-talents:3", "ask-galley:rhodes")
    assert "ask-galley:rhodes" not in choices(s), "one Squadron is Greece's own"
    play(s, "propose", "accept")
    assert at(s, "rome", "rhodes") == {"galley": 1}
    assert at(s, "greece", "rhodes") == {"light": 1, "rhodian": 2}


@pytest.mark.rule("PR-4.3.1c")
def test_mercenaries_change_hands_where_they_stand_but_never_to_rome() -> None:
    units = {"carthage": {"utica": {"mercenary": 2, "heavy": 1}, "gades": {"mercenary": 1}}}
    s = meeting(units, "greece", "carthage")
    play(s, "address:carthage")
    assert not any("mercenary" in word for word in choices(s)), "none for Rome"
    s = world(units, active="carthage", operation="choose")
    play(s, "meet", "invite:greece", "done")
    play(s, "give-mercenary:utica", "give-mercenary:gades", "ask-talents:4", "propose", "accept")
    assert at(s, "greece", "utica") == {"mercenary": 1}
    assert at(s, "carthage", "utica") == {"mercenary": 1, "heavy": 1}
    assert at(s, "greece", "gades") == {"mercenary": 1}
    assert q.who_controls_space(s, "utica")["who"] == "carthage", "guests in an ally's Space"
    assert q.who_controls_space(s, "gades")["who"] == "greece"


def handed_on(*allied: str) -> PaxRomanaState:
    """Carthage has given Greece, and Greece is about to give The East, a Mercenary in Utica, where Carthage stands."""
    units = {"carthage": {"utica": {"mercenary": 1, "heavy": 1}}}
    s = world(units, active="carthage", operation="choose", markers={"greece": 2})
    for power in allied:
        carthage, other = number(s, "carthage"), number(s, power)
        s.allies[carthage] |= 1 << other
        s.allies[other] |= 1 << carthage
    play(s, "meet", "invite:greece", "done", "give-mercenary:utica", "propose", "accept", "done", "done")
    assert q.who_controls_space(s, "utica")["who"] == "carthage"
    return play(s, "meet", "invite:east", "done")


@pytest.mark.rule("PR-5.1.2a", "PR-4.3.1c")
def test_mercenaries_are_not_given_to_one_who_is_no_ally_of_those_beside_them() -> None:
    s = handed_on()
    assert (actor(s), at(s, "greece", "utica")) == ("greece", {"mercenary": 1})
    assert "give-mercenary:utica" not in choices(s), "The East is no ally of Carthage, whose Space it is"
    refusal = s.why_not(s.actors()[0], "give-mercenary:utica")
    assert refusal is not None
    assert (refusal.key, refusal.rule) == ("why.no-joint-stay", "PR-5.1.2a")
    assert "give-mercenary:utica" in choices(handed_on("east"))


@pytest.mark.rule("PR-4.3.1f", "PR-4.3.1j", "PR-4.3.1c")
def test_mercenaries_that_a_guest_gives_away_are_guests_of_the_same_host() -> None:
    s = play(handed_on("east"), "give-mercenary:utica", "propose", "accept")
    assert (at(s, "greece", "utica"), at(s, "east", "utica")) == ({}, {"mercenary": 1})
    assert q.who_controls_space(s, "utica")["who"] == "carthage"
    assert part_allies(s)
    s.run()
    play(s, choices(s)[0])
    assert at(s, "east", "utica") == {}
    assert at(s, "carthage", "utica") == {"heavy": 1}


@pytest.mark.rule("PR-5.1.2a", "PR-4.3.1j")
def test_guests_whose_host_has_left_part_though_they_are_no_allies() -> None:
    s = world({"carthage": {"gades": {"heavy": 1}}}, operation="choose")
    rome, carthage, greece = (number(s, power) for power in ("rome", "carthage", "greece"))
    s.allies[carthage] = 1 << rome | 1 << greece
    s.allies[rome] = s.allies[greece] = 1 << carthage
    s.pass_rights[carthage] = 1 << rome | 1 << greece
    for guest in (rome, greece):
        s.visit(guest, node("gades"))
        s.add(guest, node("gades"), ONE[LEGION if guest == rome else HEAVY])
    s.remove(carthage, node("gades"), ONE[HEAVY])
    assert part_allies(s)
    s.run()
    play(s, *(word for word in choices(s)[:1] if word.startswith("place:")))
    assert [power for power in ("rome", "greece") if at(s, power, "gades")] == [q.who_controls_space(s, "gades")["who"]]


@pytest.mark.rule("PR-4.1")
def test_only_the_caller_and_his_guests_are_party_to_agreements() -> None:
    s = meeting({}, "carthage", "greece")
    assert set(choices(s)) == {"done", "address:carthage", "address:greece"}
    play(s, "done")
    assert actor(s) == "carthage"
    assert set(choices(s)) == {"done", "address:rome", "address:greece"}, "guests may agree among themselves"
    play(s, "address:greece", "give-talents:2", "propose")
    assert actor(s) == "greece"
    play(s, "accept")
    assert (talents(s, "carthage"), talents(s, "greece"), talents(s, "east")) == (8, 12, 10)
    assert s.allies[number(s, "carthage")] == 1 << number(s, "greece")
    assert s.allies[number(s, "rome")] == 0


@pytest.mark.rule("PR-4.1")
def test_a_rejected_offer_changes_nothing() -> None:
    s = meeting({}, "carthage", markers={"east": 1})
    play(s, "give-talents:3", "passage", "promise-peace:carthage", "propose")
    assert actor(s) == "carthage"
    play(s, "reject")
    assert (talents(s, "rome"), talents(s, "carthage")) == (10, 10)
    assert s.promises == []
    assert not any(s.pass_rights)
    assert not any(s.allies)
    play(s, "done", "done")
    assert actor(s) == "east"


@pytest.mark.rule("PR-4.3.1a")
def test_a_meeting_has_time_for_so_many_offers() -> None:
    for parley in (1, 3):
        s = meeting({}, "carthage", options={"scenario": "V", "parley": parley}, markers={"east": 1})
        for made in range(1, parley + 1):
            play(s, "give-talents:1", "propose")
            assert ("counter" in choices(s)) == (made < parley), "no time for a counter-offer"
            play(s, "counter" if made < parley else "reject")
        assert actor(s) == "east", "the Meeting is over"
    assert GAME.box({"scenario": "II"}).parley == 6


@pytest.mark.rule("PR-4.3.1a", "PR-4.1")
def test_a_counter_offer_turns_the_table() -> None:
    s = meeting({}, "carthage")
    play(s, "ask-talents:5", "propose")
    assert actor(s) == "carthage"
    play(s, "counter", "give-talents:2", "ask-peace:carthage", "propose")
    assert actor(s) == "rome"
    play(s, "accept")
    assert (talents(s, "rome"), talents(s, "carthage")) == (12, 8)
    rome, carthage = number(s, "rome"), number(s, "carthage")
    assert s.promises == [(rome, carthage, 0, carthage)]


@pytest.mark.rule("PR-4.3.1b", "PR-4.3.2c")
def test_promises_are_shown_and_not_enforced_and_end_with_the_turn() -> None:
    units = {"rome": {"roma": {"legion": 1}}, "greece": {"capua": {"heavy": 1}}}
    s = meeting(units, "greece", dice=[4])
    play(s, "promise-peace:greece", "ask-attack:carthage", "promise-attack:east")
    play(s, "propose", "accept", "done", "done")
    shown = s.view(None)["promises"]
    assert {"by": "rome", "to": "greece", "kind": "peace", "about": "greece"} in shown
    assert {"by": "greece", "to": "rome", "kind": "attack", "about": "carthage"} in shown
    play(s, "expand", "major:roma", "take-all", "march:capua")
    assert actor(s) == "greece", "Rome attacks all the same"
    from ludi.games.pax_romana.ch04_diplomacy.agreements import end_alliances

    end_alliances(s)
    assert s.view(None)["promises"] == []
    assert not any(s.allies)


@pytest.mark.rule("PR-4.3.1e", "PR-4.3.1f")
def test_passage_lasts_until_the_turn_ends() -> None:
    units = {"rome": {"roma": {"legion": 1}}, "greece": {"capua": {"heavy": 1}}}
    s = meeting(units, "greece", dice=[4])
    play(s, "passage", "propose", "accept", "done", "done")
    play(s, "expand", "major:roma", "take-all", "march:capua")
    assert "march:venusia" in choices(s), "no Battle, no Stop"
    play(s, "halt")
    assert at(s, "greece", "capua") == {"heavy": 1}
    assert q.who_controls_space(s, "capua")["who"] == "greece", "a guest takes nothing"


@pytest.mark.rule("PR-4.3.1e")
def test_passage_may_be_granted_in_one_province_only() -> None:
    units = {"rome": {"roma": {"legion": 1}}, "greece": {"capua": {"heavy": 1}, "venusia": {"heavy": 1}}}
    s = meeting(units, "greece", dice=[4])
    play(s, "ask-passage:italia", "propose", "accept", "done", "done")
    assert s.view(None)["passage"] == [{"by": "greece", "to": "rome", "province": "italia"}]
    rome, greece = number(s, "rome"), number(s, "greece")
    assert s.lets_in(greece, rome, node("capua"))
    assert not s.lets_in(greece, rome, node("venusia"))
    assert not s.lets_in(rome, greece, node("capua")), "one way"
    play(s, "expand", "major:roma", "take-all", "march:capua")
    assert actor(s) == "rome"
    play(s, "march:venusia")
    assert actor(s) == "greece", "there it is an attack"


@pytest.mark.rule("PR-4.3.1f")
def test_an_ally_in_an_empty_home_space_does_not_take_it() -> None:
    units = {"greece": {"tarentum": {"heavy": 3}}}
    s = world(units, active="greece", operation="choose", markers={"greece": 1}, dice=[6])
    play(s, "meet", "invite:rome", "done", "passage", "propose", "accept")
    play(s, "done", "done", "expand", "major:tarentum", "take-all", "march:venusia", "halt")
    assert at(s, "greece", "venusia") == {"heavy": 3}
    assert q.who_controls_space(s, "venusia")["who"] == "rome"
    alone = world(units, active="greece", dice=[6])
    play(alone, "major:tarentum", "take-all", "march:venusia", "halt")
    assert q.who_controls_space(alone, "venusia")["who"] == "greece"


@pytest.mark.rule("PR-4.3.1d")
def test_units_in_a_ceded_town_stay_as_guests() -> None:
    units = {"greece": {"tarentum": {"heavy": 2}}}
    s = meeting(units, "greece", sites={"tarentum": town("greece")})
    play(s, "ask-site:tarentum", "propose", "accept")
    assert at(s, "greece", "tarentum") == {"heavy": 2}
    assert q.who_controls_space(s, "tarentum")["who"] == "rome"
    assert part_allies(s)
    s.run()
    capital = s.box.place(s.box.capitals[number(s, "greece")][1])
    play(s, f"place:{capital}")
    assert at(s, "greece", "tarentum") == {}
    assert at(s, "greece", capital) == {"heavy": 2}


@pytest.mark.rule("PR-4.3.1j", "PR-4.3.2a")
def test_allied_armies_part_at_the_end_of_the_turn() -> None:
    units = {"rome": {"capua": {"legion": 3}, "pisae": {"legion": 1}}, "greece": {"venusia": {"heavy": 2}}}
    s = meeting(units, "greece", dice=[4])
    play(s, "passage", "propose", "accept", "done", "done")
    play(s, "expand", "major:capua", "take-all", "march:venusia", "halt")
    assert at(s, "rome", "venusia") == {"legion": 3}
    words = choices(play(s.copy(), "minor:venusia"))
    assert words == ["break:legion"], "Rome's Army has moved, and it does not move the Greek one"
    assert part_allies(s)
    s.run()
    assert at(s, "rome", "venusia") == {}, "it moved in last"
    assert at(s, "rome", "roma") == {"legion": 3}
    assert at(s, "greece", "venusia") == {"heavy": 2}


@pytest.mark.rule("PR-4.3.2a")
def test_nobody_moves_his_allys_army() -> None:
    s = world({"greece": {"capua": {"heavy": 1}}, "rome": {"roma": {"legion": 1}}}, dice=[4])
    rome, greece = number(s, "rome"), number(s, "greece")
    s.pass_rights[greece] = s.pass_rights[rome] = 1 << rome | 1 << greece
    s.add(rome, node("capua"), ONE[0])
    s.run()
    play(s, "major:capua")
    assert "take:legion" in choices(s)
    assert "take:heavy" not in choices(s)


# 4.4 Bribery


def attack(treasury: dict[str, int] | None = None, **facts: Any) -> PaxRomanaState:
    units = facts.pop("units", {"rome": {"roma": {"legion": 4}}, "carthage": {"capua": {"heavy": 1}}})
    facts.setdefault("treasury", treasury or {"rome": 10, "carthage": 10})
    s = world(units, dice=[4], **facts)
    return play(s, "major:roma", "take-all", "march:capua", bribes=True)


@pytest.mark.rule("PR-4.4")
def test_a_bribe_may_turn_an_army_away() -> None:
    s = attack()
    assert actor(s) == "carthage"
    assert choices(s) == ["no", *(f"give-talents:{n}" for n in range(1, 11))], "as much as he has"
    play(s, "give-talents:7", "done", "accept", bribes=True)
    assert (talents(s, "rome"), talents(s, "carthage")) == (17, 3), "payment is part of the deal"
    assert (number(s, "rome"), number(s, "carthage"), SPARE, node("capua")) in s.promises
    kept = play(s.copy(), "yes", bribes=True)
    assert at(kept, "rome", "roma") == {"legion": 4}
    assert at(kept, "carthage", "capua") == {"heavy": 1}
    assert actor(kept) == "rome"
    broken = play(s, "no", bribes=True)
    assert set(choices(broken)) == {"stand", "withdraw"}, "compliance is not enforced"
    assert talents(broken, "carthage") == 3


@pytest.mark.rule("PR-4.4")
def test_a_refused_bribe_may_be_raised_a_few_times() -> None:
    s = attack()
    play(s, "give-talents:2", "done", "reject", bribes=True)
    assert choices(s)[:2] == ["no", "give-talents:3"]
    play(s, "give-talents:4", "done", "reject", "give-talents:5", "done", "reject", bribes=True)
    assert (talents(s, "rome"), talents(s, "carthage")) == (10, 10)
    assert set(choices(s)) == {"stand", "withdraw"}
    poor = attack({"rome": 10, "carthage": 0})
    assert set(choices(poor)) == {"stand", "withdraw"}, "nothing to offer"


@pytest.mark.rule("PR-4.4")
def test_a_bribe_says_whether_the_move_is_called_off(results: list[Any]) -> None:
    paid = play(attack(), "give-talents:7", "done", "accept", bribes=True)
    results.clear()
    play(paid.copy(), "yes", bribes=True)
    assert results[0] == Bribed(called_off=True)
    results.clear()
    play(paid, "no", bribes=True)
    assert results == [Bribed(called_off=False)], "his word is not enforced"
    results.clear()
    play(attack(), "no", bribes=True)
    assert [each for each in results if isinstance(each, Bribed)] == [Bribed(called_off=False)], "nothing was offered"


@pytest.mark.rule("PR-4.4")
def test_a_bribe_may_ask_for_an_action_against_another() -> None:
    s = attack()
    play(s, "give-talents:2", bribes=True)
    assert set(choices(s)) == {"done", "promise-attack:greece", "promise-attack:east"}
    play(s, "promise-attack:east", "accept", bribes=True)
    assert {"by": "rome", "to": "carthage", "kind": "attack", "about": "east"} in s.view(None)["promises"]


@pytest.mark.rule("PR-4.4")
@pytest.mark.parametrize(
    ("units", "sites"),
    [
        ({"carthage": {"capua": {"garrison": 1}}}, {}),
        ({}, {"capua": city("carthage")}),
        ({"carthage": {"capua": {"heavy": 2}}}, {"capua": city("carthage")}),
    ],
)
def test_garrisons_and_cities_may_be_ransomed_too(units: Any, sites: Any) -> None:
    s = attack(units={"rome": {"roma": {"legion": 4}}, **units}, sites=sites)
    assert actor(s) == "carthage"
    play(s, "give-talents:1", "done", "accept", "yes", bribes=True)
    assert at(s, "rome", "roma") == {"legion": 4}
    assert at(s, "carthage", "capua") == units.get("carthage", {}).get("capua", {})


@pytest.mark.rule("PR-4.4")
def test_the_entry_into_an_empty_home_space_may_be_bought_off() -> None:
    units = {"greece": {"tarentum": {"heavy": 3}}}
    s = world(units, active="greece", dice=[4])
    play(s, "major:tarentum", "take-all", "march:venusia", bribes=True)
    assert actor(s) == "rome"
    play(s, "give-talents:2", "done", "accept", "yes", bribes=True)
    assert at(s, "greece", "tarentum") == {"heavy": 3}
    assert talents(s, "greece") == 12
    foreign = world({"rome": {"massilia": {"legion": 1}}}, dice=[4])
    play(foreign, "major:massilia", "take-all", "march:nemausus", bribes=True)
    assert actor(foreign) == "rome", "a move against nobody"


@pytest.mark.rule("PR-4.4")
def test_an_interceptor_may_be_bought_off() -> None:
    units = {"carthage": {"parma": {"heavy": 6}}, "rome": {"roma": {"legion": 2}}}
    s = world(units, active="carthage", sites={"roma": city("rome")}, leaders={"rome-1": "roma"}, dice=[5])
    play(s, "major:parma", "take-all", "march:pisae", bribes=True)
    while not any(word.startswith("intercept") for word in choices(s)):
        play(s, "no", bribes=True)
    play(s, next(word for word in choices(s) if word.startswith("intercept")), bribes=True)
    while s.stack[-1].name != "bribe":
        play(s, next(w for w in ("go", "done", "take-all") if w in choices(s)), bribes=True)
    assert actor(s) == "carthage"
    play(s, "give-talents:4", "done", "accept", "yes", bribes=True)
    assert at(s, "rome", "roma") == {"legion": 2}, "he does not even try"
    assert (talents(s, "rome"), talents(s, "carthage")) == (14, 6)


@pytest.mark.rule("PR-4.4")
def test_a_fleet_may_be_bought_off() -> None:
    units = {"carthage": {"utica": {"galley": 1}, "zama": {"light": 1}}, "rome": {"carthago": {"galley": 3}}}
    s = west(units, active="carthage")
    play(s, "major:utica", "take:galley", "go", "sail:carthago", "fight", bribes=True)
    assert actor(s) == "carthage"
    play(s, "give-talents:2", "accept", "yes", bribes=True)
    assert at(s, "carthage", "carthago") == {"galley": 1}
    assert any(word.startswith("sail") for word in choices(s)), "let pass"
    assert (talents(s, "rome"), talents(s, "carthage")) == (12, 8)


@pytest.mark.rule("PR-4.4")
def test_a_landing_may_be_bought_off() -> None:
    units = {"rome": {"melita": {"legion": 2, "galley": 1}}, "carthage": {"thapsus": {"heavy": 6}}}
    s = west(units, dice=[6], leaders={"rome-3": "melita"})
    play(s, "major:melita", "take-all", "embark", "escort:1", "sail:thapsus", "hold", "debark", bribes=True)
    before = next(p for p in s.stack if p.name == "move").mp  # type: ignore[attr-defined]
    play(s, "give-talents:3", "accept", "yes", bribes=True)
    assert {"go", "debark"} <= set(choices(s)), "still Stopped in the Port"
    assert s.stack[-1].mp == before, "it did not debark"  # type: ignore[attr-defined]
    play(s, "debark", bribes=True)
    assert actor(s) == "carthage"
    assert "stand" in choices(s), "who breaks his word is not paid twice"


@pytest.mark.rule("PR-4.4", "PR-16.2-STABILITY-CHECK")
def test_the_victim_of_a_check_may_buy_himself_off() -> None:
    from ludi.games.pax_romana.ch16_events.stability_check import stability_check

    def check(levels: dict[str, int]) -> PaxRomanaState:
        s = world({}, operation="choose", stability=levels)
        stability_check(s, number(s, "rome"))
        s.run()
        return s

    s = check({"rome": 5, "carthage": 2, "greece": 1, "east": 4})
    play(s, "against:greece", bribes=True)
    assert actor(s) == "greece"
    play(s, "give-talents:2", "done", "accept", "yes", bribes=True)
    assert choices(s) == ["against:carthage"]
    alone = check({"rome": 5, "carthage": 4, "greece": 1, "east": 4})
    play(alone, "against:greece", bribes=True)
    assert choices(alone) == ["bid:0", "bid:1", "bid:2", "bid:3"], "there is no other victim"


# 4.5


@pytest.mark.rule("PR-4.5")
def test_talking_the_talk() -> None:
    options = {"scenario": "V", "talking": True}
    s = world({"rome": {"roma": {"legion": 1}}}, active="rome", operation="choose", options=options)
    play(s, "meet", "done")
    assert "expand" in choices(s), "a Meeting is no Operation"
    play(s, "expand")
    assert "meet" in choices(s), "between Moves too"
    waiting = world({}, active="rome", operation="choose", options=options, markers={"carthage": 1, "east": 0})
    play(waiting, "pass")
    asked = []
    while choices(waiting) == ["pass", "meet"]:
        asked.append(actor(waiting))
        play(waiting, "pass")
    assert sorted(asked) == ["east", "greece", "rome"], "everybody may call a Meeting before an Activation"
    assert actor(waiting) == "carthage"
    strict = world({}, active="rome", operation="choose", markers={"carthage": 1})
    play(strict, "pass")
    assert actor(strict) == "carthage"


@pytest.mark.rule("PR-4.3.1e")
def test_an_allied_fleet_is_no_obstacle() -> None:
    units = {"carthage": {"utica": {"galley": 1}, "zama": {"light": 1}}, "rome": {"carthago": {"galley": 3}}}
    s = west(units, active="carthage")
    s.pass_rights[0] = 1 << 1
    play(s, "major:utica", "take:galley", "go", "sail:carthago")
    assert actor(s) == "carthage"
    assert any(word.startswith("sail") for word in choices(s))
    assert s.at(0, node("carthago")) == 3 * ONE[GALLEY]


def test_secrets_of_a_meeting() -> None:
    """An offer is made before those who are there; nothing in it is hidden."""
    s = meeting({}, "carthage")
    play(s, "give-talents:1", "propose")
    seen = s.view(None)["meeting"]
    assert seen["table"] == ["rome", "carthage"]
    assert seen["terms"] == ["give-talents:1"]
    assert seen["offers_left"] == 5
    script(s, [])


# Bots


def advice(s: PaxRomanaState) -> str:
    """What greedy would do."""
    from ludi import bots

    seat = s.actors()[0]
    return s.spell(bots.find("greedy", s.box.game).choose(s.perspective(seat), random.Random(1)))


@pytest.mark.rule("PR-4.3.1c")
def test_greedy_takes_gifts_and_refuses_bad_deals() -> None:
    units = {"greece": {"athens": {"galley": 2, "heavy": 1}}}
    for terms, answer in (
        (["give-talents:4"], "accept"),
        (["ask-talents:4"], "reject"),
        (["ask-talents:2", "give-talents:6"], "accept"),
        (["ask-galley:athens", "give-talents:1"], "reject"),
        (["ask-site:tarentum", "give-talents:1"], "reject"),
    ):
        s = meeting(units, "greece", sites={"tarentum": town("greece")})
        play(s, *terms, "propose")
        assert advice(s) == answer, terms


@pytest.mark.rule("PR-4.1", "PR-4.3.1a")
def test_greedy_does_not_talk_for_ever() -> None:
    s = meeting({}, "carthage", "greece", markers={"east": 1})
    decisions = 0
    while s.stack[-1].name == "meeting":
        play(s, advice(s))
        decisions += 1
    assert decisions == 3, "nobody has anything to say"


@pytest.mark.rule("PR-4.4")
def test_greedy_takes_a_bribe_that_pays_and_keeps_its_word() -> None:
    s = attack({"rome": 10, "carthage": 30})
    play(s, "give-talents:30", "done", bribes=True)
    assert advice(s) == "accept"
    play(s, "accept", bribes=True)
    assert advice(s) == "yes"
    mean = attack({"rome": 10, "carthage": 30})
    play(mean, "give-talents:1", "done", bribes=True)
    assert advice(mean) == "reject"

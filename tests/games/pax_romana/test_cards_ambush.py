"""Chapter 17.2: AMBUSH on a Land Transit Point."""

from __future__ import annotations

from typing import Any

import pytest

from games.pax_romana.advanced_tools import ADVANCED, GREECE, POWERS, ROME
from games.pax_romana.card_tools import hand
from games.pax_romana.helpers import Units, actor, at, choices, node, play, refused, script, world
from ludi.games.pax_romana import PaxRomanaState
from ludi.games.pax_romana.ch09_movement.ambush import exposed
from ludi.games.pax_romana.ch09_movement.movement import InvasionMarch, WithdrawalMarch
from ludi.games.pax_romana.ch10_battle.retreat import Retreat
from ludi.games.pax_romana.world.pieces import NOBODY, WEST_GAULS, pack


def held(**hands: list[str]) -> list[list[str]]:
    return [hands.get(power, []) for power in POWERS]


def passing(army: dict[str, int], dice: list[int], hands: list[list[str]], **facts: Any) -> PaxRomanaState:
    """Rome marches from Saloniae to the pass of Dalmatia, which is nobody's home."""
    units: Units = {"rome": {"saloniae": army}, "carthage": {"utica": {"heavy": 1}}}
    s = world(units, options=ADVANCED, hands=hands, dice=[6], **facts)
    play(s, "major:saloniae", "take-all")
    script(s, dice)
    return play(s, "march:ltp-dalmatia")


@pytest.mark.rule("PR-17.2-AMBUSH")
@pytest.mark.parametrize(("die", "left"), [(1, 4), (2, 4), (3, 3), (4, 3), (5, 2), (6, 2)])
def test_half_a_die_rounded_up_is_lost_on_a_transit_point(die: int, left: int) -> None:
    s = passing({"light": 5}, [die], held(carthage=["ambush"]))
    assert actor(s) == "carthage"
    play(s, "play:ambush")
    assert at(s, "rome", "ltp-dalmatia") == {"light": left}
    assert actor(s) == "rome"
    play(s, "march:lissa")
    assert at(s, "rome", "lissa") == {"light": left}, "the rest marches on"
    assert hand(s, "carthage") == []


@pytest.mark.rule("PR-17.2-AMBUSH")
def test_at_least_so_many_points_and_the_owner_chooses_them() -> None:
    s = passing({"legion": 2}, [6], held(carthage=["ambush"]))
    play(s, "play:ambush")
    assert at(s, "rome", "ltp-dalmatia") == {"legion": 1}, "three points cost a whole Legion"
    mixed = passing({"legion": 1, "light": 2}, [1], held(carthage=["ambush"]))
    play(mixed, "play:ambush")
    assert (actor(mixed), set(choices(mixed))) == ("rome", {"lose:legion", "lose:light"})
    play(mixed, "lose:light")
    assert at(mixed, "rome", "ltp-dalmatia") == {"legion": 1, "light": 1}


@pytest.mark.rule("PR-17.2-AMBUSH")
def test_others_are_asked_whatever_they_hold_and_not_the_mover() -> None:
    for cards in (["spies"], ["ambush"]):
        s = passing({"light": 5}, [], held(carthage=cards, rome=["traitor"], greece=["alliance"]))
        order = []
        while s.stack[-1].name == "window":
            assert s.prompt(s.actors()[0]).key == "ask.window-ambush"
            assert s.prompt(s.actors()[0]).facts == {"power": "rome", "space": "ltp-dalmatia"}
            order.append(actor(s))
            play(s, "pass")
        assert sorted(order) == ["carthage", "greece"]
        assert at(s, "rome", "ltp-dalmatia") == {"light": 5}
        assert actor(s) == "rome"
    seen = passing({"light": 5}, [], held(carthage=["spies"]), discards=["ambush"])
    assert actor(seen) == "rome", "the only copy lies open"


@pytest.mark.rule("PR-17.2-AMBUSH")
def test_not_inside_the_home_territory_of_the_army() -> None:
    home: Units = {"rome": {"paestum": {"legion": 2}}, "carthage": {"utica": {"heavy": 1}}}
    s = world(home, options=ADVANCED, hands=held(carthage=["ambush"]), dice=[6])
    play(s, "major:paestum", "take-all", "march:ltp-lucania")
    assert actor(s) == "rome", "all Spaces joined to it are home"
    s = world(
        {"carthage": {"paestum": {"heavy": 2}}},
        active="carthage",
        options=ADVANCED,
        hands=held(rome=["ambush"]),
        dice=[6],
    )
    play(s, "major:paestum", "take-all", "march:ltp-lucania")
    assert actor(s) == "rome", "it is not the home of Carthage"
    assert "play:ambush" in choices(s)
    edge: Units = {"carthage": {"oea": {"heavy": 2}}, "rome": {"capua": {"legion": 1}}}
    for word, home_spaces in (("ltp-syrtis-minor", True), ("ltp-baetica", False)):
        s = world(edge, active="carthage", options=ADVANCED, hands=held(rome=["ambush"]))
        spaces = [near for near, _ in s.box.atlas.land[node(word)]]
        assert all(s.box.home[near] == 2 for near in spaces) is home_spaces
        assert exposed(s, (2,), node(word), (pack({"heavy": 1}),)) is not home_spaces, word


@pytest.mark.rule("PR-17.2-AMBUSH", "PR-13.4.3")
def test_barbarians_are_ambushed_too_by_anybody() -> None:
    units: Units = {"rome": {"roma": {"legion": 1}}, "western-gauls": {"saloniae": {"barbarian": 4}}}
    s = world(units, options=ADVANCED, hands=held(rome=["spies"], greece=["ambush"]))
    script(s, [6])
    march = InvasionMarch(WEST_GAULS, GREECE, node("saloniae"), pack({"barbarian": 4}), 0)
    march.stage = "ready"
    s.push(march)
    s.run()
    script(s, [4])
    play(s, "march:ltp-dalmatia")
    order = [actor(s)]
    play(s, "pass")
    order.append(actor(s))
    assert order == ["rome", "greece"], "the mover included"
    play(s, "play:ambush", "pass")
    assert at(s, "western-gauls", "ltp-dalmatia") == {"barbarian": 2}


@pytest.mark.rule("PR-17.2-AMBUSH", "PR-8.4.4")
def test_leaders_die_with_an_army_that_is_wholly_lost() -> None:
    s = passing({"light": 2}, [5], held(carthage=["ambush"]), leaders={"rome-5": "saloniae"})
    play(s, "play:ambush")
    assert s.leader_at[s.box.leader("rome-5")] == NOBODY
    assert at(s, "rome", "ltp-dalmatia") == {}
    assert all(each.name != "move" for each in s.stack), "the Move is over"


@pytest.mark.rule("PR-17.2-AMBUSH")
def test_in_a_withdrawal_and_a_retreat_as_well() -> None:
    units: Units = {"rome": {"saloniae": {"light": 4}}, "carthage": {"utica": {"heavy": 1}}}
    s = world(units, options=ADVANCED, hands=held(carthage=["ambush"]))
    march = WithdrawalMarch(ROME, ROME, node("saloniae"), 4)
    s.push(march)
    s.run()
    script(s, [6])
    play(s, "take-all", "march:ltp-dalmatia", "play:ambush")
    assert at(s, "rome", "ltp-dalmatia") == {"light": 1}
    s = world(units, options=ADVANCED, hands=held(carthage=["ambush"]))
    s.push(Retreat((ROME,), ROME, node("saloniae"), NOBODY, NOBODY, walls=False))
    script(s, [3])
    s.run()
    play(s, "march:ltp-dalmatia", "play:ambush")
    assert at(s, "rome", "lissa") == {"light": 1}, "one lost on the way, two in the ambush"


@pytest.mark.rule("PR-17.2-AMBUSH", "PR-17.1.5a")
def test_by_itself_it_is_not_played() -> None:
    s = world({"rome": {"roma": {"legion": 1}}}, options=ADVANCED, hands=held(rome=["ambush"]))
    assert refused(s, "rome", "play:ambush") == "PR-17.2-AMBUSH"

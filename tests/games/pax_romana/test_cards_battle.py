"""Chapters 10.3.1 and 17.2: TACTICAL SURPRISE, and Shifts that cards give in a Land Battle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from games.pax_romana.advanced_tools import ADVANCED, CARTHAGE, POWERS, ROME, unasked, unprepared
from games.pax_romana.battle_tools import battle_of, causes, clash_of, finish
from games.pax_romana.card_tools import hand, names
from games.pax_romana.helpers import Units, actor, choices, city, node, play, refused, script, world
from games.pax_romana.test_door import ask
from ludi.games.pax_romana import PaxRomanaState
from ludi.games.pax_romana.asking.questions import side_number
from ludi.games.pax_romana.ch10_battle.battle import NO_FORCING, Onset
from ludi.games.pax_romana.ch12_special.slave_turn import SlaveTurn
from ludi.games.pax_romana.ch17_cards.window import offer
from ludi.games.pax_romana.world.cards import TACTICAL_SURPRISE
from ludi.games.pax_romana.world.pieces import pack

EXAMPLE: Units = {
    "greece": {"laodicea": {"heavy": 5, "light": 6, "cavalry": 4}},
    "east": {"emesa": {"heavy": 3, "light": 2, "cavalry": 2}},
}


def held(**hands: list[str]) -> list[list[str]]:
    """Hands by Power."""
    return [hands.get(power, []) for power in POWERS]


def example(dice: tuple[int, ...] = (3, 5), **hands: list[str]) -> PaxRomanaState:
    """Greece attacks the East at Emesa (10.3.1, example 2); the dice are cast."""
    leaders = {"greece-4": "laodicea", "east-6": "emesa"}
    s = world(EXAMPLE, active="greece", leaders=leaders, dice=[3], options=ADVANCED, hands=held(**hands))
    unasked(play(s, "major:laodicea", "take-all", "march:antioch"))
    while "no" in choices(s):
        unasked(play(s, "no"))
    script(s, dice)
    unasked(play(s, "march:emesa"))
    return unprepared(play(s, "stand"))


def joined(
    attackers: Mapping[str, dict[str, int]],
    defenders: Mapping[str, dict[str, int]],
    leads: str = "",
    hands: list[list[str]] | None = None,
    **facts: Any,
) -> PaxRomanaState:
    """A Battle is joined at Capua; ``leads`` decides for the attackers."""
    (ours, army), (theirs, stack) = next(iter(attackers.items())), next(iter(defenders.items()))
    units: Units = {"rome": {"roma": {"legion": 1}}, "carthage": {"utica": {"heavy": 1}}}
    units.setdefault(theirs, {})["capua"] = stack
    s = world(units, options=ADVANCED, hands=hands or held(), **facts)
    script(s, [3] * 12)
    s.add(side_number(s, ours), node("capua"), pack(army))
    return begin(s, ours, theirs, leads or ours)


def begin(s: PaxRomanaState, attacker: str, defender: str, leads: str) -> PaxRomanaState:
    sides = side_number(s, attacker), side_number(s, defender)
    s.push(Onset((sides[0],), (sides[1],), node("capua"), node("roma"), POWERS.index(leads), NO_FORCING))
    s.run()
    return unprepared(s)


@pytest.mark.rule("PR-10.3.1-EX6", "PR-10.3.1n", "PR-17.2-TACTICAL-SURPRISE")
def test_the_east_answers_four_shifts_of_greece_with_tactical_surprise() -> None:
    s = example(east=["tactical-surprise"])
    clash = clash_of(s)
    assert causes(clash.field(s)) == {"odds": 2, "cavalry": 1, "leader": 1}
    assert clash.shifts == 4
    assert actor(s) == "east", "at that point the East plays the card"
    play(s, "play:tactical-surprise")
    clash = clash_of(s)
    assert causes(clash.field(s)) == {"odds": 2, "cavalry": 1, "leader": 1, "tactical-surprise": -2}
    assert actor(s) == "greece"
    assert clash.shifts == 2
    assert s.prompt(s.actors()[0]).facts["number"] == 2
    assert hand(s, "east") == []
    play(s, "lower", "lower")
    assert clash.dice == (3, 3)


@pytest.mark.rule("PR-17.2-TACTICAL-SURPRISE", "PR-10.3.1n")
def test_the_attacker_plays_it_too_and_both_cards_are_set_off() -> None:
    s = example(greece=["tactical-surprise"], east=["tactical-surprise"])
    assert actor(s) == "greece", "from the Active player on"
    play(s, "play:tactical-surprise", "pass")
    assert clash_of(s).shifts == 6
    assert actor(s) == "east", "who lets it be cancelled or not, answers"
    play(s, "play:tactical-surprise")
    assert clash_of(s).shifts == 4
    assert actor(s) == "greece"
    assert s.stack[-1].name == "battle", "no third copy could be held"


@pytest.mark.rule("PR-17.2-TACTICAL-SURPRISE")
def test_whoever_holds_both_may_play_both_in_one_battle() -> None:
    s = example(east=["tactical-surprise", "tactical-surprise", "spies"])
    play(s, "play:tactical-surprise")
    assert (actor(s), clash_of(s).shifts) == ("east", 2)
    play(s, "play:tactical-surprise")
    assert names(s.discards) == ["tactical-surprise", "tactical-surprise"]
    assert s.stack[-1].name != "window"
    assert battle_of(s).dice == (3, 5), "nothing is left to shift"


@pytest.mark.rule("PR-17.2-TACTICAL-SURPRISE")
def test_only_those_who_fight_are_asked_whatever_they_hold() -> None:
    for cards in (["traitor"], ["tactical-surprise"]):
        s = example(east=cards, rome=["tactical-surprise"], carthage=["spies"])
        assert actor(s) == "east"
        assert s.prompt(s.actors()[0]).key == "ask.window-tactical-surprise"
        assert s.prompt(s.actors()[0]).facts == {"space": "emesa"}
        play(s, "pass")
        assert actor(s) == "greece", "Rome and Carthage are no party"
        assert s.stack[-1].name == "battle"
    nobody = example()
    assert actor(nobody) == "greece"


@pytest.mark.rule("PR-17.2-TACTICAL-SURPRISE")
def test_it_counts_in_one_battle_only() -> None:
    s = joined({"rome": {"legion": 12}}, {"carthage": {"heavy": 6}}, hands=held(carthage=["tactical-surprise"]))
    play(s, "play:tactical-surprise")
    assert causes(clash_of(s).field(s))["tactical-surprise"] == -2
    finish(s)
    begin(s, "rome", "carthage", "rome")
    assert "tactical-surprise" not in causes(clash_of(s).field(s))


@pytest.mark.rule("PR-17.2-TACTICAL-SURPRISE", "PR-13.4.3")
def test_whoever_moves_barbarians_plays_it_for_them() -> None:
    hands = held(greece=["tactical-surprise"], rome=["tactical-surprise"], east=["spies"])
    s = joined({"western-gauls": {"barbarian": 4}}, {"rome": {"legion": 1}}, leads="greece", hands=hands)
    assert actor(s) == "rome"
    play(s, "pass")
    assert actor(s) == "greece"
    play(s, "play:tactical-surprise", *["pass"] * 2)
    assert causes(clash_of(s).field(s))["tactical-surprise"] == 2


@pytest.mark.rule("PR-17.2-TACTICAL-SURPRISE")
def test_it_counts_behind_walls_and_against_nobodys_army() -> None:
    facts: dict[str, Any] = {"hands": held(rome=["tactical-surprise"]), "sites": {"capua": city("independents")}}
    s = joined({"rome": {"legion": 4}}, {"independents": {"heavy": 1}}, **facts)
    play(s, "bid:0")
    assert actor(s) == "rome"
    play(s, "play:tactical-surprise")
    assert causes(clash_of(s).field(s))["tactical-surprise"] == 2


@pytest.mark.rule("PR-17.1.5a", "PR-17.2-TACTICAL-SURPRISE")
def test_slaves_act_before_the_segments_for_cards() -> None:
    hands = held(rome=["tactical-surprise"], carthage=["tactical-surprise"])
    s = world({"rome": {"roma": {"legion": 1}}}, options=ADVANCED, hands=hands)
    s.push(SlaveTurn(CARTHAGE, ROME))
    assert not offer(s, (TACTICAL_SURPRISE,))
    s.stack.pop()
    assert offer(s, (TACTICAL_SURPRISE,))


@pytest.mark.rule("PR-17.2-TACTICAL-SURPRISE", "PR-17.2-DEUS-EX-MACHINA")
def test_cancelled_it_gives_nothing() -> None:
    s = example(east=["tactical-surprise"], rome=["deus-ex-machina"])
    play(s, "play:tactical-surprise", "play:deus-ex-machina")
    assert clash_of(s).shifts == 4
    assert actor(s) == "greece"
    assert s.stack[-1].name == "battle"


@pytest.mark.rule("PR-17.2-TACTICAL-SURPRISE", "PR-17.1.5a")
def test_by_itself_it_is_not_played() -> None:
    s = world({"rome": {"roma": {"legion": 1}}}, options=ADVANCED, hands=held(rome=["tactical-surprise"]))
    assert refused(s, "rome", "play:tactical-surprise") == "PR-17.2-TACTICAL-SURPRISE"


@pytest.mark.rule("PR-10.3.1n")
def test_the_view_shows_it_among_the_shifts_by_cause() -> None:
    s = example(east=["tactical-surprise"])
    play(s, "play:tactical-surprise")
    scene = next(each for each in s.view(0)["scenes"] if each["kind"] == "battle")
    assert scene["sums"] is not None
    lines = {line["why"]: (line["side"], line["number"], line["rule"]) for line in scene["sums"]["shifts"]}
    assert lines["tactical-surprise"] == ("defender", 2, "PR-17.2-TACTICAL-SURPRISE")
    assert scene["sums"]["net"] == 2


@pytest.mark.rule("PR-17.1.5a")
def test_which_cards_may_be_played_and_why_others_may_not() -> None:
    s = example(east=["tactical-surprise", "spies"])
    found = ask(s, "may_play", seat=1, power="east")
    assert found["cards"] == [
        {"card": "spies", "now": False, "why": "why.card-does-not-fit", "rule": "PR-17.1.5a"},
        {"card": "tactical-surprise", "now": True, "why": None, "rule": "PR-17.2-TACTICAL-SURPRISE"},
    ]
    assert ask(s, "may_play", seat=0, power="east") == {"power": "east", "cards": [], "unknown": 2}, (
        "hidden from the others"
    )


@pytest.mark.rule("PR-10.3.1n", "PR-17.2-TACTICAL-SURPRISE")
def test_odds_count_the_card_that_a_side_would_play() -> None:
    units: Units = {"rome": {"roma": {"legion": 3}}, "carthage": {"capua": {"heavy": 3}}}
    s = world(units, options=ADVANCED)
    plain = ask(s, "odds", space="capua", start="roma", power="rome")["fights"][0]
    ours = ask(s, "odds", space="capua", start="roma", power="rome", surprise="attacker")["fights"][0]
    theirs = ask(s, "odds", space="capua", start="roma", power="rome", surprise="defender")["fights"][0]
    assert (ours["net"], theirs["net"]) == (plain["net"] + 2, plain["net"] - 2)
    assert ours["attacker_wins"] > plain["attacker_wins"] > theirs["attacker_wins"]
    assert {line["why"] for line in ours["shifts"]} - {line["why"] for line in plain["shifts"]} == {"tactical-surprise"}

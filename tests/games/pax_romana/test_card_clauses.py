"""Chapter 17, clause by clause."""

from __future__ import annotations

import random

import pytest

from games.pax_romana.advanced_tools import CARTHAGE, GREECE, ROME, table
from games.pax_romana.card_tools import cards, choosing, hand, names
from games.pax_romana.helpers import at, choices, node, play, refused, stability
from games.pax_romana.sea_tools import number
from ludi.core import FastDice, ScriptedDice
from ludi.games.pax_romana import PaxRomanaState
from ludi.games.pax_romana.ch12_special.pergamum import no_alliance_with_pergamum
from ludi.games.pax_romana.ch12_special.rhodes import ally_with_rhodes, part_from_rhodes
from ludi.games.pax_romana.ch17_cards import talks
from ludi.games.pax_romana.ch17_cards.deck import discard, draw, return_hand
from ludi.games.pax_romana.ch17_cards.effect import Effect
from ludi.games.pax_romana.ch17_cards.espionage import unknown_tribes, with_cards
from ludi.games.pax_romana.ch17_cards.hiring import exchangeable
from ludi.games.pax_romana.ch17_cards.risings import Resurgence
from ludi.games.pax_romana.ch17_cards.successors import near_greece
from ludi.games.pax_romana.world.cards import CARD_NAMES
from needs import need_plain


def effect(title: str) -> Effect:
    return Effect.all[CARD_NAMES.index(title)]


@pytest.mark.rule("PR-17.1.3a")
def test_the_card_drawn_is_no_longer_in_the_deck() -> None:
    s = cards(deck=["spies", "traitor"])
    before = len(s.deck)
    assert names([draw(s, number(s, "rome")), draw(s, number(s, "rome"))]) == ["spies", "traitor"]
    assert len(s.deck) == before - 2
    assert sorted(hand(s, "rome")) == ["spies", "traitor"]


@pytest.mark.rule("PR-17.1.5b")
def test_a_discarded_card_is_in_the_hand_no_more() -> None:
    s = cards(hands={"rome": ["spies", "traitor"]})
    discard(s, number(s, "rome"), CARD_NAMES.index("spies"))
    assert hand(s, "rome") == ["traitor"]
    assert names(s.discards) == ["spies"]


@pytest.mark.rule("PR-17.2-CHANGE-IN-POLITICAL-SCENE")
def test_the_hand_is_shuffled_into_the_deck() -> None:
    found = set()
    for seed in range(8):
        s = cards(hands={"rome": ["spies"]})
        s.dice = FastDice(random.Random(seed))
        return_hand(s, number(s, "rome"))
        assert hand(s, "rome") == []
        found.add(s.deck.index(CARD_NAMES.index("spies")))
    assert len(found) > 1, "nobody knows where it is"


@pytest.mark.rule("PR-17.1.6")
def test_only_carthage_hires_for_any_card() -> None:
    units = {"carthage": {"utica": {"heavy": 1}}, "greece": {"athens": {"heavy": 1}}}
    s = table(units, hands=[["traitor"], [], ["spies"], []])
    assert names(exchangeable(s, CARTHAGE)) == ["spies"]
    assert exchangeable(s, GREECE) == []


@pytest.mark.rule("PR-17.2-ALLIANCE")
def test_an_alliance_of_independents_is_ended_though_nobody_could_be_met(monkeypatch: pytest.MonkeyPatch) -> None:
    need_plain("a condition that is put in another's place")
    monkeypatch.setattr(talks, "nobody_to_meet", lambda s, power: "PR-4.1")
    s = cards(numbers={"rhodes_ally": 0})
    assert not effect("alliance").no_use(s, number(s, "rome"))
    s.rhodes_ally = -1
    assert effect("alliance").no_use(s, number(s, "rome"))


@pytest.mark.rule("PR-17.2-ALLIANCE")
def test_the_fleet_of_rhodes_leaves_the_ally_wherever_it_is() -> None:
    s = cards({"independents": {"rhodes": {"heavy": 2, "galley": 4}}, "rome": {"roma": {"legion": 1}}})
    rome = number(s, "rome")
    ally_with_rhodes(s, rome)
    s.shift(rome, node("rhodes"), node("athens"), s.at(rome, node("rhodes")))
    part_from_rhodes(s)
    assert at(s, "rome", "athens") == {}
    assert at(s, "independents", "rhodes") == {"heavy": 2, "galley": 4}


@pytest.mark.rule("PR-17.2-ALLIANCE-WITH-PERGAMUM")
def test_nobody_allies_himself_with_the_ally_of_another() -> None:
    s = table({"independents": {"pergamum": {"heavy": 1}}, "rome": {"roma": {"legion": 1}}})
    assert not no_alliance_with_pergamum(s, ROME)
    s.pergamum_ally = GREECE
    assert no_alliance_with_pergamum(s, ROME)


@pytest.mark.rule("PR-17.2-REBELLION")
def test_both_dice_name_the_area() -> None:
    def told(*dice: int) -> list[str]:
        s = table({"rome": {"roma": {"legion": 1}}})
        found: list[str] = []
        s.listener = lambda event: found.append(str(event.facts["area"])) if "area" in event.facts else None
        s.dice = ScriptedDice([*dice, *[1] * 20])
        effect("rebellion").happen(s, ROME)
        return found

    areas = table({}).box.tables["rebellion"]
    for dice in ((1, 1), (1, 2), (2, 4), (6, 6)):
        assert told(*dice)[0] == areas[str(sum(dice))]


@pytest.mark.rule("PR-17.2-TRIBAL-RESURGENCE")
def test_tribes_rise_in_tribal_spaces_only() -> None:
    s = table({"rome": {"roma": {"legion": 1}}})
    s.tribe_pool = [1, 2]
    s.push(Resurgence(ROME, 2))
    s.run()
    places = [word.partition(":")[2] for word in choices(s)]
    assert places
    assert all(s.box.atlas.is_tribal[node(place)] for place in places)
    assert "roma" not in places


@pytest.mark.rule("PR-17.2-TRAITOR")
def test_a_card_is_taken_from_others_who_hold_one() -> None:
    s = table({}, hands=[["spies"], [], ["traitor"], ["pontus"]])
    assert with_cards(s, ROME) == [GREECE, CARTHAGE], "neither from oneself nor from who has none"


@pytest.mark.rule("PR-17.2-DIPLOMATIC-MISSION")
def test_envoys_go_four_connections_far() -> None:
    s = table({"rome": {"narbo": {"legion": 1}}}, tribes={"nemausus": 2, "londinium": 3})
    assert [s.box.place(place) for place in unknown_tribes(s, ROME)] == ["nemausus"]


@pytest.mark.rule("PR-17.2-RAISE-THE-MILITIA")
def test_no_militia_come_in_turmoil() -> None:
    def levied(level: int) -> str:
        s = table({"carthage": {"capua": {"heavy": 1}}, "rome": {"roma": {"legion": 1}}}, stability={"rome": level})
        s.dice = ScriptedDice([6])
        effect("raise-the-militia").happen(s, ROME)
        assert stability(s, "rome") == level - 1
        return s.stack[-1].name

    assert levied(-3) == "militia"
    assert levied(-4) != "militia", "at -5, after the Stability is lost"


@pytest.mark.rule("PR-17.2-SUCCESSOR-WARS")
def test_how_far_from_greece_such_an_army_may_be() -> None:
    s = table({})
    atlas = s.box.atlas
    greek = [
        n for n in range(atlas.spaces) if atlas.territory_ids[atlas.territory_of[atlas.province_of[n]]] == "greece"
    ]
    steps = dict.fromkeys(greek, 0)
    todo = list(greek)
    while todo:
        here = todo.pop(0)
        for near in (*(each for each, _ in atlas.land[here]), *atlas.sea[here]):
            if near not in steps and s.box.open[near]:
                steps[near] = steps[here] + 1
                todo.append(near)
    for place, far in steps.items():
        assert near_greece(s, place) == (far <= 3)
    assert {2, 3, 4} <= set(steps.values())


@pytest.mark.rule("PR-17.1.5c")
def test_cards_are_played_before_a_recruitment_too() -> None:
    s: PaxRomanaState = choosing({"rome": {"roma": {"legion": 1}}}, {"rome": ["spies"], "carthage": ["traitor"]})
    assert {"recruit", "expand", "play:spies"} <= set(choices(s))
    play(s, "play:spies")
    while s.stack[-1].name == "window":
        play(s, "pass")
    play(s, "against:carthage")
    assert "recruit" in choices(s), "the Operation is still to be chosen"
    assert refused(s, "rome", "play:spies")

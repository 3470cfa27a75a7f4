"""Chapter 17.1: the deck, the Card Segment, Hands, and when cards are played."""

from __future__ import annotations

from collections import Counter

import pytest

from games.pax_romana.card_tools import cards, choosing, drawing, hand, names, seen
from games.pax_romana.helpers import actor, at, choices, play, refused, stability, talents
from ludi.core import Phrase, Table
from ludi.games.pax_romana import PaxRomanaState, position
from ludi.games.pax_romana.ch17_cards.deck import new_deck
from ludi.games.pax_romana.ch17_cards.keeping import Keeping
from ludi.games.pax_romana.world.cards import CARD_NAMES, MOST_IN_HAND

TWICE = (
    *("alliance", "barbarian-invasion", "bounteous-harvests", "famine-and-drought", "naval-ambush", "pirates"),
    *("raise-the-militia", "rebellion", "stability-check", "tactical-surprise", "tribal-resurgence"),
)


def all_cards(s: PaxRomanaState) -> Counter[str]:
    return Counter(names([*s.deck, *s.discards, *s.used_up])) + Counter(
        card for power in s.box.powers for card in hand(s, power)
    )


@pytest.mark.rule("PR-17.2-COUNTS", "PR-17.1.1")
def test_the_deck_has_fifty_five_cards() -> None:
    s = cards()
    expected = Counter(CARD_NAMES) + Counter(TWICE) + Counter({"mercenaries": 2, "revenues-and-stability": 3})
    assert all_cards(s) == expected
    assert sum(expected.values()) == 55
    assert len(expected) == 39


@pytest.mark.rule("PR-2.4", "PR-17.1.2")
@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_every_card_has_a_number_a_title_a_text_and_a_type(language: str) -> None:
    box = cards().box
    book = box.game.phrases(language)
    assert sum(box.copies) == 55
    assert len(set(CARD_NAMES)) == len(box.copies) == len(box.held) == 39, "each by its number in the list of titles"
    for title, word in enumerate(CARD_NAMES):
        assert book.name(word) != word
        assert len(book.say(Phrase(f"card.{word}", {}))) > 20
        assert box.held[title] == (word not in DRAWN), "held in Hand, or played when drawn"


DRAWN = {
    *("barbarian-invasion", "bounteous-harvests", "change-in-political-scene", "change-in-foreign-policy"),
    *("conspiracy", "dies-irae", "disease", "famine-and-drought", "local-insurrection", "pirates", "rebellion"),
    *("revenues-and-stability", "slave-revolt", "stability-check", "successor-wars", "tribal-resurgence"),
}
"""The titles of 17.2 that must be played when drawn."""


@pytest.mark.rule("PR-1.2")
def test_the_advanced_game_adds_the_event_deck_and_the_units_of_its_cards() -> None:
    advanced, standard = position({"scenario": "V", "format": "advanced"}), position({"scenario": "V"})
    assert advanced.box.advanced
    assert not standard.box.advanced
    assert sum(all_cards(advanced).values()) == 55
    assert not standard.deck
    assert advanced.takes_cards()
    assert not standard.takes_cards()
    verbs = {advanced.spell(action).partition(":")[0] for action in advanced.box.vocabulary}
    assert {"play", "discard-card", "hire-light", "hire-cavalry", "rise", "part-from"} <= verbs
    known = {standard.spell(action).partition(":")[0] for action in standard.box.vocabulary}
    assert not {"play", "hire-light", "rise"} & known
    sides = {advanced.box.leaders[each].word for each in advanced.box.pergamene_leaders}
    assert sides == {"pergamum-5", "pergamum-6"}
    assert not standard.box.pergamene_leaders
    assert advanced.box.legionary, "Legionary Cavalry too"


@pytest.mark.rule("PR-17.1.1", "PR-3.2-H3", "PR-17.1.4b")
def test_after_the_victory_phase_all_cards_but_kept_and_used_ones_are_shuffled() -> None:
    s = position(
        {"scenario": "VI"},
        phase="H",
        operation="phase",
        hands=[["spies", "traitor"], ["ambush"], [], []],
        discards=["alliance", "mercenaries"],
        used_up=["pontus"],
        dice=[1, 2, 3, 4],
    )
    while not isinstance(s.stack[-1], Keeping):
        play(s, "done")
    assert choices(s) == ["keep-card:spies", "keep-card:traitor", "done"]
    assert len(s.deck) == 55 - 6, "not yet"
    play(s, "keep-card:traitor")
    play(s, "keep-card:ambush")
    assert (hand(s, "greece"), hand(s, "east")) == (["traitor"], ["ambush"]), "one each"
    assert s.discards == []
    assert names(s.used_up) == ["pontus"]
    assert Counter(names(s.deck))["spies"] == 1
    assert Counter(names(s.deck))["alliance"] == 2
    assert len(s.deck) == 55 - 3


@pytest.mark.rule("PR-17.1.4b")
def test_nobody_must_keep_a_card() -> None:
    s = position({"scenario": "VI"}, phase="H", operation="phase", hands=[["spies", "traitor"]], dice=[1, 2, 3, 4])
    while not isinstance(s.stack[-1], Keeping):
        play(s, "done")
    play(s, "done")
    assert hand(s, "greece") == []
    assert len(s.deck) == 55


@pytest.mark.rule("PR-17.1.1")
def test_the_new_deck_lies_in_another_order() -> None:
    table = Table.new("pax-romana", {"scenario": "IV"}, seed=bytes([5]) * 32)
    assert isinstance(table.state, PaxRomanaState)
    before = table.state.deck[:]
    new_deck(table.state)
    assert table.state.deck != before
    assert sorted(table.state.deck) == sorted(before)


@pytest.mark.rule("PR-17.1.2", "PR-17.1.3a", "PR-17.1.5a", "PR-3.2-F2")
def test_a_play_when_drawn_card_is_played_at_once() -> None:
    s = drawing("revenues-and-stability", treasury={"rome": 2})
    assert stability(s, "rome") == -1
    assert hand(s, "rome") == []
    assert names(s.discards) == ["revenues-and-stability"]
    assert s.stack[-1].name == "activation"


@pytest.mark.rule("PR-17.1.2", "PR-17.1.3a", "PR-3.2-F2")
def test_a_card_is_drawn_after_paying_and_may_be_kept_in_secret() -> None:
    s = cards(hands={"greece": ["traitor"]}, deck=["spies", "revenues-and-stability"])
    assert choices(s) == ["pay", "pass"]
    assert hand(s, "rome") == []
    play(s, "pay")
    assert talents(s, "rome") == 9
    assert hand(s, "rome") == ["spies"], "the top card, and only that one"
    assert seen(s, "rome", "rome") == ["spies"]
    assert seen(s, "rome", "carthage") == [None]
    assert {"play:spies", "discard-card:spies", "done"} <= {*choices(s)}
    play(s, "done")
    assert hand(s, "rome") == ["spies"]


@pytest.mark.rule("PR-17.1.3a")
def test_who_does_not_pay_draws_no_card() -> None:
    s = cards(deck=["spies"], hands={"rome": ["traitor"]}, markers={"carthage": 1})
    play(s, "pass")
    assert hand(s, "rome") == ["traitor"]
    assert actor(s) == "carthage"


@pytest.mark.rule("PR-17.1.3a", "PR-3.2-F2", "PR-17.1.5b")
def test_in_the_card_segment_the_drawn_card_and_others_may_be_played() -> None:
    s = drawing("galley-tech-corvus", hands={"rome": ["spies", "independent-expansion"], "greece": ["traitor"]})
    assert "play:galley-tech-corvus" in choices(s)
    play(s, "play:galley-tech-corvus")
    if s.stack[-1].name == "window":
        play(s, "pass")
    play(s, "play:spies")
    assert s.stack[-1].name != "activation", "two cards in one segment"


@pytest.mark.rule("PR-17.1.3b")
@pytest.mark.parametrize(("scenario", "drawn"), [("IV", 0), ("VI", 0), ("VII", 1)])
def test_a_scenario_that_begins_in_the_operations_segment_draws_no_first_card(scenario: str, drawn: int) -> None:
    table = Table.new("pax-romana", {"scenario": scenario, "format": "advanced"}, seed=bytes([5]) * 32)
    s = table.state
    assert isinstance(s, PaxRomanaState)
    play(s, "pay")
    assert 55 - len(s.deck) == drawn


@pytest.mark.rule("PR-17.1.4a", "PR-17.1.3a")
def test_no_more_than_three_cards_are_held() -> None:
    held = ["alliance", "ambush", "deus-ex-machina"]
    s = drawing("spies", hands={"rome": held})
    assert MOST_IN_HAND == 3
    assert refused(s, "rome", "done") == "PR-17.1.4a"
    assert {"discard-card:alliance", "discard-card:spies"} <= {*choices(s)}
    play(s, "discard-card:ambush")
    assert names(s.discards) == ["ambush"]
    play(s, "done")
    assert hand(s, "rome") == ["alliance", "deus-ex-machina", "spies"]


@pytest.mark.rule("PR-17.1.4a")
def test_a_fourth_card_may_be_added_if_one_of_the_three_is_played() -> None:
    s = drawing("ambush", hands={"rome": ["galley-tech-corvus", "deus-ex-machina", "tactical-surprise"]})
    play(s, "play:galley-tech-corvus", "done")
    assert hand(s, "rome") == ["ambush", "deus-ex-machina", "tactical-surprise"]


@pytest.mark.rule("PR-17.1.5a")
def test_held_cards_are_played_in_the_own_operations_segment() -> None:
    s = choosing(hands={"rome": ["galley-tech-corvus", "galley-tech-harpax"]}, units={"rome": {"roma": {"legion": 1}}})
    assert "play:galley-tech-corvus" in choices(s)
    play(s, "expand", "play:galley-tech-harpax")
    assert names(s.used_up) == ["galley-tech-harpax"]
    assert s.stack[-1].name == "expansion"


@pytest.mark.rule("PR-17.1.5a")
def test_held_cards_are_played_in_the_operations_segments_of_others() -> None:
    s = drawing("revenues-and-stability", hands={"greece": ["galley-tech-corvus"]})
    while s.stack[-1].name == "window" and "play:galley-tech-corvus" not in choices(s):
        play(s, "pass")
    assert actor(s) == "greece"
    play(s, "play:galley-tech-corvus")
    assert s.galley_technology == 1 << s.box.powers.index("greece")


@pytest.mark.rule("PR-17.1.5a")
@pytest.mark.parametrize("phase", ["A", "B", "C", "D", "E", "G"])
def test_no_card_is_played_in_another_phase(phase: str) -> None:
    s = position({"scenario": "VI"}, phase=phase, operation="phase", hands=[["spies"], ["traitor"], ["ambush"], []])
    for _ in range(40):
        if s.phase == 5 or not s.actors():
            break
        assert s.stack[-1].name != "window"
        open_to = [s.spell(action) for seat in s.actors() for action in s.legal(seat)]
        assert not any(word.startswith("play:") for word in open_to)
        play(s, "done" if "done" in open_to else open_to[0])


@pytest.mark.rule("PR-17.1.5a")
def test_no_card_is_played_before_the_marker_is_paid() -> None:
    s = cards(hands={"rome": ["spies"], "greece": ["traitor"]})
    assert s.why_not(s.actors()[0], "play:spies") is not None
    assert choices(s) == ["pay", "pass"]


@pytest.mark.rule("PR-17.1.5b")
def test_a_card_may_be_discarded_though_it_could_be_played() -> None:
    s = drawing("galley-tech-corvus", hands={"rome": ["spies"]})
    play(s, "discard-card:galley-tech-corvus")
    assert names(s.discards) == ["galley-tech-corvus"], "and it may be drawn again"
    assert s.used_up == []
    assert s.galley_technology == 0


@pytest.mark.rule("PR-17.1.5b")
def test_any_number_of_cards_may_be_played_in_an_activation() -> None:
    s = choosing(hands={"rome": ["galley-tech-corvus", "galley-tech-harpax", "galley-tech-artillery"]})
    play(s, "play:galley-tech-corvus", "play:galley-tech-harpax", "play:galley-tech-artillery")
    assert hand(s, "rome") == []


@pytest.mark.rule("PR-17.1.5c")
def test_cards_are_played_with_a_recruitment_operation_too() -> None:
    s = choosing({"rome": {"roma": {"light": 1}}}, {"rome": ["galley-tech-corvus"]}, markers={})
    play(s, "play:galley-tech-corvus", "recruit")
    assert s.stack[-1].name == "recruitment"
    play(s, "legion:roma", "done")
    assert at(s, "rome", "roma") == {"light": 1, "legion": 1}


@pytest.mark.rule("PR-17.1.5a", "PR-17.1.5c")
def test_cards_are_played_while_recruiting_and_what_they_change_counts_at_once() -> None:
    units = {"rome": {"rhegium": {"legion": 1}}}
    s = choosing(units, {"rome": ["independent-expansion"]}, markers={})
    play(s, "recruit", "legion:roma", "play:independent-expansion", "place:messana")
    assert s.stack[-1].name == "recruitment"
    assert at(s, "rome", "messana") == {"garrison": 1}
    assert refused(s, "rome", "galley:roma") == "PR-3.2-F3b", "still Land Units only"


@pytest.mark.rule("PR-3.2-F3c", "PR-4.2")
def test_no_meeting_is_called_in_the_advanced_game() -> None:
    s = choosing({"rome": {"roma": {"legion": 1}}})
    assert "meet" not in choices(s)
    assert refused(s, "rome", "meet") == "PR-3.2-F3c"

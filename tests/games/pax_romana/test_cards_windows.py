"""Chapter 17.1.5: windows in which others may play cards, and that they tell nothing of what is held."""

from __future__ import annotations

import random

import pytest

from games.pax_romana.card_tools import cards, choosing, drawing, hand, put
from games.pax_romana.helpers import actor, choices, play, refused
from ludi.core import FastDice
from ludi.games.pax_romana import PaxRomanaState
from ludi.games.pax_romana.world.cards import CARD_NAMES

UNITS = {
    "rome": {"roma": {"legion": 3, "galley": 1}, "capua": {"legion": 1}},
    "carthage": {"utica": {"heavy": 2}, "carthago": {"galley": 2}},
    "greece": {"sparta": {"heavy": 2}},
}
HANDS = (
    ["ambush", "spies"],
    ["deus-ex-machina", "mercenaries"],
    ["tactical-surprise", "traitor"],
    ["alliance", "independent-expansion"],
)


def course(s: PaxRomanaState, seed: int, steps: int) -> list[object]:
    """What everybody but Greece is asked and may do, while Greece lets everything pass."""
    rng = random.Random(seed)
    s.dice = FastDice(random.Random(seed))
    greece = s.box.seat_of[s.box.powers.index("greece")]
    found: list[object] = []
    for _ in range(steps):
        if not s.actors():
            break
        seat = s.actors()[0]
        found.append((s.actors(), s.stack[-1].name))
        if seat == greece:
            words = choices(s)
            word = next(each for each in ("pass", "done", "no", "reject", "hold", "stand", *words) if each in words)
        else:
            found.append([s.prompt(seat), tuple(choices(s)), str(s.view(seat)["path"])])
            word = rng.choice([each for each in choices(s) if not each.startswith(("against:", "play:traitor"))])
        s.play(seat, s.unspell(word))
    return found


@pytest.mark.rule("PR-17.1.5a", "PR-17.1.3a")
@pytest.mark.parametrize("seed", range(4))
def test_no_prompt_and_no_window_depends_on_cards_that_others_hold(seed: int) -> None:
    tales = []
    for held in HANDS:
        s = cards(UNITS, {"greece": held}, deck=["galley-tech-corvus"], markers={"rome": 1, "carthage": 1})
        tops = [CARD_NAMES.index(word) for words in HANDS for word in words]
        s.deck = [title for title in s.deck if title not in tops] + [CARD_NAMES.index("galley-tech-corvus")]
        tales.append(course(s, seed, 25))
    assert all(tale == tales[0] for tale in tales)


@pytest.mark.rule("PR-17.1.5b")
def test_a_card_may_always_be_discarded_also_while_another_is_active() -> None:
    s = cards(UNITS, {"greece": ["ambush", "spies"]}, deck=["bounteous-harvests"], dice=[2])
    play(s, "pay")
    assert (actor(s), s.prompt(s.actors()[0]).key) == ("greece", "ask.window-deus-ex-machina")
    assert refused(s, "greece", "discard-card:spies") == "PR-17.1.5b", "not in answer to something"
    play(s, "pass")
    assert (actor(s), s.prompt(s.actors()[0]).key) == ("greece", "ask.window")
    assert {"discard-card:ambush", "discard-card:spies"} <= set(choices(s))
    play(s, "discard-card:ambush")
    assert hand(s, "greece") == ["spies"]
    assert actor(s) == "greece", "who still holds cards is asked on"
    play(s, "discard-card:spies")
    assert actor(s) == "rome", "who has none left is asked no more"
    assert {CARD_NAMES[title] for title in s.discards} >= {"ambush", "spies"}


@pytest.mark.rule("PR-17.1.5a")
def test_whoever_holds_cards_is_asked_whatever_they_are() -> None:
    for held in HANDS:
        s = drawing("bounteous-harvests", hands={"greece": held}, dice=[2])
        assert actor(s) == "greece"
        assert s.stack[-1].name == "window"
        assert ("play:deus-ex-machina" in choices(s)) is ("deus-ex-machina" in held)


@pytest.mark.rule("PR-17.1.5a")
def test_nobody_is_asked_for_a_card_that_all_can_see_elsewhere() -> None:
    s = drawing("bounteous-harvests", hands={"greece": ["ambush"]}, discards=["deus-ex-machina"], dice=[2])
    assert s.stack[-1].name == "window"
    assert choices(s)[:1] != ["play:deus-ex-machina"]
    assert s.prompt(s.actors()[0]).key == "ask.window", "only the window of the Operations Segment"


@pytest.mark.rule("PR-17.1.5a")
def test_the_powers_are_asked_in_play_order_from_the_active_player_on() -> None:
    hands = {"greece": ["ambush"], "east": ["spies"], "rome": ["traitor"]}
    s = put(cards(hands=hands, active="carthage"), "carthage", "galley-tech-corvus")
    order = []
    while s.stack[-1].name == "window":
        order.append(actor(s))
        play(s, "pass")
    assert order == ["rome", "greece", "east"]


@pytest.mark.rule("PR-17.1.5a")
def test_who_says_not_now_is_left_alone_until_the_next_marker() -> None:
    s = drawing("bounteous-harvests", UNITS, hands={"greece": ["ambush"]}, dice=[2], markers={"carthage": 1})
    play(s, "not-now")
    assert s.stack[-1].name == "activation", "no window of the Operations Segment either"
    play(s, "pass", "pay")
    while s.stack[-1].name == "card-segment":
        play(s, "done")
    assert actor(s) == "greece"


@pytest.mark.rule("PR-17.1.5a")
def test_who_does_not_want_to_be_asked_for_a_card_says_so_and_may_take_it_back() -> None:
    s = drawing("bounteous-harvests", UNITS, hands={"greece": ["ambush"]}, dice=[2])
    play(s, "do-not-ask:deus-ex-machina")
    assert s.prompt(s.actors()[0]).key == "ask.window"
    greece = choosing(UNITS, {"greece": ["ambush"]}, active="greece")
    greece.silent[0] = 1 << CARD_NAMES.index("deus-ex-machina")
    put(greece, "greece", "galley-tech-corvus")
    assert "ask-again:deus-ex-machina" in choices(greece)
    play(greece, "ask-again:deus-ex-machina")
    assert greece.silent[0] == 0


@pytest.mark.rule("PR-17.1.5a", "PR-17.2-DEUS-EX-MACHINA")
def test_a_card_that_only_answers_is_not_played_by_itself() -> None:
    s = choosing(UNITS, {"rome": ["deus-ex-machina"]})
    assert refused(s, "rome", "play:deus-ex-machina") == "PR-17.2-DEUS-EX-MACHINA"
    assert hand(s, "rome") == ["deus-ex-machina"]

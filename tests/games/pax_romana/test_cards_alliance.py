"""Chapters 4.2 and 17.2: ALLIANCE, talks between two players, and cards that change hands in them."""

from __future__ import annotations

import random

import pytest

from games.pax_romana.card_tools import choosing, hand, names, seen
from games.pax_romana.helpers import actor, at, choices, play, refused
from ludi.games.pax_romana import PaxRomanaState
from ludi.games.pax_romana.ch04_diplomacy.meeting import Meeting


def talking(units: object = None, hands: dict[str, list[str]] | None = None, **facts: object) -> PaxRomanaState:
    """Carthage has opened talks with Greece."""
    held = {"carthage": ["alliance", *(hands or {}).pop("carthage", [])], **(hands or {})}
    s = choosing(units, held, active="carthage", **facts)  # type: ignore[arg-type]
    play(s, "play:alliance")
    while s.stack[-1].name == "window":
        play(s, "pass")
    return play(s, "invite:greece")


@pytest.mark.rule("PR-4.2", "PR-17.2-ALLIANCE")
def test_talks_are_opened_with_exactly_one_other_player() -> None:
    s = choosing({}, {"carthage": ["alliance"]}, active="carthage")
    play(s, "play:alliance")
    assert choices(s) == ["invite:greece", "invite:east", "invite:rome"]
    play(s, "invite:greece")
    meeting = s.stack[-1]
    assert isinstance(meeting, Meeting)
    assert meeting.table() == [s.box.powers.index("carthage"), s.box.powers.index("greece")]
    assert s.why_not(s.actors()[0], "invite:rome") is not None
    assert names(s.discards) == [], "it is laid aside when the talks are over"
    play(s, "done", "done")
    assert names(s.discards) == ["alliance"]
    assert s.stack[-1].name == "activation"


@pytest.mark.rule("PR-4.2")
def test_what_is_agreed_in_talks_holds() -> None:
    s = talking({"carthage": {"utica": {"galley": 1}}})
    play(s, "give-galley:utica", "ask-talents:3", "propose")
    assert actor(s) == "greece"
    play(s, "accept")
    assert at(s, "greece", "utica") == {"galley": 1}
    assert s.treasury[s.box.powers.index("carthage")] == 13
    assert s.allies[s.box.powers.index("carthage")] == 1 << s.box.powers.index("greece")


@pytest.mark.rule("PR-4.2")
def test_bribery_needs_no_card() -> None:
    units = {"carthage": {"capua": {"heavy": 3}}, "rome": {"roma": {"legion": 3}}}
    s = choosing(units, active="rome", dice=[6])
    play(s, "expand", "major:roma", "take-all")
    play(s, "march:capua", bribes=True)
    assert s.stack[-1].name == "bribe"


@pytest.mark.rule("PR-4.3.1c", "PR-4.3.2b")
def test_cards_are_given_and_exchanged_at_once() -> None:
    s = talking(hands={"carthage": ["spies"], "greece": ["ambush"]})
    assert "give-card:spies" in choices(s)
    assert "give-card:traitor" not in choices(s), "he does not hold it"
    play(s, "give-card:spies", "ask-card:ambush", "propose", "accept")
    assert hand(s, "carthage") == ["ambush"]
    assert hand(s, "greece") == ["spies"]
    assert seen(s, "greece", "rome") == ["spies"], "agreements are told to the whole table"
    assert seen(s, "carthage", "rome") == ["ambush"]


@pytest.mark.rule("PR-4.3.2b")
def test_a_card_that_is_not_held_cannot_be_promised() -> None:
    s = talking(hands={"greece": ["ambush"]})
    assert {"ask-card:ambush", "ask-card:traitor"} <= {*choices(s)}, "what he holds is not known"
    play(s, "ask-card:traitor", "propose")
    assert choices(s) == ["reject", "counter"]
    assert refused(s, "greece", "accept") == "PR-4.3.2b"


@pytest.mark.rule("PR-4.3.1c")
def test_cards_that_may_not_be_held_or_lie_open_are_not_asked_for() -> None:
    s = talking(hands={"greece": ["ambush"]}, discards=["traitor"])
    assert "ask-card:pirates" not in choices(s)
    assert "ask-card:traitor" not in choices(s)
    play(s, "ask-card:spies")
    assert not any(word.startswith("ask-card") for word in choices(s)), "he holds one card only"


@pytest.mark.rule("PR-4.3.1c")
def test_what_may_be_asked_does_not_tell_what_is_held() -> None:
    asked = [
        [word for word in choices(talking(hands={"greece": held})) if word.startswith("ask-card")]
        for held in (["ambush", "spies"], ["traitor", "mercenaries"])
    ]
    assert asked[0] == asked[1]


@pytest.mark.rule("PR-17.1.4a")
def test_who_gets_a_fourth_card_discards_one() -> None:
    s = talking(hands={"carthage": ["spies"], "greece": ["ambush", "traitor", "mercenaries"]})
    play(s, "give-card:spies", "propose", "accept")
    assert actor(s) == "greece"
    assert choices(s) == [f"discard-card:{word}" for word in ("ambush", "mercenaries", "spies", "traitor")]
    play(s, "discard-card:traitor")
    assert hand(s, "greece") == ["ambush", "mercenaries", "spies"]
    assert s.stack[-1].name == "meeting"


@pytest.mark.rule("PR-4.3.1c")
def test_an_offered_card_is_known_to_every_imagined_position() -> None:
    s = talking(hands={"carthage": ["spies"], "greece": ["ambush"]})
    play(s, "give-card:spies", "propose")
    for power in ("rome", "east", "greece"):
        seat = s.box.seat_of[s.box.powers.index(power)]
        assert hand(s.veil(seat).unveil(seat, random.Random(4)), "carthage") == ["spies"]


@pytest.mark.rule("PR-4.3.1c", "PR-12.2.6b")
def test_mercenaries_of_each_kind_change_their_master_but_not_for_rome() -> None:
    army = {"light-mercenary": 2, "mercenary-cavalry": 1, "mercenary": 1, "heavy": 1}
    s = talking({"carthage": {"utica": army}})
    terms = ("give-light:utica", "give-light:utica", "give-riders:utica", "give-mercenary:utica")
    play(s, *terms, "propose", "accept")
    assert at(s, "greece", "utica") == {"mercenary": 1, "light-mercenary": 2, "mercenary-cavalry": 1}
    assert at(s, "carthage", "utica") == {"heavy": 1}
    held = {"carthage": ["alliance"]}
    rome = choosing({"carthage": {"utica": army}}, held, active="carthage")
    play(rome, "play:alliance", "invite:rome")
    assert not {"give-light:utica", "give-riders:utica", "give-mercenary:utica"} & {*choices(rome)}

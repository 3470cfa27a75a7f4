"""Chapters 12.2.3, 17.1.6 and 17.2: Mercenaries of the Advanced Game."""

from __future__ import annotations

import pytest

from games.pax_romana.card_tools import cards, choosing, drawing, hand, names
from games.pax_romana.helpers import actor, at, choices, play, refused, talents
from ludi.games.pax_romana import PaxRomanaState, position
from ludi.games.pax_romana.ch03_sequence.turn import removal
from ludi.games.pax_romana.ch06_treasury.maintenance import heavy_units
from ludi.games.pax_romana.ch10_battle.sums import Field
from ludi.games.pax_romana.world.pieces import pack

ARMY = {"carthage": {"utica": {"heavy": 1}, "carthago": {"light": 1}}, "greece": {"sparta": {"heavy": 1}}}


def hiring(units: object = None, power: str = "carthage", card: str = "mercenaries", **facts: object) -> PaxRomanaState:
    """A Power has played a card for Mercenaries."""
    s = choosing(units or ARMY, {power: [card]}, active=power, **facts)  # type: ignore[arg-type]
    return play(s, f"play:{card}" if card == "mercenaries" else f"hire-for:{card}")


@pytest.mark.rule("PR-12.2.3a", "PR-12.2.3b", "PR-17.2-MERCENARIES")
@pytest.mark.parametrize(
    ("word", "units"),
    [
        ("hire-light:utica", {"light-mercenary": 2}),
        ("hire-cavalry:utica", {"mercenary-cavalry": 1}),
        ("hire-heavy:utica", {"mercenary": 1}),
    ],
)
def test_two_talents_buy_one_of_three_kinds(word: str, units: dict[str, int]) -> None:
    s = hiring()
    assert sorted(choices(s)) == sorted(
        f"hire-{kind}:{space}" for kind in ("light", "cavalry", "heavy") for space in ("utica", "carthago")
    )
    play(s, word)
    assert at(s, "carthage", "utica") == {"heavy": 1, **units}
    assert talents(s, "carthage") == 8
    assert names(s.discards) == ["mercenaries"]
    assert s.stack[-1].name == "activation"
    assert "expand" in choices(s), "it is no Operation"


@pytest.mark.rule("PR-12.2.3b", "PR-17.2-MERCENARIES")
def test_with_less_than_two_talents_nobody_comes() -> None:
    s = choosing(ARMY, {"carthage": ["mercenaries"]}, active="carthage", treasury={"carthage": 1})
    assert refused(s, "carthage", "play:mercenaries") == "PR-12.2.3b"


@pytest.mark.rule("PR-12.2.3a", "PR-17.2-MERCENARIES", "PR-12.2.1b")
def test_rome_hires_nobody() -> None:
    s = choosing({"rome": {"roma": {"legion": 1}}}, {"rome": ["mercenaries", "spies"]})
    assert refused(s, "rome", "play:mercenaries") == "PR-12.2.1b"
    assert "discard-card:mercenaries" in choices(s), "No Event"
    assert refused(s, "rome", "hire-for:spies") == "PR-17.1.6"


@pytest.mark.rule("PR-12.2.3a")
def test_greece_and_the_east_need_the_card_itself() -> None:
    s = hiring(power="greece")
    assert "hire-heavy:sparta" in choices(s)
    s = choosing(ARMY, {"greece": ["spies"]}, active="greece")
    assert refused(s, "greece", "hire-for:spies") == "PR-17.1.6"


@pytest.mark.rule("PR-12.2.3a")
def test_mercenaries_are_hired_in_no_other_way() -> None:
    s = choosing(ARMY, active="carthage")
    play(s, "expand")
    assert not any(word.startswith("hire") for word in choices(s))
    assert refused(s, "carthage", "hire:utica") == "PR-12.2.3a"
    phase = position({"scenario": "VI"}, units=ARMY, phase="E", operation="phase", treasury={"carthage": 9})
    assert s.unspell("hire:utica") not in phase.legal(phase.box.seat_of[phase.box.powers.index("carthage")])


@pytest.mark.rule("PR-17.1.6", "PR-12.2.3a")
def test_carthage_hires_for_any_card_and_its_event_is_ignored() -> None:
    s = hiring(card="galley-tech-corvus")
    play(s, "hire-light:utica", "hire-light:utica")
    assert at(s, "carthage", "utica") == {"heavy": 1, "light-mercenary": 2}
    assert s.galley_technology == 0
    assert (names(s.discards), s.used_up) == (["galley-tech-corvus"], []), "discarded, not out of the game"
    answer = hiring(card="deus-ex-machina")
    assert "hire-heavy:utica" in choices(answer), "cards that only answer too"


@pytest.mark.rule("PR-17.1.6", "PR-12.2.3a")
def test_carthage_hires_in_its_card_segment_and_in_those_of_others_but_not_for_a_card_played_when_drawn() -> None:
    s = drawing("spies", ARMY, active="carthage")
    assert "hire-for:spies" in choices(s)
    s = drawing("revenues-and-stability", ARMY, active="carthage")
    assert hand(s, "carthage") == []
    assert not any(word.startswith("hire-for") for word in choices(s))
    s = drawing("revenues-and-stability", ARMY, hands={"carthage": ["spies"]})
    while actor(s) != "carthage" or "hire-for:spies" not in choices(s):
        play(s, "pass")
    play(s, "hire-for:spies", "hire-light:carthago", "hire-light:carthago")
    assert at(s, "carthage", "carthago") == {"light": 1, "light-mercenary": 2}


@pytest.mark.rule("PR-12.2.4", "PR-17.1.6", "PR-12.2.3b")
def test_two_who_are_hired_for_another_card_may_be_split_up() -> None:
    s = hiring(card="spies")
    play(s, "hire-light:utica")
    assert talents(s, "carthage") == 8
    assert set(choices(s)) == {"hire-light:utica", "hire-light:carthago"}
    assert refused(s, "carthage", "hire-light:roma") == "PR-12.2.4"
    play(s, "hire-light:carthago")
    assert at(s, "carthage", "utica") == {"heavy": 1, "light-mercenary": 1}
    assert at(s, "carthage", "carthago") == {"light": 1, "light-mercenary": 1}
    assert talents(s, "carthage") == 8
    assert s.stack[-1].name == "activation"
    alone = hiring({"carthage": {"utica": {"heavy": 1}}}, card="spies")
    play(alone, "hire-light:utica")
    assert at(alone, "carthage", "utica") == {"heavy": 1, "light-mercenary": 2}, "there is only one place"
    whole = play(hiring(), "hire-light:utica")
    assert at(whole, "carthage", "utica") == {"heavy": 1, "light-mercenary": 2}, "MERCENARIES brings all to one place"


@pytest.mark.rule("PR-17.1.6")
def test_a_card_for_mercenaries_may_be_cancelled() -> None:
    s = choosing(ARMY, {"carthage": ["spies"], "rome": ["deus-ex-machina"]}, active="carthage")
    play(s, "hire-for:spies", "play:deus-ex-machina")
    assert s.stack[-1].name == "activation"
    assert talents(s, "carthage") == 10


@pytest.mark.rule("PR-12.2.4", "PR-17.2-MERCENARIES")
def test_mercenaries_by_a_card_join_units_wherever_they_are_in_one_place() -> None:
    s = hiring({"carthage": {"roma": {"heavy": 1}}})
    assert {word.partition(":")[2] for word in choices(s)} == {"roma"}, "whether or not the Province is Controlled"
    play(s, "hire-light:roma")
    assert at(s, "carthage", "roma") == {"heavy": 1, "light-mercenary": 2}


@pytest.mark.rule("PR-12.2.6a", "PR-12.2.6b", "PR-12.2.1a", "PR-17.2-MERCENARIES", "PR-3.2-Cc")
def test_the_removal_phase_takes_the_foot_and_makes_the_riders_regular() -> None:
    army = {"mercenary": 1, "light-mercenary": 2, "mercenary-cavalry": 2, "heavy": 1}
    s = cards({"carthage": {"messana": army}})
    removal(s)
    assert at(s, "carthage", "messana") == {"heavy": 1, "cavalry": 2}


@pytest.mark.rule("PR-12.2.5a", "PR-12.1.7")
def test_no_garrisons_are_made_of_hired_men() -> None:
    army = {"light-mercenary": 2, "mercenary-cavalry": 1}
    s = choosing({"carthage": {"utica": army}}, active="carthage", dice=[6])
    play(s, "expand", "major:utica", "take-all")
    assert not any(word.startswith("break") for word in choices(s))


@pytest.mark.rule("PR-12.2.5b")
def test_hired_men_control_spaces() -> None:
    s = cards({"carthage": {"messana": {"light-mercenary": 1}, "syracuse": {"mercenary-cavalry": 1}}})
    atlas = s.box.atlas
    assert s.holder(atlas.index["messana"]) == s.holder(atlas.index["syracuse"]) == s.box.powers.index("carthage")


@pytest.mark.rule("PR-12.2.5c")
def test_only_heavy_mercenaries_count_for_the_maximum() -> None:
    s = cards({"carthage": {"utica": {"mercenary": 1, "light-mercenary": 2, "mercenary-cavalry": 1}}})
    assert heavy_units(s, s.box.powers.index("carthage")) == 1


@pytest.mark.rule("PR-12.2.5b", "PR-12.2.1a")
def test_hired_men_fight_as_what_they_are() -> None:
    mine, theirs = pack({"light-mercenary": 3, "mercenary-cavalry": 2}), pack({"light": 4})
    field = Field(mine, theirs, 0, False, False, 0, 0)
    assert field.points() == (5, 4)
    assert field.cavalry() == (3, 0), "two against none"
    mountains = Field(mine, theirs, 0, True, False, 0, 0)
    assert mountains.points() == (3, 4)


@pytest.mark.rule("PR-12.2.3b")
def test_heavy_mercenaries_are_never_reduced() -> None:
    losses = {"losses": {"side": "carthage", "space": "utica", "points": 1}}
    units = {"carthage": {"utica": {"mercenary": 2, "heavy": 1}}}
    s = cards(units, active="carthage", under_way=losses)
    play(s, "lose:mercenary")
    assert at(s, "carthage", "utica") == {"mercenary": 1, "heavy": 1}

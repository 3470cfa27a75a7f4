"""Chapter 17.2: the cards that are played when they are drawn."""

from __future__ import annotations

from collections import Counter

import pytest

from games.pax_romana.card_tools import cards, drawing, hand, names, put
from games.pax_romana.helpers import actor, at, choices, city, node, play, refused, stability, talents
from ludi.core import Event
from ludi.games.pax_romana import PaxRomanaState, position
from ludi.games.pax_romana.ch17_cards.civil_war import CivilWar
from ludi.games.pax_romana.world.counters import is_revealed, letter_of
from ludi.games.pax_romana.world.words import LETTERS


def letters(s: PaxRomanaState, power: str) -> list[str]:
    return [LETTERS[letter_of(marker)] for marker in s.objectives[s.box.powers.index(power)]]


def leader(s: PaxRomanaState, power: str, elite: bool, nth: int = 0) -> str:
    """The word of a leader of a Power."""
    number = s.box.powers.index(power)
    found = [each.word for each in s.box.leaders if each.side == number and each.elite == elite]
    return found[nth]


# BOUNTEOUS HARVESTS, FAMINE AND DROUGHT


@pytest.mark.rule("PR-17.2-BOUNTEOUS-HARVESTS")
def test_bounteous_harvests() -> None:
    s = drawing("bounteous-harvests", dice=[2])
    assert (stability(s, "carthage"), stability(s, "rome")) == (1, 0)
    nobody = drawing("bounteous-harvests", dice=[5])
    assert nobody.stability == [0, 0, 0, 0], "nobody Controls Asia Minor"
    assert names(s.discards) == ["bounteous-harvests"]


@pytest.mark.rule("PR-17.2-FAMINE-AND-DROUGHT")
def test_famine_and_drought() -> None:
    s = drawing("famine-and-drought", dice=[3])
    assert (stability(s, "greece"), stability(s, "rome")) == (-1, 0)
    nobody = drawing("famine-and-drought", dice=[6])
    assert nobody.stability == [0, 0, 0, 0]


@pytest.mark.rule("PR-17.2-BOUNTEOUS-HARVESTS", "PR-17.2-FAMINE-AND-DROUGHT")
@pytest.mark.parametrize("title", ["bounteous-harvests", "famine-and-drought"])
def test_harvests_and_famines_pass_by_a_war_far_from_the_territories_of_the_table(title: str) -> None:
    """In IX no Territory of the Harvest Table is played: nobody Controls one, and no die is rolled for ever."""
    options = {"scenario": "IX", "format": "advanced"}
    powers = position(options).box.powers
    treasury = dict.fromkeys(powers, 10)
    s = drawing(title, options=options, active=powers[0], treasury=treasury, markers={powers[0]: 1}, dice=[])
    assert not any(s.stability)
    assert names(s.discards) == [title]


# REVENUES AND STABILITY


@pytest.mark.rule("PR-17.2-REVENUES-AND-STABILITY")
@pytest.mark.parametrize(("before", "change"), [(3, -1), (4, 0), (13, 0), (14, 1)])
def test_revenues_concern_the_player_who_drew_them(before: int, change: int) -> None:
    """The marker has cost 1T when the card is drawn."""
    s = drawing("revenues-and-stability", treasury={"rome": before, "carthage": 0, "greece": 20})
    assert stability(s, "rome") == change
    assert (stability(s, "carthage"), stability(s, "greece")) == (0, 0)


# DISEASE


@pytest.mark.rule("PR-17.2-DISEASE")
@pytest.mark.parametrize(("die", "dies"), [(4, True), (5, False), (6, False)])
def test_disease_needs_a_die_below_the_campaign_rating(die: int, dies: bool) -> None:
    s = cards()
    known = [each for each in s.box.leaders if each.side == s.box.powers.index("rome") and each.campaign == 5]
    best = known[0].word
    s = drawing("disease", leaders={best: "roma"}, dice=[die])
    assert (s.leader_at[s.box.leader(best)] < 0) is dies


@pytest.mark.rule("PR-17.2-DISEASE")
def test_disease_threatens_the_highest_sum_of_ratings_and_ties_are_chosen() -> None:
    s = cards()
    rome = s.box.powers.index("rome")
    ours = [each for each in s.box.leaders if each.side == rome]
    by_sum: dict[int, list[str]] = {}
    for each in ours:
        by_sum.setdefault(each.tactical + each.campaign, []).append(each.word)
    total, words = max((total, words) for total, words in by_sum.items() if len(words) > 1)
    lesser = next(each.word for each in ours if each.tactical + each.campaign < total)
    s = drawing("disease", leaders={words[0]: "roma", words[1]: "capua", lesser: "capua"}, dice=[1])
    assert sorted(choices(s)) == sorted(f"take-leader:{word}" for word in words[:2])
    play(s, f"take-leader:{words[1]}")
    assert s.leader_at[s.box.leader(words[1])] < 0
    assert s.leader_at[s.box.leader(words[0])] >= 0
    assert s.leader_at[s.box.leader(lesser)] >= 0


# SLAVE REVOLT


@pytest.mark.rule("PR-17.2-SLAVE-REVOLT", "PR-12.7.1a", "PR-12.7.1b")
def test_slaves_rise_against_who_drew_the_card() -> None:
    units = {"rome": {"roma": {"legion": 1}, "capua": {"garrison": 1}, "pisae": {"garrison": 1}}}
    s = drawing("slave-revolt", units, sites={"capua": city("rome")})
    assert stability(s, "rome") == -1
    assert actor(s) == "greece", "the next player in order who is no ally"
    assert "place:roma" not in choices(s), "Land Combat Units are there"
    assert "place:pisae" not in choices(s), "a Garrison occupies it, and no City or Town is there"
    assert "place:ravenna" in choices(s)
    play(s, "place:capua")
    assert at(s, "slaves-3", "capua") == {"barbarian": 2}, "a City without Land Combat Units"
    assert at(s, "rome", "capua") == {}


@pytest.mark.rule("PR-17.2-SLAVE-REVOLT")
def test_a_second_revolt_against_the_same_player_is_no_event() -> None:
    s = drawing("slave-revolt", {"slaves-3": {"capua": {"barbarian": 2}}}, numbers={"slaves_due": 1 << 3})
    assert stability(s, "rome") == 0
    assert s.stack[-1].name == "activation"


@pytest.mark.rule("PR-17.2-SLAVE-REVOLT")
def test_no_slaves_rise_where_land_combat_units_are_everywhere() -> None:
    spaces = [word for number, word in enumerate(cards().box.atlas.ids) if _home(number)]
    s = drawing("slave-revolt", {"rome": {space: {"light": 1} for space in spaces}})
    assert stability(s, "rome") == 0
    assert s.slaves_due == 0


def _home(number: int) -> bool:
    box = cards().box
    return number < box.atlas.spaces and box.home[number] == box.powers.index("rome")


# DIES IRAE


@pytest.mark.rule("PR-17.2-DIES-IRAE")
def test_the_gods_are_mollified_with_two_talents() -> None:
    s = drawing("dies-irae", treasury={"rome": 3})
    assert choices(s) == ["pay", "pass"]
    play(s, "pay")
    assert talents(s, "rome") == 0
    assert "expand" in choices(s)


@pytest.mark.rule("PR-17.2-DIES-IRAE")
def test_or_the_marker_is_lost() -> None:
    s = drawing("dies-irae", treasury={"rome": 2, "carthage": 5}, markers={"carthage": 1})
    assert choices(s) == ["pass"]
    assert refused(s, "rome", "pay") == "PR-17.2-DIES-IRAE"
    play(s, "pass")
    assert actor(s) == "carthage"


@pytest.mark.rule("PR-17.2-DIES-IRAE")
def test_other_cards_may_be_played_though_the_marker_is_lost() -> None:
    s = drawing("dies-irae", hands={"rome": ["galley-tech-corvus"]}, markers={"carthage": 1})
    play(s, "pass", "play:galley-tech-corvus")
    assert names(s.used_up) == ["galley-tech-corvus"]
    assert actor(s) == "carthage"


# CHANGE IN POLITICAL SCENE


@pytest.mark.rule("PR-17.2-CHANGE-IN-POLITICAL-SCENE")
def test_a_change_in_the_political_scene_wipes_the_slate_clean() -> None:
    s = drawing(
        "change-in-political-scene",
        hands={"rome": ["spies", "traitor"], "greece": ["ambush"]},
        objectives=[[], [], [], ["A", "B"]],
        dice=[1, 1, 1, 1],
    )
    play(s, "pass")
    assert (hand(s, "rome"), hand(s, "greece")) == ([], ["ambush"])
    assert {"spies", "traitor"} <= {*names(s.deck)}
    assert stability(s, "rome") == 2
    play(s, "keep")
    assert len(letters(s, "rome")) == 2
    everywhere = Counter(letters(s, "rome")) + Counter(LETTERS[each] for each in s.objective_pool)
    assert everywhere == Counter(LETTERS[each] for each in s.box.objective_markers)


@pytest.mark.rule("PR-17.2-CHANGE-IN-POLITICAL-SCENE")
def test_the_old_objectives_lie_in_the_pool_when_new_ones_are_drawn() -> None:
    s = drawing("change-in-political-scene", objectives=[[], [], [], ["A"]], dice=[1])
    pool = [LETTERS[each] for each in cards(objectives=[[], [], [], ["A"]]).objective_pool] + ["A"]
    left = Counter(pool) - Counter(letters(s, "rome"))
    assert Counter(LETTERS[each] for each in s.objective_pool) == left


# CHANGE IN FOREIGN POLICY


@pytest.mark.rule("PR-17.2-CHANGE-IN-FOREIGN-POLICY")
def test_a_player_draws_an_objective_and_gives_another_one_back() -> None:
    s = drawing("change-in-foreign-policy", objectives=[["A", "B"], [], [], []], dice=[1, 2])
    assert choices(s) == ["against:greece", "against:east", "against:carthage", "against:rome"]
    play(s, "against:greece")
    assert actor(s) == "greece", "a duplicate could be put back"
    drawn = letters(s, "greece")[-1]
    play(s, "keep")
    assert letters(s, "greece") == ["A", drawn], "the die took the second of the older ones"
    assert LETTERS.index("B") in s.objective_pool


@pytest.mark.rule("PR-17.2-CHANGE-IN-FOREIGN-POLICY")
def test_who_has_no_other_objective_keeps_the_one_drawn() -> None:
    s = drawing("change-in-foreign-policy", dice=[1])
    play(s, "against:rome")
    assert len(letters(s, "rome")) == 1


# CONSPIRACY


@pytest.mark.rule("PR-17.2-CONSPIRACY")
def test_a_conspirator_is_found() -> None:
    blank = cards()
    plain, elite = leader(blank, "carthage", False), leader(blank, "carthage", True)
    own = leader(blank, "rome", False)
    units = {"soldier-of-fortune": {"utica": {"heavy": 1}}}
    s = drawing(
        "conspiracy",
        units,
        soldier_of_fortune="carthage",
        leaders={plain: "carthago", elite: "carthago", own: "roma", "soldier-of-fortune": "utica"},
    )
    assert choices(s) == [f"take-leader:{plain}"], "no Elite, no Soldier of Fortune, none of his own"
    assert refused(s, "rome", f"take-leader:{elite}") == "PR-17.2-CONSPIRACY"
    play(s, f"take-leader:{plain}")
    assert s.leader_at[s.box.leader(plain)] < 0
    assert (stability(s, "carthage"), stability(s, "rome")) == (-1, 0)


@pytest.mark.rule("PR-17.2-CONSPIRACY")
def test_without_a_conspirator_nothing_happens() -> None:
    s = drawing("conspiracy", leaders={leader(cards(), "carthage", True): "carthago"})
    assert stability(s, "carthage") == 0
    assert s.stack[-1].name == "activation"


# STABILITY CHECK


@pytest.mark.rule("PR-17.2-STABILITY-CHECK", "PR-17.2-STABILITY-CHECKb")
def test_a_check_is_turned_on_any_player_up_to_three() -> None:
    levels = {"greece": 4, "east": 3, "carthage": 8, "rome": 2}
    s = drawing("stability-check", stability=levels)
    assert choices(s) == ["against:east", "against:rome"]
    play(s, "against:east")
    assert actor(s) == "east"
    assert choices(s) == ["bid:0", "bid:1", "bid:2"]
    play(s, "bid:1")
    assert (talents(s, "east"), stability(s, "east")) == (9, 2)


@pytest.mark.rule("PR-17.2-STABILITY-CHECKb")
def test_who_lacks_the_talents_loses_stability() -> None:
    s = drawing("stability-check", stability={"greece": 5, "east": 0, "carthage": 5, "rome": 5}, treasury={"rome": 5})
    play(s, "against:east")
    assert choices(s) == ["bid:0"]
    play(s, "bid:0")
    assert stability(s, "east") == -2


@pytest.mark.rule("PR-17.2-STABILITY-CHECK")
def test_a_check_that_fits_nobody_but_the_drawer_hits_him() -> None:
    s = drawing("stability-check", stability={"greece": 4, "east": 4, "carthage": 4, "rome": 3})
    assert actor(s) == "rome"
    assert choices(s) == ["bid:0", "bid:1", "bid:2"]


@pytest.mark.rule("PR-17.2-STABILITY-CHECK")
def test_a_check_that_fits_nobody_costs_the_drawer_one() -> None:
    s = drawing("stability-check", stability={"greece": 4, "east": 4, "carthage": 4, "rome": 4})
    assert stability(s, "rome") == 3


def in_disorder(units: dict[str, dict[str, dict[str, int]]]) -> PaxRomanaState:
    levels = {"greece": 4, "east": 4, "carthage": 4, "rome": -1}
    return drawing("stability-check", units, stability=levels, markers={"carthage": 1}, dice=[5, 5, 5, 5])


@pytest.mark.rule("PR-17.2-STABILITY-CHECKc")
def test_disorder_wants_three_points_marched_to_a_capital_now() -> None:
    units = {"rome": {"capua": {"legion": 1}, "pisae": {"garrison": 1}, "roma": {"light": 1}}}
    s = in_disorder(units)
    play(s, "expand", "major:capua", "take-all", "march:roma", "halt")
    while s.stack[-1].name == "expansion":
        play(s, "done")
    assert stability(s, "rome") == -1
    assert at(s, "rome", "pisae") == {"garrison": 1}


@pytest.mark.rule("PR-17.2-STABILITY-CHECKc")
def test_who_does_not_march_loses_stability_and_all_garrisons() -> None:
    s = in_disorder({"rome": {"roma": {"legion": 2}, "pisae": {"garrison": 1}, "capua": {"garrison": 2}}})
    told: list[Event] = []
    s.listener = told.append
    play(s, "pass")
    assert stability(s, "rome") == -2
    assert at(s, "rome", "pisae") == at(s, "rome", "capua") == {}
    assert {event.rule for event in told if event.kind in ("desertion", "stability")} == {"PR-17.2-STABILITY-CHECKc"}


@pytest.mark.rule("PR-17.2-STABILITY-CHECKc")
def test_disorder_of_another_waits_for_his_next_activation() -> None:
    levels = {"greece": 4, "east": 4, "carthage": -4, "rome": 4}
    units = {"carthage": {"utica": {"garrison": 1}}}
    s = drawing("stability-check", units, stability=levels, markers={"carthage": 1})
    play(s, "against:carthage", "pass")
    assert (actor(s), stability(s, "carthage")) == ("carthage", -4)
    play(s, "pass")
    assert stability(s, "carthage") == -5
    assert at(s, "carthage", "utica") == {}


def in_civil_war(units: dict[str, dict[str, dict[str, int]]], dice: list[int], **facts: object) -> PaxRomanaState:
    levels = {"greece": 4, "east": 4, "carthage": 4, "rome": -5}
    facts.setdefault("markers", {"carthage": 1})
    return drawing("stability-check", units, stability=levels, dice=dice, **facts)


@pytest.mark.rule("PR-17.2-STABILITY-CHECKd", "PR-17.2-STABILITY-CHECKe")
def test_civil_war_takes_the_current_marker_and_half_of_the_units() -> None:
    word = leader(cards(), "rome", False)
    units = {"rome": {"roma": {"legion": 2, "light": 3, "galley": 3}}}
    s = in_civil_war(units, [1], leaders={word: "roma"})
    assert actor(s) == "rome"
    assert sorted(choices(s)) == ["lose:legion", "lose:light"]
    play(s, "lose:light", "lose:light", "lose:legion")
    assert at(s, "rome", "roma") == {"legion": 1, "light": 1, "galley": 1}, "3 of 5 Land Units, 2 of 3 Squadrons"
    assert stability(s, "rome") == -1
    ours = [n for n, where in enumerate(s.leader_at) if where >= 0 and s.box.leaders[n].side == 3]
    assert [s.leader_at[n] for n in ours] == [node("roma")], "one leader, in the Capital"
    assert actor(s) == "carthage", "the marker is used up"


@pytest.mark.rule("PR-17.2-STABILITY-CHECKd")
def test_in_civil_war_the_owner_names_the_squadrons_too() -> None:
    rome = cards().box.powers.index("rome")
    units = {"rome": {"tarentum": {"light": 1, "galley": 1, "pergamene-galley": 1}}}
    s = in_civil_war(units, [1], numbers={"pergamum_ally": rome})
    assert sorted(choices(s)) == ["lose:galley", "lose:pergamene-galley"], "its only Land Unit is gone"
    play(s, "lose:galley")
    assert at(s, "rome", "tarentum") == {"pergamene-galley": 1}


@pytest.mark.rule("PR-17.2-STABILITY-CHECKe")
def test_who_has_two_capitals_chooses_where_the_new_leader_begins() -> None:
    levels = {"greece": -5, "east": 4, "carthage": 4, "rome": 4}
    units = {"greece": {"sparta": {"heavy": 1}}}
    s = drawing("stability-check", units, stability=levels, active="greece", markers={"carthage": 1}, dice=[2])
    capitals = [s.box.atlas.ids[each] for each in s.box.capitals[0]]
    assert len(capitals) > 1
    assert sorted(choices(s)) == sorted(f"place:{capital}" for capital in capitals)
    play(s, f"place:{capitals[1]}")
    assert [where for n, where in enumerate(s.leader_at) if where >= 0 and s.box.leaders[n].side == 0] == [
        node(capitals[1])
    ]
    assert stability(s, "greece") == -1


@pytest.mark.rule("PR-17.2-STABILITY-CHECKd")
def test_an_even_die_spares_a_space() -> None:
    s = in_civil_war({"rome": {"roma": {"legion": 2}, "capua": {"legion": 1}}}, [2, 4])
    assert at(s, "rome", "roma") == {"legion": 2}
    assert at(s, "rome", "capua") == {"legion": 1}
    assert stability(s, "rome") == -1


@pytest.mark.rule("PR-17.2-STABILITY-CHECKd")
def test_a_vacated_space_gets_a_garrison() -> None:
    units = {"rome": {"roma": {"legion": 1}, "tarentum": {"galley": 1}, "capua": {"elephant": 1, "light": 1}}}
    s = in_civil_war(units, [1, 1, 1])
    while s.stack[-1].name == "civil-war":
        play(s, "lose:light")
    assert at(s, "rome", "roma") == at(s, "rome", "tarentum") == at(s, "rome", "capua") == {"garrison": 1}


@pytest.mark.rule("PR-17.2-STABILITY-CHECKd")
def test_civil_war_of_another_takes_his_next_marker() -> None:
    levels = {"greece": 4, "east": 4, "carthage": -6, "rome": 4}
    units = {"carthage": {"utica": {"light": 2}}}
    s = drawing("stability-check", units, stability=levels, markers={"carthage": 1, "rome": 1}, dice=[1])
    play(s, "against:carthage")
    assert at(s, "carthage", "utica") == {"light": 2}, "not yet"
    before = talents(s, "carthage")
    play(s, "pass")
    assert at(s, "carthage", "utica") == {"light": 1}
    assert stability(s, "carthage") == -1
    assert talents(s, "carthage") == before
    assert not any(isinstance(each, CivilWar) for each in s.stack)


# LOCAL INSURRECTION


@pytest.mark.rule("PR-17.2-LOCAL-INSURRECTION")
def test_any_garrison_is_removed_by_an_insurrection() -> None:
    s = drawing("local-insurrection", {"rome": {"capua": {"garrison": 1}}, "carthage": {"utica": {"garrison": 2}}})
    assert sorted(choices(s)) == ["place:capua", "place:utica"], "own ones too"
    play(s, "place:utica")
    assert at(s, "carthage", "utica") == {"garrison": 1}


@pytest.mark.rule("PR-17.2-LOCAL-INSURRECTION")
def test_an_insurrection_without_garrisons_is_no_event() -> None:
    s = drawing("local-insurrection", {"rome": {"capua": {"legion": 1}}})
    assert s.stack[-1].name == "activation"
    assert at(s, "rome", "capua") == {"legion": 1}


# TRIBAL RESURGENCE


@pytest.mark.rule("PR-17.2-TRIBAL-RESURGENCE")
def test_two_tribes_rise_unseen() -> None:
    s = drawing("tribal-resurgence", dice=[1, 1])
    pool = len(s.tribe_pool)
    first = choices(s)[0]
    play(s, first)
    assert first not in choices(s), "one Counter a Space"
    play(s, choices(s)[0])
    assert len(s.tribes) == 2
    assert len(s.tribe_pool) == pool - 2
    assert not any(is_revealed(value) for value in s.tribes.values())
    assert all(value is None for value in s.view(0)["tribes"].values())
    assert s.stack[-1].name == "activation"


@pytest.mark.rule("PR-17.2-TRIBAL-RESURGENCE")
def test_tribes_rise_only_where_a_tribal_space_is_free() -> None:
    empty = [word.removeprefix("place:") for word in choices(drawing("tribal-resurgence"))]
    all_but_one = {"rome": {space: {"light": 1} for space in empty[:-1]}}
    s = drawing("tribal-resurgence", all_but_one, dice=[1])
    assert choices(s) == [f"place:{empty[-1]}"]
    play(s, choices(s)[0])
    assert len(s.tribes) == 1
    none = drawing("tribal-resurgence", {"rome": {space: {"light": 1} for space in empty}})
    assert none.stack[-1].name == "activation"
    assert not none.tribes


# PIRATES


@pytest.mark.rule("PR-17.2-PIRATES", "PR-12.6.1a", "PR-12.6.1b", "PR-12.6.1c")
def test_the_player_who_drew_the_card_places_pirates() -> None:
    s = drawing("pirates", {"rome": {"tarsus": {"galley": 1}}})
    assert actor(s) == "rome"
    assert "place:tarsus" not in choices(s), "a Galley Squadron is there"
    s = drawing("pirates")
    assert "place:tarsus" in choices(s)
    play(s, "place:tarsus")
    assert s.pirates == [node("tarsus")]


# DEUS EX MACHINA against them


@pytest.mark.rule("PR-17.2-DEUS-EX-MACHINA")
def test_a_drawn_card_may_be_cancelled_before_it_takes_effect() -> None:
    s = drawing("bounteous-harvests", hands={"greece": ["deus-ex-machina"], "rome": ["spies"]})
    assert actor(s) == "greece"
    play(s, "play:deus-ex-machina")
    assert s.stability == [0, 0, 0, 0]
    assert sorted(names(s.discards)) == ["bounteous-harvests", "deus-ex-machina"]


@pytest.mark.rule("PR-17.2-DEUS-EX-MACHINA")
def test_nobody_cancels_his_own_card() -> None:
    s = drawing("bounteous-harvests", hands={"rome": ["deus-ex-machina"]}, dice=[2])
    assert stability(s, "carthage") == 1


@pytest.mark.rule("PR-17.2-DEUS-EX-MACHINA")
def test_a_card_that_would_leave_the_game_is_discarded_when_cancelled() -> None:
    s = put(cards(hands={"greece": ["deus-ex-machina"]}), "rome", "galley-tech-corvus")
    play(s, "play:deus-ex-machina")
    assert s.used_up == []
    assert s.galley_technology == 0
    assert "galley-tech-corvus" in names(s.discards)

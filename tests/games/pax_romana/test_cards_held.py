"""Chapter 17.2: cards that may be held: spies, levies, captains, opportunities."""

from __future__ import annotations

import random

import pytest

from games.pax_romana.card_tools import cards, choosing, hand, names, seen
from games.pax_romana.helpers import at, choices, node, play, refused, script, stability, town
from ludi.core import Event, FastDice
from ludi.games.pax_romana import PaxRomanaState
from ludi.games.pax_romana.ch03_sequence.turn import next_turn, removal
from ludi.games.pax_romana.ch11_naval.fleets import galley_points
from ludi.games.pax_romana.ch17_cards.reach import within_reach
from ludi.games.pax_romana.world.cards import UNKNOWN_CARD, title_of
from ludi.games.pax_romana.world.pieces import NOBODY, SOF


def holding(title: str, units: object = None, **facts: object) -> PaxRomanaState:
    """Rome chooses an Operation and holds this card."""
    hands = {"rome": [title], **facts.pop("hands", {})}  # type: ignore[dict-item]
    return choosing(units, hands, **facts)  # type: ignore[arg-type]


def playing(title: str, units: object = None, **facts: object) -> PaxRomanaState:
    """Rome plays this card, and nobody cancels it."""
    s = play(holding(title, units, **facts), f"play:{title}")
    while s.stack[-1].name == "window":
        play(s, "pass")
    return s


# SPIES


@pytest.mark.rule("PR-17.2-SPIES")
def test_spies_see_a_hand_and_nobody_else_does() -> None:
    s = playing("spies", hands={"carthage": ["ambush", "traitor"], "greece": ["mercenaries"]})
    assert choices(s) == ["against:greece", "against:carthage"], "The East holds nothing"
    told: list[Event] = []
    s.listener = told.append
    play(s, "against:carthage")
    assert seen(s, "carthage", "rome") == ["ambush", "traitor"]
    assert seen(s, "carthage", "greece") == [None, None]
    assert seen(s, "greece", "rome") == [None]
    event = next(each for each in told if each.kind == "spies")
    assert event.seers == (s.box.seat_of[s.box.powers.index("rome")],)
    assert event.secret == {"cards": ["ambush", "traitor"]}
    assert "ambush" not in str(event.facts)


@pytest.mark.rule("PR-17.2-SPIES")
def test_what_spies_saw_stands_in_the_perspective_of_a_bot() -> None:
    s = playing("spies", hands={"carthage": ["ambush", "traitor"]})
    play(s, "against:carthage")
    rome, greece = (s.box.seat_of[s.box.powers.index(power)] for power in ("rome", "greece"))
    carthage = s.box.powers.index("carthage")
    for seed in range(5):
        imagined = s.veil(rome).unveil(rome, random.Random(seed))
        assert hand(imagined, "carthage") == ["ambush", "traitor"]
    others = [tuple(hand(s.veil(greece).unveil(greece, random.Random(seed)), "carthage")) for seed in range(8)]
    assert len({*others}) > 1
    assert all(title_of(card) == UNKNOWN_CARD for card in s.veil(greece).hands[carthage])


@pytest.mark.rule("PR-17.2-SPIES")
def test_a_card_that_comes_later_is_not_known_to_the_spies() -> None:
    s = playing("spies", hands={"carthage": ["ambush"]}, deck=["traitor"], markers={"carthage": 1})
    play(s, "against:carthage", "pass", "pay")
    assert sorted(seen(s, "carthage", "rome"), key=str) == [None, "ambush"]


@pytest.mark.rule("PR-17.2-SPIES")
def test_spies_are_refused_while_nobody_holds_cards() -> None:
    s = holding("spies")
    assert refused(s, "rome", "play:spies") == "PR-17.2-SPIES"


# TRAITOR


@pytest.mark.rule("PR-17.2-TRAITOR")
def test_a_traitor_takes_a_random_card() -> None:
    s = playing("traitor", hands={"carthage": ["ambush", "spies"]})
    told: list[Event] = []
    s.listener = told.append
    play(s, "against:carthage")
    assert sorted(hand(s, "rome") + hand(s, "carthage")) == ["ambush", "spies"]
    assert len(hand(s, "rome")) == 1
    assert seen(s, "rome", "carthage") == hand(s, "rome"), "its former owner knows what is gone"
    assert seen(s, "rome", "greece") == [None]
    event = next(each for each in told if each.kind == "traitor")
    assert event.seers == tuple(s.box.seat_of[s.box.powers.index(power)] for power in ("rome", "carthage"))


@pytest.mark.rule("PR-17.2-TRAITOR")
def test_chance_says_which_card_the_traitor_takes() -> None:
    taken = set()
    for seed in range(12):
        s = playing("traitor", hands={"carthage": ["ambush", "spies"]})
        s.dice = FastDice(random.Random(seed))
        play(s, "against:carthage")
        taken |= {*hand(s, "rome")}
    assert taken == {"ambush", "spies"}


@pytest.mark.rule("PR-17.2-TRAITOR")
def test_who_had_seen_the_hand_cannot_tell_what_the_traitor_took() -> None:
    s = playing("traitor", hands={"carthage": ["ambush@0", "spies@0"]})
    play(s, "against:carthage")
    assert seen(s, "carthage", "greece") == [None]
    assert seen(s, "rome", "greece") == [None]


@pytest.mark.rule("PR-17.2-TRAITOR")
def test_the_traitors_own_master_still_knows_what_he_had_seen() -> None:
    s = playing("traitor", hands={"carthage": ["ambush@3", "spies@3"]})
    play(s, "against:carthage")
    assert seen(s, "carthage", "rome") == hand(s, "carthage")


# DIPLOMATIC MISSION

NEAR = {"rome": {"taurinorum": {"legion": 1}}}


def near_tribes(s: PaxRomanaState, power: str) -> list[str]:
    atlas = s.box.atlas
    found = within_reach(s, s.box.powers.index(power))
    return [atlas.ids[each] for each in sorted(found) if atlas.is_tribal[each]]


@pytest.mark.rule("PR-17.2-DIPLOMATIC-MISSION")
def test_envoys_look_at_two_tribes_in_secret() -> None:
    spaces = near_tribes(cards(NEAR), "rome")
    assert len(spaces) > 2
    s = playing("diplomatic-mission", NEAR, tribes=dict.fromkeys(spaces[:3], 4))
    first, second, third = spaces[:3]
    told: list[Event] = []
    s.listener = told.append
    play(s, f"place:{first}")
    assert f"place:{first}" not in choices(s)
    play(s, f"place:{second}")
    assert s.stack[-1].name == "activation"
    rome, greece = (s.box.seat_of[s.box.powers.index(power)] for power in ("rome", "greece"))
    assert [s.view(rome)["tribes"][space] for space in (first, second, third)] == [4, 4, None]
    assert {*s.view(greece)["tribes"].values()} == {None}
    assert {*s.view(None)["tribes"].values()} == {None}
    assert all(event.seers == (rome,) for event in told if event.kind == "mission")
    known = s.veil(rome).unveil(rome, random.Random(1))
    assert [known.tribes[node(space)] & 15 for space in (first, second)] == [4, 4]
    guesses = {s.veil(greece).unveil(greece, random.Random(n)).tribes[node(first)] & 15 for n in range(12)}
    assert len(guesses) > 1, "nobody else knows"


@pytest.mark.rule("PR-17.2-DIPLOMATIC-MISSION")
def test_envoys_may_look_at_one_tribe_only() -> None:
    spaces = near_tribes(cards(NEAR), "rome")
    s = playing("diplomatic-mission", NEAR, tribes=dict.fromkeys(spaces[:2], 4))
    play(s, f"place:{spaces[0]}", "done")
    assert s.stack[-1].name == "activation"


@pytest.mark.rule("PR-17.2-DIPLOMATIC-MISSION", "PR-17.2-INDEPENDENT-EXPANSION")
def test_four_land_connections_from_own_land_combat_units_are_the_limit() -> None:
    s = cards({"rome": {"roma": {"legion": 1}}})
    atlas = s.box.atlas
    near = {node("roma")}
    for _ in range(4):
        near |= {far for each in near for far, _ in atlas.land[each]}
    assert within_reach(s, 3) == {each for each in near if each < atlas.spaces and s.box.open[each]}
    assert within_reach(cards({"rome": {"roma": {"garrison": 1, "galley": 1}}}), 3) == set(), "Land Combat Units"
    units = {"soldier-of-fortune": {"roma": {"heavy": 1}}}
    assert within_reach(cards(units, soldier_of_fortune="carthage"), 2) == set(), "its own Power's"


@pytest.mark.rule("PR-17.2-DIPLOMATIC-MISSION")
def test_without_a_tribe_in_reach_no_mission_leaves() -> None:
    s = holding("diplomatic-mission", {"rome": {"roma": {"legion": 1}}})
    assert refused(s, "rome", "play:diplomatic-mission") == "PR-17.2-DIPLOMATIC-MISSION"


# INDEPENDENT EXPANSION


@pytest.mark.rule("PR-17.2-INDEPENDENT-EXPANSION")
def test_a_free_garrison_in_an_unoccupied_space_in_reach() -> None:
    units = {"rome": {"messana": {"legion": 1}}, "carthage": {"lilybaeum": {"garrison": 1}}}
    s = playing("independent-expansion", units, sites={"panormus": town("carthage")})
    assert "place:messana" not in choices(s)
    assert "place:lilybaeum" not in choices(s), "a Garrison occupies it"
    assert "place:panormus" not in choices(s), "a Town occupies it"
    assert "place:syracuse" in choices(s)
    assert refused(s, "rome", "place:utica") == "PR-17.2-INDEPENDENT-EXPANSION"
    before = s.treasury[:]
    play(s, "place:syracuse")
    assert at(s, "rome", "syracuse") == {"garrison": 1}
    assert s.treasury == before
    assert s.stack[-1].name == "activation"


@pytest.mark.rule("PR-17.2-INDEPENDENT-EXPANSION")
def test_no_garrison_without_land_combat_units_near() -> None:
    s = holding("independent-expansion", {"rome": {"roma": {"garrison": 1}}})
    assert refused(s, "rome", "play:independent-expansion") == "PR-17.2-INDEPENDENT-EXPANSION"


# GALLEY TECH


@pytest.mark.rule("PR-17.2-GALLEY-TECH-ARTILLERY", "PR-17.2-GALLEY-TECH-CORVUS", "PR-17.2-GALLEY-TECH-HARPAX")
@pytest.mark.parametrize("title", ["galley-tech-artillery", "galley-tech-corvus", "galley-tech-harpax"])
def test_galley_tech_makes_squadrons_stronger_until_the_turn_ends(title: str) -> None:
    s = playing(title, {"rome": {"roma": {"galley": 1}}})
    rome, carthage = s.box.powers.index("rome"), s.box.powers.index("carthage")
    assert (galley_points(s, rome), galley_points(s, carthage)) == (3, 2)
    assert names(s.used_up) == [title], "out of the game"
    script(s, [1, 2, 3, 4])
    next_turn(s)
    assert galley_points(s, rome) == 2


@pytest.mark.rule("PR-17.2-GALLEY-TECH-CORVUS")
@pytest.mark.parametrize(("tech", "beaten"), [(False, False), (True, True)])
def test_galley_tech_counts_against_pirates(tech: bool, beaten: bool) -> None:
    """1d6 and the BP of one Squadron must be 6 or more."""
    units = {"rome": {"lilybaeum": {"galley": 1}}}
    facts = {"pirates": ["ntp-melita"], "markers": {"carthage": 1}}
    s = playing("galley-tech-corvus", units, **facts) if tech else choosing(units, **facts)  # type: ignore[arg-type]
    play(s, "expand", "major:lilybaeum", "take:galley", "go")
    script(s, [3, 2, 2, 2])
    play(s, "sail:ntp-melita")
    assert (s.pirates == []) is beaten


# RAISE THE MILITIA

INVADED = {"carthage": {"tarentum": {"heavy": 1}}, "rome": {"roma": {"legion": 1}}}


@pytest.mark.rule("PR-17.2-RAISE-THE-MILITIA")
@pytest.mark.parametrize(("level", "die", "number"), [(1, 5, 3), (1, 4, 2), (0, 5, 2), (-3, 1, 0), (-4, 6, 0)])
def test_militia_are_raised_by_a_card(level: int, die: int, number: int) -> None:
    """Stability falls first: at 0 it is Unrest then, at -4 Turmoil, in which no Militia come."""
    s = playing("raise-the-militia", INVADED, stability={"rome": level}, dice=[die])
    assert stability(s, "rome") == level - 1
    for _ in range(number):
        assert "levy:tarentum" not in choices(s), "the enemy is there"
        play(s, "levy:capua")
    assert at(s, "rome", "capua") == ({"militia": number} if number else {})
    assert s.stack[-1].name == "activation"
    assert s.treasury[s.box.powers.index("rome")] == 10, "free"


@pytest.mark.rule("PR-17.2-RAISE-THE-MILITIA", "PR-12.3.3c")
def test_militia_by_a_card_need_an_enemy_at_home_and_come_once_an_activation() -> None:
    s = holding("raise-the-militia", {"rome": {"roma": {"legion": 1}}, "carthage": {"messana": {"heavy": 1}}})
    assert refused(s, "rome", "play:raise-the-militia") == "PR-17.2-RAISE-THE-MILITIA"
    barbarians = holding("raise-the-militia", {"western-gauls": {"pisae": {"barbarian": 1}}})
    assert "play:raise-the-militia" in choices(barbarians), "Barbarians count"
    garrison = holding("raise-the-militia", {"carthage": {"tarentum": {"garrison": 1}}})
    assert "play:raise-the-militia" not in choices(garrison), "no Land Combat Unit"
    s = playing("raise-the-militia", INVADED, dice=[1], hands={"rome": ["raise-the-militia", "raise-the-militia"]})
    assert refused(s, "rome", "play:raise-the-militia") == "PR-12.3.3c"


@pytest.mark.rule("PR-17.2-RAISE-THE-MILITIA", "PR-12.3.3d")
def test_militia_by_a_card_leave_in_the_next_removal_phase() -> None:
    s = playing("raise-the-militia", INVADED, stability={"rome": 3}, dice=[5])
    play(s, "levy:capua", "levy:roma", "levy:capua")
    removal(s)
    assert at(s, "rome", "capua") == {}
    assert at(s, "rome", "roma") == {"legion": 1}


# SOLDIER OF FORTUNE, Dictator


@pytest.mark.rule("PR-17.2-SOLDIER-OF-FORTUNE", "PR-12.4.2a", "PR-12.4.3")
def test_a_soldier_of_fortune_comes_by_a_card() -> None:
    s = choosing({"carthage": {"utica": {"light": 1}}}, {"carthage": ["soldier-of-fortune"]}, active="carthage")
    play(s, "play:soldier-of-fortune", "place:carthago")
    assert at(s, "soldier-of-fortune", "carthago") == {"heavy": 4, "light": 2, "cavalry": 1, "elephant": 1}
    assert s.sof_owner == s.box.powers.index("carthage")
    play(s, "expand")
    assert "soldier:carthago" in choices(s)


@pytest.mark.rule("PR-1.4-SOF-PLAYER", "PR-12.4.6")
def test_the_soldiers_player_is_he_whose_card_took_effect_until_the_next_removal() -> None:
    s = choosing({"carthage": {"utica": {"light": 1}}}, {"carthage": ["soldier-of-fortune"]}, active="carthage")
    assert s.sof_owner == NOBODY, "a card in Hand makes nobody his player"
    play(s, "play:soldier-of-fortune")
    assert s.sof_owner == NOBODY, "nor does it before it has taken effect"
    play(s, "place:carthago")
    assert s.player_of(SOF) == s.box.powers.index("carthage")
    removal(s)
    assert s.sof_owner == NOBODY
    assert at(s, "soldier-of-fortune", "carthago") == {}


@pytest.mark.rule("PR-17.2-SOLDIER-OF-FORTUNE")
def test_the_soldier_serves_one_at_a_time() -> None:
    units = {"soldier-of-fortune": {"ambracia": {"heavy": 1}}}
    hands = {"carthage": ["soldier-of-fortune"]}
    s = choosing(units, hands, active="carthage", soldier_of_fortune="greece")
    assert refused(s, "carthage", "play:soldier-of-fortune") == "PR-12.4.2a"


def roman_leaders(s: PaxRomanaState, elite: bool = False) -> list[str]:
    rome = s.box.powers.index("rome")
    return [each.word for each in s.box.leaders if each.side == rome and each.elite == elite and not each.turns]


@pytest.mark.rule("PR-12.4.7b", "PR-12.4.7c", "PR-17.2-SOLDIER-OF-FORTUNE")
def test_rome_names_a_dictator() -> None:
    first, second, *_ = roman_leaders(cards())
    s = playing("soldier-of-fortune", INVADED, leaders={first: "roma", second: "capua"})
    assert choices(s) == [f"take-leader:{first}", f"take-leader:{second}"], "one of his choice is recalled"
    play(s, f"take-leader:{second}")
    assert s.leader_at[s.box.leader(second)] < 0
    drawn = [word.removeprefix("take-leader:") for word in choices(s)]
    assert len(drawn) == 3
    assert first not in drawn
    play(s, f"take-leader:{drawn[2]}")
    assert s.leader_at[s.box.leader(drawn[2])] == node("roma")
    assert all(s.leader_at[s.box.leader(word)] < 0 for word in drawn[:2]), "the others go back"
    assert at(s, "soldier-of-fortune", "roma") == {}, "Rome never gets the Soldier"
    assert s.stack[-1].name == "activation"


@pytest.mark.rule("PR-12.4.7b")
def test_rome_may_keep_the_card_and_needs_an_enemy_army_at_home_to_play_it() -> None:
    word = roman_leaders(cards())[0]
    s = holding("soldier-of-fortune", {"carthage": {"messana": {"heavy": 1}}}, leaders={word: "roma"})
    assert refused(s, "rome", "play:soldier-of-fortune") == "PR-12.4.7b"
    play(s, "pass")
    assert hand(s, "rome") == ["soldier-of-fortune"]


@pytest.mark.rule("PR-12.4.7c")
def test_a_dictator_replaces_a_leader_who_is_on_the_map() -> None:
    s = holding("soldier-of-fortune", INVADED)
    assert refused(s, "rome", "play:soldier-of-fortune") == "PR-12.4.7c"


@pytest.mark.rule("PR-12.4.7c")
def test_a_dictator_begins_elsewhere_if_roma_is_lost() -> None:
    word = roman_leaders(cards())[0]
    units = {"carthage": {"roma": {"heavy": 1}}, "rome": {"capua": {"legion": 1}, "pisae": {"legion": 1}}}
    s = playing("soldier-of-fortune", units, leaders={word: "capua"})
    play(s, f"take-leader:{word}", choices_after(s, word))
    assert choices(s) == ["lead:pisae", "lead:capua"]
    play(s, "lead:capua")
    assert s.stack[-1].name == "activation"


def choices_after(s: PaxRomanaState, word: str) -> str:
    """Somebody else than the one recalled, once three are drawn."""
    twin = s.copy()
    twin.play(twin.actors()[0], twin.unspell(f"take-leader:{word}"))
    return choices(twin)[0]


# STABILITY AND OPPORTUNITY


@pytest.mark.rule("PR-17.2-STABILITY-AND-OPPORTUNITY")
def test_one_more_marker_at_no_extra_cost() -> None:
    s = playing("stability-and-opportunity", markers={"rome": 1})
    assert choices(s) == ["add-marker", "objective"]
    before = s.treasury[:]
    play(s, "add-marker")
    assert s.pool[s.box.powers.index("rome")] == 2
    assert s.treasury == before


@pytest.mark.rule("PR-17.2-STABILITY-AND-OPPORTUNITY")
def test_or_one_more_objective_unless_three_are_held() -> None:
    s = playing("stability-and-opportunity", objectives=[[], [], [], ["A", "B"]], dice=[1])
    play(s, "objective", "keep")
    assert len(s.objectives[s.box.powers.index("rome")]) == 3
    full = playing("stability-and-opportunity", objectives=[[], [], [], ["A", "B", "C"]])
    assert choices(full) == ["add-marker"]
    assert refused(full, "rome", "objective") == "PR-17.2-STABILITY-AND-OPPORTUNITY"


@pytest.mark.rule("PR-17.2-STABILITY-AND-OPPORTUNITY")
def test_only_the_stable_have_opportunities() -> None:
    s = holding("stability-and-opportunity", stability={"rome": -1})
    assert refused(s, "rome", "play:stability-and-opportunity") == "PR-17.2-STABILITY-AND-OPPORTUNITY"
    assert "play:stability-and-opportunity" in choices(holding("stability-and-opportunity", stability={"rome": 0}))

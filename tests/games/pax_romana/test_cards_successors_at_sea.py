"""Chapter 17.2, SUCCESSOR WARS ROLL ON: the Greek Army does anything a normal moving Army would, by sea too, and
leaves behind whom its player likes.
"""

from __future__ import annotations

from typing import Any

import pytest

from games.pax_romana.advanced_tools import GREECE, ROME, draw, to_operation, words
from games.pax_romana.battle_tools import finish
from games.pax_romana.helpers import Units, actor, at, choices, mp, node, play, refused, script, town
from ludi.games.pax_romana import PaxRomanaState, position
from ludi.games.pax_romana.world.pieces import SUCCESSORS, pack

WARS = "PR-17.2-SUCCESSOR-WARS"

ATHENS: Units = {"greece": {"athens": {"heavy": 3, "galley": 2}}}
NAXOS: Units = {"greece": {"athens": {"heavy": 3, "galley": 2}, "naxos": {"light": 1}}}
CALM = 1


def war(units: Units, start: str, *chosen: str, **facts: Any) -> PaxRomanaState:
    """Rome leads an Army of Greece from a place, with 6 MP."""
    s = draw(units, "successor-wars", (6,), **facts)
    script(s, [6])
    return play(s, f"place:{start}", *(chosen or ("take-all",)))


def sail(units: Units, **facts: Any) -> PaxRomanaState:
    """From Athens to Naxos, with one Squadron as escort."""
    s = play(war(units, "athens", **facts), "embark", "escort:1")
    script(s, [CALM])
    return play(s, "sail:ntp-sunium", "sail:naxos")


@pytest.mark.rule("PR-17.2-SUCCESSOR-WARS")
def test_its_player_says_who_goes_along_and_who_stays() -> None:
    units: Units = {"greece": {"pella": {"heavy": 3, "light": 1, "garrison": 1}}}
    s = war(units, "pella", "take:heavy", "take:heavy", "go", leaders={"greece-1": "pella"})
    assert at(s, "successors", "pella") == {"heavy": 2}
    assert at(s, "greece", "pella") == {"heavy": 1, "light": 1, "garrison": 1}
    assert s.leaders_of(GREECE, node("pella")), "the leader stays with them"
    assert mp(s) == 6, "and gives the Army nothing"


@pytest.mark.rule("PR-11.1.7", "PR-17.2-SUCCESSOR-WARS")
def test_squadrons_of_its_owner_join_it_in_his_ports() -> None:
    units: Units = {"greece": {"athens": {"heavy": 3, "galley": 3}, "naxos": {"light": 1, "galley": 1}}}
    s = play(war(units, "athens"), "embark", "escort:1")
    play(s, "take:galley", "take:galley")
    assert "take:galley" not in choices(s), "that were all in Athens"
    script(s, [CALM])
    play(s, "sail:ntp-sunium")
    assert "take:galley" not in choices(s)
    play(s, "sail:naxos", "take:galley")
    assert at(s, "successors", "naxos") == {"heavy": 3, "galley": 4}
    play(s, "debark", "no", "halt")
    assert at(s, "greece", "naxos") == {"heavy": 3, "light": 1, "galley": 4}, "they are Greece's again"


@pytest.mark.rule("PR-17.2-SUCCESSOR-WARS")
def test_no_leader_goes_alone() -> None:
    s = draw({"greece": {"pella": {"heavy": 3}}}, "successor-wars", (6,), leaders={"greece-1": "pella"})
    play(s, "place:pella", "take-leader:greece-1")
    assert refused(s, "rome", "go") == WARS
    play(s, "take:heavy")
    assert "go" in choices(s)


@pytest.mark.rule("PR-17.2-SUCCESSOR-WARS")
def test_pergamenes_in_greek_service_are_no_greek_units() -> None:
    s = draw({"greece": {"pella": {"heavy": 3}}}, "successor-wars", (6,))
    s.pergamum_ally = GREECE
    s.add(GREECE, node("pella"), pack({"pergamene-light": 1}))
    play(s, "place:pella")
    assert words(s, "take") == {"heavy"}


@pytest.mark.rule("PR-17.2-SUCCESSOR-WARS")
def test_on_the_way_units_and_leaders_stay_behind_and_are_greeces_again() -> None:
    s = war({"greece": {"pella": {"heavy": 2, "light": 1}}}, "pella", leaders={"greece-1": "pella"})
    play(s, "march:thessalonica", "drop:light", "drop-leader:greece-1")
    assert at(s, "greece", "thessalonica") == {"light": 1}
    assert s.leaders_of(GREECE, node("thessalonica"))
    play(s, "march:pella", "halt")
    assert at(s, "greece", "thessalonica") == {"light": 1}
    assert at(s, "greece", "pella") == {"heavy": 2}
    assert s.successors_of == -1


@pytest.mark.rule("PR-17.2-SUCCESSOR-WARS")
def test_a_leader_met_on_the_way_joins() -> None:
    s = war(
        {"greece": {"pella": {"heavy": 2}, "thessalonica": {"light": 1}}}, "pella", leaders={"greece-1": "thessalonica"}
    )
    play(s, "march:thessalonica", "take-leader:greece-1")
    assert s.leaders_of(SUCCESSORS, node("thessalonica"))
    assert not s.leaders_of(GREECE, node("thessalonica"))


@pytest.mark.rule("PR-17.2-SUCCESSOR-WARS")
def test_it_goes_by_sea_with_greek_squadrons_as_escort_and_lands_in_greece() -> None:
    s = sail(ATHENS)
    assert actor(s) == "rome"
    assert at(s, "successors", "naxos") == {"heavy": 3, "galley": 1}
    assert at(s, "greece", "athens") == {"galley": 1}
    before = mp(s)
    assert before == 4, "1 to embark, 1 to sail"
    play(s, "debark")
    assert s.stack[-1].name == "move"
    assert mp(s) == before - 1
    assert at(s, "greece", "naxos") == {"galley": 1}, "the escort is Greece's again"
    play(s, "halt")
    assert at(s, "greece", "naxos") == {"heavy": 3, "galley": 1}
    assert not s.places_of(SUCCESSORS)
    assert s.successors_of == -1
    to_operation(s)
    assert "expand" in choices(s), "his own Operation follows"


@pytest.mark.rule("PR-17.2-SUCCESSOR-WARS")
def test_by_sea_too_it_does_not_leave_greece_nor_end_before_it_is_there() -> None:
    s = play(war(ATHENS, "athens"), "embark", "escort:1")
    script(s, [CALM])
    play(s, "sail:ntp-sunium")
    assert "halt" not in choices(s), "it goes on while it can"
    script(s, [CALM])
    play(s, "sail:ntp-malea")
    assert refused(s, "rome", "sail:cydonia") == WARS, "a Port of Creta is not of Greece"
    assert "sail:argos" in choices(s)


@pytest.mark.rule("PR-17.2-SUCCESSOR-WARS")
def test_from_outside_it_may_sail_to_greece_and_debarks_nowhere_else() -> None:
    units: Units = {"greece": {"abydos": {"heavy": 2, "galley": 1}, "lesbos-chios": {"light": 1}}}
    s = play(war(units, "abydos"), "embark", "escort:1")
    assert refused(s, "rome", "debark") == "PR-11.3.2a", "it sails first"
    play(s, "sail:limnos")
    assert "debark" in choices(s)
    assert refused(s, "rome", "sail:lesbos-chios") == WARS, "once in Greece it does not leave it again"
    east = play(war({"greece": {"ephesus": {"heavy": 2, "galley": 1}, "samos": {"light": 1}}}, "ephesus"), "embark")
    play(east, "escort:1", "sail:samos")
    assert refused(east, "rome", "debark") == WARS, "a friendly Port, but not of Greece"


@pytest.mark.rule("PR-17.2-SUCCESSOR-WARSb")
def test_where_greeks_are_it_lands_in_peace_or_attacks_from_the_sea() -> None:
    s = play(sail(NAXOS), "debark")
    assert actor(s) == "rome"
    assert choices(s) == ["fight", "no"]
    peace = position(**s.snapshot())
    play(peace, "no")
    assert at(peace, "successors", "naxos") == {"heavy": 3}
    assert refused(peace, "rome", "fight") == f"{WARS}b", "who has landed in peace does not fall upon them there"
    play(peace, "halt")
    assert at(peace, "greece", "naxos") == {"heavy": 3, "light": 1, "galley": 1}
    script(s, [6, 1] + [3] * 6)
    play(s, "fight")
    assert any(getattr(each, "amphibious", False) for each in s.stack), "an Amphibious Attack"
    finish(s)
    assert not at(s, "greece", "naxos").get("light")


@pytest.mark.rule("PR-17.2-SUCCESSOR-WARSb")
def test_beaten_on_the_shore_it_is_back_on_board() -> None:
    s = play(sail({"greece": {"athens": {"heavy": 2, "galley": 2}, "naxos": {"heavy": 8}}}), "debark")
    script(s, [1, 6] + [3] * 8)
    play(s, "fight")
    while s.stack[-1].name in ("withdrawal", "battle", "losses"):
        play(s, next((word for word in ("stand", "hold", "keep", "done") if word in choices(s)), choices(s)[0]))
    assert s.stack[-1].name == "move"
    assert s.successor_war == 0, "the Greeks of the next Port are no enemies yet"
    assert at(s, "successors", "naxos").get("galley") == 1
    assert at(s, "greece", "naxos").get("heavy", 0) >= 7
    assert not s.at(SUCCESSORS, node("athens"))


@pytest.mark.rule("PR-17.2-SUCCESSOR-WARSb")
def test_a_greek_town_taken_from_the_sea_is_destroyed() -> None:
    s = play(sail(ATHENS, sites={"naxos": town("greece", 1)}), "debark")
    play(s, "fight")
    finish(s)
    assert node("naxos") not in s.sites


@pytest.mark.rule("PR-17.2-SUCCESSOR-WARS")
def test_with_too_few_mp_it_lands_in_peace_unasked() -> None:
    s = draw(NAXOS, "successor-wars", (6,))
    script(s, [4])
    play(s, "place:athens", "take-all", "embark", "escort:1")
    script(s, [CALM])
    play(s, "sail:ntp-sunium", "sail:naxos", "debark", "halt")
    assert at(s, "greece", "naxos") == {"heavy": 3, "light": 1, "galley": 1}


@pytest.mark.rule("PR-17.2-SUCCESSOR-WARS")
def test_its_fleet_meets_romes_enemies_no_more_than_greeces() -> None:
    """Its Ports are Greece's, its enemies too; the Player who moves it decides for it."""
    units: Units = {**ATHENS, "carthage": {"ntp-sunium": {"galley": 3}}}
    s = play(war(units, "athens"), "embark", "escort:1")
    script(s, [CALM])
    play(s, "sail:ntp-sunium")
    assert actor(s) == "carthage"
    script(s, [1, 6, 1, 1])
    play(s, "fight")
    finish(s)
    assert not s.places_of(SUCCESSORS), "nothing of it is left at sea"
    assert at(s, "greece", "athens").get("galley", 0) >= 1
    assert not s.places_of(ROME)


def test_a_snapshot_keeps_it_at_sea() -> None:
    s = sail(NAXOS)
    again = position(**s.snapshot())
    assert again.snapshot() == s.snapshot()
    assert choices(again) == choices(s)

"""Chapter 17.2: SUCCESSOR WARS ROLL ON."""

from __future__ import annotations

from typing import Any

import pytest

from games.pax_romana.advanced_tools import GREECE, draw, to_operation, words
from games.pax_romana.battle_tools import finish
from games.pax_romana.helpers import Units, actor, at, choices, city, mp, node, play, refused, script, stability, town
from ludi.games.pax_romana import PaxRomanaState
from ludi.games.pax_romana.ch17_cards.successor_army import SuccessorMarch, in_greece
from ludi.games.pax_romana.ch17_cards.successors import near_greece
from ludi.games.pax_romana.world.atlas import atlas
from ludi.games.pax_romana.world.pieces import SUCCESSORS


def land_way(start: str) -> str:
    """A Greek Space beside another by land."""
    return next(atlas().ids[near] for near, _ in atlas().land[node(start)] if near < atlas().spaces and greek(near))


def greek(place: int) -> bool:
    world = atlas()
    return world.territory_ids[world.territory_of[world.province_of[place]]] == "greece"


NEXT = land_way("pella")


def war(units: Units, dice: tuple[int, ...] = (6,), **facts: Any) -> PaxRomanaState:
    """Rome draws SUCCESSOR WARS."""
    return draw(units, "successor-wars", dice, **facts)


@pytest.mark.rule("PR-17.2-SUCCESSOR-WARS")
def test_the_player_leads_a_greek_army_in_or_near_greece_before_his_operation() -> None:
    units: Units = {
        "greece": {"pella": {"heavy": 2, "garrison": 1}, "roma": {"heavy": 1}, "carthago": {"heavy": 1}},
        "east": {"athens": {"heavy": 1}},
        "soldier-of-fortune": {"sparta": {"heavy": 2}},
    }
    s = war(units, soldier_of_fortune="greece", leaders={"soldier-of-fortune": "sparta"})
    assert actor(s) == "rome"
    assert "pella" in words(s, "place")
    assert "carthago" not in words(s, "place"), "too far away"
    assert {"athens", "sparta"}.isdisjoint(words(s, "place")), "neither others' Armies nor the Soldier of Fortune's"
    assert refused(s, "rome", "place:carthago") == "PR-17.2-SUCCESSOR-WARS"
    script(s, [6])
    play(s, "place:pella")
    assert actor(s) == "rome"
    assert s.stack[-1].name == "move"
    assert "go" not in choices(s), "somebody must go along"
    play(s, "take-all", f"march:{NEXT}")
    play(s, "halt")
    assert at(s, "greece", NEXT) == {"heavy": 2}, "it is Greece's again"
    assert at(s, "greece", "pella") == {"garrison": 1}
    to_operation(s)
    assert "expand" in choices(s), "his own Operation follows"


@pytest.mark.rule("PR-17.2-SUCCESSOR-WARS")
def test_three_connections_count_by_land_and_by_sea() -> None:
    s = war({})
    assert near_greece(s, node("pella"))
    assert not near_greece(s, node("carthago"))
    nearest = [n for n in range(atlas().spaces) if near_greece(s, n) and not in_greece(s, n)]
    assert nearest, "places outside Greece count too"


@pytest.mark.rule("PR-17.2-SUCCESSOR-WARS")
def test_it_stays_in_greece() -> None:
    border = next(
        (n, near)
        for n in range(atlas().spaces)
        if greek(n)
        for near, link in atlas().land[n]
        if near < atlas().spaces and not greek(near) and link == 0
    )
    inside, outside = (atlas().ids[each] for each in border)
    s = war({"greece": {inside: {"heavy": 2}, NEXT: {"heavy": 1}}})
    script(s, [6])
    play(s, f"place:{inside}", "take-all")
    assert refused(s, "rome", f"march:{outside}") == "PR-17.2-SUCCESSOR-WARS"
    back = war({"greece": {outside: {"heavy": 2}, NEXT: {"heavy": 1}}})
    script(back, [6])
    play(back, f"place:{outside}", "take-all")
    assert "halt" not in choices(back), "it must go to Greece"
    play(back, f"march:{inside}")
    assert "halt" in choices(back)


@pytest.mark.rule("PR-17.2-SUCCESSOR-WARS")
def test_it_goes_to_greece_and_nowhere_else_and_stops_where_there_is_no_way_on() -> None:
    s = war({"greece": {"tarentum": {"heavy": 2}, NEXT: {"heavy": 1}}})
    script(s, [6])
    play(s, "place:tarentum", "take-all")
    assert words(s, "march") == {"brundisium", "croton"}, "both nearer to Greece"
    assert refused(s, "rome", "march:venusia") == "PR-17.2-SUCCESSOR-WARS"
    assert refused(s, "rome", "halt") == "PR-17.2-SUCCESSOR-WARS"
    march = s.stack[-1]
    assert isinstance(march, SuccessorMarch)
    march.mp = 1
    play(s, "break:heavy")
    assert set(choices(s)) == {"halt", "break:heavy"}, "no MP are left: nobody need break up more to come to an end"


@pytest.mark.rule("PR-17.2-SUCCESSOR-WARSb")
def test_it_may_attack_greeks_and_no_militia_come() -> None:
    s = war({"greece": {"pella": {"heavy": 5}, NEXT: {"heavy": 1}}})
    script(s, [6])
    play(s, "place:pella", "take-all", f"march:{NEXT}")
    assert {"fight", "halt", "pick-up"} <= set(choices(s)), "or it does not"
    script(s, [6, 1] + [3] * 6)
    play(s, "fight")
    asked: list[str] = []
    while s.stack[-1].name in ("withdrawal", "battle", "losses"):
        asked.append(s.stack[-1].name)
        play(s, next((word for word in ("stand", "hold", "keep", "done") if word in choices(s)), choices(s)[0]))
    assert "withdrawal" in asked, "the attacked may Withdraw"
    assert s.stack[-1].name == "move"
    play(s, "halt")
    assert sum(at(s, "greece", NEXT).values()) <= 5, "one of the two lost"


@pytest.mark.rule("PR-17.2-SUCCESSOR-WARSb")
def test_it_picks_up_units_but_not_those_in_cities_and_towns() -> None:
    units: Units = {"greece": {"pella": {"heavy": 2}, NEXT: {"light": 3}}}
    s = war(units)
    script(s, [6])
    play(s, "place:pella", "take-all", f"march:{NEXT}")
    before = mp(s)
    play(s, "pick-up", "take:light", "take:light", "go")
    assert mp(s) == before - 1
    assert at(s, "successors", NEXT) == {"heavy": 2, "light": 2}
    assert at(s, "greece", NEXT) == {"light": 1}, "who does not join stays, and is Greece's"
    walled = war(units, sites={NEXT: town("greece")})
    script(walled, [6])
    play(walled, "place:pella", "take-all", f"march:{NEXT}")
    assert refused(walled, "rome", "pick-up") == "PR-17.2-SUCCESSOR-WARSb"


@pytest.mark.rule("PR-17.2-SUCCESSOR-WARSb")
def test_a_greek_town_it_takes_is_destroyed_without_plunder() -> None:
    s = war({"greece": {"pella": {"heavy": 5}, "athens": {"light": 1}}}, sites={NEXT: town("greece", 1)})
    script(s, [6])
    play(s, "place:pella", "take-all", f"march:{NEXT}")
    treasury = list(s.treasury)
    script(s, [6, 1] + [3] * 6)
    play(s, "fight")
    finish(s)
    assert node(NEXT) not in s.sites
    assert s.treasury == treasury
    assert s.stack[-1].name == "move"


@pytest.mark.rule("PR-17.2-SUCCESSOR-WARSc")
def test_a_greek_player_loses_2_stability_instead() -> None:
    s = war({"greece": {"pella": {"heavy": 2}}}, active="greece", stability={"greece": 3})
    assert stability(s, "greece") == 1
    assert s.successors_of == -1
    assert not s.places_of(SUCCESSORS)


@pytest.mark.rule("PR-17.2-SUCCESSOR-WARS")
def test_without_a_greek_army_nothing_happens() -> None:
    s = war({"east": {"antioch": {"heavy": 1}}}, sites={"athens": city("greece")})
    assert s.stack[-1].name in ("activation", "window", "card-segment")


@pytest.mark.rule("PR-17.2-SUCCESSOR-WARS")
def test_the_leaders_there_go_along_and_give_their_rating() -> None:
    s = war({"greece": {"pella": {"heavy": 2}}}, leaders={"greece-1": "pella"})
    number = s.box.leader("greece-1")
    script(s, [2])
    play(s, "place:pella", "take-all")
    assert mp(s) == 2 + s.box.leaders[number].campaign
    assert s.leaders_of(SUCCESSORS, node("pella")) == [number]
    assert not s.leaders_of(GREECE, node("pella")), "he leads it, and nobody else meanwhile"
    play(s, f"march:{NEXT}", "halt")
    assert s.leaders_of(GREECE, node(NEXT)) == [number]
    assert not s.leaders_of(SUCCESSORS, node(NEXT))


@pytest.mark.rule("PR-17.2-SUCCESSOR-WARSb")
def test_leaders_are_picked_up_with_the_units_on_the_way() -> None:
    s = war({"greece": {"pella": {"heavy": 2}, NEXT: {"light": 1}}}, leaders={"greece-2": NEXT})
    script(s, [6])
    play(s, "place:pella", "take-all", f"march:{NEXT}", "pick-up", "take:light", "take-leader:greece-2", "go")
    assert s.leaders_of(SUCCESSORS, node(NEXT)) == [s.box.leader("greece-2")]
    play(s, "march:pella", "halt")
    assert s.leaders_of(GREECE, node("pella")) == [s.box.leader("greece-2")], "and march on with it"

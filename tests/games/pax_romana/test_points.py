"""Chapter 15, corner by corner: Stability after the award, order of play, Cities, and each Objective piece by piece."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.pax_romana.helpers import choices, city, play, stability, town, world
from ludi.core import FastDice
from ludi.games.pax_romana import GAME, PaxRomanaState, position
from ludi.games.pax_romana.asking import questions as q
from ludi.games.pax_romana.ch03_sequence.turn import play_order
from ludi.games.pax_romana.ch15_victory.markers import draw_objective
from ludi.games.pax_romana.ch15_victory.objectives import objective_worth
from ludi.games.pax_romana.ch15_victory.victory import award
from ludi.games.pax_romana.world.words import LETTERS

ULTRA = {"scenario": "V", "format": "ultra-basic"}
POWERS = ("greece", "east", "carthage", "rome")


def number(s: PaxRomanaState, power: str) -> int:
    return s.box.powers.index(power)


# 15.1


def awarded(towns: dict[str, int], **facts: Any) -> PaxRomanaState:
    """Nobody has a Province; so many Towns for each Power decide alone."""
    spaces = {
        "greece": ["athens", "argos", "sparta", "thebes"],
        "east": ["gaza", "joppa", "tyre", "petra"],
        "carthage": ["utica", "zama", "thapsus", "siga"],
        "rome": ["capua", "pisae", "ancona", "croton"],
    }
    sites = {space: town(power) for power, number in towns.items() for space in spaces[power][:number]}
    s = world({}, sites=sites, operation="choose", **facts)
    s.provinces = [-1] * len(s.provinces)
    award(s, False)
    return s


def levels(s: PaxRomanaState) -> dict[str, int]:
    return {power: stability(s, power) for power in POWERS}


@pytest.mark.rule("PR-15.1.2", "PR-14.2.1j", "PR-14.2.1k")
def test_the_most_and_the_fewest_points_of_the_turn_move_stability() -> None:
    clear = awarded({"greece": 4, "east": 3, "carthage": 2, "rome": 1})
    assert levels(clear) == {"greece": 1, "east": 0, "carthage": 0, "rome": -1}
    first = awarded({"greece": 3, "east": 3, "carthage": 2, "rome": 1})
    assert levels(first) == {"greece": 0, "east": 0, "carthage": 0, "rome": -1}, "a tie for most"
    last = awarded({"greece": 3, "east": 2, "carthage": 1, "rome": 1})
    assert levels(last) == {"greece": 1, "east": 0, "carthage": 0, "rome": 0}, "a tie for fewest"
    ahead = awarded({"greece": 4, "east": 3, "carthage": 2, "rome": 1}, vp={"rome": 40, "east": 20})
    assert levels(ahead) == {"greece": 1, "east": 0, "carthage": 0, "rome": -1}, "running totals do not matter"


@pytest.mark.rule("PR-15.1.1", "PR-15.4.9-L")
def test_points_of_the_income_phase_are_counted_with_the_turn() -> None:
    plain = awarded({"greece": 4, "east": 3, "carthage": 2, "rome": 1})
    s = plain.copy()
    s.vp = [0] * 4
    s.gained[number(s, "rome")] = 3
    award(s, False)
    assert s.vp[number(s, "rome")] == plain.vp[number(s, "rome")] + 3
    award(s, False)
    assert s.vp[number(s, "rome")] == 2 * plain.vp[number(s, "rome")] + 3, "once"


@pytest.mark.rule("PR-15.1.3a", "PR-15.1.3b")
def test_the_order_of_ties() -> None:
    def order(dice: list[int] | None = None, **facts: Any) -> list[str]:
        s = world({}, operation="choose", dice=dice or [], **facts)
        return [s.box.powers[power] for power in play_order(s)]

    points = {"greece": 4, "east": 1, "carthage": 3, "rome": 2}
    assert order(vp=points) == ["east", "rome", "carthage", "greece"]
    calm = {"greece": 3, "east": 2, "carthage": 1, "rome": 0}
    sites = {"roma": city("rome"), "capua": town("rome"), "carthago": city("carthage"), "gaza": town("east")}
    assert order(vp={}, stability=calm, sites=sites) == ["rome", "carthage", "east", "greece"], "Stability before CVP"
    assert order(vp={}, sites=sites) == ["greece", "east", "carthage", "rome"], "then CVP"
    tied = [2, 2, 5, 1, *[3, 4, 2, 1]]
    assert order(tied, vp={}) == ["rome", "carthage", "greece", "east"], "then dice, rolled again while they tie"


# 15.3


@pytest.mark.rule("PR-15.3.2")
@pytest.mark.parametrize(
    ("site", "points"),
    [
        (town("rome"), 1),
        (town("rome", 1), 0),
        (city("rome"), 3),
        (city("rome", 4), 1),
        (city("rome", 3), 1),
        (town("carthage"), 0),
    ],
)
def test_what_a_city_or_town_counts(site: dict[str, Any], points: int) -> None:
    assert q.standings(world({}, sites={"capua": site}))["rome"]["cvp"] == points


# 15.4


def ultra(marks: dict[str, list[str]], **facts: Any) -> PaxRomanaState:
    facts.setdefault("dice", FastDice(random.Random(2)))
    facts.setdefault("markers", {"rome": 1})
    return position(ULTRA, objectives=[marks.get(power, []) for power in GAME.box(ULTRA).powers], **facts)


@pytest.mark.rule("PR-15.4.2", "PR-15.4.8", "PR-15.4.9-M")
def test_points_for_an_objective_in_the_victory_phase() -> None:
    units = {"rome": {word: {"legion": 1} for word in ("alexandria", "pelusium", "memphis", "faiyum", "hermopolis")}}
    s = ultra({"rome": ["M"]}, units=units, operation="phase", phase="H")
    twin = s.copy()
    play(s, "reveal:M")
    play(twin, "done")
    rome = number(s, "rome")
    assert s.vp[rome] - twin.vp[rome] == 3


@pytest.mark.rule("PR-15.4.5a")
def test_objectives_are_drawn_by_chance() -> None:
    for die, letter in ((1, "C"), (2, "H"), (3, "K")):
        s = ultra({}, operation="choose", dice=[die])
        s.objective_pool = [LETTERS.index(each) for each in "CHK"]
        draw_objective(s, number(s, "rome"))
        assert [LETTERS[marker & 15] for marker in s.objectives[number(s, "rome")]] == [letter]
        assert s.view(0)["powers"][number(s, "rome")]["objectives"] == [None], "nobody else sees it"


def worth(letter: str, power: str, provinces: tuple[str, ...] = (), **facts: Any) -> int:
    s = position(ULTRA, units=facts.pop("units", {}), **facts)
    s.provinces = [-1] * len(s.provinces)
    for word in provinces:
        s.provinces[s.box.atlas.province_index[word]] = number(s, power)
    return objective_worth(s, number(s, power), LETTERS.index(letter))


PROVINCES = {
    "A": ("ionia", "pontus", "cappadocia", "cilicia"),
    "B": ("egypt",),
    "C": ("lusitania", "gallaecia", "baetica", "tarraconensis", "balearic-islands"),
    "D": ("crete", "cyprus", "cilicia"),
    "E": ("britannia", "belgica", "lugdunensis", "aquitania", "narbonensis"),
    "G": ("germania-superior", "raetia", "noricum"),
    "H": ("raetia", "noricum", "pannonia", "dalmatia", "moesia"),
    "I": ("west-sicily", "east-sicily", "sardinia", "corsica"),
}
GOP = {
    "A": {"greece": 4, "east": 4, "carthage": 8, "rome": 8},
    "B": {"greece": 8, "carthage": 8, "rome": 8},
    "C": {"greece": 8, "east": 8, "carthage": 4, "rome": 8},
    "D": {"greece": 6, "east": 3, "carthage": 6, "rome": 6},
    "E": {"greece": 6, "east": 6, "carthage": 6, "rome": 3},
    "G": {"greece": 4, "east": 4, "carthage": 4, "rome": 4},
    "H": {"greece": 4, "east": 8, "carthage": 8, "rome": 4},
    "I": {"greece": 4, "east": 4, "carthage": 4, "rome": 4},
}


@pytest.mark.rule("PR-15.4.9-A", "PR-15.4.9-B", "PR-15.4.9-C", "PR-15.4.9-D")
@pytest.mark.rule("PR-15.4.9-E", "PR-15.4.9-G", "PR-15.4.9-H", "PR-15.4.9-I")
@pytest.mark.parametrize("letter", sorted(PROVINCES))
def test_an_objective_needs_each_of_its_provinces(letter: str) -> None:
    whole = PROVINCES[letter]
    for power, points in GOP[letter].items():
        assert worth(letter, power, whole) == points
    for missing in whole:
        rest = tuple(word for word in whole if word != missing)
        assert worth(letter, "rome", rest) == 0, missing


AEGEAN = ("lesbos-chios", "naxos", "cnossus", "miletus")
WEST_PORTS = (
    "gades",
    "malacca",
    "carthago-nova",
    "saguntum",
    "tarraco",
    "emporiae",
    "palma",
    "tingi",
    "siga",
    "iol",
    "saldae",
)


@pytest.mark.rule("PR-15.4.9-F", "PR-15.4.9-J")
def test_an_objective_needs_each_of_its_ports() -> None:
    for letter, ports, points in (("F", AEGEAN, 6), ("J", WEST_PORTS, 6)):
        held = {port: {"legion": 1} for port in ports}
        assert worth(letter, "rome", units={"rome": held}) == points
        for missing in ports:
            rest = {port: units for port, units in held.items() if port != missing}
            assert worth(letter, "rome", units={"rome": rest}) == 0, missing
    assert worth("J", "carthage", units={"carthage": {port: {"light": 1} for port in WEST_PORTS}}) == 3


@pytest.mark.rule("PR-15.4.9-K")
def test_the_home_territory_is_none_of_the_five() -> None:
    abroad = {word: town("rome") for word in ("gades", "massilia", "messana", "ephesus")}
    assert worth("K", "rome", sites=abroad | {"capua": town("rome"), "tarraco": town("rome")}) == 0
    assert worth("K", "rome", sites=abroad | {"cnossus": town("rome")}) == 6


@pytest.mark.rule("PR-15.4.9-M")
def test_the_own_home_does_not_count_for_m() -> None:
    assert worth("M", "rome", ("italia", "cisalpina", "bruttium")) == 0
    assert worth("M", "rome", ("attica",)) == 3
    assert choices(ultra({"rome": ["M"]}, operation="phase", phase="H")) == ["done"]


@pytest.mark.rule("PR-15.4.3", "PR-15.4.4a")
def test_objectives_are_bought_in_the_ultra_basic_game_only() -> None:
    for form, sold in (("basic", False), ("basic-2", False), ("basic-plus", False), ("ultra-basic", True)):
        s = position(
            {"scenario": "V", "format": form},
            operation="phase",
            phase="E",
            treasury={"rome": 5},
            markers={"rome": 1},
            dice=FastDice(random.Random(2)),
        )
        if form != "basic" and not s.objective_pool:
            s.objective_pool = [2, 3]
        words = [s.spell(action) for action in s.legal(s.box.seat_of[number(s, "rome")])]
        assert ("objective" in words) == sold, form

"""Chapters 1 and 2: the map, its kinds of places, and what the rulebook says about single ones."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from games.pax_romana.helpers import WORLD, node
from ludi.games.pax_romana import GAME
from ludi.games.pax_romana.world.atlas import (
    ALPINE,
    DEEP_POINT,
    LAND_LINK,
    LAND_POINT,
    NAVAL_POINT,
    SPACE,
    STRAIT,
    Atlas,
    BadMap,
    atlas,
)
from ludi.games.pax_romana.world.atlas import FILES as MAP_FILES
from ludi.games.pax_romana.world.files import BUILT_IN
from ludi.games.pax_romana.world.pieces import POINTS, UNITS
from ludi.games.pax_romana.world.scenario import FILES, read_scenario, tables

MAP = atlas()


def province(space: str) -> str:
    return MAP.province_ids[MAP.province_of[node(space)]]


def territory(word: str) -> str:
    return MAP.territory_ids[MAP.territory_of[MAP.province_index[word]]]


def provinces_of(word: str) -> set[str]:
    return {MAP.province_ids[p] for p in MAP.provinces_of[MAP.territory_ids.index(word)]}


def link(a: str, b: str) -> set[int]:
    return {kind for near, kind in MAP.land[node(a)] if near == node(b)}


def by_sea(a: str, b: str) -> bool:
    return node(b) in MAP.sea[node(a)]


@pytest.mark.rule("PR-2.1.1a", "PR-2.1.1b", "PR-2.1.1c", "PR-2.1.1e", "PR-1.4-HOME", "PR-2.1.1-EX1")
def test_territories_are_home_minor_or_barbarian() -> None:
    kinds = {kind: set() for kind in ("home", "minor", "barbarian")}  # type: dict[str, set[str]]
    for word, kind in zip(MAP.territory_ids, MAP.territory_types, strict=True):
        kinds[kind].add(word)
    assert kinds["home"] == {"rome", "carthage", "greece", "the-east"}
    assert kinds["minor"] == {
        *("hispania", "gaul", "the-sicilies", "germania", "the-danube", "asia-minor", "crete", "chersonese", "rhodes")
    }
    assert kinds["barbarian"] == {"greater-german-tribes", "sarmatia", "scythia", "armenia"}
    assert provinces_of("rome") == {"cisalpina", "italia", "bruttium"}
    assert provinces_of("greece") == {"attica", "thrace", "macedonia", "peloponnes", "aegean-islands"}
    undivided = [word for word in kinds["minor"] if len(provinces_of(word)) == 1]
    assert set(undivided) == {"crete", "chersonese", "rhodes"}


@pytest.mark.rule("PR-2.1.1-EX2", "PR-2.1.2a", "PR-2.1.2b", "PR-2.1.2-EX1", "PR-5.2.4a", "PR-5.2.4b")
def test_provinces() -> None:
    assert provinces_of("gaul") == {"britannia", "belgica", "aquitania", "lugdunensis", "narbonensis"}
    assert territory("lusitania") == "hispania"
    assert province("corinth") == "peloponnes"
    assert province("lesbos-chios") == province("samos") == "ionia"
    islands = {MAP.ids[space] for space in MAP.spaces_of[MAP.province_index["aegean-islands"]]}
    assert islands == {"thasos", "limnos", "naxos"}
    assert territory("aegean-islands") == "greece"
    assert all(MAP.spaces_of)
    assert sum(len(spaces) for spaces in MAP.spaces_of) == MAP.spaces


@pytest.mark.rule("PR-2.1.1g")
def test_caledonia_is_no_place() -> None:
    assert "caledonia" not in MAP.index
    assert "caledonia" not in MAP.province_index


@pytest.mark.rule("PR-2.1.1d", "PR-2.1.1f")
def test_an_undivided_territory_is_counted_once() -> None:
    realms = {realm.word: realm for realm in GAME.box(WORLD).realms}
    for word in ("crete", "chersonese", "rhodes"):
        assert realms[word].undivided
        assert not realms[word].barbarian
    for word in ("greater-german-tribes", "sarmatia", "scythia", "armenia"):
        assert realms[word].barbarian


@pytest.mark.rule("PR-1.4-CAPITALS", "PR-2.1.3c", "PR-2.1.3-EX3")
def test_capitals() -> None:
    marked = {MAP.ids[space] for space in range(MAP.spaces) if MAP.is_capital[space]}
    assert marked == {"roma", "carthago", "athens", "pella", "alexandria", "antioch"}
    box = GAME.box(WORLD)
    capitals = {power: {MAP.ids[c] for c in box.capitals[n]} for n, power in enumerate(box.powers)}
    assert capitals == {
        "rome": {"roma"},
        "carthage": {"carthago"},
        "greece": {"athens", "pella"},
        "east": {"alexandria", "antioch"},
    }


@pytest.mark.rule(
    *("PR-2.1.3-EX1", "PR-2.1.3-EX2", "PR-2.1.3-EX4", "PR-2.1.3-EX5", "PR-2.1.3-EX6", "PR-2.1.3-EX7"),
    *("PR-2.1.3-EX8", "PR-2.1.3-EX9", "PR-1.4-SPACE"),
)
def test_the_places_the_rulebook_names() -> None:
    besides = (MAP.is_port, MAP.is_capital, MAP.is_mountain, MAP.is_mine, MAP.is_tribal)
    assert not any(holds[node("arretium")] for holds in besides)
    assert MAP.kind[node("arretium")] == SPACE
    assert province("arretium") == "italia"
    coast = node("ltp-dalmatia")
    assert MAP.kind[coast] == LAND_POINT
    assert {MAP.ids[near] for near, _ in MAP.land[coast]} >= {"saloniae", "lissa"}
    for fortress in ("mazaca", "sebastia"):
        assert MAP.is_mountain[node(fortress)]
        assert province(fortress) == "cappadocia"
    assert MAP.is_mine[node("bergidum")]
    assert province("bergidum") == "gallaecia"
    for port, where in (("lilybaeum", "west-sicily"), ("melita", "melita")):
        assert MAP.is_port[node(port)]
        assert province(port) == where
        assert territory(where) == "the-sicilies"
    between = set(MAP.sea[node("lissa")]) & set(MAP.sea[node("barium")])
    assert any(MAP.kind[point] == NAVAL_POINT for point in between)
    deep = set(MAP.sea[node("alexandria")]) & set(MAP.sea[node("rhodes")])
    assert any(MAP.kind[point] == DEEP_POINT for point in deep)
    assert MAP.is_tribal[node("londinium")]
    assert province("londinium") == "britannia"
    assert all(MAP.kind[n] != SPACE for n in range(MAP.spaces, MAP.nodes))


@pytest.mark.rule(
    *("PR-2.1.4-EX1", "PR-2.1.4-EX2", "PR-2.1.4-EX3", "PR-2.1.4-EX4", "PR-2.1.4-EX5", "PR-2.1.4-EX6"),
    *("PR-2.1.4e", "PR-9.2.2-EX1", "PR-2.1.4d"),
)
def test_the_connections_the_rulebook_names() -> None:
    assert link("memphis", "hermopolis") == {LAND_LINK}
    assert link("valentia", "taurinorum") == {ALPINE}
    assert by_sea("pisae", "aleria")
    coast = ["malacca", "carthago-nova", "saguntum", "tarraco", "emporiae"]
    for a, b in itertools.pairwise(coast):
        assert link(a, b) == {LAND_LINK}, (a, b)
        assert by_sea(a, b), (a, b)
    assert link("byzantium", "nicomedia") == {STRAIT}
    assert link("rhegium", "messana") == {STRAIT}
    assert by_sea("rhegium", "messana")
    assert by_sea("megara", "corinth")
    assert not link("gergovia", "uxellodorum")


@pytest.mark.rule(
    "PR-2.1.3a", "PR-2.1.3b", "PR-2.1.3d", "PR-2.1.3f", "PR-2.1.3g", "PR-2.1.3h", "PR-2.1.4a", "PR-2.1.4c"
)
def test_connections_join_only_places_that_can_use_them() -> None:
    for n in range(MAP.nodes):
        if MAP.sea[n]:
            assert MAP.kind[n] in (NAVAL_POINT, DEEP_POINT) or MAP.is_port[n]
        if MAP.land[n]:
            assert MAP.kind[n] in (SPACE, LAND_POINT)
        if MAP.is_mountain[n]:
            assert not MAP.sea[n]


def bad(file: str, old: str, new: str) -> str:
    texts = {file: BUILT_IN.read(file) for file in MAP_FILES}
    assert old in texts[file]
    texts[file] = texts[file].replace(old, new, 1)
    with pytest.raises(BadMap) as error:
        Atlas(texts)
    return str(error.value)


def test_a_bad_map_is_refused_with_file_line_and_reason() -> None:
    assert bad("provinces.csv", "italia,Italia,rome,2", "italia,Italia,roma,2").startswith("provinces.csv, line 3: ")
    assert bad("spaces.csv", "taurinorum,Taurinorum,cisalpina,45.1", "taurinorum,Taurinorum,cisalpina,north") == (
        "spaces.csv, line 2: lat 'north' is no number"
    )
    assert "a naval connection cannot reach taurinorum" in bad(
        "connections.csv", "valentia,taurinorum,alpine", "valentia,taurinorum,naval"
    ) or "no port" in bad("connections.csv", "valentia,taurinorum,alpine", "valentia,taurinorum,naval")
    assert "there is no place 'atlantis'" in bad("connections.csv", "tingi,", "atlantis,")
    assert "the kind 'bridge'" in bad("connections.csv", "tingi,ltp-baetica,strait", "tingi,ltp-baetica,bridge")
    assert "no source" in bad("territories.csv", "gaul,Gaul,minor,,rule 2.1.1", "gaul,Gaul,minor,,")


@pytest.mark.rule("PR-2.6a", "PR-2.6-T-MAJOR", "PR-2.6-T-MINOR", "PR-2.6-T-MANMAX", "PR-2.6-T-EVENTS")
@pytest.mark.rule("PR-2.6-T-REBELLION", "PR-2.6-T-INVASION", "PR-2.6-T-HARVEST", "PR-2.6-T-STABILITY")
def test_the_tables_are_there() -> None:
    data = tables()
    assert data["manpower_maximums"]["stable"]["east"] == 18
    assert set(data["recruitment"]) >= set(MAP.territory_ids)
    two_dice = [str(number) for number in range(2, 13)]
    assert len({data["events"][number] for number in two_dice}) == 11
    assert len({data["rebellion"][number] for number in two_dice}) == 11
    assert len({data["invasion"][number] for number in two_dice}) == 5
    assert {data["harvest"][str(die)] for die in range(1, 7)} <= set(MAP.territory_ids)
    assert data["stability_ranges"]["stable"] == [0, 8]
    assert all(table.get("source") for name, table in data.items() if name not in ("except",))


@pytest.mark.rule("PR-2.2-EX1", "PR-10.3.1a", "PR-12.3.3a")
def test_battle_points_of_each_kind() -> None:
    worth = dict(zip(UNITS, POINTS, strict=True))
    assert worth == {
        "legion": 4,
        "reduced-legion": 2,
        "heavy": 3,
        "reduced-heavy": 1,
        "light": 1,
        "cavalry": 1,
        "militia": 1,
        "mercenary": 3,
        "barbarian": 1,
        "garrison": 0,
        "elephant": 0,
        "galley": 0,
        "rhodian": 0,
        "light-mercenary": 1,
        "mercenary-cavalry": 1,
        "pergamene-heavy": 3,
        "reduced-pergamene": 1,
        "pergamene-light": 1,
        "pergamene-cavalry": 1,
        "pergamene-galley": 0,
    }


@pytest.mark.rule("PR-2.2c", "PR-8.2.1a", "PR-8.2.1b")
def test_each_power_has_ten_unnamed_leaders_and_named_ones_occur_only_in_viii_and_ix() -> None:
    for number in FILES:
        box = GAME.box({"scenario": number})
        assert all(len(pool) == 10 for pool in box.pools)
        assert any(box.named) == (number in ("VIII", "IX"))
        for leader in box.leaders:
            assert 1 <= leader.tactical <= 4
            assert 2 <= leader.campaign <= 6


@pytest.mark.rule("PR-1.0b", "PR-1.1b", "PR-3.0", "PR-3.1", "PR-6.1.2", "PR-14.1.2", "PR-14.1.1")
def test_scenarios_say_who_plays_with_what() -> None:
    games = Counter(read_scenario(number)["game"] for number in FILES)
    assert games == {"standard": 4, "either": 3, "advanced": 3}
    for number in FILES:
        box = GAME.box({"scenario": number})
        assert 2 <= len(box.powers) <= 4
    for people in (1, 2, 3, 4):
        box = GAME.box({"scenario": "V", "people": people})
        assert sorted(power for powers in box.seat_powers for power in powers) == [0, 1, 2, 3]


@pytest.mark.rule("PR-13.1.1a", "PR-15.4.1", "PR-15.4.9", "PR-2.6-T-OO")
def test_counters() -> None:

    assert len(GAME.box().tribal_counters) == 30
    assert set(GAME.box().tribal_counters) == set(range(2, 9))
    markers = GAME.box({"scenario": "V", "format": "ultra-basic"}).objective_markers
    assert len(markers) == 20
    assert Counter(markers) == dict(enumerate([2, 2, 2, 1, 2, 1, 1, 2, 1, 1, 2, 1, 1, 1]))
